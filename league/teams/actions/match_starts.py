"""The opening of team matches, whose captains are then asked for line-ups, and the score of rounds without one."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from engines.i18n import to_stored
from league.events.models import Entrant, Event, Pairing, PairingKind, Round, SeriesMatch, Side
from league.events.team_rules import TeamRules, score_walkover
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.teams.links import team_path
from league.teams.models import TeamMatch
from league.teams.rules.scores import format_boards
from matches.actions.endings import cancel_open_match
from matches.models import Status
from matches.pubsub import enqueue


def open_team_matches(event: Event, pairings: Sequence[tuple[Pairing, int]], at: datetime) -> None:
    """Open these pairings, each with its home side, and ask the captains for line-ups. Idempotent."""
    rules = event.team_rules
    assert rules is not None
    known = set(TeamMatch.objects.filter(pairing__in=[pairing.pk for pairing, _ in pairings]).values_list("pairing", flat=True))
    new = [(pairing, home) for pairing, home in pairings if pairing.pk not in known]
    deadline = at + timedelta(minutes=rules.lineup_min)
    TeamMatch.objects.bulk_create(TeamMatch(pairing=pairing, home=home, lineups_by=deadline) for pairing, home in new)
    if rules.lineup_min:
        _ask_captains(event, [pairing for pairing, _ in new], at)
    else:
        enqueue("league.tasks.close_lineups")


def reset_team_matches(pairings: Collection[int], at: datetime) -> None:
    """Discard the line-ups and boards of these pairings, because other teams meet in them or their round is withdrawn."""
    boards = Pairing.objects.filter(team_board__match__pairing__in=pairings)
    series = SeriesMatch.objects.filter(pairing__in=boards, counted_at=None, match__status=Status.OPEN)
    for match_id in series.values_list("match", flat=True):
        cancel_open_match(match_id=match_id, at=at)
    ids = list(boards.values_list("pk", flat=True))
    TeamMatch.objects.filter(pairing__in=pairings).delete()
    Pairing.objects.filter(pk__in=ids).delete()


def _ask_captains(event: Event, pairings: Sequence[Pairing], at: datetime) -> None:
    sides = Side.objects.filter(pairing__in=pairings, entrant__isnull=False).select_related("entrant__team", "round")
    of_pairing: dict[int, list[tuple[Entrant, Round]]] = {}
    for side in sides.order_by("pairing", "number"):
        assert side.entrant is not None
        of_pairing.setdefault(side.pairing_id, []).append((side.entrant, side.round))
    messages = [
        NewNotification(
            entrant.player_id, f"lineup.{pairing}",
            {
                "round": to_stored(row.name), "event": event.name,
                "opponents": ", ".join(other.team.name for other, _ in both if other.pk != entrant.pk),
            },
            team_path(event.pk, entrant.team.pk), case="lineup",
        )
        for pairing, both in of_pairing.items()
        for entrant, row in both
    ]  # fmt: skip
    notify(messages, kind=Kind.ROUND, at=at)


def score_unplayed(event: Event, row: Round) -> None:
    """Give the byes and forfeits of a published round their match and board points.

    A pairing-allocated bye is worth a drawn match (C.04.6, article 1.4), a withdrawn opponent a win on all boards.
    """
    rules = event.team_rules
    assert rules is not None
    rows = Side.objects.filter(pairing__round=row, pairing__counted_at__isnull=False, halves__gt=0)
    for side in rows.select_related("pairing", "entrant"):
        side.halves = _score_unplayed_side(rules, side, row.number)
        side.save(update_fields=["halves"])
    for pairing in row.pairings.filter(forfeit=True).prefetch_related("sides"):
        won = [bool(side.halves) for side in pairing.sides.all()]
        if len(won) == 2:
            pairing.update(boards=format_boards([(2 * won[0], 2 * won[1])] * rules.boards))


def _score_unplayed_side(rules: TeamRules, side: Side, number: int) -> int:
    requested = side.entrant.byes.get(str(number)) if side.entrant else None
    if side.pairing.kind == PairingKind.BYE or requested == 1:
        return 2 * rules.draw
    return score_walkover(rules)[0]
