from datetime import datetime

import pytest

from league.demo.seasons import OPENING_PACE_MS, PACE_MS, list_demo_seasons, start_next_season
from league.demo.upkeep import load_demo
from league.events.models import Event, SeriesMatch
from matches.models import Seat, Status

pytestmark = pytest.mark.django_db


def paces(event_id: int) -> set[int]:
    playing = Seat.objects.filter(match__status=Status.PLAYING, match__series_match__pairing__round__event_id=event_id)
    return set(playing.values_list("pace_ms", flat=True))


def test_the_first_run_shows_several_formats_and_games_and_only_its_first_round_goes_fast(at: datetime) -> None:
    """A Swiss, a double knock-out and a season table, each in a game of its own."""
    load_demo(at=at)
    running = Event.objects.filter(demo=True, status="running", season=None)
    shown = {one.stages.get().format: one.game for one in running}
    assert {"swiss", "double-elimination", "league"} <= shown.keys()
    assert len(set(shown.values())) == len(shown)
    assert all(SeriesMatch.objects.filter(pairing__round__event=one).exists() for one in running)
    first = list_demo_seasons().last()
    assert paces(first.pk) == {OPENING_PACE_MS}
    assert first.bot_pace_ms == PACE_MS
    assert paces(start_next_season(organiser=first.organiser_id, at=at)) == {PACE_MS}
