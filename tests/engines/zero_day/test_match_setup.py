"""The set-up, the board, the initiative track and the order of turns."""

from random import Random
from typing import Any

import pytest

from engines import play
from engines.contract import BadOption
from engines.randomness import UnverifiedRandom
from tests.engines.zero_day.scenes import ADMIN, ENGINE, ONE, TILES, begun, change, do, legal, refusal, start_of, turn_of, view


def drawn(seats: int, seed: int = 1, **options: Any) -> Any:
    """The state after the referee's draws."""
    rng = Random(seed)
    position = play.begin(ENGINE, options, seats)
    while (text := play.referee_action(ENGINE, position, UnverifiedRandom(rng))) is not None:
        position = play.advance(ENGINE, position, None, text)
    return position.state


@pytest.mark.parametrize(
    ("seats", "tips", "more"),
    [(2, "T1 T4", (1, 1, 2, 0)), (3, "T1 T2 T4 T5", (2, 1, 3, 0)), (4, "T1 T2 T3 T4 T5 T6", (2, 2, 3, 1))],
)
def test_the_board_and_the_players_begin_with_what_the_rules_give(seats: int, tips: str, more: tuple[int, ...]) -> None:
    shown = view(drawn(seats))
    board = shown["board"]
    assert set(board) == {"C", *(f"R{n}" for n in range(1, 7)), *tips.split()}
    counts = {name: sum(tile["tile"] == name for tile in board.values()) for name in TILES}
    assert board["C"]["tile"] == "Central"
    assert tuple(counts[name] for name in ("Entertainment", "Business", "Residential", "Void")) == more
    assert [counts[name] for name in ("Central", "Slum", "Maritime", "Nature", "Industrial")] == [1] * 5
    assert board["C"]["neutral"] == 4
    assert all(tile["neutral"] == (tile["tile"] != "Void") for at, tile in board.items() if at != "C")
    begun_with = [(seat["credits"], seat["proxies"], seat["score"]) for seat in shown["seats"]]
    assert begun_with == [(5, 0, 0), *[(5, 0, 0 if seats == 2 else 1)] * (seats - 1)]  # ZD-32
    assert (shown["protection"], shown["goal"]) == (seats, {2: 12, 3: 11, 4: 10}[seats])
    assert shown["seats"][1]["hand"] == list(range(10))
    assert [kind["name"] for kind in shown["operations"]][:3] == ["Invest", "Progress", "Scramble"]
    assert len(shown["operations"]) == 5


def test_one_virus_of_each_type_lies_on_the_table_personal_ones_open_beside_them() -> None:
    for seed in range(20):
        kinds = [card["type"] for card in view(drawn(2, seed))["viruses"]]
        assert kinds == ["Econ", "Offense", "Util"]
    assert [card["name"] for card in view(drawn(2, first_game=True))["viruses"]] == ["Alice", "Bob", "Walter"]
    shown = view(drawn(4, advanced=True))
    own = [seat["personal"] for seat in shown["seats"]]
    assert own[ADMIN] is None
    assert len({card["name"] for card in shown["viruses"]}) == 6
    assert set(own[1:]) == {card["name"] for card in shown["viruses"][3:]}


def test_x_is_not_among_the_first_credentials() -> None:
    state = drawn(2, advanced=True)
    assert len(legal(state)) == 210
    assert refusal(state, "credentials 1 2 3 X").code == "x-not-yet"


def test_initiative_tokens_are_placed_in_seat_order_and_later_ones_get_credits() -> None:
    state = do(change(drawn(4), table=drawn(4).table._replace(first=2)), "credentials 0 1 2 3")
    order = []
    while state.phase == "initiative":
        order.append(state.seat)
        state = do(state, min(legal(state)))
    assert order == [2, 3, 0, 1]
    assert [seat["credits"] for seat in view(state)["seats"]] == [7, 8, 5, 6]


def test_the_token_must_move_to_another_free_spot_and_only_the_admin_takes_a_closed_one() -> None:
    state = begun()
    assert view(state)["track"][6]["tile"] == "admin"
    hacker = change(state, phase="init", seat=ONE)
    assert refusal(hacker, "init 6").code == "admin-only"
    assert "init 6" in legal(change(state, phase="init", seat=ADMIN))
    state = turn_of(ADMIN)
    assert refusal(state, "init 0").code == "same-spot"
    assert refusal(state, "init 1").code == "occupied"


