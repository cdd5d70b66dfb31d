"""The same battle with other rules and forces: editions, readings, more and less force; figures worked out by hand."""

import json
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from hexumpire import api, cli, rulesets
from hexumpire.analysis import compare, force, variants
from hexumpire.analysis.walk import TooLargeError, explore
from hexumpire.files import codec
from hexumpire.files.units import MAX_UNITS
from hexumpire.kit.places import mention
from hexumpire.model.errors import InputError
from hexumpire.model.trace import Trace
from hexumpire.views import report

from tests.rules.d8chart.setting import document, infantry, unit
from tests.toybox import EXAMPLE, TOY

# 9 : 3 on the 1D8 chart is 3-1: 1 2/-, 2 1/-, 3 1/-, 4 [-/1], 5 -/2*, 6 -/3*, 7 DE, 8 DE. Of four steps two are half:
# on a 5 the defender goes on 5 and more, on a 6 on 6 and more. 2/8 + 1/8 (4/8 + 3/8) = 23/64.
FIGHT = document([infantry(9)], [infantry(3, steps=4)])


def compared(scenario: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = json.loads(api.handle(json.dumps({"op": "compare", "scenario": scenario, **more})))
    assert answer["ok"], answer
    result: dict[str, Any] = answer["result"]
    return result


def refused(**request: Any) -> list[dict[str, str]]:
    answer = json.loads(api.handle(json.dumps({"op": "compare", "scenario": FIGHT, **request})))
    assert not answer["ok"]
    found: list[dict[str, str]] = answer["problems"]
    return found


def steps(found: dict[str, Any], kind: str, unit: str = "a1") -> dict[int, str]:
    (row,) = [row for row in found["force"]["rows"] if (row["kind"], row["unit"]) == (kind, unit)]
    return {step["add"]: step["p"] for step in row["steps"]}


@pytest.mark.slow(looks=True)
def test_as_it_is_set_up() -> None:
    base = compared(FIGHT)["base"]
    assert (base["bar"], base["column"], base["taken"]["p"]) == ("9 : 3 → 3-1", "3-1", "23/64")
    assert (base["current"], base["differs"], base["lines"]) == (True, False, [])
    # He loses 2, 1, 1 steps on 1 to 3; they lose 1, 2, 3, 4, 4 on 4 to 8.
    means = {one["key"]: one["mean"] for one in base["measures"]}
    assert (means["attacker_lost"], means["defender_lost"]) == ("1/2", "7/4")
    assert [(one["key"], one["p"]) for one in base["summary"]] == [
        ("cleared", "1/4"), ("retreated", "7/64"), ("held", "33/64"), ("lost", "1/8"),
    ]  # fmt: skip


def test_more_force_step_by_step() -> None:
    found = compared(FIGHT, thresholds=["1/2", "90 %"])
    # Up to 11 : 3 nothing changes; 12 : 3 is 4-1: 4 -/2*, 5 -/3*, 6 to 8 DE: 3/8 + 1/8 (5/8 + 4/8).
    # 15 : 3 is 5-1: 3 -/2*, 4 -/3*, 5 to 8 DE: 4/8 + 1/8 (6/8 + 5/8). 8 : 3 is 2-1: 6 -/2*, 7 -/3*, 8 DE.
    assert steps(found, "strength") == {
        -1: "13/64", 1: "23/64", 2: "23/64", 3: "33/64", 4: "33/64", 5: "33/64", 6: "43/64",
    }  # fmt: skip
    more = steps(found, "counters")
    assert more[1] == "43/64" and more[6] == "43/64", "5-1 is the last column"
    half, most = found["force"]["thresholds"]
    assert (half["p"], half["met"], half["percent"]) == ("1/2", False, "50.0 %")
    there = [one for one in half["least"] if one["unit"]]
    assert [(one["kind"], one["add"]) for one in there] == [("counters", 1), ("strength", 3)]
    assert (most["p"], most["met"], most["least"]) == ("9/10", False, [])


def test_thresholds_that_are_met_need_nothing() -> None:
    (one,) = compared(FIGHT, thresholds=["23/64"])["force"]["thresholds"]
    assert (one["met"], one["least"]) == (True, [])


def test_a_reading_and_the_rule_that_moves_the_number() -> None:
    # Concentric, +1: 4 -/2*, 5 -/3*, 6 to 8 DE. Against the die as it fell 5/8 and 4/8 go, against the modified one
    # (5 and 6) 4/8 and 3/8.
    found = compared(document([infantry(9)], [infantry(3, steps=4)], concentric=True))
    reading = next(one for one in found["readings"] if one["key"] == "check_die")
    assert (reading["rule"], reading["matters"]) == ("RES.check-roll", True)
    natural, modified = reading["options"]
    assert (natural["current"], natural["taken"]["p"]) == (True, "33/64")
    assert (modified["current"], modified["taken"]["p"], modified["differs"]) == (False, "31/64", True)


def test_a_reading_shows_the_lines_that_differ() -> None:
    river = document([infantry(5), infantry(4, at="0,-1")], [infantry(3)], sides={"W": ["river"]})
    found = compared(river)
    whole = next(one for one in found["readings"] if one["key"] == "river_halves")["options"][1]
    assert (found["base"]["bar"], whole["bar"]) == ("6½ : 3 → 2-1", "4½ : 3 → 3-2")
    told = [pair["after"] for pair in whole["lines"] if pair["after"]]
    assert {"label": "the whole attack is halved by water", "value": "½", "rules": ["TER.river.halve"],
            "printed": ["Terrain Effects: River/Strait"], "skipped": False, "note": ""} in told  # fmt: skip
    assert not any(pair["before"] == pair["after"] for pair in whole["lines"])


@pytest.mark.slow(looks=True)
def test_only_readings_that_are_relevant_are_compared() -> None:
    assert compared(FIGHT)["readings"] == []


def test_lines_that_differ_only_for_those_below_are_left_out() -> None:
    def tree(value: int, note: str = "") -> Trace:
        told = (Trace("a", value, ("1",)), Trace("b", 2, ("2",)), Trace("c", None, ("3",), skipped=True, note=note))
        return Trace("all", value + 2, ("0",), "sum", told)

    assert list(compare._differing(tree(1), tree(1))) == []
    ((ours, theirs),) = compare._differing(tree(1), tree(4))
    assert ours is not None and theirs is not None and (ours.value, theirs.value) == (1, 4)
    ((_, after),) = compare._differing(tree(1, "x"), tree(1, "y"))
    assert after is not None and after.note == "y"
    more = replace(tree(1), children=(*tree(1).children, Trace("d", 5, ("4",))), value=8)
    ((before, new),) = compare._differing(tree(1), more)
    assert before is None and new is not None and new.label == "d"


def test_editions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulesets._registered, "toy", TOY)
    first, second = compared(EXAMPLE)["editions"]
    assert (first["current"], second["current"], second["key"]) == (True, False, "second")
    odd = compared({**EXAMPLE, "edition": "second", "units": [{**EXAMPLE["units"][0], "type": "band", "rank": "young"},
                                                              *EXAMPLE["units"][1:]]})  # fmt: skip
    barred = odd["editions"][0]
    assert barred["summary"] is None and "no part of the edition" in barred["problems"][0]["message"]
    assert barred["differs"]


