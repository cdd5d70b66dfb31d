"""Cases: plain JSON documents that are nearly what the engine takes."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

from hexumpire import api, rulesets
from hexumpire.api import OPERATIONS
from hypothesis import strategies as st

from tests.hostile import HOSTILE
from tests.scenarios import document

Case = dict[str, Any]
LANGS = ("en", "de")
DEAR = ("compare", "plan", "ownodds", "outcomes", "solve", "luck", "debrief", "diary", "rules", "games", "embed")
"""Operations that walk, or answer much: what they are asked about is bent elsewhere."""
CHEAP = tuple(op for op in OPERATIONS if op not in DEAR)
SEEDS = 100_000
_NUMBERS = (-1, 0, 1, 2, 7, 99, 100, 10**9, -(10**18), 0.5, 1e300)
_ATOMS = (None, True, False, "", "x", "0,0", "1,-1", "0,0:E", "9999,9999", [], {}, [[]], {"": None}, *_NUMBERS)
BENDS = ("set", "drop", "double", "rename", "swap")


def atoms() -> st.SearchStrategy[Any]:
    """A value that does not belong."""
    return st.one_of(st.sampled_from(_ATOMS), st.sampled_from(HOSTILE), st.integers(-5, 40), st.text(max_size=8))


@cache
def examples(ruleset: str) -> tuple[str, ...]:
    """The battles of a game's form, as JSON."""
    return tuple(json.dumps({"ruleset": ruleset, **one["scenario"]}) for one in rulesets.get(ruleset).examples())


@st.composite
def battles(draw: st.DrawFn) -> Any:
    """A scenario: an example, or one of random words of the game."""
    key = draw(st.sampled_from(rulesets.KEYS))
    if draw(st.booleans()):
        return json.loads(draw(st.sampled_from(examples(key))))
    return document(rulesets.get(key), draw(st.integers(0, SEEDS)))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to everything that stands in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [path] if path else []
    for key, entry in inner:
        found += places(entry, (*path, key))
    return found


def bent(document: Any, path: tuple[Any, ...], how: str, value: Any) -> None:
    """Bend what stands in one place of a document."""
    here = document
    for key in path[:-1]:
        here = here[key]
    last = path[-1]
    if how == "drop":
        del here[last]
    elif how == "double" and isinstance(here, list):
        here.insert(last, copy.deepcopy(here[last]))
    elif how == "rename" and isinstance(here, dict):
        here[json.dumps(value)[:60]] = here.pop(last)
    elif how == "swap":
        here[last] = [here[last]] if not isinstance(here[last], list) else dict.fromkeys(map(str, here[last]))
    else:
        here[last] = copy.deepcopy(value)  # put in twice, it would stand in itself once it is bent


@st.composite
def bending(draw: st.DrawFn, documents: st.SearchStrategy[Any], most: int = 4) -> Any:
    """A document, bent in some places."""
    found = copy.deepcopy(draw(documents))
    for _ in range(draw(st.integers(0, most))):
        ways = places(found)
        if ways:
            bent(found, draw(st.sampled_from(ways)), draw(st.sampled_from(BENDS)), draw(atoms()))
    return found


@st.composite
def spoiling(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """A text with pieces taken out, doubled or put in."""
    found = draw(texts)
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(found)))
        piece = draw(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=4), st.just(found[at : at + 20])))
        found = found[:at] + piece + found[at + draw(st.integers(0, 12)) :]
    return found


def asked(**request: Any) -> Any:
    """What the engine answers."""
    return json.loads(api.handle(json.dumps(request)))


# --- the cases of each target --------------------------------------------------------------------------------


@st.composite
def requests(draw: st.DrawFn) -> Case:
    """A request about a bent scenario, with a few actions that may be none."""
    scenario = draw(bending(battles()))
    actions = draw(
        st.lists(st.one_of(st.sampled_from(("d6=1", "stop", "!end", "lose:a1", "roll")), atoms()), max_size=3)
    )
    case = {"op": draw(st.sampled_from(CHEAP)), "lang": draw(st.sampled_from(LANGS))}
    return draw(bending(st.just(case | {"scenario": scenario, "actions": actions}), 1))


