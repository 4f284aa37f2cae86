"""The pages of an event for its readers: what each shows, to whom, and in how many queries."""

import hashlib
import random
import re
from datetime import datetime
from html import unescape

import pytest
from django.test import Client

from league.events.models import Entrant, Event, Pairing, SeriesMatch
from league.pairings.actions.rounds import create_next_round
from league.people.models import Player
from league.results.actions.event_start import start_event
from league.results.actions.result_overrides import override_result
from tests.factories import PlayerFactory, event, started_event
from tests.league.conftest import kept_event
from tests.league.events.playing import finish, finish_round, open_matches, play_out, swiss
from tests.league.events.test_swiss import pairs

pytestmark = pytest.mark.django_db
FORMATS = {"swiss": {"rounds": 2}, "round-robin": {}, "double-elimination": {}}
KEPT = {"six": lambda: swiss(auto_advance=True), "over": lambda: play_out(swiss(auto_advance=True), rng=random.Random(3))}
six = kept_event("six")
"""A swiss of six in the first of three rounds."""
over = kept_event("over")
"""A swiss of six whose three rounds are played."""


def read(client: Client, made: Event, tab: str = "", status: int = 200, **headers: str) -> str:
    answer = client.get(f"/events/{made.pk}/{tab}", headers=headers or None)
    assert answer.status_code == status, (tab, answer.status_code)
    return answer.content.decode()


