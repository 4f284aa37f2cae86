"""The public board of a draft, built from a spectator's `formats.visibility.build_view`, so no secret can leak here."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engines.words import marked, marked_in, say, told, told_in
from league.drafts.formats.entities import Setup
from league.drafts.formats.registry import kind_of
from league.drafts.formats.visibility import view
from league.drafts.models import Draft, DraftStatus, DraftTeam
from league.drafts.queries.states import state_of

HOW = {
    "team": "",
    "auto": marked("autopick"),
    "force": marked("assigned by the organiser"),
    "fill": marked("filled automatically"),
}
FATES = {
    "won": marked_in("fate of a bid", "won"),
    "outbid": marked_in("fate of a bid", "outbid"),
    "taken": marked_in("fate of a bid", "already taken"),
    "full": marked_in("fate of a bid", "roster full"),
    "too-low": marked_in("fate of a bid", "too low"),
    "cap": marked_in("fate of a bid", "over the cap"),
    "reserve": marked_in("fate of a bid", "below reserve"),
    "genres": marked_in("fate of a bid", "genres missing"),
    "too-few": marked_in("fate of a bid", "too few cards"),
    "incompletable": marked_in("fate of a bid", "roster can't be completed"),
    "others": marked_in("fate of a bid", "other rosters affected"),
}


def mark_of(last_act: int, status: str) -> int:
    """Return a number that grows with every public change."""
    if status == DraftStatus.SETUP:
        return 0
    return last_act + (1 if status in (DraftStatus.RUNNING, DraftStatus.PAUSED) else 2)


def board_of(row: Draft) -> dict[str, Any]:
    """Return `status`, `teams`, `rows` of the grid, `picks` and `openings` (newest first), `lot` and `decks`."""
    status = {"status": row.status, "words": str(row.get_status_display()), "kind": told(kind_of(row.kind).name)}
    if row.started_at is None:
        status["words"] = say("Cancelled") if row.status == DraftStatus.CANCELLED else say("Not started yet")
        teams = list(DraftTeam.objects.filter(draft=row).order_by("number").values("number", "name"))
        return {"status": status, "teams": teams, "rows": [], "picks": [], "lot": None, "decks": [], "openings": []}
    state = state_of(row)
    seen, setup = view(state, None), state.setup
    table, names = seen["table"], {team.id: team.name for team in setup.teams}
    picks = [
        {**one, **shown_card(setup, one["card"]), "team": names[one["team"]], "how": told(HOW[one["how"]])}
        for one in seen["picks"]
    ]
    return {
        "status": {**status, **_status(row, seen, names)},
        "teams": [_team(setup, one, seen) for one in seen["teams"]],
        "rows": _grid(setup, picks, table.get("turns", [])),
        "picks": picks[::-1],
        "lot": _lot(setup, table.get("lot"), names),
        "decks": [_deck(setup, number, one, table["usable"]) for number, one in enumerate(table.get("decks", ()))],
        "openings": [
            {"round": one["round"], "bids": [_opened(setup, bid, names) for bid in one["bids"]]}
            for one in reversed(table.get("openings", ()))
        ],
    }


def _status(row: Draft, seen: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    due, table = seen["deadline"], seen["table"]
    over = row.status in (DraftStatus.FINISHED, DraftStatus.CANCELLED, DraftStatus.REVIEW)
    return {
        "acting": [] if over else [names[team] for team in seen["to_act"]],
        "deadline_ms": None if over or due is None else int(datetime.fromisoformat(due).timestamp() * 1000),
        "overdue": seen["overdue"],
        "sealed_round": table.get("round"),
        "ready": [names[team] for team in table.get("ready", ())],
    }


def shown_card(setup: Setup, card: int) -> dict[str, Any]:
    """Return a card's public details."""
    one = setup.by_id[card]
    return {"handle": one.handle, "genre": one.genre, "salary": one.salary}


def _team(setup: Setup, one: Mapping[str, Any], seen: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **one,
        "number": one["team"],
        "name": setup.team_of[one["team"]].name,
        "cap": setup.rules.cap,
        "spent": one["payroll"],
        "held": len(one["roster"]),
        "most": setup.rules.roster_max,
        "genres": list(one["genres"].items()),
        "acting": one["team"] in seen["to_act"],
        "reserve_s": one["reserve_ms"] // 1000,
    }


def _grid(setup: Setup, picks: Sequence[dict[str, Any]], turns: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return rows of picks per team and round; without rounds, a team's first Gamer is in the first row, and so on.

    `turns` of a cell are those of its round that the team still has.
    """
    left = Counter((turn["round"], setup.team_of[turn["team"]].name) for turn in turns)
    running = (turns[0]["round"], setup.team_of[turns[0]["team"]].name) if turns else None
    placed: defaultdict[tuple[int, str], list[dict[str, Any]]] = defaultdict(list)
    had: Counter[str] = Counter()
    for one in picks:
        had[one["team"]] += 1
        placed[one["round"] or had[one["team"]], one["team"]].append(one)
    rounds = max((number for number, _ in [*left, *placed]), default=0)
    cells = [[(number, setup.team_of[team].name) for team in setup.order] for number in range(1, rounds + 1)]
    return [
        {"number": number, "cells": [
            {"picks": placed.get(cell, []), "turns": left[cell], "running": cell == running} for cell in row
        ]}
        for number, row in enumerate(cells, 1)
    ]  # fmt: skip


def _lot(setup: Setup, lot: Mapping[str, Any] | None, names: Mapping[int, str]) -> dict[str, Any] | None:
    if lot is None:
        return None
    bids = [{"team": names[one["team"]], "amount": one["amount"]} for one in reversed(lot["bids"])]
    passed = [names[team] for team in lot["passed"]]
    return {**lot, **shown_card(setup, lot["card"]), "high": bids[0], "bids": bids, "passed": passed}


def _deck(setup: Setup, number: int, one: Mapping[str, Any], usable: Sequence[int]) -> dict[str, Any]:
    """Return a deck with its undrawn cards in alphabetical order, because the real order is secret."""
    return {
        "number": number,
        "undrawn": sorted(setup.by_id[card].handle for card in one["undrawn"]),
        "open": [(card, setup.by_id[card].handle) for card in one["open"]],
        "usable": number in usable,
    }


def _opened(setup: Setup, bid: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    fate = told_in("fate of a bid", FATES.get(bid["fate"], bid["fate"]))
    team, handle = names[bid["team"]], setup.by_id[bid["card"]].handle
    return {"team": team, "handle": handle, "amount": bid["amount"], "won": bid["fate"] == "won", "fate": fate}
