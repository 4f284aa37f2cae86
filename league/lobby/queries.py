"""The lobby (open seats, invitations, the viewer's challenges), and what is shown beside a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from engines import registry
from engines.contract import Json
from engines.i18n import translate as _
from engines.option_specs import FLAG, PICK, OptionSpec
from league.drafts.queries.drafts import find_match_draft
from league.events.models import SeriesMatch
from league.lobby.invitations import list_links
from league.lobby.models import Challenge, Invitation
from league.ratings.speeds import Speed, format_speed, get_speed
from matches.models import Match, Preparation, Seat, Status
from matches.queries.match_lists import ListedMatch, ListedSeat, list_open_matches, load_listed
from matches.time_control import format_shared_clock, format_time_control

MAX_WAITING = 30


@dataclass(frozen=True, slots=True)
class LobbyMatch:
    """An open match as the lobby lists it for one viewer."""

    match: ListedMatch
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
        return format_time_control(self.match.control) if limit is None else format_shared_clock(limit)

    @property
    def speed(self) -> Speed:
        return get_speed(self.match.control, self.match.limit_ms)

    @property
    def speed_text(self) -> str:
        return format_speed(self.speed)

    @property
    def options(self) -> str:
        return format_options(self.match.game, self.match.options)

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

    open: list[LobbyMatch]
    mine: list[LobbyMatch]
    invitations: list[LobbyMatch]


def get_lobby(viewer_id: int | None) -> Lobby:
    """Return the open challenges, the viewer's own, and the invitations of the viewer."""
    free = list_open_matches(MAX_WAITING)
    seated = Q(challenger=viewer_id) | Q(match__seats__player=viewer_id)
    seats = _challenges().filter(seated, match__status=Status.OPEN).distinct().order_by("match") if viewer_id else ()
    own_rows = {row.match_id: row for row in seats}
    rows = {row.match_id: row for row in _challenges().filter(match__in=[entry.match_id for entry in free])}
    matches = {entry.match_id: entry for entry in free} | load_listed(set(own_rows) - {entry.match_id for entry in free})
    rows |= own_rows
    entries = [_build_lobby_match(match, rows.get(match.match_id), viewer_id) for match in matches.values()]
    return Lobby(
        open=[entry for entry in entries if entry.free and not entry.mine and not entry.invited],
        mine=[entry for entry in entries if entry.mine],
        invitations=[entry for entry in entries if entry.invited],
    )


def lobby_match(match: ListedMatch, viewer_id: int | None) -> LobbyMatch:
    """Return a match as the lobby lists it."""
    return _build_lobby_match(match, _challenges().filter(match=match.match_id).first(), viewer_id)


def rated_subquery() -> Subquery:
    """Return a subquery: whether the challenge of a seat's match is rated; null for other matches."""
    return Subquery(Challenge.objects.filter(match=OuterRef("match")).values("rated")[:1])


def build_public_match(match: ListedMatch, rated: bool | None) -> LobbyMatch:
    """Return the match as the public lobby lists it, with its `rated_subquery`."""
    return LobbyMatch(match, bool(rated), challenge=rated is not None, mine=False, invited=False, owner=False)


def _challenges() -> QuerySet[Challenge]:
    return Challenge.objects.annotate(drafts=F("match__draft"))


def _build_lobby_match(match: ListedMatch, row: Challenge | None, viewer_id: int | None) -> LobbyMatch:
    own_seat = next((seat for seat in match.seats if viewer_id is not None and seat.player_id == viewer_id), None)
    return LobbyMatch(
        match,
        rated=bool(row and row.rated),
        challenge=row is not None,
        mine=own_seat is not None and own_seat.ready,
        invited=row is not None and own_seat is not None and not own_seat.ready,
        owner=row is not None and row.challenger_id == viewer_id,
        draws_gamers=bool(row and row.draws_gamers),
        draft_id=vars(row)["drafts"] if row else None,
    )


def format_options(game: str, options: Mapping[str, Json]) -> str:
    """Return the options that differ from the game's defaults as text; empty if none does."""
    specs = [spec for spec in registry.get_option_specs(game) if options.get(spec.name, spec.default) != spec.default]
    return ", ".join(_format_option(spec, options[spec.name]) for spec in specs)


def _format_option(spec: OptionSpec, value: Json) -> str:
    if spec.kind == FLAG:
        return _(spec.label) if value else _("without {option}", option=_(spec.label))
    if spec.kind == PICK:
        label = next((_(option.label) for option in spec.values if option.value == value), str(value))
        return f"{_(spec.label)}: {label}"
    return f"{_(spec.label)}: {value}" if isinstance(value, int) else _(spec.label)


