"""Search for people, leagues, events, Gamers, games and help; only what the viewer may open is found.

Excluded are guests, closed accounts, drafts of other organisers, and Gamers without a season. All words must match;
names that begin with them come first. Each kind takes at most two queries.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from operator import or_
from typing import Any, TypeVar

from django.db import connection
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.urls import reverse

from engines.i18n import mark, translate as _
from league.events.models import Event, EventStatus
from league.gamers.models import Gamer, SeasonGamer
from league.games import game_name
from league.leagues.models import League
from league.people.models import Player
from league.search.help_index import Group, Hit, SearchResults, find_games, find_help
from matches.errors import ActionError

MIN_LENGTH, MAX_LENGTH, MAX_WORDS = 2, 60, 6
DEFAULT_LIMIT, MAX_LIMIT = 6, 50
Row = TypeVar("Row")


def parse_words(text: str) -> list[str]:
    """Return the search words in lower case. Raises ActionError("bad-search") for none or too many."""
    text = " ".join(text.split())
    if not MIN_LENGTH <= len(text) <= MAX_LENGTH or not text.isprintable():
        raise ActionError(
            "bad-search", _("Enter {shortest} to {longest} characters.", shortest=MIN_LENGTH, longest=MAX_LENGTH), "text"
        )
    words = list(dict.fromkeys(text.lower().split()))
    if len(words) > MAX_WORDS:
        raise ActionError("bad-search", _("Search for at most {limit} words.", limit=MAX_WORDS), "text")
    return words


def search(text: str, *, viewer_id: int | None, kind: str = "", limit: int = DEFAULT_LIMIT) -> SearchResults:
    """Return the viewer's results by kind, without empty ones. Raises ActionError("bad-search")."""
    words = parse_words(text)
    groups = []
    with custom_plan():
        for name, (title, find) in KINDS.items():
            if kind in ("", name) and (hits := find(words, limit + 1, viewer_id)):
                groups.append(Group(name, _(title), hits[:limit], len(hits) > limit))
    return SearchResults(" ".join(text.split()), groups)


def _find_players(words: Sequence[str], limit: int, _unused: int | None) -> list[Hit]:
    rows = Player.objects.filter(is_active=True, is_guest=False)
    return [
        Hit(
            str(player),
            _("{username}, a bot", username=player.username) if player.bot else player.username,
            reverse("player", args=[player.username]),
        )
        for player in _list_best(rows, words, "display_name", "username", limit=limit)
    ]


def _find_leagues(words: Sequence[str], limit: int, _: int | None) -> list[Hit]:
    rows = _list_best(League.objects.all(), words, "name", "slug", limit=limit)
    return [Hit(league.name, league.about.split("\n", 1)[0][:140], reverse("league", args=[league.slug])) for league in rows]


def _find_events(words: Sequence[str], limit: int, viewer_id: int | None) -> list[Hit]:
    visible = ~Q(status=EventStatus.DRAFT)
    if viewer_id is not None:
        visible |= Q(organiser=viewer_id)
    rows = _list_best(
        Event.objects.filter(visible, boards_of=None).select_related("league"), words, "name", "league__name", limit=limit
    )
    hits = []
    for event in rows:
        league, status = f", {event.league.name}" if event.league else "", str(EventStatus(event.status).label).lower()
        hits.append(Hit(event.name, f"{game_name(event.game)}{league}: {status}", reverse("event", args=[event.pk])))
    return hits


def _find_gamers(words: Sequence[str], limit: int, _: int | None) -> list[Hit]:
    """Return Gamers by handle and name, each as in the newest season."""
    newest = SeasonGamer.objects.filter(gamer=OuterRef("pk")).order_by("-season_id")
    rows = Gamer.objects.annotate(
        seat=Subquery(newest.values("pk")[:1]),
        season=Subquery(newest.values("season_id")[:1]),
        slug=Subquery(newest.values("season__league__slug")[:1]),
        where=Subquery(newest.values("season__name")[:1]),
    ).filter(seat__isnull=False)
    values = rows.values_list("handle", "name", "genre", "where", "slug", "season", "seat", named=True)
    return [
        Hit(row.handle, f"{row.name}, {row.genre}: {row.where}", reverse("gamer", args=[row.slug, row.season, row.seat]))
        for row in _list_best(values, words, "handle", "name", limit=limit)
    ]


def _list_best(rows: QuerySet[Any, Row], words: Sequence[str], *fields: str, limit: int) -> list[Row]:
    """Return rows with every word in one field: those beginning with the first word, then others, newest first."""
    for word in words:  # including the first: the planner can estimate "contains" but not "begins with"
        rows = rows.filter(_match_any_field(fields, "icontains", word))
    begin = _match_any_field(fields, "istartswith", words[0])
    matches = list(rows.filter(begin).order_by("-pk")[:limit])
    return matches if len(matches) == limit else [*matches, *rows.exclude(begin).order_by("-pk")[: limit - len(matches)]]


def _match_any_field(fields: Sequence[str], lookup: str, word: str) -> Q:
    return reduce(or_, (Q(**{f"{field}__{lookup}": word}) for field in fields))


@contextmanager
def custom_plan() -> Iterator[None]:
    """Plan queries inside the block for the actual search words, not with a generic plan.

    A rare word is found fastest by an index, a frequent one from the newest row on; prepared statements can't tell.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    pg_connection = connection.connection
    threshold, pg_connection.prepare_threshold = pg_connection.prepare_threshold, None
    try:
        yield
    finally:
        pg_connection.prepare_threshold = threshold


KINDS: dict[str, tuple[str, Callable[[Sequence[str], int, int | None], list[Hit]]]] = {
    "players": (mark("Players"), _find_players),
    "leagues": (mark("Leagues"), _find_leagues),
    "events": (mark("Events"), _find_events),
    "gamers": (mark("Gamers"), _find_gamers),
    "games": (mark("Games"), find_games),
    "help": (mark("Help"), find_help),
}
