"""An overrun inside a move: who joins it, with what ground support, against what defensive air (13.52, 13.53).

Questions that have one answer only are not asked. An overrun that defensive air brings below 6:1 fails (13.531).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate
from hexumpire.model.scenario import Unit
from hexumpire.model.text import capital, listed, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.phases.march_phase import PICK, MarchPhase, hand_of, named
from hexumpire.rulesets.aworldatwar.rules import overrun, partisans
from hexumpire.rulesets.aworldatwar.rules.marching import MOVER, OTHER, March, Marching, Part, merged
from hexumpire.rulesets.aworldatwar.tables import MOVEMENT
from hexumpire.rulesets.aworldatwar.units import describe

RULES: Rules = ("13.52",)


def party(march: March) -> list[Part]:
    """The counters that make the overrun at hand."""
    return [part for part in (march.hand, march.mate) if part is not None]


def declared(board: Marching, march: March) -> March:
    """The position after an overrun is declared: who joins it is asked where somebody can, then the air."""
    hand = hand_of(march)
    if hand.many < MOVEMENT["overrun_units"] and any(board.mates(march, hand, march.target)):
        return march._replace(phase=Join.key)
    return supported(board, march)


def supported(board: Marching, march: March) -> March:
    """The position once it is known who overruns: ground support is asked for where there is any."""
    return march._replace(phase=Support.key) if board.available(march) else covered(board, march)


def covered(board: Marching, march: March) -> March:
    """The position once ground support is known: defensive air support is asked for where there is any."""
    return march._replace(phase=Cover.key) if board.covering(march) else settled(board, march, 0)


def settled(board: Marching, march: March, cover: int) -> March:
    """The position after the overrun at hand: the hex is overrun (13.54), or the overrun failed (13.531).

    Those who overran may go on and overrun again with what they have left (13.55, 13.55A, 13.55B); whoever follows
    enters an empty hex and pays for nothing else (13.56).
    """
    units = [board.unit(part) for part in party(march)]
    flown, place, support = march.flown, march.target, march.support
    done = board.reckoned(march, units, place, support, cover).may
    prices = [board.price(march, part, place) for part in party(march)]
    after = march._replace(phase=PICK, hand=None, mate=None, target="", support=0)
    for part, price in zip(party(march), prices, strict=True):
        after = board.without(after, part)
        gone = part._replace(bound=place)
        if done and price is not None:
            gone = part._replace(at=place, spent=price, fought=True)
        after = after._replace(parts=merged([*after.parts, gone]))
    if not done:
        return after._replace(flown=flown._replace(bound=(*flown.bound, (place, support, cover))))
    for unit in board.in_hex(march, place):
        after = board.eliminate(after, board.number[unit.id], unit.count)
    used = flown._replace(inverted=flown.inverted + support, defensive=flown.defensive + cover)
    return board.entered(after, (place,), hand_of(march).kind)._replace(flown=used, overrun=after.overrun + 1)


def told(board: Marching, before: March, after: March) -> Sequence[Line]:
    """How the overrun that was at hand ended; nothing while it goes on. ``before`` knows who makes it, and where."""
    if after.phase != PICK:
        return ()
    who = capital(listed([named(board, part) for part in party(before)]))
    place = mention(before.target)
    if after.overrun == before.overrun:
        text = say("{a}: the overrun of {place} fails and must become an attack.", a=who, place=place)
        return [Line(text, ("13.531",), MOVER)]
    fallen = board.in_hex(before, before.target)
    lost = listed([named_all(unit.count, describe(unit, unit.count)) for unit in fallen])
    text = say("{a}: overrun of {place}; eliminated: {b}.", a=who, place=place, b=lost)
    lines = [Line(text, ("13.52", "13.54"), MOVER), *flak_lost(board, before, after)]
    return [*lines, *partisans.ALONE] if partisans.alone(fallen) else lines


def named_all(count: int, name: str) -> str:
    """So many counters of a name."""
    return name if count == 1 else say("{n} {unit}", n=count, unit=name)


def flak_lost(board: Marching, before: March, after: March) -> list[Line]:
    """Flak that was in hexes entered (10.94)."""
    gone = dict(after.lost).keys() - dict(before.lost).keys()
    return [
        Line(
            say("The {unit} in {place} is eliminated.", unit=describe(unit), place=mention(unit.at)), ("10.94",), MOVER
        )
        for unit in (board.units[index] for index in sorted(gone))
        if unit.type == "flak"
    ]


class OverrunPhase(MarchPhase):
    """A question of an overrun."""

    def narrate(self, before: March, action: str, after: March) -> Sequence[Line]:
        """How the overrun ended, where this answer ended it."""
        if action.startswith("with:"):
            before = before._replace(mate=self.part(before, action.partition(":")[2]))
        return told(self.board, before, after)


class Join(OverrunPhase):
    """Whether a second unit joins the overrun."""

    key = "join"

    def candidates(self, march: March) -> Iterator[Candidate]:
        """Nobody, and every unit that stands in the same hex."""
        board, hand, place = self.board, hand_of(march), march.target
        air = board.available(march)
        alone = self._bar([board.unit(hand)], place, air, march)
        yield Candidate(Option("alone", say("{unit} alone", unit=capital(self.named(hand))), RULES), *alone)
        for part in board.standing(march):
            spare = part.many - (hand.many if part._replace(many=0) == hand._replace(many=0) else 0)
            if part.at != hand.at or not spare:
                continue
            one = part._replace(many=1)
            unit = board.unit(one)
            bar = board.joins(march, one, place)
            if not bar[0]:
                bar = self._bar([board.unit(hand), unit], place, air, march)
            yield Candidate(Option(f"with:{board.name(part)}", say("With the {unit}", unit=describe(unit)), RULES,
                                   unit.id, part.at), *bar)  # fmt: skip

    def _bar(self, units: Sequence[Unit], place: str, air: int, march: March) -> tuple[str, Rules]:
        """Why these may not overrun the hex with all the ground support there is."""
        bar = overrun.together(units, self.scenario)
        return bar if bar[0] else self.board.reckoned(march, units, place, air).refusal

    def question(self, march: March, options: tuple[Option, ...]) -> Decision:
        """Who joins."""
        prompt = say("Who overruns {place}?", place=mention(march.target))
        return Decision(MOVER, "join", prompt, options, ("13.52", "13.521"))

    def apply(self, march: March, action: str) -> March:
        """The overrun goes on."""
        name = action.partition(":")[2]
        return supported(self.board, march._replace(mate=self.part(march, name)) if name else march)


class Support(OverrunPhase):
    """How much ground support the overrun has."""

    key = "support"

    def candidates(self, march: March) -> Iterator[Candidate]:
        """As many air factors as make 6:1, and more of them against defensive air."""
        units = [self.board.unit(part) for part in party(march)]
        for number in range(self.board.available(march) + 1):
            if self.board.reckoned(march, units, march.target, number).may:
                label = say("Ground support: {n}", n=number) if number else "No ground support"
                yield Candidate(Option(f"gs:{number}", label, ("13.53",)))

    def question(self, march: March, options: tuple[Option, ...]) -> Decision:
        """How many air factors."""
        prompt = say("How much ground support does the overrun of {place} have?", place=mention(march.target))
        return Decision(MOVER, "support", prompt, options, ("13.53",))

    def apply(self, march: March, action: str) -> March:
        """The overrun goes on with it."""
        return covered(self.board, march._replace(support=int(action.partition(":")[2])))


class Cover(OverrunPhase):
    """How much defensive air support is left after interception."""

    key = "cover"

    def candidates(self, march: March) -> Iterator[Candidate]:
        """Any number of the air factors that have not flown."""
        for number in range(self.board.covering(march) + 1):
            label = "No defensive air support"
            if number:
                label = say("Defensive air support left after interception: {n}", n=number)
            yield Candidate(Option(f"das:{number}", label, ("13.53",)))

    def question(self, march: March, options: tuple[Option, ...]) -> Decision:
        """How many air factors."""
        prompt = say("How much defensive air support reaches {place}?", place=mention(march.target))
        return Decision(OTHER, "cover", prompt, options, ("13.53",))

    def apply(self, march: March, action: str) -> March:
        """The overrun is carried out, or fails."""
        return settled(self.board, march, int(action.partition(":")[2]))
