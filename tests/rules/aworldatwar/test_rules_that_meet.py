"""Rules that meet: where one section takes back, limits or goes before what another gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hexumpire.analysis.deciding import policy_of
from hexumpire.analysis.together import chances
from hexumpire.analysis.walk import endings, explore
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.rules.attrition_winter import payable
from hexumpire.rulesets.aworldatwar.turn import Numbered

from tests.rules.aworldatwar.attrition_boards import around, board, due, play, sea
from tests.rules.aworldatwar.attrition_boards import foe as theirs
from tests.rules.aworldatwar.attrition_boards import mine as ours
from tests.rules.aworldatwar.attrition_boards import options as open_now
from tests.rules.aworldatwar.exploiting import EAST, HOME, begin, enemy, exploit, refused, tanks, why
from tests.rules.aworldatwar.phases import Document, attack, features, foe, marked, mine, phase, stands, turn
from tests.rules.aworldatwar.setting import (
    EDITIONS,
    NORTHWEST,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    armor,
    defender,
    fight,
    game,
    gone,
    infantry,
    odds,
    options,
    pay,
    sections,
    terms,
    topic,
    unit,
)

E = EAST[0]
DAS = {"id": "das", "type": "air", "factors": 5}


def until(battle: Any, *topics: str) -> Any:
    """The battle after it was said that no more is done, up to one of these questions."""
    while topic(battle) not in topics:
        battle = battle.play("done")
    return battle


# --- partisans and air (11.47) ---------------------------------------------------------------------------------


def test_11_47_no_defensive_air_flies_over_partisans_alone_in_exploitation_and_they_may_be_attacked() -> None:
    """11.47: no DAS for partisans; that the defender cannot send it keeps nobody from attacking them (16.44).

    Who stands beside partisans may have it, so the second hex is covered. One partisan of 1 in clear land: 2 for the
    basic DM, 1 less against partisans and 1 less in exploitation leave no less than 1 (15.31); 4 : 1 is 4:1.
    """
    defenders = [enemy("partisan", at=EAST[0]), enemy("partisan", at="1,-1"), enemy(at="1,-1")]
    battle = exploit([tanks()], defenders=[*defenders, enemy(at=EAST[3], **DAS)])
    battle = until(battle, "cover")
    assert options(battle) == ["done", "fly:das@1,-1"]
    assert "11.47" in refused(battle, "das", EAST[0])
    battle = until(battle.play("fly:das@1,-1"), "target").play_all([f"attack:{EAST[0]}", "send:0"])
    assert "fight" in options(battle)
    assert battle.assessment.column == "4:1"


# --- overruns that fail, and stacking (12.15, 13.531) ----------------------------------------------------------


def failed(third: int = 0, others: Sequence[dict[str, Any]] = ()) -> Any:
    """Two tanks in a hex beside the breakthrough hex that failed to overrun the next: 12 : 2, and 5 of air.

    ``third``: the movement factor of a third tank that went there with them.
    """
    slow = [tanks(id="slow", movement=third)] if third else []
    battle = exploit(
        [tanks(count=2, factors=6), *slow], others=others,
        defenders=[enemy(at=EAST[1]), enemy(at=EAST[4], **DAS)],
    )  # fmt: skip
    if slow:
        battle = battle.play("place:slow@1")
    for number in range(2 + len(slow)):
        battle = battle.play(f"go:{number}@{EAST[0]}")
    return battle.play_all([f"overrun:0+1@{EAST[1]}", "on", "fly:das", "on"])


FOOT = {"id": "foot", "type": "infantry", "nation": "German", "at": EAST[0], "factors": 1, "count": 2}


def test_12_15_those_who_failed_to_overrun_in_exploitation_stay_and_others_in_their_hex_go() -> None:
    """12.15: excess units which were not attempting the overrun are eliminated; the others must attack (13.531)."""
    battle = failed(others=[FOOT])
    assert options(battle) == ["remove:foot"]
    battle = battle.play("remove:foot")
    assert options(battle) == ["remove:foot"], "three units are in the hex, where two may stack"
    battle = battle.play("remove:foot")
    assert {"12.15"} <= {rule for number, line in battle.log if number == len(battle.line) - 1 for rule in line.rules}
    assert options(battle) == ["done"]
    battle = until(battle, "target").play(f"attack:{EAST[1]}")
    assert options(battle)[0] == "fight", "both who attempted the overrun are there to attack"
    assert battle.state.losses == (2, 0)


def test_12_15_a_third_tank_that_can_move_on_does_and_nobody_is_given_up() -> None:
    """12.15: the attacker must remedy the overstacking; units go only if it is unable to do so."""
    battle = failed(third=6)
    assert not [one for one in options(battle) if one.startswith(("scrap", "remove", "done"))]
    assert "done" in options(battle.play("go:2@1,-1"))


def test_12_15_a_third_tank_that_cannot_move_on_is_the_one_that_goes() -> None:
    """12.15: excess units which were not attempting the overrun."""
    assert options(failed(third=1)) == ["scrap:2"]


# --- what one part of the turn leaves to the next ---------------------------------------------------------------


def test_14_23A_armor_that_overran_and_then_exploited_counts_in_no_attrition() -> None:
    """14.23A: units that exploited are not counted; 13.55C lets them attrition for no more than having overrun.

    The tank stays next to an enemy of 2 in the breakthrough hex, as do the two who attacked: nobody counts.
    """
    units = mine("pz", "-1,1", factors=12, movement=6), mine("a", "0,0", factors=9), mine("i", "0,0", "infantry", 9)
    battle = phase(*units, foe("w", "-1,2", factors=1), foe("d", E, factors=1), foe("e", "2,0", factors=2))
    battle = battle.play_all(["begin:move", "take:pz", "overrun:-1,2"])
    battle = battle.play(next(one for one in options(battle) if one.startswith("take:pz"))).play_all(
        ["go:-1,1", "done"]
    )
    battle = attack(battle, E, "a", "i", result="!result=D").play_all(["advance:i", "stay"])
    assert marked(battle, "pz", "overran") == [True], "after an overrun alone it would count"
    battle = until(battle.play_all(["begin:exploitation", "place:pz@1"]), "declare")
    assert marked(battle, "pz", "overran") == [False]
    assert options(battle) == ["end"], "no attrition is left to begin"


def test_16_44_air_that_defended_in_regular_combat_does_not_fly_in_exploitation() -> None:
    """16.44: the defender commits unused air units; those over a hex that was attacked have flown (15.14)."""
    units = mine("pz2", "-1,0", factors=9, movement=6), mine("pz", "0,0", factors=9), mine("i", "0,0", "infantry", 9)
    others = foe("das", "1,1", "air", 4), foe("spare", "3,0", "air", 4)
    battle = phase(*units, mine("k", "0,1", "infantry", 9), foe("d", E, factors=1), foe("e", "1,1", factors=1), *others)
    battle = battle.play_all(["begin:turn", f"at:{E}", "with:pz", "with:i", "declare", "at:1,1", "with:k", "declare"])
    battle = battle.play_all(["fight", "attack:1", "!result=D", "advance:i", "stay", "attack:2"])
    assert battle.assessment.defense == 2 + 4
    battle = battle.play("!end")
    assert (marked(battle, "das", "fought"), marked(battle, "spare", "fought")) == ([True], [False])
    battle = until(battle.play_all(["begin:exploitation", "place:pz2@1"]), "cover")
    assert options(battle) == ["done", "fly:spare@1,1"]


def test_16_41_air_assigned_to_an_attack_that_was_called_off_has_flown() -> None:
    """15.11, 15.14: air is assigned before any attack is fought, so what is uncommitted was in none, fought or not."""
    units = mine("pz2", "2,0"), mine("pz", "1,0", factors=8), mine("i", "-1,0", "infantry", 3)
    air = mine("air", "2,-1", "air", 3), mine("spare", "2,-1", "air", 3)
    others = foe("das", "-2,0", "air", 2), foe("rest", "0,-1", "air", 2), foe("e", "0,-1")
    battle = phase(*units, *air, foe("d", "0,0", factors=1), foe("d2", "-2,0"), *others)
    battle = battle.play_all(["begin:turn", "at:0,0", "with:pz", "declare", "at:-2,0", "with:i", "with:air", "declare"])
    battle = battle.play_all(["fight", "attack:1", "!result=D", "advance:pz", "done"])
    assert [marked(battle, name, "fought") for name in ("air", "das")] == [[True], [True]]
    assert [marked(battle, name, "fought") for name in ("spare", "rest", "i")] == [[False], [False], [False]]
    battle = until(battle.play_all(["begin:exploitation", "place:pz2@1"]), "support")
    assert "fly:spare@0,-1" in options(battle) and "fly:air@0,-1" not in options(battle)


def test_10_94_flak_dies_where_airborne_units_drop_on_nobody_and_the_hex_is_taken() -> None:
    """10.94: flak dies when an enemy enters its hex; to drop on nobody is an offensive operation too (14.23A)."""
    fl = foe("fl", E, "flak", factors=1)
    battle = phase(
        mine("para", E, "airborne", 1, via="airdrop"), foe("x", "-3,0"), fl, hexes={E: {"control": "defender"}}
    )
    battle = battle.play_all(["begin:turn", "fight"])
    assert (stands(battle, "fl"), stands(battle, "para"), features(battle, E)) == ([], [E], ("taken",))
    assert marked(battle, "para", "fought") == [True]


def test_10_94_flak_dies_in_a_hex_that_airborne_units_have_cleared_though_another_holds_out() -> None:
    """10.94: two hexes are attacked, that of the drop is cleared, and the attack is broken off before the other is."""
    drop = unit("airborne", count=3, at="0,0", via="airdrop")
    flak = unit("flak", 1, at="0,0"), unit("flak", 1, at=SOUTHWEST)
    defenders = [infantry(2), infantry(2, at=SOUTHWEST), *flak]
    battle = fight([drop, infantry(9, at=SOUTHEAST)], defenders, targets=("0,0", SOUTHWEST))
    assert {"d3", "d4"} <= {*battle.game.scenario.by_id}
    battle = battle.play_all(["!result=d", "lose:d1", "off"])
    assert gone(battle) == {"d1": 1, "d3": 1}
    assert Numbered(battle.game.scenario).ground(battle.state) == {"0,0": ("taken",)}


# --- whose hex it is ---------------------------------------------------------------------------------------------


def test_14_73C_a_hex_that_the_enemy_held_and_left_is_his_in_a_retreat() -> None:
    """14.73C: to enter an enemy-controlled hex is worse than to overstack (14.73A), though he has moved on.

    Around the hex that is taken lie sea, the attacker's 0,0, the hex 2,0 that he left, and 2,-1, which is full.
    """
    hexes = {place: {"terrain": "sea"} for place in ("1,-1", "0,1", "1,1")}
    units = mine("a", "0,0", "infantry", 21), mine("b", "2,0", "infantry", 3)
    battle = phase(*units, foe("d", E), foe("f", "2,-1", count=2), foe("g", "-4,0", factors=1), hexes=hexes)
    battle = battle.play_all(["begin:move", "take:b", "go:3,0", "done", "begin:attrition", "roll", "d6=6"])
    while topic(battle) in ("swap", "lose"):
        wanted = next((one for one in options(battle) if one.startswith(("lose:g", "lose:f"))), "keep")
        battle = battle.play(wanted)
    battle = battle.play(f"take:{E}")
    battle = battle.play("done") if topic(battle) == "take" else battle
    assert options(battle) == ["retreat:2,-1"]


def test_14_72C_a_hex_left_by_an_advance_in_the_turns_first_attrition_is_barred_in_the_second() -> None:
    """14.72C: the only hex beside the second one is 0,0, which the attacker vacated; the unit is eliminated (14.76)."""
    hexes = {"1,0": {"attrition_zone": "A"}, "-1,0": {"attrition_zone": "B"}, **sea("-1,-1", "0,-1", "-2,1", "-1,1")}
    attrition = board(ours("a", "0,0", 3), ours("b", "-2,0", 21), theirs("d", "1,0"), theirs("e", "-1,0"), hexes=hexes)
    state = attrition.apply(attrition.apply(attrition.start(), "attrition:0"), "roll")._replace(before=())
    state = play(attrition, attrition.flow.carry_out(state, (0, 1)), "take:1,0", "done")
    while attrition.node(state).topic == "retreat":
        state = attrition.apply(state, open_now(attrition, state)[0])
    state = play(attrition, state, "enter:a@1,0")
    while attrition.node(state).topic == "occupy":
        state = attrition.apply(state, "done")
    state = attrition.apply(state, "roll")
    state = play(attrition, attrition.flow.carry_out(state._replace(before=state.board), (0, 1)), "take:-1,0", "done")
    assert open_now(attrition, state) == ["enter:b@-1,0"]
    assert not dict(attrition.flow.ground.stands(state.board, attrition.flow.ground.index["e"])), "it had no way out"


def test_14_72A_no_retreat_into_a_hex_with_an_enemy_base() -> None:
    """14.72A: airbase counters, rocket bases and port counters bar a retreat as railheads do."""
    near = around("1,0")
    rest = sea(*(place for place in near[1:] if place != "0,0"))
    for feature in ("base", "railhead"):
        hexes = {near[0]: {"control": "attacker", "features": [feature]}, **rest}
        attrition = board(ours("a", "0,0"), theirs("d", "1,0"), hexes=hexes)
        state = play(attrition, due(attrition, 0, 1), "take:1,0", "done")
        assert open_now(attrition, state) == ["enter:a@1,0"], feature


BRIDGEHEAD = {"features": ["bridgehead"], "control": "defender"}


def test_12_13_a_bridgehead_of_the_enemy_holds_two_units_of_those_who_move_in() -> None:
    """12.13 gives five places on a bridgehead to its side; that of the enemy is gone (11.61), so two stay (12.11A)."""
    units = mine("i", "0,0", "infantry", 3, count=2), mine("k", "0,1", "infantry", 3), foe("x", "-4,0")
    battle = phase(*units, hexes={E: BRIDGEHEAD}).play_all(["begin:move", "take:i", "more", f"go:{E}"])
    assert "done" in options(battle)
    assert "done" not in options(battle.play_all(["take:k", f"go:{E}"]))
    own = phase(*units, hexes={E: {"features": ["bridgehead"], "control": "attacker"}})
    assert "done" in options(own.play_all(["begin:move", "take:i", "more", f"go:{E}", "take:k", f"go:{E}"]))


def test_12_13_nor_does_it_hold_more_exploiting_armor() -> None:
    """12.13, 16.51: three tanks go on into the bridgehead of the enemy, where two may stay."""
    battle = exploit([tanks(count=3)], hexes={EAST[0]: BRIDGEHEAD})
    for number in range(3):
        assert "done" in options(battle)
        battle = battle.play(f"go:{number}@{EAST[0]}")
    assert "done" not in options(battle)


# --- several hexes, one of them a special place ------------------------------------------------------------------


def cleared(*attackers: Any, terrain: str, edition: str) -> Any:
    """An attack on a fort and a hex beside it after a first round in which the defender lost the unit in the fort."""
    battle = fight(
        list(attackers), [infantry(3), infantry(3, at=SOUTHEAST)], features=["fortification"], edition=edition,
        hexes={SOUTHEAST: {"terrain": terrain}}, targets=("0,0", SOUTHEAST),
    )  # fmt: skip
    return battle.play_all(["!result=d", "lose:d1", "on"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_55_a_fort_hex_that_is_cleared_softens_no_result(edition: str) -> None:
    """15.55: combat against a hex containing a fort; once nobody is left there, D stays D against the forest beside it.

    18 : 9 is 2:1, where 6 and more in the second round is D by the chart.
    """
    battle = cleared(infantry(9, ctl=2), infantry(9, ctl=2), terrain="forest", edition=edition)
    assert odds(battle) == (18, 9, "2:1")
    battle = battle.play("d6=6")
    assert topic(battle) == "advance"
    assert gone(battle) == {"d1": 1, "d2": 1}


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_74_a_fort_hex_that_is_cleared_bars_no_round_below_even_odds(edition: str) -> None:
    """15.74: attacks against forts go no further below 1:1; against jungle-mountain alone, 9 : 12, they do."""
    battle = cleared(infantry(9, ctl=3), infantry(12, ctl=3), terrain="jungle_mountain", edition=edition)
    assert odds(battle) == (21, 12, "1:1")
    battle = battle.play_all(["!result=a", "lose:a2"])
    assert topic(battle) == "again" and "on" in options(battle)
    assert odds(battle.play("on")) == (9, 12, "1:2")


def test_15_41_only_units_in_pearl_harbor_are_left_out_and_all_of_the_other_hex_count() -> None:
    """12.19, 15.41: two of the three at Pearl Harbor count, and both next door: 4 units of 1 at DM +3 are 12."""
    battle = fight(
        [infantry(9, via="sea", at="1,-1", count=2)], [infantry(1, count=3), infantry(1, at=NORTHWEST, count=2)],
        features=["pearl_harbor"], hexes={NORTHWEST: {}, "1,-1": {"terrain": "sea"}}, targets=("0,0", NORTHWEST),
        nations=("Japanese", "US"), theatre="pacific",
    )  # fmt: skip
    assert options(battle) == ["aside:d1"]
    battle = battle.play("aside:d1")
    assert topic(battle) == "roll"
    assert odds(battle) == (18, 12, "1:1")


# --- who else is there -------------------------------------------------------------------------------------------


def raid(*others: dict[str, Any]) -> Any:
    """A Chindit that dropped next to a Japanese unit of 1 in jungle, and attacks it in exploitation."""
    chindit = {"id": "ch", "type": "chindit", "nation": "British", "at": "-1,0", "factors": 1, "ctl": 2}
    came = {"type": "infantry", "nation": "British", "at": HOME, "factors": 1, "fought": True}
    battle = begin(
        [chindit], came=False, others=[came, *others], defenders=[enemy(at="3,0", nation="Japanese")],
        hexes={"3,0": {"terrain": "jungle"}}, theatre="pacific",
    )  # fmt: skip
    return until(battle, "drop").play_all(["drop:ch@2,0", "done", "attack:3,0"])


def test_15_33I_a_chindit_in_exploitation_is_not_alone_beside_others_who_stand_by() -> None:
    """15.33I: the Chindit's hex may not be next to any other Western Allied ground unit, whether that attacks or not.

    Jungle makes the unit of 1 worth 3, a lone Chindit takes 1 from it.
    """
    near = {"id": "by", "type": "infantry", "nation": "British", "at": "2,-1", "factors": 1}
    assert odds(raid()) == (1, 2, "1:2")
    assert odds(raid({**near, "at": "1,1"})) == (1, 3, "1:3"), "next to the hex that it dropped into"
    assert odds(raid({**near, "at": "0,1"})) == (1, 2, "1:2"), "two hexes away"
    battle = raid(near)
    assert odds(battle) == (1, 3, "1:3")
    battle = battle.play_all(["fight", "!result=D"])
    by = [one for one in battle.game.board(battle.state).units if one.unit == "by"]
    assert [(one.at, one.values) for one in by] == [("2,-1", ())], "it had no part in the attack"


def test_15_46_a_second_faction_may_attack_the_same_hex_in_a_ground_phase() -> None:
    """15.46: attacks by more than one alliance faction against the same hex are allowed, by one only one is."""
    battle = phase(
        mine("r", "0,0", "infantry", 9, nation="Russian"), mine("s", "1,-1", "infantry", 9, nation="Russian"),
        mine("u", "2,0", "infantry", 9, nation="US"), foe("d", E, factors=9, nation="German"),
    )  # fmt: skip
    battle = battle.play_all(["begin:turn", f"at:{E}", "with:r", "declare"])
    assert f"at:{E}" in options(battle)
    battle = battle.play(f"at:{E}")
    assert "with:s" not in options(battle)
    assert "15.46" in {rule for one in battle.game.refusals(battle.state) if one.unit == "s" for rule in one.rules}
    battle = battle.play_all(["with:u", "declare"])
    assert options(battle) == ["fight"], "the second Russian unit belongs to the faction that attacks it already"
    battle = battle.play_all(["fight", "attack:1", "!end"])
    assert options(battle) == ["attack:2", "done"]
    assert odds(battle.play("attack:2")) == (9, 18, "1:2")


@pytest.mark.parametrize(("second", "may"), [("Communist Chinese", True), ("Nationalist Chinese", False), ("US", True)])
def test_15_46_nationalist_and_communist_china_are_two_factions_in_attacks_as_in_attrition(
    second: str, may: bool
) -> None:
    """14.31: the two Chinas are kept apart as alliance factions are; so each may attack a hex (15.46)."""
    battle = phase(
        mine("n", "0,0", "infantry", 9, nation="Nationalist Chinese"),
        mine("k", "1,-1", "infantry", 9, nation=second),
        foe("d", E, nation="Japanese"),
        theatre="pacific",
    )
    battle = battle.play_all(["begin:turn", f"at:{E}", "with:n", "declare"])
    assert (f"at:{E}" in options(battle)) == may
    if may:
        assert odds(battle.play_all([f"at:{E}", "with:k"])) == (9, 6, "1:1")


# --- the area of the weather (13.47) -----------------------------------------------------------------------------

FAR = "-4,0"


@pytest.mark.parametrize(("area", "defense"), [(FAR, 6), (E, 3)])
def test_13_47_winter_weakens_infantry_in_its_area_only(area: str, defense: int) -> None:
    """13.47, 15.33H: winter effect 7 takes a level from infantry; outside the area it keeps +2, 3 factors are 6.

    An overrun by 18 is 18 : 6 there and barred, in the area 18 : 3, which is 6:1 (13.52, 13.51).
    """
    units = (
        mine("i", "0,0", "infantry", 9, nation="Russian"),
        mine("pz", "0,1", factors=18, movement=6, nation="Russian"),
    )
    battle = phase(*units, foe("d", E, nation="German"), hexes={area: {"weather": "area"}}, winter_effect=7)
    assert battle.play_all(["begin:turn", f"at:{E}", "with:i"]).assessment.defense == defense
    assert (f"overrun:{E}" in options(battle.play_all(["begin:move", "take:pz"]))) == (defense == 3)


@pytest.mark.parametrize(("area", "defense"), [("-3,0", 2), (E, 1)])
def test_16_46B_an_overrun_in_exploitation_is_reckoned_in_the_weather_of_its_hex_like_an_attack(
    area: str, defense: int
) -> None:
    """16.46B, 13.51: outside the area 6 : 2 is no overrun and 3:1; in it 6 : 1 is one.

    Armor of CTL 1 shakes nobody by exploiting (15.33B), so the winter alone takes a level.
    """
    battle = exploit(
        [tanks(factors=6, ctl=1)], defenders=[enemy(at=E)], hexes={area: {"weather": "area"}}, winter_effect=7
    )
    assert (f"overrun:0@{E}" in options(battle)) == (defense == 1)
    assert until(battle, "target").play_all([f"attack:{E}", "send:0"]).assessment.defense == defense


@pytest.mark.parametrize(("area", "may"), [(FAR, True), (E, False), ("0,0", True)])
def test_15_21_a_monsoon_bars_attacks_on_jungle_in_its_area_only(area: str, may: bool) -> None:
    """13.47, 15.21: units in jungle are not attacked during monsoons; that of the attacker is a clear hex."""
    hexes = {E: {"terrain": "jungle"}, FAR: {}, area: {"weather": "area"}}
    hexes[E] = {"terrain": "jungle", **hexes[E]}
    units = mine("i", "0,0", "infantry", 9, nation="British"), foe("d", E, nation="Japanese")
    battle = phase(*units, hexes=hexes, monsoon=True, theatre="pacific").play_all(["begin:turn", f"at:{E}"])
    assert ("with:i" in options(battle)) == may


def test_15_21_armor_in_a_monsoon_jungle_attacks_nobody_outside_its_area_either() -> None:
    """15.21: units in jungle may not attack during monsoons, and it is there that the area is asked for (13.47)."""
    for weather in ("area", "fair"):
        battle = exploit(
            [tanks("Japanese", movement=4)], defenders=[enemy(at=EAST[1], nation="British")],
            others=[{"type": "infantry", "nation": "Japanese", "at": HOME, "factors": 1, "fought": True}],
            hexes={E: {"terrain": "jungle", "weather": weather}, EAST[8]: {"weather": "area"}},
            monsoon=True, theatre="pacific",
        )  # fmt: skip
        battle = until(battle.play(f"go:0@{E}"), "target").play(f"attack:{EAST[1]}")
        battle = battle.play("send:0") if "send:0" in options(battle) else battle
        assert ("fight" in options(battle)) == (weather == "fair")


# --- what is said, and what may not be called off ----------------------------------------------------------------


def test_15_44_who_is_next_to_one_of_two_attacked_hexes_is_refused_by_it() -> None:
    """15.44: all must be adjacent to all defenders; who is next to nobody of them may not attack by 15.21."""
    two: dict[str, Any] = {"hexes": {SOUTHEAST: {}}, "targets": ("0,0", SOUTHEAST)}
    assert sections(game([infantry(9, at=WEST)], [infantry(1), infantry(1, at=SOUTHEAST)], **two).problems) == {"15.44"}
    assert sections(game([infantry(9, at="-2,0")], [infantry(1), infantry(1, at=SOUTHEAST)], **two).problems) == {
        "15.21"
    }
    battle = phase(mine("i", "0,0"), mine("k", "0,1"), foe("d", E), foe("e", "1,1")).play("begin:turn")
    battle = battle.play_all([f"at:{E}", "also:1,1"])
    assert {one.rules for one in battle.game.refusals(battle.state) if one.unit == "i"} == {("15.44",)}


@pytest.mark.parametrize(
    ("nation", "terrain", "out"),
    [("Japanese", "mountain", False), ("Japanese", "jungle", True), ("US", "jungle", False), ("US", "clear", True)],
)
def test_16_31D_the_log_does_not_promise_exploitation_out_of_rough_terrain_in_the_pacific(
    nation: str, terrain: str, out: bool
) -> None:
    """16.31D: exploitation out of such a breakthrough hex is prohibited there, out of jungle not for the Japanese."""
    other = "US" if nation == "Japanese" else "Japanese"
    battle = fight(
        [armor(9, nation, at=WEST), infantry(9)],
        [infantry(1)],
        terrain=terrain,
        nations=(nation, other),
        theatre="pacific",
    )
    battle = battle.play_all(["!result=D", "advance:a2", "stay"])
    assert battle.outcome.measure("breakthrough") == 1
    said = battle.game.closing(battle.state)[0]
    assert (said.text == "A breakthrough hex: fit armor that did not attack may exploit.") == out
    assert ("16.31D" in said.rules) == (not out)


def test_16_31D_a_hex_in_the_jungle_is_open_where_one_of_two_nations_may_exploit_out_of_it() -> None:
    """16.31D: the Germans who attack beside the Japanese may not."""
    force = [armor(9, "German", at=WEST), infantry(9, "Japanese")]
    battle = fight(force, [infantry(1)], terrain="jungle", nations=("Japanese", "US"), theatre="pacific")
    battle = battle.play_all(["!result=D", "advance:a2", "stay"])
    said = battle.game.closing(battle.state)[0]
    assert said.text == "A breakthrough hex: fit armor that did not attack may exploit."


def test_15_22_an_attack_on_enemies_that_units_dropped_on_is_not_called_off_in_a_turn() -> None:
    """15.22: attacks are optional, those of airdrops on top of enemies are not."""
    attacks = [{"targets": [E], "units": ["p", "i"]}, {"targets": ["1,2"], "units": ["k"]}]
    document = {
        "ruleset": "aworldatwar", "edition": "new", "procedure": "turn", "attacks": attacks,
        "units": [
            mine("p", E, "airborne", 1, via="airdrop"), mine("i", "0,0", "infantry", 9), foe("d", E, factors=1),
            mine("k", "0,2", "infantry", 9), foe("e", "1,2", factors=1),
        ],
        "map": {"hexes": {place: {} for place in ("0,0", E, "0,2", "1,2")}},
    }  # fmt: skip
    battle = Battle.start(RULESET.game(read_scenario(document)))
    assert options(battle) == ["attack:1", "attack:2"]
    battle = battle.play_all(["attack:1", "!end"])
    assert options(battle) == ["attack:2", "done"], "the other may be called off"


# --- support, drops and closed hexsides --------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_82B_air_of_ctl_2_supports_every_round_that_the_ground_units_fight(edition: str) -> None:
    """15.82B: only air of CTL 1 is held to the first round; CTL 3 on the ground allows a third one (15.82A)."""
    attackers = [infantry(9, ctl=3), infantry(9, ctl=3), unit("air", 9, ctl=2), unit("air", 3, ctl=1)]
    battle = fight(attackers, [infantry(3, count=2)], edition=edition)
    assert odds(battle)[0] == 9 + 9 + 9 + 3
    battle = battle.play_all(["!result=d", "on"])
    assert odds(battle)[0] == 9 + 9 + 9
    battle = pay(battle.play("!result=a"), "a3").play("on")
    assert gone(battle) == {"a3": 3, "d1": 1}, "half of 3 x 2 is lost in air"
    assert odds(battle)[0] == 9 + 9 + 6


def test_10_55D_a_drop_on_one_of_two_hexes_is_a_drop_alone_for_the_units_in_both() -> None:
    """10.55D, 15.32H: who defends only against an airdrop gets +1, in the hex beside that of the drop, too (10.55B).

    Infantry of 1 in two clear hexes against airborne units alone: 1 x 3 + 1 x 3.
    """
    two: dict[str, Any] = {"hexes": {SOUTHEAST: {}}, "targets": ("0,0", SOUTHEAST)}
    drop = unit("airborne", 1, count=9, via="airdrop", at=SOUTHEAST)
    defenders = [infantry(1), infantry(1, at=SOUTHEAST)]
    assert odds(game([drop], defenders, **two)) == (9, 6, "1:1")
    assert odds(game([drop, infantry(1, at="1,0")], defenders, **two))[1] == 4, "attacked by others as well"


def test_10_55B_who_drops_on_either_of_two_attacked_hexes_counts_by_it_and_a_chindit_beside_them_does_not() -> None:
    """10.55B: in an attack on several hexes the drop may come down on any; 10.61C: Chindits drop beside the enemy."""
    two: dict[str, Any] = {"hexes": {SOUTHEAST: {}}, "targets": ("0,0", SOUTHEAST)}
    defenders = [infantry(1), infantry(1, nation="Russian", at=SOUTHEAST)]

    def cited(drop: dict[str, Any], **targets: Any) -> list[tuple[str, ...]]:
        battle = fight([infantry(9), drop], defenders if targets else defenders[:1], **targets)
        assert battle.assessment is not None
        return [line.rules for line in battle.assessment.trace.children[0].children]

    for place in two["targets"]:
        assert cited(unit("airborne", via="airdrop", at=place), **two) == [("15.31",), ("15.31", "10.55B")]
    plain = [("15.31",), ("15.31",)]
    assert cited(unit("airborne", via="airdrop", at="0,0")) == plain, "one hex is attacked"
    chindit = unit("chindit", via="airdrop", nation="British", at="1,0")
    assert cited(chindit, nations=("British", "Japanese"), **two) == plain


def test_13_43_exploiting_armor_is_not_sent_over_an_impassable_hexside() -> None:
    """13.43B: no ground unit crosses it, so the hex behind it is nobody's to attack."""
    battle = exploit([tanks()], defenders=[enemy(at=E), enemy(at="1,-1")])
    assert {f"attack:{E}", "attack:1,-1"} <= {*options(until(battle, "target"))}
    shut = Battle.start(RULESET.game(replace(battle.game.scenario, sides={f"{HOME}:E": ("impassable",)})))
    shut = until(shut.play("place:tanks@1"), "target")
    assert f"attack:{E}" not in options(shut) and "attack:1,-1" in options(shut)


