"""Bytes of every change on the stream, by game and kind of viewer, in matches that greedy bots play against each other.

    python -m tests.load.changes [--matches N] [--only GAME ...] [--parts]

What an entry costs each viewer on the wire, as `matches.stream` makes it; `packed` is what the mean would be if each
stream were compressed (zlib, a window of 4 kB). `--parts` says what the largest hundredth of the changes is made of.
Needs no server: the database is in memory.
"""

import argparse
import json
import logging
import os
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

LIMIT = 1000
SEATS = {"zero-day": 3}
Taken = list[tuple[int, dict[str, Any]]]
"""Bytes of each message, and what it says."""


def main() -> None:
    asked = _asked()
    os.environ["DATABASE_URL"] = "sqlite://:memory:"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django

    django.setup()
    logging.disable(logging.WARNING)  # there is no broker to send hints to
    from django.test.runner import DiscoverRunner

    from engines import registry

    runner = DiscoverRunner(verbosity=0)
    old = runner.setup_databases()
    print(
        f"{'game':22}{'viewer':>10}{'changes':>9}{'mean':>7}{'median':>8}{'p99':>7}{'max':>7}{'over 1 kB':>11}"
        f"{'packed':>8}{'p99':>6}"
    )
    for game in asked.only or registry.keys():
        found: defaultdict[str, Taken] = defaultdict(list)
        for number in range(asked.matches):
            for viewer, size, told in _played(game, number):
                found[viewer].append((size, told))
        for viewer, taken in sorted(found.items()):
            _print(game, viewer, taken, parts=asked.parts)
    runner.teardown_databases(old)


def _played(game: str, number: int) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Play a match to its end; of each change: who it is for, its bytes, what it says."""
    from matches.actions.adjudication import adjudicate
    from matches.actions.creation import SeatPlan, create_match
    from matches.actions.submission import submit
    from matches.actions.sweep import record_heartbeat
    from matches.clock import TimeControl
    from matches.models import Match
    from matches.server_time import now
    from matches.stream.snapshots import _build_snapshot
    from tests.factories import PlayerFactory

    players = PlayerFactory.create_batch(SEATS.get(game, 2))
    at, rng, boards = now(), Random(f"{game} {number}"), dict[int | None, Any]()
    seats = [SeatPlan(player.pk, ready=True) for player in players]
    match_id = create_match(game=game, options={}, seats=seats, control=TimeControl(), at=at)
    viewers = [*(player.pk for player in players), None]
    read = 0
    while True:
        match = Match.objects.get(pk=match_id)
        shown = _build_snapshot(match, [read], set(viewers))
        for viewer in (*range(len(players)), None):
            yield from _told(shown, boards, viewer, read)
        read = match.last_entry
        if match.status != "playing":
            return
        at += timedelta(seconds=2)
        record_heartbeat(at)
        _act(match, players, at, rng, submit)
        adjudicate(match_id=match_id, at=at)


def _told(shown: Any, boards: Any, viewer: int | None, read: int) -> Iterator[tuple[str, int, dict[str, Any]]]:
    before, boards[viewer] = boards.get(viewer), shown.faces[viewer]
    if before is None:
        return
    data = shown.step(viewer, read, before)
    size = len(f"event: change\nid: {shown.match_id}.{shown.ends[viewer]}\ndata: {data}\n\n".encode())
    yield "spectator" if viewer is None else f"seat {viewer}", size, json.loads(data)


def _act(match: Any, players: list[Any], at: datetime, rng: Random, submit: Any) -> None:
    """What the greedy bot would do at the first seat that is to act."""
    from engines import bots, registry
    from matches.queries.position import list_legal_actions, load_position

    engine, position = registry.get(match.game, match.engine_version), load_position(match)
    seat = match.to_act[0]
    view, legal = engine.view(position.state, seat), list_legal_actions(match, position, seat)
    chosen = bots.choose_action(
        "greedy", match.game, seat, view, legal,
        lambda: engine.encode(engine.sample(position.state, seat, rng)), rng,
    )  # fmt: skip
    turn = match.turns[seat]
    submit(
        match_id=match.pk, player_id=players[seat].pk, turn=turn, text=chosen, key=f"{seat} {turn} {match.last_entry}",
        received_at=at,
    )  # fmt: skip


def _print(game: str, viewer: str, taken: Taken, *, parts: bool) -> None:
    sizes = sorted(size for size, _unused in taken)
    over = sum(size > LIMIT for size in sizes)
    packed = _packed(taken)
    print(
        f"{game:22}{viewer:>10}{len(sizes):9}{sum(sizes) / len(sizes):7.0f}{sizes[len(sizes) // 2]:8}"
        f"{sizes[len(sizes) * 99 // 100]:7}{sizes[-1]:7}{100 * over / len(sizes):10.1f}%"
        f"{sum(packed) / len(packed):8.0f}{packed[len(packed) * 99 // 100]:6}",
        flush=True,
    )
    if not parts:
        return
    large = sorted(taken, key=lambda one: -one[0])[: max(1, len(taken) // 100)]
    within: Counter[str] = Counter()
    for _unused, told in large:
        within.update(_parts(told))
    for name, size in within.most_common(12):
        print(f"    {name:60}{size / len(large):8.0f} bytes each")


def _packed(taken: Taken) -> list[int]:
    """The bytes of each, in order of size, had all of them gone down one compressed stream."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -12, 4)
    sent = (json.dumps(told, separators=(",", ":")).encode() for _unused, told in taken)
    return sorted(len(packer.compress(one) + packer.flush(zlib.Z_SYNC_FLUSH)) for one in sent)


def _parts(told: dict[str, Any]) -> Iterator[str]:
    """The name of each part of a message, once for each of its bytes."""
    for name, value in {"log": told["log"], **told["change"]}.items():
        if name == "~view":
            for key, inner in value.items():
                yield from [f"view {key}"] * len(json.dumps(inner, separators=(",", ":")))
        else:
            yield from [name] * len(json.dumps(value, separators=(",", ":")))


def _asked() -> argparse.Namespace:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--matches", type=int, default=3)
    given.add_argument("--only", nargs="*")
    given.add_argument("--parts", action="store_true")
    return given.parse_args()


if __name__ == "__main__":
    main()
