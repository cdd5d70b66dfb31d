"""Dice by mail: a battle exchanged by link, and everything that somebody may try with it."""

from __future__ import annotations

import copy
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hexumpire import api, from_link, rulesets
from hexumpire.files import codec, dice_chain, mailing, record
from hexumpire.files.mail import Secret, read_mail, read_secret, write_mail, write_secret
from hexumpire.files.record import Record
from hexumpire.files.toml_text import toml
from hexumpire.model.battle import Battle, Chance, Decision, LegalActions, Terminal
from hexumpire.model.errors import RecordError

from tests.toy.rules import course as rounds
from tests.toybox import EXAMPLE, TOY

LONG: Any = copy.deepcopy(EXAMPLE)
"""The toy's battle with more counters, for rounds without end: rolls with losses between them."""
for _unit, _count in zip(LONG["units"], (5, 4, 6), strict=True):
    _unit["count"] = _count
ALICE, BOB, CAROL = (Secret(bytes([n]) * 32) for n in (5, 2, 3))


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulesets._registered, "toy", TOY)
    monkeypatch.setattr(rounds, "LAST_ROUND", 99)


def node(found: Record) -> Any:
    return battle(found).node


def battle(found: Record) -> Battle[Any]:
    return record.resume(Battle.start(rulesets.get(found.scenario.ruleset).game(found.scenario)), found.actions)


def decide(found: Record, choice: int = 0) -> Record:
    """The record after a decision, the first that is offered or another one."""
    options = list(battle(found).legal_actions)
    return replace(found, actions=(*found.actions, options[choice % len(options)]))


def sent(found: Record, secret: Secret) -> Record:
    """What the other reads in the link that a player sends."""
    sealed = mailing.sealed(found, secret)
    return record.from_link(record.to_link(sealed.scenario, sealed.actions, sealed.mail))


class Match:
    """Two players and the battle between them, which goes by links."""

    def __init__(self, scenario: Any = LONG, alice: Secret = ALICE) -> None:
        begun = mailing.begin(Record(codec.read_scenario(scenario)), alice)
        self.record = sent(mailing.join(sent(begun, alice), BOB), BOB)
        self.secrets = {"A": alice, "B": BOB}

    def reveal(self, seat: str) -> Record:
        """A player reveals, or adds his reveal and rolls, and sends it."""
        found, self.secrets[seat] = mailing.roll(self.record, self.secrets[seat])
        self.record = sent(found, self.secrets[seat])
        return self.record

    def roll(self, first: str = "A") -> Record:
        self.reveal(first)
        return self.reveal("B" if first == "A" else "A")

    def on_to_dice(self) -> Record:
        while isinstance(node(self.record), Decision):
            self.record = decide(self.record)
        return self.record


@pytest.fixture
def match() -> Match:
    return Match()


@pytest.fixture
def fought(match: Match) -> Match:
    """Three rolls with decisions between them, and dice due again."""
    for roll in range(3):
        match.on_to_dice()
        match.roll("AB"[roll % 2])
    match.on_to_dice()
    assert isinstance(node(match.record), Chance)
    assert [die.die for die in mailing.check(match.record).dice].count(0) == 3
    return match


def lines(found: Record) -> list[str]:
    """What is wrong with a record by all that is published."""
    with pytest.raises(RecordError) as caught:
        mailing.check(found)
    return [str(problem) for problem in caught.value.problems]


def own(found: Record, secret: Secret) -> list[str]:
    return [str(problem) for problem in mailing.own_problems(mailing.check(found), secret)]


def legal(course: mailing.Course, index: int) -> list[str]:
    """What could have been done in place of an action."""
    return list(LegalActions(course.battle.game.node(course.battle.trail[index])))


def refusal(found: Record, secret: Secret) -> str:
    with pytest.raises(RecordError) as caught:
        mailing.roll(found, secret)
    return str(caught.value)


