"""Races of organisers and captains, and for the two matches of a duplicate, on PostgreSQL."""

from functools import partial

import pytest

from league.events.actions.event_copies import open_successor
from league.events.models import Event, EventLogEntry, Pairing, SeriesMatch, Side
from league.pairings.actions.rounds import create_next_round, discard_round, publish_round_manually
from league.people.models import Player
from league.registration.actions.entrant_import import import_entrants, parse_rows
from league.registration.actions.withdrawals import withdraw
from league.results.actions.result_entry import enter_results
from league.results.actions.result_overrides import override_result
from league.results.actions.results import record_result
from league.team_matches.actions.alternates import answer_call, report_absence
from league.team_matches.actions.lineup_deadline import close_lineups
from league.team_matches.actions.settlement import settle_team_match
from league.teams.actions.lineups import hand_in_lineup
from league.teams.actions.rosters import add_member
from league.teams.models import AlternateCall, TeamBoard, TeamLineup, TeamMember
from matches.actions import referee
from matches.actions.creation import set_ready
from matches.errors import ActionError
from matches.models import Match, Status
from matches.server_time import now
from tests.factories import NOON, PlayerFactory, end, event, matches_of_round, started_event
from tests.league.clients import client_of
from tests.league.events.playing import tables_of
from tests.league.team_matches.playing import HOUR, go_on, match_of, members, open_matches, play, team, team_event
from tests.league.test_races import THREADS, codes, many
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 2


def swiss(players: int = 6) -> Event:
    """A Swiss whose first round is over, and whose second has to be drafted."""
    people = PlayerFactory.create_batch(players)
    made = started_event(*people, format="swiss", settings={"rounds": 3}, auto_advance=False)
    for match_id in matches_of_round(made, 1):
        end(match_id)
        record_result(match_id=match_id, at=NOON)
    return made


def test_a_round_that_two_organisers_publish_at_once_is_published_once() -> None:
    made = swiss()
    staff = PlayerFactory(is_staff=True)
    create_next_round(event_id=made.pk, by=made.organiser_id, at=NOON)
    by_two = [
        partial(publish_round_manually, event_id=made.pk, number=2, by=by, at=NOON) for by in (made.organiser_id, staff.pk)
    ]
    assert codes(race(*by_two * 3)) == ["already-started"] * 5
    assert len(matches_of_round(made, 2)) == 3
    assert Match.objects.count() == 6
    assert EventLogEntry.objects.filter(act="round.published").count() == 1


def test_a_round_that_two_draft_at_once_is_drafted_once() -> None:
    made = swiss()
    results = many(create_next_round, event_id=made.pk, by=made.organiser_id, at=NOON)
    assert set(codes(results)) <= {"changed", "round-running"}
    assert [one for one in results if isinstance(one, int)] == [2]
    assert made.rounds.count() == 2


def test_a_result_that_changes_while_a_round_is_re_paired_is_in_the_pairing_or_makes_it_void() -> None:
    for _ in range(TIMES):
        made = swiss()
        pairing = Pairing.objects.filter(round__event=made).first()
        draft = partial(create_next_round, event_id=made.pk, by=made.organiser_id, at=NOON)
        rule = partial(
            override_result, event_id=made.pk, pairing_id=pairing.pk, halves=(1, 1), why="Draw", by=made.organiser_id, at=NOON
        )
        assert set(codes(race(draft, rule))) <= {"changed"}
        if not made.rounds.filter(number=2).exists():
            assert draft() == 2
        kept = pairs(made)
        discard_round(event_id=made.pk, number=2, by=made.organiser_id, at=NOON)
        assert draft() == 2
        assert pairs(made) == kept


def pairs(made: Event) -> set[frozenset[int]]:
    found = Pairing.objects.filter(round__event=made, round__number=2)
    return {frozenset(one.sides.values_list("entrant", flat=True)) for one in found}


def test_two_imports_at_once_enter_everybody_once_and_never_more_than_there_are_places() -> None:
    names = [one.username for one in PlayerFactory.create_batch(4)]
    made = event(max_entrants=4)
    both = [names[:3], names[1:]]
    acts = [
        partial(
            import_entrants, event_id=made.pk, by=made.organiser_id, rows=parse_rows("\n".join(["username", *some])), at=NOON
        )
        for some in both
    ]
    results = race(*acts * 2)
    assert codes(results) == ["bad-rows"] * 3
    assert made.entrants.count() == 3


