"""Modifiers of a typed-in game: when each holds, and what it does to strengths, column and die."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from hexumpire.files.documents import as_key, below, guess, shown
from hexumpire.files.reader import Reader, wrong
from hexumpire.files.vocabulary.rows import RULE_LENGTH, TITLE_LENGTH
from hexumpire.model.text import say
from hexumpire.model.vocabulary import Vocabulary
from hexumpire.rulesets.custom.sheet import Change, Modifier, Test

KEYS: Final = ("title", "rule", "when", "unless", "attack", "defense", "shift", "roll", "times", "not_with")
TESTS: Final = (
    "terrain", "feature", "stands", "crossed", "sides", "attacker", "defender", "who", "together", "hexes", "marked",
    "field", "condition", "is", "rounds",
)  # fmt: skip
SECTION: Final = "modifiers"
"""The rule of modifiers that have none of their own."""
MOST: Final = 60
"""Most modifiers of a game."""
MOST_PAIR: Final = 99
"""Most hexes or rounds that a test names."""
MOST_TIMES: Final = 20
"""How often a modifier counts at most."""
CALLED: Final = {"double": "x2", "doubled": "x2", "triple": "x3", "tripled": "x3", "half": "x1/2", "halved": "x1/2",
                 "1/2": "x1/2", "1/3": "x1/3", "½": "x1/2"}  # fmt: skip
"""Changes of a strength in words."""
_CHANGE = re.compile(r"(?:[x×*](?P<n>\d{1,2})(?:/(?P<d>\d{1,2}))?|(?P<plus>[+-]\d{1,2}))(?: (?P<more>[+-]\d{1,2}))?")


class Words:
    """The keys that tests may name, by what they are.

    ``broken`` are those of each section that are no tables: this is told of them, so that they may be named.
    """

    def __init__(self, vocabulary: Vocabulary, flags: tuple[str, ...], broken: Mapping[str, tuple[str, ...]]) -> None:
        self.terrains = (*(one.key for one in vocabulary.terrains), *broken["terrains"])
        self.features = (*(one.key for one in vocabulary.features), *broken["features"])
        self.sides = (*(one.key for one in vocabulary.side_features), *broken["side_features"])
        self.types = tuple(one.key for one in vocabulary.types)
        self.conditions = {one.key: one for one in vocabulary.conditions}
        self.asked = (*self.conditions, *broken["conditions"])
        self.flags = (*flags, *broken["unit_fields"])


def modifiers(reader: Reader, value: object, words: Words) -> tuple[Modifier, ...]:
    """The modifiers in the order in which they apply."""
    table = reader.table(value, "$.modifiers", "the section modifiers")
    if len(table) > MOST:
        reader.complain("$.modifiers", say("{n} modifiers are too many; at most {m}", n=len(table), m=MOST))
    found = []
    for key in list(table)[:MOST]:
        path = below("$.modifiers", key)
        row = reader.table(table[key], path, "a modifier")
        reader.unknown(row, KEYS, path, "key of a modifier")
        found.append(_modifier(reader, key, row, path, words, tuple(table)))
    by_key = {mod.key: mod for mod in found}
    for mod in found:
        for other in mod.not_with:
            if other in by_key and mod.key in by_key[other].not_with and mod.key < other:
                path = below(below("$.modifiers", mod.key), "not_with")
                message = say(
                    "{any} and {any2} displace each other: neither would count", any=shown(mod.key), any2=shown(other)
                )
                reader.complain(path, message, "keep not_with in one of them")
    return tuple(found)


def _modifier(
    reader: Reader, key: str, row: Mapping[str, object], path: str, words: Words, keys: tuple[str, ...]
) -> Modifier:
    """One modifier."""
    title = reader.line(row.get("title", key), below(path, "title"), "the title", TITLE_LENGTH)
    rule = reader.line(row.get("rule", SECTION), below(path, "rule"), "the rule", RULE_LENGTH) or SECTION
    when = test(reader, row.get("when", {}), below(path, "when"), words)
    unless = test(reader, row["unless"], below(path, "unless"), words) if "unless" in row else None
    if row.get("unless") == {}:  # which is always met, so that the modifier would never hold
        reader.complain(below(path, "unless"), say("{any} names nothing", any="unless"), "name one, or leave it out")
    attack, defense = (
        _change(reader, row[name], below(path, name)) if name in row else None for name in ("attack", "defense")
    )
    shift, roll = (reader.whole(row.get(name, 0), below(path, name), name, -9, 9, 0) for name in ("shift", "roll"))
    sound = all(name in KEYS for name in row)  # otherwise one of them may have been meant
    if sound and not any(row.get(name) for name in ("shift", "roll", "attack", "defense")):
        fix = 'add one of shift = -1, roll = 1, attack = "x1/2", defense = "x2"'
        reader.complain(path, "the modifier changes nothing", fix)
    if (shift or roll) and (when.each or (unless and unless.each)):
        reader.complain(path, "what is asked of each unit changes strengths only", "use attack or defense")
    if defense and not attack and when.crossed and when.sides == "each":
        fix = 'use attack, or sides = "all" or "any"'
        reader.complain(path, "only attackers cross hexsides, each for itself", fix)
    for change, own, name in ((attack, when.attacker, "attacker"), (defense, when.defender, "defender")):
        if change and when.who == "each" and (when.attacker or when.defender) and not own:
            fix = say('name the types under {any}, or use who = "any" or "all"', any=name)
            reader.complain(path, say('who = "each" asks no {side} anything', side=name), fix)
    times = _times(reader, row["times"], below(path, "times"), words) if "times" in row else ""
    others = tuple(other for other in keys if other != key)
    listed = enumerate(reader.items(row.get("not_with", ()), below(path, "not_with"), as_key("not_with"), MOST))
    banned = [reader.word(one, others, below(below(path, "not_with"), at), "modifier") for at, one in listed]
    return Modifier(
        key, title or key, rule, when, unless, attack, defense, shift, roll, times, tuple(filter(None, banned))
    )


def _times(reader: Reader, value: object, path: str, words: Words) -> str:
    """The condition that says how often a modifier counts; nothing where none does."""
    times = reader.word(value, words.asked, path, "condition")
    if times not in words.conditions or _is_wrong(reader, times):
        return ""
    field = words.conditions[times]
    if field.kind != "int":
        reader.complain(path, say("{any} is no number", any=shown(times)), "give the condition a range")
        return ""
    if max(-field.low, field.high) > MOST_TIMES:
        message = say("a modifier counts at most {n} times, not {m}", n=MOST_TIMES, m=max(-field.low, field.high))
        reader.complain(path, message, say("give the condition the range [0, {n}]", n=MOST_TIMES))
        return ""
    return times


def _is_wrong(reader: Reader, condition: str) -> bool:
    """Whether the values of a condition are told of already, so that nothing can be said of what asks for one."""
    path = below("$.conditions", condition)
    values = below(path, "range"), below(path, "options")
    return any(one.path == path or one.path.startswith(values) for one in reader.problems)


def _change(reader: Reader, value: object, path: str) -> Change:
    """A change of a strength: ``x2``, ``x1/2``, ``+3``, or ``x2 +1``; also ``doubled``, ``halved``, ``x1.5``."""
    said = value.strip().lower() if isinstance(value, str) else ""
    said = CALLED.get(said, re.sub(r"(?<![\d.])(\d)\.5(?!\d)", lambda digit: f"{2 * int(digit[1]) + 1}/2", said))
    match = _CHANGE.fullmatch(re.sub(r"^(\d+(?:/\d+)?)[x×*]", r"x\1", said))
    if match is None or match["d"] == "0":
        message = say("{any} is no change of a strength", any=shown(value))
        fix = 'write "x2", "x1/2", "+3" or "x2 +1"'
        if isinstance(value, int) and not isinstance(value, bool) and 0 < abs(value) < 100:
            sign = "+" if value > 0 else "-"
            fix = say('write "x{n}" to multiply, "{any}" to add', n=abs(value), any=f"{sign}{abs(value)}")
        reader.complain(path, message, fix)
        return Change()
    times = Fraction(int(match["n"] or 1), int(match["d"] or 1)) if match["n"] else Fraction(1)
    change = Change(times, int(match["plus"] or 0) + int(match["more"] or 0))
    if change == Change():
        reader.complain(path, say("{any} leaves a strength as it is", any=shown(value)), 'write "x2", "x1/2" or "+3"')
    return change


def test(reader: Reader, value: object, path: str, words: Words) -> Test:
    """When a modifier holds."""
    row = reader.table(value, path, "a test")
    reader.unknown(row, TESTS, path, "test")

    def some(key: str, allowed: tuple[str, ...], what: str) -> tuple[str, ...]:
        if key not in row:
            return ()
        given = row[key]
        entries = [given] if isinstance(given, str) else _some(reader, given, below(path, key), key, MOST)
        found = [reader.word(one, allowed, below(path, key), what) for one in entries]
        return tuple(filter(None, found))

    who = reader.word(row.get("who", "any"), ("any", "all", "each"), below(path, "who"), "who")
    sides = reader.word(row.get("sides", "all"), ("all", "any", "each"), below(path, "sides"), "sides")
    if "sides" in row and "crossed" not in row:
        reader.complain(below(path, "sides"), "sides is without crossed", 'add crossed = "..."')
    if "who" in row and "attacker" not in row and "defender" not in row:
        fix = 'add attacker = "..." or defender = "..."'
        reader.complain(below(path, "who"), "who is without attacker or defender", fix)
    groups = _some(reader, row["together"], below(path, "together"), "together", 6) if "together" in row else ()
    condition, wanted = _condition(reader, row, path, words)
    return Test(
        some("terrain", words.terrains, "terrain"),
        some("feature", words.features, "feature"),
        some("stands", (*words.terrains, *words.features), "terrain or feature"),
        some("crossed", words.sides, "hexside feature"),
        sides or "all",
        some("attacker", words.types, "unit type"),
        some("defender", words.types, "unit type"),
        who or "any",
        tuple(_group(reader, group, below(below(path, "together"), at), words) for at, group in enumerate(groups)),
        _pair(reader, row, path, "hexes", 6),
        reader.word(row["marked"], ("disrupted", "pinned"), below(path, "marked"), "mark") if "marked" in row else "",
        reader.word(row["field"], words.flags, below(path, "field"), "field") if "field" in row else "",
        condition,
        wanted,
        _pair(reader, row, path, "rounds", 9),
    )


def _some(reader: Reader, value: object, path: str, key: str, most: int, what: str = "") -> Sequence[object]:
    """The entries of a list, which has some; ``what`` it is, where that is not its key."""
    before = len(reader.problems)
    entries = reader.items(value, path, what or as_key(key), most)
    if not entries and len(reader.problems) == before:
        reader.complain(path, say("{any} names nothing", any=key), "name one, or leave it out")
    return entries


def _group(reader: Reader, value: object, path: str, words: Words) -> tuple[str, ...]:
    entries = [value] if isinstance(value, str) else _some(reader, value, path, "together", MOST, "a group of types")
    return tuple(filter(None, (reader.word(one, words.types, path, "unit type") for one in entries)))


def _pair(reader: Reader, row: Mapping[str, object], path: str, key: str, most: int) -> tuple[int, int] | None:
    """A number, which is the least, or the least and the most."""
    if key not in row:
        return None
    value = row[key]
    given = [value, MOST_PAIR] if not isinstance(value, list | tuple) else value
    if len(given) != 2:
        message = say("{any} must be one or two numbers", any=key)
        reader.complain(below(path, key), message, say("write {any} = [2, {m}]", any=key, m=most))
        return None
    low, high = (reader.whole(one, below(path, key), key, 1, MOST_PAIR, 1) for one in given)
    if low > high:
        message = say("no number is from {n} to {m}", n=low, m=high)
        reader.complain(below(path, key), message, say("write [{n}, {m}]", n=high, m=low))
    return low, high


def _condition(reader: Reader, row: Mapping[str, object], path: str, words: Words) -> tuple[str, object]:
    """A condition and the value it must have."""
    if "condition" not in row:
        if "is" in row:
            reader.complain(below(path, "is"), "is without a condition", 'add condition = "..."')
        return "", True
    key = reader.word(row["condition"], words.asked, below(path, "condition"), "condition")
    if key not in words.conditions or _is_wrong(reader, key):
        return "", True
    field = words.conditions[key]
    value = row.get("is", True if field.kind == "flag" else None)
    if value is None:
        fix = guess(None, field.options) if field.kind == "choice" else "add is = 1"
        reader.complain(path, say("what the condition {any} must be is missing", any=shown(key)), fix)
        return "", True
    why = field.complaint(value)
    if field.kind == "choice" and not field.options:  # that it has none is told of the condition itself
        return "", True
    if why:
        said = {"yes": "true", "no": "false"}.get(str(value).lower(), "")
        fix = say("write is = {any}", any=said) if field.kind == "flag" and said else ""
        reader.complain(below(path, "is"), wrong(field.title, why, value), fix)
        return "", True
    return key, value
