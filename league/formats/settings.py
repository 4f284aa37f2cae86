"""Settings of a format, declared as data so that forms, the API and validation agree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.i18n import translate as _

MAX_ROUNDS = 200


class BadSetting(ValueError):
    """Raised for an invalid setting or number of entrants (field `entrants`)."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Field:
    """One setting; its type follows from the default: integer, boolean, one of `choices`, or tuple of integers.

    An optional integer has the default None.
    """

    key: str
    label: str
    default: int | bool | str | tuple[int, ...] | None
    least: int = 0
    most: int = MAX_ROUNDS
    choices: tuple[tuple[str, str], ...] = ()
    """The (value, label) pairs."""
    help: str = ""
    is_halves: bool = False
    """Whether it counts half points: forms show and take points."""

    def read(self, value: object) -> object:
        """Return the validated value. Raises BadSetting."""
        if value is None and self.default is None:
            return None
        if isinstance(self.default, bool):
            if not isinstance(value, bool):
                raise BadSetting(self.key, _("{label}: choose yes or no.", label=_(self.label)))
            return value
        if isinstance(self.default, tuple):
            if not isinstance(value, Sequence) or isinstance(value, str):
                raise BadSetting(self.key, _("{label}: enter a list of whole numbers.", label=_(self.label)))
            return tuple(self._number(item) for item in value)
        if isinstance(self.default, str):
            return self._choice(value)
        return self._number(value)

    def _number(self, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            text = _(
                "{label}: enter a whole number from {least} to {most}.", label=_(self.label), least=self.least, most=self.most
            )
            raise BadSetting(self.key, text)
        return value

    def _choice(self, value: object) -> str:
        allowed = [key for key, _unused in self.choices]
        if not isinstance(value, str) or value not in allowed:
            text = _("{label}: choose one of {known}.", label=_(self.label), known=", ".join(allowed))
            raise BadSetting(self.key, text)
        return value


def parse_settings(fields: Sequence[Field], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return every field's value or default. Raises BadSetting for the first unknown or invalid field."""
    known = {field.key for field in fields}
    for key in data:
        if key not in known:
            text = _("Unknown setting {key}. Choose one of {known}.", key=repr(key), known=", ".join(sorted(known)))
            raise BadSetting(str(key), text)
    return {field.key: field.read(data[field.key]) if field.key in data else field.default for field in fields}


def check_entrant_count(minimum: int, maximum: int, entrants: int, title: str) -> None:
    """Raise BadSetting on `entrants` unless the number is in the range."""
    if not minimum <= entrants <= maximum:
        text = _(
            "{what} takes {least} to {most} entrants, not {entrants}.",
            what=_(title),
            least=minimum,
            most=maximum,
            entrants=entrants,
        )
        raise BadSetting("entrants", text)
