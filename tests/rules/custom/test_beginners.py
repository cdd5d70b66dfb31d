"""What players write in a first game document: understood where it is plain, otherwise one line with the way out."""

from __future__ import annotations

import tomllib
from fractions import Fraction

import pytest
from hexumpire.files.documents import read_text
from hexumpire.model.errors import InputError
from hexumpire.rulesets.custom.pasting import pasted
from hexumpire.rulesets.custom.reading import read_game
from hexumpire.rulesets.custom.sheet import Sheet

GAME = """
title = "Bridge"
[types]
guards = { title = "Guards", attack = 5, defense = 2 }
[terrains]
clear = {}
woods = {}
[side_features]
river = {}
[conditions]
fog = { title = "Fog", rule = "7" }
[chart]
columns = ["1:2", "1:1", "2:1"]
[chart.rows]
1 = ["AE", "AR", "DR"]
2-6 = ["AR", "DR", "DE"]
"""


def read(old: str = "", new: str = "", more: str = "") -> Sheet:
    assert old in GAME
    return read_game(tomllib.loads(GAME.replace(old, new, 1) + more))


def told(old: str = "", new: str = "", more: str = "") -> list[str]:
    with pytest.raises(InputError) as caught:
        read(old, new, more)
    return [str(problem) for problem in caught.value.problems]


# --- understood ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "heads",
    ['"1–2", "1–1", "2–1"', '"1 to 2", "1 to 1", "2 to 1"', '"1 : 2", "1/1", "2-1+"', '"½:1", "1:1", "2:1 or more"'],
)
def test_odds_in_every_spelling(heads: str) -> None:
    assert read('"1:2", "1:1", "2:1"', heads).columns.marks == (Fraction(1, 2), 1, 2)


@pytest.mark.parametrize("head", ['"2–6"', '"2 to 6"', '"2,3,4,5,6"', '"2+"', '"≥2"', '"2 - 6"'])
def test_rolls_in_every_spelling(head: str) -> None:
    assert read("2-6 =", f"{head} =").rows == (1, 2)


@pytest.mark.parametrize("dice", ["D6", "1d6", "1D6", "d 6"])
def test_dice_in_every_spelling(dice: str) -> None:
    assert read("[chart]", f'[chart]\ndice = "{dice}"').dice.sides == (6,)


def test_codes_in_small_letters_and_marks_for_nothing() -> None:
    cells = read('["AE", "AR", "DR"]', '["ae", "—", "•"]').cells
    assert cells[0] == ("ae", "-", "-")


@pytest.mark.parametrize(
    ("words", "usual"),
    [
        ("Defender eliminated", "defender is eliminated"),
        ("defenders are destroyed.", "defender is eliminated"),
        ("defender retreats", "defender retreats 1"),
        ("defender retreats two hexes", "defender retreats 2"),
        ("def. loses one step", "defender loses 1 step"),
        ("attacker loses half its factors", "attacker loses 1/2 of its factors"),
        ("both sides lose a step", "both lose 1 step"),
        ("none", "no effect"),
        ("exchange.", "exchange"),
        ("defender loses 1 step, chosen by the attacker", "defender loses 1 step, chosen by the enemy"),
        ("attacker retreats 2, moved by the attacker", "attacker retreats 2"),
        ("attacker loses 2 factors, chosen by the owner", "attacker loses 2 factors"),
    ],
)
def test_effects_written_otherwise(words: str, usual: str) -> None:
    effects = [read(more=f'[results]\nDE = "{said}"\n').results["DE"].effects for said in (words, usual)]
    assert effects[0] == effects[1]


def test_a_side_may_lose_as_many_steps_as_several_counters_have() -> None:
    (found,) = read(more='[results]\nDE = "defender loses 12 steps"\n').results["DE"].effects
    assert (found.what, found.n) == ("steps", 12)


