"""Exploitation attacks on several hexes at once (15.44 within 16.41): who joins, what counts, what falls."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hexumpire.model.battle import Battle, moves
from hexumpire.rulesets.aworldatwar import RULESET

from tests.rules.aworldatwar.exploiting import EAST, HOME, WAITS, begin, enemy, exploit, refused, tanks, why
from tests.rules.aworldatwar.setting import options, pay

E, NE, SE = EAST[0], "1,-1", "0,1"
AIR = {"id": "air", "type": "air", "nation": "German", "at": WAITS, "factors": 3}
DROP = {"id": "drop", "type": "airborne", "nation": "German", "at": WAITS}


def pair(*units: Any, **more: Any) -> Any:
    """Two units in the breakthrough hex, next to an enemy in each of two neighbouring hexes; attacks are next."""
    defenders = more.pop("defenders", [enemy("armor", at=E), enemy("armor", at=NE)])
    return exploit([tanks(count=2), *units], defenders=defenders, **more)


def joined(*actions: str, battle: Any = None) -> Any:
    """The attack on both, with the first two units sent."""
    battle = battle or pair().play("done")
    return battle.play_all([f"attack:{E}", f"also:{NE}", "send:0", "send:1", *actions])


def test_15_44_defenders_of_both_hexes_count_together() -> None:
    alone = pair().play_all(["done", f"attack:{E}", "send:0", "send:1"]).assessment
    both = joined().assessment
    assert (alone.attack, alone.defense) == (8, 2)
    assert (both.attack, both.defense) == (8, 4)


def test_15_91_one_unit_may_enter_each_and_both_count_as_taken() -> None:
    battle = pay(joined("fight", "!result=D"))
    for place in (E, NE):
        battle = battle.play(next(one for one in options(battle) if one.endswith(f"@{place}")))
    assert battle.outcome.measure("hexes") == 2
    assert battle.outcome.result == "all"
    assert {one.at for one in battle.game.board(battle.state).units if one.unit == "tanks"} == {E, NE}


def test_15_91_with_one_entered_one_is_taken() -> None:
    battle = pay(joined("fight", "!result=D"))
    battle = battle.play(next(one for one in options(battle) if one.endswith(f"@{NE}"))).play("stay")
    assert battle.outcome.measure("hexes") == 1
    assert battle.outcome.result == "some"


def test_15_46_neither_hex_is_attacked_again() -> None:
    battle = joined("fight", "!end")
    assert not {f"attack:{E}", f"attack:{NE}"} & {*options(battle)}


def test_15_44_every_unit_is_next_to_every_hex() -> None:
    # The first unit stands in SE, next to E and not to NE.
    battle = exploit([tanks(count=2)], defenders=[enemy("armor", at=E), enemy("armor", at=NE)], hexes={SE: {}})
    battle = battle.play(f"go:0@{SE}").play("done").play(f"attack:{E}")
    assert "send:0" in options(battle)
    both = battle.play(f"also:{NE}")
    assert "send:1" in options(both) and "send:0" not in options(both)
    assert "15.44" in why(both, "send:0")
    late = battle.play("send:0")
    assert f"also:{NE}" not in options(late)
    assert "15.44" in refused(late, "", NE)


def test_15_44_a_hex_that_armor_is_next_to_joins_and_no_other() -> None:
    foes = [enemy("armor", at=place) for place in (E, "-1,1", "3,0")]
    battle = pair(defenders=foes).play_all(["done", f"attack:{E}"])
    assert "also:-1,1" in options(battle), "both are next to the breakthrough hex"
    assert "also:3,0" not in options(battle)


def test_15_44_air_counts_over_either_hex() -> None:
    battle = pair(AIR).play("done").play(f"fly:air@{NE}")
    assert joined(battle=battle).assessment.attack == 8 + 3


def test_15_44_defensive_air_counts_over_either_hex() -> None:
    das = {"id": "das", "type": "air", "nation": "Russian", "at": EAST[4], "factors": 2}
    battle = pair(defenders=[enemy("armor", at=E), enemy("armor", at=NE), das]).play("done").play(f"fly:das@{NE}")
    assert joined(battle=battle).assessment.defense == 4 + 2


def test_10_55b_who_drops_on_one_hex_attacks_both() -> None:
    battle = pair(DROP).play("done").play(f"drop:drop@{NE}")
    battle = battle.play("done") if "done" in options(battle) else battle
    both = joined(battle=battle)
    assert both.assessment.attack == 8 + 1
    after = pay(both.play_all(["fight", "!result=D"]))
    assert not any(one.startswith("advance:drop") for one in options(after))


DROPS = [
    # (who drops, where, whether it is in an attack on E, in one on both hexes)
    ("airborne", E, True, True), ("airborne", "2,-1", False, False), ("airborne", "-1,0", False, False),
    ("chindit", "2,-1", True, True), ("chindit", "2,0", True, False), ("chindit", "0,-1", False, False),
    ("chindit", "3,-1", False, False),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "where", "alone", "both"), DROPS)
def test_10_55a_10_61d_who_drops_on_an_enemy_attacks_and_a_chindit_beside_all(
    kind: str, where: str, alone: bool, both: bool
) -> None:
    # Two of armor, four factors each, in the breakthrough hex; E and NE are next to it and to 2,-1.
    drop = {"id": "drop", "type": kind, "nation": "British", "at": WAITS}
    german = [enemy("armor", nation="German", at=at) for at in (E, NE)]
    battle = exploit([tanks("British", count=2), drop], defenders=german).play_all(["done", f"drop:drop@{where}"])
    battle = battle.play("done") if "done" in options(battle) else battle
    one = battle.play(f"attack:{E}")
    assert bool(refused(one, "drop")) == (not alone)
    assert refused(one, "drop") <= ({"10.55A", "15.92C"} if kind == "airborne" else {"15.21"})
    for send in ("send:0", "send:1"):  # who drops below even odds has them sent at once
        one = one.play(send) if send in options(one) else one
    assert one.assessment.attack == 8 + alone
    assert one.play(f"also:{NE}").assessment.attack == 8 + both


def test_15_44_an_attack_is_made_on_hexes_as_those_before_it_left_them() -> None:
    battle = pair()
    state = battle.state._replace(board=battle.state.board._replace(ground=((NE, ("bridgehead", "held")),)))
    scene = battle.game.field.scene(state, (E,), ())
    assert (scene.targets, scene.hex(NE).features, scene.hex(E).features) == ((E,), ("bridgehead", "held"), ())


def test_10_61d_a_chindit_beside_two_hexes_attacks_the_one_that_the_attacker_likes() -> None:
    """15.21, 15.43: a Chindit need not join the first attack beside it, and joins one only."""
    drop = {"id": "drop", "type": "chindit", "nation": "British", "at": WAITS}
    german = [enemy("armor", nation="German", at=at) for at in (E, NE)]
    battle = exploit([tanks("British", count=2), drop], defenders=german).play_all(["done", "drop:drop@2,-1"])
    battle = battle.play("done") if "done" in options(battle) else battle
    first = battle.play_all([f"attack:{E}", "send:0", "leave:drop"])
    assert first.assessment.attack == 4 and first.play("join:drop").assessment.attack == 4 + 1
    assert moves(first.node) == ["fight"]  # chances are those of the attack as it is put together
    second = first.play_all(["fight", "!result=D"])
    while "stay" in options(second):
        second = second.play("stay")
    second = second.play_all([f"attack:{NE}", "send:1"])
    assert second.assessment.attack == 4 + 1
    joined = first.play_all(["join:drop", "fight", "!result=D"])
    while "stay" in options(joined):
        joined = joined.play("stay")
    joined = joined.play_all([f"attack:{NE}", "send:1"])
    assert joined.assessment.attack == 4 and "join:drop" not in options(joined)


def test_13_43_a_chindit_joins_no_attack_over_an_impassable_hexside_and_bars_none() -> None:
    drop = {"id": "drop", "type": "chindit", "nation": "British", "at": WAITS}
    game = exploit([tanks("British"), drop], defenders=[enemy("armor", nation="German", at=E)]).game
    battle = Battle.start(RULESET.game(replace(game.scenario, sides={f"{E}:NE": ("impassable",)})))
    battle = battle.play_all(["place:tanks@1", "done", "drop:drop@2,-1"])
    battle = battle.play("done") if "done" in options(battle) else battle
    battle = battle.play_all([f"attack:{E}", "send:0"])
    assert battle.assessment.attack == 4 and "fight" in options(battle)


def test_13_531_those_whose_overrun_failed_join_where_its_hex_does() -> None:
    das = {"id": "das", "type": "air", "nation": "Russian", "at": EAST[4], "factors": 2}
    battle = exploit([tanks(count=2, factors=12)], defenders=[enemy("armor", at=E), enemy("armor", at=NE), das])
    failed = battle.play_all([f"overrun:0@{NE}", "on", "fly:das", "on", "done"])
    while f"attack:{NE}" not in options(failed):
        failed = failed.play("done")
    both = failed.play_all([f"attack:{NE}", f"also:{E}"])
    assert both.state.sent == (both.state.tanks[0].id,)
    assert both.assessment.defense == 4 + 2


def test_13_531_of_two_like_tanks_the_one_that_failed_to_overrun_a_hex_is_bound_and_the_other_free() -> None:
    """13.531: who tried must attack it, so it is sent where that hex joins another one; the other attacks any."""
    das = {"id": "das", "type": "air", "nation": "Russian", "at": EAST[4], "factors": 2}
    battle = exploit([tanks(count=2, factors=12)], defenders=[enemy("armor", at=E), enemy("armor", at=NE), das])
    failed = battle.play_all([f"overrun:0@{NE}", "on", "fly:das", "on", "done"])
    while f"attack:{E}" not in options(failed):
        failed = failed.play("done")
    first, second = (tank.id for tank in failed.state.tanks)
    asked = failed.play(f"attack:{E}")
    assert "send:0" not in options(asked)
    assert why(asked, "send:0") == {"13.531"}
    assert asked.play("send:1").assessment.attack == 12
    assert asked.play(f"also:{NE}").state.sent == (first,)
    assert {*asked.play_all(["send:1", f"also:{NE}"]).state.sent} == {first, second}


WEATHER = [{"winter_effect": 3}, {"monsoon": True}, {"restrictive_weather": True}]


@pytest.mark.parametrize("weather", WEATHER)
@pytest.mark.parametrize(
    ("area", "together"), [((), True), ((E,), False), ((NE,), False), ((E, NE), True), ((SE,), True)]
)
def test_16_46b_hexes_of_different_weather_are_attacked_apart(
    weather: dict[str, Any], area: tuple[str, ...], together: bool
) -> None:
    """16.46B: it lies on both hexes, or on neither; where no hex is of its area it lies everywhere."""
    hexes = {place: {"weather": "area"} for place in area}
    battle = pair(hexes=hexes, **weather).play_all(["done", f"attack:{E}"])
    assert (f"also:{NE}" in options(battle)) == together
    assert ("16.46B" in refused(battle, "", NE)) == (not together)
    calm = pair(hexes=hexes).play_all(["done", f"attack:{E}"])
    assert f"also:{NE}" in options(calm), "no weather is stated"


def test_back_forgets_the_further_hex() -> None:
    battle = joined("back").play(f"attack:{E}")
    assert battle.state.targets == (E,)
    assert HOME not in battle.state.targets


def over(side: str, *foes: str) -> Any:
    """One unit in the breakthrough hex, with enemies around it; nobody crosses one of its hexsides."""
    game = begin([tanks()], defenders=[enemy(at=place) for place in foes], start=False)
    sides = {f"{HOME}:{side}": ("impassable",)}
    battle = Battle.start(RULESET.game(replace(game.scenario, sides=sides)))
    return battle.play_all(["place:tanks@1", "done"])


def test_13_43_no_hex_is_attacked_as_well_over_a_hexside_that_is_closed_to_who_is_sent() -> None:
    """15.44, 15.21: all that attack are next to all hexes, and where nothing crosses that counts for nothing."""
    battle = over("NE", E, NE).play_all([f"attack:{E}", "send:0"])
    assert f"also:{NE}" not in options(battle) and "fight" in options(battle)
    assert "13.43B" in why(battle, f"also:{NE}")
    assert f"also:{NE}" in options(over("W", E, NE).play_all([f"attack:{E}", "send:0"]))


def test_13_43_what_keeps_armor_next_to_a_hex_from_it_is_told() -> None:
    """It is next to the hex and has not attacked: it is the hexside that bars the attack."""
    battle = over("NE", E, NE)
    assert why(battle, f"attack:{NE}") == {"13.43B", "13.43C", "13.43D"}
    assert why(over("NE", E, EAST[3]), f"attack:{EAST[3]}") == {"16.41", "15.21"}


def test_15_43_armor_that_has_attacked_is_none_that_could_attack_a_hex_next_to_it() -> None:
    """Another unit may attack elsewhere, and is not next to the hex asked about."""
    battle = exploit([tanks(count=2)], defenders=[enemy(at=place) for place in (E, NE, "-2,0")])
    battle = battle.play_all([f"go:0@{WAITS}", "done", f"attack:{E}", "send:1", "fight", "!end"])
    assert options(battle) == ["done", "attack:-2,0"]
    assert why(battle, f"attack:{NE}") == {"16.41", "15.21"}


def test_13_531_who_failed_to_overrun_another_hex_keeps_from_this_one_for_that() -> None:
    air = {"id": "das", "type": "air", "nation": "Russian", "at": EAST[5]}
    battle = exploit([tanks(factors=12)], defenders=[enemy(at=E), enemy(at=NE), air])
    battle = battle.play_all([f"overrun:0@{E}", "on", "fly:das", "on", "done"])
    assert options(battle) == [f"attack:{E}"]
    assert why(battle, f"attack:{NE}") == {"13.531"}


@pytest.mark.parametrize("nation", ["US", "Japanese"])
def test_10_32_machines_that_the_jungle_stops_attack_nobody_and_that_is_told(nation: str) -> None:
    """16.41: only armor with its machines attacks; another unit is there so that an attack can be made."""
    battle = begin(
        [tanks(nation, movement=5, count=2)],
        hexes={E: {"terrain": "jungle"}},
        theatre="pacific",
        defenders=[enemy(nation="British", at=EAST[1]), enemy(nation="British", at=NE)],
    )
    battle = battle.play_all(["place:tanks@1"] * 2).play_all([f"go:0@{E}", "done"])
    assert why(battle, f"attack:{EAST[1]}") == ({"10.32"} if nation == "US" else set())
