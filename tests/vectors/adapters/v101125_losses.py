"""The vectors of V101125 about what the dice bring: results, disruption, losses, reduced units, forts.

Nothing is reckoned here: the words of a case are taken apart, and the rules are asked.
"""

import re
from dataclasses import fields

from hexumpire.rulesets.v101125.rules import (
    cadres,
    forts,
    immediate,
    losses,
    markers,
    red,
    replacements,
    required,
    results,
)  # fmt: skip
from hexumpire.rulesets.v101125.rules.losses import Bill
from hexumpire.rulesets.v101125.rules.paying import Payment
from hexumpire.rulesets.v101125.rules.results import ATTACKER, CASUALTIES, DEFENDER, DISRUPTION, Clash, Force
from hexumpire.rulesets.v101125.tables import MIXED, RED_DIE, SHARE
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

from .v101125_after import exact, written

READINGS = {field.key: next(iter(field.options)) for field in VOCABULARY.readings}
"""Every reading as it is when nothing is said."""
SAID = {"false": "no", "true": "yes"}
PLENTY = 100
"""Strength and REs of a side of which a case says nothing: it is the stronger one."""
DIVISION = 3
NATIONS = {"british43": ("british", 1943), "soviet": ("soviet", 1942), "italian": ("italian", 1942),
           "minor": ("minor", 1942)}  # fmt: skip
PATTERNS = {"infart": "artillery", "infantry+artillery": "artillery", "mixed": "motorized"}
KINDS = (("commando", "commando"), ("drop", "airdrop"), ("parachute", "airdrop"), ("engineer", "engineer"),
         ("tank", "soviet_tank"), ("AEC", "armour"), ("ATEC", "armour"), ("winter", "winterized"),
         ("home", "home"))  # fmt: skip


def under(expect, answer):
    """The other answers that a case knows: each by the reading that its ``setting`` names."""
    found = []
    for other in expect.get("alternatives", ()):
        key, _, value = other["setting"].partition("=")
        told = answer({**READINGS, key: SAID.get(value, value)})
        found.append({name: told.get(name, said) for name, said in other.items()})
    return {"alternatives": found}


def readings_of(expect, answer):
    """What a case asks by the usual readings, with its alternatives."""
    return {**answer(READINGS), **under(expect, answer)}


# --- units and payments ---------------------------------------------------------------------------------------------


def stake(strength, reduced, res, rows=(), ability=1, uncut=False):
    """A unit that pays, plain but for what is said."""
    return losses.stake(strength, reduced, res, rows, ability, uncut, None)


def counter(text):
    """A counter such as 8-6(3-6): its strength, and that of its cadre."""
    strength, cadre = re.fullmatch(r"(\d+)-\d+(?:\((\d+)-\d+\))?", text).groups()
    return stake(int(strength), cadre and int(cadre), DIVISION)


def pay(bill, stakes, account=None):
    """A bill paid by those who are worth most; the last position of it."""
    payment = Payment(bill, tuple(stakes), account or losses.fresh(stakes))
    progress = payment.start()
    while options := payment.options(progress):
        progress = payment.take(progress, options[0])
    return progress


def reckoned(stakes, account):
    """What units truly lost, all together."""
    every = [losses.spent(one, loss) for one, loss in zip(stakes, account, strict=True)]
    return losses.Spent(*(sum(column) for column in zip(*every, strict=True)))


def loss_allocation(given, edition, expect):
    stakes = [counter(text) for text in given["units"]]
    account, red_paid = losses.fresh(stakes), 0
    rows = (("crt_points", CASUALTIES), ("retreat_points", CASUALTIES), ("red_points", DISRUPTION))
    for name, kind in rows:
        bill = Bill(kind, losses.parts(exact(given.get(name, 0))), again=name == "retreat_points")
        progress = pay(bill, stakes, account)
        account, red_paid = progress.account, progress.paid
    spent = reckoned(stakes, account)
    after = [face(text, loss.fate) for text, loss in zip(given["units"], account, strict=True)]
    return {
        "after": [text for text in after if text],
        "casualties": written(spent.casualties),
        "disrupted": written(spent.disrupted),
        "free_casualties": written(spent.free_casualties),
        "free_disruptions": written(spent.free_disruption),
        "red_points_not_met": written(exact(given.get("red_points", 0)) - losses.points(red_paid)),
    }


