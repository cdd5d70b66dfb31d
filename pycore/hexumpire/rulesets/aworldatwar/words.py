"""What the umpire says: prompts, labels, log lines, refusals and last words. It decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hexumpire.model.battle import Assessment, Line, Margin, Refusal
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.airlimit import BETWEEN
from hexumpire.rulesets.aworldatwar.forces import Counts, Kind, describe, named
from hexumpire.rulesets.aworldatwar.results import (
    LEVELS,
    Bill,
    attacker_need,
    conversion_applies,
    defender_bill,
    early_german,
    lowest_ctl,
    rolled,
)
from hexumpire.rulesets.aworldatwar.strength import Round
from hexumpire.rulesets.aworldatwar.tables import CHART, LEGEND, ROUND

if TYPE_CHECKING:
    from hexumpire.rulesets.aworldatwar.game import Attack
    from hexumpire.rulesets.aworldatwar.payment import Payment
    from hexumpire.rulesets.aworldatwar.state import State

ENDING_RULES: dict[str, Rules] = {
    "taken": ("15.91",),
    "emptied": ("15.61", "15.91"),
    "held": ("15.71", "15.72"),
    "destroyed": ("15.61", "15.92D"),
}
RESULT_RULES: dict[str, Rules] = dict.fromkeys(LEGEND, ("15.61",))


def going_on(number: int) -> Rules:
    """What lets the attacker fight that round, or break off before it: the second by 15.71, later ones by 15.72."""
    return ("15.71",) if number == ROUND["second"] else ("15.72",)


def odds(now: Round) -> str:
    """A round's odds in short: ``24 : 18 → 1:1``."""
    column = CHART.ladder.names[now.column] if now.column >= 0 else "below " + CHART.ladder.names[0]
    return f"{now.attack} : {now.defense} → {column}"


def assessment(attack: Attack, left: Counts, number: int, aside: Counts = ()) -> Assessment:
    """The odds of a round with their arithmetic, what each face gives, and what would change the column."""
    strengths = attack.strengths
    now = strengths.round(left, number)
    drm = ROUND["drm"]
    results = () if now.column < 0 else tuple((f"d6={n}", rolled(now, n, number - 1, drm)) for n in range(1, 7))
    margins = []
    best = {missing: name for name, missing in strengths.needed(now).items()}  # the best column so many factors reach
    for missing, name in list(best.items())[:2]:
        margins.append(Margin(f"{missing} more attack factor{'s' if missing > 1 else ''} make it {name}", ("15.51",)))
    if now.column > 0:
        spare = now.attack - CHART.ladder.needed(now.column, now.defense)
        worse = CHART.ladder.column(now.attack - spare - 1, now.defense)
        down = CHART.ladder.names[worse] if worse >= 0 else f"worse than {CHART.ladder.names[0]}"
        text = f"no factor to spare: one lost makes it {down}"
        if spare:
            text = f"{spare} factor{'s' if spare > 1 else ''} to spare; one more lost makes it {down}"
        margins.append(Margin(text, ("15.51",)))
    if now.column >= 0:
        margins += _cheaper_defense(now)
    column = CHART.ladder.names[now.column] if now.column >= 0 else None
    return Assessment(
        odds(now), now.attack, now.defense, column, strengths.trace(left, number, aside), results, tuple(margins)
    )


def _cheaper_defense(now: Round) -> list[Margin]:
    ladder = CHART.ladder
    if now.column + 1 >= len(ladder.names):
        return []
    ratio_left, ratio_right = ladder.ratios[now.column + 1]
    most = now.attack * ratio_right // ratio_left
    if most <= 0:
        return []
    return [
        Margin(
            f"a defence of {most} (now {now.defense}) would make it {ladder.names[now.column + 1]}", ("15.31", "15.51")
        )
    ]


def preview(attack: Attack, state: State, result: str) -> str:
    """What a result would cost, in short."""
    now = attack.now(state)
    if result == "d":
        need = defender_bill(attack.strengths, now, "d").need
        return f"the defender loses {need} printed factor{'s' if need > 1 else ''}"
    if result in LEVELS:
        return f"the defender is eliminated, the attacker loses {attacker_need(attack.strengths, now, result)}"
    if result == "Ex":
        if now.attack > now.defense:
            return f"the defender is eliminated, the attacker loses {attacker_need(attack.strengths, now, 'Ex')}"
        if now.attack == now.defense:
            return "all who fight this round are eliminated"
        return f"all attackers of this round are eliminated, the defender loses {now.attack} of {now.defense}"
    return LEGEND[result]


def losing(kind: Kind, pays: int) -> str:
    """Label of one counter to lose."""
    worth = f" (counts {pays})" if pays != kind.value else ""
    return f"Lose one {kind.name}{worth}"


