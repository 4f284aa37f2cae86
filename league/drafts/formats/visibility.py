"""What a viewer may see of a draft, built by allow-list here and in each kind's view method."""

from typing import Any

from league.drafts.formats.drafting import deadline, to_act
from league.drafts.formats.entities import Pick, Team
from league.drafts.formats.legality import most, refusal
from league.drafts.formats.registry import kind_of
from league.drafts.formats.state import DraftState


def view(state: DraftState, team: int | None) -> dict[str, Any]:
    """Return the draft as JSON for a team's player, or (None) for spectators. Moments are ISO texts, durations ms."""
    due = deadline(state)
    return {
        "kind": state.setup.kind,
        "over": state.over,
        "paused": state.paused,
        "to_act": sorted(to_act(state)),
        "deadline": due and due.isoformat(),
        "hard": state.setup.timing.hard,
        "overdue": state.overdue,
        "running": state.running and {"team": state.running[0], "turn": state.running[1]},
        "teams": [
            _team(state, team, reserve) for team, reserve in zip(state.setup.teams, state.clock.reserve, strict=True)
        ],
        "picks": [_pick(one) for one in state.picks],
        "table": dict(kind_of(state.setup.kind).view(state, team)),
        "queue": [] if team is None else list(state.queues.get(team, ())),
    }


def offers(state: DraftState, team: int) -> dict[int, int]:
    """Return the cards that the team may have or bid on now, each with the most it may pay (or its salary).

    Only for the team's own room. Of cards alike in price, genre and planned roster only one is checked: with 360 cards
    that takes some tens of milliseconds.
    """
    books = state.books
    fixed = state.setup.settings.get("opening") is None
    found: dict[tuple[int, str, int | None], int | None] = {}
    able: dict[int, int] = {}
    for one in books.remaining:
        alike = one.price, one.genre, books.planned.get(one.id)
        if alike not in found:
            price = None if fixed and refusal(books, team, one.id, one.price) else one.price
            found[alike] = price if fixed else most(books, team, one.id)
        if (highest := found[alike]) is not None:
            able[one.id] = highest
    return able


def _team(state: DraftState, team: Team, reserve: int) -> dict[str, Any]:
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


def _pick(pick: Pick) -> dict[str, Any]:
    names = ("number", "team", "card", "price", "how", "drawn")
    kept = {name: getattr(pick, name) for name in names}
    return {**kept, "round": pick.turn and pick.turn.round, "at": pick.at.isoformat()}
