"""Writes the page's first HTML, with a real battle in it, and the data the page starts from.

`render(web, dist)` runs the same Python that draws the page in the browser, on CPython, with the engine called
directly. It writes dist/index.html, dist/board.css (the board's colours in the dark), dist/data/first.json and
for each game dist/data/<ruleset>.json, its form with the first example, and <ruleset>.examples.json, the others;
dist/texts/ and all of that (as de.html, data/first.de.json ...) for every other language that web/texts/ has.
"""

from __future__ import annotations

import html
import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import hexumpire.board
import icons
from hexumpire import api
from hexumpire.board import alt_text, svg
from hexumpire.cli.wiki.witnesses import witnesses
from hexumpire.files import record
from hexumpire.views import i18n

FIRST = "en"


def ask(lang: str, **request: Any) -> Any:
    """Ask the engine; anything but an answer stops the build."""
    answer = json.loads(api.handle(json.dumps(request | ({} if lang == FIRST else {"lang": lang}))))
    if not answer["ok"]:
        raise RuntimeError(f"{request['op']}: {answer['problems']}")
    return answer["result"]


def compact(document: Any) -> str:
    """JSON as short as can be."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def load_ui(web: Path, dist: Path) -> tuple[Any, Any, Any, Any, Any]:
    """Import the page's own modules; those it shares with the engine are the engine's."""
    sys.path.insert(0, str(web / "ui"))
    sys.modules.setdefault("board", hexumpire.board)
    names = ("state", "drawing", "setup", "why", "umpire")
    return tuple(importlib.import_module(name) for name in names)  # type: ignore[return-value]


def board_css(schemas: dict[str, Any]) -> str:
    """The board's colours for dark screens, for every terrain of every game."""
    hexes = []
    for schema in schemas.values():
        everywhere = {f"{i},0": {"terrain": entry["key"]} for i, entry in enumerate(schema["terrains"])}
        hexes += svg.view(schema, {"map": {"hexes": everywhere}})["hexes"]
    dark, light = (svg.theme_css({"hexes": hexes}, theme) for theme in ("dark", "light"))
    return (
        f":root{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f":root[data-theme=dark]{{{dark}}}\n"
    )


def worded(page: str, texts: dict[str, str]) -> str:
    """The page with its fixed texts: ``data-t`` names an element's text, ``data-t-NAME`` that of an attribute."""

    def inside(found: re.Match[str]) -> str:
        return found[0] + html.escape(texts[found[1]], quote=False)

    def attribute(found: re.Match[str]) -> str:
        return f'{found[0]} {found[1]}="{html.escape(texts[found[2]])}"'

    return re.sub(r'data-t="([^"]+)"[^<>]*>', inside, re.sub(r'data-t-([a-z-]+)="([^"]+)"', attribute, page))


def render(web: Path, dist: Path) -> None:
    """Write the page and its data into ``dist``, in every language."""
    modules = load_ui(web, dist)
    icons.write(web / "icon.svg", dist)
    languages = sorted((file.stem for file in (web / "texts").glob("*.json")), key=lambda code: (code != FIRST, code))
    texts = {code: json.loads((web / "texts" / f"{code}.json").read_text(encoding="utf-8")) for code in languages}
    texts = {code: texts[FIRST] | texts[code] for code in languages}  # a test tells of texts that are not there yet
    for folder in ("data", "texts"):
        (dist / folder).mkdir(parents=True, exist_ok=True)
    for part in ("help", "own", "line", "rules", "embed", "table"):
        (dist / "texts" / part).mkdir()
    for code in languages:
        help = web / "texts" / "help" / f"{code}.json"
        words = json.loads((help if help.exists() else help.with_stem(FIRST)).read_text(encoding="utf-8"))
        (dist / "texts" / "help" / help.name).write_text(compact(words), encoding="utf-8")
        # of the guide, of a battle as one line, the rulebook, a frame, what table.bin brings
        for part in ("own", "line", "rules", "embed", "table"):
            late = json.loads((web / "texts" / part / f"{code}.json").read_text(encoding="utf-8"))
            (dist / "texts" / part / f"{code}.json").write_text(compact(late), encoding="utf-8")
        (dist / "texts" / f"{code}.json").write_text(compact(texts[code]), encoding="utf-8")
        render_in(code, texts, modules, web, dist)


def write_data(code: str, schemas: dict[str, Any], first: dict[str, Any], dist: Path) -> None:
    """Write what the page fetches beside itself: each game's form and examples, and the first battle."""
    ending = "" if code == FIRST else f".{code}"
    for name, schema in schemas.items():
        begin, rest = schema["examples"][:1], schema["examples"][1:]  # a game opens with the first of them
        parts = {name: schema | {"examples": begin, "more_examples": len(rest)}, f"{name}.examples": rest}
        for part, document in parts.items():
            (dist / "data" / f"{part}{ending}.json").write_text(compact(document), encoding="utf-8")
    (dist / "data" / f"first{ending}.json").write_text(compact(first), encoding="utf-8")
    if code == FIRST:
        (dist / "board.css").write_text(board_css(schemas))


