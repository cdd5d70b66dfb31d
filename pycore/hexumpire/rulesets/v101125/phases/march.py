"""Movement after combat: the defender's retreat, hex by hex, and the attacker's advance (11.Q)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.v101125.fight import COUNTERATTACK
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase
from hexumpire.rulesets.v101125.rules import (
    assault,
    bouts,
    course_told,
    entries,
    presence,
    routes,
    sea,
    sides,
    stacking,
    ways_told,
)
from hexumpire.rulesets.v101125.rules.entries import UNSEEN
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import State
from hexumpire.rulesets.v101125.units import describe


class Retreat(AttackPhase, Choice[State]):
    """The defenders go on to another hex, or stay where they have come to (11.Q.2)."""

    key = "retreat"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """The hexes around, and to stay."""
        for place in routes.around(routes.here(state)):
            found = self._candidate(state, place)
            yield found
            met = not found.reason and routes.held(self.setting, state, place) and state.due.assault in ("", place)
            if met and assault.allowed(self.setting, state, bouts.movers(state), place):
                label = say("Into {place}, with a hasty attack {unseen}", place=mention(place), unseen=UNSEEN)
                yield Candidate(Option(f"into:{place}", label, ("11.Q.2.i",), hex=place, aside=True))
        if not state.path:
            yield from self._apart(state)
        if state.path:
            yield Candidate(Option("stop", "Go no further", ("11.Q.2.c",)))
        elif not routes.ways(self.setting, state):
            yield Candidate(Option("stuck", "Stay, at twice the losses", ("11.Q.2.b",)))

    def _apart(self, state: State) -> Iterator[Candidate]:
        """Those who may go another way than the others of their hex, after them."""
        going = bouts.movers(state)
        if not going[1:] or not routes.ways(self.setting, state):
            return
        alike = {(self.setting.counters[i].unit.id, state.left[i]): i for i in reversed(going)}
        for (unit, letter), i in sorted(alike.items(), key=lambda one: one[1]):
            name = self.flow.payers.name(state, i)
            label = say("The {unit} goes another way after the others {unseen}", unit=name, unseen=UNSEEN)
            yield Candidate(Option(f"apart:{unit}:{letter}", label, ("11.Q.2.0",), unit, aside=True))

    def _candidate(self, state: State, place: str) -> Candidate:
        """A hex, judged."""
        points = routes.points(self.setting, state, place)
        label = say("To {place}", place=mention(place))
        if points:
            label = say("To {place}, which costs {points}", place=mention(place), points=entries.points_said(points))
        if sea.lies_at(self.setting, place):
            return self._by_sea(state, place)
        enemies = routes.held(self.setting, state, place)
        if enemies:
            label = say("{label}, where enemies are {unseen}", label=label, unseen=UNSEEN)
        option = Option(f"to:{place}", label, ("11.Q.2.0", "11.Q.2.d"), hex=place, aside=enemies)
        return Candidate(option, *routes.why_not(self.setting, state, place))

    def _by_sea(self, state: State, place: str) -> Candidate:
        """A hex of the sea, judged; nobody who has another way looks at it for the odds."""
        room = sea.capacity(self.setting, state)
        label = say(
            "To {place}, over the sea (room for REs before the capture roll: {room}); the others are lost",
            place=mention(place),
            room=room,
        )
        aside = any(not sea.lies_at(self.setting, way) for way in routes.ways(self.setting, state))
        if aside:
            label = say("{label} {unseen}", label=label, unseen=UNSEEN)
        option = Option(f"to:{place}", label, ("11.Q.2.0", "11.Q.2.j"), hex=place, aside=aside)
        return Candidate(option, *routes.why_not(self.setting, state, place))

    def refusals(self, state: State) -> list[Refusal]:
        """The hexes around that are closed, and all others on the board."""
        scenario = self.setting.scenario
        board = [*scenario.hexes, *scenario.named, *state.path, *(unit.at for unit in scenario.units)]
        near = set(routes.around(routes.here(state)))
        far = (self._candidate(state, place) for place in dict.fromkeys(board) if place not in near)
        return [
            *super().refusals(state),
            *(Refusal("", one.option.hex, one.reason, one.rules) for one in far if one.reason),
        ]

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Where to."""
        side = OTHER[state.bout.side]
        prompt: str = say("To which hex do the {side}s retreat?", side=sides.NAMES[side])
        if not state.path and (state.due.apart or state.due.ahead):
            prompt = say("To which hex: {units}?", units=entries.units(self.flow, state, bouts.movers(state)))
        elif state.path:
            prompt = "On to which hex, or no further?"
        elif len(state.bout.grounds) > 1:
            place = mention(bouts.start(state))
            prompt = say("To which hex do the {side}s of {place} retreat?", side=sides.NAMES[side], place=place)
        return Decision(side, self.key, prompt, options, ("11.B.17", "11.Q.2.0"))

    def apply(self, state: State, action: str) -> State:
        """They enter a hex, or stay."""
        if action in ("stop", "stuck"):
            return self.flow.arrive(state) if action == "stop" else self.flow.stuck(state)
        if action.startswith("into:"):
            return self.flow.assault(state, action.removeprefix("into:"))
        if action.startswith("apart:"):
            return self.flow.parts(state, self._named(state, action))
        return self.flow.enter(state, action.removeprefix("to:"))

    def _named(self, state: State, action: str) -> int:
        """The counter that goes another way."""
        _, unit, letter = action.split(":")
        same = (i for i in bouts.movers(state) if (self.setting.counters[i].unit.id, state.left[i]) == (unit, letter))
        return next(same)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Where they went, and what it cost."""
        if action.startswith("apart:"):
            name = self.flow.payers.name(before, self._named(before, action))
            said = say("The {unit} goes another way after the others.", unit=name)
            return [Line(said, ("11.Q.2.0",), OTHER[before.bout.side])]
        if action in ("stop", "stuck"):
            return course_told.course(self.flow, before, after)
        place = action.partition(":")[2]
        if action.startswith("into:"):
            return [*ways_told.assaulted(self.flow, before, place), *course_told.course(self.flow, before, after)]
        return [*ways_told.step(self.flow, before, place), *course_told.course(self.flow, before, after)]


class Advance(AttackPhase, Choice[State]):
    """The attackers advance into the hex (11.Q.1)."""

    key = "advance"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Everybody together, each unit by itself, and that nobody (else) goes."""
        rules = ("11.B.19", "11.Q.1a")
        open_now = routes.advancing(self.setting, state)
        if len(open_now) > 1 and stacking.fit(self.setting, state, open_now, routes.goal(state)):
            yield Candidate(Option("all", "Everybody advances", rules))
        ready = {self.setting.counters[i].unit.id for i in open_now}
        seen: set[tuple[str, str]] = set()
        for i in presence.everyone(state):
            counter, letter = self.setting.counters[i], state.left[i]
            mark = counter.unit.id, letter if i in open_now else ""
            if counter.side != state.bout.side or mark in seen or (i not in open_now and counter.unit.id in ready):
                continue
            seen.add(mark)
            label = say("The {unit} advances", unit=describe(counter, int(letter)))
            reason, cited = ("", ()) if i in open_now else routes.stays(self.setting, state, i)
            yield Candidate(Option(f"go:{counter.unit.id}:{letter}", label, rules, counter.unit.id), reason, cited)
        yield Candidate(Option("stay", "Nobody else advances" if state.went else "Nobody advances", rules))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Who."""
        rules: Rules = ("11.B.19", "11.Q.1a")
        if state.bout.kind == COUNTERATTACK:
            rules = (*rules, "11.L.1.d.vi")
        prompt = "Who advances?"
        if len(state.bout.grounds) > 1:
            prompt = say("Who advances into {place}?", place=mention(routes.goal(state)))
        return Decision(state.bout.side, self.key, prompt, options, rules)

    def _numbers(self, state: State, action: str) -> tuple[int, ...]:
        """The counters of an option."""
        open_now = routes.advancing(self.setting, state)
        if action == "all":
            return open_now
        _, unit, letter = action.split(":")
        same = (i for i in open_now if (self.setting.counters[i].unit.id, state.left[i]) == (unit, letter))
        return (next(same),)

    def apply(self, state: State, action: str) -> State:
        """They go, or it is over."""
        if action == "stay":
            return self.flow.next_hex(state)
        return self.flow.advance(state, self._numbers(state, action))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who went, and the markers that it leaves."""
        if action == "stay":
            said = "Nobody else advances." if before.went else "Nobody advances."
            return [Line(said, ("11.Q.1a",), before.bout.side), *course_told.course(self.flow, before, after)]
        went = ways_told.advanced(self.flow, before, self._numbers(before, action))
        return [*went, *course_told.course(self.flow, before, after)]


