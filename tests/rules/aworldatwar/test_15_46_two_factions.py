"""15.46: who attacks a hex after another faction: in exploitation too, and with those who dropped there before."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hexumpire.analysis.deciding import policy_of
from hexumpire.analysis.together import chances
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.rules.factions import is_of
from hexumpire.rulesets.aworldatwar.rules.overrun import Overrun

from tests.rules.aworldatwar.combat_odds import MEASURES, Stated
from tests.rules.aworldatwar.exploiting import EAST, begin, enemy, refused, tanks, why
from tests.rules.aworldatwar.phases import Document, foe, mine, phase, turn
from tests.rules.aworldatwar.setting import EDITIONS, armor, game, odds, options, pay, sections, topic
from tests.rules.aworldatwar.setting import infantry as setting_infantry

E = EAST[0]
FLAK = {"id": "flak", "side": "defender", "type": "flak", "nation": "German", "at": E}


def infantry(name: str, at: str, nation: str, factors: int = 9) -> Document:
    """Infantry that attacks."""
    return mine(name, at, "infantry", factors, nation=nation)


# --- the same hex three times ------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("third", "barred"), [("British", {"15.46"}), ("Russian", {"15.46"}), ("Japanese", set())])
def test_a_third_attack_is_that_of_a_third_faction(edition: str, third: str, barred: set[str]) -> None:
    """15.46: attacked once by each faction; a third attack by the second one is no less a second attack of its own."""
    game = turn(
        [{"targets": [E], "units": [name]} for name in "ruv"],
        infantry("r", "0,0", "Russian"),
        infantry("u", "2,0", "US"),
        infantry("v", "1,1", third),
        foe("d", E, factors=9, nation="German"),
        edition=edition,
    )
    assert sections(game.problems) == barred


# --- in exploitation ---------------------------------------------------------------------------------------------


def two_drives(**more: Any) -> Any:
    """A Russian and an American tank in the breakthrough hex, each with air over the next hex, where two defend."""
    us = {"id": "us", "type": "armor", "nation": "US", "at": "-1,0", "factors": 5, "movement": 5}
    air = [
        {"id": "ra", "type": "air", "nation": "Russian", "at": "-2,0", "factors": 2},
        {"id": "ua", "type": "air", "nation": "US", "at": "-2,0", "factors": 3},
    ]
    german = [
        enemy(nation="German", at=E, factors=2, id="d"),
        {"id": "das", "type": "air", "nation": "German", "at": "3,0", "factors": 1},
    ]
    battle = begin([tanks("Russian"), us, *air], defenders=german, **more)
    battle = battle.play_all(["place:tanks@1", "place:us@1", "done"])
    while topic(battle) != "support":
        battle = battle.play("done")
    return battle.play_all([f"fly:ra@{E}", f"fly:ua@{E}", f"fly:das@{E}"])


def test_a_second_faction_attacks_in_exploitation_what_the_first_has_not_cleared() -> None:
    """15.46, 16.41: each with its own air; defensive air is over the hex in both. 3 for 2 at DM 1 and one of air."""
    battle = two_drives().play_all([f"attack:{E}", "send:0"])
    assert odds(battle) == (4 + 2, 2 + 1, "2:1"), "air of the others waits for their own attack"
    battle = pay(battle.play_all(["fight", "!result=a"]), "ra")
    battle = battle.play("off") if topic(battle) == "again" else battle
    assert options(battle) == ["done", f"attack:{E}"]
    battle = battle.play(f"attack:{E}")
    assert options(battle) == ["back", "send:1"]
    battle = battle.play("send:1")
    assert odds(battle) == (5 + 3, 2 + 1, "2:1")
    battle = battle.play_all(["fight", "!result=A"])
    battle = pay(battle, "ua")
    battle = battle.play("off") if topic(battle) == "again" else battle
    assert battle.outcome is None or battle.outcome.measure("hexes") == 0


def test_both_factions_together_have_attacked_it_once_each() -> None:
    """15.46: an attack of both at once is that of either, and no air is left over."""
    battle = two_drives().play_all([f"attack:{E}", "send:0", "send:1"])
    assert odds(battle)[0] == 4 + 5 + 2 + 3
    battle = pay(battle.play_all(["fight", "!result=a"]), "ra", "ua")
    battle = battle.play("off") if topic(battle) == "again" else battle
    assert f"attack:{E}" not in options(battle)


@pytest.mark.parametrize(("second", "may"), [("British", False), ("Russian", True)])
def test_armor_of_the_faction_that_attacked_a_hex_makes_no_other_attack_on_it(second: str, may: bool) -> None:
    """15.46: by one faction a unit is attacked once in exploitation."""
    us = {"id": "us", "type": "armor", "nation": "US", "at": "-1,0", "factors": 9, "movement": 5}
    german = [enemy(nation="German", at=E, factors=9, id="d"), enemy(nation="German", at="1,-1", id="other")]
    battle = begin([tanks(second), us], defenders=german).play_all(["place:tanks@1", "place:us@1", "done"])
    while topic(battle) != "target":
        battle = battle.play("done")
    battle = pay(battle.play_all([f"attack:{E}", "send:1", "fight", "!result=a"]))
    battle = battle.play("off") if topic(battle) == "again" else battle
    assert (f"attack:{E}" in options(battle)) == may
    if not may:
        assert "15.46" in refused(battle, "", E) | why(battle, f"attack:{E}")
        assert "15.46" in why(battle.play("attack:1,-1"), f"also:{E}")


# --- who dropped before ------------------------------------------------------------------------------------------


def dropped(edition: str, *actions: str) -> Battle[Any]:
    """Russians attack a hex on which three American units drop, which are to attack after them."""
    game = turn(
        [{"targets": [E], "units": ["r"]}, {"targets": [E], "units": ["u"]}],
        infantry("r", "0,0", "Russian", 2),
        mine("u", E, "airborne", 1, nation="US", count=3, via="airdrop"),
        foe("d", E, factors=1, nation="German"),
        FLAK,
        edition=edition,
    )
    battle: Battle[Any] = Battle.start(game).play_all(["attack:1", *actions])
    return battle if battle.outcome else battle.play("done")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("actions", [("!result=D", "stay"), ("!result=D", "advance:r"), ("!result=Ex",)])
def test_airborne_of_a_second_faction_hold_the_hex_that_the_first_has_cleared(
    edition: str, actions: tuple[str, ...]
) -> None:
    """15.46, 10.56: they are in it and nobody else is, be it that the others stay out or all fell: it is taken.

    10.94: so the flak there is eliminated.
    """
    battle = dropped(edition, *actions)
    assert battle.outcome
    assert (battle.outcome.result, battle.outcome.measure("hexes"), battle.outcome.measure("hex")) == ("all", 1, 1)
    assert "flak" not in {one.unit for one in battle.game.standing(battle.state).units}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("many", "places"), [(1, 2), (2, 1), (3, 0)])
def test_12_12_airborne_of_a_second_faction_have_their_places_in_the_hex(edition: str, many: int, places: int) -> None:
    """15.91: specialised units advance as far as those three places allow; ordinary units have their own."""
    attacks = [{"targets": [E], "units": ["c", "r"]}, {"targets": [E], "units": ["u", "k"]}]
    game = turn(
        attacks,
        infantry("k", "2,0", "US"),
        mine("c", "0,0", "commando", 1, nation="Russian", count=3),
        infantry("r", "0,0", "Russian"),
        mine("u", E, "airborne", 1, nation="US", count=many, via="airdrop"),
        foe("d", E, factors=1, nation="German"),
        edition=edition,
    )
    battle = Battle.start(game).play_all(["attack:1", "!result=D", *["advance:c"] * places])
    assert options(battle) == ["advance:r", "stay"]
    assert [one.rules for one in battle.game.refusals(battle.state) if one.unit == "c"] == [("12.12",)]


def test_they_hold_it_in_a_ground_phase_as_well() -> None:
    """The same where attacks are declared on the board."""
    battle = phase(
        infantry("r", "0,0", "Russian"),
        mine("u", E, "airborne", 1, nation="US", count=3, via="airdrop"),
        foe("d", E, factors=1, nation="German"),
    )
    battle = battle.play_all(["begin:turn", f"at:{E}", "with:r", "declare", f"at:{E}", *["with:u"] * 3, "declare"])
    battle = battle.play_all(["fight", "attack:1", "!result=D", "stay"])
    battle = battle.play("done") if "done" in options(battle) else battle
    battle = battle.play("end")
    assert battle.outcome
    assert battle.outcome.measure("hexes") == 1


# --- minor countries ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("one", "other", "others", "barred"),
    [
        ("Yugoslav", "Russian", "US", set()),
        ("Yugoslav", "Russian", "Russian", {"15.46"}),
        ("Yugoslav", "US", "British", {"15.46"}),
        ("Hungarian", "German", "German", {"15.46"}),
    ],
)
def test_a_minor_country_attacks_as_part_of_the_faction_that_it_is_tied_to(
    edition: str, one: str, other: str, others: str, barred: set[str]
) -> None:
    """14.32: minor allies are part of their major power's alliance faction; 15.46: that attacks a hex once.

    Yugoslavs stand by the Western Allies where those are on the board, else by the Russians.
    """
    game = turn(
        [{"targets": [E], "units": ["a"]}, {"targets": [E], "units": ["b"]}],
        infantry("a", "0,0", one),
        infantry("b", "2,0", other),
        infantry("c", "1,1", others),
        foe("d", E, factors=9, nation="Japanese"),
        edition=edition,
    )
    assert sections(game.problems) == barred


@pytest.mark.parametrize("edition", EDITIONS)
def test_minors_in_an_attack_of_two_factions_do_not_open_a_third(edition: str) -> None:
    """15.46: Russians and Yugoslavs of the Western Allies attack together, and then both factions have."""
    game = turn(
        [{"targets": [E], "units": ["a", "r"]}, {"targets": [E], "units": ["u"]}],
        infantry("a", "0,0", "Yugoslav"),
        infantry("r", "0,0", "Russian"),
        infantry("u", "2,0", "US"),
        foe("d", E, factors=9, nation="German"),
        edition=edition,
    )
    assert sections(game.problems) == {"15.46"}


@pytest.mark.parametrize("order", ["ab", "ba"])
@pytest.mark.parametrize(("alone", "barred"), [(False, set()), (True, {"15.46"})])
def test_a_minor_country_of_no_faction_is_no_other_faction(order: str, alone: bool, barred: set[str]) -> None:
    """14.33, 15.46: more than one alliance faction attack a hex, and a country on its own is none; in either order."""
    game = turn(
        [{"targets": [E], "units": [name]} for name in order],
        infantry("a", "0,0", "Turkish"),
        infantry("b", "2,0", "Russian"),
        infantry("c", "1,1", "US"),
        foe("d", E, factors=9, nation="German"),
        minors_alone=alone,
    )
    assert sections(game.problems) == barred


@pytest.mark.parametrize(("alone", "may"), [(False, True), (True, False)])
def test_a_minor_country_of_no_faction_makes_no_second_attack_in_exploitation_either(alone: bool, may: bool) -> None:
    """14.33, 16.41: Turks who stand by the Western Allies attack what Russians have attacked, and else do not."""
    units = [
        {"id": name, "type": "armor", "nation": nation, "at": "-1,0", "factors": 9, "movement": 5}
        for name, nation in (("us", "US"), ("turk", "Turkish"))
    ]
    german = [enemy(nation="German", at=E, factors=9)]
    battle = begin([tanks("Russian", factors=9), *units], defenders=german, minors_alone=alone)
    battle = battle.play_all([f"place:{name}@1" for name in ("tanks", "turk")])
    while topic(battle) != "target":
        battle = battle.play("done")
    number = next(n for n, tank in enumerate(battle.state.tanks) if tank.id == "tanks")
    battle = pay(battle.play_all([f"attack:{E}", f"send:{number}", "fight", "!result=a"]))
    battle = battle.play("off") if topic(battle) == "again" else battle
    assert (f"attack:{E}" in options(battle)) == may
    assert "minors_alone" in battle.game.relevant()["conditions"]


@pytest.mark.parametrize(
    ("one", "other", "edition", "asked"),
    [
        ("Turkish", "Russian", "new", True),
        ("Turkish", "Russian", "old", False),
        ("Turkish", "Turkish", "new", False),
        ("US", "Russian", "new", False),
    ],
)
def test_whether_minors_are_on_their_own_is_asked_where_they_attack_beside_a_faction(
    one: str, other: str, edition: str, asked: bool
) -> None:
    """14.33, 15.46: of several attacks, and of an exploitation; not of those whom nation or edition leave no choice."""
    attacks = [{"targets": [E], "units": ["a"]}, {"targets": [E], "units": ["b"]}]
    units = infantry("a", "0,0", one), infantry("b", "2,0", other), foe("d", E, nation="Turkish")
    assert ("minors_alone" in turn(attacks, *units, edition=edition).relevant()["conditions"]) == asked
    drive = begin(
        [tanks(one)],
        defenders=[enemy(at=E)],
        came=False,
        start=False,
        edition=edition,
        others=[infantry("b", "0,0", other)],
    )
    assert ("minors_alone" in drive.relevant()["conditions"]) == asked


# --- attacks that have to be made --------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_14_32_who_stands_elsewhere_on_the_board_tells_whose_minors_are(edition: str) -> None:
    """15.321: Spaniards in the West Wall are an Axis garrison, as Germans stand on their side, be it in another hex."""
    document = {
        "ruleset": "aworldatwar",
        "edition": edition,
        "procedure": "turn",
        "attacks": [{"targets": ["0,0"], "units": ["a", "b"]}],
        "units": [
            mine("a", "1,0", "infantry", 9, nation="US"),
            mine("b", "-1,0", "infantry", 9, nation="US"),
            foe("s", "0,0", factors=2, nation="Spanish"),
            foe("g", "3,0", nation="German"),
        ],
        "map": {
            "hexes": {"0,0": {"features": ["west_wall"], "country": "Spain"}},
            "sides": {"0,0:E": ["fort"], "0,0:W": ["river"]},
        },
    }
    assert odds(Battle.start(RULESET.game(read_scenario(document))).play("attack:1"))[:2] == (18, 2 * 3)
    document["units"] = document["units"][:3]
    assert odds(Battle.start(RULESET.game(read_scenario(document))).play("attack:1"))[:2] == (18, 2 * 2)


@pytest.mark.parametrize(("beside", "defense"), [("German", 1), ("British", 2)])
def test_14_32_an_overrun_by_a_minor_country_alone_is_one_of_the_axis_that_it_is_tied_to(
    beside: str, defense: int
) -> None:
    """15.33G: Russian infantry overrun on the first turn of the attack on Russia counts one less."""
    board = game(
        [armor(6, "Turkish"), setting_infantry(3, beside, at="-3,0")],
        [setting_infantry(1, "Russian")],
        country="Russia",
        russia_first_turn=True,
    ).scenario
    assert Overrun(board, [board.by_id["a1"]], [board.by_id["d1"]], "0,0").now.defense == defense


@pytest.mark.parametrize("beside", ["German", "Russian"])
def test_14_32_nor_does_an_exploitation_attack_forget_whose_minors_are(beside: str) -> None:
    """15.321: a garrison of Spaniards alone is Axis, too, where Germans stand elsewhere on their side."""
    spaniards = enemy(id="s", at=E, nation="Spanish")
    drive = begin(
        [tanks("US", factors=9)], defenders=[spaniards, enemy(id="g", at=EAST[3], nation=beside)], start=False
    )
    unit = drive.scenario.by_id["s"]
    scene = drive.field.scene(drive.start(), (E,), [unit])
    assert is_of(unit, "axis", scene) == (beside == "German")


def test_an_attack_of_another_faction_is_not_the_one_that_a_drop_demands() -> None:
    """15.22, 15.46: who drops on enemies has to attack, though the Russians attack the same hex, and these need not."""
    battle = phase(
        infantry("r", "0,0", "Russian"),
        mine("u", E, "airborne", 1, nation="US", count=3, via="airdrop"),
        foe("d", E, factors=1, nation="German"),
    )
    battle = battle.play_all(["begin:turn", f"at:{E}", "with:r", "declare"])
    assert options(battle) == [f"at:{E}"], "the drop has not attacked yet"
    battle = battle.play_all([f"at:{E}", *["with:u"] * 3, "declare"])
    assert options(battle) == ["fight"]
    battle = battle.play("fight")
    assert options(battle) == ["attack:1", "attack:2"]
    assert "done" in options(battle.play_all(["attack:2", "!end"])), "that of the Russians may be called off"


def thwarted(*units: Document) -> Any:
    """The declaration of attacks after an American tank has failed to overrun the hex beside it."""
    tank = mine("u", "0,0", "armor", 6, nation="US", pledged=True, moved=True)
    hexes = {E: {"features": ["thwarted"]}}
    return phase(tank, *units, foe("d", E, factors=1, nation="German"), hexes=hexes).play("begin:turn")


def test_another_faction_attacks_a_hex_without_those_who_failed_to_overrun_it() -> None:
    """13.531, 15.46: they make their attack, and the Russians one of their own, in either order."""
    battle = thwarted(infantry("r", "2,0", "Russian"))
    before = battle.play_all([f"at:{E}", "with:r", "declare"])
    assert options(before) == [f"at:{E}"], "those who failed have not attacked yet"
    after = battle.play_all([f"at:{E}", "with:u", "declare", f"at:{E}", "with:r"])
    assert "declare" in options(after)


def test_nobody_of_their_own_faction_does() -> None:
    """13.531: others may join them, and 15.46 lets a faction attack the hex once."""
    battle = thwarted(infantry("b", "2,0", "British")).play_all([f"at:{E}", "with:b"])
    assert "declare" not in options(battle)
    assert "declare" in options(battle.play("with:u"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("army", "drop"), [(1, 3), (2, 3), (6, 4)])
def test_the_chance_that_the_hex_is_taken_is_that_of_either_attack(edition: str, army: int, drop: int) -> None:
    """15.46: it is theirs when the first clears it, as those who dropped are in it, or when these take it later.

    A defender of one factor is gone or as it was; so the second attack is what it is alone.
    """
    units = infantry("r", "0,0", "Russian", army), mine("u", E, "airborne", 1, nation="US", count=drop, via="airdrop")
    one = foe("d", E, factors=1, nation="German")
    game = turn([{"targets": [E], "units": ["r"]}, {"targets": [E], "units": ["u"]}], *units, one, edition=edition)
    found = chances(game, game.start(), lambda *here: policy_of(*here, RULESET, {}, "", None)).whole
    assert found is not None

    def chance(unit: Document, measure: str) -> Fraction:
        alone = {"edition": edition, "targets": [E], "conditions": {}, "readings": {}, "units": [unit, one]}
        ends = Stated({**alone, "map": {"hexes": {}, "sides": {}}}, "steady", "steady").whole()
        return sum((p for (_, found), p in ends.items() if found[MEASURES.index(measure)]), Fraction(0))

    first, second = chance(units[0], "defender_lost"), chance(units[1], "hex")
    assert found.p(lambda end: end.measure("hexes") == 1) == first + (1 - first) * second
