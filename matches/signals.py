"""Signals for other packages. They may be lost, so receivers that must not miss one also sweep."""

from django.dispatch import Signal

match_closed = Signal()
"""Sent with `match_id` when a match has closed."""
match_started = Signal()
"""Sent with `player_ids`, its people, within the transaction in which a match starts."""
open_matches_changed = Signal()
"""Sent within the transaction in which a match was opened, started or stopped being open."""