def test_the_admin_places_every_operation_token_on_a_neutral_pawn() -> None:
    state = change(begun(), tokens=[-1, -1, -1], phase="tokens", seat=ADMIN, round=0)
    assert len(legal(state)) == 3 * 9
    state = do(state, "token Econ C")
    assert refusal(state, "token Util C").code == "token-there"
    assert refusal(state, "token Econ R1").code == "token-placed"
    state = do(state, "token Util T1", "token Defense R6")
    assert (state.phase, state.round) == ("start", 1)


def test_turns_go_by_the_track_and_a_token_moved_ahead_acts_again_in_the_round() -> None:
    state = do(begun(), "tile", "init 5", "tile")
    assert (state.seat, state.marker) == (ONE, 1)
    state = do(state, "credits", "init 9")
    assert (state.seat, state.marker, state.round) == (ADMIN, 5, 1)
    state = do(state, "tile", "init 0")
    assert (state.seat, state.marker) == (ONE, 9)
    state = do(state, "tile", "credits", "init 1")
    assert (state.seat, state.marker, state.round) == (ADMIN, 0, 2)


def test_credits_and_proxies_are_capped_at_the_end_of_the_own_turn_only() -> None:
    state = turn_of(ONE, "R3", credits=13, proxies=12)
    state = do(state, "install Bob 0")
    assert state.credits[ONE] == 12
    state = do(state, "init 4")
    assert (state.credits[ONE], state.proxies[ONE]) == (10, 10)


# The initiative tiles


@pytest.mark.parametrize(
    ("seat", "face", "credits", "proxies", "protection"),
    [
        *((ONE, f"gain {n}", 5 + n, 0, 2) for n in (1, 2, 3)), *((ONE, f"pay {n}", 5 - n, 0, 2) for n in (1, 2, 3)),
        (ONE, "bonus", 5, 1, 2), (ONE, "blank", 5, 0, 2), (ONE, "admin", 5, 0, 2), (ADMIN, "bonus", 5, 0, 3),
        (ADMIN, "admin", 5, 0, 2),
    ],
)  # fmt: skip
def test_a_tile_gives_what_it_shows_and_is_turned(seat: int, face: str, credits: int, proxies: int, protection: int) -> None:
    state = start_of(seat, 4, face, credits=5)
    back = view(state)["track"][4]["back"]
    after = do(state, "tile")
    assert (after.credits[seat], after.proxies[seat], after.protection) == (credits, proxies, protection)
    assert view(after)["track"][4]["tile"] == back
    assert after.phase == ("move" if seat else "act")


def test_who_cannot_pay_ends_the_turn_keeps_the_spot_and_loses_what_was_carried() -> None:
    state = start_of(ONE, 4, "pay 3", credits=2, proxies=14, installed={"Carol": "1"}, score=2, viruses="Carol Eve Bob")
    state = change(state, turn=state.turn._replace(flags=1), spots=[7, 4])
    after = do(state, "tile")
    assert after.spots == (7, 4)
    assert (after.seat, after.marker) == (ADMIN, 7)
    assert (after.credits[ONE], after.proxies[ONE], after.score[ONE]) == (2, 10, 2)
    assert view(after)["track"][4] == {"tile": "gain 2", "back": "pay 3", "seat": ONE}
    assert after.carry == (0, 0)


def test_industrial_waives_a_payment_and_the_admin_has_at_most_five_protection_tokens() -> None:
    state = start_of(ONE, 4, "pay 3", credits=1, flags=2)
    assert do(state, "tile").credits[ONE] == 1
    assert do(start_of(ADMIN, 4, "bonus", protection=5), "tile").protection == 5


def spot_of(state: Any, tile: str) -> int:
    return [shown["tile"] for shown in view(state)["track"]].index(tile)


def test_a_pointer_fetches_another_tile_even_an_occupied_one_for_the_admin_the_closed_one() -> None:
    state = start_of(ONE, 1, "pointer", credits=5)
    at = spot_of(state, "pay 3")
    fetched = view(state)["track"][at]
    after = do(state, f"tile {at}")
    shown = view(after)["track"]
    assert after.credits[ONE] == 2
    assert (shown[at]["tile"], shown[at]["back"]) == ("pay 2", "pointer")
    assert (shown[1]["tile"], shown[1]["back"]) == (fetched["back"], fetched["tile"])
    assert "tile 0" in legal(state), "an occupied one"
    assert refusal(state, f"tile {spot_of(state, 'admin')}").code == "admin-only"
    admin = start_of(ADMIN, 0, "pointer")
    assert view(do(admin, f"tile {spot_of(admin, 'admin')}"))["track"][0]["tile"] == "blank"


