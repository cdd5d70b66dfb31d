"""What players read: each hex by one name, each rule as it is printed, in both languages, in every example."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import pytest
from about import about
from hexumpire import api, cli, rulesets
from hexumpire.analysis import bounded
from hexumpire.analysis import walk as walk_of
from hexumpire.board import alt_text, svg
from hexumpire.board.hexgrid import name, neighbours, parse
from hexumpire.files import codec, embedding
from hexumpire.kit.places import Names, mention, mention_side
from hexumpire.model.errors import InputError
from hexumpire.views import i18n, report

from tests.amount import many
from tests.figures_once import remembered

AXIAL = re.compile(r"(?<![\d.,])[-−]?\d+,[-−]?\d+(?!\d)|[\x02\x03]")
"""A hex as the engine thinks of it, or a mark in its place."""
AXIAL_DE = re.compile(r"(?<![\d.,])(?:[-−]\d+,[-−]?|\d+,[-−])\d+|[\x02\x03]")
"""The same where 1,5 is a number: at least one of both below 0."""
MACHINES = frozenset(("done", "scenario", "relevant", "fragment", "id", "path", "hex", "hexes", "unit", "rules", "rule",
                      "actions", "text_of_problem", "face", "value", "p", "targets"))  # fmt: skip


def ask(**request: Any) -> Any:
    return json.loads(api.handle(json.dumps(request)))


def readable(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of an answer that a player may read, with its key; ids and documents are for machines."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        if {"message", "path"} <= value.keys():
            value = {part: text for part, text in value.items() if part != "text"}  # path and message once more
        for part, entry in value.items():
            if part == "overlay":
                yield from ((part, number) for number in entry.get("names", {}).values())
            elif part == "actions" and isinstance(entry, list) and entry and isinstance(entry[0], dict):
                yield from readable(entry, part)  # those of ``solve``
            elif part not in MACHINES:
                yield from readable(entry, part)
    elif isinstance(value, list):
        for entry in value:
            yield from readable(entry, key)


def board_texts(scenario: Any, view: Any, lang: str) -> Iterator[tuple[str, str]]:
    """What the board shows and says."""
    drawn = ask(op="draw", scenario=scenario, actions=view["done"], lang=lang)["result"]["svg"]
    for text in re.findall(r">([^<>]+)</(?:text|title|desc)>", drawn):
        yield "draw", text


def summary_texts(fragment: str) -> Iterator[tuple[str, str]]:
    """What an embedded battle shows."""
    import base64
    import zlib

    word = fragment.split(".")[3]
    told = json.loads(zlib.decompress(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))))
    assert str(embedding.FORMAT) == fragment.split(".")[2]
    for line in (*told["why"], *told["problems"]):
        yield from (("printed", rule) for rule in line.pop("rules"))
    board = told.pop("board")
    yield from (("board", text) for text in re.findall(r'"([^"]*)"', json.dumps(_words(board))))
    yield from readable(told)


def _words(element: Any) -> list[Any]:
    return [part if isinstance(part, str) else _words(part) for part in element[2:]]


def walk(scenario: Any, lang: str, seed: str) -> Iterator[dict[str, Any]]:
    """Every position of a battle played at random; each with what was done to get there."""
    chance = random.Random(seed)
    actions: list[str] = []
    for _ in range(40):
        view = ask(op="view", scenario=scenario, actions=actions, lang=lang)["result"]
        yield {**view, "done": list(actions)}
        node = view["node"]
        if node is None or node["kind"] == "end":
            return
        actions.append(chance.choice(node["faces" if node["kind"] == "chance" else "options"])["id"])


def visible(scenario: Any, lang: str, key: str, *, searched: bool) -> Iterator[tuple[str, str]]:
    """Everything that there is to read about a battle, played to its end; of best play and comparisons if asked."""
    view: Any = {}
    for view in walk(scenario, lang, key):
        yield from readable(view)
    yield from board_texts(scenario, view, lang)
    for op, done in (("text", view["done"]), ("text", []), ("outcomes", []), *([("solve", [])] if searched else [])):
        most = about(scenario["ruleset"]).walks
        with patch.object(walk_of, "MOST", most), patch.object(bounded, "ENOUGH", min(most, bounded.ENOUGH)):
            answer = ask(op=op, scenario=scenario, actions=done, lang=lang)
        yield from readable(answer["result"] if answer["ok"] else answer["problems"])
    if searched and about(scenario["ruleset"]).compared:
        found = ask(op="compare", scenario=scenario, lang=lang)["result"]
        assert found["complete"]
        yield from readable(found)
        yield from (("comparison", line) for line in report.comparison(found))
    with patch.object(bounded, "ENOUGH", min(about(scenario["ruleset"]).walks, bounded.ENOUGH)):
        embedded = ask(op="embed", scenario=scenario, actions=view["done"], lang=lang)
    yield from summary_texts(embedded["result"]["fragment"])


EXAMPLES = [
    (key, str(example["key"]), not number % 3)
    for key in rulesets.KEYS
    for number, example in enumerate(rulesets.get(key).examples()[:: many(4, 1)])
]


def example(ruleset: str, key: str) -> Any:
    return {
        "ruleset": ruleset,
        **next(one["scenario"] for one in rulesets.get(ruleset).examples() if one["key"] == key),
    }


def worked_out_once(work: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """An operation whose figures, which no language is in yet, are kept for the next language that asks."""
    known: dict[str, Any] = {}

    def asked(request: Any, progress: Any) -> Any:
        key = json.dumps({part: value for part, value in request.items() if part != "lang"})
        return remembered(known, key, lambda: work(request, progress))

    return asked


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "key", "searched"), EXAMPLES, ids=["-".join(row[:2]) for row in EXAMPLES])
def test_hexes_and_rules_of_an_example_read_as_printed(
    ruleset: str, key: str, searched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Best play and comparisons, which take longest and say the same of every battle, are read of every third one."""
    for op in ("outcomes", "solve", "compare"):
        monkeypatch.setitem(api.OPERATIONS, op, worked_out_once(api.OPERATIONS[op]))
    for lang in i18n.LANGUAGES:
        seen = set(visible(example(ruleset, key), lang, key, searched=searched))
        assert len(seen) > 20
        for part, text in seen:
            assert not (AXIAL_DE if lang == "de" else AXIAL).search(text), (lang, part, text)
            assert not about(ruleset).internal.search(text), (lang, part, text)
            if part == "printed":
                assert about(ruleset).printed.fullmatch(text), (lang, text)


