"""Template filter for the site navigation's current section."""

from django import template
from django.template.defaultfilters import stringfilter

register = template.Library()
SECTIONS = ("events", "leagues", "leaderboard", "rules")
SECTION_OF = {"learn": "rules", "guide": "rules"}
SECTION_BY_PATH = {"/": "home", "/lobby/": "lobby", "/search/": "search"}


@register.filter
@stringfilter
def place(path: str) -> str:
    """Return the section of a path; empty outside the navigation.

    >>> place("/"), place("/events/7/bracket/"), place("/lobby/"), place("/players/ada/"), place("")
    ('home', 'events', 'lobby', '', '')
    """
    section = path[1:].partition("/")[0]
    section = SECTION_OF.get(section, section)
    return section if section in SECTIONS else SECTION_BY_PATH.get(path, "")
