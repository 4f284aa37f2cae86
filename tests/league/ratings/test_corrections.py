"""Whatever happens in whatever order, ratings are what the matches come to."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match, correct_ratings
from league.ratings.actions.recalculation import compare_pool, recompute_pool
from league.ratings.models import RatedMatch, Rating, RatingChange, RatingCorrection, RatingPool
from league.ratings.queries import rating_preview
from league.ratings.queries.rating_preview import preview_ratings
from league.sweep import sweep
from matches.models import Match, Status
from tests.factories import GAME, GuestFactory, PlayerFactory, ended_match

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]
NUMBERS = (
    "value", "peak", "games", "wins", "draws", "losses", "last_change", "changed_at", "strength", "deviation",
    "volatility",
)  # fmt: skip


def ratings() -> dict[tuple[int, str], tuple[Any, ...]]:
    return {(row[0], row[1]): row[2:] for row in Rating.objects.values_list("player", "pool", *NUMBERS)}


def steps() -> list[tuple[Any, ...]]:
    names = [field.attname for field in RatingChange._meta.fields if field.name != "id"]
    return list(RatingChange.objects.order_by("at", "match", "player").values_list(*names))


def all_there_is() -> tuple[Any, Any]:
    return ratings(), steps()


@pytest.fixture
def _many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small seasons are read in batches as large ones are."""
    monkeypatch.setattr("league.ratings.queries.counted_matches.BATCH_SIZE", 5)


def assert_as_recomputed(pool: str = GAME) -> None:
    """Bit for bit: nothing differs, and working everything out from nothing gives the same rows."""
    assert compare_pool(pool=pool).first == ""
    there = all_there_is()
    RatingChange.objects.filter(pool=pool).delete()
    Rating.objects.filter(pool=pool).delete()
    recompute_pool(pool=pool)
    assert all_there_is() == there


