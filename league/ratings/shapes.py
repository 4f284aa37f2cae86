"""The shapes of the API of ratings, for its schema."""

from __future__ import annotations

from rest_framework import serializers

from league.ratings.queries.history import Change, Ranked
from league.ratings.queries.leaderboard import Board
from matches.api.shapes import inline, many, parts_of

_NUMBER, _TEXT = serializers.IntegerField, serializers.CharField
_PAGES = {"total": _NUMBER, "page": _NUMBER, "pages": _NUMBER}


def _paged() -> dict[str, serializers.IntegerField]:
    following = _NUMBER(allow_null=True, help_text="The next page, null on the last.")
    return {**{name: kind() for name, kind in _PAGES.items()}, "next": following}


_BOARD = parts_of(Board)
LEADERBOARD = inline(
    "Leaderboard", game=_TEXT(), pool=_TEXT(), rule=serializers.DictField(), players=_BOARD["lines"], you=_BOARD["you"],
    **_paged(),
)  # fmt: skip
HISTORY = inline("RatingHistory", username=_TEXT(), changes=many(Change), **_paged())
RANKS = inline("RankHistory", username=_TEXT(), pool=_TEXT(), ranks=many(Ranked))
