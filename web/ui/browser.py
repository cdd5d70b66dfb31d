"""What the page uses of the browser.

Two traps of MicroPython in the browser: an exception thrown by JavaScript passes through Python uncaught (only a
rejected promise can be caught), and a function of the global object must be reached in one way only, through js,
because calling it as a method of window once makes asyncio's own calls of it fail.
"""

from __future__ import annotations

import asyncio
from typing import Any

import js

document = js.document
window = js.window

TURN = 10  # milliseconds that the page takes for itself at once

begun = [window.performance.now()]  # when its turn began

TASKS: list[Any] = []  # kept, so that none is collected before it is done


def later(work: Any) -> None:
    """Have a coroutine done when the present event is over."""
    TASKS[:] = [task for task in TASKS if not task.done()]
    TASKS.append(asyncio.create_task(work))


async def pause() -> None:
    """Leave the browser time for touches, once a turn has lasted."""
    if window.performance.now() - begun[0] > TURN:
        await asyncio.sleep(0.001)  # with none at all, what was touched would still wait
        begun[0] = window.performance.now()


def mark(name: str) -> None:
    """A point in time for measurements, in place of the last one of that name: the browser would keep each for ever."""
    window.performance.clearMarks(name)
    window.performance.mark(name)


def now() -> str:
    """The local time as "2026-11-21T04:25"."""
    at = js.Date.new()
    parts = (at.getFullYear(), at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes())
    year, month, day, hour, minute = ["0" * (2 - len(str(part))) + str(part) for part in parts]
    return year + "-" + month + "-" + day + "T" + hour + ":" + minute


def random32() -> int:
    """A fair 32-bit number from the browser (in halves: larger numbers do not cross over whole)."""
    halves = js.Uint16Array.new(2)
    js.crypto.getRandomValues(halves)
    return (int(halves[0]) << 16) + int(halves[1])


def quoted(text: str) -> str:
    """A text as a CSS string."""
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ") + '"'


def signature(element: Any) -> str:
    """A selector that finds a control again after its region was drawn anew."""
    if element.id:
        return "[id=" + quoted(element.id) + "]"
    for kind in ("do", "set"):
        name = element.getAttribute("data-" + kind)
        if name:
            found = "[data-" + kind + "=" + quoted(name) + "]"
            for key in ("data-a", "data-b", "data-c"):
                value = element.getAttribute(key)
                found += ":not([" + key + "])" if value is None else "[" + key + "=" + quoted(value) + "]"
            return found
    return ""
