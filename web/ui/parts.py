"""Small pieces of HTML that every part of the page is made of. Nothing gets in unescaped.

Pieces are put together by ``%`` or ``join``, in one step: MicroPython looks each new text up among all names that it
knows, so that a row of ``+`` takes five times as long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shapes import Doc
from state import State
from texts import UNSAID, language, t
from values import printed, slug

LIT: dict[str, bool] = {}  # the rule, as it is printed, whose lines are lit
MADE: dict[str, list[Any]] = {}  # what was drawn last, by its place: of what, and the HTML


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
    return '<span class="nb">%s</span>' % word if any(c in "0123456789" for c in beside) else word


def w(value: Any) -> str:
    """Words of the engine as HTML, marked where they are in English on a page that is not."""
    return '<span lang="en">%s</span>' % whole_words(value) if value in UNSAID else whole_words(value)


def told(key: str, name: str, value: Any) -> str:
    """A text of the page with words of the engine in its hole, as HTML."""
    return e(t(key, **{name: "{}"})).replace("{}", w(value))


def data(kind: str, name: str, a: object = "", b: object = "", c: object = "") -> str:
    """Attributes that say what a control does: ``kind`` is "do" (a click) or "set" (a value)."""
    text = ' data-%s="%s"' % (kind, name)
    for letter, value in (("a", a), ("b", b), ("c", c)):
        if value != "":
            text = '%s data-%s="%s"' % (text, letter, e(value))
    return text


def icon(name: str) -> str:
    """One of the page's symbols."""
    return '<svg class="icon" aria-hidden="true"><use href="#i-%s"/></svg>' % name


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
    parts = ['<button type="button"', ' class="%s"' % css if css else "", data("do", name, a, b, c)]
    if pressed is not None:
        parts.append(' aria-pressed="%s"' % ("true" if pressed else "false"))
    if inner is not None and label:
        parts.append(' aria-label="%s"' % e(label))
    parts += [" " if extra else "", extra, ">", e(label) if inner is None else inner, "</button>"]
    return "".join(parts)


def waits(app: State) -> str:
    """Why there are no figures yet, where that may take long; "" where the engine is there."""
    if app.engine.state == "ready":
        return ""
    return t("waiting.failed") if app.engine.state == "failed" else t("waiting")


def figures(body: str, name: str = "view") -> str:
    """What the engine says of the board: not to be seen while it says it of another one."""
    return '<div class="figures of-%s" data-wait="%s">%s</div>' % (name, e(t("working")), body)


def segments(
    label: str, name: str, options: list[tuple[str, str]], chosen: object, a: str = "", css: str = "seg"
) -> str:
    """A row of buttons of which one is chosen; ``options`` are (key, title)."""
    inner = [button(title, name, a or key, key if a else "", "", "", key == chosen) for key, title in options]
    return '<div class="%s" role="group" aria-label="%s">%s</div>' % (css, e(label), "".join(inner))


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
    told = '<label class="field"><span class="%s">%s</span>' % ("hush" if hidden else "name", e(label))
    return told + selection(e(id), data("set", name, a, b), options, chosen) + "</label>"


def selection(id: str, told: str, options: list[tuple[str, str]], chosen: object) -> str:
    """A drop-down list with these attributes; ``options`` are (key, title)."""
    inner = [
        '<option value="%s"%s>%s</option>' % (e(key), " selected" if key == chosen else "", e(title))
        for key, title in options
    ]
    return '<select id="%s"%s>%s</select>' % (id, told, "".join(inner))


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
    bad = ' aria-invalid="true" aria-describedby="%s-e"' % e(id) if wrong else ""
    text = '<div class="stepper" role="group" aria-label="%s"><button type="button"%s aria-label="%s">−</button>'
    text += '<input id="%s" type="text" inputmode="numeric" autocomplete="off" aria-label="%s" value="%s"%s%s>'
    text += '<button type="button"%s aria-label="%s">+</button></div>'
    left = e(label), less, e(t("less", title=label))
    typed = e(id), e(label), e(wrong[0] if wrong else value), bad, data("set", name, a, b)
    return text % (left + typed + (more, e(t("greater", title=label))))


