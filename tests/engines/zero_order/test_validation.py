"""What is refused and with which code; how loosely notation is read."""

import pytest

from tests.engines.zero_order.scenes import ENGINE, GREY, WHITE, do, refusal, refused, scene
from tests.engines.zero_order.test_shift_functions import acting
from tests.engines.zero_order.test_turns import TEAM, begun, laid

BATTLE = scene("C4 PU, C3 DE, A1 HI, A2 SW", "C5 FR, E9 TW", holds=[[14, 14, 0, 1 << 5]], laid="C2 white TO", spare=0)
REFUSED = {
    "no-unit": ("B5-B6",),
    "not-yours": ("C5-C6", "release C5"),
    "not-touching": ("C4-C6", "A1-B3"),
    "occupied": ("C4-C5",),
    "wrong-phase": ("tile PU A3", "unit PU A3", "build PU A3", TEAM),
    "holds-nothing": ("release C4",),
    "malformed": (
        *("", "push C4", "push C4: C5", "push C4: C5-C6 C3-C2", "twist C4: C5-C6", "twist C4: C5-C6 up", "freeze C4: C5 C5"),
        *("unstack C4: XX-C3", "leap C4: C5", "C4-Z9", "C4-", "tile PU", "tile QQ A3", "team DE PU", "\u0421\u0034-C3"),
    ),
}
REFUSED_BEHIND_A_MOVE = {
    "moved-already": ("C3-C2",), "not-the-mover": ("delete C3: C4", "release A1"), "not-touching": ("push C4: C6-C7",),
    "no-unit": ("push C4: D5-E6",), "no-function": ("delete C4: C5",), "blocked": ("push C4: C5-B5",),
    "wrong-phase": ("build PU A3",),
}  # fmt: skip


def test_a_refusal_has_a_code_and_a_sentence() -> None:
    for state, table in ((BATTLE, REFUSED), (BATTLE._replace(phase="act", mover=1), REFUSED_BEHIND_A_MOVE)):
        for code, texts in table.items():
            for text in texts:
                told = refusal(state, text)
                assert (told.code, told.text[-1], "\n" in told.text) == (code, ".", False), text


def test_refusals_of_functions_and_seats() -> None:
    assert refused(acting("C4 DE, C3 PU", "C5 SW"), "delete C4: C3") == "own-unit"
    assert refused(acting("C4 LO, C3 PU", "C5 SW"), "lock C4: C3 C5") == "not-yours"
    assert refused(acting("C4 LO, C3 PU", "C5 SW"), "lock C4: C3") == "too-few"
    assert refused(acting("C4 LO, C3 PU", "C5 SW"), "lock C4: C3 D4") == "no-unit"
    assert refused(acting("C4 SW, C3 PU", "C5 SW"), "switch C4: C4") == "same-unit"
    assert refused(acting("C4 FI, A1 PU", "C5 SW, D5 DE"), "file C4: C5-C5 D5-D4") == "not-in-column"
    assert refused(acting("C4 FI, A1 PU", "C5 SW, D5 DE"), "file C4: C5-C6 D5-C7") == "broken-line"
    assert refused(acting("C4 FI, A1 PU", "C5 SW, D5 DE, C6 TW"), "file C4: C5-C6 D5-C5") == "blocked"
    assert refused(acting("C4 IM, C3 PU", "E9 SW"), "import C4: C3") == "occupied"
    assert refused(acting("C4 IM", "E9 SW", tiles="C4"), "import C4: C3") == "no-tile"
    assert refused(scene("C4 PU, A1 SW", "C5 FR", tiles="C4 A1 A2"), "C4-C3") == "no-tile"
    assert refusal(BATTLE, "C4-C3", GREY).code == "not-your-turn"
    assert refusal(BATTLE, "C4-C3", 2).code == "not-a-seat"
    assert refusal(BATTLE, "C4-C3", None).code == "not-the-referees"


def test_refusals_before_the_battle() -> None:
    state = ENGINE.start(ENGINE.options({}), 2)
    assert refused(state, "end") == "wrong-phase"
    assert refused(state, "team DE PU FR SW FI CO") == "team-shifts"
    assert refusal(ENGINE.apply(state, WHITE, ENGINE.decode(TEAM)), TEAM, WHITE).code == "already-submitted"
    assert refused(ENGINE.start(ENGINE.options({"levels": 2}), 2), "team DE PU TO LO HI ST") == "team-level"
    assert refused(ENGINE.start(ENGINE.options({"start": "kill_the_king"}), 2), TEAM) == "team-start"
    state = begun()
    assert refused(state, "tile DE A1") == "not-in-hand"
    assert refused(state, "tile ER A4") == "battle-line"
    assert refused(state, "tile ER C5") == "grid-taken"
    assert refused(state, "tile ER B5") == "territory"
    assert refused(state, "A1-A2") == "wrong-phase"
    assert refused(begun(joined_map=True), "tile ER A1") == "not-joined"
    assert refused(do(begun(joined_map=True), "tile ER B4", "tile ER C6", "tile GL C7"), "tile GL E3") == "not-joined"
    state = laid()
    assert refused(state, "unit DE A4") == "no-tile"
    assert refused(state, "unit DE C5") == "not-your-tile"
    assert refused(do(state, "unit DE A1", "unit DE A5", "unit PU A6"), "unit PU A1") == "occupied"


@pytest.mark.parametrize(
    ("loose", "text"),
    [
        (" PUSH c4:  c5-OFF ", "push C4: C5-off"), ("c4-c5", "C4-C5"), ("freeze C4: D5 C5", "freeze C4: C5 D5"),
        ("unstack C4: PU-C3 FR-B3", "unstack C4: FR-B3 PU-C3"), ("split c4: C5-off C3-C2", "split C4: C3-C2 C5-off"),
        ("twist C4: C5-D5 CW", "twist C4: C5-D5 cw"), ("Team fr sp tw to pu de", TEAM.replace("SP FR", "FR SP")),
        ("END", "end"),
    ],
)  # fmt: skip
def test_notation_is_read_loosely_and_written_in_one_way(loose: str, text: str) -> None:
    assert ENGINE.encode(ENGINE.decode(loose)) == text
