"""Descriptions of what an action would do, shown before it is made (hints).

`describe` tells what an action caused, which may be secret until it is made: who wins a battle, what lies under a card,
what a hack matched. A preview is made from the seat's own view, and uses the state only where it cannot reveal what the
seat may not know.
"""

from collections.abc import Mapping
from typing import Any

from engines import play, registry
from engines.contract import AnyEngine, Json, Seat
from engines.i18n import translate as _


def preview_action(engine: AnyEngine, state: Any, seat: Seat, text: str) -> str:
    """Return a preview of a legal action of a seat to act. It is the same for all states with the same view."""
    view: Json = engine.view(state, seat)
    assert isinstance(view, Mapping)
    preview = registry.get_package(engine.key).preview
    sentence = preview and preview(_(engine.seat_names[seat]), view, seat, text.split())
    return sentence or play.describe(engine, play.Position(state, None), seat, text, seat)
