"""Every text for players that the engine's answers about its examples hold: what a language has to be able to say."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from hexumpire import api, language, rulesets

STEPS = 40


def ask(**request: Any) -> Any:
    return json.loads(api.handle(json.dumps(request)))


class Listener(language.Catalogue):
    """A catalogue of nothing that hears everything."""

    def __init__(self) -> None:
        super().__init__("xx", {name: {} for name in language.SECTIONS})
        self.heard: dict[str, frozenset[str]] = {}

    def say(self, text: str) -> str:
        self.heard.setdefault(text, self.names)
        return text


def answers(ruleset: str, walks: int, seed: int = 1) -> Iterator[tuple[Any, Any]]:
    """Scenario and answer: the form, and for each example its odds and positions of random walks through the fight."""
    chance = random.Random(seed)
    yield None, ask(op="schema", ruleset=ruleset)
    for example in ask(op="schema", ruleset=ruleset)["result"]["examples"]:
        scenario = {"ruleset": ruleset, **example["scenario"]}
        yield scenario, ask(op="outcomes", scenario=scenario)
        for walk in range(walks):
            actions: list[str] = []
            while len(actions) < STEPS:
                found = ask(op="view", scenario=scenario, actions=actions)
                yield scenario, found
                node = found["result"]["node"] if found["ok"] else None
                if node is None or node["kind"] == "end":
                    break
                choices = node["faces" if node["kind"] == "chance" else "options"]
                if not walk and not chance.randrange(12) and found["result"]["overrides"]:
                    choices = found["result"]["overrides"]
                actions.append(chance.choice(choices)["id"])


def texts(ruleset: str, walks: int) -> dict[str, frozenset[str]]:
    """The texts, each with what players named where it was said."""
    listener = Listener()
    for scenario, answer in answers(ruleset, walks):
        listener.for_names(language.names(scenario))
        language.localized(answer, listener)
    return listener.heard


def keys() -> list[str]:
    """All rulesets."""
    return list(rulesets.KEYS)
