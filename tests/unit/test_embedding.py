"""What an embed link carries: the summary says what the engine says, and the picture loses nothing on its way."""

from __future__ import annotations

import base64
import json
import random
import re
import zlib
from html import escape
from pathlib import Path
from typing import Any

import pytest
from hexumpire import api, cli, example, rulesets
from hexumpire.analysis import lesson
from hexumpire.api.desks import DESKS
from hexumpire.board import svg
from hexumpire.files import embedding, record
from hexumpire.model.errors import RecordError

from tests.toybox import EXAMPLE, TOY

pytestmark = pytest.mark.slow

LEFT_OUT = {"class", "role", "xmlns", "font-family", "aria-labelledby", "aria-describedby", "pointer-events"}
WEB = Path(__file__).parents[2] / "web"
EMBED = WEB / "embed" / "embed.js"
FROZEN = (Path(__file__).parents[1] / "golden" / "embed-link-1.txt").read_text().strip()


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulesets._registered, "toy", TOY)
    DESKS.clear()


def ask(op: str, **request: Any) -> Any:
    answer = json.loads(api.handle(json.dumps({"op": op, **request})))
    assert answer["ok"], answer
    return answer["result"]


def unpacked(fragment: str) -> Any:
    """The summary of a fragment, as embed.js reads it."""
    _, _, format, word = fragment.split(".")
    assert format == "1"
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))))


def embed(**request: Any) -> Any:
    return unpacked(ask("embed", **request)["fragment"])


def examples() -> list[Any]:
    found = [(key, one) for key in rulesets.KEYS for one in rulesets.get(key).examples()]
    return [pytest.param({"ruleset": key} | dict(one["scenario"]), id=f"{key}-{one['key']}") for key, one in found]


def written(element: list[Any]) -> str:
    tag, attributes, *children = element
    given = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    inner = "".join(escape(child) if isinstance(child, str) else written(child) for child in children)
    return f"<{tag}{given}>{inner}</{tag}>" if inner else f"<{tag}{given}/>"


@pytest.mark.parametrize("scenario", examples())
def test_the_picture_keeps_all_that_is_seen(scenario: dict[str, Any]) -> None:
    picture = ask("draw", scenario=scenario, theme="light")["svg"]
    picture = re.sub(r"<title id=.*?</title>", "", picture)
    tree = embedding.tree(picture)
    waiting = [tree]
    while waiting:
        tag, attributes, *children = waiting.pop()
        assert tag in embedding.TAGS
        assert set(attributes) <= embedding.ATTRIBUTES
        waiting += [child for child in children if not isinstance(child, str)]
    bare = re.sub(rf' ({"|".join(sorted(LEFT_OUT))})="[^"]*"', "", picture)
    bare = re.sub(r'^<svg( viewBox="[^"]*") width="[^"]*" height="[^"]*"', r"<svg\1", bare)
    bare = re.sub(r"<(\w+)([^>]*)></\1>", r"<\1\2/>", bare)
    assert written(tree).replace("&#x27;", "&#39;") == bare


