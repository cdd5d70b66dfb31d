"""What texts call the sides of a fight: by the set-up, for a counterattack has them the other way round (11.L.1.d)."""

from __future__ import annotations

from collections.abc import Mapping

from hexumpire.model.text import uncapital
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

OTHER = {"attacker": "defender", "defender": "attacker"}
"""The other side."""
NAMES: Mapping[str, str] = {key: uncapital(title) for key, title in VOCABULARY.sides}
"""What a side is called inside a sentence."""
FOES: Mapping[str, str] = {key: NAMES[other] for key, other in OTHER.items()}
"""What the other side of one is called."""
