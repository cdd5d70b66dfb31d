"""What the umpire says before and while a battle is fought: prompts, labels, odds, overlay. It decides nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hexumpire.model.battle import Assessment, Line, Margin, Option, Refusal
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.daisenso import refusing, telling
from hexumpire.rulesets.daisenso.board import Places
from hexumpire.rulesets.daisenso.charting import Chart, sure_column
from hexumpire.rulesets.daisenso.lineup import Lineup
from hexumpire.rulesets.daisenso.losses import boxed, fate, partner, replacements
from hexumpire.rulesets.daisenso.naming import SPLIT, stays_out
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.pieces import Counts, Piece, named
from hexumpire.rulesets.daisenso.shifts import Odds

if TYPE_CHECKING:
    from hexumpire.rulesets.daisenso.game import Attack
    from hexumpire.rulesets.daisenso.setbacks import Setbacks
    from hexumpire.rulesets.daisenso.state import State

ENDING_RULES: dict[str, Rules] = {
    "taken": ("4.2.7.who",), "emptied": ("4.2.7.hex",), "held": ("4.2.4.order",), "destroyed": ("4.2.6.until",),
}  # fmt: skip
RESULT_LABELS = {
    "": "No retreat result", "Ad": "Ad, attacker defeated", "Ex": "Ex, exchange", "Dr1": "Dr1, defender goes 1 hex",
    "Dr2": "Dr2, defender goes 2 hexes", "Dr3": "Dr3, defender goes 3 hexes",
}  # fmt: skip
RESULT_RULES = {
    "": "4.2.4.2.attr", "Ad": "4.2.4.1.ad", "Ex": "4.2.4.1.ex-att", "Dr1": "4.2.4.1.dr", "Dr2": "4.2.4.1.dr",
    "Dr3": "4.2.4.1.dr",
}  # fmt: skip
UNWEIGHED = "(odds and best play do not weigh this)"
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


def listed(pieces: Sequence[Piece]) -> str:
    """Counters in words; "nobody" when there are none."""
    return named(list(pieces)) if pieces else "nobody"


def attacking(pieces: Sequence[Piece], fight: Lineup) -> str:
    """Label of an attack that could be made."""
    return f"Attack {shown(fight.target)} with {listed([pieces[i] for i in fight.attackers])}"


def naming(attack: Setbacks, state: State, fight: Lineup) -> str:
    """Label of a force that may be named: who they are, and the odds before anybody supports."""
    text = attacking(attack.pieces, fight)
    if not fight.defenders:
        return text
    return f"{text}: {headline(attack.shifts.odds(fight, state.left, state.at), attack.chart)}"


def fewer(target: str) -> str:
    """Label of the way to leave units out."""
    return f"Attack {shown(target)} with fewer units {UNWEIGHED}"


def numbers(attacker: int, defender: int) -> str:
    """Step losses as printed and in words."""
    return f"{attacker}/{defender}: attacker {attacker}, defender {defender}"


# --- odds -------------------------------------------------------------------------------------------


def headline(odds: Odds, chart: Chart | None) -> str:
    """Odds in short: ``11 : 4 → 2-1, +1 → 3-1``, without a chart ``11 : 4, 1 right``."""
    text = f"{odds.attack} : {odds.defense}"
    if chart is not None:
        text += f" → {chart.ladder.names[odds.raw]}"
        return f"{text}, {odds.net:+d} → {chart.ladder.names[odds.column]}" if odds.net else text
    sure = sure_column(odds.attack, odds.defense)
    if sure:
        text += f" → {sure}"
    if odds.net:
        return f"{text}, {abs(odds.net)} {'right' if odds.net > 0 else 'left'}"
    return f"{text}, no shift"


def assessment(attack: Attack, state: State, fight: Lineup, left: Counts, at: Places) -> Assessment:
    """Totals, shifts and column with their reasons, what each face gives, and what would change the column."""
    if state.phase == "name":
        fight = fight._replace(attackers=attack.named(state).forces[0])
    odds, chart = attack.shifts.odds(fight, left, at), attack.chart
    before = 0 if state.began[0] else state.spent
    trace = attack.shifts.trace(fight, left, at, before)
    out = [
        Trace(attack.pieces[i].name_at(left[i]), None, bar.rules, "list", note=bar.reason)
        for i, bar in stays_out(attack.board, fight, left, at, state.fought).items() if bar.rules != SPLIT
    ]  # fmt: skip
    if out:
        line = Trace("Stays out of the attack", None, ("4.2.2.s1",), "list", tuple(out))
        trace = replace(trace, children=(*trace.children, line))
    if not fight.defenders:
        return Assessment("no die: only a marker is there", odds.attack, odds.defense, None, trace)
    if chart is None:
        return Assessment(headline(odds, chart), odds.attack, odds.defense, None, trace)
    name = f"d{len(chart.faces)}"
    results = tuple(
        (f"{name}={face}", str(attack.reduced(state, row[odds.column])))
        for face, row in zip(chart.faces, chart.results, strict=True)
    )
    margins = []
    if odds.raw + 1 < len(chart.ladder.names):
        more = int(chart.ladder.needed(odds.raw + 1, odds.defense)) - int(odds.attack)
        verb = "make" if more > 1 else "makes"
        text = f"{more} more attack factor{'s' if more > 1 else ''} {verb} it {chart.ladder.names[odds.raw + 1]}"
        text += " before shifts"
        margins.append(Margin(text, ("4.2.2.s3.round",)))
    column = chart.ladder.names[odds.column]
    if state.job == "read" and state.phase == "roll":
        results = ()
    return Assessment(headline(odds, chart), odds.attack, odds.defense, column, trace, results, tuple(margins))


# --- prompts and labels -----------------------------------------------------------------------------


def supporting(piece: Piece, state: State) -> str:
    """Label of an HQ that could support."""
    factor = piece.factor(state.left[piece.index])
    return f"The {piece.name} in {shown(state.at[piece.index])} supports: {factor:+d} and its shift"


def going(attack: Setbacks, state: State, stack: Counts, place: str) -> str:
    """Label of a hex to retreat into, with whom the rout would catch up."""
    side = attack.pieces[stack[0]].side
    friends = attack.board.here(place, state.left, state.at, side, ("ground",))
    text = f"Retreat to {shown(place)}"
    return f"{text}, catching up {listed(friends)}" if friends else text


def retreat_prompt(attack: Setbacks, state: State) -> str:
    """Who retreats, and how much of it is left."""
    side, stack = attack.retreating(state)
    here = shown(state.at[stack[0]])
    if side == "attacker":
        return f"The attackers in {here} retreat one hex. Where to?"
    hexes = f"{state.owed} hex{'es' if state.owed > 1 else ''}"
    return f"The defenders in {here} have {hexes} to retreat. Where to?"


def loss_options(attack: Setbacks, state: State, i: int, rules: Rules) -> list[Option]:
    """The ways in which one unit can lose a step: two when its Holding Box has a partner."""
    piece, left = attack.pieces[i], state.left[i]
    found = fate(piece.unit, piece.steps, left)
    in_fight = i in state.fight.side(piece.side)
    alike = f"lose{piece.group}/{left}/{state.at[i]}/{in_fight}/{i == state.fight.theirs}/{i == state.fight.ours}"
    label = f"The {piece.name_at(left)} in {shown(state.at[i])} " + (
        "is eliminated" if found.how == "remove" else f"loses a step ({left} to {left - 1})"
    )
    rule = (*rules[:1], *found.rules)
    options = [Option(f"lose:{piece.id}", label, rule, piece.unit.id, state.at[i], alike)]
    reserves = replacements(attack.board, piece, state.left, state.spent)[0]
    for reserve in reserves:
        text = f"{label}: the {reserve.name} takes its place"
        more = Option(
            f"lose:{piece.id}:{reserve.id}", text, rule, piece.unit.id, state.at[i],
            f"{alike}/{reserve.group}/{state.fought >> reserve.index & 1}",
        )  # fmt: skip
        options.append(more)
    if any(reserve.reserve for reserve in reserves):
        return options[1:]
    if reserves:  # units eliminated in this battle, beside a Force Pool that nobody stated
        text = f"{label}: another unit of the Force Pool takes its place"
        return [replace(options[0], label=text), *options[1:]]
    other = partner(piece, left)
    if other:
        options[0] = Option(f"lose:{piece.id}", f"{label}: its {piece.nation} part stays", rule, piece.unit.id,
                            state.at[i], alike)  # fmt: skip
        box = boxed(attack.board, piece, state.left, state.spent)
        options += [
            Option(f"lose:{piece.id}:{found.id}", f"{label}: the {found.name} takes its place", rule, piece.unit.id,
                   state.at[i], f"{alike}/{found.group}")
            for found in box
        ] or [
            Option(f"lose:{piece.id}:partner", f"{label}: its {other} part stays", rule, piece.unit.id, state.at[i],
                   alike)
        ]  # fmt: skip
    return options


def loss_prompt(attack: Setbacks, state: State) -> tuple[str, Rules]:
    """Why a side loses a step, and by which rules."""
    who = "Attacker" if attack.losing(state) == "attacker" else "Defender"
    if state.job == "Dr":
        reason, rules = attack.no_way_on(state)
        if not reason:
            return "A step in place of a hex of retreat: whose?", ("4.2.5.3.voluntary", *attack.may_convert(state))
        return f"No retreat now: {reason}. Who loses a step in its place?", ("4.2.5.3.mandatory", *rules)
    if state.job in ("Ad", "Ex", "Ex-def"):
        return f"{who} pays with a step: whose?", (CHOICE_RULES[state.job],)
    steps = f"{state.owed} step{'s' if state.owed > 1 else ''}"
    return f"Attrition: {who.lower()} loses {steps}. Whose?", ("4.2.4.2.attr",)


# --- told elsewhere ---------------------------------------------------------------------------------


def narrate(attack: Attack, before: State, action: str, after: State) -> Sequence[Line]:
    """Log lines for one step (see :mod:`.telling`)."""
    return telling.narrate(attack, before, action, after)


def refusals(attack: Attack, state: State) -> Sequence[Refusal]:
    """What may not be tapped (see :mod:`.refusing`)."""
    return refusing.refusals(attack, state)


def closing(attack: Attack, state: State) -> Sequence[Line]:
    """Last words (see :mod:`.telling`)."""
    return telling.closing(attack, state)


def overlay(pieces: Sequence[Piece], now: Counts, at: Places) -> Mapping[str, Any]:
    """Counters lost, moved or out of it; ``steps``: steps left of all counters of a unit that has lost some."""
    lost: dict[str, int] = {}
    steps: dict[str, int] = {}
    hurt: set[str] = set()
    moved: dict[str, dict[str, int]] = {}
    waiting: dict[str, int] = {}
    away = {piece.same for piece in pieces if piece.same >= 0 and now[piece.index]}  # they lie in another one's place
    for piece in pieces:
        name, left = piece.unit.id, now[piece.index]
        if piece.index in away or (piece.same >= 0 and not left):
            continue
        if not left and piece.reserve:
            waiting[name] = waiting.get(name, 0) + 1
            continue
        if not left:
            lost[name] = lost.get(name, 0) + 1
        elif at[piece.index] != piece.unit.at:
            places = moved.setdefault(name, {})
            places[at[piece.index]] = places.get(at[piece.index], 0) + 1
        steps[name] = steps.get(name, 0) + left
        if left < piece.steps and not piece.reserve:
            hurt.add(name)
    shown_steps = {name: steps[name] for name in steps if name in hurt and steps[name]}
    lost |= {name: number for name, number in waiting.items() if name in steps}  # the rest of a unit of several
    out = [name for name in waiting if name not in steps]
    return {"lost": lost, "steps": shown_steps, "moved": moved, "out": out}
