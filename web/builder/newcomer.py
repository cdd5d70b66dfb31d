"""A new ruleset: a copy of the toy of the tests under a name of its own, which plays and passes at once."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from builder.running import PACKAGE, ROOT, BuildError

KEY = re.compile(r"[a-z][a-z0-9]{2,23}")
TESTS = ROOT / "tests"


def new_ruleset(key: str) -> list[Path]:
    """Copy the toy and its tests, and return the files written.

    Raises BuildError when the key is no name for a folder, or when there is a ruleset or a test of it already.
    """
    if not KEY.fullmatch(key) or keyword.iskeyword(key):
        raise BuildError(f"{key!r} is no key of a ruleset: take 3 to 24 small letters and digits, a letter first")
    copies = {
        TESTS / "toy": PACKAGE / "rulesets" / key,
        TESTS / "rules" / "toy": TESTS / "rules" / key,
        TESTS / "golden" / "toy": TESTS / "golden" / key,
        TESTS / "perft" / "toy.toml": TESTS / "perft" / f"{key}.toml",
    }
    for new in copies.values():
        if new.exists():
            raise BuildError(f"{new.relative_to(ROOT)} is there already")
    written = []
    for old, new in copies.items():
        for file in sorted(old.rglob("*")) if old.is_dir() else [old]:
            if file.is_file() and "__pycache__" not in file.parts:
                target = new / file.relative_to(old) if old.is_dir() else new
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(renamed(file.read_text(encoding="utf-8"), key), encoding="utf-8")
                written.append(target)
    return written


def renamed(text: str, key: str) -> str:
    """A text of the toy as that of the new ruleset: its package, its key, its class and its title."""
    title = key.capitalize()
    text = re.sub(r"(from hexumpire\S* import .*\n)\n(from tests\.toy)", r"\1\2", text)  # one group from now on
    text = text.replace("tests.rules.toy", f"tests.rules.{key}").replace("tests.toy", f"hexumpire.rulesets.{key}")
    text = re.sub(r'(key = |"ruleset": )"toy"', rf'\1"{key}"', text)
    text = text.replace("class Toy(", f"class {title}(").replace("Toy()", f"{title}()").replace("TOY", "RULESET")
    return text.replace("Skirmish", title)
