"""What a test types into the command line."""

import io
import sys

import pytest


def typed(monkeypatch: pytest.MonkeyPatch, text: str | bytes, terminal: bool = False) -> None:
    """Let stdin hold a text, as if typed."""
    data = text.encode() if isinstance(text, str) else text
    stream = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    monkeypatch.setattr(stream, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(sys, "stdin", stream)
