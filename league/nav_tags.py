"""Template tags for the site's navigation: the current section, and the game whose leaderboard it leads to."""

from django import template
from django.template.defaultfilters import stringfilter

from matches.assets import list_playable_games

register = template.Library()
SECTIONS = ("events", "leagues", "leaderboard", "rules", "puzzles")
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


@register.simple_tag
def first_game() -> str:
    """Return the key of the game that is shown where the visitor has not chosen one."""
    return list_playable_games()[0]
