"""The rule index keeps its word: for every rule computed, enforced, decided or asked, a battle that shows it.

A witness holds while the rule is in force and fails without it. What it looks at is what players see: problems, the
figures of the trace, what is asked, who is lost.
"""

from __future__ import annotations

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET

from tests.rules.aworldatwar import exploiting_witnesses, witnesses_movement
from tests.rules.aworldatwar.attrition_witnesses import WITNESSES as CHAPTER_14
from tests.rules.aworldatwar.partisans import HERE, band, bleeds, board, kept, level, why
from tests.rules.aworldatwar.phases import leaves_taken
from tests.rules.aworldatwar.setting import (
    EAST,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    armor,
    cited,
    faces,
    fight,
    game,
    gone,
    infantry,
    net,
    odds,
    options,
    pay,
    payments,
    roll,
    sections,
    strength,
    terms,
    topic,
    unit,
)

BOUND = ("computed", "enforced", "decided", "asked")


def wrong(*args, **more):
    """The sections a set-up breaks."""
    return sections(game(*args, **more).problems)


def declared(edition, *attacks, units):
    """The sections that several attacks on one board break."""
    document = {"ruleset": "aworldatwar", "edition": edition, "procedure": "turn", "units": units}
    sent = [{"targets": [place], "units": names} for place, names in attacks]
    return sections(RULESET.game(read_scenario({**document, "attacks": sent})).problems)


def dms(*args, **more):
    """The DMs of the first defender."""
    return terms(game(*args, **more))


def drop(count=9, **fields):
    return unit("airborne", count=count, **{"at": "0,0", "via": "airdrop", **fields})


def chindit(**fields):
    return unit("chindit", nation="British", **{"via": "airdrop", **fields})


TWO_HEXES = [
    {"id": "a", "side": "attacker", "type": "infantry", "nation": "German", "at": EAST, "factors": 9},
    {"id": "d", "side": "defender", "type": "infantry", "nation": "British", "at": "0,0", "factors": 1},
    {"id": "e", "side": "defender", "type": "infantry", "nation": "British", "at": "2,0", "factors": 1},
]
ONE, NINE = [infantry(1)], [infantry(9)]
EXPLOIT = {"phase": "exploitation"}
BURMA = {"nations": ("British", "Japanese"), "theatre": "pacific"}
HAWAII = {"features": ["pearl_harbor", "port"], "nations": ("Japanese", "US"), "theatre": "pacific"}
RUSSIA = {"nations": ("Russian", "German")}
JAPAN = {"nations": ("Japanese", "US"), "theatre": "pacific"}
CHINA = {"nations": ("Japanese", "Nationalist Chinese"), "theatre": "pacific"}
US = {"nations": ("US", "German")}
WALL = {"nations": ("US", "German"), "features": ["west_wall"]}
PAIR = {"targets": ["0,0", SOUTHWEST]}
BOTH_HEXES = [infantry(1), infantry(1, at=SOUTHWEST)]


def fort(e, counters, ctl=1, **more):
    """Counters of six against six factors in a fortification: three make it 18 : 18, six 36 : 18."""
    attack, left = [], counters
    for place in (EAST, WEST, SOUTHEAST):
        if left:
            attack.append(infantry(6, count=min(2, left), at=place, ctl=ctl))
            left -= min(2, left)
    return fight(attack, [infantry(3, count=2)], edition=e, features=["fortification"], **more)


def softened(battle):
    """After the defender has made the most of a fort, where that is for him to say."""
    return battle.play("convert") if topic(battle) == "convert" else battle


def converted(e, ctl, die=6, **more):
    """Counters of six that a D against the fortification costs."""
    after = pay(softened(roll(fort(e, 6, ctl, **more), die)))
    return sum(number for key, number in gone(after).items() if key[0] == "a")


def won(e, attack, **more):
    """After a D."""
    return fight(attack, ONE, edition=e, **more).play("!result=D")


def again(e, attack, defend=None, **more):
    """The second round, after a result that costs one factor of air (the last attacker)."""
    battle = fight([*attack, unit("air", 9, ctl=9)], defend or ONE, edition=e, **more)
    battle = pay(battle.play("!result=a"), f"a{len(attack) + 1}")
    return battle.play("on") if topic(battle) == "again" else battle


