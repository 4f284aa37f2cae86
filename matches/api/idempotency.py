"""Requests that create something: `Location` of the result, and `Idempotency-Key` so that it is created once.

The header follows the IETF draft draft-ietf-httpapi-idempotency-key-header.
"""

import hashlib
import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any
from urllib.parse import quote

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.db import transaction
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from engines.i18n import translate as _
from matches.errors import ActionError
from matches.models import IdempotentRequest
from matches.server_time import now

KEPT_FOR = timedelta(days=1)
KEY = re.compile(r"[\x21-\x7e]{1,64}")
HEADER = "Idempotency-Key"
CREATED = 201
Post = Callable[..., Response]


def creates(location: str) -> Callable[[Post], Post]:
    """Decorate a view's `post` that answers 201 with the URL of what it has created.

    `location` is a `str.format` pattern of the path below /api/v1/; its fields are the request's URL arguments and the
    response body. With an `Idempotency-Key`, everything `post` does is one transaction with the row of the key.
    """

    def decorate(post: Post) -> Post:
        @wraps(post)
        def create(view: Any, request: Request, **kwargs: Any) -> Response:
            def run() -> Response:
                response = post(view, request, **kwargs)
                if response.status_code == CREATED:
                    body = response.data if isinstance(response.data, dict) else {}
                    response["Location"] = "/api/v1/" + quote(location.format(**{**kwargs, **body}))
                return response

            key = request.headers.get(HEADER)
            if key is None or not request.user.is_authenticated:
                return run()
            if not KEY.fullmatch(key):
                raise ActionError("bad-key", _("The key must be 1 to 64 visible ASCII characters."), HEADER)
            return _run_once(request, key, run)

        create.creates = location  # type: ignore[attr-defined]  # a test finds views without it
        return create

    return decorate


def purge_idempotent_requests(*, at: datetime) -> int:
    """Delete the requests that were made more than a day ago and return their number."""
    count, _ = IdempotentRequest.objects.filter(made_at__lt=at - KEPT_FOR).delete()
    return count


@transaction.atomic
def _run_once(request: Request, key: str, post: Callable[[], Response]) -> Response:
    """Repeat the response of this player's request under this key, or handle the request and store the response.

    A second request under the key waits at the unique constraint until the first is stored or has failed.
    """
    raw = request._request
    digest = hashlib.sha256(f"{raw.method} {raw.get_full_path()}\n".encode() + raw.body).hexdigest()
    row, is_new = IdempotentRequest.objects.get_or_create(
        player_id=int(request.user.pk or 0), key=key, defaults={"digest": digest, "made_at": now()}
    )
    if not is_new:
        return _repeat_response(row, digest)
    response = post()
    if response.status_code == CREATED:
        row.answer = _get_cipher().encrypt(JSONRenderer().render([response.data, response.headers["Location"]]))
        row.save(update_fields=["answer"])
    else:
        row.delete()
    return response


def _repeat_response(row: IdempotentRequest, digest: str) -> Response:
    if row.digest != digest:
        text = _("This key was already used for another request. Use a new key for each request.")
        raise ActionError("key-reused", text, HEADER)
    try:
        data, location = json.loads(_get_cipher().decrypt(bytes(row.answer)))
    except InvalidToken:
        text = _("This request was completed, but its response is no longer available. Look up what was created.")
        raise ActionError("key-reused", text, HEADER) from None
    headers = {"Location": location, "Idempotency-Replayed": "true", "Cache-Control": "no-store"}
    return Response(data, status=CREATED, headers=headers)


def _get_cipher() -> Fernet:
    key = hashlib.sha256(f"idempotency {settings.SECRET_KEY}".encode()).digest()
    return Fernet(urlsafe_b64encode(key))
