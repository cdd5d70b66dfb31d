"""Operations about dice by mail: to look at them, to begin, to join, to roll; and the link that carries them."""

from __future__ import annotations

from typing import Any, Final

from hexumpire.api.asking import Request, actions_of, bad_request, word
from hexumpire.api.desks import desk_of
from hexumpire.files import documents, mailing, record
from hexumpire.files.mail import Secret, read_mail, read_secret, write_mail, write_secret
from hexumpire.files.reader import unknown
from hexumpire.files.record import Record
from hexumpire.model.errors import InputError
from hexumpire.views.position import problem

MOVES: Final = ("look", "begin", "join", "roll")
"""What the operation ``mail`` can do."""


def record_of(request: Request) -> Record:
    """The record of a request: scenario, actions, and dice by mail where it has any."""
    mail = read_mail(request["mail"]) if request.get("mail") else None
    return Record(desk_of(request).scenario, actions_of(request), mail)


def secrets_of(request: Request) -> list[Secret]:
    """The secrets of a request: one, several of which one may be of this battle, or none."""
    given = request.get("secret")
    if not isinstance(given, list):
        return [read_secret(given)] if given else []
    return [read_secret(one, f"$.secret[{index}]") for index, one in enumerate(given)]


def own(found: Record, secrets: list[Secret]) -> Secret | None:
    """The secret, of several, that is of this battle's dice by mail."""
    return next((one for one in secrets if found.mail and mailing.seat_of(found.mail, one)), None)


def link(request: Request) -> str:
    """The fragment of a link to the battle; its dice by mail are checked, and sealed by their owner's secret."""
    found = record_of(request)
    if found.mail:
        secret = own(found, secrets_of(request))
        if secret:
            found = mailing.sealed(found, secret)
        else:
            mailing.check(found)
    return record.to_link(found.scenario, found.actions, found.mail)


def answer(request: Request) -> object:
    """Dice by mail: how they stand, or how they stand after a move of the owner of a secret.

    A look answers with everything that is wrong as ``problems``; a move that cannot be made is refused.
    """
    found, secrets = record_of(request), secrets_of(request)
    do = word(request, "do", MOVES[0])
    if do not in MOVES:
        raise bad_request(unknown("move of dice by mail", do), "$.do", documents.guess(do, MOVES))
    if do == "look":
        return _standing(found, own(found, secrets))
    secret = own(found, secrets) or next(iter(secrets), None)
    if secret is None:
        raise bad_request("the request has no secret", "$.secret", "give one of 64 digits of 0-9 and a-f")
    if do == "begin":
        found = mailing.begin(found, secret)
    elif do == "join":
        found = mailing.join(found, secret)
    else:
        found, secret = mailing.roll(found, secret)
    return _standing(found, secret)


def _standing(found: Record, secret: Secret | None) -> dict[str, Any]:
    """How dice by mail stand, for the owner of a secret or for anybody."""
    standing: dict[str, Any] = {
        "mail": write_mail(found.mail) if found.mail else None,
        "actions": list(found.actions),
        "secret": write_secret(secret) if secret else None,
        "seat": mailing.seat_of(found.mail, secret) if found.mail else "",
        "problems": [],
        "due": 0,
        "waits": [],
        "text": "",
    }
    try:
        course = mailing.check(found)
        wrong = mailing.own_problems(course, secret) if secret else []
    except InputError as error:
        return standing | {"problems": list(map(problem, error.problems))}
    if wrong:
        return standing | {"problems": list(map(problem, wrong))}
    return standing | {"due": course.due, "waits": list(mailing.waiting(course)), "text": mailing.told(course)}