def face(text, fate):
    """What a counter shows after its fate."""
    if fate == losses.REDUCED:
        return re.search(r"\((.*)\)", text)[1]
    return text.partition("(")[0] if fate == losses.WHOLE else ""


def legal(need, worths):
    """Whether just these units may be lost for so many points."""
    stakes = [stake(exact(worth), None, 0) for worth in worths]
    payment = Payment(Bill(CASUALTIES, losses.parts(exact(need))), tuple(stakes), losses.fresh(stakes))
    progress = payment.start()
    for index in range(len(payment.entries)):
        if index not in payment.options(progress):
            return False
        progress = payment.take(progress, index)
    return progress.paid >= payment.bill.owed


def loss_legality(given, edition, expect):
    found = legal(given["need"], given["losses"])
    other = legal(given["need"], given.get("alternative", given["losses"]))
    return {"legal": found, "four_units_legal": found, "one_big_unit_legal": other}


def disruption_value(given, edition, expect):
    strength = exact(given["strength"])
    left = None if given["removed"] else cadres.cadre(strength, strength, frozenset({"major"}), 1942)
    one = stake(strength, left.attack if left else None, exact(given["re"]))
    payment = Payment(Bill(DISRUPTION, losses.parts(PLENTY)), (one,), losses.fresh([one]))
    way = losses.AWAY if given["removed"] else losses.LOSE
    worth = next(entry.worth for entry in payment.entries if entry.way == way)
    return {"value": written(losses.points(worth)), **({"cadre": list(left)} if left else {})}


def disruption_choice(given, edition, expect):
    one = stake(exact(given["strength"]), exact(given["cadre"]), DIVISION)
    payment = Payment(Bill(DISRUPTION, losses.parts(exact(given["points"]))), (one,), losses.fresh([one]))
    flip = next(index for index, entry in enumerate(payment.entries) if entry.way == losses.LOSE)
    spent = losses.spent(one, payment.take(payment.start(), flip).account[0])
    return {
        "flip": {"disrupted": written(spent.disrupted), "back_to_pool": written(spent.back)},
        "as_casualty": written(losses.convert(exact(given["points"]))),
    }


def disruption_conversion(given, edition, expect):
    blockers = exact(given["blocker_strength"]) * (SHARE["unsupported"] if given.get("unsupported") else 1)
    owed = losses.points(sum(counter(text).strength for text in given["retreating"]))
    return {"max_converted": written(losses.blocked(owed, blockers))}


def convert(given, edition, expect):
    return {"casualties": written(losses.convert(exact(given["points"])))}


# --- results --------------------------------------------------------------------------------------------------------


def clash(given):
    """Both sides of a case, by printed totals or by their counters."""
    sides = []
    for side, total, res in ((ATTACKER, "attack_printed", "reA"), (DEFENDER, "defence_printed", "reD")):
        some = [losses.points(counter(text).strength) for text in given.get(f"{side}s", ())]
        strength = exact(given.get(total, sum(some)))
        count = exact(given.get(res, given.get(f"{side}_re", DIVISION * max(1, len(some)))))
        largest = exact(given.get("L", max(some, default=strength)))
        sides.append(Force(strength, largest, count, side == DEFENDER and given.get("iso", False)))
    works = bool(given.get("fort") or given.get("city") or given.get("entrenchment"))
    return Clash(*sides, given.get("terr", 1), works, given.get("dual", False))


def lost(side, strength, owed):
    """Casualties and disruption of a side, which cannot lose more than it has."""
    stakes = [stake(strength, None, 0)]
    account, found = losses.fresh(stakes), []
    for kind in (CASUALTIES, DISRUPTION):
        amount = sum(charge.points for charge in owed if (charge.side, charge.kind) == (side, kind))
        progress = pay(Bill(kind, losses.parts(amount)), stakes, account)
        account = progress.account
        found.append(written(losses.points(progress.paid)))
    return found


