"""Forms of leagues."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy, pgettext_lazy

from engines.i18n import translate as _, translate_in
from league.audit.actions import MAX_REASON_LENGTH
from league.forms import DateInputField, set_choices
from league.leagues.actions import SeasonDetails
from league.leagues.models import BanUnit, Role
from league.leagues.queries.log import SUBJECT_KINDS
from league.leagues.rules import MAX_ABOUT, MAX_BAN_LENGTH, MAX_WARNINGS, NoShowPolicy
from league.people.providers import get_provider_name, list_providers

BAN_UNIT_CHOICES = [(BanUnit.DAYS, gettext_lazy("days")), (BanUnit.EVENTS, gettext_lazy("events that start after the no-show"))]
REASON_HELP = gettext_lazy("Recorded in the activity log.")


class ReasonForm(forms.Form):
    """Base of forms whose change can have a reason in the audit log."""

    why = forms.CharField(max_length=MAX_REASON_LENGTH, required=False, label=gettext_lazy("Reason"), help_text=REASON_HELP)


class LeagueForm(ReasonForm):
    """The common fields of new and existing leagues."""

    name = forms.CharField(min_length=3, max_length=60, label=gettext_lazy("Name"))
    about = forms.CharField(
        max_length=MAX_ABOUT, required=False, label=gettext_lazy("About"), widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("What the league is about and who it's for. Leave an empty line to start a new "
                               "paragraph."),
    )  # fmt: skip
    field_order = ["name", "slug", "about", "why"]


class EditLeagueForm(LeagueForm):
    """Changes of a league, including its no-show policy."""

    no_show_warnings = forms.IntegerField(
        min_value=0, max_value=MAX_WARNINGS, required=False, label=gettext_lazy("No-show warnings before a ban"),
        help_text=gettext_lazy("In the league's events. The next no-show brings a ban. Leave blank for no "
                               "warnings or bans."),
    )  # fmt: skip
    ban_length = forms.IntegerField(min_value=1, max_value=MAX_BAN_LENGTH, required=False, label=gettext_lazy("Ban length"))
    ban_unit = forms.ChoiceField(choices=BAN_UNIT_CHOICES, required=False, label=gettext_lazy("Days or events"))
    required_provider = forms.ChoiceField(
        required=False, label=gettext_lazy("Players need a linked account of"),
        help_text=gettext_lazy("To enter the league's events and to check in. Entries from before stay."),
    )  # fmt: skip
    field_order = ["name", "about", "no_show_warnings", "ban_length", "ban_unit", "required_provider", "why"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        current = self.initial.get("required_provider", "")
        providers = {provider.id: provider.name for provider in list_providers()}
        if current:
            providers.setdefault(current, get_provider_name(current))
        set_choices(self, "required_provider", [("", _("no linked account")), *providers.items()])
        if not providers:
            del self.fields["required_provider"]

    def policy(self, before: NoShowPolicy) -> NoShowPolicy:
        """Return the form's policy; an empty ban length keeps the one before."""
        data = self.cleaned_data
        return NoShowPolicy(data["no_show_warnings"], data["ban_length"] or before.length, data["ban_unit"] or before.unit)


class NewLeagueForm(LeagueForm):
    """A new league with its permanent slug."""

    slug = forms.CharField(
        max_length=40,
        required=False,
        label=gettext_lazy("Address"),
        help_text=format_lazy(
            "{} {}",
            gettext_lazy("Use 3 to 40 lowercase letters, digits and single hyphens. Start and end with a letter or digit."),
            gettext_lazy("Leave blank to create it from the name."),
        ),
    )
    why = None  # type: ignore[assignment]


class StaffForm(ReasonForm):
    """A new member of the staff."""

    player = forms.CharField(
        max_length=150,
        label=gettext_lazy("Username"),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "data-players": "people"}),
    )
    role = forms.ChoiceField(choices=Role.choices, initial=Role.REFEREE, label=gettext_lazy("Role"))
    field_order = ["player", "role", "why"]


class SeasonForm(ReasonForm):
    """The name and days of a season."""

    name = forms.CharField(min_length=2, max_length=60, label=gettext_lazy("Name"))
    starts_on = DateInputField(label=gettext_lazy("First day"))
    ends_on = DateInputField(label=gettext_lazy("Last day"))
    field_order = ["name", "starts_on", "ends_on", "why"]

    def days(self) -> SeasonDetails:
        return SeasonDetails(**{name: value for name, value in self.cleaned_data.items() if name != "why"})


class LogForm(forms.Form):
    """The filters of an audit log."""

    act = forms.ChoiceField(required=False, label=pgettext_lazy("of a log", "Action"))
    by = forms.CharField(
        required=False,
        max_length=150,
        label=gettext_lazy("By (username)"),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "data-players": "people"}),
    )
    kind = forms.ChoiceField(required=False, label=gettext_lazy("Target type"))
    subject_id = forms.IntegerField(required=False, min_value=1, max_value=(1 << 63) - 1, label=gettext_lazy("Target number"))
    since = DateInputField(required=False, label=pgettext_lazy("first day", "From"))
    until = DateInputField(required=False, label=pgettext_lazy("last day", "To"))

    def __init__(self, data: Any, acts: list[tuple[str, str]]) -> None:
        super().__init__(data)
        set_choices(self, "act", [("", _("any")), *acts])
        kinds = ((kind, translate_in(context, kind)) for kind, context in SUBJECT_KINDS.items())
        set_choices(self, "kind", [("", _("any")), *kinds])

    def clean(self) -> dict[str, Any]:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", _("The last day is before the first day."))
        return self.cleaned_data
