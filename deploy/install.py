"""Create or update the project's virtual environment. Uses only the standard library, because it runs on a bare Python.

Usage: python3 deploy/install.py LOCKFILE
"""

import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"


def main(lock: str) -> int:
    """Install the packages of the lock file and return the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036
        return _fail(f"League Zero needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return _fail("This Python has no venv module. On Debian or Ubuntu: sudo apt install python3-venv")
    digest = hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()
    stamp = VENV / f".{lock}"
    if stamp.exists() and stamp.read_text() == digest:
        return 0
    return _install(lock, stamp, digest)


def _install(lock: str, stamp: Path, digest: str) -> int:
    python = VENV / "bin" / "python"
    if not python.exists():
        print("creating the environment in .venv ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    print(f"installing {lock} (once, about a minute) ...", flush=True)
    # --no-deps: the lock file lists everything that is needed and omits some dependencies on purpose.
    pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes", "--no-deps"]
    if subprocess.run([*pip, "-r", str(ROOT / lock)]).returncode:
        return _fail("Installation failed. See the messages above, and check your network connection.")
    stamp.write_text(digest)
    return 0


def _fail(text: str) -> int:
    print(text, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
