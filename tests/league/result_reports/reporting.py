"""An event whose players report results, and one of its pairings with both players."""

import io
from typing import Any, NamedTuple

from PIL import Image

from league.events.models import Event, Pairing
from league.leagues.models import League
from league.people.models import Player
from league.result_reports.actions import reports
from league.result_reports.models import ResultReport
from league.result_reports.rules import Claim
from tests.factories import NOON, PlayerFactory, TitleFactory, organiser_of, started_event

WIN, LOSS, DRAW = Claim("1-0"), Claim("0-1"), Claim("1/2-1/2")


class Pair(NamedTuple):
    """The first pairing of a running event, and its players by side."""

    event: Event
    pairing: Pairing
    first: Player
    second: Player

    @property
    def halves(self) -> list[int | None]:
        return list(self.pairing.sides.order_by("number").values_list("halves", flat=True))

    @property
    def statuses(self) -> list[str]:
        return list(ResultReport.objects.filter(pairing=self.pairing).order_by("pk").values_list("status", flat=True))

    def report(self, player: Player | None = None, claim: Claim = WIN, **more: Any) -> int:
        return reports.report_result(
            event_id=self.event.pk, pairing_id=self.pairing.pk, player_id=(player or self.first).pk, claim=claim,
            **{"at": NOON, **more},
        )  # fmt: skip

    def confirm(self, report_id: int, player: Player | None = None, revision: int = 1) -> None:
        reports.confirm(report_id=report_id, player_id=(player or self.second).pk, revision=revision, at=NOON)

    def dispute(self, report_id: int, claim: Claim = LOSS, **more: Any) -> int:
        return reports.dispute(report_id=report_id, player_id=self.second.pk, claim=claim, at=NOON, **more)


def pair(
    *players: Player, league: League | None = None, organiser: Player | None = None, sides: int = 2, **plan: Any
) -> Pair:  # fmt: skip
    """A running event of a title, by default a round robin of four, outside leagues."""
    organiser = organiser or (Player.objects.get(pk=organiser_of(league)) if league else PlayerFactory())
    owners = {"league": league} if league else {"league": None, "owner": organiser}
    outcome = {"outcome": "placement", "most_sides": sides} if sides > 2 else {}
    title = TitleFactory(**owners, **outcome)
    players = players or tuple(PlayerFactory.create_batch(4))
    made = started_event(*players, organiser=organiser, game=title.key, league=league and league.pk, **plan)
    return first_pair(made)


def first_pair(made: Event) -> Pair:
    rows = Pairing.objects.filter(round__event=made, round__number=1, counted_at=None, kind="game")
    pairing = rows.select_related("round").order_by("board")[0]
    sides = [side.entrant.player for side in pairing.sides.select_related("entrant__player").order_by("number") if side.entrant]
    return Pair(made, pairing, sides[0], sides[1])


def picture(format: str = "PNG", size: tuple[int, int] = (40, 30), **options: Any) -> bytes:
    output = io.BytesIO()
    Image.new("RGB", size, "teal").save(output, format, **options)
    return output.getvalue()
