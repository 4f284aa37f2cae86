"""The forms of one's account as a whole."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from league.people.forms import OwnPassword


class ProofForm(OwnPassword):
    """The password, and a code where the second factor is on."""

    code = forms.CharField(
        label=gettext_lazy("Code of your app, or a recovery code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "none"}),
    )

    def __init__(self, *args: Any, second_factor: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not second_factor:
            del self.fields["code"]


class DeleteForm(ProofForm):
    resigning = forms.BooleanField(label=gettext_lazy("Resign the matches that I play"), required=False)
    without_chat = forms.BooleanField(
        label=gettext_lazy("Remove the text of what I wrote in chats"),
        required=False,
        help_text=gettext_lazy("But for lines that somebody has asked the staff to look at, until they have."),
    )
    sure = forms.BooleanField(
        label=gettext_lazy("I know that nobody can bring the account back"),
        error_messages={"required": gettext_lazy("Tick this to delete the account.")},
    )

    def __init__(self, *args: Any, playing: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not playing:
            del self.fields["resigning"]
