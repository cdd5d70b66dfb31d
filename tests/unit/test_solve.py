"""Best play, against a search of the whole tree and against loops solved by hand."""

from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import pytest
from hexumpire import rulesets
from hexumpire.analysis.outcomes import outcomes
from hexumpire.analysis.solve import gain_text, report, solve, worth_text
from hexumpire.analysis.walk import EndlessError, OpenQuestionError, TooLargeError, components, explore
from hexumpire.files import codec
from hexumpire.model.battle import Chance, Decision, Option, Outcome, Terminal
from hexumpire.model.errors import HexUmpireError, InputError
from hexumpire.model.ruleset import Objective
from hypothesis import given, settings
from hypothesis import strategies as st

POINTS = Objective("points", "points", (("points", 1),))


class Drawn:
    """A game drawn as a graph: place -> number | {place: weight} | (side, places)."""

    def __init__(self, places, alike=None):
        self.places = places
        self.alike = alike or {}

    def start(self):
        return "start"

    def node(self, state):
        place = self.places[state]
        if isinstance(place, int):
            return Terminal(Outcome("end", (("points", place),)), ())
        if isinstance(place, dict):
            return Chance(f"Roll at {state}", tuple((f"to={there}", weight) for there, weight in place.items()), ())
        side, there = place
        options = tuple(Option(f"to={n}", f"go to {n}", alike=self.alike.get(n, "")) for n in there)
        return Decision(side, "way", "Which way?", options, ())

    def apply(self, state, action):
        return action.partition("=")[2]

    def seat(self, state):
        return self, state

    def scope(self, state):
        return self, state

    def reckoned(self):
        return self

    def rows(self, state):
        return ()

    def key(self, state):
        return state


class Duel:
    """Both pay counters by turns: a die says how much the attacker owes, and the defender the rest of four."""

    def __init__(self, attackers, defenders):
        self.first = (tuple(attackers), tuple(defenders), 0, 0, True)

    def start(self):
        return self.first

    def node(self, state):
        attackers, defenders, mine, theirs, roll = state
        if roll and attackers and defenders:
            return Chance("Roll", (("d=0", 1), ("d=1", 2), ("d=2", 2), ("d=3", 1)), ())
        for side, units, due in (("attacker", attackers, mine), ("defender", defenders, theirs)):
            if due > 0 and units:
                spared = (Option("on", "pay no more"),) if due == 1 else ()
                return Decision(
                    side,
                    "loss",
                    f"{side} owes {due}",
                    (*(Option(f"{n}", f"lose {u}", alike=f"size {u}") for n, u in enumerate(units)), *spared),
                    (),
                )
        measures = (("points", 3 * sum(attackers) - 2 * sum(defenders) ** 2),)
        return Terminal(Outcome("end", measures), ())

    def apply(self, state, action):
        attackers, defenders, mine, theirs, roll = state
        if action.startswith("d="):
            return (attackers, defenders, int(action[2:]), 3 - int(action[2:]), False)
        mover = mine > 0 and bool(attackers)
        if action == "on":
            return (attackers, defenders, 0, theirs, roll) if mover else (attackers, defenders, mine, 0, True)
        units = attackers if mover else defenders
        unit = units[int(action)]
        left = units[: int(action)] + units[int(action) + 1 :]
        if mover:
            return (left, defenders, mine - unit, theirs, roll)
        return (attackers, left, mine, theirs - unit, theirs - unit <= 0)

    def seat(self, state):
        return self, state

    def scope(self, state):
        return self, state

    def reckoned(self):
        return self

    def rows(self, state):
        return ()

    def key(self, state):
        return state


def tree(game, state, objective=POINTS):
    """The oracle: minimax over every line of play, every option counted."""
    node = game.node(state)
    if isinstance(node, Terminal):
        return Fraction(objective.value(node.outcome))
    if isinstance(node, Decision):
        values = [tree(game, game.apply(state, option.id), objective) for option in node.options]
        return max(values) if node.side == "attacker" else min(values)
    total = sum(weight for _, weight in node.faces)
    return sum(tree(game, game.apply(state, face), objective) * Fraction(weight, total) for face, weight in node.faces)


