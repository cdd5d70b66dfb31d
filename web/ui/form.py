"""The form of the game: which of its fields exist, and which of them matter now."""

from __future__ import annotations

from shapes import Doc
from state import State
from values import find, first_key


def applies(app: State, field: Doc, stated: Doc) -> bool:
    """Whether a field exists in the edition in force, or is stated all the same: there it can be taken out again."""
    editions = field.get("editions") or []
    return not editions or app.edition in editions or field["key"] in stated


def procedure(app: State) -> Doc:
    """What is umpired, as it declares itself: its inputs, its summary (odds, cost or list), its measures."""
    procedures = app.listed("procedures")
    chosen = app.battle.scenario.get("procedure")
    return find(procedures, chosen) or (procedures[0] if procedures else {"summary": "odds", "measures": []})


def chart(app: State) -> Doc | None:
    """The printed results chart in force: that of the procedure where it has one of its own, else the game's."""
    charts = procedure(app).get("charts") or (app.schema or {}).get("charts", {})
    found: Doc | None = charts.get(app.edition)
    return found


def by_odds(app: State) -> bool:
    """Whether the answer is odds: strengths, a column, and the chance of every outcome."""
    return bool(procedure(app)["summary"] == "odds")


def by_path(app: State) -> bool:
    """Whether it takes the hexes of a way, in place of those attacked."""
    return "path" in procedure(app).get("inputs", ())


def by_attacks(app: State) -> bool:
    """Whether it takes several attacks, each with its hexes and its counters."""
    return "attacks" in procedure(app).get("inputs", ())


def name_hexes(app: State, hexes: list[str]) -> None:
    """Name the hexes that it is about, under the key that its procedure reads: a list of attacks begins with one."""
    scenario = app.battle.scenario
    key = "path" if by_path(app) else "attacks" if by_attacks(app) else "targets"
    for other in ("path", "targets", "attacks"):
        scenario.pop(other, None)
    side = first_key(app.listed("sides"), "attacker")
    sent = [unit["id"] for unit in app.units if unit.get("side") == side]
    scenario[key] = [{"targets": hexes, "units": sent}] if key == "attacks" else hexes


def measures(app: State, entries: list[Doc]) -> list[Doc]:
    """Those of the game's measures that the endings of what is umpired have."""
    keys = procedure(app)["measures"]
    return [entry for entry in entries if entry["key"] in keys]


def policies(app: State, side: str) -> list[Doc]:
    """The ways in which a side may decide in what is umpired: the same key may be another way for the other side."""
    chosen = procedure(app).get("key")
    return [
        entry
        for entry in app.listed("policies")
        if side in (entry.get("sides") or [side]) and chosen in (entry.get("procedures") or [chosen])
    ]


def objectives(app: State) -> list[Doc]:
    """What can be played for in what is umpired."""
    keys = procedure(app).get("objectives")
    return [one for one in app.listed("objectives") if keys is None or one["key"] in keys]


def played(app: State) -> Doc:
    """How both sides decide and what for, as the players chose it: what another procedure has only is left out."""
    found: Doc = {}
    chosen = app.battle.policies
    fit = {key: chosen[key] for key in chosen if chosen[key] == "best" or find(policies(app, key), chosen[key])}
    if fit:
        found["policies"] = fit
    if find(objectives(app), app.battle.objective):
        found["objective"] = app.battle.objective
    return found


def conditions(app: State) -> tuple[list[Doc], list[Doc]]:
    """Conditions as (those that matter or are stated, all others)."""
    return _split(app, "conditions")


def readings(app: State) -> tuple[list[Doc], list[Doc]]:
    """Readings as (those that matter or are stated, all others)."""
    return _split(app, "readings")


def _split(app: State, kind: str) -> tuple[list[Doc], list[Doc]]:
    named = app.answers.relevant.get(kind) or []
    stated = app.battle.scenario.get(kind) or {}
    fields = [field for field in app.listed(kind) if applies(app, field, stated)]
    shown = [field for field in fields if field["key"] in named or field["key"] in stated]
    return shown, [field for field in fields if field not in shown]
