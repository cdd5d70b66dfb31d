"""Documents in, scenarios out, and back.

:func:`read_scenario` checks a document against the words of its ruleset and says everything that is wrong with it at
once; :func:`write_scenario` gives the canonical document. Whether the rules allow the fight is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from hexumpire import rulesets
from hexumpire.board import hexgrid
from hexumpire.files.documents import as_key, below, guess, shown
from hexumpire.files.packfile import NAME_LENGTH, read_pack, write_pack
from hexumpire.files.reader import Full, Reader, measure, undot, wrong
from hexumpire.files.units import read_sent, read_units
from hexumpire.kit.places import finder
from hexumpire.kit.turn_board import size
from hexumpire.model.errors import InputError
from hexumpire.model.procedure import ATTACKS, PATH, TARGETS
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import FORMAT, Declared, HexData, Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.vocabulary import Field, Value, Vocabulary

TITLE_LENGTH = 120
MAX_HEXES = 1000
MAX_SIDES = 3000
MAX_TARGETS = 12
MAX_ATTACKS = 12
MAX_EXTENT = 60
"""Farthest that two hexes of one scenario may lie apart."""

TOP: Final = (
    "format", "ruleset", "game", "edition", "procedure", "title", "map", "targets", "path", "attacks", "units",
    "conditions", "readings", "pack",
)  # fmt: skip
MAP: Final = ("hexes", "sides")
HEX: Final = ("terrain", "features", "name")
ATTACK: Final = ("targets", "units")


def default_terrain(vocabulary: Vocabulary) -> str:
    """The terrain of a hex of which the map says nothing: clear, or the first there is."""
    keys = [terrain.key for terrain in vocabulary.terrains]
    return "clear" if "clear" in keys or not keys else keys[0]


def read_scenario(document: object) -> Scenario:
    """The scenario that a document describes, with every default filled in.

    ``document`` is what JSON or TOML gives: dicts, lists, texts and numbers. Hexes and hexsides get their canonical
    names, features their printed order, units without an id the first free one of ``u1``, ``u2`` ...

    Raises:
        InputError: the document is wrong; holds all its problems, each with its place, what was found, what is
            allowed, and the way out.
    """
    reader = Reader()
    scenario = None
    key = document.get("ruleset") if isinstance(document, Mapping) else None
    try:
        too_much = measure(document)
        if too_much:
            reader.complain("$", too_much)
        else:
            scenario = _scenario(reader, document)
    except Full:
        pass
    if scenario is None or reader.problems:
        raise InputError(reader.problems, key if key in rulesets.known() else "")
    return scenario


def _ruleset(reader: Reader, given: Mapping[str, object]) -> Ruleset | None:
    key = given.get("ruleset")
    if key is None:
        fix = say("add ruleset: one of {any}", any=", ".join(rulesets.known()))
        reader.complain("$.ruleset", "the ruleset is missing", fix)
        return None
    if not isinstance(key, str):
        allowed = guess(None, rulesets.known())
        reader.complain("$.ruleset", wrong("the ruleset", "must be text", key), allowed)
        return None
    try:
        return rulesets.of(key, given.get("game"))
    except InputError as error:
        reader.problems.extend(error.problems)
        return None


def _scenario(reader: Reader, document: object) -> Scenario | None:
    given = reader.table(document, "$", "a scenario")
    if not isinstance(document, Mapping):
        return None
    form = given.get("format", FORMAT)
    if isinstance(form, int) and not isinstance(form, bool) and form > FORMAT:
        message = say(
            "this scenario has format {any}, from a newer Hex Umpire; this one reads format {n}",
            any=shown(form), n=FORMAT,
        )  # fmt: skip
        reader.complain("$.format", message, "update Hex Umpire")
        return None  # whatever else is in it, is not ours to judge
    if isinstance(form, bool) or form != FORMAT or not isinstance(form, int):
        reader.complain("$.format", say("format must be {n}, found {any}", n=FORMAT, any=shown(form)), undot(form))
    reader.unknown(given, TOP, "$", "key")
    ruleset = _ruleset(reader, given)
    if ruleset is None:
        return None
    reader.find, reader.example, words = finder(ruleset), ruleset.printed_hex, ruleset.vocabulary
    reader.editions = dict(ruleset.editions)
    procedures = tuple(procedure.key for procedure in ruleset.procedures)
    edition = reader.word(given.get("edition", ruleset.editions[0][0]), tuple(reader.editions), "$.edition", "edition")
    procedure = reader.word(given.get("procedure", procedures[0]), procedures, "$.procedure", "procedure")
    inputs = next((one.inputs for one in ruleset.procedures if one.key == procedure), ruleset.procedures[0].inputs)
    title = reader.line(given.get("title", ""), "$.title", "the title", TITLE_LENGTH)

    places: dict[str, str] = {}  # hex -> where it is first named
    chart = reader.table(given.get("map", {}), "$.map", "the map")
    reader.unknown(chart, MAP, "$.map", "key")
    hexes = _hexes(reader, chart.get("hexes", {}), words, edition, places)
    sides = _sides(reader, chart.get("sides", {}), words, places)
    targets, path = _named(reader, given, inputs, places)
    units = read_units(reader, given.get("units", ()), words, edition, places)
    attacks = _attacks(reader, given, inputs, places, units, words)
    targets = tuple(dict.fromkeys(place for attack in attacks for place in attack.targets)) or targets

    conditions = reader.table(given.get("conditions", {}), "$.conditions", "conditions")
    reader.unknown(conditions, [field.key for field in words.conditions], "$.conditions", "condition")
    readings = reader.table(given.get("readings", {}), "$.readings", "readings")
    reader.unknown(readings, [field.key for field in words.readings], "$.readings", "reading")
    settled = reader.fields(words.readings, readings, "$.readings", edition)
    scenario = Scenario(
        ruleset.key,
        edition,
        procedure,
        title,
        hexes,
        sides,
        targets,
        units,
        reader.fields(words.conditions, conditions, "$.conditions", edition),
        {key: str(value) for key, value in settled.items()},
        _plain(words),
        read_pack(reader, given["pack"], words.pack_tables, edition) if "pack" in given else None,
        path,
        attacks,
        ruleset if ruleset.family else None,
    )
    _extent(reader, places)
    return scenario


def _plain(words: Vocabulary) -> HexData:
    """What a hex is of which the map says nothing."""
    return HexData(default_terrain(words), values={field.key: field.default for field in words.hex_fields})


def _hexes(
    reader: Reader, value: object, words: Vocabulary, edition: str, places: dict[str, str]
) -> dict[str, HexData]:
    path = "$.map.hexes"
    given = reader.table(value, path, "the hexes")
    if len(given) > MAX_HEXES:
        reader.complain(path, say("{n} hexes are too many; at most {m}", n=len(given), m=MAX_HEXES))
        return {}
    plain = default_terrain(words)
    terrains = tuple(terrain.key for terrain in words.terrains)
    keys = (*HEX, *(field.key for field in words.hex_fields))
    found: dict[str, HexData] = {}
    for key, entry in given.items():
        here = below(path, key)
        name = reader.hex(key, here, "the key")
        data = reader.table(entry, here, "a hex")
        if name in found:
            reader.complain(here, say("hex {any} is described twice", any=shown(key)), "put all of it in one place")
        reader.unknown(data, keys, here, "key of a hex")
        terrain = reader.word(data.get("terrain", plain), terrains, f"{here}.terrain", "terrain")
        features = reader.marks(data.get("features", ()), words.features, f"{here}.features", "feature")
        label = reader.line(data.get("name", ""), f"{here}.name", "the name", NAME_LENGTH)
        values = reader.fields(words.hex_fields, data, here, edition)
        if name:
            places.setdefault(name, here)
            found[name] = HexData(terrain, features, label, values)
    return found


def _sides(reader: Reader, value: object, words: Vocabulary, places: dict[str, str]) -> dict[str, tuple[str, ...]]:
    path = "$.map.sides"
    given = reader.table(value, path, "the hexsides")
    if len(given) > MAX_SIDES:
        reader.complain(path, say("{n} hexsides are too many; at most {m}", n=len(given), m=MAX_SIDES))
        return {}
    found: dict[str, tuple[str, ...]] = {}
    first: dict[str, str] = {}
    for key, entry in given.items():
        here = below(path, key)
        name = reader.side(key, here)
        marks = reader.marks(entry, words.side_features, here, "side feature")
        if not name:
            continue
        if name in first:
            message = say("{any} is the same hexside as {any2}", any=key, any2=first[name])
            reader.complain(here, message, "put all of it in one place")
        first.setdefault(name, key)
        places.setdefault(name.partition(":")[0], here)
        if marks:
            found[name] = marks
    return found


def _named(
    reader: Reader, given: Mapping[str, object], inputs: tuple[str, ...], places: dict[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The targets and the path of a document, as far as its procedure takes them.

    A path may stand under ``targets``, where documents had it before there was a key for it.
    """
    if PATH not in inputs:
        if given.get("path"):
            reader.complain("$.path", "this procedure takes no path", "leave it out")
        if ATTACKS in inputs:
            if given.get("targets"):
                reader.complain("$.targets", "each attack of this procedure has its targets", "name them in attacks")
            return (), ()
        return _hexes_of(reader, given, "targets", TARGETS in inputs, places), ()
    key = "path" if "path" in given else "targets"
    return (), _hexes_of(reader, given, key, True, places)


