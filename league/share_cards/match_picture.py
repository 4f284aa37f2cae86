"""The share picture of a match, drawn from a spectator's board."""

from pathlib import PurePosixPath

from engines import registry
from engines.board_description import find_fault
from engines.i18n import mark, translate as _
from league.share_cards.board_picture import draw_board, draw_neutral
from league.share_cards.canvas import BRAND, HEIGHT, INK, SOFT, WIDTH, Canvas, draw_brand, draw_pill
from league.share_cards.typeface import to_drawable
from matches.queries.board_view import Board
from matches.views.pages import describe_result

_LEFT, _RIGHT = 56, 596
"""The ends of the column beside the board."""
_BOARD = (640, 46, WIDTH - 640 - 46, HEIGHT - 92)
_STATES = {
    "open": mark("Waiting for players"), "scheduled": mark("Scheduled"), "playing": mark("Live"), "paused": mark("Paused"),
    "review": mark("Under review"), "closed": mark("Finished"), "void": mark("Aborted"),
}  # fmt: skip


def draw_match(board: Board) -> bytes:
    """Return the picture as a PNG: who plays, how it stands, and the board; of a board not known, the site's sign."""
    canvas = Canvas()
    draw_brand(canvas, _LEFT, 74)
    draw_pill(canvas, _LEFT, 152, _(_STATES[board["status"]]), live=board["status"] == "playing")
    _draw_seats(canvas, board)
    if board["outcome"]:
        canvas.text(_LEFT, 488, to_drawable(describe_result(board)), 28, width=_RIGHT - _LEFT)
    canvas.text(_LEFT, 540, to_drawable(board["game_name"]), 30, BRAND, bold=True, width=_RIGHT - _LEFT)
    canvas.text(_LEFT, 582, to_drawable(board["title"] or board["clock"]["words"]), 24, SOFT, width=_RIGHT - _LEFT)
    package = registry.find_package(board["game"])
    description = package.find_description(board["view"]) if package and board["view"] else None
    if description is None or find_fault(description, len(board["seats"])):
        draw_neutral(canvas, _BOARD)
    else:
        draw_board(canvas, description, _BOARD)
    return canvas.to_png()


def _draw_seats(canvas: Canvas, board: Board) -> None:
    """Write a name for each seat, with the side's name where there is room, and the points of a finished match."""
    seats, outcome = board["seats"], board["outcome"]
    is_small = len(seats) > 2
    top, step, size = (232, 66, 36) if is_small else (262, 108, 48)
    winners = [seat["number"] for seat in seats if outcome and outcome["ranks"][seat["number"]] == 1]
    for seat in seats:
        y, has_won = top + seat["number"] * step, seat["number"] in winners
        canvas.side(_LEFT + 18, y - size * 0.36, seat["number"], size * 0.36)
        username = PurePosixPath(seat["url"]).name
        name = to_drawable(seat["player"] or _("Open seat"), to_drawable(username, seat["name"]))
        canvas.text(_LEFT + 56, y, name, size, SOFT if winners and not has_won else INK, bold=True, width=_RIGHT - _LEFT - 116)
        if outcome:
            points = ("½" if len(winners) > 1 else "1") if has_won else "0"
            canvas.text(_RIGHT, y, points, size, BRAND if has_won else SOFT, bold=True, anchor="rs")
        if not is_small:
            canvas.text(_LEFT + 56, y + 34, to_drawable(seat["name"]), 24, SOFT, width=_RIGHT - _LEFT - 116)