def changed(found: Record, seat: str, **values: Any) -> Record:
    assert found.mail
    seats = {**found.mail.seats, seat: replace(found.mail.seats[seat], **values)}
    return replace(found, mail=replace(found.mail, seats=seats))


# --- as it should go -----------------------------------------------------------------------------------------


def test_a_battle_is_rolled_by_mail_to_its_end(match: Match) -> None:
    rolls = 0
    while not isinstance(node(match.record), Terminal):
        match.on_to_dice()
        if isinstance(node(match.record), Chance):
            before = match.record.actions
            assert mailing.waiting(mailing.check(match.record)) == ("A", "B")
            match.reveal("AB"[rolls % 2])
            assert match.record.actions == before, "no die falls by one reveal"
            rolls += 1
            assert (
                mailing.told(mailing.check(match.record))
                == f"Waits for {'BA'[(rolls - 1) % 2]}'s reveal of roll {rolls}."
            )
            match.reveal("BA"[(rolls - 1) % 2])
            assert len(match.record.actions) > len(before)
    assert rolls >= 2
    course = mailing.check(match.record)
    assert mailing.told(course) == f"The battle is over; its {rolls} rolls follow from what both revealed."
    assert (own(match.record, match.secrets["A"]), own(match.record, match.secrets["B"])) == ([], [])
    assert len({die.roll for die in course.dice}) == rolls


def test_dice_that_fall_one_after_another_are_one_roll() -> None:
    scenario = {"ruleset": "v101125", **rulesets.get("v101125").examples()[0]["scenario"]}
    match = Match(scenario)
    match.on_to_dice()
    before = len(match.record.actions)
    match.roll()
    assert len(match.record.actions) - before == 4
    assert match.record.mail
    assert match.record.mail.made() == 1
    assert [die.die for die in mailing.check(match.record).dice] == [0, 1, 2, 3]


def test_the_dice_do_not_hang_on_who_reveals_first(match: Match) -> None:
    other = Match()
    match.on_to_dice()
    other.on_to_dice()
    assert match.roll("A").actions == other.roll("B").actions


def test_dice_by_mail_begin_in_the_midst_of_a_battle(match: Match) -> None:
    found = Record(codec.read_scenario(LONG), ("d6=6",))
    match.record = mailing.join(mailing.begin(found, ALICE), BOB)
    assert match.record.mail
    assert match.record.mail.start == 1
    match.on_to_dice()
    assert match.roll().actions[0] == "d6=6"
    assert match.record.mail.made() == 1
    (line,) = lines(replace(match.record, actions=("d6=5", *match.record.actions[1:])))
    assert line.startswith("the dice by mail were begun for another battle")


def test_nothing_secret_is_in_the_link(fought: Match) -> None:
    text = record.plain(fought.record).decode()
    for secret in fought.secrets.values():
        assert secret.secret.hex() not in text
        assert secret.secret.hex()[:16] not in text


def test_a_record_keeps_its_dice_by_mail_as_text_and_as_link(fought: Match) -> None:
    assert fought.record.mail
    document = record.to_document(fought.record)
    assert record.from_text(json.dumps(document)) == record.from_text(toml(document)) == fought.record
    assert read_mail(write_mail(fought.record.mail)) == fought.record.mail
    secret = fought.secrets["A"]
    assert read_secret(write_secret(secret)) == secret
    link = record.to_link(fought.record.scenario, fought.record.actions, fought.record.mail)
    assert from_link(link).line == fought.record.actions


def test_what_a_link_carries_for_it_does_not_grow(match: Match, fought: Match) -> None:
    match.on_to_dice()
    match.roll()

    def more(found: Record) -> int:
        with_mail = record.to_link(found.scenario, found.actions, found.mail)
        return len(with_mail) - len(record.to_link(found.scenario, found.actions))

    assert abs(more(fought.record) - more(match.record)) < 40
    assert more(fought.record) < 640


# --- what somebody may try -----------------------------------------------------------------------------------