def test_15_21_a_hex_with_air_or_flak_only_is_not_attacked_in_a_ground_phase() -> None:
    """15.21: the attacker may attack ground units; a hex without any is no target."""
    units = foe("x", "3,0", "air"), foe("fl", "0,1", "flak", factors=1)
    battle = phase(mine("i", "0,0", "infantry", 9), mine("k", "2,0"), foe("d", E), *units).play("begin:turn")
    assert options(battle) == [f"at:{E}", "fight"]


# --- drops and the other attacks of the phase --------------------------------------------------------------------


def test_12_12_more_than_three_who_drop_to_attack_a_hex_bar_no_attack_elsewhere() -> None:
    """12.12: stacking does not limit the airborne that attack a hex; nobody's attack on another hex is barred by them.

    Five drop on one hex, with infantry beside it; before and after they have cleared it 9 : 2 is fought elsewhere.
    """
    battle = phase(
        mine("air", E, "airborne", 1, via="airdrop", count=5),
        mine("i", "0,0", "infantry", 9),
        foe("d", E, factors=1),
        mine("k", "-3,0", "infantry", 9),
        foe("e", FAR, factors=1),
    )
    battle = battle.play_all(["begin:turn", f"at:{E}", *["with:air"] * 5, "with:i", "declare", f"at:{FAR}", "with:k"])
    assert "declare" in options(battle)
    battle = battle.play_all(["declare", "fight"])
    assert odds(battle.play("attack:2")) == (9, 2, "4:1")
    battle = battle.play_all(["attack:1", "!result=D", "advance:i", "attack:2"])
    assert odds(battle) == (9, 2, "4:1")
    assert stands(battle, "air") == [E] * 5


