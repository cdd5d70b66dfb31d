"""A battle embedded in other people's pages: shown at once from its link, worked out on a tap, in frames of all kinds.

`localhost` and `127.0.0.1` are two sites. The site lies at the second; the pages around its frames at the first.
"""

from __future__ import annotations

import base64
import itertools
import json
import random
import re
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from amount import many
from hexumpire import api, rulesets
from playwright.sync_api import Browser, BrowserContext, Frame, Page, Route, expect

import build
from tests.browsers import CHROMIUM_FLAGS, until
from tests.web.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.engine("beside")

FROZEN = (Path(__file__).parents[1] / "golden" / "embed-link-1.txt").read_text().strip()
MAIN = rulesets.KEYS[0]
WAIT = 60_000
WATCH = """
window.violations = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  violations.push(`${violatedDirective} ${blockedURI}`));
"""


def ask(op: str, **request: Any) -> Any:
    answer = json.loads(api.handle(json.dumps({"op": op, **request})))
    assert answer["ok"], answer
    return answer["result"]


def scenario_of(ruleset: str, place: int = 0) -> dict[str, Any]:
    return {"ruleset": ruleset} | dict(rulesets.get(ruleset).examples()[place]["scenario"])


def link(**request: Any) -> str:
    """The fragment of an embed link of a game's first example, or of what is given."""
    return str(ask("embed", **{"scenario": scenario_of(MAIN), **request})["fragment"])


def opened(fragment: str) -> dict[str, Any]:
    word = fragment.split(".")[3]
    found: dict[str, Any] = json.loads(zlib.decompress(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))))
    return found


def packed(fragment: str, summary: Any) -> str:
    """The link with another summary."""
    data = zlib.compress(json.dumps(summary).encode())
    return f"{'.'.join(fragment.split('.')[:2])}.1.{base64.urlsafe_b64encode(data).rstrip(b'=').decode()}"


def changed(fragment: str, **parts: Any) -> str:
    return packed(fragment, opened(fragment) | parts)


def state(page: Page | Frame, *wanted: str) -> str:
    """Wait for one of the states that the root element tells of."""
    page.wait_for_selector(",".join(f"html[data-state={one}]" for one in wanted), state="attached", timeout=WAIT)
    return str(page.evaluate("document.documentElement.dataset.state"))


TURN = """([fragment, patience]) => new Promise((done) => {
  const root = document.documentElement;
  const end = (state) => { seen.disconnect(); clearTimeout(timer); done(state); };
  const seen = new MutationObserver(() => root.dataset.state && end(root.dataset.state));
  const timer = setTimeout(() => end("nothing in time"), patience);
  delete root.dataset.state;
  seen.observe(root, { attributeFilter: ["data-state"] });
  location.hash = fragment;
})"""


def turned(page: Page, fragment: str) -> str:
    """Go to another link on the same page; the state that it comes to."""
    return str(page.evaluate(TURN, [fragment, WAIT]))


def unfolded(page: Page) -> str:
    """Open the arithmetic, which is folded at first, and return what it says."""
    assert not page.locator(".why").is_visible()
    page.locator("summary").click()
    return page.locator(".why").inner_text()


def away(site: Any, name: str, html: str) -> str:
    """A page of the other site."""
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>a wiki</title><link rel="icon" href="data:,">'
    site.add(name, head + html)
    return str(site.url.replace("127.0.0.1", "localhost") + name)


@pytest.fixture
def two_sites(new_context: Callable[..., BrowserContext], site: Any, faults: list[str]) -> Iterator[Page]:
    """A page that may also ask the other site."""
    page = new_context(**DESKTOP).new_page()
    yield page
    other = site.url.replace("127.0.0.1", "localhost")
    faults[:] = [fault for fault in faults if not fault.startswith(f"request to another host: {other}")]


# --- at once -------------------------------------------------------------------------------------------------


def test_board_odds_and_why_are_there_at_once(desktop: Page, site: Any) -> None:
    loaded: dict[str, int] = {}
    desktop.on("response", lambda found: loaded.update({found.url: len(found.body())}))
    fragment = link()
    desktop.goto(f"{site.url}embed.html#{fragment}")
    assert state(desktop, "link", "trouble") == "link"
    desktop.wait_for_load_state("networkidle")
    summary = opened(fragment)
    shown = desktop.inner_text("body") + unfolded(desktop)
    for words in (summary["title"], summary["game"], summary["bar"], summary["hex"]["percent"]):
        assert words in shown
    for row in summary["odds"]:
        assert row["title"] in shown and row["percent"] in shown
    for line in summary["why"]:
        assert line["label"] in shown and line["value"].removeprefix("× ") in shown
        assert all(rule in shown for rule in line["rules"])
    assert desktop.locator(".board svg path").count() > 20
    assert desktop.get_by_role("img", name=summary["title"]).is_visible()
    assert [name for name in loaded if re.search(r"py|wasm|engine|snapshot", name.rpartition("/")[2])] == []
    assert sum(loaded.values()) < 32_000, loaded
    assert not desktop.evaluate("'hexEngine' in window")


@pytest.mark.parametrize(("lang", "said"), [("en", "takes every hex"), ("de", "nimmt alle Felder")])
def test_of_several_attacks_it_says_the_chance_of_every_hex(desktop: Page, site: Any, lang: str, said: str) -> None:
    """Their odds are as large as each other, and the buttons below do not touch, 280 pixels wide."""
    units: list[dict[str, Any]] = []
    for name, at, side in (
        ("a", "1,0", "attacker"),
        ("d", "0,0", "defender"),
        ("b", "3,0", "attacker"),
        ("e", "4,0", "defender"),
    ):
        nation = "German" if side == "attacker" else "French"
        units.append({"id": name, "at": at, "side": side, "type": "infantry", "nation": nation, "factors": 3})
    attacks = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["4,0"], "units": ["b"]}]
    turn = {"ruleset": "d8chart", "procedure": "turn", "units": units, "attacks": attacks}
    desktop.set_viewport_size({"width": 280, "height": 640})
    desktop.goto(f"{site.url}embed.html?lang={lang}#{link(scenario=turn, lang=lang)}")
    assert state(desktop, "link", "trouble") == "link"
    percent = ask("outcomes", scenario=turn, lang=lang)["summary"][0]["percent"]
    expect(desktop.locator(".sum")).to_have_text(f"1-1 · 1-1 {said} {percent}")
    expect(desktop.locator(".sum > strong")).to_have_text("1-1 · 1-1")
    boxes = [one.bounding_box() for one in desktop.locator("footer button").all()]
    places = [(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]) for box in boxes if box]
    for one, other in itertools.pairwise(places):
        assert other[0] > one[2] or other[1] > one[3]


