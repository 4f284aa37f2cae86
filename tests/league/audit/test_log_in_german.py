"""Logs to somebody who reads German: acts, fields and values are told in German, and kept and given out in English."""

import re

import pytest
from django.test import Client

from league.audit.actions import record
from league.audit.models import AuditEntry
from league.drafts.formats.actions import ORGANISER_ACTIONS
from league.drafts.models import DraftKind
from league.drafts.plans import ORDERS
from league.events.models import EntrantStatus, EventStatus, Registration, Seeding
from league.leagues.log_words import ACTS, act_text, field_value
from league.leagues.models import BanUnit, Role
from league.people.actions.bots import BOT_KINDS
from league.seasons.models import Phase, WaiverMode, WindowKind
from matches.catalogues import use_language
from matches.models import Status
from matches.models.message import Room
from tests.factories import NOON, PlayerFactory, league

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("german")]
SAME = {"Draft", "Snake", "linear"}
"""German for what it is in English."""
CHOICES = {
    "status": (*EventStatus.values, *EntrantStatus.values, *Status.values), "registration": Registration.values,
    "seeding": Seeding.values, "role": Role.values, "ban_unit": BanUnit.values, "phase": Phase.values,
    "waivers": WaiverMode.values, "kind": (*WindowKind.values, *DraftKind.values), "order": [one for one, _ in ORDERS],
    "room": Room.values, "bot": BOT_KINDS, "is": [act.tag for act in ORGANISER_ACTIONS],
}  # fmt: skip


def test_every_value_that_is_chosen_from_a_list_is_told_in_german_and_in_english() -> None:
    for name, values in CHOICES.items():
        for value in values:
            english = str(field_value(name, value))
            assert english == value or english not in values, value
            with use_language("de"):
                assert field_value(name, value) != english or value in {one.lower() for one in SAME}, value


def test_codes_times_and_collections_are_told_in_words() -> None:
    moment = "2026-03-01T13:00:00.123456+01:00"
    for name, value, told in (
        ("waivers", "first-come", "first come, first served"), ("phase", "setup", "set-up"),
        ("kind", "free-agency", "free agency"), ("genres", {}, "none"), ("genres", {"FPS": 2, "CCG": 1}, "FPS: 2; CCG: 1"),
        ("scopes", ["read", "play"], "read, play"), ("seats", [0, 1], "1, 2"), ("ranks", [1, 1], "½-½"),
        ("byes", {"3": 1}, "3: 0.5"), ("control", {"turn_ms": 180_000, "reserve_ms": 300_000}, "3 min/turn + 5 min bank"),
        ("starts_at", moment, f'<time datetime="{moment}" data-local="both">2026-03-01 12:00 UTC</time>'),
        ("starts_on", "2026-03-01", '<time datetime="2026-03-01" data-local="date">2026-03-01</time>'),
        ("name", "2026-03-01", "2026-03-01"), ("name", "2026-03-01T", "2026-03-01T"), ("rated", True, "yes"),
        ("rated", False, "no"),
    ):  # fmt: skip
        assert field_value(name, value) == told
    with use_language("de"):
        assert [field_value("rated", one) for one in (True, False, 1, None)] == ["ja", "nein", 1, None]


def test_what_people_wrote_stays_as_it_is_even_where_it_looks_like_a_value() -> None:
    with use_language("de"):
        assert [field_value("name", one) for one in ("draft", "organiser", "True")] == ["draft", "organiser", "True"]
        assert field_value("status", "somewhere") == "somewhere"
        assert field_value("order", ["random", "hand"]) == "random, hand"


def test_every_act_is_told_in_german() -> None:
    for act in (*ACTS, *(f"draft.{one.tag}" for one in ORGANISER_ACTIONS)):
        english = act_text(act)
        with use_language("de"):
            assert act_text(act) != english


def test_the_page_of_a_log_is_german_and_what_programs_get_is_what_is_kept() -> None:
    head = PlayerFactory(is_superuser=True)
    north = league(organiser=head)
    before, after = {"role": "referee", "archived": False}, {"role": "organiser", "archived": True}
    record(by=head.pk, action="round.published", subject=("league", north.pk), league_id=north.pk, at=NOON,
           before=before, after=after)  # fmt: skip
    client = Client(headers={"accept-language": "de"})
    client.force_login(head)
    page = client.get("/audit-log/").content.decode()
    assert "Runde veröffentlicht" in page
    assert re.findall(r"<(?:del|ins)>([^<]*)", page)[:4] == ["Schiedsrichter", "Veranstalter", "nein", "ja"]
    (first, *_) = client.get("/audit-log.json").json()
    assert (first["act"], first["before"], first["after"]) == ("round.published", before, after)
    assert AuditEntry.objects.order_by("-pk")[0].after == after
