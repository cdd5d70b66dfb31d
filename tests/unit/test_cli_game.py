"""Typed-in games on the command line: one to begin from, what is wrong with one, and every command played by one."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hexumpire import cli, rulesets
from hexumpire.files import record

from tests.terminal import typed

GAMES = [one["key"] for one in rulesets.get("custom").templates()]
BATTLE: dict[str, Any] = {
    "title": "A crossing",
    "map": {"hexes": {"0,0": {"terrain": "clear"}}},
    "targets": ["0,0"],
    "units": [
        {"side": "attacker", "type": "guards", "nation": "Red", "at": "1,0", "attack": 5},
        {"side": "defender", "type": "guards", "nation": "Blue", "at": "0,0", "attack": 5, "defense": 2},
    ],
}
GAME = """
title = "Bridge"
[types]
guards = { title = "Guards", attack = 5, defense = 2 }
[conditions]
fog = { title = "Fog" }
[chart]
rule = "4.2"
columns = ["1:1", "2:1"]
[chart.rows]
1-3 = ["AR", "DR"]
4-6 = ["DR", "DE"]
[modifiers]
fog = { title = "Fog", rule = "7", when = { condition = "fog" }, shift = -1 }
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "bridge.toml"
    path.write_text(GAME)
    return str(path)


@pytest.fixture
def battle(tmp_path: Path) -> str:
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(BATTLE))
    return str(path)


