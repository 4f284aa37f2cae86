import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.events.models import Event
from league.gamers.models import Gamer
from league.people.models import Player
from league.rulebook.queries import list_sections
from league.search.help_index import Group
from league.search.queries import KINDS, MAX_LIMIT, search
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory, event, league, season

pytestmark = pytest.mark.django_db


def found(text: str, kind: str, by: Player | None = None) -> list[str]:
    """The names of what is found of this kind, best first."""
    groups = {one.kind: one for one in search(text, viewer_id=by.pk if by else None).groups}
    return [hit.title for hit in groups.get(kind, Group(kind, "", [], False)).hits]


def gamer(handle: str, **more: object) -> Gamer:
    stats = dict.fromkeys(("wisdom", "awareness", "synergy", "dexterity", "xfactor"), 3)
    return Gamer.objects.create(handle=handle, name="Some One", genre="FPS", salary=5, created_at=NOON, **stats, **more)


def test_each_kind_of_thing_is_found_by_a_part_of_its_name() -> None:
    PlayerFactory(username="quokka", display_name="Jay Quill")
    league(name="Quilted League", slug="quilted")
    event(name="The Quill Cup")
    made = season(pool=False)
    made.gamers.create(gamer=gamer("Quillwort"), salary=5)
    assert found("quil", "players") == ["Jay Quill"]
    assert found("quil", "leagues") == ["Quilted League"]
    assert found("quil", "events") == ["The Quill Cup"]
    assert found("quil", "gamers") == ["Quillwort"]
    assert found("zero day", "games") == ["Zero Day"]
    assert "Field Tactics: Pieces" in found("tactics pieces", "help")
    assert "API tokens" in found("script api", "help")
    kinds = [one.kind for one in search("quil", viewer_id=None).groups]
    assert kinds == [one for one in KINDS if one in kinds], "in the order in which they are offered"
    PlayerFactory(username="zz1", display_name="The Heron")
    PlayerFactory(username="zz2", display_name="Heron Blue")
    assert found("heron", "players") == ["Heron Blue", "The Heron"], "names that begin so come first"
    assert found("blue HERON", "players") == ["Heron Blue"], "all words have to be there"
    assert found("100%", "players") == []


def test_a_gamer_is_found_once_where_the_newest_season_has_them() -> None:
    one, other = season(name="Spring", pool=False), season(name="Autumn", pool=False)
    card = gamer("Quillwort")
    seats = [made.gamers.create(gamer=card, salary=5).pk for made in (one, other)]
    (hit,) = search("quillwort", viewer_id=None, kind="gamers").groups[0].hits
    assert hit.url == reverse("gamer", args=[other.league.slug, other.pk, seats[1]])
    assert "Autumn" in hit.about


def test_nobody_finds_what_they_may_not_open(client: Client) -> None:
    organiser = PlayerFactory(username="olivia")
    hidden = event(name="Quill Surprise", organiser=organiser)
    Event.objects.filter(pk=hidden.pk).update(status="draft")
    GuestFactory(username="guest-quill", display_name="Quill Guest")
    PlayerFactory(username="quill-gone", is_active=False)
    PlayerFactory(username="nondescript", email="quill@example.org", pending_email="quill2@example.org", first_name="Quill")
    gamer("Quillwort", league=league(slug="secretive"))
    for by in (None, PlayerFactory()):
        assert search("quill", viewer_id=by.pk if by else None, limit=MAX_LIMIT).groups == []
        if by:
            client.force_login(by)
        for answer in (client.get("/search/?q=quill"), client.get("/api/v1/search/?text=quill")):
            said = answer.content.decode().lower()
            for secret in ("surprise", "guest", "quill-gone", "nondescript", "example.org", "quillwort", "secretive"):
                assert secret not in said
    assert found("quill", "events", organiser) == ["Quill Surprise"]


def test_what_is_left_out_is_said_and_one_kind_alone_shows_more(client: Client) -> None:
    for number in range(7):
        PlayerFactory(username=f"quill{number}")
    BotFactory(username="quill8", display_name="Quill Bot")
    for more, found_, left in (({}, 6, True), ({"kind": "players", "limit": MAX_LIMIT}, 8, False)):
        (group,) = search("quill", viewer_id=None, **more).groups  # type: ignore[arg-type]
        assert (len(group.hits), group.more) == (found_, left)
    answer = client.get("/api/v1/search/", {"text": "quill", "kind": "players", "limit": 1}).json()
    hit = {"title": "Quill Bot", "about": "quill8, a bot", "url": "/players/quill8/"}
    assert answer == {
        "asked": "quill", "groups": [{"kind": "players", "title": "Players", "hits": [hit], "more": True}]
    }  # fmt: skip
    assert client.get("/api/v1/search/", {"text": "quill", "kind": "cats"}).json()["code"] == "bad-filter"
    assert client.get("/api/v1/search/", {"text": "quill", "limit": 51}).json()["field"] == "limit"


def test_what_cannot_be_searched_for_is_refused_with_a_sentence(client: Client) -> None:
    for text in ("", " ", "a", "x" * 61, "a b c d e f g", "a\0b"):
        answer = client.get("/api/v1/search/", {"text": text})
        assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "bad-search", "text")
    assert [client.get("/search/", {"q": text}).status_code for text in (" ", "a\0b")] == [200, 422]


def test_the_page_says_what_to_do_where_nothing_is_asked_or_found(client: Client) -> None:
    assert "What are you looking for?" in client.get("/search/").content.decode()
    nothing = client.get("/search/?q=qqqq").content.decode()
    assert "No results for “qqqq”" in nothing
    assert "fewer or shorter words" in nothing
    assert "Search everything" in client.get("/search/?q=qqqq&kind=events").content.decode()
    shown = client.get("/search/", {"q": "<b>x</b>"}).content.decode()
    assert "<b>x" not in shown
    assert "&lt;b&gt;x" in shown


def test_every_section_that_is_found_is_on_its_page(client: Client) -> None:
    page = client.get("/rules/zero-order/").content.decode()
    sections = list_sections("zero-order")
    assert len(sections) > 5
    assert all(f'id="{one.anchor}"' in page for one in sections if one.anchor)
    assert any(one.text.count(" ") > 20 for one in sections)


def test_the_rules_are_searched_in_the_words_of_their_reader(client: Client) -> None:
    german = {"accept-language": "de"}
    page = client.get("/search/?q=stillstand", headers=german).content.decode()
    assert "/rules/field-tactics/#das-ende" in page
    assert (">Spieler</a>" in page, ">Players</a>" in page) == (True, False)
    assert 'id="das-ende"' in client.get("/rules/field-tactics/", headers=german).content.decode()
    assert "#das-ende" not in client.get("/search/?q=stillstand").content.decode()


def test_who_finds_enough_by_their_beginning_asks_for_no_more(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    Player.objects.bulk_create(Player(username=f"full{n}", display_name=f"Player {n}") for n in range(20))
    Player.objects.bulk_create(Player(username=f"more{n}", display_name=f"Her player {n}") for n in range(3))
    with django_assert_num_queries(1):
        [found] = search("player", viewer_id=None, kind="players", limit=4).groups
    assert [hit.title for hit in found.hits] == ["Player 19", "Player 18", "Player 17", "Player 16"]
    [found] = search("player", viewer_id=None, kind="players", limit=22).groups
    assert [hit.title for hit in found.hits[19:]] == ["Player 0", "Her player 2", "Her player 1"]
    assert found.more
