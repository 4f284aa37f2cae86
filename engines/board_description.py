"""The description of a board in a game's view, from which the site draws the generic board (docs/generic-board.md).

A game without a board script of its own has a view with a key `board` of the type `BoardDescription`. Views are made for
one viewer, so a description holds nothing that the viewer may not know.
"""

import re
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Required, TypedDict, Union, get_args, get_origin, is_typeddict

from engines.contract import AnyEngine
from engines.typed_dicts import get_hints, unwrap

Shape = Literal["square", "hex", "graph", "none"]
Shade = Literal["light", "dark", "home", "blocked"]
MAX_ITEMS = 400
"""In a list or dictionary of a description."""
MAX_TEXT = 200
MAX_LABEL = 4
"""Characters that fit on a piece, a card or a die."""
MAX_PLACE = 1000
_NAME = re.compile(r"[A-Za-z0-9]{1,16}")


class BoardCell(TypedDict):
    """A place on the board."""

    name: Annotated[str, "Its name: 1 to 16 letters and digits, as in the notation of moves."]
    at: list[float]
    """Column and row, from the top left. In a hex board odd rows are moved right by half a cell; in a graph, any point."""
    word: NotRequired[Annotated[str, "The word of a move that it stands for; its name by default."]]
    shade: NotRequired[Annotated[Shade, "How it is drawn."]]
    label: NotRequired[Annotated[str, "What it is called for screen readers; its name by default."]]


class BoardPiece(TypedDict):
    """A piece on a cell; several may stand on one."""

    cell: Annotated[str, "Name of its cell."]
    owner: Annotated[int | None, "Seat of its owner; null for none."]
    label: Annotated[str, "Up to 4 characters drawn on it; empty for none."]
    name: Annotated[str, "What it is called."]
    hidden: NotRequired[Annotated[bool, "Whether the viewer doesn't know what it is; its label is empty then."]]


class BoardCard(TypedDict):
    """A card."""

    label: Annotated[str, "Up to 4 characters drawn on it; empty for a hidden one."]
    name: Annotated[str, "What it is called."]
    word: NotRequired[Annotated[str, "The word of a move that it stands for; none by default."]]
    hidden: NotRequired[Annotated[bool, "Whether the viewer sees its back."]]


class BoardHand(TypedDict):
    """Cards of a player, or in the middle."""

    owner: Annotated[int | None, "Seat; null for cards in the middle."]
    name: Annotated[str, "What they are called."]
    cards: list[BoardCard]


class BoardDie(TypedDict):
    """A die."""

    owner: Annotated[int | None, "Seat; null for the middle."]
    value: Annotated[int | None, "Its value; null for one that the viewer can't see."]


class BoardCounter(TypedDict):
    """A number that the viewer may know: chips, points, cards left."""

    owner: Annotated[int | None, "Seat; null for the middle."]
    name: Annotated[str, "What it counts."]
    value: int


class BoardDescription(TypedDict, total=False):
    """What is drawn, for one viewer."""

    shape: Required[Annotated[Shape, "How cells are drawn; `none` for a game without cells."]]
    cells: list[BoardCell]
    fixed: Annotated[bool, "Whether all seats see it from the same side, because up and down mean something."]
    edges: Annotated[list[list[str]], "Lines of a graph: pairs of names of cells."]
    pieces: list[BoardPiece]
    hands: list[BoardHand]
    dice: list[BoardDie]
    counters: list[BoardCounter]
    last: Annotated[list[str], "Names of the cells of the last move."]
    words: Annotated[dict[str, str], "Labels of moves that are buttons, by notation or its first word."]
    message: Annotated[str, "The last event in one sentence."]
    goal: Annotated[str, "The goal of the game in one sentence."]
    log: Annotated[list[str], "Lines beside the board, oldest first: bids of a round."]


class GenericView(TypedDict):
    """A view with a description of its board and nothing else."""

    board: BoardDescription


def has_generic_board(engine: AnyEngine) -> bool:
    """Return whether the game's views describe their board: its `view_type` declares it."""
    return unwrap(get_hints(engine.view_type).get("board")) is BoardDescription


def find_fault(board: Any, seats: int) -> str | None:
    """Return what is wrong with a description, None if it can be drawn."""
    return next(_list_faults(board, seats), None)


def _list_faults(board: Any, seats: int) -> Iterator[str]:
    if fault := _find_type_fault(board, BoardDescription, "board"):
        yield fault
        return
    yield from _list_cell_faults(board)
    for part in ("pieces", "hands", "dice", "counters"):
        for item in board.get(part, ()):
            if item["owner"] is not None and not 0 <= item["owner"] < seats:
                yield f"board.{part}: {item['owner']} is not a seat"
    for item in (*board.get("pieces", ()), *(card for hand in board.get("hands", ()) for card in hand["cards"])):
        if len(item["label"]) > MAX_LABEL:
            yield f"board: the label {item['label']!r} has more than {MAX_LABEL} characters"
        if item.get("hidden") and item["label"]:
            yield f"board: {item['name']!r} is hidden, but has the label {item['label']!r}"
        if not item["name"]:
            yield "board: a piece or card has no name"


