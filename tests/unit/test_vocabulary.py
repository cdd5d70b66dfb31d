"""Vocabularies read from documents: a sound one as it is, an unsound one with every problem and its place."""

import contextlib
import copy
import random
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.board.symbols import GLYPHS, PATTERNS, SIDE_STYLES, SYMBOLS, is_lettering
from hexumpire.files.vocabulary import load_vocabulary, vocabulary_of
from hexumpire.model.errors import InputError, RulesetError
from hexumpire.model.fields import Field
from hexumpire.model.packs import Cells, Fault

SMALL: dict[str, Any] = tomllib.loads("""
[lists]
all = ["factors", "dug_in"]
rain = { dry = "Dry", wet = "Wet" }

[types.foot]
symbol = "infantry"
fields = ["@all", "tale"]
defaults = { factors = 2 }
face = ["factors"]
rule = "1.2"

[types.gun]
title = "Gun"
symbol = "artillery"
sides = ["defender"]
fields = ["factors"]
amount = "factors"

[nations]
Red = { letter = "R", fill = "#c33", ink = "#ffffff", traits = ["bold"] }
"Blue Men" = { title = "Blue", letter = "B", fill = "#3366cc", ink = "#fff" }

[terrains]
clear = { title = "Clear", fill = "#eed" }
wood = { title = "Wood", fill = "#9c9", pattern = "trees" }

[features]
keep = { title = "Keep", glyph = "fortress", rule = "2.1", excludes = ["camp", "keep"] }
camp = { title = "Camp", glyph = "C1" }

[side_features]
brook = { title = "Brook", line = "river" }

[unit_fields.factors]
title = "Factors"
range = [1, 9]

[unit_fields.dug_in]
title = "Dug in"

[unit_fields.tale]
letters = 20

[hex_fields.owner]
options = [{ nobody = "Nobody" }, "@nations", "The bank"]

[conditions.rain]
options = ["@rain"]
default = "wet"
rule = "3.1"

[readings.keeps]
options = { yes = "Yes", no = "No" }
rule = "3.2"
editions = ["second"]

[palette]
a = [{ type = "foot", nation = "Red", factors = 3 }]
b = [{ type = ["foot", "gun"], nation = ["Red", "Blue Men"] }]

[pack_tables.moves]
rule = "4.1"
rows = ["@rain"]
cell = { key = "cost", range = [0, 6] }
preset = { dry = 1 }
""")


def small(**changed: object) -> dict[str, Any]:
    """The small vocabulary with other values at paths such as ``types__foot__symbol``; None takes one out."""
    found = copy.deepcopy(SMALL)
    for path, value in changed.items():
        *way, last = path.split("__")
        here = found
        for key in way:
            here = here.setdefault(key, {})
        if value is None:
            del here[last]
        else:
            here[last] = value
    return found


def problems(document: object) -> list[str]:
    with pytest.raises(InputError) as caught:
        load_vocabulary(document)
    return [str(found) for found in caught.value.problems]


def test_what_is_left_out_has_a_plain_meaning() -> None:
    words = load_vocabulary(SMALL)
    foot, gun = words.types
    assert words.sides == (("attacker", "Attacker"), ("defender", "Defender"))
    assert (foot.title, foot.fields, foot.sides) == ("foot", ("factors", "dug_in", "tale"), ("attacker", "defender"))
    assert (gun.sides, gun.amount, words.default(gun, "factors"), words.default(foot, "factors")) == (
        ("defender",), "factors", 1, 2,
    )  # fmt: skip
    assert [nation.title for nation in words.nations] == ["Red", "Blue"]
    assert words.terrains[0].pattern == "none"


def test_the_kind_of_a_field_shows_in_its_limits() -> None:
    words = load_vocabulary(SMALL)
    assert words.unit_fields == (
        Field("factors", "Factors", "int", 1, 1, 9),
        Field("dug_in", "Dug in", "flag", False),
        Field("tale", "tale", "text", "", high=20),
    )
    assert words.readings == (
        Field("keeps", "keeps", "choice", "yes", options={"yes": "Yes", "no": "No"}, rule="3.2", editions=("second",)),
    )


