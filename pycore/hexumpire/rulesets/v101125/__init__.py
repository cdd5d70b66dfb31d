"""V 10.11.25: ground combat (chapter 11)."""

from hexumpire.rulesets.v101125.ruleset import RULESET

__all__ = ["RULESET"]
