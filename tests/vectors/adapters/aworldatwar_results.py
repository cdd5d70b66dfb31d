"""Vectors of A World at War on results, losses, forts, ships and how they are paid."""

from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar.rules.losses import attacker_need, defender_owes
from hexumpire.rulesets.aworldatwar.vocabulary import HOME

from . import aworldatwar_fights as fights
from .aworldatwar_odds import marks_of

# --- results ----------------------------------------------------------------------------------------


def losses(given, edition, asked):
    """What both sides lose; a ``d`` is taken from defenders of single factors."""
    landing, das = given["invasion"], given["das"]
    place = fights.garrison(given["defenders"], das, landing=landing, split=given["result"] == "d")
    game = fights.setup(edition, fights.singles(given["attack_strength"], landing=landing), **place)
    now = fights.first(game)
    dms = fights.defender_dms(game, now)
    if dms != [max(1, data["dm"]) for data in given["defenders"]] or now.attack != given["attack_strength"]:
        return {"dms": dms, "attack": now.attack}
    ends = fights.payments(fights.begin(game).play(f"!result={given['result']}"))
    answer = {"defender_modified_at_least": defender_owes(game.strengths, now, given["result"]).need}
    for side in ("attacker", "defender"):
        sizes = {fights.tell(game, end, side, asked.get(side)) for end in ends}
        answer[side] = sizes.pop() if len(sizes) == 1 else sorted(sizes)
        ways = sorted({tuple(fights.removed(game, end, side)) for end in ends})
        answer[f"legal_{side}_removals"] = [list(values) for values in ways]
    return answer


def removals(given, edition, asked):
    defenders = [fights.unit("infantry", factors, "British") for factors in given["units"]]
    game = fights.setup(edition, fights.big(20), defenders, features=["bridgehead"])
    need = defender_owes(game.strengths, fights.first(game), "d").need
    if need != given["need"]:
        return {"need": need}
    battle = Battle.start(game).play("!result=d")
    found = {tuple(fights.removed(game, end, "defender")) for end in fights.payments(battle)}
    wrong = [list(values) for values in sorted(found) if list(values) not in asked["legal"]]
    return {"legal": [values for values in asked["legal"] if tuple(values) in found] + wrong,
            "illegal": [values for values in asked["illegal"] if tuple(values) not in found]}  # fmt: skip


def choice_d(given, edition, asked):
    early = given["early_german"]
    place = fights.garrison(given["defenders"], given["das"], split=True)
    force = fights.singles(given["attack"], type="armor" if early else "infantry")
    conditions = {"phase": "exploitation", "early_german": True} if early else {}
    game = fights.setup(edition, force, features=["objective"], conditions=conditions, **place)
    battle = fights.rolling(fights.begin(game), "d")
    found = {}
    for key, option in (("keep_d", "keep"), ("take_Ex", "exchange")):
        end = fights.pay(battle.play(option)).state
        found[key] = {side: fights.tell(game, end, side, asked[key][side]) for side in ("attacker", "defender")}
    return found


def early_german(given, edition, asked):
    nation = "German" if given["german"] else "Italian"
    force = [fights.unit("airborne", 3, nation, via="airdrop")]
    if given["german_armor"]:
        force.append(fights.unit("armor", 1, nation))
    conditions = {"phase": "exploitation" if given["exploitation"] else "regular", "early_german": True}
    defenders = [fights.unit("infantry", 3, "British", home="no")]
    now = fights.first(fights.setup(edition, force, defenders, features=["objective"], conditions=conditions))
    force.append(fights.unit("air", max(2, now.defense + 1 - now.attack), nation))
    game = fights.setup(edition, force, defenders, features=["objective"], conditions=conditions)
    battle = fights.rolling(Battle.start(game), given["result"])
    return {"result": battle.state.result if battle.state.phase == "pay" else battle.state.phase}


