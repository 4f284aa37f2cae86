"""Rules of the audit log. Nothing here fetches."""

from __future__ import annotations

from engines.words import marked, say
from league.text_cleaning import one_line
from matches.refusals import Refused

MOST_WHY = 500
"""Characters of a reason."""


def reason(why: str, *, needed: bool = False) -> str:
    if needed and not why.strip():
        raise Refused("why-needed", say("Say why: the audit log keeps it."), "why")
    return one_line(why, least=0, most=MOST_WHY, field="why", what=marked("A reason"))