@pytest.mark.slow(looks=True)
def test_best_play_on_one_side_or_both() -> None:
    stands = compared(FIGHT, policies={"defender": "best"}, objective="hex")["base"]["taken"]["p"]
    assert stands == "23/64", "to keep the hex is to stay"
    both = compared(FIGHT, policies={"attacker": "best", "defender": "best"}, objective="hex")
    assert both["base"]["taken"]["p"] == "23/64"
    leaves = compared(FIGHT, policies={"defender": "leave"})["base"]["taken"]["p"]
    assert leaves == "1/2", "on 5 to 8"


def test_what_is_forbidden_says_why() -> None:
    weak = document([infantry(1)], [infantry(4)])
    found = compared(weak)
    forbid = next(one for one in found["readings"] if one["key"] == "worse_odds")["options"][1]
    assert forbid["problems"][0]["rule"] == "CRT.odds-min" and forbid["differs"] and forbid["taken"] is None


def test_no_odds_without_a_chart_of_the_players() -> None:
    scenario = next(one["scenario"] for one in rulesets.get("daisenso").examples() if one["key"] == "akyab")
    found = compared(dict(scenario))
    assert found["force"] is None and found["base"]["summary"] is None
    assert found["base"]["note"].startswith("There are no chances yet")


def test_a_question_without_dice_has_no_force() -> None:
    march = document([infantry(movement=3)], procedure="move")
    assert compared(march)["force"] is None


