"""The texts of the wiki's pages, in the languages of the engine."""

from __future__ import annotations

import json
from typing import Final

from hexumpire.model import data


class Words:
    """The texts of one language."""

    def __init__(self, lang: str) -> None:
        self.lang: Final = lang
        self._texts: dict[str, str] = json.loads(data.load(__package__ or "", f"texts/{lang}.json") or "{}")

    def __call__(self, key: str, **holes: object) -> str:
        """A text by its key, with its holes filled in; ``n`` chooses between the forms for one and for more."""
        if "n" in holes:
            key += "_one" if holes["n"] == 1 else "_other"
        return self._texts[key].format_map(holes)
