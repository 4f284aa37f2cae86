"""Rosters for the rules, free Gamers, and the Gamers that a franchise can field in a match."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Count, Q, QuerySet

from engines.words import Message, say, say_many
from league.gamers.models import STATS, SeasonGamer
from league.gamers.queries import flavour_of
from league.seasons.models import Contract, Franchise, LineupGamer, Phase, SeasonTerms
from league.seasons.rules.roster import LEAST, Card, Held, Roster, RosterRules
from matches.refusals import Refused, get_or_refuse

GAME = "incursion-point-zero"
PLANNING = (Phase.SETUP, Phase.DRAFT, Phase.ROUNDS)
"""Phases in which events may be planned for a season."""


def get_gamer(season_id: int, gamer: int) -> SeasonGamer:
    """Return a Gamer of the season's pool. Raises Refused("not-found")."""
    rows = SeasonGamer.objects.filter(season=season_id, pk=gamer).select_related("gamer")
    return get_or_refuse(rows.first(), "not-found", say("Gamer not found in this season."), "gamer_id")


def get_free_gamer(season_id: int, gamer: int) -> SeasonGamer:
    """Return a free Gamer of the season. Raises Refused (not-found, gamer-taken)."""
    row = get_gamer(season_id, gamer)
    if Contract.objects.filter(gamer=gamer, ended_at__isnull=True).exists():
        raise Refused("gamer-taken", say("{handle} is under contract.", handle=row.gamer.handle), "gamer_id")
    return row


def rules_of(terms: SeasonTerms) -> RosterRules:
    """Return the roster rules of these terms."""
    purse = terms.purse if terms.salaries_paid else None
    return RosterRules(terms.cap, terms.roster_min, terms.roster_max, terms.reserve, terms.genres, purse)


def money_of(terms: SeasonTerms, franchise: int) -> int | None:
    """Return a franchise's money for salaries; None if signing is free."""
    if not terms.salaries_paid:
        return None
    return Franchise.objects.values_list("balance", flat=True).get(pk=franchise)


def rosters(season_id: int) -> dict[int, Roster]:
    """Return Gamers under contract and dead money by franchise, in one query; franchises with neither are left out."""
    held: dict[int, list[Held]] = defaultdict(list)
    dead: dict[int, int] = defaultdict(int)
    rows = Contract.objects.filter(Q(ended_at__isnull=True) | Q(dead__gt=0), season=season_id).order_by("pk")
    for franchise, gamer, genre, salary, left, ended_at in rows.values_list(
        "franchise", "gamer", "gamer__gamer__genre", "salary", "dead", "ended_at"
    ):
        dead[franchise] += left
        if ended_at is None:
            held[franchise].append(Held(gamer, genre, salary))
    return {one: Roster(tuple(held[one]), dead[one]) for one in dead}


def free_rows(season_id: int) -> QuerySet[SeasonGamer]:
    """Return the Gamers of the season without a contract."""
    taken = Contract.objects.filter(season=season_id, ended_at__isnull=True).values("gamer")
    return SeasonGamer.objects.filter(season=season_id).exclude(pk__in=taken)


def free_gamers(season_id: int) -> list[Held]:
    """Return the free Gamers at their salaries of the season, cheapest first."""
    return _cheapest_first(free_rows(season_id))


def pool_of(season_id: int) -> list[Held]:
    """Return all Gamers of a season's pool at their salaries there, cheapest first."""
    return _cheapest_first(SeasonGamer.objects.filter(season=season_id))


def _cheapest_first(rows: QuerySet[SeasonGamer]) -> list[Held]:
    return [Held(*row) for row in rows.order_by("salary", "pk").values_list("pk", "gamer__genre", "salary")]


def open_seasons(leagues: Collection[int]) -> list[tuple[int, str]]:
    """Return (id, name) of these leagues' seasons for which events may be planned, newest first."""
    rows = SeasonTerms.objects.filter(season__league__in=leagues, phase__in=PLANNING).select_related("season__league")
    ordered = rows.order_by("season__league__name", "-season__starts_on", "-pk")
    return [(row.pk, f"{row.season.league.name}: {row.season.name}") for row in ordered]


def too_few(season_id: int, players: Collection[int]) -> list[Message]:
    """Return a message for each franchise of these players that has too few Gamers for any match."""
    standing = Count("contracts", filter=Q(contracts__ended_at__isnull=True))
    rows = Franchise.objects.filter(season=season_id, owner__in=players).annotate(standing=standing)
    lacking = rows.filter(standing__lt=LEAST).order_by("name").values_list("name", "standing")
    return [few(name, many) for name, many in lacking]


def few(name: str, many: int, round_name: str = "") -> Message:
    """Return the message that a franchise has too few Gamers.

    >>> format_too_few("Foxes", 1, "Round 1")
    'Foxes: 1 Gamer available in Round 1, but a match needs 4.'
    """
    if not round_name:
        return say_many(
            "{franchise}: {n} Gamer, but a match needs {least}.", "{franchise}: {n} Gamers, but a match needs {least}.",
            many, franchise=name, least=LEAST,
        )  # fmt: skip
    return say_many(
        "{franchise}: {n} Gamer available in {round}, but a match needs {least}.",
        "{franchise}: {n} Gamers available in {round}, but a match needs {least}.",
        many, franchise=name, round=round_name, least=LEAST,
    )  # fmt: skip


def rostered(franchises: Collection[int]) -> dict[int, list[Card]]:
    """Return Gamers under contract by franchise, the dearest first, in one query."""
    rows = Contract.objects.filter(franchise__in=franchises, ended_at__isnull=True).select_related("gamer__gamer")
    found: dict[int, list[Card]] = {franchise: [] for franchise in franchises}
    for row in rows.order_by("-salary", "pk"):
        one = row.gamer.gamer
        card = Card(
            contract=row.pk, handle=one.handle, name=one.name, genre=one.genre, salary=row.salary,
            usual=one.salary, stats=tuple(getattr(one, stat) for stat in STATS), talent=one.talent,
            text=flavour_of(one), own=one.league_id is not None,
        )  # fmt: skip
        found[row.franchise_id].append(card)
    return found


def planned(event_id: int, franchises: Collection[int]) -> dict[int, set[int]]:
    """Return by franchise the contracts of its planned line-up for an event."""
    rows = LineupGamer.objects.filter(
        lineup__event=event_id, lineup__franchise__in=franchises, lineup__match_id__isnull=True
    )
    found: dict[int, set[int]] = {}
    for franchise, contract in rows.values_list("lineup__franchise", "contract"):
        found.setdefault(franchise, set()).add(contract)
    return found