@pytest.mark.parametrize(
    ("change", "times"),
    [("2x", 2), ("*2", 2), ("double", 2), ("doubled", 2), ("halved", Fraction(1, 2)), ("1/2", Fraction(1, 2)),
     ("x0.5", Fraction(1, 2)), ("x1.5", Fraction(3, 2)), ("X2", 2)],
)  # fmt: skip
def test_changes_of_a_strength_in_every_spelling(change: str, times: object) -> None:
    sheet = read(more=f'[modifiers.woods]\nwhen = {{ terrain = "woods" }}\ndefense = "{change}"\n')
    assert sheet.modifiers[0].defense is not None
    assert (sheet.modifiers[0].defense.times, sheet.modifiers[0].defense.plus) == (times, 0)


def test_nations_need_no_letters_and_colours() -> None:
    nations = read(more="[nations]\nFrench = {}\nFinnish = {}\nDutch = { letter = 'Fi' }\n").vocabulary.nations
    assert [nation.letter for nation in nations] == ["F", "Fin", "Fi"]
    assert len({nation.fill for nation in nations}) == 3


def test_zones_of_all_types() -> None:
    assert read(more='[zones]\ntypes = ["all"]\n').zones.types == ("guards",)


# --- told, with the way out ----------------------------------------------------------------------------------


def test_a_row_without_cells_is_told() -> None:
    """A battle could not read a result off it."""
    assert told('["AE", "AR", "DR"]', "[]") == [
        """the row has 0 cells, not 3 @ $.chart.rows["1"]: give each column a cell"""
    ]
    assert len(told('["AE", "AR", "DR"]', "7")) == 1


@pytest.mark.parametrize(("said", "place"), [("[]", ""), ('[[], "guards"]', "[0]")])
def test_arms_that_name_no_type_are_told(said: str, place: str) -> None:
    """Nobody means a modifier that holds always, or never."""
    found = told(more=f"[modifiers.arms]\nwhen = {{ together = {said} }}\nshift = 1\n")
    assert found == [f"together names nothing @ $.modifiers.arms.when.together{place}: name one, or leave it out"]


@pytest.mark.parametrize("given", ['type = [], nation = "Red"', 'type = "guards", nation = {}'])
def test_a_counter_of_the_palette_that_names_no_type_or_nation_is_told(given: str) -> None:
    """It would not be there."""
    key = "type" if "type = []" in given else "nation"
    assert told(more=f"[palette]\nours = [{{ {given} }}]\n") == [
        f"{key} names nothing @ $.palette.ours[0].{key}: add {key}"
    ]


def test_a_condition_without_options_is_told_once() -> None:
    """A test for one of its options says no more."""
    more = '[modifiers.m]\nwhen = { condition = "fog", is = "thick" }\nshift = 1\n'
    found = told('fog = { title = "Fog", rule = "7" }', 'fog = { title = "Fog", options = {} }', more)
    assert found == ["there is no option @ $.conditions.fog.options: add one, or leave options out"]


