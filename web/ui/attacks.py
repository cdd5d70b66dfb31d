"""Several attacks on one board: the document's list of them, and what it is as HTML.

No DOM and no rules. An attack is ``{"targets": [hex], "units": [id]}``; of a unit that is shared out there stands
``id:number``.
"""

from __future__ import annotations

import battles
import counters
import form
import places
import stating
from board import hexgrid
from parts import bar, button, chips, data, e, figures, fraction, icon, mistake, select, stepper, w
from shapes import Doc, Handlers
from state import State
from texts import t
from values import first_key


def taker(app: State) -> str:
    """The key of the game's procedure that takes several attacks; empty where it has none."""
    for procedure in app.listed("procedures"):
        if "attacks" in procedure.get("inputs", ()):
            return str(procedure["key"])
    return ""


def size(app: State, unit: Doc) -> int:
    """How much there is of a counter: counters, or factors of what is counted in them."""
    amount = counters.amount_field(app, unit)
    number = int(counters.unit_value(app, unit, amount)) if amount else 1
    return int(unit.get("count", 1)) * number


def sent(app: State, attack: Doc) -> dict[str, int]:
    """How much of which counters is in an attack."""
    found = {}
    for text in attack.get("units") or []:
        id, _, number = text.partition(":")
        unit = places.unit_of(app, id)
        if unit:
            found[id] = min(int(number), size(app, unit)) if number else size(app, unit)
    return found


def written(app: State, shares: dict[str, int]) -> list[str]:
    """The counters of an attack as the document has them, in the order of the counters."""
    found = []
    for unit in app.units:
        id = unit["id"]
        if shares.get(id, 0) > 0:
            found.append(id if shares[id] >= size(app, unit) else id + ":" + str(shares[id]))
    return found


def attackers(app: State) -> list[Doc]:
    """The counters of the side that attacks."""
    side = first_key(app.listed("sides"), "attacker")
    return [unit for unit in app.units if unit.get("side") == side]


def _beside(unit: Doc, hexes: list[str]) -> bool:
    """Whether a counter stands next to one of the hexes."""
    here = hexgrid.parse(unit["at"])
    return any(hexgrid.distance(here, hexgrid.parse(hex)) == 1 for hex in hexes)


def renamed(app: State, hexes: list[str]) -> None:
    """Have the attacks be on these hexes: those on others go, and for each new one there is one more.

    Who stands next to it and to none of the others makes it, and who is in no attack.
    """
    stating.forgive(app, "attack-share")
    scenario = app.battle.scenario
    known = scenario.get("attacks") or []
    if not known:
        known = [{"targets": hexes[:1], "units": [unit["id"] for unit in attackers(app)]}]
    kept = []
    for attack in known:
        targets = [hex for hex in attack["targets"] if hex in hexes]
        if targets:
            kept.append({"targets": targets, "units": attack.get("units") or []})
    for hex in hexes:
        old = [place for attack in kept for place in attack["targets"]]
        if hex not in old:
            shares = {}
            for unit in attackers(app):
                mine = [attack for attack in kept if unit["id"] in sent(app, attack)]
                if _beside(unit, [hex]) and not (mine and _beside(unit, old)):
                    shares[unit["id"]] = size(app, unit)
            for attack in kept:
                theirs = sent(app, attack)
                attack["units"] = written(app, {id: theirs[id] for id in theirs if id not in shares})
            kept.append({"targets": [hex], "units": written(app, shares)})
    scenario["attacks"] = kept


def tidy(app: State) -> None:
    """Leave counters out of the attacks that are gone, or no attackers any more, or no longer so many."""
    attacks = app.battle.scenario.get("attacks")
    if not attacks:
        return
    rest = {unit["id"]: size(app, unit) for unit in attackers(app)}
    for attack in attacks:
        shares = {}
        for id, number in sent(app, attack).items():
            shares[id] = min(number, rest.get(id, 0))
            if id in rest:
                rest[id] -= shares[id]
        attack["units"] = written(app, shares)


