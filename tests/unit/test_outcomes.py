"""Exact odds under stated policies, against a walk of the whole tree and against sums done by hand."""

import weakref
from collections import defaultdict
from fractions import Fraction
from types import SimpleNamespace

import pytest
from hexumpire.analysis import bounded as bounding
from hexumpire.analysis import litter
from hexumpire.analysis import walk as walking
from hexumpire.analysis.bounded import OPEN, bounded
from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.outcomes import _told, outcomes, report, signed
from hexumpire.analysis.walk import EndlessError, OpenQuestionError, TooLargeError, explore, grouped, settle
from hexumpire.model.battle import Chance, Decision, Option, Outcome, Terminal
from hexumpire.model.errors import InputError
from hexumpire.model.ruleset import Objective, Policy
from hypothesis import given
from hypothesis import strategies as st


class Drawn:
    """A game drawn as a graph: place -> (side, places) | {place: weight} | (result, measures)."""

    is_long = False

    def __init__(self, places):
        self.places = places
        self.asked = 0

    def start(self):
        return "start"

    def node(self, state):
        self.asked += 1
        place = self.places[state]
        if isinstance(place, dict):
            return Chance(
                f"Roll at {state}", tuple((f"to={there}", weight) for there, weight in place.items()), ("9.1",)
            )
        if isinstance(place[1], dict):
            return Terminal(Outcome(place[0], tuple(place[1].items())), ())
        side, there = place
        options = tuple(Option(f"to={name}", f"go to {name}") for name in there)
        return Decision(side, "way", f"Which way from {state}?", options, ())

    def apply(self, state, action):
        return action.partition("=")[2]

    def seat(self, state):
        return self, state

    def scope(self, state):
        return self, state

    def reckoned(self):
        return self

    def by_hex(self):
        return None

    def rows(self, state):
        return ()

    def key(self, state):
        return state


