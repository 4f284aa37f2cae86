"""App configuration and its system checks."""

import logging
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Warning as CheckWarning, register

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
def check_games(**_: Any) -> list[CheckMessage]:
    """Return a warning for each installed game that was refused: the site starts without it."""
    hint = "Run `python -m engines check NAME`, and tell the author of the package, or uninstall it."
    return [CheckWarning(str(refusal), hint=hint, id="matches.W001") for refusal in registry.REFUSALS]
