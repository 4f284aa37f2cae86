"""The two commands' own first steps: starting and stopping the site, and making the environment."""

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy import install
from tests.journeys.site import RunningSite, running, start

pytestmark = pytest.mark.processes


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens at."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_taken_port_is_said_at_once_and_nothing_is_started(tmp_path: Path, taken: int) -> None:
    site = start(tmp_path, PORT=str(taken))
    assert site.process.wait(60) == 1
    assert f"Can't listen on 127.0.0.1:{taken}" in site.printed()
    assert f"make run PORT={taken + 1}" in site.printed()
    assert not (tmp_path / "league.sqlite3").exists()


def test_a_site_without_the_demo_replaces_a_dead_worker_and_stops_cleanly_when_interrupted(tmp_path: Path) -> None:
    with running(tmp_path, DEMO="0") as site:
        assert f"League Zero is running at {site.address}/" in site.printed()
        assert "league-zero" not in site.printed()
        worker = next(pid for pid, words in site.children().items() if "celery" in words)
        os.kill(worker, signal.SIGKILL)
        ends = time.monotonic() + 60
        while "restarting" not in site.printed() and time.monotonic() < ends:
            time.sleep(0.1)
        assert "worker | exited with status -9; restarting" in site.printed()
        workers = [pid for pid, words in site.children().items() if "celery" in words]
        assert workers
        assert worker not in workers
        children = _running_children(site)
        assert site.stop() == 0
        assert not [pid for pid in children if _runs(pid)]
        assert "Traceback" not in site.printed()


def test_a_python_without_venv_or_too_old_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    assert install.main("requirements.lock") == 1
    assert "sudo apt install python3-venv" in capsys.readouterr().err
    monkeypatch.setattr(sys, "version_info", (3, 10, 12, "final", 0))
    monkeypatch.setattr(sys, "version", "3.10.12 (main)")
    assert install.main("requirements.lock") == 1
    assert "League Zero needs Python 3.11 or newer; this is 3.10.12." in capsys.readouterr().err


def _running_children(site: RunningSite) -> list[int]:
    children = site.children()
    for program in ("deploy.web_server", "celery", "-server "):
        assert any(program in words for words in children.values()), f"no {program} among {children}"
    return list(children)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
