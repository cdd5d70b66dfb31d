"""Whose units stand together and who is whose enemy (4.factions, 4.2.roles): Axis, Western and Soviet.

The attacker's side is the phasing faction, whole: units, Air and markers. Every other faction is its enemy, and the
Western and Soviet factions are each other's. A counter whose faction nobody stated goes with those it stands with.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Unit
from hexumpire.model.text import joined, say
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.pieces import Piece
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import NOBODY, Counts, Places
from hexumpire.rulesets.daisenso.vocabulary import FACTIONS, TRAITS


def phasing(pieces: tuple[Piece, ...]) -> str:
    """The faction that attacks: that of the attacker's first ground unit that has one, else of any counter."""
    ours = [p for p in pieces if p.side == "attacker" and p.faction in FACTIONS and not p.reserve and p.same == NOBODY]
    return next((piece.faction for piece in [*(p for p in ours if p.kind == "ground"), *ours]), "")


def problems(setting: Setting, left: Counts, at: Places) -> Iterator[Problem]:
    """Counters on a side that their faction keeps them from, and enemies in one hex."""
    yield from misplaced(setting, ("attacker", "defender"))
    mine = phasing(setting.pieces)
    for number, target in enumerate(setting.scenario.targets):
        here = setting.here(target, left, at, "defender", ("ground",))
        found = sorted({FACTIONS[piece.faction] for piece in here if piece.faction in FACTIONS} - {FACTIONS.get(mine)})
        if len(found) > 1:
            form = "{factions} units are enemies: they do not defend {place} together"
            message = say(form, factions=joined(found, " and "), place=shown(target))
            yield Problem(message, f"$.targets[{number}]", "4.factions", "let one of the factions stand there")


def misplaced(setting: Setting, sides: tuple[str, ...]) -> Iterator[Problem]:
    """Counters of some sides on which their faction keeps them from standing, each unit once."""
    mine, told = phasing(setting.pieces), set[str]()
    for piece in setting.pieces:
        if piece.reserve or piece.unit.id in told or piece.side not in sides:  # a Force Pool is no place on the map
            continue
        told.add(piece.unit.id)
        for message, rule, fix in _misplaced(piece, mine):
            if piece.standing != "major":
                fix = say("{x}; or state the faction of the Minor Country", x=fix)
            yield Problem(message, setting.path(piece), rule, fix)


def _misplaced(piece: Piece, mine: str) -> Iterator[tuple[str, str, str]]:
    """What is wrong with a counter on its side: message, rule and way out."""
    faction = piece.faction
    if faction == "neutral":
        if piece.side == "attacker":
            message = say("the {unit} is neutral: it attacks nobody", unit=piece.name)
            yield message, "4.2.roles", "state its faction, or take it off"
        elif piece.kind in ("ground", "lone"):
            message = say("the {unit} is neutral: it is no enemy", unit=piece.name)
            yield message, "4.2.1.target", "state its faction, or take it off"
        return
    if piece.unit.type == "snlf" and faction not in ("", "axis"):
        message = say("the {unit} is an Axis marker", unit=piece.name)
        yield message, "4.1.3.1.who", "give it to the Axis, or take a Beachhead marker"
    if not faction or not mine:
        return
    if piece.side == "attacker" and faction != mine:
        form = "the {unit} is {faction}, and the phasing faction is the {faction2}"
        message = say(form, unit=piece.name, faction=FACTIONS[faction], faction2=FACTIONS[mine])
        rule = "4.factions" if {faction, mine} == {"western", "soviet"} else "4.2.roles"
        yield message, rule, "let one faction attack: take the others off, or put them on the defender's side"
    if piece.side == "defender" and faction == mine:
        form = "the {unit} is {faction} as the attackers are: a faction does not attack its own"
        message = say(form, unit=piece.name, faction=FACTIONS[faction])
        yield message, "4.factions", "take it off the defender's side"


def asks_of(unit: Unit, setting: Setting) -> Iterator[str]:
    """What the form could ask about a counter: the faction of a Minor Country's unit."""
    if "minor" in TRAITS[unit.nation] or unit.text("faction") != "usual":
        yield "faction"
