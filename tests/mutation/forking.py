"""Work done in processes of its own, a few at a time: each begins as this one is and leaves nothing behind."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

Task = TypeVar("Task")
MEMORY = 4 * 2**30
"""Bytes that the process of one task may have: a mutant may well never stop to make lists longer."""


@dataclass(frozen=True)
class Ended:
    """How the process of a task ended: what it returned, or that it took too long, or what went wrong."""

    value: Any = None
    late: bool = False
    error: str = ""


def forked(
    tasks: Iterable[Task], do: Callable[[Task], Any], jobs: int, seconds: Callable[[Task], float]
) -> Iterator[tuple[Task, Ended]]:
    """Do each task in a process of its own, ``jobs`` at a time; yield each with its end, in the order they end.

    What ``do`` returns must be writable as JSON. A task may use so many ``seconds`` of the processor: those do not
    hang on what else the machine does.
    """
    waiting, running = iter(tasks), dict[int, tuple[Task, Any]]()
    try:
        while True:
            while len(running) < jobs and (task := next(waiting, None)) is not None:
                pid, answer = _start(task, do, seconds(task))
                running[pid] = task, answer
            if not running:
                return
            pid, status = os.wait()
            if pid in running:
                task, answer = running.pop(pid)
                yield task, _end(status, answer)
    finally:
        for pid in running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _start(task: Task, do: Callable[[Task], Any], seconds: float) -> tuple[int, Any]:
    """Fork; the child writes what ``do`` returns into a file without a name, which the parent reads."""
    file = os.memfd_create("answer")
    pid = os.fork()
    if pid:
        return pid, file
    code = 1
    try:
        used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        resource.setrlimit(resource.RLIMIT_CPU, (int(used + seconds) + 1, int(used + seconds) + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        os.write(file, json.dumps(do(task)).encode())
        code = 0
    except BaseException:
        os.write(file, traceback.format_exc().encode())
    finally:
        os._exit(code)


def _end(status: int, file: int) -> Ended:
    with os.fdopen(file, "rb") as answer:
        answer.seek(0)
        text = answer.read().decode()
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        late = number in (signal.SIGPROF, signal.SIGXCPU, signal.SIGKILL)
        return Ended(late=late, error="" if late else f"ended by {signal.Signals(number).name}")
    return Ended(error=text.strip()) if status else Ended(value=json.loads(text))
