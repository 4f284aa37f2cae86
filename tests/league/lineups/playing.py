"""A season of franchises that are in its rounds, and an event of it."""

from typing import Any

from league.closed_matches import process_closed_match
from league.events.models import Event, SeriesMatch
from league.gamers.models import SeasonGamer
from league.leagues.models import Season
from league.results.actions.event_start import start_event
from league.results.actions.result_overrides import override_result
from league.seasons.actions.contracts import sign_gamer
from league.seasons.actions.ledger_audit import list_faults
from league.seasons.models import Contract, Franchise, SeasonSettings, Signing
from tests.factories import NOON, BotFactory, end, event, franchise, matches_of_round, organiser_of, season

GAME = "incursion-point-zero"
PAY = {"win_money": 7, "draw_money": 4, "loss_money": 2, "participation_money": 1}
Played = tuple[list[Franchise], Event, SeriesMatch]


def in_rounds(teams: int = 2, each: int = 5, *, bots: bool = False, **terms: Any) -> list[Franchise]:
    """Franchises of a season in its rounds, with so many of the cheapest Gamers each."""
    made = season(**({"cap": 60} | terms))
    owned = [franchise(made, BotFactory() if bots else None) for _ in range(teams)]
    SeasonSettings.objects.filter(pk=made.pk).update(phase="rounds")
    held = SeasonSettings.objects.get(pk=made.pk)
    pool = list(SeasonGamer.objects.filter(season=made).order_by("salary", "pk"))
    for at, one in enumerate(pool[: teams * each]):
        sign_gamer(held, franchise=owned[at % teams].pk, gamer=one.pk, how=Signing.DRAFT, at=NOON)
    return owned


def season_event(teams: list[Franchise], *, game: str = GAME, **plan: Any) -> Event:
    """An event of the season that its franchises have entered."""
    of = Season.objects.select_related("league").get(pk=teams[0].season_id)
    by = of.league.staff.get(role="owner").player
    owners = [team.owner for team in teams]
    return event(*owners, organiser=by, league=of.league_id, season_id=of.pk, game=game, **plan)


def contracts(team: Franchise) -> list[int]:
    return list(Contract.objects.filter(franchise=team, ended_at=None).order_by("pk").values_list("pk", flat=True))


def handles(team: Franchise) -> set[str]:
    rows = Contract.objects.filter(franchise=team, ended_at=None)
    return set(rows.values_list("gamer__gamer__handle", flat=True))


def boss(team: Franchise) -> int:
    return organiser_of(Season.objects.select_related("league").get(pk=team.season_id).league)


def played(ranks: tuple[int, int] = (1, 2), reason: str = "base", **plan: Any) -> Played:
    """Two franchises, the first with seat 0, after a match of theirs that has been counted."""
    made = season_event(in_rounds(each=4, **PAY), **plan)
    start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    match = matches_of_round(made, 1)[0]
    end(match, ranks=ranks, reason=reason)
    process_closed_match(match_id=match, at=NOON)
    return read_played(match)


def read_played(match: int) -> Played:
    row = SeriesMatch.objects.select_related("match", "pairing__round__event__league").get(match=match)
    made = row.pairing.round.event
    by_owner = {team.owner_id: team for team in Franchise.objects.filter(season=made.season_id).select_related("owner")}
    return [by_owner[one] for one in row.match.seats.order_by("number").values_list("player", flat=True)], made, row


def money(teams: list[Franchise]) -> list[int]:
    """Also checks the books."""
    assert list_faults(SeasonSettings.objects.get(pk=teams[0].season_id)) == []
    return [Franchise.objects.get(pk=team.pk).balance for team in teams]


def rules(made: Event, row: SeriesMatch, halves: tuple[int, int]) -> int:
    """By side, but told by seat."""
    by_side = halves if row.first == 0 else halves[::-1]
    return override_result(
        event_id=made.pk, pairing_id=row.pairing_id, halves=by_side, why="wrong board", by=made.organiser_id, at=NOON
    )
