"""4.2.6.2 with 4.2.7 and 4.2.5: what takes a broken-down unit's place, against a reference written apart.

The reference reads 4.2.6.2 word by word over plain documents; it knows nothing of the engine. Pairs of a unit and a
counter of the Force Pool are generated: kinds, steps, nations, Elite, Holding Boxes, the side with one step behind.
"""

from itertools import product

import pytest
from hexumpire.model.battle import moves
from hexumpire.rulesets.daisenso.rules import ending

from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    TARGET,
    WEST,
    armor,
    attack,
    drive,
    fight,
    game,
    hexes_open,
    hq,
    infantry,
    options,
    read,
    refused,
    shifts,
    to,
    told,
    topic,
    unit,
)

KINDS = ("infantry", "armor", "marine", "airborne", "fortress", "hq")
BECOMES = {"infantry": "infantry", "armor": "infantry", "hq": "infantry", "marine": "marine", "airborne": "airborne",
           "fortress": "fortress"}  # fmt: skip
"""What a unit breaks down into when its counter says nothing else."""


def reference(army, other, left):
    """Ways in which an army with so many steps left can lose one, beside the one counter of a Force Pool.

    ``gone``: eliminated; ``flip``: its other side; ``box``: parts of a Holding Box; ``pool``: that very counter comes;
    ``some``: one that nobody put on the board.
    """
    if left == 1:
        return {"gone"}
    if left == 3 or (army["steps"] == 2 and army.get("one_behind")):
        return {"flip"}
    said = army.get("last" if army["steps"] == 3 else "reduced")
    becomes = {"same": army["type"], "infantry": "infantry", None: BECOMES[army["type"]]}[said]
    fits = other["type"] == becomes and other["steps"] == 1 and not other.get("at")
    if army.get("partner"):
        return {"box", "pool"} if fits and other["nation"] == army["partner"] else {"box", "part"}
    chinese = {"Nationalist Chinese": ("Nationalist Chinese", "Kiangsu")}  # Western and Soviet are enemies (4.factions)
    fits = fits and other["nation"] in chinese.get(army["nation"], (army["nation"],))
    return {"pool"} if fits and (army.get("elite") or not other.get("elite")) else {"some"}


def ways(battle):
    """The same of a battle in which unit d1 is to lose a step, and d2 is the other counter."""
    found = set()
    for option in battle.node.options:
        if option.id == "lose:d1:d2":
            found.add("pool")
        elif option.id == "lose:d1:partner":
            found.add("part")
        elif option.id == "lose:d1":
            lines = told(battle.play(option.id), option.rules[-1])
            how = {"4.2.6.2.one": "gone", "4.2.6.2.three": "flip", "4.2.6.2.two-flip": "flip", "4.2.6.2.holding": "box",
                   "4.2.6.2.two-swap": "some"}  # fmt: skip
            found |= {how[rule] for rule in option.rules if rule in how}
            assert lines
    return found


ARMIES = [
    {"type": kind, "steps": steps, "nation": "US", **more}
    for kind, steps in product(KINDS, (1, 2, 3))
    for more in ({}, {"reduced": "same"}, {"reduced": "infantry"}, {"last": "same"}, {"last": "infantry"},
                 {"one_behind": True}, {"partner": "British"}, {"elite": True})
] + [{"type": kind, "steps": 2, "nation": nation} for kind in ("infantry", "hq")
     for nation in ("Nationalist Chinese", "Soviet Communist Chinese", "Kiangsu")]  # fmt: skip
POOL = [
    {"type": kind, "steps": steps, "nation": nation, **more}
    for kind, steps in ((kind, 1) for kind in KINDS)
    for nation in ("US", "British", "Kiangsu")
    for more in ({}, {"elite": True}, {"at": "w4622"})
] + [{"type": "infantry", "steps": 2, "nation": "US"},
     {"type": "infantry", "steps": 1, "nation": "Nationalist Chinese"},
     {"type": "infantry", "steps": 1, "nation": "Western Communist Chinese"}]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("army", ARMIES, ids=lambda army: "-".join(map(str, army.values())))
def test_4_2_6_2_two_swap_every_pair(army):
    for other in POOL:
        given = other if other.get("at") else {**other, "pool": True}
        battle = read(fight([infantry(9)], [{"af": 0, "df": 1, "ma": 1, **army}, given]), f"0/{army['steps']}")
        for left in range(army["steps"], 0, -1):
            expected = reference(army, other, left)
            assert ways(battle) == expected, (other, left)
            if expected == {"pool"}:
                break  # another counter lies there from here on
            battle = battle.play("lose:d1")