def _list_cell_faults(board: Any) -> Iterator[str]:
    cells = board.get("cells", ())
    known = {cell["name"] for cell in cells}
    if len(known) != len(cells):
        yield "board.cells: two cells have the same name"
    if cells and board["shape"] == "none":
        yield "board.shape: `none` has no cells"
    for cell in cells:
        if not _NAME.fullmatch(cell["name"]) or not _NAME.fullmatch(cell.get("word", "x")):
            yield f"board.cells: {cell['name']!r}: names and words have 1 to 16 letters and digits"
        if len(cell["at"]) != 2 or not all(abs(number) <= MAX_PLACE for number in cell["at"]):
            yield f"board.cells: {cell['name']}: `at` must be [column, row]"
    edges = board.get("edges", ())
    yield from (f"board.edges: {edge} is not a pair" for edge in edges if len(edge) != 2)
    used = [piece["cell"] for piece in board.get("pieces", ())]
    used += [*board.get("last", ()), *(name for edge in edges for name in edge)]
    yield from (f"board: there is no cell {name!r}" for name in used if name not in known)


def _find_type_fault(value: Any, hint: Any, path: str) -> str | None:
    """Return how a value differs from its type, or how it is too large."""
    origin = get_origin(hint)
    if origin in (Annotated, NotRequired, Required):
        return _find_type_fault(value, get_args(hint)[0], path)
    if is_typeddict(hint):
        return _find_dict_fault(value, hint, path)
    if origin is Literal:
        return None if value in get_args(hint) else f"{path}: must be one of {', '.join(get_args(hint))}"
    if origin in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not NoneType]
        return None if value is None else _find_type_fault(value, kinds[0], path)
    if origin is list:
        if not isinstance(value, list | tuple) or len(value) > MAX_ITEMS:
            return f"{path}: must be a list of at most {MAX_ITEMS}"
        faults = (_find_type_fault(item, get_args(hint)[0], f"{path}[{n}]") for n, item in enumerate(value))
        return next(filter(None, faults), None)
    if origin is dict:
        texts = (*value, *value.values()) if isinstance(value, Mapping) and len(value) <= MAX_ITEMS else (None,)
        return next(filter(None, (_find_type_fault(text, str, path) for text in texts)), None)
    if hint is str:
        is_valid = isinstance(value, str) and len(value) <= MAX_TEXT
        return None if is_valid else f"{path}: must be a text of at most {MAX_TEXT} characters"
    is_valid = isinstance(value, int | float if hint is float else hint) and (hint is bool or not isinstance(value, bool))
    return None if is_valid else f"{path}: must be {'a number' if hint is float else hint.__name__}"


def _find_dict_fault(value: Any, hint: Any, path: str) -> str | None:
    hints = get_hints(hint)
    if not isinstance(value, Mapping):
        return f"{path}: must be an object"
    if missing := sorted(hint.__required_keys__ - set(value)):
        return f"{path}: `{missing[0]}` is missing"
    if unknown := sorted(set(value) - set(hints)):
        return f"{path}: `{unknown[0]}` is unknown"
    return next(filter(None, (_find_type_fault(value[key], hints[key], f"{path}.{key}") for key in value)), None)


def draw_text(board: BoardDescription, seat_names: tuple[str, ...] = ()) -> str:
    """Return a description as lines of text, for the text version and terminals."""

    def side(owner: int | None) -> str:
        return "" if owner is None or owner >= len(seat_names) else seat_names[owner]

    lines = [*_draw_cells(board)]
    for piece in board.get("pieces", ()):
        lines.append(f"{piece['cell']}: {' '.join(filter(None, (side(piece['owner']), piece['name'])))}")
    for hand in board.get("hands", ()):
        lines.append(f"{hand['name']}: {', '.join(card['name'] for card in hand['cards']) or '-'}")
    rolls: dict[int | None, list[str]] = {}
    for die in board.get("dice", ()):
        rolls.setdefault(die["owner"], []).append("?" if die["value"] is None else str(die["value"]))
    lines += [f"{side(owner)} {' '.join(values)}".strip() for owner, values in rolls.items()]
    lines += [f"{side(item['owner'])} {item['name']}: {item['value']}".strip() for item in board.get("counters", ())]
    return "\n".join([*lines, *board.get("log", ()), *filter(None, [board.get("message")])])


def _draw_cells(board: BoardDescription) -> Iterator[str]:
    """Yield the rows of a board of squares or hexes, a cell as the label of its piece or a dot."""
    cells = board.get("cells", [])
    if board["shape"] not in ("square", "hex") or not cells:
        return
    marks = {piece["cell"]: piece["label"] or ("?" if piece.get("hidden") else "o") for piece in board.get("pieces", ())}
    if board["shape"] == "square" and not any(piece["label"] for piece in board.get("pieces", ())):
        marks |= {piece["cell"]: "xo*+"[piece["owner"] % 4] for piece in board.get("pieces", ()) if piece["owner"] is not None}
    width = max([1, *map(len, marks.values())]) + 1
    for row in sorted({cell["at"][1] for cell in cells}):
        line = {round(cell["at"][0]): marks.get(cell["name"], ".") for cell in cells if cell["at"][1] == row}
        text = "".join(line.get(column, "").ljust(width) for column in range(max(line) + 1))
        yield (" " * (width // 2) if board["shape"] == "hex" and row % 2 else "") + text.rstrip()
