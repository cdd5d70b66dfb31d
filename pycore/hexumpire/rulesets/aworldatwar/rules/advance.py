"""Advance after combat (15.9) and whether a breakthrough arises (16.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.kit.reasons import all_of
from hexumpire.model.battle import Line, Option
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.rules.allowance import supplied
from hexumpire.rulesets.aworldatwar.rules.exploitation import barred_terrain
from hexumpire.rulesets.aworldatwar.rules.stacking import stacking_limit
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.setting import Counts, Kind, Setting, named
from hexumpire.rulesets.aworldatwar.state import Moves, State
from hexumpire.rulesets.aworldatwar.tables import LIMITS, STACKING
from hexumpire.rulesets.aworldatwar.units import arm_of

PROMPT = "The defenders are gone. Who advances?"
RULES: Rules = ("15.91", "12.11A")


class Advance:
    """Who of a battle's survivors may move into the hexes won."""

    def __init__(self, setting: Setting, pearl_harbor: bool) -> None:
        self.scenario = scenario = setting.scenario
        self._pearl_harbor = pearl_harbor
        """Whether defenders are left out at Pearl Harbor, whom only the Japanese coming in put an end to (12.19)."""
        self._shared = scenario.readings["special_places"] == "ordinary"
        self.kinds = setting.kinds
        self._ground = [setting.kinds[i] for i in setting.ground["attacker"]]
        allies = {kind.unit.nation for kind in self._ground}
        self.agreed = not (scenario.condition("allies_disagree") and len(allies) > 1)
        """Whether the attacking nations, if there are several, agree who takes the hex (15.93)."""
        self._answers: dict[int, list[tuple[Kind, str, Rules]]] = {}
        self._fit: dict[int, list[int]] = {}
        self._dropped = [k for k in self._ground if k.target >= 0 and k.unit.text("via") == "airdrop"]
        self.dropped = [kind.index for kind in self._dropped]
        """Kinds that dropped into an attacked hex: no Chindits, which may not drop on enemies (10.61C)."""
        self.parted = bool(self._dropped) and len(scenario.targets) > 1
        """Whether it matters which hex defenders stand in: units dropped into another may outlive them (10.56)."""
        self.shock = [k.index for k in self._ground if k.unit.flag("shock_army")]
        """Kinds of shock armies, which do not outlast the attack (12.16)."""
        ours = [kind.unit for kind in self._ground]
        limits = [stacking_limit(scenario, target, ours) for target in scenario.targets]
        self.landed: Mapping[str, int] = {}
        """How many units that attack later, as another faction, have dropped into attacked hexes (15.46)."""
        self._limits = [limit for limit, _ in limits]
        self._limited_by = tuple(dict.fromkeys(rule for _, rule in limits))
        self._space = sum(self._limits)
        self._most = self._space + STACKING["specialised"] * len(self._limits)
        self._lists: dict[tuple[int, frozenset[int] | None], tuple[list[int], ...]] = {}
        self._labels: dict[tuple[int, str], str] = {}

    def answer(self, kind: Kind, final_round: int) -> Why:
        """Whether the survivors of a kind may advance when all defenders are gone; the reason when they may not."""
        unit, fought = kind.unit, kind.fights(final_round)
        if kind.arm != "ground":
            return "only ground units advance", ("15.91",)
        if kind.side == "defender":
            return "defenders never advance", ("15.92D",)
        if self._pearl_harbor and unit.nation != "Japanese":
            return "defenders left out at Pearl Harbor are still there", ("12.19",)
        if unit.flag("shock_army"):
            return "shock armies are gone before any advance", ("12.16",)
        if not supplied(unit):
            return "unsupplied units do not advance", ("15.92A",)
        if unit.text("via") == "airdrop" and unit.type != "chindit":
            return "a dropped unit stays in its drop hex", ("15.92C", "10.56")
        if kind.withdraws and not fought:
            return "it withdrew with its destroyers after the first round", ("15.82B",)
        if self.scenario.edition == "new" and not fought:
            return "it did not fight in the final round", ("15.91",)
        return "", ()

    def answers(self, final_round: int) -> list[tuple[Kind, str, Rules]]:
        """Every kind, with the reason why it may not advance after that round; empty where it may."""
        found = self._answers.get(final_round)
        if found is None:
            found = self._answers[final_round] = [(kind, *self.answer(kind, final_round)) for kind in self.kinds]
        return found

    def eligible(self, final_round: int) -> list[Kind]:
        """Kinds that may advance after that round, as long as some of them are left."""
        return [kind for kind, reason, _ in self.answers(final_round) if not reason] if self.agreed else []

    def room(self, left: Counts, moved: Moves, target: int) -> tuple[int, int]:
        """How many more units may take an ordinary or a specialised place of a target hex (12.11, 12.12).

        Dropped units are in it already, those of another faction too. By the reading chosen specialised units beyond
        their three places take those of ordinary ones, whoever came first.
        """
        inside = [kind for kind in self._dropped if kind.target == target for _ in range(left[kind.index])]
        inside += [self.kinds[index] for index, where in moved if where == target]
        light = sum(kind.specialised for kind in inside)
        others = self.landed.get(self.scenario.targets[target], 0)
        special = STACKING["specialised"] - light - others
        ordinary = self._limits[target] - (len(inside) - light) + (min(0, special) if self._shared else 0)
        return max(0, ordinary), max(0, special)

    def options(self, state: State, kind: Kind, rooms: list[tuple[int, int]]) -> Iterator[Option]:
        """The hexes that one more counter of a kind may advance into; ``rooms``: what is free in each."""
        if not self._staying(state, kind):
            return
        many = len(rooms) > 1
        for place, room in zip(self.scenario.targets, rooms, strict=True):
            if self._fits(kind, room):
                label = self._label(kind, place if many else "")
                into = f"@{place}" if many else ""
                yield Option(f"advance:{kind.unit.id}{into}", label, ("15.91",), kind.unit.id, place, f"advance{into}")

    def _staying(self, state: State, kind: Kind) -> bool:
        """Whether counters of a kind are left that have not advanced."""
        return state.left[kind.index] > sum(1 for index, _ in state.moved if index == kind.index)

    def _fits(self, kind: Kind, room: tuple[int, int]) -> bool:
        """Whether a hex with so much :meth:`room` has a place for one more of a kind."""
        ordinary, special = room
        return bool(ordinary and (self._shared or not kind.specialised)) or bool(special and kind.specialised)

    def crowded(self, state: State, kind: Kind, rooms: list[tuple[int, int]]) -> Why:
        """Why there is no place for those of a kind that have not advanced; empty where there is, or where all have."""
        if self._staying(state, kind) and not any(self._fits(kind, room) for room in rooms):
            return self.full(kind)
        return "", ()

    def full(self, kind: Kind) -> Why:
        """That the hexes won have no place for one more of a kind, with what limits its like there (12.11 to 12.13)."""
        return "there is no room", ("12.12",) if kind.specialised else self._limited_by

    def _label(self, kind: Kind, place: str) -> str:
        """What an advance is called, into which hex where there are several."""
        found = self._labels.get((kind.index, place))
        if found is None:
            found = say("Advance the {unit}", unit=kind.name)
            if place:
                found = say("Advance the {unit} into {place}", unit=kind.name, place=mention(place))
            self._labels[kind.index, place] = found
        return found

    def rooms(self, state: State) -> list[tuple[int, int]]:
        """What :meth:`room` there is in each attacked hex."""
        return [self.room(state.left, state.moved, target) for target in range(len(self._limits))]

    def holds(self, left: Counts) -> bool:
        """Whether units dropped into a target hex are still there."""
        return any(left[i] for i in self.dropped)

    def breakthrough(self, state: State) -> Why:
        """Whether a breakthrough arises from a won attack (eligibility only); the reason when it does not."""
        if self.scenario.condition("phase") != "regular":
            return "only regular combat opens a breakthrough", ("16.13",)
        if not state.spearhead:
            return "no armor with its mechanized component, full supply and CTL 1 fought the final round", ("16.11A",)
        if not state.moved:
            return "nobody advanced", ("16.11B",)
        return "", ()

    # --- the log --------------------------------------------------------------------------------------

    def nobody(self, left: Counts, final_round: int) -> Line:
        """Why none of the survivors advances into the hexes won: every reason that holds for one of them."""
        if not self.agreed:
            return Line("Allies who disagree: nobody advances.", ("15.93",))
        text, rules = all_of(
            (text, rules) if text else self.kept(left, kind)
            for kind, text, rules in self.answers(final_round)
            if kind.side == "attacker" and kind.arm == "ground" and left[kind.index]
        )
        return Line(say("Nobody may advance: {x}.", x=text), rules)

    def kept(self, left: Counts, kind: Kind) -> Why:
        """What keeps a unit that may advance where it is when nobody advances."""
        return self.full(kind)

    def opening(self, state: State) -> Line:
        """Whether the hexes won are open for a breakthrough."""
        reason, rules = self.breakthrough(state)
        if reason:
            return Line(say("No breakthrough: {x}.", x=reason), rules)
        bars = [self._no_exit(self.scenario.targets[target]) for _, target in state.moved]
        if all(reason for reason, _ in bars):
            reason, rules = bars[0]
            return Line(say("A breakthrough hex, but {x}.", x=reason), ("16.11", *rules))
        return Line("A breakthrough hex: fit armor that did not attack may exploit.", ("16.11", "16.21"))

    def _no_exit(self, place: str) -> Why:
        """Why terrain keeps all armor of the attacker from exploiting out of a hex; empty when it does not (16.31D)."""
        units = [unit for unit in self.scenario.units if unit.side == "attacker" and arm_of(unit) == "ground"]
        bars = [barred_terrain(unit, place, self.scenario) for unit in units]
        return bars[0] if all(reason for reason, _ in bars) else ("", ())

    def eliminated(self, dead: list[tuple[Kind, int]], shock: bool) -> Line | None:
        """Which shock armies, or which units dropped beside living enemies, die with the attack (12.16, 10.56)."""
        doomed = [(kind, late) for kind, late in dead if kind.unit.flag("shock_army") == shock]
        if not doomed:
            return None
        if shock:
            text = say("Shock armies, eliminated after the attack: {unit}.", unit=named(doomed))
            return Line(text, ("12.16",), "attacker")
        text = say("Dropped beside living enemies, and so eliminated: {unit}.", unit=named(doomed))
        return Line(text, ("10.56",), "attacker")

    # --- breakthrough ---------------------------------------------------------------------------------

    def fit(self, final_round: int) -> list[int]:
        """Armor that can open a breakthrough after that round (16.11A), also supplied as it exploited (16.61)."""
        found = self._fit.get(final_round)
        if found is None:
            found = [
                k.index for k in self._ground
                if k.mechanized and k.ctl >= LIMITS["breakthrough_ctl"] and k.fights(final_round)
            ]  # fmt: skip
            self._fit[final_round] = found
        return found

    # --- what an outcome can still depend on ----------------------------------------------------------

    def prospects(self, left: Counts, final_round: int, among: frozenset[int] | None = None) -> tuple[int, ...]:
        """All that matters of survivors once the defenders are gone, for state keys.

        How many ordinary and specialised ones could advance (no more than there is room for), how many dropped
        ones sit in the hexes, and how many shock armies there are. ``among`` limits it to some kinds.
        """
        mark = (final_round, among)
        lists = self._lists.get(mark)
        if lists is None:
            eligible = [k for k in self.eligible(final_round) if among is None or k.index in among]
            lists = self._lists[mark] = (
                [k.index for k in eligible if not k.specialised],
                [k.index for k in eligible if k.specialised],
                [k.index for k in self._dropped if among is None or k.index in among],
                [i for i in self.shock if among is None or i in among],
            )
        heavy, light, dropped, shock = [sum([left[i] for i in kinds]) for kinds in lists]
        return min(heavy, self._space), min(light, self._most), dropped, shock

    def open_places(self, state: State) -> int:
        """How many more units can advance, whatever the order they are chosen in."""
        ordinary, special, *_ = self.prospects(state.left, state.round)
        room = special_room = 0
        for target in range(len(self._limits)):
            free, light_free = self.room(state.left, state.moved, target)
            room += free
            special_room += light_free
        for index, _ in state.moved:
            if self.kinds[index].specialised:
                special -= 1
            else:
                ordinary -= 1
        entering = min(ordinary, room)
        light = min(special, special_room)
        return entering + light + (min(special - light, room - entering) if self._shared else 0)


STAYS = Line("The dropped unit stays where it is until the next game turn.", ("10.56",))
CHAIN = Line("Armor may not advance where that breaks the chain of exploiting units.", ("15.92B",))


def asks(survey: Survey) -> Keys:
    """What the form could ask: whether attackers of several nations disagree."""
    if len({unit.nation for unit in survey.attackers if arm_of(unit) == "ground"}) > 1:
        yield "allies_disagree"
