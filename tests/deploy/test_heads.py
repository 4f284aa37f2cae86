"""What every answer says to the browser, whichever part of the web process has made it; HEAD works wherever GET does."""

from typing import Any

import pytest
from django.test import Client, override_settings

from deploy.security_headers import SecurityHeadersMiddleware
from tests.deploy.asking import ask
from tests.deploy.test_error_handlers import asked
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db
PATHS = (
    "/", "/nowhere/", "/accounts/", "/static/site/site.js", "/static/nothing.js", "/api/v1/games/", "/api/v1/nowhere/",
    "/api/docs/", "/api/schema/", "/admin/", "/healthz", "/metrics",
)  # fmt: skip
SAYS = {b"x-content-type-options": b"nosniff", b"referrer-policy": b"same-origin"}


@pytest.mark.parametrize(
    ("method", "path", "query", "body"),
    [
        *(("GET", path, b"", b"") for path in PATHS), ("GET", "/api/docs/", b"script=", b""),
        ("GET", "/stream", b"topics=nothing", b""), ("GET", "/stream", b"topics=me", b""),
        ("POST", "/accounts/sign-in/", b"", b"x"), ("POST", "/", b"", b"x" * 5_000_000),
    ],
)  # fmt: skip
def test_no_answer_runs_own_scripts_or_is_framed_or_kept_for_others(method: str, path: str, query: bytes, body: bytes) -> None:
    _unused, told, _unused = asked(method, path, query, body)
    assert SAYS.items() <= told.items()
    policy = told[b"content-security-policy"].decode()
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert any(word in told[b"cache-control"] for word in (b"private", b"no-store")) or path.startswith("/static/site")


def test_over_https_all_are_told_to_stay_there() -> None:
    with override_settings(SECURE_HSTS_SECONDS=60, SECURE_HSTS_INCLUDE_SUBDOMAINS=True):
        always = dict(SecurityHeadersMiddleware(lambda *_: pytest.fail("nobody asks")).headers_to_add)
    assert always[b"strict-transport-security"] == b"max-age=60; includeSubDomains"


def test_what_an_answer_says_itself_stays() -> None:
    heads: list[Any] = [(b"cache-control", b"public"), (b"content-security-policy", b"default-src 'none'")]

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": heads})

    (heard,) = ask(SecurityHeadersMiddleware(application))
    names = [name for name, _ in heard["headers"]]
    assert heard["headers"][:2] == heads
    assert len(names) == len(set(names)) == 4


def test_neither_the_admin_pages_nor_the_apis_hold_scripts_or_styles_of_their_own(client: Client) -> None:
    client.force_login(PlayerFactory(is_staff=True, is_superuser=True))
    for path in ("/api/docs/", "/admin/", "/admin/auth/group/", "/admin/auth/group/add/"):
        page = client.get(path).content.decode().lower()
        assert "<style" not in page
        assert all(" src=" in tag.partition(">")[0] or "json" in tag.partition(">")[0] for tag in page.split("<script")[1:])
        assert not [word for word in (" onclick=", " onload=", " onsubmit=", "javascript:") if word in page]


@pytest.mark.parametrize(
    "path", ["/", "/lobby/", "/leagues/", "/rules/", "/accounts/sign-in/", "/verify/", "/api/v1/games/", "/api/schema/"]
)
def test_head_tells_what_get_would_without_a_body(client: Client, path: str) -> None:
    got, head = client.get(path), client.head(path)
    assert (head.status_code, head.content) == (got.status_code, b"")
    assert head.headers["Content-Type"] == got.headers["Content-Type"]
    assert int(head.headers["Content-Length"]) > 0


def test_head_of_what_is_not_there_of_what_only_takes_forms_and_beside_django(client: Client) -> None:
    assert client.head("/nowhere/").status_code == 404
    assert client.head("/language/").status_code == client.get("/language/").status_code
    for path in ("/stream", "/healthz", "/static/site/site.js"):
        assert asked("HEAD", path, b"topics=home", b"")[::2] == (200, b"")
