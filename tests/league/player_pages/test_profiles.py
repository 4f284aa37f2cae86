from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from league.people.actions.profile import update_profile
from league.people.models import Player
from league.player_pages.queries import get_head_to_head, get_player_page
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.queries.graphs import build_graph
from league.ratings.queries.players import Line
from matches.actions.creation import SeatPlan, create_match
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Match
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory, end, ended_match, match

pytestmark = pytest.mark.django_db


def ada(**more: Any) -> Player:
    return PlayerFactory(username="ada", **more)


def table(*players: Player, ranks: tuple[int, ...]) -> Match:
    seats = [SeatPlan(player.pk, ready=True) for player in players]
    match_id = create_match(game="zero-day", options={}, seats=seats, control=TimeControl(), at=NOON)
    end(match_id, ranks=ranks, reason="resignation")
    return Match.objects.get(pk=match_id)


def found(username: str, **wanted: Any) -> list[int]:
    page = get_player_page(username, **wanted)
    return [one.match.match_id for one in page.recent]


def test_the_history_is_told_by_game_and_by_result_and_a_filter_finds_what_the_page_calls_so() -> None:
    one, ben, cyd, dan = ada(), PlayerFactory(), PlayerFactory(), PlayerFactory()
    duels = {
        ended_match(*players, ranks=ranks).pk: result
        for players, ranks, result in (
            ((one, ben), (1, 2), "won"), ((ben, one), (2, 1), "won"), ((one, ben), (1, 1), "drawn"),
            ((one, ben), (2, 1), "lost"), ((one, ben), (2, 2), "lost"),
        )
    }  # fmt: skip
    tables = {
        table(*players, ranks=ranks).pk: result
        for players, ranks, result in (
            ((one, ben, cyd), (1, 2, 2), "won"), ((ben, cyd, one), (3, 1, 1), "drawn"), ((one, ben, cyd), (1, 1, 1), "drawn"),
            ((one, ben, cyd), (3, 2, 1), "lost"), ((one, ben, cyd), (2, 1, 3), "lost"),
            ((ben, one, cyd, dan), (1, 2, 3, 1), "lost"), ((ben, one, cyd, dan), (2, 1, 1, 1), "drawn"),
        )
    }  # fmt: skip
    match(one, ben)
    ended_match(ben, cyd)
    told = dict(reversed((duels | tables).items()))
    page = get_player_page("ADA", limit=50)
    assert {played.match.match_id: played.result for played in page.recent} == told
    assert found("ADA") == list(told)
    for result in ("won", "drawn", "lost"):
        assert found("ada", result=result) == [match_id for match_id, other in told.items() if other == result]
    assert found("ada", game="zero-day") == list(reversed(tables))
    assert found("ada", game="zero-day", result="won") == [min(tables)]
    assert found("ada", before=list(duels)[3]) == list(reversed(duels))[2:]


def test_the_history_goes_on_page_by_page_and_says_what_to_do_where_nothing_fits(client: Client) -> None:
    one, ben = ada(), PlayerFactory()
    made = [ended_match(one, ben, rated=False).pk for _ in range(4)]
    first = get_player_page("ada", limit=3)
    assert ([played.match.match_id for played in first.recent], first.next) == (made[:0:-1], made[1])
    last = get_player_page("ada", before=first.next, limit=3)
    assert ([played.match.match_id for played in last.recent], last.next) == (made[:1], None)
    assert client.get(f"/api/v1/players/ada/matches/?before={made[1]}").json()["matches"][0]["match_id"] == made[0]
    assert "Replay" in client.get("/players/ada/?game=field-tactics&result=won").content.decode()
    page = client.get("/players/ada/?game=zero-day").content.decode()
    assert "Choose another game or result" in page
    assert 'value="zero-day" selected' in page


def test_a_history_that_cannot_be_is_refused(client: Client) -> None:
    ada()
    for query in ("game=chess", "result=maybe", "before=x", "before=0", "before=" + "9" * 30):
        assert client.get(f"/players/ada/?{query}").status_code == 404, query
        answer = client.get(f"/api/v1/players/ada/matches/?{query}")
        assert (answer.status_code, set(answer.json())) == (400, {"code", "text", "field"}), query


def test_two_players_are_counted_by_game_and_side() -> None:
    one, ben, cyd = ada(), PlayerFactory(username="ben"), PlayerFactory()
    for ranks in ((1, 2), (1, 2), (1, 1), (2, 2)):
        ended_match(one, ben, ranks=ranks)
    ended_match(ben, one, ranks=(1, 2))
    table(ben, one, cyd, ranks=(3, 2, 1))
    table(ben, one, cyd, ranks=(2, 2, 1))
    ended_match(one, cyd)
    page = get_head_to_head("ada", "BEN")

    def figures(score: Any) -> tuple[int, int, int]:
        return score.won, score.drawn, score.lost

    assert figures(page.total) == (3, 2, 2)
    assert {score.game: figures(score) for score in page.games} == {"field-tactics": (2, 1, 2), "zero-day": (1, 1, 0)}
    assert {(score.game, score.side): figures(score) for score in page.sides} == {
        ("field-tactics", "Red"): (2, 1, 1), ("field-tactics", "Blue"): (0, 0, 1), ("zero-day", "Hacker 1"): (1, 1, 0),
    }  # fmt: skip
    assert len(page.matches) == 7
    back = get_head_to_head("ben", "ada")
    assert figures(back.total) == (1, 2, 4)  # the duel that both lost is a loss from either side


