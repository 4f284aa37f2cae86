"""The services that a league's webhook can send to."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy

from league.webhooks.services.base import ChatService
from league.webhooks.services.discord import Discord
from league.webhooks.services.matrix import Matrix
from league.webhooks.services.slack import Slack


class Service(models.TextChoices):
    """The receivers of a webhook: a program, or a chat service with its own format."""

    PROGRAM = "program", gettext_lazy("Your own program")
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    MATRIX = "matrix", "Matrix"


CHAT_SERVICES: Mapping[str, ChatService] = {service.key: service for service in (Discord(), Slack(), Matrix())}
"""The chat services by their key."""
