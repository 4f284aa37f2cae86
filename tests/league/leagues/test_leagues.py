"""Leagues: who may do what, the staff that always keeps an organiser, seasons, and the log of it all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from league.audit.actions import record
from league.audit.models import AuditEntry
from league.leagues.actions import (
    SeasonDetails,
    add_staff,
    archive_season,
    change_role,
    create_league,
    create_season,
    edit_league,
    edit_season,
    remove_staff,
)
from league.leagues.models import League, Season, Staff
from league.leagues.queries.log import list_entries
from league.leagues.queries.roles import can_organise, can_referee
from league.people.models import Player
from matches.errors import ActionError
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory, league, staff

pytestmark = pytest.mark.django_db
SPRING = SeasonDetails("Spring", date(2026, 3, 1), date(2026, 5, 31))


def refused(code: str, act: Callable[[], Any]) -> None:
    """The act is refused with this code, and leaves every table as it was."""

    def tables() -> list[object]:
        return [list(model._default_manager.order_by("pk").values()) for model in (League, Staff, Season, AuditEntry)]

    before = tables()
    with pytest.raises(ActionError) as refusal:
        act()
    assert refusal.value.code == code
    assert tables() == before


def last_act(made: League) -> AuditEntry:
    return made.log.order_by("-pk")[0]


def test_who_makes_a_league_organises_it() -> None:
    olivia = PlayerFactory()
    made = League.objects.get(pk=create_league(by=olivia.pk, name="  Élan   Go ", about="Hi.\r\n\r\nAll.", at=NOON))
    assert (made.name, made.slug, made.about) == ("Élan Go", "elan-go", "Hi.\n\nAll.")
    assert can_organise(olivia.pk, made.pk)
    assert last_act(made).act == "league.created"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"name": "x"}, "bad-name"),
        ({"name": "n" * 61}, "bad-name"),
        ({"name": "a\x00bc"}, "bad-name"),
        ({"name": "abc\u202edef"}, "bad-name"),
        ({"name": "棋院同好会"}, "bad-slug"),
        ({"slug": "New"}, "bad-slug"),
        ({"slug": "new"}, "bad-slug"),
        ({"slug": "a--b"}, "bad-slug"),
        ({"slug": "a/../b"}, "bad-slug"),
        ({"slug": "s" * 41}, "bad-slug"),
        ({"slug": "taken"}, "slug-taken"),
        ({"about": "x" * 2001}, "bad-about"),
        ({"about": "\x07"}, "bad-about"),
    ],
)
def test_a_bad_league_is_not_made(given: dict[str, str], code: str) -> None:
    olivia = PlayerFactory()
    league(slug="taken")
    refused(code, lambda: create_league(by=olivia.pk, at=NOON, **({"name": "Fine"} | given)))


@pytest.mark.parametrize("maker", [GuestFactory, BotFactory])
def test_guests_and_bots_make_no_league(maker: Any) -> None:
    person = maker()
    refused("account-needed", lambda: create_league(by=person.pk, name="Fine", at=NOON))


ROLES: dict[str, Callable[[League], Player]] = {
    "player": lambda made: PlayerFactory(),
    "organiser of another league": lambda made: staff(league(), "organiser"),
    "scorer": lambda made: staff(made, "scorer"),
    "referee": lambda made: staff(made, "referee"),
    "organiser": lambda made: staff(made, "organiser"),
    "site admin": lambda made: PlayerFactory(is_superuser=True),
    "closed site admin": lambda made: PlayerFactory(is_superuser=True, is_active=False),
}


@pytest.mark.parametrize("role", ROLES)
def test_the_table_of_who_may_do_what(role: str) -> None:
    made = league()
    season_id = create_season(league_id=made.pk, by=made.staff.get().player_id, days=SPRING, at=NOON)
    by, other = ROLES[role](made).pk, staff(made, "referee")
    new = PlayerFactory()
    where: dict[str, Any] = {"league_id": made.pk, "by": by, "at": NOON}
    actions: list[Callable[[], Any]] = [
        lambda: edit_league(name="Another", about="", **where),
        lambda: add_staff(username=new.username, role="referee", **where),
        lambda: change_role(player_id=other.pk, role="scorer", why="able", **where),
        lambda: remove_staff(player_id=other.pk, why="gone", **where),
        lambda: create_season(days=SeasonDetails("Autumn", date(2026, 9, 1), date(2026, 9, 2)), **where),
        lambda: edit_season(season_id=season_id, days=SeasonDetails("Spring!", SPRING.starts_on, SPRING.ends_on), **where),
        lambda: archive_season(season_id=season_id, **where),
    ]
    organises = role in ("organiser", "site admin")
    assert can_organise(by, made.pk) is organises
    assert can_referee(by, made.pk) is (organises or role == "referee")
    for action in actions:
        if organises:
            before = AuditEntry.objects.count()
            action()
            assert AuditEntry.objects.count() == before + 1
        else:
            refused("not-allowed", action)
    assert not can_organise(None, made.pk)


def test_the_log_tells_who_did_what_to_whom_and_why() -> None:
    made = league()
    olivia, ada = made.staff.get().player, PlayerFactory(username="ada")
    where: dict[str, Any] = {"league_id": made.pk, "by": olivia.pk, "at": NOON}
    add_staff(username="ADA", role="referee", **where)
    change_role(player_id=ada.pk, role="organiser", why=" a second  one ", **where)
    told = last_act(made)
    assert (told.by, told.at, told.why) == (olivia, NOON, "a second one")
    assert told.before == {"player": "ada", "role": "referee"}
    assert told.after == {"player": "ada", "role": "organiser"}
    remove_staff(player_id=ada.pk, why="left", **where)
    assert [line.act for line in list_entries(None, kind="player", subject_id=ada.pk).lines] == [
        "staff.removed", "staff.role-changed", "staff.added",
    ]  # fmt: skip


def test_an_edit_that_changes_nothing_is_not_logged() -> None:
    made = league()
    by, before = made.staff.get().player_id, AuditEntry.objects.count()
    edit_league(league_id=made.pk, by=by, name=made.name, about=made.about, at=NOON)
    season_id = create_season(league_id=made.pk, by=by, days=SPRING, at=NOON)
    edit_season(league_id=made.pk, season_id=season_id, by=by, days=SPRING, at=NOON)
    archive_season(league_id=made.pk, season_id=season_id, by=by, archived=False, at=NOON)
    assert AuditEntry.objects.count() == before + 1


@pytest.mark.parametrize(
    ("who", "role", "code"),
    [
        ("nobody", "referee", "unknown-player"),
        ("\x00", "referee", "unknown-player"),
        ("", "referee", "unknown-player"),
        ("guest-1", "referee", "account-needed"),
        ("bot-1", "referee", "account-needed"),
        ("olivia", "referee", "already-staff"),
        ("ada", "king", "unknown-role"),
    ],
)
def test_a_bad_addition_to_the_staff_is_refused(who: str, role: str, code: str) -> None:
    made = league(organiser=PlayerFactory(username="olivia"))
    for person in (PlayerFactory, GuestFactory, BotFactory):
        person(username={PlayerFactory: "ada", GuestFactory: "guest-1", BotFactory: "bot-1"}[person])
    by = made.staff.get().player_id
    refused(code, lambda: add_staff(league_id=made.pk, by=by, username=who, role=role, at=NOON))


def test_only_an_owner_chooses_owners_and_organisers() -> None:
    made = league()
    owner, organiser, ada = made.staff.get().player, staff(made, "organiser"), PlayerFactory(username="ada")
    where: dict[str, Any] = {"league_id": made.pk, "by": organiser.pk, "at": NOON}
    for role in ("owner", "organiser"):
        refused("not-allowed", lambda role=role: add_staff(username="ada", role=role, **where))
    refused("not-allowed", lambda: remove_staff(player_id=owner.pk, why="mine now", **where))
    refused("not-allowed", lambda: change_role(player_id=owner.pk, role="scorer", why="mine now", **where))
    add_staff(username="ada", role="scorer", **where)
    refused("not-allowed", lambda: change_role(player_id=ada.pk, role="organiser", why="helps", **where))
    change_role(player_id=ada.pk, role="referee", why="helps", **where)
    change_role(player_id=ada.pk, role="owner", why="helps", **(where | {"by": owner.pk}))
    remove_staff(player_id=owner.pk, why="left", **(where | {"by": ada.pk}))
    assert set(made.staff.values_list("player", "role")) == {(organiser.pk, "organiser"), (ada.pk, "owner")}


def test_the_last_owner_stays() -> None:
    made = league()
    by = made.staff.get().player_id
    where: dict[str, Any] = {"league_id": made.pk, "by": by, "player_id": by, "at": NOON}
    refused("last-owner", lambda: remove_staff(why="tired", **where))
    refused("last-owner", lambda: change_role(role="referee", why="tired", **where))
    staff(made, "organiser")
    refused("last-owner", lambda: remove_staff(why="tired", **where))
    staff(made, "owner")
    remove_staff(why="", **where)
    assert not can_referee(by, made.pk)


def test_acts_against_somebody_need_a_reason() -> None:
    made = league()
    by, ada = made.staff.get().player_id, staff(made, "referee")
    where: dict[str, Any] = {"league_id": made.pk, "by": by, "player_id": ada.pk, "at": NOON}
    refused("why-needed", lambda: remove_staff(why=" ", **where))
    refused("why-needed", lambda: change_role(role="organiser", why="", **where))
    refused("bad-why", lambda: remove_staff(why="x" * 501, **where))
    refused("not-staff", lambda: remove_staff(**(where | {"player_id": PlayerFactory().pk, "why": "x"})))


def test_a_referee_may_leave_but_take_away_nobody() -> None:
    made = league()
    ada = staff(made, "referee")
    others = made.staff.exclude(player=ada).get().player_id
    refused("not-allowed", lambda: remove_staff(league_id=made.pk, by=ada.pk, player_id=others, why="no", at=NOON))
    remove_staff(league_id=made.pk, by=ada.pk, player_id=ada.pk, why="", at=NOON)
    assert made.staff.count() == 1


@pytest.mark.parametrize(
    ("days", "code"),
    [
        (SeasonDetails("S", SPRING.starts_on, SPRING.ends_on), "bad-name"),
        (SeasonDetails("Back", date(2026, 5, 1), date(2026, 4, 30)), "bad-days"),
        (SeasonDetails("Long", date(2026, 1, 1), date(2029, 1, 1)), "bad-days"),
        (SeasonDetails("SPRING", date(2027, 1, 1), date(2027, 1, 1)), "name-taken"),
    ],
)
def test_a_bad_season_is_neither_made_nor_saved(days: SeasonDetails, code: str) -> None:
    made = league()
    where: dict[str, Any] = {"league_id": made.pk, "by": made.staff.get().player_id, "at": NOON}
    create_season(days=SPRING, **where)
    other = create_season(days=SeasonDetails("Autumn", date(2026, 9, 1), date(2026, 9, 2)), **where)
    refused(code, lambda: create_season(days=days, **where))
    refused(code, lambda: edit_season(season_id=other, days=days, **where))


def test_a_season_in_the_archive_is_edited_only_after_it_was_taken_back() -> None:
    made = league()
    where: dict[str, Any] = {"league_id": made.pk, "by": made.staff.get().player_id, "at": NOON}
    season_id = create_season(days=SPRING, **where)
    archive_season(season_id=season_id, **where)
    later = SeasonDetails("Spring", SPRING.starts_on, date(2026, 6, 1))
    refused("season-archived", lambda: edit_season(season_id=season_id, days=later, **where))
    archive_season(season_id=season_id, archived=False, **where)
    edit_season(season_id=season_id, days=later, **where)
    assert (last_act(made).before, last_act(made).after) == ({"ends_on": "2026-05-31"}, {"ends_on": "2026-06-01"})


def test_a_season_of_another_league_is_not_found() -> None:
    made, other = league(), league()
    season_id = create_season(league_id=made.pk, by=made.staff.get().player_id, days=SPRING, at=NOON)
    by = other.staff.get().player_id
    refused("not-found", lambda: archive_season(league_id=other.pk, season_id=season_id, by=by, at=NOON))


def test_an_entry_of_the_log_is_never_changed_or_removed() -> None:
    told = last_act(league())
    with pytest.raises(TypeError):
        AuditEntry.objects.update(why="")
    with pytest.raises(TypeError):
        AuditEntry.objects.all().delete()
    told.why = "otherwise"
    with pytest.raises(DatabaseError), transaction.atomic():
        told.save()


def test_the_log_is_read_page_by_page_and_by_filters() -> None:
    made = league()
    olivia, ada = made.staff.get().player, PlayerFactory(username="ada")
    for number in range(5):
        record(by=ada.pk, action="event.overturned", subject=("event", number % 2 + 1), league_id=made.pk, at=NOON)
    first = list_entries(made.pk, limit=4)
    assert len(first.lines) == 4
    rest = list_entries(made.pk, limit=4, before=first.before)
    assert [line.act for line in rest.lines] == ["event.overturned", "league.created"]
    assert rest.before is None
    assert list_entries(made.pk, by="ADA", kind="event", subject_id=2).lines[0].subject_url == "/events/2/"
    for wanted, found in (
        ({"by": olivia.username}, 1),
        ({"act": "event.overturned"}, 5),
        ({"kind": "event", "subject_id": 2}, 2),
        ({"since": NOON.date(), "until": NOON.date()}, 6),
        ({"since": date(2026, 3, 2)}, 0),
        ({"until": date(2026, 2, 28)}, 0),
    ):
        assert len(list_entries(made.pk, **wanted).lines) == found
    assert list_entries(league().pk, act="event.overturned").lines == []
