"""4.3: the Marker segment."""

from tests.rules.daisenso.setting import (
    EAST,
    fight,
    infantry,
    options,
    told,
    topic,
    unit,
)


def test_4_3_s1_the_convoy_may_go_back():
    markers = {"procedure": "markers", "convoy_used": True}
    battle = fight([unit("snlf")], [], **markers)
    assert options(battle) == ["convoy", "next"]
    assert told(battle.play("convoy"), "4.3.s1")
    assert topic(battle.play("next")) == "remove_markers"


def test_4_3_s3_another_beachhead_saves_the_unit():
    sea = {"hexes": {EAST: {"terrain": "sea"}}, "procedure": "markers", "spent_markers": False}
    saved = fight([unit("snlf"), unit("beachhead"), infantry()], [], **sea).play("snlf-off")
    assert saved.outcome.measure("attacker_lost") == 0
    lost = fight([unit("snlf"), infantry()], [], **sea).play("snlf-off")
    assert lost.outcome.measure("attacker_lost") == 2
