"""App configuration and its system check."""

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register


class MatchesConfig(AppConfig):
    """App configuration of the matches."""

    name = "matches"

    def ready(self) -> None:
        from matches.stream import spectator_counts, topics

        topics.register_topics(spectator_counts.PATTERN)
        topics.register_topic_renderer(spectator_counts.TOPIC, spectator_counts.SpectatorCountRenderer())


@register()
def check_lessons(**_: Any) -> list[CheckMessage]:
    """Return an error for the first invalid lesson, with file, step and field."""
    from matches.queries.lessons import BadLesson, load_lessons
    from matches.queries.tutorials import load_tutorials

    try:
        load_lessons()
        load_tutorials()
    except BadLesson as error:
        return [Error(str(error), hint="Fix the file in docs/learn/.", id="matches.E001")]
    return []
