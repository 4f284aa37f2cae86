"""What matches tell other packages. A hint: whoever must not miss it sweeps as well."""

from django.dispatch import Signal

match_closed = Signal()
"""Sent with `match_id`."""
open_matches_changed = Signal()
"""Sent in the transaction in which a match was opened, started, or is open no more."""
