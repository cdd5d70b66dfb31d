"""Vectors of partisans (chapter 11): who has them in a fight, in attrition, and where they move."""

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.model.errors import InputError
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.vocabulary import HOME

from . import aworldatwar_fights as fights

HERE, NEXT = "0,0", "1,0"


def band(side="attacker", at=HERE, **fields):
    return {"id": "band", "side": side, "type": "partisan", "nation": "Irish", "at": at, **fields}


def played(procedure, units, hexes):
    document = {"ruleset": "aworldatwar", "procedure": procedure, "units": units, "map": {"hexes": hexes}}
    return Battle.start(RULESET.game(read_scenario(document)))


def attrition_total():
    """Whether a partisan adds to the factors of those who attrition beside it."""
    other = {"id": "foe", "side": "defender", "type": "infantry", "nation": "British", "at": NEXT}
    regular = {"id": "regular", "side": "attacker", "type": "infantry", "nation": "German", "at": HERE, "factors": 3}
    battle = played("attrition", [regular, band(), other], {})
    assert battle.assessment.attack >= 3
    return battle.assessment.attack > 3


def receive_das():
    """Whether partisans alone have defensive air."""
    game = fights.setup("new", [fights.unit("infantry", 9)], [fights.unit("partisan", 1), fights.unit("air", 3)])
    return not game.problems


def offensive_op():
    """Whether a partisan may join an attack."""
    force = [fights.unit("infantry", 9), fights.unit("partisan", 1)]
    return not fights.setup("new", force, [fights.unit("infantry", 1)]).problems


def enter(there, here):
    """Whether a partisan moves out of a country into another."""
    hexes = {HERE: {"country": here.title()}, NEXT: {"country": there.title()}, "-1,0": {"country": here.title()}}
    homes = {home: nation for nation, home in HOME.items()} | {"Eastern Poland": "Russian"}
    battle = played("move", [band(nation=homes.get(here.title(), "Irish"))], hexes)
    after = battle.play(next(action for action in battle.legal_actions if action.startswith("take:")))
    return f"go:{NEXT}" in after.legal_actions


def attrition_loss():
    """Whether partisans may be lost to an attrition of the regulars beside them."""
    regular = {"id": "regular", "side": "defender", "type": "infantry", "nation": "British", "at": HERE, "count": 2}
    force = [
        {"id": f"force{n}", "side": "attacker", "type": "infantry", "nation": "German", "at": NEXT, "factors": 30}
        for n in (1, 2)
    ]
    game = played("attrition", [*force, regular, band("defender", nation="British")], {}).game
    state = game.flow.carry_out(game.apply(game.start(), "roll"), (2, 0))
    return any(option.unit == "band" for option in game.node(state).options)


def by_sea():
    """Whether a partisan can be said to come by sea."""
    try:
        played("move", [band(via="sea")], {})
    except InputError:
        return False
    return True


ACTS = {
    "attrition_total": attrition_total,
    "receive_das": receive_das,
    "offensive_op": offensive_op,
    "attack": offensive_op,
    "attrition_loss": attrition_loss,
    "suffer_attrition": attrition_loss,
    "be_attritioned": attrition_loss,
    "sea_transport": by_sea,
    "sea_move": by_sea,
}


def partisan(given, edition):
    """What a partisan does: one of :data:`ACTS`, it leaves its country, or it enters a country from another."""
    act = given["act"]
    if act in ACTS:
        return ACTS[act]()
    if act == "leave_country":
        return enter("france", "ireland")
    there, _, here = act.removeprefix("enter_").partition("_from_")
    assert act.startswith("enter_")
    return enter(there.replace("_", " "), here.replace("_", " "))
