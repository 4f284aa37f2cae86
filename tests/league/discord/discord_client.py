"""Discord as it calls the site: it signs its requests, and refuses answers that break its limits.

https://discord.com/developers/docs/interactions/receiving-and-responding
"""

import json
from datetime import timedelta
from itertools import count
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client

from matches.server_time import now
from tests.league.webhooks.chat_fakes import show_markdown

KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
PUBLIC_KEY = KEY.public_key().public_bytes_raw().hex()
ENDPOINT = "/api/discord/interactions/"


def send(body: bytes, *, age_s: int = 0, key: Ed25519PrivateKey = KEY, signed: bytes | None = None, **headers: str) -> Any:
    """POST a signed body."""
    stamp = str(int((now() - timedelta(seconds=age_s)).timestamp()))
    signature = key.sign(stamp.encode() + (body if signed is None else signed)).hex()
    given = {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": stamp, **headers}
    return Client().post(ENDPOINT, body, content_type="application/json", headers=given)


IDS = count(846462639134605312)


class DiscordUser:
    """A member of a server who enters commands."""

    def __init__(self, user_id: str = "80351110224678912", name: str = "ada.on.discord", locale: str = "en-US") -> None:
        self.user_id, self.name, self.locale = user_id, name, locale

    def interact(self, kind: int, command: str, options: list[dict[str, Any]]) -> Any:
        body = {
            "id": str(next(IDS)), "application_id": "1", "type": kind, "token": "A_UNIQUE_TOKEN", "version": 1,
            "guild_id": "290926798626357999", "channel_id": "645027906669510667", "locale": self.locale,
            "guild_locale": "en-US", "app_permissions": "442368",
            "member": {"user": {"id": self.user_id, "username": self.name, "discriminator": "0", "avatar": None}, "roles": []},
            "data": {"id": "771825006014889984", "name": command, "type": 1, "options": options},
        }  # fmt: skip
        self.last = json.dumps(body).encode()
        answer = send(self.last)
        assert answer.status_code == 200, answer.content
        assert answer["Content-Type"] == "application/json"
        return answer.json()

    def enter(self, command: str, **options: str) -> tuple[str, bool]:
        """What the answer shows, and whether only this user sees it."""
        answer = self.interact(2, command, [{"name": name, "type": 3, "value": value} for name, value in options.items()])
        assert answer["type"] == 4
        data = answer["data"]
        assert 1 <= len(data["content"]) <= 2000
        assert data["allowed_mentions"] == {"parse": []}
        return show_markdown(data["content"]).replace("\u200b", ""), bool(data["flags"] & 64)

    def type(self, command: str, option: str, text: str = "") -> list[dict[str, str]]:
        """The suggestions for an option."""
        answer = self.interact(4, command, [{"name": option, "type": 3, "value": text, "focused": True}])
        assert answer["type"] == 8
        choices: list[dict[str, str]] = answer["data"]["choices"]
        assert len(choices) <= 25
        assert all(1 <= len(choice["name"]) <= 100 and 1 <= len(choice["value"]) <= 100 for choice in choices)
        return choices
