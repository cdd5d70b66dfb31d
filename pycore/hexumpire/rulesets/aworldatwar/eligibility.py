"""Who may attack whom, how, and at what odds (15.2, 15.4, 15.52; drops and landings of chapter 10).

Small questions answered one by one with the reason (an empty text means yes), and :func:`problems`, which asks
all of them of a scenario and reports everything at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from hexumpire.board import hexgrid
from hexumpire.kit.places import mention
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar import stacking
from hexumpire.rulesets.aworldatwar.forces import Kind, arm_of, crossing, describe, keeps_mechanized, training
from hexumpire.rulesets.aworldatwar.strength import Round, Strengths
from hexumpire.rulesets.aworldatwar.tables import LIMITS
from hexumpire.rulesets.aworldatwar.vocabulary import MONSOON_TERRAIN, SPECIALISED

Answer = tuple[str, Rules]
YES: Answer = ("", ())


def may_attack(unit_type: str, edition: str) -> Answer:
    """Whether a type of unit may take part in an attack at all (15.21)."""
    if unit_type == "replacement":
        return "replacements may not attack", ("15.21", "10.23")
    if unit_type == "partisan" and edition == "new":
        return "partisans may not attack", ("15.21", "11.44")
    if unit_type == "flak":
        return "flak has no ground combat factor", ("10.93",)
    return YES


def drop_bars(*, ctl: int, theatre: str, distance: int, winter_effect: int = 0, restrictive_target: bool = False,
              monsoon_terrain: bool = False, monsoon_base: bool = False, transported: bool = False,
              full_supply: bool = True) -> list[Answer]:  # fmt: skip
    """Why an airborne unit or Chindit may not drop (10.42, 10.53, 10.61A). ``distance``: hexes from its base."""
    reach = LIMITS[f"drop_range_{theatre}"]
    bars = (
        (ctl < LIMITS["drop_ctl"], f"a drop needs CTL {LIMITS['drop_ctl']}, this unit has {ctl}", "10.53D"),
        (distance > reach, f"a drop reaches {reach} hexes, this one would need {distance}", "10.53A"),
        (transported, "a unit moved by air or sea this turn may not drop", "10.53B"),
        (not full_supply, "a drop needs full supply and oil", "10.42"),
        (winter_effect >= LIMITS["drop_winter"] or restrictive_target, "no drop into such winter weather", "10.53E"),
        (monsoon_terrain, "no drop into monsoon swamp or jungle", "10.53E"),
        (monsoon_base, "no drop out of monsoon swamp or jungle", "10.53E"),
    )
    return [(reason, (rule,)) for applies, reason, rule in bars if applies]


def may_drop_on(unit_type: str, enemy_there: bool, in_target: bool) -> Answer:
    """Whether a dropping unit may fight where it drops (10.55A, 10.61C)."""
    if unit_type == "chindit":
        return ("a Chindit may not drop on an enemy unit", ("10.61C",)) if enemy_there else YES
    return YES if in_target else ("a dropped unit fights only in its drop hex", ("10.55A", "15.92C"))


def may_raid_port(*, ctl: int, theatre: str, distance: int, defended: bool) -> Answer:
    """Whether commandos may use their special landing in a port (10.81, 10.83)."""
    reach = LIMITS[f"commando_range_{theatre}"]
    if ctl < LIMITS["commando_ctl"]:
        return f"commandos need CTL {LIMITS['commando_ctl']} for it", ("10.83",)
    if distance > reach:
        return f"commandos reach {reach} hexes, the port is {distance} away", ("10.81",)
    return ("the port holds enemy ground units", ("10.81",)) if defended else YES


def may_split(unit_factors: int, parts: Sequence[int]) -> Answer:
    """A unit's factors go into one attack whole (15.43)."""
    whole = len(parts) == 1 and parts[0] == unit_factors
    return YES if whole else ("a unit may not split its factors", ("15.43",))


