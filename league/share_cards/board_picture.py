"""Draws a board from its description (`engines.board_description`), as the generic board of the site does."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from engines.board_description import BoardCell, BoardDescription, BoardHand, BoardPiece
from league.share_cards.canvas import BRAND, FIELD, INK, LINE, PANEL, SIDES, SOFT, Canvas, Point
from league.share_cards.typeface import to_drawable

Box = tuple[float, float, float, float]
"""Left, top, width, height."""
_SHADES = {"light": "#39454a", "dark": "#2a3337", "home": "#4a4430", "blocked": "#1a1f21"}
_ROW = {"square": 1.0, "hex": math.sqrt(0.75), "graph": 1.0}
_REACH = {"square": 0.5, "hex": 1 / math.sqrt(3), "graph": 0.36}
_SPREAD = {"square": 0.8, "hex": 0.66, "graph": 0.56}
"""The part of a cell over which several pieces are spread."""
_LAST = "#e8b64c"
_MAX_CARDS = 8


def draw_board(canvas: Canvas, board: BoardDescription, box: Box) -> None:
    """Draw the cells with their pieces, or the hands of a game without cells, into the box."""
    if board.get("cells"):
        _draw_cells(canvas, board, box)
    else:
        _draw_hands(canvas, board.get("hands", []), box)


def _draw_cells(canvas: Canvas, board: BoardDescription, box: Box) -> None:
    shape, cells = board["shape"], board["cells"]
    middles, unit = _lay_out(shape, cells, box)
    for first, second in board.get("edges", ()):
        canvas.line([middles[first], middles[second]], LINE, max(2, unit * 0.04))
    last = frozenset(board.get("last", ()))
    for cell in cells:
        _draw_ground(canvas, shape, cell, middles[cell["name"]], unit, is_last=cell["name"] in last)
    standing: dict[str, list[BoardPiece]] = defaultdict(list)
    for piece in board.get("pieces", ()):
        standing[piece["cell"]].append(piece)
    for name, pieces in standing.items():
        columns = math.ceil(math.sqrt(len(pieces)))
        spread = _SPREAD[shape] * unit
        for n, piece in enumerate(pieces):
            x, y = middles[name]
            if columns > 1:
                x += ((n % columns + 0.5) / columns - 0.5) * spread
                y += ((n // columns + 0.5) / columns - 0.5) * spread
            _draw_piece(canvas, piece, x, y, 0.33 * unit if columns == 1 else 0.46 * spread / columns)


def _lay_out(shape: str, cells: Sequence[BoardCell], box: Box) -> tuple[Mapping[str, Point], float]:
    """Return the middle of each cell and the width of one in pixels."""
    places = {}
    for cell in cells:
        column, row = cell["at"]
        places[cell["name"]] = column + (0.5 if shape == "hex" and row % 2 else 0), row * _ROW[shape]
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    reach = _REACH[shape]
    wide, high = max(xs) - min(xs) + 2 * reach, max(ys) - min(ys) + 2 * reach
    left, top, width, height = box
    unit = min(width / wide, height / high)
    left += (width - wide * unit) / 2
    top += (height - high * unit) / 2
    return {
        name: (left + (x - min(xs) + reach) * unit, top + (y - min(ys) + reach) * unit) for name, (x, y) in places.items()
    }, unit


def _draw_ground(canvas: Canvas, shape: str, cell: BoardCell, at: Point, unit: float, *, is_last: bool) -> None:
    (x, y), fill = at, _SHADES.get(cell.get("shade", ""), FIELD)
    outline, line = (_LAST, 3) if is_last else ("#131719", 1.5)
    if shape == "graph":
        canvas.circle(x, y, 0.36 * unit, fill, outline=outline, line=line)
    elif shape == "square":
        inset = 2 if is_last else 1
        canvas.box(x - unit / 2 + inset, y - unit / 2 + inset, unit - 2 * inset, unit - 2 * inset, fill,
                   radius=unit * 0.06, outline=_LAST if is_last else None, line=3)  # fmt: skip
    else:
        radius = unit * _REACH["hex"] - 1
        corners = [math.radians(angle) for angle in range(30, 390, 60)]
        points = [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in corners]
        canvas.polygon(points, fill, outline=outline, line=line)


def _draw_piece(canvas: Canvas, piece: BoardPiece, x: float, y: float, radius: float) -> None:
    is_hidden = piece.get("hidden", False)
    is_plain = piece["owner"] is None and not piece["label"] and not is_hidden
    canvas.side(x, y, piece["owner"], radius * (0.5 if is_plain else 1), outline="#0c0f10")
    label = "?" if is_hidden else to_drawable(piece["label"], "") if piece["label"] else ""
    if label:
        size = max(9, round(radius * (1.15 - 0.19 * (len(label) - 1))))
        canvas.text(x, y, label, size, "#ffffff" if piece["owner"] is not None else "#131719", bold=True, anchor="mm")


def _draw_hands(canvas: Canvas, hands: Sequence[BoardHand], box: Box) -> None:
    shown = [hand for hand in hands if hand["cards"]][:4]
    if not shown:
        draw_neutral(canvas, box)
        return
    left, top, width, height = box
    most = max(min(_MAX_CARDS, len(hand["cards"])) for hand in shown)
    card = min(width / (most * 1.12), height / len(shown) / 1.75, 130)
    top += (height - len(shown) * card * 1.65) / 2
    for row, hand in enumerate(shown):
        cards = hand["cards"][:_MAX_CARDS]
        start = left + (width - len(cards) * card * 1.12) / 2
        for n, one in enumerate(cards):
            x, y = start + n * card * 1.12, top + row * card * 1.65
            back = one.get("hidden", False)
            owner = hand["owner"]
            edge = SOFT if owner is None else SIDES[owner % len(SIDES)]
            canvas.box(x, y, card, card * 1.45, PANEL if back else "#f3f0e6", radius=card * 0.1, outline=edge, line=4)
            text = "?" if back else to_drawable(one["label"], "?")
            canvas.text(x + card / 2, y + card * 0.73, text, round(card * 0.5), BRAND if back else "#1a211f",
                        bold=True, anchor="mm", width=card * 0.86)  # fmt: skip


def draw_neutral(canvas: Canvas, box: Box) -> None:
    """Draw the site's sign where a board can't be drawn."""
    left, top, width, height = box
    x, y, reach = left + width / 2, top + height / 2, min(width, height) * 0.42
    canvas.polygon([(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)], PANEL, outline=LINE, line=4)
    canvas.text(x, y, "0", round(reach * 0.95), INK, bold=True, anchor="mm")