def test_12_12_more_than_three_who_drop_on_an_empty_hex_are_too_many() -> None:
    """12.12: only for those who attack a hex there is no limit; four in a hex without enemies are over it."""
    for many, legal in ((3, True), (4, False)):
        battle = phase(
            mine("air", "3,-3", "airborne", 1, via="airdrop", count=many),
            mine("k", "-3,0", "infantry", 9),
            foe("e", FAR, factors=1),
        )
        battle = battle.play_all(["begin:turn", f"at:{FAR}", "with:k"])
        assert ("declare" in options(battle)) is legal, many


@pytest.mark.parametrize("there", ["flak", "air"])
def test_12_12_nor_may_more_than_three_drop_where_no_more_than_flak_or_air_is(there: str) -> None:
    """12.12, 10.94: nobody is attacked there, so the limit holds, in regular combat as in exploitation."""
    empty = foe("x", "3,-3", there, 1)
    for many, legal in ((3, True), (4, False)):
        drops = mine("air", "3,-3", "airborne", 1, via="airdrop", count=many)
        battle = phase(drops, mine("k", "-3,0", "infantry", 9), foe("e", FAR, factors=1), empty)
        battle = battle.play_all(["begin:turn", f"at:{FAR}", "with:k"])
        assert ("declare" in options(battle)) is legal, many
    drop = {"id": "drop", "type": "airborne", "nation": "German", "at": "-3,0", "count": 4}
    battle = until(exploit([tanks(), drop], defenders=[enemy(there, at="-2,0")]), "drop")
    battle = battle.play_all(["drop:drop@-2,0"] * 3)
    assert "drop:drop@-2,0" not in options(battle) and why(battle, "drop:drop@-2,0") == {"12.12"}


