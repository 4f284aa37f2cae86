"""Serializer fields of time controls."""

from typing import Any

from rest_framework import serializers

from league.time_controls.forms import read_time


class ControlField(serializers.JSONField):
    """A time control: the name of a preset, or its parts."""

    def to_internal_value(self, data: Any) -> Any:
        return read_time(data, str(self.field_name))
