"""Reports as players, referees and programs see them, and who may see them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from engines.i18n import translate as _
from league.events.models import Event, EventStatus, Pairing, Side
from league.events.models.event import Entrant
from league.events.queries import RULE, check_event_permission
from league.events.rulings import RESULTS
from league.people.models import Player
from league.result_reports.models import ReportImage, ResultReport
from league.result_reports.rules import FOR_REFEREES, LIVE, Claim, Contest, ReportStatus
from matches.errors import ActionError

MAX_LISTED = 200
MAX_CHOICES_BEST_OF = 9
"""Longest series whose scores are offered as choices."""


@dataclass(frozen=True, slots=True)
class ReportView:
    """A report as a player of its pairing or a referee sees it."""

    report_id: int
    event_id: int
    pairing_id: int
    round: int
    board: int
    side: int
    player: str
    username: str
    status: str
    status_text: str
    result: str
    score: str
    games: tuple[str, ...]
    places: tuple[int, ...]
    claim_text: str
    """The result in words: `Ada wins 2-1`."""
    text: str
    link: str
    images: tuple[str, ...]
    """Addresses of the images, for those who may see the report."""
    revision: int
    at: datetime
    due_at: datetime
    settled_at: datetime | None

    @property
    def is_live(self) -> bool:
        return self.status in LIVE

    @property
    def has_result(self) -> bool:
        return bool(self.result or self.places)


@dataclass(frozen=True, slots=True)
class SideView:
    """A side of the pairing."""

    number: int
    player: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A result to choose with one tap; `value` is its code or score."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Panel:
    """What a pairing's player or referee can do about its result."""

    event_id: int
    event_name: str
    pairing_id: int
    round_name: str
    board: int
    sides: tuple[SideView, ...]
    reports: tuple[ReportView, ...]
    """The reports that are not decided, oldest first."""
    own: ReportView | None
    answerable: ReportView | None
    """The report that the viewer can confirm or dispute."""
    has_confirmed: bool
    can_report: bool
    may_rule: bool
    """Whether the viewer is a referee of the event."""
    needs_referee: bool
    results: tuple[Choice, ...]
    """Results between two, the viewer's win first."""
    scores: tuple[Choice, ...]
    """Scores of a short series, the viewer's best first."""
    best_of: int
    by_places: bool
    scored: bool
    """Whether the result is a score to enter."""
    policy: str
    hours: int

    @property
    def key(self) -> str:
        """Return an element id that changes with the reports, so that a page keeps what was filled in until then."""
        states = [f"{report.report_id}-{report.revision}-{report.status}" for report in self.reports]
        return "-".join(["panel", str(self.pairing_id), *states, "confirmed" if self.has_confirmed else ""])

    @property
    def games(self) -> range:
        """Return the numbers of the games of a series."""
        return range(1, self.best_of + 1) if self.best_of > 1 else range(0)

    @property
    def place_choices(self) -> range:
        return range(1, len(self.sides) + 1)


def build_contest(pairing: Pairing, sides: int) -> Contest:
    """Return what the result of the pairing depends on; its round and stage should be fetched."""
    stage = pairing.round.stage
    return Contest(stage.format, sides, pairing.best_of, stage.settings, pairing.round.event.is_scored)


def list_current(pairing: Pairing, sides: Sequence[Side]) -> list[ResultReport]:
    """Return the undecided reports of the pairing that are about its current sides, oldest first."""
    if pairing.counted_at is not None:
        return []
    entrants = [side.entrant_id for side in sides]
    rows = pairing.reports.filter(status__in=LIVE).select_related("by").prefetch_related("images").order_by("pk")
    return [row for row in rows if row.sides == entrants]


