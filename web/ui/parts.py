"""Small pieces of HTML that every part of the page is made of. Nothing gets in unescaped."""

from __future__ import annotations

from typing import Any

from shapes import Doc
from state import State
from texts import UNSAID, t
from values import printed, slug

LIT: dict[str, bool] = {}  # the rule, as it is printed, whose lines are lit


def e(value: Any) -> str:
    """Text made safe as HTML content and inside double quotes."""
    text = str(value)
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    if '"' in text:
        text = text.replace('"', "&quot;")
    return text


def whole_words(value: Any) -> str:
    """Text as HTML in which what belongs together, such as the factors 2-3 or 50 %, is not broken over two lines."""
    text = e(value).replace(" %", "&nbsp;%")
    if "-" not in text:
        return text
    return " ".join([_whole(word) if "-" in word else word for word in text.split(" ")])


def _whole(word: str) -> str:
    """A word, held together where it has a hyphen beside a digit."""
    at = word.find("-")
    beside = word[at + 1 : at + 2] + word[max(0, at - 1) : at]
    return '<span class="nb">' + word + "</span>" if any(c in "0123456789" for c in beside) else word


def w(value: Any) -> str:
    """Words of the engine as HTML, marked where they are in English on a page that is not."""
    return '<span lang="en">' + whole_words(value) + "</span>" if value in UNSAID else whole_words(value)


def told(key: str, name: str, value: Any) -> str:
    """A text of the page with words of the engine in its hole, as HTML."""
    return e(t(key, **{name: "{}"})).replace("{}", w(value))


def data(kind: str, name: str, a: object = "", b: object = "", c: object = "") -> str:
    """Attributes that say what a control does: ``kind`` is "do" (a click) or "set" (a value)."""
    text = " data-" + kind + '="' + name + '"'
    if a != "":
        text += ' data-a="' + e(a) + '"'
    if b != "":
        text += ' data-b="' + e(b) + '"'
    if c != "":
        text += ' data-c="' + e(c) + '"'
    return text


def icon(name: str) -> str:
    """One of the page's symbols."""
    return '<svg class="icon" aria-hidden="true"><use href="#i-' + name + '"/></svg>'


def button(
    label: str,
    name: str,
    a: object = "",
    b: object = "",
    c: object = "",
    css: str = "",
    pressed: bool | None = None,
    extra: str = "",
    inner: str | None = None,
) -> str:
    """A button; ``label`` is its text, or what readers hear of ``inner`` ("" when that speaks for itself)."""
    text = '<button type="button"' + (' class="' + css + '"' if css else "") + data("do", name, a, b, c)
    if pressed is not None:
        text += ' aria-pressed="' + ("true" if pressed else "false") + '"'
    if inner is not None and label:
        text += ' aria-label="' + e(label) + '"'
    return text + (" " + extra if extra else "") + ">" + (e(label) if inner is None else inner) + "</button>"


def waits(app: State) -> str:
    """Why there are no figures yet, where that may take long; "" where the engine is there."""
    if app.engine.state == "ready":
        return ""
    return t("waiting.failed") if app.engine.state == "failed" else t("waiting")


def figures(body: str, name: str = "view") -> str:
    """What the engine says of the board: not to be seen while it says it of another one."""
    return '<div class="figures of-' + name + '" data-wait="' + e(t("working")) + '">' + body + "</div>"


def segments(
    label: str, name: str, options: list[tuple[str, str]], chosen: object, a: str = "", css: str = "seg"
) -> str:
    """A row of buttons of which one is chosen; ``options`` are (key, title)."""
    text = '<div class="' + css + '" role="group" aria-label="' + e(label) + '">'
    for key, title in options:
        text += button(title, name, a or key, key if a else "", "", "", key == chosen)
    return text + "</div>"


def select(
    id: str,
    label: str,
    name: str,
    options: list[tuple[str, str]],
    chosen: object,
    a: str = "",
    b: str = "",
    hidden: bool = False,
) -> str:
    """A drop-down list with its label; ``options`` are (key, title)."""
    text = '<label class="field"><span class="' + ("hush" if hidden else "name") + '">' + e(label) + "</span>"
    text += '<select id="' + e(id) + '"' + data("set", name, a, b) + ">"
    for key, title in options:
        text += '<option value="' + e(key) + '"' + (" selected" if key == chosen else "") + ">" + e(title) + "</option>"
    return text + "</select></label>"


def stepper(
    id: str,
    label: str,
    name: str,
    a: str,
    b: str,
    value: Any,
    step_c: Any = True,
    wrong: tuple[str, str] | None = None,
    low: int | None = None,
    high: int | None = None,
) -> str:
    """A whole number with large buttons on both sides; ``wrong``: what was typed and not taken, and why."""
    if step_c:  # the step is the third argument, or the second where there is no second
        less, more = data("do", name, a, b, "-1"), data("do", name, a, b, "1")
    else:
        less, more = data("do", name, a, "-1"), data("do", name, a, "1")
    less += " disabled" if value == low else ""
    more += " disabled" if value == high else ""
    bad = ' aria-invalid="true" aria-describedby="' + e(id) + '-e"' if wrong else ""
    return (
        '<div class="stepper" role="group" aria-label="' + e(label) + '"><button type="button"' + less
        + ' aria-label="' + e(t("less", title=label)) + '">−</button><input id="' + e(id)
        + '" type="text" inputmode="numeric" autocomplete="off" aria-label="' + e(label) + '" value="'
        + e(wrong[0] if wrong else value) + '"' + bad
        + data("set", name, a, b) + '><button type="button"' + more
        + ' aria-label="' + e(t("greater", title=label)) + '">+</button></div>'
    )  # fmt: skip


