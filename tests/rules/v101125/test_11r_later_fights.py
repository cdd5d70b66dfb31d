"""11.R in fights after the first one: whose the works of a shared hex are, and who is on land by then."""

from __future__ import annotations

import pytest
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import presence

from tests.rules.v101125.playing import begin, options, spared, topic
from tests.rules.v101125.setting import HERE, document, infantry
from tests.rules.v101125.test_turn import unit

CALM = ("d6=1", "d6=2")


def deadlocked(times, ours=(), **more):
    """The fight after so many deadlocks from the exploitation phase on, in the first of which somebody goes in."""
    attack = [{**infantry(20, cadre_attack=18), **dict(ours)}]
    setup = document(attack, [infantry(8, cadre_attack=7)], phase="exploitation", forced_fights="here", **more)
    battle = begin(setup)
    for _ in range(times):
        battle = battle.play_all(["!result=DL", *CALM])
        while topic(battle):
            wanted = {"convert": "stands", "pay": "!spare", "advance": "go:a1:0"}[topic(battle)]
            battle = battle.play(wanted)
    return battle


def test_11_r_3_b_the_first_owner_has_the_works_of_the_hex_when_those_who_came_in_attack_him_there():
    """11.R.3.b, 11.R.3.c, 11.L.1.f.ii: no works for those who came in, and the first owner's once they must attack."""
    for times, side, works in ((1, "defender", ()), (2, "defender", ()), (3, "attacker", ("damaged_fort",))):
        bout = deadlocked(times, features=["fort"]).state.bout
        assert (bout.side, bout.works) == (side, works)


def entered(features):
    """A turn in which the defender counterattacks, goes in by a deadlock, and is attacked there in our next turn."""
    units = [unit("a", "attacker", "1,0", 9, cadre_attack=8), unit("d", "defender", HERE, 9, cadre_attack=8)]
    units += [unit("x", "attacker", "-5,0", 9), unit("y", "defender", "-6,0", 1)]
    attacks = [{"targets": [HERE], "units": ["a"]}, {"targets": ["-6,0"], "units": ["x"]}]
    given = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units}
    given |= {"map": {"hexes": {"1,0": {"features": features}}}}
    given["conditions"] = {"forced_fights": "here", "phase": "exploitation"}
    battle = Battle.start(RULESET.game(codec.read_scenario(given))).play_all(["attack:2", "!result=E1", *CALM])
    battle = battle.play_all(["go:x:0", "attack:1", "!result=CA", *CALM, "!result=DL", *CALM, "go:d:0", "attack:1"])
    return battle.state.inner.bout


def test_11_r_3_b_in_a_turn_too_those_who_came_into_a_hex_have_none_of_its_works():
    """11.R.3.b, 11.R.3.c: our own fort does not serve the enemy who went into it after his counterattack."""
    bout = entered(["fort"])
    assert (bout.side, bout.target, bout.works) == ("attacker", "1,0", ())


def retaken(attacks=(), units=(), features=("fort",)):
    """A battle in which a defender takes the fort the attackers came from, and they retreat back into it."""
    stacks = [[infantry(9, cadre_attack=8)] * 2, [infantry(12, cadre_attack=8), infantry(9, cadre_attack=7)]]
    given = document(*stacks, hexes={"1,0": {"features": list(features)}})
    if attacks:
        given |= {"procedure": "turn", "attacks": list(attacks), "units": [*given["units"], *units]}
        given.pop("targets")
    answer = ("join:2", "attack", "!result=DR", *CALM, "retreat", "to:0,1", "stop", "go:d1:0")
    back = ("!result=CA", *CALM, "!result=DR", *CALM, "retreat", "into:1,0")
    battle = Battle.start(RULESET.game(codec.read_scenario(given)))
    between = ("attack:2", "delay", "wait", "attack:1") if attacks else ()
    for action in (*(["attack:1"] if attacks else ()), "delay", *answer, *between, *back):
        battle = spared(battle, action)
    return battle