@pytest.mark.parametrize("scenario", examples()[::3])
def test_the_summary_is_what_the_engine_says(scenario: dict[str, Any]) -> None:
    told = embed(scenario=scenario)
    view = ask("view", scenario=scenario)
    pack = (scenario.get("pack") or {}).get("title")
    by = f" · by the players' own chart: {pack}" if pack and told["odds"] else ""
    assert told["bar"] == view["bar"] + by, "whose chart it is stands beside the figures"
    assert told["engine"] == ask("rulesets")["version"]
    assert told["prompt"] == ""
    shown: list[str] = []

    def walk(line: Any) -> None:
        if not line["skipped"]:
            shown.append(line["label"])
            for child in line["children"]:
                walk(child)

    if view["assessment"]:
        walk(view["assessment"]["trace"])
    assert [line["label"] for line in told["why"]] == shown
    answer = json.loads(api.handle(json.dumps({"op": "outcomes", "scenario": scenario})))
    if answer["ok"]:
        found = answer["result"]
        assert [(one["title"], one["percent"]) for one in told["odds"]] == [
            (one["title"], one["percent"]) for one in found["summary"]
        ]
        assert told["policies"] == found["policies"]
        assert abs(sum(one["thousandths"] for one in told["odds"]) - 1000) < len(told["odds"]) + 1
        held = [one for one in found["measures"] if one["key"] == "hex"]
        if held:
            values = {one["value"]: one["percent"] for one in held[0]["values"]}
            assert told["hex"] == {"percent": values.get(1, "0 %")}
    else:
        assert told["odds"] == []
        assert told["note"] in answer["problems"][0]["message"]
    assert any("Target" in line or "Defender" in line or "On the way" in line for line in told["words"])


def test_a_fight_that_has_begun_and_one_that_is_over() -> None:
    assert embed(scenario=EXAMPLE)["prompt"] == ""
    view = ask("view", scenario=EXAMPLE, actions=["d6=3"])
    told = embed(scenario=EXAMPLE, actions=["d6=3"])
    assert told["prompt"] == view["node"]["prompt"] != ""
    assert told["odds"]
    actions = ["d6=3", "d6=6", "lose:b1", "on", "!result=D # as agreed", "lose:b1"]
    while (view := ask("view", scenario=EXAMPLE, actions=actions))["node"]["kind"] != "end":
        actions.append(view["node"]["options" if view["node"]["kind"] == "decision" else "faces"][0]["id"])
    told = embed(scenario=EXAMPLE, actions=actions)
    assert told["prompt"] == view["node"]["title"]
    assert told["odds"] == []
    assert told["note"] == ""


def test_a_forbidden_fight_says_why() -> None:
    scenario = {**EXAMPLE, "units": [one for one in EXAMPLE["units"] if one["side"] != "attacker"]}
    problems = ask("view", scenario=scenario)["problems"]
    told = embed(scenario=scenario)
    assert problems
    assert [one["text"] for one in told["problems"]] == [one["message"] for one in problems]
    assert told["odds"] == []


def test_how_the_sides_decide_goes_along() -> None:
    told = embed(scenario=EXAMPLE, policies={"attacker": "best"})
    assert told["policies"]["attacker"] == "best"
    assert embed(scenario=EXAMPLE, policies=told["policies"], objective=told["objective"]) == told
    answer = json.loads(api.handle(json.dumps({"op": "embed", "scenario": EXAMPLE, "policies": {"attacker": "x"}})))
    assert not answer["ok"]
    assert answer["problems"][0]["path"] == "$.policies.attacker"


def test_another_language_is_in_the_link() -> None:
    scenario = example(rulesets.KEYS[0], rulesets.get(rulesets.KEYS[0]).examples()[0]["key"])
    english, german = embed(scenario=scenario), embed(scenario=scenario, lang="de")
    assert (english["lang"], german["lang"]) == ("en", "de")
    view = ask("view", scenario=scenario, lang="de")
    assert german["bar"] == view["bar"]
    form = ask("schema", ruleset=rulesets.KEYS[0], lang="de")
    titles = [one["title"] for one in form["editions"] if one["key"] == scenario["edition"]]
    assert german["game"] == f"{form['ruleset']['title']}, {titles[0]}" != english["game"]
    assert german["why"][0]["label"] == view["assessment"]["trace"]["label"]
    assert [one["percent"] for one in german["odds"]] == [
        one["percent"] for one in ask("outcomes", scenario=scenario, lang="de")["summary"]
    ]
    assert german["policies"] == english["policies"]
    assert "Angreifer: " in " ".join(german["words"])
    assert "Attacker" not in json.dumps(german["board"])