def may_attack_again(phases: Sequence[str], factions: Sequence[str]) -> Answer:
    """One faction attacks a unit once in regular combat; exploitation may follow (15.46)."""
    regular = Counter(f for phase, f in zip(phases, factions, strict=True) if phase == "regular")
    return ("attacked already this phase", ("15.46",)) if any(n > 1 for n in regular.values()) else YES


def may_choose_column(actual: str, wanted: str) -> Answer:
    """The column is the one the odds give, never a lower one (15.52)."""
    return YES if actual == wanted else (f"the odds give {actual}; another column may not be taken", ("15.52",))


def odds_bar(below_even: bool, number: int, flags: Iterable[str], *, chinese: str = "all",
             drop_exemption: str = "own") -> Answer:  # fmt: skip
    """Whether a kind of attack is barred below 1:1 (15.52), or from a further round (15.74).

    ``flags`` are among ``french``, ``chinese_nationalist``, ``chinese_communist``, ``airdrop``, ``invasion``, ``fort``.
    """
    if not below_even:
        return YES
    present = set(flags)
    later = number > 1
    rule: Rules = ("15.74",) if later else ("15.52",)
    if later and "airdrop" in present:
        present.discard("airdrop")
        if drop_exemption == "all":
            return YES
    if later and chinese == "communist":
        present.discard("chinese_nationalist")
    words = {"french": "French units may not attack", "chinese_nationalist": "Chinese units may not attack",
             "chinese_communist": "Chinese units may not attack", "airdrop": "no airdrop on an enemy",
             "invasion": "no seaborne invasion", "fort": "no attack on a fort"}  # fmt: skip
    more = {"airdrop": ("10.55C",), "french": ("75.21",), "fort": ("32.21A",), "invasion": ("21.5152",)}
    for flag, text in words.items():
        if flag in present:
            return f"{text} below 1:1", rule + more.get(flag, ("80.21",))
    return YES


def bar_flags(strengths: Strengths, now: Round) -> list[str]:
    """Which kinds of attack of :func:`odds_bar` a round is."""
    flags = []
    every = strengths.scenario.readings["support_bar"] == "all"
    nations = {
        k.unit.nation for k in strengths.kinds
        if k.side == "attacker" and (every or k.arm == "ground") and now.active[k.index]
    }  # fmt: skip
    for nation, flag in (("French", "french"), ("Nationalist Chinese", "chinese_nationalist"),
                         ("Communist Chinese", "chinese_communist")):  # fmt: skip
        if nation in nations:
            flags.append(flag)
    if any(seen.drop for seen in now.seen):
        flags.append("airdrop")
    if any(seen.landing for seen in now.seen):
        flags.append("invasion")
    if strengths.against_fort(now):
        flags.append("fort")
    return flags


def barred(strengths: Strengths, now: Round, number: int) -> Answer:
    """:func:`odds_bar` for a round of a battle."""
    if not now.below_even:
        return YES
    readings = strengths.scenario.readings
    return odds_bar(now.below_even, number, bar_flags(strengths, now), chinese=readings["chinese_bar"],
                    drop_exemption=readings["drop_exemption"])  # fmt: skip


