"""What a battle may come to and how best to fight it: exact, by walking its game."""