@st.composite
def fights(draw: st.DrawFn) -> Case:
    """A battle, and which of what may be done is done at each step."""
    choices = draw(st.lists(st.integers(0, 30), max_size=25))
    return {"scenario": draw(battles()), "choices": choices, "lang": draw(st.sampled_from(LANGS))}


@st.composite
def chances(draw: st.DrawFn) -> Case:
    """A small battle whose chances are worked out: of random words, with few counters."""
    key = draw(st.sampled_from(("d8chart", "aworldatwar", "custom")))
    return {"scenario": document(rulesets.get(key), draw(st.integers(0, SEEDS)), True)}


@cache
def fragments() -> tuple[str, ...]:
    """Links to the first battle of each game, with and without a summary."""
    found = []
    for key in rulesets.KEYS:
        scenario = json.loads(examples(key)[0])
        found += [asked(op=op, scenario=scenario, actions=[])["result"]["fragment"] for op in ("link", "embed")]
    return tuple(found)


def links() -> st.SearchStrategy[Case]:
    """A link, spoilt."""
    return st.fixed_dictionaries(
        {"op": st.just("open"), "fragment": spoiling(st.sampled_from(fragments())), "lang": st.sampled_from(LANGS)}
    )


@cache
def packs() -> tuple[tuple[str, Any], ...]:
    """Chart packs of the examples, each with its game."""
    every = [(key, json.loads(one).get("pack")) for key in rulesets.KEYS for one in examples(key)]
    return tuple((key, pack) for key, pack in every if pack)[::3]


@st.composite
def charts(draw: st.DrawFn) -> Case:
    """A chart pack as text: of a bent document, or spoilt."""
    key, pack = draw(st.sampled_from(packs()))
    text = json.dumps(draw(bending(st.just(pack))))
    text = draw(spoiling(st.just(text))) if draw(st.booleans()) else text
    return {"op": "pack", "ruleset": key, "text": text, "draft": draw(st.booleans())}


@cache
def own_games() -> tuple[str, ...]:
    """The games to begin one's own from, as JSON."""
    return tuple(one["text"] for one in asked(op="games", ruleset="custom")["result"]["templates"])


@st.composite
def games(draw: st.DrawFn) -> Case:
    """A typed-in game, bent, or spoilt as text."""
    base = draw(st.sampled_from(own_games()))
    text = json.dumps(draw(bending(st.just(json.loads(base)))))
    text = draw(spoiling(st.just(text))) if draw(st.integers(0, 3)) == 0 else text
    return {"op": "game", "ruleset": "custom", "text": text, "lang": draw(st.sampled_from(LANGS))}


WORDS = (
    "1 2 3 99 4-6 3-4 8-6 22 v W NE 0,0 | @ ; , / : = \" ' x2 ctl=1 title= front= Ge Br Sov It German armor inf "
    "infantry air forest desert river fortress d8chart: daisenso: and gegen und Panzer Wüste zwei against"
)
PIECES = tuple(WORDS.split())


@st.composite
def lines(draw: st.DrawFn) -> Case:
    """A battle as one line, of words that may stand in one and of some that may not."""
    words = draw(
        st.lists(st.one_of(st.sampled_from(PIECES), st.sampled_from(HOSTILE), st.text(max_size=5)), max_size=16)
    )
    text = draw(st.sampled_from((" ", "", ";"))).join(words)
    case = {"op": "line", "text": text, "ruleset": draw(st.sampled_from(rulesets.KEYS))}
    if draw(st.booleans()):
        case["at"] = draw(st.integers(0, len(text)))
    return case | {"lang": draw(st.sampled_from(LANGS))}


@st.composite
def mails(draw: st.DrawFn) -> Case:
    """Dice by mail: a move, with what the players exchange bent."""
    scenario = json.loads(draw(st.sampled_from(examples("aworldatwar")[:3])))
    secret = {"secret": draw(st.sampled_from(("0", "a"))) * 64}
    begun = asked(op="mail", do="begin", scenario=scenario, actions=[], secret=secret)
    mail = begun["result"]["mail"] if begun["ok"] else {}
    case = {"op": "mail", "do": draw(st.sampled_from(("look", "begin", "join", "roll"))), "scenario": scenario}
    return draw(bending(st.just(case | {"actions": [], "mail": mail, "secret": secret})))