def problems(
    scenario: Scenario, kinds: Sequence[Kind], strengths: Strengths, counting: Sequence[int]
) -> tuple[Problem, ...]:
    """Everything that forbids the attack as set up; ``counting``: how many of each kind count in the first round."""
    found: list[Problem] = []
    at = {unit.id: f"$.units[{n}]" for n, unit in enumerate(scenario.units)}
    attackers = [u for u in scenario.units if u.side == "attacker" and u.values.get("attacks", True) is True]
    ground = [kind for kind in kinds if kind.arm == "ground"]
    for unit in scenario.units:
        if unit.side == "defender" and arm_of(unit) in ("ground", "air") and unit.at not in scenario.targets:
            message = f"{describe(unit)} stands in {mention(unit.at)}, which is not attacked"
            found.append(Problem(message, f"{at[unit.id]}.at", "15.41", "make its hex a target, or move it to one"))
    for unit in attackers:
        found += _attacker(unit, scenario, at[unit.id])
    found += stacking.problems(scenario, at)
    if not any(kind.side == "attacker" for kind in ground):
        found.append(Problem("no ground unit attacks", "$.units", "15.21", "put an attacker next to the target"))
    for n, target in enumerate(scenario.targets):
        if not any(kind.side == "defender" and kind.target == n for kind in ground):
            message = f"no ground unit defends {mention(target)}"
            found.append(
                Problem(message, f"$.targets[{n}]", "15.21", "put a defender there, or take it off the targets")
            )
    if scenario.condition("attacked_before") and scenario.condition("phase") == "regular":
        found.append(Problem("the defenders were attacked already this phase", "$.conditions.attacked_before", "15.46",
                             "attack them in exploitation combat, or clear the condition"))  # fmt: skip
    found += [*_at_sea(scenario, at), *_sizes(scenario, at), *_shock_armies(attackers, scenario, at)]
    flyers = [kind for kind in kinds if kind.side == "defender" and kind.arm == "air"]
    if (
        flyers
        and any(kind.side == "defender" for kind in ground)
        and all(kind.unit.type == "partisan" for kind in ground if kind.side == "defender")
    ):
        message = "partisans alone have no defensive air support"
        found.append(Problem(message, at[flyers[0].unit.id], "11.47", "take the air factors away"))
    if not found:
        now = strengths.round(tuple(counting), 1)
        bars = [odds_bar(now.below_even, 1, [flag]) for flag in bar_flags(strengths, now)]
        for reason, rules in dict.fromkeys(bar for bar in bars if bar[0]):
            found.append(Problem(f"{now.attack} : {now.defense}: {reason}", "$.units", rules[0], "bring more factors"))
        if scenario.edition == "old":
            found += _air_ratio(scenario, kinds, at)
    return tuple(found)


def _at_sea(scenario: Scenario, at: dict[str, str]) -> Iterable[Problem]:
    """No ground unit ends a phase at sea, so none defends there (12.23)."""
    for unit in scenario.units:
        if unit.side == "defender" and arm_of(unit) == "ground" and scenario.hex(unit.at).terrain == "sea":
            message = f"{describe(unit)} stands at sea, where no ground unit stays"
            yield Problem(message, f"{at[unit.id]}.at", "12.23", "put it on land, or give its hex another terrain")


def _sizes(scenario: Scenario, at: dict[str, str]) -> Iterable[Problem]:
    """Counters that the rules print with one factor only (10.23, 10.41A), and unsupplied Chindits (10.62)."""
    for unit in scenario.units:
        if unit.type == "chindit" and unit.text("supply") == "none":
            message = f"{describe(unit)}: Chindits always have limited supply"
            yield Problem(message, f"{at[unit.id]}.supply", "10.62", "set partial or full supply")
        rule = "10.23" if unit.type == "replacement" else "10.41A" if unit.type in SPECIALISED else ""
        if rule and unit.number("factors") != LIMITS["one_factor"]:
            message = f"{describe(unit)}: such a counter has one factor"
            yield Problem(message, f"{at[unit.id]}.factors", rule, "set one factor and the number of counters instead")


def _shock_armies(attackers: Sequence[Unit], scenario: Scenario, at: dict[str, str]) -> Iterable[Problem]:
    """Shock armies are 3-3 Russian infantry, three of them to an attack, in regular combat (12.16)."""
    marked = [unit for unit in attackers if unit.flag("shock_army")]
    for unit in marked:
        fitting = unit.nation == "Russian" and unit.number("factors") == LIMITS["shock_factors"]
        if not fitting or unit.text("via") != "land" or scenario.condition("phase") != "regular":
            message = (
                f"{describe(unit)}: a shock army is 3-factor Russian infantry that attacks by land in regular combat"
            )
            yield Problem(message, f"{at[unit.id]}.shock_army", "12.16", "untick it")
    if sum(unit.count for unit in marked) > LIMITS["shock_armies"]:
        message = (
            f"{sum(unit.count for unit in marked)} shock armies, where {LIMITS['shock_armies']} may join an attack"
        )
        yield Problem(message, f"{at[marked[-1].id]}.count", "12.16", "take some away")


