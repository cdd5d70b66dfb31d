"""What the command ``changes`` tells is true: each battle differs as printed, and the smallest ones are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis.variants import Bench
from hexumpire.cli import changes as command
from hexumpire.cli.changes import kept
from hexumpire.cli.choices import EDITION, Pair, choices, cited, pair
from hexumpire.cli.parting import parted, told
from hexumpire.files import codec, record, setup_line
from hexumpire.model.ruleset import Ruleset
from hexumpire.views.number_format import percent

from tests.amount import many
from tests.changing import search
from tests.changing.__main__ import DOCUMENT, document
from tests.changing.search import Sought, parts, shows
from tests.changing.shrinking import holds, with_fewer_counters
from tests.figures_once import figures_once

pytestmark = [pytest.mark.host, pytest.mark.xdist_group("changes")]
"""What a battle comes to is worked out once, by one process."""

BATTLES = [
    (key, number) for key in rulesets.KEYS for number in range(0, len(kept(rulesets.get(key)) or ()), many(2, 1))
]


@pytest.fixture(scope="module", autouse=True)
def _worked_out_once() -> Iterator[None]:
    """A battle that several tests and documents tell of is worked out once, and so are the rules that part it."""
    known: dict[Any, set[str]] = {}

    def cited_once(ruleset: Ruleset, found: Pair) -> set[str]:
        told = [json.dumps(codec.write_scenario(scenario), sort_keys=True) for scenario in found.scenarios]
        key = (ruleset, *told, found.answers)
        if key not in known:
            known[key] = cited(ruleset, found)
        return set(known[key])

    with figures_once(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "cited", cited_once)
        patch.setattr(search, "cited", cited_once)
        yield


def sought(key: str, one: Any) -> Sought:
    """What a kept battle is to show."""
    found = [
        choice for choice in choices(rulesets.get(key)) if (choice.key, choice.second) == (one["choice"], one["option"])
    ]
    return Sought(found[0], one["rule"])


@pytest.mark.slow
@pytest.mark.parametrize(("key", "number"), BATTLES)
def test_each_battle_kept_differs_and_no_counter_of_the_smallest_can_be_spared(key: str, number: int) -> None:
    ruleset = rulesets.get(key)
    battles = kept(ruleset) or ()
    one = battles[number]
    aim = sought(key, one)
    if one["show"] == "step":
        parts_after_its_line(ruleset, aim, one)
        return
    test = shows(ruleset, aim)
    assert test(one["scenario"])
    found = pair(ruleset, one["scenario"], aim.choice)
    assert found is not None
    if one["show"] == "smallest":
        swinging = [other for other in battles if sought(key, other) == aim and other["show"] == "swing"]
        assert swinging or found.swing == 0
        assert not [fewer for fewer in with_fewer_counters(one["scenario"]) if holds(test, fewer)]
    else:
        first = next(other for other in battles if sought(key, other) == aim and other["show"] == "smallest")
        smallest = pair(ruleset, first["scenario"], aim.choice)
        assert smallest is not None
        assert found.swing >= smallest.swing
        assert found.swing > 0


def parts_after_its_line(ruleset: Ruleset, aim: Sought, one: Any) -> None:
    """The same may be done in both ways up to the end of the line and no longer, and less than that shows nothing."""
    found = parted(ruleset, one["scenario"], aim.choice, one["actions"])
    assert found is not None
    assert list(told(ruleset, found, 0)) != list(told(ruleset, found, 1))
    whole = pair(ruleset, one["scenario"], aim.choice)
    assert whole is None or not whole.differs, "it is told by what it comes to"
    test = parts(ruleset, aim, [one["actions"]])
    assert not [fewer for fewer in with_fewer_counters(one["scenario"]) if holds(test, fewer)]


@pytest.mark.parametrize("key", rulesets.KEYS)
def test_each_battle_is_kept_once_for_what_it_shows(key: str) -> None:
    found = [(one["choice"], one["option"], one["rule"], one["show"]) for one in kept(rulesets.get(key)) or ()]
    assert len(found) == len(set(found))
    assert {one[3] for one in found} <= {"smallest", "swing", "step"}
    for choice, option, rule, show in found:
        assert ((choice, option, rule, "smallest") in found) == (show != "step")
        assert bool(rule) == (choice == EDITION)


@pytest.mark.slow
def test_the_document_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(), "python3 build.py changes, or the command it names"


def test_a_rule_is_named_for_what_differs_first_and_not_for_what_follows() -> None:
    ruleset = rulesets.get("aworldatwar")
    edition = choices(ruleset)[0]
    partisan = {"side": "attacker", "type": "partisan", "nation": "Russian", "factors": 3, "at": "-1,0"}
    infantry = {"side": "defender", "type": "infantry", "nation": "German", "factors": 3, "at": "0,0"}
    given = {"format": 1, "ruleset": "aworldatwar", "edition": "new", "targets": ["0,0"], "units": [partisan, infantry]}
    found = pair(ruleset, given, edition)
    assert found is not None
    assert found.answers[0].refused
    assert not found.answers[1].refused
    assert cited(ruleset, found) == {"11.44"}
    assert pair(ruleset, given | {"edition": "old"}, edition) == found


def test_what_an_edition_does_not_know_is_left_out_of_its_battle() -> None:
    ruleset = rulesets.get("aworldatwar")
    given = next(one for one in ruleset.examples() if "winter_level" in one["scenario"].get("conditions", {}))[
        "scenario"
    ]
    found = pair(ruleset, given, choices(ruleset)[0])
    assert found is not None
    new, old = found.scenarios
    assert new.conditions["winter_level"] == given["conditions"]["winter_level"]
    assert old.edition == "old"


def test_a_battle_that_neither_way_allows_shows_nothing() -> None:
    ruleset = rulesets.get("d8chart")
    choice = next(one for one in choices(ruleset) if one.key == "worse_odds")
    alone = {"format": 1, "ruleset": "d8chart", "targets": ["0,0"],
             "units": [{"side": "defender", "type": "infantry", "nation": "British", "at": "0,0"}]}  # fmt: skip
    found = pair(ruleset, alone, choice)
    assert found is not None
    assert found.answers[0].refused
    assert not found.differs


# --- the command ---------------------------------------------------------------------------------------------


def test_links_and_lines_open_the_battle_that_is_told(run: Any) -> None:
    (game,) = json.loads(run("changes", "d8chart", "--json"))
    rows = [(row, battle) for row in game["readings"] for battle in (row["smallest"], row["swing"]) if battle]
    assert len(rows) > len(game["readings"])
    for row, battle in rows:
        first, second = (record.from_link(link).scenario for link in battle["links"])
        assert first.readings | {row["key"]: ""} == second.readings | {row["key"]: ""}
        assert first.readings[row["key"]] != second.readings[row["key"]]
        assert codec.read_scenario(setup_line.read_line(battle["line"])) == first
        assert battle["answers"][0] != battle["answers"][1]


def test_with_a_site_every_answer_has_the_link_of_its_battle(run: Any) -> None:
    (game,) = json.loads(run("changes", "d8chart", "--json"))
    links = [
        link
        for row in game["readings"]
        for one in (row["smallest"], row["swing"], row["step"])
        if one
        for link in one["links"]
    ]
    for form in ("markdown", "html", "text"):
        found = re.findall(r"https://example\.org/umpire/#(1\.[\w-]+)", run(
            "changes", "d8chart", "--format", form, "--site", "https://example.org/umpire/"))  # fmt: skip
        assert found
        assert set(found) <= set(links)
        assert "https:" not in run("changes", "d8chart", "--format", form)


def test_a_reading_without_a_battle_is_said(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    some = [one for one in kept(rulesets.get("d8chart")) or () if one["choice"] not in ("unstarred", "generals")]
    monkeypatch.setattr(command, "kept", lambda ruleset: some)
    (game,) = json.loads(run("changes", "d8chart", "--json"))
    none = [row["key"] for row in game["readings"] if row["smallest"] is None and row["step"] is None]
    assert {"unstarred", "generals"} <= set(none)
    said = run("changes", "d8chart").count("The search found no battle in which")
    assert said == len(none)


def test_a_step_is_told_with_links_that_open_it_there(run: Any) -> None:
    """Where two readings come to the same as the sides decide: a line of play, and what is answered after it."""
    for key in ("d8chart", "daisenso"):
        battles = {
            (one["choice"], one["option"]): one for one in kept(rulesets.get(key)) or () if one["show"] == "step"
        }
        assert battles
        (game,) = json.loads(run("changes", key, "--json"))
        steps = [(row, row["step"]) for row in game["readings"] if row["step"]]
        assert len(steps) == len(battles)
        text = run("changes", key)
        for row, step in steps:
            opened = [record.from_link(link) for link in step["links"]]
            options = [one.scenario.readings[row["key"]] for one in opened]
            assert all(list(one.actions) == battles[(row["key"], options[1])]["actions"] for one in opened)
            assert step["steps"] == len(opened[0].actions)
            assert step["answers"][0] != step["answers"][1]
            assert f"actions before that: {step['steps']}. {step['line']}" in text


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in rulesets.KEYS if kept(rulesets.get(key))])
def test_the_swing_that_is_told_is_that_of_the_battles_behind_the_links(run: Any, key: str) -> None:
    """What the links hold is worked out, for each largest swing of a reading."""
    ruleset = rulesets.get(key)
    (game,) = json.loads(run("changes", key, "--json"))
    for row in game["readings"]:
        if row["swing"] is None:
            continue
        one, other = (record.from_link(link).scenario for link in row["swing"]["links"])
        taken = [Bench(ruleset, {}, "", None, 3_000).work_out(scenario).taken for scenario in (one, other)]
        assert None not in taken
        assert percent(abs(taken[0] - taken[1])) == row["swing"]["swing"] != ""


def test_most_readings_have_a_battle() -> None:
    for key in rulesets.KEYS:
        ruleset = rulesets.get(key)
        wanted = {(one.key, one.second) for one in choices(ruleset) if one.key != EDITION}
        shown = {(one["choice"], one["option"]) for one in kept(ruleset) or ()}
        assert 4 * len(wanted & shown) >= 3 * len(wanted), key


def test_a_game_with_nothing_to_choose_says_so(run: Any) -> None:
    assert "It has one edition, and no readings to choose between." in run("changes", "custom")


@pytest.mark.slow
def test_in_german_nothing_is_left_in_english(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    own = command._words
    monkeypatch.setattr(command, "_words", lambda lang: made.append(own(lang)) or made[-1])
    text = run("changes", "--lang", "de", "--format", "html")
    assert '<html lang="de">' in text
    assert "Das kleinste Gefecht:" in text
    assert not made[0].unsaid


def test_what_is_asked_wrongly_is_refused(run: Any, refused: Any) -> None:
    assert "unknown ruleset" in refused("changes", "d8")[0]
    assert "--site" in refused("changes", "d8chart", "--site", "example")[0]
