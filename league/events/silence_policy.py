"""The setting of an event for players who don't agree on a time. It needs no database, as the rules of agreements don't."""

from django.db import models
from django.utils.translation import gettext_lazy


class SilencePolicy(models.TextChoices):
    """What happens if the players of a pairing have not agreed on its time after the reminder."""

    SLOT = "slot", gettext_lazy("The best common time, or else the default time")
    REFEREE = "referee", gettext_lazy("An organiser decides")
