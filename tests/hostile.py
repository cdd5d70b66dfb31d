"""Words of people who mean no good, and the places of a battle where they may stand."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

Document = dict[str, Any]

_CORES = (
    "<script>ran=1</script>", "<img src=x onerror=ran=1>", "<svg onload=ran=1>", "<svg><script>ran=1</script></svg>",
    "<iframe srcdoc='<script>parent.ran=1</script>'>", "<a href=javascript:ran=1>x</a>", "<body onload=ran=1>",
    "<math><mtext><style><img src=x onerror=ran=1></style>", "<input autofocus onfocus=ran=1>", "<base href=//x>",
    "<details open ontoggle=ran=1>", "<object data=javascript:ran=1>", "<form action=javascript:ran=1><button>",
    "<link rel=stylesheet href=//x>", "<meta http-equiv=refresh content=0;url=data:,>", "<b id=board name=say>",
    "<style>*{display:none}</style>", "<template><img src=x onerror=ran=1></template>", "<!--><img src onerror=ran=1>",
    "onmouseover=ran=1 autofocus tabindex=0 onfocus=ran=1", "javascript:ran=1//", "data:text/html,<b>ran</b>",
    "{{constructor.constructor('ran=1')()}}", "${ran=1}", "&lt;img src=x onerror=ran=1&gt;", "\\u003cimg src=x\\u003e",
    "__proto__", "constructor", "../../etc/passwd", "%3Cscript%3Eran=1%3C/script%3E",
)  # fmt: skip
_WRAPS = (
    "{}", '">{}', "'>{}", "</title>{}", "</script>{}", "]]>{}", "-->{}", '" {} x="', "a\u202e{}", "{}\u2028{}",
)  # fmt: skip
HOSTILE = tuple(wrap.replace("{}", core) for core in _CORES for wrap in _WRAPS)
"""Three hundred of them."""


def _at(*path: str | int) -> Callable[[Document, str], None]:
    """A place to put a word: the value of a key, created with what leads to it."""

    def put(document: Document, word: str) -> None:
        here: Any = document
        for key in path[:-1]:
            if isinstance(here, dict) and key not in here:
                here[key] = {}
            here = here[key]
        here[path[-1]] = word

    return put


def _key(*path: str | int, value: Any = 1) -> Callable[[Document, str], None]:
    """A place where the word is the key."""

    def put(document: Document, word: str) -> None:
        here: Any = document
        for key in path:
            if isinstance(here, dict) and key not in here:
                here[key] = {}
            here = here[key]
        here[word] = value

    return put


PLACES: dict[str, Callable[[Document, str], None]] = {
    "title": _at("title"),
    "name of a hex": _at("map", "hexes", "0,0", "name"),
    "id of a counter": _at("units", 0, "id"),
    "type": _at("units", 0, "type"),
    "nation": _at("units", 0, "nation"),
    "side": _at("units", 0, "side"),
    "place": _at("units", 0, "at"),
    "count": _at("units", 0, "count"),
    "field of a counter": _key("units", 0),
    "terrain": _at("map", "hexes", "0,0", "terrain"),
    "field of a hex": _key("map", "hexes", "0,0"),
    "hex": _key("map", "hexes", value={"name": "x"}),
    "hexside": _key("map", "sides", value=["river"]),
    "condition": _key("conditions"),
    "reading": _key("readings"),
    "edition": _at("edition"),
    "procedure": _at("procedure"),
    "title of a pack": _at("pack", "title"),
    "table": _key("pack", "tables", value={"1": {"1": 1}}),
    "row": _key("pack", "tables", "crt", value={"1": 1}),
    "column": _key("pack", "tables", "crt", "1", value="Ex"),
    "cell": _at("pack", "tables", "crt", "1", "1-3"),
    "key of the document": _key(),
}
"""What a link, a file or a browser's storage may say, by what it is."""


def spoilt(document: Document, place: str, word: str) -> Document:
    """A copy of a scenario's document with a word in one of the places."""
    found = copy.deepcopy(document)
    PLACES[place](found, word)
    return found
