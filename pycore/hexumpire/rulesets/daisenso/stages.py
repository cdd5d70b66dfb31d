"""The steps of the segments, and all that is said between their attacks: questions, the log, what may not be tapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hexumpire.model.battle import Assessment, Line, Refusal
from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.daisenso import landing, refusing, words
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.pieces import Piece, named, upper

if TYPE_CHECKING:
    from hexumpire.rulesets.daisenso.segment import Segment, State

BLITZ = ("airdrop", "blitz_combat", "beachhead_landing", "airdrop_landing", "cv_strike_return")
"""Steps of the Blitz segment in order (4.1.order)."""
MARKERS = ("troop_convoy", "remove_markers", "remove_snlf")
"""Steps of the Marker segment in order (4.3.s1, 4.3.s2, 4.3.s3)."""
TITLES = {
    "airdrop": "Airdrops", "blitz_combat": "Blitz combat", "beachhead_landing": "Beachhead landings",
    "airdrop_landing": "Airdrop landings", "cv_strike_return": "CV strikes return",
    "troop_convoy": "Troop Convoy", "remove_markers": "Markers off the map", "remove_snlf": "SNLF Beachheads",
}  # fmt: skip
QUESTIONS = {
    "airdrop": "who drops?", "blitz_combat": "which hex is attacked?", "beachhead_landing": "who lands?",
    "airdrop_landing": "which marker, and does it land?", "cv_strike_return": "where do they go?",
    "troop_convoy": "does it go back?", "remove_markers": "set them aside.", "remove_snlf": "set them aside.",
}  # fmt: skip
ENDS = {
    "airdrop": "No more Airdrops", "blitz_combat": "No more attacks", "beachhead_landing": "Nobody else lands",
    "troop_convoy": "Leave it in the Used Box",
}  # fmt: skip
"""Steps that their side may end, and how it says so; the others are done in full."""
RULES: dict[str, Rules] = {
    "airdrop": ("4.1.order", "4.1.1.serial"), "blitz_combat": ("4.1.order", "4.1.2.base"),
    "beachhead_landing": ("4.1.order", "4.1.3.serial"), "airdrop_landing": ("4.1.order", "4.1.4.may"),
    "cv_strike_return": ("4.1.order", "4.1.5.cv"), "troop_convoy": ("4.3.s1",), "remove_markers": ("4.3.s2",),
    "remove_snlf": ("4.3.s3",),
}  # fmt: skip

ELSEWHERE: dict[str, tuple[str, Rules]] = {
    "beachhead_landing": ("a landing goes into the land hex behind a Beachhead hexside", ("4.1.3.place",)),
    "airdrop_landing": ("an Airdrop lands in the hex that its marker is in", ("4.1.4.place",)),
    "cv_strike_return": ("CV strikes return to the Used Boxes of their zones, not to a hex", ("4.1.5.cv",)),
}
"""Why every other hex of the board is closed in a step, and by which rule."""


def steps_of(scenario: Scenario) -> tuple[str, ...]:
    """The steps of a segment: without a Blitz marker on the map only the CV strikes return (4.1.nomarker)."""
    if scenario.procedure == "markers":
        return MARKERS
    return BLITZ if scenario.conditions["blitz_on_map"] else BLITZ[-1:]


def assessment(segment: Segment, state: State) -> Assessment:
    """Where the segment is: the steps in order, and how many counters dropped and landed."""
    dropped, done = state.dropped.bit_count(), state.done.bit_count()
    lines = [Trace("Units dropped", dropped, ("4.1.1.serial",)), Trace("Counters dealt with", done, ("4.1.order",))]
    for number, name in enumerate(segment.steps):
        note = "done" if number < state.step else "now" if number == state.step else ""
        lines.append(Trace(TITLES[name], None, RULES[name], "list", _barred(segment, state, name), note=note))
    if segment.steps == BLITZ[-1:]:
        reason = "there is no Blitz marker on the map"
        lines += [Trace(TITLES[name], None, ("4.1.nomarker",), "list", skipped=True, note=reason)
                  for name in BLITZ[:-1]]  # fmt: skip
    now = TITLES[segment.steps[state.step]] if state.step < len(segment.steps) else "nothing left to do"
    trace = Trace("Steps in order", None, RULES[segment.steps[0]], "list", tuple(lines))
    return Assessment(now, None, None, None, trace)


def _barred(segment: Segment, state: State, name: str) -> tuple[Trace, ...]:
    """What cannot be done in a step, and why: targets that cannot be attacked, units that cannot drop or land."""
    if name == "blitz_combat":
        return tuple(
            Trace(f"Attack on {shown(fight.target)}", None, bar.rules, "list", skipped=True, note=bar.reason)
            for fight, bar in segment.open_targets(state) if bar.reason
        )  # fmt: skip
    found = _STUCK[name](segment, state) if name in _STUCK else ()
    return tuple(
        Trace(f"{piece.name} in {shown(state.at[piece.index])}", None, rules, "list", skipped=True, note=reason)
        for piece, (reason, rules) in found if reason
    )  # fmt: skip


def _no_drop(segment: Segment, state: State) -> Iterator[tuple[Piece, landing.Reason]]:
    for piece in segment.ours(state, ("ground",)):
        if piece.unit.type == "airborne":
            yield piece, landing.cannot_drop(segment.board, piece, state.at)


def _no_shore(segment: Segment, state: State) -> Iterator[tuple[Piece, landing.Reason]]:
    board = segment.board
    for piece in segment.ours(state, ("ground", "beachhead")):
        for hex in landing.shore(board, state.at[piece.index], state.left, state.at, "attacker"):
            if piece.kind == "ground":
                yield piece, landing.cannot_land(board, piece, hex, state.left, state.at, state.fought)
            elif piece.unit.type == "snlf":
                yield piece, landing.cannot_snlf(board, piece, hex, state.left, state.at)


def _no_ground(segment: Segment, state: State) -> Iterator[tuple[Piece, landing.Reason]]:
    for piece in segment.markers(state):
        yield piece, landing.drop_fails(segment.board, piece, state.left, state.at)


_STUCK = {"airdrop": _no_drop, "beachhead_landing": _no_shore, "airdrop_landing": _no_ground}


def narrate(segment: Segment, before: State, action: str, after: State) -> Sequence[Line]:
    """What happened in one step between attacks."""
    name = segment.steps[before.step]
    options = {option.id: option for option in segment.node(before).options}  # type: ignore[union-attr]
    said = options[action].label.removesuffix(f" {words.UNWEIGHED}")
    lines = [Line(f"{said}.", options[action].rules, "attacker")]
    gone = [p for p in segment.pieces if before.left[p.index] and not after.left[p.index]]
    if action.startswith("snlf:") and gone:
        goes = "go" if len(gone) > 1 else "goes"
        lines.append(Line(f"{upper(named(gone))} {goes} to the Delay Box.", ("4.1.3.1.marker",), "defender"))
    if action == "snlf-off":
        for i in segment.stranded(before):
            where = "Delay Box" if segment.pieces[i].unit.flag("stripe") else "Force Pool"
            lines.append(Line(f"The {segment.pieces[i].name} is eliminated; it goes to the {where}.", ("4.3.s3",)))
    if action.startswith("land:") and name == "airdrop_landing":
        lines.append(Line("The Airdrop marker goes to the Delay Box.", ("4.1.4.place",), "attacker"))
    return [*lines, *passed_over(segment, before, after)]


def passed_over(segment: Segment, before: State, after: State) -> list[Line]:
    """Targets that cannot be attacked any more when the step of the attacks is over, and why they could not be."""
    if "blitz_combat" not in segment.steps:
        return []
    step = segment.steps.index("blitz_combat")
    if before.step > step or after.step <= step:
        return []
    return [
        Line(f"{shown(fight.target)} could not be attacked: {bar.reason}.", bar.rules, "attacker")
        for fight, bar in segment.open_targets(after) if bar.reason
    ]  # fmt: skip


def refusals(segment: Segment, state: State) -> Sequence[Refusal]:
    """Counters and hexes that may not be tapped between attacks, and why."""
    if state.step >= len(segment.steps):
        return ()
    name = segment.steps[state.step]
    found: dict[tuple[str, str], Refusal] = {}
    for one in _closed_zones(segment, state) if state.mover >= 0 else _refused(segment, state, name):
        found.setdefault((one.unit, one.hex), one)
    return list(found.values())


def _refused(segment: Segment, state: State, name: str) -> Iterator[Refusal]:
    if name == "airdrop":
        yield from _grounded(segment, state)
    elif name == "blitz_combat":
        yield from _spared(segment, state)
    elif name == "beachhead_landing":
        yield from _afloat(segment, state)
    elif name == "airdrop_landing":
        yield from _elite(segment, state)
    if name in ELSEWHERE:
        open_now = {option.hex for option in segment.node(state).options}  # type: ignore[union-attr]
        for place in segment.board.drawn(state.at):
            if place not in open_now:
                yield Refusal("", place, *ELSEWHERE[name])


def _closed_zones(segment: Segment, state: State) -> Iterator[Refusal]:
    """Hexes of the board, and up to one hex out of range around an airborne unit, into which it may not drop."""
    piece = segment.pieces[state.mover]
    for hex in dict.fromkeys([*landing.circle(state.at[state.mover]), *segment.board.drawn(state.at)]):
        reason, rules = landing.drop_zone(segment.board, piece, hex, state.left, state.at)
        if reason:
            yield Refusal("", hex, reason, rules)


def _grounded(segment: Segment, state: State) -> Iterator[Refusal]:
    """Units that may not drop."""
    for piece in segment.ours(state, ("ground",)):
        reason, rules = landing.cannot_drop(segment.board, piece, state.at)
        if reason:
            yield Refusal(piece.unit.id, "", reason, rules)


def _spared(segment: Segment, state: State) -> Iterator[Refusal]:
    """Hexes that may not be attacked now."""
    for number in state.order:
        reason = "a hex is attacked once in a segment"
        yield Refusal("", segment.scenario.targets[number], reason, ("4.2.1.once-hex",))
    for fight, bar in segment.open_targets(state):
        if bar.reason:
            yield Refusal("", fight.target, bar.reason, bar.rules)
    for piece, bar in segment.left_out(state):
        yield Refusal(piece.unit.id, state.at[piece.index], bar.reason, bar.rules)
    yield from refusing.untargeted(segment.board, state.left, state.at)


def _elite(segment: Segment, state: State) -> Iterator[Refusal]:
    """Units of the Force Pool that never land for an Airdrop."""
    for marker in segment.markers(state):
        for piece in landing.droppable(segment.board, marker, state.left, state.spent, elite=True):
            yield Refusal(piece.unit.id, "", "an Elite unit never lands for an Airdrop", ("4.1.4.elite",))


def _afloat(segment: Segment, state: State) -> Iterator[Refusal]:
    """Units on Beachheads that may not land, and hexes in which nobody may."""
    board, options = segment.board, segment.node(state).options  # type: ignore[union-attr]
    done, open_now = {option.unit for option in options}, {option.hex for option in options}
    for piece in segment.ours(state, ("ground", "beachhead")):
        if piece.kind == "beachhead" and piece.unit.type != "snlf":
            continue
        for hex in landing.shore(board, state.at[piece.index], state.left, state.at, "attacker"):
            if piece.kind == "ground":
                reason, rules = landing.cannot_land(board, piece, hex, state.left, state.at, state.fought)
            else:
                reason, rules = landing.cannot_snlf(board, piece, hex, state.left, state.at)
            if reason and piece.unit.id not in done:
                yield Refusal(piece.unit.id, hex, reason, rules)
            if reason and hex not in open_now:
                yield Refusal("", hex, reason, rules)


def closing(segment: Segment, state: State) -> Sequence[Line]:
    """What comes after the segment."""
    if segment.steps == MARKERS:
        return [Line("Reserve movement follows.", ("4.3.s1",))]
    lines = [Line("Regular combat follows; it needs no Blitz marker.", ("4.2.nomarker",))]
    fought = [segment.pieces[i] for i in range(len(segment.pieces)) if state.fought >> i & 1 and state.left[i]]
    if fought:
        text = f"{upper(named(fought))} attacked in this segment; in the Regular segment they may attack again."
        lines.append(Line(text, ("4.2.1.once-unit",), "attacker"))
    return lines