@pytest.mark.parametrize("ruleset", rulesets.KEYS)
def test_every_rule_of_the_index_is_shown_as_printed(ruleset: str) -> None:
    index = rulesets.get(ruleset).index
    for section in index:
        printed = index.printed(section)
        assert not printed or about(ruleset).printed.fullmatch(printed), section
        assert printed or section.startswith("EXT."), "only what no text at hand prints is not shown"
    for rule in (
        row for part in ("conditions", "readings", "types") for row in ask(op="schema", ruleset=ruleset)["result"][part]
    ):
        shown = rule.get("printed", rule["rule"])
        assert not shown or about(ruleset).printed.fullmatch(shown), rule


def test_what_is_printed_where_a_rule_stands() -> None:
    daisenso, chart = rulesets.get("daisenso").index, rulesets.get("d8chart").index
    assert daisenso.printed("4.2.2.s3.clamp") == "4.2.2, Step 3"
    assert daisenso.printed("4.2.3.8.hexside") == "4.2.3.8" and daisenso.printed("4.2.5.rout.support") == "4.2.5"
    assert chart.printed("STR.order") == "Strength Point Variations" and chart.printed("EXT.11.8") == "11.8"
    assert chart.printed("RES.B1-sovcity") == "Combat Results Definitions"
    assert rulesets.get("aworldatwar").index.printed("15.32C") == "15.32C"
    assert daisenso.cited(["4.2.5.1.p1", "4.2.5.1.pick", "4.2.5.step"]) == ("4.2.5.1", "4.2.5")
    assert chart.cited(["EXT.units", "CRT.die"]) == ("Combat Results Table",)


