"""Reading the settings of an event that a program sends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.words import say
from league.event_console.input_parsing import moment, number, text
from league.events.rules.declaring import StagePlan
from league.time_controls.forms import read_time
from league.time_controls.presets import PRESETS
from matches.refusals import Refused


def _flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise Refused("not-a-flag", say("Say true or false."), name)
    return value


def _texts(value: Any, name: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Refused("not-a-list", say("Give a list of texts."), name)
    return tuple(text(one, name) for one in value)


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Refused("not-an-object", say("Give an object with names and values."), name)
    return dict(value)


def _stages(value: Any, name: str) -> list[StagePlan]:
    if not isinstance(value, list):
        raise Refused("not-a-list", say("Give a list of stages."), name)
    made = []
    for one in (_object(each, name) for each in value):
        if not set(one) <= {"format", "settings", "takes"}:
            raise Refused("unknown-setting", say("A stage has format, settings and takes."), name)
        takes = one.get("takes")
        made.append(
            StagePlan(
                text(one.get("format"), name), _object(one.get("settings", {}), name),
                None if takes is None else number(takes, name),
            )
        )  # fmt: skip
    return made


def _or_none(read: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    return lambda value, name: None if value is None else read(value, name)


READ: dict[str, Callable[[Any, str], Any]] = {
    "control": read_time, "name": text, "game": text, "season_id": _or_none(number),
    "options": _object, "about": text, "max_entrants": number, "registration": text,
    "least_rating": _or_none(number), "most_rating": _or_none(number), "check_in_min": number, "seeding": text,
    "tie_breaks": _texts, "rated": _flag, "rate_entered": _flag, "pool": text, "auto_advance": _flag,
    "round_gap_s": number, "start_by_min": number, "delay_s": number, "starts_at": _or_none(moment),
    "repeat_days": number, "answer_min": number, "draw_offers": _flag, "player_pauses": _flag,
    "no_show_warnings": _or_none(number), "ban_length": number, "ban_unit": text,
    "bot_pace_ms": number, "bot_accounts": _flag, "stages": _stages,
}  # fmt: skip


def planned(given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a Plan that are given; `preset` names a time control, `control` holds one in parts.

    Refused names the first that is wrong.
    """
    made: dict[str, Any] = {}
    for name, value in given.items():
        if name == "preset" and isinstance(value, str) and value in PRESETS:
            made["control"] = PRESETS[value]
        elif name in READ:
            made[name] = READ[name](value, name)
        else:
            raise Refused(
                "unknown-setting",
                say("There is no setting {name} with this value.", name=repr(str(name)[:40])),
                str(name)[:40],
            )
    return made
