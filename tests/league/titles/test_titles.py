"""Games without an engine: who may define them, what they are to matches and events, their form and their API."""

import pytest
from django.test import Client

from engines import registry
from engines.contract import BadOption, IllegalAction
from engines.registry import UnknownGame
from engines.reported import ReportedGame
from league.audit.models import AuditEntry
from league.events.models import Event
from league.titles.actions import archive_title, change_title, create_title, delete_title, find_or_create_own_title
from league.titles.models import Title
from matches.actions.creation import SeatPlan, create_match, set_ready
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Match, Status
from tests.factories import NOON, PlayerFactory, TitleFactory, event, league, organiser_of
from tests.league.clients import client_of
from tests.league.events.playing import refused
from tests.league.events.test_default_forms import as_it_comes

pytestmark = pytest.mark.django_db


def new(made=None, by=None, **data):
    made = made or league()
    return create_title(league_id=made.pk, by=by or organiser_of(made), data={"name": "Chess", **data}, at=NOON)


def test_a_title_is_a_game_by_its_key_whose_matches_never_start() -> None:
    key = new().key
    engine = registry.get(key)
    assert (engine.name, tuple(engine.seat_counts), engine.reported) == ("Chess", (2,), True)
    with pytest.raises(UnknownGame):
        registry.get("title-999999")
    seats = [SeatPlan(player.pk) for player in PlayerFactory.create_batch(2)]
    match_id = create_match(game=key, options={}, seats=seats, control=TimeControl(), at=NOON)
    with pytest.raises(ActionError, match="elsewhere"):
        set_ready(match_id=match_id, player_id=seats[0].player_id, at=NOON)
    assert Match.objects.get(pk=match_id).status == Status.OPEN


def test_nothing_is_played_in_a_game_without_an_engine() -> None:
    engine = ReportedGame("title-1")
    state = engine.start({}, 3)
    assert not engine.to_act(state)
    assert engine.load(engine.dump(state)) == state
    assert engine.forfeit(state, frozenset({1}), "no-show").ranks == (1, 3, 1)
    with pytest.raises(IllegalAction):
        engine.decode("e4")
    with pytest.raises(BadOption):
        engine.options({"size": 8})


def test_a_title_that_cannot_be_is_refused() -> None:
    made = league()
    for data, field in (
        ({"name": " "}, "name"), ({"name": "x" * 41}, "name"), ({"least_sides": 0}, "least_sides"),
        ({"outcome": "placement", "most_sides": 65}, "most_sides"),
        ({"outcome": "placement", "least_sides": 4, "most_sides": 3}, "most_sides"), ({"most_sides": 4}, "outcome"),
        ({"outcome": "mystery"}, "outcome"), ({"outcome": "best-of", "best_of": 4}, "best_of"), ({"best_of": 3}, "best_of"),
        ({"colour": "red"}, "colour"), ({"icon": "rook.png"}, "icon"),
    ):  # fmt: skip
        with pytest.raises(ActionError) as error:
            new(made, **data)
        assert error.value.field == field, data
    assert not Title.objects.exists()


def test_a_name_is_taken_once_in_a_league() -> None:
    made = league()
    new(made)
    with refused("name-taken"):
        new(made, name="CHESS")
    assert new(league()).pk


def test_outside_leagues_an_organiser_has_titles_of_their_own() -> None:
    player = PlayerFactory()
    title = find_or_create_own_title(by=player.pk, name="Chess", at=NOON)
    assert find_or_create_own_title(by=player.pk, name=" chess ", at=NOON) == title
    assert title.sides == ("White", "Black")
    assert find_or_create_own_title(by=player.pk, name="Darts", at=NOON).sides == ()
    made = event(organiser=player, game=title.key)
    assert made.is_reported
    assert made.rating_pool == title.key
    with refused("unknown-game"):
        event(game=title.key)


def test_an_organiser_edits_a_title_of_their_own_from_the_event(client: Client) -> None:
    player = PlayerFactory()
    title = find_or_create_own_title(by=player.pk, name="Darts", at=NOON)
    made = event(organiser=player, game=title.key)
    address, data = f"/titles/{title.pk}/edit/", {"name": "Club chess", "colour": "#112233", "icon": "chess"}
    client.force_login(player)
    assert address in client.get(f"/events/{made.pk}/").content.decode()
    assert client.post(address, {**data, "outcome": "score"}).status_code == 302
    title.refresh_from_db()
    assert (title.name, title.icon, title.rated, title.outcome) == ("Club chess", "chess", False, "win")
    find_or_create_own_title(by=player.pk, name="Go", at=NOON)
    assert "Another title has this name" in client.post(address, {**data, "name": "go"}).content.decode()
    client.force_login(PlayerFactory())
    assert address not in client.get(f"/events/{made.pk}/").content.decode()


