"""Before the dice: what is not used, success rolls, and who tries to get away (11.J.6, T2, 11.D)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import UMPIRE, Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say, uncapital
from hexumpire.model.trace import Rules
from hexumpire.rulesets.v101125.fight import HASTY, OVERRUN
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase
from hexumpire.rulesets.v101125.rules import before, course_told, entries, routes, sides, ways_told
from hexumpire.rulesets.v101125.rules.entries import UNSEEN
from hexumpire.rulesets.v101125.rules.flow import Flow
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.rules.special import TITLES
from hexumpire.rulesets.v101125.state import State, Walk
from hexumpire.rulesets.v101125.units import signed


class Waive(AttackPhase):
    """The attacker says whose armour and special abilities are not used (11.J.6)."""

    key = before.WAIVE["attacker"]
    role = "attacker"

    def node(self, state: State) -> Decision:
        """One unit after another, or nobody else."""
        rules = ("11.J.6",)
        options = [Option("use", "Use all the rest", rules)]
        for piece in before.waivable(self.setting, before.fight_of(self.setting, state), self.role):
            label = say("Leave out what the {unit} can do {unseen}", unit=piece.name, unseen=UNSEEN)
            id = f"waive:{piece.counter.index}"
            options.append(Option(id, label, rules, piece.counter.unit.id, aside=True))
        prompt = "Whose armour, antitank and special abilities are not used?"
        return Decision(state.bout.side_of(self.role), self.key, prompt, tuple(options), rules)

    def apply(self, state: State, action: str) -> State:
        """They are not used."""
        if action == "use":
            return self.flow.prepare(before.done(state, self.key))
        return self.flow.prepare(before.waive(state, int(action.partition(":")[2])))

    def narrate(self, before_it: State, action: str, after: State) -> Sequence[Line]:
        """Whose."""
        if action == "use":
            return ()
        unit = self.flow.payers.name(before_it, int(action.partition(":")[2]))
        said = say("What the {unit} can do is not used.", unit=unit)
        return [Line(said, ("11.J.6",), before_it.bout.side_of(self.role))]


class WaiveOfDefender(Waive):
    """The defender says the same after him (11.J.6)."""

    key = before.WAIVE["defender"]
    role = "defender"


RESULTS = {"S": "S or S*: success", "F": "F: no effect", "FF": "F*: a strength point of a unit that rolled"}
"""What the success table may say for special units (T2), by the key of the option."""
CODES = {"S": "S", "F": "F", "FF": "F*"}


class Success(AttackPhase):
    """The success roll of a side that has merely more special REs (T2); its table is not in the text."""

    key = "special"

    def node(self, state: State) -> Decision:
        """What the table said."""
        ability, role = next(before.open_rolls(self.setting, state))
        text = "Success roll of the {side}'s special units ({ability}): what does the success table say?"
        side = sides.NAMES[state.bout.side_of(role)]
        options = tuple(Option(key, title, ("T2",)) for key, title in RESULTS.items())
        question = say(text, side=side, ability=uncapital(TITLES[ability]))
        return Decision(UMPIRE, self.key, question, options, ("T2",))

    def apply(self, state: State, action: str) -> State:
        """The modifier, or the loss."""
        after = before.succeed(self.setting, state, CODES[action])
        return after if after.phase == Strain.key else self.flow.prepare(after)

    def narrate(self, before_it: State, action: str, after: State) -> Sequence[Line]:
        """What it said."""
        said = say("The success table says {result}.", result=RESULTS[action])
        weak = [*course_told.weakened(self.flow, before_it, after)]
        if action == "FF" and after.left == before_it.left and after.phase != Strain.key:
            weak = [Line("None of them has a strength point to lose.", ("T2", "11.H.1"))]
        return [Line(said, ("T2",)), *weak, *course_told.course(self.flow, before_it, after)]


class Strain(AttackPhase):
    """Which of the units that rolled loses the point (T2)."""

    key = "strain"

    def node(self, state: State) -> Decision:
        """One of them."""
        role, users = before.strained(self.setting, state)
        options = tuple(
            Option(f"lose:{piece.counter.index}", say("The {unit}", unit=piece.name), ("T2",),
                   piece.counter.unit.id)
            for piece in users
        )  # fmt: skip
        return Decision(state.bout.side_of(role), self.key, "Which unit loses a point?", options, ("T2", "T2.n2"))

    def apply(self, state: State, action: str) -> State:
        """It goes, or its reduced side lies up."""
        return self.flow.prepare(before.step_down(self.setting, state, int(action.partition(":")[2])))

    def narrate(self, before_it: State, action: str, after: State) -> Sequence[Line]:
        """Which."""
        weak = course_told.weakened(self.flow, before_it, after)
        return [*weak, *course_told.course(self.flow, before_it, after)]


class Leave(AttackPhase):
    """The defender tries to retreat before combat, unit by unit (11.B.11, 11.D.2)."""

    key = "leave"

    def node(self, state: State) -> Decision:
        """Who tries, or nobody else."""
        rules: Rules = ("11.B.11", "11.D.2")
        options = [Option("stay", "Nobody else tries" if state.bout.eve.tried else "Nobody tries", rules)]
        seen: set[tuple[str, str]] = set()
        for i in before.runners(self.setting, state):
            counter = self.setting.counters[i]
            if (counter.unit.id, state.left[i]) not in seen:
                seen.add((counter.unit.id, state.left[i]))
                label = say("The {unit} tries {unseen}", unit=self.flow.payers.name(state, i), unseen=UNSEEN)
                options.append(Option(f"try:{i}", label, rules, counter.unit.id, aside=True))
        prompt = "Who tries to retreat before combat?"
        more = {HASTY: ("11.C.5",), OVERRUN: ("11.D.8",)}.get(state.bout.kind, ())
        return Decision(OTHER[state.bout.side], self.key, prompt, tuple(options), (*rules, *more))

    def apply(self, state: State, action: str) -> State:
        """It names its hex, or the fight goes on."""
        if action == "stay":
            return self.flow.prepare(before.done(state, self.key))
        return state._replace(phase=Whither.key, dice=(int(action.partition(":")[2]),))

    def narrate(self, before_it: State, action: str, after: State) -> Sequence[Line]:
        """What comes next."""
        return course_told.course(self.flow, before_it, after) if action == "stay" else ()


def priced(flow: Flow, state: State, place: str) -> str:
    """A hex that a unit may go to, with what its zones of control cost there."""
    owed = routes.points(flow.setting, state, place)
    if owed:
        return say("To {place}, which costs {points}", place=mention(place), points=entries.points_said(owed))
    return say("To {place}", place=mention(place))


def ways(flow: Flow, state: State, i: int, place: str, rules: Rules) -> Iterator[Candidate]:
    """A hex that a unit may go to, and the same with an attack on the enemies in it (11.Q.2.i)."""
    why = routes.why_not(flow.setting, state, place, state.bout.struck_at(i))
    yield Candidate(Option(f"to:{place}", priced(flow, state, place), rules, hex=place), *why)
    if not why[0] and before.meets(flow.setting, state, i, place):
        label = say("Into {place}, with a hasty attack {unseen}", place=mention(place), unseen=UNSEEN)
        yield Candidate(Option(f"into:{place}", label, (*rules, "11.Q.2.i"), hex=place, aside=True))


def gone(flow: Flow, state: State, i: int, place: str, fights: bool, helped: bool = False) -> Iterator[Line]:
    """What a unit's way to a hex costs it, and the marker that it leaves (11.D.5, 11.Q.2.a, 11.Q.2.d, 11.Q.2.i).

    ``fights``: it attacks the enemies there; ``helped``: by great success it pays a point less.
    """
    side, unit = OTHER[state.bout.side], flow.payers.name(state, i)
    marker = before.leaving(flow.setting, state, i, place, helped)
    if not fights:
        yield from ways_told.zones(routes.points(flow.setting, state, place), ("11.Q.2.d",), side)
    if marker:
        left = {marker: [unit]}
        yield ways_told.waits(left, side) if fights else ways_told.left_with(left, ("11.D.5", "11.Q.2.a"), side)


class Whither(AttackPhase, Choice[State]):
    """The hex that it tries to go to (11.D.3)."""

    key = "whither"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """The hexes around."""
        rules = ("11.D.3", "11.D.5")
        origin = state.bout.struck_at(state.dice[0])
        for place in routes.around(origin):
            yield from ways(self.flow, state, state.dice[0], place, rules)

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Where to."""
        prompt = say("Where does the {unit} try to go?", unit=self.flow.payers.name(state, state.dice[0]))
        return Decision(OTHER[state.bout.side], self.key, prompt, options, ("11.D.3",))

    def apply(self, state: State, action: str) -> State:
        """It rolls."""
        way, _, place = action.partition(":")
        due = state.due._replace(assault=place if way == "into" else "")
        return state._replace(phase=Attempt.key, path=(place,), due=due)


