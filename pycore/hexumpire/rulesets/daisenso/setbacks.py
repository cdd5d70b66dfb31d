"""Retreats and losses as phases of a battle (4.2.2.s6, 4.2.2.s7): Ad and Ex, hexes one by one, steps one by one."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.kit import losses
from hexumpire.kit.losses import Owed
from hexumpire.model.battle import Decision, Option
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso import retreat, words
from hexumpire.rulesets.daisenso.lineup import NOBODY
from hexumpire.rulesets.daisenso.losses import first_loss, selves, stand_in
from hexumpire.rulesets.daisenso.pieces import Counts
from hexumpire.rulesets.daisenso.pursuit import Pursuit
from hexumpire.rulesets.daisenso.state import State
from hexumpire.rulesets.daisenso.tables import RETREAT

STACKS = {"attacker": "4.2.5.stack-att", "defender": "4.2.5.stack-def"}


class Setbacks(Pursuit):
    """What a result does to both sides before anybody advances."""

    # --- Ad and Ex (4.2.4.1.ad, 4.2.4.1.ex-att, 4.2.4.1.ex-def) ---------------------------------------

    def stacks(self, state: State) -> tuple[str, ...]:
        """Hexes of the attackers that are left."""
        return tuple(sorted({state.at[i] for i in state.fight.attackers if state.left[i]}))

    def ways(self, state: State, start: str, side: str) -> retreat.Ways:
        """Where a force of a side may retreat to from a hex."""
        mark = (state.fight.target, start, side, state.left, state.at)
        found = self._ways.get(mark)
        if found is None:
            found = self._ways[mark] = retreat.ways(self.board, state.fight.target, start, side, state.left, state.at)
        return found

    def no_way_back(self, state: State, side: str) -> tuple[str, Rules]:
        """Why a side cannot retreat one hex in an Ad or Ex; empty when it can."""
        force = self.force(state, side)
        reason, rules = retreat.pinned(self.board, force, state.left)
        if reason:
            return reason, rules
        if side == "defender":
            stuck = not self.ways(state, state.fight.target, side).hexes
        else:
            open_stacks = [bool(self.ways(state, start, side).hexes) for start in self.stacks(state)]
            stuck = not (all(open_stacks) if self.scenario.readings["all_stacks"] == "all" else any(open_stacks))
        return ("no hex is open to its retreat", ("4.2.5.1.none",)) if stuck else ("", ())

    def _choosing(self, state: State) -> str:
        return "defender" if state.job == "Ex-def" else "attacker"

    def _node_choice(self, state: State) -> Decision:
        side, rule = self._choosing(state), words.CHOICE_RULES[state.job]
        options = [Option("step", "Lose one step", (rule,))]
        if not self.no_way_back(state, side)[0]:
            options.insert(0, Option("retreat", words.GOING_BACK[state.job], (rule,)))
        return Decision(side, "choice", words.CHOICE_PROMPTS[state.job], tuple(options), (rule,))

    def _apply_choice(self, state: State, action: str) -> State:
        if action == "step":
            return state._replace(phase="lose", owed=1)
        if state.job == "Ex-def":
            return self._defenders_go(state._replace(owed=RETREAT["Ex"]))
        stacks = tuple(start for start in self.stacks(state) if self.ways(state, start, "attacker").hexes)
        return state._replace(phase="retreat", job="back", stacks=stacks)

    # --- retreats (4.2.5) -----------------------------------------------------------------------------

    def retreating(self, state: State) -> tuple[str, Counts]:
        """The side that retreats now, and the stack that goes together."""
        if state.job == "back":
            members = [i for i in state.fight.attackers if state.left[i] and state.at[i] == state.stacks[0]]
            return "attacker", tuple(members)
        return "defender", self.stack(state)

    def stack(self, state: State) -> Counts:
        """The defenders that retreat together: those of the hex and whom they caught up, not a supporting HQ."""
        return tuple([i for i in self.force(state, "defender") if i != state.fight.theirs or i in state.joined])

    def _defenders_go(self, state: State) -> State:
        """The next step of a retreat of the defenders: a hex, a loss because none is open, or the end of it.

        All is checked anew each time, so that a force retreats again as soon as it can (4.2.2.s6, 4.2.5.3.resume).
        """
        if not state.owed:
            return self._attrition(state, "attacker")
        force, stack = self.force(state, "defender"), self.stack(state)
        supporter = state.fight.theirs
        headquarters = (
            supporter != NOBODY and state.left[supporter]
            and self.pieces[supporter].type_at(state.left[supporter]) == "hq"
        )  # fmt: skip
        if not stack and not headquarters:
            return self._attrition(state._replace(unmet=state.unmet + state.owed, owed=0), "attacker")
        pin = retreat.pinned(self.board, force, state.left)[0]
        if stack and not pin and self.ways(state, state.at[stack[0]], "defender").hexes:
            return state._replace(phase="retreat")
        return state._replace(phase="lose")

    def no_way_on(self, state: State) -> tuple[str, Rules]:
        """Why the defenders of a Dr cannot retreat now; empty when they can."""
        stack = self.stack(state)
        reason, rules = retreat.pinned(self.board, self.force(state, "defender"), state.left)
        if reason or not stack:
            return reason, rules
        if self.ways(state, state.at[stack[0]], "defender").hexes:
            return "", ()
        return "no hex is open to the force", ("4.2.5.1.none",)

    def may_convert(self, state: State) -> Rules:
        """The rules by which the defenders may lose a step in place of this hex; empty when they may not.

        What they pass on the way never opens the choice (4.2.5.3.midway).
        """
        if state.job != "Dr" or (state.went and self.scenario.readings["voluntary"] == "before"):
            return ()
        left, at = state.began
        return retreat.may_convert(self.board, state.rolled or state.fight, left, at)

    def _node_retreat(self, state: State) -> Decision:
        side, stack = self.retreating(state)
        found = self.ways(state, state.at[stack[0]], side)
        rule = "4.2.5.1.p1" if found.priority == 1 else "4.2.5.1.p2"
        options = [
            Option(f"to:{place}", words.going(self, state, stack, place), (rule, "4.2.5.1.pick"), "", place)
            for place in found.hexes
        ]
        by = self.may_convert(state)
        if by:
            options.append(Option("convert", "Lose a step in place of this hex", ("4.2.5.3.voluntary", *by)))
        return Decision(
            side, "retreat", words.retreat_prompt(self, state), tuple(options), (rule, "4.2.5.step", STACKS[side])
        )

    def _apply_retreat(self, state: State, action: str) -> State:
        if action == "convert":
            return state._replace(phase="lose")
        side, stack = self.retreating(state)
        place, at, spent = action.partition(":")[2], list(state.at), state.spent
        for i in stack:
            at[i] = place
        here = self.board.here(place, state.left, tuple(at), side, ("ground",))
        inside = set(state.fight.side(side)) | set(state.joined)
        # Ground units only (4.2.5.rout.support); remains of a supporting HQ that the rout reaches go along from now on.
        caught = tuple(p.index for p in here if p.index not in inside or self._swept(state, p.index))
        for i in caught:
            spent |= 1 << i
        state = state._replace(at=tuple(at), spent=spent, joined=tuple(sorted({*state.joined, *caught})))
        if state.job == "back":
            state = state._replace(stacks=state.stacks[1:])
            return state if state.stacks else self._attrition(state._replace(job=""), "attacker")
        return self._defenders_go(state._replace(owed=state.owed - 1, went=state.went + 1))

    def _swept(self, state: State, i: int) -> bool:
        return i == state.fight.theirs and i not in state.joined

    # --- losses (4.2.6) -------------------------------------------------------------------------------

    def losing(self, state: State) -> str:
        """The side that loses a step now."""
        return "defender" if state.job in ("Dr", "Ex-def", "defender") else "attacker"

    def losers(self, state: State) -> tuple[Counts, Rules]:
        """Units of which one loses the next step, and the rules that say so."""
        side = self.losing(state)
        force = self.force(state, side)
        if side == "defender":
            return force, ("4.2.6.pool", "4.2.6.owner")
        if not state.hit:
            duty, rules = first_loss(self.shifts, state.fight, force, state.left, state.began[1])
            if duty:
                return duty, rules
        members = state.fight.side(side)
        if self.scenario.readings["joined"] == "safe":
            force = tuple(i for i in force if i in members)
        return force, ("4.2.6.pool", "4.2.6.1.after") if state.hit else ("4.2.6.pool", "4.2.6.owner")

    def _node_lose(self, state: State) -> Decision:
        units, rules = self.losers(state)
        options = []
        for i in units:
            options += words.loss_options(self, state, i, rules)
        prompt, more = words.loss_prompt(self, state)
        return Decision(self.losing(state), "lose", prompt, tuple(options), (*more, *rules))

    def owed(self, state: State) -> Owed | None:
        """Steps of attrition to lose here, when there are several."""
        if state.phase != "lose" or state.job not in ("attacker", "defender"):
            return None
        there = sum(state.left[i] for i in self.force(state, self.losing(state)))
        need = min(state.owed, there)
        return Owed(need, "steps") if need > 1 else None

    def losable(self, state: State) -> list[Option]:
        """Every step that can be among them."""
        return losses.reachable(self, state)

    def refuse(self, state: State, picks: Sequence[str]) -> tuple[str, Rules]:
        """Why these steps cannot be lost together."""
        wanted = self.owed(state)
        return losses.cannot(self, state, picks, wanted.need if wanted else 0)

    def _apply_lose(self, state: State, action: str) -> State:
        _, name, *more = action.split(":")
        i = self.by_id[name].index
        if more and more[0] in self.by_id:
            other = stand_in(self.board, self.by_id[more[0]], self.pieces[i])
            state = self._swapped(state, i, other.index)
        else:
            state = state._replace(left=(*state.left[:i], state.left[i] - 1, *state.left[i + 1 :]))
        return self.after_loss(state._replace(hit=state.hit or self.losing(state) == "attacker"))

    def after_loss(self, state: State) -> State:
        """Go on after one of the steps that are owed is lost, or spared by agreement."""
        job = state.job
        state = state._replace(owed=state.owed - 1)
        if job == "Dr":
            return self._defenders_go(state)
        if job == "Ex":
            return state._replace(phase="choice", job="Ex-def")
        if job in ("Ad", "Ex-def"):
            return self._attrition(state, "attacker")
        return self._pay(state)

    def _swapped(self, state: State, i: int, other: int) -> State:
        """A unit of the Force Pool in place of one that breaks down: in its hex and in its part in the fight.

        One that was eliminated in this very fight has only that part from now on.
        """
        own = selves(self.board, self.pieces[other])

        def put(members: Counts) -> Counts:
            return tuple([other if member == i else member for member in members if member not in own])

        def helper(member: int) -> int:
            return other if member == i else NOBODY if member in own else member

        spent, fought = state.spent, state.fought
        for one in own:
            spent |= 1 << one
            fought |= (state.fought >> i & 1 | state.fought >> one & 1) << other
        left, at, fight = list(state.left), list(state.at), state.fight
        left[i], left[other], at[other] = 0, self.pieces[other].steps, state.at[i]
        fight = fight._replace(
            attackers=put(fight.attackers), defenders=put(fight.defenders), ours=helper(fight.ours),
            theirs=helper(fight.theirs),
        )  # fmt: skip
        return state._replace(
            left=tuple(left), at=tuple(at), fight=fight, joined=put(state.joined), spent=spent, fought=fought,
        )  # fmt: skip

    def _attrition(self, state: State, side: str) -> State:
        owed = state.result.attacker if side == "attacker" else state.result.defender
        return self._pay(state._replace(job=side, owed=owed))

    def _pay(self, state: State) -> State:
        """Attrition until it is paid or nobody is left to pay (4.2.2.s7); what defenders leave open counts later."""
        if state.owed and self.losers(state)[0]:
            return state._replace(phase="lose")
        if state.job == "attacker":
            return self._attrition(state, "defender")
        return self._advance(state._replace(unmet=state.unmet + state.owed, owed=0))
