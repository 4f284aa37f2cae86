"""The share picture of an event: its podium, bracket or standings."""

from collections.abc import Sequence
from datetime import UTC

from django.utils.formats import date_format

from engines.i18n import translate as _
from league.event_files.summary import EventSummary
from league.events.queries import EventCard
from league.pairings.queries.rounds import PairingLine, RoundBlock
from league.share_cards.board_picture import draw_neutral
from league.share_cards.canvas import BRAND, FIELD, INK, LINE, PANEL, SOFT, WIDTH, Canvas, draw_brand, draw_pill
from league.share_cards.typeface import to_drawable
from league.standings.tables import TableLine

MAX_ROUNDS, MAX_ROWS = 3, 7
_LEFT, _RIGHT = 56, WIDTH - 56
_TOP, _BOTTOM = 250, 600
_MEDALS = ("#e8b64c", "#c3ccd2", "#c98a57")
_LIVE = ("playing", "paused", "review")


def draw_event(page: EventSummary) -> bytes:
    """Return the picture as a PNG."""
    canvas, card = Canvas(), page.card
    draw_brand(canvas, _LEFT, 62)
    canvas.text(_LEFT, 154, to_drawable(card.name, card.game_name), 54, bold=True, width=_RIGHT - _LEFT)
    facts = f"{card.game_name} · {card.format_name}"
    canvas.text(_LEFT, 206, to_drawable(facts), 28, BRAND, bold=True, width=_RIGHT - _LEFT)
    draw_pill(canvas, _RIGHT, 62, _describe_state(card), live=card.status == "running", right=True)
    if page.podium:
        _draw_podium(canvas, page.podium)
    elif page.brackets:
        _draw_bracket(canvas, page.brackets[0][-MAX_ROUNDS:])
    elif page.tables and page.tables[0].lines:
        _draw_standings(canvas, page.tables[0].lines[:MAX_ROWS])
    else:
        _draw_coming(canvas, card)
    return canvas.to_png()


def _describe_state(card: EventCard) -> str:
    if card.status == "running":
        return _("Round {round} of {rounds}", round=card.round, rounds=card.rounds) if card.rounds else _("Running")
    if card.status == "cancelled":
        return _("Cancelled")
    if card.status == "registration":
        return _("Open for registration")
    return _("Finished") if card.finished_at else _("About to start")


def _draw_coming(canvas: Canvas, card: EventCard) -> None:
    """Write how many have entered and when it starts, beside the site's sign."""
    draw_neutral(canvas, (_RIGHT - 360, _TOP, 360, _BOTTOM - _TOP))
    canvas.text(_LEFT, 400, f"{card.entrants} / {card.max_entrants}", 110, bold=True)
    canvas.text(_LEFT, 450, _("Entrants"), 32, SOFT)
    if card.starts_at:
        starts = date_format(card.starts_at.astimezone(UTC), "j M Y, H:i")
        canvas.text(_LEFT, 540, f"{starts} UTC", 40, BRAND, bold=True)


def _draw_podium(canvas: Canvas, lines: Sequence[TableLine]) -> None:
    for n, line in enumerate(lines):
        y = _TOP + 10 + n * 116
        canvas.box(_LEFT, y, _RIGHT - _LEFT, 100, PANEL, radius=14)
        canvas.circle(_LEFT + 58, y + 50, 32, _MEDALS[min((line.rank or 1) - 1, 2)])
        canvas.text(_LEFT + 58, y + 51, str(line.rank), 34, "#1a211f", bold=True, anchor="mm")
        name = to_drawable(line.person.name, line.person.username)
        canvas.text(_LEFT + 120, y + 50, name, 42 if n else 50, INK, bold=True, anchor="lm", width=780)
        canvas.text(_RIGHT - 34, y + 50, line.points, 38, SOFT, bold=True, anchor="rm")


def _draw_standings(canvas: Canvas, lines: Sequence[TableLine]) -> None:
    height = min(50, (_BOTTOM - _TOP) / max(1, len(lines)))
    canvas.box(_LEFT, _TOP - 6, _RIGHT - _LEFT, height * len(lines) + 12, PANEL, radius=14)
    for n, line in enumerate(lines):
        y = _TOP + (n + 0.5) * height
        if n:
            canvas.line([(_LEFT + 20, y - height / 2), (_RIGHT - 20, y - height / 2)], FIELD)
        canvas.text(_LEFT + 70, y, str(line.rank or "·"), 28, SOFT, anchor="rm")
        name = to_drawable(line.person.name, line.person.username)
        canvas.text(_LEFT + 100, y, name, 30, INK, bold=True, anchor="lm", width=800)
        canvas.text(_RIGHT - 34, y, line.points, 30, BRAND, bold=True, anchor="rm")


def _draw_bracket(canvas: Canvas, rounds: Sequence[RoundBlock]) -> None:
    shown = [block for block in rounds if len(block.pairings) <= 4] or [rounds[-1]]
    width, gap = (_RIGHT - _LEFT - 36 * (len(shown) - 1)) / max(1, len(shown)), 36
    for column, block in enumerate(shown):
        x = _LEFT + column * (width + gap)
        canvas.text(x, _TOP - 4, to_drawable(block.name), 20, SOFT, bold=True, width=width)
        pairings = block.pairings[:4]
        step = (_BOTTOM - _TOP - 10) / len(pairings)
        for n, pairing in enumerate(pairings):
            middle = _TOP + 14 + (n + 0.5) * step
            before = len(shown[column - 1].pairings) if column else 0
            if before in (len(pairings), 2 * len(pairings)):
                _draw_branches(canvas, x, middle, gap, step / 4 if before > len(pairings) else 0)
            _draw_pairing(canvas, pairing, x, middle - 38, width)


def _draw_branches(canvas: Canvas, x: float, middle: float, gap: float, reach: float) -> None:
    """Draw the lines from two pairings to the one that follows, which begins at `x`."""
    half = x - gap / 2
    canvas.line([(half, middle), (x, middle)], LINE, 3)
    for y in (middle - reach, middle + reach):
        canvas.line([(x - gap, y), (half, y), (half, middle)], LINE, 3)


def _draw_pairing(canvas: Canvas, pairing: PairingLine, x: float, y: float, width: float) -> None:
    is_live = pairing.status in _LIVE
    canvas.box(x, y, width, 76, PANEL, radius=10, outline=BRAND if is_live else LINE)
    canvas.line([(x + 1, y + 38), (x + width - 1, y + 38)], LINE)
    for n, side in enumerate(pairing.sides[:2]):
        middle = y + 19 + n * 38
        name: str = _("bye") if side.nobody else _("to be decided")
        if side.person:
            name = to_drawable(side.person.name, side.person.username)
        canvas.text(x + 14, middle, name, 22, INK if side.person else SOFT, bold=side.won, anchor="lm", width=width - 70)
        canvas.text(x + width - 14, middle, side.points, 22, BRAND if side.won else SOFT, bold=True, anchor="rm")
