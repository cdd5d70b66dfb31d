"""Short words for playing battles of V101125: set a result, roll the dice of disruption, look at what is asked."""

from __future__ import annotations

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle, Decision
from hexumpire.rulesets.v101125 import RULESET

CALM = ("d6=2", "d6=1")
"""Dice of disruption that cost nobody anything: a marker for the attacker."""


def begin(document, *actions):
    """The battle of a document after some actions; a regular attack is resolved at once."""
    battle = Battle.start(RULESET.game(read_scenario(document)))
    if "now" in battle.legal_actions and (not actions or actions[0] != "delay"):
        battle = battle.play("now")
    return battle.play_all(actions)


def after(document, result, *actions):
    """The battle after that result of the main dice, with calm dice of disruption."""
    return begin(document, f"!result={result}", *CALM, *actions)


def topic(battle):
    """What is asked; empty where dice fall or all is over."""
    return battle.node.topic.partition("-")[0] if isinstance(battle.node, Decision) else ""


def spared(battle, *actions):
    """The battle after more actions, once all payments that are due are spared."""
    battle = battle.play_all(actions)
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    return battle


def options(battle):
    """The ids of what may be chosen."""
    return list(battle.legal_actions)


def weighed(battle):
    """Those that the odds look at."""
    return [one.id for one in battle.node.options if not one.aside] if isinstance(battle.node, Decision) else []


def measures(battle):
    """What the ending measures."""
    return dict(battle.outcome.measures)


def log(battle):
    """The log as one text."""
    return "\n".join(line.text for _, line in battle.log)


def refused(battle, place):
    """Why a hex, or a unit, may not be chosen."""
    return [one.reason for one in battle.game.refusals(battle.state) if place in (one.hex, one.unit)]
