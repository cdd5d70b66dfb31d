"""What the chart forbids, told all at once, each with its place, rule and way out; and conditions asked for."""

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.model.errors import InputError, SetupError

from tests.rules.d8chart.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    WEST,
    document,
    fight,
    game,
    infantry,
    rules_of,
    text,
    unit,
)


def test_everything_at_once():
    found = game([infantry(nation="US", via="sea"), infantry(at="3,0")], [infantry(at="0,1")], terrain="forest",
                 sides={"E": ["frozen"]})  # fmt: skip
    assert rules_of(found.problems) == {"EXT.units", "TER.forest.amph", "WX.winter.freeze", "CRT.odds"}
    assert all(problem.fix and problem.path.startswith("$") for problem in found.problems)
    with pytest.raises(SetupError) as caught:
        Battle.start(found)
    assert caught.value.problems == found.problems


@pytest.mark.parametrize(
    ("attack", "setup", "rule"),
    [([], {}, "RES.who-loses"), ([infantry(at="0,0")], {}, "EXT.units"), ([infantry(at="2,0")], {}, "EXT.units"),
     ([infantry()], {"targets": ("0,0", EAST)}, "CRT.odds"),
     ([infantry()], {"sides": {"W": ["impassable"]}}, "TER.impass.block"),
     ([infantry()], {"terrain": "sea"}, "CRT.table"), ([infantry()], {"hexes": {WEST: {"terrain": "sea"}}}, "EXT.amph"),
     ([infantry(), unit("general", at="2,0")], {}, "EXT.units")],
)  # fmt: skip
def test_forbidden(attack, setup, rule):
    assert rule in rules_of(game(attack, [infantry()], **setup).problems)


@pytest.mark.parametrize(
    ("at", "told"),
    [
        ("0,0", "the French 4-3 infantry stands in the target hex"),
        ("3,0", "the French 4-3 infantry stands 3 hexes away"),
    ],
)
def test_an_attacker_by_land_who_is_not_beside_the_target_is_told_where_he_stands(at, told):
    assert told in [problem.message for problem in game([infantry(4, at=at)], [infantry(4)]).problems]


def test_CRT_odds_the_target_too_many_is_named():
    targets, path = ("0,0", EAST), "$.targets[1]"
    assert ("CRT.odds", path) in {
        (one.rule, one.path) for one in game([infantry()], [infantry()], targets=targets).problems
    }


def test_mountain_troops_attack_over_impassable_hexsides():
    assert not game([unit("mountain", 3)], [infantry()], sides={"W": ["impassable"]}).problems


def test_TER_impass_a_General_goes_with_mountain_troops_of_his_hex_only():
    """TER.impass.block, TER.impass.mp: mountain troops take him along; those in another hex do not."""
    wall = {"sides": {"W": ["impassable"]}}
    assert not game([unit("mountain", 3), unit("general")], [infantry()], **wall).problems
    apart = game([unit("mountain", 3, at=NORTHWEST), unit("general")], [infantry()], **wall).problems
    assert [problem.rule for problem in apart] == ["TER.impass.block"]


@pytest.mark.parametrize(
    "change", [{"weather": "snow"}, {"blitz": 1}, {"year": 1066}, {"fog": True}, {"readings": {"check_die": "both"}}]
)
def test_unknown_words(change):
    with pytest.raises(InputError):
        read_scenario(document([infantry()], [infantry()], **change))


# --- what is asked ----------------------------------------------------------------------------------


def asked(*args, **setup):
    return set(game(*args, **setup).relevant()["conditions"])


def test_of_a_hex_what_was_said_of_the_attack_on_it_may_be_changed_and_nothing_more_is_asked():
    """MOD.concentric: it is asked of the whole attack unless its hex says otherwise."""
    plain, said = (game([infantry()], [infantry()], hexes={"0,0": one}) for one in ({}, {"concentric": "yes"}))
    assert plain.relevant()["hexes"]["0,0"] == ["country", "zone"]
    assert said.relevant()["hexes"]["0,0"] == ["country", "zone", "concentric"]


def test_conditions_only_where_they_matter():
    plain = asked([infantry()], [infantry()])
    assert not plain & {"apathetic", "winter_war", "finnish", "armor44", "soviet_winter", "ss_bonus", "year",
                        "para_success", "fort_doubles", "river_zoc", "moves_by", "concentric"}  # fmt: skip
    assert "apathetic" in asked([infantry(nation="Italian")], [infantry()])
    assert {"winter_war", "finnish"} <= asked([infantry(nation="Finnish")], [infantry()])
    assert "soviet_winter" in asked([infantry()], [infantry(nation="Soviet")])
    assert "para_success" in asked([unit("para", via="air")], [infantry()])
    assert "concentric" in asked([infantry(), infantry(at=EAST)], [infantry()])
    assert "year" in asked([infantry()], [infantry(nation="German")])
    assert asked([infantry()], procedure="move") == {"weather", "moves_by"}
    assert asked([infantry()], procedure="zoc") == set()
    assert asked([infantry()], procedure="zoc", sides={"W": ["river"]}) == {"river_zoc"}


