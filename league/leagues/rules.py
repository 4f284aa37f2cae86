"""What a league may be called, which role may do what, and the words of the audit log. Nothing here fetches."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from engines.words import marked, say, told
from league.leagues.models import Role
from league.texts import one_line
from matches.refusals import Refused

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RESERVED = frozenset({"new", "api", "admin"})
SLUG_TEXT = marked(
    "Use 3 to 40 small letters, digits and single hyphens, beginning and ending with a letter or a digit."
)
MOST_ABOUT, MOST_WHY = 2000, 500
LONGEST_SEASON_DAYS = 731

MAY: dict[str, frozenset[str]] = {
    marked("edit the league"): frozenset({Role.ORGANISER}),
    marked("choose the staff"): frozenset({Role.ORGANISER}),
    marked("plan seasons"): frozenset({Role.ORGANISER}),
    marked("rule on matches"): frozenset({Role.ORGANISER, Role.REFEREE}),
    marked("read the audit log"): frozenset({Role.ORGANISER, Role.REFEREE}),
}
"""By deed, the roles that may do it. Site admins may do everything."""

ACTS = {
    "league.created": marked("made the league"),
    "league.edited": marked("edited the league"),
    "staff.added": marked("added to the staff"),
    "staff.role-changed": marked("changed a role"),
    "staff.removed": marked("removed from the staff"),
    "season.created": marked("planned a season"),
    "season.edited": marked("edited a season"),
    "season.archived": marked("archived a season"),
    "no-show.lifted": marked("lifted a no-show"),
    "season.reopened": marked("took a season back from the archive"),
    "season.opened": marked("opened a season for franchises"),
    "season.terms": marked("changed the terms of a season"),
    "season.phase": marked("took a season to another phase"),
    "season.pool-filled": marked("added Gamers to a season"),
    "season.pool-dropped": marked("took a Gamer out of a season"),
    "season.salaries": marked("changed salaries of a season"),
    "season.window-added": marked("added a window"),
    "season.window-removed": marked("removed a window"),
    "season.carried-over": marked("carried franchises over"),
    "franchise.founded": marked("founded a franchise for somebody"),
    "franchise.renamed": marked("renamed a franchise"),
    "franchise.handed-over": marked("handed a franchise over"),
    "franchise.removed": marked("removed a franchise"),
    "franchise.signed": marked("signed a Gamer for a franchise"),
    "franchise.released": marked("released a Gamer of a franchise"),
    "franchise.granted": marked("granted money to a franchise"),
    "draft.created": marked("set a draft up"),
    "draft.started": marked("started a draft"),
    "draft.cancelled": marked("called a draft off"),
    "draft.auto": marked("switched autopick for a franchise"),
    "draft.skip": marked("moved a turn of a draft to the end"),
    "draft.force": marked("gave a Gamer to a franchise in a draft"),
    "draft.undo": marked("took back a pick of a draft"),
    "draft.order": marked("changed the order of a draft"),
    "draft.pause": marked("paused a draft"),
    "draft.resume": marked("went on with a draft"),
    "draft.credit": marked("gave time in a draft"),
    "draft.end": marked("ended a draft"),
    "franchise.fined": marked("fined a franchise"),
    "trade.vetoed": marked("stopped a trade"),
    "match.paused": marked("paused a match"),
    "match.resumed": marked("let a match go on"),
    "event.held": marked("put all matches of an event on hold"),
    "event.let-go-on": marked("let all matches of an event go on"),
    "match.time-added": marked("gave time in a match"),
    "match.ruled": marked("ruled on the result of a match"),
    "match.disqualified": marked("disqualified a player in a match"),
    "match.annulled": marked("annulled a match"),
    "match.reinstated": marked("took back a ruling on a match"),
    "match.replaced": marked("had an annulled match played again"),
    "match.looked-at": marked("looked at what a match hides"),
    "call.answered": marked("answered a call of a player"),
    "gamers.imported": marked("imported Gamers"),
    "gamers.removed": marked("removed Gamers"),
    "token.made": marked("made a token"),
    "token.revoked": marked("revoked a token"),
    "account.deleted": marked("deleted their account"),
    "webhook.added": marked("added a webhook"),
    "webhook.edited": marked("changed a webhook"),
    "webhook.secret": marked("made a new secret for a webhook"),
    "webhook.removed": marked("removed a webhook"),
    "chat.removed": marked("removed a message from a match's chat"),
    "chat.kept": marked("left a reported message in a match's chat"),
}


def act_text(act: str) -> str:
    """An act in words; of acts that are not listed here, their code read aloud.

    >>> act_text("staff.added"), act_text("event.round-published")
    ('added to the staff', 'event: round published')
    """
    kind, _, verb = act.partition(".")
    return told(ACTS[act]) if act in ACTS else f"{kind}: {verb.replace('-', ' ')}"


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


def reason(why: str, *, needed: bool = False) -> str:
    if needed and not why.strip():
        raise Refused("why-needed", say("Say why: the audit log keeps it."), "why")
    return one_line(why, least=0, most=MOST_WHY, field="why", what=marked("A reason"))


def check_days(starts_on: date, ends_on: date) -> None:
    if ends_on < starts_on:
        raise Refused("bad-days", say("A season cannot end before it starts."), "ends_on")
    if (ends_on - starts_on).days > LONGEST_SEASON_DAYS:
        raise Refused("bad-days", say("A season lasts two years at most."), "ends_on")
