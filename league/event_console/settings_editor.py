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
from league.event_console.forms import PREFIX, PlanForm, Sheet, StageForm, format_choices
from league.event_console.views import moved, organisers_only, shown
from league.events.actions.event_copies import plan_of
from league.events.actions.event_lifecycle import Plan, change_event
from league.events.models import Event
from league.events.queries import seasons_for
from league.events.stage_plans import MOST_STAGES
from league.formats.registry import ALL, FIRST, NEXT, traits_of
from league.formats.settings import Field
from league.formats.tie_breaks.columns import TIE_BREAKS, TieBreak
from league.forms import add_refusal
from league.games import game
from league.match_options import OPTION, option_field
from league.people.models import Player
from matches.moment import now
from matches.refusals import Refused


def edited(sent: QueryDict) -> tuple[QueryDict, bool]:
    """What was sent with the pressed button's change in it, and whether it is to be shown again instead of saved.

    Also shown again: a format or game chosen since the page was made, whose own settings nobody has seen yet.
    """
    data = sent.copy()
    deed, _, at = data.get("do", "save").partition(":")
    number = int(at) if at.isascii() and at.isdigit() and len(at) < 4 else 0
    changed = deed != "save"
    if deed == "add-stage" and len(formats_in(data)) < MOST_STAGES:
        for number, key in enumerate([*formats_in(data), NEXT], 1):
            data[f"stage{number}-format"] = key
    elif deed == "remove-stage":
        _remove_stage(data, number)
    elif deed in ("up", "down", "remove", "add"):
        data.setlist("tie_breaks", _changed(tie_breaks_in(data), deed, number, data.get("tie_add", "")))
    return data, _filled(data) or changed


def formats_in(data: QueryDict) -> list[str]:
    """The formats of the stages, in order; at least one."""
    keys = [data.get(f"stage{number}-format", "") for number in range(1, MOST_STAGES + 1)]
    there = keys[: keys.index("")] if "" in keys else keys
    return [key if key in ALL else FIRST for key in there] or [FIRST]


def tie_breaks_in(data: QueryDict) -> list[str]:
    """The known tie-breaks as they were sent, each once."""
    return list(dict.fromkeys(key for key in data.getlist("tie_breaks") if key in TIE_BREAKS))


def _changed(keys: list[str], deed: str, at: int, key: str) -> list[str]:
    if deed == "add":
        return [*keys, key] if key in TIE_BREAKS and key not in keys else keys
    if deed == "remove":
        return keys[:at] + keys[at + 1 :]
    return moved(keys, deed, at)


def _remove_stage(data: QueryDict, number: int) -> None:
    """Take a stage away; those behind it move up. The first takes everybody, so it has no `takes`."""
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


def _filled(data: QueryDict) -> bool:
    """Give the settings of a format, and the options of a game, that the page has not shown their usual values."""
    found = False
    for number, key in enumerate(formats_in(data), 1):
        stage = f"stage{number}-"
        if data.get(f"{stage}shown") == key:
            continue
        found = True
        data[f"{stage}shown"] = key
        for field in ALL[key].fields:
            _usual(data, f"{stage}{PREFIX}{field.key}", field)
        before = formats_in(data)[number - 2]
        if number > 1 and not data.get(f"{stage}takes") and not ALL[before].names_qualifiers:
            data[f"{stage}takes"] = "2"
    return _options_filled(data) or found


def _usual(data: QueryDict, name: str, field: Field) -> None:
    if field.default is True:
        data[name] = "on"
    elif field.default is False or field.default is None:
        data.pop(name, None)
    else:
        data[name] = ", ".join(map(str, field.default)) if isinstance(field.default, tuple) else str(field.default)


def _options_filled(data: QueryDict) -> bool:

    playing = data.get("game", "")
    found = game(playing)
    if data.get("game_shown") == playing or found is None:
        return False
    data["game_shown"] = playing
    for name in [name for name in data if name.startswith(OPTION)]:
        del data[name]
    for one in found.choices:
        field = option_field(one)
        if field is not None and field.initial not in (None, False):
            data[OPTION + one.name] = "on" if field.initial is True else str(field.initial)
    return True


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
