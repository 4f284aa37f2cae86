"""The arena and the balance: games in a ledger that is never played twice, tables with honest intervals."""

import json
from pathlib import Path
from typing import Any

import pytest

from engines import registry
from engines.__main__ import main
from engines.bot_matches import command, runner
from engines.bot_matches.runner import BotMatch, play_match
from engines.bots import simulate
from engines.data_files import BadData

GAME = "order-and-chaos"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command in an empty directory: (exit code, output, error text)."""
    monkeypatch.chdir(tmp_path)

    def command(*argv: str) -> tuple[int, str, str]:
        code = main(argv)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return command


def arena(run: Any, *more: str) -> tuple[int, str, str]:
    return run("arena", GAME, "--games", "4", "--pairs", "greedy:random", *more)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (90, 100, 0.8256, 0.9448), (65, 100, 0.5525, 0.7364)],
)
def test_wilson_intervals_are_those_of_the_books(points: float, games: int, low: float, high: float) -> None:
    assert command.wilson_interval(points, games) == pytest.approx((low, high), abs=5e-4)


def test_a_place_that_is_shared_is_a_share_of_a_win() -> None:
    assert [command.win_share((1, 1), seat) for seat in (0, 1)] == [0.5, 0.5]
    assert [command.win_share((2, 1, 3), seat) for seat in (0, 1, 2)] == [0.0, 1.0, 0.0]
    assert command.win_share((2, 2), 0) == 0.0


def test_sides_alternate_and_a_stopped_arena_goes_on_in_processes_and_plays_nothing_twice(run: Any, tmp_path: Path) -> None:
    code, out, err = arena(run)
    book = tmp_path / "docs/arena" / f"{GAME}.jsonl"
    lines = runner.load_results(book)
    assert code == 0
    assert [line["bots"] for line in lines] == 2 * [["greedy", "random"], ["random", "greedy"]]
    assert "## Order & Chaos\n\n|  | greedy v random |\n| --- | --- |\n| Rules version | " in out
    assert f"{GAME} 4/4: random v greedy" in err
    whole = book.read_text()
    book.write_text(whole[: whole.index("\n") + 30])  # one line and a bit of the next
    _, again, err = arena(run, "--jobs", "2")
    assert err.count("\n") == 3
    timeless = [sorted(({**line, "cpu": 0} for line in found), key=str) for found in (lines, runner.load_results(book))]
    assert timeless[0] == timeless[1]
    assert again.rsplit("|", 2)[0] == out.rsplit("|", 2)[0]  # all but the CPU time
    assert arena(run)[2] == ""


def test_a_line_tells_how_to_play_the_game_again() -> None:
    line: dict[str, Any] = play_match(BotMatch(GAME, {"quiet_turn_limit": 30}, ("greedy", "random"), "1.greedy-random.7"))
    *entries, end = simulate(registry.get(GAME), line["options"], line["bots"], line["seed"])
    assert end["outcome"] == {"ranks": list(line["ranks"]), "reason": line["reason"]}
    assert sum(line["moves"]) == line["length"] == len(entries) - 1


def test_search_bots_play_each_opening_with_both_sides_first_where_nothing_is_drawn() -> None:
    defaults = next(one for one in command.load_option_sets() if (one.game, one.name) == (GAME, "defaults"))
    matches = command.balance_matches(defaults, "search", 4, "1", 3)
    assert [(one.seed[-1], one.opening) for one in matches] == [("0", 4), ("0", 5), ("1", 4), ("1", 5)]
    assert {one.opening for one in command.balance_matches(defaults, "greedy", 4, "1", 3)} == {0}
    first: dict[str, Any] = play_match(matches[0])
    assert (first["opening"], "opening" in play_match(BotMatch(GAME, {}, ("random", "random"), "x"))) == (4, False)
    assert len({runner.match_key(one.line) for one in matches}) == 4


def test_a_balance_is_measured_with_seconds_for_one_option_set_and_its_page_written(run: Any, tmp_path: Path) -> None:
    argv = ("balance", GAME, "--games", "0", "--search-games", "2", "--seconds", "0.002", "--options", "defaults")
    assert run(*argv, "--ledger", "b.jsonl", "--write", "b.md")[:2] == (0, "")
    page = (tmp_path / "b.md").read_text()
    assert "### Defaults\n\n|  | search, 0.002 s per move |\n| --- | --- |\n" in page
    assert "| Matches | 2 |\n| Won by Order | " in page
    assert "### Classroom" not in page
    searched = [line for line in runner.load_results(Path("b.jsonl")) if "seconds" in line]
    assert [(line["seconds"], line["opening"]) for line in searched] == [(0.002, 4), (0.002, 5)]
    assert run(*argv, "--ledger", "b.jsonl")[2] == "", "a line is known again by its seconds"
    assert "seconds" not in play_match(BotMatch(GAME, {}, ("greedy", "random"), "x", seconds=0.02))


def test_a_draw_counts_half_between_bots_and_is_no_win_in_the_balance() -> None:
    made = {"game": GAME, "version": 1, "options": {}, "bots": ["greedy", "greedy"], "reason": "quiet", "length": 9}
    lines = [
        {**made, "seed": f"1.greedy-random.{n}", "ranks": ranks, "moves": [5, 4], "cpu": [0.5, 0.5]}
        for n, ranks in enumerate(([1, 2], [1, 1], [2, 1], [1, 2]))
    ]
    report = command.head_to_head_report(lines)
    assert "| Rules version | 1 (current: 5) |\n| Matches | 4 |\n| Won | 1 |" in report
    assert "| Drawn | 1 |\n| Lost | 2 |\n| Share | 37.5 % (" in report
    assert "Order | 75" not in report
    assert report.endswith("| Length | 9 |\n| CPU s per move | 0.1111 |\n")
    ((_, cells),) = command.balance_columns(command.Setting(GAME, "defaults", 2, {}), lines)
    shares = [cells[label].partition(" (")[0] for label in ("Won by Order", "Won by Chaos", "Drawn")]
    assert shares == ["50.0 %", "25.0 %", "25.0 %"]


def test_a_page_is_written_from_the_ledger_and_keeps_games_by_old_rules_until_new_are_played(run: Any, tmp_path: Path) -> None:
    book = tmp_path / "docs" / "arena" / f"{GAME}.jsonl"
    assert arena(run, "--write", "arena.md")[1] == ""
    assert "## Order & Chaos\n\n|  | greedy v random |" in (tmp_path / "arena.md").read_text()
    old, present = [json.dumps({**line, "version": 1}) for line in runner.load_results(book)], book.read_text()

    def page() -> str:
        run("arena", GAME, "--games", "0", "--write", "page.md")
        return (tmp_path / "page.md").read_text()

    book.write_text("\n".join([*old, ""]))
    assert "| Rules version | 1 (current: 5) |\n| Matches | 4 |" in page()
    book.write_text("\n".join([*old, present]))
    assert "| Rules version | 5 |\n| Matches | 4 |" in page()


def test_the_page_of_the_balance_counts_every_game_of_the_ledgers() -> None:
    line = {"game": "zero-day", "options": {}, "bots": ["search"] * 2, "iterations": 3, "ranks": [1, 2], "length": 9}
    line |= {"reason": "progress", "version": 1}
    greedy = {**line, "bots": ["greedy"] * 2}
    del greedy["iterations"]
    others = [{**line, "bots": ["search"] * 3}, {**line, "options": {"advanced": True}}, {**line, "game": "zero-order"}]
    defaults = command.Setting("zero-day", "defaults", 2, {})
    found = command.balance_columns(defaults, [line, greedy, *others, line, greedy])
    found += command.balance_columns(command.Setting("zero-day", "advanced", 2, {"advanced": True}), others)
    assert [(heading, cells["Matches"]) for heading, cells in found] == [
        ("greedy", "2"), ("search, 3 iterations", "2"), ("search, 3 iterations", "1"),
    ]  # fmt: skip


def test_a_broken_ledger_is_named(run: Any, tmp_path: Path) -> None:
    (tmp_path / "l.jsonl").write_text("nonsense\n")
    code, _, err = arena(run, "--ledger", "l.jsonl")
    assert code == 2
    assert "l.jsonl:1" in err


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({"option_set": [{}]}, "f: option_set[0].name: missing key"),
        ({"option_set": [{"name": "x", "options": {"speed": 1}}]}, "f: option_set[0].speed"),
        ({"option_set": [{"name": "x", "seats": 3}]}, "f: option_set[0].seats"),
        ({"option_set": [{"name": "x", "sets": 3}]}, "f: option_set[0].sets: unknown key"),
    ],
)
def test_a_bad_option_set_is_named(raw: dict[str, Any], told: str) -> None:
    with pytest.raises(BadData) as caught:
        command.parse_option_sets(GAME, raw, "f")
    assert str(caught.value).startswith(told)


def test_every_game_is_measured_at_its_defaults() -> None:
    defaults = {one.game for one in command.load_option_sets() if one.options == {} and one.name == "defaults"}
    assert defaults == set(registry.keys())
