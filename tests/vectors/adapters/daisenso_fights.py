"""Fights of Dai Senso as the vectors need them: counters, charts, and what is read off them."""

from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.charting import parse_result
from hexumpire.rulesets.daisenso.numbering import find_place, side_between
from hexumpire.rulesets.daisenso.rules.declaration import who_may

LADDER = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1", "9-1")
"""Invented, within what the text permits."""
TARGET = "w4624"
AROUND = ("w4524", "w4625", "w4724", "w4723", "w4623", "w4523")
OPPOSITE = ("w4625", "w4623")
NATIONS = {"Japan": "Japanese", "Siamese": "Siam"}
SIDES = {"all-sea": "allsea", "none": None, None: None}


def at(name):
    """The hex of a printed number."""
    return find_place(name)


def unit(side, kind, place, name, nation=None, **fields):
    """A counter of a document."""
    nation = nation or ("Japanese" if side == "attacker" else "US")
    return {"id": name.replace(" ", "_"), "side": side, "type": kind, "nation": NATIONS.get(nation, nation),
            "at": at(place), **fields}  # fmt: skip


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
    while battle.node.topic == "support":
        battle = battle.play("alone" if "alone" in battle.legal_actions else next(iter(battle.legal_actions)))
    return battle


def infantry(side, place, name, **fields):
    """Plain infantry."""
    return unit(side, "infantry", place, name, **{"af": 9, "df": 1, "ma": 2, "steps": 1, **fields})


def reason_of(problems, words):
    """The word for the first problem whose rule has one."""
    return next((words[problem.rule] for problem in problems if problem.rule in words), None)