def words(page: str) -> str:
    """The text of a page, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def entrants_of(made: Event) -> list[Player]:
    return [one.player for one in made.entrants.order_by("seed").select_related("player")]


# The most that any tab takes for a reader who takes part; the same however many there are.
QUERIES = {
    "swiss": {"": 10, "standings/": 10, "rounds/": 10, "entrants/": 11},
    "round-robin": {"": 10, "standings/": 10, "cross-table/": 10, "rounds/": 10, "entrants/": 11},
    "double-elimination": {"": 10, "standings/": 10, "bracket/": 10, "rounds/": 10, "entrants/": 11},
}


@pytest.mark.parametrize("format", FORMATS)
def test_every_tab_takes_the_same_queries_for_three_entrants_and_for_six(
    client: Client, django_assert_num_queries: object, format: str
) -> None:
    for count in (3, 6):
        made = started_event(*PlayerFactory.create_batch(count), format=format, settings=FORMATS[format])
        client.force_login(entrants_of(made)[-1])
        for tab, queries in QUERIES[format].items():
            with django_assert_num_queries(queries):  # type: ignore[operator]
                read(client, made, tab)


def test_there_is_no_tab_for_what_the_event_does_not_have_but_one_for_nonsense(client: Client, six: Event) -> None:
    for tab in ("bracket/", "cross-table/", "rounds/9/", "standings/?stage=7"):
        read(client, six, tab, 404)
    cup = started_event(*PlayerFactory.create_batch(2), format="double-elimination")
    for tab in ("cross-table/", "rounds/1/why/"):
        read(client, cup, tab, 404)
    for query in ("?page=99", "?page=x", "?page=" + "9" * 40, "?stage="):
        for tab in ("standings/", "rounds/", "entrants/"):
            read(client, six, tab + query)


def test_long_lists_come_a_page_at_a_time_with_a_way_to_ones_own_place(client: Client, at: datetime) -> None:
    made = event(format="ladder", max_entrants=128)
    people = Player.objects.bulk_create(PlayerFactory.build_batch(103))
    Entrant.objects.bulk_create([Entrant(event=made, player=one, joined_at=at) for one in people])
    start_event(event_id=made.pk, by=made.organiser_id, at=at)
    client.force_login(entrants_of(made)[-1])
    first, last = read(client, made, "standings/"), read(client, made, "standings/?page=2")
    assert (first.count('scope="row"'), last.count('scope="row"')) == (100, 3)
    assert "Go to your rank" in first
    assert "is-you" in last
    found = read(client, made, f"entrants/?q={entrants_of(made)[7].username.upper()}")
    assert entrants_of(made)[7].username in found
    assert "No entrants found" in read(client, made, "entrants/?q=zz%00zz")


def test_what_is_drafted_is_shown_to_nobody_but_the_organiser(client: Client, six: Event, at: datetime) -> None:
    six.update(auto_advance=False)
    finish_round(six, at)
    create_next_round(event_id=six.pk, by=six.organiser_id, at=at)
    tabs = ["rounds/2/", "rounds/2/why/"]
    for reader in (None, entrants_of(six)[0]):
        if reader:
            client.force_login(reader)
        for tab in tabs:
            read(client, six, tab, 404)
        assert client.get(f"/fragments/events/{six.pk}/rounds/2/").status_code == 404
        assert "rounds/2/" not in read(client, six, "rounds/")
        assert len(client.get(f"/api/v1/events/{six.pk}/").json()["rounds"]) == 1
        assert "play against" not in words(read(client, six).split('class="tabs"')[0])
    client.force_login(six.organiser)
    assert "unpublished: only you can see it" in read(client, six, "rounds/2/")


def test_each_figure_opens_its_terms_on_a_page_and_as_a_fragment(client: Client, six: Event, at: datetime) -> None:
    finish_round(six, at)
    leader = six.entrants.get(seed=1)
    page = words(read(client, six, f"standings/{leader.pk}/BH/"))
    opponent = Pairing.objects.filter(sides__entrant=leader)[0].sides.exclude(entrant=leader)[0].entrant
    assert f"1 {opponent.player} 0" in page
    assert "The sum of your opponents' points" in page
    assert "<html" not in read(client, six, f"standings/{leader.pk}/BH/", **{"HX-Request": "true"})
    assert f"/events/{six.pk}/standings/{leader.pk}/BH/" in read(client, six, "standings/")
    tab = client.get(f"/events/{six.pk}/standings/", headers={"HX-Request": "true"})
    assert ("<html" in tab.content.decode(), "HX-Request" in tab.headers["Vary"]) == (False, True)
    endpoint = f"/api/v1/events/{six.pk}/standings"
    told = client.get(f"{endpoint}/{leader.pk}/BH/").json()
    assert (told["person"]["entrant_id"], told["column"]["key"]) == (leader.pk, "BH")
    assert [one["opponent"]["username"] for one in told["terms"] if one["opponent"]] == [opponent.player.username]
    assert client.get(f"{endpoint}/{leader.pk}/x/").json()["code"] == "not-found"
    for wrong in (f"standings/{leader.pk}/KS/", f"standings/{leader.pk}/x/", f"standings/{leader.pk + 99}/BH/"):
        read(client, six, wrong, 404)


def test_lots_show_their_fingerprint_before_and_their_secret_after(client: Client) -> None:
    made = swiss(4, 2, auto_advance=True, tie_breaks=("BH", "LOTS"))
    before = read(client, made, "standings/")
    assert made.lots_commitment in before
    assert made.lots_seed not in before
    play_out(made)
    after = read(client, made, "standings/")
    assert made.lots_seed in after
    assert hashlib.sha256(bytes.fromhex(made.lots_seed)).hexdigest() in after


def test_a_swiss_round_says_why_two_do_not_meet(client: Client, over: Event) -> None:
    met = set(pairs(over)[:3])
    one, other = sorted(next(iter(met)))
    again = words(read(client, over, f"rounds/2/why/?one={one}&other={other}"))
    assert "criterion C1" in again
    endpoint = f"/api/v1/events/{over.pk}/rounds"
    told = client.get(f"{endpoint}/2/why/?one={one}&other={other}").json()
    assert (told["answer"]["code"], told["asked"], len(told["choices"])) == ("C1", [one, other], 6)
    assert told["brackets"]
    assert client.get(f"{endpoint}/2/why/").json()["answer"] is None
    assert client.get(f"{endpoint}/9/why/").status_code == 404
    assert client.get(f"{endpoint}/2/why/?one=x").json()["field"] == "one"
    assert "They are paired in this round" in read(client, over, f"rounds/1/why/?one={one}&other={other}")
    assert "There is no bye in this round" in read(client, over, "rounds/2/why/?one=1&other=0")
    same = words(read(client, over, "rounds/2/why/?one=1&other=1"))
    assert "Choose two different players" in same
    assert "<html" not in read(client, over, f"rounds/2/why/?one={one}&other={other}", **{"HX-Request": "true"})


def test_a_result_overturned_since_is_told_of_where_pairings_are_explained(client: Client, over: Event, at: datetime) -> None:
    assert "overridden" not in read(client, over, "rounds/2/why/")
    first = Pairing.objects.filter(round__event=over, round__number=1)[0]
    halves = (0, 2) if first.sides.get(number=0).halves else (2, 0)
    later = at.replace(year=2027)
    override_result(event_id=over.pk, pairing_id=first.pk, halves=halves, why="Seats", by=over.organiser_id, at=later)
    assert "overridden" in read(client, over, "rounds/2/why/")


def test_marks_say_who_can_still_come_first(client: Client, at: datetime) -> None:
    cup = started_event(format="single-elimination")
    finish(open_matches(cup)[0], (1, 2), at)
    page = read(client, cup, "standings/")
    assert (page.count("mark-in"), page.count("mark-out")) == (3, 1)


def test_a_player_sees_the_match_to_play_the_opponent_and_the_last_result(client: Client, at: datetime) -> None:
    made = started_event(format="single-elimination")
    row = SeriesMatch.objects.filter(pairing__round__event=made).order_by("pairing__board")[0]
    one, other = [side.entrant for side in row.pairing.sides.order_by("number")]
    client.force_login(one.player)
    page = read(client, made)
    assert f'href="/matches/{row.match_id}/">Take seat' in page
    assert f"you play against {other.player}" in words(page)
    finish(row.match_id, (1, 2), at)
    after = words(read(client, made))
    assert f"Your last result, semi-finals: won 1 – 0 against {other.player}" in after
    assert "Your opponent is not known yet" in after
    client.force_login(other.player)
    assert "No match to play right now" in words(read(client, made))
    client.force_login(PlayerFactory())
    assert "Your status in this event" not in read(client, made)


def test_in_a_series_the_marks_of_the_sides_follow_who_has_the_first_seat(client: Client, at: datetime) -> None:
    made = started_event(*PlayerFactory.create_batch(2), format="single-elimination", settings={"best_of": 3}, max_entrants=2)
    finish(open_matches(made)[0], (1, 2), at)
    first, second = SeriesMatch.objects.filter(pairing__round__event=made).order_by("number")
    assert (first.first, second.first) == (0, 1)
    page = read(client, made, "rounds/")
    names = [one.entrant.player.username for one in first.pairing.sides.order_by("number") if one.entrant]
    for name, seat in zip(names, (1, 0), strict=True):
        assert f'side side-{seat}"><a href="/players/{name}/"' in page


def test_the_bracket_is_told_to_programs_in_few_bytes(client: Client, at: datetime) -> None:
    made = started_event(*PlayerFactory.create_batch(3), format="double-elimination")
    finish(open_matches(made)[0], (1, 2), at)
    told = client.get(f"/api/v1/events/{made.pk}/bracket/").json()
    matches = {one[0]: one[1:] for one in told["matches"]}
    assert told["entrants"] == [[str(player), False] for player in entrants_of(made)]
    first = matches["W1.2"]
    assert (sorted(first[1:3]), first[3:5], sorted(first[5:7])) == ([2, 3], ["", ""], ["0", "1"])
    assert first[7] in (0, 1)
    assert first[8] == "over"
    assert matches["W1.1"][8] == "bye"
    assert matches["W2.1"][3:5] == ["W1.1", "W1.2"]
    assert matches["W2.1"][8] == "open"
    assert matches["F1"][1:3] == [None, None]
    numbers = {key: match[10] for key, match in matches.items()}
    assert (numbers["W1.1"], numbers["W1.2"], numbers["W2.1"]) == (None, 1, 2)
    assert not any(match[11] for match in matches.values())
    assert set(told) == {"event_id", "stage", "name", "entrants", "own", "rounds", "matches"}


def test_an_event_before_its_start_says_what_there_is_to_do(client: Client) -> None:
    made = event(PlayerFactory())
    page = read(client, made)
    assert "Open to everyone with an account until the event starts" in page
    assert f"/events/{made.pk}/standings/" not in page
    read(client, made, "standings/", 404)
    read(client, made, "rounds/", 404)
    assert "No entrants yet" in read(client, event(), "entrants/")
