"""The parts of the page for setting a battle up, as HTML."""

import packs
from board import counter_svg, unit_words
from parts import button, chips, data, details, e, field, icon, segments, select, spoken, stepper, told, w
from texts import t
from values import slug


def top(app):
    """Which game it is; during a fight, which battle."""
    if app.fighting:
        return '<h1 class="now">' + e(app.title() or t("untitled")) + "</h1>"
    games = [(entry["key"], entry["title"]) for entry in app.rulesets]
    return select("game", t("game"), "ruleset", games, app.scenario.get("ruleset"), hidden=True)


def boardbar(app):
    """The line above the board: edition, kind of battle, and undo."""
    if app.fighting:
        return ""
    editions = [(entry["key"], entry["title"]) for entry in app.listed("editions")]
    text = segments(t("edition"), "edition", editions, app.edition) if len(editions) > 1 else ""
    procedures = [(entry["key"], entry["title"]) for entry in app.listed("procedures")]
    if len(procedures) > 1:
        chosen = app.scenario.get("procedure") or procedures[0][0]
        text += select("procedure", t("procedure"), "procedure", procedures, chosen, hidden=True)
    text = '<div class="which">' + text + "</div>"
    off = "" if app.past else "disabled"
    text += '<div class="tools">' + button(t("undo"), "undo", css="ghost square", extra=off, inner=icon("undo"))
    off = "" if app.future else "disabled"
    text += button(t("redo"), "redo", css="ghost square", extra=off, inner=icon("redo"))
    return text + button(t("new"), "new", css="ghost square", inner=icon("plus")) + "</div>"


def caption(app):
    """The line under the board: which battle this is, and what to do."""
    if app.fighting:
        return ""
    text = '<h1 class="title">' + e(app.title() or t("untitled")) + "</h1>"
    if not app.selected:
        text += '<p class="hint">' + e(t("board.hint")) + "</p>"
    return text


def hex_title(app, name):
    """What a hex is called, as a heading."""
    found = app.called(name)
    return found[:1].upper() + found[1:]


def sheet(app):
    """Everything about the selected hex."""
    if app.fighting or not app.schema:
        return ""
    if app.moving:
        return _moving(app)
    name = app.selected
    if not name:
        return ""
    text = '<div class="sheethead"><h2 id="sheet-title" tabindex="-1">' + e(hex_title(app, name)) + "</h2>"
    about = app.title_of("terrains", app.terrain_at(name))
    for key in app.hexes.get(name, {}).get("features", []):
        about += ", " + app.title_of("features", key)
    text += '<p class="about">' + e(about) + "</p>"
    text += button(t("close"), "unselect", css="ghost square", inner=icon("close")) + "</div>"
    tools = [("counters", t("hex.counters")), ("terrain", t("hex.terrain")), ("sides", t("hex.sides"))]
    text += segments(t("hex.tabs"), "tool", tools, app.tool, css="seg wide")
    if app.tool == "terrain":
        return text + _terrain(app, name)
    if app.tool == "sides":
        return text + _sides(app, name)
    return text + _counters(app, name)


def _moving(app):
    unit = app.unit_of(app.moving) or {}
    hexes = [(hex, hex_title(app, hex)) for hex in app.shown_hexes()]
    text = '<div class="sheethead"><h2 id="sheet-title" tabindex="-1">' + e(t("unit.move")) + "</h2>"
    text += button(t("cancel"), "move", app.moving, css="ghost square", inner=icon("close")) + "</div>"
    text += '<p class="hint">' + e(t("unit.moving", unit=unit_words(app, unit))) + "</p>"
    return text + select("moveto", t("unit.moveto"), "moveto", hexes, unit.get("at"), app.moving)


def _counters(app, name):
    side = app.side_at(name)
    sides = [(entry["key"], entry["title"]) for entry in app.listed("sides")]
    text = '<div class="pick">' + segments(t("palette.side"), "side", sides, side)
    nations = [(entry["key"], entry["title"]) for entry in app.listed("nations")]
    if len(nations) > 1:
        text += select("nation", t("palette.nation"), "nation", nations, app.nation_for(side), side, hidden=True)
    text += "</div>"
    palette = app.palette(side)
    if palette:
        text += '<div class="palette scroll" role="group" tabindex="0" aria-label="' + e(t("palette")) + '">'
        for index, unit, title in palette:
            shown = counter_svg(app, unit) + "<span>" + e(app.title_of("types", unit.get("type"))) + "</span>"
            text += button("", "add", index, name, side, "stamp", inner=spoken(t("palette.add", title=title), shown))
        text += "</div>"
    else:
        text += '<p class="hint">' + e(t("palette.empty")) + "</p>"
    here = app.units_at(name)
    if not here:
        return text + '<p class="hint">' + e(t("palette")) + ".</p>"
    text += '<ul class="units">'
    for unit in here:
        text += _unit(app, unit)
    return text + "</ul>"


