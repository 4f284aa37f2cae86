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

from engines.i18n import translate as _
from league.event_console.forms import OptionsForm, PartialForm, PlanForm, StageForm
from league.event_console.views import move_item, organisers_only, render_page
from league.events.actions.event_copies import OWN_SETTINGS, get_event_plan
from league.events.actions.event_lifecycle import Plan, change_event
from league.events.actions.plan_versions import get_plan_version
from league.events.models import Event
from league.events.queries import list_season_choices
from league.events.stage_plans import MAX_STAGES, StagePlan
from league.formats.registry import DEFAULT_FIRST, DEFAULT_NEXT, FORMATS, get_traits
from league.formats.tie_breaks.definitions import TEAM_DEFAULTS, TIE_BREAKS, TieBreak
from league.forms import errors_on_form
from league.games import find_game
from league.people.models import Player
from league.titles.queries import list_title_choices
from matches.server_time import now


def apply_button(submitted: QueryDict) -> tuple[QueryDict, bool]:
    """Return the submitted data with the pressed button's change applied, and whether to save it."""
    data = submitted.copy()
    button, _, position = data.get("do", "save").partition(":")
    number = int(position) if position.isascii() and position.isdigit() and len(position) < 4 else 0
    if button == "add-stage" and len(parse_formats(data)) < MAX_STAGES:
        for number, key in enumerate([*parse_formats(data), DEFAULT_NEXT], 1):
            data[f"stage{number}-format"] = key
    elif button == "remove-stage":
        _remove_stage(data, number)
    elif button == "add":
        data.appendlist("tie_breaks", data.get("tie_add", ""))
    elif button in ("up", "down"):
        data.setlist("tie_breaks", move_item(parse_tie_breaks(data), button, number))
    elif button == "remove":
        keys = parse_tie_breaks(data)
        data.setlist("tie_breaks", keys[:number] + keys[number + 1 :])
    return data, button == "save"


def parse_formats(data: QueryDict) -> list[str]:
    """Return the formats of the stages, in order; at least one."""
    keys = [data.get(f"stage{number}-format", "") for number in range(1, MAX_STAGES + 1)]
    filled = keys[: keys.index("")] if "" in keys else keys
    return [key if key in FORMATS else DEFAULT_FIRST for key in filled] or [DEFAULT_FIRST]


def parse_tie_breaks(data: QueryDict) -> list[str]:
    """Return the submitted tie-breaks that exist, without duplicates."""
    return list(dict.fromkeys(key for key in data.getlist("tie_breaks") if key in TIE_BREAKS))


def _remove_stage(data: QueryDict, number: int) -> None:
    """Remove a stage; later ones move up. The first stage takes all entrants, so it has no `takes`."""
    last = len(parse_formats(data))
    if last < 2 or not 1 <= number <= last:
        return
    for position in range(number, last + 1):
        for name in [name for name in data if name.startswith(f"stage{position}-")]:
            del data[name]
        for name in [name for name in data if name.startswith(f"stage{position + 1}-")]:
            data[name.replace(f"stage{position + 1}-", f"stage{position}-", 1)] = data.get(name, "")
    if number == 1:
        data.pop("stage1-takes", None)


