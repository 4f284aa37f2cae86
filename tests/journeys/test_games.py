"""Games that the site offers: at a table of three, learnt, and read about."""

import pytest

from league.games import Game, list_games
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.table import Table
from tests.thorough import WHOLE

pytestmark = ON_THE_SITE
GAMES = list_games()
FOR_THREE = [game for game in GAMES if 3 in game.counts]


def each(games: list[Game]) -> pytest.MarkDecorator:
    """One game in `make test`, each in `make prove`."""
    return pytest.mark.parametrize("game", games if WHOLE else games[:1], ids=lambda game: game.key)


PHONE = 360


@pytest.mark.prove
@each(FOR_THREE)
def test_a_table_of_three_fills_from_three_browsers(person: NewPerson, game: Game) -> None:
    host, one, other = person("host"), person("one"), person("other")
    host.visit(f"/lobby/?game={game.key}&players=3")
    host.fill(seat_0="anyone", seat_1="me", seat_2="anyone", preset="quick")
    host.all("[name=random_seats]")[0].click()
    host.press("Create challenge")
    table = Table(host)
    table.waits_for("Waiting for a player")
    table.sends_its_seed(1)
    match = table.match_id()
    for guest, seat in ((one, 2), (other, 0)):
        guest.visit("/lobby/")
        name = game.sides[seat]
        label = f"Take seat: {name}" if seat == 2 else "Take seat"
        guest.press(label, within="Guest")
        guest.until(lambda guest=guest: guest.path() == f"/matches/{match}/", "the match")
    boards = []
    for at, seat in ((host, 1), (one, 2), (other, 0)):
        shown = at.until(lambda at=at: (b := Table(at).board())["status"] == "playing" and b, "the match to start")
        assert shown["viewer"]["seat"] == seat
        _lays_a_board(at)
        boards.append(shown)
    assert len({seat["player"] for seat in boards[0]["seats"]}) == 3


@each(GAMES)
def test_it_is_learnt_by_playing_with_steps_and_hints(person: NewPerson, game: Game) -> None:
    learner = person("learner")
    learner.visit(f"/learn/{game.key}/")
    _plays_the_tutorial(learner)
    assert learner.ask("return document.querySelector('.match-board').clientHeight") > 300
    learner.ask("document.querySelector('[data-tutorial=next] button').click()")
    _lays_a_board(learner)
    learner.until(lambda: learner.text("[data-lesson=text]"), "a step to read")
    read: list[str] = []
    while learner.ask("return !document.querySelector('[data-lesson=next]').hidden") and len(read) < 9:
        read.append(learner.text("[data-lesson=title]"))
        learner.ask("document.querySelector('[data-lesson=next]').click()")
    assert len(read) == len(set(read)) > 0
    table = Table(learner)
    table.logs("the moves of two hints", lambda: [_plays_a_hint(table) for _unused in range(2)])
    learner.driver.refresh()
    learner.until(lambda: learner.text("[data-lesson=count]"), "the lesson after a reload")
    assert not learner.text("[data-lesson=count]").startswith("0 ")
    table.resign()
    # At a larger table the others may play on.
    learner.until(lambda: any("resigns" in line for line in table.log()), "the resignation in the log")


@each(GAMES)
@pytest.mark.parametrize(("width", "dark"), [(PHONE, True), (1280, False)] if WHOLE else [(PHONE, True)])
def test_its_rules_are_read_with_their_drawings(person: NewPerson, game: Game, width: int, dark: bool) -> None:
    reader = person("reader", width=width, height=800)
    reader.prefers("dark" if dark else "light")
    reader.visit("/rules/")
    reader.press(game.name)
    reader.sees(game.name, "h1")
    assert reader.width() <= width
    reader.ask("document.querySelectorAll('figure img').forEach((one) => one.loading = 'eager')")
    drawn = "return [...document.querySelectorAll('figure img')].every((one) => one.complete && one.naturalWidth > 50)"
    reader.until(lambda: reader.ask(drawn), "the drawings")
    links = reader.all(".contents a")
    assert len(links) > 4
    reader.ask("arguments[0].click()", links[-1])
    aim = "return document.querySelector(':target')?.getBoundingClientRect().top < innerHeight"
    reader.until(lambda: reader.ask(aim), "the chapter that was chosen")
    assert reader.ask("return [...document.querySelectorAll('.ruling')].every((one) => one.id === one.textContent)")


def _plays_the_tutorial(learner: Person) -> None:
    """A wrong move is answered, and each right one leads to the next step."""
    learner.until(lambda: learner.all(".match-ready .board-pointer span"), "the ring of the first step")
    steps = learner.ask("return JSON.parse(document.getElementById('tutorial').textContent).steps.map((step) => step.do)")
    enter = "const form = document.querySelector('[data-tutorial=typed]'); form.move.value = arguments[0]; form.requestSubmit()"
    learner.ask(enter, steps[-1])
    learner.until(lambda: learner.text("[data-tutorial=wrong]"), "an answer to the wrong move")
    done = "return document.querySelector('[data-tutorial=progress]').value"
    for number, move in enumerate(steps, start=1):
        learner.ask(enter, move)
        learner.until(lambda number=number: learner.ask(done) == number, f"the end of step {number}", 10)
        assert learner.text("[data-tutorial=done]")
    assert not learner.text("[data-tutorial=wrong]")


def _lays_a_board(one: Person) -> None:
    one.until(lambda: one.all(".match-ready [data-part=board] *") and one.text("[data-part=status]"), "the board")
    assert not one.text("[data-part=refusal]")


def _plays_a_hint(table: Table) -> None:
    one = table.person
    asks = "return !document.querySelector('[data-lesson=ask]').hidden"
    one.until(lambda: one.ask(asks), "a turn on which to ask", 60)
    one.ask("document.querySelector('[data-lesson=ask]').click()")
    shown = "return !document.querySelector('[data-lesson=hint]').hidden"
    one.until(lambda: one.ask(shown), "the hint")
    assert one.text("[data-lesson=words]").endswith(".")
    table.send(table.board(), one.text("[data-lesson=notation]"))
    one.until(lambda: not one.ask(shown), "the hint to go with its turn")