def test_any_altered_letter_of_a_link_is_refused(fought: Match) -> None:
    link = record.to_link(fought.record.scenario, fought.record.actions, fought.record.mail)
    for place in range(2, len(link)):
        with pytest.raises(RecordError):
            record.from_link(link[:place] + ("B" if link[place] == "A" else "A") + link[place + 1 :])


def altered(document: Any) -> Any:
    """Every document that differs in one digit of one value, with the path of that value."""

    def walk(value: Any, path: tuple[Any, ...]) -> Any:
        if isinstance(value, dict):
            for key in value:
                yield from walk(value[key], (*path, key))
        elif isinstance(value, str):
            for place in range(0, len(value), 9):
                yield path, value[:place] + ("0" if value[place] != "0" else "1") + value[place + 1 :]
        else:
            yield path, value + 1
            if value:
                yield path, value - 1

    for path, value in walk(document, ()):
        found = copy.deepcopy(document)
        at = found
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value
        yield ".".join(path), found


def test_any_altered_value_of_the_dice_by_mail_is_refused_where_the_checksum_was_made_anew(fought: Match) -> None:
    """By everybody; seals by the player whose they are."""
    assert fought.record.mail
    seen: dict[str, int] = {}
    for path, document in altered(write_mail(fought.record.mail)):
        seen[path] = seen.get(path, 0) + 1
        try:
            found = replace(fought.record, mail=read_mail(document))
            mailing.check(found)
        except RecordError:
            continue
        seat = path[0]
        assert path in (f"{seat}.seal", f"{seat}.actions"), path
        (line,) = own(found, fought.secrets[seat])
        assert line.startswith(f"the battle differs from the one that {seat} sealed, up to action "), path
        with pytest.raises(RecordError):
            mailing.sealed(found, fought.secrets[seat])
    assert {path for path in seen if "." not in path} == {"format", "start", "battle"}
    assert len(seen) == 3 + 2 * 6
    assert seen["A.reveal"] == seen["B.position"] == 8


def test_any_altered_face_is_refused(fought: Match) -> None:
    course = mailing.check(fought.record)
    for die in course.dice:
        right = fought.record.actions[die.action]
        for face in {name for name, _ in die.faces} - {right}:
            line = (*fought.record.actions[: die.action], face)
            if die.roll < 3:
                assert "the battle stops before it" in lines(replace(fought.record, actions=line))[0]
            else:
                (told,) = lines(replace(fought.record, actions=line))
                at = f"$.actions[{die.action}]: the dice by mail say how it fell"
                assert told == f"roll 3 gives {right}, not {face} @ {at}"
    assert course.dice[-1].roll == 3


def test_an_altered_decision_before_the_last_roll_is_refused(fought: Match) -> None:
    """Whatever it is altered to, as far as the same dice are legal after it."""
    course = mailing.check(fought.record)
    refused = 0
    for index in range(course.begins[3]):
        for other in legal(course, index):
            line = list(fought.record.actions)
            if isinstance(course.battle.game.node(course.battle.trail[index]), Chance) or other == line[index]:
                continue
            line[index] = other
            found = replace(fought.record, actions=tuple(line))
            try:
                mailing.replay(found)
            except RecordError:
                continue  # what followed is not legal any more
            told = [one.partition(" @")[0] for one in lines(found)]
            assert told == [f"{seat} revealed roll 3 for another course of the battle" for seat in "AB"]
            refused += 1
    assert refused


def test_an_altered_decision_after_the_last_roll_is_refused_by_who_has_sealed_it(fought: Match) -> None:
    fought.record = sent(fought.record, fought.secrets["B"])
    course = mailing.check(fought.record)
    index = max(n for n in range(len(course.battle.line)) if n > course.begins[3] and len(legal(course, n)) > 1)
    assert isinstance(course.battle.game.node(course.battle.trail[index]), Decision)
    other = next(one for one in legal(course, index) if one != fought.record.actions[index])
    found = replace(fought.record, actions=(*fought.record.actions[:index], other))
    (line,) = own(found, fought.secrets["B"])
    assert line.startswith("the battle differs from the one that B sealed, up to action")


