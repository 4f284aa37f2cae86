"""What programs and forms send: JSON that can be kept, and serializers that are strict and have one shape of error."""

import json
from collections.abc import Mapping
from datetime import UTC, date
from typing import IO, Any, ClassVar

from django.core.exceptions import ValidationError as DjangoValidationError
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ParseError, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.settings import api_settings
from rest_framework.utils.html import is_html_input
from rest_framework.utils.json import strict_constant

from engines.words import marked, say, told
from matches.refusals import Refused

LARGEST_ID = (1 << 63) - 1
TEXT_ERRORS = frozenset({
    "blank", "max_length", "min_length", "null_characters_not_allowed", "surrogate_characters_not_allowed",
})  # fmt: skip
DEEPEST = 30


# The base of serializers of what is sent to one operation: a JSON object, whose unknown fields are refused, a query
# string or a form. (A docstring would be inherited by all their descriptions in the schema.)
class InputSerializer(serializers.Serializer[Any]):
    codes: ClassVar[Mapping[str, str]] = {}
    """Refusal codes by field, or by field and DRF's code of an error: `seat`, `seat.required`."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, dict) and not is_html_input(data) else []
        if unknown:
            name = unknown[0][:40]
            text = say("There is no field {unknown} here.", unknown=repr(name))
            raise ValidationError({name: [ErrorDetail(text, "unknown-field")]})
        return super().to_internal_value(data)


def validated(serializer: type[InputSerializer], data: Any, *, partial: bool = False) -> dict[str, Any]:
    """Return what the serializer makes of a request's data or query parameters. Raises Refused for the first error.

    With `partial` every field may be left out, and defaults don't apply.
    """
    checked = serializer(data=data, partial=partial)
    if not checked.is_valid():
        raise to_refusal(checked.errors, serializer.codes, named=not is_html_input(data))
    return dict(checked.validated_data)


def to_refusal(errors: Any, codes: Mapping[str, str] = {}, *, named: bool = True) -> Refused:
    """Return the refusal for the first of a serializer's errors. If `named`, its sentence has the path (`rows.0.n`)."""
    path, error = _first(errors)
    if not path:
        return Refused("malformed", say("Send a JSON object."))
    name, sentence = path[0], told(str(error))
    text = f"`{'.'.join(path)}`: {sentence}" if named else str(sentence)
    if error.code == "required":
        code = "missing-field"
    elif error.code == "unknown-field":
        code = codes.get(name, error.code)
    else:
        code = codes.get(name, f"bad-{name.replace('_', '-')}" if error.code in TEXT_ERRORS else "malformed")
    return Refused(codes.get(f"{name}.{error.code}", code), text, name)


def _first(errors: Any) -> tuple[list[str], ErrorDetail]:
    if isinstance(errors, Mapping):
        name, rest = next(iter(errors.items()))
        path, error = _first(rest)
        return ([] if name == api_settings.NON_FIELD_ERRORS_KEY else [str(name)]) + path, error
    if isinstance(errors, list):
        at, rest = next((at, one) for at, one in enumerate(errors) if one)
        path, error = _first(rest)
        return ([str(at)] if isinstance(rest, Mapping) else []) + path, error
    return [], errors


class BooleanField(serializers.BooleanField):
    """True or false: DRF's own takes "yes" and 1 of JSON, too."""

    TRUE_VALUES = {True, "true", "on", "1"}
    FALSE_VALUES = {False, "false", "0"}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool) and not _is_text_input(self):
            self.fail("invalid", input=data)
        return bool(super().to_internal_value(data))


class CharField(serializers.CharField):
    """A text of at most `max_length` characters: DRF's own makes texts of JSON numbers, too."""

    default_error_messages = {"invalid": marked("Give a text.")}

    def __init__(self, *, max_length: int, **options: Any) -> None:
        options.setdefault("allow_blank", options.get("default") == "")
        super().__init__(max_length=max_length, **options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        if "\0" in data:
            raise ValidationError(say("Give a text."), "null_characters_not_allowed")
        return super().to_internal_value(data)


class IntegerField(serializers.IntegerField):
    """A whole number that the database can hold: DRF's own makes numbers of JSON texts and fractions, too."""

    default_error_messages = {"invalid": marked("Give a whole number from {least} to {most}.")}

    def __init__(self, *, min_value: int = 0, max_value: int = LARGEST_ID, **options: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **options)
        self.least, self.most = min_value, max_value

    def to_internal_value(self, data: Any) -> int:
        text = data.strip() if isinstance(data, str) and _is_text_input(self) else ""
        value = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else data
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            sentence = told(str(self.error_messages["invalid"]), least=self.least, most=self.most)
            raise ValidationError(sentence, "invalid")
        return value


def check_year(value: date) -> None:
    """Raise Django's ValidationError, which forms and serializers take, for years that no calendar of a league has."""
    if not 2000 <= value.year < 2200:
        raise DjangoValidationError(say("Give a year from 2000 to 2199."), "year")


class DateField(serializers.DateField):
    default_validators = [check_year]


class DateTimeField(serializers.DateTimeField):
    """A moment; in UTC if it has no offset."""

    default_error_messages = {"invalid": marked("Give day and time, such as 2026-03-01T18:30.")}
    default_validators = [check_year]
    timezone = UTC


class ChoiceField(serializers.ChoiceField):
    """One of some texts, all of which are named to whoever sends another."""

    def to_internal_value(self, data: Any) -> str:
        if data not in list(self.choices):
            known = ", ".join(map(str, self.choices))
            raise ValidationError(say("Choose one of {known}.", known=known), "invalid_choice")
        return str(data)


def _is_text_input(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    """Whether the field's value comes from a query string or a form, in which everything is text."""
    return is_html_input(field.root.initial_data)


class PlainJson(JSONParser):
    """Like the framework's, which takes halves of characters, that no database keeps, and fails at endless brackets."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return parse_json(stream.read())


def parse_json(sent: bytes) -> Any:
    """Return what the JSON holds. Raises ParseError."""
    try:
        data = json.loads(sent.decode(), parse_constant=strict_constant)
        _check_depth(data)
        if b"\\ud" in sent or b"\\uD" in sent:
            json.dumps(data, ensure_ascii=False).encode()
    except UnicodeError:
        raise ParseError(say("This is no text in UTF-8.")) from None
    except RecursionError:
        raise ParseError(say("This is nested too deeply.")) from None
    except ValueError as error:
        raise ParseError(say("This is no JSON: {error}.", error=error)) from None
    return data


def _check_depth(given: Any) -> None:
    """Raise RecursionError for what is nested more than DEEPEST times: code behind walks through it by recursion."""
    level = [given]
    for _ in range(DEEPEST):
        level = [
            part for value in level if isinstance(value, dict | list)
            for part in (value.values() if isinstance(value, dict) else value)
        ]  # fmt: skip
        if not level:
            return
    raise RecursionError
