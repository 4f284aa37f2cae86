"""Forms of the referee dashboard, one per ruling."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engines.referee_notation import LONGEST_REASON, MOST_CREDIT_MS
from engines.words import marked, say, say_in, told
from league.desk.queries.cases import CaseSeat
from league.event_console.override_preview import ORDINALS
from matches.actions.ruling import LEAST_REASON


class WhyForm(forms.Form):
    """Base form with the reason that every ruling needs."""

    why = forms.CharField(
        min_length=LEAST_REASON, max_length=LONGEST_REASON, label=gettext_lazy("Why"),
        help_text=gettext_lazy("Everybody reads it on the match's page, so name nothing that is hidden."),
    )  # fmt: skip

    def __init__(self, data: Any = None, *, seats: Sequence[CaseSeat] = (), deed: str = "") -> None:
        super().__init__(data, auto_id=f"{deed}-%s")
        self.seats = seats
        self.add_fields()
        self.order_fields([name for name in self.fields if name != "why"])

    def add_fields(self) -> None:
        """Add the ruling's own fields, made for the seats of the match."""

    def given(self) -> dict[str, Any]:
        """Return the fields for `league.desk.actions.rulings.rule`."""
        return {}


class TimeForm(WhyForm):
    """Time to add to the clocks of some seats."""

    def add_fields(self) -> None:
        self.fields["seats"] = forms.MultipleChoiceField(
            choices=_named(self.seats), widget=forms.CheckboxSelectMultiple, label=say_in("whose clock", "For")
        )
        most = MOST_CREDIT_MS // 60_000
        self.fields["minutes"] = forms.IntegerField(min_value=0, max_value=most, required=False, label=say("Minutes"))
        self.fields["seconds"] = forms.IntegerField(min_value=0, max_value=59, required=False, label=say("Seconds"))

    def given(self) -> dict[str, Any]:
        given = self.cleaned_data
        seconds = 60 * (given["minutes"] or 0) + (given["seconds"] or 0)
        return {"seats": [int(seat) for seat in given["seats"]], "seconds": seconds}


class ResultForm(WhyForm):
    """The result between two sides, or the place of every side at a larger table."""

    def add_fields(self) -> None:
        if len(self.seats) == 2:
            wins = [
                (f"{1 + seat.number},{2 - seat.number}", say("{name} wins", name=_name(seat))) for seat in self.seats
            ]
            results = [*wins, ("1,1", say("A draw")), ("2,2", say("Nobody wins"))]
            self.fields["ranks"] = forms.ChoiceField(choices=results, widget=forms.RadioSelect, label=say("Result"))
            return
        places = list(enumerate(map(told, ORDINALS[: len(self.seats)]), start=1))
        for seat in self.seats:
            self.fields[f"place_{seat.number}"] = forms.TypedChoiceField(
                choices=places, coerce=int, initial=seat.number + 1, label=say("Place of {name}", name=_name(seat))
            )

    def given(self) -> dict[str, Any]:
        given = self.cleaned_data
        if len(self.seats) == 2:
            return {"ranks": [int(rank) for rank in given["ranks"].split(",")]}
        return {"ranks": [given[f"place_{seat.number}"] for seat in self.seats]}


class SeatForm(WhyForm):
    """The seat that a ruling concerns."""

    def add_fields(self) -> None:
        self.fields["seat"] = forms.TypedChoiceField(
            choices=_named(self.seats), coerce=int, widget=forms.RadioSelect, label=say_in("which player", "Who")
        )

    def given(self) -> dict[str, Any]:
        return {"seat": self.cleaned_data["seat"]}


FORMS: dict[str, type[WhyForm]] = {"add-time": TimeForm, "result": ResultForm, "disqualify": SeatForm}
WORDS: dict[str, tuple[str, str, str]] = {
    "pause": (
        marked("Pause"),
        marked("All clocks stand still and nobody can move until you let the match go on."),
        marked("Pause the match"),
    ),
    "resume": (
        marked("Go on"),
        marked("The clocks of those who are to act run again from now."),
        marked("Let the match go on"),
    ),
    "add-time": (
        marked("Add time"),
        marked("It is added to the reserve, while the match is paused as well."),
        marked("Add the time"),
    ),
    "result": (
        marked("Rule on the result"),
        marked("The match ends at once, its secrets are opened, the result counts."),
        marked("Rule so"),
    ),
    "disqualify": (
        marked("Disqualify"),
        marked("Of two, the other wins and the match ends at once. At a larger table the others play on."),
        marked("Disqualify"),
    ),
    "annul": (
        marked("Annul"),
        marked("The match counts for nothing. It can be played again or reinstated."),
        marked("Annul the match"),
    ),
    "reinstate": (
        marked("Reinstate"),
        marked("Takes the last annulment or disqualification back. The match stands as before, paused."),
        marked("Reinstate"),
    ),
    "play-again": (
        marked("Play again"),
        marked("The same players meet again on the same sides, in a new match."),
        marked("Open a new match"),
    ),
}
"""By ruling: heading, description, button label."""
GRAVE = frozenset({"result", "disqualify", "annul"})


def form_of(deed: str, seats: Sequence[CaseSeat], data: Any = None) -> WhyForm:
    """Return the form of a ruling."""
    return FORMS.get(deed, WhyForm)(data, seats=seats, deed=deed)


def _named(seats: Sequence[CaseSeat]) -> list[tuple[int, str]]:
    return [(seat.number, _name(seat)) for seat in seats]


def _name(seat: CaseSeat) -> str:
    return f"{seat.player} ({seat.name})" if seat.player else seat.name