def test_what_it_loads_is_small(site: Any) -> None:
    names = ["embed.html", "embed/embed.js", "embed/embed.css", "board.css", "icon.svg"]
    assert sum((site.root / name).stat().st_size for name in names) < 32_000
    assert (site.root / "hex-umpire.js").stat().st_size < 3_000


SHOWN = """() => {
  const plain = (element) => [
    element.localName,
    Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value.replace(/^(url\\(#|#|)b-/, "$1")])
      .filter(([name]) => !["role", "aria-label", "aria-describedby"].includes(name))),
    ...[...element.childNodes].map((child) => child.nodeType === 3 ? child.data : plain(child)),
  ];
  const high = document.body.getBoundingClientRect().height;
  return [document.title, high, JSON.stringify(plain(document.querySelector(".board svg")))];
}"""
"""The title, how high all of it is, and the picture: as text, which comes out of the browser much faster."""


@pytest.mark.long
def test_every_example_is_drawn_whole_and_fits_a_frame(desktop: Page, site: Any) -> None:
    """Every fifth one of a game, all of them in the campaign.

    640 pixels high, as the texts to copy say; a column of a wiki on a phone is 320 wide.

    In German every second one of these, and each that is so high in English that longer words might be too high.
    """
    pages = {"en": desktop, "de": desktop.context.new_page()}
    for lang, page in pages.items():
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(f"{site.url}embed.html?lang={lang}")
        state(page, "trouble")
    too_high = []
    for key in rulesets.KEYS:
        looked_at = list(enumerate(rulesets.get(key).examples()))[:: many(5, 1)]
        for number, (place, example) in enumerate(looked_at):
            high = 0.0
            for lang, page in pages.items():
                if lang != "en" and number % 2 and high < 560:
                    continue
                fragment = link(scenario=scenario_of(key, place), lang=lang)
                summary = opened(fragment)
                assert turned(page, fragment) == "link", (key, place)
                title, high, board = page.evaluate(SHOWN)
                assert title == (summary["title"] or "Hex Umpire")
                assert json.loads(board) == summary["board"], (key, place)
                if high > 640:
                    too_high.append((lang, key, example["key"], high))
    assert too_high == []
    for lang, page in pages.items():
        fought = link(scenario=scenario_of(MAIN), actions=["d6=6"], lang=lang)
        page.evaluate("text => { location.hash = text }", fought)
        expect(page.locator(".prompt")).to_have_text(opened(fought)["prompt"])


def test_a_link_of_format_1_is_shown_for_ever(desktop: Page, site: Any) -> None:
    desktop.goto(f"{site.url}embed.html#{FROZEN}")
    assert state(desktop, "link", "trouble") == "link"
    expect(desktop.locator("h1")).to_have_text("Suez, 12 Italian factors")
    expect(desktop.locator(".sum")).to_contain_text("24 : 18 → 1:1")
    expect(desktop.locator(".sum b")).to_have_text("66.7 %")
    assert desktop.locator(".board svg *").count() > 100
    reasons = unfolded(desktop)
    expect(desktop.locator(".why small").first).to_have_text("counters 2, factors each 4")
    assert [line["label"] for line in opened(FROZEN)["why"] if line["label"] not in reasons] == []
    desktop.get_by_role("button", name="Work it out anew").click()
    assert state(desktop, "agrees", "other", "wrong", "failed", "refused") in ("agrees", "other"), "never wrong"


# --- what may stand in an address ----------------------------------------------------------------------------

