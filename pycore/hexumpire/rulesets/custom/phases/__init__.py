"""The phases of a battle of a typed-in game, one class a module."""