def _attacks(
    reader: Reader,
    given: Mapping[str, object],
    inputs: tuple[str, ...],
    places: dict[str, str],
    units: Sequence[Unit],
    words: Vocabulary,
) -> tuple[Declared, ...]:
    """The attacks of a document, as far as its procedure takes any."""
    value = given.get("attacks", ())
    if ATTACKS not in inputs:
        if value:
            reader.complain("$.attacks", "this procedure takes no list of attacks", "leave it out")
        return ()
    entries = reader.items(value, "$.attacks", as_key("attacks"), MAX_ATTACKS)
    if not entries and isinstance(value, list | tuple):
        reader.complain("$.attacks", "no attack is declared", "name the hexes and the units of one")
    by_id = {unit.id: unit for unit in units}
    found = []
    for index, entry in enumerate(entries):
        here = below("$.attacks", index)
        attack = reader.table(entry, here, "an attack")
        reader.unknown(attack, ATTACK, here, "key of an attack")
        targets = _hexes_of(reader, attack, "targets", True, places, here)
        found.append(Declared(targets, read_sent(reader, attack.get("units", ()), f"{here}.units", by_id, words)))
    return tuple(found)


def _hexes_of(
    reader: Reader, given: Mapping[str, object], key: str, needed: bool, places: dict[str, str], within: str = "$"
) -> tuple[str, ...]:
    path = f"{within}.{key}"
    what, missing = {"targets": ("a target", "no hex is attacked"), "path": ("a hex", "the path has no hex")}[key]
    value = given.get(key, ())
    entries = reader.items(value, path, as_key(key), MAX_TARGETS)
    if needed and not entries and isinstance(value, list | tuple):
        fix = 'name the attacked hex, such as ["0,0"]' if key == "targets" else 'name its hexes, such as ["0,0", "1,0"]'
        reader.complain(path, missing, fix)
    found: list[str] = []
    for index, entry in enumerate(entries):
        here = below(path, index)
        name = reader.hex(entry, here, what)
        if name and name in found:
            message = say("hex {any} is given twice", any=shown(entry))
            if key == "targets":
                message = say("target {any} is given twice", any=shown(entry))
            reader.complain(here, message, "leave one out")
        elif name:
            places.setdefault(name, here)
            found.append(name)
    return tuple(found)


