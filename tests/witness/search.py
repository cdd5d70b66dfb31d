"""``python -m tests.witness.search KEY``: find witnesses, make them small, and write them down."""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hexumpire import rulesets
from hexumpire.files import codec, record
from hexumpire.model.battle import Battle, LegalActions, Terminal
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.procedure import ATTACKS
from hexumpire.model.scenario import Scenario

from tests import scenarios
from tests.witness import FORMS, answer, by_status, cited, counting, game_of, left_out, mutants, ruleset_of, witnesses
from tests.witness.files import Witness, bound, link_of, load, save, scenario_of
from tests.witness.recording import recorded

LONGEST = 60
"""So many steps of a battle are played."""
TRIES = 300
"""So often a rule is switched off in vain in one form before only the battles of other forms are looked at."""
Document = dict[str, Any]
Rank = tuple[int, bool, int]
"""How good a witness is, the less the better: its form, whether the rule is cited among others, its length."""


class Finds:
    """The best witness of each rule so far."""

    def __init__(self, key: str, only: Sequence[str] = (), forms: Sequence[str] = ()) -> None:
        self.key = key
        self.forms = forms or FORMS
        self.wanted = set(only or bound(key))
        self.best: dict[str, Witness] = load(key)
        self.rank: dict[str, Rank] = {
            rule: (by_status(key, rule).index(one.form), True, _length(one)) for rule, one in self.best.items()
        }  # fmt: skip
        self.labels: dict[str, str] = {}  # the smallest battle in which a line of that label counts
        self.vain: Counter[tuple[str, str]] = Counter()

    def offer(
        self, rule: str, form: str, alone: bool, scenario: Scenario, link: str, actions: Sequence[str], like: str = ""
    ) -> bool:
        """Take a battle if it shows a rule better than what there is."""
        if rule not in self.wanted or form not in self.forms:
            return False
        rank = (by_status(self.key, rule).index(form), not alone, len(link) + len(like) + 8 * len(actions))
        if rank >= self.rank.get(rule, (len(FORMS), True, 0)) or self.vain[rule, form] > TRIES:
            return False
        if not shows(scenario, actions, rule, form, like):
            self.vain[rule, form] += 1
            return False
        self.best[rule], self.rank[rule] = Witness(link, tuple(actions), form, like), rank
        self.vain[rule, form] = 0
        return True

    @property
    def missing(self) -> list[str]:
        """Rules without a witness."""
        return [rule for rule in bound(self.key) if rule not in self.best]


def _length(one: Witness) -> int:
    return len(one.link) + len(one.like) + 8 * len(one.actions)


def shows(scenario: Scenario, actions: Sequence[str], rule: str, form: str, like: str = "") -> bool:
    """Whether a battle is a witness; one that cannot be judged without the rule is none.

    A fight that the rules forbid shows what it is forbidden by, and nothing else.
    """
    try:
        if form != "problem" and game_of(scenario).problems:
            return False
        return witnesses(scenario, actions, rule, form, scenario_of(like) if like else None)
    except Exception:
        return False


# --- battles to look at --------------------------------------------------------------------------------------


def candidates(
    finds: Finds, rng: random.Random, seeds: Iterable[int], from_tests: bool
) -> Iterator[tuple[Document, tuple[str, ...] | None]]:
    """Battles as documents, with the line that is to be played, or None: any."""
    key, ruleset = finds.key, ruleset_of(finds.key)
    examples = rulesets.get(key.partition("/")[0]).examples()
    bases = [one["scenario"] for one in examples if _index(one["scenario"]) == ruleset.index.keys()]
    for document in list(bases):
        yield from ((document, None) for _ in range(4))
    if from_tests:
        for document, line in recorded(key):
            yield document, line
            if not line:
                yield from ((document, None) for _ in range(3))
                bases.append(document)
    several = any(ATTACKS in one.inputs for one in ruleset.procedures)
    for seed in seeds:
        yield scenarios.document(ruleset, seed), None
        known = [codec.write_scenario(rng.choice(list(finds.best.values())).scenario)] if finds.best else []
        for document in (*rng.choices(bases, k=2), *known):
            yield mutants.changed(ruleset, document, rng), None
        if several and seed % 4 == 0:
            yield scenarios.turn(ruleset, seed), None


def _index(document: Document) -> Any:
    """The rules that a battle is played by."""
    return rulesets.of(document["ruleset"], document.get("game")).index.keys()


