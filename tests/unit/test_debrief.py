"""Luck against judgement: the steps of a battle add up to what it came to, as fractions."""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from frontend import ask
from hexumpire import rulesets
from hexumpire.analysis import debrief
from hexumpire.analysis.walk import TooLargeError, explore
from hexumpire.cli import main
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar.ground_phase import Combat

from tests.amount import many
from tests.debriefs import FORBIDDEN, REFUSALS, RULESETS, judged, look, quickly
from tests.golden.playthrough import DICE, line_at_random, line_by_policy
from tests.rules.d8chart.setting import fight, infantry
from tests.rules.v101125.playing import CALM
from tests.rules.v101125.playing import begin as begin_fight
from tests.rules.v101125.setting import document as forces
from tests.rules.v101125.setting import infantry as infantry_of
from tests.rules.v101125.test_11l_turns_and_deadlocks import turn as attacks_of
from tests.rules.v101125.test_11l_turns_and_deadlocks import unit as soldiers
from tests.toybox import EXAMPLE, TOY
from tests.unit.test_declaring import declaring
from tests.unit.test_turn import TWO, begun, document

FEW = 3000
"""Positions that best play looks at here; larger battles are taken by policies."""
SOME = 300
"""The same for those whose chains are too long to be walked again and again in a test."""
LONG = ("v101125",)
QUICK = ("toy", "d8chart")
EXAMPLES = [
    pytest.param(ruleset.key, str(one["key"]), marks=() if ruleset.key in QUICK else pytest.mark.slow)
    for ruleset in RULESETS.values()
    for one in ruleset.examples()
]
SEEDS, APART = 400, 25
"""So many playthroughs at random, some of each game."""


def toy() -> Battle[Any]:
    return Battle.start(TOY.game(codec.read_scenario(EXAMPLE)))


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, ruleset in RULESETS.items():
        monkeypatch.setitem(rulesets._registered, key, ruleset)
    monkeypatch.setattr(debrief, "MOST", FEW)


def test_the_faces_of_a_die_even_out() -> None:
    gains = [judged(toy().play(f"d6={face}"), TOY, TOY.objectives[0]).total(debrief.ROLL) for face in range(1, 7)]
    assert sum(gains) == 0
    assert min(gains) < 0 < max(gains)


def test_a_choice_that_is_not_the_best_costs_and_names_the_best() -> None:
    objective = TOY.objectives[1]
    costs = set()
    for seed in range(40):
        found = judged(line_at_random(TOY, toy(), str(seed)), TOY, objective)
        for one in found.steps:
            if one.kind == debrief.CHOICE and one.gain:
                assert one.best and one.best != one.label
                costs.add(one.side)
    assert "attacker" in costs


@pytest.mark.parametrize(
    ("actions", "start", "gains", "end"),
    [
        ((), "23/64", ("0", "0", "0", "0"), "23/64"),
        (("d8=4",), "23/64", ("-23/64", "0", "0", "0"), "0"),
        (("d8=5",), "23/64", ("9/64", "0", "0", "0"), "1/2"),
        (("d8=5", "stay"), "23/64", ("9/64", "0", "0", "0"), "1/2"),
        (("d8=5", "stay", "d8=7"), "23/64", ("41/64", "0", "0", "0"), "1"),
        (("d8=5", "stay", "d8=4"), "23/64", ("-23/64", "0", "0", "0"), "0"),
        (("d8=5", "retreat"), "23/64", ("9/64", "0", "1/2", "0"), "1"),
        (("!result=DE",), "23/64", ("0", "0", "0", "41/64"), "1"),
    ],
)
def test_what_a_battle_is_worth_at_the_start_and_what_each_step_gives(
    actions: tuple[str, ...], start: str, gains: tuple[str, ...], end: str
) -> None:
    """9 : 3 clears the hex with 23/64 (see test_compare.py); on a 5 the defender goes on 5 and more."""
    found = debrief.report(fight([infantry(9)], [infantry(3, steps=4)], *actions), RULESETS["d8chart"], {})
    told = tuple(found[key]["value"] for key in ("luck", "attacker", "defender", "agreed"))
    assert (found["start"], told, found["end"]) == (start, gains, end)
    assert ("Nothing" in found["text"]) is (not actions)


def test_before_its_first_attack_a_turn_is_worth_nothing_yet() -> None:
    """Each attack is judged by itself, from its beginning on."""
    for battle in (begun(), begun().play("attack:1")):
        found = debrief.report(battle, RULESETS["aworldatwar"], {})
        assert (found["start"], found["end"], found["steps"]) == ("0", "0", [])


