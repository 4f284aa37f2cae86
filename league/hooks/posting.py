"""Posting to somebody else's address: the one place where this site opens a connection that a stranger chose.

The name is resolved here, every address that comes of it is checked, and the connection goes to a checked one, so that
a second answer of the name's server changes nothing. Redirects are not followed. All of it has one limit of time, and
one of size.
"""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from engines.words import english
from league.hooks.addresses import Target, is_public
from league.hooks.kinds import LONGEST_ANSWER

WHOLE_S = 10.0
CONNECT_S = 5.0
MOST_READ = 16 * 1024
MOST_TRIED = 3
"""Addresses of one name."""
Resolve = Callable[[str, int], list[str]]


@dataclass(frozen=True, slots=True)
class Answer:
    """`code` is None where no answer came; `text` is then why, else the beginning of the answer."""

    code: int | None
    text: str
    took_ms: int

    @property
    def good(self) -> bool:
        return self.code is not None and 200 <= self.code < 300


class _Failed(Exception):
    """Why nothing came, in words for the log of deliveries."""


def resolved(host: str, port: int) -> list[str]:
    """The IP addresses of a name."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


def post(
    target: Target, body: bytes, headers: Mapping[str, str], *, local: bool = False, resolve: Resolve = resolved
) -> Answer:
    """Post, and say what came of it; never raises for anything that the other side does."""
    began = time.monotonic()
    code: int | None
    try:
        code, text = _posted(target, body, headers, local, resolve, began + WHOLE_S)
    except _Failed as failed:
        code, text = None, str(failed)
    except ssl.SSLCertVerificationError as error:
        code, text = None, english("The certificate was not accepted: {why}", why=error.verify_message)
    except TimeoutError:
        code, text = None, english("No answer within {seconds} seconds.", seconds=f"{WHOLE_S:.0f}")
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        # What is said of a broken answer has parts of it.
        code, text = None, english("The connection failed: {error}", error=error)
    return Answer(code, _printable(text)[:LONGEST_ANSWER], _ms(began))


def _posted(
    target: Target, body: bytes, headers: Mapping[str, str], local: bool, resolve: Resolve, ends: float
) -> tuple[int, str]:
    with _connected(_checked(target, local, resolve), target.port, ends) as plain:
        line = _context().wrap_socket(plain, server_hostname=target.host) if target.secure else plain
        try:
            line.settimeout(_left(ends))
            line.sendall(_request(target, body, headers))
            return _read(line, ends)
        finally:
            if line is not plain:
                line.close()


def _connected(addresses: Sequence[str], port: int, ends: float) -> socket.socket:
    """To the first of these that answers: a host may have an address of a kind that does not reach here."""
    for address in addresses[:-1]:
        with suppress(OSError):
            return socket.create_connection((address, port), timeout=min(CONNECT_S / 2, _left(ends)))
    return socket.create_connection((addresses[-1], port), timeout=min(CONNECT_S, _left(ends)))


def _checked(target: Target, local: bool, resolve: Resolve) -> list[str]:
    """The addresses to connect to. One that is not public spoils the name: nobody publishes both for a webhook."""
    try:
        found = resolve(target.host, target.port)
    except (OSError, UnicodeError):
        raise _Failed(english("The name could not be resolved.")) from None
    if not found:
        raise _Failed(english("The name has no address."))
    if not local and not all(map(is_public, found)):
        raise _Failed(english("The name leads to an address that is not on the public internet."))
    return found[:MOST_TRIED]


@cache
def _context() -> ssl.SSLContext:
    made = ssl.create_default_context()
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    return made


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    lines = [f"POST {target.path} HTTP/1.1", f"Host: {target.authority}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += ["Connection: close", "", ""]
    return "\r\n".join(lines).encode("ascii") + body


def _read(line: socket.socket, ends: float) -> tuple[int, str]:
    """Status and beginning of the answer, read until there is enough of it; dripping does not stretch the limit."""
    raw = b""
    while len(raw) < MOST_READ:
        line.settimeout(_left(ends))
        try:
            more = line.recv(4096)
        except TimeoutError:
            if b"\r\n\r\n" not in raw:
                raise
            break  # the status is there; what is left of the text is not worth more
        raw += more
        if not more or _whole(raw):
            break
    answer = http.client.HTTPResponse(_Heard(raw), method="POST")  # type: ignore[arg-type]
    answer.begin()
    text = b""
    with suppress(http.client.HTTPException, OSError, ValueError):
        while len(text) < LONGEST_ANSWER * 4 and (part := answer.read1(4096)):
            text += part
    return answer.status, text.decode("utf-8", "replace")


def _whole(raw: bytes) -> bool:
    """Whether this is all of an answer, or enough of it: many keep the line open though they were asked not to."""
    head, gap, rest = raw.partition(b"\r\n\r\n")
    if not gap or len(rest) >= 4 * LONGEST_ANSWER:
        return bool(gap)
    lines = [line.strip() for line in head.lower().split(b"\r\n")]
    if lines[0].split(b" ")[1:2] == [b"204"]:
        return True
    length = next((line[15:].strip() for line in lines if line.startswith(b"content-length:")), b"")
    if length.isdigit() and len(length) < 10:
        return len(rest) >= int(length)
    return b"transfer-encoding: chunked" in lines and rest.endswith(b"0\r\n\r\n")


class _Heard:
    """What was read, as the standard library's parser of answers takes it."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def makefile(self, *_: Any, **__: Any) -> io.BytesIO:
        return io.BytesIO(self._raw)


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text).strip()


def _left(ends: float) -> float:
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _ms(began: float) -> int:
    return int((time.monotonic() - began) * 1000)
