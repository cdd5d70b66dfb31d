"""Running commands, and not running them again; the places where things lie."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build"
DIST = ROOT / "dist"
NODE_MODULES = ROOT / "node_modules"
PACKAGE = ROOT / "pycore" / "hexumpire"


class BuildError(Exception):
    """Something that stops the build, said in one line; what a command printed may follow it."""


def say(message: str) -> None:
    """Tell what is going on, on stderr: stdout belongs to the tools."""
    print(f"build.py: {message}", file=sys.stderr, flush=True)


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path = ROOT) -> str:
    """Run a command and return what it printed; BuildError if it fails."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, cwd=cwd, env={**os.environ, **(env or {})}, text=True, capture_output=True, stdin=subprocess.DEVNULL
        )
    except OSError as error:
        raise BuildError(f"cannot run {words[0]}: {error.strerror}") from error
    if done.returncode:
        tail = "\n".join(line[:500] for line in (done.stdout + done.stderr).strip().splitlines()[-30:])
        raise BuildError(f"{' '.join(words[:6])} ... failed with exit code {done.returncode}\n{tail}")
    return done.stdout


def show(*command: str | Path, env: dict[str, str] | None = None) -> int:
    """Run a command whose output is for the reader, and return its exit code."""
    sys.stdout.flush()
    return subprocess.run([str(word) for word in command], cwd=ROOT, env={**os.environ, **(env or {})}).returncode


def told(*command: str | Path) -> tuple[int, str]:
    """Run a command beside others, and return its exit code with all that it printed."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def digest(*sources: Path | str) -> str:
    """Hash strings, files and folders (by names and contents, without caches), to tell whether any changed."""
    total = hashlib.sha256()
    for source in sources:
        if isinstance(source, str):
            total.update(source.encode())
            continue
        for file in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if file.is_file() and "__pycache__" not in file.parts:
                total.update(f"\0{file.relative_to(ROOT)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def once(name: str, key: str, result: Path, make: Callable[[], object]) -> Path:
    """Make a result, unless it is there and was made from the same things, which the key tells; return it."""
    stamp = BUILD / "stamps" / name
    with building():
        if not (stamp.exists() and stamp.read_text() == key and result.exists()):
            make()
            stamp.parent.mkdir(exist_ok=True)
            stamp.write_text(key)
    return result


_held = threading.local()


@contextlib.contextmanager
def building() -> Iterator[None]:
    """Let only one process at a time write to .build/ and dist/; may be nested."""
    if getattr(_held, "depth", 0):
        yield
        return
    BUILD.mkdir(exist_ok=True)
    with open(BUILD / "lock", "w") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        except ImportError:  # not a Unix: no lock, build once at a time
            pass
        _held.depth = 1
        try:
            yield
        finally:
            _held.depth = 0


def empty(folder: Path) -> Path:
    """Return the folder, new and empty."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def copy(sources: Iterable[Path], folder: Path) -> list[str]:
    """Copy files into a folder, and return their names."""
    folder.mkdir(parents=True, exist_ok=True)
    return [shutil.copyfile(source, folder / source.name).name for source in sorted(sources)]
