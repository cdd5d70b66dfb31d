"""The vectors of the 1D8 chart, asked of the game.

Every question becomes a scenario document, is read like a player's, and is answered by the game made of it: its
strengths, modifiers, problems, options, and what is left after playing. Nothing is reckoned here.
"""

from fractions import Fraction

from hexumpire.model.battle import Battle, Chance, Decision
from hexumpire.rulesets.d8chart import RULESET
from hexumpire.rulesets.d8chart.rules.movement import allowance, enter
from hexumpire.rulesets.d8chart.rules.odds import odds
from hexumpire.rulesets.d8chart.rules.results import read
from hexumpire.rulesets.d8chart.rules.retreat import holds, threshold
from hexumpire.rulesets.d8chart.rules.weather import interception
from hexumpire.rulesets.d8chart.rules.zones import stops
from hexumpire.rulesets.d8chart.tables import CHART

from .d8chart_fights import (
    AROUND,
    FORTS,
    HEXSIDES,
    TARGET,
    TYPES,
    Setup,
    attack_of,
    claim,
    claims,
    defence_of,
    drm,
    drm_facts,
    exclusive,
    of_any_nation,
    spread,
    written,
)

# --- strengths and odds -----------------------------------------------------------------------------


def parts(found):
    """A strength as vectors tell it."""
    return {key: written(getattr(found, key)) for key in ("land", "base", "chit", "air", "naval", "total")}


def attack_strength(given, edition, expected):
    """The strength of an attack."""
    setup = Setup()
    attack_of(setup, given)
    setup.unit("defender", TARGET)
    if given.get("amph"):
        setup.land()
    return parts(setup.game(edition=edition).figures.attack)


def defence_strength(given, edition, expected):
    """The strength of a defence."""
    setup = Setup()
    fort = FORTS[given.get("perm_fort") or "none"]
    attack_of(setup, {"stacks": [{"units": [{"cs": 4}]} for _ in fort]}, fort)
    defence_of(setup, given)
    if given.get("amph"):
        setup.land()
    return parts(setup.game(edition=edition).figures.defense)


def column(given, edition, expected):
    """The column of two totals."""
    found = odds(Fraction(given["attack"]), Fraction(given["defence"]))
    answer = {"column": found.name, "clamped": found.clamped}
    return answer | ({"warning": found.warning} if found.warning else {})


def cell(given, edition, expected):
    """The cell of a column for a die and its modifiers."""
    modified, row, result = read(CHART.ladder.names.index(given["column"]), given["natural"], given["drm"])
    return {"modified": modified, "row": row, "result": result}


def table(given, edition, expected):
    """How many cells there are, and whether they follow one diagonal but for their stars."""
    chart = RULESET.chart(edition)
    on = {}
    for i, row in enumerate(chart["cells"]):
        for j, result in enumerate(row):
            on.setdefault(i + j, set()).add(result.rstrip("*"))
    return {"cells": sum(map(len, chart["cells"])), "diagonal_ok": all(len(found) == 1 for found in on.values())}


# --- results ----------------------------------------------------------------------------------------


def after(battle):
    """What came of a roll once every step is lost."""
    while isinstance(battle.node, Decision) and battle.node.topic == "lose":
        battle = battle.play(next(iter(battle.legal_actions)))
    game, state = battle.game, battle.state
    return {
        "applied": state.applied,
        "attacker_loss": game.setting.before["attacker"] - game.setting.steps(state.left, "attacker"),
        "defender_loss": game.setting.before["defender"] - game.setting.steps(state.left, "defender"),
        "check": state.phase in ("check", "fell")
        or (state.phase == "stand" and "stay" in battle.legal_actions and state.due),
        "voluntary": "retreat" in battle.legal_actions,
    }


def state_conditions(setup, given):
    """What decides how a result is carried out."""
    if given.get("fort_present") and not {"fort_chit", "coastal_fort", "permanent_fort"} & set(
        setup.target["features"]
    ):
        setup.target["features"].append("fort_chit")
    if given.get("soviet_home_city") and "home_city" not in setup.target["features"]:
        setup.target["features"].append("home_city")
    for key, side in (("attackers_german", "attacker"), ("defender_german", "defender")):
        found = of_any_nation(setup, side) if given.get(key) else []
        for unit in found[:1] if given.get(key) == "mixed" else found:
            unit["nation"] = "German"
    if given.get("blitz_turn"):
        setup.conditions["blitz"] = {1: "first", 2: "second"}[given["blitz_turn"]]
    if "year" in given:
        setup.conditions["year"] = given["year"]
    if given.get("star_reading") in ("starred", "treat-as-starred"):
        setup.readings["unstarred"] = "starred"
    if "half_reading" in given:
        setup.readings["half_of"] = given["half_reading"]
    spread(setup, "attacker", given.get("attacker_steps"))
    spread(setup, "defender", given.get("defender_steps"))


