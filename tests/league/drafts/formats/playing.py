from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from random import Random
from typing import Any, NamedTuple

from engines.incursion_point_zero.cards import GAMERS
from league.drafts.formats import draft_rules
from league.drafts.formats.actions import Action, Bid, Draw, Flag, Force, Nominate, Pass, Seal, Skip, Take, Undo
from league.drafts.formats.deck import list_usable_decks
from league.drafts.formats.draft_time import Timing
from league.drafts.formats.entities import ActionError, Card, Chance, Rules, Setup, Team
from league.drafts.formats.legality import find_max_price, legal_cards
from league.drafts.formats.state import AuctionTable, BlindTable, DeckTable, DraftState

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


class Entry(NamedTuple):
    act: Action
    at: datetime


def flag(state: DraftState, at: datetime) -> DraftState:
    return draft_rules.apply(state, Flag(), at)


def replay(setup: Setup, began_at: datetime, log: Iterable[Entry]) -> DraftState:
    return reduce(lambda state, entry: draft_rules.apply(state, *entry), log, draft_rules.start(setup, began_at))


def gamers() -> tuple[Card, ...]:
    return tuple(
        Card(number, one.handle, one.salary, one.genre, float(sum(one.stats.values()))) for number, one in enumerate(GAMERS, 1)
    )


def cards(count: int, rng: Random | None = None) -> tuple[Card, ...]:
    """So many cards; without `rng` card n has the salary 1 + (n - 1) % 10 and the value of its salary."""
    genres, made = ("FPS", "CCG", "MOBA"), []
    for number in range(1, count + 1):
        salary = 1 + (number - 1) % 10 if rng is None else rng.randint(1, 10)
        value = salary + (0.0 if rng is None else rng.random() * 4)
        genre = genres[number % len(genres)] if rng is None else rng.choice(genres)
        made.append(Card(number, f"G{number}", salary, genre, value))
    return tuple(made)


def setup(kind: str = "linear", teams: int = 3, pool: int | tuple[Card, ...] = 20, **given: Any) -> Setup:
    """A draft with room to spare where bids begin at 1, unless `cap`, `rules`, `timing`, `settings` or `order` say
    otherwise."""
    bids = {"from_salary": False} if kind in ("auction", "blind") else {}
    made = tuple(Team(n, f"Team {n}") for n in range(1, teams + 1))
    rules = given.get("rules") or Rules(given.get("cap", 60))
    return Setup(
        kind, given.get("franchises", made), cards(pool) if isinstance(pool, int) else pool, rules,
        given.get("order") or tuple(team.id for team in given.get("franchises", made)), given.get("timing") or Timing(),
        {**bids, **given.get("settings", {})}, Chance(given.get("seed", b"s" * 32), "7"),
    )  # fmt: skip


def random_setup(kind: str, rng: Random) -> Setup:
    """Few teams or many, sometimes under contract already, caps from generous to just possible, genres or none."""
    while True:
        teams = rng.randint(2, 6)
        least = rng.randint(1, 4)
        most_places = least + rng.choice((0, 0, 1, 2))
        pool = cards(teams * most_places + rng.randint(1, 8), rng)
        rules = Rules(
            rng.randint(least * 3, least * 9), least, most_places, rng.choice((0, 1, 2)),
            rng.choice(({}, {}, {"FPS": 1}, {"FPS": 1, "CCG": 1})),
        )  # fmt: skip
        franchises = [Team(n, f"Team {n}") for n in range(1, teams + 1)]
        if rng.random() < 0.3:
            franchises[0] = replace(franchises[0], cap_used=pool[0].salary, roster=(pool[0].id,))
        order = [team.id for team in franchises]
        rng.shuffle(order)
        made = setup(kind, pool=pool, rules=rules, franchises=tuple(franchises), order=tuple(order),
                     settings=random_settings(kind, rng), seed=rng.randbytes(32))  # fmt: skip
        try:
            draft_rules.start(made, NOON)
        except ActionError:
            continue
        return made


def random_settings(kind: str, rng: Random) -> dict[str, Any]:
    if kind == "deck":
        return {"decks": rng.randint(1, 4), "row": rng.randint(0, 2), "choice": rng.choice(("in_turn", "any")),
                "snake": rng.random() < 0.5}  # fmt: skip
    if kind == "auction":
        return {"from_salary": rng.random() < 0.3, "step": rng.randint(1, 3)}
    if kind == "blind":
        return {"from_salary": rng.random() < 0.3, "ties": rng.choice(("lots", "waiver")), "rounds": rng.randint(1, 4)}
    return {"third_reversed": rng.random() < 0.3} if kind == "snake" else {}


