"""Forms of drafts, generated from the settings that the kinds declare."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engines.i18n import translate as _
from league.drafts.actions.mock_drafts import FIELDS as MOCK_FIELDS
from league.drafts.formats.registry import DEFAULT_KIND, KINDS
from league.drafts.plans import ORDER, TIMES
from league.formats.settings import Field
from league.forms import DATETIME_INPUT


class KindForm(forms.Form):
    """Choice of the kind of draft, on which its settings depend."""

    kind = forms.ChoiceField(
        choices=lambda: [(kind.key, _(kind.name)) for kind in KINDS.values()], initial=DEFAULT_KIND,
        label=gettext_lazy("Draft type"), widget=forms.Select({"class": "input"}),
    )  # fmt: skip


class PlanForm(forms.Form):
    """The settings of a draft of one kind."""

    def __init__(self, data: Any, kind: str, first: Sequence[Field] = ()) -> None:
        super().__init__(data)
        for field in (*first, *KINDS[kind].fields, *TIMES):
            if field.key not in self.fields:
                self.fields[field.key] = build_setting_field(field)

    def to_data(self) -> dict[str, Any]:
        """Return the valid form's data as the actions take it, without empty fields."""
        return {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}


class SeasonDraftForm(PlanForm):
    """The settings of a season's draft. `base` has a line per franchise: its name, then `:` and its lottery tickets."""

    name = forms.CharField(max_length=60, initial="Draft", label=gettext_lazy("Name"))
    base = forms.CharField(
        required=False,
        label=gettext_lazy("Franchises"),
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy(
            "One per line. Manual: in draft order. Reverse standings: last season's standings, best first. "
            "Lottery: with tickets, such as Falcons: 12. Random: leave unchanged."
        ),
    )
    starts_at = forms.DateTimeField(
        required=False,
        label=gettext_lazy("Scheduled start (UTC)"),
        widget=DATETIME_INPUT,
        help_text=gettext_lazy("Leave blank to start it yourself."),
    )

    def __init__(self, data: Any, kind: str, franchises: Sequence[tuple[int, str]]) -> None:
        super().__init__(data, kind, (ORDER,))
        self.order_fields(("name", ORDER.key))
        self.known = {name.lower(): pk for pk, name in franchises}
        self.fields["base"].initial = "\n".join(name for _, name in franchises)

    def clean(self) -> dict[str, Any]:
        names: list[int] = []
        weights: dict[int, int] = {}
        for line in filter(None, map(str.strip, self.cleaned_data.get("base", "").splitlines())):
            name, colon, tickets = line.rpartition(":")
            with_tickets = bool(colon) and tickets.strip().isdecimal() and name.strip().lower() in self.known
            franchise_id = self.known.get((name if with_tickets else line).strip().lower())
            if franchise_id is None:
                self.add_error("base", _("Franchise {line} not found in this season.", line=repr(line[:40])))
                break
            names.append(franchise_id)
            if with_tickets:
                weights[franchise_id] = int(tickets)
        self.cleaned_data["base"] = names
        if weights:
            self.cleaned_data["weights"] = weights
        return self.cleaned_data


class MockForm(PlanForm):
    """The settings of a mock draft, with short turns by default."""

    def __init__(self, data: Any, kind: str) -> None:
        super().__init__(data, kind, MOCK_FIELDS)
        self.fields["pick_seconds"].initial = 30


def build_setting_field(field: Field) -> forms.Field:
    """Return the form field of a setting."""
    texts: dict[str, Any] = {"initial": field.default, "label": _(field.label), "help_text": _(field.help)}
    if isinstance(field.default, bool):
        return forms.BooleanField(required=False, **texts)
    if field.choices:
        return forms.ChoiceField(choices=[(key, _(name)) for key, name in field.choices], **texts)
    return forms.IntegerField(required=field.default is not None, min_value=field.least, max_value=field.most, **texts)
