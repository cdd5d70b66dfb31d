"""Names of types, which are of no use at run time: the build leaves this module, and the imports of it, out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Doc = dict[str, Any]  # a JSON object, as docs/api.md has it
Asked = tuple[str, tuple[str, ...], object]  # an action, what its control names, and the value of that
Before = tuple[Doc, list[str]]  # what was kept of the state before, and the steps that led to it
Handler = Callable[..., None]  # what a control does: of the state or the page, and of what the control names
Handlers = dict[str, Handler]  # by the name of the action
