"""Shapes of names in addresses."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class UsernameConverter(StringConverter):
    regex = r"[\w.@+-]{1,150}"


class FileKindConverter(StringConverter):
    regex = "csv|json"


def register() -> None:
    register_converter(UsernameConverter, "username")
    register_converter(FileKindConverter, "filekind")
