"""One process of the site, by its name: what systemd, containers and `deploy.serve` start.

python -m deploy.process web-8001 | worker-1 | bots-1 | reviews-1

The number is the port of a web process, and tells the others apart. The process is replaced by the server that it
becomes, so that signals reach that one.
"""

import os
import re
import resource
import sys
from pathlib import Path

GRACE_S = 6
"""Seconds that a stopping web process may take for open requests; more than any request waits for a verdict."""
MAX_FILES = 16_384
BOTS_NICE = 10
"""Bots run at a lower priority than everything that answers players."""
REVIEWS_NICE = 19
"""Reviews take only what everything else leaves."""


def build_command(name: str) -> list[str]:
    """Return the command line of a process. Raises ValueError for an unknown name."""
    match = re.fullmatch(r"(web|worker|bots|reviews)-([1-9][0-9]{0,4})", name)
    if match is None:
        raise ValueError(f"Unknown process: {name!r}. Use web-PORT, worker-NUMBER, bots-NUMBER or reviews-NUMBER.")
    kind, number = match[1], int(match[2])
    if kind == "web":
        return web_command(os.environ.get("HOST", "127.0.0.1"), number, grace_s=GRACE_S)
    return {"worker": worker_command, "bots": bots_command, "reviews": reviews_command}[kind](name)


def get_interpreter() -> str:
    """Return this interpreter with its release's symlink resolved, so that later imports stay in the same release."""
    executable = Path(sys.executable)
    return str(executable.parent.resolve() / executable.name)


def web_command(host: str, port: int, *, grace_s: int) -> list[str]:
    """Return the command line of a web process."""
    return [get_interpreter(), "-m", "deploy.web_server", host, str(port), str(grace_s)]


def worker_command(name: str) -> list[str]:
    """Return the command line of a worker."""
    return _celery_command(name, f"-Q league-zero --pool threads --concurrency {os.environ.get('WORKER_CONCURRENCY', '2')}")


def bots_command(name: str) -> list[str]:
    """Return the command line of a worker for bots, whose processes can be killed if a bot takes too long."""
    return _celery_command(name, f"-Q league-zero-bots --pool prefork --concurrency {os.environ.get('BOT_CONCURRENCY', '1')}")


def reviews_command(name: str) -> list[str]:
    """Return the command line of a worker that reviews finished matches, in a process that can be killed."""
    return _celery_command(name, "-Q league-zero-reviews --pool prefork --concurrency 1")


def _celery_command(name: str, options: str) -> list[str]:
    quiet_options = "--without-gossip --without-mingle --without-heartbeat --loglevel warning"
    arguments = f"-m celery -q -A deploy.celery worker {options} {quiet_options} -n {name}@%h"
    return [get_interpreter(), "-W", "ignore:You're running the worker", *arguments.split()]


def _offset_metrics_port(name: str) -> None:
    """Offset the port of WORKER_METRICS by the worker's number: with 127.0.0.1:9100, worker-1 uses 9101."""
    host, _, port = os.environ.get("WORKER_METRICS", "").rpartition(":")
    if port and name.startswith("worker"):
        os.environ["WORKER_METRICS"] = f"{host}:{int(port) + int(name.partition('-')[2])}"


def _raise_file_limit() -> None:
    """Raise the limit of open files: each connection needs one, and shells allow only about a thousand."""
    current, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = MAX_FILES if maximum == resource.RLIM_INFINITY else min(MAX_FILES, maximum)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(current, target), maximum))


def main(names: list[str]) -> int:
    """Replace this process with the named one; return 2 if the name is invalid."""
    import deploy.settings  # noqa: F401  # reads ENV_FILE, and refuses to start before anything listens

    try:
        (name,) = names
        argv = build_command(name)
    except ValueError as error:
        print(error if names else __doc__, file=sys.stderr)
        return 2
    if name.startswith(("bots", "reviews")):
        os.nice(BOTS_NICE if name.startswith("bots") else REVIEWS_NICE)
    if name.startswith("web"):
        _raise_file_limit()
    _offset_metrics_port(name)
    return os.execv(argv[0], argv)  # noqa: S606


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
