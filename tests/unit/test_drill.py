"""Drills: one choice is right and is what the engine gives, worked out apart; every other one is proved to be wrong."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import islice, pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from hexumpire import api, rulesets
from hexumpire.analysis import asked, drill, lesson
from hexumpire.analysis.solve import solve
from hexumpire.api.desks import DESKS
from hexumpire.files import codec, record
from hexumpire.kit.places import Names, mention
from hexumpire.model.battle import Battle, Chance, Decision, Node, Option, Outcome, Refusal, Terminal
from hexumpire.model.errors import IllegalActionError, InputError, Problem
from hexumpire.model.fields import Field
from hexumpire.model.scenario import Scenario, Unit

from tests.unit.test_turn import unit as counter

LONG = ("aworldatwar", "daisenso", "v101125")
"""Rulesets whose examples take long, all together."""


@pytest.fixture(autouse=True)
def _fresh() -> None:
    DESKS.clear()


def answer(op: str, **request: Any) -> Any:
    return json.loads(api.handle(json.dumps({"op": op, **request})))


def ask(op: str, **request: Any) -> Any:
    found = answer(op, **request)
    assert found["ok"], found
    return found["result"]


def documents() -> list[tuple[str, dict[str, Any]]]:
    pairs = [(key, one) for key in rulesets.KEYS for one in rulesets.get(key).examples()]
    return [(f"{key}-{one['key']}", {"ruleset": key} | dict(one["scenario"])) for key, one in pairs]


def examples() -> list[Any]:
    return [
        pytest.param(document, id=name, marks=pytest.mark.slow if document["ruleset"] in LONG else ())
        for name, document in documents()
    ]


def example(key: str, name: str) -> dict[str, Any]:
    return {"ruleset": key} | dict(next(one for one in rulesets.get(key).examples() if one["key"] == name)["scenario"])


def battle_of(document: dict[str, Any], actions: list[str]) -> tuple[Scenario, Battle[Any]]:
    scenario = codec.read_scenario(document)
    return scenario, Battle.start(rulesets.get(scenario.ruleset).game(scenario)).play_all(actions)


@cache
def drill_of(document: str, key: str) -> Any:
    """The answer about one lesson of a battle: the search for a position takes long, and several tests need it."""
    return ask("drill", scenario=json.loads(document), lessons=[key])


def drilled(document: dict[str, Any], key: str) -> Any:
    """The drill of an example, with what holds of all, also in German; None where that is not asked of it."""
    found = drill_of(json.dumps(document), key)
    if found["lesson"] is None:
        return None
    there = answer("drill", scenario=document, actions=found["actions"], lessons=[key], lang="de")
    assert there["unsaid"] == []
    assert (there["result"]["lesson"]["key"], there["result"]["actions"]) == (key, found["actions"])
    asked_of = found["lesson"]
    assert asked_of == ask("lesson", scenario=document, actions=found["actions"], lesson=key)
    choices = asked_of["choices"]
    right = [one for one in choices if one["right"]]
    assert 2 <= len(choices) <= asked.MOST
    assert len(right) == 1
    assert (right[0]["text"], right[0]["lines"]) == ("", [])
    assert len({one["title"] for one in choices}) == len(choices)
    assert all(one["text"] and one["lines"] for one in choices if not one["right"]), "the proof"
    assert found["svg"].startswith("<svg")
    assert "title=" not in found["line"], "it may tell the answer"
    assert record.from_link(found["fragment"]).actions == tuple(found["actions"])
    return found


def column(scenario: Scenario) -> str | None:
    """The column that the engine comes to; None where the rules forbid the battle, or none applies."""
    game = rulesets.get(scenario.ruleset).game(scenario)
    found = None if game.problems else game.assess(game.start())
    return found.column if found else None


def without(scenario: Scenario) -> dict[str, Scenario]:
    """The battle without each thing, by a name made here: hexsides, features, terrain, conditions, counters."""
    words = rulesets.get(scenario.ruleset).vocabulary
    names = Names(rulesets.get(scenario.ruleset), scenario)
    found: dict[str, Scenario] = {}
    for mark in words.side_features:
        sides = {place: tuple(one for one in kept if one != mark.key) for place, kept in scenario.sides.items()}
        found.setdefault(mark.title, replace(scenario, sides=sides))
    for target in scenario.targets:
        data, place = scenario.hex(target), "" if len(scenario.targets) == 1 else " in " + names(target)
        for mark in words.features:
            kept = tuple(one for one in data.features if one != mark.key)
            if kept != data.features:
                hexes = {**scenario.hexes, target: replace(data, features=kept)}
                found[mark.title + place] = replace(scenario, hexes=hexes)
        title = next(one.title for one in words.terrains if one.key == data.terrain)
        hexes = {**scenario.hexes, target: replace(data, terrain=scenario.plain.terrain)}
        found.setdefault(title + place, replace(scenario, hexes=hexes))
    for field in words.conditions:
        found.setdefault(field.title, replace(scenario, conditions={**scenario.conditions, field.key: field.default}))
    return found


def stated(field: Field, value: object) -> str:
    """A condition with what it says; what is simply so has its name alone."""
    if field.kind == "flag":
        return field.title if value else f"{field.title}: no"
    return f"{field.title}: {field.options.get(str(value), str(value))}"


def face_of(scenario: Scenario, unit: Unit) -> tuple[object, ...]:
    """What counters of one kind have in common: nation, type, and what is printed on them."""
    kind = rulesets.get(scenario.ruleset).vocabulary.type_of[unit.type]
    printed = kind.face or (kind.amount or "factors", "movement")
    return unit.nation, unit.type, *(unit.values.get(key) for key in printed)


@pytest.mark.parametrize("document", examples())
def test_what_was_forgotten_leads_to_the_column_and_nothing_else_does(document: dict[str, Any]) -> None:
    found = drilled(document, "forgotten")
    if found is None:
        return
    scenario = codec.read_scenario(document)
    words = rulesets.get(scenario.ruleset).vocabulary
    prompt = found["lesson"]["prompt"].split()
    true, false = prompt[3].rstrip("."), prompt[prompt.index("came") + 2].rstrip(".")
    assert true == column(scenario) != false
    others, face = without(scenario), partial(face_of, scenario)
    names = Names(rulesets.get(scenario.ruleset), scenario)
    for choice in found["lesson"]["choices"]:
        title = choice["title"]
        said = [field for field in words.conditions if field.title == title.partition(": ")[0]]
        assert all(title == stated(field, scenario.conditions.get(field.key)) for field in said)
        variants = [others[title]] if title in others else []
        variants += [battle for name, battle in others.items() if title.startswith(name + ": ")]
        if not variants:  # counters, by their type, what is printed on them, and where they stand
            there = [unit for unit in scenario.units if title.endswith(" in " + names(unit.at))]
            variants = [
                replace(
                    scenario, units=tuple(unit for unit in scenario.units if unit not in there or face(unit) != one)
                )
                for one in map(face, there)
            ]
        comes_to = {column(variant) for variant in variants}
        if choice["right"]:
            assert false in comes_to
        else:
            told = choice["text"].removeprefix("Without this the column is ").removesuffix(":")
            assert told != false
            assert told in comes_to


@pytest.mark.parametrize("document", examples())
def test_the_best_loss_is_that_of_best_play(document: dict[str, Any]) -> None:
    found = drilled(document, "loss")
    if found is None:
        return
    scenario, battle = battle_of(document, found["actions"])
    ruleset = rulesets.get(scenario.ruleset)
    names = Names(ruleset, scenario)
    node = battle.node
    assert isinstance(node, Decision)
    title = found["lesson"]["prompt"].partition("What counts for the attacker: ")[2].removesuffix(".")
    objective = next(one for one in ruleset.objectives if one.title == title)
    game, state = battle.game.reckoned().seat(battle.state)
    worth = {  # of each by itself, a battle in which it has been chosen
        names.told(option.label): solve(game, game.apply(state, option.id), objective).value(
            game.apply(state, option.id)
        )
        for option in node.options
        if not option.aside
    }
    sign = 1 if node.side == "attacker" else -1
    right = next(one["title"] for one in found["lesson"]["choices"] if one["right"])
    assert worth[right] * sign == max(value * sign for value in worth.values())
    for choice in found["lesson"]["choices"]:
        if not choice["right"]:
            assert worth[choice["title"]] * sign < worth[right] * sign
            assert ("less" if sign > 0 else "more") in choice["text"]
            its, best = choice["lines"]
            assert (Fraction(its["value"]), Fraction(best["value"])) == (worth[choice["title"]], worth[right])


@pytest.mark.parametrize("document", examples())
def test_a_hex_is_allowed_and_the_others_are_refused(document: dict[str, Any]) -> None:
    found = drilled(document, "retreat")
    if found is None:
        return
    scenario, battle = battle_of(document, found["actions"])
    names = Names(rulesets.get(scenario.ruleset), scenario)
    node = battle.node
    assert isinstance(node, Decision)
    reasons = {(names(one.hex), names.told(one.reason)) for one in battle.game.refusals(battle.state)}
    called = {names(one.hex).lower(): one.hex for one in battle.game.refusals(battle.state) if one.hex}
    by_hex = {names(option.hex).lower(): option for option in node.options if option.hex}
    right = next(one["title"] for one in found["lesson"]["choices"] if one["right"])
    option = by_hex[right.lower()]
    battle.play(option.id)
    for choice in found["lesson"]["choices"]:
        if choice["right"]:
            continue
        assert choice["title"].lower() not in by_hex
        place = called[choice["title"].lower()]
        with pytest.raises(IllegalActionError):
            battle.play(option.id.replace(option.hex, place) if option.hex in option.id else f"{option.id}@{place}")
        (line,) = choice["lines"]
        assert line["rules"], "by which rule"
        assert (names(place), line["label"]) in {(where, reason) for where, reason in reasons}


@pytest.mark.slow
@pytest.mark.parametrize("key", lesson.LESSONS)
def test_every_lesson_is_asked_of_some_example(key: str) -> None:
    asking = (name for name, document in documents() if drill_of(json.dumps(document), key)["lesson"])
    assert len(list(islice(asking, 8))) == 8


def test_the_board_does_not_show_the_allowed_hexes() -> None:
    document = example("custom", "ford")
    found = drilled(document, "retreat")
    drawn = ask("draw", scenario=document, actions=found["actions"])["svg"]
    assert "legal" in drawn.partition("</style>")[2]
    assert "legal" not in found["svg"].partition("</style>")[2]


def test_the_first_lesson_that_can_be_asked_is_asked() -> None:
    document = example("v101125", "cut-off")
    assert ask("drill", scenario=document, lessons=["loss", "retreat", "column"])["lesson"]["key"] == "column"
    assert ask("drill", scenario=document, lessons=["loss", "retreat"]) == {"lesson": None}
    assert ask("drill", scenario=document)["lesson"]["key"] == "column"


def test_a_battle_under_way_is_asked_about_where_it_stands_or_has_been() -> None:
    document = example("custom", "ford")
    there = drilled(document, "retreat")["actions"]
    _, battle = battle_of(document, there)
    further = [*there, next(iter(battle.legal_actions))]
    assert ask("drill", scenario=document, actions=there, lessons=["retreat"])["actions"] == there
    found = ask("drill", scenario=document, actions=further, lessons=["retreat"])["actions"]
    assert found in (there, further)
    assert ask("drill", scenario=document, actions=further, lessons=["column"])["actions"] == []


def test_another_turn_tries_another_face_first() -> None:
    document = example("custom", "ford")
    lines = [ask("drill", scenario=document, lessons=["retreat"], turn=turn)["actions"] for turn in range(1, 7)]
    assert any(one != other for one, other in pairwise(lines))


def test_what_is_wrong_with_a_request_is_one_line() -> None:
    document = example("custom", "ford")
    for given, path in (
        ("column", "$.lessons"),
        ([], "$.lessons"),
        (["colum"], "$.lessons[0]"),
        ([3], "$.lessons"),
        (["column", 3], "$.lessons"),
    ):
        told = answer("drill", scenario=document, lessons=given)
        assert [one["path"] for one in told["problems"]] == [path]
    assert answer("drill", scenario=document, turn=0)["problems"][0]["path"] == "$.turn"
    assert answer("drill", scenario=document, theme="pink")["problems"][0]["path"] == "$.theme"
    wrong = answer("drill", scenario=document, policies={"attacker": "nobody"}, lessons=["retreat"])
    assert wrong["problems"][0]["path"] == "$.policies.attacker"


def test_of_many_losses_no_more_than_four_are_asked_about() -> None:
    """Five kinds of counters, of which the replacement costs the least and the others all cost more."""
    document = example("aworldatwar", "attrition-russia")
    factors = {"r3": 5}
    document["units"] = [{**unit, "factors": factors.get(unit["id"], unit["factors"])} for unit in document["units"]]
    actions = ["roll", "d6=1"]
    labels = {one["label"] for one in ask("view", scenario=document, actions=actions)["node"]["options"]}
    assert len(labels) == 5
    choices = ask("lesson", scenario=document, actions=actions, lesson="loss")["choices"]
    assert [one["right"] for one in choices].count(True) == 1
    assert len(choices) == 4


def test_a_loss_that_too_much_can_follow_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    document = example("aworldatwar", "tarawa")
    assert ask("drill", scenario=document, lessons=["loss"])["lesson"]
    monkeypatch.setattr(asked, "MOST_POSITIONS", 0)
    assert ask("drill", scenario=document, lessons=["loss"])["lesson"] is None


def test_no_more_losses_are_weighed_than_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []

    def count(*given: object) -> Any:
        looked.append(given)
        raise asked.unasked("not now")

    monkeypatch.setattr(asked, "loss", count)
    assert ask("drill", scenario=example("aworldatwar", "suez-12"), lessons=["loss"])["lesson"] is None
    assert len(looked) == drill.WEIGHED


ROLLED = Chance("Roll", (("d3=1", 1), ("d3=2", 1), ("d3=3", 1)), ())
CHOSEN = Decision(
    "attacker", "way", "Where?", (Option("w", ""), Option("x", "", aside=True), Option("y", ""), Option("z", "")), ()
)
ONLY = Decision("attacker", "way", "Where?", (Option("w", ""), Option("x", "", aside=True)), ())


@pytest.mark.parametrize(
    ("node", "policy", "turn", "actions"),
    [
        (ROLLED, "", 0, ["d3=1", "d3=2", "d3=3"]),
        (ROLLED, "", 1, ["d3=2", "d3=3", "d3=1"]),
        (ROLLED, "", 5, ["d3=3", "d3=1", "d3=2"]),
        (ROLLED, "", 6, ["d3=1", "d3=2", "d3=3"]),
        (CHOSEN, "", 0, ["w", "y"]),
        (CHOSEN, "", 1, ["w", "z"]),
        (CHOSEN, "", 2, ["w", "y"]),
        (CHOSEN, "z", 0, ["z", "w"]),
        (CHOSEN, "z", 3, ["z", "y"]),
        (ONLY, "", 1, ["w"]),
        (Terminal(Outcome("end", ()), ()), "", 0, []),
    ],
)
def test_a_battle_goes_on_by_each_face_by_the_policy_and_by_something_else(
    node: Node, policy: str, turn: int, actions: list[str]
) -> None:
    """What is aside is never chosen; another turn begins with another face, and with another choice."""
    stands: Any = SimpleNamespace(node=node, game=None, state=None)
    decides: Any = SimpleNamespace(decide=lambda *_: policy) if policy else None
    assert drill._actions(stands, {"attacker": decides}, turn) == actions


@pytest.mark.parametrize(
    ("ids", "loses"),
    [(("lose:a", "lose:b"), True), (("lose:a",), False), (("lose:a", "stay"), False), (("a", "b"), False)],
)
def test_a_loss_is_asked_where_there_are_several(ids: tuple[str, ...], loses: bool) -> None:
    stands: Any = SimpleNamespace(node=Decision("attacker", "loss", "Who?", tuple(Option(id, "") for id in ids), ()))
    assert drill._loses(stands) is loses


@pytest.mark.parametrize("most", [1, 2, 7])
def test_as_many_positions_beyond_the_line_are_looked_at_as_said(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The battle so far from its end on, then from its beginning; no position beyond the line comes twice."""
    _, battle = battle_of(example("d8chart", "lone-fort"), [])
    battle = battle.play("d8=5")
    monkeypatch.setattr(drill, "LOOKED_AT", most)
    found = [*drill._places(battle, {}, 0)]
    assert [here.line for here in found[:2]] == [("d8=5",), ()]
    further = [here.state for here in found[1:]]
    assert len(set(further)) == len(further) == most