def test_named_lists_stand_for_their_entries() -> None:
    words = load_vocabulary(SMALL)
    assert words.hex_fields[0].options == {
        "nobody": "Nobody", "Red": "Red", "Blue Men": "Blue", "The bank": "The bank",
    }  # fmt: skip
    assert (words.conditions[0].options, words.conditions[0].default) == ({"dry": "Dry", "wet": "Wet"}, "wet")
    assert words.pack_tables[0].titles == {"dry": "Dry", "wet": "Wet"}
    assert words.features[0].excludes == ("camp",), "a feature does not exclude itself"


def test_a_counter_of_several_types_and_nations_is_one_of_each() -> None:
    assert [(row["title"], row["unit"]) for row in load_vocabulary(SMALL).palette] == [
        ("Red foot 3", {"type": "foot", "nation": "Red", "factors": 3}),
        ("Red foot", {"type": "foot", "nation": "Red"}),
        ("Red gun", {"type": "gun", "nation": "Red"}),
        ("Blue foot", {"type": "foot", "nation": "Blue Men"}),
        ("Blue gun", {"type": "gun", "nation": "Blue Men"}),
    ]


def test_code_adds_lists_and_checks() -> None:
    def never(cells: Cells) -> list[Fault]:
        return [Fault("never right")]

    document = small(pack_tables__moves__columns=["@ladder"], pack_tables__moves__preset=None)
    table = load_vocabulary(document, {"ladder": ("1:2", "1:1")}, {"moves": never}).pack_tables[0]
    assert (table.columns, table.check, table.cell.key) == (("1:2", "1:1"), never, "cost")
    assert load_vocabulary(SMALL).pack_tables[0].preset == {"dry": {"value": 1}}