def write_rules(code: str, games: list[dict[str, Any]], dist: Path) -> None:
    """Write the rules of each game, each with the examples in which it counts, and the battles that show them.

    Texts that stayed English are named.
    """
    folder = dist / "data" / "rules"
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        request = {"op": "rules", "ruleset": game["key"], "battles": True, "lang": code}
        answer = json.loads(api.handle(json.dumps(request)))
        if not answer["ok"]:
            raise RuntimeError(f"rules: {answer['problems']}")
        shown = shown_rules(game["key"])
        rules = answer["result"] | {"unsaid": answer.get("unsaid", []), "shown": bool(shown)}
        if shown and code == FIRST:
            (folder / f"{game['key']}.shown.json").write_text(compact(shown), encoding="utf-8")
        name = game["key"] + ("" if code == FIRST else f".{code}")
        (folder / f"{name}.json").write_text(compact(rules), encoding="utf-8")


def shown_rules(key: str) -> dict[str, Any]:
    """The battles that show the rules of a game: ``links``, and by rule the number of its link and whether to fight.

    Each is played up to where the rule counts; dice and a question that hang on the rule are still to come there.
    """
    links: dict[str, int] = {}
    rules = {rule: [links.setdefault(one.link, len(links)), int(one.fight)] for rule, one in witnesses(key).items()}
    return {"links": list(links), "rules": rules} if rules else {}


def all_games(code: str) -> tuple[Any, dict[str, Any]]:
    """The answer about all games, those for typed-in ones last, and their forms by key."""
    games = ask(code, op="rulesets")
    schemas = {game["key"]: ask(code, op="schema", ruleset=game["key"]) for game in games["rulesets"]}
    for schema in schemas.values():
        for entry in schema["examples"]:
            if "game" in entry["scenario"]:  # as text, which keeps the order of its keys
                entry["scenario"]["game"] = compact(entry["scenario"]["game"])
    for game in games["rulesets"]:
        game["own"] = schemas[game["key"]]["ruleset"]["takes_games"]
    games["rulesets"].sort(key=lambda game: game["own"])
    return games, schemas


def write_manifest(code: str, texts: dict[str, str], web: Path, dist: Path) -> None:
    """Write what a device is told of the page in a language when it puts it on its home screen."""
    manifest = json.loads((web / "app.webmanifest").read_text(encoding="utf-8"))
    manifest |= {"lang": code, "description": texts["description.short"]}
    (dist / f"{code}.webmanifest").write_text(compact(manifest), encoding="utf-8")


def render_in(code: str, languages: dict[str, dict[str, str]], modules: tuple[Any, ...], web: Path, dist: Path) -> None:
    """Write the page and its data in one language."""
    state, drawing, setup, why, umpire = modules
    answers, battles = importlib.import_module("answers"), importlib.import_module("battles")
    texts = languages[code]
    importlib.import_module("texts").take(texts)
    words = {} if code == FIRST else i18n.read(code)[i18n.ALT_TEXT]
    games, schemas = all_games(code)
    key = games["rulesets"][0]["key"]
    app = state.State(games["rulesets"], schemas)
    examples = schemas[key]["examples"]
    battles.load(app, {"ruleset": key} | (examples[0]["scenario"] if examples else {}))
    app.battle.past = []
    answers.take_view(app, {"ok": True, "result": ask(code, **answers.view_request(app))}, app.battle.revision)
    if app.node:
        answers.take_outcomes(app, {"ok": True, "result": ask(code, **answers.outcomes_request(app))}, app.odds_key)
    first = {
        "version": games["version"],
        "languages": [[other, languages[other]["language.name"]] for other in languages],
        "rulesets": games["rulesets"],
        "alt_text": words,
        "longest_link": record.MAX_LINK + record.MAX_REST,  # an embed link says more than the record
        "ruleset": key,
        "scenario": app.battle.scenario,
        "view": app.answers.view,
        "outcomes": app.answers.outcomes,
    }
    write_data(code, schemas, first, dist)
    write_rules(code, games["rulesets"], dist)
    if code != FIRST:
        write_manifest(code, texts, web, dist)

    alt_text.learn(words)  # which the engine forgets with each answer
    view = drawing.board_view(app)
    board = drawing.board_pieces(app, view)
    regions = {
        "languages": " ".join(languages),
        "manifest": "app.webmanifest" if code == FIRST else f"{code}.webmanifest",
        "sprite": drawing.sprite(schemas[key]),
        "top": setup.top(app),
        "boardbar": setup.boardbar(app),
        "board": drawing.spoken("".join(text for _, text in board)),
        "caption": setup.caption(app),
        "words": importlib.import_module("words").words(app, view),
        "status": setup.status(app),
        "umpire": umpire.umpire(app),
        "problems": importlib.import_module("awaited").problems(app),
        "tabs": why.tablist(app),
        "panel": why.panel(app),
        "conditions": setup.conditions(app),
        "bar": setup.foot(app),
    }
    page = (web / "index.html").read_text(encoding="utf-8")
    left = set(re.findall(r"<!--(\w+)-->", page)) ^ set(regions)
    if left:
        raise RuntimeError(f"index.html and prerender.py do not agree on {sorted(left)}")
    page = worded(page, texts).replace(f'<html lang="{FIRST}"', f'<html lang="{code}"')
    for name, part in regions.items():
        page = page.replace(f"<!--{name}-->", part)
    (dist / ("index.html" if code == FIRST else f"{code}.html")).write_text(page, encoding="utf-8")
