"""Records that cost much to check, sent by somebody unknown."""

import threading
import time

from engines import hash_chain, record_packing
from tests.attacks.attack import Attack, Target
from tests.attacks.requests import END, ask


def longest_page_beside(target: Target) -> float:
    """Have hostile records checked at once, and return how long the slowest page took meanwhile, in ms."""
    body = b"record=" + repeating(target.times(500, 2000)).replace("\t", "%09").encode()
    head = b"POST /verify/ HTTP/1.1\r\n" + END + b"Content-Type: application/x-www-form-urlencoded\r\n"
    request = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    page = b"GET /rules/ HTTP/1.1\r\n" + END + b"\r\n"
    ask(target, page)
    senders = [threading.Thread(target=ask, args=(target, request)) for _ in range(6)]
    for sender in senders:
        sender.start()
    waits = []
    while not waits or any(sender.is_alive() for sender in senders):
        began = time.monotonic()
        ask(target, page)
        waits.append((time.monotonic() - began) * 1000)
        time.sleep(0.05)
    return max(waits)


def repeating(lines: int) -> str:
    """Return a packed record whose first line has a large clock, which each later line repeats by one sign."""
    large = hash_chain.canonical_json({f"clock-{n}": n for n in range(8_000)})
    header = hash_chain.canonical_json({"format": "league-zero/1", "match": "1", "seats": 1})
    return "\n".join([record_packing.FIRST_LINE, header, f"0~[{large}]\ta", *["0~\ta"] * lines, "=00", ""])


ATTACKS = [Attack("page beside hostile records", "ms", "10200 ms", 500, longest_page_beside)]
