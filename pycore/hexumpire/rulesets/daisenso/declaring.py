"""Declaring attacks as phases of a battle (4.2.1, 4.2.2.s1): which hex is next, and which units attack it.

Where all that may attack a hex may do so together and no other hex wants them, nothing is asked: the set-up, or the
choice of the hex, has named them. Else the attacker names them; in a segment and before a next attack he may always
leave some out.
"""

from __future__ import annotations

from hexumpire.model.battle import Decision, Option
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso import naming, words
from hexumpire.rulesets.daisenso.eligibility import Bar
from hexumpire.rulesets.daisenso.lineup import Lineup, lineup
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.pieces import Counts, Piece
from hexumpire.rulesets.daisenso.setbacks import Setbacks
from hexumpire.rulesets.daisenso.state import State

NAMES: Rules = ("4.2.2.s1", "4.2.1.split")
NO_FIGHT = Lineup("", (), ())


class Declaring(Setbacks):
    """The choice of the next hex and of the units that attack it."""

    def begin(self, state: State, number: int, some: bool = False) -> State:
        """The first position of the attack on a target, as units stand now (4.2.1.serial); perhaps by ``some`` only."""
        fight = self._lineup(state, number)
        tally = (state.tally[0] + state.went, max(state.tally[1], self._drive(state)))
        state = State("name", number, state.left, state.at, state.spent, fight, fought=state.fought,
                      order=(*state.order, number), endings=state.endings, tally=tally)  # fmt: skip
        found = self.named(state)
        if not found.forces:  # not to be fought: the rules forbid it as set up
            return self.opening(state._replace(fight=fight._replace(attackers=found.pool or fight.attackers)))
        state = state._replace(fight=fight._replace(attackers=found.pool), job="some" if some else "")
        return self._declare(state, found)

    def opening(self, state: State) -> State:
        """The first question of an attack whose units are named."""
        raise NotImplementedError

    def stop(self, state: State) -> State:
        """End the battle as it stands."""
        raise NotImplementedError

    def _drive(self, state: State) -> int:
        """How far exploitation may go by what an attack came to."""
        return self.distance(state) if self.armored(state) else 0

    def _lineup(self, state: State, number: int) -> Lineup:
        return lineup(self.board, self.scenario.targets[number], state.left, state.at, state.fought)

    def named(self, state: State, fight: Lineup | None = None) -> naming.Naming:
        """Who may attack, of those in a line-up (that of the attack at hand when left out)."""
        mark = (fight or state.fight, state.left, state.at, state.spent, state.fought)
        found = self._named.get(mark)
        if found is None:
            found = self._named[mark] = naming.naming(self.board, *mark)
        return found

    # --- which hex ------------------------------------------------------------------------------------

    def chances(self, state: State, number: int) -> tuple[Lineup, Bar]:
        """Who would attack a target as units stand now (the strongest force), and what forbids it."""
        fight = self._lineup(state, number)
        found = self.named(state, fight)
        return fight._replace(attackers=found.forces[0] if found.forces else found.pool), found.bar

    def open_targets(self, state: State) -> list[tuple[Lineup, Bar]]:
        """Targets that have not been attacked: who would attack each, and what forbids it."""
        return [self.chances(state, number) for number in self._unattacked(state)]

    def _unattacked(self, state: State) -> list[int]:
        return [number for number in range(len(self.scenario.targets)) if number not in state.order]

    def left_out(self, state: State) -> list[tuple[Piece, Bar]]:
        """Units that can be in none of the attacks that may be made now, and why."""
        out: dict[int, Bar] = {}
        free: set[int] = set()
        for number in self._unattacked(state):
            fight = self._lineup(state, number)
            found = self.named(state, fight)
            if found.forces:
                free.update(found.pool)
                kept = naming.kept_out(self.board, fight.target, state.left, state.at, state.fought)
                out = {**kept, **{i: bar for i, bar in out.items() if bar.rules != naming.SPLIT or i not in kept}}
        return [(self.pieces[i], bar) for i, bar in out.items() if i not in free]

    def attacks(self, state: State, rules: Rules) -> list[Option]:
        """The attacks that may be made now: each with all that may, and at the end each with some of them."""
        found, doors = [], []
        for number in self._unattacked(state):
            fight = self._lineup(state, number)
            now = self.named(state, fight)
            if not now.forces:
                continue
            target, all_of_them = fight.target, fight._replace(attackers=now.forces[0])
            asked = len(now.forces) > 1 or self.offered(state, all_of_them, number)
            label = f"Attack {shown(target)}" if asked else words.attacking(self.pieces, all_of_them)
            found.append(Option(f"attack:{target}", label, rules, "", target))
            if not asked and self.spares(state, all_of_them):
                doors.append(Option(f"some:{target}", words.fewer(target), NAMES, aside=True))
        return [*found, *doors]

    def _node_next(self, state: State) -> Decision:
        options = self.attacks(state, ("4.2.1.serial",))
        more = "Which hex is attacked next?" if options else "No other hex can be attacked."
        options.append(Option("done", "No more attacks", ("4.2.1.serial",)))
        return Decision("attacker", "next", f"This attack is over. {more}", tuple(options), ("4.2.1.serial",))

    def _apply_next(self, state: State, action: str) -> State:
        if action == "done":
            return self.stop(state)
        verb, _, target = action.partition(":")
        return self.begin(state, self.scenario.targets.index(target), verb == "some")

    # --- which units ----------------------------------------------------------------------------------

    def offered(self, state: State, fight: Lineup, number: int) -> Counts:
        """Units of a line-up that could be spared for another target that they may attack as well (4.2.1.split)."""
        others = [self.named(state, self._lineup(state, n)).pool for n in self._unattacked(state) if n != number]
        return tuple(i for i in self.spares(state, fight) if any(i in other for other in others)) if others else ()

    def spares(self, state: State, fight: Lineup) -> Counts:
        """Units of a line-up that may be left out."""
        return tuple(i for i in fight.attackers if not self.needed(state, fight, i).reason)

    def needed(self, state: State, fight: Lineup, i: int) -> Bar:
        """Why a unit of a line-up may not be left out: too few remain, or they need a shift that nobody has stated."""
        rest = fight._replace(attackers=tuple(other for other in fight.attackers if other != i))
        if not rest.attackers:
            return Bar("nobody else attacks", ("4.2.1.target",))
        now, then = self.named(state, fight), self.named(state, rest)
        if not then.forces:
            return Bar(f"without it {then.bar.reason}", then.bar.rules)
        said = {key for force in now.forces for key in self.unstated(state, fight, force)}
        if any(said.issuperset(self.unstated(state, rest, force)) for force in then.forces):
            return Bar("")
        return Bar("without it a hexside counts whose shift nobody has stated", ("4.2.3.8.hexside",))

    def unstated(self, state: State, fight: Lineup, force: Counts) -> list[str]:
        """Shifts of terrain that an attack by a force needs and nobody has stated (4.2.3.8.hexside)."""
        return self.shifts.unknown(fight._replace(attackers=force), state.left, state.at) if fight.defenders else []

    def _declare(self, state: State, found: naming.Naming) -> State:
        """Ask who attacks, unless there is but one answer."""
        some = self.spares(state, state.fight) if state.job == "some" else ()
        if len(found.forces) > 1 or some or self.offered(state, state.fight, state.number):
            return state
        return self._attack_with(state, found.forces[0])

    def _attack_with(self, state: State, force: Counts) -> State:
        return self.opening(state._replace(job="", fight=state.fight._replace(attackers=force)))

    def _node_name(self, state: State) -> Decision:
        fight, found = state.fight, self.named(state)
        options = []
        for number, force in enumerate(found.forces, 1):
            one = fight._replace(attackers=force)
            facts = sorted((self.pieces[i].group, state.left[i], state.at[i]) for i in force)
            several = len(found.forces) > 1
            options.append(Option(f"go:{number}" if several else "go", words.naming(self, state, one), NAMES, "", "",
                                  f"go{facts}" if several else ""))  # fmt: skip
        spares = self.spares(state, fight)
        offered = spares if state.job == "some" else self.offered(state, fight, state.number)
        for i in offered:
            piece, left, at = self.pieces[i], state.left[i], state.at[i]
            options.append(Option(f"out:{piece.id}", f"Leave out the {piece.name_at(left)} in {shown(at)}",
                                  ("4.2.1.split",), piece.unit.id, at, f"out{piece.group}/{left}/{at}"))  # fmt: skip
        if len(offered) < len(spares):
            options.append(Option("some", words.fewer(fight.target), NAMES, aside=True))
        return Decision("attacker", "name", f"Who attacks {shown(fight.target)}?", tuple(options), NAMES)

    def _apply_name(self, state: State, action: str) -> State:
        verb, _, what = action.partition(":")
        if verb == "some":
            return state._replace(job="some")
        if verb == "go":
            return self._attack_with(state, self.named(state).forces[int(what or "1") - 1])
        i = self.by_id[what].index
        fight = state.fight._replace(attackers=tuple(other for other in state.fight.attackers if other != i))
        state = state._replace(fight=fight)
        return self._declare(state, self.named(state))
