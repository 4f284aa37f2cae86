"""The public board of a draft, built from a spectator's `formats.visibility.build_view`, so no secret can leak here."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engines.i18n import mark, mark_in, translate as _, translate_in
from league.drafts.formats.entities import Setup
from league.drafts.formats.registry import get_kind
from league.drafts.formats.state import DraftState
from league.drafts.formats.visibility import build_view
from league.drafts.models import Draft, DraftStatus, DraftTeam
from league.drafts.queries.cards import get_card
from league.drafts.queries.grid import build_grid
from league.drafts.queries.states import get_state
from league.gamers.models import STATS

SOURCES = {
    "team": "",
    "auto": mark("autopick"),
    "force": mark("assigned by the organiser"),
    "fill": mark("filled automatically"),
}
MAX_UPCOMING = 8
BID_OUTCOMES = {
    "won": mark_in("fate of a bid", "won"),
    "outbid": mark_in("fate of a bid", "outbid"),
    "taken": mark_in("fate of a bid", "already taken"),
    "full": mark_in("fate of a bid", "roster full"),
    "too-low": mark_in("fate of a bid", "too low"),
    "cap": mark_in("fate of a bid", "over the cap"),
    "reserve": mark_in("fate of a bid", "below reserve"),
    "genres": mark_in("fate of a bid", "genres missing"),
    "too-few": mark_in("fate of a bid", "too few cards"),
    "incompletable": mark_in("fate of a bid", "roster can't be completed"),
    "others": mark_in("fate of a bid", "other rosters affected"),
}


def compute_mark(last_act: int, status: str) -> int:
    """Return a number that grows with every public change."""
    if status == DraftStatus.SETUP:
        return 0
    return last_act + (1 if status in (DraftStatus.RUNNING, DraftStatus.PAUSED) else 2)


def build_board(row: Draft) -> dict[str, Any]:
    """Return `status`, `teams`, `rows` of the grid, `picks` and `openings` (newest first), `lot` and `decks`."""
    status = {"status": row.status, "words": str(row.get_status_display()), "kind": _(get_kind(row.kind).name)}
    if row.started_at is None:
        status["words"] = _("Cancelled") if row.status == DraftStatus.CANCELLED else _("Not started yet")
        teams = list(DraftTeam.objects.filter(draft=row).order_by("number").values("number", "name"))
        return {"status": status, "teams": teams, "rows": [], "picks": [], "lot": None, "decks": [], "openings": []}
    state = get_state(row)
    data, setup = build_view(state, None), state.setup
    table, names = data["table"], {team.id: team.name for team in setup.teams}
    picks = [
        {
            **item, **describe_card(setup, item["card"]), "number_of_team": item["team"], "team": names[item["team"]],
            "how": _(SOURCES[item["how"]]),
        }
        for item in data["picks"]
    ]  # fmt: skip
    columns = {team: column for column, team in enumerate(setup.order)}
    rosters = sorted(data["teams"], key=lambda item: columns.get(item["team"], len(columns)))
    upcoming = [names[team] for team in list_upcoming(state, data)[:MAX_UPCOMING]]
    return {
        "status": {**status, **_build_status(row, data, names), "upcoming": upcoming},
        "teams": [_build_team(setup, item, data) for item in rosters],
        "rows": build_grid(setup, picks, table, over=bool(data["over"])),
        "picks": picks[::-1],
        "lot": _build_lot(row, table.get("lot"), names),
        "decks": [_build_deck(setup, number, item, table["usable"]) for number, item in enumerate(table.get("decks", ()))],
        "openings": [
            {"round": item["round"], "bids": [_build_processed_bid(setup, bid, names) for bid in item["bids"]]}
            for item in reversed(table.get("openings", ()))
        ],
    }


def _build_status(row: Draft, data: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    due, table = data["deadline"], data["table"]
    over = row.status in (DraftStatus.FINISHED, DraftStatus.CANCELLED, DraftStatus.REVIEW)
    return {
        "acting": [] if over else [names[team] for team in data["to_act"]],
        "deadline_ms": None if over or due is None else int(datetime.fromisoformat(due).timestamp() * 1000),
        "overdue": data["overdue"],
        "sealed_round": table.get("round"),
        "ready": [names[team] for team in table.get("ready", ())],
    }


def list_upcoming(state: DraftState, view: Mapping[str, Any]) -> list[int]:
    """Return the teams that pick or nominate after the current turn, the next first; none where all bid in rounds."""
    kind = get_kind(state.setup.kind)
    if state.over or kind.sealed:
        return []
    full = {team["team"] for team in view["teams"] if not team["places"]}
    order = kind.order(state)[1 if kind.expected_action(state) else 0 :]
    return [team for team in order if team not in full and team not in view["table"].get("done", ())]


def describe_card(setup: Setup, card: int) -> dict[str, Any]:
    """Return a card's public details."""
    details = setup.by_id[card]
    return {"handle": details.handle, "genre": details.genre, "salary": details.salary}


def _build_team(setup: Setup, team: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **team,
        "number": team["team"],
        "name": setup.team_of[team["team"]].name,
        "cap": setup.rules.cap,
        "spent": team["payroll"],
        "held": len(team["roster"]),
        "most": setup.rules.roster_max,
        "genres": list(team["genres"].items()),
        "acting": team["team"] in data["to_act"],
        "reserve_s": team["reserve_ms"] // 1000,
    }


def _build_lot(row: Draft, lot: Mapping[str, Any] | None, names: Mapping[int, str]) -> dict[str, Any] | None:
    if lot is None:
        return None
    bids = [{"team": names[bid["team"]], "amount": bid["amount"]} for bid in reversed(lot["bids"])]
    passed = [names[team] for team in lot["passed"]]
    card = get_card(row, lot["card"])
    stats = tuple(zip(STATS, card["stats"], strict=True))
    return {**lot, **card, "stats": stats, "high": bids[0], "bids": bids, "passed": passed}


def _build_deck(setup: Setup, number: int, deck: Mapping[str, Any], usable: Sequence[int]) -> dict[str, Any]:
    """Return a deck with its undrawn cards in alphabetical order, because the real order is secret."""
    return {
        "number": number,
        "undrawn": sorted(setup.by_id[card].handle for card in deck["undrawn"]),
        "open": [(card, setup.by_id[card].handle) for card in deck["open"]],
        "usable": number in usable,
    }


def _build_processed_bid(setup: Setup, bid: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    fate = translate_in("fate of a bid", BID_OUTCOMES.get(bid["fate"], bid["fate"]))
    team, handle = names[bid["team"]], setup.by_id[bid["card"]].handle
    return {"team": team, "handle": handle, "amount": bid["amount"], "won": bid["fate"] == "won", "fate": fate}
