"""What a league may be called, and which role may do what. Nothing here fetches."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from engines.words import marked, say, told
from league.leagues.models import Role
from matches.refusals import Refused

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RESERVED = frozenset({"new", "api", "admin"})
SLUG_TEXT = marked(
    "Use 3 to 40 small letters, digits and single hyphens, beginning and ending with a letter or a digit."
)
MOST_ABOUT = 2000
LONGEST_SEASON_DAYS = 731

MAY: dict[str, frozenset[str]] = {
    marked("edit the league"): frozenset({Role.ORGANISER}),
    marked("choose the staff"): frozenset({Role.ORGANISER}),
    marked("plan seasons"): frozenset({Role.ORGANISER}),
    marked("rule on matches"): frozenset({Role.ORGANISER, Role.REFEREE}),
    marked("read the audit log"): frozenset({Role.ORGANISER, Role.REFEREE}),
}
"""By deed, the roles that may do it. Site admins may do everything."""
DEED = marked("plan seasons")
"""What somebody has to be allowed to do in the league to organise its seasons."""


def may(role: str | None, deed: str) -> bool:
    return role in MAY[deed]


def league_slug(slug: str) -> str:
    if not 3 <= len(slug) <= 40 or not SLUG.fullmatch(slug):
        raise Refused("bad-slug", told(SLUG_TEXT), "slug")
    if slug in RESERVED:
        raise Refused("bad-slug", say("This address is kept for the site. Choose another one."), "slug")
    return slug


def slug_from(name: str) -> str:
    """An address made of a name; empty where nothing of it can be used.

    >>> slug_from("Élan Chess & Go, 3rd league")
    'elan-chess-go-3rd-league'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].rstrip("-")


def known_role(role: str) -> str:
    if role not in Role.values:
        raise Refused("unknown-role", say("A role is one of: {values}.", values=", ".join(Role.values)), "role")
    return role


def check_days(starts_on: date, ends_on: date) -> None:
    if ends_on < starts_on:
        raise Refused("bad-days", say("A season cannot end before it starts."), "ends_on")
    if (ends_on - starts_on).days > LONGEST_SEASON_DAYS:
        raise Refused("bad-days", say("A season lasts two years at most."), "ends_on")
