"""Codecs are looked up by their usual names alone.

Python remembers every unknown name that it was asked for, for ever, and parsers of forms look up names that strangers
choose.
"""

from __future__ import annotations

import codecs
import encodings
import pkgutil
from encodings.aliases import aliases


def _usual_names() -> frozenset[str]:
    modules = {module.name for module in pkgutil.iter_modules(encodings.__path__)}
    return frozenset({*aliases, *aliases.values(), *modules})


_USUAL = _usual_names()


def _search(name: str) -> codecs.CodecInfo | None:
    return encodings.search_function(name) if name in _USUAL else None


def bound_codec_names() -> None:
    """From now on, let this process look up no other names. Call it once, when the process starts."""
    codecs.unregister(encodings.search_function)
    codecs.register(_search)
