"""The pages of a wiki: every link leads to a page that is written, every battle opens, and no word becomes a mark.

What real wikis make of hostile words was tried on MediaWiki 1.39, DokuWiki 2022-07-31b and cmark-gfm 0.29; here each
format's own marks are read back by small readers of this file.
"""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from about import about
from hexumpire import cli, rulesets
from hexumpire.analysis import bounded
from hexumpire.cli.inputs import ask
from hexumpire.cli.wiki import dokuwiki, markdown, mediawiki, pages, webpages, words, writing
from hexumpire.cli.wiki.book import Answer, Book, Standing, answer, book, standing
from hexumpire.cli.wiki.names import Names, named, title
from hexumpire.cli.wiki.telling import Teller, told
from hexumpire.cli.wiki.witnesses import witnesses
from hexumpire.files import embedding, record
from hexumpire.model.rule_index import STATUSES
from hexumpire.views import i18n

from tests.figures_once import figures_once
from tests.hostile import HOSTILE

pytestmark = [pytest.mark.host, pytest.mark.slow]
SITE = "https://hexes.example/umpire/"
ROOT = Path(__file__).parents[2]
WIKI = ROOT / "pycore" / "hexumpire" / "cli" / "wiki"
FORMATS = writing.FORMATS
KEYS = [pytest.param(key, marks=pytest.mark.xdist_group(f"wiki {key}")) for key in rulesets.KEYS]
"""Each game's pages are made once, by one process."""
MARKED = (
    "[[Special:Userlogout|x]]", "{{Battle|1}}", "'''b''' ''i''", "== h ==", "|} <nowiki>", "</nowiki>%%~~NOTOC~~", "%%",
    "x|y^z", "{{battle>#1.x|y}}", "~~~~", "__NOTOC__", "-{x}-", "* list", "# one", "; d : e", "`c` [a](b) **c**",
    "![i](x)", "\\\\ x", "((foot))", "http://x.example/", "www.x.example", "RFC 1", "{{!}}", "&lt;b&gt;", "<!-- -->",
    "100%", "1. x", "1) x", "---", "> q", "=x=", "'", "''", "8-)", "FIXME", "640x480", "^ x ^", "!! a !! b",
    "  in", "- x", ":x", "%%x", "x%%", "<php>echo 1;</php>", "[[x>y]]", "a</NOWIKI>b%%c", "\\", "&amp;", "a\n\n* b",
    "\x00\x1b[1m", "\u202ex", "", " ",
)  # fmt: skip
"""Marks of the wikis, beside those of HTML."""
BINDING = ("computed", "enforced", "decided")
"""What the umpire does with rules that have a witness."""
WORDS = tuple(dict.fromkeys((*MARKED, *HOSTILE)))
POSITIONS = 600
"""Positions looked at for the chances of a battle that may have too many: a plain attack has all its own in them."""
FEW = 50
"""The same for battles that show a rule: no test here reads their chances."""


class Made(NamedTuple):
    """The pages of a game, before they are written."""

    book: Book
    answers: dict[str, Answer]
    shown: dict[str, Standing]
    pages: list[pages.Page]
    lang: str

    def files(self, form: str, site: str = SITE) -> dict[str, str]:
        pictures = {key: one.picture for key, one in (*self.answers.items(), *self.shown.items())}
        return writing._files(form, self.pages, self.book, pictures, site, self.lang)


@cache
def made(key: str, lang: str = "en", site: str = SITE) -> Made:
    found = book({"ruleset": key}, lang, (), key)
    answers = {battle.key: answer(battle, lang) for battle in found.battles}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hexumpire.analysis.outcomes.limit", lambda game: FEW)
        shown = {it.key: standing(it, lang) for it in {it.key: it for it in found.witnesses.values()}.values()}
    return Made(found, answers, shown, told(Teller(found, words.Words(lang), site, shown), answers), lang)


@cache
def files_of(key: str, form: str) -> dict[str, str]:
    """The files of a game in a format, in English and with a site."""
    return made(key).files(form)


