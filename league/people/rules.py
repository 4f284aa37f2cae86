"""What usernames, display names and e-mail addresses may be, and how often somebody may be wrong."""

import re
from datetime import timedelta
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from engines.words import marked, say, told
from league.texts import one_line, paragraphs
from matches.refusals import Refused

SHAPE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{2,19}")
RESERVED = ("guest-", "bot-", "deleted-")
SHAPE_TEXT = marked("Use 3 to 20 letters, digits, hyphens or underscores, beginning with a letter or a digit.")
RESERVED_TEXT = marked("Names that begin with “guest-”, “bot-” or “deleted-” are kept for the site.")


class Allowed(NamedTuple):
    """So many within so long."""

    what: str
    most: int
    window: timedelta


HERE = Allowed("here", 10, timedelta(minutes=15))
"""Wrong passwords for one account from one address."""
ACCOUNT = Allowed("account", 100, timedelta(hours=1))
"""For one account from anywhere but its known browsers: only from many addresses can others use it up."""
ADDRESS = Allowed("address", 100, timedelta(minutes=15))
"""From one address, which a whole school may share, for all accounts."""
BROWSER = Allowed("browser", 10, timedelta(minutes=15))
"""In one browser in which the account has signed in before. Nothing that comes from elsewhere counts in it."""
OWN_HERE = Allowed("own-here", 10, timedelta(minutes=15))
"""Of an account that is signed in and asked for its password again, from one address."""
OWN = Allowed("own", 100, timedelta(hours=1))
"""The same from anywhere but its known browsers."""
CODE_HERE = Allowed("code-here", 5, timedelta(minutes=15))
"""Wrong codes of one account's second factor from one address."""
CODE = Allowed("code", 20, timedelta(days=1))
"""From anywhere but its known browsers; a code is one of a million, and three are right at any moment."""
CODE_BROWSER = Allowed("code-browser", 5, timedelta(minutes=15))
"""In one of its known browsers."""
CONFIRMATIONS = Allowed("confirmations", 5, timedelta(hours=1))
"""Letters to one address that is to be confirmed."""
RESETS = Allowed("resets", 5, timedelta(hours=1))
"""Letters to one address with a link to a new password."""
RESETS_FROM = Allowed("resets-from", 50, timedelta(hours=1))
"""Asked for from one address."""


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
