"""How the attritions of a turn go on: from one phase of 14.11 to the next, and to the next attrition (14.13, 14.71)."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.aworldatwar.attrition_state import Numbers, Piece, State
from hexumpire.rulesets.aworldatwar.rules.attrition_ground import Ground
from hexumpire.rulesets.aworldatwar.rules.attrition_hexes import Hexes
from hexumpire.rulesets.aworldatwar.rules.attrition_level import Level, Levels
from hexumpire.rulesets.aworldatwar.rules.attrition_losses import Losses
from hexumpire.rulesets.aworldatwar.rules.attrition_retreat import Retreats
from hexumpire.rulesets.aworldatwar.rules.attrition_table import may_swap
from hexumpire.rulesets.aworldatwar.rules.attrition_winter import Winter
from hexumpire.rulesets.aworldatwar.tables import ATTRITION_LIMITS


class Flow:
    """The rules of one scenario put together, and the way through them."""

    def __init__(self, scenario: Scenario, start: Scenario | None = None) -> None:
        self.ground = Ground(scenario, start)
        self.levels = Levels(self.ground)
        self.hexes = Hexes(self.levels)
        self.winter = Winter(self.hexes)
        self.losses = Losses(self.levels, self.winter)
        self.retreats = Retreats(self.ground)

    def level(self, state: State) -> Level:
        """The level of the attrition at hand."""
        return self.levels.now(state)

    def fronts(self, state: State) -> list[int]:
        """The attritions that can still be made (14.13, 14.31)."""
        return [
            number for number in range(len(self.ground.fronts))
            if number not in state.done and self.levels.of(number, state.board, (), state.used).factors
        ]  # fmt: skip

    def start(self) -> State:
        """Before the first attrition."""
        return self.go_on(State("which"))

    def go_on(self, state: State) -> State:
        """To the choice of the next attrition, to the only one left, or to the end."""
        open_now = self.fronts(state)
        blank = state._replace(
            before=(), out=(), result=(0, 0), bled=(), seized=(), losses=(), chosen=(), waiting=(), entered=()
        )
        if not open_now:
            return blank._replace(phase="over")
        if len(open_now) == 1:
            return blank._replace(phase="muster", number=open_now[0])
        return blank._replace(phase="which", number=-1)

    def end(self, state: State) -> State:
        """The attrition at hand is over, or not made; those who counted count no more (14.23B)."""
        used = dict(state.used)
        if state.phase != "muster":
            for look in self.level(state).counted:
                used[look.i] = used.get(look.i, 0) + look.many
        return self.go_on(
            state._replace(used=tuple(sorted(used.items())), done=tuple(sorted((*state.done, state.number))))
        )

    def roll(self, state: State, face: int) -> State:
        """The result of the die; 1C/1H is asked about (14.44)."""
        level = self.level(state)
        state = state._replace(before=state.board, phase="swap")
        if may_swap(self.levels.printed(level, face)):
            return state._replace(result=self.levels.result(level, face))
        return self.carry_out(state, self.levels.result(level, face))

    def swapped(self) -> tuple[int, int]:
        """What an attacker may take instead of 1C/1H (14.44)."""
        return int(ATTRITION_LIMITS["swap"]), 0

    def carry_out(self, state: State, result: tuple[int, int]) -> State:
        """A result is in force: Russia designates hexes, or the defender pays."""
        called = (state.called[0] + result[0], state.called[1] + result[1])
        state = state._replace(result=result, called=called, phase="designate")
        return state if self.winter.open(state) else self.pay(state)

    def pay(self, state: State) -> State:
        """The defender's losses are due."""
        named = len(state.bled) + len(state.seized)
        return self.paid(state._replace(designated=state.designated + named, phase="lose"))

    def lose(self, state: State, piece: Piece) -> State:
        """One counter is lost."""
        board = self.ground.shift(state.board, piece)
        return self.paid(state._replace(board=board, losses=tuple(sorted((*state.losses, piece)))))

    def paid(self, state: State) -> State:
        """More losses, or the hexes; those designated are chosen (14.521H)."""
        if self.losses.open(state):
            return state
        if not self.hexes.due(state):
            return self.end(state)
        return state._replace(phase="take", chosen=state.seized)

    def leave(self, state: State) -> State:
        """The hexes are chosen: whoever cannot leave them is lost, the others retreat (14.71, 14.76)."""
        go, lost = self.retreats.displaced(state)
        board = state.board
        for piece in lost:
            board = self.ground.shift(board, piece)
        return self.left(state._replace(phase="retreat", board=board, waiting=tuple(go)))

    def retreat(self, state: State, place: str) -> State:
        """The next counter goes to a hex."""
        piece, *others = state.waiting
        board = self.ground.shift(state.board, piece, place)
        return self.left(state._replace(board=board, waiting=tuple(others)))

    def left(self, state: State) -> State:
        """More retreats, or the occupation, which is the end where no hex is chosen."""
        if state.waiting:
            return state
        return state._replace(phase="occupy") if state.chosen else self.end(state)

    def enter(self, state: State, i: int, place: str) -> State:
        """A counter occupies a hex."""
        board = self.ground.shift(state.board, (i, self.ground.units[i].at), place)
        return state._replace(board=board, entered=tuple(sorted((*state.entered, (i, place)))))

    def occupied(self, state: State) -> State:
        """Everybody who advances has done so."""
        return self.end(state._replace(taken=state.taken + len(state.chosen)))

    def lost(self, state: State) -> tuple[int, int]:
        """Counters and factors that the defender has lost; flak has no combat factors (10.93)."""
        counters = factors = 0
        for i, places in state.board:
            unit = self.ground.units[i]
            gone = unit.count - sum(n for _, n in places)
            counters += gone
            factors += gone * unit.number("factors") * (unit.type != "flak")
        return counters, factors

    def last(self, state: State) -> bool:
        """Whether no other attrition can follow the one at hand."""
        return set(state.done) | {state.number} >= set(range(len(self.ground.fronts)))


def leaving(out: Numbers, i: int) -> Numbers:
    """One counter more of a unit left out."""
    found = dict(out)
    found[i] = found.get(i, 0) + 1
    return tuple(sorted(found.items()))
