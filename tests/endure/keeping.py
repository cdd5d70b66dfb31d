"""Where what is kept can be kept no more, and where it is gone: the battle goes on, and nothing else is lost.

full        every write is refused, by a thrown QuotaExceededError and by a storage that is filled to its last letter
cleared     all that the browser keeps of the site is thrown away, while the page is open and while it is closed
"""

from __future__ import annotations

import contextlib
import json
import time
from typing import Any

from playwright.sync_api import Error

from tests.browsers import PlaywrightPlayer
from tests.endure.seats import ELSEWHERE, Fault, Look, Place, Seat, Wish, differs, games, opened

SAID = "This browser keeps nothing"
"""How the page begins what it says where it can keep nothing."""
FILL = """
for (let size = 1 << 22; size >= 1; size >>= 1) {
  for (;;) {
    try { localStorage.setItem(`filler ${size}`, (localStorage.getItem(`filler ${size}`) ?? "") + "x".repeat(size)); }
    catch { break; }
  }
}
return Object.values({...localStorage}).reduce((sum, text) => sum + text.length, 0);
"""
UNKEPT = "return hands.writing.tried !== hands.writing.mine"
BATTLES = "hexumpire.battles.1"
STEPS = 6


def fought(seat: Seat, wish: Wish, game: str, nth: int, title: str, most: int) -> Look:
    """Put an example on the table under a title and fight some steps of it."""
    words = {"game": game, "nth": nth, "title": title, "straight": True, "seed": wish.seed + nth, "most": most}
    found: Look = seat.do("battle", words)["look"]
    seat.do("settled")
    return found


def goes_on(seat: Seat, wish: Wish, what: str, steps: int = STEPS) -> list[Fault]:
    """The battle on the table goes forward and back, each step on the screen."""
    faults: list[Fault] = []
    if seat.script("return document.querySelectorAll('#umpire [data-do=again]').length"):
        seat.do("back")  # from the end
    for number in range(steps):
        before = seat.look()
        after = seat.do("step", wish.seed * 100 + number)
        if not after["kind"]:
            break
        if after["look"]["log"] == before["log"] and after["look"]["question"] == before["question"]:
            faults.append(f"{what}: step {number} ({after['kind']}) changed nothing on the screen")
        if number % 2:
            back = seat.do("back")
            if back is None:
                faults.append(f"{what}: step {number} cannot be taken back")
            else:
                faults += [f"{what}: taken back, step {number} left {one}" for one in differs(before, back)]
    return faults


def same(what: str, before: Look, after: Look) -> list[Fault]:
    """Two looks at a battle show the same."""
    return [f"{what}: {one}" for one in differs(before, after, but=("choices", "sum"))]


def kept_titles(seat: Seat) -> list[str]:
    """The titles of the battles that are really kept, whatever the page shows."""
    text = seat.script(f"return localStorage.getItem('{BATTLES}')")
    return [entry["title"] for entry in json.loads(text or "[]")]


def _refuse(place: Place, seat: Seat, how: str) -> None:
    """From now on nothing can be written."""
    if how == "thrown":
        seat.script("hands.writing.full = true")
    else:
        seat.script(FILL)
    if place.name == "chromium" and isinstance(seat.player, PlaywrightPlayer):
        session = seat.player.context.new_cdp_session(seat.player.page)
        session.send("Storage.overrideQuotaForOrigin", {"origin": place.url.rstrip("/"), "quotaSize": 1})


def _told(seat: Seat, wish: Wish, what: str, how: str) -> list[Fault]:
    """The list of battles says so while the battle is not kept; what the page says by itself is printed."""
    unkept = unasked = 0
    for number in range(4):
        if how == "filled":  # also what the page gave up to keep the battle
            seat.script(FILL)
        if not seat.do("step", wish.seed + number)["kind"]:
            seat.do("back")
        time.sleep(1)
        if seat.script(UNKEPT):
            unkept += 1
            unasked += SAID in seat.script("return document.body.innerText")
    seat.do("battles")
    asked = SAID in seat.script("return document.body.innerText")
    now = bool(seat.script(UNKEPT))
    seat.do("close")
    refused = sorted({key.split(".")[1] for key in seat.script("return hands.writing.refused")})
    wish.tell(f"    {what}: refused were writes of: {', '.join(refused) or 'nothing, there was room for all'}")
    wish.tell(f"    {what}: {unkept} of 4 steps not kept, told by itself with {unasked} of them; in the list: {asked}")
    if not unkept:
        return [f"{what}: every step was kept, so that nothing is shown"]
    return [f"{what}: the list of battles does not say that the battle is not kept"] if now and not asked else []