@dataclass(frozen=True, slots=True)
class SettingsEditor:
    """The forms of the settings page and the plan before the change."""

    before: Plan
    form: PlanForm
    options: OptionsForm
    stages: list[StageForm]
    chosen: list[TieBreak]

    @property
    def offered(self) -> list[TieBreak]:
        """Return the unused tie-breaks that the first stage allows."""
        first = get_traits(self.stages[0].key)
        if first.continuous:
            return []
        return [
            tie_break
            for key, tie_break in TIE_BREAKS.items()
            if tie_break not in self.chosen
            and (not tie_break.teams or self.before.teams is not None)
            and (tie_break.everybody_meets if first.fixed else tie_break.swiss)
        ]

    @property
    def usual(self) -> str:
        """Return the names of the first stage's default tie-breaks."""
        keys = get_traits(self.stages[0].key).tie_breaks
        if keys and self.before.teams is not None:
            keys = TEAM_DEFAULTS
        return "; ".join(TIE_BREAKS[key].name for key in keys)

    @property
    def more(self) -> bool:
        return len(self.stages) < MAX_STAGES

    @property
    def playing(self) -> str:
        """Return the game whose options the form shows."""
        return str(self.form["game"].value())

    @property
    def sheets(self) -> list[PartialForm]:
        return [self.form, self.options, *self.stages]

    def plan(self) -> Plan:
        options = self.before.options if self.form.cleaned_data["game"] == self.before.game else {}
        stages, tie_breaks = [stage.plan() for stage in self.stages], [tie_break.key for tie_break in self.chosen]
        return self.form.plan(stages, tie_breaks, self.options.chosen(options))


@require_http_methods(["GET", "POST"])
@organisers_only
def event_settings(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Show and process the settings page."""
    before, seasons, status = get_event_plan(event), list_season_choices(event), 200
    own, leagues = (event.organiser_id, []) if event.league_id is None else (None, [event.league_id])
    titles = list_title_choices(own, leagues, event.game)
    version = get_plan_version(event)
    if request.method == "GET":
        return render_page(request, event, by, "settings", editor=_build_editor(before, None, seasons, titles), version=version)
    text = request.POST.get("version", "")
    seen = int(text) if text.isascii() and text.isdigit() else None
    data, save = apply_button(request.POST)
    editor = _build_editor(before, data, seasons, titles)
    if not save or not all(form.is_bound for form in editor.sheets):
        for form in editor.sheets:  # keep the input, without error messages
            form.checked = False
    else:
        status = 422
        if all(form.is_valid() for form in editor.sheets):
            with errors_on_form(editor.form):
                change_event(event_id=event.pk, by=by.pk, plan=editor.plan(), at=now(), version=seen)
                messages.success(request, _("Saved."))
                return redirect("manage-settings", event.pk)
            seen = version
    return render_page(request, event, by, "settings", status, editor=editor, version=seen)


def _build_editor(
    before: Plan, data: QueryDict | None, seasons: Sequence[tuple[int, str]], titles: Sequence[tuple[str, str]]
) -> SettingsEditor:
    """Return the forms with the submitted data.

    Format settings and game options that the submitted page did not contain yet have their defaults.
    """
    if data is None:
        options, keys = OptionsForm(None, before.game, before.options), before.tie_breaks
        stages = [
            StageForm(n, None, plan.format, kept=_get_hidden(plan, plan.format), takes=plan.takes, settings=plan.settings)
            for n, plan in enumerate(before.stages, 1)
        ]
    else:
        playing, keys = data.get("game", ""), parse_tie_breaks(data)
        is_seen = data.get("game_shown") == playing or find_game(playing) is None
        options = OptionsForm(data if is_seen else None, playing, {})
        stages = [_build_stage_form(before, data, number) for number in range(1, len(parse_formats(data)) + 1)]
    return SettingsEditor(before, PlanForm(before, data, seasons, titles), options, stages, [TIE_BREAKS[key] for key in keys])


def _build_stage_form(before: Plan, data: QueryDict, number: int) -> StageForm:
    formats = parse_formats(data)
    key, takes = formats[number - 1], data.get(f"stage{number}-takes")
    if number > 1 and not takes and not FORMATS[formats[number - 2]].names_qualifiers:
        takes = "2"
    is_seen = data.get(f"stage{number}-shown") == key
    hidden = _get_hidden(before.stages[number - 1], key) if number <= len(before.stages) else {}
    return StageForm(number, data if is_seen else None, key, kept=hidden, takes=takes)


def _get_hidden(stage: StagePlan, format: str) -> dict[str, Any]:
    """Return the settings that the page does not contain, if the stage's format is unchanged."""
    return {name: value for name, value in stage.settings.items() if name in OWN_SETTINGS and stage.format == format}
