"""A fight that is put off to a later phase of a turn, and how it is taken up there (11.B.12, 11.L.1.f).

Between the two others are fought, so that its counters are known by their units and hexes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hexumpire.kit.losses import Why
from hexumpire.model.scenario import whole
from hexumpire.rulesets.v101125.rules import bouts, counterattack, presence, riposte
from hexumpire.rulesets.v101125.rules.deadlock import PHASES
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import Again, Behind, Bout, Held, Owed, State

HELD, AGAIN, NEXT = "waits", "again", "next"
"""Why it is put off: it was held, it was deadlocked, or the owner of a hex attacks there in his own next phase."""
NOBODY = "nobody is left who could make it"
EMPTY = "nobody is left on whom it could be made"
SPENT = "those who were to make it have fought in a counterattack"
WEAK = "units without attack strength do not attack by themselves"


class Fighter(NamedTuple):
    """Like counters of a fight: their unit, where they stand, and whether they are in the attack of the turn itself."""

    unit: str
    at: str
    committed: bool


class Waiting(NamedTuple):
    """A fight without the numbers of its counters, which are others in the game that takes it up.

    ``ours`` attack in it, each from a hex; ``theirs`` defend; ``full``: the hexes whose works count; ``chain``: who
    fought in what led to it.
    """

    bout: Bout
    ours: tuple[tuple[Fighter, str], ...]
    theirs: tuple[Fighter, ...]
    full: tuple[str, ...]
    chain: tuple[Fighter, ...] = ()


Marks = tuple[tuple[Fighter, int], ...]
"""MP for markers, by counters."""


class Terms(NamedTuple):
    """How it goes on: why it is put off, and all that is open besides.

    ``waits``: the markers that are left to come, by counters; ``held`` with those of its answer, ``behind`` with
    whether attackers are kept from advancing, ``owed`` each with its hex: see
    :class:`hexumpire.rulesets.v101125.state.State`; so ``late`` and ``again``, by counters.
    """

    ending: str
    fight: Waiting
    waits: Marks = ()
    held: tuple[Waiting, Marks] | None = None
    behind: tuple[tuple[Waiting, bool], ...] = ()
    owed: tuple[tuple[Waiting, str], ...] = ()
    late: Marks = ()
    again: tuple[tuple[Waiting, Marks], ...] = ()

    @property
    def phase(self) -> str:
        """The phase in which it is taken up."""
        return PHASES[-1] if self.ending == NEXT else PHASES[1]


# --- putting off --------------------------------------------------------------------------------------------------


def fighter(setting: Setting, state: State, i: int) -> Fighter:
    """A counter as it is known later; who was part of a counterattack has no part in other attacks (11.L.1.d.vii)."""
    counter = setting.counters[i]
    committed = counter.side == "attacker" and counter.flag("attacks") and i not in state.fought
    return Fighter(whole(counter.unit.id), state.at[i], committed)


def waiting(setting: Setting, state: State, bout: Bout) -> Waiting:
    """A fight as it waits."""
    ways = [(i, at) for i, at in zip(bout.attackers, bout.places, strict=True) if state.left[i].isdigit()]
    ours = dict.fromkeys((fighter(setting, state, i), at) for i, at in ways)
    theirs = dict.fromkeys(fighter(setting, state, i) for i in presence.living(state.left, bout.defenders))
    own = (one for one in bout.grounds if one.works != counterattack.without_works(one.works))
    chain = dict.fromkeys(fighter(setting, state, i) for i in presence.living(state.left, bout.chain))
    plain = bout._replace(
        attackers=(), places=(), defenders=(), failed=(), halved=(), guests=(), stands=(), joined=(), chain=()
    )
    return Waiting(plain, tuple(ours), tuple(theirs), tuple(one.place for one in own), tuple(chain))


def terms(setting: Setting, state: State) -> Terms:
    """How the fight at hand goes on, which is put off."""
    behind, found = state.behind, []
    while behind is not None:
        found.append((waiting(setting, state, behind.bout), behind.stays))
        behind = behind.earlier
    return Terms(
        state.ending,
        waiting(setting, state, state.bout),
        _by_counters(setting, state, state.memo.waits),
        (waiting(setting, state, state.held.bout), _by_counters(setting, state, state.held.waits))
        if state.held
        else None,
        tuple(found),
        tuple((waiting(setting, state, one.bout), one.place) for one in state.owed),
        _by_counters(setting, state, state.late),
        tuple((waiting(setting, state, one.bout), _by_counters(setting, state, one.waits)) for one in state.again),
    )


def _by_counters(setting: Setting, state: State, marks: tuple[int, ...]) -> Marks:
    """MP for the markers of those who are left, by who they are."""
    found = ((i, more) for i, more in enumerate(marks) if more and state.left[i].isdigit())
    return tuple({fighter(setting, state, i): more for i, more in found}.items())


# --- taking up ----------------------------------------------------------------------------------------------------


def _known(setting: Setting, state: State, side: str, fighters: Iterable[Fighter]) -> dict[int, Fighter]:
    """Which counters those are: of an attack of the turn wherever they stand by now, of others where they stood."""
    some = list(fighters)
    found: dict[int, Fighter] = {}
    for i in presence.everyone(state):
        if setting.counters[i].side == side:
            now = fighter(setting, state, i)
            same = [one for one in some if one == now or (one.committed and now.committed and one.unit == now.unit)]
            if same:
                found[i] = now if now in same else same[0]
    return found


def fight(setting: Setting, state: State, put_off: Waiting) -> Bout:
    """The fight with those who are left of it, on whoever is in its hexes by now."""
    bout, ways = put_off.bout, dict(put_off.ours)
    ours = _known(setting, state, bout.side, ways)
    enemy = OTHER[bout.side]
    there = {i for place in bout.hexes for i in presence.standing(setting, state, enemy, place)}
    known = _known(setting, state, enemy, put_off.theirs)
    landed = {i for i in known if setting.counters[i].text("via") != presence.LAND}
    grounds = tuple(
        one._replace(works=presence.features(setting, state, one.place)) if one.place in put_off.full else one
        for one in bout.grounds
    )
    return bout._replace(
        attackers=tuple(ours), places=tuple(ways[one] for one in ours.values()),
        defenders=tuple(sorted(there | landed)), grounds=grounds,
        chain=tuple(sorted(i for side in OTHER for i in _known(setting, state, side, put_off.chain))),
    )  # fmt: skip


def restored(setting: Setting, state: State, put_off: Terms) -> State:
    """The position at the start of the game that takes a fight up."""
    spent = tuple(one.index for one in setting.counters if one.flag("spent"))
    waits = _by_numbers(setting, state, put_off.waits)
    state = state._replace(fought=spent, memo=state.memo._replace(waits=waits))
    behind: Behind | None = None
    for one, stays in reversed(put_off.behind):
        behind = Behind(fight(setting, state, one), stays, behind)
    held = put_off.held
    return state._replace(
        bout=fight(setting, state, put_off.fight),
        held=Held(fight(setting, state, held[0]), _by_numbers(setting, state, held[1])) if held else None,
        behind=behind,
        owed=tuple(Owed(fight(setting, state, one), place) for one, place in put_off.owed),
        late=_by_numbers(setting, state, put_off.late),
        again=tuple(
            Again(fight(setting, state, one), _by_numbers(setting, state, waits)) for one, waits in put_off.again
        ),
    )


def _by_numbers(setting: Setting, state: State, marks: Marks) -> tuple[int, ...]:
    """The same by the numbers of the counters, empty where there are none."""
    found = [0] * len(setting.counters)
    for known, more in marks:
        for side in OTHER:
            for i in _known(setting, state, side, (known,)):
                found[i] = more
    return tuple(found) if marks else ()


def forced(setting: Setting, state: State) -> Bout:
    """The deadlocked fight once more, with those who can still make it and with reserves (11.L.1.f.i)."""
    able = riposte.kept(setting, state._replace(fought=()), state.bout)
    return bouts.later(setting, state._replace(bout=bouts.only(state, able)), True)


def lapses(setting: Setting, state: State, ending: str, struck: bool) -> Why:
    """Why a fight that was put off is not taken up; empty when it is (11.B.12, 11.L.1.f, 11.L.1.d.vii, 11.H.1).

    ``struck``: a counterattack has struck some of those who were to make it.
    """
    if ending == HELD:
        return riposte.lapses(setting, state, state.bout, struck)
    if ending == AGAIN:
        bout = forced(setting, state)
        if not bout.attackers and struck:
            return SPENT, ("11.L.1.f", "11.L.1.d.vii")
        if not bout.attackers or not bout.defenders:
            return EMPTY if bout.attackers else NOBODY, ("11.L.1.f",)
        if not bouts.able(setting, state, bout.attackers, bout.defenders):
            return WEAK, ("11.L.1.f", "11.H.1")
    return "", ()
