"""The event that contains the board matches of an event between teams, so that they are ordinary pairings and matches."""

import secrets
from collections.abc import Iterable
from datetime import datetime

from engines.randomness import hash_seed
from league.events.actions.event_lifecycle import PLAN_FIELDS
from league.events.models import Entrant, Event, EventStatus, Registration, Round, Side, Stage, StageEntrant
from league.events.rulings import FORFEITED, Ruling
from league.formats.registry import BOARDS
from league.pairings.actions.progression import advance_event
from league.ratings.queries.players import get_rating_values
from league.results.actions.result_overrides import resume_stage, save_result
from league.teams.models import TeamBoard, TeamMember
from league.teams.queries.own import list_begun_matches

OWN_VALUES = {
    "registration": Registration.INVITE, "auto_advance": False, "tie_breaks": [], "teams": None, "repeat_days": 0,
    "check_in_min": 0,
}  # fmt: skip
"""Values of the event of the boards that differ from those of its event between teams."""


def get_boards_event(event: Event, at: datetime) -> Event:
    """Return the locked event of the boards; create it if this is the first match. `event` must be locked."""
    found = Event.objects.select_for_update().filter(boards_of=event).first()
    if found is not None:
        return found
    seed = secrets.token_bytes(32)
    boards = Event(
        **{name: getattr(event, name) for name in PLAN_FIELDS}, title=event.title, league=event.league,
        organiser_id=event.organiser_id, demo=event.demo, boards_of=event, status=EventStatus.RUNNING, created_at=at,
        started_at=at, paused_at=event.paused_at, lots_seed=seed.hex(), lots_commitment=hash_seed(seed),
    )  # fmt: skip
    for name, value in OWN_VALUES.items():
        setattr(boards, name, value)
    boards.save()
    Stage.objects.create(event=boards, format=BOARDS.key, started_at=at)
    return boards


def enter_members(boards: Event, members: Iterable[TeamMember], at: datetime) -> dict[int, Entrant]:
    """Return the entrants of these members in the event of the boards, entered if necessary, by member."""
    stage = boards.stages.get()
    rows = list(members)
    entrants = {row.player_id: row for row in boards.entrants.filter(player__in=[member.player_id for member in rows])}
    missing = [member for member in rows if member.player_id not in entrants]
    ratings = get_rating_values([member.player_id for member in missing], boards.seeding_pool)
    seed, earlier = boards.entrants.count(), stage.rounds.count()
    for number, member in enumerate(missing, seed + 1):
        entrant = boards.entrants.create(
            player_id=member.player_id, seed=number, rating=ratings[member.player_id], club=member.team.name, joined_at=at
        )
        StageEntrant.objects.create(stage=stage, entrant=entrant, seed=number, joined=earlier)
        entrants[member.player_id] = entrant
    players = Entrant.objects.select_related("player").in_bulk([entrants[member.player_id].pk for member in rows])
    return {member.pk: players[entrants[member.player_id].pk] for member in rows}


def open_boards_round(boards: Event, row: Round, at: datetime) -> Round:
    """Return the running round of the boards with the number and name of this round of the teams."""
    found, _unused = Round.objects.get_or_create(
        event=boards, number=row.number, defaults={"stage": boards.stages.get(), "label": row.label, "started_at": at}
    )
    if found.finished_at is not None:
        found.update(finished_at=None)
    return found


def forfeit_board(boards: Event, board: TeamBoard, absent: list[int], at: datetime) -> None:
    """Give the board of the locked event to the other side, unless its match has begun."""
    assert board.pairing is not None
    rows = list(Side.objects.filter(pairing=board.pairing).order_by("number").select_related("entrant"))
    members = (board.first, board.second)
    away = {member.player_id for side, member in enumerate(members) if side in absent and member is not None}
    if list_begun_matches().filter(pairing=board.pairing).exists():
        return
    halves = tuple(0 if row.entrant and row.entrant.player_id in away else 2 for row in rows)
    save_result(board.pairing, Ruling(halves, (), forfeit=True), at, reason=FORFEITED)
    resume_stage(boards, board.pairing.round.stage, at)


def finish_boards_event(event: Event, at: datetime) -> None:
    """Bring the end of the event of the boards in line with the end of the event between teams."""
    boards = Event.objects.select_for_update().filter(boards_of=event).first()
    if boards is None:
        return
    if event.status == EventStatus.FINISHED and boards.status == EventStatus.RUNNING:
        advance_event(boards, at, no_more_rounds=True)
    elif event.status == EventStatus.RUNNING and boards.status == EventStatus.FINISHED:
        boards.update(status=EventStatus.RUNNING, finished_at=None)
        boards.stages.update(finished_at=None)