def test_an_embed_link_is_a_link(capsys: pytest.CaptureFixture[str]) -> None:
    scenario, actions = ask("normal", scenario=EXAMPLE)["scenario"], ["d6=3"]
    fragment = ask("embed", scenario=scenario, actions=actions)["fragment"]
    link = ask("link", scenario=scenario, actions=actions)["fragment"]
    assert fragment.startswith(link + ".1.")
    battle = {"scenario": scenario, "actions": actions, "view": ask("view", scenario=scenario, actions=actions)}
    for text in (fragment, "#" + fragment, "https://x.example/u/embed.html?theme=dark#" + fragment, fragment + "."):
        assert ask("open", fragment=text) == battle
    assert ask("open", fragment=fragment[: len(link) + 9]) == battle
    assert cli.main(["link", "https://x.example/embed.html#" + fragment]) == 0
    assert capsys.readouterr().out.strip() == link
    assert cli.main(["embed", fragment]) == 0
    assert capsys.readouterr().out.strip() == fragment
    with pytest.raises(RecordError, match="too long"):
        record.from_link(fragment + "A" * (record.MAX_LINK + record.MAX_REST))
    with pytest.raises(RecordError, match="cut short or altered"):
        record.from_link(fragment.replace(".1.", "A.1.", 1))


def test_the_command_line_draws_the_same_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fragment = ask("embed", scenario=EXAMPLE, actions=["d6=3"])["fragment"]
    assert cli.main(["draw", "https://x.example/embed.html#" + fragment, "-o", str(tmp_path / "battle.svg")]) == 0
    drawn = embedding.tree(re.sub(r"<style>.*?</style>", "", (tmp_path / "battle.svg").read_text(encoding="utf-8")))
    board = unpacked(fragment)["board"]
    paper = drawn.pop(3)
    assert paper[1]["fill"].startswith("var(--hu-paper,")
    assert drawn == board


def ended(scenario: dict[str, Any]) -> list[str]:
    """Actions to the end of a fight, each at random: always the same one may be taken back for ever."""
    actions: list[str] = []
    rng = random.Random(1)
    while (node := ask("view", scenario=scenario, actions=actions)["node"])["kind"] != "end":
        actions.append(rng.choice(node.get("faces") or node["options"])["id"])
    return actions


@pytest.mark.parametrize("scenario", examples())
def test_after_the_end_a_link_carries_title_odds_why_log_and_end_each_once(scenario: dict[str, Any]) -> None:
    if ask("view", scenario=scenario)["problems"] or not (actions := ended(scenario)):
        return
    opening, end = ask("view", scenario=scenario), ask("view", scenario=scenario, actions=actions)
    answer = ask("embed", scenario=scenario, actions=actions)
    told = unpacked(answer["fragment"])
    assert told["title"] == scenario.get("title", "")
    assert told["prompt"] == answer["end"] == end["node"]["title"]
    assert told["bar"] == answer["bar"] != told["prompt"]
    assert told["bar"] in (opening["bar"], "")
    assert bool(told["why"]) == bool(opening["assessment"])
    assert [one["text"] for one in told["log"]] == [one["text"] for one in end["log"]]
    assert (told["odds"], told["hex"], answer["percent"]) == ([], {}, "")  # it is over: nothing will come of it