def may_exploit(*, unit_type: str, mechanized: bool, via: str, ctl: int) -> Answer:
    """Whether a unit may attack in exploitation combat: exploiting armor, and drops (16.41, 15.82C)."""
    if via == "airdrop":
        return YES
    if unit_type != "armor" or via != "land":
        return "only exploiting armor and airdrops attack in exploitation", ("16.41",)
    if not mechanized:
        return "armor without its mechanized component does not exploit", ("10.32",)
    return YES if ctl >= LIMITS["breakthrough_ctl"] else ("armor of CTL 0 or less does not exploit", ("15.82C",))


def _attacker(unit: Unit, scenario: Scenario, path: str) -> Iterable[Problem]:
    name = describe(unit)
    arm = arm_of(unit)
    reason, rules = may_attack(unit.type, scenario.edition)
    if reason:
        fix = "let it stand by, or remove it" if "attacks" in unit.values else "remove it"
        yield Problem(f"{name}: {reason}", path + ".type", rules[0], fix)
        return
    if arm != "ground":
        return
    via = unit.text("via", "land")
    if scenario.condition("phase") == "exploitation":
        reason, rules = may_exploit(
            unit_type=unit.type, mechanized=keeps_mechanized(unit, scenario), via=via, ctl=training(unit)
        )
        if reason:
            yield Problem(f"{name}: {reason}", path, rules[0], "let it stand by, or make this regular combat")
    monsoon = bool(scenario.condition("monsoon"))
    targets = [(n, target, scenario.hex(target)) for n, target in enumerate(scenario.targets)]
    swamp = next((t for _, t, place in targets if place.terrain in MONSOON_TERRAIN), "")
    if monsoon and (swamp or (via != "sea" and scenario.hex(unit.at).terrain in MONSOON_TERRAIN)):
        yield Problem(
            f"{name}: no attack from or into swamp or jungle in a monsoon", path, "15.21", "wait for the weather"
        )
    if via == "airdrop":
        yield from _drop(unit, scenario, path, swamp != "" and monsoon)
    elif via == "land" and scenario.hex(unit.at).terrain == "sea":
        message = f"{name} attacks out of the sea"
        yield Problem(message, path + ".via", "15.21", "let it attack by seaborne invasion")
    elif via == "land":
        for _, target, _ in targets:
            if unit.at in scenario.targets:
                yield Problem(f"{name} stands in {mention(unit.at)}, which is attacked", path + ".at", "15.21",
                              "move it next to every attacked hex, or let it land or drop")  # fmt: skip
                break
            if crossing(unit, target, scenario) is None:
                message = f"{name} in {mention(unit.at)} is not adjacent to {mention(target)}"
                yield Problem(message, path + ".at", "15.21", "move it next to every attacked hex")
        yield from _closed_hexsides(unit, scenario, path)
    else:
        for _, target, _ in targets:
            if hexgrid.distance(hexgrid.parse(unit.at), hexgrid.parse(target)) > 1:
                yield Problem(f"{name} lands too far away from {mention(target)}", path + ".at", "15.44",
                              "put it on or next to every attacked hex")  # fmt: skip
    if via == "sea" and unit.type in SPECIALISED and not _well_supplied(unit):
        message = f"{name}: specialised units land with full supply and oil only"
        yield Problem(message, path + ".supply", "10.42", "supply it, or let it stand by")
    raid = unit.number("port_raid_range")
    if unit.type == "commando" and via == "sea" and raid:
        reason, rules = may_raid_port(
            ctl=training(unit), theatre=str(scenario.condition("theatre")), distance=raid, defended=True
        )
        yield Problem(
            f"{name}: {reason}", path + ".port_raid_range", rules[0], "land on a beach, or raid an empty port"
        )