@pytest.mark.usefixtures("german")
def test_the_page_of_two_shows_score_and_matches_and_stands_them_side_by_side_even_if_they_have_not_met(client: Client) -> None:
    one, ben = ada(), PlayerFactory(username="ben", display_name="Ben the Bold")
    apply_rated_match(match_id=ended_match(one, ben).pk, at=NOON)
    page = client.get("/players/ada/against/ben/").content.decode()
    for text in ("ada vs Ben the Bold", "all sides", "Red", "Replay"):
        assert text in page
    german = client.get("/players/ada/against/ben/", headers={"accept-language": "de"}).content.decode()
    assert ("<td>Rot</td>" in german, "<td>Red</td>" in german) == (True, False)
    shown = client.get("/api/v1/players/ben/against/ada/").json()
    assert (shown["total"], shown["sides"][0]["side"]) == ({"won": 0, "drawn": 0, "lost": 1}, "Blue")
    PlayerFactory(username="cyd")
    answer = client.get("/players/ada/against/cyd/")
    assert "They haven't met yet" in answer.content.decode()
    sides = answer.context["sides"]
    assert [(pool.name, pool.one.wins, pool.other) for pool in sides.pools] == [("Field Tactics (normal)", 1, None)]
    assert [len(sides.one_form), len(sides.other_form)] == [1, 0]
    assert client.get("/players/cyd/against/ada/").context["sides"].pools[0].other.wins == 1


def test_the_form_on_a_players_page_finds_the_other(client: Client) -> None:
    ada()
    PlayerFactory(username="Ben")
    assert client.get("/players/ada/against/?with=ben").headers["Location"] == "/players/ada/against/Ben/"
    for nobody in ("nobody", "ADA", "", "%00", "x" * 500):
        answer = client.get(f"/players/ada/against/?with={nobody}")
        assert "No other player has this name" in " ".join(map(str, get_messages(answer.wsgi_request)))
    for url in ("ada/against/ada/", "ada/against/nobody/", "nobody/against/ada/"):
        assert client.get(f"/players/{url}").status_code == 404
        assert client.get(f"/api/v1/players/{url}").json()["code"] == "not-found"


def test_pages_take_the_same_queries_for_one_match_and_for_three(client: Client, django_assert_num_queries: Any) -> None:
    one, ben = ada(), PlayerFactory(username="ben")
    for count in (1, 3):
        while one.seats.count() < 2 * count:
            ended_match(one, ben)
            table(ben, one, PlayerFactory(), ranks=(1, 2, 3))
        with django_assert_num_queries(11):
            client.get("/players/ada/")
        with django_assert_num_queries(11):
            client.get("/players/ada/against/ben/")


def test_ones_own_name_and_words_are_ones_own_to_change(client: Client) -> None:
    client.force_login(ada())
    client.post("/accounts/profile/", {"display_name": " Ada   L. ", "about": "I <b>play</b>.\r\n\r\n\r\nOften."})
    page = client.get("/players/ada/").content.decode()
    for text in ("Ada L.", "I &lt;b&gt;play&lt;/b&gt;.", "Edit your profile"):
        assert text in page
    answer = client.patch("/api/v1/players/ada/", {"about": ""}, content_type="application/json").json()
    assert (answer["name"], answer["about"]) == ("Ada L.", "")
    assert "Edit your profile" not in Client().get("/players/ada/").content.decode()


def test_a_bad_profile_is_refused_and_changes_nothing(client: Client) -> None:
    PlayerFactory(username="ben")
    client.force_login(ada(display_name="Ada", about="Hi"))
    wrong: list[tuple[Any, str]] = [
        *(({"display_name": name}, "bad-display-name") for name in ("x", "x" * 41, "a\u202eb", "a\x00b", "Guest 12")),
        ({"display_name": "BEN"}, "name-taken"), ({"about": "x" * 501}, "bad-about"), ({"about": "\x1b[31m"}, "bad-about"),
        ({"display_name": None}, "malformed"), ({"email": "x@example.org"}, "unknown-field"),
        ({"username": "king"}, "unknown-field"),
    ]  # fmt: skip
    for given, code in wrong:
        answer = client.patch("/api/v1/players/ada/", given, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (400, code), given
    assert Player.objects.filter(username="ada", display_name="Ada", about="Hi").exists()
    for maker in (GuestFactory, BotFactory):
        with pytest.raises(ActionError, match="Create an account first"):
            update_profile(player_id=maker().pk, display_name="Else", about="")


def test_each_rating_has_a_graph_and_the_form_has_the_last_ten_results(client: Client) -> None:
    one, ben = ada(), PlayerFactory()
    for ranks in [(2, 1)] * 3 + [(1, 2)] * 9:
        rated = match(one, ben, rated=True)
        end(rated.pk, ranks=ranks, reason="resignation")
        apply_rated_match(match_id=rated.pk, at=NOON)
    profile = client.get("/players/ada/").context["profile"]
    [graph] = profile.graphs
    assert (graph.matches, len(graph.points.split())) == (12, 13)
    assert graph.lowest < 1500 < graph.highest == graph.line.rating
    assert [played.result for played in profile.form] == ["won"] * 9 + ["lost"]
    filtered = client.get("/players/ada/?result=lost").context["profile"]
    assert [played.result for played in filtered.form] == ["won"] * 9 + ["lost"]


def test_a_graph_is_level_without_changes_and_never_steeper_than_twenty_points() -> None:
    line = Line(
        0, "ada", "ada", "", False, "zero-day", "Zero Day", "zero-day", 1500, 0, 0, 0, 1, 0, 1, 0, 0, None, True, "normal"
    )
    assert build_graph(line, []).points == "0,36 234,36"
    steps = build_graph(line, [(NOON, 1500), (NOON, 1510)])
    assert (steps.points, steps.lowest, steps.highest) == ("0,51 234,21", 1500, 1510)
