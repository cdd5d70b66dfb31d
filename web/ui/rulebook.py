"""The rules of a game, and one rule with all that hangs on it, as HTML."""

from __future__ import annotations

import answers
from parts import LIT, button, data, e, icon, w, whole_words
from shapes import Doc
from state import State
from texts import UNSAID, t
from values import form_key, printed

MOST = 40  # lines of one place that are listed
WHERE = ("why", "question", "log", "problems", "form")  # the places on the page, in the order in which they are listed


class Book:
    """The rulebook that lies open: of which game, which rule of it, and what it is searched for."""

    def __init__(self, key: str) -> None:
        self.key = key  # of the game's form
        self.rule = ""  # as it is printed; empty for the list of all
        self.doc: Doc | None = None
        self.numbers: dict[str, bool] = {}  # all that are printed
        self.shown: Doc = {}  # links of battles that show rules, and which rule by which
        self.fault = ""
        self.word = ""
        self.status = ""

    def take(self, doc: Doc) -> None:
        """Take in the rules, as the operation ``rules`` gives them."""
        self.doc = doc
        self.numbers = {rule["printed"]: True for rule in doc["rules"]}


def is_here(app: State, book: Book) -> bool:
    """Whether it is of the game on the table, which may change beneath it."""
    return book.key == form_key(app.battle.scenario)


# --- what is in it -------------------------------------------------------------------------------------------


def entries(book: Book) -> list[Doc]:
    """The rules that are printed where the open one is."""
    return [rule for rule in (book.doc or {}).get("rules", []) if rule["printed"] == book.rule]


def chosen(book: Book) -> list[Doc]:
    """The rules that the search leaves, in printed order."""
    words = book.word.lower().split()
    found = []
    for rule in (book.doc or {}).get("rules", []):
        said = (rule["printed"] + " " + rule["title"] + " " + rule["note"]).lower()
        if (not book.status or rule["status"] == book.status) and all(word in said for word in words):
            found.append(rule)
    return found


def cites(part: Doc, rule: str) -> bool:
    """Whether a part of an answer cites what is printed so."""
    return rule in printed(part)


def stands(app: State, rule: str) -> list[tuple[str, str, str]]:
    """Where a rule stands in this battle: the place on the page, the line, and why it does not apply there."""
    found: list[tuple[str, str, str]] = []
    if not app.current:
        return found
    position = app.position
    assessment = position.get("assessment")
    if assessment:
        trace = assessment["trace"]
        for line in trace["children"] if trace["op"] == "list" else [trace]:
            _traced(line, rule, found)
        for margin in assessment.get("margins") or []:
            if cites(margin, rule):
                found.append(("why", margin["text"], ""))
    if answers.told(app):
        found += [("why", line["text"], "") for line in app.node.get("lines") or [] if cites(line, rule)]
    elif app.fighting and app.node:
        _asked(app.node, rule, found)
    if app.fighting:
        found += [("log", line["text"], "") for line in position.get("log") or [] if cites(line, rule)]
    found += [("problems", one["message"], "") for one in answers.problems(app) if cites(one, rule)]
    relevant = app.answers.relevant
    for kind in ("conditions", "readings"):
        stated = app.battle.scenario.get(kind) or {}
        for field in app.listed(kind):
            if cites(field, rule) and (field["key"] in stated or field["key"] in (relevant.get(kind) or [])):
                found.append(("form", field["title"], ""))
    return found


def _traced(line: Doc, rule: str, found: list[tuple[str, str, str]]) -> None:
    """The lines of the reckoning that cite a rule."""
    if cites(line, rule):
        found.append(("why", line["label"], (line["note"] or t("rule.idle")) if line.get("skipped") else ""))
    for child in line.get("children") or []:
        _traced(child, rule, found)


def _asked(node: Doc, rule: str, found: list[tuple[str, str, str]]) -> None:
    """What the question and its answers say of a rule."""
    if cites(node, rule):
        found.append(("question", node.get("prompt") or node.get("title") or "", ""))
    losses = node.get("losses")
    for option in losses["items"] if losses else node.get("options") or []:
        if cites(option, rule):
            found.append(("question", option["label"], ""))
        elif losses and option["reason"] and cites(option["why"], rule):
            found.append(("question", option["label"], option["reason"]))
    for refusal in node.get("refusals") or []:
        if cites(refusal, rule) and ("question", refusal["reason"], "") not in found:
            found.append(("question", refusal["reason"], ""))
    for line in node.get("lines") or []:
        if cites(line, rule):
            found.append(("question", line["text"], ""))


