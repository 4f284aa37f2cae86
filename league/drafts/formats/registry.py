"""The registry of the kinds of draft, and the validation of their settings."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.i18n import translate as _
from league.drafts.formats.auction import AUCTION
from league.drafts.formats.blind import BLIND
from league.drafts.formats.deck import DECK
from league.drafts.formats.entities import ActionError
from league.drafts.formats.protocol import Kind
from league.drafts.formats.turns import LINEAR, SNAKE
from league.formats.settings import BadSetting, Field, parse_settings

KINDS: dict[str, Kind] = {kind.key: kind for kind in (LINEAR, SNAKE, AUCTION, BLIND, DECK)}
DEFAULT_KIND = SNAKE.key
"""The default kind."""


def get_kind(key: str) -> Kind:
    """Return the kind with this key. Raises ActionError (field `kind`) if it is unknown."""
    if key not in KINDS:
        text = _("Unknown draft type {key}. Choose one of {kinds}.", key=repr(key), kinds=", ".join(KINDS))
        raise ActionError("no-such-kind", text, "kind")
    return KINDS[key]


def prepare_settings(key: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a kind with defaults filled in. Raises ActionError("bad-setting") with the field."""
    return read_settings(get_kind(key).fields, data)


def read_settings(fields: Sequence[Field], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of these fields with defaults filled in. Raises ActionError("bad-setting") with the field."""
    try:
        return parse_settings(fields, data)
    except BadSetting as bad:
        raise ActionError("bad-setting", bad.sentence, bad.field) from bad
