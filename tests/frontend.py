"""The page's own modules without a browser: the engine is called directly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hexumpire import api

UI = Path(__file__).parents[1] / "web" / "ui"


def ask(**request: Any) -> Any:
    return json.loads(api.handle(json.dumps(request)))


def look(app: Any) -> Any:
    """Have the engine answer, as the page does."""
    app.take_view(ask(**app.view_request()), app.revision)
    app.take_outcomes(ask(**app.outcomes_request()), app.odds_key)
    return app


def example(app: Any) -> Any:
    app.do("example", app.listed("examples")[0]["key"])
    return look(app)


def stamp(app: Any, hex: str, nation: str, title: str, times: int = 1) -> None:
    app.do("hex", hex, "keep")
    app.do("nation", app.side_at(hex), nation)
    for index, _, name in app.palette(app.side_at(hex)):
        if name == title:
            for _ in range(times):
                app.do("add", str(index), hex)
            return
    raise AssertionError(title)
