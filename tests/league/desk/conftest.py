"""A hall with its referees: what the tests of the desk are about."""

import copy
from datetime import datetime
from typing import Any

import pytest

from league.closed_matches import process_closed_match
from league.desk.actions.rulings import apply_ruling
from league.events.models import Event
from league.leagues.models import League
from league.people.models import Player
from matches.actions.creation import set_ready
from matches.actions.sweep import record_heartbeat
from matches.errors import ActionError
from matches.models import Match
from matches.server_time import now
from tests.factories import PlayerFactory, league, matches_of_round, staff, started_event

WHY = "The hall was evacuated."


class Hall:
    """A league's event between four, its first two matches being played now, and the people around it."""

    def __init__(self, format: str = "round-robin") -> None:
        self.at: datetime = now()
        record_heartbeat(self.at)
        self.league: League = league()
        self.organiser: Player = self.league.staff.get(role="owner").player  # type: ignore[attr-defined]
        self.referee, self.other = staff(self.league, "referee"), staff(self.league, "referee")
        self.players: list[Player] = PlayerFactory.create_batch(4)
        self.event: Event = started_event(
            *self.players, at=self.at, organiser=self.organiser, league=self.league.pk, format=format
        )
        self.match, self.second = matches_of_round(self.event, 1)
        for one in (self.match, self.second):
            for player in self.sitting(one):
                set_ready(match_id=one, player_id=player.pk, at=self.at)

    def sitting(self, match_id: int) -> list[Player]:
        return [seat.player for seat in Match.objects.get(pk=match_id).seats.select_related("player")]  # type: ignore[misc]

    def row(self, match_id: int | None = None) -> Match:
        return Match.objects.get(pk=match_id or self.match)

    def rule(self, kind: str, *, by: Player | None = None, match: int | None = None, **given: Any) -> int:
        who = by or self.referee
        return apply_ruling(match_id=match or self.match, by=who.pk, kind=kind, data=given, why=WHY, at=self.at)

    def count(self, match_id: int) -> None:
        process_closed_match(match_id=match_id, at=self.at)


def code(act: Any) -> tuple[str, str | None]:
    with pytest.raises(ActionError) as refusal:
        act()
    return refusal.value.code, refusal.value.field


@pytest.fixture(scope="module")
def same_hall(module_rows: None) -> Hall:
    """Made once a module; every test finds it as it was made."""
    return Hall()


@pytest.fixture
def hall(same_hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    return copy.copy(same_hall)
