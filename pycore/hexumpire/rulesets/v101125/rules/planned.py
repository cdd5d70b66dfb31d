"""Planned attacks: who may plan, how many steps, and what the defender may buy back (11.K.0, 11.B.13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from hexumpire.model.text import say
from hexumpire.model.trace import Number, Rules, Trace, plain
from hexumpire.rulesets.v101125.fight import HASTY, Fight
from hexumpire.rulesets.v101125.rules import sides, supply
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import SUPPLY
from hexumpire.rulesets.v101125.units import res

Reason = tuple[str, Rules]
FREE: Reason = ("", ())


def still_enough(moved: Iterable[Number]) -> bool:
    """Whether no attacking stack has more than one RE that moved (11.K.1)."""
    return all(size <= SUPPLY["moved"] for size in moved)


def moved(fight: Fight) -> dict[str, Number]:
    """REs that moved into each stack in the movement phase before the attack, or joined one that was held (11.K.1).

    Of a held one it is the later phase that counts. In a later turn nobody is said to have moved. Who lands or is
    dropped, or moved in the reaction phase, has moved before the attack as it is made first (11.R.0, 11.B.2).
    """
    phase = "" if fight.anew else fight.phase
    again = fight.anew or fight.paid or (fight.is_forced and fight.phase == "exploitation")
    fresh = [
        piece
        for piece in fight.attackers
        if piece.counter.text("moved") == phase
        or piece.counter.index in fight.joined
        or ((piece.counter.comes or piece.counter.flag("reacted")) and not again)
    ]
    return {place: res(p for p in fresh if fight.origin(p) == place) for place in fight.stacks}


def forbidden(fight: Fight) -> Reason:
    """Why an attack may not be planned; empty when it may."""
    if fight.kind == HASTY:
        return "a hasty attack is not planned", ("11.C.3",)
    if not still_enough(moved(fight).values()):
        if still_enough(moved(replace(fight, joined=frozenset())).values()):
            return "more than 1 RE of a stack was added to it", ("11.K.1", "11.A.13")
        return "more than 1 RE of a stack moved before it", ("11.K.1",)
    return FREE


STEPS = {"attacker": "artillery_steps", "defender": "defender_steps"}
"""What each side of the scenario may buy, as stated; in a counterattack the one that is the defender plans."""


def most(setting: Setting, fight: Fight) -> int:
    """How many steps who attacks may buy: as many as the rule on artillery gives his side, as stated (11.K.0)."""
    side = fight.attackers[0].counter.side if fight.attackers else "attacker"
    return 0 if forbidden(fight)[0] else int(setting.scenario.condition(STEPS[side]))


def most_bought_back(steps: int) -> int:
    """How many of them the defender may buy back: one fewer than there are (11.B.13)."""
    return max(0, steps - 1)


def answers(setting: Setting, fight: Fight) -> int:
    """How many steps the defender may buy back here, as far as he has the means."""
    side = "defender" if fight.attackers[0].counter.side == "attacker" else "attacker"
    return min(most_bought_back(fight.steps), int(setting.scenario.condition(STEPS[side])))


def answer_price(setting: Setting, fight: Fight) -> Number:
    """Supply points that the defender pays for his steps, by the reading on it (11.B.13)."""
    if setting.scenario.readings["buy_back"] == "free":
        return 0
    each = supply.step_price(supply.terms(setting, fight), str(setting.scenario.readings["overstack_planned"]))
    factors = supply.weather(setting.scenario) * Fraction(supply.zone(setting, fight).value or 0)
    return plain(each * fight.bought_back * factors)


def lines(fight: Fight) -> Iterator[Trace]:
    """What planned steps add to the main die, and what is bought back."""
    if fight.steps:
        yield Trace("planned attack", fight.steps, ("11.K.2",))
    if fight.bought_back:
        label = say("bought back by the {other}", other=sides.FOES[fight.side])
        yield Trace(label, -fight.bought_back, ("11.B.13",))


def asks(fight: Fight) -> Iterator[str]:
    """What the form could ask about planning."""
    if not forbidden(fight)[0]:
        yield from ("artillery_steps", "defender_steps", "chit", "buy_back")
    if fight.overstacked:
        yield "overstack_planned"
