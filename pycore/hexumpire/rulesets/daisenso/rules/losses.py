"""Step losses (4.2.6): who may lose the next step, what becomes of the counter, and where it goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from hexumpire.kit.losses import Owed
from hexumpire.model.battle import Line, Option, Refusal
from hexumpire.model.scenario import Unit
from hexumpire.model.text import capital, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.pieces import PARTNER, Piece, enemies, kin
from hexumpire.rulesets.daisenso.rules import retreat
from hexumpire.rulesets.daisenso.rules.lineup import force
from hexumpire.rulesets.daisenso.rules.shifts import assaults
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import NOBODY, Counts, Lineup, Places, State, mark, marked
from hexumpire.rulesets.daisenso.tables import STEPS
from hexumpire.rulesets.daisenso.vocabulary import GROUND
from hexumpire.rulesets.daisenso.wording import phrase


class Fate(NamedTuple):
    """What the loss of a step does to a counter: ``how`` in a word, where the counter goes ("" when it stays)."""

    how: str
    where: str
    rules: Rules


def fate(unit: Unit, steps: int, left: int) -> Fate:
    """What becomes of a counter of so many steps that has ``left`` of them when it loses one.

    A three-step unit flips, then swaps; one multi-step unit never becomes another (4.2.6.2.noswap).
    """
    where, rules = gone_to(unit)
    flips = unit.flag("one_behind") and steps == STEPS["two"]
    if left <= STEPS["one"]:
        if steps > STEPS["one"] and not flips:  # one that came from the pool: of its stripe nobody has said anything
            where, rules = "unstated", ("4.2.6.2.where",)
        return Fate("remove", where, ("4.2.6.2.one", *rules))
    if left >= STEPS["three"]:
        return Fate("flip-to-two", "", ("4.2.6.2.three",))
    if unit.text("partner", "none") != "none":
        return Fate("holding", where, ("4.2.6.2.holding",))
    if flips:
        return Fate("flip-to-one", "", ("4.2.6.2.two-flip",))
    return Fate("swap-one-from-pool", where, ("4.2.6.2.two-swap", "4.2.6.2.elite", *rules))


def gone_to(unit: Unit) -> tuple[str, Rules]:
    """Where a counter goes that is eliminated, and the rule; the IG HQ leaves the game whatever eliminates it."""
    if unit.flag("ig"):
        return "out of the game", ("4.2.6.2.ig",)
    if unit.flag("stripe"):
        return "delay", ("4.2.6.2.where",)
    return "pool", ("4.2.6.2.where",)


def selves(setting: Setting, piece: Piece) -> Counts:
    """A counter, and the same counter as it lies in the place of others (see :func:`.pieces.muster`), by index."""
    first = piece.index if piece.same == NOBODY else piece.same
    return (first, *(other.index for other in setting.pieces if other.same == first))


def stand_in(setting: Setting, other: Piece, piece: Piece) -> Piece:
    """A counter of the Force Pool as it lies in a unit's place: what was said there holds for it too (4.2.7.who)."""
    found = [setting.pieces[i] for i in selves(setting, other) if setting.pieces[i].here == piece.here]
    return found[0] if found else other


def pooled(setting: Setting, piece: Piece, left: Counts, spent: int) -> bool:
    """Whether a counter is in its Force Pool: from the start, or since it was eliminated (4.2.6.2.where).

    ``spent``: bits of pieces that took part in a combat; a reserve among them came and is gone again, or was eliminated
    in a Holding Box.
    """
    if piece.same != NOBODY or any(left[i] for i in selves(setting, piece)):
        return False
    return (piece.reserve and not marked(spent, piece.index)) or gone_to(piece.unit)[0] == "pool"


