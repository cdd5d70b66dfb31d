"""The vectors of A World at War, asked of the game.

Every question becomes a scenario document, is read like a player's, and is answered by the game made of it: its
odds with their trace, its problems, its options and refusals, and what is left after playing. Nothing is reckoned
here but how many factors stand on the board before and after.
"""

from itertools import pairwise

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle, Chance, Decision
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.rules import landing, zones
from hexumpire.rulesets.aworldatwar.rules import rounds as rounds_of_attack
from hexumpire.rulesets.aworldatwar.rules.odds import bar_flags, barred, rolled
from hexumpire.rulesets.aworldatwar.tables import CHART
from hexumpire.rulesets.aworldatwar.vocabulary import MONSOON_TERRAIN

from . import aworldatwar_attrition as attrition
from . import aworldatwar_exploitation as exploitation
from . import aworldatwar_fights as fights
from . import aworldatwar_movement as movement
from . import aworldatwar_partisans as partisans
from .aworldatwar_odds import crt, crt_table, dm, multi_hex, odds, printed_row, stack_strength, strength
from .aworldatwar_results import (
    choice_d,
    dd_share,
    early_german,
    fleet_cap,
    fort,
    fort_scope,
    landing_of,
    losses,
    mixed_ctl,
    mixed_payment,
    order,
    removals,
    suez_setup,
)

# --- rounds -----------------------------------------------------------------------------------------


def rounds(given, edition, asked):
    strengths = given["attack"]
    force = fights.big(strengths[-1], ctl=given["ctl"])
    for number, (now, later) in enumerate(pairwise(strengths), 1):  # who fights so many rounds and no more
        force += fights.big(now - later, "Italian", ctl=number)
    game = fights.setup(
        edition, force, **fights.garrison([{"factors": factors, "dm": given["dm"]} for factors in given["units"]])
    )
    battle, found = fights.begin(game), []  # more counters than may stack
    for number, die in enumerate(given["dice"], 1):
        if number > 1:
            if "on" not in battle.legal_actions:
                break
            battle = battle.play("on")
        seen, before = battle.assessment, fights.lost(game, battle.state, "defender")
        dms = fights.defender_dms(game, game.flow.now(battle.state))
        if dms[0] != given["dm"] or seen.attack != given["attack"][number - 1]:
            return {"round": number, "attack": seen.attack, "dms": dms}
        result = rolled(game.flow.now(battle.state), die, number)
        battle = battle.play(f"d6={die}")
        if battle.state.phase == "choose":
            battle = battle.play("keep")
        battle = fights.pay(battle)
        found.append({"column": seen.column, "row": printed_row(die, number), "result": result,
                      "defender_loss": fights.lost(game, battle.state, "defender") - before})  # fmt: skip
    final = "goes on"
    if not game.setting.alive(battle.state.left, "defender"):
        final = "defender eliminated"
    elif battle.state.phase == "over":
        _, why = rounds_of_attack.refusal(game.strengths, battle.state)
        words = {1: "one", 2: "two", 3: "three", 4: "four"}[battle.outcome.measure("rounds")]
        final = f"stops, CTL {given['ctl']} allows {words} rounds" if "15.82A" in why else f"stops by {why}"
    lines = [{key: line[key] for key in expected} for line, expected in zip(found, asked["rounds"], strict=True)]
    return {"rounds": lines, "final": final}


def max_rounds(given, edition, asked):
    found = []
    for ctl in given["ctl"]:
        game = fights.setup(edition, fights.singles(20, ctl=ctl), [fights.unit("infantry", 1, "British", home="yes")])
        battle = Battle.start(game)
        while battle.outcome is None:
            battle = fights.pay(
                battle.play("on" if battle.state.phase == "again" else "!result=A"), lambda kind: kind.arm == "ground"
            )
        found.append(battle.outcome.measure("rounds"))
    return {"rounds": found}


