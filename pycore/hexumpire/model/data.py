"""The engine's files that are not Python, and the bundles that the engine comes in where it comes in parts.

On a page the engine comes in parts, as they are needed: the core, a bundle for each ruleset (``daisenso``) and one for
each language of a ruleset or of the core (``daisenso.de``, ``core.de``). Each bundle is a zip file laid out as the
package is. The build writes ``bundles.json`` into the core: what bundles there are, and a row about each game. Where
that file is missing, all of the engine is in one place, and nothing is ever needed.
"""

from __future__ import annotations

import json
import os.path
import sys
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, Final
from zipimport import zipimporter

PACKAGE: Final = "hexumpire"
CORE: Final = "core"
"""What stands in place of a ruleset in the names of the bundles that hold the core's own languages."""


class NeededError(Exception):
    """The request needs bundles that have not come yet: whoever asked mounts them and asks again."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names: Final = tuple(names)
        super().__init__(", ".join(self.names))


def load(package: str, file: str) -> bytes | None:
    """The bytes of a file in a package's folder; None when there is none."""
    module = sys.modules[package]
    loader: Any = module.__spec__ and module.__spec__.loader
    try:
        return bytes(loader.get_data(os.path.join(os.path.dirname(str(module.__file__)), file)))
    except OSError:
        return None


def read(package: str, name: str) -> Any:
    """The data file ``name`` in a package's folder: ``name.json``, or else ``name.toml``.

    A bundle holds TOML as JSON, which takes a tenth of the time to read.

    Raises:
        FileNotFoundError: there is neither.
    """
    baked = load(package, f"{name}.json")
    if baked is not None:
        return json.loads(baked)
    source = load(package, f"{name}.toml")
    if source is None:
        raise FileNotFoundError(f"{package} has neither {name}.json nor {name}.toml")
    import tomllib

    return tomllib.loads(source.decode())


# --- bundles -------------------------------------------------------------------------------------------------

_mounted: dict[str, zipimporter] = {}


def _bundles() -> Mapping[str, Any]:
    return dict(json.loads(load(PACKAGE, "bundles.json") or "{}"))


_known: Mapping[str, Any] = _bundles()


def games() -> Mapping[str, Mapping[str, Any]]:
    """A row about each game by its key, where the build has written them down; otherwise nothing."""
    rows: Mapping[str, Mapping[str, Any]] = _known.get("games", {})
    return rows


def need(*names: str) -> None:
    """See that bundles are there.

    Raises:
        NeededError: some are not; it names them.
    """
    missing = [name for name in names if name in _known.get("bundles", ()) and name not in _mounted]
    if missing:
        raise NeededError(missing)


def mount(name: str, path: str, checksum: int) -> bool:
    """Use a bundle, which lies at a path; False if its CRC-32 is another: it is damaged, or of another version."""
    with open(path, "rb") as file:
        if zlib.crc32(file.read()) != checksum:
            return False
    _mounted[name] = zipimporter(path)
    sys.modules[f"{PACKAGE}.rulesets"].__path__.append(os.path.join(path, PACKAGE, "rulesets"))
    return True


def find(path: str) -> bytes | None:
    """The bytes of a file by its path in the engine's folder, whichever bundle it comes in; None if there is none."""
    found = load(PACKAGE, path)
    for bundle in _mounted.values():
        if found is None:
            try:
                found = bundle.get_data(f"{PACKAGE}/{path}")
            except OSError:
                continue
    return found
