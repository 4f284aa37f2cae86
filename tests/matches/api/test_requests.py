"""What holds for every request to the API: strict about JSON and parameters, refused in one shape, read by other sites."""

import json
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

import pytest
from django.http import QueryDict
from django.test import Client
from rest_framework import serializers

from matches.api.dataclass_schemas import to_primitive
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


@pytest.mark.parametrize(
    ("sent", "code", "field"),
    [
        ({}, "no-seat", "seat"),
        ({"seat": "3"}, "bad-seat", "seat"),
        ({"seat": True}, "bad-seat", "seat"),
        ({"seat": 3.0}, "bad-seat", "seat"),
        ({"seat": 10}, "bad-seat", "seat"),
        ({"count": 0}, "malformed", "count"),
        ({"count": 1 << 63}, "malformed", "count"),
        ({"count": 10**5000}, "malformed", "count"),
        ({"count": None}, "malformed", "count"),
        ({"count": float("nan")}, "malformed", "count"),
        ({"name": 7}, "malformed", "name"),
        ({"name": "abcdef"}, "bad-name", "name"),
        ({"name": "a\0"}, "bad-name", "name"),
        ({"name": "\ud800"}, "bad-name", "name"),
        ({"sealed": "true"}, "malformed", "sealed"),
        ({"sealed": 1}, "malformed", "sealed"),
        ({"colour": "green"}, "unknown-colour", "colour"),
        ({"colour": ["red"]}, "unknown-colour", "colour"),
        ({"day": "1.3.2026"}, "malformed", "day"),
        ({"day": "1999-12-31"}, "malformed", "day"),
        ({"at": "0001-01-01T00:00:00+14:00"}, "malformed", "at"),
        ({"ids": "12"}, "malformed", "ids"),
        ({"ids": [1, "2"]}, "malformed", "ids"),
        ({"ids": [1, 2, 3]}, "bad-ids", "ids"),
        ({"rows": [{"n": 1}, {}]}, "missing-field", "rows"),
        ({"rows": [{"n": 1, "m": 2}]}, "unknown-field", "rows"),
        ({"weight": 1}, "unknown-field", "weight"),
    ],
)
def test_the_first_error_is_told_with_code_sentence_and_field(sent: dict[str, Any], code: str, field: str) -> None:
    assert refusal(sent if sent == {} else {"seat": 1, **sent}) == (code, field)


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
    client = Client()
    client.force_login(PlayerFactory())
    for body in BODIES:
        for path in ("leagues/", "challenges/"):
            answer = client.post(f"/api/v1/{path}", body, content_type="application/json")
            assert answer.status_code == 400, body[:40]
            assert set(json.loads(answer.content)) == {"code", "text", "field"}


class Pair(NamedTuple):
    one: int
    other: str


@dataclass(frozen=True, slots=True)
class Part:
    text: str
    at: datetime | None


@dataclass
class Whole:
    parts: tuple[Part, ...]
    named: dict[str, Part]
    pairs: list[Pair]
    numbers: dict[int, float]
    day: date


def test_what_the_api_makes_of_values_is_what_asdict_makes_of_them() -> None:
    part = Part("ä", datetime(2026, 3, 1, tzinfo=UTC))
    value = Whole((part, Part("", None)), {"x": part}, [Pair(1, "a")], {3: 0.5}, date(2026, 3, 1))
    assert json.dumps(to_primitive(value), default=str) == json.dumps(asdict(value), default=str)
    assert to_primitive([value, "text", 4]) == [to_primitive(value), "text", 4]


OTHER = {"Origin": "https://club.example"}


def refusal_of(path: str) -> Any:
    answer = Client().get(path)
    assert answer.status_code == 400
    return answer.json()


def test_a_misspelt_filter_is_refused_with_those_that_exist() -> None:
    refused = refusal_of("/api/v1/events/?stauts=running")
    assert (refused["code"], refused["field"]) == ("unknown-parameter", "stauts")
    assert "status" in refused["text"]
    assert refusal_of("/api/v1/games/?format=xml") == {
        "code": "unknown-parameter", "text": "Unknown query parameter: format.", "field": "format",
    }  # fmt: skip
    assert len(refusal_of(f"/api/v1/games/?{'x' * 3000}=1")["text"]) < 120
    for method in ("get", "head"):
        assert getattr(Client(), method)("/api/v1/events/?status=running").status_code == 200


def test_sending_takes_no_unknown_parameters_and_changes_nothing() -> None:
    client = Client()
    client.force_login(PlayerFactory())
    body = {"name": "Club", "slug": "club"}
    refused = client.post("/api/v1/leagues/?dry=1", body, content_type="application/json")
    assert refused.json()["field"] == "dry"
    assert client.get("/api/v1/leagues/club/").status_code == 404


def test_an_address_with_nothing_answers_like_every_endpoint() -> None:
    client = Client()
    client.force_login(PlayerFactory())
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