def test_an_altered_set_up_is_refused(fought: Match) -> None:
    document = codec.write_scenario(fought.record.scenario)
    document["title"] = "Another Hill"
    (line,) = lines(replace(fought.record, scenario=codec.read_scenario(document)))
    assert line.startswith("the dice by mail were begun for another battle @ $.mail.battle")


def test_who_alters_a_decision_and_hides_it_is_found_out_by_the_other(fought: Match) -> None:
    """B writes other positions; A's seal and what A knows of his last reveal do not fit."""
    course = mailing.check(fought.record)
    begin = course.begins[3]
    index = max(n for n in range(begin) if len(legal(course, n)) == 2)
    other = next(one for one in legal(course, index) if one != fought.record.actions[index])
    forged = replace(fought.record, actions=(*fought.record.actions[:index], other))
    while isinstance(node(forged), Decision):
        forged = decide(forged)
    position = mailing.position_hash(course.mail, forged.scenario, 3, forged.actions)
    for seat in "AB":
        forged = changed(forged, seat, position=position)
    mailing.check(forged)
    told = [re.sub(r"\d+", "N", one.partition(" @")[0]) for one in own(forged, fought.secrets["A"])]
    assert told == [
        "the battle differs from the one that A sealed, up to action N",
        "A has revealed roll N already, for another course of this battle",
    ]
    assert "for another course of this battle" in refusal(forged, fought.secrets["A"])


def test_an_old_reveal_is_no_new_one(fought: Match) -> None:
    fought.reveal("A")
    assert fought.record.mail
    mine = fought.record.mail.seats["A"]
    replayed = mailing.values("A", mine)[2]
    assert lines(changed(fought.record, "A", reveal=replayed)) == [
        "A's reveal of roll 4 is the one of roll 2 @ $.mail.A.reveal: ask A for the link again"
    ]
    assert lines(changed(fought.record, "A", reveal=b"x" * 32)) == [
        "A's reveal of roll 4 does not lead to A's commitment @ $.mail.A.reveal: ask A for the link again"
    ]


def test_a_reveal_of_another_battle_is_none_of_this_one(fought: Match) -> None:
    other = Match(alice=CAROL)
    other.on_to_dice()
    other.reveal("A")
    assert other.record.mail
    (line,) = lines(changed(fought.record, "A", reveal=other.record.mail.seats["A"].reveal))
    assert line.startswith("A's reveal of roll 3 does not lead to A's commitment")


def test_rolls_cannot_be_swapped_or_left_out(fought: Match) -> None:
    assert fought.record.mail
    mail = fought.record.mail
    course = mailing.check(fought.record)
    for die in course.dice:
        for number, roll in enumerate(mailing.rolls(mail), 1):
            face = dice_chain.face(die.faces, roll, die.die)
            if number != die.roll and die.roll == 3 and face != fought.record.actions[die.action]:
                swapped = replace(fought.record, actions=(*fought.record.actions[: die.action], face))
                assert lines(swapped)[0].startswith("roll 3 gives ")
                break
    assert len(set(mailing.rolls(mail))) == 3
    left_out = replace(fought.record, actions=fought.record.actions[: course.begins[3] - 1])
    assert [one.partition(" @")[0] for one in lines(left_out)] == [
        "A has revealed roll 3, and the battle stops before it",
        "B has revealed roll 3, and the battle stops before it",
    ]


def test_a_roll_taken_back_and_rolled_again_gives_the_same_dice(fought: Match) -> None:
    before = fought.record.actions
    for seat in ("B", "A"):
        found, fought.secrets[seat] = mailing.roll(fought.record, fought.secrets[seat])
        fought.record = found
    back = replace(found, actions=before)
    assert mailing.told(mailing.check(back)) == "Both have revealed roll 4."
    for seat in "AB":
        again, secret = mailing.roll(back, fought.secrets[seat])
        assert (again.actions, secret) == (found.actions, fought.secrets[seat])


