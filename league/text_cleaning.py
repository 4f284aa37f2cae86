"""Cleaning and validation of typed texts. No queries."""

import unicodedata

from engines.words import say, told
from matches.refusals import Refused


def one_line(text: str, *, least: int, most: int, field: str, what: str) -> str:
    """Return the text with whitespace collapsed. Raises Refused if it is too short, too long or not printable."""
    text = " ".join(text.split())
    if not least <= len(text) <= most:
        if least:
            sentence = say("{what} must be {least} to {most} characters long.", what=told(what), least=least, most=most)
        else:
            sentence = say("{what} can have at most {most} characters.", what=told(what), most=most)
        raise Refused(f"bad-{field.replace('_', '-')}", sentence, field)
    _printable(text, field)
    return text


def paragraphs(text: str, *, most: int, field: str) -> str:
    """Return a trimmed multi-line text. Raises Refused if it is too long or not printable."""
    text = "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").strip().split("\n"))
    if len(text) > most:
        raise Refused(f"bad-{field}", say("Use at most {most} characters.", most=most), field)
    _printable(text.replace("\n", " "), field)
    return text


def _printable(text: str, field: str) -> None:
    """Raise Refused for control characters and direction marks, which could make a name look like another."""
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for letter in text):
        raise Refused(f"bad-{field.replace('_', '-')}", say("Use visible characters only."), field)
