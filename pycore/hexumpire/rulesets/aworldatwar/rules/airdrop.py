"""Airdrops: who may drop, where, how far and in which weather (10.4 to 10.61)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules.crossing import closed_hexsides
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.rules.training import training, well_supplied
from hexumpire.rulesets.aworldatwar.rules.weather import drowned, lies, winter
from hexumpire.rulesets.aworldatwar.tables import LIMITS
from hexumpire.rulesets.aworldatwar.units import arm_of, describe


def problems(unit: Unit, scenario: Scenario, path: str) -> Iterable[Problem]:
    """Why a unit may not drop as it is set up."""
    name = describe(unit)
    if unit.type not in ("airborne", "chindit"):
        message = say("{unit} cannot drop", unit=name)
        yield Problem(message, path + ".via", "10.51", "only airborne units and Chindits drop")
        return
    enemy = unit.at in scenario.targets
    reason, rules = may_fight_there(unit, in_target=enemy)
    if reason:
        yield Problem(say("{unit}: {reason}", unit=name, reason=reason), path + ".at", rules[0], "drop it elsewhere")
    near = all(hexgrid.distance(hexgrid.parse(unit.at), hexgrid.parse(target)) == 1 for target in scenario.targets)
    if unit.type == "chindit" and not enemy and not near:
        message = say("{unit} drops out of reach of the target", unit=name)
        yield Problem(message, path + ".at", "10.61D", "drop it next to the target")
    if unit.type == "chindit":
        yield from closed_hexsides(unit, scenario, path)
    reason, rules = shut(unit.at, scenario, enemy)
    if reason:
        yield Problem(say("{unit}: {reason}", unit=name, reason=reason), path + ".at", rules[0], "drop it elsewhere")
    for reason, rule in bars(unit, scenario):
        message = say("{unit}: {reason}", unit=name, reason=reason)
        yield Problem(message, path, rule, "attack by land, or leave it out")


def may_fight_there(unit: Unit, *, in_target: bool) -> Why:
    """Whether a dropping unit may fight where it drops: in an attacked hex, or not (10.55A, 10.61C)."""
    if unit.type == "chindit":
        return ("a Chindit may not drop on an enemy unit", ("10.61C",)) if in_target else ("", ())
    return ("", ()) if in_target else ("a dropped unit fights only in its drop hex", ("10.55A", "15.92C"))


def shut(place: str, scenario: Scenario, enemy: bool) -> Why:
    """Why nobody drops into a hex: it is sea (12.23), or a neutral's, as long as no enemy stands there (13.411)."""
    data = scenario.hex(place)
    if data.terrain == "sea":
        return "it would drop into the sea", ("12.23",)
    if data.values["control"] == "neutral" and not enemy:
        return "it belongs to a neutral", ("13.411",)
    return "", ()


def astray(scenario: Scenario) -> Iterable[Problem]:
    """Drops where no enemy stands that may not be made, by those whom no attack of theirs judges (10.42, 10.53)."""
    sent = {name for one in scenario.attacks for name, _ in one.units}
    held = {unit.at for unit in scenario.units if unit.side == "defender" and arm_of(unit) == "ground"}
    for number, unit in enumerate(scenario.units):
        falls = unit.side == "attacker" and unit.text("via") == "airdrop" and not unit.flag("fought")
        if not falls or unit.id in sent or unit.at in held:
            continue
        if unit.type not in ("airborne", "chindit"):
            message = say("{unit} cannot drop", unit=describe(unit))
            yield Problem(message, f"$.units[{number}].via", "10.51", "only airborne units and Chindits drop")
            continue
        reason, rules = shut(unit.at, scenario, enemy=False)
        for why, rule in [(reason, rules[0])] if reason else bars(unit, scenario):
            message = say("{unit}: {reason}", unit=describe(unit), reason=why)
            yield Problem(message, f"$.units[{number}]", rule, "drop it elsewhere, or leave it out")


def reach(scenario: Scenario) -> int:
    """How many hexes a drop reaches (10.53A)."""
    return LIMITS[f"drop_range_{scenario.condition('theatre')}"]


def bars(unit: Unit, scenario: Scenario) -> Iterable[tuple[str, str]]:
    """What keeps an airborne unit or Chindit from a drop where it is, with the sections (10.42, 10.53, 10.61A)."""
    distance, most = unit.number("drop_range"), reach(scenario)
    bad = winter(scenario, unit.at) >= LIMITS["drop_winter"]
    bad = bad or (bool(scenario.condition("restrictive_weather")) and lies(scenario, unit.at))
    far = say("a drop reaches {n} hexes, this one would need {m}", n=most, m=distance)
    untrained, *others = grounded(unit)
    found = (
        untrained,
        (distance > most, far, "10.53A"),
        *others,
        (bad, "no drop into such winter weather", "10.53E"),
        (drowned(scenario, unit.at), "no drop into monsoon swamp or jungle", "10.53E"),
        (unit.flag("base_in_monsoon"), "no drop out of monsoon swamp or jungle", "10.53E"),
    )
    return [(reason, rule) for applies, reason, rule in found if applies]


def grounded(unit: Unit) -> Sequence[tuple[bool, str, str]]:
    """What keeps it on the ground wherever it would drop: its CTL, transport, or supply; whether each does."""
    trained = say("a drop needs CTL {n}, this unit has {m}", n=LIMITS["drop_ctl"], m=training(unit))
    return (
        (training(unit) < LIMITS["drop_ctl"], trained, "10.53D"),
        (unit.flag("moved_by_transport"), "a unit moved by air or sea this turn may not drop", "10.53B"),
        (not well_supplied(unit), "a drop needs full supply and oil", "10.42"),
    )


def asks(survey: Survey) -> Keys:
    """What the form could ask: the theatre, which says how far a drop reaches."""
    if survey.dropping:
        yield "theatre"


def asks_of(unit: Unit, survey: Survey) -> Keys:
    """What the form could ask about a counter that drops."""
    if unit.text("via", "land") == "airdrop":
        yield from ("drop_range", "base_in_monsoon", "moved_by_transport")