def value(places, **more):
    return solve(Drawn(places, **more), "start", POINTS).value("start")


sizes = st.lists(st.integers(1, 3), min_size=1, max_size=3)


@pytest.mark.slow(looks=True)
@settings(max_examples=30)
@given(sizes, sizes)
def test_memory_changes_nothing(attackers, defenders):
    game = Duel(attackers, defenders)
    solution = solve(game, game.start(), POINTS)
    assert solution.value(game.start()) == tree(game, game.start())
    for state in explore(game, game.start()).states:
        node = game.node(state)
        if not isinstance(node, Decision):
            assert solution.alternatives(state) == []
            continue
        here = solution.value(state)
        found = solution.alternatives(state)
        assert [option for option, _, _ in found] == [option.id for option in node.options]
        for option, worth, cost in found:
            after = game.apply(state, option)
            assert worth == solve(game, after, POINTS).value(after)
            assert cost == abs(worth - here)
        assert solution.best(state) == next(option for option, _, cost in found if cost == 0)


@given(sizes, sizes)
def test_best_play_played_out_is_worth_its_value(attackers, defenders):
    game = Duel(attackers, defenders)
    solution = solve(game, game.start(), POINTS)
    assert outcomes(game, game.start(), solution.policy()).mean(POINTS.value) == solution.value(game.start())


def test_attacker_wants_much_and_defender_little():
    places = {"start": {"a": 1, "b": 2}, "a": ("attacker", ["p", "q"]), "b": ("defender", ["p", "q"]), "p": 4, "q": 10}
    solution = solve(Drawn(places), "start", POINTS)
    assert solution.value("start") == Fraction(10 + 2 * 4, 3)
    assert solution.alternatives("a") == [("to=p", 4, 6), ("to=q", 10, 0)]
    assert solution.alternatives("b") == [("to=p", 4, 0), ("to=q", 10, 6)]
    assert (solution.best("a"), solution.best("b"), solution.best("p")) == ("to=q", "to=p", "")


def test_the_first_of_equal_choices_is_best():
    assert solve(Drawn({"start": ("defender", ["a", "b"]), "a": 3, "b": 3}), "start", POINTS).best("start") == "to=a"


def test_options_that_are_alike_share_a_value():
    game = Drawn({"start": ("attacker", ["x", "a", "b"]), "x": 1, "a": 3, "b": 3}, {"a": "same", "b": "same"})
    solution = solve(game, "start", POINTS)
    assert solution.alternatives("start") == [("to=x", 1, 2), ("to=a", 3, 0), ("to=b", 3, 0)]
    assert len(solution) == 3


def test_a_roll_repeated_without_effect():
    assert value({"start": {"start": 2, "a": 1, "b": 3}, "a": 4, "b": 0}) == 1


def test_a_defender_who_may_go_on_for_ever_takes_the_better_way():
    # Rolling again is worth (V + 2 * 3) / 3 in the long run: 3. Stopping is worth 4.
    places = {"start": ("defender", ["again", "stop"]), "again": {"start": 1, "hit": 2}, "hit": 3, "stop": 4}
    solution = solve(Drawn(places), "start", POINTS)
    assert solution.value("start") == 3
    assert solution.alternatives("start") == [("to=again", 3, 0), ("to=stop", 4, 1)]
    places["stop"] = 2
    solution = solve(Drawn(places), "start", POINTS)
    assert (solution.value("start"), solution.value("again")) == (2, Fraction(8, 3))
    assert solution.best("start") == "to=stop"