def test_retreats_are_asked_about_only_where_one_may_come():
    weak = asked([infantry(1)], [infantry(4)])
    assert not weak & {"retreat_distance", "no_way_out", "retreat_path", "retreat_zoc"}
    strong = asked([infantry(9)], [infantry(4)], hexes={EAST: {"features": ["retreat"]}})
    assert {"retreat_distance", "no_way_out", "retreat_zoc"} <= strong and "retreat_path" not in strong
    assert "retreat_path" in asked([infantry(9)], [infantry(4)], retreat_distance=2)


def test_readings_of_retreats_only_where_they_matter():
    def read(*args, **setup):
        return set(game(*args, **setup).relevant()["readings"])

    marked = {EAST: {"features": ["retreat"]}, NORTHEAST: {"features": ["retreat"]}}
    plain = read([infantry(9)], [infantry(4)], hexes=marked)
    assert not plain & {"retreat_as", "german_ban", "half_of", "check_die", "worse_odds", "unstarred"}
    assert "retreat_as" in read([infantry(9)], [infantry(4, count=2)], hexes=marked)
    mixed = [infantry(2, nation="German"), infantry(1, nation="Rumanian")]
    assert {"german_ban", "half_of"} <= read([infantry(9)], mixed, year=1942)
    assert "german_ban" not in read([infantry(9)], mixed, year=1944)
    assert "check_die" in read([infantry(9)], [infantry(4)], concentric=True)
    assert "worse_odds" in read([infantry(1)], [infantry(4)])
    assert "unstarred" in read([infantry(4)], [infantry(4)])
    assert "check_die" in read([infantry(9)], [infantry(4)], readings={"check_die": "modified"}), "as chosen"


def test_readings_only_where_they_matter():
    def read(*args, **setup):
        return set(game(*args, **setup).relevant()["readings"])

    assert "river_halves" not in read([infantry()], [infantry()])
    assert "river_halves" in read([infantry()], [infantry()], sides={"W": ["river"]})
    assert "lone_fort" in read([infantry()], [], features=["fort_chit"])
    assert "mountain_unit" in read([infantry()], [infantry()], terrain="mountain")
    assert "cities" in read([infantry()], [infantry()], features=["soviet_city"])


# --- chart packs ------------------------------------------------------------------------------------


def pack(**tables):
    return {"title": "House tables", "tables": tables}


def test_a_pack_brings_its_own_results():
    columns = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1")
    rows = {row: dict.fromkeys(columns, "DE") for row in ("-", "1", "2", "3", "4", "5", "6", "7", "8", "+")}
    battle = fight([infantry(1)], [infantry(3)], "d8=1", pack=pack(results=rows))
    assert battle.outcome.result == "cleared"
    assert "House tables" in text(battle)
    said = [line.label for _, line in battle.game.assess(battle.game.start()).trace.lines()]
    assert "results by the chart of House tables" in said


def test_a_pack_brings_terrain():
    def march(**tables):
        return game([infantry(movement=3), unit("armor", movement=6)], procedure="move", terrain="other",
                    pack=pack(**tables) if tables else None)  # fmt: skip

    assert len(march().able) == 2
    found = march(terrain={"infantry": {"mp": 3}, "armor": {"mp": 0}})
    assert [one.id for one in found.able] == ["a1"]
    said = " ".join(line.label for _, line in found.assess(found.start()).trace.lines())
    assert "other terrain, by House tables" in said and "closed to it by House tables" in said


def test_a_pack_brings_the_weather_table():
    force = [infantry(6), unit("bomber", 4, at=WEST)]
    told = pack(weather={"mud": {"air": "half"}, "winter": {"air": "none"}})
    totals = {
        w: game(force, [infantry()], weather=w, pack=told).figures.attack.total for w in ("clear", "mud", "winter")
    }
    assert totals == {"clear": 10, "mud": 8, "winter": 6}
    zone = game(force, [infantry()], weather="clear", hexes={"0,0": {"zone": "mud"}}, pack=told)
    assert zone.figures.attack.total == 8, "the weather is that of the hex attacked"
