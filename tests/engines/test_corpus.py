"""Fifty finished matches of each version of each game replay to the same hashes, whatever becomes of the code."""

import gzip

import pytest

from engines import record, record_packing, registry
from engines.record import BadRecord, Record
from engines.verification import checks
from tests.engines.make_corpus import corpus_file
from tests.thorough import WHOLE

VERSIONS = [(key, version) for key in registry.keys() for version in registry.versions(key)]  # noqa: SIM118
every_version = pytest.mark.parametrize(("key", "version"), VERSIONS)


def kept(key: str, version: int = 1) -> list[Record]:
    """The records of a version's corpus; BadRecord where a hash is not the one that was kept."""
    text = record_packing.unpack(gzip.decompress(corpus_file(key, version).read_bytes()))
    return record.parse_records(text, strict=True)


def difference(kept_record: Record) -> str | None:
    """The match and the entry at which a replay differs, or None."""
    try:
        checks.check_record(kept_record)
    except BadRecord as fault:
        name, entry = kept_record.header["match"], fault.line - kept_record.first_line
        return f"match {name}, entry {entry}: {fault}"
    return None


@every_version
def test_the_corpus_replays_to_the_same_hashes(key: str, version: int) -> None:
    """Here some of them, in `make prove` all; of the newest version more than of the others."""
    records, newest = kept(key, version), registry.versions(key)[-1] == version
    assert len(records) >= 50
    assert {one.engine.version for one in records} == {version}
    chosen = records if WHOLE else records[:: 4 if newest else 10]
    assert [told for one in chosen if (told := difference(one)) is not None] == []


@pytest.mark.prove
@every_version
def test_the_corpus_has_all_seat_counts_and_the_common_words(key: str, version: int) -> None:
    records, engine = kept(key, version), registry.get(key, version)
    reasons = {one.closing["outcome"]["reason"] for one in records if one.closing}
    assert {one.seats for one in records} == set(engine.seat_counts)
    assert reasons & {"time", "resigned", "disqualified", "no-show"}
    assert reasons - {"time", "resigned", "disqualified", "no-show", "double-forfeit"}
    assert len({str(one.options) for one in records}) > 1
    assert len({one.header["match"] for one in records}) == len(records)


def test_a_match_that_differs_is_named_with_its_entry() -> None:
    one = kept("field-tactics")[3]
    entries = [dict(made) for made in one.entries]
    at = next(n for n, made in enumerate(entries) if made.get("note"))
    entries[at]["note"] += "?"
    last = entries[at]["prev"]
    for made in entries[at:]:
        made["prev"] = last
        made["hash"] = last = record.hash_entry(last, made)
    told = difference(Record(one.engine, one.options, one.seats, one.header, entries, one.closing, one.first_line))
    assert told is not None
    assert told.startswith(f"match {one.header['match']}, entry {at + 1}: ")
