"""Images of the tests, in a folder of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    """The folder of the images."""
    settings.MEDIA_ROOT = str(tmp_path)
    return tmp_path
