"""Who attacks the hex (4.2.2.s1, 4.2.1.split)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.model.phase import Candidate
from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.phases.attack_phase import AttackChoice
from hexumpire.rulesets.daisenso.rules import declaration, flow
from hexumpire.rulesets.daisenso.rules.declaration import NAMES, SPLIT
from hexumpire.rulesets.daisenso.state import State, marked
from hexumpire.rulesets.daisenso.wording import phrase


class Name(AttackChoice):
    """The attacker names the units that attack: one of several forces, or one unit after another that stays out."""

    key = "name"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Every force that may attack, and every unit that may be left out."""
        setting, fight = self.setting, state.fight
        forces = declaration.who_may(setting, state, fight).forces
        for number, force in enumerate(forces, 1):
            label = declaration.force_label(setting, state, fight._replace(attackers=force))
            if len(forces) > 1:
                facts = sorted(self._facts(state, i) for i in force)
                yield Candidate(Option(f"go:{number}", label, NAMES, "", "", f"go{facts}"))
            else:
                yield Candidate(Option("go", label, NAMES))
        spares = declaration.spares(setting, state, fight)
        offered = spares if state.job == "some" else declaration.offered(setting, state, fight, state.number)
        for i in offered:
            piece, left, at = setting.pieces[i], state.left[i], state.at[i]
            label = phrase("Leave out the {unit} in {place}", unit=piece.name_at(left), place=shown(at))
            yield Candidate(Option(f"out:{piece.id}", label, SPLIT, piece.unit.id, at, f"out{self._facts(state, i)}"))
        if len(offered) < len(spares):
            yield Candidate(Option("some", declaration.with_fewer(fight.target), NAMES, aside=True))

    def _facts(self, state: State, i: int) -> tuple[int, int, str, int]:
        """What tells a unit from its like: one of two equal HQs may have supported before."""
        return self.setting.pieces[i].group, state.left[i], state.at[i], marked(state.spent, i)

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Who attacks."""
        prompt = phrase("Who attacks {place}?", place=shown(state.fight.target))
        return Decision("attacker", "name", prompt, options, NAMES)

    def apply(self, state: State, action: str) -> State:
        """The attack by a force; or without one of the units."""
        setting = self.setting
        verb, _, what = action.partition(":")
        if verb == "some":
            return state._replace(job="some")
        if verb == "go":
            forces = declaration.who_may(setting, state, state.fight).forces
            return flow.attack_with(setting, state, forces[int(what or "1") - 1])
        i = setting.by_id[what].index
        rest = tuple(other for other in state.fight.attackers if other != i)
        return flow.declare(setting, state._replace(fight=state.fight._replace(attackers=rest)))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who is left out, and who attacks once that is settled."""
        verb, _, what = action.partition(":")
        lines = []
        if verb == "out":
            piece = self.setting.by_id[what]
            name, place = piece.name_at(before.left[piece.index]), shown(before.at[piece.index])
            text = say("The {unit} in {place} is left out.", unit=name, place=place)
            lines.append(Line(text, SPLIT, "attacker"))
        elif verb == "some":
            lines.append(Line("The attacker leaves units out.", SPLIT, "attacker"))
        return [*lines, *declaration.named_entry(self.setting, after)]

    def beyond(self, state: State) -> Iterator[Refusal]:
        """Units next to the hex that stay out, and units that may not be left out."""
        offered = {(option.unit, option.hex) for option in self.node(state).options}
        for i, bar in declaration.no_choice(self.setting, state).items():
            unit = self.setting.pieces[i].unit.id
            if bar.reason and (unit, state.at[i]) not in offered:  # another counter of the unit may be
                yield Refusal(unit, state.at[i], bar.reason, bar.rules)
