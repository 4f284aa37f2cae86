"""Lessons: for every game, at every moment, and nothing in them that the player could not see."""

from __future__ import annotations

import copy
import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from engines import bots, play, registry
from engines.bots import bot_action
from engines.contract import AnyEngine
from engines.data_files import BadData
from engines.lessons import parse_lesson
from engines.randomness import UnverifiedRandom
from league.lobby.challenges import quick_play
from league.people.models import Player
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.actions.submission import submit
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Match
from matches.queries.board_view import RenderContext, get_board, render_board
from matches.queries.lessons import get_hint, get_lesson
from matches.queries.seats import get_seats
from tests.engines.games import GAMES
from tests.factories import BotFactory, GuestFactory, PlayerFactory, event, matches_of_round, started_event

EVERY_GAME = tuple(registry.keys())
DUEL = Path(__file__).parents[2] / "engines" / "records" / "duel.jsonl"
GAMES_TO_SEE_ALL = 30


def a_duel(engine: AnyEngine) -> Iterator[Any]:
    """A match that ends in the tie-breaker, which bots seldom come to."""
    head, *lines = [json.loads(line) for line in DUEL.read_text().splitlines()]
    entries = [(line["by"], line["do"]) for line in lines if "do" in line]
    return (one for one in play.replay(engine, head["options"], 2, entries) if one.outcome is None)


def positions(key: str, seeds: int) -> Iterator[tuple[AnyEngine, Any, Random]]:
    """Every position of matches between bots, greedy and random in turn."""
    engine = registry.get(key)
    if key == "field-tactics":
        yield from ((engine, position, Random(1)) for position in a_duel(engine))
    for seed in range(seeds):
        rng, seats = Random(f"lesson {key} {seed}"), engine.seat_counts[seed % len(engine.seat_counts)]
        position, draws = play.begin(engine, {}, seats), UnverifiedRandom(rng)
        while position.outcome is None:
            by, do = None, play.referee_action(engine, position, draws)
            if do is None:
                yield engine, position, rng
                by = rng.choice(sorted(play.to_act(engine, position)))
                policy = "greedy" if seed % 2 and rng.random() < 0.8 else "random"
                do = bot_action(engine, position, by, policy, rng)
            position = play.advance(engine, position, by, do)


@pytest.mark.parametrize("key", EVERY_GAME)
def test_there_is_something_to_read_at_every_moment_and_every_step_has_its_moment(key: str) -> None:
    unseen = {one.id for one in get_lesson(key).steps}
    assert len(unseen) >= 10
    for engine, position, _ in positions(key, GAMES_TO_SEE_ALL):
        acting = play.to_act(engine, position)
        for seat in range(len(engine.seat_names)):
            if key == "zero-day" and seat >= len(engine.view(position.state, None)["seats"]):  # type: ignore[index,call-overload,arg-type]
                continue
            view: Any = engine.view(position.state, seat)
            now = [one.id for one in get_lesson(key).steps if one.holds(view, seat, seat in acting)]
            assert now, (view["phase"], seat, acting)
            unseen -= set(now)
    assert not unseen


@pytest.mark.parametrize("key", EVERY_GAME)
def test_steps_are_short_and_said_in_sentences(key: str) -> None:
    for one in get_lesson(key).steps:
        assert one.title
        assert not one.title.endswith(".")
        assert one.text.endswith((".", "?"))
        assert len(one.text) <= 420, one.id


GOOD = {"id": "go", "title": "Go", "text": "Go on.", "when": {"phase": ["play"], "mine": True}}


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ({"when": {"phase": "play"}}, "when.phase"),
        ({"when": {"moon": ["full"]}}, "when.moon"),
        ({"when": {"phase": [1]}}, "when.phase"),
        ({"when": {"seat": ["0"]}}, "when.seat"),
        ({"when": {"some": [["question"]]}}, "when.some"),
        ({"when": {"least": {"round": "1"}}}, "when.least"),
        ({"when": ["phase"]}, "step 1: when: must be a table"),
        ({"title": 7}, "step 1: title: must be a text"),
        ({"text": ""}, "step 1: text: must be a text"),
        ({"extra": 1}, "step 1: extra: unknown field"),
    ],
)
def test_a_wrong_lesson_is_refused_with_file_step_and_reason(bad: dict[str, Any], reason: str) -> None:
    assert parse_lesson({"step": [GOOD]}, "x.toml")[0].holds({"phase": "play"}, 0, True)
    with pytest.raises(BadData, match=reason) as refused:
        parse_lesson({"step": [GOOD | bad]}, "x.toml")
    assert "x.toml: step 1" in str(refused.value)
    with pytest.raises(BadData, match="same id"):
        parse_lesson({"step": [GOOD, GOOD]}, "x.toml")


