"""Isolation: a level of the defence for each turn of it (15.33D)."""

from __future__ import annotations

from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Ledger
from hexumpire.rulesets.aworldatwar.rules.allowance import ALWAYS_SUPPLIED
from hexumpire.rulesets.aworldatwar.rules.exposure import notes, weaken
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey


def multiplier(ledger: Ledger, unit: Unit, borrowed: str) -> None:
    """The DM of a defender that is cut off, unless it came in lately or gets some supply.

    Partisans always do, and Chindits at least in part (11.51, 10.62).
    """
    turns = unit.number("isolated_turns")
    if turns and unit.type == "partisan":
        weaken(ledger, "15.33D", "isolation", notes("partisans are always supplied", borrowed), "11.51")
    elif turns and unit.type == "chindit":
        weaken(ledger, "15.33D", "isolation", notes("Chindits always have limited supply", borrowed), "10.62")
    elif turns == 1 and unit.text("arrived", "there") in ("movement", "air"):
        weaken(ledger, "15.33D", "isolation", notes(say("came in by {x}", x=unit.text("arrived")), borrowed))
    elif turns and unit.text("supply") == "partial":
        weaken(ledger, "15.33D", "isolation", notes("partly supplied", borrowed))
    else:
        weaken(ledger, "15.33D", "isolation", "" if turns else "not isolated", levels=turns, note=borrowed)


def asks_of(unit: Unit, survey: Survey) -> Keys:
    """What the form could ask about a counter: how long a defender is isolated, and how it came in."""
    if unit.side != "attacker" and unit.type not in ALWAYS_SUPPLIED:
        yield "isolated_turns"
        if unit.number("isolated_turns") > 0:
            yield "arrived"
