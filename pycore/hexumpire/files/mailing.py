"""Dice by mail: two players who trust neither each other nor a server roll dice by the links that they exchange.

``docs/dice-by-mail.md`` is the protocol. In short: each player keeps a secret and publishes its commitment
(:func:`begin`, :func:`join`). Where dice are due, whoever has the battle reveals his value for that roll, and the other
adds his own: then the faces are settled (:func:`roll`). A roll is all dice that fall one after another with nothing to
decide between them. :func:`check` replays the battle and says exactly what is wrong; :func:`own_problems` says what is
wrong by what only one player knows: the links that he sealed, and what he has revealed already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hexumpire import rulesets
from hexumpire.files import dice_chain, record
from hexumpire.files.dice_chain import SEATS, labelled, number
from hexumpire.files.mail import Mail, Seat, Secret
from hexumpire.files.record import Record, refused
from hexumpire.model.battle import Battle, Chance, Terminal, split_note
from hexumpire.model.errors import Problem, RecordError
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say

A, B = SEATS


@dataclass(frozen=True)
class Die:
    """A die among the actions: the number of the action and of the roll, counted from 1, and of the die in it, from 0.

    ``faces`` are those that it has.
    """

    action: int
    roll: int
    die: int
    faces: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Course:
    """A battle with dice by mail, replayed: where each roll begins among the actions, and every die of them.

    ``due`` is the number of the roll whose dice come next, 0 where none do; ``begun`` says whether some of them lie.
    """

    battle: Battle[Any]
    mail: Mail
    dice: tuple[Die, ...]
    begins: Mapping[int, int]
    due: int
    begun: bool


# --- hashes of a battle --------------------------------------------------------------------------------------


def course_hash(scenario: Scenario, actions: Sequence[str]) -> bytes:
    """The hash of a set-up and actions: of the text that a link of them holds."""
    return labelled("course", record.plain(Record(scenario, tuple(actions))))


def session(mail: Mail) -> bytes:
    """The hash of what is settled once both players are there: the battle as it stood, and both commitments."""
    return labelled("session", mail.battle, *(mail.seats[seat].commitment for seat in SEATS))


def position_hash(mail: Mail, scenario: Scenario, roll: int, actions: Sequence[str]) -> bytes:
    """The hash of what a value is revealed for: the session, the number of the roll, and all actions before it."""
    return labelled("position", session(mail), number(roll), course_hash(scenario, actions))


def seal_hash(secret: Secret, scenario: Scenario, actions: Sequence[str]) -> bytes:
    """A mark on these actions that only who has the secret can make, and check."""
    return labelled("seal", labelled("seal key", secret.secret), course_hash(scenario, actions))


# --- reveals -------------------------------------------------------------------------------------------------


def values(key: str, seat: Seat) -> list[bytes]:
    """What a player has revealed for each roll, by its number; before them, at 0, what has to be his commitment."""
    found = [seat.reveal]
    for _ in range(seat.revealed):
        found.append(dice_chain.back(key, found[-1], 1))
    return found[::-1]


def rolls(mail: Mail) -> list[bytes]:
    """The rolls that both have revealed, the first of them at 0."""
    both = zip(*(values(key, mail.seats[key])[1 : mail.made() + 1] for key in SEATS), strict=True)
    of = session(mail)
    return [dice_chain.rolled(of, number, a, b) for number, (a, b) in enumerate(both, 1)]


# --- checking ------------------------------------------------------------------------------------------------


def _chain_problems(mail: Mail) -> list[Problem]:
    """What is wrong with commitments and reveals by themselves."""
    problems = []
    counts = {key: seat.revealed for key, seat in mail.seats.items()}
    for key, seat in mail.seats.items():
        path = f"$.mail.{key}"
        if not seat.revealed:
            continue
        chain = values(key, seat)
        if chain[0] == seat.commitment:
            continue
        message = say("{any}'s reveal of roll {n} does not lead to {any}'s commitment", any=key, n=seat.revealed)
        if seat.commitment in chain:
            old = seat.revealed - chain.index(seat.commitment)
            message = say("{any}'s reveal of roll {n} is the one of roll {m}", any=key, n=seat.revealed, m=old)
        problems.append(Problem(message, f"{path}.reveal", fix=say("ask {any} for the link again", any=key)))
    if B not in mail.seats and counts[A]:
        problems.append(Problem("A has revealed a roll before B has joined", "$.mail.A.revealed"))
    if B in mail.seats and mail.seats[A].commitment == mail.seats[B].commitment:
        problems.append(Problem("B's commitment is A's own", "$.mail.B.commitment", fix="B has to join anew"))
    if B in mail.seats and abs(counts[A] - counts[B]) > 1:
        one = "A has revealed {n} roll and B {m}: one may be ahead by one"
        several = "A has revealed {n} rolls and B {m}: one may be ahead by one"
        message = say(one if counts[A] == 1 else several, n=counts[A], m=counts[B])
        problems.append(Problem(message, "$.mail"))
    return problems


def replay(found: Record) -> Course:
    """The battle of a record with dice by mail, with its rolls found; whether they are right is not asked.

    Raises:
        RecordError: there are no dice by mail, or an action is illegal.
        SetupError: the rules forbid the fight.
    """
    if found.mail is None:
        raise refused("the battle has no dice by mail", "begin them first", "$.mail")
    mail, scenario = found.mail, found.scenario
    battle = record.resume(Battle.start(rulesets.get(scenario.ruleset).game(scenario)), found.actions)
    dice: list[Die] = []
    begins: dict[int, int] = {}
    rolling = False
    for index in range(mail.start, len(battle.line)):
        node = battle.game.node(battle.trail[index])
        if not isinstance(node, Chance) or split_note(battle.line[index])[0].startswith("!"):
            rolling = False
            continue
        if not rolling:
            begins[len(begins) + 1] = index
        dice.append(Die(index, len(begins), dice[-1].die + 1 if rolling else 0, node.faces))
        rolling = True
    comes = isinstance(battle.node, Chance)
    if comes and not rolling:
        begins[len(begins) + 1] = len(battle.line)
    return Course(battle, mail, tuple(dice), begins, len(begins) if comes else 0, comes and rolling)


def _dice_problems(course: Course) -> list[Problem]:
    """The first die that does not follow from the reveals."""
    mail = course.mail
    made = rolls(mail) if mail.made() else []
    for die in course.dice:
        path = f"$.actions[{die.action}]"
        if die.roll > mail.made():
            late = next(seat for seat in SEATS if seat not in mail.seats or mail.seats[seat].revealed < die.roll)
            message = say(
                "action {n} is roll {m}, which {any} has not revealed", n=die.action + 1, m=die.roll, any=late
            )
            return [Problem(message, path, fix=say("take back action {n}", n=die.action + 1))]
        face = split_note(course.battle.line[die.action])[0]
        right = dice_chain.face(die.faces, made[die.roll - 1], die.die)
        if face != right:
            message = say("roll {n} gives {any}, not {any2}", n=die.roll, any=right, any2=face)
            return [Problem(message, path, fix="the dice by mail say how it fell")]
    return []


def _position_problems(course: Course) -> list[Problem]:
    """Whose last reveal was given for another battle than this one."""
    mail, battle = course.mail, course.battle
    problems = []
    for key, seat in mail.seats.items():
        begin = course.begins.get(seat.revealed)
        if not seat.revealed or B not in mail.seats:
            continue
        if begin is None:
            message = say("{any} has revealed roll {n}, and the battle stops before it", any=key, n=seat.revealed)
            problems.append(Problem(message, "$.actions", fix="put back what was taken back"))
        elif position_hash(mail, battle.game.scenario, seat.revealed, battle.line[:begin]) != seat.position:
            message = say("{any} revealed roll {n} for another course of the battle", any=key, n=seat.revealed)
            fix = say("go back to the battle as {any} saw it", any=key)
            problems.append(Problem(message, f"$.mail.{key}.position", fix=fix))
    return problems


def check(found: Record) -> Course:
    """The battle of a record with dice by mail, replayed and found right by all that is published.

    Raises:
        RecordError: every problem with its place: which roll, whose reveal.
        SetupError: the rules forbid the fight.
    """
    course = replay(found)
    mail = course.mail
    line, scenario = course.battle.line, course.battle.game.scenario
    if mail.start > len(line) or course_hash(scenario, line[: mail.start]) != mail.battle:
        problem = "the dice by mail were begun for another battle"
        raise refused(problem, "go back to the set-up and the steps that they were begun with", "$.mail.battle")
    problems = _chain_problems(mail)
    if not problems:
        problems = _position_problems(course) or _dice_problems(course)
    if problems:
        raise RecordError(problems)
    return course


def seat_of(mail: Mail, secret: Secret | None) -> str:
    """Whose secret it is: ``A``, ``B``, or nobody's in this battle (empty)."""
    for key, seat in mail.seats.items():
        if secret and dice_chain.value_of(key, secret.secret, 0) == seat.commitment:
            return key
    return ""


