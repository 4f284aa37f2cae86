"""The environment, read once: folders, whether this is production, and faults that prevent a start in production.

The message of each fault says what to set.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import environ

ROOT = Path(__file__).resolve().parents[2]
env = environ.Env()
_file = Path(os.environ.get("ENV_FILE", ROOT / ".env"))
if _file.is_file():
    environ.Env.read_env(_file)
elif "ENV_FILE" in os.environ:
    raise SystemExit(f"ENV_FILE names {_file}, which doesn't exist or can't be read.")

VAR = Path(env("VAR_DIR", default=str(ROOT / "var")))
VAR.mkdir(parents=True, exist_ok=True)

PRODUCTION = env.bool("PRODUCTION", default=False)
PLAIN_HTTP = env.bool("PLAIN_HTTP", default=False)
"""Runs production on one machine without TLS and a mail server, under local host names only."""
LOCAL_HOSTS = {"localhost", "127.0.0.1", "[::1]", "::1"}
PLACEHOLDERS = ("change-me", "example.org")
"""Placeholders of `deploy/production.env.example` that must be replaced."""
TRUE = {"1", "true", "yes", "on", "y", "t", "ok"}


def find_faults(variables: Mapping[str, str]) -> list[str]:
    """Return every fault of the environment that must prevent a start in production, as sentences."""
    return [
        *_check_placeholders(variables),
        *_check_keys(variables),
        *_check_urls(variables),
        *_check_hosts(variables),
        *_check_security(variables),
    ]


def _check_placeholders(variables: Mapping[str, str]) -> Iterator[str]:
    for name in ("SECRET_KEY", "RECORD_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS", "SITE_URL", "EMAIL_URL"):
        if any(placeholder in variables.get(name, "") for placeholder in PLACEHOLDERS):
            yield f"{name} still has its example value."


def _check_keys(variables: Mapping[str, str]) -> Iterator[str]:
    secret = variables.get("SECRET_KEY", "")
    if len(secret) < 50 or len(set(secret)) < 5 or secret.startswith("django-insecure-"):
        yield "SECRET_KEY must be at least 50 random characters: openssl rand -hex 32"
    records = variables.get("RECORD_KEY", "").split(",")
    if any(not re.fullmatch(r"[0-9a-f]{64}", secret) or len(set(secret)) < 5 for secret in records):
        yield "RECORD_KEY, which signs match records, must be 64 random hexadecimal digits: openssl rand -hex 32"
    if len(set(records)) < len(records):
        yield "RECORD_KEY contains a secret twice; each key needs its own: openssl rand -hex 32"
    token = variables.get("METRICS_TOKEN", "")
    if token and len(token) < 32:
        yield "METRICS_TOKEN must have at least 32 characters, or be unset: openssl rand -hex 32"


def _check_urls(variables: Mapping[str, str]) -> Iterator[str]:
    if not re.match(r"(postgres|postgresql|pgsql)://", variables.get("DATABASE_URL", "")):
        yield "DATABASE_URL must name a PostgreSQL database: postgres://user:password@host:5432/name"
    if not re.match(r"(redis|rediss|unix)://", variables.get("REDIS_URL", "")):
        yield "REDIS_URL must name a Redis or Valkey server: redis://host:6379/0"


def _check_hosts(variables: Mapping[str, str]) -> Iterator[str]:
    hosts = {name.strip() for name in variables.get("ALLOWED_HOSTS", "").split(",")} - {""}
    if not hosts or "*" in hosts:
        yield "ALLOWED_HOSTS must list the site's host names, without '*': ALLOWED_HOSTS=league.your.name"
    site = urlsplit(variables.get("SITE_URL", ""))
    scheme = "http" if _is_true(variables, "PLAIN_HTTP") else "https"
    if site.scheme != scheme or not site.hostname:
        yield f"SITE_URL must be the site's base URL for links in emails: {scheme}://league.your.name"
    elif not any(_host_covers(host, site.hostname) for host in hosts - {"*"}):
        yield f"SITE_URL uses {site.hostname}, which is not in ALLOWED_HOSTS."
    if _is_true(variables, "PLAIN_HTTP") and not hosts <= LOCAL_HOSTS:
        yield "PLAIN_HTTP is only for a trial on one machine: limit ALLOWED_HOSTS to localhost and 127.0.0.1."


def _check_security(variables: Mapping[str, str]) -> Iterator[str]:
    plain = _is_true(variables, "PLAIN_HTTP")
    if _is_true(variables, "DEBUG"):
        yield "DEBUG exposes internals to visitors: unset it."
    if "HTTPS" in variables and not plain and not _is_true(variables, "HTTPS"):
        yield "HTTPS must be on or unset: otherwise sessions and passwords are sent unencrypted."
    if not plain and variables.get("EMAIL_URL", "").split(":")[0] in ("", "consolemail", "dummymail"):
        yield "EMAIL_URL must name a mail server, which password resets need: smtp+tls://user:password@host:587"


def _host_covers(host: str, name: str) -> bool:
    return name == host.strip("[]") or (host.startswith(".") and (name == host[1:] or name.endswith(host)))


def _is_true(variables: Mapping[str, str], name: str) -> bool:
    return variables.get(name, "").strip().lower() in TRUE


if PRODUCTION and (found := find_faults(os.environ)):
    raise SystemExit("\n".join(["League Zero can't start in production. Fix these settings:", *map("- {}".format, found)]))
