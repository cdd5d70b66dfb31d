"""The browser's global object: whatever it has."""

from typing import Any

def __getattr__(name: str) -> Any: ...
