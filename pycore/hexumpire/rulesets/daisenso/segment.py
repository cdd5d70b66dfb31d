"""The Blitz segment around its fights, and the Marker segment, as games of their own: step after step, in order.

Attacks are fought as battles; between Airdrops and landings the segment only waits for them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from hexumpire.battle import Assessment, Decision, Line, Node, Option, Outcome, Refusal, Terminal
from hexumpire.errors import Problem
from hexumpire.rulesets.daisenso import landing, relevance
from hexumpire.rulesets.daisenso.board import Board, Places
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.pieces import Counts, Piece, muster, named, upper
from hexumpire.scenario import Scenario
from hexumpire.trace import Rules, Trace

BLITZ = ("airdrop", "blitz_combat", "beachhead_landing", "airdrop_landing", "cv_strike_return")
"""Steps of the Blitz segment in order (4.1.order)."""
MARKERS = ("troop_convoy", "remove_markers", "remove_snlf")
"""Steps of the Marker segment in order (4.3.s1, 4.3.s2, 4.3.s3)."""
TITLES = {
    "airdrop": "Airdrops", "blitz_combat": "Blitz combat", "beachhead_landing": "Beachhead landings",
    "airdrop_landing": "Airdrop landings", "cv_strike_return": "CV strikes return",
    "troop_convoy": "Troop Convoy", "remove_markers": "Markers off the map", "remove_snlf": "SNLF Beachheads",
}  # fmt: skip
RULES: dict[str, Rules] = {
    "airdrop": ("4.1.order", "4.1.1.serial"), "blitz_combat": ("4.1.order", "4.1.2.base"),
    "beachhead_landing": ("4.1.order", "4.1.3.serial"), "airdrop_landing": ("4.1.order", "4.1.4.may"),
    "cv_strike_return": ("4.1.order", "4.1.5.cv"), "troop_convoy": ("4.3.s1",), "remove_markers": ("4.3.s2",),
    "remove_snlf": ("4.3.s3",),
}  # fmt: skip


def steps_of(scenario: Scenario) -> tuple[str, ...]:
    """The steps of a segment: without a Blitz marker on the map only the CV strikes return (4.1.nomarker)."""
    if scenario.procedure == "markers":
        return MARKERS
    return BLITZ if scenario.conditions["blitz_on_map"] else BLITZ[-1:]


class State(NamedTuple):
    """A position: the step, pieces left and their places, bits of those dropped and of those done with, who moves."""

    step: int
    left: Counts
    at: Places
    dropped: int = 0
    done: int = 0
    mover: int = -1


class Segment:
    """The game of one segment (see :class:`hexumpire.battle.Game`)."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.pieces = muster(scenario)
        self.board = Board(scenario, self.pieces)
        self.steps = steps_of(scenario)
        self.by_id = {piece.id: piece for piece in self.pieces}
        self.problems: tuple[Problem, ...] = self._problems()

    def _problems(self) -> tuple[Problem, ...]:
        if self.scenario.procedure != "blitz" or not self.scenario.conditions["pre_war"]:
            return ()
        if not self.scenario.conditions["blitz_on_map"]:
            return ()
        reason = "no Airdrops and no attacks while Pre-War is in effect"
        return (Problem(reason, "$.conditions.pre_war", "4.1.1.prewar", "untick Pre-War"),)

    def start(self) -> State:
        """The beginning of the first step in which there is something to do."""
        left = tuple(piece.steps for piece in self.pieces)
        return self._skip(State(0, left, tuple(piece.unit.at for piece in self.pieces)))

    def _skip(self, state: State) -> State:
        """Pass over steps in which nobody can do anything."""
        while state.step < len(self.steps) and not self._options(state):
            state = state._replace(step=state.step + 1, mover=-1)
        return state

    def node(self, state: State) -> Node:
        """What happens next."""
        if state.step >= len(self.steps):
            return Terminal(self._outcome(state), ("4.3.s2",) if self.steps == MARKERS else ("4.1.order",))
        name = self.steps[state.step]
        prompt = f"{TITLES[name]}: what next?"
        if state.mover >= 0:
            prompt = f"The {self.pieces[state.mover].name} drops. Where?"
        return Decision("attacker", name, prompt, tuple(self._options(state)), RULES[name])

    # --- options --------------------------------------------------------------------------------------

    def _options(self, state: State) -> list[Option]:
        found = getattr(self, f"_{self.steps[state.step]}")(state)
        if found and state.mover < 0 and not self._must(state):
            found.append(Option("next", "On to the next step", RULES[self.steps[state.step]]))
        return found  # type: ignore[no-any-return]

    def _must(self, state: State) -> bool:
        return self.steps[state.step] not in ("airdrop", "beachhead_landing", "troop_convoy")

    def _ours(self, state: State, kinds: Sequence[str]) -> list[Piece]:
        return [
            piece for piece in self.pieces
            if piece.side == "attacker" and piece.kind in kinds and state.left[piece.index]
            and not state.done >> piece.index & 1 and not state.dropped >> piece.index & 1
        ]  # fmt: skip

    def _airdrop(self, state: State) -> list[Option]:
        if state.mover >= 0:
            piece = self.pieces[state.mover]
            return [
                Option(f"to:{hex}", f"Drop on {shown(hex)}", ("4.1.1.range", "4.1.1.flip"), "", hex, hex)
                for hex in landing.drop_zones(self.board, piece, state.left, state.at)
            ]
        return [
            Option(f"drop:{piece.id}", f"The {piece.name} drops", ("4.1.1.who",), piece.unit.id)
            for piece in self._ours(state, ("ground",))
            if not landing.cannot_drop(self.board, piece, state.at)[0]
            and landing.drop_zones(self.board, piece, state.left, state.at)
        ]

    def _blitz_combat(self, state: State) -> list[Option]:
        return [Option("fought", "All Blitz attacks are fought, each as a battle", ("4.1.2.base", "4.2.1.serial"))]

    def _beachhead_landing(self, state: State) -> list[Option]:
        found = []
        for piece in self._ours(state, ("ground", "beachhead")):
            here = state.at[piece.index]
            for hex in landing.shore(self.board, here, state.left, state.at, "attacker"):
                if piece.kind == "ground":
                    refused = landing.cannot_land(self.board, piece, hex, state.left, state.at)[0]
                    verb, label, rule = "land", f"The {piece.name} lands in {shown(hex)}", "4.1.3.place"
                elif piece.unit.type == "snlf":
                    refused = landing.cannot_snlf(self.board, piece, hex, state.left, state.at)[0]
                    verb, label, rule = "snlf", f"A Japanese Detachment lands in {shown(hex)}", "4.1.3.1.place"
                else:
                    continue
                if not refused:
                    found.append(Option(f"{verb}:{piece.id}@{hex}", label, (rule,), piece.unit.id, hex))
        return found

    def markers(self, state: State) -> list[Piece]:
        """Airdrop markers on the map: counters of their own, and units that dropped."""
        return [
            piece for piece in self.pieces
            if piece.side == "attacker" and state.left[piece.index] and not state.done >> piece.index & 1
            and (piece.kind == "airdrop" or state.dropped >> piece.index & 1)
        ]  # fmt: skip

    def _airdrop_landing(self, state: State) -> list[Option]:
        found = []
        for piece in self.markers(state):
            unit, here = piece.unit.id, state.at[piece.index]
            if not landing.drop_fails(self.board, piece, state.left, state.at)[0]:
                for other in landing.droppable(self.board, piece, state.left):
                    label = f"The {other.name} takes the place of the Airdrop in {shown(here)}"
                    found.append(Option(f"land:{piece.id}@{other.id}", label, ("4.1.4.place",), other.unit.id, here))
            label = f"The Airdrop in {shown(here)} goes to the Delay Box"
            found.append(Option(f"box:{piece.id}", label, ("4.1.4.fail", "4.1.4.may"), unit, here))
        return found

    def _cv_strike_return(self, state: State) -> list[Option]:
        fleet = [p for p in self.pieces if p.unit.type == "strike" and state.left[p.index]]
        if not fleet:
            return []
        return [Option("return", f"{len(fleet)} CV strikes go to the Used Boxes of their zones", ("4.1.5.cv",))]

    def _troop_convoy(self, state: State) -> list[Option]:
        if not self.scenario.conditions["convoy_used"]:
            return []
        return [Option("convoy", "The Troop Convoy goes back to its Convoys Box", ("4.3.s1",))]

    def _remove_markers(self, state: State) -> list[Option]:
        if not self.scenario.conditions["spent_markers"]:
            return []
        return [Option("remove", "Blitz, Totsugeki, Failure and Mobilizing markers come off the map", ("4.3.s2",))]

    def _remove_snlf(self, state: State) -> list[Option]:
        if not any(p.unit.type == "snlf" and p.side == "attacker" and state.left[p.index] for p in self.pieces):
            return []
        return [Option("snlf-off", "SNLF Beachhead-0 markers come off, units left at sea are lost", ("4.3.s3",))]

    # --- what they do ---------------------------------------------------------------------------------

    def apply(self, state: State, action: str) -> State:
        """The position after an option."""
        verb, _, what = action.partition(":")
        if verb == "drop":
            return state._replace(mover=self.by_id[what].index)
        if verb == "to":
            i = state.mover
            at = (*state.at[:i], what, *state.at[i + 1 :])
            return self._skip(state._replace(at=at, dropped=state.dropped | 1 << i, mover=-1))
        name, _, place = what.partition("@")
        if verb == "land" and self.steps[state.step] == "beachhead_landing":
            i = self.by_id[name].index
            at = (*state.at[:i], place, *state.at[i + 1 :])
            return self._skip(state._replace(at=at, done=state.done | 1 << i))
        if verb == "snlf":
            gone = {p.index for p in self.board.here(place, state.left, state.at, "defender", ("lone",))}
            left = tuple(0 if i in gone else n for i, n in enumerate(state.left))
            return self._skip(state._replace(left=left, done=state.done | 1 << self.by_id[name].index))
        if verb in ("land", "box"):
            marker, at = self.by_id[name].index, state.at
            done = state.done | 1 << marker
            left = (*state.left[:marker], 0, *state.left[marker + 1 :])
            if verb == "land":
                other = self.by_id[place].index
                at = (*at[:other], at[marker], *at[other + 1 :])
                done |= 1 << other
            return self._skip(state._replace(left=left, at=at, done=done))
        gone = set()
        if verb == "return":
            gone = {p.index for p in self.pieces if p.unit.type == "strike"}
        elif verb == "snlf-off":
            gone = set(self.stranded(state)) | {p.index for p in self.pieces
                                                if p.unit.type == "snlf" and p.side == "attacker"}  # fmt: skip
        left = tuple(0 if i in gone else n for i, n in enumerate(state.left))
        return self._skip(state._replace(left=left, step=state.step + 1))

    def stranded(self, state: State) -> list[int]:
        """Phasing ground units that lose their Beachhead with the SNLF markers (4.3.s3)."""
        kept = {
            state.at[p.index] for p in self.pieces
            if p.kind == "beachhead" and p.unit.type != "snlf" and p.side == "attacker" and state.left[p.index]
        }  # fmt: skip
        return [
            p.index for p in self.pieces
            if p.kind == "ground" and p.side == "attacker" and state.left[p.index]
            and self.board.sea(state.at[p.index]) and state.at[p.index] not in kept
        ]  # fmt: skip

    # --- the rest of the contract ---------------------------------------------------------------------

    def key(self, state: State) -> Hashable:
        """Equal for positions that play on alike."""
        return state

    def _outcome(self, state: State) -> Outcome:
        steps = sum(p.steps - n for p, n in zip(self.pieces, state.left, strict=True)
                    if p.kind == "ground" and not state.dropped >> p.index & 1)  # fmt: skip
        return Outcome("done", (
            ("hex", 0), ("attacker_lost", steps), ("defender_lost", 0), ("retreated", 0), ("exploitation", 0),
            ("place", 0),
        ))  # fmt: skip

    def overrides(self, state: State) -> Sequence[Option]:
        """None: a segment only follows its steps."""
        return ()

    def assess(self, state: State) -> Assessment | None:
        """Where the segment is: the steps in order, and how many counters dropped and landed."""
        dropped, done = state.dropped.bit_count(), state.done.bit_count()
        lines = [Trace("Units dropped", dropped, ("4.1.1.serial",)), Trace("Counters dealt with", done, ("4.1.order",))]
        for number, name in enumerate(self.steps):
            note = "done" if number < state.step else "now" if number == state.step else ""
            lines.append(Trace(TITLES[name], None, RULES[name], "list", note=note))
        if self.steps == BLITZ[-1:]:
            reason = "there is no Blitz marker on the map"
            lines += [Trace(TITLES[name], None, ("4.1.nomarker",), "list", skipped=True, note=reason)
                      for name in BLITZ[:-1]]  # fmt: skip
        now = TITLES[self.steps[state.step]] if state.step < len(self.steps) else "nothing left to do"
        trace = Trace("Steps in order", None, RULES[self.steps[0]], "list", tuple(lines))
        return Assessment(now, dropped, done, None, trace)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What happened in one step."""
        name = self.steps[before.step]
        if action == "next":
            return [Line(f"{TITLES[name]}: done.", RULES[name], "attacker")]
        options = {option.id: option for option in self._options(before)}
        lines = [Line(f"{options[action].label}.", options[action].rules, "attacker")]
        gone = [p for p in self.pieces if before.left[p.index] and not after.left[p.index]]
        if action.startswith("snlf:") and gone:
            lines.append(Line(f"{upper(named(gone))} goes to the Delay Box.", ("4.1.3.1.marker",), "defender"))
        if action == "snlf-off":
            for i in self.stranded(before):
                where = "Delay Box" if self.pieces[i].unit.flag("stripe") else "Force Pool"
                lines.append(Line(f"The {self.pieces[i].name} is eliminated; it goes to the {where}.", ("4.3.s3",)))
        if action.startswith("land:") and name == "airdrop_landing":
            lines.append(Line("The Airdrop marker goes to the Delay Box.", ("4.1.4.place",), "attacker"))
        return lines

    def refusals(self, state: State) -> Sequence[Refusal]:
        """Counters and hexes that may not be tapped, and why."""
        if state.step >= len(self.steps):
            return ()
        if state.mover >= 0:
            return self._closed_zones(state)
        found: dict[tuple[str, str], Refusal] = {}
        name, board = self.steps[state.step], self.board
        offered = {(option.unit, option.hex) for option in self._options(state)}
        units = {unit for unit, _ in offered}
        for piece in self._ours(state, ("ground", "beachhead")):
            (reason, rules), hex = landing.FREE, ""
            if name == "airdrop" and state.mover < 0 and piece.kind == "ground":
                reason, rules = landing.cannot_drop(board, piece, state.at)
            elif name == "beachhead_landing":
                for hex in landing.shore(board, state.at[piece.index], state.left, state.at, "attacker"):
                    check = landing.cannot_land if piece.kind == "ground" else landing.cannot_snlf
                    reason, rules = check(board, piece, hex, state.left, state.at)
            if reason and (piece.unit.id, hex) not in offered and (hex or piece.unit.id not in units):
                found[piece.unit.id, hex] = Refusal(piece.unit.id, hex, reason, rules)
        return tuple(found.values())

    def _closed_zones(self, state: State) -> Sequence[Refusal]:
        """Hexes around an airborne unit into which it may not drop, up to one hex out of range."""
        piece, found = self.pieces[state.mover], []
        for hex in landing.circle(state.at[state.mover]):
            reason, rules = landing.drop_zone(self.board, piece, hex, state.left, state.at)
            if reason:
                found.append(Refusal("", hex, reason, rules))
        return found

    def closing(self, state: State) -> Sequence[Line]:
        """What comes after the segment."""
        if self.steps == MARKERS:
            return [Line("Reserve movement follows.", ("4.3.s1",))]
        return [Line("Regular combat follows; it needs no Blitz marker.", ("4.2.nomarker",))]

    def overlay(self, state: State) -> Mapping[str, Any]:
        """Counters gone and moved."""
        lost: dict[str, int] = {}
        moved: dict[str, dict[str, int]] = {}
        out = []
        for p in self.pieces:
            if not state.left[p.index]:
                lost[p.unit.id] = lost.get(p.unit.id, 0) + 1
            elif state.at[p.index] != p.unit.at:
                places = moved.setdefault(p.unit.id, {})
                places[state.at[p.index]] = places.get(state.at[p.index], 0) + 1
            if p.kind == "pool" and state.left[p.index] and not state.done >> p.index & 1 and p.unit.id not in out:
                out.append(p.unit.id)
        return {"lost": lost, "moved": moved, "out": out}

    def relevant(self) -> Mapping[str, Any]:
        """Circumstances and fields that could matter to the segment."""
        return relevance.of_segment(self.scenario)
