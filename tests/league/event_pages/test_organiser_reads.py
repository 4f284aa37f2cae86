"""What an organiser reads of an event: rankings, previews, files, sheets of paper, and why a round is paired so."""

import csv
import io
import random
from typing import Any

import pytest
from django.test import Client

from league.event_console.override_preview import preview_override
from league.event_pages.queries.explanations import explain_round
from league.event_pages.queries.viewer_event import get_viewer_event
from league.events.models import Event, Pairing, SeriesMatch
from league.events.stage_plans import StagePlan
from league.pairings.actions.pairing_requests import add_exclusion
from league.pairings.actions.rounds import create_next_round, publish_round_manually, swap_entrants
from league.people.models import Player
from league.ratings.models import Rating
from league.registration.actions.seeding import set_seed_order, set_seeding_method
from league.results.actions.due_rounds import start_due_round
from league.results.actions.result_entry import enter_results
from league.results.actions.result_overrides import override_result
from league.standings.forecast import simulate_event
from league.stats.queries.seasons import get_season_stats
from matches.errors import ActionError
from tests.factories import GAME, NOON, PlayerFactory, TitleFactory, event, organiser_of, season, started_event
from tests.league.conftest import kept_event
from tests.league.events.playing import boards_of, finish, finish_round, open_matches, play_out, swiss, tables_of
from tests.league.formats.trf.sample import player, text
from tests.league.results.test_trf_import import chess, imported

pytestmark = pytest.mark.django_db
GROUPS = (StagePlan("groups", {"groups": 2, "top": 2}), StagePlan("single-elimination"))


def grouped(players: int = 8) -> Event:
    return started_event(*PlayerFactory.create_batch(players), stages=GROUPS)


@pytest.fixture(scope="module")
def same_over(module_rows: None) -> int:
    return play_out(grouped()).pk


def test_after_groups_with_a_table_each_and_a_bracket_there_is_one_ranking_of_everybody(client: Client, same_over: int) -> None:
    page = client.get(f"/events/{same_over}/standings/?stage=1").content.decode()
    assert [page.count(f"Group {name}</h3>") for name in "AB"] == [1, 1]
    tables = tables_of(same_over)
    groups = [table for table in tables if table.stage == 1]
    assert [table.group for table in groups] == ["A", "B"]
    for table in groups:
        assert [line.rank for line in table.lines] == [1, 2, 3, 4]
    (table,) = [table for table in tables if table.stage == 0]
    assert [line.rank for line in table.lines] == [1, 2, 3, 3, 5, 6, 7, 8]
    bracket = next(one for one in tables if one.stage == 2)
    assert [line.person for line in table.lines[:4]] == [line.person for line in bracket.lines]
    assert table.lines[0].played == 3 + 2
    for query, tab in (("?stage=0", "Overall"), ("", "Overall"), ("?stage=2", "2. Single elimination")):
        page = client.get(f"/events/{same_over}/standings/{query}").content.decode()
        assert f'aria-current="page">{tab}</a>' in page
        assert page.count('scope="row"') == (8 if tab == "Overall" else 4)


@pytest.mark.parametrize("format", ["groups", "league", "heats", "round-robin"])
def test_no_line_of_the_standings_file_is_wider_than_its_header(client: Client, format: str) -> None:
    game = "zero-day" if format == "heats" else GAME
    settings = {"groups": {"groups": 2, "top": 1}, "heats": {"rounds": 1}}.get(format, {})
    made = started_event(*PlayerFactory.create_batch(4), format=format, settings=settings, game=game)
    text = client.get(f"/events/{made.pk}/standings.csv").content.decode()
    assert len({len(row) for row in csv.reader(io.StringIO(text))}) == 1


@pytest.fixture(scope="module")
def three_rounds(module_rows: None) -> int:
    """A swiss of six of which three rounds are played."""
    made, rng = swiss(6, 4), random.Random(4)
    for number in (1, 2, 3):
        if number > 1:
            create_next_round(event_id=made.pk, at=NOON, by=made.organiser_id)
            publish_round_manually(event_id=made.pk, number=number, by=made.organiser_id, at=NOON)
        finish_round(made, rng=rng)
    return made.pk


