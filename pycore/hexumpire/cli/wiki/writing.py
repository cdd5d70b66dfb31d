"""The command ``wiki``: a page for each rule and each battle of a game, as files for a wiki."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from hexumpire.cli.inputs import wrong
from hexumpire.cli.printing import clear, progress, show
from hexumpire.cli.wiki import dokuwiki, markdown, mediawiki, webpages
from hexumpire.cli.wiki.book import Answer, Book, Standing, answer, book, named, standing
from hexumpire.cli.wiki.pages import BATTLE, RULE
from hexumpire.cli.wiki.telling import Teller, told
from hexumpire.cli.wiki.words import Words
from hexumpire.files import documents
from hexumpire.model import data

FORMATS: Final = ("mediawiki", "dokuwiki", "markdown", "html")
HOST: Final = "https://HOST/PATH/"
"""What stands for the site's address in the files of :data:`INSTALLED`."""
INSTALLED: Final = {
    "mediawiki": ("template-battle.wiki", "common.js"),
    "dokuwiki": (
        "plugin.info.txt", "syntax.php", "script.js", "conf/default.php", "conf/metadata.php", "lang/en/settings.php",
        "lang/de/settings.php",
    ),
}  # fmt: skip
"""What the owner of a wiki installs so that it shows live boards, in the folder ``kit`` beside this file."""
_SITE: Final = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~-]+)*/?")


def wiki(args: argparse.Namespace) -> None:
    """Write the pages of a game into a folder, and say what has been written."""
    site, asked = _site(args.site), named(args.key)
    out = Path(args.out)
    if out.exists() and not out.is_dir():
        raise wrong(f"--out {documents.shown(args.out)} is a file", "name a folder")
    found = book(asked, args.lang, args.battle, args.key)
    answers: dict[str, Answer] = {}
    shown: dict[str, Standing] = {}
    try:
        for battle in found.battles:
            progress(battle.title)
            answers[battle.key] = answer(battle, args.lang)
        for rule, battle in found.witnesses.items():
            if battle.key not in shown:
                progress(rule)
                shown[battle.key] = standing(battle, args.lang)
    finally:
        clear()
    pages = told(Teller(found, Words(args.lang), site, shown), answers)
    pictures = {key: one.picture for key, one in answers.items()} | {key: one.picture for key, one in shown.items()}
    files = _files(args.format, pages, found, pictures, site, args.lang)
    for path, text in files.items():
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    counts = {kind: sum(page.key[0] == kind for page in pages) for kind in (RULE, BATTLE)}
    result = {"folder": str(out), "files": sorted(files), "rules": counts[RULE], "battles": counts[BATTLE]}
    show(args, result, lambda result: [_summary(result)])


def _summary(result: Mapping[str, Any]) -> str:
    return (
        f"{result['folder']}: {len(result['files'])} files; an index, "
        f"pages of rules: {result['rules']}, pages of battles: {result['battles']}"
    )


def _site(given: str) -> str:
    """The address of the folder that the site stands in, with a stroke at its end; empty for none."""
    if given and not _SITE.fullmatch(given):
        message = f"--site {documents.shown(given)} is no address of a folder"
        raise wrong(message, "write where the site's embed.html stands, such as https://example.org/hex-umpire/")
    return given if given.endswith("/") or not given else given + "/"


def _files(form: str, pages: Any, found: Book, pictures: Mapping[str, str], site: str, lang: str) -> dict[str, str]:
    """The files of a format by their paths, with what its wiki needs to show live boards."""
    game = found.key or found.title
    if form == "html":
        return webpages.files(pages, pictures, site, lang)
    if form == "markdown":
        return markdown.files(pages, pictures)
    made = mediawiki.files(pages, pictures, found.title, lang) if form == "mediawiki" else {}
    made = made or dokuwiki.files(pages, pictures, game)
    folder = "install/" if form == "mediawiki" else "plugin/hexumpire/"
    for name in INSTALLED[form] if site else ():
        text = (data.load(__package__ or "", f"kit/{form}/{name}") or b"").decode()
        made[folder + name] = text.replace(HOST, site)
    return made
