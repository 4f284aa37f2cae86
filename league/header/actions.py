"""Updates of the header on open pages."""

from collections.abc import Collection
from typing import Any

from league.notifications.inbox import get_topic
from matches.pubsub import publish_on_commit


def on_match_started(*, player_ids: Collection[int], **_: Any) -> None:
    """Show the match in the live bar of its players' open pages."""
    for player_id in player_ids:
        publish_on_commit(get_topic(player_id))
