"""The environment, read once."""

from pathlib import Path

import environ

ROOT = Path(__file__).resolve().parents[2]
env = environ.Env()
if (ROOT / ".env").exists():
    environ.Env.read_env(ROOT / ".env")

VAR = Path(env("VAR_DIR", default=str(ROOT / "var")))
VAR.mkdir(parents=True, exist_ok=True)