@pytest.mark.parametrize("actions", [("at:0,0",), ("at:0,0", "with:a"), ("fight",)])
def test_what_is_declared_before_the_first_attack_is_no_step_of_any(actions: tuple[str, ...]) -> None:
    """Nor is the question what the whole phase is worth, which may be too much to work out."""
    found = debrief.report(declaring(*actions), RULESETS["aworldatwar"], {})
    assert (found["start"], found["end"], found["steps"]) == ("0", "0", [])
    assert found["text"] == "Nothing has been rolled or chosen yet that can be judged."


def test_the_sentence_says_who_chose_worse_than_could_be() -> None:
    """Only where nobody did, both sides chose the best every time; else each has its own figure."""
    chart, seen = RULESETS["d8chart"], set()
    battles = [(TOY, toy()), (chart, fight([infantry(9)], [infantry(3, steps=4)]))]
    for (ruleset, battle), seed in product(battles, range(30)):
        found = debrief.report(line_at_random(ruleset, battle, str(seed)), ruleset, {}, ruleset.objectives[0].key)
        worse = tuple(side for side in ("attacker", "defender") if Fraction(found[side]["value"]))
        seen.add(worse)
        said = "its choices gave {}, and the defender's choices {}.".format(
            *(found[side]["value_text"] for side in ("attacker", "defender"))
        )
        assert found["text"].endswith(said if worse else "both sides chose the best every time."), seed
    assert {(), ("attacker",), ("defender",)} <= seen


@pytest.mark.parametrize(
    ("actions", "end", "agreed"),
    [
        ((), "Now", False),
        (("d8=5",), "Now", False),
        (("d8=7",), "At the end", False),
        (("!result=DE",), "At the end", True),
    ],
)
def test_the_terms_lead_from_the_start_to_now_or_to_the_end(actions: tuple[str, ...], end: str, agreed: bool) -> None:
    """What was agreed on is one of them only where something was."""
    battle = fight([infantry(9)], [infantry(3, steps=4)], *actions)
    terms = {one["key"]: one["title"] for one in debrief.report(battle, RULESETS["d8chart"], {})["terms"]}
    assert (terms["start"], terms["end"]) == ("At the start", end)
    assert ("agreed" in terms) is agreed


@pytest.mark.parametrize(("key", "percents"), [("hex", True), ("steps", False)])
def test_only_where_taking_the_hex_is_all_that_counts_gains_are_percents(key: str, percents: bool) -> None:
    battle = fight([infantry(9)], [infantry(3, steps=4)], "d8=7")
    found = debrief.report(battle, RULESETS["d8chart"], {}, key)
    assert found["luck"]["value"] != "0"
    assert ("%" in found["luck"]["value_text"]) is percents


def test_every_roll_is_told_and_a_choice_that_was_not_the_best_with_the_one_that_was() -> None:
    """To keep the hex is to stay on a 5: who goes gives it up."""
    for choice, told in (("stay", []), ("retreat", [("retreat", "best: Stay, and roll below 5")])):
        battle = fight([infantry(9)], [infantry(3, steps=4)], "d8=5", choice)
        steps = debrief.report(battle, RULESETS["d8chart"], {})["steps"]
        assert [(one["action"], one["note"]) for one in steps] == [("d8=5", ""), *told]
        assert [bool(one["best"]) for one in steps] == [bool(one["note"]) for one in steps]


def only_by_policies(game: Any, state: Any, choose: Any, *given: Any, most: int) -> Any:
    """Best play of every battle is too large."""
    if choose is None:
        raise TooLargeError(most)
    return explore(game, state, choose, *given, most=most)


def test_where_best_play_is_too_much_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = fight([infantry(9)], [infantry(3, steps=4)], "d8=5", "retreat")
    best = debrief.report(battle, RULESETS["d8chart"], {})
    monkeypatch.setattr(debrief, "explore", only_by_policies)
    stated = debrief.report(battle, RULESETS["d8chart"], {})
    assert (best["mode"], best["notes"], stated["mode"]) == ("best", [], "policies")
    assert "their policies" in " ".join(stated["notes"])
    assert "by stated policies" in stated["text"] and "by stated policies" not in best["text"]
    assert {one["best"] for one in stated["steps"]} == {""}


def test_gains_in_several_attacks_are_numbers_of_hexes() -> None:
    """Of one attack they are parts of a certainty; of two, what they add up to may be more than that."""
    battle = begun()
    while not battle.outcome:
        battle = battle.play(next(iter(battle.legal_actions)))
    found = debrief.report(battle, RULESETS["aworldatwar"], {})
    assert "Each attack is judged by itself" in " ".join(found["notes"])
    rolled = [number for number, action in enumerate(battle.line) if action.startswith("d6=")]
    assert [one["step"] for one in found["steps"] if one["kind"] == debrief.ROLL] == rolled
    assert len(rolled) == 2
    assert "%" not in found["luck"]["value_text"]


