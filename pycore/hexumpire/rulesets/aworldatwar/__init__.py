"""A World at War: ground attacks (chapter 15), older and newer edition."""

from hexumpire.rulesets.aworldatwar.ruleset import RULESET

__all__ = ["RULESET"]