WRONG: tuple[tuple[dict[str, object], str], ...] = (
    ({"typos": {}}, "unknown section 'typos' @ $.typos: did you mean 'types'?"),
    ({"sides__third": "Third"}, "unknown side 'third' @ $.sides.third: allowed: attacker, defender"),
    ({"attackers": {"aims": "factors"}}, "unknown entry 'aims' @ $.attackers.aims: did you mean 'aim'?"),
    ({"attackers": {"joins": "factors"}}, "unknown unit field 'factors' @ $.attackers.joins"),
    ({"types__foot__fieldz": []}, "unknown key 'fieldz' @ $.types.foot.fieldz: did you mean 'fields'?"),
    ({"types__foot__fields": ["@all", "tail"]},
     "unknown field 'tail' @ $.types.foot.fields[1]: did you mean 'tale'?"),
    ({"types__foot__fields": ["@al"]}, "unknown list 'al' @ $.types.foot.fields[0]: did you mean 'all'?"),
    ({"types__foot__fields": ["@all", "factors"]},
     "field 'factors' is given twice @ $.types.foot.fields[1]: leave one out"),
    ({"types__foot__fields": "factors"}, "the list of each field must be a list, found 'factors'"),
    ({"types__foot__defaults": {"factors": 12}},
     "Factors must be from 1 to 9, found 12 @ $.types.foot.defaults.factors"),
    ({"types__gun__defaults": {"dug_in": True}}, "unknown field of this type 'dug_in' @ $.types.gun.defaults.dug_in"),
    ({"types__foot__symbol": "infantery"},
     "unknown symbol 'infantery' @ $.types.foot.symbol: did you mean 'infantry'?"),
    ({"types__foot__symbol": None}, "the unit type 'foot' has no symbol @ $.types.foot: add symbol: one of generic"),
    ({"types__foot__face": ["movement"]}, "unknown field of this type 'movement' @ $.types.foot.face[0]"),
    ({"types__foot__rule": 1.2}, "the rule must be text, found 1.2 @ $.types.foot.rule"),
    ({"types__a b": {}}, "'a b' cannot be the key of a unit type @ $.types[\"a b\"]: write letters a-z, digits and _"),
    ({"types__foot": []}, "a unit type must be an object (a table of keys and values), found an empty list"),
    ({"types": {}, "palette": {}}, "there is no unit type @ $.types: add one: a table [types.key]"),
    ({"nations__Red__letter": "BLUE"}, "the letter must be no longer than 3 characters, not 4, found 'BLUE'"),
    ({"nations__Red__letter": "B"}, "'B' is the letter of 'Red' too @ $.nations[\"Blue Men\"].letter"),
    ({"nations__Red__letter": None}, "the nation 'Red' has no letter @ $.nations.Red"),
    ({"nations__Red__fill": "red"}, "'red' is no colour @ $.nations.Red.fill: write # and 3 or 6 digits 0-9 a-f"),
    ({"nations__Red__ink": None}, "the nation 'Red' has no ink @ $.nations.Red: add ink = \"#rrggbb\""),
    ({"nations__Red__title": ""}, "the title is empty @ $.nations.Red.title: write it, or leave the key out"),
    ({"nations__@x": {}}, "a key must not be empty, nor begin with @, nor begin or end with a blank, found '@x'"),
    ({"terrains__wood__pattern": "tree"}, "unknown pattern 'tree' @ $.terrains.wood.pattern: did you mean 'trees'?"),
    ({"features__camp__glyph": "tent"}, "unknown glyph 'tent' @ $.features.camp.glyph"),
    ({"features__camp__excludes": ["cmp"]}, "unknown feature 'cmp' @ $.features.camp.excludes[0]"),
    ({"side_features__brook__line": "wavy"}, "unknown line 'wavy' @ $.side_features.brook.line"),
    ({"unit_fields__tale__range": [1, 2]}, "the unit field 'tale' has range and letters @ $.unit_fields.tale"),
    ({"unit_fields__factors__range": [9, 1]}, "no number is from 9 to 1 @ $.unit_fields.factors.range: write [1, 9]"),
    ({"unit_fields__factors__range": 9}, "a range must be two numbers, found 9 @ $.unit_fields.factors.range"),
    ({"unit_fields__factors__default": 0}, "Factors must be from 1 to 9, found 0 @ $.unit_fields.factors.default"),
    ({"unit_fields__nation": {}}, "the key 'nation' is taken @ $.unit_fields.nation: name it otherwise"),
    ({"hex_fields__owner__options": []}, "there is no option @ $.hex_fields.owner.options"),
    ({"conditions__rain__default": "snow"}, "rain must be one of its options, found 'snow'"),
    ({"conditions__rain__rule": None}, "the condition 'rain' has no rule @ $.conditions.rain"),
    ({"readings__keeps__options": None}, "a reading is a choice @ $.readings.keeps"),
    ({"readings__rain": {"options": ["a"], "rule": "1"}}, "the key 'rain' is taken @ $.readings.rain"),
    ({"palette__a": [{"type": "foot"}]}, "the counter has no nation @ $.palette.a[0]: add nation"),
    ({"palette__a": [{"type": "foot", "nation": "Red"}]}, "two counters are titled 'Red foot' @ $.palette.b[0]"),
    ({"palette__a": [{"type": "gun", "nation": "Red", "tale": "x"}]}, "unknown field of this type 'tale'"),
    ({"palette__a": ["foot"]}, "a counter must be an object (a table of keys and values), found 'foot'"),
    ({"pack_tables__moves__rows": None}, "the table 'moves' has no rows @ $.pack_tables.moves"),
    ({"pack_tables__moves__cell": None}, "the table 'moves' has no cell @ $.pack_tables.moves"),
    ({"pack_tables__moves__whole": "no"}, "whole must be true or false, found 'no' @ $.pack_tables.moves.whole"),
    ({"pack_tables__moves__preset": {"dry": 7}}, "cost must be from 0 to 6, found 7 @ $.pack_tables.moves.preset.dry"),
    ({"lists__nations": []}, "there is a list 'nations' already @ $.lists.nations: name it otherwise"),
    ({"lists__all": ["@all"]}, "unknown list 'all' @ $.lists.all[0]"),
    ({"lists__all": [3]}, "entry must be text, found 3 @ $.lists.all[0]"),
)  # fmt: skip


