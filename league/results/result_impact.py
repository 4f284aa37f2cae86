"""The effects of a different result, shown before an organiser overrides one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engines.i18n import translate as _
from league.events.models import Entrant, Pairing, SeriesMatch, Stage
from league.events.rulings import Ruling
from league.formats.elimination.state import NOBODY, NodeState, Result, compute_ranks
from league.people.models import Player
from league.ratings import elo
from league.ratings.queries.rating_preview import preview_ratings
from league.standings.history import compute_bracket, get_seeds, iter_pairings
from league.standings.rows import PairingRow, StageRows, load_rows
from league.standings.standings_calculation import compute_lines
from league.standings.steps import load_logs_before_and_after
from league.standings.tables import annotate_team, to_person


@dataclass(frozen=True, slots=True)
class AffectedPairing:
    """A later bracket pairing whose sides would change. `begun`: it has a match, and can be kept."""

    pairing_id: int
    label: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    begun: bool


@dataclass(frozen=True, slots=True)
class RankChange:
    """An entrant whose rank would change; None while a rank is still open."""

    entrant_id: int
    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player whose rating would change."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Impact:
    """The effects of an override. `ratings` come largest change first; `unforeseen`: too many matches to replay."""

    pairing_id: int
    touched: tuple[AffectedPairing, ...]
    moved: tuple[RankChange, ...]
    ratings: tuple[RatingChange, ...] = ()
    unforeseen: bool = False


def list_outdated_pairings(stage: Stage) -> list[Pairing]:
    """Return bracket pairings with a result or match whose sides should now be different."""
    rows = load_rows(stage)
    places, seeds = compute_bracket(rows), get_seeds(rows)
    started = _list_started_pairings(pairing__round__stage=stage)
    ids = [
        pairing.id
        for pairing in iter_pairings(rows)
        if not pairing.fixed
        and (pairing.id in started or any(side.halves is not None for side in pairing.sides))
        and {seeds.get(side.entrant or 0, NOBODY) for side in pairing.sides}
        != {seed or NOBODY for seed in places[pairing.key].sides}
    ]
    return list(Pairing.objects.filter(pk__in=ids).select_related("round"))


def compute_impact(
    rows: StageRows, pairing_id: int, result: Ruling, names: Mapping[int, str], game: SeriesMatch | None = None
) -> Impact:
    """Return the effects of another result of this pairing, with nothing kept.

    `names` are those of `get_entrant_names`. Ratings are included if the pairing is a single match, its `game`.
    """
    pairing = next(item for item in iter_pairings(rows) if item.id == pairing_id)
    if rows.stage.traits.is_bracket:
        impact = _bracket_impact(rows, pairing, result, names)
    else:
        changed = {pairing_id: result}
        if rows.stage.traits.continuous:
            now, then = load_logs_before_and_after(rows, changed)
            lines = compute_lines(rows, log=now), compute_lines(rows, log=then)
        else:
            lines = compute_lines(rows), compute_lines(rows, changed=changed)
        before, after = ({line.entrant: line.rank for line in item} for item in lines)
        impact = Impact(pairing_id, (), _list_rank_changes(before, after, names))
    if game is None or pairing.best_of > 1:
        return impact
    preview = preview_ratings(match_id=game.match_id, ranks=result.by_seat(game.first))
    moved = [item for item in preview.changes if elo.rounded(item.before) != elo.rounded(item.after)]
    moved.sort(key=lambda item: -abs(item.after - item.before))
    players = {item.pk: str(item) for item in Player.objects.filter(pk__in=[item.player_id for item in moved])}
    ratings = (RatingChange(players[item.player_id], elo.rounded(item.before), elo.rounded(item.after)) for item in moved)
    return replace(impact, ratings=tuple(ratings), unforeseen=not preview.complete)


def _bracket_impact(rows: StageRows, pairing: PairingRow, result: Ruling, names: Mapping[int, str]) -> Impact:
    seeds, halves = get_seeds(rows), result.halves
    first, second = (seeds[side.entrant or 0] for side in pairing.sides)
    winner = NOBODY if halves[0] == halves[1] else first if halves[0] > halves[1] else second
    now, then = compute_bracket(rows), compute_bracket(rows, {pairing.key: Result((first, second), winner)})
    affected = [
        (row, later)
        for row in rows.rounds
        for later in row.pairings
        if set(now[later.key].sides) != set(then[later.key].sides) and any(now[later.key].sides)
    ]
    started = _list_started_pairings(pairing__in=[later.id for _unused, later in affected]) if affected else set()
    by_seed = {seed: names[entrant] for entrant, seed in seeds.items()}
    touched = tuple(
        AffectedPairing(
            later.id,
            _("{round}, match {board}", round=row.name, board=later.board),
            _name_sides(now[later.key], by_seed),
            _name_sides(then[later.key], by_seed),
            later.id in started,
        )
        for row, later in affected
    )
    before, after = ({entrant: ranks.get(seed) for entrant, seed in seeds.items()} for ranks in map(compute_ranks, (now, then)))
    return Impact(pairing.id, touched, _list_rank_changes(before, after, names))


def get_entrant_names(rows: StageRows) -> dict[int, str]:
    """Return the names of the stage's entrants."""
    entrants = annotate_team(Entrant.objects.filter(pk__in=[row.entrant for row in rows.places]))
    return {row.pk: to_person(row).name for row in entrants}


def _name_sides(place: NodeState, names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(_("bye") if seed == NOBODY else _("open") if seed is None else names[seed] for seed in place.sides)


def _list_rank_changes(
    before: Mapping[int, int | None], after: Mapping[int, int | None], names: Mapping[int, str]
) -> tuple[RankChange, ...]:
    changed = [entrant for entrant, rank in before.items() if rank != after[entrant]]
    return tuple(RankChange(entrant, names[entrant], before[entrant], after[entrant]) for entrant in changed)


def _list_started_pairings(**filters: object) -> set[int]:
    return set(SeriesMatch.objects.filter(**filters).values_list("pairing", flat=True))
