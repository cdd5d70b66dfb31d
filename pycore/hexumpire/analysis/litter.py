"""The garbage of walks: none is looked for while one makes its objects, and what a large one leaves soon goes."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

LITTER = 10_000
"""So many more objects than before a walk are worth a collection before the next."""
_left: list[int] = []
"""How many objects more there were after a walk that left so many, until they are looked through."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """No garbage collection meanwhile: a walk makes many objects and no garbage, so that looking for it is a waste.

    What a large one leaves is collected before the next begins, for games hold themselves: a browser never gets back
    the memory that two of them take at once.
    """
    if not gc.isenabled():
        yield
        return
    if _left:
        gc.collect()
        _left.clear()
    gc.disable()
    try:
        yield
    finally:
        if (more := gc.get_count()[0]) > LITTER:
            _left.append(more)
        gc.enable()
