"""Several attacks on one board: what is declared, what stands between them, and their chances together."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hexumpire import api, rulesets
from hexumpire.analysis import outcomes, together
from hexumpire.analysis.deciding import policy_of
from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.together import chances
from hexumpire.analysis.walk import TooLargeError, endings, explore
from hexumpire.files import codec, record
from hexumpire.kit.attacks import Course, Later
from hexumpire.kit.places import mention
from hexumpire.kit.turn import Turn, between
from hexumpire.model.battle import CLOSED, FOUGHT, NOW, OPEN, UNSETTLED, Battle, Decision, Outcome, Terminal
from hexumpire.model.errors import InputError
from hexumpire.model.procedure import ATTACKS
from hexumpire.rulesets.aworldatwar.turn import ATTACKS as ATTACKS_OF_ONE_PHASE

from tests import scenarios
from tests.amount import many

GAMES = [key for key in rulesets.KEYS if any(ATTACKS in one.inputs for one in rulesets.get(key).procedures)]
every_game = pytest.mark.parametrize("key", GAMES)


def unit(name: str, at: str, side: str = "attacker", kind: str = "infantry", **values: Any) -> dict[str, Any]:
    nation = "German" if side == "attacker" else "British"
    return {"id": name, "side": side, "type": kind, "nation": nation, "at": at, **values}


def document(attacks: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Two towns, attacked by two stacks and shared aircraft."""
    units = [
        unit("a", "1,0", factors=3),
        unit("b", "0,1", kind="armor", factors=4),
        unit("c", "1,0", kind="armor", factors=4),
        unit("air", "1,1", kind="air", factors=6),
        unit("d", "0,0", "defender", factors=3),
        unit("e", "2,0", "defender", factors=2),
    ]
    return {"ruleset": "aworldatwar", "procedure": "turn", "units": units, "attacks": attacks, **more}


TWO = [{"targets": ["0,0"], "units": ["a", "b", "air:4"]}, {"targets": ["2,0"], "units": ["c", "air:2"]}]


def begun(attacks: list[dict[str, Any]] = TWO, **more: Any) -> Battle[Course]:
    scenario = codec.read_scenario(document(attacks, **more))
    return Battle.start(rulesets.get(scenario.ruleset).game(scenario))


def turn_of(battle: Battle[Course]) -> Turn:
    assert isinstance(battle.game, Turn)
    return battle.game


def states(battle: Battle[Course]) -> list[str]:
    return [row.state for row in turn_of(battle).rows(battle.state)]


# --- what is declared ----------------------------------------------------------------------------------------


def test_a_document_is_written_as_it_is_read() -> None:
    scenario = codec.read_scenario(document(TWO))
    written = codec.write_scenario(scenario)
    assert written["attacks"] == TWO
    assert "targets" not in written
    assert codec.read_scenario(written) == scenario
    assert scenario.targets == ("0,0", "2,0")


