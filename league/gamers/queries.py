"""Reads of Gamers: Talents, flavour texts, a league's own Gamers, and the preview of an import."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Count, QuerySet

from engines.incursion_point_zero.cards import GAMERS
from engines.incursion_point_zero.gamers import known_talents
from engines.words import say, told
from league.gamers.files import Entry, Fault, faults_of, read
from league.gamers.models import STATS, Gamer

MOST_OWN = 5_000


@cache
def talents() -> dict[str, dict[str, str]]:
    """Return the Talents that cards may name, by id."""
    return {str(one["id"]): {key: str(value) for key, value in one.items()} for one in known_talents()}


def flavour_of(one: Gamer) -> str:
    """Return the flavour text, translated for the default set; a league's own texts are not translated."""
    return told(one.flavour) if one.league_id is None else one.flavour


@dataclass(frozen=True, slots=True)
class OwnGamer:
    """One of a league's own Gamers, as its page lists it."""

    own_gamer_id: int
    handle: str
    name: str
    genre: str
    salary: int
    talent: str
    stats: dict[str, int]
    text: str
    seasons: int
    """The number of seasons with it in their pool."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The entries of a file and its faults."""

    entries: list[Entry]
    faults: list[Fault]


def own_gamers(league_id: int) -> QuerySet[Gamer]:
    """Return a league's own Gamers by handle. Slice it before `lines`."""
    return Gamer.objects.filter(league=league_id).order_by("handle", "pk")


def lines(rows: QuerySet[Gamer]) -> list[OwnGamer]:
    """Return these Gamers as lines of the page."""
    return [
        OwnGamer(
            one.pk, one.handle, one.name, one.genre, one.salary, one.talent,
            {stat: getattr(one, stat) for stat in STATS}, one.flavour, one.many,
        )
        for one in rows.annotate(many=Count("seasons"))
    ]  # fmt: skip


def card_of(one: OwnGamer) -> dict[str, Any]:
    """Return the Gamer as a card of the Incursion Point: Zero engine and of files."""
    plain = {key: getattr(one, key) for key in ("handle", "name", "genre", "salary", "stats", "text")}
    return {**plain, "talent": one.talent or None}


def preview(league_id: int, text: str) -> Preview:
    """Return the entries and all faults of a file, against the league's current Gamers."""
    entries = read(text)
    taken = {
        one.handle.lower(): say("The default set already has a Gamer {handle}.", handle=one.handle) for one in GAMERS
    }
    own = Gamer.objects.filter(league=league_id).values_list("handle", flat=True)
    taken |= {handle.lower(): say("The league already has a Gamer {handle}.", handle=handle) for handle in own}
    return Preview(entries, faults_of(entries, taken))
