"""For templates: words that stand inside a sentence."""

from django import template
from django.template.defaultfilters import stringfilter
from django.utils import translation

from engines.words import marked_in, told_in
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


@register.filter
@stringfilter
def within(text: str) -> str:
    """A name as it is written inside a sentence: in English it begins small, in German nouns do not."""
    return text.lower() if (translation.get_language() or ENGLISH) == ENGLISH else text


@register.filter
@stringfilter
def status_word(status: str) -> str:
    """How far a match or a pairing is."""
    return told_in("status", _STATUS[status]) if status in _STATUS else status
