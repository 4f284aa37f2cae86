"""The draft room for one viewer: what they may see and do."""

from typing import Any

from engines.words import retell, say
from league.drafts.formats.acts import Queue, Seal
from league.drafts.formats.registry import kind_of
from league.drafts.formats.visibility import offers, view
from league.drafts.models import Draft, DraftAct, DraftStatus, DraftTeam
from league.drafts.plans import name_of
from league.drafts.queries.board import mark_of, shown_card
from league.drafts.queries.drafts import directs, get_draft, team_of
from league.drafts.queries.states import state_of
from league.gamers.models import STATS, Gamer, SeasonGamer
from league.people.models import Player

OVER = (DraftStatus.FINISHED, DraftStatus.CANCELLED)


def room_of(draft_id: int, reader: Player | None) -> tuple[dict[str, Any], Draft]:
    """Return what the viewer may see of a draft, and its row. Raises Refused("not-found").

    `seed` is empty until the draft is over; `not_started` tells the organiser why a scheduled start failed; `yours` is
    the number of the viewer's team.
    """
    row = get_draft(draft_id)
    player = reader.pk if reader else None
    directing, yours, over = directs(row, player), team_of(draft_id, player), row.status in OVER
    names = dict(DraftTeam.objects.filter(draft=row).values_list("number", "name"))
    kept = ("kind", "status", "season_id", "match_id", "commitment", "starts_at")
    room = {
        **{name: getattr(row, name) for name in kept},
        "draft_id": row.pk,
        "name": name_of(row.name),
        "status_name": row.get_status_display(),
        "mark": mark_of(row.last_act, row.status),
        "seed": row.seed if over else "",
        "nonces": tuple(row.settings.get("nonces", ())),
        "not_started": retell(row.settings.get("not_started", "")) if directing else "",
        "yours": yours,
        "your_name": names.get(yours or 0, ""),
        "directing": directing,
        "over": over,
    }
    return room, row


def cards_of(row: Draft) -> list[dict[str, Any]]:
    """Return every Gamer in the pool, the dearest first."""
    if row.season_id is None:
        gamers = Gamer.objects.filter(league=None).order_by("-salary", "handle")
        return [_card(one.pk, one, one.salary) for one in gamers]
    rows = SeasonGamer.objects.filter(season=row.season_id).select_related("gamer")
    return [_card(one.pk, one.gamer, one.salary) for one in rows.order_by("-salary", "gamer__handle")]


def _card(card: int, one: Gamer, salary: int) -> dict[str, Any]:
    return {
        "card": card, "handle": one.handle, "name": one.name, "genre": one.genre, "salary": salary,
        "stats": tuple(getattr(one, stat) for stat in STATS), "talent": one.talent,
    }  # fmt: skip


def desk_of(row: Draft, team: int | None) -> dict[str, Any] | None:
    """Return a franchise's private part of the room; None for other viewers.

    `act` is what a turn does with a card: pick, nominate, seal, or nothing; `most` is the highest price by card,
    without cards that it cannot have; `high` is whether it has the highest bid.
    """
    if team is None:
        return None
    cards = {one["card"]: one for one in cards_of(row)}
    if row.started_at is None or row.status in OVER:
        kept = DraftTeam.objects.values_list("queue", flat=True).get(draft=row, number=team)
        return {"queue": [cards[one] for one in kept if one in cards], "most": {}}
    state = state_of(row)
    seen = view(state, team)
    table, most = seen["table"], offers(state, team)
    usable = table.get("usable", ())
    if kind_of(row.kind).shuffles:
        opened = {card for deck in usable for card in table["decks"][deck]["open"]}
        most = {card: price for card, price in most.items() if card in opened}
    lot, lot_words, taken = table.get("lot"), "", state.books.owner
    if lot:
        card, high = state.setup.by_id[lot["card"]], lot["high"]
        lot_words = say(
            "{handle} ({genre}, {salary}): {amount} by {franchise}",
            handle=card.handle, genre=card.genre, salary=card.salary, amount=high["amount"],
            franchise=state.setup.team_of[high["team"]].name,
        )  # fmt: skip
    return {
        "acting": team in seen["to_act"],
        "act": kind_of(row.kind).asks(state),
        "most": most,
        "queue": [cards[one] for one in seen["queue"] if one in cards and one not in taken],
        "auto": team in state.auto,
        "left": state.books.sheets[team].left,
        "lot": lot and lot["number"],
        "least": lot and lot["least"],
        "high": bool(lot and lot["high"]["team"] == team),
        "lot_most": lot and most.get(lot["card"]),
        "lot_words": lot_words,
        "sealed": [(cards[one["card"]], one["amount"]) for one in table.get("your_bids", ()) if one["card"] in cards],
        "sealed_round": table.get("round"),
        "ready": team in table.get("ready", ()),
        "decks": usable,
    }


def log_of(row: Draft, team: int | None, after: int, limit: int) -> tuple[list[dict[str, Any]], int | None]:
    """Return a page of the actions in order, and the number of the last if others follow.

    Hidden actions are left out: other teams' queues always, their blind bids until the draft is over.
    """
    hidden = [Queue.tag] if row.status in OVER else [Queue.tag, Seal.tag]
    rows = list(DraftAct.objects.filter(draft=row, n__gt=after).order_by("n").select_related("by")[: limit + 1])
    acts = [
        {"n": one.n, "at": one.at.isoformat(), "by": one.by.username if one.by else None, "act": one.act}
        for one in rows[:limit]
        if one.act["is"] not in hidden or (team is not None and one.act["team"] == team)
    ]
    return acts, rows[limit - 1].n if len(rows) > limit else None


def result_rows(row: Draft) -> list[dict[str, Any]]:
    """Return the picks that were not undone, in order, for files."""
    if row.started_at is None:
        return []
    setup, seen = state_of(row).setup, view(state_of(row), None)
    return [
        {
            "pick": one["number"], "round": one["round"], "franchise_name": setup.team_of[one["team"]].name,
            **shown_card(setup, one["card"]), "price": one["price"], "how": one["how"], "at": one["at"],
        }
        for one in seen["picks"]
    ]  # fmt: skip
