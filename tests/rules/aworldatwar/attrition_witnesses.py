"""A battle for every rule of attrition: true while the rule is in force, false without it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rules.aworldatwar.attrition_boards import (
    around,
    board,
    counted,
    due,
    foe,
    front,
    mine,
    options,
    play,
    refused,
    sea,
    why_not,
)

N = "0,-1"  # north-west of 0,0
PAIR = (mine("a", "0,0"), foe("d", N))
"""One against one, next to each other."""
STACK = (mine("a", "0,0"), mine("b", "1,-1"), foe("d", N, 3), foe("e", N, 2))
"""Two attackers beside a hex that holds a larger and a smaller unit."""
WINTER: dict[str, Any] = {"winter_level": 6, "winter_designations": 2}


def with_type(type: str, factors: int = 1, **more: Any) -> tuple[str, ...]:
    """Why an attacker of a type does not count."""
    return why_not(board(*PAIR, mine("x", "1,-1", factors, type, **more)), "x")


def take(game: Any, hexes: int = 1, **more: Any) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """Hexes that may be chosen where so many are called for and no counters, and the refusals."""
    state = due(game, 0, hexes, **more)
    return options(game, state), refused(game, state)


def taken_of(**hex: Any) -> bool:
    """Whether a hex of this kind may be taken."""
    return f"take:{N}" in take(board(*PAIR, hexes={N: hex}))[0]


def jungle(nation: str, type: str = "infantry", terrain: str = "jungle") -> bool:
    """Whether a unit takes a jungle hex."""
    return f"take:{N}" in take(board(mine("a", "0,0", 1, type, nation), foe("d", N, nation="Dutch"),
                                     hexes={N: {"terrain": terrain}}))[0]  # fmt: skip


def lose(*units: Any, counters: int = 1, **more: Any) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """Counters that may be lost, and the refusals."""
    game = board(*units, **more)
    state = due(game, counters)
    return options(game, state), refused(game, state)


def fed(**fields: Any) -> list[str]:
    """What may be lost where infantry stands across the sea; ``fields`` of the unit attritioned."""
    return lose(*PAIR[:1], foe("d", N, **fields), foe("far", "0,-5", 1, losses_from="supply"),
                hexes=sea(*around("0,-5")))[0]  # fmt: skip


def russians(*units: Any, counters: int = 2, hexes: int = 1, **more: Any) -> tuple[Any, Any]:
    """A Russian winter attrition with a result in force."""
    game = board(mine("a", "0,0", 3, "infantry", "Russian"), mine("b", "1,0", 3, "infantry", "Russian"), *units,
                 **{**WINTER, **more})  # fmt: skip
    return game, due(game, counters, hexes)


def german(id: str, at: str, factors: int = 3, **more: Any) -> Any:
    """An Axis defender."""
    return foe(id, at, factors, **{"nation": "German", **more})


def goes(
    *units: Any, hexes: Any = None, sides: Any = None, **more: Any
) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """Where the defender next to ``0,0`` may retreat, and the refusals by hex."""
    game = board(*PAIR, *units, hexes=hexes, sides=sides, **more)
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    shown = {refusal.hex: tuple(refusal.rules) for refusal in game.refusals(state)}
    return [action.partition(":")[2] for action in options(game, state) if action.startswith("retreat")], shown


EAST, NORTHEAST, NORTHWEST, WEST, SOUTHWEST, _ = around(N)  # of the defender; the last one is the attacker's hex
CLOSED = sea(EAST, WEST, SOUTHWEST)  # leaves two hexes to the north


def emptied(**more: Any) -> bool:
    """Whether an empty hex of the zone is taken once its only unit is lost."""
    game = board(*PAIR, **more)
    state = due(game, 1)
    return f"take:{around('0,0')[1]}" in options(game, play(game, state, "lose:d"))


def alone(minors: bool) -> int:
    """How many attritions there are against Russians beside a Turk."""
    return len(board(*PAIR, foe("t", "2,-1", nation="Turkish"), minors_alone=minors).flow.ground.zones)


def topics() -> list[str]:
    """The phases of an attrition that takes a counter and a hex."""
    game = board(*STACK, foe("f", "5,5"))
    state, seen = game.start(), []
    for action in ("roll", "d6=6", "keep"):
        seen.append(state.phase)
        if action == "d6=6":
            state = due(game, 1, 1)
            break
        state = game.apply(state, action)
    for action in ("lose:f", f"take:{N}", "done"):
        seen.append(state.phase)
        state = play(game, state, action)
    while options(game, state):
        seen.append(state.phase)
        state = play(game, state, options(game, state)[0])
    return list(dict.fromkeys(seen))


LEVELS: dict[str, Callable[[], bool]] = {
    "10.64B": lambda: jungle("British", "chindit") and not jungle("British")
    and not jungle("British", "chindit", "jungle_mountain"),
    "10.94": lambda: flak_lost() == (1, 1),
    "11.45": lambda: "11.45" in with_type("partisan") and lose(*PAIR, foe("p", "2,-1", 1, "partisan"))[1]["p"]
    == ("11.45",),
    "12.17": lambda: goes(foe("x", NORTHEAST, count=2), hexes=sea(EAST, WEST, SOUTHWEST, NORTHWEST))[0] == [NORTHEAST],
    "14.11": lambda: topics() == ["muster", "die", "lose", "take", "retreat", "occupy"],
    "14.13": lambda: (game := board(*PAIR)).apply(game.start(), "pass").phase == "over",
    "14.21": lambda: front(board(*PAIR, mine("far", "5,5", 9))).factors == 3,
    "14.211": lambda: len(board(*PAIR, foe("x", "5,0"), mine("b", "5,1"), hexes=sea(*around("5,0")[:5])).flow.ground
                          .zones) == 2 and len(board(*PAIR, foe("x", "5,0")).flow.ground.zones) == 1,
    "14.212": lambda: len(board(*PAIR, foe("x", "5,0"), hexes={N: {"attrition_zone": "A"}}).flow.ground.zones) == 2,
    "14.213": lambda: front_after(board(*STACK), "out:b") == 3,
    "14.22A": lambda: counted(board(mine("a", "0,0", supply="none"), foe("d", N))) == {"a"},
    "14.22B": lambda: counted(board(*PAIR, hexes={"0,0": {"attrition_zone": "B"}, N: {"attrition_zone": "A"}}))
    == {"a"},
    "14.23A": lambda: why_not(board(*PAIR, mine("x", "1,-1", fought=True)), "x") == ("14.23A",),
    "14.23B": lambda: second_of_two_zones() == ("14.23B",),
    "14.23C": lambda: why_not(board(*PAIR, mine("x", "1,-1"), sides={"0,-1:E": ["impassable"]}), "x")
    == ("14.23C", "13.43B", "13.43C", "13.43D")
    and "x" not in counted(board(*PAIR, mine("x", "1,-1"), sides={"0,-1:E": ["water"]}))
    and "x" in counted(board(*PAIR, mine("x", "1,-1"), sides={"0,-1:E": ["water", "arrow"]})),
    "14.23D": lambda: why_not(board(*PAIR, mine("x", "1,-1"), sides={"0,-1:E": ["fort"]},
                                    hexes={N: {"features": ["west_wall"]}}), "x") == ("14.23D",)
    and not front(board(*PAIR, hexes={N: {"features": ["fortress"]}})).factors,
    "14.23E": lambda: why_not(board(*PAIR, mine("x", "5,5"), foe("p", "5,4", 1, "partisan")), "x")[0] == "14.23E"
    and why_not(board(*PAIR, mine("x", "1,-1", attacks=False)), "x") == ("14.23E",),
    "14.23F": lambda: all(with_type(type)[0] == "14.23F" for type in ("partisan", "replacement", "flak")),
    "14.24": lambda: len(board(*PAIR, foe("x", "5,0"), hexes={N: {"attrition_zone": "A"}}).flow.ground.zones) == 2,
    "14.31": lambda: levels(board(*PAIR, foe("w", "1,-1", nation="British"), mine("b", "1,0"))) == [3, 6],
    "14.32": lambda: front(board(*PAIR, mine("r", "1,-1", 2, nation="Rumanian"))).factors == 5 and alone(False) == 1,
    "14.33": lambda: alone(True) == 2,
    "14.41": lambda: board(*PAIR).assess(board(*PAIR).start()).results == (
        ("d6=1", "-"), ("d6=2", "-"), ("d6=3", "-"), ("d6=4", "-"), ("d6=5", "1C"), ("d6=6", "1C")),
    "14.42A": lambda: [front(board(mine("a", "0,0", 30), mine("b", "1,-1", 30), mine("c", "-1,-1", n), foe("d", N),
                                   )).modifier for n in (10, 11, 20, 21)] == [0, 1, 1, 2],
    "14.42B": lambda: [front(board(mine("a", "0,0", 3, ctl=3), mine("b", "1,-1", n, ctl=1), foe("d", N))).modifier
                       for n in (2, 3)] == [1, -1],
    "14.42C": lambda: [front(board(mine("a", "0,0", winter_preparation=6), foe("d", N, winter_preparation=3),
                                   winter_level=level)).modifier for level in (6, 4, 2, 0)] == [3, 1, 0, 0],
    "14.43": lambda: [board(mine("a", "0,0", 3, ctl=n), foe("d", N)).assess(board(*PAIR).start()).results[5][1]
                      for n in (-3, 9)] == ["-", "3C/1H"],
    "14.44": lambda: swaps() == ["keep", "swap"],
}  # fmt: skip


def flak_lost() -> tuple[int, int]:
    """Counters and factors lost where a hex with flak is occupied."""
    game = board(*PAIR, foe("k", N, 1, "flak"))
    lost: tuple[int, int] = game.flow.lost(play(game, due(game, 0, 1), f"take:{N}", "done"))
    return lost


def levels(game: Any) -> list[int]:
    """Factors of every attrition."""
    return [front(game, number).factors for number in range(len(game.flow.ground.fronts))]


def front_after(game: Any, action: str) -> int:
    """Factors after an action at the start."""
    return int(game.flow.level(game.apply(game.start(), action)).factors)


def second_of_two_zones() -> tuple[str, ...]:
    """Why a unit between two zones does not count in the second attrition."""
    hexes = {N: {"attrition_zone": "A"}, "0,1": {"attrition_zone": "B"}}
    game = board(*PAIR, foe("e", "0,1"), mine("b", "1,1"), hexes=hexes)
    state = play(game, game.start(), "attrition:0", "roll")
    state = game.apply(state, "d6=1")
    return next(tuple(look.rules) for look in game.flow.level(state).looks if look.i == 0)


def swaps() -> list[str]:
    """What is offered for 1C/1H."""
    game = board(mine("a", "0,0", 15), foe("d", N, count=2))
    return options(game, game.apply(game.apply(game.start(), "roll"), "d6=5"))


RESULTS: dict[str, Callable[[], bool]] = {
    "14.51": lambda: lose(*STACK, counters=2)[0] == ["lose:e", "lose:d"]
    and (game := board(*STACK)) is not None and play(game, due(game, 2), "lose:e").phase == "lose"
    and play(game, due(game, 1), "lose:e").phase == "over",
    "14.52A": lambda: "lose:far" in fed() and "lose:far" not in fed(supply="partial")
    and "lose:far" not in fed(oil_short=True)
    and lose(*PAIR, foe("far", "0,-5", 4, "armor", losses_from="supply"), hexes=sea(*around("0,-5")))[1]["far"]
    == ("14.52A",)
    and lose(*PAIR, foe("far", "0,-5", 1), hexes=sea(*around("0,-5")))[1]["far"] == ("14.52A", "14.211"),
    "14.52B": lambda: lose(*PAIR, foe("x", "5,0", losses_from="box"))[1]["x"] == ("14.52B",)
    and "lose:x" in lose(*PAIR, foe("x", "5,0", losses_from="home_box"))[0],
    "14.52C": lambda: options(game := board(*PAIR, foe("x", "5,-3", count=5)), play(game, due(game, 3), "lose:x"))
    == [],
    "14.521": lambda: russians(german("d", N))[1].phase == "designate"
    and due(board(*PAIR, **WINTER), 1, 1).phase == "lose",
    "14.521A": lambda: refused(*russians(german("d", N), german("x", "5,0")))["5,0"] == ("14.521A",)
    and refused(*outside_winter())["1,-1"] == ("14.521A",),
    "14.521B": lambda: f"bleed:{N}" in options(*russians(german("d", N)))
    and f"bleed:{N}" not in options(*russians(german("d", N), counters=0)),
    "14.521C": lambda: f"seize:{N}" in options(*russians(german("d", N)))
    and f"seize:{N}" not in options(*russians(german("d", N), hexes=0)),
    "14.521D": lambda: options(*designated(f"bleed:{N}", winter_designations=1))[0].startswith("lose:"),
    "14.521E": lambda: refused(*designated(f"bleed:{N}"))[N] == ("14.521E",),
    "14.521F": lambda: refused(*russians(german("d", N), german("f", "1,-1", nation="Finnish")))["1,-1"]
    == ("14.521F",),
    "14.521G": lambda: options(*designated(f"bleed:{N}", "done", counters=1)) == ["lose:d"]
    and "lose:far" not in options(*designated("done")) and "lose:d" not in options(*designated(f"seize:{N}", "done")),
    "14.521H": lambda: designated(f"seize:{N}", "done", counters=0)[1].chosen == (N,),
    "14.522": lambda: options(game := board(mine("a", "0,0", nation="Japanese"), foe("d", N, nation="British"),
                                            foe("x", "5,-3", nation="Australian")), due(game, 1)) == ["lose:d"],
}  # fmt: skip


def outside_winter() -> tuple[Any, Any]:
    """A Russian winter attrition with a hex outside the winter zone."""
    game = board(mine("a", "0,0", nation="Russian"), german("d", N), german("x", "1,-1"),
                 hexes=None, **WINTER)  # fmt: skip
    assert "bleed:1,-1" in options(game, due(game, 2, 1))
    game = board(mine("a", "0,0", nation="Russian"), german("d", N), german("x", "1,-1"),
                 hexes={"1,-1": {"outside_winter": True}}, **WINTER)  # fmt: skip
    return game, due(game, 2, 1)


def designated(*actions: str, counters: int = 2, **more: Any) -> tuple[Any, Any]:
    """A Russian winter attrition after these designations, with a unit beside the front and one far away."""
    game, state = russians(german("d", N), german("x", "1,-1"), german("far", "0,-6"), counters=counters, **more)
    return game, play(game, state, *actions)


HEXES: dict[str, Callable[[], bool]] = {
    "14.61": lambda: take(board(*PAIR))[0] == [f"take:{N}", "done"]
    and take(board(mine("a", "0,0", supply="none"), foe("d", N)))[0] == ["done"]
    and len(options(game := board(*STACK, foe("f", "1,-2")), play(game, due(game, 0, 1), f"take:{N}"))) == 1,
    "14.62A": lambda: refused(game := board(*PAIR, foe("e", "1,-1"), foe("f", "5,5")),
                                play(game, due(game, 2, 1), "lose:d", "lose:f"))[N] == ("14.62A",),
    "14.62B": lambda: refused(game := board(*STACK), play(game, due(game, 1, 1), "lose:d"))[N] == ("14.62B",)
    and f"take:{N}" in options(game, play(game, due(game, 1, 1), "lose:e")),
    "14.62C": lambda: taken_of() and not any(
        taken_of(features=[one]) for one in ("capital", "objective", "ic", "railhead", "singapore"))
    and taken_of(features=["bridgehead"]) and not taken_of(features=["bridgehead"], bridgehead_by="river"),
    "14.62D": lambda: not taken_of(terrain="forest") and jungle("Japanese") and not jungle("German")
    and f"take:{N}" in take(board(*PAIR, hexes={N: {"terrain": "swamp"}}, frozen_swamps=True))[0],
    "14.62E": lambda: take(board(*PAIR, sides={"0,0:NW": ["river"]}))[1][N] == ("14.62E",)
    and take(board(*PAIR, sides={"0,0:NW": ["water", "arrow"]}))[1][N] == ("14.62E",),
    "14.64": lambda: take(board(*PAIR, foe("e", "1,-1")), 2)[0] == [f"take:{N}", "take:1,-1", "done"]
    and refused(game := board(*PAIR, foe("e", "1,-1")), play(game, due(game, 0, 2), f"take:{N}"))["1,-1"] == ("14.64",),
    "14.65": lambda: emptied() and not emptied(hexes={around("0,0")[1]: {"terrain": "forest"}}),
    "14.71": lambda: topics()[-2:] == ["retreat", "occupy"],
    "14.72A": lambda: goes(mine("x", EAST))[1][EAST][0] == "14.72A"
    and goes(hexes={EAST: {"control": "attacker", "features": ["railhead"]}})[1][EAST] == ("14.72A",),
    "14.72B": lambda: second_retreat() == ("14.72B",),
    "14.72C": lambda: goes()[1]["0,0"] == ("14.72A", "14.72C"),
    "14.72D": lambda: goes(hexes=sea(EAST))[1][EAST][0] == goes(hexes={EAST: {"control": "neutral"}})[1][EAST][0]
    == goes(sides={f"{N}:E": ["impassable"]})[1][EAST][0] == "14.72D",
    "14.73": lambda: "14.73" in goes(foe("x", NORTHEAST, count=2), hexes=CLOSED)[1][NORTHEAST],
    "14.73A": lambda: goes(foe("x", NORTHEAST, count=2), mine("t", around(NORTHWEST)[2], 4, "armor"),
                           hexes=CLOSED, sides=shut(around(NORTHWEST)[2], NORTHEAST))[0] == [NORTHEAST],
    "14.73B": lambda: goes(mine("t", around(NORTHWEST)[2], 4, "armor"), hexes={**CLOSED, NORTHEAST: {
        "control": "attacker"}}, sides=shut(around(NORTHWEST)[2], NORTHEAST))[0] == [NORTHWEST],
    "14.73C": lambda: goes(hexes={**CLOSED, **sea(NORTHWEST), NORTHEAST: {"control": "attacker"}})[0] == [NORTHEAST],
    "14.75": lambda: len(goes()[0]) > 1,
    "14.76": lambda: (game := board(*PAIR, hexes=sea(*around(N)[:5]))) is not None
    and game.flow.lost(play(game, due(game, 0, 1), f"take:{N}", "done")) == (1, 3),
}  # fmt: skip


def shut(here: str, there: str) -> Any:
    """Water between two hexes, if they are neighbours."""
    return {f"{here}:{side}": ["water"] for side, place in zip(("E", "NE", "NW", "W", "SW", "SE"), around(here),
                                                               strict=True) if place == there}  # fmt: skip


def second_retreat() -> tuple[str, ...]:
    """Why a unit does not retreat into a neighbouring hex that is to be occupied too."""
    game = board(mine("a", "0,0"), mine("b", "1,0"), foe("d", N), foe("e", "1,-1"))
    state = play(game, due(game, 0, 2), f"take:{N}", "take:1,-1", "done")
    return next(tuple(refusal.rules) for refusal in game.refusals(state) if refusal.hex in ("1,-1", N))


WITNESSES: dict[str, Callable[[str], bool]] = {
    section: (lambda edition, look=look: look()) for section, look in {**LEVELS, **RESULTS, **HEXES}.items()
}
for step in ("14.11A", "14.11B", "14.11C", "14.11D", "14.11E"):
    WITNESSES[step] = WITNESSES["14.11"]