@pytest.mark.parametrize(
    ("fields", "place", "conditions", "rules"),
    [
        ({}, {}, {}, set()),
        ({"ctl": 1}, {}, {}, {"10.53D"}),
        ({"drop_range": 5}, {}, {}, {"10.53A"}),
        ({"moved_by_transport": True}, {}, {}, {"10.53B"}),
        ({"supply": "partial", "ctl": 3}, {}, {}, {"10.42"}),
        ({"oil_short": True, "ctl": 3}, {}, {}, {"10.42"}),
        ({"base_in_monsoon": True}, {}, {}, {"10.53E"}),
        ({}, {}, {"winter_effect": 3}, {"10.53E"}),
        ({}, {"terrain": "swamp"}, {"monsoon": True}, {"10.53E"}),
        ({}, {"terrain": "sea"}, {}, {"12.23"}),
        ({}, {"control": "neutral"}, {}, {"13.411"}),
    ],
)
@pytest.mark.parametrize(("kind", "nation"), [("airborne", "German"), ("chindit", "British")])
def test_10_53_who_drops_where_no_enemy_is_keeps_to_the_limits_of_drops(
    kind: str, nation: str, fields: Document, place: Document, conditions: Document, rules: set[str]
) -> None:
    """10.42, 10.53: training, range, transport, supply, oil and weather bind whoever drops, be it to attack nobody.

    In the ground phase, and among several attacks of which another unit makes one; nobody drops into the sea (12.23)
    or onto neutral land, which is closed to ground units (13.411).
    """
    drop = mine("air", "1,1", kind, 1, nation, via="airdrop", **fields)
    document: Document = {"ruleset": "aworldatwar", "edition": "new", "conditions": conditions}
    document["units"] = [drop, mine("k", "1,0", "infantry", 9), foe("e", "0,0", factors=1)]
    document["map"] = {"hexes": {"0,0": {}, "1,0": {}, "1,1": place}}
    attacks = [{"targets": ["0,0"], "units": ["k"]}]
    for more in ({"procedure": "phase"}, {"procedure": "turn", "attacks": attacks}):
        assert sections(RULESET.game(read_scenario({**document, **more})).problems) == rules, more


@pytest.mark.parametrize("kind", ["infantry", "armor", "marine"])
def test_10_51_nobody_else_drops_where_no_enemy_is(kind: str) -> None:
    """10.51: airborne units do, and Chindits (10.61); what is said to would take the hex."""
    units = [mine("air", "1,1", kind, 1, via="airdrop"), mine("k", "1,0"), foe("e", "0,0")]
    document = {"ruleset": "aworldatwar", "edition": "new", "procedure": "phase", "units": units}
    assert sections(RULESET.game(read_scenario(document)).problems) == {"10.51"}


def test_13_411_nobody_drops_on_neutral_land_in_exploitation() -> None:
    """It is closed to exploiting armor and to retreats (14.72D), and a drop would take it (11.61)."""
    drop = {"id": "drop", "type": "airborne", "nation": "German", "at": "-3,0"}
    battle = until(exploit([tanks(), drop], hexes={"-2,0": {"control": "neutral"}}), "drop")
    assert "drop:drop@-2,-1" in options(battle) and "drop:drop@-2,0" not in options(battle)
    assert refused(battle, "drop", "-2,0") == {"13.411"}


def test_15_21_an_attack_that_a_drop_demands_is_made_with_some_of_the_armor_beside_it() -> None:
    """15.22 demands the attack of those who dropped; 15.21: with all, some or none of the others.

    Alone one who drops is 1 : 3 (15.32H), which 10.55C bars; either tank of 4 makes it 5 : 1, and the other one may
    attack elsewhere.
    """
    drop = {"id": "drop", "type": "airborne", "nation": "German", "at": "-3,0"}
    battle = exploit([tanks(count=2), drop], defenders=[enemy(at=E), enemy(at="1,-1")])
    battle = until(until(battle, "drop").play(f"drop:drop@{E}"), "target").play(f"attack:{E}")
    assert odds(battle) == (9, 1, "5:1")
    battle = battle.play("spare:1")
    assert odds(battle) == (5, 1, "5:1")
    assert "spare:0" not in options(battle), "without it the drop is below 1:1"
    assert {"fight", "send:1"} <= {*options(battle)}
    battle = battle.play_all(["fight", "!end"])
    assert battle.play("attack:1,-1").play("send:1").assessment.attack == 4


# --- Pearl Harbor in a turn --------------------------------------------------------------------------------------


@pytest.mark.parametrize("comes_in", [True, False])
def test_12_19_units_left_out_at_pearl_harbor_are_on_the_board_no_more_when_it_falls_in_a_ground_phase(
    comes_in: bool,
) -> None:
    """12.19: once the two that count are gone and a Japanese unit is in, all excess units are eliminated.

    Two of four count: 1 x 3 each, 9 : 6. As long as nobody comes in the other two stay where they are (15.91).
    """
    battle = phase(
        mine("j", "0,0", "infantry", 9, nation="Japanese", via="sea"),
        foe("d", E, factors=1, count=4, nation="US"),
        foe("x", FAR, nation="US"),
        hexes={"0,0": {"terrain": "sea"}, E: {"features": ["pearl_harbor"]}},
        theatre="pacific",
    )
    battle = battle.play_all(["begin:turn", f"at:{E}", "with:j", "declare", "fight", "attack:1"])
    while topic(battle) == "pick":
        battle = battle.play("aside:d")
    assert odds(battle) == (9, 6, "1:1")
    battle = battle.play_all(["!result=D", "advance:j" if comes_in else "stay"])
    assert stands(battle, "d") == ([] if comes_in else [E] * 2)
    assert (stands(battle, "j") == [E]) == comes_in


@pytest.mark.parametrize(("edition", "into"), [(each, place) for each in EDITIONS for place in ("0,0", NORTHWEST)])
def test_12_19_units_left_out_at_pearl_harbor_outlive_an_advance_into_the_hex_attacked_with_it(
    edition: str, into: str
) -> None:
    """12.19: they are eliminated if a Japanese unit occupies Pearl Harbor, not the other hex of the attack (15.44).

    Four of 1: two at Pearl Harbor count, and one next door, so that three are lost; the fourth goes as the hex falls.
    """
    battle = fight(
        [infantry(9, via="sea", at="1,-1", count=2)],
        [infantry(1, count=3), infantry(1, at=NORTHWEST)],
        features=["pearl_harbor"],
        hexes={NORTHWEST: {}, "1,-1": {"terrain": "sea"}},
        targets=("0,0", NORTHWEST),
        nations=("Japanese", "US"),
        theatre="pacific",
        edition=edition,
    )
    battle = battle.play_all(["aside:d1", "!result=D", f"advance:a1@{into}", "stay"])
    assert battle.outcome is not None
    assert battle.outcome.measure("defender_lost") == (4 if into == "0,0" else 3)
    assert gone(battle)["d1"] == (3 if into == "0,0" else 2)


# --- several landings in one phase -------------------------------------------------------------------------------


def test_15_82B_destroyers_of_another_landing_of_the_phase_take_nobody_with_them() -> None:
    """15.82B: destroyers of CTL 1 withdraw with the units they were carrying, so those of CTL 3 elsewhere fight on."""
    beach, other = "0,0", "-3,0"
    sea_hexes = {place: {"terrain": "sea"} for place in (beach, other)}
    battle = phase(
        mine("u", beach, "infantry", 9, nation="US", via="sea", ctl=3),
        mine("high", beach, "destroyer", 3, nation="US", ctl=3),
        mine("v", other, "infantry", 9, nation="US", via="sea", ctl=3),
        mine("low", other, "destroyer", 3, nation="US", ctl=1),
        foe("d", E, factors=1, count=2, nation="German"),
        foe("e", FAR, factors=1, count=2, nation="German"),
        hexes=sea_hexes,
    )
    battle = battle.play_all(["begin:turn", f"at:{E}", "with:u", "with:high", "declare"])
    battle = battle.play_all([f"at:{FAR}", "with:v", "with:low", "declare", "fight"])
    assert topic(battle.play_all(["attack:1", "!result=d"])) == "again"
    assert topic(battle.play_all(["attack:2", "!result=d"])) == "next attack"


# --- who must be in an attack -------------------------------------------------------------------------------------


def test_15_22_all_who_drop_on_enemies_are_in_the_attack_on_them() -> None:
    """15.22: who drops on top of an enemy has to attack, so others do not attack that hex without it.

    Of another alliance faction they do: its attack is one of its own (15.46).
    """
    battle = phase(
        mine("air", E, "airborne", 1, via="airdrop", count=2),
        mine("i", "0,0", "infantry", 9),
        mine("r", "2,0", "infantry", 9, nation="Hungarian"),
        mine("k", "1,-1", "infantry", 9, nation="US"),
        foe("d", E, factors=1, nation="Yugoslav"),
    )
    battle = battle.play_all(["begin:turn", f"at:{E}"])
    assert "declare" in options(battle.play("with:k"))
    battle = battle.play_all(["with:i", "with:r"])
    assert "declare" not in options(battle)
    battle = battle.play("with:air")
    assert "declare" not in options(battle), "one of the two does not attack yet"
    assert "declare" in options(battle.play("with:air"))


def test_15_22_who_may_not_drop_at_such_odds_keeps_nobody_else_from_attacking() -> None:
    """10.55C: no drop below 1:1, here with 1 + 1 : 9 x 2; the infantry alone may attack at 1:18 if it likes (15.52)."""
    units = mine("air", E, "airborne", 1, via="airdrop"), mine("i", "0,0", "infantry", 1), foe("d", E, factors=9)
    battle = phase(*units).play_all(["begin:turn", f"at:{E}", "with:i"])
    assert "declare" in options(battle)
    assert "declare" not in options(battle.play("with:air"))


