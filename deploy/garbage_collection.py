"""Garbage collection in processes that live long."""

import gc

THRESHOLDS = (10_000, 20, 20)
"""After so many new objects the youngest are looked through: a board is a few thousand that go by themselves."""


def freeze_startup_objects() -> None:
    """Exclude objects loaded at startup from garbage collection and collect less often.

    Call it when everything is imported. They are two hundred thousand, and looking through them stops every thread for
    a tenth of a second: without this, `make load` measures 114 ms in place of 37 for 99 % of moves.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
