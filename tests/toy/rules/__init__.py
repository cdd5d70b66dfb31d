"""The rules of Skirmish, one subject a module."""
