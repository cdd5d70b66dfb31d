"""The tabs, and Why, as HTML; the other tabs are in results.py."""

from __future__ import annotations

import answers
import awaited
from parts import chips, data, details, e, figures, kept, plain, signed, w, waits
from shapes import Doc
from state import TABS, State
from texts import t
from values import printed

LONG = 40  # lines side by side; more of them are a list to open, which is not made before


def tablist(app: State) -> str:
    """The row of tabs."""
    text = '<button type="button" role="tab" id="tab-%s" aria-controls="panel" aria-selected="%s" tabindex="%s"%s>%s'
    found = []
    for key in TABS:
        chosen, order = ("true", "0") if key == app.look.tab else ("false", "-1")
        found.append(text % (key, chosen, order, data("do", "tab", key), e(t("tab." + key))))
    return "</button>".join(found) + "</button>"


def panel(app: State) -> str:
    """What the chosen tab shows."""
    if app.look.tab != "why":
        return awaited.drawn("results", app)
    return why(app)


# --- why ---------------------------------------------------------------------------------------------------


def why(app: State) -> str:
    """The reckoning, line by line, each with its rules."""
    assessment = app.position.get("assessment") if app.answers.view else None
    if not app.current and app.units and (not assessment or waits(app)):
        return '<p class="empty">%s</p>' % e(waits(app) or t("working"))
    if not assessment or not app.units:
        return '<p class="empty">%s</p>' % e(t("why.none") if app.units else t("why.empty"))
    text = '<p class="headline">' + w(assessment["headline"]) + "</p>"
    if answers.told(app):
        text += lines_of(app, app.node)
    text += _reckoning(app, assessment)
    margins = assessment.get("margins") or []
    if margins:
        text += '<h2 class="sub">' + e(t("why.margins")) + '</h2><ul class="margins">'
        for margin in margins:
            text += '<li><span class="what">%s</span>%s</li>' % (w(margin["text"]), chips(margin))
        text += "</ul>"
    return figures(text)


def _reckoning(app: State, assessment: Doc) -> str:
    """Every line of the reckoning."""
    opened = [key in app.look.opened for key in ("why-lines", "considered")]
    return kept("why", [assessment, opened], lambda: _drawn(app, assessment["trace"]))


def _drawn(app: State, trace: Doc) -> str:
    """The lines that count, and behind them those that were considered."""
    skipped: list[tuple[Doc, list[str]]] = []
    lines = trace["children"] if trace["op"] == "list" else [trace]
    inner = ""
    if len(lines) <= LONG or "why-lines" in app.look.opened:
        inner = '<ol class="trace">' + _lines(lines, "list", skipped, []) + "</ol>"
    text = _opened(app, "why-lines", len(lines), inner)
    if skipped:
        body = '<ul class="skipped">'
        like: dict[str, list[list[str]]] = {}
        for line, under in skipped:
            like.setdefault(line["label"], []).append(under)
        for line, under in skipped:
            of = _which(under, like[line["label"]])
            note = '<span class="help">%s</span>' % w(line["note"]) if line.get("note") else ""
            which = w(of) + ": " if of else ""
            body += '<li><span class="what">%s%s%s</span>%s</li>' % (which, w(line["label"]), note, chips(line))
        text += details(app, "considered", t("why.considered", n=len(skipped)), body + "</ul>")
    return text


def reckoned(trace: Doc) -> str:
    """The reckoning of one figure; nothing of what was only considered."""
    return '<ol class="trace">' + _lines([trace], "list", [], []) + "</ol>"


def cited(trace: Doc) -> list[str]:
    """The rules that the lines of a reckoning show, as they are printed."""
    found = list(printed(trace))
    for child in trace["children"]:
        found += cited(child)
    return found


def _which(under: list[str], like: list[list[str]]) -> str:
    """Of the lines that a skipped one stands under, the first that tells it from others of its name; else empty."""
    for label in under:
        if any(label not in labels for labels in like):
            return label
    return ""


def lines_of(app: State, node: Doc) -> str:
    """What an end says, line by line."""
    lines = node.get("lines") or []
    text = ""
    if len(lines) <= LONG or "end-lines" in app.look.opened:
        for line in lines:
            text += '<li><span class="what">%s</span>%s</li>' % (w(line["text"]), chips(line))
    return _opened(app, "end-lines", len(lines), '<ul class="margins">' + text + "</ul>" if text else "")


def _opened(app: State, key: str, number: int, body: str) -> str:
    """So many lines, or a list of them to open where they are many."""
    return details(app, key, t("why.lines", n=number), body) if number > LONG else body


def _value(line: Doc, op: str, first: bool) -> str:
    value = line.get("value")
    if value is None:
        return ""
    if op == "product":
        return plain(value) if first else "× " + plain(value)
    if op in ("sum", "floor1") and not (first and (isinstance(value, str) or value >= 0)):
        return signed(value)
    return plain(value)


def _lines(lines: list[Doc], op: str, skipped: list[tuple[Doc, list[str]]], under: list[str]) -> str:
    parts: list[str] = []
    for line in lines:
        if line.get("skipped"):
            skipped.append((line, under))
            continue
        children = line.get("children") or []
        look = " total" if children and not under else ""
        folded = _folded(children, line["op"]) if children else ""
        if folded:
            children = []
        notes = ['<span class="help">%s</span>' % w(note) for note in (folded, line.get("note")) if note]
        value = e(_value(line, op, not parts))
        text = '<li><div class="line%s"><span class="says"><span class="what">%s%s</span>%s</span>'
        parts.append(text % (look, w(line["label"]), "".join(notes), chips(line)))
        parts.append('<span class="value">%s</span></div>' % value)
        below = _lines(children, line["op"], skipped, under + [line["label"]]) if children else ""
        parts.append("<ol>%s</ol></li>" % below if below else "</li>")
    return "".join(parts)


def _folded(children: list[Doc], op: str) -> str:
    """A plain product of given numbers in one line, such as "counters 2 × each 4"; empty for anything deeper."""
    if op != "product":
        return ""
    words = []
    for child in children:
        if (
            child.get("children")
            or child.get("rules")
            or child.get("note")
            or child.get("skipped")
            or child.get("value") is None
        ):
            return ""
        words.append(child["label"] + " " + plain(child["value"]))
    return " × ".join(words)
