"""Template filters for words inside sentences, and values of mappings."""

from collections.abc import Mapping

from django import template
from django.template.defaultfilters import stringfilter

from engines.i18n import mark_in, translate_in
from league.tables import format_percent

register = template.Library()

_STATUS_WORDS = {
    "planned": mark_in("status", "planned"),
    "waiting": mark_in("status", "waiting"),
    "open": mark_in("status", "open"),
    "playing": mark_in("status", "playing"),
    "paused": mark_in("status", "paused"),
    "review": mark_in("status", "under review"),
    "closed": mark_in("status", "finished"),
    "void": mark_in("status", "void"),
}


@register.filter
@stringfilter
def within(text: str) -> str:
    """Return a name for use inside a sentence: in lower case, unless the language's catalogue says otherwise."""
    return text.lower() if translate_in("names inside a sentence: lower or unchanged", "lower") == "lower" else text


@register.filter
def percent(number: object) -> str:
    """Return a percentage as the language writes it."""
    return format_percent(number)


@register.filter
@stringfilter
def minus(number: str) -> str:
    """Return a formatted number with a minus sign in place of a hyphen."""
    return number.replace("-", "\N{MINUS SIGN}")


@register.filter
@stringfilter
def status_word(status: str) -> str:
    """Return the text of a match's or pairing's status."""
    return translate_in("status", _STATUS_WORDS[status]) if status in _STATUS_WORDS else status


@register.filter
def value_of(values: Mapping[int, object], key: int) -> object:
    """Return the value of a key, None if it is missing."""
    return values.get(key)