EVIL = "<img src=x onerror=ran=1><svg onload=ran=1><script>ran=1</script>\"'>&lt;b>javascript:ran=1"
ELEMENTS: list[Any] = [
    ["script", {}, "ran = 1"],
    ["foreignObject", {}, ["script", {}, "ran = 1"]],
    ["a", {"href": "javascript:ran=1"}, ["text", {}, "x"]],
    ["image", {"href": "http://localhost:1/x.png"}],
    ["style", {}, "* { background: url(http://localhost:1/x.png) }"],
    ["animate", {"attributeName": "href", "to": "javascript:ran=1"}],
    ["set", {"attributeName": "onclick", "to": "ran=1"}],
    ["iframe", {"srcdoc": "<script>parent.ran = 1</script>"}],
    ["svg:script", {}, "ran = 1"],
    ["SCRIPT", {}, "ran = 1"],
    ["__proto__", {}],
    ["constructor", {}],
    ["filter", {"id": "f"}, ["feImage", {"href": "http://localhost:1/x.png"}]],
    ["use", {"href": "http://localhost:1/x.svg#x"}],
    ["use", {"href": "data:image/svg+xml,<svg id='x' onload='ran=1'/>#x"}],
    ["use", {"xlink:href": "javascript:ran=1"}],
    ["path", {"onload": "ran=1", "onclick": "ran=1", "d": "M0 0"}],
    ["g", {"style": "background:url(http://localhost:1/)", "class": "hush"}],
    ["rect", {"fill": "url(http://localhost:1/x.svg#x)", "width": "9", "height": "9"}],
    ["rect", {"fill": "url( #x )", "stroke": "red;background:url(http://localhost:1/)"}],
    ["rect", {"fill": "var(--x,url(http://localhost:1/))"}],
    ["rect", {"fill": "expression(ran=1)", "width": "calc(1px)", "height": "1e999999"}],
    ["g", {"transform": 'translate(0 0)"><script>ran=1</script>'}],
    ["path", {"d": 'M0 0"/><script>ran=1</script>'}],
    ["title", {"id": "battle"}, EVIL],
    ["text", {"id": "foot", "x": "1"}, EVIL],
    ["text", {"x": 1, "y": None, "fill": ["red"], "d": {"toString": "M"}}, "odd"],
    "text where none belongs",
    None,
    7,
    {"0": "script"},
    [],
    [[]],
    [["script"]],
    ["g", None, ["g", "onload", ["script", {}]]],
    ["g", ["onload", "ran=1"]],
]
PARTS: list[dict[str, Any]] = [
    *({name: EVIL} for name in ("title", "game", "bar", "prompt", "note", "engine", "lang", "hex", "odds", "why")),
    *({name: None} for name in ("title", "odds", "why", "words", "problems", "board", "hex", "policies")),
    *({name: 7} for name in ("title", "odds", "why", "board", "hex", "lang")),
    *({name: {"length": 1e9}} for name in ("odds", "why", "words", "problems", "board")),
    {"hex": {"percent": EVIL}},
    {"odds": [{"title": EVIL, "percent": EVIL, "thousandths": EVIL}, None, 3, [], {"thousandths": 1e308}]},
    {"odds": [{"title": "x", "percent": "1 %", "thousandths": -5}] * 3000},
    {"why": [{"depth": EVIL, "label": EVIL, "value": EVIL, "rules": [EVIL, None, {}]}]},
    {"why": [{"depth": 1e9, "label": "deep", "value": "1", "rules": "no list"}] * 2000},
    {"words": [EVIL, 3, None] * 999},
    {"problems": [{"text": EVIL, "rules": [EVIL]}]},
    {"title": "‮" + "x" * 90_000},
    {"title": "\u0000\u0007\ud800"},
    {"board": ["svg", {"viewBox": "0 0 1 99999999999"}, ["rect", {"width": "1", "height": "1"}]]},
    {"board": ["svg", {"viewBox": "0 0 10 10", "width": "1e9", "id": "battle", "onload": "ran=1"}]},
    {"board": ["script", {"viewBox": "0 0 10 10"}, "ran = 1"]},
    {"__proto__": {"title": EVIL}, "constructor": EVIL},
]


STRANGE = """() => [
  [...document.querySelectorAll("main *, footer *")].flatMap((element) => [
    ...["script", "style", "iframe", "image", "img", "a", "foreignObject", "animate", "set", "object"]
      .filter((tag) => element.localName === tag && !element.closest("footer")),
    ...[...element.attributes].filter(({ name, value }) => /^on|style|xlink/.test(name)
      || /https?:|data:|javascript:/.test(value) && !element.closest("footer")
      && !["aria-label"].includes(name)).map(({ name }) => name)]),
  window.ran,
  ["#battle", "#foot"].map((name) => document.querySelectorAll(name).length),
  document.querySelectorAll("main *").length,
  document.body.offsetHeight,
  [...document.querySelectorAll("footer a")].map((one) => one.getAttribute("href")),
]"""


def test_hostile_summaries_are_only_words(desktop: Page, site: Any) -> None:
    requests: list[str] = []
    desktop.on("request", lambda request: requests.append(request.url))
    desktop.add_init_script(WATCH)
    desktop.goto(f"{site.url}embed.html")
    state(desktop, "trouble")
    first = link()
    boards = [{"board": ["svg", {"viewBox": "0 0 100 100"}, one, ["g", {}, one]]} for one in ELEMENTS]
    boards += [{"board": ["svg", {"viewBox": "0 0 100 100"}, ["defs", {}, one]]} for one in ELEMENTS]
    for number, parts in enumerate([*PARTS, *boards]):
        assert turned(desktop, changed(first, **parts)) == "link", parts
        strange, ran, named, elements, high, links = desktop.evaluate(STRANGE)
        assert strange == [], (number, parts)
        assert ran is None, parts
        assert named == [1, 1], "no name is taken"
        assert elements < 9000
        assert high < 40_000
        (link_to,) = links
        assert link_to.startswith(site.url + "#1.")
    desktop.evaluate("text => { location.hash = text }", changed(first, title=EVIL, bar="9 : 1"))
    expect(desktop.locator("h1")).to_have_text(EVIL)
    expect(desktop).to_have_title(EVIL)
    assert desktop.evaluate("violations") == [], "nothing was left for the policy to stop"
    assert {url.partition("#")[0] for url in requests if "embed" not in url} <= {
        site.url + name for name in ("board.css", "icon.svg")
    }


def test_anything_at_all_in_a_link_leaves_the_page_standing(desktop: Page, site: Any) -> None:
    """A fault, also one that nobody sees, fails the test."""
    chance = random.Random(7)
    atoms: list[Any] = [
        None,
        True,
        0,
        -1,
        1e300,
        "",
        "x",
        EVIL,
        "url(#a)",
        "M0 0",
        "svg",
        "g",
        "text",
        "__proto__",
        [],
        {},
    ]

    def anything(depth: int) -> Any:
        if depth == 0 or chance.random() < 0.3:
            return chance.choice(atoms)
        size = chance.randrange(5)
        if chance.random() < 0.6:
            return [chance.choice(["g", "text", "path", "use", "defs", "svg", anything(depth - 1)])] + [
                anything(depth - 1) for _ in range(size)
            ]
        return {
            str(chance.choice(["fill", "d", "id", "href", "title", "percent", 7])): anything(depth - 1)
            for _ in range(size)
        }

    good = link()
    desktop.goto(f"{site.url}embed.html")
    state(desktop, "trouble")
    for turn in range(150):
        if turn % 3:
            parts = {name: anything(5) for name in opened(good) if chance.random() < 0.5}
            fragment = changed(good, **parts)
        else:
            place = chance.randrange(len(good))
            fragment = (
                good[:place]
                + chance.choice(["", ".", "A", "%", "#", "&", "é", "~"])
                + good[place + chance.randrange(3) :]
            )
        assert turned(desktop, fragment) in ("link", "trouble")
        assert desktop.evaluate("document.querySelector('[role=status]').innerText")
    assert desktop.evaluate("window.ran") is None


