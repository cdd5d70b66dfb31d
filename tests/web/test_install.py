"""The page as an app of the device: it can be installed, takes shared links, and opens and saves files of battles."""

from __future__ import annotations

import json
import struct
import threading
import urllib.parse
from pathlib import Path
from typing import Any

import pytest
from browsers import CHROMIUM_FLAGS, until
from hexumpire import rulesets
from hexumpire.files import record
from playwright.sync_api import Page, Playwright, expect
from table import Table

import build

LAUNCH = """
Object.defineProperty(window, "launchQueue", { value: { setConsumer: (found) => { window.launch = found; } } });
"""


def size(path: Path) -> str:
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return "{}x{}".format(*struct.unpack(">II", head[16:]))


@pytest.mark.xdist_group("offline")
def test_chromium_would_install_it(playwright: Playwright, tmp_path: Path) -> None:
    with build.building():
        dist = build.site()
    with build.Server(dist, cache="no-store") as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        context = playwright.chromium.launch_persistent_context(
            tmp_path / "profile", executable_path=build.chromium(), args=CHROMIUM_FLAGS
        )
        page = context.pages[0]
        for lang, name in (("en", "app"), ("de", "de")):
            page.goto(f"{server.url}?lang={lang}")
            expect(page.locator("html[data-engine=ready]")).to_be_attached(timeout=60_000)
            session = context.new_cdp_session(page)
            assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
            manifest = session.send("Page.getAppManifest")
            assert manifest["errors"] == [], manifest["errors"]
            assert manifest["url"] == f"{server.url}{name}.webmanifest"
        context.close()
        server.shutdown()


