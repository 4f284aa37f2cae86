"""What the console's addresses answer, and what one of them takes together, for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from league.event_console import queries as console
from league.event_console.organiser_actions import DEEDS
from league.event_console.override_preview import Ruling
from league.event_console.plans import StageSerializer
from league.events.actions.event_lifecycle import Plan
from matches.api.shapes import anything, inline, of, parts_of, shape
from matches.api.validation import CharField, InputSerializer

_TEXT = serializers.CharField
MOST_SIDES = 100


class DeedSerializer(InputSerializer):
    """What acts take, each its own part of this: see the description of the operation."""

    def get_fields(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, field in (part for deed in DEEDS.values() for part in deed.takes().get_fields().items()):
            alike = repr(found.get(name, field)) == repr(field)
            found[name] = field if alike else anything()
            found[name].required = False
        return found


class RulingParams(InputSerializer):
    result = CharField(default="", max_length=20)
    halves = CharField(default="", max_length=MOST_SIDES)
    places = CharField(default="", max_length=MOST_SIDES)


_DECISIONS = {name: part for name, part in parts_of(Plan).items() if name not in ("demo", "draft")}
PLANNED = inline(
    "PlannedEvent",
    **{
        **_DECISIONS, "league": _TEXT(allow_null=True, help_text="Its slug."),
        "stages": StageSerializer(many=True), "control": serializers.JSONField(),
    },
)  # fmt: skip
CONSOLE = inline("Console", **{**parts_of(console.Desk), "can": of(list[str])})
DONE = inline("DeedDone", done=_TEXT(), made=anything())
NEWCOMERS = inline("Newcomers", newcomers=serializers.ListField(child=serializers.DictField()))
RULING = shape(Ruling, "PairingRuling")