# --- supply and advance -----------------------------------------------------------------------------


def lies_there(kind, steps, lost, ma, pool_ma):
    """Type and movement allowance of what lies in a unit's place after so many losses; ``pool_ma``: of a counter named.

    4.2.6.2: three steps flip to two, two break down into a one-step unit; 4.2.5.3's example makes infantry of an HQ.
    """
    if not lost:
        return kind, ma
    if steps - lost > 1:
        return BECOMES[kind], 1
    return BECOMES[kind], 1 if pool_ma is None else pool_ma


def lose_all(battle, name, pool):
    """The battle after every loss that a unit can take has been taken by it, into the pool's counter where it may."""
    while topic(battle) == "lose" and any(option.startswith(f"lose:{name}") for option in options(battle)):
        ways = [option for option in options(battle) if option.startswith(f"lose:{name}")]
        battle = battle.play(f"lose:{name}:{pool}" if f"lose:{name}:{pool}" in ways else ways[0])
    return battle


CASES = [
    (kind, steps, lost, pool_ma, army, pool)
    for kind, steps, pool_ma, army, pool in product(("infantry", "armor", "marine", "airborne", "hq"), (2, 3),
                                                    (None, 0, 2), (True, False), (True, False))
    for lost in range(steps)
]  # fmt: skip


@pytest.mark.parametrize("ma", [0, 2])
@pytest.mark.parametrize("where", ["next", "afar"])
def test_4_2_7_who_supply_is_that_of_the_place(ma, where):
    # Supply belongs to where a unit is: what takes its place is supplied as it was, whatever the pool's counter says.
    # An unsupplied one, an HQ and one without movement allowance stay, and so does an HQ's remnant two hexes away.
    for kind, steps, lost, pool_ma, army, pool in CASES:
        if where == "afar" and kind != "hq":
            continue
        reserve = unit(BECOMES[kind], steps=1, ma=pool_ma, pool=True, supplied=pool) if pool_ma is not None else None
        at = {"at": "w4626", "attacks": False} if where == "afar" else {}
        force = [{"type": kind, "af": 5, "df": 3, "ma": ma, "steps": steps, "supplied": army, **at}]
        force += [*([reserve] if reserve else []), infantry(at=WEST, ma=0)]
        battle = fight(force, [infantry(steps=1)])
        if where == "afar":
            if not army:
                assert topic(battle) != "support"
                continue
            battle = battle.play("support:a1")
        battle = lose_all(read(battle, f"{lost}/1"), "a1", "a2").play("lose:d1")
        there, allowance = lies_there(kind, steps, lost, ma, pool_ma)
        goes = army and there != "hq" and allowance > 0 and where == "next"
        name = "a2" if reserve and lost == steps - 1 else "a1"
        assert (topic(battle) == "advance" and name in {option.unit for option in battle.node.options}) == goes, (
            kind,
            steps,
            lost,
            pool_ma,
            army,
            pool,
        )


def test_4_2_5_2_who_lies_there_pins_the_force():
    # A defender of each kind and an infantry army; a Dr3 with conversion of what cannot be retreated, step by step.
    for kind, steps, ma, pool_ma in product(KINDS, (1, 2, 3), (0, 2), (None, 0, 2)):
        reserve = [unit(BECOMES[kind], steps=1, ma=pool_ma, pool=True)] if pool_ma is not None else []
        foes = [{"type": kind, "af": 0, "df": 3, "ma": ma, "steps": steps, "reduced_ma": 1, "last_ma": 1}, *reserve]
        battle = read(fight([infantry()], [*foes, infantry(steps=3)]), "Dr3")
        lost, owed = 0, 3
        while owed and lost < steps:
            there, allowance = lies_there(kind, steps, lost, ma, pool_ma)
            pinned = there == "hq" or allowance == 0
            assert (topic(battle) == "lose") == pinned, (kind, steps, ma, pool_ma, lost)
            if not pinned:
                break
            name = "d2" if reserve and lost and lost == steps - 1 else "d1"
            ways = [option for option in options(battle) if option.startswith(f"lose:{name}")]
            battle = battle.play(ways[-1])
            lost, owed = lost + 1, owed - 1
        assert owed == 0 or topic(battle) == "retreat", (kind, steps, ma, pool_ma)


