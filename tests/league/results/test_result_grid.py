"""Staff enter a whole round by keyboard or as a list; reported results are told apart from refereed ones."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.closed_matches import process_closed_match
from league.event_files.exports import build_trf, get_event
from league.events.models import Pairing
from league.results.actions.result_entry import remove_result
from tests.factories import NOON, PlayerFactory, end, league, staff, started_event
from tests.league.events.playing import halves_of, swiss
from tests.league.results.test_entered_results import enter, open_pairings, state

pytestmark = pytest.mark.django_db


def test_the_grid_of_the_console_enters_a_round_and_keeps_what_was_typed_when_a_row_is_wrong(client: Client) -> None:
    made = swiss(4)
    first, second = open_pairings(made)
    client.force_login(made.organiser)
    address, here = f"/events/{made.pk}/manage/results/enter/", f"/events/{made.pk}/manage/results/"
    assert f'name="result-{first.pk}"' in client.get(here).content.decode()
    sent = {"number": "1", f"result-{first.pk}": "=", f"result-{second.pk}": "9"}
    wrong = client.post(address, sent)
    page = wrong.content.decode()
    assert (wrong.status_code, "Board 2 (" in page, 'value="="' in page) == (422, True, True)
    assert f'id="problem-{second.pk}"' in page, "the error stands beside its row"
    assert f'id="problem-{first.pk}"' not in page
    assert not Pairing.objects.filter(counted_at__isnull=False).exists()
    done = client.post(address, {**sent, f"result-{second.pk}": ""}, follow=True)
    assert "1 result saved." in done.content.decode()
    first.refresh_from_db()
    assert first.reason == "entered"
    assert client.post(address, {"number": "nonsense"}).status_code == 422


def test_a_result_is_typed_with_one_key_or_as_a_score() -> None:
    made = swiss(4)
    for typed, halves_then, forfeit, score in (
        ("1", [2, 0], False, ""), ("0", [0, 2], False, ""), ("=", [1, 1], False, ""), ("½", [1, 1], False, ""),
        ("+", [2, 0], True, ""), ("-", [0, 2], True, ""), ("--", [0, 0], True, ""), ("1 – 0", [2, 0], False, ""),
        ("1f-0f", [2, 0], True, ""), ("3:2", [2, 0], False, "3-2"), ("0-4", [0, 2], False, "0-4"),
    ):  # fmt: skip
        (pairing,) = enter(made, [typed])
        pairing.refresh_from_db()
        assert (halves_of(pairing), pairing.forfeit, pairing.score) == (halves_then, forfeit, score), typed
        remove_result(event_id=made.pk, pairing_id=pairing.pk, by=made.organiser_id, at=NOON)


def test_a_list_of_results_is_entered_whole_or_not_at_all(client: Client) -> None:
    made = swiss(8)
    client.force_login(made.organiser)
    address = f"/events/{made.pk}/manage/results/enter/"
    before = state(made)
    wrong = client.post(address, {"number": "1", "rows": "board,result\n1,1-0\n2,king\n9,=\n1,0\nx"})
    page = wrong.content.decode()
    assert (wrong.status_code, "2,king" in page) == (422, True)
    for problem in ("Line 4: Board 9", "Line 5: Board 1 is already in line 2", "Line 6: Enter a board number"):
        assert problem in page
    assert (
        "Line 3: The result must be one of" in client.post(address, {"number": "1", "rows": "1,1\n\n2,king"}).content.decode()
    )
    assert state(made) == before
    assert "Enter at least one line" in client.post(address, {"number": "1", "list": "1"}).content.decode()
    file = SimpleUploadedFile("results.csv", "1;1-0\n2;=\n3;+\n".encode("utf-8-sig"))
    assert "3 results saved." in client.post(address, {"number": "1", "file": file}, follow=True).content.decode()
    endpoint = f"/api/v1/events/{made.pk}/manage/do/list-results/"
    sent = client.post(endpoint, {"number": 1, "rows": "4\t0\n"}, content_type="application/json")
    assert sent.json() == {"done": "list-results", "made": 1}
    assert not open_pairings(made)


def test_an_event_with_both_kinds_of_results_says_how_many_of_each(client: Client) -> None:
    made = started_event(*PlayerFactory.create_batch(4), format="round-robin")
    played = open_pairings(made)[1].series.get().match_id
    enter(made, ["1-0"])
    end(played)
    process_closed_match(match_id=played, at=NOON)
    said = "1 result is reported. 1 is refereed here."
    for tab in ("standings/", "cross-table/", "paper/", "embed/"):
        page = client.get(f"/events/{made.pk}/{tab}").content.decode()
        assert said in " ".join(page.split()), tab
    cross = client.get(f"/events/{made.pk}/cross-table/").content.decode()
    assert cross.count('<abbr title="reported">r</abbr>') == 2
    (table,) = client.get(f"/api/v1/events/{made.pk}/standings/").json()["standings"]
    assert (table["reported"], table["refereed"]) == (1, 1)
    assert "### Results: 1 reported, 1 refereed" in build_trf(get_event(made.pk))


def test_boxes_of_a_bracket_are_marked_and_lead_scorers_to_the_results(client: Client) -> None:
    north = league()
    made = started_event(
        *PlayerFactory.create_batch(4), organiser=north.staff.get().player, league=north.pk, format="single-elimination"
    )
    enter(made, ["1-0"])
    matches = client.get(f"/api/v1/events/{made.pk}/bracket/").json()["matches"]
    assert [(match[-3], match[-2]) for match in matches] == [(1, True), (2, False), (3, False)]
    page = f"/events/{made.pk}/bracket/"
    assert "data-results" not in client.get(page).content.decode()
    client.force_login(staff(north, "scorer"))
    shown = client.get(page).content.decode()
    assert f'data-results="/events/{made.pk}/manage/results/"' in shown
    assert "1 result is reported" in " ".join(shown.split())
