"""Totals and column shifts of an attack (4.2.2 steps 3 and 4, 4.2.3), each applied and explained in one call."""

from __future__ import annotations

from typing import NamedTuple

from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Ledger, Rules, Trace
from hexumpire.rulesets.daisenso import support
from hexumpire.rulesets.daisenso.board import SEA_SIDES, Board, Places
from hexumpire.rulesets.daisenso.charting import TEC, Chart, sure_column
from hexumpire.rulesets.daisenso.lineup import NOBODY, Lineup
from hexumpire.rulesets.daisenso.numbering import apart, shown
from hexumpire.rulesets.daisenso.pieces import Counts, Piece
from hexumpire.rulesets.daisenso.tables import ASKED_SIDES, SHIFT, TERRAIN, TERRAIN_LEAST


class Odds(NamedTuple):
    """Totals, net shift (positive to the right), and the columns before and after it; -1 without a chart."""

    attack: int
    defense: int
    net: int
    raw: int
    column: int


def shift_of(scenario: Scenario, key: str) -> int | None:
    """The shift of a row of the terrain chart, from the text, the pack, or a circumstance; None if nobody said."""
    if key in TERRAIN:
        return TERRAIN[key]
    if scenario.pack is not None:
        given = scenario.pack.cell(TEC, key)
        if given is not None:
            return int(given)
    said = str(scenario.conditions.get(key, "chart"))
    return None if said == "chart" else int(said)


def side_keys(board: Board, marks: frozenset[str]) -> list[str]:
    """Rows of the terrain chart for what lies along a hexside."""
    if not marks:
        return ["none"] if board.scenario.readings["plain_side"] == "counts" else []
    return [f"side_{mark}" if mark in ASKED_SIDES else mark for mark in sorted(marks)]


def lowest_side(board: Board, keys: list[str]) -> tuple[int, list[str]]:
    """The lowest shift among rows of the terrain chart (4.2.3.8.hexside), and the rows that must be known to tell."""
    known = [value for key in keys if (value := shift_of(board.scenario, key)) is not None]
    unknown = sorted({key for key in keys if shift_of(board.scenario, key) is None})
    low = min(known, default=None)
    if low is not None:
        unknown = [key for key in unknown if TERRAIN_LEAST.get(key, 0) < low]
    return low or 0, unknown


