"""`make audit`: known holes in what `requirements.lock` names, found by pip-audit, which is installed on demand.

It lives in an environment of its own, `var/audit`, for it brings what nothing else here needs. It asks pypi.org, or
with `--vulnerability-service osv` osv.dev, for each package and version; nothing else leaves the machine. Where a
package could not be asked for, that is a failure too: an audit that was not made has found nothing.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOL = ROOT / "var" / "audit"
PIP_AUDIT = "pip-audit==2.10.1"
LOCK = ROOT / "requirements.lock"


def main(given: list[str]) -> int:
    """0 where every package was asked for and none has a known hole, else 1."""
    if not (TOOL / "bin/pip-audit").exists():
        subprocess.run([sys.executable, "-m", "venv", str(TOOL)], check=True)
        subprocess.run([str(TOOL / "bin/pip"), "install", "-q", PIP_AUDIT], check=True)
    done = subprocess.run(command(given)).returncode
    if done:
        sys.stderr.write("Not clean: a hole is named above, or a package that could not be asked for.\n")
    return done


def command(given: list[str]) -> list[str]:
    """The whole lock file, by version and hash, without installing any of it."""
    asked = ["--requirement", str(LOCK), "--require-hashes", "--disable-pip", "--strict"]
    return [str(TOOL / "bin/pip-audit"), *asked, *given]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
