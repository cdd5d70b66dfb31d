"""The command line: what it prints, what it refuses, and how it ends."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hexumpire import cli
from hexumpire.cli import table as at_table
from hexumpire.files import codec, record
from hexumpire.files.toml_text import toml
from hexumpire.views import report

from tests.terminal import typed
from tests.toybox import EXAMPLE

pytestmark = pytest.mark.usefixtures("toy")

# --- commands ------------------------------------------------------------------------------------------------


def test_rulesets(run: Any) -> None:
    assert "toy          Skirmish" in run("rulesets")
    assert "toy" in {one["key"] for one in json.loads(run("rulesets", "--json"))["rulesets"]}


def test_schema(run: Any) -> None:
    text = run("schema", "toy")
    for part in ("editions: first, second", 'season  summer, winter; else "summer"  T3.1', "mill  Mill Hill"):
        assert part in text
    assert json.loads(run("schema", "toy", "--json"))["ruleset"]["key"] == "toy"


def test_schema_prints_the_tables_to_look_up(run: Any) -> None:
    text = run("schema", "aworldatwar")
    assert "Forces of minor countries, Europe (11.23, new):" in text
    assert "  Yugoslavia   1    6    -    1   -   -   -    2:4  2:4" in text
    assert "  Poland: what lies west of the line of the Pact." in text
    assert "Forces of minor countries" not in run("schema", "toy")


def test_assess_is_a_cited_table_that_lines_up(run: Any) -> None:
    lines = run("assess", "toy:mill", "--set", "rain=yes").splitlines()
    assert lines[0] == "9 : 8 → 1:1"
    assert lines[2:11] == [
        "  odds                            T4",
        "    strength of the attacker   9  T1",
        "      2 x band                 6  T1",
        "      1 x gun                  4  T1",
        "      rain                    −1  T3",
        "    strength of the defender   8  T1",
        "      2 x band                 4  T1",
        "      veterans                 2  T1.1",
        "      keep                     2  T2.2",
    ]
    assert "  Results by the die:  1: A  2: X  3: -  4: -  5: D  6: D" in lines
    assert "  7 more make it 2:1  [T4]" in lines
    dry = run("assess", "toy:mill")
    assert "      rain                     –  T3    it does not rain" in dry


def test_assess_as_json_is_the_answer_of_the_engine(run: Any) -> None:
    view = json.loads(run("assess", "toy:mill", "--json"))
    assert view["bar"] == "10 : 8 → 1:1"


def test_assess_a_forbidden_fight_says_why_and_ends_with_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "empty.json"
    path.write_text(json.dumps({**EXAMPLE, "units": []}))
    assert cli.main(["assess", str(path)]) == 2
    assert "the attacker has no units @ $.units [T1]: add a unit of the attacker" in capsys.readouterr().err


def test_outcomes(run: Any) -> None:
    lines = run("outcomes", "toy:mill", "--policy", "last", "--policy", "attacker=bold").splitlines()
    assert lines[:3] == ["How they decide:", "  Attacker  bold  never stop", "  Defender  last  last named"]
    assert any(line.endswith("█") and "%" in line for line in lines)
    assert lines[-1].startswith("Exact, out of ")
    found = json.loads(run("outcomes", "toy:mill", "--json", "--policy", "best", "--objective", "trade"))
    assert found["policies"] == {"attacker": "best", "defender": "best"}


def test_outcomes_of_a_battle_that_may_end_in_several_rounds(run: Any) -> None:
    text = run("outcomes", "toy:mill", "--policy", "first")
    assert "Exact, out of " in text
    rounds = {
        "policies": {"attacker": "best"},
        "summary": [],
        "measures": [{"key": "n", "title": "Losses", "values": [{"value": -1, "p": "1", "percent": "100 %"}]}],
        "rounds": [{"round": n, "results": [{"title": "held", "percent": "50.0 %", "p": "1/2"}]} for n in (1, 2)],
        "denominator": 6**40,
    }
    assert report.outcomes(rounds) == [
        "How they decide:",
        "  Attacker  best  best play",
        "",
        "What it comes to:",
        "",
        "Losses: −1 in every case",
        "",
        "By the round it ends in:",
        "  1  held  50.0 %  ████████████",
        "  2  held  50.0 %  ████████████",
        "",
        "Exact.",
    ]


def test_solve(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "fight.json"
    path.write_text(json.dumps({"scenario": EXAMPLE, "actions": ["d6=6", "lose:b1"]}))
    lines = run("solve", str(path), "--objective", "hex").splitlines()
    assert lines[0].startswith("Best play for take the hex: ")
    assert lines[2].split()[:2] == ["*", "on"]


def test_draw(run: Any, tmp_path: Path) -> None:
    assert run("draw", "toy:mill").startswith("<svg")
    path = tmp_path / "board.svg"
    assert run("draw", "toy:mill", "-o", str(path), "--theme", "dark") == ""
    assert path.read_text(encoding="utf-8").startswith("<svg")


def test_rules(run: Any) -> None:
    text = run("rules", "toy", "--status", "outside")
    assert text.splitlines()[0] == "T9  outside  parades – no battle"
    assert "3  asked" in text


def test_text(run: Any) -> None:
    assert run("text", "toy:mill").startswith("Mill Hill – Skirmish, First edition\n=====")


def test_the_link_of_a_file_is_a_file_itself(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = run("link", "toy:mill", "--edition", "second").strip()
    found = record.from_link(link)
    assert found.scenario.edition == "second"
    again = run("link", f"https://example.org/umpire#{link}").strip()
    assert again == link
    path = tmp_path / "link.txt"
    path.write_text(link[:50] + "\n" + link[50:] + "\n")
    assert run("link", str(path)).strip() == link
    typed(monkeypatch, link)
    assert run("link", "-").strip() == link


def test_toml_from_stdin(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, toml(record.to_document(record.Record(codec.read_scenario(EXAMPLE), ("d6=1",)))))
    assert "Attacker: The attacker loses one counter: which?" in run("assess", "-")


def test_a_chart_pack_is_checked_printed_and_used(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "mud.toml"
    path.write_text('title = "Our mud"\n[tables.weather]\nmud = "half"\n')
    tidy = run("pack", str(path), "--ruleset", "d8chart")
    assert tidy == 'format = 1\nruleset = "d8chart"\ntitle = "Our mud"\n\n[tables.weather]\nmud = "half"\n'
    found = json.loads(run("pack", str(path), "--ruleset", "d8chart", "--json"))
    assert found["pack"] == {"title": "Our mud", "tables": {"weather": {"mud": {"air": "half"}}}}
    assert "weather table of Our mud" in run(
        "assess", "d8chart:forest-air", "--set", "weather=mud", "--pack", str(path)
    )
    assert "weather table of" not in run("assess", "d8chart:forest-air", "--set", "weather=mud")


def test_chart_packs_on_top_of_one_another(run: Any, tmp_path: Path) -> None:
    for name, text in (("a", "[tables.weather]\nmud='half'"), ("b", "title='B'\n[tables.terrain]\narmor=4\n")):
        (tmp_path / name).write_text(text)
    words = ("link", "d8chart:march-mud", "--pack", str(tmp_path / "a"), "--pack", str(tmp_path / "b"))
    pack = record.from_link(run(*words).strip()).scenario.pack
    assert pack is not None
    assert (pack.title, pack.cell("weather", "mud", "air"), pack.cell("terrain", "armor", "mp")) == ("B", "half", 4)


def test_a_chart_pack_to_fill_in(run: Any, tmp_path: Path) -> None:
    text = run("pack", "--blank", "d8chart:results")
    assert '2 = ["AE", "3/-", "3/-", "2/-", "2/-", "1/-", "1/-", "[-/1]"]' in text
    path = tmp_path / "chart.toml"
    path.write_text(text)
    assert run("pack", str(path)).startswith('format = 1\nruleset = "d8chart"')
    assert "weather  Weather Effects" in run("schema", "d8chart")


def test_faults_of_packs_and_battle_are_told_together(refused: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("[tables.weather]\nmud = 'haf'\nsnow = 'none'\n")
    battle = tmp_path / "battle.json"
    battle.write_text(json.dumps({"ruleset": "d8chart", "targets": ["0,0"], "units": [], "pak": 1}))
    assert refused("assess", str(battle), "--pack", str(path)) == [
        f"hexumpire: {path}: unknown row 'snow' @ $.tables.weather.snow: allowed: clear, mud, winter",
        f"hexumpire: {path}: Ground support must be one of its options, found 'haf' @ $.tables.weather.mud.air "
        "[EXT.weather]: did you mean 'half'?",
        "hexumpire: unknown key 'pak' @ $.pak: did you mean 'pack'?",
    ]


# --- play ----------------------------------------------------------------------------------------------------


def test_play_takes_dice_and_choices_in_their_order(run: Any) -> None:
    text = run("play", "toy:mill", "--dice", "3,6,6", "--choose", "lose:b1,on", "--choose", "1")
    assert "   6  defender: band b1  [T5]" in text
    assert text.index("The end: The attacker takes the hex") < text.index("hex taken      yes")


def test_play_stops_where_input_runs_out(run: Any) -> None:
    text = run("play", "toy:mill", "--dice", "6,6")
    assert text.endswith("Defender: The defender loses one counter: which?  [T5]\n  1.  lose:b1  band b1  [T5]\n")


def test_play_takes_overrides_among_dice_and_choices(run: Any) -> None:
    expected = "By agreement, not by the rules: result=A"
    assert expected in run("play", "toy:mill", "--dice", "!result=A", "--choose", "lose:r2")
    assert expected in run("play", "toy:mill", "--choose", "!result=A,lose:r2")
    assert "2  By agreement" in run("play", "toy:mill", "--dice", "3", "--choose", "!result=A,lose:r2")


def test_play_as_json(run: Any) -> None:
    result = json.loads(run("play", "toy:mill", "--dice", "d6=6", "--json"))
    assert result["actions"] == ["d6=6"]
    assert result["view"]["node"]["kind"] == "decision"


def test_play_goes_on_from_a_link(run: Any) -> None:
    link = record.to_link(codec.read_scenario(EXAMPLE), ["d6=6"])
    assert "Attacker: Fight a second round?" in run("play", link, "--choose", "lose:b1")


def test_choices_may_hold_commas() -> None:
    table = at_table.Table(EXAMPLE, [])
    table.view = {
        "node": {"kind": "decision", "options": [{"id": "go:1"}, {"id": "go:1,-1"}, {"id": "stop"}]},
        "overrides": [],
    }
    assert at_table.next_choice(table, "go:1,-1,stop") == ("go:1,-1", "stop")
    assert at_table.next_choice(table, "go:1,stop") == ("go:1", "stop")
    assert at_table.next_choice(table, "3") == ("stop", "")
    assert at_table.next_choice(table, "4,stop") == ("", "4,stop")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--dice", "7"], "'7' is no face of this die; faces: d6=1, d6=2"),
        (["--dice", "6", "--choose", "lose:r1"], "'lose:r1' begins with no legal choice; legal: lose:b1"),
        (["--dice", "6,1", "--choose", "1,stop"], "the battle has ended before these dice were rolled: 1"),
        (["--dice", "6", "--choose", "1,stop,on"], "the battle has ended before these choices were made: on"),
    ],
)
def test_play_refuses_what_cannot_be_played(refused: Any, words: list[str], said: str) -> None:
    (line,) = refused("play", "toy:mill", *words)
    assert said in line


def converse(monkeypatch: pytest.MonkeyPatch, run: Any, *words: str) -> str:
    typed(monkeypatch, "".join(f"{word}\n" for word in words), terminal=True)
    text: str = run("play", "toy:mill")
    return text


def test_play_asks_at_a_terminal(monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    text = converse(monkeypatch, run, "?", "6", "9", "1", "on", "u", "1", "!result=D # agreed", "1")
    for part in (
        "Mill Hill – Skirmish",
        "  T4  chart\n",
        "  !result=D  by agreement: the defender loses one",
        "'9' cannot be done here; legal: lose:b1",
        "The odds are now 10 : 5 → 2:1",
        "By agreement (agreed), not by the rules: result=D",
        "The end: The attacker takes the hex",
    ):
        assert part in text
    assert text.count("3  attacker: Fight on") == 2


def test_enter_rolls(monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    monkeypatch.setattr(at_table.secrets, "randbelow", lambda most: most - 1)
    assert "d6=6: D" in converse(monkeypatch, run, "")


def test_rolls_go_by_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    node = {"faces": [{"id": "a", "weight": 1}, {"id": "b", "weight": 3}]}
    rolled = []
    for fall in range(4):
        monkeypatch.setattr(at_table.secrets, "randbelow", lambda most, fall=fall: fall if most == 4 else None)
        rolled.append(at_table._roll(node))
    assert rolled == ["a", "b", "b", "b"]


def test_q_leaves_a_link_to_go_on_from(monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    link = converse(monkeypatch, run, "6", "q").split("'")[-2]
    assert record.from_link(link).actions == ("d6=6",)


def test_the_end_of_typing_ends_the_play(monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    assert converse(monkeypatch, run, "6").endswith("> \n")


# --- bars ----------------------------------------------------------------------------------------------------


def test_bars_are_seen_when_there_is_a_chance_and_full_only_when_it_is_certain() -> None:
    assert report.bar(Fraction(0)) == ""
    assert report.bar(Fraction(1, 10**30)) == "▏"
    assert report.bar(Fraction(1, 2), 4) == "██"
    assert report.bar(Fraction(1), 4) == "████"
    assert report.bar(1 - Fraction(1, 10**30), 4) == "███▉"
    lengths = [len(report.bar(Fraction(n, 97))) for n in range(98)]
    assert lengths == sorted(lengths)