@pytest.mark.host
def test_the_longest_summary_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A link with as much behind the record as may be there still opens."""
    assert record.MAX_REST >= embedding.MAX_WORD + 4096
    browser = 1024 * int(re.findall(r"MAX_LINK = (\d+) \* 1024", EMBED.read_text(encoding="utf-8"))[0])
    assert browser >= record.MAX_LINK + embedding.MAX_WORD + 8
    told = embed(scenario=EXAMPLE)
    with pytest.raises(RecordError, match="too large to be embedded"):
        embedding.fragment("1.x", told | {"words": ["x" * embedding.MAX_UNPACKED]})
    monkeypatch.setattr(embedding, "MAX_WORD", 200)
    with pytest.raises(RecordError, match="too large to be embedded"):
        embedding.fragment("1.x", told)


def test_text_is_as_it_was() -> None:
    odd = "<b>&amp; \"quoted\" 'too' ‹›"
    scenario = {**EXAMPLE, "title": odd, "map": {"hexes": {"0,0": {"name": odd}}}}
    told = embed(scenario=scenario)
    assert told["title"] == odd
    assert odd in json.dumps(told["board"], ensure_ascii=False).replace('\\"', '"')
    assert svg.esc(odd) not in json.dumps(told["board"])


def test_a_link_of_format_1_made_before_still_opens() -> None:
    """Embed links stand on other people's pages for years: this one was made by the first version."""
    found = ask("open", fragment=FROZEN)
    assert found["scenario"]["title"] == "Suez, 12 Italian factors"
    told = unpacked(FROZEN)
    assert (told["engine"], told["bar"]) == ("0.1.0", "24 : 18 → 1:1")
    assert set(told) == {
        *("engine", "lang", "game", "title", "bar", "prompt", "odds", "hex", "note", "policies", "objective", "why"),
        *("problems", "board", "words"),
    }
    assert set(embed(scenario=EXAMPLE)) == set(told), "a new format needs a new number"


@pytest.mark.host
def test_the_embed_page_has_the_same_texts_in_every_language() -> None:
    source = EMBED.read_text(encoding="utf-8")
    words = source[source.index("const WORDS") : source.index("const FORMAT")]
    languages = {
        name: dict(re.findall(r'^ {6}(\w+): "(.*)",$', part, re.MULTILINE))
        for name, part in re.findall(r"^ {4}(\w+): {\n(.*?)^ {4}}", words, re.DOTALL | re.MULTILINE)
    }
    assert set(languages) == {"en", "de"}
    for texts in languages.values():
        assert texts.keys() == languages["en"].keys()
        for key, text in texts.items():
            assert re.findall(r"{(\w+)}", text) == re.findall(r"{(\w+)}", languages["en"][key]), key
    after = (WEB / "play" / "umpire.mjs").read_text(encoding="utf-8")
    used = set(re.findall(r'\bt\("(\w+)"', source)) | set(re.findall(r'"(still|lesson|first|unsure)"', source))
    assert used - {"unsure"} >= set(re.findall(r'\bkit\.t\("(\w+)"', after)), "texts that both files use are here"
    assert used == languages["en"].keys()
    assert f"LESSONS = {json.dumps(lesson.LESSONS)};" in source


@pytest.mark.host
def test_what_comes_after_a_tap_has_the_same_texts_in_every_language() -> None:
    source = (WEB / "play" / "umpire.mjs").read_text(encoding="utf-8")
    used = set(re.findall(r'(?<!kit\.)\bt\((?:[^()"]*\? )?"(\w+)"', source))
    used |= set(re.findall(r'"(done|agrees|wrong|other|rolls|decides|anew|unsaid|stopped|none|least|exact)"', source))
    languages = {
        file.stem: json.loads(file.read_text(encoding="utf-8")) for file in (WEB / "texts/embed").glob("*.json")
    }
    assert set(languages) == {"en", "de"}
    for texts in languages.values():
        assert texts.keys() == used
        for key, text in texts.items():
            assert sorted(re.findall(r"{(\w+)}", text)) == sorted(re.findall(r"{(\w+)}", languages["en"][key])), key


@pytest.mark.host
def test_the_embed_page_knows_the_shapes_of_the_picture() -> None:
    source = EMBED.read_text(encoding="utf-8")
    for name in embedding.TAGS | embedding.ATTRIBUTES:
        assert re.search(rf'"{name}"|\b{name}:', source), name
    assert f'FORMAT = "{embedding.FORMAT}"' in source
    assert "innerHTML" not in source and "insertAdjacentHTML" not in source and "outerHTML" not in source