class Force(AttackPhase, Choice[State]):
    """The attacker may force his way into a hex that still has defenders (11.B.20, 11.Q.1.b)."""

    key = "force"
    ALONE = "The {unit} forces its way in, for {points} {unseen}"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Nobody, or some attackers of one hex together, named one after another."""
        rules, going = ("11.B.20", "11.Q.1.b"), state.dice
        stop = "Nobody else goes in" if state.went else "Nobody forces his way in"
        yield Candidate(Option("go", "Nobody goes in with it", rules) if going else Option("stay", stop, rules))
        open_now = routes.forcing(self.setting, state, going)
        ready = {self.setting.counters[i].unit.id for i in open_now}
        known: set[tuple[str, str]] = set()
        for i in presence.living(state.left, state.bout.attackers):
            counter, letter = self.setting.counters[i], state.left[i]
            mark = counter.unit.id, letter if i in open_now else ""
            if mark in known or (i not in open_now and counter.unit.id in ready):
                continue
            known.add(mark)
            points = entries.points_said(routes.entering(self.setting, state, i))
            text = "The {unit} goes in with it {unseen}" if going else self.ALONE
            label = say(text, unit=describe(counter, int(letter)), points=points, unseen=UNSEEN)
            option = Option(f"force:{counter.unit.id}:{letter}", label, rules, counter.unit.id, aside=True)
            yield Candidate(option, *routes.stays_out(self.setting, state, i, going))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Who."""
        rules = ("11.B.20", "11.Q.1.b")
        prompt = "Who forces a dual ownership of the hex?"
        if state.dice:
            prompt = "Who else goes in with it? Together they pay once."
        elif len(state.bout.grounds) > 1:
            prompt = say("Who forces a dual ownership of {place}?", place=mention(routes.goal(state)))
        return Decision(state.bout.side, self.key, prompt, options, rules)

    def _numbers(self, state: State, action: str) -> tuple[int, ...]:
        """The counters that go in by an option."""
        if action == "go":
            return state.dice
        _, unit, letter = action.split(":")
        found = routes.forcing(self.setting, state, state.dice)
        return *state.dice, next(
            i for i in found if (self.setting.counters[i].unit.id, state.left[i]) == (unit, letter)
        )

    def _waits(self, state: State, action: str) -> bool:
        """Whether others may still go in with those of an option."""
        return action != "go" and bool(routes.forcing(self.setting, state, self._numbers(state, action)))

    def apply(self, state: State, action: str) -> State:
        """They go in and pay together, or it is over."""
        if action == "stay":
            return self.flow.next_hex(state)
        numbers = self._numbers(state, action)
        return state._replace(dice=numbers) if self._waits(state, action) else self.flow.force(state, numbers)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who went in, and what it cost."""
        if action == "stay":
            return course_told.course(self.flow, before, after)
        if self._waits(before, action):
            return ()
        return [
            *ways_told.advanced(self.flow, before, self._numbers(before, action)),
            *course_told.course(self.flow, before, after),
        ]


class Strike(AttackPhase):
    """The units that were struck choose the hex that they counterattack (11.L.1.d)."""

    key = "strike"

    def node(self, state: State) -> Decision:
        """Which hex."""
        rules = ("11.L.1.d",)
        options = tuple(
            Option(f"strike:{place}", say("Counterattack {place}", place=mention(place)), rules, hex=place)
            for place in bouts.strikes(self.setting, state)
        )
        return Decision(OTHER[state.bout.side], self.key, "Which hex is counterattacked?", options, rules)

    def apply(self, state: State, action: str) -> State:
        """The counterattack begins."""
        return self.flow.strike(state, action.removeprefix("strike:"))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Where it goes."""
        return course_told.course(self.flow, before, after)
