"""Short words for setting up battles of Dai Senso as documents, and for reading what the game says of them.

Hexes are named as printed. The target is w4624 unless a test says otherwise; defenders stand there, attackers in
w4625 (east of it) unless they say where. Counters get the ids ``a1, a2 ...`` and ``d1, d2 ...`` in the order given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.files.codec import read_scenario
from hexumpire.kit.places import Names
from hexumpire.model.battle import Battle, Decision, Terminal
from hexumpire.model.errors import Problem
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.charting import parse_result
from hexumpire.rulesets.daisenso.numbering import around, find_place, place_name, side_between

Document = dict[str, Any]
TARGET, EAST, WEST, NORTHWEST, NORTHEAST, SOUTHWEST, SOUTHEAST = (
    "w4624", "w4625", "w4623", "w4723", "w4724", "w4523", "w4524",
)  # fmt: skip
LADDER = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1", "9-1")
"""Invented, within what the text permits."""
EXAMPLES: dict[str, Document] = {entry["key"]: entry["scenario"] for entry in RULESET.examples()}


def example(key: str) -> Battle[Any]:
    """One of the game's examples, begun."""
    return Battle.start(RULESET.game(read_scenario(EXAMPLES[key])))


def unit(type: str, **fields: Any) -> Document:
    """A counter; nation, place and side are filled in by :func:`document`."""
    return {"type": type, **fields}


def infantry(af: int = 4, df: int = 2, **fields: Any) -> Document:
    """Infantry of two steps."""
    return {"type": "infantry", "af": af, "df": df, "ma": 1, "steps": 2, **fields}


def armor(af: int = 5, df: int = 4, **fields: Any) -> Document:
    """Armor of two steps."""
    return {"type": "armor", "af": af, "df": df, "ma": 3, "steps": 2, **fields}


def hq(af: int = 2, df: int = 2, **fields: Any) -> Document:
    """A headquarters of two steps."""
    return {"type": "hq", "af": af, "df": df, "ma": 1, "steps": 2, **fields}


def airborne(**fields: Any) -> Document:
    """A Blitz-enabled airborne unit."""
    return unit("airborne", **{"af": 2, "df": 2, "ma": 2, "blitz": True, **fields})


def chart(cell: str = "-") -> Document:
    """A chart pack in which every result is the same; it says that it is invented."""
    return {"title": "Invented", "tables": {"crt": {str(face): dict.fromkeys(LADDER, cell) for face in range(1, 7)}}}


def document(
    attack: Sequence[Document], defend: Sequence[Document], *, hexes: Mapping[str, Document] | None = None,
    sides: Mapping[tuple[str, str], Sequence[str]] | None = None, targets: Sequence[str] = (TARGET,),
    nations: tuple[str, str] = ("Japanese", "US"), procedure: str = "attack", pack: Document | None = None,
    readings: Mapping[str, str] | None = None, **conditions: Any,
) -> Document:  # fmt: skip
    """The document of a battle; hexes and hexsides by printed numbers.

    Only hexes make zones of control unless a test asks for those of units (4.2.5.1.zoc).
    """
    units = []
    for side, letter, stack, nation, place in (
        ("attacker", "a", attack, nations[0], EAST), ("defender", "d", defend, nations[1], targets[0])
    ):  # fmt: skip
        for number, given in enumerate(stack, 1):
            data = {"id": f"{letter}{number}", "side": side, "nation": nation, "at": place, **given}
            units.append({**data, "at": find_place(data["at"])})
    return {
        "ruleset": "daisenso", "procedure": procedure, "units": units,
        "targets": [find_place(name) for name in targets],
        "map": {
            "hexes": {find_place(name): data for name, data in (hexes or {}).items()},
            "sides": {side_between(*map(find_place, pair)): list(marks) for pair, marks in (sides or {}).items()},
        },
        "conditions": conditions, "readings": {"zones": "stated", **(readings or {})},
        **({"pack": pack} if pack else {}),
    }  # fmt: skip


