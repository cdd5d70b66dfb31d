"""What the bridge refuses, each with its place, and nothing a player can send that breaks it."""

import copy
import json
import random
from collections.abc import Iterator
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest
from hexumpire import api
from hexumpire.files import codec
from hexumpire.model.errors import HexUmpireError

from tests.bridge import ask, refusals, refuse
from tests.toybox import EXAMPLE, TOY

pytestmark = pytest.mark.usefixtures("toy")

# --- refusals ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not valid JSON"),
        ("nonsense", "not valid JSON at line 1, column 1: a value is missing"),
        ("[]", "a request must be an object"),
        ("{}", "no op"),
        ('{"op": "veiw"}', "did you mean 'view'?"),
        ('{"op": 7}', "unknown operation 7"),
        ('{"op": ["view"]}', "unknown operation a list of 1"),
        ('{"op": "view", "op": "view"}', "'op' is given twice"),
        ('{"op": "view", "scenario": NaN}', "NaN"),
        ('{"op": "view"}', "no scenario"),
        ('{"op": "schema"}', "names no ruleset"),
        ('{"op": "schema", "ruleset": 3}', "must be text"),
        ('{"op": "schema", "ruleset": "toi"}', "there is no ruleset 'toi'"),
        ('{"op": "open"}', "the link is empty"),
        ('{"op": "open", "fragment": []}', "fragment must be text"),
        ('{"op": "open", "fragment": "1.x"}', "cut short or altered"),
        ("\ud800", "not valid JSON"),
        ("[" * 900_000, "nested too deep"),
        (" " * (api.MAX_REQUEST + 1), "the request is too long: 1,000,001 characters"),
        ('{"op": "view", "scenario": ' + "[" * 90 + "]" * 90 + "}", "nested too deep"),
        ('{"op": "view", "scenario": {"title": "\\ud800"}}', "ruleset is missing"),
    ],
)
def test_requests_that_are_refused(text: str, said: str) -> None:
    assert any(said in one["text"] for one in refusals(text))


@pytest.mark.parametrize(
    ("op", "extra", "path", "said"),
    [
        ("view", {"actions": "d6=1"}, "$.actions", "must be a list"),
        ("view", {"actions": [1]}, "$.actions[0]", "must be text"),
        ("view", {"actions": ["d6=7"]}, "$.actions[0]", "legal: d6=1"),
        ("view", {"actions": ["d6=1", "!result=D"]}, "$.actions[1]", "action 2, '!result=D', is not legal there"),
        ("text", {"actions": ["no"]}, "$.actions[0]", "not legal"),
        ("draw", {"actions": ["no"]}, "$.actions[0]", "not legal"),
        ("draw", {"theme": "drak"}, "$.theme", "did you mean 'dark'?"),
        ("draw", {"theme": 1}, "$.theme", "must be text"),
        ("outcomes", {"policies": []}, "$.policies", "must be an object"),
        ("outcomes", {"policies": {"attaker": "bold"}}, "$.policies.attaker", "did you mean 'attacker'?"),
        ("outcomes", {"policies": {"attacker": 1}}, "$.policies.attacker", "must be text"),
        ("outcomes", {"policies": {"defender": "bold"}}, "$.policies.defender", "bold"),
        ("outcomes", {"objective": 1}, "$.objective", "must be text"),
        ("solve", {"objective": "gold"}, "$.objective", "gold"),
    ],
)
def test_wrong_parts_of_requests(op: str, extra: dict[str, Any], path: str, said: str) -> None:
    (found,) = refuse(op, scenario=EXAMPLE, **extra)
    assert found["path"] == path
    assert said in found["text"]


def test_problems_of_a_scenario_keep_their_paths() -> None:
    found = refuse("view", scenario={**EXAMPLE, "edition": "third", "targets": []}, actions=[])
    assert [one["path"] for one in found] == ["$.edition", "$.targets"]


def test_requests_that_are_no_text() -> None:
    for value in (None, 7, b"{}", {"op": "view"}):
        answer = json.loads(api.handle(value))  # type: ignore[arg-type]
        assert "must be text" in answer["problems"][0]["message"]


