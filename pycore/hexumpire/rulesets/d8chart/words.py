"""An attack in words: its odds, log, refusals, last words, and what the board shows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hexumpire.kit.places import mention
from hexumpire.model.battle import Assessment, Line, Margin, Refusal
from hexumpire.model.trace import Number, Rules, Trace
from hexumpire.rulesets.d8chart.forces import describe, plain
from hexumpire.rulesets.d8chart.movement import follow_up
from hexumpire.rulesets.d8chart.results import applied, effect, read, reversal
from hexumpire.rulesets.d8chart.retreat import going, moved, neighbours, why_not
from hexumpire.rulesets.d8chart.tables import BRACKET, CHART, FACES, LEGEND
from hexumpire.rulesets.d8chart.weather import sky
from hexumpire.views.number_format import number

if TYPE_CHECKING:
    from hexumpire.rulesets.d8chart.attack import Attack
    from hexumpire.rulesets.d8chart.state import State


def ending_rules(state: State) -> Rules:
    """By which rules an attack ended as it did."""
    if state.ending == "retreated":
        return ("RES.check-roll",) if state.roll else ("RES.vol-retreat",)
    if state.ending == "held" and state.applied and effect(state.applied).starred:
        return ("RES.check-roll",) if state.roll else ("CRT.retreat-gate", "RES.vol-retreat")
    rule = effect(state.applied).rule if state.applied else "CRT.table"
    return (rule, "RES.excess") if state.ending in ("cleared", "lost") else (rule,)


def basis(attack: Attack) -> str:
    """Against which die the retreat check is made, where the two differ."""
    if not attack.drm:
        return ""
    return f" (the {'modified' if attack.scenario.readings['check_die'] == 'modified' else 'unmodified'} die)"


def amount(value: Number) -> str:
    """A strength in words: ``4½``, ``11/6``."""
    return str(number(value))


# --- odds -------------------------------------------------------------------------------------------


def odds(attack: Attack) -> str:
    """The odds in short: ``4½ : 3 → 3-2, die +1``."""
    ours, theirs = attack.strengths.attack.total, attack.strengths.defense.total
    column = attack.odds.name or "no combat"
    die = f", die {attack.drm:+d}" if attack.drm else ""
    return f"{amount(ours)} : {amount(theirs)} → {column}{die}"


def assessment(attack: Attack) -> Assessment:
    """Both totals, the column, the modifiers of the die, and what each face gives."""
    ours, theirs = attack.strengths.attack, attack.strengths.defense
    faces = zip(FACES, attack.cells, strict=True)
    results = () if attack.odds.column is None else tuple((face, cell) for (face, _), cell in faces)
    trace = Trace(
        "Odds",
        None,
        ("CRT.odds",),
        "list",
        (ours.trace, theirs.trace, _column(attack), attack.modifiers, *_pack(attack), *_bracket(attack)),
    )
    return Assessment(odds(attack), ours.total, theirs.total, attack.odds.name, trace, results, _margins(attack))


def _column(attack: Attack) -> Trace:
    ours, theirs = amount(attack.strengths.attack.total), amount(attack.strengths.defense.total)
    found = attack.odds
    if found.warning == "zero-defence":
        return Trace("nothing to attack: no combat", None, ("CRT.odds",), "list")
    if found.warning:
        return Trace(
            f"below {found.name}, which is not on the chart: read on {found.name}", None, ("CRT.odds-min",), "list"
        )
    if found.clamped:
        return Trace(f"above {found.name}: read on {found.name}", None, ("CRT.odds-max",), "list")
    return Trace(
        f"{ours} : {theirs} in the defender's favour: {found.name}", None, ("CRT.odds", "STR.fraction"), "list"
    )


def _pack(attack: Attack) -> tuple[Trace, ...]:
    """That the results come from a chart of the players' own."""
    pack = attack.scenario.pack
    if pack is None or not pack.has("results"):
        return ()
    return (Trace(f"results by the chart of {pack.title or 'the pack'}", None, ("CRT.table",), "list"),)


def _bracket(attack: Attack) -> tuple[Trace, ...]:
    if BRACKET not in attack.cells:
        return ()
    turned, why, rules = reversal(attack.forces)
    who = "attacker" if turned else "defender"
    return (Trace(f"{BRACKET}: the {who} loses the step ({why})", None, rules, "list"),)


def _margins(attack: Attack) -> tuple[Margin, ...]:
    if attack.odds.column is None:
        return ()
    column, ladder = attack.odds.column, CHART.ladder
    ours, theirs = attack.strengths.attack.total, attack.strengths.defense.total
    found = []
    ahead = ladder.names[column + 1 :][:2]
    for name in ahead:
        missing = _missing(ours, theirs, ladder.names.index(name))
        found.append(Margin(f"{amount(missing)} more strength makes it {name}", ("CRT.odds",)))
    if column and not attack.odds.warning:
        spare = -_missing(ours, theirs, column)
        worse = ladder.names[column - 1]
        text = f"{amount(spare)} to spare; to lose more makes it {worse}" if spare else f"to lose any makes it {worse}"
        found.append(Margin(text, ("CRT.odds",)))
    return tuple(found)


