"""Skirmish: a tiny invented game that exercises every joint of the engine, and the pattern for a new ruleset.

A die is rolled on a chart of three columns. ``-`` is no effect and the die is rolled again in the same round, without
end; ``A`` and ``D`` cost a side one counter of its choice, ``X`` costs both one, the defender choosing first. After
the first round that cost something the attacker goes on or stops; after the second all is over.

Texts with holes are made by :func:`hexumpire.model.text.say`, so that another language can say them.
"""

from __future__ import annotations

from tests.toy.ruleset import RULESET as RULESET
