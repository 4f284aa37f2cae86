"""The public page that checks records: right ones, wrong ones, and whatever else people send."""

import json
import logging
import subprocess
import sys
import time
from html import unescape
from io import BytesIO
from random import Random

import pytest
from django.conf import settings
from django.test import Client

from engines import record_packing, registry
from engines.bots import simulate
from engines.record import format_lines
from engines.verification.report import examine_record
from matches import record_check
from matches.queries import record_verification
from matches.queries.record_verification import load_keyring
from matches.queries.replay import build_record
from matches.record_check import CheckRequest, check_in_subprocess
from tests.engines.record_lines import repeating
from tests.matches.conftest import StartMatch, TwoPlayerMatch
from tests.thorough import WHOLE


@pytest.fixture(scope="module")
def text(ended_match: TwoPlayerMatch) -> str:
    return build_record(ended_match.id)


def sent(text: str | bytes, name: str = "match.jsonl") -> tuple[int, str]:
    file = BytesIO(text.encode() if isinstance(text, str) else text)
    file.name = name
    answer = Client(enforce_csrf_checks=True).post("/verify/", {"file": file})
    return answer.status_code, answer.content.decode()


@pytest.fixture(autouse=True)
def no_surprise(db: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> object:
    """Nothing that is sent here may bring about a failure that had to be caught; records are checked in this process."""
    monkeypatch.setattr(record_check, "WALL_S", 300)
    monkeypatch.setattr(record_verification, "check_in_subprocess", record_check.check_record)
    yield
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


def test_a_finished_match_is_checked_by_its_number_and_what_is_asked_for_wrongly_is_answered_in_words(
    ended_match: TwoPlayerMatch, start_match: StartMatch, text: str
) -> None:
    asked = Client().get("/verify/", {"match": f" {ended_match.id} "})
    assert asked["Location"] == f"/matches/{ended_match.id}/verify/"
    page = Client().get(asked["Location"]).content.decode()
    for words in (
        "<strong>Verified.</strong>", "Signed with the key", "Hash chain", "Server seed", "Moves", "Clocks", "Result",
    ):  # fmt: skip
        assert words in page
    for asked_for, status, words in (
        ({"match": f"{start_match().id}"}, 409, "The match isn't over"), ({"match": "999999"}, 404, "Match not found."),
        ({"match": "9" * 30}, 422, "Enter the match number"), ({"match": "²"}, 422, "Enter the match number"),
        ({}, 200, "Choose a record"),
    ):  # fmt: skip
        answer = Client().get("/verify/", asked_for, follow=True)
        assert (answer.status_code, words in unescape(answer.content.decode())) == (status, True)


def test_a_kept_record_is_checked_packed_or_pasted_and_held_against_the_sites_own(text: str) -> None:
    for kept in (text, record_packing.pack(text), text.replace("\n", "\r\n")):
        status, page = sent(kept)
        assert (status, "<strong>Verified.</strong>" in page) == (200, True)
        assert "the same match, action for action" in page
    for pasted in (text, text.rstrip("\n")):
        assert "<strong>Verified.</strong>" in Client().post("/verify/", {"record": pasted}).content.decode()


def test_a_changed_record_is_told_of_with_its_first_fault_and_one_of_another_match_or_site_is_told_from_our_own(
    ended_match: TwoPlayerMatch, text: str, start_match: StartMatch
) -> None:
    lines = [json.loads(line) for line in text.splitlines()]
    lines[-2]["do"] = "undo"
    moved = start_match().verify(by=1)
    for changed, fault in (
        (text.replace('"n":3', '"n":4', 1), "Line 4: The entry has number 4; expected 3."),
        (text.rstrip("\n"), "The last line has no line break"),
        ("".join(format_lines(lines)), ""),
        (moved.replace(f'"match":"{json.loads(moved.splitlines()[0])["match"]}"', f'"match":"{ended_match.id}"'), ""),
    ):
        status, page = sent(changed)
        assert (status, "Verification failed." in page, fault in page) == (200, True, True)
    _, page = sent("".join(format_lines(simulate(registry.get("zero-day"), {}, ["random"] * 3, "elsewhere"))))
    assert "<strong>Verified.</strong>" in page
    assert "This record is not signed." in page


NO_RECORDS = (
    b"hello", b"null", b"league-zero-packed/1\n{}\n=", b'{"format":' + b"[" * 50_000, b"GIF89a" + bytes(range(256)),
    b'league-zero-packed/1\n{"match":"\\ud800","seats":true}\n0\t\\ud800\n=00 {"seed":"zz"}\n',
)  # fmt: skip


def test_what_is_no_record_is_told_of_and_never_an_error() -> None:
    for text in NO_RECORDS:
        status, page = sent(text)
        assert (text[:20], status, "Verification failed." in page) == (text[:20], 200, True)


@pytest.mark.parametrize("key", registry.keys())
def test_whatever_a_line_holds_the_answer_is_findings(key: str) -> None:
    """Values of every kind in every place of a record, its hashes made anew where that is possible."""
    rng = Random(f"hostile {key}")
    engine = registry.get(key)
    sound = list(simulate(engine, {}, ["random"] * engine.seat_counts[0], "hostile"))[:40]
    odd = (None, True, -1, 2**70, 1.5, "", "x" * 3_000, "\ud800", "0", [], [[]], {}, {"a": []}, "resign", ["a", 1])
    for _ in range(1000 if WHOLE else 40):
        lines = json.loads(json.dumps(sound))
        line = lines[rng.choice((0, 0, rng.randrange(len(lines))))]
        place = line.get("options") if rng.random() < 0.4 and line.get("options") else line
        place[rng.choice(sorted(place))] = rng.choice(odd)
        report = examine_record("".join(json.dumps(one, sort_keys=True, separators=(",", ":")) + "\n" for one in lines))
        assert [one.step for one in report.findings][:1] == ["form"]
        assert not report.sound


def test_a_record_that_is_too_long_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    status, page = sent(b"x" * (record_verification.MAX_BYTES + 1))
    assert (status, "up to 2 MB" in page) == (413, True)
    answer = Client().post("/verify/", b"x", content_type="text/plain", CONTENT_LENGTH="999999999999")
    assert answer.status_code == 413
    monkeypatch.setattr(record_verification, "MAX_ENTRIES", 3)
    made = "".join(format_lines(simulate(registry.get("zero-order"), {}, ["random"] * 2, "long")))
    assert "more than 3 entries" in sent(made)[1]


def test_a_form_that_cannot_be_read_is_refused_in_words() -> None:
    for body, kind in (
        (b"", "multipart/form-data; boundary=x"), (b"nonsense", "multipart/form-data; boundary=x"),
        (b"nonsense", "multipart/form-data; boundary=" + "\u00e9"),
        (b"&".join(b"a%d=1" % n for n in range(1_500)), "application/x-www-form-urlencoded"), (b"\xff\xfe", "text/plain"),
    ):  # fmt: skip
        answer = Client().post("/verify/", body, content_type=kind)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()


def test_only_so_many_records_are_checked_at_once_and_nobody_waits_in_line(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the threads of a web process would all wait for records."""
    monkeypatch.setattr(record_verification, "LOCK_TIMEOUT_S", 0.01)
    with record_verification._running:
        status, page = sent(text)
        assert (status, "Try again in a moment" in page) == (503, True)
    assert sent(text)[0] == 200
    assert [record_verification._slots.acquire(blocking=False) for _ in range(3)] == [True, True, False]
    try:
        assert sent(text)[0] == 503
    finally:
        record_verification._slots.release(2)


def test_an_address_has_only_so_many_checks(ended_match: TwoPlayerMatch, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "RATE_LIMITS", {"verify": (1, 60)})
    assert [sent(text)[0] for _ in range(2)] == [200, 429]
    assert Client().get(f"/matches/{ended_match.id}/verify/").status_code == 429
    monkeypatch.setattr(settings, "RATE_LIMITS", {"verify": (5, 60)})
    assert Client().get(f"/matches/{ended_match.id}/verify/").status_code == 200


def test_a_record_that_takes_too_long_is_given_up_and_nothing_goes_on(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_verification, "check_in_subprocess", check_in_subprocess)
    monkeypatch.setattr(record_check, "WALL_S", 0.05)
    status, page = sent(text)
    assert (status, "takes too long" in page) == (422, True)


def order(text: str, language: str = "en") -> CheckRequest:
    return CheckRequest(
        text, load_keyring(), record_verification.MAX_ENTRIES, language, [str(path) for path in settings.LOCALE_PATHS]
    )


def test_a_check_in_another_process_finds_what_one_here_finds_in_the_readers_language(text: str) -> None:
    german, forged = order(text, "de"), order(text.replace('"by":0', '"by":1', 1))
    for one in (german, forged):
        assert check_in_subprocess(one) == record_check.check_record(one)
    told, english = record_check.check_record(german), record_check.check_record(order(text))
    assert told.sound
    assert told.findings[0].title != english.findings[0].title


def test_a_check_has_only_so_much_time_of_a_processor() -> None:
    """However long its process waits for others."""
    limits = "import resource, json; print(resource.getrlimit(resource.RLIMIT_CPU)[0], __import__('os').nice(0))"
    code = f"from matches.record_check import _limit_resources; _limit_resources(); {limits}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout.split()[0]) == record_check.CPU_S
    assert int(done.stdout.split()[1]) >= record_check.NICE


@pytest.mark.parametrize("text", [repeating(7_000), record_packing.FIRST_LINE + "\n{}" * 600_000])
def test_a_small_record_is_never_made_into_a_large_one(text: str) -> None:
    began = time.process_time()
    report = examine_record(text.encode(), (), record_verification.MAX_ENTRIES)
    assert not report.sound
    assert time.process_time() - began < 5, "seconds of a processor; seventeen for 2,000 lines before"