def test_values_above_a_loop_stay_exact():
    loop = {"d": ("defender", ["again", "out"]), "again": {"d": 1, "hit": 6}, "hit": 5, "out": {"hit": 1, "nil": 6}}
    places = {"start": {"d": 1, "nil": 2}, "nil": 0, **loop}
    places["out"] = {"hit": 1, "again": 1}
    assert value(places) == Fraction(5, 3)
    assert value({**places, "out": {"hit": 1, "nil": 6}}) == Fraction(5, 21)
    twice = {**places, "out": {"hit": 1, "e": 2}, "e": ("attacker", ["f", "nil"]), "f": {"e": 3, "hit": 1, "nil": 3}}
    assert value(twice) == Fraction(1, 3) * (Fraction(5, 3) + Fraction(2, 3) * Fraction(5, 4))


def test_two_who_choose_within_one_loop():
    # The attacker may take 2 or let the defender choose between giving 5 and a roll that comes back half the time.
    places = {"start": ("attacker", ["two", "other"]), "other": ("defender", ["five", "roll"]), "two": 2, "five": 5}
    places |= {"roll": {"start": 1, "zero": 1}, "zero": 0}
    assert value(places) == 2
    assert value({**places, "zero": 3}) == 3


def test_nobody_waits_for_ever():
    solution = solve(Drawn({"start": ("defender", ["start", "a", "b"]), "a": 7, "b": 5}), "start", POINTS)
    assert solution.value("start") == 5
    assert solution.best("start") == "to=b"
    assert outcomes(solution.game, "start", solution.policy()).mean(POINTS.value) == 5


def test_who_leaves_a_loop_by_its_first_position_does_not_stay_for_ever():
    """Where another choice is worth as much, but only goes round."""
    places = {"start": ("attacker", ["round", "out"]), "round": ("attacker", ["round", "start"]), "out": 5}
    solution = solve(Drawn(places), "start", POINTS)
    assert (solution.best("start"), solution.best("round")) == ("to=out", "to=start")
    assert outcomes(solution.game, "round", solution.policy()).mean(POINTS.value) == 5


def test_a_loop_nobody_can_leave_is_named():
    game = Drawn({"start": ("attacker", ["a", "b"]), "a": ("defender", ["b"]), "b": ("attacker", ["a"])})
    with pytest.raises(EndlessError, match="Which way"):
        solve(game, "start", POINTS)


def test_a_question_to_the_table_has_no_value():
    with pytest.raises(OpenQuestionError, match="Which way"):
        solve(Drawn({"start": ("table", ["a"]), "a": 1}), "start", POINTS)


@given(st.data())
def test_loops_of_choices_are_as_good_as_any_fixed_choices(data):
    """Against every pair of fixed choices: the value is a saddle point (every loop here can be left by the dice)."""
    size = data.draw(st.integers(2, 5))
    names = [f"p{n}" for n in range(size)]
    places = {f"e{n}": data.draw(st.integers(-9, 9)) for n in range(3)}
    for name in names:
        leads = st.lists(st.sampled_from([*names, "e0", "e1", "e2"]), min_size=1, max_size=3, unique=True)
        if data.draw(st.booleans()):
            rolls = {f"{name}>{there}": {there: 2, "e0": 1} for there in data.draw(leads)}
            places |= rolls
            places[name] = (data.draw(st.sampled_from(["attacker", "defender"])), list(rolls))
        else:
            places[name] = {**dict.fromkeys(data.draw(leads), 1), "e1": 1}
    places["start"] = {names[0]: 1}
    solution = solve(Drawn(places), "start", POINTS)
    reached = [name for name in names if name in solution._walk.ids]

    def fixed(side):
        mine = [name for name in reached if isinstance(places[name], tuple) and places[name][0] == side]
        for ways in product(*(places[name][1] for name in mine)):
            yield dict(zip(mine, ways, strict=True))

    best = {n: solution.best(n).partition("=")[2] for n in reached if isinstance(places[n], tuple)}
    for side, sign in (("attacker", 1), ("defender", -1)):
        for ways in fixed(side):
            played = {**best, **ways}
            dist = outcomes(solution.game, "start", lambda g, s, n, played=played: f"to={played[s]}")
            assert sign * (solution.value("start") - dist.mean(POINTS.value)) >= 0
    dist = outcomes(solution.game, "start", solution.policy())
    assert dist.mean(POINTS.value) == solution.value("start")


