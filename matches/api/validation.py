"""Validation of requests and forms: strict JSON, strict serializers, and one shape of error."""

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, date
from typing import IO, Any, ClassVar

from django.core.exceptions import ValidationError as DjangoValidationError
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ParseError, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.settings import api_settings
from rest_framework.utils.html import is_html_input
from rest_framework.utils.json import strict_constant

from engines import registry
from engines.i18n import mark, translate as _
from engines.registry import UnknownGame
from engines.reported import is_reported
from matches.errors import ActionError

MAX_ID = (1 << 63) - 1
TEXT_ERRORS = frozenset({
    "blank", "max_length", "min_length", "null_characters_not_allowed", "surrogate_characters_not_allowed",
})  # fmt: skip
MAX_DEPTH = 30


# The base of serializers for input: a JSON object without unknown fields, a query string or a form. (Without a
# docstring, because all subclasses would inherit it as their description in the schema.)
class InputSerializer(serializers.Serializer[Any]):
    """Base of the serializers that validate what programs send."""

    codes: ClassVar[Mapping[str, str]] = {}
    """Refusal codes by field, or by field and DRF error code: `seat`, `seat.required`."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, dict) and not is_html_input(data) else []
        if unknown:
            name = unknown[0][:40]
            text = _("Unknown field: {unknown}.", unknown=repr(name))
            raise ValidationError({name: [ErrorDetail(text, "unknown-field")]})
        return super().to_internal_value(data)


def validate_input(serializer: type[InputSerializer], data: Any, *, partial: bool = False) -> dict[str, Any]:
    """Return the serializer's validated data of a request body or query. Raises ActionError for the first error.

    With `partial` every field is optional, and defaults don't apply.
    """
    checked = serializer(data=data, partial=partial)
    if not checked.is_valid():
        raise to_action_error(checked.errors, serializer.codes, with_path=not is_html_input(data))
    return dict(checked.validated_data)


def to_action_error(errors: Any, codes: Mapping[str, str] = {}, *, with_path: bool = True) -> ActionError:
    """Return the refusal for a serializer's first error. `with_path` starts its sentence with the path (`rows.0.n`)."""
    path, error = _find_first_error(errors)
    if not path:
        return ActionError("malformed", _("Send a JSON object."))
    name, sentence = path[0], _(str(error))
    text = f"`{'.'.join(path)}`: {sentence}" if with_path else str(sentence)
    if error.code == "required":
        code = "missing-field"
    elif error.code == "unknown-field":
        code = codes.get(name, error.code)
    else:
        code = codes.get(name, f"bad-{name.replace('_', '-')}" if error.code in TEXT_ERRORS else "malformed")
    return ActionError(codes.get(f"{name}.{error.code}", code), text, name)


def _find_first_error(errors: Any) -> tuple[list[str], ErrorDetail]:
    if isinstance(errors, Mapping):
        name, nested = next(iter(errors.items()))
        path, error = _find_first_error(nested)
        return ([] if name == api_settings.NON_FIELD_ERRORS_KEY else [str(name)]) + path, error
    if isinstance(errors, list):
        index, nested = next((index, item) for index, item in enumerate(errors) if item)
        path, error = _find_first_error(nested)
        return ([str(index)] if isinstance(nested, Mapping) else []) + path, error
    return [], errors


class BooleanField(serializers.BooleanField):
    """A boolean: only true and false in JSON; DRF's also accepts "yes" and 1."""

    TRUE_VALUES = {True, "true", "on", "1"}
    FALSE_VALUES = {False, "false", "0"}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool) and not _is_text_input(self):
            self.fail("invalid", input=data)
        return bool(super().to_internal_value(data))


class CharField(serializers.CharField):
    """Text: only JSON strings of at most `max_length` characters; DRF's also accepts JSON numbers."""

    default_error_messages = {"invalid": mark("Enter text.")}

    def __init__(self, *, max_length: int, **options: Any) -> None:
        options.setdefault("allow_blank", options.get("default") == "")
        super().__init__(max_length=max_length, **options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        if "\0" in data:
            raise ValidationError(_("Enter text."), "null_characters_not_allowed")
        return super().to_internal_value(data)


class IntegerField(serializers.IntegerField):
    """An integer that the database can store; DRF's also accepts JSON strings and fractions."""

    default_error_messages = {"invalid": mark("Enter a whole number from {least} to {most}.")}

    def __init__(self, *, min_value: int = 0, max_value: int = MAX_ID, **options: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **options)
        self.least, self.most = min_value, max_value

    def to_internal_value(self, data: Any) -> int:
        text = data.strip() if isinstance(data, str) and _is_text_input(self) else ""
        value = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else data
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            sentence = _(str(self.error_messages["invalid"]), least=self.least, most=self.most)
            raise ValidationError(sentence, "invalid")
        return value


def check_year(value: date) -> None:
    """Raise Django's ValidationError for years outside the supported range."""
    if not 2000 <= value.year < 2200:
        raise DjangoValidationError(_("Enter a year from 2000 to 2199."), "year")


class DateField(serializers.DateField):
    """A date in the supported range of years."""

    default_validators = [check_year]


class DateTimeField(serializers.DateTimeField):
    """A datetime; one without an offset is in UTC."""

    default_error_messages = {"invalid": mark("Enter a date and time, such as 2026-03-01T18:30.")}
    default_validators = [check_year]
    timezone = UTC


class ChoiceField(serializers.ChoiceField):
    """One of several strings; the error message lists all of them."""

    def to_internal_value(self, data: Any) -> str:
        if data not in list(self.choices):
            allowed = ", ".join(map(str, self.choices))
            raise ValidationError(_("Choose one of {known}.", known=allowed), "invalid_choice")
        return str(data)


@extend_schema_field({"type": "string", "maxLength": 40})
class GameField(ChoiceField):
    """The key of a game, also of one that is played elsewhere."""

    def __init__(self, **options: Any) -> None:
        super().__init__(sorted(registry.keys()), **options)

    def to_internal_value(self, data: Any) -> str:
        if isinstance(data, str) and is_reported(data):
            with suppress(UnknownGame):
                return registry.get(data).key
        return super().to_internal_value(data)


def _is_text_input(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    """Return whether the value comes from a query string or form, where everything is text."""
    return is_html_input(field.root.initial_data)


class StrictJSONParser(JSONParser):
    """DRF's parser, but it also refuses lone surrogates, which no database stores, and deeply nested JSON."""

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        return parse_json(stream.read())


def parse_json(content: bytes) -> Any:
    """Return the value of the JSON. Raises ParseError."""
    try:
        data = json.loads(content.decode(), parse_constant=strict_constant)
        _check_depth(data)
        if b"\\ud" in content or b"\\uD" in content:
            json.dumps(data, ensure_ascii=False).encode()
    except UnicodeError:
        raise ParseError(_("This is not valid UTF-8 text.")) from None
    except RecursionError:
        raise ParseError(_("The JSON is nested too deeply.")) from None
    except ValueError as error:
        raise ParseError(_("Invalid JSON: {error}.", error=error)) from None
    return data


def _check_depth(data: Any) -> None:
    """Raise RecursionError for values nested deeper than MAX_DEPTH, because later code is recursive."""
    level = [data]
    for _unused in range(MAX_DEPTH):
        level = [
            part for value in level if isinstance(value, dict | list)
            for part in (value.values() if isinstance(value, dict) else value)
        ]  # fmt: skip
        if not level:
            return
    raise RecursionError
