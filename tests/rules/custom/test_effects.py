"""What results do: every word of the vocabulary, who chooses, what is owed when something is lost already."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire.kit import losses
from hexumpire.model.battle import Decision
from hexumpire.rulesets.custom.codes import codes

from tests.rules.custom.setting import attacker, battle, chance, defender, faults, game, places, rolled, steps


def after(does: Any, *units: Any, **sections: Any) -> dict[str, int]:
    """Steps that each counter has lost when a result does that, always of the first counter that may lose any."""
    found = rolled(battle(game(does, **sections), *units))
    while isinstance(found.node, Decision) and found.node.topic == "lose":
        found = found.play(found.node.options[0].id)
    return steps(found)


def topic(does: Any, *units: Any, **sections: Any) -> tuple[str, str]:
    """Who has to decide what after a result."""
    node = rolled(battle(game(does, **sections), *units)).node
    return node.side, node.topic


def test_no_effect() -> None:
    for words in ("no effect", "nothing", "-", []):
        assert after(words) == {}


def test_eliminated() -> None:
    assert after("attacker is eliminated") == {"u0": 2}
    assert after("defender is eliminated") == {"u1": 2}
    assert after("both are eliminated") == {"u0": 2, "u1": 2}


def test_who_stands_by_or_elsewhere_is_not_eliminated() -> None:
    units = attacker(), attacker(stands_by=True), defender(), defender(at="1,0")
    assert after("both are eliminated", *units) == {"u0": 2, "u2": 2}


def test_steps() -> None:
    assert after("attacker loses 1 step") == {"u0": 1}
    assert after("defender loses 2 steps") == {"u1": 2}
    assert after("defender loses 9 steps") == {"u1": 2}
    assert after("each side loses 1 step") == {"u0": 1, "u1": 1}


def test_only_who_takes_part_can_lose_a_step() -> None:
    units = attacker(), attacker("horse"), attacker(stands_by=True), defender(), defender("horse"), defender(at="1,0")
    for words, legal, spared in (("attacker", [0, 1], "u2"), ("defender", [3, 4], "u5")):
        found = rolled(battle(game(f"{words} loses 1 step"), *units))
        assert list(found.legal_actions) == [f"lose:{i}" for i in legal]
        reasons = {one.unit: one.reason for one in found.game.refusals(found.state)}
        assert reasons[spared] == "it takes no part in this battle"


def test_the_owner_chooses_whose_step_goes_or_the_enemy() -> None:
    units = attacker(), defender(), defender("horse")
    assert topic("defender loses 1 step", *units) == ("defender", "lose")
    assert topic("defender loses 1 step chosen by the opponent", *units) == ("attacker", "lose")
    found = rolled(battle(game("defender loses 1 step"), *units))
    assert list(found.legal_actions) == ["lose:1", "lose:2"]
    assert steps(found.play("lose:2")) == {"u2": 1}


def test_the_enemy_who_chooses_takes_what_is_worth_most() -> None:
    units = attacker(), defender(), defender("horse", defense=9)
    assert chance(battle(game("defender loses 1 step"), *units), "defender_factors", 2) == 1
    assert chance(battle(game("defender loses 1 step chosen by the enemy"), *units), "defender_factors", 9) == 1


def test_losses_of_several_steps_are_named_together() -> None:
    found = rolled(battle(game("defender loses 2 steps"), attacker(), defender(count=2), defender("horse")))
    assert losses.owed(found.game, found.state) == losses.Owed(2, "steps")
    said = losses.tally(found.game, found.state, ["lose:1", "lose:3"])
    assert said.actions and steps(found.play_all(said.actions)) == {"u1": 1, "u2": 1}


@pytest.mark.parametrize(
    ("what", "together"), [("1 step", None), ("2 steps", losses.Owed(2, "steps")), ("3 factors", None)]
)
def test_only_several_steps_are_named_together(what: str, together: object) -> None:
    """One step is one answer; how many counters factors are hangs on which they are."""
    found = rolled(battle(game(f"defender loses {what}"), attacker(), defender(count=2), defender("horse")))
    assert losses.owed(found.game, found.state) == together


@pytest.mark.parametrize("what", ["3 steps", "6 factors"])
def test_nobody_chooses_where_all_that_is_there_is_owed(what: str) -> None:
    """Foot has two steps and horse one: four factors and two."""
    found = rolled(battle(game(f"defender loses {what}"), attacker(), defender(), defender("horse")))
    assert steps(found) == {"u1": 2, "u2": 1}


def test_counters_of_one_unit_differ_once_one_of_them_has_lost() -> None:
    found = rolled(battle(game("defender loses 3 steps"), attacker(), defender(count=2)))
    assert steps(found) == {"u1": 1}  # of like counters there is no choice
    assert [str(option.label) for option in found.node.options] == [
        "A step of Blue Foot 4-4: eliminated", "A step of Blue Foot 4-4"
    ]  # fmt: skip


def test_factors_are_lost_until_at_least_so_many_are_gone() -> None:
    assert after("attacker loses 2 factors") == {"u0": 1}
    assert after("attacker loses 3 factors") == {"u0": 2}
    assert after("attacker loses 99 factors", attacker(), attacker("horse"), defender()) == {"u0": 2, "u1": 1}


def test_nobody_pays_factors_with_a_counter_that_has_none() -> None:
    idle = attacker("horse", attack=0)
    found = rolled(battle(game("attacker loses 3 factors"), attacker(), attacker("guns"), idle, defender()))
    assert list(found.legal_actions) == ["lose:0", "lose:1"]
    refusals = {one.unit: one.reason for one in found.game.refusals(found.state)}
    assert refusals["u2"] == "it has no factors to lose"
    assert after("attacker loses 2 factors", idle, defender()) == {}
    assert after("attacker loses 9 factors", attacker(), idle, defender()) == {"u0": 2}


def test_a_share_of_the_factors() -> None:
    units = attacker(), defender(count=2)  # 8 factors, 2 a step
    assert after("defender loses 1/2 of its factors", *units) == {"u1": 2}
    assert after("defender loses 1/3", *units) == {"u1": 2}  # 8/3 is more than a step
    assert after("defender loses 1/4 of its factors", *units) == {"u1": 1}


def test_a_share_is_of_what_there_was_before_the_result() -> None:
    does = ["defender loses 1 step", "defender loses 1/2 of its factors"]
    assert after(does, attacker(), defender(count=2)) == {"u1": 3}


def test_what_a_step_is_worth_hangs_on_how_steps_count() -> None:
    units = attacker(), defender(steps=2, back_defense=3)
    turned = {"types": {"foot": {"title": "Foot", "attack": 4, "defense": 4, "steps": 2, "back_defense": 3}}}
    assert after("defender loses 1 factor", *units, **turned, strength={"steps": "back"}) == {"u1": 1}
    assert after("defender loses 2 factors", *units, **turned, strength={"steps": "back"}) == {"u1": 2}
    assert after("defender loses 2 factors", *units, **turned, strength={"steps": "share"}) == {"u1": 1}


def test_a_back_that_is_stronger_than_the_front_gives_nothing_back() -> None:
    types = {"foot": {"title": "Foot", "attack": 4, "defense": 4, "steps": 2, "back_attack": 9}}
    found = rolled(battle(game("attacker loses 1 step", types=types, strength={"steps": "back"})))
    assert found.outcome is not None
    assert (found.outcome.measure("attacker_steps"), found.outcome.measure("attacker_factors")) == (1, 0)


def test_as_much_as_the_other_side_has_lost_by_this_result() -> None:
    does = ["defender is eliminated", "attacker loses as much"]
    assert after(does, attacker(count=3), defender()) == {"u0": 2, "u1": 2}
    assert after(does, attacker(count=3), defender(defense=5)) == {"u0": 3, "u1": 2}
    assert after(["attacker loses 1 step", "defender loses as much"]) == {"u0": 1, "u1": 1}


def test_as_much_as_nothing_is_a_fault() -> None:
    document = game(["attacker loses as much", "defender is eliminated"])
    (fault,) = faults(document)
    assert fault[0] == "$.results.R.does[0]" and "has lost nothing before" in fault[1]
    assert not faults(game(["defender retreats 1", "attacker loses as much"]))  # it may have found no way


def test_an_exchange_eliminates_the_weaker_side() -> None:
    assert after("exchange", attacker(count=3), defender()) == {"u0": 2, "u1": 2}
    assert after("exchange", attacker(), defender(count=3)) == {"u0": 2, "u1": 2}


def test_an_exchange_of_equals_eliminates_both() -> None:
    assert after("exchange") == {"u0": 2, "u1": 2}


def test_an_exchange_with_nothing_costs_nothing() -> None:
    assert after("exchange", attacker(), defender(defense=0)) == {"u1": 2}


def test_an_exchange_is_of_printed_factors() -> None:
    doubled = {"modifiers": {"hill": {"title": "Hill", "defense": "x3"}}}
    assert after("exchange", attacker(count=2), defender(), **doubled) == {"u0": 2, "u1": 2}


def test_a_half_exchange() -> None:
    assert after("half exchange", attacker(count=3), defender()) == {"u0": 1, "u1": 2}
    assert after("half exchange") == {"u0": 1, "u1": 2}  # of equals the defender goes
    assert after("half exchange", attacker(), defender(count=3)) == {"u0": 2, "u1": 1}


HILL = {"modifiers": {"hill": {"title": "Hill", "defense": "x2"}}}


def test_as_much_as_a_strength_that_the_chart_was_read_with() -> None:
    assert after("attacker loses as much as the defence", attacker(count=3), defender()) == {"u0": 2}
    assert after("attacker loses as much as the defence", attacker(count=3), defender(), **HILL) == {"u0": 4}
    assert after("attacker loses 1/2 of the defence", attacker(count=3), defender(), **HILL) == {"u0": 2}
    assert after("defender loses 1/2 of the attack", attacker(), defender(count=3)) == {"u1": 1}


def test_a_strength_is_that_before_the_result_also_when_its_side_is_gone() -> None:
    does = ["defender is eliminated", "attacker loses 1/4 of the defense"]
    assert after(does, attacker(count=3), defender(defense=8)) == {"u0": 1, "u1": 2}


def test_a_strength_is_paid_in_proportion_to_ones_own() -> None:
    """On a hill each factor of the defender counts for two."""
    assert after("defender loses as much as the attack", attacker(), defender(count=3), **HILL) == {"u1": 1}
    assert after("defender loses as much as the attack", attacker(), defender(count=3)) == {"u1": 2}


def test_an_exchange_by_strength() -> None:
    stronger, equal = attacker(count=3), attacker(count=2)
    assert after("exchange by strength", stronger, defender(), **HILL) == {"u0": 4, "u1": 2}
    assert after("exchange by strength", equal, defender(), **HILL) == {"u0": 4, "u1": 2}
    assert after("exchange by strength", attacker(), defender(count=2), **HILL) == {"u0": 2, "u1": 1}


def test_a_choice_may_be_measured_by_a_strength_too() -> None:
    does = [{"choose": "attacker", "of": ["no effect", "attacker loses as much as the defence"]}]
    assert steps(rolled(battle(game(does))).play("way:1")) == {"u0": 2}


@pytest.mark.parametrize("back", [False, True])
def test_one_way_of_a_choice_may_be_measured_by_a_strength_and_the_other_not(back: bool) -> None:
    """Whichever way is written first, the defence is that of before the result: here it is as much as one step."""
    ways = ["attacker loses 2 steps", "attacker loses 1/2 of the defence"]
    found = rolled(battle(game([{"choose": "attacker", "of": ways[::-1] if back else ways}]), attacker(), defender()))
    assert steps(found.play("way:0" if back else "way:1")) == {"u0": 1}
    assert steps(found.play("way:1" if back else "way:0")) == {"u0": 2}


def test_what_is_lost_is_told_in_words() -> None:
    legend = rolled(battle(game("attacker loses 1/2 of the defence"))).log[1][1].text
    assert legend == "R: Attacker loses 1/2 of the defence."
    legend = rolled(battle(game("attacker loses as much as the defence"))).log[1][1].text
    assert legend == "R: Attacker loses as much as the defence."


@pytest.mark.parametrize(("many", "said"), [(1, "loses 1 step."), (2, "loses 2 steps.")])
def test_the_log_says_how_many_steps_a_counter_loses_by_a_result(many: int, said: str) -> None:
    """Not how many it has lost in all, in the second round as in the first."""
    big = {"foot": {"title": "Foot", "attack": 4, "defense": 4, "steps": 5}}
    does = [f"defender loses {many} step{'s' * (many > 1)}", "another round"]
    found = rolled(rolled(battle(game(does, types=big, rounds={"most": 3}))))
    assert [line.text for _, line in found.log if "Foot" in line.text] == [f"Blue Foot 4-4 {said}"] * 2


TOLD: list[tuple[Any, dict[str, Any], list[str], list[list[str]]]] = [
    ("exchange", {}, ["Attacker has to lose 4 factors."], [["Defender: factors 4"]]),
    ("half exchange", {}, ["Attacker has to lose 2 factors."], [["Defender: factors 4", "Share 1/2"]]),
    (
        "exchange by strength",
        HILL,
        ["Attacker has to lose 8 factors."],
        [["Defender: defence 8", "Factors for each point of strength: 12 of 12 1"]],
    ),
    (
        "defender loses 1/3 of the attack",
        HILL,
        ["Defender has to lose 2 factors."],
        [["Attacker: attack 12", "Share 1/3", "Factors for each point of strength: 4 of 8 1/2"]],
    ),
    (
        "attacker loses 1/4 of the defence",
        {},
        ["Attacker has to lose 1 factor."],
        [["Defender: defence 4", "Share 1/4", "Factors for each point of strength: 12 of 12 1"]],
    ),
    (
        ["defender loses 1 step", "attacker loses as much"],
        {},
        ["Attacker has to lose 2 factors."],
        [["Defender: factors lost 2"]],
    ),
    (
        ["attacker loses 1 step", "defender loses 1/4 of its factors", "attacker loses 1/4 of its factors"],
        {},
        ["Defender has to lose 1 factor.", "Attacker has to lose 3 factors."],
        [["Defender: factors 4", "Share 1/4"], ["Attacker: factors 12", "Share 1/4"]],
    ),
    ("attacker loses 2 factors", {}, [], []),
    ("attacker loses as much as the defence", {"modifiers": {"hill": {"title": "Hill", "defense": "x0"}}}, [], []),
]
"""Three attackers of four factors against one of four; what the log says is owed, and what of."""


@pytest.mark.parametrize(("does", "sections", "said", "reckoned"), TOLD)
def test_the_log_says_how_a_figure_that_is_owed_comes_about(
    does: Any, sections: Any, said: list[str], reckoned: list[list[str]]
) -> None:
    lines = [
        line for _, line in rolled(battle(game(does, **sections), attacker(count=3), defender())).log if line.trace
    ]
    assert [str(line.text) for line in lines] == said
    traces = [line.trace for line in lines if line.trace]
    assert [[f"{part.label} {part.value}" for part in trace.children] for trace in traces] == reckoned
    assert not [fault for trace in traces for fault in trace.mismatches()]


def test_each_result_tells_its_own_figures() -> None:
    """A second round begins with nothing told, and a figure that is owed after a choice is told after it."""
    does = ["attacker loses 1/4 of its factors", "another round"]
    found = rolled(battle(game(does, rounds={"most": 2}), attacker(attack=12), defender()))
    assert len([line for _, line in found.log if line.trace]) == 1
    found = rolled(found)
    assert [str(line.trace.children[0].value) for _, line in found.log if line.trace] == ["12", "6"]
    ways = [{"choose": "attacker", "of": ["no effect", "attacker loses 1/2 of its factors"]}]
    found = rolled(battle(game(ways), attacker(count=3), defender()))
    assert not [line for _, line in found.log if line.trace]
    assert [str(line.text) for _, line in found.play("way:1").log if line.trace] == ["Attacker has to lose 6 factors."]


@pytest.mark.parametrize(("does", "said"), [
    ("defender loses 1 step", "defender loses 1 step"), ("defender loses 2 steps", "defender loses 2 steps"),
    ("defender loses 1 factor", "defender loses 1 factor"), ("defender loses 3 factors", "defender loses 3 factors"),
    ("defender loses 2/3 of its factors", "defender loses 2/3 of its factors"),
    ("defender loses as much", "defender loses as much"),
    ("defender loses as much as the attack", "defender loses as much as the attack"),
    ("defender loses 2/3 of the attack", "defender loses 2/3 of the attack"),
    ("defender retreats 1", "defender retreats 1 hex"), ("defender retreats 2", "defender retreats 2 hexes"),
])  # fmt: skip
@pytest.mark.parametrize("enemy", [False, True])
def test_a_loss_is_told_as_it_was_written_and_so_is_who_chooses(does: str, said: str, enemy: bool) -> None:
    by = (", moved by the enemy" if "retreats" in does else ", chosen by the enemy") if enemy else ""
    found = rolled(battle(game(["attacker is pinned", f"{does}{by.removeprefix(',')}"])))
    assert str(found.log[1][1].text).lower() == f"r: attacker is pinned and {said}{by}."


@pytest.mark.parametrize(("does", "said"), [
    ("attacker is disrupted", "attacker is disrupted"), ("both are eliminated", "defender is eliminated and attacker"),
    ("attacker may advance", "the attacker may advance 1 hex."), ("attacker may advance 2", "may advance 2 hexes"),
    ("another round", "another round"), ("the attacker may fight another round", "the attacker may fight another"),
    ("exchange", "the weaker side is eliminated, the other loses as much"), ("half exchange", "loses half as much"),
    ("exchange by strength", "the other loses strength of as much"), ("no effect", "no effect"),
])  # fmt: skip
def test_what_else_a_result_does_is_told_in_words(does: str, said: str) -> None:
    told = str(rolled(battle(game(does))).log[1][1].text).lower()
    assert told.startswith("r: ") and said in told


@pytest.mark.parametrize("side", ["attacker", "defender"])
@pytest.mark.parametrize(("mark", "then"), [("disrupted", "pinned"), ("pinned", "disrupted")])
def test_the_log_says_of_a_mark_which_one_it_is(side: str, mark: str, then: str) -> None:
    """A counter that bears one mark already gets the other one all the same, and the log names that one."""
    name = {"attacker": "Red Foot 4-4", "defender": "Blue Foot 4-4"}[side]
    way = {"choose": side, "of": [f"{side} is {then}", "no effect"]}
    before = rolled(battle(game([f"{side} is {mark}", way])))
    assert [str(line.text) for _, line in before.log][-1] == f"{name} is {mark}."
    assert [str(line.text) for _, line in before.play("way:0").log][-1] == f"{name} is {then}."
    assert not any(then in str(line.text) for _, line in before.play("way:1").log[-2:])


def test_disrupted_and_pinned_attackers_do_not_attack_again_nor_advance() -> None:
    for mark in ("disrupted", "pinned"):
        found = rolled(battle(game([f"attacker is {mark}", "another round"])))
        assert found.outcome is not None and found.outcome.result == "held"
        found = rolled(battle(game(["defender is eliminated", f"attacker is {mark}"])))
        assert found.outcome is not None and found.outcome.result == "cleared"


def test_disrupted_defenders_go_on_defending() -> None:
    found = rolled(battle(game(["defender is disrupted", "another round"])))
    assert next(iter(found.legal_actions)) == "d6=1"


CHOICE = {"choose": "defender", "of": [["defender loses 1 step"], ["defender retreats 1"]]}


def test_a_choice_of_either_side() -> None:
    found = rolled(battle(game([CHOICE])))
    assert (found.node.side, found.node.topic) == ("defender", "choose")
    assert [str(option.label) for option in found.node.options] == ["Defender loses 1 step", "Defender retreats 1 hex"]
    assert steps(found.play("way:0")) == {"u1": 1}
    assert found.play("way:1").node.topic == "retreat"
    assert topic([{**CHOICE, "choose": "attacker"}]) == ("attacker", "choose")


def test_a_side_that_is_gone_chooses_nothing() -> None:
    found = rolled(battle(game(["defender is eliminated", CHOICE])))
    assert found.node.topic == "advance"


def test_a_choice_may_have_a_way_that_does_nothing() -> None:
    found = rolled(battle(game([{"choose": "attacker", "of": ["no effect", "both lose 1 step"]}])))
    assert next(str(option.label) for option in found.node.options) == "No effect"
    assert steps(found.play("way:0")) == {}


def test_effects_come_one_after_another() -> None:
    found = rolled(battle(game(["defender retreats 1", "attacker loses 1 step"])))
    assert found.node.topic == "retreat" and steps(found) == {}
    assert steps(found.play(next(iter(found.legal_actions)))) == {"u0": 1}


def test_who_has_retreated_by_a_result_still_loses_by_it() -> None:
    found = rolled(battle(game(["defender retreats 1", "defender loses 1 step"])))
    ended = found.play(next(iter(found.legal_actions)))
    assert steps(ended) == {"u1": 1} and places(ended)[1] != "0,0"


@pytest.mark.parametrize(
    ("code", "does"),
    [
        ("AE", {"u0": 2}), ("DE", {"u1": 2}), ("A1", {"u0": 1}), ("D2", {"u1": 2}), ("B1", {"u0": 1, "u1": 1}),
        ("AL1", {"u0": 1}), ("DL1", {"u1": 1}), ("EX", {"u0": 2, "u1": 2}), ("HX", {"u0": 1, "u1": 2}),
        ("AX", {"u0": 2, "u1": 2}), ("DX", {"u0": 2, "u1": 2}), ("NE", {}), ("-", {}), ("", {}), (" ", {}),
        ("de", {"u1": 2}),
    ],
)  # fmt: skip
def test_usual_codes_have_their_usual_meaning(code: str, does: dict[str, int]) -> None:
    document = game(results={}, chart={"columns": ["1:1"], "rows": {"1-6": [code]}})
    assert steps(rolled(battle(document))) == does


@pytest.mark.parametrize(
    ("code", "side", "left"),
    [("AR", "attacker", 1), ("DR", "defender", 1), ("DR3", "defender", 3), ("R2", "defender", 2)],
)
def test_usual_codes_of_retreats(code: str, side: str, left: int) -> None:
    document = game(results={}, chart={"columns": ["1:1"], "rows": {"1-6": [code]}})
    found = rolled(battle(document))
    assert (found.node.side, found.node.topic, found.state.left) == (side, "retreat", left)


def test_a_code_may_mean_something_else() -> None:
    document = game(results={"DE": "defender loses 1 step"}, chart={"columns": ["1:1"], "rows": {"1-6": ["DE"]}})
    assert steps(rolled(battle(document))) == {"u1": 1}


def test_what_a_document_says_of_a_usual_code_holds_for_its_small_letters_too() -> None:
    """Charts print Dr for DR. The usual meaning would be carried out in silence where the player has said another."""
    rows = {"1-3": ["Dr"], "4": ["dr1"], "5-6": ["DE"]}
    document = game(
        chart={"columns": ["1:1"], "dice": "d6", "rows": rows, "below": "dr"},
        results={"DR": {"title": "Broken", "does": "defender loses 1 step"}},
    )
    found = rolled(battle(document))
    assert steps(found) == {"u1": 1}
    assert str(found.log[1][1].text) == "Dr: Broken: Defender loses 1 step."
    assert steps(battle(document, attacker(attack=1), defender()).play("take")) == {"u1": 1}
    assert rolled(battle(document), 4).node.topic == "retreat", "dr1 is another code"
    both = {**document, "results": {**document["results"], "Dr": {"does": "no effect"}}}
    assert steps(rolled(battle(both))) == {}, "and each has its own meaning where the document says so"
    said = {one["code"]: one["does"] for one in codes(document)}
    assert said["Dr"] == ["defender loses 1 step"] and said["dr1"] == ["defender retreats 1"]


def test_as_much_is_told_where_it_stands_and_of_each_side_that_loses_it() -> None:
    """The other side has to have lost something before, for either of the two."""
    for does, at in (
        (["attacker loses as much", "no effect"], [0]),
        ("both lose as much", [0]),
        (["defender loses 1 step", "both lose as much"], [1]),
        (["both lose 1 step", "attacker loses as much"], []),
    ):
        assert [path for path, _, _ in faults(game(does))] == [f"$.results.R.does[{n}]" for n in at]


@pytest.mark.parametrize(
    ("does", "message"),
    [
        ("defender flees", "'defender flees' is no effect"),
        ("defender loses 0 steps", "'defender loses 0 steps' is nothing that can be lost"),
        ("defender loses 3/2 of its factors", "'defender loses 3/2 of its factors' is nothing that can be lost"),
        ([{"choose": "umpire", "of": ["no effect", "no effect"]}], "unknown side 'umpire'"),
        ([{"choose": "attacker", "of": ["no effect"]}], "a choice has at least two ways"),
        ([{"choose": "attacker", "of": ["no effect", [CHOICE]]}], "a choice within a choice"),
        (["no effect"] * 9, "the effects: 9 are too many; at most 8"),
        ([7], "an effect must be text, found 7"),
    ],
)
def test_effects_that_cannot_be(does: Any, message: str) -> None:
    assert [fault[1] for fault in faults(game(does))] == [message]


def test_a_code_without_a_meaning_is_a_fault_where_it_stands() -> None:
    document = game(results={}, chart={"columns": ["1:1"], "rows": {"1-5": ["-"], "6": ["Zap"]}})
    (fault,) = faults(document)
    assert fault[:2] == ('$.chart.rows["6"][0]', "what 'Zap' means is not said")