def season(at: datetime, *, count: int = 24, game: str = GAME, order: random.Random | None = None) -> list[Match]:
    """Matches of five players, hours apart (some at one moment), counted in some order."""
    rng = random.Random(3)
    players: list[Player] = PlayerFactory.create_batch(5)
    made = []
    for number in range(count):
        seats = rng.randint(2, 4) if game == "zero-day" else 2
        ranks = tuple(rng.sample((1, 2, 3, 4)[:seats], seats)) if rng.random() > 0.2 else (1,) * seats
        ended = at + timedelta(hours=7 * (number // 2))
        made.append(ended_match(*rng.sample(players, seats), ranks=ranks, at=ended, game=game))
    counted = list(made)
    if order:
        order.shuffle(counted)
    for one in counted:
        assert apply_rated_match(match_id=one.pk, at=at)
    return made


def rule(match: Match, **change: Any) -> None:
    """What a referee's ruling does to a match that has ended."""
    Match.objects.filter(pk=match.pk).update(**change)


def annul(match: Match) -> None:
    rule(match, status=Status.VOID)


@pytest.mark.parametrize("game", [GAME, "zero-day"])
def test_counting_one_by_one_gives_what_a_recomputation_gives(at: datetime, game: str) -> None:
    season(at, game=game)
    assert_as_recomputed(game)


@pytest.mark.usefixtures("_many")
def test_batch_after_batch_comes_to_the_same(at: datetime) -> None:
    made = season(at)
    assert_as_recomputed()
    rule(made[3], ranks=[2, 2])
    RatingChange.objects.filter(match=made[12]).update(after=1)
    recompute_pool(pool=GAME)
    assert_as_recomputed()


@pytest.mark.parametrize("seed", range(3))
def test_the_order_in_which_matches_are_counted_does_not_matter(at: datetime, seed: int) -> None:
    season(at, order=random.Random(seed))
    assert_as_recomputed()


@pytest.mark.parametrize("change", [{"ranks": [1, 1]}, {"reason": "no-show"}, {"status": Status.VOID}, {"ranks": [2, 2]}])
@pytest.mark.parametrize("which", [0, 11, 23])
def test_a_corrected_result_changes_what_follows_and_nothing_else(at: datetime, change: dict[str, Any], which: int) -> None:
    made = season(at)
    before = steps()
    rule(made[which], **change)
    correct_ratings(match_id=made[which].pk, at=at, reason="Ruling 7")
    key = (made[which].closed_at, made[which].pk)
    now = steps()
    assert [step for step in now if (step[3], step[0]) < key] == [step for step in before if (step[3], step[0]) < key]
    assert now != before
    assert_as_recomputed()


def test_a_correction_that_is_taken_back_brings_every_number_back(at: datetime) -> None:
    made = season(at)
    before = all_there_is()
    annul(made[5])
    correct_ratings(match_id=made[5].pk, at=at)
    assert all_there_is() != before
    rule(made[5], status=Status.CLOSED)
    correct_ratings(match_id=made[5].pk, at=at)
    assert all_there_is() == before


def test_a_correction_keeps_who_why_and_what_stood_before(at: datetime) -> None:
    referee = PlayerFactory()
    made = season(at, count=3)
    old = RatingChange.objects.filter(match=made[0]).order_by("player").first()
    assert old is not None
    rule(made[0], ranks=[2, 1] if old.match.ranks == [1, 2] else [1, 2])
    correction = correct_ratings(match_id=made[0].pk, at=at, by=referee.pk, reason="The flag had not fallen.")
    kept = RatingCorrection.objects.get(pk=correction)
    assert (kept.match_id, kept.by_id, kept.why, kept.at, kept.pool) == (
        made[0].pk, referee.pk, "The flag had not fallen.", at, GAME,
    )  # fmt: skip
    first, now = kept.replaced[0], kept.changed[0]
    assert (first["match"], first["player"], first["before"], first["after"]) == (
        made[0].pk, old.player_id, old.before, old.after,
    )  # fmt: skip
    assert now["after"] == RatingChange.objects.get(match=made[0], player=old.player_id).after != old.after


def test_what_changes_no_number_is_no_correction(at: datetime) -> None:
    made = season(at, count=4)
    assert correct_ratings(match_id=made[1].pk, at=at) is None
    casual = ended_match(rated=False)
    assert correct_ratings(match_id=casual.pk, at=at) is None
    uncounted = ended_match()
    assert correct_ratings(match_id=uncounted.pk, at=at) is None
    assert not RatingCorrection.objects.exists()


def test_the_only_match_of_two_players_annulled_makes_them_newcomers_again(at: datetime) -> None:
    made = ended_match()
    apply_rated_match(match_id=made.pk, at=at)
    annul(made)
    correct_ratings(match_id=made.pk, at=at)
    assert {row[:3] for row in ratings().values()} == {(1500, 1500, 0)}
    assert not RatingChange.objects.exists()
    assert_ratings_of_nobody()


def assert_ratings_of_nobody() -> None:
    assert compare_pool(pool=GAME).first == ""


def test_a_ruling_can_make_a_no_show_count(at: datetime) -> None:
    made = season(at, count=6)
    rule(made[2], reason="no-show")
    correct_ratings(match_id=made[2].pk, at=at)
    assert not RatingChange.objects.filter(match=made[2]).exists()
    rule(made[2], reason="base")
    correct_ratings(match_id=made[2].pk, at=at)
    assert RatingChange.objects.filter(match=made[2]).count() == 2
    assert_as_recomputed()


def test_what_a_correction_would_change_is_told_without_doing_it(at: datetime) -> None:
    made = season(at)
    before = all_there_is()
    ranks = (2, 1) if made[4].ranks == [1, 2] else (1, 2)
    told = preview_ratings(match_id=made[4].pk, ranks=ranks)
    annulled = preview_ratings(match_id=made[4].pk, ranks=())
    assert all_there_is() == before
    assert told.changes
    assert annulled.changes
    rule(made[4], ranks=list(ranks))
    correct_ratings(match_id=made[4].pk, at=at)
    assert_became(before, told)
    annul(made[4])
    correct_ratings(match_id=made[4].pk, at=at)
    assert_became(before, annulled)


def assert_became(before: Any, told: rating_preview.RatingPreview) -> None:
    """Everybody's rating is now what was foreseen, and of whom nothing was foreseen, what it was."""
    said = {one.player_id: (one.before, one.after) for one in told.changes}
    for row in Rating.objects.all():
        was = before[0][(row.player_id, GAME)][0]
        assert said.get(row.player_id, (was, was)) == (was, row.value)


def test_what_a_match_of_long_ago_would_change_is_not_worked_out_for_a_look(
    at: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = season(at, count=6)
    monkeypatch.setattr(rating_preview, "MAX_MATCHES", 4)
    assert preview_ratings(match_id=made[1].pk, ranks=()) == rating_preview.RatingPreview((), complete=False)
    assert preview_ratings(match_id=made[2].pk, ranks=()).complete


def test_a_guest_who_opens_an_account_later_is_not_rated_for_it(at: datetime) -> None:
    guest = GuestFactory()
    apply_rated_match(match_id=ended_match(PlayerFactory(), guest).pk, at=at)
    Player.objects.filter(pk=guest.pk).update(is_guest=False)
    recompute_pool(pool=GAME)
    assert RatedMatch.objects.get().casual
    assert not RatingChange.objects.exists()


def test_late_counting_that_changes_published_numbers_is_kept(at: datetime) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    early, late = ended_match(ada, ben, at=at), ended_match(ada, ben, at=at + timedelta(hours=1))
    apply_rated_match(match_id=late.pk, at=at)
    assert not RatingCorrection.objects.exists()
    apply_rated_match(match_id=early.pk, at=at)
    kept = RatingCorrection.objects.get()
    assert (kept.match_id, kept.by_id) == (early.pk, None)
    assert [row["match"] for row in kept.replaced] == [late.pk] * 2
    assert_as_recomputed()


# The command


def command(*words: str) -> tuple[str, str, int]:
    out, err = StringIO(), StringIO()
    try:
        call_command("ratings", "recompute", *words, stdout=out, stderr=err)
    except SystemExit as left:
        return out.getvalue(), err.getvalue(), int(left.code or 0)
    return out.getvalue(), err.getvalue(), 0


def test_the_command_names_the_first_difference_and_changes_nothing(at: datetime) -> None:
    made = season(at, count=8)
    assert command("--check")[1:] == ("", 0)
    wrong = RatingChange.objects.filter(match=made[3]).order_by("player")[0]
    RatingChange.objects.filter(match__in=[made[3], made[6]], player=wrong.player_id).update(after=1234.5)
    _, said, code = command("--check")
    assert code == 1
    assert f"{GAME}, match {made[3].pk}, player {wrong.player_id}: after is 1234.5 in the table and {wrong.after!r}" in said
    assert RatingChange.objects.get(pk=wrong.pk).after == 1234.5
    out, _, code = command()
    assert (code, "8 matches" in out) == (0, True)
    assert command("--check")[1:] == ("", 0)


def test_a_rating_that_is_not_the_sum_of_its_changes_is_found_and_mended(at: datetime) -> None:
    season(at, count=4)
    row = Rating.objects.first()
    stray = Rating.objects.create(player=PlayerFactory(), pool=GAME, value=2000, games=1, wins=1)
    assert row is not None
    Rating.objects.filter(pk=row.pk).update(deviation=99)
    assert "deviation is 99.0 in the table" in command("--check")[1]
    assert command("--pool", GAME)[2] == 0
    assert command("--check")[2] == 0
    stray.refresh_from_db()
    assert (stray.value, stray.games) == (1500, 0)


def test_missing_changes_and_ones_of_matches_that_do_not_count_are_found(at: datetime) -> None:
    made = season(at, count=4)
    RatingChange.objects.filter(match=made[2]).delete()
    assert f"match {made[2].pk}, " in (said := command("--check")[1])
    assert "is missing" in said
    annul(made[0])
    assert "the match does not count" in command("--check")[1]
    recompute_pool(pool=GAME)
    assert_as_recomputed()


def test_only_a_pool_that_there_is_can_be_named(at: datetime) -> None:
    season(at, count=1)
    with pytest.raises(CommandError, match=f"Unknown pool: chess. Available: {GAME}"):
        call_command("ratings", "recompute", "--pool", "chess")


def test_the_sweep_works_out_a_pool_that_waits_for_it(at: datetime) -> None:
    season(at, count=4)
    there = all_there_is()
    RatingChange.objects.update(strength_after=1500)
    RatingPool.objects.update(recompute_due=True)
    sweep(at)
    assert all_there_is() == there
    assert not RatingPool.objects.filter(recompute_due=True).exists()