def _fort_battle(edition, ctl, result):
    """Attackers of a CTL, some more than it takes to roll ``result``, against a fort."""
    place = fights.garrison([{"factors": 3, "dm": 4}], fort=True)
    defense = fights.first(fights.setup(edition, fights.big(30), **place)).defense
    game = fights.setup(edition, fights.singles(fights.force_for(result, defense) + 2, ctl=ctl), **place)
    return Battle.start(game)


def fort(given, edition, asked):
    battle = fights.rolling(_fort_battle(edition, given["ctl"], given["result"]), given["result"])
    if battle.state.phase == "choose":
        battle = battle.play("keep")
    by = "compulsory" if battle.state.result != given["result"] else "unchanged"
    if battle.state.phase == "convert":
        assert battle.node.side == "defender"
        by, battle = "defender option", battle.play("convert")
    assert fights.paying(battle), battle.state
    return {"becomes": battle.state.result, "by": by}


def fort_scope(given, edition, asked):
    surprise = given.get("japanese_surprise_turn", False)
    ours, theirs = ("Japanese", "US") if surprise else ("German", "British")
    conditions = {"atomic": given.get("atomic", False), "japanese_surprise": surprise,
                  "theatre": "pacific" if surprise else "europe"}  # fmt: skip
    way = {"via": "sea"} if given["invasion"] else {"across": () if given.get("from_behind") else ("fort",)}

    def game(attack):
        force = [fights.unit("infantry", attack // 2, ours, count=2, **way), fights.unit("air", 3, ours)]
        return fights.setup(
            edition,
            force,
            [fights.unit("infantry", 3, theirs, home="no")],
            features=marks_of(given),
            conditions=conditions,
        )

    defense = fights.first(game(30)).defense
    battle = fights.rolling(Battle.start(game(fights.force_for("D", defense))), "D")
    if battle.state.phase == "convert":
        return {"applies": True}
    return {"applies": fights.lost(battle.game, fights.pay(battle).state, "attacker") > 0}  # D itself costs nothing


def _suez(edition, groups, defenders, das=0):
    """Groups ``{"nat", "ctl", "factors"}`` against a fort, as a battle that is not begun, and the nations they play."""
    nations = {}
    for group in groups:
        nations[group["nat"]] = (
            group["nat"] if group["nat"] in HOME else ("Italian", "Rumanian", "German")[len(nations)]
        )
    force = [data for group in groups for data in fights.trained(group["factors"], nations[group["nat"]], group["ctl"])]
    return fights.setup(edition, force, **fights.garrison(defenders, das, fort=True)), nations


def mixed_ctl(given, edition, asked):
    game, nations = _suez(edition, given["groups"], given["defender"], given["das"])
    dms = fights.defender_dms(game, fights.first(game))
    if dms != [data["dm"] for data in given["defender"]]:
        return {"dms": dms}
    battle = fights.rolling(fights.begin(game), given["result"])
    if battle.state.phase == "choose":
        battle = battle.play("keep")
    if battle.state.phase == "convert" and given["defender_option_used"]:
        battle = battle.play("convert")
    order = {nations[group["nat"]]: group["ctl"] for group in given["groups"]}
    wanted = given["loss_order"].removesuffix(" first")
    if wanted == "highest CTL":
        order = {nation: -ctl for nation, ctl in order.items()}
    elif wanted != "lowest CTL":
        order = {nations[group["nat"]]: wanted != f"{group['nat']}s" for group in given["groups"]}
    end = fights.pay(battle, lambda kind: order[kind.unit.nation]).state
    by_group = [
        fights.lost(game, end, "attacker", pick=lambda kind, n=nation: kind.unit.nation == n)
        for nation in nations.values()
    ]
    named = {f"{name.lower()}_loss": size for name, size in zip(nations, by_group, strict=True)}
    return {"total_loss": fights.lost(game, end, "attacker"), "by_group": by_group, **named}


def suez_setup(given, edition, asked):
    low = given["min_ctl"]
    groups = [
        {"nat": "Italian", "ctl": low, "factors": 12},
        {"nat": "German", "ctl": low + 1, "factors": given["attack"] - 12},
    ]
    game, _ = _suez(edition, groups, [{"factors": given["defender_factors"], "dm": given["defender_dm"]}])
    battle = fights.begin(game)
    face = f"d6={given['die']}"
    found = {"column": battle.assessment.column, "raw_result": dict(battle.assessment.results)[face]}
    battle = battle.play(face).play("keep").play("convert")
    found["converted"] = battle.state.result
    found["max_attacker_loss"] = max(fights.lost(game, end, "attacker") for end in fights.payments(battle))
    return found


def order(given, edition, asked):
    ctl = given.get("ctl", 2 if given["defender_wants"] == "Ex-2" else 1)
    battle = fights.rolling(_fort_battle(edition, ctl, given["raw"]), given["raw"])
    if fights.paying(battle):
        return {"result": battle.state.result}
    if given["raw"] == "d" and battle.node.side != "attacker":
        return {"first": battle.node.side}
    if battle.state.phase == "choose":
        battle = battle.play("keep" if given["attacker_choice"] == given["raw"] else "exchange")
    if battle.state.phase == "convert" and given["defender_wants"] != given["raw"]:
        battle = battle.play("convert")
    elif battle.state.phase == "convert":
        assert "keep" in battle.legal_actions
    return {"result": battle.state.result}


# --- ships and mixed payments -----------------------------------------------------------------------


def fleet_cap(given, edition, asked):
    losses, guns = given["losses"], given["bombardment"]
    afloat, spare = -(-guns // 3), 2 * (guns % 3 == 0)  # three factors of ships for each that lands, and more fire none
    force = [
        fights.unit("infantry", afloat, "US", via="sea"),
        fights.unit("infantry", 1, "US", count=2),
        fights.unit("air", losses, "US"),
        fights.unit("fleet", 1, "US", count=guns + spare),
    ]
    result, worth = ("A", losses) if losses > 1 else ("a", 2)
    game = fights.setup(edition, force, **fights.garrison(fights.mixed(worth), landing=True, nation="German"))
    need, fire = attacker_need(game.strengths, fights.first(game), result), fights.first(game).bombardment
    if (need, fire) != (losses, guns):
        return {"need": need, "bombardment": fire}
    battle = fights.begin(game).play(f"!result={result}")
    return {"max_from_fleets": max(fights.lost(game, end, "attacker", ("fleet",)) for end in fights.payments(battle))}


def landing_of(edition, need):
    """An invasion with destroyers that owes ``need`` factors."""
    force = [
        fights.unit("infantry", 1, "US", count=2, via="sea"),
        fights.unit("air", 6, "US"),
        fights.unit("destroyer", 6, "US"),
        fights.unit("infantry", 1, "US", count=8),
    ]
    result, defense = ("A", need) if need > 1 else ("a", 2 * need)
    game = fights.setup(edition, force, **fights.garrison(fights.mixed(defense), landing=True, nation="German"))
    assert attacker_need(game.strengths, fights.first(game), result) == need
    return game, fights.payments(fights.begin(game).play(f"!result={result}"))


def dd_share(given, edition, asked):
    found = []
    for need in given["losses"]:
        game, ends = landing_of(edition, need)
        found.append(min(fights.lost(game, end, "attacker", ("destroyer",)) for end in ends))
    return {"min_dd": found}


def mixed_payment(given, edition, asked):
    ground, air = given["ground"], given["gs_air"]
    force = [*fights.trained(ground, "German", 2), fights.unit("air", air)]
    game = fights.setup(edition, force, **fights.worth(given["need"]))
    battle = fights.rolling(fights.begin(game), "Ex")
    need = attacker_need(game.strengths, fights.first(game), "Ex")
    if need != given["need"]:
        return {"need": need}
    found = [
        {
            "ground": fights.lost(game, end, "attacker", ("ground",)),
            "gs_air": fights.lost(game, end, "attacker", ("air",)),
        }
        for end in fights.payments(battle)
    ]
    example = asked["example_payment"]
    most = max(found, key=lambda paid: paid["gs_air"])
    return {"example_payment": example if example in found else found, "max_air": most["gs_air"],
            "remaining": ground + air - sum(most.values())}  # fmt: skip
