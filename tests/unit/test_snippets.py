"""What is copied into web pages, wikis and forums: it says what it should, and no caption gets out of its place."""

from __future__ import annotations

import importlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.host
ROOT = Path(__file__).parents[2]
PAGE = "https://example.org/umpire/"
LINK, EMBED = "1.abc-_DEF", "1.abc-_DEF.1.xyz_-9"
HOSTILE = [
    "Suez",
    "",
    '"><script>alert(1)</script>',
    "' onload=alert(1) x='",
    "</iframe><img src=x onerror=alert(1)>",
    "a]b[c]] [[File:x.png]] [http://evil.example x]",
    "}} {{evil|a=b}} {{{1}}} | || |link=http://evil.example|",
    "[/url][url=javascript:alert(1)]x[/url][img]http://evil.example/x[/img]",
    "](javascript:alert(1)) ![x](http://evil.example) `code` <http://evil.example> **bold** _it_ \\",
    "<nowiki>x</nowiki> <!-- --> ~~~~ '''bold''' ==h== #REDIRECT [[x]] __NOTOC__ {{!}} &#93; &amp;",
    "//italic// **bold** __under__ ''mono'' \\\\ %%x%% ~~NOCACHE~~ ((note)) {{http://evil.example/x.png}}",
    "line\nbreak\r\n\ttab\u0000\u0007\u2028end",
    "\u202eevil\u2066 turned",
    "24 : 18 → 1:1, ½ – Übersee, 日本",
    "* list # number ; term : def",
    "x" * 300,
]


@pytest.fixture(scope="module")
def snippets(ui: Any) -> Any:
    return importlib.import_module("snippets")


def battle(snippets: Any, caption: str, page: str = PAGE) -> Any:
    return snippets.Battle(page, LINK, EMBED, caption, "Suez, 12")


