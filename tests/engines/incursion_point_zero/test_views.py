"""What each seat and a spectator may see, what the log and the record tell, and that nothing hidden shows in answers."""

import re
from random import Random
from typing import Any

from engines import play
from engines.bots import choose_action
from tests.engines.incursion_point_zero.scenes import do, scene
from tests.engines.incursion_point_zero.worlds import ENGINE

FIGHT = ("Breacher Z2-3", "Gunner Z2-4, Marksman ?Z3-3")
CARDS = {"Z3-2": "Mines", "Z2-1": "Scope"}


def test_strike_and_spectators_see_where_cards_lie_but_not_which() -> None:
    state = scene(*FIGHT, cards=CARDS)
    for viewer in (0, None):
        view: Any = ENGINE.view(state, viewer)
        assert view["spaces"]["Z3-3"] == {"location": "Chapel", "card": "down", "under": None, "loot": []}
        assert view["soldiers"]["Marksman"]["state"] == "hidden"
        assert view["soldiers"]["Marksman"]["at"] is None
        assert view["missile"] is None
        assert view["dropped"] == []
    own: Any = ENGINE.view(state, 1)
    assert own["spaces"]["Z3-3"]["under"] == "Marksman"
    assert own["spaces"]["Z3-2"]["under"] == "Mines"
    assert own["soldiers"]["Marksman"]["at"] == "Z3-3"
    assert own["missile"] == "Z4-1"


def test_how_far_a_hidden_terrorist_could_move_is_not_told() -> None:
    state = scene("Sniper Z1-1", "Gunner ?Z4-4", places={"Z4-4": "MotorPool"})
    shown: list[Any] = [ENGINE.view(do(state, "pass Sniper"), viewer) for viewer in (0, None, 1)]
    assert [view["turn"]["moves"] for view in shown] == [None, None, 3]


def test_a_hand_of_locations_is_seen_by_its_owner_only() -> None:
    moves = play.play_randomly(ENGINE, {"gamers": False}, 2, Random(5))
    state = next(position.state for _, _, position in moves if position.state.phase == "place")
    shown: list[Any] = [ENGINE.view(state, viewer) for viewer in (0, 1, None)]
    assert [len(view["hand"]) for view in shown] == [6, 7, 0]
    assert not set(shown[0]["hand"]) & set(shown[1]["hand"])


def test_after_the_match_everything_is_open() -> None:
    state = scene("Breacher Z2-3", "Gunner ?Z4-4", cards={"Z3-3": "Missile", "Z2-1": "Scope"})
    view: Any = ENGINE.view(do(state, "move Breacher Z2-3 Z3-3"), 0)
    assert view["phase"] == "over"
    assert view["spaces"]["Z2-1"]["under"] == "Scope"
    assert view["soldiers"]["Gunner"]["at"] == "Z4-4"


def test_the_log_tells_what_came_of_an_action() -> None:
    def told(state: Any, text: str, viewer: int | None = None) -> str:
        seat = None if text.startswith("roll") else min(ENGINE.to_act(state))
        return ENGINE.describe(state, seat, ENGINE.decode(text), viewer)

    state = scene(*FIGHT, cards=CARDS)
    assert told(state, "attack Breacher Gunner") == "The Breacher attacks the Gunner."
    fighting = do(state, "attack Breacher Gunner")
    assert told(fighting, "roll 1 0 1") == "The Breacher rolls successes on 2 of 3 dice. The Gunner takes 3 damage."
    revealed = told(scene("Breacher Z2-3", cards={"Z3-3": "Mines"}), "move Breacher Z2-3 Z3-3")
    assert revealed == "The Breacher moves to Z3-3. Mine Field on Z3-3. The Breacher takes 3 damage."
    assert "The Assault uses Sprint." in told(scene("Assault Z2-3"), "skill Assault sprint")


def test_the_log_calls_cards_by_what_is_printed_on_them() -> None:
    texts = set()
    for number in range(12):
        before = play.begin(ENGINE, {}, 2).state
        for by, text, position in play.play_randomly(ENGINE, {}, 2, Random(number)):
            if text.startswith(("place", "discard", "drop", "lay", "deal")):
                texts.add(ENGINE.describe(before, by, ENGINE.decode(text), 0 if text.startswith("deal strike") else 1))
            before = position.state
    told = " ".join(texts)
    assert {name for name in ("Parade Ground", "Booby Trap", "Nuclear Missile", "Shattered Crate") if name not in told} == set()
    assert not re.search("[a-z][A-Z]|lay (Trap|Mines|Scope|Crate)", told)


def test_the_log_keeps_locations_dealt_and_cards_dropped_or_laid_from_the_opponent() -> None:
    hidden = dict[str, set[str]]()
    for number in range(12):
        before = play.begin(ENGINE, {}, 2).state
        for by, text, position in play.play_randomly(ENGINE, {}, 2, Random(number)):
            if text.startswith(("deal", "drop", "lay")):
                action, owner = ENGINE.decode(text), 0 if text.startswith("deal strike") else 1
                assert ENGINE.secret(before, by, action) or by is None
                own, other = (ENGINE.describe(before, by, action, viewer) for viewer in (owner, 1 - owner))
                assert own != other
                hidden.setdefault(text.split()[0], set()).add(other.removesuffix(" Round 1 begins."))
            before = position.state
    assert hidden["lay"] == {"The Terrorists lay an Incursion card."}
    assert hidden["drop"] == {"The Terrorists drop an Incursion card."}
    assert hidden["deal"] == {"The Strike Team draws 6 Locations.", "The Terrorists draw 7 Locations."}


def test_the_record_notes_dice_and_what_came_to_light() -> None:
    state = do(scene("Sniper Z2-3", "Gunner Z2-4"), "attack Sniper Gunner")
    assert ENGINE.note(state, None, ENGINE.decode("roll 0 1 0")) == "attack Sniper Gunner [0 1 0]"
    again = do(state, "roll 0 1 0", "interrupt yes")
    assert ENGINE.note(again, None, ENGINE.decode("roll 1")) == "attack Sniper Gunner [0 1 0 1]"
    counter = do(again, "roll 1")
    assert ENGINE.note(counter, None, ENGINE.decode("roll 1 1 1")) == "counter Gunner Sniper [1 1 1]"
    ambush = scene("Sniper Z2-3", "Gunner ?Z3-3")
    assert ENGINE.note(ambush, 0, ENGINE.decode("move Sniper Z2-3 Z3-3")) == "uncover Gunner Z3-3"


def test_greedy_finds_the_missile_next_to_it_and_kills_its_last_guard() -> None:
    def chosen(state: Any) -> str:
        legal = [ENGINE.encode(action) for action in ENGINE.legal(state, 0) or ()]
        return choose_action("greedy", ENGINE.key, 0, ENGINE.view(state, 0), legal, str, Random(1))

    assert chosen(scene("Breacher Z2-3", cards={"Z3-3": "Missile"})) == "move Breacher Z2-3 Z3-3"
    guarded = scene("Breacher Z3-2", "Gunner Z3-3", cards={"Z3-3": "Missile"}, shown=True)
    assert chosen(guarded) == "attack Breacher Gunner"