# --- one name ------------------------------------------------------------------------------------------------


def named(ruleset: str, **document: Any) -> Names:
    filled = {"targets": ["0,0"], "units": [], **document, "ruleset": ruleset}
    return Names(rulesets.get(ruleset), codec.read_scenario(filled))


def test_hexes_of_a_battle_that_is_nowhere_lie_around_the_target() -> None:
    for ruleset in rulesets.KEYS:
        names = named(ruleset)
        around = [names(name(hex)) for hex in neighbours((0, 0))]
        assert around == [f"the hex {way} of the target" for way in
                          ("east", "north-east", "north-west", "west", "south-west", "south-east")]  # fmt: skip
        assert names("0,0") == "the target" and names("-2,0") == "the hex 2 west of the target"
        assert names("3,-1") == "the hex 2 east and 1 north-east of the target"


def test_every_hex_has_a_name_of_its_own() -> None:
    names = named("d8chart", targets=["0,0", "1,-1"], map={"hexes": {"1,0": {"name": "Kiev"}, "2,0": {"name": "Kiev"}}})
    assert names("0,0") == "target 1" and names("1,-1") == "target 2"
    board = [name((q, r)) for q in range(-5, 6) for r in range(-5, 6)]
    assert len({names(place) for place in board}) == len(board), "two hexes called Kiev are told apart"
    own = named("d8chart", map={"hexes": {"0,0": {"name": "Kiev"}}})
    assert own("0,0") == "Kiev" and own("-1,0") == "the hex west of Kiev"


def test_the_numbers_of_the_map_where_the_battle_is_on_it() -> None:
    names = named("daisenso", targets=["w4624"], map={"hexes": {"w4724": {"name": "Akyab"}}})
    assert names("47,-46") == "w4624" and names("48,-47") == "Akyab (w4724)"
    east = named("daisenso", targets=["e3609"])
    assert east("1027,-36") == "e3609"
    assert named("aworldatwar", targets=["K37"])("1037,10") == "K37"


@pytest.mark.parametrize("target", ["0,0", "3,3", "0,-1", "200,0"])
def test_never_two_notations_in_one_battle(target: str) -> None:
    # Some of these hexes have numbers, and some about them have none: then the battle is not on the map.
    names = named("daisenso", targets=[target])
    said = [names(name(hex)) for hex in neighbours(parse(target))]
    assert all(text.endswith("of the target") for text in said)


def test_a_text_names_the_hexes_that_it_mentions() -> None:
    names = named("daisenso", targets=["w4624"])
    assert names.told(f"{mention('47,-46')} is open.") == "w4624 is open."
    here = named("d8chart")
    assert here.told(f"{mention('0,0')} is open. {mention('1,0')} is not next to {mention('-1,0')}") == (
        "The target is open. The hex east of the target is not next to the hex west of the target"
    )
    side = here.told(mention_side("0,0:E"))
    assert side == "The hexside between the target and the hex east of the target" or side.startswith("the hexside")
    assert here.told(mention("0,0"), inside=True) == "the target"
    assert here.told(mention("0,0")) == "The target", "alone it begins a sentence"


def test_an_action_names_hexes_as_the_map_does_where_the_battle_is_on_it() -> None:
    assert named("daisenso", targets=["w4624"]).spelled("to:47,-46") == "to:w4624"
    assert named("d8chart").spelled("to:1,0") == "to:1,0"


@pytest.mark.slow
def test_the_board_says_the_same_as_the_log() -> None:
    for ruleset, key, _ in EXAMPLES:
        scenario = codec.read_scenario(example(ruleset, key))
        names = Names(rulesets.get(ruleset), scenario)
        view = ask(op="view", scenario=example(ruleset, key))["result"]
        drawn = svg.view(ask(op="schema", ruleset=ruleset)["result"], codec.write_scenario(scenario), view["overlay"])
        for hex in drawn["hexes"]:  # type: ignore[attr-defined]
            assert hex["place"] == names(hex["hex"]), key