def find_panel(pairing_id: int, viewer: Player | None) -> Panel | None:
    """Return the panel of a pairing for its players and referees; None for everyone else and other kinds of events."""
    rows = Pairing.objects.filter(pk=pairing_id).select_related("round__stage", "round__event")
    pairing = rows.first()
    if pairing is None or viewer is None or not pairing.round.event.is_reported:
        return None
    event, sides = pairing.round.event, list_sides(pairing)
    own_side = next((side for side in sides if side.entrant and side.entrant.player_id == viewer.pk), None)
    rules = may_rule(event, viewer.pk)
    if own_side is None and not rules:
        return None
    is_open = is_open_for_reports(event, pairing, sides)
    current = list_current(pairing, sides) if is_open else []
    reports = [build_report(row, pairing, sides) for row in current]
    own_id = own_side.entrant_id if own_side else None
    own = next((report for row, report in zip(current, reports, strict=True) if row.entrant_id == own_id), None)
    answerable, confirmed = None, False
    for row, report in zip(current, reports, strict=True):
        if own_id is not None and row.entrant_id != own_id and report.has_result:
            answerable, confirmed = report, own_id in row.confirmed_by
            break
    contest = build_contest(pairing, len(sides))
    return Panel(
        event_id=event.pk, event_name=event.name, pairing_id=pairing.pk, round_name=pairing.round.name, board=pairing.board,
        sides=tuple(
            SideView(side.number, str(side.entrant.player) if side.entrant else "", side is own_side) for side in sides
        ),
        reports=tuple(reports),
        own=own,
        answerable=answerable,
        has_confirmed=confirmed,
        can_report=is_open and own_side is not None and not reports,
        may_rule=rules,
        needs_referee=any(report.status in FOR_REFEREES for report in reports),
        results=_list_results(contest, own_side),
        scores=_list_scores(contest, sides, own_side),
        best_of=pairing.best_of,
        by_places=contest.by_places or len(sides) > 2,
        scored=contest.scored,
        policy=event.report_policy,
        hours=event.report_hours,
    )  # fmt: skip


def is_open_for_reports(event: Event, pairing: Pairing, sides: Sequence[Side]) -> bool:
    """Return whether the pairing's players can report its result now."""
    return (
        event.status == EventStatus.RUNNING
        and pairing.round.started_at is not None
        and pairing.counted_at is None
        and len(sides) > 1
        and all(side.entrant_id is not None for side in sides)
    )


def list_sides(pairing: Pairing) -> list[Side]:
    """Return the sides of a pairing with their players, in order."""
    return list(pairing.sides.select_related("entrant__player").order_by("number"))


def may_rule(event: Event, player_id: int) -> bool:
    """Return whether the player decides disputes of the event: its organisers, and referees who don't play in it."""
    try:
        check_event_permission(event, player_id, RULE)
    except ActionError:
        return False
    return True


def get_report(report_id: int, viewer: Player) -> ResultReport:
    """Return a report for a player of its pairing or a referee. Raises ActionError("not-found") for everyone else."""
    report = ResultReport.objects.filter(pk=report_id).select_related("pairing__round__event", "pairing__round__stage").first()
    if report is None or not may_see(report, viewer.pk):
        raise ActionError("not-found", _("Report not found."))
    return report


def may_see(report: ResultReport, player_id: int) -> bool:
    """Return whether the player was a side of the report's pairing, or may rule on it."""
    if Entrant.objects.filter(pk__in=report.sides, player=player_id).exists():
        return True
    return may_rule(report.pairing.round.event, player_id)


def find_image(report_id: int, key: str, viewer: Player) -> ReportImage:
    """Return an image. Raises ActionError("not-found") for everyone who may not see its report."""
    report = get_report(report_id, viewer)
    image = report.images.filter(key=key).first()
    if image is None:
        raise ActionError("not-found", _("Image not found."))
    return image


def view_report(report: ResultReport) -> ReportView:
    """Return a single report for its reader."""
    entrants = Entrant.objects.select_related("player").in_bulk(report.sides)
    sides = [Side(number=number, entrant=entrants[pk]) for number, pk in enumerate(report.sides)]
    return build_report(report, report.pairing, sides)


def list_reports(event: Event, viewer: Player, statuses: Collection[str] = ()) -> list[ReportView]:
    """Return the reports of an event that the viewer may see, newest first: all, or those of their own pairings."""
    rows = ResultReport.objects.filter(pairing__round__event=event)
    if statuses:
        rows = rows.filter(status__in=statuses)
    if not may_rule(event, viewer.pk):
        own = list(event.entrants.filter(player=viewer).values_list("pk", flat=True))
        rows = rows.filter(pairing__sides__entrant__in=own)
    return view_all(rows.order_by("-pk")[:MAX_LISTED])


def list_disputes(events: QuerySet[Event]) -> list[ReportView]:
    """Return the reports of running events that need a referee, those of a pairing together."""
    rows = ResultReport.objects.filter(
        pairing__round__event__in=events.filter(status=EventStatus.RUNNING), status__in=FOR_REFEREES,
        pairing__counted_at=None,
    )  # fmt: skip
    return view_all(rows.order_by("pairing", "pk")[:MAX_LISTED])


