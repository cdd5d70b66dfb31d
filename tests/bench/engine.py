"""How fast the engine is: each row a median over several runs on fresh battles, beside its budget.

``run()`` works on this Python and inside Pyodide. ``python3 build.py bench`` prints both.
"""

from __future__ import annotations

import copy
import gc
import importlib
import json
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any

import battles
import fronts
from hexumpire import api, rulesets
from hexumpire.analysis.outcomes import outcomes
from hexumpire.analysis.solve import solve
from hexumpire.files import codec
from hexumpire.model import data
from hexumpire.model.battle import Chance, LegalActions, Node, Outcome, Terminal
from hexumpire.rulesets.aworldatwar.rules import movement
from hexumpire.rulesets.custom import games
from hexumpire.rulesets.custom.ruleset import game_document

BROWSER = sys.platform == "emscripten"
SLOWER = 5
"""Budgets are for Pyodide; CPython has a fifth of the time."""

BEST = {"attacker": "best", "defender": "best"}

Row = dict[str, Any]
_fresh = count(1)


def run(quick: bool = False) -> list[Row]:
    """Every figure as ``{"name", "ms", "budget_ms", "note"}``; ``quick`` measures each once."""
    times = 1 if quick else 5
    rows = [
        row("view of Suez, first time", 10, times, lambda: _ask("view", battles.SUEZ), lambda r: r["bar"]),
        row("outcomes of Suez", 50, times, lambda: _ask("outcomes", battles.SUEZ), _summary),
        row("solve of Suez", 100, times, lambda: _ask("solve", battles.SUEZ), _worth),
        row("view of the 1D8 chart", 5, times, lambda: _ask("view", _example("d8chart", 0)), lambda r: r["bar"]),
        row("outcomes of the 1D8 chart", 50, times, lambda: _ask("outcomes", _example("d8chart", 0)), _summary),
        row("comparison of Suez", 1000, times, lambda: _ask("compare", battles.SUEZ), _compared),
        row("comparison on the 1D8 chart", 1500, times, lambda: _ask("compare", _example("d8chart", 0)), _compared),
        row(
            "view of Kiangsu",
            10,
            times,
            lambda: _ask("view", _example("daisenso", "kiangsu-chart")),
            lambda r: r["bar"],
        ),
        row(
            "outcomes of Kiangsu", 300, times, lambda: _ask("outcomes", _example("daisenso", "kiangsu-chart")), _summary
        ),
        row("odds of a Dr3, nothing kept", 10, times, _assess, lambda r: r.headline),
        row(
            "outcomes of a Dr3, best play",
            300,
            times,
            lambda: _ask("outcomes", battles.PURSUIT, policies=BEST, objective="both"),
            lambda r: f"{_summary(r)}; {_ends(battles.PURSUIT)} hexes to end in",
        ),
        row("outcomes of Akyab", 300, times, lambda: _ask("outcomes", _example("daisenso", "akyab-chart")), _summary),
        row("outcomes of 14 v 8", 300, times, lambda: _ask("outcomes", battles.LARGE), _summary),
        row("solve of 14 v 8", 2000, times, lambda: _ask("solve", battles.LARGE, objective="factors"), _worth),
        row("view of the worked battle", 10, times, lambda: _ask("view", _worked()), lambda r: r["bar"]),
        row("outcomes of 34 v 7", 300, times, lambda: _ask("outcomes", _example("v101125", "odds-34-7")), _summary),
        row("outcomes of the worked battle", 300, times, lambda: _ask("outcomes", _worked()), _summary),
        row("the same with its chains", 3000, times, lambda: _ask("outcomes", _worked("here")), _summary),
        row("reach on 30 x 20 hexes, 60 counters", 30, times, _reach, lambda r: f"{r} hexes"),
        row("a step of that phase", 100, times, lambda: _step(60), lambda r: r["bar"]),
        row("a step with 120 counters", 100, times, lambda: _step(120), lambda r: r["bar"]),
        row("an attack declared on a front", 100, times, _declared, lambda r: r["bar"]),
        row("outcomes of an attrition", 100, times, _attrition, _summary),
        row("view of a typed-in game", 10, times, lambda: _ask("view", _typed("ford")), lambda r: r["bar"]),
        row("outcomes of a typed-in game", 100, times, lambda: _ask("outcomes", _typed("ford")), _summary),
        row("outcomes of its several rounds", 100, times, lambda: _ask("outcomes", _typed("heights")), _summary),
        row("reading a typed-in game", 300, times, _reading, lambda r: r),
        row("loading the ruleset", 500, times, _load, lambda r: r),
    ]
    return [*rows, *_walks(times), *_peer(times)]


