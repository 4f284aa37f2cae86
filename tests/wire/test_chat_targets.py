"""What a league's chat targets are told of its matches: nothing that a spectator may not know, and no earlier."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from league.desk.actions.rulings import apply_ruling
from league.events.models import SeriesMatch
from league.people.models import Player
from league.sweep import sweep
from league.webhooks.actions import subscriptions
from league.webhooks.event_types import LEAGUE_EVENT_TYPES
from league.webhooks.models import Delivery
from matches.models import Entry, Match
from tests.engines.games import GAMES as SECRETS
from tests.factories import NOON, league, organiser_of, staff, started_event
from tests.league.discord.discord_client import PUBLIC_KEY, DiscordUser
from tests.league.webhooks.chat_fakes import FakeDiscord, FakeMatrix, FakeSlack
from tests.wire.conftest import Lay
from tests.wire.table import Hand
from tests.wire.test_leaks import GAMES
from tests.wire.worlds import changed, world

TARGETS: tuple[dict[str, Any], ...] = (
    {"service": "discord", "url": FakeDiscord.url}, {"service": "slack", "url": FakeSlack.url, "language": "de"},
    {"service": "matrix", "url": FakeMatrix.url, "room": FakeMatrix.room, "token": FakeMatrix.token},
    {"url": "https://example.org/hook"},
)  # fmt: skip


def messages() -> list[tuple[int, str, str]]:
    rows = Delivery.objects.exclude(webhook__service="program").order_by("key", "webhook")
    return list(rows.values_list("webhook", "kind", "body"))


@pytest.mark.parametrize(("key", "delay_s"), [("zero-order", 0), ("field-tactics", 60)])
def test_a_leagues_channels_hear_of_its_matches_what_spectators_see(key: str, delay_s: int, lay: Lay, settings: Any) -> None:
    settings.DISCORD_PUBLIC_KEY = PUBLIC_KEY
    made = league()
    by = organiser_of(made)
    for about in TARGETS:
        subscriptions.create_webhook(by=by, league_id=made.pk, kinds=list(LEAGUE_EVENT_TYPES), at=NOON, **about)
    referee = staff(made, "referee")
    options, seats = GAMES[key]
    table, rng = lay(key, options, seats, delay_s=delay_s), Random(f"chat {key}")
    organiser = Player.objects.get(pk=by)
    players = [person.player for person in table.seats if person.player]
    started = started_event(*players, league=made.pk, organiser=organiser, at=Hand.at)
    SeriesMatch.objects.filter(pairing__round__event=started).update(match=table.id)
    for _unused in range(6):
        table.move()
    other = SECRETS[key].another(table.position.state, None, rng)
    told = []
    for state in (None, other):
        with world(lambda state=state: changed(table, table.spectator, state)):  # type: ignore[misc]
            sweep(Hand.at)
            apply_ruling(match_id=table.id, by=referee.pk, kind="pause", data={}, why="A canary-reason.", at=Hand.at)
            apply_ruling(match_id=table.id, by=referee.pk, kind="resume", data={}, why="A canary-reason.", at=Hand.at)
            apply_ruling(match_id=table.id, by=referee.pk, kind="result", data={"ranks": [1, 2]}, why="canary", at=Hand.at)
            sweep(Hand.at)
            shown, private = DiscordUser().enter("standings", event=str(started.pk))
            assert ("(1)" in shown, private) == (not delay_s, False)
            told.append([*messages(), (0, "standings", shown)])
            kinds = {kind for _webhook, kind, _body in told[-1]}
            assert ("ruling.made" in kinds) == ("match.closed" in kinds) == (not delay_s)
            sweep(Hand.at + timedelta(seconds=delay_s))
            texts = list(Delivery.objects.values_list("kind", "body"))
            assert {"round.published", "match.due", "match.closed", "standings.updated"} <= {kind for kind, _body in texts}
            sealed = Entry.objects.filter(match=table.id).exclude(sealed="").values_list("do", flat=True)
            secret = [Match.objects.get(pk=table.id).seed, *sealed, "s3cret", "canary"]
            for _kind, body in texts:
                assert not any(word and word in body for word in secret)
    assert told[0] == told[1]
    assert len(told[0]) >= 6
