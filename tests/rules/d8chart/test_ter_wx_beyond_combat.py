"""TER and WX beyond combat: paths, landings, zones of control, breakthrough and exploitation, the weather."""

import json

import pytest
from hexumpire import api
from hexumpire.files.codec import read_scenario
from hexumpire.kit.places import mention
from hexumpire.model.battle import Battle, Terminal
from hexumpire.rulesets.d8chart import RULESET
from hexumpire.rulesets.d8chart.rules.movement import allowance, enter
from hexumpire.rulesets.d8chart.rules.weather import interception
from hexumpire.rulesets.d8chart.rules.zones import stops

from tests.rules.d8chart.setting import EAST, WEST, document, game, infantry, rules_of, text, unit

MECH = ("armor", "mechanized")
FOOT = ("infantry", "para", "commando")


def march(*units, path=("0,0",), **setup):
    return game(list(units), procedure="move", targets=path, **setup)


def bars(found):
    """Why units may not, by unit."""
    return {refusal.unit: (refusal.reason, refusal.rules) for refusal in found.refusals(found.start())}


# --- paths ------------------------------------------------------------------------------------------

COSTS = [
    *[(kind, "clear", 1, "TER.clear") for kind in (*FOOT, *MECH, "mountain")],
    *[(kind, "forest", 2, "TER.forest.mp") for kind in (*FOOT, *MECH, "mountain")],
    *[(kind, "marsh", 1, "TER.marsh.mp") for kind in (*FOOT, "mountain")],
    *[(kind, "marsh", "all", "TER.marsh.mp") for kind in MECH],
    *[(kind, "mountain", 2, "TER.mountain.mp") for kind in FOOT],
    *[(kind, "mountain", 3, "TER.mountain.mp") for kind in MECH],
    ("mountain", "mountain", 1, "TER.mountain.mp"),
]


@pytest.mark.parametrize(("kind", "terrain", "cost", "rule"), COSTS)
def test_entry_costs(kind, terrain, cost, rule):
    found = march(unit(kind), terrain=terrain)
    step = enter(found.scenario, found.scenario.units[0], WEST, "0,0")
    assert (step.cost, step.rules) == (cost, (rule,))


@pytest.mark.parametrize(("line", "said"), [(["done"], "Nobody moves."), (["go:a1", "done"], "Nobody else moves.")])
def test_who_stays_is_told_beside_who_moves(line, said):
    assert [one.text for _, one in Battle.start(march(infantry(), infantry(3))).play_all(line).log][-1] == said


def test_TER_forest_mp_for_finns():
    found = march(infantry(nation="Finnish"), terrain="forest")
    assert enter(found.scenario, found.scenario.units[0], WEST, "0,0").cost == 1


def test_TER_impass_mp_and_TER_impass_block():
    found = march(unit("mountain", 3), infantry(), terrain="mountain", sides={"W": ["impassable"]})
    assert [one.type for one in found.able] == ["mountain"]
    assert bars(found)["a2"][1] == ("TER.impass.block",)
    assert found.assess(found.start()).trace.children[0].children[0].children[0].value == 2


def test_a_path_adds_up():
    hexes = {EAST: {"terrain": "forest"}, "2,0": {"terrain": "marsh"}}
    found = march(infantry(movement=4), infantry(movement=3), path=("0,0", EAST, "2,0"), hexes=hexes)
    assert [one.id for one in found.able] == ["a1"]
    assert bars(found)["a2"] == ("the way costs 4, it has 3", ("TER.marsh.mp",)), "by the hex that is out of reach"
    after = Battle.start(found).play("go:a1")
    assert after.outcome.result == "moved" and after.outcome.measure("moved") == 1
    assert after.game.overlay(after.state)["moved"] == {"a1": {"2,0": 1}}
    assert "4 of 4 points" in text(after)


def test_armor_needs_everything_for_a_marsh():
    hexes = {EAST: {"terrain": "marsh"}}
    assert march(unit("armor", movement=6), path=("0,0",), terrain="marsh").able
    assert not march(unit("armor", movement=6), path=("0,0", EAST), hexes=hexes).able


def test_TER_marsh_mp_says_that_a_marsh_takes_the_whole_allowance():
    found = march(unit("armor", movement=6), infantry(movement=3), terrain="marsh")
    costs = [look.line.children[0].children[0] for look in found.about.looks]
    assert [(cost.value, cost.note) for cost in costs] == [(6, "the whole allowance"), (1, "")]


def test_a_path_goes_from_hex_to_hex():
    assert "is not next to" in bars(march(infantry(movement=9), path=("0,0", "2,0")))["a1"][0]