def rounds_stop(given, edition, asked):
    dm = 3 if given["fort"] else 2
    place = fights.garrison([{"factors": given["defense"] // dm, "dm": dm}], fort=given["fort"])
    game = fights.setup(edition, fights.trained(given["attack"], "German", given["ctl"]), **place)
    battle = fights.begin(game)
    assert (battle.assessment.attack, battle.assessment.defense) == (given["attack"], given["defense"])
    face = f"d6={given['die']}"
    result = dict(battle.assessment.results)[face]
    battle = fights.pay(battle.play(face))
    ahead = game.strengths.round(battle.state.left, 2)
    return {
        "round1": result,
        "attacker_loss": fights.lost(game, battle.state, "attacker"),
        "next_column": fights.column(ahead),
        "next_allowed": "on" in battle.legal_actions,
    }


def river_return(given, edition, asked):
    river, flank = given["before"]["river"], given["before"]["flank"]
    force = [fights.unit("infantry", river - 1, across=("river",)), fights.unit("infantry", 1, across=("river",)),
             fights.unit("infantry", flank, id="flank")]  # fmt: skip
    game = fights.setup(edition, force, [fights.unit("infantry", given["factors"], "British")])
    battle = Battle.start(game)
    seen, face = battle.assessment, f"d6={given['round1_die']}"
    one = {"result": dict(seen.results)[face], **_strengths(game, battle)}
    battle = fights.pay(battle.play(face), lambda kind: kind.unit.id != "flank")
    one["attacker_loss"] = fights.lost(game, battle.state, "attacker")
    battle = battle.play("on")
    left = next(battle.state.left[k.index] for k in game.setting.kinds if k.unit.id == "flank")
    return {"round1": one, "after": {"flank_left": left * flank, **_strengths(game, battle)}}


def _strengths(game, battle):
    seen = battle.assessment
    dms = fights.defender_dms(game, game.flow.now(battle.state))
    return {"dm": dms[0], "attack": seen.attack, "defense": seen.defense, "column": seen.column}


def marine_share(given, edition, asked):
    (marines, others), *later = given["steps"]
    force = []
    if marines:
        force.append(fights.unit("marine", marines, "US", via="sea", id="marines"))
    if others:
        force.append(fights.unit("infantry", 1, "US", count=others, via="sea", id="others"))
    game = fights.setup(edition, force, [fights.unit("infantry", 1, "German")])
    battle = fights.begin(game)
    found = [fights.defender_dms(game, game.flow.now(battle.state))[0]]
    for wanted in later:
        for name, number in zip(("marines", "others"), wanted, strict=True):
            if name not in game.scenario.by_id:
                continue
            index = next(k.index for k in game.setting.kinds if k.unit.id == name)
            while battle.state.left[index] > number:
                battle = battle.play(f"!remove={name}")
        found.append(fights.defender_dms(game, game.flow.now(battle.state))[0])
    return {"dm": found}


def air_round(given, edition, asked):
    ours, theirs = given.get("gs", 0), given.get("das", 0)
    force = [fights.unit("infantry", 10, ctl=9)] + ([fights.unit("air", ours, ctl=given["air_ctl"])] if ours else [])
    defenders = [fights.unit("infantry", 3, "British")] + (
        [fights.unit("air", theirs, "British", ctl=given["das_ctl"])] if theirs else []
    )
    game = fights.setup(edition, force, defenders)
    found = {}
    for key in asked:
        now = game.strengths.round(game.setting.full, int(key.removeprefix("round")))
        found[key] = now.das if theirs else now.attack - 10
    return found


def air_trim(given, edition, asked):
    found = set()
    for side in ("attacker", "defender"):
        small = [
            fights.unit("infantry", given["ground"], id="stays"),
            fights.unit("infantry", 1, id="dies"),
            fights.unit("air", given["air"]),
        ]
        large = [fights.unit("infantry", 10), fights.unit("infantry", 9)]
        ours, theirs = (small, large) if side == "attacker" else (large, small)
        game = fights.setup(edition, ours, [{**data, "nation": "British"} for data in theirs])
        # Whoever is not looked at pays for the round: d costs the defender only, a the attacker only.
        battle = Battle.start(game).play("!remove=dies").play("!result=d" if side == "attacker" else "!result=a")
        battle = fights.pay(fights.pay(battle).play("off" if given["final"] else "on"))
        found.add(fights.lost(game, battle.state, side, arms=("air",)))
    return {"air_eliminated": found.pop() if len(found) == 1 else sorted(found)}


# --- may they? --------------------------------------------------------------------------------------


def legality(given, edition, asked):
    return {"allowed": CHECKS[given["check"]](given, edition)}


def may_choose(given, edition):
    """An attack of these odds is asked for a die, and for nothing else: its column is the one that it gets."""
    game = fights.setup(
        edition, fights.big(CHART.ladder.needed(fights.COLUMNS.index(given["actual"]), 6)), **fights.worth(6)
    )
    assert fights.column(fights.first(game)) == given["actual"] and isinstance(game.node(game.start()), Chance)
    return fights.column(fights.first(game)) == given["wanted"]


def odds_bar(given, edition):
    attack, defense, number = given["attack"], given["defense"], given["round"]
    flags = ["chinese_nationalist" if flag == "chinese" else flag for flag in given["attack_flags"]]
    nation = {
        "french": "French",
        "chinese_nationalist": "Nationalist Chinese",
        "chinese_communist": "Communist Chinese",
    }
    ours = next((nation[flag] for flag in flags if flag in nation), "German")
    place = fights.worth(defense)
    if {"fort", "invasion"} & set(flags):
        units = fights.mixed(defense, 2 + ("fort" in flags) + ("invasion" in flags))
        place = fights.garrison(units, fort="fort" in flags, landing="invasion" in flags)
    told = {"via": "sea" if "invasion" in flags else "land", "ctl": max(2, number)}
    force = [fights.unit("infantry", attack, ours, **told)]
    if "airdrop" in flags:
        force = [
            fights.unit("airborne", 1, ours, **{**told, "via": "airdrop"}),
            fights.unit("infantry", attack - 1, ours, **told),
        ]
    game = fights.setup(edition, force, **place)
    now = game.strengths.round(game.setting.full, number)
    assert (now.attack, now.defense) == (attack, defense)
    assert set(bar_flags(game.strengths, now)) == set(flags)
    if number == 1:
        return not game.problems
    return not barred(game.strengths, now, number)[0]


def may_split(given, edition):
    """A unit that attacks is in the attack with all its factors."""
    game = fights.setup(edition, [fights.unit("infantry", given["unit_factors"])], **fights.worth(2))
    assert not game.problems
    return given["parts"] == [fights.first(game).attack]


def may_repeat(given, edition):
    phases, factions = given["phases"], given["factions"]
    before = any(faction == factions[-1] for faction in factions[:-1])
    type = "armor" if phases[-1] == "exploitation" else "infantry"
    conditions = {"attacked_before": before, "phase": phases[-1]}
    game = fights.setup(
        edition, [fights.unit(type, 10)], [fights.unit("infantry", 3, "British")], conditions=conditions
    )
    return not game.problems


def may_attack_stack(given, edition):
    """Units of one hex attack their targets, one attack after the other; those of other targets stand by."""
    if given.get("exploiting"):
        return exploitation.out_of_breakthrough_hex(given, edition)
    targets = given.get("targets") or [fights.TARGET] * len(given["units"])
    answers = []
    for target in dict.fromkeys(targets):
        force = []
        for type, aim in zip(given["units"], targets, strict=True):
            data = {} if aim == target else {"attacks": False}
            force.append(
                fights.unit(
                    type,
                    1 if type in (*fights.SPECIAL, "partisan", "replacement") else 10,
                    "Russian",
                    lone=True,
                    **data,
                )
            )
        answers.append(
            not fights.setup(edition, force, [fights.unit("infantry", 1, "German", ctl=0, home="no")]).problems
        )
    return all(answers)


def may_advance(given, edition):
    data = given["unit"]
    dropped = data.get("dropped", False)
    nation = "British" if data["type"] == "chindit" else "German"
    more = {"via": "airdrop", "lone": data["type"] == "chindit"} if dropped else {}
    mine = fights.unit(
        data["type"], 1, nation, id="one", ctl=data.get("ctl", 2), supply="full" if data["supplied"] else "none", **more
    )
    theirs = [fights.unit("infantry", 3, fights.foe(nation, False), count=2, id="held")]
    second = [("1,0", "clear", [fights.unit("infantry", 1, fights.foe(nation, False), id="cleared")])]
    if given.get("side") == "defender":
        game = fights.setup(edition, [mine], theirs)
        battle = fights.pay(Battle.start(game).play("!result=A"))
        assert not game.setting.alive(battle.state.left, "attacker")
        return any(action.startswith("advance:") for action in battle.legal_actions)
    game = fights.setup(edition, [mine, fights.unit("infantry", 20, nation)], theirs,
                 targets=second if given["hexes_attacked"] > 1 else None)  # fmt: skip
    battle = Battle.start(game)
    if not given["hexes_cleared"]:
        battle = battle.play("!result=d")
    elif given["hexes_cleared"] < given["hexes_attacked"]:
        battle = battle.play("!remove=cleared").play("!result=d")
    elif data["fought_final_round"]:
        battle = battle.play("!result=D")
    else:
        battle = fights.pay(battle.play("!result=d")).play("on").play("!result=D")
    battle = fights.pay(battle)
    return any(action.partition("@")[0] == "advance:one" for action in battle.legal_actions)


DROP_TOLD = {
    "question",
    "check",
    "unit",
    "ctl",
    "theatre",
    "range",
    "winter_to",
    "phase",
    "restrictive_to",
    "restrictive_from",
    "breakthroughs",
    "moved_by_sea",
    "moved_by_air",
    "monsoon",
    "terrain_from",
    "terrain_to",
    "supply",
    "oil_short",
    "attacked",
}
"""What is known of a drop; restrictive weather at its base, and whether anybody broke through, bars none."""


def may_drop(given, edition):
    assert given.keys() <= DROP_TOLD, sorted(given.keys() - DROP_TOLD)
    conditions = {
        "theatre": given["theatre"], "winter_effect": given["winter_to"], "phase": given.get("phase", "regular"),
        "restrictive_weather": given.get("restrictive_to", False), "monsoon": given.get("monsoon", False),
    }  # fmt: skip
    chindit = given["unit"] == "chindit"
    nation = "British" if chindit else "German"
    drop = fights.unit(
        given["unit"], 3, nation, via="airdrop", ctl=given["ctl"], drop_range=given["range"], lone=chindit
    )
    drop["moved_by_transport"] = given.get("moved_by_sea", False) or given.get("moved_by_air", False)
    drop["base_in_monsoon"] = given.get("monsoon", False) and given.get("terrain_from") in MONSOON_TERRAIN
    drop["fought"] = given.get("attacked", False)
    drop |= {key: given[key] for key in ("supply", "oil_short") if key in given}
    return not fights.setup(
        edition,
        [drop],
        [fights.unit("infantry", 1, fights.foe(nation, False))],
        terrain=given.get("terrain_to", "clear"),
        conditions=conditions,
    ).problems


def may_drop_there(given, edition):
    """A drop on the enemy, on a hex beside him to attack from it, or on a hex with nobody to attack."""
    nation, target = "British" if given["unit"] == "chindit" else "German", given["target"]
    way = {"enemy_hex": {}, "adjacent": {"lone": True}, "empty_hex": {"lone": True, "attacks": False}}[target]
    drop = fights.unit(given["unit"], 1, nation, via="airdrop", **way)
    game = fights.setup(
        edition, [drop, fights.unit("infantry", 10, nation)], [fights.unit("infantry", 1, fights.foe(nation, False))]
    )
    return not game.problems


def may_raid(given, edition):
    return not landing.may_raid_port(ctl=given["ctl"], theatre=given["theatre"], distance=given["range"],
                                         defended=given["enemy_ground"])[0]  # fmt: skip


def may_lose_destroyers(given, edition):
    game, ends = landing_of(edition, 9)
    return any(fights.lost(game, end, "attacker", ("destroyer",)) for end in ends)


CHECKS = {
    "column": may_choose, "odds_bar": odds_bar, "split": may_split, "repeat_attack": may_repeat,
    "attack_stack": may_attack_stack, "advance": may_advance, "airdrop": may_drop, "airdrop_target": may_drop_there,
    "commando_port": may_raid, "dd_loss": may_lose_destroyers,
    **exploitation.CHECKS,
    **movement.CHECKS,
    "partisan": partisans.partisan,
    **attrition.CHECKS,
}  # fmt: skip


def zone(given, edition, asked):
    across = ["fort"] if "fort" in given["side"] else list(fights.SIDES[given["side"]])
    across += ["arrow"] if given.get("crossing_arrow") else []
    own = given["side"].startswith(("own", "friendly"))
    held = "neutral" if given.get("to_neutral") else "attacker" if own else "defender"
    document = {
        "ruleset": "aworldatwar", "edition": edition, "targets": [fights.TARGET],
        "map": {"hexes": {"2,0": {"terrain": given["to"], "control": held}},
                "sides": {"1,0:E": across} if across else {}},
        "units": [
            {"id": "armor", "side": "attacker", "type": "armor", "nation": given.get("nat", "German"), "at": "1,0",
             "mech": "auto" if given.get("mech", True) else "off"},
            {"side": "defender", "type": "infantry", "nation": "British", "at": fights.TARGET},
        ],
        "conditions": {"theatre": given["theatre"], "restrictive_weather": given.get("to_weather") == "severe"},
    }  # fmt: skip
    scenario = read_scenario(document)
    armor = scenario.by_id["armor"]
    reason, rules = zones.covers(armor, "2,0", scenario, entered=False)
    assert bool(reason) == bool(rules)
    assert ("2,0" in zones.controlled([armor], scenario)) == (not reason)
    return {"zoc": not reason}


# --- whole courses ----------------------------------------------------------------------------------


def course(given, edition, asked):
    """A fight played through: the last odds, what each side lost, who may advance, how it ended.

    Units of both sides are given as in documents, with a letter and a number for an id (``a1``, ``d1``); ``play`` lists
    the actions, where losses that are no choice are none.
    """
    units = []
    for side, letter, nation, place in (
        ("attacker", "a", "US", fights.AROUND[0]),
        ("defender", "d", "German", fights.TARGET),
    ):
        for number, data in enumerate(given[side], 1):
            units.append({"id": f"{letter}{number}", "side": side, "nation": nation, "at": place, **data})
    document = {
        "ruleset": "aworldatwar", "edition": edition, "targets": given.get("targets", [fights.TARGET]), "units": units,
        "readings": given.get("readings", {}),
        "map": {"hexes": {fights.TARGET: {"features": given.get("features", [])}}, "sides": {}},
        "conditions": given.get("conditions", {}),
    }  # fmt: skip
    battle = Battle.start(RULESET.game(read_scenario(document)))
    odds_seen = None
    for action in given["play"]:
        battle = battle.play(action)
        if battle.assessment and not isinstance(battle.node, Decision) and not battle.outcome:
            odds_seen = [battle.assessment.attack, battle.assessment.defense]
    advance = isinstance(battle.node, Decision) and battle.node.topic == "advance"
    found = {
        "odds": odds_seen,
        "advance": sorted({option.unit for option in battle.node.options if option.unit}) if advance else [],
        "ships": sum(fights.lost(battle.game, battle.state, "attacker", (arm,)) for arm in ("fleet", "destroyer")),
    }
    if advance and "result" in asked:
        battle = battle.play("stay")
    if battle.outcome:
        found |= {"result": battle.outcome.result, "attacker_lost": battle.outcome.measure("attacker_lost"),
                  "defender_lost": battle.outcome.measure("defender_lost")}  # fmt: skip
    return found


OPS = {
    "course": course,
    "dm": dm, "stack_strength": stack_strength, "multi_hex": multi_hex, "odds": odds, "strength": strength,
    "crt_table": crt_table, "crt": crt, "losses": losses, "removals": removals, "choice_d": choice_d,
    "early_german": early_german, "fort": fort, "fort_scope": fort_scope, "mixed_ctl": mixed_ctl,
    "suez_setup": suez_setup,
    "order_15_53_55": order, "rounds": rounds, "max_rounds": max_rounds, "rounds_stop": rounds_stop,
    "river_return": river_return, "marine_share": marine_share, "air_round": air_round, "air_trim": air_trim,
    "fleet_cap": fleet_cap, "dd_share": dd_share, "pay": mixed_payment, "legality": legality, "zoc": zone,
    **exploitation.OPS,
    **movement.OPS,
    **attrition.OPS,
}  # fmt: skip
