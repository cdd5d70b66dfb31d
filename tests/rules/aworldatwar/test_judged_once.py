"""What a step on a large board costs: each hex is judged once, whoever asks."""

from __future__ import annotations

import json
from collections.abc import Iterator

import fronts
import pytest
from hexumpire import api
from hexumpire.model.phase import Candidate
from hexumpire.rulesets.aworldatwar.phases.marching import Go
from hexumpire.rulesets.aworldatwar.rules.marching import March


@pytest.mark.parametrize("procedure", ["move", "phase"])
def test_13_41_where_a_unit_may_go_is_worked_out_once_a_step(procedure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The node, its refusals and the ground phase around them all ask of the same position."""
    judged: list[March] = []
    candidates = Go.candidates

    def counted(self: Go, march: March) -> Iterator[Candidate]:
        judged.append(march)
        return candidates(self, march)

    monkeypatch.setattr(Go, "candidates", counted)
    before = ["begin:move"] if procedure == "phase" else []
    document = {**fronts.front(40), "procedure": procedure, "title": f"Judged once, {procedure}"}
    for actions in (before, [*before, "take:a0"]):
        answer = json.loads(api.handle(json.dumps({"op": "view", "scenario": document, "actions": actions})))
        assert answer["ok"], answer
    assert answer["result"]["node"]["refusals"]
    assert len(judged) == 1
