"""Cleaning and validation of typed texts. No queries."""

import unicodedata

from engines.i18n import translate as _
from matches.errors import ActionError


def clean_line(text: str, *, min_length: int, max_length: int, field: str, label: str) -> str:
    """Return the text with whitespace collapsed. Raises ActionError if it is too short, too long or not printable."""
    text = " ".join(text.split())
    if not min_length <= len(text) <= max_length:
        if min_length:
            message = _("{what} must be {least} to {most} characters long.", what=_(label), least=min_length, most=max_length)
        else:
            message = _("{what} can have at most {most} characters.", what=_(label), most=max_length)
        raise ActionError(f"bad-{field.replace('_', '-')}", message, field)
    _check_printable(text, field)
    return text


def clean_text(text: str, *, max_length: int, field: str) -> str:
    """Return a trimmed multi-line text. Raises ActionError if it is too long or not printable."""
    text = "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").strip().split("\n"))
    if len(text) > max_length:
        raise ActionError(f"bad-{field}", _("Use at most {most} characters.", most=max_length), field)
    _check_printable(text.replace("\n", " "), field)
    return text


def _check_printable(text: str, field: str) -> None:
    """Raise ActionError for control characters and direction marks, which could make a name look like another."""
    if any(unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for character in text):
        raise ActionError(f"bad-{field.replace('_', '-')}", _("Use visible characters only."), field)