def mistake(id: str, wrong: tuple[str, str] | None) -> str:
    """Why what was typed is not taken, and the way out; nothing when it was."""
    return '<span class="help bad" role="alert" id="' + e(id) + '-e">' + e(wrong[1]) + "</span>" if wrong else ""


def chips(part: Doc, example: str = "") -> str:
    """The rules that a part of an answer cites, as they are printed: each opens. ``example``: one whose game it is."""
    text = ""
    for rule in filter(None, printed(part)):  # one that is printed nowhere has no number to show
        text += '<button type="button" class="rule' + (" lit" if rule in LIT else "") + '"'
        text += data("do", "rule", rule, example) + '><span class="hush">' + e(t("rule", rule="")) + "</span>"
        text += e(rule) + "</button>"
    return '<span class="rules">' + text + "</span>" if text else ""


def beside(control: str, part: Doc, example: str = "") -> str:
    """A control of a list, and beside it the rules that it cites: a control cannot stand in another."""
    rules = chips(part, example)
    return "<li" + (' class="cites">' if rules else ">") + control + rules + "</li>"


def notice(app: State) -> str:
    """What is said of what was tapped, with its rules."""
    said, part = app.look.cited
    return w(app.look.notice) + (" " + chips(part) if said == app.look.notice else "")


def field(app: State, field: Doc, value: Any, name: str, a: str, b: str = "", id_start: str = "") -> str:
    """One control of a form for a schema's Field."""
    id = id_start + slug(field["key"])
    title = field["title"]
    kind = field["kind"]
    help = field.get("help") or ""
    only = field.get("editions") or []
    if only:
        names = ", ".join([app.title_of("editions", key) for key in only])
        help += (" " if help else "") + t("edition.only", editions=names)
    told = ' aria-describedby="' + id + '-h"' if help else ""
    foot = '<span class="help" id="' + id + '-h">' + e(help) + "</span>" if help else ""
    name_of = '<span class="name">' + ("" if kind == "int" else '<label for="' + id + '">') + whole_words(title)
    head = '<span class="what">' + name_of + ("" if kind == "int" else "</label>") + chips(field) + "</span></span>"
    if kind == "flag":
        text = '<div class="switch">' + head + '<input id="' + id + '" type="checkbox" role="switch"' + told
        text += data("set", name, a, b) + (" checked" if value else "") + ">" + foot + "</div>"
    elif kind == "int":
        wrong = app.look.mistyped.get((name, a, b))
        text = '<div class="row">' + head
        text += stepper(id, title, name, a, b, value, True, wrong, field.get("low", 0), field.get("high", 99))
        text += mistake(id, wrong) + foot + "</div>"
    elif kind == "choice":
        text = '<div class="row">' + head + '<select id="' + id + '"' + told + data("set", name, a, b) + ">"
        for option in field["options"]:
            chosen = " selected" if option["key"] == value else ""
            text += '<option value="' + e(option["key"]) + '"' + chosen + ">" + e(option["title"]) + "</option>"
        text += "</select>" + foot + "</div>"
    else:
        text = '<div class="row">' + head + '<input id="' + id + '" type="text"' + told + ' value="' + e(value) + '"'
        text += data("set", name, a, b) + ">" + foot + "</div>"
    return text


def details(app: State, key: str, summary: str, body: str, css: str = "") -> str:
    """A disclosure whose state the page remembers."""
    text = '<details data-open="' + e(key) + '"' + (' class="' + css + '"' if css else "")
    text += " open" if key in app.look.opened else ""
    return text + "><summary>" + whole_words(summary) + "</summary>" + body + "</details>"


def bar(fraction: float, css: str = "") -> str:
    """A bar as long as a fraction of its place."""
    width = max(0, min(1000, int(fraction * 1000 + 0.5)))
    if fraction > 0 and width < 6:
        width = 6
    return (
        '<svg class="meter'
        + (" " + css if css else "")
        + '" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="track" width="1000" height="10"/><rect class="fill" width="'
        + str(width)
        + '" height="10"/></svg>'
    )


def fraction(text: str) -> float:
    """A fraction such as "7/36" as a number."""
    if "/" in text:
        top, bottom = text.split("/")
        # exact probabilities may be of numbers too large for a float: keep their leading digits
        if len(bottom) > 15:
            cut = len(bottom) - 15
            top, bottom = top[:-cut] or "0", bottom[:-cut]
        return int(top) / int(bottom)
    return float(text)


def signed(value: Any) -> str:
    """A number with its sign, minus as a true minus; fractions come as text such as "4½"."""
    if isinstance(value, str):
        return value if value[:1] == "−" else "+" + value
    return ("+" + str(value)) if value > 0 else str(value).replace("-", "−")


def plain(value: Any) -> str:
    """A number or text; minus as a true minus."""
    return str(value).replace("-", "−") if not isinstance(value, str) else value
