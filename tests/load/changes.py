"""Bytes of every change on the stream, by game and kind of viewer, in matches that greedy bots play against each other.

    python -m tests.load.changes [--matches N] [--only GAME ...]

What an entry costs each viewer on the wire, as `matches.stream` makes it; `packed` is what the mean would be if each
stream were compressed (zlib, a window of 4 kB). Needs no server: the database is in memory.
"""

import logging
import os
import zlib
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

from engines import bots, registry
from tests.load.measure import read_arguments

LIMIT = 1000
SEATS = {"zero-day": 3}
HEAD = ("game", "viewer", "changes", "mean", "median", "p99", "max", "over 1 kB, %", "packed", "p99")


def main() -> None:
    asked = read_arguments(matches=3, only=list(registry.keys()))
    os.environ["DATABASE_URL"] = "sqlite://:memory:"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django

    django.setup()
    logging.disable(logging.WARNING)  # there is no broker to send hints to
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    _tell(HEAD)
    for game in asked.only:
        found: defaultdict[str, list[bytes]] = defaultdict(list)
        for number in range(asked.matches):
            for viewer, message in _played(game, number):
                found[viewer].append(message)
        for viewer, messages in sorted(found.items()):
            _tell((game, viewer, *_figures(messages)))


def _tell(cells: tuple[Any, ...]) -> None:
    print(f"{cells[0]:22}" + "".join(f"{cell:>13}" for cell in cells[1:]), flush=True)


def _figures(messages: list[bytes]) -> tuple[int, ...]:
    sizes = sorted(map(len, messages))
    packer = zlib.compressobj(6, zlib.DEFLATED, -12, 4)
    packed = sorted(len(packer.compress(one) + packer.flush(zlib.Z_SYNC_FLUSH)) for one in messages)
    count = len(sizes)
    return (
        count, sum(sizes) // count, sizes[count // 2], sizes[count * 99 // 100], sizes[-1],
        100 * sum(size > LIMIT for size in sizes) // count, sum(packed) // count, packed[count * 99 // 100],
    )  # fmt: skip


def _played(game: str, number: int) -> Iterator[tuple[str, bytes]]:
    """Play a match to its end; of each change: who it is for, and the message."""
    from matches.actions.adjudication import adjudicate
    from matches.actions.creation import SeatPlan, create_match
    from matches.actions.submission import submit
    from matches.actions.sweep import record_heartbeat
    from matches.clock import TimeControl
    from matches.models import Match
    from matches.queries.position import list_legal_actions, load_position
    from matches.server_time import now
    from matches.stream.snapshots import _build_snapshot
    from tests.factories import PlayerFactory

    players = PlayerFactory.create_batch(SEATS.get(game, 2))
    at, rng, boards, read = now(), Random(f"{game} {number}"), dict[int | None, Any](), 0
    seats = [SeatPlan(player.pk, ready=True) for player in players]
    match_id = create_match(game=game, options={}, seats=seats, control=TimeControl(), at=at)
    while True:
        match = Match.objects.get(pk=match_id)
        shown = _build_snapshot(match, [read], {*(player.pk for player in players), None})
        for viewer in (*range(len(players)), None):
            if before := boards.get(viewer):
                name = "spectator" if viewer is None else f"seat {viewer}"
                data, last = shown.render_changes(viewer, read, before), shown.last_entries[viewer]
                yield name, f"event: change\nid: {match_id}.{last}\ndata: {data}\n\n".encode()
            boards[viewer] = shown.boards[viewer]
        read = match.last_entry
        if match.status != "playing":
            return
        at += timedelta(seconds=2)
        record_heartbeat(at)
        engine, position, seat = registry.get(match.game, match.engine_version), load_position(match), match.to_act[0]
        view, legal = engine.view(position.state, seat), list_legal_actions(match, position, seat)

        def sample(engine: Any = engine, state: Any = position.state, seat: int = seat) -> str:
            return str(engine.encode(engine.sample(state, seat, rng)))

        text, turn = bots.choose_action("greedy", game, seat, view, legal, sample, rng), match.turns[seat]
        key = f"{seat} {turn} {read}"
        submit(match_id=match_id, player_id=players[seat].pk, turn=turn, text=text, key=key, received_at=at)
        adjudicate(match_id=match_id, at=at)


if __name__ == "__main__":
    main()