def another(app: State, hex: str) -> None:
    """Attack one more hex, with an attack of its own."""
    key = taker(app)
    if not key or hex in app.targets:
        return
    hexes = app.targets + [hex]
    battles.changed(app)
    scenario = app.battle.scenario
    if scenario.get("procedure") != key:
        scenario["procedure"] = key
        scenario["attacks"] = [{"targets": app.targets, "units": [unit["id"] for unit in attackers(app)]}]
        scenario.pop("targets", None)
        scenario.pop("path", None)
    renamed(app, hexes)


def enlist(app: State, unit: Doc, like: Doc | None = None) -> None:
    """Put a counter that is new into an attack: that of another one, or one on a hex that it stands next to."""
    attacks = app.battle.scenario.get("attacks") or []
    if not attacks or unit.get("side") != first_key(app.listed("sides"), "attacker"):
        return
    for attack in attacks:
        shares = sent(app, attack)
        if (like and like["id"] in shares) or (not like and _beside(unit, attack["targets"])):
            shares[unit["id"]] = size(app, unit)
            attack["units"] = written(app, shares)
            return


def drop(app: State, number: str) -> None:
    """Leave an attack out; the last one stays."""
    attacks = app.battle.scenario.get("attacks") or []
    if len(attacks) > 1:
        battles.changed(app)
        stating.forgive(app, "attack-share")
        app.battle.scenario["attacks"] = [attacks[i] for i in range(len(attacks)) if i != int(number) - 1]


def share(app: State, id: str, number: str, step: str = "", value: object = None) -> None:
    """State how much of a counter is in an attack; all of it leaves the others as far as it is not there any more."""
    unit = places.unit_of(app, id)
    attacks = app.battle.scenario.get("attacks") or []
    if not unit or int(number) > len(attacks):
        return
    mine = attacks[int(number) - 1]
    shares = sent(app, mine)
    most = size(app, unit)
    had, control = shares.get(id, 0), ("attack-share", id, number)
    if step:
        now = stating.stepped(app, control, had + int(step), 0, most)
    else:
        typed = stating.typed(app, control, value, 0, most)
        if typed is None:
            return
        now = typed
    battles.changed(app, "share " + id)
    shares[id] = now
    mine["units"] = written(app, shares)
    rest = most - now
    for attack in attacks:
        if attack is not mine:
            theirs = sent(app, attack)
            theirs[id] = min(theirs.get(id, 0), rest)
            rest -= theirs[id]
            attack["units"] = written(app, theirs)


def join(app: State, id: str, value: str) -> None:
    """Put all of a counter into one attack, or into none (0)."""
    unit = places.unit_of(app, id)
    attacks = app.battle.scenario.get("attacks") or []
    if unit:
        battles.changed(app)
        for i in range(len(attacks)):
            shares = sent(app, attacks[i])
            shares[id] = size(app, unit) if str(i + 1) == value else 0
            attacks[i]["units"] = written(app, shares)


# --- as HTML -----------------------------------------------------------------------------------------------


def of_unit(app: State, unit: Doc, start: str) -> str:
    """In which attack a counter is, to be chosen; empty where there is but one attack, or it makes none."""
    attacks = app.battle.scenario.get("attacks") or []
    if not form.by_attacks(app) or unit.get("side") != first_key(app.listed("sides"), "attacker"):
        return ""
    shares = [sent(app, attack).get(unit["id"], 0) for attack in attacks]
    titles = [t("attack.n", n=i + 1) + ": " + _places(app, attacks[i]) for i in range(len(attacks))]
    if size(app, unit) < 2:
        chosen = [str(i + 1) for i in range(len(attacks)) if shares[i]]
        options = [("0", t("attack.none"))] + [(str(i + 1), titles[i]) for i in range(len(attacks))]
        return select(
            start + "attack", t("attack.of"), "attack-join", options, chosen[0] if chosen else "0", unit["id"]
        )
    text = ""
    for i in range(len(attacks)):
        text += '<div class="row"><span class="what">' + e(titles[i]) + "</span>"
        label, name, number = titles[i] + ", " + t("attack.share"), start + "share" + str(i + 1), str(i + 1)
        wrong = app.look.mistyped.get(("attack-share", unit["id"], number))
        text += stepper(name, label, "attack-share", unit["id"], number, shares[i], True, wrong, 0, size(app, unit))
        text += mistake(name, wrong, shares[i]) + "</div>"
    return text


