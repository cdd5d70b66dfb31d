"""Terrain and the way across it: the positive DMs of 15.32 but those of forts."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.model.trace import Ledger
from hexumpire.rulesets.aworldatwar.rules.approach import WATER, Pressure
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.setting import Kind
from hexumpire.rulesets.aworldatwar.tables import BORROWED, DM, DM_DROP, DM_TERRAIN


def landing(ledger: Ledger, seen: Pressure) -> None:
    """A seaborne invasion, unless marines lead it (15.32B, 10.71)."""
    if not seen.landing:
        ledger.skip("seaborne invasion", "nobody lands", "15.32B")
    elif seen.marines_lead:
        ledger.skip("seaborne invasion", "marines are at least half of the landing factors", "15.32B", "10.71")
    else:
        ledger.add(DM["15.32B"], "seaborne invasion", "15.32B", *(("10.84",) if seen.commandos else ()))


def river(ledger: Ledger, scenario: Scenario, seen: Pressure) -> None:
    """A river or crossing arrow that everybody attacks across (15.32C)."""
    label = "attack across a river or crossing arrow"
    wet = [way for way in seen.crossings if way & WATER]
    dry = [way for way in seen.crossings if not way & WATER]
    if not wet:
        ledger.skip("river or crossing arrow", "nobody attacks across one", "15.32C")
    elif dry:
        ledger.skip(label, "an attacker comes from a hex that is not across it", "15.32C")
    elif seen.drop:
        ledger.skip(label, "an airdrop on the defenders cancels it", "15.32C", "10.55E")
    elif seen.landing and scenario.readings["landing_river"] == "cancels":
        ledger.skip(label, "a landing is not across it", "15.32C")
    else:
        ledger.add(DM["15.32C"], label, "15.32C")


def rough(ledger: Ledger, terrain: str) -> None:
    """The terrain of the attacked hex (15.32D)."""
    if terrain in DM_TERRAIN:
        ledger.add(DM_TERRAIN[terrain], terrain.replace("_", " "), "15.32D")
    else:
        ledger.skip("rough terrain", say("{terrain} gives nothing", terrain=terrain), "15.32D")


def beach(ledger: Ledger, there: bool, seen: Pressure) -> None:
    """A beach defence, against those that land on it and nobody else (15.32G)."""
    if not there:
        ledger.skip("beach defence", "none in the hex", "15.32G")
    elif not seen.landing:
        ledger.skip("beach defence", "nobody lands", "15.32G")
    elif seen.crossings:
        ledger.skip("beach defence", "the hex is also attacked by land", "15.32G")
    else:
        ledger.add(DM["15.32G"], "beach defence", "15.32G")


def drop_alone(ledger: Ledger, scenario: Scenario, kind: Kind, seen: Pressure) -> None:
    """A hex attacked by those who drop, on it or on one attacked with it, and by nobody else (15.32H, 10.55D)."""
    if not seen.falling or seen.crossings or seen.landing:
        ledger.skip("airdrop alone", "not attacked by an airdrop alone", "15.32H", "10.55D")
    else:
        light = kind.unit.type in ("infantry", "mechanized", "replacement", "partisan")
        ledger.add(DM_DROP["infantry" if light else "other"], "airdrop alone", "15.32H", "10.55D",
                   note=BORROWED if scenario.edition == "old" else "")  # fmt: skip


def asks(survey: Survey) -> Keys:
    """What the form could ask: the reading on a landing beside an attack across a river."""
    if survey.landing and any({"river", "arrow"} & set(marks) for marks in survey.scenario.sides.values()):
        yield "landing_river"
