"""What usernames, display names and e-mail addresses may be."""

import re

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from engines.words import marked, say, told
from league.text_cleaning import one_line, paragraphs
from matches.refusals import Refused

SHAPE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{2,19}")
RESERVED = ("guest-", "bot-", "deleted-")
SHAPE_TEXT = marked("Use 3 to 20 letters, digits, hyphens or underscores, beginning with a letter or a digit.")
RESERVED_TEXT = marked("Names that begin with “guest-”, “bot-” or “deleted-” are kept for the site.")


def username_fault(username: str) -> str | None:
    """The sentence that says what is wrong with a username, or None when it may be used."""
    if not SHAPE.fullmatch(username):
        return told(SHAPE_TEXT)
    return told(RESERVED_TEXT) if username.lower().startswith(RESERVED) else None


def email_given(email: str) -> str:
    """The address with its domain in small letters, empty if none is given; Refused if it cannot be one."""
    email = email.strip()
    if not email:
        return ""
    try:
        if len(email) > 254:
            raise ValidationError("too long")
        validate_email(email)
    except ValidationError:
        raise Refused("bad-email", say("This is not an e-mail address. Check the spelling."), "email") from None
    name, _, domain = email.rpartition("@")
    return f"{name}@{domain.lower()}"


def name_given(name: str) -> str:
    """A display name of 2 to 40 visible characters, or none; Refused otherwise."""
    name = one_line(name, least=0, most=40, field="display_name", what=marked("A name"))
    if len(name) == 1:
        raise Refused("bad-display-name", say("A name has 2 to 40 characters."), "display_name")
    if name.lower().startswith(("guest ", "bot ", "deleted ", *RESERVED)):
        text = say("Names that begin with “guest”, “bot” or “deleted” are kept for the site.")
        raise Refused("bad-display-name", text, "display_name")
    return name


def about_given(text: str) -> str:
    return paragraphs(text, most=500, field="about")
