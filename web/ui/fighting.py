"""The fight: steps forward and back, overrides, and taps on what may be chosen."""

from __future__ import annotations

import answers
import battles
import drawing
import losses
import places
from shapes import Doc, Handlers
from state import FIGHT, SETUP, State
from texts import note_unsaid, t
from values import find, first_key


def take_best(app: State, answer: Doc, revision: int) -> None:
    """Take in best play."""
    note_unsaid(answer)
    app.answers.solving = ""
    app.answers.best = answer["result"] if answer.get("ok") else None
    app.answers.best_of = revision
    if not answer.get("ok"):
        said = [one["message"] + (" " + one["fix"] if one.get("fix") else "") for one in answer["problems"]]
        app.look.say(" ".join(said))
        app.look.cited = (app.look.notice, answer["problems"][0])


def solve_request(app: State) -> Doc:
    """Ask for best play; of losses that are named together, from where they began."""
    found = answers.walk_request(app, "solve")
    found.pop("policies", None)
    offered = losses.offered(app)
    if offered:
        found["actions"] = app.battle.actions[: offered["from"]]
        found["picks"] = losses.picks(app)
    return found


def again(app: State) -> None:
    """Go back to the start of the battle."""
    app.battle.actions = []
    app.battle.undone = []
    app.battle.mail = None
    app.look.screen = FIGHT
    battles.touch(app)


def act(app: State, id: str) -> None:
    """Play an option or a face."""
    if app.battle.mail and app.node and app.node["kind"] == "chance":
        app.look.say(t("mail.faces"))
    elif app.current and app.node:
        app.battle.actions.append(id)
        app.battle.dirty = True
        app.battle.undone = []
        battles.step(app)


def agree(app: State, id: str = "") -> None:
    """Play an override, with the note typed."""
    offered = [{"key": one["id"]} for one in app.position.get("overrides", [])]
    key = id or (app.look.override if find(offered, app.look.override) else first_key(offered))
    if key and app.current:
        note = " ".join(app.look.override_note.replace("#", " ").split())
        app.battle.actions.append(key + (" # " + note if note else ""))
        app.battle.dirty = True
        app.battle.undone = []
        app.look.override = ""
        app.look.override_note = ""
        battles.step(app)


def choose_override(app: State, value: str) -> None:
    """Choose the override that is about to be made."""
    app.look.override = value


def note_override(app: State, value: str) -> None:
    """Keep the players' note on an override."""
    app.look.override_note = str(value)[:200]


def take_back(app: State, step: str = "") -> None:
    """Take back every step from number ``step`` on (the last one when it is not given)."""
    keep = int(step) if step != "" else len(app.battle.actions) - 1
    if 0 <= keep < len(app.battle.actions):
        starts = app.position.get("starts") or []
        if app.current and len(starts) == len(app.battle.actions):
            keep = starts[keep]  # losses that were named together
        steps = battles.steps_seen(app, keep)
        app.battle.steps_back = steps + (app.battle.steps_back if app.battle.undone else 0)
        app.battle.undone = app.battle.actions[keep:] + app.battle.undone
        app.battle.actions = app.battle.actions[:keep]
        battles.step(app)


def set_up(app: State) -> None:
    """Go back to setting up; the steps are taken back, and can be put back; after a change, once it is undone."""
    take_back(app, "0")
    app.look.screen = SETUP


def put_back(app: State) -> None:
    """Take again all steps that were taken back."""
    if app.battle.undone:
        app.battle.actions = app.battle.actions + app.battle.undone
        app.battle.undone = []
        battles.step(app)


def show_all(app: State) -> None:
    """Show every choice again, whichever units were tapped."""
    app.look.narrowed = []


def tapped(app: State, hex: str, unit: str) -> str:
    """A counter or hex was tapped during the fight: the action it stands for, or "" after saying why not."""
    node = app.node
    if not node or node["kind"] != "decision" or not app.current:
        return ""
    app.look.say()
    if "losses" in node:
        return _tapped_loss(app, hex, unit)
    leading = [one for one in node["options"] if hex and one.get("hex") == hex]
    options = [one for one in leading if one["id"] in app.look.narrowed and len(app.look.narrowed) > 1]
    if not options:
        options = _standing(app, node, hex, unit)
    if not options and not [one for one in node.get("refusals", []) if unit and one.get("unit") == unit]:
        options = leading
    if len(options) == 1:
        return str(options[0]["id"])
    if options:
        if not drawing.led_to(options) or not drawing.led_to(node["options"]):  # else nothing would be narrowed
            app.look.narrowed = [option["id"] for option in options]
        return ""
    return _refused(app, node, hex, unit)


def _standing(app: State, node: Doc, hex: str, unit: str) -> list[Doc]:
    """The options of the counter that was tapped, of the hex alone, or of the counters that stand in it."""
    options = [option for option in node["options"] if unit and option.get("unit") == unit]
    if not options:
        options = [one for one in node["options"] if hex and one.get("hex") == hex and not one.get("unit")]
    if not options and hex:
        options = [
            one for one in node["options"] if one.get("unit") and places.place_of(app, one["unit"]) == hex and not unit
        ]
    return options


def _tapped_loss(app: State, hex: str, unit: str) -> str:
    """The same where losses are named: the counter is named, or named once less where all of it is."""
    found = _items(app, hex, unit)
    if not found:
        return _refused(app, app.node, hex, unit)
    counts = losses.named(app)
    item = found[0]
    if len(found) > 1:
        item = ([one for one in found if not one["reason"]] + found)[0]
    losses.pick(app, item["id"], "-1" if item["reason"] and counts.get(item["id"]) else "1")
    return ""


def _items(app: State, hex: str, unit: str) -> list[Doc]:
    """What may be lost of the counter or the hex that was tapped."""
    offered = losses.offered(app)
    items = offered["items"] if offered else []
    found = [item for item in items if unit and item["unit"] == unit]
    return found or [item for item in items if hex and not unit and item["hex"] == hex]


def _refused(app: State, node: Doc, hex: str, unit: str) -> str:
    """Say why what was tapped cannot be chosen."""
    found = [one for one in node.get("refusals", []) if unit and one.get("unit") == unit]
    if not found:
        here = [one for one in node.get("refusals", []) if hex in one["hexes"]]
        # of the hex alone, else why the counter that may go elsewhere cannot go there
        found = [one for one in here if not one.get("unit")] or (here if drawing.led_to(node["options"]) else [])
    for refusal in found:
        said = ("" if refusal.get("unit") == unit and unit else places.called(app, hex) + ": ") + refusal["reason"]
        app.look.say(said)
        app.look.cited = (said, refusal)
        return ""
    app.look.say()
    return ""


CHANGES: Handlers = {
    "again": again,
    "act": act,
    "agree": agree,
    "override": choose_override,
    "override-note": note_override,
    "back": take_back,
    "putback": put_back,
    "setup": set_up,
    "showall": show_all,
}