def first_loss(setting: Setting, fight: Lineup, members: Counts, left: Counts, at: Places) -> tuple[Counts, Rules]:
    """Units of which one must lose the attacker's first step (4.2.6.1.marine, 4.2.6.1.armor); empty when it is free.

    Where marines attack across water it is a marine step, of those beside them that attack over land as well.
    """
    pieces = setting.pieces
    able = [i for i in fight.attackers if i in members and left[i]]
    marines = tuple(i for i in able if pieces[i].type_at(left[i]) == "marine")
    if not any(assaults(setting, pieces[i], fight.target, at) for i in marines):
        marines = ()
    armor = tuple(i for i in able if pieces[i].type_at(left[i]) == "armor")
    rules: list[str] = []
    if marines:
        rules.append("4.2.6.1.marine")
    if armor:
        rules.append("4.2.6.1.armor")
    if marines and armor:
        rules.append("4.2.6.1.both")
    return tuple(sorted({*marines, *armor})), tuple(rules)


def replacements(setting: Setting, piece: Piece, left: Counts, spent: int) -> tuple[list[Piece], list[Piece]]:
    """One-step units of the pool that could take a unit's place, and Elite ones that may not (4.2.6.2.elite).

    Units eliminated earlier in the battle are among them. An Elite unit may come only where it was needed to build
    the unit, which its own mark says.
    """
    if fate(piece.unit, piece.steps, left[piece.index]).how != "swap-one-from-pool":
        return [], []
    nations = piece.nations if piece.type_at(left[piece.index]) == "hq" else (piece.nation,)
    fitting = [
        other for other in _waiting(setting, piece, left, spent) if any(kin(nation, other.nation) for nation in nations)
    ]
    barred = [other for other in fitting if other.unit.flag("elite") and not piece.unit.flag("elite")]
    return [other for other in fitting if other not in barred], barred


def boxed(setting: Setting, piece: Piece, left: Counts, spent: int) -> list[Piece]:
    """Counters of a unit's Holding Box that could take its place, where the scenario has them (4.2.6.2.holding).

    What was eliminated is in the Force Pool itself, in nobody's Holding Box.
    """
    nation = partner(piece, left[piece.index])
    return [
        other for other in _waiting(setting, piece, left, spent)
        if other.nation == nation and other.reserve and not marked(spent, other.index)
    ]  # fmt: skip


def _waiting(setting: Setting, piece: Piece, left: Counts, spent: int) -> list[Piece]:
    """One-step ground units of a piece's side in the Force Pool that are of the type into which it breaks down.

    Which units combine into which another chapter says; here the counter itself does ("after its first loss it is").
    They come from the Force Pool of its own faction (4.factions).
    """
    kind = piece.type_at(left[piece.index] - 1)
    return [
        other for other in setting.pieces
        if other.kind == "ground" and other.side == piece.side and other.steps == STEPS["one"]
        and other.unit.type == kind and pooled(setting, other, left, spent)
        and not enemies(piece.faction, other.faction)
    ]  # fmt: skip


def partner(piece: Piece, left: int) -> str:
    """The nation in a unit's Holding Box that could stay in its place, or nothing (4.2.6.2.holding)."""
    found = fate(piece.unit, piece.steps, left)
    return piece.unit.text("partner") if found.how == "holding" else ""


# --- whose step is lost -----------------------------------------------------------------------------


def losing(state: State) -> str:
    """The side that loses a step now."""
    return "defender" if state.job in ("Dr", "Ex-def", "defender") else "attacker"


def losers(setting: Setting, state: State) -> tuple[Counts, Rules]:
    """Units of which one loses the next step, and the rules that say so."""
    side = losing(state)
    members = force(setting, state, side)
    if side == "defender":
        return members, ("4.2.6.pool", "4.2.6.owner")
    if not state.hit:
        duty, rules = first_loss(setting, state.fight, members, state.left, state.began[1])
        if duty:
            return duty, rules
    rules = ("4.2.6.pool", "4.2.6.1.after") if state.hit else ("4.2.6.pool", "4.2.6.owner")
    return payers(setting, state, side), rules


def payers(setting: Setting, state: State, side: str) -> Counts:
    """Units of a side that may lose steps: those of the combat; whom a rout caught up by the reading chosen."""
    members = force(setting, state, side)
    if side == "attacker" and setting.scenario.readings["joined"] == "safe":
        own = state.fight.side(side)
        return tuple(i for i in members if i in own)
    return members


