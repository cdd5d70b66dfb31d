"""Takes the screenshots that the page's manifest shows, anew: `python3 build.py screenshots`."""

from __future__ import annotations

import io
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from builder.pages import site
from builder.running import ROOT
from builder.serving import Server
from builder.tools import chromium
from PIL import Image
from playwright.sync_api import expect, sync_playwright

PICTURES = (("narrow", 390, 844, 1.5), ("wide", 1280, 800, 1))  # file, size in CSS pixels, pixels to one of them


def main() -> None:
    """Open the page at each size and keep what is seen once the engine has answered."""
    with sync_playwright() as playwright, Server(site()) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name, width, height, scale in PICTURES:
            page = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
            page.goto(server.url)
            expect(page.locator("html[data-engine=ready]")).to_be_attached()
            expect(page.locator("#sum:not(.stale)")).to_be_attached()
            file = ROOT / "web" / "icons" / f"{name}.png"
            with Image.open(io.BytesIO(page.screenshot())) as screenshot:
                few = screenshot.convert("RGB").quantize(128, dither=Image.Dither.NONE)
            few.save(file, optimize=True)
            print(file.relative_to(ROOT))
        server.shutdown()


if __name__ == "__main__":
    main()
