"""A number that names somebody else's object is answered as one that names nothing; nothing is changed by it."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4
from zlib import crc32

import pytest

from tests.permissions.asking import NOT_THERE, SIGN_IN, YES, Listener, ask
from tests.permissions.sending import request
from tests.permissions.table import endpoints
from tests.permissions.world import World
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db
NOBODY_HAS = 10**15


def test_an_address_below_ones_own_object_does_not_lead_to_anothers(world: World, listener: Listener) -> None:
    """/leagues/mine/seasons/THEIRS/, /events/mine/.../THEIRS/: as whoever may do it to their own."""
    clients = {role: world.client(role) for role in ("organiser", "owner", "player")}
    wrong, asked = list[str](), 0
    for name, address, cells in endpoints():
        role = next((one for one in clients if cells[one] == YES), None)
        for parameter in address.parameters[1:]:
            if parameter not in world.foreign or role is None or not (WHOLE or crc32(name.encode()) % 2):
                continue
            unknown = uuid4() if parameter == "delivery" else NOBODY_HAS
            told = [
                ask(clients[role], listener, *request(name, address, world, {parameter: number}))
                for number in (world.foreign[parameter], unknown)
            ]
            asked += 1
            if told[0] != told[1] or told[0].wrote or not (told[0].word == NOT_THERE or told[0].code):
                wrong.append(f"{name}, {parameter}: theirs {told[0]}, nobody's {told[1]}")
    assert not wrong, "\n".join(wrong)
    assert asked > (50 if WHOLE else 25)


def test_an_event_that_is_a_draft_is_nowhere(world: World, listener: Listener) -> None:
    clients = {role: world.client(role) for role in ("nobody", "member", "player", "referee", "elsewhere")}
    wrong = []
    for name, address, _ in endpoints():
        if "event_id" not in address.parameters or address.parameters[0] == "slug":
            continue
        for role in clients if WHOLE else [list(clients)[crc32(name.encode()) % len(clients)]]:
            told = [
                ask(clients[role], listener, *request(name, address, world, {"event_id": number}))
                for number in (world.hidden.pk, NOBODY_HAS)
            ]
            if told[0] != told[1] or told[0].word not in (NOT_THERE, SIGN_IN):
                wrong.append(f"{name} as {role}: {told[0]}, nobody's {told[1]}")
    assert not wrong, "\n".join(wrong)


def test_somebody_elses_things_are_as_if_they_were_not_there(world: World, listener: Listener) -> None:
    """Webhooks, tokens, browsers, notifications, offers of trades, sealed bids."""
    numbers = dict.fromkeys(("token_id", "trade_id", "claim_id", "set_up_id", "own_title_id"), NOBODY_HAS)
    own = {**dict.fromkeys(("uid", "id", "delivery"), uuid4()), **numbers}
    wrong, asked = list[str](), 0
    client = world.client("member")
    for name, address, cells in endpoints():
        parameter = next((one for one in address.parameters if one in own), None)
        if parameter is None or cells["member"] != NOT_THERE:
            continue
        theirs = ask(client, listener, *request(name, address, world))
        nobodys = ask(client, listener, *request(name, address, world, {parameter: own[parameter]}))
        asked += 1
        if theirs != nobodys or theirs.wrote:
            wrong.append(f"{name}: theirs {theirs}, nobody's {nobodys}")
    assert not wrong, "\n".join(wrong)
    assert asked > 25


def bodies(world: World) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """(role, method, path, body) of requests that name another league's object in what they send."""
    their, season, event = world.foreign, f"/api/v1/leagues/{world.league.slug}/seasons", "/api/v1/events"
    rounds, sealed, planned = (f"{season}/{one.pk}" for one in (world.season, world.sealed, world.planned))
    mine, contract, entrant = world.contract.pk, their["contract_id"], their["entrant_id"]
    yield "owner", "POST", f"{rounds}/trades/", {"partner_id": their["franchise_id"], "give": [mine]}
    partner = world.other_team.pk
    yield "owner", "POST", f"{rounds}/trades/", {"partner_id": partner, "give": [mine], "take": [contract]}
    yield "owner", "POST", f"{rounds}/trades/", {"partner_id": partner, "give": [contract], "give_money": 0}
    yield "owner", "POST", f"{rounds}/franchises/{world.team.pk}/sign/", {"gamer_id": their["gamer_id"]}
    yield "owner", "POST", f"{sealed}/bids/", {"gamer_id": their["gamer_id"], "bid": 1}
    yield "owner", "POST", f"{sealed}/bids/", {"gamer_id": world.wanted_too.pk, "bid": 1, "drop_id": contract}
    yield "owner", "PUT", f"{rounds}/events/{world.played.pk}/line-up/", {"contract_ids": [contract, *world.squad[:3]]}
    yield "organiser", "POST", f"{planned}/carry/", {"source_id": their["season_id"]}
    yield "organiser", "POST", f"{rounds}/awards/", {"amounts": {"champion": 1}}
    draft = {"order": "hand", "base": [their["franchise_id"]]}
    yield "organiser", "POST", f"{season}/{world.without_draft.pk}/draft/", draft
    acts = f"/api/v1/drafts/{world.draft.pk}/acts/"
    force = {"is": "force", "team": world.draft_team, "card": their["gamer_id"]}
    yield "organiser", "POST", acts, {"act": force, "why": "It was asked for."}
    yield "owner", "PUT", f"/api/v1/drafts/{world.draft.pk}/queue/", {"cards": [their["gamer_id"]]}
    plan = {"name": "Autumn Cup", "game": "incursion-point-zero"}
    yield "organiser", "POST", f"{event}/", {**plan, "league": world.elsewhere.slug}
    yield "organiser", "POST", f"{event}/", {**plan, "league": world.league.slug, "season_id": their["season_id"]}
    yield "player", "POST", f"{event}/{world.ladder.pk}/challenges/", {"entrant_id": entrant}
    why = {"why": "It was asked for."}
    for action, body in {
        "admit": {"entrant_id": entrant}, "put-out": {"entrant_id": entrant, **why},
        "withdraw": {"entrant_id": entrant, **why}, "club": {"entrant_id": entrant, "club": "North"},
        "bye": {"entrant_id": entrant, "number": 1, "halves": 1},
        "seed-order": {"entrant_ids": [entrant]}, "exchange": {"number": 1, "one_id": entrant, "other_id": entrant + 1},
        "claim-link": {"entrant_id": entrant}, "claim-link-revoke": {"entrant_id": entrant},
        "keep-apart": {"one_id": entrant, "other_id": entrant + 1},
        "let-meet": {"one_id": entrant, "other_id": entrant + 1},
        "overturn": {"pairing_id": their["pairing_id"], "halves": [2, 0], **why},
        "enter-results": {"number": 1, "results": [{"pairing_id": their["pairing_id"], "result": "1-0"}]},
        "remove-result": {"pairing_id": their["pairing_id"]},
        "next-season": {"winners": [entrant]}, "lift": {"no_show_id": 1, **why}, "take-back": {"overturn_id": 1},
    }.items():  # fmt: skip
        for number in (world.event.pk, world.open.pk):
            yield "organiser", "POST", f"{event}/{number}/manage/do/{action}/", body
    yield "member", "POST", "/api/v1/notifications/read/", {"ids": [str(world.notice)]}
    yield ("organiser", "POST", f"/leagues/{world.league.slug}/gamers/remove/", {"own_gamer_id": str(their["own_gamer_id"])})
    report = f"/leagues/{world.league.slug}/reports/{their['message_id']}/"
    yield "referee", "POST", report, {"do": "remove", **why}
    yield "referee", "POST", f"/api/v1/desk/calls/{their['call_id']}/answer/", {"text": "Play on."}


def test_another_leagues_object_is_not_taken_from_a_body_either(world: World, listener: Listener) -> None:
    wrong = []
    for role, method, path, body in bodies(world):
        told = ask(world.client(role), listener, method, path, body)
        if told.wrote or told.status >= 500 or (told.word == YES and not told.code and not path.endswith("/read/")):
            wrong.append(f"{method} {path} {body}: {told}")
    assert not wrong, "\n".join(wrong)


def test_numbers_that_no_database_holds_are_nobodys(world: World, listener: Listener) -> None:
    """Larger than a row's number may be, in every place of every address, as an administrator."""
    wrong, seen, client = list[str](), set[tuple[str, str]](), world.client("operator")
    for name, address, _ in endpoints():
        for parameter in address.parameters:
            if f"<int:{parameter}>" not in address.path or ((address.path, parameter) in seen and not WHOLE):
                continue
            seen.add((address.path, parameter))
            path = request(name, address, world, {parameter: "9" * 25})[1]
            told = ask(client, listener, address.method, path, {})
            if told.word != NOT_THERE or told.wrote:
                wrong.append(f"{address.method} {path}: {told}")
    assert not wrong, "\n".join(wrong)
    assert len(seen) > 150
