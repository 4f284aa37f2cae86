"""Images of the tests in a folder of their own, and one pairing within a module."""

from pathlib import Path
from typing import Any

import pytest

from league.events.models import Event
from tests.league.result_reports.reporting import Pair, first_pair, pair


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = str(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def same_pair(module_rows: None) -> int:
    return pair().event.pk


@pytest.fixture
def made(same_pair: int, db: None) -> Pair:
    """A pairing of a round robin of four, made once a module."""
    return first_pair(Event.objects.select_related("organiser").get(pk=same_pair))
