"""The state of the page: what is on the table, what the engine said of it, what is being looked at.

No DOM, no rules, no game by name. Documents (scenario, schema, answers of the engine) are plain dicts as docs/api.md
has them. MicroPython's dicts have no order, so whatever is shown in an order comes from a list of the schema or is
sorted. Other modules hold the functions that read and change it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shapes import Doc
from values import find, first_key, form_key

SETUP = "setup"
FIGHT = "fight"
TABS = ("why", "odds", "chart", "notes")


class Battle:
    """What is on the table: the document, the steps of the fight, and what led to them."""

    def __init__(self) -> None:
        self.scenario: Doc = {}
        self.actions: list[str] = []
        self.undone: list[str] = []  # steps of the fight that can be put back
        self.steps_back = 0  # and how many steps a player sees in them
        self.past: list[str] = []
        self.future: list[str] = []
        self.tag = ""
        self.revision = 0
        self.laid = 0  # the revision of the last change that was no step of the fight
        self.came = 0  # how many battles have come to the table
        self.id = ""
        self.dirty = False
        self.notes = ""
        self.heads: dict[str, Doc] = {}
        self.policies: dict[str, str] = {}
        self.objective = ""
        self.head: list[str] = []  # what a link says of its battle: version, language, odds, chance
        self.head_of = -1
        self.link = ""  # what the address bar holds, and the revision whose link that is
        self.link_of = -1
        self.links: list[str] = []  # that the address bar held before, the last of them last
        self.link_below = ""  # that the page's own step in the browser's history holds, while something lies open above
        self.mail: Doc | None = None  # dice by mail, as its link has them


class Look:
    """What is being looked at, and what is said about it."""

    def __init__(self) -> None:
        self.screen = SETUP
        self.tab = "why"
        self.tool = "counters"
        self.selected = ""
        self.cursor = ""
        self.unit = ""
        self.moving = ""
        self.side = ""
        self.nation: dict[str, str] = {}
        self.used: dict[str, list[int]] = {}  # by the form's key: what the palette gave, the last first
        self.lately: tuple[str, list[int]] = ("", [])  # what of that a hex is offered first
        self.brush = ""
        self.paint = False
        self.least = False
        self.measure = ""
        self.opened: dict[str, bool] = {}
        self.narrowed: list[str] = []
        self.override = ""
        self.override_note = ""
        self.theme = "auto"
        self.notice = ""
        self.unheard = ""  # of it, until a screen reader has been told
        self.cited: tuple[str, Doc] = ("", {})  # a notice, and what cites its rules
        self.again: Callable[[], object] | None = None  # fetches once more what did not come
        self.coming = ""  # the game that was chosen last and has not come yet
        self.mistyped: dict[tuple[str, str, str], tuple[str, str]] = {}  # by the control: what was typed, what is wrong
        self.pack_tab = ""
        self.pack_said = ""
        self.pack_where = ""  # part of the dialog in which that is said
        self.pack_ask: tuple[str, ...] = ()  # what would be wiped, while the players are asked whether it shall be
        self.pack_text = ""

    def say(self, text: str = "", again: Callable[[], object] | None = None) -> None:
        """Have a notice say so, or say nothing more; ``again`` fetches once more what it says did not come."""
        self.notice, self.again, self.unheard = text, again, text


class Answers:
    """What the engine said last, and the revision it said it about."""

    def __init__(self) -> None:
        self.view: Doc | None = None
        self.view_of = -1
        self.outcomes: Doc | None = None
        self.outcomes_of = ""
        self.further = ("", "")  # how far the umpire is where more is worked out, and of which question
        self.odds_problem = ""
        self.best: Doc | None = None
        self.best_of = -1
        self.refused: list[Doc] = []
        self.relevant: Doc = {"conditions": [], "readings": [], "units": [], "hexes": []}
        self.slow = False
        self.solving = ""
        self.comparing = ""  # of which question that is being worked out
        self.comparison: Doc | None = None
        self.comparison_of = ""
        self.plan: Doc | None = None
        self.plan_of = ""
        self.planning = ("", "")  # how far the plan is that is being sought, and of which question
        self.wish: Doc = {}  # what is planned for
        self.luck: Doc | None = None
        self.luck_of = ""
        self.mail: Doc = {}  # how the dice by mail stand
        self.mail_of = -1
        self.ownodds: Doc = {}  # the chart with the battle's own odds
        self.ownodds_of = ""
        self.judged: tuple[int, Doc] | None = None  # the judgement of losses that are being named
        self.picking: tuple[int, list[str]] = (-1, [])  # ids as they are named, judged yet or not


class Engine:
    """How the engine is."""

    def __init__(self) -> None:
        self.state = "loading"
        self.got = 0  # bytes of it that have come, of so many
        self.total = 0
        self.stalled = False
        self.fault = ""


class Device:
    """What the device keeps."""

    def __init__(self) -> None:
        self.saved: list[Doc] = []
        self.packs: list[Doc] = []
        self.games: list[Doc] = []  # typed in: title, ruleset and the document as text
        self.secrets: list[Doc] = []  # of dice by mail
        self.diaries: list[Doc] = []  # games of two players: see diary.py
        self.formations: list[Doc] = []  # see formations.py
        self.drills: dict[str, list[int]] = {}  # answers that were right, and all: see drill.py
        self.storable = True
        self.persisted = ""  # "yes" or "no": what the browser answered when it was asked to keep what is kept
        self.backup_said = ""
        self.rules = ""  # the pattern of the reader's own rulebook, and the one of a link
        self.rules_link = ""
        self.rules_bad = ""  # what an address gave as one, and is none
        self.iphone = False


class State:
    """The page's state."""

    def __init__(self, rulesets: list[Doc] | None = None, schemas: dict[str, Doc] | None = None) -> None:
        self.rulesets = rulesets or []
        self.schemas = schemas or {}  # by form_key
        self.languages: list[tuple[str, str]] = [("en", "English")]
        self.version = ""
        self.longest_link = 0
        self.first: Doc | None = None
        self.battle = Battle()
        self.look = Look()
        self.answers = Answers()
        self.engine = Engine()
        self.device = Device()
        self.share: Doc = {}
        self.help: Doc | None = None
        self.help_fault = ""
        self.debrief: Any = None  # see debriefing.py
        self.book: Any = None  # the rulebook that lies open: see rulebook.py
        self.draft: Any = None  # the game that is being typed in: see draft.py
        self.line: Any = None  # the battle as one line, while that is open: see lining.py
        self.templates: list[Doc] = []
        self.own_said = ""  # of the typed-in games, in the list of battles
        self.own_wrong: list[Doc] = []
        self.own_of = ""  # the game that the guide was opened for, "this" for the one on the table
        self.examples_fault = ""

    # --- the form ------------------------------------------------------------------------------------------

    @property
    def schema(self) -> Doc | None:
        """The form of the game being played, or None until it is there."""
        return self.schemas.get(form_key(self.battle.scenario))

    def listed(self, kind: str) -> list[Doc]:
        """A list of the schema; empty while there is no schema."""
        schema = self.schema
        return schema.get(kind, []) if schema else []

    def entry(self, kind: str, key: Any) -> Doc:
        """One entry of a schema list; a stand-in titled by its key when it is not there."""
        return find(self.listed(kind), key) or {"key": key, "title": key}

    def title_of(self, kind: str, key: Any) -> str:
        """The title of one entry of a schema list."""
        return str(self.entry(kind, key)["title"])

    # --- the document --------------------------------------------------------------------------------------

    @property
    def edition(self) -> str:
        """The edition in force."""
        return str(self.battle.scenario.get("edition") or "") or first_key(self.listed("editions"))

    @property
    def named(self) -> list[str]:
        """The hexes that the battle names: those attacked, or those of a way, in order; none where it names none."""
        found: list[str] = []
        for attack in self.battle.scenario.get("attacks") or []:
            found += [hex for hex in attack.get("targets", []) if hex not in found]
        return found or self.battle.scenario.get("path") or self.battle.scenario.get("targets") or []

    @property
    def targets(self) -> list[str]:
        """The hexes that it is about: those that it names; else one where something stands."""
        found = self.named
        if found or "0,0" in self.hexes or not self.units:
            return found or ["0,0"]
        return [self.units[0].get("at") or "0,0"]

    @property
    def units(self) -> list[Doc]:
        """The counters of the set-up."""
        return self.battle.scenario.get("units") or []

    @property
    def hexes(self) -> dict[str, Doc]:
        """What the map says of hexes."""
        return (self.battle.scenario.get("map") or {}).get("hexes") or {}

    @property
    def sides(self) -> dict[str, list[str]]:
        """What runs along hexsides."""
        return (self.battle.scenario.get("map") or {}).get("sides") or {}

    # --- the answers ---------------------------------------------------------------------------------------

    @property
    def position(self) -> Doc:
        """The position as the engine described it last; empty before that."""
        return self.answers.view or {}

    @property
    def node(self) -> Any:
        """What happens next in the fight, or None."""
        return self.position.get("node")

    @property
    def over(self) -> bool:
        """Whether a fight has ended."""
        return bool(self.node) and self.node["kind"] == "end" and bool(self.battle.actions)

    @property
    def current(self) -> bool:
        """Whether the position shown is that of the document."""
        return self.answers.view_of == self.battle.revision

    @property
    def odds_key(self) -> str:
        """What a distribution must have been worked out for to be shown as current."""
        chosen = ",".join([key + "=" + str(self.battle.policies[key]) for key in sorted(self.battle.policies)])
        return str(self.battle.revision) + "|" + chosen + "|" + self.battle.objective

    @property
    def odds_current(self) -> bool:
        """Whether the distribution shown is that of the document."""
        return self.answers.outcomes_of == self.odds_key

    @property
    def fighting(self) -> bool:
        """Whether the umpire has the lower half of the page."""
        return self.look.screen == FIGHT
