"""The engine in parts, as a page gets it: the core, and bundles that come when a question needs them."""

from __future__ import annotations

import importlib.util
import json
import pickle
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import hexumpire
import pytest
from hexumpire import api, rulesets
from hexumpire.model import data

pytestmark = [pytest.mark.host, pytest.mark.slow]
ROOT = Path(__file__).parents[2]
SCRIPT = """
import json, pickle, sys, zlib
from hexumpire import api
from hexumpire.model import data

packed, questions = pickle.load(sys.stdin.buffer)
told = []
for question in questions:
    needed = []
    while "needs" in (answer := json.loads(api.handle(question))):
        needed += answer["needs"]
        for name in answer["needs"]:
            found = packed[name]
            part = lambda start, end, found=found: found[start:end]
            assert data.mount(name, part, len(found), zlib.crc32(found)), name
    told.append((answer, needed, sorted(name for name in sys.modules if name.startswith("hexumpire.rulesets."))))
sys.stdout.buffer.write(pickle.dumps(told))
"""
Packed = dict[str, bytes]
Told = tuple[dict[str, Any], list[str], list[str]]


@pytest.fixture(scope="module")
def contents() -> ModuleType:
    """What packs the bundles, which else runs in Pyodide."""
    spec = importlib.util.spec_from_file_location("contents", ROOT / "web" / "engine" / "build" / "contents.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def packed(contents: ModuleType) -> Packed:
    """The bundles."""
    found: Packed = contents.bundles()
    return found


@pytest.fixture(scope="module")
def core(contents: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the core alone."""
    folder = tmp_path_factory.mktemp("core")
    for name, content in (contents.sources("") | contents.listing()).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def ask(packed: Packed, core: Path, *questions: dict[str, Any]) -> list[Told]:
    """Ask a core that gets the bundles it says it needs: answers, what was needed for each, rulesets loaded by then."""
    texts = [json.dumps(question) for question in questions]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=pickle.dumps((packed, texts)),
        capture_output=True,
        env={"PYTHONPATH": str(core)},
    )
    assert not done.returncode, done.stderr.decode()
    told: list[Told] = pickle.loads(done.stdout)
    return told


def example(key: str) -> dict[str, Any]:
    return {"ruleset": key, **rulesets.get(key).examples()[0]["scenario"]}


@pytest.mark.slow
def test_the_answers_are_those_of_the_whole_engine(packed: Packed, core: Path) -> None:
    questions: list[dict[str, Any]] = [{"op": "rulesets"}, {"op": "schema", "ruleset": "nonsense"}]
    for key in rulesets.KEYS:
        questions += [{"op": "schema", "ruleset": key, "lang": lang} for lang in ("en", "de")]
        questions += [{"op": "rules", "ruleset": key}]  # in other languages the page has them as files of the site
        questions += [{"op": op, "scenario": example(key), "lang": "de"} for op in ("view", "outcomes", "text")]
    told = ask(packed, core, *questions)
    assert [answer for answer, *_ in told] == [json.loads(api.handle(json.dumps(question))) for question in questions]


def test_each_question_needs_its_own_bundles_and_once(packed: Packed, core: Path) -> None:
    first, second, *_ = rulesets.KEYS
    told = ask(
        packed,
        core,
        {"op": "rulesets"},
        {"op": "view", "scenario": example(first)},
        {"op": "view", "scenario": example(first), "lang": "de"},
        {"op": "schema", "ruleset": second, "lang": "de"},
        {"op": "outcomes", "scenario": example(first), "lang": "de"},
        {"op": "rulesets", "lang": "de"},
    )
    assert [sorted(needed) for _, needed, _ in told[:5]] == [
        [],
        [first],
        sorted(["all-games.de", f"{first}.de"]),
        sorted([second, f"{second}.de"]),
        [],
    ]
    assert not {name.split(".")[0] for name in told[5][1]} & {"all-games", first, second}
    assert told[0][2] == []
    assert not [name for name in told[2][2] if name.split(".")[2] != first]


def test_a_link_needs_the_bundle_of_its_game_only(packed: Packed, core: Path) -> None:
    key = rulesets.KEYS[-1]
    fragment = json.loads(api.handle(json.dumps({"op": "link", "scenario": example(key)})))["result"]["fragment"]
    wrong = json.dumps({"scenario": {**example(key), "targets": "none"}, "actions": []})
    told = ask(
        packed,
        core,
        {"op": "open", "fragment": "1.nonsense", "lang": "de"},
        {"op": "open", "fragment": fragment, "lang": "de"},
        {"op": "open", "text": wrong, "lang": "de"},
    )
    assert [needed for _, needed, _ in told] == [["all-games.de"], [key, f"{key}.de"], []], (
        "an opened battle is answered with its view"
    )
    assert told[1][0] == json.loads(api.handle(json.dumps({"op": "open", "fragment": fragment, "lang": "de"})))
    assert told[2][0] == json.loads(api.handle(json.dumps({"op": "open", "text": wrong, "lang": "de"})))


def test_a_bundle_with_another_checksum_is_not_used(packed: Packed) -> None:
    before = list(sys.meta_path)
    found = packed["all-games.de"]
    assert not data.mount("all-games.de", lambda start, end: found[start:end], len(found), 1)
    assert sys.meta_path == before


def test_every_file_is_in_the_core_or_in_one_bundle(contents: ModuleType, packed: Packed) -> None:
    paths = contents.paths()
    assert set(paths.values()) == {"", *packed}
    for key in rulesets.KEYS:
        folder = Path(hexumpire.__file__).parent / "rulesets" / key
        assert {path for path, bundle in paths.items() if bundle == key} == {
            path.relative_to(folder.parents[1])
            for path in folder.rglob("*")
            if path.is_file()
            and "__pycache__" not in path.parts
            and not path.name.startswith("texts.")
            and not re.fullmatch(r"index[.]\w+[.]json|witnesses[.]json|changes[.]json", path.name)
            and not path.relative_to(folder.parents[1]).as_posix().startswith(data.SELDOM)
        }


def test_placing_partisans_needs_what_is_seldom_needed(packed: Packed, core: Path) -> None:
    band = {"side": "attacker", "type": "partisan", "nation": "French", "at": "9,9", "placing": True}
    board = {"hexes": {"0,0": {"country": "France"}}}
    scenario = {"ruleset": "aworldatwar", "procedure": "partisans", "units": [band], "map": board}
    answer, needed, _ = ask(packed, core, {"op": "view", "scenario": scenario})[0]
    assert answer == json.loads(api.handle(json.dumps({"op": "view", "scenario": scenario})))
    assert needed == ["aworldatwar", data.MORE]


def test_a_ruleset_from_its_bundle_compiles_no_function(packed: Packed, core: Path) -> None:
    """Neither its modules, nor what dataclasses and named tuples write; and its vocabulary is not checked again."""
    code = """
import importlib, pickle, pkgutil, sys, zlib
import hexumpire
from hexumpire import rulesets
from hexumpire.files import vocabulary
from hexumpire.model import data

packed, found = pickle.load(sys.stdin.buffer), []
for module in pkgutil.walk_packages(hexumpire.__path__, "hexumpire."):
    if "__main__" not in module.name:
        importlib.import_module(module.name)
vocabulary.load_vocabulary = lambda *words: found.append("vocabulary")
def listen(event, words):
    if event == "compile" and words[0] and words[0].startswith((b"def", b"lambda")):  # not the name of a type
        found.append(words[0])
sys.addaudithook(listen)
for key in rulesets.KEYS:
    part = lambda start, end, found=packed[key]: found[start:end]
    data.mount(key, part, len(packed[key]), zlib.crc32(packed[key]))
    rulesets.get(key)
print(found)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps(packed),
        capture_output=True,
        env={"PYTHONPATH": str(core)},
    )
    assert (done.stdout, done.stderr) == (b"[]\n", b"")


def test_data_is_read_from_toml_or_as_the_build_has_baked_it(contents: ModuleType) -> None:
    key = rulesets.KEYS[0]
    rulesets.get(key)
    baked = contents.sources(key)
    assert f"hexumpire/rulesets/{key}/index.toml" not in baked
    assert json.loads(baked[f"hexumpire/rulesets/{key}/index.json"]) == data.read(f"hexumpire.rulesets.{key}", "index")
    with pytest.raises(FileNotFoundError, match="neither"):
        data.read(f"hexumpire.rulesets.{key}", "nothing")