def prompt(setting: Setting, state: State) -> tuple[str, Rules]:
    """Why a side loses a step, and by which rules."""
    if state.job == "Dr":
        reason, rules = retreat.no_way_on(setting, state)
        if not reason:
            by = retreat.may_convert(setting, state)
            return "A step in place of a hex of retreat: whose?", ("4.2.5.3.voluntary", *by)
        text = phrase("No retreat now: {x}. Who loses a step in its place?", x=reason)
        return text, ("4.2.5.3.mandatory", *rules)
    if state.job in ("Ad", "Ex", "Ex-def"):
        text = phrase("{side} pays with a step: whose?", side=capital(losing(state)))
        return text, (retreat.CHOICE_RULES[state.job],)
    form = "Attrition: {side} loses {n} steps. Whose?" if state.owed > 1 else "Attrition: {side} loses {n} step. Whose?"
    return phrase(form, side=losing(state), n=state.owed), ("4.2.2.s7", "4.2.4.2.attr")


def options(setting: Setting, state: State, i: int, rules: Rules) -> list[Option]:
    """The ways in which one unit can lose a step: two when its Holding Box has a partner."""
    piece, left = setting.pieces[i], state.left[i]
    found = fate(piece.unit, piece.steps, left)
    in_fight = i in state.fight.side(piece.side)
    alike = f"lose{piece.group}/{left}/{state.at[i]}/{in_fight}/{i == state.fight.theirs}/{i == state.fight.ours}"
    alike += f"/{marked(state.fought, i)}"  # one caught up in a rout may attack later, where it has not yet
    name, place = piece.name_at(left), shown(state.at[i])
    if found.how == "remove":
        label = phrase("The {unit} in {place} is eliminated", unit=name, place=place)
    else:
        form = "The {unit} in {place} loses a step ({n} to {m})"
        label = phrase(form, unit=name, place=place, n=left, m=left - 1)
    rule = (*rules[:1], *found.rules)
    first = Option(f"lose:{piece.id}", label, rule, piece.unit.id, state.at[i], alike)
    reserves = replacements(setting, piece, state.left, state.spent)[0]
    if reserves:
        return _replaced(state, first, reserves)
    other = partner(piece, left)
    if not other:
        return [first]
    stays = replace(first, label=_stays(label, piece.nation))
    box = boxed(setting, piece, state.left, state.spent)
    if not box:
        return [
            stays,
            replace(first, id=f"{first.id}:{PARTNER}", label=_stays(label, other), alike=f"{alike}/{PARTNER}"),
        ]
    return [stays, *(
        replace(first, id=f"{first.id}:{one.id}", label=_in_its_place(label, one),
                alike=f"{alike}/{one.group}")
        for one in box
    )]  # fmt: skip


def _stays(label: str, nation: str) -> str:
    return phrase("{x}: its {nation} part stays", x=label, nation=nation)


def _in_its_place(label: str, other: Piece) -> str:
    return phrase("{x}: the {unit} takes its place", x=label, unit=other.name)


def _replaced(state: State, first: Option, reserves: list[Piece]) -> list[Option]:
    """The loss of a step of a unit that breaks down, with each of those that may take its place."""
    label = first.label
    more = [
        replace(first, id=f"{first.id}:{reserve.id}", label=_in_its_place(label, reserve),
                alike=f"{first.alike}/{reserve.group}/{marked(state.fought, reserve.index)}")
        for reserve in reserves
    ]  # fmt: skip
    if any(reserve.reserve for reserve in reserves):
        return more
    # units eliminated in this battle, beside a Force Pool that nobody stated
    text = phrase("{x}: another unit of the Force Pool takes its place", x=label)
    return [replace(first, label=text), *more]


ONLY = {"attacker": "only the attacker loses a step now", "defender": "only the defender loses a step now"}


