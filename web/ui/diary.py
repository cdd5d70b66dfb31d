"""The diary, as HTML: games of two players, the battles of each, whose dice were better, and the report."""

from __future__ import annotations

import backup
from parts import bar, button, data, details, e, fraction, icon, segments, select, w
from shapes import Doc
from state import State
from texts import date, language, t

MOST = 200  # battles of a game, as the engine has it
FORMATS = (("text", "diary.text"), ("markdown", "diary.markdown"), ("html", "diary.html"))
ENDINGS = {"text": ("txt", "text/plain"), "markdown": ("md", "text/markdown"), "html": ("html", "text/html")}


class Diary:
    """Which game lies open, and what the engine said of it."""

    def __init__(self) -> None:
        self.open = ""  # its id
        self.turn = 0  # goes up with each change
        self.found: Doc | None = None
        self.of = ""
        self.game: Doc | None = None  # of which it was said; another tab may have put another one in its place
        self.running = False
        self.progress = ""
        self.said = ""
        self.format = "text"
        self.report = ""  # and what it was written for
        self.report_of = ""
        self.report_game: Doc | None = None


DIARY = Diary()


def key() -> str:
    """What the engine must have been asked for to be shown."""
    return DIARY.open + "|" + str(DIARY.turn) + "|" + language()


def told(game: Doc) -> Doc | None:
    """What the engine said of the game as it is now; None where it has not."""
    return DIARY.found if DIARY.of == key() and DIARY.game is game else None


def game_of(app: State) -> Doc | None:
    """The game that lies open."""
    for game in app.device.diaries:
        if game["id"] == DIARY.open:
            return game
    return None


def request(game: Doc) -> Doc:
    """What the engine is asked of a game; the game as a file is the same."""
    battles = []
    for one in game["battles"]:
        battles.append({key: one[key] for key in ("scenario", "actions", "attacker", "when") if key in one})
    return {"title": game["title"], "players": [name(game, 0), name(game, 1)], "battles": battles}


def name(game: Doc, player: int) -> str:
    """What a player is called."""
    return str(game["players"][player]) or "AB"[player]


def title(game: Doc) -> str:
    """What a game is called."""
    return str(game["title"]) or t("diary.untitled")


def dialog(app: State) -> str:
    """The whole dialog: the games, or the one that lies open."""
    game = game_of(app)
    text = '<div class="sheethead"><h2 class="dialogtitle" id="diary" tabindex="-1">'
    text += e(title(game) if game else t("diary")) + "</h2>"
    text += button(t("close"), "close", css="ghost square", inner=icon("close")) + "</div>"
    said = '<p class="status" role="status">' + e(DIARY.said) + "</p>" if DIARY.said else ""
    return text + said + (_game(app, game) if game else _games(app))


def _games(app: State) -> str:
    """All games, a new one, one from a file."""
    text = '<p class="hint">' + e(t("diary.hint")) + " "
    text += e(t("diary.here") if app.device.storable else t("saved.refused")) + "</p>"
    if app.device.diaries:
        text += '<ul class="cards">'
        for game in app.device.diaries:
            about = name(game, 0) + " – " + name(game, 1) + " · " + t("diary.battles", n=len(game["battles"]))
            inner = '<span class="what">' + e(title(game)) + '<span class="help">' + e(about) + " · "
            inner += e(date(game["when"])) + "</span></span>"
            text += "<li>" + button("", "diary-open", game["id"], css="option", inner=inner) + "</li>"
        text += "</ul>"
    inner = icon("plus") + "<span>" + e(t("diary.begin")) + "</span>"
    text += '<div class="tools">' + button("", "diary-new", css="second", inner=inner) + "</div>"
    text += '<label class="field"><span class="name">' + e(t("diary.file")) + "</span>"
    return text + '<input id="diaryfile" type="file" accept=".json"' + data("set", "diary-file") + "></label>"


def _text(id: str, label: str, name: str, a: str, value: str) -> str:
    """A field for a text, with its label."""
    text = '<label class="field"><span class="name">' + e(label) + '</span><input id="' + id + '" type="text" '
    return text + 'maxlength="80" autocomplete="off" value="' + e(value) + '"' + data("set", name, a) + "></label>"


def _game(app: State, game: Doc) -> str:
    """The game that lies open."""
    text = '<div class="tools">' + button(t("diary.all"), "diary-close", css="second") + "</div>"
    text += _text("diary-title", t("diary.name"), "diary-title", "", game["title"]) + '<div class="fields two">'
    for player in (0, 1):
        label = t("diary.player", n=player + 1)
        text += _text("diary-player-" + str(player), label, "diary-player", str(player), game["players"][player])
    text += "</div>" + _adding(app, game) + _told(app, game)
    text += "<h3>" + e(t("diary.fought")) + "</h3>"
    known = told(game)
    found = known["battles"] if known else []
    for index in range(len(game["battles"])):
        text += _battle(app, game, index, found[index] if index < len(found) else None)
    if not game["battles"]:
        text += '<p class="hint">' + e(t("diary.empty")) + "</p>"
    else:
        text += _report(game)
    text += '<div class="tools">' + button(t("diary.save"), "diary-save", css="second") + "</div>"
    body = '<p class="hint">' + e(t("diary.forgethint")) + '</p><div class="tools">'
    body += button(t("diary.forget"), "diary-forget", css="second danger") + "</div>"
    return text + details(app, "diary forget", t("diary.forget"), body)


