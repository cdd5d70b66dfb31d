"""Movement phases that show the rules of chapters 10 to 13: each holds while its rule is in force, and not without it.

``e`` is the edition; chapters 10 to 14 are in the newer one only.
"""

from __future__ import annotations

from hexumpire.files.codec import read_scenario
from hexumpire.model.errors import InputError

from tests.rules.aworldatwar import marches
from tests.rules.aworldatwar.marches import (
    LINE,
    charge,
    far,
    foot,
    go,
    phase,
    refused,
    some,
    take,
    tank,
    told,
    ways,
    where,
)

WEAK = some("infantry", "1,0")
ZONE = "2,-1"
PACIFIC = {"theatre": "pacific", "nations": ("US", "Japanese")}
RUSSIA = {"nations": ("German", "Russian"), "russian_surprise": True}
AIR = {"type": "air", "factors": 4}


def begin(*args, **more):
    return marches.begin(*args, line=(*LINE, "-1,1"), **more)


def leaving(**more):
    """What it costs infantry in 1,0 to go back to 0,0 out of the zone of armor in ZONE."""
    return ways(phase([foot("1,0")], [tank(ZONE)], **more))["0,0"]


def jungle(unit, *terrains, nations=("British", "Japanese")):
    hexes = {f"{number},0": {"terrain": terrain} for number, terrain in enumerate(terrains, 1)}
    return ways(phase([unit], hexes=hexes, theatre="pacific", nations=nations))


def tapped(battle, unit="a1", place="1,0"):
    """By which rules a unit may not overrun a hex; empty when it may."""
    battle = take(battle, unit)
    return set() if f"overrun:{place}" in battle.legal_actions else refused(battle, unit, place)


def overrun(*answers, own=None, foes=None, **more):
    return charge(begin(own or [tank(factors=12)], foes or [WEAK], **more), "a1", "1,0", *answers)


def failed(*first, own=()):
    foes = [WEAK, some("air", "5,0")]
    return overrun(*first, "gs:4", "das:1", own=[tank(factors=8), AIR, *own], foes=foes)


def by_sea(type):
    try:
        read_scenario({"ruleset": "aworldatwar", "targets": ["0,0"], "units": [
            {"side": "attacker", "type": type, "nation": "French", "at": "1,0", "via": "sea"}]})  # fmt: skip
    except InputError:
        return False
    return True


