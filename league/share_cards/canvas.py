"""A share picture of 1200 x 630 pixels: shapes are drawn twice as large and reduced, so that their edges are smooth."""

import io
from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw

from league.share_cards.typeface import fit, get_font

WIDTH, HEIGHT = 1200, 630
_TIMES = 2
Point = tuple[float, float]

GROUND, PANEL, FIELD, LINE = "#131719", "#1b2123", "#262e31", "#3a4649"
INK, SOFT, BRAND = "#eef2ef", "#a7b4af", "#6fd0ac"
DEEP = "#17594a"
SIDES = ("#d8554b", "#4b86dc", "#a874df", "#dfa43a")
"""Colours of the seats, as on the site's boards."""


class Canvas:
    """A picture. Text is drawn last, at its final size."""

    def __init__(self) -> None:
        self._image = Image.new("RGB", (WIDTH * _TIMES, HEIGHT * _TIMES), GROUND)
        self._draw = ImageDraw.Draw(self._image)
        self._texts: list[tuple[Point, str, int, str, bool, str]] = []

    def box(
        self, left: float, top: float, width: float, height: float, fill: str | None,
        *, radius: float = 0, outline: str | None = None, line: float = 2,
    ) -> None:  # fmt: skip
        """Draw a rectangle with round corners."""
        corners = _enlarge([(left, top), (left + width, top + height)])
        self._draw.rounded_rectangle(corners, radius * _TIMES, fill, outline, round(line * _TIMES) if outline else 0)

    def polygon(self, points: Sequence[Point], fill: str | None, *, outline: str | None = None, line: float = 2) -> None:
        """Draw a polygon."""
        self._draw.polygon(_enlarge(points), fill, outline, round(line * _TIMES) if outline else 0)

    def circle(
        self, x: float, y: float, radius: float, fill: str | None, *, outline: str | None = None, line: float = 2
    ) -> None:
        """Draw a circle around a point."""
        corners = _enlarge([(x - radius, y - radius), (x + radius, y + radius)])
        self._draw.ellipse(corners, fill, outline, round(line * _TIMES) if outline else 0)

    def line(self, points: Sequence[Point], colour: str, width: float = 2) -> None:
        """Draw lines from point to point."""
        self._draw.line(_enlarge(points), colour, round(width * _TIMES), joint="curve")

    def side(self, x: float, y: float, seat: int | None, radius: float, *, outline: str | None = None) -> None:
        """Draw the sign of a seat around a point: a shape and a colour each."""
        colour = SOFT if seat is None else SIDES[seat % len(SIDES)]
        shape = None if seat is None else seat % len(SIDES)
        if shape == 0:
            reach = radius * 0.9
            self.box(x - reach, y - reach, 2 * reach, 2 * reach, colour, radius=radius * 0.25, outline=outline)
        elif shape == 2:
            corners = [(x, y - radius * 1.1), (x + radius * 1.1, y + radius * 0.9), (x - radius * 1.1, y + radius * 0.9)]
            self.polygon(corners, colour, outline=outline)
        elif shape == 3:
            reach = radius * 1.15
            self.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], colour, outline=outline)
        else:
            self.circle(x, y, radius, colour, outline=outline)

    def text(
        self, x: float, y: float, text: str, size: int, colour: str = INK,
        *, bold: bool = False, anchor: str = "ls", width: float | None = None,
    ) -> float:  # fmt: skip
        """Write a line at a point and return its width; with `width` it is fitted. `anchor` is Pillow's."""
        if width is not None:
            text, size = fit(text, size, width, bold=bold)
        self._texts.append(((x, y), text, size, colour, bold, anchor))
        return get_font(size, bold).getlength(text)

    def to_png(self) -> bytes:
        """Return the picture as a PNG of few colours, so that it stays small."""
        image = self._image.reduce(_TIMES)
        draw = ImageDraw.Draw(image)
        for point, text, size, colour, bold, anchor in self._texts:
            draw.text(point, text, colour, get_font(size, bold), anchor)
        out = io.BytesIO()
        image.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
        return out.getvalue()


def _enlarge(points: Iterable[Point]) -> list[Point]:
    return [(x * _TIMES, y * _TIMES) for x, y in points]


def draw_brand(canvas: Canvas, x: float, y: float) -> None:
    """Draw the site's sign and name; `y` is the middle."""
    canvas.polygon([(x, y), (x + 24, y - 24), (x + 48, y), (x + 24, y + 24)], DEEP)
    canvas.text(x + 24, y, "0", 28, "#ffffff", bold=True, anchor="mm")
    canvas.text(x + 62, y, "League Zero", 26, SOFT, bold=True, anchor="lm")


def draw_pill(canvas: Canvas, x: float, y: float, text: str, *, live: bool = False, right: bool = False) -> None:
    """Draw a short text in a pill that begins, or with `right` ends, at a point; `y` is the middle."""
    before = 44 if live else 20
    width = get_font(24, True).getlength(text) + before + 20
    left = x - width if right else x
    canvas.box(left, y - 22, width, 44, DEEP if live else FIELD, radius=22)
    if live:
        canvas.circle(left + 26, y, 7, BRAND)
    canvas.text(left + before, y, text, 24, INK, bold=True, anchor="lm")
