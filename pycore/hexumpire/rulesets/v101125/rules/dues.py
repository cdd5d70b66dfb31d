"""What a roll makes due in a fight: bills of both sides, retreat, chain, markers (11.L, 11.M.4, Table 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from hexumpire.model.trace import Number, Rules, Trace
from hexumpire.rulesets.v101125.fight import HASTY, OVERRUN, Fight
from hexumpire.rulesets.v101125.rules import losses, markers, overrun, red, required, results, terrain, zero
from hexumpire.rulesets.v101125.rules.bills import OF_MAIN_TABLE, OF_TABLE_6, ROLES, Billed, Bills
from hexumpire.rulesets.v101125.rules.counterattack import ENTRENCHMENTS, FORTS, convertible
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.rules.losses import Account, Bill, Stake
from hexumpire.rulesets.v101125.rules.modifiers import drops_markers, marker_of_defender
from hexumpire.rulesets.v101125.rules.presence import AIRDROP
from hexumpire.rulesets.v101125.rules.results import ATTACKER, CASUALTIES, DEFENDER, Charge, Clash, Force
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import Debt, Due, pair
from hexumpire.rulesets.v101125.tables import CAPABILITY, ZOC
from hexumpire.rulesets.v101125.units import Piece, res

CITIES = {"full_city": "full", "partial_city": "partial"}
"""Cities that change the dice of disruption."""
SHELTER = frozenset({*CITIES, "home_city", "major_city", *FORTS, *ENTRENCHMENTS})
"""What halves the disruption of the main table for those in it (11.L.1.e)."""
SMALLER = ("small_city", "dot_city")
"""Cities that do so where they have an effect of their own on the fight (T10.n10)."""


class Rolled(NamedTuple):
    """What falls on a fight: the result, its column, the final modifier, the dice of disruption, that of an L."""

    token: str
    column: str
    modifier: int
    dice: tuple[int, int]
    face: int = 0


def is_sheltered(setting: Setting, fight: Fight) -> bool:
    """Whether the defender is in a work, or in a city that has an effect on the fight (11.L.1.e, T10.n10).

    One smaller than a partial-hex city has one where the chart gives it any, and where units without strength fight
    (11.H.3).
    """
    smaller = [mark for mark in fight.works if mark in SMALLER]
    if any(terrain.has_effect(setting, mark) or zero.optional(setting, fight) for mark in smaller):
        return True
    return not SHELTER.isdisjoint(fight.works)


class Engagement:
    """A fight with everything that its rolls need, each thing worked out once."""

    def __init__(self, setting: Setting, fight: Fight) -> None:
        self.setting = setting
        self.fight = fight
        self.readings: Mapping[str, str] = setting.scenario.readings
        self.figures = Figures(setting, fight)
        self.pieces = {ATTACKER: fight.attackers, DEFENDER: fight.defenders}
        self.by_res = zero.optional(setting, fight)
        self.stakes = {role: tuple(self._stake(role, piece) for piece in self.pieces[role]) for role in ROLES}
        whole = Fraction(1) if fight.clear else terrain.left_of_infantry(setting, fight)
        self.cut = int(1 / whole) if whole else 1
        self.clash = self._clash()
        self.bills = Bills(self.stakes, self.clash, self.cut, self._spared(), self.readings["uncut_double"])
        self._main: dict[tuple[str, str, int, bool], Due] = {}
        self._disrupted: dict[tuple[str, Fraction, int], tuple[Debt, ...]] = {}
        self._added: dict[tuple[str, str, int, int], int] = {}
        self._totals: dict[int, Trace] = {}
        self._charges: dict[tuple[str, int, bool], tuple[Charge, ...]] = {}

    # --- sides --------------------------------------------------------------------------------------------

    def _stake(self, role: str, piece: Piece) -> Stake:
        """A counter as its losses see it."""
        strength = self.worth(role, piece)
        behind = range(piece.face + 1, len(piece.counter.faces))
        reduced, last, *_ = [*(self.worth(role, piece._replace(face=face)) for face in behind), None, None]
        rows = required.rows_of(piece, self._used(role, piece)) if piece.counter.index not in self.fight.idle else ()
        if piece.counter.index in self.fight.guests:
            rows = tuple(row for row in rows if row == required.HOME)  # it is not used in combat (T9, 11.Q.2.f)
        used = any(row != required.HOME for row in rows)
        ability = piece.counter.unit.number("ability_factor", 1) if used else 1
        return losses.stake(strength, reduced, piece.size, rows, ability, self._uncut(role, piece), last)

    def worth(self, role: str, piece: Piece) -> Number:
        """What a counter loses with a face: its printed strength, or its REs where these fight (11.M.0a, 11.H.3)."""
        if self.by_res:
            return zero.by_size(piece)
        return piece.attack if role == ATTACKER else piece.defence

    def _used(self, role: str, piece: Piece) -> frozenset[str]:
        """The abilities by which a counter owes required losses (11.O.1).

        Of those held out and of guests none counts (11.A.3, 11.Q.2.f). Of armour the attacker uses AECA; the defender
        ATEC against it and AECD, each of them where it has an effect (11.J.3, 11.J.4).
        """
        if piece.counter.index in self.fight.idle | self.fight.guests:
            return frozenset()
        used: set[str] = set()
        if terrain.uses_ability(self.setting, self.fight, piece):
            used.add("special")
        kinds = [kind for side, kind in self.figures.armour.used if side == role]
        able = any(CAPABILITY[piece.counter.text(kind)] for kind in kinds)
        if able and piece.counter.index not in self.fight.waived:
            used.add("armour")
        return frozenset(used)

    def _uncut(self, role: str, piece: Piece) -> bool:
        """Whether the terrain that cuts attacking infantry does not cut a counter (11.F.2, 11.M.3, T6.f1)."""
        if any(terrain.armour_in_mountains(self.setting, self.fight, piece)):
            return False
        return role != ATTACKER or terrain.left(self.setting, self.fight, piece) == 1

    def _spared(self) -> tuple[tuple[int, int], ...]:
        """Weights by which those held out of the defence pay none of its bills; empty where all pay (11.A.3)."""
        if not self.fight.idle:
            return ()
        return tuple((int(one.counter.index not in self.fight.idle), 1) for one in self.fight.defenders)

    def _force(self, role: str) -> Force:
        """A side by its printed strengths."""
        pieces = self.fight.attackers if role == ATTACKER else self.fight.guards
        strengths = [self.worth(role, piece) for piece in pieces]
        alone = bool(pieces) and all(piece.counter.flag("isolated") for piece in pieces)
        uncut = any(self._uncut(role, piece) for piece in pieces)
        return Force(sum(strengths), max(strengths, default=0), res(pieces), alone, uncut)

    def _clash(self) -> Clash:
        """What results fall on."""
        works = is_sheltered(self.setting, self.fight)
        outfought = None
        if self.readings["lower_strength"] == "fought":
            outfought = self.figures.attack < self.figures.defence
        return Clash(self._force(ATTACKER), self._force(DEFENDER), self.cut, works, self.fight.dual, outfought)

    # --- dice of disruption -------------------------------------------------------------------------------

    def ground(self, rolled: Rolled) -> red.Ground:
        """What their modifiers ask."""
        fight, marks = self.fight, self.fight.works
        result = results.parse(rolled.token)
        sides = {ATTACKER: fight.attackers, DEFENDER: fight.guards}
        return red.Ground(
            modifier=rolled.modifier,
            city=next((CITIES[mark] for mark in marks if mark in CITIES), ""),
            home_city="home_city" in marks,
            work=next((mark for mark in marks if mark in FORTS), ""),
            hexside=any(self._walled(piece) for piece in fight.attackers),
            amphibious=bool(self.come("sea")) and self.occupied,
            hasty=fight.kind == HASTY,
            chit=fight.chit,
            prepared=fight.steps > 0,
            marker=0 if drops_markers(fight, self.readings) else marker_of_defender(fight),
            isolated=frozenset(role for role in ROLES if self.clash.force(role).isolated),
            short=frozenset(r for r in ROLES if any(p.counter.text("supply") != "regular" for p in sides[r])),
            cadres=result.cadres,
            price=self.overrun_price,
            minimal=result.special == "ME",
        )  # fmt: skip

    def come(self, via: str) -> tuple[int, ...]:
        """The attackers who came that way in the turn of the fight; in a later one they are on land (11.R.0)."""
        some = () if self.fight.anew else self.fight.attackers
        return tuple(one.counter.index for one in some if one.counter.text("via") == via)

    @property
    def occupied(self) -> bool:
        """Whether the hex had defenders before the reaction move (T6.a2)."""
        there = any(not piece.counter.flag("reacted") for piece in self.fight.defenders)
        return there or bool(self.fight.initial)

    @cached_property
    def overrun_price(self) -> int:
        """What an overrun without supply adds to the die (T10.n4)."""
        if self.fight.kind != OVERRUN or self.fight.supplied:
            return 0
        return overrun.added(self.figures.place().name) or 0

    def not_vacated(self, account: Account, due: Due) -> tuple[Debt, ...]:
        """What a hex that is not vacated costs those who tried to overrun it, of whom the roll has taken something.

        T10.n3, T6.f3.
        """
        if level := overrun.stayed(self.readings["failed_overrun"]):
            return tuple(self.bills.disrupted(ATTACKER, Fraction(level), self._total_beyond(), self.multiplied))
        return tuple(self.bills.due(ATTACKER, [self._exchange()], self.bills.taken(ATTACKER, account, due)))

    def failure(self, owed: int) -> Trace:
        """How the parts come about that a hex which is not vacated costs (T10.n3, T6.f3, 11.A.12)."""
        level = overrun.stayed(self.readings["failed_overrun"])
        if not level:
            return Billed(Debt(ATTACKER, Bill(CASUALTIES, owed)), (self._exchange(),)).trace()
        return red.disruption(ATTACKER, Fraction(level), self._total_beyond(), self.multiplied).charge.trace

    def _exchange(self) -> Charge:
        """The exchange that a hex which is not vacated costs."""
        return results.exchange(self.clash, ATTACKER, Fraction(1), "T10.n3")

    def _total_beyond(self) -> Trace:
        """The REs of a disruption that no roll has given a modifier."""
        return self.total(self.figures.final(self.figures.place(), self.figures.dm()))

    def _walled(self, piece: Piece) -> bool:
        """Whether a unit attacks across a fortified hexside, as none does that is dropped into the hex (11.R.0)."""
        return "fortified_side" in terrain.across(self.setting, self.fight, piece)

    def row(self, role: str, rolled: Rolled) -> red.Row:
        """The row of Table 6 that a side reads."""
        result = results.parse(rolled.token)
        mark = role, result.special, result.cadres, rolled.modifier
        added = self._added.get(mark)
        if added is None:
            added = self._added[mark] = int(self.added(role, rolled).value or 0)
        return red.row(role, rolled.dice[ROLES.index(role)] + added, self.readings["red_overflow"])

    def added(self, role: str, rolled: Rolled) -> Trace:
        """What is added to a side's die of disruption, line by line."""
        return red.modifiers(role, self.ground(rolled), self.readings)

    def total(self, modifier: int) -> Trace:
        """The REs that a full disruption takes a point for."""
        if modifier not in self._totals:
            guards = self.fight.guards
            reacted = res(piece for piece in guards if piece.counter.flag("reacted") and not self.fight.anew)
            zone = max(ZOC[piece.counter.text("zoc")] for piece in guards)
            negative = red.negative_steps(modifier, self.figures.modifiers.counted(), self.readings["red_net"])
            on = self.readings["zone_beyond"] == "on"
            stack = red.Stack(negative, reacted, self.cut, zone, self.fight.dual, on, self.fight.initial)
            self._totals[modifier] = red.re_total(self.clash, stack, self.readings["re_multipliers"])
        return self._totals[modifier]

    # --- what is owed -------------------------------------------------------------------------------------

    def charges(self, rolled: Rolled) -> tuple[Charge, ...]:
        """What the result and equal dice make both sides owe, in the order of Table 7."""
        mark = rolled.token, rolled.face, rolled.dice[0] == rolled.dice[1]
        if mark not in self._charges:
            result = results.parse(rolled.token)
            found = results.charges(result, self.clash, rolled.face, self.readings)
            tie = red.tie(self.clash, rolled.dice, result.special == "ME", self.readings["minimal_tie"])
            self._charges[mark] = (*found, *([tie] if tie and tie.points else []))
        return self._charges[mark]

    def due(self, rolled: Rolled, rows: Mapping[str, red.Row]) -> Due:
        """All that a roll makes due: the main table before a retreat, disruption after it (11.B.17, 11.B.18, 11.L.0).

        What units that are gone are worth beyond the one pays the other, so both are as good as added up (11.M.0d).
        """
        mark = rolled.token, rolled.column, rolled.face, rolled.dice[0] == rolled.dice[1]
        main = self._main.get(mark)
        if main is None:
            main = self._main[mark] = self._of_main_table(rolled)
        later = tuple(debt for role in ROLES for debt in self._shaken(role, rows[role], rolled.modifier))
        if main.minimal and self.readings["red_converted"] == "minimal":
            main = main._replace(turned=self._turned(rolled))
        if rows[DEFENDER].star:
            main = main._replace(leave="must", price=None)
        return main._replace(later=later, stays=rows[ATTACKER].star)

    def softened(self, rolled: Rolled) -> tuple[red.Row, ...]:
        """The rows that both sides read once a result is turned into an ME; none by the other reading (11.L.1.j)."""
        if self.readings["red_converted"] != "minimal":
            return ()
        softer = rolled._replace(token="ME")
        return tuple(self.row(role, softer) for role in ROLES)

    def _turned(self, rolled: Rolled) -> tuple[tuple[Debt, ...], bool, str]:
        """Disruption, whether the attacker stays and the defender goes, with the dice as an ME has them (11.L.1.j)."""
        rows = dict(zip(ROLES, self.softened(rolled), strict=True))
        later = tuple(debt for role in ROLES for debt in self._shaken(role, rows[role], rolled.modifier))
        return later, rows[ATTACKER].star, "must" if rows[DEFENDER].star else ""

    def _of_main_table(self, rolled: Rolled) -> Due:
        """What the main table and equal dice make due."""
        result = results.parse(rolled.token)
        charges = self.charges(rolled)
        lost = pair(
            sum((c.points for c in charges if (c.side, c.kind) == (role, CASUALTIES)), Fraction(0)) for role in ROLES
        )
        debts = tuple(debt for role in ROLES for debt in self.bills.due(role, charges))
        leave, price = self.leaving(rolled, lost)
        chain = result.special if result.special in markers.CHAINED else ""
        minimal = bool(chain) and self.convertible
        return Due(debts, leave=leave, price=price, chain=chain, minimal=minimal, cadres=result.cadres)

    def leaving(self, rolled: Rolled, lost: tuple[Number, Number]) -> tuple[str, int | None]:
        """Whether the defender retreats, and the parts of the exchange that it may take instead (None: it may not)."""
        result = results.parse(rolled.token)
        column = self.figures.place().name if self.readings["retreat_odds"] == "ratio" else rolled.column
        price = losses.parts(results.standing(self.clash).points) if results.may_stand(column) else None
        if self.readings["stand_against"] == "plain" and result.special != "DR":
            price = None
        if results.retreats(result, lost, False, self.readings):
            return "must", price
        if results.retreats(result, lost, True, self.readings):
            return "weaker", price
        return "", None

    @property
    def convertible(self) -> bool:
        """Whether the defender may turn a CA or DL into ME (11.F.3)."""
        return convertible(self.fight.works, self.fight.dropped, self.readings["convert_site"] == "works")

    @property
    def liable(self) -> tuple[int, ...]:
        """Attackers who are dropped into a major city, and stay liable to a CA or DL that becomes ME (11.F.3)."""
        return self.come(AIRDROP) if "major_city" in self.fight.works else ()

    def minimal(self, due: Due) -> list[Debt]:
        """What a CA or DL costs both sides that was turned into ME (11.L.1.j); not those liable to it (11.F.3)."""
        return [billed.debt for billed in self.turned(due)]

    def turned(self, due: Due) -> list[Billed]:
        """What a CA or DL costs both sides that was turned into ME, with how it comes about."""
        charges = results.charges(results.parse("ME"), self.clash, 0, self.readings)
        ours = self.bills.billed(ATTACKER, charges, self.bills.of_tie(due))
        if due.liable:
            free = [one.counter.index not in due.liable for one in self.fight.attackers]
            bills = [self.bills.without(one.debt.bill, free) for one in ours]
            ours = [one._replace(debt=one.debt._replace(bill=bill)) for one, bill in zip(ours, bills, strict=True)]
        return [*ours, *self.bills.billed(DEFENDER, charges)]

    def standing(self, account: Account, due: Due) -> list[Debt]:
        """What it costs the defender to stay, of whom the roll has taken something already (11.L.1.g)."""
        return self.bills.due(DEFENDER, [results.standing(self.clash)], self.bills.taken_to_stay(account, due))

    def _shaken(self, role: str, row: red.Row, modifier: int) -> tuple[Debt, ...]:
        """What a side disrupts by its row of Table 6."""
        mark = role, row.level, modifier
        found = self._disrupted.get(mark)
        if found is None:
            found = self._disrupted[mark] = tuple(
                self.bills.disrupted(role, row.level, self.total(modifier), self.multiplied)
            )
        return found

    def reckoned(self, rolled: Rolled, rows: Mapping[str, red.Row], due: Due) -> Iterator[tuple[Debt, Trace, Rules]]:
        """Each bill of a roll, how its points come about, and all the rules by which a side owes it so."""
        charges = self.charges(rolled)
        billed = [one for role in ROLES for one in self.bills.billed(role, charges)]
        for one in billed:
            trace = one.trace()
            yield one.debt, trace, (*trace.cited(), *self.bills.required(one.debt, OF_MAIN_TABLE))
        for debt in due.later:
            row = rows[debt.role]
            level = "T6", "11.L.2.levels", red.ROWS[row.number - 1]
            trace = red.disruption(debt.role, row.level, self.total(rolled.modifier), cited=level).charge.trace
            double = self.multiplied and any(one.uncut for one in self.stakes[debt.role])
            doubled = ("T6.f1",) if double else ()
            yield debt, trace, ("11.B.18", *trace.cited(), *doubled, *self.bills.required(debt, OF_TABLE_6))

    @cached_property
    def multiplied(self) -> bool:
        """Whether terrain multiplies the REs, so that units which it does not cut pay double (T6.f1)."""
        return red.multiplied(self.clash, self.cut, self.readings["re_multipliers"])

    # --- markers and works --------------------------------------------------------------------------------

    def hurt(self, rolled: Rolled) -> tuple[bool, bool]:
        """Which sides a roll costs casualties (T10.def)."""
        struck = {charge.side for charge in self.charges(rolled) if charge.kind == CASUALTIES}
        return ATTACKER in struck, DEFENDER in struck

    def markers(self, rolled: Rolled) -> markers.Given:
        """The markers that a roll gives (T10.def)."""
        minimal = self.readings["equal_results"] == "minimal"
        return markers.of_roll(rolled.token, rolled.dice, self.hurt(rolled), minimal)
