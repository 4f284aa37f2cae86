"""The form on which somebody chooses what to be told."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from league.languages.sentences import within
from league.notifications.kinds import Channel, Kind
from league.notifications.models import NoticeTerms
from league.notifications.preferences import zones


class WishesForm(forms.Form):
    """A box for each kind and channel (`kind:channel`), and the quiet hours."""

    zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        max_length=60,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
        help_text=gettext_lazy("As in Europe/Berlin. Type the first letters of your city."),
    )
    quiet_from = forms.TimeField(
        label=gettext_lazy("Quiet from"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    quiet_until = forms.TimeField(
        label=gettext_lazy("Quiet until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=gettext_lazy(
            "Nothing is sent in between; it comes at the end. Leave both empty to be told at any time."
        ),
    )

    def __init__(self, terms: NoticeTerms, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"zone": terms.zone, "quiet_from": terms.quiet_from, "quiet_until": terms.quiet_until}
        super().__init__(*args, **kwargs)
        for kind in Kind:
            for channel in Channel:
                on = terms.wants(kind, channel)
                self.fields[f"{kind}:{channel}"] = forms.BooleanField(required=False, initial=on)

    @property
    def rows(self) -> list[tuple[str, list[tuple[str, forms.BoundField]]]]:
        """Return each kind with its boxes, by the words of the channel."""
        return [
            (str(kind.label), [(within(str(channel.label)), self[f"{kind}:{channel}"]) for channel in Channel])
            for kind in Kind
        ]

    @property
    def when(self) -> list[forms.BoundField]:
        return [self[name] for name in ("zone", "quiet_from", "quiet_until")]

    @property
    def switches(self) -> dict[str, bool]:
        return {name: value for name, value in self.cleaned_data.items() if ":" in name}

    @staticmethod
    def zones() -> tuple[str, ...]:
        return zones()
