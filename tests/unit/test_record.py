"""Records as text and as links, and their replay."""

import base64
import json
import random
import zlib
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.files import codec, documents, record
from hexumpire.files.record import Record
from hexumpire.files.toml_text import toml
from hexumpire.model.battle import Battle, Terminal
from hexumpire.model.errors import RecordError, SetupError

from tests.toybox import EXAMPLE, TOY

ACTIONS = ("d6=3", "d6=6", "lose:b1", "on", "!result=D # as agreed – ½", "lose:b1")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulesets._registered, "toy", TOY)


@pytest.fixture
def fight() -> Record:
    return Record(codec.read_scenario(EXAMPLE), ACTIONS)


def refusal(text: str) -> str:
    """The one line that says why a link is refused."""
    with pytest.raises(RecordError) as caught:
        record.from_link(text)
    (found,) = caught.value.problems
    assert "\n" not in str(found)
    return str(found)


def packed(plain: bytes, version: str = "1") -> str:
    """A link around anything."""
    press = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = press.compress(plain) + press.flush()
    data = zlib.crc32(data).to_bytes(4, "big") + data
    return f"{version}.{base64.urlsafe_b64encode(data).rstrip(b'=').decode()}"


# --- there and back ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("write", [toml, json.dumps])
def test_text_reads_back(fight: Record, write: Any) -> None:
    assert record.from_text(write(record.to_document(fight))) == fight


def test_toml_holds_every_kind_of_value() -> None:
    document = {"a": True, "b": ['x "y" \\ z', 3], "d e": {"f": {}, "g": {"h": -1}}, "i": [{"j": {"k": [1]}}, {}]}
    assert documents.read_text(toml(document)) == document


def test_a_bare_scenario_is_a_record_without_actions() -> None:
    assert record.from_text(json.dumps(EXAMPLE)) == Record(codec.read_scenario(EXAMPLE))


def test_a_link_reads_back(fight: Record) -> None:
    link = record.to_link(fight.scenario, fight.actions)
    assert link.startswith("1.")
    assert set(link) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")
    assert len(link) < 500
    for text in (link, "#" + link, f"https://example.org/umpire/?x#{link}", f"<{link[:60]}\r\n {link[60:]}>.\n"):
        assert record.from_link(text) == fight


def test_links_of_random_battles_read_back() -> None:
    scenario = codec.read_scenario(EXAMPLE)
    chance = random.Random(3)
    for _ in range(50):
        battle = Battle.start(TOY.game(scenario))
        while not isinstance(battle.node, Terminal):
            battle = battle.play(chance.choice(list(battle.legal_actions)))
        found = record.from_link(record.to_link(scenario, battle.line))
        again = record.resume(Battle.start(TOY.game(found.scenario)), found.actions)
        assert (again.state, again.log, again.line) == (battle.state, battle.log, battle.line)


def test_a_link_made_before_still_opens() -> None:
    """Links live for years: this one was made by the first version."""
    link = (
        "1.eSrqkn2RwW6DMAyGX2XyOQfoqh2Qdpy0y55g4mCIoVEhqYxTrUK8-2y6om0HLol_y_78x5lhaikihwTVDF3iEQWq0gHngSbSGCTdwAH5ICFF"
        "1V3gSTQjQQZS_RGG4eldD82NeDHOib5osqBwhV1CzBis-XSv6wgls9V8wpnoArWDiONf3OKgXPsXjabgN2T1Zn0crsTKajj4nqC2KkHuSVasjVZq"
        "jmHVMwSvdC7hztIYRbA9rwy5XSzTYPRgTn6eymTSNrI6cdCmHFUd9AXYSmIlPy_uwT7ssfscd9Eb8LgBm19mPXUU_Z7ZZsj0QBb_3F5JvwC1SjjT"
        "UuumdJq2rZvyL6-lru8b"
    )
    found = record.from_link(link)
    assert codec.write_scenario(found.scenario) == EXAMPLE
    assert found.actions == ("d6=1",)


# --- links that are no good ----------------------------------------------------------------------------------


def test_what_others_put_around_a_link_does_not_matter(fight: Record) -> None:
    """Quotation marks, a page that counts clicks, the dot and others as addresses escape them, the link once more."""
    link = record.to_link(fight.scenario, fight.actions)
    escaped = link.replace(".", "%2E").replace("-", "%2d")
    marks = (
        "%22LINK%22",
        "%3CLINK%3E",
        "%20LINK%20",
        "„LINK“",
        "%E2%80%9ELINK%E2%80%9C",
        "*LINK*",
        "{{LINK}}",
        "|LINK|",
    )
    tails = ("LINK?fbclid=Ab1", "LINK&utm_source=x", "LINK%E2%80%A6", "LINK#LINK")
    for text in [escaped] + [one.replace("LINK", link) for one in marks + tails]:
        assert record.from_link(text) == fight, text
        assert record.from_link("https://a.example/#" + text) == fight, text


def test_every_cut_is_seen(fight: Record) -> None:
    link = record.to_link(fight.scenario, fight.actions)
    for end in range(2, len(link)):
        assert "cut short or altered" in refusal(link[:end])


def test_every_altered_character_is_seen(fight: Record) -> None:
    link = record.to_link(fight.scenario, fight.actions)
    for place in range(2, len(link)):
        for other in "A7_":
            if other != link[place]:
                assert "cut short or altered" in refusal(link[:place] + other + link[place + 1 :])


