"""The kinds of positions of an attack, one module each."""
