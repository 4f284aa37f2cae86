"""Fifty finished matches of each version of each game replay to the same hashes, whatever becomes of the code."""

import gzip

import pytest

from engines import record, record_packing, registry
from engines.record import Record
from engines.verification import checks
from tests.engines.make_corpus import corpus_file
from tests.thorough import WHOLE

VERSIONS = [(key, version) for key in registry.keys() for version in registry.versions(key)]  # noqa: SIM118
every_version = pytest.mark.parametrize(("key", "version"), VERSIONS)


def kept(key: str, version: int = 1) -> list[Record]:
    """The records of a version's corpus; BadRecord where a hash is not the one that was kept."""
    text = record_packing.unpack(gzip.decompress(corpus_file(key, version).read_bytes()))
    return record.parse_records(text, strict=True)


@every_version
def test_the_corpus_replays_to_the_same_hashes(key: str, version: int) -> None:
    """Here some of them, in `make prove` all; of the newest version more than of the others."""
    records, newest = kept(key, version), registry.versions(key)[-1] == version
    assert len(records) >= 50
    assert {one.engine.version for one in records} == {version}
    chosen = records if WHOLE else records[:: 4 if newest else 10]
    for one in chosen:
        checks.check_record(one)


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