@pytest.mark.parametrize("supplied", [True, False])
def test_4_2_7_who_an_eliminated_unit_that_comes_back(supplied):
    # a1, in supply or not, is eliminated and takes the place of a2, of which the opposite holds.
    force = [infantry(steps=1, supplied=supplied), infantry(supplied=not supplied, at=WEST)]
    battle = drive(read(fight(force, [infantry(steps=1)]), "2/1"), "lose:a1", "lose:a2:a1", "lose:d1")
    assert (topic(battle) == "advance") == (not supplied)
    shown = battle.game.overlay(battle.state)
    assert shown["lost"] == {"a2": 1, "d1": 1} and list(shown["moved"]["a1"].values()) == [1] and not shown["out"]
    assert ending.lost(battle.game.setting, battle.state, "attacker") == 2


def test_4_2_6_2_two_swap_one_counter_takes_one_place():
    # Two armies, one supplied: the counter of the pool comes once, and again only after it was eliminated.
    reserve = unit("infantry", steps=1, pool=True)
    battle = read(fight([infantry(), infantry(supplied=False, at=WEST), reserve], [infantry()]), "3/0")
    battle = battle.play("lose:a2:a3")
    assert [action for action in options(battle) if action.startswith("lose:a1")] == ["lose:a1"]
    stands = next(action for action in options(battle) if action.startswith("lose:a3"))
    battle = battle.play(stands)
    assert [action for action in options(battle) if action.startswith("lose:a1")] == ["lose:a1:a3"]
    battle = drive(battle, "lose:a1:a3")
    assert [battle.game.setting.pieces[i].id for i in battle.state.fight.attackers if battle.state.left[i]] == ["a3"]
    assert ending.lost(battle.game.setting, battle.state, "attacker") == 3


@pytest.mark.parametrize("key", ["blitz", "attacked"])
def test_4_2_1_once_unit_what_holds_of_the_place_in_later_attacks(key):
    # A unit that stands by is caught in the rout of an Ad and breaks down; what takes its place attacks later only if
    # it itself could have: it had not attacked before, and in the Blitz segment it was Blitz-enabled.
    good = {"blitz": True, "attacked": False}
    bad = {**good, key: not good[key]}
    for status, reserve_status in ((good, bad), (bad, good)):
        by = infantry(at="w4626", attacks=False, **status)
        force = [infantry(blitz=True), by, unit("infantry", steps=1, af=9, pool=True, **reserve_status)]
        battle = read(fight(force, [infantry()], segment="blitz"), "Ad 1/0")
        battle = drive(battle, "retreat", to("w4626"), "lose:a2:a3")
        i = next(p.index for p in battle.game.setting.pieces if p.unit.id == "a3" and battle.state.left[p.index])
        piece = battle.game.setting.pieces[i]
        assert piece.unit.flag(key) == status[key]


BOTH = {"targets": (TARGET, NORTHEAST)}
FOES = [infantry(), infantry(at=NORTHEAST)]


@pytest.mark.parametrize("later", [True, False])
def test_4_2_1_once_unit_what_takes_the_place_of_an_attacker_does_not_attack_again(later):
    # It was no part of the first attack itself; it takes over the place and the part of the unit that was.
    others, force = [infantry(at="w4725", aim=2)], [infantry(), unit("infantry", steps=1, af=9, pool=True)]
    battle = fight([*others, *force] if later else [*force, *others], FOES, **BOTH)
    name, comes = ("a2", "a3") if later else ("a1", "a2")
    battle = read(battle, "1/0").play(f"lose:{name}:{comes}")
    assert topic(battle) == "next" and attack(NORTHEAST) in options(battle)
    assert refused(battle)[comes] == "4.2.1.once-unit"
    assert battle.play(attack(NORTHEAST)).assessment.attack == 4


