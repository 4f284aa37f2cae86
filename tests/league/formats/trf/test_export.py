"""A tournament written as a report and read again is the same tournament, and is paired the same."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings, strategies as st

from league.formats.swiss.random_tournament import Chances, generate_tournament
from league.formats.swiss.tournament import Player, Tournament
from league.formats.trf import format_report, parse_report
from league.formats.trf.export import build_report
from league.formats.trf.next_round import parse_next_round
from league.formats.trf.records import Field, Person, PlayerLine

BUSY = Chances(forfeit=0.1, half_point_bye=0.1, late_entry=0.2, withdrawal=0.05, forbidden=0.05, accelerated=0.5)


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**6), st.integers(4, 14), st.integers(2, 6), st.data())
def test_a_tournament_comes_back_from_its_report(seed: int, players: int, rounds: int, data: st.DataObject) -> None:
    sent = generate_tournament(Random(seed), players, rounds, data.draw(st.integers(0, rounds - 1)), BUSY)
    paired_in = {at for one in sent.players for at, done in enumerate(one.rounds) if done.opponent}
    assume(len(paired_in) == sent.played and not all(one.absent for one in sent.players))
    assert parse_next_round(parse_report(format_report(build_report(sent, {})))).tournament == sent


def test_names_places_and_header_are_written() -> None:
    sent = Tournament((Player(1), Player(2)), rounds=3, played=0)
    people = {1: Person(name="Alm, Ada", rating="1800", federation="SUI")}
    report = parse_report(format_report(build_report(sent, people, [Field("012", "Spring Open")], ranks={1: 2, 2: 1})))
    assert report.fields("012") == [(1, Field("012", "Spring Open"))]
    assert [(one.person.name, one.rank) for _, one in report.of(PlayerLine)] == [("Alm, Ada", 2), ("", 1)]


def test_unknown_points_systems_are_not_written() -> None:
    with pytest.raises(ValueError, match="known points system"):
        build_report(Tournament((), rounds=3, played=0, win=4), {})
