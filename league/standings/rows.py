"""All rows of a stage, read in a constant number of queries.

Rows are named tuples: fast to create in large numbers, and compared by value.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Aggregate, Model, OuterRef, QuerySet, Subquery, TextField

from league.events.models import Pairing, Round, Side, Stage, StageEntrant
from league.events.models.round import format_round_title


class PlaceRow(NamedTuple):
    """An entrant's place in a stage."""

    entrant: int
    seed: int
    joined: int
    left: int | None
    rating: float | None
    byes: Mapping[str, int]
    person: Mapping[str, str] | None = None


class SideRow(NamedTuple):
    """One side of a pairing."""

    entrant: int | None
    nobody: bool
    halves: int | None


class PairingRow(NamedTuple):
    """A pairing with its sides."""

    id: int
    board: int
    kind: str
    key: str
    best_of: int
    needed: bool
    fixed: bool
    forfeit: bool
    reason: str
    through: int | None
    counted_at: datetime | None
    sides: tuple[SideRow, ...]
    score: str = ""
    starts_at: datetime | None = None
    boards: str = ""
    """The results of the boards, if the sides are teams."""


class RoundRow(NamedTuple):
    """A round with its pairings."""

    id: int
    number: int
    label: str
    starts_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    pairings: tuple[PairingRow, ...]
    swaps: Sequence[Sequence[int]] | None = None
    """Pairs of entrants who were swapped by hand."""

    @property
    def name(self) -> str:
        return format_round_title(self.label, self.number)


@dataclass(frozen=True, slots=True)
class StageRows:
    """A stage with its places by seed and its rounds. `before` is the number of earlier rounds of the event."""

    stage: Stage
    before: int
    places: tuple[PlaceRow, ...]
    rounds: tuple[RoundRow, ...]


def load_rows(stage: Stage) -> StageRows:
    """Return the rows of one stage."""
    return load_all_rows([stage])[0]


def load_all_rows(stages: Collection[Stage]) -> list[StageRows]:
    """Return the rows of several stages, with two queries."""
    ids = [stage.pk for stage in stages]
    texts = {"pairing_text": _build_json_subquery(Pairing, *_PAIRING), "side_text": _build_json_subquery(Side, *_SIDE)}
    rounds = _group_rows(Round.objects.filter(stage__in=ids).annotate(**texts).order_by("number"), "stage", *_ROUND, *texts)
    places = _group_rows(StageEntrant.objects.filter(stage__in=ids).order_by("seed"), "stage", *_PLACE)

    def round_row(values: tuple[Any, ...]) -> RoundRow:
        *columns, swaps, pairings, sides = values
        return RoundRow._make((*columns, parse_pairings(pairings or "[]", sides or "[]"), swaps))

    return [
        StageRows(
            stage,
            _count_earlier_rounds(stage, rounds[stage.pk]),
            tuple(PlaceRow(*columns) for columns in places[stage.pk]),
            tuple(map(round_row, rounds[stage.pk])),
        )
        for stage in stages
    ]


_SIDE = ("pairing", "number", "entrant", "nobody", "halves")
_PAIRING = (
    "board", "pk", "kind", "key", "best_of", "needed", "fixed", "forfeit", "reason", "through", "counted_at", "score",
    "starts_at", "boards",
)  # fmt: skip
_ROUND = ("pk", "number", "label", "starts_at", "started_at", "finished_at", "swaps")
_PLACE = ("entrant", "seed", "joined", "left", "entrant__rating", "entrant__byes", "entrant__person")


class _AsJson(Aggregate):
    """The rows of a group as one JSON text (a list of lists), which is faster to fetch than separate rows."""

    output_field = TextField()
    allow_distinct = False

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, template="json_group_array(json_array(%(expressions)s))", **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        template = "json_agg(json_build_array(%(expressions)s))::text"
        return self.as_sql(compiler, connection, template=template, **extra)


def _build_json_subquery(model: type[Model], *fields: str) -> Subquery:
    """Return a subquery for the JSON text of this model's rows of each round."""
    of_round = model._default_manager.filter(round=OuterRef("pk")).order_by().values("round")
    return Subquery(of_round.annotate(text=_AsJson(*fields)).values("text"))


@lru_cache(maxsize=256)
def parse_pairings(pairings: str, sides: str) -> tuple[PairingRow, ...]:
    """Parse the texts of a round. Cached, because most rounds don't change between requests."""
    of_pairing: dict[int, list[tuple[int, SideRow]]] = defaultdict(list)
    for pairing, number, entrant, nobody, halves in json.loads(sides):
        of_pairing[pairing].append((number, SideRow(entrant, bool(nobody), halves)))
    rows = []
    for row in sorted(json.loads(pairings)):
        board, pk, kind, key, best_of, needed, fixed, forfeit, reason, through, counted, score, starts, boards = row
        pair = tuple(side for _, side in sorted(of_pairing[pk], key=lambda item: item[0]))
        flags = bool(needed), bool(fixed), bool(forfeit)
        counted_at, starts_at = _parse_moment(counted), _parse_moment(starts)
        place = pk, board, kind, key, best_of
        rows.append(PairingRow(*place, *flags, reason, through, counted_at, pair, score, starts_at, boards))
    return tuple(rows)


def _parse_moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _group_rows(queryset: QuerySet[Any], by: str, *fields: str) -> dict[int, list[tuple[Any, ...]]]:
    groups: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for key, *rest in queryset.values_list(by, *fields):
        groups[key].append(tuple(rest))
    return groups


def _count_earlier_rounds(stage: Stage, rounds: list[tuple[Any, ...]]) -> int:
    if rounds:
        return int(rounds[0][1]) - 1
    return 0 if stage.number == 1 else Round.objects.filter(event=stage.event_id).count()