def test_a_picture_cannot_grow_beyond_measure(desktop: Page, site: Any) -> None:
    used = ["g", {"id": "a"}, *[["use", {"href": "#a"}]] * 50]
    bomb: list[Any] = ["path", {"d": "M0 0"}]
    for _ in range(200):
        bomb = ["g", {}, bomb]
    wide = [["rect", {"width": "1"}]] * 8000
    painted = ["pattern", {"id": "p"}, ["rect", {"fill": "url(#p)", "stroke": "url(#p)", "width": "1"}]]
    board = ["svg", {"viewBox": "0 0 9 9"}, ["defs", {}, used, painted], bomb, *wide]
    desktop.goto(f"{site.url}embed.html#{changed(link(), board=board)}")
    state(desktop, "link")
    assert desktop.locator(".board svg *").count() <= 6000
    assert desktop.locator(".board defs use").count() == 0
    assert desktop.locator("pattern rect[fill]").count() == 0
    assert desktop.locator("pattern rect[width]").count() == 1


GOOD = link()
RECORD = ".".join(GOOD.split(".")[:2])


TROUBLES = [
    ("", "There is no battle in this address", False),
    ("nonsense", "This is not a link of Hex Umpire", False),
    ("<script>", "This is not a link of Hex Umpire", False),
    ("1." + "A" * 120_000, "too long to be a battle (120002 characters)", False),
    (RECORD, "carries no summary", True),
    (GOOD[:-40], "summary in this link is damaged", True),
    (RECORD + ".1.", "summary in this link is damaged", True),
    (RECORD + ".1.AAAA", "summary in this link is damaged", True),
    (GOOD[:-9] + "AAAAAAAAA", "summary in this link is damaged", True),
    (packed(GOOD, ["no", "summary"]), "summary in this link is damaged", True),
    (packed(GOOD, None), "summary in this link is damaged", True),
    (packed(GOOD, {"title": "x" * 900_000}), "summary in this link is damaged", True),
    (RECORD + ".2.AAAA", "from a newer version", True),
    (RECORD + ".999.", "from a newer version", True),
]


def stands_clear(page: Page) -> bool:
    """Whether the line that says what is shown does not touch the buttons beneath it."""
    line = page.get_by_role("status").bounding_box()
    button = page.get_by_role("button").first.bounding_box()
    return bool(line and button) and button["y"] - line["y"] - line["height"] >= 4


def test_what_is_wrong_with_a_link_is_said(desktop: Page, site: Any) -> None:
    desktop.goto(f"{site.url}embed.html#{GOOD}")
    state(desktop, "link")
    for fragment, said, can_work in TROUBLES:
        assert turned(desktop, fragment) == "trouble", fragment[-99:]
        expect(desktop.get_by_role("status"), fragment[-99:]).to_contain_text(said)
        assert desktop.locator("main *").count() == 0, said
        assert desktop.get_by_role("button").all_inner_texts() == ["Play", "Work it out anew"] * can_work, said
        assert desktop.get_by_role("link").count() == int(can_work), said
        assert not can_work or stands_clear(desktop), said
    for around in ("%22LINK%22", "%20LINK)", "LINK?fbclid=A1", f"{site.url}embed.html#LINK"):
        assert turned(desktop, around.replace("LINK", GOOD.replace(".", "%2E"))) == "link", around
        assert stands_clear(desktop), around
        expect(desktop.locator("h1")).to_have_text(opened(GOOD)["title"])


# --- worked out anew -----------------------------------------------------------------------------------------


CLAIMS: list[tuple[dict[str, Any], str, str]] = [
    ({}, "agrees", "the link says the same"),
    ({"bar": "99 : 1 → 10:1", "hex": {"percent": "100 %"}}, "wrong", "it said 99 : 1 → 10:1, 100 %"),
    ({"why": []}, "wrong", "The link was wrong"),
    ({"policies": {"attacker": "of another version"}}, "wrong", "The link was wrong"),
    ({"lang": "xx"}, "wrong", "The link was wrong"),
    ({"engine": "0.0.9", "bar": "3 : 1"}, "other", "came from version 0.0.9, and said 3 : 1"),
    ({"engine": "0.0.9"}, "agrees", "the link says the same"),
]


def test_a_tap_works_it_out_and_tells_what_the_link_was(desktop: Page, site: Any) -> None:
    desktop.goto(f"{site.url}embed.html")
    state(desktop, "trouble")
    summary = opened(GOOD)
    for parts, found, said in CLAIMS:
        assert turned(desktop, changed(GOOD, **parts)) == "link"
        desktop.get_by_role("button", name="Work it out anew").click()
        assert state(desktop, "agrees", "wrong", "other", "failed", "refused") == found, parts
        expect(desktop.get_by_role("status")).to_contain_text(said)
        expect(desktop.locator(".sum strong")).to_have_text(summary["bar"])
        expect(desktop.locator(".sum b")).to_have_text(summary["hex"]["percent"])
        reasons = unfolded(desktop)
        expect(desktop.locator(".why small").first).to_have_text("counters 2 × factors each 4")
        assert [line["label"] for line in summary["why"] if line["label"] not in reasons] == []
    # a battle without a summary is worked out
    assert turned(desktop, GOOD[:-40]) == "trouble"
    assert desktop.locator("h1").count() == 0
    desktop.get_by_role("button", name="Work it out anew").click()
    assert state(desktop, "done", "failed", "refused") == "done"
    expect(desktop.locator("h1")).to_have_text(summary["title"])
    assert desktop.locator(".board svg").is_visible()
    # a broken battle is refused in one line
    assert turned(desktop, GOOD[:40]) == "trouble"
    desktop.get_by_role("button", name="Work it out anew").click()
    assert state(desktop, "done", "failed", "refused") == "refused"
    expect(desktop.get_by_role("status")).to_contain_text("cut short or altered on its way: copy the whole link again")
    desktop.goto(f"{site.url}embed.html?lang=de#{GOOD[:40]}")  # and in the language of the frame
    desktop.get_by_role("button", name="Neu ausrechnen").click()
    assert state(desktop, "done", "failed", "refused") == "refused"
    expect(desktop.get_by_role("status")).to_contain_text("der Link wurde unterwegs gekürzt oder verändert")


