"""The rules of the chart, one subject a module: the rule, its reasons, its log entries, and what the form asks."""
