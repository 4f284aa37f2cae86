"""What a league may be called, which role may do what, and the words of the audit log. Nothing here fetches."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from league.leagues.models import Role
from league.texts import one_line
from matches.refusals import Refused

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RESERVED = frozenset({"new", "api", "admin"})
SLUG_TEXT = "Use 3 to 40 small letters, digits and single hyphens, beginning and ending with a letter or a digit."
MOST_ABOUT, MOST_WHY = 2000, 500
LONGEST_SEASON_DAYS = 731

MAY: dict[str, frozenset[str]] = {
    "edit the league": frozenset({Role.ORGANISER}),
    "choose the staff": frozenset({Role.ORGANISER}),
    "plan seasons": frozenset({Role.ORGANISER}),
    "rule on matches": frozenset({Role.ORGANISER, Role.REFEREE}),
    "read the audit log": frozenset({Role.ORGANISER, Role.REFEREE}),
}
"""By deed, the roles that may do it. Site admins may do everything."""

ACTS = {
    "league.created": "made the league",
    "league.edited": "edited the league",
    "staff.added": "added to the staff",
    "staff.role-changed": "changed a role",
    "staff.removed": "removed from the staff",
    "season.created": "planned a season",
    "season.edited": "edited a season",
    "season.archived": "archived a season",
    "no-show.lifted": "lifted a no-show",
    "season.reopened": "took a season back from the archive",
    "season.opened": "opened a season for franchises",
    "season.terms": "changed the terms of a season",
    "season.phase": "took a season to another phase",
    "season.pool-filled": "added Gamers to a season",
    "season.pool-dropped": "took a Gamer out of a season",
    "season.salaries": "changed salaries of a season",
    "season.window-added": "added a window",
    "season.window-removed": "removed a window",
    "season.carried-over": "carried franchises over",
    "franchise.founded": "founded a franchise for somebody",
    "franchise.renamed": "renamed a franchise",
    "franchise.handed-over": "handed a franchise over",
    "franchise.removed": "removed a franchise",
    "franchise.signed": "signed a Gamer for a franchise",
    "franchise.released": "released a Gamer of a franchise",
    "franchise.granted": "granted money to a franchise",
    "draft.created": "set a draft up",
    "draft.started": "started a draft",
    "draft.cancelled": "called a draft off",
    "draft.auto": "switched autopick for a franchise",
    "draft.skip": "moved a turn of a draft to the end",
    "draft.force": "gave a Gamer to a franchise in a draft",
    "draft.undo": "took back a pick of a draft",
    "draft.order": "changed the order of a draft",
    "draft.pause": "paused a draft",
    "draft.resume": "went on with a draft",
    "draft.credit": "gave time in a draft",
    "draft.end": "ended a draft",
    "franchise.fined": "fined a franchise",
    "trade.vetoed": "stopped a trade",
    "match.paused": "paused a match",
    "match.resumed": "let a match go on",
    "event.held": "put all matches of an event on hold",
    "event.let-go-on": "let all matches of an event go on",
    "match.time-added": "gave time in a match",
    "match.ruled": "ruled on the result of a match",
    "match.disqualified": "disqualified a player in a match",
    "match.annulled": "annulled a match",
    "match.reinstated": "took back a ruling on a match",
    "match.replaced": "had an annulled match played again",
    "match.looked-at": "looked at what a match hides",
    "call.answered": "answered a call of a player",
    "gamers.imported": "imported Gamers",
    "gamers.removed": "removed Gamers",
    "token.made": "made a token",
    "token.revoked": "revoked a token",
    "account.deleted": "deleted their account",
    "webhook.added": "added a webhook",
    "webhook.edited": "changed a webhook",
    "webhook.secret": "made a new secret for a webhook",
    "webhook.removed": "removed a webhook",
    "chat.removed": "removed a message from a match's chat",
    "chat.kept": "left a reported message in a match's chat",
}


def act_text(act: str) -> str:
    """An act in words; of acts that are not listed here, their code read aloud.

    >>> act_text("staff.added"), act_text("event.round-published")
    ('added to the staff', 'event: round published')
    """
    kind, _, verb = act.partition(".")
    return ACTS.get(act) or f"{kind}: {verb.replace('-', ' ')}"


def may(role: str | None, deed: str) -> bool:
    return role in MAY[deed]


def league_slug(slug: str) -> str:
    if not 3 <= len(slug) <= 40 or not SLUG.fullmatch(slug):
        raise Refused("bad-slug", SLUG_TEXT, "slug")
    if slug in RESERVED:
        raise Refused("bad-slug", "This address is kept for the site. Choose another one.", "slug")
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
        raise Refused("unknown-role", f"A role is one of: {', '.join(Role.values)}.", "role")
    return role


def reason(why: str, *, needed: bool = False) -> str:
    if needed and not why.strip():
        raise Refused("why-needed", "Say why: the audit log keeps it.", "why")
    return one_line(why, least=0, most=MOST_WHY, field="why", what="A reason")


def check_days(starts_on: date, ends_on: date) -> None:
    if ends_on < starts_on:
        raise Refused("bad-days", "A season cannot end before it starts.", "ends_on")
    if (ends_on - starts_on).days > LONGEST_SEASON_DAYS:
        raise Refused("bad-days", "A season lasts two years at most.", "ends_on")
