"""Names in the headers of records: they go with the account, and the records stay valid."""

from __future__ import annotations

from typing import Any

from engines.record import without_name
from matches.models import Match

AT_ONCE = 500


def remove_names(*, player_id: int) -> None:
    """Take the player's name out of the headers of all records; its seal stays, so hashes and signatures still hold."""
    matches = Match.objects.filter(seats__player=player_id, about__players__isnull=False).only("about").order_by()
    changed = []
    for match in matches.iterator(AT_ONCE):
        about: dict[str, Any] = match.about or {}
        players = [without_name(one) if one["id"] == str(player_id) else one for one in about["players"]]
        match.about = {**about, "players": players}
        changed.append(match)
        if len(changed) == AT_ONCE:
            Match.objects.bulk_update(changed, ["about"])
            changed = []
    Match.objects.bulk_update(changed, ["about"])
