"""How a battle goes on: from the dice over losses, retreat and disruption to a further fight, or to the end (11.B)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hexumpire.rulesets.v101125.fight import OVERRUN
from hexumpire.rulesets.v101125.rules import (
    assault,
    before,
    bouts,
    forts,
    later,
    losses,
    markers,
    planned,
    pools,
    presence,
    remembered,
    results,
    routes,
)
from hexumpire.rulesets.v101125.rules.aftermath import Aftermath
from hexumpire.rulesets.v101125.rules.bills import ROLES
from hexumpire.rulesets.v101125.rules.dues import Engagement, Rolled
from hexumpire.rulesets.v101125.rules.odds import COLUMNS
from hexumpire.rulesets.v101125.rules.payments import Payments
from hexumpire.rulesets.v101125.rules.red import Row
from hexumpire.rulesets.v101125.rules.results import ATTACKER, CASUALTIES, DEFENDER, DISRUPTION
from hexumpire.rulesets.v101125.rules.retreats import Retreats
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import DISRUPTED, OUT, Behind, Bout, Due, Memo, State, pair
from hexumpire.rulesets.v101125.tables import FIRM_COLUMN, FORTS, LOSSES, SIX

NOBODY: tuple[losses.Account, losses.Account] = ((), ())
CLASSES = tuple(dict.fromkeys((COLUMNS[0], FORTS["first_column"], FIRM_COLUMN)))
"""Columns from which on something else than the result hangs on the column: works come down, a retreat is firm."""


def class_of(column: str) -> int:
    """The last of those columns that a column reaches."""
    here = COLUMNS.index(column)
    return max(n for n, name in enumerate(CLASSES) if COLUMNS.index(name) <= here)


ENDED = ("over", "advance", "force", "reinforce", "strike")
"""Phases in which the last fight is over."""


class Flow(Payments, Retreats, Aftermath):
    """The whole course: from the first question over dice and losses to whatever follows.

    In a turn ``spent`` are the parts of replacement points that both sides have paid at once before, and ``paid`` the
    counters that have done so in this phase (11.M.8a); ``failed`` are those that have failed altogether in it to leave
    (T1.FF); ``dropped``: hexes into which paratroops have been dropped (11.F.3).
    """

    spent: tuple[int, int] = (0, 0)
    paid: tuple[int, ...] = ()
    failed: tuple[int, ...] = ()
    dropped: tuple[str, ...] = ()

    def __init__(self, setting: Setting, apart: bool, lasts: bool) -> None:
        super().__init__(setting, apart, lasts)
        self._settled: dict[tuple[object, ...], tuple[dict[object, tuple[int, Due]], dict[object, State]]] = {}
        """For the counters as dice find them: what each roll makes due, and the position after each of that."""
        self._dues: dict[Due, tuple[int, Due]] = {}
        """What has been due so far, each with a number of its own: many rolls come to the same."""

    def start(self) -> State:
        """Before anything is decided."""
        state = self.opened()
        if self.terms is not None:
            return self.take_up(state, self.terms)
        return self.begin(state, state.bout)

    def opened(self) -> State:
        """The position as it is set up, before the fight begins."""
        counters = self.setting.counters
        bout, chained = bouts.opening(self.setting), int(self.setting.scenario.condition("chained"))
        memo = Memo(waits=bouts.waited(self.setting, (), bouts.involved(self.setting, bout), chained))
        phase = self.terms.phase if self.terms else bout.phase
        marks = tuple(piece.marker for piece in self.setting.pieces)
        return State(
            "",
            "0" * len(counters),
            tuple(one.unit.at for one in counters),
            marks,
            bout,
            spent=self.spent,
            payers=self.paid,
            fled=self.setting.fled,
            failed=tuple((i, phase) for i in self.failed),
            burdened=remembered.burdened(marks),
            engaged=self.engaged,
            dropped=self.dropped,
            memo=memo,
        )

    def begin(self, state: State, bout: Bout) -> State:
        """A fight begins; where nobody can defend, it is decided without dice (11.H.2).

        The combat phase after an overrun is another one than the movement phase, and that of the next turn another one
        than that of this: who has paid at once, and who has a marker, counts by the phase (11.M.8a, 11.B.4).
        """
        same = (bout.turn, bout.phase) == (state.bout.turn, state.bout.phase)
        payers = state.payers if same else () if self.terms is None else self.paid
        bout = bouts.hosting(self.setting, state, bout)
        bout = bouts.arrayed(self.setting, state, bout)
        engaged = remembered.engaged(self.setting, state, bout)
        dropped = remembered.dropped(state, bout)
        if not same:
            state = state._replace(burdened=remembered.burdened(state.marks))
        after = state._replace(bout=bout, dice=(), token="", payers=payers, engaged=engaged, dropped=dropped)
        return self.prepare(after)

    def prepare(self, state: State) -> State:
        """What is said and done before the dice, one after another; nobody may be left to fight (11.D.7)."""
        state = state._replace(bout=bouts.on_held_ground(state.bout))
        if bouts.choices(self.setting, state.bout):
            return state._replace(phase=bouts.GROUND)
        state = before.priced(self.setting, state)
        due = before.due(self.setting, state)
        if due:
            return state._replace(phase=due)
        if state.bout.eve.into:
            return self.meet(state)
        if not state.bout.attackers or before.emptied(state):
            return self.finish(state)
        if not before.is_able(self.setting, state):
            return self.over(state)
        return state._replace(phase="declare") if self.asks_when(state) else self.plan(state)

    def stand_on(self, state: State, place: str) -> State:
        """The defender of several hexes picks the one whose terrain counts (11.R.3.d.2)."""
        state = before.done(state._replace(bout=state.bout.over(place)), bouts.GROUND)
        return self.prepare(state)

    def asks_when(self, state: State) -> bool:
        """Whether the attacker may hold the attack until the exploitation phase (11.B.12)."""
        return state.bout.kind == "regular" and state.bout.stage == "initial"

    def plan(self, state: State) -> State:
        """The attacker may buy planned steps (11.B.13)."""
        return state._replace(phase="plan") if self.steps(state) else self.roll(state)

    def steps(self, state: State) -> int:
        """How many steps the attacker may buy; none for an overrun."""
        if state.bout.kind == OVERRUN:
            return 0
        return planned.most(self.setting, bouts.fight(self.setting, state.bout, state.left, state.marks))

    def back(self, state: State) -> int:
        """How many of them the defender may buy back."""
        return planned.answers(self.setting, bouts.fight(self.setting, state.bout, state.left, state.marks))

    def roll(self, state: State) -> State:
        """The dice of the main table, unless nobody there has a defence strength."""
        return state._replace(phase="first") if self.contested(state) else self.eliminated(state)

    def contested(self, state: State) -> bool:
        """Whether somebody in the hex has a defence strength (11.H.2)."""
        return self.engagement(state).figures.odds is not None

    def eliminated(self, state: State) -> State:
        """An E without dice: whoever has a reduced side is left with that, and retreats (11.H.2, 11.N.0, 11.L.1.h)."""
        state = state._replace(memo=state.memo._replace(left=state.left, marks=state.marks, bout=state.bout))
        gone = bouts.undefended(self.setting, state.bout)
        for i in gone:
            state = before.struck_down(self.setting, state, i)
        if not presence.living(state.left, gone):
            return self.finish(state)
        there = presence.living(state.left, state.bout.defenders)
        return self._carry(state._replace(bout=state.bout._replace(defenders=there)), Due(leave="must"))

    def planned(self, state: State, steps: int) -> State:
        """Steps are bought; the defender may answer."""
        state = state._replace(bout=state.bout._replace(steps=steps))
        return state._replace(phase="buy_back") if self.back(state) else self.roll(state)

    def bought_back(self, state: State, steps: int) -> State:
        """Steps are bought back."""
        return self.roll(state._replace(bout=state.bout._replace(bought_back=steps)))

    # --- the main dice ------------------------------------------------------------------------------------

    def summed(self, state: State, total: int) -> State:
        """Both main dice have fallen; now the ten-sided one where it may move the column (11.B.14)."""
        state = state._replace(dice=(total,))
        odds = self.engagement(state).figures.odds
        if odds is not None and odds.faces and odds.next != odds.level:
            return state._replace(phase="tenth")
        return self.moved(state, 0)

    def moved(self, state: State, up: int) -> State:
        """The column is known; now the ten-sided die of the armour effects where it may add to them (11.J.0)."""
        state = state._replace(dice=(*state.dice, up))
        if self.engagement(state).figures.armour.step.faces:
            return state._replace(phase="armour")
        return self.read(state, 0)

    def reading(self, state: State, bump: int) -> tuple[str, str, int]:
        """The result, its column and the modifier that Table 6 goes by, of the dice that have fallen."""
        total, up = state.dice
        figures = self.engagement(state).figures
        found = figures.result(total, up, bump)
        return found.cell.result, found.place.name, figures.final(found.place, found.dm)

    def read(self, state: State, bump: int) -> State:
        """The result stands; now the dice of disruption."""
        token, column, modifier = self.reading(state, bump)
        return self.resulted(state, token, column, modifier)

    def resulted(self, state: State, token: str, column: str, modifier: int) -> State:
        """A result of a column."""
        return state._replace(phase="red", token=token, dice=(class_of(column), modifier))

    def shaken(self, state: State, die: int) -> State:
        """A die of disruption; after both the die of a large exchange, where there is one (11.L.1.i)."""
        state = state._replace(dice=(*state.dice, die))
        if state.phase == "red":
            return state._replace(phase="red_defender")
        if results.needs_die(results.parse(state.token)):
            return state._replace(phase="largest")
        return self.settle(state, 0)

    def whose(self, face: int) -> int:
        """The die of a large exchange: one face stands for all that mean the same side."""
        own = int(LOSSES["last_own_face"])
        return own if face <= own else len(SIX)

    def rolled(self, state: State, face: int) -> Rolled:
        """What has fallen on the fight at hand."""
        column, modifier, one, other = state.dice
        return Rolled(state.token, CLASSES[column], modifier, (one, other), face)

    # --- what is due --------------------------------------------------------------------------------------

    def settle(self, state: State, face: int) -> State:
        """All dice have fallen: what they make due is carried out.

        What is due hangs on the main modifier and on markers that were there before by the rows and the REs of Table 6
        alone, so that fights in which these are equal share it; and where no other fight can follow, nothing hangs on
        them any more. Dice that give different markers, or are equal, make different things due.
        """
        state = state._replace(made=state.made or self.makes(state))
        found, rolled = self.engagement(state), self.rolled(state, face)
        rows = {role: found.row(role, rolled) for role in ROLES}
        one, other = rolled.dice
        place = (
            state.bout, state.left, state.at, state.spent, state.payers, state.fled, state.late, state.fought,
            state.worn, state.behind, state.owed, state.again, state.made, state.failed, state.engaged,
            state.dropped, state.burdened, state.taken, state.held, state.went, state.ending,
        )  # fmt: skip
        known, follows = self._settled.setdefault(place, ({}, {}))
        mark = (
            state.token,
            rolled.column,
            markers.of_dice(one, other),
            face,
            *rows.values(),
            *found.softened(rolled),
            found.total(rolled.modifier).value,
        )
        numbered = known.get(mark)
        if numbered is None:
            due = self._due(found, rolled, rows)
            numbered = known[mark] = self._dues.setdefault(due, (len(self._dues), due))
        number, due = numbered
        waits = state.memo.waits
        if due.chain:
            waits = bouts.waited(self.setting, waits, bouts.involved(self.setting, state.bout))
        memo = Memo(state.left, state.marks, state.bout, waits, books=state.memo.books)
        counts = any(state.marks) and self._counts_markers(state, due)
        if not (due.chain or self.others_wait(state) or counts or (self.lasts and waits)):
            settled = follows.get(number)
            if settled is None:
                settled = follows[number] = self._carry(state._replace(marks=self.blank, memo=Memo()), due)
            books = memo.books[0], memo.books[1]
            both = tuple(pools.added(one, other) for one, other in zip(books, settled.memo.books, strict=True))
            memo = settled.memo._replace(
                left=memo.left, marks=memo.marks, bout=memo.bout, waits=memo.waits, books=pair(both)
            )
            return settled._replace(marks=self.carried(state.marks, settled.marks), memo=memo)
        key = number, state.marks, waits, state.memo.books
        after = follows.get(key)
        if after is None:
            after = follows[key] = self._carry(state._replace(memo=memo), due)
        return after

    def _counts_markers(self, state: State, due: Due) -> bool:
        """Whether markers still count though no chain follows: in an attack out of a retreat, or a failed overrun.

        That is made with them (11.Q.2.i); what a hex costs that is not vacated hangs on the main modifier.
        """
        return bool(due.leave) or state.bout.kind == OVERRUN

    def makes(self, state: State) -> bool:
        """Whether the dice are those of the attack of a turn itself, at 1:4 or better (11.R.3.d.4)."""
        if not self.lasts or state.bout.turned:
            return False
        odds = self.engagement(state).figures.odds
        return odds is not None and odds.level >= 0

    def _due(self, found: Engagement, rolled: Rolled, rows: Mapping[str, Row]) -> Due:
        """What dice make due in a fight."""
        given = found.markers(rolled)
        due = found.due(rolled, rows)
        hurt = found.hurt(rolled)
        return due._replace(marks=(given.attacker, given.defender), drops=forts.suffers(rolled.column), hurt=hurt)

    def _carry(self, state: State, due: Due) -> State:
        """Begin to carry out what is due."""
        stakes = self.engagement(state).stakes
        accounts = losses.fresh(stakes[ATTACKER]), losses.fresh(stakes[DEFENDER])
        waiting = [debt for debt in due.debts if (debt.role, debt.bill.kind) == (ATTACKER, DISRUPTION)]
        if waiting and self.payers.bars(state, ATTACKER):
            kept = tuple(debt for debt in due.debts if debt not in waiting)
            due = due._replace(debts=kept, later=(*waiting, *due.later))  # converted with what comes later (11.M.2d)
        return self.onward(state._replace(due=due, before=state.left, accounts=accounts, dice=(), token=""))

    def onward(self, state: State) -> State:
        """Carry out what is due as far as nobody has to choose."""
        due = state.due
        if due.minimal:
            return state._replace(phase="convert")
        while state.due.debts:
            if self._retreats_first(state):
                debt, *others = state.due.debts
                due = state.due._replace(debts=tuple(others), later=(debt, *state.due.later))
                state = state._replace(due=due)
                continue
            state = self.paying(state)
            if state.phase == "pay":
                return state
        return self._after_debts(state)

    def _retreats_first(self, state: State) -> bool:
        """Whether those who have to retreat and have no safe way do so before they suffer disruption (11.M.2d)."""
        bill, leaves = state.due.debts[0].bill, state.due.leave in ("must", "weaker")
        if not leaves or state.due.debts[0].role != DEFENDER or bill.kind == CASUALTIES or bill.again or state.progress:
            return False
        return not routes.safe(self.setting, state)

    def _after_debts(self, state: State) -> State:
        """From the losses of the main table to the retreat, to disruption, and to what comes then."""
        if state.due.leave == "forced":
            memo = state.memo._replace(books=self.payers.books(state))
            return self.finish(self.settled(state)._replace(due=Due(entry=state.due.entry), memo=memo))
        if self.payers.asks_cadres(state):
            return state._replace(phase="cadres")
        state = self.payers.without_cadres(state)
        due = state.due
        if due.leave == "weaker":
            leave = "must" if self.payers.weaker(state) else ""
            state = state._replace(due=due._replace(leave=leave, price=due.price if leave else None))
        if not state.due.leave or not self.payers.guards(state):
            return self.after_retreat(state)
        if state.due.price is not None:
            return state._replace(phase="stand")
        if state.due.going and not bouts.movers(state):
            return self._left(state, state.due.going)
        return self.onto(state) if state.path else self.depart(state)

    def after_retreat(self, state: State) -> State:
        """Disruption comes after the retreat (11.B.18, 11.L.0, 11.M.2d); then the roll is done."""
        due = state.due._replace(leave="", price=None, going="", gone=(), stuck=(), apart=(), ahead=())
        if due.later:
            return self.onward(self.barred(state._replace(due=due), due.later))
        return self.close(state._replace(due=due))

    # --- when the roll is done ----------------------------------------------------------------------------

    def converted(self, state: State, minimal: bool) -> State:
        """A CA or DL stands, or is turned into ME: its exchange comes after disruption (11.F.3)."""
        due = state.due._replace(minimal=False)
        return self.onward(self._turned(state, due) if minimal else state._replace(due=due))

    def _turned(self, state: State, due: Due) -> State:
        """The position in which a CA or DL is an ME, but for those who stay liable to it (11.F.3, 11.L.1.j)."""
        found = self.engagement(state)
        liable = found.liable
        if due.turned is not None:
            shaken, stays, leave = due.turned
            due = due._replace(later=shaken, stays=stays, leave=leave, turned=None)
        due = due._replace(chain=due.chain if liable else "", liable=liable)
        exchange = found.minimal(due)
        state = state._replace(due=due._replace(later=(*due.later, *exchange)))
        equal = int(markers.equal("ME", self.setting.scenario.readings["equal_results"] == "minimal"))
        for role in ROLES:
            state = self.marked(state, role, equal)
        for debt in exchange:
            state = self.hurt(state, debt.role)
        spared = set(state.bout.attackers) - set(liable) if liable else bouts.involved(self.setting, state.bout)
        waits = bouts.waited(self.setting, state.memo.waits, spared, -1)
        return state._replace(memo=state.memo._replace(waits=waits))

    def stood(self, state: State, stays: bool) -> State:
        """The defender retreats, or takes an exchange in its place (11.L.1.g)."""
        due = state.due._replace(price=None)
        state = state._replace(due=due)
        if stays:
            exchange = self.engagement(state).standing(state.accounts[ROLES.index(DEFENDER)], due)
            state = self.barred(state, (*due.debts, *due.later))
            state = self.hurt(state, DEFENDER) if exchange else state
            state = state._replace(due=state.due._replace(leave="", debts=(*exchange, *state.due.debts)))
        return self.onward(state)

    def settled(self, state: State) -> State:
        """Nothing is left of the roll."""
        return state._replace(dice=(), token="", before="", accounts=NOBODY, progress=None, path=())

    def changed(self, state: State) -> dict[str, int]:
        """By how many faces the counters of each unit have been turned since the battle began; who is gone, by all.

        Who went to the turn track was turned by none: his owner always says that he goes (11.M.2b).
        """
        found: Counter[str] = Counter()
        for counter, letter in zip(self.setting.counters, state.left, strict=True):
            face = DISRUPTED.index(letter) if letter in DISRUPTED else letter
            found[counter.unit.id] += len(counter.faces) if letter == OUT else int(face)
        return found

    def shown(self, state: State) -> Engagement:
        """The fight that players are shown: at the end the last one, as its dice found it."""
        numbers = (*state.bout.attackers, *state.bout.defenders)
        left = state.before or state.left
        if state.phase not in ENDED and all(left[i].isdigit() for i in numbers):
            return self.engagement(state)
        if state.memo.bout is None:
            return self.engagement(state._replace(bout=before.alive(state.bout, left)))
        return self.engagement(state._replace(before=state.memo.left, marks=state.memo.marks, bout=state.memo.bout))

    def _still_owes(self, state: State) -> State | None:
        """What a hex costs that is not vacated, or one of enemies whom those who came do not attack; None if nothing.

        T10.n3, 11.Q.2.i.
        """
        due, comers = state.due, self.comers(state)
        tried = state.bout.kind == OVERRUN and not due.failed and self.contested(state)
        if tried and bouts.stays(self.setting, state):
            owed = self.engagement(state).not_vacated(state.accounts[0], due)
            memo = state.memo._replace(failed=sum(debt.bill.owed for debt in owed))
            state = state._replace(due=due._replace(failed=True, debts=owed), memo=memo)
            hurts = any(debt.bill.kind == CASUALTIES for debt in owed)
            return self.onward(self.hurt(state, ATTACKER) if hurts else state)
        if comers and not assault.allowed(self.setting, state, comers, due.assault):
            return self.called_off(state, comers)
        return None

    def close(self, state: State) -> State:
        """The roll is done: markers are placed, works come down, and a forced fight begins."""
        due, comers = state.due, self.comers(state)
        owing = self._still_owes(state)
        if owing is not None:
            return owing
        state = state._replace(marks=tuple(mark + (i in due.payers) for i, mark in enumerate(state.marks)))
        marks = bouts.marked(self.setting, state, due.marks)
        held = state.held
        if held is not None and due.chain:
            spared = set(state.bout.attackers) - set(due.liable) if due.liable else set()
            some = bouts.involved(self.setting, state.bout) - spared
            held = held._replace(waits=bouts.waited(self.setting, held.waits, some))
        if due.drops:
            state = bouts.brought_down(self.setting, state)
        memo = state.memo._replace(books=self.payers.books(state))
        state = state._replace(
            marks=marks, held=held, before="", accounts=NOBODY, memo=memo,
            due=Due(chain=due.chain, stays=due.stays),
        )  # fmt: skip
        if due.liable:
            state = state._replace(bout=bouts.only(state, due.liable))
        if comers:
            behind = Behind(state.bout, due.stays, state.behind)
            bout = bouts.assault(self.setting, state, due.assault)
            return self.begin(state._replace(due=Due(), behind=behind), bout)
        if self.apart:
            return self.parted(state)
        if due.chain == "CA":
            targets = bouts.strikes(self.setting, state)
            if len(targets) == 1:
                return self.strike(state, targets[0])
            if targets:
                return state._replace(phase="strike")
        if due.chain == "DL":
            found = bouts.again(self.setting, state)
            if found is not None and presence.is_before(state):
                return self.set_aside(state)
            if found is not None and self.lasts:
                return self.put_off(state, later.AGAIN)
            if found is not None:
                return self.begin(state._replace(due=Due()), found)
        return self.finish(state)
