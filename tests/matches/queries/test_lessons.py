"""Lessons, hints, tutorials and the practice ground: for every game, and nothing that the player could not see."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from engines import play, registry
from engines.bots import bot_action
from engines.contract import AnyEngine, IllegalAction
from engines.data_files import BadData
from engines.lessons import Tutorial, list_positions, parse_lesson, parse_tutorial
from engines.randomness import UnverifiedRandom
from league.lobby.challenges import quick_play
from league.people.models import Player
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match, set_ready
from matches.actions.submission import submit
from matches.clock import TimeControl
from matches.models import Match
from matches.queries.board_view import get_board
from matches.queries.lessons import get_hint, get_lesson
from matches.queries.practice import MAX_MOVES, has_practice, render_practice
from matches.queries.seats import get_seats
from matches.queries.tutorials import render_tutorial
from tests.engines.games import GAMES
from tests.factories import BotFactory, GuestFactory, PlayerFactory, matches_of_round, started_event
from tests.matches.conftest import refuses
from tests.thorough import WHOLE

EVERY_GAME = tuple(registry.keys())
DUEL = Path(__file__).parents[2] / "engines" / "records" / "duel.jsonl"
MATCHES = 30 if WHOLE else 2


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
    steps = get_lesson(key).steps
    unseen = {one.id for one in steps}
    assert len(unseen) >= 10
    for engine, position, _ in positions(key, MATCHES):
        acting = play.to_act(engine, position)
        for seat in range(len(engine.seat_names)):
            if key == "zero-day" and seat >= len(engine.view(position.state, None)["seats"]):  # type: ignore[index,call-overload,arg-type]
                continue
            view: Any = engine.view(position.state, seat)
            now = [one.id for one in steps if one.holds(view, seat, seat in acting)]
            assert now, (view["phase"], seat, acting)
            unseen -= set(now)
    assert not unseen or not WHOLE
    for one in steps:
        assert one.title
        assert not one.title.endswith(".")
        assert one.text.endswith((".", "?"))
        assert len(one.text) <= 420, one.id


GOOD = {"id": "go", "title": "Go", "text": "Go on.", "when": {"phase": ["play"], "mine": True}}


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ({"when": {"moon": ["full"]}}, "when.moon"), ({"when": {"phase": [1]}}, "when.phase"),
        ({"when": {"least": {"round": "1"}}}, "when.least"), ({"text": ""}, "step 1: text: must be a text"),
        ({"extra": 1}, "step 1: extra: unknown field"),
    ],
)  # fmt: skip
def test_a_wrong_lesson_is_refused_with_file_step_and_reason(bad: dict[str, Any], reason: str) -> None:
    assert parse_lesson({"step": [GOOD]}, "x.toml")[0].holds({"phase": "play"}, 0, True)
    with pytest.raises(BadData, match=reason) as refused:
        parse_lesson({"step": [GOOD | bad]}, "x.toml")
    assert "x.toml: step 1" in str(refused.value)
    for steps, reason in (([GOOD, GOOD], "same id"), ([GOOD, {"id": "a"}], "step 2: title: missing key"), ([], "x.toml: step")):
        with pytest.raises(BadData, match=reason):
            parse_lesson({"step": steps}, "x.toml")


def lesson_match(key: str, player: Player, at: datetime, *, seat: int = 0, seats: int = 2) -> Match:
    plans = [SeatPlan(BotFactory().pk, bot="random") for _ in range(seats - 1)]
    plans.insert(seat, SeatPlan(player.pk, ready=True))
    match_id = create_match(game=key, options={}, seats=plans, control=TimeControl(), at=at, learn=True)
    return Match.objects.get(pk=match_id)


def place(match: Match, state: Any, acting: frozenset[int]) -> None:
    engine = registry.get(match.game)
    match.state, match.to_act = engine.dump(state), sorted(acting)
    match.save()


@pytest.mark.django_db
@pytest.mark.parametrize("key", EVERY_GAME)
def test_hints_lead_through_a_match_and_are_always_allowed(key: str, at: datetime) -> None:
    ada = PlayerFactory()
    match = lesson_match(key, ada, at)
    given = 0
    for _unused in range(60 if WHOLE else 12):
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
        if compared > 4 and not WHOLE:
            break
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
                shown.pop("clock")
                seen.append((get_hint(match.pk, ada.pk), shown))
            assert seen[0] == seen[1]
            compared += 1
    assert compared > 3


@pytest.mark.django_db
def test_there_are_no_hints_in_ordinary_or_event_matches_nor_for_spectators(at: datetime) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    ordinary = quick_play(player_id=ada.pk, game="field-tactics", kind="level-5", at=at)
    between = matches_of_round(started_event(ada, ben), 1)[0]
    for player in (ada, ben):
        set_ready(match_id=between, player_id=player.pk, at=at)
    for match_id in (ordinary, between):
        assert Match.objects.get(pk=match_id).status == "playing"
        with refuses("no-hints"):
            get_hint(match_id, ada.pk)
        shown: Any = get_board(match_id, ada.pk)
        assert (shown["lesson"], shown["can"]["hint"]) == (None, False)
    lesson: Any = get_board(lesson_match("field-tactics", PlayerFactory(), at).pk)
    assert (lesson["lesson"], lesson["can"]["hint"]) == (None, False)


@pytest.mark.django_db
def test_a_match_to_learn_is_for_one_person_and_bots_only(at: datetime) -> None:
    two = [SeatPlan(PlayerFactory().pk, ready=True) for _ in range(2)]
    only_bots = [SeatPlan(BotFactory().pk, bot="random") for _ in range(2)]
    for seats in (two, only_bots):
        with pytest.raises(ValueError, match="one person and bots"):
            create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=at, learn=True)
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_hints_are_for_the_learner_alone_when_to_act_until_the_end_and_change_nothing(client: Client, at: datetime) -> None:
    ada = PlayerFactory()
    match = lesson_match("order-and-chaos", ada, at)
    before = Match.objects.filter(pk=match.pk).values().get()

    def ask(person: Player) -> tuple[int, Any]:
        client.force_login(person)
        answer = client.post(f"/api/v1/matches/{match.pk}/hint/")
        return answer.status_code, answer.json()

    status, told = ask(GuestFactory())
    assert (status, told["code"]) == (403, "not-your-seat")
    status, told = ask(ada)
    assert (status, set(told)) == (200, {"turn", "text", "words"})
    assert told["text"] in (get_board(match.pk, ada.pk) or {})["legal"]
    assert Match.objects.filter(pk=match.pk).values().get() == before
    for turn, text, code in ((0, told["text"], "not-your-turn"), (1, "resign", "match-over")):
        submit(match_id=match.pk, player_id=ada.pk, turn=turn, text=text, key=text, received_at=at)
        adjudicate(match_id=match.pk, at=at)
        assert ask(ada)[1]["code"] == code
    assert not Match.objects.filter(learn=True, rated__isnull=False).exists()


def tutorial_of(game: str) -> Tutorial:
    tutorial = get_lesson(game).tutorial
    assert tutorial is not None
    return tutorial


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_game_has_a_tutorial_of_five_moves_that_the_engine_plays_to_its_end(game: str) -> None:
    """The learner is to act before each and has others to choose from; each step says why, what was wrong, what it brought."""
    tutorial, engine, shown = tutorial_of(game), registry.get(game), render_tutorial(game)
    positions = list_positions(engine, tutorial)
    assert (len(tutorial.moves), len(positions)) == (5, 6)
    alternatives = 0
    for move, (*_, position) in zip(tutorial.moves, positions, strict=False):
        assert play.to_act(engine, position) == {tutorial.seat}, move.id
        legal = {engine.encode(action) for action in engine.legal(position.state, tutorial.seat) or ()}
        assert move.do in legal, f"{move.id}: the notation is the engine's own"
        alternatives += len(legal - {move.do})
    assert alternatives > 5
    if game in ("field-tactics", "order-and-chaos", "incursion-point-zero"):
        outcome = positions[-1][-1].outcome
        assert outcome.ranks[tutorial.seat] == 1
    for step in shown["steps"]:
        assert min(len(step[text]) for text in ("title", "text", "wrong", "done")) > 2
        assert step["wrong"] != step["done"]
        assert step["mark"], "a place to look at"
    boards = [shown["board"], *(board for step in shown["steps"] for board in step["boards"])]
    flat = [position for some in positions for position in some]
    for board, position in zip(boards, flat, strict=True):
        assert board["view"] == engine.view(position.state, tutorial.seat), "what the learner may see and no more"
        assert board["viewer"]["seat"] == tutorial.seat
    assert [board["entry"] for board in boards] == list(range(1, len(boards) + 1))


MOVE: dict[str, Any] = {"id": "a", "title": "T", "text": "x", "mark": ["B4"], "do": "B4-B5", "wrong": "w", "done": "d"}
TABLE: dict[str, Any] = {"seat": 0, "seats": 2, "options": {}, "goal": "g", "position": {}, "move": [MOVE]}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"seat": "0"}, "seat"), ({"more": 1}, "more"), ({"move": [MOVE, MOVE]}, "different ids"),
        ({"move": [{**MOVE, "do": 1}]}, "move 1: do"), ({"move": [{**MOVE, "answer": "Blue B5-B4"}]}, "seat or `referee`"),
    ],
)  # fmt: skip
def test_a_broken_tutorial_names_its_place(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(BadData, match=f"x.toml: tutorial: .*{told}"):
        parse_tutorial({**TABLE, **changed}, "x.toml")


def test_an_illegal_move_in_a_script_is_refused_by_the_engine_and_a_game_without_a_file_has_none() -> None:
    position = dict(tutorial_of("field-tactics").position)
    script = parse_tutorial({**TABLE, "position": position, "move": [{**MOVE, "do": "B4-B6"}]}, "x.toml")
    with pytest.raises(IllegalAction):
        list_positions(registry.get("field-tactics"), script)
    assert get_lesson("chess").tutorial is None


GAME = "zero-order"
OWN, DUMMY = "PU-B3 DE-D6", "TO-C4 SP-D7"


def test_practice_is_on_a_map_of_all_tiles_the_dummy_passes_and_the_rules_of_the_game_hold() -> None:
    assert [has_practice(game) for game in (GAME, "field-tactics")] == [True, False]
    board = render_practice(GAME, OWN, DUMMY, ())
    assert (board["to_act"], board["view"]["phase"]) == ([0], "move")
    assert board["view"]["units"] == {"B3": [0, "PU"], "D6": [0, "DE"], "C4": [1, "TO"], "D7": [1, "SP"]}
    assert len(board["view"]["tiles"]) == 36 - 4 + 1
    assert set(board["view"]["units"]) <= set(board["view"]["tiles"])
    assert {"A4", "E6"} <= set(render_practice(GAME, "PU-A4", "TO-E6", ())["view"]["tiles"])
    board = render_practice(GAME, OWN, DUMMY, ("B3-C3", "push C3: C4-C6", "end"))
    assert (board["to_act"], board["view"]["phase"]) == ([0], "move")
    assert "B3-B4" not in board["legal"]
    assert any(text.startswith("C3-") for text in board["legal"])
    won = render_practice(GAME, "PU-B3 DE-D6", "TO-C4", ("B3-C3", "push C3: C4-C6", "delete D6: C6"))
    assert (won["status"], won["to_act"]) == ("closed", [])


def test_units_that_cannot_stand_there_illegal_moves_and_endless_practice_are_refused() -> None:
    for own, dummy in (
        ("", DUMMY), (OWN, ""), ("PU-B3 PU-B4", DUMMY), ("PU-C4", DUMMY), ("XX-B3", DUMMY), ("PU-Z9", DUMMY), ("PU", DUMMY),
        ("DE-A1 PU-A2 TO-A3 TW-A4 FR-A5 SW-A6 SP-A7", DUMMY),
    ):  # fmt: skip
        with refuses("bad-units"):
            render_practice(GAME, own, dummy, ())
    with refuses("must-move"):
        render_practice(GAME, OWN, DUMMY, ("end",))
    with refuses("limit-reached"):
        render_practice(GAME, OWN, DUMMY, ("end",) * (MAX_MOVES + 1))
