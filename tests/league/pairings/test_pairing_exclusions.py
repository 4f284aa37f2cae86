"""Pairs that a Swiss keeps apart: by the organiser's word, for some rounds or all, and by their clubs."""

import random
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from league.event_pages.queries.explanations import explain_round
from league.event_pages.queries.viewer_event import get_viewer_event
from league.events.actions.event_copies import copy_event
from league.events.models import Event, Pairing
from league.formats.protocol import CannotPair, Entrant, contests
from league.formats.swiss.format import Swiss
from league.pairings.actions.pairing_requests import add_exclusion, remove_exclusion
from league.pairings.queries.pairing_exclusions import list_exclusions
from league.results.actions.due_rounds import start_due_round
from league.results.actions.event_start import start_event
from league.standings.tables import load_people
from tests.factories import PlayerFactory, event
from tests.league.conftest import kept_event
from tests.league.events.playing import finish, open_matches, play_out, refused
from tests.league.formats.playing import refused as bad_setting

pytestmark = pytest.mark.django_db


def swiss(players: int = 6, count: int = 3, **settings: Any) -> Event:
    """A Swiss that has not begun; entrants are seeded in the order of joining."""
    given = {"rounds": count, **settings}
    return event(*PlayerFactory.create_batch(players), format="swiss", settings=given, max_entrants=16, round_gap_s=0)


KEPT = {"made": swiss}
made = kept_event("made")
"""A Swiss of six over three rounds that has not begun."""


def entrant(made: Event, number: int) -> int:
    """The id of the one who joined so late."""
    return list(made.entrants.order_by("joined_at").values_list("pk", flat=True))[number - 1]


def apart(made: Event, at: datetime, one: int, other: int, **more: Any) -> None:
    pair = {"one_id": entrant(made, one), "other_id": entrant(made, other)}
    add_exclusion(event_id=made.pk, by=made.organiser_id, at=at, **pair, **more)


def started(made: Event, at: datetime) -> Event:
    start_event(event_id=made.pk, by=made.organiser_id, at=at)
    made.refresh_from_db()
    return made


def exclusions(made: Event) -> list[tuple[bool, int, int | None]]:
    return [(one.must, one.first, one.last) for one in list_exclusions(made, load_people([made.pk])[made.pk])]


def pairs(made: Event, number: int) -> list[frozenset[int | None]]:
    rows = Pairing.objects.filter(round__event=made, round__number=number, kind="game").prefetch_related("sides")
    return [frozenset(side.entrant_id for side in one.sides.all()) for one in rows]


def answer(made: Event, one: int, other: int) -> tuple[str, str]:
    """Why these two do not meet in round 1."""
    page = explain_round(get_viewer_event(made.pk, None), 1, one, other)
    assert page.answer
    return page.answer.code, page.answer.text


def test_who_must_not_meet_do_not(made: Event, at: datetime) -> None:
    apart(made, at, 1, 4)
    started(made, at)
    assert answer(made, 1, 4) == ("forbidden", "The organiser excluded this pairing in all rounds.")
    play_out(made, rng=random.Random(3))
    assert frozenset({entrant(made, 1), entrant(made, 4)}) not in [one for at in (1, 2, 3) for one in pairs(made, at)]


def test_a_pair_is_kept_apart_in_its_rounds_alone_and_a_wish_only_where_others_are_left(at: datetime) -> None:
    for more in ({"first": 2, "last": 3}, {"how": "should"}):
        two = swiss(2, 1)
        apart(two, at, 1, 2, **more)
        assert len(pairs(started(two, at), 1)) == 1


def test_who_should_not_meet_do_so_only_where_nobody_else_is_left(made: Event, at: datetime) -> None:
    apart(made, at, 1, 4, how="should")
    started(made, at)
    assert frozenset({entrant(made, 1), entrant(made, 4)}) not in pairs(made, 1)
    assert answer(made, 1, 4)[0] == "avoided"


def test_of_wishes_that_cannot_all_be_kept_the_first_are() -> None:
    entrants = [Entrant(one) for one in (1, 2, 3, 4)]
    wishes = [[1, 3], [1, 2], [1, 4]]
    made = Swiss().next_round(Swiss().check({"rounds": 1, "avoided": wishes}, 4), entrants, ())
    assert {1, 4} in [set(one.entrants) for one in contests([made or ()])]
    with pytest.raises(CannotPair):
        Swiss().next_round(Swiss().check({"rounds": 1, "forbidden": wishes}, 4), entrants, ())


