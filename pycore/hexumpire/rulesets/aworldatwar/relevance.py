"""Which circumstances could matter to an attack, so that the form asks for nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.aworldatwar.defense import net_dm, pressure, unfortified
from hexumpire.rulesets.aworldatwar.forces import TRAITS, arm_of, fights_as_infantry, keeps_mechanized, muster
from hexumpire.rulesets.aworldatwar.results import may_ever_convert
from hexumpire.rulesets.aworldatwar.tables import ROUND, STACKING
from hexumpire.rulesets.aworldatwar.vocabulary import CONDITIONS, MONSOON_TERRAIN, ROUGH, SPECIALISED

_DEFAULTS = {field.key: field.default for field in CONDITIONS}


def relevant(scenario: Scenario) -> Mapping[str, Any]:
    """Keys worth asking: ``conditions``, ``readings``, ``units`` by id and ``hexes`` by name."""
    return {
        "conditions": _conditions(scenario),
        "readings": _readings(scenario),
        "units": {unit.id: _fields(unit, scenario) for unit in scenario.units},
        "hexes": {target: _hex_fields(scenario, target) for target in scenario.targets},
    }


def _conditions(scenario: Scenario) -> list[str]:
    known = scenario.conditions
    attackers = [unit for unit in scenario.units if unit.side == "attacker"]
    defenders = [unit for unit in scenario.units if unit.side == "defender"]
    ours = {unit.nation for unit in attackers}
    theirs = {unit.nation for unit in defenders}
    types = {unit.type for unit in attackers}
    ways = {unit.text("via", "land") for unit in attackers if arm_of(unit) == "ground"}
    terrains = {scenario.hex(place).terrain for place in (*scenario.targets, *(unit.at for unit in scenario.units))}
    pacific = known["theatre"] == "pacific"
    infantry = any(unit.type == "replacement" or fights_as_infantry(unit, keeps_mechanized(unit, scenario))
                   for unit in defenders)  # fmt: skip
    armor_in_rough = any(unit.type == "armor" and scenario.hex(unit.at).terrain in ROUGH for unit in scenario.units)
    features = {mark for target in scenario.targets for mark in scenario.hex(target).features}
    raid = any(unit.number("port_raid_range") for unit in attackers)
    minors = any("minor" in TRAITS[nation] for nation in theirs)
    checks = {
        "theatre": armor_in_rough
        or pacific
        or minors
        or raid
        or "airdrop" in ways
        or "island" in features
        or "Japanese" in ours,
        "phase": bool(types & {"armor", "airborne"}) or known["phase"] != "regular",
        "front": "Italian" in theirs or bool({"Vichy French", "Spanish"} & theirs),
        "monsoon": bool(terrains & MONSOON_TERRAIN),
        "winter_effect": "airdrop" in ways
        or (scenario.edition == "new" and infantry and (not pacific or "Russian" in ours | theirs)),
        "winter_needs": bool(known["winter_effect"]),
        "restrictive_weather": "airdrop" in ways,
        "rome_allied": "Italian" in theirs,
        "axis_in_africa": "Italian" in theirs,
        "volunteers": bool({"Vichy French", "Spanish"} & theirs) and known["front"] == "eastern",
        "japanese_surprise": "Japanese" in ours and (pacific or may_ever_convert(scenario)),
        "china_resistance": "Nationalist Chinese" in theirs,
        "russia_first_turn": scenario.edition == "new" and "Russian" in theirs and "armor" in types,
        "atomic": may_ever_convert(scenario),
        "early_german": "German" in ours and known["phase"] == "exploitation",
        "allies_disagree": len({unit.nation for unit in attackers if arm_of(unit) == "ground"}) > 1,
        "bombardment_ratio": scenario.edition == "new" and "fleet" in types,
    }
    changed = {key for key, default in _DEFAULTS.items() if known[key] != default}
    return [key for key in _DEFAULTS if checks.get(key, False) or key in changed]


def _readings(scenario: Scenario) -> list[str]:
    ways = {unit.text("via", "land") for unit in scenario.units if unit.side == "attacker"}
    ours = {unit.nation for unit in scenario.units if unit.side == "attacker"}
    defenders = [unit for unit in scenario.units if unit.side == "defender" and arm_of(unit) == "ground"]
    italians = any(unit.nation == "Italian" for unit in defenders)
    known = scenario.conditions
    failing = bool(known["rome_allied"] or not known["axis_in_africa"])
    starved = any(scenario.hex(target).values["fort_unsupplied"] for target in scenario.targets)
    features = {mark for target in scenario.targets for mark in scenario.hex(target).features}
    forts = bool(
        features & {"fortress", "fortification", "maginot", "west_wall", "singapore", "fortified_island", "beach"}
    )
    air = any(unit.type == "air" for unit in scenario.units)
    wet = any({"river", "arrow"} & set(marks) for marks in scenario.sides.values())
    landing = "sea" in ways
    one_way = bool(features & {"maginot", "west_wall", "singapore"})
    barred = {"French", "Nationalist Chinese", "Communist Chinese"}
    supporters = {unit.nation for unit in scenario.units if unit.side == "attacker" and arm_of(unit) != "ground"}
    checks = {
        "conversion_order": forts or (landing and scenario.edition == "new"),
        "low_dm": scenario.edition == "old" and _has_low_dm(scenario),
        "ex_levels": len(defenders) > 1,
        "das_losses": air and landing,
        "air_dies": air,
        "chinese_bar": "Nationalist Chinese" in ours,
        "drop_exemption": "airdrop" in ways and (landing or forts),
        "invasion_scope": landing and scenario.edition == "new",
        "fort_bar": one_way or (forts and starved),
        "support_bar": bool(barred & supporters),
        "mixed_approach": any(_both_ways(scenario, target) for target in range(len(scenario.targets))),
        "singapore_drop": "singapore" in features and "airdrop" in ways,
        "landing_river": landing and wet,
        "italian_both": italians and failing and known["front"] != "mediterranean",
        "lowest_ctl": (forts or landing) and air,
        "pearl_picker": "pearl_harbor" in features,
        "destroyer_share": landing and scenario.edition == "new" and any(u.type == "destroyer" for u in scenario.units),
        "special_places": any(
            sum(u.count for u in scenario.units if u.side == side and u.type in SPECIALISED) > STACKING["specialised"]
            for side in ("attacker", "defender")
        ),
    }
    return [key for key, matters in checks.items() if matters]


def _both_ways(scenario: Scenario, target: int) -> bool:
    """Whether a beach is attacked by sea and by land, or a fort that faces one way from its front and from behind."""
    attackers = [(kind, kind.size) for kind in muster(scenario) if kind.side == "attacker" and kind.arm == "ground"]
    seen = pressure(scenario, target, attackers)
    bare = len(unfortified(scenario, target, seen))
    if bare and (seen.landing or bare < len(seen.crossings)):
        return True
    softened_anyway = scenario.edition == "new" and scenario.readings["invasion_scope"] == "all"
    beach = "beach" in scenario.hex(scenario.targets[target]).features
    return beach and seen.landing and bool(seen.crossings) and not softened_anyway


def _has_low_dm(scenario: Scenario) -> bool:
    """Whether the DM of a defender falls below 1 as things stand."""
    kinds = [kind for kind in muster(scenario) if kind.arm == "ground"]
    attackers = [(kind, kind.size) for kind in kinds if kind.side == "attacker"]
    dms = (net_dm(scenario, kind, kind.target, pressure(scenario, kind.target, attackers)).value
           for kind in kinds if kind.side == "defender")  # fmt: skip
    return any((dm or 0) < 1 for dm in dms)


def _fields(unit: Unit, scenario: Scenario) -> list[str]:
    """Fields of a counter that could matter to this attack, in the order of its type."""
    attacks = unit.side == "attacker"
    via = unit.text("via", "land")
    traits = TRAITS[unit.nation]
    trained = attacks or unit.type in ("infantry", "mechanized", "replacement", "armor")
    winter = bool(scenario.condition("winter_effect") or scenario.condition("winter_needs"))
    checks = {
        "factors": unit.type not in SPECIALISED | {"replacement"},
        "movement": False,
        "ctl": trained,
        "via": attacks,
        "carried": attacks and via == "sea" and unit.number("ctl", 2) > ROUND["least_rounds"],
        "supply": True,
        "oil_short": trained,
        "attacks": attacks,
        "home": not attacks and ("minor" in traits or _far_from_home(unit) or unit.number("ctl", 2) <= 1),
        "isolated_turns": not attacks,
        "arrived": not attacks and unit.number("isolated_turns") > 0,
        "mech": unit.type == "armor",
        "off_beach": attacks and scenario.condition("phase") == "exploitation",
        "drop_range": via == "airdrop",
        "base_in_monsoon": via == "airdrop",
        "moved_by_transport": via == "airdrop",
        "port_raid_range": attacks and unit.type == "commando" and via == "sea",
        "winter_preparation": attacks and winter,
        "shock_army": attacks and unit.nation == "Russian",
        "bombardment": unit.type == "fleet",
    }
    return [key for key in unit.values if checks[key]]


def _hex_fields(scenario: Scenario, target: str) -> list[str]:
    features = set(scenario.hex(target).features)
    fort = features & {"fortress", "fortification", "maginot", "west_wall", "singapore"}
    defenders = [unit for unit in scenario.units if unit.at == target and unit.side == "defender"]
    by_country = any("minor" in TRAITS[u.nation] or u.nation == "Russian" or _far_from_home(u)
                     or u.number("ctl", 2) <= 1 for u in defenders)  # fmt: skip
    return (["country"] if by_country else []) + (["fort_unsupplied"] if fort else [])


def _far_from_home(unit: Unit) -> bool:
    """Whether it matters for this unit's morale that it fights abroad (15.33F)."""
    return unit.nation == "Nationalist Chinese"
