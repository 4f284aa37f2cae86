"""The organiser's console: what every page shows, what its buttons do, and its edges for programs."""

import re
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils.http import urlencode

from league.event_console.organiser_actions import run_action
from league.event_console.views import PAGES
from league.events.models import Entrant, Event, EventLogEntry, Pairing
from league.pairings.actions.rounds import create_next_round, discard_round, publish_round_manually, swap_entrants
from league.registration.actions import entries
from league.registration.actions.late_entries import enter_late
from matches.errors import ActionError
from tests.factories import NOON, PlayerFactory, agree, event, started_event
from tests.league.events.playing import boards_of, finish_round, open_matches, play_out, refused, swiss

pytestmark = pytest.mark.django_db


def manage(made: Event, page: str = "") -> str:
    return f"/events/{made.pk}/manage/{page}"


def sees(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def does(client: Client, made: Event, key: str, follow: bool = False, **given: Any) -> str:
    """Press a button; the page that it leads to, if that is followed."""
    answer = client.post(manage(made, f"do/{key}/"), given, follow=follow)
    assert answer.status_code == (200 if follow else 302)
    made.refresh_from_db()
    return answer.content.decode()


def signed_in(client: Client, made: Event) -> Event:
    client.force_login(made.organiser)
    return made


@pytest.fixture(scope="module")
def same_six(module_rows: None) -> int:
    return swiss().pk


@pytest.fixture
def six(same_six: int, client: Client) -> Event:
    """A swiss of six in its first round, whose organiser has signed in."""
    return signed_in(client, Event.objects.select_related("organiser").get(pk=same_six))


STATES = {
    "draft": lambda: event(draft=True),
    "registration": lambda: event(*PlayerFactory.create_batch(3), registration="approval"),
    "swiss": lambda: swiss(4),
    "bracket": lambda: started_event(*PlayerFactory.create_batch(3), format="double-elimination"),
    "finished": lambda: play_out(started_event(*PlayerFactory.create_batch(2), format="single-elimination")),
}


@pytest.mark.parametrize("state", STATES)
def test_every_page_of_the_console_opens_in_every_state_and_obeys_the_security_policy(client: Client, state: str) -> None:
    made = signed_in(client, STATES[state]())
    for page in PAGES:
        shown = sees(client, manage(made, "" if page == "overview" else f"{page}/"))
        assert made.name in shown
        for banned in ("style=", "<script>", "onclick"):
            assert banned not in shown
        ids = re.findall(r'\sid="([^"]+)"', shown)
        assert len(ids) == len(set(ids)), f"an id is twice on {page}"


def test_pages_take_the_same_queries_for_three_entrants_and_nine(client: Client, django_assert_max_num_queries: Any) -> None:
    counts = set()
    for entrants in (3, 9):
        made = signed_in(client, started_event(*PlayerFactory.create_batch(entrants)))
        with django_assert_max_num_queries(22) as found:
            sees(client, manage(made, "results/"))
        counts.add(len(found))
    assert len(counts) == 1


def test_registration_by_the_buttons(client: Client) -> None:
    made = signed_in(client, event(PlayerFactory(username="ada"), registration="approval", max_entrants=4))
    ada = made.entrants.get()
    assert "requested to join" in sees(client, manage(made, "entrants/"))
    does(client, made, "admit", entrant_id=ada.pk)
    PlayerFactory(username="ben")
    assert "ben" in does(client, made, "enter", follow=True, username="BEN")
    does(client, made, "add-bot", kind="level-1")
    does(client, made, "club", entrant_id=ada.pk, club="  North   side ")
    ada.refresh_from_db()
    assert (ada.status, ada.club, made.entrants.count()) == ("entered", "North side", 3)
    does(client, made, "put-out", entrant_id=ada.pk, why="Asked for it")
    assert made.entrants.count() == 2
    assert [(one.act, one.why) for one in made.notes.all()][:1] == [("entrant.put-out", "Asked for it")]


def test_one_entrant_at_a_time_is_changed_and_one_round_shown(client: Client, six: Event) -> None:
    one = six.entrants.all()[0]
    assert "do/withdraw/" not in sees(client, manage(six, "entrants/"))
    page = sees(client, manage(six, f"entrants/?change={one.pk}"))
    assert page.count("do/withdraw/") == 1
    assert "Yes, withdraw" in page
    finish_round(six)
    does(client, six, "draft-round")
    does(client, six, "publish", number=2)
    latest, first = sees(client, manage(six, "results/")), sees(client, manage(six, "results/?round=1"))
    assert "<h2>Round 2</h2>" in latest
    assert "<h2>Round 1</h2>" in first
    for odd in ("x", "99", "9" * 30):
        assert "<h2>Round 2</h2>" in sees(client, manage(six, f"results/?round={odd}"))
        sees(client, manage(six, f"entrants/?change={odd}"))


def test_seeding_with_and_without_the_script(client: Client, at: datetime) -> None:
    made = signed_in(client, event(*PlayerFactory.create_batch(3)))
    first, second, third = made.entrants.order_by("pk").values_list("pk", flat=True)

    def order() -> list[int]:
        return list(made.entrants.order_by("seed").values_list("pk", flat=True))

    client.post(manage(made, "seeding/order/"), {"entrant_ids": [third, first, second]})
    assert order() == [third, first, second]
    client.post(manage(made, "seeding/order/"), {"entrant_ids": [third, first, second], "move": "up:2"})
    assert order() == [third, second, first]
    entries.join_event(event_id=made.pk, player_id=PlayerFactory().pk, at=at)
    answer = client.post(manage(made, "seeding/order/"), {"entrant_ids": [first, second, third]}, follow=True)
    assert "Players may have joined" in answer.content.decode()
    assert order()[-3:] == [third, second, first] or order()[:3] == [third, second, first]
    does(client, made, "seed-by-lot")
    assert made.seeding == "manual"
    does(client, made, "seed", how="rating")
    assert made.seeding == "rating"
    assert "Choose one of" in does(client, made, "seed", follow=True, how="height")


def test_a_round_is_drafted_looked_at_changed_made_anew_and_published(client: Client, six: Event) -> None:
    by: dict[str, Any] = {"event_id": six.pk, "by": six.organiser_id, "at": NOON}
    with refused("round-running"):
        create_next_round(**by)
    finish_round(six)
    assert "only you can see it" in does(client, six, "draft-round", follow=True)
    drafted = boards_of(six, 2)
    (one, _), (other, _), _ = drafted
    assert "Players swapped." in does(client, six, "exchange", follow=True, number=2, one_id=one, other_id=other, anyway="on")
    assert boards_of(six, 2) != drafted
    does(client, six, "drop-draft", number=2)
    assert six.rounds.count() == 1
    does(client, six, "draft-round")
    assert boards_of(six, 2) == drafted
    does(client, six, "plan", number=2, starts_at="2099-01-01T10:00")
    assert six.next_round_at is not None
    does(client, six, "publish", number=2)
    assert len(open_matches(six)) == 3
    for act in (discard_round, publish_round_manually, partial(swap_entrants, one_id=one or 0, other_id=other or 0)):
        with refused("already-started"):
            act(number=2, **by)
    assert [one.act for one in six.notes.all()][:5] == [
        "round.published", "round.planned", "round.drafted", "round.dropped", "round.exchanged",
    ]  # fmt: skip


def test_pause_resume_and_the_end_of_a_stage(client: Client, six: Event) -> None:
    does(client, six, "pause")
    assert six.paused_at is not None
    does(client, six, "resume")
    assert six.paused_at is None
    page = sees(client, manage(six, "log/"))
    assert [word in page for word in ("Event paused", "Event started", str(six.organiser))] == [True] * 3
    finish_round(six)
    Event.objects.filter(pk=six.pk).update(problem="Round 2 can't be paired: nobody is left.")
    assert "nobody is left" in sees(client, manage(six, "rounds/"))
    does(client, six, "end-stage")
    assert (six.status, six.problem) == ("finished", "")


def test_a_walk_over_is_previewed_ruled_and_taken_back(client: Client) -> None:
    made = signed_in(client, started_event(*PlayerFactory.create_batch(4), format="single-elimination"))
    finish_round(made)
    semi = Pairing.objects.get(round__event=made, key="W1.1")
    final = Pairing.objects.get(round__event=made, key="W2.1")
    url = manage(made, f"results/{semi.pk}/")
    assert "Preview changes" in sees(client, url)
    other = "0-2" if semi.sides.get(number=0).halves == 2 else "2-0"
    preview = sees(client, f"{url}?halves={other}")
    assert f'name="keep" value="{final.pk}"' in preview
    assert "open" in preview or "Then" in preview
    assert client.get(f"{url}?halves=1-1").status_code == 422
    assert "Enter a reason." in does(client, made, "overturn", follow=True, pairing_id=semi.pk, halves=other)
    does(client, made, "overturn", pairing_id=semi.pk, halves=other, why="The wrong board")
    assert "The wrong board" in sees(client, manage(made, "results/"))
    ruling = semi.overrides.get()
    does(client, made, "take-back", overturn_id=ruling.pk)
    ruling.refresh_from_db()
    assert ruling.undone_at is not None


def test_from_the_next_round_on_latecomers_are_paired_the_withdrawn_are_not_and_byes_count(client: Client, six: Event) -> None:
    one, two, *_, gone = six.entrants.order_by("seed")
    assert "is already paired" in does(client, six, "bye", follow=True, entrant_id=one.pk, number=1, halves=1)
    does(client, six, "bye", entrant_id=one.pk, number=2, halves=1)
    does(client, six, "bye", entrant_id=two.pk, number=2, halves=1)
    does(client, six, "bye", entrant_id=two.pk, number=2)
    does(client, six, "withdraw", entrant_id=gone.pk, why="Fell ill")
    agree(six, PlayerFactory(username="late"))
    does(client, six, "enter-late", username="Late")
    for name, code in (("late", "already-joined"), ("nobody", "unknown-player")):
        with refused(code):
            enter_late(event_id=six.pk, by=six.organiser_id, username=name, at=NOON)
    finish_round(six)
    forfeit = Pairing.objects.get(round__event=six, round__number=1, sides__entrant=gone)
    assert (forfeit.forfeit, forfeit.sides.get(entrant=gone).halves) == (True, 0)
    does(client, six, "draft-round")
    there = Pairing.objects.filter(round__event=six, round__number=2)
    assert list(there.filter(kind="requested").values_list("sides__entrant", "sides__halves")) == [(one.pk, 1)]
    playing = set(there.exclude(kind="requested").values_list("sides__entrant__seed", flat=True))
    assert playing == {2, 3, 4, 5, 7}


def test_opening_copying_announcing_cancelling_and_archiving(client: Client) -> None:
    decisions = {"format": "swiss", "settings": {"rounds": 4}, "tie_breaks": ["BH", "SB"]}
    made = signed_in(client, event(draft=True, **decisions))
    does(client, made, "open-registration")
    assert made.status == "registration"
    entries.join_event(event_id=made.pk, player_id=PlayerFactory().pk, at=made.created_at)
    does(client, made, "copy")
    copy = Event.objects.get(copied_from=made)
    assert (copy.status, copy.tie_breaks, copy.entrants.count()) == ("draft", ["BH", "SB"], 0)
    assert copy.stages.get().settings == {"rounds": 4}
    does(client, made, "add-bot", kind="level-1")
    page = does(client, made, "open-check-in", follow=True)
    assert ("1 of 2 have checked in" in page, "not checked in" in page) == (True, True), "bots are checked in with it"
    for text in ("Endpoints open at six", ""):
        does(client, made, "say", text=text)
        assert made.announcement == text
    does(client, made, "cancel", why="No hall")
    assert made.status == "cancelled"
    over = signed_in(client, play_out(started_event(*PlayerFactory.create_batch(2))))
    does(client, over, "archive")
    assert over.status == "archived"


REFUSED: list[tuple[str, dict[str, str], str]] = [
    ("admit", {}, "Enter an entrant."), ("admit", {"entrant_id": "x"}, "whole number"),
    ("enter", {"username": "a\x00b"}, "Enter text."), ("club", {"entrant_id": "999999", "club": "x"}, "Entrant not found"),
    ("publish", {"number": "9"}, "not running"), ("plan", {"number": "1", "starts_at": "soon"}, "Enter a date and time"),
    ("say", {"text": "x" * 501}, "at most 500"),
    ("overturn", {"pairing_id": "1", "halves": "two", "why": "because"}, "a number for each side"),
    ("import", {"rows": "name\nada"}, "first line must name the columns"),
]  # fmt: skip


def test_what_cannot_be_is_refused_with_a_sentence_and_changes_nothing(client: Client) -> None:
    made = signed_in(client, event(PlayerFactory()))
    before = (Event.objects.values().get(pk=made.pk), list(Entrant.objects.values()), EventLogEntry.objects.count())
    for key, given, said in REFUSED:
        with pytest.raises(ActionError) as refusal:
            run_action(key, event_id=made.pk, by=made.organiser_id, data=QueryDict(urlencode(given)), at=made.created_at)
        assert said in refusal.value.text, (key, given)
    assert "Enter an entrant." in does(client, made, "admit", follow=True)
    assert (Event.objects.values().get(pk=made.pk), list(Entrant.objects.values()), EventLogEntry.objects.count()) == before


@pytest.mark.parametrize("format", ["round-robin", "groups", "league"])
def test_a_ruling_leaves_planned_rounds_where_they_are(format: str) -> None:
    made = started_event(*PlayerFactory.create_batch(4), format=format, settings={"groups": {"groups": 1}}.get(format, {}))
    planned = made.rounds.count()
    assert planned > 1
    pairing = Pairing.objects.filter(round__event=made, round__number=1, kind="game")[0]
    data = {"pairing_id": pairing.pk, "halves": "2-0", "why": "No-show"}
    run_action("overturn", event_id=made.pk, by=made.organiser_id, data=data, at=made.created_at)
    assert made.rounds.count() == planned


WRITE = ["do/say/", "settings/", "seeding/order/", "entrants/file/", "entrants/ratings/", "entrants/report/", "results/enter/"]
API_WRITE = ["do/say/", "import/"]


@pytest.fixture
def made() -> Event:
    PlayerFactory(username="somebody")
    return event(*PlayerFactory.create_batch(2), registration="approval")


def everything() -> tuple[Any, ...]:
    return list(Event.objects.values()), list(Entrant.objects.values()), EventLogEntry.objects.count()


def test_changes_need_the_token_of_a_form(made: Event) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(made.organiser)
    before = everything()
    for page in WRITE:
        url = f"/events/{made.pk}/manage/{page}"
        assert client.post(url, {}).status_code == 403, page
    for page in API_WRITE:
        url = f"/api/v1/events/{made.pk}/manage/{page}"
        assert client.post(url, {}, content_type="application/json").status_code == 403, page
    assert everything() == before


def test_the_api_plans_previews_and_refuses_in_one_shape(client: Client, made: Event) -> None:
    client.force_login(made.organiser)
    url = f"/api/v1/events/{made.pk}/manage/"

    def patch(**given: Any) -> Any:
        return client.patch(f"{url}plan/", given, content_type="application/json")

    stages = [{"format": "swiss", "settings": {"rounds": 3}}, {"format": "single-elimination", "takes": 4}]
    answer = patch(stages=stages, tie_breaks=["BH"], starts_at="2099-01-01T10:00Z", preset="quick").json()
    assert [one["format"] for one in answer["stages"]] == ["swiss", "single-elimination"]
    assert (answer["tie_breaks"], answer["starts_at"], answer["control"]["turn_ms"]) == (
        ["BH"], "2099-01-01T10:00:00Z", 30_000,
    )  # fmt: skip
    answer = patch(report_policy="referee", report_hours=3).json()
    assert (answer["report_policy"], answer["report_hours"]) == ("referee", 3)
    for given, field in [
        ({"wings": 1}, "wings"), ({"stages": 1}, "stages"), ({"stages": [1]}, "stages"), ({"rated": "yes"}, "rated"),
        ({"tie_breaks": [1]}, "tie_breaks"), ({"max_entrants": 1}, "max_entrants"), ({"preset": "never"}, "preset"),
        ({"options": []}, "options"), ({"report_policy": "coin"}, "report_policy"),
        ({"stages": [{"format": "swiss", "laps": 1}]}, "stages"),
    ]:  # fmt: skip
        answer = patch(**given)
        assert (answer.status_code, answer.json()["field"]) == (400, field), given
    preview = client.post(f"{url}import/", {"rows": "username\nsomebody\n"}, content_type="application/json").json()
    assert [one["name"] for one in preview["newcomers"]] == ["somebody"]
    bad = client.post(f"{url}import/", {"rows": "username\nx\ny\n"}, content_type="application/json").json()
    assert (bad["code"], bad["text"].count("\n")) == ("bad-rows", 1)
    assert client.post(f"{url}do/dance/", {}, content_type="application/json").status_code == 404
    assert client.post(f"{url}do/say/", "[1]", content_type="application/json").status_code == 400
    client.post(f"{url}do/say/", {"text": "Hello"}, content_type="application/json")
    assert (Event.objects.get(pk=made.pk).announcement, made.notes.all()[0].by) == ("Hello", made.organiser)
    assert client.get(url).json()["can"][0] == "add-bot"