def test_how_the_sides_decide_is_asked_for_again(desktop: Page, site: Any) -> None:
    fragment = link(policies={"attacker": "best", "defender": "best"}, lang="de")
    desktop.goto(f"{site.url}embed.html?lang=de#{fragment}")
    desktop.get_by_role("button", name="Neu ausrechnen").click()
    assert state(desktop, "agrees", "wrong", "other", "failed", "refused") == "agrees"


@pytest.mark.engine("inside")
def test_a_failure_says_so_and_the_link_stays(desktop: Page, site: Any, faults: list[str]) -> None:
    desktop.route("**/engine/config.json", lambda route: route.fulfill(status=404))
    desktop.goto(f"{site.url}embed.html#{GOOD}")
    desktop.get_by_role("button", name="Work it out anew").click()
    state(desktop, "failed")
    expect(desktop.get_by_role("status")).to_contain_text("could not start here: engine/config.json: HTTP status 404.")
    assert desktop.locator(".board svg").is_visible()
    desktop.unroute("**/engine/config.json")
    desktop.get_by_role("button", name="Try again").click()
    assert state(desktop, "agrees", "wrong") == "agrees"
    assert faults
    faults.clear()


def test_it_can_be_stopped(desktop: Page, site: Any) -> None:
    mute = "self.postMessage({ ready: true, version: 'mute' })"
    once = {"Content-Type": "text/javascript", "Cache-Control": "no-store"}
    asked: list[str] = []

    def first_is_mute(it: Route) -> None:
        asked.append(it.request.url)
        it.fulfill(body=mute, headers=once) if len(asked) == 1 else it.continue_()

    desktop.route("**/engine/worker.mjs", first_is_mute)
    desktop.goto(f"{site.url}embed.html#{GOOD}")
    desktop.get_by_role("button", name="Work it out anew").click()
    expect(desktop.get_by_role("status")).to_contain_text("working it out")
    until(desktop, "window.hexEngine?.ready")
    desktop.get_by_role("button", name="Stop").click()
    state(desktop, "stopped")
    expect(desktop.get_by_role("status")).to_contain_text("Stopped")
    assert desktop.evaluate("document.activeElement.textContent") == "Try again"
    desktop.get_by_role("button", name="Try again").click()
    assert state(desktop, "agrees", "wrong") == "agrees"


# --- options -------------------------------------------------------------------------------------------------


def test_theme_language_and_reading_only(desktop: Page, site: Any) -> None:
    def paper() -> str:
        return str(desktop.evaluate("getComputedStyle(document.documentElement).backgroundColor"))

    colours = {}
    for theme in ("light", "dark", "red"):
        desktop.goto(f"{site.url}embed.html?theme={theme}&lang=de&readonly#{GOOD}")
        state(desktop, "link")
        colours[theme] = paper()
        fills = desktop.locator(".board svg path[fill^='var(--hu-t-']").first
        colours[theme] += str(fills.evaluate("path => getComputedStyle(path).fill"))
    assert colours["light"] == colours["red"] != colours["dark"]
    expect(desktop.locator("html")).to_have_attribute("lang", "de")
    expect(desktop.get_by_role("status")).to_contain_text("Laut Link, von Fassung")
    expect(desktop.get_by_role("status")).to_contain_text("theme=red: möglich sind light und dark.")
    expect(desktop.get_by_role("link", name="In Hex Umpire öffnen")).to_be_visible()
    assert desktop.get_by_role("button").count() == 0, "to be read only"
    desktop.goto(f"{site.url}embed.html?lang=fr&readonly=0#{GOOD}")
    state(desktop, "link")
    expect(desktop.locator("html")).to_have_attribute("lang", "en")
    assert desktop.get_by_role("button").count() == 2
    desktop.emulate_media(color_scheme="dark")
    assert colours["dark"].startswith(paper())


def test_its_policy_is_strict(site: Any) -> None:
    html = (site.root / "embed.html").read_text()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
    assert policy
    assert policy[1].startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';")
    assert not re.search(r"unsafe-inline|'unsafe-eval'|https?:|\*", policy[1])
    assert html.index("Content-Security-Policy") < html.index("<script")
    assert not re.search(r"<script(?![^>]*\ssrc=)|style=", html)


def test_on_the_smallest_screen(new_context: Any, site: Any, axe: Any) -> None:
    page = new_context(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True).new_page()
    for theme in ("light", "dark"):
        page.goto(f"{site.url}embed.html?theme={theme}")
        state(page, "trouble")
        for key in rulesets.KEYS:
            assert turned(page, link(scenario=scenario_of(key))) == "link"
            assert page.evaluate("document.documentElement.scrollWidth") == 320
            assert page.evaluate(
                "[...document.querySelectorAll('main *')].every(e => e.getBoundingClientRect().right <= 320)"
            )
            assert axe(page) == []
            for control in page.locator("button, footer a, summary").all():
                box = control.bounding_box()
                assert box and box["height"] >= 44


