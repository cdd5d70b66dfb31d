"""Conditions: each matters somewhere, the form offers it there, and what it does not offer changes nothing."""

from __future__ import annotations

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET

from tests.rules.aworldatwar.attrition_boards import document as attrition
from tests.rules.aworldatwar.attrition_boards import foe, mine
from tests.rules.aworldatwar.partisans import ask, band
from tests.rules.aworldatwar.setting import EAST, EDITIONS, WEST, armor, document, infantry, options, topic, unit

FIELDS = {field.key: field for field in RULESET.vocabulary.conditions}
FORBIDDERS = {"attacked_before", "phase"}
"""These need not be offered where all they could do is forbid the attack."""
OF_MOVEMENT = {"weather_loss", "weather_mountains", "weather_overruns", "russian_surprise"}
"""No matter of an attack: tried in test_13_movement.py."""
OF_SEVERAL = {"landing_disturbed"}
"""No matter of an attack alone: tried in test_15_22_landings.py."""


def told(scenario):
    """All that the game says of a scenario, played through twice with the first and the last option."""
    game = RULESET.game(read_scenario(scenario))
    found = [[(problem.message, problem.rule) for problem in game.problems]]
    seen = game.assess(game.start())
    found.append([(line.label, line.value) for _, line in seen.trace.lines() if not line.skipped] if seen else [])
    if game.problems:
        return found
    for pick in (0, -1):
        start = Battle.start(game)
        while topic(start) == "pick":
            start = start.play(options(start)[pick])
        for first in options(start):
            battle = start.play(first)
            while battle.outcome is None:
                battle = battle.play(options(battle)[1 if topic(battle) == "roll" else pick])
            found.append([battle.outcome, *(line for _, line in battle.log), *game.closing(battle.state)])
    return found


def offered(scenario):
    return set(RULESET.game(read_scenario(scenario)).relevant()["conditions"])


def changed(scenario, key, value):
    return {**scenario, "conditions": {**scenario["conditions"], key: value}}


JAPAN = ("Japanese", "US")
CHINA = ("Japanese", "Nationalist Chinese")
BARBAROSSA = {"nations": ("German", "Russian"), "country": "Russia"}
ITALY = ("British", "Italian")
DROP = unit("airborne", count=9, at="0,0", via="airdrop")
BEACH = [infantry(12, via="sea")]
RAIDER = unit("commando", nation="British", count=9, via="sea", port_raid_range=6)

