"""The texts of the page in the language in use, by key: t() gives one, with its {names} filled in.

The texts stand in web/texts/, one file a language; docs/translating.md tells how they are written. Only the file of
the language in use is loaded, and take() puts it in force. Those that only late modules say come with these.
"""

from __future__ import annotations

import json

from shapes import Doc

TEXTS: dict[str, str] = {}
PARTS: set[str] = set()  # parts of the page whose texts are among them
UNSAID: dict[str, bool] = {}  # what the engine could not say in the language in use, and said in English


def take(texts: dict[str, str]) -> None:
    """Put the texts of a language in force."""
    UNSAID.clear()
    TEXTS.clear()
    TEXTS.update(texts)
    complete()


def complete() -> None:
    """Put the texts of the late modules in force too, if these have come."""
    try:
        with open("late_texts/" + language() + ".json", encoding="utf-8") as file:
            TEXTS.update(json.load(file))
    except OSError:
        pass


def language() -> str:
    """The code of the language in use, such as "en"."""
    return TEXTS["language.code"]


def note_unsaid(answer: Doc) -> None:
    """Take note of what an answer of the engine has left in English."""
    for text in answer.get("unsaid") or []:
        UNSAID[text] = True


def number(value: int) -> str:
    """A whole number as the language writes it, with a true minus sign."""
    digits = str(abs(value))
    if len(digits) > 4:
        groups: list[str] = []
        while digits:
            groups.insert(0, digits[-3:])
            digits = digits[:-3]
        digits = TEXTS["number.thousands"].join(groups)
    return "−" + digits if value < 0 else digits


def t(key: str, **values: object) -> str:
    """The text of a key, with values put in (not escaped); n chooses between the forms for one and for more."""
    text = TEXTS.get(key)
    if text is None:
        text = TEXTS[key + ("_one" if values["n"] == 1 else "_other")]
    for name in values:
        value = values[name]
        text = text.replace("{%s}" % name, number(value) if isinstance(value, int) else str(value))
    return text


def date(text: str) -> str:
    """A point in time such as "2026-11-21T04:25", as the language writes it; anything else as it is."""
    parts = text[:10].split("-")
    if len(parts) != 3 or len(text) < 16 or text[10] != "T":
        return text
    try:
        month, day = int(parts[1]), int(parts[2])
    except ValueError:
        return text
    if not 0 < month < 13:
        return text
    said = TEXTS["months"].split(" ")[month - 1]
    return t("date", day=str(day), month=said, year=parts[0], time=text[11:16])


try:  # the build and the tests read the first language from its file; in a browser, main.py fetches the one in use
    with open(__file__.replace("\\", "/").rsplit("/", 2)[0] + "/texts/en.json", encoding="utf-8") as file:
        take(json.load(file))
except OSError:
    pass
