"""Forms of Gamers."""

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from engines.i18n import translate as _, translate_in
from league.forms import set_choices
from league.gamer_pages.queries import MAX_TEXT_LENGTH, NO_TALENT, SORTS, STATES
from league.gamers.models import Genre
from league.gamers.queries import talents
from league.seasons.rules.settings import MAX_MONEY


class FilterForm(forms.Form):
    """The optional filters of the cards."""

    text = forms.CharField(required=False, max_length=MAX_TEXT_LENGTH, label=gettext_lazy("Search"))
    genre = forms.ChoiceField(
        required=False,
        choices=[("", gettext_lazy("any")), *((genre, genre) for genre in Genre.values)],
        label=gettext_lazy("Genre"),
    )
    state = forms.ChoiceField(
        required=False,
        choices=lambda: [(key, translate_in("which Gamers", words)) for key, words in STATES.items()],
        label=pgettext_lazy("whose Gamers", "Status"),
    )
    least = forms.IntegerField(required=False, min_value=0, max_value=MAX_MONEY, label=gettext_lazy("Minimum salary"))
    most = forms.IntegerField(required=False, min_value=0, max_value=MAX_MONEY, label=gettext_lazy("Maximum salary"))
    talent = forms.ChoiceField(required=False, label=gettext_lazy("Talent"))
    sort = forms.ChoiceField(
        required=False,
        choices=lambda: [(key, _(words)) for key, (words, _order) in SORTS.items()],
        label=pgettext_lazy("sorting", "Sort by"),
    )

    def __init__(self, data: object) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        names = sorted((_(talent["name"]), key) for key, talent in talents().items())
        choices = [("", _("any")), (NO_TALENT, _("none")), *((key, name) for name, key in names)]
        set_choices(self, "talent", choices)
