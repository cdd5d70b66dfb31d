"""A game that is being typed in: its document, what the engine says of it, and every way to change it. No DOM.

The document is an ordered table (see ordered.py): a game goes by the order of its rows, types and modifiers. Players
may bring any document, so nothing here counts on its parts being what they should be.
"""

from __future__ import annotations

import json
from typing import Any

import ordered
from shapes import Doc
from stating import whole

STEPS = ("begin", "chart", "results", "modifiers", "counters", "try")
PLACES = {  # the step at which a section of the document is mended
    "chart": "chart",
    "caps": "chart",
    "results": "results",
    "modifiers": "modifiers",
    "terrains": "modifiers",
    "features": "modifiers",
    "side_features": "modifiers",
    "conditions": "modifiers",
    "title": "begin",
    "note": "begin",
    "format": "begin",
    "": "begin",
}
GROUND = ("terrains", "features", "side_features", "conditions")
TESTS: tuple[tuple[str, str], ...] = (  # what a modifier may ask, and the section whose words it names
    ("terrain", "terrains"),
    ("feature", "features"),
    ("crossed", "side_features"),
    ("stands", "terrains"),
    ("attacker", "types"),
    ("defender", "types"),
    ("condition", "conditions"),
    ("hexes", ""),
    ("rounds", ""),
    ("marked", ""),
)
OF_EACH = ("stands", "marked")  # what is asked of each counter changes strengths
MOST_STEPS = 60
"""So many changes can be taken back."""
CHANGES = ("shift", "roll", "attack", "defense")


class Draft:
    """The game that is being typed in."""

    def __init__(self, doc: Any, step: str = "begin") -> None:
        self.doc = doc
        self.step = step if step in STEPS else "begin"
        self.problems: list[Doc] = []
        self.codes: list[Doc] = []
        self.form: Doc | None = None
        self.toml = ""
        self.text = ""  # as the engine read it last
        self.checked = False  # whether the engine has read what stands here now
        self.said = ""
        self.refused: list[Doc] = []  # what is wrong with the chart that was pasted
        self.pasted = ""
        self.head = ("columns", 0)  # the column or row that is moved
        self.view: Doc | None = None
        self.outcomes: Doc | None = None
        self.base = ""
        self.typed: str | None = None  # the whole document as a player is typing it
        self.unread = ""  # why that cannot be read
        self.past: list[str] = []  # the documents before, for undo
        self.last = json.dumps(doc)  # as it stood after the last change
        self.others: list[Doc] = []  # games of other tabs, and that were left for this one, as the device keeps them

    def replace(self, doc: Any) -> None:
        """Put another document in the place of this one, of which the engine has said nothing yet."""
        self.doc = doc
        self.problems, self.codes, self.form, self.toml = [], [], None, ""
        self.typed, self.unread = None, ""
        self.say()
        self.head = ("columns", 0)

    def say(self, text: str = "", refused: list[Doc] | None = None) -> None:
        """Say something of what was done last, or nothing more."""
        self.said, self.refused = text, refused or []

    def take(self, answer: Doc) -> None:
        """Take in what the engine says of the document."""
        self.text = answer["text"]
        self.problems = answer["problems"]
        self.codes = answer["codes"]
        self.form = answer["form"]
        self.toml = answer["toml"]
        self.checked = True


def changed(draft: Draft) -> None:
    """Keep the document as it was before a change."""
    text = json.dumps(draft.doc)
    if text != draft.last:
        draft.past = draft.past[1 - MOST_STEPS :] + [draft.last]
        draft.last = text
        draft.typed, draft.unread = None, ""


def back(draft: Draft) -> None:
    """Take back the last change."""
    if draft.past:
        draft.last = draft.past.pop()
        draft.replace(ordered.read(draft.last))


def text_of(draft: Draft) -> str:
    """The document as text."""
    return json.dumps(draft.doc)


def table(document: Any, key: str) -> Any:
    """A table in a document; an empty one where there is none."""
    found = document.get(key) if isinstance(document, dict) else None
    return found if isinstance(found, dict) else {}


