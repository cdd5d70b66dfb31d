"""Paints the page's icon as PNG files, for home screens that take no SVG: the standard library does it.

icon.svg holds filled paths of straight lines ("M", "L" by default, "H", "V" and "z", absolute or not) and circles.
"""

from __future__ import annotations

import math
import re
import shutil
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

Point = tuple[float, float]
Colour = tuple[int, int, int]
FINE = 4  # lines of the sum that a row of pixels is
PAPER: Colour = (0xF4, 0xEF, 0xE4)
ROUND = 72  # corners of a circle
ICONS = (  # file, edge, how much of the edge the drawing takes, what lies below it
    ("icons/icon-192.png", 192, 1.0, None),
    ("icons/icon-512.png", 512, 1.0, None),
    ("icons/maskable-192.png", 192, 0.72, PAPER),  # within the circle of 80 % that no mask cuts
    ("icons/maskable-512.png", 512, 0.72, PAPER),
    ("icons/apple-touch-icon.png", 180, 0.8, PAPER),
)


def outline(path: str) -> list[Point]:
    """The corners of a path of straight lines."""
    found: list[Point] = []
    x = y = 0.0
    for letter, numbers in re.findall(r"([MLHVZmlhvz])([^A-Za-z]*)", path):
        given = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", numbers)]
        step = 1 if letter in "HVhv" else 2
        for i in range(0, len(given), step):
            dx = given[i] if letter not in "Vv" else None
            dy = given[i + 1] if step == 2 else (given[i] if letter in "Vv" else None)
            near = letter.islower() and bool(found)
            x = x if dx is None else dx + near * x
            y = y if dy is None else dy + near * y
            found.append((x, y))
    return found


def shapes(svg: str) -> tuple[float, list[tuple[Colour, list[Point]]]]:
    """The edge of a square drawing, and its shapes from below to above."""
    root = ElementTree.fromstring(svg)
    found: list[tuple[Colour, list[Point]]] = []

    def walk(element: ElementTree.Element, fill: str) -> None:
        fill = element.get("fill", fill)
        colour = (int(fill[1:3], 16), int(fill[3:5], 16), int(fill[5:7], 16))
        kind = element.tag.rpartition("}")[2]
        if kind == "path":
            found.append((colour, outline(element.get("d", ""))))
        elif kind == "circle":
            x, y, r = (float(element.get(name, "0")) for name in ("cx", "cy", "r"))
            turns = [2 * math.pi * i / ROUND for i in range(ROUND)]
            found.append((colour, [(x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns]))
        for child in element:
            walk(child, fill)

    walk(root, "#000000")
    return float(root.get("viewBox", "0 0 1 1").split()[2]), found


def cover(corners: list[Point], edge: int) -> list[list[float]]:
    """How much of each pixel a shape covers, from 0 to 1."""
    rows = [[0.0] * edge for _ in range(edge)]
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    for line in range(edge * FINE):
        y = (line + 0.5) / FINE
        cuts = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in sides if min(ay, by) <= y < max(ay, by)
        )
        row = rows[line // FINE]
        for left, right in zip(cuts[::2], cuts[1::2], strict=True):
            for x in range(max(0, int(left)), min(edge, math.ceil(right))):
                row[x] += max(0.0, min(right, x + 1) - max(left, x)) / FINE
    return rows


def paint(svg: str, edge: int, part: float, below: Colour | None) -> bytes:
    """The drawing as a PNG of a square, clear outside it where nothing lies below."""
    size, found = shapes(svg)
    scale, shift = edge * part / size, edge * (1 - part) / 2
    ground = (*below, 1.0) if below else (0, 0, 0, 0.0)
    pixels: list[list[tuple[float, ...]]] = [[ground] * edge for _ in range(edge)]
    for colour, corners in found:
        placed = [(x * scale + shift, y * scale + shift) for x, y in corners]
        for row, covered in zip(pixels, cover(placed, edge), strict=True):
            for x, much in enumerate(covered):
                if much > 0:
                    *under, clear = row[x]
                    whole = much + clear * (1 - much)
                    mixed = [(a * much + b * clear * (1 - much)) / whole for a, b in zip(colour, under, strict=True)]
                    row[x] = (*mixed, whole)
    raw = b"".join(
        b"\0" + bytes(round(part) for r, g, b, a in row for part in ((r, g, b, a * 255) if not below else (r, g, b)))
        for row in pixels
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", edge, edge, 8, 2 if below else 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")


def write(drawing: Path, dist: Path) -> None:
    """Put the icons into the site, and the screenshots that lie beside the drawing."""
    svg = drawing.read_text(encoding="utf-8")
    for name, edge, part, below in ICONS:
        file = dist / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(paint(svg, edge, part, below))
    for image in (drawing.parent / "icons").glob("*.png"):
        shutil.copyfile(image, dist / "icons" / image.name)