def test_the_work_is_limited_and_says_so() -> None:
    scenario = codec.read_scenario(FIGHT)
    found = compare.report(scenario, rulesets.get("d8chart"), {}, work=60)
    assert not found["complete"] and found["base"]["summary"] is not None
    none = compare.report(scenario, rulesets.get("d8chart"), {}, work=0)
    assert none["base"]["note"].startswith("not worked out: there is too much") and none["force"] is None


def test_a_variant_of_too_many_positions_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "SHARE", 20)
    scenario = next(one["scenario"] for one in rulesets.get("aworldatwar").examples() if one["key"] == "tarawa")
    assert compared(dict(scenario))["base"]["note"] == "not worked out: it has more than 20 positions"


@pytest.mark.slow(looks=True)
def test_the_same_battle_gives_the_same_comparison() -> None:
    assert compared(FIGHT) == compared({**FIGHT, "units": [dict(unit) for unit in FIGHT["units"]]})


@pytest.mark.parametrize("given", [["2"], ["0/5"], ["5/4"], ["101 %"], ["0 %"], [0.5], [None], ["x"], ["1/0"]])
def test_thresholds_that_are_none(given: list[Any]) -> None:
    (wrong,) = refused(thresholds=given)
    assert wrong["path"] == "$.thresholds[0]" and wrong["fix"] == "write it such as '3/4' or '75 %'"


def test_too_many_thresholds_and_no_list() -> None:
    assert refused(thresholds=[f"{n}/9" for n in range(1, 9)])[0]["fix"] == "ask for at most 6"
    assert len(force.read_thresholds([f"{n}/9" for n in range(1, 7)])) == 6
    assert refused(thresholds="1/2")[0]["path"] == "$.thresholds"
    assert refused(policies={"attacker": "nobody"})[0]["path"] == "$.policies.attacker"


def test_thresholds_are_exact() -> None:
    assert force.read_thresholds(["75 %", "12.5%", "1/3", "3/4"]) == [Fraction(1, 8), Fraction(1, 3), Fraction(3, 4)]
    assert force.read_thresholds(["100 %", "0.01 %"]) == [Fraction(1, 10000), 1], "certainty is a chance, too"
    assert force.read_thresholds(["1/1"]) == [1]
    with pytest.raises(InputError):
        force.read_thresholds([True])


@pytest.mark.parametrize(("add", "there"), [(1, 20), (2, None), (-18, 1), (-19, 0), (-20, None)])
def test_a_unit_is_one_to_twenty_counters_and_without_any_it_is_gone(add: int, there: int | None) -> None:
    scenario = codec.read_scenario(document([infantry(9, count=19), infantry(3)], [infantry(3)]))
    found = force.recounted(rulesets.get("d8chart").vocabulary, scenario, scenario.units[0], add)
    if there is None:
        assert found is None
        return
    assert found is not None
    assert [unit.count for unit in found.units] == ([there, 1, 1] if there else [1, 1])


@pytest.mark.parametrize(("add", "there"), [(1, 99), (2, None), (-97, 1), (-98, 0), (-99, None)])
def test_a_counter_is_as_strong_as_a_counter_of_its_type_may_be(add: int, there: int | None) -> None:
    """Of 0 to 99 factors; of several counters one alone cannot be changed."""
    words = rulesets.get("d8chart").vocabulary
    scenario = codec.read_scenario(document([infantry(98), infantry(3, count=2)], [infantry(3)]))
    field = words.field_of["factors"]
    assert (field.low, field.high) == (0, 99)
    found = force.strengthened(words, scenario, scenario.units[0], add)
    assert (None if found is None else [unit.number("factors") for unit in found.units]) == (
        None if there is None else [there, 3, 3]
    )
    assert force.strengthened(words, scenario, scenario.units[1], 1) is None


