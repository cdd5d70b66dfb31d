"""Hex Umpire: exact odds, cited reasons and rule-bound play for hex wargame combat."""

__version__ = "0.1.0"
