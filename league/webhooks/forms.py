"""The forms of webhooks."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from league.outgoing_http.url_validation import LONGEST
from league.webhooks.event_types import kinds_of


class HookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST,
        widget=forms.URLInput(attrs={"placeholder": "https://example.org/hook", "autocomplete": "off"}),
        help_text=gettext_lazy("It begins with https:// and is on the public internet."),
    )
    kinds = forms.MultipleChoiceField(label=gettext_lazy("Tell it when"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, league: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kinds"].choices = list(kinds_of(league=league).items())  # type: ignore[attr-defined]


class EditHookForm(HookForm):
    on = forms.BooleanField(label=gettext_lazy("Switched on"), required=False)