def test_of_a_counter_of_the_palette_the_hexes_are_named_where_the_fewest_do() -> None:
    """One in the first hex is enough, three in the second; of another counter two, which is the least of that one."""

    def row(label: str, at: str, *chances: str) -> dict[str, Any]:
        steps = [{"add": add, "p": p} for add, p in enumerate(chances, 1)]
        return {"kind": "added", "unit": "", "label": label, "hexes": [at], "places": [at], "steps": steps}

    rows = [row("armor", "1,0", "1/2", "3/4", "3/4"), row("armor", "0,1", "1/4", "1/4", "1/2")]
    rows += [row("infantry", "0,1", "1/4", "1/2"), row("infantry", "1,0", "1/4", "1/4")]
    told = force._threshold(Fraction(1, 2), Fraction(1, 4), rows)
    assert [(one["label"], one["hexes"], one["add"]) for one in told["least"]] == [
        ("armor", ["1,0"], 1),
        ("infantry", ["0,1"], 2),
    ]


def test_more_force_is_not_looked_at_once_the_work_is_done() -> None:
    scenario, ruleset = codec.read_scenario(FIGHT), rulesets.get("d8chart")
    base = variants.Bench(ruleset, {}, "", None, variants.WORK).work_out(scenario)
    found = force.of_battle(variants.Bench(ruleset, {}, "", None, 0), base, scenario, [])
    assert found is not None and not found["rows"] and not found["complete"]


