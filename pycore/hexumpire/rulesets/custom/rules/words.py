"""What results and effects are called."""

from __future__ import annotations

from hexumpire.model.text import joined, listed, say
from hexumpire.rulesets.custom.rules.strength import signed
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import Effect, Result, Sheet

LOSSES = {
    ("steps", False): ("{side} loses {n} step", "{side} loses {n} steps"),
    ("steps", True): ("{side} loses {n} step, chosen by the enemy", "{side} loses {n} steps, chosen by the enemy"),
    ("factors", False): ("{side} loses {n} factor", "{side} loses {n} factors"),
    ("factors", True): (
        "{side} loses {n} factor, chosen by the enemy",
        "{side} loses {n} factors, chosen by the enemy",
    ),
    ("share", False): ("{side} loses {n}/{m} of its factors",),
    ("share", True): ("{side} loses {n}/{m} of its factors, chosen by the enemy",),
    ("as_much", False): ("{side} loses as much",),
    ("as_much", True): ("{side} loses as much, chosen by the enemy",),
    ("strength", False): ("{side} loses as much as {x}", "{side} loses {n}/{m} of {x}"),
    ("strength", True): (
        "{side} loses as much as {x}, chosen by the enemy",
        "{side} loses {n}/{m} of {x}, chosen by the enemy",
    ),
    ("retreat", False): ("{side} retreats {n} hex", "{side} retreats {n} hexes"),
    ("retreat", True): ("{side} retreats {n} hex, moved by the enemy", "{side} retreats {n} hexes, moved by the enemy"),
    ("eliminated", False): ("{side} is eliminated",),
    ("disrupted", False): ("{side} is disrupted",),
    ("pinned", False): ("{side} is pinned",),
}
"""What effects are called: what they are, and whether the enemy chooses; for one, and for several."""
PLAIN = {
    "exchange": "exchange: the weaker side is eliminated, the other loses as much",
    "half_exchange": "half exchange: the weaker side is eliminated, the other loses half as much",
    "strength_exchange": "exchange by strength: the weaker side is eliminated, the other loses strength of as much",
    "round": "another round",
    "may_round": "the attacker may fight another round",
}


def effect_words(sheet: Sheet, effect: Effect) -> str:
    """One effect in words."""
    if effect.what == "choice":
        ways = [listed([effect_words(sheet, one) for one in way]) for way in effect.options]
        return say("{side} chooses: {x}", side=dict(sheet.vocabulary.sides)[effect.side], x=listed(ways, "or"))
    if effect.what == "advance":
        several = "the attacker may advance {n} hexes" if effect.n > 1 else "the attacker may advance {n} hex"
        return say(several, n=effect.n)
    if effect.what in PLAIN:
        more = [say("{any} to the die", any=signed(effect.roll))] if effect.roll else []
        if effect.shift:
            several = "{any} column" if abs(effect.shift) == 1 else "{any} columns"
            more.append(say(several, any=signed(effect.shift)))
        return say("{x} with {y}", x=PLAIN[effect.what], y=listed(more)) if more else PLAIN[effect.what]
    templates = LOSSES[effect.what, effect.opponent]
    side = dict(sheet.vocabulary.sides)[effect.side]
    template = templates[0 if effect.n == effect.of else -1]
    if effect.what == "strength":
        whose = "the attack" if effect.whose == "attacker" else "the defence"
        return say(template, side=side, n=effect.n, m=effect.of, x=whose)
    return say(template, side=side, n=effect.n, m=effect.of)


def result_words(sheet: Sheet, result: Result) -> str:
    """What a result means."""
    does = listed([effect_words(sheet, effect) for effect in result.effects]) if result.effects else "no effect"
    return say("{title}: {x}", title=result.title, x=does) if result.title else joined([does])


def legend(sheet: Sheet) -> dict[str, str]:
    """Every result of the chart with what it means."""
    return {key: result_words(sheet, result) for key, result in sheet.results.items()}


def title_of(setting: Setting, key: str) -> str:
    """What a result means, in a battle."""
    return result_words(setting.sheet, setting.sheet.results[key])


OFF = "off the chart"
