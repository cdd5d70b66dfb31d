"""Advance after combat (15.9) and whether a breakthrough arises (16.11)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Option
from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.aworldatwar.eligibility import YES, Answer
from hexumpire.rulesets.aworldatwar.forces import Counts, Kind
from hexumpire.rulesets.aworldatwar.stacking import stacking_limit
from hexumpire.rulesets.aworldatwar.state import Moves, State
from hexumpire.rulesets.aworldatwar.tables import LIMITS, STACKING


def may_advance(*, edition: str, side: str = "attacker", unit_type: str = "infantry", supply: str = "full",
                dropped: bool = False, fought_last_round: bool = True, all_cleared: bool = True,
                withdrew: bool = False) -> Answer:  # fmt: skip
    """Whether a surviving unit may advance; the reason when it may not."""
    if side == "defender":
        return "defenders never advance", ("15.92D",)
    if not all_cleared:
        return "not every attacked hex is cleared", ("15.91",)
    if supply == "none":
        return "unsupplied units do not advance", ("15.92A",)
    if dropped and unit_type != "chindit":
        return "a dropped unit stays in its drop hex", ("15.92C", "10.56")
    if withdrew:
        return "it withdrew with its destroyers after the first round", ("15.82B",)
    if edition == "new" and not fought_last_round:
        return "it did not fight in the final round", ("15.91",)
    return YES


class Advance:
    """Who of a battle's survivors may move into the hexes won."""

    def __init__(self, scenario: Scenario, kinds: Sequence[Kind], pearl_harbor: bool) -> None:
        self.scenario = scenario
        self._pearl_harbor = pearl_harbor
        """Whether defenders are left out at Pearl Harbor, whom only the Japanese coming in put an end to (12.19)."""
        self._shared = scenario.readings["special_places"] == "ordinary"
        self.kinds = tuple(kinds)
        self._ground = [k for k in kinds if k.side == "attacker" and k.arm == "ground"]
        allies = {kind.unit.nation for kind in self._ground}
        self.agreed = not (scenario.condition("allies_disagree") and len(allies) > 1)
        """Whether the attacking nations, if there are several, agree who takes the hex (15.93)."""
        self._eligible: dict[int, list[Kind]] = {}
        self._fit: dict[int, list[int]] = {}
        self._dropped = [k for k in self._ground if k.target >= 0 and k.unit.text("via") == "airdrop"]
        self.dropped = [kind.index for kind in self._dropped]
        """Kinds that dropped into an attacked hex."""
        self.parted = bool(self._dropped) and len(scenario.targets) > 1
        """Whether it matters which hex defenders stand in: units dropped into another may outlive them (10.56)."""
        self._holding = [k.index for k in self._dropped if k.unit.type != "chindit"]
        self.shock = [k.index for k in self._ground if k.unit.flag("shock_army")]
        """Kinds of shock armies, which do not outlast the attack (12.16)."""
        ours = [kind.unit for kind in self._ground]
        self._limits = [stacking_limit(scenario, target, ours)[0] for target in scenario.targets]
        self._space = sum(self._limits)
        self._most = self._space + STACKING["specialised"] * len(self._limits)
        self._lists: dict[tuple[int, frozenset[int] | None], tuple[list[int], ...]] = {}

    def answer(self, kind: Kind, final_round: int) -> Answer:
        """:func:`may_advance` for the survivors of a kind when all defenders are gone."""
        if kind.arm != "ground":
            return "only ground units advance", ("15.91",)
        if self._pearl_harbor and kind.unit.nation != "Japanese":
            return "defenders left out at Pearl Harbor are still there", ("12.19",)
        if kind.unit.flag("shock_army"):
            return "shock armies are gone before any advance", ("12.16",)
        return may_advance(
            edition=self.scenario.edition, side=kind.side, unit_type=kind.unit.type,
            supply=kind.unit.text("supply", "full"), dropped=kind.unit.text("via") == "airdrop",
            fought_last_round=kind.fights(final_round), withdrew=kind.withdraws and not kind.fights(final_round),
        )  # fmt: skip

    def eligible(self, final_round: int) -> list[Kind]:
        """Kinds that may advance after that round, as long as some of them are left."""
        found = self._eligible.get(final_round)
        if found is None:
            found = [k for k in self._ground if self.agreed and not self.answer(k, final_round)[0]]
            self._eligible[final_round] = found
        return found

    def room(self, left: Counts, moved: Moves, target: int) -> tuple[int, int]:
        """How many more units may take an ordinary or a specialised place of a target hex (12.11, 12.12).

        Dropped units are in it already. By the reading chosen specialised units beyond their three places take those of
        ordinary ones, whoever came first.
        """
        inside = [kind for kind in self._dropped if kind.target == target for _ in range(left[kind.index])]
        inside += [self.kinds[index] for index, where in moved if where == target]
        light = sum(kind.specialised for kind in inside)
        special = STACKING["specialised"] - light
        ordinary = self._limits[target] - (len(inside) - light) + (min(0, special) if self._shared else 0)
        return max(0, ordinary), max(0, special)

    def moves(self, state: State) -> list[tuple[Kind, int]]:
        """Every (kind, target number) that may advance now."""
        found = []
        rooms = [self.room(state.left, state.moved, target) for target in range(len(self._limits))]
        for kind in self.eligible(state.round):
            gone = sum(1 for index, _ in state.moved if index == kind.index)
            if state.left[kind.index] > gone:
                for target, (ordinary, special) in enumerate(rooms):
                    if (ordinary and (self._shared or not kind.specialised)) or (special and kind.specialised):
                        found.append((kind, target))
        return found

    def node(self, state: State) -> Decision:
        """The question who advances."""
        many = len(self.scenario.targets) > 1
        options = []
        for kind, target in self.moves(state):
            place = self.scenario.targets[target]
            label = f"Advance the {kind.name}" + (f" into {mention(place)}" if many else "")
            action = f"advance:{kind.unit.id}" + (f"@{place}" if many else "")
            options.append(Option(action, label, ("15.91",), kind.unit.id, place, "advance"))
        stay = "Advance nobody" if not state.moved else "Nobody else advances"
        options.append(Option("stay", stay, ("15.91",)))
        return Decision(
            "attacker", "advance", "The defenders are gone. Who advances?", tuple(options), ("15.91", "12.11A")
        )

    def holds(self, left: Counts) -> bool:
        """Whether units dropped into a target hex are still there."""
        return any(left[i] for i in self._holding)

    def breakthrough(self, state: State) -> Answer:
        """Whether a breakthrough arises from a won attack (eligibility only); the reason when it does not."""
        if self.scenario.condition("phase") != "regular":
            return "only regular combat opens a breakthrough", ("16.13",)
        if not state.spearhead:
            return "no armor with its mechanized component, full supply and CTL 1 fought the final round", ("16.11A",)
        return YES if state.moved else ("nobody advanced", ("16.11B",))

    def fit(self, final_round: int) -> list[int]:
        """Armor that can open a breakthrough after that round (16.11A)."""
        found = self._fit.get(final_round)
        if found is None:
            found = [
                k.index for k in self._ground if k.mechanized and k.unit.text("supply") == "full"
                and k.ctl >= LIMITS["breakthrough_ctl"] and k.fights(final_round)
            ]  # fmt: skip
            self._fit[final_round] = found
        return found

    # --- what an outcome can still depend on ----------------------------------------------------------

    def prospects(self, left: Counts, final_round: int, among: frozenset[int] | None = None) -> tuple[int, ...]:
        """All that matters of survivors once the defenders are gone, for merging positions.

        How many ordinary and specialised ones could advance (no more than there is room for), how many dropped
        ones sit in the hexes, whether any of them holds one, and how many shock armies there are. ``among`` limits it
        to some kinds.
        """
        mark = (final_round, among)
        lists = self._lists.get(mark)
        if lists is None:
            eligible = [k for k in self.eligible(final_round) if among is None or k.index in among]
            lists = self._lists[mark] = (
                [k.index for k in eligible if not k.specialised],
                [k.index for k in eligible if k.specialised],
                [k.index for k in self._dropped if among is None or k.index in among],
                [i for i in self._holding if among is None or i in among],
                [i for i in self.shock if among is None or i in among],
            )
        light, heavy, dropped = 0, 0, 0
        holding = False
        for i in lists[0]:
            heavy += left[i]
        for i in lists[1]:
            light += left[i]
        for i in lists[2]:
            dropped += left[i]
        for i in lists[3]:
            holding = holding or left[i] > 0
        shock = sum([left[i] for i in lists[4]])
        return min(heavy, self._space), min(light, self._most), dropped, holding, shock

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
