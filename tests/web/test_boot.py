"""How the engine comes to life: from the snapshot, or from its files whenever that cannot be used; alike in both."""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
from hexumpire import api, rulesets
from playwright.sync_api import Page, Request, Route, expect

import build

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>engine</title><link rel="icon" href="data:,">
<script src="engine/client.js"></script>"""
NO_UNZIPPING = "delete globalThis.DecompressionStream;"
Serve = Callable[[Route], None]


ASK = """text => Promise.race([hexEngine.call(text), new Promise((resolve, reject) => {
    setTimeout(reject, 120_000, new Error("the engine does not answer"));
})])"""


def ask(page: Page, **request: Any) -> Any:
    return json.loads(page.evaluate(ASK, json.dumps(request)))


def started(page: Page, site: Any) -> dict[str, str]:
    """Open a page with just the engine in it, and tell how that started."""
    page.goto(site.add("engine-boot.html", PAGE))
    assert page.evaluate("hexEngine.ready") == build.version()
    return page.evaluate("hexEngine.started")


def instead(body: Callable[[bytes], bytes], site: Any, path: str) -> Serve:
    good = (site.root / path).read_bytes()
    return lambda route: route.fulfill(body=body(good), content_type="application/octet-stream")


def of_another_version(packed: bytes) -> bytes:
    raw = bytearray(gzip.decompress(packed))
    at = raw.index(b'"stamp":"') + 9
    raw[at : at + 4] = b"ffff" if raw[at : at + 4] != b"ffff" else b"0000"
    return gzip.compress(bytes(raw), 1)


def of_another_memory(packed: bytes) -> bytes:
    raw = gzip.decompress(packed)
    at = raw.index(b'"sum":') + 6
    end = raw.index(b"}", at)
    return gzip.compress(raw[:at] + b"7".rjust(end - at) + raw[end:], 1)


def test_it_starts_from_the_snapshot(desktop: Page, site: Any) -> None:
    asked: list[str] = []
    desktop.context.on("request", lambda request: asked.append(request.url.removeprefix(site.url)))
    assert started(desktop, site) == {"how": "snapshot", "why": ""}
    assert "engine/library.zip" not in asked
    assert not [path for path in asked if "stdlib" in path or "lock" in path]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (lambda packed: packed[: len(packed) // 2], ""),  # a download that broke off
        (lambda packed: b"<!doctype html>a host's idea of an answer", ""),
        (lambda packed: gzip.compress(b""), ""),
        (lambda packed: packed[:100_000] + bytes(64) + packed[100_064:], ""),
        (of_another_version, "another version"),
        (of_another_memory, "does not fit"),
    ],
    ids=["half", "html", "empty", "damaged", "version", "memory"],
)
def test_a_snapshot_that_cannot_be_used(desktop: Page, site: Any, body: Callable[[bytes], bytes], why: str) -> None:
    desktop.route("**/engine/snapshot.bin.gz", instead(body, site, "engine/snapshot.bin.gz"))
    found = started(desktop, site)
    assert found["how"] == "files"
    assert why in found["why"]
    assert found["why"]
    assert ask(desktop, op="rulesets")["ok"]


def test_a_snapshot_that_is_not_there(desktop: Page, site: Any, faults: list[str]) -> None:
    desktop.route("**/engine/snapshot.bin.gz", lambda route: route.fulfill(status=404))
    found = started(desktop, site)
    assert found["how"] == "files"
    assert "404" in found["why"]
    assert ask(desktop, op="rulesets")["ok"]
    faults.clear()


def test_a_snapshot_of_another_build_of_pyodide(desktop: Page, site: Any) -> None:
    config = json.loads((site.root / "engine" / "config.json").read_text())
    config["head"] = config["head"][:24] + "AAAAAAAA" + config["head"][32:]
    desktop.route("**/engine/config.json", lambda route: route.fulfill(json=config))
    found = started(desktop, site)
    assert found["how"] == "files"
    assert "build id" in found["why"]


def test_a_browser_that_cannot_unzip(desktop: Page, site: Any) -> None:
    worker = (site.root / "engine" / "worker.mjs").read_text()
    desktop.route(
        "**/engine/worker.mjs",
        lambda route: route.fulfill(body=NO_UNZIPPING + worker, content_type="text/javascript"),
    )
    found = started(desktop, site)
    assert found["how"] == "files"
    assert "DecompressionStream" in found["why"]


def test_a_snapshot_that_answers_wrongly(desktop: Page, site: Any) -> None:
    config = json.loads((site.root / "engine" / "config.json").read_text())
    config["check"]["answer"] = "another"
    desktop.route("**/engine/config.json", lambda route: route.fulfill(json=config))
    found = started(desktop, site)
    assert (found["how"], found["why"]) == ("files", "the snapshot answers wrongly")


@functools.cache
def here(request: str) -> Any:
    """What Python on this machine answers."""
    return json.loads(api.handle(request))


@pytest.mark.parametrize("how", ["snapshot", "files"])
def test_both_answer_as_python_on_this_machine_does(desktop: Page, site: Any, faults: list[str], how: str) -> None:
    """The snapshot, which players have, in two battles of each game; the same engine from its files in one."""
    if how == "files":
        desktop.route("**/engine/snapshot.bin.gz", lambda route: route.fulfill(status=404))
    assert started(desktop, site)["how"] == how
    asked = bundles_asked(desktop)
    requests: list[dict[str, Any]] = [
        {"op": "rulesets"},
        {"op": "no such"},
        {"op": "view", "scenario": {"ruleset": "x"}},
    ]
    for key in rulesets.KEYS:
        requests += [{"op": "schema", "ruleset": key}, {"op": "rules", "ruleset": key}]
        form = here(json.dumps(requests[-2]))["result"]
        for example in form["examples"][: 2 if how == "snapshot" else 1]:
            scenario = {"ruleset": key, **example["scenario"]}
            requests += [{"op": op, "scenario": scenario} for op in ("view", "outcomes", "draw", "text", "link")]
    for request in requests:
        there = ask(desktop, **request)
        assert there == here(json.dumps(request)), request["op"]
    assert sorted(asked) == sorted(f"{key}.bin" for key in rulesets.KEYS)
    faults.clear()


def bundles_asked(page: Page) -> list[str]:
    """The bundles that are asked for from now on."""
    asked: list[str] = []

    def saw(request: Request) -> None:
        if "/engine/bundles/" in request.url:
            asked.append(request.url.rpartition("/")[2])

    page.context.on("request", saw)
    return asked


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_visit_asks_for_the_bundles_of_its_game_and_language_only(desktop: Page, site: Any, lang: str) -> None:
    asked = bundles_asked(desktop)
    desktop.goto(f"{site.url}?lang={lang}")
    expect(desktop.locator("html[data-engine=ready]")).to_be_attached(timeout=60_000)
    game = json.loads((site.root / "data" / "first.json").read_text())["ruleset"]
    assert ask(desktop, op="rules", ruleset=game, lang=lang)["ok"]
    more = {f"{game}.{lang}.bin", f"all-games.{lang}.bin"} if lang != "en" else set()
    assert sorted(asked) == sorted({f"{game}.bin", *more})


def test_a_link_asks_for_the_bundle_of_its_game_only(desktop: Page, site: Any) -> None:
    key = rulesets.KEYS[-1]
    scenario = {"ruleset": key, **rulesets.get(key).examples()[0]["scenario"]}
    link = json.loads(api.handle(json.dumps({"op": "link", "scenario": scenario})))["result"]["fragment"]
    asked = bundles_asked(desktop)
    desktop.goto(f"{site.url}#{link}")
    expect(desktop.locator("html[data-engine=ready]")).to_be_attached(timeout=60_000)
    expect(desktop.locator("html[data-coming]")).to_have_count(0)
    expect(desktop.locator("#caption")).to_contain_text(scenario["title"])
    assert asked == [f"{key}.bin"]


def test_a_bundle_that_does_not_come_is_told_and_asked_for_again(desktop: Page, site: Any, faults: list[str]) -> None:
    started(desktop, site)
    key = rulesets.KEYS[1]
    wish = json.dumps({"op": "rules", "ruleset": key})
    desktop.route("**/engine/bundles/*", lambda route: route.fulfill(status=404))
    call = "text => hexEngine.call(text).catch(error => 'told: ' + error.message)"
    assert desktop.evaluate(call, wish) == f"told: engine/bundles/{key}.bin: HTTP status 404"
    assert ask(desktop, op="rulesets")["ok"]
    desktop.unroute("**/engine/bundles/*")
    assert ask(desktop, op="rules", ruleset=key)["ok"]
    assert faults
    faults.clear()


def test_a_damaged_bundle_is_fetched_once_more(desktop: Page, site: Any) -> None:
    started(desktop, site)
    key = rulesets.KEYS[1]
    path = f"engine/bundles/{key}.bin"
    good = (site.root / path).read_bytes()
    bodies = [good[: len(good) // 2], good]
    desktop.route(f"**/{path}", lambda route: route.fulfill(body=bodies.pop(0), content_type="application/zip"))
    assert ask(desktop, op="rules", ruleset=key)["ok"]
    assert bodies == []


def test_a_bundle_of_another_version_ends_the_engine_which_starts_again(desktop: Page, site: Any) -> None:
    started(desktop, site)
    first, other = rulesets.KEYS[:2]
    bodies = [(site.root / "engine" / "bundles" / f"{key}.bin").read_bytes() for key in (other, other, first)]
    desktop.route(f"**/engine/bundles/{first}.bin", lambda route: route.fulfill(body=bodies.pop(0)))
    call = "text => hexEngine.call(text).catch(error => 'told: ' + error.message)"
    told = desktop.evaluate(call, json.dumps({"op": "rules", "ruleset": first}))
    assert told == f"told: the bundle {first} is damaged, or of another version"
    assert ask(desktop, op="rules", ruleset=first)["ok"]


def test_a_new_engine_has_the_same_bundles(desktop: Page, site: Any) -> None:
    started(desktop, site)
    asked = bundles_asked(desktop)
    answers = [ask(desktop, op="rules", ruleset=key) for key in rulesets.KEYS]
    desktop.evaluate("hexEngine.restart()")
    assert [ask(desktop, op="rules", ruleset=key) for key in rulesets.KEYS] == answers
    assert sorted(asked) == sorted(2 * [f"{key}.bin" for key in rulesets.KEYS])


def test_chance_differs_from_start_to_start(desktop: Page, site: Any) -> None:
    """Nothing that was drawn when the snapshot was taken may be drawn again."""
    code = """
    const fresh = async () => {
      const worker = new Worker(new URL('./engine/chance.mjs', location.href), {type: 'module'});
      const found = await new Promise((resolve) => worker.onmessage = ({data}) => data.loading || resolve(data));
      worker.terminate();
      return found;
    };
    """
    worker = (site.root / "engine" / "worker.mjs").read_text()
    draw = "import os, random; f'{random.random()} {os.urandom(8).hex()}'"
    site.add(
        "engine/chance.mjs",
        worker.replace(
            "self.postMessage({ ready: true", f"self.postMessage(pyodide.runPython(`{draw}`)); void ({{ ready: true"
        ),
    )
    desktop.goto(site.add("engine-boot.html", PAGE))
    drawn = desktop.evaluate(f"(async () => {{ {code} return [await fresh(), await fresh(), await fresh()]; }})()")
    assert all(isinstance(line, str) for line in drawn), drawn
    columns = list(zip(*(line.split() for line in drawn), strict=True))
    assert [len(set(column)) for column in columns] == [3, 3], drawn


def test_the_page_may_be_used_before_the_engine_is_there(desktop: Page, site: Any) -> None:
    gate: list[Route] = []
    desktop.route("**/engine/snapshot.bin.gz", lambda route: gate.append(route))
    desktop.goto(site.url)
    expect(desktop.locator("html[data-ui=ready]")).to_be_attached(timeout=20_000)
    desktop.locator(".nav [data-do=battles]").click()
    expect(desktop.locator("#dialog")).to_be_visible()
    assert desktop.locator("html[data-engine=ready]").count() == 0
    for route in gate:
        route.continue_()
    expect(desktop.locator("html[data-engine=ready]")).to_be_attached(timeout=60_000)
