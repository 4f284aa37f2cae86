"""The processes of production on one machine, without systemd or containers: `python -m deploy.serve`.

Applies migrations, starts WEB_PROCESSES web processes at PORT and the ports after it, WORKERS workers, one for bots and
one for reviews, and restarts those that exit. SIGHUP (kill -HUP) restarts one process after another, each when the one
before is ready; SIGTERM and Ctrl-C stop all. PostgreSQL, Redis and everything else come from the environment, or from
ENV_FILE.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from deploy.supervisor import PortTaken, ProcessGroup, ReadinessSocket, check_port_free

READY_TIMEOUT_S = 120.0


class RollingSupervisor:
    """Supervisor of processes, started and restarted in the order of `names`: workers first, web processes last."""

    def __init__(self, processes: ProcessGroup, names: list[str], folder: Path) -> None:
        self.children = processes
        self.names = names
        self.ready = {name: ReadinessSocket(folder / name) for name in names}
        self.asked = False
        signal.signal(signal.SIGHUP, self._ask)

    def start(self) -> bool:
        for name in self.names:
            self.ready[name].listen()
            command = [sys.executable, "-m", "deploy.process", name]
            self.children.start(name, command, environment={"NOTIFY_SOCKET": str(self.ready[name].path)})
        return all(self.ready[name].wait(READY_TIMEOUT_S) for name in self.names)

    def watch(self) -> None:
        while True:
            time.sleep(1)
            if self.asked:
                self.asked = False
                self.restart()
            self.children.revive()

    def restart(self) -> bool:
        """Restart the processes one by one; stop and return False at the first that does not become ready.

        Refuses while migrations are pending.
        """
        if subprocess.run([sys.executable, "manage.py", "migrate", "--check"], stdout=subprocess.DEVNULL).returncode:
            print("Nothing was restarted: migrations are pending. Run manage.py migrate first.", file=sys.stderr, flush=True)
            return False
        for name in self.names:
            started = time.monotonic()
            self.ready[name].listen()
            self.children.restart(name)
            if not self.ready[name].wait(READY_TIMEOUT_S):
                print(f"{name} is not ready after its restart. Others were not restarted.", file=sys.stderr, flush=True)
                return False
            print(f"{name} restarted in {time.monotonic() - started:.1f} s", flush=True)
        return True

    def _ask(self, *_: object) -> None:
        self.asked = True


def main() -> int:
    """Migrate, start all processes and watch them; return the exit status."""
    os.environ["PRODUCTION"] = "1"
    import deploy.settings  # noqa: F401  # refuses to start with defaults

    first = int(os.environ.get("PORT", "8001"))
    ports = [first + number for number in range(int(os.environ.get("WEB_PROCESSES", "2")))]
    workers = range(1, int(os.environ.get("WORKERS", "2")) + 1)
    names = [*(f"worker-{n}" for n in workers), "bots-1", "reviews-1", *(f"web-{port}" for port in ports)]
    try:
        for port in ports:
            check_port_free(os.environ.get("HOST", "127.0.0.1"), port)
    except PortTaken as error:
        print(error, file=sys.stderr)
        return 1
    for command in ("migrate --noinput", "collectstatic --noinput"):
        if subprocess.run([sys.executable, "manage.py", *command.split(), "--verbosity", "0"]).returncode:
            return 1
    return _run(names)


def _run(names: list[str]) -> int:
    processes = ProcessGroup()
    with tempfile.TemporaryDirectory() as folder:
        try:
            supervisor = RollingSupervisor(processes, names, Path(folder))
            if not supervisor.start():
                print("Some processes failed to start. See the messages above.", file=sys.stderr)
                return 1
            print(f"League Zero is running: {' '.join(names)}", flush=True)
            supervisor.watch()
        except KeyboardInterrupt:
            print("stopping ...", flush=True)
        finally:
            processes.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
