"""A whole season by command, small and with bots that play at random."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from league.events.models import Event
from league.seasons.models import Contract, Franchise, Lineup, Payment, SeasonSettings
from matches.models import Match

pytestmark = pytest.mark.django_db


def test_a_season_runs_from_founding_to_the_archive_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo_season", teams=4, rounds=1, bots="level-1")
    printed = capsys.readouterr().out
    assert "Check passed" in printed
    terms = SeasonSettings.objects.get()
    event = Event.objects.get(season=terms.pk)
    assert (terms.phase, event.status) == ("archive", "finished")
    matches = Match.objects.filter(series_match__pairing__round__event=event)
    assert matches.count() == 2
    assert {match.reason for match in matches} <= {"secured", "held"}
    assert Contract.objects.filter(season=terms.pk).count() == 4 * terms.roster_min
    assert Lineup.objects.filter(match_id__isnull=False).count() == 2 * 2
    assert all(len(side) == 4 for match in matches for side in match.options["rosters"].values())  # type: ignore[union-attr]
    kinds = list(Payment.objects.order_by("pk").values_list("kind", flat=True))
    assert (kinds.count("purse"), kinds.count("participation"), kinds.count("win")) == (4, 4, 2)
    assert kinds.count("prize") >= 3
    assert all(team.name in printed for team in Franchise.objects.all())


def test_a_season_of_too_many_is_refused_in_words() -> None:
    with pytest.raises(CommandError, match="2 to 8 teams"):
        call_command("demo_season", teams=9)
