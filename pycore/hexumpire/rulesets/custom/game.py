"""A battle of a typed-in game: its phases, and what is said of any position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from hexumpire.kit import losses as together
from hexumpire.kit.losses import Owed, Why
from hexumpire.model.battle import Assessment, Line, Margin, Option
from hexumpire.model.phase import PhasedGame
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.rulesets.custom.phases.advance import Advance, Beyond
from hexumpire.rulesets.custom.phases.choices import Again, Choose
from hexumpire.rulesets.custom.phases.lose import Lose
from hexumpire.rulesets.custom.phases.over import Over
from hexumpire.rulesets.custom.phases.retreat import Retreat
from hexumpire.rulesets.custom.phases.roll import Fixed, Roll
from hexumpire.rulesets.custom.rules import advance, eligibility, flow, modifiers, strength, words
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import DIFFERENCE, ODDS, STRENGTH, Sheet
from hexumpire.rulesets.custom.state import State


class Attack(PhasedGame[State]):
    """The game of one attack (see :class:`hexumpire.model.battle.Game`)."""

    def __init__(self, sheet: Sheet, scenario: Scenario) -> None:
        self.scenario = scenario
        self.setting = setting = Setting(sheet, scenario)
        self.first = State("roll", 1, setting.pieces)
        self.problems = tuple(eligibility.problems(setting, self.first))
        self.lose = Lose(setting)
        phases = Roll, Fixed, Retreat, Choose, Again, Advance, Beyond, Over
        super().__init__([self.lose, *(phase(setting) for phase in phases)])

    def start(self) -> State:
        """Before the dice."""
        return flow.begin_round(self.setting, self.first)

    # --- overrides ----------------------------------------------------------------------------------------

    def overrides(self, state: State) -> Sequence[Option]:
        """A result set instead of the dice."""
        if state.phase not in ("roll", "fixed"):
            return []
        return [Option(f"!result={key}", say("Set the result {any}", any=key)) for key in self.setting.sheet.results]

    def overrule(self, state: State, action: str) -> State:
        """The position after a result was agreed on."""
        return self.phases["roll"].apply(state, action)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Log entries for one step, or for an override."""
        phase = self.phases["roll"] if action.startswith("!") else self.phase(before)
        return phase.narrate(before, action, after)

    # --- losses that are named together (see :class:`hexumpire.kit.losses.Losing`) ------------------------

    def owed(self, state: State) -> Owed | None:
        """Steps to lose here, when there are several."""
        return self.lose.owed(state) if state.phase == Lose.key else None

    def gone(self, state: State) -> Mapping[str, int]:
        """Steps that are gone, by unit."""
        found: dict[str, int] = {}
        for i, piece in enumerate(state.pieces):
            unit = self.setting.unit(i)
            found[unit.id] = found.get(unit.id, 0) + min(piece.lost, unit.number("steps", 1))
        return found

    def losable(self, state: State) -> Sequence[Option]:
        """Every step that can be among them."""
        return together.reachable(self, state)

    def refuse(self, state: State, picks: Sequence[str]) -> Why:
        """Why these steps cannot be lost together."""
        return together.cannot(self, state, picks, int(state.owed))

    # --- what is shown ------------------------------------------------------------------------------------

    def assess(self, state: State) -> Assessment | None:
        """The odds of the round, with every reason; None when nobody attacks or defends.

        While a result is carried out they are those that it was read with.
        """
        setting = self.setting
        if state.stood:
            state = state._replace(pieces=state.stood)
        if not setting.attacking(state) or not setting.defending(state):
            return None
        found = strength.figures(setting, state, explain=True)
        sheet = setting.sheet
        name = None if found.fixed else sheet.columns.names[found.column]
        last = len(state.dice) + 1 == len(sheet.dice.sides)
        results = []
        if name and last and state.phase == "roll":
            for face, _ in sheet.dice.faces(len(state.dice)):
                value = sheet.dice.value((*state.dice, int(face.partition("=")[2])))
                results.append((face, flow.read(setting, found, value)))
        return Assessment(
            headline(sheet, found), found.attack, found.defense, name, found.trace, tuple(results),
            margins(sheet, found),
        )  # fmt: skip

    def overlay(self, state: State) -> Mapping[str, Any]:
        """Counters lost, reduced, moved and out of it, for the board."""
        setting = self.setting
        lost: dict[str, int] = {}
        steps: dict[str, int] = {}
        moved: dict[str, dict[str, int]] = {}
        for i, piece in enumerate(state.pieces):
            unit = setting.unit(i)
            if not piece.at:
                lost[unit.id] = lost.get(unit.id, 0) + 1
            elif piece.at != unit.at:
                moved.setdefault(unit.id, {})
                moved[unit.id][piece.at] = moved[unit.id].get(piece.at, 0) + 1
            if piece.lost:
                steps[unit.id] = sum(
                    setting.steps_left(j, state) for j, k in enumerate(setting.owner) if setting.units[k] is unit
                )
        out = [unit.id for unit in setting.units if not setting.fights(unit)]
        return {"lost": lost, "steps": steps, "moved": moved, "out": out}

    def closing(self, state: State) -> Sequence[Line]:
        """That nobody takes the hex, where the game has no advance."""
        if not advance.stays_empty(self.setting, state):
            return ()
        return [Line("In this game nobody advances after combat.", strength.cites(self.setting.sheet.advances.rule))]

    def relevant(self) -> Mapping[str, Any]:
        """Conditions whose modifiers could hold, and what is printed on each counter that takes part."""
        setting = self.setting
        asked = modifiers.asked(modifiers.Scene(setting, self.first))
        given = [
            field.key for field in setting.sheet.vocabulary.conditions
            if field.key in asked or self.scenario.conditions[field.key] != field.default
        ]  # fmt: skip
        units = {unit.id: list(unit.values) for unit in setting.units}
        return {"conditions": given, "readings": [], "units": units, "hexes": {}}