def bill(owed: Bill, state: State) -> tuple[str, str, Rules]:
    """Topic, prompt and rules of a loss."""
    paid = owed.need - state.progress[1]
    who = "Attacker" if owed.side == "attacker" else "Defender"
    if state.then.startswith("trim"):
        over = f"{who}: air above three factors for each ground factor, {owed.need - paid} to remove."
        return "trim", over, ("15.632",)
    if state.then.startswith("rest"):
        over = f"{who}: air above three factors for each ground factor that fights on, {owed.need - paid} to leave out."
        return "rest", over, ("15.71",)
    if _destroyers_only(state):
        text = f"{who}: a third of the loss, rounded down, from destroyers: {owed.need - paid} left."
        return "pay", text, ("15.642",)
    text = f"{who} loses {owed.need}" + (f", {paid} paid." if paid else ".")
    rules: Rules = ("15.61", "15.62")
    if len(owed.needs) > 1:
        tiers = ", ".join(f"{need} while CTL {level} units survive" for level, need in owed.needs)
        text = f"{who} loses {tiers}; {paid} paid."
        rules = ("15.551", "15.62")
    if owed.of_paid:
        text += " A third of all that is paid, rounded down, from destroyers."
        rules = (*rules, "15.642")
    elif owed.share:
        text += " A third of it, rounded down, from destroyers."
        rules = (*rules, "15.642")
    if owed.cap > 0:
        text += f" Up to {owed.cap} from bombarding ships, none of which has to go."
        rules = (*rules, "15.641", "15.641B")
    return "pay", text + " Which counters?", rules


def _destroyers_only(state: State) -> bool:
    """Whether the loss being paid is the destroyers' part of an entire force."""
    payment = state.payment
    return payment is not None and payment.simple and all(payment.kinds[i].arm == "destroyer" for i in payment.order)


# --- the log ----------------------------------------------------------------------------------------


def narrate(attack: Attack, before: State, action: str, after: State) -> Sequence[Line]:
    """Lines for one step: what was done, what it meant, who was lost, and where it led."""
    lines = [] if action.startswith(("lose:", "rest:")) else [_deed(attack, before, action)]
    if before.phase == "roll" and not action.startswith(("!", "carry")):
        lines += _result_lines(attack, before, action, after)
    new = after.stranded if after.stranded != before.stranded else ()
    stranded = new or tuple(0 for _ in attack.kinds)
    gone: dict[str, list[tuple[Kind, int]]] = {"attacker": [], "defender": []}
    rested: dict[str, list[tuple[Kind, int]]] = {"attacker": [], "defender": []}
    for kind, was, left, late in zip(attack.kinds, before.left, after.left, stranded, strict=True):
        out = _aside(after, kind) - _aside(before, kind)
        if was > left + late + out and not action.startswith("!remove"):
            gone[kind.side].append((kind, was - left - late - out))
        if out and kind.arm == "air":
            rested[kind.side].append((kind, out))
    chosen = before.payment.bill.side if before.payment and action.startswith("lose:") else ""
    for side in ("defender", "attacker"):
        if gone[side]:
            rules: Rules = ("15.62",) if chosen else ("15.61",)
            if action == "on" or before.then.startswith("trim"):
                rules = ("15.632",)
            elif any(kind.arm == "destroyer" for kind, _ in gone[side]):
                rules = (*rules, "15.642")
            text = f"{side.capitalize()} loses {named(gone[side])}."
            if side == chosen and sum(n for _, n in gone[side]) > 1:
                text += " After the first there was no choice left."
            lines.append(Line(text, rules, side))
        if rested[side]:
            text = f"Over three for each ground factor in the fight, and so out of it: {named(rested[side])}."
            lines.append(Line(text, ("15.71",), side))
    lines += _whither(attack, before, after)
    dead = [(kind, late) for kind, late in zip(attack.kinds, stranded, strict=True) if late]
    for shock, text, rule in (
        (False, "Dropped beside living enemies, and so eliminated", "10.56"),
        (True, "Shock armies, eliminated after the attack", "12.16"),
    ):
        if doomed := [(kind, late) for kind, late in dead if kind.unit.flag("shock_army") == shock]:
            lines.append(Line(f"{text}: {named(doomed)}.", (rule,), "attacker"))
    return lines


def _aside(state: State, kind: Kind) -> int:
    return state.aside[kind.index] if state.aside else 0


