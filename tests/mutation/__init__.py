"""Mutation testing of the engine: small faults are put into it, one at a time, and the tests have to notice each.

``python3 build.py mutate`` runs it. ``operators`` makes the mutants, ``recording`` tells which test runs which line,
``running`` lets the tests look at a mutant, ``kept`` knows the mutants that no test can notice.
"""
