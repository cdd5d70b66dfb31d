"""The panel of the selected hex: its counters, terrain and hexsides, as HTML."""

from __future__ import annotations

import attacks
import awaited
import counters
import form
import ground
import places
from board import hexgrid
from parts import button, data, details, e, field, icon, kept, mistake, segments, select, stepper, whole_words
from shapes import Doc
from state import State
from texts import TEXTS, t
from values import slug

RING = ("NW", "NE", "W", "", "E", "SW", "SE")


def sheet(app: State) -> str:
    """Everything about the selected hex."""
    if app.look.moving:
        return _moving(app)
    name = app.look.selected
    text = '<div class="sheethead"><h2 id="sheet-title" tabindex="-1">' + e(hex_title(app, name)) + "</h2>"
    about = app.title_of("terrains", ground.terrain_at(app, name))
    for key in app.hexes.get(name, {}).get("features", []):
        about += ", " + app.title_of("features", key)
    text += '<p class="about">' + e(about) + "</p>"
    tools = [("counters", t("hex.counters")), ("terrain", t("hex.terrain")), ("sides", t("hex.sides"))]
    text += segments(t("hex.tabs"), "tool", tools, app.look.tool, css="seg wide")
    text += button(t("close"), "unselect", css="ghost square", inner=icon("close")) + "</div>"
    if app.look.tool == "terrain":
        return text + _terrain(app, name)
    if app.look.tool == "sides":
        return text + _sides(app, name)
    return text + _counters(app, name)


def _moving(app: State) -> str:
    unit = places.unit_of(app, app.look.moving) or {}
    hexes = [(hex, hex_title(app, hex)) for hex in places.shown_hexes(app)]
    text = '<div class="sheethead"><h2 id="sheet-title" tabindex="-1">' + e(t("unit.move")) + "</h2>"
    text += button(t("cancel"), "move", app.look.moving, css="ghost square", inner=icon("close")) + "</div>"
    text += '<p class="hint">' + whole_words(t("unit.moving", unit=counters.unit_words(app, unit))) + "</p>"
    return text + select("moveto", t("unit.moveto"), "moveto", hexes, unit.get("at"), app.look.moving)


def _counters(app: State, name: str) -> str:
    side = counters.side_at(app, name)
    sides = [(entry["key"], entry["title"]) for entry in app.listed("sides")]
    text = '<div class="pick">' + segments(t("palette.side"), "side", sides, side)
    nations = [(entry["key"], entry["title"]) for entry in app.listed("nations")]
    if len(nations) > 1:
        text += select(
            "nation", t("palette.nation"), "nation", nations, counters.nation_for(app, side), side, hidden=True
        )
    text += "</div>"
    palette = counters.offered(app, side, name)
    if palette:
        text += '<div class="palette" role="group" aria-label="' + e(t("palette")) + '">'
        for index, unit, title in palette:
            extra = 'title="%s"' % e(title)
            text += button("", "add", index, name, side, "stamp", inner=_stamp(app, index, unit, title), extra=extra)
        text += "</div>"
    else:
        text += '<p class="hint">' + e(t("palette.empty")) + "</p>"
    text += attacks.more(app, name)
    here = counters.units_at(app, name)
    if not here:
        return text + _groups(app, name) + '<p class="hint">' + e(t("palette")) + ".</p>"
    text += '<ul class="units">'
    for unit in reversed(here):  # the last one put down is next to the palette
        text += _unit(app, unit)
    return text + "</ul>" + _groups(app, name)


def _stamp(app: State, index: int, unit: Doc, title: str) -> str:
    """A counter of the palette."""

    def draw() -> str:
        kind = e(app.title_of("types", unit.get("type")))
        return relabelled(t("palette.add", title=title), "%s<span>%s</span>" % (counters.counter_svg(app, unit), kind))

    return kept("stamp %d" % index, [app.schema, unit, title], draw)