@pytest.mark.parametrize("supplied", [True, False])
@pytest.mark.parametrize("fresh", [True, False])
def test_4_2_1_once_unit_what_comes_for_a_unit_caught_in_a_rout(fresh, supplied):
    # The rout of the first attack catches up a unit that is to make the second one, and there it breaks down: a counter
    # of the pool attacks in its place, but not one that attacked, was eliminated, and comes back. Supply is no matter.
    first = [infantry(aim=1), unit("infantry", steps=1, aim=1)]
    force = [*first, infantry(at="w4725", aim=2, supplied=supplied), infantry(2, at="w4825", aim=2)]
    force += [unit("infantry", steps=1, af=9, pool=True)] if fresh else []
    battle = drive(read(fight(force, FOES, **BOTH), "Ad 2/0"), "retreat", to("w4725"), "lose:a2")
    battle = drive(battle, "lose:a3:a5" if fresh else "lose:a3:a2")
    assert refused(battle).get("a5" if fresh else "a2", "") == ("" if fresh else "4.2.1.once-unit")
    assert battle.play(attack(NORTHEAST)).assessment.attack == 2 + (9 if fresh else 0)


# --- the board --------------------------------------------------------------------------------------


@pytest.mark.parametrize("back", [True, False])
def test_4_2_6_2_where_the_board_shows_a_counter_that_could_lie_elsewhere(back):
    # A lone counter could take the place of the unsupplied army beside it; as long as it does not, it is where it is.
    force = [infantry(steps=1), infantry(supplied=False)]
    names = ("a1", "a2")
    if back:
        force, names = force[::-1], ("a2", "a1")
    battle = read(fight(force, [infantry()]), "Ad 1/0").play("retreat").play(to("w4626"))
    shown = battle.game.overlay(battle.state)
    place = {to("w4626")[3:]: 1}
    assert shown == {"lost": {}, "steps": {}, "moved": {"a1": place, "a2": place}, "out": []}
    shown = battle.play(f"lose:{names[0]}").game.overlay(battle.play(f"lose:{names[0]}").state)
    assert (shown["lost"], shown["moved"]) == ({names[0]: 1}, {names[1]: place})


@pytest.mark.parametrize("count", [1, 2, 3])
def test_4_2_6_2_two_swap_the_board_shows_how_many_of_a_unit_wait_in_the_pool(count):
    # Of several like counters in the pool one comes into play: the others are off the map, as none of them was on it.
    foes = [infantry(), unit("infantry", steps=1, pool=True, count=count)]
    battle = read(fight([infantry()], foes), "0/1")
    before = battle.game.overlay(battle.state)
    assert (before["lost"], before["out"]) == ({}, ["d2"])
    battle = battle.play("lose:d1:d2")
    after = battle.game.overlay(battle.state)
    assert after["lost"] == {"d1": 1, **({"d2": count - 1} if count > 1 else {})}
    assert (after["moved"], after["out"], after["steps"]) == ({}, [], {})


def test_4_2_6_2_three_the_board_shows_the_steps_of_all_counters_of_a_unit():
    # Two armies of three steps: one flips, and five of the six are left; of units that are whole nothing is shown.
    battle = read(fight([infantry(9)], [infantry(steps=3, count=2), infantry(steps=3)]), "0/3")
    for left in (5, 4, 3):
        battle = battle.play("lose:d1")
        shown = battle.game.overlay(battle.state)
        assert (shown["steps"], shown["lost"]) == ({"d1": left}, {"d1": 1} if left == 3 else {})


# --- HQs that supported -----------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "goes"), [("w4626", False), (NORTHEAST, True)])
@pytest.mark.parametrize("stated", [True, False])
def test_4_2_7_adjacent_what_is_left_of_an_hq_that_supported(place, goes, stated):
    # Two hexes away it may not advance (4.2.7.adjacent); from next to the hex it may, for it was in the force.
    reserve = [unit("infantry", steps=1, ma=2, pool=True)] if stated else []
    force = [infantry(), hq(0, at=place, attacks=False), *reserve]
    battle = read(drive(fight(force, [infantry(steps=1)]), "support:a2"), "1/1")
    battle = drive(battle, "lose:a2:a3" if stated else "lose:a2", "lose:d1")
    remnant = "advance:a3" if stated else "advance:a2"
    assert (remnant in options(battle)) == goes
    assert "advance:a1" in options(battle)


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_4_2_6_pool_an_hq_that_supports_still_pays_after_another_unit_broke_down(side):
    # It gave ranged support and is in the combat to its end, whatever lies in the place of the others by then.
    ours, foes = [infantry(), hq(at="w4626", attacks=False)], [infantry(), hq(at="w4622")]
    pool = [unit("infantry", steps=1, pool=True)]
    ours, foes = (ours + pool, foes[:1]) if side == "attacker" else (ours[:1], foes + pool)
    mine = "a" if side == "attacker" else "d"
    battle = read(fight(ours, foes).play(f"support:{mine}2"), "2/0" if side == "attacker" else "0/2")
    assert options(battle) == [f"lose:{mine}1:{mine}3", f"lose:{mine}2:{mine}3"]
    assert options(battle.play(f"lose:{mine}1:{mine}3")) == [f"lose:{mine}3", f"lose:{mine}2"]


