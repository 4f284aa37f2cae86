"""The page that other sites show within theirs."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import PlayerFactory, event, started_event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("format", ["round-robin", "single-elimination"])
def test_any_site_may_frame_it_and_no_cookie_is_read_or_set(client: Client, format: str) -> None:
    made = started_event(*(PlayerFactory(username=name) for name in ("ada", "ben", "cleo")), format=format)
    client.force_login(made.organiser)
    answer = client.get(f"/events/{made.pk}/embed/")
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'self'" in policy
    assert "X-Frame-Options" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")
    page = answer.content.decode()
    assert "ada" in page
    for banned in ("<nav", "csrf", "style=", "data-topic"):
        assert banned not in page
    assert ("<script" in page) == ("data-bracket" in page) == (format == "single-elimination")


def test_no_other_page_may_be_framed(client: Client) -> None:
    made = event(PlayerFactory())
    for url in (f"/events/{made.pk}/", "/events/"):
        answer = client.get(url)
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_before_the_start_it_says_what_is_to_come(client: Client) -> None:
    made = event(PlayerFactory())
    assert "1 of 16 spots taken" in client.get(f"/events/{made.pk}/embed/").content.decode()
