"""Long use of the page, in every browser: a sitting of many battles, and what may befall what it keeps.

``python3 build.py endure`` runs it. Each scenario is a module of its own that says in its docstring what it shows;
``seats.py`` opens the browsers, ``hands.js`` is what a player's hands do on the page.
"""
