"""Pages of other sites may read what is public, without the reader's session, and may write nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
OTHER = {"Origin": "https://club.example"}


def preflight(method: str, headers: str = "") -> Any:
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}
    return Client().options("/api/v1/events/", headers=OTHER | asked)


def test_a_page_of_another_site_may_read_and_see_the_paging() -> None:
    answer = Client().get("/api/v1/events/", headers=OTHER)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Link" in answer["Access-Control-Expose-Headers"]


def test_no_session_goes_along() -> None:
    assert "Access-Control-Allow-Credentials" not in Client().get("/api/v1/events/", headers=OTHER)


def test_writing_and_tokens_are_not_allowed_from_there() -> None:
    assert "POST" not in preflight("POST")["Access-Control-Allow-Methods"]
    assert "authorization" not in preflight("GET", "authorization")["Access-Control-Allow-Headers"]


@pytest.mark.parametrize("path", ["/", "/events/", "/account/"])
def test_pages_are_not_shared(path: str) -> None:
    assert "Access-Control-Allow-Origin" not in Client().get(path, headers=OTHER)