def _deed(attack: Attack, before: State, action: str) -> Line:
    verb, _, what = action.partition(":")
    unit = attack.scenario.by_id.get(what.partition("@")[0])
    name = describe(unit) if unit else what
    if action.startswith("d6="):
        now = attack.now(before)
        added = ROUND["drm"] * (before.round - 1)
        die = f"die {action[3:]}" + (f" + {added}" if added else "")
        return Line(f"Round {before.round}, {odds(now)}, {die}: {_printed(attack, before, action)}.",
                    ("15.51", "15.6", "15.75") if added else ("15.51", "15.6"), "attacker")  # fmt: skip
    if action == "carry-out":
        return Line("The attack at worse than 1:4 fails without a die.", ("15.52",), "attacker")
    if action in ("keep", "exchange", "convert"):
        side = "Attacker" if before.phase == "choose" else "Defender"
        if action == "keep":
            return Line(
                f"{side} leaves it at {before.result}.", ("15.53",) if side == "Attacker" else ("15.55",), side.lower()
            )
        if action == "exchange":
            return Line("Attacker takes the exchange instead of d.", ("15.53",), "attacker")
        low = lowest_ctl(attack.scenario, attack.kinds, attack.now(before))
        rule = {1: "15.55A", 2: "15.55B"}.get(max(1, low), "15.55C")
        other = attack.converted(attack.now(before), before.result)
        return Line(f"Defender has {before.result} treated as {other}.", ("15.55", rule), "defender")
    if verb == "aside":
        picker = attack.scenario.readings["pearl_picker"]
        return Line(f"The {name} does not count in the defence.", ("15.41",), picker)
    if verb == "advance":
        return Line(f"The {name} advances.", ("15.91",), "attacker")
    if action.startswith("!"):
        return Line(_agreed(attack, before, action), ())
    fixed = {
        "on": (f"The attack goes on into round {before.round + 1}.", going_on(before.round + 1)),
        "off": ("The attack is broken off.", going_on(before.round + 1)),
        "stay": ("Nobody advances." if not before.moved else "Nobody else advances.", ("15.91",)),
    }
    text, rules = fixed[action]
    return Line(text, rules, "attacker")


def _agreed(attack: Attack, before: State, action: str) -> str:
    verb, _, what = action[1:].partition("=")
    if verb == "result":
        return f"the result is {what}."
    if verb == "end":
        return "the attack ends here."
    if verb == "paid" and before.payment is not None:
        return f"the {before.payment.bill.side} loses nothing more."
    name = describe(attack.scenario.by_id[what])
    return f"one {name} is {'removed' if verb == 'remove' else 'put back'}."


def _printed(attack: Attack, before: State, action: str) -> str:
    return rolled(attack.now(before), int(action[3:]), before.round - 1, ROUND["drm"])


def _result_lines(attack: Attack, before: State, action: str, after: State) -> list[Line]:
    printed, now = _printed(attack, before, action), attack.now(before)
    lines = []
    if printed == "Ex" and early_german(attack.scenario, attack.kinds, now):
        lines.append(Line("An early German exploitation attack: Ex is read as Ex-1.", ("15.54",)))
        printed = "Ex-1"
    elif attack.scenario.edition == "new" and printed in ("Ex-2", "D") and conversion_applies(attack.scenario, now)[0]:
        low = lowest_ctl(attack.scenario, attack.kinds, now)
        from_table = attack.converted(now, printed)
        if from_table != printed:
            rule = {1: "15.55A", 2: "15.55B"}.get(max(1, low), "15.55C")
            lines.append(
                Line(
                    f"Against this defence, {printed} by attackers of CTL {low} becomes {from_table}.", ("15.55", rule)
                )
            )
            printed = from_table
    if after.phase not in ("choose", "convert"):
        lines.append(Line(f"{printed}: {LEGEND[printed]}.", RESULT_RULES[printed]))
    return lines


def _whither(attack: Attack, before: State, after: State) -> list[Line]:
    if after.phase != "over" or before.phase in ("again", "advance"):
        return []
    if attack.alive(after.left, "defender") and (after.ending == "held" or after.stranded):
        left = tuple(map(sum, zip(after.left, after.stranded, strict=True))) if after.stranded else after.left
        reason, rules = attack.refusal_to_go_on(after._replace(left=left))
        return [Line(f"The attack ends: {reason}.", rules)] if reason else []
    if after.ending in ("taken", "emptied") and attack.alive(after.left, "attacker"):
        if not attack.advance.agreed:
            return [Line("Allies who disagree: nobody advances.", ("15.93",))]
        reasons = [attack.advance.answer(k, after.round) for k in attack.kinds
                   if k.side == "attacker" and k.arm == "ground" and after.left[k.index]]  # fmt: skip
        text, rules = next(((t, r) for t, r in reasons if t), ("there is no room", ("12.11A",)))
        return [Line(f"Nobody may advance: {text}.", rules)]
    return []


