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
from league.drafts.queries.board import build_board, compute_mark
from matches.bounded_cache import BoundedCache
from matches.catalogues import ENGLISH
from matches.server_time import now, to_ms

PARTS = ("team", "row", "pick")
Fragments = Mapping[str, str]
Key = tuple[int, str, int, str]
_boards: BoundedCache[Key, tuple[Fragments, tuple[int, ...]]] = BoundedCache(most=128)


@lru_cache(maxsize=8192)
def _render_json(language: str, template: str, value: str) -> str:
    """Render JSON in the active language, which is part of the cache key."""
    return render_to_string(f"league/drafts/_{template}.html", {"one": json.loads(value)}).strip()


def render_fragments(row: Draft) -> tuple[Fragments, tuple[int, ...]]:
    """Return the HTML fragments by id and the ids of the cards already picked, for this row's state."""
    key = row.pk, row.seed, compute_mark(row.last_act, row.status), get_language() or ENGLISH
    rendered = _boards.get(key)
    if rendered is None:
        board = build_board(row)
        rendered = _boards[key] = _render_board(board), tuple(pick["card"] for pick in board["picks"])
    return rendered


def _render_board(board: Mapping[str, Any]) -> Fragments:
    fragments = {
        "room-status": ("status", board["status"]),
        "room-middle": ("middle", [board[name] for name in ("status", "lot", "decks", "openings")]),
        **{f"room-{part}-{item['number']}": (part, item) for part in PARTS for item in board[f"{part}s"]},
    }
    language = get_language() or ENGLISH
    return {key: _render_json(language, template, json.dumps(value)) for key, (template, value) in fragments.items()}


def build_board_update(row: Draft, since: int) -> tuple[int, str]:
    """Return the mark, and as JSON every fragment that changed since the mark `since`; a removed one is empty.

    `from` is 0 where every fragment is sent, because this process does not remember that mark.
    """
    fragments, taken = render_fragments(row)
    mark = compute_mark(row.last_act, row.status)
    previous, _ = _boards.get((row.pk, row.seed, since, get_language() or ENGLISH), ({}, ()))
    changed = {key: html for key, html in fragments.items() if previous.get(key) != html}
    changed |= dict.fromkeys(previous.keys() - fragments.keys(), "")
    message = {
        "topic": f"draft.{row.pk}", "from": since if previous else 0, "mark": mark, "status": row.status,
        "pieces": changed, "taken": taken, "now": to_ms(now()),
    }  # fmt: skip
    return mark, json.dumps(message, separators=(",", ":"))


class DraftRenderer:
    """Renderer of the stream topic `draft.<id>`."""

    def marks(self, ids: Collection[int]) -> Mapping[int, int]:
        try:
            rows = Draft.objects.filter(pk__in=ids).values_list("pk", "last_act", "status")
            return {pk: compute_mark(last_act, status) for pk, last_act, status in rows}
        finally:
            close_old_connections()

    def picture(self, draft_id: int, since: int) -> tuple[int, str] | None:
        try:
            row = Draft.objects.light().filter(pk=draft_id).first()
            return None if row is None else build_board_update(row, since)
        finally:
            close_old_connections()
