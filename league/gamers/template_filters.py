"""For templates: stats and Talents of Gamers in the reader's language."""

from django import template
from django.template.defaultfilters import stringfilter
from django.utils import translation

from engines.words import marked_in, told, told_in
from league.gamers.models import STAT_NAMES
from league.gamers.queries import talents
from matches.wording import ENGLISH

register = template.Library()

_TALENT_KINDS = {
    "passive": marked_in("talent", "passive"),
    "interrupt": marked_in("talent", "interrupt"),
    "cooldown": marked_in("talent", "cooldown"),
}


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
    return (
        key if translation.get_language() in (None, ENGLISH) or key not in talents() else told(talents()[key]["name"])
    )
