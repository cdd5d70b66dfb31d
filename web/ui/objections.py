"""What stands against the fight, as HTML."""

from __future__ import annotations

import answers
from parts import beside, button, e, figures, told, w
from pointing import number_after
from state import State
from texts import t


def problems(app: State) -> str:
    """What stands against the fight; each line leads to its field, or takes back the step that is refused."""
    text = '<h2 tabindex="-1" id="problems-title">%s</h2><ul class="problems">' % e(t("problems"))
    found = []
    for index, problem in enumerate(answers.problems(app)):
        said, fix = w(problem["message"]), problem.get("fix")
        way = told("problem.fix", "fix", fix) if fix else ""
        name, place = "problem", index
        step = number_after(problem.get("path", ""), "$.actions[")
        if step is not None:  # of a record that was made by other rules: the ids of its steps say nothing to a player
            name, place = "back", step
            said, way = e(t("step.refused", n=step + 1, m=len(app.battle.actions))), e(t("step.back"))
        way = '<span class="help">%s</span>' % way if way else ""
        inner = '<span class="what">%s%s</span>' % (said, way)
        found.append(beside(button("", name, place, css="problem", inner=inner), problem))
    return figures("%s%s</ul>" % (text, "".join(found)))
