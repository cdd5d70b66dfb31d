"""Vectors of A World at War on defence multipliers, strengths and odds."""

from hexumpire.model.battle import Battle, Chance
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.rules.odds import rolled
from hexumpire.rulesets.aworldatwar.tables import CHART, ROUND
from hexumpire.rulesets.aworldatwar.vocabulary import HOME

from . import aworldatwar_fights as fights

# --- defence multipliers ----------------------------------------------------------------------------


def _nations(given):
    pacific = given["hex"].get("theatre") == "pacific"
    named = [data["nat"] for data in given["attackers"] if "nat" in data]
    defenders = given.get("defenders") or [given["defender"]]
    theirs = _nation(defenders[0].get("nat", ""))
    if named:
        ours = named[0]
    elif any(data["type"] == "chindit" for data in given["attackers"]):
        ours = "British"
    elif theirs:
        ours = fights.foe(theirs, pacific)
    else:
        ours = "Japanese" if pacific else "German"
    return ours, theirs or fights.foe(ours, pacific)


ALSO = {
    "American": "US",
    "USA": "US",
    "United States": "US",
    "Soviet": "Russian",
    "Chinese": "Nationalist Chinese",
    "Commonwealth": "Australian",
    "Vichy France": "Vichy French",
    "Finn": "Finnish",
    "Swede": "Swedish",
}
"""Nations by other names than those that the game has for them."""


def _nation(name):
    """The nation of a vector's name: its own, its country, perhaps after ``minor:``, or any other minor country."""
    plain = name.removeprefix("minor:")
    if not name or plain in HOME:
        return plain
    if plain in ALSO:
        return ALSO[plain]
    for nation, home in HOME.items():
        if plain in (home, nation.split()[0]):
            return nation
    return "Other minor" if name != plain else name


def _defender(data, nation):
    more = {key: value for key, value in data.items() if key not in fights.TOLD}
    if data["type"] == "partisan":
        more.pop("ctl", None)
    if "in_home" in data and "country" not in data:
        more["home"] = "yes" if data["in_home"] else "no"
    if data.get("partial_supply"):
        more["supply"] = "partial"
    if data.get("mech") is False:
        more["mech"] = "off"
    if data.get("unsupplied"):
        more["supply"] = "none"
    if "arrived" in data:
        more["arrived"] = fights.ARRIVALS.get(data["arrived"], data["arrived"])
    return fights.unit(data["type"], data["factors"], _nation(data.get("nat", nation)), **more)


def _attacker(data, nation):
    """The attacker of a vector, and whoever stands beside a Chindit that is not alone."""
    more = {key: value for key, value in data.items() if key not in fights.TOLD}
    if data.get("from_invasion_breakthrough"):
        more["off_beach"] = True
    alone = data.get("isolated_chindit")
    found = [
        fights.unit(data["type"], data["factors"], _nation(data.get("nat", nation)), **more, lone=alone is not None)
    ]
    if alone not in (None, "yes"):
        beside = "chindit" if "chindit" in alone else "infantry"
        found.append(fights.unit(beside, 1, nation, attacks=False, lone=True))
    return found


def _countries():
    """The countries that a hex may lie in."""
    return next(field.options for field in RULESET.vocabulary.hex_fields if field.key == "country")


def _dm_game(given, edition):
    """The game of a vector's attack. What it says beyond the words known here, the reader takes or refuses."""
    place, known = given["hex"], dict(given.get("context", {}))
    ours, theirs = _nations(given)
    defenders = given.get("defenders") or [given["defender"]]
    conditions = {"phase": given["mode"], "theatre": place.get("theatre", "europe")}
    if "front" in place:
        conditions["front"] = place["front"]
    conditions["japanese_surprise"] = known.pop("japanese_surprise_turn", False)
    first_turn, gate = known.pop("first_axis_turn_russia", False), known.pop("russia_first_turn_gate", False)
    if first_turn and gate:
        conditions["russia_first_turn"] = True
    if any(data.get("volunteer") for data in defenders):
        conditions["volunteers"] = True
    fields = {key: value for key, value in place.items() if key not in (*fights.PRINTED, *fights.MARKS)}
    fields["fort_unsupplied"] = place.get("fort_unsupplied_turns", 0)
    one = defenders[0]
    region = one.get("region") or one.get("country") or ("China" if one.get("in_china") else "")
    if region:
        named = {country.lower(): country for country in _countries()}
        fields["country"] = fights.REGIONS.get(region, named.get(region.lower(), region))
    return fights.setup(
        edition,
        [found for data in given["attackers"] for found in _attacker(data, ours)],
        [_defender(data, theirs) for data in defenders],
        terrain=place["terrain"],
        features=marks_of(place),
        fields=fields,
        conditions={**conditions, **known},
        readings={"low_dm": "literal"} if edition == "old" else {},
    )


