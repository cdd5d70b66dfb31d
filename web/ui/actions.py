"""The registry of actions: a table from the name that a control gives in data-do or data-set to what it does.

A change is a function of the state, after which the page shows what has changed and asks the engine about it; an
effect is a function of the page, which sees to that itself. Modules list theirs in ``CHANGES`` and ``EFFECTS``, and
those that come late add them when they arrive. What a control names in data-a, data-b and data-c are the arguments.
"""

from __future__ import annotations

from shapes import Handler, Handlers


class Actions:
    """What players can do so far."""

    def __init__(self, changes: Handlers, effects: Handlers) -> None:
        self.changes = changes
        self.effects = effects

    def add(self, changes: Handlers, effects: Handlers) -> None:
        """Add what a part of the page brings along."""
        self.changes.update(changes)
        self.effects.update(effects)


def call(handler: Handler, target: object, places: tuple[str, ...], value: object = None) -> None:
    """Have an action done to the state or the page, with what a control names and the value that it has."""
    found = list(places)
    while found and found[-1] == "":  # not named
        found.pop()
    if value is None:
        handler(target, *found)
    else:
        handler(target, *found, value=value)
