"""Races of organisers, on PostgreSQL, with threads behind a barrier."""

from __future__ import annotations

from functools import partial

import pytest
from django.test import Client

from league.events.actions.event_copies import open_successor
from league.events.models import Event, EventLogEntry, Pairing, SeriesMatch, Side
from league.pairings.actions.rounds import create_next_round, discard_round, publish_round_manually
from league.people.models import Player
from league.registration.actions.entrant_import import import_entrants, parse_rows
from league.registration.actions.withdrawals import withdraw
from league.results.actions.result_entry import enter_results
from league.results.actions.result_overrides import override_result
from league.results.actions.results import record_result
from matches.models import Match
from tests.factories import NOON, PlayerFactory, end, event, matches_of_round, started_event
from tests.league.events.playing import tables_of
from tests.league.test_races import THREADS, codes, many
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 5


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
        assert pairing is not None
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
    """Who meets whom in the second round."""
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
        assert leaver is not None
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
            browser = Client()
            browser.force_login(by)
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