@pytest.mark.parametrize("field", ["id", "title", "text", "when"])
def test_a_field_that_is_missing_is_named(field: str) -> None:
    with pytest.raises(BadData, match=f"x.toml: step 2: {field}: missing key"):
        parse_lesson({"step": [GOOD, {name: value for name, value in GOOD.items() if name != field}]}, "x.toml")


@pytest.mark.parametrize("raw", [{}, {"step": []}, {"step": GOOD}, {"step": ["go"]}, {"steps": [GOOD]}])
def test_a_file_without_steps_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(BadData, match=r"x\.toml: step"):
        parse_lesson(raw, "x.toml")


# Hints


def lesson_match(key: str, player: Player, at: datetime, *, seat: int = 0, seats: int = 2) -> Match:
    """A match to learn in which a person meets random bots."""
    plans = [SeatPlan(BotFactory().pk, bot="random") for _ in range(seats - 1)]
    plans.insert(seat, SeatPlan(player.pk, ready=True))
    match_id = create_match(game=key, options={}, seats=plans, control=TimeControl(), at=at, learn=True)
    return Match.objects.get(pk=match_id)


def place(match: Match, state: Any, acting: frozenset[int]) -> None:
    """Put a position into a stored match."""
    engine = registry.get(match.game)
    match.state, match.to_act = engine.dump(state), sorted(acting)
    match.save()


def refused(code: str) -> Any:
    return pytest.raises(ActionError, check=lambda refusal: refusal.code == code)


@pytest.mark.django_db
@pytest.mark.parametrize("key", EVERY_GAME)
def test_hints_lead_through_a_match_and_are_always_allowed(key: str, at: datetime) -> None:
    ada = PlayerFactory()
    match = lesson_match(key, ada, at)
    given = 0
    for _unused in range(60):
        match.refresh_from_db()
        if match.status != "playing":
            break
        for seat in match.to_act:
            row = get_seats(match)[seat]
            if row.bot:
                engine = registry.get(key)
                position = play.Position(engine.load(match.state), None)
                text = bot_action(engine, position, seat, "greedy", Random(match.last_entry))
            else:
                told = get_hint(match.pk, ada.pk)
                assert told.turn == match.turns[seat]
                assert told.words.endswith(".")
                text, given = told.text, given + 1
            submit(
                match_id=match.pk, player_id=row.player_id or 0, turn=match.turns[seat], text=text,
                key=f"{seat} {match.turns[seat]}", received_at=at,
            )  # fmt: skip
        adjudicate(match_id=match.pk, at=at)
    assert given >= 5
    assert not match.submissions.exclude(code="").exists()


@pytest.mark.django_db
@pytest.mark.parametrize("key", [key for key in EVERY_GAME if not registry.get(key).is_open])
def test_two_worlds_that_look_alike_to_the_learner_give_the_same_hint_lesson_and_board(key: str, at: datetime) -> None:
    compared = 0
    ada = PlayerFactory()
    tables = {(seat, seats): lesson_match(key, ada, at, seat=seat, seats=seats)
              for seats in registry.get(key).seat_counts[:1] for seat in range(seats)}  # fmt: skip
    for number, (_, position, rng) in enumerate(positions(key, 6)):
        view: Any = registry.get(key).view(position.state, None)
        if (number % 3 and view["phase"] != "team") or len(view.get("seats", [0, 0])) != 2:
            continue
        acting = play.to_act(registry.get(key), position)
        for seat in acting:
            other = GAMES[key].another(position.state, seat, rng)
            if other is None or other == position.state:
                continue
            match = tables[seat, 2]
            seen = []
            for state in (position.state, other):
                place(match, state, acting)
                shown = get_board(match.pk, ada.pk)
                assert shown is not None
                shown.pop("clock")
                seen.append((get_hint(match.pk, ada.pk), shown))
            assert seen[0] == seen[1]
            compared += 1
    assert compared > (3 if key == "zero-order" else 15)


