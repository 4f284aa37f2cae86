"""Races of organisers, on PostgreSQL, with threads behind a barrier."""

from __future__ import annotations

from functools import partial

import pytest

from league.events.actions.copying import open_next
from league.events.actions.counting import count_pairing
from league.events.actions.importing import import_entrants
from league.events.actions.overturning import overturn
from league.events.actions.rounds import draft_round, drop_draft, start_round
from league.events.actions.withdrawing import withdraw
from league.events.exchange.entrants_file import read
from league.events.models import Event, EventNote, Pairing, SeriesMatch
from matches.models import Match
from tests.factories import NOON, PlayerFactory, end, event, matches_of_round, started_event
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
        count_pairing(match_id=match_id, at=NOON)
    return made


def test_a_round_that_two_organisers_publish_at_once_is_published_once() -> None:
    made = swiss()
    staff = PlayerFactory(is_staff=True)
    draft_round(event_id=made.pk, by=made.organiser_id, at=NOON)
    by_two = [partial(start_round, event_id=made.pk, number=2, by=by, at=NOON) for by in (made.organiser_id, staff.pk)]
    assert codes(race(*by_two * 3)) == ["already-started"] * 5
    assert len(matches_of_round(made, 2)) == 3
    assert Match.objects.count() == 6
    assert EventNote.objects.filter(act="round.published").count() == 1


def test_a_round_that_two_draft_at_once_is_drafted_once() -> None:
    made = swiss()
    results = many(draft_round, event_id=made.pk, by=made.organiser_id, at=NOON)
    assert set(codes(results)) <= {"changed", "round-running"}
    assert [one for one in results if isinstance(one, int)] == [2]
    assert made.rounds.count() == 2


def test_a_result_that_changes_while_a_round_is_re_paired_is_in_the_pairing_or_makes_it_void() -> None:
    for _ in range(TIMES):
        made = swiss()
        pairing = Pairing.objects.filter(round__event=made).first()
        assert pairing is not None
        draft = partial(draft_round, event_id=made.pk, by=made.organiser_id, at=NOON)
        rule = partial(
            overturn,
            event_id=made.pk,
            pairing_id=pairing.pk,
            halves=(1, 1),
            why="A draw",
            by=made.organiser_id,
            at=NOON,
        )
        assert set(codes(race(draft, rule))) <= {"changed"}
        if not made.rounds.filter(number=2).exists():
            assert draft() == 2
        kept = pairs(made)
        drop_draft(event_id=made.pk, number=2, by=made.organiser_id, at=NOON)
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
            import_entrants, event_id=made.pk, by=made.organiser_id, rows=read("\n".join(["username", *some])), at=NOON
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
        count = partial(count_pairing, match_id=match_id, at=NOON)
        leave = partial(withdraw, event_id=made.pk, entrant_id=leaver.pk, by=leaver.player_id, at=NOON)
        assert codes(race(count, leave)) == []
        row.pairing.refresh_from_db()
        assert row.pairing.counted_at is not None
        assert sorted(row.pairing.sides.values_list("halves", flat=True)) == [0, 2]
        assert made.entrants.get(pk=leaver.pk).status == "withdrawn"
        count_pairing(match_id=match_id, at=NOON)
        assert SeriesMatch.objects.filter(pairing=row.pairing).count() <= 1


def test_the_next_of_a_recurring_event_opens_once() -> None:
    made = started_event(repeat_days=7)
    results = many(open_next, event_id=made.pk, at=NOON)
    assert codes(results) == []
    assert results.count(None) == THREADS - 1
    assert Event.objects.filter(repeat_of=made).count() == 1
