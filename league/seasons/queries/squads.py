"""Which Gamers a franchise can send to a match of an event."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Count, Q

from engines.words import Message, say_many
from league.gamers.models import STATS
from league.gamers.talents import flavour_of
from league.seasons.models import Contract, Franchise, LineupGamer, Phase, SeasonTerms
from league.seasons.rules.squads import LEAST, Card

GAME = "incursion-point-zero"
PLANNING = (Phase.SETUP, Phase.DRAFT, Phase.ROUNDS)
"""In which events may be planned for a season."""


def open_seasons(leagues: Collection[int]) -> list[tuple[int, str]]:
    """Seasons of these leagues for which events may be planned, number and name, newest first."""
    rows = SeasonTerms.objects.filter(season__league__in=leagues, phase__in=PLANNING).select_related("season__league")
    ordered = rows.order_by("season__league__name", "-season__starts_on", "-pk")
    return [(row.pk, f"{row.season.league.name}: {row.season.name}") for row in ordered]


def too_few(season_id: int, players: Collection[int]) -> list[Message]:
    """A sentence for each franchise of these players that has not enough Gamers for any match."""
    standing = Count("contracts", filter=Q(contracts__ended_at__isnull=True))
    rows = Franchise.objects.filter(season=season_id, owner__in=players).annotate(standing=standing)
    lacking = rows.filter(standing__lt=LEAST).order_by("name").values_list("name", "standing")
    return [few(name, many) for name, many in lacking]


def few(name: str, many: int, round_name: str = "") -> Message:
    """
    >>> few("Foxes", 1, "Round 1")
    'Foxes: 1 Gamer free in Round 1, and a match needs 4.'
    """
    if not round_name:
        return say_many(
            "{franchise}: {n} Gamer, and a match needs {least}.", "{franchise}: {n} Gamers, and a match needs {least}.",
            many, franchise=name, least=LEAST,
        )  # fmt: skip
    return say_many(
        "{franchise}: {n} Gamer free in {round}, and a match needs {least}.",
        "{franchise}: {n} Gamers free in {round}, and a match needs {least}.",
        many, franchise=name, round=round_name, least=LEAST,
    )  # fmt: skip


def rostered(franchises: Collection[int]) -> dict[int, list[Card]]:
    """By franchise, the Gamers under contract, dearest first, in one query."""
    rows = Contract.objects.filter(franchise__in=franchises, ended_at__isnull=True).select_related("gamer__gamer")
    found: dict[int, list[Card]] = {one: [] for one in franchises}
    for row in rows.order_by("-salary", "pk"):
        found[row.franchise_id].append(_card(row))
    return found


def planned(event_id: int, franchises: Collection[int]) -> dict[int, set[int]]:
    """By franchise, the contracts of the line-up that it plans for its next matches of an event."""
    rows = LineupGamer.objects.filter(
        lineup__event=event_id, lineup__franchise__in=franchises, lineup__match_id__isnull=True
    )
    found: dict[int, set[int]] = {}
    for franchise, contract in rows.values_list("lineup__franchise", "contract"):
        found.setdefault(franchise, set()).add(contract)
    return found


def _card(row: Contract) -> Card:
    one = row.gamer.gamer
    return Card(
        contract=row.pk, handle=one.handle, name=one.name, genre=one.genre, salary=row.salary,
        usual=one.salary, stats=tuple(getattr(one, stat) for stat in STATS), talent=one.talent, text=flavour_of(one),
        own=one.league_id is not None,
    )  # fmt: skip