def crt_losses(given, edition, expect):
    fight, result = clash(given), results.parse(given["result"])

    def answer(readings):
        owed = results.charges(result, fight, given.get("d6", 1), readings)
        return {side: lost(side, fight.force(side).strength, owed) for side in (ATTACKER, DEFENDER)}

    found = readings_of(expect, answer)
    if "attackers" in given:
        found |= of_counters(given, fight, answer)
    return found


def of_counters(given, fight, answer):
    """What a case with counters asks besides: by the example's reading of a large exchange, and by that of the rule."""
    total = red.re_total(fight, red.Stack(0, 0, 1, exact(1), False, False, None), "defender")
    owed = red.disruption(ATTACKER, exact(given.get("attacker_red", 0)), total).charge.points
    by_rule, by_example = answer(READINGS), answer({**READINGS, "l_cap": "example"})
    crt = exact(by_example[ATTACKER][0])
    stakes = [counter(text) for text in given["attackers"]]
    first = pay(Bill(CASUALTIES, losses.parts(crt)), stakes)
    last = pay(Bill(DISRUPTION, losses.parts(owed)), stakes, first.account)
    spent = reckoned(stakes, last.account)
    wasted = sum(losses.credit(one, loss, DISRUPTION) for one, loss in zip(stakes, last.account, strict=True))
    return {
        "attacker_red_points": written(owed),
        "reading_example": {
            "defender_eliminated": by_example[DEFENDER][0],
            "defender_disrupted": by_example[DEFENDER][1],
            "attacker_crt": written(crt),
            "attacker_total": written(crt + owed),
            "attacker_real": {
                "casualties": written(spent.casualties),
                "disrupted": written(spent.disrupted),
                "free": written(spent.free_casualties + spent.free_disruption),
                "wasted": written(losses.points(wasted)),
            },
        },
        "reading_rule": {"defender_eliminated": by_rule[DEFENDER][0], "attacker_crt": by_rule[ATTACKER][0]},
    }


def rex(given, edition, expect):
    side = Force(PLENTY, PLENTY, exact(given["re"]))
    cut = given.get("terrain_mult", 1)
    charge = results.exchange(Clash(side, side, cut), ATTACKER, exact(given.get("factor", 1)))
    stakes = (stake(PLENTY, None, 0, uncut=True),)
    bill = Bill(CASUALTIES, losses.parts(charge.points), weights=losses.weights(stakes, cut, CASUALTIES))
    return {
        "non_mountain_attackers": written(charge.points),
        "mountain_attackers": written(losses.points(bill.face(0, bill.owed))),
    }


def dr(given, edition, expect):
    defender = Force(PLENTY, PLENTY, exact(given["defender_re"]))
    attacker = Force(PLENTY, PLENTY, exact(given.get("attacker_re", PLENTY)))
    may = results.may_stand(given["column"])
    extra = results.standing(Clash(attacker, defender)).points
    return {"may_convert": may, **({"extra_defender_loss": written(extra)} if may else {})}


def exchange_dr(given, edition, expect):
    result = results.parse("X1" if given.get("defender_hit", True) else "1X")
    weaker = exact(given["defence_left"]) < exact(given["attack_left"])
    return readings_of(
        expect, lambda readings: {"defender_retreats": bool(results.retreats(result, (0, 0), weaker, readings))}
    )


# --- disruption -----------------------------------------------------------------------------------------------------


def red_die(given, edition, expect):
    side = given["side"]
    known = {field.name for field in fields(red.Ground)}
    told = {name: value for name, value in given.items() if name in known}
    ground = red.Ground(marker=given.get("defender_marker", 0), **told)

    def answer(readings):
        total = given["die"] + sum(given.get("mods", ())) + (red.modifiers(side, ground, readings).value or 0)
        row = red.row(side, total, readings["red_overflow"])
        must = {"must_retreat": row.star} if side == DEFENDER else {"no_advance": row.star}
        return {"total": total, "level": written(row.level), "star": row.star, **must}

    return readings_of(expect, answer)


