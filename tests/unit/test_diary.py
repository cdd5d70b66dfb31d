"""The diary: battles of two players together, on the engine, in words and on the command line."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from frontend import ask
from hexumpire import rulesets
from hexumpire.analysis.luck import Roll, percentile
from hexumpire.cli import main


def told(**request: Any) -> Any:
    answer = ask(op="diary", **request)
    assert answer["ok"], answer
    return answer["result"]


def fought(key: str, number: int, seed: int) -> tuple[dict[str, Any], list[str]]:
    """An example, and the actions of a fight of it to its end."""
    scenario = {"ruleset": key, **rulesets.get(key).examples()[number]["scenario"]}
    actions: list[str] = []
    for step in range(80):
        node = ask(op="view", scenario=scenario, actions=actions)["result"]["node"]
        if node["kind"] == "end":
            break
        choices = [one["id"] for one in node.get("faces") or node["options"]]
        actions.append(choices[(seed + 3 * step) % len(choices)])
    return scenario, actions


SOME = (("aworldatwar", 0), ("d8chart", 0), ("daisenso", 0), ("aworldatwar", 1), ("custom", 0))


@pytest.fixture(scope="module")
def battles() -> list[dict[str, Any]]:
    found = []
    for number, (key, place) in enumerate(SOME):
        scenario, actions = fought(key, place, number)
        found.append({"scenario": scenario, "actions": actions, "attacker": number % 2})
    return found


def by_hand(rolls: list[Roll]) -> Fraction:
    """The percentile by going through every way the dice can fall."""
    mine = sum((worth[fell] for worth, _, fell in rolls), Fraction(0))
    better = Fraction(0)
    for faces in itertools.product(*(weights for _, weights, _ in rolls)):
        p, value = Fraction(1), Fraction(0)
        for face, (worth, weights, _) in zip(faces, rolls, strict=True):
            p *= Fraction(weights[face], sum(weights.values()))
            value += worth[face]
        better += p if value < mine else p / 2 if value == mine else 0
    return better


def some_rolls(chance: random.Random) -> Iterator[Roll]:
    for _ in range(chance.randint(0, 5)):
        faces = [str(n) for n in range(chance.randint(1, 6))]
        worth = {face: Fraction(chance.randint(-9, 9), chance.choice((1, 3, 4, 7))) for face in faces}
        yield worth, {face: chance.randint(1, 4) for face in faces}, chance.choice(faces)


def test_all_rolls_together_are_counted_exactly() -> None:
    for seed in range(150):
        rolls = list(some_rolls(random.Random(seed)))
        assert percentile(rolls) == by_hand(rolls), seed


def test_many_rolls_are_no_trouble() -> None:
    die = ({str(n): Fraction(n) for n in range(1, 7)}, {str(n): 1 for n in range(1, 7)})
    assert percentile([(*die, "3"), (*die, "4")] * 60, 20) == Fraction(1, 2)
    assert percentile([(*die, "6")] * 60, 20) == 1 - Fraction(1, 2 * 6**60)


def test_what_one_player_gained_the_other_lost(battles: list[dict[str, Any]]) -> None:
    found = told(battles=battles, players=["Ann", "Ben"])
    other = told(battles=[{**one, "attacker": 1 - one["attacker"]} for one in battles], players=["Ben", "Ann"])
    assert found["luck"]["value"] == str(-Fraction(other["luck"]["value"]))
    assert Fraction(found["luck"]["p"]) == 1 - Fraction(other["luck"]["p"])
    assert found["luck"]["others"] == {key: other["luck"][key] for key in ("value_text", "p", "percent")}
    assert found["attacks"] == other["attacks"][::-1]


def test_the_luck_is_the_sum_of_that_of_the_battles(battles: list[dict[str, Any]]) -> None:
    total = Fraction(0)
    for one in battles:
        found = ask(op="luck", scenario=one["scenario"], actions=one["actions"])["result"]
        total += sum(Fraction(roll["value"]) for roll in found["rolls"]) * (-1 if one["attacker"] else 1)
    found = told(battles=battles)
    assert Fraction(found["luck"]["value"]) == total
    assert found["luck"]["rolls"] == sum(row["luck"]["rolls"] for row in found["battles"] if row["luck"])


def test_totals_are_those_of_the_ends(battles: list[dict[str, Any]]) -> None:
    found = told(battles=battles)
    assert [row["state"] for row in found["battles"]] == ["over"] * len(battles)
    lost: dict[tuple[str, str], list[int]] = {}
    won = [0, 0]
    for one in battles:
        ruleset = rulesets.get(one["scenario"]["ruleset"])
        end = ask(op="view", scenario=one["scenario"], actions=one["actions"])["result"]["node"]
        won[one["attacker"]] += end["measures"]["hex"] > 0
        for key, value in end["measures"].items():
            if key.startswith(("attacker_", "defender_")):
                row = lost.setdefault((ruleset.title, dict(ruleset.measures)[key]), [0, 0])
                row[one["attacker"]] += value
    assert {(row["game"], row["title"]): row["values"] for row in found["totals"]} == lost
    assert [one["won"] for one in found["attacks"]] == won
    assert [one["fought"] for one in found["attacks"]] == [3, 2]


def test_games_are_called_as_in_the_language_that_is_asked_for(battles: list[dict[str, Any]]) -> None:
    found = told(battles=battles, lang="de")
    called = {
        ask(op="schema", ruleset=key, lang="de")["result"]["ruleset"]["title"] for key, _ in SOME if key != "custom"
    }
    assert "Kampftabelle 1W8" in called
    for part in ("battles", "totals"):
        assert called < {row["game"] for row in found[part]}, part


def test_a_battle_that_goes_on_and_one_that_cannot_be_read(battles: list[dict[str, Any]]) -> None:
    first = battles[0]
    link = ask(op="link", scenario=first["scenario"], actions=first["actions"])["result"]["fragment"]
    found = told(
        battles=[{**first, "actions": first["actions"][:1]}, {"link": link[:-9] + "AAAAAAAAA"}, {"link": link}]
    )
    rows = found["battles"]
    assert [row["state"] for row in rows] == ["open", "unread", "over"]
    assert rows[1]["note"] and rows[1]["luck"] is None
    assert found["attacks"] == [
        {"fought": 1, "won": int(rows[2]["text"] == "Attacker takes the hex")},
        {"fought": 0, "won": 0},
    ]
    assert told(battles=[])["luck"] is None


def test_sentences_and_days(battles: list[dict[str, Any]]) -> None:
    dated = [{**one, "when": "2026-11-21T04:25"} for one in battles]
    found = told(battles=dated, players=["Ann", "Ben"], format="text", lang="de")
    for said in found["lines"]:
        assert said["text"] in found["document"].splitlines()
    for one, row in zip(battles, found["battles"], strict=True):
        assert f"{one['scenario']['title']}, 2026-11-21" in found["document"].splitlines()
        assert row["when"] == "2026-11-21T04:25"
        assert [said["text"] in found["document"] for said in row["lines"]] == [True] * len(row["lines"])
    assert any("Ann" in said["text"] or "Ben" in said["text"] for said in found["lines"][1:])


def test_the_same_roll_for_both_favours_neither(battles: list[dict[str, Any]]) -> None:
    twice = [{**battles[0], "attacker": player} for player in (0, 1)]
    rolls = sum(row["luck"]["rolls"] for row in told(battles=twice)["battles"])
    assert told(battles=twice)["lines"][-1]["text"] == f"Rolls: {rolls}. The dice favoured neither player."


@pytest.mark.parametrize("lang", ["en", "de"])
def test_it_is_told_in_three_ways(battles: list[dict[str, Any]], lang: str) -> None:
    asked = {"battles": battles, "players": ["Ann <b>", "Ben*"], "title": "Winter & | war", "lang": lang}
    for made in ("text", "markdown", "html"):
        found = told(**asked, format=made)
        document = found["document"]
        if made == "html":
            root = ElementTree.fromstring(re.sub("<!doctype html>|<meta [^>]*>", "", document))
            assert len(root.findall(".//{http://www.w3.org/2000/svg}svg")) == len(battles)
            document = "".join(root.itertext())
        elif made == "markdown":
            assert "\n| --- | --- | --- | --- |\n" in document
            document = document.replace("\\", "")
        for words in ("Ann <b>", "Ben*", "Winter & | war"):
            assert words in document, (made, words)
        for one in battles:
            assert one["scenario"]["title"] in document
        assert ("Gefechte: 5." if lang == "de" else "Battles: 5.") in document


@pytest.mark.parametrize(
    ("request_", "path"),
    [
        ({}, "$.battles"),
        ({"battles": [{}]}, "$.battles[0]"),
        ({"battles": [{"link": "x", "actions": [], "who": 1}]}, "$.battles[0]"),
        ({"battles": [{"link": "x", "attacker": True}]}, "$.battles[0].attacker"),
        ({"battles": [{"link": "x", "attacker": 2}]}, "$.battles[0].attacker"),
        ({"battles": [{"link": "x", "when": 2026}]}, "$.battles[0].when"),
        ({"battles": [], "players": ["Ann"]}, "$.players"),
        ({"battles": [], "format": "pdf"}, "$.format"),
        ({"battles": [{"link": "x"}] * 201}, "$.battles"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(request_: dict[str, Any], path: str) -> None:
    answer = ask(op="diary", **request_)
    assert not answer["ok"]
    assert [one["path"] for one in answer["problems"]] == [path]


def test_on_the_command_line(battles: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    links = [ask(op="link", scenario=one["scenario"], actions=one["actions"])["result"]["fragment"] for one in battles]
    file = tmp_path / "diary.json"
    mine = [{"link": link, "attacker": one["attacker"]} for link, one in zip(links, battles, strict=True)]
    file.write_text(json.dumps({"title": "Winter", "players": ["Ann", "Ben"], "battles": mine}))
    assert main(["diary", str(file), "--format", "markdown"]) == 0
    printed = capsys.readouterr().out
    assert printed == told(battles=mine, players=["Ann", "Ben"], title="Winter", format="markdown")["document"]
    file.write_text(json.dumps({"battels": []}))
    assert main(["diary", str(file)]) != 0
    assert "battels" in capsys.readouterr().err


def test_a_day_needs_no_quotes_in_toml(
    battles: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of TOML may say it as TOML says days and times; what is no day is told in a line."""
    link = ask(op="link", scenario=battles[0]["scenario"], actions=battles[0]["actions"])["result"]["fragment"]
    file = tmp_path / "diary.toml"
    printed = []
    for when in ("2026-11-21", '"2026-11-21"', "2026-11-21T04:25:00", '"2026-11-21T04:25:00"'):
        file.write_text(f'players = ["Ann", "Ben"]\n[[battles]]\nlink = "{link}"\nwhen = {when}\n')
        assert main(["diary", str(file)]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] and printed[2] == printed[3]
    for text in ("players = [nan, 7]\nbattles = []\n", "x = { " + ("a." * 99 + "a = { ") * 90 + "}" * 91):
        file.write_text(text)
        assert main(["diary", str(file)]) != 0
        assert "Traceback" not in capsys.readouterr().err
