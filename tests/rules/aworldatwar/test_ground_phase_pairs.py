"""Rules of the ground phase that meet: failed overruns and attacks, two breakthroughs, drops, partisans."""

from __future__ import annotations

from typing import Any

from tests.rules.aworldatwar.attrition_boards import around, board, due
from tests.rules.aworldatwar.attrition_boards import foe as enemy
from tests.rules.aworldatwar.attrition_boards import mine as ours
from tests.rules.aworldatwar.exploiting import EAST, WAITS, exploit, tanks
from tests.rules.aworldatwar.exploiting import enemy as defender
from tests.rules.aworldatwar.phases import attack, foe, marked, mine, options, phase, refused, stands, turn_of

E, NE, SE, W = "1,0", "1,-1", "0,1", "-1,0"
DAS = foe("das", "4,-1", "air", 6)


def failed(*units: Any, support: int = 0, **more: Any) -> Any:
    """The attacks after a tank in 0,0 failed to overrun E, as defensive air of three came."""
    given = [mine("pz", "0,0", factors=12), foe("d", E, factors=1), DAS, *units]
    battle = phase(*given, **more).play_all(["begin:move", "take:pz", f"overrun:{E}"])
    battle = battle.play("alone") if "alone" in battle.legal_actions else battle
    battle = battle.play(f"gs:{support}") if f"gs:{support}" in battle.legal_actions else battle
    return battle.play_all(["das:3" if not support else "das:4", "done", "begin:turn"])


# --- 13.531: a failed overrun, and what must follow ---------------------------------------------------------------


def test_13_531_who_failed_attacks_no_other_hex() -> None:
    battle = failed(foe("x", NE, factors=1), mine("inf", "0,-1", "infantry", 6))
    assert options(battle) == [f"at:{E}", f"at:{NE}"]
    other = battle.play(f"at:{NE}")
    assert "with:pz" not in options(other)
    assert refused(other, "pz") == {"13.531"}
    assert "with:inf" in options(other)


def test_13_531_two_who_failed_together_must_attack_though_neither_may_alone() -> None:
    """13.531: the attack is due as long as all who can join can make it; those who failed attack together."""
    units = mine("a", "0,0", factors=6), mine("b", "0,0", factors=6), foe("d", E, factors=1), DAS
    tried = phase(*units).play_all(["begin:move", "take:a", f"overrun:{E}", "with:b", "das:3", "done"])
    battle = tried.play("begin:turn")
    assert options(battle) == [f"at:{E}"]
    one = battle.play_all([f"at:{E}", "with:a"])
    assert "declare" not in options(one)
    assert "fight" in options(one.play_all(["with:b", "declare"]))


def test_13_531_others_may_help_but_not_instead() -> None:
    battle = failed(mine("inf", "0,1", "infantry", 6)).play(f"at:{E}")
    assert {"with:pz", "with:inf"} <= set(options(battle))
    alone = battle.play("with:inf")
    assert "declare" not in options(alone)
    assert "declare" in options(alone.play("with:pz"))


def test_13_531_air_that_supported_it_supports_the_attack_and_no_other() -> None:
    battle = failed(
        mine("gs", "-2,0", "air", 2), foe("x", NE, factors=1), mine("inf", "0,-1", "infantry", 6), support=2
    )
    without = battle.play_all([f"at:{E}", "with:pz"])
    assert "declare" not in options(without)
    assert "declare" in options(without.play("with:gs"))
    other = battle.play_all([f"at:{NE}", "with:inf"])
    assert "with:gs" not in options(other)


def test_13_531_the_defensive_air_that_thwarted_it_is_over_the_hex() -> None:
    battle = failed().play_all([f"at:{E}", "with:pz"])
    assert battle.assessment is not None
    assert battle.assessment.defense == 1 * 2 + 3


