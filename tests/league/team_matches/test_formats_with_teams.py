"""The formats of players, played by teams: colours, byes, withdrawals, corrections and rounds taken back."""

import pytest

from league.event_files.exports import get_event, pairings_csv, standings_csv
from league.events.actions.event_lifecycle import cancel_event
from league.events.models import Event, EventStatus, Pairing, PairingKind, Side
from league.events.stage_plans import StagePlan
from league.match_times.models import TimeAgreement
from league.pairings.actions.rounds import pause_event, resume_event
from league.people.models import Player
from league.registration.actions.entries import enter_franchises
from league.registration.actions.withdrawals import withdraw
from league.results.actions.result_overrides import override_result
from league.standings.rows import load_rows
from league.standings.standings_calculation import compute_lines
from league.sweep import sweep
from league.team_matches.actions.alternates import answer_call, report_absence
from league.teams.models import Team, TeamMatch
from matches.errors import ActionError
from matches.models import Match, Status
from tests import factories
from tests.factories import NOON, PlayerFactory
from tests.league.clients import client_of
from tests.league.team_matches.playing import HOUR, NAMES, go_on, match_of, play, seats, team, team_event

pytestmark = pytest.mark.django_db


def pairs(event: Event, number: int) -> set[frozenset[str]]:
    rows: dict[int, set[str]] = {}
    for pairing, name in Side.objects.filter(round__event=event, round__number=number).values_list(
        "pairing", "entrant__team__name"
    ):
        rows.setdefault(pairing, set()).add(name)
    return {frozenset(names) for names in rows.values()}


def shown(reader: Player, path: str) -> str:
    client = client_of(reader)
    return client.get(path).content.decode()


def points(event: Event) -> dict[str, float]:
    stage = event.stages.get()
    names = dict(Team.objects.filter(event=event).values_list("entrant", "name"))
    return {names[line.entrant]: line.halves / 2 for line in compute_lines(load_rows(stage))}


def test_a_team_swiss_with_a_bye_three_points_for_a_win_and_balanced_colours() -> None:
    event = team_event(
        5, boards=1, format="swiss", settings={"rounds": 3}, round_gap_s=0, teams={"win": 3, "draw": 1, "lineup_min": 0}
    )
    at, met = NOON, set[frozenset[str]]()
    for number in range(1, 4):
        go_on(at)
        for pairing in Pairing.objects.filter(round__event=event, round__number=number, kind="game"):
            home = pairing.sides.get(number=0).entrant.team.name
            better = min(pairing.sides.values_list("entrant__team__name", flat=True))
            play(event, home, number, "w" if home == better else "l", at)
        now_met = pairs(event, number)
        assert not met & {pair for pair in now_met if len(pair) == 2}, "teams meet once"
        met |= now_met
        at += HOUR
        sweep(at)
    byes = Pairing.objects.filter(round__event=event, kind=PairingKind.BYE)
    assert [list(row.sides.values_list("halves", flat=True)) for row in byes] == [[2], [2], [2]], "a bye is a drawn match"
    assert len(set(byes.values_list("sides__entrant", flat=True))) == 3
    total = points(event)
    assert max(total, key=lambda name: total[name]) == "Ants"
    assert sum(total.values()) == 6 * 3 + 3 * 1
    homes = {name: [0, 0] for name in NAMES[:5]}
    for match in TeamMatch.objects.filter(pairing__round__event=event):
        for side in match.pairing.sides.select_related("entrant__team"):
            homes[side.entrant.team.name][side.number != match.home] += 1
    assert all(abs(first - second) <= 1 for first, second in homes.values())
    event.refresh_from_db()
    assert event.status == EventStatus.FINISHED
    exported = get_event(event.pk)
    assert "Ants" in standings_csv(exported)
    assert "ants1" not in pairings_csv(exported)


def test_a_corrected_board_of_a_semi_final_replaces_the_team_in_the_final() -> None:
    event = team_event(4, boards=2, stages=(StagePlan("single-elimination"),), teams={"lineup_min": 0})
    go_on(NOON)
    play(event, "Ants", 1, "ww", NOON)
    semi = play(event, "Bees", 1, "wl", NOON)
    assert (semi.score, semi.through) == ("1-1", semi.sides.get(entrant__team__name="Bees").number), "won on board 1"
    go_on(NOON)
    assert frozenset({"Ants", "Bees"}) in pairs(event, 2)
    opened = list(Match.objects.filter(series_match__pairing__team_board__match__pairing__round__number=2))
    assert len(opened) == 2
    board = semi.team_match.boards.get(number=1)
    halves = (0, 2) if board.pairing.sides.get(number=0).entrant.player.username.startswith("bees") else (2, 0)
    override_result(
        event_id=event.boards_event.pk, pairing_id=board.pairing_id, halves=halves, why="Entered the wrong way",
        by=event.organiser_id, at=NOON,
    )  # fmt: skip
    go_on(NOON)
    assert frozenset({"Ants", "Cats"}) in pairs(event, 2)
    assert {match.status for match in Match.objects.filter(pk__in=[row.pk for row in opened])} == {Status.VOID}
    assert {name[:4] for board in seats(event, "Ants", 2) for name in board} == {"ants", "cats"}


