"""`make run`: one command that serves the whole of League Zero until Ctrl-C."""

from __future__ import annotations

import os
import sys
import time
import urllib.request
from urllib.error import URLError

from deploy.process import BOTS_NICE, bots, web, worker
from deploy.run import broker
from deploy.run.children import Children
from deploy.run.port import PortTaken, check_free

HOST = os.environ.get("HOST", "127.0.0.1")
PORT = int(os.environ.get("PORT", "8000"))
PATIENCE_S = 60


def main() -> int:
    """Serve until told to stop; the exit status is 0 after a clean stop."""
    try:
        check_free(HOST, PORT)
    except PortTaken as taken:
        print(taken, file=sys.stderr)
        return 1
    children = Children()
    try:
        if "REDIS_URL" not in os.environ:
            os.environ["REDIS_URL"] = broker.start(children)
        accounts = _prepare()
        _start(children)
        if not _answers(children):
            print("The site did not come up; the lines above say why.", file=sys.stderr)
            return 1
        _greet(accounts)
        children.watch()
    except KeyboardInterrupt:
        print("\nstopping ...", flush=True)
    finally:
        children.stop()
    return 0


def _prepare() -> list[str]:
    """Bring the database up to date and load the demo league; return what to print about its accounts."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    from league.demo.accounts import lines

    if os.environ.get("DEMO", "1") != "0":
        call_command("demo", verbosity=0)
    connections.close_all()
    return lines() if os.environ.get("DEMO", "1") != "0" else []


def _start(children: Children) -> None:
    children.start("web", web(HOST, PORT, grace_s=2))
    for number in range(int(os.environ.get("WORKERS", "1"))):
        children.start("worker" if not number else f"worker{number}", worker(f"worker{number}"))
    children.start("bots", bots("bots"), nice=BOTS_NICE)


def _answers(children: Children) -> bool:
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends and children.alive():
        try:
            with urllib.request.urlopen(_address(), timeout=5):
                return True
        except (URLError, OSError):
            time.sleep(0.1)
    return False


def _address() -> str:
    host = "127.0.0.1" if HOST == "0.0.0.0" else HOST
    return f"http://{host}:{PORT}/"


def _greet(accounts: list[str]) -> None:
    lines = ["", f"League Zero is open at {_address()}", *accounts, "Stop it with Ctrl-C.", ""]
    print("\n".join(lines), flush=True)


if __name__ == "__main__":
    sys.exit(main())
