"""Serializers of result reports, for pages and the API."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from league.events.rulings import RESULTS
from league.result_reports.models import MAX_LINK, MAX_TEXT
from league.result_reports.queries import ReportView
from league.result_reports.rules import PLAYED_CODES, Claim, ReportStatus
from matches.api.dataclass_schemas import get_serializer_class, inline_serializer, list_serializer
from matches.api.validation import CharField, ChoiceField, InputSerializer, IntegerField

MAX_SIDES = 100
_CODES = {**dict.fromkeys(("result", "places"), "bad-result"), **dict.fromkeys(("score", "games"), "bad-score")}


class ClaimSerializer(InputSerializer):
    """A result, by side: `result` or `score` between two, `games` of a series, or `places` of more than two."""

    codes = _CODES
    result = ChoiceField(list(PLAYED_CODES), required=False, help_text="By side; it may be left out if a score is sent.")
    score = CharField(default="", max_length=20, help_text="Such as 2-1, by side; in a series the games.")
    games = serializers.ListField(
        child=CharField(max_length=12, allow_blank=True), max_length=MAX_SIDES, required=False,
        help_text="The score of each game of a series, by side, such as 11-9.",
    )  # fmt: skip
    places = serializers.ListField(
        child=IntegerField(max_value=MAX_SIDES), max_length=MAX_SIDES, required=False,
        help_text="With more than two sides: the place of each. Tied sides share one.",
    )  # fmt: skip


class NewReportSerializer(ClaimSerializer):
    """A player's report with text and link as evidence."""

    codes = {**_CODES, "link": "bad-link"}
    text = CharField(default="", max_length=MAX_TEXT, help_text="For the referees and the other side.")
    link = CharField(default="", max_length=MAX_LINK, help_text="http or https, such as a recording.")


class ConfirmationSerializer(InputSerializer):
    """The revision of the report that the player has seen."""

    revision = IntegerField(min_value=1, help_text="`revision` of the report that you confirm.")


class ReportRulingSerializer(ClaimSerializer):
    """A referee's decision: for one of the reports, or by another result."""

    result = ChoiceField(list(RESULTS), required=False, help_text="F marks a forfeit; 1F-0F is a walkover.")
    report_id = IntegerField(required=False, min_value=1, help_text="The report whose result counts.")
    why = CharField(default="", max_length=500, help_text="3 to 300 characters. Players and staff can read it.")


class ImageSerializer(InputSerializer):
    """An image as evidence."""

    codes = {"image": "bad-image", "image.required": "no-image"}
    image = serializers.FileField(help_text="JPEG, PNG, WebP or GIF, at most 5 MB.")


class ReportListParams(InputSerializer):
    """Query parameters of the list of reports."""

    status = ChoiceField(ReportStatus.values, required=False)


REPORT = get_serializer_class(ReportView, "ResultReport")
REPORTS = inline_serializer("ResultReports", reports=list_serializer(ReportView))
REPORT_IMAGE = inline_serializer("ReportImage", url=serializers.CharField())


def build_claim(data: Mapping[str, Any]) -> Claim:
    """Return the claim of validated data; empty games at the end are left out."""
    games = list(data.get("games", ()))
    while games and not games[-1].strip():
        games.pop()
    return Claim(data.get("result", ""), data.get("score", ""), tuple(games), tuple(data.get("places", ())))
