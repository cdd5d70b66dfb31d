"""Fights that results force one after another (11.L.1.d, 11.L.1.f), read once more from the text alone.

A chain begins with an attack as a document and goes from result to result; which units pay what is told to it. Of every
fight it says who attacks whom, where, over which terrain and with which support, as another document in which the side
that attacks is the attacker: what :mod:`wide_reference` says of that holds. Markers are counted with it.

It shares nothing with the engine. It knows no retreats, hexes of dual ownership, units held out or driven onto others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction as F
from typing import Any, NamedTuple

from tests.rules.v101125 import wide_reference
from tests.rules.v101125.wide_reference import DIRECTIONS, TARGET, distance, said

Document = dict[str, Any]
ROLES = ("attacker", "defender")
OTHER = {"attacker": "defender", "defender": "attacker"}


class Fight(NamedTuple):
    """A fight: the side of the document that attacks in it, who fights, the hex, and how it came about.

    ``clear``: the hex and the ways to it count as clear; ``serves``: the support that counts on each side; ``turned``:
    it is another attack than the one that is set up.
    """

    side: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    place: str
    clear: bool = False
    stage: str = "initial"
    serves: tuple[str, str] = ("first", "first")
    result: str = ""
    turned: bool = False


class Chain:
    """A chain of fights as it goes on: the units that live, as they are now, and all markers."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.units: dict[str, Document] = {u["id"]: dict(u) for u in document["units"] if "points" not in u}
        self.hexes = {place: dict(spot) for place, spot in document["map"]["hexes"].items()}
        self.waits: dict[str, int] = {}
        self.hurt: set[str] = set()
        ours = [u["id"] for u in self.units.values() if u["side"] == "attacker" and joins(u) and not said(u, "reserve")]
        stage = document["conditions"].get("phase", "initial")
        if stage == "exploitation":
            ours = [u["id"] for u in self.units.values() if u["side"] == "attacker" and joins(u)]
        there = self.at(TARGET, "defender")
        self.fight = Fight("attacker", tuple(ours), there, TARGET, stage=stage)
        self.fought: set[str] = {*ours, *there}

    def at(self, place: str, side: str) -> tuple[str, ...]:
        """Who of a side stands in a hex."""
        return tuple(name for name, u in self.units.items() if (u["at"], u["side"]) == (place, side))

    def crosses(self, here: str, place: str) -> list[str]:
        """What lies between two hexes."""
        found: list[str] = []
        for one, other in ((here, place), (place, here)):
            found += self.document["map"]["sides"].get(f"{one}:{DIRECTIONS[relative(other, one)]}", [])
        return found

    def reaches(self, name: str, place: str) -> bool:
        """Whether a unit stands beside a hex and may attack it (11.A.2)."""
        here = self.units[name]["at"]
        return distance(here, place) == 1 and "prohibited" not in self.crosses(here, place)

    # --- what a roll leads to -------------------------------------------------------------------------------------

    def rolled(self, token: str, column: str, dice: tuple[int, int], face: int) -> None:
        """A roll of the fight at hand: markers that count at once, those that wait, works that come down."""
        given = wide_reference.markers(self.picture(), token, dice, face)
        lost = wide_reference.casualties(self.picture(), token, face, tie=dice[0] == dice[1])
        self.hurt = {role for role, points in lost.items() if points}
        for role, more in zip(ROLES, given, strict=True):
            self.mark(role, more)
        if token in ("CA", "DL"):
            for name in (*self.fight.attackers, *self.fight.defenders):
                self.waits[name] = self.waits.get(name, 0) + 1
        if column not in ("1:4", "1:3"):
            spot = self.hexes.get(self.fight.place, {"terrain": "clear"})
            works = [lowered(row) for row in spot.get("features", [])]
            self.hexes[self.fight.place] = spot | {"features": [row for row in works if row]}

    def mark(self, role: str, more: int) -> None:
        """MP for the markers of a side of the fight at hand."""
        for name in self.fight.attackers if role == ROLES[0] else self.fight.defenders:
            self.units[name]["marker"] = said(self.units[name], "marker") + more

    def halved(self, role: str) -> None:
        """A side takes disruption as casualties: a marker, where it has none for others of the roll (T10.def)."""
        if role not in self.hurt:
            self.hurt.add(role)
            self.mark(role, 1)

    def left(self, faces: Mapping[str, Document | None]) -> None:
        """What the losses leave of units: what is printed on the side that lies up, or nothing."""
        for name, printed in faces.items():
            if printed is None:
                self.units.pop(name, None)
            elif name in self.units:
                self.units[name] |= printed

    def strikes(self) -> list[str]:
        """The hexes that the defenders may counterattack after a CA (11.L.1.d, 11.A.2, 11.H.1)."""
        able = [name for name in self.fight.defenders if name in self.units]
        enemies = {u["at"] for u in self.units.values() if u["side"] == self.fight.side}
        found = []
        for place in enemies:
            near = [name for name in able if self.reaches(name, place)]
            if any(self.units[name]["attack"] for name in near):
                found.append(place)
        return sorted(found)

    def strike(self, place: str) -> None:
        """They counterattack a hex, all of it (11.L.1.d.iv, 11.L.1.d.v)."""
        side = OTHER[self.fight.side]
        struck = self.at(place, self.fight.side)
        able = tuple(n for n in self.fight.defenders if n in self.units and self.reaches(n, place))
        clear = all(name in self.fought for name in struck)
        serves = ("counterattack", "struck")
        self.fight = Fight(side, able, struck, place, clear, self.fight.stage, serves, "CA", True)
        self.fought |= {*able, *struck}

    def again(self) -> bool:
        """Whether a deadlock of the initial phase is fought again, and by whom (11.L.1.f.i)."""
        old = self.fight
        able = [name for name in old.attackers if name in self.units]
        if able and old.side == "attacker":
            able += [
                n
                for n, u in self.units.items()
                if u["side"] == "attacker"
                and said(u, "reserve")
                and joins(u)
                and self.reaches(n, old.place)
                and n not in able
                and said(u, "face") != "remnant"
            ]
        there = [name for name in old.defenders if name in self.units]
        able = [name for name in self.units if name in able]
        if not there or not any(self.units[name]["attack"] for name in able):
            return False
        self.fight = old._replace(
            attackers=tuple(able), defenders=tuple(there), stage="exploitation", serves=("again", "again"), result="DL"
        )
        self.fought |= {*able, *there}
        return True

    def markers(self) -> dict[str, tuple[int, int]]:
        """The markers of those who are left, and what waits for the last fight (11.L.1.d.iii, 11.L.1.f.iii)."""
        return {name: (said(unit, "marker"), self.waits.get(name, 0)) for name, unit in self.units.items()}

    # --- a fight as a document --------------------------------------------------------------------------------------

    def picture(self) -> Document:
        """The fight at hand as an attack on the hex 0,0 by the attacker."""
        fight, units = self.fight, []
        for name, unit in self.units.items():
            role = "attacker" if unit["side"] == fight.side else "defender"
            if name in (*fight.attackers, *fight.defenders):
                units.append({**unit, "side": role, "at": relative(unit["at"], fight.place), "attacks": True})
        for unit in self.document["units"]:
            role = "attacker" if unit["side"] == fight.side else "defender"
            if "points" in unit and unit.get("serves", "first") == fight.serves[role == "defender"]:
                points = F(unit["points"]) * (F(1, 2) if fight.result == "CA" else 1)
                units.append({**unit, "side": role, "points": points})
        sides = {}
        for place in DIRECTIONS if not fight.clear else ():
            marks = self.crosses(shifted(place, fight.place), fight.place)
            sides[f"{TARGET}:{DIRECTIONS[place]}"] = marks
        spot = {"terrain": "clear"} if fight.clear else self.hexes.get(fight.place, {"terrain": "clear"})
        stated = dict(self.document["conditions"]) | {"phase": fight.stage}
        if fight.result:
            stated["kind"] = "forced"
        if fight.turned:
            stated |= {"chit": False, "other_dm": 0, "supplied": True}
        if fight.result == "CA":
            stated["supplied"] = False
        for unit in units if fight.turned else ():
            if said(unit, "special") in wide_reference.WHERE and said(unit, "special_counts") == "yes":
                unit["special_counts"] = "map"  # what is stated of the terrain is that of the attack that is set up
        return {**self.document, "units": units, "map": {"hexes": {TARGET: spot}, "sides": sides}, "conditions": stated}


