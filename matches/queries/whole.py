"""A match with nothing hidden, for whoever has asked for it as its referee. The caller writes the request down."""

from __future__ import annotations

from datetime import datetime

from engines import registry
from engines.words import retell
from matches.models import Entry, Match
from matches.models.entry import reader
from matches.moment import in_ms
from matches.queries.board import Board, face
from matches.queries.position import position_of
from matches.queries.scene import Scene
from matches.queries.seating import seating

__all__ = ["Board", "whole_board"]


def whole_board(match: Match, at: datetime) -> Board:
    """A spectator's board of a match that has begun, but its view and its log hide nothing."""
    engine = registry.get(match.game, match.engine_version)
    lines = [
        {"n": one.n, "by": one.by, "text": retell(one.texts[reader(one.by)]), "at": in_ms(one.at)}
        for one in Entry.objects.filter(match=match, n__lte=match.last_entry).order_by("n")
    ]
    shown = face(Scene.of(match, seating(match), at), None)
    return {**shown, "view": engine.open_view(position_of(match).state), "log": lines}