def test_13_531_two_failures_bind_each_to_its_own_hex() -> None:
    # The second tank stands next to both hexes; it must attack the one that it failed to overrun.
    units = [
        mine("a", "0,0", factors=12), mine("b", "0,0", factors=13),
        foe("d", E, factors=1), foe("e", NE, factors=1), DAS,
    ]  # fmt: skip
    battle = phase(*units).play_all(["begin:move", "take:a", f"overrun:{E}", "alone", "das:3"])
    battle = battle.play_all(["take:b", f"overrun:{NE}"])
    battle = battle.play("das:3" if "das:3" in options(battle) else "alone")
    battle = battle.play("das:3") if "das:3" in options(battle) else battle
    battle = battle.play_all(["done", "begin:turn"])
    first = battle.play(f"at:{E}")
    assert ("with:a" in options(first), "with:b" in options(first)) == (True, False)
    both = first.play_all(["with:a", "declare"])
    assert options(both) == [f"at:{NE}"]
    done = both.play_all([f"at:{NE}", "with:b", "declare"])
    assert "fight" in options(done)


def test_13_531_both_hexes_in_one_attack_do_for_both() -> None:
    battle = failed(foe("x", NE, factors=1), mine("inf", "0,-1", "infantry", 6)).play_all(
        [f"at:{NE}", f"also:{E}", "with:pz"]
    )
    assert {"declare"} <= set(options(battle))
    assert "fight" in options(battle.play("declare"))


def test_13_54_a_hex_that_was_overrun_is_attacked_by_nobody() -> None:
    units = mine("pz", "0,0", factors=30), foe("d", E, factors=1), mine("inf", "0,1", "infantry", 6), foe("x", "-4,0")
    battle = phase(*units).play_all(["begin:move", "take:pz", f"overrun:{E}", "done", "begin:turn"])
    assert options(battle) == ["fight"]


def test_13_55c_who_overran_may_attack_and_then_no_longer_exploits() -> None:
    units = (
        mine("pz", "0,0", factors=30),
        mine("res", "0,0", factors=30),
        foe("d", E, factors=1),
        foe("x", "3,0", factors=1),
    )
    battle = phase(*units).play_all(
        ["begin:move", "take:pz", f"overrun:{E}", "alone", "take:pz@1,0+2.0f", "go:2,0", "done"]
    )
    won = attack(battle, "3,0", "pz", result="!result=D").play("advance:pz")
    won = won.play("stay") if "stay" in options(won) else won
    assert marked(won, "pz", "overran") == [False]
    assert "begin:exploitation" in options(won)
    assert "16.22D" in refused(won.play("begin:exploitation"), "pz")


# --- 16.1, 16.21 --------------------------------------------------------------------------------------------------


def test_16_13_an_overrun_opens_no_breakthrough() -> None:
    units = mine("pz", "0,0", factors=30), mine("res", W), foe("d", E, factors=1), foe("x", "-4,0")
    battle = phase(*units).play_all(["begin:move", "take:pz", f"overrun:{E}", "done"])
    assert "begin:exploitation" not in options(battle)


def test_16_21_each_breakthrough_takes_armor_from_beside_its_own_attackers() -> None:
    # Two attacks side by side: from 0,0 on E, from 0,-1 on NE, which is next to 0,0 as well.
    units = [
        mine("a", "0,0", factors=20), mine("b", "1,-2", factors=20), foe("d", E, factors=1), foe("e", NE, factors=1),
        mine("south", SE), mine("north", "2,-3"), foe("far", "-4,0"),
    ]  # fmt: skip
    battle = phase(*units).play_all(
        ["begin:turn", f"at:{E}", "with:a", "declare", f"at:{NE}", "with:b", "declare", "fight"]
    )
    battle = battle.play_all(["attack:1", "!result=D", "advance:a"]).play_all(["attack:2", "!result=D", "advance:b"])
    battle = battle.play("begin:exploitation")
    game = battle.game.at_hand(battle.state)[0]
    placed = {(one.partition(":")[2].partition("@")[0], game.field.homes[int(one.partition("@")[2]) - 1])
              for one in options(battle) if one.startswith("place:")}  # fmt: skip
    assert placed == {("south", E), ("north", NE)}


# --- 14.23A: what counts as an offensive operation ----------------------------------------------------------------


