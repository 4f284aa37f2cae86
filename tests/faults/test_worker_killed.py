"""A worker killed with -9 in the middle of judging: nothing acknowledged is lost, and nothing is judged twice."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from django.db import connection

from matches.actions.adjudication import adjudicate
from matches.models import Match, Submission
from matches.server_time import now
from tests.races.test_matches import match, send  # noqa: F401

pytestmark = [pytest.mark.postgres, pytest.mark.processes, pytest.mark.django_db(transaction=True)]

HANGS_BEFORE_COMMIT = """
    import django, os, sys, time
    django.setup()
    from django.conf import settings
    from django.db import connection
    connection.settings_dict["NAME"] = os.environ["TEST_DATABASE"]
    from matches.actions import adjudication
    from matches.server_time import now

    def stuck(*told, store=adjudication.store):
        store(*told)
        print("written", flush=True)
        time.sleep(60)

    adjudication.store = stuck
    adjudication.adjudicate(match_id=int(sys.argv[1]), at=now())
"""


def test_a_worker_killed_between_writing_and_committing_leaves_the_move_to_another(match: Match) -> None:  # noqa: F811
    sent = send(match.pk, 0, 2, "B4-B5")
    environment = {"TEST_DATABASE": str(connection.settings_dict["NAME"]), "DJANGO_SETTINGS_MODULE": "deploy.settings"}
    script = [sys.executable, "-c", textwrap.dedent(HANGS_BEFORE_COMMIT), str(match.pk)]
    worker = subprocess.Popen(script, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True)
    assert worker.stdout.readline() == "written\n"
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    assert Submission.objects.get(pk=sent).judged_at is None
    assert Match.objects.get(pk=match.pk).last_entry == match.last_entry

    assert _judged_by_another(match.pk) == 1
    assert Submission.objects.get(pk=sent).entry == match.last_entry + 1
    assert adjudicate(match_id=match.pk, at=now()) == 0
    assert Match.objects.get(pk=match.pk).last_entry == match.last_entry + 1


def _judged_by_another(match_id: int) -> int:
    """PostgreSQL needs a moment to notice that the first worker's connection is gone."""
    ends = time.monotonic() + 10
    while time.monotonic() < ends:
        if judged := adjudicate(match_id=match_id, at=now()):
            return judged
        time.sleep(0.05)
    return 0
