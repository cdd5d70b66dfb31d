"""Charts of the players' own: the tables that a game's form says a chart pack may fill.

The cells stand in the scenario, so that undo, links and the engine have them. The heads of a table whose rows or
columns the players name stand here, in their order, also while they have no cells.
"""

from editing import Editing
from values import copied, find, whole

MOST_HEADS = 40  # rows or columns of a table that the page draws
MOST_PACKS = 20  # kept on the device
TITLE_LENGTH = 60


def path_parts(path):
    """The keys of a JSON path: ``$.pack.tables.crt["1"]`` gives pack, tables, crt, 1."""
    parts = []
    word = ""
    quoted = False
    for letter in path[1:]:
        if letter == '"':
            quoted = not quoted
        elif quoted or letter not in ".[]":
            word += letter
        elif word:
            parts.append(word)
            word = ""
    if word:
        parts.append(word)
    return parts


def is_pack(entry):
    """Whether what the device kept is an entry of a kept pack."""
    try:
        return isinstance(entry["ruleset"], str) and isinstance(entry["pack"]["tables"], dict)
    except (KeyError, TypeError):
        return False


def worth(head):
    """What a head sorts by: odds by their ratio, numbers by their size, words last."""
    for mark in (":", "-", "/"):
        two = head.split(mark)
        if len(two) == 2 and two[0].isdigit() and two[1].isdigit() and int(two[1]):
            return (0, int(two[0]) / int(two[1]), head)
    return (0, int(head), head) if head.isdigit() else (1, 0, head)


