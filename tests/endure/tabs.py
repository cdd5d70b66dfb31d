"""Two tabs of the same site, each with a battle of its own, fought in turn: neither takes anything from the other."""

from __future__ import annotations

from tests.endure.keeping import fought, kept_titles, same
from tests.endure.seats import Fault, Look, Place, Seat, Wish, games, opened

TURNS = 5


def _turn(seat: Seat, seed: int) -> Look:
    """One step, and now and then one back."""
    found: Look = seat.do("step", seed)["look"]
    if seed % 3 == 2:
        found = seat.do("back") or found
    seat.do("settled")
    return found


def _in_turn(wish: Wish, left: Seat, right: Seat) -> list[Fault]:
    """Fight in both, a step here and a step there."""
    faults: list[Fault] = []
    looks = [left.look(), right.look()]
    for turn in range(TURNS):
        for side, (name, seat) in enumerate((("left", left), ("right", right))):
            what = f"turn {turn}: a step in the other tab changed what the {name} one shows"
            faults += same(what, looks[side], seat.look())
            looks[side] = _turn(seat, wish.seed + turn)
    return faults


def _again(seat: Seat, name: str) -> list[Fault]:
    """The tab is loaded again: the same position; its last step can be taken back, and put back."""
    faults: list[Fault] = []
    back = seat.do("back")
    seat.do("settled")
    undone = bool(seat.script("return document.querySelectorAll('[data-do=putback]').length"))
    before = seat.look()
    if back is None:
        return [f"{name}: nothing can be taken back"]
    seat.reload()
    faults += same(f"{name}: loaded again, it shows another position", before, seat.look())
    if undone and not seat.script("return document.querySelectorAll('[data-do=putback]').length"):
        faults.append(f"{name}: loaded again, what was taken back cannot be put back: the other tab's battle is kept")
    if before["log"] and seat.do("back") is None:
        faults.append(f"{name}: loaded again, nothing can be taken back")
    seat.do("settled")
    return faults


def _lists(place: Place, left: Seat, right: Seat) -> list[Fault]:
    """Both leave their battle; both battles are on the list, in the tabs and in a new one."""
    faults: list[Fault] = []
    for seat in (left, right, left):
        seat.do("battles")
        seat.do("close")
    kept = kept_titles(right)
    faults += [
        f"the battle of the tab {title} is not kept: kept are {kept}"
        for title in ("Left", "Right")
        if title not in kept
    ]
    third = place.tab().open(place.url)
    found = [card["title"] for card in third.do("list")]
    faults += [f"a third tab's list lacks {title}: {found}" for title in ("Left", "Right") if title not in found]
    return [*faults, *third.wrong()]


def _set_ups(left: Seat, right: Seat, keys: list[str]) -> list[Fault]:
    """A set-up is changed in each tab; loaded again, each can undo its own change."""
    faults: list[Fault] = []
    titles = {"left": "Changed left", "right": "Changed right"}
    for seat, name, game in ((left, "left", keys[0]), (right, "right", keys[2])):
        seat.do("put", {"game": game, "nth": 2, "title": "", "straight": True})
        seat.do("name", titles[name])
        seat.do("settled")
    for seat, name in ((left, "left"), (right, "right")):
        seat.reload()
        if seat.look()["caption"] != titles[name]:
            faults.append(f"{name}: loaded again, the set-up is {seat.look()['caption']!r}, not {titles[name]!r}")
        elif not seat.script("const it = document.querySelector('[data-do=undo]'); return it && !it.disabled"):
            faults.append(
                f"{name}: loaded again, the change of the set-up cannot be undone: the other tab's steps are kept"
            )
    return faults


def tabs(wish: Wish) -> list[Fault]:
    """Fight in two tabs at a time."""
    with opened(wish.browser) as place:
        left = place.tab().open(place.url)
        right = place.tab().open(place.url)
        keys = games(left)
        fought(left, wish, keys[0], 0, "Left", 1)
        fought(right, wish, keys[2], 1, "Right", 1)
        faults = _in_turn(wish, left, right)
        faults += _lists(place, left, right)
        faults += _again(left, "left") + _again(right, "right")
        faults += _set_ups(left, right, keys)
        wish.tell(f"    {TURNS} turns in each of two tabs, {keys[0]} and {keys[2]}")
        return [*faults, *left.wrong(), *right.wrong()]
