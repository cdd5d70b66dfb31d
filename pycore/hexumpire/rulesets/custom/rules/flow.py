"""How a battle goes on: from the dice to the result, through its effects one by one, to another round or the end."""

from __future__ import annotations

from hexumpire.rulesets.custom.rules import advance, losses, retreat, strength
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import Effect, Sheet
from hexumpire.rulesets.custom.state import DISRUPTED, PINNED, Note, State


def begin_round(setting: Setting, state: State) -> State:
    """The position at the start of a round: the dice, a result beyond the ends of the chart, or the end.

    Who does not fight in it (gone from the hex, out of reach, disrupted, pinned) takes no part in the battle any more.
    """
    attackers, defenders = setting.attacking(state), setting.defending(state)
    if not attackers or not defenders:
        return advance.begin(setting, state)
    fighting = {*attackers, *defenders}
    found = strength.figures(setting, state)
    if found.fixed == "forbidden":
        return advance.begin(setting, state)
    pieces = tuple(
        piece if i in fighting or not piece.at else piece._replace(out=True) for i, piece in enumerate(state.pieces)
    )
    return state._replace(phase="fixed" if found.fixed else "roll", pieces=pieces, may=0)


def result_of(setting: Setting, state: State, dice: tuple[int, ...]) -> str:
    """The result of the dice in a position."""
    sheet = setting.sheet
    found = strength.figures(setting, state)
    return read(setting, found, sheet.dice.value(dice))


def read(setting: Setting, found: strength.Figures, value: int) -> str:
    """The result in the column for what the dice say, modifiers included."""
    return setting.sheet.cells[setting.sheet.row(counted(setting.sheet, found, value))][found.column]


def counted(sheet: Sheet, found: strength.Figures, value: int) -> int:
    """What the dice count as, modifiers included: of dice read as tens and ones, a modifier moves by as many rolls."""
    if not sheet.dice.tens:
        return value + found.roll
    values = sheet.dice.values()
    return values[min(max(values.index(value) + found.roll, 0), len(values) - 1)]


def take(setting: Setting, state: State, result: str) -> State:
    """The position after a result has come up: its effects are carried out."""
    todo = setting.sheet.results[result].effects
    if any(losses.by_strength(effect) for effect in todo):
        found = strength.figures(setting, state)
        state = state._replace(force=(found.attack, found.defense))
    return go_on(
        setting,
        state._replace(result=result, todo=todo, again=None, phase="over", stood=state.pieces, bills=(), notes=()),
    )


def go_on(setting: Setting, state: State) -> State:
    """Carry out effects until somebody has to decide something, or all is done."""
    while True:
        if state.owing:
            state = losses.settle(setting, state)
            if state.owing:
                return state
        if state.going or state.queue:
            state = retreat.onward(setting, state)
            if state.going or state.queue:
                return state
        if not state.todo:
            return _after(setting, state)
        effect, state = state.todo[0], state._replace(todo=state.todo[1:])
        if effect.what == "choice":
            if setting.of(effect.side, state):
                return state._replace(phase="choose", todo=(effect, *state.todo))
            continue
        state = _effect(setting, state, effect)


def _effect(setting: Setting, state: State, effect: Effect) -> State:
    """The position after, or in the middle of, one effect."""
    if effect.what == "eliminated":
        return losses.eliminate(setting, state, effect.side)
    if effect.what in ("steps", "factors", "share", "as_much", "strength"):
        return losses.begin(setting, state, effect)
    if effect.what in ("exchange", "half_exchange"):
        return losses.exchange(setting, state, effect.what == "half_exchange")
    if effect.what == "strength_exchange":
        return losses.strength_exchange(setting, state)
    if effect.what == "retreat":
        return retreat.begin(setting, state, effect)
    if effect.what in ("disrupted", "pinned"):
        mark = DISRUPTED if effect.what == "disrupted" else PINNED
        pieces = list(state.pieces)
        for i in setting.of(effect.side, state):
            pieces[i] = pieces[i]._replace(mark=pieces[i].mark | mark)
        return state._replace(pieces=tuple(pieces))
    if effect.what == "advance":
        return state._replace(may=max(state.may, effect.n))
    shift, roll, may = state.again or (0, 0, True)
    return state._replace(again=(shift + effect.shift, roll + effect.roll, may and effect.what == "may_round"))


def _after(setting: Setting, state: State) -> State:
    """All of a result is done: another round, or the advance."""
    state = state._replace(dice=(), result="", lost=(0, 0), force=(0, 0))
    again = state.again if state.round < setting.sheet.rounds else None
    if again is not None and setting.attacking(state) and setting.defending(state):
        if strength.figures(setting, _next(state)).fixed == "forbidden":
            return advance.begin(setting, state._replace(again=None, barred=True))
        return state._replace(phase="again") if again[2] else another(setting, state)
    why = _why_no_round(setting, state)
    notes = (*state.notes, Note(why)) if why else state.notes
    return advance.begin(setting, state._replace(again=None, notes=notes))


def _why_no_round(setting: Setting, state: State) -> str:
    """Why a round that the result gives is not fought, though there are enemies in the hex; empty without either."""
    if state.again is None or not setting.defending(state) or not setting.of("attacker", state):
        return ""
    return "most" if setting.attacking(state) else "nobody"


def _next(state: State) -> State:
    """A position with the next round begun, which the result gave."""
    assert state.again is not None
    shift, roll, _ = state.again
    return state._replace(round=state.round + 1, shift=shift, roll=roll, again=None, stood=())


def another(setting: Setting, state: State) -> State:
    """The position at the start of the next round."""
    return begin_round(setting, _next(state))


def chosen(setting: Setting, state: State, way: int) -> State:
    """The position after a side has chosen one way of a choice."""
    choice = state.todo[0]
    return go_on(setting, state._replace(todo=(*choice.options[way], *state.todo[1:])))