def row(name: str, budget: float, times: int, make: Callable[[], Callable[[], Any]], note: Callable[[Any], str]) -> Row:
    """One figure. ``make`` prepares a run, what it returns is timed, and ``note`` says what came out."""
    taken, result = [], None
    for _ in range(times):
        work = make()
        gc.collect()  # what the run before left behind is not this one's
        start = perf_counter()
        result = work()
        taken.append(1000 * (perf_counter() - start))
    allowed = budget if BROWSER else budget / SLOWER
    return {"name": name, "ms": round(median(taken), 3), "budget_ms": allowed, "note": note(result)}


def _example(ruleset: str, key: str | int) -> battles.Document:
    """The scenario of an example by its key or its place."""
    found = rulesets.get(ruleset).examples()
    entry = found[key] if isinstance(key, int) else next(entry for entry in found if entry["key"] == key)
    return dict(entry["scenario"])


def _typed(key: str) -> battles.Document:
    """An example of a typed-in game with its document, which the engine has read before as it does on the page."""
    document = _example("custom", key)
    name = next(
        name for name, entries in data.read(games.__name__, "battles").items() for it in entries if it["key"] == key
    )
    found = {**document, "ruleset": "custom", "game": game_document(name)}
    rulesets.of("custom", found["game"])
    return found


def _reading() -> Callable[[], Any]:
    """Reading the document of a game that was not seen before."""
    document = {**game_document("rounds"), "title": f"Game {next(_fresh)}"}
    return lambda: rulesets.of("custom", document).title


def _worked(forced: str = "apart") -> battles.Document:
    """The worked battle of V 10.11.25; ``forced``: whether its chances go on ``here`` after a CA or DL."""
    document = _example("v101125", "worked-battle")
    return {**document, "conditions": {**document.get("conditions", {}), "forced_fights": forced}}


def _reach() -> Callable[[], Any]:
    """Where a unit of a front can go: how many hexes are open, the others with the reasons why not."""
    scenario = codec.read_scenario(fronts.front(60))
    land = movement.Land(scenario)
    hostile = [unit for unit in scenario.units if unit.side == "defender"]

    def work() -> Any:
        mover = scenario.units[0]
        found = movement.reach(land, movement.Front(land, mover, hostile), mover)
        closed = [found.refusal(place) for place in scenario.hexes if place not in found.ways]
        return f"{len(found.ways)} of {len(found.ways) + len(closed)}"

    return work


def _step(counters: int) -> Callable[[], Any]:
    """The position after one more step of a ground phase on a large board, which the engine has seen before."""
    document = _renamed({**fronts.front(counters), "procedure": "phase"})
    before = [{"op": "view", "scenario": document, "actions": actions} for actions in ([], ["begin:move"])]
    for request in before:
        answer = json.loads(api.handle(json.dumps(request)))
    unit = next(one["id"] for one in answer["result"]["node"]["options"] if one["id"].startswith("take:"))
    return _asked(document, ["begin:move", unit])


def _declared() -> Callable[[], Any]:
    """The position after one more unit is sent into an attack on the front."""
    document = _renamed(_example("aworldatwar", "front"))
    place = next(unit["at"] for unit in document["units"] if unit["id"] == "rK")
    actions = ["begin:turn", f"at:{place}", "with:pz1", "with:gK"]
    for n in range(len(actions)):
        api.handle(json.dumps({"op": "view", "scenario": document, "actions": actions[:n]}))
    return _asked(document, actions)


