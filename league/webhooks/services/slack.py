"""Slack: incoming webhooks (https://api.slack.com/messaging/webhooks)."""

import re
from datetime import datetime
from typing import ClassVar

from engines.contract import Json
from engines.i18n import translate as _
from league.webhooks.services.base import Address, ChatMessage, WebhookService, break_mentions, describe_link


class Slack(WebhookService):
    """Messages through an incoming webhook of a workspace's app."""

    key = "slack"
    hosts = ("hooks.slack.com", "hooks.slack-gov.com")
    path = re.compile(r"(/services/\w{1,40}/\w{1,40})/(\w{10,100})")
    max_length = 3000
    dead_codes: ClassVar[frozenset[int]] = frozenset({403, 404, 410})

    def parse(self, url: str, room: str, token: str, *, local: bool) -> Address:
        refusal = _("This isn't the URL of a Slack webhook. Copy it from your Slack app, under “Incoming Webhooks”.")
        return self.parse_webhook(url, refusal, local=local)

    def build_body(self, message: ChatMessage) -> dict[str, Json]:
        """Return text that Slack doesn't format, and a formatted line that has no names in it."""
        text = self.format_text(message)
        content = "\n".join([text, *self.format_lines(message, self.max_length - len(text) - 1)])
        blocks: list[Json] = [_section("plain_text", content, emoji=False)]
        times = [part for part in message.parts if isinstance(part, datetime)]
        extra = [f"<!date^{int(at.timestamp())}^{{date_long_pretty}}, {{time}}|{self.format_time(at)}>" for at in times]
        if message.url:
            extra.append(f"<{message.url}|{self.escape(describe_link())}>")
        if extra:
            blocks.append(_section("mrkdwn", "\n".join(extra)))
        return {
            "text": text, "mrkdwn": False, "blocks": blocks, "link_names": False, "parse": "none",
            "unfurl_links": False, "unfurl_media": False,
        }  # fmt: skip

    def escape(self, text: str) -> str:
        """Escape the three characters by which Slack recognises links and mentions."""
        return break_mentions(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _section(kind: str, text: str, **more: bool) -> dict[str, Json]:
    return {"type": "section", "text": {"type": kind, "text": text, **more}}
