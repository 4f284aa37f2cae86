"""Requests that cost a web process more than their sender, and connections that hold it."""

import socket
import threading
import time
from collections.abc import Iterable
from contextlib import ExitStack

import requests

from tests.attacks.attack import Attack, Target
from tests.engines.record_lines import repeating
from tests.load import site as running_site
from tests.load.meters import cpu_s, memory_mb

NEIGHBOUR = "127.0.0.2"
"""An address that is no proxy's, as strangers have."""
CONNECTIONS = 640
END = b"Host: localhost\r\nConnection: close\r\n"
QUOTES = b"POST /api/v1/games/ HTTP/1.1\r\n" + END + b'Content-Length: 0\r\nContent-Type: a/b; "' + b";" * 40_000
ESCAPES = b"GET /stream?topics=home HTTP/1.1\r\n" + END + b'Cookie: language="' + b'\\"' * 20_000 + b'"'
MALFORMED = [
    b"%b %b HTTP/1.1\r\n%b%b\r\n\r\n" % (method, path, END, header)
    for path in (b"/", b"/api/v1/games/", b"/stream", b"/static/site/site.js", b"/verify/", b"*", b"//", b"/%00%ff")
    for method, header in (
        (b"GET", b"Expect: 999-continue"),
        (b"POST", b"Expect: 100-continue\r\nContent-Length: 5"),
        (b"GET", b"Range: bytes=9999999999999999999999-,-,a-b"),
        (b"GET", b"Range: bytes=" + b"0-1," * 1000),
        (b"GET", b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA=="),
        (b"GET", b"Accept: text/html; a*=hostile''%41"),
        (b"GET", b"Accept-Language: " + b"de-" * 200),
        (b"GET", b'If-None-Match: "'),
        (b"GET", b"Content-Type: text/plain; charset*=rot13''x"),
        (b"PROPFIND", b"X: y"),
        (b"TRACE", b"X: y"),
        (b"CONNECT", b"X: y"),
        (b"get", b"X: y"),
        (b"\xff\xff", b"X: y"),
    )
]


def slowest_answer(target: Target, page: bytes, attackers: list[threading.Thread]) -> float:
    """Return how many ms the slowest look at a page takes while these threads run."""
    ask(target, page + END + b"\r\n")
    for one in attackers:
        one.start()
    waits = []
    while not waits or any(one.is_alive() for one in attackers):
        began = time.monotonic()
        ask(target, page + END + b"\r\n")
        waits.append((time.monotonic() - began) * 1000)
        time.sleep(0.01)
    return max(waits)


def longest_wait_beside(target: Target, request: bytes) -> float:
    """Send the request some times, and return how long the slowest look at /healthz took meanwhile, in ms."""

    def attack() -> None:
        for _ in range(target.times(2, 10)):
            ask(target, request + b"\r\n\r\n", first_only=True)

    return slowest_answer(target, b"GET /healthz HTTP/1.1\r\n", [threading.Thread(target=attack)])


def longest_page_beside(target: Target) -> float:
    """Have records that cost much to check sent at once, and return how long the slowest page took meanwhile, in ms."""
    body = b"record=" + repeating(target.times(500, 2000)).replace("\t", "%09").encode()
    head = b"POST /verify/ HTTP/1.1\r\n" + END + b"Content-Type: application/x-www-form-urlencoded\r\n"
    request = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    senders = [threading.Thread(target=ask, args=(target, request)) for _ in range(6)]
    return slowest_answer(target, b"GET /rules/ HTTP/1.1\r\n", senders)


def failures(target: Target) -> float:
    """Send requests that are malformed, and return how many were answered as faults of the site, or not at all."""
    answers = [ask(target, one) for one in MALFORMED[:: target.times(5, 1)]]
    return sum(not answer or answer.startswith(b"HTTP/1.1 5") for answer in answers)


def connections_of_one_address(target: Target) -> float:
    """Open many connections from one address, and return how many the site keeps."""
    with ExitStack() as stack:
        lines = [stack.enter_context(connect(target, NEIGHBOUR)) for _ in range(CONNECTIONS)]
        time.sleep(1)
        return still_open(lines)


def unfinished_heads(target: Target) -> float:
    """Send heads of 30 kB that never end, and in full ones that are slow; return how many the site waits for."""
    with ExitStack() as stack:
        lines = [stack.enter_context(connect(target)) for _ in range(20)]
        for number, line in enumerate(lines):
            line.sendall(b"GET / HTTP/1.1\r\nX: " + b"y" * (100 if target.full and number % 2 else 30_000))
        time.sleep(target.times(1, 12))
        return still_open(lines)


def memory_of_hostile_names(target: Target) -> float:
    """Name codecs that there are not in heads and forms, and return by how many MB the web process has grown."""
    pid = target.site.processes["web"].pid

    def send(numbers: Iterable[int]) -> None:
        for number in numbers:
            names = (b"%d-%d-" % (number, one) + b"x" * 150 for one in range(400))
            parts = b"".join(b"--b\r\nContent-Disposition: form-data; name=a; c*=%b''y\r\n\r\nz\r\n" % name for name in names)
            head = b"POST /verify/ HTTP/1.1\r\n" + END + b"Content-Length: %d\r\n" % (len(parts) + 7)
            ask(target, head + b"Content-Type: multipart/form-data; boundary=b\r\n\r\n" + parts + b"--b--\r\n")

    send(range(20))
    before = memory_mb([pid])
    send(range(20, target.times(50, 150)))
    return max(0.0, memory_mb([pid]) - before)


def evidence_bombs(target: Target) -> tuple[float, float]:
    """Attach four images of 40 megapixels to a report at once.

    Return the CPU seconds that the web process takes, and by how many MB it grows at most.
    """
    pid = target.site.processes["web"].pid
    from league.people.models import Player
    from matches.server_time import now
    from tests.league.result_reports.reporting import pair, picture

    people = {person.player_id: person for person in running_site.people(4)}
    made = pair(*Player.objects.filter(pk__in=people))
    person, url = people[made.first.pk], f"{target.url}/api/v1/result-reports/{made.report(at=now())}/images/"
    head = {"Cookie": person.cookies, "X-CSRFToken": person.csrf}
    image = picture("PNG", (8000, 5000))
    answers: list[int] = []

    def send() -> None:
        answers.append(requests.post(url, files={"image": ("x.png", image)}, headers=head, timeout=120).status_code)

    cpu, memory = cpu_s([pid]), memory_mb([pid])
    senders = [threading.Thread(target=send) for _ in range(4)]
    for one in senders:
        one.start()
    most = memory
    while any(one.is_alive() for one in senders):
        most = max(most, memory_mb([pid]))
        time.sleep(0.01)
    assert answers == [400] * 4 or {200, 201} & {*answers}, answers
    return round(cpu_s([pid]) - cpu, 2), round(most - memory, 1)


def connect(target: Target, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", target.site.port), 20, source_address=(source, 0))


def ask(target: Target, request: bytes, *, first_only: bool = False) -> bytes:
    """Return the answer, or its first bytes, or nothing if the server only closes."""
    with connect(target) as line:
        try:
            line.sendall(request)
            parts = [line.recv(65536)]
            while parts[-1] and not first_only and not parts[0].startswith(b"HTTP/1.1 200"):
                parts.append(line.recv(65536))
        except OSError:
            return b""
    return b"".join(parts)


def still_open(lines: list[socket.socket]) -> float:
    """Return how many of the connections have been neither answered nor closed."""
    count = 0
    for line in lines:
        line.setblocking(False)
        try:
            line.recv(1)
        except BlockingIOError:
            count += 1
        except OSError:
            pass
    return count


ATTACKS = [
    Attack(
        "Content-Type of 40 kB of semicolons", "ms", "5650 ms", 500,
        lambda target: longest_wait_beside(target, QUOTES),
    ),
    Attack(
        "Cookie of 40 kB of escapes on /stream", "ms", "5300 ms", 500,
        lambda target: longest_wait_beside(target, ESCAPES),
    ),
    Attack("page beside hostile records", "ms", "10200 ms", 500, longest_page_beside),
    Attack("four images of 40 megapixels as evidence", "CPU s", "6.1 CPU s", 0.5, lambda target: evidence_bombs(target)[0]),
    Attack("memory for four images of 40 megapixels", "MB", "2009 MB", 50, lambda target: evidence_bombs(target)[1]),
    Attack("malformed requests answered as faults of the site", "answers", "7 answers", 0, failures),
    Attack("connections that one address holds", "connections", "640 connections", 600, connections_of_one_address),
    Attack("heads that never end", "connections", "20 connections", 0, unfinished_heads),
    Attack("memory for hostile names of codecs", "MB", "20 MB", 12, memory_of_hostile_names),
]  # fmt: skip
