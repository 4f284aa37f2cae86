"""Forms of seasons with franchises."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engines.i18n import translate as _, translate_n
from league.forms import DATETIME_INPUT, set_choices
from league.gamers.models import Genre
from league.leagues.forms import ReasonForm
from league.people.actions.bots import BOT_KINDS, level_name
from league.seasons.models import PaymentKind, SeasonSettings, WaiverMode, WindowKind
from league.seasons.queries.trades import TradedGamer, TradeLine
from league.seasons.rules.market import MAX_MESSAGE_LENGTH, Deal
from league.seasons.rules.settings import CHOICE, FLAG, GENRES, MAX_MONEY, MAX_ROSTER_SIZE, SETTINGS, SETTINGS_BY_NAME, Setting
from matches.api.validation import check_year

GENRE_PREFIX = "genres_"


class SettingsForm(ReasonForm):
    """The settings that can still change in the season's phase, as `rules.settings` declares them."""

    def __init__(self, data: Any, terms: SeasonSettings) -> None:
        super().__init__(data)
        fields: dict[str, forms.Field] = {}
        for setting in SETTINGS:
            if setting.may_change(terms.phase):
                fields |= _build_fields(setting, getattr(terms, setting.name))
        self.fields = {**fields, **self.fields}

    def to_data(self) -> dict[str, Any]:
        """Return the valid form's data as the action takes it."""
        values = {name: value for name, value in self.cleaned_data.items() if name != "why"}
        genres = {name: values.pop(name) for name in [*values] if name.startswith(GENRE_PREFIX)}
        if genres:
            values["genres"] = {name.removeprefix(GENRE_PREFIX): need for name, need in genres.items()}
        return values


def _build_fields(setting: Setting, value: Any) -> dict[str, forms.Field]:
    """Return the form fields of a declared setting; genres have one field each."""
    if setting.kind == GENRES:
        return {
            GENRE_PREFIX + genre: forms.IntegerField(
                min_value=0,
                max_value=MAX_ROSTER_SIZE,
                initial=value.get(genre, 0),
                label=_("Minimum {genre} per roster", genre=genre),
                help_text=_(setting.words),
            )
            for genre in Genre.values
        }
    options: dict[str, Any] = {"initial": value, "label": _(setting.label), "help_text": _(setting.words)}
    if setting.kind == FLAG:
        return {setting.name: forms.BooleanField(required=False, **options)}
    if setting.kind == CHOICE:
        return {setting.name: forms.ChoiceField(choices=WaiverMode.choices, **options)}
    return {setting.name: forms.IntegerField(min_value=setting.least, max_value=setting.most, **options)}


class FranchiseForm(forms.Form):
    """Creation of the player's own franchise."""

    name = forms.CharField(min_length=2, max_length=40, label=gettext_lazy("Franchise name"))


class FranchiseForPlayerForm(FranchiseForm):
    """Creation of a franchise for another player, by an organiser."""

    owner = forms.CharField(
        max_length=150, label=gettext_lazy("Username"),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "data-players": "people"}),
        help_text=gettext_lazy("A player on this site."),
    )  # fmt: skip


class FranchiseForBotForm(FranchiseForm):
    """Creation of a franchise for a bot, by an organiser."""

    bot = forms.ChoiceField(
        choices=lambda: [(kind, level_name(kind)) for kind in BOT_KINDS],
        label=gettext_lazy("Bot's level"),
        initial="level-5",
        help_text=gettext_lazy("The bot drafts, sets line-ups and plays its matches automatically."),
    )


class WindowForm(ReasonForm):
    """A new window, with times in UTC."""

    kind = forms.ChoiceField(choices=WindowKind.choices, label=gettext_lazy("Window type"))
    opens_at = forms.DateTimeField(label=gettext_lazy("Opens (UTC)"), widget=DATETIME_INPUT, validators=[check_year])
    closes_at = forms.DateTimeField(label=gettext_lazy("Closes (UTC)"), widget=DATETIME_INPUT, validators=[check_year])
    field_order = ["kind", "opens_at", "closes_at", "why"]


