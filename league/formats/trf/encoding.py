"""Bytes to text and back."""

from __future__ import annotations

from league.formats.trf.errors import BadTrf

_CONTROL = frozenset(map(chr, range(32))) - set("\t\r\n\f\x1a")


def decode(data: bytes) -> tuple[str, str]:
    """The text and the name of its encoding: UTF-8 where it is that, else Latin-1; BadTrf for what is no text."""
    encoding = "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        encoding = "latin-1"
        text = data.decode(encoding)
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if not _CONTROL.isdisjoint(line):
            raise BadTrf(number, "This is not text in UTF-8 or Latin-1, so it is no tournament report.")
    return text, encoding


def encode(text: str, encoding: str = "utf-8") -> bytes:
    return text.encode(encoding)
