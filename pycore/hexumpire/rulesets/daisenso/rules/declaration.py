"""Declaring attacks (4.2.1, 4.2.2.s1): which hex is next, which units may attack it, who stays out and why.

One unit that may not attack never stops the others: it stays out, with its reason. Where units may each attack but not
together, the attacker has several forces to choose from. Where all that may attack a hex may do so together and no
other hex wants them, nothing is asked: the set-up, or the choice of the hex, has named them. In a segment and before a
next attack the attacker may always leave some out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from hexumpire.model.battle import Line, Option, Refusal
from hexumpire.model.phase import Candidate
from hexumpire.model.text import joined, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.numbering import apart, shown
from hexumpire.rulesets.daisenso.pieces import Piece, named
from hexumpire.rulesets.daisenso.rules import terrain
from hexumpire.rulesets.daisenso.rules.eligibility import WEAK, Bar, attack_bars, hex_bars, unit_bars
from hexumpire.rulesets.daisenso.rules.lineup import aims, lineup, neighbours
from hexumpire.rulesets.daisenso.rules.odds import headline, odds
from hexumpire.rulesets.daisenso.setting import Setting, kept
from hexumpire.rulesets.daisenso.state import NOBODY, Counts, Lineup, Places, State, marked
from hexumpire.rulesets.daisenso.tables import ONE_HQ, RANGE
from hexumpire.rulesets.daisenso.wording import phrase

OPEN = Bar("")
NAMES: Rules = ("4.2.2.s1", "4.2.1.split")
SPLIT: Rules = ("4.2.1.split",)
"""The rule of those who stay out because the attacker says so."""
LEFT_OUT = Bar("the attacker leaves it out", SPLIT)


class Naming(NamedTuple):
    """Who may attack a hex, and why nobody may (``bar``).

    ``pool``: units that may; ``forces``: the largest parts of them that may do so together, the strongest first. One
    that is too weak and keeps out an HQ that could support it makes way for the part which that HQ may support.
    """

    pool: Counts
    forces: tuple[Counts, ...]
    bar: Bar


def kept_out(setting: Setting, target: str, left: Counts, at: Places, fought: int) -> dict[int, Bar]:
    """Phasing ground units next to a hex that may not be named against it, each with the first reason."""
    found = {}
    for piece in neighbours(setting, target, left, at):
        bar = next(unit_bars(setting, piece, target, left, at), OPEN)
        if not piece.unit.flag("attacks"):
            bar = Bar("set up to stand by", SPLIT, "tick 'takes part in the attack'")
        elif marked(fought, piece.index):
            bar = _once(piece, left[piece.index])
        elif not bar.reason and not aims(setting, piece, target):
            bar = Bar("named against another hex", SPLIT, "let it attack any target it is next to")
        if bar.reason:
            found[piece.index] = bar
    return found


def _once(piece: Piece, left: int) -> Bar:
    """Why a unit that has attacked does not attack again; an HQ that supported has, by the reading chosen."""
    if piece.unit.type != "hq":
        return Bar("a unit attacks only once in a segment", ("4.2.1.once-unit",))
    reason = "an HQ takes part in only one attack of a segment"
    if piece.type_at(left) != "hq":
        reason = "as an HQ it took part in an attack of this segment"
    return Bar(reason, ("4.2.1.once-unit", "4.2.1.2.used"))


def together(setting: Setting, fight: Lineup, left: Counts) -> list[Counts]:
    """The largest parts of a line-up that may attack together: regular units of one Minor Country, and one HQ."""
    pieces, pool = setting.pieces, fight.attackers
    minors = sorted({pieces[i].nation for i in pool if pieces[i].standing == "minor"})
    found: list[Counts] = []
    for minor in minors or [""]:
        mine = [i for i in pool if pieces[i].standing != "minor" or pieces[i].nation == minor]
        heads = [i for i in mine if pieces[i].type_at(left[i]) == "hq"]
        for chosen in combinations(heads, min(ONE_HQ, len(heads))):
            found.append(tuple(i for i in mine if i not in heads or i in chosen))
    return _largest(found)


def _largest(found: list[Counts]) -> list[Counts]:
    """Forces that are no part of another one."""
    return [force for force in found if force and not any(set(force) < set(other) for other in found)]


def _less(setting: Setting, force: Counts, left: Counts) -> list[Counts]:
    """Parts of a force that an HQ may support where it may not support the whole (4.2.1.2.one, 4.2.1.1.minor).

    They do without the HQ among them, or without the regular units of a Minor Country as well.
    """
    heads = {i for i in force if setting.pieces[i].type_at(left[i]) == "hq"}
    minors = {i for i in force if setting.pieces[i].standing == "minor"}
    return [tuple(i for i in force if i not in out) for out in (heads, heads | minors)]


@kept
def naming(setting: Setting, fight: Lineup, left: Counts, at: Places, spent: int, fought: int) -> Naming:
    """Who of the units of a line-up may attack its target; the line-up has all that are still free to."""
    for bar in hex_bars(setting, fight.target, left, at):
        return Naming((), (), bar)
    out = kept_out(setting, fight.target, left, at, fought)
    pool = tuple(i for i in fight.attackers if i not in out)
    if not pool:
        return Naming((), (), no_units(setting, out, fight.target, left, at))

    def barred(force: Counts) -> Bar:
        now = fight._replace(attackers=force)
        bar = next(attack_bars(setting, now, left, at, spent), OPEN)
        return bar if bar.reason or not fought else _untold(setting, now, left, at)

    whole = together(setting, fight._replace(attackers=pool), left)
    tried = dict.fromkeys([*whole, *(part for force in whole for part in _less(setting, force, left))])
    forces = _strongest(setting, _largest([force for force in tried if not barred(force).reason]), left)
    if not forces:
        return Naming(pool, (), barred(_strongest(setting, whole, left)[0]))
    return Naming(tuple(i for i in pool if any(i in force for force in forces)), tuple(forces), OPEN)


def _untold(setting: Setting, fight: Lineup, left: Counts, at: Places) -> Bar:
    """Why an attack that the set-up could not foresee is not made: it needs a shift that nobody has told (4.2.3.8)."""
    keys = terrain.unknown(setting, fight, left, at) if fight.defenders else []
    if not keys:
        return OPEN
    message, rule, fix = terrain.untold(keys[0])
    return Bar(message, (rule,), fix)


def _strongest(setting: Setting, forces: list[Counts], left: Counts) -> list[Counts]:
    """Forces, the strongest first; of equal ones the largest, then by what they are."""
    pieces = setting.pieces

    def rank(force: Counts) -> tuple[int, int, list[tuple[str, int]]]:
        total = sum(pieces[i].factor(left[i]) for i in force)
        return -total, -len(force), sorted((pieces[i].name_at(left[i]), left[i]) for i in force)

    return sorted(forces, key=rank)


def _lends(piece: Piece, target: str, left: Counts, at: Places) -> bool:
    """Whether a counter is an HQ of the attacker, as it lies now, from which support reaches a hex."""
    steps = left[piece.index]
    ours = piece.side == "attacker" and steps > 0 and piece.type_at(steps) == "hq"
    return ours and apart(at[piece.index], target) == RANGE["hq"]


def no_units(setting: Setting, out: dict[int, Bar], target: str, left: Counts, at: Places) -> Bar:
    """Why nobody next to a hex may attack it: every reason, and whose it is."""
    if not out and any(_lends(piece, target, left, at) for piece in setting.pieces):
        return Bar("an HQ cannot attack by ranged support alone", ("4.2.1.2.alone",),
                   "put a phasing ground unit beside it")  # fmt: skip
    if not out:
        return Bar("no ground unit next to the hex attacks it", ("4.2.1.target", "4.adjacent"),
                   "put a phasing ground unit beside it")  # fmt: skip
    by_reason: dict[str, list[int]] = {}
    for i, bar in out.items():
        by_reason.setdefault(bar.reason, []).append(i)
    said = [
        say("{a}: {b}", a=named([setting.pieces[i] for i in who], left), b=reason) for reason, who in by_reason.items()
    ]  # fmt: skip
    return Bar(joined(said, "; "), tuple(dict.fromkeys(rule for bar in out.values() for rule in bar.rules)))


def stays_out(setting: Setting, fight: Lineup, left: Counts, at: Places, spent: int, fought: int) -> dict[int, Bar]:
    """Units next to the target that are not in a line-up, each with the reason.

    One that would keep out the HQ without which the attack is too weak stays out for that.
    """
    inside = set(fight.side("attacker"))
    out = {i: bar for i, bar in kept_out(setting, fight.target, left, at, fought).items() if i not in inside}
    for piece in neighbours(setting, fight.target, left, at):
        if piece.index not in inside and piece.index not in out:
            more = fight._replace(attackers=(*fight.attackers, piece.index), ours=NOBODY)
            bar = next(attack_bars(setting, more, left, at, spent), OPEN)
            out[piece.index] = bar if bar.reason else LEFT_OUT
    return out


# --- of the position at hand ------------------------------------------------------------------------


def lined_up(setting: Setting, state: State, number: int) -> Lineup:
    """All that could be named against a target as units stand now."""
    return lineup(setting, setting.scenario.targets[number], state.left, state.at)


def who_may(setting: Setting, state: State, fight: Lineup) -> Naming:
    """Who may attack, of those in a line-up."""
    return naming(setting, fight, state.left, state.at, state.spent, state.fought)


def unattacked(setting: Setting, state: State) -> list[int]:
    """Numbers of the targets that have not been attacked."""
    return [number for number in range(len(setting.scenario.targets)) if number not in state.order]


def closed(setting: Setting, state: State) -> Iterator[tuple[str, Bar]]:
    """Targets that have not been attacked and cannot be now, and what forbids it."""
    for number in unattacked(setting, state):
        fight = lined_up(setting, state, number)
        bar = who_may(setting, state, fight).bar
        if bar.reason:
            yield fight.target, bar


def left_over(setting: Setting, state: State) -> list[Line]:
    """Log entries of targets that could not be attacked when there are no more attacks."""
    return [
        Line(say("{place} could not be attacked: {x}.", place=shown(target), x=bar.reason), bar.rules, "attacker")
        for target, bar in closed(setting, state)
    ]


def attacks(setting: Setting, state: State, rules: Rules) -> Iterator[Candidate]:
    """The attacks that may be made now, and why another may not: each with all that may, then each with some of them.

    Every hex that has been attacked comes first: it is not attacked again.
    """
    for number in state.order:
        option = Option(f"attack:{setting.scenario.targets[number]}", "", rules, "", setting.scenario.targets[number])
        yield Candidate(option, "a hex is attacked once in a segment", ("4.2.1.once-hex",))
    fewer = []
    for number in unattacked(setting, state):
        fight = lined_up(setting, state, number)
        now = who_may(setting, state, fight)
        label: str = phrase("Attack {place}", place=shown(fight.target))
        target = fight.target
        if now.forces:
            whole = fight._replace(attackers=now.forces[0])
            if len(now.forces) <= 1 and not offered(setting, state, whole, number):
                label = attacking(setting, whole, state.left)
                if spares(setting, state, whole):
                    fewer.append(Option(f"some:{target}", with_fewer(target), NAMES, aside=True))
        yield Candidate(Option(f"attack:{target}", label, rules, "", target), now.bar.reason, now.bar.rules)
    yield from map(Candidate, fewer)


def no_part(setting: Setting, state: State) -> Iterator[Refusal]:
    """Units that can be in none of the attacks that may be made now, and hexes that are no targets, and why."""
    out: dict[int, Bar] = {}
    free: set[int] = set()
    for number in unattacked(setting, state):
        fight = lined_up(setting, state, number)
        found = who_may(setting, state, fight)
        if found.forces:
            free.update(found.pool)
            kept_now = kept_out(setting, fight.target, state.left, state.at, state.fought)
            rest = (i for i in fight.attackers if i not in found.pool)
            kept_now = {i: in_the_way(setting, state, fight, found.forces[0], i) for i in rest} | kept_now
            out = {**kept_now, **{i: bar for i, bar in out.items() if bar.rules != SPLIT or i not in kept_now}}
    for i, bar in out.items():
        if i not in free:
            yield Refusal(setting.pieces[i].unit.id, state.at[i], bar.reason, bar.rules)
    for place in setting.drawn(state.at):
        if place not in setting.scenario.targets:
            reason = "there is no enemy ground unit, Detachment or Logistics marker to attack"
            if setting.here(place, state.left, state.at, "defender", ("ground", "lone")):
                reason = "this hex was not named as a target"
            yield Refusal("", place, reason, ("4.2.1.target",))


# --- units that are left out (4.2.1.split) ----------------------------------------------------------


def offered(setting: Setting, state: State, fight: Lineup, number: int) -> Counts:
    """Units of a line-up that could be spared for another target that they may attack as well."""
    others = [
        who_may(setting, state, lined_up(setting, state, other)).pool
        for other in unattacked(setting, state) if other != number
    ]  # fmt: skip
    return tuple(i for i in spares(setting, state, fight) if any(i in other for other in others)) if others else ()


def spares(setting: Setting, state: State, fight: Lineup) -> Counts:
    """Units of a line-up that may be left out."""
    return tuple(i for i in fight.attackers if not needed(setting, state, fight, i).reason)


def needed(setting: Setting, state: State, fight: Lineup, i: int) -> Bar:
    """Why a unit of a line-up may not be left out: too few remain, or they need a shift that nobody has stated."""
    rest = fight._replace(attackers=tuple(other for other in fight.attackers if other != i))
    if not rest.attackers:
        return Bar("nobody else attacks", ("4.2.1.target",))
    now, then = who_may(setting, state, fight), who_may(setting, state, rest)
    if not then.forces:
        return Bar(say("without it {reason}", reason=then.bar.reason), then.bar.rules)
    said = {key for members in now.forces for key in _unstated(setting, state, fight, members)}
    if any(said.issuperset(_unstated(setting, state, rest, members)) for members in then.forces):
        return OPEN
    return Bar("without it a hexside counts whose shift nobody has stated", ("4.2.3.8.hexside",))


def _unstated(setting: Setting, state: State, fight: Lineup, members: Counts) -> list[str]:
    """Shifts of terrain that an attack by a force needs and nobody has stated (4.2.3.8.hexside)."""
    if not fight.defenders:
        return []
    return terrain.unknown(setting, fight._replace(attackers=members), state.left, state.at)


def bystanders(setting: Setting, state: State) -> Iterator[Refusal]:
    """Units next to the target that are not among those named, or may not be."""
    for i, bar in stays_out(setting, state.fight, state.left, state.at, state.spent, state.fought).items():
        yield Refusal(setting.pieces[i].unit.id, state.at[i], bar.reason, bar.rules)


# --- labels and log entries -------------------------------------------------------------------------


def attacking(setting: Setting, fight: Lineup, left: Counts) -> str:
    """Label of an attack that could be made."""
    units = named([setting.pieces[i] for i in fight.attackers], left)
    return phrase("Attack {place} with {units}", place=shown(fight.target), units=units)


def force_label(setting: Setting, state: State, fight: Lineup) -> str:
    """Label of a force that may be named: who they are, and the odds before anybody supports."""
    if not fight.defenders:
        return attacking(setting, fight, state.left)
    units = named([setting.pieces[i] for i in fight.attackers], state.left)
    now = headline(odds(setting, fight, state.left, state.at), setting.chart)
    return phrase("Attack {place} with {units}: {odds}", place=shown(fight.target), units=units, odds=now)


def with_fewer(target: str) -> str:
    """Label of the way to leave units out."""
    return phrase("Attack {place} with fewer units (odds and best play do not weigh this)", place=shown(target))


def fewer(target: str) -> str:
    """The same in the log."""
    return say("Attack {place} with fewer units", place=shown(target))


def next_entry(target: str) -> Line:
    """Log entry of the choice of the next hex."""
    return Line(say("Next attack: {place}.", place=shown(target)), ("4.2.1.serial", "4.2.1.arrived"), "attacker")


def named_entry(setting: Setting, after: State) -> list[Line]:
    """Log entry of who attacks, once that is settled."""
    if after.phase == "name":
        return []
    who = named([setting.pieces[i] for i in after.fight.attackers], after.left)
    text = say("{place} is attacked by {units}.", place=shown(after.fight.target), units=who)
    return [Line(text, ("4.2.2.s1",), "attacker")]


def in_the_way(setting: Setting, state: State, fight: Lineup, force: Counts, i: int) -> Bar:
    """Why a unit is not in a force: it would keep out an HQ that the force needs; else the attacker leaves it out."""
    more = fight._replace(attackers=(*force, i))
    bar = next(attack_bars(setting, more, state.left, state.at, state.spent), OPEN)
    return bar if bar.rules == WEAK else LEFT_OUT


def no_choice(setting: Setting, state: State) -> dict[int, Bar]:
    """Units next to the hex that stay out of the force being named, and those that may not be left out, and why."""
    fight, found = state.fight, dict[int, Bar]()
    force = who_may(setting, state, fight).forces[0]
    for piece in neighbours(setting, fight.target, state.left, state.at):
        if piece.index not in fight.attackers:
            found[piece.index] = in_the_way(setting, state, fight, force, piece.index)
        elif state.job == "some":
            found[piece.index] = needed(setting, state, fight, piece.index)
    return found | kept_out(setting, fight.target, state.left, state.at, state.fought)
