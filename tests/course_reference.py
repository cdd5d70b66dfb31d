"""Battles made at random, and a second way to play them, written from the rules alone."""

from __future__ import annotations

import random
from copy import copy
from itertools import product
from typing import Any

from tests.rules.aworldatwar.setting import SOUTHEAST, SOUTHWEST, WEST

Document = dict[str, Any]
Left = dict[str, int]
BATTLES = 260
"""Battles that are looked at; about half of those drawn may be fought."""
WALKED = 40
"""Small ones of them that are also walked through whole."""
POSITIONS = 1500
MOST = 4000
"""Payments that are searched one by one; a round with more of them ends the battle."""
SPECIAL = ("airborne", "marine", "commando")
RESULTS = ("A", "a", "Ex", "Ex-1", "Ex-2", "d", "D")


# --- the battles ------------------------------------------------------------------------------------


def drawn(rng: random.Random) -> tuple[tuple[list[Document], list[Document]], Document]:
    """Attackers, defenders and all else of a battle."""
    two = rng.random() < 0.35
    places = ("0,0", SOUTHWEST) if two else ("0,0",)

    def level() -> int:
        return rng.choice((1, 1, 2, 2, 3))

    attack: list[Document] = []
    landing = rng.random() < 0.45
    for at in (WEST, SOUTHEAST):
        if rng.random() < 0.75:
            kind = rng.choice(("infantry", "infantry", "armor", "marine"))
            attack.append(unit(kind, 1 if kind == "marine" else rng.randint(1, 6), level(), at=at))
    if landing:
        for kind in rng.sample(("infantry", "infantry", "marine", "commando"), rng.randint(1, 2)):
            size = 1 if kind != "infantry" else rng.randint(1, 5)
            trained = 2 if kind == "commando" else level()
            carried = rng.choice(("board", "board", "low", "high"))
            attack.append(unit(kind, size, trained, at=WEST, via="sea", carried=carried))
        if rng.random() < 0.6:
            attack.append(unit("fleet", rng.randint(1, 4), level(), at=WEST, count=rng.randint(1, 2)))
        if rng.random() < 0.6:
            attack.append(unit("destroyer", rng.randint(1, 5), level(), at=WEST))
    if rng.random() < 0.4:
        at = rng.choice(places)
        attack.append(unit("airborne", 1, rng.randint(2, 3), at=at, via="airdrop", count=rng.randint(1, 3)))
    for _ in range(rng.choice((0, 0, 1, 2))):
        attack.append(unit("air", rng.randint(1, 5), level(), at=WEST, nation=rng.choice(("US", "British"))))
    defend: list[Document] = []
    for at in places:
        for _ in range(rng.randint(1, 2)):
            kind = rng.choice(("infantry", "infantry", "armor", "partisan"))
            defend.append(unit(kind, 1 if kind == "partisan" else rng.randint(1, 3), None, at=at))
    if rng.random() < 0.4:
        defend.append(unit("air", rng.randint(1, 3), 2, at="0,0"))
    readings = {"special_places": rng.choice(("ordinary", "three"))}
    edition = rng.choice(("old", "new"))
    if edition == "new":
        readings["destroyer_share"] = rng.choice(("bill", "paid"))
    known = {"edition": edition, "targets": places, "readings": readings, "nations": ("US", "German")}
    return (attack, defend), known


def unit(kind: str, factors: int, ctl: int | None, **more: Any) -> Document:
    """A counter as a document."""
    return {"type": kind, "factors": factors, "count": 1, **({} if ctl is None else {"ctl": ctl}), **more}


# --- the reference ----------------------------------------------------------------------------------


