"""The address to which Discord sends slash commands."""

import json
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.discord.interactions import respond
from league.discord.signature import is_genuine
from matches.errors import ActionError
from matches.server_time import now

MAX_BODY_BYTES = 32_000


class InteractionsView(APIView):
    """Interactions of the site's Discord application. Discord has no account here; its signature is verified instead."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()  # All requests come from Discord's few addresses; commands are counted by Discord user.
    parser_classes: tuple[type[BaseParser], ...] = ()

    @extend_schema(exclude=True)
    def post(self, request: Request) -> Response:
        """Answer a slash command. The body is read as JSON only after its size and its signature have been checked."""
        if not settings.DISCORD_PUBLIC_KEY:
            raise ActionError("not-found", _("Page not found."))
        if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BODY_BYTES or len(request._request.body) > MAX_BODY_BYTES:
            raise ActionError("too-long", _("The request is too large."))
        body, at = request._request.body, now()
        if not is_genuine(
            public_key=settings.DISCORD_PUBLIC_KEY, signature=request.headers.get("X-Signature-Ed25519", ""),
            timestamp=request.headers.get("X-Signature-Timestamp", ""), body=body, at=at,
        ):  # fmt: skip
            raise ActionError("bad-signature", _("The request isn't signed by Discord."))
        return Response(respond(_parse(body), at), headers={"Cache-Control": "no-store"})


def _parse(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise ActionError("malformed", _("Unknown interaction.")) from None