def test_13_531_both_of_two_like_tanks_that_failed_to_overrun_a_hex_attack_it() -> None:
    """13.531: the ground units which attempted the overrun must attack; 12 : 2 and 3 of air is 12 : 5."""
    units = mine("pz", "0,0", factors=6, count=2), foe("d", E, factors=1), foe("das", "4,-1", "air", 6)
    battle = phase(*units).play_all(["begin:move", "take:pz", "more", f"overrun:{E}", "das:3", "done", "begin:turn"])
    battle = battle.play_all([f"at:{E}", "with:pz"])
    assert "declare" not in options(battle)
    battle = battle.play("with:pz")
    assert odds(battle) == (12, 5, "2:1")
    assert "declare" in options(battle)


def test_15_22_a_turn_set_up_without_some_who_drop_on_an_attacked_hex_is_refused() -> None:
    """15.22, 15.46: they have to attack, and the hex is attacked once."""
    document = {
        "ruleset": "aworldatwar",
        "edition": "new",
        "procedure": "turn",
        "attacks": [{"targets": [E], "units": ["i"]}],
        "units": [
            mine("p", E, "airborne", 1, via="airdrop"),
            mine("i", "0,0", "infantry", 9),
            foe("d", E, factors=1),
        ],
        "map": {"hexes": {place: {} for place in ("0,0", E)}},
    }
    assert sections(RULESET.game(read_scenario(document)).problems) == {"15.22"}


def test_15_22_a_phase_does_not_end_before_those_who_drop_on_enemies_have_attacked() -> None:
    """15.22: their attack is no choice; nor do exploitation and attrition come before it (15.14, 14.12)."""
    units = mine("air", E, "airborne", 1, via="airdrop", count=9), foe("d", E, factors=1), mine("i", "-3,0", "infantry")
    battle = phase(*units, foe("x", FAR), hexes={E: {"terrain": "clear"}})
    assert not {"end", "begin:exploitation", "begin:attrition"} & {*options(battle)}
    battle = battle.play("begin:turn").play(f"at:{E}").play_all(["with:air"] * 9).play_all(["declare", "fight"])
    battle = battle.play("attack:1").play("!end")
    assert "end" in options(battle)


# --- attacks on several hexes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("advance", ["advance:r", "stay"])
def test_15_46_an_attack_on_two_hexes_goes_on_against_the_one_that_another_faction_has_not_emptied(
    edition: str, advance: str
) -> None:
    """15.44: all who attack are next to all defenders, so those of the other hex can be attacked without the first.

    15.46 lets two factions attack a hex. The drop on the hex that is empty now has nobody to fight (10.55A), nor has
    the air over it: 9 : 2 is left of 10 : 6, and only the hex attacked may be advanced into (15.91).
    """
    document = {
        "ruleset": "aworldatwar",
        "edition": edition,
        "procedure": "turn",
        "attacks": [{"targets": [E], "units": ["r"]}, {"targets": [E, "1,1"], "units": ["u", "p"]}],
        "units": [
            mine("r", "0,0", "infantry", 9, nation="Russian"),
            mine("u", "2,0", "infantry", 9, nation="US"),
            mine("p", E, "airborne", 1, nation="US", via="airdrop"),
            foe("d", E, factors=1, nation="German"),
            foe("das", E, "air", 2, nation="German"),
            foe("e", "1,1", factors=1, nation="German"),
        ],
        "map": {"hexes": {place: {} for place in ("0,0", E, "2,0", "1,1")}},
    }
    battle = Battle.start(RULESET.game(read_scenario(document)))
    assert odds(battle.play("attack:2")) == (10, 6, "1:1")
    battle = battle.play_all(["attack:1", "!result=d", "lose:d", advance, "attack:2"])
    assert odds(battle) == (9, 2, "4:1")
    battle = battle.play("!result=D")
    assert options(battle) == ["advance:u", "stay"]
    assert battle.play("advance:u").outcome.measure("hexes") == 2, "where nobody advanced, those who dropped hold it"


def test_15_46_an_attack_declared_on_two_hexes_of_a_ground_phase_goes_on_against_the_one_that_is_held() -> None:
    """15.44, 15.46: the same where attacks are declared on the board; the hexes emptied before are no targets."""
    battle = phase(
        mine("r", "0,0", "infantry", 9, nation="Russian"),
        mine("u", "2,0", "infantry", 9, nation="US"),
        foe("d", E, factors=1, nation="German"),
        foe("e", "1,1", factors=1, nation="German"),
    )
    battle = battle.play_all(["begin:turn", f"at:{E}", "with:r", "declare", f"at:{E}", "also:1,1", "with:u", "declare"])
    battle = battle.play_all(["fight", "attack:1", "!result=D", "advance:r", "attack:2"])
    assert odds(battle) == (9, 2, "4:1")
    battle = battle.play_all(["!result=D", "advance:u"])
    assert (stands(battle, "r"), stands(battle, "u")) == ([E], ["1,1"])


# --- the armor that a drop needs ----------------------------------------------------------------------------------


def test_10_55C_the_armor_that_a_drop_needs_attacks_nobody_else_in_exploitation() -> None:
    """10.55C, 15.22: a drop is made for an attack at 1:1 or better, which is no choice: its armor is not used up.

    One who drops is 1 : 3 alone (15.32H); the only tank beside that hex may attack another one with it (15.44), after
    it not at all (15.43), and not instead.
    """
    drop = {"id": "drop", "type": "airborne", "nation": "German", "at": "-3,0"}
    battle = exploit([tanks(), drop], defenders=[enemy(at=E), enemy(at="1,-1")])
    battle = until(until(battle, "drop").play(f"drop:drop@{E}"), "target").play("attack:1,-1").play("send:0")
    assert "fight" not in options(battle)
    assert {"15.22", "10.55C"} <= why(battle, "fight")
    assert "fight" in options(battle.play(f"also:{E}"))
    assert "fight" in options(battle.play("back").play(f"attack:{E}"))


def test_10_55C_armor_that_a_drop_does_not_need_attacks_elsewhere() -> None:
    """15.21: with two tanks beside both hexes one is enough for the drop, the other one is free; not both of them."""
    drop = {"id": "drop", "type": "airborne", "nation": "German", "at": "-3,0"}
    battle = exploit([tanks(count=2), drop], defenders=[enemy(at=E), enemy(at="1,-1")])
    battle = until(until(battle, "drop").play(f"drop:drop@{E}"), "target").play("attack:1,-1").play("send:0")
    assert "fight" in options(battle)
    assert "fight" not in options(battle.play("send:1"))


@pytest.mark.parametrize("second", ["1,-1", "-1,1"])
def test_10_55C_two_drops_that_need_one_tank_stay_if_it_attacks_both_hexes_at_once(second: str) -> None:
    """15.44: a tank next to both hexes attacks them together, be they next to each other or apart."""
    drop = {"id": "drop", "type": "airborne", "nation": "German", "at": "-2,0", "count": 2}
    battle = exploit([tanks(), drop], defenders=[enemy(at=E), enemy(at=second)])
    battle = until(battle, "drop").play(f"drop:drop@{E}")
    battle = battle.play(next(one for one in options(battle) if one.startswith("drop:") and one.endswith(second)))
    assert "done" in options(battle)


def test_10_55C_two_drops_that_need_the_same_tank_in_attacks_of_their_own_do_not_both_stay() -> None:
    """10.55C, 15.43: the tank of 5 makes one attack; at either hex it is 5 + 1 : 6, at both together 5 + 2 : 12."""
    drop = {"id": "drop", "type": "airborne", "nation": "German", "at": "-2,0", "count": 2}
    defenders = [enemy("armor", at=E, factors=3), enemy("armor", at="-1,1", factors=3)]
    battle = exploit([tanks(factors=5), drop], defenders=defenders)
    battle = until(battle, "drop").play(f"drop:drop@{E}")
    assert "done" in options(battle)
    both = battle.play(next(one for one in options(battle) if one.startswith("drop:") and one.endswith("@-1,1")))
    assert "done" not in options(both)
    assert {"10.55C", "15.43"} <= why(both, "done")


def test_15_47_two_of_three_tanks_in_a_bridgehead_make_the_attack_that_a_drop_demands() -> None:
    """12.13 lets five stand in a bridgehead of ours and 15.47 two attack out of it: those two are enough for a drop."""
    drop = {"id": "drop", "type": "airborne", "nation": "German", "at": HOME}
    hexes = {E: {"features": ["bridgehead"], "control": "attacker"}}
    battle = exploit([tanks(count=3), drop], hexes=hexes, defenders=[enemy(at=EAST[1], factors=3)])
    for number in range(3):
        battle = battle.play(f"go:{number}@{E}")
    battle = until(battle, "drop").play(f"drop:drop@{EAST[1]}")
    battle = until(battle, "target").play(f"attack:{EAST[1]}")
    assert "fight" in options(battle)
    assert odds(battle)[0] in (5, 9)


def test_10_55C_infantry_that_a_drop_needs_is_sent_nowhere_else_in_a_ground_phase() -> None:
    """10.55C, 15.22: the attack of those who drop is no choice, so the unit it takes is not declared elsewhere.

    It may attack both hexes at once (15.44); a second unit beside the drop sets it free.
    """
    units = [
        mine("air", E, "airborne", 1, via="airdrop"),
        mine("i", "0,0", "infantry", 9),
        foe("d", E, factors=1),
        foe("e", "1,-1", factors=1),
    ]
    battle = phase(*units).play_all(["begin:turn", "at:1,-1", "with:i"])
    assert "declare" not in options(battle)
    assert "declare" in options(battle.play(f"also:{E}").play("with:air"))
    battle = phase(*units, mine("k", "0,1", "infantry", 9)).play_all(["begin:turn", "at:1,-1", "with:i"])
    assert "declare" in options(battle)


def test_10_55C_two_drops_share_the_infantry_beside_them_out() -> None:
    """15.21, 15.22: both attacks have to be made; one that could do with fewer leaves a unit for the other one."""
    battle = phase(
        mine("air", E, "airborne", 1, via="airdrop"),
        mine("air2", "1,-1", "airborne", 1, via="airdrop"),
        mine("i", "0,0", "infantry", 9),
        mine("k", "0,0", "infantry", 9),
        foe("d", E, factors=1),
        foe("e", "1,-1", factors=1),
    )
    battle = battle.play_all(["begin:turn", f"at:{E}", "with:air", "with:i"])
    assert "declare" in options(battle)
    assert "declare" not in options(battle.play("with:k"))


# --- hexes that are apart -----------------------------------------------------------------------------------------


def test_15_44_hexes_that_are_apart_are_attacked_together_by_who_is_next_to_both() -> None:
    """15.44 asks that the attackers are adjacent to all defenders, not that the attacked hexes are to each other.

    9 : 2 + 2 from the hex between them; who is next to one of them has no part in it.
    """
    units = mine("i", "0,0", "infantry", 9), mine("k", "2,0", "infantry", 9), foe("d", E, factors=1)
    battle = phase(*units, foe("e", WEST, factors=1)).play_all(["begin:turn", f"at:{E}", f"also:{WEST}"])
    assert "with:k" not in options(battle)
    battle = battle.play("with:i")
    assert odds(battle) == (9, 4, "2:1")
    assert "declare" in options(battle)
    far = phase(*units, foe("e", "3,0", factors=1)).play_all(["begin:turn", f"at:{E}", "with:i"])
    assert "also:3,0" in options(far), "the unit between them could attack both"
    assert "declare" not in options(far.play("also:3,0"))


