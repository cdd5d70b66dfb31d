"""A battle in one line: what players type is understood, what is wrong names its word, and printing is the inverse."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest
import scenarios
from hexumpire import api, rulesets
from hexumpire.cli import main
from hexumpire.files import codec, setup_line
from hexumpire.model.errors import InputError

EACH = 500


def read(text: str) -> dict[str, Any]:
    return codec.write_scenario(codec.read_scenario(setup_line.read_line(text)))


def wrong(text: str) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as caught:
        setup_line.read_line(text)
    return [(one.message, one.fix) for one in caught.value.problems]


def test_the_line_of_the_rulebook_s_battle() -> None:
    found = read("aworldatwar: 2 Ge arm 4-6 W; 2 It inf 2-3 NE | 2 Br inf 3-4 @Suez desert fort")
    assert found["map"] == {"hexes": {"0,0": {"terrain": "desert", "features": ["fortress"], "name": "Suez"}}}
    said = [(unit["side"], unit["nation"], unit["type"], unit["at"], unit["count"]) for unit in found["units"]]
    assert said == [
        ("attacker", "German", "armor", "-1,0", 2),
        ("attacker", "Italian", "infantry", "1,-1", 2),
        ("defender", "British", "infantry", "0,0", 2),
    ]


def test_words_may_stand_in_any_order_and_be_left_out() -> None:
    one = read("aworldatwar: armor German 4-6 2,0 | British infantry")
    assert [(unit["type"], unit["at"]) for unit in one["units"]] == [("armor", "2,0"), ("infantry", "0,0")]


def test_numbers_of_the_map_name_hexes() -> None:
    found = read("aworldatwar: Ger inf 3-3 K37 | Brit inf 3-4 @K38")
    places = [unit["at"] for unit in found["units"]]
    assert places[1] == found["targets"][0] != "0,0"
    assert places[0] == rulesets.get("aworldatwar").find_place("K37")


def test_hexsides_conditions_and_a_typed_in_game() -> None:
    found = read("custom: 2 Red tank W; inf NW | 2 Blue inf; @ hill; /W river | supplied=no")
    assert found["map"]["sides"] == {"-1,0:E": ["river"]}
    assert found["conditions"] == {"supplied": "no"}


@pytest.mark.parametrize(
    ("text", "word", "way"),
    [
        ("aworldatwar: 2 Ge zork 4-6 | Br inf", "'zork'", "allowed"),
        ("aworldatwar: 2 Ge arm 4-6-8 | Br inf", "'4-6-8'", "factors-movement"),
        ("aworldatwar: Ge arm | Br inf @ dezert", "'dezert'", "did you mean 'desert'?"),
        ("aworldatwar: Ge arm | Br inf; /Q river", "'/Q'", "/W"),
        ("aworldatwar: G inf | Br inf", "'G'", "German, Greek"),
        ("aworldatwar: Ge arm speed=3 | Br inf", "'speed'", "allowed"),
        ("aworldatwar: Ge arm | Br inf | pack={", "'pack={'", "--json"),
    ],
)
def test_each_error_names_the_word_and_the_way_out(text: str, word: str, way: str) -> None:
    [(message, fix)] = wrong(text)
    assert message.startswith(word)
    assert way in fix


def test_a_line_of_no_game_is_refused() -> None:
    assert "which game" in wrong("2 Ge arm 4-6")[0][0]
    assert setup_line.read_line("German arm | Br inf", "aworldatwar")["ruleset"] == "aworldatwar"


@pytest.mark.parametrize("key", rulesets.KEYS)
def test_printing_and_reading_back_is_the_identity(key: str) -> None:
    ruleset = rulesets.get(key)
    documents = [example["scenario"] for example in ruleset.examples()]
    documents += [scenarios.document(ruleset, seed) for seed in range(EACH)]
    seen = 0
    for document in documents:
        scenario = codec.read_scenario(document)
        try:
            line = setup_line.write_line(scenario)
        except InputError:  # too long, with the chart that it brings along
            continue
        assert codec.read_scenario(setup_line.read_line(line)) == scenario, line
        seen += 1
    assert seen > EACH * 0.9


def test_nothing_that_is_typed_raises_anything_else() -> None:
    rng = random.Random(14)
    lines = [
        setup_line.write_line(codec.read_scenario(rulesets.get(key).examples()[0]["scenario"])) for key in rulesets.KEYS
    ]
    marks = '|;@/"=:{}[]\\,+- \n\t½0e'
    for _ in range(1500):
        line = list(rng.choice(lines)[:600])
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(line))
            line[at : at + rng.choice((0, 1, 5))] = rng.choice(marks)
        with contextlib.suppress(InputError):
            codec.read_scenario(setup_line.read_line("".join(line)))


def test_the_bridge_takes_and_gives_lines() -> None:
    text = "aworldatwar: 2 Ge arm 4-6 W | 2 Br inf 3-4"
    found = json.loads(api.handle(json.dumps({"op": "line", "text": text})))["result"]
    assert found["line"] == "aworldatwar: 2 German armor 4-6 W | 2 British infantry 3-4"
    again = json.loads(api.handle(json.dumps({"op": "line", "scenario": found["scenario"]})))["result"]
    assert again == {"line": found["line"]}


def test_the_command_takes_and_prints_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["line", "aworldatwar: 2 Ge arm 4-6 | 2 Br inf 3-4"]) == 0
    assert capsys.readouterr().out == "aworldatwar: 2 German armor 4-6 W | 2 British infantry 3-4\n"
    assert main(["assess", "aworldatwar: 2 Ge zork 4-6 | Br inf"]) == 2
    assert "'zork': nobody knows this word" in capsys.readouterr().err
