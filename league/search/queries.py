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

from engines.words import marked, say, told
from league.events.models import Event, EventStatus
from league.gamers.models import Gamer, SeasonGamer
from league.games import name_of
from league.leagues.models import League
from league.people.models import Player
from league.search.help_index import Found, Group, Hit, found_games, found_help
from matches.refusals import Refused

SHORTEST, LONGEST, MOST_WORDS = 2, 60, 6
SHOWN, MOST = 6, 50
Row = TypeVar("Row")


def words_of(text: str) -> list[str]:
    """Return the search words in lower case. Raises Refused("bad-search") for none or too many."""
    text = " ".join(text.split())
    if not SHORTEST <= len(text) <= LONGEST or not text.isprintable():
        raise Refused(
            "bad-search", say("Enter {shortest} to {longest} characters.", shortest=SHORTEST, longest=LONGEST), "text"
        )
    words = list(dict.fromkeys(text.lower().split()))
    if len(words) > MOST_WORDS:
        raise Refused("bad-search", say("Search for at most {most_words} words.", most_words=MOST_WORDS), "text")
    return words


def search(text: str, *, reader_id: int | None, kind: str = "", limit: int = SHOWN) -> Found:
    """Return the viewer's results by kind, without empty ones. Raises Refused("bad-search")."""
    words = words_of(text)
    groups = []
    with planned_by_its_words():
        for name, (title, find) in KINDS.items():
            if kind in ("", name) and (hits := find(words, limit + 1, reader_id)):
                groups.append(Group(name, told(title), hits[:limit], len(hits) > limit))
    return Found(" ".join(text.split()), groups)


def _players(words: Sequence[str], most: int, _: int | None) -> list[Hit]:
    rows = Player.objects.filter(is_active=True, is_guest=False)
    return [
        Hit(
            str(one),
            say("{username}, a bot", username=one.username) if one.bot else one.username,
            reverse("player", args=[one.username]),
        )
        for one in _best(rows, words, "display_name", "username", most=most)
    ]


def _leagues(words: Sequence[str], most: int, _: int | None) -> list[Hit]:
    rows = _best(League.objects.all(), words, "name", "slug", most=most)
    return [Hit(one.name, one.about.split("\n", 1)[0][:140], reverse("league", args=[one.slug])) for one in rows]


def _events(words: Sequence[str], most: int, reader_id: int | None) -> list[Hit]:
    seen = ~Q(status=EventStatus.DRAFT)
    if reader_id is not None:
        seen |= Q(organiser=reader_id)
    rows = _best(Event.objects.filter(seen).select_related("league"), words, "name", "league__name", most=most)
    hits = []
    for one in rows:
        league, status = f", {one.league.name}" if one.league else "", str(EventStatus(one.status).label).lower()
        hits.append(Hit(one.name, f"{name_of(one.game)}{league}: {status}", reverse("event", args=[one.pk])))
    return hits


def _gamers(words: Sequence[str], most: int, _: int | None) -> list[Hit]:
    """Return Gamers by handle and name, each as in the newest season."""
    newest = SeasonGamer.objects.filter(gamer=OuterRef("pk")).order_by("-season_id")
    rows = Gamer.objects.annotate(
        seat=Subquery(newest.values("pk")[:1]),
        season=Subquery(newest.values("season_id")[:1]),
        slug=Subquery(newest.values("season__league__slug")[:1]),
        where=Subquery(newest.values("season__name")[:1]),
    ).filter(seat__isnull=False)
    shown = rows.values_list("handle", "name", "genre", "where", "slug", "season", "seat", named=True)
    return [
        Hit(
            one.handle, f"{one.name}, {one.genre}: {one.where}", reverse("gamer", args=[one.slug, one.season, one.seat])
        )
        for one in _best(shown, words, "handle", "name", most=most)
    ]


def _best(rows: QuerySet[Any, Row], words: Sequence[str], *fields: str, most: int) -> list[Row]:
    """Return rows with every word in one field: those beginning with the first word, then others, newest first."""
    for word in words:  # including the first: the planner can estimate "contains" but not "begins with"
        rows = rows.filter(_in_one_of(fields, "icontains", word))
    begin = _in_one_of(fields, "istartswith", words[0])
    found = list(rows.filter(begin).order_by("-pk")[:most])
    return found if len(found) == most else [*found, *rows.exclude(begin).order_by("-pk")[: most - len(found)]]


def _in_one_of(fields: Sequence[str], lookup: str, word: str) -> Q:
    return reduce(or_, (Q(**{f"{field}__{lookup}": word}) for field in fields))


@contextmanager
def planned_by_its_words() -> Iterator[None]:
    """Plan queries inside the block for the actual search words, not with a generic plan.

    A rare word is found fastest by an index, a frequent one from the newest row on; prepared statements can't tell.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    server = connection.connection
    before, server.prepare_threshold = server.prepare_threshold, None
    try:
        yield
    finally:
        server.prepare_threshold = before


KINDS: dict[str, tuple[str, Callable[[Sequence[str], int, int | None], list[Hit]]]] = {
    "players": (marked("Players"), _players),
    "leagues": (marked("Leagues"), _leagues),
    "events": (marked("Events"), _events),
    "gamers": (marked("Gamers"), _gamers),
    "games": (marked("Games"), found_games),
    "help": (marked("Help"), found_help),
}
