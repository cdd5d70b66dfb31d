"""What a scenario of Skirmish can be made of (``vocabulary.toml``)."""

from __future__ import annotations

from hexumpire.files.vocabulary import vocabulary_of

VOCABULARY = vocabulary_of(__package__)
