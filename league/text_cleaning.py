"""Cleaning and validation of typed texts. No queries."""

import unicodedata

from engines.i18n import say, told
from matches.refusals import Refused


def clean_line(text: str, *, min_length: int, max_length: int, field: str, label: str) -> str:
    """Return the text with whitespace collapsed. Raises Refused if it is too short, too long or not printable."""
    text = " ".join(text.split())
    if not min_length <= len(text) <= max_length:
        if min_length:
            message = say("{what} must be {least} to {most} characters long.", what=told(label), least=min_length, most=max_length)
        else:
            message = say("{what} can have at most {most} characters.", what=told(label), most=max_length)
        raise Refused(f"bad-{field.replace('_', '-')}", message, field)
    _check_printable(text, field)
    return text


def clean_text(text: str, *, max_length: int, field: str) -> str:
    """Return a trimmed multi-line text. Raises Refused if it is too long or not printable."""
    text = "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").strip().split("\n"))
    if len(text) > max_length:
        raise Refused(f"bad-{field}", say("Use at most {most} characters.", most=max_length), field)
    _check_printable(text.replace("\n", " "), field)
    return text


def _check_printable(text: str, field: str) -> None:
    """Raise Refused for control characters and direction marks, which could make a name look like another."""
    if any(unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for character in text):
        raise Refused(f"bad-{field.replace('_', '-')}", say("Use visible characters only."), field)
