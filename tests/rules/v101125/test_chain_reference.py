"""Counterattack after counterattack and deadlocks of both phases, as the game fights them and by a plain reading."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125.rules import bouts, counterattack
from hexumpire.rulesets.v101125.rules.dues import Rolled

from tests.amount import many
from tests.rules.v101125 import chain_reference, wide_battles, wide_reference
from tests.rules.v101125.chain_reference import Chain
from tests.rules.v101125.playing import begin, topic
from tests.rules.v101125.test_wide_reference import bills, by_engine, by_hand, owed

Document = dict[str, Any]
LOT, LOTS = 30, many(4, 200)
"""So many chains make one test, and so many tests there are."""
CLASSES = ("1:4", "1:2", "3:1")
"""Columns that stand for all from which on the same hangs on them."""
LONGEST = 7
"""So many rolls of a chain are looked at."""
FREE = ("-1,0", "0,-1", "1,-1")
"""Hexes beside the one under attack from which nobody attacks it in these battles."""
NOT_HERE = ("held_out", "retreated", "via", "isolated")


def battle(seed: int) -> Document:
    """A random attack with others beside it who may be struck: in terrain and behind hexsides of their own."""
    source = random.Random(f"chains {seed}")
    document = wide_battles.battle(seed)
    units = [unit for unit in document["units"] if unit["at"] != "0,0" or unit["side"] == "defender"]
    if not any(unit["side"] == "attacker" and "points" not in unit for unit in units):
        units.append(wide_battles.force(source, "attacker", "1,0", 9))
    for unit in units:
        for key in NOT_HERE:
            unit.pop(key, None)
        if "points" in unit:
            unit["serves"] = source.choice(("first", "again", "counterattack", "struck"))
    for number in range(source.choice((0, 1, 1, 2))):
        more = source.choice([{"attacks": False}, {"attacks": False}, {"reserve": True}])
        at = "1,0" if "reserve" in more else source.choice((*FREE, "1,0"))
        units.append(wide_battles.force(source, "attacker", at, 20 + number) | more)
    if source.random() < 0.5:
        units.append(wide_battles.force(source, "defender", source.choice(("1,-1", "-1,1", "2,-1", "0,1")), 30))
    held = {unit["at"] for unit in units if unit["side"] == "attacker"}
    units = [unit for unit in units if unit["at"] not in held or unit["side"] == "attacker" or "points" in unit]
    hexes, sides = document["map"]["hexes"], document["map"]["sides"]
    for place in source.sample((*FREE, "1,0", "0,1"), 2):
        works = source.choice(([], [source.choice(wide_battles.WORKS)], [source.choice(wide_battles.CITIES)]))
        hexes[place] = {"terrain": source.choice(wide_battles.TERRAINS), "features": works}
    for way in source.sample(("W", "NW", "NE"), 2):
        sides[f"0,0:{way}"] = [source.choice((*wide_battles.SIDES, "prohibited"))]
    known = {key: value for key, value in document["conditions"].items() if key not in ("stacking", "side_stacking")}
    return document | {"units": units, "conditions": known | {"forced_fights": "here"}}


def fight(found: Battle[Any], document: Document) -> tuple[Any, ...]:
    """The fight at hand as the game has it: side, who, the hex, whether it is clear, and the phase."""
    bout = found.state.bout
    ours, theirs = (chain_reference.names(numbers, document) for numbers in (bout.attackers, bout.defenders))
    return bout.side, ours, theirs, bout.hexes, bout.clear, bout.stage


def told(chain: Chain) -> tuple[Any, ...]:
    """The same by the reference."""
    one = chain.fight
    return one.side, one.attackers, one.defenders, (one.place,), one.clear, one.stage


def alive(found: Battle[Any]) -> dict[str, Document | None]:
    """What is left of each ground unit: what is printed on the side that lies up."""
    faces: dict[str, Document | None] = {}
    for counter, letter in zip(found.game.setting.counters, found.state.left, strict=True):
        if not letter.isdigit():
            faces[counter.id] = None
        elif letter != "0":
            face = counter.faces[int(letter)]
            printed = {"attack": face.attack, "defence": face.defence, "movement": face.movement}
            faces[counter.id] = {**printed, "size": str(face.size), "face": face.kind}
    return faces


def marks(found: Battle[Any]) -> dict[str, tuple[int, int]]:
    """The markers of those who are left, and what waits for the end of the fighting."""
    counters, state = found.game.setting.counters, found.state
    waits = state.memo.waits or (0,) * len(counters)
    rows = zip(counters, state.left, state.marks, waits, strict=True)
    return {counter.id: (mark, more) for counter, letter, mark, more in rows if letter.isdigit()}


def to_dice(found: Battle[Any]) -> Battle[Any]:
    """The battle once the main dice of the fight at hand are to fall: nobody succeeds in a roll for special units."""
    while "F" in found.legal_actions or "now" in found.legal_actions:
        found = found.play("now" if "now" in found.legal_actions else "F")
    return found


def pays(found: Battle[Any], source: random.Random, chain: Chain) -> Battle[Any]:
    """The battle once all has been paid, anyhow but by replacement points; nothing is turned into another result."""
    while topic(found) in ("pay", "convert"):
        ways = [one for one in found.legal_actions if one != "minimal" and not one.startswith("rp:")]
        way = source.choice(ways)
        labels = {option.id: str(option.label) for option in found.node.options}
        if way == "halve" and not labels[way].endswith(": 0 points"):
            chain.halved(found.state.due.debts[0].role)
        found = found.play(way)
    return found


def compared(found: Battle[Any], chain: Chain, seed: str) -> None:
    """The fight at hand by both: who fights where, and every figure before the dice."""
    assert fight(found, chain.document) == told(chain), seed
    engine, hand = by_engine(found.game.flow.engagement(found.state)), by_hand(chain.picture())
    for figures in (engine, hand):
        del figures["refused"]
    assert engine == hand, seed
    assert marks(found) == chain.markers(), seed


class Roll(NamedTuple):
    """What falls in a fight of a chain: the result, both dice of disruption, that of a large exchange."""

    token: str
    dice: tuple[int, int]
    face: int


def falls(source: random.Random) -> Roll:
    """What falls; most of it makes the chain longer."""
    token = source.choice(("CA", "CA", "CA", "DL", "DL", "ME", "1L1"))
    return Roll(token, (source.randint(1, 6), source.randint(1, 6)), source.choice((1, 6)))


def fought(found: Battle[Any], chain: Chain, roll: Roll, source: random.Random, told_of: str) -> Battle[Any]:
    """A fight: what it costs by both, and the battle once that is paid."""
    engagement = found.game.flow.engagement(found.state)
    found = found.play(f"!result={roll.token}")
    column, modifier = CLASSES[found.state.dice[0]], found.state.dice[1]
    throw = Rolled(roll.token, column, modifier, roll.dice, roll.face)
    assert bills(engagement, throw) == owed(chain.picture(), throw), told_of
    chain.rolled(roll.token, column, roll.dice, roll.face)
    found = found.play_all([f"d6={die}" for die in roll.dice])
    found = pays(found.play(f"d6={roll.face}") if roll.token == "1L1" else found, source, chain)
    chain.left(alive(found))
    return found


def struck(found: Battle[Any], chain: Chain, source: random.Random, told_of: str) -> tuple[Battle[Any], str]:
    """A counterattack on one of the hexes that both allow."""
    places = chain.strikes()
    place = source.choice(places)
    if len(places) > 1:
        assert sorted(found.legal_actions) == [f"strike:{one}" for one in places], told_of
        found = found.play(f"strike:{place}")
    chain.strike(place)
    return found, place


def walk(seed: int, met: Counter[str]) -> None:
    """A chain from the first attack to its end, or to a retreat, in the game and by the reference."""
    document, source = battle(seed), random.Random(f"walk {seed}")
    guard = [unit for unit in document["units"] if unit["at"] == "0,0" and "points" not in unit]
    if not any(map(wide_reference.defence_of, guard)) or wide_reference.refused(Chain(document).picture()):
        return
    found, chain, told_of = begin(document), Chain(document), f"chain {seed}:"
    for _ in range(LONGEST):
        if not any(wide_reference.defence_of(chain.units[name]) for name in chain.fight.defenders):
            return  # decided without dice (11.H.2)
        found, kind = to_dice(found), f"{chain.fight.result} {'clear' if chain.fight.clear else 'full'}"
        compared(found, chain, told_of)
        roll = falls(source)
        told_of += f" {roll.token}{roll.dice}"
        met.update((roll.token, kind, f"{chain.fight.result}-{roll.token}"))
        found = fought(found, chain, roll, source, told_of)
        if topic(found) in ("retreat", "stand"):
            return
        if roll.token == "CA" and chain.strikes():
            met["choice"] += len(chain.strikes()) > 1
            found, place = struck(found, chain, source, told_of)
            told_of += f" at {place}"
        elif not (roll.token == "DL" and chain.fight.stage == "initial" and chain.again()):
            break
    while found.outcome is None and "stay" in found.legal_actions:
        found = found.play("stay")
    if found.outcome is not None:
        met["end"] += 1
        waits = [{name: more for name, (_, more) in some.items()} for some in (marks(found), chain.markers())]
        assert waits[0] == waits[1], told_of


def walks(seeds: int) -> None:
    """The first so many chains."""
    for seed in range(seeds):
        walk(seed, Counter())


@pytest.mark.parametrize("number", range(LOTS))
def test_chains_of_counterattacks_and_deadlocks(number: int) -> None:
    """11.L.1.d, 11.L.1.f, T10.def: who fights whom, the figures, what rolls cost, and markers, fight by fight."""
    for seed in range(number * LOT, (number + 1) * LOT):
        walk(seed, Counter())


def test_these_chains_lead_from_every_fight_to_every_other() -> None:
    """Counterattack on counterattack, deadlock on both, over clear and full terrain, with and without a choice."""
    met: Counter[str] = Counter()
    for seed in range(LOT * 4):
        walk(seed, met)
    ways = {f"{one}-{other}" for one in ("", "CA", "DL") for other in ("CA", "DL", "ME")} | {"CA-1L1"}
    named = ways | {"CA clear", "CA full", "DL clear", "DL full", "choice", "end"}
    assert sorted(name for name in named if not met[name]) == []


def forgetful(found: Any, state: Any, place: str) -> Any:
    """Only the last fight of a chain is remembered."""
    return COUNTER(found, state._replace(bout=state.bout._replace(chain=())), place)


COUNTER, LATER, WAITED, INVOLVED = bouts.counter, bouts.later, bouts.waited, bouts.involved
FAULTS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "all are struck as in the clear": (counterattack, "is_clear", lambda struck, chain: True),
    "all are struck over their terrain": (counterattack, "is_clear", lambda struck, chain: False),
    "earlier fights are forgotten": (bouts, "counter", forgetful),
    "what is stated counts throughout": (bouts, "counter", lambda *of: COUNTER(*of)._replace(turned=False)),
    "support flies on": (bouts, "later", lambda *of: LATER(*of)._replace(serves="first")),
    "what is fought again is hasty": (bouts, "later", lambda *of: LATER(*of)._replace(kind="hasty")),
    "no reserves join": (bouts, "reserves", lambda *of: ()),
    "two markers for each of them": (bouts, "waited", lambda a, b, c, more=1: WAITED(a, b, c, 2 * more)),
    "attackers alone are marked": (bouts, "involved", lambda a, bout: INVOLVED(a, bout) & {*bout.attackers}),
    "works stay up": (bouts, "brought_down", lambda _, state: state),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_chain_is_noticed(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """11.L.1.d, 11.L.1.f: each of these would come out."""
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises(AssertionError):
        walks(400)
