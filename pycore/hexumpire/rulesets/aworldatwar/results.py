"""What a combat result does: conversions (15.53 to 15.55) and what each side has to lose (15.61, 15.62)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.aworldatwar.defense import Pressure, axis_wall, fort_kind, unfortified
from hexumpire.rulesets.aworldatwar.forces import Kind
from hexumpire.rulesets.aworldatwar.strength import Round, Strengths
from hexumpire.rulesets.aworldatwar.tables import CHART, LIMITS, conversion

RESULTS = ("A", "a", "Ex", "Ex-1", "Ex-2", "Ex-3", "d", "D")
LEVELS = {"Ex-1": 1, "Ex-2": 2, "Ex-3": 3}


def rolled(now: Round, die: int, earlier_rounds: int, drm: int) -> str:
    """The printed result of a die with its modifier for earlier rounds (15.75)."""
    return CHART.result(now.column, die + drm * earlier_rounds)


def early_german(scenario: Scenario, kinds: Sequence[Kind], now: Round) -> bool:
    """Whether Ex reads Ex-1: an early German exploitation attack (15.54).

    The older edition asks for any German attacker, the newer one for German armor.
    """
    if not scenario.conditions["early_german"] or scenario.conditions["phase"] != "exploitation":
        return False
    german = [k for k in kinds if k.side == "attacker" and k.arm == "ground" and now.active[k.index]
              and k.unit.nation == "German"]  # fmt: skip
    return any(k.unit.type == "armor" or scenario.edition == "old" for k in german)


def conversion_applies(scenario: Scenario, now: Round) -> tuple[bool, str]:
    """Whether 15.55 touches this round's attack, with the reason when it does not."""
    if scenario.conditions["atomic"]:
        return False, "tactical atomic attack"
    new = scenario.edition == "new"
    if new and scenario.conditions["japanese_surprise"]:
        return False, "initial Japanese surprise turn"
    landing = any(seen.landing for seen in now.seen)
    if new and landing and scenario.readings["invasion_scope"] == "all":
        return True, ""
    answers = [_softens(scenario, target, seen) for target, seen in enumerate(now.seen)]
    return (True, "") if "" in answers else (False, answers[0])


def _softens(scenario: Scenario, target: int, seen: Pressure) -> str:
    """Why a hex, as it is attacked, is none of those that soften results (15.55); an empty text when it is.

    The newer edition names forts, and invasions: a beach defence or a fortified island softens those by land or by
    drop no more. A beach defence stands against landings only (15.32G), whoever drops beside them.
    """
    features = scenario.hex(scenario.targets[target]).features
    reason = "neither an invasion nor a fort" if scenario.edition == "new" else "no fort"
    if fort_kind(scenario, target):
        if not _from_behind(scenario, target, seen):
            return ""
        reason = "directional fort attacked from behind"
    if scenario.edition == "new" and not seen.landing:
        return reason
    if "fortified_island" in features:
        return ""
    if "beach" not in features:
        return reason
    if not seen.landing:
        return "beach defence, and nobody lands"
    mixed = seen.crossings and scenario.readings["mixed_approach"] == "open"
    return "beach defence attacked by land" if mixed else ""


def may_ever_convert(scenario: Scenario) -> bool:
    """Whether anything in the set-up could bring 15.55 into play at all: a fort, a beach defence, a landing."""
    marks = {mark for target in scenario.targets for mark in scenario.hex(target).features}
    forts = any(fort_kind(scenario, target) for target in range(len(scenario.targets)))
    return forts or bool(marks & {"beach", "fortified_island"}) or any(u.text("via") == "sea" for u in scenario.units)


def _from_behind(scenario: Scenario, target: int, seen: Pressure) -> bool:
    """Whether a fort that faces one way (Singapore: the sea, 15.32E) is attacked over unfortified hexsides.

    Where others come at its front, by a reading; a wall that still counts beside a river is not turned (15.321).
    """
    fort = fort_kind(scenario, target)
    if fort not in ("maginot", "west_wall", "singapore"):
        return False
    if fort == "singapore" and not seen.landing and not seen.crossings:
        return scenario.readings["singapore_drop"] == "sea"
    bare = unfortified(scenario, target, seen)
    if scenario.readings["mixed_approach"] == "open":
        return bool(bare) and not axis_wall(scenario, target, seen)
    return bool(bare) and not seen.landing and len(bare) == len(seen.crossings)


def trained_arms(scenario: Scenario) -> tuple[str, ...]:
    """Arms whose CTL counts in 15.551, by the reading chosen."""
    return ("ground",) if scenario.readings["lowest_ctl"] == "ground" else ("ground", "air")


def lowest_ctl(scenario: Scenario, kinds: Sequence[Kind], now: Round) -> int:
    """Lowest CTL among the attackers of a round (15.551)."""
    arms = trained_arms(scenario)
    return min(k.ctl for k in kinds if k.side == "attacker" and k.arm in arms and now.active[k.index])


