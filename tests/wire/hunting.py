"""The hunter: plays a match through the endpoints and looks for what each of its viewers may not know in every byte."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from engines.randomness import derive_salt
from matches.models import Entry
from tests.thorough import WHOLE
from tests.wire.endpoints import asked, looked
from tests.wire.table import Person, Table

LOOKS = (1, 7) if WHOLE else (7,)
MOVES = 10**6 if WHOLE else 24
SHORTEST = 10
"""Letters of a sealed action that tell it from any other text."""


@dataclass
class Haul:
    """What was looked at."""

    entries: int = 0
    answers: int = 0
    messages: int = 0


def hunt(table: Table) -> Haul:
    """Play a while, or to the end: streams all along, all endpoints at one position; with WHOLE some at one position in ten.

    AssertionError at the first secret that got out.
    """
    haul = Haul()
    for person in table.everybody:
        person.listen(f"match.{table.id}", "home", "lobby", *topics(table, person))
    talk(table)
    at = 0
    while not table.over() and at < MOVES:
        if at in LOOKS or (WHOLE and at % 10 == 9):
            look(table, haul, everywhere=at == LOOKS[-1])
        if at == 5:
            late(table)
        move(table)
        at += 1
    heard = [body for person in table.everybody for line in person.lines for body in line.heard]
    haul.messages = sum(body.startswith(b"event: ") for body in heard)
    haul.entries = table.row.last_entry
    return haul


def move(table: Table) -> None:
    table.move()
    if table.over():
        return  # everything is open now
    position = table.position
    for person in table.everybody:
        if told := "\n".join(fresh(person)):
            check(table, person, told.encode(), "stream")
        seen(table, person, position.state)


def look(table: Table, haul: Haul, *, everywhere: bool) -> None:
    for person in table.everybody:
        elsewhere = everywhere and (WHOLE or person in (table.seats[-1], table.spectator))
        for endpoint, answer in (*asked(table, person, elsewhere=elsewhere), *looked(table, person)):
            check(table, person, answer, endpoint)
            haul.answers += 1


def late(table: Table) -> None:
    """Somebody loses the line and comes back, and somebody comes who has not been there before."""
    back = table.seats[-1]
    mark = back.lines[0].mark
    table.exchange.hang_up(back.lines.pop())
    table.move()
    if not table.over():
        back.listen(f"match.{table.id}", mark=mark)
        joined = Person("late", table.exchange)
        joined.listen(f"match.{table.id}")
        table.late.append(joined)


def talk(table: Table) -> None:
    """Words in both rooms, and how they reach whom."""
    for person, room in ((table.seats[0], "players"), (table.seats[1], "players"), (table.stranger, "spectators")):
        with table.told():
            answer = person.post(f"{table.endpoint}chat/", {"room": room, "text": f"{person.aloud} in the {room}' room"})
        assert answer.status_code == 200, answer.content


def topics(table: Table, person: Person) -> list[str]:
    rooms = person.client.get(f"{table.endpoint}chat/").json()["rooms"]
    return [room["topic"] for room in rooms if room["topic"]]


def fresh(person: Person) -> Iterator[str]:
    for line in person.lines:
        for body in line.heard[line.read :]:
            yield body.decode()
        line.read = len(line.heard)


def seen(table: Table, person: Person, state: object) -> None:
    """A player's stream, and one without a delay, shows exactly what the engine shows this viewer now."""
    viewer = seat_of(table, person)
    if not person.lines or (viewer is None and table.row.delay_ms):
        return
    boards = [body for line in person.lines for body in line.heard if body.startswith(b"event: match")]
    told = json.loads(boards[-1].split(b"data: ", 1)[1])
    assert told["view"] == json.loads(json.dumps(table.engine.view(state, viewer))), f"another view for {person.role}"


def seat_of(table: Table, person: Person) -> int | None:
    return table.seats.index(person) if person in table.seats else None


def check(table: Table, person: Person, told: bytes, where: str) -> None:
    for what, secret in secrets(table, person):
        if secret in told:
            at = told.index(secret)
            raise AssertionError(f"{what} reached {person.role} at {where}: …{told[max(0, at - 60) : at + 60]!r}…")


def secrets(table: Table, person: Person) -> list[tuple[str, bytes]]:
    """What this person may not know, each as the bytes that would give it away."""
    viewer = seat_of(table, person)
    found = [("the seed", table.seed)]
    own: set[str] = set()
    for n, by, do, salted in sealed(table):
        if by is not None and by == viewer:
            own.add(do)
            continue
        found += [(f"salt of entry {n}", salted), (f"sealed entry {n}", do)]
    for other in table.everybody:
        if other is not person:
            found.append((f"a word of {other.role}", other.word))
            if (seat_of(table, person) is None) != (seat_of(table, other) is None):  # not in one room
                found.append((f"chat of {other.role}", other.aloud))
            found += [(f"session of {other.role}", other.session)]
            found += [(f"password of {other.role}", other.player.password)] if other.player else []
    return [(what, one.encode()) for what, one in found if len(one) >= SHORTEST and one not in own]


def sealed(table: Table) -> list[tuple[int, int | None, str, str]]:
    """The sealed entries so far: number, who, text, salt. Entries are only ever added."""
    rows = Entry.objects.filter(match=table.id, n__gt=table.read).order_by("n")
    for n, by, do, seal in rows.values_list("n", "by", "do", "sealed"):
        table.read = n
        if seal:
            table.sealed.append((n, by, do, derive_salt(bytes.fromhex(table.seed), str(table.id), n)))
    return table.sealed
