"""What several rulesets share."""
