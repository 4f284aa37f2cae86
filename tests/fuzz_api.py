"""`make fuzz-api`: schemathesis over the whole schema, against a site of its own with the demo league. Minutes.

Numbers and names in addresses are narrowed to ones that the demo has, so that most requests reach what is behind the
endpoint. schemathesis lives in an environment of its own, for it brings what nothing else here needs.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import URLError

from deploy.supervisor import find_free_port
from tests.limits import UNLIMITED

SCHEMATHESIS = "schemathesis==4.32.5"
TOOL = Path("var/fuzz").resolve()
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
NAMES = {"slug": ["demo-league", "no-such"], "username": ["olivia", "ada", "nobody"], "other": ["ben", "ada"],
         "key": ["zero-day", "field-tactics", "chess"]}  # fmt: skip
MOST_ID = 12
PATIENCE_S = 600


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--examples", type=int, default=20, help="at most so many requests an operation")
    parser.add_argument("--only", help="a regular expression: addresses that it is found in, such as `leagues|drafts`")
    parser.add_argument("--phases", default="coverage,fuzzing", help="the edges of each field one by one; inventions")
    given = parser.parse_args()
    if not (TOOL / "bin/schemathesis").exists():
        subprocess.run([sys.executable, "-m", "venv", str(TOOL)], check=True)
        subprocess.run([str(TOOL / "bin/pip"), "install", "-q", SCHEMATHESIS], check=True)
    with TemporaryDirectory() as var:
        port = find_free_port()
        environment = {**os.environ, "VAR_DIR": var, "PORT": str(port), "RATE_LIMITS": UNLIMITED}
        site = subprocess.Popen([sys.executable, "-m", "deploy.run"], env=environment, stdout=subprocess.DEVNULL)
        try:
            url = f"http://127.0.0.1:{port}"
            _wait(url)
            made = [sys.executable, "manage.py", "token", "olivia", "--scopes", "play,organise,account"]
            token = subprocess.run(made, env=environment, check=True, capture_output=True, text=True).stdout.strip()
            schema = Path(var, "openapi.json")
            schema.write_text(json.dumps(narrowed(json.loads(Path("docs/openapi.json").read_text()))))
            return subprocess.run(_command(schema, url, token, given), cwd=var).returncode
        finally:
            site.terminate()
            site.wait(30)


def narrowed(schema: Any) -> Any:
    """The schema with addresses of the demo's own; a token must not be revoked by what it is sent with."""
    for methods in schema["paths"].values():
        for operation in methods.values():
            for one in operation.get("parameters", ()):
                if one.get("in") == "path" and one["schema"].get("type") == "integer":
                    one["schema"] |= {"minimum": 1, "maximum": MOST_ID}
                elif one.get("in") == "path" and one["name"] in NAMES:
                    one["schema"] = {"type": "string", "enum": NAMES[one["name"]]}
    return schema


def _command(schema: Path, url: str, token: str, given: argparse.Namespace) -> list[str]:
    return [
        str(TOOL / "bin/schemathesis"), "run", str(schema), "--url", url, "-H", f"Authorization: Bearer {token}",
        "--exclude-operation-id", "delete_token", "--checks", CHECKS, "--phases", given.phases, "--mode", "all",
        "--max-examples", str(given.examples), "--max-time", str(given.seconds), "--continue-on-failure",
        "--no-shrink", "--suppress-health-check", "all", "--warnings", "off",
        *(("--include-path-regex", given.only) if given.only else ()),
    ]  # fmt: skip


def _wait(url: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except (URLError, OSError):
            time.sleep(0.5)
    raise TimeoutError("the site did not come up")


if __name__ == "__main__":
    sys.exit(main())
