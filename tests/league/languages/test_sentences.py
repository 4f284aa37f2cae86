"""Words inside sentences of templates."""

from __future__ import annotations

import pytest

from league.languages.sentences import status_word, within
from matches.wording import speaking


def test_a_name_inside_a_sentence_begins_small_in_english_alone() -> None:
    assert within("Round robin") == "round robin"
    with speaking("de"):
        assert within("Rundenturnier") == "Rundenturnier"


@pytest.mark.parametrize(
    ("status", "word"), [("playing", "läuft"), ("void", "annulliert"), ("unheard-of", "unheard-of")]
)
def test_the_status_of_a_match_is_told_in_the_language_of_the_reader(status: str, word: str) -> None:
    assert status_word(status) == status
    with speaking("de"):
        assert status_word(status) == word
