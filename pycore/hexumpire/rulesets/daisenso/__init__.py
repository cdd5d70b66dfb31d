"""Dai Senso: attacks, retreats, losses and exploitation of chapter 4, with the segments around them."""

from hexumpire.rulesets.daisenso.ruleset import RULESET

__all__ = ["RULESET"]
