"""Small stand-ins for the chat services, which refuse what the real ones refuse and show what they would show.

Discord: https://discord.com/developers/docs/resources/webhook and /topics/rate-limits. Slack:
https://api.slack.com/messaging/webhooks. Matrix: https://spec.matrix.org/latest/client-server-api/.
"""

import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

from league.outgoing_http.safe_http import PostResult
from league.outgoing_http.url_validation import Target


def answer(code: int, body: object = "", retry_after: str = "") -> PostResult:
    return PostResult(code, body if isinstance(body, str) else json.dumps(body), 5, retry_after)


class FakeService:
    """Keeps the messages that it accepts. `limited` is the number of requests that it refuses as too many."""

    name = host = ""
    too_many = answer(429)

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.pings: list[str] = []
        self.raw: list[str] = []
        self.limited = 0
        self.gone = False

    def __call__(self, where: Target, body: bytes, headers: Mapping[str, str], *, method: str, local: bool) -> PostResult:
        assert where.host == self.host
        assert headers["Content-Type"] == "application/json"
        if self.limited:
            self.limited -= 1
            return self.too_many
        self.raw.append(body.decode())
        return self.take(method, where.path, json.loads(body), headers)

    def take(self, method: str, path: str, message: dict[str, Any], headers: Mapping[str, str]) -> PostResult:
        raise NotImplementedError


class FakeDiscord(FakeService):
    name, host = "discord", "discord.com"
    url = "https://discord.com/api/webhooks/1234567890/s3cret-Token_of-the-channel"
    too_many = answer(429, {"message": "You are being rate limited.", "retry_after": 64.57, "global": False}, "65")

    def take(self, method: str, path: str, message: dict[str, Any], headers: Mapping[str, str]) -> PostResult:
        if self.gone or path != "/api/webhooks/1234567890/s3cret-Token_of-the-channel":
            return answer(404, {"message": "Unknown Webhook", "code": 10015})
        content = message["content"]
        if not 1 <= len(content) <= 2000:
            return answer(400, {"code": 50035, "message": "Invalid Form Body"})
        if message.get("allowed_mentions") != {"parse": []}:
            self.pings += re.findall(r"@everyone|@here|<@[!&]?\d+>", content)
        self.shown.append(show_markdown(content))
        return answer(204)


def show_markdown(content: str) -> str:
    """What a reader sees: escapes resolved, our own bold and link taken off; what is left of markup shows in []."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[1])
        return f"\0{len(kept) - 1}\0"

    hidden = re.sub(r"\\([^0-9A-Za-z\s])", keep, content)
    hidden = re.sub(r"^\*\*(.*)\*\*", r"\1", hidden)
    hidden = re.sub(r"\[([^]]*)\]\(<(\S*)>\)", r"\1: \2", hidden)
    hidden = re.sub(r"<t:(\d+):f>", r"time \1", hidden)
    hidden = re.sub(r"(\*|_|~~|`|\|\||^>|<[@#:a]|\]\()", r"[\1]", hidden)
    return re.sub("\0(\\d+)\0", lambda match: kept[int(match[1])], hidden)


class FakeSlack(FakeService):
    name, host = "slack", "hooks.slack.com"
    url = "https://hooks.slack.com/services/T0001/B0002/s3cretTokenOfTheApp"
    too_many = answer(429, "rate_limited", "30")

    def take(self, method: str, path: str, message: dict[str, Any], headers: Mapping[str, str]) -> PostResult:
        if path != "/services/T0001/B0002/s3cretTokenOfTheApp":
            return answer(403, "invalid_token")
        if self.gone:
            return answer(404, "no_service")
        texts = [block["text"] for block in message["blocks"]]
        if not texts or len(texts) > 50 or any(not 1 <= len(text["text"]) <= 3000 for text in texts):
            return answer(400, "invalid_blocks")
        formatted = [text["text"] for text in texts if text["type"] == "mrkdwn"]
        self.pings += [found for text in [message["text"], *(one["text"] for one in texts)]
                       for found in re.findall(r"<[!@#][^>]*>", text) if not found.startswith("<!date^")]  # fmt: skip
        if message["link_names"] or message["parse"] != "none":
            self.pings += re.findall(r"@\w+", message["text"])
        shown = [_unescape(text["text"]) for text in texts if text["type"] == "plain_text" and text["emoji"] is False]
        self.shown.append("\n".join([*shown, *formatted]))
        return answer(200, "ok")


def _unescape(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


class FakeMatrix(FakeService):
    name, host = "matrix", "matrix.example.org"
    url, room, token = "https://matrix.example.org", "!room:example.org", "syt_s3cret_token"
    too_many = answer(429, {"errcode": "M_LIMIT_EXCEEDED", "error": "Too many requests", "retry_after_ms": 2000})

    def __init__(self) -> None:
        super().__init__()
        self.transactions: set[str] = set()

    def take(self, method: str, path: str, message: dict[str, Any], headers: Mapping[str, str]) -> PostResult:
        found = re.fullmatch(r"/_matrix/client/v3/rooms/([^/]+)/send/m\.room\.message/([\w-]{1,255})", path)
        if found is None or method != "PUT":
            return answer(404, {"errcode": "M_UNRECOGNIZED", "error": "Unrecognized request"})
        if headers.get("Authorization") != f"Bearer {self.token}":
            return answer(401, {"errcode": "M_UNKNOWN_TOKEN", "error": "Unrecognised access token"})
        if self.gone or unquote(found[1]) != self.room:
            return answer(403, {"errcode": "M_FORBIDDEN", "error": "User not in room"})
        if len(json.dumps(message)) > 65_000:
            return answer(413, {"errcode": "M_TOO_LARGE", "error": "event too large"})
        if found[2] not in self.transactions:
            self.transactions.add(found[2])
            if message["m.mentions"] != {}:
                self.pings.append("mention")
            self.pings += re.findall(r"@room", message["body"] + message["formatted_body"])
            reader = _Reader()
            reader.feed(message["formatted_body"])
            self.shown.append("".join(reader.text))
        return answer(200, {"event_id": "$1"})


class _Reader(HTMLParser):
    """Shows the text of a message and refuses tags that are not ours."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("strong", "br", "a"), tag
        self.text += ["\n"] * (tag == "br")
        self.text += [f"{value} " for name, value in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.text.append(data)
