"""Air over the old limit between rounds: what dies, and what sits the rest of the fight out (15.632, 15.71)."""

from __future__ import annotations

from hexumpire.kit.losses import Why
from hexumpire.model.battle import Option
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.phases.pay import Pay
from hexumpire.rulesets.aworldatwar.rules.air import ONLY_AIR, over_text
from hexumpire.rulesets.aworldatwar.rules.payment import Payment
from hexumpire.rulesets.aworldatwar.setting import Counts, Kind
from hexumpire.rulesets.aworldatwar.state import State


class Trim(Pay):
    """Air over three factors for each ground factor left dies."""

    key = "trim"
    section = "15.632"

    def prompt(self, payment: Payment, left_to_pay: int) -> tuple[str, Rules]:
        """How many air factors go."""
        return over_text(payment.owed, left_to_pay, self.key == "rest"), (self.section,)

    def why_not(self, kind: Kind, state: State, payment: Payment, fighting: Counts) -> Why:
        """Nothing but air of the side that has too much of it, as far as it fights the round that the limit is for."""
        owed = payment.owed
        if owed.values[kind.index]:
            return super().why_not(kind, state, payment, fighting)
        return kind.absence if (kind.side, kind.arm) == (owed.side, "air") else (ONLY_AIR, (self.section,))


class Rest(Trim):
    """Air over three factors for each ground factor that fights on is left out."""

    key = "rest"
    section = "15.71"

    def option(self, kind: Kind, pays: int) -> Option:
        """Leaving out one factor."""
        text = say("Leave out one {unit}", unit=kind.name)
        return Option(f"rest:{kind.unit.id}", text, ("15.71",), kind.unit.id, kind.unit.at, f"rest{kind.group}",
                      pays=pays)  # fmt: skip