# --- air over the older limit, and the odds that are left ---------------------------------------------------------


@pytest.mark.parametrize(("given_up", "then"), [("a3", "roll"), ("a4", "over")])
def test_15_74_odds_are_those_after_the_air_over_the_limit_is_gone_whichever_its_owner_takes(
    given_up: str, then: str
) -> None:
    """15.632: of 15 air factors beside 2 on the ground 9 go; 15.74: the odds are worked out before each round.

    Air of CTL 1 flies in the first round only (15.82B): with 6 of the trained factors left it is 8 : 6 against the
    fort, with one of them 3 : 6, and such a round is not fought.
    """
    attackers = [infantry(2, ctl=3), infantry(3, ctl=3), unit("air", 5, ctl=1), unit("air", 10, ctl=2)]
    battle = fight(attackers, [infantry(1, count=2)], features=["fortification"], edition="old")
    battle = battle.play_all(["!result=a", "lose:a2", "on"])
    battle = pay(battle, given_up)
    assert topic(battle) == then
    if then == "roll":
        assert odds(battle) == (8, 6, "1:1")
    else:
        assert battle.outcome.result == "held"
        assert "15.74" in {rule for _, line in battle.log for rule in line.rules}


# --- units at sea -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("landing", [True, False])
def test_12_23_who_has_not_come_ashore_bars_no_attrition_elsewhere_and_counts_in_none(landing: bool) -> None:
    """12.23, 15.13: no ground unit ends the combat phase at sea, so a landing that failed is no matter of 14.22.

    The 9 at sea beside the enemy do not count, whether they tried to land or not; 15 elsewhere on land do.
    """
    battle = phase(
        mine("inv", "0,0", "infantry", 9, nation="US", via="sea", ctl=3),
        mine("k", "-3,0", "infantry", 15, nation="US"),
        foe("d", E, factors=1, count=2, nation="German"),
        foe("e", FAR, factors=1, nation="German"),
        hexes={"0,0": {"terrain": "sea"}},
        landing_disturbed=not landing,
    )
    if landing:
        battle = battle.play_all(["begin:turn", f"at:{E}", "with:inv", "declare", "fight", "attack:1", "!end"])
    battle = battle.play("begin:attrition")
    game, state = battle.game.at_hand(battle.state)
    assert game.flow.level(state).factors == 15
    looks = {game.scenario.units[look.i].id: look.rules for look in game.flow.level(state).looks}
    assert looks["inv"] == (("14.23A",) if landing else ("12.23", "14.23C"))


def test_12_23_armor_at_sea_has_no_zone_of_control_on_the_coast() -> None:
    """10.34, 12.23: a reserve afloat is no unit in a hex beside the coast; on land it would be a reason to go on."""
    reserve = ours("res", "2,-1", 4, "armor", via="sea")
    for hexes, first in (({"2,-1": {"terrain": "sea"}}, True), ({}, False)):
        game = board(ours("a", "0,0"), theirs("d", E), {**reserve, "via": "sea" if hexes else "land"}, hexes=hexes)
        state = play(game, due(game, 0, 1), f"take:{E}", "done")
        assert ("retreat:2,0" in open_now(game, state)) == first


# --- who is needed for an attack that has to be made --------------------------------------------------------------


def test_15_47_the_attack_that_a_drop_demands_is_made_by_the_best_two_out_of_a_bridgehead() -> None:
    """15.22, 15.47: two of the three in the bridgehead may attack; 1 + 9 + 1 : 6 is possible, so it has to be made."""
    battle = phase(
        mine("air", E, "airborne", 1, via="airdrop"),
        mine("w", "0,0", "infantry", 1, count=2),
        mine("s", "0,0", "infantry", 9),
        foe("d", E),
        foe("x", FAR),
        hexes={"0,0": {"features": ["bridgehead"], "control": "attacker"}},
    ).play("begin:turn")
    assert "fight" not in options(battle)
    assert "declare" in options(battle.play_all([f"at:{E}", "with:air", "with:s", "with:w"]))


# --- supply and isolation -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_10_62_chindits_have_some_supply_wherever_they_are_and_are_never_isolated(edition: str) -> None:
    """15.33D: who is partly supplied incurs no DM from isolation; 10.62: Chindits are always supplied at least so."""
    stack = [unit("chindit", 1, "British", isolated_turns=2), infantry(1, "British", isolated_turns=2)]
    battle = game([infantry(9)], stack, edition=edition, nations=("Japanese", "British"), theatre="pacific")
    assert terms(battle) == {}
    assert terms(battle, 2) == {"15.33D": -2}
    assert "10.62" in {rule for _, line in defender(battle).lines() for rule in line.rules}


@pytest.mark.parametrize("edition", ["new", "old"])
def test_15_33C_french_infantry_of_low_training_is_at_home_in_corsica(edition: str) -> None:
    """11.22A: France includes Corsica but no colonies, as Britain includes Ulster (11.22B); 3 at DM +2 are 6."""
    for country, defense in (("Corsica", 6), ("France", 6), ("Vichy colony", 3)):
        battle = game([infantry(9, "Italian")], [infantry(3, "French", ctl=0)], edition=edition, country=country)
        assert odds(battle)[1] == defense


