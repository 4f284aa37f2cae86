"""App configuration and its system check."""

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register


class MatchesConfig(AppConfig):
    """App configuration of the matches."""

    name = "matches"


@register()
def check_lessons(**_: Any) -> list[CheckMessage]:
    """Return an error for the first invalid lesson, with file, step and field."""
    from matches.queries.lessons import BadLesson, load_lessons

    try:
        load_lessons()
    except BadLesson as error:
        return [Error(str(error), hint="Fix the file in docs/learn/.", id="matches.E001")]
    return []
