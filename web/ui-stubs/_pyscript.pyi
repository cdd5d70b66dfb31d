"""What PyScript gives to MicroPython."""

from typing import Any

interpreter: Any
