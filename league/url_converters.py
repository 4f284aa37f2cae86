"""Shapes of names in addresses."""

from django.urls import register_converter


class UsernameConverter:
    regex = r"[\w.@+-]{1,150}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


def register() -> None:
    register_converter(UsernameConverter, "username")