def total_of(given):
    """The RE total of a case."""
    attack, defence = exact(given.get("attack", PLENTY)), exact(given.get("defence", 1))
    res = exact(given.get("re", given.get("defender_re", 1)))
    reacted = given.get("reacted_re", res if given.get("reaction") else 0)
    stack = red.Stack(
        given.get("neg", 0), exact(reacted), given.get("terr", 1), exact(given.get("zoc", 1)),
        bool(given.get("dual") or given.get("amph") or given.get("airborne")), False, None,
    )  # fmt: skip
    sides = Force(attack, attack, exact(given.get("attacker_re", PLENTY))), Force(defence, defence, res)
    return red.re_total(Clash(*sides), stack, "defender")


def red_points(given, edition, expect):
    total = total_of(given)
    found = red.disruption(given.get("side", ATTACKER), exact(given["level"]), total)
    return {"re_total": written(total.value), "points": written(found.charge.points)}


def red_required(given, edition, expect):
    found = red.disruption(ATTACKER, exact(given["level"]), total_of(given))
    return {"points": written(found.charge.points), "required": written(found.required)}


def red_markers(given, edition, expect):
    dice = given["attacker_die"], given["defender_die"]
    attacker, defender = markers.of_dice(*dice)
    side = Force(PLENTY, PLENTY, exact(given.get("defender_re", 1)))
    tie = red.tie(Clash(side, side), dice, False, "apart")
    return {
        "attacker_mp": attacker,
        "defender_mp": defender,
        "extra_rex": written(exact(RED_DIE["tie_share"])) if tie else 0,
        "attacker_rex_points": written(tie.points) if tie else 0,
    }


def red_pay(given, edition, expect):
    words = given["unit"]
    strength = exact(re.search(r"real points ([\d.]+)", words)[1])
    kind, _, hex_ = words.partition(" in ")
    stakes = (stake(strength, None, 0, uncut=kind.split()[0] in hex_),)
    bill = Bill(DISRUPTION, losses.parts(exact(given["required"])), weights=losses.weights(stakes, 2, DISRUPTION))
    return {"covers": written(losses.points(bill.weigh(0, stakes[0].strength)))}


# --- excess and replacement points ----------------------------------------------------------------------------------


def excess(given, edition, expect):
    full = replacements.Strengths(exact(given["A"]), exact(given["D"]))
    left = replacements.Strengths(exact(given["a"]), exact(given["d"]))
    need = exact(given["N"])
    found = replacements.excess(full, left, need)
    other = replacements.excess(replacements.Strengths(need, need), replacements.Strengths(0, 0), need)
    purse = replacements.purse(full.attack, full.attack, 0)
    return {
        "special": written(found.special),
        "back": written(found.back),
        "defender_special": written(other.special),
        "or_rp_paid": written(min(need, purse.unit)),
        "rp_then_rp_after_CA": not replacements.why_not(True, True, False, False, False)[0],
    }


def immediate_rp(given, edition, expect):
    ours, theirs = given.get("attacker_steps", 0), given.get("defender_steps", 0)
    unit = exact(given.get("unit", given.get("stack")))
    stack = exact(given.get("stack", unit))
    refused = replacements.why_not(True, False, False, True, False)[0]
    usual = replacements.purse(stack, unit, 0).unit
    return {
        "net_dm": ours - theirs,
        "defender_max_rp": written(replacements.purse(stack, unit, theirs).unit),
        "attacker_max_rp": written(replacements.purse(stack, unit, ours).unit),
        "max_rp": written(usual),
        "types": list(MIXED["armour"]),
        "if_required_losses": 0 if refused else written(usual),
        "stack_rp": written(replacements.purse(stack, unit, 0).hex),
        "note_stack_3": written(replacements.purse(stack - 1, unit, 0).hex),
    }


def mixed_replacement(given, edition, expect):
    caps = {kind: exact(cap) for kind, cap in given["caps"].items()}
    found = replacements.kinds(PATTERNS.get(given["unit"], given["unit"]), caps, exact(given["lose"]))
    return {
        "killed": {kind: written(points) for kind, points in found.killed.items()},
        "back": {kind: written(points) for kind, points in found.back.items()},
    }


# --- required losses ------------------------------------------------------------------------------------------------


def required_loss(given, edition, expect):
    strength, ability = exact(given["strength"]), given.get("multiplier", 1)
    stakes = (stake(strength, None, 0, (required.row("engineer"),), ability),)
    plenty = losses.parts(PLENTY)
    payment = Payment(Bill(CASUALTIES, plenty, plenty), stakes, losses.fresh(stakes))
    after = payment.take(payment.start(), 0)
    return {
        "counts_required": written(losses.points(plenty - after.special)),
        "counts_casualties": written(losses.points(after.paid)),
    }