@pytest.mark.parametrize(
    ("paths", "is_told"),
    [(("$.lesson",), False), (("$.objective",), True), (("$.lesson", "$.objective"), True), (("$.lesson",) * 2, False)],
)
def test_a_lesson_that_cannot_be_asked_is_passed_over_and_whatever_else_is_wrong_is_told(
    paths: tuple[str, ...], is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> Any:
        raise InputError([Problem("wrong", path) for path in paths])

    monkeypatch.setattr(lesson, "report", refused)
    _, battle = battle_of(example("d8chart", "lone-fort"), [])
    with pytest.raises(InputError) if is_told else nullcontext():
        assert drill.find(rulesets.get("d8chart"), battle, ["column", "forgotten"], {}, 0) is None


def test_of_two_losses_the_better_one_is_asked() -> None:
    """An infantry of three or an armor of four: with the armor the attacker is strong enough to fight on."""
    units = [counter("a", "1,0", factors=3), counter("b", "0,1", kind="armor", factors=4)]
    units += [counter("d", "0,0", "defender", factors=2)]
    scenario = codec.read_scenario({"ruleset": "aworldatwar", "targets": ["0,0"], "units": units})
    ruleset = rulesets.get("aworldatwar")
    _, right, choices = asked.loss(ruleset, Battle.start(ruleset.game(scenario)).play("d6=2"), None)
    assert (right, len(choices)) == ("Lose one German 3-3 infantry", 2)


def test_each_reason_for_which_hexes_are_refused_is_asked_before_any_is_asked_twice() -> None:
    reasons = {"2,0": "too far", "3,0": "too far", "4,0": "too far", "5,0": "a river"}
    node = Decision("defender", "retreat", "Where to?", (Option("to:1,0", "There", hex="1,0"),), ("1",))
    refused = [Refusal("other", "1,1", "not for it", ("1",)), Refusal("", "", "no hex at all", ("1",))]
    refused += [Refusal("", place, reason, ("1",)) for place, reason in reasons.items()]
    game: Any = SimpleNamespace(refusals=lambda state: refused)
    stands: Any = SimpleNamespace(node=node, game=game, state=None)
    _, right, choices = asked.hexes(stands)
    assert [one.title for one in choices] == [mention(place) for place in ("1,0", "2,0", "3,0", "5,0")]
    assert right == mention("1,0")


def test_no_hexes_are_asked_about_of_which_the_odds_look_at_none() -> None:
    """As where units are placed one after another: what is refused there is no lesson."""
    options = Option("done", "No more", ("1",)), Option("place:a", "There", ("1",), "a", "1,0", aside=True)
    game: Any = SimpleNamespace(refusals=lambda state: [Refusal("a", "2,0", "too far", ("1",))])
    stands: Any = SimpleNamespace(node=Decision("attacker", "place", "Who?", options, ("1",)), game=game, state=None)
    with pytest.raises(InputError, match="no hex is refused here"):
        asked.hexes(stands)
