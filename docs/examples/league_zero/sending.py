"""How the client sends: the token, refusals as exceptions, waiting where asked to, pages, and streams."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from docs.examples.league_zero.keeping import Kept

LONGEST_WAIT_S = 60
AWAY_S = 60
"""So long a site may be away, as when it is restarted, before a program gives up."""
RECONNECT_S = 1.0
"""Between a stream that has ended and the next one, as the site's `retry` says."""
NEXT = re.compile(r'<([^>]*)>; rel="next"')


class ApiError(Exception):
    """A refusal: `code` is stable, `text` a sentence, `field` what was wrong. Nothing was changed."""

    def __init__(self, status: int, code: str, text: str, field: str | None) -> None:
        super().__init__(f"{code}: {text}")
        self.status, self.code, self.text, self.field = status, code, text, field


class Sender:
    """One site, and one token that acts for its owner. Without a token only what is public can be read."""

    def __init__(self, url: str, token: str = "", timeout_s: float = 30) -> None:
        self.url, self.token, self.timeout_s = url.rstrip("/"), token, timeout_s
        self.kept = Kept()
        """Running hashes and receipts of matches: warns with ChainBroken where the site changes one afterwards."""

    def ask(self, method: str, path: str, query: Mapping[str, Any] | None = None, body: Any = None) -> Any:
        """The answer's JSON, text where it is no JSON, None without one. Raises ApiError where the site refuses."""
        answer = self._sent(method, self.url + path + _query(query or {}), body)[0]
        self.kept.note(answer)
        return answer

    def pages(self, path: str, **query: Any) -> Iterator[Any]:
        """Every page of a list, by following the Link header."""
        address: str | None = self.url + path + _query(query)
        while address:
            page, link = self._sent("GET", address, None)
            yield page
            found = NEXT.search(link)
            address = found[1] if found else None

    def stream(self, *topics: str) -> Iterator[tuple[str, Any]]:
        """Yield what happens at these topics (`match.12`, `event.4`, ...) as event and JSON, until you stop reading.

        A lost connection is opened again with the last id: what happened meanwhile is named first. Raises ApiError where
        the site refuses, and URLError where it has been away for `AWAY_S`.
        """
        resume, until = dict[str, str](), time.monotonic() + AWAY_S
        while True:
            try:
                for event, data in self._stream(topics, resume):
                    until = time.monotonic() + AWAY_S
                    told = json.loads(data)
                    self.kept.note(told)
                    yield event, told
            except HTTPError as refused:
                with refused:
                    wait = float(refused.headers.get("Retry-After", "0"))
                    if refused.code not in (429, 502, 503, 504) or wait > LONGEST_WAIT_S or time.monotonic() > until:
                        raise _error(refused) from None
                    time.sleep(wait)
            except (OSError, HTTPException):  # URLError is an OSError
                if time.monotonic() > until:
                    raise
            time.sleep(RECONNECT_S)

    def _stream(self, topics: tuple[str, ...], resume: dict[str, str]) -> Iterator[tuple[str, str]]:
        """Yield event and data of one connection; `resume` holds the header with which the next one goes on."""
        request = Request(f"{self.url}/stream?topics={','.join(topics)}", headers=self._headers() | resume)
        with urlopen(request, timeout=self.timeout_s) as answer:
            event = ""
            for line in answer:
                name, _, value = line.decode().rstrip("\r\n").partition(": ")
                if name == "id":
                    resume["Last-Event-ID"] = value
                elif name == "event":
                    event = value
                elif name == "data":
                    yield event, value

    def _sent(self, method: str, address: str, body: Any) -> tuple[Any, str]:
        data, until = None if body is None else json.dumps(body).encode(), time.monotonic() + AWAY_S
        while True:
            try:
                with urlopen(Request(address, data, self._headers(), method=method), timeout=self.timeout_s) as answer:
                    return _read(answer), answer.headers.get("Link", "")
            except HTTPError as refused:
                with refused:
                    wait = float(refused.headers.get("Retry-After", "0"))
                    again = refused.code == 429 or (refused.code == 503 and time.monotonic() < until)
                    if not again or not 0 < wait <= LONGEST_WAIT_S:
                        raise _error(refused) from None
            except URLError as away:
                if not isinstance(away.reason, ConnectionRefusedError) or time.monotonic() > until:
                    raise  # what was sent before a connection broke may have been done
                wait = 0.5
            time.sleep(wait)

    def _headers(self) -> dict[str, str]:
        bears = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {"Content-Type": "application/json", "Accept": "*/*", **bears}


def part(value: object) -> str:
    """A value as a part of an address."""
    return quote(str(value), safe="")


def _query(given: Mapping[str, Any]) -> str:
    asked = {name: value for name, value in given.items() if value is not None}
    return f"?{urlencode(asked)}" if asked else ""


def _read(answer: Any) -> Any:
    content = answer.read().decode()
    if not content:
        return None
    return json.loads(content) if answer.headers.get_content_type() == "application/json" else content


def _error(refused: HTTPError) -> ApiError:
    try:
        said = json.loads(refused.read())
        return ApiError(refused.code, said["code"], said["text"], said["field"])
    except (ValueError, KeyError, TypeError):
        return ApiError(refused.code, "no-json", f"The site answered {refused.code} {refused.reason}.", None)
