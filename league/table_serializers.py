"""Serializers of tables (league.tables)."""

from __future__ import annotations

from rest_framework import serializers


class ColumnSerializer(serializers.Serializer):  # type: ignore[type-arg]
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    kind = serializers.CharField()


class TableSerializer(serializers.Serializer):  # type: ignore[type-arg]
    key = serializers.CharField()
    title = serializers.CharField()
    columns = ColumnSerializer(many=True)
    rows = serializers.ListField(child=serializers.DictField(), help_text="Each by the keys of the columns.")
