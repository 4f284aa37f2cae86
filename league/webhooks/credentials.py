"""Encryption of the secrets by which chat services recognise a webhook: reading the database is not enough to post."""

import base64
import hashlib
import hmac

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

from engines.i18n import translate as _
from matches.errors import ActionError


def encrypt(secret: str) -> str:
    """Return the secret encrypted with a key derived from the site's."""
    return _build_cipher().encrypt(secret.encode()).decode()


def decrypt(stored: str) -> str:
    """Return an encrypted secret. Raises ActionError if the site's key has changed since."""
    try:
        return _build_cipher().decrypt(stored.encode()).decode()
    except InvalidToken:
        raise ActionError("unreadable", _("The saved secret can't be read any more. Enter it again.")) from None


def _build_cipher() -> Fernet:
    key = hmac.new(settings.SECRET_KEY.encode(), b"webhook credential", hashlib.sha256).digest()
    return Fernet(base64.urlsafe_b64encode(key))
