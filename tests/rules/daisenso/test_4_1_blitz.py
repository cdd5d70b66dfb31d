"""4.1 and 4.3: the Blitz segment around its fights, and the Marker segment."""

import pytest
from hexumpire.battle import Battle
from hexumpire.rulesets.daisenso.numbering import find_place

from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    TARGET,
    WEST,
    armor,
    fight,
    game,
    hexes_open,
    infantry,
    options,
    read,
    refused,
    sections,
    shifts,
    skips,
    to,
    told,
    topic,
    unit,
)

BLITZ = {"procedure": "blitz"}


def airborne(**fields):
    return unit("airborne", af=2, df=2, ma=2, blitz=True, **fields)


def at_step(battle, name):
    while topic(battle) not in (name, "end"):
        battle = battle.play(options(battle)[-1])
    return battle


# --- airdrops ---------------------------------------------------------------------------------------


def test_4_1_order_step_after_step():
    battle = fight([airborne(), unit("strike")], [], **BLITZ)
    seen = []
    while topic(battle) != "end":
        seen.append(topic(battle))
        battle = battle.play(options(battle)[0] if topic(battle) != "airdrop" or len(seen) < 3 else options(battle)[-1])
    assert list(dict.fromkeys(seen)) == ["airdrop", "blitz_combat", "airdrop_landing", "cv_strike_return"]


def test_4_1_1_serial_flip_and_origin():
    # 4.1.1.serial
    # Two units drop one after the other; each becomes a marker, and the hex of origin is a legal one (4.1.1.origin).
    battle = fight([airborne(), airborne()], [], **BLITZ)
    assert options(battle) == ["drop:a1", "drop:a2", "next"]
    battle = battle.play("drop:a1")
    assert EAST in hexes_open(battle)
    battle = battle.play(to("w4627"))
    assert options(battle) == ["drop:a2", "next"]
    assert told(battle, "4.1.1.flip") == ["Drop on w4627."]


def test_4_1_1_anyplace_weather_and_friend():
    # Neither the lack of a Blitz marker (4.1.1.anyplace), storms (4.1.1.weather) nor friends (4.1.1.friend) matter.
    friends = [airborne(), infantry(at=TARGET, blitz=False)]
    battle = fight(friends, [], hexes={TARGET: {"weather": "storms"}}, **BLITZ)
    assert TARGET in hexes_open(battle.play("drop:a1"))


def test_4_1_1_range_refused_with_its_rule():
    battle = fight([airborne()], [], hexes={"w4626": {"terrain": "sea"}}, **BLITZ).play("drop:a1")
    assert refused(battle)["w4622"] == "4.1.1.range"
    assert refused(battle)["w4626"] == "4.1.1.sea"


def test_4_1_1_prewar():
    assert sections(game([airborne()], [], pre_war=True, **BLITZ).problems) == {"4.1.1.prewar"}


def test_4_1_1_effect_blocks_retreats_and_cancels_zones():
    # 4.1.1.effect
    # A phasing Airdrop marker bars a retreat into its hex; in its own hex it cancels the defenders' zones.
    battle = read(fight([infantry()], [infantry(), infantry(at=TARGET)], hexes={}), "Dr1")
    assert NORTHWEST in hexes_open(battle)
    dropped = [infantry(), unit("airdrop", at=NORTHWEST)]
    battle = read(fight(dropped, [infantry()]), "Dr1")
    assert refused(battle)[NORTHWEST] == "4.2.5.2.enemy"
    own = [infantry(), unit("airdrop", at="w4626")]
    battle = read(
        fight(own, [infantry()], hexes={name: {"zoc": "defender"} for name in ("w4626", "w4525", "w4725")}), "Ad"
    )
    assert hexes_open(battle.play("retreat")) == ["w4626"]


# --- Blitz combat -----------------------------------------------------------------------------------


def test_4_1_2_base_and_shifts():
    # The same sequence as in the Regular segment, but armor and Airdrops shift (4.1.2.shifts).
    tank = [armor(blitz=True), unit("airdrop", at=TARGET)]
    assert shifts(game(tank, [infantry()], segment="blitz")) == {"4.2.3.3.armor": 1, "4.2.3.2.drop": 1}
    regular = game(tank, [infantry()])
    assert shifts(regular) == {}
    assert skips(regular)["4.2.3.3.armor"] == skips(regular)["4.2.3.2.drop"] == "only in the Blitz segment"
    assert topic(fight(tank, [infantry()], segment="blitz")) == "result"  # 4.1.2.base


