"""Requests to the bridge, with what they give or why they are refused."""

import json
from typing import Any

from hexumpire import api


def ask(op: str, **request: Any) -> dict[str, Any]:
    answer = json.loads(api.handle(json.dumps({"op": op, **request})))
    assert answer["ok"], answer
    result: dict[str, Any] = answer["result"]
    return result


def refusals(text: str) -> list[dict[str, str]]:
    answer = json.loads(api.handle(text))
    assert set(answer) == {"ok", "problems"}
    assert answer["ok"] is False
    found: list[dict[str, str]] = answer["problems"]
    assert found
    for one in found:
        assert set(one) - {"printed"} == {"message", "path", "rule", "fix", "text"}
        assert "defect" not in one["message"], one
    return found


def refuse(op: str, **request: Any) -> list[dict[str, str]]:
    return refusals(json.dumps({"op": op, **request}))
