"""An nginx with the site's own configuration in front of web processes, with a certificate of its own making."""

import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from deploy.supervisor import find_free_port
from tests.services import packages
from tests.services.caddy import NAME, PATIENCE_S, ROOT, Proxy

UNPACKED = ROOT / "var" / "nginx"
FRAME = """
{user} pid {folder}/pid; daemon off; error_log {folder}/errors; events {{}}
http {{
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/1;
  uwsgi_temp_path {folder}/2; scgi_temp_path {folder}/3; access_log off; include {folder}/site.conf;
}}
"""


def missing() -> str | None:
    """None if it is there, else what to install."""
    return None if program() else "nginx is not installed (Debian: apt install nginx)"


def fetch() -> None:
    """Have the package's program without installing it."""
    packages.unpack("nginx", UNPACKED)


def program() -> str | None:
    return shutil.which("nginx", path=f"{os.environ['PATH']}:{UNPACKED / 'usr/sbin'}")


@contextmanager
def serving(ports: Iterable[int], static: Path) -> Iterator[Proxy]:
    """Lead to the two web processes at these ports; `static` is the folder that holds `static/`."""
    with tempfile.TemporaryDirectory(prefix="league-zero-nginx-") as folder:
        trusted, plain, port, (one, two) = _certify(Path(folder)), find_free_port(), find_free_port(), ports
        text = (ROOT / "deploy" / "nginx.conf").read_text()
        for written, wanted in {
            "listen 80;": f"listen {plain};", "listen 443 ": f"listen {port} ", "league.your.name": NAME,
            "127.0.0.1:8001": f"127.0.0.1:{one}", "127.0.0.1:8002": f"127.0.0.1:{two}",
            "/etc/ssl/league-zero": f"{folder}/own", "/var/log/nginx/league-zero.log": f"{folder}/log",
            "root /opt/league-zero;": f"root {static};",
        }.items():  # fmt: skip
            assert written in text
            text = text.replace(written, wanted)
        Path(folder, "site.conf").write_text(text)
        Path(folder, "nginx.conf").write_text(FRAME.format(folder=folder, user="" if os.geteuid() else "user root;"))
        line = [program() or "nginx", "-c", f"{folder}/nginx.conf", "-e", f"{folder}/errors"]
        subprocess.run([*line, "-t"], check=True, capture_output=True)
        process = subprocess.Popen(line)
        try:
            _await(port)
            yield Proxy(port, trusted, process.pid, Path(folder, "log"))
        finally:
            process.terminate()
            process.wait()


def _await(port: int) -> None:
    ends = time.monotonic() + PATIENCE_S
    while True:
        try:
            socket.create_connection((NAME, port), 1).close()
            return
        except OSError:
            assert time.monotonic() < ends, "nginx did not start"
            time.sleep(0.05)


def _certify(folder: Path) -> ssl.SSLContext:
    """Make a certificate; what trusts it."""
    key, name, at = ec.generate_private_key(ec.SECP256R1()), x509.Name([]), datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, at - timedelta(hours=1), at + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(NAME))]), critical=True)
    (folder / "own.pem").write_bytes(made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    (folder / "own.key").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return ssl.create_default_context(cafile=str(folder / "own.pem"))
