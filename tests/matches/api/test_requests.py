"""What holds for every request to the API: strict about JSON and parameters, refused in one shape, read by other sites."""

import json
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from rest_framework import serializers

from matches.api.validation import (
    BooleanField,
    CharField,
    ChoiceField,
    DateField,
    DateTimeField,
    InputSerializer,
    IntegerField,
    validate_input,
)
from matches.errors import ActionError
from matches.queries import board_view
from tests import factories
from tests.factories import PlayerFactory
from tests.league.clients import client_of

pytestmark = pytest.mark.django_db


class RowSerializer(InputSerializer):
    n = IntegerField()


class ParcelSerializer(InputSerializer):
    codes = {"colour": "unknown-colour", "seat": "bad-seat", "seat.required": "no-seat"}
    seat = IntegerField(max_value=9)
    name = CharField(default="", max_length=5)
    count = IntegerField(required=False, min_value=1)
    sealed = BooleanField(required=False)
    colour = ChoiceField(["red", "blue"], required=False)
    day = DateField(required=False)
    at = DateTimeField(required=False)
    ids = serializers.ListField(child=IntegerField(), max_length=2, required=False)
    rows = RowSerializer(many=True, required=False)


def refusal(data: Any) -> tuple[str, str | None]:
    with pytest.raises(ActionError) as refused:
        validate_input(ParcelSerializer, data)
    assert refused.value.text.endswith(".")
    return refused.value.code, refused.value.field


REFUSED: tuple[tuple[str, str, tuple[Any, ...]], ...] = (
    ("seat", "bad-seat", ("3", True, 3.0, 10)), ("count", "malformed", (0, 1 << 63, 10**5000, None, float("nan"))),
    ("name", "malformed", (7,)), ("name", "bad-name", ("abcdef", "a\0", "\ud800")), ("sealed", "malformed", ("true", 1)),
    ("colour", "unknown-colour", ("green", ["red"])), ("day", "malformed", ("1.3.2026", "1999-12-31")),
    ("at", "malformed", ("0001-01-01T00:00:00+14:00",)), ("ids", "malformed", ("12", [1, "2"])),
    ("ids", "bad-ids", ([1, 2, 3],)), ("rows", "missing-field", ([{"n": 1}, {}],)),
    ("rows", "unknown-field", ([{"n": 1, "m": 2}],)), ("weight", "unknown-field", (1,)),
)  # fmt: skip


@pytest.mark.parametrize(("field", "code", "values"), REFUSED)
def test_the_first_error_is_told_with_code_sentence_and_field(field: str, code: str, values: tuple[Any, ...]) -> None:
    assert refusal({}) == ("no-seat", "seat")
    for value in values:
        assert refusal({"seat": 1, field: value}) == (code, field)


def test_what_is_no_object_is_malformed_and_the_sentence_names_the_path_of_a_part() -> None:
    for sent in (None, [], "x", 7):
        assert refusal(sent) == ("malformed", None)
    with pytest.raises(ActionError, match=r"^`rows\.1\.n`: "):
        validate_input(ParcelSerializer, {"seat": 1, "rows": [{"n": 1}, {}]})


def test_a_query_string_is_read_as_text_and_may_hold_more() -> None:
    sent = QueryDict("seat=3&sealed=true&count=&ids=1&ids=2&csrf=x")
    assert validate_input(ParcelSerializer, sent) == {"seat": 3, "name": "", "sealed": True, "ids": [1, 2]}
    for query in ("seat=٣", "seat=1e3", "seat=-1", "seat=1&sealed=yes", "seat=1&name=a%00"):
        with pytest.raises(ActionError):
            validate_input(ParcelSerializer, QueryDict(query))


