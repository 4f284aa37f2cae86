"""Previews of actions, from a seat's own view (`engines.action_previews`)."""

from collections.abc import Mapping
from typing import Any

from engines.common import format_list
from engines.contract import Seat
from engines.i18n import translate as _
from engines.zero_order.tokens import TABLES

_FUNCTION_NAMES = {function.code: function.name for function in TABLES.functions}


def preview(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> str | None:
    """Return a preview without revealing a team, which is the only secret."""
    if words[0] != "team":
        return None
    return _("{side} submits a team: {units}.", side=side, units=format_list([_FUNCTION_NAMES[code] for code in words[1:]]))
