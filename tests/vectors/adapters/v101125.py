"""The vectors of chapter 11 of V 10.11.25, asked of the ruleset: everything up to the column and the die modifier.

What the dice bring stands in ``v101125_losses``, what follows them in ``v101125_after``.
"""

from . import v101125_after as after
from . import v101125_losses as losses

OPS = losses.OPS | after.OPS