def closing(battle):
    while battle.outcome is None:
        battle = battle.play(options(battle)[0])
    return {rule for line in battle.game.closing(battle.state) for rule in line.rules}


def shelled(e, landing, ships):
    """Ways to pay the five factors of an "a" after a landing."""
    return payments(roll(fight([infantry(landing, via="sea"), ships], [infantry(3)], edition=e, **US), 2))


CHAPTER_10 = {
    "10.11": lambda e: dms(NINE, [infantry(2, ctl=1, oil_short=True)], edition=e, country="France") == {"15.33C": -1},
    "10.13": lambda e: dms([armor(9)], [infantry(2)], edition=e, **EXPLOIT) == {"15.33A": -1},
    "10.23": lambda e: wrong([infantry(9), unit("replacement")], ONE, edition=e) == {"15.21"}
    and wrong(NINE, [unit("replacement", 2)], edition=e) == {"10.23"},
    "10.24": lambda e: dms([armor(9)], [unit("replacement")], edition=e, **EXPLOIT) == {"15.33A": -1},
    "10.31": lambda e: "16.11A" in closing(won(e, [armor(9, mech="off")]))
    and "16.11" in closing(won(e, [armor(9)])),
    "10.32": lambda e: dms([armor(9)], [armor(2, oil_short=True)], edition=e, **EXPLOIT) == {"15.33A": -1}
    and wrong([armor(9, supply="partial")], ONE, edition=e, **EXPLOIT) == {"10.32"},
    "10.41A": lambda e: wrong(NINE, [unit("marine", 2)], edition=e) == {"10.41A"},
    "10.41E": lambda e: wrong([unit("marine", count=4)], ONE, edition=e) == {"12.12"}
    and wrong([infantry(3, count=2, via="sea"), unit("airborne", via="sea")], ONE, edition=e) == {"10.41E"},
    "10.41F": lambda e: dms([armor(9)], [unit("marine")], edition=e, **EXPLOIT) == {},
    "10.42": lambda e: wrong([drop(ctl=4, supply="partial")], ONE, edition=e) == {"10.42"},
    "10.53A": lambda e: wrong([drop(drop_range=5)], ONE, edition=e) == {"10.53A"},
    "10.53B": lambda e: wrong([drop(moved_by_transport=True)], ONE, edition=e) == {"10.53B"},
    "10.53D": lambda e: wrong([drop(ctl=1)], ONE, edition=e) == {"10.53D"},
    "10.53E": lambda e: wrong([drop()], ONE, edition=e, winter_effect=3)
    == wrong([drop(base_in_monsoon=True)], ONE, edition=e)
    == {"10.53E"},
    "10.55A": lambda e: wrong([infantry(9), drop(1, at=WEST)], ONE, edition=e) == {"10.55A"},
    "10.55B": lambda e: wrong([infantry(9, at=SOUTHEAST), drop(1, at=SOUTHWEST)], BOTH_HEXES, edition=e, **PAIR)
    == set(),
    "10.55C": lambda e: wrong([drop(5)], [infantry(2)], edition=e) == {"15.52"}
    and wrong([infantry(5)], [infantry(3)], edition=e) == set(),
    "10.55D": lambda e: dms([drop()], [armor(1)], edition=e) == {"15.32H": 2},
    "10.55E": lambda e: dms([infantry(9), drop(1)], ONE, edition=e, sides={"E": ["river"]}) == {},
    "10.56": lambda e: gone(roll(fight([drop()], [infantry(3)], edition=e), 2).play("off")) == {"a1": 9},
    "10.61A": lambda e: wrong([infantry(9), chindit(ctl=1)], ONE, edition=e, **BURMA) == {"10.53D"},
    "10.61C": lambda e: wrong([infantry(9), chindit(at="0,0")], ONE, edition=e, **BURMA) == {"10.61C"},
    "10.61D": lambda e: wrong([infantry(9), chindit(at="3,0")], ONE, edition=e, **BURMA) == {"10.61D"}
    and "advance:a2" in options(won(e, [infantry(9), chindit()], **BURMA)),
    "10.62": lambda e: wrong([infantry(9), chindit(supply="none")], ONE, edition=e, **BURMA) >= {"10.62"},
    "10.64A": lambda e: sum(dms([chindit()], ONE, edition=e, terrain="jungle", **BURMA).values()) == 0
    and sum(dms([chindit(), infantry(9)], ONE, edition=e, terrain="jungle", **BURMA).values()) == 1,
    "10.71": lambda e: dms([unit("marine", nation="US", count=3, via="sea"), infantry(4, via="sea")], ONE, edition=e)
    == {"15.32B": 1},
    "10.72": lambda e: wrong([infantry(3, count=2, via="sea"), unit("marine", nation="US", via="sea")], ONE, edition=e)
    == set(),
    "10.81": lambda e: wrong([unit("commando", nation="British", count=9, via="sea", port_raid_range=6)], ONE,
                             edition=e) == {"10.81"},
    "10.82": lambda e: wrong([infantry(3, count=2, via="sea"), unit("commando", via="sea")], ONE, edition=e) == set(),
    "10.83": lambda e: wrong([infantry(3, count=2, via="sea"), unit("commando", via="sea", ctl=1)], ONE, edition=e)
    == {"10.83"},
    "10.84": lambda e: dms([unit("commando", nation="British", count=3, via="sea")], ONE, edition=e) == {"15.32B": 1},
    "10.93": lambda e: odds(game(NINE, [infantry(1), unit("flak", 3)], edition=e))[1] == 2,
    "10.96": lambda e: wrong(NINE, [infantry(1), unit("flak", 4)], edition=e) == {"10.96"},
}  # fmt: skip
CHAPTERS_11_TO_13 = {
    "11.44": lambda e: wrong([infantry(9), unit("partisan", 1)], ONE, edition=e) == {"11.44"},
    "11.46": lambda e: dms(NINE, [unit("partisan", 3)], edition=e) == {"15.33C": -1},
    "11.47": lambda e: wrong(NINE, [unit("partisan", 1), unit("air", 3)], edition=e) == {"11.47"},
    "12.11A": lambda e: wrong(NINE, [infantry(1, count=3)], edition=e)
    == wrong([infantry(9), infantry(1, count=2, attacks=False)], ONE, edition=e)
    == {"12.11A"},
    "12.11B": lambda e: wrong(NINE, [infantry(1, count=2)], edition=e, features=["island"], theatre="pacific")
    == {"12.11B"},
    "12.12": lambda e: wrong(NINE, [unit("marine", count=4)], edition=e) == {"12.12"},
    "12.13": lambda e: wrong(NINE, [infantry(1, count=6)], edition=e, features=["bridgehead"]) == {"12.13"}
    and wrong(NINE, [infantry(1, count=5)], edition=e, features=["bridgehead"]) == set(),
    "12.14": lambda e: wrong([armor(4, count=4)], ONE, edition=e, hexes={EAST: {"features": ["breakthrough"]}},
                             **EXPLOIT) == set(),
    "12.16": lambda e: wrong([infantry(3, count=2), infantry(3, shock_army=True, count=3)], ONE, edition=e, **RUSSIA)
    == set()
    and wrong([infantry(3, shock_army=True, count=4)], ONE, edition=e, **RUSSIA) == {"12.16"},
    "12.19": lambda e: odds(fight([infantry(20, via="sea")], [infantry(1, count=4)], edition=e, **HAWAII).play_all(
        ["aside:d1"] * 2))[1] == 6,
    "12.23": lambda e: wrong([drop()], ONE, edition=e, terrain="sea") == {"12.23"},
    "13.43A": lambda e: wrong(NINE, ONE, edition=e, sides={"E": ["water"]}) == {"13.43A"},
    "13.43B": lambda e: wrong(NINE, ONE, edition=e, sides={"E": ["impassable"]}) == {"13.43B"},
}  # fmt: skip


