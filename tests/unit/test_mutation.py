"""Mutation testing: which mutants there are, which tests look at one, how long, and the list of equivalent ones."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

coverage = pytest.importorskip("coverage")

from tests.mutation import __main__ as command  # noqa: E402
from tests.mutation import forking, kept, operators, recording, running  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.host


def changes(source: str) -> list[str]:
    """What becomes of the expressions of a function's body."""
    body = "\n".join(f"    {line}" for line in source.splitlines())
    return [f"{one.before} -> {one.after}" for one in operators.mutants("m.py", f"def f(a, b, c):\n{body}\n")]


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("a < b", ["a < b -> a <= b", "a < b -> a >= b"]),
        ("a >= b", ["a >= b -> a > b", "a >= b -> a < b"]),
        ("a == b", ["a == b -> a != b"]),
        ("a is None", ["a is None -> a is not None"]),
        ("a not in b", ["a not in b -> a in b"]),
        ("a <= b in c", ["a <= b in c -> a < b in c", "a <= b in c -> a > b in c", "a <= b in c -> a <= b not in c"]),
        ("a and b", ["a and b -> a or b"]),
        ("not a", ["not a -> a"]),
        ("-a", ["-a -> a"]),
        ("a + b", ["a + b -> a - b"]),
        ("a // b", ["a // b -> a * b"]),
        ("a += b", ["a += b -> a -= b"]),
        ("a[2]", ["2 -> 3", "2 -> 1"]),
        ("a[0]", ["0 -> 1"]),
        ("a(True)", ["True -> False"]),
        ("min(a, b)", ["min(a, b) -> max(a, b)"]),
        ("any(a)", ["any(a) -> all(a)"]),
        ("if a:\n    b()", ["a -> not a"]),
        ("while a:\n    b()", ["a -> not a"]),
        ("if a < b:\n    c()", ["a < b -> a <= b", "a < b -> a >= b"]),
        ("b if a else c", ["a -> not a"]),
        ("[b for b in a if b]", ["b -> not b"]),
        ("try:\n    a()\nexcept E:\n    b(0)\nfinally:\n    c(0)", ["0 -> 1", "0 -> 1"]),
        ("match a:\n    case 1:\n        b(0)", ["0 -> 1"]),
        ("a = lambda b: b + c", ["b + c -> b - c"]),
    ],
)
def test_what_is_changed(source: str, made: list[str]) -> None:
    assert sorted(changes(source)) == sorted(made)


@pytest.mark.parametrize(
    "source",
    [
        "'text'",
        "assert a < 1",
        "x: dict[str, int | None]",
        "isinstance(a, int | str)",
        "zip(a, b, strict=True)",
        "'a %s' % b",
        "f'{a}' + b",
        "from m import a",
        "if TYPE_CHECKING:\n    b = 1",
        "@cache(5)\ndef inner() -> int | None: ...",
    ],
)
def test_what_is_left_alone(source: str) -> None:
    assert changes(source) == []


def test_a_mutant_is_named_by_its_function_its_line_and_its_change() -> None:
    source = "class A:\n    def f(self, a):\n        return a[1] - a[1]\n"
    found = [one.key[1:] for one in operators.mutants("m.py", source) if one.after == "2"]
    assert found == [("A.f", "return a[1] - a[1]", "1 -> 2", 1), ("A.f", "return a[1] - a[1]", "1 -> 2", 2)]


def test_the_lines_of_a_mutant_are_those_of_its_statement() -> None:
    source = "LIMIT = 1\n\ndef f(a, b=2):\n    if (\n        a < b\n    ):\n        g(\n            3)\n"
    lines = {one.before: one.lines for one in operators.mutants("m.py", source)}
    assert lines == {"1": None, "2": (4, 5, 6, 7, 8), "a < b": (4, 5, 6), "3": (7, 8)}


def test_what_a_function_remembers_is_seen_by_tests_that_do_not_run_it() -> None:
    source = "@lru_cache\ndef f(a):\n    return a + 1\n"
    assert {one.lines for one in operators.mutants("m.py", source)} == {None}


