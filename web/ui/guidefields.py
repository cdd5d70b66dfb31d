"""The fields of the guide, as HTML: each sets what stands at a path of the document."""

from __future__ import annotations

import json
from typing import Any

from parts import data, e, select
from texts import t
from values import slug


def titles(kind: str, keys: Any) -> list[tuple[str, str]]:
    """Keys with what the guide calls them."""
    return [(key, t("own." + kind + "." + key)) for key in keys]


def name(label: str, path: list[Any], value: Any, kind: str = "text", css: str = "field", most: int = 60) -> str:
    """A field that sets what stands at a path of the document."""
    id = "own-" + slug("-".join([str(part) for part in path]))
    number = ' inputmode="numeric"' if kind == "int" else ""
    text = '<label class="' + css + '"><span class="name">' + e(label) + '</span><input type="text" autocomplete="off"'
    text += (
        ' id="' + id + '" maxlength="' + str(most) + '"' + number + ' value="' + e("" if value is None else value) + '"'
    )
    return text + data("set", "own-put", json.dumps(path), kind) + "></label>"


def choice(label: str, path: list[Any], options: list[tuple[str, str]], chosen: Any, kind: str = "text") -> str:
    """A list that sets what stands at a path of the document; what it does not know stands in it too."""
    known = [key for key, _ in options]
    if chosen is not None and str(chosen) not in known:
        options = options + [(str(chosen), str(chosen))]
    id = "own-" + slug("-".join([str(part) for part in path]))
    return select(id, label, "own-put", options, str(chosen), json.dumps(path), kind)
