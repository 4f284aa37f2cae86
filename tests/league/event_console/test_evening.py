"""What an organiser does during an evening: checking in, late arrivals, byes, and taking a round back."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from league.event_console.organiser_actions import run_action
from league.events.models import Event, EventLogEntry, Pairing, SeriesMatch, Side
from league.formats.swiss.tournament import PlayerState
from league.notifications.models import Notification
from league.pairings.queries.draft_states import DraftState, list_side_and_score_faults
from league.registration.actions.entrant_import import BadRows
from matches.actions.creation import set_ready
from matches.errors import ActionError
from matches.models import Match, Seat, Status
from tests.factories import NOON, PlayerFactory, agree, event, started_event
from tests.league.conftest import kept_event
from tests.league.events.playing import boards_of, swiss, tables_of
from tests.league.results.test_trf_import import chess

pytestmark = pytest.mark.django_db
KEPT = {"four": lambda: swiss(4)}
four = kept_event("four")
"""A swiss of four in its first of three rounds."""


def do(made: Event, key: str, **data: Any) -> Any:
    return run_action(key, event_id=made.pk, by=made.organiser_id, data=data, at=NOON)


def refused(code: str, made: Event, key: str, **data: Any) -> None:
    with pytest.raises(ActionError, check=lambda error: error.code == code):
        do(made, key, **data)


def finish_round(made: Event, number: int) -> None:
    rows = Pairing.objects.filter(round__event=made, round__number=number, counted_at=None)
    do(made, "enter-results", number=number, results=[{"pairing_id": row.pk, "result": "1"} for row in rows])


def points(made: Event) -> dict[str, float]:
    return {line.person.username: float(line.points.replace("½", ".5")) for line in tables_of(made.pk)[0].lines}


def test_an_organiser_checks_players_in_for_them_and_undoes_it(client: Client) -> None:
    ada, ben = PlayerFactory.create_batch(2)
    made = event(ada, ben, check_in_min=30)
    entrant = made.entrants.get(player=ada)
    refused("not-open", made, "check-in", entrant_id=entrant.pk)
    do(made, "open-check-in")
    client.force_login(made.organiser)
    page = client.get(f"/events/{made.pk}/manage/entrants/").content.decode()
    assert page.count("/manage/do/check-in/") == 2
    client.post(f"/events/{made.pk}/manage/do/check-in/", {"entrant_id": entrant.pk})
    entrant.refresh_from_db()
    assert entrant.checked_in_at is not None
    client.post(f"/events/{made.pk}/manage/do/check-in/", {"entrant_id": entrant.pk, "present": "false"})
    do(made, "check-in", entrant_id=entrant.pk, present=False)
    acts = list(EventLogEntry.objects.filter(event=made).values_list("act", flat=True)[:2])
    assert acts == ["entrant.check-in-undone", "entrant.checked-in"]
    do(made, "check-in", entrant_id=entrant.pk)
    do(made, "close-registration")
    assert [row.player for row in made.entrants.all()] == [ada]


def test_a_late_arrival_gets_the_chosen_bye_for_each_round_missed_and_is_paired_next(four: Event) -> None:
    finish_round(four, 1)
    do(four, "draft-round")
    agree(four, *(late := PlayerFactory.create_batch(3)))
    ids = [do(four, "enter-late", username=one.username, halves=halves) for halves, one in enumerate(late)]
    assert [points(four)[one.username] for one in late] == [0, 0.5, 1]
    do(four, "draft-round")
    do(four, "publish", number=2)
    assert Side.objects.filter(entrant__in=ids, round__number=2).count() == 3
    ladder = started_event(*PlayerFactory.create_batch(2), format="ladder", max_entrants=16)
    refused("no-byes", ladder, "enter-late", username=PlayerFactory().username, halves=1)


def test_late_arrivals_without_accounts_are_entered_by_name(client: Client, four: Event) -> None:
    made = chess(settings={"rounds": 3})
    do(made, "enter-names", names="Ada\nBen\nCleo\nDora")
    do(made, "start")
    finish_round(made, 1)
    do(made, "draft-round")
    agree(made, account := PlayerFactory())
    with pytest.raises(BadRows, match="Line 2: Ben is already"):
        do(made, "enter-names-late", names="Emil\nBen")
    assert made.entrants.count() == 4
    ids = do(made, "enter-names-late", names=f"Emil\n@{account.username}\n", halves=1)
    assert [line.points for line in tables_of(made.pk)[0].lines].count("½") == 2
    client.force_login(made.organiser)
    assert "/do/enter-names-late/" in client.get(f"/events/{made.pk}/manage/entrants/").content.decode()
    do(made, "draft-round")
    do(made, "publish", number=2)
    assert Side.objects.filter(entrant__in=ids, round__number=2).count() == 2
    refused("accounts-needed", four, "enter-names-late", names="Emil")


def test_a_published_round_is_taken_back_before_play_and_published_again() -> None:
    made = swiss(5)
    boards = boards_of(made, 1)
    do(made, "unpublish", number=1)
    row = made.rounds.get()
    assert (row.started_at, row.pairings.filter(counted_at__isnull=False).count()) == (None, 0)
    assert not SeriesMatch.objects.filter(pairing__round=row).exists()
    assert not any(points(made).values())
    assert boards_of(made, 1) == boards
    do(made, "publish", number=1)
    assert SeriesMatch.objects.filter(pairing__round=row, match__status=Status.OPEN).count() == 2
    assert sorted(points(made).values()) == [0, 0, 0, 0, 1], "the bye counts again"
    assert [entry.act for entry in EventLogEntry.objects.filter(event=made)[:2]] == ["round.published", "round.unpublished"]


def test_a_round_of_which_something_was_played_is_not_taken_back(four: Event) -> None:
    refused("not-published", four, "unpublish", number=2)
    first, second = Pairing.objects.filter(round__event=four).order_by("board")
    do(four, "enter-results", number=1, results=[{"pairing_id": first.pk, "result": "1"}])
    refused("already-played", four, "unpublish", number=1)
    do(four, "remove-result", pairing_id=first.pk)
    match = second.series.get().match
    for seat in Seat.objects.filter(match=match):
        set_ready(match_id=match.pk, player_id=seat.player_id or 0, at=NOON)
    refused("already-played", four, "unpublish", number=1)
    assert four.rounds.get().started_at is not None
    cup = started_event(format="single-elimination")
    refused("not-possible", cup, "unpublish", number=1)
    table = started_event(auto_advance=False)
    finish_round(table, 1)
    do(table, "publish", number=2)
    refused("later-round", table, "unpublish", number=1)
    do(table, "unpublish", number=2)
    assert [bool(row.started_at) for row in table.rounds.all()] == [True, False, False]


def test_a_match_is_moved_to_a_time_of_its_own(client: Client, four: Event) -> None:
    four.update(start_by_min=10)
    pairing = Pairing.objects.filter(round__event=four).order_by("board")[0]
    evening = NOON + timedelta(hours=7)
    do(four, "match-time", pairing_id=pairing.pk, starts_at=evening.isoformat())
    assert Match.objects.get(series_match__pairing=pairing).deadline_at == evening + timedelta(minutes=10)
    assert EventLogEntry.objects.filter(event=four)[0].act == "pairing.timed"
    players = {side.entrant.player_id for side in pairing.sides.all() if side.entrant}
    told = Notification.objects.filter(kind="match-time")
    assert {(notice.player_id, notice.case) for notice in told} == {(player, "organiser") for player in players}
    assert "2026-03-01 19:00 (UTC)" in told[0].text
    page = client.get(f"/events/{four.pk}/rounds/1/").content.decode()
    assert f'datetime="{evening.isoformat()}"' in page
    do(four, "unpublish", number=1)
    do(four, "publish", number=1)
    assert Match.objects.get(series_match__pairing=pairing).deadline_at == evening + timedelta(minutes=10)
    do(four, "match-time", pairing_id=pairing.pk, starts_at=None)
    assert told.filter(case="removed").count() == 2
    assert Match.objects.get(series_match__pairing=pairing).deadline_at == NOON + timedelta(minutes=10)


def test_a_match_is_not_moved_to_a_time_that_makes_no_sense_or_once_it_is_decided(four: Event) -> None:
    first, second = Pairing.objects.filter(round__event=four).order_by("board")
    for wrong in (NOON, NOON - timedelta(days=1), NOON + timedelta(days=400)):
        refused("out-of-range", four, "match-time", pairing_id=first.pk, starts_at=wrong.isoformat())
    later = (NOON + timedelta(days=1)).isoformat()
    refused("not-found", four, "match-time", pairing_id=first.pk + 10_000, starts_at=later)
    do(four, "enter-results", number=1, results=[{"pairing_id": first.pk, "result": "1"}])
    refused("has-result", four, "match-time", pairing_id=first.pk, starts_at=later)
    Match.objects.filter(series_match__pairing=second).update(status=Status.PLAYING)
    refused("already-started", four, "match-time", pairing_id=second.pk, starts_at=later)


def test_a_draft_shows_points_sides_and_floats_and_a_swap_names_what_it_breaks(client: Client) -> None:
    made = swiss(6)
    finish_round(made, 1)
    do(made, "draft-round")
    client.force_login(made.organiser)
    page = client.get(f"/events/{made.pk}/manage/rounds/").content.decode()
    assert (page.count("draft-state"), "(first)" in page, "(second)" in page) == (6, True, True)
    tops = Side.objects.filter(round__event=made, round__number=1, halves=2).values_list("entrant", flat=True)
    boards = boards_of(made, 2)
    winners = next(board for board in boards if set(board) <= set(tops))
    losers = next(board for board in boards if not set(board) & set(tops))
    pair = {"one_id": winners[0], "other_id": losers[0]}
    with pytest.raises(ActionError) as error:
        do(made, "exchange", number=2, **pair)
    assert (error.value.code, "different score groups" in error.value.text) == ("bad-pair", True)
    told = client.post(f"/events/{made.pk}/manage/do/exchange/", {"number": 2, **pair}, follow=True).content.decode()
    assert f'<option value="{winners[0]}" selected>' in told, "the choice is kept to confirm it"
    assert boards_of(made, 2) == boards
    do(made, "exchange", number=2, anyway=True, **pair)


def test_a_swap_that_gives_a_player_the_same_side_a_third_time_is_warned_of() -> None:
    names = {1: "Ada", 2: "Ben", 3: "Cy", 4: "Di"}
    states = {
        number: DraftState(2, PlayerState(number, number, 2, colours, frozenset(), ("", ""), True, 2, False))
        for number, colours in {1: "ww", 2: "bb", 3: "wb", 4: "bw"}.items()
    }
    faults = list_side_and_score_faults(states, names, [[2, 1]], [[1, 2]])
    assert faults == ["Ada should have the other side.", "Ben should have the other side."]
    assert not list_side_and_score_faults(states, names, [[3, 4]], [[4, 3]])


def test_a_bracket_shows_the_podium_when_it_is_over(client: Client) -> None:
    made = started_event(*PlayerFactory.create_batch(4), format="single-elimination")
    address = f"/events/{made.pk}/bracket/"
    assert "Champion" not in client.get(address).content.decode()
    for number in (1, 2):
        finish_round(made, number)
    page = client.get(address).content.decode()
    podium = page.partition('aria-label="Podium"')[2].partition("</ol>")[0]
    champion = Side.objects.get(round__event=made, round__number=2, halves=2).entrant
    assert (podium.count("<li>"), "Champion" in podium) == (4, True)
    assert podium.index(f"/players/{champion.player.username}/") < podium.index("Champion")


@pytest.mark.parametrize(("format", "suggested"), [("swiss", True), ("round-robin", False)])
def test_seeding_suggests_a_number_of_rounds_where_it_is_chosen(client: Client, format: str, suggested: bool) -> None:
    made = event(*PlayerFactory.create_batch(4), format=format)
    client.force_login(made.organiser)
    page = client.get(f"/events/{made.pk}/manage/seeding/").content.decode()
    assert ("Suggested for 4 entrants: 2 rounds" in page) is suggested
