"""The movement phase: which counters move next and where to (13.4), and that it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option, Outcome, Refusal, Terminal
from hexumpire.model.phase import Candidate, Phase
from hexumpire.model.text import capital, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.phases import overrunning
from hexumpire.rulesets.aworldatwar.phases.march_phase import PICK, RULES, MarchPhase, hand_of
from hexumpire.rulesets.aworldatwar.rules import overrun, partisans
from hexumpire.rulesets.aworldatwar.rules.marching import MOVER, OTHER, March, Marching, Part
from hexumpire.rulesets.aworldatwar.rules.movement import Way
from hexumpire.rulesets.aworldatwar.units import arm_of, describe

VOLUNTARY = ("13.21",)


class Pick(MarchPhase):
    """The side that moves takes counters in hand, removes what is too many, or ends its movement."""

    key = PICK

    def candidates(self, march: March) -> Iterator[Candidate]:
        """The end of movement; those that must go as they are too many in a hex; every other counter."""
        board = self.board
        crowded = board.crowded(march)
        surplus = board.surplus(march, crowded)
        if not crowded:
            yield Candidate(Option("done", "End the movement", RULES))
        for part in surplus:
            unit = board.units[part.kind]
            label = say("Eliminate the {unit}, too many in {place}", unit=describe(unit), place=mention(part.at))
            rules = board.rule_of_surplus(march, part.at)
            yield Candidate(Option(f"remove:{board.name(part)}", label, rules, unit.id, part.at))
        taken = {(part.kind, part.at) for part in surplus}
        standing = board.standing(march)
        if crowded:  # first those who can move on, which is all that may be left to do
            standing.sort(key=lambda part: not board.can(march, part))
        for part in standing:
            if (part.kind, part.at) not in taken:
                unit = board.units[part.kind]
                label = say("Move the {unit} in {place}", unit=describe(unit), place=mention(part.at))
                rules = (*RULES, "13.55") if part.fought else RULES
                option = Option(f"take:{board.name(part)}", label, rules, unit.id, part.at)
                yield Candidate(option, *board.idle(march, part))
        if march == March(Pick.key):
            yield Candidate(Option("scrap", "Eliminate own units first, to rebuild them", VOLUNTARY))
        for place, (reason, rules) in crowded.items():
            text = say("{reason}: movement cannot end so; move some of them on", reason=reason)
            yield Candidate(Option("", "", (), "", place), text, rules)

    def refusals(self, march: March) -> Sequence[Refusal]:
        """Counters that cannot move, those of the other side, air and ships, and crowded hexes."""
        offered = {(option.unit, option.hex) for option in self.node(march).options}
        found = [one for one in super().refusals(march) if (one.unit, one.hex) not in offered]
        for unit in self.scenario.units:
            if unit.side != MOVER:
                found.append(Refusal(unit.id, unit.at, "the other side moves now", ("13.11",)))
            elif arm_of(unit) not in ("ground", "flak"):
                found.append(Refusal(unit.id, unit.at, "air and ships have moved before the ground units", ("13.11",)))
        return found

    def question(self, march: March, options: tuple[Option, ...]) -> Decision:
        """Who moves next."""
        return Decision(MOVER, "move", "Which unit moves next?", options, RULES)

    def apply(self, march: March, action: str) -> March:
        """Counters in hand, one gone, or the end."""
        verb, _, name = action.partition(":")
        if verb == "done":
            return march._replace(phase=Arrived.key)
        if verb == "scrap":
            return march._replace(phase=Scrap.key)
        part = self.part(march, name)
        if verb == "remove":
            return self.board.eliminate(self.board.without(march, part), part.kind, 1)
        return march._replace(phase=Go.key, hand=part)

    def narrate(self, before: March, action: str, after: March) -> Sequence[Line]:
        """That movement ends, or who was too many."""
        verb, _, name = action.partition(":")
        if verb == "done":
            return [Line("Movement ends.", RULES, MOVER)]
        if verb != "remove":
            return ()
        part = self.part(before, name)
        text = say("{unit} eliminated: too many in {place}.", unit=capital(self.named(part)), place=mention(part.at))
        return [Line(text, self.board.rule_of_surplus(before, part.at), MOVER)]


class Scrap(MarchPhase):
    """Before movement begins, own ground and air units may be eliminated, to be rebuilt (13.21)."""

    key = "scrap"

    def candidates(self, march: March) -> Iterator[Candidate]:
        """No more of them, and every counter of the side that moves."""
        yield Candidate(Option("enough", "No more of them", VOLUNTARY))
        for index, unit in enumerate(self.scenario.units):
            if unit.side != MOVER or self.board.gone(march, index) == unit.count:
                continue
            label = say("Eliminate the {unit} in {place}", unit=describe(unit), place=mention(unit.at))
            option = Option(f"scrap:{unit.id}", label, VOLUNTARY, unit.id, unit.at)
            afloat = arm_of(unit) in ("fleet", "destroyer")
            yield Candidate(
                option, "ships stay once they are launched" if afloat else "", ("13.22C",) if afloat else ()
            )

    def question(self, march: March, options: tuple[Option, ...]) -> Decision:
        """Who goes."""
        return Decision(MOVER, "scrap", "Eliminate which own unit?", options, VOLUNTARY)

    def apply(self, march: March, action: str) -> March:
        """One counter less, or back to movement."""
        verb, _, name = action.partition(":")
        if verb == "enough":
            return march._replace(phase=Pick.key)
        return self.board.eliminate(march, self.board.number[name], 1)

    def narrate(self, before: March, action: str, after: March) -> Sequence[Line]:
        """Who went."""
        name = action.partition(":")[2]
        if not name:
            return ()
        text = say("The {unit} is eliminated by its own side.", unit=describe(self.scenario.by_id[name]))
        return [Line(text, VOLUNTARY, MOVER)]


class Go(MarchPhase):
    """Counters in hand go to a hex, or overrun one."""

    key = "go"

    def candidates(self, march: March) -> Iterator[Candidate]:
        """To leave them, every hex of the board, and one more like them; to leave them comes last in a crowd."""
        board, hand = self.board, hand_of(march)
        unit = board.units[hand.kind]
        back = Candidate(Option("back", say("Leave {unit} there", unit=self.named(hand)), RULES))
        crowded = bool(board.crowded(march))
        if not crowded:
            yield back
        found = board.reach(march, hand)
        for place, way in sorted(found.ways.items(), key=lambda one: (one[1].spent, one[0])):
            yield Candidate(self._to(march, hand, place, way))
        prey = board.prey(march, hand)
        for place in prey:
            rules = overrun.cited(board.scenario, place, hand.fought)
            option = Option(f"overrun:{place}", say("Overrun {place}", place=mention(place)), rules, unit.id, place)
            yield Candidate(option, *board.overrun_bar(march, hand, place))
        if crowded:
            yield back
        whole = next(one for one in board.standing(march) if one._replace(many=1) == hand._replace(many=1))
        if whole.many > hand.many:
            yield Candidate(
                Option("more", say("One more {unit} with it", unit=describe(unit)), ("13.45",), unit.id, hand.at)
            )
        for place in sorted(board.land.places):
            if place not in found.ways and place not in prey and place != hand.at:
                yield Candidate(Option("", "", (), unit.id, place), *found.refusal(place))

    def _paid(self, march: March, hand: Part, way: Way) -> Rules:
        """By which sections a way is open, and costs what it does."""
        if way.last:
            return ("13.411",)
        rules = (*RULES, *self.board.reach(march, hand).mover.cited(way.path))
        if hand.fought:
            rules += ("13.55A",)
        return (*rules, "13.56") if self.board.overran(march).intersection(way.path) else rules

    def _to(self, march: March, hand: Part, place: str, way: Way) -> Option:
        """The option to go to a hex."""
        cost = way.spent.all - hand.spent.all
        label = say("To {place}: {n} MF", place=mention(place), n=cost)
        if way.last:
            label = say("To {place}: the one hex that is always allowed", place=mention(place))
        return Option(f"go:{place}", label, self._paid(march, hand, way), self.board.units[hand.kind].id, place)

    def question(self, march: March, options: tuple[Option, ...]) -> Decision:
        """Where to."""
        prompt = say("Where to with {unit}?", unit=self.named(hand_of(march)))
        return Decision(MOVER, "go", prompt, options, RULES)

    def apply(self, march: March, action: str) -> March:
        """They stand there, or overrun, or are left where they were."""
        board, hand = self.board, hand_of(march)
        verb, _, place = action.partition(":")
        if verb == "more":
            return march._replace(hand=hand._replace(many=hand.many + 1))
        if verb == "overrun":
            return overrunning.declared(board, march._replace(target=place))
        march = march._replace(phase=Pick.key, hand=None)
        if verb == "back":
            return march
        way = board.reach(march, hand).ways[place]
        return board.entered(board.moved(march, hand, place, way.spent, halted=way.last), way.path, hand.kind)

    def narrate(self, before: March, action: str, after: March) -> Sequence[Line]:
        """Who went where and how, and flak that was overrun on the way."""
        verb, _, place = action.partition(":")
        if verb == "overrun":
            return overrunning.told(self.board, before._replace(target=place), after)
        if verb != "go":
            return ()
        hand = hand_of(before)
        way = self.board.reach(before, hand).ways[place]
        text = say("{unit}: {a} to {b}, {n} MF.", unit=capital(self.named(hand)), a=mention(hand.at), b=mention(place),
                   n=way.spent.all - hand.spent.all)  # fmt: skip
        lines = [Line(text, self._paid(before, hand, way), MOVER)]
        if self.board.units[hand.kind].type == "partisan":
            lines.append(replace(partisans.BLOCKS[0], side=MOVER))
        return [*lines, *overrunning.flak_lost(self.board, before, after)]


class Arrived(Phase[March]):
    """Movement has ended."""

    key = "arrived"

    def __init__(self, board: Marching) -> None:
        self.board = board

    def node(self, march: March) -> Terminal:
        """How many counters moved, and what it cost; flak has no combat factors (10.93)."""
        units = self.board.units
        lost = {MOVER: 0, OTHER: 0}
        for index, many in march.lost:
            lost[units[index].side] += many * units[index].number("factors") * (units[index].type != "flak")
        moved = sum(part.many for part in march.parts if part.spent.all)
        measures = (("moved", moved), ("overrun", march.overrun), ("attacker_lost", lost[MOVER]),
                    ("defender_lost", lost[OTHER]))  # fmt: skip
        return Terminal(Outcome("moved" if moved else "stayed", measures), RULES)
