"""The best plan for an attack, or several on one board: what to send for an aim, and what yours costs against it.

Least force is a special case: of all that reaches a chance, the least.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from hexumpire.analysis.force import label, read_thresholds
from hexumpire.analysis.fronts import Found, Front, Wish, best, groups
from hexumpire.analysis.outcomes import chance
from hexumpire.analysis.sending import Plan, Pool, Sending, force_of
from hexumpire.analysis.solve import bound_text, worth_text
from hexumpire.analysis.variants import SHARE, TAKEN
from hexumpire.analysis.walk import Progress, TooLargeError
from hexumpire.analysis.weighing import Judge
from hexumpire.files import codec, documents
from hexumpire.kit.places import mention
from hexumpire.kit.turn import TAKEN as HEXES
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.procedure import ATTACKS, ODDS, TARGETS
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.views.position import problem

WORK: Final = 45_000
"""Positions looked at for one plan."""
MOST_WORK: Final = 10_000_000
"""More than that nobody waits for."""


def aims(ruleset: Ruleset, scenario: Scenario) -> list[Objective]:
    """What can be planned for: the objectives of the ruleset; of several attacks also how many take their hexes."""
    if not scenario.attacks:
        return [*ruleset.objectives]
    every = dict(ruleset.results).get("all")
    own = [replace(one, title=every) if every and one.weights == ((TAKEN, 1),) else one for one in ruleset.objectives]
    return [*own, Objective(HEXES, dict(ruleset.measures)[HEXES], ((HEXES, 1),))]


def _aim(ruleset: Ruleset, scenario: Scenario, key: str) -> Objective:
    """What is planned for, by its key; the first that there is where none is named."""
    known = aims(ruleset, scenario)
    for aim in known:
        if key in ("", aim.key):
            return aim
    message = say("{any} is no aim of {x}", any=documents.shown(key), x=ruleset.title)
    raise InputError([Problem(message, "$.aim", fix=documents.guess(key, [one.key for one in known]))])


def _threshold(aim: Objective, least: str) -> Fraction | None:
    """The chance that the least force is wanted for; None where the best plan is."""
    if not least:
        return None
    try:
        (found,) = read_thresholds([least])
    except InputError as error:
        raise InputError(replace(one, path="$.least") for one in error.problems) from None
    if aim.weights != ((TAKEN, 1),):
        message = say("the least force is that for a chance, and {x} is none", x=aim.title)
        raise InputError([Problem(message, "$.least", fix="leave least out, or aim at taking the hex")])
    return found


def report(
    scenario: Scenario,
    ruleset: Ruleset,
    policies: Mapping[str, str],
    aim: str,
    least: str,
    move: bool,
    step: int,
    progress: Progress = None,
    work: int = WORK,
) -> dict[str, Any]:
    """The result of the operation ``plan`` (docs/api.md).

    ``least``: a chance, of which the least force that reaches it is wanted; ``move``: counters may go to other hexes;
    ``step``: so many air factors (or others that are counted) differ the plans by.

    Raises:
        InputError: the procedure is no attack; an aim, a policy or a chance is not known.
        HexUmpireError: no chances can be told of this battle.
    """
    procedure = ruleset.procedure(scenario.procedure)
    if procedure.summary != ODDS or not {TARGETS, ATTACKS} & {*procedure.inputs}:
        message = say("a plan is for attacks, and {x} is none", x=procedure.title)
        raise InputError([Problem(message, "$.scenario.procedure", fix="choose a procedure that attacks")])
    wanted = _aim(ruleset, scenario, aim)
    wish = Wish(_threshold(wanted, least))
    judge = Judge(scenario, ruleset, policies, wanted, progress, work)
    sending = Sending(scenario, ruleset, step, move)
    problems = ruleset.game(scenario).problems
    yours = None if problems else judge.weigh(scenario, range(len(sending.attacks)), max(SHARE, work))
    if yours and not yours.exact and judge.fault and not isinstance(judge.fault, TooLargeError):
        raise judge.fault
    sure = judge.known(yours) if yours else None
    worth = judge.value([sure]) if sure else None
    fronts = [Front(sending, group, judge) for group in groups(sending, ruleset)]
    found = best(fronts, wish, progress)
    if yours and worth is not None:
        found.offer(wish, sending.given(range(len(sending.attacks))), worth)
    if judge.fault and not force_of(found.plan) and not any(front.weighed for front in fronts):
        raise judge.fault
    case = _Case(scenario, sending, wanted, wish, found)
    return {
        "aim": {"key": wanted.key, "title": wanted.title},
        "aims": [{"key": one.key, "title": one.title} for one in aims(ruleset, scenario)],
        "least": None if wish.least is None else chance(wish.least),
        **case.told(),
        "attacks": [*case.attacks(fronts)],
        "yours": case.against(problems, worth, bool(yours and yours.exact)),
        "plans": sum(front.number for front in fronts),
        "looked": sum(len(front.table) for front in fronts),
        "steps": [*_steps(sending, fronts)],
        "note": "Fights that follow from a result are left out." if judge.partial else "",
    }


class _Case:
    """A plan that was found for a battle."""

    def __init__(self, scenario: Scenario, sending: Sending, aim: Objective, wish: Wish, found: Found) -> None:
        self.scenario = scenario
        self.sending = sending
        self.aim = aim
        self.wish = wish
        self.found = found
        reached = wish.least is None or (found.value is not None and found.value >= wish.least)
        self.plan = found.plan if reached and found.value is not None else None

    def told(self) -> dict[str, Any]:
        """The plan, what it is worth, what no other is worth more than, and the battle in which it is carried out."""
        found, plan = self.found, self.plan
        other = None if plan is None else self.sending.set_up(plan)
        return {
            "reached": plan is not None,
            **self._worth("value", found.value, 0 if found.exact else -1),
            **self._worth("bound", found.bound, 0 if found.exact else 1),
            "exact": found.exact,
            "force": None if plan is None else force_of(plan),
            "sent": [] if plan is None else [*self._sent(plan)],
            "kept": [] if plan is None else [*self._kept(plan)],
            "scenario": None if other is None else codec.write_scenario(other),
        }

    def _worth(self, key: str, value: Fraction | None, way: int = 0) -> dict[str, str | None]:
        """A value, also for people; ``way``: below 0 it is a least one, above 0 a greatest one."""
        text = None if value is None else bound_text(value, self.aim, way) if way else worth_text(value, self.aim)
        return {key: None if value is None else str(value), f"{key}_text": text}

    def _sent(self, plan: Plan) -> Iterator[dict[str, Any]]:
        """What goes into which attack, and from where."""
        for pool, load in zip(self.sending.pools, plan, strict=True):
            for slot, share in load:
                at = slot.place or pool.units[0].at
                row = self._row(pool, share)
                yield {**row, "attack": slot.attack + 1, "hex": at, "places": [mention(at)], "moved": bool(slot.place)}

    def _kept(self, plan: Plan) -> Iterator[dict[str, Any]]:
        """What is left out."""
        for pool, load in zip(self.sending.pools, plan, strict=True):
            rest = pool.whole - sum(share for _, share in load)
            if rest:
                at = pool.units[0].at
                yield {**self._row(pool, rest), "hex": at, "places": [mention(at)]}

    def _row(self, pool: Pool, many: int) -> dict[str, Any]:
        title = label(self.sending.words, pool.units[0], bool(pool.field))
        return {"units": [unit.id for unit in pool.units], "label": title, "many": many, "of": pool.whole,
                "counted": pool.field or "counters"}  # fmt: skip

    def attacks(self, fronts: Iterable[Front]) -> Iterator[dict[str, Any]]:
        """The chance of each attack by itself, as far as it is known without the others."""
        for front in fronts if self.plan is not None and self.sending.is_turn else ():
            for number in front.attacks:
                part = tuple(tuple(one for one in load if one[0].attack == number) for load in self.plan or ())
                worth = front.table.get(part) if len(front.attacks) == 1 else None
                known = chance(worth.taken) if worth and worth.exact else None
                yield {"number": number + 1, "made": force_of(part) > 0, "taken": known}

    def against(self, problems: Sequence[Problem], worth: Fraction | None, exact: bool) -> dict[str, Any]:
        """What the battle as it is set up is worth, or at least where that is not ``exact``, and costs."""
        force = sum(pool.whole for pool in self.sending.pools)
        if self.sending.is_turn:
            force = force_of(self.sending.given(range(len(self.sending.attacks))))
        cost = (
            None
            if worth is None or not exact or self.found.value is None
            else max(Fraction(0), self.found.value - worth)
        )
        told = {**self._worth("value", worth, 0 if exact else -1), **self._worth("cost", cost), "force": force}
        return {**told, "exact": exact, "best": cost == 0, "problems": [problem(one) for one in problems]}


def _steps(sending: Sending, fronts: Sequence[Front]) -> Iterator[dict[str, Any]]:
    """The pools of which not every amount was tried, and by how much those tried differ."""
    for place, pool in enumerate(sending.pools):
        step = max(front.steps[place] for front in fronts)
        if step > 1 and pool.whole > 1:
            yield {"units": [unit.id for unit in pool.units], "step": step}
