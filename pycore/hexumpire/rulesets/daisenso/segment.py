"""The Blitz segment and the Marker segment, as games of their own: step after step, in order.

Between Airdrops and landings the attacks of the Blitz segment are fought: each is an :class:`.game.Attack` on the
board as it stands, played within the segment until it is over.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from hexumpire.model.battle import Assessment, Chance, Decision, Line, Node, Option, Outcome, Refusal, Terminal
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso import factions, landing, merging, naming, relevance, stages, words
from hexumpire.rulesets.daisenso.board import Board, Places
from hexumpire.rulesets.daisenso.declaring import NO_FIGHT
from hexumpire.rulesets.daisenso.eligibility import Bar, crowded_skies
from hexumpire.rulesets.daisenso.game import ORDER, Attack
from hexumpire.rulesets.daisenso.lineup import Lineup
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.pieces import Counts, Piece, muster, ready
from hexumpire.rulesets.daisenso.stages import BLITZ, MARKERS, RULES, TITLES, steps_of
from hexumpire.rulesets.daisenso.state import State as Combat


class Tally(NamedTuple):
    """What a segment came to: steps lost on both sides, hexes retreated, the longest exploitation, where they end."""

    attacker: int = 0
    defender: int = 0
    retreated: int = 0
    exploitation: int = 0
    place: int = 0


class State(NamedTuple):
    """A position.

    ``step``: which one; ``left`` and ``at``: steps left and place of each piece; bits of pieces that ``dropped``, are
    ``done`` with, took part in a combat (``spent``) and attacked (``fought``); ``mover``: who drops; ``order``:
    numbers of the targets attacked so far, ``endings`` of those attacks, ``tally`` of what they came to; ``combat``:
    the attack being fought, None between attacks.
    """

    step: int
    left: Counts
    at: Places
    dropped: int = 0
    done: int = 0
    mover: int = -1
    spent: int = 0
    fought: int = 0
    order: tuple[int, ...] = ()
    endings: tuple[str, ...] = ()
    tally: Tally = Tally()
    combat: Combat | None = None


class Segment:
    """The game of one segment (see :class:`hexumpire.model.battle.Game`)."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.blitz = replace(scenario, conditions={**scenario.conditions, "segment": "blitz"})
        self.pieces = muster(scenario)
        self.board = Board(scenario, self.pieces)
        self.steps = steps_of(scenario)
        self.by_id = {piece.id: piece for piece in self.pieces}
        self.home: Places = tuple(piece.unit.at for piece in self.pieces)
        self._attacks: dict[int, Attack] = {}
        self.problems: tuple[Problem, ...] = self._problems()

    def _problems(self) -> tuple[Problem, ...]:
        if self.steps[0] != BLITZ[0]:
            return ()
        attack, left = self.attack(0), ready(self.pieces)
        found = [*factions.problems(self.board, left, self.home)]
        if not self.scenario.conditions["pre_war"]:
            found += naming.unsaid(attack.board, attack.shifts, left, self.home)
        return (*found, *crowded_skies(self.board, self.home))

    def attack(self, dropped: int) -> Attack:
        """The attacks of the segment as a game, after units (bits) have dropped."""
        found = self._attacks.get(dropped)
        if found is None:
            found = self._attacks[dropped] = Attack(self.blitz, dropped, within=True)
        return found

    def fight(self, state: State) -> tuple[Attack, Combat] | None:
        """The attack being fought; None between attacks."""
        return None if state.combat is None else (self.attack(state.dropped), state.combat)

    def start(self) -> State:
        """The beginning of the first step in which there is something to do."""
        return self._skip(State(0, ready(self.pieces), self.home))

    def _skip(self, state: State) -> State:
        """Pass over steps in which nobody can do anything."""
        while state.step < len(self.steps) and not self._options(state):
            state = state._replace(step=state.step + 1, mover=-1)
        return state

    def node(self, state: State) -> Node:
        """What happens next."""
        if state.combat is not None:
            node = self.attack(state.dropped).node(state.combat)
            assert isinstance(node, Decision | Chance)
            return node
        if state.step >= len(self.steps):
            return Terminal(self._outcome(state), ("4.3.s2",) if self.steps == MARKERS else ("4.1.order",))
        name = self.steps[state.step]
        prompt = f"{TITLES[name]}: {stages.QUESTIONS[name]}"
        if state.mover >= 0:
            prompt = f"The {self.pieces[state.mover].name} drops. Where?"
        return Decision("attacker", name, prompt, tuple(self._options(state)), RULES[name])

    # --- options --------------------------------------------------------------------------------------

    def _options(self, state: State) -> list[Option]:
        found = getattr(self, f"_{self.steps[state.step]}")(state)
        if found and state.mover < 0 and self.steps[state.step] in stages.ENDS:
            found.append(Option("next", stages.ENDS[self.steps[state.step]], RULES[self.steps[state.step]]))
        return found  # type: ignore[no-any-return]

    def ours(self, state: State, kinds: Sequence[str]) -> list[Piece]:
        """Phasing counters of some kinds that are not done with and have not dropped."""
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
            for piece in self.ours(state, ("ground",))
            if not landing.cannot_drop(self.board, piece, state.at)[0]
            and landing.drop_zones(self.board, piece, state.left, state.at)
        ]

    def open_targets(self, state: State) -> list[tuple[Lineup, Bar]]:
        """Targets that have not been attacked: who would attack each, and what forbids it."""
        return self.attack(state.dropped).open_targets(self._now(state))

    def left_out(self, state: State) -> list[tuple[Piece, Bar]]:
        """Units that have to stay out of the attacks that may be made now, and why."""
        return self.attack(state.dropped).left_out(self._now(state))

    def _now(self, state: State) -> Combat:
        """The board as an attack finds it."""
        return Combat("next", 0, state.left, state.at, state.spent, NO_FIGHT, fought=state.fought, order=state.order)

    def _blitz_combat(self, state: State) -> list[Option]:
        return self.attack(state.dropped).attacks(self._now(state), ("4.1.2.base", "4.2.1.serial"))

    def _beachhead_landing(self, state: State) -> list[Option]:
        found = []
        rules: Rules
        for piece in self.ours(state, ("ground", "beachhead")):
            here = state.at[piece.index]
            for hex in landing.shore(self.board, here, state.left, state.at, "attacker"):
                if piece.kind == "ground":
                    refused = landing.cannot_land(self.board, piece, hex, state.left, state.at, state.fought)[0]
                    verb, label, rules = "land", f"The {piece.name} lands in {shown(hex)}", ("4.1.3.place",)
                elif piece.unit.type == "snlf":
                    refused = landing.cannot_snlf(self.board, piece, hex, state.left, state.at)[0]
                    verb, label = "snlf", f"A Japanese Detachment lands in {shown(hex)}"
                    rules = ("4.1.3.1.place", "4.1.3.1.who")
                else:
                    continue
                if not refused:
                    found.append(Option(f"{verb}:{piece.id}@{hex}", label, rules, piece.unit.id, hex))
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
                for other in landing.droppable(self.board, piece, state.left, state.spent):
                    label = f"The {other.name} takes the place of the Airdrop in {shown(here)}"
                    rules: Rules = ("4.1.4.place", *(("4.1.4.western",) if piece.nation == "Western" else ()))
                    found.append(Option(f"land:{piece.id}@{other.id}", label, rules, other.unit.id, here))
            reason, why = landing.drop_fails(self.board, piece, state.left, state.at)
            label = f"The Airdrop in {shown(here)} goes to the Delay Box" + (f": {reason}" if reason else "")
            found.append(Option(f"box:{piece.id}", label, why or ("4.1.4.may",), unit, here))
        return found

    def _cv_strike_return(self, state: State) -> list[Option]:
        fleet = [p for p in self.pieces if p.unit.type == "strike" and state.left[p.index]]
        if not fleet:
            return []
        text = "The CV strike goes to the Used Box of its zone"
        if len(fleet) > 1:
            text = f"{len(fleet)} CV strikes go to the Used Boxes of their zones"
        return [Option("return", text, ("4.1.5.cv",))]

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
        if state.combat is not None:
            return self._fought(state, self.attack(state.dropped).apply(state.combat, action))
        verb, _, what = action.partition(":")
        if verb in ("attack", "some"):
            number = self.scenario.targets.index(what)
            combat = self.attack(state.dropped).begin(self._now(state), number, verb == "some")
            return state._replace(combat=combat)
        if verb == "drop":
            return state._replace(mover=self.by_id[what].index)
        if verb == "to":
            i = state.mover
            at = (*state.at[:i], what, *state.at[i + 1 :])
            return self._skip(state._replace(at=at, dropped=state.dropped | 1 << i, mover=-1))
        name, _, place = what.partition("@")
        if name and self.steps[state.step] == "beachhead_landing":
            return self._skip(self._ashore(state, self.by_id[name], place))
        if name:
            return self._skip(self._landed(state, self.by_id[name].index, place))
        gone: set[int] = set()
        if verb == "return":
            gone = {p.index for p in self.pieces if p.unit.type == "strike"}
        elif verb == "snlf-off":
            lost = self.stranded(state)
            steps = sum(state.left[i] for i in lost)
            state = state._replace(tally=state.tally._replace(attacker=state.tally.attacker + steps))
            gone = {*lost, *(p.index for p in self.pieces if p.unit.type == "snlf" and p.side == "attacker")}
        left = tuple(0 if i in gone else n for i, n in enumerate(state.left))
        return self._skip(state._replace(left=left, step=state.step + 1))

    def _fought(self, state: State, combat: Combat) -> State:
        """The segment after a step of an attack; when the attack is over, what it came to is kept."""
        if combat.phase != "over":
            return state._replace(combat=combat)
        attack, tally = self.attack(state.dropped), state.tally
        outcome = attack.outcome(combat)
        lost = {
            side: sum(
                before - now for piece, before, now in zip(attack.pieces, state.left, combat.left, strict=True)
                if piece.side == side and piece.kind == "ground"
            ) for side in ("attacker", "defender")
        }  # fmt: skip
        tally = Tally(
            tally.attacker + lost["attacker"], tally.defender + lost["defender"],
            tally.retreated + outcome.measure("retreated"), max(tally.exploitation, outcome.measure("exploitation")),
            outcome.measure("place"),
        )  # fmt: skip
        return self._skip(state._replace(
            left=combat.left, at=combat.at, spent=combat.spent, fought=combat.fought, tally=tally, combat=None,
            order=combat.order, endings=(*state.endings, *combat.endings),
        ))  # fmt: skip

    def _ashore(self, state: State, piece: Piece, place: str) -> State:
        """A unit, or the Detachment of an SNLF, on land (4.1.3.place, 4.1.3.1.place, 4.1.3.1.marker)."""
        left, at = list(state.left), list(state.at)
        if piece.kind == "ground":
            at[piece.index] = place
        else:
            for other in self.board.here(place, state.left, state.at, "defender", ("lone",)):
                left[other.index] = 0
            for other in landing.detachments(self.pieces, state.left)[:1]:
                left[other.index], at[other.index] = other.steps, place
        return state._replace(left=tuple(left), at=tuple(at), done=state.done | 1 << piece.index)

    def _landed(self, state: State, marker: int, other: str) -> State:
        """An Airdrop marker in the Delay Box, and perhaps a unit of the Force Pool in its hex (4.1.4.place)."""
        left, at, done = list(state.left), list(state.at), state.done | 1 << marker
        left[marker] = 0
        if other:
            piece = self.by_id[other]
            left[piece.index], at[piece.index] = piece.steps, state.at[marker]
            done |= 1 << piece.index
        return state._replace(left=tuple(left), at=tuple(at), done=done)

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
        """Equal for positions that play on alike: counters that are equal stand for one another."""
        marks = tuple((state.dropped >> i & 1, state.done >> i & 1, i == state.mover) for i in range(len(self.pieces)))
        combat = state.combat
        attack = self.attack(state.dropped)
        within = merging.key(attack, combat or self._now(state), marks)
        return state.step, tuple(sorted(state.endings)), state.tally, combat is None, within

    def _outcome(self, state: State) -> Outcome:
        tally = state.tally
        result = next((ending for ending in ORDER if ending in state.endings), "done")
        return Outcome(result, (
            ("hex", int(result == "taken")), ("attacker_lost", tally.attacker), ("defender_lost", tally.defender),
            ("retreated", tally.retreated), ("exploitation", tally.exploitation), ("place", tally.place),
        ))  # fmt: skip

    def overrides(self, state: State) -> Sequence[Option]:
        """What players may agree on in the attack at hand; a segment itself only follows its steps."""
        found = self.fight(state)
        return found[0].overrides(found[1]) if found else ()

    def assess(self, state: State) -> Assessment | None:
        """Odds of the attack at hand; between attacks where the segment is."""
        found = self.fight(state)
        return found[0].assess(found[1]) if found else stages.assessment(self, state)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What happened in one step."""
        found = self.fight(before)
        if found:
            attack, combat = found
            lines = attack.narrate(combat, action, attack.apply(combat, action))
            return [*lines, *stages.passed_over(self, before, after)]
        return stages.narrate(self, before, action, after)

    def refusals(self, state: State) -> Sequence[Refusal]:
        """Counters and hexes that may not be tapped, and why."""
        found = self.fight(state)
        return found[0].refusals(found[1]) if found else stages.refusals(self, state)

    def closing(self, state: State) -> Sequence[Line]:
        """What comes after the segment."""
        return stages.closing(self, state)

    def overlay(self, state: State) -> Mapping[str, Any]:
        """Counters gone and moved."""
        now = state.combat or state
        return words.overlay(self.pieces, now.left, now.at)

    def relevant(self) -> Mapping[str, Any]:
        """Circumstances and fields that could matter to the segment."""
        return relevance.of_segment(self.scenario, self.attack(0) if self.steps == BLITZ else None)
