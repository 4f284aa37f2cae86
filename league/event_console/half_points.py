"""Half points as people enter them: as points."""

from decimal import Decimal
from typing import Any

from django import forms

from engines.i18n import translate as _
from league.formats.settings import Field


class HalfPointsField(forms.DecimalField):
    """A number of half points, entered and shown as points."""

    def __init__(self, field: Field) -> None:
        super().__init__(
            label=_(field.label), help_text=_(field.help), initial=field.default, step_size=Decimal("0.5"),
            min_value=Decimal(field.least) / 2, max_value=Decimal(field.most) / 2,
        )  # fmt: skip

    def prepare_value(self, value: Any) -> Any:
        return f"{value / 2:g}" if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        points = super().clean(value)
        return None if points is None else int(2 * points)
