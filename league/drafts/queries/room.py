"""The draft room for one viewer: what they may see and do."""

from typing import Any

from engines.i18n import translate as _, translate_stored
from league.drafts.formats.actions import Queue, Seal
from league.drafts.formats.registry import get_kind
from league.drafts.formats.visibility import build_view, list_offers
from league.drafts.models import Draft, DraftLogEntry, DraftStatus, DraftTeam
from league.drafts.plans import translate_name
from league.drafts.queries.board import compute_mark, describe_card, list_upcoming
from league.drafts.queries.cards import list_cards
from league.drafts.queries.drafts import can_direct, find_team_number, get_draft
from league.drafts.queries.states import get_state
from league.people.models import Player

RAISES = (1, 2, 5)
"""The raises that a room offers as buttons, in least raises."""
OVER = (DraftStatus.FINISHED, DraftStatus.CANCELLED)


def get_room(draft_id: int, viewer: Player | None) -> tuple[dict[str, Any], Draft]:
    """Return what the viewer may see of a draft, and its row. Raises ActionError("not-found").

    `seed` is empty until the draft is over; `not_started` tells the organiser why a scheduled start failed; `yours` is
    the number of the viewer's team.
    """
    row = get_draft(draft_id)
    player = viewer.pk if viewer else None
    directing, yours, over = can_direct(row, player), find_team_number(draft_id, player), row.status in OVER
    names = dict(DraftTeam.objects.filter(draft=row).values_list("number", "name"))
    columns = ("kind", "status", "season_id", "match_id", "commitment", "starts_at")
    room = {
        **{name: getattr(row, name) for name in columns},
        "draft_id": row.pk,
        "name": translate_name(row.name),
        "status_name": row.get_status_display(),
        "mark": compute_mark(row.last_act, row.status),
        "seed": row.seed if over else "",
        "nonces": tuple(row.settings.get("nonces", ())),
        "not_started": translate_stored(row.settings.get("not_started", "")) if directing else "",
        "yours": yours,
        "your_name": names.get(yours or 0, ""),
        "directing": directing,
        "over": over,
    }
    return room, row


def find_desk(row: Draft, team: int | None) -> dict[str, Any] | None:
    """Return a franchise's private part of the room; None for other viewers.

    `act` is what a turn does with a card: pick, nominate, seal, or nothing; `most` is the highest price by card,
    without cards that it cannot have; `high` is whether it has the highest bid; `wait` is in how many turns it picks or
    nominates, None if it has no more turns.
    """
    if team is None:
        return None
    cards = {item["card"]: item for item in list_cards(row)}
    if row.started_at is None or row.status in OVER:
        queue = DraftTeam.objects.values_list("queue", flat=True).get(draft=row, number=team)
        return {"queue": [cards[item] for item in queue if item in cards], "most": {}}
    state = get_state(row)
    data = build_view(state, team)
    table, max_prices = data["table"], list_offers(state, team)
    usable = table.get("usable", ())
    if get_kind(row.kind).shuffles:
        opened = {card for deck in usable for card in table["decks"][deck]["open"]}
        max_prices = {card: price for card, price in max_prices.items() if card in opened}
    lot, sheet, upcoming = table.get("lot"), state.books.sheets[team], list_upcoming(state, data)
    lot_most, step = (max_prices.get(lot["card"]), lot["least"] - lot["high"]["amount"]) if lot else (None, 0)
    raises = [lot["least"] + (raised - 1) * step for raised in RAISES] if lot else []
    lot_words = lot and _(
        "{handle}: {amount} by {franchise}",
        handle=state.setup.by_id[lot["card"]].handle, amount=lot["high"]["amount"],
        franchise=state.setup.team_of[lot["high"]["team"]].name,
    )  # fmt: skip
    return {
        "acting": team in data["to_act"],
        "act": get_kind(row.kind).expected_action(state),
        "most": max_prices,
        "queue": [cards[item] for item in data["queue"] if item in cards and item not in state.books.owner],
        "roster": [cards[item] for item in sheet.held if item in cards],
        "wait": upcoming.index(team) + 1 if team in upcoming else None,
        "auto": team in state.auto,
        "left": sheet.left,
        "lot": lot and lot["number"],
        "least": lot and lot["least"],
        "high": bool(lot and lot["high"]["team"] == team),
        "lot_most": lot_most,
        "lot_words": lot_words,
        "raises": [amount for amount in raises if lot_most is not None and amount <= lot_most],
        "sealed": [(cards[item["card"]], item["amount"]) for item in table.get("your_bids", ()) if item["card"] in cards],
        "sealed_round": table.get("round"),
        "ready": team in table.get("ready", ()),
        "decks": usable,
    }


def list_log(row: Draft, team: int | None, after: int, limit: int) -> tuple[list[dict[str, Any]], int | None]:
    """Return a page of the actions in order, and the number of the last if others follow.

    Hidden actions are left out: other teams' queues always, their blind bids until the draft is over.
    """
    hidden = [Queue.tag] if row.status in OVER else [Queue.tag, Seal.tag]
    rows = list(DraftLogEntry.objects.filter(draft=row, n__gt=after).order_by("n").select_related("by")[: limit + 1])
    actions = [
        {"n": entry.n, "at": entry.at.isoformat(), "by": entry.by.username if entry.by else None, "act": entry.act}
        for entry in rows[:limit]
        if entry.act["is"] not in hidden or (team is not None and entry.act["team"] == team)
    ]
    return actions, rows[limit - 1].n if len(rows) > limit else None


def list_results(row: Draft) -> list[dict[str, Any]]:
    """Return the picks that were not undone, in order, for files."""
    if row.started_at is None:
        return []
    setup, data = get_state(row).setup, build_view(get_state(row), None)
    return [
        {
            "pick": pick["number"], "round": pick["round"], "franchise_name": setup.team_of[pick["team"]].name,
            **describe_card(setup, pick["card"]), "price": pick["price"], "how": pick["how"], "at": pick["at"],
        }
        for pick in data["picks"]
    ]  # fmt: skip
