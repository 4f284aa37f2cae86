"""What each game declares: who knows what, and what players remember."""

from random import Random
from typing import Any

import pytest

from engines import bots, play, registry
from engines.fair_play.command import list_games
from engines.fair_play.line_ups import LineUp, play_line_up
from engines.fair_play.match_scores import read_match
from engines.fair_play.planted import Player, with_truth
from tests.thorough import WHOLE

GAMES = list_games()
Entries = list[tuple[int | None, str]]


def simulate(game: str, seed: str, policy: str = "greedy", seats: int = 2) -> Entries:
    lines: list[Any] = list(bots.simulate(registry.get(game), {}, [policy] * seats, seed))
    return [(line["by"], line["do"]) for line in lines[1:-1]]


def test_games_with_hidden_information_declare_it_and_open_games_do_not() -> None:
    assert set(GAMES) == {"field-tactics", "zero-day", "incursion-point-zero"}
    assert not any(registry.get(game).is_open for game in GAMES)


JUDGED = {"field-tactics": {0, 1}, "zero-day": {1}, "incursion-point-zero": {0}}
"""From whom something is hidden."""


@pytest.mark.parametrize("game", GAMES)
def test_those_from_whom_something_is_hidden_have_the_same_scores_each_time_a_match_is_read(game: str) -> None:
    engine, entries = registry.get(game), simulate(game, "read")
    first, second = (read_match(engine, GAMES[game], {}, 2, entries, "seed") for _ in range(2))
    assert first == second
    assert any(first.seats.values())
    assert set(first.seats) == JUDGED[game]
    for seat, rows in first.seats.items():
        assert all(entries[row.entry - 1][0] == seat == row.seat for row in rows)


def test_what_is_drawn_does_not_depend_on_what_the_player_cannot_see() -> None:
    engine, adapter = registry.get("zero-day"), GAMES["zero-day"]
    search, compared = registry.get_package("zero-day").search, 0
    assert search is not None
    position = play.begin(engine, {}, 2)
    for by, do in simulate("zero-day", "hidden"):
        state = position.state
        listed = list(engine.legal(state, 1) or ()) if by == 1 else []
        if adapter.is_judged(state, 1, listed):
            other = search.determinizer(1, engine.view(state, 1), None)(Random(8))
            one, two = (adapter.memory(1).draw(each, listed, Random(9), 5) for each in (state, other))
            assert one == two
            assert adapter.scores(state, 1, listed) == adapter.scores(other, 1, listed)
            compared += other.credentials != state.credentials
        position = play.advance(engine, position, by, do)
    assert compared


def test_a_player_of_field_tactics_remembers_what_a_battle_showed() -> None:
    engine, adapter = registry.get("field-tactics"), GAMES["field-tactics"]
    position, checked = play.begin(engine, engine.options({}), 2), 0
    memories = {seat: adapter.memory(seat) for seat in (0, 1)}
    rng = Random(1)
    for by, do in simulate("field-tactics", "memory"):
        before, action = position.state, engine.decode(do)
        position = play.advance(engine, position, by, do)
        for seat, memory in memories.items():
            memory.observe(before, by, action, position.state)
            if position.outcome is None and by is not None and position.state.turn and position.state.turn % 7 == 0:
                truth: Any = adapter.truth(position.state)
                for board in memory.draw(position.state, (), rng, 3):
                    own = [(cell, piece) for cell, piece in enumerate(truth) if piece and (piece > 16) == seat]
                    assert all(board[cell] == piece for cell, piece in own)
                    assert sorted(board) == sorted(truth)
                possible: dict[int, frozenset[int]] = memory.possible  # type: ignore[attr-defined]
                unseen = {cell: piece for cell, piece in enumerate(truth) if piece and (piece > 16) != seat}
                assert all((piece - 1) % 16 + 1 in possible[cell] for cell, piece in unseen.items() if cell in possible)
                checked += any(len(kinds) < 12 for kinds in possible.values())
    assert checked


