"""`make audit`: known holes in what `requirements.lock` names, by pip-audit, which is installed on demand.

It lives in an environment of its own, `var/audit`: it brings what nothing else here needs. It asks pypi.org, or with
`--vulnerability-service osv` osv.dev, for each package and version; nothing else leaves the machine. Ends with 1 where
something has been found, with 2 where nobody could be asked.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOL = ROOT / "var" / "audit"
PIP_AUDIT = "pip-audit==2.9.0"
LOCK = ROOT / "requirements.lock"


def main(given: list[str]) -> int:
    if not (TOOL / "bin/pip-audit").exists():
        subprocess.run([sys.executable, "-m", "venv", str(TOOL)], check=True)
        subprocess.run([str(TOOL / "bin/pip"), "install", "-q", PIP_AUDIT], check=True)
    command = [str(TOOL / "bin/pip-audit"), "--requirement", str(LOCK), "--require-hashes", "--disable-pip", *given]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
