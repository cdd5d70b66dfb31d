"""What comes of an attack by the second reading: results, what may be lost, further rounds, advance (15.53 to 15.93).

Every question is answered by trying everything: all sets of counters are looked at, and those stay that pay what is
owed and of which nothing can be kept (15.62).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from tests.rules.aworldatwar.combat_reference import SPECIAL, Attack, Document, Round

Losses = tuple[tuple[str, int], ...]
Counts = Mapping[str, int]
Inside = Mapping[tuple[str, str], int]
"""How many counters of whom are in which attacked hex."""
CONVERTED = {1: {"Ex-2": 1, "d": 1, "D": 1}, 2: {"d": 2, "D": 2}, 3: {"d": 3, "D": 3}}
"""15.55: results by training, each with the number behind its "Ex-"."""


def band(ctl: int) -> int:
    """15.55: training of one or less, of two, of three or more."""
    return min(3, max(1, ctl))


def minimal(keys: list[str], r: Round, enough: Callable[[Counts], bool]) -> set[Losses]:
    """15.62: sets that are enough, and of which no counter can be kept."""
    found = set()
    for counts in product(*(range(r.now[k] + 1) for k in keys)):
        paid = dict(zip(keys, counts, strict=True))
        if enough(paid) and not any(n and enough({**paid, k: n - 1}) for k, n in paid.items()):
            found.add(tuple(sorted((k, n) for k, n in paid.items() if n)))
    return found


class Course:
    """A round, and what its results lead to."""

    def __init__(self, attack: Attack, left: Counts, number: int = 1) -> None:
        self.a, self.left, self.number = attack, left, number
        self.r = Round(attack, left, number)

    # --- results that become others (15.53 to 15.551)

    def early(self) -> bool:
        """15.54: exploitation attacks of the Germans in their early years."""
        armor = [u for u in self.r.ground if u["nation"] == "German" and (self.a.old or u["type"] == "armor")]
        return bool(self.a.on("early_german") and self.a.on("phase") == "exploitation" and armor)

    def front(self, place: str) -> bool | None:
        """15.55: whether a hex is fortified against all who attack it; None: against some of them."""
        names, r = set(self.a.hex(place)["features"]), self.r
        if names & {"fortress", "fortification"} or ("fortified_island" in names and (self.a.old or r.landed)):
            return True
        if names & {"maginot", "west_wall"}:
            sides = {"fort" in self.a.marks(place, u["at"]) for u in r.by_land}
            if any(r.turned(u) for k in r.some("defender") if (u := self.a.units[k])["at"] == place):
                return True
            return sides != {False} if len(sides) < 2 else None
        if "singapore" in names and (r.landed or r.by_land):
            return bool(r.landed) if not (r.landed and r.by_land) else None
        if "singapore" in names:
            return not self.a.reads("singapore_drop", "sea")
        if "beach" in names and r.landed:
            return None if r.by_land else True
        return False

    def softened(self) -> bool:
        """15.55: whether results of this round are softened."""
        if self.a.on("atomic") or (not self.a.old and self.a.on("japanese_surprise")):
            return False
        if not self.a.old and self.r.landed and not self.a.reads("invasion_scope", "fortified"):
            return True
        hard = [self.front(at) for at in self.r.held]
        return True in hard or (None in hard and not self.a.reads("mixed_approach", "open"))

    def lowest(self) -> int:
        """15.551: the training that counts."""
        force = list(self.r.ground)
        if self.a.reads("lowest_ctl", "all"):
            force += [self.a.units[k] for k in self.r.some("attacker", "air")]
        return min(self.a.ctl(u) for u in force)

    def ways(self, result: str) -> dict[tuple[str, ...], set[Losses]]:
        """What may be lost after every answer to the questions that a result raises."""
        if result == "Ex" and self.early():
            result = "Ex-1"
        level = CONVERTED[band(self.lowest())].get(result) if self.softened() else None
        if level and not self.a.old and result != "d":
            return {(): self.losses(result, level)}
        as_it_is: dict[tuple[str, ...], set[Losses]] = {(): self.losses(result)}
        if result == "d":
            instead = "Ex-1" if self.early() else "Ex"
            as_it_is = {("keep",): self.losses("d"), ("exchange",): self.losses(instead)}
        if not level:
            return as_it_is
        soft = self.losses(result, level)
        if result == "d" and not self.a.reads("conversion_order", "defender"):
            exchanged = as_it_is["exchange",]
            return {("keep", "keep"): as_it_is["keep",], ("keep", "convert"): soft, ("exchange",): exchanged}
        return {("convert",): soft, **{("keep", *path): lost for path, lost in as_it_is.items()}}

    # --- what is owed (15.61)

    def literal(self, key: str) -> int:
        """A DM as losses go by it."""
        net = self.r.net(key)
        return net if self.a.old and self.a.reads("low_dm", "literal") else max(1, net)

    def air(self) -> int:
        """What defensive air counts in losses."""
        return self.r.air if self.a.reads("das_losses", "plain") else self.r.air_counts

    def bill(self, lower: int = 0) -> int:
        """The modified defence, with DMs so many levels lower."""
        levels = [self.r.sum([k]) * (self.literal(k) - lower) for k in self.r.some("defender")]
        together = lower and self.a.reads("ex_levels", "total")
        return (max(0, sum(levels)) if together else sum(max(0, level) for level in levels)) + self.air()

    def losses(self, result: str, level: int = 0) -> set[Losses]:
        """Every set of counters that may go; ``level``: the number behind the Ex- that it is turned into."""
        r = self.r
        if level:
            return self.together(self.all("defender"), self.steps(result))
        if result in ("A", "a"):
            return self.pays([([], self.bill() if result == "A" else -(-self.bill() // 2))])
        if result == "D":
            return {tuple(sorted(self.all("defender").items()))}
        if result == "d":
            values = {k: r.worth(k) for k in r.some("defender") + r.some("defender", "air")}
            return self.covers(values, -(-r.sum(list(values)) // 2))
        if result == "Ex" and r.attack < r.defence:
            values = {k: r.worth(k) * max(1, r.net(k)) for k in r.some("defender")}
            values |= {
                k: 3 if r.landed and not self.a.reads("das_losses", "plain") else 1 for k in r.some("defender", "air")
            }
            return {tuple(sorted((*one, *other))) for one in self.wiped() for other in self.covers(values, r.attack)}
        if result == "Ex" and r.attack == r.defence:
            return self.together(self.all("defender"), self.wiped())
        return self.together(self.all("defender"), self.pays([([], self.bill(int(result[3:] or 0)))]))

    def steps(self, result: str) -> set[Losses]:
        """15.551: the least trained settle it, or else they all go and the next have less to settle."""
        force = self.r.some("attacker")
        if self.a.reads("lowest_ctl", "all"):
            force = force + self.r.some("attacker", "air")
        grades = sorted({self.a.ctl(self.a.units[k]) for k in force})
        groups = [[k for k in force if self.a.ctl(self.a.units[k]) == grade] for grade in grades]
        levels = [CONVERTED[band(grade)].get(result, 2) for grade in grades]
        return self.pays([(group, self.bill(level)) for group, level in zip(groups, levels, strict=True)])

    def all(self, side: str) -> dict[str, int]:
        """An entire force, with its air unless that outlives it (15.632)."""
        air = [] if self.a.reads("air_dies", "ground") else self.r.some(side, "air")
        return {k: self.r.now[k] for k in self.r.some(side) + air}

    def together(self, sure: Counts, ways: set[Losses]) -> set[Losses]:
        """What is lost anyway, with every way to lose the rest."""
        return {tuple(sorted((*sure.items(), *way))) for way in ways}

    def covers(self, values: Counts, need: int) -> set[Losses]:
        """Sets of counters that come to what is needed, or all."""

        def enough(paid: Counts) -> bool:
            got = sum(values[k] * n for k, n in paid.items())
            return got >= need or all(n == self.r.now[k] for k, n in paid.items())

        return minimal(list(values), self.r, enough)

    def escorts(self) -> list[str]:
        """15.642: destroyers that have to pay a third."""
        return self.r.some("attacker", "destroyer") if self.r.landed and not self.a.old else []

    def shared(self, paid: Counts, need: int) -> bool:
        """15.642: whether destroyers pay enough of it."""
        escorts, r = self.escorts(), self.r
        due = sum(r.worth(k) * n for k, n in paid.items()) if self.a.reads("destroyer_share", "paid") else need
        return not escorts or sum(paid.get(k, 0) for k in escorts) >= min(r.sum(escorts), due // 3)

    def pays(self, steps: list[tuple[list[str], int]]) -> set[Losses]:
        """What the attacker may lose: enough for the first of these, or all of its group and enough for the next."""
        r = self.r
        lines = r.some("attacker") + r.some("attacker", "air")
        ships = r.some("attacker", "fleet") if r.guns else []

        def enough(paid: Counts) -> bool:
            got = sum(r.worth(k) * paid[k] for k in lines + self.escorts())
            got += min(r.guns, sum(r.worth(k) * paid[k] for k in ships))
            for group, need in steps:
                if (got >= need or all(paid[k] == r.now[k] for k in lines)) and self.shared(paid, need):
                    return True
                if not group or any(paid[k] < r.now[k] for k in group):
                    return False
            return False

        return minimal([*lines, *ships, *self.escorts()], r, enough)

    def wiped(self) -> set[Losses]:
        """The attackers' entire force, and the share of their destroyers."""
        sure = self.all("attacker")
        ways = minimal(self.escorts(), self.r, lambda paid: self.shared({**sure, **paid}, self.r.attack))
        return self.together(sure, ways)

    # --- what comes then (15.7, 15.9)

    def after(self, lost: Losses) -> dict[str, int]:
        """Who is left."""
        gone = dict(lost)
        return {k: n - gone.get(k, 0) for k, n in self.left.items()}

    def alive(self, side: str, left: Counts) -> bool:
        """Whether a side has ground units left."""
        ground = [k for k in self.a.of(side) if self.a.units[k]["type"] != "flak"]
        return any(left[k] > self.a.aside.get(k, 0) for k in ground)

    def then(self, lost: Losses) -> tuple[str, dict[str, int]]:
        """What comes after losses, a question or how it ended, and who is left then."""
        left = self.after(lost)
        if not self.alive("defender", left):
            self.shocked(left)
            there = self.entered(left, {})
            if self.moves(left, {}):
                return "advance", there | {k: left[k] for k in self.a.aside}
            return self.won(left, {}), there
        if not self.alive("attacker", left):
            return "destroyed", left
        return ("again", left) if self.goes_on(left) else self.hold(left)

    def shocked(self, left: dict[str, int]) -> None:
        """12.16: shock armies are gone after the attack."""
        left |= {k: 0 for k in self.a.of("attacker") if self.a.units[k].get("shock_army")}

    def entered(self, left: Counts, inside: Inside) -> dict[str, int]:
        """10.94, 12.19: who is left when flak, and who did not count, have died in hexes that are entered."""
        here = {self.a.units[k]["at"] for k in self.airborne(left)} | {at for _, at in inside}
        return {
            k: n if self.a.units[k]["at"] not in here or k not in self.a.of("defender") else 0 for k, n in left.items()
        }

    def won(self, left: Counts, inside: Inside) -> str:
        """How it ends when all defenders that counted are gone."""
        if inside or self.airborne(left):
            return "taken"
        return "held" if any(left[k] for k in self.a.aside) else "emptied"

    def breaks(self, inside: Inside) -> bool:
        """16.11: whether it is a breakthrough."""
        units = [self.a.units[k] for k in self.r.some("attacker")]
        armor = any(self.a.rolls(u) and self.a.supply(u) == "full" and self.a.ctl(u) >= 1 for u in units)
        return bool(inside) and armor and self.a.on("phase") == "regular"

    def goes_on(self, left: Counts) -> bool:
        """15.71 to 15.74."""
        return any(bool(r.ground) and not r.barred() for r in self.following(left).values())

    def following(self, left: Counts) -> dict[tuple[Losses, Losses], Round]:
        """The next round, by what is lost and what is left out of it as air above the limits (15.632, 15.71)."""
        ways: dict[tuple[Losses, Losses], Round] = {}
        for lost in self.beyond(Round(self.a, left, self.number), "attacker", "defender"):
            trimmed = {k: n - dict(lost).get(k, 0) for k, n in left.items()}
            for out in self.beyond(Round(self.a, trimmed, self.number + 1), "attacker"):
                there = {k: n - dict(out).get(k, 0) for k, n in trimmed.items()}
                ways[lost, out] = Round(self.a, there, self.number + 1)
        return ways

    def beyond(self, r: Round, *sides: str) -> list[Losses]:
        """Ways to choose the air that exceeds three for each ground factor; in the new edition none does."""
        ways: list[Losses] = [()]
        for side in sides if self.a.old else ():
            air = r.some(side, "air")
            over = max(0, r.sum(air) - 3 * r.sum(r.some(side)))
            counts = [n for n in product(*(range(r.now[k] + 1) for k in air)) if sum(n) == over]
            some = [[(k, n) for k, n in zip(air, way, strict=True) if n] for way in counts]
            ways = [tuple(sorted((*one, *more))) for one in ways for more in some]
        return ways

    def airborne(self, left: Counts) -> list[str]:
        """Who dropped in attacked hexes and lives."""
        return [k for k in self.a.of("attacker") if self.a.drops(self.a.units[k]) and left[k]]

    def moves(self, left: Counts, inside: Inside) -> set[tuple[str, str]]:
        """15.91 to 15.93, 12.16: who may go where."""
        found: set[tuple[str, str]] = set()
        if self.a.on("allies_disagree") and len({self.a.units[k]["nation"] for k in self.a.of("attacker")}) > 1:
            return found
        for key in self.a.of("attacker"):
            u = self.a.units[key]
            stays = self.a.drops(u) or u.get("shock_army") or self.a.supply(u) == "none"
            if stays or (self.number > 1 and self.r.withdraws(u)):
                continue
            if not self.a.old and not self.r.fights(key):
                continue
            if left[key] > sum(n for (k, _), n in inside.items() if k == key):
                found |= {(key, at) for at in self.a.targets if self.room(at, left, inside, u)}
        return found

    def room(self, target: str, left: Counts, inside: Inside, new: Document) -> bool:
        """12.11 to 12.13: whether one more unit may be in a hex."""
        here = [(self.a.units[k]["type"], left[k]) for k in self.airborne(left) if self.a.units[k]["at"] == target]
        here += [(self.a.units[k]["type"], n) for (k, at), n in inside.items() if at == target] + [(new["type"], 1)]
        light = sum(n for kind, n in here if kind in SPECIAL)
        heavy = sum(n for kind, n in here) - light
        most = self.a.places(target, entering=True)[0]
        if self.a.reads("special_places", "ordinary"):
            return heavy + max(0, light - 3) <= most
        return heavy <= most and (light <= 3 or new["type"] not in SPECIAL)

    def hold(self, left: dict[str, int]) -> tuple[str, dict[str, int]]:
        """10.56: the attack ends beside living defenders, and who dropped among them dies."""
        left = dict(left)
        held = {self.a.units[k]["at"] for k in self.a.of("defender") if left[k]}
        left |= {k: 0 for k in self.airborne(left) if self.a.units[k]["at"] in held}
        self.shocked(left)
        return ("held" if self.alive("attacker", left) else "destroyed"), left
