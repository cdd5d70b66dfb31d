"""Everything the device keeps for the page, as a file to put away and to bring back; and how long it keeps it."""

import json

from parts import button, data, e
from texts import t
from values import remember

KIND = "hex-umpire-backup"
LARGEST = 5000000  # bytes of a file, about as much as a browser keeps


def section(app):
    """How safe what is kept here is, and the backup, at the end of the list of battles."""
    text = "<h3>" + e(t("backup")) + "</h3>"
    if app.saved or app.packs:
        text += '<p class="hint">' + e(t("backup." + (app.persisted or "unasked"))) + "</p>"
    if app.iphone:
        text += '<p class="hint">' + e(t("backup.iphone")) + "</p>"
    if app.backup_said:
        text += '<p class="status" role="status">' + e(app.backup_said) + "</p>"
    if app.saved or app.packs:
        text += '<div class="tools">' + button(t("backup.save"), "backup", css="second") + "</div>"
    text += '<label class="field"><span class="name">' + e(t("backup.open")) + "</span>"
    return text + '<input id="backupfile" type="file" accept=".json"' + data("set", "backupfile") + "></label>"


def text_of(app, when):
    """The backup: battles and charts as they are kept."""
    return json.dumps({"kind": KIND, "format": 1, "when": when, "battles": app.saved, "packs": app.packs})


def read(text, is_pack):
    """The battles and charts of a backup; None when the text is none."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    if not isinstance(found, dict) or found.get("kind") != KIND or found.get("format") != 1:
        return None
    battles = [entry for entry in listed(found, "battles") if is_battle(entry)]
    return battles, [entry for entry in listed(found, "packs") if is_pack(entry)]


def listed(document_, key):
    """A list of a document; empty where it is none."""
    found = document_.get(key)
    return found if isinstance(found, list) else []


def is_battle(entry):
    """Whether this is a battle as the list of last battles has them."""
    return (
        isinstance(entry, dict)
        and all(isinstance(entry.get(key), str) for key in ("id", "title", "when", "about"))
        and isinstance(entry.get("state"), dict)
        and isinstance(entry["state"].get("scenario"), dict)
    )


def merge(app, battles, packs):
    """Add what is not here yet; of a battle that is, the later one stays. Return how many of each came."""
    here = {entry["id"]: entry for entry in app.saved}
    came = 0
    for entry in battles:
        known = here.get(entry["id"])
        if known is None or str(known.get("when", "")) < entry["when"]:
            here[entry["id"]] = entry
            came += 1
    app.saved = []
    for entry in sorted(here.values(), key=lambda entry: str(entry.get("when", ""))):
        app.saved = remember(app.saved, entry)
    new = [pack for pack in packs if pack not in app.packs]
    app.packs = app.packs + new
    return came, len(new)


async def take(page, is_pack):
    """Bring back the chosen file."""
    import store
    from browser import document

    app = page.app
    control = document.getElementById("backupfile")
    for file in control.files:
        found = None
        if file.size <= LARGEST:
            found = read(str(await file.text()), is_pack)
        if found is None:
            app.backup_said = t("backup.bad", name=str(file.name))
        else:
            came = merge(app, found[0], found[1])
            kept = store.write(store.BATTLES, app.saved) and store.write(store.PACKS, app.packs)
            app.backup_said = t("backup.came" if kept else "backup.unkept", battles=came[0], packs=came[1])
    control.value = ""
    page.draw_dialog()
