"""Every endpoint that takes a file or a long text: what it will not read is refused in a sentence, and changes nothing."""

import html
import io
import json
import re
import zipfile
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from league.gamers import files
from league.registration.actions import entrant_import
from tests.permissions.asking import Listener
from tests.permissions.world import World

pytestmark = pytest.mark.django_db


def bomb() -> bytes:
    """An archive of some kilobytes that unpacks to fifty megabytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("gamers.csv", b"0" * 50_000_000)
    return packed.getvalue()


FILES: dict[str, Callable[[int], bytes]] = {
    "too large": lambda most: b"a" * (most + 1), "empty": lambda _: b"",
    "a picture": lambda _: b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\xff\xff",
    "an archive that unpacks to far more": lambda _: bomb(), "zero bytes": lambda _: b"username\nmem\x00ber\n",
    "nothing but zero bytes": lambda _: b"\x00" * 1000, "UTF-16": lambda _: "username\nmember\n".encode("utf-16"),
    "cut off in a character": lambda _: b"username\nm\xc3\n",
    "a million brackets": lambda most: b"gamer = " + b"[" * min(most - 100, 100_000),
}  # fmt: skip
TEXTS: dict[str, Callable[[int], str]] = {
    "too large": lambda most: "a" * (most + 1), "too large in UTF-8": lambda most: "ä" * (most // 2 + 1),
    "empty": lambda _: "", "zero bytes": lambda _: "username\nmem\x00ber\n",
    "half a character": lambda _: "username\n\ud800\n",
    "a million brackets": lambda most: "gamer = " + "[" * min(most - 100, 100_000),
}  # fmt: skip


def refused(world: World, listener: Listener, path: str, body: Any, **more: Any) -> str:
    """The sentence that tells the organiser why; nothing was written."""
    listener.forget()
    client, path = world.client("organiser"), path.format(event=world.open.pk)
    send = client.post if "content_type" not in more else partial(client.generic, "POST")
    with connection.execute_wrapper(listener):
        answer = send(path, body, **more)
    assert answer.status_code in (400, 413, 415, 422), answer.content[:300]
    assert not listener.wrote
    if path.startswith("/api/"):
        told = json.loads(answer.content)
        assert set(told) == {"code", "text", "field"}
        return str(told["text"])
    page = html.unescape(answer.content.decode())
    shown = [one.text for one in listener.raised if one.text.split("\n")[0] in page]
    return shown[-1] if shown else re.sub(r"<[^>]+>|\s+", " ", page)


@pytest.mark.parametrize("what", FILES)
@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/leagues/northern/gamers/import/", files.MAX_BYTES),
        ("/events/{event}/manage/entrants/file/", entrant_import.MAX_BYTES),
    ],
)
def test_a_foreign_file_is_refused_in_a_sentence(world: World, listener: Listener, path: str, most: int, what: str) -> None:
    sent = SimpleUploadedFile("gamers.csv", FILES[what](most), "text/csv")
    told = refused(world, listener, path, {"file": sent, "import": "on"})
    assert 10 < len(told) < 500
    if what == "too large":
        assert f"larger than {most // 1000} kB" in told
    if what in ("a picture", "UTF-16", "cut off in a character", "an archive that unpacks to far more"):
        assert "UTF-8" in told


@pytest.mark.parametrize("what", TEXTS)
@pytest.mark.parametrize(
    ("path", "name", "most"),
    [
        ("/api/v1/leagues/northern/gamers/import/", "text", files.MAX_BYTES),
        ("/api/v1/events/{event}/manage/import/", "rows", entrant_import.MAX_BYTES),
        ("/api/v1/events/{event}/manage/do/import/", "rows", entrant_import.MAX_BYTES),
    ],
)
def test_a_text_that_is_none_of_ours_is_refused_in_a_sentence(
    world: World, listener: Listener, path: str, name: str, most: int, what: str
) -> None:
    told = refused(world, listener, path, json.dumps({name: TEXTS[what](most)}), content_type="application/json")
    assert 10 < len(told) < 500


def test_a_form_that_is_too_long_or_broken_is_refused_before_it_is_taken_apart(world: World, listener: Listener) -> None:
    path = "/leagues/northern/gamers/import/"
    assert "The form is too large (limit: 2.6 MB)" in refused(world, listener, path, {"text": "a" * 2_700_000})
    fields = {f"field{number}": "x" for number in range(1001)}
    assert "be read. Go back" in refused(world, listener, path, fields)
    broken = "multipart/form-data; boundary="
    assert "be read. Go back" in refused(world, listener, path, b"--x", content_type=broken)


def test_json_that_nests_without_end_is_refused(world: World, listener: Listener) -> None:
    for text in ("[" * 100_000, '{"rows":' * 100_000, '{"rows": ' + "[" * 50_000 + "]" * 50_000 + "}"):
        told = refused(world, listener, "/api/v1/events/{event}/manage/import/", text, content_type="application/json")
        assert 10 < len(told) < 500