def test_each_mutant_is_the_module_with_just_its_change(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text("def f(a, b):\n    return [a < b, a + 1, not a]\n")
    found = {}
    for one in operators.mutants("m.py", path.read_text()):
        space: dict[str, object] = {}
        exec(operators.compiled(path, one.number), space)
        found[f"{one.before} -> {one.after}"] = space["f"](2, 2)
    assert found == {
        "a < b -> a <= b": [True, 3, False],
        "a < b -> a >= b": [True, 3, False],
        "a + 1 -> a - 1": [False, 1, False],
        "1 -> 2": [False, 4, False],
        "1 -> 0": [False, 2, False],
        "not a -> a": [False, 3, 2],
    }


@pytest.mark.slow
def test_every_module_of_the_engine_can_be_changed() -> None:
    for module in command.modules(["kit", "analysis", "rulesets/d8chart"]):
        path = recording.ENGINE / module
        found = operators.mutants(module, path.read_text(encoding="utf-8"))
        assert len({one.key for one in found}) == len(found), module
        if found:
            operators.compiled(path, found[-1].number)
            ast.parse(found[-1].after)


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> recording.Record:
    """A file of three tests: one runs lines 2 and 3 of ``kit/places.py``, one line 3, one none of it."""
    monkeypatch.setattr(recording, "RECORDS", tmp_path)
    module = str(recording.ENGINE / "kit/places.py")
    seconds = {"t::slow": 5.0, "t::quick": 0.5, "t::other": 0.1}
    made = recording.Record(recording.TESTS / "unit/test_t.py", seconds, 1.0, {"pycore/hexumpire/kit/places.py": "x"})
    data = coverage.CoverageData(basename=str(made.counted))
    for test, lines in {"t::slow": [2, 3], "t::quick": [3], "": [1], "t::failing": [3]}.items():
        data.set_context(test)
        data.add_lines({module: lines})
    data.write()
    return made


def mutant(lines: tuple[int, ...] | None, module: str = "kit/places.py") -> operators.Mutant:
    return operators.Mutant(module, 0, "f", 2, "a < b", "a < b", "a <= b", 1, lines)


def test_only_tests_that_run_the_line_look_at_it(record: recording.Record) -> None:
    module = recording.ENGINE / "kit/places.py"
    assert record.running(module, [2]) == {"t::slow"}
    assert record.running(module, [2, 3]) == {"t::slow", "t::quick"}
    assert record.running(module, [9]) == set()
    assert record.running(module, [1]) == {"t::slow", "t::quick", "t::other"}, "run while the file is read"
    assert record.running(module, None) == {"t::slow", "t::quick"}, "run by no test as such, but they run the module"
    assert running.plan(mutant((9,)), [record]).files == ()
    assert running.plan(mutant((3,), "kit/turn.py"), [record]).files == ()


def test_the_quickest_look_first_as_far_as_patience_goes(record: recording.Record) -> None:
    look = running.plan(mutant((3,)), [record])
    assert look.files == ((record.file, (("t::quick", 0.5), ("t::slow", 5.0))),)
    assert look.seconds == 6.5
    assert running.plan(mutant((3,)), [record], patience=3).files == ((record.file, (("t::quick", 0.5),)),)


def test_quick_tests_of_a_file_look_whatever_slow_ones_stand_beside_them(
    record: recording.Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a file with much to run, and one with little: the quickest of both, before any slow one."""
    more = replace(record, file=record.file.with_name("test_u.py"), seconds={"u::a": 4.0, "u::b": 4.5}, reading=0.2)
    ids = {record.file: {"t::slow", "t::quick"}, more.file: {"u::a", "u::b"}}
    monkeypatch.setattr(recording.Record, "running", lambda self, module, lines: ids[self.file])
    look = running.plan(mutant((3,)), [record, more], patience=5.5)
    assert look.files == ((record.file, (("t::quick", 0.5),)), (more.file, (("u::a", 4.0),)))


def test_the_sample_hangs_on_the_seed_alone() -> None:
    wanted = command.modules(["kit"])
    first = command.drawn(wanted, 20, "a")
    assert first == command.drawn(wanted, 20, "a") != command.drawn(wanted, 20, "b")
    assert len(set(first)) == 20
    every = command.drawn(wanted, 0, "a")
    assert set(first) < set(every)
    line = every[0].line
    assert {one.line for one in command.drawn({every[0].module: {line}}, 0, "a")} == {line}


@pytest.mark.parametrize("path", ["no/such/place", "kit/turn.py:x"])
def test_a_path_that_is_none_is_refused(path: str) -> None:
    with pytest.raises(SystemExit, match="names no module"):
        command.modules([path])


@pytest.mark.slow
def test_a_task_that_takes_too_long_is_ended_and_what_goes_wrong_is_told() -> None:
    def do(task: str) -> str:
        while task == "endless":
            pass
        return str(int(task))

    ends = dict(forking.forked(["7", "endless", "wrong"], do, 2, lambda _: 0.1))
    assert ends["7"] == forking.Ended(value="7")
    assert ends["endless"] == forking.Ended(late=True)
    assert ends["wrong"].error.startswith("Traceback") and "'wrong'" in ends["wrong"].error


ONE = """
from tests.mutation import operators, recording, running
module, file = "rulesets/d8chart/rules/odds.py", recording.TESTS / "rules/d8chart/test_crt_table.py"
found = operators.mutants(module, (recording.ENGINE / module).read_text())
tests = tuple((f"tests/rules/d8chart/test_crt_table.py::{name}", 1.0) for name in NAMES)
bound = [one for one in found if (one.before, one.after) == ("defense <= 0", "defense > 0")]
(verdict,) = running.verdicts([running.Look(bound[0], ((file, tests),), 1.0)], 1)
print(verdict.noticed, verdict.looked)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["test_CRT_table_follows_one_diagonal"], " 1"),
        (
            ["test_CRT_table_follows_one_diagonal", "test_CRT_odds_nothing_to_attack"],
            "tests/rules/d8chart/test_crt_table.py::test_CRT_odds_nothing_to_attack 2",
        ),
    ],
)
def test_a_mutant_is_noticed_by_a_test_that_fails_of_it(names: list[str], said: str) -> None:
    path = f"import sys; sys.path[:0] = {[str(ROOT / 'pycore'), str(ROOT / 'tests'), str(ROOT)]!r}\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{path}NAMES = {names!r}\n{ONE}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{said}\n"


