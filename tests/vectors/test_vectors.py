"""Every vector of the rulebooks, one test each."""

import json

import pytest
from vectors import run

VECTORS = [vector for path in sorted(run.HERE.glob("*.json")) for vector in run.load(path)]


@pytest.mark.parametrize("vector", VECTORS, ids=[f"{vector['ruleset']}-{vector['id']}" for vector in VECTORS])
def test_vector(vector):
    wrong = run.check(vector)
    assert not wrong, "\n".join(wrong)


def test_ids_are_different():
    assert len({(vector["ruleset"], vector["id"]) for vector in VECTORS}) == len(VECTORS)


@pytest.mark.parametrize("change", [{"op": "no such question"}, {"ruleset": "no_such_ruleset"}, {"expect": {}}])
def test_what_nobody_answers_counts_as_failed(change):
    assert run.check({**VECTORS[0], **change})


def test_a_wrong_answer_is_told(tmp_path, capsys):
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps([{**VECTORS[0], "expect": {"net_dm": 7}}, VECTORS[0]]), encoding="utf-8")
    assert run.main([str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "1 passed, 1 failed"
    assert lines[0].startswith(f"{VECTORS[0]['id']}: ")
    assert '"net_dm": 2' in lines[0]
    assert run.main([str(path), "--chapter", "99"]) == 0
