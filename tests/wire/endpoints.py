"""Everything that somebody may ask of a match, or that shows it, and the bytes that come back."""

import re
from collections.abc import Iterator

from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.wire.table import Person, Table

PAGES = (
    "/matches/{id}/", "/api/v1/matches/{id}/", "/api/v1/matches/{id}/chat/", "/api/v1/matches/{id}/replay/",
    "/api/v1/matches/{id}/replay/?viewer=0", "/api/v1/matches/{id}/record/",
    "/api/v1/matches/{id}/conditional-moves/", "/api/v1/matches/{id}/moves/", "/fragments/matches/{id}/expected/",
    "/fragments/matches/{id}/ratings/", "/matches/{id}/verify/",
)  # fmt: skip
OF_SPECTATORS = ("/matches/{id}/overlay/", "/matches/{id}/picture.png")
"""Read no cookie: everybody sees what a spectator sees."""
ELSEWHERE = (
    "/", "/fragments/home/", "/lobby/", "/api/v1/challenges/", "/players/{first}/", "/api/v1/players/{first}/",
    "/players/{first}/?result=won", "/api/v1/players/{first}/matches/", "/api/v1/matches/",
    "/api/v1/matches/?kind=open", "/api/v1/matches/?kind=finished", "/search/?q={first}",
    "/api/v1/search/?text={first}",
)  # fmt: skip
POSTS = (
    ("hint/", {}), ("seat/", {"seat": 0}), ("ready/", {"nonce": "mine"}), ("berserk/", {}),
    ("chat/report/", {"room": "players", "n": 1, "why": ""}),
    ("chat/report/", {"room": "spectators", "n": 1, "why": ""}),
    ("submissions/", {"turn": 0, "text": "", "key": "k"}), ("submissions/", {"turn": 10**6, "text": "x", "key": "k"}),
)  # fmt: skip
NOISE = re.compile(
    rb'csrf-token" content="\w+"|csrfmiddlewaretoken" value="\w+"|csrftoken=\w+; expires=[^;]*|X-CSRFToken[^}]*\}'
)
"""What is drawn anew for every answer and depends on nothing."""


def asked(table: Table, person: Person, *, elsewhere: bool = True) -> Iterator[tuple[str, bytes]]:
    """(which endpoint, answer) of every endpoint: status, headers, body, and how many questions the database was asked."""
    first = table.seats[0].player
    assert first is not None
    person.client.cookies.pop(settings.CSRF_COOKIE_NAME, None)  # a browser that has it is not sent it again
    public = OF_SPECTATORS if person.player is None else ()
    for page in (*PAGES, *public, *(ELSEWHERE if elsewhere else ())):
        address = page.format(id=table.id, first=first.username)
        yield address, _answer(lambda address=address: person.client.get(address))  # type: ignore[misc]
    for path, body in POSTS:
        if path == "seat/" and person.player is None:
            continue  # this would make a guest of a visitor
        yield path, _answer(lambda path=path, body=body: person.post(table.endpoint + path, body))  # type: ignore[misc]


def looked(table: Table, person: Person) -> Iterator[tuple[str, bytes]]:
    """What a stream says first: to one who comes late, and to one who comes back, also with a mark from nowhere."""
    topic = f"match.{table.id}"
    for mark in ("", f"{table.id}.1", f"{table.id}.999999"):
        line = person.listen(topic, "home", "lobby", mark=mark)
        table.exchange.hang_up(line)
        person.lines.remove(line)
        yield f"stream {mark}", b"\n".join(line.heard)


def _answer(ask: object) -> bytes:
    with CaptureQueriesContext(connection) as queries:
        answer = ask()  # type: ignore[operator]
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    head = "\n".join(f"{name}: {value}" for name, value in answer.items())
    cookies = answer.cookies.output()
    told = f"{answer.status_code}\n{head}\n{cookies}\n{len(queries)} queries\n".encode() + body
    return NOISE.sub(b"", told)
