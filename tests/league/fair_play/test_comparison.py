from datetime import datetime, timedelta
from functools import cache
from typing import Any

import pytest

from engines import bots, registry
from league.fair_play import actions
from league.fair_play.actions import LEASE, MAX_ATTEMPTS, WAKE_PERIOD, compare_next, list_unwoken, register_matches
from league.fair_play.models import ComparedMatch, ComparisonStatus, FitScore, SkipReason
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from matches.models import Entry, Match, Status
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory, ended_match

pytestmark = pytest.mark.django_db
Log = tuple[tuple[int | None, str], ...]


@cache
def simulate(game: str, seed: str) -> tuple[Log, tuple[int, ...]]:
    lines: list[Any] = list(bots.simulate(registry.get(game), {}, ["greedy", "greedy"], seed))
    return tuple((line["by"], line["do"]) for line in lines[1:-1]), tuple(lines[-1]["outcome"]["ranks"])


def played(
    *players: Player, game: str = "zero-day", seed: str = "1", at: datetime = NOON, rated: bool = True, counted: bool = True
) -> Match:
    log, ranks = simulate(game, seed)
    made = ended_match(*players, ranks=ranks, rated=rated, at=at, game=game)
    Entry.objects.filter(match=made).delete()
    Entry.objects.bulk_create(
        Entry(match=made, n=n, by=by, do=do, texts={}, at=at, left=[], prev="", hash="") for n, (by, do) in enumerate(log, 1)
    )
    if rated and counted:
        assert apply_rated_match(match_id=made.pk, at=at)
    return made


def compare_all() -> int:
    """Register and compare what is due; return how many matches there were."""
    register_matches()
    count = 0
    while compare_next(NOON):
        count += 1
    return count


def reason_of(match: Match) -> str:
    row = ComparedMatch.objects.get(match=match)
    assert row.status == ComparisonStatus.SKIPPED
    assert not FitScore.objects.filter(match=match).exists()
    return row.reason


def test_a_rated_match_gets_a_score_once_for_each_player_from_whom_something_is_hidden() -> None:
    admin, hacker = PlayerFactory(), PlayerFactory()
    match = played(admin, hacker)
    assert compare_all() == 1
    assert compare_all() == 0
    assert ComparedMatch.objects.get(match=match).status == ComparisonStatus.DONE
    score = FitScore.objects.get(match=match)
    assert (score.player, score.seat, score.partner, score.game) == (hacker, 1, None, "zero-day")
    assert score.decisions > 0
    entries = dict(Entry.objects.filter(match=match).values_list("n", "by"))
    assert all(entries[entry] == seat == 1 and weight > 0 for entry, seat, weight in score.weightiest)


def test_the_sweep_finds_a_match_whose_hint_was_lost() -> None:
    match = played(PlayerFactory(), PlayerFactory())
    assert list_unwoken(NOON) == []
    register_matches()
    assert list_unwoken(NOON) == [match.pk]
    assert [actions.wake_comparison(match_id=match.pk, at=NOON) for _ in range(2)] == [True, False]
    assert list_unwoken(NOON) == []
    assert list_unwoken(NOON + WAKE_PERIOD) == [match.pk]
    assert compare_next(NOON)
    assert list_unwoken(NOON + 2 * WAKE_PERIOD) == []


def test_open_games_and_unrated_matches_are_not_compared_and_others_once_they_are_counted() -> None:
    played(PlayerFactory(), PlayerFactory(), rated=False)
    played(PlayerFactory(), PlayerFactory(), game="order-and-chaos")
    waiting = played(PlayerFactory(), hacker := PlayerFactory(), counted=False)
    assert compare_all() == 0
    row = ComparedMatch.objects.get()
    assert (row.match, row.status) == (waiting, ComparisonStatus.WAITING)
    assert apply_rated_match(match_id=waiting.pk, at=NOON)
    Player.objects.filter(pk=hacker.pk).update(deleted_at=NOON, is_active=False)
    assert compare_next(NOON)
    assert not FitScore.objects.exists(), "nothing is kept about an account that was deleted meanwhile"


def test_a_match_waits_until_the_other_match_of_its_duplicate_is_over() -> None:
    people = PlayerFactory(), PlayerFactory()
    match, twin = played(*people), ended_match(*people, rated=False, game="zero-day")
    Match.objects.filter(pk=match.pk).update(twin=twin)
    Match.objects.filter(pk=twin.pk).update(status=Status.PLAYING)
    assert compare_all() == 0
    Match.objects.filter(pk=twin.pk).update(status=Status.CLOSED)
    assert compare_all() == 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"status": Status.VOID}, SkipReason.VOID), ({"engine_version": 0}, SkipReason.RULES),
        ({"started_at": None}, SkipReason.NOT_PLAYED),
    ],
)  # fmt: skip
def test_a_match_that_does_not_count_is_skipped(change: dict[str, Any], reason: SkipReason) -> None:
    match = played(PlayerFactory(), PlayerFactory())
    Match.objects.filter(pk=match.pk).update(**change)
    compare_all()
    assert reason_of(match) == reason


def test_matches_with_guests_and_bots_and_ones_whose_log_cannot_be_read_are_skipped() -> None:
    of_a_guest, of_a_bot = played(PlayerFactory(), GuestFactory()), played(PlayerFactory(), BotFactory())
    unread = {do: played(PlayerFactory(), PlayerFactory()) for do in ("nonsense", "hack 0 1 2 3", "")}
    for do, match in unread.items():
        Entry.objects.filter(match=match, n=3).update(do=do)
    compare_all()
    assert (reason_of(of_a_guest), reason_of(of_a_bot)) == (SkipReason.CASUAL, SkipReason.NO_PLAYER)
    assert {reason_of(match) for match in unread.values()} == {SkipReason.RECORD}


def test_a_match_on_which_processes_have_died_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(PlayerFactory(), PlayerFactory())
    register_matches()

    def die(match_id: int) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(actions, "build_scores", die)
        for attempt in range(MAX_ATTEMPTS):
            with pytest.raises(KeyboardInterrupt):
                compare_next(NOON + attempt * LEASE)
            assert not compare_next(NOON + attempt * LEASE + timedelta(seconds=1))  # Claimed.
    assert compare_next(NOON + MAX_ATTEMPTS * LEASE)
    assert reason_of(match) == SkipReason.RECORD
