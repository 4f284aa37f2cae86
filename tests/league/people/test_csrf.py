"""The CSRF cookie, where answers overtake each other."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

pytestmark = pytest.mark.django_db
COOKIE = settings.CSRF_COOKIE_NAME


def test_a_late_answer_does_not_bring_back_the_cookie_of_before_signing_in() -> None:
    """The page asked for with the first cookie may be answered after the sign-in that replaced it."""
    browser = Client()
    browser.get("/lobby/")
    late = browser.get("/lobby/")
    assert COOKIE in browser.cookies
    assert COOKIE not in late.cookies
    assert "Cookie" in late.headers["Vary"]


def test_a_browser_without_the_cookie_gets_one() -> None:
    browser = Client()
    assert COOKIE in browser.get("/lobby/").cookies
    browser.cookies[COOKIE] = "no token"
    assert COOKIE in browser.get("/lobby/").cookies
