"""What stands against the fight, as HTML."""

from __future__ import annotations

import answers
from parts import beside, button, e, figures, told, w
from state import State
from texts import t


def problems(app: State) -> str:
    """What stands against the fight; each line leads to its field."""
    text = '<h2 tabindex="-1" id="problems-title">%s</h2><ul class="problems">' % e(t("problems"))
    found = []
    for index, problem in enumerate(answers.problems(app)):
        fix = problem.get("fix")
        way = '<span class="help">%s</span>' % told("problem.fix", "fix", fix) if fix else ""
        inner = '<span class="what">%s%s</span>' % (w(problem["message"]), way)
        found.append(beside(button("", "problem", index, css="problem", inner=inner), problem))
    return figures("%s%s</ul>" % (text, "".join(found)))
