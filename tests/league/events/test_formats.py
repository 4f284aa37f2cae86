"""Every format that is played in rounds, from start to end, and rulings on tables of heats."""

import random
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from league.events.models import Event, Pairing, SeriesMatch, Side
from league.events.rulings import make_ruling
from league.formats.registry import CONTINUOUS_FORMATS, ROUND_FORMATS, get_traits
from league.ratings.models import RatedMatch
from league.registration.actions.withdrawals import withdraw
from league.results.actions.result_overrides import override_result, revert_override
from matches.errors import ActionError
from tests.factories import PlayerFactory, started_event
from tests.league.conftest import kept_event
from tests.league.events.playing import finish, halves_of, open_matches, play_out, tables_of

pytestmark = pytest.mark.django_db


def heats(**more: Any) -> Event:
    """One table of four."""
    settings = {"rounds": 2, "seats": 4}
    return started_event(
        *PlayerFactory.create_batch(4), game="zero-day", format="heats", settings=settings, max_entrants=4, **more
    )  # fmt: skip


KEPT = {"made": heats}
made = kept_event("made")
"""An event whose table of four is open."""


def the_table(made: Event) -> Pairing:
    return Pairing.objects.get(round__event=made, round__number=1)


def rule(made: Event, at: datetime, places: tuple[int, ...], **more: Any) -> int:
    given = {"why": "Played with two accounts", "by": made.organiser_id, "at": at, **more}
    return override_result(event_id=made.pk, pairing_id=the_table(made).pk, places=places, **given)


def test_places_are_ruled_with_the_points_of_each_and_taken_back(made: Event, at: datetime) -> None:
    finish(open_matches(made)[0], (2, 1, 4, 3))
    assert halves_of(the_table(made)) == [8, 12, 0, 4]
    ruling = rule(made, at, (1, 2, 4, 3))
    assert halves_of(the_table(made)) == [12, 8, 0, 4]
    best = tables_of(made.pk)[0].lines[0]
    assert best.person.entrant_id == the_table(made).sides.get(number=0).entrant_id
    revert_override(event_id=made.pk, overturn_id=ruling, by=made.organiser_id, at=at)
    assert halves_of(the_table(made)) == [8, 12, 0, 4]
    assert list(made.notes.values_list("act", flat=True)[:2]) == ["result.restored", "result.overturned"]


def test_who_is_disqualified_has_nothing_and_the_others_move_up(made: Event, at: datetime) -> None:
    finish(open_matches(made)[0], (1, 2, 3, 4))
    rule(made, at, (0, 1, 2, 3))
    assert halves_of(the_table(made)) == [0, 12, 8, 4]
    match_id = SeriesMatch.objects.get(pairing=the_table(made)).match_id
    assert RatedMatch.objects.get(match=match_id).ruled == [4, 1, 2, 3]


def test_a_walk_over_before_the_match_calls_it_off(made: Event, at: datetime) -> None:
    match_id = open_matches(made)[0]
    rule(made, at, (1, 1, 0, 0))
    pairing = the_table(made)
    assert (halves_of(pairing), pairing.forfeit, pairing.reason) == ([10, 10, 0, 0], True, "overturned")
    assert not SeriesMatch.objects.filter(match=match_id).exists()
    made.refresh_from_db()
    assert made.next_round_at is not None


WRONG_PLACES: list[tuple[int, ...]] = [
    (), (1, 2, 3), (1, 2, 3, 4, 5), (2, 3, 4, 5), (1, 3, 3, 4), (1, 2, 2, 3), (1, 2, 3, 9), (0, 2, 3, 4),
]  # fmt: skip


def test_nobody_may_have_a_place_but_places_that_cannot_be_are_refused_and_change_nothing(made: Event, at: datetime) -> None:
    for places in WRONG_PLACES:
        with pytest.raises(ActionError) as refusal:
            rule(made, at, places)
        assert (refusal.value.code, refusal.value.field) == ("bad-result", "places"), places
    with pytest.raises(ActionError, match="reason"):
        rule(made, at, (1, 2, 3, 4), why=" ")
    assert halves_of(the_table(made)) == [None] * 4
    rule(made, at, (0, 0, 0, 0))
    assert halves_of(the_table(made)) == [0, 0, 0, 0]


