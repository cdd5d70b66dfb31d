"""The odds column, what it could become, and who may not attack below 1:1 (15.51, 15.52, 15.74, 15.75)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hexumpire.kit.losses import Why
from hexumpire.model.battle import Assessment, Margin
from hexumpire.model.text import say
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.aworldatwar.rules.forts import fortified
from hexumpire.rulesets.aworldatwar.rules.strength import Round, Strengths, column_of
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.setting import Counts
from hexumpire.rulesets.aworldatwar.tables import CHART, ROUND
from hexumpire.rulesets.aworldatwar.units import arm_of

DICE = tuple((f"d6={n}", 1) for n in range(1, 7))
"""The faces of the die, with their weights."""
BARRED_BELOW_EVEN = {
    "french": "French units may not attack below 1:1",
    "chinese_nationalist": "Chinese units may not attack below 1:1",
    "chinese_communist": "Chinese units may not attack below 1:1",
    "airdrop": "no airdrop on an enemy below 1:1",
    "invasion": "no seaborne invasion below 1:1",
    "fort": "no attack on a fort below 1:1",
}
"""Kinds of attack that may not go below 1:1."""
BAR_RULES = {"airdrop": "10.55C", "french": "75.21", "fort": "32.21A", "invasion": "21.5152"}
"""Sections that say so beside 15.52; for the others 80.21 does."""
NATIONS_BARRED = {"French": "french", "Nationalist Chinese": "chinese_nationalist",
                  "Communist Chinese": "chinese_communist"}  # fmt: skip


def added(number: int) -> int:
    """What earlier rounds add to the die of a round (15.75)."""
    return ROUND["drm"] * (number - 1)


def rolled(now: Round, die: int, number: int) -> str:
    """The printed result of a die in round ``number``."""
    return CHART.result(now.column, die + added(number))


def cell_of(now: Round, die: int, number: int) -> tuple[str, str]:
    """The row and the column of a die in round ``number``, as the chart names them."""
    return str(CHART.row(die + added(number))), CHART.ladder.names[now.column]


def headline(now: Round) -> str:
    """A round's odds in short: ``24 : 18 → 1:1``."""
    names = CHART.ladder.names
    column = names[now.column] if now.column >= 0 else say("below {column}", column=names[0])
    return say("{n} : {m} → {column}", n=now.attack, m=now.defense, column=column)


def assessment(strengths: Strengths, left: Counts, number: int, aside: Counts = ()) -> Assessment:
    """The odds of a round with their arithmetic, what each face gives, and what would change the column."""
    trace = strengths.trace(left, number, aside)
    now = _as_told(strengths.round(left, number), trace)
    on_chart = now.column >= 0
    return Assessment(
        headline(now), now.attack, now.defense, CHART.ladder.names[now.column] if on_chart else None,
        trace,
        tuple((face, rolled(now, int(face[3:]), number)) for face, _ in DICE) if on_chart else (),
        _margins(strengths, now),
    )  # fmt: skip


def _as_told(now: Round, trace: Trace) -> Round:
    """A round with both totals as its lines add them up, and the column that these give (15.51)."""
    attack, defense = (int(line.value or 0) for line in trace.children[:2])
    return replace(now, attack=attack, defense=defense, column=column_of(attack, defense))


def _margins(strengths: Strengths, now: Round) -> tuple[Margin, ...]:
    """What would change the column: more attack, less attack, less defence."""
    ladder = CHART.ladder
    margins = []
    best = {missing: name for name, missing in strengths.needed(now).items()}  # the best column so many factors reach
    for missing, name in list(best.items())[:2]:
        text = say("{n} more attack factor makes it {column}", n=missing, column=name)
        if missing > 1:
            text = say("{n} more attack factors make it {column}", n=missing, column=name)
        margins.append(Margin(text, ("15.51",)))
    if now.column >= 0:
        spare = now.attack - ladder.needed(now.column, now.defense)
        worse = ladder.column(now.attack - spare - 1, now.defense)
        down = ladder.names[worse] if worse >= 0 else say("worse than {column}", column=ladder.names[0])
        text = say("no factor to spare: one lost makes it {column}", column=down)
        if spare == 1:
            text = say("{n} factor to spare; one more lost makes it {column}", n=spare, column=down)
        elif spare:
            text = say("{n} factors to spare; one more lost makes it {column}", n=spare, column=down)
        margins.append(Margin(text, ("15.51",)))
    if 0 <= now.column < len(ladder.names) - 1:
        ratio_left, ratio_right = ladder.ratios[now.column + 1]
        most = now.attack * ratio_right // ratio_left
        if most > 0:
            better = ladder.names[now.column + 1]
            text = say("a defence of {n} (now {m}) would make it {column}", n=most, m=now.defense, column=better)
            margins.append(Margin(text, ("15.31", "15.51")))
    return tuple(margins)


def odds_bar(
    below_even: bool, number: int, flags: Iterable[str], *, chinese: str = "all", drop_exemption: str = "own"
) -> Why:
    """Whether a kind of attack is barred below 1:1 (15.52), or from a further round (15.74).

    ``flags`` are among :data:`BARRED_BELOW_EVEN`.
    """
    if not below_even:
        return "", ()
    present = set(flags)
    later = number > 1
    rule: Rules = ("15.74",) if later else ("15.52",)
    if later and "airdrop" in present:
        present.discard("airdrop")
        if drop_exemption == "all":
            return "", ()
    if later and chinese == "communist":
        present.discard("chinese_nationalist")
    for flag, text in BARRED_BELOW_EVEN.items():
        if flag in present:
            return text, (*rule, BAR_RULES.get(flag, "80.21"))
    return "", ()


def bar_flags(strengths: Strengths, now: Round) -> list[str]:
    """Which kinds of attack of :func:`odds_bar` a round is."""
    every = strengths.scenario.readings["support_bar"] == "all"
    nations = {
        k.unit.nation for k in strengths.kinds
        if k.side == "attacker" and (every or k.arm == "ground") and now.active[k.index]
    }  # fmt: skip
    flags = [flag for nation, flag in NATIONS_BARRED.items() if nation in nations]
    if any(seen.drop for seen in now.seen):
        flags.append("airdrop")
    if any(seen.landing for seen in now.seen):
        flags.append("invasion")
    if strengths.against_fort(now):
        flags.append("fort")
    return flags


def barred(strengths: Strengths, now: Round, number: int) -> Why:
    """:func:`odds_bar` for a round of a battle."""
    if not now.below_even:
        return "", ()
    readings = strengths.scenario.readings
    return odds_bar(now.below_even, number, bar_flags(strengths, now), chinese=readings["chinese_bar"],
                    drop_exemption=readings["drop_exemption"])  # fmt: skip


def first_bars(strengths: Strengths, now: Round) -> list[Why]:
    """Everything that bars the first round, each reason once."""
    bars = [odds_bar(now.below_even, 1, [flag]) for flag in bar_flags(strengths, now)]
    return list(dict.fromkeys(bar for bar in bars if bar[0]))


def asks(survey: Survey) -> Keys:
    """What the form could ask: the readings on who may not go below 1:1."""
    if "Nationalist Chinese" in survey.ours:
        yield "chinese_bar"
    barred = any(nation in NATIONS_BARRED for nation in survey.ours)
    if survey.dropping and (barred or survey.landing or fortified(survey)):
        yield "drop_exemption"
    if any(unit.nation in NATIONS_BARRED for unit in survey.attackers if arm_of(unit) != "ground"):
        yield "support_bar"
