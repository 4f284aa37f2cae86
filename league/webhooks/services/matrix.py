"""Matrix: messages in a room (https://spec.matrix.org/latest/client-server-api/#sending-events-to-a-room)."""

import html
import re
from typing import ClassVar
from urllib.parse import quote

from engines.contract import Json
from engines.i18n import translate as _
from league.outgoing_http.url_validation import parse_url
from league.webhooks.services.base import Address, ChatMessage, ChatService, Request, break_mentions, describe_link
from matches.errors import ActionError

ROOM = re.compile(r"![^\s/?#]{1,250}")
TOKEN = re.compile(r"[!-~]{8,1000}")


class Matrix(ChatService):
    """Notices in a room, sent as a user of a homeserver."""

    key = "matrix"
    fields = ("url", "room", "token")
    max_length = 8000
    dead_codes: ClassVar[frozenset[int]] = frozenset({401, 403})

    def parse(self, url: str, room: str, token: str, *, local: bool) -> Address:
        url = url.rstrip("/")
        if parse_url(url, local=local).path != "/":
            raise ActionError("bad-address", _("Enter the homeserver only, such as https://matrix.example.org."), "url")
        if not ROOM.fullmatch(room):
            raise ActionError(
                "bad-room", _("Enter the internal room ID, which starts with “!”. It's in the room's settings."), "room"
            )
        if not TOKEN.fullmatch(token):
            raise ActionError("bad-token", _("Enter the access token of the bot's Matrix account."), "token")
        return Address(url, room, token)

    def build_body(self, message: ChatMessage) -> dict[str, Json]:
        plain = _PlainText().format_body(message)
        text = f"<strong>{self.format_text(message)}</strong>"
        link = f'<a href="{html.escape(message.url)}">{self.escape(describe_link())}</a>' if message.url else ""
        lines = self.format_lines(message, self.max_length - len(text) - len(link))
        return {
            "msgtype": "m.notice", "body": plain, "format": "org.matrix.custom.html",
            "formatted_body": "<br>".join(filter(None, [text, *lines, link])), "m.mentions": {},
        }  # fmt: skip

    def build_request(self, address: Address, uid: str) -> Request:
        """Use the delivery's id as the transaction id, so that a repeated request posts only once."""
        path = f"/_matrix/client/v3/rooms/{quote(address.room, safe='')}/send/m.room.message/{uid}"
        return Request("PUT", address.url + path, {"Authorization": f"Bearer {address.credential}"})

    def escape(self, text: str) -> str:
        return html.escape(break_mentions(text))


class _PlainText(Matrix):
    """The text for clients that show no HTML."""

    def format_body(self, message: ChatMessage) -> str:
        text = self.format_text(message)
        return "\n".join(filter(None, [text, *self.format_lines(message, self.max_length - len(text)), message.url]))

    def escape(self, text: str) -> str:
        return break_mentions(text)
