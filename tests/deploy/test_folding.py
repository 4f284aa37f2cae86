"""Templates with their constant parts put together draw what they draw without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template, engines
from django.template.base import TextNode
from django.utils import translation

from deploy.folding import Constant, fold

CONSTANT = (
    "<p>{% translate 'Sign in' %} {% url 'home' %}</p>{% static 'site/favicon.svg' %}",
    "{% blocktranslate %}Follow the match live or replay it.{% endblocktranslate %}{# why #}{% load i18n %}",
    "{% url 'leaderboard' 'field-tactics' %}{% translate 'v' context 'versus' %}",
    "{% comment %}{{ secret }}{% endcomment %}",
)
OF_A_PAGE = (
    "{{ name }}",
    "{% translate name %}",
    "{% translate 'Sign in' as told %}",
    "{% translate 'Sign in'|cut:name %}",
    "{% blocktranslate %}{{ name }} at a glance{% endblocktranslate %}",
    "{% blocktranslate count n=n %}one{% plural %}many{% endblocktranslate %}",
    "{% url 'match' n %}",
    "{% url 'home' as told %}",
    "{% static name %}",
    "{% csrf_token %}",
    "{% if name %}{% translate 'Sign in' %}{% endif %}",
)


def _parsed(text: str) -> Any:
    return Template("{% load i18n static %}" + text)


@pytest.mark.parametrize("text", CONSTANT)
def test_what_says_the_same_on_every_page_becomes_one_piece(text: str) -> None:
    template = _parsed(text)
    fold(template.nodelist)
    assert [type(node) for node in template.nodelist] == [Constant]


@pytest.mark.parametrize("text", OF_A_PAGE)
def test_what_follows_from_the_page_stays_by_itself(text: str) -> None:
    template = _parsed(text)
    fold(template.nodelist)
    *before, node = template.nodelist
    assert all(isinstance(one, Constant) for one in before)
    assert not isinstance(node, Constant | TextNode)


def test_every_page_is_told_in_its_own_language_and_escaped_as_it_wants_to_be() -> None:
    template = _parsed("{% for one in many %}{% translate 'Sign in' %} {{ one }};{% endfor %}")
    fold(template.nodelist)
    drawn = []
    for language in ("en", "de", "en"):
        with translation.override(language):
            drawn.append(template.render(Context({"many": "ab"})))
    assert drawn == ["Sign in a;Sign in b;", "Anmelden a;Anmelden b;", "Sign in a;Sign in b;"]


def test_a_language_that_begins_within_a_template_holds_for_what_stands_in_it() -> None:
    template = _parsed(
        "{% translate 'Sign in' %} {% language 'de' %}{% translate 'Sign in' %}{% endlanguage %} {% url 'home' %}"
    )
    fold(template.nodelist)
    with translation.override("en"):
        assert template.render(Context({})) == "Sign in Anmelden /"


def test_blocks_of_a_template_that_extends_another_take_their_places() -> None:
    engine: Any = engines["django"]
    page = engine.from_string("{% extends 'base.html' %}{% block main %}<h1>Here</h1>{% endblock %}").render({})
    assert "<main" in page
    assert page.index("<main") < page.index("<h1>Here</h1>") < page.index("</main>")
    assert page.count("<h1>") == 1


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", sorted(str(one.relative_to("templates")) for one in Path("templates").rglob("*.html")))
def test_no_template_draws_anything_else_than_without(name: str, language: str) -> None:
    """With nothing given; what needs a value to be drawn at all has to say the same of that."""
    text = Path("templates", name).read_text()
    with translation.override(language):
        assert _drawn(text, folded=True) == _drawn(text, folded=False)


def _drawn(text: str, *, folded: bool) -> str:
    template = Template(text)
    if folded:
        fold(template.nodelist)
    try:
        return template.render(Context({}))
    except Exception as error:  # a template that cannot be drawn without what it is given
        return repr(error)