def own_problems(course: Course, secret: Secret) -> list[Problem]:
    """What only the owner of a secret can tell: the battle was altered since he sealed it, or is an older one."""
    mail, line, scenario = course.mail, course.battle.line, course.battle.game.scenario
    key = seat_of(mail, secret)
    if not key:
        return []
    seat = mail.seats[key]
    problems = []
    if seat.seal and (seat.actions > len(line) or seal_hash(secret, scenario, line[: seat.actions]) != seat.seal):
        message = say("the battle differs from the one that {any} sealed, up to action {n}", any=key, n=seat.actions)
        problems.append(Problem(message, f"$.mail.{key}.seal", fix="ask for the link again"))
    last = secret.revealed
    if last and seat.revealed <= last:
        begin = course.begins.get(last)
        again = b"" if begin is None else position_hash(mail, scenario, last, line[:begin])
        if again != secret.position:
            message = say("{any} has revealed roll {n} already, for another course of this battle", any=key, n=last)
            fix = say("go on from the battle in which roll {n} was revealed", n=last)
            problems.append(Problem(message, f"$.mail.{key}.revealed", fix=fix))
    return problems


# --- moves ---------------------------------------------------------------------------------------------------


def begin(found: Record, secret: Secret) -> Record:
    """The record with dice by mail begun by A, from where the battle stands.

    Raises:
        RecordError: they have been begun.
    """
    if found.mail is not None:
        raise refused("the dice by mail of this battle have been begun", "join them, or roll", "$.mail")
    battle = record.resume(Battle.start(rulesets.get(found.scenario.ruleset).game(found.scenario)), found.actions)
    seat = Seat(dice_chain.value_of(A, secret.secret, 0))
    mail = Mail(len(battle.line), course_hash(found.scenario, battle.line), {A: seat})
    return replace(found, actions=battle.line, mail=mail)


