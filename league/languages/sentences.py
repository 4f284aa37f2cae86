"""Template filters for words inside sentences."""

from django import template
from django.template.defaultfilters import stringfilter
from django.utils import translation

from engines.i18n import marked_in, told_in
from matches.catalogues import ENGLISH

register = template.Library()

_STATUS_WORDS = {
    "planned": marked_in("status", "planned"),
    "waiting": marked_in("status", "waiting"),
    "open": marked_in("status", "open"),
    "playing": marked_in("status", "playing"),
    "paused": marked_in("status", "paused"),
    "review": marked_in("status", "under review"),
    "closed": marked_in("status", "closed"),
    "void": marked_in("status", "void"),
}


@register.filter
@stringfilter
def within(text: str) -> str:
    """Return a name for use inside a sentence: in lower case in English, unchanged in German."""
    return text.lower() if (translation.get_language() or ENGLISH) == ENGLISH else text


@register.filter
@stringfilter
def status_word(status: str) -> str:
    """Return the text of a match's or pairing's status."""
    return told_in("status", _STATUS_WORDS[status]) if status in _STATUS_WORDS else status
