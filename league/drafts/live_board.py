"""A draft's board as HTML fragments, each rendered once per process and language and shared by all viewers.

A page contains every fragment under its id; a stream sends the fragments that differ from those of an earlier mark.
"""

import json
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from django.db import close_old_connections
from django.template.loader import render_to_string
from django.utils.translation import get_language

from league.drafts.models import Draft
from league.drafts.queries.board import board_of, mark_of
from matches.moment import in_ms, now
from matches.remembered import Remembered
from matches.wording import ENGLISH

PARTS = ("team", "row", "pick")
Pieces = Mapping[str, str]
Key = tuple[int, str, int, str]
_boards: Remembered[Key, tuple[Pieces, tuple[int, ...]]] = Remembered(most=128)


@lru_cache(maxsize=8192)
def _rendered_in(language: str, template: str, value: str) -> str:
    """Render JSON in the active language, which is part of the cache key."""
    return render_to_string(f"league/drafts/_{template}.html", {"one": json.loads(value)}).strip()


def pieces_of(row: Draft) -> tuple[Pieces, tuple[int, ...]]:
    """Return the HTML fragments by id and the ids of the cards already picked, for this row's state."""
    key = row.pk, row.seed, mark_of(row.last_act, row.status), get_language() or ENGLISH
    made = _boards.get(key)
    if made is None:
        board = board_of(row)
        made = _boards[key] = _rendered(board), tuple(one["card"] for one in board["picks"])
    return made


def _rendered(board: Mapping[str, Any]) -> Pieces:
    pieces = {
        "room-status": ("status", board["status"]),
        "room-middle": ("middle", [board[name] for name in ("status", "lot", "decks", "openings")]),
        **{f"room-{part}-{one['number']}": (part, one) for part in PARTS for one in board[f"{part}s"]},
    }
    language = get_language() or ENGLISH
    return {key: _rendered_in(language, template, json.dumps(value)) for key, (template, value) in pieces.items()}


def picture(row: Draft, since: int) -> tuple[int, str]:
    """Return the mark, and as JSON every fragment that changed since the mark `since`; a removed one is empty.

    `from` is 0 where every fragment is sent, because this process does not remember that mark.
    """
    pieces, taken = pieces_of(row)
    mark = mark_of(row.last_act, row.status)
    before, _ = _boards.get((row.pk, row.seed, since, get_language() or ENGLISH), ({}, ()))
    fresh = {key: html for key, html in pieces.items() if before.get(key) != html}
    fresh |= dict.fromkeys(before.keys() - pieces.keys(), "")
    sent = {
        "topic": f"draft.{row.pk}", "from": since if before else 0, "mark": mark, "status": row.status,
        "pieces": fresh, "taken": taken, "now": in_ms(now()),
    }  # fmt: skip
    return mark, json.dumps(sent, separators=(",", ":"))


class DraftPainter:
    """Renderer of the stream topic `draft.<id>`."""

    def marks(self, ids: Collection[int]) -> Mapping[int, int]:
        try:
            rows = Draft.objects.filter(pk__in=ids).values_list("pk", "last_act", "status")
            return {pk: mark_of(last_act, status) for pk, last_act, status in rows}
        finally:
            close_old_connections()

    def picture(self, one: int, since: int) -> tuple[int, str] | None:
        try:
            row = Draft.objects.light().filter(pk=one).first()
            return None if row is None else picture(row, since)
        finally:
            close_old_connections()