@pytest.mark.parametrize("stated", [True, False])
def test_4_2_5_3_resume_what_is_left_of_an_hq_retreats(stated):
    # The HQ pins its stack; broken down into infantry it goes with the others. A fortress pins them to the end.
    foes = [infantry(), hq(), *([unit("infantry", steps=1, ma=2, pool=True)] if stated else [])]
    battle = read(fight([infantry()], foes), "Dr2")
    assert topic(battle) == "lose"
    battle = drive(battle, "lose:d2:d3" if stated else "lose:d2")
    assert topic(battle) == "retreat"
    battle = drive(battle, to(NORTHWEST))
    moved = battle.game.overlay(battle.state)["moved"]
    assert set(moved) == {"d1", "d3" if stated else "d2"}
    pinned = read(fight([infantry()], [unit("fortress", steps=2, ma=0), infantry()]), "Dr1").play("lose:d1")
    assert topic(pinned) != "retreat" and "d1" not in pinned.game.overlay(pinned.state)["moved"]


# --- steps ------------------------------------------------------------------------------------------

FACES = {"af": 7, "df": 6, "ma": 3, "reduced_af": 4, "reduced_df": 5, "reduced_ma": 2, "last_af": 1, "last_df": 2,
         "last_ma": 0}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("steps", [1, 2, 3])
@pytest.mark.parametrize(("reduced", "last"), list(product(("infantry", "same"), repeat=2)))
def test_4_2_6_2_three_factors_of_every_side(kind, steps, reduced, last):
    # Whole, on the two-step side, as the one-step unit that comes from the pool: each has its own figures.
    counter = {"type": kind, "steps": steps, "reduced": reduced, "last": last, **FACES}
    found = game([counter], [counter])
    for piece in found.setting.pieces:
        for left in range(steps, 0, -1):
            side = "" if left == steps else "last_" if (steps, left) == (3, 1) else "reduced_"
            key = "af" if piece.side == "attacker" else "df"
            assert piece.factor(left) == FACES[f"{side}{key}"]
            assert piece.allowance(left) == FACES[f"{side}ma"]
            said = {"": "same", "last_": last, "reduced_": reduced}[side]
            assert piece.type_at(left) == (kind if said == "same" else "infantry")


def test_4_2_6_2_three_factors_in_a_later_attack():
    # The 7-6-2 lost two steps in the first attack: the one-step unit in its place defends with its own factor.
    foes = [armor(7, 6, steps=3, reduced_df=4, last_df=1), infantry(at=NORTHWEST)]
    force = [infantry(9, aim=1), infantry(9, at="w4823", aim=2)]
    battle = read(fight(force, foes, targets=(TARGET, NORTHWEST)), "Dr1 0/2")
    battle = drive(battle, to(NORTHWEST), "lose:d1", "lose:d1", "done", attack(NORTHWEST))
    assert battle.assessment.defense == 1 + 2


def test_4_2_7_ma0_of_the_side_that_lies_there():
    # The whole unit could advance; the one-step unit in its place has no movement allowance, so it may not.
    force = [armor(steps=3, last_ma=0)]
    battle = read(fight(force, [infantry(steps=1)]), "2/1")
    battle = drive(battle, "lose:a1", "lose:a1", "lose:d1")
    assert topic(battle) == "end" and told(battle, "4.2.7.ma0")


# --- where they go ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("fields", "lines"), [
    ({}, ["goes to its Force Pool", "Force Pool, or with a Delay Stripe to the Delay Box"]),
    ({"stripe": True}, ["the old counter goes to the Delay Box", "Force Pool, or with a Delay Stripe"]),
    ({"type": "hq", "ig": True}, ["the old counter leaves the game", "Force Pool, or with a Delay Stripe"]),
    ({"type": "hq", "ig": True, "one_behind": True}, ["flips to its one-step side", "leaves the game"]),
    ({"stripe": True, "one_behind": True}, ["flips to its one-step side", "it goes to the Delay Box"]),
])  # fmt: skip
def test_4_2_6_2_where_the_old_counter_and_the_one_in_its_place(fields, lines):
    # The stripe is that of the counter that is taken off; of one that came from an unstated pool nobody said it.
    battle = read(fight([infantry(9)], [infantry(**fields)], nations=("US", "Japanese")), "0/2")
    battle = drive(battle, "lose:d1", "lose:d1")
    found = [line.text for _, line in battle.log if "loses a step" in line.text or "eliminated" in line.text]
    assert [part in text for part, text in zip(lines, found, strict=True)] == [True, True], found


