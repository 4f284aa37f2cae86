"""Static files: addresses that name their content, for ever; what a page of another release gets; what is collected."""

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.templatetags.static import static
from django.test import Client

from deploy import static_files

FOR_EVER = "public, max-age=31536000, immutable"
SITE = Path("matches/static/site/site.js").read_bytes()


@pytest.fixture
def changing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose files are all that there are; what they come to is worked out anew when it is asked for."""
    found = lambda: {one.name: one for one in tmp_path.iterdir()}  # noqa: E731
    monkeypatch.setattr(static_files, "find_files", found)
    monkeypatch.setattr(static_files, "fingerprint", static_files.fingerprint.__wrapped__)
    return tmp_path


def _body(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def test_an_address_names_what_all_files_contain_and_may_be_kept_for_ever(client: Client) -> None:
    address = static("site/site.js")
    assert address == f"/static/{static_files.fingerprint()}/site/site.js"
    answer = client.get(address)
    assert (_body(answer), answer["Cache-Control"]) == (SITE, FOR_EVER)
    assert answer["Content-Type"].startswith("text/javascript")


def test_the_fingerprint_is_another_one_when_a_file_changes_its_content_or_its_name(changing: Path) -> None:
    (changing / "a.js").write_text("one")
    (changing / "b.js").write_text("two")
    seen = [static_files.fingerprint(), static_files.fingerprint()]
    assert seen[0] == seen[1]
    (changing / "b.js").write_text("three")
    seen.append(static_files.fingerprint())
    (changing / "b.js").rename(changing / "c.js")
    seen.append(static_files.fingerprint())
    assert len(set(seen)) == 3
    assert all(re.fullmatch(r"[0-9a-f]{16}", one) for one in seen)


def test_a_page_of_another_release_gets_todays_files_for_now_and_one_knowing_a_plain_name_for_a_while(client: Client) -> None:
    answer = client.get("/static/0123456789abcdef/site/site.js")
    assert (_body(answer), answer["Cache-Control"]) == (SITE, "no-cache")
    assert client.get("/static/0123456789abcdef/site/nowhere.js").status_code == 404
    answer = client.get("/static/site/site.css")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "max-age=60, public")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/rules/field-tactics/", "/accounts/sign-in/", "/api/docs/", "/admin/login/"])
def test_a_page_names_every_file_by_the_fingerprint(client: Client, path: str) -> None:
    page = client.get(path, follow=True).content.decode()
    named = re.findall(r'["\'(](/static/[^"\')]+)', page)
    assert named
    assert {one for one in named if not one.startswith(f"/static/{static_files.fingerprint()}/")} == set()


def test_what_is_collected_lies_beside_what_was_collected_before_scripts_without_comments_and_indentation(
    settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    before = tmp_path / "0123456789abcdef" / "site" / "site.js"
    before.parent.mkdir(parents=True)
    before.write_text("of the release before")
    call_command("collectstatic", interactive=False, stdout=StringIO())
    assert before.read_text() == "of the release before"
    assert {one.name for one in tmp_path.iterdir()} == {"0123456789abcdef", static_files.fingerprint()}
    collected = tmp_path / static_files.fingerprint()
    names = {str(one.relative_to(collected)) for one in collected.rglob("*") if one.is_file()}
    assert names == set(static_files.find_files())
    assert (collected / "site" / "site.css").read_bytes() == static_files.find_files()["site/site.css"].read_bytes()
    script = (collected / "site" / "site.js").read_bytes()
    assert b"\n// " not in script
    assert b"\n  " not in script
    assert script.count(b"import{") == SITE.count(b"import {")