@pytest.mark.parametrize(("nation", "weather", "legal"), [
    ("Russian", "snow", True), ("US", "snow", False), ("Russian", "storms", False), ("Russian", "mud", False),
])  # fmt: skip
def test_4_1_2_snow(nation, weather, legal):
    # 4.1.2.snow
    found = game([infantry(blitz=True)], [infantry(nation="Japanese")], nations=(nation, "Japanese"), segment="blitz",
                 hexes={TARGET: {"weather": weather}})  # fmt: skip
    assert sections(found.problems) == (set() if legal else {"4.1.2.weather"})


def test_4_1_2_snow_with_others_along():
    mixed = [infantry(nation="Russian", blitz=True), infantry(nation="US", blitz=True)]
    snow = {"segment": "blitz", "hexes": {TARGET: {"weather": "snow"}}, "nations": ("Russian", "Japanese")}
    assert sections(game(mixed, [infantry()], **snow).problems) == {"4.1.2.weather"}
    assert game(mixed, [infantry()], readings={"snow": "any"}, **snow).problems == ()


# --- landings ---------------------------------------------------------------------------------------

SHORE = {"hexes": {EAST: {"terrain": "sea", "weather": "storms"}}, "sides": {(EAST, TARGET): ["beachhead"]}, **BLITZ}


def test_4_1_3_place_and_serial_in_any_weather():
    # The land hex behind the Beachhead hexside (4.1.3.place), one by one, whatever the weather (4.1.3.weather).
    landing = [unit("beachhead"), infantry(blitz=True), infantry(blitz=True)]
    battle = at_step(fight(landing, [], **SHORE), "beachhead_landing")
    assert options(battle) == [f"land:a2@{find_place(TARGET)}", f"land:a3@{find_place(TARGET)}", "next"]
    battle = battle.play(options(battle)[0])
    assert options(battle) == [f"land:a3@{find_place(TARGET)}", "next"]  # 4.1.3.serial
    assert battle.game.overlay(battle.state)["moved"] == {"a2": {find_place(TARGET): 1}}


def test_4_1_3_neutral():
    neutral = {**SHORE, "hexes": {**SHORE["hexes"], TARGET: {"barred": "neutral"}}}
    battle = at_step(fight([unit("beachhead"), unit("snlf"), infantry(blitz=True)], [], **neutral), "beachhead_landing")
    assert refused(battle)["a3"] == "4.1.3.neutral"


def test_4_1_3_1_who_and_place():
    # No ground unit is needed, but supply is (4.1.3.1.who); a Detachment goes ashore (4.1.3.1.place).
    battle = at_step(fight([unit("snlf")], [], **SHORE), "beachhead_landing")
    battle = battle.play(f"snlf:a1@{find_place(TARGET)}")
    assert told(battle, "4.1.3.1.place") == [f"A Japanese Detachment lands in {TARGET}."]
    battle = fight([unit("snlf", supplied=False), unit("strike")], [], **SHORE)
    assert topic(at_step(battle, "beachhead_landing")) == "end"


def test_4_1_4_may_and_place():
    # Land (4.1.4.place) or not, as the player likes (4.1.4.may); either way the marker goes to the Delay Box.
    drop = [unit("airdrop", at=TARGET), infantry(af=1, steps=1, pool=True)]
    battle = at_step(fight(drop, [], **BLITZ), "airdrop_landing")
    assert options(battle) == ["land:a1@a2", "box:a1"]
    landed = battle.play("land:a1@a2")
    assert landed.game.overlay(landed.state)["moved"] == {"a2": {find_place(TARGET): 1}}
    boxed = battle.play("box:a1")
    assert boxed.game.overlay(boxed.state)["lost"] == {"a1": 1}


def test_4_1_5_cv():
    battle = at_step(fight([unit("strike", at=TARGET), unit("strike", at="w4627")], [], **BLITZ), "cv_strike_return")
    battle = battle.play("return")
    assert battle.game.overlay(battle.state)["lost"] == {"a1": 1, "a2": 1}
    assert told(battle, "4.1.5.cv")


def test_4_2_nomarker_the_segment_says_so():
    # Without a Blitz marker only the strikes return (4.1.nomarker), and Regular combat needs none.
    battle = fight([airborne()], [], blitz_on_map=False, **BLITZ)
    assert topic(battle) == "end"
    assert {rule for line in battle.game.closing(battle.state) for rule in line.rules} == {"4.2.nomarker"}
    assert game([infantry()], [infantry()], blitz_on_map=False).problems == ()


# --- the Marker segment -----------------------------------------------------------------------------


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


def test_a_battle_is_begun_from_its_document():
    assert isinstance(fight([infantry(at=WEST)], [infantry()]), Battle)
    assert game([infantry(at=NORTHEAST)], [infantry()]).problems == ()
