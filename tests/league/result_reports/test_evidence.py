"""Texts, links and images that prove a report: what is taken, what is refused, and who sees them."""

import io
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from league.result_reports.actions import reports
from league.result_reports.actions.evidence import MAX_IMAGES, Evidence, attach_image
from league.result_reports.image_process import MAX_SIDE
from league.result_reports.images import MAX_BYTES, reencode_image
from league.result_reports.models import ReportImage, ResultReport
from matches.errors import ActionError
from tests import factories
from tests.factories import NOON, PlayerFactory
from tests.league.clients import client_of
from tests.league.events.playing import refused
from tests.league.result_reports.reporting import Pair, pair, picture

pytestmark = pytest.mark.django_db
SECRET = "Ada's phone number"


def image_of(made: Pair, content: bytes | None = None) -> str:
    report = made.report(evidence=Evidence("A text"))
    return attach_image(report_id=report, player_id=made.first.pk, content=content or picture(), at=NOON)


def test_an_image_is_stored_anew_as_webp_and_a_large_one_becomes_smaller() -> None:
    for format in ("PNG", "JPEG", "WEBP", "GIF"):
        with Image.open(io.BytesIO(reencode_image(picture(format)).content)) as image:
            assert (image.format, image.size) == ("WEBP", (40, 30))
    stored = reencode_image(picture("JPEG", (2 * MAX_SIDE, 300)))
    assert (stored.width, stored.height) == (MAX_SIDE, 150)


def test_a_stored_image_has_no_metadata_and_is_upright() -> None:
    exif = Image.Exif()
    exif[0x010E], exif[0x0112] = SECRET, 6
    sent = picture("JPEG", exif=exif, comment=SECRET.encode())
    assert SECRET.encode() in sent
    stored = reencode_image(sent)
    with Image.open(io.BytesIO(stored.content)) as image:
        assert image.size == (30, 40)
        assert not image.getexif()
        assert "exif" not in image.info
    assert SECRET.encode() not in stored.content


def test_what_is_no_image_is_refused(made: Pair, media: Path) -> None:
    too_many_pixels = io.BytesIO()
    Image.new("1", (4001, 3000)).save(too_many_pixels, "PNG")
    report = made.report()
    for content, code in (
        (b"", "no-image"), (b"GIF89a, or so they say", "bad-image"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "bad-image"),
        (picture("PNG", (400, 400))[:200], "bad-image"), (picture("JPEG", (400, 400))[:400], "bad-image"),
        (picture("BMP"), "bad-image"), (b"\x89PNG\r\n\x1a\n" + b"0" * MAX_BYTES, "too-large"),
        (too_many_pixels.getvalue(), "too-large"),
    ):  # fmt: skip
        with pytest.raises(ActionError) as refusal:
            attach_image(report_id=report, player_id=made.first.pk, content=content, at=NOON)
        assert (refusal.value.code, refusal.value.field) == (code, "image"), content[:20]
    assert not ReportImage.objects.exists()
    assert not [path for path in media.rglob("*") if path.is_file()]


def test_an_image_is_sent_with_the_report_in_one_form_and_a_bad_one_reports_nothing(made: Pair) -> None:
    page, client = f"/events/{made.event.pk}/pairings/{made.pairing.pk}/report/", client_of(made.first)
    data = {"result": "1-0", "image": SimpleUploadedFile("proof.png", b"no image", "image/png")}
    answer = client.post(page, data)
    assert answer.status_code == 422
    assert "isn&#x27;t an image that can be read" in answer.content.decode()
    assert not ResultReport.objects.exists()
    good = {"result": "1-0", "text": "See", "image": SimpleUploadedFile("a.jpg", picture("JPEG"), "image/jpeg")}
    assert client.post(page, good).status_code == 302
    assert ReportImage.objects.get().report.text == "See"


def test_a_photograph_may_be_larger_than_a_drawing_because_its_decoder_reduces_it(made: Pair) -> None:
    assert reencode_image(picture("JPEG", (8000, 5000))).width == MAX_SIDE
    with refused("too-large"):
        reencode_image(picture("JPEG", (8001, 5000)))


