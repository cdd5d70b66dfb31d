"""Fights of Dai Senso as the vectors need them: counters, charts, and what is read off them."""

from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.charting import parse_result
from hexumpire.rulesets.daisenso.numbering import find_place, side_between
from hexumpire.rulesets.daisenso.rules.declaration import who_may
from hexumpire.rulesets.daisenso.vocabulary import TRAITS

LADDER = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1", "9-1")
"""Invented, within what the text permits."""
TARGET = "w4624"
AROUND = ("w4524", "w4625", "w4724", "w4723", "w4623", "w4523")
APART = ("w4625", "w4723", "w4523", "w4623", "w4724", "w4524")
"""The same hexes, those first of which no two lie side by side: a stack that cannot retreat leaves the others free."""
NATIONS = {
    "Japan": "Japanese",
    "Siamese": "Siam",
    "Thailand": "Siam",
    "Thai": "Siam",
    "Manchukuo": "Manchurian",
    "Manchuria": "Manchurian",
    "Burma": "Burmese",
    "Britain": "British",
    "UK": "British",
    "United Kingdom": "British",
    "USA": "US",
    "United States": "US",
    "American": "US",
    "India": "Indian",
    "Australia": "Australian",
    "Canada": "Canadian",
    "France": "French",
    "Philippines": "Philippine",
    "Russia": "Russian",
    "USSR": "Russian",
    "Soviet": "Russian",
    "Soviet Union": "Russian",
    "Mongolia": "Mongolian",
    "Korea": "Korean",
    "China": "Nationalist Chinese",
    "Nationalist China": "Nationalist Chinese",
    "KMT": "Nationalist Chinese",
    "Western Nationalist Chinese": "Nationalist Chinese",
    "NEI": "Netherlands East Indies",
    "Netherlands": "Netherlands East Indies",
    "Dutch": "Netherlands East Indies",
}
SIDES = {"all-sea": "allsea", "all_sea": "allsea", "none": None, "clear": None, None: None}
KINDS = {
    "mech": "armor",
    "mechanized": "armor",
    "inf": "infantry",
    "detachment_marker": "detachment",
    "cv_strike": "strike",
    "cv-strike": "strike",
    "CV Strike": "strike",
}
WEATHER = {None: "fine", "clear": "fine", "none": "fine", "dry": "fine", "storm": "storms"}
STATED = {f"side_{kind}": "1" for kind in ("mountain", "strait", "lake", "beachhead")}
"""Shifts of the hexsides of which the text tells none: without them a game asks first."""
MOST = 30
"""No counter has more factors."""


def at(name):
    """The hex of a printed number."""
    return find_place(name)


def unit(side, kind, place, name, nation=None, **fields):
    """A counter of a document."""
    nation = nation or ("Japanese" if side == "attacker" else "US")
    return {
        "id": name.replace(" ", "_"),
        "side": side,
        "type": KINDS.get(kind, kind),
        "nation": NATIONS.get(nation, nation),
        "at": at(place),
        **fields,
    }


def in_parts(total):
    """Factors of as many counters as a total needs; one at least."""
    parts = []
    while total > MOST:
        parts, total = [*parts, MOST], total - MOST
    return [*parts, total]


def foe_of(nation):
    """A nation that is an enemy of another."""
    return "US" if "axis" in TRAITS[NATIONS.get(nation, nation)] else "Japanese"


def sky(word):
    """Weather as a hex of a document has it."""
    return WEATHER.get(word, word)


def chart(cell="-", ladder=LADDER):
    """A chart in which every result is the same; it says that it is invented."""
    return {"title": "Invented", "tables": {"crt": {str(face): dict.fromkeys(ladder, cell) for face in range(1, 7)}}}


def game(units, hexes=None, sides=None, target=TARGET, **more):
    """The game of a scenario; hexes and sides by printed numbers. Vectors state zones of control hex by hex."""
    document = {
        "ruleset": "daisenso", "targets": [at(target)], "units": units,
        "map": {
            "hexes": {at(name): data for name, data in (hexes or {}).items()},
            "sides": {side_between(at(a), at(b)): [SIDES.get(kind, kind)] for (a, b), kind in (sides or {}).items()
                      if SIDES.get(kind, kind)},
        },
        "readings": {"zones": "stated"}, **more,
    }  # fmt: skip
    return RULESET.game(read_scenario(document))


def result(battle, text):
    """The battle after a result read off the aid."""
    found = parse_result(text)
    battle = decline(battle)
    return battle.play(f"read:{found.retreat or 'none'}").play(f"losses:{found.attacker}/{found.defender}")


def forces_of(found):
    """The forces that may attack the first target."""
    state = found.start()
    return who_may(found.setting, state, state.fight).forces


def decline(battle):
    """Past the questions of ranged support."""
    while getattr(battle.node, "topic", "") == "support":
        battle = battle.play("alone" if "alone" in battle.legal_actions else next(iter(battle.legal_actions)))
    return battle


def infantry(side, place, name, **fields):
    """Plain infantry."""
    return unit(side, "infantry", place, name, **{"af": 9, "df": 1, "ma": 2, "steps": 1, **fields})


def reason_of(problems, words, expect=None):
    """The word for the first problem whose rule has one; the rule itself where a vector tells reasons by rule."""
    rules = [problem.rule for problem in problems]
    if (expect or {}).get("reason") in rules:
        return expect["reason"]
    return next((words[rule] for rule in rules if rule in words), None)


def word_of(rules, words, expect):
    """The word for a refusal by its first rule; the rule itself where a vector tells reasons by rule."""
    return expect["reason"] if expect.get("reason") in rules else words.get(rules[0], rules[0])
