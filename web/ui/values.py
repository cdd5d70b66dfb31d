"""Small tools for documents: plain dicts and lists as docs/api.md has them. No DOM, no rules, no game by name."""

import json


def copied(document):
    """A deep copy of a JSON document."""
    return json.loads(json.dumps(document))


def first_key(entries, default=""):
    """The key of the first entry of a schema list."""
    return entries[0]["key"] if entries else default


def find(entries, key):
    """The entry of a schema list with this key, or None."""
    for entry in entries:
        if entry["key"] == key:
            return entry
    return None


def slug(text):
    """A text as part of an HTML id: letters and digits stay, anything else becomes its code."""
    return "".join([c if (c.isalpha() and ord(c) < 128) or c in "0123456789" else "_" + str(ord(c)) for c in str(text)])


def whole(text):
    """The whole number that was typed; None for anything else: 2.5 is not 25, and 3x is not 3."""
    text = str(text).strip().replace("−", "-")
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not digits or len(digits) > 15 or [letter for letter in digits if letter not in "0123456789"]:
        return None
    return int(text)


def number_after(text, mark):
    """The whole number that follows ``mark`` in a text, or None: ``("units[12].x", "units[")`` gives 12."""
    start = text.find(mark)
    if start < 0:
        return None
    digits = ""
    for letter in text[start + len(mark) :]:
        if letter not in "0123456789":
            break
        digits += letter
    return int(digits) if digits else None


def word_after(text, mark):
    """The word that follows ``mark`` in a JSON path, or an empty text."""
    start = text.find(mark)
    if start < 0:
        return ""
    word = ""
    for letter in text[start + len(mark) :]:
        if letter in ".[]\"' ":
            break
        word += letter
    return word


def remember(saved, entry, most=30):
    """The list of last battles with one put in front; one of the same id is replaced."""
    found = [other for other in saved if other.get("id") != entry["id"]][: most - 1]
    found.insert(0, entry)
    return found


def pick(faces, draw):
    """A face by weight. ``draw(n)`` gives a fair whole number below n."""
    total = sum([face["weight"] for face in faces])
    number = draw(total)
    for face in faces:
        number -= face["weight"]
        if number < 0:
            return face["id"]
    return faces[-1]["id"]


def fair(total, random32):
    """A fair whole number below ``total`` from 32-bit random numbers, by rejection."""
    limit = 4294967296 - 4294967296 % total
    while True:
        number = random32()
        if number < limit:
            return number % total


def printed(part):
    """What is printed of the rules that a part of an answer cites: sections and headings."""
    found = part["printed"] if "printed" in part else part.get("rules") or part.get("rule") or []
    return [found] if isinstance(found, str) else found
