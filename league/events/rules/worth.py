"""What a decided pairing is worth in its format: half points by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from league.events.formats.adapters.heats import Settings as Heats
from league.events.formats.registry import format_of
from league.events.rules.standings import WIN


def worth(
    format: str, given: Mapping[str, Any], halves: Sequence[int], ranks: Sequence[int], *, forfeit: bool
) -> tuple[int, ...]:
    """Half points by side in the format's own currency.

    `halves` are the usual ones (a win 2, a draw 1), `ranks` are by side. A season table gives what its organiser set,
    heats the points of each place; a forfeit loss is worth nothing.
    """
    if format == "heats":
        settings = format_of(format).check(given, 1000)
        assert isinstance(settings, Heats)
        return settings.points(ranks) if 1 in ranks else tuple(0 for _ in ranks)
    if format == "league":
        fields = {field.key: field.default for field in format_of(format).fields}
        points = {name: int(given.get(name, fields[name])) for name in ("win", "draw", "loss")}
        lost = 0 if forfeit else points["loss"]
        even = points["draw"] if any(halves) else 0
        return tuple(even if len(set(halves)) == 1 else points["win"] if one == WIN else lost for one in halves)
    return tuple(halves)
