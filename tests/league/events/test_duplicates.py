"""Events in which each match is played twice at once, with the same draws and the sides swapped."""

from typing import Any

import pytest

from league.desk.actions.rulings import replace_match
from league.events.models import Pairing, SeriesMatch
from league.registration.actions import entries
from matches.actions import referee
from matches.actions.creation import set_ready
from matches.errors import ActionError
from matches.models import Match
from tests.factories import NOON, PlayerFactory, event, started_event
from tests.league.events.playing import finish, halves_of, open_matches, play_out, refused, tables_of
from tests.league.lineups.playing import in_rounds, season_event

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def same_two(module_rows: None) -> int:
    return started_event(*PlayerFactory.create_batch(2), duplicate=True).pk


@pytest.fixture
def pairing(same_two: int) -> Pairing:
    """The only pairing of a round robin of two, whose matches are open."""
    return Pairing.objects.get(round__event=same_two)


def _games(pairing: Pairing) -> list[SeriesMatch]:
    return list(pairing.series.order_by("number").select_related("match"))


def _players_by_seat(row: SeriesMatch) -> list[int | None]:
    return list(row.match.seats.order_by("number").values_list("player", flat=True))


def test_each_pairing_opens_two_matches_of_one_seed_with_the_seats_swapped(pairing: Pairing) -> None:
    first, second = _games(pairing)
    assert first.match.seed == second.match.seed
    assert (first.match.twin_id, second.match.twin_id) == (second.match_id, first.match_id)
    assert _players_by_seat(first) == _players_by_seat(second)[::-1]
    assert (first.match.options, pairing.best_of) == (second.match.options, 2)


@pytest.mark.parametrize(
    ("ranks", "halves"), [(((1, 2), (2, 1)), [2, 0]), (((1, 2), (1, 2)), [1, 1]), (((1, 1), (2, 1)), [2, 0])]
)
def test_both_matches_count_as_one_series(pairing: Pairing, ranks: tuple[tuple[int, int], ...], halves: list[int]) -> None:
    first, second = _games(pairing)
    finish(first.match_id, ranks[0])
    pairing.refresh_from_db()
    assert pairing.counted_at is None
    assert len(_games(pairing)) == 2
    finish(second.match_id, ranks[1])
    pairing.refresh_from_db()
    assert pairing.counted_at is not None
    assert halves_of(pairing) == halves


def test_a_double_forfeit_of_one_match_waits_for_the_other(pairing: Pairing) -> None:
    first, second = _games(pairing)
    finish(second.match_id, (2, 2), reason="double-forfeit")
    pairing.refresh_from_db()
    assert pairing.counted_at is None
    finish(first.match_id, (1, 2))
    assert sorted(halves_of(pairing), key=str) == [0, 2]


@pytest.mark.parametrize("missed", [0, 1])
def test_a_duplicate_is_a_forfeit_only_if_neither_match_was_played(pairing: Pairing, missed: int) -> None:
    for number, row in enumerate(_games(pairing)):
        finish(row.match_id, (1, 2), reason="no-show" if number == missed else "base")
    pairing.refresh_from_db()
    assert (pairing.forfeit, pairing.reason) == (False, "base")
    assert halves_of(pairing) == [1, 1]


@pytest.mark.parametrize("format", ["double-elimination", "swiss", "groups"])
def test_an_event_of_duplicates_is_played_to_its_end(format: str) -> None:
    settings = {"swiss": {"rounds": 2}, "groups": {"groups": 2, "top": 1}}.get(format, {})
    made = play_out(started_event(*PlayerFactory.create_batch(4), duplicate=True, format=format, settings=settings))
    assert made.status == "finished"
    played = Pairing.objects.filter(round__event=made, series__isnull=False).distinct()
    for pairing in played:
        games = _games(pairing)
        assert len(games) % 2 == 0
        for first, second in zip(games[::2], games[1::2], strict=True):
            assert first.match.twin_id == second.match_id


def test_a_drawn_duplicate_of_a_bracket_is_followed_by_another() -> None:
    made = started_event(*PlayerFactory.create_batch(2), duplicate=True, format="single-elimination")
    pairing = Pairing.objects.get(round__event=made)
    for row in _games(pairing):
        finish(row.match_id, (1, 2))
    assert [row.number for row in _games(pairing)] == [1, 2, 3, 4]
    third, fourth = _games(pairing)[2:]
    assert third.match.twin_id == fourth.match_id
    assert third.match.seed != _games(pairing)[0].match.seed


def test_an_annulled_match_of_a_duplicate_is_replayed_alone(pairing: Pairing) -> None:
    first, second = _games(pairing)
    for player_id in _players_by_seat(second):
        set_ready(match_id=second.match_id, player_id=player_id or 0, at=NOON)
    referee.annul(match_id=second.match_id, why="The server failed.", at=NOON)
    finish(first.match_id, (1, 2))
    pairing.refresh_from_db()
    assert pairing.counted_at is None
    replayed = replace_match(match_id=second.match_id, why="The server failed.", at=NOON)
    assert Match.objects.get(pk=replayed).twin_id is None
    assert open_matches(pairing.round.event) == [replayed]
    finish(replayed, (2, 1))
    assert halves_of(pairing) == [2, 0]


@pytest.mark.parametrize("format", ["arena", "bot-ladder"])
def test_a_duplicate_counts_as_one_result_where_matches_follow_one_another(format: str) -> None:
    players = PlayerFactory.create_batch(2, is_bot_account=format == "bot-ladder")
    made = started_event(*players, duplicate=True, format=format)
    for match_id in open_matches(made):
        finish(match_id, (1, 2))
    (table,) = tables_of(made.pk)
    assert [(line.played, line.draws) for line in table.lines] == [(1, 1), (1, 1)]


@pytest.mark.parametrize(
    "plan",
    [
        {"game": "zero-day", "format": "swiss"}, {"game": "incursion-point-zero", "format": "swiss"},
        {"game": "zero-day", "format": "heats", "bots_only": True}, {"format": "arena", "settings": {"berserk": True}},
    ],
)  # fmt: skip
def test_duplicates_are_refused_where_they_would_tell_draws_or_cannot_be_played(plan: dict[str, Any]) -> None:
    with refused("not-possible", "duplicate"):
        event(duplicate=True, **plan)


def test_franchises_play_no_duplicates_with_their_own_gamers() -> None:
    teams = in_rounds(bots=True)
    with pytest.raises(ActionError, match="its own Gamers") as refused:
        season_event(teams, duplicate=True, bots_only=True)
    assert (refused.value.code, refused.value.field) == ("not-possible", "duplicate")
    assert season_event(teams, duplicate=True, bots_only=True, options={"gamers": False}).duplicate


def test_only_bots_enter_an_event_of_bots() -> None:
    made, program = event(bots_only=True), PlayerFactory(is_bot_account=True)
    person = PlayerFactory()
    with refused("bots-only"):
        entries.join_event(event_id=made.pk, player_id=person.pk, at=NOON)
    with pytest.raises(ActionError, match="Only bot accounts"):
        entries.enter_player(event_id=made.pk, by=made.organiser_id, username=person.username, at=NOON)
    assert entries.join_event(event_id=made.pk, player_id=program.pk, at=NOON) == "entered"
    assert entries.add_bot(event_id=made.pk, by=made.organiser_id, kind="level-1", at=NOON)
