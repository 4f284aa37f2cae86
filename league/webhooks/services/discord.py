"""Discord: webhooks of a channel (https://discord.com/developers/docs/resources/webhook)."""

import re
from datetime import datetime
from typing import ClassVar

from engines.contract import Json
from engines.i18n import translate as _
from league.webhooks.services.base import Address, ChatMessage, WebhookService, break_mentions, describe_link

PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
SUPPRESS_EMBEDS = 1 << 2
"""The flag of a message whose links get no preview."""
NO_MENTIONS: dict[str, Json] = {"parse": []}


class Discord(WebhookService):
    """Messages through the webhook of a channel."""

    key = "discord"
    hosts = ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")
    path = re.compile(r"(/api(?:/v\d{1,2})?/webhooks/\d{1,25})/([\w-]{10,100})")
    max_length = 2000
    dead_codes: ClassVar[frozenset[int]] = frozenset({401, 404, 410})

    def parse(self, url: str, room: str, token: str, *, local: bool) -> Address:
        refusal = _("This isn't the URL of a Discord webhook. Copy it from the channel's settings, under “Integrations”.")
        return self.parse_webhook(url, refusal, local=local)

    def build_body(self, message: ChatMessage) -> dict[str, Json]:
        text = f"**{self.format_text(message)}**"
        link = f"[{self.escape(describe_link())}](<{message.url}>)" if message.url else ""
        lines = self.format_lines(message, self.max_length - len(text) - len(link) - 2)
        content = "\n".join(filter(None, [text, *lines, link]))
        return {"content": content, "allowed_mentions": NO_MENTIONS, "flags": SUPPRESS_EMBEDS}

    def escape(self, text: str) -> str:
        """Escape all punctuation, which Discord's Markdown shows as it is after a backslash."""
        return break_mentions(PUNCTUATION.sub(r"\\\1", text))

    def format_time(self, at: datetime) -> str:
        """Return a timestamp that Discord shows in each reader's own time zone."""
        return f"<t:{int(at.timestamp())}:f>"
