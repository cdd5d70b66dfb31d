"""The board of an exploitation: who stands where now, where armor may go, and the attack that is made (16.3, 16.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from hexumpire.board import hexgrid
from hexumpire.kit import turn_board
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.kit.turn_board import Board, Standing
from hexumpire.model.scenario import PART, Scenario, Unit, whole
from hexumpire.model.text import say
from hexumpire.model.vocabulary import Value
from hexumpire.rulesets.aworldatwar.exploit_state import Drive, Tank
from hexumpire.rulesets.aworldatwar.rules import airdrop, exploitation
from hexumpire.rulesets.aworldatwar.rules.allowance import Factor, infantry_factor
from hexumpire.rulesets.aworldatwar.rules.breakthrough import TOO_FEW, broken_through, invaded_by
from hexumpire.rulesets.aworldatwar.rules.chain import TOO_FAR, Link, Route, duplicated, hexes_ahead, movement_keeps
from hexumpire.rulesets.aworldatwar.rules.chained import Chain
from hexumpire.rulesets.aworldatwar.rules.chindits import spoils
from hexumpire.rulesets.aworldatwar.rules.factions import again, factions, settled
from hexumpire.rulesets.aworldatwar.rules.movement import Front, Land, Mover, Reach, Spent
from hexumpire.rulesets.aworldatwar.rules.stacking import WENT, filled, has_room, stacking_limit
from hexumpire.rulesets.aworldatwar.rules.weather import drowned
from hexumpire.rulesets.aworldatwar.tables import EXPLOITATION
from hexumpire.rulesets.aworldatwar.units import arm_of
from hexumpire.rulesets.aworldatwar.vocabulary import SPECIALISED, VOCABULARY

HOSTILE: Why = ("hostile ground units are in it: only an overrun from a hex next to it enters", ("13.46",))
WEATHER = ("winter_effect", "monsoon", "restrictive_weather")
"""Conditions of an attack that hold in the area of the weather effects only (16.46B)."""


class Field:
    """One scenario of an exploitation, and what follows from its positions."""

    def __init__(self, scenario: Scenario) -> None:
        self.homes = broken_through(scenario)
        """The breakthrough hexes."""
        self.landed = [place for place in self.homes if "breakthrough" not in scenario.hex(place).features]
        """Those that nobody defended, and armor landed in (16.14)."""
        marked = {
            place: replace(scenario.hex(place), features=(*scenario.hex(place).features, "breakthrough"))
            for place in self.landed
        }
        self.scenario = replace(scenario, hexes={**scenario.hexes, **marked}) if marked else scenario
        self.theatre = str(scenario.condition("theatre"))
        self.faction = factions(scenario)
        """The alliance faction of each unit of the set-up."""
        self.land = Land(self.scenario)
        self.weathered = any(scenario.conditions[key] for key in WEATHER)
        """Whether attacks feel the weather, of which the area of the weather effects is the limit."""
        self.start = turn_board.divided(scenario, VOCABULARY)
        self._units: dict[Standing, Unit] = {}
        self._fronts: dict[frozenset[Standing], Front] = {}
        self._reaches: dict[tuple[Tank, Front], Reach] = {}
        self._ways: dict[object, Mapping[str, tuple[Route, Spent]]] = {}

    def barred_beach(self, state: Drive, name: str, home: str) -> Why:
        """Why an undefended hex is not broken through for a unit: the armor that invaded it is too little (16.14).

        A reserve at sea beside several such hexes is of the invasion of one: that which it is placed on.
        """
        if home not in self.landed:
            return "", ()
        invaders = 0
        for unit in self.scenario.units:
            beaches = [place for place in self.landed if invaded_by(unit, place, self.scenario)]
            if beaches == [home]:
                invaders += unit.count
            elif home in beaches and unit.id == self.standing(state, name).unit:
                return "", ()
            elif home in beaches:
                invaders += sum(
                    tank.home == home for tank in state.tanks if self.standing(state, tank.id).unit == unit.id
                )
        return ("", ()) if invaders >= EXPLOITATION["invading_armor"] else TOO_FEW

    # --- who stands where -------------------------------------------------------------------------------------

    def unit(self, standing: Standing) -> Unit:
        """A standing as a unit: where it is now, how many, with what has changed of it."""
        found = self._units.get(standing)
        if found is None:
            unit = self.scenario.by_id[standing.unit]
            values = {**unit.values, **dict(standing.values)}
            found = replace(unit, id=standing.id, at=standing.at, count=standing.many, values=values)
            self._units[standing] = found
        return found

    def units(self, state: Drive, side: str = "") -> Iterator[Unit]:
        """The units on the board as they stand now, perhaps of one side only."""
        for standing in state.board.units:
            unit = self.unit(standing)
            if side in ("", unit.side):
                yield unit

    def standing(self, state: Drive, name: str) -> Standing:
        """A standing by its id."""
        return next(one for one in state.board.units if one.id == name)

    def held(self, state: Drive) -> dict[str, list[Unit]]:
        """The hexes in which the other side has ground units, with those."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units(state, "defender"):
            if arm_of(unit) == "ground":
                found.setdefault(unit.at, []).append(unit)
        return found

    def split(self, board: Board, name: str, at: str, values: Mapping[str, bool]) -> tuple[Board, str]:
        """The board with one counter of a standing in another hex, and the id of that counter."""
        taken = {one.id for one in board.units}
        found: list[Standing] = []
        split_off = name
        for one in board.units:
            if one.id != name:
                found.append(one)
                continue
            marks = tuple({**dict(one.values), **values}.items())
            if one.many > 1:
                split_off = next(new for n in count(1) if (new := f"{one.unit}{PART}{n}") not in taken)
                found.append(one._replace(many=one.many - 1))
            found.append(one._replace(id=split_off, at=at, many=1, values=marks))
        return Board(tuple(found), board.ground), split_off

    def moved(self, board: Board, name: str, at: str) -> Board:
        """The board with a standing in another hex."""
        return Board(tuple(one._replace(at=at) if one.id == name else one for one in board.units), board.ground)

    def exploiter(self, state: Drive, tank: Tank) -> Unit:
        """Exploiting armor as it stands: on land, with the CTL that it has off a beach (16.15).

        It says whether it has left its breakthrough hex, be it that it is in one again (16.45).
        """
        unit = exploitation.off_beach(self.unit(self.standing(state, tank.id)), tank.home, self.scenario)
        return replace(unit, values={**unit.values, "via": "land", WENT: bool(tank.route)})

    def entered(self, board: Board, places: Iterable[str], gone: Collection[str] = ()) -> Board:
        """The board after hexes were entered: flak of the other side in them is eliminated, and ``gone`` (10.94)."""
        inside = set(places)
        units = tuple(
            one for one in board.units
            if one.id not in gone and not (
                one.at in inside and self.unit(one).type == "flak" and self.unit(one).side == "defender"
            )
        )  # fmt: skip
        return Board(units, board.ground)

    # --- the chain --------------------------------------------------------------------------------------------

    def chains(self, state: Drive) -> Iterator[Chain]:
        """The chain of each breakthrough hex; who was given up in movement is no link of it (16.37)."""
        at = {one.id: one.at for one in state.board.units}
        for home in self.homes:
            tanks = [tank for tank in state.tanks if tank.home == home and (tank.fought or not tank.lost)]
            links = tuple(Link(tank.route, tank.lost or at[tank.id], bool(tank.lost)) for tank in tanks)
            yield Chain(home, tuple(tank.id for tank in tanks), links)

    def routes(self, state: Drive, home: str, but: int) -> list[Route]:
        """The routes of armor that moves from a breakthrough hex, without one unit and those that were given up."""
        return [tank.route for n, tank in enumerate(state.tanks) if n != but and tank.home == home and not tank.lost]

    def strayed(self, state: Drive) -> dict[int, Why]:
        """Numbers of the armor in no chain any more, as a link of it was given up, each with the reason (16.36)."""
        found: dict[int, Why] = {}
        for number, tank in enumerate(state.tanks):
            others = self.routes(state, tank.home, number)
            beyond = len(tank.route) - len(duplicated(tank.route, others))
            if not tank.lost and beyond > hexes_ahead(self.theatre):
                found[number] = movement_keeps([tank.route, *others], self.theatre)
        return found

    # --- movement ---------------------------------------------------------------------------------------------

    def factor(self, tank: Tank, unit: Unit) -> Factor:
        """The movement factors of exploiting armor (16.31); where terrain negates its machines those of infantry."""
        ledger = exploitation.exploitation_factor(unit, tank.home, self.scenario)
        whole = max(0, int(ledger.total))
        return Factor(whole, min(whole, infantry_factor(self.scenario)))

    def front(self, state: Drive) -> Front:
        """Hostile units and their zones as they are now."""
        hostile = frozenset(one for one in state.board.units if self.unit(one).side == "defender")
        found = self._fronts.get(hostile)
        if found is None:
            units = [self.unit(one) for one in hostile]
            nobody = replace(units[0], side="attacker") if units else self.unit(state.board.units[0])
            found = self._fronts[hostile] = Front(self.land, nobody, units, exploiting=True)
        return found

    def mover(self, state: Drive, tank: Tank) -> Mover:
        """A unit of the chain as movement sees it; the weather is that of each hex (16.31C, 16.39B)."""
        unit = self.exploiter(state, tank)
        return Mover(self.land, self.front(state), unit, tank.spent, self.factor(tank, unit), True)

    def ways(self, state: Drive, number: int) -> Mapping[str, tuple[Route, Spent]]:
        """The hexes that an exploiting unit may go on to and stop in: its whole route then, and what is spent (16.32).

        At each of them the chain holds; to each the cheapest way is taken, first of all one that others went. The one
        hex that is always allowed uses up the movement factor, so that it is the last (13.411).
        """
        tank = state.tanks[number]
        others = frozenset(self.routes(state, tank.home, number))
        here = self.standing(state, tank.id)
        mark = (here.unit, here.values), tank._replace(id=""), others, self.front(state)
        found = self._ways.get(mark)
        if found is None:
            found = self._ways[mark] = dict(self._search(state, tank, others))
        return found

    def _search(self, state: Drive, tank: Tank, others: Iterable[Route]) -> Iterator[tuple[str, tuple[Route, Spent]]]:
        mover = self.mover(state, tank)
        here = self.standing(state, tank.id).at
        best: dict[str, tuple[tuple[int, bool, Route], Spent]] = {}
        paths: list[tuple[str, Route, Spent]] = [(here, tank.route, tank.spent)]
        routes = [*others]
        alone = not movement_keeps(routes, self.theatre)[0]  # the others hold together without it
        for place, route, spent in paths:
            for to, after, last in mover.steps(place, spent):
                longer = (*route, to)
                led = any(other[: len(longer)] == longer for other in routes)
                keeps = len(longer) - len(duplicated(longer, routes)) <= hexes_ahead(self.theatre)
                if keeps and not alone:
                    keeps = not movement_keeps([longer, *routes], self.theatre)[0]
                if not led and not keeps:
                    continue
                if last:
                    after = Spent(max(after.all, mover.factor.whole))
                if keeps and to != here:
                    rank = (after.all, not led, longer)
                    if to not in best or rank < best[to][0]:
                        best[to] = rank, after
                if not last:
                    paths.append((to, longer, after))
        for to, ((_, _, route), spent) in best.items():
            yield to, (route, spent)

    def no_way(self, state: Drive, number: int, place: str) -> Why:
        """Why an exploiting unit may not go on to a hex: movement, or the chain."""
        tank = state.tanks[number]
        mover = self.mover(state, tank)
        here = self.standing(state, tank.id).at
        if place in mover.front.held:
            return HOSTILE
        mark = tank, self.front(state)
        if mark not in self._reaches:
            self._reaches[mark] = Reach(mover)
        reason, rules = self._reaches[mark].refusal(place)
        if reason:
            return reason, (*rules, "16.31C", "16.39B") if "13.47" in rules else rules
        if any(to == place for to, _, _ in mover.steps(here, tank.spent)):
            routes = self.routes(state, tank.home, number)
            reason, rules = movement_keeps([(*tank.route, place), *routes], self.theatre)
        return (reason, rules) if reason else ("its chain does not lead there", TOO_FAR)

    # --- stacking ---------------------------------------------------------------------------------------------

    def ordinary(self, standing: Standing) -> bool:
        """Whether it is a ground unit of ours for which a hex has two places (12.11, 12.12)."""
        unit = self.unit(standing)
        return unit.side == "attacker" and arm_of(unit) == "ground" and unit.type not in SPECIALISED

    def overfull(self, state: Drive) -> dict[str, Why]:
        """Hexes in which exploiting armor may not end its movement, as too many units are there (12.22, 16.51).

        A breakthrough hex holds any number, as long as none of them has left it and come back; so does a hex of none
        but those who failed to overrun another, as they stay where they are (12.15).
        """
        found: dict[str, Why] = {}
        bound = {tank.id for tank in state.tanks if tank.bound}
        stacks: dict[str, list[Unit]] = {}
        for unit in self.units(state, "attacker"):
            if arm_of(unit) == "ground":
                stacks.setdefault(unit.at, []).append(unit)
        for tank in state.tanks:
            if not tank.route or tank.lost:
                continue
            place = self.standing(state, tank.id).at
            units = stacks[place]
            counted = [unit for unit in units if unit.type not in SPECIALISED]
            ordinary = filled(self.scenario, [(unit, unit.count) for unit in units])
            limit, rule = stacking_limit(self.scenario, place, units)
            if ordinary > limit and any(unit.id not in bound for unit in counted):
                text = say("{n} ground units are in {place}, where {m} may stack", n=ordinary, place=mention(place),
                           m=limit)  # fmt: skip
                found[place] = text, (rule, "12.22", "16.51")
        return found

    # --- attacks ----------------------------------------------------------------------------------------------

    def scene(self, state: Drive, targets: tuple[str, ...], units: Iterable[Unit]) -> Scenario:
        """An exploitation attack on hexes by these units of ours, as a scenario of its own (15.44)."""
        conditions: dict[str, Value] = dict(self.scenario.conditions)
        conditions["phase"] = "exploitation"
        hexes = turn_board.hexes(self.scenario, state.board)
        scene = replace(
            self.scenario,
            procedure="attack",
            targets=targets,
            units=tuple(units),
            attacks=(),
            path=(),
            conditions=conditions,
            hexes=hexes,
        )
        return settled(scene, self.scenario)

    def force(self, state: Drive, targets: tuple[str, ...], sent: Iterable[str]) -> Scenario:
        """The attack on hexes by those sent into it, with the air over any of them and those who dropped on them."""
        over, names, drops = dict(state.air), set(sent), dict(state.dropped)
        ground = [self.unit(self.standing(state, name)) for name in {*names, *drops}]
        sides = {self.faction[whole(unit.id)] for unit in ground if unit.id in names or unit.at in targets}
        units = []
        for unit in self.units(state):
            tank = next((one for one in state.tanks if one.id == unit.id), None)
            if unit.side == "defender":
                joins = unit.at in targets and arm_of(unit) in ("ground", "flak")
            else:
                joins = unit.id in names
            if over.get(unit.id) in targets and self.flies(state, unit, targets, sides):
                unit, joins = replace(unit, at=over[unit.id]), True
            if tank is not None:
                unit = self.exploiter(state, tank)
            if unit.id in drops and self.joins(unit, targets) and (unit.at in targets or unit.id in names):
                unit, joins = self.dropping(unit, unit.at, drops[unit.id]), True
            if joins:
                units.append(unit)
        return self.scene(state, targets, [*units, *self.company(state, units)])

    def flies(self, state: Drive, unit: Unit, targets: tuple[str, ...], sides: Collection[str]) -> bool:
        """Whether air over one of the attacked hexes takes part in an attack by these factions.

        It waits for armor of its own faction that can attack after them (15.46).
        """
        own = self.faction[whole(unit.id)]
        if unit.side == "defender" or own in sides:
            return True
        return all(self.faction[whole(tank.id)] != own for tank in self.able(state, targets))

    def company(self, state: Drive, units: Sequence[Unit]) -> Iterator[Unit]:
        """Who stands by in an attack and keeps a Chindit in it from fighting alone (15.33I)."""
        lone = [unit for unit in units if unit.type == "chindit"]
        joined = {unit.id for unit in units}
        for unit in self.units(state, "attacker") if lone else ():
            if unit.id not in joined and any(spoils(unit, one, self.scenario) for one in lone):
                yield replace(unit, values={**unit.values, "attacks": False})

    def joins(self, unit: Unit, targets: tuple[str, ...]) -> bool:
        """Whether a unit that has dropped is on one of the hexes, or a Chindit that may attack all (10.61D)."""
        beside = unit.type == "chindit" and all(place in self.land.ways[unit.at] for place in targets)
        return unit.at in targets or beside

    def chindits(self, state: Drive, targets: tuple[str, ...]) -> list[str]:
        """Chindits that have dropped and may be sent into an attack on these hexes (10.61D)."""
        units = {unit.id: unit for unit in self.units(state, "attacker")}
        return [name for name, _ in state.dropped if units[name].at not in targets and self.joins(units[name], targets)]

    def dropping(self, unit: Unit, place: str, base: str) -> Unit:
        """An airborne unit as it drops into a hex from its base."""
        far = hexgrid.distance(hexgrid.parse(base), hexgrid.parse(place))
        wet = drowned(self.scenario, base) or unit.flag("base_in_monsoon")
        falling: dict[str, Value] = {"via": "airdrop", "drop_range": far, "base_in_monsoon": wet}
        return replace(unit, at=place, count=1, values={**unit.values, **falling})

    def next_to(self, a: str, b: str) -> bool:
        """Whether two hexes are neighbours."""
        return hexgrid.distance(hexgrid.parse(a), hexgrid.parse(b)) == 1

    def able(self, state: Drive, targets: Sequence[str]) -> list[Tank]:
        """Exploiting armor next to all of these hexes that has made no attack yet and may make one on them together.

        Armor that failed to overrun a hex attacks no other without it (13.531).
        """
        found = []
        for tank in state.tanks:
            if tank.fought or tank.lost or (tank.bound and tank.bound not in targets):
                continue
            unit = self.exploiter(state, tank)
            near = all(target in self.land.ways[unit.at] and not self.spent(state, unit, target) for target in targets)
            if near and not exploitation.may_exploit(unit, self.scenario)[0]:
                found.append(tank)
        return found

    def spent(self, state: Drive, unit: Unit, place: str) -> bool:
        """Whether a unit may attack a hex no more in this exploitation: its alliance faction has done so (15.46)."""
        by = [[self.scenario.by_id[name] for name in names] for at, names in state.attacked if at == place]
        mine = (self.scenario.by_id[whole(unit.id)],)
        return not all(again(self.scenario, units, mine) for units in by)

    def targets(self, state: Drive) -> list[str]:
        """Hexes over which air may fly as attacks may follow: next to armor, or to a hex in reach of a drop (16.44).

        A drop on a hex attacks those beside it too (10.55B), and a Chindit drops beside those that it attacks (10.61D).
        """
        bases = {hexgrid.parse(unit.at) for unit in self.units(state, "attacker") if self.may_drop(unit)}
        reach = airdrop.reach(self.scenario) + 1
        return [
            place
            for place in self.held(state)
            if any(hexgrid.distance(base, hexgrid.parse(place)) <= reach for base in bases)
            or self.able(state, (place,))
        ]

    def may_drop(self, unit: Unit) -> bool:
        """Whether a unit can drop by its kind, and neither has made an offensive operation nor is grounded (16.41)."""
        able = unit.type in ("airborne", "chindit") and not unit.flag("fought")
        return able and not any(applies for applies, _, _ in airdrop.grounded(unit))

    def crowded(self, state: Drive, unit: Unit, place: str) -> Why:
        """Why a specialised unit more finds no room in a hex without enemies (12.12)."""
        there = [one for one in self.units(state, "attacker") if one.at == place and arm_of(one) == "ground"]
        limit = stacking_limit(self.scenario, place, [unit, *there])[0]
        if has_room(self.scenario, unit, [(one, one.count) for one in there], limit):
            return "", ()
        light = sum(one.count for one in there if one.type in SPECIALISED)
        return say("{n} specialised units are in the hex already", n=light), ("12.12",)