def result(given, edition, expected):
    """What a result of the chart does."""
    setup = Setup()
    for place in range(2 if given.get("attacker_steps", 0) > 1 else 1):
        setup.unit("attacker", AROUND[place])
    setup.unit("defender", TARGET)
    state_conditions(setup, given)
    return after(Battle.start(setup.game(edition=edition)).play(f"!result={given['result']}"))


def check(given, edition, expected):
    """Whether a defender's roll holds."""
    below = threshold(given.get("basis", "natural"), given["natural"], given.get("drm", 0))
    return {"threshold": below, "hold": holds(given["defender_roll"], below)}


def combat(given, edition, expected):
    """A fight from the forces to the losses."""
    setup = Setup()
    fort = FORTS[given["defence"].get("perm_fort") or "none"]
    attack_of(setup, given["attack"], fort)
    defence_of(setup, given["defence"])
    if given["defence"].get("amph"):
        setup.land()
    claim(setup, "attacker", given["mods_attacker"])
    claim(setup, "defender", given["mods_defender"])
    state_conditions(setup, given.get("context", {}))
    if "MOD.sov-city" in given["mods_attacker"] and not given.get("context", {}).get("soviet_home_city"):
        setup.readings["cities"] = "marked"
    game = setup.game(edition=edition)
    why = claims(given["mods_attacker"], given["mods_defender"]) or exclusive(game)
    if why:
        return {"illegal": why}
    if game.figures.odds.column is None:
        totals = {"attack": written(game.figures.attack.total), "defence": written(game.figures.defense.total)}
        return {**totals, "column": None, "warning": game.figures.odds.warning}
    battle = Battle.start(game)
    assert isinstance(battle.node, Chance)
    natural = given["natural"]
    printed = dict(battle.assessment.results)[f"d8={natural}"]
    return {
        "attack": written(game.figures.attack.total),
        "defence": written(game.figures.defense.total),
        "column": battle.assessment.column,
        "drm": game.figures.drm,
        "row": read(game.figures.odds.column, natural, game.figures.drm)[1],
        "result": printed,
        **after(battle.play(f"d8={natural}")),
    }


# --- terrain and weather ----------------------------------------------------------------------------


def mover(given, *, terrain="clear", movement=9, **conditions):
    """One unit that moves from a hex into the next."""
    setup = Setup(**conditions)
    setup.target["terrain"] = given.get("terrain", terrain)
    nation = "Soviet" if given.get("soviet") else "Finnish" if given.get("finnish") else "French"
    marks = [HEXSIDES.get(given["hexside"], given["hexside"])] if given.get("hexside") else []
    kind = given.get("type", "infantry")
    setup.unit("attacker", setup.place(0, marks), TYPES.get(kind, kind), nation=nation, movement=movement)
    return setup


def move(given, edition, expected):
    """A movement allowance in the weather."""
    setup = mover(given, movement=given["ma"], weather=given.get("weather", "clear"))
    game = setup.game("move", edition=edition)
    return {"ma": allowance(game.scenario, game.scenario.units[0], bool(given.get("rail"))).value}


def mp(given, edition, expected):
    """What a hex costs."""
    game = mover(given).game("move", edition=edition)
    found = enter(game.scenario, game.scenario.units[0], AROUND[0], TARGET)
    return {"mp": found.cost, "allowed": found.cost is not None}


def exploit(given, edition, expected):
    """Whether a unit may break through and exploit."""
    answer = {}
    for kind in ("breakthrough", "exploitation"):
        setup = mover(given, weather=given.get("weather", "clear"), moves_by=kind)
        if given.get("into_zone"):
            setup.target["zone"] = given["into_zone"]
        answer[kind] = bool(setup.game("move", edition=edition).able)
    return answer


def amph(given, edition, expected):
    """Whether one may land in a hex."""
    setup = mover(given)
    setup.land()
    if given.get("port"):
        setup.target["features"].append("port")
    game = setup.game("landing", edition=edition)
    return {"allowed": bool(game.able) and not game.problems}


def zoc(given, edition, expected):
    """Whether a unit projects a zone of control into a hex."""
    setup = mover({**given, "terrain": given["into"]}, river_zoc=bool(given.get("option_11_15")))
    setup.hexes[AROUND[0]] = {"terrain": given["from"]}
    for marks in setup.sides.values():
        marks += ["frozen"] * bool(given.get("frozen"))
    game = setup.game("zoc", edition=edition)
    return {"projects": not stops(game.scenario, game.scenario.units[0], TARGET)[0]}


def naval(given, edition, expected):
    """The modifier of naval interception."""
    return {"modifier": interception(given["weather"])}


OPS = {
    "crt": cell, "table": table, "odds": column, "drm": drm, "drm_facts": drm_facts,
    "attack_strength": attack_strength, "defence_strength": defence_strength, "result": result, "check": check,
    "combat": combat, "move": move, "mp": mp, "exploit": exploit, "amph": amph, "zoc": zoc, "interception": naval,
}  # fmt: skip
