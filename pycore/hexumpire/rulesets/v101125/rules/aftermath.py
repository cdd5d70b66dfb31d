"""What follows once a fight is over: an advance, a held attack, a further fight, or the end (11.Q.1, 11.B.12)."""

from __future__ import annotations

from hexumpire.rulesets.v101125.fight import OVERRUN
from hexumpire.rulesets.v101125.rules import (
    before,
    bouts,
    entrenchments,
    guests,
    joining,
    later,
    losses,
    markers,
    presence,
    riposte,
    routes,
    tally,
)
from hexumpire.rulesets.v101125.rules.course import Course
from hexumpire.rulesets.v101125.rules.deadlock import NEXT_PHASE
from hexumpire.rulesets.v101125.rules.losses import Bill
from hexumpire.rulesets.v101125.rules.results import ATTACKER, CASUALTIES, DEFENDER
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import (
    DISRUPTED,
    Again,
    Behind,
    Bout,
    Debt,
    Due,
    Held,
    Meanwhile,
    Owed,
    State,
)


def stage_of(owed: Owed) -> int:
    """The number of the stage of a turn in which an attack is owed: its side's next initial phase (11.L.1.f.ii)."""
    return NEXT_PHASE[OTHER[owed.bout.side]]


class Aftermath(Course):
    """The part of a course in which a fight is over.

    In a turn ``stage`` is the number of the one that it is in, ``terms`` what it takes up that was put off, and
    ``engaged`` are those who have fought in other attacks of a later player turn (11.Q.2.a).
    """

    stage = 0
    terms: later.Terms | None = None
    engaged: tuple[int, ...] = ()

    # --- the answer to a held attack ----------------------------------------------------------------------

    def hold(self, state: State) -> State:
        """The attack waits for the exploitation phase; the defender may answer it at once (11.B.12)."""
        return state._replace(phase="riposte") if riposte.asked(self.setting, state) else self.wait(state)

    def wait(self, state: State) -> State:
        """Nobody answers: it is the exploitation phase; support stays, reserves join (11.A.13, 11.B.12).

        It is resolved then, so that what is said and rolled before the dice is so anew (11.B.9 to 11.B.11, 11.D.7).
        Where other attacks follow, it comes after those of the initial phase.
        """
        if self.lasts:
            return self.put_off(state, later.HELD)
        return self.begin(state, bouts.later(self.setting, state, False))

    def answered(self, state: State, numbers: tuple[int, ...]) -> State:
        """Some of those who are attacked answer; by a reading they name the one hex that they strike (11.A.4)."""
        grounds, state = riposte.grounds(self.setting, state.bout), state._replace(dice=numbers)
        one = riposte.at_once(self.setting) or len(grounds) == 1
        return self.riposte(state, grounds[0].place) if one else state._replace(phase="whom")

    def riposte(self, state: State, place: str) -> State:
        """The hasty attack of those who answer; the attack itself is held meanwhile (11.B.12)."""
        bout = riposte.answer(self.setting, state, state.dice, place)
        return self.begin(state._replace(held=Held(state.bout)), bout)

    def resume(self, state: State, held: Held) -> State:
        """The held attack goes on with those who are left, or lapses (11.B.12)."""
        after = riposte.answered(self.setting, state, held)
        if riposte.lapses(self.setting, state, held.bout)[0]:
            return self.over(after)
        bout = riposte.resumed(self.setting, state, held.bout)
        waits = self.lasts and not self.stage
        return self.put_off(after._replace(bout=bout), later.HELD) if waits else self.begin(after, bout)

    def put_off(self, state: State, ending: str) -> State:
        """A held attack, or a deadlock, ends here: it goes on in a later phase (11.B.12, 11.L.1.f.i, 11.L.1.f.ii)."""
        return state._replace(phase="over", due=Due(), dice=(), went=(), path=(), ending=ending)

    def take_up(self, state: State, terms: later.Terms) -> State:
        """In that phase it begins, with those who are left."""
        state = later.restored(self.setting, state, terms)
        if terms.ending == later.HELD:
            return self.begin(state, riposte.resumed(self.setting, state, state.bout))
        if terms.ending == later.AGAIN:
            return self.begin(state, later.forced(self.setting, state))
        return self.over(state)

    def behind(self, state: State, first: Behind) -> State:
        """Those who were attacked out of a retreat have fought: the first attackers may enter the hex that was left.

        Markers that waited for the end of that fight are those of its units (11.Q.2.i, 11.L.1.d.iii).
        """
        if state.held is None:
            memo = state.memo._replace(waits=(), done=state.memo.waits)
            state = state._replace(marks=self.final(state), late=(), memo=memo)
        return self.finish(
            state._replace(bout=first.bout, due=Due(stays=first.stays), went=(), path=(), behind=first.earlier)
        )

    # --- attacks out of a retreat before combat -----------------------------------------------------------

    def meet(self, state: State) -> State:
        """Those who retreated into a hex of enemies before combat attack these, before the dice (11.D.5, 11.Q.2.i)."""
        into = presence.living(state.left, state.bout.eve.into)
        bout = state.bout._replace(eve=state.bout.eve._replace(into=()))
        late = state.late or self.blank
        first = Meanwhile(state.memo.waits, tuple(n * (i not in into) for i, n in enumerate(late)), state.fought)
        after = state._replace(
            bout=bout,
            behind=Behind(bout, False, state.behind, first),
            dice=(),
            due=Due(),
            path=(),
            late=tuple(n * (i in into) for i, n in enumerate(late)),
            fought=(),
            memo=state.memo._replace(waits=()),
        )
        return self.begin(after, bouts.assault(self.setting, after, state.at[into[0]], into))

    def taken_up(self, state: State, bout: Bout, first: Meanwhile) -> State:
        """That fight is over: markers that waited for it count, and the first attack is made with who can (11.D.6).

        Whoever was part of a counterattack in it makes no other attack (11.L.1.d.vii).
        """
        marks = state.marks
        for more in (state.memo.waits, state.late):
            marks = markers.added(marks, more, self.setting.scenario.readings["marker_steps"]) if more else marks
        bout = riposte.regrouped(self.setting, state, bout)
        after = state._replace(
            phase="",
            bout=bout,
            marks=marks,
            late=first.late if any(first.late) else (),
            fought=tuple(sorted({*first.fought, *state.fought})),
            due=Due(),
            dice=(),
            went=(),
            path=(),
            behind=state.behind.earlier if state.behind else None,
            memo=state.memo._replace(waits=first.waits, done=state.memo.waits),
        )
        return self.over(after) if riposte.bars(self.setting, after, bout, bool(state.fought)) else self.prepare(after)

    def set_aside(self, state: State) -> State:
        """That fight was deadlocked: it is fought again in a later phase, after those that it was fought before.

        11.L.1.f.i.
        """
        again = Again(state.bout, state.memo.waits)
        memo = state.memo._replace(waits=())
        return self.over(state._replace(again=(*state.again, again), memo=memo, due=Due(), dice=(), path=(), went=()))

    def fought_again(self, state: State) -> State:
        """A fight that was set aside is fought again with those who are left, in a turn after its other attacks."""
        marks, last = self.final(state), state.bout
        one, *others = state.again
        memo = state.memo._replace(waits=one.waits)
        state = state._replace(marks=marks, again=tuple(others), bout=one.bout, late=(), due=Due(), memo=memo, path=())
        able = riposte.kept(self.setting, state._replace(fought=()), one.bout)
        state = state._replace(bout=bouts.only(state, able))
        found = bouts.again(self.setting, state)
        if found is None:
            return self.over(state)
        if self.lasts and not self.stage:
            return self.put_off(state, later.AGAIN)
        return self.begin(state._replace(bout=last), found)

    def redeem(self, state: State) -> State:
        """Those in the first hex that enemies have entered by a deadlock attack there (11.L.1.f.ii)."""
        owed, *others = state.owed
        ours, enemies = OTHER[owed.bout.side], owed.bout.side
        state = self.in_turn_of(ours, state)._replace(owed=tuple(others))
        there = presence.standing(self.setting, state, ours, owed.place)
        last = state.bout  # in whose phase it may be
        bout = owed.bout.over(owed.place)._replace(defenders=there, turn=last.turn, stage=last.stage)
        after = state._replace(bout=bout, due=Due(), went=(), path=())
        struck = presence.standing(self.setting, state, enemies, owed.place)
        if there and struck and joining.is_attack(self.setting, after):
            return self.attacked_there(after)
        return self.over(state)

    # --- fights that a result forces ----------------------------------------------------------------------

    def parted(self, state: State) -> State:
        """A fight that a result forces is left out: this battle ends."""
        still = bouts.still_there(self.setting, state)
        able = bouts.able(self.setting, state, presence.living(state.left, state.bout.attackers), still)
        follows = {"CA": bouts.strikes(self.setting, state), "DL": able and bouts.defended(self.setting, state)}
        both = presence.living(state.left, state.bout.attackers) and follows.get(state.due.chain)
        ending = {"CA": "counterattack", "DL": "deadlock"}.get(state.due.chain, "") if both else ""
        if not ending:
            return self.finish(state)
        return state._replace(phase="over", due=Due(), ending=ending, marks=self.final(state), held=None)

    def final(self, state: State) -> tuple[int, ...]:
        """The markers at the end: none where nothing hangs on them any more, else with those that waited.

        11.L.1.d.iii, 11.L.1.f.iii.
        """
        if not (self.lasts or state.owed or state.again or presence.is_before(state)):
            return self.blank
        waits = zip(state.memo.waits or self.blank, state.late or self.blank, strict=True)
        more = tuple(one + other for one, other in waits)
        return markers.added(state.marks, more, self.setting.scenario.readings["marker_steps"])

    def strike(self, state: State, place: str) -> State:
        """A counterattack on a hex; whoever is part of it makes no other attack in this phase (11.L.1.d.vii)."""
        bout, fought = bouts.counter(self.setting, state, place), state.fought
        if self.lasts or state.held is not None or presence.is_before(state):
            fought = tuple(sorted({*fought, *bout.attackers, *bout.defenders}))
        return self.begin(state._replace(due=Due(), fought=fought), bout)

    def finish(self, state: State) -> State:
        """Nobody has to fight any more in this phase: those who won a hex may advance into it (11.Q.1a)."""
        if routes.advancing(self.setting, state):
            return state._replace(phase="advance")
        if routes.forcing(self.setting, state):
            return state._replace(phase="force", dice=())
        return self.next_hex(state)

    def next_hex(self, state: State) -> State:
        """Nobody else enters a hex: of several that were attacked the next one may be entered."""
        entry = state.due.entry + 1
        if entry < len(state.bout.grounds):
            return self.finish(state._replace(due=state.due._replace(entry=entry)))
        return self.gone_in(state)

    def force(self, state: State, numbers: tuple[int, ...]) -> State:
        """Attackers of one hex force their way into one with defenders; together they pay as in a retreat.

        11.Q.1.b, 11.Q.1.b.2, 11.Q.2.d.
        """
        state = state._replace(bout=before.alive(state.bout, state.left), dice=())
        found = self.engagement(state)
        pieces = found.pieces[ATTACKER]
        by, reduced = routes.shares(self.setting, pieces, numbers)
        owed = losses.parts(routes.entering(self.setting, state, numbers[0]))
        home = 0 if self._has_lost(state) else found.bills.at_home(ATTACKER, 0)
        bill = Bill(CASUALTIES, owed, home=home, weights=by, again=True, reduced=reduced)
        debts = (Debt(ATTACKER, bill, True),) if owed else ()
        accounts = losses.fresh(found.stakes[ATTACKER]), losses.fresh(found.stakes[DEFENDER])
        due = Due(debts=debts, leave="forced", entry=state.due.entry)
        state = self._gone(state, numbers)
        return self.onward(state._replace(due=due, before=state.left, accounts=accounts))

    def _has_lost(self, state: State) -> bool:
        """Whether those who attack have had casualties since the dice: their first point at home is paid (11.O.2)."""
        sides = (counter.side for counter in self.setting.counters)
        rows = zip(sides, state.memo.left, state.left, strict=True)
        return any(side == state.bout.side and old != new not in DISRUPTED for side, old, new in rows)

    def advance(self, state: State, numbers: tuple[int, ...]) -> State:
        """Counters advance into the hex, which leaves its markers; once nobody else may, it goes on.

        So do those of a hasty attack (11.C.9) and those who counterattacked (11.L.1.d.vi).
        """
        return self.finish(self._gone(state, numbers))

    def _gone(self, state: State, numbers: tuple[int, ...]) -> State:
        """The position once counters have gone into the hex, with the markers that it leaves (11.Q.1b, 11.Q.1.b).

        Who overruns pays movement points instead, of which he has the rest back (T10.o, 11.L.1.k); who has landed has
        fought in the hex (11.R.0).
        """
        marks, place = list(state.marks), routes.goal(state)
        for i in numbers:
            free = state.bout.kind == OVERRUN or routes.lands(self.setting, state, i)
            more = 0 if free else routes.price(self.setting, state, (state.at[i], place), i)
            marks[i] = markers.kept(marks[i] + more, self.setting.scenario.readings["marker_steps"])
        went, starts = tuple(sorted({*state.went, *numbers})), dict.fromkeys(state.at[i] for i in numbers)
        state = presence.moved(self.setting, state, numbers, place)._replace(marks=tuple(marks), went=went)
        for start in starts:
            state = entrenchments.left(self.setting, state, start)
        return state

    def gone_in(self, state: State) -> State:
        """Those in a hex with defenders are attacked in the next phase of its owner, as the deadlock goes on.

        Be it that they went into it now, or fought in it (11.L.1.f.ii, 11.R.3.d.1). All else of this phase comes
        before. The last phases of a turn lead to no other.
        """
        if not self.deadlocked(state):
            return self.over(state)
        owed = [Owed(state.bout, place) for place in bouts.inside(state) if self._is_owed(state, place)]
        return self.over(state._replace(owed=tuple(sorted((*state.owed, *owed), key=stage_of))))

    def _is_owed(self, state: State, place: str) -> bool:
        """Whether enemies in a hex of the fight are attacked there: somebody can, and they went in or may be yet."""
        one = state._replace(bout=state.bout.over(place), engaged=())
        ahead = state.went or not self.lasts or self.stage < stage_of(Owed(state.bout, place))
        return bool(ahead) and joining.is_attack(self.setting, one)

    def in_turn_of(self, side: str, state: State) -> State:
        """The position in a side's next turn: what counts in one turn alone is over (11.Q.2.a, 11.L.1.g, T1.FF)."""
        if state.bout.turn == side:
            return state
        fled = (guests.NEVER,) * len(state.at)
        return state._replace(fled=fled, failed=(), engaged=self.engaged, dropped=())

    def attacked_there(self, state: State) -> State:
        """Those in a hex attack the enemies who entered it, and whichever units around it join them (11.L.1.f.ii)."""
        ready = joining.together(self.setting, state)
        alone = not joining.why_not(self.setting, state, ())[0]
        asked = ready if alone else ready[1:]
        return state._replace(phase="reinforce") if asked else self.answer(state, ready)

    def deadlocked(self, state: State) -> bool:
        """Whether a deadlock of the exploitation phase lets the attacker into a hex with defenders (11.Q.1.b.1)."""
        return routes.deadlocked(state) and bouts.stays(self.setting, state)

    def answer(self, state: State, joined: tuple[int, ...]) -> State:
        """The owner of the hex attacks those in it, with those who join (11.L.1.f.ii)."""
        attackers = tuple(sorted({*joining.inside(self.setting, state), *joined}))
        place = state.bout.target
        state = state._replace(at=bouts.moved_in(self.setting, state, attackers), due=Due(), went=(), dice=())
        return self.begin(state, bouts.answer(self.setting, state, attackers, place))

    def over(self, state: State) -> State:
        """The end: of an attack out of a retreat, of the answer to a held attack, or of the battle."""
        if state.behind is not None and state.behind.before is not None:
            return self.taken_up(state, state.behind.bout, state.behind.before)
        if state.behind is not None:
            return self.behind(state, state.behind)
        if state.held is not None:
            return self.resume(state, state.held)
        if state.again:
            return self.fought_again(state)
        if state.owed and self.lasts and self.stage < stage_of(state.owed[0]):
            return self.put_off(state, later.NEXT)
        if state.owed:
            return self.redeem(state)
        return state._replace(
            phase="over",
            marks=self.final(state),
            due=Due(chain=state.due.chain, stays=state.due.stays),
            ending=tally.ending(self.setting, state),
            failed=state.failed if self.lasts else (),
            burdened=(),
            engaged=state.engaged if self.lasts else (),
            dropped=state.dropped if self.lasts else (),
        )
