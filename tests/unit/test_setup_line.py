"""A battle in one line: what players type is understood, what is wrong names its word, and printing is the inverse."""

from __future__ import annotations

import contextlib
import json
import random
import re
from typing import Any

import pytest
import scenarios
from hexumpire import api, rulesets
from hexumpire.cli import main
from hexumpire.files import codec, setup_line
from hexumpire.files.setup_line.words import Words
from hexumpire.model.errors import InputError

EACH = 125


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


@pytest.mark.parametrize("first", [0, pytest.param(EACH, marks=pytest.mark.slow)])
@pytest.mark.parametrize("key", rulesets.KEYS)
def test_printing_and_reading_back_is_the_identity(key: str, first: int) -> None:
    ruleset = rulesets.get(key)
    documents = [example["scenario"] for example in ruleset.examples()]
    documents += [scenarios.document(ruleset, seed) for seed in range(first, first + EACH * (3 if first else 1))]
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


HARD_KEYS = (
    "v",
    "vs",
    "and",
    "UND",
    "gegen",
    "two",
    "W",
    "NE",
    "west",
    "Red",
    "wood",
    "X",
    "type",
    "nation",
    "title",
    "map",
    "conditions",
    "terrain",
    "feature",
    "hexside",
)
"""Names that a line has a meaning of its own for, or that two things in a game have."""


