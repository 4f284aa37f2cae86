"""The sample games of docs/examples/games, in this process as if they were installed."""

import importlib.util
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from engines import registry
from engines.packages import GROUP, GamePackage, check_package

FOLDER = Path(__file__).parents[1] / "docs" / "examples" / "games"


@cache
def packages() -> Mapping[str, GamePackage]:
    return {folder.name: check_package(folder.name, _load(folder)) for folder in sorted(FOLDER.iterdir()) if folder.is_dir()}


def _load(folder: Path) -> Any:
    name = folder.name.replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.GAME


def unpack(into: Path) -> None:
    """Put the sample games into a folder of PYTHONPATH, as pip unpacks them."""
    for folder in filter(Path.is_dir, FOLDER.iterdir()):
        project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
        about = into / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
        points = project["entry-points"][GROUP].items()
        (about / "entry_points.txt").write_text(f"[{GROUP}]\n" + "".join(f"{key} = {value}\n" for key, value in points))
        for module in folder.glob("*.py"):
            shutil.copy(module, into)


@contextmanager
def installed(**more: GamePackage) -> Iterator[None]:
    """Have the sample games, and `more` by key, beside the others inside the context."""
    try:
        with patch.dict(cast("dict[str, GamePackage]", registry._PACKAGES), {**packages(), **more}):
            forget_games()
            yield
    finally:
        forget_games()


def forget_games() -> None:
    from django.contrib.staticfiles.finders import get_finder

    from matches.assets import list_playable_games

    list_playable_games.cache_clear()
    get_finder.cache_clear()
    registry._get_engines.cache_clear()