# --- the part of a Holding Box that stays (4.2.6.2) ---------------------------------------------------

NEI = "Netherlands East Indies"


def joint(**fields):
    """A British unit of two steps, the other part of which waits in its Holding Box; nobody put that on the board."""
    return infantry(nation="British", partner=NEI, **fields)


def test_4_2_6_2_holding_what_stays_is_called_what_it_is():
    # "Or it can eliminate the British FE unit and place the NEI unit in the hex": that is what the next step is of.
    battle = read(fight([infantry()], [joint()]), "0/2").play("lose:d1:partner")
    assert [option.label.split(" in ")[0] for option in battle.node.options] == [f"The {NEI} 4-2-1 infantry"]
    assert battle.game.overlay(battle.state) == {"lost": {}, "steps": {"d1": 1}, "moved": {}, "out": []}
    battle = battle.play(options(battle)[0])
    assert told(battle, "4.2.6.2.one") == [
        f"The {NEI} 4-2-1 infantry is eliminated; it goes to its Force Pool, or with a Delay Stripe to the Delay Box."
    ]
    assert battle.game.overlay(battle.state) == {"lost": {"d1": 1}, "steps": {}, "moved": {}, "out": []}
    assert battle.game.node(battle.state).topic == "advance"


@pytest.mark.parametrize(
    ("loss", "nation", "shift"),
    [
        ("lose:d1", "British", -1),
        ("lose:d1", NEI, 0),
        ("lose:d1:partner", "British", 0),
        ("lose:d1:partner", NEI, -1),
    ],
)
def test_4_2_6_2_holding_what_stays_has_the_air_of_its_own_nation_in_a_later_attack(loss, nation, shift):
    # An Air unit shifts where a unit of its nation defends (4.2.3.1); the rest retreats onto a US unit in w4723.
    foes = [joint(df=4, reduced_df=1), infantry(at=NORTHWEST), unit("air", nation=nation, at="w4722")]
    force = [infantry(9, aim=1), infantry(9, at="w4823", aim=2)]
    battle = read(fight(force, foes, targets=(TARGET, NORTHWEST)), "Dr1 0/1")
    battle = drive(battle, to(NORTHWEST), loss, "done", attack(NORTHWEST))
    assert shifts(battle).get("4.2.3.1.def", 0) == shift
    defence = next(
        line
        for line in battle.assessment.trace.children
        if line.rules == ("4.2.2.s3.total",) and line.value == battle.assessment.defense
    )
    assert "4.2.1.arrived" in {rule for line in defence.children for rule in line.rules}
    assert battle.assessment.defense == 1 + 2
    moved = battle.game.overlay(battle.state)["moved"]
    assert moved == {"d1": {to(NORTHWEST)[3:]: 1}}


@pytest.mark.parametrize("loss", ["lose:d1", "lose:d1:partner"])
def test_4_2_6_2_holding_what_stays_has_the_headquarters_of_its_own_nation(loss):
    # Ranged support needs a unit of the HQ's nationality in the combat (4.2.1.2).
    foes = [joint(), infantry(at=NORTHWEST), hq(nation=NEI, at="w4822")]
    force = [infantry(9, aim=1), infantry(9, at="w4823", aim=2)]
    battle = read(fight(force, foes, targets=(TARGET, NORTHWEST)), "Dr1 0/1")
    battle = drive(battle, to(NORTHWEST), loss, "done", attack(NORTHWEST))
    assert ("support:d3" in options(battle)) == (loss == "lose:d1:partner")


