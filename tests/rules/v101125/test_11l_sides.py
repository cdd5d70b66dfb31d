"""11.L.1.d: in a counterattack the defender of the set-up attacks, and every text says so."""

from __future__ import annotations

from itertools import product

from tests.rules.v101125.playing import CALM, begin, log, options, topic
from tests.rules.v101125.setting import document, infantry

ON = {"forced_fights": "here"}


def counterattack(*actions, attack=None, defend=None, **more):
    """The counterattack of the defenders, with what was played in it."""
    setup = document(attack or [infantry(10)], defend or [infantry(9)], **{**ON, **more})
    return begin(setup, "!result=CA", *CALM, *actions)


def told(battle):
    """What was told and asked since the counterattack began."""
    return log(battle).partition(" counterattacks ")[2]


def labels(line):
    """The label of a line and of all below it."""
    return {str(one.label) for _, one in line.lines()}


def test_11_b_14_the_dice_are_those_of_who_attacks():
    battle = counterattack()
    assert str(battle.node.prompt) == "The first of the defender's two main dice."
    assert str(battle.play("d6=6").node.prompt) == "The second of the defender's two main dice."


def test_11_l_2_both_dice_of_disruption_are_told_by_side():
    """11.L.2, T6."""
    battle = counterattack("!result=1L1")
    assert str(battle.node.prompt) == "The defender's die of the disruption table."
    battle = battle.play("d6=3")
    assert str(battle.node.prompt) == "The attacker's die of the disruption table."
    assert "The defender's die of disruption is 3." in told(battle)
    battle = battle.play("d6=3")
    text = "A die for the large exchange: 1-3 defender's largest unit, 4-6 attacker's."
    assert str(battle.node.prompt) == text
    assert "a quarter of an exchange for the defender." in told(battle)


def test_11_l_1_0_results_are_put_in_words_by_side():
    """11.L.1.0, 11.L.1.d, 11.L.1.g: what stands left falls on the defender, who attacks here."""
    words = {"CA": "The attackers counterattack at once.", "DR": "The attacker retreats.",
             "1D": "Defender: disruption, full value."}  # fmt: skip
    seen = set()
    for dice in product(range(1, 7), repeat=2):
        battle = counterattack(*(f"d6={die}" for die in dice))
        battle = battle.play("d10=10") if "d10=10" in options(battle) else battle
        result = battle.state.token
        if result in words:
            seen.add(result)
            assert f"{result}. {words[result]}" in told(battle)
    assert seen == set(words)


def test_11_l_1_g_who_is_struck_retreats_or_stays():
    battle = counterattack("!result=DR", *CALM)
    assert topic(battle) == "stand"
    assert "The attacker stays for 1½ points." in told(battle.play("stand"))
    away = battle.play("retreat")
    assert str(away.node.prompt) == "To which hex do the attackers retreat?"
    assert "The attacker retreats." in told(away)


def test_11_q_2_b_who_finds_no_hex_is_named():
    """11.Q.2.b, 11.L.1.d: also where another counterattack begins at once."""
    around = ("2,0", "2,-1", "1,-1", "0,1", "1,1")
    ring = [infantry(1, at=place, size="1", zoc="none") for place in around]
    battle = counterattack("!result=DR", *CALM, "retreat", "stuck", defend=[infantry(9), *ring])
    assert "No hex without enemies is open: the attackers stay, at twice the losses." in told(battle)


def test_t6_s2_a_star_keeps_those_who_counterattack():
    """T6.s2: against those who stood by in a city, where dice of disruption are higher."""
    setup = document([infantry(10), infantry(4, at="0,1", attacks=False)], [infantry(9)],
                     hexes={"0,1": {"terrain": "clear", "features": ["full_city"]}}, **ON)  # fmt: skip
    battle = begin(setup, "!result=CA", *CALM, "strike:0,1", "!result=DR", "d6=6", "d6=1")
    while battle.outcome is None:
        battle = battle.play("!spare" if topic(battle) == "pay" else options(battle)[0])
    assert "A starred disruption keeps the defender from advancing." in told(battle)


def test_11_b_13_steps_are_bought_back_by_who_is_struck():
    battle = begin(document([infantry(10)], [infantry(9)], defender_steps=2, artillery_steps=1, **ON),
                   "steps=0", "!result=CA", *CALM, "steps=2")  # fmt: skip
    assert str(battle.node.prompt) == "How many of the planned steps does the attacker buy back?"
    battle = battle.play("back=1")
    assert "Steps bought back by the attacker: 1." in told(battle)
    assert "bought back by the attacker" in labels(battle.assessment.trace)


def test_11_b_8_odds_are_explained_by_side():
    """11.B.8, T10.n6, T10.n7, 11.B.4."""
    found = labels(counterattack(attack=[infantry(10, marker=3)], defend=[infantry(9, marker=2)]).assessment.trace)
    assert {"the attacker's MP marker", "the defender's MP marker"} <= found
    assert any(label.startswith("in the attacker's favour") for label in found)
    assert not any("the defender's favour" in label for label in found)


def test_11_f_3_who_is_struck_makes_me_of_it():
    setup = document([infantry(10), infantry(9, at="0,1", attacks=False)], [infantry(9)],
                     hexes={"0,1": {"terrain": "clear", "features": ["fort"]}}, **ON)  # fmt: skip
    battle = begin(setup, "!result=CA", *CALM, "strike:0,1", "!result=CA", *CALM)
    assert "The attacker makes ME of CA." in told(battle.play("minimal"))
    assert "The attacker lets CA stand." in told(battle.play("stands"))


def test_11_l_1_f_ii_who_has_to_attack_next_is_named():
    battle = counterattack("!result=DL", *CALM, phase="exploitation")
    assert "in his next combat phase the attacker must attack those who advance into his hex." in told(battle)
