"""Rosters and line-ups: what captains, players and organisers may do, and what is refused and changes nothing."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.events.models import Event
from league.events.stage_plans import StagePlan
from league.team_matches.actions.alternates import answer_call, report_absence
from league.team_matches.actions.lineup_deadline import close_lineups_now
from league.teams.actions.lineups import hand_in_lineup
from league.teams.actions.rosters import add_member, answer_invitation, remove_member, rename_team, set_captain, set_roster
from league.teams.models import AlternateCall, TeamLineup
from matches.errors import ActionError
from matches.server_time import now
from tests import factories
from tests.factories import NOON, PlayerFactory, TitleFactory
from tests.league.event_console.test_settings_page import Editing
from tests.league.team_matches.playing import HOUR, go_on, match_of, members, seats, team, team_event

pytestmark = pytest.mark.django_db


def refused(code: str, action: Any, **data: Any) -> None:
    with pytest.raises(ActionError) as error:
        action(**data)
    assert error.value.code == code


def hand_in(event: Event, name: str, lineup: list[int | None], *, by: int | None = None, at: Any = NOON) -> None:
    own = team(event, name)
    hand_in_lineup(
        event_id=event.pk, pairing_id=match_of(event, "Ants", 1).pairing_id, team_id=own.pk,
        by=own.entrant.player_id if by is None else by, members=lineup, at=at,
    )  # fmt: skip


def test_a_captain_builds_a_roster_of_players_who_accept() -> None:
    event = team_event(2, boards=2, start=False)
    ants, bees = team(event, "Ants"), team(event, "Bees")
    captain, player = ants.entrant.player, PlayerFactory(username="zoe")
    at: dict[str, Any] = {"event_id": event.pk, "team_id": ants.pk, "at": NOON}
    mine = {**at, "by": captain.pk}
    member = add_member(**mine, username="@Zoe", alternate=True)
    refused("already-in-a-team", add_member, **{**mine, "team_id": bees.pk, "by": bees.entrant.player_id}, username="zoe")
    refused("not-allowed", add_member, **{**mine, "by": bees.entrant.player_id}, username="zoe")
    refused("unknown-player", add_member, **mine, username="nobody-has-this-name")
    refused("not-invited", answer_invitation, **at, player_id=captain.pk, accept=True)
    refused("not-accepted", set_captain, **mine, member_id=member)
    answer_invitation(**at, player_id=player.pk, accept=True)
    refused("name-taken", rename_team, **mine, name="bees")
    refused("not-the-roster", set_roster, **mine, members=members(event, "Ants", 1))
    order = [member, *members(event, "Ants", 2, 1)]
    refused("limit-reached", set_roster, **mine, members=order, alternates=order)
    set_roster(**mine, members=order, alternates=order[2:])
    assert list(ants.members.values_list("player__username", "alternate")) == [
        ("zoe", False), ("ants2", False), ("ants1", True),
    ]  # fmt: skip
    remove_member(**mine, member_id=members(event, "Ants", 2)[0])
    set_captain(**mine, member_id=member)
    assert team(event, "Ants").entrant.player == player
    refused("not-allowed", rename_team, **mine, name="Otters")


def test_a_line_up_names_accepted_players_of_the_roster_once_in_board_order_and_in_time() -> None:
    event = team_event(2, boards=2, alternates=1, start=False)
    add_member(
        event_id=event.pk, team_id=team(event, "Ants").pk, by=team(event, "Ants").entrant.player_id, at=NOON,
        username=PlayerFactory(username="late").username,
    )  # fmt: skip
    factories.event_start.start_event(event_id=event.pk, by=event.organiser_id, at=NOON)
    ants = members(event, "Ants", 1, 2, 3)
    invited = team(event, "Ants").members.get(player__username="late").pk
    bees = members(event, "Bees", 1, 2)
    for code, lineup in (
        ("boards", ants[:1]), ("not-on-roster", [ants[0], bees[1]]), ("not-accepted", [ants[0], invited]),
        ("twice", [ants[0], ants[0]]), ("board-order", [ants[1], ants[0]]), ("board-order", [None, ants[0]]),
        ("nobody", [None, None]),
    ):  # fmt: skip
        refused(code, hand_in, event=event, name="Ants", lineup=lineup)
    refused("not-allowed", hand_in, event=event, name="Ants", lineup=ants[:2], by=team(event, "Bees").entrant.player_id)
    refused("too-late", hand_in, event=event, name="Ants", lineup=ants[:2], at=NOON + HOUR)
    assert not TeamLineup.objects.exists()
    hand_in(event, "Ants", [ants[1], ants[2]])
    hand_in(event, "Ants", [])
    assert not TeamLineup.objects.exists(), "an empty line-up leaves it to the roster"
    hand_in(event, "Ants", [ants[1], None])
    refused("not-allowed", close_lineups_now, event_id=event.pk, pairing_id=match_of(event, "Ants", 1).pairing_id,
            by=team(event, "Ants").entrant.player_id, at=NOON)  # fmt: skip
    close_lineups_now(event_id=event.pk, pairing_id=match_of(event, "Ants", 1).pairing_id, by=event.organiser_id, at=NOON)
    refused("too-late", hand_in, event=event, name="Ants", lineup=ants[:2])
    assert seats(event, "Ants", 1) == [("ants2", "bees1"), ("bees2",)], "an empty board is lost by forfeit"
    refused(
        "has-played", remove_member, event_id=event.pk, team_id=team(event, "Ants").pk, member_id=ants[1], at=NOON,
        by=event.organiser_id,
    )  # fmt: skip


def test_alternates_are_asked_in_order_until_one_accepts_or_the_board_is_forfeited() -> None:
    event = team_event(2, boards=1, alternates=2, teams={"answer_min": 10})
    go_on(NOON + HOUR)
    match = match_of(event, "Ants", 1)
    board, at = match.boards.get(), NOON + HOUR
    call = report_absence(event_id=event.pk, board_id=board.pk, by=team(event, "Ants").entrant.player_id, at=at)
    refused(
        "asked-before", report_absence, event_id=event.pk, board_id=board.pk, by=team(event, "Ants").entrant.player_id, at=at
    )
    second, third = (team(event, "Ants").members.get(player__username=f"ants{number}") for number in (2, 3))
    answer: dict[str, Any] = {"event_id": event.pk, "call_id": call, "at": at}
    refused("not-asked", answer_call, **answer, player_id=third.player_id, accept=True)
    answer_call(**answer, player_id=second.player_id, accept=False)
    assert AlternateCall.objects.get(pk=call).asked == [second.pk, third.pk], "the next one is asked at once"
    go_on(at + HOUR / 6)
    assert AlternateCall.objects.get(pk=call).next_at == at + HOUR / 3
    go_on(at + HOUR / 3)
    refused("too-late", answer_call, **{**answer, "at": at + HOUR / 3}, player_id=third.player_id, accept=True)
    match.pairing.refresh_from_db()
    assert (match.pairing.score, match.pairing.forfeit) == ("0-1", True)


def test_rules_and_formats_that_teams_cannot_play_are_refused() -> None:
    plain = StagePlan("round-robin")
    for rules, stage, code in (
        ({"boards": 0}, plain, "bad-teams"), ({"boards": 4, "colour": "red"}, plain, "bad-teams"),
        ({"win": 1, "draw": 1}, plain, "bad-teams"), ({"order": "any"}, plain, "bad-teams"), ("four", plain, "bad-teams"),
        ({}, StagePlan("arena", {"minutes": 30}), "not-for-teams"),
        ({}, StagePlan("single-elimination", {"best_of": 3}), "not-for-teams"),
        ({}, StagePlan("swiss", {"rounds": 3, "points": "three"}), "not-for-teams"),
    ):  # fmt: skip
        refused(code, factories.event, teams=rules, stages=(stage,))


def test_a_captain_does_it_all_on_the_page_of_the_team(client: Client) -> None:
    event = team_event(2, boards=2, alternates=1)
    match_of(event, "Ants", 1).update(lineups_by=now() + HOUR)
    ants = team(event, "Ants")
    page, own = reverse("team", args=[event.pk, ants.pk]), members(event, "Ants", 1, 3)
    client.force_login(ants.entrant.player)
    shown = client.get(page).content.decode()
    assert "Save line-up" in shown
    data = {"pairing_id": match_of(event, "Ants", 1).pairing_id, "members": own}
    client.post(reverse("team-do", args=[event.pk, ants.pk, "line-up"]), data)
    assert "Your line-up is saved" in client.get(page).content.decode()
    assert TeamLineup.objects.get().members == own
    client.force_login(team(event, "Bees").entrant.player)
    assert "Save line-up" not in client.get(page).content.decode()
    api = client.get(reverse("api-teams", args=[event.pk])).json()
    assert [row["boards"] for row in api["matches"]] == [[]], "line-ups are secret until the deadline"
    go_on(match_of(event, "Ants", 1).lineups_by)
    api = client.get(reverse("api-teams", args=[event.pk])).json()
    assert [(board["first"], board["second"]) for board in api["matches"][0]["boards"]] == [
        ("ants1", "bees1"),
        ("ants3", "bees2"),
    ]
    assert "ants3" in client.get(reverse("teams", args=[event.pk])).content.decode()
    for name in ("event", "event-standings", "event-rounds", "event-entrants", "event-cross"):
        assert "Ants" in client.get(reverse(name, args=[event.pk])).content.decode()
    boards = reverse("event", args=[event.boards_event.pk])
    assert "Team standings" in client.get(boards).content.decode()
    assert f'href="{boards}"' not in client.get(reverse("events")).content.decode(), "only its event between teams is listed"


def test_an_organiser_sets_the_rules_of_teams_before_anybody_enters(client: Client) -> None:
    editing = Editing(client, factories.event(teams={"boards": 3, "win": 3}))
    event = editing.press(team_boards="4", team_points="2-1-0").made
    assert (event.teams["boards"], event.teams["win"]) == (4, 2)
    page = editing.page
    assert editing.press(team_points="1-1-1").status == 422
    editing.page = page
    editing.press(team_boards="0")
    assert event.teams is None
    assert "teams" in client.get(reverse("api-event", args=[event.pk])).json()


def test_teams_play_games_that_are_reported(client: Client) -> None:
    title = TitleFactory(league=None, owner=PlayerFactory())
    event = team_event(2, boards=2, game=title.key, organiser=title.owner, teams={"lineup_min": 0})
    go_on(NOON)
    assert seats(event, "Ants", 1) == [("ants1", "bees1"), ("bees2", "ants2")]
    board = match_of(event, "Ants", 1).boards.get(number=2)
    client.force_login(title.owner)
    sent = {"number": 1, "results": [{"pairing_id": board.pairing_id, "result": "0-1"}]}
    api = reverse("api-manage-do", args=[event.boards_event.pk, "enter-results"])
    assert client.post(api, sent, content_type="application/json").status_code == 200
    go_on(NOON)
    grid = reverse("manage-results", args=[event.boards_event.pk])
    assert grid in client.get(reverse("manage-results", args=[event.pk])).content.decode()
    assert client.get(grid).status_code == 200
    assert match_of(event, "Ants", 1).pairing.counted_at is None
    first = match_of(event, "Ants", 1).boards.get(number=1).pairing_id
    assert client.post(api, {"number": 1, "results": [{"pairing_id": first, "result": "1/2-1/2"}]},
                       content_type="application/json").status_code == 200  # fmt: skip
    go_on(NOON)
    assert match_of(event, "Ants", 1).pairing.score == "1.5-0.5"
    refusal = client.post(
        reverse("api-manage-do", args=[event.pk, "enter-results"]),
        {"number": 1, "results": [{"pairing_id": match_of(event, "Ants", 1).pairing_id, "result": "1-0"}]},
        content_type="application/json",
    )
    assert "teams" in refusal.content.decode()
