"""What any game is made of: scenarios, vocabularies, charts, citations, and the battle itself."""
