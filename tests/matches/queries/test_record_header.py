"""The header of a record names site, players, event and options, and all of it is signed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engines import hash_chain, record, record_packing
from engines.verification import checks
from league.account.deletion import delete_account
from matches.models import Match
from matches.queries.record_verification import list_keys
from matches.queries.replay import build_record
from tests.matches.conftest import TwoPlayerMatch

StartMatch = Callable[..., TwoPlayerMatch]


def ended(start_match: StartMatch) -> TwoPlayerMatch:
    table = start_match().begin()
    table.say(0, "resign")
    return table


def lines_of(table: TwoPlayerMatch) -> list[dict[str, Any]]:
    return [json.loads(line) for line in build_record(table.id).splitlines()]


def rehashed(lines: list[dict[str, Any]]) -> str:
    """The record of somebody who can compute all hashes anew, but has no key."""
    last = record.hash_header(lines[0])
    for made in lines[1:-1]:
        made["prev"] = last
        made["hash"] = last = record.hash_entry(last, made)
    return "".join(record.format_lines(lines))


def test_the_header_names_site_players_and_event(start_match: StartMatch, settings: Any) -> None:
    settings.SITE_URL = "https://league.example.org"
    table = ended(start_match)
    head = lines_of(table)[0]
    assert (head["format"], head["site"], head["event"]) == ("league-zero/2", "https://league.example.org", None)
    assert [(one["id"], one["name"]) for one in head["players"]] == [
        (str(player.pk), str(player)) for player in (table.red, table.blue)
    ]


def test_names_are_those_at_the_start_of_the_match(start_match: StartMatch) -> None:
    table = start_match().begin()
    before = str(table.red)
    type(table.red).objects.filter(pk=table.red.pk).update(display_name="Somebody else")
    table.say(0, "resign")
    assert lines_of(table)[0]["players"][0]["name"] == before
    assert checks.find_fault(build_record(table.id), list_keys()[0].public_key) is None


@pytest.mark.parametrize(
    ("key", "value"),
    [("site", "https://elsewhere.org"), ("event", {"id": "1", "name": "Cup", "place": "Final"}), ("match", "12345")],
)
def test_no_part_of_the_header_can_be_changed(start_match: StartMatch, key: str, value: Any) -> None:
    lines = lines_of(ended(start_match))
    lines[0][key] = value
    assert checks.find_fault("".join(record.format_lines(lines))) is not None
    assert checks.find_fault(rehashed(lines)) is not None


def test_a_player_cannot_be_renamed_or_exchanged(start_match: StartMatch) -> None:
    table = ended(start_match)
    lines = lines_of(table)
    lines[0]["players"][0]["name"] = "A better player"
    assert "does not match its seal" in str(checks.find_fault("".join(record.format_lines(lines))))
    lines = lines_of(table)
    lines[0]["players"].reverse()
    assert checks.find_fault(rehashed(lines)) is not None
    lines = lines_of(table)
    lines[0]["players"].pop()
    assert "2 players" in str(checks.find_fault(rehashed(lines)))


def test_a_record_of_a_site_without_its_signature_is_refused(start_match: StartMatch) -> None:
    lines = lines_of(ended(start_match))
    lines[-1] |= {"public_key": None, "signature": None}
    del lines[-1]["key_id"], lines[-1]["signed_at"]
    assert "must be signed, but this one is not" in str(checks.find_fault(rehashed(lines)))


@pytest.mark.parametrize("key", ["key_id", "signed_at", "public_key", "signature"])
def test_nothing_of_the_signature_may_be_missing(start_match: StartMatch, key: str) -> None:
    lines = lines_of(ended(start_match))
    del lines[-1][key]
    assert f"The key {key!r} is missing" in str(checks.find_fault(rehashed(lines)))


def test_when_it_was_signed_is_signed_too(start_match: StartMatch) -> None:
    lines = lines_of(ended(start_match))
    lines[-1]["signed_at"] += 1
    assert "The signature is invalid" in str(checks.find_fault(rehashed(lines)))


def test_it_packs_and_unpacks(start_match: StartMatch) -> None:
    text = build_record(ended(start_match).id)
    assert record_packing.unpack(record_packing.pack(text)) == text


def test_a_match_that_began_before_keeps_its_header_and_still_verifies(start_match: StartMatch) -> None:
    table = start_match().begin()
    old = json.loads(json.dumps(lines_before_the_site(table)))
    Match.objects.filter(pk=table.id).update(about=None, last_hash=old[-1]["hash"])
    for made in old[1:]:
        table.row.entries.filter(n=made["n"]).update(prev=made["prev"], hash=made["hash"])
    table.say(0, "resign")
    text = build_record(table.id)
    assert json.loads(text.splitlines()[0])["format"] == "league-zero/1"
    assert checks.find_fault(text, list_keys()[0].public_key) is None


def lines_before_the_site(table: TwoPlayerMatch) -> list[dict[str, Any]]:
    """The log so far as it was kept before headers named a site."""
    from matches.actions.start import build_header
    from matches.queries.replay import build_log
    from matches.queries.seats import read_seats

    match = table.row
    match.about = None
    made: list[dict[str, Any]] = [build_header(match, read_seats(match.pk)), *build_log(match.pk)]
    last = record.hash_header(made[0])
    for one in made[1:]:
        one["prev"] = last
        one["hash"] = last = record.hash_entry(last, one)
    return made


def test_the_name_goes_with_the_account_and_the_record_stays_valid(start_match: StartMatch, at: Any) -> None:
    table = ended(start_match)
    before = lines_of(table)
    table.red.set_password("a long password 1")
    table.red.save()
    delete_account(player_id=table.red.pk, password="a long password 1", at=at)
    head = lines_of(table)[0]
    assert set(head["players"][0]) == {"id", "sealed"}
    assert head["players"][1] == before[0]["players"][1]
    assert hash_chain.hash_header(head) == hash_chain.hash_header(before[0])
    assert checks.find_fault(build_record(table.id), list_keys()[0].public_key) is None