def test_two_branches_of_a_battle_do_not_get_two_reveals(fought: Match) -> None:
    """B takes A's reveal, goes back to the link before it, decides otherwise, and asks A to reveal once more."""
    fork = fought.record
    course = mailing.check(fork)
    index = max(n for n in range(len(fork.actions)) if n > course.begins[3] and len(legal(course, n)) > 1)
    fought.reveal("A")
    other = next(one for one in legal(course, index) if one != fork.actions[index])
    branch = replace(fork, actions=(*fork.actions[:index], other))
    while isinstance(node(branch), Decision):
        branch = decide(branch)
    assert isinstance(node(branch), Chance)
    mailing.check(branch)
    assert refusal(branch, fought.secrets["A"]).startswith(
        "A has revealed roll 4 already, for another course of this battle"
    )
    again, _ = mailing.roll(fork, fought.secrets["A"])
    assert fought.record.mail
    assert again.mail
    assert again.mail.seats["A"].reveal == fought.record.mail.seats["A"].reveal, "a lost link is no harm"


def test_nobody_reveals_before_both_have_committed() -> None:
    begun = mailing.begin(Record(codec.read_scenario(LONG)), ALICE)
    while isinstance(node(begun), Decision):
        begun = decide(begun)
    assert "B has not joined yet" in refusal(begun, ALICE)
    reveal = dice_chain.value_of("A", ALICE.secret, 1)
    early = changed(begun, "A", revealed=1, reveal=reveal, position=b"p" * 32)
    assert lines(early) == ["A has revealed a roll before B has joined @ $.mail.A.revealed"]


def test_only_two_play_and_nobody_both_sides(match: Match) -> None:
    begun = mailing.begin(Record(codec.read_scenario(LONG)), ALICE)
    for found, secret, said in (
        (match.record, CAROL, "B has joined already"),
        (begun, ALICE, "this secret is A's own"),
    ):
        with pytest.raises(RecordError, match=said):
            mailing.join(found, secret)
    with pytest.raises(RecordError, match="have been begun"):
        mailing.begin(match.record, CAROL)
    assert match.record.mail
    copied = changed(match.record, "B", commitment=match.record.mail.seats["A"].commitment)
    assert lines(copied) == ["B's commitment is A's own @ $.mail.B.commitment: B has to join anew"]
    match.on_to_dice()
    assert "neither A's nor B's" in refusal(match.record, CAROL)
    assert mailing.sealed(match.record, CAROL) == match.record


def test_dice_that_nobody_revealed_are_refused(match: Match) -> None:
    match.on_to_dice()
    face = battle(match.record).node.faces[0][0]
    ahead = replace(match.record, actions=(*match.record.actions, face))
    (line,) = lines(ahead)
    assert line.startswith(f"action {len(ahead.actions)} is roll 1, which A has not revealed @ $.actions[")
    match.reveal("A")
    (line,) = lines(replace(ahead, mail=match.record.mail))
    assert "is roll 1, which B has not revealed" in line


def test_nobody_is_two_rolls_ahead(fought: Match) -> None:
    fought.reveal("A")
    secret = fought.secrets["A"].secret
    far = changed(fought.record, "A", revealed=5, reveal=dice_chain.value_of("A", secret, 5))
    assert lines(far) == ["A has revealed 5 rolls and B 3: one may be ahead by one @ $.mail"]


def test_what_is_agreed_on_is_no_roll(match: Match) -> None:
    match.on_to_dice()
    override = next(iter(battle(match.record).game.overrides(battle(match.record).state))).id
    agreed = replace(match.record, actions=(*match.record.actions, f"{override} # our table"))
    course = mailing.check(agreed)
    assert course.dice == ()
    match.reveal("A")
    pending = replace(agreed, mail=match.record.mail)
    assert lines(pending)[0].startswith("A ")


