"""The vectors of V101125 that ask how a battle goes on: it is played, and what it has come to is the answer.

Which results fall is agreed; the dice of disruption are low, and what they cost is spared.
"""

from fractions import Fraction

from hexumpire.board import hexgrid
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle, Decision
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.fight import HASTY

TARGET = "0,0"
AROUND = ("1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")
EAST, SOUTHEAST, WEST = AROUND[0], AROUND[1], AROUND[3]
PHASES = {
    "initial": "initial combat phase",
    "exploitation": "exploitation combat phase",
    "enemy_initial": "next combat phase",
}
MOST_FACTOR = 5
"""More than the factor of any unit for the losses of a retreat."""
MOST_MARKS = 9
"""More points than any chain of these cases leaves behind."""


def written(value):
    """A number as vectors write it."""
    value = Fraction(value)
    return value.numerator if value.denominator == 1 else float(value)


# --- setting up and playing -------------------------------------------------------------------------------------


def document(
    units,
    terrain="clear",
    conditions=None,
    readings=None,
    fields=None,
    features=(),
    hexes=None,
    sides=None,
    attacks=None,
):
    """A scenario of these units; ``at`` is that of the target for defenders, and beside it for attackers.

    ``attacks``: those of a turn, the numbers of their units by the hex.
    """
    numbered = []
    for number, data in enumerate(units):
        place = TARGET if data["side"] == "defender" else EAST
        nation = "Soviet" if data["side"] == "defender" else "German"
        numbered.append({"id": f"u{number}", "at": place, "nation": nation, **data})
    target = {"terrain": terrain, "features": list(features), **(fields or {})}
    found = {
        "ruleset": "v101125",
        "edition": "chart",
        "map": {"hexes": {TARGET: target, **(hexes or {})}, "sides": sides or {}},
        "units": numbered,
        "conditions": conditions or {},
        "readings": readings or {},
    }
    if attacks is None:
        return found | {"targets": [TARGET]}
    some = [{"targets": [at], "units": [f"u{i}" for i in numbers]} for at, numbers in attacks.items()]
    return found | {"procedure": "turn", "attacks": some}


def begun(units, *choices, **more):
    """The battle of these units after some choices; what a result forces is fought in it."""
    more["conditions"] = {"forced_fights": "here", **more.get("conditions", {})}
    return on(Battle.start(RULESET.game(read_scenario(document(units, **more)))), *choices)


def on(battle, *choices):
    """The battle after more choices; whatever has to be paid is spared."""
    for choice in choices:
        battle = battle.play(choice)
        while topic(battle) == "pay":
            battle = battle.play("!spare")
    return battle


def rolled(result):
    """That result, with dice of disruption of which the attacker's is the higher one."""
    return f"!result={result}", "d6=2", "d6=1"


def topic(battle):
    """What is asked; empty where dice fall or all is over."""
    return battle.node.topic.partition("-")[0] if isinstance(battle.node, Decision) else ""


def is_fought(battle):
    """Whether the dice of a fight fall next."""
    return battle.outcome is None and not isinstance(battle.node, Decision)


def bout(battle):
    """The fight at hand."""
    return getattr(battle.state, "inner", battle.state).bout


def figures(battle):
    """What is worked out of the fight at hand."""
    return battle.game.flow.engagement(battle.state).figures


def log(battle):
    """The log as one text."""
    return "\n".join(line.text for _, line in battle.log)


def infantry(side, attack, **more):
    """Infantry that any loss reduces to nearly the same."""
    return {"side": side, "type": "infantry", "attack": attack, "cadre_attack": max(0, attack - 1), **more}


def flown(side, points, **more):
    """Ground support."""
    return {"side": side, "type": "air", "points": points, **more}


# --- counterattacks (11.L.1.d) -----------------------------------------------------------------------------------


def counterattacked(units, readings):
    """The fight that a CA leads to at once: the attackers of these units are those who were struck."""
    other = {"attacker": "defender", "defender": "attacker"}
    struck = [unit | {"side": other[unit["side"]], "at": TARGET} for unit in units if unit["side"] == "attacker"]
    first = [unit | {"side": other[unit["side"]]} for unit in units if unit["side"] == "defender"]
    battle = begun(first + struck, "now", *rolled("CA"), readings=readings)
    return figures(battle)