def marks_of(place):
    """Marks of a hex of a vector: its fort, and whatever else it says yes to."""
    fort = [place["fort"]] if place.get("fort") else []
    return fort + [mark for mark in fights.MARKS if place.get(mark)]


def dm(given, edition, asked):
    game = _dm_game(given, edition)
    now, trace = fights.first(game), game.strengths.trace(game.setting.full, 1)
    assert not trace.mismatches(), trace.mismatches()
    defense = next(line for line in trace.children if line.label == "Defence")
    net = next(line for _, line in defense.lines() if line.label == "net DM")
    terms = {}
    for line in net.children:
        if not line.skipped:
            terms[line.rules[0]] = terms.get(line.rules[0], 0) + line.value
    index = next(k.index for k in game.setting.kinds if k.side == "defender")
    assert net.value == now.dms[index], "the explanation differs from the sum"
    if terms.keys() - asked.get("terms", terms).keys():  # a term the vector does not know is as wrong as one it misses
        terms = sorted(terms)
    return {
        "terms": terms,
        "net_dm": fights.defender_dms(game, now)[0],
        "strength": now.defense,
        "sum_before_floor": net.value,
    }


def stack_strength(given, edition, asked):
    game = _dm_game(given, edition)
    now = fights.first(game)
    return {"unit_dms": fights.defender_dms(game, now), "strength": now.defense}


def multi_hex(given, edition, asked):
    one, two = (target["units"][0] for target in given["targets"])
    kinds = [fights.unit(data["type"], data["factors"], "British") for data in (one, two)]
    terrains = [target["why"] for target in given["targets"]]
    game = fights.setup(
        edition, fights.big(given["attack"]), kinds[:1], terrain=terrains[0], targets=[("1,0", terrains[1], kinds[1:])]
    )
    now = fights.first(game)
    assert not game.problems, game.problems
    if fights.defender_dms(game, now) != [target["dm"] for target in given["targets"]]:
        return {"dms": fights.defender_dms(game, now)}
    return {"defense": now.defense, "column": fights.column(now)}


# --- odds -------------------------------------------------------------------------------------------


def odds(given, edition, asked):
    game = fights.setup(edition, fights.big(given["attack"]), **fights.worth(given["defense"]))
    battle = Battle.start(game)
    seen = battle.assessment
    assert (seen.attack, seen.defense) == (given["attack"], given["defense"])
    if seen.column is not None:
        return {"column": seen.column} if isinstance(battle.node, Chance) else {}
    if isinstance(battle.node, Chance) or len(battle.legal_actions) != 1:
        return {"auto": "a die is rolled"}
    end = battle.play(next(iter(battle.legal_actions))).state
    alive = (
        "attacker eliminated"
        if fights.lost(game, end, "attacker") == fights.total(game, "attacker")
        else "attacker survives"
    )
    hurt = "defender unhurt" if not fights.lost(game, end, "defender") else "defender hurt"
    return {"auto": f"{alive}, {hurt}, no die"}


def strength(given, edition, asked):
    side, against = given["attack"], given["defend"]
    landing = against["invasion"]
    attackers = [
        fights.unit("infantry", side["ground"], "US", via="sea" if landing else "land"),
        *([fights.unit("air", side["gs_air"], "US")] if side["gs_air"] else []),
    ]
    if side["shore_bombardment"]:
        attackers.append(fights.unit("fleet", side["shore_bombardment"], "US"))
    game = fights.setup(
        edition, attackers, **fights.garrison(against["units"], against["das"], landing=landing, nation="German")
    )
    seen = Battle.start(game).assessment
    return {"attack": seen.attack, "defense": seen.defense, "column": seen.column}


def crt_table(given, edition, asked):
    chart = RULESET.chart(edition)
    return {"columns": chart["columns"], **dict(zip(chart["rows"], chart["cells"], strict=True))}


def crt(given, edition, asked):
    index = fights.COLUMNS.index(given["column"])
    game = fights.setup(edition, fights.big(CHART.ladder.needed(index, 20)), **fights.worth(20))
    now = fights.first(game)
    if fights.column(now) != given["column"]:
        return {"column": fights.column(now)}
    return {
        "row": printed_row(given["die"], given["round"]),
        "result": rolled(now, given["die"], given["round"]),
    }


def printed_row(die, number):
    return CHART.row(die + ROUND["drm"] * (number - 1))