def _groups(app: State, name: str) -> str:
    """What was put down last, to be put here too; and the formations, while they are unfolded."""
    text, again = '<div class="tools">', counters.again(app, name)
    if again:
        said = whole_words(t("same", units=counters.list_words(app, again)))
        text += button("", "sameagain", name, css="second", inner="<span>" + said + "</span>")
    open = "formations" in app.look.opened and "formations" in awaited.DRAWERS and "formations.put" in TEXTS
    extra = 'id="to-formations" aria-expanded="' + ("true" if open else "false") + '"'
    text += button(t("formations"), "formations", css="second", extra=extra) + "</div>"
    return text + (awaited.DRAWERS["formations"](app) if open else "")


def _unit(app: State, unit: Doc) -> str:
    id = unit["id"]
    words = counters.unit_words(app, unit)
    open = app.look.unit == id
    start = "f-unit-" + slug(id) + "-"
    css = "unit open" if open else "unit"
    text = '<li class="' + css + '" id="u-' + slug(id) + '" tabindex="-1"><div class="unithead">'
    text += '<button type="button" class="card" aria-expanded="' + ("true" if open else "false") + '"'
    text += (
        data("do", "unit", id) + ">" + counters.counter_svg(app, unit) + '<span class="unitname">' + whole_words(words)
    )
    text += '<span class="about"><span>' + e(app.title_of("sides", unit.get("side"))) + "</span></span></span>"
    text += icon("down")
    text += "</button>"
    amount = counters.amount_field(app, unit)
    count = unit.get("count", 1)
    wrong = app.look.mistyped.get(("count", id, ""))
    number = stepper(start + "count", t("unit.count") + ", " + words, "count", id, "", count, False, wrong, high=99)
    number += mistake(start + "count", wrong, count)
    if amount:
        key, label = amount["key"], amount["title"] + ", " + words
        wrong = app.look.mistyped.get(("unitfield", id, key))
        limits = (amount.get("low", 0), amount.get("high", 99))
        text += stepper(
            start + slug(key), label, "unitfield", id, key, counters.unit_value(app, unit, amount), True, wrong, *limits
        )
        text += mistake(start + slug(key), wrong, counters.unit_value(app, unit, amount))
    else:
        text += number
    text += "</div>"
    if not open:
        return text + "</li>"
    text += '<div class="tools">' + button(t("unit.move"), "move", id, css="second")
    if counters.can_split(app, unit):
        text += button(t("unit.split"), "split", id, css="second")
    text += button(t("unit.copy"), "copy", id, css="second")
    text += button(t("unit.remove"), "remove", id, css="second danger") + '</div><div class="fields">'
    text += attacks.of_unit(app, unit, start)
    shown, rest = counters.shown_unit_fields(app, unit)
    for entry in shown:
        if entry != amount:
            text += field(app, entry, counters.unit_value(app, unit, entry), "unitfield", id, entry["key"], start)
    kinds = [
        (entry["key"], entry["title"])
        for entry in app.listed("types")
        if unit.get("side") in (entry.get("sides") or [unit.get("side")]) or entry["key"] == unit.get("type")
    ]
    more = select(start + "type", t("unit.type"), "unittype", kinds, unit.get("type"), id)
    nations = [(entry["key"], entry["title"]) for entry in app.listed("nations")]
    more += select(start + "nation", t("unit.nation"), "unitnation", nations, unit.get("nation"), id)
    sides = [(entry["key"], entry["title"]) for entry in app.listed("sides")]
    more += select(start + "side", t("unit.side"), "unitside", sides, unit.get("side"), id)
    if amount and count != 1:  # so it came from elsewhere: it can be set right here
        more += '<div class="row"><span class="what">' + e(t("unit.count")) + "</span>" + number + "</div>"
    for entry in rest:
        if entry != amount:
            more += field(app, entry, counters.unit_value(app, unit, entry), "unitfield", id, entry["key"], start)
    text += details(app, "unit " + id, t("unit.more"), '<div class="fields">' + more + "</div>")
    return text + "</div></li>"


