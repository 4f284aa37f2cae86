"""Template filters: translated stats and Talents of Gamers."""

from django import template
from django.template.defaultfilters import stringfilter

from engines.i18n import mark_in, translate as _, translate_in
from league.gamers.models import STAT_NAMES
from league.gamers.queries import talents

register = template.Library()

_TALENT_KINDS = {
    "passive": mark_in("talent", "passive"),
    "interrupt": mark_in("talent", "interrupt"),
    "cooldown": mark_in("talent", "cooldown"),
}


@register.filter
@stringfilter
def stat_name(stat: str) -> str:
    """Return the translated name of a stat."""
    return _(STAT_NAMES[stat]) if stat in STAT_NAMES else stat.capitalize()


@register.filter
@stringfilter
def talent_kind(kind: str) -> str:
    """Return when a Talent of this kind works, translated."""
    return translate_in("talent", _TALENT_KINDS[kind]) if kind in _TALENT_KINDS else kind


@register.filter
@stringfilter
def talent_name(key: str) -> str:
    """Return the translated name of a Talent."""
    return _(talents()[key]["name"]) if key in talents() else key
