"""The registry of actions: every control that the page draws is in it, and says what its handler wants to know."""

from __future__ import annotations

import ast
import html
import importlib
import inspect
import json
import re
import sys
from typing import Any
from unittest.mock import MagicMock

import pytest
from amount import many
from frontend import UI, do, look

pytestmark = pytest.mark.host

CONTROL = re.compile(r'data-(do|set)="([^"]*)"((?: data-[abc]="[^"]*")*)')


@pytest.fixture
def registry(ui: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """All that players can do once the late modules have come."""
    monkeypatch.setitem(sys.modules, "js", MagicMock())
    late, starting = importlib.import_module("late"), importlib.import_module("starting")
    monkeypatch.setattr(importlib.import_module("store"), "read", lambda key: None)
    monkeypatch.setattr(late.files, "listen", MagicMock())
    monkeypatch.setattr(late.citing, "listen", MagicMock())
    monkeypatch.setattr(late.address, "Address", MagicMock())
    page = starting.made(MagicMock())
    late.arrive(page)
    return page.actions


def drawn(app: Any, ui: Any) -> list[str]:
    """All that is drawn of a state."""
    drawers = [ui.setup.top, ui.setup.boardbar, ui.setup.caption, ui.setup.foot, ui.setup.status, ui.awaited.problems]
    drawers += [ui.setup.conditions, ui.why.tablist, ui.awaited.umpire, ui.awaited.sheet, *ui.dialogs.DIALOGS.values()]
    found = [draw(app) for draw in drawers]
    for tab in ui.state.TABS:
        app.look.tab = tab
        found.append(ui.why.panel(app))
    return found


def states(app: Any, ui: Any) -> Any:
    """A battle set up with all its panels open, fought to its end, and taken back."""
    app.device.saved = [{"id": "1", "title": "x", "when": "2026-11-21T04:25", "about": "y"}]
    app.share = {"link": "x", "text": "y", "can_send": True}
    for entry in app.listed("examples")[:: many(30, 5)]:
        do(app, "example", entry["key"])
        look(app)
        yield app
        for hex in ui.places.shown_hexes(app)[:3]:
            for tool in ("counters", "terrain", "sides"):
                do(app, "hex", hex, "keep")
                do(app, "tool", tool)
                if ui.counters.units_at(app, hex):
                    app.look.unit = ui.counters.units_at(app, hex)[0]["id"]
                yield app
        for table in app.listed("packs"):
            do(app, "packfill", table["key"])
            app.look.pack_tab = table["key"]
            yield look(app)
            do(app, "undo")
        look(app)
        do(app, "fight")
        for _ in range(30):
            yield app
            if not app.node or app.node["kind"] == "end":
                break
            options = app.node["faces"] if app.node["kind"] == "chance" else app.node["options"]
            do(app, "act", options[0]["id"])
            look(app)
        do(app, "back")
        yield look(app)


@pytest.mark.slow
def test_every_control_is_in_the_registry_and_says_what_its_handler_wants(app: Any, ui: Any, registry: Any) -> None:
    seen = set()
    for game in app.rulesets:
        do(app, "ruleset", game["key"])
        for state in states(app, ui):
            for text in drawn(state, ui):
                seen |= set(CONTROL.findall(text))
    pages = (UI.parent / "index.html").read_text()
    seen |= set(CONTROL.findall(pages))
    assert len({name for _, name, _ in seen}) > 70
    for kind, name, named in seen:
        handler = registry.effects.get(name) or registry.changes[name]
        places = [
            html.unescape(re.sub(r' data-[abc]="|"$', "", part)) for part in re.findall(r' data-[abc]="[^"]*"', named)
        ]
        inspect.signature(handler).bind(None, *places, **({"value": "x"} if kind == "set" else {}))


def test_an_effect_is_called_with_what_the_control_names(ui: Any) -> None:
    calls: list[Any] = []
    ui.actions.call(lambda *named, **value: calls.append((named, value)), "page", ("a", "", ""))
    ui.actions.call(lambda *named, **value: calls.append((named, value)), "page", ("", "b", ""), "")
    assert calls == [(("page", "a"), {}), (("page", "", "b"), {"value": ""})]


def test_no_module_of_the_page_imports_itself_by_a_detour() -> None:
    imports: dict[str, set[str]] = {}
    for file in UI.glob("*.py"):
        nodes = list(ast.walk(ast.parse(file.read_text())))
        found = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
        imports[file.stem] = found | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    while free := [name for name, needed in imports.items() if not needed & imports.keys()]:
        for name in free:
            del imports[name]
    assert not imports, "these import each other in a circle, or need some that do"


def test_a_long_list_is_kept_entry_by_entry(ui: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No text is written that is longer than an entry: the time of MicroPython's writer grows with the square of it."""
    js, written = MagicMock(), []
    monkeypatch.setitem(sys.modules, "js", js)
    store = importlib.import_module("store")
    monkeypatch.setattr(store, "js", js)
    monkeypatch.setattr(store.json, "dumps", lambda one, whole=json.dumps: written.append(whole(one)) or written[-1])
    battles = [{"id": str(number), "state": {"past": ["x" * number]}} for number in range(40)]
    assert store.write(store.BATTLES, battles)
    key, text = js.hexStore.set.call_args.args
    assert (key, json.loads(text)) == (store.BATTLES, battles)
    assert max(map(len, written)) < len(text) / 10
    assert store.write(store.STATE, {"link": "x"})
    assert json.loads(js.hexStore.set.call_args.args[1]) == {"link": "x"}