ENDLESS = """
import os, signal
from tests.mutation import forking, running
running.SPARE = 0.2
eye = running._Eye({"t": 0.01})
def do(task):
    turn = eye.pytest_runtest_protocol(type("Item", (), {"nodeid": "t"}))
    next(turn)
    while task == "endless":
        pass
    try:
        turn.send(None)
    except StopIteration:
        return signal.getitimer(signal.ITIMER_PROF)
for task, end in forking.forked(["endless", "quick"], do, 1, lambda _: 60):
    print(task, end.late, end.value)
"""


@pytest.mark.slow
def test_a_test_that_takes_far_longer_than_it_took_is_ended() -> None:
    path = f"import sys; sys.path[:0] = {[str(ROOT)]!r}\n"
    done = subprocess.run([sys.executable, "-c", path + ENDLESS], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "endless True None\nquick False [0.0, 0.0]\n"


def test_every_mutant_of_the_list_is_one_and_has_its_reason() -> None:
    rows = kept.equivalent()
    found = {
        one.key
        for module in {key[0] for key in rows}
        for one in operators.mutants(module, (recording.ENGINE / module).read_text(encoding="utf-8"))
    }
    assert set(rows) - found == set(), "the engine has no such place any more: take them out of the list"
    assert all(len(reason.split()) > 3 for reason in rows.values())


def test_a_mutant_of_the_list_is_written_as_it_is_read(tmp_path: Path) -> None:
    source = "def f(a):\n    return a['b'] < 1\n\n\ndef g(a):\n    return a < 1, a < 1\n"
    found = operators.mutants("m.py", source)
    file = tmp_path / "list.toml"
    file.write_text("\n".join(kept.entry(one, 'It "is" one.') for one in found))
    assert kept.equivalent(file) == {one.key: 'It "is" one.' for one in found}
    assert kept.without(found, [found[0].key]) == found[1:]
    assert len(tomllib.loads(file.read_text())["mutant"]) == len(found)
