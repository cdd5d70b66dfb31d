"""Reading and writing scenarios, with the toy ruleset."""

import contextlib
import copy
import datetime
import json
import math
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.board import hexgrid
from hexumpire.files import codec, documents, reader, record
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.scenario import Scenario

from tests.toybox import EXAMPLE, TOY


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulesets._registered, "toy", TOY)


def example() -> dict[str, Any]:
    return copy.deepcopy(EXAMPLE)


def with_unit(**keys: Any) -> dict[str, Any]:
    document = example()
    document["units"][0].update(keys)
    return document


def with_hex(**keys: Any) -> dict[str, Any]:
    document = example()
    document["map"]["hexes"]["0,0"].update(keys)
    return document


GUN = {"side": "attacker", "type": "gun", "nation": "red", "at": "1,0"}


def names(number: int) -> list[str]:
    """The names of so many hexes, in rows of forty."""
    return [hexgrid.name(hexgrid.from_offset(n // 40, n % 40)) for n in range(number)]


def problems(document: object) -> list[Problem]:
    with pytest.raises(InputError) as caught:
        codec.read_scenario(document)
    return list(caught.value.problems)


def problem(document: object) -> Problem:
    found = problems(document)
    assert len(found) == 1, found
    return found[0]


# --- whole fronts ---------------------------------------------------------------------------------------------


def test_a_front_of_30_by_20_hexes_with_120_counters_is_read_and_fits_into_a_link() -> None:
    rng = random.Random(7)
    hexes = names(600)
    document = example() | {
        "map": {
            "hexes": {name: {"name": rng.choice(("", "", name))} for name in hexes},
            "sides": {f"{name}:{rng.choice(('E', 'NE', 'NW'))}": ["river"] for name in rng.sample(hexes, 300)},
        },
        "units": [GUN | {"at": rng.choice(hexes), "side": rng.choice(("attacker", "defender"))} for _ in range(120)],
    }
    scenario = codec.read_scenario(document)
    assert (len(scenario.hexes), len(scenario.units)) == (600, 120)
    assert record.from_link(record.to_link(scenario, ())).scenario == scenario


# --- what is well formed -------------------------------------------------------------------------------------


def test_defaults_are_filled_in() -> None:
    scenario = codec.read_scenario(
        {
            "ruleset": "toy",
            "targets": ["0,0"],
            "units": [{"side": "attacker", "type": "gun", "nation": "red", "at": "1,0"}],
        }
    )
    assert (scenario.edition, scenario.procedure, scenario.title) == ("first", "attack", "")
    assert scenario.conditions == {"rain": False, "season": "summer", "stores": 0}
    assert scenario.readings == {"R1": "either"}
    (unit,) = scenario.units
    assert (unit.id, unit.count, dict(unit.values)) == ("u1", 1, {"factors": 3, "label": ""})
    assert scenario.hexes == {}
    assert scenario.hex("5,5").terrain == "clear"


def test_values_hold_every_field_of_the_type_or_the_hex() -> None:
    scenario = codec.read_scenario(EXAMPLE)
    assert scenario.by_id["b1"].values == {"factors": 2, "veteran": True, "rank": "old", "label": ""}
    assert scenario.hexes["1,0"].values == {"mud": 0, "owner": ""}


def test_the_canonical_document_drops_defaults_and_keeps_its_order() -> None:
    document = example()
    document["procedure"] = "attack"
    document["conditions"] = {"season": "winter", "rain": False}
    document["readings"] = {"R1": "either"}
    document["units"][0] |= {"veteran": False, "label": " old guard "}
    document["units"][2] = dict(reversed(document["units"][2].items()))
    written = codec.write_scenario(codec.read_scenario(document))
    assert written == {
        **EXAMPLE,
        "conditions": {"season": "winter"},
        "units": [{**EXAMPLE["units"][0], "label": "old guard"}, *EXAMPLE["units"][1:]],
    }
    assert list(written) == ["format", "ruleset", "edition", "title", "map", "targets", "units", "conditions"]
    assert list(written["units"][2]) == ["id", "side", "type", "nation", "at", "count", "veteran"]


def test_hexes_and_hexsides_get_their_canonical_names() -> None:
    document = example()
    document["map"] = {"hexes": {"-0, 01": {}}, "sides": {"1,0:W": ["bridge", "river"], "2,0:E": []}}
    scenario = codec.read_scenario(document)
    assert list(scenario.hexes) == ["0,1"]
    assert scenario.sides == {"0,0:E": ("river", "bridge")}
    assert scenario.between("1,0", "0,0") == ("river", "bridge")


def test_ids_left_out_are_the_first_free_ones() -> None:
    document = example()
    document["units"] = [{key: v for key, v in unit.items() if key != "id"} for unit in document["units"]]
    document["units"][2]["id"] = "u1"
    assert [unit.id for unit in codec.read_scenario(document).units] == ["u2", "u3", "u1"]


def test_fields_of_another_edition_have_their_default() -> None:
    document = with_unit(rank="young") | {"edition": "second", "conditions": {"stores": 3}}
    scenario = codec.read_scenario(document)
    assert scenario.units[0].text("rank") == "young"
    found = problems(document | {"edition": "first"})
    assert [one.path for one in found] == ["$.units[0].rank", "$.conditions.stores"]
    assert "no part of the edition 'first'" in found[0].message
    assert found[0].rule == "T1.3"


def test_a_procedure_that_is_not_the_first_is_said() -> None:
    document = example() | {"procedure": "raid"}
    assert codec.write_scenario(codec.read_scenario(document))["procedure"] == "raid"


def test_where_there_is_one_nation_nobody_need_say_it(monkeypatch: pytest.MonkeyPatch) -> None:
    words = replace(TOY.vocabulary, nations=TOY.vocabulary.nations[:1], terrains=TOY.vocabulary.terrains[1:])
    monkeypatch.setattr(type(TOY), "vocabulary", words)
    unit = {"id": "a", "side": "attacker", "type": "gun", "at": "1,0"}
    document = {"format": 1, "ruleset": "toy", "edition": "first", "targets": ["0,0"], "units": [unit]}
    scenario = codec.read_scenario(document)
    assert (scenario.units[0].nation, scenario.plain.terrain) == ("red", "hill")
    assert codec.write_scenario(scenario) == document
    assert "unknown nation 'blue'" in problem({**document, "units": [{**unit, "nation": "blue"}]}).message


# --- what is not ---------------------------------------------------------------------------------------------

NAN = float("nan")
HUGE = 10**5000
WRONG = [
    # document, path, what is said, the way out
    (None, "$", "found null", ""),
    ([], "$", "found an empty list", ""),
    ("toy", "$", "found 'toy'", ""),
    ({}, "$.ruleset", "missing", "toy"),
    (example() | {"ruleset": "tooy"}, "$.ruleset", "'tooy'", "did you mean 'toy'?"),
    (example() | {"ruleset": 7}, "$.ruleset", "found 7", "toy"),
    (example() | {"format": 2}, "$.format", "newer Hex Umpire", "update"),
    (example() | {"format": HUGE}, "$.format", "newer Hex Umpire", "update"),
    (example() | {"format": 0}, "$.format", "found 0", ""),
    (example() | {"format": True}, "$.format", "found true", ""),
    (example() | {"format": 1.0}, "$.format", "found 1.0", "write 1"),
    (example() | {"edition": "frst"}, "$.edition", "'frst'", "did you mean 'first'?"),
    (example() | {"procedure": "siege"}, "$.procedure", "'siege'", "allowed: attack, raid"),
    (example() | {"unit": []}, "$.unit", "unknown key 'unit'", "did you mean 'units'?"),
    (example() | {"a\nb": 1}, '$["a\\nb"]', "unknown key", "allowed"),
    (example() | {"title": "x" * 121}, "$.title", "no longer than 120 characters, not 121", ""),
    (example() | {"title": "two\nlines"}, "$.title", "control characters", ""),
    (example() | {"title": "\u202eback"}, "$.title", "control characters", ""),
    (example() | {"title": "\ud800"}, "$.title", "control characters", ""),
    (example() | {"title": None}, "$.title", "must be text, found null", ""),
    (example() | {"map": []}, "$.map", "must be an object", ""),
    (example() | {"map": {"hex": {}}}, "$.map.hex", "unknown key 'hex'", "did you mean 'hexes'?"),
    (example() | {"map": {"hexes": {"0;0": {}}}}, '$.map.hexes["0;0"]', "'0;0' is not a hex", "'1,-1'"),
    (example() | {"map": {"hexes": {"0,0": {}, "0, 0": {}}}}, '$.map.hexes["0, 0"]', "described twice", "one place"),
    (example() | {"map": {"hexes": {"0,0": 3}}}, '$.map.hexes["0,0"]', "must be an object", ""),
    (example() | {"map": {"hexes": {"0,0": {}, "61,0": {}}}}, '$.map.hexes["61,0"]', "too far", "60"),
    (example() | {"map": {"hexes": {f"{n % 60},{n // 60}": {} for n in range(1001)}}}, "$.map.hexes", "1001", ""),
    (example() | {"map": {"hexes": {"1," * 10**6: {}}}}, None, "is not a hex", "'1,-1'"),
    (example() | {"map": {"sides": {"1:" * 10**6: []}}}, None, "is not a hexside", "'0,0:E'"),
    (with_hex(terrain="hil"), '$.map.hexes["0,0"].terrain', "'hil'", "did you mean 'hill'?"),
    (with_hex(terrain=None), '$.map.hexes["0,0"].terrain', "found null", "allowed: clear, hill"),
    (with_hex(features=["wall"]), '$.map.hexes["0,0"].features[0]', "unknown feature 'wall'", "did you mean 'well'?"),
    (with_hex(features=["camp", "keep"]), '$.map.hexes["0,0"].features[1]', "Camp and Keep exclude", "leave one out"),
    (with_hex(features=["keep", "camp"]), '$.map.hexes["0,0"].features[1]', "Keep and Camp exclude", "leave one out"),
    (with_hex(features=["keep", "keep"]), '$.map.hexes["0,0"].features[1]', "given twice", "leave one out"),
    (with_hex(features="keep"), '$.map.hexes["0,0"].features', "must be a list", 'write a list: ["keep"]'),
    (with_hex(features=[["keep"]]), '$.map.hexes["0,0"].features[0]', "must be text, found a list of 1", "camp"),
    (with_hex(name="n" * 61), '$.map.hexes["0,0"].name', "60", ""),
    (with_hex(mud=4), '$.map.hexes["0,0"].mud', "mud must be from 0 to 3, found 4", ""),
    (with_hex(owner="x"), '$.map.hexes["0,0"].owner', "no part of the edition 'first'", "the edition second"),
    (with_hex(mood=4), '$.map.hexes["0,0"].mood', "unknown key of a hex 'mood'", "did you mean 'mud'?"),
    (example() | {"map": {"sides": {"0,0:X": ["river"]}}}, '$.map.sides["0,0:X"]', "not a hexside", "E, NE, NW"),
    (example() | {"map": {"sides": {"0,0:E": ["rivr"]}}}, '$.map.sides["0,0:E"][0]', "side feature 'rivr'", "river"),
    (
        example() | {"map": {"sides": {"0,0:E": ["river"], "1,0:W": []}}},
        '$.map.sides["1,0:W"]',
        "1,0:W is the same hexside as 0,0:E",
        "one place",
    ),
    (example() | {"map": {"sides": {f"{n % 60},{n // 60}:E": [] for n in range(3001)}}}, "$.map.sides", "3001", ""),
    (example() | {"targets": []}, "$.targets", "no hex is attacked", '["0,0"]'),
    (example() | {"targets": "0,0"}, "$.targets", "must be a list", 'write a list: ["0,0"]'),
    (example() | {"targets": ["0,0", "0, 0"]}, "$.targets[1]", "given twice", "leave one out"),
    (example() | {"targets": [0]}, "$.targets[0]", "must be a hex such as '1,-1', found 0", ""),
    (example() | {"targets": [f"{n},0" for n in range(13)]}, "$.targets", "13 are too many; at most 12", ""),
    (example() | {"units": {}}, "$.units", "units must be a list, found an empty object", ""),
    (example() | {"units": [EXAMPLE["units"][0] | {"id": f"x{n}"} for n in range(161)]}, "$.units", "161", ""),
    (with_unit(id="b1"), "$.units[2].id", "two units have the id 'b1'", "change one"),
    (with_unit(id="a b"), "$.units[0].id", "'a b' is not an id", "24"),
    (with_unit(id="x" * 25), "$.units[0].id", "is not an id", "24"),
    (with_unit(id="x\n"), "$.units[0].id", "is not an id", "24"),
    (with_unit(id=3), "$.units[0].id", "3 is not an id", "24"),
    (with_unit(side="atacker"), "$.units[0].side", "unknown side 'atacker'", "did you mean 'attacker'?"),
    (with_unit(side=None), "$.units[0].side", "the unit has no side", "attacker, defender"),
    (with_unit(type="bnad"), "$.units[0].type", "unknown type 'bnad'", "did you mean 'band'?"),
    (with_unit(nation="Red"), "$.units[0].nation", "unknown nation 'Red'", "did you mean 'red'?"),
    (with_unit(at=None), "$.units[0].at", "the unit stands nowhere", "'1,0'"),
    (with_unit(at="1.0"), "$.units[0].at", "'1.0' is not a hex", "'1,-1'"),
    (with_unit(at="1,99"), "$.units[0].at", "too far", "60"),
    (with_unit(count=0), "$.units[0].count", "from 1 to 20, found 0", ""),
    (with_unit(count=-1), "$.units[0].count", "from 1 to 20, found -1", ""),
    (with_unit(count=21), "$.units[0].count", "from 1 to 20, found 21", ""),
    (with_unit(count=True), "$.units[0].count", "found true", ""),
    (with_unit(count=3.0), "$.units[0].count", "found 3.0", "write 3 without a decimal point"),
    (with_unit(count=3.5), "$.units[0].count", "found 3.5", ""),
    (with_unit(count="3"), "$.units[0].count", "found '3'", "write 3 without quotes"),
    (with_unit(count=NAN), "$.units[0].count", "found NaN", ""),
    (with_unit(count=math.inf), "$.units[0].count", "found infinity", ""),
    (with_unit(count=HUGE), "$.units[0].count", "found a huge number", ""),
    (with_unit(factors=True), "$.units[0].factors", "whole number from 0 to 20, found true", ""),
    (with_unit(factors=-1), "$.units[0].factors", "from 0 to 20, found -1", ""),
    (with_unit(factors=-HUGE), "$.units[0].factors", "found a huge number", ""),
    (with_unit(veteran=1), "$.units[0].veteran", "true or false, found 1", "write true"),
    (with_unit(veteran="No"), "$.units[0].veteran", "true or false, found 'No'", "write false"),
    (with_unit(veteran="old"), "$.units[0].veteran", "true or false, found 'old'", "write true or false"),
    (with_unit(label="x" * 21), "$.units[0].label", "no longer than 20", ""),
    (with_unit(label="\x00"), "$.units[0].label", "control characters", ""),
    (with_unit(label=datetime.date(2000, 1, 1)), "$.units[0].label", "found a date", ""),
    (with_unit(factor=3), "$.units[0].factor", "unknown key of a unit 'factor'", "did you mean 'factors'?"),
    (with_unit(type="gun", veteran=True), "$.units[0].veteran", "Gun has no veteran", "leave it out"),
    (with_unit(type="wall"), "$.units[0].side", "Wall cannot be on the side 'attacker'", "only defender"),
    (example() | {"conditions": {"rian": True}}, "$.conditions.rian", "unknown condition", "did you mean 'rain'?"),
    (example() | {"conditions": {"season": "sumer"}}, "$.conditions.season", "'sumer'", "did you mean 'summer'?"),
    (example() | {"conditions": {"season": ["summer"]}}, "$.conditions.season", "found a list of 1", "summer, winter"),
    (example() | {"conditions": {"stores": 1}}, "$.conditions.stores", "no part of the edition", "second"),
    (example() | {"conditions": None}, "$.conditions", "found null", ""),
    (example() | {"readings": {"R1": "bth"}}, "$.readings.R1", "'bth'", "did you mean 'both'?"),
    (example() | {"readings": {"R1x": "both"}}, "$.readings.R1x", "unknown reading", "did you mean 'R1'?"),
    (example() | {"title": [[[[[[[[[[[[[1]]]]]]]]]]]]]}, "$", "nested too deep", ""),
    (example() | {"title": [0] * 20_001}, "$", "too large", ""),
]


@pytest.mark.parametrize(("document", "path", "said", "way_out"), WRONG, ids=range(len(WRONG)))
def test_one_mistake_is_one_problem(document: object, path: str, said: str, way_out: str) -> None:
    found = problem(document)
    assert path in (found.path, None)
    assert said in found.message
    assert way_out in found.fix
    assert len(str(found)) < 400


def test_keys_that_are_no_text() -> None:
    found = problem(example() | {7: "x"})
    assert found.message == "keys must be text, found 7"


def test_everything_is_told_at_once() -> None:
    document = example()
    document["title"] = 3
    document["map"]["hexes"]["0,0"]["terrain"] = "sea"
    document["targets"] = ["x"]
    document["units"][1] = {"side": "attacker"}
    document["conditions"] = {"rain": "yes"}
    assert [one.path for one in problems(document)] == [
        "$.title",
        '$.map.hexes["0,0"].terrain',
        "$.targets[0]",
        "$.units[1].type",
        "$.units[1].nation",
        "$.units[1].at",
        "$.conditions.rain",
    ]


def test_problems_without_end_are_cut() -> None:
    found = problems(example() | {f"key{n}": n for n in range(5000)})
    assert len(found) == reader.MAX_PROBLEMS + 1
    assert "more problems" in found[-1].message


def test_a_document_that_holds_itself() -> None:
    document = example()
    document["map"]["hexes"]["0,0"]["features"] = document
    assert "nested too deep" in problem(document).message


def test_empty_sides_are_no_question_of_form() -> None:
    assert codec.read_scenario(example() | {"units": []}).units == ()


# --- text ----------------------------------------------------------------------------------------------------


def test_toml_and_json_are_told_apart() -> None:
    assert documents.read_text('{"a": 1}') == {"a": 1}
    assert documents.read_text("\ufeff\n a = 1\r\n") == {"a": 1}
    assert documents.read_text('[map.hexes."0,0"]\nterrain = "hill"') == {
        "map": {"hexes": {"0,0": {"terrain": "hill"}}}
    }
    assert documents.read_text("[1, 2]") == [1, 2]
    assert documents.read_text("[[units]]\nat = '1,0'") == {"units": [{"at": "1,0"}]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ('{"a": 1,}', "line 1, column"),
        ('{"a":\n 1 2}', "line 2, column 4"),
        ('{"a": 1, "b": 2, "a": 3}', "'a' is given twice"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "Infinity"),
        ('{"a": 1' + "0" * 20 + "}", "21 digits"),
        ('{"a": 1' + "0" * 5000 + "}", "5001 digits"),
        ('{"a": ' + "[" * 50_000, "nested too deep"),
        ('{"a": ' + "[" * 101 + "]" * 101 + "}" + " " * 9 + '{"b": [' * 200, "nested too deep"),
        ("a = ]\nb = 1", "line 1, column 5"),
        ("a = 1\nb = [1,\n", "not valid TOML"),
        ("a = 1\na = 2", "not valid TOML"),
        ("a = 1" + "0" * 5000, "not valid TOML"),
        ("a = " + "[" * 50_000, "nested too deep"),
        ("a = 2001-02-30", "not valid TOML"),
        ("x" * (documents.MAX_TEXT + 1), "too long"),
        ("{" + " " * documents.MAX_TEXT, "too long"),
    ],
)
def test_texts_that_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        documents.read_text(text)
    (found,) = caught.value.problems
    assert said in found.message
    assert found.fix
    assert "$" not in str(found)
    assert len(str(found)) < 300


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("die", "TOML at the end: a line without = between key and value: write key = value"),
        ("a = 1\nb\n", "TOML at line 2, column 2: a line without ="),
        ("a = AE", "TOML at line 1, column 5: a value is missing, or a text without quotes: write texts in quotes"),
        ("a = 1 AE", "TOML at line 1, column 7: more stands in the line than one key and its value"),
        ("a = 1\na = 2", "a key or a head is given twice: leave one out"),
        ("[a]\n[a]", "a key or a head is given twice: leave one out"),
        ("a = {b = 1, b = 2}", "a key or a head is given twice: leave one out"),
        ("a = [1,", "TOML at the end: a value is missing, or a text without quotes: write texts in quotes"),
        ("[a\n", "a bracket is not closed: close it"),
        ('a = "AE\n', "a text without its closing quote: write texts in quotes"),
        ("= 1", "a key is missing: write key = value"),
        ('{"a": AE}', "JSON at line 1, column 7: a value is missing, or a text without quotes: write texts in quotes"),
        ('{"a": 1 "b": 2}', "JSON at line 1, column 9: a comma or a closing bracket is missing: add it"),
        ("{a: 1}", "JSON at line 1, column 2: a key in double quotes is missing: write it"),
        ('{"a" 1}', "the colon after a key is missing: add it"),
        ('{"a": "AE}', "a text without its closing quote: write texts in quotes"),
        ('{"a": 1} 2', "JSON at line 1, column 10: more stands after the end: leave it out"),
        ('{"a": "\\x"}', "mend it there, or paste the whole text again"),
    ],
)
def test_what_is_wrong_with_the_syntax_of_a_text_and_the_way_out(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        documents.read_text(text)
    assert said in str(caught.value)


def test_brackets_in_texts_are_no_depth() -> None:
    document = {"a": ["[{" * 300]}
    assert documents.read_text(json.dumps(document)) == document


def deepest(value: Any) -> int:
    """How deep the lists and objects of a document are nested."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inside is None else 1 + max(map(deepest, inside), default=0)


@pytest.mark.parametrize("beside", [[], ["]}\\", '"', "[\\"], [{}] * 20, [[[]], {"[": ["]"]}] * 5])
@pytest.mark.parametrize("ends", ['{"a":1}', '"[[["', "[]"])
def test_a_document_is_read_to_a_depth_of_one_hundred(beside: list[Any], ends: str) -> None:
    before = "".join(json.dumps(one) + "," for one in beside)
    refused = 0
    for lists in (0, 1, 95, 96, 97, 98, 99, 100, 101, 300):
        text = '{"a":' + f"[{before}" * lists + ends + "]" * lists + "}"
        document = json.loads(text)
        if deepest(document) <= 100:
            assert documents.read_json(text) == document
            continue
        refused += 1
        with pytest.raises(InputError, match="nested too deep"):
            documents.read_json(text)
    assert 2 <= refused <= 6


@pytest.mark.parametrize("text", ['{"a' + '\\"' * 50_000, '["' + "\\", "[" + '"\\\\', "[" * 101 + '"' + "]" * 101])
def test_a_text_without_an_end_is_no_document(text: str) -> None:
    with pytest.raises(InputError):
        documents.read_json(text)


# --- anything at all -----------------------------------------------------------------------------------------

JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 21, 3.0, 3.5, NAN, math.inf, 2**70, HUGE, "", "x", "0,0", "1,0", "0,0:E", "river",
    "keep", "\x00", "é" * 200, [], [None], ["0,0"], [[]], {}, {"x": 1}, {"0,0": {}}, b"bytes", datetime.time(1), {1: 2},
    "band", "attacker", "first", "second", ("0,0",), object(),
]  # fmt: skip


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container of a document with every key in it."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in list(entries):
        yield value, key
        yield from places(entry)


def mangled(chance: random.Random) -> Any:
    """The example with some of it replaced, left out, doubled or misspelt."""
    document = example()
    document["conditions"] = {"rain": True, "season": "winter"}
    document["readings"] = {"R1": "both"}
    for _ in range(chance.randint(1, 2)):
        spots = list(places(document))
        if not spots:
            return document
        container, key = chance.choice(spots)
        match chance.randint(0, 5):
            case 0:
                del container[key]
            case 1 | 2:
                container[key] = copy.copy(chance.choice(JUNK))
            case 3 if isinstance(container, dict):
                container[f"{key}"[:-1] + chance.choice("sx,")] = container.pop(key)
            case 4 if isinstance(container, list):
                container.append(copy.deepcopy(container[key]))
            case _:
                other, there = chance.choice(spots)
                try:
                    container[key] = copy.deepcopy(other[there])
                except (KeyError, IndexError):  # it was taken out just now
                    continue
    return document


def attempt(document: object) -> Scenario | InputError:
    try:
        return codec.read_scenario(document)
    except InputError as error:
        return error


@pytest.mark.parametrize("seed", range(20))
def test_mangled_documents_are_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    read = refused = 0
    for _ in range(100):
        document = mangled(chance)
        scenario = attempt(document)
        if isinstance(scenario, InputError):
            refused += 1
            assert scenario.problems
            assert all(found.path.startswith("$") and len(str(found)) < 500 for found in scenario.problems)
        else:
            read += 1
            written = codec.write_scenario(scenario)
            assert codec.read_scenario(written) == scenario
            assert codec.read_scenario(documents.read_text(json.dumps(written))) == scenario
            assert codec.write_scenario(scenario) == written
            assert {type(value) for value in scenario.conditions.values()} <= {bool, str, int}
    assert read
    assert refused


@pytest.mark.parametrize("seed", range(5))
def test_mangled_texts_are_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    toml = 'ruleset = "toy"\ntargets = ["0,0"]\n[[units]]\nat = "1,0"\nx = {y = 1}\n'
    whole = json.dumps(EXAMPLE) if seed % 2 else toml
    for _ in range(200):
        letters = list(whole)
        for _ in range(chance.randint(1, 6)):
            letters[chance.randrange(len(letters))] = chance.choice("{}[]\",:=\n\\0e-.\x00\ud800é#'")
        with contextlib.suppress(InputError):  # and nothing else
            codec.read_scenario(documents.read_text("".join(letters)))