@pytest.mark.parametrize("edition", ["new", "old"])
def test_16_41_armor_that_exploited_last_turn_makes_no_exploitation_attack_but_a_regular_one(edition: str) -> None:
    """16.61: its supply lets it break through, not exploit; who may not exploit does not attack then (16.41)."""
    again = armor(9, exploited=True, supply="none")
    in_phase = {"edition": edition, "phase": "exploitation"}
    assert sections(game([again], [infantry(1)], **in_phase).problems) == {"16.61"}
    assert not game([again], [infantry(1)], edition=edition).problems
    assert not game([armor(9)], [infantry(1)], **in_phase).problems
    assert "exploited" in game([again], [infantry(1)], **in_phase).relevant()["units"]["a1"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_16_61_armor_that_exploited_and_is_fully_supplied_all_the_same_exploits_again(edition: str) -> None:
    """16.22B asks for full supply, 16.61 keeps back armor that relies on its exploitation for it or for its oil."""
    for fields, rule in (({}, set()), ({"supply": "partial"}, {"16.61"}), ({"oil_short": True}, {"16.61"})):
        again = {**armor(9, exploited=True), **fields}
        found = game([again], [infantry(1)], edition=edition, phase="exploitation").problems
        assert sections(found) == rule
        assert (why(begin([tanks(exploited=True, **fields)]), "place:tanks@1") == set()) == (not rule)


@pytest.mark.parametrize(("edition", "attack", "choice"), [("old", 8, "off"), ("new", 16, "on")])
def test_15_632_who_fights_on_at_even_odds_only_counts_no_air_that_dies_first(
    edition: str, attack: int, choice: str
) -> None:
    """15.632, 15.71, 15.74: of 14 air factors beside 2 on the ground 6 fight on by the older edition: 8 : 12.

    By the newer one all do: 16 : 12.
    """
    attackers = [infantry(5), infantry(2), unit("air", 15)]
    battle = fight(attackers, [infantry(3, count=2)], edition=edition).play_all(["!result=a", "lose:a1", "lose:a3"])
    assert odds(battle)[:2] == (attack, 12)
    steady = next(one.choose for one in RULESET.policies if one.key == "steady" and "attacker" in one.sides)
    assert steady(battle.game, battle.state, battle.node) == choice


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_54_who_takes_the_exchange_that_clears_the_hex_takes_the_early_german_one_at_even_numbers(
    edition: str,
) -> None:
    """15.53: instead of d an early German attack may take Ex-1, which clears the hex at 12 : 12 and costs 6 of 12.

    An Ex would take both sides, so nobody else takes it for the hex.
    """
    press = next(one.choose for one in RULESET.policies if one.key == "press" and "attacker" in one.sides)
    for early, choice in ((True, "exchange"), (False, "keep")):
        battle = fight(
            [armor(6, count=2)], [armor(3, count=2)], edition=edition, phase="exploitation", early_german=early
        ).play("d6=6")
        assert (odds(battle)[:2], topic(battle)) == ((12, 12), "choose")
        assert press(battle.game, battle.state, battle.node) == choice


# --- who has made his attack, and ships (15.43, 16.43) ------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_43_who_made_an_offensive_operation_makes_no_attack_after_it_but_after_an_overrun(edition: str) -> None:
    """15.43: one attack a unit; 13.55C: after an overrun it may. Who has not attacked may help itself without it."""
    spent = infantry(9, fought=True)
    assert sections(game([spent], [infantry(1)], edition=edition).problems) == {"15.43"}
    assert not game([{**spent, "attacks": False}, infantry(9)], [infantry(1)], edition=edition).problems
    assert not game([armor(9, fought=True, overran=True)], [infantry(1)], edition=edition).problems
    assert not game([infantry(9)], [infantry(1, fought=True)], edition=edition).problems
    asked = game([spent, infantry(9)], [infantry(1)], edition=edition).relevant()["units"]
    assert "fought" in asked["a1"] and "fought" not in asked["a2"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_16_41_who_has_fought_drops_no_more_in_exploitation_but_armor_exploits(edition: str) -> None:
    """16.41: airborne units that drop have not fought before; armor that exploits makes its only attack there."""
    tank = armor(9, fought=True)
    drop = unit("airborne", count=3, at="0,0", via="airdrop")
    more = {"edition": edition, "phase": "exploitation"}
    assert not game([tank, drop], [infantry(1)], **more).problems
    assert "fought" not in game([tank, drop], [infantry(1)], **more).relevant()["units"]["a1"]
    assert sections(game([tank, {**drop, "fought": True}], [infantry(1)], **more).problems) == {"16.41"}


@pytest.mark.parametrize(("edition", "rule"), [("new", "16.43"), ("old", "15.13")])
@pytest.mark.parametrize("ship", ["fleet", "destroyer"])
def test_16_43_no_ships_take_part_in_an_exploitation_attack(edition: str, rule: str, ship: str) -> None:
    """16.43: no naval missions in exploitation; by the older edition all ships are back in port then (15.13)."""
    force = [armor(9), unit(ship, 3)]
    assert sections(game(force, [infantry(1)], edition=edition, phase="exploitation").problems) == {rule}
    assert not game(force, [infantry(1)], edition=edition).problems


# --- marines (10.71, 15.32B) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "nation", "bonus"),
    [("new", "US", 0), ("new", "Japanese", 0), ("new", "British", 1), ("old", "British", 0)],
)
def test_10_71_only_american_and_japanese_marines_take_the_bonus_against_a_landing(
    edition: str, nation: str, bonus: int
) -> None:
    """15.32B speaks of marines, 10.71 of the newer edition of American ones and Japanese landing forces."""
    force = [unit("marine", nation=nation, count=4, via="sea"), infantry(4, nation, via="sea")]
    battle = game(force, [infantry(1, "German")], edition=edition)
    assert terms(battle).get("15.32B", 0) == bonus


# --- Pearl Harbor and air (12.19, 15.41, 15.632) -------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "barred"), [("old", set()), ("new", {"15.52"})])
def test_15_41_air_over_units_left_out_at_pearl_harbor_bars_no_landing(edition: str, barred: set[str]) -> None:
    """15.41, 15.632: of five 1-factor units two count, with 6 air factors of 15 by the older edition.

    Two at 3 and 6 air factors three times are 24 against a landing of 24: 1:1. By the newer edition all 15 fly.
    """
    hawaii = {"features": ["pearl_harbor"], "nations": ("Japanese", "US"), "theatre": "pacific"}
    landing = [infantry(12, via="sea", count=2)]
    found = game(landing, [infantry(1, count=5), unit("air", 15)], edition=edition, **hawaii)
    assert sections(found.problems) == barred
    if not barred:
        named = Battle.start(found).play_all(["aside:d1"] * 3)
        assert (odds(named), topic(named)) == ((24, 24, "1:1"), "roll")


# --- a defended prize of Russia and two factions (16.31E, 15.46) ---------------------------------------------------


@pytest.mark.parametrize(("garrison", "slow"), [(2, True), (1, False)])
def test_16_31E_an_ic_counts_as_defended_by_all_who_held_it_before_either_faction_attacked(
    garrison: int, slow: bool
) -> None:
    """16.31E: three factors defended it, though the first attack (d) left two of four for the second one to clear."""
    battle = phase(
        mine("g", "0,0", "infantry", 9),
        mine("j", "2,0", "armor", 9, nation="Japanese"),
        mine("k", "2,0", "armor", 4, nation="Japanese"),
        foe("d", E, factors=garrison, count=2),
        hexes={E: {"country": "Russia", "features": ["ic"]}},
    )
    battle = battle.play_all(["begin:turn", f"at:{E}", "with:g", "declare", f"at:{E}", "with:j", "declare", "fight"])
    battle = battle.play_all(["attack:1", "!result=d"])
    while topic(battle) in ("choose", "pay"):
        battle = battle.play(options(battle)[0])
    battle = battle.play("off") if "off" in options(battle) else battle
    assert stands(battle, "d") == [E]
    assert "held" not in features(battle.play("done"), E), "where the other faction does not attack"
    battle = battle.play_all(["attack:2", "!result=D", "advance:j"])
    assert {"breakthrough", "attacked_from"} & {*features(battle, E)}
    assert ("held" in features(battle, E)) == slow


# --- designated hexes and who can enter them (14.521C, 14.64) ------------------------------------------------------


@pytest.mark.parametrize("counters", [1, 2])
def test_14_521C_russia_designates_no_more_hexes_for_occupation_than_it_can_enter(counters: int) -> None:
    """14.64: a hex that no unit is left to advance into may not be selected; a designated one has to be occupied."""
    near = [ours("a", "0,0", 12, nation="Russian", count=counters)]
    game = board(*near, theirs("x", "1,0", nation="German"), theirs("y", "0,1", nation="German"), winter_designations=4)
    state = play(game, due(game, 2, 2), "seize:1,0")
    assert ("seize:0,1" in open_now(game, state)) == (counters > 1)
    assert "bleed:0,1" in open_now(game, state)
    if counters == 1:
        second = next(one for one in game.flow.winter.candidates(state) if one.option.id == "seize:0,1")
        assert second.rules == ("14.521C", "14.64")


# --- designated hexes and the nations in contact (14.521G, 14.52C) -------------------------------------------------


def test_14_521G_what_two_hexes_need_of_one_nation_is_not_lost_where_another_one_can_pay() -> None:
    """14.521G: one unit from each designated hex; 14.52C: two Germans are in contact, so two may be lost.

    With a German lost elsewhere the hex of the two nations pays with the Italian, as the other has Germans only.
    """
    axis = [
        theirs(name, at, nation=nation)
        for name, at, nation in (
            ("g", "1,0", "German"),
            ("i", "1,0", "Italian"),
            ("h", "0,1", "German"),
            ("x", "2,0", "German"),
        )
    ]
    game = board(ours("a", "0,0", 12, nation="Russian"), *axis, winter_level=6, winter_designations=2)
    state = play(game, due(game, 3), "bleed:1,0", "bleed:0,1")
    assert {*open_now(game, state)} == {"lose:g", "lose:i", "lose:h", "lose:x"}
    state = play(game, state, "lose:x")
    assert {*open_now(game, state)} == {"lose:i", "lose:h"}
    assert {*open_now(game, play(game, state, "lose:i"))} == {"lose:h"}


@pytest.mark.parametrize(
    ("hexes", "left", "paid"),
    [
        ([{"German"}, {"German"}], {"German": 1}, False),
        ([{"German"}, {"German"}], {"German": 2}, True),
        ([{"German", "Italian"}, {"German"}], {"German": 1, "Italian": 1}, True),
        ([{"German", "Italian"}, {"German"}], {"German": 1, "Italian": 0}, False),
        ([{"German", "Italian"}, {"German"}, {"Italian"}], {"German": 2, "Italian": 1}, True),
        ([{"German", "Italian"}, {"German"}, {"Italian"}], {"German": 1, "Italian": 1}, False),
    ],
)
def test_14_521G_14_52C_each_hex_pays_with_a_unit_of_its_own(
    hexes: list[set[str]], left: dict[str, int], paid: bool
) -> None:
    """As many of a nation are lost as may be, and none pays for two hexes."""
    assert payable(hexes, left) is paid


# --- a Chindit and another attack of the turn (15.33I, 15.12) -------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_33I_an_attack_by_who_stands_beside_a_chindit_changes_the_chances_of_its_own(edition: str) -> None:
    """15.33I: the infantry keeps the Chindit from being alone until it has advanced or is gone (15.12, 15.91).

    One in the jungle has 3, and 2 against a lone Chindit: 1:3 or 1:2. The chances of both are those of one walk.
    """
    units = [
        {"id": "c", "side": "attacker", "type": "chindit", "nation": "British", "at": "1,0"},
        {"id": "a", "side": "attacker", "type": "infantry", "nation": "British", "at": "2,0", "factors": 3},
        {"id": "d", "side": "defender", "type": "infantry", "nation": "Japanese", "at": "0,0", "factors": 1},
        {"id": "e", "side": "defender", "type": "infantry", "nation": "Japanese", "at": "3,0", "factors": 1},
    ]
    turn = RULESET.game(
        read_scenario(
            {
                "ruleset": "aworldatwar",
                "edition": edition,
                "procedure": "turn",
                "units": units,
                "map": {"hexes": {"0,0": {"terrain": "jungle"}}},
                "conditions": {"theatre": "pacific"},
                "attacks": [{"targets": ["3,0"], "units": ["a"]}, {"targets": ["0,0"], "units": ["c"]}],
            }
        )
    )
    battle = Battle.start(turn)
    assert odds(battle.play("attack:2"))[1] == 3
    won = battle.play_all(["attack:1", "!result=D", "advance:a"]).play("attack:2")
    assert odds(won)[1] == 2

    def decide(game: Any, state: Any) -> Any:
        return policy_of(game, state, RULESET, {}, "", None)

    found = chances(turn, turn.start(), decide)
    assert found.single[1].touched
    walked = endings(explore(turn, turn.start(), decide(turn, turn.start())))
    assert found.whole is not None
    for end in walked:
        assert found.whole.p(end.__eq__) == walked.p(end.__eq__)


# --- partisans and air in a turn (11.47, 15.46) ---------------------------------------------------------------------

BAND = {"id": "band", "side": "defender", "type": "partisan", "nation": "Russian", "at": E, "factors": 1}


def test_11_47_air_in_a_hex_of_partisans_alone_keeps_nobody_from_attacking_them_in_a_ground_phase() -> None:
    """11.47: partisans have no DAS, so what is based in their hex flies neither for them nor counts as flown (16.44).

    With infantry beside them it may: 9 against 1 for the partisan, 2 for the infantry and 5 in the air.
    """
    air = foe("das", E, "air", 5)
    alone = phase(mine("g", "0,0", "infantry", 9), BAND, air).play_all(["begin:turn", f"at:{E}", "with:g"])
    assert odds(alone)[:2] == (9, 1)
    assert any(line.skipped and "11.47" in line.rules for _, line in alone.assessment.trace.lines())
    after = alone.play_all(["declare", "fight", "attack:1", "!result=D", "stay"])
    assert marked(after, "das", "fought") == [False]
    mixed = phase(mine("g", "0,0", "infantry", 9), BAND, foe("d", E, factors=1), air)
    mixed = mixed.play_all(["begin:turn", f"at:{E}", "with:g"])
    assert odds(mixed)[:2] == (9, 1 + 2 + 5)
    assert marked(mixed.play_all(["declare", "fight", "attack:1", "!result=A"]), "das", "fought") == [True]


@pytest.mark.parametrize("edition", EDITIONS)
def test_11_47_partisans_that_a_first_attack_has_left_alone_are_attacked_by_a_second_faction(edition: str) -> None:
    """15.46, 11.47: with the infantry the partisans lose the support of the air that is over their hex."""
    units = [
        {"id": "g", "side": "attacker", "type": "infantry", "nation": "German", "at": "0,0", "factors": 9},
        {"id": "j", "side": "attacker", "type": "infantry", "nation": "Japanese", "at": "2,0", "factors": 9},
        {"id": "d", "side": "defender", "type": "infantry", "nation": "Russian", "at": E, "factors": 2},
        {"id": "das", "side": "defender", "type": "air", "nation": "Russian", "at": E, "factors": 1},
        BAND,
    ]
    document = {
        "ruleset": "aworldatwar",
        "edition": edition,
        "procedure": "turn",
        "units": units,
        "attacks": [{"targets": [E], "units": ["g"]}, {"targets": [E], "units": ["j"]}],
    }
    battle = Battle.start(RULESET.game(read_scenario(document))).play_all(["attack:1", "!result=d"])
    assert odds(battle)[:2] == (9, 4 + 1 + 1)
    battle = battle.play("keep") if "keep" in options(battle) else battle
    battle = battle.play_all(["lose:d", "off"] if "lose:d" in options(battle) else ["off"])
    second = battle.play("attack:2")
    assert odds(second)[:2] == (9, 1)


# --- overruns that fail out of one hex, and attacks (12.15, 13.531, 15.47) ------------------------------------------


def test_12_15_three_who_failed_to_overrun_two_hexes_stand_together_and_two_of_them_attack() -> None:
    """12.15: nobody who tried is given up, so three stay; 13.531: they attack, and 15.47: two out of one hex may.

    A pair of 6 fails at one hex and, come to them, a tank of 12 at another: either attack can be made, not both.
    """
    north = "1,-1"
    battle = phase(
        mine("pair", "0,0", factors=6, count=2),
        mine("big", "-1,0", factors=12, movement=6),
        foe("d", E, factors=1),
        foe("e", north, factors=1),
        foe("das", "3,0", "air", 9),
    )
    battle = battle.play_all(["begin:move", "take:pair", "more", f"overrun:{E}", "das:1", "take:big", "go:0,0"])
    battle = battle.play(next(one for one in options(battle) if one.startswith("take:big")))
    battle = battle.play_all([f"overrun:{north}", "das:1", "done", "begin:turn"])
    assert options(battle) == [f"at:{E}", f"at:{north}"], "one of them has to be made"
    pair = battle.play_all([f"at:{E}", "with:pair", "with:pair"])
    assert (odds(pair), "declare" in options(pair)) == ((12, 2 + 1, "4:1"), True)
    pair = pair.play("declare")
    assert "fight" in options(pair), "the third would attack out of the same hex"
    assert "with:big" not in options(pair.play(f"at:{north}"))
    assert "declare" in options(battle.play_all([f"at:{north}", "with:big"]))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("picker", "defense"), [("defender", 12), ("attacker", 6)])