def test_between_two_the_ranks_of_a_ruling_follow_its_points() -> None:
    made = make_ruling("league", {"win": 8, "loss": 1}, 2, halves=(0, 2), places=(), forfeit=False)
    assert (made.halves, made.ranks, made.by_seat(1)) == ((1, 8), (2, 1), (1, 2))
    nobody = make_ruling("swiss", {}, 2, halves=(0, 0), places=(), forfeit=True)
    assert (nobody.halves, nobody.by_seat(0)) == ((0, 0), ())


def test_the_console_shows_what_places_would_change(made: Event, client: Client) -> None:
    finish(open_matches(made)[0], (1, 2, 3, 4))
    client.force_login(made.organiser)
    url = f"/events/{made.pk}/manage/results/{the_table(made).pk}/"
    seen = client.get(url, {"places": ["0", "1", "2", "3"]}).content.decode()
    assert "unplaced" in seen
    assert 'value="0-1-2-3"' in seen
    wrong = client.get(url, {"places": ["1", "1", "2", "3"]})
    assert wrong.status_code == 422
    assert wrong.content.decode().count('name="places"') == 4
    given = {"pairing_id": the_table(made).pk, "places": "0-1-2-3", "why": "Two accounts"}
    answer = client.post(f"/events/{made.pk}/manage/do/overturn/", given, follow=True)
    assert "Ruling saved." in answer.content.decode()
    assert halves_of(the_table(made)) == [0, 12, 8, 4]
    shown = client.get(f"/api/v1/events/{made.pk}/manage/pairings/{the_table(made).pk}/", {"places": "1-2-3-4"}).json()
    assert (4, 1) in [(one["before"], one["after"]) for one in shown["found"]["moved"]]


SETTINGS: dict[str, dict[str, Any]] = {
    "groups": {"groups": 2, "top": 1}, "swiss": {"rounds": 2}, "heats": {"rounds": 2, "seats": 2},
}  # fmt: skip


def begun(format: str, players: int = 6, **plan: Any) -> Event:
    entrants = PlayerFactory.create_batch(players, is_bot_account=get_traits(format).for_bots)
    return started_event(*entrants, format=format, settings=SETTINGS.get(format, {}), max_entrants=players, **plan)


@pytest.mark.parametrize("format", [*ROUND_FORMATS, *CONTINUOUS_FORMATS])
def test_an_event_of_every_format_opens_its_pages_and_is_played_to_its_end(client: Client, format: str) -> None:
    made = begun(format, 4)
    client.force_login(made.organiser)
    for page in ("", "standings/", "rounds/", "manage/rounds/"):
        assert client.get(f"/events/{made.pk}/{page}").status_code in (200, 404), page
    assert client.get(f"/events/{made.pk}/manage/settings/").status_code == 200
    if format in CONTINUOUS_FORMATS:
        return
    play_out(made, rng=random.Random(format))
    assert made.status == "finished"
    places = [line for table in tables_of(made.pk) for line in table.lines]
    assert sorted(line.person.seed or 0 for line in places) == [1, 2, 3, 4]
    assert all(line.rank for line in places)
    assert not Side.objects.filter(round__event=made, pairing__counted_at=None, pairing__needed=True).exists()


@pytest.mark.parametrize("format", ROUND_FORMATS)
def test_an_event_of_every_format_goes_on_without_who_withdraws(format: str, at: datetime) -> None:
    made = begun(format, 4)
    finish(open_matches(made)[0])
    gone = made.entrants.get(seed=2)
    withdraw(event_id=made.pk, entrant_id=gone.pk, by=gone.player_id, at=at)
    made = play_out(made, rng=random.Random(1))
    assert made.status == "finished"
    assert len([line for table in tables_of(made.pk) for line in table.lines]) == 4
