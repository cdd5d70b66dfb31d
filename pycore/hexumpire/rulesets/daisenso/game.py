"""The attacks of one battle as a game: who attacks, support, result, retreats, losses, advance and exploitation.

The first target is attacked first; which of the others follow, and in which order, the attacker says. Positions are
:class:`State` values; the rules themselves stand in the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from hexumpire.model.battle import UMPIRE, Assessment, Chance, Decision, Line, Node, Option, Outcome, Refusal, Terminal
from hexumpire.rulesets.daisenso import house, merging, relevance, support, words
from hexumpire.rulesets.daisenso.charting import RETREATS, Result, picks
from hexumpire.rulesets.daisenso.declaring import NO_FIGHT, Declaring
from hexumpire.rulesets.daisenso.eligibility import raw_legal, raw_totals
from hexumpire.rulesets.daisenso.lineup import NOBODY, Lineup
from hexumpire.rulesets.daisenso.numbering import number
from hexumpire.rulesets.daisenso.state import NOTHING, State
from hexumpire.rulesets.daisenso.tables import RETREAT, WEATHER

ORDER = ("destroyed", "held", "emptied", "taken")
"""Endings of attacks, the worst for the attacker first."""


class Attack(Declaring):
    """The game of one battle (see :class:`hexumpire.model.battle.Game`); the phasing faction attacks (4.2.roles)."""

    # --- positions ------------------------------------------------------------------------------------

    def start(self) -> State:
        """Before the first attack."""
        return self.begin(State("roll", 0, self.full, self.home, 0, NO_FIGHT), 0)

    def node(self, state: State) -> Node:
        """What happens next."""
        return getattr(self, f"_node_{state.phase}")(state)  # type: ignore[no-any-return]

    def apply(self, state: State, action: str) -> State:
        """The position after a legal action."""
        if action.startswith("!"):
            return house.apply(self, state, action)
        return getattr(self, f"_apply_{state.phase}")(state, action)  # type: ignore[no-any-return]

    def key(self, state: State) -> Hashable:
        """Equal for positions from which play and outcomes are the same (see :mod:`.merging`)."""
        return merging.key(self, state)

    # --- the next attack ------------------------------------------------------------------------------

    def opening(self, state: State) -> State:
        """The first question of an attack whose units are named: the support, or a lone marker to drive off."""
        if not state.fight.defenders:
            return state._replace(phase="take")
        return self._ask_support(state, "attacker")

    def _next_attack(self, state: State, ending: str) -> State:
        """Close this attack; the battle is over when it was the last one."""
        phase = "over" if self.last(state) else "next"
        return state._replace(phase=phase, endings=(*state.endings, ending), trek=(NOBODY, 0), hit=False, owed=0)

    def _node_take(self, state: State) -> Decision:
        markers = self.board.here(state.fight.target, state.left, state.at, "defender", ("lone",))
        option = Option("take", f"Drive off {words.listed(markers)}", ("4.2.2.auto",), "", state.fight.target)
        return Decision("attacker", "take", "Nobody but a marker is there: no die is needed.", (option,),
                        ("4.2.2.auto",))  # fmt: skip

    def _apply_take(self, state: State, action: str) -> State:
        left, spent, fought = list(state.left), state.spent, state.fought
        for piece in self.board.here(state.fight.target, state.left, state.at, "defender", ("lone",)):
            left[piece.index] = 0
        for i in state.fight.attackers:
            spent, fought = spent | 1 << i, fought | 1 << i
        now = state._replace(left=tuple(left), spent=spent, fought=fought, began=(state.left, state.at), job="take")
        return self._advance(now)

    # --- ranged support (4.2.2.s1, 4.2.2.s2) ----------------------------------------------------------

    def _ask_support(self, state: State, side: str) -> State:
        if support.willing(self.board, side, state.fight, state.left, state.at, state.spent):
            return state._replace(phase="support", job=side)
        return self._ask_support(state, "defender") if side == "attacker" else state._replace(phase="roll", job="")

    def _node_support(self, state: State) -> Decision:
        side, rule = state.job, "4.2.2.s1" if state.job == "attacker" else "4.2.2.s2"
        helpers = support.willing(self.board, side, state.fight, state.left, state.at, state.spent)
        options = [
            Option(f"support:{piece.id}", words.supporting(piece, state), (rule, "4.2.1.2.add"), piece.unit.id,
                   alike=f"s{piece.group}/{state.left[piece.index]}/{state.at[piece.index]}")
            for piece in helpers if self._enough(state, piece.index)
        ]  # fmt: skip
        if self._enough(state, NOBODY):
            options.append(Option("alone", "No ranged support", (rule,)))
        return Decision(side, "support", "Does a headquarters support this combat from afar?", tuple(options),
                        (rule, "4.2.1.2.offer"))  # fmt: skip

    def _enough(self, state: State, helper: int) -> bool:
        """Whether the attack reaches the least raw odds with this HQ, or without one (4.2.1.1.raw)."""
        if state.job != "attacker":
            return True
        return raw_legal(*raw_totals(self.board, state.fight._replace(ours=helper), state.left))

    def _apply_support(self, state: State, action: str) -> State:
        fight, side = state.fight, state.job
        if action != "alone":
            i = self.by_id[action.partition(":")[2]].index
            fight = fight._replace(ours=i) if side == "attacker" else fight._replace(theirs=i)
        state = state._replace(fight=fight)
        return self._ask_support(state, "defender") if side == "attacker" else state._replace(phase="roll", job="")

    # --- the result (4.2.2.s5.roll) -------------------------------------------------------------------

    def _node_roll(self, state: State) -> Node:
        if self.chart is None or state.job == "read":
            return self._node_read(state)
        faces = tuple((f"d{len(self.chart.faces)}={face}", 1) for face in self.chart.faces)
        return Chance("The attacker rolls one die.", faces, ("4.2.2.s5.roll",))

    def _node_read(self, state: State) -> Decision:
        odds = self.shifts.odds(state.fight, state.left, state.at)
        options = tuple(
            Option(f"read:{name or 'none'}", words.RESULT_LABELS[name], ("4.2.4.order", words.RESULT_RULES[name]))
            for name in (*RETREATS, "")
        )
        prompt = (
            f"{words.headline(odds, self.chart)}: which retreat result does your player aid give? "
            "(Rolls and chances need the chart typed in as a pack.)"
        )
        return Decision(UMPIRE, "result", prompt, options, ("4.2.2.s5.roll", "4.2.4.order"))

    def _apply_roll(self, state: State, action: str) -> State:
        verb, _, what = action.partition(":")
        if verb == "read":
            return state._replace(phase="numbers", read=Result("" if what == "none" else what, 0, 0))
        assert self.chart is not None
        column = self.shifts.odds(state.fight, state.left, state.at).column
        row = self.chart.faces.index(action.partition("=")[2])
        return self.settle(state, self.chart.results[row][column])

    def _node_numbers(self, state: State) -> Decision:
        options = tuple(Option(f"losses:{a}/{d}", words.numbers(a, d), ("4.2.4.2.attr",)) for a, d in picks())
        prompt = f"{words.RESULT_LABELS[state.read.retreat]}. And the step losses, attacker / defender?"
        return Decision(UMPIRE, "losses", prompt, options, ("4.2.4.2.attr",))

    def _apply_numbers(self, state: State, action: str) -> State:
        a, d = action.partition(":")[2].split("/")
        return self.settle(state, Result(state.read.retreat, int(a), int(d)))

    def reduced(self, state: State, result: Result) -> Result:
        """What the weather of the target makes of a result (4.2.4.1.weather)."""
        if self.board.weather(state.fight.target) == "fine":
            return result
        return result._replace(retreat=WEATHER.get(result.retreat, result.retreat))

    def settle(self, state: State, read: Result) -> State:
        """Carry out a result as read off the chart."""
        spent = state.spent
        for side in ("attacker", "defender"):
            for i in state.fight.side(side):
                spent |= 1 << i
        fought, whole = state.fought, self.scenario.readings["hq_again"] == "no"
        for i in state.fight.side("attacker") if whole else state.fight.attackers:
            fought |= 1 << i
        result = self.reduced(state, read)
        state = state._replace(rolled=state.fight)
        state = state._replace(
            result=result, read=read, spent=spent, fought=fought, began=(state.left, state.at), job=""
        )
        if result.retreat in ("Ad", "Ex"):
            return state._replace(phase="choice", job=result.retreat)
        if result.retreat:
            return self._defenders_go(state._replace(job="Dr", owed=RETREAT[result.retreat]))
        return self._attrition(state, "attacker")

    # --- the end --------------------------------------------------------------------------------------

    def _node_over(self, state: State) -> Terminal:
        outcome = self.outcome(state)
        return Terminal(outcome, words.ENDING_RULES[outcome.result])

    def lost(self, state: State, side: str) -> int:
        """Steps a side has lost; what comes from a Force Pool in place of a unit is not lost with it."""
        return sum(
            self.full[p.index] - state.left[p.index] for p in self.pieces if p.side == side and p.kind == "ground"
        )

    def outcome(self, state: State) -> Outcome:
        """What the battle came to."""
        worst = next(ending for ending in ORDER if ending in state.endings)
        stack = self.stack(state)
        place = number(state.at[stack[0]]) if stack else 0
        return Outcome(worst, (
            ("hex", int(worst == "taken")), ("attacker_lost", self.lost(state, "attacker")),
            ("defender_lost", self.lost(state, "defender")), ("retreated", state.tally[0] + state.went),
            ("exploitation", max(state.tally[1], self._drive(state))), ("place", place),
        ))  # fmt: skip

    # --- house rules and words ------------------------------------------------------------------------

    def overrides(self, state: State) -> Sequence[Option]:
        """What players may agree on (see :mod:`.house`)."""
        return house.overrides(self, state)

    def stop(self, state: State) -> State:
        """End the battle as it stands."""
        open_now = 1 if self.within else len(self.scenario.targets) - len(state.endings)
        endings = (*state.endings, *["held"] * open_now)
        return state._replace(phase="over", endings=endings)

    def assess(self, state: State) -> Assessment | None:
        """Totals, shifts and column of the attack at hand; while its result is carried out, as they were."""
        if state.phase == "over":
            return None
        left, at = state.began if state.began[0] else (state.left, state.at)
        return words.assessment(self, state, state.rolled or state.fight, left, at)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What happened in one step."""
        return words.narrate(self, before, action, after)

    def refusals(self, state: State) -> Sequence[Refusal]:
        """Hexes and counters that may not be tapped, and why."""
        return words.refusals(self, state)

    def closing(self, state: State) -> Sequence[Line]:
        """What follows from a finished battle."""
        return words.closing(self, state)

    def overlay(self, state: State) -> Mapping[str, Any]:
        """Counters lost, reduced or moved, for the board."""
        return words.overlay(self.pieces, state.left, state.at)

    def relevant(self) -> Mapping[str, Any]:
        """Circumstances and fields that could matter to this battle."""
        return relevance.relevant(self)


__all__ = ["NOTHING", "Attack", "Lineup"]
