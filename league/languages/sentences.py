"""For templates: words that stand inside a sentence."""

from __future__ import annotations

from django import template
from django.template.defaultfilters import stringfilter
from django.utils import translation

from engines.words import marked_in, told, told_in
from league.gamer_pages.queries.cards import talents
from league.gamers.models import STAT_NAMES
from matches.wording import ENGLISH

register = template.Library()

_STATUS = {
    "planned": marked_in("status", "planned"),
    "waiting": marked_in("status", "waiting"),
    "open": marked_in("status", "open"),
    "playing": marked_in("status", "playing"),
    "paused": marked_in("status", "paused"),
    "review": marked_in("status", "review"),
    "closed": marked_in("status", "closed"),
    "void": marked_in("status", "void"),
}
_TALENT_KINDS = {
    "passive": marked_in("talent", "passive"),
    "interrupt": marked_in("talent", "interrupt"),
    "cooldown": marked_in("talent", "cooldown"),
}


@register.filter
@stringfilter
def within(text: str) -> str:
    """A name as it is written inside a sentence: in English it begins small, in German nouns do not."""
    return text.lower() if _english() else text


@register.filter
@stringfilter
def status_word(status: str) -> str:
    """How far a match or a pairing is."""
    return told_in("status", _STATUS[status]) if status in _STATUS else status


@register.filter
@stringfilter
def stat_name(stat: str) -> str:
    """A stat of Gamers, in words."""
    return told(STAT_NAMES[stat]) if stat in STAT_NAMES else stat.capitalize()


@register.filter
@stringfilter
def talent_kind(kind: str) -> str:
    """When a talent of a Gamer works."""
    return told_in("talent", _TALENT_KINDS[kind]) if kind in _TALENT_KINDS else kind


@register.filter
@stringfilter
def talent_name(key: str) -> str:
    """A talent in a list, by its key: in English the key itself says what it is."""
    return key if _english() or key not in talents() else told(talents()[key]["name"])


def _english() -> bool:
    return (translation.get_language() or ENGLISH) == ENGLISH