@pytest.fixture(scope="module", autouse=True)
def _figures_once() -> Iterator[None]:
    """Pages of other languages, and tests that ask the engine, have the figures that the pages were made with."""
    with figures_once(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounded, "ENOUGH", POSITIONS)
        yield


# --- readers of the formats ----------------------------------------------------------------------------------


class Reader(HTMLParser):
    """What HTML says: its text, its elements, where it leads; faults where elements are not closed in order."""

    EMPTY = ("meta", "img", "br", "link")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = ""
        self.tags: list[str] = []
        self.links: list[str] = []
        self.faults: list[str] = []
        self.above: list[str] = []
        self.feed(text)
        self.close()
        self.faults += self.above

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in self.EMPTY:
            self.above.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.above or self.above.pop() != tag:
            self.faults.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & set(self.above):
            self.text += data


read = cache(Reader)
"""What a text of HTML says; several tests read the same pages."""


def wikitexts(files: dict[str, str]) -> dict[str, str]:
    """The pages in the file for Special:Import, by their titles."""
    space = {"m": mediawiki.EXPORT}
    found = ET.fromstring(files["pages.xml"]).findall("m:page", space)
    titles = [page.findtext("m:title", "", space) for page in found]
    assert len(set(titles)) == len(titles)
    return dict(zip(titles, (page.findtext("m:revision/m:text", "", space) for page in found), strict=True))


def texts(form: str, files: dict[str, str]) -> dict[str, str]:
    """The pages of a format by the names that links have for them."""
    if form == "mediawiki":
        return wikitexts(files)
    if form == "dokuwiki":
        names = {name: name[6:-4].replace("/", ":") for name in files if name.startswith("pages/")}
        return {names[name]: files[name] for name in names}
    return {name: text for name, text in files.items() if name.endswith((".md", ".html"))}


def leads(form: str, name: str, text: str) -> Iterator[str]:
    """Where a page leads: names of pages, paths of pictures, addresses."""
    if form == "mediawiki":
        yield from re.findall(r"\[\[(?!File:)([^|\]]+)\|", text)
        yield from (f"pictures/{file}" for file in re.findall(r"\[\[File:([^|\]]+)\|", text))
        yield from re.findall(r"(?:\[|link=|1=)(https?:[^ |\]]+)", text)
    elif form == "dokuwiki":
        yield from re.findall(r"\[\[:([^|\]]+)\|", text)
        yield from (f"media{file.replace(':', '/')}" for file in re.findall(r"[|{](:[a-z0-9_.:-]+\.svg)[|}]", text))
        yield from re.findall(r"(?:\[\[|\{\{battle>)(https?:[^|\]]+)\|", text)
    else:
        found = re.findall(r"(?<!\\)\]\(<?([^)>]+)>?\)", text) if form == "markdown" else []
        for link in [*found, *read(re.sub(r"\\.", "x", text)).links]:
            there = link if ":" in link else os.path.normpath(os.path.join(os.path.dirname(name), link))
            yield there


@cache
def opened(address: str) -> record.Record:
    """The battle that an address of the site holds, read by the engine."""
    return record.from_link(address.partition("#")[2])


# --- the pages of every game ---------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("key", KEYS)
def test_every_link_leads_somewhere(key: str, form: str) -> None:
    one = made(key)
    files = files_of(key, form)
    known = texts(form, files)
    assert len(known) == len(one.pages)
    pictures = {name for name in files if name.endswith(".svg")}
    assert len(pictures) == len(one.book.battles) + len(one.shown)
    seen: set[str] = set()
    addresses: set[str] = set()
    for name, text in known.items():
        for there in leads(form, name, text):
            if there.startswith("http"):
                addresses.add(there)
            else:
                assert there in known or there in pictures, f"{name} leads to {there}"
                seen.add(there)
    assert pictures <= seen
    assert set(known) - seen == set(), "no page that none leads to"
    script = {SITE + "hex-umpire.js"} if form == "html" else set()
    assert {it for it in addresses if not it.startswith(SITE)} == set()
    battles = [opened(address) for address in sorted(addresses - script)]
    wanted = {it.link: record.from_link(it.link) for it in (*one.answers.values(), *one.shown.values())}
    assert len(battles) == 2 * len(wanted), "a live board and the full page for each"
    known_battles = [(it.scenario, it.actions) for it in wanted.values()]
    assert all((battle.scenario, battle.actions) in known_battles for battle in battles)


