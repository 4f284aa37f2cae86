"""Secrets, hosts, cookies, passwords and the content security policy."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress

from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key

from deploy.settings.env import PLAIN_HTTP, PRODUCTION, VAR, env


def _load_or_create_secret(name: str, create: Callable[[], str]) -> str:
    """Return a secret of this installation, created on first use in an owner-only file beside the database."""
    file = VAR / name
    if not file.exists():
        temporary = file.with_suffix(f".{os.getpid()}")
        temporary.touch(mode=0o600)
        temporary.write_text(create())
        with suppress(FileExistsError):
            os.link(temporary, file)  # Of two processes that start at once, the first one's secret is kept.
        temporary.unlink()
    return file.read_text().strip()


SECRET_KEY = env("SECRET_KEY", default="") or _load_or_create_secret("secret-key", get_random_secret_key)
RECORD_KEY = env("RECORD_KEY", default="") or _load_or_create_secret("record-key", lambda: secrets.token_hex(32))
"""Seeds of the Ed25519 keys that sign match records, in hex, comma-separated: the active key's, and the next one's
during a rotation.
"""
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

HTTPS = env.bool("HTTPS", default=PRODUCTION and not PLAIN_HTTP)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.bool("HSTS_SUBDOMAINS", default=True)
# HSTS preload lists are hard to leave, so that decision is left to the owner of the domain.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
METRICS_TOKEN = env("METRICS_TOKEN", default="")
"""The token that gives access to /metrics; without one, /metrics is disabled."""
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = "Lax"

PASSWORD_HASHERS = ["league.people.hashers.Argon2InTurn", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF, "data:"],
    }
}

SESSION_ENGINE = "league.people.session_store"
AUTHENTICATION_BACKENDS = ["league.people.backend.PlayerBackend"]
