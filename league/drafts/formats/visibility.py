"""What a viewer may see of a draft, built by allow-list here and in each kind's view method."""

from typing import Any

from league.drafts.formats.draft_rules import deadline, teams_to_act
from league.drafts.formats.entities import Pick, Team
from league.drafts.formats.legality import find_max_price, find_refusal
from league.drafts.formats.registry import get_kind
from league.drafts.formats.state import DraftState


def build_view(state: DraftState, team: int | None) -> dict[str, Any]:
    """Return the draft as JSON for a team's player, or (None) for spectators. Moments are ISO texts, durations ms."""
    due = deadline(state)
    return {
        "kind": state.setup.kind,
        "over": state.over,
        "paused": state.paused,
        "to_act": sorted(teams_to_act(state)),
        "deadline": due and due.isoformat(),
        "hard": state.setup.timing.hard,
        "overdue": state.overdue,
        "running": state.running and {"team": state.running[0], "turn": state.running[1]},
        "teams": [
            _build_team(state, team, reserve) for team, reserve in zip(state.setup.teams, state.clock.reserve, strict=True)
        ],
        "picks": [_build_pick(pick) for pick in state.picks],
        "table": dict(get_kind(state.setup.kind).view(state, team)),
        "queue": [] if team is None else list(state.queues.get(team, ())),
    }


def list_offers(state: DraftState, team: int) -> dict[int, int]:
    """Return the cards that the team may have or bid on now, each with the most it may pay (or its salary).

    Only for the team's own room. Of cards alike in price, genre and planned roster only one is checked: with 360 cards
    that takes some tens of milliseconds.
    """
    books = state.books
    fixed = state.setup.settings.get("opening") is None
    price_by_key: dict[tuple[int, str, int | None], int | None] = {}
    allowed: dict[int, int] = {}
    for item in books.remaining:
        key = item.price, item.genre, books.planned.get(item.id)
        if key not in price_by_key:
            price = None if fixed and find_refusal(books, team, item.id, item.price) else item.price
            price_by_key[key] = price if fixed else find_max_price(books, team, item.id)
        if (highest := price_by_key[key]) is not None:
            allowed[item.id] = highest
    return allowed


def _build_team(state: DraftState, team: Team, reserve: int) -> dict[str, Any]:
    """Return a team as JSON; `money` is what remains where picks are paid, else None."""
    sheet, demand = state.books.sheets[team.id], state.books.demands[team.id]
    return {
        "team": team.id,
        "roster": list(sheet.held),
        "left": sheet.left,
        "payroll": sheet.payroll,
        "money": None if team.money is None else team.money - (sheet.payroll - team.cap_used),
        "places": state.setup.rules.roster_max - len(sheet.held),
        "needs": demand.places,
        "genres": dict(demand.genres),
        "auto": team.id in state.auto,
        "reserve_ms": reserve,
    }


def _build_pick(pick: Pick) -> dict[str, Any]:
    names = ("number", "team", "card", "price", "how", "drawn")
    data = {name: getattr(pick, name) for name in names}
    turn = pick.turn
    return {**data, "round": turn and turn.round, "turn": turn and turn.number, "at": pick.at.isoformat()}
