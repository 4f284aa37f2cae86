"""Scopes of tokens, admin pages and the buttons of the console; that a wrong answer or a wrong schema would be found."""

import json
from typing import Any
from zlib import crc32

import pytest
from django.db import connection
from django.http import JsonResponse
from django.test import Client

from league.api_tokens.rules import ORGANISE, PLAY, READ, SCOPES, WEBHOOKS
from league.api_tokens.scopes import EITHER, LEAGUE_WEBHOOKS, ONE_WEBHOOK, READ_SCOPES, WRITE_SCOPES
from league.event_console.organiser_actions import ACTIONS as EVENT_DEEDS
from league.leagues.models import League
from matches.errors import ActionError
from tests.permissions import schema
from tests.permissions.addresses import Address, admin_paths
from tests.permissions.asking import NO, NOT_THERE, SIGN_IN, YES, Listener, Told, ask, taken_back
from tests.permissions.sending import request
from tests.permissions.table import endpoints
from tests.permissions.world import World
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db


def test_a_refusal_that_wrote_would_be_found(world: World, listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is taken back is no change, what stays is one."""
    client, path = world.client("member"), f"/leagues/{world.league.slug}/edit/"

    def written(*_: object) -> object:
        League.objects.filter(pk=world.league.pk).update(about="mine now")
        raise PermissionError

    with connection.execute_wrapper(listener):
        with pytest.raises(PermissionError), taken_back():
            written()
        assert listener.wrote == []
    assert ask(client, listener, "POST", path, {"name": "Mine"}) == Told(NO, 403, "", ())

    def first(slug: str, reader: object) -> object:
        League.objects.filter(slug=slug).update(about="mine now")
        raise ActionError("not-found", "League not found.")

    monkeypatch.setattr("league.leagues.views.get_league_page", first)
    told = ask(client, listener, "POST", path, {"name": "Mine"})
    assert told.word == NOT_THERE
    assert len(told.wrote) == 1


def test_a_token_opens_an_endpoint_of_the_api_with_its_scopes_and_not_without(world: World, listener: Listener) -> None:
    """Whoever may use the endpoint bears it: with all scopes but one of those that it needs, then with just those."""
    made, wrong, asked = dict[tuple[str, tuple[str, ...]], str](), list[str](), 0

    def bearing(role: str, scopes: tuple[str, ...]) -> dict[str, str]:
        if (role, scopes) not in made:
            made[role, scopes] = world.token_of(world.people[role], scopes)
        return {"Authorization": f"Bearer {made[role, scopes]}"}

    for endpoint, address, cells in endpoints():
        role = next((one for one in ("player", "owner", "organiser") if cells[one] == YES), "operator")
        if not address.name.startswith("api-") or address.path.startswith("api/schema"):
            continue
        sent = request(endpoint, address, world)
        needed = scopes_of(address, world, role, sent[1])
        for lacking in [one for one in needed if one != READ and (WHOLE or crc32(endpoint.encode()) % 2)]:
            others = tuple(one for one in SCOPES if one not in (READ, lacking))
            told = ask(Client(), listener, *sent, bearing(role, others))
            if (told.status, told.code, told.wrote) != (403, "scope-missing", ()):
                wrong.append(f"{endpoint} as {role} without {lacking}: {told}")
        if not WHOLE and (needed == (READ,) or crc32(endpoint.encode()) % 4):
            continue  # the rest is left to `make prove`
        told = ask(Client(), listener, *sent, bearing(role, needed))
        asked += 1
        if told.word != cells[role]:
            wrong.append(f"{endpoint} as {role} with {needed}: {told}")
    assert not wrong, "\n".join(wrong)
    assert asked > (150 if WHOLE else 20)


def scopes_of(address: Address, world: World, role: str, path: str) -> tuple[str, ...]:
    """What the table of scopes asks of this person at this endpoint."""
    scope = READ_SCOPES.get(address.name, READ) if address.method == "GET" else WRITE_SCOPES[address.name]
    if scope == ONE_WEBHOOK:
        return (WEBHOOKS, ORGANISE) if str(world.league_hook) in path else (WEBHOOKS,)
    if scope == LEAGUE_WEBHOOKS:
        return (WEBHOOKS, ORGANISE)
    if scope == EITHER:
        of_staff = role in ("referee", "organiser", "operator")
        return (PLAY, ORGANISE) if of_staff and str(world.mock) != path.split("/")[4] else (PLAY,)
    return (scope,)


def test_admin_pages_are_for_administrators_alone(world: World, listener: Listener) -> None:
    paths = [path for path in admin_paths() if not path.endswith(("/login/", "/logout/"))]
    assert len(paths) > 10
    for role in ("nobody", "member", "organiser"):
        client = world.client(role)
        for path in paths:
            told = ask(client, listener, "GET", path, None)
            assert (told.word, told.wrote) == (SIGN_IN, ()), (role, path, told)
    assert ask(world.client("operator"), listener, "GET", "/admin/", None).word == YES
    assert ask(world.client("staff"), listener, "GET", "/admin/auth/group/", None).word == NO


SCORING = {"enter-results", "list-results", "remove-result"}
MAY_DO = {"member": set(), "scorer": SCORING, "referee": {*SCORING, "overturn", "take-back"}, "elsewhere": set()}


@pytest.mark.parametrize("role", MAY_DO)
def test_each_button_of_the_console_lets_in_who_may_press_it(world: World, listener: Listener, role: str) -> None:
    client = world.client(role)
    for key in EVENT_DEEDS if WHOLE or role == "member" else {*MAY_DO["referee"], "start", "import"}:
        page = ask(client, listener, "POST", f"/events/{world.event.pk}/manage/do/{key}/", {})
        endpoint = ask(client, listener, "POST", f"/api/v1/events/{world.event.pk}/manage/do/{key}/", {})
        word = YES if key in MAY_DO[role] else NO
        assert (page.word, endpoint.word, page.wrote, endpoint.wrote) == (word, word, (), ()), key


def test_a_part_that_is_missing_or_untold_would_be_found() -> None:
    operation = schema.OPERATIONS["get_drafts"]
    line = {"draft_id": 1, "name": "Mock draft", "kind": "snake", "kind_name": "", "status": "over", "status_name": ""}

    def told(**parts: Any) -> list[str]:
        answer = JsonResponse({"drafts": [{name: part for name, part in (line | parts).items() if part is not None}]})
        answer.json = lambda: json.loads(answer.content)  # type: ignore[attr-defined]
        return list(schema.faults(operation, answer))

    kinds = schema.SCHEMA["components"]["schemas"]
    line["kind"], line["status"] = kinds["DraftKind"]["enum"][0], kinds["DraftStatus"]["enum"][0]
    assert told() == []
    assert ["'kind' is a required property" in one for one in told(kind=None)] == [True]
    assert ["'more' was unexpected" in one for one in told(more=1)] == [True]
    assert len(told(draft_id="1")) == 1