def headline(sheet: Sheet, found: strength.Figures) -> str:
    """Both strengths, and the column with what shifts it."""
    attack, defense = strength.shown(found.attack), strength.shown(found.defense)
    column = sheet.columns.names[found.column]
    if found.shift and not found.fixed:
        column = say("{column} ({any})", column=column, any=strength.signed(found.shift))
    if found.fixed:
        column = words.OFF if found.fixed == "forbidden" else found.fixed
    if sheet.columns.kind == STRENGTH:
        return say("{a} → {column}", a=attack, column=column)
    if sheet.columns.kind == DIFFERENCE:
        return say("{a} − {b} → {column}", a=attack, b=defense, column=column)
    return say("{a} : {b} → {column}", a=attack, b=defense, column=column)


def margins(sheet: Sheet, found: strength.Figures) -> tuple[Margin, ...]:
    """How many whole points of attack more, modifiers included, reach a better column, and which one they reach."""
    columns = sheet.columns
    last = len(columns.names) - 1
    better = [i for i in range(found.start + 1, last + 1) if min(max(i + found.shift, 0), last) > found.column]
    if found.fixed or not better or (columns.kind == ODDS and columns.round != "defender"):
        return ()
    mark = columns.marks[better[0]]
    needed = {ODDS: Fraction(mark) * found.defense, DIFFERENCE: mark + found.defense, STRENGTH: mark}[columns.kind]
    more = Fraction(needed) - Fraction(found.attack)
    if more <= 0:
        return ()
    whole = -(-more.numerator // more.denominator)
    reached = strength.start_of(columns, strength.number_of(columns, found.attack + whole, found.defense))
    if reached > last:
        return ()
    name = columns.names[min(max(reached + found.shift, 0), last)]
    text = say("An attack strength of {n} more reaches the column {column}", n=whole, column=name)
    return (Margin(text, strength.cites(columns.rule)),)
