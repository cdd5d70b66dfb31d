"""The rules and battles of a game as pages for a wiki (``hexumpire wiki``).

:mod:`.book` gathers what the engine says of a game, :mod:`.telling` makes pages of it, in no markup yet, and a module
for each format (:mod:`.mediawiki`, :mod:`.dokuwiki`, :mod:`.markdown`, :mod:`.webpages`) writes them as files.
"""