def _extent(reader: Reader, places: Mapping[str, str]) -> None:
    """Complain of hexes too far from the first one named."""
    names = iter(places)
    first = next(names, None)
    if first is None:
        return
    q_low, r_low = q_high, r_high = hexgrid.parse(first)
    for name in names:
        q, r = hexgrid.parse(name)
        q_low, q_high, r_low, r_high = min(q, q_low), max(q, q_high), min(r, r_low), max(r, r_high)
        if q_high - q_low > MAX_EXTENT or r_high - r_low > MAX_EXTENT:
            message = "this hex lies too far from the others"
            reader.complain(places[name], message, say("a map spans at most {n} hexes", n=MAX_EXTENT))
            return


# --- scenario -> document ------------------------------------------------------------------------------------


def _kept(fields: Iterable[Field], values: Mapping[str, Value]) -> dict[str, Value]:
    return {
        field.key: values[field.key] for field in fields if field.key in values and values[field.key] != field.default
    }


def write_scenario(scenario: Scenario) -> dict[str, Any]:
    """The canonical document of a scenario: what differs from the defaults, with its keys in a fixed order.

    Format, ruleset, edition and the ids of units are always said. Reading it gives an equal scenario.
    """
    ruleset = rulesets.get(scenario.ruleset)
    words = ruleset.vocabulary
    document: dict[str, Any] = {"format": FORMAT, "ruleset": ruleset.family or scenario.ruleset}
    if ruleset.document is not None:
        document["game"] = dict(ruleset.document)
    document["edition"] = scenario.edition
    if scenario.procedure != ruleset.procedures[0].key:
        document["procedure"] = scenario.procedure
    if scenario.title:
        document["title"] = scenario.title
    chart: dict[str, Any] = {}
    if scenario.hexes:
        chart["hexes"] = {name: _write_hex(scenario, name, words) for name in _in_order(scenario.hexes)}
    if scenario.sides:
        order = sorted(scenario.sides, key=hexgrid.parse_side)
        chart["sides"] = {name: list(scenario.sides[name]) for name in order}
    if chart:
        document["map"] = chart
    if scenario.attacks:
        document["attacks"] = [_write_attack(attack, scenario, words) for attack in scenario.attacks]
    elif scenario.path:
        document["path"] = list(scenario.path)
    else:
        document["targets"] = list(scenario.targets)
    document["units"] = [_write_unit(unit, words) for unit in scenario.units]
    conditions = _kept(words.conditions, scenario.conditions)
    if conditions:
        document["conditions"] = conditions
    readings = _kept(words.readings, scenario.readings)
    if readings:
        document["readings"] = readings
    if scenario.pack is not None:
        document["pack"] = write_pack(scenario.pack, words.pack_tables)
    return document