def standing(nation, count=1, at=HERE):
    """Partisans on the board."""
    return {"side": "attacker", "type": "partisan", "nation": nation, "at": at, "count": count}


def pool(country, nation, number, **more):
    """Whether so many partisans are what a builder begins with in a country: one more than that is too many."""
    full, over = (sections(board(country, band(nation), standing(nation, n), **more).problems)
                  for n in (number, number + 1))  # fmt: skip
    return full == set() and over == {"11.21"}


def gated(country, nation, rule, **more):
    """Whether partisans of a country wait for what its rule asks."""
    return (
        why(board(country, band(nation), **more)) == set()
        and rule in why(board(country, band(nation), **more, partisans_permitted=False))
    )  # fmt: skip


def second(country, nation):
    """Why a second partisan may not be built in a turn."""
    game = board(country, band(nation, count=2), hexes={"1,0": {"country": country}}, partisans_added=1)
    after = Battle.start(game).play("place:1")
    return {rule for one in game.refusals(after.state) for rule in one.rules}


CHAPTER_11 = {
    "11.61": lambda e: leaves_taken("infantry") and not leaves_taken("partisan"),
    "11.21": lambda e: pool("France", "French", 1),
    "11.22": lambda e: why(board("France", band("German"))) == {"11.22"},
    "11.22A": lambda e: pool("Corsica", "French", 1) and pool("France", "Russian", 1),
    "11.22B": lambda e: pool("Ulster", "British", 2),
    "11.22C": lambda e: pool("Eastern Poland", "Russian", 4) and pool("Russia", "Russian", 1, partisans_added=-3),
    "11.22D": lambda e: pool("Siberia", "Russian", 2),
    "11.22E": lambda e: pool("Italy", "British", 1) and pool("Italy", "Russian", 1),
    "11.22F": lambda e: pool("China", "Nationalist Chinese", 2) and pool("China", "Communist Chinese", 1),
    "11.23": lambda e: pool("Greece", "Greek", 1) and why(board("Belgium", band("British"))) == {"11.23"},
    "11.32A": lambda e: gated("Greece", "Greek", "11.32A"),
    "11.32B": lambda e: gated("India", "Japanese", "11.32B"),
    "11.33A": lambda e: gated("France", "French", "11.33A"),
    "11.33B": lambda e: gated("Britain", "British", "11.33B") and why(board("Britain", band("Russian"))) == {"11.33B"},
    "11.33C": lambda e: (
        gated("Siberia", "Russian", "11.33C")
        and why(board("Ukraine", band("Russian"), ukraine_closed=True)) == {"11.33C"}
        and why(board("Russia", band("British"))) == {"11.33C"}
    ),
    "11.33D": lambda e: gated("Italy", "US", "11.33D"),
    "11.33E": lambda e: why(board("Germany", band("British"))) == {"11.33E"},
    "11.33F": lambda e: gated("China", "Communist Chinese", "11.33F"),
    "11.33G": lambda e: why(board("Japan", band("US"))) == {"11.33G"},
    "11.33H": lambda e: why(board("United States", band("Japanese"))) == {"11.33H"},
    "11.34": lambda e: gated("Spanish Morocco", "German", "11.34"),
    "11.341A": lambda e: gated("Kuwait", "Iraqi", "11.341A", partisans_added=1),
    "11.341B": lambda e: gated("Ireland", "Irish", "11.341B"),
    "11.341C": lambda e: pool("India", "Japanese", 2) and gated("India", "Japanese", "11.341C"),
    "11.341D": lambda e: (
        why(board("Poland", band("Russian"))) == {"11.341D"} and why(board("Poland", band("Polish"))) == set()
    ),
    "11.351": lambda e: sections(board("France").problems) == {"11.351"},
    "11.353A": lambda e: gated("Greece", "Greek", "11.353A"),
    "11.353B": lambda e: gated("Greece", "Greek", "11.353B"),
    "11.353C": lambda e: second("Greece", "Greek") == {"11.353C"} and second("Russia", "Russian") == set(),
    "11.353D": lambda e: (
        why(board("France", band(), hexes={HERE: {"country": "France", "control": "attacker"}})) == {"11.353D"}
    ),
    "11.353E": lambda e: (
        why(board("France", band(), hexes={HERE: {"country": "France", "features": ["base"]}})) == {"11.353E"}
    ),
    "11.41": lambda e: (
        why(board("Italy", band("Italian"))) == {"11.22"}
        and why(board("Italy", band("Italian", builder="russia"))) == set()
    ),
    "11.42": lambda e: (kept("Ireland", "Ulster", "Irish"), kept("Ireland", "Britain", "Irish")) == (set(), {"11.42"}),
    "11.45": lambda e: level("infantry", "partisan") == 1 and bleeds("infantry") and not bleeds("partisan"),
    "11.51": lambda e: dms(NINE, [unit("partisan", 3, isolated_turns=1)], edition=e) == {"15.33C": -1},
}
CHAPTERS_11_TO_13["13.43C"] = CHAPTERS_11_TO_13["13.43D"] = CHAPTERS_11_TO_13["13.43B"]
DEFENCE = {
    "15.31": lambda e: strength(game([armor(9)], [infantry(2, "Rumanian", ctl=0)], edition=e, nations=RUSSIA["nations"],
                                     country="Russia", **EXPLOIT)) == 2,
    "15.32A": lambda e: net(game(NINE, ONE, edition=e)) == 2,
    "15.32B": lambda e: dms([infantry(9, via="sea")], ONE, edition=e) == {"15.32B": 1},
    "15.32C": lambda e: dms(NINE, ONE, edition=e, sides={"E": ["river"]}) == {"15.32C": 1},
    "15.32D": lambda e: dms(NINE, ONE, edition=e, terrain="jungle_mountain") == {"15.32D": 2},
    "15.32E": lambda e: dms(NINE, ONE, edition=e, features=["fortress"]) == {"15.32E": 2},
    "15.32F": lambda e: dms(NINE, ONE, edition=e, features=["fortification"]) == {"15.32F": 1},
    "15.32G": lambda e: dms([infantry(9, via="sea")], ONE, edition=e, features=["beach"])
    == {"15.32B": 1, "15.32G": 1},
    "15.32H": lambda e: dms([drop()], ONE, edition=e) == {"15.32H": 1},
    "15.321": lambda e: dms([infantry(9), infantry(9, at=SOUTHEAST)], ONE, edition=e, **WALL,
                            sides={"E": ["fort"], "SE": ["river"]}) == {"15.321": 1},
    "15.322": lambda e: net(pay(fight([infantry(9), infantry(1, at=WEST), infantry(1, at=SOUTHEAST)], [infantry(2)],
                                      edition=e, sides={"E": ["river"]}).play("!result=a"), "a2", "a3").play("on"))
    == 3,
    "15.33A": lambda e: dms([armor(9)], [infantry(2)], edition=e, **EXPLOIT) == {"15.33A": -1},
    "15.33B": lambda e: dms(NINE, [infantry(2, "Greek")], edition=e, country="Egypt") == {"15.33B": -1},
    "15.33C": lambda e: dms(NINE, [infantry(2, ctl=0)], edition=e, country="France") == {"15.33C": -1},
    "15.33D": lambda e: dms(NINE, [infantry(2, isolated_turns=1)], edition=e) == {"15.33D": -1},
    "15.33E": lambda e: dms(NINE, [infantry(2)], edition=e, japanese_surprise=True, **JAPAN) == {"15.33E": -1},
    "15.33F": lambda e: dms(NINE, [infantry(2)], edition=e, country="Burma", china_resistance=0, **CHINA)
    == {"15.33F": -1},
    "15.33G": lambda e: dms([armor(9)], [infantry(2)], edition=e, nations=("German", "Russian"), country="Russia",
                            russia_first_turn=True) == {"15.33G": -1},
    "15.33H": lambda e: dms(NINE, [infantry(2)], edition=e, winter_effect=7) == {"15.33H": -1} if e == "new"
    else dms([chindit()], ONE, edition=e, **BURMA) == {"15.33H": -1},
    "15.33I": lambda e: dms([chindit()], ONE, edition=e, terrain="swamp", **BURMA) == {"15.32D": 1, "15.33I": -1},
    "15.331": lambda e: dms([armor(9)], [armor(2, mech="off")], edition=e, **EXPLOIT) == {"15.33A": -1},
    "15.35": lambda e: net(game([armor(9)], [infantry(2)], edition=e, sides={"E": ["river"]}, **EXPLOIT)) == 2,
}  # fmt: skip
ATTACK = {
    "15.21": lambda e: wrong([infantry(9, at="2,0")], ONE, edition=e) == {"15.21"},
    "15.41": lambda e: odds(game(NINE, [infantry(1), armor(2)], edition=e))[1] == 6,
    "15.42": lambda e: odds(game([infantry(9), infantry(3, attacks=False)], ONE, edition=e))[0] == 9,
    "15.43": lambda e: declared(e, ("0,0", ["a"]), ("2,0", ["a"]), units=TWO_HEXES) >= {"15.43"}
    and declared(e, ("0,0", ["a"]), units=TWO_HEXES[:2]) == set(),
    "15.44": lambda e: wrong([infantry(9, via="sea", at=EAST)], BOTH_HEXES, edition=e, **PAIR) == {"15.44"},
    "15.46": lambda e: wrong(NINE, ONE, edition=e, attacked_before=True) == {"15.46"},
    "15.47": lambda e: "15.47" in wrong([infantry(9, count=3)], ONE, edition=e),
    "15.51": lambda e: odds(game([infantry(9, via="sea"), unit("air", 3)], [infantry(1), unit("air", 2)], edition=e))
    == (12, 3 + 2 * 3, "1:1"),
    "15.52": lambda e: topic(fight([infantry(1)], [infantry(9)], edition=e)) == "hopeless"
    and wrong([infantry(1)], ONE, edition=e, nations=("French", "German")) == {"15.52"},
    "15.53": lambda e: topic(roll(fight([infantry(2)], ONE, edition=e), 6)) == "choose",
    "15.54": lambda e: gone(roll(fight([armor(4, count=2)], [armor(4)], edition=e, early_german=True, **EXPLOIT), 3))
    == {"a1": 1, "d1": 1},
    "15.55": lambda e: topic(roll(fort(e, 3), 6).play("keep")) == "convert",
    "15.55A": lambda e: converted(e, 1) == 2,
    "15.55B": lambda e: converted(e, 2) == 1,
    "15.55C": lambda e: converted(e, 3) == 0,
    "15.551": lambda e: payments(softened(roll(fight([infantry(6, "Italian", ctl=1), infantry(12, ctl=2)],
                                                      [infantry(3)], edition=e, features=["fortification"]), 6)))
    == [{"a1": 1, "d1": 1}, {"a2": 1, "d1": 1}],
    "15.6": lambda e: faces(fight([infantry(3)], ONE, edition=e)) == ["A", "a", "Ex", "Ex-1", "Ex-2", "d"],
    "15.61": lambda e: {"a2": 1, "d1": 1} in payments(fight([infantry(9), infantry(1)], ONE, edition=e).play(
        "!result=Ex-1")),
    "15.62": lambda e: payments(fight([infantry(3), infantry(1)], ONE, edition=e).play("!result=a"))
    == [{"a1": 1}, {"a2": 1}],
    "15.631": lambda e: {"a2": 1} in payments(fight([infantry(9), unit("air", 3)], ONE, edition=e).play("!result=a")),
    "15.632": lambda e: {"a1": 1, "a2": 1} in payments(fight([infantry(1), unit("air", 3)], ONE, edition=e).play(
        "!result=A")),
    "15.641": lambda e: {"a2": 1} in shelled(e, 4, unit("fleet", 5)),
    "15.641A": lambda e: {"a2": 1} not in shelled(e, 5, unit("fleet", 4)),
    "15.641B": lambda e: {"a2": 2} not in shelled(e, 5, unit("fleet", 3, count=2, bombardment=2)),
    "15.641C": lambda e: {"a2": 1} in shelled(e, 5, unit("fleet", 6)),
    "15.641D": lambda e: odds(game([infantry(2, via="sea"), unit("fleet", 9)], ONE, edition=e, **US))[0] == 2 + 6,
    "15.641E": lambda e: {"a1": 1, "a3": 1} in payments(roll(fight(
        [infantry(4, via="sea"), infantry(2, via="sea"), unit("fleet", 3, count=4)], [infantry(4)], edition=e,
        **US), 2)),
    "15.642": lambda e: all(way.get("a3", 0) >= (3 if e == "new" else 0) for way in payments(roll(fight(
        [infantry(6, via="sea"), unit("air", 3), unit("destroyer", 9)], [infantry(3)], edition=e, **US), 1)))
    and odds(game([infantry(2, via="sea"), unit("fleet", 9)], ONE, edition=e, **US))[0] == 2 + 6,
    "15.71": lambda e: topic(fight([infantry(9), unit("air", 3)], ONE, edition=e).play_all(
        ["!result=a", "lose:a2"])) == "again",
    "15.72": lambda e: "15.72" in cited(pay(again(e, [infantry(9, ctl=3)]).play("!result=a"), "a2").play("on")),
    "15.73": lambda e: odds(again(e, [infantry(9), infantry(9, attacks=False)]))[0] == 9 + 8,
    "15.74": lambda e: odds(again(e, NINE))[0] == 9 + 8,
    "15.75": lambda e: faces(again(e, [infantry(9)], [infantry(5)])) == ["a", "Ex", "Ex-1", "Ex-2", "d", "d"],
    "15.81": lambda e: again(e, [infantry(9, supply="partial")]).outcome is not None
    and again(e, [infantry(9)]).outcome is None,
    "15.82A": lambda e: again(e, [infantry(9, ctl=1)]).outcome is not None and again(e, NINE).outcome is None,
    "15.82B": lambda e: odds(pay(fight([infantry(9), unit("air", 9, ctl=1)], ONE, edition=e).play("!result=a"),
                                 "a2").play("on"))[0] == 9,
    "15.82C": lambda e: wrong([armor(9, ctl=0)], ONE, edition=e, **EXPLOIT) == {"15.82C"}
    and "16.11A" in closing(won(e, [armor(9, ctl=0)])),
    "15.82E": lambda e: dms(NINE, [infantry(2, ctl=0)], edition=e, country="France") == {"15.33C": -1},
    "15.91": lambda e: options(won(e, [infantry(9, count=2)])) == ["advance:a1", "stay"],
    "15.92A": lambda e: won(e, [infantry(9, supply="none")]).outcome.result == "emptied",
    "15.92C": lambda e: options(won(e, [infantry(9), drop(1)])) == ["advance:a1", "stay"],
    "15.92D": lambda e: "15.92D" in fight([infantry(1)], [infantry(2)], edition=e).play("!result=A").node.rules,
    "15.93": lambda e: won(e, [infantry(4), infantry(4, "Italian")], allies_disagree=True).outcome.result == "emptied",
    "16.11": lambda e: "16.11" in closing(won(e, [armor(9)])),
    "16.11A": lambda e: "16.11A" in closing(won(e, NINE)),
    "16.11B": lambda e: "16.11B" in closing(won(e, [armor(9), drop(1)]).play("stay")),
    "16.13": lambda e: "16.13" in closing(won(e, [armor(9)], **EXPLOIT)),
    "16.15": lambda e: dms([armor(9, off_beach=True)], [infantry(2)], edition=e, **EXPLOIT) == {},
    "16.41": lambda e: wrong([armor(9), infantry(3)], ONE, edition=e, **EXPLOIT) == {"16.41"},
    "16.45": lambda e: wrong([armor(4, count=4)], ONE, edition=e, hexes={EAST: {"features": ["breakthrough"]}},
                             **EXPLOIT) == set(),
}  # fmt: skip
ASKED = {
    "15.54A": ATTACK["15.54"],
    "15.54B": ATTACK["15.54"],
    "21.526": lambda e: [odds(game([infantry(2, via="sea"), unit("fleet", 9)], ONE, edition=e, bombardment_ratio=ratio,
                                   **US))[0] for ratio in (1, 2)] == [4, 6],
    "30.522A": ATTACK["15.81"],
    "32.241": lambda e: dms(NINE, ONE, edition=e, features=["fortress"], fort_unsupplied=1) == {"15.32E": 1},
    "33.61C": CHAPTER_10["10.11"],
    "34.24B": lambda e: "15.21" in wrong(NINE, ONE, edition=e, terrain="swamp", monsoon=True),
    "42.24I": CHAPTERS_11_TO_13["12.16"],
    "42.24J": CHAPTERS_11_TO_13["12.16"],
    "43.424A": lambda e: converted(e, 1, atomic=True) == 0,
    "51.72I": lambda e: converted(e, 1, nations=("Japanese", "Russian"), japanese_surprise=True) == 0,
    "56.73": lambda e: dms(NINE, [infantry(2)], edition=e, nations=("British", "Italian"), front="mediterranean",
                           rome_allied=True) == {"15.33B": -1},
}  # fmt: skip
WITNESSES = {
    **CHAPTER_10, **CHAPTER_11, **CHAPTERS_11_TO_13, **DEFENCE, **ATTACK, **CHAPTER_14, **ASKED,
    **witnesses_movement.WITNESSES, **exploiting_witnesses.WITNESSES,
}  # fmt: skip
CASES = [
    (section, edition)
    for section, rule in RULESET.index.items()
    if rule.status in BOUND
    for edition in (("old", "new") if "both" in rule.editions else rule.editions)
]


@pytest.mark.parametrize(("section", "edition"), CASES, ids=lambda value: value)
def test_a_battle_shows_it(section, edition):
    assert WITNESSES[section](edition)


def test_no_witness_is_idle():
    assert set(WITNESSES) == {section for section, _ in CASES}
