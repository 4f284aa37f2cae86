"""What is sent to the API: checked by serializers that are strict about JSON, and refused in one shape."""

from __future__ import annotations

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
from tests.factories import PlayerFactory


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


@pytest.mark.parametrize("sent", [None, [], "x", 7])
def test_what_is_no_object_is_malformed(sent: Any) -> None:
    assert refusal(sent) == ("malformed", None)


def test_the_sentence_names_the_path_of_a_part() -> None:
    with pytest.raises(ActionError, match=r"^`rows\.1\.n`: "):
        validate_input(ParcelSerializer, {"seat": 1, "rows": [{"n": 1}, {}]})


def test_a_query_string_is_read_as_text_and_may_hold_more() -> None:
    sent = QueryDict("seat=3&sealed=true&count=&ids=1&ids=2&csrf=x")
    assert validate_input(ParcelSerializer, sent) == {"seat": 3, "name": "", "sealed": True, "ids": [1, 2]}


@pytest.mark.parametrize("query", ["seat=٣", "seat=1e3", "seat=-1", "seat=1&sealed=yes", "seat=1&name=a%00"])
def test_a_query_string_that_names_nothing_is_refused(query: str) -> None:
    with pytest.raises(ActionError):
        validate_input(ParcelSerializer, QueryDict(query))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "body",
    [
        '{"name": "\\ud800"}', '{"name": NaN}', '{"name": Infinity}', "[" * 100_000, '{"name": {"a": ' * 50_000,
        '{"name": ' + "[" * 900 + "]" * 900 + "}", '{"name": 1' + "0" * 10_000 + "}",
        '{"name": "\\u0000"}', "null", '"', "",
        '{"game": "zero-day", "seats": ' + "[" * 900 + "]" * 900 + "}",
    ],
)  # fmt: skip
def test_no_body_makes_the_site_fail(body: str) -> None:
    client = Client()
    client.force_login(PlayerFactory())
    for path in ("leagues/", "challenges/"):
        answer = client.post(f"/api/v1/{path}", body, content_type="application/json")
        assert answer.status_code == 400
        assert set(json.loads(answer.content)) == {"code", "text", "field"}
