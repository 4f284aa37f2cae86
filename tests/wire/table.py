"""A match played through the site's own endpoints by people whose every secret carries a word that is found again."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from django.conf import settings
from django.test import Client, TestCase

from engines import play, registry
from league.people.models import Player
from matches.actions.adjudication import adjudicate
from matches.actions.sweep import record_heartbeat
from matches.models import Match
from matches.queries.position import load_position
from tests.factories import PlayerFactory
from tests.wire.streams import Exchange, Line

_names = itertools.count(1)
START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Hand:
    """Stands for `datetime` in matches.server_time: a clock that moves when it is told."""

    at = START

    @classmethod
    def now(cls, zone: object) -> datetime:
        return cls.at


class Person:
    """Somebody with an account (or a visitor), a browser, and streams. `word` marks what is theirs alone."""

    def __init__(self, role: str, exchange: Exchange, *, account: bool = True, **more: Any) -> None:
        self.role, self.exchange, number = role, exchange, next(_names)
        self.word = f"canary-{role}-{number}x"
        """Stands in what is nobody else's: the address, keys and nonces, and what the referee refused."""
        self.aloud = f"aloud-{role}-{number}x"
        """Stands in what is said in the own room."""
        self.client = Client()
        self.player: Player | None = None
        self.lines: list[Line] = []
        if account:
            self.player = PlayerFactory(email=f"{self.word}@example.org", **more)
            self.client.force_login(self.player)

    @property
    def id(self) -> int | None:
        return self.player.pk if self.player else None

    @property
    def session(self) -> str:
        kept = self.client.cookies.get(settings.SESSION_COOKIE_NAME)
        return kept.value if kept else ""

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.client.post(path, body, "application/json")

    def listen(self, *topics: str, mark: str = "") -> Line:
        cookie = f"{settings.SESSION_COOKIE_NAME}={self.session}" if self.session else ""
        line = self.exchange.connect(Line(cookie, topics, mark))
        self.lines.append(line)
        return line


class Table:
    """A match of a game from the challenge on; its seats' people in order, and those who watch."""

    def __init__(self, key: str, options: dict[str, Any], seats: int, exchange: Exchange, *, delay_s: int = 0) -> None:
        self.engine, self.exchange, self.rng = registry.get(key), exchange, Random(f"wire {key}")
        self.seats = [Person(f"seat{number}", exchange) for number in range(seats)]
        self.spectator = Person("visitor", exchange, account=False)
        self.stranger = Person("stranger", exchange)
        self.organiser = Person("organiser", exchange, is_staff=True, is_superuser=True)
        self.late: list[Person] = []
        self.read, self.sealed = 0, list[tuple[int, int | None, str, str]]()
        first, *others = self.seats
        wanted = ["me", *({"player": one.player.username} for one in others if one.player)]
        body = {"game": key, "seats": wanted, "options": options, "delay_s": delay_s, "time": "long", "draws_gamers": False}
        with self.told():
            answer = first.post("/api/v1/challenges/", body)
            assert answer.status_code == 201, answer.content
            self.id = answer.json()["match_id"]
            for one in others:
                answer = one.post(f"{self.endpoint}ready/", {"nonce": one.word})
                assert answer.status_code == 200, answer.content
        self.seed = self.row.seed

    @property
    def endpoint(self) -> str:
        return f"/api/v1/matches/{self.id}/"

    @property
    def everybody(self) -> list[Person]:
        return [*self.seats, self.spectator, self.stranger, self.organiser, *self.late]

    @property
    def row(self) -> Match:
        return Match.objects.get(pk=self.id)

    @property
    def position(self) -> play.Position[Any]:
        return load_position(self.row)

    @contextmanager
    def told(self) -> Iterator[None]:
        """What the site does on commit is done: streams are woken."""
        with TestCase.captureOnCommitCallbacks(execute=True):
            yield
        self.exchange.run()

    def submit(self, seat: int, text: str, key: str = "", *, turn: int | None = None) -> Any:
        """POST an action and let the referee judge, as a worker does; the answer to the POST."""
        Hand.at += timedelta(milliseconds=700)
        record_heartbeat(Hand.at)
        one, turn = self.seats[seat], self.row.turns[seat] if turn is None else turn
        body = {"turn": turn, "text": text, "key": key or f"{one.word}-{next(_names)}"}
        with self.told():
            answer = one.post(f"{self.endpoint}submissions/", body)
            adjudicate(match_id=self.id, at=Hand.at)
        return answer

    def move(self) -> int:
        """One random legal action of whoever may act; the seat. Some of them first try what nobody may."""
        position = self.position
        seat = self.rng.choice(sorted(play.to_act(self.engine, position)))
        if self.rng.random() < 0.2:
            self.submit(seat, f"{self.seats[seat].word} nonsense")
        answer = self.submit(seat, self.engine.encode(self.engine.sample(position.state, seat, self.rng)))
        assert answer.status_code == 202, answer.content
        return seat

    def over(self) -> bool:
        return self.row.status == "closed"
