"""The phases of Skirmish, one class a module."""
