"""The page's texts: every use has a text and every text a use, and all languages have the same."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from builder import modules

pytestmark = pytest.mark.host
WEB = Path(__file__).parents[2] / "web"
FOLDERS = (".", "own", "line", "rules", "table")  # own: the guide's
LANGUAGES = sorted(file.stem for file in (WEB / "texts").glob("*.json"))
IN_PROGRAM = ("number.", "months", "date", "language.", "description.short")  # read by texts.py and the build


def texts(language: str) -> dict[str, str]:
    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        assert len(pairs) == len(dict(pairs)), "a key stands there twice"
        return dict(pairs)

    both = [(WEB / "texts" / folder / f"{language}.json").read_text() for folder in FOLDERS]
    return once([entry for text in both for entry in json.loads(text, object_pairs_hook=list)])


def base(key: str) -> str:
    """A key without the ending for its number."""
    return re.sub("_(one|other)$", "", key)


def uses(source: str) -> tuple[set[str], set[str]]:
    """The keys that sources of the page name, and the beginnings of those that they put together."""
    whole = set(re.findall(r"\b(?:t|told)\(\s*\"([^\"]+)\"\s*[,)]", source))
    whole |= set(re.findall(r"\bt\(\"([^\"]+)\" if ", source))
    whole |= set(re.findall(r"\bt\([^()]*? else \"([^\"]+)\"", source))
    whole |= {
        key for end in re.findall(r"\bt\(\w+ \+ \"(\.[^\"]+)\"", source) for key in texts("en") if key.endswith(end)
    }
    return whole, set(re.findall(r"\bt\(\"([^\"]+)\" \+", source))


def test_every_use_has_a_text_and_every_text_a_use() -> None:
    whole, begun = uses("".join(file.read_text() for file in (WEB / "ui").glob("*.py")))
    whole |= set(re.findall(r"data-t(?:-[a-z-]+)?=\"([^\"]+)\"", (WEB / "index.html").read_text()))
    keys = {base(key) for key in texts("en")}
    assert whole - keys == set(), "used and not there"
    assert {start for start in begun if not any(key.startswith(start) for key in keys)} == set()
    idle = {key for key in keys - whole if not key.startswith((*begun, *IN_PROGRAM))}
    assert idle == set(), "there and not used"


def test_what_the_first_modules_say_comes_with_them_and_the_rest_later(tmp_path: Path) -> None:
    for language in LANGUAGES:
        shutil.copy(WEB / "texts" / f"{language}.json", tmp_path)
    files = [
        file for file in (WEB / "ui").glob("*.py") if file.stem not in (*modules.LATE, *modules.OWN, *modules.TABLE)
    ]
    late = dict(modules.part_texts(tmp_path, [file.read_text() for file in files]))
    for language in LANGUAGES:
        first = json.loads((tmp_path / f"{language}.json").read_text())
        rest = json.loads(late[f"late_texts/{language}.json"])
        assert first | rest == json.loads((WEB / "texts" / f"{language}.json").read_text())
        assert len(rest) > len(first)
        whole, begun = uses("".join(file.read_text() for file in files))
        whole |= {"number.thousands", "months", "date", "language.code"}  # which texts.py names itself
        assert {key for key in map(base, rest) if key in whole or key.startswith(tuple(begun))} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_texts(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert {base(key) for key in english} == {base(key) for key in other}
    for key, text in other.items():
        holes = set(re.findall(r"{(\w+)}", text))
        asked = set(re.findall(r"{(\w+)}", english.get(key, english.get(f"{base(key)}_other", ""))))
        assert holes == asked or (key.endswith("_one") and holes | {"n"} == asked | {"n"}), key
        assert text.strip(), key
    for key in other:
        if key.endswith("_one"):
            assert f"{base(key)}_other" in other


def form(document: Any) -> Any:
    """A document without what it says."""
    if isinstance(document, dict):
        return {key: form(value) for key, value in document.items()}
    return [form(value) for value in document] if isinstance(document, list) else type(document).__name__


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_says_the_same_in_all_languages(ui: Any, language: str) -> None:
    english, other = (json.loads((WEB / "texts" / "help" / f"{it}.json").read_text()) for it in ("en", language))
    assert form(other) == form(english)
    assert "" not in re.findall('"(.*?)"', json.dumps(other, ensure_ascii=False))
    marks = [[key for key, _ in part["marks"]] for part in other["parts"] if "marks" in part]
    assert marks == [list(ui.helping.MARKS)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_for_one_and_for_more(ui: Any, language: str) -> None:
    ui.texts.take(texts(language))
    try:
        for key in {base(key) for key in texts(language) if key.endswith("_one")}:
            assert ui.texts.t(key, n=1) == texts(language)[key + "_one"].replace("{n}", "1")
            assert ui.texts.t(key, n=7) == texts(language)[key + "_other"].replace("{n}", "7")
    finally:
        ui.texts.take(texts("en"))


def test_numbers_and_dates(ui: Any) -> None:
    assert [ui.texts.number(n) for n in (0, -3, 1234, 12345, 1234567)] == ["0", "−3", "1234", "12,345", "1,234,567"]
    assert ui.texts.date("2026-03-01T04:25:09") == "1 Mar 2026, 04:25"
    assert ui.texts.date("1.3.2026, 04:25:09") == "1.3.2026, 04:25:09"