def _attrition() -> Callable[[], Any]:
    """What an attrition of 33 factors may come to."""
    return _ask("outcomes", _example("aworldatwar", "attrition-russia"))


def _asked(document: battles.Document, actions: list[str]) -> Callable[[], Any]:
    """The position after some actions, ready to be asked for."""
    text = json.dumps({"op": "view", "scenario": document, "actions": actions})
    return lambda: json.loads(api.handle(text))["result"]


def _renamed(document: battles.Document) -> battles.Document:
    """The same battle under a title not seen before, so that nothing is remembered of it."""
    return {**copy.deepcopy(document), "title": f"{document['title']} ({next(_fresh)})"}


def _ask(op: str, document: battles.Document, **more: Any) -> Callable[[], Any]:
    """A request through the bridge, ready to be sent."""
    text = json.dumps({"op": op, "scenario": _renamed(document), "actions": [], **more})

    def work() -> Any:
        answer = json.loads(api.handle(text))
        if not answer["ok"]:
            raise RuntimeError(answer["problems"])
        return answer["result"]

    return work


def _assess() -> Callable[[], Any]:
    """The odds with all their reasons, of a game made for it."""
    document = _renamed(battles.PURSUIT)

    def work() -> Any:
        game = rulesets.get(document["ruleset"]).game(codec.read_scenario(document))
        return game.assess(game.start())

    return work


def _ends(document: battles.Document) -> int:
    """In how many hexes defenders may end, whatever is rolled and chosen."""
    game = rulesets.get(document["ruleset"]).game(codec.read_scenario(document))
    waiting, seen, ends = [game.start()], set(), set()
    while waiting:
        state = waiting.pop()
        node, mark = game.node(state), game.key(state)
        if isinstance(node, Terminal):
            ends.add(node.outcome.measure("place"))
        elif mark not in seen:
            seen.add(mark)
            waiting += [game.apply(state, action) for action in LegalActions(node)]
    return len(ends - {0})


def _summary(result: dict[str, Any]) -> str:
    return ", ".join(f"{entry['key']} {entry['percent']}" for entry in result["summary"])


def _compared(result: dict[str, Any]) -> str:
    return f"{len(result['readings'])} readings, {len(result['force']['rows'])} kinds of force"


def _worth(result: dict[str, Any]) -> str:
    return f"{result['value_text']}, {result['positions']} positions"


def _load() -> Callable[[], str]:
    """Read a ruleset as if for the first time; the one in use stays in use."""
    name = f"hexumpire.rulesets.{battles.LARGE['ruleset']}"
    kept = {key: module for key, module in sys.modules.items() if key == name or key.startswith(f"{name}.")}

    def work() -> str:
        for key in kept:
            del sys.modules[key]
        try:
            return f"{len(importlib.import_module(name).RULESET.policies)} policies"
        finally:
            sys.modules.update(kept)
            rulesets.aworldatwar = kept[name]  # type: ignore[attr-defined]

    return work


# --- the walks alone --------------------------------------------------------------------------------------------


def _walks(times: int) -> Iterator[Row]:
    """Walks over games that cost next to nothing themselves: what the analysis adds."""
    yield row("outcomes of a 20-step chart fight", 50, times, lambda: _chart_odds, lambda r: f"{len(r)} endings")
    ladder = Ladder(60, 12)
    goal = rulesets.get(battles.LARGE["ruleset"]).objectives[0]
    yield row(
        "loops: 720 rolls that may repeat",
        100,
        times,
        lambda: lambda: solve(ladder, ladder.start(), goal),
        lambda r: f"{len(r)} positions",
    )


LOSSES = ((2, 0, 1), (1, 0, 1), (1, 1, 2), (0, 1, 1), (0, 2, 1))
"""One column of a chart: steps the attacker and the defender lose, and how many faces of six say so."""
PEER_FACTOR = 20
"""How many times faster than the peer we mean to be on the same fight."""
STEPS = 20
"""What each side has; every face costs a step at least, so that it is over after 39 rolls."""
ROLLS = 2 * STEPS - 1