SLIPS = [
    ("defense = 2", "defence = 2", "'defence' @ $.types.guards.defence: did you mean 'defense'?"),
    ("attack = 5", "Attack = 5", "'Attack' @ $.types.guards.Attack: did you mean 'attack'?"),
    ("attack = 5", 'attack = "5"', "found '5' @ $.types.guards.attack: write 5 without quotes"),
    ("attack = 5, defense = 2", "combat = 5", "'combat' @ $.types.guards.combat: did you mean 'attack'?"),
    ("defense = 2", "defense = 2, move = 4", "'move' @ $.types.guards.move: did you mean 'movement'?"),
    ("defense = 2", "defense = 2, symbol = 'tank'", "'tank' @ $.types.guards.symbol: did you mean 'armor'?"),
    ('"Bridge"', "1815", 'found 1815 @ $.title: write it in quotes: "1815"'),
    ('rule = "7"', "rule = 7.1", 'found 7.1 @ $.conditions.fog.rule: write it in quotes: "7.1"'),
    ('["1:2", "1:1", "2:1"]', '"1:2, 1:1, 2:1"', '@ $.chart.columns: write a list: ["1:2", "1:1", "2:1"]'),
    ('["AE", "AR", "DR"]', '"AE AR DR"', '@ $.chart.rows["1"]: write a list: ["AE", "AR", "DR"]'),
    ("[chart]", "[chart]\ndice = 6", '6 are no dice @ $.chart.dice: write "d6"'),
    ("[chart]", '[chart]\nkind = "differential"', "@ $.chart.kind: did you mean 'difference'?"),
    ("[chart]", '[chart]\nround = "down"', "@ $.chart.round: did you mean 'defender'?"),
    ("[terrains]", "[terrain]", "unknown section 'terrain' @ $.terrain: did you mean 'terrains'?"),
    ("[side_features]", "[hexsides]", "unknown section 'hexsides' @ $.hexsides: did you mean 'side_features'?"),
    ('"1:2", "1:1", "2:1"', '"1-3", "4-6", "7-9"', "the columns are numbers, not odds @ $.chart.kind: add kind = "),
    ('"AE"', '"D 7"', "@ $.chart.rows[\"1\"][0]: add to [results]: \"D 7\" = "),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line"), SLIPS)
def test_a_slip_is_one_line_with_the_way_out(old: str, new: str, line: str) -> None:
    (found,) = told(old, new)
    assert line in found


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ('[results]\nDR = "defender loses 1 step, defender retreats 1"',
         '$.results.DR.does[0]: write each effect by itself: ["defender loses 1 step", "defender retreats 1"]'),
        ('[results]\nDR = "defender loses 1 step and retreats 1"',
         '$.results.DR.does[0]: write each effect by itself: ["defender loses 1 step", "defender retreats 1"]'),
        ('[results]\nDR = "defender is eliminated, or else"', "$.results.DR.does[0]: did you mean 'defender is "),
        ('[results]\nDD = "DR2"', '$.results.DD.does[0]: write ["defender retreats 2"]'),
        ('[zones]\ntypes = "guards"', '$.zones.types: write a list: ["guards"]'),
        ('[stacking]\nlimit = "3"', "$.stacking.limit: write 3 without quotes"),
        ("[advance]", "$.advance: did you mean 'advances'?"),
        ('[conditions.weather]\noptions = "dry, rain"', '$.conditions.weather.options: write a list: ["dry", "rain"]'),
        ("[[modifiers]]\nshift = 1", "$.modifiers: give each a key of its own, such as [modifiers.first]"),
        ("[modifiers.m]\nshift = '-1'", "$.modifiers.m.shift: write -1 without quotes"),
        ("[modifiers.m]\nshift = '2L'", "$.modifiers.m.shift: write -2 without quotes"),
        ("[modifiers.m]\nshift = -1.0", "$.modifiers.m.shift: write -1 without a decimal point"),
        ("[modifiers.m]\ndrm = 1", "$.modifiers.m.drm: did you mean 'roll'?"),
        ("[modifiers.m]\ncolumn = 1", "$.modifiers.m.column: did you mean 'shift'?"),
        ("[modifiers.m]\ndefence = 'x2'", "$.modifiers.m.defence: did you mean 'defense'?"),
        ("[modifiers.m]\ndefense = 2", '$.modifiers.m.defense: write "x2" to multiply, "+2" to add'),
        ("[modifiers.m]\nshift = 1\nterrain = 'woods'", "$.modifiers.m.terrain: did you mean 'when'?"),
        ("[modifiers.m]\nshift = 1\nwhen = 'woods'", '$.modifiers.m.when: write it as { terrain = "woods" }'),
        ("[modifiers.m]\nshift = 1\nwhen.terrain = 'Woods'", "$.modifiers.m.when.terrain: did you mean 'woods'?"),
        ("[modifiers.m]\nshift = 1\nwhen.terrain = 'woods, clear'",
         '$.modifiers.m.when.terrain: write a list: ["woods", "clear"]'),
        ("[modifiers.m]\nshift = 1\nwhen.terrain = ['woods, clear']",
         '$.modifiers.m.when.terrain: write a list: ["woods", "clear"]'),
        ("[modifiers.m]\nshift = 1\nwhen = { attacker = 'guards', who = 'any, each' }",
         "$.modifiers.m.when.who: name only one"),
        ("[retreats]\nterrain = ['woods, clear']", '$.retreats.terrain[0]: write each by itself: "woods", "clear"'),
        ("[modifiers.m]\nshift = 1\nwhen.side = 'river'", "$.modifiers.m.when.side: did you mean 'crossed'?"),
        ("[modifiers.m]\nshift = 1\nwhen.hexes = '3+'", "$.modifiers.m.when.hexes: write 3 without quotes"),
        ("[modifiers.m]\nshift = 1\nwhen = { condition = 'fog', is = 'yes' }",
         "$.modifiers.m.when.is: write is = true"),
    ],
)  # fmt: skip
def test_a_slip_in_a_section_is_one_line_with_the_way_out(more: str, line: str) -> None:
    (found,) = told(more=more + "\n")
    assert line in found