def items(document: Any, key: str) -> list[Any]:
    """A list in a document; a single value is a list of one, and what is not there is an empty one."""
    found = document.get(key) if isinstance(document, dict) else None
    return found if isinstance(found, list) else [] if found is None else [found]


def title_in(draft: Draft, section: str, key: str) -> str:
    """What a word of the document is called."""
    row = table(table(draft.doc, section), key)
    return str(row.get("title") or key)


def step_of(draft: Draft, parts: list[str]) -> str:
    """The step at which a problem is mended, by the parts of its path: what a code means is said at the results."""
    section = parts[0] if parts else ""
    if section == "chart" and len(parts) > 3 and parts[1] == "rows":
        row = items(table(table(draft.doc, "chart"), "rows"), parts[2])
        at = whole(parts[3])
        code = str(row[at]) if at is not None and at < len(row) else ""
        if [one for one in draft.codes if one["code"] == code and one["does"] is None]:
            return "results"
    return PLACES.get(section, "counters")


# --- changing it ---------------------------------------------------------------------------------------------------


def hold(document: Any, key: str) -> Any:
    """A table in a document, for changing: made where there is none."""
    if not isinstance(document.get(key), dict):
        document[key] = ordered.made([])
    return document[key]


def put(draft: Draft, path: str, kind: str = "text", value: Any = "") -> None:
    """Set what stands at a path, a JSON list of keys; nothing is taken out."""
    keys = json.loads(path)
    at = draft.doc
    for key in keys[:-1]:
        at = hold(at, key) if isinstance(at, dict) else at[key]
    found: Any = value
    if kind != "flag":
        found = " ".join(str(value).split())
    if kind == "int" and found != "":
        number = whole(found)
        found = found if number is None else number  # what is no number is kept, and told by the engine
    if isinstance(at, list):
        at[keys[-1]] = found
    elif found == "" or found is False:
        if keys[-1] in at:
            del at[keys[-1]]
    else:
        at[keys[-1]] = found


def cell(draft: Draft, row: str, column: str, value: str = "") -> None:
    """Fill a cell of the chart."""
    rows = hold(hold(draft.doc, "chart"), "rows")
    line = list(items(rows, row))
    while len(line) <= int(column):
        line.append("-")
    line[int(column)] = " ".join(str(value).split()) or "-"
    rows[row] = line


def columns(draft: Draft) -> list[Any]:
    """The heads of the columns."""
    return items(table(draft.doc, "chart"), "columns")


def rows(draft: Draft) -> list[str]:
    """The heads of the rows."""
    return list(table(table(draft.doc, "chart"), "rows"))


def rename(draft: Draft, kind: str, at: str, value: str = "") -> None:
    """Name a column or row anew."""
    name, index = " ".join(str(value).split()), int(at)
    chart = hold(draft.doc, "chart")
    if kind == "columns":
        heads = list(columns(draft))
        heads[index] = name
        chart["columns"] = heads
    elif name and name not in rows(draft):
        chart["rows"] = ordered.renamed(chart["rows"], rows(draft)[index], name)


def arrange(draft: Draft, how: str) -> None:
    """Move the chosen column or row, put another one before or behind it, or take it out."""
    kind, at = draft.head
    heads = columns(draft) if kind == "columns" else rows(draft)
    if not heads:
        return
    at = min(at, len(heads) - 1)
    chart = hold(draft.doc, "chart")
    lines = hold(chart, "rows")
    to = {"back": at - 1, "on": at + 1, "before": at, "behind": at + 1}.get(how, at)
    if kind == "columns":
        chart["columns"] = _arranged(heads, how, at, to, _free(heads))
        for name in list(lines):
            lines[name] = _arranged(list(items(lines, name)), how, at, to, "-")
    else:
        pairs = [(name, lines[name]) for name in heads]
        new = (_free(heads), ["-"] * len(columns(draft)))
        chart["rows"] = ordered.made(_arranged(pairs, how, at, to, new))
    left = len(columns(draft) if kind == "columns" else rows(draft))
    draft.head = (kind, max(0, min(to, left - 1)))


