"""A site that offers German."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from matches import wording


@pytest.fixture
def german(settings: Any) -> Iterator[None]:
    settings.LANGUAGES_OFFERED = ["en", "de"]
    wording.connect()
    yield
    settings.LANGUAGES_OFFERED = ["en"]
    wording.connect()
