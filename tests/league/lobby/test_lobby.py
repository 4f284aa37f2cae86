from datetime import datetime
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from engines import registry
from league.games import Game, list_games
from league.lobby.challenge_options import ANYONE, ME, ChallengeOptions, WantedSeat, bot_seat, player_seat
from league.lobby.challenges import MAX_OPEN, accept_challenge, create_challenge, quick_play, withdraw_challenge
from league.lobby.forms import build_challenge_form
from league.lobby.models import Challenge
from league.lobby.queries import get_lobby
from league.people.models import Player
from league.ratings.models import RatedMatch
from league.time_controls.presets import LESSON_CONTROL
from matches import assets
from matches.clock import TimeControl
from matches.models import Match
from matches.server_time import now
from tests.factories import GAME, GuestFactory, PlayerFactory
from tests.league.events.playing import refused
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db
FORM = {
    "game": GAME, "players": "2", "seat_0": "me", "player_0": "", "seat_1": "anyone", "player_1": "", "random_seats": "on",
    "preset": "standard", "option_advantage": "0", "option_quiet_turn_limit": "100",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _every_board_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby offers what has a board; its rules hold for every game."""
    every = tuple(registry.keys())
    for module in ("league.games", "league.events.actions.event_lifecycle"):
        monkeypatch.setattr(f"{module}.list_playable_games", lambda: every)
    assert assets.list_playable_games()


def offer(*others: WantedSeat, **change: Any) -> ChallengeOptions:
    return ChallengeOptions(**{"game": GAME, "seats": (ME, *(others or (ANYONE,))), **change})


def three(*others: WantedSeat, **change: Any) -> ChallengeOptions:
    return offer(*others, game="zero-day", **change)


def said(answer: Any) -> str:
    return " ".join(str(message) for message in get_messages(answer.wsgi_request))


def status(match_id: int) -> str:
    return Match.objects.get(pk=match_id).status


def test_a_challenge_waits_until_another_takes_the_other_seat_and_one_player_does_not_fill_the_lobby(at: datetime) -> None:
    ada, ben = PlayerFactory(username="ada"), PlayerFactory()
    for seats in ((ME, ANYONE), (ANYONE, ME)):
        match_id = create_challenge(by=ada.pk, offer=offer(seats=seats), at=at)
        assert status(match_id) == "open"
        assert Match.objects.get(pk=match_id).seats.get(player=ada).number == seats.index(ME)
        with refused("already-seated"):
            accept_challenge(match_id=match_id, player_id=ada.pk, at=at)
        accept_challenge(match_id=match_id, player_id=ben.pk, at=at)
        assert status(match_id) == "playing"
        with refused("not-open"):
            accept_challenge(match_id=match_id, player_id=PlayerFactory().pk, at=at)
    with refused("yourself"):
        create_challenge(by=ada.pk, offer=offer(player_seat("ADA")), at=at)
    for _ in range(MAX_OPEN):
        create_challenge(by=ada.pk, offer=offer(), at=at)
    with refused("limit-reached"):
        create_challenge(by=ada.pk, offer=offer(), at=at)


def test_a_drawn_lot_gives_every_side_sooner_or_later(at: datetime) -> None:
    sides = set[int]()
    for _ in range(40):
        ada = PlayerFactory()
        match_id = create_challenge(by=ada.pk, offer=offer(random_seats=True), at=at)
        sides.add(Match.objects.get(pk=match_id).seats.get(player=ada).number)
        if len(sides) == 2:
            break
    assert sides == {0, 1}


def test_the_seat_of_an_invitation_is_kept_for_the_one_who_is_invited(at: datetime) -> None:
    ada, ben = PlayerFactory(), PlayerFactory(username="Ben")
    match_id = create_challenge(by=ada.pk, offer=offer(player_seat("ben")), at=at)
    with refused("not-your-seat"):
        accept_challenge(match_id=match_id, player_id=PlayerFactory().pk, at=at)
    assert [one.match.match_id for one in get_lobby(ben.pk).invitations] == [match_id]
    assert get_lobby(PlayerFactory().pk).open == []
    accept_challenge(match_id=match_id, player_id=ben.pk, at=at)
    assert status(match_id) == "playing"


def test_only_players_with_an_account_can_be_invited_and_a_bot_is_wanted_by_its_kind(at: datetime) -> None:
    ada, guest = PlayerFactory(), GuestFactory()
    match = Match.objects.get(pk=create_challenge(by=ada.pk, offer=offer(bot_seat("level-5"), rated=True), at=at))
    assert match.status == "playing"
    assert match.seats.filter(bot="level-5", player__bot="level-5").count() == 1
    for name, code in (("nobody", "unknown-player"), (guest.username, "unknown-player"), ("bot-level-5", "is-a-bot")):
        with refused(code, "player_1"):
            create_challenge(by=ada.pk, offer=offer(player_seat(name)), at=at)


def test_a_challenge_is_taken_back_by_its_challenger_or_declined_by_the_invited_until_it_is_played(at: datetime) -> None:
    ada, ben, eve = PlayerFactory(), PlayerFactory(), PlayerFactory()
    for who in (ada, ben):
        match_id = create_challenge(by=ada.pk, offer=offer(player_seat(ben.username), rated=True), at=at)
        with refused("not-allowed"):
            withdraw_challenge(match_id=match_id, by=eve.pk, at=at)
        withdraw_challenge(match_id=match_id, by=who.pk, at=at)
        assert status(match_id) == "void"
    assert not RatedMatch.objects.exists()
    match_id = create_challenge(by=ada.pk, offer=offer(rated=True), at=at)
    accept_challenge(match_id=match_id, player_id=ben.pk, at=at)
    with refused("not-open"):
        withdraw_challenge(match_id=match_id, by=ada.pk, at=at)
    assert RatedMatch.objects.filter(match=match_id).exists()


def test_guests_play_casual_matches_only(at: datetime) -> None:
    guest, ada = GuestFactory(), PlayerFactory()
    with refused("account-needed"):
        create_challenge(by=guest.pk, offer=offer(rated=True), at=at)
    for rated in (offer(rated=True), three(ANYONE, ANYONE, rated=True)):
        match_id = create_challenge(by=ada.pk, offer=rated, at=at)
        assert RatedMatch.objects.filter(match=match_id).exists()
        with refused("account-needed"):
            accept_challenge(match_id=match_id, player_id=guest.pk, at=at)
    accept_challenge(match_id=create_challenge(by=ada.pk, offer=offer(), at=at), player_id=guest.pk, at=at)


def test_a_table_of_four_starts_when_every_seat_is_taken_and_everyone_asked_has_come(at: datetime) -> None:
    ada, ben, eve = PlayerFactory(), PlayerFactory(username="ben"), GuestFactory()
    match_id = create_challenge(by=ada.pk, offer=three(bot_seat("level-5"), player_seat("ben"), ANYONE), at=at)
    assert [seat.bot for seat in Match.objects.get(pk=match_id).seats.all()] == ["", "level-5", "", ""]
    accept_challenge(match_id=match_id, player_id=eve.pk, at=at)
    assert status(match_id) == "open"
    accept_challenge(match_id=match_id, player_id=ben.pk, at=at)
    assert status(match_id) == "playing"


def test_bots_of_one_kind_at_one_table_are_different_players(at: datetime) -> None:
    for _ in range(2):
        match_id = create_challenge(by=PlayerFactory().pk, offer=three(*[bot_seat("level-5")] * 3), at=at)
        names = Match.objects.get(pk=match_id).seats.exclude(bot="").values_list("player__username", flat=True)
        assert sorted(names) == ["bot-level-5", "bot-level-5-2", "bot-level-5-3"]
        assert status(match_id) == "playing"


def test_who_declines_or_leaves_a_larger_table_frees_the_seat_for_anyone(at: datetime) -> None:
    ada, ben, eve = PlayerFactory(), PlayerFactory(username="ben"), PlayerFactory()
    match_id = create_challenge(by=ada.pk, offer=three(player_seat("ben"), ANYONE), at=at)
    accept_challenge(match_id=match_id, player_id=eve.pk, at=at)
    for one in (ben, eve):
        withdraw_challenge(match_id=match_id, by=one.pk, at=at)
    assert status(match_id) == "open"
    [shown] = get_lobby(PlayerFactory().pk).open
    assert [seat.number for seat in shown.free] == [1, 2]
    assert get_lobby(ben.pk).invitations == []
    withdraw_challenge(match_id=match_id, by=ada.pk, at=at)
    assert status(match_id) == "void"


def test_the_form_of_the_lobby_opens_a_match(client: Client) -> None:
    ada = PlayerFactory()
    client.force_login(ada)
    change = {"seat_0": "anyone", "seat_1": "me", "preset": "blitz", "rated": "on", "option_advantage": "2"}
    answer = client.post("/lobby/challenges/", {**FORM, **change, "random_seats": ""})
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/matches/{match.pk}/"
    assert match.seats.get(number=1).player == ada
    assert match.control == {"turn_ms": 10_000, "reserve_ms": 60_000, "increment_ms": 0}
    assert match.options["advantage"] == "blue"
    assert Challenge.objects.get().rated


@pytest.mark.parametrize("one", registry.keys())
def test_the_form_of_every_game_asks_for_its_seats_and_options_with_its_defaults(one: str, at: datetime) -> None:
    engine = registry.get(one)
    for count in engine.seat_counts:
        form = build_challenge_form({"game": one, "players": str(count)}, bound=False)
        labels = {name: str(field.label) for name, field in form.fields.items()}
        seats = {f"seat_{number}": f"Player for {name}" for number, name in enumerate(engine.seat_names[:count])}
        assert {name: label for name, label in labels.items() if name.startswith("seat_")} == seats
        assert {f"option_{name}" for name in set(engine.options({})) - {"rosters"}} <= set(labels)
    form = build_challenge_form({"game": one}, bound=False)
    sent = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    data = {name: value for name, value in sent.items() if value not in (None, False)}
    bound = build_challenge_form({"game": one, **data}, bound=True)
    assert bound.is_valid()
    match_id = create_challenge(by=PlayerFactory().pk, offer=bound.offer(), at=at)
    assert Match.objects.get(pk=match_id).options == engine.options({})


def test_a_bad_challenge_comes_back_with_a_sentence(client: Client) -> None:
    client.force_login(PlayerFactory())
    for change, sentence in (
        ({"seat_0": "bot:clever"}, "Select a valid choice"),
        ({"seat_1": "player", "player_1": ""}, "Enter the player you want to challenge"),
        ({"seat_1": "player", "player_1": "\x00"}, "Null characters are not allowed"),
        ({"option_quiet_turn_limit": "0"}, "greater than or equal to 1"),
    ):
        form = build_challenge_form(FORM | change, bound=True)
        assert list(form.errors) == [list(change)[-1]]
        assert sentence in str(form.errors)
    together = {
        "game": "zero-order", "preset": "quick", "option_start": "2", "option_levels": "0", "option_quiet_turn_limit": "60",
        "option_turn_limit": "400", "option_rules": "0",
    }  # fmt: skip
    for change, sentence in (
        ({"seat_1": "player", "player_1": "nobody"}, "Player not found"),
        (together, "needs units above level 1"),
    ):
        answer = client.post("/lobby/challenges/", FORM | change)
        assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    assert not Match.objects.exists()


def test_a_table_of_no_game_of_ours_leads_back_to_the_lobby(client: Client) -> None:
    for change in ({"game": "chess"}, {"players": "7"}, {"players": "two"}, {"players": "²"}):
        answer = client.post("/lobby/challenges/", FORM | change)
        assert "Game not found, or not available for this number of players" in said(answer)
        assert (answer.headers["Location"], client.get("/lobby/", change).status_code) == ("/lobby/", 302)
    assert not Match.objects.exists()


def test_the_buttons_of_the_lobby_take_and_cancel(client: Client) -> None:
    ada = PlayerFactory()
    taken, cancelled = (create_challenge(by=ada.pk, offer=offer(), at=now()) for _ in range(2))
    assert client.post(f"/lobby/challenges/{taken}/accept/").headers["Location"] == f"/matches/{taken}/"
    assert status(taken) == "playing"
    assert "t your challenge" in client.post(f"/lobby/challenges/{cancelled}/cancel/", follow=True).content.decode()
    client.force_login(ada)
    for action in ("accept", "cancel"):
        assert "Challenge not found" in said(client.post(f"/lobby/challenges/999999999/{action}/"))
    client.post(f"/lobby/challenges/{cancelled}/cancel/")
    assert status(cancelled) == "void"
    match_id = create_challenge(by=PlayerFactory().pk, offer=three(ANYONE, ANYONE), at=now())
    for seat in ("7", "-1", "first", "9" * 30):
        assert "seat" in said(client.post(f"/lobby/challenges/{match_id}/accept/", {"seat": seat})).lower()
    assert Match.objects.get(pk=match_id).seats.filter(player=None).count() == 2


@pytest.mark.parametrize("one", list_games(), ids=lambda one: one.key)
def test_every_game_can_be_played_at_once_against_bots_at_every_table(one: Game, at: datetime) -> None:
    """In `make prove` against every bot on every side."""
    guest = GuestFactory()
    tables = [(one.bots[0], count, side) for count in one.counts for side in (range(count) if WHOLE else (count - 1,))]
    kinds = one.bots[1:] if WHOLE else one.bots[-1:]
    for kind, count, side in [*tables, *((kind, one.counts[0], 0) for kind in kinds)]:
        match_id = quick_play(player_id=guest.pk, game=one.key, kind=kind, seats=count, side=side, at=at)
        match = Match.objects.get(pk=match_id)
        assert match.status == "playing"
        assert [seat.bot for seat in match.seats.all()] == [kind if n != side else "" for n in range(count)]
    assert not RatedMatch.objects.exists()


def test_a_lesson_is_casual_and_its_clock_presses_nobody(at: datetime) -> None:
    match_id = quick_play(player_id=GuestFactory().pk, game=GAME, kind="level-1", learn=True, at=at)
    match = Match.objects.get(pk=match_id)
    assert match.learn
    assert TimeControl(**match.control) == LESSON_CONTROL
    assert not RatedMatch.objects.exists()
    with refused("not-rated", "rated"):
        create_challenge(by=PlayerFactory().pk, offer=offer(bot_seat("level-5"), learn=True, rated=True), at=at)


def test_a_visitor_plays_at_once_as_a_guest(client: Client) -> None:
    answer = client.post("/play/", {"game": GAME, "bot": "level-5"})
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/matches/{match.pk}/"
    assert not match.learn
    guest = Player.objects.get(pk=client.session["_auth_user_id"])
    assert guest.is_guest
    assert match.seats.filter(player=guest).exists()
    client.post("/play/", {"game": "zero-day", "bot": "level-1", "seats": "4", "side": "3"})
    assert Player.objects.filter(is_guest=True).count() == 1
    assert Match.objects.get(game="zero-day").seats.get(player=guest).number == 3


def test_a_quick_match_that_cannot_be_makes_no_match(client: Client) -> None:
    for change, sentence in (
        ({"bot": "\x00"}, "Bot not found."), ({"game": "chess"}, "Game not found"), ({"game": ""}, "Game not found"),
        ({"seats": "5"}, "This game has no table of that size."), ({"side": "9"}, "Side not found."),
        ({"side": "3", "seats": "2"}, "This side isn't available"),
    ):  # fmt: skip
        assert sentence in said(client.post("/play/", {"game": "zero-day", "bot": "level-5", **change})), change
    assert not Match.objects.exists()
