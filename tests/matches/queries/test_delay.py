"""A delay for spectators: they see what was, as it was; nothing tells them that there is more."""

import json
from copy import copy
from datetime import datetime, timedelta
from html import unescape
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from league.people.models import Player
from matches import record_check
from matches.actions import referee
from matches.actions.adjudication import adjudicate
from matches.actions.close import hold_for_review, purge_snapshots, record_snapshot
from matches.actions.offers import respond_to_offer
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Match, Presence, SpectatorSnapshot
from matches.offers import CASUAL_POLICY
from matches.queries import board_view, history, match_lists, record_verification, replay
from matches.queries.history import find_result
from matches.stream import snapshots
from tests.factories import NOON, PlayerFactory
from tests.matches.conftest import NO_OUTAGE, S, StartMatch, TwoPlayerMatch
from tests.matches.watching import snapshot

DELAY = timedelta(seconds=60)
MS = timedelta(milliseconds=1)


class Hand:
    """A clock that stands where it was put."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Hand:
    hand = Hand()
    for module in (board_view, history, match_lists, replay, snapshots):
        monkeypatch.setattr(module, "now", hand)
    return hand


@pytest.fixture(scope="module")
def begun_match(module_rows: None) -> TwoPlayerMatch:
    """A match with a delay, both armies set up, Red to move."""
    with patch(NO_OUTAGE, lambda: False):
        made = TwoPlayerMatch(NOON, TimeControl(), advantage="red")
        Match.objects.filter(pk=made.id).update(delay_ms=60_000)
        made.at += 10 * S
        return made.begin()


@pytest.fixture
def table(begun_match: TwoPlayerMatch, start_match: StartMatch, clock: Hand, monkeypatch: pytest.MonkeyPatch) -> TwoPlayerMatch:
    monkeypatch.setattr(record_check, "WALL_S", 300)
    monkeypatch.setattr(record_verification, "check_in_subprocess", record_check.check_record)
    clock.at = begun_match.at
    return copy(begun_match)


def page(table: TwoPlayerMatch, player: Player | None = None) -> dict[str, Any]:
    client = Client()
    if player is not None:
        client.force_login(player)
    answer: dict[str, Any] = client.get(f"/api/v1/matches/{table.id}/").json()
    return answer


def test_spectators_see_every_step_so_much_later_with_its_hash_and_players_at_once(table: TwoPlayerMatch, clock: Hand) -> None:
    began = table.at - 3 * S
    entries = list(table.row.entries.values_list("n", "at", "hash"))
    for seconds in (0, 30, *range(57, 66)):
        clock.at = began + seconds * S
        due = [(n, made) for n, at, made in entries if at <= clock.at - DELAY]
        shown: Any = page(table)
        assert (shown["entry"], shown["hash"]) == (due[-1] if due else (0, ""))
        assert [(line["n"], line["hash"]) for line in shown["log"]] == due
        if clock.at < began + DELAY - 3 * S:
            assert (shown["status"], shown["view"], shown["to_act"]) == ("open", None, []), "it has not begun for spectators"
            assert shown["can"]["take_seat"] is False
    assert page(table, table.red)["entry"] == 3


def test_clocks_are_those_of_the_moment_shown_and_so_is_a_match_held_for_review(table: TwoPlayerMatch, clock: Hand) -> None:
    live, then = table.at, page(table, table.red)["clock"]
    hold_for_review(match_id=table.id, at=table.at + MS)
    clock.at = live + DELAY
    assert (page(table)["clock"], page(table)["status"]) == (then, "playing")
    clock.at += MS
    assert page(table)["status"] == "review"


def test_a_flag_that_falls_late_is_told_a_delay_after_it_was_written(table: TwoPlayerMatch) -> None:
    fell = table.row.deadline_at
    adjudicate(match_id=table.id, at=fell + 30 * S)
    assert (table.row.closed_at, table.row.held_until) == (fell, fell + 30 * S + DELAY)


def test_an_end_is_kept_from_everybody_but_the_players_until_the_delay_is_over(table: TwoPlayerMatch, clock: Hand) -> None:
    clock.at = table.at + DELAY
    before = page(table)
    table.say(0, "resign")
    over = table.row.closed_at
    assert table.row.held_until == over + DELAY
    assert page(table)["entry"] == before["entry"] == 3
    assert page(table)["status"] == "playing"
    assert page(table, table.blue)["status"] == "closed"
    ids = [table.id]
    clock.at = over + DELAY - S
    assert [one.match_id for one in match_lists.list_home_matches(6).live] == ids
    listed = match_lists.load_listed(ids)[table.id]
    assert (listed.status, listed.winner, listed.outcome_text, listed.closed_at, listed.entry) == (
        "playing", None, "", None, 3,
    )  # fmt: skip
    assert history.list_playing(table.red.pk) == ids
    assert history.list_history(table.red.pk).played == [] == history.count_pair_results(table.red.pk, table.blue.pk)
    assert find_result(table.id, clock.at) is None
    clock.at = over + DELAY
    assert page(table)["status"] == match_lists.load_listed(ids)[table.id].status == "closed"
    assert match_lists.list_home_matches(6).live == [] == history.list_playing(table.red.pk)
    assert len(history.list_history(table.red.pk).played) == len(history.count_pair_results(table.red.pk, table.blue.pk)) == 1
    assert find_result(table.id, clock.at) is not None


def test_a_replay_and_a_record_wait_as_well_but_not_for_the_players_and_its_versions_for_streams(
    table: TwoPlayerMatch, clock: Hand
) -> None:
    clock.at = table.at + DELAY
    table.say(0, "resign")
    before = snapshots.load_versions([table.id])
    clock.at = table.at + DELAY - S
    assert snapshots.load_versions([table.id]) == before
    for ask in (lambda who: list(replay.iter_frames(table.id, "all", who)), lambda who: replay.build_record(table.id, who)):
        with pytest.raises(ActionError, match="isn't over"):
            ask(None)
        assert ask(table.blue.pk)
    clock.at = table.at + DELAY
    assert replay.build_record(table.id) == replay.build_record(table.id, table.red.pk)
    assert snapshots.load_versions([table.id]) != before


def test_a_check_of_the_record_waits_as_well_but_neither_for_players_nor_at_desks(table: TwoPlayerMatch, clock: Hand) -> None:
    table.say(0, "resign")
    clock.at = table.at + DELAY - S
    check, kept = f"/matches/{table.id}/verify/", replay.build_record(table.id, table.red.pk)
    people = {None: 409, PlayerFactory(): 409, table.red: 200, table.blue: 200}

    def answers(player: Player | None) -> tuple[int, int, bool]:
        client = Client()
        if player is not None:
            client.force_login(player)
        page, held = client.get(check), client.post("/verify/", {"record": kept}).content.decode()
        at_the_desk = client.get(f"/desk{check}").status_code
        return page.status_code, at_the_desk, "the same match, action for action" in held

    for player, status in people.items():
        assert answers(player) == (status, 302 if player is None else 403, status == 200)
    assert answers(PlayerFactory(is_superuser=True)) == (409, 200, False)
    for guess in (kept, kept.replace(table.row.last_hash, "0" * 64)):  # what was done since cannot be tried out
        told = Client().post("/verify/", {"record": guess}).content.decode()
        assert "doesn't compare records with its own log" in unescape(told)
        assert "ends with" not in told
    clock.at = table.at + DELAY
    assert {answers(player)[::2] for player in people} == {(200, True)}


def test_a_reader_who_was_a_player_gets_no_young_line_by_an_old_mark(table: TwoPlayerMatch, clock: Hand) -> None:
    clock.at = table.at + DELAY - S
    found = snapshot(table.id, [2, 3, 99], [None])
    for cursor in (0, 2, 3, 99):
        shown = json.loads(found.board(None, cursor))
        assert (shown["entry"], max((line["n"] for line in shown["log"]), default=2)) == (2, 2)


def test_only_what_may_still_be_shown_is_kept(table: TwoPlayerMatch, start_match: StartMatch) -> None:
    plain = start_match()
    assert not SpectatorSnapshot.objects.filter(match=plain.id).exists(), "without a delay nothing is kept"
    for minutes in range(5):
        record_snapshot(table.row, table.at + minutes * DELAY)
    ages = [table.at + 4 * DELAY - one.written_at for one in SpectatorSnapshot.objects.filter(match=table.id).order_by("-pk")]
    assert ages == [0 * S, DELAY, 2 * DELAY]  # the last for those whose clock is a little behind
    table.say(0, "resign")
    purge_snapshots(table.at + DELAY - S)
    assert SpectatorSnapshot.objects.filter(match=table.id).exists()
    purge_snapshots(table.at + DELAY)
    assert not SpectatorSnapshot.objects.filter(match=table.id).exists()


def test_pauses_questions_rulings_and_absences_reach_spectators_as_late_as_moves(table: TwoPlayerMatch, clock: Hand) -> None:
    Match.objects.filter(pk=table.id).update(terms=CASUAL_POLICY.dump())
    clock.at = table.at + DELAY
    before = page(table)
    assert (before["status"], before["asked"], before["paused_until"], before["ruling"]) == ("playing", [], None, None)
    Presence.objects.create(match_id=table.id, seat=1, seen_at=table.at, gone_at=table.at)
    assert (len(page(table, table.red)["gone"]), page(table)["gone"]) == (1, [])
    table.at = clock.at
    respond_to_offer(match_id=table.id, player_id=table.red.pk, kind="pause", do="offer", at=table.at)
    assert (len(page(table, table.blue)["asked"]), page(table)["asked"]) == (1, [])
    respond_to_offer(match_id=table.id, player_id=table.blue.pk, kind="pause", do="accept", at=table.at)
    assert (page(table, table.blue)["status"], page(table)["status"]) == ("paused", "playing")
    assert table.id in [one.match_id for one in match_lists.list_home_matches(6).live]
    referee.annul(match_id=table.id, why="The room is on fire.", at=table.at + S)
    assert (page(table, table.blue)["status"], page(table)["status"], page(table)["ruling"]) == ("void", "playing", None)
    clock.at += DELAY
    assert (page(table)["status"], page(table)["ruling"]) == ("paused", None)
    referee.reinstate(match_id=table.id, why="It was not.", at=clock.at)
    clock.at += S
    late = page(table)
    assert (late["status"], late["ruling"]["word"]) == ("void", "annul")
    assert page(table, table.blue)["status"] == "paused"
    clock.at += DELAY
    assert (page(table)["status"], page(table)["paused_until"]) == ("paused", None)
