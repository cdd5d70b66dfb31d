"""A battle in one line: ``2 German armor 4-6 W; 2 Italian infantry 2-3 NE | 2 British mechanized 3-4 @Suez desert``.

A line has parts between bars: the attackers, the defenders with the hex attacked, and what else is to be said. Entries
in a part stand between semicolons:

* a counter: how many (1 when left out), nation (that of the counter before when left out), type, the numbers printed
  on it, where it stands (a direction from the hex attacked, or a hex), fields: ``training=elite``, ``out_of_supply``.
  Words may be cut short; of several that fit, the one holds that the game lists first. A counter of which nothing is
  said stands in the hex attacked when it defends, west of it when it attacks;
* ``@``, a hex (none for the first target), its name, terrain, features and fields; ``@+``: it is attacked too;
* ``/``, a hexside (``W`` is that of the first target), and its features;
* ``key=value``: a condition, a reading, or ``title``, ``edition``, ``procedure``; ``key`` alone for a yes.

Said of a whole side, a number alone is a plain counter that has it all: ``22 v 12 forest``. In place of the first bar
may stand ``v`` or ``against``, in place of a semicolon the end of a row, or a comma or ``and`` before a number; numbers
of counters and directions may be spelled out.

A word with blanks in it stands in double quotes, or with ``_`` for each blank. What a line has no words for stands as
``key=JSON``. A ruleset's key and a colon may stand first.
"""

from hexumpire.files.setup_line.reading import read_line as read_line
from hexumpire.files.setup_line.writing import write_line as write_line
