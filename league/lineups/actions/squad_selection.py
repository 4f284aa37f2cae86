"""Sending Gamers of franchises to the matches of an event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engines import registry
from engines.common import joined
from engines.contract import BadOption, Json
from engines.words import Message, join, say
from league.events.models import Event, SeriesMatch
from league.people.models import Player
from league.seasons.actions.locking import locked_terms
from league.seasons.models import Franchise, Lineup, LineupGamer
from league.seasons.queries.squads import few, planned, rostered
from league.seasons.rules.squads import LEAST, Card, sent

SIDES = ("strike", "terrorists")
"""Whose Gamers the option `rosters` names, by seat."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match to be opened: its players by seat, the round that it is of."""

    players: tuple[int, ...]
    round_id: int
    round_name: str


@dataclass(frozen=True, slots=True)
class Squads:
    """Who is sent, by seat."""

    franchises: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...]
    only_match_of: int | None
    """The round of which this has to be their only match."""

    @property
    def rosters(self) -> Json:
        """The option of the match."""
        return {side: [one.entry() for one in cards] for side, cards in zip(SIDES, self.cards, strict=True)}


def muster(event: Event, meetings: Sequence[Meeting]) -> list[Squads | Message]:
    """For each match who is sent to it, or a sentence why it cannot be played. Locks the terms of the season."""
    assert event.season_id is not None
    terms = locked_terms(event.season_id)
    players = {one for meeting in meetings for one in meeting.players}
    teams = {one.owner_id: one for one in Franchise.objects.filter(season=terms.pk, owner__in=players)}
    ids = [one.pk for one in teams.values()]
    field = _Field(rostered(ids), planned(event.pk, ids), defaultdict(set))
    if terms.one_match_a_round:
        field.busy.update(_busy({one.round_id for one in meetings}))
    return [_squads(event, one, teams, field, once=terms.one_match_a_round) for one in meetings]


def record(event: Event, squads: Squads, match_id: int, at: datetime) -> None:
    """Write down who was sent to a match. The database lets nobody be sent twice where that may not be."""
    for franchise, cards in zip(squads.franchises, squads.cards, strict=True):
        lineup = Lineup.objects.create(event=event, franchise_id=franchise, match_id=match_id, made_at=at)
        LineupGamer.objects.bulk_create(
            LineupGamer(lineup=lineup, contract_id=one.contract, only_match_of_id=squads.only_match_of) for one in cards
        )


@dataclass(frozen=True, slots=True)
class _Field:
    rosters: dict[int, list[Card]]
    planned: dict[int, set[int]]
    busy: defaultdict[int, set[int]]
    """By round, contracts that play a match of it."""


def _busy(rounds: set[int]) -> dict[int, set[int]]:
    """By round. Whoever was sent to a match that counts for nothing any more is free again."""
    counting = SeriesMatch.objects.filter(pairing__round__in=rounds).values("match")
    rows = LineupGamer.objects.filter(only_match_of__in=rounds)
    rows.exclude(lineup__match_id__in=counting).update(only_match_of=None)
    found: dict[int, set[int]] = {one: set() for one in rounds}
    for round_id, contract in rows.values_list("only_match_of", "contract"):
        found[round_id or 0].add(contract)
    return found


def _squads(event: Event, one: Meeting, teams: dict[int, Franchise], field: _Field, *, once: bool) -> Squads | Message:
    without = [player for player in one.players if player not in teams]
    if without:
        names = ", ".join(str(row) for row in Player.objects.filter(pk__in=without).order_by("pk"))
        return say("{names}: no franchise in the season any more.", names=names)
    seated = [teams[player] for player in one.players]
    cards, lacking = [], []
    for team in seated:
        chosen = sent(field.rosters[team.pk], field.planned.get(team.pk, ()), field.busy[one.round_id])
        cards.append(tuple(chosen))
        if len(chosen) < LEAST:
            lacking.append(few(team.name, len(chosen), one.round_name if once else ""))
    if lacking:
        return join(lacking)
    made = Squads(tuple(team.pk for team in seated), tuple(cards), one.round_id if once else None)
    try:
        registry.get(event.game).options({**event.options, "rosters": made.rosters})
    except BadOption as bad:
        return join([joined([team.name for team in seated]), bad.text], ": ")
    if once:
        field.busy[one.round_id].update(card.contract for both in cards for card in both)
    return made
