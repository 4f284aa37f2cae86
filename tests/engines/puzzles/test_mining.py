"""Mining: clear positions of finished matches become puzzles, reproducibly, and the most varied of them are shipped."""

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from engines import bots, play, record, registry
from engines.__main__ import main
from engines.puzzle_files import Puzzle, PuzzleMatch, format_puzzles, parse_puzzles
from engines.puzzle_mining.first_ratings import SOLVERS, rate
from engines.puzzle_mining.judgement import list_similar
from engines.puzzle_mining.matches import Budgets, Choice, list_critical, mine_bot_match
from engines.puzzle_mining.position_search import PositionSearch, Tried
from engines.puzzle_mining.selection import _take
from engines.puzzle_mining.wrong_actions import judge_all
from engines.puzzles import find_position, list_faults

GAME = "order-and-chaos"
SMALL = Budgets(positions=8, screen=40, confirm=200)


def mine(seed: str) -> PuzzleMatch:
    adapter = registry.get_package(GAME).search
    assert adapter is not None
    return mine_bot_match(registry.get(GAME), adapter, seed, 0, SMALL)


@pytest.fixture(scope="module")
def mined() -> PuzzleMatch:
    """The first match with several puzzles; the same seed gives the same match and puzzles."""
    seed, match = next((seed, match) for seed in map(str, range(22, 60)) if len((match := mine(seed)).puzzles) > 1)
    assert mine(seed) == match
    return match


def test_puzzles_are_choices_with_one_clearly_best_action_all_others_known_as_wrong_and_stand_apart(mined: PuzzleMatch) -> None:
    engine, replies = registry.get(GAME), 0
    for puzzle in mined.puzzles:
        found = find_position(mined, puzzle)
        assert len(found.legal) >= 3
        assert puzzle.value - puzzle.second >= 0.059
        assert puzzle.second == max(wrong.value for wrong in puzzle.wrong) <= 0.9
        assert sorted([puzzle.answer, *(wrong.do for wrong in puzzle.wrong)]) == sorted(found.legal)
        for wrong in filter(lambda one: one.reply, puzzle.wrong):
            after = engine.apply(found.position.state, puzzle.seat, engine.decode(wrong.do))
            assert wrong.reply in (bots.list_legal_actions(engine, after, wrong.by) or ())
            replies += 1
    assert replies
    entries = sorted(puzzle.entry for puzzle in mined.puzzles)
    assert all(later - earlier >= 4 for earlier, later in itertools.pairwise(entries))
    assert len({(puzzle.seat, puzzle.answer) for puzzle in mined.puzzles}) == len(mined.puzzles), "no answer comes twice"


def test_an_answer_that_is_not_the_best_of_all_actions_is_dropped(mined: PuzzleMatch) -> None:
    best = max(mined.puzzles, key=lambda puzzle: puzzle.value - puzzle.second)
    other = replace(best, id="0123456789ab", answer=best.wrong[0].do, wrong=())
    adapter = registry.get_package(GAME).search
    assert adapter is not None
    kept = judge_all(replace(mined, puzzles=(replace(best, value=0.5, wrong=()), other)), adapter, SMALL.confirm)
    assert kept.puzzles == (best,)


def test_the_positions_that_are_searched_are_those_after_which_the_value_soon_changes_most() -> None:
    position = play.begin(registry.get(GAME), {}, 2)

    def critical(values: list[float], end: tuple[float, float]) -> list[int]:
        choices = [Choice(entry, 0, position, (value, 1 - value)) for entry, value in enumerate(values)]
        return [choice.entry for choice in list_critical(choices, end, 8)]

    assert critical([0.5] * 20 + [0.4] + [0.9] * 20, (1.0, 0.0)) == list(range(13, 21))
    assert critical([0.5] * 20, (0.0, 1.0)) == list(range(12, 20)), "the end of a match counts as a change of value"


def test_actions_like_the_answer_that_the_search_left_out_are_compared_with_it() -> None:
    found = PositionSearch((Tried("stack Tax 3", 90, 0.8), Tried("stack Tax 4", 9, 0.5), Tried("stack Purge 3", 1, 0.5)))
    legal = ["init 3", "resolve Tax", "stack Purge 3", "stack Tax 3", "stack Tax 4", "stack Tax 5"]
    assert list_similar("stack Tax 3", legal, found) == ["stack Purge 3", "stack Tax 5"]
    assert list_similar("init 3", legal, found) == []


def test_a_puzzle_that_weak_solvers_find_is_rated_lower_than_one_that_only_strong_ones_find() -> None:
    easy = rate([(rating, 1.0) for rating in SOLVERS.values()])
    middling = rate([(rating, float(rating > 1200)) for rating in SOLVERS.values()])
    hard = rate([(rating, 0.0) for rating in SOLVERS.values()])
    assert easy < middling < hard
    assert rate([]) == 1500


def test_the_choice_takes_puzzles_of_all_ratings_alike_and_the_clearest_first() -> None:
    easy = [Puzzle(f"easy{n:08}", 1, 0, "a", 0.9, 0.1 * n, 1000) for n in range(5)]
    hard = [Puzzle(f"hard{n:08}", 1, 0, "a", 0.9, 0.5, 1800) for n in range(2)]
    taken = [puzzle.id for _, puzzle in _take([*easy, *hard], 4)]
    assert set(taken) == {"easy00000000", "easy00000001", "hard00000000", "hard00000001"}


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(argv)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_command_mines_records_and_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, ledger = tmp_path / "match.jsonl", tmp_path / "ledger.jsonl"
    lines = record.format_lines(bots.simulate(registry.get(GAME), {}, ["greedy", "random"], "3"))
    source.write_text("".join(lines), "utf-8")
    asked = ("puzzles", GAME, "--records", str(source), "--ledger", str(ledger))
    code, printed, _ = run(capsys, *asked)
    assert code == 0
    assert "from 1 matches" in printed
    text = ledger.read_text("utf-8")
    assert list(list_faults(parse_puzzles(text, "x"), GAME)) == []
    ledger.write_text(text + '{"record":"cut o', "utf-8")
    assert run(capsys, *asked)[:2] == (0, printed)
    assert ledger.read_text("utf-8") == text


def test_the_command_judges_a_ledger_again(mined: PuzzleMatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = tmp_path / "ledger.jsonl"
    unclear = replace(mined.puzzles[0], id="0123456789ab", answer=mined.puzzles[0].wrong[-1].do, wrong=())
    ledger.write_text(format_puzzles([replace(mined, puzzles=(*mined.puzzles, unclear))]), "utf-8")
    code, _, _ = run(capsys, "puzzles", GAME, "--ledger", str(ledger), "--again")
    kept = parse_puzzles(ledger.read_text("utf-8"), "x").puzzles
    assert code == 0
    assert unclear.id not in kept
    assert all(len(puzzle.wrong) > 1 for puzzle in kept.values())


@pytest.mark.parametrize(("game", "cut"), [("field-tactics", 0), (GAME, 1)])
def test_foreign_and_open_records_are_refused(game: str, cut: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, ledger = tmp_path / "given.jsonl", tmp_path / "ledger.jsonl"
    lines = list(bots.simulate(registry.get(game), {"quiet_turn_limit": 5}, ["random", "random"], "3"))
    source.write_text("".join(record.format_lines(lines[: len(lines) - cut])), "utf-8")
    for name, told in ((str(source), "finished matches of order-and-chaos"), ("nowhere.jsonl", "nowhere.jsonl")):
        code, _, error = run(capsys, "puzzles", GAME, "--records", name, "--ledger", str(ledger))
        assert code == 2
        assert told in error