def _closed_hexsides(unit: Unit, scenario: Scenario, path: str) -> Iterable[Problem]:
    """Hexsides into the attacked hexes that no ground unit crosses: all water without an arrow, and others (13.43)."""
    for target in scenario.targets:
        sides = crossing(unit, target, scenario) or frozenset()
        if "impassable" in sides or ("water" in sides and "arrow" not in sides):
            message = f"{describe(unit)} cannot cross the hexside into {mention(target)}"
            rule = "13.43B" if "impassable" in sides else "13.43A"
            yield Problem(message, path + ".at", rule, "attack from another hex")


def _well_supplied(unit: Unit) -> bool:
    """Whether a unit has full supply and no oil effects, as drops and landings of specialised units need (10.42)."""
    return unit.text("supply") == "full" and not unit.flag("oil_short")


def _drop(unit: Unit, scenario: Scenario, path: str, wet: bool) -> Iterable[Problem]:
    name = describe(unit)
    if unit.type not in ("airborne", "chindit"):
        yield Problem(f"{name} cannot drop", path + ".via", "10.51", "only airborne units and Chindits drop")
        return
    enemy = unit.at in scenario.targets
    reason, rules = may_drop_on(unit.type, enemy, enemy)
    if reason:
        yield Problem(f"{name}: {reason}", path + ".at", rules[0], "drop it elsewhere")
    near = all(hexgrid.distance(hexgrid.parse(unit.at), hexgrid.parse(target)) == 1 for target in scenario.targets)
    if unit.type == "chindit" and not enemy and not near:
        yield Problem(f"{name} drops out of reach of the target", path + ".at", "10.61D", "drop it next to the target")
    if unit.type == "chindit":
        yield from _closed_hexsides(unit, scenario, path)
    if scenario.hex(unit.at).terrain == "sea":
        yield Problem(f"{name} drops into the sea", path + ".at", "12.23", "drop it on land")
    bars = drop_bars(
        ctl=training(unit), theatre=str(scenario.condition("theatre")), distance=unit.number("drop_range"),
        winter_effect=int(scenario.condition("winter_effect")),
        restrictive_target=bool(scenario.condition("restrictive_weather")), monsoon_terrain=wet,
        monsoon_base=unit.flag("base_in_monsoon"), transported=unit.flag("moved_by_transport"),
        full_supply=_well_supplied(unit),
    )  # fmt: skip
    for reason, rules in bars:
        yield Problem(f"{name}: {reason}", path, rules[0], "attack by land, or leave it out")


def _air_ratio(scenario: Scenario, kinds: Sequence[Kind], at: dict[str, str]) -> Iterable[Problem]:
    for side, word in (("attacker", "ground support"), ("defender", "defensive air support")):
        over = air_excess(kinds, tuple(kind.size for kind in kinds), side)
        if over:
            unit = next(kind.unit for kind in kinds if kind.side == side and kind.arm == "air")
            message = f"{word} is {over} factor{'s' if over > 1 else ''} over three for each ground factor"
            yield Problem(message, f"{at[unit.id]}.factors", "15.632", "fly fewer air factors")


def air_excess(kinds: Sequence[Kind], left: Sequence[int], side: str, number: int = 1) -> int:
    """Air factors of a side beyond three for each of its ground factors that fight a round (15.632, older edition)."""
    fighting = [kind for kind in kinds if kind.side == side and kind.fights(number)]
    ground = sum(k.value * left[k.index] for k in fighting if k.arm == "ground")
    air = sum(left[k.index] for k in fighting if k.arm == "air")
    return max(0, air - LIMITS["air_ratio"] * ground)
