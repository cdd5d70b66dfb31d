"""Losses: what each side owes to a result, which counters may go, and what the log says of them (15.61, 15.62).

Which counters together pay what is owed is worked out in :mod:`.payment`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hexumpire.kit.losses import Why
from hexumpire.model.battle import Line
from hexumpire.model.text import capital, joined, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.rules import naval
from hexumpire.rulesets.aworldatwar.rules.air import das_factor
from hexumpire.rulesets.aworldatwar.rules.conversion import trained_arms
from hexumpire.rulesets.aworldatwar.rules.multipliers import at_least_once, floored
from hexumpire.rulesets.aworldatwar.rules.payment import LossesOwed, Needs, Payment, always
from hexumpire.rulesets.aworldatwar.rules.strength import Round, Strengths
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.setting import SIDES, Counts, Kind, Setting, named
from hexumpire.rulesets.aworldatwar.state import State
from hexumpire.rulesets.aworldatwar.tables import LEGEND, LIMITS, conversion
from hexumpire.rulesets.aworldatwar.units import arm_of

RESULTS = ("A", "a", "Ex", "Ex-1", "Ex-2", "Ex-3", "d", "D")
LEVELS = {"Ex-1": 1, "Ex-2": 2, "Ex-3": 3}


def strip(strengths: Strengths, left: Counts, now: Round, side: str) -> Counts:
    """Counters left when a side loses its entire force: ground, and air by the reading chosen.

    Those that sit the round out are no part of it (15.71), nor are ships, which are lost by choice (15.641).
    """
    arms = ("ground", "air") if strengths.scenario.readings["air_dies"] == "all" else ("ground",)
    return tuple(
        count - took_part if kind.side == side and kind.arm in arms else count
        for kind, count, took_part in zip(strengths.kinds, left, now.active, strict=True)
    )


def defending(strengths: Strengths, now: Round, level: int) -> Iterator[tuple[Kind, int, int]]:
    """Ground units of the defence, how many, and the multiplier of each with its DM lowered by ``level`` (15.61)."""
    together = strengths.scenario.readings["ex_levels"] == "total"
    for kind in strengths.kinds:
        count = now.active[kind.index]
        if kind.side == "defender" and kind.arm == "ground" and count:
            dm = floored(strengths.scenario, now.dms[kind.index]) - level
            yield kind, count, dm if together and level else max(0, dm)


def modified(strengths: Strengths, now: Round, level: int = 0) -> int:
    """Ground defence under the DM lowered by ``level``, no unit counting below zero (15.61)."""
    return max(0, sum(kind.value * count * dm for kind, count, dm in defending(strengths, now, level)))


def air_worth(strengths: Strengths, now: Round) -> int:
    """What defensive air counts for in the attacker's losses."""
    if strengths.scenario.readings["das_losses"] == "odds":
        return now.das
    return now.das // das_factor(now.seen)