@dataclass(frozen=True, slots=True)
class LinkSeat:
    """A seat reserved for an invitation link; `link` is None if it was revoked or has expired."""

    number: int
    name: str
    link: Invitation | None


@dataclass(frozen=True, slots=True)
class MatchExtras:
    """The state of the rematch, the viewer's own challenge and the draw of Gamers, as shown beside a match.

    `again` is the rematch, `state` ask, offered, asked, on, over or empty. `waiting` is the viewer's own challenge that has not
    started, `draft_id` the draft of Gamers before the start. `ended` says how the match, or with `state` its last rematch,
    was cancelled before its start: declined, cancelled (by the challenger `by`), expired, or empty.
    """

    match_id: int
    seats: list[LinkSeat] = field(default_factory=list)
    waiting: bool = False
    awaited: list[str] = field(default_factory=list)
    """The players who have yet to accept the viewer's own challenge, once no seat is free."""
    state: str = ""
    again: int | None = None
    by: str = ""
    plays: bool = True
    draft_id: int | None = None
    draws_gamers: bool = False
    challenger: str = ""
    """The player who waits for the viewer to accept this challenge, which is `rated` and has the time control `time`."""
    rated: bool = False
    time: str = ""
    ended: str = ""


def get_match_extras(match_id: int, viewer_id: int | None, at: datetime) -> MatchExtras:
    """Return what is shown beside the match to a player of it. Other viewers see only its draw of Gamers."""
    match = Match.objects.filter(pk=match_id).only("status", "game", "engine_version", "preparation", "control").first()
    plays = viewer_id is not None and Seat.objects.filter(match=match_id, player=viewer_id, bot="").exists()
    if match is not None and match.status == Status.OPEN and match.preparation == Preparation.RUNNING:
        return MatchExtras(match_id, plays=plays, draft_id=find_match_draft(match_id))
    if match is None or not plays:
        return MatchExtras(match_id)
    if match.status == Status.OPEN:
        challenge = Challenge.objects.filter(match=match).select_related("challenger").first()
        is_own = challenge is not None and challenge.challenger_id == viewer_id
        draws = match.preparation == Preparation.PLANNED
        if challenge and not is_own and Seat.objects.filter(match=match_id, player=viewer_id, ready_at=None).exists():
            time = format_time_control(match.control_value)
            return MatchExtras(match_id, challenger=str(challenge.challenger), rated=challenge.rated, time=time)
        if not is_own:
            return MatchExtras(match_id, draws_gamers=draws)
        links, awaited = _list_link_seats(match, at), _list_awaited(match)
        return MatchExtras(match_id, links, waiting=True, awaited=awaited, draws_gamers=draws)
    if match.status == Status.VOID:
        challenge = (
            Challenge.objects.filter(match=match_id, match__started_at=None).select_related("match", "challenger").first()
        )
        return MatchExtras(match_id, ended=_describe_unstarted(challenge), by=str(challenge.challenger) if challenge else "")
    if match.status != Status.CLOSED or SeriesMatch.objects.filter(match=match_id).exists():
        return MatchExtras(match_id)
    return _build_rematch_extras(match_id, viewer_id)


def _list_link_seats(match: Match, at: datetime) -> list[LinkSeat]:
    links = {link.seat: link for link in list_links(match.pk, at)}
    free = Seat.objects.filter(match=match, by_link=True, player=None).order_by("number")
    names = registry.get_or_missing(match.game, match.engine_version).seat_names
    return [LinkSeat(number, names[number], links.get(number)) for number in free.values_list("number", flat=True)]


def _list_awaited(match: Match) -> list[str]:
    seats = list(Seat.objects.filter(match=match).select_related("player").order_by("number"))
    has_free = any(seat.player is None for seat in seats)
    return [] if has_free else [str(seat.player) for seat in seats if seat.ready_at is None]


def _build_rematch_extras(match_id: int, viewer_id: int | None) -> MatchExtras:
    last = Challenge.objects.filter(again=match_id).select_related("match", "challenger").first()
    if last is None or last.match.status == Status.VOID:
        return MatchExtras(match_id, state="ask", ended=_describe_unstarted(last), by=str(last.challenger) if last else "")
    state = {Status.OPEN: "offered", Status.CLOSED: "over"}.get(Status(last.match.status), "on")
    if state == "offered" and Seat.objects.filter(match=last.match, player=viewer_id, ready_at=None).exists():
        state = "asked"
    return MatchExtras(match_id, state=state, again=last.match_id, by=str(last.challenger))


def _describe_unstarted(challenge: Challenge | None) -> str:
    """Return how a void challenge ended before its match started; empty if there is none, or if that was aborted in play."""
    if challenge is None or challenge.match.started_at is not None:
        return ""
    return challenge.withdrawn or "expired"