def test_15_41_the_odds_told_before_units_are_named_at_pearl_harbor_are_those_of_two(
    edition: str, picker: str, defense: int
) -> None:
    """15.41: of units of 1 and 2 the defender would keep the two of 2, at 3 each; who names them, by the reading."""
    hawaii = {"features": ["pearl_harbor"], "nations": ("Japanese", "US"), "theatre": "pacific"}
    defenders = [infantry(1, count=3), infantry(2, count=2)]
    battle = fight(
        [infantry(20, via="sea", count=2)], defenders, edition=edition, readings={"pearl_picker": picker}, **hawaii
    )
    assert (topic(battle), odds(battle)[:2]) == ("pick", (40, defense))


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_52_no_landing_at_pearl_harbor_below_even_odds_whoever_was_named(edition: str) -> None:
    """15.52, 15.41: 10 may land on two of 1, which count 6; when those of 2 are named they count 12, and 10 may not."""
    hawaii = {"features": ["pearl_harbor"], "nations": ("Japanese", "US"), "theatre": "pacific"}
    defenders = [infantry(1, count=3), infantry(2, count=2)]
    battle = fight(
        [infantry(10, via="sea")], defenders, edition=edition, readings={"pearl_picker": "attacker"}, **hawaii
    )
    assert odds(battle.play_all(["aside:d2", "aside:d2", "aside:d1"])) == (10, 6, "1:1")
    poor = battle.play_all(["aside:d1"] * 3)
    assert poor.outcome is not None and poor.outcome.result == "held"
    assert "15.52" in {rule for _, line in poor.log for rule in line.rules}


# --- air that a first attack has left without those it may support (15.632, 15.46) ---------------------------------


@pytest.mark.parametrize(("edition", "defense"), [("old", 2 + 3), ("new", 2 + 7)])
def test_15_632_air_that_a_first_attack_leaves_over_the_limit_bars_no_attack_of_a_second_faction(
    edition: str, defense: int
) -> None:
    """15.632, 15.71: of 7 air factors over one factor on the ground three fly by the older edition, the rest does not.

    The first attack has taken infantry of 3 and 5 air factors of 12 with a d, half of 16.
    """
    units = [
        {"id": "g", "side": "attacker", "type": "infantry", "nation": "German", "at": "0,0", "factors": 24, "ctl": 1},
        {"id": "j", "side": "attacker", "type": "infantry", "nation": "Japanese", "at": "2,0", "factors": 18},
        {"id": "d", "side": "defender", "type": "infantry", "nation": "Russian", "at": E, "factors": 3},
        {"id": "e", "side": "defender", "type": "infantry", "nation": "Russian", "at": E, "factors": 1},
        {"id": "das", "side": "defender", "type": "air", "nation": "Russian", "at": E, "factors": 12},
    ]
    document = {
        "ruleset": "aworldatwar",
        "edition": edition,
        "procedure": "turn",
        "units": units,
        "attacks": [{"targets": [E], "units": ["g"]}, {"targets": [E], "units": ["j"]}],
    }
    battle = pay(Battle.start(RULESET.game(read_scenario(document))).play_all(["attack:1", "!result=d"]), "d", "das")
    second = battle.play("attack:2")
    assert odds(second)[:2] == (18, defense)
    (das,) = [one for one in second.play("!end").state.board.units if one.unit == "das"]
    assert dict(das.values)["factors"] == 7, "the rest is left out of it, and not lost"
    alone = [infantry(18)], [infantry(1), unit("air", 7)]
    assert sections(game(*alone, edition=edition).problems) == ({"15.632"} if edition == "old" else set())


# --- Chindits whose friends fight elsewhere (15.33I, 15.42) ---------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("company", [E, "2,-1"])
def test_15_33I_a_chindit_is_alone_once_its_friends_fell_in_an_attack_on_another_hex(
    edition: str, company: str
) -> None:
    """15.42: they stand in its hex or next to it, and attack by themselves; so the chances of both hang together."""
    document = {
        "ruleset": "aworldatwar",
        "edition": edition,
        "procedure": "turn",
        "conditions": {"theatre": "pacific"},
        "attacks": [{"targets": ["0,0"], "units": ["c"]}, {"targets": ["2,0"], "units": ["i"]}],
        "units": [
            mine("c", E, "chindit", 1, nation="British"),
            mine("i", company, "infantry", 3, nation="British"),
            foe("d", "0,0", factors=1, nation="Japanese"),
            foe("e", "2,0", factors=1, nation="Japanese"),
        ],
        "map": {"hexes": {place: {"terrain": "jungle"} for place in ("0,0", E, "2,0", "2,-1")}},
    }
    turn = RULESET.game(read_scenario(document))
    battle = Battle.start(turn)
    fallen = battle.play_all(["attack:2", "!result=A"])
    strong, weak = (odds(one.play("attack:1"))[1] for one in (battle, fallen))
    assert strong == weak + 1

    def decide(game: Any, state: Any) -> Any:
        return policy_of(game, state, RULESET, {}, "", None)

    found = chances(turn, turn.start(), decide)
    assert all(one.touched for one in found.single.values())
    assert found.whole == endings(explore(turn, turn.start(), decide(turn, turn.start())))


# --- who is gone no longer counts --------------------------------------------------------------------------------

TURNED = {
    "features": ["west_wall"],
    "sides": {"E": ["fort"], "W": ["river"]},
    "nations": ("US", "German"),
}
"""A West Wall that is also attacked over the river beside it, which Axis units hold all the same (15.321)."""


@pytest.mark.parametrize(("edition", "gone_first"), [(each, key) for each in EDITIONS for key in ("d1", "d2")])
def test_15_321_a_wall_gone_round_over_a_river_softens_results_while_axis_units_hold_it(
    edition: str, gone_first: str
) -> None:
    """15.55: not of attacks from behind, and to others than Axis units the river's side is behind the wall."""
    battle = fight(
        [infantry(9, ctl=3), infantry(9, ctl=3, at=WEST)],
        [infantry(2), infantry(2, nation="Russian")],
        edition=edition,
        readings={"mixed_approach": "open"},
        **TURNED,
    )
    battle = battle.play_all(["!result=d", f"lose:{gone_first}", "on", "d6=6"])
    log = " ".join(line.text for _, line in battle.log)
    softened = topic(battle) == "convert" or "D by attackers of CTL 3 becomes Ex-3" in log
    assert softened == (gone_first == "d2"), "the Germans are still there"


@pytest.mark.parametrize(("edition", "gone_first"), [(each, key) for each in EDITIONS for key in ("d1", "d2")])
def test_15_321_a_wall_gone_round_over_a_river_bars_bad_odds_while_axis_units_hold_it(
    edition: str, gone_first: str
) -> None:
    """15.52: only a fort that helps does; without its air the attack is 2 : 4 on Germans, or 2 : 3 on Russians."""
    battle = fight(
        [infantry(1), infantry(1, at=WEST), unit("air", 5, ctl=1)],
        [infantry(1), infantry(1, nation="Russian")],
        edition=edition,
        terrain="forest",
        **TURNED,
    )
    assert odds(battle)[:2] == (7, 7)
    battle = battle.play_all(["!result=d", f"lose:{gone_first}"])
    assert topic(battle) == ("over" if gone_first == "d2" else "again")


@pytest.mark.parametrize(("dies", "ships"), [("all", 4), ("ground", 1)])
def test_15_642_destroyers_pay_no_third_of_air_that_lives(dies: str, ships: int) -> None:
    """15.632: 3 and 6 of air against 9: with 4 destroyers a third of 13, or one where only 3 are lost with it."""
    battle = fight(
        [infantry(3, via="sea"), unit("air", 6), unit("destroyer", 5)],
        [infantry(3)],
        readings={"destroyer_share": "paid", "air_dies": dies},
    )
    battle = pay(battle.play("!result=Ex"))
    assert gone(battle).get("a3") == ships
    assert gone(battle).get("a2", 0) == (6 if dies == "all" else 0)


def several(attacks: list[Document], *units: Document, edition: str = "new") -> Battle[Any]:
    """A turn of attacks on hexes beside each other."""
    return Battle.start(turn(attacks, *units, edition=edition))


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_46_the_hex_that_one_of_two_factions_takes_is_all_that_both_attacked(edition: str) -> None:
    """15.46, 15.91: who comes second finds nobody there any more; a hex that was taken is no less so for that.

    Where the first faction fails, it is the second that may take all there is.
    """
    battle = several(
        [{"targets": [E], "units": ["r"]}, {"targets": [E], "units": ["u"]}],
        mine("r", "0,0", "infantry", 9, nation="Russian"),
        mine("u", "2,0", "infantry", 9, nation="US"),
        foe("d", E, factors=1, nation="German"),
        edition=edition,
    )
    won = battle.play_all(["attack:1", "!result=D", "advance:r"])
    won = won if won.outcome else won.play("done")
    assert won.outcome
    assert (won.outcome.result, won.outcome.measure("hexes"), won.outcome.measure("hex")) == ("all", 1, 1)
    second = battle.play_all(["attack:1", "!result=A", "attack:2", "!result=D", "advance:u"])
    assert second.outcome
    assert (second.outcome.result, second.outcome.measure("hexes")) == ("all", 1)
    empty = battle.play_all(["attack:1", "!result=D", "stay"])
    empty = empty if empty.outcome else empty.play("done")
    assert empty.outcome
    assert (empty.outcome.result, empty.outcome.measure("hexes")) == ("none", 0)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("second", "result", "taken"), [("advance:v@1,1", "all", 2), ("stay", "some", 1)])
def test_15_44_of_two_hexes_attacked_at_once_each_that_is_occupied_is_taken(
    edition: str, second: str, result: str, taken: int
) -> None:
    """15.44, 15.91: both are empty; the attacker occupies both of them or one."""
    battle = several(
        [{"targets": [E, "1,1"], "units": ["u", "v"]}],
        mine("u", "2,0", "infantry", 9, nation="US"),
        mine("v", "2,0", "infantry", 9, nation="US"),
        foe("d", E, factors=1, nation="German"),
        foe("e", "1,1", factors=1, nation="German"),
        edition=edition,
    ).play_all(["attack:1", "!result=D", f"advance:u@{E}", second])
    assert battle.outcome
    assert (battle.outcome.result, battle.outcome.measure("hexes")) == (result, taken)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("policy", ["steady", "press", "once"])
def test_15_44_the_chances_take_it_that_both_of_two_hexes_are_occupied(edition: str, policy: str) -> None:
    """15.44, 15.91: 18 to 4 is 4 : 1; what clears both hexes leaves two of three units at least."""
    battle = several(
        [{"targets": [E, "1,1"], "units": ["u", "v", "w"]}],
        *(mine(name, at, "infantry", 6, nation="US") for name, at in (("u", "2,0"), ("v", "2,0"), ("w", "0,1"))),
        foe("d", E, factors=1, nation="German"),
        foe("e", "1,1", factors=1, nation="German"),
        edition=edition,
    )
    assert battle.game.problems == ()
    turn, policies = battle.game, {"attacker": policy}
    found = chances(turn, battle.state, lambda *here: policy_of(*here, RULESET, policies, "", None))
    assert found.whole is not None
    ends = {end.measure("hexes") for end in found.whole}
    assert ends <= {0, 2} and 2 in ends
