"""Movement along a path, landings, zones of control, weather: procedures that the chart touches beyond combat.

Each is a small game of its own: units that may go are offered, the others are refused with their rule; procedures
that only answer a question end at once, and their trace is the answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from hexumpire.board import hexgrid
from hexumpire.kit.places import mention
from hexumpire.model.battle import Assessment, Decision, Line, Node, Option, Outcome, Refusal, Terminal
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.d8chart import relevance
from hexumpire.rulesets.d8chart.eligibility import frozen_land, landing_bar, landings, one_target
from hexumpire.rulesets.d8chart.forces import Forces, arm_of, describe
from hexumpire.rulesets.d8chart.movement import Step, allowance, enter, follow_bars
from hexumpire.rulesets.d8chart.weather import effects
from hexumpire.rulesets.d8chart.zoc import projection, zone


class Gone(NamedTuple):
    """A position: which units have gone, in the order of ``Procedure.able``, and whether that was all."""

    gone: tuple[bool, ...]
    over: bool


def named(unit: Unit) -> str:
    """A counter in words, with how many of them."""
    return f"{unit.count} × {describe(unit)}" if unit.count > 1 else describe(unit)


def measures(moved: int) -> tuple[tuple[str, int], ...]:
    """The measures of an ending without a fight."""
    return (("hex", 0), ("attacker_lost", 0), ("defender_lost", 0), ("retreat", 0), ("moved", moved))


class Procedure:
    """Units of the attacking side that may do something, one after the other, or an answer alone."""

    doing = "Move"
    done = "moves"
    rules: Rules = ("TER.clear",)
    asks = True

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.forces = Forces(scenario)
        self.lines: list[tuple[Unit, Trace, tuple[tuple[str, Rules], ...]]] = [
            (unit, *self.look(unit)) for unit in self.candidates()
        ]
        self.able = [unit for unit, _, bars in self.lines if not bars] if self.asks else []
        self.problems: tuple[Problem, ...] = tuple(self.forbidden())

    # --- what each procedure says of itself -----------------------------------------------------------

    def candidates(self) -> list[Unit]:
        """The units looked at."""
        return [unit for unit in self.scenario.units if arm_of(unit) == "land" and unit.side == "attacker"]

    def look(self, unit: Unit) -> tuple[Trace, tuple[tuple[str, Rules], ...]]:
        """The arithmetic of one unit, and every reason why it may not."""
        raise NotImplementedError

    def forbidden(self) -> list[Problem]:
        """Why the question makes no sense."""
        found = list(frozen_land(self.scenario))
        if not self.candidates():
            found.append(Problem("no attacking land unit to look at", "$.units", "EXT.units", "put one on the map"))
        return found

    def lit(self) -> list[str]:
        """The hexes that the answer is about."""
        return list(self.scenario.named)

    def goal(self) -> str:
        """The hex that units come to."""
        return self.scenario.named[-1]

    def remarks(self) -> tuple[Line, ...]:
        """Last words."""
        return ()

    # --- the game -------------------------------------------------------------------------------------

    def start(self) -> Gone:
        """Nobody has gone."""
        return Gone((False,) * len(self.able), not self.able)

    def node(self, state: Gone) -> Node:
        """Who goes next."""
        if state.over:
            ending = "shown" if not self.asks else "moved" if any(state.gone) else "stayed"
            moved = sum(unit.count for unit, gone in zip(self.able, state.gone, strict=True) if gone)
            return Terminal(Outcome(ending, measures(moved)), self.rules)
        options = [
            Option(f"go:{unit.id}", f"{self.doing} the {describe(unit)}", self.rules, unit.id)
            for unit, gone in zip(self.able, state.gone, strict=True) if not gone
        ]  # fmt: skip
        options.append(Option("done", "Nobody else" if any(state.gone) else "Nobody", self.rules))
        return Decision("attacker", "go", f"{self.doing} which unit?", tuple(options), self.rules)

    def apply(self, state: Gone, action: str) -> Gone:
        """The position after a unit went, or none did."""
        if action == "done":
            return Gone(state.gone, True)
        unit = action.partition(":")[2]
        ids = [one.id for one in self.able]
        gone = tuple(was or id == unit for was, id in zip(state.gone, ids, strict=True))
        return Gone(gone, all(gone))

    def key(self, state: Gone) -> Hashable:
        """All of it."""
        return state

    def overrides(self, state: Gone) -> Sequence[Option]:
        """Nothing to agree on."""
        return ()

    def narrate(self, before: Gone, action: str, after: Gone) -> Sequence[Line]:
        """Who went."""
        if action == "done":
            return [Line(f"Nobody {'else ' if any(before.gone) else ''}{self.done}.", self.rules, "attacker")]
        unit = self.scenario.by_id[action.partition(":")[2]]
        trace = next(line for other, line, _ in self.lines if other is unit)
        return [Line(f"The {describe(unit)} {self.done}: {trace.label}.", trace.rules or self.rules, "attacker")]

    def refusals(self, state: Gone) -> Sequence[Refusal]:
        """Who may not, and why."""
        return [Refusal(unit.id, "", bars[0][0], bars[0][1]) for unit, _, bars in self.lines if bars]

    def assess(self, state: Gone) -> Assessment:
        """The answer: who may and who may not, with the reasons."""
        may: list[Trace] = []
        may_not: list[Trace] = []
        for unit, line, bars in self.lines:
            told = tuple(Trace(why, None, rules, "list") for why, rules in bars)
            rules = line.rules or self.rules
            entry = Trace(f"{named(unit)}: {line.label}", unit.count, rules, "fact", (*line.children, *told))
            (may_not if bars else may).append(entry)
        yes, no = (
            Trace(head, sum(int(line.value or 0) for line in lines), self.rules, "sum", tuple(lines))
            for head, lines in zip(self.words(), (may, may_not), strict=True)
        )
        ours, theirs = int(yes.value or 0), int(no.value or 0)
        trace = Trace(self.title(), None, self.rules, "list", (yes, no))
        return Assessment(self.headline(ours, theirs), None, None, None, trace)

    def words(self) -> tuple[str, str]:
        """Heads of the two lists of the answer."""
        return "May go", "May not"

    def title(self) -> str:
        """What was asked."""
        return "Movement"

    def headline(self, may: int, may_not: int) -> str:
        """The answer in a few words."""
        if len(self.lines) == 1:
            unit, line, bars = self.lines[0]
            return f"{describe(unit)}: {line.label}" if not bars else f"{describe(unit)}: {bars[0][0]}"
        return f"{may} may, {may_not} may not"

    def closing(self, state: Gone) -> Sequence[Line]:
        """The answer once more, line by line, and what follows."""
        lines = []
        for unit, line, bars in self.lines:
            for text, rules in bars or (((line.label, line.rules or self.rules),) if not self.asks else ()):
                lines.append(Line(f"{describe(unit)}: {text}.", rules))
        return [*lines, *self.remarks()]

    def overlay(self, state: Gone) -> Mapping[str, Any]:
        """Where units went."""
        moved = {unit.id: {self.goal(): unit.count}
                 for unit, gone in zip(self.able, state.gone, strict=True) if gone}  # fmt: skip
        return {"lost": {}, "out": [], "moved": moved, "lit_hexes": self.lit()}

    def relevant(self) -> Mapping[str, Any]:
        """Circumstances and fields that could matter."""
        return relevance.relevant(self.scenario, self.forces)


class March(Procedure):
    """Movement into the targets, hex after hex, by units that stand next to the first."""

    def look(self, unit: Unit) -> tuple[Trace, tuple[tuple[str, Rules], ...]]:
        """Cost against allowance, and what forbids the way."""
        scenario, path = self.scenario, self.scenario.named
        kind = str(scenario.condition("moves_by"))
        bars: list[tuple[str, Rules]] = []
        here, costs = unit.at, []
        points = allowance(scenario, unit, kind == "rail")
        most = points.value or 0
        spent = 0
        for place in path:
            if hexgrid.distance(hexgrid.parse(here), hexgrid.parse(place)) != 1:
                bars.append((f"{mention(place)} is not next to {mention(here)}", ("EXT.units",)))
                break
            step = self.step(unit, here, place)
            if step.cost is None:
                bars.append((step.why, step.rules))
                costs.append(Trace(f"{mention(place)}: {step.why}", None, step.rules, "list"))
                break
            cost = int(most) if step.cost == "all" else int(step.cost)
            note = "the whole allowance" if step.cost == "all" else ""
            costs.append(Trace(f"{mention(place)}: {step.why}", cost, step.rules, note=note))
            spent += cost
            here = place
        if kind in ("breakthrough", "exploitation"):
            bars += follow_bars(scenario, unit, kind, unit.at, path)
        if not bars and (spent > most or not most):
            rules = next((line.rules for line in reversed(costs)), self.rules)
            bars.append((f"the way costs {spent}, it has {most}", rules))
        way = Trace("Cost", spent, ("TER.clear",), "sum", tuple(costs))
        return Trace(f"{spent} of {most} points", None, ("TER.clear",), "list", (way, points)), tuple(
            dict.fromkeys(bars)
        )

    def step(self, unit: Unit, here: str, place: str) -> Step:
        """One hex of the way."""
        return enter(self.scenario, unit, here, place)

    def title(self) -> str:
        """What was asked."""
        return f"{str(self.scenario.condition('moves_by')).capitalize()} movement"


class Landing(Procedure):
    """A landing in a hex: whether its terrain allows it."""

    doing, done, rules = "Land", "lands", ("EXT.amph",)

    def candidates(self) -> list[Unit]:
        """Units that come by sea."""
        return [unit for unit in super().candidates() if unit.text("via") == "sea"]

    def look(self, unit: Unit) -> tuple[Trace, tuple[tuple[str, Rules], ...]]:
        """The terrain of the hex."""
        why, rule = landing_bar(self.scenario, self.forces.target)
        terrain = self.scenario.hex(self.forces.target).terrain
        return Trace(f"lands in {terrain}", None, (rule,), "list"), (((why, (rule,)),) if why else ())

    def forbidden(self) -> list[Problem]:
        """Also what forbids a landing attack."""
        found = [*super().forbidden(), *one_target(self.scenario)]
        return [*found, *landings(self.scenario, self.forces.target, self.candidates())]

    def words(self) -> tuple[str, str]:
        """Heads of the two lists of the answer."""
        return "May land", "May not land"

    def title(self) -> str:
        """What was asked."""
        return "Landing"


class Control(Procedure):
    """Zones of control: into which hexes around it each unit projects one."""

    rules = ("TER.clear", "EXT.11.15")
    asks = False

    def candidates(self) -> list[Unit]:
        """Every land unit."""
        return [unit for unit in self.scenario.units if arm_of(unit) == "land"]

    def look(self, unit: Unit) -> tuple[Trace, tuple[tuple[str, Rules], ...]]:
        """The six hexes around a unit."""
        return projection(self.scenario, unit), ()

    def lit(self) -> list[str]:
        """The hexes in somebody's zone of control."""
        return list(dict.fromkeys(place for unit in self.candidates() for place in zone(self.scenario, unit)))

    def words(self) -> tuple[str, str]:
        """Heads of the two lists of the answer."""
        return "Units looked at", "Others"

    def title(self) -> str:
        """What was asked."""
        return "Zones of control"

    def headline(self, may: int, may_not: int) -> str:
        """How many were looked at."""
        return f"zones of control of {may} unit{'s' if may != 1 else ''}"


class Weather(Procedure):
    """What the weather does to units, to rail, to ports, to interception and to the air."""

    rules = ("EXT.weather",)
    asks = False

    def candidates(self) -> list[Unit]:
        """Every land unit."""
        return [unit for unit in self.scenario.units if arm_of(unit) == "land"]

    def look(self, unit: Unit) -> tuple[Trace, tuple[tuple[str, Rules], ...]]:
        """Its allowance in this weather."""
        found = allowance(self.scenario, unit)
        return Trace(f"{found.value} movement points", None, found.rules, "list", (found,)), ()

    def words(self) -> tuple[str, str]:
        """Heads of the two lists of the answer."""
        return "Units looked at", "Others"

    def title(self) -> str:
        """What was asked."""
        return f"Weather: {self.scenario.condition('weather')}"

    def headline(self, may: int, may_not: int) -> str:
        """The weather."""
        return self.title()

    def remarks(self) -> tuple[Line, ...]:
        """Everything that touches no single unit."""
        return effects(self.scenario)
