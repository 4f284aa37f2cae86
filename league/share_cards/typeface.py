"""The typeface of share pictures: DejaVu Sans (free, with Greek and Cyrillic), and what it can't write."""

import unicodedata
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

_FOLDER = Path(__file__).parent / "fonts"
_FILES = {False: "DejaVuSans.ttf", True: "DejaVuSans-Bold.ttf"}
_UNASSIGNED = "\U0010ffff"
"""A character that no font has: it is drawn as the font's sign for missing ones."""
SMALLEST = 0.75
"""Of the wanted size: longer texts end with an ellipsis."""


@lru_cache(maxsize=64)
def get_font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the font in this size."""
    return ImageFont.truetype(str(_FOLDER / _FILES[bold]), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _has(character: str) -> bool:
    font = get_font(32, True)
    return bytes(font.getmask(character)) != bytes(font.getmask(_UNASSIGNED))


def to_drawable(text: str, instead: str = "…") -> str:
    """Return the text without characters that the font lacks; `instead` if little would be left.

    >>> to_drawable("Jörg Ж 🎲"), to_drawable("山田太郎", "yamada")
    ('Jörg Ж', 'yamada')
    """
    characters = [sign for sign in unicodedata.normalize("NFKC", text) if sign.isprintable()]
    known = "".join(sign for sign in characters if sign == " " or _has(sign))
    known = " ".join(known.split())
    return known if known and 2 * len(known) >= len(characters) else instead


def fit(text: str, size: int, width: float, *, bold: bool = False) -> tuple[str, int]:
    """Return the text and its size so that it is at most `width` wide: smaller first, then shortened."""
    smallest = max(10, int(size * SMALLEST))
    for each in range(size, smallest - 1, -2):
        size = each
        if get_font(size, bold).getlength(text) <= width:
            return text, size
    font = get_font(size, bold)
    length = next((n for n in range(len(text), 0, -1) if font.getlength(f"{text[:n]}…") <= width), 0)
    return f"{text[:length].rstrip()}…", size
