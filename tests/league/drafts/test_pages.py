import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from league.audit.models import AuditEntry
from league.drafts.actions.chat import post_message, remove_message, report_message
from league.drafts.actions.draft_actions import apply_action
from league.drafts.actions.mock_drafts import create_mock_draft
from league.drafts.formats.registry import KINDS
from league.drafts.live_board import build_board_update, render_fragments
from league.drafts.models import Draft, DraftReport
from league.drafts.queries.board import build_board
from league.drafts.queries.cards import find_band, list_bands
from league.drafts.queries.chat import get_chat
from league.drafts.queries.room import find_desk
from league.gamers.models import STATS
from league.leagues.models import Season
from league.people.models import Player
from matches.actions.chat import mute_player
from matches.errors import ActionError
from tests.factories import NOON, PlayerFactory, draft, drafted_season, organiser_of
from tests.league.clients import client_of
from tests.league.drafts.test_acting import cheapest, director, fresh, owner, pick
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db


def signed(player_id: int) -> Client:
    return client_of(Player.objects.get(pk=player_id))


def api(client: Client, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    answer = client.generic(method, f"/api/v1{path}", json.dumps(body), content_type="application/json")
    return answer.status_code, json.loads(answer.content or "null")


@pytest.mark.parametrize("kind", KINDS)
def test_the_room_of_every_kind_opens_for_everybody(season: Season, kind: str) -> None:
    row = draft(season, kind=kind)
    pages = [client.get(f"/drafts/{row.pk}/") for client in (Client(), signed(owner(row, 1)), signed(director(row)))]
    assert [(page.status_code, b"room-status" in page.content) for page in pages] == [(200, True)] * 3
    assert [b'id="direct"' in page.content for page in pages] == [False, False, True]
    assert b"own-desk" not in pages[2].content
    assert b"own-desk" in signed(owner(row, 1)).get(f"/drafts/{row.pk}/desk/").content


def test_a_board_sends_what_has_changed_since_a_mark(row: Draft) -> None:
    render_fragments(row)
    pick(row, 1)
    row.refresh_from_db()
    mark, sent = build_board_update(row, 1)
    found = json.loads(sent)
    assert (mark, found["from"], found["mark"], len(found["taken"])) == (2, 1, 2, 1)
    assert {"room-status", "room-team-1", "room-row-1", "room-pick-1"} <= set(found["pieces"])
    assert "room-row-3" not in found["pieces"]
    whole = json.loads(Client().get(f"/drafts/{row.pk}/board/").content)
    assert (whole["from"], "room-row-3" in whole["pieces"]) == (0, True)


def test_a_season_without_a_draft_says_what_to_do_next_and_one_with_it_leads_there(season: Season) -> None:
    path = f"/leagues/{season.league.slug}/seasons/{season.pk}/draft/"
    organiser = signed(organiser_of(season.league))
    assert b"Set up draft" in organiser.get(path).content
    new = f"{path}new/?kind=auction"
    form = {
        "name": "The auction", "order": "random", "base": "", "opening": "1", "step": "1", "bid_seconds": "20",
        "extend_seconds": "8", "pick_seconds": "30", "reserve_seconds": "60", "hard": "on", "auto_seconds": "2",
        "grace_seconds": "60",
    }  # fmt: skip
    assert organiser.post(new, {**form, "base": "Nobody"}).status_code == 422
    assert organiser.post(new, {**form, "opening": "0"}).status_code == 422
    answer = organiser.post(new, form)
    row = Draft.objects.get(season=season)
    assert answer["Location"] == f"/drafts/{row.pk}/"
    assert Client().get(path)["Location"] == f"/drafts/{row.pk}/"


def test_a_draft_is_set_up_started_and_played_through_the_api(season: Season) -> None:
    by = signed(organiser_of(season.league))
    path = f"/leagues/{season.league.slug}/seasons/{season.pk}/draft/"
    status, shown = api(by, "POST", path, {"kind": "linear", "order": "hand", "name": "First"})
    assert (status, shown["status"], shown["view"], shown["seed"]) == (201, "setup", None, "")
    row = Draft.objects.get(season=season)
    assert api(by, "POST", f"/drafts/{row.pk}/start/")[0] == 200
    mine = signed(owner(row, 1))
    card = cheapest(row)
    body = {"act": {"is": "pick", "card": card}, "key": "k1"}
    assert api(mine, "POST", f"/drafts/{row.pk}/acts/", body) == (201, {"n": 1})
    assert api(mine, "POST", f"/drafts/{row.pk}/acts/", body) == (201, {"n": 1})
    status, told = api(mine, "POST", f"/drafts/{row.pk}/acts/", {"act": {"is": "pick", "card": card}})
    assert (status, told["code"]) == (409, "not-your-turn")
    other = {"act": {"is": "pick", "card": cheapest(row)}, "key": "k1"}
    assert api(mine, "POST", f"/drafts/{row.pk}/acts/", other)[1]["code"] == "key-used"
    assert api(mine, "GET", f"/drafts/{row.pk}/acts/")[1]["acts"][0]["act"] == {"is": "pick", "team": 1, "card": card}
    assert api(mine, "PUT", f"/drafts/{row.pk}/queue/", {"cards": [cheapest(row)]})[0] == 200
    assert api(mine, "POST", f"/drafts/{row.pk}/here/") == (200, {"credited_ms": 0})
    assert api(Client(), "GET", f"/drafts/{row.pk}/result/")[1]["picks"][0]["price"] == 1
    assert Client().get(f"/drafts/{row.pk}/result.csv").content.startswith(b"pick,round,franchise")
    assert api(by, "POST", f"/drafts/{row.pk}/cancel/", {"why": "Again"})[1]["status"] == "cancelled"


def test_bad_input_is_refused_with_a_code(row: Draft, unlimited: None) -> None:
    client = signed(owner(row, 1))
    for method, path, body in (
        ("POST", "acts/", {"act": []}), ("POST", "acts/", {"act": {"is": []}}), ("POST", "acts/", []),
        ("POST", "acts/", {"act": {"is": "pick", "card": 2**70}}),
        ("POST", "acts/", {"act": {"is": "pick"}, "key": ""}),
        ("POST", "acts/", {"act": {"is": "pick", "team": [1], "card": 1}}), ("PUT", "queue/", {"cards": [1.5]}),
        ("PUT", "queue/", {"cards": [2**70]}), ("POST", "cancel/", {"why": 1}), ("GET", "acts/?after=-1", None),
        ("POST", "acts/", {"act": {"is": "pick", "card": 1}, "key": "k" * 41}),
    ):  # fmt: skip
        status, told = api(client, method, f"/drafts/{row.pk}/{path}", body)
        assert 400 <= status < 500, (path, body)
        assert told["code"]
    assert (fresh(row).picks, fresh(row).queues) == ((), {})


def test_a_mock_draft_begins_on_its_page_and_its_host_directs_it() -> None:
    by = PlayerFactory().pk
    client = signed(by)
    assert b"Sign in to start" in Client().get("/drafts/").content
    form = {
        "bots": "3", "cap": "40", "places": "4", "pace_ms": "1500", "pick_seconds": "30", "reserve_seconds": "60",
        "auto_seconds": "2", "grace_seconds": "60", "hard": "on",
    }  # fmt: skip
    assert client.post("/drafts/?kind=snake", {**form, "bots": "99"}).status_code == 422
    answer = client.post("/drafts/?kind=snake", form)
    row = Draft.objects.get(season=None)
    assert answer["Location"] == f"/drafts/{row.pk}/"
    assert b'id="direct"' in client.get(answer["Location"]).content
    assert api(client, "POST", f"/drafts/{row.pk}/acts/", {"act": {"is": "pause"}})[0] == 201


def test_the_room_asks_the_database_as_often_for_many_picks_as_for_few(row: Draft, django_assert_max_num_queries: Any) -> None:
    for team in (1, 2, 2, 1):
        pick(row, team)
    with django_assert_max_num_queries(14):
        Client().get(f"/drafts/{row.pk}/")


@pytest.mark.usefixtures("german")
def test_the_board_of_a_draft_is_kept_by_language(row: Draft) -> None:
    for language, word in (("de", "Läuft"), ("en", "Running"), ("de", "Läuft")):
        answer = Client().get(f"/drafts/{row.pk}/board/", headers={"accept-language": language})
        assert word in answer.json()["pieces"]["room-status"]


# What the room shows: the grid in draft order, the next turns, the viewer's wait, the lot and the bands


def board(row: Draft) -> dict[str, Any]:
    return build_board(Draft.objects.get(pk=row.pk))


def desk(row: Draft, team: int) -> dict[str, Any]:
    found = find_desk(Draft.objects.get(pk=row.pk), team)
    assert found is not None
    return found


def act(row: Draft, team: int, **data: Any) -> None:
    apply_action(draft_id=row.pk, by=owner(row, team), data=data, at=NOON)


@pytest.fixture(scope="module")
def three_id(module_rows: None) -> int:
    return drafted_season(teams=3).pk


@pytest.fixture
def three(three_id: int, db: None) -> Season:
    return Season.objects.select_related("league").get(pk=three_id)


def test_the_grid_of_a_snake_runs_forth_and_back_and_everybody_reads_who_picks_next(three: Season) -> None:
    row = draft(three)
    names = {team["number"]: team["name"] for team in board(row)["teams"]}
    assert board(row)["status"]["upcoming"][:4] == [names[number] for number in (2, 3, 3, 2)]
    assert [desk(row, number)["wait"] for number in (1, 2, 3)] == [5, 1, 2]
    page = signed(owner(row, 3)).get(f"/drafts/{row.pk}/").content.decode()
    assert "You pick in 2 turns." in " ".join(page.split())
    pick(row, 1)
    rows = board(row)["rows"]
    assert [line["way"] for line in rows[:3]] == [1, -1, 1]
    assert [[cell["place"] for cell in line["cells"]] for line in rows[:2]] == [[1, 2, 3], [3, 2, 1]]
    assert [cell["running"] for cell in rows[0]["cells"]] == [False, True, False]
    assert [len(cell["picks"]) for cell in rows[0]["cells"]] == [1, 0, 0]


def test_an_auction_tells_who_nominates_next_and_the_raises_that_a_team_can_pay(three: Season) -> None:
    row = draft(three, kind="auction", step=2)
    assert [desk(row, number)["wait"] for number in (2, 3)] == [1, 2]
    assert len(board(row)["rows"]) == three.terms.roster_max
    assert all(cell["picks"] == [] for line in board(row)["rows"] for cell in line["cells"])
    card = cheapest(row)
    act(row, 1, **{"is": "nominate", "card": card, "bid": 5})
    assert [desk(row, number)["wait"] for number in (1, 2, 3)] == [3, 1, 2]
    lot = board(row)["lot"]
    assert (lot["card"], lot["high"]["amount"], [name for name, _ in lot["stats"]]) == (card, 5, list(STATS))
    rivals = desk(row, 2)
    assert rivals["raises"] == [amount for amount in (7, 9, 15) if amount <= rivals["lot_most"]]
    act(row, 2, **{"is": "bid", "lot": 1, "amount": rivals["lot_most"]})
    assert desk(row, 1)["raises"] == []


def test_a_blind_auction_has_no_next_turn(three: Season) -> None:
    row = draft(three, kind="blind")
    assert (board(row)["status"]["upcoming"], desk(row, 1)["wait"]) == ([], None)


@pytest.mark.parametrize(
    ("salaries", "bands"),
    [
        ([], []), ([3], [(3, 3)]), ([5, 5, 5, 5, 5], [(5, 5)]), ([1, 2, 3, 4], [(4, 4), (3, 3), (2, 2), (1, 1)]),
        ([9, 9, 7, 5, 5, 5, 2, 1], [(9, 9), (5, 7), (1, 2)]),
    ],
)  # fmt: skip
def test_bands_keep_equal_salaries_together(salaries: list[int], bands: list[tuple[int, int]]) -> None:
    assert list_bands(salaries) == bands
    for salary in salaries:
        low, high = bands[find_band(bands, salary) - 1]
        assert low <= salary <= high


# The chat of a season's draft: who writes, who reads, and who removes


def say(row: Draft, by: int, text: str = "Hello.") -> int:
    return post_message(draft_id=row.pk, by=by, text=text, at=NOON)


def texts(row: Draft, viewer: int | None) -> list[str]:
    return [message["text"] for message in get_chat(row, viewer, NOON)["messages"]]


def refuse(row: Draft, by: int, text: object = "Hello.", **more: Any) -> str:
    with pytest.raises(ActionError) as caught:
        post_message(draft_id=row.pk, by=by, text=text, **{"at": NOON, **more})  # type: ignore[arg-type]
    return caught.value.code


def test_owners_and_organisers_write_and_everybody_reads_whom_they_have_not_muted(row: Draft) -> None:
    assert [say(row, owner(row, 1), "<b>Who takes Swan?</b>"), say(row, director(row), "Be fair.")] == [1, 2]
    stranger = PlayerFactory().pk
    assert refuse(row, stranger) == "not-allowed"
    assert texts(row, stranger) == texts(row, None) == ["<b>Who takes Swan?</b>", "Be fair."]
    for page in (f"/drafts/{row.pk}/", f"/drafts/{row.pk}/chat/"):
        assert b"&lt;b&gt;Who takes Swan?" in Client().get(page).content
    assert b'id="chat-form"' in signed(owner(row, 2)).get(f"/drafts/{row.pk}/").content
    assert b'id="chat-form"' not in signed(stranger).get(f"/drafts/{row.pk}/").content
    mute_player(player_id=owner(row, 2), username=Player.objects.get(pk=owner(row, 1)).username, muted=True)
    assert texts(row, owner(row, 2)) == ["Be fair."]


def test_the_chat_closes_a_day_after_the_draft(row: Draft) -> None:
    apply_action(draft_id=row.pk, by=director(row), data={"is": "end", "unfinished": True}, at=NOON)
    post_message(draft_id=row.pk, by=owner(row, 1), text="Well drafted.", at=NOON + timedelta(hours=23))
    assert refuse(row, owner(row, 1), at=NOON + timedelta(hours=25)) == "not-allowed"


def test_a_mock_draft_has_no_chat() -> None:
    by = PlayerFactory().pk
    made = Draft.objects.get(pk=create_mock_draft(by=by, data={}, at=NOON))
    assert refuse(made, by) == "no-chat"
    assert b"part-chat" not in signed(by).get(f"/drafts/{made.pk}/").content


def test_bad_messages_are_refused_and_good_ones_come_slowly(row: Draft) -> None:
    path, by = f"/api/v1/drafts/{row.pk}/chat/", owner(row, 1)
    answer = signed(by).post(path, {"text": None}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-text")
    for text in ("", " ", "x" * 301, "\u202e", 5):
        assert refuse(row, by, text) == "bad-text"
    for _ in range(4):
        say(row, by)
    assert refuse(row, by) == "too-many"


def test_everybody_reports_messages_of_others_once_and_an_organiser_removes_them_which_the_audit_log_keeps(row: Draft) -> None:
    stranger = PlayerFactory().pk
    said = say(row, owner(row, 1), "An insult")
    for viewer, offered in ((signed(owner(row, 1)), False), (signed(owner(row, 2)), True), (Client(), False)):
        assert (b"data-report=" in viewer.get(f"/drafts/{row.pk}/chat/").content) == offered

    def report(by: int, n: int = said, why: str = "Rude") -> int:
        return report_message(draft_id=row.pk, n=n, by=by, why=why, at=NOON)

    assert report(stranger) == report(stranger) != report(owner(row, 2))
    for by, more, expected in (
        (owner(row, 1), {}, "yourself"), (stranger, {"n": 9}, "not-found"), (owner(row, 2), {"why": " "}, "bad-why"),
    ):  # fmt: skip
        with refused(expected):
            report(by, **more)  # type: ignore[arg-type]
    assert DraftReport.objects.filter(settled_at=None).count() == 2
    with pytest.raises(ActionError, check=lambda refusal: refusal.code in ("not-allowed", "not-found")):
        remove_message(draft_id=row.pk, n=said, by=owner(row, 2), at=NOON)
    for _ in range(2):
        remove_message(draft_id=row.pk, n=said, by=director(row), at=NOON)
    assert texts(row, owner(row, 1)) == [""]
    assert not DraftReport.objects.filter(settled_at=None).exists()
    [entry] = AuditEntry.objects.filter(act="draft.message-removed")
    assert (entry.before or {})["text"] == "An insult"
