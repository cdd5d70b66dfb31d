"""The command ``mail``: two players, two files with secrets, and links between them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hexumpire.files import record

pytestmark = pytest.mark.host


def link_of(text: str) -> str:
    return next(line.removeprefix("Send: ") for line in text.splitlines() if line.startswith("Send: "))


def test_two_players_roll_by_mail(run: Any, refused: Any, tmp_path: Path) -> None:
    mine, yours = str(tmp_path / "a.json"), str(tmp_path / "b.json")
    begun = run("mail", "aworldatwar:suez-12", "--begin", "--secret", mine)
    assert begun.startswith("Waits for B to join.\n")
    assert (tmp_path / "a.json").stat().st_mode & 0o77 == 0, "nobody else reads it"
    joined = link_of(run("mail", link_of(begun), "--join", "--secret", yours))
    revealed = run("mail", joined, "--roll", "--secret", mine)
    assert revealed.startswith("Waits for B's reveal of roll 1.\n")
    rolled = run("mail", link_of(revealed), "--roll", "--secret", yours)
    assert "\nd6=" in rolled
    found = record.from_link(link_of(rolled))
    assert len(found.actions) == 1
    kept = json.loads((tmp_path / "b.json").read_text())
    assert kept["revealed"] == 1
    assert kept["secret"] not in json.dumps(record.to_document(found))
    assert run("mail", link_of(rolled), "--secret", mine) == "No dice are due. Rolls so far: 1.\n"
    shown = json.loads(run("mail", link_of(rolled), "--secret", mine, "--json"))
    assert (shown["seat"], "secret" in shown) == ("A", False)
    (line,) = refused("mail", link_of(rolled), "--roll", "--secret", mine)
    assert "no dice are due" in line
    chosen = run("mail", link_of(rolled), "--secret", mine, "--choose", "1")
    assert record.from_link(link_of(chosen)).actions[:1] == found.actions


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mail", "aworldatwar:suez-12"], "the battle has no dice by mail"),
        (["mail", "aworldatwar:suez-12", "--begin"], "--begin needs the file of your secret"),
        (["mail", "aworldatwar:suez-12", "--begin", "--secret", "README.md"], "there is a file 'README.md' already"),
        (["mail", "aworldatwar:suez-12", "--join", "--secret", "x.json"], "the battle has no dice by mail"),
        (["mail", "aworldatwar:suez-12", "--begin", "--secret", "x/y.json"], "No such file or directory"),
    ],
)
def test_what_cannot_be_done(refused: Any, words: list[str], said: str) -> None:
    assert said in refused(*words)[0]


def test_an_altered_link_is_refused_by_every_command(run: Any, refused: Any, tmp_path: Path) -> None:
    begun = link_of(run("mail", "aworldatwar:suez-12", "--begin", "--secret", str(tmp_path / "a.json")))
    joined = record.from_link(link_of(run("mail", begun, "--join", "--secret", str(tmp_path / "b.json"))))
    forged = record.to_link(joined.scenario, ("d6=6",), joined.mail)
    for command in (["assess"], ["outcomes"], ["mail"], ["play", "--dice", ""]):
        (line,) = refused(command[0], forged, *command[1:])
        assert "action 1 is roll 1, which A has not revealed" in line
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(record.to_document(record.Record(joined.scenario, ("d6=6",), joined.mail))))
    assert "which A has not revealed" in refused("text", str(file))[0]
