"""What the steps of a segment have in common."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from hexumpire.model.battle import Decision, Line, Option, Refusal, Terminal
from hexumpire.model.phase import Choice, Phase
from hexumpire.model.text import say
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.phases.attack_phase import first_of_each
from hexumpire.rulesets.daisenso.pieces import Piece
from hexumpire.rulesets.daisenso.rules.segments import outcome_of, segment_key
from hexumpire.rulesets.daisenso.setting import SegmentSetting
from hexumpire.rulesets.daisenso.state import FREE, Reason, Stage


class StagePhase(Phase[Stage]):
    """One kind of position of the game of a segment, whose rules read the ``setting``."""

    def __init__(self, setting: SegmentSetting) -> None:
        self.setting = setting

    def state_key(self, state: Stage) -> Hashable:
        """Equal counters stand for one another."""
        return segment_key(self.setting, state)


class Step(StagePhase, Choice[Stage]):
    """A step of a segment, in which the phasing side does one thing after another.

    ``asks``: what it asks, with a hole for its title; ``ends``: how the side says that it does no more; empty where
    the step is done in full. ``elsewhere``: why every hex that is not open now is closed; empty where hexes do not
    matter.
    """

    title: str
    asks: str
    rules: Rules
    ends: str = ""
    elsewhere: Reason = FREE

    def __init__(self, setting: SegmentSetting, following: str) -> None:
        super().__init__(setting)
        self.following = following
        self.prompt = say(self.asks, x=self.title)

    def idle(self, state: Stage) -> bool:
        """Whether nobody can do anything in this step, so that it is passed over."""
        return all(one.reason for one in self.candidates(state))

    def finished(self, state: Stage) -> Stage:
        """The next step."""
        return state._replace(phase=self.following)

    def question(self, state: Stage, options: tuple[Option, ...]) -> Decision:
        """What is done next, or that nothing more is done."""
        if self.ends and options:
            options = (*options, Option("next", self.ends, self.rules))
        return Decision("attacker", self.key, self.prompt, options, self.rules)

    def narrate(self, before: Stage, action: str, after: Stage) -> Sequence[Line]:
        """What was done, as its option has it."""
        option = next(option for option in self.node(before).options if option.id == action)
        return [Line(say("{x}.", x=self.told(option)), option.rules, "attacker")]

    def told(self, option: Option) -> str:
        """What the log says when an option is taken: its label."""
        return option.label

    def beyond(self, state: Stage) -> Iterator[Refusal]:
        """Counters and hexes that are no candidates, and why."""
        return iter(())

    def refusals(self, state: Stage) -> Sequence[Refusal]:
        """The reasons, one for each counter and hex: the first that is found."""
        found = [*super().refusals(state), *self.beyond(state)]
        if self.elsewhere != FREE:
            open_now = {option.hex for option in self.node(state).options}
            found += [Refusal("", place, *self.elsewhere) for place in self.setting.drawn(state.at)
                      if place not in open_now]  # fmt: skip
        return first_of_each(found)

    def stuck(self, state: Stage) -> Iterator[tuple[Piece, Reason]]:
        """Counters that cannot do what this step is for, and why."""
        return iter(())

    def barred(self, state: Stage) -> tuple[Trace, ...]:
        """The same, as the list of the steps shows it."""
        left, at = state.left, state.at
        return tuple(
            Trace(say("{unit} in {place}", unit=piece.name_at(left[piece.index]), place=shown(at[piece.index])), None,
                  rules, "list", skipped=True, note=reason)
            for piece, (reason, rules) in self.stuck(state) if reason
        )  # fmt: skip


class Finished(StagePhase):
    """The end of a segment."""

    key = "over"

    def node(self, state: Stage) -> Terminal:
        """What it came to."""
        marked = self.setting.scenario.conditions["blitz_on_map"]
        rules: Rules = ("4.1.order",) if marked else ("4.1.nomarker",)
        if self.setting.scenario.procedure == "markers":
            rules = ("4.3.s2",)
        return Terminal(outcome_of(self.setting, state), rules)

    def apply(self, state: Stage, action: str) -> Stage:
        """Nothing follows."""
        raise KeyError(action)
