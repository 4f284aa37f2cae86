"""What a chat service declares, the message that it formats, and what all of them do alike. No queries."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar, NamedTuple
from urllib.parse import urlsplit

from django.utils.formats import date_format

from engines.contract import Json
from engines.i18n import translate as _, translate_n
from league.outgoing_http.url_validation import parse_url
from matches.errors import ActionError

MAX_VALUE_LENGTH = 100
"""Most characters of a name in a message."""
MAX_LINE_LENGTH = 200
MAX_LINES = 20
JOINER, NO_WIDTH = "\u200d", "\u200b"


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message in the language of its target, not yet escaped."""

    parts: Sequence[str | datetime]
    """The sentence: its words, names and times in order."""
    lines: Sequence[str]
    """Lines below it, such as pairings."""
    url: str
    """The full URL of the page with more; empty without one."""


class Address(NamedTuple):
    """Where messages go: `url` and `room` may be shown to organisers, `credential` never."""

    url: str
    room: str
    credential: str


class Request(NamedTuple):
    """A request to the service."""

    method: str
    url: str
    headers: Mapping[str, str]


class ChatService(ABC):
    """A chat service. Messages ping nobody, and names in them can't be read as markup."""

    key: ClassVar[str]
    fields: ClassVar[tuple[str, ...]]
    """What an organiser enters besides the name: `url`, `room`, `token`."""
    max_length: ClassVar[int]
    """Most characters of a message's text, as sent."""
    dead_codes: ClassVar[frozenset[int]]
    """HTTP statuses by which the service says that the address or its secret is no longer valid."""

    @abstractmethod
    def parse(self, url: str, room: str, token: str, *, local: bool) -> Address:
        """Return the address that an organiser typed. Raises ActionError. `local` allows any host (development)."""

    @abstractmethod
    def build_body(self, message: ChatMessage) -> dict[str, Json]:
        """Return the JSON of a message."""

    @abstractmethod
    def build_request(self, address: Address, uid: str) -> Request:
        """Return where and how to send a delivery with this id."""

    @abstractmethod
    def escape(self, text: str) -> str:
        """Return the text so that the service shows exactly it."""

    def format_time(self, at: datetime) -> str:
        """Return a time, already escaped."""
        return self.escape(f"{date_format(at.astimezone(UTC), _('j M Y, H:i'))} UTC")

    def format_text(self, message: ChatMessage) -> str:
        """Return the escaped sentence."""
        return "".join(self.format_time(part) if isinstance(part, datetime) else self.escape(part) for part in message.parts)

    def format_lines(self, message: ChatMessage, room_left: int) -> list[str]:
        """Return as many escaped lines as fit into so many characters, with one break each."""
        lines = [self.escape(clip(line, MAX_LINE_LENGTH)) for line in message.lines[:MAX_LINES]]
        for count in range(len(lines), 0, -1):
            hidden = len(message.lines) - count
            rest = [self.escape(translate_n("and {n} other", "and {n} others", hidden))] if hidden else []
            if sum(len(line) + 1 for line in lines[:count] + rest) <= room_left:
                return lines[:count] + rest
        return []


class WebhookService(ChatService):
    """A service with a webhook for each channel, whose URL ends in its secret."""

    fields = ("url",)
    hosts: ClassVar[Sequence[str]]
    path: ClassVar[re.Pattern[str]]
    """The path of a webhook: what may be shown, and the secret."""

    def parse_webhook(self, url: str, refusal: str, *, local: bool) -> Address:
        """Return the address of a webhook. Raises ActionError("bad-address") with the refusal for another URL."""
        parse_url(url, local=local)
        parts = urlsplit(url)
        match = self.path.fullmatch(parts.path)
        if match is None or (parts.hostname not in self.hosts and not local):
            raise ActionError("bad-address", refusal, "url")
        return Address(f"{parts.scheme}://{parts.netloc}{match[1]}", "", match[2])

    def build_request(self, address: Address, uid: str) -> Request:
        return Request("POST", f"{address.url}/{address.credential}", {})


def clip(text: str, length: int) -> str:
    r"""Return at most `length` characters on one line, without control characters and direction marks.

    >>> clip("Ada\n\u202eLovelace", 6)
    'Ada L…'
    """
    printable = "".join(character for character in " ".join(text.split()) if character.isprintable() or character == JOINER)
    return printable if len(printable) <= length else f"{printable[: length - 1]}…"


def break_mentions(text: str) -> str:
    """Return the text with an invisible character after each @, so that no name is read as a mention."""
    return text.replace("@", f"@{NO_WIDTH}")


def clip_value(text: str) -> str:
    """Return a name or a number of bounded length."""
    return clip(text, MAX_VALUE_LENGTH)


def describe_link() -> str:
    """Return the words of the link below a message."""
    return _("Open on League Zero")
