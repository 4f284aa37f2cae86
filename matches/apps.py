"""App configuration and its system checks."""

import logging
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Warning as CheckWarning, register

from engines import registry

logger = logging.getLogger(__name__)


class MatchesConfig(AppConfig):
    """App configuration of the matches."""

    name = "matches"

    def ready(self) -> None:
        from matches.stream import spectator_counts, topics

        for refusal in registry.REFUSALS:
            logger.error("%s", refusal)
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
        return [Error(str(error), hint="Fix the file in the site folder of the game's package.", id="matches.E001")]
    return []


@register()
def check_games(**_: Any) -> list[CheckMessage]:
    """Return a warning for each installed game that was refused: the site starts without it."""
    hint = "Run `python -m engines check NAME`, and tell the author of the package, or uninstall it."
    return [CheckWarning(str(refusal), hint=hint, id="matches.W001") for refusal in registry.REFUSALS]
