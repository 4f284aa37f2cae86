from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from league.audit.actions import record
from league.audit.models import AuditEntry
from league.leagues import actions
from league.leagues.actions import SeasonDetails
from league.leagues.models import League
from league.leagues.queries.log import list_entries
from league.leagues.queries.roles import can_organise, can_referee
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory, league, staff
from tests.league.seasons.test_terms import refused

pytestmark = pytest.mark.django_db
SPRING = SeasonDetails("Spring", date(2026, 3, 1), date(2026, 5, 31))


def last_act(made: League) -> AuditEntry:
    return made.log.order_by("-pk")[0]


def test_who_makes_a_league_organises_it() -> None:
    olivia = PlayerFactory()
    made = League.objects.get(pk=actions.create_league(by=olivia.pk, name="  Élan   Go ", about="Hi.\r\n\r\nAll.", at=NOON))
    assert (made.name, made.slug, made.about) == ("Élan Go", "elan-go", "Hi.\n\nAll.")
    assert can_organise(olivia.pk, made.pk)
    assert last_act(made).act == "league.created"


def test_a_bad_league_is_not_made_and_none_by_guests_and_bots() -> None:
    olivia = PlayerFactory()
    league(slug="taken")
    wrong: list[tuple[str, str, list[Any]]] = [
        ("bad-name", "name", ["x", "n" * 61, "a\x00bc", "abc\u202edef"]), ("bad-slug", "name", ["棋院同好会"]),
        ("bad-slug", "slug", ["New", "new", "a--b", "a/../b", "s" * 41]), ("slug-taken", "slug", ["taken"]),
        ("bad-about", "about", ["x" * 2001, "\x07"]), ("account-needed", "by", [GuestFactory().pk, BotFactory().pk]),
    ]  # fmt: skip
    for code, name, values in wrong:
        for value in values:
            given: dict[str, Any] = {"by": olivia.pk, "at": NOON, "name": "Fine", name: value}
            refused(code, partial(actions.create_league, **given))


@pytest.mark.parametrize("organiser", ["organiser", "site admin"])
def test_the_table_of_who_may_do_what(organiser: str) -> None:
    made = league()
    season_id = actions.create_season(league_id=made.pk, by=made.staff.get().player_id, days=SPRING, at=NOON)
    referee, other, new = staff(made, "referee"), staff(made, "referee"), PlayerFactory()
    organises = staff(made, "organiser") if organiser == "organiser" else PlayerFactory(is_superuser=True)
    others = [
        PlayerFactory(), staff(league(), "organiser"), staff(made, "scorer"), referee,
        PlayerFactory(is_superuser=True, is_active=False),
    ]  # fmt: skip
    where: dict[str, Any] = {"league_id": made.pk, "at": NOON}
    edited = SeasonDetails("Spring!", SPRING.starts_on, SPRING.ends_on)
    deeds: list[Callable[..., Any]] = [
        partial(actions.edit_league, name="Another", about="", **where),
        partial(actions.add_staff, username=new.username, role="referee", **where),
        partial(actions.change_role, player_id=other.pk, role="scorer", why="able", **where),
        partial(actions.remove_staff, player_id=other.pk, why="gone", **where),
        partial(actions.create_season, days=SeasonDetails("Autumn", date(2026, 9, 1), date(2026, 9, 2)), **where),
        partial(actions.edit_season, season_id=season_id, days=edited, **where),
        partial(actions.archive_season, season_id=season_id, **where),
    ]
    for deed in deeds:
        for one in others:
            refused("not-allowed", partial(deed, by=one.pk))
        before = AuditEntry.objects.count()
        deed(by=organises.pk)
        assert AuditEntry.objects.count() == before + 1
    assert [can_organise(one.pk, made.pk) for one in (organises, *others)] == [True] + [False] * 5
    assert [one for one in others if can_referee(one.pk, made.pk)] == [referee]
    assert can_referee(organises.pk, made.pk)
    assert not can_organise(None, made.pk)


def test_acts_against_somebody_need_a_reason_and_the_log_tells_who_did_what_to_whom_and_why() -> None:
    made = league()
    olivia, ada = made.staff.get().player, PlayerFactory(username="ada")
    where: dict[str, Any] = {"league_id": made.pk, "by": olivia.pk, "at": NOON}
    actions.add_staff(username="ADA", role="referee", **where)
    remove = partial(actions.remove_staff, **where)
    change = partial(actions.change_role, player_id=ada.pk, role="organiser", **where)
    refused("why-needed", lambda: remove(player_id=ada.pk, why=" "))
    refused("why-needed", lambda: change(why=""))
    refused("bad-why", lambda: remove(player_id=ada.pk, why="x" * 501))
    refused("not-staff", lambda: remove(player_id=PlayerFactory().pk, why="x"))
    change(why=" a second  one ")
    told = last_act(made)
    assert (told.by, told.at, told.why) == (olivia, NOON, "a second one")
    assert (told.before, told.after) == ({"player": "ada", "role": "referee"}, {"player": "ada", "role": "organiser"})
    remove(player_id=ada.pk, why="left")
    assert [line.act for line in list_entries(None, kind="player", subject_id=ada.pk).lines] == [
        "staff.removed", "staff.role-changed", "staff.added",
    ]  # fmt: skip


