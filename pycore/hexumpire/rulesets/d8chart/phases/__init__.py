"""The phases of an attack and of a survey, one object each."""