@pytest.mark.parametrize("key", GAMES)
def test_an_invented_game_is_printed_with_its_comments_and_is_sound(
    run: Any, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    text = run("game", "--blank", key)
    assert text.startswith("# ")
    typed(monkeypatch, text)
    assert tomllib.loads(run("game", "-")) == tomllib.loads(text)


def test_a_game_without_its_file_is_written_out(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on the page, where the engine holds data as JSON."""
    text = run("game", "--blank", "odds")
    monkeypatch.setattr("hexumpire.model.data.load", lambda package, file: None)
    monkeypatch.setattr("hexumpire.model.data.read", lambda package, file: tomllib.loads(text))
    assert tomllib.loads(run("game", "--blank", "odds")) == tomllib.loads(text)


def test_a_sound_game_is_printed_in_order(run: Any, game: str) -> None:
    text = run("game", game)
    assert '\n1-3 = ["AR", "DR"]\n' in text
    assert tomllib.loads(text) == tomllib.loads(GAME)
    found = json.loads(run("game", game, "--json"))
    assert (found["problems"], found["toml"], found["form"]["ruleset"]["title"]) == ([], text, "Bridge")


WRONG = GAME.replace("5, defense", '"5", defense').replace("2:1", "2;1").replace("1-3", "1-x").replace("rule", "rul")
WRONG_LINES = ["types.guards.attack: write 5", "chart.rul: did you", "chart.columns[1]", "chart.rows", "modifiers.fog."]


def test_everything_that_is_wrong_is_told_a_line_each(refused: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(WRONG)
    lines = refused("game", str(path))
    for part in WRONG_LINES:
        assert sum(f" @ $.{part}" in line for line in lines) == 1, (part, lines)


def test_a_wrong_game_as_json_is_the_answer_and_ends_with_2(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, WRONG)
    assert cli.main(["game", "-", "--json"]) == 2
    out, err = capsys.readouterr()
    assert [f"hexumpire: {one['text']}" for one in json.loads(out)["problems"]] == err.splitlines()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["game"], "write --blank KEY for one to begin from: odds, differential, fire, rounds"),
        (["game", "nowhere.toml"], "there is no file 'nowhere.toml': name a game, as TOML or JSON"),
        (["game", "--blank", "ods"], "there is no game 'ods' to begin from: did you mean 'odds'?"),
        (["schema"], "no game is named: name its KEY (hexumpire rulesets lists them), or write --game FILE"),
        (["rules", "daisenso", "--game", "x.toml"], "two games are named: daisenso and x.toml"),
        (["assess", "custom:ford", "--game", "x.toml"], "there is no file 'x.toml': name a game"),
    ],
)
def test_what_is_refused(refused: Any, words: list[str], said: str) -> None:
    (line,) = refused(*words)
    assert said in line


def test_a_game_goes_with_battles_of_its_ruleset(refused: Any, game: str) -> None:
    (line,) = refused("assess", "d8chart:lone-fort", "--game", game)
    assert f"the scenario is of the ruleset 'd8chart', and {game} is a game of custom: leave out --game" in line


def test_a_wrong_game_is_told_under_the_name_of_its_file(refused: Any, battle: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(WRONG)
    lines = refused("assess", battle, "--game", str(path))
    assert all(line.startswith(f"hexumpire: {path}: ") and "$.game" not in line for line in lines)
    assert len(lines) == len(refused("game", str(path)))


def test_a_battle_of_another_game_is_told_what_does_not_fit(refused: Any, game: str) -> None:
    lines = refused("assess", "custom:ford", "--game", game)
    assert "hexumpire: unknown type 'tank' @ $.units[0].type: allowed: guards" in lines


# --- the commands --------------------------------------------------------------------------------------------


def test_form_and_rules(run: Any, game: str) -> None:
    assert run("schema", "--game", game).startswith("Bridge\n")
    assert run("schema", "custom", "--game", game).startswith("Bridge\n")
    assert "7           computed  Fog" in run("rules", "--game", game)


@pytest.mark.parametrize(
    "command",
    [
        ["assess"],
        ["outcomes", "--policy", "attacker=careful"],
        ["solve", "--objective", "steps"],
        ["compare", "--threshold", "3/4"],
        ["play", "--dice", "4", "--choose", "1"],
        ["draw"],
        ["text"],
        ["link"],
        ["embed"],
    ],
)
@pytest.mark.parametrize("options", [[], ["--set", "fog=yes"]])
def test_every_command_takes_a_game(
    run: Any, tmp_path: Path, game: str, battle: str, command: list[str], options: list[str]
) -> None:
    """It says what it says of a scenario that brings the game along."""
    path = tmp_path / "whole.json"
    path.write_text(json.dumps({**BATTLE, "ruleset": "custom", "game": tomllib.loads(GAME)}))
    verb, *more = command
    said = run(verb, battle, "--game", game, *more, *options)
    assert said == run(verb, str(path), *more, *options)
    if verb not in ("draw", "link"):
        assert said != run(verb, battle, "--game", game, *more, *([] if options else ["--set", "fog=yes"]))


def test_a_line_is_read_by_the_words_of_the_game(run: Any, refused: Any, game: str) -> None:
    """Every command takes a line, and a game of one's own goes with every command."""
    line = "custom: 2 Red guards E | Blue guards 5-2"
    assert run("assess", line, "--game", game).splitlines()[0].startswith("10 : 2 → 2:1")
    assert "guards" in refused("assess", line)[0]
    assert "is of the ruleset 'd8chart'" in refused("assess", "d8chart: 4 v 2", "--game", game)[0]


def test_a_link_brings_the_game_along(run: Any, game: str, battle: str) -> None:
    link = run("link", battle, "--game", game).strip()
    scenario = record.from_link(link).scenario
    assert rulesets.get(scenario.ruleset).title == "Bridge"
    assert run("assess", link).startswith("5 : 2 → 2:1\n")
    assert run("assess", link, "--game", game) == run("assess", link)


def test_a_record_is_played_on(run: Any, tmp_path: Path, game: str) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps({"scenario": BATTLE, "actions": ["d6=4"]}))
    assert "Guards" in run("play", str(path), "--game", game)


def test_a_game_where_a_battle_is_wanted_and_a_file_where_a_key_is(refused: Any, tmp_path: Path) -> None:
    game, battle = tmp_path / "game.json", tmp_path / "battle.json"
    game.write_text(json.dumps({"title": "A game", "types": {}, "chart": {}}), encoding="utf-8")
    battle.write_text(json.dumps({"targets": ["0,0"], "units": []}), encoding="utf-8")
    (line,) = refused("assess", str(game))
    assert f"{game} is a game, not a battle: check it with game; play its battles with --game {game}" in line
    for command in ("schema", "rules"):
        (line,) = refused(command, str(game))
        assert f"{game} is a file, not the KEY of a game: write --game {game}" in line
    assert refused("assess", str(battle))[0].endswith(", or write --game FILE for a game of your own")
