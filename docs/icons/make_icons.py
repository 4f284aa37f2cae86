"""Draw the site's icons and the picture of pages without one of their own. Usage: python docs/icons/make_icons.py"""

import sys
from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from league.share_cards.canvas import BRAND, DEEP, HEIGHT, INK, WIDTH, Canvas  # noqa: E402

ICONS = ROOT / "matches" / "static" / "site" / "icons"
TIMES = 4
CLEAR = (0, 0, 0, 0)


def draw_icon(
    size: int, *, ground: str | None = None, diamond: str | None = DEEP, ink: str = "#ffffff", fill: float = 1
) -> Image.Image:
    """Return the sign of favicon.svg: a diamond of `fill` of the size, with a slashed zero."""
    image = Image.new("RGBA", (size * TIMES, size * TIMES), ground or CLEAR)
    draw, unit = ImageDraw.Draw(image), size * TIMES / 32 * fill

    def at(x: float, y: float) -> tuple[float, float]:
        return size * TIMES / 2 + (x - 16) * unit, size * TIMES / 2 + (y - 16) * unit

    if diamond:
        draw.polygon([at(16, 0.5), at(31.5, 16), at(16, 31.5), at(0.5, 16)], diamond)
    draw.ellipse([at(9.1, 7.1), at(22.9, 24.9)], None, ink, round(2.8 * unit))
    draw.line([at(12.2, 21), at(19.8, 11)], ink, round(2.8 * unit))
    return image.reduce(TIMES)


def draw_share_picture() -> bytes:
    """Return the picture of pages without one of their own."""
    canvas = Canvas()
    canvas.polygon([(WIDTH / 2, 60), (WIDTH / 2 + 150, 210), (WIDTH / 2, 360), (WIDTH / 2 - 150, 210)], DEEP)
    canvas.text(WIDTH / 2, 212, "0", 170, INK, bold=True, anchor="mm")
    canvas.text(WIDTH / 2, 440, "League Zero", 76, INK, bold=True, anchor="mm")
    canvas.text(WIDTH / 2, HEIGHT - 100, "Strategy games, timed and refereed", 34, BRAND, anchor="mm")
    return canvas.to_png()


def main() -> None:
    """Write all files."""
    ICONS.mkdir(exist_ok=True)
    for size in (192, 512):
        draw_icon(size).save(ICONS / f"icon-{size}.png", optimize=True)
        draw_icon(size, ground=DEEP, diamond="#0f4437", fill=0.72).save(ICONS / f"maskable-{size}.png", optimize=True)
    draw_icon(180, ground=DEEP, diamond="#0f4437", fill=0.84).convert("RGB").save(ICONS / "apple-touch.png", optimize=True)
    draw_icon(96, diamond=None, fill=1.6).save(ICONS / "badge.png", optimize=True)
    (ICONS / "share.png").write_bytes(draw_share_picture())


if __name__ == "__main__":
    main()