def _unit(app, unit):
    id = unit["id"]
    words = unit_words(app, unit)
    count = unit.get("count", 1)
    open = app.unit == id
    text = (
        '<li class="unit' + (" open" if open else "") + '" id="u-' + slug(id) + '" tabindex="-1"><div class="unithead">'
    )
    text += '<button type="button" class="card" aria-expanded="' + ("true" if open else "false") + '"'
    text += data("do", "unit", id) + ">" + counter_svg(app, unit) + '<span class="unitname">' + e(words)
    text += (
        '<span class="about">' + e(app.title_of("sides", unit.get("side"))) + icon("down") + "</span></span></button>"
    )
    text += (
        stepper("f-unit-" + slug(id) + "-count", t("unit.count") + ", " + words, "count", id, "", count, False)
        + "</div>"
    )
    if open:
        shown, rest = app.shown_unit_fields(unit)
        start = "f-unit-" + slug(id) + "-"
        text += '<div class="fields">'
        for entry in shown:
            text += field(app, entry, app.unit_value(unit, entry), "unitfield", id, entry["key"], start)
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
        for entry in rest:
            more += field(app, entry, app.unit_value(unit, entry), "unitfield", id, entry["key"], start)
        text += details(app, "unit " + id, t("unit.more"), '<div class="fields">' + more + "</div>")
        text += '<div class="tools">' + button(t("unit.copy"), "copy", id, css="ghost")
        text += button(t("unit.move"), "move", id, css="ghost")
        text += button(t("unit.remove"), "remove", id, css="ghost danger") + "</div></div>"
    return text + "</li>"


def _terrain(app, name):
    chosen = app.terrain_at(name)
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
    shown, rest = app.hex_fields(name)
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
    fields += '<label class="switch"><span class="what"><span class="name">' + e(t("hex.istarget")) + "</span></span>"
    fields += '<input id="istarget" type="checkbox" role="switch"' + data("set", "target", name)
    fields += (" checked" if name in app.targets else "") + "></label>"
    fields += '<label class="switch"><span class="what"><span class="name">' + e(t("paint")) + "</span></span>"
    fields += '<input id="paint" type="checkbox" role="switch"' + data("set", "paint")
    fields += (" checked" if app.paint else "") + "></label></div>"
    text += fields + '<div class="tools">' + button(t("hex.clear"), "clearhex", name, css="ghost danger") + "</div>"
    return text


RING = ("NW", "NE", "W", "", "E", "SW", "SE")


def _sides(app, name):
    brush = app.brush_key()
    text = '<h3 id="brush">' + e(t("sides.brush")) + '</h3><div class="chips" role="group" aria-labelledby="brush">'
    for entry in app.listed("side_features"):
        text += button(entry["title"], "brush", entry["key"], "", "", "chip", entry["key"] == brush)
    text += '</div><p class="hint">' + e(t("sides.tap")) + '</p><div class="ring" role="group" aria-label="'
    text += e(t("sides.ring")) + '">'
    for direction in RING:
        if not direction:
            text += '<span class="mid" aria-hidden="true">' + e(hex_title(app, name)) + "</span>"
            continue
        marks = app.side_marks(name, direction)
        titles = ", ".join([app.title_of("side_features", key) for key in marks])
        label = t("direction." + direction) + ": " + (titles or t("none"))
        shown = "<b>" + e(t("compass." + direction)) + "</b><span>" + e(titles or "–") + "</span>"
        css = "side s" + direction
        text += button("", "sidemark", name, direction, "", css, brush in marks, inner=spoken(label, shown))
    return text + "</div>"


