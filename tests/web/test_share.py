"""What a battle is handed on as: a QR code that a reader reads, a picture of its size."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest
from browsers import until
from playwright.sync_api import Page, expect
from table import Table

import build

pytestmark = pytest.mark.engine("beside")

READ = """async ([url, edge]) => {
  const svg = document.querySelector("svg.qr").cloneNode(true);
  svg.setAttribute("width", edge);
  svg.setAttribute("height", edge);
  const image = new Image();
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg.outerHTML);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = edge;
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0, edge, edge);
  return jsQR(pen.getImageData(0, 0, edge, edge).data, edge, edge).data;
}"""


@pytest.fixture
def table(phone: Page, site: Any) -> Table:
    return Table(phone, site.url).open()


def test_another_phone_reads_the_link_from_the_screen(table: Table) -> None:
    page = table.page
    link = table.link()
    table.press(page.locator(".nav [data-do=share]"))
    table.press(page.locator("[data-open=qr] summary"))
    expect(page.locator("svg.qr")).to_be_visible()
    page.evaluate((build.node_modules() / "jsqr" / "dist" / "jsQR.js").read_text() + "\n;null")
    assert page.evaluate(READ, [page.url, 1200]) == link


def test_a_link_too_long_for_a_code_says_so(table: Table) -> None:
    page = table.page
    qr = "hexLoad('./engine/pictures.mjs').then(() => hexPictures.qr('x'.repeat(3000)))"  # which comes when it is used
    assert page.evaluate(qr) == ""
    page.evaluate("hexPictures.qr = async () => ''")
    table.press(page.locator(".nav [data-do=share]"))
    expect(page.locator("#dialog")).to_contain_text("too long for a QR code")


def test_the_picture_is_saved_as_png(table: Table) -> None:
    page = table.page
    table.link()
    table.press(page.locator(".nav [data-do=share]"))
    with page.expect_download() as saving:
        table.press(page.get_by_role("button", name="Save as PNG"))
    assert saving.value.suggested_filename.endswith(".png")
    data = saving.value.path().read_bytes()
    assert data.startswith(b"\x89PNG") and int.from_bytes(data[16:20], "big") == 1600
    pixels = page.evaluate(
        """async (data) => {
            const image = new Image(); image.src = "data:image/png;base64," + data; await image.decode();
            const canvas = document.createElement("canvas"); canvas.width = image.width; canvas.height = image.height;
            const pen = canvas.getContext("2d"); pen.drawImage(image, 0, 0);
            const all = pen.getImageData(0, 0, image.width, image.height).data;
            return new Set(new Uint32Array(all.buffer)).size;
        }""",
        base64.b64encode(data).decode(),
    )
    assert pixels > 50, "there is something on it"


def test_after_the_end_all_that_is_shared_tells_title_odds_why_log_and_end_each_once(
    desktop: Page, site: Any, tmp_path: Any
) -> None:
    table = Table(desktop, site.url).open()
    page = desktop
    title = page.locator("#caption h1").inner_text()
    odds = page.locator("#sum .odds").inner_text()
    table.do("fight")
    while page.locator("#umpire .face, #umpire .option").count():
        step = page.locator("#log > li > .line").count()
        table.on(last=True)
        until(
            page,
            f"document.querySelectorAll('#log > li > .line').length !== {step} || document.querySelector('.measures')",
        )
        table.settled()
    end = table.question.inner_text()
    log = [line.rstrip(".") for line in page.locator("#log > li > .line .what").all_inner_texts()]
    page.evaluate("navigator.share = (what) => { window.sent = what; }")
    page.locator(".nav [data-do=share]").click()
    page.locator("#share-kind").select_option("plain")
    expect(page.locator("#share-snippet")).to_have_value(re.compile("#1[.]"))
    caption, link = page.locator("#share-snippet").input_value().split("\n")
    assert caption == f"{title} – {odds} – {end}"
    assert ".h." in link
    text = page.locator("#share-text").input_value()
    assert text.count(title) == 1
    assert text.count(f"\n{odds}\n") == 1  # over its reasons; the log tells it with the roll
    assert text.count(f"The end: {end}") == 1
    for line in log:
        assert line in text
    asked = "hexLoad('./engine/pictures.mjs').then(() => { const {png} = hexPictures;"
    page.evaluate(f"{asked} hexPictures.png = (...given) => {{ window.given = given; return png(...given); }}; }})")
    with page.expect_download() as saved:
        page.locator("#dialog [data-do=save-png]").click()
    assert page.evaluate("given[1]") == text
    saved.value.save_as(tmp_path / "battle.png")
    data = (tmp_path / "battle.png").read_bytes()
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    lines = text.count("\n")
    board = page.evaluate(
        "(async () => { const it = new Image(); it.src = 'data:image/svg+xml,' + encodeURIComponent(given[0]);"
        " await it.decode(); return given[2] * it.height / it.width; })()"
    )
    assert width == 1600
    assert height > board + lines * 25  # every line has its room below the board