def ground(place, *idle):
    """What counts in the counterattack on a hex: its terrain, the river before it, both or neither."""
    panzer = {**infantry("defender", 12), "type": "armour"}
    units = [infantry("attacker", 10), panzer, *idle]
    river = {hexgrid.hexside_between(hexgrid.parse(place), hexgrid.parse(TARGET)): ["minor_river"]}
    choices = ("now", *rolled("CA"), *((f"strike:{place}",) if idle else ()))

    def told(**more):
        return begun(units, *choices, **more).assessment.headline

    rough = told(hexes={place: {"terrain": "clear", "dm": -3}}) != told()
    wet = told(sides=river) != told()
    words = {(False, False): "clear, no river", (True, True): "normal", (True, False): "its own, no river"}
    return words.get((rough, wet), "clear, and the river")


def chain(results):
    """A chain of counterattacks, and what it leaves behind."""
    pair = [infantry("attacker", 10), infantry("defender", 10)]
    battle = begun(pair, "now", *rolled(results[0]))
    price = figures(battle).cost.value
    for result in results[1:]:
        battle = on(battle, *rolled(result))
    return {
        "forced_sp": written(price),
        "terrain": ground(EAST),
        "mp_after_last": waited(battle),
        "ends": not is_fought(battle),
    }


def waited(battle):
    """The points that both sides get once the fighting is done."""
    return sum(n for n in range(1, MOST_MARKS) if f"The fighting is done: +{n} MP" in log(battle))


def ends(result):
    """Whether a result of a counterattack forces nobody to attack."""
    return chain(["CA", result])["ends"]


def idle_stack(given):
    """A counterattack on a stack that took part, and on one that did not."""
    idle = infantry("attacker", 10, at=SOUTHEAST, attacks=False)
    units = [infantry("attacker", 10, at=at) for at in (EAST, *AROUND[2:])[: given["attackers"]]]
    units += [infantry("defender", 30), idle]
    battle = begun(units, "now", *rolled(given["result"]))
    return {
        "may_choose_idle": f"strike:{SOUTHEAST}" in battle.legal_actions,
        "terrain_if_idle": ground(SOUTHEAST, idle),
        "terrain_if_participant": ground(EAST),
    }


def spent_stack(given):
    """A counterattacked stack, some of which had promised another attack."""
    first, stack = given["in_first_attack"], given["stack"]
    units = [infantry("attacker", 10) for _ in range(stack)]
    units += [infantry("defender", 20), infantry("defender", 8, at="2,0")]
    late = list(range(first, stack))

    def played(others):
        more = [infantry("attacker", 10, at="3,0")] if others else []
        attacks = {TARGET: list(range(first)), "2,0": late + [len(units)] * len(more)}
        battle = begun([*units, *more], "attack:1", "now", *rolled(given["result"]), attacks=attacks)
        struck = bout(battle).defenders
        battle = on(battle, *rolled("ME"))
        while topic(battle) != "next attack":
            battle = on(battle, "stay")
        if "attack:2" not in battle.legal_actions:
            return len(struck), (), "cancelled"
        attackers = bout(battle.play("attack:2")).attackers
        usable = [i for i in attackers if i < stack]
        return len(struck), usable, "made by the other hexes too" if usable else "made by the other hexes only"

    number, usable, second = played(given.get("second_attack_has_other_hexes", False))
    return {
        "units_struck": number,
        "usable_later": len(usable),
        "second_attack": second,
        "cancelled_if_no_other_hex": played(False)[2] == "cancelled",
    }


# --- what the defender of a fort or city makes of a CA (11.F.3) ------------------------------------------------


def converted(given):
    """Whether the defender may turn a result into ME, and what becomes of paratroops and the work."""
    site, result = given["defender_site"].replace(" ", "_"), given["results"][0]
    paratroops = {**infantry("attacker", 10), "type": "parachute", "via": "airdrop", "at": TARGET}
    units = [infantry("attacker", 10), paratroops, infantry("defender", 10)]

    def asked(drop):
        some = units if drop else [units[0], units[2]]
        return begun(some, "now", f"!result={result}", "d6=6", "d6=4", features=[site])

    battle, other = asked(given.get("airdrop", False)), asked(True)
    owing = battle.play("minimal") if "minimal" in battle.legal_actions else battle
    ended = on(owing, "!spare") if topic(owing) == "pay" else owing
    answer = {
        "defender_may_convert": "ME" if "minimal" in battle.legal_actions else "",
        "red_first": topic(owing) == "pay" and "away:u0:0" in owing.legal_actions,
        "fort_still_drops": bout(ended).works != (site,),
    }
    if "minimal" not in other.legal_actions:
        answer["not_if"] = f"airdrop made in that {site} hex"
    if given.get("airdrop"):
        return answer | liable(units, site)
    return answer


