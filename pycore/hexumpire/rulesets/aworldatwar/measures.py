"""What endings are measured by, for each procedure."""

from __future__ import annotations

MEASURES = (
    ("attacker_lost", "Factors the attacker loses"), ("defender_lost", "Factors the defender loses"),
    ("hex", "Attacker holds the hex"), ("breakthrough", "Breakthrough"), ("rounds", "Rounds fought"),
    ("hexes", "Hexes taken"), ("counters", "Counters the defender loses"),
    ("counters_called", "Counters called for (C)"), ("hexes_called", "Hexes called for (H)"),
    ("moved", "Counters moved"), ("overrun", "Hexes overrun"), ("placed", "Partisans placed"),
)  # fmt: skip
"""All of them, with their titles."""
OF_ATTACKS = ("attacker_lost", "defender_lost", "breakthrough")
"""Those of an attack that add up over several."""
OF_PHASE = ("hexes", "attacker_lost", "defender_lost")
"""Those that add up over the parts of the ground phase."""
OF_ATTRITION = ("hexes", "counters", "defender_lost", "counters_called", "hexes_called")
"""Those of attritions."""