TABLE = {
    "D": ("D", "D: disaster", "T1.D"), "FF": ("F*", "F*: complete failure", "T1.FF"), "F": ("F", "F: failure", "T1.F"),
    "S": ("S", "S: success", "T1.S"), "SS": ("S*", "S*: great success", "T1.SS"),
}  # fmt: skip
"""What the success table may say of a retreat before combat, by the key of the option."""


class Attempt(AttackPhase):
    """What the success table says of it (11.D.4); the table is not in the text."""

    key = "attempt"

    def node(self, state: State) -> Decision:
        """The results."""
        index, place = state.dice[0], state.path[0]
        text = "Success roll of the {unit}, {modifier}: what does the success table say?"
        modifier = before.modifier(self.setting, state._replace(path=()), index, place)
        prompt = say(text, unit=self.flow.payers.name(state, index), modifier=signed(int(modifier.value or 0)))
        options = tuple(Option(key, title, ("11.D.4", rule)) for key, (_, title, rule) in TABLE.items())
        return Decision(UMPIRE, self.key, prompt, options, tuple(dict.fromkeys(modifier.cited())))

    def apply(self, state: State, action: str) -> State:
        """It goes, stays, or is lost."""
        index, place = state.dice[0], state.path[0]
        bare = state._replace(path=(), dice=(), due=state.due._replace(assault=""))
        after = before.attempt(self.setting, bare, index, place, TABLE[action][0], bool(state.due.assault))
        return after if after.phase == before.FURTHER else self.flow.prepare(after)

    def narrate(self, before_it: State, action: str, after: State) -> Sequence[Line]:
        """What became of it."""
        index, place = before_it.dice[0], before_it.path[0]
        code, _, rule = TABLE[action]
        unit, side = self.flow.payers.name(before_it, index), OTHER[before_it.bout.side]
        text = "The success table says {result}: the {unit} stays."
        if code in ("S", "S*"):
            text = "The success table says {result}: the {unit} goes to {place}."
        elif code == "F*":
            text = "The success table says {result}: the {unit} stays and defends at half."
        elif code == "D":
            text = "The success table says {result}: the {unit} does not get away."
        alone = ("11.D.6", "11.D.7") if before.emptied(after) else ()
        said = [Line(say(text, result=code, unit=unit, place=mention(place)), ("11.D.4", rule, *alone), side)]
        if code in ("S", "S*"):
            bare = before_it._replace(path=(), dice=())
            said += gone(self.flow, bare, index, place, bool(before_it.due.assault), code == "S*")
        return [*said, *course_told.course(self.flow, before_it, after)]