def test_a_key_that_stands_below_the_wrong_section() -> None:
    assert told(more="stacking = 3\n")[0] == (
        "'stacking' is no roll @ $.chart.rows.stacking: "
        "what stands below [chart.rows] belongs to it: write it above, or as [stacking]"
    )


def test_a_bad_row_or_column_says_nothing_of_the_next() -> None:
    assert len(told("2-6 =", "x =", "'7+' = ['DR', 'DR', 'DE']\n")) == 1
    assert len(told('"1:1"', '"one"')) == 1


def test_differences_in_every_spelling() -> None:
    heads = '"-6 or less", "−5 to -3", "-2–0", "+1 to +3", "4 or more"'
    rows = "[chart.rows]\n1-6 = ['AE', 'AR', 'NE', 'DR', 'DE']\n"
    game = GAME.partition("[chart]")[0] + f'[chart]\nkind = "difference"\ncolumns = [{heads}]\n{rows}'
    columns = read_game(tomllib.loads(game)).columns
    assert columns.marks[1:] == (-5, -2, 1, 4)
    assert columns.last is None
    for kind, fix in (("", 'add kind = "difference"'), ('kind = "differential"', "did you mean 'difference'?")):
        with pytest.raises(InputError) as caught:
            read_game(tomllib.loads(game.replace('kind = "difference"', kind)))
        assert len(caught.value.problems) == 1, "and nothing is said of the columns"
        assert caught.value.problems[0].fix.startswith(fix)


@pytest.mark.parametrize(
    ("heads", "kind"),
    [("1-3 4-6 7-9", "difference"), ("7-9 4-6 1-3", "difference"), ("1-3 1-2 1-1", "odds"), ("2-1 3-1 4-1", "odds")],
)
def test_pasted_heads_are_ranges_where_each_follows_on_the_one_before(heads: str, kind: str) -> None:
    found = pasted({}, f"die {heads}\n1-6 AR DR DE\n")["chart"]
    assert pasted({}, f"die {heads}\r1-6 AR DR DE\r")["chart"] == found, "lines end as each system ends them"
    assert (found["kind"], found["columns"][0]) == (kind, "2-1" if "2-1" in heads else "1-3")


def test_the_way_out_for_a_code_that_says_two_things() -> None:
    assert told('"AE"', '"D1R2"')[0].endswith(
        'add to [results]: D1R2 = ["defender loses 1 step", "defender retreats 2"]'
    )


def test_a_text_without_quotes_is_told() -> None:
    with pytest.raises(InputError, match='write texts in quotes, such as "AE"'):
        read_text("[chart.rows]\n1 = AE\n")


