"""Who may attack what: the general restrictions on combat, each with its way out (11.A, 11.G.2, 11.H.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexumpire.model.errors import Problem
from hexumpire.model.text import say, uncapital
from hexumpire.rulesets.v101125.fight import OVERRUN, Fight
from hexumpire.rulesets.v101125.rules import crowding, hasty, supply, terrain, zero
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.units import Piece, res, res_said
from hexumpire.rulesets.v101125.vocabulary import MARKS

EMPTY = "11.0a", "$.targets"
"""Rule and place of the problem that nobody is in the attacked hex, in an enemy zone of control."""


def problems(setting: Setting) -> Iterator[Problem]:
    """Everything for which the rules forbid the attack that is set up."""
    fight = setting.opening
    yield from _nobody(setting, fight)
    yield from _strays(setting)
    yield from _targets(setting)
    for piece in fight.attackers:
        yield from _way(setting, fight, piece)
        yield from _remnant(setting, fight, piece)
        yield from _spent(setting, fight, piece)
    yield from _crowds(setting, fight)
    yield from _overstack(setting, fight)
    yield from hasty.problems(setting)
    if fight.attackers:
        yield from _strength(setting, fight)


def _nobody(setting: Setting, fight: Fight) -> Iterator[Problem]:
    beside = [p for p in setting.pieces if p.counter.side == "attacker" and setting.touches(p.at, fight.target)]
    if not fight.attackers and any(piece.counter.flag("spent") for piece in beside):
        why = "those who were to make the attack have fought in a counterattack"
        yield Problem(why, "$.units", "11.L.1.d.vii", "attack with others")
    elif not fight.attackers:
        yield Problem("nobody attacks", "$.units", "11.0a", "put an attacker beside the attacked hex, or into it")


def _strays(setting: Setting) -> Iterator[Problem]:
    """Units that stand too far away to take part (11.0a, 11.A.3)."""
    for piece in setting.pieces:
        if piece.counter.side != "attacker" or not piece.counter.flag("attacks"):
            continue
        if setting.beside:
            if piece.at != setting.beside:
                text = say("{unit} does not stand in the shared hex, which is attacked out of", unit=piece.name)
                fix = "leave it out, or attack the one hex with it and pin the enemies in the shared one"
                yield Problem(text, setting.path(piece, "at"), "11.R.3.d.2", fix)
        elif not any(setting.touches(piece.at, one) for one in setting.targets):
            text = say("{unit} does not stand beside the attacked hex", unit=piece.name)
            yield Problem(text, setting.path(piece, "at"), "11.0a", "move it there, or leave it out")


def may_attack_together(targets: int, dual: bool) -> bool:
    """Whether hexes are attacked as one: a single hex, or one of dual ownership and one beside it (11.A.4)."""
    return targets == 1 or dual


def _targets(setting: Setting) -> Iterator[Problem]:
    """An attack has one hex, or one and the hex of dual ownership that it is attacked out of (11.A.4, 11.R.3.d.2).

    One that nobody is in may be attacked outside enemy zones of control alone (11.0a).
    """
    if not may_attack_together(len(setting.targets), bool(setting.beside)):
        yield Problem("an attack is made on one hex", "$.targets", "11.A.4", "make an attack of its own on each hex")
    enemies = [piece for piece in setting.pieces if piece.counter.side == "defender"]
    if not setting.opening.defenders and supply.is_watched(setting, setting.target, enemies):
        text, (rule, path) = "nobody is in the attacked hex, and an enemy zone of control is there", EMPTY
        yield Problem(text, path, rule, "attack those whose zone it is, or a hex outside of their zones")


def _way(setting: Setting, fight: Fight, piece: Piece) -> Iterator[Problem]:
    """Prohibited hexes and hexsides (11.A.2)."""
    ground = setting.scenario.hex(fight.target).terrain
    if ground in terrain.CLOSED:
        text = say("{unit} cannot attack into {terrain}", unit=piece.name, terrain=uncapital(MARKS[ground]))
        yield Problem(text, setting.path(piece, "at"), "11.A.2", "attack another hex")
    origin = fight.origin(piece)
    if origin != fight.target and "prohibited" in setting.scenario.between(origin, fight.target):
        text = say("{unit} cannot attack across a prohibited hexside", unit=piece.name)
        yield Problem(text, setting.path(piece, "at"), "11.A.2", "let it attack from another hex")


def _remnant(setting: Setting, fight: Fight, piece: Piece) -> Iterator[Problem]:
    """A remnant attacks only when a result forces it to (11.A.7)."""
    if piece.shown.kind == "remnant" and not fight.is_forced:
        text = say("{unit} cannot attack of its own will", unit=piece.name)
        yield Problem(text, setting.path(piece, "face"), "11.A.7", "leave it out")


def _spent(setting: Setting, fight: Fight, piece: Piece) -> Iterator[Problem]:
    """Who fought in a counterattack attacks no more in this phase, unless a result forces it (11.L.1.d.vii, 11.A.1)."""
    if piece.counter.flag("spent") and not fight.is_forced:
        text = say("{unit} has fought in a counterattack", unit=piece.name)
        yield Problem(text, setting.path(piece, "spent"), "11.L.1.d.vii", "leave it out")


# --- how many -----------------------------------------------------------------------------------------------


def _crowds(setting: Setting, fight: Fight) -> Iterator[Problem]:
    """No more units of a hex beside it attack than may stand in it, but for those from overstack (11.A.9)."""
    for place in fight.stacks:
        crowd = [piece for piece in fight.attackers if fight.origin(piece) == place]
        why, rules = crowding.why_not(setting, (fight.target,), [(piece.counter.index, place) for piece in crowd])
        if why:
            last = [piece for piece in crowd if not piece.counter.flag("overstacked")][-1]
            yield Problem(why, setting.path(last, "at"), rules[0], "leave units out, or attack from overstack")


def _overstack(setting: Setting, fight: Fight) -> Iterator[Problem]:
    """An attack from overstack is planned turns ahead, and nobody in it moves, nor lands or drops (11.G.2).

    No planning allows an overrun from overstack: that is told of the overrun.
    """
    if not fight.overstacked or fight.kind == OVERRUN:
        return
    turns = supply.overstack_turns(res(fight.overstacked))
    if int(setting.scenario.condition("plotted")) < turns:
        ahead = say("{n} turn", n=turns) if turns == 1 else say("{n} turns", n=turns)
        text = say(
            "an attack from overstack with {size} is planned {turns} in advance",
            size=res_said(res(fight.overstacked)),
            turns=ahead,
        )
        yield Problem(text, "$.conditions.plotted", "11.G.2", "say how long it was planned, or leave units out")
    for piece in fight.attackers:
        if piece.counter.text("moved") != "no" or piece.counter.comes:
            text = say("{unit} moved, and part of the attack is made from overstack", unit=piece.name)
            field = "via" if piece.counter.comes else "moved"
            yield Problem(text, setting.path(piece, field), "11.G.2", "leave it out, or attack without overstack")


# --- strength -----------------------------------------------------------------------------------------------


def _strength(setting: Setting, fight: Fight) -> Iterator[Problem]:
    """Units without strength attack with others only (11.H.1); nobody attacks below a sure 1:4 (11.A.11)."""
    if not any(piece.attack for piece in fight.attackers) and not zero.allowed(setting, fight):
        text = "units without attack strength do not attack by themselves"
        yield Problem(text, setting.path(fight.attackers[0], "attack"), "11.H.1", "let others attack with them")
        return
    grounds = [fight]
    for place in fight.beside:
        grounds.append(replace(fight, target=place, works=setting.works(place), beside=(fight.target,)))
    for figures in (Figures(setting, one) for one in grounds):
        if not figures.refused or not figures.odds:
            continue
        text = say("the odds of {odds} are below a sure 1:4", odds=figures.odds.name)
        yield Problem(text, "$.units", "11.A.11", "bring more strength; only a result forces such an attack")
        return