class Further(AttackPhase, Choice[State]):
    """In a zone of control it goes on to another hex, or no further (11.D.5, 11.Q.2.c)."""

    key = before.FURTHER

    def _walk(self, state: State) -> Walk:
        """Who is on his way."""
        assert state.bout.eve.walk is not None
        return state.bout.eve.walk

    def candidates(self, state: State) -> Iterator[Candidate]:
        """The hexes around, and to stay."""
        rules = ("11.D.5", "11.Q.2.c")
        for place in routes.around(state.path[-1]):
            yield from ways(self.flow, state, self._walk(state).unit, place, rules)
        yield Candidate(Option("stop", "Go no further", rules))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Where to."""
        side = OTHER[state.bout.side]
        return Decision(side, self.key, "On to which hex, or no further?", options, ("11.D.5", "11.Q.2.c"))

    def apply(self, state: State, action: str) -> State:
        """It goes on, or the fight does."""
        if action == "stop":
            return self.flow.prepare(before.halted(self.setting, state))
        if action.startswith("into:"):
            return self.flow.prepare(before.met(self.setting, state, action.partition(":")[2]))
        after = before.go_on(self.setting, state, action.partition(":")[2])
        return after if after.phase == self.key else self.flow.prepare(after)

    def narrate(self, before_it: State, action: str, after: State) -> Sequence[Line]:
        """Where it went."""
        course = course_told.course(self.flow, before_it, after)
        if action == "stop":
            return course
        index, side = self._walk(before_it).unit, OTHER[before_it.bout.side]
        unit, place = self.flow.payers.name(before_it, index), action.partition(":")[2]
        said = Line(say("The {unit} goes on to {place}.", unit=unit, place=mention(place)), ("11.Q.2.c",), side)
        return [said, *gone(self.flow, before_it, index, place, action.startswith("into:")), *course]


BEFORE = (Waive, WaiveOfDefender, Success, Strain, Leave, Whither, Attempt, Further)