def test_a_report_has_a_limited_number_of_images(made: Pair, media: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = made.report()
    for _ in range(MAX_IMAGES):
        attach_image(report_id=report, player_id=made.first.pk, content=picture(), at=NOON)
    monkeypatch.setattr("league.result_reports.images.reencode_in_process", pytest.fail)  # nothing is decoded in vain
    with refused("limit-reached"):
        attach_image(report_id=report, player_id=made.first.pk, content=picture(), at=NOON)
    page = f"/events/{made.event.pk}/pairings/{made.pairing.pk}/report/"
    sent = {"result": "1-0", "image": SimpleUploadedFile("a.png", picture(), "image/png")}
    assert "at most 4 images" in client_of(made.first).post(page, sent).content.decode()
    assert len([path for path in media.rglob("*") if path.is_file()]) == MAX_IMAGES


def test_images_are_attached_to_own_open_reports_only_and_stay_with_them(made: Pair) -> None:
    path = image_of(made)
    report = ResultReport.objects.get().pk
    for player, code in ((made.second, "not-yours"), (made.first, "answered")):
        if player == made.first:
            made.confirm(report)
        with refused(code):
            attach_image(report_id=report, player_id=player.pk, content=picture(), at=NOON)
    assert client_of(made.second).get(path).status_code == 200
    with pytest.raises(ActionError):
        reports.withdraw(report_id=report, player_id=made.first.pk, at=NOON)


def test_a_text_or_link_that_is_none_is_refused(made: Pair) -> None:
    for text in ("x" * 1001, "a\x00b", "\u202egnp.exe"):
        with refused(field="text"):
            made.report(evidence=Evidence(text))
    for link in (
        "javascript:alert(1)", "data:text/html,x", "ftp://example.org/x", "https://ada:pw@example.org/",
        "https://exämple.org/", "https://example.org/" + "x" * 300, "example.org",
    ):  # fmt: skip
        with refused(field="link"):
            made.report(evidence=Evidence(link=link))
    assert not ResultReport.objects.exists()


def test_a_link_leads_away_without_a_referrer(made: Pair) -> None:
    made.report(evidence=Evidence(link="https://example.org/watch?v=1&t=2"))
    page = client_of(made.second).get(f"/events/{made.event.pk}/pairings/{made.pairing.pk}/report/").content.decode()
    assert 'href="https://example.org/watch?v=1&amp;t=2" rel="nofollow noopener noreferrer ugc"' in page


def test_only_the_players_of_the_match_and_its_referees_see_a_report_and_its_evidence() -> None:
    league = factories.league()
    referee, playing = factories.staff(league, "referee"), factories.staff(league, "referee")
    scorer, elsewhere = factories.staff(league, "scorer"), factories.staff(factories.league(), "referee")
    made = pair(playing, *PlayerFactory.create_batch(3), league=league)
    entered = {row.player for row in made.event.entrants.select_related("player")} - {made.first, made.second}
    made.report(evidence=Evidence(SECRET, "https://example.org/secret"))
    report = ResultReport.objects.get()
    path = attach_image(report_id=report.pk, player_id=made.first.pk, content=picture(), at=NOON)
    base, api = f"/events/{made.event.pk}/pairings/{made.pairing.pk}/", f"/api/v1/result-reports/{report.pk}/"
    private = [path, api, f"{base}report/", f"{base}ruling/"]
    staff, organiser = PlayerFactory(is_staff=True), made.event.organiser
    assert client_of(made.first).get(private[3]).status_code == 403
    for player in (made.first, made.second, referee, organiser, staff):
        answers = [client_of(player).get(address) for address in private[:3]]
        assert [answer.status_code for answer in answers] == [200, 200, 200], player
        assert b"".join(answers[0].streaming_content)[8:12] == b"WEBP"
        assert all(SECRET in answer.content.decode().replace("&#x27;", "'") for answer in answers[1:])
    for player in (PlayerFactory(), scorer, elsewhere, *entered):
        client = client_of(player)
        assert [client.get(address).status_code for address in private] == [404] * 4, player
        seen = client.get(f"/api/v1/events/{made.event.pk}/reports/")
        assert seen.json() == {"reports": []}
    anonymous = Client()
    assert [anonymous.get(address).status_code for address in private] == [302, 401, 302, 302]
    for address in (f"/events/{made.event.pk}/", f"/events/{made.event.pk}/rounds/", f"/api/v1/events/{made.event.pk}/"):
        for client in (anonymous, client_of(PlayerFactory())):
            public = client.get(address).content.decode()
            assert SECRET not in public
            assert "example.org/secret" not in public
            assert path not in public


def test_the_address_of_an_image_cannot_be_guessed_and_needs_its_own_report(made: Pair) -> None:
    path = image_of(made)
    key, row = path.split("/")[-2], ReportImage.objects.get()
    assert len(key) == 40
    assert key not in row.file.name
    assert len(Path(row.file.name).stem) == 40
    client = client_of(made.first)
    for wrong in (path.replace(key, "0" * 40), path.replace(f"/{row.report_id}/", f"/{row.report_id + 1}/")):
        assert client.get(wrong).status_code == 404
    answer = client.get(path)
    assert (answer["Content-Type"], "no-store" in answer["Cache-Control"]) == ("image/webp", True)
    assert "sandbox" in answer["Content-Security-Policy"]


def test_the_api_takes_an_image_as_multipart_and_nothing_else(made: Pair) -> None:
    report, client = made.report(), client_of(made.first)
    path = f"/api/v1/result-reports/{report}/images/"
    answer = client.post(path, {"image": SimpleUploadedFile("a.png", picture(), "image/png")})
    assert answer.status_code == 200
    assert client.get(answer.json()["url"]).status_code == 200
    missing = client.post(path, {})
    assert (missing.status_code, missing.json()["field"]) == (400, "image")
    wrong = client.post(path, {"image": SimpleUploadedFile("a.png", b"x", "image/png")})
    assert wrong.json()["code"] == "bad-image"
    assert client.post(path, "{}", content_type="application/json").status_code == 415