def join(found: Record, secret: Secret) -> Record:
    """The record after B has joined the dice by mail that A has begun.

    Raises:
        RecordError: B has joined already, the secret is A's, or something is wrong with the record.
    """
    mail = check(found).mail
    if B in mail.seats:
        raise refused("B has joined already", "roll by your own secret, or begin dice by mail of your own", "$.mail.B")
    if seat_of(mail, secret) == A:
        raise refused("this secret is A's own", "B joins with another one", "$.secret")
    return replace(found, mail=replace(mail, seats={**mail.seats, B: Seat(dice_chain.value_of(B, secret.secret, 0))}))


def roll(found: Record, secret: Secret) -> tuple[Record, Secret]:
    """The record after the owner of a secret has revealed the roll that is due, and its dice if both have.

    Also what he keeps from then on: it must be kept before the record is sent, so that no roll is revealed twice.

    Raises:
        RecordError: no roll is due, the other has not joined, or something is wrong with the record or for its owner.
    """
    course = check(found)
    mail, battle = course.mail, course.battle
    key = seat_of(mail, secret)
    if not key:
        fix = "use the one that it was begun or joined with"
        raise refused("this secret is neither A's nor B's in this battle", fix, "$.secret")
    if B not in mail.seats:
        raise refused("B has not joined yet", "send B the link", "$.mail.B")
    if not course.due:
        raise refused("no dice are due", "decide what is asked first", "$.actions")
    if problems := own_problems(course, secret):
        raise RecordError(problems)
    seat = mail.seats[key]
    if seat.revealed < course.due:
        position = position_hash(mail, found.scenario, course.due, battle.line)
        reveal = dice_chain.value_of(key, secret.secret, course.due)
        seal = seal_hash(secret, found.scenario, battle.line)
        seat = Seat(seat.commitment, course.due, reveal, position, seal, len(battle.line))
        mail = replace(mail, seats={**mail.seats, key: seat})
        secret = replace(secret, revealed=course.due, position=position)
    if mail.made() >= course.due:
        made, die = rolls(mail)[course.due - 1], course.dice[-1].die + 1 if course.begun else 0
        while isinstance(battle.node, Chance):
            battle = battle.play(dice_chain.face(battle.node.faces, made, die))
            die += 1
    return replace(found, actions=battle.line, mail=mail), secret


def sealed(found: Record, secret: Secret) -> Record:
    """The record with the seal of a secret's owner on all of its actions: what he sends. As it is for anybody else.

    Raises:
        RecordError: something is wrong with the record, or for its owner.
    """
    course = check(found)
    mail, line = course.mail, course.battle.line
    key = seat_of(mail, secret)
    if not key:
        return found
    if problems := own_problems(course, secret):
        raise RecordError(problems)
    seat = replace(mail.seats[key], seal=seal_hash(secret, found.scenario, line), actions=len(line))
    return replace(found, mail=replace(mail, seats={**mail.seats, key: seat}))


# --- telling -------------------------------------------------------------------------------------------------


def waiting(course: Course) -> tuple[str, ...]:
    """Who has to do something for the dice: to join, or to reveal the roll that is due; nobody (empty), or either."""
    mail = course.mail
    if B not in mail.seats:
        return (B,)
    return tuple(key for key in SEATS if course.due > mail.seats[key].revealed)


def told(course: Course) -> str:
    """How the dice by mail stand, in one sentence."""
    waits, due = waiting(course), course.due
    if B not in course.mail.seats:
        return "Waits for B to join."
    if isinstance(course.battle.node, Terminal):
        one = "The battle is over; its {n} roll follows from what both revealed."
        several = "The battle is over; its {n} rolls follow from what both revealed."
        return say(one if course.mail.made() == 1 else several, n=course.mail.made())
    if not due:
        return say("No dice are due. Rolls so far: {n}.", n=course.mail.made())
    if len(waits) == 1:
        return say("Waits for {any}'s reveal of roll {n}.", any=waits[0], n=due)
    if waits:
        return say("Roll {n} is due: A or B reveals first.", n=due)
    return say("Both have revealed roll {n}.", n=due)
