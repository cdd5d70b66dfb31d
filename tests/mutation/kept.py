"""The mutants that are no fault: whatever is played, they do what the engine does. Each has its reason in one line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from tests.mutation.operators import Mutant

FILE = Path(__file__).with_name("equivalent.toml")
Key = tuple[str, str, str, str, int]


def equivalent(file: Path = FILE) -> dict[Key, str]:
    """The key of each mutant in the list, with the reason."""
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["mutant"]
    return {
        (row["module"], row["function"], row["text"], row["change"], row.get("nth", 1)): row["reason"] for row in rows
    }


def entry(mutant: Mutant, reason: str = "") -> str:
    """A mutant as it is written in the list."""
    module, function, text, change, nth = mutant.key
    rows = {"module": module, "function": function, "text": text, "change": change}
    lines = ["[[mutant]]", *(f"{name} = {_quoted(value)}" for name, value in rows.items())]
    lines += [f"nth = {nth}"] if nth > 1 else []
    return "\n".join([*lines, f"reason = {_quoted(reason)}", ""])


def _quoted(text: str) -> str:
    """A text in TOML, as it stands where that can be."""
    if "'" not in text:
        return f"'{text}'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def without(mutants: Iterable[Mutant], keys: Iterable[Key]) -> list[Mutant]:
    """The mutants that are not in the list."""
    known = set(keys)
    return [mutant for mutant in mutants if mutant.key not in known]