def test_14_23a_who_dropped_on_an_empty_hex_counts_in_no_attrition() -> None:
    drop = {"id": "drop", "type": "airborne", "nation": "German", "at": WAITS}
    battle = exploit([tanks(), drop], defenders=[defender(at=EAST[2])]).play("done").play(f"drop:drop@{EAST[1]}")
    left = battle.play("done").game.remains(battle.play("done").state)["drop"]
    assert [(one.at, dict(one.values).get("fought")) for one in left] == [(EAST[1], True)]


def test_14_23a_who_overran_and_made_no_attack_counts() -> None:
    units = mine("pz", "0,0", factors=30), foe("d", E, factors=1), foe("x", "3,0")
    battle = phase(*units).play_all(["begin:move", "take:pz", f"overrun:{E}", "take:pz@1,0+2.0f", "go:2,0", "done"])
    battle = battle.play("begin:attrition")
    game, state = battle.game.at_hand(battle.state)
    assert {game.scenario.units[look.i].id for look in game.flow.level(state).counted} == {"pz"}


# --- drops set up for regular combat ------------------------------------------------------------------------------


def test_10_52_who_is_to_drop_in_combat_does_not_move_before() -> None:
    units = mine("air", E, "airborne", 1, via="airdrop"), mine("inf", "0,0", "infantry", 9), foe("d", E, factors=1)
    battle = phase(*units)
    assert "begin:move" in options(battle)
    moving = battle.play("begin:move")
    assert "take:air" not in options(moving)
    assert refused(moving, "air") == {"10.52"}
    fought = attack(moving.play("done"), E, "air", "inf", result="!result=D")
    assert stands(fought, "air") == [E]
    assert marked(fought.play("advance:inf"), "air", "fought") == [True]


# --- partisans in an attrition zone -------------------------------------------------------------------------------


def test_11_42_partisans_retreat_within_their_country_only() -> None:
    north = around("0,0")[2]

    def lost(country: str) -> int:
        land = {place: {"country": "Poland"} for place in around(north)} | {north: {"country": country}}
        pair = enemy("d", north), enemy("p", north, 1, "partisan", nation="French")
        game = board(ours("a", "0,0", 30), *pair, hexes=land)
        state = game.apply(game.apply(due(game, 0, 1), f"take:{north}"), "done")
        return int(game.flow.lost(state)[0])

    assert lost("Poland") == 0
    assert lost("France") == 1


# --- 13.411 with stacking -----------------------------------------------------------------------------------------


def test_13_411_the_one_hex_always_allowed_leads_into_no_full_hex_for_good() -> None:
    # A replacement (one MF) enters a forest that holds two: it cannot go on, and one of the three must go.
    units = (
        mine("rep", "0,0", "replacement", 1),
        mine("two", E, "infantry", 3, count=2, supply="none"),
        foe("x", "-4,0"),
    )
    battle = phase(*units, hexes={E: {"terrain": "forest"}}).play_all(["begin:move", "take:rep", f"go:{E}"])
    assert "done" not in options(battle)
    assert {one.partition(":")[0] for one in options(battle)} == {"remove"}
    assert "done" in options(battle.play(options(battle)[0]))


def test_13_531_a_declared_attack_that_is_due_is_fought_and_not_called_off() -> None:
    battle = failed(foe("x", NE, factors=1), mine("inf", "0,-1", "infantry", 6))
    battle = battle.play_all([f"at:{E}", "with:pz", "declare", f"at:{NE}", "with:inf", "declare", "fight"])
    assert options(battle) == ["attack:1", "attack:2"]
    fought = battle.play_all(["attack:1", "!end"])
    assert options(fought) == ["attack:2", "done"]


def test_15_22_who_drops_on_enemies_attacks() -> None:
    units = mine("air", E, "airborne", 1, via="airdrop"), mine("inf", "0,0", "infantry", 9), foe("d", E, factors=1)
    battle = phase(*units).play("begin:turn")
    assert options(battle) == [f"at:{E}"]
    declared = battle.play_all([f"at:{E}", "with:air", "with:inf", "declare"])
    assert options(declared.play("fight")) == ["attack:1"]


