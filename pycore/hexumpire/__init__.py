"""Hex Umpire: exact odds, cited reasons and rule-bound play for hex wargame combat.

What a script needs stands here: begin a battle with :func:`start`, :func:`example` or :func:`from_link`, play it by the
methods of :class:`~hexumpire.model.battle.Battle`, and ask :func:`outcomes` and :func:`best_play`.

>>> battle = start(example("aworldatwar", "suez-12"))
>>> battle.assessment.headline
'24 : 18 → 1:1'
>>> [(row["title"], row["percent"]) for row in outcomes(battle)["summary"]][:1]
[('Attacker takes the hex', '66.7 %')]
>>> battle = battle.play("d6=6")
>>> list(battle.legal_actions)
['keep', 'exchange']
>>> from_link(to_link(battle)).line
('d6=6',)

Whatever is wrong with what was given is an :class:`~hexumpire.model.errors.HexUmpireError`, in a line for the player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexumpire.model.errors import HexUmpireError, IllegalActionError, InputError, RecordError, SetupError

if TYPE_CHECKING:
    from hexumpire.model.battle import Battle

__version__ = "0.2.0"
__all__ = [
    "HexUmpireError",
    "IllegalActionError",
    "InputError",
    "RecordError",
    "SetupError",
    "__version__",
    "best_play",
    "example",
    "from_link",
    "games",
    "outcomes",
    "start",
    "to_link",
]


def games() -> tuple[str, ...]:
    """Keys of the games that the engine knows.

    >>> "d8chart" in games()
    True
    """
    from hexumpire import rulesets

    return rulesets.known()


def example(ruleset: str, key: str) -> dict[str, Any]:
    """The scenario document of an example battle (``hexumpire schema RULESET`` lists them).

    Raises:
        InputError: there is no such ruleset, or it has no example of that key.
    """
    from hexumpire import rulesets
    from hexumpire.files import documents
    from hexumpire.model.errors import Problem
    from hexumpire.model.text import say

    examples = {str(entry["key"]): dict(entry["scenario"]) for entry in rulesets.get(ruleset).examples()}
    if key not in examples:
        message = say("{any} has no example {any2}", any=ruleset, any2=documents.shown(key))
        raise InputError([Problem(message, fix=documents.guess(key, examples))])
    return examples[key]


def start(document: object) -> Battle[Any]:
    """Begin the battle of a scenario document (a dict as read from JSON or TOML, see ``docs/api.md``).

    Raises:
        InputError: the document is wrong; it lists every problem.
        SetupError: the rules forbid this fight; it lists every reason, each cited.
    """
    from hexumpire import rulesets
    from hexumpire.files import codec
    from hexumpire.model.battle import Battle

    scenario = codec.read_scenario(document)
    return Battle.start(rulesets.get(scenario.ruleset).game(scenario), f"hexumpire.start({document!r})")


def from_link(link: str) -> Battle[Any]:
    """The battle that a link of the page holds, as far as it has been played.

    Raises:
        RecordError: the link is none, or what it holds is wrong, its dice by mail among it.
        SetupError: the rules forbid this fight.
        IllegalActionError: an action in it is illegal.
    """
    from hexumpire.files import codec, mailing, record

    found = record.from_link(link)
    if found.mail:
        mailing.check(found)
    return start(codec.write_scenario(found.scenario)).play_all(found.actions)


def to_link(battle: Battle[Any]) -> str:
    """The fragment of a link that holds a battle: put it behind the page's address and ``#``.

    Raises:
        RecordError: it would be too long.
    """
    from hexumpire.files import record

    return record.to_link(battle.game.scenario, battle.line)


def outcomes(battle: Battle[Any], policies: dict[str, str] | None = None, objective: str = "") -> dict[str, Any]:
    """The exact chance of every outcome from here on (the result of the operation ``outcomes`` of ``docs/api.md``).

    ``policies`` says by side, ``attacker`` or ``defender``, how it decides: the key of a policy of the game, or
    ``best``; a side that is left out takes the game's first policy. ``objective`` is what best play is for: the key of
    an objective of the game, its first where none is named.

    Raises:
        InputError: there is no such side, policy or objective.
        HexUmpireError: no exact figures can be given: the line says why.
    """
    from hexumpire import rulesets
    from hexumpire.analysis import outcomes as exact
    from hexumpire.analysis.solve import objective_of

    ruleset = rulesets.get(battle.game.scenario.ruleset)
    objective_of(ruleset, objective)  # also where no side plays for it
    return exact.report(battle.game, battle.state, ruleset, policies or {}, objective)


def best_play(battle: Battle[Any], objective: str = "") -> dict[str, Any]:
    """What each choice is worth in best play (the result of the operation ``solve`` of ``docs/api.md``).

    Raises:
        InputError: there is no such objective.
        HexUmpireError: the battle has too many positions, or goes round for ever.
    """
    from hexumpire import rulesets
    from hexumpire.analysis import solve

    return solve.report(battle.game, battle.state, rulesets.get(battle.game.scenario.ruleset), objective)
