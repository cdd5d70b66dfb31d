"""A record is a scenario and the actions taken since: it replays to the same battle anywhere.

As text it is a document with ``scenario`` and ``actions`` (:func:`to_document`, :func:`from_text`); as a link it is one
url-safe word (:func:`to_link`, :func:`from_link`): version, dot, then base64url of a CRC-32 and the deflated JSON.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from hexumpire import rulesets
from hexumpire.files import codec, documents, reader
from hexumpire.files.mail import Mail, read_mail, write_mail
from hexumpire.kit.places import Names
from hexumpire.model.battle import Battle, split_note
from hexumpire.model.errors import IllegalActionError, InputError, Problem, RecordError
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say

S = TypeVar("S")

VERSION: Final = 1
"""Version of links."""
MAX_LINK = 32 * 1024
"""Longest link, in characters."""
MAX_UNPACKED = 256 * 1024
"""Most bytes that a link may unpack to."""
MAX_REST = 72 * 1024
"""Most characters that are passed over: what an embed link carries behind the record, the address before it, blanks."""
MAX_ACTIONS = 2000
ACTION_LENGTH = 200
PARTS: Final = ("scenario", "actions", "mail")
"""What a record may have."""

_LINK = re.compile(r"([0-9]{1,4})\.(.*)", re.DOTALL)
_CUT = ("the link was cut short or altered on its way", "copy the whole link again, to its last character")
_WORD = re.compile(r"[A-Za-z0-9_-]*")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_BEFORE = re.compile(r"^[^0-9A-Za-z]+")


@dataclass(frozen=True)
class Record:
    """A scenario and the actions taken since; with ``mail`` where its dice are rolled by mail."""

    scenario: Scenario
    actions: tuple[str, ...] = ()
    mail: Mail | None = None


def refused(message: str, fix: str = "", path: str = "$") -> RecordError:
    """The error of one problem with a record: what is wrong, the way out, and where."""
    return RecordError([Problem(message, path, fix=fix)])


# --- documents -----------------------------------------------------------------------------------------------


def read_actions(value: object) -> tuple[str, ...]:
    """A list of actions as a document gives it.

    Raises:
        RecordError: it is no list of short lines of text, or too long; whether they are legal is not asked.
    """
    if not isinstance(value, list | tuple):
        raise refused(say("actions must be a list of texts, found {any}", any=documents.shown(value)), path="$.actions")
    if len(value) > MAX_ACTIONS:
        raise refused(say("{n} actions are too many; at most {m}", n=len(value), m=MAX_ACTIONS), path="$.actions")
    problems = []
    for index, entry in enumerate(value):
        why = documents.text_complaint(entry, ACTION_LENGTH)
        if why:
            problems.append(Problem(reader.wrong("an action", why, entry), f"$.actions[{index}]"))
    if problems:
        raise RecordError(problems[: reader.MAX_PROBLEMS])
    return tuple(value)


def to_document(record: Record) -> dict[str, Any]:
    """The record as plain data: ``scenario`` (canonical) and, if there are any, ``actions`` and dice by ``mail``."""
    document: dict[str, Any] = {"scenario": codec.write_scenario(record.scenario)}
    if record.actions:
        document["actions"] = list(record.actions)
    if record.mail is not None:
        document["mail"] = write_mail(record.mail)
    return document


def plain(record: Record) -> bytes:
    """The text of a record that its link holds."""
    return json.dumps(to_document(record), ensure_ascii=False, separators=(",", ":")).encode()


def from_document(document: object) -> Record:
    """The record in a document; a bare scenario is a record without actions.

    Raises:
        RecordError: everything that is wrong with it; problems of the scenario have ``$.scenario`` before their path.
    """
    if not isinstance(document, Mapping):
        raise refused(say("a record must be an object, found {any}", any=documents.shown(document)))
    bare = "scenario" not in document
    problems: list[Problem] = []
    scenario = None
    ruleset = ""
    actions: tuple[str, ...] = ()
    if not bare:
        for key in document:
            if key not in PARTS:
                fix = documents.guess(key, PARTS)
                message = say("unknown key {any} of a record", any=documents.shown(key))
                problems.append(Problem(message, documents.below("$", key), fix=fix))
        problems = problems[: reader.MAX_PROBLEMS]
    try:
        scenario = codec.read_scenario(document if bare else document["scenario"])
    except InputError as error:
        prefix, ruleset = "$" if bare else "$.scenario", error.ruleset
        problems += [Problem(p.message, prefix + p.path[1:], p.rule, p.fix) for p in error.problems]
    try:
        actions = () if bare else read_actions(document.get("actions", ()))
    except RecordError as error:
        problems += error.problems
    mail = None
    try:
        mail = read_mail(document["mail"]) if not bare and "mail" in document else None
    except RecordError as error:
        problems += error.problems
    if problems or scenario is None:
        raise RecordError(problems, ruleset)
    return Record(scenario, actions, mail)


def from_text(text: str) -> Record:
    """The record in a TOML or JSON text (see :func:`from_document`).

    Raises:
        RecordError: the text cannot be read, or what is in it is wrong.
    """
    try:
        document = documents.read_text(text)
    except InputError as error:
        raise RecordError(error.problems) from None
    return from_document(document)


# --- links ---------------------------------------------------------------------------------------------------


def to_link(scenario: Scenario, actions: Iterable[str], mail: Mail | None = None) -> str:
    """The record as the fragment of a link (without ``#``): url-safe, with a version and a checksum.

    Raises:
        RecordError: it would be too long for a link.
    """
    text = plain(Record(scenario, tuple(actions), mail))
    press = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = press.compress(text) + press.flush()
    data = zlib.crc32(packed).to_bytes(4, "big") + packed
    link = f"{VERSION}.{base64.urlsafe_b64encode(data).rstrip(b'=').decode()}"
    if len(link) > MAX_LINK or len(text) > MAX_UNPACKED:
        raise refused("the battle is too long for a link", "save it as text instead")
    return link


def _too_long(length: int) -> str:
    return say("the link is too long: {n} characters; at most {m} are read", n=f"{length:,}", m=f"{MAX_LINK:,}")


def _unpack(word: str) -> bytes:
    """The bytes packed in the word of a link of our version."""
    broken = refused(*_CUT)
    try:
        data = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))
    except (binascii.Error, ValueError):
        raise broken from None
    exact = base64.urlsafe_b64encode(data).rstrip(b"=").decode() == word
    if not exact or len(data) < 5 or zlib.crc32(data[4:]) != int.from_bytes(data[:4], "big"):
        raise broken
    unpack = zlib.decompressobj(-15)
    try:
        plain = unpack.decompress(data[4:], MAX_UNPACKED + 1)
    except zlib.error:
        raise broken from None
    if len(plain) > MAX_UNPACKED:
        raise refused(say("the link unpacks to more than {n} kB; no battle is that large", n=MAX_UNPACKED // 1024))
    if not unpack.eof or unpack.unused_data:
        raise broken
    return plain


def from_link(text: str) -> Record:
    """The record in the fragment of a link, or in a whole link with ``#`` in it; the link may be an embed link.

    Blanks and line breaks, as letters put into long links, do not matter; nor does what an embed link says besides.

    Raises:
        RecordError: it is empty, not ours, cut short or altered, from a newer version, too long, or what is in it is
            no record; each said in one clear line.
    """
    if not isinstance(text, str):
        raise refused(reader.wrong("the link", "must be text", text))
    if len(text) > MAX_LINK + MAX_REST:
        raise refused(_too_long(len(text)))
    word = "".join(_ESCAPE.sub(lambda found: chr(int(found.group(1), 16)), text).split())
    word = word.partition("#")[2] if "#" in word else word
    word = _BEFORE.sub("", word).rstrip("<>()[]\"'.,;:!?")  # what stands around links in letters
    if not word:
        raise refused("the link is empty")
    word = ".".join(word.split(".", 2)[:2])  # an embed link says more
    if len(word) > MAX_LINK:
        raise refused(_too_long(len(word)))
    if word == str(VERSION):  # the dot after it was stripped above
        raise refused(*_CUT)
    found = _LINK.fullmatch(word)
    if not found or int(found.group(1)) == 0:
        raise refused("this is not a link of Hex Umpire", say("ours begin with {any} after the #", any=f"{VERSION}."))
    if int(found.group(1)) > VERSION:
        newer = say("the link is from a newer Hex Umpire (version {any})", any=found.group(1))
        raise refused(newer, "update Hex Umpire")
    unpacked = _unpack(_WORD.findall(found.group(2))[0])  # not what others have put behind it: the checksum tells
    try:
        document = documents.read_json(unpacked.decode())
    except UnicodeDecodeError:
        raise refused("the link holds no text") from None
    except InputError as error:
        raise refused(say("the link holds no record: {x}", x=error.problems[0].message)) from None
    return from_document(document)


# --- replay --------------------------------------------------------------------------------------------------


def resume(battle: Battle[Any], actions: Sequence[str]) -> Battle[Any]:
    """The battle after all the actions, from another battle of the same game that shares the first of them.

    Raises:
        RecordError: an action is illegal; names its number, the action, and the legal ones.
    """
    same = 0
    for ours, theirs in zip(battle.line, actions, strict=False):
        if ours != theirs:
            break
        same += 1
    battle = battle.undo(len(battle.line) - same)
    for index in range(same, len(actions)):
        try:
            battle = battle.play(actions[index])
        except IllegalActionError as error:
            names = Names(rulesets.get(battle.game.scenario.ruleset), battle.game.scenario)
            spelled = {names.spelled(one): one for one in error.legal}
            bare, note = split_note(actions[index])
            if bare in spelled:  # hexes by the numbers of the map
                battle = battle.play(spelled[bare] + (f" # {note}" if note else ""))
                continue
            legal = ", ".join([*spelled][:12]) + (" …" if len(spelled) > 12 else "")
            action = documents.shown(split_note(actions[index])[0])
            message = say("action {n}, {any}, is not legal there", n=index + 1, any=action)
            fix = say("legal: {any}", any=legal) if legal else "the battle has ended before it"
            raise refused(message, fix, f"$.actions[{index}]") from None
    return battle