class ChartFight:
    """Nothing but a die on one column, until a side is gone."""

    def __init__(self) -> None:
        self.roll = Chance("Roll", tuple((f"{a},{d}", weight) for a, d, weight in LOSSES), ())
        self.losses = {f"{a},{d}": (a, d) for a, d, _ in LOSSES}

    def start(self) -> tuple[int, int]:
        return STEPS, STEPS

    def node(self, state: tuple[int, int]) -> Node:
        attackers, defenders = state
        if attackers and defenders:
            return self.roll
        return Terminal(Outcome("end", (("attacker", attackers), ("defender", defenders))), ())

    def apply(self, state: tuple[int, int], action: str) -> tuple[int, int]:
        mine, theirs = self.losses[action]
        attackers, defenders = state
        return attackers - mine if attackers > mine else 0, defenders - theirs if defenders > theirs else 0

    def key(self, state: tuple[int, int]) -> tuple[int, int]:
        return state


class Ladder:
    """Rungs of rolls that climb, wait, or slip back one: every few of them a loop within the next."""

    def __init__(self, rungs: int, length: int) -> None:
        self.rungs, self.length = rungs, length
        self.roll = Chance("Climb", (("up", 3), ("wait", 2), ("slip", 1)), ())

    def start(self) -> tuple[int, int]:
        return 0, 0

    def node(self, state: tuple[int, int]) -> Node:
        return self.roll if state[0] < self.rungs else Terminal(Outcome("top", (("hex", 1),)), ())

    def apply(self, state: tuple[int, int], action: str) -> tuple[int, int]:
        rung, step = state
        if action == "up":
            return (rung, step + 1) if step + 1 < self.length else (rung + 1, 0)
        return state if action == "wait" else (rung, max(0, step - 1))

    def key(self, state: tuple[int, int]) -> tuple[int, int]:
        return state


def _chart_odds() -> Any:
    game: Any = ChartFight()
    return outcomes(game, game.start(), lambda game, state, node: "")


def _peer(times: int) -> Iterator[Row]:
    """The chart fight by icepool too, where it is installed; both must come to the same fractions."""
    try:
        import icepool
    except ImportError:
        return
    roll = icepool.Die({(a, d): weight for a, d, weight in LOSSES})

    def after(state: Any, loss: Any) -> Any:
        attackers, defenders = state
        if not attackers or not defenders:
            return state
        return max(0, attackers - loss[0]), max(0, defenders - loss[1])

    def theirs() -> Any:  # the quickest of its ways: the die as a further argument of what is repeated
        return icepool.Die([(STEPS, STEPS)]).map(after, roll, star=False, repeat=ROLLS)

    def returned() -> Any:  # the more usual one: a function from a state to the die of what follows
        return icepool.Die([(STEPS, STEPS)]).map(
            lambda state: roll.map(lambda loss: after(state, loss)), star=False, repeat=ROLLS
        )

    ours = _chart_odds()
    mine = {(o.measure("attacker"), o.measure("defender")): Fraction(w, ours.total) for o, w in ours.items()}
    for other in (theirs(), returned()):
        if mine != {tuple(state): Fraction(weight, other.denominator()) for state, weight in other.items()}:
            raise RuntimeError("icepool and we do not agree on the chart fight")
    least = max(times, 3)
    fast = row("", 0, least, lambda: _chart_odds, lambda r: "")["ms"]
    for how, work in (("die as argument", theirs), ("die returned", returned)):
        found = row(f"the same by icepool, {how}", 0, least, lambda work=work: work, lambda r: "")
        times_ours = found["ms"] / fast
        note = f"equal as fractions; {times_ours:.1f} times ours ({fast:.2f} ms), at least {PEER_FACTOR} wanted"
        if times_ours < PEER_FACTOR:
            note = f"TOO CLOSE: {note}"
        yield {**found, "budget_ms": None, "note": note}


if __name__ == "__main__":
    for line in run("--quick" in sys.argv):
        allowed = line["budget_ms"]
        print(f"{line['name']:38}{line['ms']:11.2f} ms  {f'of {allowed:g}' if allowed else '':10}{line['note']}")