def game(attack: Sequence[Document], defend: Sequence[Document], **given: Any) -> Any:
    """The game of a battle."""
    return RULESET.game(read_scenario(document(attack, defend, **given)))


def fight(attack: Sequence[Document], defend: Sequence[Document], **given: Any) -> Battle[Any]:
    """A battle begun."""
    return Battle.start(game(attack, defend, **given))


def read(battle: Battle[Any], text: str) -> Battle[Any]:
    """The battle after a result read off the player aid; nobody supports unless that was settled before."""
    while topic(battle) == "support":
        battle = battle.play(options(battle)[-1])
    found = parse_result(text)
    assert found is not None
    return battle.play_all([f"read:{found.retreat or 'none'}", f"losses:{found.attacker}/{found.defender}"])


def drive(battle: Battle[Any], *actions: str) -> Battle[Any]:
    """The battle after several actions."""
    for action in actions:
        battle = battle.play(action)
    return battle


def topic(battle: Battle[Any]) -> str:
    """What is being asked; ``end`` when all is over."""
    node = battle.node
    if isinstance(node, Terminal):
        return "end"
    return node.topic if isinstance(node, Decision) else "roll"


def options(battle: Battle[Any]) -> list[str]:
    """What may be done."""
    return list(battle.legal_actions)


def hexes_open(battle: Battle[Any]) -> list[str]:
    """Printed numbers of the hexes that may be entered next."""
    assert isinstance(battle.node, Decision)
    return sorted(place_name(option.hex) for option in battle.node.options if option.hex and not option.unit)


def refused(battle: Battle[Any]) -> dict[str, str]:
    """The first rule that bars each hex (by printed number) or counter."""
    return {
        place_name(one.hex) if one.hex and not one.unit else one.unit: one.rules[0]
        for one in battle.game.refusals(battle.state)
    }


def to(name: str) -> str:
    """The action that goes to a hex."""
    return f"to:{find_place(name)}"


def attack(name: str) -> str:
    """The action that attacks a hex of several, or one of a segment."""
    return f"attack:{find_place(name)}"


def some(name: str) -> str:
    """The action that attacks a hex with fewer units than may."""
    return f"some:{find_place(name)}"


def ringed(name: str, side: str) -> dict[str, Document]:
    """A side's zones of control in all hexes around one."""
    return {place_name(hex): {"zoc": side} for hex in around(find_place(name))}


def sections(problems: Sequence[Problem]) -> set[str]:
    """The rules of problems."""
    return {problem.rule for problem in problems}


def named(found: Any, text: str) -> str:
    """A text of a battle or game with the printed numbers of the hexes that it mentions."""
    return Names(RULESET, found.game.scenario if isinstance(found, Battle) else found.scenario).told(text)


def log(battle: Battle[Any]) -> list[tuple[str, tuple[str, ...]]]:
    """What was told, with its rules."""
    return [(named(battle, line.text), line.rules) for _, line in battle.log]


def told(battle: Battle[Any], rule: str) -> list[str]:
    """log entries that rest on a rule."""
    return [text for text, rules in log(battle) if rule in rules]


def shifts(found: Any) -> dict[str, int]:
    """Shifts of the attack at hand by rule."""
    if isinstance(found, Battle):
        found, state = found.game, found.state
    else:
        state = found.start()
    lines = next(line for line in found.assess(state).trace.children if line.rules == ("4.2.2.s4.net",)).children
    return {line.rules[0]: line.value for line in lines if not line.skipped}


def staying(battle: Battle[Any]) -> set[str]:
    """Rules by which units next to the target stay out of the attack at hand, as the trace has them."""
    assert battle.assessment is not None
    lines = [line for line in battle.assessment.trace.children if line.label == "Stays out of the attack"]
    return {rule for line in lines for child in line.children for rule in child.rules}


def skips(found: Any) -> dict[str, str]:
    """Why shifts do not apply, by rule."""
    lines = next(
        line for line in found.assess(found.start()).trace.children if line.rules == ("4.2.2.s4.net",)
    ).children
    return {line.rules[0]: line.note for line in lines if line.skipped}