def test_4_2_6_2_holding_which_part_stays_is_not_all_the_same():
    # The two ways are weighed apart, as they play on differently; three steps flip to two first (4.2.6.2.three).
    battle = read(fight([infantry()], [joint(steps=3, last_df=1)]), "0/3").play("lose:d1")
    assert moves(battle.node) == ["lose:d1", "lose:d1:partner"]
    key = battle.game.key
    assert key(battle.play("lose:d1").state) != key(battle.play("lose:d1:partner").state)
    battle = read(fight([infantry()], [joint(), joint(df=3)]), "0/2")
    for first, second in (("d1", "d2"), ("d2", "d1")):
        found = battle.play(f"lose:{first}:partner")
        assert found.game.overlay(found.state)["steps"] == {first: 1}
        found = found.play(f"lose:{second}:partner")
        assert found.game.overlay(found.state)["steps"] == {"d1": 1, "d2": 1}


@pytest.mark.parametrize(("loss", "bound"), [("lose:a1", True), ("lose:a1:partner", False)])
def test_4_2_6_2_holding_a_marker_in_one_capital_binds_the_part_of_that_country_only(loss, bound):
    # 4.2.8: of a Minor Country with such a marker nobody exploits abroad; the part that stays may be of another one.
    force = [infantry(9, ma=3, reduced_ma=3, nation="Siam", partner="Hopeh", capital=True), armor(at=WEST)]
    here = {name: {"country": "Siam"} for name in (TARGET, EAST)}
    battle = read(fight(force, [infantry()], hexes=here), "Dr2 2/0")
    while topic(battle) == "retreat":
        battle = battle.play(options(battle)[0])
    battle = drive(battle, "lose:a2", loss)
    battle = battle.play(next(action for action in options(battle) if action.startswith("exploit:a1")))
    assert (hexes_open(battle) == [EAST]) == bound


def test_4_2_6_2_holding_the_other_part_stands_with_its_unit_and_says_nothing_of_the_phasing_faction():
    # 4: the faction of the unit is that of both parts; a nation in a Holding Box is nobody on the map.
    assert game([infantry(nation="Other minor", partner="Siam")], [infantry(nation="Japanese")]).problems == ()
    foes = [
        infantry(nation="Korean", faction="western", partner="Mongolian"),
        hq(nation="US", at="w4822"),
        infantry(at=NORTHWEST),
    ]
    force = [infantry(9, aim=1), infantry(9, at="w4823", aim=2)]
    battle = read(fight(force, foes, targets=(TARGET, NORTHWEST)), "Dr1 0/1")
    battle = drive(battle, to(NORTHWEST), "lose:d1:partner", "done", attack(NORTHWEST))
    assert "support:d2" in options(battle)


@pytest.mark.parametrize(("army", "nation"), [(infantry(), "US"), (joint(), NEI)])
def test_4_2_6_2_a_counter_of_the_pool_may_have_any_name(army, nation):
    # One that is called "partner" comes itself, in place of a plain unit or out of a Holding Box.
    battle = read(fight([infantry()], [army, unit("infantry", nation=nation, pool=True, id="partner")]), "0/1")
    battle = battle.play("lose:d1:partner")
    assert battle.game.overlay(battle.state) == {"lost": {"d1": 1}, "steps": {}, "moved": {}, "out": []}


@pytest.mark.parametrize(("stripe", "comes"), [(True, False), (False, True)])
def test_4_2_6_2_holding_what_is_eliminated_in_the_box_goes_where_its_stripe_says(stripe, comes):
    # The British part stays: the other one goes to the Delay Box, or to the Force Pool, from where it may come for an
    # HQ of its nation. As long as it waits in its box it may as well, for that is in the Force Pool.
    foes = [joint(), hq(nation=NEI), unit("infantry", nation=NEI, pool=True, stripe=stripe)]
    battle = read(fight([infantry()], foes), "0/2")
    assert options(battle) == ["lose:d1", "lose:d1:d3", "lose:d2:d3"]
    assert ("lose:d2:d3" in options(battle.play("lose:d1"))) == comes
    assert "lose:d2:d3" not in options(battle.play("lose:d1:d3"))


@pytest.mark.parametrize(("count", "ways"), [(1, ["lose:d2", "lose:d2:partner"]), (2, ["lose:d2", "lose:d2:d3*2"])])
def test_4_2_6_2_holding_each_unit_has_a_box_of_its_own(count, ways):
    # What was eliminated in the box of one unit is not in that of another.
    foes = [joint(), joint(df=3), unit("infantry", nation=NEI, pool=True, count=count)]
    battle = read(fight([infantry()], foes), "0/2").play("lose:d1")
    assert [action for action in options(battle) if action.startswith("lose:d2")] == ways