def test_a_battle_is_no_game() -> None:
    with pytest.raises(InputError, match="this is a battle, not a game: check it with assess"):
        read_game({"ruleset": "custom", "targets": ["0,0"], "units": []})


def test_nations_that_begin_alike_need_no_letters_either() -> None:
    """When the beginnings of a name are taken, its first letter has a number behind it."""
    names = ["Red", "Red Guard", "Redland", "Reds", "Redwood", "Blue", "B"]
    found = read_game({**tomllib.loads(GAME), "nations": {name: {} for name in names}}).vocabulary
    assert [one.letter for one in found.nations] == ["R", "Re", "Red", "R2", "R3", "B", "B2"]


def test_counters_that_are_called_alike_are_all_in_the_palette() -> None:
    """By their keys, where title and numbers are the same; a document that has no palette cannot be wrong in it."""
    types = {key: {"title": "Foot", "attack": 4, "range": n + 1} for n, key in enumerate(("near", "far"))}
    document = {**tomllib.loads(GAME), "types": types, "nations": {"Red": {}, "Blue": {"title": "Red"}}}
    titles = [str(one["title"]) for one in read_game(document).vocabulary.palette]
    assert titles == ["Red foot 4", "Red far 4", "Blue near 4", "Blue far 4"]


def test_a_nation_that_begins_with_a_sign_of_lists_is_told_once() -> None:
    with pytest.raises(InputError) as caught:
        read_game({**tomllib.loads(GAME), "nations": {"@types": {}, "Blue": {}}})
    assert [one.path for one in caught.value.problems] == ['$.nations["@types"]']


@pytest.mark.parametrize("key", ["title", "symbol", "rule", "sides"])
def test_a_field_of_counters_is_not_called_as_what_types_say_anyway(key: str) -> None:
    """The title of a type would be taken for a yes or no."""
    with pytest.raises(InputError) as caught:
        read_game({**tomllib.loads(GAME), "unit_fields": {key: {"title": "Drilled"}}})
    assert [(one.path, str(one.message)) for one in caught.value.problems] == [
        (f"$.unit_fields.{key}", f"the key '{key}' is taken")
    ]


PASTED = [
    ("Combat results\n\n\t1-1\t2-1\n1-3\tAR\tDR\n4-6\tA1\tD1\n", [["AR", "DR"], ["A1", "D1"]]),
    ('"","1-1","2-1"\n"1-3","AR","DR"\n"4-6","A1",""\n', [["AR", "DR"], ["A1", "-"]]),
    ("die  1-1  2-1\n1-3  AR  DR\n4-6  A1  -\n", [["AR", "DR"], ["A1", "-"]]),
    ("Table 3\t\t\n\t1-1\t2-1\n1-6\tAR\tDR\n", [["AR", "DR"]]),
    ("\t1-1\n1-3\tAR\n4-6\tDR\n", [["AR"], ["DR"]]),
    ('\t1-1\t2-1\n1-3\tA"\t"\n4-6\t"A ""1"""\tDR\n', [['A"', '"'], ['A "1"', "DR"]]),
]


@pytest.mark.parametrize(("text", "cells"), PASTED)
def test_a_chart_may_have_a_title_and_cells_in_quotes(text: str, cells: list[list[str]]) -> None:
    assert list(pasted({}, text)["chart"]["rows"].values()) == cells


