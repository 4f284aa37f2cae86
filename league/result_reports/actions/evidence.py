"""Evidence of reports: texts, links and images."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.validators import URLValidator
from django.db import transaction
from django.urls import reverse

from engines.i18n import translate as _
from league.result_reports.images import StoredImage, reencode_image
from league.result_reports.models import MAX_LINK, MAX_TEXT, ReportImage, ResultReport
from league.result_reports.rules import LIVE
from league.text_cleaning import clean_text
from matches.errors import ActionError

MAX_IMAGES = 4
"""Most images of a report."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What proves a report."""

    text: str = ""
    link: str = ""
    image: StoredImage | None = None

    def clean(self) -> "Evidence":
        """Return it with a cleaned text and link. Raises ActionError."""
        text, link = clean_text(self.text, max_length=MAX_TEXT, field="text"), self.link.strip()
        if link and not _is_link(link):
            sentence = _("Enter a link such as https://example.org/game, with at most {most} characters.", most=MAX_LINK)
            raise ActionError("bad-link", sentence, "link")
        return Evidence(text, link, self.image)


NO_EVIDENCE = Evidence()


def _is_link(link: str) -> bool:
    """Return whether it is a web address of bounded length without a user name."""
    try:
        URLValidator(schemes=["http", "https"])(link)
        return len(link) <= MAX_LINK and link.isascii() and urlsplit(link).username is None
    except (ValidationError, ValueError):
        return False


def attach_image(*, report_id: int, player_id: int, content: bytes, at: datetime) -> str:
    """Attach an uploaded image to the player's own report and return its address. Raises ActionError if it is no image."""
    check_owner(ResultReport.objects.filter(pk=report_id).first(), player_id)
    check_room(report_id)
    return add_image(report_id=report_id, player_id=player_id, image=reencode_image(content), at=at)


def add_image(*, report_id: int, player_id: int, image: StoredImage, at: datetime) -> str:
    """Attach a re-encoded image to the player's own report and return its address."""
    row = ReportImage(report_id=report_id, key=secrets.token_hex(20), width=image.width, height=image.height, at=at)
    try:
        with transaction.atomic():
            report = ResultReport.objects.select_for_update().filter(pk=report_id).first()
            check_owner(report, player_id)
            check_room(report_id)
            row.file.save("image.webp", ContentFile(image.content), save=False)
            row.save()
    except BaseException:
        if row.file:
            row.file.delete(save=False)
        raise
    return reverse("report-image", args=[report_id, row.key])


def check_room(report_id: int) -> None:
    """Raise ActionError if the report has as many images as it may have. Ask before an image is decoded."""
    if ReportImage.objects.filter(report=report_id).count() >= MAX_IMAGES:
        raise ActionError("limit-reached", _("A report can have at most {most} images.", most=MAX_IMAGES), "image")


def check_owner(report: ResultReport | None, player_id: int) -> None:
    """Raise ActionError unless it is the player's own undecided report."""
    if report is None:
        raise ActionError("not-found", _("Report not found."))
    if report.by_id != player_id:
        raise ActionError("not-yours", _("This isn't your report. Open your own report to add evidence."))
    if report.status not in LIVE:
        raise ActionError("answered", _("This report is no longer open. Reload the page."))
