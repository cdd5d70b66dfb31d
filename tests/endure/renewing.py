"""A newer version comes in the middle of a battle: it waits, is taken, and the battle goes on in it, with its undo."""

from __future__ import annotations

from tests.endure.keeping import fought, goes_on, kept_titles, same
from tests.endure.seats import OFFLINE, Fault, Look, Place, Seat, Wish, games, opened

BUTTON = "#offline [data-offline-do=update]"
MARK = "a newer version"
SERVED = f"fetch('./style.css').then((it) => it.text()).then((text) => (window.newer = text.includes('{MARK}')))"
UPDATE = "navigator.serviceWorker.getRegistration().then((it) => it.update()).catch(() => {})"


def _newer(seat: Seat) -> bool:
    """Whether the page gets the newer version's files."""
    seat.script(f"window.newer = null; {SERVED}; return true")
    seat.wait("window.newer !== null")
    return bool(seat.script("return window.newer"))


def _taken(place: Place, seat: Seat, asked: bool) -> None:
    """Take the newer version: by its button, or by leaving the site and coming again."""
    if asked:
        seat.script(f"window.same = true; setTimeout(() => document.querySelector('{BUTTON}').click(), 0)")
        seat.wait("!window.same && document.readyState === 'complete'", 90)
        seat.ready()
        return
    address = seat.address()
    seat.player.open("about:blank")
    for _ in range(20):  # the browser changes over when it finds that no page is left
        seat.open(address)
        if _newer(seat):
            return
        seat.player.open("about:blank")
    raise AssertionError("the newer version never came, though the site had been left")


def _renewed(wish: Wish, place: Place, seat: Seat, game: str, asked: bool) -> list[Fault]:
    """A newer version, in the middle of a battle of one game."""
    how = "by its button" if asked else "by leaving and coming again"
    what = f"a newer version, taken {how}, in a battle of {game}"
    fought(seat, wish, game, 1, f"Renewed {game} {asked}", 2)
    place.host.newer()
    seat.script(f"{UPDATE}; return true")
    seat.wait(f"{OFFLINE} === 'update'", 90)
    faults = goes_on(seat, wish, what + ", while it waits", 2)
    seat.do("settled")
    before: Look = seat.look()
    kept = kept_titles(seat)
    _taken(place, seat, asked)
    if not _newer(seat):
        faults.append(f"{what}: it is not the newer version that is shown")
    faults += same(f"{what}: the position is another", before, seat.look())
    if kept_titles(seat) != kept:
        faults.append(f"{what}: kept were {kept}, now {kept_titles(seat)}")
    if before["log"] and seat.do("back") is None:
        faults.append(f"{what}: the last step cannot be taken back")
    faults += goes_on(seat, wish, what + ", afterwards", 3)
    return [*faults, *(f"{what}: {one}" for one in seat.wrong())]


def renewing(wish: Wish) -> list[Fault]:
    """Renew the page in the middle of battles."""
    faults: list[Fault] = []
    with opened(wish.browser) as place:
        seat = place.tab().open(place.url)
        if not seat.script("return 'serviceWorker' in navigator"):
            wish.tell("    not shown: this browser has no service worker under its driver")
            return []
        seat.wait(f"{OFFLINE}", 90)
        if (said := seat.script(f"return {OFFLINE}")) != "ready":
            wish.tell(f"    not shown: the page says of being offline: {said}")
            return []
        for number, game in enumerate(games(seat)):
            faults += _renewed(wish, place, seat, game, asked=number % 2 == 0)
            if faults:
                break
        else:
            wish.tell(f"    {number + 1} newer versions, one in a battle of each game")
    return faults