def home_loss(given, edition, expect):
    """An Italian 4-6 and a German 8-6 in an Italian possession."""
    need, words = exact(given["need"]), given["option"]
    remnant = cadres.remnant(4, 4, frozenset({"italian"}), "zero")
    cadre = cadres.cadre(8, 8, frozenset({"major"}), 1942)
    stakes = (
        stake(4, remnant.attack, DIVISION, (required.HOME,)),
        stake(8, cadre.attack, DIVISION),
    )
    account, home = losses.fresh(stakes), required.home(need)
    if "RP" in words:
        account, need, home = immediate.spare(account, 0), need - min(home, replacements.purse(12, 4, 0).unit), 0
    payment = Payment(Bill(CASUALTIES, losses.parts(need), home=losses.parts(home)), stakes, account)
    progress = payment.start()
    while options := payment.options(progress):
        progress = payment.take(progress, options[0])
        if "german" in words and payment.excess(progress):
            progress = payment.give_back(progress, next(iter(payment.excess(progress))))
    italian, german = (losses.spent(one, loss) for one, loss in zip(stakes, progress.account, strict=True))
    return {
        "italian_counts": written(losses.points(progress.account[0].killed)),
        "italian_back": written(italian.back),
        "german_needs": written(losses.points(progress.account[1].killed)),
        "german_back": written(german.back),
        "remnant": list(remnant),
    }


def required_points(given, edition, expect):
    return {"required": written(required.special([exact(given["special_re"])], exact(given["loss"])))}


def required_order(given, edition, expect):
    types = given["types"]
    kinds = [next((kind for word, kind in KINDS if word in text), "special") for text in types]
    return {"order": [types[place] for place in required.order(kinds)]}


# --- reduced units and forts ----------------------------------------------------------------------------------------


def reduced(make):
    """The answer of a case about a reduced side."""

    def ask(given, edition, expect):
        trait, year = NATIONS.get(given.get("nation", "major"), ("major", 1942))
        strengths = exact(given["attack"]), exact(given["defence"])

        def answer(readings):
            found = make(*strengths, frozenset({trait}), year, readings)
            return {"reduced": found and list(found)}

        return readings_of(expect, answer)

    return ask


def aa_remnant(given, edition, expect):
    trait, _ = NATIONS.get(given.get("nation", "major"), ("major", 1942))
    found = cadres.remnant(exact(given["attack"]), exact(given["defence"]), frozenset({trait}), "zero")
    return {"aa": found and cadres.antiaircraft(found)}


def fort(given, edition, expect):
    columns = given.get("columns", [given.get("column")])

    def answer(readings):
        work, found = given["level"].replace(" ", "_"), []
        for column in columns:
            work = forts.after(work, column, readings["fortress_reduced"])
            found.append(work.replace("_", " ") or None)
        return {"after": found[-1], "after_first": found[0], "after_second": found[-1]}

    return readings_of(expect, answer)


OPS = {
    "losses": crt_losses, "loss_allocation": loss_allocation, "loss_legality": loss_legality,
    "disruption_value": disruption_value, "disruption_choice": disruption_choice,
    "disruption_conversion": disruption_conversion, "convert": convert, "rex": rex, "dr": dr,
    "exchange_dr": exchange_dr, "red": red_die, "red_points": red_points, "red_required": red_required,
    "red_markers": red_markers, "red_pay": red_pay, "excess": excess, "immediate_rp": immediate_rp,
    "mixed_replacement": mixed_replacement, "required_loss": required_loss, "home_loss": home_loss,
    "required": required_points, "required_order": required_order,
    "cadre": reduced(lambda attack, defence, traits, year, readings: cadres.cadre(attack, defence, traits, year)),
    "remnant": reduced(
        lambda attack, defence, traits, year, readings: cadres.remnant(
            attack, defence, traits, readings["remnant_zero"]
        )
    ),
    "aa_remnant": aa_remnant, "fort": fort,
}  # fmt: skip
