"""What forbids an attack as it is set up: who may attack whom, how, and at what odds (15.2, 15.4, 15.52)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules import air, airdrop, landing, stacking
from hexumpire.rulesets.aworldatwar.rules.crossing import closed_hexsides, crossing, out_of_reach
from hexumpire.rulesets.aworldatwar.rules.exploitation import may_exploit
from hexumpire.rulesets.aworldatwar.rules.odds import first_bars
from hexumpire.rulesets.aworldatwar.rules.strength import Strengths
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.rules.weather import stopped_by_monsoon
from hexumpire.rulesets.aworldatwar.setting import SIDES, Counts, Setting
from hexumpire.rulesets.aworldatwar.tables import LIMITS
from hexumpire.rulesets.aworldatwar.units import arm_of, describe
from hexumpire.rulesets.aworldatwar.vocabulary import SPECIALISED


def problems(setting: Setting, strengths: Strengths, counting: Counts, by_itself: bool) -> tuple[Problem, ...]:
    """Everything that forbids the attack as set up; ``counting``: how many of each kind count in the first round.

    ``by_itself``: it was set up so; else air of the defenders may be in its hexes without flying, as partisans have
    none (11.47) or an attack before this one has left too few others for all of it (15.632).
    """
    scenario = setting.scenario
    at = {unit.id: f"$.units[{n}]" for n, unit in enumerate(scenario.units)}
    attackers = [u for u in scenario.units if u.side == "attacker" and u.values.get("attacks", True) is True]
    found = [*_elsewhere(scenario, at)]
    for unit in attackers:
        found += _attacker(unit, scenario, at[unit.id])
    found += stacking.problems(scenario, at)
    found += _nobody(setting)
    if scenario.condition("attacked_before") and scenario.condition("phase") == "regular":
        found.append(Problem("the defenders were attacked already this phase", "$.conditions.attacked_before", "15.46",
                             "attack them in exploitation combat, or clear the condition"))  # fmt: skip
    found += [*at_sea(scenario, at), *sizes(scenario, at), *stacking.shock_armies(attackers, scenario, at)]
    if by_itself:
        found += _partisans_with_air(setting, at)
    if not found:
        now = strengths.round(counting, 1)
        for reason, rules in first_bars(strengths, now):
            message = say("{n} : {m}: {reason}", n=now.attack, m=now.defense, reason=reason)
            found.append(Problem(message, "$.units", rules[0], "bring more factors"))
        if scenario.edition == "old":
            found += air.problems(setting, at, SIDES if by_itself else SIDES[:1])
    return tuple(found)


def _elsewhere(scenario: Scenario, at: Mapping[str, str]) -> Iterable[Problem]:
    """Defenders that stand in no attacked hex (15.41)."""
    for unit in scenario.units:
        if unit.side == "defender" and arm_of(unit) in ("ground", "air") and unit.at not in scenario.targets:
            where = mention(unit.at)
            message = say("{unit} stands in {place}, which is not attacked", unit=describe(unit), place=where)
            yield Problem(message, f"{at[unit.id]}.at", "15.41", "make its hex a target, or move it to one")


def _nobody(setting: Setting) -> Iterable[Problem]:
    """Attacks by nobody, or on nobody (15.21)."""
    if not setting.ground["attacker"]:
        yield Problem("no ground unit attacks", "$.units", "15.21", "put an attacker next to the target")
    held = {setting.kinds[i].target for i in setting.ground["defender"]}
    for n, target in enumerate(setting.scenario.targets):
        if n not in held:
            message = say("no ground unit defends {place}", place=mention(target))
            yield Problem(message, f"$.targets[{n}]", "15.21", "put a defender there, or take it off the targets")


def _partisans_with_air(setting: Setting, at: Mapping[str, str]) -> Iterable[Problem]:
    """Defensive air support for partisans alone (11.47)."""
    flyers = [kind for kind in setting.kinds if kind.side == "defender" and kind.arm == "air"]
    ground = [setting.kinds[i] for i in setting.ground["defender"]]
    if flyers and ground and all(kind.unit.type == "partisan" for kind in ground):
        message = "partisans alone have no defensive air support"
        yield Problem(message, at[flyers[0].unit.id], "11.47", "take the air factors away")


def at_sea(scenario: Scenario, at: Mapping[str, str]) -> Iterable[Problem]:
    """No ground unit ends a phase at sea, so none defends there (12.23)."""
    for unit in scenario.units:
        if unit.side == "defender" and arm_of(unit) == "ground" and scenario.hex(unit.at).terrain == "sea":
            message = say("{unit} stands at sea, where no ground unit stays", unit=describe(unit))
            yield Problem(message, f"{at[unit.id]}.at", "12.23", "put it on land, or give its hex another terrain")


def sizes(scenario: Scenario, at: Mapping[str, str]) -> Iterable[Problem]:
    """Counters that the rules print with one factor only (10.23, 10.41A), and unsupplied Chindits (10.62)."""
    for unit in scenario.units:
        if unit.type == "chindit" and unit.text("supply") == "none":
            message = say("{unit}: Chindits always have limited supply", unit=describe(unit))
            yield Problem(message, f"{at[unit.id]}.supply", "10.62", "set partial or full supply")
        rule = "10.23" if unit.type == "replacement" else "10.41A" if unit.type in SPECIALISED else ""
        if rule and unit.number("factors") != LIMITS["one_factor"]:
            message = say("{unit}: such a counter has one factor", unit=describe(unit))
            yield Problem(message, f"{at[unit.id]}.factors", rule, "set one factor and the number of counters instead")


def _may_attack(unit_type: str, edition: str) -> Why:
    """Whether a type of unit may take part in an attack at all (15.21)."""
    if unit_type == "replacement":
        return "replacements may not attack", ("15.21", "10.23")
    if unit_type == "partisan" and edition == "new":
        return "partisans may not attack", ("11.44", "15.21")
    if unit_type == "flak":
        return "flak has no ground combat factor", ("10.93",)
    return "", ()


def _attacker(unit: Unit, scenario: Scenario, path: str) -> Iterable[Problem]:
    """What forbids the attack of one counter."""
    name = describe(unit)
    reason, rules = _may_attack(unit.type, scenario.edition)
    if reason:
        fix = "let it stand by, or remove it" if "attacks" in unit.values else "remove it"
        yield Problem(say("{unit}: {reason}", unit=name, reason=reason), path + ".type", rules[0], fix)
        return
    exploitation = scenario.condition("phase") == "exploitation"
    if arm_of(unit) != "ground":
        if exploitation and unit.type in ("fleet", "destroyer"):
            rule = "16.43" if scenario.edition == "new" else "15.13"
            message = say("{unit}: {reason}", unit=name, reason="naval missions are prohibited in exploitation")
            yield Problem(message, path + ".type", rule, "remove it")
        return
    yield from _spent(unit, scenario, path)
    if exploitation:
        reason, rules = may_exploit(unit, scenario)
        if reason:
            message = say("{unit}: {reason}", unit=name, reason=reason)
            yield Problem(message, path, rules[0], "let it stand by, or make this regular combat")
    if stopped_by_monsoon(unit, scenario):
        message = say("{unit}: no attack from or into swamp or jungle in a monsoon", unit=name)
        yield Problem(message, path, "15.21", "wait for the weather")
    ways = {"airdrop": airdrop.problems, "land": _by_land, "sea": landing.problems}
    yield from ways[unit.text("via", "land")](unit, scenario, path)


def _spent(unit: Unit, scenario: Scenario, path: str) -> Iterable[Problem]:
    """What forbids a second offensive operation: an attack is made once, an overrun does not count (15.43, 13.55C).

    Armor in exploitation has made none but that (16.22D); who drops there has made none at all (16.41).
    """
    exploitation = scenario.condition("phase") == "exploitation"
    if not unit.flag("fought") or unit.flag("overran") or (exploitation and unit.text("via", "land") != "airdrop"):
        return
    message = say("{unit} made an offensive operation this turn", unit=describe(unit))
    yield Problem(message, path + ".fought", "16.41" if exploitation else "15.43", "let it stand by, or untick it")


def _by_land(unit: Unit, scenario: Scenario, path: str) -> Iterable[Problem]:
    """What forbids an attack by land: not being next to every attacked hex, or a hexside in between (15.21, 13.43)."""
    name = describe(unit)
    if scenario.hex(unit.at).terrain == "sea":
        message = say("{unit} attacks out of the sea", unit=name)
        yield Problem(message, path + ".via", "15.21", "let it attack by seaborne invasion")
        return
    for target in scenario.targets:
        if unit.at in scenario.targets:
            message = say("{unit} stands in {place}, which is attacked", unit=name, place=mention(unit.at))
            fix = "move it next to every attacked hex, or let it land or drop"
            yield Problem(message, path + ".at", "15.21", fix)
            break
        if crossing(unit, target, scenario) is None:
            here, there = mention(unit.at), mention(target)
            message = say("{unit} in {place} is not adjacent to {where}", unit=name, place=here, where=there)
            yield Problem(message, path + ".at", out_of_reach(unit, scenario, scenario.targets),
                          "move it next to every attacked hex")  # fmt: skip
    yield from closed_hexsides(unit, scenario, path)


def asks_of(unit: Unit, survey: Survey) -> Keys:
    """What the form could ask about a counter: whether it attacks, how it comes, and that it has attacked already."""
    if unit.side == "attacker":
        yield from ("attacks", "via")
    attacks = unit.side == "attacker" and (not survey.exploiting or unit.text("via", "land") == "airdrop")
    if unit.flag("fought") and (attacks or unit.type == "air"):
        yield from ("fought", "overran")
