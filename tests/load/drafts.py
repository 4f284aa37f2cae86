"""`make bench`, drafts: a pick to 300 spectators' screens, and an auction under 50 bids a second.

The real processes on PostgreSQL (fsync on), loopback, real sockets. A spectator's screen counts as drawn when the whole
picture of the pick has been read from the stream.
"""

import asyncio
import random
import time
from collections import Counter
from typing import Any

from tests.load import site as running_site
from tests.load.gamers import add_gamers
from tests.load.http import Connection, Person, events
from tests.load.measure import read_arguments, report

BIDDERS = 12


def season_of(people: list[Person], gamers: int, given: dict[str, Any], **terms: Any) -> int:
    """A draft that has begun, of a season with so many Gamers and a franchise for each of these people."""
    from django.utils import timezone

    from league.drafts.actions.lifecycle import create_draft, start_draft
    from league.people.models import Player
    from league.seasons.actions.settings import change_phase
    from tests.factories import franchise, organiser_of, season

    at, made = timezone.now(), season(pool=False, **terms)
    add_gamers(made, gamers, random.Random(1))
    for person in people:
        franchise(made, Player.objects.get(pk=person.player_id))
    by = organiser_of(made.league)
    change_phase(season_id=made.pk, by=by, to="draft", at=at)
    draft_id = create_draft(season_id=made.pk, by=by, data={"order": "hand", **given}, at=timezone.now())
    start_draft(draft_id=draft_id, by=by, at=timezone.now())
    return draft_id


async def watch(port: int, draft_id: int, seen: dict[int, float]) -> None:
    """Be a spectator: note when each mark was there, and miss none."""
    mark = 0
    async for name, data in events(port, f"draft.{draft_id}", None):
        if name == "picture":
            assert not mark or data["from"] <= mark, "a picture was missed"
            mark = data["mark"]
            seen.setdefault(mark, time.perf_counter())


async def picks(port: int, draft_id: int, people: list[Person], spectators: int, most: int, pause: float) -> list[float]:
    """Milliseconds from each pick's POST to each spectator's screen."""
    screens: list[dict[int, float]] = [{} for _ in range(spectators)]
    watching = [asyncio.create_task(watch(port, draft_id, seen)) for seen in screens]
    await asyncio.sleep(3)
    state = await asyncio.to_thread(_state, draft_id)
    cards = iter(sorted(state.setup.by_id.values(), key=lambda card: (card.salary, card.id)))
    sides = {number: Connection(port, person) for number, person in enumerate(people, start=1)}
    taken: list[float] = []
    for turn in state.table.queue[:most]:
        sent = time.perf_counter()
        act = {"is": "pick", "card": next(cards).id}
        status, told = await sides[turn.team].post(f"/api/v1/drafts/{draft_id}/acts/", {"act": act})
        assert status == 201, told
        mark = told["n"] + 1
        while not all(any(one >= mark for one in seen) for seen in screens):
            await asyncio.sleep(0.005)
            assert time.perf_counter() - sent < 10, "a spectator waits in vain"
        taken += [(min(at for one, at in seen.items() if one >= mark) - sent) * 1000 for seen in screens]
        await asyncio.sleep(pause)
    for task in watching:
        assert not task.done(), "a spectator's stream has ended, or missed a picture"
        task.cancel()
    return taken


def _state(draft_id: int) -> Any:
    from django.db import close_old_connections

    from league.drafts.models import Draft
    from league.drafts.queries.states import get_state

    try:
        return get_state(Draft.objects.get(pk=draft_id))
    finally:
        close_old_connections()


async def auction(port: int, draft_id: int, people: list[Person], lots: int, rate: int) -> tuple[list[float], Counter[str]]:
    """Bids at that rate from everybody on every lot; the milliseconds of each answer, and what was answered."""
    sides = [Connection(port, person) for person in people]
    taken: list[float] = []
    answers: Counter[str] = Counter()
    accepted: list[int] = []
    rng = random.Random(2)

    async def say(side: int, act: dict[str, Any]) -> tuple[int, Any]:
        sent = time.perf_counter()
        status, told = await sides[side].post(f"/api/v1/drafts/{draft_id}/acts/", {"act": act, "key": f"{side}{sent}"})
        taken.append((time.perf_counter() - sent) * 1000)
        answers["accepted" if status == 201 else told["code"]] += 1
        if status == 201:
            accepted.append(told["n"])
        return status, told

    for number in range(1, lots + 1):
        while (state := await asyncio.to_thread(_state, draft_id)).table.lot is not None:
            await asyncio.sleep(0.05)
        card = state.books.remaining[0].id
        opening = state.books.setup.prices[card]
        status, told = await say(state.table.order[0] - 1, {"is": "nominate", "card": card, "bid": opening})
        assert status == 201, told
        waiting = []
        for step in range(rate):
            bid = {"is": "bid", "lot": number, "amount": opening + 1 + step}
            waiting.append(asyncio.create_task(say(rng.randrange(len(people)), bid)))
            await asyncio.sleep(1 / rate)
        await asyncio.gather(*waiting)
    await asyncio.to_thread(_prove, draft_id, accepted)
    return taken, answers


def _prove(draft_id: int, accepted: list[int]) -> None:
    """Every act that was said to be accepted is in the log, once; and the log comes to the state by the rules."""
    from django.db import close_old_connections

    from league.drafts.formats import actions
    from league.drafts.formats.entities import Setup
    from league.drafts.models import Draft, DraftLogEntry
    from league.drafts.queries.states import get_chance
    from tests.league.drafts.formats.playing import Entry, replay

    row = Draft.objects.get(pk=draft_id)
    log = list(DraftLogEntry.objects.filter(draft=row).order_by("n"))
    assert [one.n for one in log] == list(range(1, row.last_act + 1))
    assert sorted(accepted) == [one.n for one in log if one.by_id is not None], "lost, or accepted twice"
    assert row.started_at is not None
    setup = Setup.load(row.setup, get_chance(row))
    assert replay(setup, row.started_at, [Entry(actions.load(one.act), one.at) for one in log]).dump() == row.state
    close_old_connections()


def main() -> None:
    asked = read_arguments(franchises=20, rounds=15, spectators=300, picks=300, pause=0.2, lots=40, rate=50)
    with running_site.running() as site:
        people = running_site.people(asked.franchises)
        terms = {"cap": 500, "roster_min": asked.rounds, "roster_max": asked.rounds}
        draft_id = season_of(people, asked.franchises * asked.rounds + 60, {"kind": "snake"}, **terms)
        taken = asyncio.run(picks(site.port, draft_id, people, asked.spectators, asked.picks, asked.pause))
        report(f"pick, POST to screen, {asked.franchises} franchises x {asked.rounds}, {asked.spectators} spectators", taken)
        bidders = running_site.people(BIDDERS)
        plan = {"kind": "auction", "bid_seconds": 2, "extend_seconds": 0, "pick_seconds": 60}
        draft_id = season_of(bidders, 80, plan, cap=1000, roster_min=4, roster_max=4)
        taken, answers = asyncio.run(auction(site.port, draft_id, bidders, asked.lots, asked.rate))
        report(f"auction, POST to answer, {BIDDERS} bidders, {asked.rate} bids a second", taken)
        print(f"answers: {dict(answers)}; none lost, none twice, all in order, the log replays to the state")


if __name__ == "__main__":
    main()
