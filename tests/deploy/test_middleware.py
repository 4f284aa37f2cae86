"""HEAD works wherever GET does."""

import pytest
from django.test import Client

from tests.deploy.test_error_handlers import asked

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path", ["/", "/lobby/", "/leagues/", "/rules/", "/accounts/sign-in/", "/verify/", "/api/v1/games/", "/api/schema/"]
)
def test_head_tells_what_get_would_without_a_body(path: str) -> None:
    got, head = Client().get(path), Client().head(path)
    assert (head.status_code, head.content) == (got.status_code, b"")
    assert head.headers["Content-Type"] == got.headers["Content-Type"]
    assert int(head.headers["Content-Length"]) > 0


def test_head_of_what_is_not_there_and_of_what_only_takes_forms() -> None:
    assert Client().head("/nowhere/").status_code == 404
    assert Client().head("/language/").status_code == Client().get("/language/").status_code


@pytest.mark.parametrize("path", ["/stream", "/healthz", "/static/site/site.js"])
def test_head_works_beside_django(path: str) -> None:
    status, _, body = asked("HEAD", path, b"topics=home", b"")
    assert (status, body) == (200, b"")
