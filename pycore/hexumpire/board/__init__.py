"""The board: hexes, counters and words for them; it imports nothing else, and runs on MicroPython too."""
