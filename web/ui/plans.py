"""The best plan, as HTML: what to send for an aim, what it is worth, and what the set-up costs against it."""

from __future__ import annotations

import form
import results
from parts import bar, button, data, e, fraction, icon, select, told, w
from shapes import Doc, Handlers
from state import State
from texts import t

CHANCES = ("1/2", "3/4", "9/10")
HEX = "hex"  # the aim that is a chance


def asked(app: State) -> Doc:
    """What is asked of the engine beside the battle: the aim, a chance, whether counters may move."""
    wish = app.answers.wish
    found = {"aim": aim(app), "move": bool(wish.get("move"))}
    if wish.get("least") and found["aim"] == HEX:
        found["least"] = wish["least"]
    return found


def key(app: State) -> str:
    """What a plan must have been worked out for to be shown."""
    wish = asked(app)
    return app.odds_key + "|" + str(wish["aim"]) + "|" + str(wish.get("least")) + "|" + str(wish["move"])


def aim(app: State) -> str:
    """The key of what is planned for: what was chosen, where this battle has it."""
    keys = [one[0] for one in _aims(app)]
    chosen = app.answers.wish.get("aim")
    return str(chosen if chosen in keys else keys[0]) if keys else ""


def _aims(app: State) -> list[tuple[str, str]]:
    """What may be planned for; of several attacks also how many take what they attack."""
    found = results.objectives_of(app)
    if not app.battle.scenario.get("attacks"):
        return found
    found = [(name, t("plan.all") if name == HEX else title) for name, title in found]
    return found + [("hexes", app.title_of("measures", "hexes"))]


def planning(app: State) -> str:
    """What is asked, the button that asks it, and the plan that was found."""
    procedure = form.procedure(app)
    inputs = procedure.get("inputs", ())
    attacks = "targets" in inputs or "attacks" in inputs
    if procedure.get("summary") != "odds" or not attacks or not _aims(app):
        return ""
    text = '<section class="plan"><h2 class="sub" id="plan" tabindex="-1">' + e(t("plan")) + "</h2>"
    said, of = app.answers.planning
    if of == key(app):
        text += '<p class="status" id="planning">' + e(t("working")) + ' <span class="progress">' + e(said) + "</span> "
        return text + button(t("cancel"), "cancel", "plan", css="ghost") + "</p></section>"
    text += '<div class="fields two">' + select("plan-aim", t("plan.aim"), "planaim", _aims(app), aim(app))
    if aim(app) == HEX:
        options = [("", t("plan.most"))] + [(one, t("plan.least", percent=_percent(one))) for one in CHANCES]
        text += select("plan-least", t("plan.wanted"), "planleast", options, app.answers.wish.get("least", ""))
    text += '</div><label class="switch"><span class="name">' + e(t("plan.move")) + "</span>"
    text += '<input id="plan-move" type="checkbox" role="switch"' + data("set", "planmove")
    text += (" checked" if app.answers.wish.get("move") else "") + "></label>"
    found = app.answers.plan
    if not found or app.answers.plan_of != key(app):
        inner = icon("bulb") + "<span>" + e(t("plan.do")) + "</span>"
        return text + '<div class="tools">' + button("", "plan", css="second", inner=inner) + "</div></section>"
    return text + _found(app, found) + "</section>"


def _percent(chance: str) -> str:
    return str(int(fraction(chance) * 100 + 0.5)) + " %"


def _found(app: State, found: Doc) -> str:
    """The plan that was found, and the button that takes it over."""
    text = '<p class="hint">' + e(t("compare.start")) + "</p>" if app.battle.actions else ""
    if not found["reached"]:
        text += "<p>" + e(t("plan.never" if found["exact"] else "plan.unfound")) + "</p>"
        return text + _yours(found) + _limits(found)
    worth = found["value_text"] if found["exact"] or not found["sent"] else t("plan.sure", value=found["value_text"])
    text += '<p class="bestline">' + e(t("plan.worth")) + ": <b>" + e(worth) + "</b></p>"
    if aim(app) == HEX:
        text += bar(fraction(found["value"]))
    if not found["sent"]:
        return text + "<p>" + e(t("plan.nobody")) + "</p>" + _yours(found) + _limits(found)
    text += '<ul class="margins">'
    for one in found["sent"]:
        text += _row(one, t("plan.attack", n=one["attack"]) + " · " if found["attacks"] else "", one["moved"])
    for one in found["kept"]:
        text += _row(one, t("plan.kept") + " · ", False)
    text += "</ul>" + _yours(found) + _limits(found)
    if found["yours"]["best"] and found["force"] == found["yours"]["force"]:
        return text
    inner = icon("flag") + "<span>" + e(t("plan.take")) + "</span>"
    return text + '<div class="tools">' + button("", "takeplan", css="second", inner=inner) + "</div>"


def _row(one: Doc, head: str, moved: bool) -> str:
    many = t("plan.of", n=one["many"], of=one["of"])
    text = '<li><span class="what">' + w(one["label"]) + '<span class="help">' + e(head)
    text += told("plan.to", "place", one["places"][0]) if moved else w(one["places"][0])
    return text + '</span></span><span class="value">' + e(many) + "</span></li>"


def _yours(found: Doc) -> str:
    """What the battle as it is set up is worth against the plan."""
    yours = found["yours"]
    if yours["problems"]:
        return '<p class="hint">' + e(t("plan.forbidden")) + " " + w(yours["problems"][0]["message"]) + "</p>"
    if yours["value"] is None or not yours["exact"]:
        return ""
    if found["least"] and found["reached"]:
        return "<p>" + e(t("plan.force", value=yours["value_text"], n=yours["force"], of=found["force"])) + "</p>"
    if found["least"]:
        return ""
    if yours["best"]:
        return "<p>" + e(t("plan.best", value=yours["value_text"])) + "</p>"
    return "<p>" + e(t("plan.cost", value=yours["value_text"], cost=yours["cost_text"])) + "</p>"


def _limits(found: Doc) -> str:
    """How much was looked at, and what that proves."""
    if found["exact"]:
        said = t("plan.proved")
    elif found["bound"] is None or found["least"]:
        said = t("plan.open", n=found["looked"], of=found["plans"])
    else:
        said = t("plan.bound", n=found["looked"], of=found["plans"], value=found["bound_text"])
    for one in found["steps"]:
        said += " " + t("plan.steps", n=one["step"])
    note = " " + w(found["note"]) if found["note"] else ""
    return '<p class="hint">%s%s</p>' % (e(said), note)


def choose_aim(app: State, value: str) -> None:
    """Choose what is planned for."""
    app.answers.wish["aim"] = value


def choose_least(app: State, value: str) -> None:
    """Choose between the best plan and the least force for a chance."""
    app.answers.wish["least"] = value


def choose_move(app: State, value: bool) -> None:
    """Choose whether counters may go to other hexes."""
    app.answers.wish["move"] = bool(value)


CHANGES: Handlers = {"planaim": choose_aim, "planleast": choose_least, "planmove": choose_move}
