"""The share picture of an event: its podium, bracket or standings."""

from collections.abc import Sequence

from engines.i18n import translate as _
from league.event_files.summary import EventSummary
from league.events.queries import EventCard
from league.pairings.queries.rounds import PairingLine, RoundBlock
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
    return canvas.to_png()


def _describe_state(card: EventCard) -> str:
    if card.status == "running":
        return _("Round {round} of {rounds}", round=card.round, rounds=card.rounds) if card.rounds else _("Running")
    if card.status == "cancelled":
        return _("Cancelled")
    taken = _("{entrants} of {max_entrants} spots taken", entrants=card.entrants, max_entrants=card.max_entrants)
    return _("Finished") if card.finished_at else taken


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
            if column and 2 * len(pairings) == len(shown[column - 1].pairings):
                _draw_branches(canvas, x, middle, gap, step / 4)
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