def test_deep_battles_need_no_recursion():
    places = {f"n{n}": ("attacker" if n % 2 else "defender", [f"n{n + 1}", f"x{n}"]) for n in range(4000)}
    places |= {f"x{n}": n for n in range(4000)} | {"start": {"n0": 1}, "n4000": 5}
    assert value(places) == 0


def test_a_walk_gives_up_beyond_the_most_positions_and_not_at_them():
    assert len(explore(Drawn({"start": 3}), "start", most=1).states) == 1
    with pytest.raises(TooLargeError):
        explore(Drawn({"start": 3}), "start", most=0)


class Merged(Drawn):
    """The same, of which some places are alike to others: walks look at the first of them."""

    def __init__(self, places, same):
        super().__init__(places)
        self.same = same

    def key(self, state):
        return self.same.get(state, state)


TWINS = {"start": {"one": 1, "two": 2}, "low": 1, "high": 7, "one": ("attacker", ["low", "high"])}


@pytest.mark.parametrize(
    ("two", "more", "best", "found"),
    [
        (["high", "low"], {}, "to=high", [7, 1]),
        (["low", "other", "high"], {"other": 1}, "to=high", [1, 1, 7]),
        (["low", "other"], {"other": 7}, "to=other", [1, 7]),
        (["other", "third"], {"other": 1, "third": 7}, "to=third", [1, 7]),
        (["other", "low"], {"other": {"low": 1, "top": 1}, "top": 13}, "to=other", [7, 1]),
    ],
)
def test_a_position_that_is_alike_has_options_of_its_own(two, more, best, found):
    """The same in another order, another one as well, or one that leads to where nobody has looked."""
    game = Merged({**TWINS, **more, "two": ("attacker", two)}, {"two": "one"})
    solution = solve(game, "start", POINTS)
    assert "two" not in solution._walk.states and solution.value("two") == solution.value("start") == 7
    assert solution.best("two") == best
    assert [(worth, cost) for _, worth, cost in solution.alternatives("two")] == [(worth, 7 - worth) for worth in found]
    assert [option for option, _, _ in solution.alternatives("two")] == [f"to={place}" for place in two]
    assert outcomes(game, "two", solution.policy()).mean(POINTS.value) == 7


def test_a_plan_goes_on_where_nobody_has_looked():
    """Alike to the roll "one" leads to is a decision that has two options after it instead of one."""
    places = {**TWINS, "two": ("attacker", ["third"]), "third": ("attacker", ["low", "high"])}
    game = Merged({**places, "one": ("attacker", ["high"])}, {"two": "one"})
    plan = report(game, "start", RULESET)["plan"]
    assert [line["do"] for line in plan] == ["it ends", "Attacker: go to high; then: it ends"]


def test_the_plan_of_an_attack_on_two_hexes_follows_who_advances_where():
    """Who went into the first hex is no matter to what is lost, so that positions with one there and two are alike."""
    ruleset = rulesets.get("aworldatwar")
    example = next(one for one in ruleset.examples() if one["key"] == "two-hexes")
    game = ruleset.game(codec.read_scenario(example["scenario"]))
    found = report(game, game.start(), ruleset, "factors")
    told = [(line["when"], "Advance" in line["do"]) for line in found["plan"]]
    assert told == [(f"d6={face}", face in (4, 5)) for face in range(1, 7)]
    objective = next(one for one in ruleset.objectives if one.key == "factors")
    policy = solve(game, game.start(), objective).policy()
    played = outcomes(game, game.start(), policy).mean(objective.value)
    assert str(played) == found["value"], "chances of best play are worth what best play is"