def attacker_need(strengths: Strengths, now: Round, result: str) -> int:
    """Factors the attacker loses to a result (15.61); a half is rounded up (15.62)."""
    if result in LEVELS:
        return modified(strengths, now, LEVELS[result]) + air_worth(strengths, now)
    whole = modified(strengths, now) + air_worth(strengths, now)
    return -(-whole // 2) if result == "a" else whole


def attacker_owes(strengths: Strengths, now: Round, result: str, printed: str) -> LossesOwed:
    """What the attacker has to lose. ``printed`` is the result before 15.55, so that each CTL finds its own need."""
    scenario, kinds = strengths.scenario, strengths.kinds
    needs = always(attacker_need(strengths, now, result))
    if printed != result:
        arms = trained_arms(scenario)
        levels = sorted({k.ctl for k in kinds if k.side == "attacker" and k.arm in arms and now.active[k.index]})
        needs = tuple(
            (level, attacker_need(strengths, now, conversion(scenario.edition, level, printed))) for level in levels
        )
    ships = _destroyers(strengths, now)
    values = []
    for kind in kinds:
        payable = kind.side == "attacker" and now.active[kind.index]
        if kind.arm == "destroyer":
            payable = payable and ships
        elif kind.arm == "fleet":
            payable = payable and now.bombardment
        values.append(kind.value if payable else 0)
    of_paid = bool(ships) and scenario.readings["destroyer_share"] == "paid"
    share = ships if of_paid else min(ships, needs[0][1] // LIMITS["destroyer_share"])
    cap = -1
    if ships or any(value and kind.arm == "fleet" for kind, value in zip(kinds, values, strict=True)):
        cap = now.bombardment
    return LossesOwed("attacker", tuple(values), needs, share, cap, trained_arms(scenario), of_paid)


def _destroyers(strengths: Strengths, now: Round) -> int:
    """Destroyer factors that losses of this round fall on (15.642)."""
    return naval.destroyers(strengths.setting, now.active, any(seen.landing for seen in now.seen))


def destroyers_owe(strengths: Strengths, now: Round) -> LossesOwed | None:
    """The destroyers' third of the loss of an entire force (15.642); None when there is nothing to pay.

    An entire force owes its combat factors; paid are its ground and air factors, and these destroyers. By the reading
    that lets its air live, only its ground factors are.
    """
    ships = _destroyers(strengths, now)
    if not ships:
        return None
    part = LIMITS["destroyer_share"]
    need = min(ships, now.attack // part)
    if strengths.scenario.readings["destroyer_share"] == "paid":
        paid = now.attack - now.bombardment
        if strengths.scenario.readings["air_dies"] == "ground":
            paid -= sum(now.active[k.index] for k in strengths.kinds if k.side == "attacker" and k.arm == "air")
        need = next((n for n in range(ships) if n >= (paid + n) // part), ships)
    if not need:
        return None
    values = tuple(int(kind.arm == "destroyer" and now.active[kind.index] > 0) for kind in strengths.kinds)
    return LossesOwed("attacker", values, always(need))


def defender_owes(strengths: Strengths, now: Round, result: str) -> LossesOwed:
    """What the defender loses to ``d`` (printed factors) or to an ``Ex`` that he survives (modified factors, 15.61)."""
    kinds = strengths.kinds
    plain = result == "d"
    factor = das_factor(now.seen) if strengths.scenario.readings["das_losses"] == "odds" else 1
    values = []
    for kind in kinds:
        value = 0
        if kind.side == "defender" and now.active[kind.index]:
            if kind.arm == "air":
                value = 1 if plain else factor
            else:
                value = kind.value if plain else kind.value * at_least_once(now.dms[kind.index])
        values.append(value)
    if plain:
        whole = sum(value * count for value, count in zip(values, now.active, strict=True))
        need = -(-whole // 2)
    else:
        need = now.attack
    return LossesOwed("defender", tuple(values), always(need))


# --- prompts ----------------------------------------------------------------------------------------


def preview(strengths: Strengths, now: Round, result: str) -> str:
    """What a result would cost, in short."""
    if result == "d":
        need = defender_owes(strengths, now, "d").need
        if need > 1:
            return say("the defender loses {n} printed factors", n=need)
        return say("the defender loses {n} printed factor", n=need)
    if result in LEVELS:
        return _exchange(attacker_need(strengths, now, result))
    if result == "Ex":
        if now.attack > now.defense:
            return _exchange(attacker_need(strengths, now, "Ex"))
        if now.attack == now.defense:
            return "all who fight this round are eliminated"
        return say(
            "all attackers of this round are eliminated, the defender loses {n} of {m}", n=now.attack, m=now.defense
        )
    return LEGEND[result]


def _exchange(need: int) -> str:
    """What an exchange that the defender does not survive would cost, in short."""
    return say("the defender is eliminated, the attacker loses {n}", n=need)


def label(kind: Kind, pays: int) -> str:
    """Label of one counter to lose."""
    if pays != kind.value:
        return say("Lose one {unit} (counts {n})", unit=kind.name, n=pays)
    return say("Lose one {unit}", unit=kind.name)


def prompt(payment: Payment, left_to_pay: int) -> tuple[str, Rules]:
    """What is asked of the side that loses, with its sections."""
    owed = payment.owed
    if destroyers_only(payment):
        who = capital(owed.side)
        text = say("{side}: a third of the loss, rounded down, from destroyers: {n} left.", side=who, n=left_to_pay)
        return text, ("15.642",)
    return _asked(owed.side, owed.needs, owed.need - left_to_pay, owed.of_paid, owed.share, owed.cap)


@lru_cache
def _asked(side: str, needs: Needs, paid: int, of_paid: bool, share: int, cap: int) -> tuple[str, Rules]:
    """What is asked, by what is owed and what of it is paid; kept, because walks come to the same again and again."""
    who = capital(side)
    need = needs[0][1]
    texts: list[str] = []
    rules: Rules = ("15.61", "15.62")
    if len(needs) > 1:
        tiers = [say("{n} while CTL {m} units survive", n=need, m=level) for level, need in needs]
        texts.append(say("{side} loses {tiers}; {n} paid.", side=who, tiers=joined(tiers, ", "), n=paid))
        rules = ("15.551", "15.62")
    elif paid:
        texts.append(say("{side} loses {n}, {m} paid.", side=who, n=need, m=paid))
    else:
        texts.append(say("{side} loses {n}.", side=who, n=need))
    if of_paid:
        texts.append("A third of all that is paid, rounded down, from destroyers.")
        rules = (*rules, "15.642")
    elif share:
        texts.append("A third of it, rounded down, from destroyers.")
        rules = (*rules, "15.642")
    if cap > 0:
        texts.append(say("Up to {n} from bombarding ships, none of which has to go.", n=cap))
        rules = (*rules, "15.641", "15.641B")
    return joined([*texts, "Which counters?"]), rules


def destroyers_only(payment: Payment) -> bool:
    """Whether what is paid is the destroyers' part of an entire force."""
    return payment.simple and all(payment.kinds[i].arm == "destroyer" for i in payment.order)


# --- reasons ----------------------------------------------------------------------------------------


def why_not(kind: Kind, state: State, payment: Payment, fighting: Counts) -> Why:
    """Why a counter may not go now; ``fighting``: who takes part in the round that is settled."""
    owed = payment.owed
    if kind.side != owed.side:
        return say("only the {side} loses something now", side=owed.side), ("15.61",)
    if not fighting[kind.index]:
        return kind.absence
    if destroyers_only(payment) and kind.arm != "destroyer":
        return "only destroyers pay their third now", ("15.642",)
    if not owed.values[kind.index]:
        if kind.arm == "destroyer":
            return _idle_destroyers(payment, fighting)
        return "it gave no bombardment in this round", ("15.641B",)
    gone = tuple(had - left for had, left in zip(payment.stock, state.left, strict=True))
    reason, rules = payment.refuse(gone, kind.index)
    if reason:
        return reason, rules
    if payment.order.index(kind.index) < state.progress[0]:
        return "one at a time, it is named before the others", ("15.61",)
    return "one at a time, it is named after the others", ("15.61",)


def _idle_destroyers(payment: Payment, fighting: Counts) -> Why:
    """Why destroyers pay nothing: nobody lands, or by the older edition those that carry the invasion never do."""
    if any(fighting[kind.index] and kind.unit.text("via") == "sea" for kind in payment.kinds):
        return "destroyers carrying the invasion are not taken as losses", ("15.641",)
    return "nobody lands in this round", ("15.641",)


# --- the log ----------------------------------------------------------------------------------------


def entries(setting: Setting, before: State, action: str, after: State) -> list[Line]:
    """Who was lost in one step, and which air is out of the fight from now on."""
    stranded = (after.stranded if after.stranded != before.stranded else ()) or setting.nobody
    gone: dict[str, list[tuple[Kind, int]]] = {side: [] for side in SIDES}
    rested: dict[str, list[tuple[Kind, int]]] = {side: [] for side in SIDES}
    was_aside, is_aside = before.aside or setting.nobody, after.aside or setting.nobody
    for i, kind in enumerate(setting.kinds):
        out = is_aside[i] - was_aside[i]
        fell = before.left[i] - after.left[i] - stranded[i] - out
        if fell > 0 and not action.startswith("!remove"):
            gone[kind.side].append((kind, fell))
        if out and kind.arm == "air":
            rested[kind.side].append((kind, out))
    chosen = before.payment.owed.side if before.payment and action.startswith("lose:") else ""
    over_limit = action == "on" or before.phase == "trim"
    lines = []
    for side in reversed(SIDES):
        if gone[side]:
            lines.append(_entry(side, gone[side], side == chosen, over_limit, ("15.62",) if chosen else ("15.61",)))
        if rested[side]:
            text = say(
                "Over three for each ground factor in the fight, and so out of it: {unit}.", unit=named(rested[side])
            )
            lines.append(Line(text, ("15.71",), side))
    return lines


def _entry(side: str, gone: list[tuple[Kind, int]], chosen: bool, over_limit: bool, rules: Rules) -> Line:
    """What a side lost; ``over_limit``: as air over the limit, ``chosen``: by its own choice."""
    if over_limit:
        rules = ("15.632",)
    elif any(kind.arm == "destroyer" for kind, _ in gone):
        rules = (*rules, "15.642")
    text: str = say("{side} loses {unit}.", side=capital(side), unit=named(gone))
    if chosen and sum(n for _, n in gone) > 1:
        text = joined([text, "After the first there was no choice left."])
    return Line(text, rules, side)


def asks(survey: Survey) -> Keys:
    """What the form could ask: the reading on the levels of Ex-1 to Ex-3 where several units defend."""
    if sum(arm_of(unit) == "ground" for unit in survey.defenders) > 1:
        yield "ex_levels"