@pytest.mark.django_db
def test_there_are_no_hints_in_ordinary_rated_or_event_matches(at: datetime) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    bot = BotFactory(bot="greedy")
    ordinary = quick_play(player_id=ada.pk, game="field-tactics", kind="level-5", at=at)
    made = started_event(ada, ben)
    between = matches_of_round(made, 1)[0]
    with_bot = matches_of_round(started_event(ada, bot), 1)[0]
    from matches.actions.creation import set_ready

    set_ready(match_id=between, player_id=ada.pk, at=at)
    set_ready(match_id=between, player_id=ben.pk, at=at)
    set_ready(match_id=with_bot, player_id=ada.pk, at=at)
    assert event(ben).pk
    for match_id in (ordinary, between, with_bot):
        match = Match.objects.get(pk=match_id)
        assert match.status == "playing"
        with refused("no-hints"):
            get_hint(match_id, ada.pk)
        shown = get_board(match_id, ada.pk)
        assert shown is not None
        assert shown["lesson"] is None
        assert shown["can"]["hint"] is False


@pytest.mark.django_db
def test_a_match_to_learn_is_for_one_person_and_bots_only(at: datetime) -> None:
    two = [SeatPlan(PlayerFactory().pk, ready=True) for _ in range(2)]
    only_bots = [SeatPlan(BotFactory().pk, bot="random") for _ in range(2)]
    for seats in (two, only_bots):
        with pytest.raises(ValueError, match="one person and bots"):
            create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=at, learn=True)
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_hints_are_for_the_learner_alone_when_it_is_to_act_until_the_end(at: datetime) -> None:
    ada, eve = PlayerFactory(), GuestFactory()
    match = lesson_match("order-and-chaos", ada, at)
    with refused("not-your-seat"):
        get_hint(match.pk, eve.pk)
    with refused("not-found"):
        get_hint(match.pk + 1, ada.pk)
    submit(match_id=match.pk, player_id=ada.pk, turn=0, text=get_hint(match.pk, ada.pk).text, key="1", received_at=at)
    adjudicate(match_id=match.pk, at=at)
    with refused("not-your-turn"):
        get_hint(match.pk, ada.pk)
    submit(match_id=match.pk, player_id=ada.pk, turn=1, text="resign", key="2", received_at=at)
    adjudicate(match_id=match.pk, at=at)
    with refused("match-over"):
        get_hint(match.pk, ada.pk)
    assert not Match.objects.filter(learn=True, rated__isnull=False).exists()


@pytest.mark.django_db
def test_the_hint_for_the_team_is_the_team_that_the_lesson_names(at: datetime) -> None:
    ada = PlayerFactory()
    match = lesson_match("zero-order", ada, at)
    assert [step.id for step in get_lesson("zero-order").steps][:2] == ["team-goal", "team"]
    assert get_hint(match.pk, ada.pk).text == "team DE PU TO TW FR SW"


@pytest.mark.django_db
def test_spectators_of_a_lesson_see_neither_lesson_nor_hint(at: datetime) -> None:
    match = lesson_match("field-tactics", PlayerFactory(), at)
    shown = render_board(RenderContext.of(match, get_seats(match), at), None)
    assert shown["lesson"] is None
    assert shown["can"]["hint"] is False


@pytest.mark.django_db
def test_the_endpoint_of_hints_answers_and_refuses_in_the_one_shape(client: Client, at: datetime) -> None:
    ada = PlayerFactory()
    match = lesson_match("order-and-chaos", ada, at)
    before = copy.deepcopy(Match.objects.filter(pk=match.pk).values().get())
    url = f"/api/v1/matches/{match.pk}/hint/"
    refusals: dict[int, Any] = defaultdict(dict)
    for person in (None, PlayerFactory()):
        if person:
            client.force_login(person)
        answer = client.post(url)
        refusals[answer.status_code] = answer.json()
    assert {status: body["code"] for status, body in refusals.items()} == {401: "sign-in-needed", 403: "not-your-seat"}
    client.force_login(ada)
    answer = client.post(url)
    assert answer.status_code == 200
    assert set(answer.json()) == {"turn", "text", "words"}
    assert answer.json()["text"] in (get_board(match.pk, ada.pk) or {})["legal"]
    assert client.get(url).status_code == 405
    assert Match.objects.filter(pk=match.pk).values().get() == before
    assert bots.policies("order-and-chaos")[1] == "greedy"