def test_15_22_who_can_help_one_of_two_drops_only_helps_either() -> None:
    """10.55C: no drop below 1:1, here 1 : 2, with the infantry beside both hexes 2 : 2, once, on whichever it is."""
    units = mine("p", E, "airborne", 1, via="airdrop"), mine("q", NE, "airborne", 1, via="airdrop")
    foes = foe("d", E, factors=1), foe("e", NE, factors=1)
    battle = phase(*units, mine("i", "0,0", "infantry", 1), *foes).play("begin:turn")
    for place, name in ((E, "p"), (NE, "q")):
        one = battle.play_all([f"at:{place}", f"with:{name}"])
        assert "declare" not in options(one)
        assert "declare" in options(one.play("with:i"))


def test_13_531_the_attacks_are_not_left_out_while_one_is_due() -> None:
    units = (
        mine("pz", "0,0", factors=12),
        foe("d", E, factors=1),
        DAS,
        mine("inf", "-2,0", "infantry"),
        foe("x", "-3,0"),
    )
    battle = phase(*units).play_all(["begin:move", "take:pz", f"overrun:{E}", "das:3", "done"])
    assert options(battle) == ["begin:turn"]
    fought = battle.play_all(["begin:turn", f"at:{E}", "with:pz", "declare", "fight", "attack:1", "!end"])
    assert {"begin:attrition", "end"} <= set(options(fought))
    marked_so = phase(*units, hexes={E: {"features": ["thwarted"]}})
    assert options(marked_so) == ["begin:move", "begin:turn"]


def test_13_53_air_of_a_failed_overrun_has_flown_though_no_attack_could_follow() -> None:
    """16.41, 16.44: only unused air flies in exploitation; 15.52: the French do not attack below 1:1 after it."""
    french, german = {"nation": "French"}, {"nation": "German"}
    units = mine("pz", "0,0", factors=10, **french), mine("gs", "-2,0", "air", 2, **french)
    units = *units, mine("i", "-3,0", "infantry", 9, **french), foe("w", "-4,0", factors=1, **german)
    battle = phase(*units, foe("d", E, factors=1, **german), foe("das", "4,-1", "air", 12, **german))
    battle = battle.play_all(["begin:move", "take:pz", f"overrun:{E}", "gs:2", "das:12", "done", "begin:turn"])
    assert "fight" in options(battle), "the attack that should follow is barred"
    battle = battle.play_all(["at:-4,0", "with:i", "declare", "fight", "attack:1", "!result=D", "stay"])
    assert (marked(battle, "gs", "fought"), marked(battle, "das", "fought")) == ([True], [True])
    assert marked(battle, "pz", "fought") == [False]


def test_10_52_a_drop_in_regular_combat_is_not_put_off_to_exploitation_nor_counted_in_attrition() -> None:
    """14.23A: who drops on nobody makes an offensive operation; 16.41: it drops once a turn."""
    units = mine("drop", "0,0", "airborne", 1, via="airdrop"), mine("i", "3,0", "infantry", 3), foe("d", E)
    battle = phase(*units, foe("e", "4,0"))
    assert options(battle) == ["begin:move", "begin:turn"]
    after = battle.play_all(["begin:turn", "fight"])
    assert "begin:exploitation" not in options(after), "nobody is left to drop, and nothing is broken through"
    counted = after.play("begin:attrition")
    assert "3 factors" in str(counted.assessment.headline)


def test_10_56_who_dropped_among_enemies_and_could_not_attack_is_gone() -> None:
    units = mine("air", E, "airborne", 1, via="airdrop"), foe("d", E, factors=4), foe("x", "-4,0")
    battle = phase(*units).play("begin:turn")
    assert "fight" in options(battle)  # one factor against eight is no drop
    over = battle.play("fight")
    assert stands(over, "air") == []
    assert any("10.56" in line.rules for _, line in over.log)


# --- two theatres, and the Russian winter -------------------------------------------------------------------------


