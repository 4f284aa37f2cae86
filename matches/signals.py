"""The one thing that matches tell the world, after commit. A hint: whoever must not miss it sweeps as well."""

from django.dispatch import Signal

match_closed = Signal()
"""Sent with `match_id`."""
