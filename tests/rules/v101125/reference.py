"""Plain fights of chapter 11, read by brute force: in clear terrain, without support and armour.

:func:`distribution` is one roll, :func:`course` a whole attack with the fight that a CA or DL forces after it.

It shares the printed charts with the engine and nothing else. Units are ``(attack, defence, cadre attack, cadre
defence, REs)``, cadre strengths None where there is none; every number is a whole one or a half. What is left of a unit
is a letter: ``0`` whole, ``1`` reduced, ``x`` eliminated, ``d`` sent whole to the turn track.
"""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction as F

from hexumpire.rulesets.v101125.tables import CRT, RED_DIE

COLUMNS = list(CRT.ladder.names)
RATIOS = [F(left) / F(right) for left, right in (name.split(":") for name in COLUMNS)]
D6 = range(1, 7)
SHARE = {"1": F(1), "½": F(1, 2), "": F(0)}


def half(points):
    """Rounded down to the half."""
    return F(int(points * 2), 2)


def columns(attack, defence):
    """Column, modifier and chance of each, by the ten-sided die."""
    if attack < defence:
        tenths = -(-defence * 10 // attack)
        part = F(tenths % 10, 10)
        found = [(tenths // 10, 1 - part), (tenths // 10 + 1, part)] if part else [(tenths // 10, F(1))]
        return [(COLUMNS.index(f"1:{min(n, 4)}"), -2 * max(0, n - 4), chance) for n, chance in found]
    ratio = min(F(attack, defence), F(20))
    ratio = F(int(ratio * 20), 20) if ratio < 3 else F(int(ratio * 10), 10)
    if ratio >= 13:
        part = ratio - int(ratio)
        return [(17, int(ratio) - 13, 1 - part), (17, int(ratio) - 12, part)]
    low = max(i for i, one in enumerate(RATIOS) if one <= ratio)
    part = F(int((ratio - RATIOS[low]) / (RATIOS[low + 1] - RATIOS[low]) * 10), 10)
    return [(low, 0, 1 - part), (low + 1, 0, part)]


def crt(token, attack, defence, face):
    """Casualties and disruption of both sides; attack and defence: strength, largest unit, REs."""
    owed = {"attacker": [F(0), F(0)], "defender": [F(0), F(0)]}
    if token in ("CA", "DL", "DR"):
        return owed
    if token == "ME":
        token, quarter = ":", F(1, 4)
        parts = [(":", quarter, quarter)]
    elif token.startswith("OR"):
        parts = [("E", F(0), F(1))]
    else:
        parts, rest = [], token
        while rest:
            left, rest = (rest[0], rest[1:]) if rest[0] in "1½" else ("", rest)
            kind, rest = rest[0], rest[1:]
            right, rest = (rest[0], rest[1:]) if rest and rest[0] in "1½" else ("", rest)
            parts.append((kind, SHARE[left], SHARE[right]))
    lower = min(attack[0], defence[0])
    value = {":": min(attack[2], defence[2]), "X": lower, "D": lower, "E": defence[0],
             "L": min((attack if face <= 3 else defence)[1], lower)}  # fmt: skip
    for kind, left, right in parts:
        for side, share in (("attacker", left), ("defender", right)):
            owed[side][kind == "D"] += half(value[kind] * share)
    return owed


def red(side, die, token, dm, mark=0):
    """Level of disruption, and whether it has a star; ``mark``: the defender's marker."""
    die += -2 if token == "ME" else 0
    if side == "attacker":
        die += -int(token[3]) if token.startswith("OR") else 0
        die += max(0, -dm) - (mark + 1) // 2
    else:
        die += (dm > 0) - (dm < 0)
    die = min(max(die, 1), 10)
    return F(RED_DIE[side][die - 1]), die >= RED_DIE[f"{side}_star"]


def payment(units, letters, spare, kind, need, rank):
    """Letters and what is spare after a bill: of all legal payments the one that ranks first, unit by unit.

    ``units``: (strength, reduced or None, REs); ``spare``: what a unit that is gone may still pay.
    """
    spare = list(spare)
    for i in range(len(units)):
        used = min(spare[i], need)
        if kind == "disruption" or letters[i] != "d":
            spare[i], need = spare[i] - used, need - used
    if need <= 0:
        return letters, spare
    ways = []
    for i, (strength, reduced, res) in enumerate(units):
        some = [None]
        if letters[i] == "0":
            if kind == "casualties" or reduced is not None:
                some.append((strength, i, "x" if reduced is None else "1"))
            if kind == "disruption":
                some.append((strength + res, i, "d"))
        ways.append([way for way in some if way is None or way[0]])
    chosen = [sorted((w for w in line if w), key=lambda w: (-w[0], w[1])) for line in itertools.product(*ways)]
    need = min(need, max(sum(w[0] for w in line) for line in chosen))
    legal = [line for line in chosen if (total := sum(w[0] for w in line)) >= need
             and all(total - w[0] < need for w in line)]  # fmt: skip
    letters = list(letters)
    for worth, i, letter in min(legal, key=lambda line: [rank(w) for w in line]):
        letters[i], used = letter, min(worth, need)
        spare[i], need = worth - used, need - used
    return tuple(letters), spare


def smallest(way):
    """Whatever is worth least goes first."""
    return way[0], way[1], way[2] == "d"


def sparing(way):
    """The turn track first, then whatever is worth least."""
    return way[2] != "d", way[0], way[1]


def left_of(units, letters):
    """Strength that is left."""
    return sum(unit[0] if letter == "0" else unit[1] if letter == "1" else 0
               for unit, letter in zip(units, letters, strict=True))  # fmt: skip


def roll(ours, theirs, rank=smallest, marks=(0, 0)):
    """Chance of each ``(token, letters of both, whether the defenders retreat, whether the attackers may not advance,
    markers that both get from the dice)``.

    ``ours`` and ``theirs``: strength in the role, that of the reduced side, REs; ``marks``: the markers of both.
    """
    attack, defence = ((sum(u[0] for u in side), max(u[0] for u in side), sum(u[2] for u in side))
                       for side in (ours, theirs))  # fmt: skip
    by_markers = marks[1] // 2 - (marks[0] + 1) // 2
    sums = Counter(a + b for a in D6 for b in D6)
    bills, found = {}, Counter()

    def paid(side, units, lost, disrupted, shock):
        key = side, lost, disrupted, shock
        if key not in bills:
            letters, spare = payment(units, ("0",) * len(units), [F(0)] * len(units), "casualties", lost, rank)
            after, spare = payment(units, letters, spare, "disruption", disrupted, rank)
            bills[key] = after, payment(units, after, spare, "disruption", shock, rank)[0]
        return bills[key]

    for (column, above, part), (total, ways) in itertools.product(columns(attack[0], defence[0]), sums.items()):
        dm = above + by_markers
        token = CRT.result(column, total + dm)
        res = attack[2] if attack[0] < defence[0] else defence[2] + min(max(0, -dm), -(-defence[2] // 3))
        owing = [crt(token, attack, defence, face) for face in (1, 6)]
        reds = [[(half(level * res), star) for level, star in (red(side, die, token, dm, marks[1]) for die in D6)]
                for side in ("attacker", "defender")]  # fmt: skip
        right = token if token.startswith("OR") else token.partition(":")[2] if ":" in token else token.lstrip("1½")
        struck = {sign for sign, after in itertools.pairwise(right + " ") if sign in "XED" and after in "1½"}
        flees = token == "DR" or "D" in struck
        struck |= {"E"} if token.startswith("OR") else set()
        chain = token if token in ("CA", "DL") else ""
        for owed, one, other in itertools.product(owing, D6, D6):
            tie = half(F(1, 4) * min(attack[2], defence[2])) if one == other else 0
            lost = min(owed["attacker"][0] + tie, 2 * defence[0])
            (shock, bars), (shaken, star) = reds[0][one - 1], reds[1][other - 1]
            crt_us, us = paid("attacker", ours, lost, owed["attacker"][1], shock)
            crt_them, them = paid("defender", theirs, *owed["defender"], shaken)
            if token.startswith("OR"):
                gone = sorted((u[1], i) for i, u in enumerate(theirs) if crt_them[i] == "1")[: int(token[3])]
                them = tuple("x" if (theirs[i][1], i) in gone else letter for i, letter in enumerate(them))
            leaves = flees or star or ("E" in struck and owed["defender"][0] > lost)
            leaves = leaves or ("X" in struck and left_of(theirs, crt_them) < left_of(ours, crt_us))
            leaves = leaves and any(letter in "01" for letter in crt_them)
            more = (one >= other) + bool(tie), int(other >= one)
            found[chain, us, them, bool(leaves), bars, more] += int(part * 10) * ways
    return Counter({key: F(number, 10 * 36 * 72) for key, number in found.items()})


def distribution(attackers, defenders, rank=smallest):
    """Chance of each ``(token, letters of the attackers, of the defenders, whether these must retreat)``.

    ``token`` is ``CA``, ``DL`` or nothing: what has to be fought next.
    """
    ours = [(a, ca, res) for a, _, ca, _, res in attackers]
    theirs = [(d, cd, res) for _, d, _, cd, res in defenders]
    found = Counter()
    for key, chance in roll(ours, theirs, rank).items():
        found[key[:4]] += chance
    return {key: chance for key, chance in found.items() if chance}


# --- a whole attack ---------------------------------------------------------------------------------------------------

FACE = {"0": 0, "1": 1}
GONE = {("0", "d"): "d", ("1", "d"): "e"}
"""The letter of a unit that went to the turn track, by the side that lay up."""


def staked(units, letters, role):
    """Places and stakes of the units that are there, in a role: 0 attacks, 1 defends."""
    places = [i for i, letter in enumerate(letters) if letter in FACE]
    stakes = []
    for i in places:
        unit, full = units[i], letters[i] == "0"
        strength = unit[role] if full else unit[role + 2]
        stakes.append((strength, unit[role + 2] if full else None, unit[4] if full else min(unit[4], F(1))))
    return places, stakes


def put(letters, places, new):
    """The letters after a roll."""
    found = list(letters)
    for place, letter in zip(places, new, strict=True):
        old = found[place]
        found[place] = GONE.get((old, letter), letter if letter != "0" else old)
    return "".join(found)


def fought(sides, striker, marks, hexes):
    """Chance of each ``(token, letters of both, markers, hexes of both)`` after one side has struck the other.

    ``sides``: units and letters of both; ``striker``: 0 or 1; ``hexes``: where both stand, and where both retreat to.
    """
    struck = 1 - striker
    mine, ours = staked(*sides[striker], 0)
    yours, theirs = staked(*sides[struck], 1)
    found = Counter()
    for (chain, us, them, leaves, bars, more), chance in roll(
        ours, theirs, marks=(marks[striker], marks[struck])
    ).items():
        letters = {striker: put(sides[striker][1], mine, us), struck: put(sides[struck][1], yours, them)}
        there = {side: any(letter in FACE for letter in letters[side]) for side in (0, 1)}
        at = {striker: hexes[0][striker], struck: hexes[1][struck] if leaves else hexes[0][struck]}
        goes_on = chain if all(there.values()) else ""
        if (leaves or not there[struck]) and not bars and not goes_on:
            at[striker] = hexes[0][struck]
        new = dict(zip((striker, struck), more, strict=True))
        stand = tuple(at[side] if there[side] else "" for side in (0, 1))
        found[goes_on, letters[0], letters[1], tuple(marks[side] + new[side] for side in (0, 1)), stand] += chance
    return found


def course(attackers, defenders, hexes):
    """Chance of each ``(token, letters of the attackers, of the defenders, where both stand)`` of a whole attack.

    The fight that a CA or DL forces is fought, too; ``token`` is what a second CA or DL would have fought next. A CA
    turns the fight round; a DL is fought again by the same side (11.L.1.d, 11.L.1.f.i). Whoever may, advances.
    """
    found = Counter()
    start = (attackers, "0" * len(attackers)), (defenders, "0" * len(defenders))
    for (chain, ours, theirs, marks, at), chance in fought(start, 0, (0, 0), hexes).items():
        if not chain:
            found[chain, ours, theirs, at] += chance
            continue
        sides = (attackers, ours), (defenders, theirs)
        for (next_, ours_, theirs_, _, at_), part in fought(sides, int(chain == "CA"), marks, hexes).items():
            found[next_, ours_, theirs_, at_] += chance * part
    return {key: chance for key, chance in found.items() if chance}
