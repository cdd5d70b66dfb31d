"""Forces of several contingents or countries, which hamper each other (11.I, T3)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from hexumpire.model.text import say
from hexumpire.model.trace import Number, Rules, Trace, plain
from hexumpire.rulesets.v101125.fight import Fight
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import CONTINGENTS
from hexumpire.rulesets.v101125.units import Piece, res_said

RULES: Mapping[str, Rules] = {"contingent": ("T3.2",), "country": ("T3.3",), "commonwealth": ("T3.4", "T3.n2")}
WORDS = {
    "contingent": "REs of another contingent", "country": "REs of another country",
    "commonwealth": "REs of other Commonwealth countries",
}  # fmt: skip


def modifier(size: Number, who: str, attacking: bool) -> int:
    """What so many REs of others do to the main die: too few nothing (T3.1), the sign turns in defence (T3.n1)."""
    least, dm = CONTINGENTS[who]
    if size < least:
        return 0
    return dm if attacking else -dm


Rows = tuple[tuple[str, Number], ...]
"""Rows of the table with the REs that count for each."""


def _others(pieces: Iterable[Piece], of: Callable[[Piece], str]) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """The one that most REs belong to, and the REs of each of the others; each of those that are equal in that."""
    sizes: dict[str, Fraction] = {}
    for piece in pieces:
        sizes[of(piece)] = sizes.get(of(piece), Fraction(0)) + piece.size
    for main, size in sizes.items():
        if size == max(sizes.values()):
            yield main, {other: res for other, res in sizes.items() if other != main}


def mixed(pieces: Sequence[Piece], reading: str) -> Rows:
    """The rows of the table that a force comes under, with the REs that count for each.

    A contingent or a country counts by itself, so that of several the largest one does (T3.2, T3.3); the countries of
    the Commonwealth count together (T3.4), which stands in place of the row of other countries (T3.n2). Of contingents
    or countries that are equal the one counts as the force's own beside which the others hamper it most.
    """
    ways: list[Rows] = []
    for main, foreign in _others(pieces, lambda piece: piece.counter.contingent):
        strangers: Rows = (("contingent", plain(max(foreign.values()))),) if foreign else ()
        own = [piece for piece in pieces if piece.counter.contingent == main]
        imperial = {piece.counter.country for piece in own if "commonwealth" in piece.counter.traits}
        for country, others in _others(own, lambda piece: piece.counter.country):
            ways.append((*strangers, *_of_countries(country, others, imperial, reading)))
    return max(ways, key=lambda rows: sum(abs(modifier(size, who, True)) for who, size in rows), default=())


def _of_countries(
    country: str, others: Mapping[str, Fraction], imperial: Collection[str], reading: str
) -> Iterator[tuple[str, Number]]:
    """The rows of other countries within a contingent (T3.3, T3.4, T3.n2)."""
    kin = {other: size for other, size in others.items() if country in imperial and other in imperial}
    together = sum(kin.values(), Fraction(0))
    if kin and not (reading == "country" and together < CONTINGENTS["commonwealth"][0]):
        yield "commonwealth", plain(together)
        others = {other: size for other, size in others.items() if other not in kin}
    if others:
        yield "country", plain(max(others.values()))


def lines(setting: Setting, fight: Fight) -> Iterator[Trace]:
    """What mixed forces of both sides do to the main die (11.I)."""
    readings = setting.scenario.readings
    for force, attacking in ((fight.attackers, True), (fight.guards, False)):
        found: list[tuple[int, Trace]] = []
        for who, size in mixed(force, readings["commonwealth"]):
            dm = modifier(size, who, attacking)
            rules = ("11.I", *RULES[who]) if attacking else ("11.I", *RULES[who], "T3.n1")
            if dm:
                found.append((dm, Trace(WORDS[who], dm, rules, note=res_said(size))))
            else:
                one, several = "{number} RE is too few to matter", "{number} REs are too few to matter"
                why = say(one if size == 1 else several, number=size)
                yield Trace(WORDS[who], None, ("T3.1",), skipped=True, note=why)
        if found and readings["contingents"] == "worst":
            worst = max(found, key=lambda row: abs(row[0]))
            for _, line in found:
                if line is not worst[1]:
                    yield Trace(line.label, None, line.rules, skipped=True, note="the worst row counts")
            found = [worst]
        yield from (line for _, line in found)


def asks(fight: Fight) -> Iterator[str]:
    """Readings that matter where countries fight together."""
    for force in (fight.attackers, fight.guards):
        countries = {piece.counter.country for piece in force}
        if len(countries) > 1:
            yield "contingents"
        if len({piece.counter.country for piece in force if "commonwealth" in piece.counter.traits}) > 1:
            yield "commonwealth"


def asks_of(piece: Piece, fight: Fight) -> Iterator[str]:
    """The contingent of a unit, where its side has several countries."""
    for force in (fight.attackers, fight.guards):
        if piece in force and len({one.counter.country for one in force}) > 1:
            yield "contingent"
