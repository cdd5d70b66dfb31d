"""11.R.3.d.2: units in a hex of dual ownership attack another one, and both hexes defend as one."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hexumpire.files import codec
from hexumpire.kit.places import mention
from hexumpire.model.battle import Battle, Outcome
from hexumpire.model.ruleset import Ruleset
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import bouts

from tests.conformance.checks import Citations, check_replay, walk
from tests.rules.v101125.playing import CALM, begin, log, options, refused, topic
from tests.rules.v101125.setting import terms

OUT, SHARED = "0,0", "1,0"
"""The hex attacked, and the one that both sides hold, out of which it is attacked."""
BEYOND = "2,0"


def setup(
    *units: dict[str, Any], terrain: str = "clear", shared: dict[str, Any] | None = None, sides: Any = None,
    readings: Any = None, targets: tuple[str, ...] = (OUT, SHARED), **conditions: Any,
) -> dict[str, Any]:  # fmt: skip
    """A German 20-6 in the shared hex; a Soviet 4-6 there, a 3-6 in the other; and further units."""
    stood = [
        {"id": "a", "side": "attacker", "type": "infantry", "nation": "German", "at": SHARED, "attack": 20},
        {"id": "in", "side": "defender", "type": "infantry", "nation": "Soviet", "at": SHARED, "attack": 4},
        {"id": "out", "side": "defender", "type": "infantry", "nation": "Soviet", "at": OUT, "attack": 3},
    ]
    hexes = {OUT: {"terrain": terrain}, SHARED: {"terrain": "clear", **(shared or {})}}
    return {"ruleset": "v101125", "procedure": "attack", "targets": list(targets), "units": [*stood, *units],
            "map": {"hexes": hexes, "sides": sides or {}}, "conditions": conditions,
            "readings": readings or {}}  # fmt: skip


def game(document: dict[str, Any]) -> Any:
    return RULESET.game(codec.read_scenario(document))


def wrong(document: dict[str, Any]) -> list[str]:
    return [problem.rule for problem in game(document).problems]


def extra(name: str, side: str, at: str, attack: int = 2, **more: Any) -> dict[str, Any]:
    nation = "German" if side == "attacker" else "Soviet"
    return {"id": name, "side": side, "type": "infantry", "nation": nation, "at": at, "attack": attack, **more}


def settled(battle: Any, *actions: str) -> Any:
    """The battle after some actions, where whatever is to be paid is spared."""
    for action in actions:
        battle = battle.play(action)
        while battle.outcome is None and topic(battle) == "pay":
            battle = battle.play("!spare")
    return battle


def test_the_strengths_of_both_hexes_are_added_up():
    """11.R.3.d.2, 11.A.4: 4 and 3; the odds name both hexes."""
    found = game(setup()).assess(game(setup()).start())
    assert (found.attack, found.defense) == (20, 7)
    defence = next(line for line in found.trace.children if line.label == "Defence")
    assert {str(label): value for label, value in terms(defence).items()} == {
        f"in {mention(OUT)}": 3,
        f"in {mention(SHARED)}": 4,
    }
    told = [str(line.label) for line in found.trace.children if line.rules == ("11.R.3.d.2",)]
    assert told == [f"the hexes defend together, over the terrain of {mention(OUT)}"]


def test_each_counter_counts_by_its_own_rules():
    """11.Q.2.f, 11.B.7: a guest in either hex adds nothing, an unsupported unit half."""
    more = (extra("g", "defender", SHARED, 6, retreated="initial"), extra("u", "defender", OUT, 4, unsupported=True))
    assert game(setup(*more)).assess(game(setup(*more)).start()).defense == 9


@pytest.mark.parametrize("targets", [(OUT, SHARED), (SHARED, OUT)])
def test_the_defender_picks_the_terrain(targets):
    """11.R.3.d.2: a choice of his, whichever hex is named first."""
    battle = begin(setup(terrain="woods", targets=targets))
    assert topic(battle) == "ground"
    assert battle.node.side == "defender"
    labels = {option.id: str(option.label) for option in battle.node.options}
    assert labels == {
        "on:1": f"{mention(OUT)}, woods: 20 : 7 → 2.85:1, main dice -2, 1 SP",
        "on:2": f"{mention(SHARED)}, clear: 20 : 7 → 2.85:1, 1 SP",
    }  # fmt: skip
    assert battle.play("on:1").assessment.headline.startswith("20 : 7 → 2.85:1, main dice -2")
    assert "main dice" not in battle.play("on:2").assessment.headline
    assert f"over the terrain of {mention(OUT)}" in log(battle.play("on:1"))


def test_a_choice_that_is_none_is_not_asked():
    """11.R.3.d.2: two clear hexes; but a river between them makes a difference."""
    assert topic(Battle.start(game(setup()))) == "declare"
    river = setup(sides={"0,0:E": ["minor_river"]})
    assert topic(Battle.start(game(river))) == "ground"
    battle = Battle.start(game(river))
    assert battle.play("on:1").assessment.attack == 10
    assert battle.play("on:2").assessment.attack == 20


def test_the_works_of_the_hex_that_is_picked_count():
    """11.R.3.d.2, 11.R.3.b: the terrain with its markers; those of the other hex stay as they are."""
    battle = begin(setup(shared={"features": ["fortified_area"]}, forced_fights="here"))
    picked = settled(battle.play_all(["on:2", "now", "!result=DL"]), *CALM)
    assert topic(picked) == "convert"
    picked = settled(picked, "stands")
    assert topic(picked) == "ground"  # the deadlock is fought again, and asked again
    assert picked.state.bout.works == ("improved_fort",)
    assert picked.play("on:1").state.bout.works_of(SHARED) == ("improved_fort",)


def test_who_came_into_the_shared_hex_has_none_of_its_works():
    """11.R.3.b, 11.R.3.c: where the attacker is its first owner, the works there do not serve the defender."""
    shared = {"terrain": "woods", "features": ["fort", "port"]}
    theirs, ours = (game(setup(shared={**shared, "owner": owner}, targets=(SHARED,))) for owner in SIDES)
    assert theirs.setting.opening.works == ("port", "fort")
    assert ours.setting.opening.works == ("port",)


SIDES = ("defender", "attacker")


def test_those_in_a_fortress_attack_the_enemies_in_their_hex_only():
    """11.R.3.d.2."""
    fortress = {"features": ["fortress"], "owner": "attacker"}
    assert "11.R.3.d.2" in wrong(setup(shared=fortress))
    assert wrong(setup(shared=fortress, targets=(SHARED,))) == []
    assert wrong(setup(shared={**fortress, "owner": "defender"})) == []  # the fortress is the enemy's


def test_only_those_in_the_shared_hex_attack_both_hexes():
    """11.R.3.d.2, 11.R.3.d.4: with others it is an attack on the one hex, whose enemies in the other are pinned."""
    other = extra("b", "attacker", "-1,0", 9)
    assert wrong(setup(other)) == ["11.R.3.d.2"]
    pin = extra("c", "attacker", SHARED, 4, attacks=False)
    assert wrong(setup(other, pin, targets=(OUT,))) == []
    assert wrong(setup(other, targets=(OUT,))) == ["11.R.3.d.4"]


@pytest.mark.parametrize(("reading", "rules"), [("none", []), ("pin", ["11.R.3.d.4"])])
def test_whether_an_attack_on_both_hexes_needs_a_pin(reading, rules):
    """11.R.3.d.4: any attack out of the hex, or only one in which the enemies there take no part."""
    assert wrong(setup(readings={"dual_pin": reading})) == rules
    assert wrong(setup(readings={"dual_pin": reading}, dual_attacked=True)) == []
    assert "dual_pin" in game(setup()).relevant()["readings"]
    assert "dual_pin" not in game(setup(targets=(OUT,))).relevant()["readings"]


def test_an_attack_on_both_hexes_is_no_attack_inside_the_shared_one():
    """11.R.3.d.2: neither that of those inside it alone, nor one of theirs and of others around it."""
    battle = begin(setup())
    (line,) = battle.assessment.trace.children[0].children
    assert {rule for rule in line.cited() if rule.startswith("11.R")} == set()


def test_two_hexes_that_do_not_belong_together_are_two_attacks():
    """11.A.4: nobody shares one of them, or they lie apart."""
    apart = setup(extra("far", "defender", "3,0"), targets=(SHARED, "3,0"))
    assert "11.A.4" in wrong(apart)
    alone = setup()
    alone["units"][1]["at"] = OUT
    assert "11.A.4" in wrong(alone)


def test_odds_are_a_sure_1_to_4_over_either_terrain():
    """11.A.11, 11.R.3.d.2: the defender may pick the terrain that halves the attackers."""
    weak = setup(terrain="mountain")
    weak["units"][0]["attack"] = 3
    assert "11.A.11" in wrong(weak)
    weak["map"]["hexes"][OUT]["terrain"] = "clear"
    assert wrong(weak) == []


def test_no_overrun_of_two_hexes():
    """11.R.3.d.2."""
    assert "11.R.3.d.2" in wrong({**setup(), "procedure": "overrun"})


# --- results --------------------------------------------------------------------------------------------------


def test_losses_fall_on_both_hexes():
    """11.R.3.d.2, 11.L.1.h: an elimination of 7 points takes everybody; of ½E the owner may pay in either hex."""
    assert begin(setup(), "!result=E1", *CALM).state.left == "0xx"
    half = begin(setup(extra("more", "defender", OUT, 4)), "!result=E½", *CALM)
    assert {option.unit for option in half.node.options} == {"in", "more"}


def test_a_disruption_is_halved_and_lost():
    """11.R.3.d: as in any fight inside a hex of dual ownership."""
    battle = begin(setup(extra("more", "defender", OUT, 4)), "!result=D1", *CALM)
    assert [(debt.role, debt.bill.kind) for debt in battle.state.due.debts] == [("defender", "casualties")]


def test_both_stacks_retreat_each_from_its_hex_and_the_attacker_advances():
    """11.R.3.d.2, 11.Q.2.0, 11.Q.1a: first those of the one hex, then those of the other."""
    battle = begin(setup(), "!result=DR", *CALM)
    battle = battle.play("retreat") if topic(battle) == "stand" else battle
    assert str(battle.node.prompt) == f"To which hex do the defenders of {mention(OUT)} retreat?"
    assert refused(battle, SHARED) == ["it is attacked as well"]
    battle = battle.play("to:-1,0")
    assert topic(battle) == "retreat"
    assert str(battle.node.prompt) == f"To which hex do the defenders of {mention(SHARED)} retreat?"
    assert f"to:{OUT}" not in options(battle)
    battle = battle.play(f"to:{BEYOND}")
    while topic(battle) in ("pay", "retreat"):
        battle = battle.play("!spare" if topic(battle) == "pay" else "stop")
    assert topic(battle) == "advance"
    assert refused(battle, "a") == []
    battle = battle.play("go:a:0")
    assert battle.outcome.result == "taken"
    assert battle.game.overlay(battle.state)["moved"]["a"] == {OUT: 1}


def test_each_stack_pays_for_its_own_retreat():
    """11.Q.2.d: zones of control cost those whom they meet."""
    watcher = extra("w", "attacker", "3,0", 4, attacks=False)
    battle = begin(setup(watcher), "!result=DR", *CALM)
    battle = battle.play("retreat") if topic(battle) == "stand" else battle
    battle = battle.play_all(["to:-1,0", f"to:{BEYOND}"])
    assert battle.state.left == "0x00" or {option.unit for option in battle.node.options} == {"in"}


def test_who_finds_no_hex_stays_and_the_others_go():
    """11.Q.2.b: the stack in the shared hex is shut in."""
    ring = [extra(f"r{n}", "attacker", place, 1, attacks=False, zoc="none")
            for n, place in enumerate(("2,0", "2,-1", "1,-1", "0,1", "1,1"))]  # fmt: skip
    battle = begin(setup(*ring), "!result=DR", *CALM)
    battle = battle.play("retreat") if topic(battle) == "stand" else battle
    battle = battle.play_all(["to:-1,0", "stuck"])
    assert "No hex without enemies is open" in log(battle)
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert battle.state.at[1:3] == (SHARED, "-1,0")


def test_a_counterattack_strikes_what_both_stacks_can_attack():
    """11.R.3.d.2, 11.L.1.d: the enemies in the shared hex, not those beside one stack; both stacks take part."""
    beside = extra("b", "attacker", "-1,0", 9, attacks=False)
    battle = settled(begin(setup(beside, forced_fights="here"), "!result=CA"), *CALM)
    assert battle.state.bout.side == "defender"
    assert battle.state.bout.target == SHARED
    assert battle.assessment.headline.startswith("7 : 20")
    back = settled(battle, "!result=CA", *CALM)
    assert back.assessment.headline.startswith("20 : 4")  # struck back, by them, are those in the hex alone (11.L.1.Ex)


def test_a_deadlock_lets_the_attacker_into_the_other_hex():
    """11.L.1.f.ii, 11.Q.1.b.1: in the exploitation phase; its owner has to attack him there."""
    battle = settled(begin(setup(phase="exploitation", forced_fights="here"), "!result=DL"), *CALM)
    assert options(battle) == ["go:a:0", "stay"]
    battle = battle.play("go:a:0")
    battle = battle.play("all") if topic(battle) == "reinforce" else battle
    assert battle.state.bout.target == OUT
    assert battle.state.bout.side == "defender"


def test_after_a_deadlock_those_in_the_hex_that_was_entered_must_attack_and_others_may():
    """11.L.1.f.ii, 11.R.3.d.2: nobody in the shared hex has to, as the enemy has left it."""
    battle = settled(begin(setup(phase="exploitation", forced_fights="here"), "!result=DL"), *CALM, "go:a:0")
    assert options(battle) == ["all", "alone"]
    assert battle.play("all").assessment.headline.startswith("7 : 20")
    assert battle.play("alone").assessment.headline.startswith("3 : 20")


def test_reserves_in_the_shared_hex_join_an_attack_on_both():
    """11.A.13, 11.R.3.d.2."""
    battle = begin(setup(extra("r", "attacker", SHARED, 5, reserve=True)), "delay")
    battle = battle.play("wait") if "wait" in options(battle) else battle
    assert battle.state.bout.stage == "exploitation"
    assert {battle.game.setting.counters[i].id for i in battle.state.bout.attackers} == {"a", "r"}
    assert battle.assessment.headline.startswith("25 : 7")


def test_a_deadlock_is_fought_again_on_the_hex_that_is_still_held():
    """11.L.1.f.i, 11.R.3.d.2: on one hex once the defenders of the other are gone."""
    battle = begin(setup(terrain="woods"), "on:1", "now")
    assert battle.state.bout.dual
    for left, place, inside in (("0x0", OUT, False), ("00x", SHARED, True)):
        state = battle.state._replace(left=left)
        found = bouts.hosting(battle.game.setting, state, bouts.later(battle.game.setting, state, True))
        assert (found.hexes, found.dual) == ((place,), inside)


def test_a_stack_may_leave_before_the_fight():
    """11.D.3, 11.R.3.d.2: each from its own hex."""
    battle = Battle.start(game(setup(retreat_before=True)))
    assert options(battle) == ["stay", "try:1", "try:2"]
    shared, out = (battle.play(f"try:{n}") for n in (1, 2))
    assert f"to:{BEYOND}" in options(shared) and f"to:{BEYOND}" not in options(out)
    gone = shared.play_all([f"to:{BEYOND}", "S", "stay", "now"])
    assert gone.assessment.defense == 3


def test_attacks_of_a_turn_may_be_on_two_hexes():
    """11.A.4, 11.R.3.d.2: one of several attacks."""
    document = {**setup(extra("b", "attacker", "5,0", 9), extra("e", "defender", "6,0", 3)), "procedure": "turn"}
    del document["targets"]
    document["attacks"] = [{"targets": [OUT, SHARED], "units": ["a"]}, {"targets": ["6,0"], "units": ["b"]}]
    battle = Battle.start(game(document))
    assert [row.assessment.defense for row in battle.game.rows(battle.state)] == [7, 3]
    won = {n: Outcome("taken", (("hex", 1),)) for n in range(2)}
    assert [battle.game.result(some, (0, 1)).result for some in ({0: won[0]}, won)] == ["some", "all"]


def pinned_by_attack(*more, first=True, strength=9, at=BEYOND):
    """A turn: others attack the enemies in the shared hex; out of it, and from beyond, the hex behind is attacked."""
    attacks = [{"targets": [SHARED], "units": ["c"]}] if first else []
    attacks += [{"targets": [OUT], "units": ["a", "b"]}]
    units = extra("b", "attacker", "-1,0", 9), extra("c", "attacker", at, strength, cadre_attack=1), *more
    document = {**setup(*units), "procedure": "turn", "attacks": attacks}
    document["units"][1]["cadre_attack"] = 2  # so that some of the enemies are still there after the attack on them
    del document["targets"]
    return game(document)


def rules(turn):
    return [problem.rule for problem in turn.problems]


def notes(battle):
    """Whether each attack may be fought now, or the rule against it."""
    return [row.rules[0] if row.note else "" for row in battle.game.rows(battle.state)]


def fought(battle, number, result="ME"):
    """The turn after one of its attacks, which leads to nothing else."""
    battle = settled(battle.play_all([f"attack:{number}", "now"]), f"!result={result}", *CALM)
    while battle.state.inner is not None:
        battle = settled(battle, "stay" if "stay" in options(battle) else options(battle)[0])
    return battle


def test_an_attack_of_the_turn_opens_the_way_out_of_the_hex():
    """11.R.3.d.4: one at 1:4 on the enemies in it, in the same phase."""
    assert rules(pinned_by_attack(first=False)) == ["11.R.3.d.4"]
    assert rules(pinned_by_attack()) == []
    battle = Battle.start(pinned_by_attack())
    assert notes(battle) == ["", "11.R.3.d.4"]
    assert "attack:2" not in options(battle)
    after = fought(battle, 1)
    assert {one.unit for one in after.state.board.units if one.at == SHARED} == {"a", "in"}
    assert notes(after)[1] == ""
    assert "attack:2" in options(after)


def test_an_attack_at_exactly_1_to_4_opens_the_way():
    """11.R.3.d.4: a strength of 1 against 4 is enough."""
    after = fought(Battle.start(pinned_by_attack(strength=1)), 1)
    assert "in" in {one.unit for one in after.state.board.units}
    assert notes(after)[1] == ""


def test_an_attack_that_is_held_opens_no_way_yet():
    """11.R.3.d.4, 11.B.12: it is not made before the exploitation phase."""
    battle = Battle.start(pinned_by_attack()).play_all(["attack:1", "delay"])
    battle = battle.play("wait") if "wait" in options(battle) else battle
    assert notes(battle)[1] == "11.R.3.d.4"


def test_the_answer_to_a_held_attack_opens_no_way():
    """11.R.3.d.4, 11.B.12: it is an attack of those in the hex, not one on them."""
    turn = pinned_by_attack(extra("more", "defender", SHARED, 40), strength=12, at=SHARED)
    battle = Battle.start(turn).play_all(["attack:1", "delay"])
    battle = settled(battle, *[one for one in options(battle) if one != "wait"][:1], "!result=ME", *CALM)
    while battle.state.inner is not None:
        battle = settled(battle, "stay" if "stay" in options(battle) else options(battle)[0])
    assert "in" in {one.unit for one in battle.state.board.units}
    assert notes(battle)[1] == "11.R.3.d.4"


def test_an_attack_out_that_was_held_is_not_judged_again():
    """11.R.3.d.4: the other one was made in the phase in which it began."""
    battle = fought(Battle.start(pinned_by_attack()), 1).play_all(["attack:2", "delay"])
    battle = battle.play("wait") if "wait" in options(battle) else battle
    assert battle.state.stage == 1
    assert "attack:2" in options(battle)


@pytest.mark.parametrize(("attacked", "phase", "wanted"), [
    ("initial", "initial", []), ("initial", "exploitation", ["11.R.3.d.4"]), ("exploitation", "exploitation", []),
    ("no", "initial", ["11.R.3.d.4"]),
])  # fmt: skip
def test_whether_enemies_were_attacked_may_be_said_of_them(attacked, phase, wanted):
    """11.R.3.d.4: in the same combat phase."""
    document = setup(extra("b", "attacker", "-1,0", 9), targets=(OUT,), phase=phase)
    document["units"][1]["attacked"] = attacked
    assert wrong(document) == wanted
    document["units"].append(extra("beside", "defender", SHARED))
    assert wrong(document) == wanted, "it is an attack on the hex, be it that some of it were not struck"


def pairs(ruleset: Ruleset, seed: int) -> dict[str, Any]:
    """A random attack out of a shared hex."""
    rng = random.Random(seed)
    kinds = ("infantry", "armour", "artillery", "antitank")
    units = []
    for side, place in [("attacker", SHARED), ("defender", SHARED), ("defender", OUT)] + [("", "")] * rng.randint(0, 3):
        side = side or rng.choice(("attacker", "defender"))
        place = place or rng.choice((SHARED, OUT, "2,0", "0,-1")[0 if side == "defender" else 2 :])
        units.append({"side": side, "at": place, "type": rng.choice(kinds), "attack": rng.randint(3, 9),
                      "nation": "German" if side == "attacker" else "Soviet",
                      "cadre_attack": rng.choice((-1, 1, 2)), "size": rng.choice(("1", "3"))})  # fmt: skip
        if side == "attacker":
            units[-1]["attacks"] = place == SHARED
    units[0]["attack"] = 20
    conditions = {key: rng.random() < 0.4 for key in ("retreat_before", "waiving")}
    conditions |= {"forced_fights": rng.choice(("apart", "here")), "phase": rng.choice(("initial", "exploitation"))}
    hexes = {place: {"terrain": rng.choice(("clear", "woods", "forest")),
                     "features": rng.choice(([], ["fort"], ["full_city"]))} for place in (OUT, SHARED)}  # fmt: skip
    return {"ruleset": ruleset.key, "targets": [OUT, SHARED], "units": units, "conditions": conditions,
            "map": {"hexes": hexes}}  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_random_attacks_out_of_a_shared_hex(seed):
    """11.R.3.d.2: every position of a battle is sound."""
    document = json.loads(json.dumps(pairs(RULESET, seed)))
    battle = walk(game(document), random.Random(seed), RULESET, Citations(RULESET))
    check_replay(battle, RULESET)


# --- a pair and the answer to a held attack -----------------------------------------------------------------------


def answered(strength: int, *units: dict[str, Any], **more: Any) -> Any:
    """The attack out of the shared hex by such a division, held, and answered by all who are under it."""
    document = setup(*units, **more)
    document["units"][0].update(attack=strength, cadre_attack=9)
    battle = Battle.start(game(document))
    battle = battle.play("on:1") if topic(battle) == "ground" else battle
    return battle.play_all(["delay", "all"])


def test_both_stacks_answer_a_held_attack_out_of_their_hex():
    """11.B.12, 11.R.3.d.1: 4 and 3 at half, on those in the shared hex; it is a fight inside it."""
    battle = answered(9, shared={"features": ["fort"]})
    assert battle.assessment.headline.startswith("3½ : 9")
    assert (battle.state.bout.hexes, battle.state.bout.dual) == ((SHARED,), True)
    assert battle.state.bout.places == (SHARED, OUT)
    assert battle.state.bout.works == ()  # 11.R.3.c: the fort is its first owner's


def test_the_held_attack_goes_on_against_both_hexes():
    """11.B.12, 11.R.3.d.2."""
    battle = settled(answered(20, extra("more", "defender", OUT, 6)), "!result=ME", "d6=1", "d6=2")
    while battle.state.bout.stage == "initial":
        battle = battle.play("stay")
    assert set(battle.state.bout.hexes) == {OUT, SHARED}
    assert battle.assessment.headline.startswith("9 : 13")  # its cadre is left


@pytest.mark.parametrize("beyond", [BEYOND, "1,-1"])
def test_the_held_attack_lapses_when_nobody_is_left_in_the_shared_hex(beyond):
    """11.B.12, 11.R.3.d.2: who was driven out of it cannot attack both hexes, be it that he still is beside one."""
    battle = settled(answered(20, extra("more", "defender", OUT, 30)), "!result=DR", "d6=1", "d6=2", "retreat")
    while battle.outcome is None:
        wanted = (f"to:{beyond}", "!spare" if topic(battle) == "pay" else "stop", "stay")
        battle = battle.play(next(one for one in wanted if one.startswith("!") or one in options(battle)))
    assert battle.state.left[0] in "01"
    assert battle.state.at[0] == beyond
    assert "The held attack lapses: nobody is left who could make it." in log(battle)


def test_interdiction_costs_those_who_leave_that_hex():
    """11.Q.2.e, 11.R.3.d.2: not those in the other one."""
    document = setup(extra("more", "defender", OUT, 9, cadre_attack=2), shared={"interdiction": 1})
    battle = begin(document, "!result=DR", *CALM)
    battle = battle.play("retreat") if topic(battle) == "stand" else battle
    battle = battle.play_all(["to:-1,0", f"to:{BEYOND}"])
    assert battle.state.left[2:] == "00"
    assert battle.state.left[1] == "x"


@pytest.mark.parametrize(
    ("interdicted", "left"),
    [(OUT, {"more": "1"}), (SHARED, {"in": "1"}), (BEYOND, {})],
    ids=["first", "second", "none"],
)
def test_of_two_hexes_the_one_that_is_interdicted_costs_once_whenever_it_is_left(interdicted, left):
    """11.Q.2.e, 11.R.3.d.2: those of the other hex have gone before, one after another."""
    document = setup(extra("more", "defender", OUT, 2))
    document["units"][0]["zoc"] = "none"
    for unit in document["units"][1:]:
        unit.update(attack=2, cadre_attack=1)
    document["map"]["hexes"].setdefault(interdicted, {"terrain": "clear"})["interdiction"] = 1
    battle = begin(document, "!result=DR", *CALM)
    battle = battle.play("retreat") if topic(battle) == "stand" else battle
    for action in ("apart:out:0", "to:-1,0", "to:-1,1", f"to:{BEYOND}"):
        battle = battle.play(action)
        battle = battle.play("lose:more:0") if topic(battle) == "pay" else battle
    faces = {unit["id"]: face for unit, face in zip(document["units"], battle.state.left, strict=True)}
    assert faces == {"a": "0", "in": "0", "out": "0", "more": "0", **left}


@pytest.mark.parametrize("ground", ["on:1", "on:2"])
def test_11_q_1_the_hex_attacked_out_of_the_other_may_be_entered_where_nobody_is_left_in_either(ground):
    """11.Q.1, 11.B.12, 11.R.3.d.2: all fell in their answer; whose terrain was to count is no question any more."""
    document = setup(terrain="woods")
    document["units"][0].update(attack=9)
    battle = settled(Battle.start(game(document)), ground, "delay", "all", "!result=1E", *CALM)
    assert battle.state.left == "0xx"
    assert "The held attack goes on in the exploitation phase" in log(battle)
    assert (topic(battle), options(battle)) == ("advance", ["go:a:0", "stay"])
    ended = battle.play("go:a:0")
    assert (ended.state.at[0], ended.outcome.result) == (OUT, "taken")


@pytest.mark.parametrize(
    ("second", "stays", "pinned"),
    [(BEYOND, 0, False), (BEYOND, 4, True), (SHARED, 0, True)],
)
def test_11_r_3_d_4_of_two_attacks_out_of_a_shared_hex_neither_pins_for_the_other(second, stays, pinned):
    """11.R.3.d.4: who attacks out of the hex does not pin the 4-6 in it; who stays, or attacks it there, does."""
    units = [extra("b", "attacker", SHARED, 20), extra("beyond", "defender", BEYOND)]
    units += [extra("c", "attacker", SHARED, stays)] if stays else []
    attacks = [{"targets": [OUT], "units": ["a"]}, {"targets": [second], "units": ["b"]}]
    found = {**setup(*units), "procedure": "turn", "attacks": attacks}
    del found["targets"]
    assert wrong(found) == ([] if pinned else ["11.R.3.d.4", "11.R.3.d.4"])
    if pinned:
        assert "attack:1" in Battle.start(game(found)).legal_actions


def test_11_d_7_the_terrain_of_a_hex_that_all_have_left_before_the_dice_counts_no_more():
    """11.R.3.d.2, 11.D.7: picked for its woods, they left it; those in the clear shared hex fight on in the clear."""
    battle = Battle.start(game(setup(terrain="woods", retreat_before=True))).play("on:1")
    assert "main dice -2" in battle.assessment.headline
    gone = battle.play_all(["try:2", "to:-1,0", "S", "stay"])
    assert gone.state.bout.hexes == (SHARED, OUT)  # both may be entered yet
    assert gone.assessment.headline.startswith("20 : 4 → 5.0:1, 1 SP")
    stays = battle.play_all(["try:1", f"to:{BEYOND}", "S", "stay"])
    assert "main dice -2" in stays.assessment.headline


def test_11_r_3_d_2_nobody_defends_over_the_terrain_of_a_hex_that_is_empty():
    """11.R.3.d.2, 11.H.2: out of the shared hex an empty one in woods is attacked: those who share it fight there."""
    document = setup(terrain="woods")
    document["units"] = document["units"][:2]
    battle = begin(document)
    assert battle.state.phase == "first"
    assert battle.assessment.headline.startswith("20 : 4 → 5.0:1, 1 SP")


FORTIFIED = {"title": "Ours", "tables": {"terrain_numbers": {"fort": {"dm": -2}}}}


@pytest.mark.parametrize(("owner", "needed"), [("defender", 6), ("attacker", 4)])
def test_11_r_3_d_4_only_works_of_the_enemies_make_them_harder_to_pin(owner, needed):
    """11.R.3.b, 11.R.3.c, 11.R.3.d.4: 4 points of strength, and 2 for a fort that serves its first owner alone."""
    for stays, rules in ((needed, []), (needed - 1, ["11.R.3.d.4"])):
        other = extra("stays", "attacker", "1,0", stays, attacks=False)
        found = setup(other, targets=("0,0",), shared={"features": ["fort"], "owner": owner})
        assert wrong(found | {"pack": FORTIFIED}) == rules