def liable(units, site):
    """Who stays liable to a CA and to a DL that became ME."""
    left = []
    for result in ("CA", "DL"):
        battle = begun(units, "now", *rolled(result), "minimal", features=[site])
        found = bout(battle)
        left.append((found.kind, found.defenders if result == "CA" else found.attackers))
    alone = left == [("counterattack", (1,)), ("forced", (1,))]
    return {
        "me_for": "all but the parachute unit" if alone else "all",
        "parachute": "counterattacked, or suffers the deadlock" if alone else "nothing",
    }


# --- deadlocks and attacks that are held (11.L.1.f, 11.B.12) ----------------------------------------------------


def again(given):
    """How a deadlock goes on."""
    if given.get("side_fully_disrupted"):
        return {"refight": any(is_fought_again(side) for side in ("attacker", "defender"))}
    if given.get("phase") == "exploitation":
        return entered()
    odds = int((given.get("column") or "1:1").partition(":")[0])
    kind = given.get("first", "regular")
    site = given.get("defender_site", "").replace(" ", "_")
    first = deadlocked(10 * odds, site, kind)
    fight, found = bout(first), figures(first)
    new = deadlocked(10 * odds, site, kind, flown("attacker", 4, serves="again"))
    answer = {"refight": is_fought(first), "next": PHASES[fight.stage], "reserves": 1 in fight.attackers}
    answer["fort_at_refight"] = " ".join(fight.works).replace("_", " ")
    kept = deadlocked(10 * odds, site, kind, flown("attacker", 4))
    may = "may be new" if figures(new).attack == found.attack + 4 else "none any more"
    answer["air_ngs"] = f"gone, {may}" if figures(kept).attack == found.attack else "kept"
    answer["sp"] = "paid again" if found.cost.value else "paid already"
    halved = found.attack < 10 * odds + 4
    return answer | {"next_attack_hasty": fight.kind == HASTY, "strength_halved_next": halved}


def deadlocked(strength, site, kind, *more):
    """The fight after the DL of an attack on 10, beside which a reserve of 4 stands."""
    units = [infantry("attacker", strength), infantry("attacker", 4, reserve=True), infantry("defender", 10), *more]
    features, choices = [site] if site else [], ["now"] if kind != HASTY else []
    battle = begun(units, *choices, *rolled("DL"), features=features, conditions={"kind": kind})
    return on(battle, "stands") if topic(battle) == "convert" else battle


def is_fought_again(side):
    """Whether a deadlock is fought again when its result disrupts a whole side."""
    units = [infantry("attacker", 6), infantry("defender", 6)]
    dice = ("d6=6", "d6=1") if side == "attacker" else ("d6=1", "d6=6")
    battle = begun(units).play_all(["now", "!result=DL", *dice])
    return is_fought(on(battle, f"away:u{int(side == 'defender')}:0"))


def entered():
    """A deadlock of the exploitation phase, after which the attacker goes into the hex."""
    pair = [infantry("attacker", 10), infantry("defender", 8)]
    battle = begun(pair, *rolled("DL"), conditions={"phase": "exploitation"})
    answer = {"refight": is_fought(battle)}
    if "go:u0:0" not in battle.legal_actions:
        return answer
    battle = on(battle, "go:u0:0")
    shared = figures(battle).fight.stacks == (TARGET,) and bout(battle).hexes == (TARGET,)
    answer["attacker_may"] = "advance, dual ownership" if shared else "advance"
    if is_fought(battle) and bout(battle).side == "defender":
        answer["defender_must_attack"] = PHASES[bout(battle).stage]
    return answer


def marks_that_wait(results):
    """The points that wait for the end of several deadlocks, and what of them counts in a fight before that.

    The defender, whose die is the lower one and who loses nothing, has no others.
    """
    battle = begun([infantry("attacker", 10), infantry("defender", 10)], "now")
    counted = 0
    for result in results:
        battle = on(battle, *rolled({"other": "1:"}.get(result, result)))
        battle = on(battle, "go:u0:0") if "go:u0:0" in battle.legal_actions else battle
        counted += battle.state.marks[1] if is_fought(battle) else 0
    return {"mp_after_last": waited(battle), "mp_effect_on_forced_rolls": counted}


def held(given):
    """What holding an attack until the exploitation phase brings."""
    units = [
        infantry("attacker", 10),
        infantry("attacker", 6, at=SOUTHEAST),
        infantry("attacker", 4, reserve=True),
        flown("attacker", 3),
        infantry("defender", 20),
    ]
    battle = begun(units)
    if given["choice"] not in battle.legal_actions:
        return {"allowed": False}
    battle = battle.play(given["choice"])
    reply = on(battle, next(one for one in battle.legal_actions if one != "wait"))
    hit = bout(reply).kind == HASTY and bout(reply).stage == "initial" and {0, 1} <= set(bout(reply).defenders)
    later = on(battle, "wait")
    found = figures(later).attack
    without = figures(on(begun([unit for unit in units if unit["type"] != "air"]), given["choice"], "wait")).attack
    return {
        "defender_may": "hasty attack the whole attacking force now" if hit and "wait" in battle.legal_actions else "",
        "new_reserves": 2 in bout(later).attackers,
        "air_kept": found == without + 3,
    }