def names_of(form: str, one: Made) -> Names:
    """What the pages of a format are called."""
    top = title(one.book.title.replace(":", " ")) + " (Hex Umpire)/"
    make, folder, between = {
        "mediawiki": (title, top[0].upper() + top[1:], "/"),
        "dokuwiki": (pages.slug, pages.slug(one.book.key) + ":", ":"),
    }.get(form, (pages.slug, "", "/"))
    return named(one.pages, make, "index", folder, between)


def said_of(answered: Any) -> Iterator[str]:
    """Every rule that an answer of the engine cites, wherever in it."""
    if isinstance(answered, dict):
        yield from answered.get("rules") or ()
        yield answered.get("rule") or ""
    for part in answered.values() if isinstance(answered, dict) else answered if isinstance(answered, list) else ():
        yield from said_of(part)


@pytest.mark.parametrize("key", KEYS)
def test_the_page_of_a_rule_that_binds_opens_a_battle_that_cites_it(key: str) -> None:
    """In every format; the link is at the step where the rule counts, and the engine reads it back."""
    one = made(key)
    found = one.book.witnesses
    binding = {rule["section"] for rule in one.book.rules if rule["status"] in BINDING}
    assert set(found) == (set() if rulesets.get(key).takes_games else binding)
    cited = {}
    for battle_key, shown in one.shown.items():
        opened_there = record.from_link(shown.link)
        view = ask("view", scenario=ask("open", fragment=shown.link)["scenario"], actions=list(opened_there.actions))
        cited[battle_key] = set(said_of(view))
    for form in FORMATS if found else ():
        files = files_of(key, form)
        known, there = names_of(form, one), texts(form, files)
        for rule in one.book.rules:
            if rule["section"] not in found:
                continue
            name = known.pages[(pages.RULE, rule["printed"])] + {"markdown": ".md", "html": ".html"}.get(form, "")
            battle = found[rule["section"]]
            links = list(leads(form, name, there[name]))
            shown = one.shown[battle.key]
            assert {SITE + "#" + shown.link, SITE + "embed.html?lang=en#" + shown.embed} <= set(links)
            assert any(it.endswith(".svg") for it in links)
            assert rule["section"] in cited[battle.key] or rule["section"] in about(key).behind


def test_rules_that_one_battle_shows_share_its_picture() -> None:
    one = made("d8chart")
    keys = [battle.key for battle in one.book.witnesses.values()]
    assert len(keys) > len(set(keys)) == len(one.shown)
    assert len({it.link for it in one.shown.values()}) == len(one.shown)


def test_a_game_without_witnesses_has_none_on_its_pages() -> None:
    assert witnesses("custom") == {}
    assert witnesses("nogame") == {}
    assert made("custom").shown == {}


@pytest.mark.parametrize("key", KEYS)
def test_a_page_for_every_rule_says_what_becomes_of_it(key: str) -> None:
    one = made(key)
    by_place = {page.key[1]: page for page in one.pages if page.key[0] == pages.RULE}
    files, names = files_of(key, "html"), {}
    found = named(one.pages, pages.slug, "index", "", "/")
    names = {place: read(files[f"{found.pages[(pages.RULE, place)]}.html"]) for place in by_place}
    answered = ask("rules", ruleset=key, battles=True)
    titles = {battle.key: battle.title for battle in one.book.battles}
    for rule in answered["rules"]:
        said = names[rule["printed"]].text
        assert rule["title"] in said
        assert rule["note"] in said
        assert words.Words("en")(f"rule.does.{rule['status']}") in said
        for battle in rule["battles"]:
            assert titles[battle] in said, rule["section"]
    form = ask("schema", ruleset=key)
    for field in (*form["readings"], *form["conditions"]):
        place = field.get("printed", field["rule"])
        if field["rule"] and place in names:
            assert field["title"] in names[place].text
            assert all(option["title"] in names[place].text for option in field["options"])


