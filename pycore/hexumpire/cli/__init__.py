"""The command ``hexumpire``: everything the engine does, for a terminal and for scripts.

It speaks to the engine through :mod:`hexumpire.api` as the page does, and adds files, options and words. Exit status
is 0, 2 when what was given is wrong (one line a problem on stderr), 130 when interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from hexumpire import rulesets
from hexumpire.cli.inputs import Refused
from hexumpire.cli.options import parser
from hexumpire.model.errors import HexUmpireError, InputError
from hexumpire.views.finishing import problems

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the given arguments (those of the process if None) and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that knows no blocks shows question marks
    try:
        args = parser().parse_args(argv)
        args.run(args)
        sys.stdout.flush()
    except SystemExit as done:  # argparse: help, version, or a wrong option
        return done.code if isinstance(done.code, int) else 2
    except Refused as refused:
        return _fail(refused.lines)
    except InputError as error:
        index = rulesets.get(error.ruleset).index if error.ruleset else None
        return _fail([found["text"] for found in problems(error.problems, index, None)])
    except HexUmpireError as error:
        return _fail([str(error)])
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail([f"{error.filename}: {error.strerror}" if error.filename else str(error)])
    except KeyboardInterrupt:
        return 130
    return 0


def _fail(lines: Sequence[str]) -> int:
    for line in lines:
        print(f"hexumpire: {' '.join(line.split())}", file=sys.stderr)
    return 2
