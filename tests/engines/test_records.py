"""Records: written, read, verified; every flipped byte is found, and every broken file is told of in one sentence."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engines import record, registry
from engines.record import BadRecord
from engines.verification import checks
from tests.engines.flipping import KEY, unfound
from tests.engines.games import withheld
from tests.engines.record_lines import objects, rewritten, text_of
from tests.thorough import WHOLE

HERE = Path(__file__).parent
RECORDS = HERE / "records"
INDEX = {
    index.parent / known["file"]: known
    for index in sorted(HERE.glob("**/records/index.toml"))
    for known in tomllib.loads(index.read_text("utf-8"))["record"]
}
ENDS = {
    "engines": {"base", "double-forfeit", "duel", "last-piece", "no-show", "resigned", "stalled", "time"},
    "incursion_point_zero": {"secured", "held"},
    "order_and_chaos": {
        *("occupation", "blocked", "quiet", "repetition", "classroom"), *("resigned", "time", "double-forfeit"),
    },
    "zero_day": {"progress", "info", "round-limit", "time", "resigned", "double-forfeit"},
}  # fmt: skip
"""By folder, how its kept records end; those of Field Tactics stand here, those of Zero Order are playthroughs."""
PUBLIC_KEY = KEY.public_key().public_bytes_raw().hex()
SIGNED = (RECORDS / "resigned.jsonl").read_text("utf-8")
UNSIGNED = (RECORDS / "base.jsonl").read_text("utf-8")


def forged(text: str, change: Callable[[list[dict[str, Any]]], Any], key: Ed25519PrivateKey = KEY) -> str:
    lines = objects(text)
    change(lines)
    return rewritten(lines, key)


@pytest.mark.parametrize("path", INDEX, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_kept_record_replays_to_the_same_hashes_and_is_written_anew_byte_for_byte(path: Path) -> None:
    known, text = INDEX[path], path.read_text("utf-8")
    assert checks.find_fault(text) is None
    read = record.parse_record(text)
    *_, last = read.positions()
    assert (list(last.outcome.ranks), last.outcome.reason) == (known["ranks"], known["reason"])
    assert checks.check_chain(read) == known["last_hash"]
    assert text_of(objects(text)) == text


@pytest.mark.parametrize("folder", ENDS)
def test_the_kept_records_of_a_game_end_in_every_way_and_each_has_its_hash(folder: str) -> None:
    kept = {path: known for path, known in INDEX.items() if path.parts[-3] == folder}
    assert {known["reason"] for known in kept.values()} == ENDS[folder]
    (records,) = {path.parent for path in kept}
    assert set(records.glob("*.jsonl")) == set(kept)


@pytest.mark.parametrize("text", [SIGNED, UNSIGNED], ids=["signed", "unsigned"])
def test_every_flipped_bit_is_found(text: str) -> None:
    rng, sound = Random(7), text.encode()
    for _ in range(400 if WHOLE else 80):
        at, bit = rng.randrange(len(sound)), 1 << rng.randrange(8)
        found = checks.find_fault(sound[:at] + bytes([sound[at] ^ bit]) + sound[at + 1 :])
        assert found is not None, f"byte {at} of {sound[max(0, at - 20) : at + 20]!r}"
        assert found.startswith("Line ")
        assert "\n" not in found.replace("\\n", "")


@pytest.mark.parametrize("key", registry.keys())
def test_every_changed_byte_of_a_signed_record_with_clocks_is_found(key: str) -> None:
    assert list(unfound(key, 12, "test")) == []


def test_a_record_cut_short_is_found_at_every_line() -> None:
    lines = SIGNED.splitlines(keepends=True)
    for count in range(0, len(lines), 1 if WHOLE else 5):
        assert checks.find_fault("".join(lines[:count])) is not None
        assert checks.find_fault("".join(lines[:count]) + lines[count][: len(lines[count]) // 2]) is not None


def test_a_signature_is_asked_for_by_key_and_a_record_changed_after_signing_is_found() -> None:
    assert checks.find_fault(SIGNED, PUBLIC_KEY) is None
    assert checks.find_fault(SIGNED, PUBLIC_KEY.upper()) is None
    assert "a different key" in str(checks.find_fault(SIGNED, "00" * 32))
    assert "not signed" in str(checks.find_fault(UNSIGNED, PUBLIC_KEY))
    lines = objects(SIGNED)
    lines[-1]["signature"] = None
    assert "The public key or the signature is missing" in str(checks.find_fault(text_of(lines)))
    stranger = Ed25519PrivateKey.from_private_bytes(bytes(32))
    foreign = forged(SIGNED, lambda lines: None, stranger)
    assert checks.find_fault(foreign) is None, "a sound record of a stranger is sound"
    assert "a different key" in str(checks.find_fault(foreign, PUBLIC_KEY))


def line(at: int, /, **changed: Any) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: lines[at].update(changed)


def without(at: int, key: str) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: lines[at].pop(key)


OTHER_DRAW = {"advantage red": "advantage blue", "advantage blue": "advantage red"}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (line(6, do="A1-A8"), "is not legal"),
        (lambda lines: lines[1].update(do=OTHER_DRAW[lines[1]["do"]]), "but the seed gives"),
        (lambda lines: lines[5].update(by=1 - lines[5]["by"]), "is not legal"),
        (lambda lines: lines[5].update(note=lines[5]["note"][:-2] + "SP"), "; expected 'E5xE4x C1'"),
        (line(2, note="hello"), "The note is 'hello'; expected ''"),
        (lambda lines: lines[2].update(do=lines[2]["do"].upper()), "canonical form"),
        (without(3, "sealed"), "A secret action is not sealed"),
        (line(2, sealed="00" * 32), "An open action is sealed"),
        (line(3, sealed="00" * 32), "The seal does not match"),
        (lambda lines: lines[-1]["outcome"]["ranks"].reverse(), "but the entries give"),
        (line(-1, outcome=None), "but the entries give"),
        (line(-1, seed="00" * 32), "does not match the hash in the header"),
        (line(0, match="another"), "Line"),
        (lambda lines: lines[0]["options"].update(advantage="red"), "action was not expected here"),
        (lambda lines: lines.pop(-2), "but the entries give"),
        (lambda lines: lines.insert(6, {"n": 6, "by": None, "do": "abort 0"}), "The match was aborted"),
    ],
)
def test_a_forger_who_computes_the_hashes_anew_is_found(change: Any, fault: str) -> None:
    assert checks.find_fault(forged(SIGNED, lambda lines: None)) is None
    found = checks.find_fault(forged(SIGNED, change))
    assert fault in found


def test_a_running_match_can_be_published_without_its_secrets() -> None:
    lines = objects(SIGNED)[:7]
    public = [withheld(line) for line in lines]
    assert ["do" in line for line in public[1:]] == [True, True, False, False, True, True]
    running = record.parse_record(text_of(public))
    assert checks.check_chain(running) == lines[-1]["hash"]
    with pytest.raises(BadRecord, match="Line 4: The action is still sealed"):
        list(running.positions())


def again(at: int) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: lines.insert(at, dict(lines[at]))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (line(0, format="league-zero/3"), "Line 1: The format is 'league-zero/3'"),
        (line(0, format="league-zero/2"), "Line 1: The key 'site' is missing"),
        (line(0, format=1), "Line 1: The key 'format' must be a string"),
        (line(0, game="chess"), "Line 1: Unknown game: 'chess'"),
        (line(0, game=["field-tactics"]), "Line 1: The key 'game' must be a string"),
        (line(0, version=99), "Line 1: Unknown version of field-tactics: 99"),
        (line(0, version=True), "Line 1: The key 'version' must be a whole number"),
        (line(0, seats=3), "Line 1: Field Tactics needs 2 seats"),
        (line(0, seats=10**40), "Line 1: The key 'seats' must be a whole number"),
        (line(0, options={"speed": 1}), "Line 1: Field Tactics has no option 'speed'"),
        (line(0, options=[]), "Line 1: The key 'options' must be an object"),
        (line(0, nonces="ab"), "Line 1: The key 'nonces' must be a list of strings"),
        (line(0, nonces=["a"]), "Line 1: There must be 2 nonces"),
        (line(0, commitment="AB"), "Line 1: The key 'commitment' must be a hash"),
        (line(0, extra=1), "Line 1: The key 'extra' is unknown"), (without(0, "game"), "Line 1: The key 'game' is missing"),
        (without(0, "commitment"), "Line 1: The key 'commitment' is missing"),
        (without(0, "format"), "Line 1: The header is missing"),
        (line(2, n="2"), "Line 3: The key 'n' must be a whole number"),
        (line(2, n=7), "Line 3: The entry has number 7; expected 2"), (line(2, by=5), "Line 3: Seat 5 not found"),
        (line(2, by="red"), "Line 3: The key 'by' must be a seat number or null"),
        (line(2, do=5), "Line 3: The key 'do' must be a string"),
        (line(2, at=1.5), "Line 3: The key 'at' must be a whole number of milliseconds"),
        (line(2, left=[1, "x"]), "Line 3: The key 'left' must be a list of milliseconds"),
        (line(2, hash="xyz"), "Line 3: The key 'hash' must be a hash"),
        (line(2, hash="00"), "Line 3: The hash does not match"), (line(2, prev="00"), "Line 3: The chain is broken"),
        (line(2, surprise=1), "Line 3: The key 'surprise' is unknown"), (without(2, "do"), "Line 3: The key 'do' is missing"),
        (without(2, "hash"), "Line 3: The key 'hash' is missing"), (without(2, "n"), "Line 3: The key 'n' is missing"),
        (again(2), "Line 4: The entry has number 2; expected 3"), (again(-1), "There are lines after the closing line"),
        (without(-1, "seed"), "The key 'seed' is missing"), (without(-1, "signature"), "The key 'signature' is missing"),
        (lambda lines: lines[-1].update(outcome=5), "The key 'outcome' must be null or an object"),
        (lambda lines: lines[-1].update(outcome={"ranks": [1]}), "The key 'outcome' must be null or an object"),
        (lambda lines: lines.pop(), "The record has no closing line"),
    ],
)  # fmt: skip
def test_a_malformed_record_is_told_of_by_line_and_key(change: Any, fault: str) -> None:
    lines = objects(SIGNED)
    change(lines)
    found = checks.find_fault(text_of(lines))
    assert fault in found


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "Line 1: The record is empty"), ("\n", "Line 1: This is not valid JSON"),
        ("hello\n", "Line 1: This is not valid JSON"), ("[1]\n", "Line 1: The line must be a JSON object"),
        ("{}\n", "Line 1: The header is missing"), ('{"format":NaN}\n', "Line 1: This is not valid JSON"),
        ('{"format":1,"format":2}\n', "Line 1: The key 'format' appears twice"),
        ('{"format":' + "9" * 5000 + "}\n", "Line 1: This is not valid JSON"),
        ('{"format":' + "[" * 100_000, "Line 1: This is not valid JSON"),
        ('{ "format": 1}\n', "Line 1: The line is not in canonical form"),
        ('{"format":"' + "x" * (1 << 20) + '"}', "Line 1: The line is longer"),
        (b"\xff\xfe", "Line 1: This is not valid UTF-8 text"), (SIGNED.encode() + b"\xff", "This is not valid UTF-8 text"),
        ("\ufeff" + SIGNED, "Line 1: This is not valid JSON"),
        (SIGNED.replace("\n", "\r\n"), "Line 1: The line is not in canonical form"),
        (SIGNED.replace("\n", "\n\n", 1), "Line 2: This is not valid JSON"),
    ],
)  # fmt: skip
def test_what_is_no_record_is_told_of(text: str | bytes, fault: str) -> None:
    assert fault in str(checks.find_fault(text))


def test_a_reader_forgives_layout_that_a_verifier_does_not() -> None:
    last = len(SIGNED.splitlines())
    assert checks.find_fault(SIGNED[:-1]) == f"Line {last}: The last line has no line break."
    assert checks.find_fault(SIGNED.encode()[:-1]) == f"Line {last}: The last line has no line break."
    loose = "\r\n".join(json.dumps(line, indent=None) for line in objects(UNSIGNED))
    assert len(record.parse_record(loose).entries) == len(objects(UNSIGNED)) - 2
    assert "canonical" in str(checks.find_fault(loose))


@pytest.mark.parametrize("sign", ["x", "\x1b", "\u202e", "\u0007", "𝕏"])
def test_a_fault_quotes_a_bounded_part_of_a_record_in_one_printable_line(sign: str) -> None:
    for change in (
        line(0, game=sign * 10_000), line(0, format=sign * 10_000), line(0, options={sign * 10_000: 1}),
        line(0, **{sign * 10_000: 1}), line(0, control={sign * 10_000: 1}, began=1), line(2, do=sign * 10_000),
        line(2, note=sign * 10_000), line(2, **{sign * 10_000: 1}),
    ):  # fmt: skip
        found = checks.find_fault(forged(SIGNED, change))
        assert len(found) < 500
        assert found.isprintable()


def test_several_records_in_one_stream_are_all_verified() -> None:
    assert checks.find_fault(UNSIGNED + SIGNED) is None
    count = UNSIGNED.count("\n")
    lines = objects(SIGNED)
    lines[2]["hash"] = "00"
    assert str(checks.find_fault(UNSIGNED + text_of(lines))).startswith(f"Line {count + 3}: ")
    with pytest.raises(BadRecord, match="The second one begins here"):
        record.parse_record(UNSIGNED + SIGNED)
