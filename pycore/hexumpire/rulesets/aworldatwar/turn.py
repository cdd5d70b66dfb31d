"""Several ground attacks of one combat phase on one board (15.22, 15.42, 15.43, 15.46, 15.47)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hexumpire.kit.attacks import Attacks
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.kit.turn import TAKEN, Turn
from hexumpire.kit.turn_board import Standing
from hexumpire.model.battle import Outcome
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Declared, Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.game import Attack
from hexumpire.rulesets.aworldatwar.measures import OF_ATTACKS
from hexumpire.rulesets.aworldatwar.phases.over import Over
from hexumpire.rulesets.aworldatwar.rules import airdrop, breakthrough, chindits, control, factions, flak, stacking
from hexumpire.rulesets.aworldatwar.state import State
from hexumpire.rulesets.aworldatwar.units import arm_of, describe
from hexumpire.rulesets.aworldatwar.vocabulary import VOCABULARY


class Counted(Over):
    """The end of one of several attacks: of one on several hexes it is told how many were occupied (15.44, 15.91)."""

    def outcome(self, state: State) -> Outcome:
        """How it ended."""
        found = super().outcome(state)
        if len(self.flow.setting.scenario.targets) <= 1:
            return found
        return replace(found, measures=(*found.measures, (TAKEN, len(flak.occupied(self.flow, state)))))


class Numbered(Attack):
    """One of several attacks. Air in a hex of partisans alone gives them no support, and so is none of it (11.47)."""

    by_itself = False
    end = Counted

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        ours = [unit for unit in scenario.units if unit.side == "attacker" and arm_of(unit) == "ground"]
        makers = [unit for unit in ours if unit.values.get("attacks", True) is True]
        later = [unit for unit in ours if unit not in makers and factions.again(scenario, makers, (unit,))]
        landed = Counter[str]()
        for unit in filter(dropped, later):
            landed[unit.at] += unit.count
        self.landed = {place: landed[place] for place in scenario.targets if landed[place]}
        """How many units of another faction have dropped into attacked hexes, to attack them after this one."""
        self.flow.fallen = frozenset(n for n, place in enumerate(scenario.targets) if place in self.landed)
        self.flow.advance.landed = self.landed

    def relevant(self) -> Mapping[str, Any]:
        """As for an attack alone; whether a unit attacks is told by the list of attacks."""
        found = super().relevant()
        landing = any(unit.text("via") == "sea" for unit in self.scenario.units if unit.side == "attacker")
        asked = [*found["conditions"], *(["landing_disturbed"] if landing else []), *factions.asked(self.scenario)]
        found = {**found, "conditions": [*dict.fromkeys(asked)]}
        return {**found, "units": {name: [k for k in keys if k != "attacks"] for name, keys in found["units"].items()}}

    def ground(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """What hexes are then: those occupied are taken, those advanced into may be broken through (16.12).

        A Russian IC or objective is marked that was defended, be it that another attack clears it (15.46, 16.31E).
        """
        if self.scenario.edition != "new" or not state.ending:
            return {}
        found = dict(control.seized(self.scenario, sorted(flak.occupied(self.flow, state))))
        for place in breakthrough.held(self.setting):
            own = found.get(place, self.scenario.hex(place).features)
            found[place] = tuple(dict.fromkeys((*own, breakthrough.HELD)))
        if state.ending != "taken" or self.flow.advance.breakthrough(state)[0]:
            return found
        won = dict.fromkeys(self.scenario.targets[target] for _, target in state.moved)
        for place, marks in breakthrough.left_behind(self.setting, won).items():
            own = self.scenario.hex(place).features
            found[place] = (*found.get(place, own), *(mark for mark in marks if mark not in own))
        return found

    def remains(self, state: State) -> dict[str, Sequence[Standing]]:
        """What is left of each unit in the attack, and who of it stands in a hex that was attacked.

        Units left out of the defence of Pearl Harbor go with the two that count when it falls (12.19).
        """
        found: dict[str, Sequence[Standing]] = {}
        fallen = self.flow.pearl.fallen(state)
        for kind in self.setting.kinds:
            unit, here = kind.unit, state.left[kind.index]
            behind = fallen and kind.side == "defender" and kind.arm == "ground"
            here += state.aside[kind.index] if state.aside and not behind else 0
            if here == kind.size and not any(index == kind.index for index, _ in state.moved):
                continue
            if kind.arm in ("air", "destroyer"):
                found[unit.id] = [Standing(unit.id, unit.at, 1, (("factors", here),))] if here else []
                continue
            places = [self.scenario.targets[target] for index, target in state.moved if index == kind.index]
            stays = here - len(places)
            left = [Standing(unit.id, unit.at, stays)] if stays else []
            left += [Standing(unit.id, place, places.count(place)) for place in dict.fromkeys(places)]
            found[unit.id] = left
        for lost in flak.lost(self.scenario, flak.occupied(self.flow, state)):
            found[lost.id] = []
        return found


def stands_by(unit: Unit) -> Unit | None:
    """An attacker without a part is on the board and fills its hex; a defender elsewhere is no matter of an attack."""
    return replace(unit, values={**unit.values, "attacks": False}) if unit.side == "attacker" else None


def crowding(scenario: Scenario) -> Iterator[Problem]:
    """More units than may attack out of one hex, in all attacks together (15.47)."""
    at = {unit.id: f"$.units[{n}]" for n, unit in enumerate(scenario.units)}
    sent: dict[str, int] = {}
    for attack in scenario.attacks:
        for name, number in attack.units:
            sent[name] = sent.get(name, 0) + number
    units = tuple(replace(unit, count=min(unit.count, sent[unit.id])) for unit in scenario.units if unit.id in sent)
    yield from stacking.out_of_one_hex(replace(scenario, units=units), at)


def drops_on(scenario: Scenario, place: str) -> Why:
    """Why a hex has to be attacked: units drop on enemies in it (15.22)."""
    here = [unit for unit in scenario.units if unit.at == place and arm_of(unit) == "ground"]
    if any(map(dropped, here)) and any(unit.side == "defender" for unit in here):
        return say("units dropped on {place} have to attack", place=mention(place)), ("15.22",)
    return "", ()


def dropped(unit: Unit) -> bool:
    """Whether a ground unit comes by airdrop in this phase."""
    return unit.text("via") == "airdrop" and not unit.flag("fought")


def together(scenario: Scenario) -> Iterator[Problem]:
    """What forbids the attacks of a phase together."""
    yield from crowding(scenario)
    yield from left_out(scenario)
    yield from overfull(scenario)
    yield from among_enemies(scenario)
    yield from airdrop.astray(scenario)


def among_enemies(scenario: Scenario) -> Iterator[Problem]:
    """Chindits that drop into a hex which enemies hold, be it not one that they attack (10.61C)."""
    sent = {(name, place) for one in scenario.attacks for name, _ in one.units for place in ("", *one.targets)}
    for number, unit in enumerate(scenario.units):
        reason, rules = drops_among(scenario, unit)
        if reason and (unit.id, "") in sent and (unit.id, unit.at) not in sent:
            text = say("{unit}: {reason}", unit=describe(unit), reason=reason)
            yield Problem(text, f"$.units[{number}].at", rules[0], "drop it elsewhere")


def drops_among(scenario: Scenario, unit: Unit) -> Why:
    """Why a Chindit may not drop where it is, among enemies of whatever hex; empty when it may (10.61C)."""
    if unit.side != "attacker" or unit.type != "chindit" or not dropped(unit):
        return "", ()
    held = any(one.at == unit.at and one.side == "defender" and arm_of(one) == "ground" for one in scenario.units)
    return airdrop.may_fight_there(unit, in_target=True) if held else ("", ())


def overfull(scenario: Scenario) -> Iterator[Problem]:
    """Airborne units that drop where nobody is attacked: only for those who attack a hex it has no limit (12.12)."""
    at = {unit.id: f"$.units[{n}]" for n, unit in enumerate(scenario.units)}
    for place in sorted({unit.at for unit in scenario.units if unit.type == "airborne" and dropped(unit)}):
        here = [unit for unit in scenario.units if unit.at == place and arm_of(unit) in ("ground", "flak")]
        if not any(unit.side == "defender" and arm_of(unit) == "ground" for unit in here):  # flak is not attacked
            ours = [unit for unit in here if unit.side == "attacker"]
            yield from stacking.overstacked(scenario, place, ours, at)


def left_out(scenario: Scenario) -> Iterator[Problem]:
    """Attacks on hexes that units of the same faction drop on, made without some of those (15.22).

    It is no matter where the attack could not be made with all of them, such as below 1:1 (10.55C).
    """
    known = factions.factions(scenario) if scenario.attacks else {}
    for number, one in enumerate(scenario.attacks):
        sent = dict(one.units)
        ours = {known[name] for name in sent}
        away = [
            unit
            for unit in scenario.units
            if unit.type == "airborne"
            and dropped(unit)
            and unit.at in one.targets
            and known[unit.id] in ours
            and sent.get(unit.id, 0) < unit.count
        ]
        if away and _possible(scenario, one, away):
            text = say("units dropped on {place} have to attack", place=mention(away[0].at))
            yield Problem(text, f"$.attacks[{number}].units", "15.22", say("send it in attack {n}", n=number + 1))


def _possible(scenario: Scenario, one: Declared, more: Sequence[Unit]) -> bool:
    """Whether an attack can be made with all of these units as well."""
    sent = tuple({**dict(one.units), **{unit.id: unit.count for unit in more}}.items())
    whole = Turn(replace(scenario, attacks=(Declared(one.targets, sent),), targets=one.targets), ATTACKS)
    return not whole.part(0, whole.home).problems


def concerns(scenario: Scenario) -> frozenset[str]:
    """The hexes attacked, and those whose Western Allied units keep Chindits who attack from being alone (15.33I)."""
    return frozenset((*scenario.targets, *chindits.watched(scenario)))


def lands(scenario: Scenario, unit: Unit) -> bool:
    """Whether a unit of ours is of an invasion that has to attack: no enemy interferes with it (15.22)."""
    ashore = unit.flag("fought") or scenario.condition("landing_disturbed")
    return unit.side == "attacker" and arm_of(unit) == "ground" and unit.text("via") == "sea" and not ashore


def owed(scenario: Scenario, one: Declared) -> Why:
    """Why a declared attack has to be fought: units drop on enemies in it, or land (15.22)."""
    units = [scenario.by_id[name] for name, _ in one.units]
    for place in one.targets:
        reason, rules = drops_on(scenario, place)
        if reason and any(unit.at == place and dropped(unit) for unit in units):
            return reason, rules
    landing = [unit for unit in units if lands(scenario, unit)]
    return has_to_land(landing[0].at) if landing else ("", ())


def has_to_land(place: str) -> Why:
    """Why units that invade from a hex have to attack (15.22)."""
    return say("units that land from {place} have to attack", place=mention(place)), ("15.22",)


def left(scene: Scenario) -> Scenario:
    """What is left of an attack on several hexes when another one has emptied some (15.44, 15.46).

    Those that enemies still hold are attacked, by the same units: they are next to all of them. Air over the others
    has nobody to fight, nor have those who dropped there (10.55A).
    """
    held = {unit.at for unit in scene.units if unit.side == "defender" and arm_of(unit) == "ground"}
    targets = tuple(place for place in scene.targets if place in held)
    if not targets or targets == scene.targets:
        return scene
    emptied = {*scene.targets} - {*targets}
    units = []
    for unit in scene.units:
        idle = unit.at in emptied and (unit.side == "defender" or unit.text("via", "land") == "airdrop")
        if not idle:
            units.append(unit)
        elif unit.side == "attacker":
            units.append(replace(unit, values={**unit.values, "attacks": False}))
    return replace(scene, targets=targets, units=tuple(units))


def prizes(attacks: Sequence[Declared]) -> int:
    """How many hexes may be taken: two factions may attack the same one, and an attack be made on several (15.46)."""
    return len({place for one in attacks for place in one.targets})


ATTACKS = Attacks(
    key="attack",
    game=Numbered,
    vocabulary=VOCABULARY,
    order=("15.22", "15.42"),
    once=("15.43",),
    hexes=("15.46",),
    again=factions.again,
    stands_by=stands_by,
    concerns=concerns,
    problems=together,
    sums=OF_ATTACKS,
    prizes=prizes,
    owed=owed,
    part_of=factions.settled,
    left=left,
)


def turn(scenario: Scenario) -> Turn:
    """The game of the attacks of a phase."""
    return Turn(scenario, ATTACKS)