class Skirmish:
    """Rounds of one die: ``attack`` against ``defense`` counters, losses paid one counter at a time.

    The state is ``(round, attackers, defenders, to pay by attacker, by defender)``; counters are sizes, largest
    first. Faces 1-2 cost the attacker 2, 3-4 both sides 1, 5-6 the defender 2; after a round the attacker may stop.
    """

    is_long = False

    def __init__(self, attackers, defenders, rounds):
        self.first = (1, tuple(attackers), tuple(defenders), 0, 0, False)
        self.rounds = rounds
        self.whole = sum(attackers), sum(defenders)

    def start(self):
        return self.first

    def node(self, state):
        number, attackers, defenders, mine, theirs, asked = state
        for side, units, due in (("attacker", attackers, mine), ("defender", defenders, theirs)):
            if due and units:
                options = tuple(
                    Option(f"{side}:{place}", f"lose {unit}", alike=f"size {unit}") for place, unit in enumerate(units)
                )
                return Decision(side, "loss", f"{side} still owes {due}", options, ("15.6",))
        lost = self.whole[0] - sum(attackers), self.whole[1] - sum(defenders)
        if not attackers or not defenders or number > self.rounds:
            taken = bool(attackers) and not defenders
            measures = (("attacker_lost", lost[0]), ("defender_lost", lost[1]), ("hex", int(taken)))
            return Terminal(Outcome("taken" if taken else "held", measures), ())
        if asked:
            options = (Option("on", "fight on"), Option("stop", "stop"))
            return Decision("attacker", "stop", "Another round?", options, ())
        return Chance("Attacker rolls", tuple((f"d6={face}", 1) for face in range(1, 7)), ())

    def apply(self, state, action):
        number, attackers, defenders, mine, theirs, asked = state
        if action == "on":
            return (number, attackers, defenders, 0, 0, False)
        if action == "stop":
            return (self.rounds + 1, attackers, defenders, 0, 0, False)
        if action.startswith("d6="):
            mine, theirs = ((2, 0), (1, 1), (0, 2))[(int(action[3:]) - 1) // 2]
            return (number + 1, attackers, defenders, mine, theirs, True)
        side, _, place = action.partition(":")
        units = attackers if side == "attacker" else defenders
        unit = units[int(place)]
        left = units[: int(place)] + units[int(place) + 1 :]
        if side == "attacker":
            return (number, left, defenders, max(0, mine - unit), theirs, asked)
        return (number, attackers, left, mine, max(0, theirs - unit), asked)

    def seat(self, state):
        return self, state

    def scope(self, state):
        return self, state

    def reckoned(self):
        return self

    def by_hex(self):
        return None

    def rows(self, state):
        return ()

    def key(self, state):
        return state


def first(game, state, node):
    return node.options[0].id


def last(game, state, node):
    return node.options[-1].id


def tree(game, state, choose):
    """The oracle: every line of play, one by one."""
    node = game.node(state)
    if isinstance(node, Terminal):
        return {node.outcome: Fraction(1)}
    if isinstance(node, Decision):
        return tree(game, game.apply(state, choose(game, state, node)), choose)
    total = sum(weight for _, weight in node.faces)
    masses = defaultdict(Fraction)
    for face, weight in node.faces:
        for outcome, mass in tree(game, game.apply(state, face), choose).items():
            masses[outcome] += mass * Fraction(weight, total)
    return masses


def chances(game, choose=first):
    dist = outcomes(game, game.start(), choose)
    return {outcome.result: Fraction(weight, dist.total) for outcome, weight in dist.items()}


ENDS = {"win": ("win", {"hex": 1}), "lose": ("lose", {"hex": 0})}


@given(
    st.lists(st.integers(1, 3), min_size=1, max_size=3),
    st.lists(st.integers(1, 3), min_size=1, max_size=3),
    st.integers(1, 3),
    st.sampled_from([first, last]),
)
def test_a_walk_gives_what_the_whole_tree_gives(attackers, defenders, rounds, choose):
    game = Skirmish(attackers, defenders, rounds)
    found = outcomes(game, game.start(), choose)
    assert {end: Fraction(weight, found.total) for end, weight in found.items()} == tree(game, game.start(), choose)


def test_weights_need_not_be_equal():
    game = Drawn({"start": {"two": 3, "win": 4}, "two": {"win": 1, "lose": 9}, **ENDS})
    assert chances(game) == {"win": Fraction(4, 7) + Fraction(3, 70), "lose": Fraction(27, 70)}


def test_a_face_without_weight_does_not_happen():
    game = Drawn({"start": {"start": 0, "win": 1}, **ENDS})
    assert chances(game) == {"win": 1}


def test_a_roll_repeated_one_time_in_three_is_solved_and_not_unrolled():
    game = Drawn({"start": {"start": 2, "win": 1, "lose": 3}, **ENDS})
    assert chances(game) == {"win": Fraction(1, 4), "lose": Fraction(3, 4)}
    assert game.asked == 3


def test_two_sides_that_roll_in_turn_until_one_hits():
    # Mine hits 1 in 6, theirs 2 in 6: P = 1/6 + 5/6 * 4/6 * P.
    game = Drawn({"start": {"win": 1, "other": 5}, "other": {"lose": 2, "start": 4}, **ENDS})
    assert chances(game) == {"win": Fraction(3, 8), "lose": Fraction(5, 8)}


def test_loops_inside_and_after_loops():
    places = {
        "start": {"a": 1, "b": 1},
        "a": {"start": 1, "b": 1, "a": 1},
        "b": {"a": 1, "next": 2},
        "next": {"next": 1, "win": 1, "lose": 2},
        **ENDS,
    }
    assert chances(Drawn(places)) == {"win": Fraction(1, 3), "lose": Fraction(2, 3)}


@given(st.data())
def test_loops_at_random_satisfy_their_equations(data):
    size = data.draw(st.integers(1, 7))
    names = [f"p{n}" for n in range(size)]
    weights = st.dictionaries(st.sampled_from([*names, "win", "lose"]), st.integers(1, 4), min_size=1)
    places = {name: {**data.draw(weights), "win": 1} for name in names}
    places = {**places, "start": {names[0]: 1}, **ENDS}
    value = {name: outcomes(Drawn(places), name, first).p(lambda o: o.result == "win") for name in places}
    for name, leads in places.items():
        if name not in ENDS:
            assert value[name] == sum(value[there] * w for there, w in leads.items()) / sum(leads.values())


def test_a_loop_without_a_way_out_is_named():
    game = Drawn({"start": {"win": 1, "trap": 1}, "trap": {"snare": 1}, "snare": ("attacker", ["trap"]), **ENDS})
    with pytest.raises(EndlessError, match=r"for ever at .*(trap|snare)") as caught:
        outcomes(game, "start", first)
    assert caught.value.state in ("trap", "snare")


def test_a_policy_that_never_lets_go_is_named_too():
    game = Drawn({"start": ("defender", ["start", "lose"]), **ENDS})
    with pytest.raises(EndlessError):
        outcomes(game, "start", first)
    assert chances(game, last) == {"lose": 1}


def test_long_battles_need_no_recursion():
    places = {f"n{n}": {f"n{n + 1}": 1, "win": 1} for n in range(5000)}
    places |= {"start": {"n0": 1}, "n5000": {"start": 1, "lose": 1}, **ENDS}
    odds = chances(Drawn(places))
    assert odds["lose"] == Fraction(1, 2**5001 - 1)


@pytest.mark.slow(looks=True)
def test_a_battle_too_large_says_so(monkeypatch):
    monkeypatch.setattr(walking, "MOST", 1000)
    game = Drawn({"start": {"n0": 1}, **{f"n{n}": {f"n{n + 1}": 1} for n in range(3000)}, "n3000": ENDS["win"]})
    with pytest.raises(TooLargeError, match="1 000 positions"):
        outcomes(game, "start", first)


def test_progress_is_told_now_and_then(monkeypatch):
    ticks = iter(range(10**6))
    monkeypatch.setattr(walking, "monotonic", lambda: next(ticks))
    told = []
    game = Drawn({"start": {"n0": 1}, **{f"n{n}": {f"n{n + 1}": 1} for n in range(3000)}, "n3000": ENDS["win"]})
    outcomes(game, "start", first, told.append)
    assert told[-1] == "2 945 positions looked at"
    assert grouped(1234567) == "1 234 567"


def test_progress_is_told_each_fifth_of_a_second(monkeypatch):
    now, told = [0.0], []
    monkeypatch.setattr(walking, "monotonic", lambda: now[0])
    pulse = walking.Pulse(told.append, 1000)
    for number, now[0] in enumerate((0.1, 0.2, 0.3, 0.4, 0.5)):
        pulse.beat(number)
    assert told == ["1 positions looked at", "3 positions looked at"]


def test_elimination_keeps_whole_numbers_small():
    assert settle({0: (6, {0: 2, 1: 2, 9: 2}), 1: (2, {0: 1, 8: 1})}) == {0: (3, {9: 2, 8: 1}), 1: (3, {8: 2, 9: 1})}
    with pytest.raises(ValueError, match="no way out"):
        settle({0: (1, {1: 1}), 1: (1, {0: 1})})


# --- the report ---------------------------------------------------------------------------------------------

RULESET = SimpleNamespace(
    measure_text=lambda key, value: "",
    title="Skirmish",
    measures=(("attacker_lost", "attacker's losses"), ("defender_lost", "defender's losses"), ("hex", "hex taken")),
    results=(("taken", "the hex is taken"), ("held", "the hex is held")),
    policies=(Policy("first", "first", ("attacker", "defender"), first), Policy("last", "last", ("defender",), last)),
    objectives=(
        Objective("exchange", "losses", (("defender_lost", 1), ("attacker_lost", -1))),
        Objective("hex", "the hex", (("hex", 1),)),
    ),
)


def test_a_report_counts_everything_once():
    game = Skirmish([2, 1], [1, 1], 2)
    found = report(game, game.start(), RULESET, {"attacker": "first", "defender": "last"})
    dist = outcomes(game, game.start(), first)
    assert found["policies"] == {"attacker": "first", "defender": "last"}
    assert found["denominator"] == dist.total == sum(row["weight"] for row in found["rows"])
    weights = [row["weight"] for row in found["rows"]]
    assert weights == sorted(weights, reverse=True)
    assert found["rows"][0]["p"] == str(Fraction(weights[0], dist.total))
    taken = dist.p(lambda outcome: outcome.result == "taken")
    assert [entry["key"] for entry in found["summary"]] == ["taken", "held"]
    assert found["summary"][0] == {
        "key": "taken",
        "title": "the hex is taken",
        "p": str(taken),
        "percent": found["summary"][0]["percent"],
    }


def test_marginals_say_how_likely_that_much_or_more_is():
    game = Skirmish([2, 1], [1, 1], 2)
    dist = outcomes(game, game.start(), first)
    lost = report(game, game.start(), RULESET, {})["measures"][0]
    assert (lost["key"], lost["title"]) == ("attacker_lost", "attacker's losses")
    for entry in lost["values"]:
        at_least = dist.p(lambda o, n=entry["value"]: o.measure("attacker_lost") >= n)
        assert Fraction(entry["at_least"]) == at_least
        assert Fraction(entry["p"]) == dist.p(lambda o, n=entry["value"]: o.measure("attacker_lost") == n)
    assert lost["values"][0]["at_least_percent"] == "100 %"


def test_losses_are_shown_together_and_by_who_holds_the_hex():
    game = Skirmish([2, 1], [1, 1], 2)
    joint = report(game, game.start(), RULESET, {})["joint"]
    assert (joint["x"], joint["y"]) == ("attacker_lost", "defender_lost")
    assert sum(Fraction(cell["p"]) for cell in joint["cells"]) == 1
    assert {cell["hex"] for cell in joint["cells"]} == {0, 1}


@pytest.mark.parametrize(
    ("measures", "shown"),
    [
        ("moved attacker_lost retreat defender_lost", ("attacker_lost", "defender_lost")),
        ("taken defender_steps attacker_steps", ("attacker_steps", "defender_steps")),
        ("moved attacker_lost retreat", ("attacker_lost", "moved")),
        ("taken retreat", ("taken", "retreat")),
    ],
)
def test_of_several_measures_the_losses_of_either_side_make_the_table(measures, shown):
    """Where a game has none of a side, the first one that is left."""
    ends = {"start": {"one": 1}, "one": ("held", dict.fromkeys([*measures.split(), "hex"], 1))}
    named = tuple((key, key) for key in ("hex", *measures.split()))
    joint = report(Drawn(ends), "start", SimpleNamespace(**{**vars(RULESET), "measures": named}), {})["joint"]
    assert (joint["x"], joint["y"]) == shown


def test_one_measure_of_losses_makes_no_table():
    ruleset = SimpleNamespace(**{**vars(RULESET), "measures": (("attacker_lost", "losses"), ("hex", "hex taken"))})
    game = Skirmish([1], [1], 1)
    assert report(game, game.start(), ruleset, {})["joint"] is None


def test_a_battle_that_is_over_has_one_ending():
    found = report(Drawn(ENDS), "win", RULESET, {})
    assert [(row["result"], row["p"], row["percent"]) for row in found["rows"]] == [("win", "1", "100 %")]


def test_best_play_may_stand_for_either_side():
    game = Skirmish([2, 1], [1, 1], 2)
    found = report(game, game.start(), RULESET, {"attacker": "best", "defender": "best"}, "hex")
    mine = report(game, game.start(), RULESET, {"attacker": "first", "defender": "best"}, "hex")
    assert found["policies"] == {"attacker": "best", "defender": "best"}
    assert Fraction(found["summary"][0]["p"]) >= Fraction(mine["summary"][0]["p"])


def test_unknown_policies_are_all_named():
    game = Skirmish([1], [1], 1)
    with pytest.raises(InputError) as caught:
        report(game, game.start(), RULESET, {"attacker": "bold", "defender": "timid"})
    assert [problem.path for problem in caught.value.problems] == ["$.policies.attacker", "$.policies.defender"]
    assert "first, best" in caught.value.problems[0].fix


def test_a_question_to_the_table_has_no_odds():
    game = Drawn({"start": ("table", ["win", "lose"]), **ENDS})
    with pytest.raises(OpenQuestionError, match="'table'"):
        report(game, "start", RULESET, {})


class InRounds(Drawn):
    """States with a round: ``Stand(place, round)``; positions merge on ``key``."""

    def __init__(self, places, mark):
        super().__init__(places)
        self.mark = mark

    def node(self, state):
        return super().node(state.place)

    def apply(self, state, action):
        there = action.partition("=")[2]
        return SimpleNamespace(place=there, round=state.round + (state.place == "roll" and there == "start"))

    def seat(self, state):
        return self, state

    def scope(self, state):
        return self, state

    def reckoned(self):
        return self

    def by_hex(self):
        return None

    def rows(self, state):
        return ()

    def key(self, state):
        return self.mark(state)


def test_rounds_are_told_apart_where_the_game_does():
    def mark(state):
        return state.place, state.round if state.place in ("start", "roll") else 0

    places = {"start": {"roll": 1}, "roll": {"win": 1, "start": 1}, **ENDS}

    class Three(InRounds):
        def apply(self, state, action):
            after = super().apply(state, action)
            return SimpleNamespace(place="lose", round=3) if after.round > 3 else after

    start = SimpleNamespace(place="start", round=1)
    found = report(Three(places, mark), start, RULESET, {})["rounds"]
    assert [(entry["round"], [(r["key"], r["p"]) for r in entry["results"]]) for entry in found] == [
        (1, [("win", "1/2")]),
        (2, [("win", "1/4")]),
        (3, [("lose", "1/8"), ("win", "1/8")]),
    ]
    plain = explore(Three(places, mark), start)
    assert (len(plain.ends), plain.rounds) == (2, []), "a walk that is not asked for rounds has each ending once"


def test_a_battle_that_comes_back_to_where_it_began_has_begun_once():
    """In the same round: the first position is known by its number, 0."""
    game = InRounds({"start": {"wait": 1, "win": 1}, "wait": {"start": 1}, **ENDS}, lambda state: state.place)
    walk = explore(game, SimpleNamespace(place="start", round=1), by_round=True)
    assert [state.place for state in walk.states] == ["start", "wait", "win"]


def test_no_rounds_are_made_up_where_positions_merge_across_them():
    game = InRounds({"start": {"roll": 1}, "roll": {"win": 1, "start": 1}, **ENDS}, lambda state: state.place)
    found = report(game, SimpleNamespace(place="start", round=1), RULESET, {})
    assert found["rounds"] == []
    assert found["summary"][0]["p"] == "1"


def test_a_game_without_rounds_has_none():
    assert report(Drawn({"start": {"win": 1, "lose": 1}, **ENDS}), "start", RULESET, {})["rounds"] == []


def test_positions_are_met_once():
    game = Skirmish([1] * 6, [1] * 6, 4)
    walk = explore(game, game.start())
    assert len(set(walk.states)) == len(walk.states) == len(walk.order)
    place = {here: number for number, here in enumerate(walk.order)}
    assert all(place[there] < place[here] for here in walk.order for there in walk.arcs[here])


# --- bounds -------------------------------------------------------------------------------------------------


@given(
    st.lists(st.integers(1, 3), min_size=1, max_size=3),
    st.lists(st.integers(1, 3), min_size=1, max_size=3),
    st.integers(1, 3),
    st.integers(1, 40),
)
def test_what_is_looked_at_bounds_the_exact_figures(attackers, defenders, rounds, most):
    game = Skirmish(sorted(attackers, reverse=True), sorted(defenders, reverse=True), rounds)
    exact = outcomes(game, game.start(), first)
    found = bounded(game, game.start(), first, most)
    assert bounded(game, game.start(), first, 10_000) == exact
    assert set(found) - {OPEN} <= set(exact)
    for end in set(found) - {OPEN}:
        assert Fraction(found[end], found.total) <= exact.p(lambda one, end=end: one == end)
    if OPEN not in found:
        assert found == exact


def test_a_loop_of_dice_is_solved_and_not_left_open():
    game = Drawn({"start": {"start": 5, "won": 1, "far": 1}, "far": {"start": 1, "lost": 1},
                  "won": ("won", {}), "lost": ("lost", {})})  # fmt: skip
    assert bounded(game, "start", first, 100) == outcomes(game, "start", first)
    with pytest.raises(EndlessError):
        bounded(Drawn({"start": {"start": 1}}), "start", first, 100)


def test_what_is_not_worked_out_is_told(monkeypatch):
    """Chances become least ones, and what is open is a row of its own."""
    game = Skirmish([2, 1], [2, 1], 3)
    game.is_long = True
    monkeypatch.setattr(bounding, "ENOUGH", 30)
    found = report(game, game.start(), RULESET, {})
    whole = sum(Fraction(row["p"]) for row in found["summary"])
    assert whole == 1
    left = found["summary"][-1]
    assert left["title"] == "Not worked out"
    assert not left["percent"].startswith("≥")
    assert all(row["percent"].startswith("≥ ") for row in found["summary"][:-1])
    signs = {row["result"] == left["key"]: row["percent"].startswith("≥ ") for row in found["rows"]}
    assert signs == {True: False, False: True}
    assert left["percent"] in found["note"]
    for measure in found["measures"]:
        assert sum(Fraction(value["p"]) for value in measure["values"]) == 1 - Fraction(left["p"])
        assert Fraction(measure["values"][0]["at_least"]) == 1 - Fraction(left["p"])


@pytest.mark.parametrize(
    ("p", "exact", "least"),
    [
        ("0", "0 %", "≥ 0 %"),
        ("1/5000", "<0.1 %", "≥ 0 %"),
        ("1/3", "33.3 %", "≥ 33.3 %"),
        ("2/3", "66.7 %", "≥ 66.6 %"),
        ("1", "100 %", "≥ 100 %"),
        ("4999/5000", ">99.9 %", ">99.9 %"),
    ],
)
def test_a_least_chance_says_what_it_is_at_least(p, exact, least):
    assert (signed(Fraction(p), ""), signed(Fraction(p), "≥ ")) == (exact, least)


def test_further_fights_are_least_chances_too_where_something_is_not_worked_out():
    """What is not worked out may lead to more of them; by themselves they are exact, and all others least ones."""
    held, further = Outcome("lost", (("hex", 0),)), Outcome("draw", (), True)

    def percents(*ends):
        told = _told(Dist(dict.fromkeys(ends, 1)), RULESET)
        shown = {row["result"]: row["percent"] for row in told["rows"]}
        assert shown == {one["key"]: one["percent"] for one in told["summary"]}
        return shown

    assert percents(held, further) == {"lost": "≥ 50.0 %", "draw": "50.0 %"}
    assert percents(further, OPEN) == {"draw": "≥ 50.0 %", OPEN.result: "50.0 %"}


def test_each_position_of_a_walk_has_one_number_by_which_it_is_found_again():
    walk = explore(Drawn({"start": {"won": 1, "lost": 1}, "won": ("won", {}), "lost": ("lost", {})}), "start")
    assert [walk.place(state) for state in walk.states] == [0, 1, 2]


class Remembering(Drawn):
    """A game that holds itself and a list for each position, as the games of rulebooks do."""

    def __init__(self, places):
        super().__init__(places)
        self.itself = self
        self.met = []

    def apply(self, state, action):
        self.met.append([state])
        return super().apply(state, action)


@pytest.mark.slow(looks=True)
@pytest.mark.parametrize("most", [10, 10_000])
def test_what_a_large_walk_leaves_is_gone_before_the_next_begins(most, monkeypatch):
    monkeypatch.setattr(litter, "LITTER", most)
    places = {"start": {str(number): 1 for number in range(2000)}}
    game = Remembering(places | {str(number): ("won", {}) for number in range(2000)})
    left = weakref.ref(game)
    explore(game, "start")
    del game
    explore(Drawn({"start": ("won", {})}), "start")
    assert (left() is None) == (most < 2000)