def test_names_in_german() -> None:
    alt_text.learn(i18n.read("de")["alt_text"])
    try:
        assert named("d8chart")("-1,0") == "Feld westlich vom Ziel" and named("d8chart")("0,0") == "Zielfeld"
        names = named("d8chart", map={"hexes": {"0,0": {"name": "Kiew"}}})
        assert names("3,-1") == "Feld 2 östlich und 1 nordöstlich von Kiew"
    finally:
        alt_text.learn({})


# --- printed names are read ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["daisenso", "aworldatwar"])
def test_a_document_may_name_hexes_as_printed(ruleset: str) -> None:
    game = rulesets.get(ruleset)
    target = game.find_place(game.printed_hex)
    beside = name(neighbours(parse(target))[0])
    unit = game.vocabulary.palette[0]["unit"]

    def document(target: str, beside: str) -> Any:
        return {
            "ruleset": ruleset, "targets": [target],
            "map": {"hexes": {target: {"name": "X"}}, "sides": {f"{target}:E": ["river"]}},
            "units": [{**unit, "side": "attacker", "at": beside}],
        }  # fmt: skip

    printed = codec.read_scenario(document(game.printed_hex, game.place_name(beside)))
    assert printed == codec.read_scenario(document(target, beside))
    assert codec.write_scenario(printed)["targets"] == [target], "documents and links keep axial names"


@pytest.mark.parametrize("ruleset", ["daisenso", "aworldatwar"])
def test_printed_names_there_and_back(ruleset: str) -> None:
    game = rulesets.get(ruleset)
    q, r = parse(game.find_place(game.printed_hex))
    for hex in ((q + a, r + b) for a in range(-5, 6) for b in range(-5, 6)):
        printed = game.place_name(name(hex))
        assert printed and game.find_place(printed) == name(hex)
    assert game.place_name("0,1") == ""


def test_the_example_of_exploitation_lies_as_printed() -> None:
    # 16.45: through K38 and J39; the second through J40 into J41, from where I41 and K40 are beside it.
    find = rulesets.get("aworldatwar").find_place
    for a, b in (("K37", "K38"), ("K38", "J39"), ("J39", "J40"), ("J40", "J41"), ("J41", "I41"), ("J41", "K40")):
        assert parse(find(b)) in neighbours(parse(find(a))), (a, b)


@pytest.mark.parametrize(("ruleset", "wrong", "way_out"), [
    ("daisenso", "w46245", "the number on the map, such as 'w4624'"), ("daisenso", "x1", "such as 'w4624'"),
    ("aworldatwar", "KL12", "such as 'K37'"), ("d8chart", "w4624", "two whole numbers, such as '1,-1'"),
])  # fmt: skip
def test_a_hex_that_is_none_says_field_value_and_way_out(ruleset: str, wrong: str, way_out: str) -> None:
    given = {
        "ruleset": ruleset,
        "targets": [wrong],
        "map": {"hexes": {wrong: {}}, "sides": {f"{wrong}:E": []}},
        "units": [],
    }
    with pytest.raises(InputError) as caught:
        codec.read_scenario(given)
    assert [found.path for found in caught.value.problems] == [
        f"$.map.hexes.{wrong}",
        f'$.map.sides["{wrong}:E"]',
        "$.targets[0]",
    ]
    first, side, target = caught.value.problems
    assert repr(wrong) in first.message and way_out in first.fix and target.fix == first.fix
    assert "E, NE, NW" in side.fix