@pytest.mark.parametrize("key", KEYS)
def test_neighbours_lead_through_all_rules(key: str) -> None:
    one = made(key)
    rules = {page.key: page for page in one.pages if page.key[0] == pages.RULE}
    t = words.Words("en")
    here: pages.Key | None = next(iter(rules))
    walked = []
    while here is not None:
        walked.append(here)
        lines = [line for block in rules[here].blocks if isinstance(block, pages.Bullets) for line in block.lines]
        after = [line[1].to for line in lines if line[0] == t("rule.after") and isinstance(line[1], pages.Link)]
        here = after[0] if after else None
    assert walked == list(rules)


@pytest.mark.parametrize("key", KEYS)
def test_a_battle_says_what_the_engine_answers(key: str) -> None:
    one = made(key)
    files = files_of(key, "html")
    found = named(one.pages, pages.slug, "index", "", "/")
    assert any(it.outcomes for it in one.answers.values()), "chances are told of some"
    for battle in one.book.battles:
        said = read(files[f"{found.pages[(pages.BATTLE, battle.key)]}.html"]).text
        view = ask("view", scenario=battle.scenario)
        if view["problems"]:
            assert all(problem["message"] in said for problem in view["problems"])
            continue
        assert view["bar"] in said
        answered = json.loads(cli.inputs.api.handle(json.dumps({"op": "outcomes", "scenario": battle.scenario})))
        if answered["ok"]:
            for row in answered["result"]["summary"]:
                assert f"{row['title']}{row['percent']}" in said
        else:
            assert answered["problems"][0]["message"] in said
            assert "@ $" not in said
        if view["assessment"]:
            assert all(margin["text"] in said for margin in view["assessment"]["margins"])


@pytest.mark.parametrize("key", KEYS)
def test_markup_is_whole(key: str) -> None:
    for name, text in files_of(key, "html").items():
        if name.endswith(".html"):
            assert read(text).faults == [], name
    for text in wikitexts(files_of(key, "mediawiki")).values():
        for begin, end in (("[[", "]]"), ("{{", "}}"), ("{|", "|}")):
            assert text.count(begin) == text.count(end)
        assert text.count("'''") % 2 == 0
        for table in re.findall(r"^\{\|.*?^\|\}", text, re.MULTILINE | re.DOTALL):
            assert table.startswith('{| class="wikitable"\n')
            heads, *rows = table.split("\n|-\n")
            assert {row.removesuffix("\n|}").count("\n| ") + 1 for row in rows} == {heads.count("!!") + 1}
    for form, edge in (("dokuwiki", r"(?<=[ ^|])[|^](?=[ ]|$)|^[|^]"), ("markdown", r"(?<!\\)\|")):
        for name, text in texts(form, files_of(key, form)).items():
            bare = re.sub(r"%%.*?%%|<nowiki>.*?</nowiki>|\[\[.*?\]\]", "x", text) if form == "dokuwiki" else text
            assert form == "markdown" or not re.search(r"%%|\[\[|\]\]", bare), name
            for table in re.findall(r"(?:^[|^].*\n?)+", bare, re.MULTILINE):
                assert len({len(re.findall(edge, line)) for line in table.splitlines()}) == 1, table


def test_the_same_whatever_the_order_of_sets(tmp_path: Path) -> None:
    """In programs of their own, whose sets have other orders."""
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "hexumpire", "wiki", "d8chart", "--format", "html", "--site", SITE]
        path = os.pathsep.join(sys.path)
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        subprocess.run([*command, "--out", str(tmp_path / seed)], check=True, env=environment, capture_output=True)
    first, second = (
        {file.relative_to(tmp_path / seed): file.read_bytes() for file in (tmp_path / seed).rglob("*.*")}
        for seed in ("1", "2")
    )
    assert first == second
    assert len(first) > 50


