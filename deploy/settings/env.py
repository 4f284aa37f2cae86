"""The environment, read once."""

import os
from pathlib import Path

import environ

ROOT = Path(__file__).resolve().parents[2]
env = environ.Env()
_file = Path(os.environ.get("ENV_FILE", ROOT / ".env"))
if _file.is_file():
    environ.Env.read_env(_file)
elif "ENV_FILE" in os.environ:
    raise SystemExit(f"ENV_FILE names {_file}, which is not there or not to be read.")

VAR = Path(env("VAR_DIR", default=str(ROOT / "var")))
VAR.mkdir(parents=True, exist_ok=True)