@pytest.mark.parametrize(
    ("attacks", "path", "said"),
    [
        ([], "$.attacks", "no attack is declared"),
        ([{"units": ["a"]}], "$.attacks[0].targets", "no hex is attacked"),
        ([{"targets": ["0,0"], "units": ["x"]}], "$.attacks[0].units[0]", "'x' is the id of no unit"),
        ([{"targets": ["0,0"], "units": ["d"]}], "$.attacks[0].units[0]", "'d' is no attacker"),
        ([{"targets": ["0,0"], "units": ["air:7"]}], "$.attacks[0].units[0]", "'air:7': of this unit there are 6"),
        ([{"targets": ["0,0"], "units": ["a", "a"]}], "$.attacks[0].units[1]", "'a' is named twice"),
        ([{"targets": ["0,0"], "unit": ["a"]}], "$.attacks[0].unit", "unknown key of an attack 'unit'"),
    ],
)
def test_what_is_wrong_with_a_list_of_attacks_is_told_with_its_place(attacks: Any, path: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        codec.read_scenario(document(attacks))
    assert (path, said) in [(problem.path, problem.message) for problem in caught.value.problems]


def test_attacks_belong_to_their_procedure() -> None:
    with pytest.raises(InputError, match="takes no list of attacks"):
        codec.read_scenario(document(TWO) | {"procedure": "attack", "targets": ["0,0"]})
    with pytest.raises(InputError, match="each attack of this procedure has its targets"):
        codec.read_scenario(document(TWO) | {"targets": ["0,0"]})


def wrong(attacks: list[dict[str, Any]], **more: Any) -> list[tuple[str, str]]:
    scenario = codec.read_scenario(document(attacks, **more))
    return [(problem.rule, problem.path) for problem in rulesets.get("aworldatwar").game(scenario).problems]


def test_nobody_attacks_twice_and_no_hex_is_attacked_twice() -> None:
    twice = [{"targets": ["0,0"], "units": ["a", "air:4"]}, {"targets": ["2,0"], "units": ["a", "air:3"]}]
    assert ("15.43", "$.attacks[1].units[0]") in wrong(twice)
    assert ("15.43", "$.attacks[1].units[1]") in wrong(twice)
    same = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["0,0"], "units": ["c"]}]
    assert ("15.46", "$.attacks[1].targets[0]") in wrong(same)


def test_what_is_wrong_with_one_attack_says_which_it_is_and_which_unit() -> None:
    units = [unit("a", "1,0", factors=3), unit("far", "5,5", factors=3)]
    units += [unit("d", "0,0", "defender", factors=3), unit("e", "2,0", "defender", factors=2)]
    attacks = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["2,0"], "units": ["far"]}]
    scenario = codec.read_scenario(document(attacks, units=units))
    (one,) = rulesets.get("aworldatwar").game(scenario).problems
    assert one.message.startswith("attack 2: ")
    assert one.path.startswith("$.units[1]")


def test_another_faction_may_attack_the_same_hex() -> None:
    units = [unit("a", "1,0", factors=9), unit("r", "0,1", factors=9) | {"nation": "Japanese"}]
    units += [unit("d", "0,0", "defender", factors=3)]
    both = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["0,0"], "units": ["r"]}]
    assert wrong(both, units=units) == []


def test_more_than_two_out_of_one_hex_are_too_many_in_all_attacks_together() -> None:
    units = [unit("a", "1,0", factors=3), unit("b", "1,0", factors=3), unit("c", "1,0", kind="armor", factors=4)]
    units += [unit("d", "0,0", "defender", factors=1), unit("e", "2,0", "defender", factors=1)]
    attacks = [{"targets": ["0,0"], "units": ["a", "b"]}, {"targets": ["2,0"], "units": ["c"]}]
    assert ("15.47", "$.units[2]") in wrong(attacks, units=units)


# --- one after another ---------------------------------------------------------------------------------------


def test_the_attacker_chooses_the_order_and_each_is_fought_on_the_board_as_it_stands() -> None:
    battle = begun()
    assert list(battle.legal_actions) == ["attack:1", "attack:2", "done"]
    battle = battle.play("attack:2")
    assert states(battle) == [OPEN, NOW]
    battle = battle.play("d6=3").play_all(["stay"] if "stay" in battle.play("d6=3").legal_actions else [])
    assert states(battle) == [OPEN, FOUGHT]
    assert battle.game.overlay(battle.state)["lost"] == {"c": 1, "e": 1}
    battle = battle.play("attack:1").play("d6=6")
    while battle.outcome is None:
        battle = battle.play(next(iter(battle.legal_actions)))
    assert states(battle) == [FOUGHT, FOUGHT]
    assert dict(battle.outcome.measures)["attacker_lost"] >= 4
    assert battle.state == begun().play_all(battle.line).state


def test_the_log_says_which_attack_is_fought_next() -> None:
    for number, place in ((1, "0;0"), (2, "2;0")):
        (told,) = [line.text for _, line in begun().play(f"attack:{number}").log]
        assert f"Attack {number}" in told and place in told


