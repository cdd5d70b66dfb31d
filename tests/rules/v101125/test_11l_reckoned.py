"""How the points of a bill come about: what the log says below a line that names them (11.L, 11.M.0c, 11.A.12)."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

from hexumpire.model.battle import Battle, Line
from hexumpire.model.trace import Trace

from tests.rules.v101125.playing import begin
from tests.rules.v101125.setting import document, infantry


def owed(battle: Battle[Any], word: str = " owes ") -> list[Line]:
    """The lines of the log that name points, of the last step."""
    return [line for step, line in battle.log if step == len(battle.line) - 1 and word in line.text]


def figures(trace: Trace | None) -> list[tuple[int, str, Any]]:
    """A reckoning line by line, with its depth."""
    assert trace is not None
    return [(depth, line.label, line.value) for depth, line in trace.lines()]


def rolled(result: str, *dice: int, attack: int = 9, defend: int = 5, **more: Any) -> Battle[Any]:
    """A battle of a division against one, after a result and both dice of disruption."""
    setup = document([infantry(attack)], [infantry(defend)], **more)
    return begin(setup, f"!result={result}", *(f"d6={die}" for die in dice or (2, 1)))


def test_the_disruption_of_a_result_is_half_of_the_lower_strength_and_no_matter_of_table_6() -> None:
    """11.L.1.e, 11.L.1.b: ½D of 9 against 5 is 2½; rounding changes nothing and is not told."""
    (line,) = owed(rolled("½D"))
    assert line.text == "The attacker owes 2½ points of disruption."
    assert figures(line.trace) == [
        (0, "Points", F(5, 2)),
        (1, "Lower printed strength", 5),
        (1, "Share of it", F(1, 2)),
    ]
    assert not {"T6", "11.B.18", "11.L.2", "11.M.0c"} & set(line.rules)


def test_disruption_by_dice_is_a_level_of_table_6_for_each_re() -> None:
    """11.L.2, 11.L.2.a, T6: 5, read as 5, is ½ RED of the 3 REs of the weaker side."""
    (line,) = owed(rolled("CA", 1, 5))
    assert line.trace is not None
    assert figures(line.trace)[:3] == [(0, "Points", F(3, 2)), (1, "Level of disruption", F(1, 2)), (1, "RE total", 3)]
    assert {"11.B.18", "11.L.2", "11.L.2.a", "T6.5"} <= set(line.rules) and "11.L.1.e" not in line.rules


def test_what_is_rounded_says_so() -> None:
    """11.M.0c: a quarter of an exchange of 3 REs is ¾, rounded down to ½."""
    (line,) = owed(rolled("CA", 2, 2))
    assert line.text == "The attacker owes ½ points of casualties."
    assert figures(line.trace) == [
        (0, "Rounded down to the nearest half", F(1, 2)),
        (1, "Points", F(3, 4)),
        (2, "REs of the smaller side", 3),
        (2, "Share of it", F(1, 4)),
    ]
    assert {"11.M.0c", "T6.n3", "11.L.1.c"} <= set(line.rules)


def test_what_comes_of_result_and_equal_dice_is_added_up() -> None:
    """11.L.1.c, T6.n3: an exchange of 3 REs and a quarter of one, rounded apart."""
    attacker, defender = owed(rolled("1:1", 2, 2))
    assert [line.text.partition(" owes ")[2] for line in (attacker, defender)] == [
        "3½ points of casualties.",
        "3 points of casualties.",
    ]
    assert figures(attacker.trace)[:2] == [(0, "Together", F(7, 2)), (1, "Points", 3)]


def test_the_limit_of_the_attacker_is_told_where_it_is_reached() -> None:
    """11.A.12: of a defender who prints 1 no attacker loses more than 2, equal dice included."""
    attacker, defender = owed(rolled("1:1", 2, 2, attack=9, defend=1))
    assert attacker.text == "The attacker owes 2 points of casualties."
    found = figures(attacker.trace)
    assert found[0] == (0, "No more than the attacker may lose", 2) and found[-1][2] == 2
    assert "11.A.12" in attacker.rules and "11.A.12" not in defender.rules


def test_a_result_that_is_turned_costs_a_quarter_of_an_exchange_and_says_so() -> None:
    """11.F.3, 11.L.1.j: in a fort a CA becomes ME, ¾ of a point for each side, rounded down; it went without a word."""
    found = owed(rolled("CA", 2, 1, features=("fort",)).play("minimal"))
    assert [line.text for line in found] == [
        "The attacker owes ½ points of casualties.",
        "The defender owes ½ points of casualties.",
    ]
    for line in found:
        assert figures(line.trace)[:2] == [(0, "Rounded down to the nearest half", F(1, 2)), (1, "Points", F(3, 4))]
        assert "11.L.1.j" in line.rules


def test_staying_costs_half_an_exchange_and_says_so() -> None:
    """11.L.1.g: half of an exchange of 3 REs."""
    (line,) = owed(rolled("DR").play("stand"), " stays for ")
    assert line.text == "The defender stays for 1½ points."
    assert figures(line.trace) == [
        (0, "Points", F(3, 2)),
        (1, "REs of the smaller side", 3),
        (1, "Share of it", F(1, 2)),
    ]