def look(finds: Finds, document: Document, line: tuple[str, ...] | None, rng: random.Random) -> int:
    """Play a battle once and offer it, position by position; how many rules it was taken for."""
    try:
        scenario = codec.read_scenario(document)
        link = record.to_link(scenario, ())
        game = game_of(scenario)
    except HexUmpireError:
        return 0
    if _index(document) != ruleset_of(finds.key).index.keys():
        return 0
    if game.problems:
        return sum(finds.offer(*one, scenario, link, ()) for one in set(cited(game, None, None)))
    found, tried = 0, set()
    battle: Battle[Any] | None = Battle.start(game)
    before = None
    for step in range(LONGEST):
        assert battle is not None
        for one in cited(game, battle, before):
            if one not in tried:
                taken = finds.offer(*one, scenario, link, battle.line)
                found += taken
                if taken or one[1] != "sum":
                    tried.add(one)
        found += skipped(finds, battle, scenario, link)
        if isinstance(battle.node, Terminal):
            break
        before = battle
        legal = list(LegalActions(battle.node))
        if line is not None and step >= len(line):
            break
        action = line[step] if line is not None else rng.choice(legal)
        if action not in legal:
            break
        battle = battle.play(action)
    return found


def skipped(finds: Finds, battle: Battle[Any], scenario: Scenario, link: str) -> int:
    """Offer a battle for the rules that leave lines out of its reckoning; how many it was taken for."""
    found, assessment = 0, battle.assessment
    if assessment is None:
        return 0
    if not battle.line:
        for label in counting(scenario):
            if len(link) < len(finds.labels.get(label, link + " ")):
                finds.labels[label] = link
    for rule, label in set(left_out(assessment.trace)):
        if label in finds.labels:
            found += finds.offer(rule, "exception", True, scenario, link, battle.line, finds.labels[label])
    return found


def search(finds: Finds, seconds: float, seed: int, from_tests: bool) -> None:
    """Look at battles until the time is over."""
    end = time.monotonic() + seconds
    rng = random.Random(seed)
    looked = 0
    for document, line in candidates(finds, rng, range(seed * 1_000_000, sys.maxsize), from_tests):
        looked += 1
        try:
            look(finds, document, line, rng)
        except (HexUmpireError, RecursionError):
            continue
        if looked % 5000 == 0:
            print(f"{looked} battles, {len(finds.missing)} rules without a witness", file=sys.stderr, flush=True)
        if time.monotonic() > end:
            break


# --- smaller ones --------------------------------------------------------------------------------------------


def smaller(one: Witness, rule: str) -> Witness:
    """The witness with everything taken from its battle that it does not need, and from the second if it has one."""
    one = _smaller(one, rule, "link")
    return _smaller(one, rule, "like") if one.like else one


def _smaller(one: Witness, rule: str, which: str) -> Witness:
    """The witness with its battle, or the second one, as small as it can be."""
    document = codec.write_scenario(scenario_of(getattr(one, which)))
    known: set[str] = set()
    again = True
    while again:
        again = False
        for change in list(_changes(document)):
            tried = _without(document, change)
            text = json.dumps(tried)
            if tried is None or text in known or len(text) >= len(json.dumps(document)):
                continue
            known.add(text)
            less = replace(one, **{which: link_of(tried)})
            if shows(less.scenario, less.actions, rule, less.form, less.like):
                document, one, again = tried, less, True
    return one


def _without(document: Document, way: tuple[Any, ...]) -> Document | None:
    """A document without what stands at the end of a way; None where it is none then."""
    tried = copy.deepcopy(document)
    if not _taken(tried, way):
        return None
    try:
        return codec.write_scenario(codec.read_scenario(tried))
    except (HexUmpireError, KeyError):
        return None


def _changes(document: Document) -> Iterator[tuple[Any, ...]]:
    """Ways into a document, to what might be left out."""
    yield from (("title",), ("pack",))
    for part in ("units", "attacks"):
        yield from ((part, number) for number in reversed(range(len(document.get(part, ())))))
    for part in ("hexes", "sides"):
        for name, entry in document.get("map", {}).get(part, {}).items():
            yield "map", part, name
            if isinstance(entry, dict):
                yield from (("map", part, name, key) for key in entry)
                yield from (("map", part, name, "features", mark) for mark in entry.get("features", ()))
            else:
                yield from (("map", part, name, mark) for mark in entry)
    for part in ("conditions", "readings"):
        yield from ((part, key) for key in document.get(part, {}))
    for number, unit in enumerate(document.get("units", ())):
        yield from (("units", number, key) for key in unit if key not in ("id", "side", "type", "at"))
    yield from (("path", number) for number in reversed(range(len(document.get("path", ())))))


def _taken(document: Document, way: tuple[Any, ...]) -> bool:
    """Leave out what stands at the end of a way; False where it has gone already."""
    part: Any = document
    for key in way[:-1]:
        try:
            part = part[key]
        except (KeyError, IndexError, TypeError):
            return False
    last = way[-1]
    try:
        if isinstance(part, list) and isinstance(last, str):
            part.remove(last)
        else:
            del part[last]
    except (KeyError, IndexError, ValueError):
        return False
    return True


