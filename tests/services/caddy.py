"""A Caddy with the site's own Caddyfile in front of web processes, with a certificate of its own making."""

import os
import shutil
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.supervisor import find_free_port
from tests.services import packages

ROOT = Path(__file__).resolve().parents[2]  # the settings are not imported: they would be read too early
CADDYFILE = ROOT / "deploy" / "Caddyfile"
UNPACKED = ROOT / "var" / "caddy"
PATIENCE_S = 30
NAME = "127.0.0.1"
# What an operator has and a test has not: ports 80 and 443, a home folder, a system that shall trust this authority.
GLOBAL = """{{
	admin off
	http_port {plain}
	https_port {port}
	auto_https disable_redirects
	skip_install_trust
	storage file_system {folder}
"""


def missing() -> str | None:
    """None if it is there, else what to install."""
    return None if program() else "Caddy is not installed (Debian: apt install caddy)"


def fetch() -> None:
    """Have the package's program without installing it: an installed one would be started, and take the port 80."""
    packages.unpack("caddy", UNPACKED)


def program() -> str | None:
    return os.environ.get("CADDY") or shutil.which("caddy", path=f"{os.environ['PATH']}:{UNPACKED / 'usr/bin'}")


@dataclass(frozen=True)
class Proxy:
    """Where it listens, what trusts its certificate, and which process it is."""

    port: int
    tls: ssl.SSLContext
    pid: int
    log: Path


@contextmanager
def serving(ports: Iterable[int], static: Path) -> Iterator[Proxy]:
    """Lead to the web processes at these ports; `static` is the folder that holds `static/`."""
    with tempfile.TemporaryDirectory(prefix="league-zero-caddy-") as folder:
        words = {"plain": find_free_port(), "port": find_free_port(), "folder": folder}
        written = Path(folder, "Caddyfile")
        written.write_text(CADDYFILE.read_text().replace("\n{\n", f"\n{GLOBAL.format(**words)}", 1))
        web = " ".join(f"127.0.0.1:{port}" for port in ports)
        environment = {**os.environ, "SITE_NAME": NAME, "WEB": web, "STATIC_DIR": str(static), "HOME": folder}
        line = [program() or "caddy", "run", "--config", str(written), "--adapter", "caddyfile"]
        with Path(folder, "log").open("wb") as log:
            process = subprocess.Popen(line, env=environment, stdout=log, stderr=log)
        try:
            yield Proxy(int(str(words["port"])), _trusting(Path(folder), process), process.pid, Path(folder, "log"))
        finally:
            process.kill()  # asked nicely, it waits for streams that nobody ends
            process.wait()


def _trusting(folder: Path, process: subprocess.Popen[bytes]) -> ssl.SSLContext:
    """As soon as it has a certificate."""
    root = folder / "pki/authorities/local/root.crt"
    ends = time.monotonic() + PATIENCE_S
    while not list(folder.glob("certificates/local/*/*.crt")):
        if process.poll() is not None or time.monotonic() > ends:
            raise RuntimeError(f"Caddy did not start: {(folder / 'log').read_text()[-2000:]}")
        time.sleep(0.05)
    return ssl.create_default_context(cafile=str(root))
