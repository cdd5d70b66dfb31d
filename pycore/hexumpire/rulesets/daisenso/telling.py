"""The log of a battle and the last words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexumpire.model.battle import Line
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso import advance
from hexumpire.rulesets.daisenso.charting import Result
from hexumpire.rulesets.daisenso.losses import fate
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.pieces import Piece, named, upper

if TYPE_CHECKING:
    from hexumpire.rulesets.daisenso.game import Attack
    from hexumpire.rulesets.daisenso.state import State

PRIORITIES = ("4.2.5.1.none", "4.2.5.1.p1", "4.2.5.1.p2")
PLACES = {"delay": "it goes to the Delay Box", "pool": "it goes to its Force Pool",
          "out of the game": "it leaves the game",
          "unstated": "it goes to its Force Pool, or with a Delay Stripe to the Delay Box"}  # fmt: skip
OLD = {where: text.replace("it ", "the old counter ", 1) for where, text in PLACES.items()}
HOW = {
    "flip-to-two": "it flips to its two-step side", "flip-to-one": "it flips to its one-step side",
    "swap-one-from-pool": "a one-step unit that could have combined into it, not an Elite one unless needed for that, "
    "comes from the Force Pool in its place",
}  # fmt: skip


def narrate(attack: Attack, before: State, action: str, after: State) -> Sequence[Line]:
    """What was done in one step, what it meant, and where it led."""
    lines = _deed(attack, before, action, after)
    if "=" in action or action.startswith("losses"):
        lines += _result(attack, before, after)
    caught = [attack.pieces[i] for i in after.joined if i not in before.joined]
    if caught:
        lines.append(
            Line(f"The rout catches up {named(caught)}.", ("4.2.5.rout", "4.2.5.rout.involved"), caught[0].side)
        )
    if before.phase == "lose" and before.job == "Dr" and after.phase == "retreat" and attack.no_way_on(before)[0]:
        lines.append(Line("Now the force can retreat again.", ("4.2.5.3.resume",), "defender"))
    lines += _unpaid(before, after)
    lines += _whither(attack, before, after)
    return lines


def _deed(attack: Attack, before: State, action: str, after: State) -> list[Line]:
    verb, _, what = action.partition(":")
    piece = attack.by_id.get(what.partition(":")[0])
    if action.startswith("!"):
        end = "the attack ends here." if attack.within else "the battle ends here."
        said = {"!end": end, "!read": "the result is read off the player aid."}
        if action == "!spare":
            return [Line(f"the {attack.losing(before)} is spared a step.")]
        return [Line(said.get(action, f"the result is {action.partition('=')[2]}."))]
    if verb == "support" and piece is not None:
        rule = "4.2.2.s1" if piece.side == "attacker" else "4.2.2.s2"
        return [Line(f"The {piece.name} in {shown(before.at[piece.index])} gives ranged support.",
                     (rule, "4.2.1.2.add"), piece.side)]  # fmt: skip
    if verb == "lose" and piece is not None:
        return [_loss(attack, before, piece, what)]
    if verb == "to" and before.phase == "retreat":
        side, stack = attack.retreating(before)
        return [Line(f"{side.capitalize()} retreats from {shown(before.at[stack[0]])} to {shown(what)}.",
                     ("4.2.5.step", _priority(attack, before)), side)]  # fmt: skip
    if verb == "to" or action == "stop":
        mover = attack.pieces[before.trek[0]]
        if action == "stop":
            return [
                Line(f"The {mover.name} stops in {shown(before.at[mover.index])}.", ("4.2.8.optional",), "attacker")
            ]
        return [Line(f"The {mover.name} goes on to {shown(what)}.", ("4.2.8.first",), "attacker"),
                *_halted(attack, before, mover, what, before.trek[1] + 1)]  # fmt: skip
    if verb in ("advance", "exploit") and piece is not None:
        target = before.fight.target
        if verb == "advance":
            return [Line(f"The {piece.name} advances into {shown(target)}.", ("4.2.7.who",), "attacker")]
        return [Line(f"The {piece.name} exploits through {shown(target)}.", ("4.2.8.who", "4.2.8.first"), "attacker"),
                *_halted(attack, before, piece, target, 1)]  # fmt: skip
    if before.phase == "name" or verb == "some":
        return _naming(attack, before, action, after)
    return [_simple(attack, before, action, verb, what)]


def _naming(attack: Attack, before: State, action: str, after: State) -> list[Line]:
    """Who was named, or left out, and what that came to."""
    verb, _, what = action.partition(":")
    lines = []
    if before.phase == "next":
        lines.append(Line(f"Next attack: {shown(what)}.", ("4.2.1.serial", "4.2.1.arrived"), "attacker"))
    elif verb == "out":
        piece = attack.by_id[what]
        name = piece.name_at(before.left[piece.index])
        lines.append(Line(f"The {name} in {shown(before.at[piece.index])} is left out.", ("4.2.1.split",), "attacker"))
    elif verb == "some":
        lines.append(Line("The attacker leaves units out.", ("4.2.1.split",), "attacker"))
    if after.phase != "name":
        text = f"{shown(after.fight.target)} is attacked by {named([attack.pieces[i] for i in after.fight.attackers])}."
        lines.append(Line(text, ("4.2.2.s1",), "attacker"))
    return lines


def _simple(attack: Attack, before: State, action: str, verb: str, what: str) -> Line:
    target = shown(before.fight.target)
    if verb == "attack":
        return Line(f"Next attack: {shown(what)}.", ("4.2.1.serial", "4.2.1.arrived"), "attacker")
    if before.phase == "next":
        return Line("No more attacks.", ("4.2.1.serial",), "attacker")
    if action == "take":
        markers = attack.board.here(before.fight.target, before.left, before.at, "defender", ("lone",))
        text = f"{target} falls without a die: {named(markers)} to the Delay Box; no exploitation."
        return Line(text, ("4.2.2.auto",), "attacker")
    if verb == "read":
        return Line(f"The player aid gives {'no retreat result' if what == 'none' else what}.", ("4.2.2.s5.roll",))
    if verb == "losses":
        return Line(f"Step losses {what}.", ("4.2.4.2.attr",))
    if action == "alone":
        rule = "4.2.2.s1" if before.job == "attacker" else "4.2.2.s2"
        return Line("No headquarters supports.", (rule,), before.job)
    if action == "convert":
        return Line("The defender loses a step in place of a hex.", ("4.2.5.3.voluntary",), "defender")
    if action in ("retreat", "step"):
        side = "defender" if before.job == "Ex-def" else "attacker"
        rule = {"Ad": "4.2.4.1.ad", "Ex": "4.2.4.1.ex-att"}.get(before.job, "4.2.4.1.ex-def")
        text = "falls back" if action == "retreat" else "pays with a step"
        return Line(f"{side.capitalize()} {text}.", (rule,), side)
    if action == "done":
        return Line("Nobody else advances." if before.entered else "Nobody advances.", ("4.2.7.who",), "attacker")
    odds = attack.shifts.odds(before.fight, before.left, before.at)
    column = attack.chart.ladder.names[odds.column] if attack.chart is not None else ""
    title = attack.chart.title if attack.chart is not None else ""
    text = f"Attack on {target}, column {column} of {title}, die {action.partition('=')[2]}."
    return Line(text, ("4.2.2.s5.roll",), "attacker")


def _priority(attack: Attack, state: State) -> str:
    side, stack = attack.retreating(state)
    return PRIORITIES[attack.ways(state, state.at[stack[0]], side).priority]


def _result(attack: Attack, before: State, after: State) -> list[Line]:
    read, result = after.read, after.result
    lines = [Line(f"The result is {read}.", ("4.2.4.order",))]
    if result != read:
        weather = attack.board.weather(before.fight.target)
        lines.append(
            Line(f"In {weather} {_part(read)} becomes {_part(result)}.", ("4.2.4.1.weather", "4.2.2.s5.weather"))
        )
    return lines


def _part(result: Result) -> str:
    return result.retreat or "it"


def _loss(attack: Attack, before: State, piece: Piece, what: str) -> Line:
    left = before.left[piece.index]
    name = piece.name_at(left)
    found = fate(piece.unit, piece.steps, left)
    if found.how == "remove":
        text = f"The {name} is eliminated; {PLACES[found.where]}."
    elif what.partition(":")[2] in attack.by_id:
        other = attack.by_id[what.partition(":")[2]]
        text = f"The {name} loses a step: the {other.name} takes its place; {OLD[found.where]}."
    elif found.how == "holding":
        box = piece.unit.text("partner")
        stays, goes = (box, piece.nation) if what.endswith(":partner") else (piece.nation, box)
        text = f"The {name} loses a step: its {stays} part stays in the hex, its {goes} part is eliminated."
    else:
        text = f"The {name} loses a step: {HOW[found.how]}"
        text += f"; {OLD[found.where]}." if found.where else "."
    return Line(text, found.rules, piece.side)


def _halted(attack: Attack, before: State, piece: Piece, place: str, entered: int) -> list[Line]:
    start = before.at[piece.index]
    at = (*before.at[: piece.index], place, *before.at[piece.index + 1 :])
    there = before._replace(at=at, trek=(piece.index, entered))
    reason, rules = attack.halt(there, start, place)
    return [Line(f"There it stops: {reason}.", rules, "attacker")] if reason else []


def _unpaid(before: State, after: State) -> list[Line]:
    more = after.unmet - before.unmet
    if more <= 0:
        return []
    text = f"{more} result{'s stay' if more > 1 else ' stays'} unsatisfied: nobody is left to pay."
    return [Line(text, ("4.2.6.until", "4.2.8.distance"), "defender")]


def _whither(attack: Attack, before: State, after: State) -> list[Line]:
    if before.phase == "next":
        return _spared(attack, before) if after.phase == "over" else []
    if len(after.endings) == len(before.endings):
        return []
    target = shown(before.fight.target)
    if after.endings[-1] == "held":
        return [Line(f"The defenders hold {target}.", ("4.2.7.hex",))]
    if after.endings[-1] == "emptied" and before.phase != "advance":
        why, rules = _nobody(attack, before, after)
        return [Line(f"{target} is empty and nobody may advance{why}.", rules)]
    return []


def _spared(attack: Attack, state: State) -> list[Line]:
    """Targets that were not attacked, and why they could not be."""
    return [
        Line(f"{shown(fight.target)} could not be attacked: {bar.reason}.", bar.rules, "attacker")
        for fight, bar in attack.open_targets(state) if bar.reason
    ]  # fmt: skip


def _nobody(attack: Attack, before: State, after: State) -> tuple[str, Rules]:
    fight = before.fight
    reason, rules = advance.hex_closed(attack.board, fight.target, after.left, after.at)
    if reason:
        return f": {reason}", rules
    for i in fight.side("attacker"):
        if after.left[i]:
            why, rules = advance.stays(attack.board, attack.pieces[i], fight.target, after.left, after.at)
            return f": the {attack.pieces[i].name}: {why}", rules
    return ": the attackers are gone", ("4.2.7.who",)


# --- the end ----------------------------------------------------------------------------------------


def closing(attack: Attack, state: State) -> Sequence[Line]:
    """What follows from a finished battle."""
    lines = []
    if attack.distance(state) and attack.armored(state):
        hexes = f"{state.went} entered, {state.unmet} unsatisfied"
        lines.append(Line(f"Exploitation distance {attack.distance(state)}: {hexes}.", ("4.2.8.distance",)))
    for place in sorted(set(state.at)):
        for side in ("attacker", "defender"):
            here = attack.board.here(place, state.left, state.at, side, ("ground",))
            if len(here) > 1 and any(state.at[p.index] != p.unit.at for p in here):
                text = f"{shown(place)}: stacking must be in order when the segment ends."
                lines.append(Line(text, ("4.2.5.3.overstack", "4.2.7.stack"), side))
    spent = [p for p in attack.pieces if p.unit.type == "hq" and state.spent >> p.index & 1 and state.left[p.index]]
    if spent:
        text = f"{upper(named(spent))} took part and may not support again in this segment."
        lines.append(Line(text, ("4.2.1.2.used", "4.2.5.rout.involved")))
    for number, ending in zip(state.order, state.endings, strict=False):
        target = attack.scenario.targets[number]
        markers = attack.board.here(target, state.left, state.at, "defender", ("lone",))
        if markers and ending == "taken":
            text = f"What becomes of {named(markers)} in {shown(target)} the text does not say."
            lines.append(Line(text, ("4.2.7.hex",)))
    return lines