def conditions(app):
    """Circumstances and house readings."""
    if app.fighting or not app.schema:
        return ""
    shown, rest = app.conditions()
    stated = app.scenario.get("conditions") or {}
    text = ""
    if shown or rest:
        text += "<h2>" + e(t("conditions")) + "</h2>"
        if shown:
            text += '<div class="fields">' + _circumstances(app, shown, stated, "condition", "f-conditions-") + "</div>"
        else:
            text += '<p class="hint">' + e(t("conditions.none")) + "</p>"
        if rest:
            body = '<div class="fields">' + _circumstances(app, rest, stated, "condition", "f-conditions-") + "</div>"
            text += details(app, "conditions", t("conditions.all", n=len(rest)), body)
    readings, others = app.readings()
    if readings or others:
        stated = app.scenario.get("readings") or {}
        body = '<p class="hint">' + e(t("readings.note")) + '</p><div class="fields">'
        body += _circumstances(app, readings + others, stated, "reading", "f-readings-") + "</div>"
        text += details(app, "readings", t("readings", n=len(readings + others)), body)
    return text + packs.brief(app)


def _circumstances(app, fields, stated, name, start):
    text = ""
    for entry in fields:
        text += field(app, entry, stated.get(entry["key"], entry["default"]), name, entry["key"], "", start)
    return text


def problems(app):
    """What stands against the fight; each line leads to its field."""
    found = app.problems()
    if not found or (not app.units and not app.refused):
        return ""
    text = '<h2 tabindex="-1" id="problems-title">' + e(t("problems")) + '</h2><ul class="problems">'
    for index, problem in enumerate(found):
        inner = '<span class="what">' + w(problem["message"])
        if problem.get("fix"):
            inner += '<span class="help">' + told("problem.fix", "fix", problem["fix"]) + "</span>"
        inner += "</span>" + chips(problem)
        text += (
            "<li>"
            + '<button type="button" class="problem"'
            + data("do", "problem", index)
            + ">"
            + inner
            + "</button></li>"
        )
    return text + "</ul>"


def status(app):
    """How the engine is, when there is something to say."""
    if app.engine == "failed":
        return (
            '<p class="status bad">' + told("engine.failed", "reason", app.fault) + " "
            + button(t("engine.retry"), "retry", css="ghost") + "</p>"
        )  # fmt: skip
    if app.notice and not app.fighting:
        return (
            '<p class="status">'
            + e(app.notice)
            + button(t("close"), "dismiss", css="ghost square", inner=icon("close"))
            + "</p>"
        )
    if app.engine == "loading":
        return '<p class="status quiet">' + e(t("engine.loading")) + "</p>"
    return ""


def foot(app):
    """The bar that never leaves the bottom."""
    text = '<div class="sum' + ("" if app.current and app.odds_current else " stale") + '" id="sum">'
    bar = app.view.get("bar") if app.view and app.units else ""
    count = len(app.problems())
    if bar:
        text += '<span class="odds">' + e(bar) + "</span>"
    if count and app.units:
        inner = '<span class="chance">' + e(t("bar.problems", n=count)) + "</span>"
        text += button("", "problems", css="ghost settle", inner=inner)
    elif not bar:
        text += '<span class="chance">' + e(t("bar.none") if app.view or not app.units else t("working")) + "</span>"
    elif app.slow and not app.odds_current:
        text += '<span class="chance">' + e(t("working")) + "</span>"
    elif app.told:
        text += '<span class="chance">' + e(app.node["title"]) + "</span>"
    elif app.outcomes and not (app.node and app.node["kind"] == "end"):
        summary = app.outcomes.get("summary") or []
        if app.takes_hex:
            text += '<span class="chance">' + e(t("bar.takes")) + " <b>" + e(app.takes_hex) + "</b></span>"
        elif summary:
            first = summary[0]
            text += '<span class="chance">' + e(first["title"]) + " <b>" + e(first["percent"]) + "</b></span>"
    text += "</div>"
    if app.fighting:
        off = "" if app.actions else "disabled"
        text += button(t("undo"), "back", css="second", extra='id="undo-step" ' + off)
        return text + button("", "setup", css="second", extra='id="to-setup"', inner=e(t("setup.short")))
    if app.told:
        return text
    off = "" if app.node else "disabled"
    label = t("resume") if app.actions else t("play") if app.no_attack else t("fight")
    return text + button(label, "fight", css="primary", extra='id="fight" ' + off)