def test_how_an_attack_ends_is_told_once_it_has_ended() -> None:
    """As it is in a battle of its own: after its last step, not in the midst of it."""
    battle = begun().play("attack:1").play("d6=6")
    turn = turn_of(battle)
    alone = Battle.start(turn.part(0, turn.home)).play("d6=6")
    while alone.outcome is None:
        told = [line.text for _, line in battle.log]
        assert told[1:] == [line.text for _, line in alone.log]
        action = next(iter(battle.legal_actions))
        battle, alone = battle.play(action), alone.play(next(iter(alone.legal_actions)))
    closing = [line.text for line in alone.game.closing(alone.state)]
    assert closing and [line.text for _, line in battle.log][-len(closing) :] == closing


def test_between_attacks_the_odds_of_all_to_come_are_told_and_why_others_have_none() -> None:
    battle = begun()
    over = battle.play("attack:2").play("d6=3")
    over = over.play("stay") if "stay" in over.legal_actions else over
    done = battle.play("done")
    order = turn_of(battle).attacks.order
    told = []
    for found in (battle.assessment, over.assessment, done.assessment):
        assert found is not None
        lines = [(line.skipped, line.note, line.rules == order) for line in found.trace.children]
        told.append((found.headline, lines))
    assert told[0] == ("1:1 · 1:1", [(False, "", True)] * 2)
    assert told[1] == ("1:1", [(False, "", True), (True, "it is over", True)])
    assert told[2] == ("no attack is left", [(True, "it was not fought", True)] * 2)
    ends = [[line.text for line in one.game.closing(one.state)] for one in (battle, done)]
    assert ends == [[], [f"{turn_of(done).title(number)}: not fought." for number in range(2)]]


def test_odds_of_more_attacks_than_can_be_read_at_once_are_told_by_their_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for most, brief in ((2, ""), (1, "2 attacks")):
        monkeypatch.setattr("hexumpire.kit.turn.BRIEF", most)
        found = turn_of(begun()).assess(begun().state)
        assert found is not None and found.brief == brief


def test_shared_aircraft_are_lost_where_they_fight() -> None:
    battle = begun().play("attack:1").play("!remove=air")
    assert battle.game.overlay(battle.state)["left"] == {"air": 5}


def test_no_more_attacks() -> None:
    battle = begun().play("done")
    assert battle.outcome is not None
    assert battle.outcome.result == "none"
    assert states(battle) == [CLOSED, CLOSED]


def test_attacks_that_were_put_off_come_in_the_next_stage_that_has_any() -> None:
    """Two attacks go on in the second and in the third stage after this one; then the turn is over."""
    battle = begun()
    turn = turn_of(battle)
    put_off = battle.state._replace(later=((0, Later(3, ())), (1, Later(2, ()))))
    assert turn.further(put_off).stage == 2
    assert turn.further(put_off._replace(stage=2)).stage == 3
    assert isinstance(turn.node(turn.further(put_off._replace(stage=3))), Terminal)


# --- chances -------------------------------------------------------------------------------------------------


def decide(key: str) -> Any:
    ruleset = rulesets.get(key)
    return lambda game, state: policy_of(game, state, ruleset, {}, "", None)


SMALL = 3_000
"""Positions of a turn that is walked whole beside."""
SOME = 500
"""The same for a turn of which everything is asked: the first three of each game have fewer, or very many more."""


