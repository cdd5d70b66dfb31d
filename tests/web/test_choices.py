"""What is chosen in a list is read whole, however narrow the window is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.files import codec, record
from playwright.sync_api import BrowserContext
from table import Table

pytestmark = pytest.mark.engine("beside")

CUT = """() => [...document.querySelectorAll("select")].filter((list) => list.checkVisibility()).filter((list) => {
    if (!list.offsetWidth) return false;
    const style = getComputedStyle(list), probe = document.createElement("div");
    const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    probe.textContent = list.selectedOptions[0].textContent;
    probe.style.cssText = "position: absolute; white-space: " + style.whiteSpace;
    for (const key of ["fontFamily", "fontSize", "fontWeight", "lineHeight"]) probe.style[key] = style[key];
    probe.style.hyphens = "manual";
    probe.style.width = room + 1 + "px"; // of which clientWidth has whole pixels only
    list.after(probe);
    const cut = probe.scrollWidth > room + 3 || probe.scrollHeight > list.clientHeight;
    probe.remove();
    return cut;
}).map((list) => list.id + ": " + list.selectedOptions[0].textContent)"""


@pytest.mark.parametrize(("width", "page"), [(320, ""), (320, "de.html"), (390, "de.html"), (844, "de.html")])
def test_the_name_of_a_procedure_and_of_a_reading_is_not_cut_off(
    new_context: Callable[..., BrowserContext], site: Any, width: int, page: str
) -> None:
    context = new_context(viewport={"width": width, "height": 640}, is_mobile=True, locale=page[:2] or "en")
    table = Table(context.new_page(), site.url + page)
    for key in ("daisenso", "v101125", "d8chart"):
        ruleset = rulesets.get(key)
        example = next(one["scenario"] for one in ruleset.examples() if one["scenario"].get("procedure") != "attack")
        table.page.goto("about:blank")
        table.open("#" + record.to_link(codec.read_scenario(example), ()))
        assert table.page.evaluate(CUT) == []
        table.page.locator("#procedure").evaluate(
            "(list) => { list.value = [...list.options].sort((a, b) => b.text.length - a.text.length)[0].value;"
            "list.dispatchEvent(new Event('change', {bubbles: true})); }"
        )
        table.settled()
        table.page.locator(".conditions details").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
        assert table.page.evaluate(CUT) == []
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width
