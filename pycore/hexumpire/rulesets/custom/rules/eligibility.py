"""Who may attack whom, and what forbids a battle."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.kit.places import mention
from hexumpire.model.errors import Problem
from hexumpire.model.text import say
from hexumpire.rulesets.custom.rules import ground, strength
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.state import State

MOST = 200
"""Most counters of a battle."""


def problems(setting: Setting, start: State) -> Iterator[Problem]:
    """Everything that forbids the battle, each with the way out."""
    sheet, scenario = setting.sheet, setting.scenario
    if len(scenario.targets) > 1:
        yield Problem("one hex is attacked at a time", "$.targets", sheet.attacks.rule, "name one hex")
        return
    if len(setting.owner) > MOST:
        many = say("{n} counters are too many; at most {m}", n=len(setting.owner), m=MOST)
        yield Problem(many, "$.units", sheet.attacks.rule, "leave out those that are far away")
    for index, unit in enumerate(setting.units):
        path = f"$.units[{index}]"
        if unit.side == "attacker" and unit.at == setting.target:
            yield Problem("an attacker stands in the target hex", f"{path}.at", sheet.attacks.rule, "move it out")
        elif unit.side == "attacker" and setting.fights(unit) and not setting.reaches(unit, unit.at):
            far = say("{x} is too far away to attack", x=setting.describe(setting.owner.index(index)))
            yield Problem(far, f"{path}.at", sheet.attacks.rule, "move it nearer, or let it stand by")
        elif unit.side == "defender" and unit.at == setting.target and unit.flag("stands_by"):
            idle = "a counter in the hex attacked cannot stand by"
            yield Problem(idle, f"{path}.stands_by", sheet.attacks.rule, "leave it out, or move the counter")
    if not setting.of("attacker", start):
        fix = say("add a counter of {side}", side=setting.side_title("attacker"))
        yield Problem("nobody attacks", "$.units", sheet.attacks.rule, fix)
    if not setting.defending(start):
        fix = say(
            "add a counter of {side} in {place}", side=setting.side_title("defender"), place=mention(setting.target)
        )
        yield Problem("nobody defends the hex attacked", "$.units", sheet.attacks.rule, fix)
    for side in ("attacker", "defender"):
        for place, pieces in ground.standing(setting, start, side).items():
            if ground.crowded(setting, start, place, tuple(pieces)):
                first = setting.owner[pieces[0]]
                full = say("more units stand in {place} than {n}", place=mention(place), n=sheet.stacking)
                yield Problem(full, f"$.units[{first}].at", sheet.stacking_rule, "move some of them")
    if setting.attacking(start) and setting.defending(start):
        found = strength.figures(setting, start)
        if found.fixed == "forbidden":
            little = say(
                "{a} is too little to attack {b}", a=strength.shown(found.attack), b=strength.shown(found.defense)
            )
            message = "the chart has no column for so much" if found.start > 0 else little
            yield Problem(message, "$.units", sheet.columns.rule, "send more, or attack another hex")