# --- in other people's pages ---------------------------------------------------------------------------------

LISTEN = """<script>
  window.told = [];
  addEventListener("message", ({ data, origin }) => told.push([data, origin]));
</script>"""


def test_it_tells_its_height_and_nothing_else(two_sites: Page, site: Any) -> None:
    frame = f'<iframe title="battle" width="300" height="100" src="{site.url}embed.html#{GOOD}"></iframe>'
    two_sites.goto(away(site, "height.html", LISTEN + frame))
    state(two_sites.frames[1], "link")
    until(two_sites, "told.length > 0 && told.at(-1)[0].height > 500")
    two_sites.wait_for_timeout(200)
    told = two_sites.evaluate("told")
    high = two_sites.frames[1].evaluate("Math.ceil(document.body.getBoundingClientRect().height)")
    assert told[-1] == [{"type": "hex-umpire:height", "height": high}, site.url.rstrip("/")]
    two_sites.evaluate("document.querySelector('iframe').width = 700")
    until(two_sites, f"told.at(-1)[0].height < {high}")
    until(two_sites, "told.at(-1)[0].height < 500")
    two_sites.frames[1].locator("summary").click()
    until(two_sites, "told.at(-1)[0].height > 500")


def test_the_element_and_frames_by_hand_are_as_high_as_they_need(two_sites: Page, site: Any) -> None:
    body = (
        f'<body lang="de"><script src="{site.url}hex-umpire.js"></script>'
        f'<hex-umpire id="a" src="#{GOOD}" theme="dark" readonly><a href="x">Suez</a></hex-umpire>'
        f'<iframe id="b" class="hex-umpire" title="b" src="{site.url}embed.html#{GOOD}"></iframe>'
        f'<iframe id="c" title="c" height="90" src="{site.url}embed.html#{GOOD}"></iframe>'
    )
    two_sites.goto(away(site, "element.html", body))
    frames = two_sites.frames[1:]
    assert len(frames) == 3
    for frame in frames:
        state(frame, "link")
    for index, name in enumerate(("#a iframe", "#b")):
        high = frames[index].evaluate("Math.ceil(document.body.getBoundingClientRect().height)")
        assert high > 400
        expect(two_sites.locator(name)).to_have_js_property("clientHeight", high)
    assert two_sites.evaluate("document.querySelector('#c').offsetHeight") < 100, "it did not ask for it"
    inner = frames[0]
    assert "theme=dark" in inner.url and "lang=de" in inner.url and "readonly=" in inner.url
    expect(inner.locator("html")).to_have_attribute("data-theme", "dark")
    assert inner.get_by_role("button").count() == 0
    expect(two_sites.locator("#a > a")).to_be_hidden()  # what stands there without scripts
    assert two_sites.get_attribute("#a iframe", "loading") == "lazy"


def test_only_the_frame_itself_sets_its_height(two_sites: Page, site: Any) -> None:
    liar = site.add(
        "liar.html",
        '<!doctype html><link rel="icon" href="data:,"><script>'
        'parent.postMessage({ type: "hex-umpire:height", height: 3999 }, "*")</script>',
    )
    body = (
        f'<script src="{site.url}hex-umpire.js"></script><hex-umpire src="#{GOOD}"></hex-umpire>'
        f'<iframe title="liar" src="{liar}"></iframe>'
    )
    two_sites.goto(away(site, "liars.html", body))
    state(two_sites.frames[1], "link")
    two_sites.wait_for_timeout(500)
    for wrong in ("NaN", "Infinity", "'600px'", "{}", "-5"):
        two_sites.frames[1].evaluate(f"parent.postMessage({{ type: 'hex-umpire:height', height: {wrong} }}, '*')")
    two_sites.evaluate("postMessage({ type: 'hex-umpire:height', height: 3998 }, '*')")
    two_sites.wait_for_timeout(300)
    expect(two_sites.locator("hex-umpire iframe")).to_have_js_property("offsetHeight", 80)  # at least that much
    two_sites.frames[1].evaluate("parent.postMessage({ type: 'hex-umpire:height', height: 1e9 }, '*')")
    expect(two_sites.locator("hex-umpire iframe")).to_have_js_property("offsetHeight", 4000)


@pytest.mark.parametrize("src", ["javascript:parent.ran=1", "data:text/html,<script>parent.ran=1</script>", "http://["])
def test_the_element_opens_pages_only(two_sites: Page, site: Any, src: str) -> None:
    two_sites.goto(away(site, "src.html", f'<script src="{site.url}hex-umpire.js"></script><hex-umpire></hex-umpire>'))
    two_sites.evaluate("src => document.querySelector('hex-umpire').setAttribute('src', src)", src)
    two_sites.wait_for_timeout(300)
    assert two_sites.evaluate("window.ran") is None
    assert two_sites.locator("hex-umpire iframe").get_attribute("src") == f"{site.url}embed.html?lang=en"
    expect(two_sites.frames[1].get_by_role("status")).to_contain_text("There is no battle in this address")


def test_what_the_link_says_of_the_language_comes_before_that_of_the_page_around_it(two_sites: Page, site: Any) -> None:
    """And a link may begin behind its #."""
    elements = [
        (f'src="{site.url}embed.html?lang=de#{GOOD}"', f"?lang=de#{GOOD}"),
        (f'src="{site.url}embed.html?lang=de#{GOOD}" lang="en"', f"?lang=en#{GOOD}"),
        (f'src="{GOOD}"', f"?lang=fr#{GOOD}"),
    ]
    body = "".join(f"<hex-umpire {attributes}></hex-umpire>" for attributes, _ in elements)
    two_sites.goto(away(site, "lang.html", f'<body lang="fr"><script src="{site.url}hex-umpire.js"></script>{body}'))
    found = two_sites.evaluate("[...document.querySelectorAll('hex-umpire')].map(({ frame }) => frame.src)")
    assert found == [f"{site.url}embed.html{address}" for _, address in elements]