def _arranged(entries: list[Any], how: str, at: int, to: int, new: Any) -> list[Any]:
    found = list(entries)
    if how == "out":
        return found[:at] + found[at + 1 :]
    if how in ("before", "behind"):
        found.insert(to, new)
    elif 0 <= to < len(found) and at < len(found):
        found.insert(to, found.pop(at))
    return found


def _free(heads: list[Any]) -> str:
    """A head in the manner of the last one, which is still to be named rightly."""
    last = str(heads[-1])
    start = last.split(":")[0]
    number = int(start) if start.isdigit() else len(heads)
    tail = ":" + last.split(":")[1] if start.isdigit() and ":" in last else ""
    while str(number) + tail in [str(head) for head in heads]:
        number += 1
    return str(number) + tail


def choose_head(draft: Draft, value: str = "") -> None:
    """Choose the column or row that is moved."""
    kind, _, at = value.partition(" ")
    draft.head = (kind, int(at))


def result(draft: Draft, code: str) -> Any:
    """The entry of a result, for changing: one that says all it does in a list."""
    found = hold(draft.doc, "results")
    does = [one["does"] for one in draft.codes if one["code"] == code]
    if not isinstance(found.get(code), dict):
        found[code] = ordered.made([("does", does[0] if does and does[0] else [])])
    found[code]["does"] = list(items(found[code], "does")) or (does[0] if does and does[0] else [])
    return found[code]


def say(draft: Draft, code: str, at: str, text: Any) -> None:
    """Say what a result does, at a place of its list; behind its end it is added, and an empty text takes it out."""
    entry = result(draft, code)
    does, index = list(entry["does"]), int(at)
    if not text:
        does = does[:index] + does[index + 1 :]
    elif index < len(does):
        does[index] = text
    else:
        does.append(text)
    entry["does"] = does or ["no effect"]
    for one in draft.codes:
        if one["code"] == code:
            one["does"], one["usual"] = entry["does"], False


def free_key(found: Any, start: str) -> str:
    """A key that a table does not have yet."""
    number = 1
    while start + str(number) in found:
        number += 1
    return start + str(number)


def add_word(draft: Draft, section: str, title: str) -> str:
    """Add terrain, a feature, a condition; return its key."""
    found = hold(draft.doc, section)
    if section == "terrains" and not found:
        found["clear"] = ordered.made([("title", "Clear")])
    key = free_key(found, {"terrains": "ground", "features": "place", "side_features": "side"}.get(section, "state"))
    found[key] = ordered.made([("title", title + " " + key[-1])])
    return key


def add_type(draft: Draft, title: str) -> str:
    """Add a type of counter; return its key."""
    found = hold(draft.doc, "types")
    key = free_key(found, "unit")
    found[key] = ordered.made(
        [("title", title), ("symbol", "infantry"), ("attack", 4), ("defense", 4), ("movement", 4)]
    )
    return key


def usual_test(draft: Draft, kind: str, titles: Doc) -> Any:
    """A test of a kind that asks for the first thing no other modifier asks for."""
    section = dict(TESTS)[kind]
    if not section:
        value: Any = {"hexes": 3, "rounds": [2, 9]}.get(kind, "disrupted")
        return ordered.made([(kind, value)])
    asked = [table(row, "when").get(kind) for row in table(draft.doc, "modifiers").values()]
    keys = list(table(draft.doc, section))
    if section == "terrains":
        keys = keys[1:]  # the first is where nothing is in the way
    free = [key for key in keys if key not in asked] or keys[:1]
    key = free[0] if free else add_word(draft, section, titles[section]) if section != "types" else ""
    found = ordered.made([(kind, key)])
    options = table(table(table(draft.doc, "conditions"), key), "options") if kind == "condition" else {}
    if options:
        found["is"] = list(options)[-1]
    return found