def test_what_is_done_twice_in_a_row_is_said_once_with_how_often():
    ruleset = rulesets.get("aworldatwar")
    example = next(one for one in ruleset.examples() if one["key"] == "armor-clear")
    game = ruleset.game(codec.read_scenario(example["scenario"]))
    told = {line["do"] for line in report(game, game.start(), ruleset, "factors")["plan"]}
    assert "Attacker: Advance the German 3-3 infantry (2×); then: Attacker takes the hex" in told


def test_the_way_out_of_a_loop_is_taken_from_a_position_that_is_alike_as_well():
    """Where to stay in it is worth as much, but leads nowhere."""
    places = {"start": ("attacker", ["round", "out"]), "round": ("attacker", ["start", "twin"]), "out": 5}
    game = Merged({**places, "twin": ("attacker", ["round", "out"])}, {"twin": "start"})
    solution = solve(game, "round", POINTS)
    assert (solution.best("round"), solution.best("twin")) == ("to=start", "to=out")
    assert solution.alternatives("twin") == [("to=round", 5, 0), ("to=out", 5, 0)]


def test_a_position_from_elsewhere_is_refused():
    solution = solve(Drawn({"start": 1, "other": 2}), "start", POINTS)
    with pytest.raises(HexUmpireError, match="does not follow"):
        solution.value("other")


# --- the report ---------------------------------------------------------------------------------------------

RULESET = SimpleNamespace(
    title="Drawn", objectives=(POINTS, Objective("hex", "the hex", (("hex", 1),))), results=(("end", "it ends"),)
)


def test_a_decision_is_reported_with_the_cost_of_each_choice():
    game = Drawn({"start": ("defender", ["a", "b"]), "a": 1, "b": {"x": 1, "y": 2}, "x": 2, "y": 9})
    found = report(game, "start", RULESET, "points")
    assert (found["objective"], found["value"], found["value_text"], found["side"]) == ("points", "1", "1", "defender")
    assert found["actions"][0] == {
        "id": "to=a",
        "label": "go to a",
        "value": "1",
        "value_text": "1",
        "cost": "0",
        "cost_text": "best",
        "best": True,
    }
    other = found["actions"][1]
    assert (other["value_text"], other["cost_text"], other["best"]) == ("6.67 (20/3)", "5.67 (17/3)", False)
    assert found["faces"] == []
    assert found["plan"] == [{"when": "now", "do": "Defender: go to a"}]


def test_a_roll_is_reported_by_face_with_what_to_do_then():
    game = Drawn({"start": {"a": 1, "b": 1, "c": 2}, "a": ("attacker", ["x", "y"]), "b": 0, "c": 0, "x": 2, "y": 9})
    found = report(game, "start", RULESET)
    assert found["value"] == "9/4"
    assert [(face["id"], face["value_text"]) for face in found["faces"]] == [
        ("to=a", "9"),
        ("to=b", "0"),
        ("to=c", "0"),
    ]
    assert found["plan"] == [
        {"when": "to=a", "do": "Attacker: go to y; then: it ends"},
        {"when": "to=b, c", "do": "it ends"},
    ]


def test_faces_with_the_same_answer_stand_together():
    class Dice(Drawn):
        def node(self, state):
            faces = tuple((f"d6={n}", 1) for n in range(1, 7))
            return Chance("Roll", faces, ()) if state == "start" else super().node(state)

        def apply(self, state, action):
            return "abaaac"[int(action[3:]) - 1] if state == "start" else super().apply(state, action)

    places = {"start": 0, "a": ("attacker", ["x", "y"]), "b": 0, "c": ("defender", ["u", "v"]), "x": 2, "y": 1}
    places |= {"u": ("defender", ["v", "w"]), "v": {"w": 1, "x": 1}, "w": 4}
    plan = report(Dice(places), "start", RULESET)["plan"]
    assert plan == [
        {"when": "d6=1, 3–5", "do": "Attacker: go to x; then: it ends"},
        {"when": "d6=2", "do": "it ends"},
        {"when": "d6=6", "do": "Defender: go to u, go to v"},
    ]