def view_all(rows: QuerySet[ResultReport]) -> list[ReportView]:
    """Return these reports, with four queries."""
    reports = list(rows.select_related("by", "pairing__round__stage").prefetch_related("images"))
    ids = {pk for report in reports for pk in report.sides}
    entrants = Entrant.objects.select_related("player").in_bulk(ids)
    return [
        build_report(row, row.pairing, [Side(number=number, entrant=entrants[pk]) for number, pk in enumerate(row.sides)])
        for row in reports
        if all(pk in entrants for pk in row.sides)
    ]


def list_due(at: datetime) -> list[int]:
    """Return the reports that the sweep has to settle: unanswered in time, or overtaken by another result."""
    event_over = ~Q(pairing__round__event__status=EventStatus.RUNNING)
    left = ~Exists(Side.objects.filter(pairing=OuterRef("pairing"), entrant=OuterRef("entrant")))
    overtaken = Q(pairing__counted_at__isnull=False) | event_over | left
    rows = ResultReport.objects.filter(Q(status=ReportStatus.REPORTED, due_at__lte=at) | overtaken, status__in=LIVE)
    return list(rows.order_by("due_at").values_list("pk", flat=True)[:MAX_LISTED])


def build_report(row: ResultReport, pairing: Pairing, sides: Sequence[Side]) -> ReportView:
    """Return the report of a pairing with these sides."""
    claim, round = row.value, pairing.round
    return ReportView(
        report_id=row.pk, event_id=round.event_id, pairing_id=pairing.pk, round=round.number, board=pairing.board,
        side=row.sides.index(row.entrant_id), player=str(row.by), username=row.by.username,
        status=row.status, status_text=str(ReportStatus(row.status).label),
        result=claim.result, score=claim.score, games=claim.games, places=claim.places,
        claim_text=describe_claim(claim, [str(side.entrant.player) if side.entrant else "" for side in sides]),
        text=row.text, link=row.link,
        images=tuple(reverse("report-image", args=[row.pk, image.key]) for image in row.images.all()),
        revision=row.revision, at=row.at, due_at=row.due_at, settled_at=row.settled_at,
    )  # fmt: skip


def describe_claim(claim: Claim, names: Sequence[str]) -> str:
    """Return the reported result in words."""
    if claim.is_empty:
        return _("No result reported")
    if claim.places:
        ordered = sorted(zip(claim.places, names, strict=True))
        return ", ".join(f"{place}. {name}" for place, name in ordered)
    halves, _how = RESULTS[claim.result]
    if halves[0] == halves[1]:
        return _("Draw {score}", score=claim.score) if claim.score else _("Draw")
    winner = names[0] if halves[0] > halves[1] else names[1]
    if not claim.score:
        return _("{winner} wins", winner=winner)
    score = claim.score if halves[0] > halves[1] else "-".join(reversed(claim.score.split("-")))
    return _("{winner} wins {score}", winner=winner, score=score)


def _list_results(contest: Contest, own: Side | None) -> tuple[Choice, ...]:
    """Return the results that a player of the pairing can choose."""
    if own is None or contest.sides != 2:
        return ()
    win, loss = ("1-0", "0-1") if own.number == 0 else ("0-1", "1-0")
    choices = [Choice(win, _("I won")), Choice("1/2-1/2", _("Draw")), Choice(loss, _("I lost"))]
    return tuple(choice for choice in choices if contest.can_draw or choice.value != "1/2-1/2")


def _list_scores(contest: Contest, sides: Sequence[Side], own: Side | None) -> tuple[Choice, ...]:
    """Return the scores of a short series, labelled from the viewer's side."""
    if own is None or contest.sides != 2 or not 1 < contest.best_of <= MAX_CHOICES_BEST_OF:
        return ()
    choices = []
    for score in contest.list_scores():
        first, second = map(int, score.split("-"))
        mine, theirs = (first, second) if own.number == 0 else (second, first)
        choices.append((theirs - mine, Choice(score, _label_score(mine, theirs))))
    return tuple(choice for _lead, choice in sorted(choices, key=lambda pair: pair[0]))


def _label_score(mine: int, theirs: int) -> str:
    score = f"{mine}–{theirs}"
    if mine == theirs:
        return _("Draw {score}", score=score)
    return _("I won {score}", score=score) if mine > theirs else _("I lost {score}", score=score)
