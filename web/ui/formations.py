"""Formations: groups of counters that are kept under a name, put down with one tap, as kept or mirrored; as HTML."""

from __future__ import annotations

import battles
import counters
import editing
from board import hexgrid
from parts import button, data, details, e, icon, segments
from shapes import Doc, Handlers
from state import State
from texts import t
from values import form_key

TURNS = ("as", "sides", "depth")
HERE = "0,0"  # the hex from which a formation is seen
MOST = 60  # formations that are kept
LONGEST = 60  # characters of a name


class Forming:
    """How formations are put down, and what the next one is called."""

    def __init__(self) -> None:
        self.turn = "as"
        self.name = ""
        self.said = ("", -1)  # and of which revision of the battle: said of another, it is old


FORMING = Forming()


def form(app: State) -> str:
    """What tells the game of a formation: its ruleset; of a typed-in game its title too."""
    own = app.schema["ruleset"]["title"] if app.schema and "game" in app.battle.scenario else ""
    return str(app.battle.scenario["ruleset"]) + (": " + str(own) if own else "")


def of_game(app: State) -> list[Doc]:
    """The formations of the game on the table."""
    types = [entry["key"] for entry in app.listed("types")]
    mine = [entry for entry in app.device.formations if entry["form"] == form(app)]
    return [entry for entry in mine if all(unit["type"] in types for unit in entry["units"])]


def section(app: State) -> str:
    """What is kept, to be put into the selected hex; and what stands there or on the board, to be kept."""
    hex = app.look.selected
    found = of_game(app)
    text = '<section class="formations" aria-label="' + e(t("formations")) + '">'
    if found:
        if any(unit["at"] != HERE for entry in found for unit in entry["units"]):
            turns = [(key, t("formations." + key)) for key in TURNS]
            text += segments(t("formations.turn"), "formation-turn", turns, FORMING.turn, css="seg wide")
        text += '<div class="chips" role="group" aria-label="' + e(t("formations.put")) + '">'
        for entry in found:
            inner = "<span>" + e(entry["title"]) + "</span>"
            label, words = t("formations.putone", name=entry["title"]), counters.list_words(app, entry["units"])
            extra = 'title="' + e(words) + '"'
            text += button(label, "formation", entry["id"], hex, "", "chip", inner=inner, extra=extra)
        text += "</div>"
    else:
        text += '<p class="hint">' + e(t("formations.none")) + "</p>"
    text += _keeping(app, hex)
    if found:
        body = ""
        for entry in found:
            body += '<div class="pair"><label class="field"><span class="hush">' + e(t("formations.name"))
            body += '</span><input type="text" maxlength="60" autocomplete="off" value="' + e(entry["title"]) + '"'
            body += data("set", "formation-name", entry["id"]) + "></label>"
            label = t("saved.delete", title=entry["title"])
            body += button(label, "formation-forget", entry["id"], css="ghost square", inner=icon("close")) + "</div>"
        text += details(app, "formations change", t("formations.change"), body)
    return text + "</section>"


def _keeping(app: State, hex: str) -> str:
    """The name and the buttons that keep a formation."""
    here = counters.units_at(app, hex)
    sides = [side for side in app.listed("sides") if any(unit.get("side") == side["key"] for unit in app.units)]
    if not sides:
        return ""
    text = '<label class="field"><span class="name">' + e(t("formations.name")) + '</span><input id="formation-new" '
    text += 'type="text" maxlength="60" autocomplete="off" value="' + e(FORMING.name) + '"'
    text += data("set", "formation-new") + '></label><div class="tools">'
    if here:
        text += button(t("formations.hex", n=number(here)), "formation-keep", "", css="second")
    for side in sides:
        many = number([unit for unit in app.units if unit.get("side") == side["key"]])
        label = t("formations.side", side=side["title"], n=many)
        text += button(label, "formation-keep", side["key"], css="second")
    text += "</div>"
    said, of = FORMING.said
    return text + ('<p class="status" role="status">' + e(said) + "</p>" if said and of == app.battle.revision else "")


def number(units: list[Doc]) -> int:
    """How many counters stand in a list."""
    return int(sum([unit.get("count", 1) for unit in units]))


def kept(app: State, side: str, id: str) -> Doc:
    """The counters of the selected hex, or of a side on the whole board, as a formation seen from that hex."""
    hex = app.look.selected
    q, r = hexgrid.parse(hex)
    units = []
    for unit in app.units if side else counters.units_at(app, hex):
        if not side or unit.get("side") == side:
            at = hexgrid.parse(unit.get("at") or "0,0")
            new = {key: unit[key] for key in unit if key != "id"}
            new["at"] = hexgrid.name((at[0] - q, at[1] - r))
            units.append(new)
    title = FORMING.name.strip() or counters.list_words(app, units)
    if len(title) > LONGEST:
        short = title[: LONGEST - 2]
        title = (short[: short.rfind(", ") + 1] or short) + " …"
    return {"id": id, "title": title, "form": form(app), "units": units}


def turned(at: str, turn: str) -> tuple[int, int]:
    """Where a counter of a formation stands from the hex that it is put into, perhaps mirrored."""
    q, r = hexgrid.parse(at)
    if turn == "sides":
        return -q - r, r
    return (q + r, -r) if turn == "depth" else (q, r)


def put(app: State, id: str, hex: str) -> None:
    """Put a formation down, seen from a hex; a stack of one side joins the side that the palette gives there."""
    for entry in of_game(app):
        if entry["id"] == id:
            first = entry["units"][0]
            one = all(unit["side"] == first["side"] and unit["at"] == HERE for unit in entry["units"])
            side = counters.side_at(app, hex) if one else ""
            q, r = hexgrid.parse(hex)
            battles.changed(app)
            for unit in entry["units"]:
                at = turned(unit["at"], FORMING.turn)
                editing.place(app, dict(unit, at=hexgrid.name((q + at[0], r + at[1])), side=side or unit["side"]))
            counters.PUT[form_key(app.battle.scenario)] = hex
            return


def choose_turn(app: State, key: str) -> None:
    """Choose whether formations are put down as they are kept, or mirrored."""
    FORMING.turn = key


CHANGES: Handlers = {"formation": put, "formation-turn": choose_turn}