def test_an_entrant_who_withdraws_while_its_match_closes_leaves_one_result() -> None:
    for _ in range(TIMES):
        made = started_event(*PlayerFactory.create_batch(4), format="single-elimination")
        match_id = matches_of_round(made, 1)[0]
        end(match_id)
        row = SeriesMatch.objects.select_related("pairing").get(match=match_id)
        leaver = row.pairing.sides.get(number=0).entrant
        count = partial(record_result, match_id=match_id, at=NOON)
        leave = partial(withdraw, event_id=made.pk, entrant_id=leaver.pk, by=leaver.player_id, at=NOON)
        assert codes(race(count, leave)) == []
        row.pairing.refresh_from_db()
        assert row.pairing.counted_at is not None
        assert sorted(row.pairing.sides.values_list("halves", flat=True)) == [0, 2]
        assert made.entrants.get(pk=leaver.pk).status == "withdrawn"
        record_result(match_id=match_id, at=NOON)
        assert SeriesMatch.objects.filter(pairing=row.pairing).count() <= 1


def test_the_next_of_a_recurring_event_opens_once() -> None:
    made = started_event(repeat_days=7)
    results = many(open_successor, event_id=made.pk, at=NOON)
    assert codes(results) == []
    assert results.count(None) == THREADS - 1
    assert Event.objects.filter(repeat_of=made).count() == 1


def test_two_organisers_who_enter_a_round_at_once_enter_each_result_once() -> None:
    """The grid of one wins whole; the other is told which boards have a result by now."""
    for _unused in range(TIMES):
        people = PlayerFactory.create_batch(6)
        made = started_event(*people, format="swiss", settings={"rounds": 3}, auto_advance=False, rate_entered=True)
        staff = PlayerFactory(is_staff=True)
        pairings = list(Pairing.objects.filter(round__event=made).order_by("board"))
        grids = [[{"pairing_id": one.pk, "result": result} for one in pairings] for result in ("1-0", "0-1")]
        enter = partial(enter_results, event_id=made.pk, number=1, at=NOON)
        told = race(*[partial(enter, results=grid, by=by) for by in (made.organiser_id, staff.pk) for grid in grids])
        assert codes(told) == ["has-result"] * 3
        assert [one for one in told if isinstance(one, int)] == [3]
        won = list(Side.objects.filter(round__event=made).order_by("pairing", "number").values_list("halves", flat=True))
        assert won in ([2, 0] * 3, [0, 2] * 3)
        assert EventLogEntry.objects.filter(event=made, act="result.entered").count() == 3
        assert SeriesMatch.objects.filter(pairing__in=pairings, counted_at__isnull=False).count() == 3
        assert sum(line.wins for table in tables_of(made.pk) for line in table.lines) == 3


def test_grids_that_share_a_board_never_enter_half_of_it() -> None:
    """By the pages, two grids in opposite order: one row too many refuses its grid whole, and nobody gets a 500."""
    for _unused in range(TIMES):
        made = started_event(*PlayerFactory.create_batch(6), format="swiss", settings={"rounds": 3}, auto_advance=False)
        first, second, third = Pairing.objects.filter(round__event=made).order_by("board")

        def post(shares: list[Pairing], by: Player, made: Event = made) -> int:
            browser = client_of(by)
            rows = {f"result-{one.pk}": "1-0" for one in shares}
            return browser.post(f"/events/{made.pk}/manage/results/enter/", {"number": "1", **rows}).status_code

        staff = PlayerFactory(is_staff=True)
        told = race(
            partial(post, [first, second], made.organiser), partial(post, [third, second], staff),
        )  # fmt: skip
        assert sorted(told) == [302, 422]
        counted = set(Pairing.objects.filter(round__event=made, counted_at__isnull=False).values_list("pk", flat=True))
        assert counted in ({first.pk, second.pk}, {second.pk, third.pk})
        assert EventLogEntry.objects.filter(event=made, act="result.entered").count() == 2


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
    event = team_event(2, boards=2, alternates=1)
    match = match_of(event, "Ants", 1)
    told = codes(race(hand_in(event, (1, 3)), *[partial(close_lineups, match_id=match.pk, at=NOON + HOUR)] * 3))
    assert told in ([], ["too-late"])
    side = "first" if match.pairing.sides.get(number=0).entrant == team(event, "Ants").entrant else "second"
    played = list(TeamBoard.objects.filter(match=match).order_by("number").values_list(f"{side}", flat=True))
    assert played == members(event, "Ants", 1, 2 if told else 3)
    assert SeriesMatch.objects.filter(pairing__round__event__boards_of=event).count() == 2


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


