"""What a page does with a change that a stream sends, for programs."""

from typing import Any


def changed(board: Any, made: dict[str, Any]) -> Any:
    """The board with a change applied; nothing of the given one is altered. What the page does, for programs."""
    if isinstance(board, list):
        grown = [*board, *[None] * sum(key[0] == "=" and int(key[1:]) >= len(board) for key in made)]
        for key, value in made.items():
            place = int(key[1:])
            grown[place] = changed(grown[place], value) if key[0] == "~" else value
        return grown
    kept = {key: value for key, value in board.items() if f"-{key}" not in made}
    for key, value in made.items():
        if key[0] == "~":
            kept[key[1:]] = changed(kept[key[1:]], value)
        elif key[0] == "=":
            kept[key[1:]] = value
    return kept
