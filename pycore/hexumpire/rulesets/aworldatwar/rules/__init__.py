"""The rules of a ground attack by subject: what holds and why not, the log, what the form asks."""
