"""A process that has begun tells the garbage collector so."""

from __future__ import annotations

import gc

from django.urls import get_resolver

LOOKS = (10_000, 20, 20)
"""After so many new objects the youngest are looked through: a board is a few thousand that go by themselves."""


def settle() -> None:
    """Leave what is there once everything has been read out of all later collections, and collect less often.

    Two hundred thousand objects are never garbage, and looking through them takes nearly a tenth of a second, for which
    somebody who asks for a large page would wait.
    """
    _ = get_resolver().url_patterns
    gc.collect()
    gc.freeze()
    gc.set_threshold(*LOOKS)
