"""The packed form gives every record back byte for byte, is short, and broken ones are told of by their line."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines import record_packing, registry
from engines.__main__ import main
from engines.bench import add_times
from engines.bots import simulate
from engines.record import BadRecord
from engines.verification import checks
from tests.engines.games import withheld
from tests.engines.record_lines import objects, rewritten, text_of
from tests.thorough import WHOLE

HERE = Path(__file__).parent
FILES = sorted(path for path in HERE.glob("**/*.jsonl") if '"hash"' in path.read_text("utf-8"))  # else bare actions
SIGNED = (HERE / "records" / "resigned.jsonl").read_text("utf-8")
PACKED = record_packing.pack(SIGNED)
DRAW = PACKED.splitlines()[2].split("\t")[1]
MATCHES = 30 if WHOLE else 3


def third(line: str) -> str:
    """PACKED with another line of its first entry, the draw of the advantage."""
    lines = PACKED.splitlines(keepends=True)
    return "".join([*lines[:2], line + "\n", *lines[3:]])


def test_kept_records_of_all_games_come_back_byte_for_byte() -> None:
    texts = [path.read_text("utf-8") for path in FILES[:: 1 if WHOLE else 5]]
    assert [record_packing.unpack(record_packing.pack(text)) for text in texts] == texts


@pytest.mark.parametrize("key", registry.keys())
def test_random_matches_come_back_and_are_small(key: str) -> None:
    engine = registry.get(key)
    size = actions = 0
    for seed in range(MATCHES):
        seats = engine.seat_counts[seed % len(engine.seat_counts)]
        lines = list(simulate(engine, {}, ["random"] * seats, f"packed {seed}"))
        made = add_times(lines, Random(seed)) if seed % 2 else lines
        text = text_of(made)
        short = record_packing.pack(text)
        assert record_packing.unpack(short) == text
        assert record_packing.unpack(short.encode()) == text
        actions += len(lines) - 2
        size += len(short)
    assert size <= 60 * actions + 500 * MATCHES  # Bytes: of the actions, and of the first and last lines of the matches.


@pytest.mark.parametrize("count", [0, 1, 4, 7])
def test_a_match_that_still_runs_comes_back_with_and_without_its_secrets(count: int) -> None:
    lines = objects(SIGNED)[: count + 1]
    for running in (lines, [withheld(line) for line in lines]):
        text = text_of(running)
        assert record_packing.unpack(record_packing.pack(text)) == text


def test_several_records_in_one_text_come_back() -> None:
    assert record_packing.unpack(PACKED + PACKED) == SIGNED + SIGNED
    assert record_packing.pack(SIGNED + SIGNED) == PACKED + PACKED


@pytest.mark.parametrize(
    "change",
    [
        {"note": "a tab\t, a break\n, \\, \u00e9 and \ud800"}, {"do": 'x"\n\t\\u'}, {"do": ""}, {"note": ""},
        {"at": -5, "left": [None, 7]}, {"left": [{"turn": 5, "reserve": 7}, 3]}, {"sealed": "00" * 32},
        {"sealed": ""},
    ],
)  # fmt: skip
def test_whatever_an_entry_may_hold_comes_back(change: dict[str, Any]) -> None:
    lines = objects(SIGNED)
    lines[3].update(change)
    lines[5].update(at=17)
    text = rewritten(lines)
    if change == {"sealed": ""}:
        with pytest.raises(BadRecord, match="Line 4: This line can't be packed"):
            record_packing.pack(text)
        return
    assert record_packing.unpack(record_packing.pack(text)) == text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "Line 1: The first line of a packed record"), (SIGNED, "Line 1: The first line of a packed record"),
        (b"\xff", "Line 1: This is not valid UTF-8 text"),
        (PACKED.split("\n")[0] + "\n", "Line 1: The packed record is incomplete"),
        ("\n".join(PACKED.split("\n")[:6]), "Line 6: The packed record is incomplete"),
        (PACKED.replace('{"commitment"', '{"x"', 1), "Line 2: This is not a JSON object in canonical form"),
        (PACKED.replace('"match":"', '"march":"', 1), "Line 2: "), (third("- x"), "Line 3: An entry must be seat"),
        (third("-\tx\ty\tz\tu"), "Line 3: An entry must be seat"),
        (third("-\tadv\\u0061ntage"), "Line 3: Text must be escaped"),
        (third('-\tadv"ntage'), "Line 3: Text must be escaped"), (third(f"1\t{DRAW}"), "The last hash does not match"),
        (third("-@1x\tx"), "Line 3: An entry must be seat"), (third("-@01\tx"), "Line 3: '01' is not a whole number"),
        (third("-~1\tx"), "Line 3: There are 1 clocks; expected 2"), (third("-~1,x\tx"), "Line 3: 'x' is not a whole number"),
        (third("-~[1\tx"), "Line 3: This is not a JSON object"), (third("-00\tx"), "Line 3: A seal must follow"),
        (third("-?00\tx"), "Line 3: A seal must follow"),
        (PACKED.replace(PACKED.splitlines()[-1], PACKED.splitlines()[-1].split()[0]), "A seal is omitted"),
        (PACKED.replace('"seed":"', '"seed":"x', 1), "The key 'seed' must be a hash"),
    ],
)  # fmt: skip
def test_a_broken_packed_record_is_told_of_by_its_line(text: str | bytes, fault: str) -> None:
    with pytest.raises(BadRecord) as caught:
        record_packing.unpack(text)
    assert str(caught.value).startswith("Line ")
    assert fault in str(caught.value)


def test_every_flipped_byte_is_found_or_changes_nothing_but_the_end() -> None:
    rng, sound = Random(5), PACKED.encode()
    found = 0
    for _ in range(100):
        at, bit = rng.randrange(len(sound)), 1 << rng.randrange(8)
        broken = sound[:at] + bytes([sound[at] ^ bit]) + sound[at + 1 :]
        try:
            again = record_packing.unpack(broken)
        except BadRecord:
            found += 1
        else:
            assert checks.find_fault(again) is not None
    assert found > 75


def test_what_is_not_canonical_is_not_packed() -> None:
    for text, fault in ((SIGNED.replace(":", ": ", 1), "Line 1"), (SIGNED.rstrip("\n"), "no line break")):
        with pytest.raises(BadRecord, match=fault):
            record_packing.pack(text)


def test_the_commands_pack_and_unpack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = tmp_path / "match.packed"
    assert main(["pack", str(HERE / "records" / "resigned.jsonl")]) == 0
    short.write_text(capsys.readouterr().out, "utf-8")
    assert main(["unpack", str(short)]) == 0
    assert capsys.readouterr().out == SIGNED
    assert main(["unpack", str(HERE / "records" / "resigned.jsonl")]) == 2
    assert capsys.readouterr().err.startswith("Line 1: ")