@pytest.mark.parametrize("name", ["app.webmanifest", "de.webmanifest"])
def test_every_picture_of_the_manifest_is_what_it_says(site: Any, name: str) -> None:
    manifest = json.loads((site.root / name).read_text())
    pictures = [*manifest["icons"], *manifest["screenshots"]]
    for picture in pictures:
        if picture["type"] == "image/png":
            assert size(site.root / picture["src"]) == picture["sizes"]
        assert (site.root / picture["src"]).is_file()
    assert {(it["sizes"], it["purpose"]) for it in manifest["icons"]} >= {
        (edge, purpose) for edge in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    assert {it["form_factor"] for it in manifest["screenshots"]} == {"narrow", "wide"}
    assert size(site.root / "icons" / "apple-touch-icon.png") == "180x180"


def test_the_painted_icons_show_what_the_drawing_shows(desktop: Page, site: Any) -> None:
    """Against the browser's own painting: hardly a pixel differs by much."""
    desktop.goto(site.add("icons.html", '<!doctype html><title>x</title><link rel="icon" href="data:,">'))
    far = desktop.evaluate(
        """async () => {
            const paint = async (src, edge, part, below) => {
                const image = new Image();
                image.src = src;
                await image.decode();
                const canvas = document.createElement("canvas");
                canvas.width = canvas.height = edge;
                const pen = canvas.getContext("2d");
                if (below) { pen.fillStyle = below; pen.fillRect(0, 0, edge, edge); }
                const at = edge * (1 - part) / 2;
                pen.drawImage(image, at, at, edge * part, edge * part);
                return pen.getImageData(0, 0, edge, edge).data;
            };
            const differ = async (name, edge, part, below) => {
                const drawn = await paint("./icon.svg", edge, part, below);
                const painted = await paint(`./icons/${name}.png`, edge, 1);
                let far = 0;
                for (let i = 0; i < drawn.length; i++) far += Math.abs(drawn[i] - painted[i]) > 24;
                return far / drawn.length;
            };
            return [await differ("icon-192", 192, 1), await differ("icon-512", 512, 1),
                await differ("maskable-512", 512, 0.72, "#f4efe4")];
        }"""
    )
    assert max(far) < 0.002, far


def test_a_link_shared_to_the_page_is_opened(phone: Page, site: Any) -> None:
    table = Table(phone, site.url).open()
    table.do("fight").face(6)
    question = table.question.text_content()
    link = table.link()
    table.do("setup").do("new")
    phone.goto("about:blank")
    words = f"Look at this: {link} – what now?"
    phone.goto(site.url + "?" + urllib.parse.urlencode({"share-title": "Suez", "share-text": words}))
    table.ready()
    expect(table.question).to_have_text(question or "")
    until(phone, "!location.search")  # with the link of what is on the screen
    assert phone.url.split("#")[0] == site.url


def test_what_is_no_link_leaves_the_page_as_it_is(phone: Page, site: Any) -> None:
    table = Table(phone, site.url).open("?share-text=%3Cimg+src%3Dx%3E+hello")
    expect(phone.locator("#status")).to_contain_text("no battle’s link")
    assert phone.url.split("#")[0] == site.url
    table.settled()


def test_a_battle_is_saved_as_a_file_and_opened_again(phone: Page, site: Any) -> None:
    phone.add_init_script(LAUNCH)
    table = Table(phone, site.url).open()
    table.do("fight").face(6)
    question = table.question.text_content() or ""
    table.press(phone.locator(".nav [data-do=share]"))
    with phone.expect_download() as saving:
        table.press(phone.get_by_role("button", name="Save as file"))
    assert saving.value.suggested_filename.endswith(".hexumpire")
    text = saving.value.path().read_text()
    assert record.from_text(text).actions, "the command line reads it, too"
    table.press(phone.locator("#dialog [data-do=close]"))

    table.do("setup").do("new")
    table.press(phone.locator(".nav [data-do=battles]"))
    file = {"name": "a.hexumpire", "mimeType": "application/x-hexumpire", "buffer": text.encode()}
    phone.locator("#battlefile").set_input_files([file])  # type: ignore[list-item]
    expect(table.question).to_have_text(question)
    expect(phone.locator("#dialog")).to_be_hidden()

    table.do("setup").do("new")
    phone.evaluate("text => launch({ files: [{ getFile: async () => new File([text], 'a.hexumpire') }] })", text)
    expect(table.question).to_have_text(question)

    for bad in ("nothing", '{"scenario": {"ruleset": "no-such"}}', "{" * 1000, "x" * 300_001, "\0\ufffd"):
        phone.evaluate("document.getElementById('say').textContent = ''")
        phone.evaluate("text => launch({ files: [{ getFile: async () => new File([text], 'a') }] })", bad)
        expect(phone.locator("#say")).to_contain_text("That file could not be opened")
        expect(table.question).to_have_text(question)  # what was there is kept


def test_several_files_at_once_are_all_opened_and_those_that_cannot_be_are_named(phone: Page, site: Any) -> None:
    phone.add_init_script(LAUNCH)
    table = Table(phone, site.url).open()
    names = {"d8chart": "Of a game that is not here", "aworldatwar": "Of the game on the table"}
    good = [next(iter(rulesets.get(game).examples()))["scenario"] | {"title": title} for game, title in names.items()]
    files = [
        ["one", json.dumps({"scenario": good[0]})],
        ["two.hexumpire", "nothing"],
        ["three.hexumpire", "x" * 300_001],
    ]
    files.append(["four", json.dumps({"scenario": good[1]})])
    launch = (
        "files => launch({ files: files.map(([name, text]) => ({ getFile: async () => new File([text], name) })) })"
    )
    until(phone, "window.launch")  # a part of the page that comes late takes the files
    phone.evaluate(launch, files)
    expect(phone.locator("#status")).to_contain_text("three.hexumpire: it is too large for a battle")
    expect(phone.locator("#status")).to_contain_text("Battles opened, but none from two.hexumpire: ")
    table.settled()
    expect(phone.locator("#caption")).to_contain_text("Of the game on the table")
    table.press(phone.locator(".nav [data-do=battles]"))
    expect(phone.locator("[data-do=saved-open]", has_text="Of a game that is not here")).to_have_count(1)
    table.press(phone.locator("#dialog [data-do=close]"))
    phone.evaluate(launch, [["bad.hexumpire", "{}"]])
    expect(phone.locator("#status")).to_contain_text("That file could not be opened: bad.hexumpire: ")
    expect(phone.locator("#status")).to_contain_text("What was here is kept.")


@pytest.mark.parametrize("above", [".nav [data-do=share]", "#panel .rule"])
def test_a_file_that_is_let_go_over_the_page_is_opened(desktop: Page, site: Any, above: str) -> None:
    """What lies open over the page closes for it."""
    table = Table(desktop, site.url).open()
    battle = next(iter(rulesets.get("aworldatwar").examples()))["scenario"] | {"title": "Let go here"}
    table.press(desktop.locator(above).first)
    expect(desktop.locator("dialog[open]")).to_have_count(1)
    taken = desktop.evaluate(
        """text => ["dragover", "drop"].map((kind) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "a.hexumpire"));
            return !document.body.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer}));
        })""",
        json.dumps({"scenario": battle}),
    )
    assert taken == [True, True], "the browser would leave the page for the file"
    expect(desktop.locator("#caption")).to_contain_text("Let go here")
    expect(desktop.locator("dialog[open]")).to_have_count(0)