def test_ten_on_one_page_start_engines_only_when_tapped(two_sites: Page, site: Any) -> None:
    workers: list[str] = []
    two_sites.on("worker", lambda worker: workers.append(worker.url))
    loaded: list[str] = []
    two_sites.on("request", lambda request: loaded.append(request.url))
    elements = "".join(f'<hex-umpire src="#{GOOD}"></hex-umpire>' for _ in range(10))
    two_sites.goto(away(site, "ten.html", f'<script src="{site.url}hex-umpire.js"></script>{elements}'))
    for place in range(10):
        two_sites.locator("hex-umpire").nth(place).scroll_into_view_if_needed()
        expect(two_sites.frame_locator("iframe").nth(place).locator("h1")).to_be_visible()
        high = two_sites.frames[1 + place].evaluate("Math.ceil(document.body.getBoundingClientRect().height)")
        expect(two_sites.locator("iframe").nth(place)).to_have_js_property("offsetHeight", high)
    assert len(two_sites.frames) == 11
    assert workers == []
    assert [url for url in loaded if re.search(r"/(engine|pyodide|ui|micropython)/", url)] == []
    for place in (3, 7):
        frame = two_sites.frame_locator("iframe").nth(place)
        two_sites.locator("hex-umpire").nth(place).evaluate("element => element.scrollIntoView({ block: 'end' })")
        two_sites.wait_for_timeout(500)  # a frame of another site stands still while it is out of sight
        frame.get_by_role("button", name="Work it out anew").click()
        expect(frame.locator("html[data-state=agrees]")).to_be_attached(timeout=WAIT)
    assert len(workers) == 2


def test_it_needs_no_header_until_it_is_tapped(two_sites: Page, site: Any, faults: list[str]) -> None:
    """Hosts that do not send Access-Control-Allow-Origin can show it in a frame without an origin all the same."""

    def send_header(handler: Any, name: str, value: str) -> None:
        if name != "Access-Control-Allow-Origin":
            BaseHTTPRequestHandler.send_header(handler, name, value)

    with build.Server(site.root, send_header=send_header) as bare:
        threading.Thread(target=bare.serve_forever, daemon=True).start()
        frame = f'<iframe title="b" sandbox="allow-scripts" src="{bare.url}embed.html#{GOOD}"></iframe>'
        two_sites.goto(away(site, "bare.html", frame))
        inner = two_sites.frames[1]
        assert state(inner, "link", "trouble") == "link"
        assert inner.locator(".board svg").is_visible()
        assert [fault for fault in faults if "another host" not in fault] == []
        inner.get_by_role("button", name="Work it out anew").click()
        state(inner, "failed")
        expect(inner.get_by_role("status")).to_contain_text("Open the battle on its own page instead")
        bare.shutdown()
    faults.clear()


# --- frames whose storage is parted, refused, or that have no origin -----------------------------------------

PROBE = """async () => {
  const attempt = async (what) => { try { return await what() } catch (error) { return error.name } };
  return {
    origin: window.origin,
    storage: await attempt(() => localStorage.getItem("first") ?? "none"),
    database: await attempt(() => new Promise((resolve, reject) => {
      const open = real.open("x");
      open.onsuccess = () => resolve("open");
      open.onerror = () => reject(open.error);
    })),
  };
}"""
KEEP = "window.real = window.indexedDB"  # before early.js puts its own in its place
FRAMES = {
    "parted": ("", {"storage": "none", "database": "open"}),
    "refused": ("", {"storage": "SecurityError", "database": "UnknownError"}),
    "sandboxed": ("allow-scripts", {"origin": "null", "storage": "SecurityError", "database": "SecurityError"}),
}


@contextmanager
def profile(browser: Browser, folder: Path, kind: str, faults: list[str]) -> Iterator[BrowserContext]:
    """A browser with a profile of its own, in which storage is parted by sites, or refused to frames of other sites.

    Playwright's own arguments switch the parting off, so it starts without them.
    """
    refuse = kind == "refused"
    settings = {"profile": {"cookie_controls_mode": int(refuse), "block_third_party_cookies": refuse}}
    (folder / "Default").mkdir(parents=True)
    (folder / "Default" / "Preferences").write_text(json.dumps(settings))
    own = ["--headless", "--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"]
    context = browser.browser_type.launch_persistent_context(
        folder,
        executable_path=build.chromium(),
        ignore_default_args=not refuse,
        args=CHROMIUM_FLAGS if refuse else [*CHROMIUM_FLAGS, *own],
        service_workers="block",
        **PHONE,
    )
    context.set_default_timeout(30_000)
    context.on("console", lambda line: faults.append(f"console: {line.text}") if line.type == "error" else None)
    context.on("weberror", lambda error: faults.append(f"exception: {error.error}"))
    context.add_init_script(KEEP)
    try:
        yield context
    finally:
        context.close()


def inside(context: BrowserContext, site: Any, kind: str, path: str) -> Frame:
    """A frame of that kind, in a page of the other site, after a visit to our own has kept something."""
    sandbox, wanted = FRAMES[kind]
    page = context.new_page()
    page.goto(site.add("first.html", '<!doctype html><title>first party</title><link rel="icon" href="data:,">'))
    page.evaluate("localStorage.setItem('first', 'party')")
    assert page.evaluate("localStorage.getItem('first')") == "party"
    boxed = f' sandbox="{sandbox}"' if sandbox else ""
    name = f"frame-{kind}-{path.partition('.')[0]}.html"
    html = f'<iframe title="f" src="{site.url}{path}" style="width:390px;height:800px;border:0"{boxed}></iframe>'
    page.goto(away(site, name, LISTEN + html))
    frame = page.frames[1]
    frame.wait_for_load_state()
    found = frame.evaluate(PROBE)
    assert {name: found[name] for name in wanted} == wanted, "the frame is not of the kind that was asked for"
    return frame


