"""docs/your-own-game.md, followed from its first line to its last."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from hexumpire import cli
from hexumpire.rulesets.custom import reading
from hexumpire.rulesets.custom.reading import chart, effects, modifiers, read_game, words

PAGE = Path(__file__).parents[2] / "docs" / "your-own-game.md"
pytestmark = pytest.mark.host
TEXT = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
"""None inside Pyodide, where the page is not at hand (and these tests are not run)."""
BLOCKS = re.findall(r"```(toml|sh|text)\n(.*?)```", TEXT, re.DOTALL)
INSTEAD, BATTLE = "# instead\n", "# battle.toml\n"


def table(head: str) -> dict[str, str]:
    """The rows of a table of the page by what stands in their first column, several keys apart."""
    body = TEXT.partition(f"| {head} |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", body, re.MULTILINE)
    return {key: text for keys, text in rows for key in re.findall(r"`([^`]+)`", keys)}


def said(line: str) -> str:
    """What a command of the page prints."""
    command = shlex.split(line)
    assert command[0] == "hexumpire"
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        assert cli.main(command[1:]) == 0, (line, err.getvalue())
    return out.getvalue()


def test_the_page_is_followed_line_by_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game, printed, ran = "", "", []
    for kind, block in BLOCKS:
        if kind == "toml" and block.startswith(BATTLE):
            Path("battle.toml").write_text(block, encoding="utf-8")
        elif kind == "toml" and not block.startswith(INSTEAD):
            game += block + "\n"
            Path("my.toml").write_text(game, encoding="utf-8")
        elif kind == "sh":
            lines = block.strip().splitlines()
            printed = "".join(map(said, lines))
            ran += [shlex.split(line)[1] for line in lines]
        elif kind == "text":
            for line in block.splitlines():
                assert line in printed, (line, printed)
    assert set(ran) == {"game", "schema", "rules", "assess", "outcomes", "solve", "compare", "play", "draw", "text",
                        "link", "embed"}  # fmt: skip
    assert set(tomllib.loads(game)) == set(reading.TOP), "every section has its piece"


def test_a_beginning_is_sound_before_the_sections_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (blank,) = re.findall(r"`hexumpire game (--blank \w+) > my\.toml`", TEXT)
    monkeypatch.chdir(tmp_path)
    Path("my.toml").write_text(said(f"hexumpire game {blank}"), encoding="utf-8")
    assert said("hexumpire game my.toml")


def test_pieces_in_place_of_others_are_sound() -> None:
    pieces = [block for kind, block in BLOCKS if kind == "toml" and not block.startswith(BATTLE)]
    whole = tomllib.loads("\n".join(piece for piece in pieces if not piece.startswith(INSTEAD)))
    others = [tomllib.loads(piece) for piece in pieces if piece.startswith(INSTEAD)]
    assert len(others) == 2
    for other in others:
        read_game({**whole, **other})


def test_every_word_of_results_is_told_and_no_other() -> None:
    assert list(table("text")) == list(effects.WORDS)


def test_every_usual_code_is_told_as_it_is() -> None:
    assert table("code") == {code: "; ".join(does) for code, does in effects.USUAL.items()}
    for code in re.findall(r"`(\w+)`", TEXT.partition("With a number, ")[2].partition("\n\n")[0]):
        assert effects.usual(code), code


def test_every_test_of_a_modifier_is_told_and_no_other() -> None:
    assert tuple(table("test")) == modifiers.TESTS


def test_every_key_of_a_type_and_of_the_chart_is_told() -> None:
    assert list(
        re.findall(r"^\| `(\w+)` \|", TEXT.partition("### `types`")[2].partition("###")[0], re.MULTILINE)
    ) == list(words.PRINTED)
    keys = table("key") | {
        key: ""
        for line in re.findall(r"^\| (`.+?`) \|", TEXT.partition("### `chart`")[2].partition("###")[0], re.MULTILINE)
        for key in re.findall(r"`(\w+)`", line)
    }
    assert set(chart.CHART) <= set(keys)


def test_every_section_and_every_key_of_a_modifier_is_named() -> None:
    heads = {name for line in re.findall(r"^### (.+)$", TEXT, re.MULTILINE) for name in re.findall(r"`(\w+)`", line)}
    assert heads == set(reading.TOP) - {"results"}, "results are told under what they do"
    part = TEXT.partition("### `modifiers`")[2].partition("\n### ")[0]
    assert set(modifiers.KEYS) <= set(re.findall(r"`(\w+)`", part))