def _full(wish: Wish, place: Place, how: str) -> list[Fault]:
    """The storage is full from the middle of a battle on."""
    what = f"storage full ({how})"
    seat = place.tab().open(place.url)
    game, other = games(seat)[0], games(seat)[2]
    fought(seat, wish, game, 0, "Kept before", 3)
    fought(seat, wish, other, 1, "On the table", 1)
    seat.do("battles")
    seat.do("close")
    before = kept_titles(seat)
    _refuse(place, seat, how)
    faults = _told(seat, wish, what, how)
    faults += goes_on(seat, wish, what)
    fought_on = seat.look()
    words = {"game": game, "nth": 1, "title": "Not kept", "straight": True, "seed": 1, "most": 2}
    last: Look = seat.do("battle", words)["look"]
    listed = [card["title"] for card in seat.do("list")]
    faults += [f"{what}: {title} is not on the list any more" for title in before if title not in listed]
    found = kept_titles(seat)
    faults += [f"{what}: {title} is not kept any more: {found}" for title in before if title not in found]
    seat.wait("location.hash.length > 9")
    seat.script("return new Promise((done) => setTimeout(done, 1500))" if place.context else "return 1")
    faults += seat.wrong()
    seat.reload()
    faults += same(f"{what}: loaded again, the battle of the address", last, _fighting(seat))
    listed = [card["title"] for card in seat.do("list")]
    faults += [f"{what}: after loading again, {title} is not on the list" for title in before if title not in listed]
    again = seat.do("reopen", "Kept before")
    if not again["log"]:
        faults.append(f"{what}: Kept before has lost its record")
    wish.tell(f"    {what}: kept before {before}; on the table then: {len(fought_on['log'])} lines")
    return [*faults, *seat.wrong()]


def _fighting(seat: Seat) -> Look:
    if seat.look()["screen"] != "fight":
        seat.do("fight")
    return seat.look()


def full(wish: Wish) -> list[Fault]:
    """Writes are refused from some moment on."""
    faults: list[Fault] = []
    for how in ("thrown", "filled"):
        with opened(wish.browser) as place:
            faults += _full(wish, place, how)
    return faults


def clear(place: Place, seat: Seat) -> None:
    """Throw away all that the browser keeps of the site."""
    if place.name == "chromium" and isinstance(seat.player, PlaywrightPlayer):
        session = seat.player.context.new_cdp_session(seat.player.page)
        with contextlib.suppress(Error):
            session.send("Storage.clearDataForOrigin", {"origin": place.url.rstrip("/"), "storageTypes": "all"})
        return
    seat.script(
        "localStorage.clear(); sessionStorage.clear();"
        "caches?.keys().then((names) => names.forEach((name) => caches.delete(name)));"
        "navigator.serviceWorker?.getRegistrations().then((them) => them.forEach((it) => it.unregister()));"
        "return true"
    )
    seat.wait("localStorage.length === 0")


def cleared(wish: Wish) -> list[Fault]:
    """Everything is cleared while the page is open, and while it is closed."""
    faults: list[Fault] = []
    with opened(wish.browser) as place:
        seat = place.tab().open(place.url)
        keys = games(seat)
        for number, game in enumerate(keys):
            what = f"cleared in a battle of {game}"
            fought(seat, wish, game, number, "Cleared", 2)
            clear(place, seat)
            faults += goes_on(seat, wish, what + ", page open", 3)
            seat.do("settled")
            seat.do("battles")
            seat.do("close")
            if "Cleared" not in kept_titles(seat):
                faults.append(f"{what}: the battle is not kept again")
            faults += _closed(place, seat, what)
            faults += [f"{what}: {one}" for one in seat.wrong()]
        wish.tell(f"    cleared in a battle of each of {len(keys)} games, open and closed")
    return faults


def _closed(place: Place, seat: Seat, what: str) -> list[Fault]:
    """The page is left, all is cleared, and the address is opened again."""
    before, address = seat.look(), seat.address()
    seat.player.open(place.url + ELSEWHERE)
    clear(place, seat)
    seat.open(address)
    seat.wait("document.documentElement.dataset.screen === 'fight'")
    faults = same(f"{what}, page closed: the address opens another position", before, seat.look())
    back: Any = seat.do("back")
    if before["log"] and back is None:
        faults.append(f"{what}, page closed: the last step cannot be taken back")
    return faults
