"""A broker that listens at a socket of this machine alone: `REDIS_URL=unix:///run/valkey/valkey.sock?db=0`.

Matches are played over one in `test_poolers`.
"""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://h:6379/1", "redis://h:6379/1"),
        ("unix:///run/valkey.sock", "redis+socket:///run/valkey.sock?virtual_host=0"),
        ("unix://:secret@/run/valkey.sock?db=3", "redis+socket://:secret@/run/valkey.sock?virtual_host=3"),
    ],
)
def test_celery_is_told_of_the_same_broker(url: str, expected: str) -> None:
    script = "from deploy.settings.storage import CELERY_BROKER_URL; print(CELERY_BROKER_URL)"
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "REDIS_URL": url}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == expected
