"""What the log says of all that comes of a roll: losses, works, retreats, and the fights that follow."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.kit.places import mention
from hexumpire.model.battle import Line
from hexumpire.model.text import capital, joined, listed, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.v101125.fight import COUNTERATTACK, FORCED
from hexumpire.rulesets.v101125.rules import (
    bouts,
    entries,
    forts,
    later,
    presence,
    results,
    sides,
    stacking,
)
from hexumpire.rulesets.v101125.rules import riposte as ripostes
from hexumpire.rulesets.v101125.rules.before import cleared, is_able
from hexumpire.rulesets.v101125.rules.bills import ROLES
from hexumpire.rulesets.v101125.rules.deadlock import PHASES
from hexumpire.rulesets.v101125.rules.flow import Flow
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import DISRUPTED, Memo, State
from hexumpire.rulesets.v101125.tables import FORTS, RED_BOTH
from hexumpire.rulesets.v101125.units import Counter, describe
from hexumpire.rulesets.v101125.vocabulary import MARKS
from hexumpire.views.number_format import number

AFTERWARDS = ("advance", "force", "over")
"""Phases in which all fights of a chain are over."""
DICE = ("red_defender", "largest")
"""Phases in which the last die of a fight falls, so that what it makes due begins."""
UNROLLED = ("declare", "plan", "buy_back")
"""Phases after which those who cannot defend are eliminated without dice (11.H.2)."""
LOWERING: str = FORTS["first_column"]
"""A column that brings works down."""


def course(flow: Flow, before: State, after: State) -> list[Line]:
    """What has become of counters and works, and what comes next."""
    return [
        *_since_the_dice(before, after),
        *_losses(flow, before, after),
        *_works(flow, before, after),
        *_stuck(flow, before, after),
        *_at_sea(flow, before, after),
        *_crowded(flow, before, after),
        *_resumed(flow, before, after),
        *_next(flow, before, after),
        *_unreplaced(flow, before, after),
    ]


def _since_the_dice(before: State, after: State) -> Iterator[Line]:
    """What becomes casualties after the dice, and the markers that this gives (11.M.2d, T10.def)."""
    fallen = before.phase in DICE
    old = Memo() if fallen else before.memo
    for place, side in enumerate(ROLES):
        barred = after.memo.barred[place] - old.barred[place]
        if barred:
            text = "Without a way out the {side} takes {points} of disruption as casualties, at half rate."
            said = say(text, side=sides.NAMES[side], points=entries.points_text(barred))
            yield Line(said, ("11.M.2d", "11.M.2b"), side)
        given = after.memo.given[place] - old.given[place]
        if given:
            yield Line(say("+{n} MP for the {side}'s units.", n=given, side=sides.NAMES[side]), ("T10.def",), side)


def _losses(flow: Flow, before: State, after: State) -> Iterator[Line]:
    """Counters that were reduced, eliminated or disrupted."""
    for side in ROLES:
        told, rules = [], dict.fromkeys(("11.M.4",))
        for counter, old, new in zip(flow.setting.counters, before.left, after.left, strict=True):
            if counter.side == side and old != new:
                told.append(_fate(counter, old, new))
                rules |= dict.fromkeys(_rules_of_fate(counter, new))
        if told:
            alone = ("11.H.2",) if before.phase in UNROLLED and flow.engagement(before).figures.odds is None else ()
            yield Line(say("{losses}.", losses=capital(listed(told))), (*rules, *alone), side)


def _unreplaced(flow: Flow, before: State, after: State) -> Iterator[Line]:
    """Why a side does not pay what it owes now by the replacement points that it has (11.M.8a, 11.M.8b)."""
    if after.phase != "pay" or (before.phase == "pay" and _bill(before) == _bill(after)):
        return
    side = after.bout.side_of(after.due.debts[0].role)
    for (reason, rules), numbers in flow.payers.unreplaced(after).items():
        said = say("No replacement points: {reason}.", reason=reason)
        if numbers:
            said = say(
                "No replacement points for {units}: {reason}.", units=entries.units(flow, after, numbers), reason=reason
            )
        yield Line(said, rules, side)


def _bill(state: State) -> tuple[int, str, str]:
    """What is one bill from its first payment to its last: how many follow, whose it is, and in what."""
    debt = state.due.debts[0]
    return len(state.due.debts) + len(state.due.later), debt.role, debt.bill.kind


def _rules_of_fate(counter: Counter, new: str) -> Rules:
    """What makes a counter that was hit what it is now, and how its loss counts (11.M.1, 11.M.2e, 11.M.7, 11.N)."""
    if new in DISRUPTED:
        return "11.M.2a", "11.M.2e"
    if not new.isdigit():
        return "11.N.0", "11.M.1"
    kind = counter.faces[int(new)].kind
    return "11.N.0", "11.M.1", "11.M.7", *(("11.N.2", "T8") if kind == "remnant" else ("11.N.1",))


def _fate(counter: Counter, old: str, new: str) -> str:
    """What became of a counter."""
    name = describe(counter, int(old))
    if new in DISRUPTED:
        return say("the {unit} goes to the turn track", unit=name)
    if new.isdigit():
        return say("the {unit} becomes the {new}", unit=name, new=describe(counter, int(new)))
    return say("the {unit} is eliminated", unit=name)


def _works(flow: Flow, before: State, after: State) -> Iterator[Line]:
    """Works that came down, or that nobody maintains any more (11.P.0, 11.Q.1.a)."""
    reading = flow.setting.scenario.readings["fortress_reduced"]
    for place, works in after.worn:
        changed = set(presence.features(flow.setting, before, place)) - set(works)
        for work in sorted(changed):
            if before.phase in AFTERWARDS:
                said = say("No division is left to maintain the {work}: it is removed.", work=MARKS[work].lower())
                yield Line(said, ("11.Q.1.a",), before.bout.side)
            else:
                rules = ("11.P.0", *forts.RULES.get(work, ()))
                yield Line(forts.told(work, forts.after(work, LOWERING, reading)), rules)


def _stuck(flow: Flow, before: State, after: State) -> Iterator[Line]:
    """That nobody could retreat, or that an overrun did not vacate the hex."""
    owed = after.memo.failed
    if owed is not None and before.memo.failed is None:
        trace = flow.engagement(before).failure(owed)
        text = "The hex is not vacated: the attacker owes a full exchange, {points}."
        rules: Rules = ("T10.n3",)
        if flow.setting.scenario.readings["failed_overrun"] == "red":
            text, rules = "The hex is not vacated: the attacker owes a full disruption, {points}.", ("T6.f3",)
        elif "11.A.12" in trace.cited():
            text = "The hex is not vacated: of a full exchange the attacker owes {points}."
            rules = ("T10.n3", "11.A.12")
        yield Line(say(text, points=entries.points_text(owed)), rules, before.bout.side, trace)
    weak = after.memo.lapsed
    if weak is not None and before.memo.lapsed is None:
        text = "Those who retreated to enemies are too weak by now to attack them: zones of control cost them {points}."
        yield Line(say(text, points=entries.points_text(weak)), ("11.Q.2.i", "11.Q.2.d"), OTHER[before.bout.side])
    if after.memo.stuck and not before.memo.stuck:
        side = OTHER[before.bout.side]
        text = "No hex without enemies is open: the {side}s stay, at twice the losses."
        yield Line(say(text, side=sides.NAMES[side]), ("11.Q.2.b",), side)


def _at_sea(flow: Flow, before: State, after: State) -> Iterator[Line]:
    """Who was not carried over the sea (11.Q.2.j)."""
    if after.memo.sunk and after.memo.sunk != before.memo.sunk:
        names = listed(
            say("the {unit}", unit=describe(flow.setting.counters[i], int(before.left[i]))) for i in after.memo.sunk
        )
        said = say("Not carried over the sea, and lost as if isolated: {units}.", units=names)
        yield Line(said, ("11.Q.2.j",), flow.setting.counters[after.memo.sunk[0]].side)


def _crowded(flow: Flow, before: State, after: State) -> Iterator[Line]:
    """Hexes in which a retreat has left more than may stand there (11.Q.2.g)."""
    went = [i for i in presence.everyone(after) if before.at[i] != after.at[i]]
    for side, place in dict.fromkeys((flow.setting.counters[i].side, after.at[i]) for i in went):
        more = stacking.beyond(flow.setting, after, side, place)
        if more:
            text = "{more} REs in {place} are beyond its limit of {most}: they are overstacked once their MP are spent."
            if more == 1:
                text = "{more} RE in {place} is beyond its limit of {most}: it is overstacked once its MP are spent."
            said = say(text, more=number(more), place=mention(place), most=stacking.limit(flow.setting, place))
            yield Line(said, ("11.Q.2.g",), side)


def _resumed(flow: Flow, before: State, after: State) -> Iterator[Line]:
    """What becomes of a held attack that was answered."""
    held, bout = before.held, after.bout
    if held is None or after.held is not None:
        return
    side = held.bout.side
    if after.ending == "counterattack":
        text = "Whoever fights in the counterattack makes no other attack: the held one goes on without, or lapses."
        yield Line(text, ("11.L.1.d.vii",), side)
    if after.ending in ("counterattack", "deadlock"):
        return
    why, rules = ripostes.lapses(flow.setting, after, held.bout)
    if why:
        yield Line(say("The held attack lapses: {reason}.", reason=why), ("11.B.12", *rules), side)
        return
    names = entries.units(flow, after, bout.attackers)
    said = say("The held attack goes on in the exploitation phase with {names}.", names=names)
    yield Line(said, ("11.B.12", "11.A.13"), side)


def _next(flow: Flow, before: State, after: State) -> Iterator[Line]:
    """Fights that begin, and markers that now count."""
    old, new = before.bout, after.bout
    if (
        not _is_back(before, after)
        and new.kind == COUNTERATTACK
        and (old.side, old.target, old.kind) != (new.side, new.target, new.kind)
    ):
        names = listed(say("the {unit}", unit=flow.payers.name(after, i)) for i in new.attackers)
        text = "The {side} counterattacks {place} with {names}{ground}."
        ground = ", as in clear terrain" if new.clear else ", over its own terrain"
        said = say(text, side=sides.NAMES[new.side], place=mention(new.target), names=names, ground=ground)
        yield Line(said, ("11.L.1.d", "11.L.1.d.iv" if new.clear else "11.L.1.d.v"), new.side)
    elif new.kind == FORCED and old.in_movement:
        yield Line("The deadlock is fought again in the combat phase that follows.", ("11.L.1.f",), new.side)
    elif new.kind == FORCED and new.stage == "exploitation" != old.stage:
        yield Line("The deadlock is fought again in the exploitation phase.", ("11.L.1.f", "11.L.1.f.i"), new.side)
    elif new.stage == PHASES[-1] and (old.stage != PHASES[-1] or len(after.owed) < len(before.owed)):
        names = entries.units(flow, after, presence.living(after.left, new.attackers))
        said = say("In its next combat phase the {side} attacks with {units}.", side=sides.NAMES[new.side], units=names)
        yield Line(said, ("11.L.1.f.ii",), new.side)
    yield from _meanwhile(flow, before, after)
    yield from _done(flow, before, after)
    alive = presence.living(after.left, new.attackers)
    if alive and after.due.stays and after.phase == "over" and before.phase != "advance":
        text = "A starred disruption keeps the {side} from advancing."
        yield Line(say(text, side=sides.NAMES[new.side]), ("T6.s2",), new.side)


def _is_back(before: State, after: State) -> bool:
    """Whether an attack out of a retreat is over, and the fight that waited for it goes on."""
    return before.behind is not None and after.behind != before.behind


def _meanwhile(flow: Flow, before: State, after: State) -> Iterator[Line]:
    """That those who retreated before combat attack whom they met, and that this is over (11.D.5, 11.Q.2.i)."""
    old, new = before.behind, after.behind
    if new is not None and new.before is not None and new.earlier == old:
        text = "Before the dice of this attack those who got away attack {place}: {units}."
        names = entries.units(flow, after, presence.living(after.left, after.bout.attackers))
        said = say(text, place=mention(after.bout.target), units=names)
        yield Line(said, ("11.D.5", "11.Q.2.i"), after.bout.side)
    elif old is not None and old.before is not None and new == old.earlier and after.bout.eve.tried:
        if after.phase not in AFTERWARDS:
            yield Line("The attack that they got away from goes on.", ("11.D.6", "11.Q.2.i"), after.bout.side)
        elif after.phase == "over":
            yield Line("The attack that they got away from is made no more.", ("11.D.6", "11.Q.2.i"), after.bout.side)


def _done(flow: Flow, before: State, after: State) -> Iterator[Line]:
    """That a chain of fights is done, so that markers that waited for it count, or that it goes on in a later turn.

    A deadlock of the exploitation phase is done where nobody goes into the hex, nor is left in it (11.L.1.f.ii).
    """
    resumed = (before.held is not None and after.held is None) or _is_back(before, after)
    over = before.phase in AFTERWARDS or before.due.leave == "forced"  # whose price for the way in is paid
    ended = not over and (after.phase in AFTERWARDS or resumed)
    waits = after.memo.done if resumed else after.memo.waits or before.memo.waits
    if after.held is not None:
        waits = after.held.waits
    put_off = after.ending in (later.AGAIN, later.NEXT) or len(after.again) > len(before.again)
    goes_on = put_off or (flow.deadlocked(after) and after.phase != "over")
    stayed = before.phase in AFTERWARDS and flow.deadlocked(before) and after.phase == "over"
    if (ended or stayed) and waits and not goes_on:
        yield from _given(flow, before, after, waits)
    if ended and goes_on and flow.deadlocked(after):
        on = "The deadlock goes on: in his next combat phase the {other} must attack those who advance into his hex."
        yield Line(say(on, other=sides.FOES[after.bout.side]), ("11.L.1.f.ii",))


def _given(flow: Flow, before: State, after: State, waits: tuple[int, ...]) -> Iterator[Line]:
    """The markers that waited for the end of a chain, of the units that are left."""
    fought = {*before.bout.attackers, *before.bout.defenders, *(i for i, n in enumerate(waits) if n)}
    there = presence.living(after.left, sorted(fought - bouts.idle(flow.setting, before.bout)))
    told: dict[int, list[int]] = {}
    for i in there:
        told.setdefault(waits[i], []).append(i)
    rules = ("11.L.1.d.iii", "11.L.1.f.iii")
    if len(told) == 1 and 0 not in told:
        yield Line(say("The fighting is done: +{n} MP for all units that fought.", n=next(iter(told))), rules)
    elif any(told):
        names = {n: entries.units(flow, after, some) for n, some in sorted(told.items()) if n}
        parts = [say("+{n} MP for {units}", n=n, units=some) for n, some in names.items()]
        yield Line(say("The fighting is done: {parts}.", parts=joined(parts, ", ")), rules)


def converted(flow: Flow, before: State, minimal: bool) -> Iterator[Line]:
    """Whether a CA or DL was turned, and what both sides owe by the ME that it then is (11.L.1.j)."""
    side = OTHER[before.bout.side]
    text = "The {side} makes ME of {result}." if minimal else "The {side} lets {result} stand."
    yield Line(say(text, side=sides.NAMES[side], result=before.due.chain), ("11.F.3", "T10.convert"), side)
    if minimal:
        found = flow.engagement(before)
        text = "The +1 MP that waited for it falls away."
        if found.liable:
            text = "The +1 MP that waited for it is left to those who were dropped into the hex."
        yield Line(text, ("11.F.3", "11.L.1.d.iii"))
        yield from _softened(before)
        for billed in found.turned(before.due._replace(liable=found.liable)):
            yield entries.owes(before, billed.debt, billed.trace(), ("11.L.1.j",))


def _softened(before: State) -> Iterator[Line]:
    """What the dice of disruption make both sides owe where an ME lowers them after all (11.L.1.j)."""
    if before.due.turned is None:
        return
    text = "The dice of disruption are read at {n} now: what they made both sides owe is replaced."
    yield Line(say(text, n=RED_BOTH["minimal"]), ("11.L.1.j",))
    for debt in before.due.turned[0]:
        side = before.bout.side_of(debt.role)
        text = "The {side} owes {points} of {kind}."
        points = entries.points_text(debt.bill.owed)
        yield Line(say(text, side=sides.NAMES[side], points=points, kind=debt.bill.kind), ("11.L.1.j", "11.L.2"), side)


def weakened(flow: Flow, before: State, after: State) -> Iterator[Line]:
    """That a success roll has left nobody with a strength who could make the attack (T2.n2, 11.H.1)."""
    left = presence.living(after.left, before.bout.attackers)
    if left and not is_able(flow.setting, cleared(before._replace(left=after.left))):
        text = "The attack lapses: {reason}."
        said = say(text, reason="units without attack strength do not attack by themselves")
        yield Line(said, ("11.H.1", "T2.n2"), before.bout.side)


def stood(flow: Flow, before: State, stays: bool) -> Line:
    """Whether the defender stays, and how the price of that comes about."""
    side = OTHER[before.bout.side]
    if not stays:
        return Line(say("The {side} retreats.", side=sides.NAMES[side]), ("11.L.1.g",), side)
    assert before.due.price is not None
    points = entries.points_text(before.due.price)
    said = say("The {side} stays for {points}.", side=sides.NAMES[side], points=points)
    return Line(said, ("11.L.1.g",), side, results.standing(flow.engagement(before).clash).trace)