WITNESSES = {
    "10.12": lambda e: far(phase([some("mechanized", movement=4)])) == 4
    and far(phase([some("mechanized", movement=4)], **PACIFIC)) == 2,
    "10.22": lambda e: far(phase([some("replacement")])) == 1,
    "10.33": lambda e: ways(phase([tank(movement=3)], hexes={"1,0": {"terrain": "mountain"}}, **PACIFIC)) == {"1,0": 2}
    and far(phase([tank(supply="none", exploited=True)])) == 5,
    "10.34": lambda e: leaving() == 3,
    "10.341A": lambda e: leaving(hexes={"1,0": {"control": "neutral"}}) == 1,
    "10.341B": lambda e: leaving(sides={"1,0:NE": ["water", "arrow"]}) == 1,
    "10.341C": lambda e: leaving(sides={"1,0:NE": ["fort"]}, hexes={"1,0": {"features": ["west_wall"]}}) == 1,
    "10.341D": lambda e: leaving(sides={"1,0:NE": ["river"]}, **PACIFIC) == 1,
    "10.342": lambda e: leaving(sides={"1,0:NE": ["river"]}) == 3
    and leaving(sides={"1,0:NE": ["fort"]}, hexes={ZONE: {"features": ["maginot"]}}) == 3,
    "10.343": lambda e: refused(take(marches.begin([foot("1,0")], [tank(ZONE)]), "a1"), "a1", "3,0")
    == {"13.41", "13.41D", "10.343"},
    "10.344": lambda e: leaving(hexes={"1,0": {"control": "defender"}}, **RUSSIA) == 2 and leaving(**RUSSIA) == 1,
    "10.63": lambda e: jungle(some("chindit", movement=2), "jungle", "jungle") == {"1,0": 1, "2,0": 2}
    and jungle(some("chindit", movement=2), "jungle_mountain") == {"1,0": 2},
    "10.92": lambda e: far(phase([some("flak")])) == 1,
    "10.94": lambda e: "10.94" in told(go(begin([foot()], [some("flak", "1,0")]), "a1", "1,0")),
    "11.43": lambda e: by_sea("infantry") and not by_sea("partisan"),
    "12.15": lambda e: [one.id for one in failed(own=[foot(count=2, supply="none")]).node.options] == ["remove:a3"],
    "12.17": lambda e: "remove:a1" in begin([foot(count=3, supply="none")]).legal_actions
    and "done" not in begin([foot(count=3)]).legal_actions,
    "12.21": lambda e: "done" not in go(begin([foot(), foot("1,0", count=2)]), "a1", "1,0").legal_actions,
    "12.22": lambda e: where(go(begin([foot(), foot("1,0", count=2)]), "a1", "2,0"))["a1"] == ["2,0"],
    "13.11": lambda e: refused(begin([foot(), AIR]), "a2") == {"13.11"},
    "13.21": lambda e: where(begin([foot(count=2)]).play_all(["scrap", "scrap:a1"])) == {"a1": ["0,0"]},
    "13.22C": lambda e: refused(begin([foot(), some("fleet")]).play("scrap"), "a2") == {"13.22C"},
    "13.41": lambda e: far(phase([tank(movement=4)])) == 4,
    "13.41A": lambda e: refused(begin([foot(supply="none")]), "a1") == {"13.41A"},
    "13.41B": lambda e: ways(phase([foot()])) == {"1,0": 1, "2,0": 2, "3,0": 3},
    "13.41C": lambda e: jungle(foot(), "jungle") == {"1,0": 2}
    and jungle(foot(), "jungle", "jungle", nations=("Japanese", "US")) == {"1,0": 1, "2,0": 2},
    "13.41D": lambda e: leaving() == 3 and leaving(**PACIFIC) == 2,
    "13.41E": lambda e: tapped(begin([tank(factors=12, movement=1)], [WEAK])) == {"13.41E", "13.52"},
    "13.41F": lambda e: far(phase([tank(supply="partial")])) == 3,
    "13.411": lambda e: ways(phase([some("replacement")], hexes={"1,0": {"terrain": "forest"}})) == {"1,0": 2},
    "13.42": lambda e: refused(begin([foot(moved=True)]), "a1") == {"13.42"},
    "13.45": lambda e: where(go(go(begin([foot(count=2)]), "a1", "1,0", many=2), "a1", "2,0"))["a1"]
    == ["1,0", "2,0"],
    "13.46": lambda e: far(phase([foot()], [some("infantry", "2,0")])) == 1,
    "13.47": lambda e: far(phase([tank()], hexes={f"{q},0": {"weather": "area"} for q in range(3, 9)},
                                 weather_loss=4)) == 3,
    "13.51": lambda e: tapped(begin([foot(factors=12)], [WEAK])) == {"13.51"},
    "13.52": lambda e: overrun().state.overrun == 1 and tapped(begin([tank(factors=11)], [WEAK])) == {"13.52"},
    "13.521": lambda e: "overrun:2,0" in take(go(go(marches.begin([tank(), tank("1,1")], [some("infantry", "2,0")]),
                                                   "a1", "1,0"), "a2", "1,0"), "a1", "1,0").legal_actions,
    "13.522": lambda e: refused(take(begin([tank(count=3)], [WEAK], hexes={"0,0": {"features": ["breakthrough"]}}),
                                     "a1").play("more").play("more"), "a1", "1,0") == {"13.522", "13.52"},
    "13.53": lambda e: [overrun(own=[tank(factors=8), AIR]).node.topic,
                        overrun(foes=[WEAK, some("air", "5,0")]).node.topic] == ["support", "cover"],
    "13.531": lambda e: where(failed())["a1"] == ["0,0"] and refused(failed(), "a1") == {"13.531"},
    "13.532": lambda e: refused(overrun(own=[tank(factors=12), tank(), some("airborne", via="airdrop")]), "a3")
    == {"13.532"},
    "13.54": lambda e: overrun().game.overlay(overrun().state)["lost"] == {"d1": 1},
    "13.55": lambda e: "go:3,0" in take(overrun(), "a1", "1,0").legal_actions,
    "13.55A": lambda e: "go:3,0" in take(overrun(), "a1", "1,0").legal_actions,
    "13.55B": lambda e: charge(overrun(foes=[WEAK, some("infantry", "2,0")]), "a1", "2,0").state.overrun
    == 1 + 1,
    "13.56": lambda e: where(go(overrun(own=[tank(factors=12), foot()]), "a2", "3,0"))["a2"] == ["3,0"],
    "13.57": lambda e: tapped(begin([tank(factors=12)], [WEAK], hexes={"1,0": {"weather": "area"}},
                                    weather_overruns=True)) == {"13.57"},
    "13.58": lambda e: "13.58" in refused(begin([tank(factors=12, via="sea")], [WEAK],
                                                hexes={"0,0": {"terrain": "sea"}}), "a1"),
    "13.59": lambda e: overrun(own=[tank(factors=24)], hexes={"1,0": {"features": ["fortress"]}}).state.overrun == 1,
}  # fmt: skip
