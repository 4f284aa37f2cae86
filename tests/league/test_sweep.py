from datetime import datetime, timedelta

import pytest

from league.closed_matches import on_match_closed
from league.events.models import Pairing
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.models import Rating
from league.sweep import sweep
from league.tasks import count_match, sweep_league
from matches.signals import match_closed
from tests.factories import end, ended_match, matches_of_round, started_event

pytestmark = pytest.mark.django_db


def test_a_sweep_counts_what_nobody_counted_and_starts_the_next_round(at: datetime) -> None:
    made = started_event(round_gap_s=10)
    for match_id in matches_of_round(made, 1):
        end(match_id, at=at)
    sweep(at)
    assert not Pairing.objects.filter(round__number=1, counted_at=None).exists()
    assert Rating.objects.count() == 4
    assert matches_of_round(made, 2) == []
    sweep(at + timedelta(seconds=10))
    assert len(matches_of_round(made, 2)) == 2
    sweep(at + timedelta(seconds=10))
    assert len(matches_of_round(made, 2)) == 2


def test_a_round_that_was_counted_but_not_finished_is_finished(at: datetime) -> None:
    made = started_event()
    rows = Pairing.objects.filter(round__event=made, round__number=1)
    for match_id in matches_of_round(made, 1):
        end(match_id, at=at)
    rows.update(counted_at=at)
    sweep(at)
    assert made.rounds.get(number=1).finished_at == at


def test_one_broken_match_does_not_stop_the_sweep(at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, sound = ended_match(), ended_match()
    count = apply_rated_match

    def count_or_break(*, match_id: int, at: datetime) -> bool:
        if match_id == broken.pk:
            raise RuntimeError("broken")
        return count(match_id=match_id, at=at)

    monkeypatch.setattr("league.sweep.apply_rated_match", count_or_break)
    sweep(at)
    assert not broken.rating_changes.exists()
    assert sound.rating_changes.count() == 2


def test_the_task_counts_ratings_and_pairing_and_ignores_what_a_newer_caller_adds(at: datetime) -> None:
    made = started_event()
    match_id = matches_of_round(made, 1)[0]
    end(match_id, at=at)
    count_match(match_id=match_id, colour="blue")
    count_match(match_id=match_id)
    assert Pairing.objects.get(series__match=match_id).counted_at
    assert Rating.objects.count() == 2
    sweep_league(colour="blue")
    assert on_match_closed in [receiver() for _, receiver, *_ in match_closed.receivers]
