"""The share picture of a player: name, ratings and results."""

from engines.i18n import translate as _
from league.player_pages.queries import PlayerPage
from league.share_cards.canvas import BRAND, INK, PANEL, SOFT, WIDTH, Canvas, draw_brand
from league.share_cards.typeface import to_drawable

MAX_RATINGS = 3
_LEFT, _RIGHT = 56, WIDTH - 56


def draw_player(page: PlayerPage) -> bytes:
    """Return the picture as a PNG."""
    canvas = Canvas()
    draw_brand(canvas, _LEFT, 70)
    canvas.text(_LEFT, 190, to_drawable(page.name, page.username), 72, bold=True, width=_RIGHT - _LEFT)
    canvas.text(_LEFT, 244, to_drawable(f"@{page.username}"), 30, SOFT, width=_RIGHT - _LEFT)
    tiles = [(_("Won"), page.wins), (_("Drawn"), page.draws), (_("Lost"), page.losses)]
    for n, (label, count) in enumerate(tiles):
        x = _LEFT + n * 180
        canvas.text(x, 348, str(count), 56, BRAND if not n else INK, bold=True)
        canvas.text(x, 386, label, 24, SOFT)
    best = sorted(page.ratings, key=lambda line: -line.games)[:MAX_RATINGS]
    width = (_RIGHT - _LEFT - 24 * (MAX_RATINGS - 1)) / MAX_RATINGS
    for n, line in enumerate(best):
        left = _LEFT + n * (width + 24)
        canvas.box(left, 436, width, 138, PANEL, radius=14)
        canvas.text(left + 24, 484, to_drawable(line.game_name), 26, SOFT, bold=True, width=width - 48)
        canvas.text(left + 24, 548, str(line.rating), 52, INK, bold=True)
    return canvas.to_png()