@pytest.mark.parametrize(
    ("result", "halves", "how"),
    [
        ("1F-0F", (2, 0), "forfeit"), ("0F-1F", (0, 2), "forfeit"), ("0F-0F", (0, 0), "forfeit"),
        ("0-1", (0, 2), "played"), ("1/2-1/2", (1, 1), "played"),
    ],
)  # fmt: skip
def test_a_preview_of_a_correction_is_what_it_brings(three_rounds: int, result: str, halves: tuple[int, int], how: str) -> None:
    made = Event.objects.get(pk=three_rounds)
    before = {line.person.entrant_id: line.rank for line in tables_of(made.pk)[0].lines}
    pairing = Pairing.objects.filter(round__event=made, round__number=2).order_by("board")[0]
    found = preview_override(made.pk, pairing.pk, result=result).found
    override_result(
        event_id=made.pk, pairing_id=pairing.pk, halves=halves, how=how, why="Wrong", by=made.organiser_id, at=NOON
    )  # fmt: skip
    after = {line.person.entrant_id: line.rank for line in tables_of(made.pk)[0].lines}
    moved = {entrant: rank for entrant, rank in after.items() if before[entrant] != rank}
    assert moved == {one.entrant_id: one.after for one in found.moved}


@pytest.fixture(scope="module")
def same_eight(module_rows: None) -> int:
    made = swiss(8, 4)
    finish_round(made)
    create_next_round(event_id=made.pk, at=NOON, by=made.organiser_id)
    return made.pk


@pytest.fixture
def drafted(same_eight: int) -> Event:
    """A swiss of eight whose second round is drafted."""
    return Event.objects.get(pk=same_eight)


def test_an_exchange_that_makes_a_forbidden_pair_is_refused_unless_it_is_wanted(drafted: Event) -> None:
    (home, _), (_, other), *_ = boards_of(drafted, 2)
    drafted.rounds.get(number=2).delete()
    given: dict[str, Any] = {"event_id": drafted.pk, "by": drafted.organiser_id, "at": NOON}
    add_exclusion(one_id=home or 0, other_id=other or 0, first=2, **given)
    create_next_round(**given)
    boards = boards_of(drafted, 2)
    partner = next(board[1] for board in boards if board[0] == home)
    with pytest.raises(ActionError, match="must not meet") as refusal:
        swap_entrants(number=2, one_id=partner or 0, other_id=other or 0, **given)
    assert (refusal.value.code, refusal.value.field) == ("bad-pair", "anyway")
    assert boards_of(drafted, 2) == boards
    swap_entrants(number=2, one_id=partner or 0, other_id=other or 0, anyway=True, **given)


def test_an_exchange_that_makes_a_rematch_is_refused_and_why_names_the_organiser(drafted: Event) -> None:
    given: dict[str, Any] = {"event_id": drafted.pk, "by": drafted.organiser_id, "at": NOON}
    (home, partner), *_ = boards_of(drafted, 2)
    old = next(one for board in boards_of(drafted, 1) if home in board for one in board if one != home)
    with pytest.raises(ActionError, match="have already met"):
        swap_entrants(number=2, one_id=partner or 0, other_id=old or 0, **given)
    swap_entrants(number=2, one_id=partner or 0, other_id=old or 0, anyway=True, **given)
    publish_round_manually(number=2, **given)
    seeds = dict(drafted.entrants.values_list("pk", "seed"))
    page = explain_round(get_viewer_event(drafted.pk, None), 2, seeds[home or 0], seeds[partner or 0])
    assert (page.answer.code, len(page.exchanged)) == ("by-hand", 1)


def test_a_dry_run_takes_the_seeds_as_the_organiser_ordered_them() -> None:
    made = event(*PlayerFactory.create_batch(4), format="single-elimination", max_entrants=4)
    weak = made.entrants.order_by("pk").first()
    Rating.objects.create(player=weak.player, pool=GAME, value=700, peak=1500)
    given: dict[str, Any] = {"event_id": made.pk, "by": made.organiser_id, "at": NOON}
    set_seeding_method(how="manual", **given)
    others = [one.pk for one in made.entrants.exclude(pk=weak.pk)]
    set_seed_order(entrant_ids=[weak.pk, *others], **given)
    first = simulate_event(made.pk, lambda: False).chances[0]
    assert first.person.entrant_id == weak.pk


def test_the_points_of_a_season_are_those_of_its_arena() -> None:
    made = season()
    people = PlayerFactory.create_batch(4)
    organiser = made.league.staff.get(role="owner").player
    arena = started_event(
        *people, format="arena", settings={"minutes": 60}, organiser=organiser, league=made.league.pk,
    )  # fmt: skip
    made.starts_on = made.ends_on = NOON.date()
    made.save()
    for _ in range(4):
        for match_id in open_matches(arena):
            finish(match_id, (1, 2))
        start_due_round(event_id=arena.pk, at=NOON)
    lines = {line.person.name: line.points for table in tables_of(arena.pk) for line in table.lines}
    page = get_season_stats(made.league.slug, made.pk)
    rows = next(table for table in page.tables if table.key == "points").rows
    shown = {str(row.cells[0]): str(row.cells[1]) for row in rows}
    assert shown == {name: points for name, points in lines.items() if name in shown}
    assert sum(int(points) for points in lines.values()) > 8


