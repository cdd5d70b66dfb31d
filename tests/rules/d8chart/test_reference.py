"""Random attacks in which rules meet (battles.py), fought by the game, against a plain reading (reference.py)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction as F
from functools import cache
from typing import Any

from hexumpire import api
from hexumpire.files import codec
from hexumpire.model.battle import Chance, Decision
from hexumpire.rulesets.d8chart import RULESET

from tests.amount import many
from tests.rules.d8chart import battles, reference
from tests.rules.d8chart.setting import terms

BATTLES, FOUGHT, JUDGED = many(1000, 20000), many(300, 6000), many(60, 2000)
"""So many battles are read, fought to all their ends, and judged by the chances of their ends."""
MET = 1500
"""In so many battles every theme, row and modifier is met, and every condition and reading matters."""
Battle = tuple[int, list[str], dict[str, Any], reference.Odds]


@cache
def met(seed: int) -> Battle:
    """A battle with its number and its themes, and what the reference reads of it."""
    names, document = battles.meeting(seed)
    return seed, names, document, reference.read(document)


def allowed(number: int) -> Iterator[Battle]:
    """Those of so many battles that are no refused attacks."""
    return (battle for battle in map(met, range(number)) if not battle[3].refused)


def told(battle: Battle, face: int = 0) -> str:
    """Which battle it is, for whoever has to look at it."""
    seed, names, document, _ = battle
    return f"battle {seed}, {f'die {face}, ' if face else ''}{' x '.join(names)}: {json.dumps(document)}"


def game(document: dict[str, Any]) -> Any:
    return RULESET.game(codec.read_scenario(document))


# --- before the dice --------------------------------------------------------------------------------------------------


def test_strengths_modifiers_and_columns() -> None:
    """STR, MOD, TER, CRT.odds: exact and equal, modifiers one by one; what is refused is refused by the same rules."""
    for battle in map(met, range(BATTLES)):
        document, odds = battle[2:]
        found = game(document)
        assert {problem.rule for problem in found.problems} == odds.refused, told(battle)
        if not odds.refused:
            figures = found.figures
            assert (figures.attack.total, figures.defense.total) == (odds.attack, odds.defence), told(battle)
            assert {rule: value for rule, value in terms(found).items() if value} == odds.modifiers, told(battle)
            assert found.assess(found.start()).column == odds.column, told(battle)


# --- after them -------------------------------------------------------------------------------------------------------


def fought(found: Any, face: int) -> set[reference.End]:
    """Every end of a face of the die, whatever anybody chooses."""
    edge = [found.apply(found.start(), f"d8={face}")]
    seen, ended = set(edge), set()
    while edge:
        state = edge.pop()
        node = found.node(state)
        if isinstance(node, Chance | Decision):
            taken = [face for face, _ in node.faces] if isinstance(node, Chance) else [one.id for one in node.options]
            after = {found.apply(state, action) for action in taken} - seen
            seen |= after
            edge.extend(after)
        else:
            ended.add(end_of(found.setting, state, dict(node.outcome.measures)))
    return ended


def end_of(setting: Any, state: Any, measures: dict[str, int]) -> reference.End:
    """A last position in the words of the reference."""
    ours, theirs = (
        tuple(sorted((setting.lands[i].id, steps) for i in setting.sides[side] for steps in state.left[i]))
        for side in ("attacker", "defender")
    )
    gone = [(setting.leavers[n].id, at + ("" if whole else reference.AWAY)) for n, at, whole in state.placed]
    return reference.End(ours, theirs, tuple(sorted(gone)), bool(measures["hex"]))


def test_results_and_every_end() -> None:
    """CRT.table, RES, EXT.11.8: each face gives the same result, and may come to the same ends."""
    for battle in allowed(FOUGHT):
        document, odds = battle[2:]
        found = game(document)
        for face in range(1, 9):
            rolled = found.apply(found.start(), f"d8={face}")
            assert rolled.applied == reference.result(document, odds, face), told(battle, face)
            assert fought(found, face) == reference.ends(document, odds, face), told(battle, face)


def chances(document: dict[str, Any]) -> dict[tuple[int, int, bool], F]:
    """Chances of steps lost and of a retreat, where the defender stays and takes the check."""
    policies = {"attacker": "steady", "defender": "stand"}
    request = {"op": "outcomes", "scenario": document, "actions": [], "policies": policies, "objective": "hex"}
    found: dict[tuple[int, int, bool], F] = {}
    for row in json.loads(api.handle(json.dumps(request)))["result"]["rows"]:
        lost = row["measures"]["attacker_lost"], row["measures"]["defender_lost"]
        key = *lost, bool(row["measures"]["retreat"])
        found[key] = found.get(key, F(0)) + F(row["p"])
    return found


def known(document: dict[str, Any]) -> bool:
    """Whether which counters lose the steps, and the way of a retreat, change no chance."""
    lost = document["conditions"].get("no_way_out") == "lost"
    return not lost and document["readings"].get("half_of") != "strength"


def test_chances_of_losses_and_retreats() -> None:
    """CRT.retreat-gate, RES.check-roll, RES.excess: the analysis gives the exact chances."""
    for battle in allowed(JUDGED):
        if known(battle[2]):
            expected = {key: F(weight, 64) for key, weight in reference.chances(battle[2], battle[3]).items()}
            assert chances(battle[2]) == expected, told(battle)


# --- what was met -----------------------------------------------------------------------------------------------------


def answers(document: dict[str, Any]) -> Any:
    """All that the reference says of a battle."""
    odds = reference.read(document)
    if odds.refused:
        return odds
    faces = range(1, 9)
    ends = [(reference.result(document, odds, face), reference.ends(document, odds, face)) for face in faces]
    return odds, ends, reference.chances(document, odds)


def matters(document: dict[str, Any], kind: str, key: str) -> bool:
    """Whether a condition or reading changes anything in a battle."""
    other = deepcopy(document)
    del other[kind][key]
    return bool(answers(document) != answers(other))


USUAL = {
    ("air_weather", "full"),
    ("finnish", "all"),
    ("ice", "frozen"),
    ("para_success", False),
    ("retreat_path", "away"),
    ("winter_war", False),
    ("year", 1943),
}
"""What is said of a battle where nothing is said."""
RARE = {
    ("armor44", "defender"),
    ("armor44", "both"),
    ("armor44", "attacker"),
    ("armor44", "none"),
    ("finnish", "defender"),
    ("finnish", "attacker"),
    ("finnish", "none"),
    ("ss_bonus", "none"),
    ("ss_bonus", "both"),
}
"""Of these it is enough that their modifiers are met, each way."""
REFUSED = {
    "CRT.odds",
    "CRT.odds-min",
    "TER.impass.block",
    "TER.forest.amph",
    "TER.marsh.amph",
    "TER.mountain.amph",
    "WX.winter.freeze",
    "MOD.amph-axis",
}
APPLIED = {"AE", "3/-", "2/-", "1/-", "-/1", "-/2", "-/2*", "-/3", "-/3*", "DE"}
EITHER_WAY = {
    ("MOD.air-sup", 1),
    ("MOD.air-sup", -1),
    ("MOD.ital", 1),
    ("MOD.ital", -1),
    ("MOD.finn", 2),
    ("MOD.finn", -1),
    ("MOD.armor44", 1),
    ("MOD.armor44", -1),
    ("MOD.ground-air", 1),
    ("MOD.ground-air", -1),
    ("MOD.sov-winter", 1),
    ("MOD.sov-winter", -1),
    ("MOD.oos", 1),
    ("MOD.oos", -2),
    ("MOD.oos", -1),
    ("MOD.ss", 1),
    ("MOD.ss", -1),
}
OF_ATTACKS = {
    ("MOD.para", 1),
    ("MOD.concentric", 1),
    ("MOD.blitz1", 2),
    ("MOD.blitz2", 1),
    ("MOD.mud", -1),
    ("MOD.sov-city", -1),
    ("MOD.mountain", -1),
    ("MOD.strait", -1),
    ("MOD.amph-allied", -3),
    ("MOD.amph-axis", -4),
}


def test_every_theme_row_and_modifier_is_met() -> None:
    """A battle that is never made is a test that cannot fail."""
    themes: Counter[str] = Counter()
    found: Counter[Any] = Counter()
    for _, names, document, odds in map(met, range(MET)):
        themes.update(names)
        found.update(odds.refused)
        found.update(odds.modifiers.items())
        if not odds.refused:
            found[odds.column] += 1
            found.update(reference.result(document, odds, face) for face in range(1, 9))
            found.update(max(0, min(9, face + odds.drm)) for face in range(1, 9))
    assert set(themes) == set(battles.THEMES) and min(themes.values()) >= 10
    wanted = {*REFUSED, *EITHER_WAY, *OF_ATTACKS, *reference.COLUMNS, *APPLIED, *range(10)}
    assert {one for one in wanted if found[one] < 2} == set()


def test_every_condition_and_reading_matters_somewhere() -> None:
    """Each decides some battle: without it the reference says something else."""
    wanted: set[Any] = set()
    decided: set[Any] = set()
    for _, _, document, _ in map(met, range(MET)):
        for kind in ("conditions", "readings"):
            for one in document[kind].items():
                wanted.add(one)
                if one not in decided | USUAL | RARE and matters(document, kind, one[0]):
                    decided.add(one)
    assert wanted - decided <= USUAL | RARE