@dataclass(frozen=True, slots=True)
class Bill:
    """What one side has to remove.

    ``values`` is what one counter of each kind pays (0: may not be taken). ``needs`` lists ``(ctl, need)`` from
    the lowest CTL up: while attackers of that CTL survive, that much has to be paid (15.551); most bills have one
    entry. Air pays factor for factor if its owner wants it to (15.631). Ships never have to pay: their owner may give
    them up, whole, to keep others (15.641), and together they count no more than ``cap`` (15.641B, 15.641C); -1 when
    there are none. Destroyers must pay a third, ``share`` at most, of the bill or by ``of_paid`` of all that is paid
    (15.642); beyond it they are ships like others. ``arms``: whose survivors hold up a need.
    """

    side: str
    values: tuple[int, ...]
    needs: tuple[tuple[int, int], ...]
    share: int = 0
    cap: int = -1
    arms: tuple[str, ...] = ("ground",)
    of_paid: bool = False

    @property
    def need(self) -> int:
        """The full requirement."""
        return self.needs[0][1]


def modified(strengths: Strengths, now: Round, level: int = 0) -> int:
    """Ground defence under the DM lowered by ``level``, no unit counting below zero (15.61)."""
    total = 0
    together = strengths.scenario.readings["ex_levels"] == "total"
    for kind in strengths.kinds:
        count = now.active[kind.index]
        if kind.side == "defender" and kind.arm == "ground" and count:
            dm = strengths.loss_dm(now.dms[kind.index]) - level
            total += kind.value * count * (dm if together and level else max(0, dm))
    return max(0, total)


def air_worth(strengths: Strengths, now: Round) -> int:
    """What defensive air counts for in the attacker's losses."""
    if strengths.scenario.readings["das_losses"] == "odds":
        return now.das
    return now.das // strengths.das_factor(now.seen)


def attacker_need(strengths: Strengths, now: Round, result: str) -> int:
    """Factors the attacker loses to a result (15.61); a half is rounded up (15.62)."""
    if result in LEVELS:
        return modified(strengths, now, LEVELS[result]) + air_worth(strengths, now)
    if result in ("d", "D"):
        return 0
    whole = modified(strengths, now) + air_worth(strengths, now)
    return -(-whole // 2) if result == "a" else whole


def attacker_bill(strengths: Strengths, now: Round, result: str, printed: str) -> Bill:
    """The attacker's bill. ``printed`` is the result before 15.55, so that each CTL finds its own need."""
    scenario, kinds = strengths.scenario, strengths.kinds
    needs: tuple[tuple[int, int], ...] = ((0, attacker_need(strengths, now, result)),)
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
    return Bill("attacker", tuple(values), needs, share, cap, trained_arms(scenario), of_paid)


def _destroyers(strengths: Strengths, now: Round) -> int:
    """Destroyer factors that losses of this round fall on: those of an invasion, in the newer edition (15.642)."""
    if strengths.scenario.edition == "old" or not any(seen.landing for seen in now.seen):
        return 0
    return sum(now.active[kind.index] for kind in strengths.kinds if kind.arm == "destroyer")


def share_bill(strengths: Strengths, now: Round) -> Bill | None:
    """The destroyers' third of the loss of an entire force (15.642); None when there is nothing to pay.

    The bill of an entire force are its combat factors; paid are its ground and air factors, and these destroyers.
    """
    ships = _destroyers(strengths, now)
    if not ships:
        return None
    part = LIMITS["destroyer_share"]
    need = now.attack // part
    if strengths.scenario.readings["destroyer_share"] == "paid":
        paid = now.attack - now.bombardment
        need = next(n for n in range(paid + 1) if n >= (paid + n) // part)
    need = min(ships, need)
    if not need:
        return None
    values = tuple(int(kind.arm == "destroyer" and now.active[kind.index] > 0) for kind in strengths.kinds)
    return Bill("attacker", values, ((0, need),))


def defender_bill(strengths: Strengths, now: Round, result: str) -> Bill:
    """The defender's bill for ``d`` (printed factors) or for an ``Ex`` he survives (modified factors, 15.61)."""
    kinds = strengths.kinds
    plain = result == "d"
    factor = strengths.das_factor(now.seen) if strengths.scenario.readings["das_losses"] == "odds" else 1
    values = []
    for kind in kinds:
        value = 0
        if kind.side == "defender" and now.active[kind.index]:
            if kind.arm == "air":
                value = 1 if plain else factor
            else:
                value = kind.value if plain else kind.value * max(1, now.dms[kind.index])
        values.append(value)
    if plain:
        whole = sum(value * count for value, count in zip(values, now.active, strict=True))
        need = -(-whole // 2)
    else:
        need = now.attack
    return Bill("defender", tuple(values), ((0, need),))