@pytest.mark.parametrize("key", ["d8chart", "custom"])
def test_german(key: str) -> None:
    one = made(key, "de")
    files = one.files("html")
    t, english = words.Words("de"), words.Words("en")
    assert f"<h1>{t('index.title', game=one.book.title)}</h1>" in files["index.html"]
    other = [text for text in english._texts.values() if len(text) > 12 and "{" not in text and text != "Hex Umpire"]
    for name, text in files.items():
        if name.endswith(".html"):
            assert '<html lang="de">' in text
            said = read(text).text
            assert not [phrase for phrase in other if phrase in said], name
    assert any(f'"{SITE}de.html#' in text for text in files.values())
    assert any(f"{SITE}embed.html?lang=de#" in text for text in files.values())


def test_without_a_site_there_are_pictures_and_nothing_live() -> None:
    one = made("custom", site="")
    for form in FORMATS:
        files = one.files(form, "")
        assert not [name for name in files if "install/" in name or "plugin/" in name]
        known = texts(form, files)
        found = {there for name, text in known.items() for there in leads(form, name, text)}
        assert not [there for there in found if there.startswith("http")]
        assert len([there for there in found if there.endswith(".svg")]) == len(one.book.battles)
        assert not any("battle>" in text or "{{Battle" in text or "<hex-umpire" in text for text in known.values())


def test_a_board_too_large_for_a_summary_is_shown_from_its_link(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = made("custom").book.battles[0]
    monkeypatch.setattr(embedding, "MAX_WORD", 10)
    found = answer(battle, "en")
    assert found.embed == found.link


# --- hostile words -------------------------------------------------------------------------------------------

NOWHERE = Names({pages.INDEX: "x"}, {})
WRITERS = {
    "mediawiki": mediawiki._Writer(NOWHERE),
    "dokuwiki": dokuwiki._Writer(NOWHERE),
    "markdown": markdown._Writer(NOWHERE, ""),
    "html": webpages.WebWriter(NOWHERE, ""),
}
BACK: dict[str, Callable[[str], str]] = {
    "mediawiki": html.unescape,
    "dokuwiki": lambda text: "".join(sum(re.findall(r"<nowiki>(.*?)</nowiki>|%%(.*?)%%|([^%<]+|.)", text), ())),
    "markdown": lambda text: re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text),
    "html": html.unescape,
}
"""What a reader sees of a text that a writer has marked."""
LEFT = {
    "mediawiki": r"[<>\[\]{}|~_=&]|''|^[*#:;+!\s-]|//|--",
    "dokuwiki": r"[\[\]{}|^<>*~=\\_&@#\"`$]|//|''|--|\.\.|\(\(|\)\)|^[ >;:-]|www\.",
    "markdown": r"[`*_{}\[\]<>#|~&$@!^=]|^[-+:]|^\d+[.)](?:\s|$)|://|www\.",
    "html": "[<>\"']|&(?!(?:amp|lt|gt|quot|#39|#x27);)",
}
"""What may not be left of a text but for what says that it is no mark."""


@pytest.mark.parametrize("form", FORMATS)
def test_no_word_becomes_a_mark(form: str) -> None:
    writer = WRITERS[form]
    for word in WORDS:
        marked = writer.marked(word)
        assert BACK[form](marked) == pages.tidy(word), word
        bare = {
            "dokuwiki": re.sub(r"<nowiki>.*?</nowiki>|%%.*?%%", "", marked),
            "markdown": re.sub(r"\\.", "x", marked),
            "mediawiki": re.sub(r"&#\d+;", "x", marked),
        }.get(form, marked)
        assert not re.search(LEFT[form], bare, re.IGNORECASE), (word, marked)
        assert "\n" not in marked
        assert not re.search("[\x00-\x1f\u202a-\u202e]", marked)
    assert WRITERS[form].marked("Two tanks, 3-4 (slow): 66.7 % at 1:1.").replace("%%", "") in (
        "Two tanks, 3-4 (slow): 66.7 % at 1:1.", "Two tanks, 3-4 (slow): 66.7 % at 1&#58;1.",
    )  # fmt: skip