class Parts(HTMLParser):
    """The tags of a piece of HTML with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_every_kind_has_a_maker_and_a_name(snippets: Any) -> None:
    assert set(snippets.KINDS) == set(snippets.MAKERS)
    assert set(snippets.PICTURES) <= set(snippets.KINDS)
    for file in (ROOT / "web" / "texts").glob("*.json"):
        texts = json.loads(file.read_text(encoding="utf-8"))
        assert {f"snippet.{kind}" for kind in snippets.KINDS} <= set(texts), file.name


def test_what_is_copied(snippets: Any) -> None:
    page, frame = f"{PAGE}#{LINK}", f"{PAGE}embed.html#{EMBED}"
    wanted = {
        "iframe": f'<iframe class="hex-umpire" src="{frame}" title="Suez &amp; [1:1]" width="100%" height="640" '
        'loading="lazy" style="border:0;max-width:46rem"></iframe>',
        "element": f'<script async src="{PAGE}hex-umpire.js"></script>\n'
        f'<hex-umpire src="#{EMBED}"><a href="{page}">Suez &amp; [1:1]</a></hex-umpire>',
        "address": frame,
        "mediawiki": f"[{page} Suez &#38; &#91;1&#58;1&#93;]",
        "mediawiki-frame": f"{{{{#widget:Iframe|url={frame}|width=100%|height=640|border=0}}}}",
        "mediawiki-picture": f"[[File:Suez-12.svg|frameless|upright=2|link={page}|alt=Suez &#38; &#91;1&#58;1&#93;"
        "|Suez &#38; &#91;1&#58;1&#93;]]",
        "dokuwiki": f"[[{page}|Suez & (1:1)]]",
        "dokuwiki-frame": f"{{{{url>{frame} 100%,640px noborder|Suez & (1:1)}}}}",
        "bbcode": f"[url={page}]Suez & (1:1)[/url]",
        "markdown": f"[Suez \\& \\[1:1\\]](<{page}>)",
        "plain": f"Suez & [1:1]\n{page}",
        "picture": f'<a href="{page}"><img src="Suez-12.svg" alt="Suez &amp; [1:1]"></a>',
    }
    found = {kind: snippets.snippet(kind, battle(snippets, "Suez & [1:1]")) for kind in snippets.KINDS}
    assert found == wanted


@pytest.mark.parametrize("caption", HOSTILE)
def test_html_holds_the_caption_as_text(snippets: Any, caption: str) -> None:
    one = battle(snippets, caption)
    shown = snippets.tidy(caption) or "Hex Umpire"
    (frame,) = Parts(snippets.snippet("iframe", one)).tags
    assert frame[0] == "iframe"
    assert (frame[1]["title"], frame[1]["src"]) == (shown, f"{PAGE}embed.html#{EMBED}")
    assert set(frame[1]) == {"class", "src", "title", "width", "height", "loading", "style"}
    parts = Parts(snippets.snippet("element", one))
    assert [tag for tag, _ in parts.tags] == ["script", "hex-umpire", "a"]
    assert parts.text.strip() == shown
    assert snippets.snippet("address", one) == f"{PAGE}embed.html#{EMBED}"
    parts = Parts(snippets.snippet("picture", one))
    assert [tag for tag, _ in parts.tags] == ["a", "img"]
    assert parts.tags[1][1]["alt"] == shown
    assert parts.tags[0][1] == {"href": f"{PAGE}#{LINK}"}


@pytest.mark.parametrize("caption", HOSTILE)
def test_wikis_and_forums_see_one_link(snippets: Any, caption: str) -> None:
    one = battle(snippets, caption)
    shown = snippets.tidy(caption) or "Hex Umpire"
    page = re.escape(f"{PAGE}#{LINK}")
    found = re.fullmatch(rf"\[{page} (.+)\]", snippets.snippet("mediawiki", one))
    assert found and not re.search(r"[\[\]{}|<>'=~_*`\"]|&(?!#\d+;)|://", found[1])
    assert re.sub(r"&#(\d+);", lambda mark: chr(int(mark[1])), found[1]) == shown
    found = re.fullmatch(rf"\[\[File:([\w-]+)\.svg\|frameless\|upright=2\|link={page}\|alt=([^|]+)\|([^|]+)\]\]",
                         snippets.snippet("mediawiki-picture", one))  # fmt: skip
    assert found and found[2] == found[3] and "]" not in found[2]
    assert caption.strip() == "" or caption not in snippets.snippet("mediawiki-frame", one) or caption.isalnum()
    found = re.fullmatch(rf"\[\[{page}\|(.+)\]\]", snippets.snippet("dokuwiki", one))
    assert found and not re.search(r"[\[\]{}|<>]|\*\*|//|__|''|%%|~~|\\\\", found[1])
    found = re.fullmatch(r"\{\{url>(\S+) 100%,640px noborder\|(.+)\}\}", snippets.snippet("dokuwiki-frame", one))
    assert found and found[1] == f"{PAGE}embed.html#{EMBED}" and not re.search(r"[\[\]{}|<>]", found[2])
    found = re.fullmatch(rf"\[url={page}\](.+)\[/url\]", snippets.snippet("bbcode", one))
    assert found and not re.search(r"[\[\]]", found[1])
    found = re.fullmatch(rf"\[(.+)\]\(<{page}>\)", snippets.snippet("markdown", one))
    assert found and not re.search(r"(?<!\\)(?:\\\\)*[\[\]()<>*_`!#&|~\"]", found[1])
    assert re.sub(r"\\(.)", r"\1", found[1]) == shown
    assert snippets.snippet("plain", one).split("\n") == [shown, f"{PAGE}#{LINK}"]


@pytest.mark.parametrize(
    ("page", "folder", "whole"),
    [
        ("https://example.org/", "https://example.org/", "https://example.org/"),
        ("https://example.org/u/index.html", "https://example.org/u/", "https://example.org/u/index.html"),
        (
            "https://example.org/a b]|}}'\"<>(ü)/x",
            "https://example.org/a%20b%5D%7C%7D%7D%27%22%3C%3E%28%C3%BC%29/",
            None,
        ),
        ("https://example.org/x#1.old", "https://example.org/", "https://example.org/x"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/", "http://127.0.0.1:8000/"),
    ],
)
def test_addresses_hold_no_marks(snippets: Any, page: str, folder: str, whole: str | None) -> None:
    one = battle(snippets, "x", page)
    assert one.frame == f"{folder}embed.html#{EMBED}"
    assert one.script == f"{folder}hex-umpire.js"
    assert one.page == f"{whole or folder + 'x'}#{LINK}"
    for kind in snippets.KINDS:
        assert not re.search(r"a b\]|[()]ü", snippets.snippet(kind, one))


def test_files_have_plain_names(snippets: Any) -> None:
    assert snippets.file_name("Suez, 12 Italian factors – 24 : 18", "svg") == "Suez-12-Italian-factors-24-18.svg"
    assert snippets.file_name("../../etc/passwd", "svg") == "etc-passwd.svg"
    assert snippets.file_name("", "svg") == "file.svg"
