"""Whatever happens in whatever order, ratings are what the matches come to."""

import random
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match, correct_ratings
from league.ratings.actions.recalculation import compare_pool, recompute_pool
from league.ratings.models import RatedMatch, Rating, RatingChange, RatingCorrection, RatingPool
from league.ratings.queries import rating_preview
from league.ratings.queries.rating_preview import preview_ratings
from league.sweep import sweep
from matches.models import Match, Status
from tests.factories import GAME, NOON, GuestFactory, PlayerFactory, ended_match
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db
COUNT = 24 if WHOLE else 10
NUMBERS = (
    "value", "peak", "games", "wins", "draws", "losses", "last_change", "changed_at", "strength", "deviation",
    "volatility",
)  # fmt: skip


def steps() -> list[tuple[Any, ...]]:
    names = [field.attname for field in RatingChange._meta.fields if field.name != "id"]
    return list(RatingChange.objects.order_by("at", "match", "player").values_list(*names))


def all_there_is() -> tuple[Any, Any]:
    return {(row[0], row[1]): row[2:] for row in Rating.objects.values_list("player", "pool", *NUMBERS)}, steps()


def assert_as_recomputed(pool: str = GAME) -> None:
    """Bit for bit: nothing differs, and working everything out from nothing gives the same rows."""
    assert compare_pool(pool=pool).first == ""
    there = all_there_is()
    RatingChange.objects.filter(pool=pool).delete()
    Rating.objects.filter(pool=pool).delete()
    recompute_pool(pool=pool)
    assert all_there_is() == there


