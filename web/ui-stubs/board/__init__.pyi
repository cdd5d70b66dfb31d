"""The board's package, which the page has beside its own modules."""

from hexumpire.board import alt_text as alt_text
from hexumpire.board import hexgrid as hexgrid
from hexumpire.board import svg as svg
