"""Forms of Gamers."""

from __future__ import annotations

from django import forms

from league.gamers.models import Genre
from league.gamers.queries.cards import LONGEST_TEXT, NO_TALENT, SORTS, STATES, Asked, talents
from league.seasons.rules.terms import MOST_MONEY


class FilterForm(forms.Form):
    """The filters of the cards; all of them may be left out."""

    text = forms.CharField(required=False, max_length=LONGEST_TEXT, label="Text")
    genre = forms.ChoiceField(required=False, choices=[("", "any"), *Genre.choices], label="Genre")
    state = forms.ChoiceField(required=False, choices=list(STATES.items()), label="Who")
    least = forms.IntegerField(required=False, min_value=0, max_value=MOST_MONEY, label="Salary from")
    most = forms.IntegerField(required=False, min_value=0, max_value=MOST_MONEY, label="Salary to")
    talent = forms.ChoiceField(required=False, label="Talent")
    sort = forms.ChoiceField(required=False, choices=[(key, one[0]) for key, one in SORTS.items()], label="Order")

    def __init__(self, data: object) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        field = self.fields["talent"]
        assert isinstance(field, forms.ChoiceField)
        names = sorted((one["name"], key) for key, one in talents().items())
        field.choices = [("", "any"), (NO_TALENT, "none"), *((key, name) for name, key in names)]

    def asked(self) -> Asked:
        given = self.cleaned_data
        return Asked(
            given["genre"], given["talent"], given["state"], given["text"], given["least"], given["most"],
            given["sort"] or "dearest",
        )  # fmt: skip
