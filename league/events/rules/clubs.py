"""Clubs of entrants, as they are kept."""

from engines.words import say
from matches.refusals import Refused

MOST_CLUB = 40


def club_name(text: str) -> str:
    """The name without needless spaces; Refused if it is too long, or holds what no text has."""
    club = " ".join(text.split())
    if len(club) > MOST_CLUB or "\x00" in club:
        raise Refused("too-long", say("The name of a club has at most {most} characters.", most=MOST_CLUB), "club")
    return club