def seen_by_the_odds(battle: Battle[Any]) -> list[str]:
    """What may be done, but for what the odds do not look at: some of it asks what no rule of the game answers."""
    unseen = (
        {option.id for option in battle.node.options if option.aside} if isinstance(battle.node, Decision) else set()
    )
    return [action for action in battle.legal_actions if action not in unseen]


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("first", range(0, many(100, 300), 100))
def test_joint_chances_are_those_of_a_walk_through_everything(key: str, first: int) -> None:
    """Attacks that do not touch are multiplied; a walk of the whole turn comes to the same.

    In a game whose single attacks are long already, nearly all turns touch: two of a hundred are enough to see it.
    """
    ruleset, looked, touching = rulesets.get(key), 0, 0
    for seed in range(first, first + 100):
        game = ruleset.game(codec.read_scenario(scenarios.turn(ruleset, seed))).reckoned()
        assert isinstance(game, Turn)
        if game.problems or touching > (1 if game.is_long else 5):
            continue
        state = game.start()
        rng = random.Random(seed)
        for _ in range(rng.randrange(4)):  # also from the midst of it
            actions = [action for action in seen_by_the_odds(Battle(game, state)) if action != "done"]
            if actions:
                state = game.apply(state, rng.choice(actions))
        told = chances(game, state, decide(key), most=1)
        if any(one.touched for one in told.single.values()):
            touching += 1
            continue
        try:
            walk = explore(game, state, decide(key)(game, state), most=SMALL)
        except TooLargeError:
            continue
        assert told.whole == endings(walk), seed
        looked += 1
    assert looked > 5 or touching > (1 if game.is_long else 5)


def two_towns_next_to_each_other(apart: bool = False) -> Turn:
    """In the 1D8 game a defender may retreat into the hex of the other attack, and defend there; not if ``apart``."""
    marked = {"features": ["retreat"]}
    units = [
        {"id": "a", "side": "attacker", "type": "armor", "nation": "German", "at": "1,0", "factors": 9},
        {"id": "b", "side": "attacker", "type": "armor", "nation": "German", "at": "-1,-1", "factors": 9},
        {"id": "d", "side": "defender", "type": "infantry", "nation": "Soviet", "at": "0,0", "factors": 4, "steps": 4},
        {"id": "e", "side": "defender", "type": "infantry", "nation": "Soviet", "at": "-1,0", "factors": 3, "steps": 3},
    ]
    attacks = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["-1,0"], "units": ["b"]}]
    found = {"ruleset": "d8chart", "procedure": "turn", "map": {} if apart else {"hexes": {"-1,0": marked}}}
    game = rulesets.get("d8chart").game(codec.read_scenario(found | {"units": units, "attacks": attacks}))
    assert isinstance(game, Turn)
    assert game.problems == ()
    return game


def test_attacks_that_touch_are_walked_as_one() -> None:
    game, apart = two_towns_next_to_each_other(), two_towns_next_to_each_other(apart=True)
    told = chances(game, game.start(), decide("d8chart"))
    assert [one.touched for one in told.single.values()] == [True, True]
    loose = chances(apart, apart.start(), decide("d8chart"))
    assert [one.touched for one in loose.single.values()] == [False, False]
    assert told.whole != loose.whole
    assert loose.whole is not None
    both, first, second = loose.whole.p(lambda end: end.measure("hex") == 1), *(loose.single[n].p for n in range(2))
    assert both == first * second, "neither changes the other"
    assert loose.whole.p(lambda end: end.measure("hexes") == 0) == (1 - first) * (1 - second)
    alone = [apart.part(number, apart.home) for number in range(2)]
    walks = [explore(one, one.start(), decide("d8chart")(one, one.start())) for one in alone]
    assert loose.positions == sum(len(walk.states) for walk in walks), "none is walked as a turn besides"
    together = len(explore(game, game.start(), decide("d8chart")(game, game.start())).states)
    alone = [game.part(number, game.home) for number in range(2)]
    walks = [explore(one, one.start(), decide("d8chart")(one, one.start())) for one in alone]
    by_themselves = sum(len(walk.states) for walk in walks)
    assert told.positions == by_themselves + together
    for most in (1, 20):
        cut = chances(game, game.start(), decide("d8chart"), most=most)
        assert (cut.whole, cut.positions) == (None, by_themselves + most), "looked at in vain, and work all the same"


