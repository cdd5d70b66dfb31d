"""What every phase of a typed-in game has: its setting, the key of its positions, words for what has changed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import Line
from hexumpire.model.phase import Phase
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.custom.rules import owed
from hexumpire.rulesets.custom.rules.strength import cites
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.state import DISRUPTED, PINNED, State


class CustomPhase(Phase[State]):
    """A phase with the setting of its battle."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def state_key(self, state: State) -> Hashable:
        """Alike counters of a unit may change places; the dice count by what they say."""
        setting = self.setting
        busy = {*state.going, *(i for group in state.queue for i in group), *(i for i, _ in state.advanced)}
        kept = [(i, piece) if i in busy else (-1, piece) for i, piece in enumerate(state.pieces)]
        by_unit: dict[int, list[tuple[int, object]]] = {}
        for i, one in enumerate(kept):
            by_unit.setdefault(setting.owner[i], []).append(one)
        pieces = tuple(tuple(sorted(group)) for group in by_unit.values())
        dice: object = state.dice
        if not setting.sheet.dice.tens:
            dice = (len(state.dice), sum(state.dice))
        return state._replace(pieces=(), dice=(), result="", stood=(), bills=(), notes=()), pieces, dice

    def changes(self, before: State, after: State, rules: Rules) -> Sequence[Line]:
        """What a side owes since, and what became of counters in a step, by which rules: lost, gone, marked, moved."""
        setting, found = self.setting, [owed.told(self.setting, bill) for bill in after.bills[len(before.bills) :]]
        notes = after.notes[len(before.notes) :]
        for i, (old, new) in enumerate(zip(before.pieces, after.pieces, strict=True)):
            unit, side = setting.describe(i), setting.unit(i).side
            found += [owed.without_way(setting, note) for note in notes if note.piece == i]
            if old.at and not new.at:
                found.append(Line(say("{unit} is eliminated.", unit=unit), rules, side))
                continue
            if new.lost > old.lost:
                text = say("{unit} loses {n} step.", unit=unit, n=new.lost - old.lost)
                if new.lost - old.lost > 1:
                    text = say("{unit} loses {n} steps.", unit=unit, n=new.lost - old.lost)
                found.append(Line(text, rules, side))
            for mark, marked in ((DISRUPTED, "{unit} is disrupted."), (PINNED, "{unit} is pinned.")):
                if new.mark & ~old.mark & mark:
                    found.append(Line(say(marked, unit=unit), rules, side))
            if new.at != old.at:
                found.append(Line(say("{unit} goes to {place}.", unit=unit, place=mention(new.at)), rules, side))
        if after.round > before.round:
            text = say("Round {n} begins.", n=after.round)
            found.append(Line(text, cites(setting.sheet.rounds_rule)))
        found += [owed.no_round(setting, note) for note in notes if note.piece < 0]
        if after.barred and not before.barred:
            found.append(Line("No further round: the chart has no odds for it.", cites(setting.sheet.columns.rule)))
        return found