def test_the_end_has_nothing_to_choose():
    found = report(Drawn({"start": 3}), "start", RULESET)
    assert (found["value"], found["side"], found["actions"], found["faces"], found["plan"]) == ("3", "", [], [], [])


def test_a_plan_stays_short():
    places = {"start": {f"n{n}": 1 for n in range(30)}, "end": 0}
    places |= {f"n{n}": ("attacker", ["end", f"e{n}"]) for n in range(30)} | {f"e{n}": n + 1 for n in range(30)}
    plan = report(Drawn(places), "start", RULESET)["plan"]
    assert len(plan) == 12
    assert plan[-1] == {"when": "otherwise", "do": "19 more cases"}


def test_objectives_that_are_not_there_are_refused():
    with pytest.raises(InputError, match="use points, hex"):
        report(Drawn({"start": 1}), "start", RULESET, "glory")


@pytest.mark.parametrize(
    ("value", "chance", "number"),
    [
        (Fraction(0), "0 %", "0"),
        (Fraction(1), "100 %", "1"),
        (Fraction(7, 36), "19.4 % (7/36)", "0.19 (7/36)"),
        (Fraction(1, 1296), "0.1 % (1/1296)", "~0 (1/1296)"),
        (Fraction(1, 1297), "0.1 %", "~0"),
        (Fraction(1, 6**9), "<0.1 %", "~0"),
        (Fraction(5, 2), "2.5", "2.5"),
        (Fraction(-1, 2), "−0.5", "−0.5"),
        (Fraction(-19, 3), "−6.33 (−19/3)", "−6.33 (−19/3)"),
        (Fraction(1, 6**9) + 3, "3", "3"),
        (Fraction(3, 100), "3.0 % (3/100)", "0.03"),
        (Fraction(1, 2), "50.0 % (1/2)", "0.5"),
    ],
)
def test_values_are_written_as_people_read_them(value, chance, number):
    """A fraction stands beside what is rounded, where it is short; no whole number is said twice."""
    assert worth_text(value, RULESET.objectives[1]) == chance
    assert worth_text(value, POINTS) == number


@pytest.mark.parametrize(
    ("value", "share", "number"),
    [
        (Fraction(0), "0 %", "0"),
        (Fraction(1, 2), "+50.0 %", "+0.5"),
        (Fraction(-1, 2000), "−<0.1 %", "−~0"),
        (Fraction(1), "+100 %", "+1"),
        (Fraction(-1), "−100 %", "−1"),
        (Fraction(5, 4), "+125.0 %", "+1.25"),
        (Fraction(-4, 3), "−133.3 %", "−1.33"),
    ],
)
def test_gains_are_written_with_their_sign(value, share, number):
    """Of a chance in percent, which several rolls may add up to more than a hundred of."""
    assert (gain_text(value, True), gain_text(value, False)) == (share, number)


@pytest.mark.parametrize(
    ("arcs", "groups"),
    [
        ([[]], [{0}]),
        ([[0]], [{0}]),
        ([[1, 2], [], [1]], [{1}, {2}, {0}]),
        ([[1], [2], [0]], [{0, 1, 2}]),
        ([[1, 3], [2], [1], [2]], [{1, 2}, {3}, {0}]),
        ([[1, 3], [2], [1], [1]], [{1, 2}, {3}, {0}]),
        ([[1], [2, 3], [1], [4], [3, 0], []], [{0, 1, 2, 3, 4}]),
        ([[1, 2], [3], [4], [1], [2, 3]], [{1, 3}, {2, 4}, {0}]),
    ],
)
def test_positions_are_of_one_loop_where_each_leads_to_the_other(arcs, groups):
    """Each comes after all that it leads to; that two ways meet in a loop makes them none."""
    assert [set(group) for group in components(arcs)] == groups