MATTERS = [
    ("theatre", "pacific", document([infantry(6)], [armor(3, ctl=0)], terrain="forest")),
    ("theatre", "pacific", document([infantry(12, via="sea", count=2)], [infantry(3, count=2)], features=["island"])),
    ("theatre", "pacific", document([RAIDER], [infantry(1)])),
    ("theatre", "pacific", document([unit("airborne", count=9, at="0,0", via="airdrop", drop_range=4)], [infantry(1)])),
    ("theatre", "pacific", document([infantry(6)], [infantry(3, "Dutch")], country="Malaya")),
    ("phase", "exploitation", document([armor(6)], [infantry(3)])),
    ("front", "mediterranean", document([infantry(6)], [infantry(3)], nations=ITALY)),
    ("front", "eastern", document([infantry(6)], [infantry(3, "Spanish")], country="Russia", volunteers=True)),
    ("monsoon", True, document([infantry(6)], [infantry(2)], terrain="swamp")),
    ("monsoon", True, document([infantry(6)], [infantry(2)], hexes={EAST: {"terrain": "jungle"}})),
    ("winter_effect", 7, document([infantry(6)], [infantry(3)])),
    ("winter_effect", 3, document([DROP], [infantry(2)])),
    ("winter_needs", 3, document([infantry(6)], [infantry(3)], winter_effect=8)),
    ("restrictive_weather", True, document([DROP], [infantry(2)])),
    ("rome_allied", True, document([infantry(6)], [armor(3)], nations=ITALY)),
    ("axis_in_africa", False, document([infantry(6)], [armor(3)], nations=ITALY)),
    ("volunteers", True, document([infantry(6)], [infantry(3, "Spanish")], country="Russia", front="eastern")),
    ("japanese_surprise", True, document([infantry(6)], [infantry(3)], nations=JAPAN, theatre="pacific")),
    ("japanese_surprise", True, document([infantry(12, via="sea", ctl=1)], [infantry(3)], nations=JAPAN)),
    ("china_resistance", 0, document([infantry(6)], [infantry(3)], nations=CHINA, country="Burma")),
    ("russia_first_turn", True, document([armor(6)], [infantry(3)], **BARBAROSSA)),
    ("early_german", True, document([armor(6)], [armor(3)], phase="exploitation")),
    ("atomic", True, document([infantry(12, ctl=1)], [infantry(3)], features=["fortress"])),
    ("atomic", True, document([infantry(12, via="sea", ctl=1)], [infantry(3)])),
    ("allies_disagree", True, document([infantry(6), infantry(6, "Italian")], [infantry(1)])),
    ("bombardment_ratio", 1, document([infantry(6, via="sea"), unit("fleet", 9)], [infantry(3)])),
    ("partisans_permitted", False, ask("France", band())),
    ("partisans_added", 1, ask("Egypt", band("Egyptian"))),
    ("ukraine_closed", True, ask("Ukraine", band("Russian"))),
    ("theatre", "pacific", attrition(mine("a", "0,0", 30), foe("d", "1,0"))),
    ("winter_level", 6, attrition(mine("a", "0,0", winter_preparation=6), foe("d", "1,0"))),
    ("winter_designations", 1, attrition(mine("a", "0,0", 30, nation="Russian"), foe("d", "1,0", nation="German"))),
    ("frozen_swamps", True, attrition(mine("a", "0,0", 30), mine("b", "0,1", 30), foe("d", "1,0", count=9),
                                      foe("e", "5,0", 1, count=9), hexes={"1,0": {"terrain": "swamp"}})),
    ("minors_alone", True, attrition(mine("a", "0,0"), foe("d", "1,0"), foe("e", "0,1", nation="Turkish"))),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value", "scenario"), MATTERS, ids=[key for key, _, _ in MATTERS])
def test_it_matters_and_is_offered(key, value, scenario):
    assert told(scenario) != told(changed(scenario, key, value))
    assert key in offered(scenario)


def test_a_unit_is_attacked_once_a_phase_whether_asked_or_not():
    scenario = document([infantry(6)], [infantry(3)])
    assert told(scenario) != told(changed(scenario, "attacked_before", True))


def test_every_condition_is_tried():
    assert {key for key, _, _ in MATTERS} | {"attacked_before"} | OF_MOVEMENT | OF_SEVERAL == set(FIELDS)


def some(field):
    """Values worth trying."""
    if field.kind == "flag":
        return [True, False]
    if field.kind == "choice":
        return list(field.options)
    return sorted({field.low, field.default, field.high, -3, 0, 3, 7} & set(range(field.low, field.high + 1)))


PLAIN = {
    "plain": document([infantry(6)], [infantry(3)]),
    "armor in the open": document([armor(6)], [armor(3)]),
    "air": document([infantry(6), unit("air", 9)], [infantry(3), unit("air", 3)]),
    "river": document([infantry(6)], [infantry(2)], sides={"E": ["river"]}),
    "fort": document([infantry(12)], [infantry(3)], features=["fortification"]),
    "landing": document([infantry(12, via="sea"), unit("destroyer", 4)], [infantry(3)], nations=("US", "German")),
    "exploitation": document([armor(6)], [infantry(3)], phase="exploitation"),
    "partisans": document([infantry(6)], [unit("partisan", 1)]),
    "poor training": document([infantry(6)], [infantry(3, ctl=0)]),
    "rumanians": document([infantry(6, "US")], [infantry(3, "Rumanian")], country="Russia"),
    "jungle": document([infantry(6)], [infantry(1)], terrain="jungle"),
    "two sides": document([infantry(6), infantry(6, at=WEST)], [infantry(3), armor(2)]),
}
IRRELEVANT_HERE = {"japanese_surprise"}
"""Without Japanese attackers nobody would say so."""


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", PLAIN)
def test_what_is_not_offered_changes_nothing(edition, name):
    scenario = {**PLAIN[name], "edition": edition}
    asked = offered(scenario)
    said = told(scenario)
    for key, field in FIELDS.items():
        if key in asked | FORBIDDERS | IRRELEVANT_HERE or (field.editions and edition not in field.editions):
            continue
        for value in some(field):
            assert told(changed(scenario, key, value)) == said, f"{key} = {value} matters and is not offered"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_plain_attack_asks_for_next_to_nothing(edition):
    scenario = {**PLAIN["plain"], "edition": edition}
    relevant = RULESET.game(read_scenario(scenario)).relevant()
    assert relevant["conditions"] == (["winter_effect"] if edition == "new" else [])
    assert relevant["readings"] == []
    assert relevant["hexes"] == {"0,0": []}


@pytest.mark.parametrize("name", PLAIN)
def test_offered_in_the_order_of_the_form(name):
    found = RULESET.game(read_scenario(PLAIN[name])).relevant()["conditions"]
    assert found == [key for key in FIELDS if key in found]


def test_what_is_set_is_always_shown():
    scenario = document([infantry(6)], [infantry(3)], monsoon=True, attacked_before=True, china_resistance=-2)
    assert offered(scenario) >= {"monsoon", "attacked_before", "china_resistance"}


def test_the_country_is_asked_for_nationalist_chinese():
    relevant = RULESET.game(read_scenario(document([infantry(6)], [infantry(3)], nations=CHINA))).relevant()
    assert relevant["hexes"]["0,0"] == ["country"]
    assert "home" in relevant["units"]["d1"]
