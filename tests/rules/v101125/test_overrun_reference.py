"""Random overruns, worked out by the engine and by a second reading of the text, and played to their ends."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import bouts, overrun, results
from hexumpire.rulesets.v101125.rules.dues import Rolled
from hexumpire.rulesets.v101125.rules.losses import points
from hexumpire.rulesets.v101125.tables import OVERRUN

from tests.amount import many
from tests.rules.v101125 import overrun_reference, wide_battles, wide_reference
from tests.rules.v101125.playing import log, topic
from tests.rules.v101125.test_wide_reference import TOKENS, bills
from tests.rules.v101125.test_wide_reference import owed as owed_by_hand

Document = dict[str, Any]
LOT, LOTS = 60, many(3, 120)
"""So many overruns make one test, and so many tests there are."""
CLASSES = ("1:4", "1:2", "3:1")
"""Columns that stand for all from which on the same hangs on them."""


def run(seed: int) -> Document:
    """A random overrun; most of them at odds that allow it."""
    source = random.Random(f"overruns {seed}")
    document = wide_battles.battle(seed)
    known = {key: value for key, value in document["conditions"].items() if key not in ("kind", "plotted", "stacking")}
    units = [unit for unit in document["units"] if unit["at"] != "0,0" or unit["side"] == "defender"]
    if not any(unit["side"] == "attacker" and "points" not in unit for unit in units):
        units.insert(0, wide_battles.force(source, "attacker", "1,0", 9))
    for unit in units:
        for key in ("overstacked", "via", "isolated", "ability_factor"):
            unit.pop(key, None)
        if unit["side"] == "attacker" and unit.get("attack"):
            unit["attack"] = unit["defence"] = min(60, unit["attack"] * source.choice((2, 4, 8, 16)))
            unit["cadre_defence"] = unit["cadre_attack"]  # what it loses is counted by both of its strengths
    known |= {"overrun_mp": source.randint(0, 9)} | source.choice([{}, {}, {"supplied": False}])
    return document | {"units": units, "conditions": known, "procedure": "overrun"}


def begun(document: Document) -> Battle[Any]:
    """The overrun once its dice are to fall; nobody succeeds in a roll for special units."""
    battle = Battle.start(RULESET.game(read_scenario(document)))
    while "F" in battle.legal_actions:
        battle = battle.play("F")
    return battle


def contested(document: Document) -> bool:
    """Whether somebody in the hex has a defence strength."""
    return any(map(wide_reference.defence_of, wide_reference.defenders(document)))


def left_of(battle: Battle[Any]) -> list[str]:
    """Who of the defenders is still in the hex."""
    state, counters = battle.state, battle.game.setting.counters
    there = [i for i, letter in enumerate(state.left) if letter.isdigit() and state.at[i] == "0,0"]
    return [counters[i].id for i in there if counters[i].side == "defender"]


def to_the_end(battle: Battle[Any], source: random.Random) -> tuple[Battle[Any], bool]:
    """The overrun after its roll, and whether the attacker took disruption as casualties of his own."""
    halved = False
    while battle.outcome is None and topic(battle) in ("pay", "convert", "stand", "retreat"):
        ways = [one for one in battle.legal_actions if not one.startswith(("rp:", "into:", "minimal"))]
        way = source.choice(ways)
        halved = halved or (way == "halve" and battle.state.due.debts[0].role == "attacker")
        battle = battle.play(way)
    return battle, halved


def lost(battle: Battle[Any]) -> F:
    """Casualties of the attacker."""
    one = battle.state.memo.books[0]
    return points(one.casualties) + points(one.isolated)


def priced(battle: Battle[Any]) -> tuple[int, int]:
    """What the log tells of the price, and of what comes back."""
    found = re.search(r"costs (\d+) MP; paid back: (\d+) MP", log(battle))
    assert found is not None
    return int(found[1]), int(found[2])


def tried(seed: int, met: Counter[str]) -> None:
    """An overrun by both: whether it may be made, what a roll costs, what it costs in MP, and what a failure does."""
    document, source = run(seed), random.Random(f"tried {seed}")
    if not contested(document):
        return
    found, told_of = RULESET.game(read_scenario(document)), f"overrun {seed}"
    refused = {problem.rule for problem in found.problems}
    hand = wide_reference.refused(document) | ({"T10.o"} if overrun_reference.added(document) is None else set())
    if "11.H.1" not in hand:
        assert refused == hand, told_of
    if refused:
        met.update(refused)
        return
    battle, attack = begun(document), overrun_reference.priced(document)
    engagement = battle.game.flow.engagement(battle.state)
    roll = source.choice([*TOKENS, "1:", "DL", "CA", "ME", "½:", "1D"])
    dice, face = (source.randint(1, 6), source.randint(1, 6)), source.choice((1, 6))
    battle = battle.play(f"!result={roll}")
    throw = Rolled(roll, CLASSES[battle.state.dice[0]], battle.state.dice[1], dice, face)
    told_of += f" {roll}{dice}{face}"
    assert bills(engagement, throw) == owed_by_hand(attack, throw), told_of
    battle = battle.play_all([f"d6={die}" for die in dice])
    battle = battle.play(f"d6={face}") if f"d6={face}" in battle.legal_actions else battle
    assert priced(battle) == overrun_reference.mp(attack, roll), told_of
    battle, halved = to_the_end(battle, source)
    failed = "The hex is not vacated" in log(battle)
    assert failed == bool(left_of(battle)), told_of
    more = overrun_reference.owed(attack, roll, face, tie=dice[0] == dice[1]) if failed else F(0)
    plain = all(wide_reference.weight(attack, unit) == 1 for unit in wide_reference.attackers(attack))
    letters = zip(wide_reference.attackers(attack), battle.state.left, strict=False)
    faces = {unit["id"]: letter for unit, letter in letters if unit["attack"]}
    if plain and "0" in faces.values() and not halved:  # they could pay it all
        bill = wide_reference.owed(attack, roll, throw.modifier, dice, face)["attacker"]["casualties"]
        reduced = [unit["cadre_attack"] for unit in attack["units"] if faces.get(unit["id"]) == "1"]
        assert lost(battle) <= bill + more <= lost(battle) + sum(reduced), told_of  # 11.M.7
        met.update({"failed" if failed else "vacated": 1, "limited": more < 1 and failed})
    met[roll] += 1
    met["on the die"] += bool(attack["conditions"]["added_to_die"])


def runs(seeds: int) -> None:
    """The first so many overruns."""
    for seed in range(seeds):
        tried(seed, Counter())


@pytest.mark.parametrize("number", range(LOTS))
def test_overruns(number: int) -> None:
    """T10.o, T10.n3 to T10.n5, 11.L.1.k, 11.A.12: which are allowed, bills, MP, and hexes that are not vacated."""
    for seed in range(number * LOT, (number + 1) * LOT):
        tried(seed, Counter())


def test_these_overruns_end_in_every_way() -> None:
    """Too weak, with and without supply, vacated and not, with and without a charge that 11.A.12 limits."""
    met: Counter[str] = Counter()
    for seed in range(LOT * 3):
        tried(seed, met)
    named = {"T10.o", "failed", "vacated", "limited", "on the die", "OR(0)", "DL", "CA", "ME", "1:", "E1", "DR"}
    assert sorted(name for name in named if not met[name]) == []


EXCHANGE, PRICE = results.exchange, overrun.run


def charged(times: F) -> Callable[..., Any]:
    """The exchange for a hex that is not vacated is so many times what it is."""

    def exchange(clash: Any, side: str, share: F, rule: str = "11.L.1.c") -> Any:
        return EXCHANGE(clash, side, share * times if rule == "T10.n3" else share, rule)

    return exchange


FAULTS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "an overrun at any odds": (overrun, "problems", lambda setting: iter(())),
    "a hex that is not vacated is free": (results, "exchange", charged(F(0))),
    "it costs half": (results, "exchange", charged(F(1, 2))),
    "it costs more than twice the defender": (results, "most", lambda clash: 10**6),
    "nobody is ever seen to stay": (bouts, "stays", lambda setting, state: False),
    "nothing comes back": (overrun, "run", lambda *of: PRICE(*of)._replace(back=0)),
    "the price comes back without supply": (overrun, "run", lambda a, b, _, c: PRICE(a, b, True, c)),
    "the price is never added to the die": (overrun, "added", lambda column: 0 if column in OVERRUN else None),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_an_overrun_is_noticed(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """T10.o, T10.n3 to T10.n5, 11.A.12: each of these would come out."""
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises(AssertionError):
        runs(400)