def test_a_march_takes_its_path_by_its_own_key():
    said = document([infantry(movement=4)], procedure="move", hexes={EAST: {"terrain": "forest"}})
    del said["targets"]
    scenario = read_scenario(said | {"path": ["0,0", EAST]})
    assert (scenario.path, scenario.targets) == (("0,0", EAST), ())
    found = RULESET.game(scenario)
    assert found.assess(found.start()).headline.endswith("3 of 4 points")
    assert found.overlay(found.start())["lit_hexes"] == ["0,0", EAST]


# --- weather and allowances -------------------------------------------------------------------------


def points(one, rail=False, **setup):
    found = march(one, **setup)
    return allowance(found.scenario, found.scenario.units[0], rail).value


def test_WX_mud_move_rounds_down_and_WX_winter_move_up():
    assert points(infantry(movement=5), weather="mud") == 2
    assert points(infantry(movement=5), weather="winter") == 3
    assert points(infantry(movement=5), weather="clear") == 5


def test_WX_winter_sov_mech():
    for kind in MECH:
        assert points(unit(kind, nation="Soviet", movement=5), weather="winter") == 4
        assert points(unit(kind, nation="Soviet", movement=5), weather="mud") == 2
    assert points(infantry(nation="Soviet", movement=5), weather="winter") == 3
    assert points(unit("armor", nation="Soviet", movement=0), weather="winter") == 0


def test_WX_mud_rail_and_WX_winter_rail():
    # WX.mud.rail, WX.winter.rail
    for weather in ("mud", "winter"):
        assert points(infantry(movement=5), True, weather=weather) == 5


def test_WX_mud_naval_and_WX_winter_naval():
    # WX.mud.naval, WX.winter.naval
    assert (interception("clear"), interception("mud"), interception("winter")) == (0, -1, -2)
    for weather in ("mud", "winter"):
        found = game([infantry()], procedure="weather", weather=weather)
        said = {rule for line in found.closing(found.start()) for rule in line.rules}
        assert {f"WX.{weather}.{what}" for what in ("move", "naval", "rail", "air")} <= said
    assert isinstance(found.node(found.start()), Terminal)


# --- breakthrough and exploitation ------------------------------------------------------------------


def follow(one, kind, **setup):
    found = march({"movement": 12, **one}, moves_by=kind, **setup)
    return [rules for _, rules in bars(found).values()] or True


@pytest.mark.parametrize("kind", ["breakthrough", "exploitation"])
@pytest.mark.parametrize("type", MECH)
def test_WX_mud_exploit_and_TER_marsh_exploit(type, kind):
    assert follow(unit(type), kind, weather="mud") == [("WX.mud.exploit",)]
    assert follow(unit(type), kind, terrain="marsh") == [("TER.marsh.exploit",)]
    assert follow(infantry(), kind, weather="mud") is True
    assert follow(infantry(), kind, terrain="marsh") is True


def test_WX_mud_enter():
    zone = {"hexes": {"0,0": {"zone": "mud"}}}
    assert follow(infantry(), "breakthrough", **zone) == [("WX.mud.enter",)]
    assert follow(infantry(), "exploitation", **zone) == [("WX.mud.enter",)]
    assert follow(infantry(), "normal", **zone) is True


@pytest.mark.parametrize("kind", ["breakthrough", "exploitation"])
@pytest.mark.parametrize("type", MECH)
def test_WX_mud_exploit_is_of_those_who_begin_in_mud(type, kind):
    assert follow(unit(type), kind, hexes={"0,0": {"zone": "mud"}}) == [("WX.mud.enter",)]
    assert follow(unit(type), kind, weather="mud", hexes={"0,0": {"zone": "clear"}}) == [("WX.mud.exploit",)]
    assert follow(infantry(), kind, weather="mud", hexes={"0,0": {"zone": "clear"}}) is True


def test_WX_winter_exploit_is_of_those_who_begin_in_winter():
    assert follow(infantry(), "exploitation", hexes={"0,0": {"zone": "winter"}}) == [("WX.winter.enter",)]
    away = {"weather": "winter", "hexes": {"0,0": {"zone": "clear"}}}
    assert follow(infantry(), "exploitation", **away) == [("WX.winter.exploit",)]
    assert follow(infantry(), "breakthrough", **away) is True


def test_WX_winter_exploit_and_WX_winter_enter():
    assert follow(infantry(), "exploitation", weather="winter") == [("WX.winter.exploit",)]
    assert follow(unit("armor"), "breakthrough", weather="winter") is True
    zone = {"hexes": {"0,0": {"zone": "winter"}}}
    assert follow(infantry(), "exploitation", **zone) == [("WX.winter.enter",)]
    assert follow(infantry(), "breakthrough", **zone) is True