def _twins() -> list[int]:
    made = started_event(*PlayerFactory.create_batch(2), duplicate=True)
    rows = SeriesMatch.objects.filter(pairing__round__event=made).order_by("number")
    return list(rows.values_list("match", flat=True))


def test_both_matches_end_at_the_same_moment_and_count_as_one_series() -> None:
    first, second = _twins()

    def finish(match_id: int, ranks: tuple[int, int]) -> bool:
        end(match_id, ranks=ranks, at=NOON)
        return record_result(match_id=match_id, at=NOON)

    results = race(partial(finish, first, (1, 2)), partial(finish, second, (2, 1)))
    assert results == [True, True]
    pairing = Pairing.objects.get(series__match=first)
    assert pairing.counted_at is not None
    assert pairing.series.count() == 2
    assert list(pairing.sides.order_by("number").values_list("halves", flat=True)) == [2, 0]


def test_two_referees_who_reinstate_both_matches_do_not_wait_for_each_other() -> None:
    twins = _twins()
    for match_id in twins:
        for player_id in Match.objects.get(pk=match_id).seats.values_list("player", flat=True):
            set_ready(match_id=match_id, player_id=player_id or 0, at=now())
        referee.annul(match_id=match_id, why="The server failed.", at=now())
    results = race(*(partial(referee.reinstate, match_id=pk, why="It works again.", at=now()) for pk in twins))
    assert all(isinstance(one, int) or (isinstance(one, ActionError) and one.code == "busy") for one in results)
    if not any(isinstance(one, int) for one in results):  # Each may have found the other's match locked; then it tries again.
        assert referee.reinstate(match_id=twins[0], why="It works again.", at=now())


def _board(alternates: int = 0) -> TeamBoard:
    event = team_event(2, boards=1, alternates=alternates, duplicate=True)
    go_on(NOON + HOUR)
    return match_of(event, "Ants", 1).boards.select_related("pairing", "first", "second").get()


def test_both_matches_of_a_board_end_at_the_same_moment_and_the_team_match_counts_once() -> None:
    board = _board()
    first, second = open_matches(board)

    def finish(match_id: int, ranks: tuple[int, int]) -> bool:
        end(match_id, ranks=ranks, at=NOON + HOUR)
        counted = record_result(match_id=match_id, at=NOON + HOUR)
        settle_team_match(match_id=board.match_id, at=NOON + HOUR)
        return counted

    assert race(partial(finish, first, (1, 2)), partial(finish, second, (2, 1))) == [True, True]
    go_on(NOON + HOUR)
    pairing = Pairing.objects.get(team_match=board.match_id)
    assert (pairing.score, pairing.boards) in (("1-0", "2-0"), ("0-1", "0-2"))
    assert SeriesMatch.objects.filter(pairing=board.pairing).count() == 2


def test_an_alternate_accepts_while_a_match_of_the_board_begins() -> None:
    board, at = _board(alternates=1), NOON + HOUR
    event = board.match.pairing.round.event_id
    call = report_absence(event_id=event, board_id=board.pk, by=board.first.player_id, at=at)
    alternate = board.first.team.members.get(alternate=True).player_id
    opened = open_matches(board)
    seats = [board.first.player_id, board.second.player_id]
    set_ready(match_id=opened[1], player_id=seats[0], at=at)
    results = race(
        partial(answer_call, event_id=event, call_id=call, player_id=alternate, accept=True, at=at),
        partial(set_ready, match_id=opened[1], player_id=seats[1], at=at),
    )
    assert all(one is None or isinstance(one, ActionError) for one in results)
    statuses = set(Match.objects.filter(pk__in=opened).values_list("status", flat=True))
    if results[0] is None:  # The alternate was first: both old matches are void, and both new ones are the alternate's.
        assert statuses == {Status.VOID}
        seated = [set(Match.objects.get(pk=pk).seats.values_list("player", flat=True)) for pk in open_matches(board)]
        assert seated == [{alternate, seats[1]}] * 2
    else:
        assert results[0].code in ("already-started", "not-open")
        assert statuses == {Status.OPEN, Status.PLAYING}
        assert open_matches(board) == opened