def name_of(draft: Draft, when: Any, titles: Doc) -> str:
    """What a modifier is called by what it asks."""
    for kind, section in TESTS:
        if kind in when:
            return title_in(draft, section, str(when[kind])) if section else str(titles[kind])
    return ""


def add_modifier(draft: Draft, kind: str, titles: Doc) -> str:
    """Add a modifier that asks something of a kind; return its key."""
    found = hold(draft.doc, "modifiers")
    key = free_key(found, kind)
    when = usual_test(draft, kind, titles)
    change: tuple[str, Any] = ("shift" if table(draft.doc, "chart").get("kind", "odds") == "odds" else "roll", -1)
    if kind in OF_EACH:
        change = ("attack" if kind == "stands" else "defense", "x1/2")
    found[key] = ordered.made([("title", name_of(draft, when, titles)), ("when", when), change])
    return key


def ask_else(draft: Draft, key: str, kind: str, titles: Doc) -> None:
    """Have a modifier ask something of another kind."""
    row = hold(hold(draft.doc, "modifiers"), key)
    named = row.get("title") == name_of(draft, table(row, "when"), titles)
    row["when"] = usual_test(draft, kind, titles)
    if named:
        row["title"] = name_of(draft, row["when"], titles)


def ask_for(draft: Draft, key: str, kind: str, titles: Doc, value: Any) -> None:
    """Have a modifier ask for something else of its kind."""
    row = hold(hold(draft.doc, "modifiers"), key)
    when = hold(row, "when")
    named = row.get("title") == name_of(draft, when, titles)
    number = whole(value) if kind in ("hexes", "rounds") else None
    when[kind] = value if number is None else number
    if "is" in when:
        del when["is"]
    options = table(table(table(draft.doc, "conditions"), str(value)), "options") if kind == "condition" else {}
    if options:
        when["is"] = list(options)[-1]
    if named:
        row["title"] = name_of(draft, when, titles)


def change_else(draft: Draft, key: str, old: str, new: str) -> None:
    """Have a modifier change something else; ``old`` is empty where it is one more change."""
    row = hold(hold(draft.doc, "modifiers"), key)
    value: Any = -1 if new in ("shift", "roll") else "x2"
    if old in ("shift", "roll") and new in ("shift", "roll"):
        value = row[old]
    if old in row:
        del row[old]
    row[new] = value


def change_by(draft: Draft, key: str, what: str, value: str) -> None:
    """Have a modifier change that by as much; an empty value takes the change out."""
    row = hold(hold(draft.doc, "modifiers"), key)
    if not value:
        del row[what]
    else:
        row[what] = int(value) if what in ("shift", "roll") else value


def drop(draft: Draft, section: str, key: str) -> None:
    """Take an entry out of a section."""
    found = hold(draft.doc, section)
    if key in found:
        del found[key]


def move(draft: Draft, section: str, key: str, by: str) -> None:
    """Move an entry of a section."""
    draft.doc[section] = ordered.moved(table(draft.doc, section), key, int(by))


# --- trying it -----------------------------------------------------------------------------------------------------


def first_fight(draft: Draft, title: str) -> Doc | None:
    """A battle of the game: three counters against one, of the first type that attacks; None while there is none."""
    if not draft.form:
        return None
    types = table(draft.doc, "types")
    fit = [key for key in types if whole(table(types, key).get("attack", 0))]
    if not fit:
        return None
    nations = [entry["key"] for entry in draft.form["nations"]]
    units: list[Doc] = []
    for number, at in enumerate(("-1,0", "0,-1", "-1,1", "0,0")):
        side = "defender" if at == "0,0" else "attacker"
        nation = nations[-1] if side == "defender" else nations[0]
        units.append({"id": "u" + str(number + 1), "side": side, "type": fit[0], "nation": nation, "at": at})
    return {"format": 1, "ruleset": draft.base, "game": draft.text, "title": title, "targets": ["0,0"], "units": units}