def _terrain(app: State, name: str) -> str:
    chosen = ground.terrain_at(app, name)
    text = '<div class="chips" role="group" aria-label="' + e(t("hex.terrain")) + '">'
    for entry in app.listed("terrains"):
        swatch = (
            '<svg class="swatch" viewBox="0 0 20 20" aria-hidden="true">'
            '<path d="M10 1 18 5.5v9L10 19 2 14.5v-9z" fill="'
            + e(entry.get("fill", "")) + '"/></svg>'
        )  # fmt: skip
        inner = swatch + "<span>" + e(entry["title"]) + "</span>"
        text += button("", "terrain", name, entry["key"], "", "chip", entry["key"] == chosen, inner=inner)
    text += "</div>"
    features = app.listed("features")
    if features:
        here = app.hexes.get(name, {}).get("features", [])
        text += (
            '<h3 id="features">' + e(t("features")) + '</h3><div class="chips" role="group" aria-labelledby="features">'
        )
        for entry in features:
            text += button(entry["title"], "feature", name, entry["key"], "", "chip", entry["key"] in here)
        text += "</div>"
    shown, rest = counters.hex_fields(app, name)
    data_here = app.hexes.get(name, {})
    fields = (
        '<div class="fields"><label class="row"><span class="what"><span class="name">'
        + e(t("hex.name"))
        + "</span></span>"
    )
    fields += (
        '<input id="hexname" type="text" maxlength="60" autocomplete="off" value="' + e(data_here.get("name", "")) + '"'
    )
    fields += data("set", "hexname", name) + "></label>"
    start = "f-hex-" + slug(name) + "-"
    for entry in shown + rest:
        value = data_here.get(entry["key"], entry["default"])
        fields += field(app, entry, value, "hexfield", name, entry["key"], start)
    named = t("hex.inpath") if form.by_path(app) else t("hex.istarget")
    fields += '<label class="switch"><span class="what"><span class="name">' + e(named) + "</span></span>"
    fields += '<input id="istarget" type="checkbox" role="switch"' + data("set", "target", name)
    fields += (" checked" if name in app.targets else "") + "></label>"
    fields += '<label class="switch"><span class="what"><span class="name">' + e(t("paint")) + "</span></span>"
    fields += '<input id="paint" type="checkbox" role="switch"' + data("set", "paint")
    fields += (" checked" if app.look.paint else "") + "></label></div>"
    text += fields + '<div class="tools">' + button(t("hex.clear"), "clearhex", name, css="ghost danger") + "</div>"
    return text


def _sides(app: State, name: str) -> str:
    brush = ground.brush_key(app)
    text = '<h3 id="brush">' + e(t("sides.brush")) + '</h3><div class="chips" role="group" aria-labelledby="brush">'
    for entry in app.listed("side_features"):
        text += button(entry["title"], "brush", entry["key"], "", "", "chip", entry["key"] == brush)
    text += "</div>"
    crossed = ground.crossed_sides(app)
    if crossed:
        every = all(brush in app.sides.get(side, []) for side in crossed)
        text += button(t("sides.crossed", n=len(crossed)), "crossed", css="chip", pressed=every)
    text += '<p class="hint">' + e(t("sides.tap")) + '</p><div class="ring" role="group" aria-label="'
    text += e(t("sides.ring")) + '">'
    for direction in RING:
        if not direction:
            text += '<span class="mid" aria-hidden="true">' + e(hex_title(app, name)) + "</span>"
            continue
        marks = side_marks(app, name, direction)
        titles = ", ".join([app.title_of("side_features", key) for key in marks])
        label = t("direction." + direction) + ": " + (titles or t("none"))
        shown = "<b>" + e(t("compass." + direction)) + "</b><span>" + e(titles or "–") + "</span>"
        css = "side s" + direction
        text += button("", "sidemark", name, direction, "", css, brush in marks, inner=relabelled(label, shown))
    return text + "</div>"


def relabelled(label: str, shown: str) -> str:
    """Words for readers in place of what is shown."""
    return '<span class="hush">' + e(label) + '</span><span class="shown" aria-hidden="true">' + shown + "</span>"


def hex_title(app: State, name: str) -> str:
    """What a hex is called, as a heading."""
    found = places.called(app, name)
    return places.headed(found)


def side_marks(app: State, hex: str, direction: str) -> list[str]:
    """What runs along one side of a hex."""
    return app.sides.get(hexgrid.hexside(hexgrid.parse(hex), direction)) or []