def fewer(witnesses_of: dict[str, Witness]) -> dict[str, Witness]:
    """As few battles as show the same rules, in forms that are as strong, most at once first."""
    lines = list(dict.fromkeys((one.link, one.actions) for one in witnesses_of.values()))
    lines = [a for a in lines if not any(a != b and a[0] == b[0] and b[1][: len(a[1])] == a[1] for b in lines)]
    shown: dict[tuple[str, tuple[str, ...]], dict[str, Witness]] = {}
    for link, actions in lines:
        shown[link, actions] = _shown(link, actions, witnesses_of)
    left, kept = set(witnesses_of), {}
    while left:
        best = max(shown, key=lambda line: len(left & shown[line].keys()) / (len(line[0]) + 8 * len(line[1])))
        taken = left & shown[best].keys()
        if not taken:
            break
        kept.update({rule: shown[best][rule] for rule in taken})
        left -= taken
    kept.update({rule: witnesses_of[rule] for rule in left})
    return kept


def _shown(link: str, actions: tuple[str, ...], wanted: dict[str, Witness]) -> dict[str, Witness]:
    """The rules that a battle shows along its line in the forms of their witnesses, each as early as it does."""
    scenario = codec.read_scenario(codec.write_scenario(record.from_link(link).scenario))
    game = game_of(scenario)
    found: dict[str, Witness] = {}
    own = {rule: one for rule, one in wanted.items() if one.link == link and actions[: len(one.actions)] == one.actions}
    found.update(own)
    battle, before = (None, None) if game.problems else (Battle.start(game), None)
    for step in range(len(actions) + 1):
        for rule, form, _ in cited(game, battle, before):
            if rule in wanted and rule not in found and wanted[rule].form == form:
                like = wanted[rule].like
                if shows(scenario, actions[:step], rule, form, like):
                    found[rule] = Witness(link, actions[:step], form, like)
        if battle is None or step == len(actions):
            break
        before, battle = battle, battle.play(actions[step])
    return found


# --- the command ---------------------------------------------------------------------------------------------


def told(finds: Finds) -> str:
    """How many rules have a witness, by which form, and which have none."""
    forms = Counter(one.form for one in finds.best.values())
    by = ", ".join(f"{form} {forms[form]}" for form in FORMS if forms[form])
    every = bound(finds.key)
    return f"{finds.key}: {len(every) - len(finds.missing)} of {len(every)} ({by}); none: {' '.join(finds.missing)}"


def main() -> None:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(prog="python -m tests.witness.search", description=__doc__)
    parser.add_argument("key")
    parser.add_argument("--search", action="store_true", help="look for more witnesses, and write them down")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from-tests", action="store_true", help="look at the battles of tests/rules/KEY as well")
    parser.add_argument("--only", nargs="*", default=(), metavar="RULE", help="for these rules, smaller ones too")
    parser.add_argument("--form", nargs="*", default=(), choices=FORMS, help="in these forms, instead of what there is")
    parser.add_argument("--show", metavar="RULE", help="tell one witness with both answers")
    parser.add_argument("--add", nargs=2, metavar=("FILE", "RULE"), help="take a witness made by hand")
    given = parser.parse_args()
    finds = Finds(given.key, given.only, given.form)
    if given.show:
        one = finds.best[given.show]
        print(json.dumps(codec.write_scenario(one.scenario), ensure_ascii=False, indent=1), one.actions, one.form)
        for off in ("", given.show):
            like = scenario_of(one.like) if one.like else None
            print(json.dumps(answer(one.scenario, one.actions, off, one.form, like), ensure_ascii=False))
        return
    if given.add:
        add(finds, Path(given.add[0]), given.add[1])
    elif given.search:
        known = dict(finds.best)
        for rule in given.only if given.form else ():
            finds.rank.pop(rule, None)
        finds.best = {rule: one for rule, one in known.items() if rule in bound(given.key)}
        search(finds, given.seconds, given.seed, given.from_tests)
        changed = {rule: smaller(one, rule) if one != known.get(rule) else one for rule, one in finds.best.items()}
        save(given.key, fewer(changed))
    print(told(Finds(given.key)))


def add(finds: Finds, path: Path, rule: str) -> None:
    """Take a witness made by hand, a record with ``scenario`` and ``actions``, in the strongest form that it has."""
    found = record.from_text(path.read_text(encoding="utf-8"))
    for form in by_status(finds.key, rule):
        if shows(found.scenario, found.actions, rule, form):
            finds.best[rule] = smaller(Witness(record.to_link(found.scenario, ()), found.actions, form), rule)
            return save(finds.key, finds.best)
    raise SystemExit(f"{rule} is shown in no form by {path}")


if __name__ == "__main__":
    main()