def test_more_force_of_which_some_is_too_much_to_work_out_is_not_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much work is left."""
    scenario, ruleset = codec.read_scenario(FIGHT), rulesets.get("d8chart")
    bench = variants.Bench(ruleset, {}, "", None, 10_000_000)
    base = bench.work_out(scenario)

    def explored(game: Any, *given: Any, most: int) -> Any:
        if sum(unit.count for unit in game.scenario.units) > 3:
            raise TooLargeError(most)
        return explore(game, *given, most=most)

    monkeypatch.setattr(variants, "explore", explored)
    found = force.of_battle(bench, base, scenario, [])
    assert found is not None and bench.left > 0
    assert not found["complete"]


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["compare", "d8chart:lone-fort", "--threshold", "60 %", "--policy", "attacker=steady"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "As it is set up: 7 : 2 → 3-1; Defenders eliminated 50.0 %, Defender holds 50.0 %"
    assert "    DE only: 7 : 2 → 3-1; Defenders eliminated 25.0 %, Defender holds 75.0 %" in told
    least = told[told.index("  60.0 %:") + 1 :]
    assert "    British infantry 4-3 in the hex west of Bardia, counters: +1" in least
    assert "    British infantry 3-3 in the hex west of Bardia, its strength: +1" in least
    assert "    British fighter-bombers in any hex around, Bardia, factors added: +1" in least
    assert cli.main(["compare", "d8chart:lone-fort", "--threshold", "6"]) == 2
    assert "write it such as '3/4'" in capsys.readouterr().err


def added(found: dict[str, Any], label: str) -> list[tuple[list[str], dict[int, str]]]:
    """Hexes and chances of the rows of a counter of the palette."""
    rows = [row for row in found["force"]["rows"] if row["label"] == label and not row["unit"]]
    return [(row["hexes"], {step["add"]: step["p"] for step in row["steps"]}) for row in rows]


def test_more_force_in_hexes_that_are_empty_and_in_the_air() -> None:
    # Two infantry attack from a full hex: the least that takes the hex stands in the five empty ones, or flies.
    example = next(one["scenario"] for one in rulesets.get("aworldatwar").examples() if one["key"] == "river")
    found = compared(dict(example))
    full = next(row for row in found["force"]["rows"] if row["kind"] == "counters")
    assert "3 ground units in the hex west of the target, where 2 and 3 specialised may stack" in [
        s["note"] for s in full["steps"]
    ]
    ((hexes, armor),) = added(found, "German armor 4-6")
    assert len(hexes) == 5 and full["hexes"][0] not in hexes, "the full hex is not open"
    target = compared({**example, "units": [*example["units"], {**example["units"][0], "id": "x", "at": hexes[0]}]})
    assert armor[1] == target["base"]["taken"]["p"], "as if it had been set up so"
    ((_, air),) = added(found, "German air factors")
    assert any(Fraction(p) >= Fraction(3, 4) for p in air.values()), "the air alone does it"
    (goal,) = [one for one in found["force"]["thresholds"] if one["p"] == "3/4"]
    kinds = {(one["kind"], one["label"]) for one in goal["least"]}
    assert {("added", "German armor 4-6"), ("factors", "German air factors")} <= kinds
    assert [one["add"] for one in goal["least"]] == sorted(one["add"] for one in goal["least"])


@pytest.mark.slow(looks=True)
@pytest.mark.parametrize("nation", ["British", "French"])
def test_a_counter_of_the_enemy_takes_no_place_of_ours(nation: str) -> None:
    """Where French fight French, the aircraft of one side over the hex are not those of the other."""
    theirs = infantry(3, steps=4), unit("fighter_bomber", 1)
    found = compared(document([infantry(9)], theirs, nations=("French", nation)))
    ((hexes, _),) = added(found, "French fighter-bombers")
    assert len(hexes) == 7 and "0,0" in hexes


def test_as_many_counters_are_added_as_are_looked_at_where_no_fewer_do() -> None:
    fort = next(one["scenario"] for one in rulesets.get("d8chart").examples() if one["key"] == "lone-fort")
    force = compared(dict(fort))["force"]
    far = {(row["kind"], max(step["add"] for step in row["steps"])) for row in force["rows"]}
    assert {("counters", force["most"]), ("added", force["most"]), ("factors", force["most"])} <= far


def test_what_is_counted_by_what_is_printed_is_added_one_by_one() -> None:
    """A counter of air factors, or of points, is there with one of them, and each one more is one more of them."""
    counted = set()
    for key in ("aworldatwar", "d8chart", "v101125"):
        ruleset = rulesets.get(key)
        scenario = codec.read_scenario(ruleset.examples()[0]["scenario"])
        for one in force.recruits(ruleset, scenario):
            if field := force.counted_by(ruleset.vocabulary, one.type, one.values):
                assert (one.values[field], one.count) == (1, 1), (key, one)
                counted.add((key, field))
    assert counted >= {("aworldatwar", "factors"), ("d8chart", "factors"), ("v101125", "points")}


def test_only_counters_of_the_nations_that_attack_are_added() -> None:
    for key in ("aworldatwar", "d8chart"):
        ruleset = rulesets.get(key)
        for example in ruleset.examples()[:4]:
            scenario = codec.read_scenario(example["scenario"])
            nations = {unit.nation for unit in scenario.units if unit.side == "attacker"}
            assert {unit.nation for unit in force.recruits(ruleset, scenario)} <= nations


@pytest.mark.parametrize(
    ("key", "nations", "kind", "values", "title", "plain"),
    [
        ("custom", 2, "infantry", {}, "Red infantry 4-4-4", "Red infantry"),
        ("custom", 1, "infantry", {}, "infantry 4-4-4", "infantry"),
        ("d8chart", 16, "infantry", {"factors": 5, "movement": 3}, "German infantry 5-3", "German infantry"),
        ("d8chart", 16, "general", {}, "German general 2", "German general"),
        (
            "v101125",
            21,
            "air",
            {"points": 6},
            "German ground support from the air 6",
            "German ground support from the air",
        ),
        ("daisenso", 26, "air", {}, "Japanese air unit", "Japanese air unit"),
    ],
)
def test_a_counter_is_called_by_its_nation_where_there_are_several(
    key: str, nations: int, kind: str, values: dict[str, int], title: str, plain: str
) -> None:
    """With what is printed on it, unless that is what is counted."""
    ruleset = rulesets.get(key)
    scenario = codec.read_scenario(ruleset.examples()[0]["scenario"])
    unit = next(one for one in force.recruits(ruleset, scenario) if one.type == kind)
    words = replace(ruleset.vocabulary, nations=ruleset.vocabulary.nations[:nations])
    assert len(words.nations) == nations
    unit = replace(unit, values={**unit.values, **values})
    assert (force.label(words, unit), force.label(words, unit, True)) == (title, plain)


def test_more_counters_have_an_id_that_no_unit_of_the_battle_has() -> None:
    """However many of those that would be given are taken."""
    ids: list[str] = []
    for number in range(3):
        mine = [infantry(9, id=f"more{n}") for n in range(number)] or [infantry(9)]
        theirs = [infantry(3, id="more2" if number == 2 else "d")]
        found = force.recruits(rulesets.get("d8chart"), codec.read_scenario(document(mine, theirs)))
        (id,) = {unit.id for unit in found}
        ids.append(id)
    assert ids == ["more0", "more1", "more3"]


def test_more_force_may_stand_around_the_hex_and_where_other_attackers_stand() -> None:
    """Not in a hex far away where only enemies stand."""
    units = [infantry(9), infantry(2, at="3,0")], [infantry(3), infantry(3, at="-3,0")]
    found = force.places_of(codec.read_scenario(document(*units)))
    assert {*found} == {"0,0", "1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1", "3,0"}
    assert len(found) == 8 and found[-1] == "0,0", "the hex itself comes last"


@pytest.mark.parametrize("best", [("attacker",), ("defender",), ("attacker", "defender")])
def test_best_play_is_sought_among_all_positions_which_is_dear(best: tuple[str, ...]) -> None:
    scenario, ruleset = codec.read_scenario(FIGHT), rulesets.get("d8chart")
    game = ruleset.game(scenario)
    every = len(explore(game, game.start(), None, None).states)
    bench = variants.Bench(ruleset, dict.fromkeys(best, "best"), "", None, variants.WORK)
    assert bench.work_out(scenario).taken is not None
    used = variants.WORK - bench.left
    assert variants.DEAR * every < used <= (variants.DEAR + 1) * every


def test_best_play_that_is_dear_is_sought_among_fewer_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many of them as are the same work as those that stated play may look at."""
    monkeypatch.setattr(variants, "SHARE", 20 * variants.DEAR)
    scenario = next(one["scenario"] for one in rulesets.get("aworldatwar").examples() if one["key"] == "tarawa")
    ruleset = rulesets.get("aworldatwar")
    bench = variants.Bench(ruleset, {"attacker": "best"}, "", None, variants.WORK)
    found = bench.work_out(codec.read_scenario(dict(scenario)))
    assert found.why == "not worked out: it has more than 20 positions"
    assert variants.WORK - bench.left == variants.SHARE