def random_act(state: DraftState, rng: Random) -> Action:
    """Something legal by one of those who are to act, dear and cheap bids alike."""
    team = rng.choice(sorted(draft_rules.teams_to_act(state)))
    books = state.books
    match state.table:
        case AuctionTable(lot=None):
            card = rng.choice(legal_cards(books, team))
            return Nominate(team, card, rng.randint(state.setup.prices[card], find_max_price(books, team, card) or 0))
        case AuctionTable(lot=lot):
            if rng.random() < 0.5:
                return Pass(team)
            least = lot.high.amount + state.setup.settings["step"]
            return Bid(team, lot.number, rng.choice((least, find_max_price(books, team, lot.card) or least)))
        case BlindTable(round=number):
            if rng.random() < 0.3:
                return Pass(team)
            card = rng.choice(legal_cards(books, team))
            return Seal(team, number, card, rng.randint(state.setup.prices[card], find_max_price(books, team, card) or 0))
        case DeckTable() as table:
            deck = rng.choice(list_usable_decks(state, team))
            shown = legal_cards(books, team, table.rows[deck])
            if shown and (rng.random() < 0.5 or not legal_cards(books, team, table.decks[deck])):
                return Take(team, rng.choice(shown))
            return Draw(team, deck)
    return Take(team, rng.choice(legal_cards(books, team)))


def organised(state: DraftState, rng: Random) -> Action:
    team = rng.choice(state.setup.teams).id
    acts: list[Action] = [Skip()]
    if state.picks:
        acts.append(Undo(rng.choice(state.picks).number))
    if state.books.remaining:
        acts.append(Force(team, rng.choice(state.books.remaining).id))
    return rng.choice(acts)


def played(made: Setup, rng: Random, *, meddling: float = 0.0) -> Iterator[tuple[DraftState, Entry | None]]:
    """Every state of a random draft with the act that led to it. Some acts come late and meet the deadline instead."""
    state, at, meddled = draft_rules.start(made, NOON), NOON, 0
    yield state, None
    for _ in range(3_000):
        if state.over:
            return
        at = max(at, state.at) + rng.randint(0, 3) * SECOND
        act = random_act(state, rng)
        if meddled < 12 and rng.random() < meddling:
            act, meddled = organised(state, rng), meddled + 1
        due = draft_rules.deadline(state)
        if due is not None and rng.random() < 0.1:
            at, act = max(at, due), draft_rules.Flag()
        try:
            state = draft_rules.apply(state, act, at)
        except ActionError:
            assert isinstance(act, Skip | Undo | Force)
            continue
        yield state, Entry(act, at)
    raise AssertionError("the draft has no end")


def last(made: Setup, rng: Random, **given: Any) -> DraftState:
    *_, (state, _) = played(made, rng, **given)
    return state


def legal_at_the_end(state: DraftState) -> None:
    """Every roster complete, within the cap, with its genres, by a count that shares nothing with the code."""
    rules, by_id = state.setup.rules, {card.id: card for card in state.setup.cards}
    given = [pick.card for pick in state.picks] + [card for team in state.setup.teams for card in team.roster]
    assert len(given) == len(set(given)), "a gamer is on two rosters"
    for team in state.setup.teams:
        own = [pick for pick in state.picks if pick.team == team.id]
        held = [*team.roster, *(pick.card for pick in own)]
        assert rules.roster_min <= len(held) <= rules.roster_max
        assert team.cap_used + sum(pick.price for pick in own) <= rules.cap
        genres = Counter(by_id[card].genre for card in held)
        assert all(genres[genre] >= least for genre, least in rules.genres.items())


def refused(state: DraftState, act: Action, at: datetime = NOON) -> ActionError:
    try:
        draft_rules.apply(state, act, at)
    except ActionError as refusal:
        return refusal
    raise AssertionError(f"{act} was not refused")


def done(state: DraftState, *listed: Action, at: datetime = NOON) -> DraftState:
    for act in listed:
        state = draft_rules.apply(state, act, at)
    return state
