"""Forms of seasons with franchises."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engines.words import say, say_many, told
from league.forms import MOMENT_INPUT, set_choices
from league.gamers.models import Genre
from league.leagues.forms import WhyForm
from league.people.actions.bots import ABOUT, KINDS
from league.seasons.models import PaymentKind, SeasonTerms, Waivers, WindowKind
from league.seasons.queries.trades import TradedGamer, TradeLine
from league.seasons.rules.market import MOST_WORDS, Deal
from league.seasons.rules.terms import BY_NAME, CHOICE, FLAG, GENRES, MOST_MONEY, MOST_PLACES, TERMS, Term
from matches.api.validation import check_year

GENRE = "genres_"


class TermsForm(WhyForm):
    """The settings that can still change in the season's phase, as `rules.settings` declares them."""

    def __init__(self, data: Any, terms: SeasonTerms) -> None:
        super().__init__(data)
        made: dict[str, forms.Field] = {}
        for one in TERMS:
            if one.may_change(terms.phase):
                made |= _fields(one, getattr(terms, one.name))
        self.fields = {**made, **self.fields}

    def given(self) -> dict[str, Any]:
        """Return the valid form's data as the action takes it."""
        values = {name: value for name, value in self.cleaned_data.items() if name != "why"}
        genres = {name: values.pop(name) for name in [*values] if name.startswith(GENRE)}
        if genres:
            values["genres"] = {name.removeprefix(GENRE): need for name, need in genres.items()}
        return values


def _fields(term: Term, value: Any) -> dict[str, forms.Field]:
    """Return the form fields of a declared setting; genres have one field each."""
    if term.kind == GENRES:
        return {
            GENRE + genre: forms.IntegerField(
                min_value=0,
                max_value=MOST_PLACES,
                initial=value.get(genre, 0),
                label=say("Minimum {genre} per roster", genre=genre),
                help_text=told(term.words),
            )
            for genre in Genre.values
        }
    shown: dict[str, Any] = {"initial": value, "label": told(term.label), "help_text": told(term.words)}
    if term.kind == FLAG:
        return {term.name: forms.BooleanField(required=False, **shown)}
    if term.kind == CHOICE:
        return {term.name: forms.ChoiceField(choices=Waivers.choices, **shown)}
    return {term.name: forms.IntegerField(min_value=term.least, max_value=term.most, **shown)}


class FoundForm(forms.Form):
    """Creation of the player's own franchise."""

    name = forms.CharField(min_length=2, max_length=40, label=gettext_lazy("Franchise name"))


class FoundForForm(FoundForm):
    """Creation of a franchise for another player, by an organiser."""

    owner = forms.CharField(
        max_length=150, label=gettext_lazy("Username"), widget=forms.TextInput(attrs={"autocapitalize": "none"}),
        help_text=gettext_lazy("A player on this site."),
    )  # fmt: skip


class FoundForBotForm(FoundForm):
    """Creation of a franchise for a bot, by an organiser."""

    bot = forms.ChoiceField(
        choices=lambda: [(kind, f"{told(KINDS[kind])}: {told(ABOUT[kind])}") for kind in KINDS],
        label=gettext_lazy("Bot"),
        help_text=gettext_lazy("The bot drafts, sets line-ups and plays its matches automatically."),
    )


class WindowForm(WhyForm):
    """A new window, with times in UTC."""

    kind = forms.ChoiceField(choices=WindowKind.choices, label=gettext_lazy("Window type"))
    opens_at = forms.DateTimeField(label=gettext_lazy("Opens (UTC)"), widget=MOMENT_INPUT, validators=[check_year])
    closes_at = forms.DateTimeField(label=gettext_lazy("Closes (UTC)"), widget=MOMENT_INPUT, validators=[check_year])
    field_order = ["kind", "opens_at", "closes_at", "why"]


class LedgerForm(forms.Form):
    """The filters of the ledger."""

    franchise = forms.TypedChoiceField(required=False, coerce=int, empty_value=None, label=gettext_lazy("Franchise"))
    kind = forms.ChoiceField(
        required=False, choices=[("", gettext_lazy("any")), *PaymentKind.choices], label=gettext_lazy("Type")
    )

    def __init__(self, data: Any, franchises: list[tuple[int, str]]) -> None:
        super().__init__(data)
        set_choices(self, "franchise", [("", say("any")), *franchises])


class TradeForm(forms.Form):
    """An offer from the proposer's side. `line` is the offer that it counters."""

    give = forms.TypedMultipleChoiceField(
        required=False, coerce=int, label=gettext_lazy("You give"), widget=forms.CheckboxSelectMultiple
    )
    take = forms.TypedMultipleChoiceField(
        required=False, coerce=int, label=gettext_lazy("You get"), widget=forms.CheckboxSelectMultiple
    )
    give_money = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_MONEY, label=gettext_lazy("Money you pay (thousands)")
    )
    take_money = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_MONEY, label=gettext_lazy("Money you get (thousands)"),
        help_text=gettext_lazy("Only one side can pay. Leave the other field empty."),
    )  # fmt: skip
    words = forms.CharField(
        required=False, max_length=MOST_WORDS, label=gettext_lazy("Message"),
        help_text=gettext_lazy("Visible to everyone once the trade is accepted."),
    )  # fmt: skip
    hours = forms.IntegerField(
        required=False, min_value=1, max_value=BY_NAME["trade_hours"].most, label=gettext_lazy("Time to answer (hours)")
    )

    def __init__(
        self, data: Any, own: list[TradedGamer], theirs: list[TradedGamer], hours: int, line: TradeLine | None
    ) -> None:
        super().__init__(data)
        for name, gamers in (("give", own), ("take", theirs)):
            set_choices(self, name, [(one.contract_id, _words(one)) for one in gamers])
        self.fields["hours"].initial = hours
        if line is not None:
            self.fields["give"].initial = [one.contract_id for one in line.takes]
            self.fields["take"].initial = [one.contract_id for one in line.gives]
            self.fields["give_money"].initial = line.take_money or None
            self.fields["take_money"].initial = line.give_money or None

    def deal(self) -> Deal:
        given = self.cleaned_data
        return Deal(
            tuple(given["give"]), tuple(given["take"]), given["give_money"] or 0, given["take_money"] or 0,
            given["words"], given["hours"],
        )  # fmt: skip


class BidForm(forms.Form):
    """A blind bid for a Gamer, with an optional contract to release."""

    bid = forms.IntegerField(
        min_value=0, max_value=MOST_MONEY, initial=0, label=gettext_lazy("Your bid (thousands)"),
        help_text=gettext_lazy("Paid to the league's bank if you win. The Gamer's salary doesn't change."),
    )  # fmt: skip
    drop_id = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, label=gettext_lazy("Gamer to release"),
        help_text=gettext_lazy("Only if your bid wins. Dead cap applies as with any release."),
    )  # fmt: skip

    def __init__(self, data: Any, own: list[TradedGamer]) -> None:
        super().__init__(data)
        set_choices(self, "drop_id", [("", say("no one")), *((one.contract_id, _words(one)) for one in own)])


def _words(one: TradedGamer) -> str:
    return say_many(
        "{handle}: {genre}, salary {salary}; {n} season left", "{handle}: {genre}, salary {salary}; {n} seasons left",
        one.seasons_left, handle=one.handle, genre=one.genre, salary=one.salary,
    )  # fmt: skip
