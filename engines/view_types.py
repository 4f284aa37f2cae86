"""What the views of all games share.

Each game has a module `view_types` whose TypedDicts describe its view; the text under a field says what it means.
The API's schema and the pages in docs/views are made of them (`matches/api/typed_dicts.py`). An array in which each
place has a meaning of its own is `Annotated[list[Any], tuple[...]]`: a list, whose parts are those of the tuple.
"""

from __future__ import annotations

from typing import Any, TypedDict


class ViewOutcome(TypedDict):
    """How the match ended."""

    ranks: list[int]
    """By seat: 1 is first place. Seats that are equal share a rank; if all seats forfeit, there is no 1."""
    reason: str
    """Code of the reason; the board's `outcome.text` has it as a sentence."""


Options = dict[str, Any]
"""The options of the match, by name (docs/rules)."""