def example(given):
    """The battle example: what was flown counts neither way, or still, and what is paid for a held attack."""
    *strengths, reserve = given["attack"]
    units = [infantry("attacker", size, at=at) for size, at in zip(strengths, AROUND, strict=False)]
    units += [infantry("attacker", reserve, at=AROUND[len(strengths) - 1], reserve=True)]
    units += [infantry("defender", sum(given["defence"]))]
    support = [flown("attacker", 4), flown("defender", 3), {**flown("defender", 2), "type": "naval"}]

    def counted(*choices):
        bare, full = (figures(begun([*units, *more], *choices)) for more in ((), support))
        return (full.attack, full.defence) != (bare.attack, bare.defence)

    later = figures(begun(units + support, "delay"))
    return {
        "air_counted": counted("now", *rolled("DL")),
        "if_voluntarily_delayed": {
            "air_counted": counted("delay"),
            "extra_sp": written(later.cost.value),
        },
    }


# --- before and after the dice (11.D, 11.Q.2.i) -------------------------------------------------------------------


def emptied(given):
    """What follows when defenders leave before combat."""
    units = [infantry("attacker", 10), infantry("attacker", 10, at="3,0"), infantry("defender", 8)]
    units += [infantry("defender", 8, at="2,0")]
    more = {"conditions": {"retreat_before": True}, "attacks": {TARGET: [0], "2,0": [1]}}
    battle = begun(units, "attack:1", **more)
    if given["rbc"] == "all leave":
        battle = on(battle, next(one for one in battle.legal_actions if one.startswith("try:")), f"to:{WEST}", "S")
    advance = "go:u0:0" in battle.legal_actions
    fought = is_fought(battle)
    while topic(battle) != "next attack":
        battle = on(battle, "stay")
    others = bout(on(battle, "attack:2")).attackers
    return {
        "attack": "resolved" if fought else "not resolved",
        "attackers_free_for_other_attack": 0 in others,
        "may_advance": advance,
    }


def retreat_pay(given, edition, expect):
    """What a unit without a reduced side pays on its way out before the dice, and what is left for the next hex."""
    strength, factor = given["strength"], given["factor"]
    runner = infantry("defender", strength, cadre_attack=0)

    def left(points):
        """The walk of the unit into a zone of control of so many points; None where it is lost there."""
        units = [infantry("attacker", points), runner, infantry("defender", 9)]
        choices = ("try:1", f"to:{AROUND[5]}", "S")
        return bout(begun(units, *choices, conditions={"retreat_before": True})).eve.walk

    least, most = given["points"], strength * MOST_FACTOR
    walk = left(least)
    return {
        "capacity": max(points for points in range(least, most + 1) if left(points)),
        "real_points": written(walk.killed),
        "carried_to_next_hex": written(walk.excess * factor),
    }


def into_enemies():
    """Two units that retreat into the hex of an enemy, with another attack of the turn to come."""
    units = [infantry("attacker", 30), infantry("attacker", 3, at=SOUTHEAST, attacks=False)]
    units += [infantry("defender", 8), infantry("defender", 8)]
    units += [infantry("attacker", 10, at="5,0"), infantry("defender", 8, at="6,0")]
    attacks = {TARGET: [0], "6,0": [4]}
    battle = begun(units, attacks=attacks).play_all(["attack:1", "now", "!result=DR", "d6=1", "d6=6"])
    battle = battle.play_all(["retreat", f"into:{SOUTHEAST}"])
    first = "disruptions" if topic(battle) == "pay" and "away:u2:0" in battle.legal_actions else "nothing"
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    fight = bout(battle)
    soon = is_fought(battle) and fight.hexes == (SOUTHEAST,) and fight.stage == "initial"
    return {
        "may_hasty_attack_instead_of_loss": fight.kind == HASTY,
        "attackers": "all retreating units together" if fight.attackers == (2, 3) else "any",
        "order": f"after {first}, before {'other combat' if soon else 'nothing'}",
    }


def sequence(given, edition, expect):
    if "choice" in given:
        return held(given)
    if "rbc" in given:
        return emptied(given)
    if "DL" in given["results"]:
        return again(given)
    return converted(given) if "defender_site" in given else chain(given["results"])


OPS = {"sequence": sequence, "retreat_pay": retreat_pay}