# --- landings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "features", "rule"),
    [("clear", (), ""), ("forest", (), "TER.forest.amph"), ("forest", ("port",), "TER.forest.amph"),
     ("marsh", ("port",), "TER.marsh.amph"), ("mountain", (), "TER.mountain.amph"), ("mountain", ("port",), "")],
)  # fmt: skip
def test_landings(terrain, features, rule):
    ours = [infantry(nation="US", via="sea")]
    alone = game(ours, procedure="landing", terrain=terrain, features=features)
    assert rules_of(alone.problems) == ({rule} if rule else set())
    attack = game(ours, [infantry()], terrain=terrain, features=features)
    assert rules_of(attack.problems) == ({rule} if rule else set())
    if not rule:
        assert Battle.start(alone).play("go:a1").outcome.result == "moved"


# --- zones of control -------------------------------------------------------------------------------


def zoc(kind, start="clear", end="clear", side=(), **setup):
    found = game([unit(kind)], procedure="zoc", terrain=end, hexes={WEST: {"terrain": start}},
                 sides={"W": side} if side else {}, **setup)  # fmt: skip
    return stops(found.scenario, found.scenario.units[0], "0,0")


def test_TER_forest_zoc_and_TER_mountain_zoc():
    for kind in ("infantry", "mountain", "armor"):
        assert zoc(kind, end="forest")[1] == ("TER.forest.zoc",)
        assert zoc(kind, end="mountain")[1] == ("TER.mountain.zoc",)
        assert not zoc(kind, start="forest")[0] and not zoc(kind, start="mountain")[0]


def test_TER_marsh_zoc():
    for kind in MECH:
        assert zoc(kind, end="marsh")[1] == zoc(kind, start="marsh")[1] == ("TER.marsh.zoc",)
    assert not zoc("infantry", end="marsh")[0] and not zoc("infantry", start="marsh")[0]


def test_TER_impass_zoc():
    assert zoc("mountain", side=["impassable"])[1] == ("TER.impass.zoc",)


def test_TER_river_zoc_is_an_option():
    for water in ("river", "strait"):
        assert not zoc("infantry", side=[water])[0]
        assert "TER.river.zoc" in zoc("infantry", side=[water], river_zoc=True)[1]
        assert zoc("infantry", side=[water], river_zoc=True)[0]


def test_the_answer_is_a_trace_and_last_words():
    found = game([unit("armor", at="0,0")], procedure="zoc", hexes={EAST: {"terrain": "marsh"}})
    trace = found.assess(found.start()).trace
    assert not trace.mismatches()
    hexes = trace.children[0].children[0].children[0]
    assert hexes.value == 5 and [line.label for line in hexes.children if line.skipped] == [mention(EAST)]
    assert "TER.marsh.zoc" in {rule for line in found.closing(found.start()) for rule in line.rules}
    assert found.overlay(found.start())["lit_hexes"] == ["1,-1", "0,-1", "-1,0", "-1,1", "0,1"]


# --- surveys that are about no hex ------------------------------------------------------------------


def no_hex(procedure, **setup):
    """A document that names no hex."""
    said = document([unit("armor", nation="German")], [infantry(nation="Soviet")], procedure=procedure, **setup)
    del said["targets"]
    return said


def ask(op, said):
    answer = json.loads(api.handle(json.dumps({"op": op, "scenario": said, "actions": []})))
    assert answer["ok"], answer
    return answer["result"]


@pytest.mark.parametrize("procedure", ["zoc", "weather"])
def test_zones_and_weather_take_no_hexes(procedure):
    said = no_hex(procedure, sides={"W": ["river"]}, river_zoc=True, weather="winter")
    alone = RULESET.game(read_scenario(said))
    about = RULESET.game(read_scenario(said | {"targets": ["0,0"]}))
    assert alone.scenario.named == () and alone.problems == ()
    start = alone.start()
    assert alone.node(start) == about.node(about.start()) and isinstance(alone.node(start), Terminal)
    assert alone.assess(start) == about.assess(about.start())
    assert alone.closing(start) == about.closing(about.start())
    keys = ("conditions", "readings", "units")
    assert [alone.relevant()[key] for key in keys] == [about.relevant()[key] for key in keys]
    assert alone.relevant()["hexes"] == {}


@pytest.mark.parametrize("procedure", ["zoc", "weather"])
def test_views_of_a_survey_without_hexes(procedure):
    said = no_hex(procedure)
    assert ask("view", said)["problems"] == []
    assert ask("draw", said)["svg"].startswith("<svg")
    told = ask("text", said)["text"]
    assert "Attacked" not in told and "German Armor" in told
    opened = json.loads(api.handle(json.dumps({"op": "open", "fragment": ask("link", said)["fragment"]})))
    assert opened["result"]["scenario"]["targets"] == []


def test_the_weather_lights_no_hex_that_nobody_named():
    found = RULESET.game(read_scenario(no_hex("weather")))
    assert found.overlay(found.start())["lit_hexes"] == []
