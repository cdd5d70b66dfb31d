"""Operations that say what the rules and the figures make of a battle: forms, positions, odds, best play."""

from __future__ import annotations

from hexumpire import __version__, rulesets
from hexumpire.api.asking import (
    Request,
    actions_of,
    bad_request,
    picks_of,
    policies_of,
    ruleset_of,
    whole_number,
    word,
    yes,
)
from hexumpire.api.desks import battle_of, desk_of, form_of
from hexumpire.api.languages import Progress
from hexumpire.files import documents
from hexumpire.model import data
from hexumpire.model.rule_index import STATUSES
from hexumpire.model.text import say
from hexumpire.views.position import forbidden, losses_of, pack_of, view


def op_rulesets(request: Request, progress: Progress) -> object:
    """The version, and a row about each game."""
    return {"version": __version__, "rulesets": rulesets.listed()}


def op_schema(request: Request, progress: Progress) -> object:
    """The form of a ruleset: what a scenario of it may say."""
    return form_of(ruleset_of(request))


def op_rules(request: Request, progress: Progress) -> object:
    """The index of a ruleset: every rule with what becomes of it; with ``battles``, the examples in which it counts."""
    ruleset = ruleset_of(request)
    index = ruleset.index
    cited: dict[str, list[str]] | None = None
    if request.get("battles"):
        data.need(data.MORE)
        from hexumpire.analysis import citing

        cited = citing.battles(ruleset)
    rules = [
        {
            "section": rule.section,
            "printed": index.printed(rule.section),
            "title": rule.title,
            "status": rule.status,
            "editions": list(rule.editions),
            "note": rule.note,
            **({} if cited is None else {"battles": cited.get(rule.section, [])}),
        }
        for rule in index.values()
    ]
    answer = {"statuses": dict(STATUSES), "counts": index.counts(), "rules": rules}
    return answer if cited is None else {**answer, "battles": citing.by_rule(ruleset, cited)}


def op_view(request: Request, progress: Progress) -> object:
    """The position after the actions, or why the rules forbid the attack."""
    desk = desk_of(request)
    actions = actions_of(request)
    return forbidden(desk.ruleset, desk.game) if desk.game.problems else view(desk.ruleset, desk.battle(actions))


def op_outcomes(request: Request, progress: Progress) -> object:
    """The chance of every outcome from here on, by the policies given."""
    from hexumpire.analysis import bounded, outcomes

    desk, battle = battle_of(request)
    policies = policies_of(request, desk.ruleset)
    objective = desk.objective(word(request, "objective"))
    work = whole_number(request, "work", bounded.ENOUGH, bounded.MOST)
    found = outcomes.report(desk.afresh(), battle.state, desk.ruleset, policies, objective, work, progress)
    return {**found, "pack": pack_of(desk.scenario)}


def op_solve(request: Request, progress: Progress) -> object:
    """What each choice is worth in best play."""
    from hexumpire.analysis import solve

    desk, battle = battle_of(request)
    picks = picks_of(request)
    objective = desk.objective(word(request, "objective"))
    return solve.report(desk.afresh(), battle.state, desk.ruleset, objective, picks, progress)


def op_losses(request: Request, progress: Progress) -> object:
    """The losses that can be named together now, and the rest of them after those picked."""
    desk, battle = battle_of(request)
    found = losses_of(desk.ruleset, battle, picks_of(request))
    if found is None:
        raise bad_request("no losses are named together here", "$.picks")
    return found


def op_compare(request: Request, progress: Progress) -> object:
    """The same battle beside others: by other rules, and with other forces."""
    data.need(data.MORE)
    from hexumpire.analysis import compare

    desk = desk_of(request)
    thresholds = request.get("thresholds")
    if thresholds is not None and not isinstance(thresholds, list):
        said = say("thresholds must be a list, found {any}", any=documents.shown(thresholds))
        raise bad_request(said, "$.thresholds")
    asked = compare.THRESHOLDS if thresholds is None else thresholds
    policies = policies_of(request, desk.ruleset)
    objective = desk.objective(word(request, "objective"))
    return compare.report(desk.scenario, desk.ruleset, policies, objective, asked, progress)


def op_beside(request: Request, progress: Progress) -> object:
    """Two set-ups side by side (see :mod:`hexumpire.api.beside`)."""
    data.need(data.MORE)
    from hexumpire.api import beside

    return beside.answer(request, progress)


def op_plan(request: Request, progress: Progress) -> object:
    """What to send for an aim, and what the battle as it is set up costs against it."""
    data.need(data.MORE)
    from hexumpire.analysis import plan

    desk = desk_of(request)
    policies = policies_of(request, desk.ruleset)
    step, work = whole_number(request, "step", 1, 20), whole_number(request, "work", plan.WORK, plan.MOST_WORK)
    return plan.report(
        desk.scenario, desk.ruleset, policies, word(request, "aim"), word(request, "least"), yes(request, "move"),
        step, progress, work,
    )  # fmt: skip


def op_ownodds(request: Request, progress: Progress) -> object:
    """The chart with the battle's own odds: what becomes of it in each column, and what it takes to come there."""
    data.need(data.MORE)
    from hexumpire.analysis import own_odds

    desk = desk_of(request)
    policies = policies_of(request, desk.ruleset)
    objective = desk.objective(word(request, "objective"))
    return own_odds.report(desk.scenario, desk.ruleset, policies, objective, progress)


def op_luck(request: Request, progress: Progress) -> object:
    """How lucky the dice were that have come up."""
    from hexumpire.analysis import luck

    desk, battle = battle_of(request)
    objective = desk.objective(word(request, "objective"))
    return luck.report(battle, desk.ruleset, policies_of(request, desk.ruleset), objective, progress)


def op_debrief(request: Request, progress: Progress) -> object:
    """What the dice gave in the battle so far, and what each choice gave up."""
    data.need(data.MORE)
    from hexumpire.analysis import debrief

    desk, battle = battle_of(request)
    policies = policies_of(request, desk.ruleset)
    objective = desk.objective(word(request, "objective"))
    return debrief.report(battle, desk.ruleset, policies, objective, progress)
