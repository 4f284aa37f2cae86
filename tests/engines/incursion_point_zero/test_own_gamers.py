"""A season's own Gamers: what is wrong with a card or a roster, and matches that are played with them."""

from random import Random
from typing import Any

import pytest

from engines import bots, play
from engines.contract import BadOption
from engines.contract_checks.contract import write_record
from engines.contract_checks.subjects import play_match
from engines.incursion_point_zero.cards import GAMERS, STATS
from engines.incursion_point_zero.gamers import MAX_GAMERS, check_card, list_talents, parse_card, to_card as as_card
from engines.search_adapter import IterationBudget
from engines.verification import checks
from tests.engines.games import random_match
from tests.engines.incursion_point_zero.scenes import do, refused
from tests.engines.incursion_point_zero.worlds import ENGINE, FOUR, MORE, OPTIONS, OWN, THEIRS, invented

SOUND = invented("Nova", "12345", "clutch", text="Hums.")
ROSTERS = {"strike": OWN, "terrorists": THEIRS}
SQUADS = (
    "squad Assault:Nova Medic:Panzord Sniper:Zed Heavy:x_2",
    "squad Gunner:Tusk Marksman:Moth Enforcer:Quill Warlord:Ember",
)
_TALENTS = [str(one["id"]) for one in list_talents()]


def begun(**rosters: Any) -> Any:
    return play.begin(ENGINE, {"rosters": {**ROSTERS, **rosters}}, 2).state


def refusal(**rosters: Any) -> str:
    with pytest.raises(BadOption) as caught:
        ENGINE.options({"rosters": {**ROSTERS, **rosters}})
    assert caught.value.name == "rosters"
    assert str(caught.value).endswith(".")
    return str(caught.value)


def changed(field: str, value: Any) -> dict[str, Any]:
    if field.startswith("stats."):
        return SOUND | {"stats": SOUND["stats"] | {field[6:]: value}}
    return SOUND | {field: value}


@pytest.mark.parametrize("talent", [*_TALENTS, None])
def test_a_sound_card_is_read_as_it_stands(talent: str | None) -> None:
    for text in ("Hums.", "", None):
        card = SOUND | {"talent": talent, "text": text}
        if text is None:
            del card["text"]
        assert check_card(card) == []
        gamer = parse_card(card)
        assert (gamer.talent.id if gamer.talent else None, gamer.flavour) == (talent, text or "")
        assert dict(gamer.stats) == SOUND["stats"]


@pytest.mark.parametrize(
    ("field", "code", "values"),
    [
        ("handle", "bad-handle", ["", "a b", "a:b", "_a", "-", "é", "a/b", "a" * 25, "a\n", 7, None]),
        ("handle", "handle-spelling", ["panzord", "TRACER_TY"]),
        ("name", "bad-name", ["", "  ", "a\nb", "a\0", "a" * 61, 7, None]),
        ("genre", "bad-genre", ["fps", "RTS", "", 1, None, ["FPS"]]),
        ("salary", "bad-salary", [0, -3, 1.5, "5", True, 1_000_001, None]),
        ("stats", "bad-stats", [None, 3, [1, 2, 3, 4, 5]]),
        *((f"stats.{stat}", "bad-stat", [0, 6]) for stat in STATS),
        ("stats.synergy", "bad-stat", [True, 2.0, "3", None]),
        ("talent", "unknown-talent", ["sprint", "Clutch", "", 1, {"id": "clutch"}]),
        ("text", "bad-text", ["a\nb", "a" * 201, 7, None]),
    ],
)
def test_what_is_wrong_with_a_card_is_told_with_its_field(field: str, code: str, values: list[Any]) -> None:
    for value in values:
        (found,) = check_card(changed(field, value))
        assert (found.code, found.field, found.text[-1]) == (code, field, ".")
    assert refusal(strike=[*OWN[1:], changed(field, values[-1])]) == f"rosters.strike[4].{field}: {found.text}"


def test_an_unknown_talent_is_named_with_the_known_ones() -> None:
    (found,) = check_card(changed("talent", "sprint"))
    assert all(talent in found.text for talent in ("'sprint'", *_TALENTS))


def test_a_card_needs_all_its_fields_and_everything_wrong_is_told_at_once() -> None:
    for field in ("handle", "name", "genre", "salary", "stats", "talent"):
        (found,) = check_card({key: value for key, value in SOUND.items() if key != field})
        assert (found.code, found.field) == ("missing-field", field)
    for value in (None, 7, "Nova", ["Nova"]):
        assert [(found.code, found.field) for found in check_card(value)] == [("not-a-card", "")]
    wrong = {"handle": "a b", "stats": {"wisdom": 9, "luck": 1}, "hat": "red", "genre": "FPS", "name": "A", "talent": None}
    assert [(found.code, found.field) for found in check_card(wrong)] == [
        ("unknown-field", ""), ("bad-handle", "handle"), ("missing-field", "salary"), ("unknown-stat", "stats"),
        *[("bad-stat", f"stats.{stat}") for stat in STATS],
    ]  # fmt: skip


def test_the_default_set_is_sound_and_comes_back_from_its_cards() -> None:
    assert [check_card(card) for card in map(as_card, GAMERS)] == [[]] * 40
    assert tuple(map(parse_card, map(as_card, GAMERS))) == GAMERS
    assert len(_TALENTS) == len(set(_TALENTS)) == len({one.talent.id for one in GAMERS if one.talent})


