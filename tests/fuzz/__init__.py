"""Fuzzing: what anybody may send to the engine or open in the page, bent at random, and what must hold all the same.

``python3 build.py fuzz`` runs it. ``cases`` draws what is sent (Hypothesis does, and makes a failing one small),
``targets`` says what must hold, ``page`` opens links in a browser. What once failed is in ``kept.jsonl``, one case a
line, and is tried again by ``tests/unit/test_fuzz.py``. What Hypothesis finds on the way it keeps in ``.build/fuzz``:
that grows, and belongs to one machine.
"""