# --- what may not be tapped -------------------------------------------------------------------------


def refusals(attack: Attack, state: State) -> Sequence[Refusal]:
    """Counters a player may tap in vain, and the reason."""
    found = []
    if state.payment is not None:
        payment = state.payment
        open_now = set(payment.options(state.progress, state.left))
        fighting = attack.strengths.taking_part(state.fought or state.left, state.round)
        for kind in attack.kinds:
            if kind.index in open_now or not state.left[kind.index]:
                continue
            reason, rules = _why_not_lose(kind, payment, state)
            if state.then in BETWEEN and kind.side == payment.bill.side and kind.arm != "air":
                rule = "15.632" if state.then.startswith("trim") else "15.71"
                reason, rules = "only air beyond three factors for each ground factor goes now", (rule,)
            elif kind.side == payment.bill.side and not fighting[kind.index]:
                reason, rules = kind.absence
            elif kind.side == payment.bill.side and _destroyers_only(state) and kind.arm != "destroyer":
                reason, rules = "only destroyers pay their third now", ("15.642",)
            found.append(Refusal(kind.unit.id, kind.unit.at, reason, rules))
    if state.phase == "advance":
        for kind in attack.kinds:
            if state.left[kind.index]:
                reason, rules = attack.advance.answer(kind, state.round)
                if reason:
                    found.append(Refusal(kind.unit.id, kind.unit.at, reason, rules))
    return found


def _why_not_lose(kind: Kind, payment: Payment, state: State) -> tuple[str, Rules]:
    owed = payment.bill
    if kind.side != owed.side:
        return f"only the {owed.side} loses something now", ("15.61",)
    if not owed.values[kind.index]:
        if kind.arm == "destroyer":
            return "destroyers carrying the invasion are not taken as losses", ("15.641",)
        return "it gave no bombardment in this round", ("15.641B",)
    gone = tuple(had - left for had, left in zip(payment.stock, state.left, strict=True))
    reason, rules = payment.refuse(gone, kind.index)
    if reason:
        return reason, rules
    before = payment.order.index(kind.index) < state.progress[0]
    return f"one at a time, it is named {'before' if before else 'after'} the others", ("15.61",)


# --- the end ----------------------------------------------------------------------------------------


def closing(attack: Attack, state: State) -> Sequence[Line]:
    """What follows by the rules from a finished attack."""
    lines = []
    if attack.fallen(state):
        lines.append(Line("Units left out of the defence are eliminated as the hex falls.", ("12.19",)))
    if not attack.alive(state.left, "defender"):
        reason, rules = attack.advance.breakthrough(state)
        if reason:
            lines.append(Line(f"No breakthrough: {reason}.", rules))
        else:
            lines.append(Line("A breakthrough hex: fit armor that did not attack may exploit.", ("16.11", "16.21")))
    if attack.advance.holds(state.left):
        lines.append(Line("The dropped unit stays where it is until the next game turn.", ("10.56",)))
    ships = [k for k in attack.kinds if k.arm in ("fleet", "destroyer") and state.left[k.index]]
    if ships:
        lines.append(Line("Ships at sea return to port after the last regular attack.", ("15.13",)))
    if attack.scenario.condition("phase") == "exploitation":
        lines.append(Line("Armor may not advance where that breaks the chain of exploiting units.", ("15.92B",)))
    return lines


def overlay(attack: Attack, state: State) -> dict[str, Any]:
    """Counters lost, out of it or moved (how many into which hex); ``left``: factors a dwindling counter still has."""
    lost: dict[str, int] = {}
    left: dict[str, int] = {}
    out = []
    moved: dict[str, dict[str, int]] = {}
    fighting = attack.strengths.taking_part(state.fought or state.left, state.round)
    fallen = attack.fallen(state)
    for kind in attack.kinds:
        here, others = state.left[kind.index], _aside(state, kind)
        if fallen and kind.side == "defender" and kind.arm == "ground":
            others = 0
        gone = attack.full[kind.index] - here - others
        if kind.arm in ("air", "destroyer"):
            if gone:
                left[kind.unit.id] = here + others
            if gone and not here + others:
                lost[kind.unit.id] = kind.unit.count
        elif gone:
            lost[kind.unit.id] = gone
        if others or (here and state.phase in ("roll", "choose", "convert", "pay") and not fighting[kind.index]):
            out.append(kind.unit.id)
    for index, target in state.moved:
        hexes = moved.setdefault(attack.kinds[index].unit.id, {})
        place = attack.scenario.targets[target]
        hexes[place] = hexes.get(place, 0) + 1
    return {"lost": lost, "left": left, "out": out, "moved": moved}
