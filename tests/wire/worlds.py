"""Two worlds over the wire: they differ in all that a viewer may not know, and must give that viewer equal answers.

The other world has another hidden state and, beside the state, other sealed texts and another seed, other words of the
room that the viewer does not hear, other drafts and refusals of others, other addresses.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

from django.core.cache import cache
from django.db import transaction

from engines.contract_checks.secrecy import get_public_part as public
from engines.contract_checks.subjects import find_refusal as answer
from matches.models import Entry, Match, Message, Submission
from matches.models.entry import get_text_key
from tests.engines.games import GAMES
from tests.wire.endpoints import asked, looked
from tests.wire.hunting import seat_of
from tests.wire.table import Hand, Person, Table

HASHES = re.compile(rb'("=?(?:hash|sealed|signature)":\s*|^ETag: |\nETag: )"[0-9a-f]+"')
"""Seals, and hashes over them (an ETag is one of the whole answer), differ wherever something secret does: salts that
derive from the seed keep it hidden.
`test_every_board_shows_the_running_hash_which_follows_from_what_everybody_may_know` shows that nothing else goes into them."""
Answers = list[tuple[str, bytes]]


class _Back(Exception):
    """Everything that was done in a world is taken back."""


@contextmanager
def world(change: Callable[[], None]) -> Iterator[None]:
    """Inside, the site is another one; afterwards it is as before, and so is the clock."""
    at = Hand.at
    try:
        with transaction.atomic():
            change()
            yield
            raise _Back
    except _Back:
        Hand.at = at


def compare(table: Table, person: Person, rng: Random, *, elsewhere: bool) -> int:
    """Ask everything in both worlds, now and after one more action; the number of answers compared."""
    viewer = seat_of(table, person)
    other = GAMES[table.engine.key].another(table.position.state, viewer, rng)
    if other is None:
        return 0
    compared = same(answers(table, person, lambda: None, elsewhere), answers(
        table, person, lambda: changed(table, person, other), elsewhere
    ))  # fmt: skip
    return compared + step(table, person, other, rng)


def step(table: Table, person: Person, other: Any, rng: Random) -> int:
    """An action of the seat on turn, the same in both worlds, or one that the log tells in the same way."""
    engine, position, viewer = table.engine, table.position, seat_of(table, person)
    seat = min(engine.to_act(position.state))
    mine = engine.sample(position.state, seat, rng)
    its = mine
    if seat != viewer and engine.secret(position.state, seat, mine):
        its = engine.sample(other, seat, rng)
    if answer(engine, other, seat, engine.encode(its))[0]:
        return 0  # nobody can do that there, and the viewer cannot know
    if public(engine, position.state, seat, mine, viewer) != public(engine, other, seat, its, viewer):
        return 0
    told = []
    for state, action in ((None, mine), (other, its)):
        with world(lambda state=state: changed(table, person, state, seed=False)):  # type: ignore[misc]
            before = table.row.last_entry
            line = person.listen(f"match.{table.id}")
            told_at_once = table.submit(seat, engine.encode(action), "the same key")
            row = table.row
            if row.last_entry == before or row.status != "playing":
                return hang_up(table, person, line)
            heard = b"\n".join(line.heard)
            hang_up(table, person, line)
            rows = Entry.objects.filter(match=table.id, n__gt=before).order_by("n")
            log = [(one.by, one.note, one.do if not one.sealed or one.by == viewer else "") for one in rows]
            opened = engine.opened(table.position.state, viewer)
            own = told_at_once.content if seat == viewer else b""
            told.append((log, opened, [("stream", heard), ("own", own), *looked(table, person)]))
    if told[0][:2] != told[1][:2]:
        return 0  # the referee had something else to tell
    return same(told[0][2], told[1][2])


def hang_up(table: Table, person: Person, line: Any) -> int:
    table.exchange.hang_up(line)
    person.lines.remove(line)
    return 0


def answers(table: Table, person: Person, change: Callable[[], None], elsewhere: bool) -> Answers:
    """Ask everywhere in a world of its own, whose page cache nobody has filled."""
    cache.clear()
    with world(change):
        return [*asked(table, person, elsewhere=elsewhere), *looked(table, person)]


def same(one: Answers, other: Answers) -> int:
    for (endpoint, mine), (_, its) in zip(one, other, strict=True):
        mine, its = HASHES.sub(rb"\1", mine), HASHES.sub(rb"\1", its)
        if mine != its:
            at = next((n for n, (a, b) in enumerate(zip(mine, its, strict=False)) if a != b), min(len(mine), len(its)))
            around = slice(max(0, at - 80), at + 80)
            raise AssertionError(f"{endpoint} tells the worlds apart:\n{mine[around]!r}\n{its[around]!r}")
    return len(one)


def changed(table: Table, person: Person, state: Any, *, seed: bool = True) -> None:
    """Make the site the other world for this viewer; with `state` None only time goes by as it does there."""
    if state is None:
        return
    viewer = seat_of(table, person)
    Match.objects.filter(pk=table.id).update(state=table.engine.dump(state))
    if seed:
        Match.objects.filter(pk=table.id).update(seed="5e" * 32)
        for entry in Entry.objects.filter(match=table.id).exclude(sealed=""):
            if entry.by is None or entry.by != viewer:
                own = entry.texts[get_text_key(viewer)]
                entry.do = "something else"  # under the same seal: everybody is shown that
                entry.texts = {**dict.fromkeys(entry.texts, "another line"), get_text_key(viewer): own}
                entry.save()
    others = Submission.objects.filter(match=table.id).exclude(seat=-1 if viewer is None else viewer)
    others.exclude(code="").update(text="another try, and a longer one", refusal="another refusal", code="other")
    for one in list(others.exclude(judged_at=None)[:1]):
        Submission.objects.create(
            match_id=table.id, seat=one.seat, turn=one.turn, text="one more", key="one more", code="illegal",
            received_at=one.received_at, judged_at=one.received_at + timedelta(milliseconds=1),
        )  # fmt: skip
    unheard = Message.objects.filter(match=table.id, room="spectators" if viewer is not None else "players")
    unheard.update(text="another word")
    Message.objects.create(
        match_id=table.id, room="spectators" if viewer is not None else "players", n=99,
        by_id=table.stranger.id if viewer is not None else table.seats[0].id, text="one more word", at=Hand.at,
    )  # fmt: skip
    for one_else in table.everybody:
        if one_else is not person and one_else.player is not None:
            type(one_else.player).objects.filter(pk=one_else.id).update(email=f"other{one_else.id}@example.org")
