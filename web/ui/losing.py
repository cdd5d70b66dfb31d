"""Losses that are named together, in any order, as HTML."""

from __future__ import annotations

import losses
from parts import beside, button, chips, data, e, icon, w
from shapes import Doc
from state import State
from texts import t


def losing(app: State) -> str:
    """What may be lost, how much of it is named, and the way on."""
    found = losses.offered(app)
    if not found:
        return ""
    counts = losses.named(app)
    # until it is judged, what may be named still is about what was named before
    busy = "" if losses.judged_now(app) else ' aria-busy="true"'
    text = '<ul class="options losses"' + busy + ">"
    for item in found["items"]:
        text += _item(item, counts.get(item["id"], 0))
    text += '</ul><div class="tally"><p role="status"><b>' + w(found["text"]) + "</b></p>"
    if found["reason"]:
        text += '<p class="help">' + w(found["reason"]) + chips(found["why"]) + "</p>"
    settled = found["settled"] and losses.judged_now(app)
    off = "" if settled else "disabled"
    return text + button(t("losses.do"), "lose", css="primary", extra='id="lose" ' + off) + "</div>" + _best(app, found)


def _item(item: Doc, count: int) -> str:
    barred = bool(item["reason"])
    off = barred and not count
    notes = [e(t("losses.pays", n=item["counts"]))] if item["counts"] not in ("0", "1") else []
    notes += [w(item["reason"])] if off else []
    helps = ['<span class="help">%s</span>' % note for note in notes]
    inner = '<span class="what">%s%s</span>' % (w(item["label"]), "".join(helps))
    css = "option loss%s%s" % (" on" if count else "", " barred" if off else "")
    told, label = item["why"] if off else item, item["label"]
    if not item["many"]:
        # by its id the focus finds it again, which does another thing once it has been pressed
        text = '<button type="button" id="loss-%s" class="%s" aria-pressed="%s"%s%s>%s</button>'
        pressed, off_said = "true" if count else "false", ' aria-disabled="true"' if off else ""
        return beside(
            text
            % (e(item["id"]), css, pressed, off_said, data("do", "pick", item["id"], "-1" if count else "1"), inner),
            told,
        )
    less = button(t("less", title=label), "pick", item["id"], "-1", inner="−", extra="" if count else "disabled")
    more = button(
        t("greater", title=label), "pick", item["id"], "1", inner="+", extra=' aria-disabled="true"' if barred else ""
    )
    text = '<li class="%s">%s%s<span class="stepper" role="group" aria-label="%s">%s<output aria-label="%s">%d</output>'
    named = e(t("losses.named", n=count))
    return (text + "%s</span></li>") % (css, inner, chips(told), e(label), less, named, count, more)


def _best(app: State, found: Doc) -> str:
    """The best set, and what the one that is named costs against it."""
    best = app.answers.best if app.answers.best and app.answers.best_of == app.battle.revision else None
    if not best or "set" not in best:
        return ""
    text = '<div class="bestset"><p class="help">' + e(t("losses.best")) + "</p><ul>"
    for item in found["items"]:
        count = best["set"].count(item["id"])
        if count:
            text += "<li>" + (str(count) + " × " if count > 1 else "") + w(item["label"]) + "</li>"
    text += '</ul><div class="tools">'
    text += (
        button("", "pickbest", css="second", inner=icon("bulb") + "<span>" + e(t("losses.tick")) + "</span>") + "</div>"
    )
    picked = best.get("picked")
    if picked and sorted(picked["picks"]) == sorted(losses.picks(app)):
        said = t("best.value", value=picked["value_text"])
        said += " · " + (t("best.best") if picked["best"] else t("best.costs", cost=picked["cost_text"]))
        text += '<p class="help">' + e(t("losses.picked")) + ": " + e(said) + "</p>"
    return text + "</div>"
