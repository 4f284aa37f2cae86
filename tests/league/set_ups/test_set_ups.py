"""Saved set-ups: each player's own, checked by the engine, and limited in number."""

from typing import Any

import pytest
from django.test import Client

from league.set_ups import actions
from league.set_ups.models import SavedSetUp
from tests.factories import GuestFactory, PlayerFactory
from tests.league.clients import client_of

pytestmark = pytest.mark.django_db
PATH = "/api/v1/set-ups/"
TEAM = "team DE PU TO TW FR SW"
ARMY = "C1 EN MN C1 SP / C2 F1 FL G2 MN C2 / PL G3 F2 EN G1 PL / C3 TK C3 CV TK F3"
SQUAD = "squad Medic Scout Heavy Assault"


def signed_in() -> Client:
    return client_of(PlayerFactory())


def save(client: Client, **changed: Any) -> Any:
    body = {"game": "zero-order", "name": "Basics", "text": TEAM, **changed}
    return client.put(PATH, body, content_type="application/json")


def names(client: Client, query: str = "") -> list[str]:
    return [row["name"] for row in client.get(PATH + query).json()["set_ups"]]


def test_a_set_up_is_saved_listed_by_game_and_deleted() -> None:
    client = signed_in()
    saved = save(client).json()
    assert (saved["game"], saved["name"], saved["text"]) == ("zero-order", "Basics", TEAM)
    assert save(client, game="field-tactics", name="Army", text=ARMY).status_code == 200
    assert save(client, game="incursion-point-zero", name="Squad", text=SQUAD).status_code == 200
    assert names(client) == ["Army", "Squad", "Basics"]
    assert names(client, "?game=zero-order") == ["Basics"]
    assert client.delete(f"{PATH}{saved['set_up_id']}/").status_code == 204
    assert names(client) == ["Army", "Squad"]


def test_saving_under_a_name_again_replaces_the_set_up_of_this_game() -> None:
    client, other = signed_in(), "team DE PU TO SP CO MI"
    first = save(client).json()
    again = save(client, name="  Basics ", text=other).json()
    assert (again["set_up_id"], again["text"]) == (first["set_up_id"], other)
    save(client, game="field-tactics", text=ARMY)
    assert SavedSetUp.objects.count() == 2


def test_what_is_wrong_is_refused_by_its_field_and_nothing_is_saved() -> None:
    client, guest = signed_in(), Client()
    wrong = [("text", "malformed", value) for value in ("team DE PU", ARMY)]
    wrong += [("name", "bad-name", value) for value in ("x" * 41, "a\u202eb", " ")]
    wrong += [("text", "bad-text", "x" * 2001), ("game", "unknown-game", "chess"), ("by", "unknown-field", "1")]
    for field, code, value in wrong:
        answer = save(client, **{field: value})
        error = answer.json()
        assert (answer.status_code // 100, error["code"], error["field"], bool(error["text"])) == (4, code, field, True)
    guest.force_login(GuestFactory())
    for other, code in ((Client(), "sign-in-needed"), (guest, "account-needed")):
        assert [other.get(PATH).json()["code"], save(other).json()["code"]] == [code, code]
    assert not SavedSetUp.objects.exists()


def test_only_its_owner_reads_and_deletes_it() -> None:
    owner, other = signed_in(), signed_in()
    saved = save(owner).json()
    assert names(other) == []
    assert other.delete(f"{PATH}{saved['set_up_id']}/").status_code == 404
    save(other, text="team DE PU TO SP CO MI")
    assert [row["text"] for row in owner.get(PATH).json()["set_ups"]] == [TEAM]


def test_the_number_is_limited_by_game_and_the_last_can_still_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MAX_SET_UPS", 1)
    client = signed_in()
    save(client)
    assert save(client, name="Another").json()["code"] == "limit-reached"
    assert (save(client).status_code, save(client, game="field-tactics", text=ARMY).status_code) == (200, 200)
