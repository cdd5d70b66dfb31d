"""What players may agree on against the rules, wherever something is decided or lost."""

import pytest

from tests.rules.aworldatwar.setting import EDITIONS, WEST, armor, fight, gone, infantry, roll, topic

BOTH = pytest.mark.parametrize("edition", EDITIONS)


def agreed(battle):
    return {option.id.partition("=")[0] for option in battle.game.overrides(battle.state)}


@BOTH
def test_another_result_instead_of_a_choice(edition):
    battle = roll(fight([infantry(6, count=2)], [infantry(3, count=2)], edition=edition), 6)
    assert topic(battle) == "choose" and agreed(battle) == {"!result", "!end"}
    after = battle.play("!result=D # the dice were cocked")
    assert gone(after) == {"d1": 2} and topic(after) == "advance"
    assert battle.play("!end").outcome.result == "held"


def test_another_result_instead_of_a_conversion():
    attack = [infantry(9, ctl=1), infantry(9, at=WEST, ctl=1)]
    battle = roll(fight(attack, [infantry(3)], features=["fortification"], edition="old"), 6)
    assert topic(battle) == "convert"
    assert agreed(battle) == {"!result", "!end"}
    assert gone(battle.play("!result=D")) == {"d1": 1}


@BOTH
def test_the_rest_of_the_losses_is_let_off(edition):
    attack = [infantry(2), infantry(2, at=WEST), armor(4, at=WEST), armor(3)]
    battle = roll(fight(attack, [infantry(5)], edition=edition), 2)
    assert topic(battle) == "pay" and agreed(battle) == {"!paid"}
    before = gone(battle)
    (offered,) = [option.label for option in battle.game.overrides(battle.state) if option.id == "!paid"]
    assert offered == "The attacker loses nothing more"
    after = battle.play("!paid")
    assert gone(after) == before and topic(after) != "pay"
    assert after.log[-1][1].text == "By agreement, not by the rules: the attacker loses nothing more."


@BOTH
def test_counters_come_and_go_before_a_further_round(edition):
    battle = roll(fight([infantry(6, count=2)], [infantry(3, count=2)], edition=edition), 6, "keep")
    assert topic(battle) == "again" and agreed(battle) == {"!remove", "!restore", "!end"}
    assert gone(battle.play("!restore=d1")) == {}


@BOTH
@pytest.mark.parametrize(
    ("action", "told"),
    [("!restore=d1", "one British 3-3 infantry is put back."), ("!remove=a1", "one German 6-3 infantry is removed.")],
)
def test_the_log_says_which_counters_were_agreed_to_come_and_go(edition, action, told):
    battle = roll(fight([infantry(6, count=2)], [infantry(3, count=2)], edition=edition), 6, "keep").play(action)
    assert battle.log[-1][1].text == f"By agreement, not by the rules: {told}"