def season(*, count: int = COUNT, game: str = GAME, order: random.Random | None = None) -> list[Match]:
    """Matches of five players, hours apart (some at one moment), counted in some order."""
    rng = random.Random(3)
    players: list[Player] = PlayerFactory.create_batch(5)
    made = []
    for number in range(count):
        seats = rng.randint(2, 4) if game == "zero-day" else 2
        ranks = tuple(rng.sample((1, 2, 3, 4)[:seats], seats)) if rng.random() > 0.2 else (1,) * seats
        ended = NOON + timedelta(hours=7 * (number // 2))
        made.append(ended_match(*rng.sample(players, seats), ranks=ranks, at=ended, game=game))
    counted = list(made)
    if order:
        order.shuffle(counted)
    for one in counted:
        assert apply_rated_match(match_id=one.pk, at=NOON)
    return made


@pytest.fixture(scope="module")
def made(module_rows: None) -> list[Match]:
    return season()


def rule(match: Match, **change: Any) -> None:
    """What a referee's ruling does to a match that has ended."""
    Match.objects.filter(pk=match.pk).update(**change)


def annul(match: Match) -> None:
    rule(match, status=Status.VOID)


def correct(match: Match, **said: Any) -> int | None:
    return correct_ratings(match_id=match.pk, at=NOON, **said)


def other_way_round(match: Match) -> list[int]:
    return [2, 1] if match.ranks == [1, 2] else [1, 2]


@pytest.mark.usefixtures("made")
def test_counting_one_by_one_gives_what_a_recomputation_gives() -> None:
    assert_as_recomputed()
    season(game="zero-day")
    assert_as_recomputed("zero-day")


def test_batch_after_batch_comes_to_the_same(made: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.ratings.queries.counted_matches.BATCH_SIZE", 4)
    assert_as_recomputed()
    rule(made[3], ranks=[2, 2])
    RatingChange.objects.filter(match=made[8]).update(after=1)
    recompute_pool(pool=GAME)
    assert_as_recomputed()


@pytest.mark.parametrize("seed", range(3 if WHOLE else 1))
def test_the_order_in_which_matches_are_counted_does_not_matter(seed: int) -> None:
    season(order=random.Random(seed))
    assert_as_recomputed()


@pytest.mark.parametrize("change", [{"ranks": [1, 1]}, {"reason": "no-show"}, {"status": Status.VOID}, {"ranks": [2, 2]}])
def test_a_corrected_result_changes_what_follows_and_nothing_else(made: list[Match], change: dict[str, Any]) -> None:
    before, decided = all_there_is(), [match for match in made if match.ranks != [1, 1]]
    for match in (decided[0], decided[len(decided) // 2], decided[-1]):
        with transaction.atomic():
            rule(match, **change)
            correct(match, reason="Ruling 7")
            now, earlier = steps(), len([step for step in before[1] if (step[3], step[0]) < (match.closed_at, match.pk)])
            assert now[:earlier] == before[1][:earlier]
            assert now != before[1]
            assert_as_recomputed()
            transaction.set_rollback(True)
    assert all_there_is() == before


def test_a_correction_that_is_taken_back_brings_every_number_back(made: list[Match]) -> None:
    before = all_there_is()
    annul(made[5])
    correct(made[5])
    assert all_there_is() != before
    rule(made[5], status=Status.CLOSED)
    correct(made[5])
    assert all_there_is() == before


def test_a_correction_keeps_who_why_and_what_stood_before_and_what_changes_no_number_is_none(made: list[Match]) -> None:
    assert [correct(match) for match in (made[1], ended_match(rated=False), ended_match())] == [None] * 3
    assert not RatingCorrection.objects.exists()
    referee = PlayerFactory()
    old = RatingChange.objects.filter(match=made[0]).order_by("player")[0]
    rule(made[0], ranks=other_way_round(made[0]))
    kept = RatingCorrection.objects.get(pk=correct(made[0], by=referee.pk, reason="The flag had not fallen."))
    assert (kept.match_id, kept.by_id, kept.why, kept.at, kept.pool) == (
        made[0].pk, referee.pk, "The flag had not fallen.", NOON, GAME,
    )  # fmt: skip
    first, now = kept.replaced[0], kept.changed[0]
    assert (first["match"], first["player"], first["before"], first["after"]) == (
        made[0].pk, old.player_id, old.before, old.after,
    )  # fmt: skip
    assert now["after"] == RatingChange.objects.get(match=made[0], player=old.player_id).after != old.after


def test_the_only_match_of_two_players_annulled_makes_them_newcomers_again() -> None:
    only = ended_match()
    apply_rated_match(match_id=only.pk, at=NOON)
    annul(only)
    correct(only)
    rows = Rating.objects.filter(player__in=only.seats.values("player")).values_list("value", "peak", "games")
    assert list(rows) == [(1500, 1500, 0)] * 2
    assert not RatingChange.objects.filter(match=only).exists()
    assert compare_pool(pool=GAME).first == ""


def test_a_ruling_can_make_a_no_show_count(made: list[Match]) -> None:
    for reason, changes in (("no-show", 0), ("base", 2)):
        rule(made[2], reason=reason)
        correct(made[2])
        assert RatingChange.objects.filter(match=made[2]).count() == changes
    assert_as_recomputed()


def test_what_a_correction_would_change_is_told_without_doing_it(made: list[Match]) -> None:
    before = all_there_is()
    ranks = other_way_round(made[4])
    told = preview_ratings(match_id=made[4].pk, ranks=tuple(ranks))
    annulled = preview_ratings(match_id=made[4].pk, ranks=())
    assert all_there_is() == before
    rule(made[4], ranks=ranks)
    correct(made[4])
    assert_became(before, told)
    annul(made[4])
    correct(made[4])
    assert_became(before, annulled)


def assert_became(before: Any, told: rating_preview.RatingPreview) -> None:
    """Everybody's rating is now what was foreseen, and of whom nothing was foreseen, what it was."""
    said = {one.player_id: (one.before, one.after) for one in told.changes}
    assert said
    for row in Rating.objects.all():
        was = before[0][(row.player_id, GAME)][0]
        assert said.get(row.player_id, (was, was)) == (was, row.value)


def test_what_an_old_match_would_change_is_not_computed_for_a_look(made: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_preview, "MAX_MATCHES", 4)
    assert preview_ratings(match_id=made[-5].pk, ranks=()) == rating_preview.RatingPreview((), complete=False)
    assert preview_ratings(match_id=made[-4].pk, ranks=()).complete


def test_a_guest_who_opens_an_account_later_is_not_rated_for_it() -> None:
    guest = GuestFactory()
    met = ended_match(PlayerFactory(), guest)
    apply_rated_match(match_id=met.pk, at=NOON)
    Player.objects.filter(pk=guest.pk).update(is_guest=False)
    recompute_pool(pool=GAME)
    assert RatedMatch.objects.get(match=met).casual
    assert not RatingChange.objects.filter(match=met).exists()


def test_late_counting_that_changes_published_numbers_is_kept() -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    early, late = ended_match(ada, ben), ended_match(ada, ben, at=NOON + timedelta(hours=1))
    apply_rated_match(match_id=late.pk, at=NOON)
    assert not RatingCorrection.objects.exists()
    apply_rated_match(match_id=early.pk, at=NOON)
    kept = RatingCorrection.objects.get()
    assert (kept.match_id, kept.by_id) == (early.pk, None)
    assert [row["match"] for row in kept.replaced] == [late.pk] * 2
    assert_as_recomputed()


def command(*words: str) -> tuple[str, str, int]:
    out, err = StringIO(), StringIO()
    try:
        call_command("ratings", "recompute", *words, stdout=out, stderr=err)
    except SystemExit as left:
        return out.getvalue(), err.getvalue(), int(left.code or 0)
    return out.getvalue(), err.getvalue(), 0


def test_the_command_names_the_first_difference_and_changes_nothing(made: list[Match]) -> None:
    assert command("--check")[1:] == ("", 0)
    wrong = RatingChange.objects.filter(match=made[3]).order_by("player")[0]
    RatingChange.objects.filter(match__in=[made[3], made[6]], player=wrong.player_id).update(after=1234.5)
    _, said, code = command("--check")
    assert code == 1
    assert f"{GAME}, match {made[3].pk}, player {wrong.player_id}: after is 1234.5 in the table and {wrong.after!r}" in said
    assert RatingChange.objects.get(pk=wrong.pk).after == 1234.5
    out, _, code = command()
    assert (code, f"{COUNT} matches" in out) == (0, True)
    assert command("--check")[1:] == ("", 0)
    with pytest.raises(CommandError, match=f"Unknown pool: chess. Available: {GAME}"):
        command("--pool", "chess")


def test_a_rating_that_is_not_the_sum_of_its_changes_and_changes_that_are_missing_are_found(made: list[Match]) -> None:
    row = Rating.objects.filter(games__gt=0)[0]
    stray = Rating.objects.create(player=PlayerFactory(), pool=GAME, value=2000, games=1, wins=1)
    Rating.objects.filter(pk=row.pk).update(deviation=99)
    assert "deviation is 99.0 in the table" in command("--check")[1]
    assert command("--pool", GAME)[2] == 0
    assert command("--check")[2] == 0
    stray.refresh_from_db()
    assert (stray.value, stray.games) == (1500, 0)
    RatingChange.objects.filter(match=made[2]).delete()
    said = command("--check")[1]
    assert (f"match {made[2].pk}, " in said, "is missing" in said) == (True, True)
    annul(made[0])
    assert "the match does not count" in command("--check")[1]


@pytest.mark.usefixtures("made")
def test_the_sweep_works_out_a_pool_that_waits_for_it() -> None:
    there = all_there_is()
    RatingChange.objects.update(strength_after=1500)
    RatingPool.objects.update(recompute_due=True)
    sweep(NOON)
    assert all_there_is() == there
    assert not RatingPool.objects.filter(recompute_due=True).exists()
