"""The page of an event's settings.

Buttons inside the form (another stage, a tie-break further up) show it again with what has been written so far; only
Save changes the event. So it works without a script.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from engines.words import say
from league.event_console.access import organisers_only
from league.event_console.forms import PlanForm, Sheet, StageForm, format_choices
from league.event_console.settings_form_state import edited, formats_in, tie_breaks_in
from league.event_console.views import shown
from league.events.actions.event_copies import plan_of
from league.events.actions.event_lifecycle import Plan, change_event
from league.events.models import Event
from league.events.queries.franchises import seasons_for
from league.events.rules.declaring import MOST_STAGES
from league.formats.registry import traits_of
from league.formats.tie_breaks.columns import TIE_BREAKS, TieBreak
from league.forms import add_refusal
from league.people.models import Player
from matches.moment import now
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Editor:
    form: PlanForm
    stages: list[StageForm]
    chosen: list[TieBreak]

    @property
    def offered(self) -> list[TieBreak]:
        """Tie-breaks that are not chosen and can be used with the first stage."""
        first = traits_of(self.stages[0].key)
        if first.continuous:
            return []
        return [
            one
            for key, one in TIE_BREAKS.items()
            if one not in self.chosen and (one.everybody_meets if first.fixed else one.swiss)
        ]

    @property
    def usual(self) -> str:
        """The tie-breaks that the first stage has where none are chosen."""
        keys = traits_of(self.stages[0].key).tie_breaks
        return ", ".join(TIE_BREAKS[key].name for key in keys)

    @property
    def more(self) -> bool:
        return len(self.stages) < MOST_STAGES

    @property
    def playing(self) -> str:
        """The game whose options the form shows."""
        return str(self.form["game"].value())

    def valid(self) -> bool:
        return all([self.form.is_valid(), *[stage.is_valid() for stage in self.stages]])

    def unchecked(self) -> Editor:
        """As written, without a word about what is missing yet."""
        sheets: list[Sheet] = [self.form, *self.stages]
        for one in sheets:
            one.checked = False
        return self

    def plan(self) -> Plan:
        return self.form.plan([stage.plan() for stage in self.stages], [one.key for one in self.chosen])


@require_http_methods(["GET", "POST"])
@organisers_only
def settings(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    before, seasons = plan_of(event), seasons_for(event)
    if request.method == "GET":
        return _page(request, event, _editor(before, None, seasons))
    data, changed = edited(request.POST)
    editor = _editor(before, data, seasons)
    if changed:
        return _page(request, event, editor.unchecked())
    if editor.valid():
        try:
            change_event(event_id=event.pk, by=by.pk, plan=editor.plan(), at=now())
        except Refused as refusal:
            add_refusal(editor.form, refusal)
        else:
            messages.success(request, say("Saved."))
            return redirect("manage-settings", event.pk)
    return _page(request, event, editor, 422)


def _page(request: HttpRequest, event: Event, editor: Editor, status: int = 200) -> HttpResponse:
    return shown(request, event, "settings", status, editor=editor, formats=format_choices())


def _editor(before: Plan, data: QueryDict | None, seasons: Sequence[tuple[int, str]]) -> Editor:
    keys = formats_in(data) if data else [one.format for one in before.stages]
    playing = str(data.get("game", before.game)) if data else before.game
    kept: Sequence[str] = tie_breaks_in(data) if data else before.tie_breaks
    return Editor(
        PlanForm(before, data, playing=playing, seasons=seasons),
        [
            StageForm(number, data, key=key, before=before.stages[number - 1] if number <= len(before.stages) else None)
            for number, key in enumerate(keys, 1)
        ],
        [TIE_BREAKS[key] for key in kept],
    )