class LedgerForm(forms.Form):
    """The filters of the ledger."""

    franchise = forms.TypedChoiceField(required=False, coerce=int, empty_value=None, label=gettext_lazy("Franchise"))
    kind = forms.ChoiceField(
        required=False, choices=[("", gettext_lazy("any")), *PaymentKind.choices], label=gettext_lazy("Type")
    )

    def __init__(self, data: Any, franchises: list[tuple[int, str]]) -> None:
        super().__init__(data)
        set_choices(self, "franchise", [("", _("any")), *franchises])


class TradeForm(forms.Form):
    """An offer from the proposer's side. `line` is the offer that it counters."""

    give = forms.TypedMultipleChoiceField(
        required=False, coerce=int, label=gettext_lazy("You give"), widget=forms.CheckboxSelectMultiple
    )
    take = forms.TypedMultipleChoiceField(
        required=False, coerce=int, label=gettext_lazy("You get"), widget=forms.CheckboxSelectMultiple
    )
    give_money = forms.IntegerField(
        required=False, min_value=0, max_value=MAX_MONEY, label=gettext_lazy("Money you pay (thousands)")
    )
    take_money = forms.IntegerField(
        required=False, min_value=0, max_value=MAX_MONEY, label=gettext_lazy("Money you get (thousands)"),
        help_text=gettext_lazy("Only one side can pay. Leave the other field empty."),
    )  # fmt: skip
    words = forms.CharField(
        required=False, max_length=MAX_MESSAGE_LENGTH, label=gettext_lazy("Message"),
        help_text=gettext_lazy("Visible to everyone once the trade is accepted."),
    )  # fmt: skip
    hours = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=SETTINGS_BY_NAME["trade_hours"].most,
        label=gettext_lazy("Time to answer (hours)"),
    )

    def __init__(
        self, data: Any, giving: list[TradedGamer], getting: list[TradedGamer], hours: int, line: TradeLine | None
    ) -> None:
        super().__init__(data)
        for name, gamers in (("give", giving), ("take", getting)):
            set_choices(self, name, [(gamer.contract_id, _format_gamer(gamer)) for gamer in gamers])
        self.fields["hours"].initial = hours
        if line is not None:
            self.fields["give"].initial = [gamer.contract_id for gamer in line.takes]
            self.fields["take"].initial = [gamer.contract_id for gamer in line.gives]
            self.fields["give_money"].initial = line.take_money or None
            self.fields["take_money"].initial = line.give_money or None

    def to_deal(self) -> Deal:
        data = self.cleaned_data
        return Deal(
            tuple(data["give"]), tuple(data["take"]), data["give_money"] or 0, data["take_money"] or 0,
            data["words"], data["hours"],
        )  # fmt: skip


class BidForm(forms.Form):
    """A blind bid for a Gamer, with an optional contract to release."""

    bid = forms.IntegerField(
        min_value=0, max_value=MAX_MONEY, initial=0, label=gettext_lazy("Your bid (thousands)"),
        help_text=gettext_lazy("Paid to the league's bank if you win. The Gamer's salary doesn't change."),
    )  # fmt: skip
    drop_id = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, label=gettext_lazy("Gamer to release"),
        help_text=gettext_lazy("Only if your bid wins. Dead cap applies as with any release."),
    )  # fmt: skip

    def __init__(self, data: Any, gamers: list[TradedGamer]) -> None:
        super().__init__(data)
        set_choices(self, "drop_id", [("", _("no one")), *((gamer.contract_id, _format_gamer(gamer)) for gamer in gamers)])


def _format_gamer(gamer: TradedGamer) -> str:
    return translate_n(
        "{handle}: {genre}, salary {salary}; {n} season left", "{handle}: {genre}, salary {salary}; {n} seasons left",
        gamer.seasons_left, handle=gamer.handle, genre=gamer.genre, salary=gamer.salary,
    )  # fmt: skip