def test_numbers_of_an_answer_are_written_as_the_language_of_it_has_them() -> None:
    """Each of them: none stands in the answer a second time as it is in English."""
    scenario = rulesets.get("d8chart").examples()[0]["scenario"]
    answer = ask(op="debrief", scenario=scenario, actions=[], lang="de")
    assert answer["ok"], answer
    told = {key: value for key, value in answer["result"].items() if key not in ("start", "end")}
    assert not re.search(r"[0-9]\.[0-9]", json.dumps(told))
    assert re.search(r"[0-9],[0-9]", json.dumps(told))


def test_what_was_agreed_is_a_term_of_its_own() -> None:
    found = judged(toy().play("!result=D # as agreed"), TOY, TOY.objectives[0])
    [step] = found.steps
    assert (step.kind, step.gain) == (debrief.AGREED, found.end - found.start)


def test_what_is_agreed_in_place_of_an_answer_is_no_choice() -> None:
    """A step of another counter goes by agreement while the defender is asked for one."""
    ruleset = rulesets.get("d8chart")
    battle = fight([infantry(9)], [infantry(3), infantry(4)]).play_all(["d8=7", "!step=d1:2"])
    found = judged(battle, ruleset, ruleset.objectives[0])
    assert [(step.kind, step.action) for step in found.steps][-1] == (debrief.AGREED, "!step=d1:2")