def refusals(setting: Setting, state: State) -> Iterator[Refusal]:
    """Counters that do not lose the next step, and Elite units that may not take the place of one that does."""
    open_now, rules = losers(setting, state)
    offered = {setting.pieces[i].unit.id for i in open_now}
    side = losing(state)
    members = force(setting, state, side)
    due = ("4.2.4.2.attr",) if state.job in ("attacker", "defender") else prompt(setting, state)[1]
    for piece in setting.pieces:
        if not state.left[piece.index] or piece.kind != "ground" or piece.unit.id in offered:
            continue
        why: Rules
        if piece.side != side:
            reason, why = ONLY[side], due
        elif piece.index not in members:
            reason, why = "it is not in this combat", ("4.2.4.involved", "4.2.5.bystander")
        elif piece.index not in payers(setting, state, side):
            reason = "a unit caught up in the rout loses nothing, by the reading chosen"
            why = ("4.2.5.rout.involved", "4.2.6.pool")
        else:
            reason, why = "the first step must come from marines or armor that attacked", rules
        yield Refusal(piece.unit.id, state.at[piece.index], reason, why)
    for i in open_now:
        for elite in replacements(setting, setting.pieces[i], state.left, state.spent)[1]:
            if elite.unit.id not in offered:
                reason = "an Elite unit may not take that place unless it was part of the unit"
                yield Refusal(elite.unit.id, elite.unit.at, reason, ("4.2.6.2.elite",))
        for several in _no_swap(setting, state, setting.pieces[i]):
            if several.unit not in offered:  # another counter of the same row may lose the step
                yield several
    yield from _no_joining(setting, state, side)
    if state.job == "Dr":
        yield from retreat.not_on(setting, state)


def _no_swap(setting: Setting, state: State, piece: Piece) -> Iterator[Refusal]:
    """Units of several steps in the Force Pool, which never take the place of one that breaks down."""
    if fate(piece.unit, piece.steps, state.left[piece.index]).how == "swap-one-from-pool":
        for other in setting.pieces:
            several = other.steps > STEPS["one"] and other.nation == piece.nation
            if several and other.side == piece.side and pooled(setting, other, state.left, state.spent):
                reason = "only a unit of one step takes the place of one that breaks down"
                yield Refusal(other.unit.id, other.unit.at, reason, ("4.2.6.2.noswap",))


def _no_joining(setting: Setting, state: State, side: str) -> Iterator[Refusal]:
    """Air units and markers where a rout has caught up others: they do not join it."""
    for place in dict.fromkeys(state.at[i] for i in state.joined):
        for other in setting.here(place, state.left, state.at, side, ("air", "airdrop", "beachhead", "lone")):
            yield Refusal(other.unit.id, place, "only ground units join a rout", ("4.2.5.rout.support",))


# --- what a loss does -------------------------------------------------------------------------------


def lost(setting: Setting, state: State, what: str) -> State:
    """The position after the loss of a step, as an option has it: ``unit``, ``unit:partner`` or ``unit:other``."""
    name, _, other = what.partition(":")
    i = setting.by_id[name].index
    if other in setting.by_id:
        state = _swapped(setting, state, i, stand_in(setting, setting.by_id[other], setting.pieces[i]).index)
    elif other:
        state = _swapped(setting, state, i, setting.by_id[f"{name}~{other}"].index)
    else:
        spent = state.spent
        for gone in boxed(setting, setting.pieces[i], state.left, spent)[:1]:  # its part in the Holding Box
            spent = mark(spent, gone.index)
        state = state._replace(left=(*state.left[:i], state.left[i] - 1, *state.left[i + 1 :]), spent=spent)
    return state._replace(hit=state.hit or losing(state) == "attacker")


def _swapped(setting: Setting, state: State, i: int, other: int) -> State:
    """A unit of the Force Pool, or the other part, in place of one that breaks down: in its hex and part in the fight.

    One that was eliminated in this very fight has only that part from now on.
    """
    own = [one for one in selves(setting, setting.pieces[other]) if one != i]

    def put(members: Counts) -> Counts:
        return tuple([other if member == i else member for member in members if member not in own])

    def helper(member: int) -> int:
        return other if member == i else NOBODY if member in own else member

    spent, fought = state.spent, state.fought
    for one in own:
        spent = mark(spent, one)
        if marked(state.fought, i) or marked(state.fought, one):
            fought = mark(fought, other)
    left, at, fight = list(state.left), list(state.at), state.fight
    left[i], left[other], at[other] = 0, STEPS["one"], state.at[i]
    fight = fight._replace(
        attackers=put(fight.attackers), defenders=put(fight.defenders), ours=helper(fight.ours),
        theirs=helper(fight.theirs),
    )  # fmt: skip
    return state._replace(
        left=tuple(left), at=tuple(at), fight=fight, joined=put(state.joined), spent=spent, fought=fought,
    )  # fmt: skip


