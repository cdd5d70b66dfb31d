"""The operation ``plan`` and the command: figures worked out by hand, several attacks, other hexes, what is refused."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import partial, reduce
from itertools import product
from types import MethodType, SimpleNamespace
from typing import Any

import pytest
from hexumpire import api, cli, example, rulesets
from hexumpire.analysis import plan, variants, weighing
from hexumpire.analysis.bounded import OPEN, looked_at
from hexumpire.analysis.deciding import policy_of
from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.fronts import Found, Front, Wish, _combined, best, groups
from hexumpire.analysis.sending import Sending, Slot, fits, force_of, joined_plans
from hexumpire.analysis.solve import bound_text, solve
from hexumpire.analysis.together import Chances
from hexumpire.analysis.walk import TooLargeError, explore
from hexumpire.analysis.weighing import Judge
from hexumpire.files import codec
from hexumpire.kit.turn import Turn
from hexumpire.model.battle import Outcome
from hexumpire.model.errors import HexUmpireError, Problem
from hexumpire.model.ruleset import Objective
from hexumpire.model.scenario import Scenario
from hexumpire.views.planning import plan as lines

from tests.property.test_plan import every
from tests.rules.d8chart.setting import document, infantry
from tests.rules.v101125.setting import document as forces
from tests.rules.v101125.setting import infantry as infantry_of
from tests.unit.test_turn import TWO
from tests.unit.test_turn import document as several
from tests.unit.test_turn import unit as counter

# 9 : 3 on the 1D8 chart is 3-1, which takes the hex with 23/64; 6 : 3 is 2-1, with 13/64 (see test_compare.py).
FIGHT = document([infantry(6, id="a1"), infantry(3, id="a2")], [infantry(3, steps=4)])


def asked(**request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(api.handle(json.dumps({"op": "plan", "scenario": FIGHT, **request})))
    return answer


def planned(**request: Any) -> dict[str, Any]:
    answer = asked(**request)
    assert answer["ok"], answer
    result: dict[str, Any] = answer["result"]
    return result


@pytest.mark.slow
def test_fights_that_follow_are_left_out_of_a_plan_which_says_so() -> None:
    """11.L.1.d, 11.L.1.f: what comes of a counterattack or a deadlock is no part of its figures."""
    note = "Fights that follow from a result are left out."
    apart = planned(scenario=forces([infantry_of(10)], [infantry_of(5)]))
    assert apart["note"] == note
    assert note in "\n".join(lines(apart))
    assert planned()["note"] == ""
    assert note not in "\n".join(lines(planned()))


def test_bounds_are_not_rounded_past_what_they_are() -> None:
    """A least value never upwards, a greatest one never downwards; what is told as a fraction is as it is."""
    hexes, points = Objective("hex", "", (("hex", 1),)), Objective("points", "", (("lost", 1),))
    part = Fraction(10_003, 30_000)  # 33.3433...: 33.3 % when rounded
    assert (bound_text(part, hexes, -1), bound_text(part, hexes, 1)) == ("33.3 %", "33.4 %")
    assert (bound_text(1 + part, points, -1), bound_text(1 + part, points, 1)) == ("1.33", "1.34")
    assert (bound_text(-part, points, -1), bound_text(-part, points, 1)) == ("−0.34", "−0.33")
    assert bound_text(Fraction(2, 3), hexes, -1) == bound_text(Fraction(2, 3), hexes, 1) == "66.7 % (2/3)"


def test_everything_is_sent_where_all_of_it_counts() -> None:
    found = planned()
    assert (found["value"], found["exact"], found["force"], found["plans"]) == ("23/64", True, 2, 4)
    assert (found["yours"]["cost"], found["yours"]["best"]) == ("0", True)


def test_the_least_force_for_a_chance() -> None:
    found = planned(least="20 %")
    assert [(one["units"], one["many"]) for one in found["sent"]] == [(["a1"], 1)]
    assert [one["units"] for one in found["kept"]] == [["a2"]]
    assert (found["value"], found["force"], found["yours"]["force"]) == ("13/64", 1, 2)
    never = planned(least="9/10")
    assert (never["reached"], never["exact"], never["scenario"], never["value"]) == (False, True, None, "23/64")


def test_a_plan_for_steps_may_be_to_send_nobody() -> None:
    weak = document([infantry(1, id="a1")], [infantry(6, steps=4)])
    found = planned(scenario=weak, aim="steps")
    assert (found["value"], found["force"], found["sent"], found["scenario"]) == ("0", 0, [], None)
    assert Fraction(found["yours"]["cost"]) == -Fraction(found["yours"]["value"]) > 0


def test_a_counter_goes_where_no_river_is_in_its_way() -> None:
    river = document([infantry(9, id="a1", at="1,0")], [infantry(3, steps=4, at="0,0")])
    river["map"] = {**river.get("map", {}), "sides": {"0,0:E": ["river"]}}
    stays, goes = planned(scenario=river), planned(scenario=river, move=True)
    assert Fraction(goes["value"]) == Fraction(23, 64) > Fraction(stays["value"])
    (one,) = goes["sent"]
    assert one["moved"] and one["hex"] != "1,0"
    assert planned(scenario=goes["scenario"])["value"] == "23/64"
    assert Fraction(goes["yours"]["value"]) == Fraction(stays["value"])


def test_a_search_that_is_cut_says_what_none_is_worth_more_than() -> None:
    many = document([infantry(2, id=f"a{n}") for n in range(1, 8)], [infantry(3, steps=4)])
    attackers = [unit for unit in many["units"] if unit["side"] == "attacker"]
    for steps, unit in enumerate(attackers, 1):  # so that no two are alike
        unit["steps"] = steps
    cut, whole = planned(scenario=many, work=300), planned(scenario=many, work=1_000_000)
    assert (cut["exact"], whole["exact"]) == (False, True)
    assert Fraction(cut["value"]) <= Fraction(whole["value"]) <= Fraction(cut["bound"])
    assert cut["looked"] < cut["plans"] == whole["looked"]
    assert cut["bound"] == "1", "of what was not looked at, only that nothing is more than certain"


@pytest.mark.parametrize(("aim", "most"), [("hex", 1), ("steps", 4), ("both", 7)])
def test_what_was_not_looked_at_is_worth_no_more_than_all_that_they_can_lose(aim: str, most: int) -> None:
    """The hex for certain, in the last one worth three, and all four steps of theirs for none of ours."""
    many = document([infantry(2, id=f"a{n}", steps=n) for n in range(1, 8)], [infantry(3, steps=4)])
    cut = planned(scenario=many, work=300, aim=aim)
    assert cut["looked"] < cut["plans"] and not cut["exact"]
    assert cut["bound"] == str(most)


def test_of_a_battle_that_is_looked_at_in_part_chances_are_least_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten positions of some twenty: the chance is that and more; what is lost on average, nobody can say."""
    monkeypatch.setattr(weighing, "limit", lambda game: 10)
    found = planned()
    assert not found["exact"] and not found["yours"]["exact"]
    assert Fraction(found["yours"]["value"]) <= Fraction(found["value"]) <= Fraction(23, 64) <= Fraction(found["bound"])
    assert found["yours"]["cost"] is None
    steps = planned(aim="steps")["yours"]
    assert (steps["exact"], steps["value"]) == (False, None)


