"""Whose units stand together and who is whose enemy (4.factions, 4.2.roles): Axis, Western and Soviet.

The attacker's side is the phasing faction, whole: units, Air and markers. Every other faction is its enemy, and the
Western and Soviet factions are each other's. A counter whose faction nobody stated goes with those it stands with.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.errors import Problem
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.pieces import Piece
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import Counts, Places
from hexumpire.rulesets.daisenso.vocabulary import FACTIONS

_MINOR = "; or state the faction of the Minor Country"


def phasing(pieces: tuple[Piece, ...]) -> str:
    """The faction that attacks: that of the attacker's first ground unit that has one, else of any counter."""
    ours = [p for p in pieces if p.side == "attacker" and p.faction in FACTIONS and not p.reserve]
    return next((piece.faction for piece in [*(p for p in ours if p.kind == "ground"), *ours]), "")


def problems(setting: Setting, left: Counts, at: Places) -> Iterator[Problem]:
    """Counters on a side that their faction keeps them from, each unit once, and enemies in one hex."""
    mine, told = phasing(setting.pieces), set[str]()
    for piece in setting.pieces:
        if piece.reserve or piece.unit.id in told:  # a Force Pool is no place on the map
            continue
        told.add(piece.unit.id)
        for message, rule, fix in _misplaced(piece, mine):
            more = _MINOR if piece.standing != "major" else ""
            yield Problem(message, setting.path(piece), rule, fix + more)
    for number, target in enumerate(setting.scenario.targets):
        here = setting.here(target, left, at, "defender", ("ground",))
        found = sorted({FACTIONS[piece.faction] for piece in here if piece.faction in FACTIONS} - {FACTIONS.get(mine)})
        if len(found) > 1:
            message = f"{' and '.join(found)} units are enemies: they do not defend {shown(target)} together"
            yield Problem(message, f"$.targets[{number}]", "4.factions", "let one of the factions stand there")


def _misplaced(piece: Piece, mine: str) -> Iterator[tuple[str, str, str]]:
    """What is wrong with a counter on its side: message, rule and way out."""
    faction = piece.faction
    if faction == "neutral":
        if piece.side == "attacker":
            yield f"the {piece.name} is neutral: it attacks nobody", "4.2.roles", "state its faction, or take it off"
        elif piece.kind in ("ground", "lone"):
            yield f"the {piece.name} is neutral: it is no enemy", "4.2.1.target", "state its faction, or take it off"
        return
    if piece.unit.type == "snlf" and faction not in ("", "axis"):
        yield f"the {piece.name} is an Axis marker", "4.1.3.1.who", "give it to the Axis, or take a Beachhead marker"
    if not faction or not mine:
        return
    if piece.side == "attacker" and faction != mine:
        message = f"the {piece.name} is {FACTIONS[faction]}, and the phasing faction is the {FACTIONS[mine]}"
        rule = "4.factions" if {faction, mine} == {"western", "soviet"} else "4.2.roles"
        yield message, rule, "let one faction attack: take the others off, or put them on the defender's side"
    if piece.side == "defender" and faction == mine:
        message = f"the {piece.name} is {FACTIONS[faction]} as the attackers are: a faction does not attack its own"
        yield message, "4.factions", "take it off the defender's side"
