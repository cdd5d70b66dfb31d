"""How many random cases the tests look at: some whenever all tests are run, many more by `build.py more`."""

from __future__ import annotations

import os


def many(always: int, more: int) -> int:
    """So many cases of a kind: ``always`` in the whole suite, ``more`` in the campaign."""
    return more if os.environ.get("HEXUMPIRE_MORE") else always