def find_undoable() -> tuple[Entries, int, str]:
    """Return a match of Zero Day, the number of a scored decision, and another action that could be undone there."""
    engine, adapter = registry.get("zero-day"), GAMES["zero-day"]
    for seed in range(20):
        entries = simulate("zero-day", f"undo {seed}")
        scored = {row.entry for row in read_match(engine, adapter, {}, 2, entries, "seed").seats[1]}
        position = play.begin(engine, {}, 2)
        for number, (by, do) in enumerate(entries, 1):
            for action in engine.legal(position.state, 1) or () if number in scored else ():
                if play.can_undo(play.advance(engine, position, 1, action.text), 1):
                    return entries, number, action.text
            position = play.advance(engine, position, by, do)
    raise AssertionError("nothing in these matches can be undone")


def test_an_undone_action_does_not_count() -> None:
    entries, number, other = find_undoable()
    tried = [*entries[: number - 1], (1, other), (1, "undo"), *entries[number - 1 :]]
    scored = [row.entry for row in read_match(registry.get("zero-day"), GAMES["zero-day"], {}, 2, entries, "seed").seats[1]]
    rows = [row.entry for row in read_match(registry.get("zero-day"), GAMES["zero-day"], {}, 2, tried, "seed").seats[1]]
    assert rows == [entry if entry < number else entry + 2 for entry in scored]


def test_partners_share_what_each_of_them_knows_and_no_more() -> None:
    adapter, engine = GAMES["zero-day"], registry.get("zero-day")
    assert adapter.pool is not None
    assert adapter.expect is not None
    position, differ = play.begin(engine, {}, 3), 0
    for by, do in simulate("zero-day", "partners", seats=3):
        position = play.advance(engine, position, by, do)
        state = position.state
        pooled = adapter.expect(adapter.pool(state, 1, 2), 1)
        assert pooled == adapter.expect(adapter.pool(state, 2, 1), 2)
        differ += pooled != adapter.expect(state, 1)
    assert differ


CHEATS = {"field-tactics": "glance", "zero-day": "secret", "incursion-point-zero": "secret"}


@pytest.mark.parametrize("game", GAMES)
def test_a_planted_cheater_scores_above_honest_players(game: str) -> None:
    adapter = GAMES[game]
    seats = min(adapter.tables)
    honest = LineUp("honest", 0, seats, Player("greedy", "greedy"))
    cheats = LineUp("cheats", 0, seats, Player("greedy", "greedy"), Player("cheater", "greedy", 0, CHEATS[game]))
    means = []
    for line_up in (honest, cheats):
        lines: list[Any] = [play_line_up(game, adapter, line_up, number) for number in range(8 if WHOLE else 3)]
        seats_scored = [(line, key, score) for line in lines for key, (score, _) in line["seats"].items()]
        scores = [score for line, key, score in seats_scored if line_up.is_honest or int(key) in line["cheats"]]
        means.append(sum(scores) / len(scores))
    assert means[1] > means[0] + 0.8


@pytest.mark.parametrize(("game", "cheater"), [("incursion-point-zero", 0), ("zero-day", 1)])
def test_a_cheater_that_is_told_all_prefers_other_moves_and_the_opponent_does_not(game: str, cheater: int) -> None:
    engine, adapter, search = registry.get(game), GAMES[game], registry.get_package(game).search
    assert search is not None
    position, preferred = play.begin(engine, {}, 2), 0
    for by, do in simulate(game, "told"):
        state, listed = position.state, None if by is None else engine.legal(position.state, by)
        if listed and by is not None:
            told = with_truth(search, adapter, state, cheater, "told")
            assert told.determinizer(cheater, None, None)(Random(1)) is state
            plain, own = (list(one.candidates(state, by, list(listed), Random(2))) for one in (search, told))
            if by == cheater:
                preferred += plain != own
            else:
                assert plain == own
        position = play.advance(engine, position, by, do)
    assert preferred


def test_partners_in_zero_day_score_as_a_pair() -> None:
    adapter = GAMES["zero-day"]
    line_up = LineUp("partners", 0, 3, Player("greedy", "greedy"), Player("cheater", "greedy", 0, "partner"))
    lines: list[Any] = [play_line_up("zero-day", adapter, line_up, number) for number in range(6 if WHOLE else 3)]
    assert sum(line["pairs"]["1-2"][0] for line in lines) / len(lines) > 2.0