def _missing(ours: Number, theirs: Number, column: int) -> Number:
    """Strength that the attack lacks for a column."""
    left, right = CHART.ladder.ratios[column]
    return plain(Fraction(theirs) * Fraction(left, right) - ours)


# --- the log ----------------------------------------------------------------------------------------


def narrate(attack: Attack, before: State, action: str, after: State) -> Sequence[Line]:
    """Lines for one step: what was done, what it meant, who was lost, and where it led."""
    lines = _deed(attack, before, action)
    for side in ("attacker", "defender"):
        lost = attack.steps(before.left, side) - attack.steps(after.left, side)
        if lost:
            lines.append(Line(_lost(attack, before, after, side, lost), _loss_rules(attack, before, after, side), side))
    if before.phase in ("roll", "lose") and after.phase != "lose":
        lines += _whither(attack, after)
    if before.phase in ("stand", "check", "retreat") and not action.startswith("!"):
        lines += _stranded(attack, before, after)
    return lines


def _stranded(attack: Attack, before: State, after: State) -> list[Line]:
    """Those who did not find their way to the end of a retreat."""
    lines = []
    if attack.steps(after.left, "defender") < attack.steps(before.left, "defender"):
        lines.append(Line("There is no way out: whoever finds none is eliminated.", ("EXT.11.8",), "defender"))
    short = [attack.leavers[number] for number, _, whole in after.placed[len(before.placed) :] if not whole]
    if short:
        names = ", ".join(dict.fromkeys(map(describe, short)))
        text = f"No {'further ' if after.path else ''}retreat hex is open: placed as the retreat rules say: {names}."
        lines.append(Line(text, ("EXT.11.8",), "defender"))
    if after.parted and not before.roll and before.phase != "check" and after.phase != "retreat":
        lines.append(Line("The Germans stay in the hex.", ("RES.vol-german",), "defender"))
    return lines


def _deed(attack: Attack, before: State, action: str) -> list[Line]:
    verb, _, what = action.partition(":")
    if action.startswith("d8=") and before.phase == "roll":
        return _rolled(attack, int(action.removeprefix("d8=")))
    if action.startswith("d8="):
        roll, below = int(action.removeprefix("d8=")), attack.threshold(before)
        said = f"less than {below}, the defender stays" if roll < below else f"not less than {below}, it must retreat"
        return [Line(f"Retreat check {roll}: {said}.", ("RES.check-roll",), "defender")]
    if verb == "lose":
        return []
    if verb == "to":
        who = "defender" if before.fork is None else describe(going(attack, before)[0])
        return [Line(f"The {who} retreats to {mention(what)}.", ("EXT.11.8",), "defender")]
    if verb == "apart":
        return [Line("Each unit goes its own way.", ("EXT.11.8",), "defender")]
    if action.startswith("!"):
        word, _, result = action[1:].partition("=")
        agreed = {
            "result": f"the result is {result}.",
            "held": "the defender holds.",
            "retreated": "the defender retreats.",
            "spare": f"the {before.owing} loses a step less.",
            "step": f"a step of the {_named(attack, result)} is lost.",
            "back": f"the {_named(attack, result)} gets a step back.",
        }
        return [Line(agreed[word]), *(_meaning(attack, result) if word == "result" else ())]
    if action == "retreat":
        if attack.germans_bar(before.left):
            text = "All but the Germans retreat of their own will."
            return [Line(text, ("RES.vol-retreat", "RES.vol-german"), "defender")]
        return [Line("The defender retreats of its own will.", ("RES.vol-retreat",), "defender")]
    stays = "The defender stays and rolls." if before.due else "The defender stays."
    return [Line(stays, ("RES.check-roll",) if before.due else ("RES.vol-retreat",), "defender")]


def _named(attack: Attack, what: str) -> str:
    """The unit that an agreed change of steps is about; nothing when it is about none."""
    unit = attack.scenario.by_id.get(what.rpartition(":")[0] or what)
    return describe(unit) if unit else ""


def _rolled(attack: Attack, natural: int) -> list[Line]:
    modified, row, printed = read(attack.odds.column or 0, natural, attack.drm, attack.scenario.pack)
    die = f"die {natural}" + (f" {attack.drm:+d} = {modified}" if attack.drm else "")
    rules: Rules = ("CRT.drm-apply", "CRT.table")
    if str(modified) != row:
        die, rules = f"{die}, row {row}", (*rules, "CRT.rows")
    if attack.scenario.pack and attack.scenario.pack.has("results"):
        die += f" (chart of {attack.scenario.pack.title or 'the pack'})"
    return [Line(f"{odds(attack)}; {die}: {printed}.", rules, "attacker"), *_meaning(attack, printed)]


