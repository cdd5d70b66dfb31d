"""What a typed-in game can rule, one subject a module."""