@pytest.mark.parametrize(("changed", "wanted"), WRONG, ids=[next(iter(changed)) for changed, _ in WRONG])
def test_a_problem_is_told_with_its_place_and_the_way_out(changed: dict[str, object], wanted: str) -> None:
    found = problems(small(**changed))
    assert any(problem.startswith(wanted) for problem in found), found


def test_every_problem_is_told_at_once() -> None:
    changed = {"types__gun__symbol": "cannon", "nations__Red__fill": "red", "conditions__rain__rule": None}
    assert [found.partition(" @ ")[0] for found in problems(small(**changed))] == [
        "'red' is no colour",
        "unknown symbol 'cannon'",
        "the condition 'rain' has no rule",
    ]


@pytest.mark.parametrize("document", [None, 3, "x", [], [[]], {}, {"types": 1}, {"lists": {"a": {"b": {}}}}])
def test_what_is_no_vocabulary_is_refused(document: object) -> None:
    assert problems(document)


def test_what_is_too_much_is_refused() -> None:
    assert problems({"lists": {f"l{n}": ["x"] for n in range(15_000)}})[0].startswith("the document is too large")
    deep: Any = []
    for _ in range(50):
        deep = [deep]
    assert problems({"lists": {"deep": deep}})[0].startswith("the document is nested too deep")
    many = {f"n{n}": {"letter": str(n), "fill": "#000", "ink": "#fff"} for n in range(101)}
    assert "101 are too many; at most 100 @ $.nations" in problems(small(nations=many))


def test_lists_of_lists_do_not_grow_without_end() -> None:
    lists: dict[str, Any] = {"a0": [f"k{n}" for n in range(100)], "b0": [f"m{n}" for n in range(100)]}
    lists |= {f"a{n + 1}": [f"@a{n}", f"@b{n}"] for n in range(60)} | {f"b{n + 1}": [f"@b{n}"] for n in range(60)}
    lists = {key: lists[key] for key in sorted(lists, key=lambda key: int(key[1:]))}
    assert any(found.startswith("there are more than 100 @ $.lists.a1") for found in problems(small(lists=lists)))


JUNK = (None, True, -1, 10**30, 2.5, float("nan"), "", "@all", "x" * 300, "\ud800", [], [[]], {}, {"": {}}, {3: 4})


@pytest.mark.parametrize("seed", range(200))
def test_no_document_breaks_the_reader(seed: int) -> None:
    """A vocabulary with something else at some places loads, or is refused with problems."""
    rng = random.Random(seed)
    document = copy.deepcopy(SMALL)
    for _ in range(rng.randint(1, 4)):
        here: Any = document
        while True:
            keys = list(here) if isinstance(here, dict) else list(range(len(here)))
            key = rng.choice(keys)
            if not isinstance(here[key], dict | list) or not here[key] or rng.random() < 0.2:
                break
            here = here[key]
        here[key] = rng.choice(JUNK)
    with contextlib.suppress(InputError):
        load_vocabulary(document)


# --- the rulesets --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", rulesets.KEYS)
def test_the_board_draws_every_name_of_a_vocabulary(key: str) -> None:
    words = rulesets.get(key).vocabulary
    assert {kind.symbol for kind in words.types} <= set(SYMBOLS)
    assert {terrain.pattern for terrain in words.terrains} <= set(PATTERNS)
    assert {mark.style for mark in words.side_features} <= set(SIDE_STYLES)
    assert {mark.style for mark in words.features if not is_lettering(mark.style)} <= set(GLYPHS)


def test_a_wrong_vocabulary_of_ours_is_our_defect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "wrongly"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "vocabulary.toml").write_text('[terrains]\nclear = { fill = "blue" }\n')
    monkeypatch.syspath_prepend(tmp_path)
    __import__("wrongly")
    with pytest.raises(RulesetError, match="'blue' is no colour"):
        vocabulary_of("wrongly")
    del sys.modules["wrongly"]
