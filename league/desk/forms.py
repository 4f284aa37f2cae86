"""Forms of the referee dashboard, one per ruling."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engines.i18n import mark, translate as _, translate_in
from engines.referee_notation import MAX_CREDIT_MS, MAX_REASON_LENGTH
from league.desk.queries.cases import CaseSeat
from league.event_console.override_preview import ORDINALS
from matches.actions.referee import MIN_REASON_LENGTH


class ReasonForm(forms.Form):
    """Base form with the reason that every ruling needs."""

    why = forms.CharField(
        min_length=MIN_REASON_LENGTH, max_length=MAX_REASON_LENGTH, label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Shown on the match page. Don't mention hidden information."),
    )  # fmt: skip

    def __init__(self, data: Any = None, *, seats: Sequence[CaseSeat] = (), kind: str = "") -> None:
        super().__init__(data, auto_id=f"{kind}-%s")
        self.seats = seats
        self.add_fields()
        self.order_fields([name for name in self.fields if name != "why"])

    def add_fields(self) -> None:
        """Add the ruling's own fields, made for the seats of the match."""

    def to_data(self) -> dict[str, Any]:
        """Return the fields for `league.desk.actions.rulings.apply_ruling`."""
        return {}


class RevealForm(ReasonForm):
    """The reason for revealing hidden information, which the page shows above the field."""

    def add_fields(self) -> None:
        self.fields["why"].help_text = ""


class TimeForm(ReasonForm):
    """Time to add to the clocks of some seats."""

    def add_fields(self) -> None:
        self.fields["seats"] = forms.MultipleChoiceField(
            choices=_choices(self.seats), widget=forms.CheckboxSelectMultiple, label=translate_in("whose clock", "For")
        )
        limit = MAX_CREDIT_MS // 60_000
        self.fields["minutes"] = forms.IntegerField(min_value=0, max_value=limit, required=False, label=_("Minutes"))
        self.fields["seconds"] = forms.IntegerField(min_value=0, max_value=59, required=False, label=_("Seconds"))

    def to_data(self) -> dict[str, Any]:
        data = self.cleaned_data
        seconds = 60 * (data["minutes"] or 0) + (data["seconds"] or 0)
        return {"seats": [int(seat) for seat in data["seats"]], "seconds": seconds}


class ResultForm(ReasonForm):
    """The result between two sides, or the place of every side at a larger table."""

    def add_fields(self) -> None:
        if len(self.seats) == 2:
            wins = [(f"{1 + seat.number},{2 - seat.number}", _("{name} wins", name=_label(seat))) for seat in self.seats]
            results = [*wins, ("1,1", _("Draw")), ("2,2", _("No winner"))]
            self.fields["ranks"] = forms.ChoiceField(choices=results, widget=forms.RadioSelect, label=_("Result"))
            return
        places = list(enumerate(map(_, ORDINALS[: len(self.seats)]), start=1))
        for seat in self.seats:
            self.fields[f"place_{seat.number}"] = forms.TypedChoiceField(
                choices=places, coerce=int, initial=seat.number + 1, label=_("Rank of {name}", name=_label(seat))
            )

    def to_data(self) -> dict[str, Any]:
        data = self.cleaned_data
        if len(self.seats) == 2:
            return {"ranks": [int(rank) for rank in data["ranks"].split(",")]}
        return {"ranks": [data[f"place_{seat.number}"] for seat in self.seats]}


class SeatForm(ReasonForm):
    """The seat that a ruling concerns."""

    def add_fields(self) -> None:
        self.fields["seat"] = forms.TypedChoiceField(
            choices=_choices(self.seats), coerce=int, widget=forms.RadioSelect, label=translate_in("which player", "Player")
        )

    def to_data(self) -> dict[str, Any]:
        return {"seat": self.cleaned_data["seat"]}


RULING_FORMS: dict[str, type[ReasonForm]] = {"add-time": TimeForm, "result": ResultForm, "disqualify": SeatForm}
RULING_TEXTS: dict[str, tuple[str, str, str]] = {
    "pause": (mark("Pause"), mark("Clocks stop and no moves can be made until you resume the match."), mark("Pause match")),
    "resume": (mark("Resume"), mark("The clocks of the players to move start running again."), mark("Resume match")),
    "add-time": (mark("Add time"), mark("Added to the time bank, even while the match is paused."), mark("Add time")),
    "result": (
        mark("Set result"),
        mark("The match ends immediately, hidden information is revealed and the result counts."),
        mark("Set result"),
    ),
    "disqualify": (
        mark("Disqualify"),
        mark("With two players, the other player wins and the match ends immediately. With more players, the others play on."),
        mark("Disqualify"),
    ),
    "annul": (mark("Annul"), mark("The match won't count. You can replay or reinstate it."), mark("Annul match")),
    "reinstate": (
        mark("Reinstate"),
        mark("Undoes the last annulment or disqualification. The match returns to its previous position, paused."),
        mark("Reinstate"),
    ),
    "play-again": (mark("Replay match"), mark("The same players play a new match on the same sides."), mark("Replay match")),
}
"""By ruling: heading, description, button label."""
DESTRUCTIVE = frozenset({"result", "disqualify", "annul"})


def build_ruling_form(kind: str, seats: Sequence[CaseSeat], data: Any = None) -> ReasonForm:
    """Return the form of a ruling."""
    return RULING_FORMS.get(kind, ReasonForm)(data, seats=seats, kind=kind)


def _choices(seats: Sequence[CaseSeat]) -> list[tuple[int, str]]:
    return [(seat.number, _label(seat)) for seat in seats]


def _label(seat: CaseSeat) -> str:
    return f"{seat.player} ({seat.name})" if seat.player else seat.name
