"""Races about team matches, on PostgreSQL, with threads behind a barrier."""

from __future__ import annotations

from functools import partial

import pytest

from league.events.models import Event, SeriesMatch
from league.team_matches.actions.alternates import answer_call, report_absence
from league.team_matches.actions.lineup_deadline import close_lineups
from league.team_matches.actions.settlement import settle_team_match
from league.teams.actions.lineups import hand_in_lineup
from league.teams.actions.rosters import add_member
from league.teams.models import AlternateCall, TeamBoard, TeamLineup, TeamMember
from matches.models import Status
from tests.factories import NOON, PlayerFactory
from tests.league.team_matches.playing import HOUR, go_on, match_of, members, play, team, team_event
from tests.league.test_races import THREADS, codes
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def hand_in(event: Event, numbers: tuple[int, ...]) -> partial[None]:
    match, own = match_of(event, "Ants", 1), team(event, "Ants")
    return partial(
        hand_in_lineup, event_id=event.pk, pairing_id=match.pairing_id, team_id=own.pk, by=own.entrant.player_id,
        members=members(event, "Ants", *numbers), at=NOON,
    )  # fmt: skip


def test_two_line_ups_of_a_captain_at_once_leave_one_whole_line_up() -> None:
    event = team_event(2, boards=2, alternates=1)
    one, other = members(event, "Ants", 1, 3), members(event, "Ants", 1, 2)
    assert codes(race(hand_in(event, (1, 3)), hand_in(event, (1, 2)))) == []
    assert TeamLineup.objects.get(match=match_of(event, "Ants", 1)).members in (one, other)


def test_a_line_up_at_the_deadline_is_played_or_refused() -> None:
    for _ in range(3):
        event = team_event(2, boards=2, alternates=1)
        match = match_of(event, "Ants", 1)
        told = codes(race(hand_in(event, (1, 3)), *[partial(close_lineups, match_id=match.pk, at=NOON + HOUR)] * 3))
        assert told in ([], ["too-late"])
        side = "first" if match.pairing.sides.get(number=0).entrant == team(event, "Ants").entrant else "second"
        played = list(TeamBoard.objects.filter(match=match).order_by("number").values_list(f"{side}", flat=True))
        assert played == members(event, "Ants", 1, 2 if told else 3)
        assert SeriesMatch.objects.filter(pairing__round__event__boards_of=event).count() == 2
        rename_all(event)


def rename_all(event: Event) -> None:
    """Free the usernames for the next event."""
    for member in TeamMember.objects.filter(event=event).select_related("player"):
        member.player.username += f"-{event.pk}"
        member.player.save()


def test_the_first_of_two_alternates_who_accept_at_once_plays() -> None:
    event = team_event(2, boards=2, alternates=2, teams={"answer_min": 1})
    go_on(NOON + HOUR)
    board = match_of(event, "Bees", 1).boards.get(number=2)
    absent = next(member for member in (board.first, board.second) if member.player.username == "bees2")
    call = report_absence(event_id=event.pk, board_id=board.pk, by=absent.player_id, at=NOON + HOUR)
    go_on(NOON + HOUR + HOUR / 60)
    asked = TeamMember.objects.filter(pk__in=AlternateCall.objects.get(pk=call).asked)
    assert sorted(asked.values_list("player__username", flat=True)) == ["bees3", "bees4"]
    soon = NOON + HOUR + HOUR / 60
    answers = [
        partial(answer_call, event_id=event.pk, call_id=call, player_id=member.player_id, accept=True, at=soon)
        for member in asked
    ]
    assert codes(race(*answers)) == ["filled"]
    accepted = AlternateCall.objects.get(pk=call).accepted
    board.refresh_from_db()
    assert accepted is not None
    assert accepted.pk in (board.first_id, board.second_id)
    opened = SeriesMatch.objects.filter(pairing=board.pairing)
    assert [row.match.status for row in opened] == [Status.OPEN]
    assert accepted.player_id in opened.get().match.seats.values_list("player", flat=True)


def test_a_score_computed_many_times_at_once_counts_once() -> None:
    event = team_event(2, boards=2)
    go_on(NOON + HOUR)
    pairing = play(event, "Ants", 1, "ww", NOON + HOUR)
    match = match_of(event, "Ants", 1)
    match.update(changed=True)
    results = race(*[partial(settle_team_match, match_id=match.pk, at=NOON + HOUR)] * THREADS)
    assert codes(results) == []
    pairing.refresh_from_db()
    assert pairing.score == "2-0"


def test_a_player_invited_by_two_teams_at_once_is_on_one_roster() -> None:
    event = team_event(2, boards=2, start=False)
    player = PlayerFactory(username="wanted")
    invite = [
        partial(
            add_member, event_id=event.pk, team_id=team(event, name).pk, by=team(event, name).entrant.player_id,
            username="wanted", alternate=True, at=NOON,
        )
        for name in ("Ants", "Bees")
    ]  # fmt: skip
    assert codes(race(*invite)) == ["already-in-a-team"]
    assert TeamMember.objects.filter(event=event, player=player).count() == 1