def test_an_attack_that_is_forbidden_is_not_made() -> None:
    """The second town is attacked from far away: what may come of the turn is what comes of the first attack."""
    units = [unit("a", "0,1", factors=6), unit("far", "9,9", factors=6)]
    units += [unit("d", "0,0", "defender", factors=3), unit("e", "2,0", "defender", factors=2)]
    attacks = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["2,0"], "units": ["far"]}]
    game = rulesets.get("aworldatwar").game(codec.read_scenario(document(attacks, units=units)))
    assert isinstance(game, Turn)
    told = chances(game, game.start(), decide("aworldatwar"))
    assert told.whole is not None and [*told.single] == [0]
    assert told.single[0].p == Fraction(told.whole.p(lambda end: end.measure("hexes") == 1)) > 0
    assert {end.measure("hex") for end in told.whole} == {0}, "never all that is attacked"
    none = rulesets.get("aworldatwar").game(codec.read_scenario(document(attacks[1:], units=units)))
    assert isinstance(none, Turn)
    nothing = chances(none, none.start(), decide("aworldatwar")).whole
    assert nothing is not None and [(end.result, weight) for end, weight in nothing.items()] == [("none", 1)]


def test_of_a_turn_that_is_over_nothing_else_may_come() -> None:
    """No more attacks: two towns that could have been taken are not; one that was attacked is what it is."""
    fought = begun().play_all(["attack:2", "d6=3"])
    fought = fought.play("stay") if "stay" in fought.legal_actions else fought
    for battle in (begun().play("done"), begun(TWO[:1]).play("done"), fought.play("done")):
        assert battle.outcome is not None
        told = chances(turn_of(battle), battle.state, decide("aworldatwar"))
        assert (told.whole, told.single) == (Dist({battle.outcome: 1}), {})
    found = ask("outcomes", scenario=document(TWO), actions=["done"])
    assert [(row["key"], row["p"]) for row in found["summary"]] == [("none", "1")]


