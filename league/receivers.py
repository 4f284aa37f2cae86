"""What the league hears of matches."""

from typing import Any

from matches.announce import changed, wake


def on_match_closed(*, match_id: int, **_: Any) -> None:
    """Ask a worker to count the match. If the message is lost, the sweep counts it."""
    wake("league.tasks.count_match", match_id=match_id)


def on_open_matches_changed(**_: Any) -> None:
    """Tell those who look at the lobby that its lists may be other ones."""
    changed("lobby")