def _places(app: State, attack: Doc) -> str:
    return ", ".join([places.called(app, hex) for hex in attack["targets"]])


def more(app: State, hex: str) -> str:
    """The way to attack one more hex, in the panel of that hex."""
    if not taker(app) or hex in app.targets or form.by_path(app) or not form.by_odds(app) or not app.units:
        return ""
    return button(t("attack.more"), "attack-more", hex, css="second", extra='id="attack-more"')


def listing(app: State) -> str:
    """The attacks, where there are several: number, hexes, odds, chance, and how it stands with each."""
    declared = app.battle.scenario.get("attacks") or []
    rows = (app.position.get("attacks") or []) if app.current else []
    if len(declared) < 2 and len(rows) < 2:
        return ""
    text = '<h2 id="attacks-title">' + e(t("attacks")) + '</h2><ol class="attacks">'
    for i in range(len(rows) or len(declared)):
        row = rows[i] if rows else {"number": i + 1, "targets": declared[i]["targets"], "state": ""}
        text += _row(app, row, len(declared) > 1)
    return figures(text + "</ol>")


def _row(app: State, row: Doc, free: bool) -> str:
    number = str(row["number"])
    place = ", ".join([places.called(app, hex) for hex in row["targets"]])
    inner = '<b class="number">' + number + '</b><span class="what">' + e(places.headed(place))
    state = "open" if row["state"] == "now" and not app.fighting else row["state"]  # the engine begins with one
    if row.get("note"):
        inner += '<span class="help">' + w(row["note"]) + "</span>"
    elif state == "now":
        inner += '<span class="help">' + e(t("attack.now")) + "</span>"
    chance = _chance(app, row["number"]) if state in ("open", "now") else None
    if chance and not chance["alone"]:
        inner += '<span class="help">' + e(t("attack.asnow")) + "</span>"
    inner += "</span>"
    if row.get("bar") and state in ("open", "now"):
        inner += '<span class="odds">' + w(row["column"] or row["bar"]) + "</span>"
    if chance:
        inner += '<span class="value">' + e(chance["percent"]) + "</span>" + bar(fraction(chance["p"]))
    option, at = _option(app, row), data("at", e(row["targets"][0]))
    if app.fighting:
        off = "" if option else " disabled"
        head = button("", "act", option, css="attack " + state, extra=at + off, inner=inner)
    else:
        head = button("", "hex", row["targets"][0], "keep", css="attack " + state, extra=at, inner=inner)
    text = "<li>" + head + (chips(row) if row.get("note") else "")
    if free and not app.fighting:
        label = t("attack.drop", n=number)
        text += button(label, "attack-drop", number, css="ghost square", inner=icon("close"))
    return text + "</li>"


def _option(app: State, row: Doc) -> str:
    """The id of the option that begins an attack now; empty when it cannot be begun."""
    node = app.node
    if node and node["kind"] == "decision" and row["state"] == "open":
        for option in node["options"]:
            if option["hex"] == row["targets"][0] and option["id"].startswith("attack:"):
                return str(option["id"])
    return ""


def _chance(app: State, number: int) -> Doc | None:
    """The chance of an attack, once it is known."""
    if not app.odds_current or not app.answers.outcomes:
        return None
    for entry in app.answers.outcomes.get("attacks") or []:
        if entry["number"] == number:
            return dict(entry)
    return None


CHANGES: Handlers = {
    "attack-more": another,
    "attack-drop": drop,
    "attack-share": share,
    "attack-join": join,
}
