"""The settings of an event while they are being written: stages and tie-breaks added, moved and taken away.

It works on what the form has sent and fetches nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from django.http import QueryDict

from league.event_console.event_form import PREFIX
from league.events.rules.declaring import MOST_STAGES
from league.formats.registry import ALL, FIRST, NEXT
from league.formats.settings import Field
from league.formats.tie_breaks.columns import TIE_BREAKS
from league.games import game
from league.match_options import OPTION, option_field

T = TypeVar("T")


def edited(sent: QueryDict) -> tuple[QueryDict, bool]:
    """What was sent with the pressed button's change in it, and whether it is to be shown again instead of saved.

    Also shown again: a format or game chosen since the page was made, whose own settings nobody has seen yet.
    """
    data = sent.copy()
    deed, _, at = data.get("do", "save").partition(":")
    number = int(at) if at.isascii() and at.isdigit() and len(at) < 4 else 0
    changed = deed != "save"
    if deed == "add-stage" and len(formats_in(data)) < MOST_STAGES:
        _set_stages(data, [*formats_in(data), NEXT])
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


def moved(order: Sequence[T], deed: str, at: int) -> list[T]:
    """The order with the one at this place `up` or `down` by one.

    >>> moved(["a", "b", "c"], "up", 2), moved(["a", "b"], "down", 1), moved(["a"], "up", 7)
    (['a', 'c', 'b'], ['a', 'b'], ['a'])
    """
    rest = list(order)
    if 0 <= at < len(rest):
        one = rest.pop(at)
        rest.insert(max(0, at + (1 if deed == "down" else -1)), one)
    return rest


def _changed(keys: list[str], deed: str, at: int, key: str) -> list[str]:
    if deed == "add":
        return [*keys, key] if key in TIE_BREAKS and key not in keys else keys
    if deed == "remove":
        return keys[:at] + keys[at + 1 :]
    return moved(keys, deed, at)


def _set_stages(data: QueryDict, keys: list[str]) -> None:
    for number, key in enumerate(keys, 1):
        data[f"stage{number}-format"] = key


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