@pytest.mark.parametrize("make", [pages.slug, title], ids=["slug", "title"])
def test_names_are_legal_and_each_is_there_once(make: Callable[[str], str]) -> None:
    legal = r"[a-z0-9]([a-z0-9._-]*[a-z0-9])?" if make is pages.slug else r"[^#<>\[\]|{}_\x00-\x1f/&;~%+]+"
    found = pages.unique(WORDS, make, "unnumbered")
    assert len({name.casefold() for name in found.values()}) == len(WORDS)
    for name in found.values():
        assert re.fullmatch(legal, name), name
        assert name.strip(" .") == name
        assert ".." not in name or make is title
        assert len(name.encode()) <= 100
    assert pages.unique(["15.32C", "15.32c", "日本"], make, "other") == {
        "15.32C": make("15.32C"), "15.32c": "15.32c-2", "日本": "other" if make is pages.slug else "日本",
    }  # fmt: skip


GAME = """
title = {title}
note = {word}
[types]
guards = {{ title = {word}, attack = 5, defense = 2, rule = {rule} }}
[conditions]
fog = {{ title = {word}, rule = {rule} }}
[chart]
rule = "4.2"
columns = ["1:1", "2:1"]
[chart.rows]
1-3 = ["AR", "DR"]
4-6 = ["DR", "DE"]
[modifiers]
fog = {{ title = {word}, rule = "7.1", when = {{ condition = "fog" }}, shift = -1 }}
always = {{ title = {word}, rule = {rule}, attack = "+1" }}
"""
BATTLE: dict[str, Any] = {
    "map": {"hexes": {"0,0": {"terrain": "clear"}}},
    "targets": ["0,0"],
    "units": [
        {"side": "attacker", "type": "guards", "nation": "Red", "at": "1,0"},
        {"side": "defender", "type": "guards", "nation": "Blue", "at": "0,0"},
    ],
    "conditions": {"fog": True},
}


def typed_in(tmp_path: Path, word: str, form: str) -> dict[str, str]:
    """The files of a typed-in game in which a word stands wherever one may, and of a battle of it."""
    quoted = json.dumps(word)
    game, battle, out = tmp_path / "game.toml", tmp_path / "battle.json", tmp_path / form
    rule = json.dumps(f"3 {word}"[:20].strip())
    game.write_text(GAME.format(title=quoted, word=quoted, rule=rule), encoding="utf-8")
    battle.write_text(json.dumps({**BATTLE, "title": word}))
    command = ["wiki", str(game), "--format", form, "--out", str(out), "--site", SITE, "--battle", str(battle)]
    assert cli.main(command) == 0
    return {str(file.relative_to(out)): file.read_text("utf-8") for file in out.rglob("*.*") if file.is_file()}