@pytest.mark.parametrize(
    ("rosters", "told"),
    [
        ({"strike": 7}, "strike: A roster must be a list"),
        ({"terrorists": THEIRS[:3]}, "terrorists: A roster needs at least 4"),
        ({"strike": [invented(f"N{at}", "11111") for at in range(MAX_GAMERS + 1)]}, "strike: A roster can have at most 40"),
        ({"strike": [*OWN, "nova"]}, "strike[5]: 'nova' is not in the default set"),
        ({"strike": [*OWN, 7]}, "strike[5]: A Gamer must be a handle"),
        ({"strike": [*OWN, {}]}, "strike[5].handle: The card needs a handle"),
        ({"strike": [*OWN, {**SOUND, "hat": 1}]}, "strike[5]: Unknown field on a Gamer's card: 'hat'"),
        ({"strike": [*OWN, invented("NOVA", "11111")]}, "strike[5]: NOVA is already in this roster, at 0"),
        ({"strike": [*OWN, "Panzord"]}, "strike[5]: Panzord is already in this roster, at 2"),
        ({"terrorists": [*THEIRS, invented("nova", "11111")]}, "terrorists[6]: nova is already in the roster of strike"),
        ({"terrorists": [*THEIRS, "Panzord"]}, "terrorists[6]: Panzord is already in the roster of strike"),
        ({"strike": [*OWN, invented("Sidewinder", "11111")]}, "terrorists[0]: Sidewinder is already in the roster"),
    ],
)
def test_what_is_no_roster_is_told_with_its_place(rosters: Any, told: str) -> None:
    assert refusal(**rosters).startswith(f"rosters.{told}")


def test_the_option_is_kept_as_it_was_given() -> None:
    assert ENGINE.options({"rosters": ROSTERS})["rosters"] == ROSTERS
    with pytest.raises(BadOption, match="without Gamers"):
        ENGINE.options({"rosters": ROSTERS, "gamers": False})


def test_own_gamers_lead_with_their_dice_and_talents_and_everybody_sees_their_cards() -> None:
    state = do(begun(), *SQUADS)
    for viewer in (None, 0, 1):
        view: Any = ENGINE.view(state, viewer)
        own = "Nova x_2 Panzord Dot.Dash-9 Zed Quill Ember Tusk Moth"
        assert [card["handle"] for card in view["cards"]] == own.split()
        assert view["cards"][0] == OWN[0] | {"text": ""}
        led = {one["gamer"]: (one["dice"], one["abilities"][2][0]) for one in view["soldiers"].values()}
        assert led == {
            "Nova": (1, "steady-aim"), "Panzord": (1, "steady-aim"), "Zed": (2, "clutch"), "x_2": (1, "tripwire"),
            "Tusk": (2, "dead-air"), "Moth": (1, "point-blank"), "Quill": (5, "clutch"), "Ember": (3, "tripwire"),
        }  # fmt: skip
    told = ENGINE.describe(do(begun(), SQUADS[0]), 1, ENGINE.decode(SQUADS[1]), 0)
    assert "Assault (Nova)" in told
    assert "Warlord (Ember)" in told
    assert ENGINE.note(do(begun(), SQUADS[0]), 1, ENGINE.decode(SQUADS[1])) == " / ".join(SQUADS)


def test_a_squad_is_led_by_gamers_of_the_own_roster_whose_capitals_do_not_matter() -> None:
    expected = {"Nobody": "malformed", "a/b": "malformed", "Quill": "squad-roster", "Kestrel": "squad-roster"}
    for medic, code in {**expected, "NOVA": "squad-gamer-twice"}.items():
        assert refused(begun(), f"squad Assault:Nova Medic:{medic} Scout:x_2 Heavy:Zed") == code
    typed, printed = do(begun(), SQUADS[0].upper()), do(begun(), SQUADS[0])
    assert typed == printed
    assert ENGINE.encode(ENGINE.decode("squad  assault:NOVA medic:PANZORD scout:x_2 heavy:zed")) == (
        "squad Assault:NOVA Medic:Panzord Scout:x_2 Heavy:zed"
    )


def test_a_record_with_own_gamers_is_verified_and_one_with_another_card_is_not() -> None:
    own_rosters = random_match(ENGINE.key, OPTIONS.index({"rosters": ROSTERS}))
    text = write_record(own_rosters, [(by, do) for _, by, do, _ in play_match(own_rosters, own_rosters.rng)])
    assert checks.find_fault(text) is None
    assert checks.find_fault(text.replace('"Nova Lind"', '"Nova Else"')) is not None


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_bots_choose_the_best_of_their_own_gamers(name: str) -> None:
    strong = [invented(f"Best{at}", "55555", "clutch") for at in range(4)]
    weak = [invented(f"Weak{at}", "11111") for at in range(9)]
    state = begun(strike=[*weak[:5], *strong, *weak[5:]])
    text = bots.choose_action(name, ENGINE.key, 0, ENGINE.view(state, 0), None, str, Random(2), IterationBudget(4))
    assert {member.partition(":")[2] for member in text.split()[1:]} == {"Best0", "Best1", "Best2", "Best3"}
    assert do(state, text).setup.squads[0]


def test_a_match_of_the_default_set_is_kept_and_shown_as_ever() -> None:
    state = play.begin(ENGINE, {"rosters": {"strike": FOUR, "terrorists": MORE}}, 2).state
    saved: Any = ENGINE.dump(state)
    fields = "options rosters squads hands turn map discarded dropped cards"
    assert sorted(saved["setup"]) == sorted(fields.split())
    assert saved["setup"]["options"] == {"gamers": True, "rosters": {"strike": FOUR, "terrorists": MORE}}
    assert "cards" not in ENGINE.view(state, 0)  # type: ignore[operator]
