"""The arrows of attacks: from which hexes to which, as the document and what became of it so far tell."""

from . import docfields as doc
from . import hexgrid
from .kept import reading_order


def arrows(
    counters: list[dict[str, object]],
    targets: list[str],
    attacks: list[dict[str, object]],
    overlay: dict[str, object],
) -> list[dict[str, object]]:
    """The arrows of the attack on some hexes, or of several attacks, and of those that the overlay tells of.

    Each has the hexes ``from`` which and ``to`` which it points, and whether these are ``near``: side by side.
    """
    unlisted = _unlisted(doc.rows(overlay, "attacks"))
    if attacks:
        return _of_attacks(counters, attacks, overlay) + unlisted
    return _attacks(counters, targets, doc.texts(overlay, "over"), doc.table(overlay, "anew")) + unlisted


def aim_of(schema: dict[str, object], unit: dict[str, object], kind: dict[str, object]) -> int:
    """The number of the target that a unit is said to attack; 0: any, -1: none."""
    said = doc.table(kind, "defaults").copy()
    said.update(unit)
    fields = doc.table(schema, "attackers")
    return -1 if said.get(doc.text(fields, "joins")) is False else doc.whole(said, doc.text(fields, "aim"))


def _of_attacks(
    counters: list[dict[str, object]], attacks: list[dict[str, object]], overlay: dict[str, object]
) -> list[dict[str, object]]:
    """The arrows of several attacks, each from the counters that are in it."""
    over, anew = doc.texts(overlay, "over"), doc.table(overlay, "anew")
    arrows: list[dict[str, object]] = []
    for i in range(len(attacks)):
        sent = [text.split(":")[0] for text in doc.texts(attacks[i], "units")]
        mine = [counter for counter in counters if counter["id"] in sent and str(i + 1) not in over]
        targets = hexgrid.names(doc.texts(attacks[i], "targets"))
        arrows += [one for one in _attacks(mine, targets, [], anew) if one not in arrows]
    return arrows


def _unlisted(attacks: list[dict[str, object]]) -> list[dict[str, object]]:
    """The arrows of attacks of which it is told where they come from."""
    arrows: list[dict[str, object]] = []
    for one in attacks:
        targets = hexgrid.names(doc.texts(one, "targets"))
        for name in hexgrid.names(doc.texts(one, "from")):
            more = [_arrow(name, target) for target in _aimed(name, targets, 0)]
            arrows += [arrow for arrow in more if arrow not in arrows]
    return arrows


def _attacks(
    counters: list[dict[str, object]], targets: list[str], over: list[str], anew: dict[str, object]
) -> list[dict[str, object]]:
    """The arrows to these hexes, but for those (by their numbers) the attacks on which are over.

    They come from where attackers were set up: who has moved since has retreated or advanced, but for those who attack
    ``anew`` from there, and that a hex the attack on which is not over. Who is said to attack one target points there
    only, and who is said to attack none, nowhere.
    """
    aims: dict[str, list[str]] = {}
    driven = []
    for counter in counters if targets else []:
        fights = counter["side"] == "attacker" and not counter["out"] and counter["lost"] != counter["count"]
        name = doc.text(counter, "hex")
        if fights and counter["from"] in ("", name) and name and name not in targets:
            aims[name] = aims.get(name, []) + _aimed(name, targets, doc.whole(counter, "aim"))
        elif fights and name in doc.texts(anew, doc.text(counter, "id")) and name not in driven:
            driven.append(name)
    left = [targets[i] for i in range(len(targets)) if str(i + 1) not in over]
    arrows: list[dict[str, object]] = []
    for name in sorted(aims, key=reading_order):
        arrows += [_arrow(name, target) for target in left if target in aims[name]]
    for name in driven:
        more = [_arrow(name, target) for target in _aimed(name, left, 0)]
        arrows += [one for one in more if one not in arrows]
    return arrows


def _aimed(name: str, targets: list[str], aim: int) -> list[str]:
    """The one of these hexes with this number, or for 0, the nearest ones to a hex but for itself."""
    if aim:
        return [targets[aim - 1]] if 0 < aim <= len(targets) else []
    here = hexgrid.parse(name)
    gaps = {target: hexgrid.distance(here, hexgrid.parse(target)) for target in targets if target != name}
    least = min(gaps.values()) if gaps else 0
    return [target for target in targets if gaps.get(target) == least]


def _arrow(start: str, target: str) -> dict[str, object]:
    near = hexgrid.distance(hexgrid.parse(start), hexgrid.parse(target)) == 1
    return {"from": start, "to": target, "near": near}