@pytest.mark.parametrize(
    ("open_ones", "is_open"), [((False, False), False), ((True, False), True), ((True, True), True)]
)
def test_the_chance_of_an_attack_may_be_greater_where_one_of_its_ends_goes_on(
    open_ones: tuple[bool, bool], is_open: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = two_towns_next_to_each_other(apart=True)
    ends = Dist({Outcome(str(n), (("hex", n),), one): 1 for n, one in enumerate(open_ones)})
    monkeypatch.setattr(together, "endings", lambda walk: ends)
    found = chances(game, game.start(), decide("d8chart")).single
    assert [(one.p, one.open) for one in found.values()] == [(Fraction(1, 2), is_open)] * 2


@pytest.mark.parametrize(
    ("put_off", "walked"), [(set(), 0), ({"held"}, 1), ({"held", "cleared", "retreated", "lost"}, 1)]
)
def test_an_attack_that_may_be_put_off_is_walked_as_a_turn_be_it_by_one_of_its_ends(
    put_off: set[str], walked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where that is too much, by what it comes to before it is put off."""
    game = two_towns_next_to_each_other(apart=True)
    loose, turns = chances(game, game.start(), decide("d8chart")), []

    def explored(one: Any, *given: Any, **more: Any) -> Any:
        if isinstance(one, Turn):
            turns.append(one)
            raise TooLargeError(1)
        return explore(one, *given, **more)

    def later(one: Any, state: Any) -> Later | None:
        first = one.scenario.targets == ("0,0",)
        return Later(1, ()) if first and one.node(state).outcome.result in put_off else None

    monkeypatch.setattr(together, "explore", explored)
    monkeypatch.setattr(game, "attacks", replace(game.attacks, later=later))
    told = chances(game, game.start(), decide("d8chart"))
    assert (told.whole, told.single, len(turns)) == (loose.whole, loose.single, walked)


def test_of_attacks_that_may_be_long_no_more_is_walked_together_than_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each by itself has its chances all the same; where all of them are few enough, so has the turn."""
    game = two_towns_next_to_each_other()
    whole = chances(game, game.start(), decide("d8chart"))
    positions = len(explore(game, game.start(), decide("d8chart")(game, game.start())).states)
    for most, known in ((positions, whole.whole), (1, None)):
        monkeypatch.setattr(together, "limit", lambda one, most=most: most if isinstance(one, Turn) else None)
        told = chances(game, game.start(), decide("d8chart"))
        assert (told.whole, told.single) == (known, whole.single)


def test_an_attack_at_hand_counts_once_beside_others_that_touch_each_other() -> None:
    """Two factions attack one hex in turn, far from where a third attack is being fought."""
    units = [unit("a", "1,0", factors=8), unit("r", "0,1", factors=9) | {"nation": "Russian"}]
    units += [unit("d", "0,0", "defender", factors=3), unit("far", "9,0", factors=6)]
    units += [unit("e", "8,0", "defender", factors=3)]
    attacks = [{"targets": [hex], "units": [one]} for hex, one in (("0,0", "a"), ("0,0", "r"), ("8,0", "far"))]
    battle = begun(attacks, units=units).play("attack:3")
    told = chances(turn_of(battle), battle.state, decide("aworldatwar"))
    assert {number + 1: one.touched for number, one in told.single.items()} == {1: True, 2: True, 3: False}
    walk = explore(battle.game, battle.state, decide("aworldatwar")(battle.game, battle.state))
    assert told.whole == endings(walk)


def ask(op: str, **more: Any) -> Any:
    answer = json.loads(api.handle(json.dumps({"op": op, **more})))
    assert answer["ok"], answer
    return answer["result"]


def test_the_bridge_lists_the_attacks_with_their_odds_and_chances() -> None:
    scenario = document(TWO)
    rows = ask("view", scenario=scenario, actions=[])["attacks"]
    assert [(row["number"], row["state"], row["column"]) for row in rows] == [(1, OPEN, "1:1"), (2, OPEN, "1:1")]
    told = ask("outcomes", scenario=scenario, actions=[])
    assert [(one["number"], one["percent"], one["alone"]) for one in told["attacks"]] == [
        (1, "77.8 %", True),
        (2, "58.3 %", True),
    ]
    assert told["summary"][0]["key"] == "all"
    link = record.to_link(codec.read_scenario(scenario), ["attack:2"])
    opened = ask("open", fragment=link)
    assert [row["state"] for row in opened["view"]["attacks"]] == [OPEN, NOW]


@pytest.mark.slow
@every_game
def test_counters_are_conserved(key: str) -> None:
    """What is not lost stands somewhere: no counter, step or factor is made by the way from board to board."""
    ruleset, looked = rulesets.get(key), 0
    for seed in range(60 if key == "v101125" else 120):  # there a turn is long
        scenario = codec.read_scenario(scenarios.turn(ruleset, seed))
        game = ruleset.game(scenario)
        if game.problems:
            continue
        battle, rng = Battle.start(game), random.Random(seed)
        while battle.outcome is None:
            battle = battle.play(rng.choice([one for one in battle.legal_actions if one != "done"] or ["done"]))
            overlay = battle.game.overlay(battle.state)
            for one in scenario.units:
                gone = overlay["lost"].get(one.id, 0)
                assert 0 <= gone <= one.count
                assert sum(overlay["moved"].get(one.id, {}).values()) <= one.count - gone
                assert overlay["left"].get(one.id, 0) <= one.count * one.number("factors")
        lost = {"attacker": 0, "defender": 0}
        looked += 1
        assert battle.outcome.measure("hexes") <= len(scenario.attacks), lost
    assert looked > 5


@pytest.mark.slow
def test_dai_senso_lists_the_attacks_of_its_segment() -> None:
    """Its attacks are one game already; the list follows it from attack to attack, and says why a hex is closed."""
    ruleset, seen = rulesets.get("daisenso"), set()
    for seed in range(400):
        scenario = codec.read_scenario(scenarios.document(ruleset, seed, tame=True))
        game = ruleset.game(scenario)
        if game.problems or len(scenario.targets) < 2 or scenario.procedure == "markers":
            continue
        battle, rng = Battle.start(game), random.Random(seed)
        while battle.outcome is None:
            battle = battle.play(rng.choice(list(battle.legal_actions)))
            rows = game.rows(battle.state)
            assert [row.targets for row in rows] in ([], [(place,) for place in scenario.targets])
            assert sum(row.state == NOW for row in rows) <= 1
            assert all(bool(row.note) == (row.state == CLOSED) for row in rows)
            seen |= {row.state for row in rows}
    assert seen == {OPEN, NOW, FOUGHT, CLOSED}


QUESTIONS = ("draw", "link", "normal", "text", "luck")
WALKS = ("embed", "outcomes", "compare", "solve")
"""Questions that take a walk over every position."""


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_question_about_a_turn_has_an_answer(key: str, lang: str) -> None:
    ruleset, asked = rulesets.get(key), 0
    for seed in range(60):
        scenario = scenarios.turn(ruleset, seed)
        if asked > 2 or ask("view", scenario=scenario, actions=[])["problems"]:
            continue
        asked += 1
        game = ruleset.game(codec.read_scenario(scenario)).reckoned()
        try:
            explore(game, game.start(), most=SOME)
            questions = QUESTIONS + WALKS
        except TooLargeError:
            questions = QUESTIONS
        for op in questions:
            answer = json.loads(api.handle(json.dumps({"op": op, "scenario": scenario, "actions": [], "lang": lang})))
            assert answer["ok"], (seed, op, answer)
            assert not answer.get("unsaid"), (seed, op)
    assert asked == 3


def test_the_round_is_that_of_the_attack_being_fought() -> None:
    """None between attacks, and in games without rounds."""
    for key, found in (("aworldatwar", 1), ("d8chart", 0)):
        ruleset = rulesets.get(key)
        example = {"ruleset": key, **ruleset.examples()[0]["scenario"]}
        assert ask("view", scenario=example, actions=[])["round"] == found
    scenario = next(
        scenario
        for seed in range(50)
        if not ask("view", scenario=(scenario := scenarios.turn(rulesets.get("aworldatwar"), seed)), actions=[])[
            "problems"
        ]
    )
    assert ask("view", scenario=scenario, actions=[])["round"] == 0
    first = ask("view", scenario=scenario, actions=[])["node"]["options"][0]["id"]
    assert ask("view", scenario=scenario, actions=[first])["round"] == 1


# --- what attacks come to together ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taken", "asked", "result", "hex"),
    [
        ([], [], "none", 0),
        ([0], [0], "none", 0),
        ([1], [0], "all", 1),
        ([1, 0], [0, 1], "some", 0),
        ([1, 1], [0, 1], "all", 1),
        ([1], [0, 1], "some", 0),
    ],
)
def test_all_is_taken_where_each_attack_took_its_hex(taken: list[int], asked: list[int], result: str, hex: int) -> None:
    turn = turn_of(begun())
    ended = {number: Outcome("any", (("hex", one),)) for number, one in enumerate(taken)}
    found = turn.result(ended, asked)
    assert (found.result, found.measure("hex"), found.open) == (result, hex, False)


@pytest.mark.parametrize("open_ones", [(True, False), (False, True), (False, False)])
def test_two_parts_of_a_turn_are_open_where_one_of_them_is(open_ones: tuple[bool, bool]) -> None:
    one, other = (Outcome("any", (("hex", 1),), unsettled) for unsettled in open_ones)
    found = turn_of(begun()).joined(one, other)
    assert (found.open, found.result) == (any(open_ones), UNSETTLED if any(open_ones) else "all")


def test_the_attack_at_hand_and_those_fought_are_pending_no_more() -> None:
    battle = begun()
    turn = turn_of(battle)
    assert turn.pending(battle.state) == [0, 1]
    assert turn.pending(battle.play("attack:2").state) == [0]


def test_an_attack_that_was_not_fought_is_missed_and_one_that_waits_is_not() -> None:
    battle = begun()
    assert [row.missed for row in turn_of(battle).rows(battle.state)] == [False, False]
    over = battle.play("done")
    assert [(row.state, row.missed, row.note) for row in turn_of(over).rows(over.state)] == [
        (CLOSED, True, "it was not fought")
    ] * 2


def test_a_hex_that_is_attacked_again_is_told_with_the_number_of_the_attack_that_bars_it() -> None:
    """Of three attacks on one hex the second is that of another faction, which is free to make it."""
    units = [unit("a", "1,0", factors=9), unit("r", "0,1", factors=9) | {"nation": "Japanese"}, unit("b", "0,-1")]
    units += [unit("d", "0,0", "defender", factors=3)]
    attacks = [{"targets": ["0,0"], "units": [name]} for name in ("a", "r", "b")]
    scenario = codec.read_scenario(document(attacks, units=units))
    found = {one.path: one.message for one in rulesets.get("aworldatwar").game(scenario).problems}
    assert found["$.attacks[2].targets[0]"] == f"{mention('0,0')} is attacked in attack 1 already"
    assert "$.attacks[1].targets[0]" not in found


def test_what_is_wrong_with_the_hex_of_an_attack_is_told_with_its_place_in_the_list_of_attacks() -> None:
    assert "$.attacks[1].targets[0]" in [path for _, path in wrong([TWO[0], TWO[1] | {"targets": ["5,5"]}])]


def test_a_row_says_from_where_its_attack_is_made_as_long_as_somebody_of_it_is_there() -> None:
    battle = begun()
    assert [row.starts for row in turn_of(battle).rows(battle.state)] == [("1,0", "0,1", "1,1"), ("1,0", "1,1")]
    battle = battle.play_all(["attack:1", "!remove=b"])
    assert [row.starts for row in turn_of(battle).rows(battle.state)] == [("1,0", "1,1"), ("1,0", "1,1")]


def test_up_to_five_odds_are_told_side_by_side_and_more_by_their_number() -> None:
    row = turn_of(begun()).rows(begun().state)[0]
    told = {number: between([row] * number, turn_of(begun()).attacks.order).brief for number in (5, 6)}
    assert told == {5: "", 6: "6 attacks"}


def test_who_made_an_attack_is_marked_at_once_and_who_was_in_one_that_was_not_fought_when_the_turn_is_over() -> None:
    marks = {"marks": lambda _: (("made", True),), "assigned": lambda _: (("called_off", True),)}
    turn = Turn(codec.read_scenario(document(TWO)), replace(ATTACKS_OF_ONE_PHASE, **marks))

    def marked(*actions: str) -> dict[str, list[str]]:
        state = Battle.start(turn).play_all(actions).state
        left = [one for parts in turn.remains(state).values() for one in parts]
        return {key: [one.id for one in left if (key, True) in one.values] for key in ("made", "called_off")}

    fought = "attack:2", "!end"
    assert marked() == {"made": [], "called_off": []}
    assert marked(*fought) == {"made": ["c", "air~1"], "called_off": []}
    assert marked(*fought, "done") == {"made": ["c", "air~1"], "called_off": ["a", "b", "air"]}


def test_the_board_shows_by_their_unit_which_aircraft_sit_out_a_round_and_nobody_between_attacks() -> None:
    """Nor has anybody a hex other than its own to attack from: nobody was driven there."""
    units = [one | {"count": 2} if one["id"] == "e" else one for one in document(TWO)["units"]]
    units = [one | {"ctl": 1} if one["id"] == "air" else one for one in units]
    battle = begun(TWO, units=units)
    shown = battle.game.overlay(battle.state)
    assert (shown["out"], "anew" in shown) == ([], False)
    battle = battle.play_all(["attack:2", "!result=d", "on"])
    assert battle.game.overlay(battle.state)["out"] == ["air"]


def test_chances_that_are_not_known_together_are_told_with_a_note_and_without_a_sum(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = two_towns_next_to_each_other()
    monkeypatch.setattr(together, "limit", lambda one: 1 if isinstance(one, Turn) else None)
    told = outcomes.report(game, game.start(), rulesets.get("d8chart"), {})
    assert (told["summary"], told["rows"], told["denominator"], told["joint"]) == ([], [], 1, None)
    assert (told["note"], len(told["attacks"])) == (together.NOT_TOGETHER, 2)