def place_of(app: State, game: Doc) -> int:
    """Where in the game the battle on the table stands; -1 where it does not."""
    for index in range(len(game["battles"])):
        if app.battle.id and game["battles"][index]["id"] == app.battle.id:
            return index
    return -1


def _as_there(app: State, one: Doc) -> bool:
    """Whether the battle on the table is as the game has it."""
    return bool(one["actions"] == app.battle.actions and one["scenario"] == app.battle.scenario)


def _adding(app: State, game: Doc) -> str:
    """How battles are put into the game: the one on the table, or one that is kept."""
    text, place = "", place_of(app, game)
    if app.units and place < 0:
        text += '<div class="tools">' + button(t("diary.put"), "diary-put", css="primary") + "</div>"
    elif app.units and not _as_there(app, game["battles"][place]):
        text += '<div class="tools">' + button(t("diary.renew", n=place + 1), "diary-put", css="primary") + "</div>"
    there = [one["id"] for one in game["battles"]]
    options = [("", t("diary.choose"))]
    for entry in app.device.saved:
        if entry["id"] not in there and entry["id"] != app.battle.id:
            about = (entry.get("title") or t("untitled")) + " · " + date(entry.get("when", ""))
            options.append((entry["id"], about + " · " + backup.about(app, entry)))
    return text + (select("diary-kept", t("diary.kept"), "diary-kept", options, "") if len(options) > 1 else "")


def _told(app: State, game: Doc) -> str:
    """What is told of all battles together; that it is being worked out, or why it is not."""
    if DIARY.running:
        text = '<p class="status" role="status">' + e(t("working")) + ' <span class="progress">' + e(DIARY.progress)
        return text + "</span> " + button(t("cancel"), "cancel", "diary", css="ghost") + "</p>"
    if not game["battles"]:
        return ""
    found = told(game)
    if not found:
        return '<div class="tools">' + button(t("diary.reckon"), "diary-reckon", css="second") + "</div>"
    text = '<section class="two" id="diary-told" tabindex="-1" aria-label="' + e(t("diary.together")) + '">'
    for line in found["lines"]:
        text += "<p>" + w(line["text"]) + "</p>"
    luck = found["luck"]
    if luck and luck["p"]:
        text += '<ul class="summary">'
        for player, one in ((0, luck), (1, luck["others"])):
            text += '<li><span class="what">' + e(t("diary.luck", name=name(game, player)))
            text += '</span><span class="value">' + e(one["percent"]) + "</span>" + bar(fraction(one["p"])) + "</li>"
        text += '</ul><p class="hint">' + e(t("diary.luckhint")) + "</p>"
    if found["totals"]:
        text += '<div class="scroll" tabindex="0" role="group" aria-label="' + e(t("diary.totals")) + '"><table>'
        text += "<caption>" + e(t("diary.totals")) + "</caption><thead><tr><td></td>"
        for player in (0, 1):
            text += '<th scope="col">' + e(t("diary.attacking", name=name(game, player))) + "</th>"
        text += "</tr></thead><tbody>"
        for row in found["totals"]:
            text += '<tr><th scope="row">' + w(row["title"]) + '<span class="help">' + w(row["game"]) + "</span></th>"
            text += "".join(["<td>" + e(value) + "</td>" for value in row["values"]]) + "</tr>"
        text += "</tbody></table></div>"
    return text + "</section>"


def _battle(app: State, game: Doc, index: int, found: Doc | None) -> str:
    """A battle of the game, with what became of it where that is known."""
    one = game["battles"][index]
    at = str(index)
    head = str(index + 1) + ". " + ((one["scenario"].get("title") or t("untitled")) if one["scenario"] else "–")
    if found:
        came = found["text"] if found["state"] == "over" else t("diary." + found["state"])
        head += " · " + str(came)
    body = '<p class="hint">' + e(date(one["when"])) + "</p>"
    for line in found["lines"] if found else []:
        body += "<p>" + w(line["text"]) + "</p>"
    players = [("0", name(game, 0)), ("1", name(game, 1))]
    body += select("diary-attacker-" + at, t("diary.attacker"), "diary-attacker", players, str(one["attacker"]), at)
    body += '<div class="tools">' + button(t("diary.table"), "diary-table", at, css="second")
    body += button(t("diary.remove", n=index + 1), "diary-remove", at, css="second danger") + "</div>"
    return details(app, fold(game, one), head, body, "item")


def fold(game: Doc, battle: Doc) -> str:
    """What is known of whether a battle of the game is unfolded."""
    return "diary " + str(game["id"]) + " " + str(battle["id"])


def _report(game: Doc) -> str:
    """The report of the game: in which form, and the report itself."""
    text = "<h3>" + e(t("diary.report")) + "</h3>"
    forms = [(key, t(label)) for key, label in FORMATS]
    text += segments(t("diary.form"), "diary-form", forms, DIARY.format, css="seg wide")
    text += '<div class="tools">'
    if DIARY.report_of != key() + DIARY.format or DIARY.report_game is not game:
        return text + button(t("diary.write"), "diary-write", css="second") + "</div>"
    if DIARY.format != "html":
        field = '<label class="field"><span class="hush">' + e(t("diary.report")) + "</span>"
        field += '<textarea id="diary-report" rows="10" readonly>\n' + e(DIARY.report) + "</textarea></label>"
        text = text[: -len('<div class="tools">')] + field + '<div class="tools">'
        text += button(t("diary.copy"), "diary-copy", css="second")
    else:
        text = text[: -len('<div class="tools">')] + '<p class="hint">' + e(t("diary.page")) + '</p><div class="tools">'
    return text + button(t("diary.download"), "diary-download", css="second") + "</div>"