def overruns(theatre: str, terrain: str) -> bool:
    """Whether armor overruns out of a hex of this terrain."""
    units = mine("pz", "0,0", factors=30, nation="US", movement=6), foe("d", E, factors=1, nation="Japanese")
    battle = phase(*units, hexes={"0,0": {"terrain": terrain}}, theatre=theatre).play_all(["begin:move", "take:pz"])
    return f"overrun:{E}" in options(battle)


def test_10_32_machines_are_lost_in_the_rough_of_the_pacific_only() -> None:
    assert overruns("europe", "forest")
    assert overruns("pacific", "clear")
    assert not overruns("pacific", "forest")


def test_14_521_russia_designates_hexes_in_the_attrition_of_its_phase() -> None:
    ours = [mine(f"r{n}", at, "infantry", 14, nation="Russian") for n, at in enumerate(("0,0", "0,1"))]
    theirs = [foe(f"g{n}", at, "infantry", 3, nation="German") for n, at in enumerate((E, "1,1"))]
    battle = phase(*ours, *theirs, winter_designations=2, winter_level=6).play_all(["begin:attrition", "roll", "d6=6"])
    assert {one.partition(":")[0] for one in options(battle)} >= {"seize", "bleed"}


def test_10_56_who_is_eliminated_when_all_attacks_are_over_is_among_the_losses() -> None:
    """10.56, 12.16: a drop that may not attack at 1:6, and a shock army that attacks nobody, as if they had fought."""
    dropped = mine("u", E, "airborne", 1, via="airdrop")
    shock = mine("s", "0,0", "infantry", 3, nation="Russian", shock_army=True)
    for unit, lost in ((dropped, 1), (shock, 3)):
        battle = phase(unit, mine("far", "-3,0", "infantry"), foe("d", E, nation="British"))
        battle = battle.play_all(["begin:turn", "fight", "end"])
        assert stands(battle, unit["id"]) == []
        assert battle.outcome is not None
        assert battle.outcome.measure("attacker_lost") == lost


# --- 16.31, 16.51: what an exploitation refuses is refused within the ground phase, too ----------------------------

LANE = {"0,0": {"features": ["breakthrough"]}, WAITS: {"features": ["attacked_from"]}}
CAME = mine("came", "0,0", "infantry", 3, fought=True)


def test_16_51_why_armor_that_may_be_given_up_cannot_go_on_is_told_hex_by_hex() -> None:
    crowd = mine("inf", EAST[0], "infantry", 1, count=2)
    battle = phase(CAME, mine("pz", WAITS, movement=1), crowd, foe("d", "4,0"), hexes=LANE)
    battle = battle.play_all(["begin:exploitation", "place:pz@1", f"go:0@{EAST[0]}"])
    assert options(battle) == ["scrap:0"]
    assert refused(battle, "pz", EAST[1]) == {"13.41"}


def test_16_31_a_unit_one_counter_of_which_exploits_is_not_refused_for_the_other() -> None:
    battle = phase(CAME, mine("pz", WAITS, movement=2, count=2), foe("d", "4,0"), hexes=LANE)
    battle = battle.play_all(["begin:move", "take:pz", "go:-2,0", "done", "begin:exploitation", "place:pz@1", "done"])
    part, inner = turn_of(battle).at_hand(battle.state)
    assert ("pz+1", "") in [(one.unit, one.hex) for one in part.refusals(inner)]
    found = [one for one in battle.game.refusals(battle.state) if one.unit == "pz"]
    assert found == []


def test_16_42_an_exploitation_that_would_be_empty_is_not_begun_and_it_is_told_why() -> None:
    """16.42, 10.42: of a partly supplied airborne unit nobody drops; with supply it may."""
    for supply, begins in (("full", True), ("partial", False)):
        battle = phase(mine("drop", "-2,0", "airborne", 1, ctl=3, supply=supply), foe("d", "3,0"))
        assert ("begin:exploitation" in options(battle)) == begins
        line = next(one for _, one in battle.assessment.trace.lines() if one.label == "Exploitation")
        assert (line.skipped, line.rules) == ((False, ("15.14",)) if begins else (True, ("10.42",)))
