"""The story of a season of four teams: a silent captain, an alternate, a no-show, and a drawn match in the final."""

from datetime import datetime

import pytest

from league.events.models import Event, EventStatus, SeriesMatch
from league.events.stage_plans import StagePlan
from league.notifications.models import Notification
from league.results.actions.result_overrides import override_result
from league.standings.tables import build_tables, load_people, load_stage_rows
from league.sweep import sweep
from league.team_matches.actions.alternates import answer_call, report_absence
from league.teams.actions.lineups import hand_in_lineup
from league.teams.models import AlternateCall, TeamBoard
from matches.errors import ActionError
from matches.models import Status
from tests.factories import NOON
from tests.league.team_matches.playing import HOUR, go_on, match_of, members, miss, play, play_board, seats, team, team_event

pytestmark = pytest.mark.django_db


def table(event: Event, stage: int = 1) -> list[tuple[int | None, str, str, tuple[str, ...]]]:
    made = build_tables(load_stage_rows([event.pk]), load_people([event.pk])[event.pk])
    shown = next(one for one in made if one.stage == stage)
    return [(line.rank, line.person.name, line.points, line.figures) for line in shown.lines]


def test_a_season_of_four_teams() -> None:
    event = team_event(
        4, boards=3, alternates=1, auto_advance=True, round_gap_s=0, teams={"answer_min": 10},
        stages=(StagePlan("round-robin"), StagePlan("single-elimination", {}, 2)),
    )  # fmt: skip
    # Round 1: Ants - Dogs, Bees - Cats. The captain of the Ants names a line-up, the captain of the Dogs stays silent.
    captain = team(event, "Ants").entrant.player
    first = match_of(event, "Ants", 1)
    assert Notification.objects.filter(player=captain, case="lineup", path__contains="/teams/").count() == 1
    named = members(event, "Ants", 1, 3, 4)
    hand_in_lineup(
        event_id=event.pk, pairing_id=first.pairing_id, team_id=team(event, "Ants").pk, by=captain.pk, members=named, at=NOON
    )
    go_on(NOON + HOUR / 2)
    assert not TeamBoard.objects.exists(), "line-ups are open for an hour"
    go_on(NOON + HOUR)
    assert seats(event, "Ants", 1) == [("ants1", "dogs1"), ("dogs2", "ants3"), ("ants4", "dogs3")]
    boards = event.boards_event
    assert SeriesMatch.objects.filter(pairing__round__event=boards).count() == 6

    # A player of the Dogs can't play: the alternate takes over, and a new match opens.
    board = first.boards.get(number=2)
    old_match = board.pairing.series.get().match
    with pytest.raises(ActionError, match="Only the player"):
        report_absence(event_id=event.pk, board_id=board.pk, by=team(event, "Cats").entrant.player_id, at=NOON + HOUR)
    call_id = report_absence(event_id=event.pk, board_id=board.pk, by=board.second.player_id, at=NOON + HOUR)
    call = AlternateCall.objects.get(pk=call_id)
    alternate = team(event, "Dogs").members.get(alternate=True)
    assert call.asked == [alternate.pk]
    answer_call(event_id=event.pk, call_id=call_id, player_id=alternate.player_id, accept=True, at=NOON + HOUR)
    go_on(NOON + HOUR)
    assert seats(event, "Ants", 1)[1] == ("dogs4", "ants3")
    old_match.refresh_from_db()
    assert old_match.status == Status.VOID

    # The Ants win 2½-½, the Bees and Cats draw 1½-1½.
    at = NOON + 2 * HOUR
    pairing = play(event, "Ants", 1, "wwd", at)
    assert (pairing.score, pairing.boards) == ("2.5-0.5", "2-0 2-0 1-1")
    assert [side.halves for side in pairing.sides.all()] == [4, 0]
    play(event, "Bees", 1, "wdl", at)

    # Round 2 starts by itself, all captains stay silent.
    at = next_round(event, at)
    assert seats(event, "Ants", 2) == [("ants1", "bees1"), ("bees2", "ants2"), ("ants3", "bees3")]
    play(event, "Cats", 2, "wwl", at)
    play(event, "Ants", 2, "ddd", at)

    # Round 3: a player of the Dogs doesn't come. The alternate is asked but doesn't answer in time: the board is forfeited.
    at = next_round(event, at)
    play(event, "Ants", 3, "wwl", at)
    match = match_of(event, "Bees", 3)
    for number in (1, 2):
        play_board(match.boards.get(number=number), "w", at)  # the Bees have side 0
    miss(match.boards.get(number=3), "dogs3", at)
    match.pairing.refresh_from_db()
    assert match.pairing.counted_at is None, "the alternate may still accept"
    assert AlternateCall.objects.get(board__match=match).asked == [alternate.pk]
    go_on(at + HOUR / 6)
    match.pairing.refresh_from_db()
    assert (match.pairing.score, match.pairing.boards) == ("3-0", "2-0 2-0 2-0")

    assert table(event) == [
        (1, "Ants", "5", ("6", "", "10", "10½")),
        (2, "Bees", "4", ("6", "", "8", "11")),
        (3, "Cats", "3", ("4½", "", "4", "10")),
        (4, "Dogs", "0", ("1½", "", "0", "4½")),
    ]

    # The final is drawn, and the Ants win it on board count.
    event.refresh_from_db()
    assert event.status == EventStatus.RUNNING
    at += HOUR
    go_on(at + HOUR)
    final = play(event, "Ants", 4, "wdl", at + HOUR)
    assert (final.score, final.through) == ("1.5-1.5", 0)
    event.refresh_from_db()
    boards.refresh_from_db()
    assert (event.status, boards.status) == (EventStatus.FINISHED, EventStatus.FINISHED)
    assert [line[:2] for line in table(event, 2)] == [(1, "Ants"), (2, "Bees")]

    # Players have standings of their own, with points and performance; a win without a game counts like a bye.
    players = table(boards)
    assert players[0][1:3] == ("ants1", "3½")
    totals = {name: shown for _rank, name, shown, _figures in players}
    assert totals["ants1"] == "3½"
    assert totals["dogs3"] == "1½"

    # A correction of a board after the end changes the final, and the event goes on from there.
    board = final.team_match.boards.get(number=2)
    override_result(
        event_id=boards.pk, pairing_id=board.pairing_id, halves=(2, 0), why="Wrong result was reported", by=event.organiser_id,
        at=at + 2 * HOUR,
    )  # fmt: skip
    go_on(at + 2 * HOUR)
    final.refresh_from_db()
    assert (final.score, final.through) == ("1-2", None), "the Bees have the first side on board 2"
    assert [line[:2] for line in table(event, 2)] == [(1, "Bees"), (2, "Ants")]


def next_round(event: Event, at: datetime) -> datetime:
    """Start the next round, let the time for line-ups pass, and return when its boards are played."""
    sweep(at)
    go_on(at + HOUR)
    return at + 2 * HOUR
