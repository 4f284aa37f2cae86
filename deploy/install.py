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
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-deps"]
    # --no-deps: the lock file lists everything that is needed and omits some dependencies on purpose.
    packages = [*pip, "--require-hashes", "-r", str(ROOT / lock)]
    # The project itself, for the entry points of its games. Its build tool is in the lock file, so this needs no network.
    project = [*pip, "--no-build-isolation", "--editable", str(ROOT)]
    if not _install_if_changed(lock, packages, f"installing {lock} (once, about a minute) ..."):
        return 1
    return 0 if _install_if_changed("pyproject.toml", project, "registering the games ...") else 1


def _install_if_changed(file: str, command: list[str], text: str) -> bool:
    """Run the command unless it succeeded before with the same file and place; return whether it is done."""
    digest = hashlib.sha256((ROOT / file).read_bytes() + bytes(ROOT)).hexdigest()
    stamp = VENV / f".{file}"
    if stamp.exists() and stamp.read_text() == digest:
        return True
    if not (VENV / "bin" / "python").exists():
        print("creating the environment in .venv ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    print(text, flush=True)
    if subprocess.run(command).returncode:
        _fail("Installation failed. See the messages above, and check your network connection.")
        return False
    stamp.write_text(digest)
    return True


def _fail(text: str) -> int:
    print(text, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