BODIES = (
    '{"name": "\\ud800"}', '{"name": NaN}', '{"name": Infinity}', "[" * 100_000, '{"name": {"a": ' * 50_000,
    '{"name": ' + "[" * 900 + "]" * 900 + "}", '{"name": 1' + "0" * 10_000 + "}",
    '{"name": "\\u0000"}', "null", '"', "", '{"game": "zero-day", "seats": ' + "[" * 900 + "]" * 900 + "}",
)  # fmt: skip


def test_no_body_makes_the_site_fail() -> None:
    client = client_of(PlayerFactory())
    for body in BODIES:
        for path in ("leagues/", "challenges/"):
            answer = client.post(f"/api/v1/{path}", body, content_type="application/json")
            assert answer.status_code == 400, body[:40]
            assert set(json.loads(answer.content)) == {"code", "text", "field"}


OTHER = {"Origin": "https://club.example"}


def refusal_of(path: str) -> Any:
    answer = Client().get(path)
    assert answer.status_code == 400
    return answer.json()


def test_a_misspelt_filter_is_refused_with_those_that_exist_and_sending_takes_none() -> None:
    refused = refusal_of("/api/v1/events/?stauts=running")
    assert (refused["code"], refused["field"]) == ("unknown-parameter", "stauts")
    assert "status" in refused["text"]
    assert refusal_of("/api/v1/games/?format=xml") == {
        "code": "unknown-parameter", "text": "Unknown query parameter: format.", "field": "format",
    }  # fmt: skip
    assert len(refusal_of(f"/api/v1/games/?{'x' * 3000}=1")["text"]) < 120
    for method in ("get", "head"):
        assert getattr(Client(), method)("/api/v1/events/?status=running").status_code == 200
    client = client_of(PlayerFactory())
    refused = client.post("/api/v1/leagues/?dry=1", {"name": "Club", "slug": "club"}, content_type="application/json").json()
    assert (refused["field"], client.get("/api/v1/leagues/club/").status_code) == ("dry", 404)


def test_an_address_with_nothing_answers_like_every_endpoint() -> None:
    client = client_of(PlayerFactory())
    for path in ("nothing/", "matches/x/", "players/not a name/", "players/a%0Ab/", "events/1/manage/do/", "matches/999999/",
                 "matches/99999999999999999999999999/", "matches/999999/record/", "matches/999999/replay/"):  # fmt: skip
        answer = client.get(f"/api/v1/{path}")
        assert (path, answer.status_code, answer.json()["code"]) == (path, 404, "not-found")
    for path in ("/api", "/api/", "/api/v1", "/api/v1/", "/api/v2/events/", "/api/v1/%0A"):
        answer = client.get(path)
        assert (path, answer.status_code, answer.json()["code"]) == (path, 404, "not-found")
    for method, path in (("POST", "nothing/"), ("DELETE", "nothing/"), ("POST", f"challenges/{1 << 70}/cancel/")):
        answer = client.generic(method, f"/api/v1/{path}", "{}", "application/json")
        assert (path, answer.status_code, answer.json()["code"]) == (path, 404, "not-found")


def test_a_fault_of_ours_answers_like_every_endpoint_and_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = factories.match()
    monkeypatch.setattr(board_view, "get_match", lambda _: 1 / 0)
    answer = Client(raise_request_exception=False).get(f"/api/v1/matches/{match.pk}/")
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (500, "fault", None)
    assert "ZeroDivision" not in answer.content.decode()


def preflight(method: str, headers: str = "") -> Any:
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}
    return Client().options("/api/v1/events/", headers=OTHER | asked)


def test_pages_of_other_sites_read_what_is_public_without_a_session_and_write_nothing() -> None:
    answer = Client().get("/api/v1/events/", headers=OTHER)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Link" in answer["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer
    assert "POST" not in preflight("POST")["Access-Control-Allow-Methods"]
    assert "authorization" not in preflight("GET", "authorization")["Access-Control-Allow-Headers"]
    for path in ("/", "/events/", "/account/"):
        assert "Access-Control-Allow-Origin" not in Client().get(path, headers=OTHER)
