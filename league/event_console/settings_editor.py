"""The settings page of an event.

Buttons inside the form (add a stage, move a tie-break up) redisplay it with the current input; only Save changes the
event. So it works without JavaScript.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from engines.words import say
from league.event_console.forms import OptionsForm, PlanForm, Sheet, StageForm
from league.event_console.views import moved, organisers_only, shown
from league.events.actions.event_copies import OWN, plan_of
from league.events.actions.event_lifecycle import Plan, change_event
from league.events.models import Event
from league.events.queries import seasons_for
from league.events.stage_plans import MOST_STAGES, StagePlan
from league.formats.registry import ALL, FIRST, NEXT, traits_of
from league.formats.tie_breaks.columns import TIE_BREAKS, TieBreak
from league.forms import refusals_on
from league.games import game
from league.people.models import Player
from matches.moment import now


def edited(sent: QueryDict) -> tuple[QueryDict, bool]:
    """Return the submitted data with the pressed button's change applied, and whether to save it."""
    data = sent.copy()
    deed, _, at = data.get("do", "save").partition(":")
    number = int(at) if at.isascii() and at.isdigit() and len(at) < 4 else 0
    if deed == "add-stage" and len(formats_in(data)) < MOST_STAGES:
        for number, key in enumerate([*formats_in(data), NEXT], 1):
            data[f"stage{number}-format"] = key
    elif deed == "remove-stage":
        _remove_stage(data, number)
    elif deed == "add":
        data.appendlist("tie_breaks", data.get("tie_add", ""))
    elif deed in ("up", "down"):
        data.setlist("tie_breaks", moved(tie_breaks_in(data), deed, number))
    elif deed == "remove":
        keys = tie_breaks_in(data)
        data.setlist("tie_breaks", keys[:number] + keys[number + 1 :])
    return data, deed == "save"


def formats_in(data: QueryDict) -> list[str]:
    """Return the formats of the stages, in order; at least one."""
    keys = [data.get(f"stage{number}-format", "") for number in range(1, MOST_STAGES + 1)]
    there = keys[: keys.index("")] if "" in keys else keys
    return [key if key in ALL else FIRST for key in there] or [FIRST]


def tie_breaks_in(data: QueryDict) -> list[str]:
    """Return the submitted tie-breaks that exist, without duplicates."""
    return list(dict.fromkeys(key for key in data.getlist("tie_breaks") if key in TIE_BREAKS))


def _remove_stage(data: QueryDict, number: int) -> None:
    """Remove a stage; later ones move up. The first stage takes all entrants, so it has no `takes`."""
    last = len(formats_in(data))
    if last < 2 or not 1 <= number <= last:
        return
    for at in range(number, last + 1):
        for name in [name for name in data if name.startswith(f"stage{at}-")]:
            del data[name]
        for name in [name for name in data if name.startswith(f"stage{at + 1}-")]:
            data[name.replace(f"stage{at + 1}-", f"stage{at}-", 1)] = data.get(name, "")
    if number == 1:
        data.pop("stage1-takes", None)


@dataclass(frozen=True, slots=True)
class Editor:
    """The forms of the settings page and the plan before the change."""

    before: Plan
    form: PlanForm
    options: OptionsForm
    stages: list[StageForm]
    chosen: list[TieBreak]

    @property
    def offered(self) -> list[TieBreak]:
        """Return the unused tie-breaks that the first stage allows."""
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
        """Return the names of the first stage's default tie-breaks."""
        keys = traits_of(self.stages[0].key).tie_breaks
        return ", ".join(TIE_BREAKS[key].name for key in keys)

    @property
    def more(self) -> bool:
        return len(self.stages) < MOST_STAGES

    @property
    def playing(self) -> str:
        """Return the game whose options the form shows."""
        return str(self.form["game"].value())

    @property
    def sheets(self) -> list[Sheet]:
        return [self.form, self.options, *self.stages]

    def plan(self) -> Plan:
        kept = self.before.options if self.form.cleaned_data["game"] == self.before.game else {}
        stages, tie_breaks = [stage.plan() for stage in self.stages], [one.key for one in self.chosen]
        return self.form.plan(stages, tie_breaks, self.options.chosen(kept))


@require_http_methods(["GET", "POST"])
@organisers_only
def settings(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Show and process the settings page."""
    before, seasons, status = plan_of(event), seasons_for(event), 200
    if request.method == "GET":
        return shown(request, event, "settings", editor=_editor(before, None, seasons))
    data, save = edited(request.POST)
    editor = _editor(before, data, seasons)
    if not save or not all(one.is_bound for one in editor.sheets):
        for one in editor.sheets:  # keep the input, without error messages
            one.checked = False
    else:
        status = 422
        if all(one.is_valid() for one in editor.sheets):
            with refusals_on(editor.form):
                change_event(event_id=event.pk, by=by.pk, plan=editor.plan(), at=now())
                messages.success(request, say("Saved."))
                return redirect("manage-settings", event.pk)
    return shown(request, event, "settings", status, editor=editor)


def _editor(before: Plan, data: QueryDict | None, seasons: Sequence[tuple[int, str]]) -> Editor:
    """Return the forms with the submitted data.

    Format settings and game options that the submitted page did not contain yet have their defaults.
    """
    if data is None:
        options, keys = OptionsForm(None, before.game, before.options), before.tie_breaks
        stages = [
            StageForm(n, None, one.format, kept=_kept(one, one.format), takes=one.takes, settings=one.settings)
            for n, one in enumerate(before.stages, 1)
        ]
    else:
        playing, keys = data.get("game", ""), tie_breaks_in(data)
        is_seen = data.get("game_shown") == playing or game(playing) is None
        options = OptionsForm(data if is_seen else None, playing, {})
        stages = [_stage_form(before, data, number) for number in range(1, len(formats_in(data)) + 1)]
    return Editor(before, PlanForm(before, data, seasons), options, stages, [TIE_BREAKS[key] for key in keys])


def _stage_form(before: Plan, data: QueryDict, number: int) -> StageForm:
    formats = formats_in(data)
    key, takes = formats[number - 1], data.get(f"stage{number}-takes")
    if number > 1 and not takes and not ALL[formats[number - 2]].names_qualifiers:
        takes = "2"
    is_seen = data.get(f"stage{number}-shown") == key
    kept = _kept(before.stages[number - 1], key) if number <= len(before.stages) else {}
    return StageForm(number, data if is_seen else None, key, kept=kept, takes=takes)


def _kept(stage: StagePlan, format: str) -> dict[str, Any]:
    """Return the settings that the page does not contain, if the stage's format is unchanged."""
    return {name: value for name, value in stage.settings.items() if name in OWN and stage.format == format}
