"""What the command line refuses, and how it ends as a process."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hexumpire import api, cli

from tests.terminal import typed
from tests.toybox import EXAMPLE

pytestmark = pytest.mark.usefixtures("toy")
ROOT = Path(__file__).resolve().parents[2]

# --- what it refuses -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["assess", "no such file"], "there is no file 'no such file'"),
        (["assess", "x" * 5000], "there is no file"),
        (["assess", "a\0b"], "there is no file"),
        (["assess", "."], "directory"),
        (["assess", "toy:mil"], "did you mean 'mill'?"),
        (["assess", "tyo:mill"], "there is no file 'tyo:mill': did you mean toy:mill?"),
        (["assess", "toy:mill", "--pack", "no such file"], "there is no file 'no such file': name a chart pack"),
        (["pack"], "no chart pack is named: name a file, or write --blank KEY for one to fill in"),
        (["pack", "--blank", "d8chart:wether"], "d8chart has no table 'wether': did you mean 'weather'?"),
        (["pack", "--blank", "d8"], "there is no ruleset 'd8'"),
        (["assess", "toy:mill", "--edition", "frist"], "did you mean 'first'?"),
        (["assess", "toy:mill", "--set", "rain=perhaps"], "rain must be true or false, found 'perhaps'"),
        (["assess", "toy:mill", "--set", "rian=1"], "did you mean 'rain'?"),
        (["assess", "toy:mill", "--set", "rain"], "write --set condition=value"),
        (["assess", "toy:mill", "--set", "stores=3"], "no part of the edition 'first'"),
        (["assess", "1.AAAAAAAAAAAA"], "cut short or altered"),
        (["schema", "tyo"], "did you mean 'toy'?"),
        (["rules", "toy", "--status", "askd"], "did you mean 'asked'?"),
        (["outcomes", "toy:mill", "--policy", "reckless"], "reckless"),
        (["outcomes", "toy:mill", "--policy", "atacker=bold"], "did you mean 'attacker'?"),
        (["solve", "toy:mill", "--objective", "gold"], "gold"),
        (["draw", "toy:mill", "-o", "/no/such/folder/x.svg"], "/no/such/folder/x.svg: No such file"),
    ],
)
def test_bad_input_is_one_clear_line(refused: Any, words: list[str], said: str) -> None:
    assert said in refused(*words)[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "the text is empty"),
        (b"\xff\xfe\x00", "not a text in UTF-8"),
        (b"x = [1,", "not valid TOML"),
        (b"{", "not valid JSON"),
        (b'{"a": NaN}', "NaN"),
        (b"x" * 300_000, "too long"),
        (b"[1]", "a scenario must be an object"),
        (b'ruleset = "toy"\ntitle = 2020-01-01', "$.title"),
        (b'{"scenario": {"ruleset": "toy"}, "acts": []}', "unknown key 'acts' of a record"),
        (b'{"scenario": {"ruleset": "toy"}, "actions": 3}', "actions must be a list"),
        (b'{"scenario": 3}', "a scenario must be an object"),
        (b'{"ruleset": 3}', "$.ruleset"),
    ],
)
@pytest.mark.parametrize("option", [[], ["--set", "rain=1"], ["--edition", "first"]])
def test_bad_documents(
    refused: Any, monkeypatch: pytest.MonkeyPatch, text: bytes, said: str, option: list[str]
) -> None:
    typed(monkeypatch, text)
    assert said in refused("assess", "-", *option)[0]


def test_every_problem_has_its_line(refused: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, json.dumps({**EXAMPLE, "edition": "third", "targets": [], "title": 3}))
    assert [line.partition(" @ ")[2].partition(":")[0] for line in refused("assess", "-")] == [
        "$.edition",
        "$.title",
        "$.targets",
    ]


@pytest.mark.parametrize("words", [["beside", "toy:mill", "FILE"], ["wiki", "toy", "--battle", "FILE"]])
def test_of_several_battles_the_one_that_is_wrong_is_named(refused: Any, tmp_path: Path, words: list[str]) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps({**EXAMPLE, "edition": "third", "title": 3}), encoding="utf-8")
    words = [str(file) if word == "FILE" else word for word in words]
    words += ["--format", "html", "--out", str(tmp_path / "pages")] * (words[0] == "wiki")
    lines = refused(*words)
    assert len(lines) == 2
    assert all(line.startswith(f"hexumpire: {file}: ") for line in lines), lines


def test_an_illegal_record(refused: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, json.dumps({"scenario": EXAMPLE, "actions": ["d6=1", "d6=1"]}))
    (line,) = refused("assess", "-")
    assert "action 2, 'd6=1', is not legal there @ $.actions[1]: legal: lose:r1, lose:r2" in line


def test_options_that_do_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["assess"]) == 2
    assert cli.main(["assess", "toy:mill", "--colour"]) == 2
    assert cli.main([]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert cli.main(["--version"]) == 0
    assert cli.main(["play", "--help"]) == 0


def test_an_interrupt_is_not_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(api, "handle", interrupt)
    assert cli.main(["rulesets"]) == 130


# --- as a process --------------------------------------------------------------------------------------------


@pytest.mark.host
def test_python_m_hexumpire() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hexumpire", "assess", "nowhere.toml"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "pycore")},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("hexumpire: there is no file 'nowhere.toml'")


@pytest.mark.slow
@pytest.mark.host
def test_a_reader_that_has_seen_enough_is_no_fault() -> None:
    command = [sys.executable, "-m", "hexumpire", "rulesets"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "pycore")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.host
def test_a_terminal_without_blocks_gets_question_marks() -> None:
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'pycore'}{os.pathsep}{ROOT}", "PYTHONIOENCODING": "ascii"}
    code = (
        "import sys; from tests.toybox import TOY; from hexumpire import rulesets; rulesets.register(TOY); "
        "from hexumpire.cli import main; sys.exit(main(['outcomes', 'toy:mill']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"%  ????" in done.stdout
