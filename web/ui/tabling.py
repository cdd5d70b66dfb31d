"""What comes when it is first used: set-ups side by side, the diary, formations, with their texts and their style."""

from __future__ import annotations

from collections.abc import Callable

import awaited
import backup
import files
import opening
import saving
import screen
import shelf
import store
from browser import later
from page import Page
from parts import button, e
from shapes import Doc, Handlers
from state import State
from texts import TEXTS, t

OPEN = "formations"  # whether they are unfolded
FAULTS: list[str] = []  # why the part could not be had, the last time it was asked for


def arrive(page: Page) -> None:
    """Take in what the device keeps for the part."""
    device = page.app.device
    kept = {"diary": store.read(shelf.DIARIES), "formations": store.read(shelf.FORMATIONS)}
    found = [entry for entry in backup.listed(kept, "diary") if backup.is_diary(entry)]
    if found != device.diaries:  # else what was said of them would be of others
        device.diaries = found
    device.formations = [entry for entry in backup.listed(kept, "formations") if backup.is_formation(entry)]
    device.drills = backup.score_of(store.read(shelf.DRILLS))


def here() -> bool:
    """Whether the part and its texts have come."""
    return "beside" in awaited.DRAWERS and "beside.title" in TEXTS


async def spoken(page: Page) -> bool:
    """Have the texts at hand for another part of the page; False, and said so, where they are not to be had."""
    try:
        await files.need_texts("table")
        return True
    except Exception as error:
        page.app.look.say(t("part.failed", reason=str(error)))
        screen.render(page)
        return False


async def need(page: Page) -> bool:
    """Have the part at hand; False, with the reason in ``FAULTS``, where it is not to be had."""
    FAULTS.clear()
    try:
        if "beside" not in awaited.DRAWERS:
            await page.unpack("./ui/table.bin")
            import gathering

            gathering.arrive(page)
        files.need_style("table.css")
        await files.need_texts("table")
    except Exception as error:
        FAULTS.append(t("part.failed", reason=str(error)))
    return not FAULTS


def awaiting(name: str) -> Callable[[State], str]:
    """What draws a dialog of the part, or that it is awaited."""

    def drawn(app: State) -> str:
        if here():
            return awaited.DRAWERS[name](app)
        said = '<p class="status">' + e(FAULTS[-1] if FAULTS else t("working")) + "</p>"
        again = button(t("engine.retry"), name, css="second") + " " if FAULTS else ""
        return said + again + button(t("close"), "close", css="second")

    return drawn


def show_beside(page: Page) -> None:
    """Open the dialog of two set-ups side by side."""
    opening.open_dialog(page, "beside")
    later(fill(page, "beside-begin"))


async def fill(page: Page, begin: str) -> None:
    """Have the part at hand, and let the open dialog begin."""
    if await need(page):
        page.actions.effects[begin](page)
    elif page.dialog:
        screen.draw_dialog(page)


def show_diary(page: Page) -> None:
    """Open the diary."""
    saving.remember(page)
    opening.open_dialog(page, "diary")
    later(fill(page, "diary-begin"))


def show_drill(page: Page) -> None:
    """Open the drills; from the rulebook, which closes."""
    saving.remember(page)
    if page.app.book:
        page.actions.effects["rule-close"](page)
    opening.open_dialog(page, "drill")
    later(fill(page, "drill-begin"))


def show_formations(page: Page) -> None:
    """Unfold the formations in the panel of the selected hex, or fold them up."""
    opened = page.app.look.opened
    if OPEN in opened and here():
        del opened[OPEN]
        screen.render(page)
    else:
        later(unfold(page))


async def unfold(page: Page) -> None:
    """Have the part at hand, and unfold the formations."""
    if await need(page):
        page.app.look.opened[OPEN] = True
    else:
        page.app.look.say(FAULTS[-1], lambda: later(unfold(page)))
    screen.render(page)
    screen.focus(page, "to-formations", False)


def bring_back(page: Page, value: Doc) -> None:
    """Keep diaries, formations and scores of a backup; of one that is here the later, or longer, stays."""
    device = page.app.device
    came = []
    for kind, kept in (("diary", device.diaries), ("formations", device.formations)):
        came.append(0)
        for entry in value[kind]:
            same = [other for other in kept if other["id"] == entry["id"]]
            if same and str(same[0].get("when", "")) >= str(entry.get("when", "")):
                continue
            kept[:] = [entry] + [other for other in kept if other not in same]
            came[-1] += 1
    if came != [0, 0]:
        shelf.write_diaries(page.app)
        shelf.write_formations(page.app)
    longer = [key for key in value["drills"] if value["drills"][key][1] > device.drills.get(key, [0, 0])[1]]
    for key in longer:
        device.drills[key] = value["drills"][key]
    if longer:
        shelf.write_drills(page.app)
    if longer or came != [0, 0]:
        later(tell(page, came, bool(longer)))


async def tell(page: Page, came: list[int], drilled: bool) -> None:
    """Say what else a backup has brought back."""
    if await spoken(page):
        if came != [0, 0]:
            page.app.device.backup_said += " " + t("diary.back", diaries=came[0], formations=came[1])
        if drilled:
            page.app.device.backup_said += " " + t("drill.back")
        if page.dialog == "battles":
            screen.draw_dialog(page)


DIALOGS: dict[str, Callable[[State], str]] = {
    "beside": awaiting("beside"),
    "diary": awaiting("diary"),
    "drill": awaiting("drill"),
}
EFFECTS: Handlers = {
    "beside": show_beside,
    "diary": show_diary,
    "drill": show_drill,
    "formations": show_formations,
    "table-back": bring_back,
}
