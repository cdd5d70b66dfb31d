"""What players do with dice by mail, and keeping their secrets on the device before anything made with them is sent."""

from __future__ import annotations

import asking
import battles
import files
import handing
import mailed
import screen
import store
from browser import later, random32
from chartpack import secrets_of
from page import Page
from saving import HEX_DIGITS
from shapes import Doc, Handlers
from state import FIGHT, State
from texts import note_unsaid, t


def arrive(page: Page) -> None:
    """Ask how the dice by mail of the battle on the table stand."""
    if page.app.battle.mail:
        later(look(page))


def keep(app: State, came: list[Doc]) -> None:
    """Keep secrets with those that the device has; of one that is known, what has revealed more stays."""
    found: list[Doc] = []
    for entry in secrets_of(store.read(store.SECRETS)) + app.device.secrets + came:
        same = [other for other in found if other["secret"] == entry["secret"]]
        if not same:
            found.append(entry)
        elif same[0].get("revealed", 0) < entry.get("revealed", 0):
            found[found.index(same[0])] = entry
    app.device.secrets = found
    if came:
        app.device.storable = store.write(store.SECRETS, found)


def keep_backup(page: Page, value: list[Doc]) -> None:
    """Keep the secrets of a backup."""
    if value:
        keep(page.app, value)


def fresh() -> Doc:
    """A new secret, of the browser's own chance."""
    numbers = [random32() for _ in range(8)]
    return {"secret": "".join([HEX_DIGITS[number >> shift & 15] for number in numbers for shift in range(0, 32, 4)])}


async def look(page: Page) -> None:
    """Ask how the dice by mail stand; have their texts at hand."""
    app = page.app
    revision = app.battle.revision
    try:
        await files.need_texts("own")
        if not app.battle.mail:
            if page.dialog == "share":
                screen.draw_dialog(page)
            return
        answer = await asking.ask(mailed.request(app, "mail"))
    except Exception as error:
        asking.failed(page, error)
        return
    if revision == app.battle.revision and app.battle.mail:
        take(app, answer)
        screen.render(page)
        if page.dialog == "share":
            screen.draw_dialog(page)


def take(app: State, answer: Doc) -> None:
    """Take in how they stand."""
    note_unsaid(answer)
    wrong = {"seat": "", "problems": answer.get("problems", []), "due": 0, "waits": [], "text": ""}
    app.answers.mail = answer["result"] if answer.get("ok") else wrong
    app.answers.mail_of = app.battle.revision


async def move(page: Page, do: str) -> None:
    """Begin, join or roll: the secret is kept first, then the battle goes on."""
    app = page.app
    if do == "roll" and (app.answers.mail_of != app.battle.revision or not app.current):
        return
    keep(app, [])
    revision = app.battle.revision
    known = mailed.joined(app) if do == "join" else mailed.mine(app)  # who joins once more is the same player
    secret = mailed.bare(known or {}) if known or do == "roll" else fresh()
    try:
        answer = await asking.ask(mailed.request(app, "mail", do=do, secret=secret))
    except Exception as error:
        asking.failed(page, error)
        return
    if revision != app.battle.revision:
        return
    if not answer["ok"]:
        note_unsaid(answer)
        said = " ".join([mailed.told(found) for found in answer["problems"]])
        app.share["said"] = said
        app.look.say(said)
    else:
        found = answer["result"]
        made = dict(found["secret"], of=found["mail"][found["seat"]]["commitment"])
        if found["seat"] == "B":
            made["with"] = found["mail"]["A"]["commitment"]
        keep(app, [made])
        app.battle.mail = found["mail"]
        app.battle.actions = found["actions"]
        app.battle.undone = []
        app.battle.dirty = True
        app.look.screen = FIGHT
        battles.touch(app)
        take(app, answer)
        asking.changed(page)
        screen.say(page, found["text"])
        await renew(page)
    screen.render(page)
    if page.dialog == "share":
        screen.draw_dialog(page)


async def renew(page: Page) -> None:
    """Show the link of the battle as it now stands where it is being shared."""
    if page.dialog == "share":
        page.app.share = {"link": "", "text": "", "can_send": page.app.share.get("can_send")}
        screen.draw_dialog(page)
        await handing.fill_share(page)


def begin(page: Page) -> None:
    """Begin dice by mail as A."""
    later(move(page, "begin"))


def join(page: Page) -> None:
    """Join them as B."""
    later(move(page, "join"))


def roll(page: Page) -> None:
    """Reveal the roll that is due; the dice fall once both have."""
    later(move(page, "roll"))


def ask_look(page: Page) -> None:
    """Ask how they stand."""
    later(look(page))


def end(page: Page) -> None:
    """Go on without dice by mail."""
    page.app.battle.mail = None
    battles.touch(page.app)
    page.app.look.say(t("mail.ended"))
    asking.changed(page)
    later(renew(page))


EFFECTS: Handlers = {
    "mail-begin": begin,
    "mail-join": join,
    "mail-roll": roll,
    "mail-look": ask_look,
    "mail-end": end,
    "mail-keep": keep_backup,
}