def test_11_r_3_b_who_took_a_hex_is_its_first_owner_when_enemies_come_back_into_it():
    """11.R.3.b: he stood there alone when they came, so that its works are his, not theirs who had it at first."""
    bout = retaken().state.bout
    assert (bout.side, bout.target, bout.works) == ("attacker", "1,0", ("fort",))


def test_11_r_3_b_in_a_turn_a_later_attack_knows_who_took_the_hex():
    """11.R.3.b: whoever shares the hex with him, the works serve who took it, also when others attack him there."""
    attacks = [{"targets": [HERE], "units": ["a1", "a2"]}, {"targets": ["1,0"], "units": ["x"]}]
    late = {"id": "x", "side": "attacker", "nation": "German", "at": "2,0", **infantry(20)}
    battle = retaken(attacks, [late])
    for action in ("!result=DL", *CALM, "stands", "stay", "attack:2"):
        battle = spared(battle, action)
    assert battle.state.inner.bout.works == ("damaged_fort",)


def test_t6_a2_those_who_landed_two_turns_ago_make_no_landing_any_more():
    """T6.a2: +1 in the turn of the landing; the later attack in the same hex is one by land."""
    landed = {"via": "sea", "at": HERE}
    first, later = deadlocked(0, ours=landed), deadlocked(3, ours=landed)
    assert (later.state.bout.side, later.state.bout.dual) == ("attacker", True)
    for battle, added in ((first, 1), (later, 0)):
        flow = battle.game.flow
        rolled = flow.rolled(flow.resulted(battle.state, "ME", "1:1", 0)._replace(dice=(0, 0, 1, 2)), 0)
        lines = flow.engagement(battle.state).added("attacker", rolled).children
        assert sum(one.value for one in lines if one.label == "Amphibious assault") == added


def test_11_f_3_paratroops_of_an_earlier_turn_bar_no_me():
    """11.F.3: no airdrop is made in the turn in which they attack the fort that they share."""
    dropped = {"type": "parachute", "via": "airdrop", "at": HERE}
    first, later = (deadlocked(times, ours=dropped, features=["fort"]) for times in (0, 3))
    for battle, asked in ((first, False), (later, True)):
        found = battle.play_all(["!result=DL", *CALM])
        while topic(found) == "pay":
            found = found.play("!spare")
        assert (topic(found) == "convert") == asked


@pytest.mark.parametrize(("via", "at"), [("land", "1,0"), ("sea", HERE), ("sea", "-1,0"), ("airdrop", HERE)])
def test_11_r_0_who_has_won_the_hex_that_he_landed_in_fights_on_by_land(via, at):
    """11.R.0, 11.L.1.d: nobody shares his hex, which enemies of another attack counterattack, nor theirs after it."""
    units = [
        {**unit("a", "attacker", at, 20), "via": via},
        unit("d", "defender", HERE, 4),
        unit("b", "attacker", "2,-2", 9, cadre_attack=8),
        unit("e", "defender", "1,-1", 9, cadre_attack=8),
    ]
    attacks = [{"targets": [HERE], "units": ["a"]}, {"targets": ["1,-1"], "units": ["b"]}]
    places = {HERE: {"terrain": "clear"}, "-1,0": {"terrain": "sea" if via == "sea" else "clear"}}
    given = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units, "map": {"hexes": places}}
    given["conditions"] = {"forced_fights": "here"}
    battle = Battle.start(RULESET.game(codec.read_scenario(given))).play_all(["attack:1", "now", "!result=E1", *CALM])
    while battle.state.now == 0:
        goes = [one for one in options(battle) if one.startswith("go:")]
        battle = battle.play("!spare" if topic(battle) == "pay" else goes[0])
    battle = battle.play_all(["attack:2", "now", "!result=CA", *CALM, f"strike:{HERE}"])
    assert not battle.state.inner.bout.dual
    battle = battle.play_all(["!result=CA", *CALM])
    game, inner = battle.game.fight(battle.state)
    found = {one.unit.id: presence.whereabouts(game.setting, inner, one.index) for one in game.setting.counters}
    assert (inner.bout.target, inner.bout.dual, found["a"]) == ("1,-1", False, HERE)
