"""Several attacks of one phase (11.A.1, 11.A.5, 11.A.6, 11.A.8): a stack divided, reduced counters carried on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hexumpire.analysis.deciding import policy_of
from hexumpire.analysis.together import Chances, chances
from hexumpire.analysis.walk import endings, explore
from hexumpire.files import codec
from hexumpire.kit.turn import Turn
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET

from tests.rules.v101125.test_11r_attack_out import pinned_by_attack


def unit(name: str, side: str, at: str, attack: int, **more: Any) -> dict[str, Any]:
    nation = "German" if side == "attacker" else "Soviet"
    return {"id": name, "side": side, "type": "infantry", "nation": nation, "at": at, "attack": attack, **more}


UNITS = [
    unit("a", "attacker", "1,0", 8, cadre_attack=3),
    unit("b", "attacker", "1,0", 6),
    unit("d", "defender", "0,0", 4, cadre_attack=2),
    unit("e", "defender", "2,0", 2),
]
STACK = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["2,0"], "units": ["b"]}]


def turn(attacks: list[dict[str, Any]] = STACK, units: list[dict[str, Any]] = UNITS) -> Any:
    document = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units}
    return RULESET.game(codec.read_scenario(document))


def wrong(attacks: list[dict[str, Any]]) -> set[str]:
    return {problem.rule for problem in turn(attacks).problems}


def test_11_a_5_a_stack_attacks_two_hexes_one_after_the_other() -> None:
    battle = Battle.start(turn())
    assert [option for option in battle.legal_actions if option.startswith("attack")] == ["attack:1", "attack:2"]
    rows = turn().rows(battle.state)
    assert [(row.assessment.attack, row.assessment.defense) for row in rows] == [(8, 4), (6, 2)]


def test_11_a_6_a_unit_attacks_one_hex() -> None:
    assert "11.A.6" in wrong([{"targets": ["0,0"], "units": ["a"]}, {"targets": ["2,0"], "units": ["a"]}])


def test_11_a_1_a_hex_is_attacked_once() -> None:
    assert "11.A.1" in wrong([{"targets": ["0,0"], "units": ["a"]}, {"targets": ["0,0"], "units": ["b"]}])


def test_what_an_attack_leaves_is_the_board_of_the_next() -> None:
    """Counters go on to their reduced sides, and keep what is printed there."""
    seen = set()
    for faces in [(a, b, c, d) for a in (2, 4, 6) for b in (3, 5, 6) for c in (1, 4, 6) for d in (2, 6)]:
        battle, dice = Battle.start(turn()).play("attack:1"), list(faces)
        while battle.state.now == 0:
            actions = list(battle.legal_actions)
            face = f"d6={dice[0]}" if dice else ""
            if face in actions:
                dice.pop(0)
            battle = battle.play(face if face in actions else "now" if "now" in actions else actions[-1])
        for standing in battle.state.board.units:
            values = dict(standing.values)
            if values.get("face") == "cadre":
                seen.add((standing.unit, values["attack"]))
    assert ("d", 2) in seen or ("a", 3) in seen
    assert seen <= {("a", 3), ("d", 2)}


def notes(battle: Battle[Any]) -> list[str]:
    return [row.note for row in battle.game.rows(battle.state)]


def said(battle: Battle[Any]) -> str:
    return "\n".join(line.text for _, line in battle.log)


def resolved(battle: Battle[Any], result: str) -> Battle[Any]:
    """The attack at hand with that result, calm dice of disruption, no losses, and the first answer to all else."""
    number = battle.state.now
    battle = battle.play_all(["now"] if "now" in battle.legal_actions else [])
    battle = battle.play_all([f"!result={result}", "d6=2", "d6=1"])
    while battle.state.now == number:
        spared = getattr(battle.node, "topic", "").startswith("pay")
        battle = battle.play("!spare" if spared else next(iter(battle.legal_actions)))
    return battle


def test_11_b_12_a_held_attack_comes_after_those_of_the_initial_phase() -> None:
    units = [*UNITS, unit("r", "attacker", "0,1", 5, reserve=True)]
    attacks = [{"targets": ["0,0"], "units": ["a", "r"]}, {"targets": ["2,0"], "units": ["b"]}]
    battle = Battle.start(turn(attacks, units)).play_all(["attack:1", "delay"])
    battle = battle.play("wait") if "wait" in battle.legal_actions else battle
    assert notes(battle) == ["it waits: the exploitation combat phase", ""]
    assert list(battle.legal_actions) == ["attack:2"]
    battle = resolved(battle.play("attack:2"), "ME")
    assert "The exploitation combat phase begins." in said(battle)
    battle = battle.play("attack:1")
    assert "now" not in battle.legal_actions  # it is held once
    assert battle.assessment.attack == 13  # the reserve has joined
    assert resolved(battle, "E1").outcome is not None


def test_11_l_1_f_i_a_deadlock_is_fought_again_after_the_others() -> None:
    battle = resolved(Battle.start(turn()).play("attack:1"), "DL")
    assert notes(battle) == ["it waits: the exploitation combat phase", ""]
    battle = resolved(battle.play("attack:2"), "ME").play("attack:1")
    state = battle.state.inner
    assert (state.bout.kind, state.bout.stage, max(state.memo.waits)) == ("forced", "exploitation", 1)
    assert "+1 MP for all units that fought" in said(resolved(battle, "ME"))


def test_11_p_0_works_stay_down_for_what_follows() -> None:
    document = {"ruleset": "v101125", "procedure": "turn", "attacks": STACK,
                "units": [unit("a", "attacker", "1,0", 60), *UNITS[1:]],
                "map": {"hexes": {"0,0": {"features": ["fortified_area"]}}}}  # fmt: skip
    battle = resolved(Battle.start(RULESET.game(codec.read_scenario(document))).play("attack:1"), "DL")
    assert battle.state.board.ground == (("0,0", ("improved_fort",)),)
    battle = resolved(battle.play("attack:2"), "ME").play("attack:1")
    state = battle.state.inner
    assert state.bout.works == ("improved_fort",)


def fortified(features: dict[str, list[str]], *actions: str, **more: Any) -> Any:
    """The turn of two attacks with works in some hexes, after some actions; all payments are spared."""
    document = {"ruleset": "v101125", "procedure": "turn", "attacks": STACK, "units": UNITS,
                "map": {"hexes": {at: {"features": works} for at, works in features.items()}}, **more}  # fmt: skip
    battle = Battle.start(RULESET.game(codec.read_scenario(document)))
    for action in actions:
        battle = battle.play(action)
        while battle.state.inner is not None and battle.state.inner.phase == "pay":
            battle = battle.play("!spare")
    return battle


COUNTER = ("attack:1", "now", "!result=CA", "d6=2", "d6=1", "stands", "!result=ME", "d6=2", "d6=1")


def test_11_p_0_works_stay_down_after_a_counterattack() -> None:
    """11.P.0: at once, before the counterattack, and for the attacks after it."""
    battle = fortified({"0,0": ["fortified_area"]}, *COUNTER)
    assert "The attack reduces the fortified area to an improved fort." in said(battle)
    assert on(battle).state.board.ground == (("0,0", ("improved_fort",)),)


def test_11_p_0_works_of_those_who_are_counterattacked_come_down() -> None:
    """11.P.0, 11.L.1.d.v: of a stack that stood by, over its own terrain."""
    units = [*UNITS, unit("s", "attacker", "0,1", 4)]
    strike = (*COUNTER[:5], "strike:0,1", *COUNTER[6:])
    battle = on(fortified({"0,1": ["fortified_area"]}, *strike, units=units))
    assert battle.state.board.ground == (("0,1", ("improved_fort",)),)


def test_11_q_1_a_an_entrenchment_that_is_left_is_gone_for_the_attacks_after_it() -> None:
    won = ("attack:1", "now", "!result=E1", "d6=2", "d6=1", "to:-1,0")
    alone = [{"targets": ["0,0"], "units": ["a", "b"]}, {"targets": ["2,0"], "units": ["c"]}]
    units = [*UNITS, unit("c", "attacker", "3,0", 6)]
    battle = fortified({"1,0": ["entrenchment"]}, *won, "go:a:0", attacks=alone, units=units)
    assert battle.game.standing(battle.state).ground == ()  # the other division is still there
    battle = battle.play("go:b:0")
    assert battle.state.board.ground == (("1,0", ()),)
    assert said(battle).count("No division is left to maintain the entrenchment: it is removed.") == 1


def test_11_l_1_f_i_air_and_naval_support_of_a_deadlock_has_gone_home() -> None:
    flown = {"type": "air", "side": "attacker", "nation": "German", "at": "1,0"}
    units = [*UNITS, {"id": "f", "points": 3, **flown}, {"id": "g", "points": 2, "serves": "again", **flown}]
    first = Battle.start(turn([{"targets": ["0,0"], "units": ["a", "f", "g"]}, STACK[1]], units)).play("attack:1")
    assert first.assessment.attack == 8 + 3
    again = resolved(resolved(first, "DL").play("attack:2"), "ME").play("attack:1")
    assert again.assessment.attack == 8 + 2


def on(battle: Any) -> Any:
    """The battle once the attack at hand is over: nobody pays, goes or answers."""
    number = battle.state.now
    while battle.state.now == number and battle.outcome is None:
        legal = list(battle.legal_actions)
        if battle.state.inner.phase == "pay":
            battle = battle.play("!spare")
        else:
            battle = battle.play(next((one for one in ("stay", "stop", "stand", "now") if one in legal), legal[0]))
    return battle


def counterattacked(conditions: dict[str, Any]) -> Any:
    """Of a stack that attacks two hexes, the first attack leads to a counterattack."""
    document = {"ruleset": "v101125", "procedure": "turn", "attacks": STACK, "units": UNITS, "conditions": conditions}
    battle = Battle.start(RULESET.game(codec.read_scenario(document)))
    return battle.play_all(["attack:1", "now", "!result=CA", "d6=2", "d6=1"])


def test_11_l_1_d_vii_who_was_struck_by_a_counterattack_attacks_no_more() -> None:
    """The whole hex is struck, so that the other attack is made by nobody and lapses."""
    battle = on(counterattacked({"forced_fights": "here"}).play_all(["!result=ME", "d6=2", "d6=1"]))
    rows = battle.game.rows(battle.state)
    assert rows[1].note == "those who were to make the attack have fought in a counterattack"
    assert rows[1].rules == ("11.L.1.d.vii",)
    assert "attack:2" not in battle.legal_actions


def test_11_l_1_d_vii_a_unit_that_is_said_to_have_fought_in_one_is_left_out() -> None:
    units = [{**one, "spent": True} if one["id"] == "b" else one for one in UNITS]
    assert "11.L.1.d.vii" in {problem.rule for problem in turn(units=units).problems}
    assert "11.L.1.d.vii" not in {problem.rule for problem in turn().problems}


BEYOND = [
    unit("a", "attacker", "1,0", 20),
    unit("b", "attacker", "0,-1", 9),
    unit("d", "defender", "0,0", 4, cadre_attack=2),
    unit("e", "defender", "-1,0", 5),
]
BOTH = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["-1,0"], "units": ["b"]}]


def test_11_q_2_f_who_retreated_into_a_hex_adds_nothing_to_its_defence() -> None:
    """11.Q.2.f: in the same phase; if that attack is held, half (11.L.1.g)."""
    battle = Battle.start(turn(BOTH, BEYOND)).play_all(["attack:1", "now", "!result=DR", "d6=2", "d6=1", "to:-1,0"])
    second = on(battle).play("attack:2")
    assert second.assessment.defense == 5
    later = second.play_all(["delay", "wait", "attack:2"])
    assert later.assessment.defense == 5 + 2


def price(game: Any, place: str, *actions: str) -> str:
    """What a hex costs the defenders of the first attack who retreat, by its label."""
    battle = Battle.start(game).play_all([*actions, "now", "!result=DR", "d6=2", "d6=1"])
    battle = battle.play("retreat") if "retreat" in battle.legal_actions else battle
    return next(str(one.label) for one in battle.node.options if one.id == f"to:{place}")


def test_11_q_2_a_attackers_of_other_attacks_lower_their_zones_too() -> None:
    """11.Q.2.a, 11.Q.2.d: 20 and 9 at half; of who attacks nobody at full."""
    assert "14½ points" in price(turn(BOTH, BEYOND), "1,-1", "attack:1")
    assert "19 points" in price(turn(BOTH[:1], BEYOND), "1,-1", "attack:1")
    alone = {"ruleset": "v101125", "targets": ["0,0"]}
    for engaged, points in ((False, "19 points"), (True, "14½ points")):
        units = [{**BEYOND[1], "attacks": False, "engaged": engaged} if one["id"] == "b" else one for one in BEYOND]
        assert points in price(RULESET.game(codec.read_scenario({**alone, "units": units})), "1,-1")


def test_11_q_2_d_friends_who_are_attacked_elsewhere_weigh_less() -> None:
    """11.Q.2.d: their zones are a level lower, too: in their own hex full, which is double of others."""
    near = [*BEYOND[:3], unit("e", "defender", "1,-1", 5)]
    struck = [BOTH[0], {"targets": ["1,-1"], "units": ["b"]}]
    assert "9½ points" in price(turn(struck, near), "1,-1", "attack:1")  # 10 + 4½ - 5
    assert "9 points" in price(turn(BOTH[:1], near), "1,-1", "attack:1")  # 10 + 9 - 2 x 5


def test_11_q_2_a_of_a_divided_unit_those_who_are_in_an_attack() -> None:
    units = [BEYOND[0], {**BEYOND[1], "count": 2}, *BEYOND[2:]]
    assert "23½ points" in price(turn([BOTH[0], {**BOTH[1], "units": ["b:1"]}], units), "1,-1", "attack:1")


def test_11_q_1_b_who_forces_his_way_in_has_the_marker_of_that_in_later_attacks() -> None:
    """All MP costs are paid: an MP of the hex on top of the marker of the roll."""
    weak = {**unit("d", "defender", "0,0", 0), "defence": 4, "cadre_attack": 0, "cadre_defence": 2}
    units = [*UNITS[:2], weak, unit("e", "defender", "2,0", 2, zoc="none")]
    battle = Battle.start(turn(units=units)).play_all(["attack:1", "now", "!result=½:½", "d6=1", "d6=2"])
    while battle.node.topic.startswith("pay"):
        battle = battle.play("!spare")
    markers = []
    for action in ("stay", "force:a:1"):
        board = battle.play(action).state.board.units
        markers += [dict(one.values)["marker"] for one in board if one.unit == "a"]
    assert markers == [2, 3]


# --- the chances of a turn --------------------------------------------------------------------------------------


def at_once(game: Any, state: Any) -> Callable[[Any, Any, Any], str]:
    """Both sides by their first policies."""
    return policy_of(game, state, RULESET, {}, "", None)


def holding(game: Any, state: Any) -> Callable[[Any, Any, Any], str]:
    """The same, but attacks are held wherever they may be, and nobody answers that."""
    usual = at_once(game, state)

    def choose(game: Any, state: Any, node: Any) -> str:
        held = [option.id for option in node.options if option.id in ("delay", "wait")]
        return held[0] if held else usual(game, state, node)

    return choose


def told(turn: Turn, state: Any, decide: Any) -> Chances:
    """The chances from a position on, which are those of a walk through the whole turn."""
    found = chances(turn, state, decide)
    assert found.whole == endings(explore(turn, state, decide(turn, state)))
    return found


def reckoned(found: Any) -> Turn:
    """The turn whose chances are told."""
    assert isinstance(found, Turn) and not found.problems
    return found.reckoned()


@pytest.mark.slow
@pytest.mark.parametrize("first", [1, 2])
def test_11_a_8_the_chances_after_an_attack_are_those_of_the_other_on_that_board(first: int) -> None:
    after = resolved(Battle.start(reckoned(turn())).play(f"attack:{first}"), "ME")
    assert list(told(after.game, after.state, at_once).single) == [2 - first]


@pytest.mark.slow
def test_11_r_3_d_4_an_attack_that_another_one_opens_counts_in_the_chances_of_the_turn() -> None:
    """The second is closed before the first is made, and may take its hex all the same."""
    game = reckoned(pinned_by_attack(strength=1))
    found = told(game, game.start(), at_once)
    assert list(found.single) == [0] and found.single[0].touched
    assert found.whole is not None and found.whole.p(lambda end: end.measure("hexes") == 2) > 0


@pytest.mark.slow
def test_11_b_12_an_attack_that_is_held_is_worked_out_in_the_chances_of_the_turn() -> None:
    """The only attack that is left: it is not said to lead to fights that nobody looks at."""
    after = resolved(Battle.start(reckoned(turn())).play("attack:1"), "ME")
    found = told(after.game, after.state, holding)
    assert found.single[1].p == 0 and found.single[1].open
    assert found.whole is not None and found.whole.p(lambda end: end.measure("hexes") == 1) > 0


def test_11_a_6_a_unit_one_counter_of_which_is_asked_to_pay_is_not_refused_for_the_other() -> None:
    """The other takes no part in the attack; whoever pays taps their unit, which is one of two."""
    units = [unit("a", "attacker", "1,0", 8, count=2, cadre_attack=3), *UNITS[1:], unit("c", "attacker", "3,0", 6)]
    attacks = [{"targets": ["0,0"], "units": ["a:1", "b"]}, {"targets": ["2,0"], "units": ["c"]}]
    battle = Battle.start(turn(attacks, units)).play_all(["attack:1", "now", "!result=ME", "d6=2", "d6=1"])
    assert [one.unit for one in battle.node.options] == ["a", "b"]
    assert [one.unit for one in battle.game.refusals(battle.state)] == ["d", "e", "c"]


def test_11_b_12_in_a_turn_too_what_a_held_attack_cost_is_not_paid_again() -> None:
    """11.B.12, 11.L.1.Ex: of two attacks one is held, and costs nothing more when its phase comes."""
    battle = Battle.start(turn()).play("attack:1")
    assert battle.assessment is not None and battle.assessment.headline == "8 : 4 → 2.00:1, 1 SP"
    battle = battle.play_all(["delay", "attack:2", "now", "!end", "attack:1"])
    assert battle.assessment is not None and battle.assessment.headline == "8 : 4 → 2.00:1, 0 SP"


def flown(name: str, side: str, at: str, points: int) -> dict[str, Any]:
    nation = "German" if side == "attacker" else "Soviet"
    return {"id": name, "side": side, "type": "air", "nation": nation, "at": at, "points": points}


def strengths(support: dict[str, Any], attacks: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """What both attacks are fought with."""
    game = turn(attacks, [*UNITS, support])
    return [(row.assessment.attack, row.assessment.defense) for row in game.rows(game.start())]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (["f"], [], [(12, 4), (6, 2)]),
        ([], ["f"], [(8, 4), (10, 2)]),
        ([], [], [(8, 4), (6, 2)]),
        (["f:1"], ["f:3"], [(9, 4), (9, 2)]),
    ],
)
def test_11_b_3_support_of_the_attacker_serves_in_the_attack_that_has_it_in_its_list(
    one: list[str], other: list[str], expected: list[tuple[int, int]]
) -> None:
    """11.B.3: a mission is flown for one attack, not for all of the phase; points may be shared out."""
    attacks = [{"targets": ["0,0"], "units": ["a", *one]}, {"targets": ["2,0"], "units": ["b", *other]}]
    assert strengths(flown("f", "attacker", "1,0", 4), attacks) == expected


@pytest.mark.parametrize(
    ("at", "expected"),
    [("0,0", [(8, 6), (6, 2)]), ("2,0", [(8, 4), (6, 4)]), ("3,0", [(8, 4), (6, 4)]), ("1,0", [(8, 6), (6, 2)])],
)
def test_11_b_3_support_of_the_defender_serves_in_the_hex_where_it_stands(
    at: str, expected: list[tuple[int, int]]
) -> None:
    """11.B.3: else in the nearest that is attacked, of several in the first."""
    assert strengths(flown("g", "defender", at, 4), STACK) == expected


def test_11_b_3_the_trace_tells_of_support_that_serves_elsewhere() -> None:
    """11.B.3."""
    support = [flown("f", "attacker", "1,0", 4), flown("g", "defender", "0,0", 4)]
    attacks = [STACK[0] | {"units": ["a", "f"]}, STACK[1]]
    game = turn(attacks, [*UNITS, *support])
    told = []
    for row in game.rows(game.start()):
        lines = [line for _, line in row.assessment.trace.lines() if line.label == "ground support" and line.skipped]
        told.append([str(line.note) for line in lines])
    assert told == [[], ["it is left out of this attack"] * 2]