@pytest.mark.parametrize(
    ("text", "message", "fix"),
    [
        (
            "die  1-1  2-1\n1-2  AR  DR\n3-4  D1\n5-6  A1  D1\n",
            "the row '3-4' has 2 cells, others have 3",
            "write - for each empty cell",
        ),
        (
            "die 1-1 2-1\n1-2 AR DR\n3-4 D1 A1\n5-6 A1 D1 EX\n",
            "the row '5-6' has 4 cells, others have 3",
            "write - for each empty cell",
        ),
        ("\t1-1\t1:1\n1-3\tAR\tDR\n4-6\tA1\tD1\n", "the heading '1-1' stands there twice", "leave one out"),
        ("\t1-1\t2-1\n1-3\tAR\tDR\n1-3\tA1\tD1\n", "the heading '1-3' stands there twice", "leave one out"),
        ("die\t2\t2\n1-3\tAR\tDR\n4-6\tA1\tD1\n", "the heading '2' stands there twice", "leave one out"),
        (
            "die\t1-2\tfoo\t2-1\n1\tA\tB\tC\n2\tA\tB\tC\n",
            "the heading 'foo' of a column is neither odds nor a number",
            "write odds such as 2:1, or numbers such as 3 and 4-6",
        ),
        (
            "die\t1-2\t1-1\t2-1\n1\tA\tB\tC\nx\tA\tB\tC\n3\tA\tB\tC\n",
            "the heading 'x' of a row is no roll",
            "write a whole number, or two such as 2-4",
        ),
        (
            "die\t1-2\t1-1\n1\tA\tB\tC\n2\tA\tB\n",  # the first columns differ as odds, though both begin with 1
            "the row '1' has 4 cells, and there are 3 headings",
            "give each column its heading, or leave the cell out",
        ),
        (
            "1-2\t1-1\t2-1\n1\tA\tB\tC\nx\tA\tB\tC\n3\tA\tB\tC\n",  # nothing stands over the rolls
            "the heading 'x' of a row is no roll",
            "write a whole number, or two such as 2-4",
        ),
        (
            "A\tB\n1\tD\n",
            "the table has no headings, and its size (2 × 2) is not that of the chart",
            "paste the headings with it: odds above, rolls in the first column",
        ),
    ],
)
def test_a_pasted_chart_that_cannot_be_read_says_why(text: str, message: str, fix: str) -> None:
    """A cell that is missing between blanks would move all behind it into other columns."""
    with pytest.raises(InputError) as caught:
        pasted({}, text)
    assert [(str(one.message), one.fix) for one in caught.value.problems] == [(message, fix)]


def test_all_that_is_wrong_with_the_headings_of_a_pasted_chart_is_told_at_once() -> None:
    with pytest.raises(InputError) as caught:
        pasted({}, "die\t1-2\t1-1\t2-1\tmore\n1\tA\tB\tC\tD\tE\nx\tA\tB\n3\tA\tB\n4\tA\tB\n")
    assert [str(one.message) for one in caught.value.problems] == [
        "the heading 'x' of a row is no roll",
        "the heading 'more' of a column is neither odds nor a number",
        "the row '1' has 6 cells, and there are 5 headings",
    ]


def test_a_table_of_numbers_without_headings_goes_where_the_chart_has_its_cells() -> None:
    """Its cells are no headings, though the first of them are alike."""
    chart = {"columns": ["1:1", "2:1"], "rows": {"1-3": [], "4-6": []}}
    assert pasted({"chart": chart}, "1 1\n- 2\n")["chart"]["rows"] == {"1-3": ["1", "1"], "4-6": ["-", "2"]}


# --- what would do nothing, or the other way round, in silence --------------------------------------------------


RIVER = "\n[modifiers]\nriver = { when = { %s }, shift = -1 }\n"


@pytest.mark.parametrize(
    ("old", "new", "more", "said"),
    [
        ("", "", RIVER % 'sides = "any"', ("$.modifiers.river.when.sides", "sides is without crossed")),
        ("", "", RIVER % 'who = "all"', ("$.modifiers.river.when.who", "who is without attacker or defender")),
        ("", "", "\n[modifiers]\nriver = { unless = {}, shift = -1 }\n", ("$.modifiers.river.unless", "names nothing")),
        ("", "", '\n[strength]\nsteps = "back"\n', ("$.strength.steps", "no unit type has numbers on its back")),
        ("", "", '\n[attacks]\nrange = "printed"\n', ("$.attacks.range", "no unit type has a range")),
        ("", "", "\n[zones]\ncancelled = true\n", ("$.zones.types", "no unit type has a zone of control")),
        ("[chart]", '[chart]\nread = "tens"', "", ("$.chart.read", "a single die has no tens and ones")),
    ],
)
def test_what_would_do_nothing_is_told(old: str, new: str, more: str, said: tuple[str, str]) -> None:
    """A test that tests nothing, backs and ranges that no counter has, zones of nobody, tens of a single die."""
    (line,) = told(old, new, more)
    assert all(part in line for part in said) and ": " in line.partition("@")[2]