def the_whole_page_works(frame: Frame) -> None:
    """PyScript opens a database as it starts; early.js gives it one that is none."""
    expect(frame.locator("html[data-engine=ready]")).to_be_attached(timeout=WAIT)
    expect(frame.locator("#notice").get_by_text("Battle opened from the link.")).to_be_visible(timeout=WAIT)
    odds = frame.locator("#bar .chance, #bar b").first
    expect(odds).to_be_visible()
    frame.locator("#board [data-hex]").first.dispatch_event("click")
    adding = frame.locator("[data-do=add]").first
    expect(adding).to_be_visible()
    before = frame.locator("#sheet [data-do=remove], #board [data-unit]").count()
    adding.click()
    until(frame, f"document.querySelectorAll('#sheet [data-do=remove], #board [data-unit]').length > {before}")
    frame.locator("[data-do=undo]").first.click()
    expect(frame.locator("#fight")).to_be_enabled()
    frame.locator("#fight").click()
    frame.locator(".face").first.click()
    expect(frame.locator("#log > li").nth(1)).to_be_visible()


@pytest.mark.parametrize("kind", FRAMES)
def test_it_works_in_frames_of_every_kind_and_so_does_the_whole_page(
    browser: Browser, site: Any, tmp_path: Path, faults: list[str], kind: str
) -> None:
    with profile(browser, tmp_path, kind, faults) as context:
        the_whole_page_works(inside(context, site, kind, f"index.html?lang=en#{RECORD}"))
        frame = inside(context, site, kind, f"embed.html#{GOOD}")
        assert state(frame, "link", "trouble") == "link"
        assert frame.locator(".board svg").is_visible()
        frame.get_by_role("button", name="Work it out anew").click()
        assert state(frame, "agrees", "wrong", "other", "failed", "refused") == "agrees"
        opener = frame.get_by_role("link", name="Open in Hex Umpire")
        assert (opener.get_attribute("target"), opener.get_attribute("rel")) == ("_blank", "noopener")
        windows = len(context.pages)
        if kind == "sandboxed":
            opener.click()
            expect(frame.get_by_label("copy this address")).to_have_value(f"{site.url}#{RECORD}")
            assert len(context.pages) == windows, "a new window is not allowed there"
            faults[:] = [fault for fault in faults if "Blocked opening" not in fault]
        else:
            with context.expect_page() as window:
                opener.click()
            assert window.value.url.partition("#")[0] == site.url
            assert window.value.evaluate("window.opener") is None
            assert frame.locator(".copy").is_hidden()
            window.value.close()
        frame.get_by_role("button", name="Play", exact=True).click()
        for actions, done in (([], "The die shows 4"), (["d6=4"], "Take back"), ([], "")):
            node = ask("view", scenario=scenario_of(MAIN), actions=actions)["node"]
            expect(frame.locator("html")).to_have_attribute("data-state", "play", timeout=WAIT)
            expect(frame.locator(".prompt")).to_contain_text(node.get("prompt") or node["title"], timeout=WAIT)
            if done:
                frame.get_by_role("button", name=done, exact=True).click()


def test_the_longest_embed_link_opens_on_the_whole_page_and_no_database_is_made(desktop: Page, site: Any) -> None:
    desktop.goto(f"{site.url}?lang=en#{RECORD}.1.{'A' * 64_000}")
    expect(desktop.locator("#notice").get_by_text("Battle opened from the link.")).to_be_visible(timeout=WAIT)
    expect(desktop.locator("#bar")).to_contain_text(opened(GOOD)["bar"])
    expect(desktop.locator("html[data-engine=ready]")).to_be_attached(timeout=WAIT)
    other = desktop.context.new_page()
    other.goto(site.url + "embed.html")
    assert other.evaluate("indexedDB.databases()") == []


# --- copied out of the page ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_snippets_are_copied_and_work(
    new_context: Callable[..., BrowserContext], site: Any, axe: Any, size: str, faults: list[str]
) -> None:
    context = new_context(**(PHONE if size == "phone" else DESKTOP), permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{site.url}?lang=en#{RECORD if size == 'phone' else GOOD}")  # an embed link opens there as well
    expect(page.locator("#notice").get_by_text("Battle opened from the link.")).to_be_visible(timeout=WAIT)
    page.locator("[data-do=share]").click()
    text = page.locator("#share-snippet")
    expect(text).to_have_value(re.compile("^<iframe"), timeout=WAIT)
    shown = {}
    for kind in page.locator("#share-kind option").evaluate_all("all => all.map(one => one.value)"):
        page.locator("#share-kind").select_option(kind)
        expect(page.locator("#share-kind")).to_have_value(kind)
        shown[kind] = text.input_value()
    assert len(set(shown.values())) == 12
    title = opened(GOOD)["title"]
    assert all(title.split()[0] in words for kind, words in shown.items() if kind not in ("mediawiki-frame", "address"))
    expect(page.get_by_text(".svg.")).to_be_visible()  # the last kind is a picture
    assert axe(page, "#dialog") == []
    assert page.evaluate("document.querySelector('#dialog').scrollWidth <= innerWidth")
    page.locator("#share-kind").select_option("iframe")
    page.get_by_role("button", name="Copy it").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == shown["iframe"]
    fragment = re.search(r"embed\.html#([\w.-]+)", copied)
    assert fragment and opened(fragment[1]) == opened(GOOD)
    host = away(site, f"copied-{size}.html", f"{shown['iframe']}\n{shown['element']}\n{shown['picture']}")
    page.goto(host)
    frames = page.frames[1:]
    assert len(frames) == 2
    for frame in frames:
        assert state(frame, "link", "trouble") == "link"
    other = site.url.replace("127.0.0.1", "localhost")
    assert any(fault.startswith("status 404") and fault.endswith(".svg") for fault in faults), (
        "the picture is not there"
    )
    faults[:] = [fault for fault in faults if other not in fault and "404" not in fault]
