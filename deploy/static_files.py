"""Static files that may be cached for ever: `/static/<fingerprint>/site/site.js`, one fingerprint for all files.

Scripts and styles refer to each other by relative paths. So a page loads the files of one release only, and each file
has one URL. Collecting a release minifies its scripts, and keeps the files of earlier ones.
"""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile, File
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware

try:
    import minify
except ModuleNotFoundError:  # The minifier has no wheel for Apple silicon.
    minify = None

IMMUTABLE = "public, max-age=31536000, immutable"
_FINGERPRINTED_PATH = re.compile(r"[0-9a-f]{16}/(.+)")


def find_files() -> dict[str, Path]:
    """Return every static file by its name; the first one found wins."""
    paths: dict[str, Path] = {}
    for finder in finders.get_finders():
        for path, storage in finder.list(None):
            name = "/".join(filter(None, (getattr(storage, "prefix", ""), path)))
            paths.setdefault(name, Path(storage.path(path)))
    return paths


@cache
def fingerprint() -> str:
    """Return a hash of all names and contents, equal in every process and on every machine of a release."""
    digest = hashlib.sha256()
    for name, path in sorted(find_files().items()):
        digest.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:16]


class FingerprintedStorage(StaticFilesStorage):
    """Storage that collects into a folder named after the fingerprint and includes it in URLs."""

    def __init__(self) -> None:
        root = Path(settings.STATIC_ROOT, fingerprint())
        super().__init__(location=str(root), base_url=f"{settings.STATIC_URL}{fingerprint()}/")

    def _save(self, name: str, content: "File[bytes]") -> str:
        if minify and name.endswith(".js"):
            content = ContentFile(minify.string("application/javascript", content.read().decode()).encode())
        saved: str = super()._save(name, content)  # type: ignore[misc]
        return saved


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Middleware for static files that no proxy has served, by plain name and under the fingerprint of this release.

    Files that have not been collected are served as they are. A URL of another release gets the file of this one, which
    browsers must then revalidate.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        current = None if self.autorefresh else self._find_current(request.path_info)
        response: HttpResponse = super().__call__(request) if current is None else self.serve(current, request)
        if current is not None:
            response["Cache-Control"] = "no-cache"
        return response

    def _find_current(self, url: str) -> Any:
        """Return this release's file for a URL of another release, or None."""
        if url in self.files or not url.startswith(self.static_prefix):
            return None
        match = _FINGERPRINTED_PATH.fullmatch(url.removeprefix(self.static_prefix))
        return match and self.files.get(self.static_prefix + match[1])

    def add_files_from_finders(self) -> None:
        super().add_files_from_finders()
        collected = Path(settings.STATIC_ROOT, fingerprint())
        paths = {name: collected / name if (collected / name).is_file() else path for name, path in find_files().items()}
        stats = {str(path): path.stat() for path in paths.values()}
        for name, path in paths.items():
            self.add_file_to_dictionary(f"{self.static_prefix}{fingerprint()}/{name}", str(path), stat_cache=stats)

    def add_cache_headers(self, headers: Any, path: str, url: str) -> None:
        if _FINGERPRINTED_PATH.fullmatch(url.removeprefix(self.static_prefix)):
            headers["Cache-Control"] = IMMUTABLE
        else:
            super().add_cache_headers(headers, path, url)
