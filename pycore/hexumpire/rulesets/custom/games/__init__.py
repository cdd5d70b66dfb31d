"""The invented games, a document each, with battles to open."""