@pytest.mark.parametrize("field", ["forbidden", "avoided"])
def test_pairs_that_cannot_be_are_refused(field: str) -> None:
    for wrong in (
        "12", 7, [[1]], [[1, 1]], [["a", "b"]], [[1, 2, 3]], [[1, 2, 0, 1]], [[1, 2, 3, 2]], [[1, 2, 1, 100]], [[1, True]],
    ):  # fmt: skip
        with bad_setting(field):
            Swiss().check({field: wrong}, 8)


def test_what_was_said_before_stands_for_the_rounds_that_have_been_paired(made: Event, at: datetime) -> None:
    apart(made, at, 1, 4)
    started(made, at)
    remove_exclusion(event_id=made.pk, one_id=entrant(made, 1), other_id=entrant(made, 4), by=made.organiser_id, at=at)
    assert exclusions(made) == [(True, 1, 1)]
    assert answer(made, 1, 4) == ("forbidden", "The organiser excluded this pairing in round 1.")
    apart(made, at, 4, 1, how="should", last=3)
    assert exclusions(made) == [(True, 1, 1), (False, 2, 3)]
    assert [one.act for one in made.notes.all()[:3]] == ["pair.kept-apart", "pair.may-meet", "event.started"]


def test_what_cannot_be_kept_apart_is_refused_and_changes_nothing(made: Event, at: datetime) -> None:
    started(made, at)
    by, two = made.organiser_id, [entrant(made, number) for number in (1, 2)]
    for change, code in (
        ({"how": "perhaps"}, "unknown-choice"), ({"other_id": 0}, "not-joined"), ({"first": 1}, "already-paired"),
        ({"first": 3, "last": 2}, "out-of-range"), ({"last": 100}, "out-of-range"),
    ):  # fmt: skip
        with refused(code):
            add_exclusion(event_id=made.pk, by=by, at=at, **{"one_id": two[0], "other_id": two[1], **change})
    assert exclusions(made) == []
    with refused("not-apart"):
        remove_exclusion(event_id=made.pk, one_id=two[0], other_id=two[1], by=by, at=at)
    with refused("no-swiss"):
        apart(event(*PlayerFactory.create_batch(3)), at, 1, 2)


def test_clubs_are_kept_apart_and_the_report_tells_which_pairs_must_not_meet_and_when(client: Client, at: datetime) -> None:
    made = swiss(clubs_apart=True)
    apart(made, at, 1, 3, first=2, last=2)
    made.entrants.filter(pk__in=[entrant(made, 1), entrant(made, 4)]).update(club="Northern")
    started(made, at)
    code, text = answer(made, 1, 4)
    assert (code, "Both belong to Northern." in text) == ("club", True)
    assert frozenset({entrant(made, 1), entrant(made, 4)}) not in pairs(made, 1)
    lines = client.get(f"/events/{made.pk}/report.trf").content.decode().splitlines()
    assert [line.split() for line in lines if line.startswith("260")] == [
        ["260", "002", "002", "1", "3"], ["260", "001", "003", "1", "4"],
    ]  # fmt: skip


def test_the_console_edits_the_pairs_and_a_copy_keeps_nobody_apart(client: Client, made: Event, at: datetime) -> None:
    client.force_login(made.organiser)
    given = {"one_id": entrant(made, 1), "other_id": entrant(made, 2), "how": "should", "first": "", "last": "2"}
    page = client.post(f"/events/{made.pk}/manage/do/keep-apart/", given, follow=True).content.decode()
    assert "avoid if possible, rounds 1 to 2" in page
    shown = client.get(f"/api/v1/events/{made.pk}/manage/").json()
    assert [(one["must"], one["last"]) for one in shown["apart"]] == [(False, 2)]
    copy = Event.objects.get(pk=copy_event(event_id=made.pk, by=made.organiser_id, at=at))
    assert copy.stages.get().settings == {"rounds": 3}
    answered = client.post(f"/events/{made.pk}/manage/do/let-meet/", given, follow=True).content.decode()
    assert "Pairing exclusion removed." in answered
    assert exclusions(made) == []
    started(made, at)
    for match_id in open_matches(made):
        finish(match_id)
    assert start_due_round(event_id=made.pk, at=at + timedelta(days=1))
