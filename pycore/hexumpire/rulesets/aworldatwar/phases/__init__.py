"""The phases of a ground attack, one object each."""