@pytest.mark.parametrize(("key", "name"), EXAMPLES)
def test_every_golden_playthrough_adds_up(key: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By policies or at random; in the campaign both."""
    ruleset = RULESETS[key]
    monkeypatch.setattr(debrief, "MOST", SOME if key in LONG else FEW)
    example = next(one for one in ruleset.examples() if one["key"] == name)
    start = Battle.start(ruleset.game(codec.read_scenario(example["scenario"])))
    turn = sum(map(ord, name)) % len(DICE)
    lines = [line_by_policy(ruleset, start, turn), line_at_random(ruleset, start, name)]
    for battle in lines if many(0, 1) else [lines[turn % 2]]:
        with contextlib.suppress(*REFUSALS):  # the players read it off something else; or it is too large
            judged(battle, ruleset, ruleset.objectives[0])


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SEEDS, 100))
def test_playthroughs_at_random_add_up(first: int) -> None:
    with quickly():
        found = Counter(look(seed * APART) for seed in range(first, first + 100))
    assert found[FORBIDDEN] < 75
    assert sum(found.values()) == 100


def test_an_exploitation_attack_of_a_ground_phase_is_counted_once() -> None:
    """A drop is taken back there, after which the walk from the exploitation's own questions knows the attack, too."""
    with quickly():
        assert look(318494) == "aworldatwar best"


@pytest.mark.slow
def test_what_follows_a_settled_attrition_changes_nothing() -> None:
    ruleset = rulesets.get("aworldatwar")
    example = next(one for one in ruleset.examples() if one["key"] == "attrition-winter")
    start = Battle.start(ruleset.game(codec.read_scenario(example["scenario"])))
    battle = line_at_random(ruleset, start, "attrition-winter")
    found = judged(battle, ruleset, ruleset.objectives[0])
    numbers = [one.number for one in found.steps]
    assert numbers == list(range(len(numbers))), "from the first on"
    assert 0 < len(numbers) < len(battle.line)


def test_what_follows_the_last_hexes_of_an_attrition_is_told_of_none_of_its_sides() -> None:
    """Where units go then changes nothing; the die that gave the hexes is the last that is told."""
    ruleset = rulesets.get("aworldatwar")
    example = next(one for one in ruleset.examples() if one["key"] == "attrition-russia")
    battle = line_at_random(ruleset, Battle.start(ruleset.game(codec.read_scenario(example["scenario"]))), "1")
    found = debrief.report(battle, ruleset, {})
    assert battle.line[-1] == "done" and battle.outcome
    assert [battle.line[one["step"]][:3] for one in found["steps"] if one["kind"] == debrief.ROLL] == ["d6="]
    assert max(one["step"] for one in found["steps"]) < len(battle.line) - 4
    assert found["notes"] == []


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("!result=DR", *CALM), ("d6=1", "d6=1", "d6=1")])
def test_a_fight_that_a_result_forces_is_left_out_whatever_is_rolled_or_agreed_there(
    more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack ends with the dice after its CA, its worth with the chance that stands open there."""
    monkeypatch.setattr(debrief, "MOST", SOME)
    battle = begin_fight(forces([infantry_of(1)], [infantry_of(1)]), "!result=CA", *CALM, *more)
    assert battle.line[4:] == more
    found = debrief.report(battle, RULESETS["v101125"], {})
    assert [one["action"] for one in found["steps"] if one["kind"] != debrief.CHOICE] == ["!result=CA", *CALM]
    assert "Fights that follow from a result are left out." in found["notes"]


@pytest.mark.slow
def test_what_one_of_several_attacks_leaves_out_is_said_whatever_comes_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.L.1.d: the first attack ends with a counterattack that is not looked at, the second goes to its end.

    Both sums are numbers of hexes, as the gains between them are, also where they are less than one.
    """
    monkeypatch.setattr(debrief, "MOST", SOME)
    units = [soldiers("a1", "1,0", 3), soldiers("b1", "5,0", 3), soldiers("d1", "0,0", 3), soldiers("e1", "4,0", 3)]
    battle = attacks_of({"0,0": ["a1"], "4,0": ["b1"]}, units, "attack:1", "now", "!result=CA", *CALM, *["d6=1"] * 4)
    battle = battle.play_all(["attack:2", "now", "!result=DR", "d6=1", "d6=1", "retreat", "to:5,0"])
    assert battle.outcome is not None
    found = debrief.report(battle, RULESETS["v101125"], {})
    assert "Fights that follow from a result are left out." in found["notes"]
    assert 0 < Fraction(found["start"]) < 1
    assert not any("%" in one["value_text"] for one in found["terms"])
    whole = debrief.report(begin_fight(forces([infantry_of(3)], [infantry_of(3)])), RULESETS["v101125"], {})
    assert "Fights that follow from a result are left out." in whole["notes"], "some may yet follow"


def test_an_attack_made_anew_is_the_same_and_another_is_not() -> None:
    """Attacks of a turn are told apart by what they are set up as, and by what kind of game they are."""
    scenario = codec.read_scenario(document(TWO))
    other = codec.read_scenario(document(TWO[:1]))
    ruleset = rulesets.get("aworldatwar")
    same = debrief._same
    assert same(ruleset.game(scenario), ruleset.game(codec.read_scenario(document(TWO))))
    assert not same(ruleset.game(scenario), ruleset.game(other))
    assert not same(ruleset.game(scenario), Combat(scenario))


def test_an_attack_that_asks_when_it_is_made_is_one_attack() -> None:
    ruleset = rulesets.get("v101125")
    example = next(one for one in ruleset.examples() if one["key"] == "panzer-woods")
    battle = line_by_policy(ruleset, Battle.start(ruleset.game(codec.read_scenario(example["scenario"]))), 0)
    found = judged(battle, ruleset, ruleset.objectives[0])
    assert "now" in battle.line
    assert [one.number for one in found.steps] == list(range(len(battle.line)))


def test_the_bridge_tells_it_in_one_sentence() -> None:
    scenario = rulesets.get("aworldatwar").examples()[0]["scenario"]
    found = ask(op="debrief", scenario=scenario, actions=["d6=6"])["result"]
    assert found["mode"] == "best"
    assert "the dice gave" in found["text"]
    total = sum((Fraction(found[key]["value"]) for key in ("luck", "attacker", "defender", "agreed")), Fraction(0))
    assert Fraction(found["start"]) + total == Fraction(found["end"])
    assert ask(op="debrief", scenario=scenario, actions=[], objective="glory")["ok"] is False


def test_the_command_tells_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    scenario = rulesets.get("aworldatwar").examples()[0]["scenario"]
    file.write_text(json.dumps({"scenario": scenario, "actions": ["d6=6"]}))
    assert main(["debrief", str(file)]) == 0
    said = capsys.readouterr().out
    assert "the dice gave" in said
    assert "At the start" in said


@pytest.mark.slow
def test_what_a_result_forces_is_left_out_and_that_is_said() -> None:
    ruleset = rulesets.get("v101125")
    example = next(one for one in ruleset.examples() if one["key"] == "mountain-brigade")
    battle = line_by_policy(ruleset, Battle.start(ruleset.game(codec.read_scenario(example["scenario"]))), 0)
    found = ask(op="debrief", scenario=example["scenario"], actions=list(battle.line))["result"]
    assert 0 <= Fraction(found["start"]) <= 1
    assert 0 <= Fraction(found["end"]) <= 1
    assert "Fights that follow from a result are left out." in found["notes"]
    assert max(step["step"] for step in found["steps"]) < len(battle.line) - 1
