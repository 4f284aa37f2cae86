"""Static files of the installed games, under the addresses that their scripts expect."""

from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

from engines import registry
from engines.board_description import has_generic_board

_PLACES = {"boards": "matches/boards", "styles": "site/boards", "pictures": "site/games"}
"""By folder of a game's site files, the static folder."""
_GENERIC = Path(__file__).parent / "static" / "matches" / "boards"


class _GenericBoard(FileSystemStorage):
    """The generic board as that of a game without a script of its own, whose view describes its board."""

    def __init__(self, key: str) -> None:
        super().__init__(location=_GENERIC)
        self.prefix = _PLACES["boards"]
        self.files = {f"{key}.js": _GENERIC / "generic.js", f"{key}/mini.js": _GENERIC / "generic" / "mini.js"}

    def path(self, name: str) -> str:
        return str(self.files[name])


class GameFilesFinder(FileSystemFinder):
    """Finder of the files in the folders of `_PLACES` of each game's site files; the first game that has one wins."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.locations, self.storages, self.generic = [], {}, []
        for key in registry.keys():  # noqa: SIM118
            site = registry.get_package(key).site
            for folder, prefix in _PLACES.items():
                if site is not None and (site / folder).is_dir():
                    self._add(prefix, str(site / folder))
            has_script = site is not None and (site / "boards" / f"{key}.js").is_file()
            if not has_script and has_generic_board(registry.get(key)):
                self.generic.append(_GenericBoard(key))

    def _add(self, prefix: str, root: str) -> None:
        storage = FileSystemStorage(location=root)
        storage.prefix = prefix  # type: ignore[attr-defined]
        self.locations.append((prefix, root))
        self.storages[root] = storage

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        return []

    def find(self, path: str, *args: Any, **kwargs: Any) -> Any:
        found = super().find(path, *args, **kwargs)
        for storage in () if found else self.generic:
            name = path.removeprefix(f"{storage.prefix}/")
            if name in storage.files and storage.files[name].is_file():
                return [storage.path(name)] if any(kwargs.values()) else storage.path(name)
        return found

    def list(self, ignore_patterns: Any) -> Any:
        yield from super().list(ignore_patterns)
        for storage in self.generic:
            yield from ((name, storage) for name, file in storage.files.items() if file.is_file())
