"""Games that are not installed any more, or were refused, while matches of them are stored."""

import inspect
from collections.abc import Sequence
from typing import Any, NoReturn

from engines.contract import Engine
from engines.reported import MAX_SEATS, ReportedGame


class MissingGame(ReportedGame):
    """What can be shown of such a game: its key as its name, numbers as names of sides. Its methods raise LookupError."""

    reported = False
    is_open = False

    def __init__(self, key: str) -> None:
        super().__init__(key, draws=False)

    @property
    def seat_names(self) -> Sequence[str]:  # type: ignore[override]
        return tuple(map(str, range(1, MAX_SEATS + 1)))


def _refuse(self: MissingGame, *_: Any) -> NoReturn:
    raise LookupError(f"the game {self.key} is not installed")


for _name, _method in inspect.getmembers(Engine, inspect.isfunction):
    if not _name.startswith("_"):
        setattr(MissingGame, _name, _refuse)