def test_a_league_holds_events_of_its_own_titles() -> None:
    made = league()
    title = new(made)
    by = made.staff.get().player
    assert event(organiser=by, league=made.pk, game=title.key).title == title
    for game in (TitleFactory().key, "title-0", "title-x"):
        with refused("unknown-game"):
            event(organiser=by, league=made.pk, game=game)


def act(action, title, **more):
    return action(league_id=title.league_id, title_id=title.pk, by=organiser_of(title.league), at=NOON, **more)


def test_a_changed_title_shows_its_new_name_everywhere_and_in_the_log() -> None:
    title = new()
    assert registry.get(title.key).name == "Chess"
    act(change_title, title, data={"name": "Fast chess", "colour": "#102030"})
    assert registry.get(title.key).name == "Fast chess"
    entry = AuditEntry.objects.get(act="title.changed")
    assert (entry.before["name"], entry.after) == ("Chess", {"name": "Fast chess", "colour": "#102030"})


def test_a_title_in_use_keeps_its_outcome_and_cannot_be_deleted() -> None:
    title = new()
    made = event(organiser=title.league.staff.get().player, league=title.league_id, game=title.key)
    for action, data in ((delete_title, {}), (change_title, {"data": {"outcome": "score"}})):
        with refused("title-in-use"):
            act(action, title, **data)
    title.refresh_from_db()
    assert (title.outcome, made.title) == ("win", title)


def test_a_title_of_this_league_without_events_can_be_deleted() -> None:
    title, other = new(), league()
    with refused("not-found"):
        delete_title(league_id=other.pk, title_id=title.pk, by=organiser_of(other), at=NOON)
    assert registry.get(title.key)
    act(delete_title, title)
    with pytest.raises(UnknownGame):
        registry.get(title.key)
    assert AuditEntry.objects.filter(act="title.deleted", before__name="Chess").exists()


def test_no_event_begins_in_an_archived_title() -> None:
    title = new()
    by = title.league.staff.get().player
    act(archive_title, title)
    with refused("title-archived"):
        event(organiser=by, league=title.league_id, game=title.key)
    act(archive_title, title, archived=False)
    assert event(organiser=by, league=title.league_id, game=title.key).is_reported


FORM = {"name": "Go", "outcome": "best-of", "best_of": "3", "least_sides": "2", "most_sides": "2", "rated": "on",
        "colour": "#5b6ee1", "icon": "star"}  # fmt: skip


@pytest.fixture
def made():
    return league(slug="northern")


@pytest.fixture
def client(made) -> Client:
    return client_of(made.staff.get().player)


def test_an_organiser_defines_a_title_in_one_form_which_says_what_is_wrong(client: Client, made) -> None:
    answer = client.post("/leagues/northern/titles/new/", {**FORM, "best_of": "4"})
    assert (answer.status_code, "odd number of games" in answer.content.decode()) == (422, True)
    assert not Title.objects.exists()
    assert client.post("/leagues/northern/titles/new/", FORM).status_code == 302
    title = made.titles.get()
    assert (title.name, title.best_of, title.rated) == ("Go", 3, True)
    assert "Best of 3" in client.get("/leagues/northern/").content.decode()


def test_programs_create_change_and_delete_titles(client: Client) -> None:
    door = "/api/v1/leagues/northern/titles/"
    title = client.post(door, {"name": "Go", "outcome": "score"}, content_type="application/json").json()
    assert (title["key"], title["events"]) == (f"title-{title['title_id']}", 0)
    one = f"{door}{title['title_id']}/"
    assert client.patch(one, {"icon": "dice"}, content_type="application/json").json()["icon"] == "dice"
    assert client.patch(one, {"archived": True}, content_type="application/json").json()["archived"]
    refused = client.patch(one, {"archived": False, "name": "X"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    assert [row["name"] for row in Client().get(door).json()["titles"]] == ["Go"]
    assert client.delete(one).status_code == 204
    assert client.get(one).status_code == 404


def test_the_form_of_an_event_offers_titles(client: Client, made) -> None:
    title = TitleFactory(league=made, name="Go")
    other = TitleFactory(name="Draughts")
    page = client.get("/events/new/").content.decode()
    assert f"{title.name} (" in page
    assert other.name not in page
    data = as_it_comes(client.get("/events/new/").context["form"])
    answer = client.post("/events/new/", {**data, "name": "Go cup", "game": title.key, "league": made.pk})
    assert answer.status_code == 302, answer.context["form"].errors
    event = Event.objects.get()
    assert (event.title, event.rate_entered) == (title, True)
    assert client.get(f"/events/{event.pk}/manage/settings/").status_code == 200
