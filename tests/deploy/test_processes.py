"""The processes of production: their names, the supervisor that they tell, and the files that start them."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from deploy import process, systemd_notify, web_server
from deploy.settings.env import ROOT
from deploy.supervisor import ReadinessSocket
from matches.stream.hub import Hub
from matches.stream.subscriber import Message, Subscriber
from tests.services import systemd

SYSTEMD = ROOT / "deploy" / "systemd"


def test_a_process_has_a_name_of_its_kind_and_number_and_any_other_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert process.build_command("web-8001")[1:5] == ["-m", "deploy.web_server", "127.0.0.1", "8001"]
    assert process.build_command("worker-2")[-1] == "worker-2@%h"
    assert "league-zero-bots" in process.build_command("bots-1")
    assert "league-zero-reviews" in process.build_command("reviews-1")
    for name in ("", "web", "web-0", "clock-1", "worker-1; rm", "web-123456", "bots-1 "):
        assert process.main([name]) == 2
        assert "web-PORT" in capsys.readouterr().err


def test_a_process_goes_on_with_its_release_when_current_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for release in ("1", "2"):
        (tmp_path / release / "bin").mkdir(parents=True)
        (tmp_path / release / "bin" / "python").symlink_to(sys.executable)
    current = tmp_path / "current"
    current.symlink_to(tmp_path / "1")
    monkeypatch.setattr(sys, "executable", str(current / "bin" / "python"))
    lines = [process.build_command(name) for name in ("web-8001", "worker-1", "bots-1", "reviews-1")]
    current.unlink()
    current.symlink_to(tmp_path / "2")
    assert {line[0] for line in lines} == {str(tmp_path / "1" / "bin" / "python")}


def test_each_worker_tells_its_figures_at_a_port_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKER_METRICS", "127.0.0.1:9100")
    process._offset_metrics_port("web-8001")
    assert process.os.environ["WORKER_METRICS"] == "127.0.0.1:9100"
    process._offset_metrics_port("worker-2")
    assert process.os.environ["WORKER_METRICS"] == "127.0.0.1:9102"


def test_a_process_that_says_so_is_ready_and_earlier_words_are_void(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = ReadinessSocket(tmp_path / "r")
    monkeypatch.setenv("NOTIFY_SOCKET", str(line.path))
    systemd_notify.notify("READY=1")  # nobody listens: no harm
    line.listen()
    assert not line.wait(0.01)
    systemd_notify.notify("WATCHDOG=1")
    systemd_notify.notify("STATUS=well\nREADY=1")
    assert line.wait(1)
    systemd_notify.notify("READY=1")
    line.listen()
    assert not line.wait(0.01)


def test_nobody_waits_for_a_supervisor_that_does_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(str(tmp_path / "deaf"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "deaf"))
        telling = threading.Thread(target=lambda: [systemd_notify.notify("WATCHDOG=1") for _ in range(2000)], daemon=True)
        telling.start()
        telling.join(60)
        assert not telling.is_alive()


def test_a_loop_that_hangs_is_stuck_and_one_that_turns_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systemd_notify, "_turned", None)
    assert not systemd_notify.is_stuck()
    systemd_notify.heartbeat()
    assert not systemd_notify.is_stuck()
    monkeypatch.setattr(systemd_notify, "_turned", time.monotonic() - systemd_notify.STUCK_S - 1)
    assert systemd_notify.is_stuck()


def test_the_units_start_processes_that_there_are() -> None:
    unit = (SYSTEMD / "league-zero@.service").read_text()
    assert "-m deploy.process %i" in unit
    assert "Type=notify" in unit
    backup = (SYSTEMD / "league-zero-backup.service").read_text()
    assert "manage.py backup " in backup
    assert subprocess.run(["sh", "-n", str(SYSTEMD / "rolling-restart")]).returncode == 0
    kinds = re.search(r"for kind in (.+); do", (SYSTEMD / "rolling-restart").read_text())
    for kind in kinds[1].split():
        assert process.build_command(f"{kind}-8001")


def test_new_code_is_not_started_on_old_tables(tmp_path: Path) -> None:
    def restart(*, pending: bool) -> tuple[int, str]:
        (tmp_path / "runuser").write_text(f"#!/bin/sh\nexit {int(pending)}\n")
        line = ["sh", str(SYSTEMD / "rolling-restart")]
        path = f"{tmp_path}:{os.environ['PATH']}"
        done = subprocess.run(line, env={"PATH": path, "CURRENT": str(tmp_path)}, capture_output=True, text=True)
        return done.returncode, done.stdout

    (tmp_path / "systemctl").write_text(
        "#!/bin/sh\necho league-zero@web-8001.service league-zero@worker-1.service | tr ' ' '\\n'\n"
    )
    (tmp_path / "runuser").touch()
    for name in ("systemctl", "runuser"):
        (tmp_path / name).chmod(0o755)
    assert restart(pending=True) == (1, "")
    code, told = restart(pending=False)
    assert code == 0
    assert re.findall("restarting league-zero@([a-z]+)", told) == ["worker", "web"]


def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    if reason := systemd.missing():
        pytest.skip(reason)
    for file in SYSTEMD.glob("league-zero*"):
        text = file.read_text().replace("/opt/league-zero/current/.venv/bin/python", sys.executable)
        (tmp_path / file.name.replace("@.", "@web-8001.")).write_text(text)
    names = [str(path) for path in sorted(tmp_path.iterdir())]
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", *names], capture_output=True, text=True)
    assert [line for line in done.stderr.splitlines() if "league-zero" in line] == []


def test_a_web_process_is_ready_when_it_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    config = web_server.build_config("127.0.0.1", port, grace_s=1)
    config.app, config.lifespan = "tests.deploy.test_processes:nothing", "off"
    server = web_server.WebServer(config)
    answered: list[bool] = []

    def connect(*, stuck_s: float) -> None:
        assert stuck_s > 0
        with socket.socket() as one:
            answered.append(one.connect_ex(("127.0.0.1", port)) == 0)
        server.should_exit = True

    monkeypatch.setattr(systemd_notify, "notify_ready", connect)
    server.run()
    assert answered == [True]


async def nothing(scope: object, receive: object, send: object) -> None:
    """An application that nobody asks."""


@pytest.mark.parametrize("which", [signal.SIGTERM, signal.SIGINT])
def test_streams_end_when_the_process_is_told_to_stop(which: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systemd_notify, "CLOSE_STREAMS_AFTER_S", 0.01)
    heard: list[int] = []
    before = {one: signal.signal(one, lambda number, _: heard.append(number)) for one in (signal.SIGTERM, signal.SIGINT)}

    async def live() -> list[Message | None]:
        hub = Hub("redis://127.0.0.1:1/0")
        watchers = [Subscriber(None, {}, frozenset({"home"})) for _ in range(2)]
        for watcher in watchers:
            hub.join(watcher)
            watcher.put("changed", b"{}")
        systemd_notify.close_streams_on_sigterm(hub)
        os.kill(os.getpid(), which)
        await asyncio.sleep(0.1)
        return [watcher.queue.get_nowait() for watcher in watchers]

    try:
        assert asyncio.run(live()) == [None, None]
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    assert heard == [which]