def _meaning(attack: Attack, printed: str) -> list[Line]:
    if printed == BRACKET:
        turned, why, rules = reversal(attack.forces)
        said = "attacker" if turned else "defender"
        return [Line(f"{printed}: the {said} loses a step: {why}.", rules)]
    result = applied(attack.forces, printed)
    starred = f", read as {result}" if result != printed else ""
    return [Line(f"{printed}{starred}: {LEGEND[printed]}.", (effect(result).rule,))]


def _lost(attack: Attack, before: State, after: State, side: str, lost: int) -> str:
    told = []
    for i in attack.sides[side]:
        gone = sum(before.left[i]) - sum(after.left[i])
        dead = len(before.left[i]) - len(after.left[i])
        if gone:
            name = describe(attack.lands[i])
            number = f"{dead} × " if dead > 1 else ""
            steps = f"{gone} step{'s' if gone > 1 else ''} of "
            told.append(f"{number}{name} eliminated" if dead else f"{steps}the {name}")
    return f"{side.capitalize()} loses {lost} step{'s' if lost > 1 else ''}: {', '.join(told)}."


def _loss_rules(attack: Attack, before: State, after: State, side: str) -> Rules:
    if before.phase in ("stand", "check", "retreat"):
        return ("EXT.11.8",)
    rules: Rules = (effect(after.applied).rule,)
    return rules if attack.steps(after.left, side) else (*rules, "RES.excess")


def _whither(attack: Attack, after: State) -> list[Line]:
    if not after.applied:
        return []
    if not attack.sides["defender"] and after.ending in ("cleared", "held") and effect(after.applied).defender:
        falls = "falls" if after.ending == "cleared" else "falls to DE only, by the reading chosen"
        return [Line(f"The fort has no steps to lose: it {falls}.", ("RES.excess", "STR.fort.alone"), "defender")]
    if not effect(after.applied).starred or after.ending in ("cleared", "lost"):
        return []
    lost = attack.before["defender"] - attack.steps(after.left, "defender")
    told = f"{lost} of {attack.before['defender']} steps"
    if attack.scenario.readings["half_of"] == "strength":
        told += ", by their strength"
    due = ("half or more: a retreat check is due" if attack.casualties(after.left) else
           "less than half: no retreat check")  # fmt: skip
    lines = [Line(f"The defender lost {told}, {due}.", ("CRT.retreat-gate",), "defender")]
    if attack.germans_bar(after.left):
        lines.append(Line("Germans may not retreat of their own will yet.", ("RES.vol-german",), "defender"))
    return lines


# --- what may not be tapped, last words, the board ---------------------------------------------------


def refusals(attack: Attack, state: State) -> Sequence[Refusal]:
    """Counters and hexes a player may tap in vain, and the reason."""
    found = []
    if state.phase == "lose":
        for unit in attack.lands:
            if unit.side != state.owing:
                found.append(Refusal(unit.id, unit.at, f"only the {state.owing} loses steps now", ("RES.who-loses",)))
            elif not state.left[attack.number[unit.id]]:
                found.append(Refusal(unit.id, unit.at, "it is eliminated already", ("RES.excess",)))
    if state.phase == "retreat":
        units = going(attack, state)
        board = (*neighbours(attack.forces, state.path), *attack.scenario.hexes, attack.forces.target, *state.path)
        for name in dict.fromkeys((*board, *(unit.at for unit in attack.scenario.units))):
            why, rules = why_not(attack.forces, name, state.path, units)
            if why:
                found.append(Refusal("", name, why, rules))
    return found


def closing(attack: Attack, state: State) -> Sequence[Line]:
    """What follows by the chart from a finished attack."""
    lines = []
    if state.ending in ("cleared", "retreated"):
        lines.append(Line("Advance, breakthrough and exploitation follow your own rules.", ("EXT.advance",)))
        lines += [Line(text, rules) for text, rules in follow_up(attack.scenario, attack.forces)]
    generals = attack.forces.of("attacker" if state.ending == "lost" else "defender", "general")
    if generals and state.ending in ("cleared", "lost"):
        lines.append(Line("The chart does not say what becomes of a General whose stack is gone.", ("EXT.units",)))
    return lines


def overlay(attack: Attack, state: State) -> dict[str, Any]:
    """Counters eliminated and moved, and the aircraft that do not count."""
    lost: dict[str, int] = {}
    steps: dict[str, int] = {}
    for i, unit in enumerate(attack.lands):
        gone = unit.count - len(state.left[i])
        if gone:
            lost[unit.id] = gone
        if state.left[i] != attack.full[i]:
            steps[unit.id] = sum(state.left[i])
    fliers = [*attack.forces.of("attacker", "air"), *attack.forces.of("defender", "air")]
    grounded = sky(attack.scenario, attack.forces.target).grounded
    out = [unit.id for unit in fliers if grounded or unit.text("support") != "yes"]
    return {"lost": lost, "steps": steps, "out": out, "moved": moved(attack, state)}