def test_a_pointer_must_be_used_on_another_spot_and_a_fetched_payment_may_end_the_turn() -> None:
    state = start_of(ONE, 1, "pointer")
    assert refusal(state, "tile").code == "pointer-needs-spot"
    assert refusal(state, "tile 1").code == "same-spot"
    assert refusal(start_of(ONE, 1, "gain 2"), "tile 3").code == "no-pointer"
    state = start_of(ONE, 1, "pointer", credits=1)
    after = do(state, f"tile {spot_of(state, 'pay 3')}")
    assert after.spots[ONE] == 1
    assert after.phase in ("start", "tokens")
    assert view(after)["track"][1]["back"] == "pay 3"


# The end of a round


def test_a_round_ends_with_pawns_refilled_and_operations_opened() -> None:
    state = turn_of(ONE, "R1", seats=2, open="Tax")
    state = change(state, neutral=0, central=0, at=[-1, 1], pool=0, bottom=[12, 4, 5])
    after = do(change(state, spots=[0, 9], marker=9), "init 5")
    shown = view(after)["board"]
    assert after.phase == "refill"
    assert {at for at, tile in shown.items() if not tile["neutral"]} == {"R1"}
    assert shown["C"]["neutral"] == 4
    after = do(after, "- operations Toll")
    assert [kind["name"] for kind in view(after)["operations"]][3:] == ["Tax", "Toll"]
    assert view(after)["deck"]["bottom"] == ["Eject", "Scan"]


def test_pawns_on_the_central_count_towards_its_four_and_the_void_gets_none() -> None:
    state = change(turn_of(ONE, "C"), spots=[0, 9], marker=9, central=1)
    assert view(do(state, "init 5"))["board"]["C"]["neutral"] == 3
    state = change(turn_of(ONE, "R1", seats=4), spots=[0, 9, 2, 3], marker=9)
    tip = view(do(state, "init 5"))["board"]["T1"]
    assert (tip["tile"], tip["neutral"]) == ("Void", 0)


def test_operations_come_from_those_never_open_and_then_from_below_in_order() -> None:
    state = change(turn_of(ONE, "R1", open=""), pool=1 << 12, bottom=[4, 5], spots=[0, 9], marker=9)
    state = do(state, "init 5")
    assert refusal(state, "operations Eject Toll", None).code == "not-the-referees"
    assert refusal(state, "operations Toll Scan", None).code == "not-the-referees"
    after = do(state, "- operations Toll Eject")
    assert after.bottom == (5,)
    assert after.pool == 0


def test_a_denied_token_comes_back_at_the_end_of_the_round_where_a_neutral_pawn_is_left() -> None:
    state = change(turn_of(ONE, "R1"), tokens=[1, -1, 3], spots=[0, 9], marker=9)
    after = do(state, "init 5")
    assert (after.phase, after.seat) == ("tokens", ADMIN)
    assert "token Econ R1" not in legal(after), "a player pawn stands there"
    after = do(after, "token Econ C")
    assert (after.phase, after.round) == ("start", 2)
    crowded = change(state, table=state.table._replace(tiles=(0, 1, *(8 if t > 0 else t for t in state.table.tiles[2:]))))
    crowded = change(crowded, neutral=0, at=[-1, 0], central=0, tokens=[0, -1, 3])
    after = do(crowded, "init 5")
    assert after.phase == "tokens"
    assert legal(after) == {"token Econ R1"}


WRONG = {"speed": 1, "advanced": 1, "first_game": "yes", "rules": True}


@pytest.mark.parametrize(("name", "value"), [*WRONG.items(), *(("round_limit", value) for value in ("5", 2.5, True))])
def test_a_wrong_option_is_named_and_two_to_four_players_play(name: str, value: Any) -> None:
    with pytest.raises(BadOption) as caught:
        ENGINE.options({name: value})
    assert caught.value.name == name
    for seats in (1, 5):
        with pytest.raises(BadOption):
            ENGINE.start(ENGINE.options({}), seats)
