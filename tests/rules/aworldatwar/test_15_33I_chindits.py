"""15.33I (15.33H in the older edition): the Chindit's negative DM."""

import pytest

from tests.rules.aworldatwar.setting import (
    EAST,
    EDITIONS,
    SOUTHEAST,
    WEST,
    armor,
    fight,
    game,
    infantry,
    terms,
    unit,
    why_not,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
JUNGLE_WAR = {"theatre": "pacific", "nations": ("British", "Japanese")}


@pytest.mark.parametrize(
    ("terrain", "new", "old"),
    [("jungle", -1, -1), ("mountain", -1, -1), ("jungle_mountain", -1, -1), ("swamp", -1, -1), ("forest", 0, -1),
     ("clear", 0, -1)],
)  # fmt: skip
def test_i_where(terrain, new, old):
    for edition, section, levels in (("new", "15.33I", new), ("old", "15.33H", old)):
        battle = game([unit("chindit")], [infantry(1)], edition=edition, terrain=terrain, **JUNGLE_WAR)
        assert terms(battle).get(section, 0) == levels


@BOTH
@pytest.mark.parametrize(
    ("others", "levels"),
    [
        ([], -1),
        ([infantry(3, "British", at=EAST)], 0),  # in the same hex
        ([infantry(3, "British", at=SOUTHEAST)], 0),  # in the next hex
        ([infantry(3, "British", at=SOUTHEAST, attacks=False)], 0),  # in the next hex, standing by
        ([infantry(3, "Indian", at=EAST, attacks=False)], 0),
        ([infantry(3, "British", at=WEST)], -1),  # far enough away
        ([infantry(3, "Nationalist Chinese", at=SOUTHEAST)], -1),  # not Western Allied
        ([infantry(1, "Thai", at=SOUTHEAST)], 0),  # tied to the Western Allies (14.32)
        ([unit("air", 3, "British", at=EAST)], -1),  # not a ground unit
    ],
)
def test_i_alone(edition, others, levels):
    battle = game([unit("chindit"), *others], [infantry(1)], edition=edition, terrain="jungle", **JUNGLE_WAR)
    assert terms(battle).get("15.33I" if edition == "new" else "15.33H", 0) == levels


IN_COMPANY = [unit("chindit"), infantry(3, "British", at=SOUTHEAST)]
NOWHERE = "only in jungle, mountain and swamp"


@pytest.mark.parametrize(
    ("attack", "terrain", "new", "old"),
    [
        ([infantry(3)], "jungle", "none attacks here in rough terrain", "none attacks here"),
        (
            [infantry(3), unit("chindit", attacks=False)],
            "jungle",
            "none attacks here in rough terrain",
            "none attacks here",
        ),
        (IN_COMPANY, "jungle", "none attacks here alone", "none attacks here alone"),
        (IN_COMPANY, "forest", NOWHERE, "none attacks here alone"),
        ([unit("chindit")], "forest", NOWHERE, ""),
        ([unit("chindit")], "clear", NOWHERE, ""),
    ],
)
def test_i_why_not(attack, terrain, new, old):
    for edition, section, why in (("new", "15.33I", new), ("old", "15.33H", old)):
        battle = game(attack, [infantry(1)], edition=edition, terrain=terrain, **JUNGLE_WAR)
        assert why_not(battle, section) == why


@pytest.mark.parametrize(("edition", "section", "levels"), [("new", "15.33I", -1), ("old", "15.33H", 0)])
def test_i_two_chindits(edition, section, levels):
    battle = game([unit("chindit", count=2)], [infantry(1)], edition=edition, terrain="jungle", **JUNGLE_WAR)
    assert terms(battle).get(section, 0) == levels


def test_i_one_chindit_in_the_open_will_do():
    # One stands beside infantry, the other alone on the far side.
    attack = [unit("chindit"), infantry(3), unit("chindit", at=WEST)]
    assert terms(game(attack, [infantry(1)], terrain="jungle", **JUNGLE_WAR)) == {"15.32D": 1, "15.33I": -1}


@BOTH
def test_i_units_are_not_alike_where_only_one_of_them_keeps_a_chindit_from_being_alone(edition):
    attack = [unit("chindit"), infantry(3), infantry(3, at=WEST)]
    battle = fight(attack, [infantry(2)], edition=edition, terrain="jungle", **JUNGLE_WAR).play("!result=a")
    beside, apart = battle.play("lose:a2"), battle.play("lose:a3")
    section = "15.33I" if edition == "new" else "15.33H"
    assert terms(beside.play("on")).get(section, 0) == -1 and terms(apart.play("on")).get(section, 0) == 0
    assert beside.game.key(beside.state) != apart.game.key(apart.state)


def test_i_strikes_every_kind_of_defender():
    for kind in (armor(2), unit("marine"), infantry(2)):
        assert terms(game([unit("chindit")], [kind], terrain="swamp", **JUNGLE_WAR))["15.33I"] == -1
