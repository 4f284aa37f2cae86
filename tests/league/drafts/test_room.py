"""What the draft room shows: the grid in draft order, the next turns, the viewer's wait, the lot and the bands."""

from typing import Any

import pytest

from league.drafts.actions.draft_actions import apply_action
from league.drafts.models import Draft
from league.drafts.queries.board import build_board
from league.drafts.queries.cards import find_band, list_bands
from league.drafts.queries.room import find_desk
from league.gamers.models import STATS
from league.leagues.models import Season
from tests.factories import NOON, draft, drafted_season
from tests.league.drafts.test_acting import cheapest, owner, pick
from tests.league.drafts.test_pages import signed

pytestmark = pytest.mark.django_db


def board(row: Draft) -> dict[str, Any]:
    return build_board(Draft.objects.get(pk=row.pk))


def desk(row: Draft, team: int) -> dict[str, Any]:
    found = find_desk(Draft.objects.get(pk=row.pk), team)
    assert found is not None
    return found


def act(row: Draft, team: int, **data: Any) -> None:
    apply_action(draft_id=row.pk, by=owner(row, team), data=data, at=NOON)


@pytest.fixture(scope="module")
def three_id(module_rows: None) -> int:
    return drafted_season(teams=3).pk


@pytest.fixture
def three(three_id: int, db: None) -> Season:
    """A season of three franchises."""
    return Season.objects.select_related("league").get(pk=three_id)


def test_the_grid_of_a_snake_runs_forth_and_back_and_everybody_reads_who_picks_next(three: Season) -> None:
    row = draft(three)
    names = {team["number"]: team["name"] for team in board(row)["teams"]}
    assert board(row)["status"]["upcoming"][:4] == [names[number] for number in (2, 3, 3, 2)]
    assert [desk(row, number)["wait"] for number in (1, 2, 3)] == [5, 1, 2]
    page = signed(owner(row, 3)).get(f"/drafts/{row.pk}/").content.decode()
    assert "You pick in 2 turns." in " ".join(page.split())
    pick(row, 1)
    rows = board(row)["rows"]
    assert [line["way"] for line in rows[:3]] == [1, -1, 1]
    assert [[cell["place"] for cell in line["cells"]] for line in rows[:2]] == [[1, 2, 3], [3, 2, 1]]
    assert [cell["running"] for cell in rows[0]["cells"]] == [False, True, False]
    assert [len(cell["picks"]) for cell in rows[0]["cells"]] == [1, 0, 0]


def test_an_auction_tells_who_nominates_next_and_the_raises_that_a_team_can_pay(three: Season) -> None:
    row = draft(three, kind="auction", step=2)
    assert [desk(row, number)["wait"] for number in (2, 3)] == [1, 2]
    assert len(board(row)["rows"]) == three.terms.roster_max
    assert all(cell["picks"] == [] for line in board(row)["rows"] for cell in line["cells"])
    card = cheapest(row)
    act(row, 1, **{"is": "nominate", "card": card, "bid": 5})
    assert [desk(row, number)["wait"] for number in (1, 2, 3)] == [3, 1, 2]
    lot = board(row)["lot"]
    assert (lot["card"], lot["high"]["amount"], [name for name, _ in lot["stats"]]) == (card, 5, list(STATS))
    rivals = desk(row, 2)
    assert rivals["raises"] == [amount for amount in (7, 9, 15) if amount <= rivals["lot_most"]]
    act(row, 2, **{"is": "bid", "lot": 1, "amount": rivals["lot_most"]})
    assert desk(row, 1)["raises"] == []


def test_a_blind_auction_has_no_next_turn(three: Season) -> None:
    row = draft(three, kind="blind")
    assert (board(row)["status"]["upcoming"], desk(row, 1)["wait"]) == ([], None)


@pytest.mark.parametrize(
    ("salaries", "bands"),
    [
        ([], []), ([3], [(3, 3)]), ([5, 5, 5, 5, 5], [(5, 5)]), ([1, 2, 3, 4], [(4, 4), (3, 3), (2, 2), (1, 1)]),
        ([9, 9, 7, 5, 5, 5, 2, 1], [(9, 9), (5, 7), (1, 2)]),
    ],
)  # fmt: skip
def test_bands_keep_equal_salaries_together(salaries: list[int], bands: list[tuple[int, int]]) -> None:
    assert list_bands(salaries) == bands
    for salary in salaries:
        low, high = bands[find_band(bands, salary) - 1]
        assert low <= salary <= high