# --- the reader's own rulebook -------------------------------------------------------------------------------


def sound(pattern: str) -> bool:
    """Whether a pattern leads to a page of the web and says where the section goes."""
    host, _, path = pattern[8:].partition("/")
    return pattern[:8] == "https://" and bool(host) and "{" not in host and "{section}" in path


def address(pattern: str, rule: str, game: str) -> str:
    """The address of a rule in the reader's own rulebook."""
    return pattern.replace("{section}", quoted(rule)).replace("{game}", quoted(game))


def quoted(text: str) -> str:
    """A text as part of an address."""
    found = ""
    for byte in text.encode("utf-8"):
        letter = chr(byte)
        plain = byte < 128 and (letter.isalpha() or letter.isdigit() or letter in "-._~")
        found += letter if plain else "%" + "0123456789ABCDEF"[byte // 16] + "0123456789ABCDEF"[byte % 16]
    return found


def unused(app: State) -> str:
    """That the pattern in the address is none, and what would be one."""
    text = '<p class="status" id="rules-bad"><span>' + e(t("rules.addressbad", value=app.device.rules_bad[:60]))
    return text + "</span>" + button(t("close"), "rules-said", css="ghost square", inner=icon("close")) + "</p>"


def setting(app: State) -> str:
    """The pattern of the reader's own rulebook, in the settings."""
    wrong = app.look.mistyped.get(("rules-page", "", ""))
    text = '<h3 id="rules-title">' + e(t("rules")) + '</h3><label class="field"><span class="name">'
    text += e(t("rules.page")) + '</span><input id="rules-page" type="text" inputmode="url" autocomplete="off"'
    text += ' maxlength="300" spellcheck="false" placeholder="https://wiki.example/rules#{section}"'
    text += ' aria-describedby="rules-page-h' + (' rules-page-e" aria-invalid="true"' if wrong else '"')
    text += ' value="' + e(wrong[0] if wrong else app.device.rules) + '"' + data("set", "rules-page") + "></label>"
    if wrong:
        text += '<p class="help bad" role="alert" id="rules-page-e">' + e(wrong[1]) + "</p>"
    text += '<p class="hint" id="rules-page-h">' + e(t("rules.pagehelp")) + "</p>"
    return text + '<div class="tools">' + button(t("rules.all"), "rules", css="second") + "</div>"


# --- as HTML -------------------------------------------------------------------------------------------------


def rulebook(app: State) -> str:
    """The open rulebook: one rule, or all of them; nothing while none is open."""
    book: Book | None = app.book
    if not book:
        return ""
    title = called(book.rule) if book.rule else t("rules") + ": " + _game(app, book)
    text = '<div class="sheethead"><h2 class="dialogtitle" id="rulebook-title" tabindex="-1">' + e(title) + "</h2>"
    text += button(t("close"), "rule-close", css="ghost square", inner=icon("close")) + "</div>"
    if not book.doc:
        text += '<p class="status">' + e(book.fault or t("working"))
        return text + (" " + button(t("engine.retry"), "rules-again", css="second") if book.fault else "") + "</p>"
    if not book.rule:
        return text + _all(app, book)
    text += _rule(app, book) + '<div class="tools noprint">' + _elsewhere(app, book)
    return text + button(t("rules.all"), "rules", css="second") + "</div>"


def called(rule: str) -> str:
    """What a rule is called: by its number; a heading stands for itself."""
    return t("rule", rule=rule) if rule[:1].isdigit() else rule


def _game(app: State, book: Book) -> str:
    schema = app.schemas.get(book.key)
    return str(schema["ruleset"]["title"]) if schema else t("own.game")


def _elsewhere(app: State, book: Book) -> str:
    """The link to the reader's own rulebook, where there is one."""
    pattern = app.device.rules_link or app.device.rules
    if not pattern:
        return ""
    schema = app.schemas.get(book.key)
    link = address(pattern, book.rule, schema["ruleset"]["key"] if schema else "")
    text = '<a class="second" target="_blank" rel="noopener noreferrer" href="' + e(link) + '">'
    return text + e(t("rules.mine")) + "</a>"


def _editions(app: State, book: Book, rule: Doc) -> str:
    """The editions in which a rule stands, in words; nothing where the game has but one."""
    schema = app.schemas.get(book.key) or {}
    known = schema.get("editions") or []
    if len(known) < 2:
        return ""
    if "both" in rule["editions"]:
        return t("rule.editions", titles=", ".join([entry["title"] for entry in known]))
    return t("rule.editions", titles=", ".join([one["title"] for one in known if one["key"] in rule["editions"]]))


def _what(app: State, book: Book, rule: Doc) -> str:
    """What the umpire does with a rule, why, and in which editions it stands."""
    text = '<p class="becomes"><b>' + e(t("rule.is." + rule["status"])) + "</b> " + e(t("rule.does." + rule["status"]))
    text += "</p>"
    if rule["note"]:
        text += '<p class="hint">' + linked(book, rule["note"]) + "</p>"
    editions = _editions(app, book, rule)
    return text + ('<p class="hint">' + e(editions) + "</p>" if editions else "")


def _rule(app: State, book: Book) -> str:
    """One rule, or the rules that are printed in one place."""
    found = entries(book)
    if not found:
        return '<p class="empty">' + e(t("rule.none", rule=book.rule)) + "</p>"
    text = ""
    for rule in found:
        text += '<section class="entry"><h3>' + linked(book, rule["title"]) + "</h3>" + _what(app, book, rule)
        text += "</section>"
    if is_here(app, book):
        text += _readings(app, book) + _standing(app, book)
    return text + _witnesses(book, found) + _battles(book, found)


def _readings(app: State, book: Book) -> str:
    """The readings that hang on a rule, each with the one in force."""
    fields = [field for field in app.listed("readings") if cites(field, book.rule)]
    if not fields:
        return ""
    text = "<h3>" + e(t("rule.readings")) + '</h3><ul class="margins">'
    stated = app.battle.scenario.get("readings") or {}
    for field in fields:
        value = stated.get(field["key"], field["default"])
        said = t("yes") if value is True else t("no") if value is False else str(value)
        for option in field.get("options") or []:
            if option["key"] == value:
                said = option["title"]
        text += '<li><span class="what">' + w(field["title"])
        if field.get("help"):
            text += '<span class="help">' + w(field["help"]) + "</span>"
        text += '</span><span class="value">' + w(said) + "</span></li>"
    return text + "</ul>"


def _standing(app: State, book: Book) -> str:
    """Where the rule stands in this battle: each line leads there."""
    found = stands(app, book.rule)
    text = "<h3>" + e(t("rule.here")) + "</h3>"
    if not found:
        return text + '<p class="hint">' + e(t("rule.nothere") if app.current else t("working")) + "</p>"
    text += '<ul class="cards">'
    for place in WHERE:
        rows = [(line, idle) for at, line, idle in found if at == place]
        if rows:
            inner = '<span class="what">' + e(t("rule.at." + place)) + _lines(rows) + "</span>"
            text += "<li>" + button("", "rule-show", place, css="option", inner=inner) + "</li>"
    return text + "</ul>"


def _lines(rows: list[tuple[str, str]]) -> str:
    """The lines of one place, each once, with how often it stands there and why it does not apply."""
    once = [row for number, row in enumerate(rows) if row not in rows[:number]]
    text = ""
    for line, idle in once[:MOST]:
        times = rows.count((line, idle))
        text += '<span class="help">' + w(line) + (" (" + e(t("rule.times", n=times)) + ")" if times > 1 else "")
        text += (" – " + w(idle) if idle else "") + "</span>"
    if len(once) > MOST:
        text += '<span class="help">' + e(t("rule.more", n=len(once) - MOST)) + "</span>"
    return text


def _witnesses(book: Book, found: list[Doc]) -> str:
    """The battles that show the rules: in each the answer would be another without the rule."""
    rules = book.shown.get("rules") or {}
    named = [rule for rule in found if rule["section"] in rules]
    if not named:
        return ""
    return _cards(t("rule.shown"), "rule-witness", [(rule["section"], rule["title"]) for rule in named])


def _battles(book: Book, found: list[Doc]) -> str:
    """The examples in which the rule counts."""
    keys = [key for rule in found for key in rule["battles"]]
    named = [entry for entry in (book.doc or {}).get("battles", []) if entry["key"] in keys]
    if not named:
        return ""
    return _cards(t("rule.battles"), "rule-battle", [(entry["key"], entry["title"]) for entry in named])


def _cards(title: str, action: str, battles: list[tuple[str, str]]) -> str:
    """Battles to open, each by what opens it and its title."""
    text = '<h3 class="noprint">' + e(title) + '</h3><ul class="cards noprint">'
    for key, name in battles:
        inner = '<span class="what">' + w(name) + "</span>"
        text += "<li>" + button("", action, key, css="option", inner=inner) + "</li>"
    return text + "</ul>"


def _all(app: State, book: Book) -> str:
    """All rules by number, or those that are searched for."""
    doc = book.doc or {}
    text = ""
    if is_here(app, book):
        text += '<div class="tools noprint">' + button(t("drill"), "drill", css="second") + "</div>"
    text += '<div class="noprint"><label class="field"><span class="name">' + e(t("rules.find")) + "</span>"
    text += '<input id="rules-find" type="text" enterkeyhint="search" autocomplete="off" maxlength="80"'
    text += ' value="' + e(book.word) + '"'
    text += data("set", "rules-find") + '></label><div class="chips" role="group" aria-label="' + e(t("rules.becomes"))
    text += '">' + button(t("rules.every"), "rules-filter", "", css="chip", pressed=not book.status)
    for status in _statuses(doc):
        label = t("rule.is." + status)
        text += button(label, "rules-filter", status, css="chip", pressed=book.status == status)
    found = chosen(book)
    text += (
        '</div><p class="hint" role="status">' + e(t("rules.found", n=len(found), all=len(doc["rules"]))) + "</p></div>"
    )
    text += '<ul class="rulelist">'
    before = ""
    for rule in found:
        text += _entry(book, rule, rule["printed"] != before)
        before = rule["printed"]
    return text + "</ul>"


def _entry(book: Book, rule: Doc, first: bool) -> str:
    """A rule of the list; ``first`` of those that are printed in one place."""
    number = rule["printed"]
    text = '<li class="' + ("first" if first else "again") + '"><span>'
    if number and first:
        text += '<button type="button" class="rule"' + data("do", "rules-open", number) + ">" + e(number) + "</button>"
    text += '</span><span class="what">' + linked(book, rule["title"]) + '<span class="help">'
    text += e(t("rule.is." + rule["status"])) + (" · " + linked(book, rule["note"]) if rule["note"] else "")
    if rule["battles"]:
        text += " · " + e(t("rules.battles", n=len(rule["battles"])))
    return text + "</span></span></li>"


def _statuses(doc: Doc) -> list[str]:
    """What becomes of the rules of a game: those there are, in a fixed order."""
    order = ("computed", "enforced", "decided", "asked", "shown", "later", "outside")
    return [status for status in order if doc["counts"].get(status)]


def linked(book: Book, text: str) -> str:
    """A text of the rulebook, in which the numbers of other rules open them."""
    done = ""
    for word in whole_words(text).split(" "):
        bare = word.strip("(),;:")
        bare = bare[:-1] if bare[-1:] == "." else bare
        if bare[:1].isdigit() and bare != book.rule and "." in bare and bare in book.numbers:
            control = '<button type="button" class="rule"' + data("do", "rules-open", bare) + ">" + bare + "</button>"
            word = word.replace(bare, control, 1)
        done += (" " if done else "") + word
    return '<span lang="en">' + done + "</span>" if text in UNSAID else done


# --- changes -------------------------------------------------------------------------------------------------


def find(app: State, value: str) -> None:
    """Search the rules for numbers and words."""
    if app.book:
        app.book.word = str(value)[:80]


def sift(app: State, status: str = "") -> None:
    """Show the rules of which one thing becomes only."""
    if app.book:
        app.book.status = status


def light(app: State) -> None:
    """Light the lines that cite the open rule."""
    LIT.clear()
    if app.book and is_here(app, app.book) and app.book.rule:
        LIT[app.book.rule] = True


def key_of(app: State, example: str) -> str:
    """The key of the form of the game that an example is of; that of the game on the table for none."""
    for entry in app.listed("examples"):
        if example and entry["key"] == example:
            return form_key(entry["scenario"])
    return form_key(app.battle.scenario)
