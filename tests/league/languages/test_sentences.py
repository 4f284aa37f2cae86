"""Words inside sentences of templates."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.utils.translation import gettext, override

from engines.i18n import translate as _, translate_n
from league.gamers.template_filters import stat_name, talent_kind, talent_name
from league.languages.sentences import status_word, within
from matches.catalogues import use_language


def test_a_name_inside_a_sentence_begins_small_in_english_alone() -> None:
    assert within("Round robin") == "round robin"
    with use_language("de"):
        assert within("Rundenturnier") == "Rundenturnier"


@pytest.mark.parametrize(("status", "word"), [("playing", "läuft"), ("void", "annulliert"), ("unheard-of", "unheard-of")])
def test_the_status_of_a_match_is_told_in_the_language_of_the_reader(status: str, word: str) -> None:
    assert status_word(status) == status
    with use_language("de"):
        assert status_word(status) == word


def test_stats_and_talents_have_names_in_german_and_in_english() -> None:
    assert (stat_name("xfactor"), talent_kind("interrupt"), talent_name("dead-air")) == (
        "X-factor", "interrupt", "Dead Air",
    )  # fmt: skip
    with use_language("de"):
        assert (stat_name("xfactor"), talent_kind("interrupt"), talent_name("dead-air")) == (
            "X-Faktor", "Unterbrechung", "Funkstille",
        )  # fmt: skip
        assert (stat_name("luck"), talent_kind("none"), talent_name("unheard-of")) == ("Luck", "none", "unheard-of")


def test_what_we_have_not_marked_is_not_told_though_the_framework_knows_it() -> None:
    with use_language("de"):
        assert gettext("Delete") == "Löschen", "else this says nothing"
        assert _("Delete") == "Delete", "a unit of Zero Order"
        assert _("It is not your turn.") == "Du bist nicht am Zug."
        assert translate_n("{n} day", "{n} days", 2) == "2 Tage"


@pytest.mark.parametrize("language", ["en", "de", "nl", "pt-br"])
def test_numbers_have_a_decimal_point_in_every_language_with_or_without_a_catalogue(language: str) -> None:
    with override(language):
        assert Template("{{ number }} {{ number|floatformat:2 }}").render(Context({"number": 2.5})) == "2.5 2.50"
