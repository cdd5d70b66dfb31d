"""The phases of an attack and the steps of the segments, one object each."""
