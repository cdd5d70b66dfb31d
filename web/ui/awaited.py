"""Parts of the page that are drawn by modules of ui/late.bin, which may not be here yet."""

from parts import button, e
from texts import t

faults = []  # why the file could not be had, the last time it was asked for


def drawn(module, app):
    """What the function of a late module with the module's own name draws, or that it is awaited."""
    try:
        part = __import__(module)
    except ImportError:
        if faults:
            return '<p class="status">' + e(t("part.failed", reason=faults[-1])) + " " + _again() + "</p>"
        return '<p class="status">' + e(t("working")) + "</p>"
    return getattr(part, module)(app)


def _again():
    return button(t("engine.retry"), "complete", css="second")


def umpire(app):
    """The whole lower half during a fight."""
    return drawn("umpire", app) if app.fighting else ""


def sheet(app):
    """Everything about the selected hex."""
    return drawn("sheet", app) if app.selected and app.schema and not app.fighting else ""