FOG, WAYS = '{ title = "Fog", rule = "7" }', 'of = [["no effect"], ["attacker retreats 1"]]'
BY_FOG = "\n[modifiers]\nfog = { %s, roll = 1 }\n"
ELITE = '\n[unit_fields]\nelite = "Elite"\n[modifiers]\nelite = { when = { field = "elite" }, attack = "+1" }\n'


@pytest.mark.parametrize(
    ("old", "new", "more", "said"),
    [
        (FOG, "{ range = 3 }", BY_FOG % 'times = "fog"', "a range must be two numbers"),
        (FOG, '{ range = [0, 2], options = { a = "A" } }', BY_FOG % 'times = "fog"', "has range and options"),
        (FOG, "{ range = [0] }", BY_FOG % 'when = { condition = "fog" }', "a range must be two numbers"),
        ("", "", ELITE, "a unit field must be an object"),
        (FOG, "true", BY_FOG % 'when = { condition = "fog" }', 'write it as { title = "fog" }'),
        (FOG, "true", BY_FOG % 'times = "fog"', "a condition must be an object"),
        ("woods = {}", 'woods = "Woods"', BY_FOG % 'when = { terrain = "woods" }', 'write it as { title = "Woods" }'),
        ("river = {}", "river = 1", BY_FOG % 'when = { crossed = "river" }', 'write it as { title = "river" }'),
        ('{ title = "Guards", attack = 5, defense = 2 }', "[5, 2]", "", "a unit type must be an object"),
        ("", "", '\n[nations]\nRed = "R"\nBlue = {}\n', "a nation must be an object"),
        ("", "", '\n[zones]\ntypes = "any"\n', 'write "all", or a list: ["guards"]'),
        ("[chart.rows]", '[chart.rows]\ntitle = "T"', "", "'title' is no roll"),
        ("", "", f"\n[results]\nAE = [{{ {WAYS} }}]\n", "who chooses is missing"),
        ("", "", f'\n[results]\nAE = [{{ chose = "defender", {WAYS} }}]\n', "'choose'"),
        ("[chart]", '[chart]\nabove = "DE"', "", "from where on above holds is missing"),
        ("", "", '\n[palette]\nall = { type = "guards", nation = "Red" }\n', "write a list: [ in front of it"),
    ],
)
def test_a_mistake_is_told_once_where_it_was_made(old: str, new: str, more: str, said: str) -> None:
    """Nothing is told of what hangs on it, of places that nobody wrote, or of null and 9999."""
    (line,) = told(old, new, more)
    assert said in line


@pytest.mark.parametrize(
    ("more", "fix"),
    [
        ('\n[modifiers]\nx = { when = { feature = "farm" }, shift = 1 }\n', "the game has none: add it to [features]"),
        ('\n[modifiers]\nx = { if = { terrain = "woods" }, shift = 1 }\n', "did you mean 'when'?"),
        ('\n[modifiers]\nx = { except = { terrain = "woods" }, shift = 1 }\n', "did you mean 'unless'?"),
        ('\n[results]\nAR = "attacker retreats 10"\n', "write a number from 1 to 9"),
        ('\n[results]\nAR = "another round with +20 to the die"\n', "write a number from 1 to 9"),
    ],
)
def test_the_way_out_is_the_one_that_helps(more: str, fix: str) -> None:
    """Where a game has no such thing, for words that players write, and for numbers that are too large."""
    assert [line.endswith(fix) for line in told(more=more)] == [True]