def test_a_bad_addition_to_the_staff_is_refused() -> None:
    made = league(organiser=PlayerFactory(username="olivia"))
    PlayerFactory(username="ada"), GuestFactory(username="guest-1"), BotFactory(username="bot-1")
    add = partial(actions.add_staff, league_id=made.pk, by=made.staff.get().player_id, at=NOON)
    for code, names in (
        ("unknown-player", ("nobody", "\x00", "")), ("account-needed", ("guest-1", "bot-1")), ("already-staff", ("olivia",)),
    ):  # fmt: skip
        for name in names:
            refused(code, partial(add, username=name, role="referee"))
    refused("unknown-role", partial(add, username="ada", role="king"))


def test_only_an_owner_chooses_owners_and_organisers() -> None:
    made = league()
    owner, organiser, ada = made.staff.get().player, staff(made, "organiser"), PlayerFactory(username="ada")
    where: dict[str, Any] = {"league_id": made.pk, "by": organiser.pk, "at": NOON}
    for role in ("owner", "organiser"):
        refused("not-allowed", lambda role=role: actions.add_staff(username="ada", role=role, **where))
    refused("not-allowed", lambda: actions.remove_staff(player_id=owner.pk, why="mine now", **where))
    refused("not-allowed", lambda: actions.change_role(player_id=owner.pk, role="scorer", why="mine now", **where))
    actions.add_staff(username="ada", role="scorer", **where)
    refused("not-allowed", lambda: actions.change_role(player_id=ada.pk, role="organiser", why="helps", **where))
    actions.change_role(player_id=ada.pk, role="referee", why="helps", **where)
    actions.change_role(player_id=ada.pk, role="owner", why="helps", **(where | {"by": owner.pk}))
    actions.remove_staff(player_id=owner.pk, why="left", **(where | {"by": ada.pk}))
    assert set(made.staff.values_list("player", "role")) == {(organiser.pk, "organiser"), (ada.pk, "owner")}


def test_the_last_owner_stays_and_a_referee_may_leave_but_take_away_nobody() -> None:
    made = league()
    by, ada = made.staff.get().player_id, staff(made, "referee")
    where: dict[str, Any] = {"league_id": made.pk, "by": by, "player_id": by, "at": NOON}
    refused("last-owner", lambda: actions.remove_staff(why="tired", **where))
    refused("last-owner", lambda: actions.change_role(role="referee", why="tired", **where))
    refused("not-allowed", lambda: actions.remove_staff(**(where | {"by": ada.pk, "why": "no"})))
    actions.remove_staff(**(where | {"by": ada.pk, "player_id": ada.pk, "why": ""}))
    staff(made, "organiser")
    refused("last-owner", lambda: actions.remove_staff(why="tired", **where))
    staff(made, "owner")
    actions.remove_staff(why="", **where)
    assert not can_referee(by, made.pk)
    assert made.staff.count() == 2


def test_a_bad_season_is_neither_made_nor_saved_and_one_of_another_league_not_found() -> None:
    made, elsewhere = league(), league()
    where: dict[str, Any] = {"league_id": made.pk, "by": made.staff.get().player_id, "at": NOON}
    season_id = actions.create_season(days=SPRING, **where)
    other = actions.create_season(days=SeasonDetails("Autumn", date(2026, 9, 1), date(2026, 9, 2)), **where)
    for days, code in (
        (SeasonDetails("S", SPRING.starts_on, SPRING.ends_on), "bad-name"),
        (SeasonDetails("Back", date(2026, 5, 1), date(2026, 4, 30)), "bad-days"),
        (SeasonDetails("Long", date(2026, 1, 1), date(2029, 1, 1)), "bad-days"),
        (SeasonDetails("SPRING", date(2027, 1, 1), date(2027, 1, 1)), "name-taken"),
    ):
        refused(code, partial(actions.create_season, days=days, **where))
        refused(code, partial(actions.edit_season, season_id=other, days=days, **where))
    where |= {"league_id": elsewhere.pk, "by": elsewhere.staff.get().player_id}
    refused("not-found", lambda: actions.archive_season(season_id=season_id, **where))


def test_a_season_in_the_archive_is_edited_only_after_it_was_taken_back_and_what_changes_nothing_is_not_logged() -> None:
    made = league()
    where: dict[str, Any] = {"league_id": made.pk, "by": made.staff.get().player_id, "at": NOON}
    season_id = actions.create_season(days=SPRING, **where)
    before = AuditEntry.objects.count()
    actions.edit_league(name=made.name, about=made.about, **where)
    actions.edit_season(season_id=season_id, days=SPRING, **where)
    actions.archive_season(season_id=season_id, archived=False, **where)
    assert AuditEntry.objects.count() == before
    actions.archive_season(season_id=season_id, **where)
    later = SeasonDetails("Spring", SPRING.starts_on, date(2026, 6, 1))
    refused("season-archived", lambda: actions.edit_season(season_id=season_id, days=later, **where))
    actions.archive_season(season_id=season_id, archived=False, **where)
    actions.edit_season(season_id=season_id, days=later, **where)
    assert (last_act(made).before, last_act(made).after) == ({"ends_on": "2026-05-31"}, {"ends_on": "2026-06-01"})


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
        ({"by": olivia.username}, 1), ({"act": "event.overturned"}, 5), ({"kind": "event", "subject_id": 2}, 2),
        ({"since": NOON.date(), "until": NOON.date()}, 6), ({"since": date(2026, 3, 2)}, 0),
        ({"until": date(2026, 2, 28)}, 0),
    ):  # fmt: skip
        assert len(list_entries(made.pk, **wanted).lines) == found
    assert list_entries(league().pk, act="event.overturned").lines == []
