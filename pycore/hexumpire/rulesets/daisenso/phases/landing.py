"""Landings of the Blitz segment: from Beachheads (4.1.3) and for Airdrops (4.1.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.battle import Line, Option, Refusal
from hexumpire.model.phase import Candidate
from hexumpire.model.text import capital, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.phases.attack_phase import first_of_each
from hexumpire.rulesets.daisenso.phases.steps import Step
from hexumpire.rulesets.daisenso.pieces import Piece, named
from hexumpire.rulesets.daisenso.rules import airdrop, landing, permits
from hexumpire.rulesets.daisenso.rules.segments import ours
from hexumpire.rulesets.daisenso.state import Reason, Stage
from hexumpire.rulesets.daisenso.wording import phrase


class BeachheadLanding(Step):
    """The attacker chooses who goes ashore next."""

    key = "beachhead_landing"
    title = "Beachhead landings"
    asks = "{x}: who lands?"
    rules: Rules = ("4.1.order", "4.1.3.serial")
    ends = "Nobody else lands"
    elsewhere = ("a landing goes into the land hex behind a Beachhead hexside", ("4.1.3.place",))

    def _afloat(self, state: Stage) -> Iterator[tuple[Piece, str]]:
        """Everybody on a Beachhead who could go ashore, with every hex behind its Beachhead hexsides."""
        for piece in ours(self.setting, state, ("ground", "beachhead")):
            if piece.kind == "ground" or piece.unit.type == "snlf":
                for place in landing.shore(self.setting, state.at[piece.index], state.left, state.at, "attacker"):
                    yield piece, place

    def candidates(self, state: Stage) -> Iterator[Candidate]:
        """Everybody on a Beachhead, into each hex."""
        rules: Rules
        for piece, place in self._afloat(state):
            if piece.kind == "ground":
                name = piece.name_at(state.left[piece.index])
                label = phrase("The {unit} lands in {place}", unit=name, place=shown(place))
                verb, rules = "land", ("4.1.3.place", *permits.landing(self.setting, piece, place))
            else:
                label = phrase("A Japanese Detachment lands in {place}", place=shown(place))
                verb, rules = "snlf", ("4.1.3.1.place", "4.1.3.1.who")
            option = Option(f"{verb}:{piece.id}@{place}", label, rules, piece.unit.id, place)
            yield Candidate(option, *landing.no_landing(self.setting, piece, place, state))

    def apply(self, state: Stage, action: str) -> Stage:
        """The unit on land, or the next step."""
        if action == "next":
            return self.finished(state)
        name, _, place = action.partition(":")[2].partition("@")
        return landing.ashore(self.setting, state, self.setting.by_id[name], place)

    def narrate(self, before: Stage, action: str, after: Stage) -> Sequence[Line]:
        """Who landed, and which markers made way."""
        gone = [p for p in self.setting.pieces if before.left[p.index] and not after.left[p.index]]
        lines = [*super().narrate(before, action, after)]
        if action.startswith("snlf:") and gone:
            form = "{unit} go to the Delay Box." if len(gone) > 1 else "{unit} goes to the Delay Box."
            lines.append(Line(capital(say(form, unit=named(gone, before.left))), ("4.1.3.1.marker",), "defender"))
        return lines

    def refusals(self, state: Stage) -> Sequence[Refusal]:
        """Units that may not land anywhere, and hexes in which nobody may."""
        options = self.node(state).options
        done, open_now = {option.unit for option in options}, {option.hex for option in options}
        found = []
        for one in self.candidates(state):
            if one.reason and one.option.unit not in done:
                found.append(Refusal(one.option.unit, one.option.hex, one.reason, one.rules))
            if one.reason and one.option.hex not in open_now:
                found.append(Refusal("", one.option.hex, one.reason, one.rules))
        found += [Refusal("", hex, *self.elsewhere) for hex in self.setting.drawn(state.at) if hex not in open_now]
        return first_of_each(found)

    def stuck(self, state: Stage) -> Iterator[tuple[Piece, Reason]]:
        """Who cannot land where."""
        for piece, place in self._afloat(state):
            yield piece, landing.no_landing(self.setting, piece, place, state)


class AirdropLanding(Step):
    """The attacker chooses a marker, and what lands for it."""

    key = "airdrop_landing"
    title = "Airdrop landings"
    asks = "{x}: which marker, and does it land?"
    rules: Rules = ("4.1.order", "4.1.4.may")
    elsewhere = ("an Airdrop lands in the hex that its marker is in", ("4.1.4.place",))

    def candidates(self, state: Stage) -> Iterator[Candidate]:
        """Every marker with every unit of the Force Pool that may land for it, and the Delay Box."""
        setting = self.setting
        for piece in airdrop.markers(setting, state):
            here = state.at[piece.index]
            reason, why = airdrop.drop_fails(setting, piece, state.left, state.at)
            rules: Rules = ("4.1.4.place", *(("4.1.4.western",) if piece.nation == "Western" else ()))
            for other in airdrop.droppable(setting, piece, state.left, state.spent) if not reason else ():
                form = "The {unit} takes the place of the Airdrop in {place}"
                label = phrase(form, unit=other.name, place=shown(here))
                yield Candidate(Option(f"land:{piece.id}@{other.id}", label, rules, other.unit.id, here))
            if not reason and airdrop.pool_unsaid(setting, piece):
                yield Candidate(Option(f"land:{piece.id}", _unsaid(piece, here), (*rules, "4.1.4.elite"), "", here))
            label = phrase("The Airdrop in {place} goes to the Delay Box", place=shown(here))
            if reason:
                label = phrase("{a}: {b}", a=label, b=reason)
            yield Candidate(Option(f"box:{piece.id}", label, why or ("4.1.4.may",), piece.unit.id, here))

    def apply(self, state: Stage, action: str) -> Stage:
        """The marker off the map, and perhaps a unit in its hex."""
        verb, _, what = action.partition(":")
        marker, _, other = what.partition("@")
        i = self.setting.by_id[marker].index
        return airdrop.landed(self.setting, state, i, other) if verb == "land" else airdrop.boxed(state, i)

    def narrate(self, before: Stage, action: str, after: Stage) -> Sequence[Line]:
        """What landed, and what becomes of the marker."""
        lines = [*super().narrate(before, action, after)]
        if action.startswith("land:"):
            lines.append(Line("The Airdrop marker goes to the Delay Box.", ("4.1.4.place",), "attacker"))
        return lines

    def beyond(self, state: Stage) -> Iterator[Refusal]:
        """Units of the Force Pool that never land for an Airdrop."""
        for marker in airdrop.markers(self.setting, state):
            for piece in airdrop.droppable(self.setting, marker, state.left, state.spent, elite=True):
                yield Refusal(piece.unit.id, "", "an Elite unit never lands for an Airdrop", ("4.1.4.elite",))

    def stuck(self, state: Stage) -> Iterator[tuple[Piece, Reason]]:
        """Markers for which nothing can land; a unit that dropped is one (4.1.1.flip)."""
        as_they_lie = self.setting.attack(state.dropped).pieces
        for piece in airdrop.markers(self.setting, state):
            yield as_they_lie[piece.index], airdrop.drop_fails(self.setting, piece, state.left, state.at)


def _unsaid(piece: Piece, place: str) -> str:
    """What lands for a marker where nobody has said who is in its Force Pool."""
    if piece.nation == "Western":
        form = "One-step British or US infantry of the Force Pool takes the place of the Airdrop in {place}"
        return phrase(form, place=shown(place))
    form = "One-step {nation} infantry of the Force Pool takes the place of the Airdrop in {place}"
    return phrase(form, nation=piece.nation, place=shown(place))
