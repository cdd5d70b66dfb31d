"""Reading the fields of JSON documents that may lack them, or hold something else than they should.

The module is plain Python for CPython, Pyodide and MicroPython alike.
"""


def table(doc: object, key: str) -> dict[str, object]:
    """Return the object that ``doc`` holds under ``key``, else an empty one."""
    value = doc.get(key) if isinstance(doc, dict) else None
    return value if isinstance(value, dict) else {}


def rows(doc: object, key: str) -> list[dict[str, object]]:
    """Return the objects of a list; whatever else is in it is left out."""
    value = doc.get(key) if isinstance(doc, dict) else None
    return [row for row in value if isinstance(row, dict)] if isinstance(value, (list, tuple)) else []


def made(view: dict[str, object], key: str) -> list[dict[str, object]]:
    """Return a list of objects of a drawable board, which holds nothing else: nobody looks."""
    value = view[key]
    return value if isinstance(value, list) else []


def texts(doc: object, key: str) -> list[str]:
    """Return a list, each of its items as text."""
    value = doc.get(key) if isinstance(doc, dict) else None
    return [str(item) for item in value] if isinstance(value, (list, tuple)) else []


def text(doc: object, key: str, default: str = "") -> str:
    """Return a value as text; nothing is the default."""
    value = doc.get(key) if isinstance(doc, dict) else None
    return default if value is None else str(value)


def number(doc: object, key: str, default: float = 0) -> float:
    """Return a number; anything else is the default."""
    value = doc.get(key) if isinstance(doc, dict) else None
    return value if isinstance(value, (int, float)) else default


def whole(doc: object, key: str, default: int = 0) -> int:
    """Return a number without its fraction."""
    return int(number(doc, key, default))


def find(rows: list[dict[str, object]], key: str) -> dict[str, object]:
    """Return the row with this key, else with this title, else an empty row that is titled after the key."""
    for field in ("key", "title"):
        for row in rows:
            if text(row, field) == key:
                return row
    return {"title": key}


def amount(value: object) -> str:
    """Return a number as printed on a counter: 3, ½, 1½."""
    if value is None:
        return ""
    if isinstance(value, float):
        whole = int(value)
        if value == whole:
            return str(whole)
        if value - whole == 0.5:
            return (str(whole) if whole else "") + "½"
    return str(value)