def test_sides_of_zero_order_are_white_and_grey_on_event_pages(client: Client) -> None:
    made = started_event(*PlayerFactory.create_batch(2), game="zero-order")
    assert 'data-sides="zero-order"' in client.get(f"/events/{made.pk}/").content.decode()


KEPT = {"made": lambda: imported(text(player(5, "0000 - H", "0000 - U", points="1.5", name="Åberg, Åke")), chess())}
made = kept_event("made")
"""Two rounds of four players and of a fifth with byes."""


def shown(client: Client, made: Event, sheet: str, number: int = 2) -> str:
    answer = client.get(f"/events/{made.pk}/rounds/{number}/print/{sheet}/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_pairings_have_points_before_the_round_ratings_and_the_colours_of_chess(client: Client, made: Event) -> None:
    page = shown(client, made, "pairings")
    assert ("White" in page, "Side 1" in page) == (True, False)
    row = page[page.index("Berg, Bo") : page.index("</tr>", page.index("Berg, Bo"))]
    cells = ["2000</span>", '<td class="num">1</td>', "½ – ½", '<td class="num">1</td>', "Alm, Ada"]
    places = [row.index(cells[0])]
    for cell in cells[1:]:
        places.append(row.index(cell, places[-1] + 1))
    assert page.index("Berg, Bo") < page.index("Åberg, Åke")


def test_every_player_finds_their_board_and_each_board_has_a_slip(client: Client, made: Event) -> None:
    page = shown(client, made, "players")
    names = ["Alm, Ada", "Berg, Bo", "Costa, Cy", "Dietz, Di", "Åberg, Åke"]
    places = [page.index(f'<th scope="row">{name}') for name in names]
    assert places == sorted(places)
    assert "bye" in page[places[-1] :]
    assert "White" in page
    page = shown(client, made, "slips")
    assert (page.count('class="slip"'), "½ – ½" in page, "Åberg" in page, "White" in page) == (2, True, False, True)


def test_a_round_leads_to_its_sheets_unless_it_is_unpublished(client: Client, made: Event) -> None:
    assert f"/events/{made.pk}/rounds/1/print/pairings/" in client.get(f"/events/{made.pk}/rounds/1/").content.decode()
    create_next_round(event_id=made.pk, by=made.organiser_id, at=NOON)
    client.force_login(made.organiser)
    for address in ("rounds/3/print/pairings", "rounds/9/print/pairings", "rounds/2/print/other"):
        assert client.get(f"/events/{made.pk}/{address}/").status_code == 404


def test_in_a_bracket_the_sheets_put_each_player_on_the_side_of_their_match(client: Client) -> None:
    title = TitleFactory(icon="chess")
    organiser = Player.objects.get(pk=organiser_of(title.league))
    plan = {"game": title.key, "league": title.league_id, "organiser": organiser}
    made = started_event(*PlayerFactory.create_batch(4), format="single-elimination", **plan)
    series = SeriesMatch.objects.filter(pairing__round__event=made).order_by("pairing__board").last()
    SeriesMatch.objects.filter(pk=series.pk).update(first=1)
    black, white = (side.entrant.player.username for side in series.pairing.sides.order_by("number") if side.entrant)
    page = shown(client, made, "slips", 1)
    assert f"<dt>White</dt><dd>{white}</dd>" in page
    assert f"<dt>Black</dt><dd>{black}</dd>" in page
    result = {"pairing_id": series.pairing_id, "result": "0-1"}
    enter_results(event_id=made.pk, number=1, results=[result], by=organiser.pk, at=NOON)
    page = shown(client, made, "pairings", 1)
    assert page.index(white) < page.index("1 – 0", page.index(white)) < page.index(black)


def test_groups_and_seasons_show_what_decides_a_tie(client: Client, same_over: int) -> None:
    page = client.get(f"/events/{same_over}/standings/?stage=1").content.decode()
    assert ("About Sonneborn-Berger" in page, "tied on everything are ranked by seed" in page) == (True, True)
    table = tables_of(same_over)[0]
    assert [(line.points, *line.figures) for line in table.lines] == [
        ("3", "3", "0"), ("2", "1", "0"), ("1", "0", "0"), ("0", "0", "0")
    ]  # fmt: skip
    [table] = tables_of(play_out(started_event(*PlayerFactory.create_batch(3), format="league", max_entrants=3)).pk)
    assert ([column.short for column in table.columns], table.lines[0].figures) == (["DE"], ("0",))
