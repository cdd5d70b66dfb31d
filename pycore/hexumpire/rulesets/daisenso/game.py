"""The attacks of one battle as a game: support, result, retreats hex by hex, losses, advance and exploitation.

Attacks on several targets follow each other in the order of the targets (4.2.1.serial). Positions are
:class:`State` values; the rules themselves stand in the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from hexumpire.battle import UMPIRE, Assessment, Chance, Decision, Line, Node, Option, Outcome, Refusal, Terminal
from hexumpire.errors import Problem
from hexumpire.rulesets.daisenso import advance, house, merging, relevance, retreat, support, words
from hexumpire.rulesets.daisenso.board import Board
from hexumpire.rulesets.daisenso.charting import RETREATS, Result, chart_of, picks
from hexumpire.rulesets.daisenso.eligibility import called_off, problems, raw_legal, raw_totals
from hexumpire.rulesets.daisenso.lineup import NOBODY, Lineup, lineup
from hexumpire.rulesets.daisenso.losses import first_loss
from hexumpire.rulesets.daisenso.numbering import around, number, shown
from hexumpire.rulesets.daisenso.pieces import Counts, muster
from hexumpire.rulesets.daisenso.shifts import Shifts
from hexumpire.rulesets.daisenso.state import NOTHING, State
from hexumpire.rulesets.daisenso.tables import RETREAT, WEATHER
from hexumpire.scenario import Scenario
from hexumpire.trace import Rules

ORDER = ("destroyed", "held", "emptied", "taken")
"""Endings of attacks, the worst for the attacker first."""


STACKS = {"attacker": "4.2.5.stack-att", "defender": "4.2.5.stack-def"}


class Attack:
    """The game of one battle (see :class:`hexumpire.battle.Game`); the phasing faction attacks (4.2.roles)."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.pieces = muster(scenario)
        self.board = Board(scenario, self.pieces)
        self.chart = chart_of(scenario.pack)
        self.shifts = Shifts(self.board, self.chart)
        self.full: Counts = tuple(piece.steps for piece in self.pieces)
        self.home = tuple(piece.unit.at for piece in self.pieces)
        self.by_id = {piece.id: piece for piece in self.pieces}
        self.problems: tuple[Problem, ...] = problems(self.board, self.shifts, self.full, self.home)
        self._ways: dict[tuple[Any, ...], retreat.Ways] = {}

    # --- positions ------------------------------------------------------------------------------------

    def start(self) -> State:
        """Before the first attack."""
        fight = lineup(self.board, self.scenario.targets[0], self.full, self.home)
        return self._opening(State("roll", 0, self.full, self.home, 0, fight))

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

    def force(self, state: State, side: str) -> Counts:
        """Units of a side that are in the combat and alive, those caught up in a rout included."""
        members = (*state.fight.side(side), *(i for i in state.joined if self.pieces[i].side == side))
        return tuple([i for i in dict.fromkeys(members) if state.left[i]])

    # --- the next attack ------------------------------------------------------------------------------

    def _opening(self, state: State) -> State:
        """The first question of an attack that may be made."""
        if not state.fight.defenders:
            return state._replace(phase="take")
        return self._ask_support(state, "attacker")

    def _next_attack(self, state: State, ending: str) -> State:
        """Close this attack; the battle is over when it was the last one."""
        phase = "over" if self.last(state) else "next"
        return state._replace(phase=phase, endings=(*state.endings, ending), trek=(NOBODY, 0), hit=False, owed=0)

    def ahead(self, state: State) -> tuple[Lineup, str]:
        """Who fights in the next attack as units stand now, and why it cannot be made (empty when it can)."""
        target = self.scenario.targets[state.number + 1]
        fight = lineup(self.board, target, state.left, state.at, state.spent, state.fought)
        return fight, called_off(self.board, fight, state.left, state.at, state.spent).reason

    def _node_next(self, state: State) -> Decision:
        fight, reason = self.ahead(state)
        label = f"Pass over {shown(fight.target)}: {reason}" if reason else f"On to the attack on {shown(fight.target)}"
        option = Option("next", label, ("4.2.1.serial",), "", fight.target)
        return Decision("attacker", "next", "This attack is over.", (option,), ("4.2.1.serial",))

    def _apply_next(self, state: State, action: str) -> State:
        fight, reason = self.ahead(state)
        n = state.number + 1
        if reason:
            return self._next_attack(state._replace(number=n), "held")
        begun = State("roll", n, state.left, state.at, state.spent, fight, fought=state.fought, endings=state.endings)
        return self._opening(begun)

    def _node_take(self, state: State) -> Decision:
        markers = self.board.here(state.fight.target, state.left, state.at, "defender", ("lone",))
        option = Option("take", f"Drive off {words.listed(markers)}", ("4.2.2.auto",), "", state.fight.target)
        return Decision("attacker", "take", "Nobody but a marker is there: no die is needed.", (option,),
                        ("4.2.2.auto",))  # fmt: skip

    def _apply_take(self, state: State, action: str) -> State:
        left, fought = list(state.left), state.fought
        for piece in self.board.here(state.fight.target, state.left, state.at, "defender", ("lone",)):
            left[piece.index] = 0
        for i in state.fight.attackers:
            fought |= 1 << i
        began = (state.left, state.at)
        return self._advance(state._replace(left=tuple(left), fought=fought, began=began, job="take"))

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
        fought = state.fought
        for i in state.fight.attackers:
            fought |= 1 << i
        result = self.reduced(state, read)
        state = state._replace(
            result=result, read=read, spent=spent, fought=fought, began=(state.left, state.at), job=""
        )
        if result.retreat in ("Ad", "Ex"):
            return state._replace(phase="choice", job=result.retreat)
        if result.retreat:
            return self._defenders_go(state._replace(job="Dr", owed=RETREAT[result.retreat]))
        return self._attrition(state, "attacker")

    # --- Ad and Ex (4.2.4.1.ad, 4.2.4.1.ex-att, 4.2.4.1.ex-def) ---------------------------------------

    def _stacks(self, state: State) -> tuple[str, ...]:
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
            open_stacks = [bool(self.ways(state, start, side).hexes) for start in self._stacks(state)]
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
        stacks = tuple(start for start in self._stacks(state) if self.ways(state, start, "attacker").hexes)
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
        return retreat.may_convert(self.board, state.fight, left, at)

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
        if self.scenario.readings["joined"] == "safe" or state.job in ("Ad", "Ex"):
            force = tuple(i for i in force if i in members)
        return force, ("4.2.6.pool", "4.2.6.1.after") if state.hit else ("4.2.6.pool", "4.2.6.owner")

    def _node_lose(self, state: State) -> Decision:
        units, rules = self.losers(state)
        options = []
        for i in units:
            options += words.loss_options(self, state, i, rules)
        prompt, more = words.loss_prompt(self, state)
        return Decision(self.losing(state), "lose", prompt, tuple(options), (*more, *rules))

    def _apply_lose(self, state: State, action: str) -> State:
        i = self.by_id[action.split(":")[1]].index
        left = (*state.left[:i], state.left[i] - 1, *state.left[i + 1 :])
        job, owed = state.job, state.owed - 1
        state = state._replace(left=left, owed=owed, hit=state.hit or self.losing(state) == "attacker")
        if job == "Dr":
            return self._defenders_go(state)
        if job == "Ex":
            return state._replace(phase="choice", job="Ex-def")
        if job in ("Ad", "Ex-def"):
            return self._attrition(state, "attacker")
        return self._pay(state)

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

    # --- advance and exploitation (4.2.7, 4.2.8) ------------------------------------------------------

    def distance(self, state: State) -> int:
        """How many hexes the attackers may exploit (4.2.8.distance)."""
        return state.went + state.unmet

    def armored(self, state: State) -> bool:
        """Whether exploitation is open: armor attacked, and not just a marker."""
        began = state.began[0]
        return state.job != "take" and bool(began) and advance.had_armor(self.board, state.fight, began)

    def entering(self, state: State) -> Counts:
        """Attackers that may still advance."""
        board, fight = self.board, state.fight
        return tuple(
            [
                i for i in fight.attackers
                if state.left[i] and not state.entered >> i & 1
                and not advance.stays(board, self.pieces[i], fight.target, state.left, state.at)[0]
            ]
        )  # fmt: skip

    def _advance(self, state: State) -> State:
        """Ask who advances, when somebody may; defenders never do (4.2.2.nodef)."""
        state = state._replace(phase="advance", trek=(NOBODY, 0))
        if advance.hex_closed(self.board, state.fight.target, state.left, state.at)[0] or not self.entering(state):
            return self._close(state)
        return state

    def _close(self, state: State) -> State:
        """The end of this attack."""
        ours = any(state.left[i] for i in state.fight.attackers)
        if state.entered:
            ending = "taken"
        elif self.board.here(state.fight.target, state.left, state.at, "defender", ("ground",)):
            ending = "held" if ours else "destroyed"
        else:
            ending = "emptied"
        return self._next_attack(state, ending)

    def far(self, state: State, i: int) -> int:
        """How many hexes a unit may go in exploitation."""
        piece = self.pieces[i]
        target = state.fight.target
        if advance.no_entry(self.board, piece, target, state.left, state.at)[0]:
            return 0
        return advance.reach(piece, state.left, self.distance(state), self.armored(state))

    def last(self, state: State) -> bool:
        """Whether no further attack follows."""
        return state.number + 1 == len(self.scenario.targets)

    def _node_advance(self, state: State) -> Decision:
        target, options = state.fight.target, []
        for i in self.entering(state):
            piece = self.pieces[i]
            alike = "enter" if self.last(state) else f"e{piece.group}/{state.left[i]}/{state.at[i]}"
            options.append(Option(f"advance:{piece.id}", f"Advance the {piece.name} into {shown(target)}",
                                  ("4.2.7.who",), piece.unit.id, target, alike))  # fmt: skip
            far = self.far(state, i)
            if far > 1:
                alike = alike if self.last(state) else f"x{alike}"
                options.append(Option(f"exploit:{piece.id}", f"Exploit with the {piece.name}: up to {far} hexes",
                                      ("4.2.8.who", "4.2.8.distance"), piece.unit.id, "", alike))  # fmt: skip
        options.append(Option("done", "Nobody else advances" if state.entered else "Nobody advances", ("4.2.7.who",)))
        prompt = f"{shown(target)} is open. Who advances?"
        return Decision("attacker", "advance", prompt, tuple(options), ("4.2.2.s8", "4.2.7.who"))

    def _apply_advance(self, state: State, action: str) -> State:
        if action == "done":
            return self._close(state)
        verb, _, name = action.partition(":")
        i = self.by_id[name].index
        return self._go(state, i, state.fight.target, 1, verb == "exploit")

    def _go(self, state: State, i: int, place: str, entered: int, on: bool) -> State:
        """Place a unit; an exploiting one may go on until something stops it."""
        start = state.at[i]
        at = (*state.at[:i], place, *state.at[i + 1 :])
        state = state._replace(at=at, entered=state.entered | 1 << i, trek=(i, entered), phase="trek")
        if on and not self.halt(state, start, place)[0] and self.onward(state):
            return state
        state = state._replace(phase="advance", trek=(NOBODY, 0))
        return state if self.entering(state) else self._close(state)

    def halt(self, state: State, start: str, place: str) -> tuple[str, Rules]:
        """Why an exploiting unit goes no farther than the hex it was just placed in; empty when it may."""
        i, entered = state.trek
        piece = self.pieces[i]
        if entered >= advance.reach(piece, state.left, self.distance(state), self.armored(state)):
            return "it has gone its full distance", ("4.2.8.distance", "4.2.8.ma")
        return advance.stop(self.board, piece, start, place, state.left, state.at, entered == 1)

    def onward(self, state: State) -> list[str]:
        """Hexes that an exploiting unit may be placed in next."""
        i = state.trek[0]
        piece, here = self.pieces[i], state.at[i]
        return [hex for hex in around(here) if not advance.no_entry(self.board, piece, hex, state.left, state.at)[0]]

    def _node_trek(self, state: State) -> Decision:
        i, entered = state.trek
        piece = self.pieces[i]
        far = advance.reach(piece, state.left, self.distance(state), self.armored(state))
        mark = "on" if self.last(state) else ""
        options = [
            Option(f"to:{place}", f"On to {shown(place)}", ("4.2.8.first",), "", place, mark)
            for place in self.onward(state)
        ]
        options.append(Option("stop", "Stop here", ("4.2.8.optional",), "", "", mark))
        prompt = f"The {piece.name} has entered {entered} of {far} hexes. Where next?"
        return Decision("attacker", "trek", prompt, tuple(options), ("4.2.8.first", "4.2.8.distance"))

    def _apply_trek(self, state: State, action: str) -> State:
        i, entered = state.trek
        if action == "stop":
            state = state._replace(phase="advance", trek=(NOBODY, 0))
            return state if self.entering(state) else self._close(state)
        return self._go(state, i, action.partition(":")[2], entered + 1, True)

    # --- the end --------------------------------------------------------------------------------------

    def _node_over(self, state: State) -> Terminal:
        outcome = self.outcome(state)
        return Terminal(outcome, words.ENDING_RULES[outcome.result])

    def lost(self, state: State, side: str) -> int:
        """Steps a side has lost."""
        return sum(p.steps - left for p, left in zip(self.pieces, state.left, strict=True)
                   if p.side == side and p.kind == "ground")  # fmt: skip

    def outcome(self, state: State) -> Outcome:
        """What the battle came to."""
        worst = next(ending for ending in ORDER if ending in state.endings)
        stack = self.stack(state)
        place = number(state.at[stack[0]]) if stack else 0
        return Outcome(worst, (
            ("hex", int(worst == "taken")), ("attacker_lost", self.lost(state, "attacker")),
            ("defender_lost", self.lost(state, "defender")), ("retreated", state.went),
            ("exploitation", self.distance(state) if self.armored(state) else 0), ("place", place),
        ))  # fmt: skip

    # --- house rules and words ------------------------------------------------------------------------

    def overrides(self, state: State) -> Sequence[Option]:
        """What players may agree on (see :mod:`.house`)."""
        return house.overrides(self, state)

    def stop(self, state: State) -> State:
        """End the battle as it stands."""
        endings = (*state.endings, *["held"] * (len(self.scenario.targets) - len(state.endings)))
        return state._replace(phase="over", endings=endings)

    def assess(self, state: State) -> Assessment | None:
        """Totals, shifts and column of the attack at hand; while its result is carried out, as they were."""
        if state.phase == "over":
            return None
        left, at = state.began if state.began[0] else (state.left, state.at)
        return words.assessment(self, state, state.fight, left, at)

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
        return words.overlay(self, state)

    def relevant(self) -> Mapping[str, Any]:
        """Circumstances and fields that could matter to this battle."""
        return relevance.relevant(self)


__all__ = ["NOTHING", "Attack", "Lineup"]
