"""Reads of Gamers: Talents, flavour texts, a league's own Gamers, and the preview of an import."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Count, QuerySet

from engines.i18n import translate as _
from engines.incursion_point_zero.cards import GAMERS
from engines.incursion_point_zero.gamers import list_talents
from league.gamers.files import Entry, Fault, find_faults, parse_file
from league.gamers.models import STATS, Gamer

MAX_OWN_GAMERS = 5_000


@cache
def talents() -> dict[str, dict[str, str]]:
    """Return the Talents that cards may name, by id."""
    return {str(talent["id"]): {key: str(value) for key, value in talent.items()} for talent in list_talents()}


def flavour_of(gamer: Gamer) -> str:
    """Return the flavour text, translated for the default set; a league's own texts are not translated."""
    return _(gamer.flavour) if gamer.league_id is None else gamer.flavour


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


def list_own_gamers(league_id: int) -> QuerySet[Gamer]:
    """Return a league's own Gamers by handle. Slice it before `to_own_gamers`."""
    return Gamer.objects.filter(league=league_id).order_by("handle", "pk")


def to_own_gamers(rows: QuerySet[Gamer]) -> list[OwnGamer]:
    """Return these Gamers as lines of the page."""
    return [
        OwnGamer(
            gamer.pk, gamer.handle, gamer.name, gamer.genre, gamer.salary, gamer.talent,
            {stat: getattr(gamer, stat) for stat in STATS}, gamer.flavour, gamer.many,
        )
        for gamer in rows.annotate(many=Count("seasons"))
    ]  # fmt: skip


def to_card(gamer: OwnGamer) -> dict[str, Any]:
    """Return the Gamer as a card of the Incursion Point: Zero engine and of files."""
    plain = {key: getattr(gamer, key) for key in ("handle", "name", "genre", "salary", "stats", "text")}
    return {**plain, "talent": gamer.talent or None}


def preview_import(league_id: int, text: str) -> Preview:
    """Return the entries and all faults of a file, against the league's current Gamers."""
    entries = parse_file(text)
    taken = {card.handle.lower(): _("The default set already has a Gamer {handle}.", handle=card.handle) for card in GAMERS}
    own_handles = Gamer.objects.filter(league=league_id).values_list("handle", flat=True)
    taken |= {handle.lower(): _("The league already has a Gamer {handle}.", handle=handle) for handle in own_handles}
    return Preview(entries, find_faults(entries, taken))
