"""Checks of what the site reads of a game's package besides its engines: the files, and what views describe.

A package with a fault is refused when the site starts (`engines.packages`), so that no page fails because of it.
"""

import gettext
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engines.board_description import find_fault, has_generic_board
from engines.contract import AnyEngine, IllegalAction
from engines.data_files import BadData, check_that, load_toml
from engines.lessons import FILE as LESSON, list_positions, load_lesson
from engines.option_specs import load_option_specs
from engines.typed_dicts import build_components

TEXTS = "game.toml"
EXAMPLE = "view.json"
CATALOGUES = "catalogues"
SCRIPT_MESSAGES = "scripts.json"
_TEXT_NAMES = ("about", "hidden", "length")


def check_views(engine: AnyEngine) -> None:
    """Raise BadData unless the type of the game's views has a schema and the first position of each size can be drawn."""
    try:
        build_components(engine.view_type)
    except (TypeError, NameError, AttributeError) as error:
        raise BadData(f"the fields of {engine.view_type.__name__} can't be described: {error}") from error
    if has_generic_board(engine):
        for count in engine.seat_counts:
            _check_boards(engine, count)


def _check_boards(engine: AnyEngine, seats: int) -> None:
    state = engine.start(engine.options({}), seats)
    for viewer in (None, *range(seats)):
        view: Any = engine.view(state, viewer)
        check_that(isinstance(view, Mapping), "a view must be a dictionary")
        fault = find_fault(view.get("board"), seats)
        check_that(fault is None, f"the first position can't be drawn: {fault}")


def check_files(choices: Path | None, site: Path | None, engine: AnyEngine) -> None:
    """Raise BadData for the first fault in the file of options or in the files for the site."""
    load_option_specs(choices, engine)
    if site is None:
        return
    if (site / TEXTS).is_file():
        load_texts(site / TEXTS)
    if (site / LESSON).is_file():
        _check_lesson(site / LESSON, engine)
    if (site / EXAMPLE).is_file():
        _parse(EXAMPLE, lambda: json.loads((site / EXAMPLE).read_text("utf-8")))
    for page in sorted((site / "rules").glob("*.md")):
        _parse(f"rules/{page.name}", lambda page=page: page.read_text("utf-8"))
    for file in sorted((site / CATALOGUES).glob("*/LC_MESSAGES/*.mo")):
        _parse(str(file.relative_to(site)), lambda file=file: gettext.GNUTranslations(io.BytesIO(file.read_bytes())))
    for file in sorted((site / CATALOGUES).glob(f"*/{SCRIPT_MESSAGES}")):
        _parse(str(file.relative_to(site)), lambda file=file: _check_messages(json.loads(file.read_text("utf-8"))))


def _check_messages(messages: Any) -> None:
    check_that(isinstance(messages, dict), "must be an object of translations by message")
    for message, translation in messages.items():
        forms = translation if isinstance(translation, list) else [translation]
        check_that(all(isinstance(form, str) for form in forms), f"{message!r}: must be a text, or a list of plural forms")


def load_texts(file: Path) -> dict[str, str]:
    """Return what a game tells visitors, by the names in `_TEXT_NAMES`. Raises BadData."""
    texts = load_toml(file)
    for name, text in texts.items():
        check_that(name in _TEXT_NAMES, f"{TEXTS}: {name}: unknown key")
        check_that(isinstance(text, str), f"{TEXTS}: {name}: must be a text")
    return texts


def _check_lesson(file: Path, engine: AnyEngine) -> None:
    tutorial = load_lesson(file, engine.key).tutorial
    if tutorial is None:
        return
    try:
        positions = [position for moved in list_positions(engine, tutorial) for position in moved]
        for position in positions:
            engine.view(position.state, tutorial.seat)
    except IllegalAction as error:
        raise BadData(f"{engine.key}/{LESSON}: tutorial: {str(error.text).rstrip('.')}") from error
    except Exception as error:
        raise BadData(f"{engine.key}/{LESSON}: tutorial: {type(error).__name__}: {error}") from error


def _parse(name: str, read: Any) -> None:
    try:
        read()
    except (OSError, ValueError) as error:
        raise BadData(f"{name}: {error}") from error