class Packing(Editing):
    """Changes of the chart pack in use, and of those kept on the device."""

    def changed(self, tag=""):
        """Note that the document is about to change: what was said of its charts is said no more."""
        self.pack_said = ""
        self.pack_ask = ()
        Editing.changed(self, tag)

    pack_where = ""  # part of the dialog in which what is to be said is said
    pack_ask = ()  # what would be wiped, while the players are asked whether it shall be

    # --- looking things up ---------------------------------------------------------------------------------

    @property
    def pack(self):
        """The chart pack in use, or None; what is no pack counts as an empty one."""
        pack = self.scenario.get("pack")
        return pack if pack is None or isinstance(pack, dict) else {}

    def pack_tables(self):
        """The tables of the pack in use, {table: {row: {column: value}}}."""
        tables = (self.pack or {}).get("tables")
        return tables if isinstance(tables, dict) else {}

    def cells(self, key):
        """The cells of one table as given; rows that are no rows are left out."""
        given = self.pack_tables().get(key)
        if not isinstance(given, dict):
            return {}
        return {row: given[row] for row in given if isinstance(given[row], dict)}

    def heads_of(self, table):
        """Rows and columns of a table, in order."""
        known = self.heads.get(table["key"]) or {}
        cells = self.cells(table["key"])
        rows = list(known.get("rows") or [])
        columns = list(known.get("columns") or [])
        if not rows or not table["free_rows"]:
            rows = list(table["rows"]) if not (table["free_rows"] and cells) else []
        if not columns or not table["free_columns"]:
            columns = list(table["columns"]) if not (table["free_columns"] and cells) else []
        rows += sorted([row for row in cells if row not in rows], key=worth)
        for row in rows:
            columns += sorted([name for name in cells.get(row, {}) if name not in columns], key=worth)
        if table["free_columns"]:
            columns.sort(key=worth)
        return rows, columns

    def cell(self, table, row, column):
        """What a cell holds: as given, else as the rules fix it, else None."""
        fixed = self.fixed(table, row, column)
        return self.cells(table["key"]).get(row, {}).get(column, fixed)

    def fixed(self, table, row, column):
        """What the rules fix a cell at, or None."""
        return table["preset"].get(row, {}).get(column)

    def printed(self, table):
        """The printed chart that a table may start from, or None."""
        schema = self.schema or {}
        chart = schema.get("charts", {}).get(self.edition)
        if chart and chart["columns"] == table["columns"] and chart["rows"] == table["rows"]:
            return chart
        return None

    def pack_problems(self):
        """What stands against the pack, as (table key, row, column, problem)."""
        found = []
        for problem in self.problems():
            parts = path_parts(problem.get("path", ""))
            if parts and parts[0] == "pack":
                parts += ["", "", "", ""]
                found.append((parts[2], parts[3], parts[4], problem))
        return found

    def kept_packs(self):
        """The packs kept on the device for the game being played, as (index, entry)."""
        game = self.scenario.get("ruleset")
        return [(i, entry) for i, entry in enumerate(self.packs) if entry.get("ruleset") == game]

    # --- changes -------------------------------------------------------------------------------------------

    def _pack(self):
        pack = self.scenario.get("pack")
        if not isinstance(pack, dict):
            pack = self.scenario["pack"] = {"title": "", "tables": {}}
        if not isinstance(pack.get("tables"), dict):
            pack["tables"] = {}
        return pack

    def _table(self, key):
        return find(self.listed("packs"), key)

    def _hold(self, table):
        """Note the heads of a table, and return them for changing."""
        rows, columns = self.heads_of(table)
        self.heads[table["key"]] = {"rows": rows, "columns": columns}
        return self.heads[table["key"]]

    def do_packtitle(self, a, b, c, value):
        self.changed("packtitle")
        self._pack()["title"] = str(value)[:TITLE_LENGTH]

    def do_packfill(self, a, b, c, value):
        """Begin to fill table ``a``; from the printed chart if ``b`` says so."""
        table = self._table(a)
        if not table or a in self.pack_tables():
            return
        chart = self.printed(table) if b else None
        self.changed()
        cells = self._pack()["tables"][a] = {}
        if chart:
            for place, row in enumerate(chart["rows"]):
                cells[row] = dict(zip(chart["columns"], chart["cells"][place]))
        self._hold(table)

    def do_packdrop(self, a, b, c, value):
        """Do without table ``a``."""
        if a in self.pack_tables():
            self.changed()
            del self._pack()["tables"][a]
            if a in self.heads:
                del self.heads[a]
            if not self.pack_tables():
                del self.scenario["pack"]

    def do_packcell(self, a, b, c, value):
        """Fill the cell of table ``a`` in row ``b`` and column ``c``; an empty text empties it."""
        table = self._table(a)
        if table:
            self.changed("packcell " + a + " " + b + " " + c)
            self._fill(table, b, c, value)

    def _fill(self, table, row, column, value):
        self._hold(table)
        cells = self._pack()["tables"][table["key"]]
        kind = table["cell"]["kind"]
        text = " ".join(str(value).split())
        if kind == "int" and text:
            number = whole(text)
            value = text if number is None else number  # what is no number is kept, and told by the engine
        elif kind != "flag":
            value = text
        if value == "" or value == self.fixed(table, row, column):
            if column in cells.get(row, {}):
                del cells[row][column]
                if not cells[row]:
                    del cells[row]
            return
        if row not in cells:
            cells[row] = {}
        cells[row][column] = value

    def do_packpaste(self, a, b, c, value):
        """Fill cells from a spreadsheet's text: where its headings say, else from row ``b`` and column ``c`` on."""
        table = self._table(a)
        if not table:
            return
        from pasting import paste  # it comes with the dialog

        rows, columns = self.heads_of(table)
        b, c = b if b in rows else (rows or [""])[0], c if c in columns else (columns or [""])[0]
        self.pack_said, _ = paste(self, table, b, c, value)

    def do_packhead(self, a, b, c, value):
        """Rename row or column ``c`` of table ``a``, or take it out; ``b`` is "rows" or "columns"."""
        table = self._table(a)
        name = " ".join(str(value).split())[:TITLE_LENGTH]
        if not table or name == c:
            return
        if not name:
            cells = self.cells(a)
            if c in cells if b == "rows" else [row for row in cells if c in cells[row]]:
                self.pack_ask = ("packcut", a, b, c)  # what was typed there goes with it
            else:
                self.do_packcut(a, b, c, None)
            return
        if name in self.heads_of(table)[0 if b == "rows" else 1]:
            return
        self.changed()
        heads = self._hold(table)[b]
        heads[heads.index(c)] = name
        heads.sort(key=worth)
        cells = self._pack()["tables"][a]
        for line in [cells] if b == "rows" else [cells[row] for row in cells]:
            if c in line:
                line[name] = line.pop(c)

    def do_packadd(self, a, b, c, value):
        """Add a row or column to table ``a``, named in the way of the last one."""
        table = self._table(a)
        if not table:
            return
        self.changed()
        heads = self._hold(table)[b]
        if len(heads) >= MOST_HEADS:
            return
        last = heads[-1] if heads else "0"
        start = last.split("-")[0] if b == "columns" else last
        number = int(start) + 1 if start.isdigit() else len(heads) + 1
        tail = last[len(start) :] if start.isdigit() else ""
        while str(number) + tail in heads:
            number += 1
        heads.append(str(number) + tail)
        heads.sort(key=worth)

    def do_packcut(self, a, b, c, value):
        """Take row or column ``c`` out of table ``a``."""
        table = self._table(a)
        if not table:
            return
        self.changed()
        self._hold(table)[b].remove(c)
        cells = self._pack()["tables"][a]
        if b == "rows":
            if c in cells:
                del cells[c]
            return
        for row in list(cells):
            if c in cells[row]:
                del cells[row][c]
                if not cells[row]:
                    del cells[row]

    def do_packuse(self, a, b, c, value):
        """Use a pack that is kept on the device."""
        if int(a) < len(self.packs):
            self.take_pack(self.packs[int(a)]["pack"])

    def take_pack(self, pack):
        """Use a pack."""
        self.changed()
        self.heads = {}
        self.scenario["pack"] = copied(pack)

    def do_packoff(self, a, b, c, value):
        """Do without the pack."""
        if self.pack is not None:
            self.changed()
            self.heads = {}
            del self.scenario["pack"]

    def do_packdefault(self, a, b, c, value):
        """Have new battles of the game use kept pack ``a``, or none."""
        game = self.packs[int(a)].get("ruleset") if int(a) < len(self.packs) else None
        for index, entry in enumerate(self.packs):
            if entry.get("ruleset") == game:
                entry["default"] = index == int(a) and not entry.get("default")

    def default_pack(self, game):
        """The pack that new battles of a game use, or None."""
        for entry in self.packs:
            if entry.get("ruleset") == game and entry.get("default"):
                return copied(entry["pack"])
        return None

    def do_packforget(self, a, b, c, value):
        """Take a kept pack off the device."""
        self.packs = [entry for i, entry in enumerate(self.packs) if i != int(a)]

    def keep_pack(self, name):
        """Keep the pack in use on the device, under its title or ``name``; one of that title is replaced."""
        if not self.pack_tables() or self.pack_problems():
            return False
        game = self.scenario["ruleset"]
        title = self.pack.get("title") or name
        entry = {"ruleset": game, "title": title, "pack": copied(self.pack)}
        entry["default"] = any(
            old.get("default") for old in self.packs if old.get("ruleset") == game and old.get("title") == title
        )
        others = [old for old in self.packs if old.get("ruleset") != game or old.get("title") != title]
        self.packs = ([entry] + others)[:MOST_PACKS]
        return True