@pytest.mark.slow(looks=True)
def test_a_search_that_was_cut_short_says_so() -> None:
    scenario = codec.read_scenario(FIGHT)
    whole = compare.report(scenario, rulesets.get("d8chart"), {})
    assert whole["complete"] and whole["force"]["complete"]
    work = variants.WORK
    while True:  # half the work until something is missing, but not the chance itself
        work //= 2
        found = compare.report(scenario, rulesets.get("d8chart"), {}, work=work)
        if not found["force"] or not found["force"]["complete"]:
            break
    assert not found["complete"]
    assert report.comparison(found)[-1].startswith("Not everything was worked out")


def test_a_battle_holds_only_so_many_units() -> None:
    """One more may join as long as there is room for it."""
    scenario = codec.read_scenario(document([infantry(9)], [infantry(3)]))
    words, recruit = rulesets.get("d8chart").vocabulary, scenario.units[0]
    for there, fits in ((MAX_UNITS - 1, True), (MAX_UNITS, False)):
        crowd = replace(scenario, units=(recruit,) * there)
        assert (force.joined(words, crowd, recruit, 1) is not None) is fits


def test_a_battle_without_a_chance_is_told_to_have_none() -> None:
    found = compared(document([infantry(1)], [infantry(6, steps=4)]))
    assert (found["force"]["p"], found["base"]["taken"]["p"]) == ("0", "0")


Chances = dict[int, Fraction | str | None]
"""Of a way to have more force by how much more: the chance, why it is forbidden, or empty where it is not told."""

HALF = Fraction(1, 2)
EARLY: Chances = {-1: Fraction(1, 8), 1: Fraction(1, 4), 2: HALF, 3: Fraction(3, 4), 4: Fraction(1)}
FORBIDDEN: Chances = {-1: "nobody is left", 1: Fraction(1, 4), 2: "too many", 3: Fraction(1)}
SHORT: Chances = {1: Fraction(1, 4), 3: Fraction(1)}
UNTOLD: Chances = {-1: Fraction(1, 4), 1: "", 2: HALF}


