"""What each ruleset's vectors mean: a module of the ruleset's key with a table ``OPS`` of questions."""
