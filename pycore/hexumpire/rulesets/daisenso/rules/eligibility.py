"""Who may attack what (4.2.1.1): hex by hex, unit by unit and force by force, with every reason why not.

Checks give a :class:`Bar`: the reason, its rules, and the way out. :mod:`.naming` says what they come to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexumpire.model.scenario import Unit
from hexumpire.model.text import joined, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.pieces import Piece
from hexumpire.rulesets.daisenso.rules import support
from hexumpire.rulesets.daisenso.rules.weather import foul
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import Counts, Lineup, Places
from hexumpire.rulesets.daisenso.tables import ONE_HQ, RAW
from hexumpire.rulesets.daisenso.vocabulary import GROUND, TRAITS


class Bar(NamedTuple):
    """Why something may not be done; an empty reason when it may."""

    reason: str
    rules: Rules = ()
    fix: str = ""


LANDERS = ("airdrop", "snlf")
"""Markers that bring somebody onto land only if they are supplied (4.1.4.fail, 4.1.3.1.who)."""
WEAK: Rules = ("4.2.1.1.raw",)
"""The rule by which an attack is too weak."""
_OUT = "untick 'takes part in the attack', or let it attack another hex"


def unit_bars(setting: Setting, piece: Piece, target: str, left: Counts, at: Places) -> Iterator[Bar]:
    """Everything that keeps one phasing ground unit from attacking a target next to it.

    It need not be supplied (4.2.1.supply), and Air units or Airdrop markers in either hex do not matter (4.2.1.air).
    """
    unit, scenario = piece.unit, setting.scenario
    if piece.factor(left[piece.index]) == 0:
        yield Bar("a unit with attack factor 0 cannot attack", ("4.2.1.1.af0",), _OUT)
    if unit.flag("attacked"):
        yield Bar("a unit attacks only once in a segment", ("4.2.1.once-unit",), _OUT)
    elif unit.flag("took_part") and unit.type == "hq" and scenario.readings["hq_again"] == "no":
        yield Bar("an HQ that supported a combat of this segment does not attack", ("4.2.1.2.used",), _OUT)
    marks = setting.marks(at[piece.index], target)
    if "allsea" in marks and not (piece.type_at(left[piece.index]) == "marine" and unit.flag("supplied")):
        reason = "only supplied marines attack across an all-sea hexside"
        fix = "mark the hexside as a Beachhead hexside if it is one, or untick the unit"
        yield Bar(reason, ("4.2.1.1.allsea", "4.2.1.3.marine", "4.2.1.1.beachhead"), fix)
    if setting.confined(piece, target):
        yield Bar(support.CONFINED, ("4.2.1.1.capital",), "state the country of the hex, or untick the unit")
    if setting.blitz and not unit.flag("blitz"):
        yield Bar("only Blitz-enabled units attack in the Blitz segment", ("4.1.2.enabled",),
                  "tick Blitz-enabled, or take the Regular segment")  # fmt: skip
    if scenario.readings["snow"] == "all":
        yield from _snow_bar(setting, target, left, at, [piece.nation])


def hex_bars(setting: Setting, target: str, left: Counts, at: Places) -> Iterator[Bar]:
    """Everything that keeps a hex from being attacked, whoever attacks it."""
    conditions = setting.scenario.conditions
    if conditions["pre_war"]:
        yield Bar("no attacks while Pre-War is in effect", ("4.2.1.1.prewar", "12.1"), "untick Pre-War")
    if conditions["limited"]:
        yield Bar("policies, truces or failures forbid the attack", ("4.2.1.1.limits",), "untick that condition")
    if setting.blitz and not conditions["blitz_on_map"]:
        yield Bar("without a Blitz marker on the map nobody attacks in the Blitz segment", ("4.1.nomarker",),
                  "take the Regular segment")  # fmt: skip
    if setting.flag(target, "attacked_before"):
        yield Bar("a hex is attacked once in a segment", ("4.2.1.once-hex",), "attack another hex")
    if setting.text(target, "barred") == "neutral":
        yield Bar("the country is a Neutral Minor Country: no enemy is there", ("4.2.1.target", "13.4"),
                  "state that the hex is not closed by diplomacy")  # fmt: skip
    if not setting.here(target, left, at, "defender", ("ground", "lone")):
        yield Bar("there is no enemy ground unit, Detachment or Logistics marker to attack", ("4.2.1.target",),
                  "put a defender there")  # fmt: skip
    weather = foul(setting, target, left, at)
    if weather not in ("", "snow"):
        reason = say("units in {x} cannot be attacked in the Blitz segment", x=weather)
        yield Bar(reason, ("4.1.2.weather", "4.1.2.snow"), "take the Regular segment")


def company_bars(setting: Setting, fight: Lineup, left: Counts, at: Places) -> Iterator[Bar]:
    """Everything that keeps units, each of which may attack a hex, from attacking it together."""
    members = [setting.pieces[i] for i in fight.attackers]
    minors = sorted({piece.nation for piece in members if piece.standing == "minor"})
    if len(minors) > 1:
        reason = say("regular units of {x} cannot attack one hex together", x=joined(minors, " and "))
        yield Bar(reason, ("4.2.1.1.minor", "4.2.1.1.exp"), "leave one country out, or take Exp units")
    if len([piece for piece in members if piece.type_at(left[piece.index]) == "hq"]) > ONE_HQ:
        yield Bar("one HQ of a faction takes part in a combat", ("4.2.1.2.one",), "let only one of the HQs attack")
    yield from _snow_bar(setting, fight.target, left, at, [piece.nation for piece in members])


def attack_bars(setting: Setting, fight: Lineup, left: Counts, at: Places, spent: int) -> Iterator[Bar]:
    """Everything that keeps a force from attacking a hex that may be attacked."""
    yield from company_bars(setting, fight, left, at)
    if fight.defenders and not strong_enough(setting, fight, left, at, spent):
        attack, defense = raw_totals(setting, fight, left)
        form = "{n} against {m} is less than {x}, and no HQ can make up for it"
        reason = say(form, n=attack, m=defense, x=f"{RAW[0]}-{RAW[1]}")
        yield Bar(reason, WEAK, "add attackers")


def _snow_bar(setting: Setting, target: str, left: Counts, at: Places, nations: list[str]) -> Iterator[Bar]:
    """Snow in the Blitz segment: Russian attackers only (4.1.2.snow)."""
    if foul(setting, target, left, at) == "snow" and "Russian" not in nations:
        reason = "only Russian units attack units in snow in the Blitz segment"
        yield Bar(reason, ("4.1.2.weather", "4.1.2.snow"), "take the Regular segment")


def raw_totals(setting: Setting, fight: Lineup, left: Counts) -> tuple[int, int]:
    """Attack with a supporting HQ if it is named, and defence of the hex alone (4.2.1.1.raw)."""
    pieces = setting.pieces
    attack = sum(pieces[i].factor(left[i]) for i in fight.side("attacker"))
    return attack, sum(pieces[i].factor(left[i]) for i in fight.defenders)


def raw_legal(attack: int, defense: int) -> bool:
    """Whether totals reach the least raw odds."""
    return attack * RAW[1] >= RAW[0] * defense


def strong_enough(setting: Setting, fight: Lineup, left: Counts, at: Places, spent: int) -> bool:
    """Whether the attack reaches the least raw odds, with the strongest HQ that could support it."""
    attack, defense = raw_totals(setting, fight, left)
    if raw_legal(attack, defense):
        return True
    helpers = support.willing(setting, "attacker", fight, left, at, spent)
    return any(raw_legal(attack + piece.factor(left[piece.index]), defense) for piece in helpers)


def asks(setting: Setting) -> Iterator[str]:
    """What the form could ask: the segment, what forbids an attack, and the readings on who takes part."""
    yield from ("pre_war", "limited")
    if not setting.within:
        yield "segment"
    if setting.has("hq", "attacker"):
        yield "hq_again"
    if setting.blitz and any(setting.weather(target) == "snow" for target in setting.scenario.targets):
        yield "snow"


def asks_of(unit: Unit, setting: Setting) -> Iterator[str]:
    """What the form could ask about a counter: its supply, its standing, and what it has done."""
    ours = unit.side == "attacker"
    in_place = not unit.flag("pool")  # where a counter comes onto the map, what was said of that place holds for it
    if in_place and _supply_counts(unit, setting):
        yield "supplied"
    if not ours:
        return
    yield from ("attacks", "standing")
    said = unit.text("standing", "usual")
    if said in ("minor", "exp") or (said == "usual" and "minor" in TRAITS[unit.nation]):
        yield "capital"  # what lies in the capital of a Major Country no rule asks (4.2.1.1.capital)
    if in_place:
        yield "attacked"
        if setting.blitz or setting.scenario.procedure != "attack" or unit.type == "marine":
            yield "blitz"


def _supply_counts(unit: Unit, setting: Setting) -> bool:
    """Whether a rule asks for the supply of a counter: of attackers, of any HQ, and of what lands from its marker.

    No rule does of Air units and Beachheads (4.2.3.1.att, 4.1.3.who).
    """
    if unit.type in GROUND:
        return unit.side == "attacker" or unit.type == "hq"
    return unit.side == "attacker" and unit.type in LANDERS and setting.scenario.procedure == "blitz"


def asks_of_hex(place: str, setting: Setting) -> Iterator[str]:
    """What the form could ask about a hex: its country, and whether a target was attacked before."""
    yield "country"
    if place in setting.scenario.targets:
        yield "attacked_before"
