"""The rules, one subject a file: when it is due, what is open, why the rest is not, and what is said of it."""