def clashing(key: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A typed-in game in which everything has that key, and a battle that says all of it."""
    game: dict[str, Any] = {
        "title": "Keys",
        "types": {key: {"title": "Foot", "attack": 4}, "guns": {"title": "Guns", "attack": 2}},
        "nations": {"Red": {}, key: {}},
        "terrains": {"clear": {}, key: {}},
        "features": {key: {}, "fort": {}},
        "side_features": {key: {}},
        "conditions": {key: {"title": "Rain", "range": [0, 9]}, "supply": {"title": "Supply"}},
        "chart": {"columns": ["1:1"], "rows": {"1-6": ["NE"]}},
    }
    if key not in ("type", "nation", "title"):
        game["unit_fields"] = {key: {"title": "Drilled"}}
    said = {} if "unit_fields" not in game else {key: True}
    units = [
        {"id": "u1", "side": "attacker", "type": key, "nation": "Red", "at": "-1,0", **said},
        {"id": "u2", "side": "attacker", "type": "guns", "nation": key, "at": "0,-1"},
        {"id": "u3", "side": "defender", "type": key, "nation": key, "at": "0,0"},
    ]
    hexes = {"0,0": {"terrain": key, "features": [key, "fort"]}, "1,0": {"features": [key]}, "0,1": {"terrain": key}}
    battle = {
        "ruleset": "custom",
        "game": game,
        "title": "Battle",
        "targets": ["0,0"],
        "units": units,
        "map": {"hexes": hexes, "sides": {"0,0:W": [key]}},
        "conditions": {key: 3, "supply": True},
    }
    return game, battle


@pytest.mark.parametrize("key", HARD_KEYS)
def test_names_that_mean_something_else_in_a_line_are_written_so_that_they_are_read(key: str) -> None:
    game, battle = clashing(key)
    scenario = codec.read_scenario(battle)
    for line, given in ((setup_line.write_line(scenario), None), (setup_line.write_line(scenario, ["game"]), game)):
        assert codec.read_scenario(setup_line.read_line(line, "custom", given)) == scenario, line


@pytest.mark.parametrize("nation", ["2", "12345", "4-5", "4-5-6", "Two", "Red Guard", "a|b", 'q"', "x=y", "É", "/x"])
def test_nations_that_look_like_numbers_or_signs_are_read_as_nations(nation: str) -> None:
    """A nation may have any name."""
    game, battle = clashing("lancers")
    game["nations"] = {"lancers": {}, "Red": {}, nation: {}}
    battle["units"][0]["nation"] = nation
    scenario = codec.read_scenario(battle)
    line = setup_line.write_line(scenario, ["game"])
    assert codec.read_scenario(setup_line.read_line(line, "custom", game)) == scenario, line
    bare = Words(rulesets.of("custom", game)).spelled("nation", nation, ("nation",))
    found = setup_line.read_line(f"{bare} guns | Red guns", "custom", game)
    assert found["units"][0]["nation"] == nation


def test_a_condition_that_is_called_title_is_a_yes_alone_and_the_title_of_the_battle_behind_a_sign() -> None:
    game, _ = clashing("lancers")
    game["conditions"] = {"title": {"title": "Title fight"}}
    said = setup_line.read_line("Red guns | Red guns | title=yes; title", "custom", game)
    assert (said["title"], said["conditions"]) == ("yes", {"title": True})


@pytest.mark.parametrize("key", HARD_KEYS)
def test_a_completion_means_what_it_stands_for(key: str) -> None:
    """Beside a terrain of the same name a feature says that it is one."""
    game, _ = clashing(key)
    words = Words(rulesets.of("custom", game))
    kinds = ("terrain", "feature")
    line = f"{words.spelled('nation', key, ('nation',))} guns | Red guns @ "
    line += f"{words.spelled('feature', key, kinds)} {words.spelled('terrain', key, kinds)}; "
    line += f"/W {words.spelled('hexside', key, ('hexside',))}"
    found = setup_line.read_line(line, "custom", game)
    assert found["map"] == {"hexes": {"0,0": {"terrain": key, "features": [key]}}, "sides": {"-1,0:E": [key]}}
    assert [unit["nation"] for unit in found["units"]] == [key, "Red"]


def test_a_yes_of_a_counter_that_is_called_as_a_type_is_offered_with_its_yes() -> None:
    game, _ = clashing("guard")
    words = Words(rulesets.of("custom", game))
    kinds = ("nation", "type", "field")
    assert [words.spelled(kind, "guard", kinds) for kind in kinds] == ["guard", "type=guard", "guard=yes"]


def test_a_line_may_come_with_the_game_that_it_is_of() -> None:
    game, _ = clashing("lancers")
    request = {"op": "line", "text": "lancers type=lancers | Red guns", "ruleset": "custom", "game": game}
    found = json.loads(api.handle(json.dumps(request)))["result"]["scenario"]
    assert found["game"] == game
    assert [unit["type"] for unit in found["units"]] == ["lancers", "guns"]


BAD_JSON = (
    "[" * 15_000,
    '{"a":' * 3000,
    "NaN",
    "1e999",
    "9" * 5000,
    "5",
    "null",
    "[5]",
    "[[]]",
    "[{}]",
    "{}",
    '[{"side": []}]',
    '[{"nation": []}]',
    '{"hexes": 5}',
    '{"hexes": {"0,0": 5}}',
    '{"sides": {"-1,0:E": 5}}',
    '{"sides": []}',
)


@pytest.mark.parametrize("part", ["game", "map", "units", "targets", "attacks", "path", "pack", "conditions"])
def test_whatever_a_part_in_json_says_is_taken_or_refused(part: str) -> None:
    """Words before it and behind it add to it, also while it is typed."""
    for said in BAD_JSON:
        for text in (f"Red tank @ hill; /W river | tank | {part}={said}", f"{part}={said} | Red inf; @ hill; /W river"):
            for more in ({}, {"at": 0}, {"at": len(text)}):
                request = {"op": "line", "text": text, "ruleset": "custom", **more}
                assert "defect" not in api.handle(json.dumps(request)), (part, said[:20], more)


def test_a_part_in_json_of_another_form_is_told() -> None:
    for said in ("map=5", 'map={"hexes":[]}', "units={}", "units=[5]", "conditions=[]", "readings=5"):
        [(message, fix)] = wrong(f"custom: {said}")
        assert (message, fix) == (
            f"'{said}': it has not the form of that part of a document",
            "write what hexumpire --json prints",
        )
    assert setup_line.read_line('custom: map={"hexes":{}}; @ hill; /W river')["map"]["sides"] == {"-1,0:E": ["river"]}


@pytest.mark.slow
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


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("aworldatwar: 2 Ge It inf 2-3 NE | Br inf", "'It': the nation is given already: German"),
        ("aworldatwar: 2 German Germ inf 2-3 NE | Br inf", "'Germ': the nation is given already: German"),
        ("aworldatwar: 2 Ge inf arm NE | Br inf", "'arm': the type is given already: infantry"),
        ("aworldatwar: Ge inf NE | Br inf @Suez desert mou", "'mou': the terrain is given already: desert"),
    ],
)
def test_what_a_counter_or_hex_has_already_is_taken_for_nothing_else(line: str, said: str) -> None:
    """A second nation would else be the beginning of some field that nobody meant."""
    with pytest.raises(InputError) as caught:
        setup_line.read_line(line)
    (found,) = caught.value.problems
    assert found.message == said
    assert found.fix.startswith("leave one out")


def test_a_word_that_nobody_knows_after_nation_and_type_is_told_the_fields() -> None:
    with pytest.raises(InputError) as caught:
        setup_line.read_line("aworldatwar: 2 Ge inf grumpf NE | Br inf")
    (found,) = caught.value.problems
    assert found.fix.startswith("allowed: ")
    assert "German" not in found.fix
    assert "infantry" not in found.fix
    assert "base_in_monsoon" in found.fix


def test_what_is_allowed_is_said_in_the_language_to_its_end() -> None:
    """Of many words the first are named, and how many more there are."""
    request = {"op": "line", "text": "aworldatwar: grumpf | Br inf", "lang": "de"}
    (found,) = json.loads(api.handle(json.dumps(request)))["problems"]
    assert re.search(r": erlaubt: German, .* und \d+ weitere$", found["text"])


# --- while it is typed ---------------------------------------------------------------------------------------


def typed(text: str, ruleset: str = "aworldatwar", at: int | None = None, **more: Any) -> dict[str, Any]:
    request = {"op": "line", "text": text, "at": len(text) if at is None else at, "ruleset": ruleset, **more}
    return dict(json.loads(api.handle(json.dumps(request)))["result"])


def offered(text: str, ruleset: str = "aworldatwar", at: int | None = None) -> list[str]:
    return [one["word"] for one in typed(text, ruleset, at)["words"]]


def test_a_line_is_offered_the_words_that_may_come_next() -> None:
    assert offered("2 ")[:2] == ["German", "Italian"]
    assert offered("2 Ge ")[0] == "infantry"
    assert offered("2 Ge arm ")[0] == "4-6", "as the palette has it"
    assert "W" in offered("2 Ge arm 4-6 ")
    assert offered("2 It inf; ")[0] == "Italian", "again"
    assert offered("2 Ge arm 4-6 W | 1 Br inf @ des") == ["desert"]
    assert offered("Ge arm; /") == ["/E", "/NE", "/NW", "/W", "/SW", "/SE"]
    assert offered("Ge inf supply=p") == ["supply=partial"]
    assert "winter_effect=" in offered("Ge inf | Br inf | win")


def test_the_word_at_the_cursor_is_completed_not_the_last_one() -> None:
    text = "2 Ge ar 4-6 W | 2 Br inf"
    found = typed(text, at=7)
    assert found["words"][0]["word"] == "armor"
    assert text[: found["start"]] + "armor" + text[found["end"] :] == "2 Ge armor 4-6 W | 2 Br inf"


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("2 Ge amor 4-6 | Br inf", "2 Ge armor 4-6 | Br inf"),
        ("aworldatwar: Ge arm | Br inf @ dezert", "aworldatwar: Ge arm | Br inf @ desert"),
        ("Ge arm | Br inf @ desert frot", "Ge arm | Br inf @ desert fortress"),
        ("Ge arm 4-6-8 | Br inf", "Ge arm 4-6 | Br inf"),
        ("G inf | Br inf", "German inf | Br inf"),
        ("2 Ge 4-6 | Br inf", "2 Ge 4-6 infantry | Br inf"),
        ("Ge inf | Br inf | winter_efect=0", "Ge inf | Br inf | winter_effect=0"),
        ("Ge inf; /Q river | Br inf", "Ge inf; /E river | Br inf"),
    ],
)
def test_a_correction_put_in_makes_the_line_readable(text: str, mended: str) -> None:
    found = typed(text)
    assert found["scenario"] is None
    [fault] = found["faults"]
    assert text[: fault["start"]] + fault["ways"][0] + text[fault["end"] :] == mended
    assert typed(mended)["faults"] == []


def test_what_the_rules_of_the_form_refuse_names_its_counter() -> None:
    text = "2 Ge inf 3-3; Ge arm 44-6 | Br inf"
    [fault] = typed(text)["faults"]
    assert text[fault["start"] : fault["end"]] == "Ge arm 44-6"
    assert "from 1 to 30, found 44" in fault["message"]


def test_a_line_may_be_spoken_and_pasted_in_rows() -> None:
    plain = read("aworldatwar: 2 Ge arm 4-6 W; 3 It inf 2-3 NE | 2 Br inf 3-4 @Suez desert")
    spoken = (
        "two Germans armor 4-6 west, 3 Italians infantry 2-3 north-east against 2 British infantry 3-4 @Suez, desert"
    )
    assert typed(spoken)["scenario"] == plain
    assert read("aworldatwar: 2 Ge arm 4-6 W\n3 It inf 2-3 NE\n| 2 Br inf 3-4\n@Suez desert\n") == plain
    german = "2 Deutschland Panzer 4-6 W und 3 Italien Infanterie 2-3 NO gegen 2 Großbritannien Inf 3-4 @Suez Wüste"
    assert typed(german, lang="de")["scenario"] == plain


@pytest.mark.parametrize("words", ["mech", "mechanized infantry", "Mech inf"])
def test_a_name_of_several_words_may_be_written_whole(words: str) -> None:
    """The palette has mechanized infantry of the Western Allies (A World at War 10.12)."""
    found = read(f"aworldatwar: 2 Ge arm 4-6 W | 2 Br {words} 3-4")
    assert [one.type for one in codec.read_scenario(found).units] == ["armor", "mechanized"]


def test_a_typed_in_game_is_read_by_its_own_words() -> None:
    game = json.loads(json.dumps(rulesets.get("custom").templates()[1]["game"]))
    kind = next(iter(game["types"]))
    nation = rulesets.of("custom", game).vocabulary.nations[0].key
    found = typed(f"2 {nation} {kind} | {nation} {kind}", "custom", game=game)
    assert found["faults"] == []
    assert found["scenario"]["units"][0]["type"] == kind


@pytest.mark.parametrize("key", rulesets.KEYS)
def test_bare_totals_are_one_plain_counter_a_side_whose_strength_the_engine_finds(key: str) -> None:
    found = typed("22 v 12", key)
    assert found["totals"]
    view = json.loads(api.handle(json.dumps({"op": "view", "scenario": found["scenario"]})))["result"]
    assert view["problems"] == []
    assert view["assessment"]["attack"] == 22
    double = 2 if key == "aworldatwar" else 1  # which doubles what defends
    assert view["assessment"]["defense"] == 12 * double
    assert typed("22:12", key)["scenario"] == found["scenario"]


def test_the_ground_of_bare_totals_is_ticked() -> None:
    ticks = {one["title"]: one for one in typed("22 v 12 forest fort")["ticks"]}
    assert [title for title in ticks if ticks[title]["on"]] == ["Forest", "Fortress"]
    assert ticks["Fortress"]["line"] == "22 v 12 @ forest"
    assert ticks["Mountain"]["line"] == "22 v 12 @ mountain fortress"
    assert ticks["Clear"]["line"] == "22 v 12 @ fortress"
    excluded = {one["title"]: one for one in typed("22 v 12 fortification")["ticks"]}["Fortress"]
    assert typed(excluded["line"])["faults"] == []
    assert typed("2 Ge arm | Br inf")["ticks"] == []


def test_a_total_no_counter_can_have_says_which_numbers_would_do() -> None:
    [fault] = typed("22 v 40")["faults"]
    assert (fault["start"], fault["end"]) == (5, 7)
    assert "from 1 to 30" in fault["message"]


def test_a_line_leaves_out_what_it_is_asked_to() -> None:
    document = next(one["scenario"] for one in rulesets.get("custom").examples() if "game" in one["scenario"])
    request = {"op": "line", "scenario": document, "without": ["game"]}
    assert "game=" not in json.loads(api.handle(json.dumps(request)))["result"]["line"]


@pytest.mark.slow
def test_nothing_typed_anywhere_is_a_fault_of_the_engine() -> None:
    rng = random.Random(41)
    lines = [
        setup_line.write_line(codec.read_scenario(rulesets.get(key).examples()[0]["scenario"]))[:400]
        for key in rulesets.KEYS
    ]
    marks = '|;@/"=:{}[]\\,+- \n\t½0e'
    for _ in range(600):
        line = list(rng.choice([*lines, "22 v 12 @ x"]))
        for _ in range(rng.randint(0, 4)):
            at = rng.randrange(len(line))
            line[at : at + rng.choice((0, 1, 5))] = rng.choice(marks)
        text = "".join(line)
        request = {"op": "line", "text": text, "at": rng.randint(0, len(text)), "ruleset": "aworldatwar"}
        answer = json.loads(api.handle(json.dumps(request)))
        assert "defect" not in json.dumps(answer), text
        if answer["ok"]:
            for fault in answer["result"]["faults"]:
                assert 0 <= fault["start"] <= fault["end"] <= len(text)


@pytest.mark.parametrize("at", [-1, 3, "2", None, True])
def test_the_cursor_must_be_in_the_text(at: object) -> None:
    answer = json.loads(api.handle(json.dumps({"op": "line", "text": "2 ", "at": at, "ruleset": "custom"})))
    assert answer["problems"][0]["path"] == "$.at"
