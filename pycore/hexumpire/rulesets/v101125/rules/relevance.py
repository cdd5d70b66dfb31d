"""What the form asks about an attack: what could matter to it, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from hexumpire.model.scenario import Unit
from hexumpire.rulesets.v101125.fight import COUNTERATTACK, HASTY, OVERRUN, REGULAR, Fight
from hexumpire.rulesets.v101125.rules import armour, contingents, doubts, modifiers, planned, sea, special, terrain
from hexumpire.rulesets.v101125.rules import odds as ladder
from hexumpire.rulesets.v101125.rules.bouts import STRUCK
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import ODDS
from hexumpire.rulesets.v101125.units import Piece, is_ground
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

ALWAYS = (
    "phase",
    "weather_sp",
    "weather_left",
    "weather_shift",
    "retreat_before",
    "supplied",
    "stacking",
    "other_dm",
    "forced_fights",
)
"""Conditions that can matter to any attack."""
PRINTED = ("attack", "defence", "movement", "size", "face", "cadre_attack", "remnant", "points", "flak", "serves")
"""Fields of what is printed on a counter."""
LIGHT = (HASTY, COUNTERATTACK, STRUCK)
"""What support may serve that counts as in a hasty attack (11.C.2, 11.L.1.d.i)."""
STANDING = ("supply", "isolated", "marker", "zoc")
"""Fields that can matter to any counter."""


def relevant(setting: Setting) -> Mapping[str, Any]:
    """Keys worth asking: ``conditions``, ``readings``, ``units`` by id and ``hexes`` by name, each in printed order."""
    scenario, fight = setting.scenario, setting.opening
    asked = {*ALWAYS, *_of_fight(setting, fight)}
    changed = {field.key for field in VOCABULARY.conditions if scenario.conditions[field.key] != field.default}
    told = {field.key for field in VOCABULARY.readings if scenario.readings[field.key] != field.default}
    return {
        "conditions": [field.key for field in VOCABULARY.conditions if field.key in asked | changed],
        "readings": [field.key for field in VOCABULARY.readings if field.key in asked | told],
        "units": {unit.id: _of_unit(setting, fight, unit) for unit in scenario.units},
        "hexes": {target: _of_hex(setting, fight, target) for target in setting.targets},
    }


def _of_fight(setting: Setting, fight: Fight) -> Iterator[str]:
    yield from _of_odds(setting, fight)
    yield from armour.asks(fight)
    yield from special.asks(setting, fight)
    yield from contingents.asks(fight)
    yield from modifiers.asks(fight)
    yield from planned.asks(fight)
    yield from doubts.asks(setting, fight)
    yield from _of_kind(fight)
    if any(unit.text("serves") in LIGHT for unit in setting.scenario.units if not is_ground(unit)):
        yield "hasty_support"
    if fight.kind == OVERRUN:
        yield "overrun_mp"
    if any(piece.counter.flag("held_out") for piece in fight.defenders):
        yield "held_out"
    if fight.overstacked and fight.kind != OVERRUN:
        yield "plotted"
    if fight.dual:
        yield "dual_price"
    if fight.beside:
        yield "dual_pin"
    if any(setting.shared(place) for place in fight.stacks if place != fight.target):
        yield "dual_attacked"
    if any("mountain_side" in terrain.across(setting, fight, piece) for piece in fight.attackers):
        yield "side_stacking"
    if not any(piece.attack for piece in fight.attackers):
        yield "zero_option"
    if setting.scenario.condition("retreat_before") is True:
        yield from ("examined", "surprise")
    if setting.has_abilities:
        yield "waiving"
    if any(piece.counter.flag("ski") for piece in fight.defenders):
        yield "snow"


def _of_kind(fight: Fight) -> Iterator[str]:
    """What matters by the kind of the attack, and what may follow from it."""
    yield "counterattack_hex"
    if fight.kind != OVERRUN:
        yield "kind"
    if fight.is_forced:
        yield "chained"
    if fight.kind == HASTY or (fight.phase == "exploitation" and fight.kind != OVERRUN):
        yield "delayed"
    if fight.kind == HASTY:
        yield from ("hasty_support", "order")
    if fight.kind == REGULAR and fight.phase == "initial" and len(fight.stacks) > 1:
        yield "riposte"


def _of_odds(setting: Setting, fight: Fight) -> Iterator[str]:
    """Readings that matter to the odds as they are."""
    figures = Figures(setting, fight)
    if figures.odds is None:
        return
    yield "crt"
    if figures.odds.step < 0:
        yield "below_even_rounding"
        if figures.odds.faces and figures.odds.level + figures.odds.step < 0 <= figures.odds.level:
            yield "sure_odds"
    elif ladder.EVEN <= figures.odds.level < ladder.RATIOS.index(ODDS["fine_to"]):
        yield "ratio_step"
        if ladder.RATIOS[figures.odds.level] < ODDS["half_columns_from"]:
            yield "fraction_from"
    if figures.shift:
        yield from ("weather_ladder", "weather_check", "weather_dm")


def _of_unit(setting: Setting, fight: Fight, unit: Unit) -> list[str]:
    piece = next((piece for piece in setting.pieces if piece.counter.unit is unit), None)
    asked = {*PRINTED, *STANDING} if is_ground(unit) else set(PRINTED)
    if piece:
        asked |= set(_of_piece(fight, piece))
    default = VOCABULARY.type_of[unit.type]
    known = ((key, value) for key, value in unit.values.items() if key in VOCABULARY.field_of)
    changed = {key for key, value in known if value != VOCABULARY.default(default, key)}
    return [key for key in unit.values if key in asked | changed]


def _of_piece(fight: Fight, piece: Piece) -> Iterator[str]:
    """Fields that matter to a counter in this fight."""
    counter = piece.counter
    if piece not in (*fight.attackers, *fight.defenders):
        yield "engaged"
        if counter.side == "defender" and piece.at in fight.stacks:
            yield "attacked"
    yield from contingents.asks_of(piece, fight)
    if counter.flag("cm") or counter.text("aec") != "none" or counter.text("atec") != "none":
        yield from ("aec", "atec", "cm", "armour_symbol", "intrinsic")
    if any(one.counter.text("aec") in ("full", "half", "double") for one in fight.attackers):
        yield "intrinsic"
    if counter.text("special") != "none":
        yield from ("special", "special_counts", "ability_factor")
    if counter.text("supply") != "regular":
        yield from ("supply_cut", "unsupported")
    if counter.side == "attacker":
        yield from ("attacks", "moved", "overstacked", "reserve", "via")
    else:
        yield from ("reacted", "held_out", "retreated", "zone_class", "ski", "recon")
    yield "home"


def _of_hex(setting: Setting, fight: Fight, target: str) -> list[str]:
    asked = set()
    if target in (fight.target, *fight.beside):
        asked = set(terrain.asks_of_hex(setting, replace(fight, target=target)))
        asked |= {"limit"} if len(fight.attackers) > 1 else set()
    if setting.shared(target):
        asked.add("owner")
    if sea.is_coast(setting, target):
        asked.add("transport")
    values = setting.scenario.hex(target).values
    changed = {field.key for field in VOCABULARY.hex_fields if values[field.key] != field.default}
    return [field.key for field in VOCABULARY.hex_fields if field.key in asked | changed]