def test_the_last_character_cannot_be_another(fight: Record) -> None:
    """Some of its bits may be spare; they are zero."""
    lengths = set()
    for number in range(12):
        link = record.to_link(fight.scenario, ("d6=3",) * number)
        lengths.add(len(link) % 4)
        for other in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_":
            if other != link[-1]:
                assert "cut short or altered" in refusal(link[:-1] + other)
    assert len(lengths) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("https://example.org/#", "empty"),
        ("hello", "not a link of Hex Umpire"),
        ("x.AAAA", "not a link of Hex Umpire"),
        ("0.AAAA", "not a link of Hex Umpire"),
        ("99999.AAAA", "not a link of Hex Umpire"),
        ("1", "cut short or altered"),
        ("12", "not a link of Hex Umpire"),
        ("2.AAAA", "newer Hex Umpire (version 2)"),
        ("2.$%&", "newer Hex Umpire (version 2)"),
        ("1.", "cut short or altered"),
        ("1.A", "cut short or altered"),
        ("1.AAAAAAAA", "cut short or altered"),
        ("1.A$BC", "cut short or altered"),
        ("1.é", "cut short or altered"),
        ("1." + "A" * 33_000, "too long: 33,002"),
        ("A" * 3_000_000, "too long: 3,000,000"),
        (packed(b"0" * 300_000), "unpacks to more than 256 kB"),
        (packed(b"0" * 20_000_000), "unpacks to more than 256 kB"),
        (packed(b"nonsense"), "holds no record"),
        (packed(b'{"scenario": NaN}'), "holds no record"),
        (packed(b'{"a": 1, "a": 1}'), "holds no record"),
        (packed(b"[" * 200_000), "holds no record"),
        (packed(b"\xff\xfe"), "holds no text"),
        (packed(b""), "holds no record"),
        (packed(b"[]"), "a record must be an object"),
        (packed(b'{"scenario": {}}'), "the ruleset is missing @ $.scenario.ruleset"),
    ],
    ids=range(28),
)
def test_links_that_are_refused(text: str, said: str) -> None:
    assert said in refusal(text)


def test_more_behind_the_packed_data_is_an_alteration() -> None:
    press = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = press.compress(b"{}") + press.flush() + b"more"
    data = zlib.crc32(data).to_bytes(4, "big") + data
    assert "altered" in refusal("1." + base64.urlsafe_b64encode(data).rstrip(b"=").decode())


def test_a_battle_too_long_for_a_link(fight: Record) -> None:
    chance = random.Random(1)
    actions = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=40)) for _ in range(2000)]
    with pytest.raises(RecordError, match="too long for a link"):
        record.to_link(fight.scenario, actions)


def test_problems_inside_a_record_are_told_together() -> None:
    document: dict[str, Any] = {
        "scenario": {**EXAMPLE, "edition": "third", "units": [{"side": "attacker"}]},
        "actions": ["d6=1", 7, "x\ny", "z" * 201],
        "action": [],
    }
    with pytest.raises(RecordError) as caught:
        record.from_document(document)
    assert [found.path for found in caught.value.problems] == [
        "$.action",
        "$.scenario.edition",
        "$.scenario.units[0].type",
        "$.scenario.units[0].nation",
        "$.scenario.units[0].at",
        "$.actions[1]",
        "$.actions[2]",
        "$.actions[3]",
    ]


@pytest.mark.parametrize("actions", [None, "d6=1", {}, ["x"] * 2001])
def test_actions_that_are_no_list_of_texts(actions: object) -> None:
    with pytest.raises(RecordError, match=r"\$\.actions"):
        record.read_actions(actions)


@pytest.mark.parametrize("text", ["", "{", "a = ", "[1]", "x"])
def test_texts_that_are_no_record(text: str) -> None:
    with pytest.raises(RecordError):
        record.from_text(text)


# --- replay --------------------------------------------------------------------------------------------------


def test_replay_is_the_battle_as_it_was_played(fight: Record) -> None:
    battle = record.resume(Battle.start(TOY.game(fight.scenario)), fight.actions)
    assert battle.line == ACTIONS
    assert battle.outcome is not None
    assert battle.outcome.result == "taken"


def test_an_illegal_action_names_its_step_and_the_legal_ones(fight: Record) -> None:
    with pytest.raises(RecordError) as caught:
        record.resume(Battle.start(TOY.game(fight.scenario)), ["d6=1", "lose:b1"])
    (found,) = caught.value.problems
    assert found.path == "$.actions[1]"
    assert found.message == "action 2, 'lose:b1', is not legal there"
    assert found.fix == "legal: lose:r1, lose:r2"


def test_an_action_after_the_end(fight: Record) -> None:
    with pytest.raises(RecordError, match=r"action 7, 'd6=1', is not legal there .*: the battle has ended before it"):
        record.resume(Battle.start(TOY.game(fight.scenario)), [*ACTIONS, "d6=1"])


def test_a_forbidden_fight_is_not_replayed() -> None:
    scenario = codec.read_scenario({**EXAMPLE, "units": []})
    with pytest.raises(SetupError, match="has no units"):
        record.resume(Battle.start(TOY.game(scenario)), ["d6=1"])


@pytest.mark.parametrize("seed", range(5))
def test_resuming_is_replaying(fight: Record, seed: int) -> None:
    game = TOY.game(fight.scenario)
    chance = random.Random(seed)
    battle = Battle.start(game)
    for _ in range(40):
        line = list(battle.line[: chance.randint(0, len(battle.line))])
        for _ in range(chance.randint(0, 4)):
            legal = list(record.resume(Battle.start(game), line).legal_actions)
            line += [chance.choice(legal)] if legal else []
        battle = record.resume(battle, line)
        fresh = record.resume(Battle.start(game), line)
        assert (battle.state, battle.line, battle.log, battle.trail) == (
            fresh.state,
            fresh.line,
            fresh.log,
            fresh.trail,
        )
