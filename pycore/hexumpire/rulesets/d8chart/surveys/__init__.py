"""Surveys: procedures that look at one unit after the other, beyond combat."""
