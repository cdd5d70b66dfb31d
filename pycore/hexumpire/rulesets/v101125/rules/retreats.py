"""Retreats after a roll: from each hex that was attacked, hex by hex, or over the sea (11.Q.2)."""

from __future__ import annotations

from hexumpire.rulesets.v101125.rules import bouts, losses, markers, presence, routes, sea
from hexumpire.rulesets.v101125.rules.course import Course
from hexumpire.rulesets.v101125.rules.losses import Bill
from hexumpire.rulesets.v101125.rules.results import CASUALTIES, DEFENDER
from hexumpire.rulesets.v101125.state import Debt, State


class Retreats(Course):
    """The part of a course in which defenders retreat."""

    def depart(self, state: State) -> State:
        """The defenders retreat; those who find no hex stay at twice the losses (11.Q.2.b)."""
        place, due = bouts.start(state), state.due
        if place in due.stuck:
            return self._left(state, place)
        if routes.exits(self.setting, state):
            return state._replace(phase="retreat")
        return self.stuck(state)

    def stuck(self, state: State) -> State:
        """They stay in their hex, at twice the losses (11.Q.2.b)."""
        place, due = bouts.start(state), state.due
        state = state._replace(due=due._replace(stuck=(*due.stuck, place)), memo=state.memo._replace(stuck=True))
        return self._cost(state, place, True)

    def _left(self, state: State, place: str) -> State:
        """Defenders of a hex are where they stay; those who go another way, or of another one, follow (11.R.3.d.2)."""
        if state.due.apart:
            ahead = tuple(sorted({*state.due.ahead, *bouts.leaving(state)}))
            state = state._replace(path=(), due=state.due._replace(going=place, apart=(), ahead=ahead))
            return self.depart(state) if bouts.movers(state) else self._left(state, place)
        due = state.due._replace(going="", gone=(*state.due.gone, place))
        state = state._replace(path=(), due=due)
        return self.depart(state) if bouts.movers(state) else self.after_retreat(state)

    def parts(self, state: State, i: int) -> State:
        """A unit goes another way than the others of its hex, after them (11.Q.2.0)."""
        return state._replace(due=state.due._replace(apart=tuple(sorted((*state.due.apart, i)))))

    def enter(self, state: State, place: str) -> State:
        """They enter a hex, and pay for it at once (11.Q.2.c)."""
        state = state._replace(due=state.due._replace(going=bouts.start(state)), path=(*state.path, place))
        return self._cost(state, place, False)

    def _cost(self, state: State, place: str, stuck: bool) -> State:
        """What zones of control and interdiction cost them is owed."""
        at_start = state._replace(path=state.path[:-1])
        owed = self._owed(at_start, place, stuck)
        return self.onward(state._replace(due=state.due._replace(debts=owed, price=None)))

    def _owed(self, state: State, place: str, stuck: bool = False) -> tuple[Debt, ...]:
        """The bills of a step: interdiction is that of the hex, so that those who go another way pay for it, too."""
        pieces, home = self.engagement(state).pieces[DEFENDER], self.payers.at_home(state, DEFENDER)
        by = routes.shares(self.setting, pieces, bouts.leaving(state))
        of_hex = bouts.of_hex(state)
        goes = tuple((int(piece.counter.index in of_hex), 1) for piece in pieces)
        return tuple(routes.debts(self.setting, state, place, by, goes, stuck, home))

    def onto(self, state: State) -> State:
        """They have come to a hex: on from there, be it into enemies, or no further (11.Q.2.0, 11.Q.2.c)."""
        here = routes.here(state)
        if sea.lies_at(self.setting, here):
            room = sea.capacity(self.setting, state)
            return state._replace(phase="capture", dice=()) if room else self.embark(state, 0, ())
        if (
            not routes.held(self.setting, state, here)
            and routes.watched(self.setting, state, here)
            and routes.exits(self.setting, state)
        ):
            return state._replace(phase="retreat")
        return self.arrive(state)

    def assault(self, state: State, place: str) -> State:
        """They go into a hex of enemies, and attack them there once disruption is paid (11.Q.2.i).

        That is in place of what zones of control cost, not of interdiction of the hex that they leave (11.Q.2.e).
        """
        owed = self._owed(state, "")
        due = state.due._replace(assault=place, going=bouts.start(state), debts=owed, price=None)
        state = state._replace(path=(*state.path, place), due=due)
        return self.onward(state) if owed else self.arrive(state)

    def comers(self, state: State) -> tuple[int, ...]:
        """Those who have come into a hex of enemies to attack them there (11.Q.2.i)."""
        return tuple(i for i in presence.guards(state) if state.at[i] == state.due.assault)

    def called_off(self, state: State, numbers: tuple[int, ...]) -> State:
        """Disruption has left them too weak to attack there: they suffer what zones of control cost.

        11.Q.2.i, 11.Q.2.d. The markers of their way wait for no fight then.
        """
        place, late = state.due.assault, state.late or (0,) * len(state.marks)
        by, reduced = routes.shares(self.setting, self.engagement(state).pieces[DEFENDER], numbers)
        owed = losses.parts(routes.points(self.setting, state, place))
        home = min(owed, self.payers.at_home(state, DEFENDER))
        debts = (Debt(DEFENDER, Bill(CASUALTIES, owed, home=home, weights=by, again=True, reduced=reduced), True),)
        reading = self.setting.scenario.readings["marker_steps"]
        marks = markers.added(state.marks, [n * (i in numbers) for i, n in enumerate(late)], reading)
        rest = tuple(n * (i not in numbers) for i, n in enumerate(late))
        state = state._replace(
            marks=marks,
            late=rest if any(rest) else (),
            due=state.due._replace(assault="", debts=debts if owed else ()),
            memo=state.memo._replace(lapsed=owed),
        )
        return self.onward(state)

    def arrive(self, state: State) -> State:
        """They stay where they have come to, with the markers of their way (11.Q.2.a)."""
        guards, origin = bouts.movers(state), bouts.start(state)
        if self.lasts or state.due.chain or state.due.assault or self.others_wait(state):
            state = routes.marked(self.setting, state)
        fled = bouts.arrived(self.setting, state, guards, state.path[-1])
        return self._left(presence.moved(self.setting, state, guards, state.path[-1])._replace(fled=fled), origin)

    # --- over the sea -------------------------------------------------------------------------------------

    def embark(self, state: State, room: int, aboard: tuple[int, ...]) -> State:
        """So many REs are carried over the sea, some units are aboard already; the others are lost (11.Q.2.j)."""
        if not sea.is_settled(self.setting, state, room, aboard):
            return state._replace(phase="aboard", dice=(room, *aboard))
        return self.sail(state, aboard if sea.is_full(self.setting, state, room) else bouts.movers(state))

    def sail(self, state: State, aboard: tuple[int, ...]) -> State:
        """Some are carried over the sea, and all others lost."""
        gone = [i for i in bouts.movers(state) if i not in aboard]
        return self.arrive(self.payers.sunk(state._replace(dice=()), gone))
