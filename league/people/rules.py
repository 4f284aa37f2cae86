"""What a username may be."""

import re

SHAPE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{2,19}")
RESERVED = ("guest-", "bot-")
SHAPE_TEXT = "Use 3 to 20 letters, digits, hyphens or underscores, beginning with a letter or a digit."
RESERVED_TEXT = "Names that begin with “guest-” or “bot-” are kept for guests and bots."


def username_fault(username: str) -> str | None:
    """The sentence that says what is wrong with a username, or None when it may be used."""
    if not SHAPE.fullmatch(username):
        return SHAPE_TEXT
    return RESERVED_TEXT if username.lower().startswith(RESERVED) else None
