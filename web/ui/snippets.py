"""What players copy to show a battle elsewhere: web pages, wikis, forums. Each kind is one function of a Battle.

Captions come from players, so they are written as each place wants its own marks written; where a place knows no way
to do that (DokuWiki, BBCode), the marks become others that look alike.
"""

from __future__ import annotations

KINDS = (
    "iframe",
    "element",
    "address",
    "mediawiki",
    "mediawiki-frame",
    "mediawiki-picture",
    "dokuwiki",
    "dokuwiki-frame",
    "bbcode",
    "markdown",
    "plain",
    "picture",
)
FRAMES = ("iframe", "element", "address", "mediawiki-frame", "dokuwiki-frame")  # those that show a frame
USES = ("play", "look", "column", "result", "forgotten", "loss", "retreat")  # what readers of a frame can do
LESSONS = USES[2:]  # the frame asks
HEIGHT = "640"
PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/:?#@!$&*+,;=%"
UNSEEN = "\u2028\u2029\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # turn round what follows


class Battle:
    """A battle to be shown: the page's address, the fragments of its link and its embed link, a caption, a title.

    The title gives the name of its picture's file; the use is what readers can do, one of USES.
    """

    def __init__(self, page: str, link: str, embed: str, caption: str, title: str, use: str = USES[0]) -> None:
        self.page = address(page) + "#" + link
        folder = address(page).rsplit("/", 1)[0] + "/"
        asked = "?lesson=" + use if use in LESSONS else "?readonly" if use == "look" else ""
        self.frame = folder + "embed.html" + asked + "#" + embed
        self.wish = ' lesson="' + use + '"' if use in LESSONS else " readonly" if use == "look" else ""
        self.script = folder + "hex-umpire.js"
        self.fragment = "#" + embed
        self.caption = tidy(caption) or "Hex Umpire"
        self.picture = file_name(title, "svg")


def address(text: str) -> str:
    """An address with nothing in it that any place would take for a mark of its own."""
    out = ""
    for letter in text.split("#")[0]:
        if letter in PLAIN:
            out += letter
        else:
            for byte in letter.encode():
                out += "%" + "0123456789ABCDEF"[byte // 16] + "0123456789ABCDEF"[byte % 16]
    return out


def tidy(text: str) -> str:
    """A text as one line, without letters that are not seen."""
    seen = [c if ord(c) > 31 and not 127 <= ord(c) < 160 and c not in UNSEEN else " " for c in text]
    return " ".join("".join(seen).split())


def file_name(title: str, ending: str) -> str:
    """A name for a file of a battle."""
    words = "".join([c if c.isalpha() or c in "0123456789" else "-" for c in title])
    while "--" in words:
        words = words.replace("--", "-")
    return (words.strip("-") or "file") + "." + ending


def html(text: str) -> str:
    """A text for HTML, inside and outside quotes."""
    for mark, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        text = text.replace(mark, name)
    return text


def wikitext(text: str) -> str:
    """A text for MediaWiki: every mark by its number."""
    return "".join([c if c in ",." or c not in PUNCTUATION else "&#" + str(ord(c)) + ";" for c in text])


def markdown(text: str) -> str:
    """A text for Markdown: every mark behind a backslash."""
    return "".join(["\\" + c if c in PUNCTUATION and c not in ",.:" else c for c in text])


def without_marks(text: str) -> str:
    """A text for places that know no way to write their marks: other marks that look alike."""
    for mark, other in (("[", "("), ("]", ")"), ("{", "("), ("}", ")"), ("|", "/"), ("<", "‹"), (">", "›")):
        text = text.replace(mark, other)
    for mark in ("**", "//", "__", "''", "%%", "~~", "\\\\"):
        while mark in text:
            text = text.replace(mark, mark[0])
    return text


def _iframe(battle: Battle) -> str:
    text = '<iframe class="hex-umpire" src="' + html(battle.frame) + '" title="' + html(battle.caption)
    return text + '" width="100%" height="' + HEIGHT + '" loading="lazy" style="border:0;max-width:46rem"></iframe>'


def _element(battle: Battle) -> str:
    text = '<script async src="' + html(battle.script) + '"></script>\n<hex-umpire src="' + html(battle.fragment)
    text += '"' + battle.wish + '><a href="' + html(battle.page) + '">' + html(battle.caption) + "</a></hex-umpire>"
    return text


def _address(battle: Battle) -> str:
    return battle.frame


def _mediawiki(battle: Battle) -> str:
    return "[" + battle.page + " " + wikitext(battle.caption) + "]"


def _mediawiki_frame(battle: Battle) -> str:
    return "{{#widget:Iframe|url=" + battle.frame + "|width=100%|height=" + HEIGHT + "|border=0}}"


def _mediawiki_picture(battle: Battle) -> str:
    caption = wikitext(battle.caption)
    text = "[[File:" + battle.picture + "|frameless|upright=2|link=" + battle.page + "|alt=" + caption
    return text + "|" + caption + "]]"


def _dokuwiki(battle: Battle) -> str:
    return "[[" + battle.page + "|" + without_marks(battle.caption) + "]]"


def _dokuwiki_frame(battle: Battle) -> str:
    return "{{url>" + battle.frame + " 100%," + HEIGHT + "px noborder|" + without_marks(battle.caption) + "}}"


def _bbcode(battle: Battle) -> str:
    return "[url=" + battle.page + "]" + without_marks(battle.caption) + "[/url]"


def _markdown(battle: Battle) -> str:
    return "[" + markdown(battle.caption) + "](<" + battle.page + ">)"


def _plain(battle: Battle) -> str:
    return battle.caption + "\n" + battle.page


def _picture(battle: Battle) -> str:
    text = '<a href="' + html(battle.page) + '"><img src="' + html(battle.picture) + '" alt="' + html(battle.caption)
    return text + '"></a>'


MAKERS = {
    "iframe": _iframe,
    "element": _element,
    "address": _address,
    "mediawiki": _mediawiki,
    "mediawiki-frame": _mediawiki_frame,
    "mediawiki-picture": _mediawiki_picture,
    "dokuwiki": _dokuwiki,
    "dokuwiki-frame": _dokuwiki_frame,
    "bbcode": _bbcode,
    "markdown": _markdown,
    "plain": _plain,
    "picture": _picture,
}
PICTURES = ("mediawiki-picture", "picture")  # need the picture's file beside them


def snippet(kind: str, battle: Battle) -> str:
    """The text to copy."""
    return MAKERS[kind](battle)
