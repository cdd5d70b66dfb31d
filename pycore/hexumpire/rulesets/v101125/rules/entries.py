"""What the log says of a battle up to its dice, and of these: plans, rolls, results and what is owed by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from hexumpire.model.battle import Line
from hexumpire.model.text import capital, listed, say
from hexumpire.model.trace import Number, Rules, Trace
from hexumpire.rulesets.v101125.fight import OVERRUN
from hexumpire.rulesets.v101125.rules import (
    bouts,
    forts,
    losses,
    overrun,
    red,
    results,
    sides,
)
from hexumpire.rulesets.v101125.rules import planned as plans
from hexumpire.rulesets.v101125.rules.bills import ROLES
from hexumpire.rulesets.v101125.rules.flow import Flow
from hexumpire.rulesets.v101125.rules.odds import Odds, level_name
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import Debt, State
from hexumpire.rulesets.v101125.units import signed
from hexumpire.rulesets.v101125.vocabulary import MARKS
from hexumpire.views.number_format import number

UNSEEN = "(not looked at by the odds)"
"""What is said of an answer that may be given, and that chances leave out."""
STARS = {ROLES[0]: "T6.s2", ROLES[1]: "T6.s3"}
"""What a star on the row of a side means: it does not advance, or it retreats."""


def points_said(points: Number) -> str:
    """So many points."""
    return (
        say("{number} point", number=number(points)) if points == 1 else say("{number} points", number=number(points))
    )


def points_text(parts: int) -> str:
    """So many points, given in parts."""
    return points_said(plain(losses.points(parts)))


def units(flow: Flow, state: State, numbers: Iterable[int]) -> str:
    """Counters in words."""
    return listed(say("the {unit}", unit=flow.payers.name(state, i)) for i in numbers)


# --- before the dice ----------------------------------------------------------------------------------------


def riposte(flow: Flow, after: State) -> Line:
    """That those whom a held attack was declared on attack at once."""
    bout = after.bout if after.memo.bout is None else after.memo.bout
    names, enemies = units(flow, after, bout.attackers), units(flow, after, bout.defenders)
    said = say("A hasty attack of the {side} answers it: {names} against {enemies}.",
               side=sides.NAMES[bout.side], names=names, enemies=enemies)  # fmt: skip
    return Line(said, ("11.B.12", "11.C.0"), bout.side)


def joining(flow: Flow, before: State, after: State) -> Iterator[Line]:
    """Who joins an attack that is held."""
    joined_now = [i for i in after.bout.attackers if i not in before.bout.attackers]
    if joined_now:
        names = listed(say("the {unit}", unit=flow.payers.name(after, i)) for i in joined_now)
        yield Line(say("Reserves join it: {names}.", names=names), ("11.A.13",), before.bout.side)
        yield from unplanned(flow, before._replace(bout=after.bout))  # those without strength are gone after it


def unplanned(flow: Flow, before: State) -> Iterator[Line]:
    """Why an attack that could be planned by what is stated is not (11.K.1)."""
    fight = bouts.fight(flow.setting, before.bout, before.left, before.marks)
    why, rules = plans.forbidden(fight)
    if why and fight.attackers and flow.setting.scenario.condition(plans.STEPS[before.bout.side]):
        yield Line(say("No planned steps: {reason}.", reason=why), rules, before.bout.side)


def planned(steps: int, before: State) -> Line:
    """How many steps are bought."""
    if not steps:
        return Line("The attack is not planned.", ("11.B.13",), before.bout.side)
    return Line(say("Planned steps bought: {n}.", n=steps), ("11.K.2",), before.bout.side)


def bought_back(steps: int, before: State) -> Line:
    """How many of them are bought back."""
    side = OTHER[before.bout.side]
    return Line(say("Steps bought back by the {side}: {n}.", side=sides.NAMES[side], n=steps), ("11.B.13",), side)


# --- dice ---------------------------------------------------------------------------------------------------


def main_dice(before: State, total: int) -> Line:
    """The two main dice."""
    first = before.dice[0]
    return Line(say("The main dice are {a} and {b}: {total}.", a=first, b=total - first, total=total), ("11.B.14",),
                before.bout.side)  # fmt: skip


def tenth_prompt(odds: Odds) -> str:
    """What the ten-sided die decides."""
    text = "A ten-sided die: {faces} or less makes {next} of {odds}."
    return say(text, faces=odds.faces, next=level_name(odds.next), odds=odds.name)


def tenth(flow: Flow, before: State, die: int, up: int) -> Line:
    """Whether the column moves."""
    place = flow.engagement(before).figures.place(up)
    text = (
        "The ten-sided die is {die}: the column moves to {column}."
        if up
        else "The ten-sided die is {die}: the column stays."
    )
    return Line(say(text, die=die, column=place.name), ("11.B.14",), before.bout.side)


def armour(flow: Flow, before: State, die: int, bump: int) -> Line:
    """Whether the armour effects add a step."""
    text = (
        "The die of the armour effects is {die}: a step more."
        if bump
        else "The die of the armour effects is {die}: no more."
    )
    return Line(say(text, die=die), ("11.J.0",), before.bout.side)


def result(flow: Flow, before: State, bump: int) -> Iterator[Line]:
    """The cell of the table, in words."""
    total, up = before.dice
    found = flow.engagement(before).figures.result(total, up, bump)
    parsed = results.parse(found.cell.result)
    text = "Main dice {total} {dm} on {column}: {result}. {words}"
    said = say(
        text,
        total=total,
        dm=signed(found.dm),
        column=found.place.name,
        result=found.cell.result,
        words=results.describe(parsed, before.bout.side),
    )
    cell = str(found.cell.row), found.place.name
    yield Line(said, ("11.B.16", "T10"), before.bout.side, cell=cell)
    if found.cell.note:
        yield Line(say("{note}.", note=capital(found.cell.note)), ("T10",))


def _overrun(flow: Flow, before: State) -> Iterator[Line]:
    """What an overrun costs in movement points, and what comes back of it (T10.o, 11.L.1.k).

    Of a battle it is said that an OR allows another attack (T10.def, 11.A.1).
    """
    parsed = results.parse(before.token)
    if before.bout.kind != OVERRUN:
        if parsed.special == "OR":
            text = "Overrun: those who attacked may make another attack at the end of the combat phase."
            yield Line(text, ("T10.def", "11.A.1"), before.bout.side)
        return
    found = overrun.of_fight(flow.engagement(before).figures, parsed.cadres if parsed.special == "OR" else None)
    if found is not None:
        said = say("The overrun costs {spent} MP; paid back: {back} MP.", spent=found.spent, back=found.back)
        yield Line(said, ("T10.o", "T10.n5", "11.L.1.k"), before.bout.side)


def disruption(flow: Flow, rolled: State) -> list[Line]:
    """Both dice of disruption, and the rows that they are read on."""
    found = flow.engagement(rolled)
    fallen = flow.rolled(rolled, 0)
    lines = []
    for role, die in zip(ROLES, fallen.dice, strict=True):
        row = found.row(role, fallen)
        text = "The {side}'s disruption die is {die}, read as {row}: {level} RED{star}."
        side = rolled.bout.side_of(role)
        star = ", with a star" if row.star else ""
        said = say(text, side=sides.NAMES[side], die=die, row=row.number, level=number(plain(row.level)), star=star)
        stars = (STARS[role],) if row.star else ()
        cited = "11.L.2", red.ROWS[row.number - 1], *stars, *found.added(role, fallen).cited()
        lines.append(Line(said, tuple(dict.fromkeys(cited)), side))
    if fallen.dice[0] == fallen.dice[1]:
        equal = "Equal dice of disruption: markers for both, a quarter of an exchange for the {side}."
        lines.append(Line(say(equal, side=sides.NAMES[rolled.bout.side]), ("T6.n2", "T6.n3")))
    return lines


def plain(value: Fraction) -> Number:
    """A number, whole where it can be."""
    return value.numerator if value.denominator == 1 else value


def owed(flow: Flow, rolled: State, face: int) -> Iterator[Line]:
    """What both sides owe, and the markers that the roll gives."""
    yield from _overrun(flow, rolled)
    found, fallen = flow.engagement(rolled), flow.rolled(rolled, face)
    rows = {role: found.row(role, fallen) for role in ROLES}
    due = found.due(fallen, rows)
    for debt, trace, rules in found.reckoned(fallen, rows, due):
        waits = ("11.L.0",) if debt in due.later and due.leave else ()
        yield owes(rolled, debt, trace, (*waits, *rules))
    reading = flow.setting.scenario.readings["fortress_reduced"]
    works = [work for ground in rolled.bout.grounds for work in ground.works]
    for work in forts.lasting(works, fallen.column, reading):
        yield Line(say("No attack brings the {work} down.", work=MARKS[work].lower()), ("11.P.N",))
    given = found.markers(fallen)
    marks = [(rolled.bout.side, given.attacker), (OTHER[rolled.bout.side], given.defender)]
    for side, marker in marks:
        if marker:
            yield Line(
                say("+{n} MP for the {side}'s units.", n=marker, side=sides.NAMES[side]), ("T10.def", "T6.n1"), side
            )
    if given.deferred:
        yield Line("Another +1 MP for both sides waits until the fighting is done.", ("11.L.1.d.iii",))


def owes(rolled: State, debt: Debt, trace: Trace, rules: Rules) -> Line:
    """That a side owes a bill, and how its points come about."""
    side = rolled.bout.side_of(debt.role)
    text = "The {side} owes {points} of {kind}."
    said = say(text, side=sides.NAMES[side], points=points_text(debt.bill.owed), kind=debt.bill.kind)
    return Line(said, tuple(dict.fromkeys(("11.M.4", "T7", *rules))), side, trace)