def mistake(id: str, wrong: tuple[str, str] | None, now: int | None = None) -> str:
    """Why what was typed is not taken, and what the number is ``now``; nothing when it was."""
    if not wrong:
        return ""
    said = wrong[1] if now is None else wrong[1] + " " + t("number.stays", n=now)
    return '<span class="help bad" role="alert" id="%s-e">%s</span>' % (e(id), e(said))


def chips(part: Doc, example: str = "") -> str:
    """The rules that a part of an answer cites, as they are printed: each opens. ``example``: one whose game it is."""
    inner = [
        '<button type="button" class="rule%s"%s><span class="hush">%s</span>%s</button>'
        % (" lit" if rule in LIT else "", data("do", "rule", rule, example), e(t("rule", rule="")), e(rule))
        for rule in printed(part)
        if rule  # one that is printed nowhere has no number to show
    ]
    return '<span class="rules">%s</span>' % "".join(inner) if inner else ""


def beside(control: str, part: Doc, example: str = "", below: str = "") -> str:
    """A control of a list, beside it the rules that it cites, as a control cannot stand in another; ``below``: HTML."""
    rules = chips(part, example)
    return "<li%s>%s%s%s</li>" % (' class="cites"' if rules else "", control, rules, below)


def notice(app: State, id: str) -> str:
    """What is said of what was tapped or has come, with its rules and the ways on; nothing where nothing is said."""
    if not app.look.notice:
        return ""
    said, part = app.look.cited
    told = w(app.look.notice) + (" " + chips(part) if said == app.look.notice else "")
    again = button(t("engine.retry"), "again-part", css="ghost") if app.look.again else ""
    off = button(t("close"), "dismiss", css="ghost square", inner=icon("close"))
    return '<p class="status" id="%s"><span>%s</span>%s%s</p>' % (id, told, again, off)


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
    told = ' aria-describedby="%s-h"' % id if help else ""
    foot = '<span class="help" id="%s-h">%s</span>' % (id, e(help)) if help else ""
    named = whole_words(title) if kind == "int" else '<label for="%s">%s</label>' % (id, whole_words(title))
    head = '<span class="what"><span class="name">%s%s</span></span>' % (named, chips(field))
    told += data("set", name, a, b)
    if kind == "flag":
        control = '<input id="%s" type="checkbox" role="switch"%s%s>' % (id, told, " checked" if value else "")
    elif kind == "int":
        wrong = app.look.mistyped.get((name, a, b))
        control = stepper(id, title, name, a, b, value, True, wrong, field.get("low", 0), field.get("high", 99))
        control += mistake(id, wrong, value)
    elif kind == "choice":
        control = selection(id, told, [(option["key"], option["title"]) for option in field["options"]], value)
    else:
        control = '<input id="%s" type="text" value="%s"%s>' % (id, e(value), told)
    return '<div class="%s">%s%s%s</div>' % ("switch" if kind == "flag" else "row", head, control, foot)


def kept(place: str, shown: Any, draw: Callable[[], str]) -> str:
    """The HTML of a place, drawn anew only where ``shown``, which is all it reads of the state, is not as it was."""
    now = [shown, language(), len(UNSAID), sorted(LIT)]
    made = MADE.get(place)
    if made is None or made[0] != now:
        made = MADE[place] = [now, draw()]
    return str(made[1])


def details(app: State, key: str, summary: str, body: str, css: str = "") -> str:
    """A disclosure whose state the page remembers."""
    look = (' class="%s"' % css if css else "") + (" open" if key in app.look.opened else "")
    return '<details data-open="%s"%s><summary>%s</summary>%s</details>' % (e(key), look, whole_words(summary), body)


def bar(fraction: float, css: str = "") -> str:
    """A bar as long as a fraction of its place."""
    width = max(0, min(1000, int(fraction * 1000 + 0.5)))
    if fraction > 0 and width < 6:
        width = 6
    text = '<svg class="meter%s" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">'
    text += '<rect class="track" width="1000" height="10"/><rect class="fill" width="%d" height="10"/></svg>'
    return text % (" " + css if css else "", width)


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
