"""How attacks end and what a battle came to: who holds the hex, steps lost, hexes retreated, exploitation."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.battle import Line, Outcome
from hexumpire.model.text import capital, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.numbering import number, shown
from hexumpire.rulesets.daisenso.pieces import named
from hexumpire.rulesets.daisenso.rules import advance, stacking
from hexumpire.rulesets.daisenso.rules.exploitation import distance, drive
from hexumpire.rulesets.daisenso.rules.retreat import stack
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import Stage, State, marked

ORDER = ("destroyed", "held", "emptied", "taken")
"""Endings of attacks, the worst for the attacker first."""
ENDING_RULES: dict[str, Rules] = {
    "taken": ("4.2.7.who",), "emptied": ("4.2.7.hex",), "held": ("4.2.4.order",), "destroyed": ("4.2.6.until",),
}  # fmt: skip


def last(setting: Setting, state: State) -> bool:
    """Whether no further attack of this battle follows."""
    return setting.within or len(state.order) == len(setting.scenario.targets)


def settled(setting: Setting, state: State) -> bool:
    """Whether it does not matter who enters the hex: nothing at all follows this attack, and no other hex is empty.

    Units that exploit may go into a hex attacked before in which nobody is.
    """
    if setting.within or not last(setting, state):
        return False
    before = zip(state.order, state.endings, strict=False)
    return all(standing(setting, state, number, how) != "emptied" for number, how in before)


def ending(setting: Setting, state: State) -> str:
    """How the attack at hand has ended (4.2.7.hex)."""
    if state.entered:
        return "taken"
    if setting.here(state.fight.target, state.left, state.at, "defender", ("ground",)):
        return "held" if any(state.left[i] for i in state.fight.side("attacker")) else "destroyed"
    return "emptied"


def standing(setting: Setting, state: State | Stage, number: int, how: str) -> str:
    """How it stands with a target now; ``how`` the attack on it ended, empty where there was none.

    Defenders of another hex may have retreated into it since, or have swept its own away; attackers may have gone in
    from another attack, or have landed there, be it as a Detachment or for an Airdrop, stated or not (4.1.3.1.place).
    """
    target, left, at = setting.scenario.targets[number], state.left, state.at
    if setting.here(target, left, at, "defender", ("ground",)):
        return "destroyed" if how == "destroyed" else "held"
    if how == "taken" or target in state.ashore or setting.here(target, left, at, "attacker", ("ground", "lone")):
        return "taken"
    lone = not how and setting.here(target, left, at, "defender", ("lone",))
    return "held" if lone else "emptied"


def result(setting: Setting, state: State | Stage) -> str:
    """How it stands with all targets once there are no more attacks: as with the worst of them; empty without any.

    The attackers are eliminated where those of every attack are.
    """
    ended = dict(zip(state.order, state.endings, strict=False))
    targets = range(len(setting.scenario.targets))
    found = [standing(setting, state, number, ended.get(number, "")) for number in targets]
    if {*state.endings} != {"destroyed"}:
        found = ["held" if how == "destroyed" else how for how in found]
    return next((ending for ending in ORDER if ending in found), "")


def entry(setting: Setting, before: State, after: State) -> list[Line]:
    """Log entry of an attack that has ended without anybody in the hex."""
    if len(after.endings) == len(before.endings):
        return []
    target = shown(before.fight.target)
    if after.endings[-1] == "held":
        return [Line(say("The defenders hold {place}.", place=target), ("4.2.7.hex",))]
    if after.endings[-1] == "emptied" and before.phase != "advance":
        why, rules = advance.nobody(setting, before, after)
        return [Line(say("{place} is empty and nobody may advance: {x}.", place=target, x=why), rules)]
    return []


def lost(setting: Setting, state: State, side: str) -> int:
    """Steps a side has lost; what comes from a Force Pool in place of a unit is not lost with it."""
    full, left = setting.full, state.left
    return sum(full[p.index] - left[p.index] for p in setting.pieces if p.side == side and p.kind == "ground")


def outcome(setting: Setting, state: State) -> Outcome:
    """What the battle came to."""
    worst = state.endings[-1] if setting.within else result(setting, state)
    members = stack(setting, state)
    place = number(state.at[members[0]]) if members else 0
    return Outcome(worst, (
        ("hex", int(worst == "taken")), ("attacker_lost", lost(setting, state, "attacker")),
        ("defender_lost", lost(setting, state, "defender")), ("retreated", state.tally[0] + state.went),
        ("exploitation", max(state.tally[1], drive(setting, state))), ("place", place),
    ))  # fmt: skip


def closing(setting: Setting, state: State) -> list[Line]:
    """What follows from a finished battle."""
    lines = []
    if drive(setting, state):
        form = "Exploitation distance {n}: {m} entered, {k} unsatisfied."
        text = say(form, n=distance(state), m=state.went, k=state.unmet)
        lines.append(Line(text, ("4.2.8.distance",)))
    lines += [*back_again(setting, state), *stacking.entries(setting, state.left, state.at)]
    left = state.left
    spent = [
        p for p in setting.pieces
        if left[p.index] and p.type_at(left[p.index]) == "hq" and marked(state.spent, p.index)
    ]  # fmt: skip
    if spent:
        form = "{units} took part and may not support again in this segment."
        lines.append(Line(capital(say(form, units=named(spent, left))), ("4.2.1.2.used", "4.2.5.rout.involved")))
    return [*lines, *markers_left(setting, state)]


def back_again(setting: Setting, state: State | Stage) -> Iterator[Line]:
    """Hexes that were taken or left empty, into which defenders of another one have retreated since."""
    for target_number, how in zip(state.order, state.endings, strict=False):
        now = standing(setting, state, target_number, how)
        if how in ("taken", "emptied") and now == "held":
            place = shown(setting.scenario.targets[target_number])
            text = say("Defenders hold {place} again: they retreated there from another hex.", place=place)
            yield Line(text, ("4.2.5.place", "4.2.1.once-hex"))


def markers_left(setting: Setting, state: State | Stage) -> Iterator[Line]:
    """Markers in hexes that were taken with them, of which the text does not say what becomes.

    Units that land or exploit take a hex as those that advance do.
    """
    ended = dict(zip(state.order, state.endings, strict=False))
    for target_number, target in enumerate(setting.scenario.targets):
        markers = setting.here(target, state.left, state.at, "defender", ("lone",))
        if markers and standing(setting, state, target_number, ended.get(target_number, "")) == "taken":
            form = "What becomes of {units} in {place} the text does not say."
            text = say(form, units=named(markers, state.left), place=shown(target))
            yield Line(text, ("4.2.7.hex",))
