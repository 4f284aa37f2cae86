"""The form of a title."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engines.reported import MAX_SEATS
from league.titles.models import MAX_BEST_OF, MAX_NAME, Icon, OutcomeKind, Title


class TitleForm(forms.Form):
    """Everything that defines a game without an engine."""

    name = forms.CharField(min_length=2, max_length=MAX_NAME, label=gettext_lazy("Name"))
    outcome = forms.ChoiceField(choices=OutcomeKind.choices, label=gettext_lazy("Outcome"))
    best_of = forms.IntegerField(
        min_value=1,
        max_value=MAX_BEST_OF,
        required=False,
        label=gettext_lazy("Games per series"),
        help_text=gettext_lazy("An odd number. Used only if the outcome is the best of several games."),
    )
    least_sides = forms.IntegerField(min_value=1, max_value=MAX_SEATS, label=gettext_lazy("Fewest players in a match"))
    most_sides = forms.IntegerField(min_value=1, max_value=MAX_SEATS, label=gettext_lazy("Most players in a match"))
    rated = forms.BooleanField(
        required=False,
        label=gettext_lazy("Rated"),
        help_text=gettext_lazy("Reported results change ratings, in a pool of their own."),
    )
    colour = forms.CharField(max_length=7, label=gettext_lazy("Colour"), widget=forms.TextInput(attrs={"type": "color"}))
    icon = forms.ChoiceField(choices=Icon.choices, label=gettext_lazy("Icon"))

    def __init__(self, data: Any, initial: dict[str, Any] | None = None) -> None:
        defaults = {name: getattr(Title(), name) for name in self.base_fields if name != "name"}
        super().__init__(data, initial={**defaults, **(initial or {})})

    def clean(self) -> dict[str, Any]:
        """Leave out the games of a series where the outcome is no series."""
        is_series = self.cleaned_data.get("outcome") == OutcomeKind.BEST_OF
        self.cleaned_data["best_of"] = (self.cleaned_data.get("best_of") or 3) if is_series else 1
        return self.cleaned_data
