"""The 1D8 combat chart: land combat in steps, and its effects of terrain and weather."""

from hexumpire.rulesets.d8chart.ruleset import RULESET

__all__ = ["RULESET"]