# --- forms, requests, words ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "the dice by mail are of format 2 @ $.mail.format: update Hex Umpire"),
        ({"start": -1}, "start must be from 0 to 2000, found -1 @ $.mail.start"),
        ({"battle": "AB"}, "battle must be 64 of 0-9 and a-f, found 'AB' @ $.mail.battle"),
        ({"A": None}, "dice by mail must be an object, found null @ $.mail.A"),
        ({"C": {}}, "unknown key 'C' of dice by mail @ $.mail.C"),
        (
            {"B": {"commitment": "00" * 32, "revealed": 1}},
            "reveal must be 64 of 0-9 and a-f, found null @ $.mail.B.reveal",
        ),
        ({"B": {"commitment": "00" * 32, "revealed": True}}, "revealed must be from 0 to 2000, found true"),
    ],
)
def test_wrong_forms_are_told_with_their_place(match: Match, change: dict[str, Any], said: str) -> None:
    assert match.record.mail
    document = record.to_document(match.record)
    document["mail"] |= change
    with pytest.raises(RecordError) as caught:
        record.from_document(document)
    assert any(str(problem).startswith(said) for problem in caught.value.problems), str(caught.value)


def ask(**request: Any) -> Any:
    return json.loads(api.handle(json.dumps(request)))


def test_the_operations() -> None:
    alice, bob = ({"secret": letter * 64} for letter in "ab")
    begun = ask(op="mail", do="begin", scenario=EXAMPLE, secret=alice)["result"]
    assert (begun["seat"], begun["text"], begun["waits"]) == ("A", "Waits for B to join.", ["B"])
    link = ask(op="link", scenario=EXAMPLE, actions=[], mail=begun["mail"], secret=[bob, alice])["result"]["fragment"]
    opened = ask(op="open", fragment=link)["result"]
    assert opened["mail"]["A"]["commitment"] == begun["mail"]["A"]["commitment"]
    assert "mail" not in ask(op="open", fragment=ask(op="link", scenario=EXAMPLE)["result"]["fragment"])["result"]
    joined = ask(op="mail", do="join", scenario=EXAMPLE, actions=opened["actions"], mail=opened["mail"], secret=bob)
    now = joined["result"]
    assert now["seat"] == "B"
    battle = {"scenario": EXAMPLE, "actions": now["actions"]}
    german = ask(op="mail", lang="de", **battle, mail=now["mail"], secret=[alice])["result"]
    assert german["seat"] == "A"
    assert "Wurf" in german["text"]
    rolled = ask(op="mail", do="roll", **battle, mail=now["mail"], secret=[alice, bob])["result"]
    assert (rolled["seat"], rolled["text"]) == ("A", "Waits for B's reveal of roll 1.")
    assert rolled["secret"]["revealed"] == 1
    wrong = ask(op="mail", scenario=EXAMPLE, actions=["d6=1"], mail=rolled["mail"], secret=[alice])["result"]
    assert wrong["problems"][0]["message"] == "action 1 is roll 1, which B has not revealed"
    refused = ask(op="link", scenario=EXAMPLE, actions=["d6=1"], mail=rolled["mail"], secret=[alice])
    assert not refused["ok"]


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"do": "cheat"}, "unknown move of dice by mail 'cheat'"),
        ({"do": "begin"}, "the request has no secret"),
        ({"do": "begin", "secret": {"secret": "ab"}}, "secret must be 64 of 0-9 and a-f"),
        ({"do": "begin", "secret": ["x"]}, "dice by mail must be an object"),
        ({"do": "roll", "secret": {"secret": "ab" * 32}}, "the battle has no dice by mail"),
        ({"do": "look"}, ""),
    ],
)
def test_requests_that_cannot_be_answered(request_: dict[str, Any], said: str) -> None:
    answer = ask(op="mail", scenario=EXAMPLE, **request_)
    problems = answer["result"]["problems"] if answer["ok"] else answer["problems"]
    assert problems[0]["message"].startswith(said)
