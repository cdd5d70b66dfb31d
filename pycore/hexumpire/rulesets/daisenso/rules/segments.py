"""The segments (4.1.order, 4.3.s1, 4.3.s2, 4.3.s3): their steps in order, their attacks, and what they come to."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from hexumpire.model.battle import Line, Outcome
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import capital, say
from hexumpire.rulesets.daisenso.pieces import Piece, named
from hexumpire.rulesets.daisenso.rules import factions, set_up, stacking
from hexumpire.rulesets.daisenso.rules.ending import back_again, markers_left, outcome, result
from hexumpire.rulesets.daisenso.rules.state_key import state_key
from hexumpire.rulesets.daisenso.setting import SegmentSetting, Setting
from hexumpire.rulesets.daisenso.state import NO_FIGHT, NOBODY, Stage, State, Tally, marked
from hexumpire.rulesets.daisenso.vocabulary import GROUND

BLITZ = ("airdrop", "blitz_combat", "beachhead_landing", "airdrop_landing", "cv_strike_return")
"""Steps of the Blitz segment in order (4.1.order)."""
MARKERS = ("troop_convoy", "remove_markers", "remove_snlf")
"""Steps of the Marker segment in order (4.3.s1, 4.3.s2, 4.3.s3)."""


def steps_of(scenario: Scenario) -> tuple[str, ...]:
    """The steps of a segment: without a Blitz marker on the map only the CV strikes return (4.1.nomarker)."""
    if scenario.procedure == "markers":
        return MARKERS
    return BLITZ if scenario.conditions["blitz_on_map"] else BLITZ[-1:]


def ours(setting: Setting, state: Stage, kinds: Sequence[str]) -> list[Piece]:
    """Phasing counters of some kinds that are not done with and have not dropped."""
    return [
        piece for piece in setting.pieces
        if piece.side == "attacker" and piece.kind in kinds and state.left[piece.index]
        and not marked(state.done, piece.index) and not marked(state.dropped, piece.index)
    ]  # fmt: skip


def between(state: Stage) -> State:
    """The board as an attack finds it."""
    return State(
        "next",
        NOBODY,
        state.left,
        state.at,
        state.spent,
        NO_FIGHT,
        fought=state.fought,
        order=state.order,
        ashore=state.ashore,
    )


def fought(setting: SegmentSetting, state: Stage, combat: State) -> Stage:
    """The segment after an attack: the board as it is left, and what the attack came to."""
    attack, tally = setting.attack(state.dropped), state.tally
    found = outcome(attack, combat)
    steps = {
        side: sum(
            before - now for piece, before, now in zip(attack.pieces, state.left, combat.left, strict=True)
            if piece.side == side and piece.kind == "ground"
        ) for side in ("attacker", "defender")
    }  # fmt: skip
    tally = Tally(
        tally.attacker + steps["attacker"], tally.defender + steps["defender"],
        tally.retreated + found.measure("retreated"), max(tally.exploitation, found.measure("exploitation")),
        found.measure("place"),
    )  # fmt: skip
    return state._replace(
        left=combat.left, at=combat.at, spent=combat.spent, fought=combat.fought, tally=tally, combat=None,
        order=combat.order, endings=(*state.endings, *combat.endings),
    )  # fmt: skip


def problems(setting: SegmentSetting) -> tuple[Problem, ...]:
    """Why the rules forbid the segment as set up."""
    if setting.scenario.procedure == "markers":  # nobody attacks, but the counters are those of one faction
        return (*factions.misplaced(setting, ("attacker",)),)
    if not {*BLITZ} & {*steps_of(setting.scenario)}:
        return ()
    found = [*factions.problems(setting, setting.full, setting.home)]
    found += [*set_up.aimless(setting, setting.full, setting.home)]
    found += set_up.at_sea(setting, setting.full, setting.home)
    if not setting.scenario.conditions["pre_war"]:
        attack = setting.attack(0)
        found += set_up.unsaid(attack, attack.full, attack.home)
    return (*found, *set_up.crowded_skies(setting, setting.home))


def segment_key(setting: SegmentSetting, state: Stage) -> Hashable:
    """Equal for positions that play on alike: counters that are equal stand for one another."""
    pieces = range(len(setting.pieces))
    marks = tuple((marked(state.dropped, i), marked(state.done, i), i == state.mover) for i in pieces)
    within = state_key(setting.attack(state.dropped), state.combat or between(state), marks)
    return state.phase, tuple(sorted(zip(state.order, state.endings, strict=True))), state.tally, state.ashore, within


def outcome_of(setting: Setting, state: Stage) -> Outcome:
    """What the segment came to: how it stands with its targets, or that nobody attacked."""
    tally, found = state.tally, result(setting, state)
    found = found if state.order or found == "taken" else "done"
    return Outcome(found, (
        ("hex", int(found == "taken")), ("attacker_lost", tally.attacker), ("defender_lost", tally.defender),
        ("retreated", tally.retreated), ("exploitation", tally.exploitation), ("place", tally.place),
    ))  # fmt: skip


def closing(setting: Setting, state: Stage) -> list[Line]:
    """What comes after the segment."""
    if setting.scenario.procedure == "markers":
        return [Line("Reserve movement follows.", ("4.3.s1",))]
    lines = [Line("Regular combat follows; it needs no Blitz marker.", ("4.2.nomarker",))]
    attacked = [piece for piece in setting.pieces if marked(state.fought, piece.index) and state.left[piece.index]]
    if attacked:
        form = "{unit} attacked in this segment; in the Regular segment they may attack again."
        text = capital(say(form, unit=named(attacked, state.left)))
        lines.append(Line(text, ("4.2.1.once-unit",), "attacker"))
    lines += [*back_again(setting, state), *stacking.entries(setting, state.left, state.at)]
    return [*lines, *markers_left(setting, state)]


def asks(setting: Setting) -> Iterator[str]:
    """What the form could ask: of the Marker segment, what is spent; of the Blitz segment, whether it has a marker."""
    if setting.scenario.procedure == "markers":
        yield from ("convoy_used", "spent_markers")
    elif setting.scenario.procedure == "blitz" or setting.blitz:
        yield "blitz_on_map"


def asks_of(unit: Unit, setting: Setting) -> Iterator[str]:
    """What the form could ask about a counter where nobody fights: its face, and what it costs to strand (4.3.s3)."""
    if unit.type not in GROUND:
        return
    yield from ("af", "df", "ma")
    if unit.side == "attacker" and setting.scenario.procedure == "markers":
        yield from ("steps", "stripe")
        if unit.type == "hq":
            yield "ig"