class Shifts:
    """Works out the odds of line-ups on one board."""

    def __init__(self, board: Board, chart: Chart | None) -> None:
        self.board = board
        self.chart = chart
        self._kept: dict[tuple[Lineup, Counts, Places], Odds] = {}

    def odds(self, fight: Lineup, left: Counts, at: Places) -> Odds:
        """The odds of a line-up."""
        mark = (fight, left, at)
        found = self._kept.get(mark)
        if found is None:
            found = self._kept[mark] = self._work(fight, left, at, False)[0]
        return found

    def trace(self, fight: Lineup, left: Counts, at: Places, spent: int = 0) -> Trace:
        """The odds with their reasons; ``spent``: bits of pieces that took part in a combat before."""
        return self._work(fight, left, at, True, spent)[1]

    def unknown(self, fight: Lineup, left: Counts, at: Places) -> list[str]:
        """Rows of the terrain chart that this attack needs and nobody has told."""
        found = [key for key in self._hex_keys(fight.target) if shift_of(self.board.scenario, key) is None]
        return found + lowest_side(self.board, self._sides(fight, left, at))[1]

    # --- in order -------------------------------------------------------------------------------------

    def _work(self, fight: Lineup, left: Counts, at: Places, explain: bool, spent: int = 0) -> tuple[Odds, Trace]:
        attack, defense = self._total(fight, left, "attacker", explain), self._total(fight, left, "defender", explain)
        if explain:
            for side, ledger in (("attacker", attack), ("defender", defense)):
                self._no_support(ledger, side, fight, left, at, spent)
        net = Ledger(explain)
        self._air(net, fight, left, at, "attacker")
        self._airdrops(net, fight, left, at)
        self._armor(net, fight, left)
        self._marines(net, fight, left, at)
        self._headquarters(net, fight, left, "attacker")
        self._air(net, fight, left, at, "defender")
        self._fortress(net, fight, left)
        self._headquarters(net, fight, left, "defender")
        self._mud(net, fight)
        self._terrain(net, fight, left, at)
        raw = column = NOBODY
        moved = int(net.total)
        if self.chart is not None:
            top = len(self.chart.ladder.names) - 1
            raw = max(0, self.chart.ladder.column(attack.total, defense.total))
            column = min(max(raw + moved, 0), top)
        odds = Odds(int(attack.total), int(defense.total), moved, raw, column)
        if not explain:
            return odds, _NOTHING
        return odds, Trace("Odds", None, ("4.2.2.s3.total",), "list", (
            attack.close("Attacker's total", "4.2.2.s3.total"), defense.close("Defender's total", "4.2.2.s3.total"),
            self._ratio(odds), net.close("Column shifts, right less left", "4.2.2.s4.net"), self._column(odds),
        ))  # fmt: skip

    def _ratio(self, odds: Odds) -> Trace:
        rules: Rules = ("4.2.2.s3.round", "4.2.2.s3.clamp")
        if self.chart is None:
            note = "look up the column; fractions favour the defender, the ends are 1-3 and 9-1"
            sure = sure_column(odds.attack, odds.defense)
            label = f"{odds.attack} : {odds.defense}" + (f" is {sure}" if sure else "")
            return Trace(label, None, rules, "list", note="on any chart" if sure else note)
        label = f"{odds.attack} : {odds.defense} is {self.chart.ladder.names[odds.raw]}"
        return Trace(label, None, rules, "list", note=f"columns of {self.chart.title}")

    def _column(self, odds: Odds) -> Trace:
        if self.chart is None:
            where = f"{abs(odds.net)} to the {'right' if odds.net > 0 else 'left'}" if odds.net else "no shift"
            return Trace(f"Read the chart: {where}", None, ("4.2.2.s4.clamp",), "list")
        label = f"Column {self.chart.ladder.names[odds.column]}"
        note = "" if odds.raw + odds.net == odds.column else "the chart ends there"
        return Trace(label, None, ("4.2.2.s4.clamp",), "list", note=note)

    def _total(self, fight: Lineup, left: Counts, side: str, explain: bool) -> Ledger:
        ledger = Ledger(explain)
        supporter = fight.ours if side == "attacker" else fight.theirs
        for i in fight.side(side):
            piece = self.board.pieces[i]
            ranged = i == supporter
            rule = "4.2.1.2.add" if ranged else "4.2.2.s3.total"
            ledger.add(piece.factor(left[i]), piece.name + (" by ranged support" if ranged else ""), rule)
        return ledger

    def _no_support(self, ledger: Ledger, side: str, fight: Lineup, left: Counts, at: Places, spent: int) -> None:
        """Why HQs outside the fight give no ranged support (4.2.1.2.offer)."""
        if (fight.ours if side == "attacker" else fight.theirs) != NOBODY:
            return
        ledger.skip("Ranged support", "no HQ supports from afar", "4.2.1.2.offer")
        for piece in support.candidates(self.board, side, fight, left, at):
            reason, rules = support.refusal(self.board, piece, fight, left, at, spent)
            if reason:
                ledger.skip(f"{piece.name} in {shown(at[piece.index])}", reason, *rules)

    # --- shifts ---------------------------------------------------------------------------------------

    def _blitz(self) -> bool:
        return self.board.scenario.conditions["segment"] == "blitz"

    def _air(self, net: Ledger, fight: Lineup, left: Counts, at: Places, side: str) -> None:
        rule = "4.2.3.1.att" if side == "attacker" else "4.2.3.1.def"
        fliers = [
            piece for piece in self.board.pieces
            if piece.kind == "air" and piece.side == side and left[piece.index]
            and apart(at[piece.index], fight.target) <= 1
        ]  # fmt: skip
        if not fliers:
            net.skip(f"Air of the {side}", "no Air unit in or next to the target", rule)
        for piece in fliers:
            reason, why = self._grounded(piece, fight, left, at)
            if reason:
                net.skip(piece.name, reason, rule, *why)
            else:
                net.add(SHIFT[rule], piece.name, rule, "4.2.3.1.reuse")

    def _grounded(self, piece: Piece, fight: Lineup, left: Counts, at: Places) -> tuple[str, Rules]:
        ours = [self.board.pieces[i] for i in fight.side(piece.side)]
        nations = {one.nation for one in ours}
        for one in ours:
            if one.type_at(left[one.index]) == "hq":  # what is left of a multi-national HQ is of one nation
                nations |= set(one.nations)
        weather = self.board.weather(fight.target)
        if piece.nation not in nations:
            return f"no {piece.nation} unit takes part on its side", ("4.2.3.1.multi",)
        if weather == "mud":
            return "the target lies in mud", ("4.2.3.1.mud",)
        if weather in ("storms", "snow") and at[piece.index] != fight.target:
            return f"in {weather} only from inside the target hex", ("4.2.3.1.snow",)
        if piece.side == "attacker" and self._blitz() and not piece.unit.flag("blitz"):
            return "it is not Blitz-enabled", ("4.1.2.enabled",)
        return "", ()

    def _airdrops(self, net: Ledger, fight: Lineup, left: Counts, at: Places) -> None:
        rule, label = "4.2.3.2.drop", "Airdrop"
        drops = self.board.here(fight.target, left, at, "attacker", ("airdrop",))
        if not drops:
            net.skip(label, "no Airdrop marker in the target", rule)
        elif not self._blitz():
            net.skip(label, "only in the Blitz segment", rule, "4.1.2.shifts")
        else:
            for piece in drops:
                if self.board.scenario.readings["drop_shift"] == "idle" and not piece.unit.flag("blitz"):
                    net.skip(piece.name, "outside a Blitz-enabled hex, by the reading chosen", rule, "4.1.2.enabled")
                else:
                    net.add(SHIFT[rule], piece.name, rule)

    def _armor(self, net: Ledger, fight: Lineup, left: Counts) -> None:
        rule, label = "4.2.3.3.armor", "Armor"
        armor = [p for i in fight.attackers if (p := self.board.pieces[i]).type_at(left[i]) == "armor"]
        if not armor:
            net.skip(label, "no armor attacks", rule)
        elif not self._blitz():
            net.skip(label, "only in the Blitz segment", rule, "4.1.2.shifts")
        elif not any(p.unit.flag("supplied") and p.unit.flag("blitz") for p in armor):
            net.skip(label, "none is both supplied and Blitz-enabled", rule)
        else:
            net.add(SHIFT[rule], label, rule, note="one in all")

    def _marines(self, net: Ledger, fight: Lineup, left: Counts, at: Places) -> None:
        rule, label = "4.2.3.6.shift", "Marines"
        marines = [self.board.pieces[i] for i in fight.attackers if self.board.pieces[i].type_at(left[i]) == "marine"]
        if not marines:
            net.skip(label, "no marines attack", rule)
            return
        landing = [p for p in marines if self.assaults(p, fight.target, left, at)]
        if not landing:
            net.skip(label, "none attacks across a Beachhead, strait or all-sea hexside", rule)
        elif not any(p.unit.flag("supplied") and p.unit.flag("blitz") for p in landing):
            net.skip(label, "none of them is both supplied and Blitz-enabled", rule)
        elif not self._blitz() and self.board.scenario.readings["marine_regular"] == "no":
            net.skip(label, "only in the Blitz segment, by the reading chosen", rule)
        else:
            net.add(SHIFT[rule], label, rule, note="one in all")

    def assaults(self, piece: Piece, target: str, left: Counts, at: Places) -> bool:
        """Whether a unit attacks across a Beachhead, strait or all-sea hexside."""
        return bool(self.board.marks(at[piece.index], target) & set(SEA_SIDES))

    def _fortress(self, net: Ledger, fight: Lineup, left: Counts) -> None:
        rule = "4.2.3.4.fort"
        if any(self.board.pieces[i].type_at(left[i]) == "fortress" for i in fight.defenders):
            net.add(SHIFT[rule], "Fortress", rule)
        else:
            net.skip("Fortress", "no fortress in the target", rule)

    def _headquarters(self, net: Ledger, fight: Lineup, left: Counts, side: str) -> None:
        rule = "4.2.3.5.att" if side == "attacker" else "4.2.3.5.def"
        found = [p for i in fight.side(side) if (p := self.board.pieces[i]).type_at(left[i]) == "hq"]
        label = f"HQ of the {side}"
        if not found:
            net.skip(label, "none takes part", rule)
        elif not any(p.unit.flag("supplied") for p in found):
            net.skip(label, "it is unsupplied", rule)
        else:
            net.add(SHIFT[rule], label, rule)

    def _mud(self, net: Ledger, fight: Lineup) -> None:
        rule, weather = "4.2.3.7.mud", self.board.weather(fight.target)
        if weather == "mud":
            net.add(SHIFT[rule], "Mud", rule)
        elif weather != "fine":
            net.skip(weather.capitalize(), "they shift nothing", "4.2.3.7.none")

    def _hex_keys(self, target: str) -> list[str]:
        terrain = self.board.scenario.hex(target).terrain
        keys = [terrain if terrain in TERRAIN else f"hex_{terrain}"]
        return [*keys, "city"] if self.board.city(target) else keys

    def _sides(self, fight: Lineup, left: Counts, at: Places) -> list[str]:
        board = self.board
        marks = {board.marks(at[i], fight.target) for i in fight.attackers}
        return [key for mark in sorted(marks, key=sorted) for key in side_keys(board, mark)]

    def _terrain(self, net: Ledger, fight: Lineup, left: Counts, at: Places) -> None:
        for key in self._hex_keys(fight.target):
            value, label = shift_of(self.board.scenario, key), f"Terrain: {key.removeprefix('hex_')}"
            if value is None:
                net.skip(label, "its shift is not stated", "4.2.3.8.hex")
            elif value:
                net.add(-value, label, "4.2.3.8.hex")
            elif net.explain:
                net.skip(label, "it shifts nothing", "4.2.3.8.hex")
        keys = self._sides(fight, left, at)
        value, unknown = lowest_side(self.board, keys)
        if unknown:
            named = ", ".join(key.removeprefix("side_") for key in unknown)
            net.skip("Hexside", f"the shift of {named} is not stated", "4.2.3.8.hexside")
        elif value:
            lowest = min(keys, key=lambda key: (shift_of(self.board.scenario, key) is None,
                                                shift_of(self.board.scenario, key) or 0))  # fmt: skip
            note = "the lowest of those crossed" if len(set(keys)) > 1 else ""
            net.add(-value, f"Hexside: {lowest.removeprefix('side_')}", "4.2.3.8.hexside", note=note)
        elif net.explain:
            mixed = "none" in keys and len(set(keys)) > 1
            reason = "one crossed has no terrain and counts as 0, by the reading chosen" if mixed else ""
            net.skip("Hexside", reason or "the lowest one crossed shifts nothing", "4.2.3.8.hexside")


_NOTHING = Trace("", None, ("4.2.2.s3.total",), "list")