GONE = {
    "delay": "The {unit} is eliminated; it goes to the Delay Box.",
    "pool": "The {unit} is eliminated; it goes to its Force Pool.",
    "out of the game": "The {unit} is eliminated; it leaves the game.",
    "unstated": "The {unit} is eliminated; it goes to its Force Pool, or with a Delay Stripe to the Delay Box.",
}
"""What the log says of a counter that is eliminated, by where it goes."""
OLD = {
    "delay": "the old counter goes to the Delay Box", "pool": "the old counter goes to its Force Pool",
    "out of the game": "the old counter leaves the game",
}  # fmt: skip
"""Where a counter goes that another one has replaced."""
HOW = {
    "flip-to-two": "it flips to its two-step side", "flip-to-one": "it flips to its one-step side",
    "swap-one-from-pool": "a one-step unit that could have combined into it, not an Elite one unless needed for that, "
    "comes from the Force Pool in its place",
}  # fmt: skip


def entry(setting: Setting, before: State, what: str) -> Line:
    """Log entry of the loss of a step: what becomes of the counter, and where it goes."""
    first, _, second = what.partition(":")
    piece = setting.by_id[first]
    left = before.left[piece.index]
    name = piece.name_at(left)
    found = fate(piece.unit, piece.steps, left)
    if found.how == "remove":
        text = say(GONE[found.where], unit=name)
    elif second in setting.by_id:
        form = "The {unit} loses a step: the {unit2} takes its place; {x}."
        text = say(form, unit=name, unit2=setting.by_id[second].name, x=OLD[found.where])
    elif found.how == "holding":
        box = piece.unit.text("partner")
        stays, goes = (box, piece.nation) if second == PARTNER else (piece.nation, box)
        form = "The {unit} loses a step: its {nation} part stays in the hex, its {nation2} part is eliminated."
        text = say(form, unit=name, nation=stays, nation2=goes)
    elif found.where:
        text = say("The {unit} loses a step: {x}; {y}.", unit=name, x=HOW[found.how], y=OLD[found.where])
    else:
        text = say("The {unit} loses a step: {x}.", unit=name, x=HOW[found.how])
    return Line(text, found.rules, piece.side)


def unsatisfied(setting: Setting, before: State, after: State) -> list[Line]:
    """Log entry of results that nobody was left to satisfy.

    What is left of a supporting HQ pays for no hex of a retreat, but for attrition.
    """
    more = after.unmet - before.unmet
    if more <= 0:
        return []
    one = "{n} result stays unsatisfied: nobody is left to pay."
    several = "{n} results stay unsatisfied: nobody is left to pay."
    if force(setting, after, "defender"):
        one = "{n} hex of retreat stays unsatisfied: nobody is left who retreats."
        several = "{n} hexes of retreat stay unsatisfied: nobody is left who retreats."
    text = say(several if more > 1 else one, n=more)
    return [Line(text, ("4.2.6.until", "4.2.8.distance"), "defender")]


def owed(setting: Setting, state: State) -> Owed | None:
    """Steps of attrition to lose, when there are several."""
    if state.phase != "lose" or state.job not in ("attacker", "defender"):
        return None
    there = sum(state.left[i] for i in payers(setting, state, losing(state)))
    need = min(state.owed, there)
    return Owed(need, "steps") if need > 1 else None


def asks(setting: Setting) -> Iterator[str]:
    """What the form could ask: the reading on losses of units that joined a retreat."""
    yield "joined"


def asks_of(unit: Unit, setting: Setting) -> Iterator[str]:
    """What the form could ask about a counter: its steps, what it is when reduced, and where it goes when lost."""
    several = unit.number("steps") > STEPS["one"]
    if unit.type in GROUND:
        yield from ("steps", "stripe", "elite")
        if not several:
            yield "pool"
    if several:
        yield from ("one_behind", "partner")
        if unit.type != "infantry":
            yield "reduced"
    if unit.number("steps") >= STEPS["three"] and unit.type != "infantry":
        yield "last"
    if unit.type == "hq":
        yield "ig"
