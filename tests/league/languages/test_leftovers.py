"""In the language of brackets, the frame of every page is wholly marked."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.messages.pseudo import leftovers, pseudo

pytestmark = pytest.mark.django_db
NAMES = frozenset({"League Zero", "English", "Deutsch"})


def test_the_frame_of_a_page_is_wholly_marked(client: Client) -> None:
    with pseudo():
        page = client.get("/rules/", headers={"accept-language": "de"}).content.decode()
    frame = re.sub(r"<main.*?</main>|<title>.*?</title>", "", page, flags=re.DOTALL)
    assert "⟦Skip to content⟧" in frame
    assert leftovers(frame, allowed=NAMES) == []


def test_what_is_not_marked_is_found() -> None:
    page = '<p>⟦Rules of ⟦Order⟧⟧ 12:30</p><p title="Left">⟦a⟧ over</p><code>x = yes</code><p lang="en">as it is</p>'
    assert leftovers(page) == ["Left", "⟦a⟧ over"]