def stepped(goal: Fraction, work: int, *ways: Chances) -> tuple[list[dict[int, str | None]], bool]:
    """The steps of each way, and whether all was worked out; each battle is one piece of work."""
    bench: Any = variants.Bench(TOY, {}, "", None, work)

    def work_out(found: Any) -> Any:
        bench.left -= 1
        taken, why = (None, found) if isinstance(found, str) else (found, "")
        return SimpleNamespace(problems=(why,) if why else (), taken=taken, ends=None, why=why, assessment=None)

    bench.work_out = work_out
    told, whole = force._stepped(bench, {f"{n}": way.get for n, way in enumerate(ways)}, (-1, 1, 2, 3, 4), goal)
    return [{step["add"]: step["p"] or step["note"] or None for step in steps} for steps in told.values()], whole


@pytest.mark.parametrize(
    ("goal", "work", "ways", "told", "whole"),
    [
        (HALF, 99, [EARLY], [{-1: "1/8", 1: "1/4", 2: "1/2"}], True),
        (Fraction(5, 8), 99, [EARLY], [{-1: "1/8", 1: "1/4", 2: "1/2", 3: "3/4"}], True),
        (Fraction(1, 8), 99, [EARLY], [{-1: "1/8", 1: "1/4"}], True),
        (Fraction(1), 99, [FORBIDDEN], [{-1: "nobody is left", 1: "1/4", 2: "too many"}], True),
        (Fraction(1), 99, [SHORT], [{1: "1/4"}], True),
        (HALF, 99, [SHORT, EARLY], [{1: "1/4"}, {-1: "1/8", 1: "1/4", 2: "1/2"}], True),
        (Fraction(1), 99, [UNTOLD], [{-1: "1/4", 1: None}], False),
        (Fraction(1), 2, [EARLY], [{-1: "1/8", 1: "1/4"}], False),
        (Fraction(1), 3, [EARLY, SHORT], [{-1: "1/8", 1: "1/4"}, {1: "1/4"}], False),
        (HALF, 3, [EARLY], [{-1: "1/8", 1: "1/4", 2: "1/2"}], True),
    ],
)
def test_more_force_is_added_until_it_is_enough_cannot_be_had_or_is_forbidden(
    goal: Fraction, work: int, ways: list[Chances], told: list[dict[int, str | None]], whole: bool
) -> None:
    """One less, which may be forbidden or not be had, ends nothing; once one way is enough, no other goes on."""
    assert stepped(goal, work, *ways) == (told, whole)


@pytest.mark.parametrize(
    ("chances", "met", "least"),
    [
        ([{-1: "3/4", 1: "1/4", 2: "1/2", 3: "3/4"}], False, [2]),
        ([{-1: "3/4", 1: "1/4"}], False, []),
        ([{1: "1/2"}], False, [1]),
        ([{1: None, 2: "1/2"}], False, [2]),
        ([{3: "1/2"}, {1: "3/4"}, {2: "1"}], False, [1, 2, 3]),
        ([{1: "1/2"}], True, []),
    ],
)
def test_the_least_force_with_which_a_chance_is_reached(
    chances: list[dict[int, str | None]], met: bool, least: list[int]
) -> None:
    """More force, not less; of each kind of counter, the fewest first; nothing where it is reached already."""
    rows = [
        {
            "kind": "counters",
            "unit": f"a{n}",
            "label": "",
            "hexes": [],
            "places": [],
            "steps": [{"add": add, "p": p} for add, p in row.items()],
        }
        for n, row in enumerate(chances)
    ]
    told = force._threshold(HALF, HALF if met else Fraction(1, 3), rows)
    assert (told["met"], [one["add"] for one in told["least"]]) == (met, least)


@pytest.mark.parametrize(
    ("hexes", "told"),
    [
        (["1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1"], ["any hex around"]),
        (["1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1", "0,0"], ["any hex around", mention("0,0")]),
        (["1,0", "0,1", "-1,1", "-1,0", "0,-1"], [mention(at) for at in ("1,0", "0,1", "-1,1", "-1,0", "0,-1")]),
        (["0,0"], [mention("0,0")]),
        ([], []),
    ],
)
def test_hexes_around_the_target_are_named_together_where_all_of_them_will_do(
    hexes: list[str], told: list[str]
) -> None:
    assert force._named(codec.read_scenario(FIGHT), hexes) == told