def joins(unit: Document) -> bool:
    """Whether a unit of the attacker takes part in the attack that is set up."""
    return bool(unit.get("attacks", True))


def relative(place: str, centre: str) -> str:
    """A hex as it lies from another."""
    (q, r), (s, t) = (map(int, one.split(",")) for one in (place, centre))
    return f"{q - s},{r - t}"


def shifted(place: str, centre: str) -> str:
    """The hex that lies so from another."""
    (q, r), (s, t) = (map(int, one.split(",")) for one in (place, centre))
    return f"{q + s},{r + t}"


LADDER = {
    "fortress": "damaged_fortress",
    "unimproved_fortress": "damaged_unimproved_fortress",
    "improved_fortified_area": "fortified_area",
    "fortified_area": "improved_fort",
    "improved_fort": "fort",
    "fort": "damaged_fort",
    "improved_entrenchment": "entrenchment",
    "entrenchment": "",
}


def lowered(row: str) -> str:
    """A work a level lower (11.P.1 to 11.P.8); what is no such work stays."""
    return LADDER.get(row, row)


def names(numbers: Iterable[int], document: Document) -> tuple[str, ...]:
    """Ground units by their numbers in the order of the document."""
    ground = [unit["id"] for unit in document["units"] if "points" not in unit]
    return tuple(ground[number] for number in numbers)
