"""T1 to T3: what the strengths are added up from."""

from __future__ import annotations

import pytest
from hexumpire.model.errors import SetupError

from tests.rules.toy.setting import EXAMPLE, battle, unit


def totals(**changes: object) -> tuple[object, object]:
    found = battle(**changes).assessment
    assert found is not None
    return found.attack, found.defense


def test_t1_factors_and_veterans_are_added_up() -> None:
    assert totals() == (10, 8)  # 2 bands of 3, a gun of 4 : 2 bands of 2, each a veteran (T1.1), in a keep (T2.2)
    green = [unit("r1"), unit("r2"), unit("b1", veteran=False)]
    assert totals(units=green) == (10, 6)


def test_t2_2_a_keep_adds_two() -> None:
    assert totals(map={"hexes": {"0,0": {"terrain": "hill"}}}) == (10, 6)


def test_t3_rain_takes_one_from_the_attacker() -> None:
    assert totals(conditions={"rain": True}) == (9, 8)


def test_t1_4_a_defender_stands_in_the_target() -> None:
    with pytest.raises(SetupError) as caught:
        battle(units=[unit("r1"), unit("b1", at="1,-1")])
    assert [problem.rule for problem in caught.value.problems] == ["T1.4"]


def test_t1_2_a_wall_is_the_defenders() -> None:
    from hexumpire.files import codec
    from hexumpire.model.errors import InputError

    wall = {"id": "w", "side": "attacker", "type": "wall", "nation": "red", "at": "1,0"}
    with pytest.raises(InputError) as caught:
        codec.read_scenario({**EXAMPLE, "units": [wall, unit("b1")]})
    assert "T1.2" in [problem.rule for problem in caught.value.problems]
