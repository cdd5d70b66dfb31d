"""``python3 build.py endure``: use the page for long, in every browser, and tell what does not last."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable

from tests.endure.keeping import cleared, full
from tests.endure.killing import killing
from tests.endure.renewing import renewing
from tests.endure.seats import BROWSERS, Fault, Wish
from tests.endure.sitting import sitting
from tests.endure.tabs import tabs

SCENARIOS: dict[str, Callable[[Wish], list[Fault]]] = {
    "sitting": sitting,
    "full": full,
    "cleared": cleared,
    "tabs": tabs,
    "renewing": renewing,
    "killing": killing,
}


def tell(line: str) -> None:
    """Print a line at once: a campaign takes long."""
    print(line, flush=True)


def tried(name: str, wish: Wish) -> list[Fault]:
    """Run a scenario; what does not hold, also where it breaks off."""
    try:
        return SCENARIOS[name](wish)
    except AssertionError as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        ours = [frame for frame in traceback.extract_tb(error.__traceback__) if "/endure/" in frame.filename]
        where = (ours or [place])[-1]
        return [f"{where.filename.rsplit('/', 1)[-1]}:{where.lineno} {where.line}: {str(error)[:1500]}"]


def main(words: list[str]) -> int:
    """Run the campaign. Returns 1 when something does not hold."""
    parser = argparse.ArgumentParser(prog="build.py endure", allow_abbrev=False)
    parser.add_argument("--battles", type=int, default=1000, help="how many are fought in a sitting")
    parser.add_argument("--browsers", default=",".join(BROWSERS), help="in which, with commas between them")
    parser.add_argument("--seed", type=int, default=1, help="other choices are drawn of another seed")
    parser.add_argument("--only", choices=SCENARIOS, action="append", help="one scenario; may be said again")
    args = parser.parse_args(words)
    browsers = args.browsers.split(",")
    if unknown := set(browsers) - set(BROWSERS):
        parser.error(f"unknown browser {sorted(unknown)[0]!r}: choose from {', '.join(BROWSERS)}")
    wrong = 0
    for browser in browsers:
        for name in args.only or SCENARIOS:
            tell(f"{name} in {browser}")
            start = time.monotonic()
            found = tried(name, Wish(browser, args.battles, args.seed, tell))
            tell(f"    {'holds' if not found else f'{len(found)} FAILED'} ({time.monotonic() - start:.0f} s)")
            for fault in found:
                tell(f"    FAILED: {fault}")
            if found:
                again = f"--browsers {browser} --only {name} --seed {args.seed} --battles {args.battles}"
                tell(f"    again: python3 build.py endure {again}")
            wrong += len(found)
    tell(f"{wrong} failures")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
