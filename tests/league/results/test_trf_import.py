"""A tournament report becomes an event with the same standings, or nothing at all."""

from io import BytesIO
from random import Random

import pytest
from django.test import Client

from league.event_files.exports import build_trf, get_event
from league.events.models import Entrant, Event, EventStatus, Round
from league.formats.trf import parse_report
from league.formats.trf.check import check_report
from league.formats.trf.random_report import generate_report
from league.formats.trf.records import PlayerLine
from league.pairings.actions.rounds import create_next_round
from league.registration.actions.entrant_import import BadRows
from league.results.actions.trf_import import import_report
from tests.factories import NOON, PlayerFactory, TitleFactory, event
from tests.league.events.playing import refused
from tests.league.formats.trf import second_standings
from tests.league.formats.trf.sample import NAMES, ROUNDS, player, text
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db


def chess(**plan: object) -> Event:
    organiser = PlayerFactory()
    title = TitleFactory(league=None, owner=organiser, name="Chess", icon="chess")
    plan = {"format": "swiss", "settings": {"rounds": 5}, "rated": False, "auto_advance": False, **plan}
    return event(organiser=organiser, game=title.key, **plan)  # type: ignore[arg-type]


def imported(source: str, made: Event | None = None) -> Event:
    made = made or chess()
    import_report(event_id=made.pk, by=made.organiser_id, report=source, at=NOON)
    made.refresh_from_db()
    return made


def exported(made: Event) -> str:
    return build_trf(get_event(made.pk))


def lines(source: str) -> dict[int, PlayerLine]:
    return {line.start: line for _, line in parse_report(source).of(PlayerLine)}


def test_players_rounds_and_results_come_with_the_report() -> None:
    made = imported(text())
    assert (made.status, made.rounds.count(), made.entrants.count()) == (EventStatus.RUNNING, 2, 4)
    sent, back = lines(text()), lines(exported(made))
    assert {start: line.rounds for start, line in back.items()} == {start: line.rounds for start, line in sent.items()}
    assert back[1].person.name == NAMES[1]
    assert (back[1].person.rating, back[1].person.federation, back[1].person.number) == ("2000", "SUI", "100001")
    assert back[1].person.birth == ""


@pytest.mark.parametrize("seed", range(8 if WHOLE else 2))
def test_an_exported_tournament_comes_back_with_the_same_standings(seed: int) -> None:
    """With byes of all kinds, forfeits, late entries and withdrawals."""
    rng = Random(seed)
    players, rounds = rng.randrange(6, 30 if WHOLE else 16), rng.randrange(1, 6)
    source = generate_report(str(seed), players, rounds)
    first = exported(imported(source, chess(settings={"rounds": rounds})))
    assert [found.text for found in check_report(parse_report(first))] == []
    for again in (first, exported(imported(first))):
        assert {start: (line.points, line.rank) for start, line in lines(again).items()} == {
            start: (line.points, line.rank) for start, line in lines(source).items()
        }
    assert {start: line.rank for start, line in lines(first).items()} == second_standings.ranks(first)


def test_the_next_round_is_paired_with_the_byes_and_exclusions_of_the_report() -> None:
    made = imported(text(player(5, "0000 - Z", "0000 - Z", "0000 - H", points="0.5"), "260 003 003    1    2"))
    one, two, *_, five = Entrant.objects.filter(event=made).order_by("seed")
    assert five.byes == {"3": 1}
    assert made.stages.get().settings["forbidden"] == [[one.pk, two.pk, 3, 3]]
    assert create_next_round(event_id=made.pk, by=made.organiser_id, at=NOON) == 3
    pairings = Round.objects.get(event=made, number=3).pairings.all()
    sides = [{side.entrant.seed for side in pairing.sides.all() if side.entrant} for pairing in pairings]
    assert sorted(map(sorted, sides)) == [[1, 4], [2, 3], [5]]


def test_a_report_with_a_fault_changes_nothing_and_names_the_line() -> None:
    made = chess()
    for source, problem in (
        ("", "Line 1: This file has no players"),
        (text(p4=player(4, "   2 w 0", "   2 b 0")), "Line 7: Round 2 of player 3"),
        (text(p1=player(1, *ROUNDS[1], points="4.5"), p2=player(2, *ROUNDS[2], points="9.5")), "Line 6: Player 2 has 9.5"),
        (text(p2=player(2, *ROUNDS[2], name=NAMES[1])), "Line 6: Alm, Ada is already in line"),
        (text("162  W 2.0    D 1.0"), "Line 1: Only tournaments"),
        (text("XXA    1  1.0  1.0"), "Baku"),
    ):
        with pytest.raises(BadRows) as refusal:
            imported(source, made)
        assert problem in refusal.value.text
    made.refresh_from_db()
    assert (made.entrants.count(), made.rounds.count(), made.status) == (0, 0, EventStatus.REGISTRATION)
    assert imported(text("192 FIDE_DUTCH_BAKU"), made).stages.get().settings["acceleration"] == "baku"


def test_events_that_cannot_import_say_why() -> None:
    for made, code in (
        (event(format="swiss", settings={"rounds": 3}), "played-here"),
        (chess(format="round-robin", settings={}), "not-swiss"),
        (imported(text()), "already-started"),
    ):
        with refused(code):
            imported(text(), made)


def test_an_event_with_entrants_is_not_overwritten() -> None:
    """Without rounds, the file leaves the event's points system."""
    players = "\n".join(["XXR 3", *(player(start, points="0.0") for start in NAMES)])
    made = imported(players, chess(settings={"rounds": 5, "points": "three"}))
    assert made.stages.get().settings["points"] == "three"
    assert (made.status, made.entrants.count()) == (EventStatus.REGISTRATION, 4)
    with refused("has-entrants"):
        imported(text(), made)


def test_an_organiser_uploads_the_file(client: Client) -> None:
    made = chess()
    client.force_login(made.organiser)
    page = client.get(f"/events/{made.pk}/manage/entrants/").content.decode()
    assert "Import a tournament" in page
    bad = client.post(f"/events/{made.pk}/manage/entrants/report/", {"file": BytesIO(b"001 hello")})
    assert (bad.status_code, "Line 1: " in bad.content.decode()) == (422, True)
    assert client.post(f"/events/{made.pk}/manage/entrants/report/").status_code == 422
    good = client.post(f"/events/{made.pk}/manage/entrants/report/", {"file": BytesIO(text().encode("latin-1"))})
    assert good.status_code == 302
    assert "2000" in client.get(f"/events/{made.pk}/manage/entrants/").content.decode()
    assert made.entrants.count() == 4
    assert "Import a tournament" not in client.get(f"/events/{made.pk}/manage/entrants/").content.decode()
    assert client.get(f"/events/{made.pk}/").status_code == 200


def test_a_program_sends_the_text(client: Client) -> None:
    made = chess()
    client.force_login(made.organiser)
    url = f"/api/v1/events/{made.pk}/manage/do/import-report/"
    answer = client.post(url, {"report": text()}, content_type="application/json")
    assert (answer.status_code, answer.json()) == (200, {"done": "import-report", "made": 4})
