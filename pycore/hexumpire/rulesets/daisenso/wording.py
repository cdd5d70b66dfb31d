"""Texts that are made again and again by walks: each is made once and remembered."""

from __future__ import annotations

from functools import lru_cache

from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.numbering import KEPT

phrase = lru_cache(KEPT)(say)
"""As :func:`hexumpire.model.text.say`, remembered by the template and its parts."""