@pytest.fixture(scope="module")
def plain_tags(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The elements of the pages of a game without hostile words."""
    plain = typed_in(tmp_path_factory.mktemp("plain"), "plain", "html")
    return {tag for page in plain.values() for tag in read(page).tags}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("word", [*MARKED[:12], *HOSTILE[::60]])
def test_a_game_of_hostile_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], plain_tags: set[str], form: str, word: str
) -> None:
    files = typed_in(tmp_path, word, form)
    assert "pages of battles: 1" in capsys.readouterr().out
    known = texts(form, files)
    for name, text in known.items():
        for there in leads(form, name, text):
            assert there in known or there in files or there.startswith(SITE), there
            if there.startswith(SITE) and "#" in there:
                assert opened(there).scenario.title == word.strip()
        if form == "html":
            assert read(text).faults == []
            assert set(read(text).tags) <= plain_tags
            assert not re.search(r"[\s\"']on\w+=", re.sub(r">[^<]*<|\"[^\"]*\"", "><", text))
    assert all(re.fullmatch(r"[A-Za-z0-9._/-]+", name) for name in files)


# --- the command ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("toy")
def test_it_says_what_it_has_written(run: Any, tmp_path: Path) -> None:
    said = run("wiki", "toy", "--format", "dokuwiki", "--out", str(tmp_path / "new" / "toy"), "--site", SITE[:-1])
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert f"{len(written)} files" in said
    found = json.loads(run("wiki", "toy", "--format", "markdown", "--out", str(tmp_path / "m"), "--json"))
    assert found["files"] == sorted(str(it.relative_to(tmp_path / "m")) for it in (tmp_path / "m").rglob("*.*"))
    assert found["battles"] == len(rulesets.get("toy").examples())


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("form", writing.INSTALLED)
def test_what_a_wiki_installs_names_the_site(form: str, run: Any, tmp_path: Path) -> None:
    run("wiki", "toy", "--format", form, "--out", str(tmp_path), "--site", SITE)
    folder = WIKI / "kit" / form
    kept = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    assert kept == set(writing.INSTALLED[form])
    (place,) = {file.parent for file in tmp_path.rglob("*") if file.name in ("common.js", "syntax.php")}
    for name in kept:
        shown = (place / name).read_text()
        assert shown == (folder / name).read_text().replace(writing.HOST, SITE)
        assert writing.HOST not in shown
    assert any(SITE in (place / name).read_text() for name in kept)


def test_a_battle_that_has_begun(run: Any, tmp_path: Path) -> None:
    link = run("link", "d8chart:lone-fort").strip()
    scenario = record.from_link(link).scenario
    battle = ask("view", scenario=ask("open", fragment=link)["scenario"])
    action = (
        battle["node"]["faces"][0]["id"] if battle["node"]["kind"] == "chance" else battle["node"]["options"][0]["id"]
    )
    begun = record.to_link(scenario, (action,))
    run("wiki", "d8chart", "--format", "html", "--out", str(tmp_path), "--site", SITE, "--battle", begun)
    page = (tmp_path / "battle" / "battle-1.html").read_text()
    log = ask("view", scenario=ask("open", fragment=link)["scenario"], actions=[action])["log"]
    assert log
    assert all(line["text"] in read(page).text for line in log)
    assert {opened(link).actions for link in read(page).links if "#" in link} == {(action,)}
    index = (tmp_path / "index.html").read_text()
    assert "battle/battle-1.html" in index
    cited = {link for link in read(page).links if link.startswith("../rule/")}
    assert any("battle-1.html" in (tmp_path / "rule" / link.removeprefix("../rule/")).read_text() for link in cited)


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nogame"], "there is no ruleset and no file 'nogame'"),
        (["d8char"], "did you mean 'd8chart'?"),
        (["toy", "--site", "hexes.example"], "--site 'hexes.example' is no address of a folder"),
        (["toy", "--site", "https://x.example/a b"], "is no address of a folder"),
        (["toy", "--site", 'https://x.example/"><script>'], "is no address of a folder"),
        (["toy", "--battle", "d8chart:lone-fort"], "--battle 'd8chart:lone-fort' is of"),
        (["toy", "--battle", "nofile"], "there is no file 'nofile'"),
    ],
)
def test_refusals(refused: Any, tmp_path: Path, words: list[str], said: str) -> None:
    (line,) = refused("wiki", *words, "--format", "html", "--out", str(tmp_path / "out"))
    assert said in line
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("toy")
def test_a_file_is_no_folder(refused: Any, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    (line,) = refused("wiki", "toy", "--format", "html", "--out", str(tmp_path / "out"))
    assert "is a file: name a folder" in line


# --- texts ---------------------------------------------------------------------------------------------------


def test_texts_in_all_languages() -> None:
    english, *others = (words.Words(lang)._texts for lang in i18n.LANGUAGES)
    for other in others:
        assert list(english) == list(other)
        for key, text in english.items():
            assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", other[key])), key
    source = "".join(path.read_text() for path in WIKI.glob("*.py"))
    used = set(re.findall(r"\"((?:index|rule|battle)\.\w+)\"", source))
    used |= {f"rule.{part}.{status}" for part in ("is", "does") for status in STATUSES}
    assert {re.sub("_(one|other)$", "", key) for key in english} == used


def test_statuses_are_told_as_on_the_page() -> None:
    for lang in i18n.LANGUAGES:
        page = json.loads((ROOT / "web" / "texts" / "rules" / f"{lang}.json").read_text())
        own = words.Words(lang)._texts
        assert {key: own[key] for key in own if re.match(r"rule\.(is|does)\.", key)} == {
            key: page[key] for key in page if re.match(r"rule\.(is|does)\.", key)
        }
