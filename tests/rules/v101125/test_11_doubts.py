"""Which readings on dice and losses the form asks, by what can matter (11.L, 11.M, 11.N, 11.O, 11.P)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hexumpire.files import codec
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import relevance, routes
from hexumpire.rulesets.v101125.rules.doubts import ALWAYS
from hexumpire.rulesets.v101125.rules.dues import Rolled
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

from tests.rules.v101125.playing import after, begin, options, topic
from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, WEST, document, infantry, setting, support, unit


def asked(
    features: tuple[str, ...] = (),
    terrain: str = "clear",
    attacker: Any = None,
    defender: Any = None,
    readings: Any = None,
) -> set[str]:
    units = [
        {"id": "a", "side": "attacker", "type": "infantry", "nation": "German", "at": "1,0", "attack": 8,
         **(attacker or {})},
        {"id": "d", "side": "defender", "type": "infantry", "nation": "Soviet", "at": "0,0", "attack": 4,
         **(defender or {})},
    ]  # fmt: skip
    ground = {"0,0": {"terrain": terrain, "features": list(features)}}
    document = {"ruleset": "v101125", "map": {"hexes": ground}, "targets": ["0,0"], "units": units}
    document["readings"] = readings or {}
    found = RULESET.game(codec.read_scenario(document)).relevant()
    return {*found["readings"], *found["conditions"]}


def test_a_plain_attack() -> None:
    """11.L.1.i, 11.L.1.X, T6.n3, T10.def, 11.M.8a; nothing of works, isolation, remnants, home."""
    found = asked()
    assert set(ALWAYS) <= found
    assert not found & {"red_works", "red_overflow", "fortress_reduced", "isolated_d", "remnant_zero", "required_rp"}


@pytest.mark.parametrize(("strength", "asks"), [(10, False), (11, True), (12, False), (13, False)])
def test_what_3_1_a_retreat_goes_by_is_asked_where_the_die_alone_leads_there(strength: int, asks: bool) -> None:
    """11.L.1.g, 11.B.14: of 2.75:1, which may become 3:1; not of 2.5:1, which stays, nor of 3:1 and 3.25:1."""
    assert ("retreat_odds" in asked(attacker={"attack": strength})) is asks


@pytest.mark.parametrize(("ours", "theirs", "asks"), [(3, 3, False), (3, 2, False), (2, 3, True)])
def test_a_dm_below_nothing_is_asked_where_a_success_roll_may_lead_there(ours: int, theirs: int, asks: bool) -> None:
    """T2, T6.a1: the defender rolls where he has merely more REs; an S of his takes a point off the main dice."""
    special = {"special": "mountain", "special_counts": "yes"}
    found = asked(attacker={"size": str(ours), **special}, defender={"size": str(theirs), **special})
    assert ("red_negative" in found) is ("red_net" in found) is asks


def test_what_a_disruption_costs_those_isolated_is_no_question_where_nothing_else_spares_them() -> None:
    """11.L.1.e, T10.n10: in the open it is an elimination, and in a work without isolation half casualties."""
    assert "isolated_d" not in asked(defender={"isolated": True})
    assert "isolated_d" not in asked(features=("fort",))
    assert "isolated_d" not in asked(features=("dot_city",), defender={"isolated": True})
    assert "isolated_d" in asked(features=("dot_city", "home_city"), defender={"isolated": True})
    assert "isolated_d" in asked(features=("partial_city",), defender={"isolated": True})
    assert "isolated_d" in asked(attacker={"at": HERE}, defender={"isolated": True})


@pytest.mark.parametrize(
    ("place", "reading", "asks"), [(HERE, "both", True), (HERE, "defender", False), (EAST, "both", False)]
)
def test_so_of_an_isolated_attacker_where_dual_ownership_spares_him(place: str, reading: str, asks: bool) -> None:
    """11.L.1.e, 11.R.3.d: of four of 2 he loses two, or by the reading the one that is half of it."""
    setup = {"at": place, "isolated": True}
    assert ("isolated_d" in asked(attacker=setup, readings={"dual_d": reading})) is asks
    lost = []
    for way in ("eliminated", "halved"):
        attack, said = [infantry(2, count=4, size="1", **setup)], {"dual_d": reading, "isolated_d": way}
        battle = begin(document(attack, [infantry(4)], readings=said), "!result=1D", "d6=2", "d6=1")
        while topic(battle) == "pay":
            battle = battle.play(options(battle)[0])
        lost.append(battle.state.left[:4].count("x"))
    assert lost == ([2, 1] if asks else [2, 2])


@pytest.mark.parametrize(("stated", "asks"), [({}, False), ({"cm": True}, True), ({"atec": "half"}, True)])
def test_what_a_counter_is_worth_to_armour_is_asked_of_those_for_whom_something_of_it_is_stated(stated, asks) -> None:
    """11.J.0, 11.J.4: also of combat motorized units, and of antitank units alone."""
    found = relevance.relevant(setting([infantry(9, **stated)], [infantry(5)]))["units"]["a1"]
    assert ("armour_symbol" in found) is asks


def test_whether_enemies_were_attacked_is_asked_of_those_in_a_hex_that_is_attacked_out_of() -> None:
    """11.R.3.d.4."""
    beside = infantry(5, at=WEST)
    for at, wanted in ((EAST, True), (SOUTHEAST, False)):
        enemies = [infantry(5), infantry(3, at=at)]
        found = relevance.relevant(setting([infantry(9), beside], enemies))["units"]
        assert ("attacked" in found["d2"]) is wanted
        assert "attacked" not in found["d1"]


@pytest.mark.parametrize(
    ("what", "keys"),
    [
        ({"features": ("fortress",)}, {"fortress_reduced", "red_overflow"}),  # 11.P.1, T6.10
        ({"features": ("entrenchment",)}, {"convert_site"}),  # 11.F.3
        ({"features": ("damaged_fort",)}, {"red_works", "red_converted"}),  # T6.a4, 11.L.1.j
        ({"attacker": {"attack": 11}}, {"retreat_odds"}),  # 11.L.1.g: 2.75:1
        ({"terrain": "woods"}, {"red_negative", "red_net"}),  # T6.a1, T6.r1
        ({"terrain": "mountain"}, {"re_multipliers", "uncut_double"}),  # T6.r3, T6.f1
        ({"defender": {"isolated": True}, "features": ("fort",)}, {"isolated_d"}),  # 11.L.1.e
        ({"attacker": {"isolated": True}}, {"isolated_attacker"}),
        ({"attacker": {"via": "airdrop"}}, {"dual_d"}),  # 11.R.3.d
        ({"defender": {"remnant": True}}, {"remnant_zero"}),  # T8
        ({"defender": {"home": True}}, {"required_rp"}),  # 11.O.2
        ({"defender": {"held_out": True}}, {"held_out"}),  # 11.A.3
    ],
)
def test_what_else_can_matter(what: dict[str, Any], keys: set[str]) -> None:
    """11.L to 11.P."""
    assert keys <= asked(**what)
    assert not keys & (asked() - set(ALWAYS))


def readings(*forces: Any, **more: Any) -> set[str]:
    """The readings that the form asks for."""
    return set(relevance.relevant(setting(*forces, **more))["readings"])


@pytest.mark.parametrize(
    ("ours", "theirs", "asks"),
    [("1/2", "", True), ("", "1/2", True), ("1", "", False), ("3", "1", False), ("3", "2", False), ("1", "1", False)],
)
def test_half_an_re_against_none(ours: str, theirs: str, asks: bool) -> None:
    """T2, T2.n1: the one case of special units that the rules leave open; one RE against none is twice as much."""
    used = {"special_counts": "yes"}
    attack, defend = (
        [infantry(9), *([unit("mountain", 3, size=size, **used)] if size else [])] for size in (ours, theirs)
    )
    assert ("special_cap" in readings(attack, defend)) is asks


@pytest.mark.parametrize(
    ("places", "more", "asks"),
    [
        ((EAST, WEST), {}, True),
        ((EAST, EAST), {}, False),
        ((EAST, WEST), {"kind": "hasty"}, False),
        ((EAST, WEST), {"phase": "exploitation"}, False),
    ],
)
def test_which_hexes_the_answer_to_a_held_attack_strikes(places: tuple[str, str], more: Any, asks: bool) -> None:
    """11.B.12: an attack that may be held comes out of several hexes; no hasty one, nor one of the last phase."""
    attack = [infantry(8, at=at) for at in places]
    assert ("riposte" in readings(attack, [infantry(5)], **more)) is asks


SOMETIMES = {
    "chained", "delayed", "order", "hasty_support", "snow", "examined", "surprise", "plotted", "held_out",
    "zero_option", "dual_price", "side_stacking", "waiving",
}  # fmt: skip
"""What is asked of some attacks only."""


@pytest.mark.parametrize(
    ("ours", "theirs", "more", "keys"),
    [
        ({}, {}, {}, set()),
        ({}, {}, {"kind": "forced"}, {"chained"}),  # 11.L.1.d.iii
        ({}, {}, {"kind": "hasty"}, {"delayed", "order", "hasty_support"}),  # 11.C.8, 11.C.7, 11.C.2
        ({}, {}, {"phase": "exploitation"}, {"delayed"}),  # 11.K.1
        ({}, {"ski": True}, {}, {"snow"}),  # T1.m12
        ({}, {}, {"retreat_before": True}, {"examined", "surprise"}),  # T1.m6, T1.m3
        ({"overstacked": True}, {}, {}, {"plotted"}),  # 11.G.2
        ({}, {"held_out": True}, {}, {"held_out"}),  # 11.A.3
        ({"at": HERE}, {}, {}, {"dual_price"}),  # 11.R.3.b
        ({}, {}, {"sides": {EAST: ["mountain_side"]}}, {"side_stacking"}),  # 11.F.1d
        ({"special": "commando"}, {}, {}, {"waiving"}),  # 11.J.6
        ({}, {"aec": "full"}, {}, {"waiving"}),
    ],
)
def test_what_is_asked_of_some_attacks_only(ours: Any, theirs: Any, more: Any, keys: set[str]) -> None:
    """11.A to 11.L: of those to which it can matter, also where it is so of one unit among others."""
    found = relevance.relevant(
        setting([infantry(8), infantry(7, **ours)], [infantry(5), infantry(4, **theirs)], **more)
    )
    assert {*found["conditions"], *found["readings"]} & SOMETIMES == keys


OF_ATTACKERS, OF_DEFENDERS = {"attacks", "moved", "via"}, {"reacted", "retreated", "zone_class"}
OF_SOME = {"special_counts", "supply_cut", "unsupported", "intrinsic", "supply"}


@pytest.mark.parametrize(
    ("counter", "keys"),
    [
        (infantry(7), {"supply"}),
        (infantry(7, special="commando"), {"supply", "special_counts"}),  # 11.E
        (infantry(7, supply="U2"), {"supply", "supply_cut", "unsupported"}),  # 11.B.5, 11.B.7
        (infantry(7, atec="full"), {"supply", "intrinsic"}),  # 11.J
        (support(5), set()),
    ],
)
def test_what_is_asked_of_a_counter(counter: dict[str, Any], keys: set[str]) -> None:
    """11.B to 11.J: on either side what its own values make matter; and of each side what only its units do."""
    ours = relevance.relevant(setting([infantry(9), counter], [infantry(5)]))["units"]["a2"]
    theirs = relevance.relevant(setting([infantry(9)], [infantry(5), counter]))["units"]["d2"]
    assert {*ours} & OF_SOME == {*theirs} & OF_SOME == keys
    assert {*ours} & (OF_ATTACKERS | OF_DEFENDERS) == (OF_ATTACKERS if keys else set())
    assert {*theirs} & (OF_ATTACKERS | OF_DEFENDERS) == (OF_DEFENDERS if keys else set())


def test_what_is_asked_on_account_of_one_attacker_among_others() -> None:
    """11.J, 11.F.1d: antitank abilities of the defenders against armour, and stacking across a mountain hexside."""
    panzer, across = infantry(8, aec="full"), {SOUTHEAST: ["mountain_side"]}
    assert "intrinsic" in relevance.relevant(setting([infantry(9), panzer], [infantry(5)]))["units"]["d1"]
    found = relevance.relevant(setting([infantry(9), infantry(8, at=SOUTHEAST)], [infantry(5)], sides=across))
    assert "side_stacking" in {*found["conditions"], *found["readings"]}


@pytest.mark.parametrize("side", ["attacker", "defender"])
@pytest.mark.parametrize(
    ("serves", "asks"),
    [("first", False), ("again", False), ("next", False), ("counterattack", True), ("hasty", True), ("struck", True)],
)
def test_whose_support_a_hasty_attack_halves_is_asked_where_some_may_serve_one(
    serves: str, asks: bool, side: str
) -> None:
    """11.C.2, 11.L.1.d.i: a counterattack counts as a hasty one for the support of either side."""
    flown = [support(6), {**support(6, "naval"), "serves": serves}]
    ours, theirs = (flown, []) if side == "attacker" else ([], flown)
    assert ("hasty_support" in readings([infantry(8), *ours], [infantry(5), *theirs])) is asks


@pytest.mark.parametrize(("attack", "asks"), [([0, 0], True), ([0, 8], False)])
def test_units_without_attack_strength(attack: list[int], asks: bool) -> None:
    """11.H.1, 11.H.3: whether they fight by their REs, where nobody has any strength."""
    found = relevance.relevant(setting([infantry(strength) for strength in attack], [infantry(5)]))
    assert ("zero_option" in found["conditions"]) is asks


@pytest.mark.parametrize(
    ("ours", "theirs", "asks"),
    [
        (129, 10, False),
        (130, 10, False),
        (131, 10, True),
        (140, 10, True),
        (10, 39, False),
        (10, 40, False),
        (10, 41, True),
        (10, 50, True),
    ],
)
def test_whether_odds_beyond_the_table_count_in_the_last_modifier(ours: int, theirs: int, asks: bool) -> None:
    """T10.n1, T10.n2, 11.B.14: a tenth beyond 13:1 or below 1:4 is enough, as the ten-sided die may show a 1."""
    stacks = [[infantry(part) for part in (*[30] * (points // 30), points % 30) if part] for points in (ours, theirs)]
    assert ("red_odds" in readings(*stacks, kind="forced")) is asks


ONE_AMONG_OTHERS = {
    "zone_beyond",
    "retreat_factor",
    "isolated_attacker",
    "isolated_d",
    "held_out",
    "remnant_zero",
    "required_rp",
}
"""What hangs on a counter of the fight, be it one of several."""


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(
    ("ours", "theirs", "keys"),
    [
        ({}, {}, set()),
        ({}, {"zoc": "double"}, {"zone_beyond"}),  # T6.r5
        ({"zoc": "double"}, {}, set()),
        ({"movement": 9}, {}, {"retreat_factor"}),  # 11.Q.2.d
        ({}, {"movement": 9}, {"retreat_factor"}),
        ({}, {"movement": 8}, set()),
        ({"isolated": True}, {}, {"isolated_attacker", "isolated_d"}),  # 11.L.1.e
        ({}, {"isolated": True}, {"isolated_d"}),
        ({}, {"held_out": True}, {"held_out"}),  # 11.A.3
        ({"remnant": True}, {}, {"remnant_zero"}),  # T8
        ({}, {"remnant": True}, {"remnant_zero"}),
        ({"home": True}, {}, {"required_rp"}),  # 11.O.2
        ({}, {"home": True}, {"required_rp"}),
    ],
)
def test_what_one_unit_among_others_makes_matter(ours: Any, theirs: Any, keys: set[str], first: bool) -> None:
    """11.L to 11.O, in a hex of dual ownership: the others need not be so."""
    attack, defend = (
        [infantry(8, at=place, **one) for one in ((how, {}) if first else ({}, how))]
        for place, how in ((HERE, ours), (HERE, theirs))
    )
    found = relevance.relevant(setting(attack, defend))
    assert {*found["conditions"], *found["readings"]} & ONE_AMONG_OTHERS == keys


@pytest.mark.parametrize(
    ("features", "beside", "asks"),
    [(["port"], "sea", True), (["port"], "clear", False), ([], "sea", False), ([], "clear", False)],
)
def test_what_transport_a_port_has_is_asked_where_the_sea_is_beside_it(features, beside, asks) -> None:
    """11.Q.2.j."""
    found = relevance.relevant(
        setting([infantry(9)], [infantry(5)], features=features, hexes={WEST: {"terrain": beside}})
    )
    assert ("transport" in found["hexes"][HERE]) is asks


def test_steps_each_by_itself_are_asked_where_only_a_success_roll_of_the_defender_may_be_negative() -> None:
    """T2, T6.r1: 2 of another modifier and a roll at -1 are 1 together; by itself the roll is a negative step."""
    used = {"special_counts": "yes"}
    ours = [infantry(9), unit("mountain", 3, size="2", **used)]
    rolling, none = [unit("mountain", 3, size="3", **used)], [unit("mountain", 3, size="2", **used)]
    assert "red_net" in readings(ours, rolling, other_dm=2)
    assert "red_net" not in readings(ours, none, other_dm=2)


# --- a reading is asked where it changes what a roll makes due, and nowhere else --------------------------------------


def made_due(found: Any) -> list[Any]:
    """What some results make due before the dice of a battle, by the columns and modifiers that a d10 may lead to."""
    fight, told = found.game.flow.engagement(found.state), []
    for die, other, token, dice in product((0, 1), (0, 1), ("1D", "D½", "DL", "DR", "ME"), ((6, 1), (6, 6), (1, 6))):
        place = fight.figures.place(die)
        rolled = Rolled(token, place.name, fight.figures.final(place, fight.figures.dm(die, other)), dice)
        rows = {role: fight.row(role, rolled) for role in ("attacker", "defender")}
        due = fight.due(rolled, rows)
        debts = [(debt.role, debt.bill) for debt in (*due.debts, *due.later)]
        told.append((debts, due.leave, due.price, due.minimal, due.turned, [row.number for row in rows.values()]))
    return told


def changes(key: str, *forces: Any, **more: Any) -> bool:
    """Whether a reading changes any of that."""
    field = next(one for one in VOCABULARY.readings if one.key == key)
    stated = dict(more.pop("readings", {}))
    battles = (begin(document(*forces, readings={**stated, key: option}, **more)) for option in field.options)
    one, other = map(made_due, battles)
    return one != other


LONE = infantry(5, isolated=True)


@pytest.mark.parametrize(
    ("key", "ours", "theirs", "more", "asks"),
    [
        ("convert_site", [infantry(9)], [infantry(5)], {"features": ["entrenchment"]}, True),
        ("convert_site", [infantry(9)], [infantry(5)], {"features": ["fort"]}, False),
        ("convert_site", [infantry(9)], [infantry(5)], {"features": ["entrenchment", "major_city"]}, False),
        ("convert_site", [infantry(9, via="airdrop")], [infantry(5)], {"features": ["entrenchment"]}, False),
        ("red_converted", [infantry(9)], [infantry(5)], {"features": ["major_city"]}, True),
        ("red_converted", [infantry(9)], [infantry(5)], {"features": ["fort"]}, True),
        ("red_converted", [infantry(9, via="airdrop")], [infantry(5)], {"features": ["fort"]}, False),
        ("red_converted", [infantry(9)], [infantry(5)], {"features": ["entrenchment"]}, False),
        (
            "red_converted",
            [infantry(9)],
            [infantry(5)],
            {"features": ["entrenchment"], "readings": {"convert_site": "works"}},
            True,
        ),
        ("isolated_d", [infantry(9)], [LONE], {"features": ["improved_entrenchment"]}, True),
        ("isolated_d", [infantry(9)], [LONE], {"features": ["major_city"]}, True),
        ("isolated_d", [infantry(9)], [LONE], {"sides": {EAST: ["fortified_side"]}}, False),
        ("red_negative", [infantry(9)], [unit("armour", 8)], {}, True),
        ("red_negative", [infantry(9)], [infantry(8)], {}, False),
        # 1:1.2 of armour: a 4 of its ten-sided die
        ("red_negative", [unit("armour", 2, size="1")] * 5, [unit("armour", 2, size="1")] * 6, {}, True),
        ("red_negative", [infantry(9)], [infantry(60)], {"kind": "forced"}, True),
        ("red_negative", [infantry(10)], [infantry(40)], {"kind": "forced", "other_dm": 1}, False),
        # 1:4.1: a 1 of the ten-sided die
        ("red_negative", [infantry(10)], [infantry(41)], {"kind": "forced", "other_dm": 1}, True),
        ("red_net", [infantry(9, nation="Italian", marker=1), infantry(9)], [infantry(5, marker=4)], {}, True),
        ("red_net", [infantry(9)], [infantry(5)], {"other_dm": 2}, False),
        ("red_overflow", [infantry(9)], [infantry(60)], {"kind": "forced"}, True),
        ("stand_against", [infantry(13)], [infantry(4)], {"weather_shift": -1}, True),
        ("stand_against", [infantry(11)], [infantry(4)], {"weather_shift": 1}, False),
        ("stand_against", [infantry(12)], [infantry(4)], {}, False),
        ("retreat_odds", [infantry(13)], [infantry(4)], {"weather_shift": -1}, True),
        ("retreat_odds", [infantry(11)], [infantry(4)], {"weather_shift": 1}, False),
        ("retreat_odds", [infantry(11)], [infantry(4)], {}, True),
    ],
)
def test_a_reading_is_asked_where_it_changes_what_a_roll_makes_due(
    key: str, ours: Any, theirs: Any, more: Any, asks: bool
) -> None:
    """11.F.3, 11.L.1.e, 11.L.1.g, T6: works and cities, armour, odds beyond the table, columns of the weather."""
    assert changes(key, ours, theirs, **more) is asks
    assert (key in readings(ours, theirs, **more)) is asks


@pytest.mark.parametrize(
    ("far", "more", "prices", "asks"),
    [
        ("double", {}, (8, 16), True),
        ("full", {}, (8, 8), False),
        ("double", {"engaged": True}, (8, 8), False),
        ("double", {"spent": True}, (8, 8), False),
    ],
)
def test_how_far_a_double_zone_counts_is_asked_where_those_who_have_it_stand_aside(far, more, prices, asks) -> None:
    """11.R.3.b.zoc, 11.Q.2.d: in the hex of its units, which those who retreat may go into; a level lower of others."""
    aside = infantry(4, at=SOUTHEAST, attacks=False, zoc=far, **more)
    forces = [infantry(30, zoc="none"), aside], [infantry(8, cadre_attack=3)]
    found = []
    for reading in ("double", "on"):
        battle = after(document(*forces, readings={"zone_beyond": reading}), "DR")
        found.append(routes.points(battle.game.setting, battle.state, SOUTHEAST))
    assert tuple(found) == prices
    assert ("zone_beyond" in readings(*forces)) is asks


@pytest.mark.parametrize(
    ("unit", "asks"),
    [
        ({"movement": 9}, True),
        ({"movement": 10}, False),
        ({"movement": 11}, True),
        ({"movement": 8}, False),
        ({"movement": 8, "cadre_attack": 3, "cadre_movement": 9}, True),
        ({"movement": 12, "nation": "Soviet"}, True),
        ({"movement": 2, "nation": "Italian"}, False),
    ],
)
def test_how_fast_units_are_is_asked_of_allowances_that_the_list_leaves_open(unit: dict[str, Any], asks: bool) -> None:
    """11.Q.2.d: 9 and above 10, of any face that a unit may have; 8 and 10 stand in the list."""
    forces = [infantry(20)], [infantry(8, **unit)]
    (counter,) = (one for one in setting(*forces).counters if one.side == "defender")
    faces, ways = counter.faces, ("lower", "between")
    lower, between = (routes.weights((counter,) * len(faces), faces, reading) for reading in ways)
    assert (lower != between) is asks
    assert ("retreat_factor" in readings(*forces)) is asks


@pytest.mark.parametrize(
    ("procedure", "supplied", "keys"),
    [
        ("overrun", False, {"failed_overrun", "overrun_die", "overrun_mp"}),
        ("overrun", True, {"failed_overrun", "overrun_mp"}),
        ("attack", False, {"riposte"}),
    ],
)
def test_what_is_asked_of_an_overrun(procedure: str, supplied: bool, keys: set[str]) -> None:
    """T10.n3, T10.n4, T10.o, 11.B.12: what a hex that is not vacated costs, and whose die a want of supply makes worse.

    No overrun is held, so that nobody answers it.
    """
    setup = document([infantry(20), infantry(20, at=WEST)], [infantry(4)], supplied=supplied)
    found = RULESET.game(codec.read_scenario(setup | {"procedure": procedure})).relevant()
    asked = {*found["readings"], *found["conditions"]}
    assert asked & {"failed_overrun", "overrun_die", "overrun_mp", "riposte"} == keys