@pytest.mark.parametrize("format", ["round-robin", "single-elimination"])
def test_a_team_that_withdraws_loses_its_open_match_on_all_boards(format: str) -> None:
    event = team_event(4, boards=2, stages=(StagePlan(format),), round_gap_s=0, teams={"lineup_min": 0})
    go_on(NOON)
    dogs = team(event, "Dogs").entrant
    withdraw(event_id=event.pk, entrant_id=dogs.pk, by=dogs.player_id, at=NOON)
    go_on(NOON)
    match = match_of(event, "Ants", 1)
    boards = match.boards.select_related("pairing")
    assert {(board.pairing.forfeit, board.pairing.reason) for board in boards} == {(True, "forfeited")}
    if format == "round-robin":
        assert (match.pairing.score, match.pairing.boards, match.pairing.forfeit) == ("2-0", "2-0 2-0", True)
        assert points(event)["Ants"] == 2
        return
    play(event, "Bees", 1, "ww", NOON)
    assert frozenset({"Ants", "Bees"}) in pairs(event, 2)


def test_a_pause_stops_the_deadline_of_line_ups_and_a_cancelled_event_cancels_its_boards() -> None:
    event = team_event(2, boards=2)
    pause_event(event_id=event.pk, by=event.organiser_id, at=NOON)
    go_on(NOON + HOUR)
    assert not match_of(event, "Ants", 1).boards.exists()
    resume_event(event_id=event.pk, by=event.organiser_id, at=NOON + HOUR)
    go_on(NOON + HOUR)
    assert match_of(event, "Ants", 1).boards.count() == 2
    boards = event.boards_event
    with pytest.raises(ActionError, match="event of the teams"):
        cancel_event(event_id=boards.pk, by=event.organiser_id, at=NOON + HOUR)
    cancel_event(event_id=event.pk, by=event.organiser_id, at=NOON + HOUR)
    boards.refresh_from_db()
    assert boards.status == EventStatus.CANCELLED
    assert set(Match.objects.values_list("status", flat=True)) == {Status.VOID}


def test_the_franchises_of_a_season_enter_as_teams_in_one_action() -> None:
    season = factories.season()
    owners = [PlayerFactory(username="olga"), PlayerFactory(username="otto")]
    for owner, name in zip(owners, ("Larks", "Owls"), strict=True):
        factories.franchise(season, owner, name)
    organiser = factories.organiser_of(season.league)
    event = factories.event(
        organiser=Player.objects.get(pk=organiser), league=season.league_id, season_id=season.pk,
        game="incursion-point-zero", teams={"boards": 1},
    )  # fmt: skip
    assert enter_franchises(event_id=event.pk, by=organiser, at=NOON) == 2
    rows = Team.objects.filter(event=event).values_list("name", "entrant__player__username", "members__player__username")
    assert sorted(rows) == [("Larks", "olga", "olga"), ("Owls", "otto", "otto")]


def test_with_a_play_window_the_players_of_each_board_agree_on_its_time() -> None:
    event = team_event(2, boards=2, play_days=7, teams={"lineup_min": 0})
    go_on(NOON)
    match = match_of(event, "Ants", 1)
    agreed = set(TimeAgreement.objects.values_list("pairing", flat=True))
    assert agreed == set(match.boards.values_list("pairing", flat=True)), "not the captains for the match"
    assert not Match.objects.exists(), "a board opens at its own time"

    captain, own = team(event, "Ants").entrant.player, match.boards.get(number=1)
    boards, team_page = event.boards_event.pk, f"/events/{event.pk}/teams/{team(event, 'Ants').pk}/"
    for path in (f"/events/{event.pk}/", team_page):
        assert f"/events/{boards}/pairings/{own.pairing_id}/time/" in shown(captain, path)
    overview = shown(captain, f"/events/{event.pk}/")
    assert "Hand in your line-up" not in overview, "line-ups are closed"
    assert "win 2, draw 1, loss 0" in overview
    board_event = shown(captain, f"/events/{boards}/")
    assert "Round 1 of" not in board_event, "boards last as long as their teams"
    assert "/withdraw" not in board_event, "a player stays on the roster"
    times = shown(event.organiser, f"/events/{event.pk}/manage/times/")
    assert times.count(f"/events/{boards}/manage/do/nudge/") == 2, "whoever organises the teams sees the times of all boards"


def test_a_player_who_cannot_play_says_so_before_a_time_is_agreed() -> None:
    event = team_event(2, boards=1, alternates=1, play_days=7, teams={"lineup_min": 0})
    go_on(NOON)
    board = match_of(event, "Ants", 1).boards.get()
    ants, player = team(event, "Ants"), Player.objects.get(username="ants2")
    page = f"/events/{event.pk}/teams/{ants.pk}/"
    assert f'name="board_id" value="{board.pk}"' in shown(ants.entrant.player, page)
    call = report_absence(event_id=event.pk, board_id=board.pk, by=ants.entrant.player_id, at=NOON)
    later = NOON + 24 * HOUR
    go_on(later)
    answer_call(event_id=event.pk, call_id=call, player_id=player.pk, accept=True, at=later)
    times = f"/pairings/{board.pairing_id}/time/"
    assert times in shown(player, page), "the alternate agrees on a time"
    assert times not in shown(ants.entrant.player, page)
    assert not Match.objects.exists()
