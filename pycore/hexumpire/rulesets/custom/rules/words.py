"""What results and effects are called."""

from __future__ import annotations

from hexumpire.model.text import joined, listed, say
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import Effect, Result, Sheet

LOSSES = {
    ("steps", False): "{any} loses {n} steps",
    ("steps", True): "{any} loses {n} steps, chosen by the enemy",
    ("factors", False): "{any} loses {n} factors",
    ("factors", True): "{any} loses {n} factors, chosen by the enemy",
    ("share", False): "{any} loses {n}/{m} of its factors",
    ("share", True): "{any} loses {n}/{m} of its factors, chosen by the enemy",
    ("as_much", False): "{any} loses as much",
    ("as_much", True): "{any} loses as much, chosen by the enemy",
    ("strength", False): "{any} loses {n}/{m} of {any2}",
    ("strength", True): "{any} loses {n}/{m} of {any2}, chosen by the enemy",
    ("retreat", False): "{any} retreats {n} hexes",
    ("retreat", True): "{any} retreats {n} hexes, moved by the enemy",
    ("eliminated", False): "{any} is eliminated",
    ("disrupted", False): "{any} is disrupted",
    ("pinned", False): "{any} is pinned",
}
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
        return say("{any} chooses: {x}", any=dict(sheet.vocabulary.sides)[effect.side], x=listed(ways, "or"))
    if effect.what == "advance":
        return say("the attacker may advance {n} hexes", n=effect.n)
    if effect.what in PLAIN:
        return PLAIN[effect.what]
    one = effect.n == 1 and effect.what in ("steps", "retreat", "factors")
    template = LOSSES[effect.what, effect.opponent]
    if effect.what == "strength":
        measure = "the attack" if effect.whose == "attacker" else "the defence"
        if effect.n == effect.of:
            template = template.replace("{n}/{m} of", "as much as")
        return say(template, any=dict(sheet.vocabulary.sides)[effect.side], n=effect.n, m=effect.of, any2=measure)
    if one:
        template = template.replace("steps", "step").replace("hexes", "hex").replace("factors", "factor")
    return say(template, any=dict(sheet.vocabulary.sides)[effect.side], n=effect.n, m=effect.of)


def result_words(sheet: Sheet, result: Result) -> str:
    """What a result means."""
    does = listed([effect_words(sheet, effect) for effect in result.effects]) if result.effects else "no effect"
    return say("{any}: {x}", any=result.title, x=does) if result.title else joined([does])


def legend(sheet: Sheet) -> dict[str, str]:
    """Every result of the chart with what it means."""
    return {key: result_words(sheet, result) for key, result in sheet.results.items()}


def title_of(setting: Setting, key: str) -> str:
    """What a result means, in a battle."""
    return result_words(setting.sheet, setting.sheet.results[key])


OFF = "off the chart"
