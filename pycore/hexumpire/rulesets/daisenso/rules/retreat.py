"""Retreats (4.2.5, 4.2.4.1): Ad and Ex, where a force may go next and why not elsewhere, the rout, and what pins it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexumpire.model.battle import Line, Refusal
from hexumpire.model.text import capital, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.numbering import apart, around, shown
from hexumpire.rulesets.daisenso.pieces import Piece, named
from hexumpire.rulesets.daisenso.rules.lineup import force
from hexumpire.rulesets.daisenso.rules.zones import ezoc, zone_words
from hexumpire.rulesets.daisenso.setting import Setting, kept
from hexumpire.rulesets.daisenso.state import FREE, NOBODY, Counts, Lineup, Places, Reason, State, mark
from hexumpire.rulesets.daisenso.tables import FIRST, SECOND
from hexumpire.rulesets.daisenso.wording import phrase

BROKEN = frozenset(("strait", "beachhead", "mountain"))
"""Hexsides that open voluntary conversion (4.2.5.3.vol-a)."""
STACKS = {"attacker": "4.2.5.stack-att", "defender": "4.2.5.stack-def"}
PRIORITIES = ("4.2.5.1.none", "4.2.5.1.p1", "4.2.5.1.p2")
CHOICE_RULES = {"Ad": "4.2.4.1.ad", "Ex": "4.2.4.1.ex-att", "Ex-def": "4.2.4.1.ex-def"}
CHOICE_PROMPTS = {
    "Ad": "Ad: the attackers all fall back one hex, or one of them loses a step.",
    "Ex": "Ex: the attackers all fall back one hex, or one of them loses a step and the defender must answer.",
    "Ex-def": "Ex: the attacker has paid. The defenders all fall back one hex, or one of them loses a step.",
}
GOING_BACK = {
    "Ad": "All attackers retreat one hex", "Ex": "All attackers retreat one hex; the defender does nothing",
    "Ex-def": "All defenders retreat one hex",
}  # fmt: skip

STUCK_STAY = {
    "Ad": "The attackers that can retreat one hex; the others stay",
    "Ex": "The attackers that can retreat one hex, the others stay; the defender does nothing",
}


class Ways(NamedTuple):
    """Where a force may retreat to: hexes of one priority (0: there are none), and why the others are barred."""

    hexes: tuple[str, ...]
    priority: int
    barred: tuple[tuple[str, str, Rules], ...]


def pinned(setting: Setting, force: Counts, left: Counts) -> Reason:
    """Why a force cannot retreat at all because of who is in it; empty when it can."""
    for i in force:
        piece = setting.pieces[i]
        if left[i] and piece.type_at(left[i]) == "hq":
            return phrase("the {unit} took part, and an HQ does not retreat", unit=piece.name), ("4.2.5.2.hq",)
    for i in force:
        piece = setting.pieces[i]
        if left[i] and piece.allowance(left[i]) == 0:
            form = "the {unit} took part and has movement allowance 0"
            return phrase(form, unit=piece.name_at(left[i])), ("4.2.5.2.ma0",)
    return "", ()


def held(setting: Setting, state: State, side: str) -> Reason:
    """Why a side cannot retreat at all because of who is in its force; empty when it can.

    What is left of an HQ that supported is not part of the force that retreats until a rout catches it up: whatever its
    allowance, it holds nobody back (4.2.5.3).
    """
    support = state.fight.ours if side == "attacker" else state.fight.theirs
    afar = support != NOBODY and support not in state.joined
    remnant = afar and setting.pieces[support].type_at(state.left[support]) != "hq"
    members = [i for i in force(setting, state, side) if not (remnant and i == support)]
    return pinned(setting, tuple(members), state.left)


def restriction(setting: Setting, start: str, place: str, side: str, left: Counts, at: Places, own: str) -> Reason:
    """Why a force may not retreat from a hex into the next one, priorities aside; empty when it may.

    Weather, movement allowance and costs do not matter (4.2.5.weather, 4.2.5.nomove), nor does what enemy Air or
    Airdrop is in the hex it leaves (4.2.5.outair). ``own``: its faction, whose enemies on its side bar it too.
    """
    if setting.flag(place, "off_map"):
        return "it is an off-map box", ("4.2.5.2.offmap",)
    if setting.sea(place) and not setting.friendly_beachhead(place, left, at, side, own):
        return "it is open sea without a friendly Beachhead", ("4.2.5.place",)
    if setting.enemy_unit(place, left, at, side, own):
        return setting.enemy_words(place, left, at, side, own), ("4.2.5.2.enemy",)
    if setting.enemy_marker(place, left, at, side, "airdrop", own):
        return "an enemy Airdrop marker is there", ("4.2.5.2.enemy", "4.1.1.effect")
    if setting.enemy_marker(place, left, at, side, "beachhead", own):
        return "an enemy Beachhead marker is there", ("4.2.5.2.enemy",)
    marks = setting.marks(start, place)
    if "allsea" in marks:
        return "an all-sea hexside lies between", ("4.2.5.2.allsea", "4.2.5.2.strait")
    if "lake" in marks and setting.scenario.readings["lake"] == "sea":
        return "a lake hexside lies between, which bars by the reading chosen", ("4.2.5.2.allsea",)
    if setting.text(place, "barred") != "none":
        return "the country is neutral or policy-affected", ("4.2.5.2.neutral",)
    return "", ()


@kept
def ways(setting: Setting, battle: str, start: str, side: str, left: Counts, at: Places) -> Ways:
    """The hexes a force may retreat into next from ``start``.

    A force moves away from the battle with every hex, so that its present distance is the greatest so far
    (4.2.5.1.p1, 4.2.5.1.back). Restrictions come before priorities.
    """
    free: list[str] = []
    held: list[str] = []
    barred: list[tuple[str, str, Rules]] = []
    gone, own = apart(start, battle), setting.faction(start, left, at, side)
    for place in around(start):
        reason, rules = restriction(setting, start, place, side, left, at, own)
        if not reason and apart(place, battle) <= gone:
            reason = phrase("it is no farther from {place} than the force has been", place=shown(battle))
            rules = ("4.2.5.1.back", "4.2.5.1.p1", "4.2.5.1.terrain")
        if reason:
            barred.append((place, reason, rules))
        elif not ezoc(setting, place, left, at, side, own):
            free.append(place)
        elif setting.refuge(place, left, at, side, own):
            held.append(place)
        else:
            reason = phrase("{x} and no friendly unit", x=zone_words(setting, place, left, at, side, own))
            barred.append((place, reason, ("4.2.5.1.p2", "4.2.5.1.zoc")))
    if free:
        for place in held:
            reason = phrase("{x}, and another hex has none", x=zone_words(setting, place, left, at, side, own))
            barred.append((place, reason, ("4.2.5.1.p1", "4.2.5.1.zoc")))
        return Ways(tuple(free), FIRST, tuple(barred))
    return Ways(tuple(held), SECOND if held else 0, tuple(barred))


def convertible(setting: Setting, fight: Lineup, at: Places) -> Rules:
    """The rules that let a defender convert retreats into losses by choice; empty when none does."""
    found: list[str] = []
    sides = [setting.marks(at[i], fight.target) for i in fight.attackers]
    if sides and all(marks & BROKEN for marks in sides):
        found.append("4.2.5.3.vol-a")
    if setting.city(fight.target) and "blitz" not in setting.scenario.hex(fight.target).features:
        found.append("4.2.5.3.vol-b")
    return tuple(found)


# --- who retreats -----------------------------------------------------------------------------------


def stacks(state: State) -> tuple[str, ...]:
    """Hexes of the attackers that are left."""
    return tuple(sorted({state.at[i] for i in state.fight.attackers if state.left[i]}))


def stack(setting: Setting, state: State) -> Counts:
    """The defenders that retreat together: those of the hex and whom they caught up, not a supporting HQ."""
    return tuple([i for i in force(setting, state, "defender") if i != state.fight.theirs or i in state.joined])


def retreating(setting: Setting, state: State) -> tuple[str, Counts]:
    """The side that retreats now, and the stack that goes together."""
    if state.job == "back":
        members = [i for i in state.fight.attackers if state.left[i] and state.at[i] == state.stacks[0]]
        return "attacker", tuple(members)
    return "defender", stack(setting, state)


def ways_from(setting: Setting, state: State, start: str, side: str) -> Ways:
    """Where a force of a side may retreat to from a hex, as units stand now."""
    return ways(setting, state.fight.target, start, side, state.left, state.at)


# --- Ad and Ex (4.2.4.1.ad, 4.2.4.1.ex-att, 4.2.4.1.ex-def): a side chooses -------------------------


def choosing(state: State) -> str:
    """The side that falls back or loses a step."""
    return "defender" if state.job == "Ex-def" else "attacker"


def no_way_back(setting: Setting, state: State, side: str) -> Reason:
    """Why a side cannot retreat one hex in an Ad or Ex; empty when it can."""
    reason, rules = held(setting, state, side)
    if reason:
        return reason, rules
    starts = (state.fight.target,) if side == "defender" else stacks(state)
    free = [bool(ways_from(setting, state, start, side).hexes) for start in starts]
    stuck = not (all(free) if setting.scenario.readings["all_stacks"] == "all" else any(free))
    return ("no hex is open to its retreat", ("4.2.5.1.none",)) if stuck else FREE


def falling_back(setting: Setting, state: State) -> str:
    """Label of the retreat of a side, which by the reading chosen may leave stacks that are stuck where they are."""
    if len(back(setting, state).stacks) < len(stacks(state)) and choosing(state) == "attacker":
        return STUCK_STAY[state.job]
    return GOING_BACK[state.job]


def back(setting: Setting, state: State) -> State:
    """The attackers fall back, stack by stack."""
    open_now = tuple(start for start in stacks(state) if ways_from(setting, state, start, "attacker").hexes)
    return state._replace(phase="retreat", job="back", stacks=open_now)


def not_back(setting: Setting, state: State) -> Iterator[Refusal]:
    """Hexes into which a side cannot fall back, where it has no choice but to lose a step."""
    side = choosing(state)
    reason, rules = no_way_back(setting, state, side)
    if not reason:
        return
    starts = (state.fight.target,) if side == "defender" else stacks(state)
    for start in starts:
        ways_out = ways_from(setting, state, start, side).hexes
        if rules == ("4.2.5.1.none",) and ways_out:  # this stack could, but not another one
            other, by = "another stack cannot, and all attackers retreat or none", (CHOICE_RULES[state.job], *rules)
            for place in (start, *ways_out):
                yield Refusal("", place, say("no retreat: {x}", x=other), by)
        else:
            yield Refusal("", start, say("no retreat: {x}", x=reason), rules)
    for start in starts:
        yield from _shut(setting, state, start, side)


def choice_entry(state: State, action: str) -> Line:
    """Log entry of what a side chose."""
    side = choosing(state)
    text = say("{side} falls back." if action == "retreat" else "{side} pays with a step.", side=capital(side))
    return Line(text, (CHOICE_RULES[state.job],), side)


# --- hex by hex -------------------------------------------------------------------------------------


def prompt(state: State, side: str, members: Counts) -> str:
    """Who retreats, and how much of it is left."""
    here = shown(state.at[members[0]])
    if side == "attacker":
        return phrase("The attackers in {place} retreat one hex. Where to?", place=here)
    one = "The defenders in {place} have {n} hex to retreat. Where to?"
    several = "The defenders in {place} have {n} hexes to retreat. Where to?"
    return phrase(several if state.owed > 1 else one, place=here, n=state.owed)


def label(setting: Setting, state: State, side: str, place: str) -> str:
    """Label of a hex to retreat into, with whom the rout would catch up."""
    friends = _caught(setting, state, side, place, state.at)
    if friends:
        return phrase("Retreat to {place}, catching up {units}", place=shown(place), units=named(friends, state.left))
    return phrase("Retreat to {place}", place=shown(place))


def moved(setting: Setting, state: State, place: str) -> State:
    """The stack in its next hex, with whom the rout catches up there (4.2.5.rout)."""
    side, members = retreating(setting, state)
    at, spent = list(state.at), state.spent
    for i in members:
        at[i] = place
    caught = [piece.index for piece in _caught(setting, state, side, place, tuple(at))]
    for i in caught:
        spent = mark(spent, i)
    return state._replace(at=tuple(at), spent=spent, joined=tuple(sorted({*state.joined, *caught})))


def _caught(setting: Setting, state: State, side: str, place: str, at: Places) -> list[Piece]:
    """Whom a retreat into a hex catches up: ground units there (4.2.5.rout.support) that are not in the combat.

    What is left of a supporting HQ that the rout reaches goes along from now on.
    """
    inside = {*state.fight.side(side), *state.joined}
    here = setting.here(place, state.left, at, side, ("ground",))
    return [piece for piece in here if piece.index not in inside or _swept(state, piece.index)]


def _swept(state: State, i: int) -> bool:
    return i == state.fight.theirs and i not in state.joined


def entry(setting: Setting, state: State, place: str) -> Line:
    """Log entry of a hex entered in retreat."""
    side, members = retreating(setting, state)
    start = state.at[members[0]]
    rule = PRIORITIES[ways_from(setting, state, start, side).priority]
    form = "{side} retreats from {place} to {place2}."
    text = say(form, side=capital(side), place=shown(start), place2=shown(place))
    return Line(text, ("4.2.5.step", rule), side)


def caught_up(setting: Setting, before: State, after: State) -> list[Line]:
    """Log entry of those with whom a rout has caught up."""
    caught = [setting.pieces[i] for i in after.joined if i not in before.joined]
    if not caught or before.phase != "retreat":  # after a loss, one that took the place of another
        return []
    text = say("The rout catches up {units}.", units=named(caught, after.left))
    return [Line(text, ("4.2.5.rout", "4.2.5.rout.involved"), caught[0].side)]


# --- losses in place of hexes (4.2.5.3) -------------------------------------------------------------


def no_way_on(setting: Setting, state: State) -> Reason:
    """Why the defenders of a Dr cannot retreat now; empty when they can."""
    members = stack(setting, state)
    reason, rules = held(setting, state, "defender")
    if reason or not members:
        return reason, rules
    if ways_from(setting, state, state.at[members[0]], "defender").hexes:
        return FREE
    return "no hex is open to the force", ("4.2.5.1.none",)


def may_convert(setting: Setting, state: State) -> Rules:
    """The rules by which the defenders may lose a step in place of this hex; empty when they may not.

    What they pass on the way never opens the choice (4.2.5.3.midway).
    """
    if state.job != "Dr" or (state.went and setting.scenario.readings["voluntary"] == "before"):
        return ()
    return convertible(setting, state.fight, state.at)  # the attackers still stand where they attacked from


def no_city(setting: Setting, state: State, start: str) -> Iterator[Refusal]:
    """That a city through which a force retreats does not let it lose a step by choice (4.2.5.3.midway)."""
    if state.job == "Dr" and state.went and setting.city(start) and not may_convert(setting, state):
        reason = "a city on the way of a retreat does not let the force lose a step by choice"
        yield Refusal("", start, reason, ("4.2.5.3.midway",))


def not_on(setting: Setting, state: State) -> Iterator[Refusal]:
    """Why the defenders of a Dr go nowhere while they lose a step in place of a hex."""
    members = stack(setting, state)
    if not members:
        return
    start = state.at[members[0]]
    if no_way_on(setting, state) != FREE:
        yield from _shut(setting, state, start, "defender")
        return
    for place in around(start):
        yield Refusal("", place, "a step is lost in place of this hex", ("4.2.5.3.voluntary",))


def _shut(setting: Setting, state: State, start: str, side: str) -> Iterator[Refusal]:
    """Why a force that cannot retreat may not go into any of the hexes around it."""
    pin, rules = held(setting, state, side)
    if pin:
        for place in around(start):
            yield Refusal("", place, say("no retreat: {x}", x=pin), rules)
        return
    for place, reason, why in ways_from(setting, state, start, side).barred:
        yield Refusal("", place, say("no retreat: {x}", x=reason), why)


def resumed(setting: Setting, before: State, after: State) -> list[Line]:
    """Log entry of a force that can retreat again after a loss (4.2.5.3.resume)."""
    if before.job == "Dr" and after.phase == "retreat" and no_way_on(setting, before) != FREE:
        return [Line("Now the force can retreat again.", ("4.2.5.3.resume",), "defender")]
    return []


def asks(setting: Setting) -> Iterator[str]:
    """What the form could ask: the readings on what closes a hex, on stacks that are stuck, and on conversion."""
    yield from ("voluntary", "all_stacks")
    if any("lake" in marks for marks in setting.scenario.sides.values()):
        yield "lake"
    if setting.has("air") or setting.has("strike"):
        yield "lone_air"


def asks_of_hex(place: str, setting: Setting) -> Iterator[str]:
    """What the form could ask about a hex: whether diplomacy closes it."""
    yield "barred"
