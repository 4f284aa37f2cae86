"""The lobby (open seats, invitations, the viewer's challenges), and what is shown beside a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from engines import registry
from engines.contract import Json
from engines.option_specs import FLAG, PICK, OptionSpec, option_specs
from engines.words import say, told
from league.drafts.queries.drafts import draft_of_match
from league.events.models import SeriesMatch
from league.lobby.invitations import links_of
from league.lobby.models import Challenge, Invitation
from matches.models import Match, Preparation, Seat, Status
from matches.queries.listing import Listed, ListedSeat, listed, waiting
from matches.time_control import control_text, limit_text

MOST_WAITING = 30


@dataclass(frozen=True, slots=True)
class Offered:
    """An open match as the lobby lists it for one viewer."""

    match: Listed
    rated: bool
    challenge: bool
    mine: bool
    """Whether the viewer has taken a seat."""
    invited: bool
    """Whether a seat is reserved for the viewer, who has not accepted yet."""
    owner: bool
    draws_gamers: bool = False
    draft_id: int | None = None
    """The draft of the players' Gamers, once it has started."""

    @property
    def url(self) -> str:
        return f"/matches/{self.match.match_id}/"

    @property
    def time(self) -> str:
        limit = self.match.limit_ms
        return control_text(self.match.control) if limit is None else limit_text(limit)

    @property
    def options(self) -> str:
        return options_text(self.match.game, self.match.options)

    @property
    def free(self) -> tuple[ListedSeat, ...]:
        return tuple(seat for seat in self.match.seats if seat.open)

    @property
    def taken(self) -> tuple[ListedSeat, ...]:
        """Return the seats that are taken or reserved."""
        return tuple(seat for seat in self.match.seats if not seat.open)


@dataclass(frozen=True, slots=True)
class Lobby:
    """The challenges open to all, the viewer's own, and those that invite the viewer."""

    open: list[Offered]
    mine: list[Offered]
    invitations: list[Offered]


def lobby(reader: int | None) -> Lobby:
    """Return the open challenges, the viewer's own, and the invitations of the viewer."""
    free = waiting(MOST_WAITING)
    seated = Q(challenger=reader) | Q(match__seats__player=reader)
    seats = _rows().filter(seated, match__status=Status.OPEN).distinct().order_by("match") if reader else ()
    own = {row.match_id: row for row in seats}
    rows = {row.match_id: row for row in _rows().filter(match__in=[one.match_id for one in free])}
    matches = {one.match_id: one for one in free} | listed(set(own) - {one.match_id for one in free})
    rows |= own
    shown = [_offered(match, rows.get(match.match_id), reader) for match in matches.values()]
    return Lobby(
        open=[one for one in shown if one.free and not one.mine and not one.invited],
        mine=[one for one in shown if one.mine],
        invitations=[one for one in shown if one.invited],
    )


def offered(match: Listed, reader: int | None) -> Offered:
    """Return a match as the lobby lists it."""
    return _offered(match, _rows().filter(match=match.match_id).first(), reader)


def challenge_rated() -> Subquery:
    """Return a subquery: whether the challenge of a seat's match is rated; null for other matches."""
    return Subquery(Challenge.objects.filter(match=OuterRef("match")).values("rated")[:1])


def free_seat(match: Listed, rated: bool | None) -> Offered:
    """Return the match as the public lobby lists it, with its `challenge_rated`."""
    return Offered(match, bool(rated), challenge=rated is not None, mine=False, invited=False, owner=False)


def _rows() -> QuerySet[Challenge]:
    return Challenge.objects.annotate(drafts=F("match__draft"))


def _offered(match: Listed, row: Challenge | None, reader: int | None) -> Offered:
    own = next((seat for seat in match.seats if reader is not None and seat.player_id == reader), None)
    return Offered(
        match,
        rated=bool(row and row.rated),
        challenge=row is not None,
        mine=own is not None and own.ready,
        invited=row is not None and own is not None and not own.ready,
        owner=row is not None and row.challenger_id == reader,
        draws_gamers=bool(row and row.draws_gamers),
        draft_id=vars(row)["drafts"] if row else None,
    )


def options_text(game: str, options: Mapping[str, Json]) -> str:
    """Return the options that differ from the game's defaults as text; empty if none does."""
    specs = [spec for spec in option_specs(game) if options.get(spec.name, spec.default) != spec.default]
    return ", ".join(_words(spec, options[spec.name]) for spec in specs)


def _words(one: OptionSpec, value: Json) -> str:
    if one.kind == FLAG:
        return told(one.label) if value else say("without {option}", option=told(one.label))
    if one.kind == PICK:
        label = next((told(known.label) for known in one.values if known.value == value), str(value))
        return f"{told(one.label)}: {label}"
    return f"{told(one.label)}: {value}" if isinstance(value, int) else told(one.label)


@dataclass(frozen=True, slots=True)
class LinkSeat:
    """A seat reserved for an invitation link; `link` is None if it was revoked or has expired."""

    number: int
    name: str
    link: Invitation | None


@dataclass(frozen=True, slots=True)
class Company:
    """The state of the rematch, the viewer's own challenge and the draw of Gamers, as shown beside a match.

    `again` is the rematch, `state` ask, offered, asked, on, over or empty. `waiting` is the viewer's own challenge that
    has not started, `draft_id` the draw of Gamers before the start.
    """

    match_id: int
    seats: list[LinkSeat] = field(default_factory=list)
    waiting: bool = False
    state: str = ""
    again: int | None = None
    by: str = ""
    plays: bool = True
    draft_id: int | None = None
    draws_gamers: bool = False


def company(match_id: int, reader: int | None, at: datetime) -> Company:
    """Return what is shown beside the match to a player of it. Other viewers see only its draw of Gamers."""
    match = Match.objects.filter(pk=match_id).only("status", "game", "engine_version", "preparation").first()
    plays = reader is not None and Seat.objects.filter(match=match_id, player=reader, bot="").exists()
    if match is not None and match.status == Status.OPEN and match.preparation == Preparation.RUNNING:
        return Company(match_id, plays=plays, draft_id=draft_of_match(match_id))
    if match is None or not plays:
        return Company(match_id)
    if match.status == Status.OPEN:
        mine = Challenge.objects.filter(match=match, challenger=reader).exists()
        draws = match.preparation == Preparation.PLANNED
        return Company(match_id, _link_seats(match, at) if mine else [], waiting=mine, draws_gamers=draws)
    if match.status != Status.CLOSED or SeriesMatch.objects.filter(match=match_id).exists():
        return Company(match_id)
    return _rematch(match_id, reader)


def _link_seats(match: Match, at: datetime) -> list[LinkSeat]:
    found = {one.seat: one for one in links_of(match.pk, at)}
    free = Seat.objects.filter(match=match, by_link=True, player=None).order_by("number")
    names = registry.get(match.game, match.engine_version).seat_names
    return [LinkSeat(number, names[number], found.get(number)) for number in free.values_list("number", flat=True)]


def _rematch(match_id: int, reader: int | None) -> Company:
    rows = Challenge.objects.filter(again=match_id).exclude(match__status=Status.VOID)
    last = rows.select_related("match", "challenger").first()
    if last is None:
        return Company(match_id, state="ask")
    state = {Status.OPEN: "offered", Status.CLOSED: "over"}.get(Status(last.match.status), "on")
    if state == "offered" and Seat.objects.filter(match=last.match, player=reader, ready_at=None).exists():
        state = "asked"
    return Company(match_id, state=state, again=last.match_id, by=str(last.challenger))
