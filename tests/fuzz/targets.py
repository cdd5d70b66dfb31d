"""What must hold, whatever is sent."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any
from unittest.mock import patch

from hexumpire import api
from hypothesis import strategies as st

from tests.fuzz import cases
from tests.fuzz.cases import Case

MOST_STEPS = 400
LONGEST = 900
"""No line that a player is told is longer."""
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"[^\"]*\"|“[^”]*”")
_PROGRAMMERS = re.compile(r"\b[A-Z]\w+Error\b|\bNone\b|\bobject at 0x|Traceback")
CONTROLS = {chr(code) for code in (*range(32), 127, 0x2028, 0x2029, 0x202E)}


class Defect(AssertionError):
    """Something that must hold does not."""


def holds(what: bool, said: str, *about: object) -> None:
    """Raise Defect unless something holds."""
    if not what:
        raise Defect(" ".join([said, *map(repr, about)])[:600])


def raised(error: Exception) -> Any:
    """In place of what makes a line of a fault of the engine."""
    raise error


def asked(**request: Any) -> Any:
    """The engine's answer, in which a fault of the engine is no line but an exception."""
    with patch.object(api, "defect", raised):
        answer = json.loads(api.handle(json.dumps(request)))
    holds(isinstance(answer, dict) and answer.get("ok") in (True, False), "no answer", answer)
    if not answer["ok"]:
        holds(bool(answer["problems"]), "refused without a reason")
        clear(answer["problems"])
    return answer


def clear(problems: list[dict[str, str]]) -> None:
    """Every problem is one clear line."""
    for one in problems:
        for key in ("message", "fix", "text"):
            text = one.get(key, "")
            holds(isinstance(text, str) and not CONTROLS & set(text), f"{key} is not one line of text", text)
            holds(len(text) <= LONGEST, f"{key} is too long", text)
        holds(bool(one["message"].strip()), "a problem without words", one)
        own = _QUOTED.sub("", one["message"])  # without what the player wrote
        holds(not _PROGRAMMERS.search(own), "a line for programmers", one["message"])


def request(case: Case) -> None:
    """It is answered, or refused in clear lines."""
    answer = asked(**case)
    if answer["ok"] and isinstance(answer["result"], dict):
        clear(answer["result"].get("problems") or [])


def fight(case: Case) -> None:
    """It ends; counters are conserved; faces have weight; its link and its text hold it."""
    scenario, choices, actions = case["scenario"], list(case["choices"]), []
    asked_before: Counter[str] = Counter()
    counts = {unit["id"]: unit.get("count", 1) for unit in scenario["units"] if "id" in unit}
    for step in range(MOST_STEPS):
        answer = asked(op="view", scenario=scenario, actions=actions, lang=case["lang"])
        if not answer["ok"]:
            holds(not actions, "an action that was offered is refused", actions, answer["problems"])
            return
        view = answer["result"]
        clear(view.get("problems") or [])
        node = view["node"]
        conserved(view.get("overlay") or {}, counts)
        if node is None or node["kind"] == "end":
            break
        found = node["faces" if node["kind"] == "chance" else "options"]
        holds(bool(found), "nothing can be done", actions)
        holds(all(one.get("weight", 1) > 0 for one in found), "a face without weight", found)
        question = json.dumps([one["id"] for one in found])
        asked_before[question] += 1  # at a second time another answer is given: declarations may be taken back for ever
        last = step if node["kind"] == "chance" else -asked_before[question]
        actions.append(found[(choices.pop(0) if choices else last) % len(found)]["id"])
    else:
        raise Defect(f"there is no end after {MOST_STEPS} steps")
    link = asked(op="link", scenario=scenario, actions=actions)
    if link["ok"]:
        opened = asked(op="open", fragment=link["result"]["fragment"])
        holds(opened["ok"] and opened["result"]["actions"] == actions, "the link does not hold the battle", opened)
        one, other = (asked(op="normal", scenario=it) for it in (scenario, opened["result"]["scenario"]))
        holds(one == other, "the link holds another scenario", one, other)
    for op in ("text", "draw"):
        holds(asked(op=op, scenario=scenario, actions=actions, lang=case["lang"])["ok"], f"no {op}")


def conserved(overlay: dict[str, Any], counts: dict[str, int]) -> None:
    """No more of a counter is lost than there is, and nothing of what there never was."""
    for unit, number in (overlay.get("lost") or {}).items():
        if unit in counts:
            holds(0 <= number <= counts[unit], "more is lost than there was", unit, number, counts[unit])
    for name in ("left", "steps"):
        for unit, number in (overlay.get(name) or {}).items():
            holds(isinstance(number, str) or number >= 0, "less than nothing is left", unit, number)


def chance(case: Case) -> None:
    """Chances add up to one, of all outcomes and of each measure."""
    answer = asked(op="outcomes", scenario=case["scenario"], actions=[])
    if not answer["ok"]:
        return
    found = answer["result"]
    total = sum(Fraction(row["p"]) for row in found["rows"])
    holds(total == 1, "chances do not add up to one", str(total))
    for row in found["summary"]:
        holds(0 <= Fraction(row["p"]) <= 1, "no chance", row)
    ended = sum(Fraction(row["p"]) for row in found["rows"] if not row.get("open"))
    for measure in found["measures"]:
        part = sum(Fraction(value["p"]) for value in measure["values"])
        holds(part <= ended, "chances of a measure are more than all", measure["key"], str(part))


TARGETS: dict[str, tuple[Callable[[], st.SearchStrategy[Case]], Callable[[Case], None]]] = {
    "request": (cases.requests, request),
    "fight": (cases.fights, fight),
    "chance": (cases.chances, chance),
    "link": (cases.links, request),
    "chart": (cases.charts, request),
    "game": (cases.games, request),
    "line": (cases.lines, request),
    "mail": (cases.mails, request),
}
"""By name: what draws cases, and what must hold for one."""