def test_a_fault_of_the_engine_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> object:
        return {}["gone\nfor good"]

    monkeypatch.setattr(codec, "read_scenario", broken)
    answer = json.loads(api.handle(json.dumps({"op": "view", "scenario": EXAMPLE})))
    (found,) = answer["problems"]
    assert found["message"].startswith("This is a defect of Hex Umpire, please report it: KeyError at ")
    assert ".broken, test_api_refusals.py:" in found["message"], "the function, and the line in its file"
    assert "\n" not in found["text"]


def test_a_fault_in_the_sums_of_a_forbidden_fight_leaves_its_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    game = TOY.game(codec.read_scenario({**EXAMPLE, "units": []}))

    def broken(state: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(game, "assess", broken, raising=False)
    monkeypatch.setattr(type(TOY), "game", lambda self, scenario: game)
    view = ask("view", scenario={**EXAMPLE, "units": []})
    assert [one["rule"] for one in view["problems"]] == ["T1", "T1", ""]
    assert "defect" in view["problems"][-1]["message"]
    assert view["assessment"] is None


def test_a_battle_too_large_to_walk_is_a_plain_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    from hexumpire.analysis import outcomes

    def too_large(*_: object) -> object:
        raise HexUmpireError("too many positions")

    monkeypatch.setattr(outcomes, "report", too_large)
    assert refuse("outcomes", scenario=EXAMPLE)[0]["message"] == "too many positions"


def test_what_json_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    overlay = {"out": frozenset({"r2", "r1"}), "share": Fraction(1, 3), "lost": MappingProxyType({"r1": 1})}
    game = type(TOY.game(codec.read_scenario(EXAMPLE)))
    monkeypatch.setattr(game, "overlay", lambda self, state: overlay)
    assert ask("view", scenario=EXAMPLE)["overlay"] == {"out": ["r1", "r2"], "share": "1/3", "lost": {"r1": 1}}
    overlay["out"] = object()  # type: ignore[assignment]
    answer = json.loads(api.handle(json.dumps({"op": "view", "scenario": EXAMPLE})))
    assert "defect" in answer["problems"][0]["message"]


def test_progress_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from hexumpire.analysis import outcomes, solve

    heard: list[str] = []
    monkeypatch.setattr(outcomes, "report", lambda *args: args[-1]("half of the outcomes"))
    monkeypatch.setattr(solve, "report", lambda *args: args[-1]("half of best play"))
    for op in ("outcomes", "solve"):
        api.handle(json.dumps({"op": op, "scenario": EXAMPLE}), heard.append)
    assert heard == ["half of the outcomes", "half of best play"]


# --- anything at all -----------------------------------------------------------------------------------------


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in list(entries):
        yield value, key
        yield from spots(entry)


JUNK: list[Any] = [None, True, 0, -1, 3.5, 1e400, 10**30, "", "x", "0,0", "9,9", "\u0000", "é<&\"'>", [], {}, ["river"]]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_mangled_requests_are_answered(seed: int) -> None:
    chance = random.Random(seed)
    line = ["d6=3", "d6=6", "lose:b1", "on", "d6=6", "lose:b1"]
    answered = 0
    for _ in range(30):
        request: dict[str, Any] = {
            "op": chance.choice(list(api.OPERATIONS)),
            "scenario": copy.deepcopy(EXAMPLE),
            "actions": line[: chance.randint(0, 6)],
            "policies": {"attacker": "bold", "defender": "last"},
            "objective": "hex",
            "theme": "dark",
            "ruleset": "toy",
            "fragment": "1.eSrqkn2RwW6DMAyGX2XyOQ",
        }
        for _ in range(chance.randint(0, 2)):
            container, key = chance.choice(list(spots(request)))
            if chance.random() < 0.3:
                del container[key]
            else:
                container[key] = chance.choice(JUNK)
        text = json.dumps(request)
        answer = api.handle(text)
        assert answer.isascii()
        found = json.loads(answer)
        assert "This is a defect" not in answer, text
        answered += found["ok"]
    assert answered
