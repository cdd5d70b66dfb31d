"""RES.excess, RES.who-loses: who is asked for a step, and what the log calls what is lost."""

import pytest
from hexumpire.kit.losses import report

from tests.rules.d8chart.setting import fight, infantry, lost, text, unit

STRONG = [infantry(9, steps=2)]
TWO = [infantry(2, steps=1), unit("armor", 3, steps=1)]


def test_RES_excess_asks_nothing_where_all_must_go():
    # two steps are owed and two are left, of two units: there is nothing to choose
    done = fight(STRONG, TWO, "!result=-/2")
    assert done.outcome is not None and done.outcome.result == "cleared" and lost(done) == (0, 2)
    assert done.state.owed == 0
    more = fight(STRONG, TWO, "!result=-/3")
    assert more.outcome is not None and lost(more) == (0, 2)
    asked = fight(STRONG, [*TWO, infantry(1, steps=1)], "!result=-/2")
    assert asked.outcome is None and asked.node.topic == "lose"


def test_RES_who_loses_asks_nothing_where_one_counter_can_pay():
    done = fight(STRONG, [infantry(2, steps=3)], "!result=-/2")
    assert done.outcome is not None and lost(done) == (0, 2)


@pytest.mark.parametrize(
    ("stack", "result", "said"),
    [
        ([infantry(2, steps=3)], "-/2", "Defender loses 2 steps: 2 steps of the British 2-"),
        ([infantry(2, steps=4)], "[-/1]", "Defender loses 1 step: 1 step of the British 2-"),
        ([infantry(2, steps=1)], "-/2", "Defender loses 1 step: British 2-"),
        ([infantry(2, count=2, steps=1)], "-/2", "Defender loses 2 steps: 2 × British 2-"),
    ],
)
def test_the_log_says_what_is_lost(stack, result, said):
    told = text(fight(STRONG, stack, f"!result={result}"))
    assert said in told
    assert ("eliminated" in told.partition(said)[2].partition("\n")[0]) == (stack[0]["steps"] == 1)


def test_RES_excess_names_the_losses_by_steps_and_tells_what_may_go_twice():
    """RES.excess: of two steps owed two like counters may pay both, a single one no more than one."""
    battle = fight(STRONG, [infantry(1, steps=1), infantry(2, count=2, steps=1), infantry(3, steps=1)], "!result=-/2")
    found = report(battle)
    assert (found["text"], found["paid"], found["need"]) == ("0 of 2 steps", 0, 2)
    assert {item["unit"]: item["many"] for item in found["items"]} == {"d1": False, "d2": True, "d3": False}
    assert report(battle.play("lose:d1:1"))["text"] == "1 of 2 steps"
    once, twice = (report(battle, ["lose:d1:1"] * times) for times in (1, 2))
    assert [(each["items"][0]["many"], bool(each["reason"])) for each in (once, twice)] == [
        (False, False),
        (True, True),
    ]


def test_RES_what_may_be_agreed_on_hangs_on_how_far_the_attack_is():
    """The result may be set instead of the die, and an attack be ended while nobody owes steps or goes."""
    battle = fight(STRONG, [infantry(1, steps=1), infantry(2, steps=2), infantry(3, steps=1)])
    agreed = {option.id for option in battle.game.overrides(battle.state)}
    assert {"!held", "!result=-/2"} <= agreed and not {"!spare", "!retreated"} & agreed
    owing = battle.play("!result=-/2")
    agreed = {option.id for option in owing.game.overrides(owing.state)}
    assert "!spare" in agreed and not {"!held", "!retreated", "!result=-/2"} & agreed


def test_RES_who_loses_refuses_what_is_gone_and_the_other_side():
    stack = [infantry(factors, steps=1) for factors in (1, 2, 3)]
    battle = fight(STRONG, stack, "!result=-/2", "lose:d2:1")
    why = {one.unit: (one.reason, one.rules) for one in battle.game.refusals(battle.state)}
    assert why["d2"] == ("it is eliminated already", ("RES.excess",))
    assert why["a1"] == ("only the defender loses steps now", ("RES.who-loses",))
    assert not {"d1", "d3"} & set(why)
