"""Plan a franchise's line-up for its matches of an event, and choose the Gamers of each match."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from engines.common import join_with_and
from engines.contract import BadOption, Json
from engines.i18n import Message, join, translate as _
from league.events.models import OVER, Event, EventStatus, SeriesMatch
from league.events.queries import uses_rosters
from league.people.models import Player
from league.seasons.actions.common import lock_terms
from league.seasons.models import Contract, Franchise, Lineup, LineupGamer
from league.seasons.queries.rosters import format_too_few, get_planned_lineups, get_roster_cards
from league.seasons.rules.roster import MAX_SQUAD, MIN_SQUAD, Card, select_squad
from matches.engine_limits import get_engine
from matches.errors import ActionError

SIDES = ("strike", "terrorists")
"""The sides whose Gamers are in the match option `rosters`, by seat."""


@transaction.atomic
def plan_lineup(*, season_id: int, event_id: int, by: int, contracts: Sequence[int], at: datetime) -> None:
    """Plan the private line-up of the user's own franchise, from the next match that opens.

    Raises ActionError: not-found, not-allowed, no-lineups, event-over, twice, too-few, too-many, not-yours.
    """
    event, franchise = _get_event_and_franchise(season_id, event_id, by)
    chosen = set(contracts)
    if len(chosen) != len(contracts):
        raise ActionError("twice", _("Choose each Gamer only once."), "contract_ids")
    if len(chosen) < MIN_SQUAD:
        text = _(
            "A match needs {least} Gamers, but you chose {chosen}. Choose more, or send your four best.",
            least=MIN_SQUAD, chosen=len(chosen),
        )  # fmt: skip
        raise ActionError("too-few", text, "contract_ids")
    if len(chosen) > MAX_SQUAD:
        raise ActionError(
            "limit-reached", _("A side can have at most {most} Gamers in a match.", most=MAX_SQUAD), "contract_ids"
        )
    own_contracts = Contract.objects.filter(franchise=franchise, ended_at__isnull=True, pk__in=chosen)
    if own_contracts.count() != len(chosen):
        text = _("A Gamer is no longer on your roster. Check your line-up.")
        raise ActionError("not-yours", text, "contract_ids")
    row, _unused = Lineup.objects.update_or_create(event=event, franchise=franchise, match_id=None, defaults={"made_at": at})
    row.gamers.all().delete()
    LineupGamer.objects.bulk_create(LineupGamer(lineup=row, contract_id=contract_id) for contract_id in sorted(chosen))


@transaction.atomic
def drop_lineup(*, season_id: int, event_id: int, by: int) -> None:
    """Drop the plan, so that the four best available Gamers play again."""
    event, franchise = _get_event_and_franchise(season_id, event_id, by)
    Lineup.objects.filter(event=event, franchise=franchise, match_id__isnull=True).delete()


def _get_event_and_franchise(season_id: int, event_id: int, by: int) -> tuple[Event, Franchise]:
    lock_terms(season_id)
    event = Event.objects.filter(pk=event_id, season=season_id).first()
    if event is None or (event.status == EventStatus.DRAFT and event.organiser_id != by):
        raise ActionError("not-found", _("Event not found in this season."))
    franchise = Franchise.objects.filter(season=season_id, owner=by).first()
    if franchise is None:
        raise ActionError("not-allowed", _("Only franchise owners of this season can set line-ups."))
    if not uses_rosters(event):
        raise ActionError("no-lineups", _("The matches of this event are played without Gamers."))
    if event.status in OVER:
        raise ActionError("event-over", _("This event is over."))
    return event, franchise


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match to be opened: its players by seat and its round."""

    players: tuple[int, ...]
    round_id: int
    round_name: str


@dataclass(frozen=True, slots=True)
class Squads:
    """The Gamers of a match, by seat."""

    franchises: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...]
    exclusive_round_id: int | None
    """The round in which the Gamers may play no other match."""

    @property
    def rosters(self) -> Json:
        """Return the match option `rosters`."""
        return {side: [card.entry() for card in cards] for side, cards in zip(SIDES, self.cards, strict=True)}


def select_squads(event: Event, meetings: Sequence[Meeting]) -> list[Squads | Message]:
    """Return for each match its squads, or the sentence why it cannot be played. Locks the season's settings."""
    assert event.season_id is not None
    terms = lock_terms(event.season_id)
    players = {item for meeting in meetings for item in meeting.players}
    teams = {item.owner_id: item for item in Franchise.objects.filter(season=terms.pk, owner__in=players)}
    ids = [item.pk for item in teams.values()]
    rosters, plans = get_roster_cards(ids), get_planned_lineups(event.pk, ids)
    busy: dict[int, set[int]] = defaultdict(set)
    if terms.one_match_a_round:
        rounds = {item.round_id for item in meetings}
        rows = LineupGamer.objects.filter(exclusive_round__in=rounds)
        # Gamers of a match that no longer counts are available again.
        counting = SeriesMatch.objects.filter(pairing__round__in=rounds).values("match")
        rows.exclude(lineup__match_id__in=counting).update(exclusive_round=None)
        for round_id, contract in rows.values_list("exclusive_round", "contract"):
            busy[round_id or 0].add(contract)
    results = []
    for item in meetings:
        seated = [teams.get(player) for player in item.players]
        cards = [tuple(select_squad(rosters[team.pk], plans.get(team.pk, ()), busy[item.round_id])) for team in seated if team]
        squads = _build_squads(event, item, seated, cards, once=terms.one_match_a_round)
        if terms.one_match_a_round and isinstance(squads, Squads):
            busy[item.round_id].update(card.contract for both in cards for card in both)
        results.append(squads)
    return results


def save_squads(event: Event, squads: Squads, match_id: int, at: datetime) -> None:
    """Save the squads of a match. A database constraint prevents a Gamer from playing twice where that is forbidden."""
    for franchise, cards in zip(squads.franchises, squads.cards, strict=True):
        lineup = Lineup.objects.create(event=event, franchise_id=franchise, match_id=match_id, made_at=at)
        LineupGamer.objects.bulk_create(
            LineupGamer(lineup=lineup, contract_id=card.contract, exclusive_round_id=squads.exclusive_round_id)
            for card in cards
        )


def _build_squads(
    event: Event, meeting: Meeting, teams: Sequence[Franchise | None], cards: Sequence[tuple[Card, ...]], *, once: bool
) -> Squads | Message:
    without = [player for player, team in zip(meeting.players, teams, strict=True) if team is None]
    if without:
        names = ", ".join(str(row) for row in Player.objects.filter(pk__in=without).order_by("pk"))
        return _("No longer have a franchise in this season: {names}.", names=names)
    seated = [team for team in teams if team]
    lacking = [
        format_too_few(team.name, len(chosen), meeting.round_name if once else "")
        for team, chosen in zip(seated, cards, strict=True)
        if len(chosen) < MIN_SQUAD
    ]
    if lacking:
        return join(lacking)
    squads = Squads(tuple(team.pk for team in seated), tuple(cards), meeting.round_id if once else None)
    try:
        get_engine(event.game).options({**event.options, "rosters": squads.rosters})
    except BadOption as bad:
        return join([join_with_and([team.name for team in seated]), bad.text], ": ")
    return squads
