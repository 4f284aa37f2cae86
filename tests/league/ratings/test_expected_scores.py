"""What is expected of a match before it is played, what it changed, and the page that explains a pool."""

import itertools

import pytest
from django.test import Client
from hypothesis import given, strategies as st

from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.elo import Rule
from league.ratings.models import Rating, RatingPool
from league.ratings.queries.expected_scores import find_expected_result, to_percentages
from league.ratings.queries.history import list_match_changes
from tests.factories import GAME, NOON, PlayerFactory, end, match, started_event


@given(st.lists(st.floats(100, 3500), min_size=2, max_size=4), st.booleans())
def test_whole_percents_make_a_hundred_and_the_stronger_is_expected_to_make_no_less(ratings: list[float], cap: bool) -> None:
    made = to_percentages(Rule(cap_400=cap), ratings)
    assert sum(made) == 100
    assert all(0 <= one <= 100 for one in made)
    ordered = [share for _, share in sorted(zip(ratings, made, strict=True))]
    assert all(high - low >= -1 for low, high in itertools.pairwise(ordered))


def test_the_400_point_rule_limits_what_is_expected() -> None:
    assert to_percentages(Rule(), [2500, 1500]) == (100, 0)
    assert to_percentages(Rule(cap_400=True), [2500, 1500]) == (91, 9)


@pytest.mark.django_db
def test_the_match_page_tells_both_players_ratings_margins_and_shares(client: Client) -> None:
    ada, bob = PlayerFactory(), PlayerFactory()
    Rating.objects.create(player=ada, pool=GAME, value=1700, deviation=50, games=12, wins=12, changed_at=NOON)
    rated = match(ada, bob, rated=True)
    expected = find_expected_result(rated.pk, NOON)
    assert expected is not None
    assert [(one.rating, one.margin, one.share, one.provisional) for one in expected.seats] == [
        (1700, 100, 76, False), (1500, 700, 24, True),
    ]  # fmt: skip
    assert f"/fragments/matches/{rated.pk}/expected/" in client.get(f"/matches/{rated.pk}/").content.decode()
    shown = client.get(f"/fragments/matches/{rated.pk}/expected/").content.decode()
    assert "1700" in shown
    assert "76%" in shown


@pytest.mark.django_db
def test_both_players_read_how_a_rated_match_changed_their_ratings_and_of_others_there_is_nothing(client: Client) -> None:
    def shown(match_id: int, of: str = "ratings") -> str:
        return client.get(f"/fragments/matches/{match_id}/{of}/").content.decode()

    ada, ben = PlayerFactory.create_batch(2)
    rated, casual = match(ada, ben, rated=True), match(ada, ben)
    assert not {"Expected"} & {word for one in (casual.pk, 987654) for word in shown(one, "expected").split()}
    for one in (rated, casual):
        end(one.pk)
    assert "Calculating" in shown(rated.pk)
    apply_rated_match(match_id=rated.pk, at=NOON)
    changes = list_match_changes(rated.pk)
    assert [(change.player, change.difference) for change in changes] == [(str(ada), 20), (str(ben), -20)]
    text = shown(rated.pk)
    assert ("+20" in text, "hx-get" in text) == (True, False)
    assert [shown(one).strip() for one in (casual.pk, 987654)] == ["", ""]


@pytest.mark.django_db
def test_open_pairings_of_an_event_tell_what_is_expected(client: Client) -> None:
    ada, bob = PlayerFactory(), PlayerFactory()
    Rating.objects.create(player=ada, pool=GAME, value=1700, games=12, wins=12)
    made = started_event(ada, bob)
    client.force_login(bob)
    page = client.get(f"/events/{made.pk}/").content.decode()
    assert "expected 76 – 24%" in page
    assert "Your expected score: 24% of the points." in page


@pytest.mark.django_db
def test_a_pools_page_explains_its_own_settings_and_is_linked(client: Client) -> None:
    pool = f"{GAME}/quick"
    RatingPool.objects.create(key=pool, cap_400=True, floor=250, decay=5)
    page = client.get(f"/ratings/{pool}/").content.decode()
    for text in ("counts as 400", "below 250", "lose 5 points", "K is 40 in your first 30 matches", "±700"):
        assert text in page
    plain = client.get(f"/ratings/{GAME}/").content.decode()
    for text in ("the 400-point rule is off", "below 100", "Your rating doesn't change while you are inactive."):
        assert text in plain
    for wrong in ("chess", f"{GAME}/nobody", f"{GAME}/quick/more"):
        assert client.get(f"/ratings/{wrong}/").status_code == 404
    assert f"/ratings/{GAME}/" in client.get(f"/leaderboard/{GAME}/").content.decode()
    ada = PlayerFactory()
    Rating.objects.create(player=ada, pool=GAME, value=1700, deviation=50, games=12, wins=12)
    assert "±100" in client.get(f"/players/{ada.username}/").content.decode()
