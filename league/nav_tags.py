"""Template filter for the site navigation's current section."""

from django import template
from django.template.defaultfilters import stringfilter

register = template.Library()
WITH_ALL_BELOW = ("events", "leagues", "leaderboard", "rules")
ALONE = {"/": "home", "/lobby/": "lobby", "/search/": "search"}


@register.filter
@stringfilter
def place(path: str) -> str:
    """Return the section of a path; empty outside the navigation.

    >>> place("/"), place("/events/7/bracket/"), place("/lobby/"), place("/players/ada/"), place("")
    ('home', 'events', 'lobby', '', '')
    """
    first = path[1:].partition("/")[0]
    return first if first in WITH_ALL_BELOW else ALONE.get(path, "")