def _write_attack(attack: Declared, scenario: Scenario, words: Vocabulary) -> dict[str, Any]:
    """An attack of several; of a unit that goes whole only its id is said."""
    whole = {name: size(scenario.by_id[name], words) for name, _ in attack.units}
    units = [name if number == whole[name] else f"{name}:{number}" for name, number in attack.units]
    return {"targets": list(attack.targets), "units": units}


def _in_order(names: Iterable[str]) -> list[str]:
    """Hexes row by row, as one reads a map."""
    return sorted(names, key=lambda name: hexgrid.parse(name)[::-1])


def _write_hex(scenario: Scenario, name: str, words: Vocabulary) -> dict[str, Any]:
    data = scenario.hexes[name]
    entry: dict[str, Any] = {}
    if data.terrain != scenario.plain.terrain:
        entry["terrain"] = data.terrain
    if data.features:
        entry["features"] = list(data.features)
    if data.name:
        entry["name"] = data.name
    return {**entry, **_kept(words.hex_fields, data.values)}


def _write_unit(unit: Unit, words: Vocabulary) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": unit.id, "side": unit.side, "type": unit.type}
    if len(words.nations) > 1:
        entry["nation"] = unit.nation
    entry["at"] = unit.at
    if unit.count != 1:
        entry["count"] = unit.count
    kind = words.type_of[unit.type]
    for field in words.unit_fields:
        if field.key in kind.fields and unit.values[field.key] != words.default(kind, field.key, unit.values):
            entry[field.key] = unit.values[field.key]
    return entry
