"""Play-offs of groups and seasons (`ties`): who plays them, and what they decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, groupby, permutations
from random import Random
from typing import Any

from hypothesis import given, settings, strategies as st

from league.formats.groups import Groups
from league.formats.protocol import Entrant, Kind, Pairing, Round, TableRow, contests
from league.formats.season.divisions import move_entrants
from league.formats.season.format import Season
from league.formats.stages import Stage, check_stages
from tests.league.formats.playing import Event, examples, refused

GROUPS, SEASON = Groups(), Season()
CASES: tuple[tuple[Any, dict[str, Any], int], ...] = (
    (GROUPS, {"groups": 2, "top": 2}, 9),
    (GROUPS, {"groups": 1, "top": 3, "cycles": 2}, 5),
    (SEASON, {"divisions": [4, 4, 3], "moving": 1, "cycles": 1}, 11),
    (SEASON, {"divisions": [4, 3], "playoff": True, "cycles": 1}, 7),
)


class Level(Event):
    """An event most of whose regular matches are drawn."""

    def decide(self, pairing: Pairing) -> Pairing:
        drawn = pairing.key != "play-off" and not pairing.decided and self.rng.random() < 0.9
        return replace(pairing, halves=(1, 1)) if drawn else super().decide(pairing)


def outcome(played: Event, order: Sequence[Sequence[int]]) -> object:
    """What the orders of all groups or divisions decide."""
    if played.format is GROUPS:
        return tuple(frozenset(ids[: played.settings.top]) for ids in order)
    change = move_entrants(order, played.settings.moving, played.settings.playoff)
    return order[0][0], tuple(map(frozenset, change.divisions)), change.playoffs


@settings(max_examples=examples(40))
@given(st.integers(0, 2**32), st.sampled_from(CASES))
def test_all_who_are_tied_where_that_decides_something_meet_once_more_and_no_others(seed: int, case: Any) -> None:
    format, given_, size = case
    played = Level(format, {**given_, "ties": "play-off"}, size, Random(seed)).play()
    number = format.rounds_planned(played.settings, size)
    regular, extra = played.history[:number], list(contests(played.history[number:]))
    assert {one.key for one in extra} <= {"play-off"}
    assert "play-off" not in {one.key for one in contests(regular)}
    before = format.tables(replace(played.settings, ties="seed"), played.entrants, regular)
    after = format.tables(played.settings, played.entrants, played.history)
    order = [[line.entrant for line in table] for table in before.values()]
    expected: Counter[frozenset[int]] = Counter()
    for at, (name, table) in enumerate(before.items()):
        start, final = 0, []
        for _key, lines in groupby(table, key=lambda line: (line.tied, line.halves, line.figures, line.wins)):
            tied = [line.entrant for line in lines]
            end = start + len(tied)
            changed = ([*order[at][:start], *tier, *order[at][end:]] for tier in permutations(tied))
            if table[start].tied and len({outcome(played, [*order[:at], new, *order[at + 1 :]]) for new in changed}) > 1:
                expected.update(frozenset(pair) for pair in combinations(tied, 2))
            points = {one: sum(pairing.made(one) for pairing in extra if one in pairing.entrants) for one in tied}
            final += sorted(tied, key=lambda one: -points[one])
            start = end
        assert [line.entrant for line in after[name]] == final
        assert {without_rank(line) for line in after[name]} == {without_rank(line) for line in table}
    assert Counter(frozenset(pairing.entrants) for pairing in extra) == expected


def without_rank(line: TableRow) -> TableRow:
    return replace(line, rank=None)


def draw_all(format: Any, given_: dict[str, Any], entrants: Sequence[Entrant]) -> tuple[Any, list[Round]]:
    """The settings, and all regular rounds with nothing but draws."""
    checked, history = format.check({**given_, "ties": "play-off"}, len(entrants)), []
    while (made := format.next_round(checked, entrants, history)) and made[0].key != "play-off":
        history.append(tuple(one if one.decided else replace(one, halves=(1, 1)) for one in made))
    return checked, history


def test_withdrawn_entrants_are_last_and_play_no_play_off_and_equal_ones_are_ordered_by_seed() -> None:
    entrants = [Entrant(one) for one in (1, 2, 3)]
    checked, history = draw_all(GROUPS, {"groups": 1, "top": 1}, entrants)
    entrants[0] = replace(entrants[0], left=3)
    assert GROUPS.next_round(checked, entrants, history) == (Pairing((2, 3), key="play-off"),)
    for halves, kind, order in (
        ((0, 2), Kind.GAME, [3, 2, 1]), ((1, 1), Kind.GAME, [2, 3, 1]), ((0, 0), Kind.FORFEIT, [2, 3, 1]),
    ):  # fmt: skip
        ended = [*history, (Pairing((2, 3), halves, kind, "play-off"),)]
        assert GROUPS.next_round(checked, entrants, ended) is None
        assert [line.entrant for line in GROUPS.standings(checked, entrants, ended)] == order
    entrants[1] = replace(entrants[1], left=3)
    assert GROUPS.next_round(checked, entrants, history) is None


def test_the_last_wild_card_goes_to_who_wins_the_play_off_between_groups() -> None:
    entrants = [Entrant(one) for one in range(1, 7)]
    checked, history = draw_all(GROUPS, {"groups": 2, "top": 1, "wild_cards": 1}, entrants)
    for _unused in range(3):  # in their groups, 5 and 6 win, and 4 and 3 come next
        made = GROUPS.next_round(checked, entrants, history) or ()
        assert [len(set(one.entrants) & {1, 4, 5}) for one in made] == [2, 0]
        history.append(tuple(replace(one, halves=(0, 2) if one.entrants[0] < one.entrants[1] else (2, 0)) for one in made))
    (last,) = GROUPS.next_round(checked, entrants, history) or ()
    assert (last.sides, last.key) == ((3, 4), "play-off")
    history.append((replace(last, halves=(0, 2)),))
    assert GROUPS.next_round(checked, entrants, history) is None
    assert [line.entrant for line in GROUPS.standings(checked, entrants, history)][:4] == [5, 6, 4, 3]


def test_a_play_off_no_longer_counts_once_a_corrected_result_has_broken_the_tie() -> None:
    entrants = [Entrant(one) for one in (1, 2, 3)]
    checked, history = draw_all(SEASON, {"cycles": 1}, entrants)
    for _unused in range(3):
        (due,) = SEASON.next_round(checked, entrants, history) or ()
        history.append((replace(due, halves=(0, 2) if due.sides[0] < due.sides[1] else (2, 0)),))  # type: ignore[operator]
    assert [line.entrant for line in SEASON.standings(checked, entrants, history)] == [3, 2, 1]
    fixed = [tuple(replace(one, halves=(2, 0)) if one.sides == (1, 2) else one for one in made) for made in history]
    assert [line.entrant for line in SEASON.standings(checked, entrants, fixed)] == [1, 3, 2]
    assert SEASON.next_round(checked, entrants, fixed) is None


def test_play_offs_do_not_decide_who_goes_on_from_a_season() -> None:
    with refused("ties"):
        check_stages([Stage("league", {"ties": "play-off"}), Stage("single-elimination", take=4)], 8)
