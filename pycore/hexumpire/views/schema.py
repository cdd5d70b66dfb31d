"""The form of a ruleset: everything a page needs to let players fill in a scenario (see ``docs/api.md``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexumpire.model.charts import Lookup
from hexumpire.model.packs import PackTable
from hexumpire.model.procedure import Procedure
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.vocabulary import Field, Mark, Vocabulary


def titled(pairs: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """Pairs of key and title as the contract writes them."""
    return [{"key": key, "title": title} for key, title in pairs]


def _field(field: Field) -> dict[str, Any]:
    return {
        "key": field.key,
        "title": field.title,
        "kind": field.kind,
        "default": field.default,
        "low": field.low,
        "high": field.high,
        "options": titled(field.options.items()),
        "rule": field.rule,
        "help": field.help,
        "editions": list(field.editions),
    }


def _mark(mark: Mark, style: str) -> dict[str, Any]:
    return {
        "key": mark.key,
        "title": mark.title,
        style: mark.style,
        "rule": mark.rule,
        "excludes": list(mark.excludes),
    }


def _pack_table(table: PackTable) -> dict[str, Any]:
    return {
        "key": table.key,
        "title": table.title,
        "rule": table.rule,
        "help": table.help,
        "rows": list(table.rows),
        "columns": list(table.columns),
        "titles": dict(table.titles),
        "free_rows": table.free_rows,
        "free_columns": table.free_columns,
        "whole": table.whole,
        "cell": _field(table.cell),
        "preset": {row: dict(columns) for row, columns in table.preset.items()},
    }


def _charts(procedure: Procedure, ruleset: Ruleset) -> dict[str, Any]:
    """The results charts of a procedure by edition, where they are others than those of the ruleset; else empty."""
    if procedure.chart is None:
        return {}
    return {edition: dict(procedure.chart(edition)) for edition, _ in ruleset.editions}


def _lookup(table: Lookup) -> dict[str, Any]:
    """A table to look up, its texts under keys that are put into the language."""
    return {
        "title": table.title,
        "rule": table.rule,
        "columns": [{"title": title} for title in (table.head, *table.columns)],
        "rows": [{"title": title, "cells": list(cells)} for title, cells in zip(table.rows, table.cells, strict=True)],
        "notes": [{"text": note} for note in table.notes],
    }


def _row(ruleset: Ruleset) -> dict[str, Any]:
    """What a form says of its ruleset; the key is that of scenarios."""
    key = ruleset.family or ruleset.key
    return {"key": key, "title": ruleset.title, "note": ruleset.note, "takes_games": ruleset.takes_games}


def _types(words: Vocabulary) -> list[dict[str, Any]]:
    """The types of counters."""
    return [
        {
            "key": kind.key,
            "title": kind.title,
            "symbol": kind.symbol,
            "sides": list(kind.sides),
            "fields": list(kind.fields),
            "defaults": {key: words.default(kind, key) for key in kind.fields},
            "rule": kind.rule,
            "face": list(kind.face),
            "amount": kind.amount,
            **({"follows": dict(kind.follows)} if kind.follows else {}),
        }
        for kind in words.types
    ]


def _objectives(procedure: Procedure, ruleset: Ruleset) -> dict[str, list[str]]:
    """The keys of what can be played for in a procedure, where that is not everything."""
    found = ruleset.objectives_of(procedure.key)
    return {} if found == ruleset.objectives else {"objectives": [objective.key for objective in found]}


def form(ruleset: Ruleset) -> dict[str, Any]:
    """The form of a ruleset, as plain data ready for JSON: words, fields, palette, examples, policies, tables."""
    words = ruleset.vocabulary
    return {
        "ruleset": _row(ruleset),
        "editions": titled(ruleset.editions),
        "procedures": [
            {
                "key": procedure.key,
                "title": procedure.title,
                "inputs": list(procedure.inputs),
                "summary": procedure.summary,
                "measures": list(procedure.measures),
                "charts": _charts(procedure, ruleset),
                **_objectives(procedure, ruleset),
            }
            for procedure in ruleset.procedures
        ],
        "sides": titled(words.sides),
        "terrains": [
            {"key": entry.key, "title": entry.title, "fill": entry.fill, "pattern": entry.pattern}
            for entry in words.terrains
        ],
        "features": [_mark(mark, "glyph") for mark in words.features],
        "side_features": [_mark(mark, "style") for mark in words.side_features],
        "types": _types(words),
        "nations": [
            {"key": nation.key, "title": nation.title, "letter": nation.letter, "fill": nation.fill, "ink": nation.ink}
            for nation in words.nations
        ],
        "unit_fields": [_field(field) for field in words.unit_fields],
        "hex_fields": [_field(field) for field in words.hex_fields],
        "conditions": [_field(field) for field in words.conditions],
        "readings": [_field(field) for field in words.readings],
        "palette": [dict(entry) for entry in words.palette],
        "examples": [dict(entry) for entry in ruleset.examples()],
        "policies": [
            {
                "key": policy.key,
                "title": policy.title,
                "sides": list(policy.sides),
                "note": policy.note,
                "procedures": list(policy.procedures),
            }
            for policy in ruleset.policies
        ],
        "objectives": [
            {"key": objective.key, "title": objective.title, "note": objective.note} for objective in ruleset.objectives
        ],
        "measures": titled(ruleset.measures),
        "attackers": dict(words.attackers),
        "packs": [_pack_table(table) for table in words.pack_tables],
        "charts": {edition: dict(ruleset.chart(edition)) for edition, _ in ruleset.editions},
        "lookups": {edition: [_lookup(table) for table in ruleset.lookups(edition)] for edition, _ in ruleset.editions},
    }
