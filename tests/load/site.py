"""The real processes on a PostgreSQL and a broker of their own: what benchmarks and fault tests drive."""

import os
import secrets
import signal
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError

from deploy.process import web_command
from deploy.supervisor import find_free_port
from tests.limits import UNLIMITED
from tests.load.http import Person
from tests.services import broker, caddy, postgres

WORKER_THREADS = int(os.environ.get("WORKER_CONCURRENCY", "2"))


@dataclass
class Site:
    """A site that runs: the port of its first web process, its environment, and its processes by name."""

    port: int
    environment: dict[str, str]
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    ports: dict[str, int] = field(default_factory=dict)
    services: list[int] = field(default_factory=list)
    """Process ids of the database and the broker, where they are ours to count."""
    proxy: caddy.Proxy | None = None
    """Where there is one, everybody comes in by it, over TLS."""

    @property
    def entrances(self) -> list[int]:
        return [self.proxy.port] if self.proxy else list(self.ports.values())

    @property
    def tls(self) -> ssl.SSLContext | None:
        return self.proxy.tls if self.proxy else None

    def start(self, name: str) -> None:
        """Start a web process (`web_command`, `web1`), a worker (`worker0`, `worker1`, ...) or one for `bots`."""
        with self.log(name).open("ab") as log:
            self.processes[name] = subprocess.Popen(self._command(name), env=self.environment, stdout=log, stderr=log)

    def log(self, name: str) -> Path:
        return Path(self.environment["VAR_DIR"], f"{name}.log")

    def _command(self, name: str) -> list[str]:
        if name.startswith("web"):
            port = self.ports.setdefault(name, find_free_port() if self.ports else self.port)
            return web_command("127.0.0.1", port, grace_s=6)
        quiet = f"-n {name}@%h --without-gossip --without-mingle --without-heartbeat --loglevel warning"
        queue = (
            "-Q league-zero-bots --pool prefork --concurrency 1"
            if name == "bots"
            else f"-Q league-zero --pool threads --concurrency {WORKER_THREADS}"
        )
        return [sys.executable, *f"-m celery -q -A deploy.celery worker {queue} {quiet}".split()]

    def kill(self, name: str) -> None:
        self.processes[name].send_signal(signal.SIGKILL)
        self.processes[name].wait()

    def wait_until_open(self) -> None:
        ends = time.monotonic() + 240
        for port in self.ports.values():
            while not _answers(port):
                if time.monotonic() > ends:
                    raise TimeoutError("the site did not come up")
                time.sleep(0.1)

    def stop(self) -> None:
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()


def _answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/matches/0/", timeout=2)
    except URLError as error:
        return getattr(error, "code", None) == 404
    except OSError:
        pass
    return False


@contextmanager
def running(
    *, durable: bool = True, workers: int = 1, webs: int = 1, bots: bool = False, proxy: bool = False, limits: bool = False,
    quick: bool = False,
) -> Iterator[Site]:  # fmt: skip
    """Serve on fresh services, with Django in this process set up on the same ones.

    `proxy` puts Caddy in front; `limits` keeps the limits of requests and streams that a site has; for `quick` see `on`.
    """
    names = [*(f"web{n or ''}" for n in range(webs)), *(f"worker{n}" for n in range(workers)), *(["bots"] if bots else [])]
    queue = broker.Server()
    with postgres.serving(postgres.DURABLE if durable else postgres.FAST) as database:
        try:
            queue.start()
            with on(f"redis://127.0.0.1:{queue.port}/0", database.url, names, quick=quick, limits=limits) as site:
                site.services += [database.pid, queue.pid]
                with ExitStack() as stack:
                    if proxy:
                        serving = caddy.serving(site.ports.values(), Path(site.environment["VAR_DIR"]))
                        site.proxy = stack.enter_context(serving)
                    yield site
        finally:
            queue.kill()


@contextmanager
def on(redis: str, database: str, names: list[str], *, quick: bool = False, limits: bool = False) -> Iterator[Site]:
    """Serve on these services with processes of these names. `quick` makes the tables from the models as they are.

    Then what migrations add besides tables (triggers, first rows) is not there: no match asks for it.
    """
    with TemporaryDirectory() as var:
        chosen = {"VAR_DIR": var, "REDIS_URL": redis, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "deploy.settings"}
        os.environ.update(chosen)
        import django
        from django.apps import apps
        from django.conf import settings
        from django.core.management import call_command

        django.setup()
        if quick:
            settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
        call_command("migrate", verbosity=0, run_syncdb=quick)
        unlimited = {} if limits else {"RATE_LIMITS": UNLIMITED, "STREAM_LIMITS": ""}
        site = Site(find_free_port(), {**os.environ, **chosen, **unlimited})
        try:
            for name in names:
                site.start(name)
            site.wait_until_open()
            yield site
        finally:
            site.stop()
            from django.db import connections

            connections.close_all()


def people(count: int) -> list[Person]:
    from django.test import Client

    from league.people.models import Player

    made = []
    for _ in range(count):
        client, player = Client(), Player.objects.create(username=f"load-{secrets.token_hex(6)}")
        client.force_login(player)
        made.append(Person(player.pk, client.cookies["sessionid"].value, secrets.token_hex(16)))
    return made