class Reference:
    """Counters still there by id (factors of air and destroyers), and what the rules say of them."""

    def __init__(self, given: Document) -> None:
        self.old = given["edition"] == "old"
        self.targets = given["targets"]
        self.readings = given["readings"]
        self.units = {u["id"]: u for u in given["units"]}
        self.full = {key: self.size(u) for key, u in self.units.items()}
        self.left = dict(self.full)
        self.rested: Left = dict.fromkeys(self.units, 0)
        self.round = 1

    @staticmethod
    def arm(u: Document) -> str:
        return u["type"] if u["type"] in ("air", "fleet", "destroyer") else "ground"

    def size(self, u: Document) -> int:
        return u["count"] * (u["factors"] if self.arm(u) in ("air", "destroyer") else 1)

    def worth(self, key: str) -> int:
        u = self.units[key]
        return 1 if self.arm(u) in ("air", "destroyer") else u["factors"]

    def some(self, side: str, *arms: str) -> list[str]:
        return [key for key, u in self.units.items() if u["side"] == side and self.arm(u) in (arms or ("ground",))]

    def rides_low(self, u: Document) -> bool:
        """15.82B: landed by destroyers of CTL 1, which leave with it after the first round."""
        if u.get("via") != "sea":
            return False
        ships = [other["ctl"] for other in self.units.values() if other["type"] == "destroyer"]
        return {"low": True, "high": False, "board": bool(ships) and min(ships) <= 1}[u["carried"]]

    def fights(self, key: str, number: int) -> bool:
        """15.71, 15.82, 11.47: whether a counter takes part in a round."""
        u = self.units[key]
        if u["side"] == "defender":
            if u["type"] != "air":
                return True
            return any(self.left[k] and self.units[k]["type"] != "partisan" for k in self.some("defender"))
        if number > 1 and self.arm(u) == "ground" and self.rides_low(u):
            return False
        if self.arm(u) != "ground" and u["ctl"] > 1:
            return True  # only a CTL of one holds support to the first round
        return number <= max(1, u["ctl"])

    def active(self, number: int) -> Left:
        return {key: count for key, count in self.left.items() if count and self.fights(key, number)}

    def landing(self, now: Left) -> bool:
        return any(self.units[key].get("via") == "sea" for key in now)

    def dm(self, key: str, now: Left) -> int:
        """15.32A, B, G, H and 15.33C of these battles; 15.31 for the floor."""
        u, total = self.units[key], 2
        ground = [self.units[k] for k in now if k in self.some("attacker")]
        landed = [(v["type"], v["factors"] * now[v["id"]]) for v in ground if v.get("via") == "sea"]
        if landed and 2 * sum(n for kind, n in landed if kind == "marine") < sum(n for _, n in landed):
            total += 1
        dropped = any(v.get("via") == "airdrop" for v in ground)  # 10.55B, D: on any of the hexes attacked
        if dropped and all(v.get("via") == "airdrop" for v in ground):
            total += 2 if u["type"] == "armor" else 1
        if u["type"] == "partisan":
            total -= 1
        return max(1, total)

    def strengths(self, number: int) -> tuple[int, int, int]:
        """Attack, bombardment within it, and defence."""
        now = self.active(number)
        attack = sum(self.worth(key) * now[key] for key in self.some("attacker", "ground", "air") if key in now)
        landed = sum(self.worth(k) * n for k, n in now.items() if self.units[k].get("via") == "sea")
        guns = sum(self.worth(k) * now[k] for k in self.some("attacker", "fleet") if k in now)
        guns = min(guns, 3 * landed)
        return attack + guns, guns, self.defence(now)

    def defence(self, now: Left, lower: int = 0) -> int:
        ground = sum(
            self.worth(k) * now[k] * max(0, self.dm(k, now) - lower) for k in self.some("defender") if k in now
        )
        air = sum(now.get(k, 0) for k in self.some("defender", "air"))
        return ground + air * (3 if self.landing(now) else 1)

    # results

    def wipe(self, side: str, now: Left) -> None:
        for key in self.some(side, "ground", "air"):
            self.left[key] -= now.get(key, 0)

    def owed_for(self, result: str) -> set[tuple[tuple[str, int], ...]]:
        """Carry out a result; every set of counters that may go for what is left to pay (15.61 to 15.642)."""
        now = self.active(self.round)
        attack, guns, defence = self.strengths(self.round)
        if result == "D":
            self.wipe("defender", now)
            return {()}
        if result == "d":
            fight = {k: self.worth(k) for k in self.some("defender", "ground", "air") if k in now}
            need = -(-sum(worth * now[k] for k, worth in fight.items()) // 2)
            return self.minimal(fight, now, lambda paid: sum(fight[k] * n for k, n in paid.items()) >= need)
        level = {"Ex-1": 1, "Ex-2": 2}.get(result, 0)
        if level or (result == "Ex" and attack >= defence):
            need = self.defence(now, level)
            self.wipe("defender", now)
        if result == "Ex" and attack <= defence:
            return self.wiped(now, attack, guns, 0 if attack == defence else attack)
        if result in ("A", "Ex"):
            need = defence
        if result == "a":
            need = -(-defence // 2)
        return self.attackers_bill(now, need, guns)

    def third(self, paid: Left, need: int) -> int:
        """15.642: factors that have to come from destroyers."""
        total = sum(self.worth(k) * n for k, n in paid.items())
        return (total if self.readings["destroyer_share"] == "paid" else need) // 3

    def destroyers(self, now: Left) -> list[str]:
        if self.old or not self.landing(now):
            return []
        return [k for k in self.some("attacker", "destroyer") if k in now]

    def attackers_bill(self, now: Left, need: int, guns: int) -> set[tuple[tuple[str, int], ...]]:
        lines = [k for k in self.some("attacker", "ground", "air") if k in now]
        ships = [k for k in self.some("attacker", "fleet") if k in now] if guns else []
        escorts = self.destroyers(now)

        def enough(paid: Left) -> bool:
            afloat = sum(paid.get(k, 0) for k in escorts)
            if escorts and afloat < min(sum(now[k] for k in escorts), self.third(paid, need)):
                return False
            by_ships = min(guns, sum(self.worth(k) * paid.get(k, 0) for k in ships))
            others = sum(self.worth(k) * paid.get(k, 0) for k in lines)
            return others + afloat + by_ships >= need or all(paid.get(k, 0) == now[k] for k in lines)

        return self.minimal([*lines, *ships, *escorts], now, enough)

    def wiped(self, now: Left, attack: int, guns: int, owed: int) -> set[tuple[tuple[str, int], ...]]:
        """An entire force is lost, its destroyers' third with it; ``owed``: what the defender pays then."""
        force = {k: now[k] for k in self.some("attacker", "ground", "air") if k in now}
        self.wipe("attacker", now)
        escorts = self.destroyers(now)
        most = sum(now[k] for k in escorts)

        def enough(paid: Left) -> bool:
            return not escorts or sum(paid.values()) >= min(most, self.third({**force, **paid}, attack))

        ways = self.minimal(escorts, now, enough)
        if owed:
            fight = {k: self.worth(k) * self.dm(k, now) for k in self.some("defender") if k in now}
            fight |= {k: 3 if self.landing(now) else 1 for k in self.some("defender", "air") if k in now}
            theirs = self.minimal(fight, now, lambda paid: sum(fight[k] * n for k, n in paid.items()) >= owed)
            ways = {tuple(sorted((*a, *b))) for a in ways for b in theirs}
        return ways

    def minimal(self, keys: Any, now: Left, enough: Any) -> set[tuple[tuple[str, int], ...]]:
        """15.62: sets that are enough, and of which nothing can be kept."""
        keys = list(keys)
        found = []
        for counts in product(*(range(now[k] + 1) for k in keys)):
            paid = dict(zip(keys, counts, strict=True))
            if enough(paid) and not any(n and enough({**paid, k: n - 1}) for k, n in paid.items()):
                found.append(paid)
        return {tuple(sorted((k, n) for k, n in paid.items() if n)) for paid in found}

    def choices(self) -> int:
        """How many sets there are to look through."""
        size = 1
        for count in self.active(self.round).values():
            size *= count + 1
        return size

    # between rounds

    def alive(self, side: str) -> bool:
        return any(self.left[k] for k in self.some(side))

    def over(self, side: str, number: int) -> int:
        """15.632, 15.71 (old): air beyond three for each ground factor of a round."""
        now = self.active(number)
        ground = sum(self.worth(k) * now.get(k, 0) for k in self.some(side))
        return max(0, sum(now.get(k, 0) for k in self.some(side, "air")) - 3 * ground) if self.old else 0

    def after(self, way: tuple[tuple[str, int], ...]) -> tuple[Reference, str]:
        """The reference once these counters are gone, and what comes then: a question, or how it ended."""
        new = copy(self)
        new.left = {key: count - dict(way).get(key, 0) for key, count in self.left.items()}
        if not new.alive("defender"):
            return new, "advance" if new.moves({}) else "taken" if new.dropped() else "emptied"
        if not new.alive("attacker"):
            return new, "destroyed"
        return (new, "again") if new.may_go_on() else (new, new.hold())

    def may_go_on(self) -> bool:
        """15.71, 15.74: somebody's training allows it, and no landing falls below even odds."""
        number = self.round + 1
        now = self.active(number)
        if not any(k in now for k in self.some("attacker")):
            return False
        attack, _, defence = self.strengths(number)
        if self.old:  # what dies of the air is best taken from what leaves anyway
            early = sum(self.active(self.round).get(k, 0) for k in self.some("attacker", "air") if k not in now)
            flying = sum(now.get(k, 0) for k in self.some("attacker", "air"))
            ground = sum(self.worth(k) * now.get(k, 0) for k in self.some("attacker"))
            attack -= flying
            flying -= max(0, self.over("attacker", self.round) - early)
            attack += min(flying, 3 * ground)
            defence -= self.over("defender", self.round) * (3 if self.landing(now) else 1)
        return attack >= defence or not self.landing(now)

    def gone(self) -> tuple[tuple[str, int], ...]:
        lost = {key: self.full[key] - count - self.rested[key] for key, count in self.left.items()}
        return tuple(sorted((key, count) for key, count in lost.items() if count))

    def dropped(self) -> list[str]:
        return [k for k in self.some("attacker") if self.units[k].get("via") == "airdrop" and self.left[k]]

    def room(self, target: str, inside: dict[tuple[str, str], int], special: bool) -> bool:
        """12.11A, 12.12: whether one more unit may be in a hex."""
        here = [(self.units[k], self.left[k]) for k in self.dropped() if self.units[k]["at"] == target]
        here += [(self.units[k], n) for (k, to), n in inside.items() if to == target]
        light = sum(n for u, n in here if u["type"] in SPECIAL) + special
        heavy = sum(n for u, n in here if u["type"] not in SPECIAL) + (not special)
        if self.readings["special_places"] == "three" and special:
            return light <= 3
        beyond = max(0, light - 3) if self.readings["special_places"] == "ordinary" else 0
        return heavy + beyond <= 2

    def moves(self, inside: dict[tuple[str, str], int]) -> set[tuple[str, str]]:
        """15.91, 15.92, 15.82B: who may go where."""
        found = set()
        for key in self.some("attacker"):
            u = self.units[key]
            stays = u.get("via") == "airdrop" or (self.round > 1 and self.rides_low(u))
            if stays or (not self.old and not self.fights(key, self.round)):
                continue
            if self.left[key] > sum(n for (k, _), n in inside.items() if k == key):
                found |= {(key, to) for to in self.targets if self.room(to, inside, u["type"] in SPECIAL)}
        return found

    def hold(self) -> str:
        """10.56: the attack ends beside living defenders."""
        held = {self.units[k]["at"] for k in self.some("defender") if self.left[k]}
        for key in self.dropped():
            if self.units[key]["at"] in held:
                self.left[key] = 0
        return "held" if self.alive("attacker") else "destroyed"

    def losses(self, side: str) -> int:
        return sum(
            self.worth(k) * (self.full[k] - self.left[k] - self.rested[k])
            for k, u in self.units.items() if u["side"] == side
        )  # fmt: skip
