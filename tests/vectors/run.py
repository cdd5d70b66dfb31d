#!/usr/bin/env python3
"""Ask the engine the questions of vector files and compare the answers.

    python3 tests/vectors/run.py tests/vectors/aworldatwar.json [--chapter 15]

A vector is ``{"id", "ruleset", "op", "edition", "given", "expect", ...}``. The adapter of its ruleset builds what
``given`` describes, asks the engine, and answers by the keys of ``expect``; keys that ``expect`` leaves out are not
compared. ``edition`` "both" stands for the older and the newer one: the vector passes when both agree.
"""

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
try:
    import hexumpire  # noqa: F401
except ModuleNotFoundError:
    sys.path.insert(0, str(HERE.parents[1] / "pycore"))
if not __package__ and str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))

EDITIONS = {"both": ("old", "new")}


def load(path, chapter=None):
    """The vectors of a file, perhaps of one chapter only."""
    vectors = json.loads(Path(path).read_text(encoding="utf-8"))
    return [vector for vector in vectors if chapter in (None, vector.get("chapter"))]


def adapter(ruleset):
    """The table of questions of a ruleset; empty when there is no adapter for it."""
    package = f"{__package__}.adapters" if __package__ else "adapters"
    name = f"{package}.{ruleset}"
    try:
        return import_module(name).OPS
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return {}


def same(expected, got):
    """Whether an answer is what was expected; of a table only the expected keys count."""
    if isinstance(expected, dict):
        return isinstance(got, dict) and all(key in got and same(value, got[key]) for key, value in expected.items())
    return expected == got and isinstance(expected, bool) == isinstance(got, bool)


def check(vector):
    """What is wrong with the answers to a vector, one text for each edition that fails; empty when nothing is."""
    ruleset, op = vector.get("ruleset", ""), vector.get("op")
    ask = adapter(ruleset).get(op) if ruleset else None
    if ask is None:
        return [f"nobody answers {op!r} for {ruleset!r}"]
    wrong = []
    for edition in EDITIONS.get(vector.get("edition", ""), (vector.get("edition", ""),)):
        expected = vector["expect"]
        try:
            got = ask(vector["given"], edition, expected)
        except Exception as error:  # an answer that cannot be had is a wrong answer, and the others still count
            wrong.append(f"{edition}: {type(error).__name__}: {error}")
            continue
        if not expected or not same(expected, got):
            wrong.append(f"{edition}: got {json.dumps(got)}, expected {json.dumps(expected)}")
    return wrong


def main(arguments=None):
    """Run the files named on the command line; 1 when a vector fails."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--chapter", type=int)
    options = parser.parse_args(arguments)
    passed = failed = 0
    for file in options.files:
        for vector in load(file, options.chapter):
            wrong = check(vector)
            for text in wrong:
                print(f"{vector['id']}: {text}")
            failed += bool(wrong)
            passed += not wrong
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
