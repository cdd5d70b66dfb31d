"""The engine's files that are not Python, and the bundles that the engine comes in where it comes in parts.

On a page the engine comes in parts, as they are needed: the core, a bundle for each ruleset (``daisenso``), one for
each language of a ruleset or of the core (``daisenso.de``, ``all-games.de``), and one of what is seldom asked for
(:data:`MORE`). The build writes ``bundles.json`` into
the core: what bundles there are, and a row about each game. Where that file is missing, all of the engine is in one
place, and nothing is ever needed.
"""

from __future__ import annotations

import collections
import dataclasses
import json
import marshal
import os.path
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any, Final

PACKAGE: Final = "hexumpire"
CORE: Final = "all-games"
"""What stands in place of a ruleset in the names of the bundles that hold the core's own languages."""
MORE: Final = "more"
"""The bundle of those modules that no battle, or hardly any, needs: see :data:`SELDOM`."""
SELDOM: Final = (
    *("analysis/asked.py", "analysis/beside.py", "analysis/citing.py", "analysis/compare.py", "analysis/debrief.py"),
    *("analysis/diary.py", "analysis/drill.py", "analysis/force.py", "analysis/fronts.py", "analysis/lesson.py"),
    *("analysis/own_odds.py", "analysis/plan.py", "analysis/sending.py", "analysis/variants.py"),
    *("analysis/weighing.py", "api/beside.py", "api/mailed.py", "files/mailing.py", "files/setup_line/"),
    *("rulesets/aworldatwar/phases/place.py", "rulesets/aworldatwar/placing.py", "views/beside.py", "views/diary.py"),
)
"""What comes in that bundle, files and folders below the engine's. Who imports one of them needs the bundle first."""


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


def ready(package: str, name: str) -> Any:
    """What the build has made of the data file ``name`` in a package's folder; None where it has made nothing."""
    packed = load(package, f"{name}.pickle")
    if packed is None:
        return None
    from _pickle import loads  # pickle itself would make the core larger

    return loads(packed)


# --- bundles -------------------------------------------------------------------------------------------------


Part = Callable[[int, int], bytes]
"""Gives the bytes of a bundle from one place in it up to another."""
HEAD: Final = 4
"""So many bytes at its start tell how long a bundle's head is."""
CHECKED: Final = 1 << 16
"""So many bytes are looked at together."""


def pack(codes: Mapping[str, bytes], files: Mapping[str, bytes], compiled: Mapping[int, list[CodeType]]) -> bytes:
    """A bundle of modules and files: see :class:`Bundle`."""
    head = marshal.dumps((_sizes(codes), _sizes(files), dict(compiled)))
    return b"".join((len(head).to_bytes(HEAD, "little"), head, *codes.values(), *files.values()))


def _sizes(found: Mapping[str, bytes]) -> dict[str, int]:
    return {path: len(content) for path, content in found.items()}


class Bundle(MetaPathFinder, Loader):
    """Modules and files in one piece, which take half as long to load as from a zip file.

    It is packed by :func:`pack` as a head, then the compiled modules and the files one after another. The head has
    three dicts: how many bytes each module and each file has, by their paths from above the package; and code that
    those modules compile when they are imported, by its text's :func:`mark`. The bundle stays where it is: a module is
    read out of it when it is imported, and a file when it is asked for.
    """

    def __init__(self, part: Part) -> None:
        self.part: Final = part
        start = HEAD + int.from_bytes(part(0, HEAD), "little")
        codes: dict[str, int]
        files: dict[str, int]
        codes, files, compiled = marshal.loads(part(HEAD, start))
        for text, uses in compiled.items():  # a text by its mark
            _compiled.setdefault(text, []).extend(uses)
        self.modules: dict[str, tuple[str, int, int]] = {}
        for path, size in codes.items():
            name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            self.modules[name] = (path, start, start + size)
            start += size
        self.files: dict[str, tuple[int, int]] = {}
        for path, size in files.items():
            self.files[path] = (start, start + size)
            start += size

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """How to import a module, if it is one of the bundle's."""
        if fullname not in self.modules:
            return None
        origin = self.modules[fullname][0]
        return ModuleSpec(fullname, self, origin=origin, is_package=origin.endswith("/__init__.py"))

    def exec_module(self, module: ModuleType) -> None:
        """Run a module, whose own code nothing needs after that."""
        module.__file__, start, end = self.modules.pop(module.__name__)
        exec(marshal.loads(self.part(start, end)), vars(module))

    def get_data(self, path: str) -> bytes:
        """The bytes of a file; OSError if there is none."""
        if path not in self.files:
            raise FileNotFoundError(path)
        return self.part(*self.files[path])


_mounted: dict[str, Bundle] = {}
_compiled: dict[int, list[CodeType]] = {}
_known: Mapping[str, Any] = dict(json.loads(load(PACKAGE, "bundles.json") or "{}"))


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


def _compile_less() -> None:
    """Let dataclasses and named tuples use code from bundles; compiling it takes a third of an import's time."""
    vars(dataclasses)["exec"] = lambda text, *scopes: exec(_ready(text), *scopes)
    vars(collections)["eval"] = lambda text, *scopes: eval(_ready(text), *scopes)


def mark(text: str) -> int:
    """What stands for a text among those that bundles have compiled, in 64 bits."""
    encoded = text.encode()
    return zlib.crc32(encoded) << 32 | zlib.adler32(encoded)


def _ready(text: str) -> CodeType | str:
    """The code that a bundle has for a text, which is forgotten when it has been used as often as the bundle does."""
    uses = _compiled.get(mark(text))
    return uses.pop() if uses else text


def mount(name: str, part: Part, size: int, checksum: int) -> bool:
    """Use a bundle of so many bytes; False if its CRC-32 is another: it is damaged, or of another version."""
    found = 0
    for start in range(0, size, CHECKED):
        found = zlib.crc32(part(start, min(start + CHECKED, size)), found)
    if found != checksum:
        return False
    _compile_less()
    _mounted[name] = Bundle(part)
    sys.meta_path.insert(0, _mounted[name])
    return True


def find(path: str) -> bytes | None:
    """The bytes of a file by its path in the engine's folder, whichever bundle it comes in; None if there is none."""
    for bundle in _mounted.values():
        if f"{PACKAGE}/{path}" in bundle.files:
            return bundle.get_data(f"{PACKAGE}/{path}")
    return load(PACKAGE, path)