def test_records_and_the_command_line_take_printed_hexes(capsys: pytest.CaptureFixture[str]) -> None:
    scenario = example("daisenso", "akyab-chart")
    names = Names(rulesets.get("daisenso"), codec.read_scenario(scenario))
    *_, end = walk(scenario, "en", "printed")
    printed = [names.spelled(action) for action in end["done"]]
    assert printed != end["done"] and not AXIAL.search(" ".join(printed))
    assert ask(op="view", scenario=scenario, actions=printed)["result"]["log"] == end["log"]
    faces = ",".join(action for action in printed if "=" in action)
    choices = ",".join(action for action in printed if "=" not in action)
    assert cli.main(["play", "daisenso:akyab-chart", "--dice", faces, "--choose", choices]) == 0
    told = capsys.readouterr().out
    assert "w4114" in told and not AXIAL.search(told)
    fault = ask(op="view", scenario=scenario, actions=[*printed[:1], "to:w9999"])
    assert not AXIAL.search(fault["problems"][0]["message"] + fault["problems"][0]["fix"])


# --- problems ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", rulesets.KEYS)
@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_what_is_forbidden_names_hexes_and_rules(ruleset: str, lang: str) -> None:
    words = rulesets.get(ruleset).vocabulary
    entries = [dict(entry["unit"]) for entry in words.palette]
    chance = random.Random(ruleset)
    said = set()

    def somewhere(far: int) -> str:
        return name((chance.randrange(-far, far + 1), chance.randrange(-far, far + 1)))

    for procedure in (one.key for one in rulesets.get(ruleset).procedures):
        for _ in range(60):
            units = [{**chance.choice(entries), "at": somewhere(2), "count": chance.randrange(1, 4)} for _ in range(4)]
            for number, unit in enumerate(units):
                sides = words.type_of[str(unit["type"])].sides
                unit["side"] = ("attacker", "defender")[number % 2] if len(sides) > 1 else sides[0]
                unit.setdefault("nation", words.nations[0].key)
            hexes = {somewhere(1): {"terrain": chance.choice(words.terrains).key} for _ in range(4)}
            targets = chance.choice((["0,0"], ["0,0", "1,0"]))
            document = {
                "ruleset": ruleset,
                "procedure": procedure,
                "targets": targets,
                "units": units,
                "map": {"hexes": hexes},
            }
            answer = ask(op="view", scenario=document, lang=lang)
            said |= set(readable(answer["result"]["problems"] if answer["ok"] else answer["problems"]))
    assert len(said) > 10
    for part, text in said:
        assert not AXIAL.search(text) and not about(ruleset).internal.search(text), (part, text)
        if part == "printed" and text:
            assert about(ruleset).printed.fullmatch(text)
    beside = re.compile(r"(the (?:hex [\w -]+? of the target|target)) is not (?:next|adjacent) to (the [\w -]+)")
    assert all(one != other for _, text in said for one, other in beside.findall(text))


WITH_SEA = [key for key in rulesets.KEYS if any(one.key == "sea" for one in rulesets.get(key).vocabulary.terrains)]


@pytest.mark.parametrize("ruleset", WITH_SEA)
def test_a_land_unit_that_defends_in_the_sea_is_a_problem(ruleset: str) -> None:
    unit = dict(rulesets.get(ruleset).vocabulary.palette[0]["unit"])
    units = [{**unit, "side": "attacker", "at": "1,0"}, {**unit, "side": "defender", "at": "0,0"}]
    document = {"ruleset": ruleset, "targets": ["0,0"], "units": units, "map": {"hexes": {"0,0": {"terrain": "sea"}}}}
    found = ask(op="view", scenario=document)["result"]["problems"]
    assert any("sea" in one["message"] and one["rule"] and one["fix"] for one in found)


@pytest.mark.parametrize("ruleset", rulesets.KEYS)
def test_an_attacker_in_the_attacked_hex_is_told_so(ruleset: str) -> None:
    unit = dict(rulesets.get(ruleset).vocabulary.palette[0]["unit"])
    units = [{**unit, "side": side, "at": "0,0", **({"aim": 1} if ruleset == "daisenso" and side == "attacker" else {})}
             for side in ("attacker", "defender")]  # fmt: skip
    found = ask(op="view", scenario={"ruleset": ruleset, "targets": ["0,0"], "units": units})["result"]["problems"]
    assert any("stands in the target" in one["message"] for one in found) != about(ruleset).inside, found