@pytest.mark.parametrize(
    ("request_", "path"),
    [
        ({"aim": "glory"}, "$.aim"),
        ({"least": "3"}, "$.least"),
        ({"least": "1/2", "aim": "steps"}, "$.least"),
        ({"move": 1}, "$.move"),
        ({"step": 0}, "$.step"),
        ({"work": "much"}, "$.work"),
        ({"policies": {"attacker": "none"}}, "$.policies.attacker"),
        ({"scenario": {**FIGHT, "procedure": "weather"}}, "$.scenario.procedure"),
    ],
)
def test_what_is_refused_says_where(request_: dict[str, Any], path: str) -> None:
    answer = asked(**request_)
    assert not answer["ok"]
    assert [one["path"] for one in answer["problems"]] == [path]
    assert answer["problems"][0]["fix"]


def test_the_command(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(FIGHT))
    assert cli.main(["plan", str(file), "--least", "1/5"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Least force for 20.0 %")
    assert "not sent: 1 of 1" in told and "Proved: no plan is better." in told


def test_numbers_are_written_as_the_language_writes_them() -> None:
    found = asked(lang="de")
    assert found["unsaid"] == []
    result = found["result"]
    assert result["value_text"] == result["bound_text"] == result["yours"]["value_text"] == "35,9 % (23/64)"


def test_a_battle_that_is_offered_can_be_fought_with_more_factors_than_one_counter_has() -> None:
    """Even chances are 2:1, 9 and 31 against twice 10: a counter of A World at War has 30 factors at most (15.31)."""
    units = [counter("a", "1,0", factors=9), counter("air", "1,1", kind="air", factors=30, count=2)]
    units += [counter("d", "0,0", "defender", factors=10)]
    found = planned(scenario={"ruleset": "aworldatwar", "targets": ["0,0"], "units": units}, least="1/2")
    assert [(one["units"], one["many"]) for one in found["sent"]] == [(["a"], 1), (["air"], 31)]
    assert planned(scenario=found["scenario"])["yours"]["value"] == found["value"]


def test_of_what_only_some_amounts_were_tried_it_is_said_by_how_much_they_differ() -> None:
    units = [counter("a", "1,0", factors=3, count=2), counter("air", "1,1", kind="air", factors=6)]
    units += [counter(f"{some}", "1,1", kind="air", factors=some) for some in (1, 2)]
    units += [counter("d", "0,0", "defender", factors=3)]
    battle = {"ruleset": "aworldatwar", "targets": ["0,0"], "units": units}
    for step in (2, 3):
        told = [{"units": [name], "step": step} for name in ("air", "2")]
        assert planned(scenario=battle, step=step)["steps"] == told, "one factor is all or nothing"
    assert planned(scenario=battle)["steps"] == []


# --- several attacks --------------------------------------------------------------------------------------------


def test_the_chance_of_each_attack_is_told_where_no_other_can_change_it() -> None:
    """Two towns far apart: what the battle that is offered says of each alone."""
    found = planned(scenario=several(TWO))
    told = json.loads(api.handle(json.dumps({"op": "outcomes", "scenario": found["scenario"]})))["result"]["attacks"]
    assert [(one["number"], one["made"]) for one in found["attacks"]] == [(1, True), (2, True)]
    assert [one["taken"]["p"] for one in found["attacks"]] == [one["p"] for one in told]
    assert found["exact"]
    assert planned(scenario=several(TWO), least="9999/9999")["attacks"] == [], "no plan reaches it"
    assert planned()["attacks"] == [], "a single attack has the value of the plan"


def test_an_attack_is_made_by_a_single_counter_and_not_by_nobody() -> None:
    """Three factors take no town held by as many; four take one held by two."""
    alone = several([{"targets": ["0,0"], "units": ["a"]}, {"targets": ["2,0"], "units": ["c"]}])
    apart = {"a": "-1,0", "c": "3,0", "d": "0,0", "e": "2,0"}
    alone["units"] = [one | {"at": apart[one["id"]]} for one in alone["units"] if one["id"] in apart]
    found = planned(scenario=alone, aim="hexes")
    assert [(one["units"], one["attack"]) for one in found["sent"]] == [(["c"], 2)]
    assert [(one["number"], one["made"]) for one in found["attacks"]] == [(1, False), (2, True)]
    assert [one["taken"]["p"] for one in found["attacks"]] == ["0", found["value"]]


@pytest.mark.parametrize("work", [1, 1000, 2000, 3000, 4000])
def test_over_two_towns_a_search_that_is_cut_promises_no_more_than_its_plan_is_worth(work: int) -> None:
    """A plan for one of the towns alone takes not both, however likely it takes that one."""
    found = planned(scenario=several(TWO), work=work)
    told = planned(scenario=found["scenario"], work=1)["yours"]
    assert told["exact"] and Fraction(found["value"]) <= Fraction(told["value"]) <= Fraction(found["bound"])


def fronts_of(battle: dict[str, Any], work: int) -> tuple[Judge, list[Front]]:
    """What a search for the best plan of a battle looks at, with so much work."""
    ruleset, scenario = rulesets.get(battle["ruleset"]), codec.read_scenario(battle)
    aim = next(one for one in plan.aims(ruleset, scenario) if one.weights == ((variants.TAKEN, 1),))
    judge = Judge(scenario, ruleset, {}, aim, None, work)
    sending = Sending(scenario, ruleset, 1, False)
    return judge, [Front(sending, group, judge) for group in groups(sending, ruleset)]


def test_of_several_attacks_the_aim_of_the_hex_is_that_of_every_hex() -> None:
    """It is called so; what else can be aimed at is called as for one attack."""
    ruleset = rulesets.get("aworldatwar")
    found = plan.aims(ruleset, codec.read_scenario(several(TWO)))
    titles = [
        "Every attacked hex taken" if one.weights == ((variants.TAKEN, 1),) else one.title for one in ruleset.objectives
    ]
    assert [one.title for one in found[:-1]] == titles
    assert [one.key for one in found] == [*(one.key for one in ruleset.objectives), plan.HEXES]


@pytest.mark.parametrize(("move", "together"), [(True, [[0, 1]]), (False, [[0], [1]])])
def test_where_some_counters_may_go_elsewhere_all_attacks_are_looked_at_together(move, together) -> None:
    """Aircraft, which are not moved, do not part them."""
    battle = apart()
    battle["units"].append(counter("air", "0,1", kind="air", factors=2))
    sending = Sending(codec.read_scenario(battle), rulesets.get("aworldatwar"), 1, move)
    assert any(not pool.moves for pool in sending.pools)
    assert groups(sending, rulesets.get("aworldatwar")) == together


def test_plans_that_are_forbidden_together_are_no_plan_though_each_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two towns both would be attacked; where that is forbidden, the better one of the two is."""
    judge, fronts = fronts_of(apart(), 1_000_000)
    for front in fronts:
        front.search(judge.left, Wish(None), None)
    monkeypatch.setattr(judge, "value", lambda worths: sum((worth.taken for worth in worths), Fraction(0)))
    free = Found()
    assert _combined(fronts, Wish(None), free) and all(free.plan)
    allowed = judge.problems
    monkeypatch.setattr(
        judge,
        "problems",
        lambda one: allowed(one) or ((Problem("no two", "$", "1"),) if len(one.attacks) > 1 else ()),
    )
    bound = Found()
    assert _combined(fronts, Wish(None), bound)
    assert sum(map(bool, bound.plan)) == 1
    assert bound.value == max(
        sure.taken for front in fronts for _, worth in front.legal() if (sure := judge.known(worth))
    )


@pytest.mark.parametrize("work", [300, 600, 1200])
def test_a_search_does_about_as_much_work_as_it_is_given_and_looks_at_each_town(work: int) -> None:
    """It may look at three plans of each town in any case, and once it has begun a battle it looks to the end."""
    judge, fronts = fronts_of(several(TWO), work)
    assert not best(fronts, Wish(None)).exact
    assert judge.left > -3 * 2 * (weighing.BEGIN + weighing.FIRST_LOOK)
    assert all(3 <= len(front.table) < front.number for front in fronts)


@pytest.mark.parametrize("most", [1, 5, 10])
def test_a_first_look_at_one_attack_of_several_is_at_no_more_positions_than_said(most: int) -> None:
    """The town may be taken: how likely that is, is not known yet."""
    one = codec.read_scenario(several(TWO[:1]))
    judge, _ = fronts_of(several(TWO), 1_000_000)
    known, left = judge.weigh(one, [0]), judge.left
    worth = judge.weigh(one, [0], most)
    assert known and worth and known.exact and not worth.exact
    assert worth.sure <= known.taken <= worth.taken
    assert left - judge.left <= weighing.BEGIN + most * weighing.LONG


def test_an_attack_made_by_itself_is_not_forbidden_for_what_those_not_made_leave_undone() -> None:
    """Aircraft that would support the defender of the second attack support nobody where only the first is made."""
    battle = touching()
    battle["units"].append(counter("f", "-1,0", "defender", kind="fighter_bomber", nation="Soviet", factors=2))
    judge, (front,) = fronts_of(battle, 1_000_000)
    alone = front.sending.set_up((((Slot(0), 1),), ()))
    assert alone is not None and [problem.path for problem in judge.problems(alone)] == ["$.units[4].at"]
    worth = judge.weigh(alone, [0])
    assert worth is not None and worth.exact
    assert judge.blamed(alone) == set()
    assert judge.problems(front.sending.scenario) == ()


@pytest.mark.parametrize(("is_long", "dear"), [(False, 1), (True, weighing.LONG)])
def test_each_position_that_is_looked_at_is_work_and_so_is_to_set_the_battle_up(
    is_long: bool, dear: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset, scenario = rulesets.get("d8chart"), codec.read_scenario(FIGHT)
    monkeypatch.setattr(type(ruleset.game(scenario).reckoned()), "is_long", is_long)
    judge = Judge(scenario, ruleset, {}, plan.aims(ruleset, scenario)[0], None, 1_000_000)
    worth = judge.weigh(scenario, ())
    game = ruleset.game(scenario)
    seen = looked_at(game, game.start(), judge.bench.choose(game, game.start(), 1), 1000)[1]
    assert worth is not None and worth.exact
    assert 1_000_000 - judge.left == weighing.BEGIN + seen * dear


TAKES = Outcome("cleared", (("hex", 1), ("attacker_lost", 1), ("defender_lost", 4)))
FAILS = Outcome("held", (("hex", 0), ("attacker_lost", 2), ("defender_lost", 1)))


@pytest.mark.parametrize(
    ("aim", "ends", "whole", "worth"),
    [
        ("hex", {TAKES: 3, FAILS: 1}, True, (Fraction(3, 4), 0, True, 0)),
        ("hex", {TAKES: 3, FAILS: 1}, False, (0, 0, True, 0)),
        ("hex", {TAKES: 2, FAILS: 1, OPEN: 1}, True, (Fraction(3, 4), 0, False, Fraction(1, 2))),
        ("hex", {TAKES: 2, FAILS: 1, OPEN: 1}, False, (0, 0, False, 0)),
        ("steps", {TAKES: 3, FAILS: 1}, True, (Fraction(3, 4), 2, True, 0)),
        ("steps", {TAKES: 2, FAILS: 1, OPEN: 1}, True, (Fraction(3, 4), Fraction(9, 4), False, Fraction(1, 2))),
    ],
)
def test_what_is_open_may_take_all_and_cost_them_all_they_have(
    aim: str, ends: dict[Outcome, int], whole: bool, worth: tuple[Any, ...]
) -> None:
    """For steps: 4 - 1 and 1 - 2; of the four that there are, a quarter of the battles may cost all, and none of ours.

    Where some of what was to be attacked is not, all is not taken.
    """
    ruleset, scenario = rulesets.get("d8chart"), codec.read_scenario(FIGHT)
    objective = next(one for one in plan.aims(ruleset, scenario) if one.key == aim)
    assert Judge(scenario, ruleset, {}, objective, None, 1000)._told(Dist(ends), whole, 1) == worth


@pytest.mark.parametrize("work", [1, 100, 1_000_000])
def test_a_plan_is_known_to_be_the_best_once_all_are_looked_at_for_each_town(work: int) -> None:
    """One counter alone can go to the one town, which is soon looked at; five to the other, which they may not take."""
    towns = [counter("a", "0,1", factors=6), counter("d", "0,0", "defender", factors=3)]
    towns += [counter("e", "2,0", "defender", factors=8)]
    places = {"b1": "3,0", "b2": "3,-1", "b3": "2,1", "b4": "2,-1", "b5": "1,1"}
    towns += [counter(name, at, factors=int(name[1]) + 1) for name, at in places.items()]
    attacks = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["2,0"], "units": [*places]}]
    battle = {"ruleset": "aworldatwar", "procedure": "turn", "units": towns, "attacks": attacks}
    _, fronts = fronts_of(battle, work)
    found = best(fronts, Wish(None))
    assert fronts[0].complete and all(worth.exact for front in fronts for _, worth in front.legal())
    assert found.exact is fronts[1].complete is (work == 1_000_000)
    assert found.value is not None and found.bound is not None
    assert found.bound == found.value if found.exact else found.bound > found.value > 0


SOME = {"a1": 1, "a2": 2, "a3": 6, "a4": 3}
FEW = document([infantry(many, id=name) for name, many in SOME.items()], [infantry(3, steps=4)])
ODDS = {
    "ruleset": "v101125",
    "targets": ["0,0"],
    "units": [
        *(
            {"id": name, "side": "attacker", "type": "infantry", "nation": "German", "at": "1,0", "attack": many}
            for name, many in SOME.items()
        ),
        {"id": "d", "side": "defender", "type": "infantry", "nation": "Soviet", "at": "0,0", "attack": 20},
    ],
}


@pytest.mark.parametrize(("battle", "barred"), [(FEW, 0), (ODDS, 5)], ids=["d8chart", "v101125"])
def test_plans_are_looked_at_from_the_best_known_one_on(battle: dict[str, Any], barred: int) -> None:
    """The plan worth the most, of like ones that with the least force, has its neighbours looked at next.

    Those that the rules forbid come last: odds below 1:4 (11.A.11 of V 10.11.25).
    """
    _, (front,) = fronts_of(battle, 1_000_000)
    front.search(0, Wish(None), None)
    plans = [*front.table]
    assert len(plans) == front.number == 16
    assert sum(worth is None for worth in front.table.values()) == barred
    known = plans[:2]
    assert known == [front.sending.given([0]), front.sending.nothing]
    waiting = list(known)
    while waiting:
        here = min(waiting, key=lambda plan: (-(front.table[plan] or BARRED).taken, force_of(plan)))
        waiting.remove(here)
        near = {plan for plan in plans if sum(a != b for a, b in zip(here, plan, strict=True)) == 1} - {*known}
        assert set(plans[len(known) : len(known) + len(near)]) == near
        waiting += sorted(near, key=plans.index)
        known += near


@pytest.mark.parametrize("left_out", list(SOME))
def test_what_nothing_bounds_may_be_the_best_of_all(left_out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that may be worth anything has its neighbours looked at next, before those of any other."""

    def weigh(self: Judge, scenario: Scenario, attacks: int, most: int) -> weighing.Worth:
        is_open = {unit.id for unit in scenario.units if unit.side == "attacker"} == {*SOME} - {left_out}
        return weighing.Worth(Fraction(1, 2), None if is_open else Fraction(0), not is_open)

    monkeypatch.setattr(Judge, "weigh", weigh)
    _, (front,) = fronts_of(FEW, 1_000_000)
    front.search(0, Wish(None), None)
    plans = [*front.table]
    (here,) = [plan for plan, worth in front.legal() if worth.rest is None]
    assert plans.index(here) < 2 + len(SOME), "one counter less than all that is sent"
    after = plans[2 + len(SOME) :][: len(SOME) - 1]
    assert all(sum(a != b for a, b in zip(here, plan, strict=True)) == 1 for plan in after)


def test_a_part_is_closed_to_those_who_may_have_it_neither_alone_nor_beside_all_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For the same reason: one of ``a`` may attack beside others, one of ``b`` by itself, ``c`` never."""

    def blamed(self: Judge, scenario: Scenario) -> set[tuple[str, str, str]]:
        many = {unit.id: unit.count for unit in scenario.units if unit.side == "attacker"}
        reasons = {
            "a": "by itself" if len(many) == 1 or many.get("a", 0) > 1 else "",
            "b": "beside others" if len(many) > 1 or many.get("b", 0) > 1 else "",
            "c": "never",
            "d": "by itself" if len(many) == 1 else "beside others",
        }
        return {(one, "1", why) for one, why in reasons.items() if why and one in many}

    monkeypatch.setattr(Judge, "blamed", blamed)
    force = [infantry(value, id=name, count=2) for value, name in enumerate("abcd", 3)]
    _, (front,) = fronts_of(document(force, [infantry(3, steps=4)]), 1_000_000)
    assert [len(ways) for ways in front.ways] == [3, 3, 1, 3]


@pytest.fixture
def weighed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Fraction, Fraction]]:
    """A first look is at six positions; of each plan that is weighed further what was known at most, and what then."""
    found, look = [], Front.look

    def looking(self: Front, plan: Any, most: int = 6) -> Any:
        before, worth = self.table.get(plan), look(self, plan, most)
        if before and worth:
            found.append((before.taken, worth.taken if worth.exact else worth.sure))
        return worth

    monkeypatch.setattr(Front, "look", looking)
    return found


def test_what_cannot_be_better_any_more_is_not_weighed_further(weighed: list[tuple[Fraction, Fraction]]) -> None:
    _, fronts = fronts_of(FEW, 1_000_000)
    found = best(fronts, Wish(None))
    assert (found.value, found.exact) == (Fraction(planned(scenario=FEW)["value"]), True)
    assert 0 < len(weighed) < fronts[0].number - 1, "all but some, and but nothing at all"
    sure = Fraction(0)
    for most, value in weighed:
        assert most >= sure
        sure = max(sure, value)


@pytest.mark.usefixtures("weighed")
def test_of_two_towns_whose_plans_are_weighed_further_both_count() -> None:
    """7/12 for both; a plan that is weighed further for one of them alone takes that one more likely."""
    found = planned(scenario=several(TWO), work=1_000_000)
    assert (found["value"], found["exact"]) == ("7/12", True)


@pytest.mark.usefixtures("weighed")
def test_plans_for_one_town_are_weighed_further_where_the_other_is_known_to_be_out_of_reach() -> None:
    """Nobody comes near the second town: what can be taken is the first one, as likely as in a battle of its own."""
    near = [counter("a", "0,1", factors=3), counter("b", "-1,0", factors=4), counter("d", "0,0", "defender", factors=3)]
    far = [counter("c", "9,9", factors=3), counter("e", "2,0", "defender", factors=2)]
    attacks = [{"targets": ["0,0"], "units": ["a", "b"]}, {"targets": ["2,0"], "units": ["c"]}]
    alone, both = several(attacks[:1], units=near), several(attacks, units=[*near, *far])
    found, wanted = planned(scenario=both, aim="hexes", work=1_000_000), planned(scenario=alone, work=1_000_000)
    assert (found["value"], found["exact"]) == (wanted["value"], True)
    assert [one["attack"] for one in found["sent"]] == [1] * len(wanted["sent"])


BARRED = weighing.Worth(Fraction(-1), Fraction(0), True)
"""What is looked at after all else."""


def touching() -> dict[str, Any]:
    """The defender of one attack may retreat into the hex of the other."""
    kinds = [("a", "1,0", "armor", 9), ("b", "-1,-1", "armor", 9), ("d", "0,0", "infantry", 4),
             ("e", "-1,0", "infantry", 3)]  # fmt: skip
    sides = {"armor": ("attacker", "German"), "infantry": ("defender", "Soviet")}
    units: list[dict[str, Any]] = [
        {"id": name, "side": sides[kind][0], "nation": sides[kind][1], "type": kind, "at": at, "factors": factors}
        for name, at, kind, factors in kinds
    ]
    for defender in units[2:]:
        defender["steps"] = defender["factors"]
    attacks = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["-1,0"], "units": ["b"]}]
    marked = {"hexes": {"-1,0": {"features": ["retreat"]}}}
    return {"ruleset": "d8chart", "procedure": "turn", "map": marked, "units": units, "attacks": attacks}


def apart() -> dict[str, Any]:
    """Two towns, of which just one can be attacked by either unit."""
    units = [counter("a", "0,1", factors=6), counter("b", "3,0", kind="armor", factors=4)]
    units += [counter("d", "0,0", "defender", factors=3), counter("e", "2,0", "defender", factors=2)]
    attacks = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["2,0"], "units": ["b"]}]
    return {"ruleset": "aworldatwar", "procedure": "turn", "units": units, "attacks": attacks}


@pytest.mark.parametrize("aim", ["hex", "hexes"])
@pytest.mark.parametrize("battle", [touching(), apart()], ids=["touching", "apart"])
def test_the_best_plan_for_two_attacks_is_that_of_trying_all(battle: dict[str, Any], aim: str) -> None:
    """Each unit in the first attack, in the second, or in none: nine ways, less those that are forbidden."""
    truth = every(rulesets.get(battle["ruleset"]), battle, aim, {})
    assert 3 < len(truth) < 9
    value, force = max(truth, key=lambda one: (one[0], -one[1]))
    found = planned(scenario=battle, aim=aim)
    assert (Fraction(found["value"]), found["force"], found["exact"]) == (value, force, True)
    one = {**battle, "attacks": battle["attacks"][:1]}
    there = [unit for unit in battle["units"] if unit["id"] in "ad"]
    alone = {**battle, "procedure": "attack", "targets": one["attacks"][0]["targets"], "units": there}
    del alone["attacks"]
    assert planned(scenario=one)["value"] == planned(scenario=alone)["value"], "a turn of one attack is that attack"


@pytest.mark.parametrize("aim", ["hex", "hexes"])
def test_a_hex_that_two_factions_attack_is_all_there_is_to_take(aim: str) -> None:
    """Who takes it alone has taken all: 6 : 6 and 12 : 6 are worth what a single attack is, and both may try."""
    units = [counter("r", "0,1", factors=6, nation="Russian"), counter("u", "1,0", factors=6, nation="US")]
    attacks = [{"targets": ["0,0"], "units": ["r"]}, {"targets": ["0,0"], "units": ["u"]}]
    battle = several(attacks, units=[*units, counter("d", "0,0", "defender", factors=3, nation="German")])
    once = several(attacks[:1], units=[*units[:1], counter("d", "0,0", "defender", factors=3, nation="German")])
    alone, both = planned(scenario=once, aim=aim), planned(scenario=battle, aim=aim)
    assert Fraction(both["value"]) > Fraction(alone["value"]) > 0
    assert Fraction(both["yours"]["value"]) > Fraction(alone["value"])
    assert both["exact"] and Fraction(both["value"]) <= 1


def test_attacks_that_touch_have_no_chance_of_their_own() -> None:
    found = planned(scenario=touching())
    told = json.loads(api.handle(json.dumps({"op": "outcomes", "scenario": found["scenario"]})))["result"]
    assert found["exact"] and [one["taken"] for one in found["attacks"]] == [None, None]
    (every,) = [row["p"] for row in told["summary"] if row["key"] == "all"]
    assert found["value"] == every, "both hexes, by a walk through both attacks"


def test_the_plan_of_attacks_that_touch_is_worth_no_more_than_is_known_where_work_is_short() -> None:
    short, whole = planned(scenario=touching(), work=1), planned(scenario=touching())
    assert not short["exact"] and Fraction(short["bound"]) >= Fraction(whole["value"])
    assert (short["yours"]["exact"], whole["yours"]["exact"]) == (False, True)


@pytest.mark.parametrize("most", [20, weighing.SHARE])
def test_what_is_looked_at_of_attacks_that_touch_is_work_be_it_in_vain(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To set them up, each by itself, and both as one walk, as far as it goes."""
    monkeypatch.setattr(weighing, "SHARE", most)
    judge, (front,) = fronts_of(touching(), 1_000_000)
    left, worth = judge.left, judge.weigh(front.sending.scenario, [0, 1])
    ruleset = rulesets.get("d8chart")
    game = ruleset.game(front.sending.scenario).reckoned()
    assert isinstance(game, Turn)
    seats = [*(game.part(number, game.home) for number in range(2)), game]
    choices = [policy_of(one, one.start(), ruleset, {}, "", None) for one in seats]
    walks = [explore(one, one.start(), choose) for one, choose in zip(seats, choices, strict=True)]
    first, second, both = (len(walk.states) for walk in walks)
    assert worth is not None and worth.exact is (most > both)
    assert left - judge.left == weighing.BEGIN + first + second + min(most, both)


@pytest.mark.parametrize(("is_long", "work"), [(False, 7), (True, 7 * weighing.LONG)])
def test_a_position_of_a_turn_that_may_be_long_is_more_work(
    is_long: bool, work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of seven that are looked at; where they say nothing of the turn, all that is attacked may be taken."""
    judge, (front,) = fronts_of(touching(), 1_000_000)
    monkeypatch.setattr(weighing, "chances", lambda turn, *_: Chances(None, {}, 7))
    game = judge._game(front.sending.scenario)
    monkeypatch.setattr(judge, "_game", lambda scenario: game)
    game.is_long = is_long
    left, worth = judge.left, judge.weigh(front.sending.scenario, [0, 1])
    assert left - judge.left == weighing.BEGIN + work
    assert worth == (1, 0, False, 0)


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(("most", "looked"), [(1, 360), (100, 360), (500, 500)])
@pytest.mark.parametrize(("is_long", "dear"), [(False, 1), (True, weighing.LONG)])
def test_a_look_in_vain_for_best_play_is_as_much_work_as_it_could_be(
    most: int, looked: int, is_long: bool, dear: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Best play is dear, so that a look at it is never at fewer positions than six times those of a first look."""
    ruleset, scenario = rulesets.get("d8chart"), codec.read_scenario(FIGHT)
    monkeypatch.setattr(type(ruleset.game(scenario).reckoned()), "is_long", is_long)
    judge = Judge(scenario, ruleset, BEST, plan.aims(ruleset, scenario)[0], None, 1_000_000)
    worth = judge.weigh(scenario, (), most)
    assert worth == (1, 0, False, 0) and isinstance(judge.fault, TooLargeError)
    assert 1_000_000 - judge.left == weighing.BEGIN + looked * dear


@pytest.mark.usefixtures("large")
def test_so_is_one_at_attacks_that_touch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighing, "SHARE", 500)
    ruleset, scenario = rulesets.get("d8chart"), codec.read_scenario(touching())
    judge = Judge(scenario, ruleset, BEST, plan.aims(ruleset, scenario)[0], None, 1_000_000)
    assert judge.weigh(scenario, [0, 1]) is not None and isinstance(judge.fault, TooLargeError)
    assert 1_000_000 - judge.left == weighing.BEGIN + 500


def test_of_a_battle_that_was_not_looked_at_nothing_is_known_for_certain() -> None:
    """Hexes of exploitation in Dai Senso are as many as there are; of hexes that are attacked, all may be taken."""
    for key, name, objective, rest in (("daisenso", "soak-off", "drive", None), ("d8chart", "lone-fort", "hex", 0)):
        ruleset, scenario = rulesets.get(key), codec.read_scenario(example(key, name))
        aim = next(one for one in plan.aims(ruleset, scenario) if one.key == objective)
        worth = Judge(scenario, ruleset, {}, aim, None, 1_000_000).at_most(1)
        assert (worth.rest, worth.exact, worth.sure) == (rest, False, 0)


@pytest.mark.parametrize(("aim", "known"), [("hex", weighing.Worth(Fraction(1, 8), Fraction(0), True)), ("both", None)])
def test_of_a_plan_looked_at_in_part_the_chance_so_far_is_known_and_nothing_of_losses(
    aim: str, known: weighing.Worth | None
) -> None:
    ruleset, scenario = rulesets.get("d8chart"), codec.read_scenario(FIGHT)
    objective = next(one for one in plan.aims(ruleset, scenario) if one.key == aim)
    judge = Judge(scenario, ruleset, {}, objective, None, 1_000_000)
    part = weighing.Worth(Fraction(1, 2), Fraction(3), False, Fraction(1, 8))
    assert judge.known(part) == known
    assert judge.known(part._replace(exact=True)) == part._replace(exact=True)


@pytest.mark.parametrize(("more", "is_told"), [(-1, False), (0, False), (1, True)])
def test_how_far_a_first_look_is_nobody_is_told(more: int, is_told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is over at once; a longer one tells its listener."""
    ruleset, scenario, listeners = rulesets.get("d8chart"), codec.read_scenario(FIGHT), []
    looked, told = weighing.looked_at, print

    def looking(game: Any, state: Any, choose: Any, most: int, progress: Any) -> Any:
        listeners.append(progress)
        return looked(game, state, choose, most)

    monkeypatch.setattr(weighing, "looked_at", looking)
    Judge(scenario, ruleset, {}, plan.aims(ruleset, scenario)[0], told, 1000).weigh(
        scenario, (), weighing.FIRST_LOOK + more
    )
    assert listeners == [told if is_told else None]


def test_to_ask_what_is_forbidden_is_the_work_of_setting_the_battle_up() -> None:
    ruleset, scenario = rulesets.get("d8chart"), codec.read_scenario(FIGHT)
    judge = Judge(scenario, ruleset, {}, plan.aims(ruleset, scenario)[0], None, 1000)
    assert (judge.problems(scenario), judge.left) == ((), 1000 - weighing.BEGIN)
    assert (judge.blamed(scenario), judge.left) == (set(), 1000 - 2 * weighing.BEGIN)


@pytest.mark.parametrize(("sent", "blamed"), [((1, 1), {"far"}), ((0, 1), {"far"}), ((1, 0), set())])
def test_units_are_blamed_for_what_is_forbidden_in_whichever_attack_they_are(
    sent: tuple[int, int], blamed: set[str]
) -> None:
    """Of two towns the second is attacked from far away."""
    units = [counter("a", "0,1", factors=6), counter("far", "9,9", factors=6)]
    units += [counter("d", "0,0", "defender", factors=3), counter("e", "2,0", "defender", factors=2)]
    attacks = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["2,0"], "units": ["far"]}]
    judge, fronts = fronts_of(several(attacks, units=units), 1_000_000)
    load = tuple(((Slot(number), 1),) if one else () for number, one in enumerate(sent))
    scenario = fronts[0].sending.set_up(load)
    assert scenario is not None
    assert {name for name, *_ in judge.blamed(scenario)} == blamed
    assert (judge.weigh(scenario, [0, 1]) is None) is bool(blamed)


def test_an_aim_that_nothing_bounds_is_planned_for_all_the_same() -> None:
    """Hexes of exploitation: of a battle that was looked at in part nothing is said at first, then all of it."""
    found = planned(scenario=example("daisenso", "soak-off"), aim="drive")
    assert found["exact"] and found["value"] == found["bound"]
    assert Fraction(found["value"]) == Fraction(found["yours"]["value"]) + Fraction(found["yours"]["cost"])
    assert planned(scenario=example("daisenso", "soak-off"), aim="drive", work=1)["bound"] is None


# --- what is too much -------------------------------------------------------------------------------------------


BEST = {"attacker": "best", "defender": "best"}


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the battle, best play is found in no less than a thousand positions."""

    def explored(*given: Any, most: int) -> Any:
        if most < 1000:
            raise TooLargeError(most)
        return explore(*given, most=most)

    monkeypatch.setattr(variants, "explore", explored)


@pytest.mark.usefixtures("large")
def test_what_you_send_is_the_plan_where_nothing_else_could_be_weighed() -> None:
    found = planned(work=1, policies=BEST)
    assert (found["value"], found["force"], found["exact"]) == (found["yours"]["value"], 2, False)
    assert found["yours"]["exact"] and Fraction(found["value"]) > 0


@pytest.mark.usefixtures("large")
def test_a_battle_of_which_nothing_can_be_weighed_has_no_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told that to stay at home is best, only because the battle is too large."""
    monkeypatch.setattr(plan, "SHARE", 1)
    answer = asked(work=1, policies=BEST)
    assert not answer["ok"]
    assert "too many for exact figures" in answer["problems"][0]["text"]


def test_nothing_is_planned_where_the_chances_of_what_you_send_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here decides what comes of both counters, be it that the chances of one alone are known."""
    looked = weighing.looked_at

    def looking(game: Any, *given: Any) -> Any:
        if sum(unit.side == "attacker" for unit in game.scenario.units) > 1:
            raise HexUmpireError("nobody decides this")
        return looked(game, *given)

    monkeypatch.setattr(weighing, "looked_at", looking)
    answer = asked()
    assert not answer["ok"]
    assert answer["problems"][0]["message"] == "nobody decides this"


def test_the_best_plan_for_three_towns_divides_what_could_all_go_to_the_first() -> None:
    """One of eight takes a town with 5/6, both or one of them with the weak one for certain; the third is out of reach.

    As it is set up two are taken for certain, which is looked at before.
    """
    sent = {"a": ("1,0", 8), "b": ("1,0", 8), "c": ("3,0", 1), "z": ("9,0", 16)}
    units = [counter(name, at, factors=factors) for name, (at, factors) in sent.items()]
    units += [counter(name, at, "defender", factors=1) for name, at in (("d", "0,0"), ("e", "2,0"), ("f", "8,0"))]
    made = {"0,0": ["a", "b"], "2,0": ["c"], "8,0": ["z"]}
    attacks = [{"targets": [place], "units": names} for place, names in made.items()]
    battle = {"ruleset": "aworldatwar", "procedure": "turn", "units": units, "attacks": attacks}
    found = planned(scenario=battle, aim="hexes")
    assert (found["yours"]["value"], found["value"], found["exact"]) == ("2", "17/6", True)


def test_best_play_of_a_small_battle_is_found_however_few_positions_a_first_look_may_have() -> None:
    ruleset, scenario = rulesets.get("d8chart"), codec.read_scenario(FIGHT)
    aim = plan.aims(ruleset, scenario)[0]
    for policies, exact in (({}, False), ({"attacker": weighing.BEST}, True)):
        worth = Judge(scenario, ruleset, policies, aim, None, 1_000_000).weigh(scenario, (), 1)
        assert worth is not None and worth.exact is exact


@pytest.mark.parametrize("name", ["odds-20-10", "armor-clear"])
@pytest.mark.parametrize("objective", [0, 1, 2])
def test_what_is_planned_for_is_what_best_play_is_for(name: str, objective: int) -> None:
    """An attack is worth what its best play gives for the aim, and not for the first one of the game."""
    ruleset, scenario = rulesets.get("aworldatwar"), codec.read_scenario(example("aworldatwar", name))
    aim = plan.aims(ruleset, scenario)[objective]
    judge = Judge(scenario, ruleset, BEST, aim, None, 1_000_000)
    worth = judge.weigh(scenario, (), 1_000_000)
    assert worth is not None and worth.exact
    game = ruleset.game(scenario)
    assert judge.value([worth]) == solve(game, game.start(), aim).value(game.start())


@pytest.mark.parametrize(
    ("least", "most", "value", "hopeless"),
    [
        (None, "1/2", "1/2", False),
        (None, "1/3", "1/2", True),
        ("1/2", "1/3", "1/4", False),
        ("1/2", "1/5", "1/4", True),
        ("1/2", "2/3", "3/4", False),
        ("1/2", "1/2", "3/4", False),
        ("1/2", "1/3", "3/4", True),
    ],
)
def test_a_plan_is_given_up_where_it_can_be_no_better(least, most, value, hopeless):
    """Below the chance wanted more is better; beyond it less force may be, so that what reaches it is looked at."""
    wish = Wish(Fraction(least) if least else None)
    assert wish.hopeless(Fraction(most), Fraction(value)) is hopeless


def test_the_force_of_a_turn_as_it_is_set_up_is_what_its_attacks_are_given() -> None:
    """Three counters and four of six factors of air; two factors stay behind."""
    attacks = [{"targets": ["0,0"], "units": ["a", "b", "air:2"]}, {"targets": ["2,0"], "units": ["c", "air:2"]}]
    assert planned(scenario=several(attacks))["yours"]["force"] == 3 + 4
    assert planned(scenario=several(TWO))["yours"]["force"] == 3 + 6


# --- plans for several attacks that do not touch -----------------------------------------------------------------


def _fronts(rng: random.Random) -> tuple[list[Any], Wish]:
    """Three or four attacks that share one or two pools, with plans for each that are worth anything."""
    pools = [SimpleNamespace(whole=rng.randint(2, 4)) for _ in range(rng.randint(1, 2))]
    weight, others = rng.choice([(1, False), (1, False), (0, True), (9, True)])
    judge: Any = SimpleNamespace(weight=Fraction(weight), others=SimpleNamespace(weights={"lost": 1} if others else {}))
    judge.left, judge.bench, judge.problems = 10_000, SimpleNamespace(left=10_000), lambda scenario: ()
    judge.value, judge.known = MethodType(Judge.value, judge), MethodType(Judge.known, judge)
    sending = SimpleNamespace(pools=pools, nothing=((),) * len(pools), set_up=lambda plan: plan)
    found: list[Any] = []
    for number in range(rng.randint(3, 4)):
        shares = product(*(range(pool.whole + 1) for pool in pools))
        some = rng.sample([*shares], rng.randint(2, 3))
        plans = [tuple(((Slot(number), many),) if many else () for many in sent) for sent in some]
        worths = [
            weighing.Worth(Fraction(rng.randint(1, 9), 9), Fraction(others * rng.randint(-3, 3)), True) for _ in plans
        ]
        rows = [*zip(plans, worths, strict=True)]
        found.append(SimpleNamespace(judge=judge, sending=sending, legal=partial(list, rows)))
    return found, Wish(rng.choice([None, None, Fraction(rng.randint(0, 6), 9)]))


def test_plans_for_several_attacks_make_up_the_one_that_is_best_of_all_that_there_is_enough_for() -> None:
    """However promising those are for which there is not: compared with all of them put together."""
    scarce = 0
    for seed in range(400):
        fronts, wish = _fronts(random.Random(seed))
        judge, pools = fronts[0].judge, fronts[0].sending.pools
        ranks, most = [], []
        for some in product(*(front.legal() for front in fronts)):
            plan = reduce(joined_plans, (one for one, _ in some))
            rank = wish.rank(judge.value([worth for _, worth in some]), force_of(plan))
            most.append(rank)
            if fits(pools, plan):
                ranks.append(rank)
        found = Found()
        assert _combined(fronts, wish, found)
        if not ranks:
            assert found.value is None, seed
            continue
        assert found.value is not None and wish.rank(found.value, force_of(found.plan)) == max(ranks), seed
        assert fits(pools, found.plan)
        scarce += max(ranks) < max(most)
    assert scarce > 100
