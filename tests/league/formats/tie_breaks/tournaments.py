"""Events of every kind, made up by hypothesis."""

from collections.abc import Sequence

from hypothesis import strategies as st

from league.formats.protocol import Kind, Pairing, Round
from league.formats.round_robin import build_schedule
from league.formats.tie_breaks.definitions import TIE_BREAKS
from league.formats.tie_breaks.ledger import Contender, Lots, Rules
from tests.league.formats.tie_breaks.exercises import meeting

Event = tuple[list[Contender], list[Round], list[str], Rules]
"""Contenders, rounds, tie-breaks and rules, as `standings` takes them."""

_SCORES = st.sampled_from([(2, 0), (1, 1), (0, 2), (2, 0), (0, 2), (0, 0)])
_KINDS = st.sampled_from([Kind.GAME] * 6 + [Kind.FORFEIT])
_LOTS = Lots(bytes(range(32)), "event 1")


@st.composite
def swiss(draw: st.DrawFn) -> Event:
    """Anybody may meet anybody, also twice; some have byes, stay away, leave, or are still playing."""
    contenders = _contenders(draw)
    rounds = [_round(draw, [one.id for one in contenders]) for _ in range(draw(st.integers(0, 6)))]
    return contenders, rounds, _keys(draw, everybody_meets=False), Rules(lots=_LOTS)


@st.composite
def round_robins(draw: st.DrawFn) -> Event:
    """Once or twice round, not always to the end."""
    contenders = _contenders(draw)
    pairings = build_schedule(len(contenders), cycles=draw(st.integers(1, 2)))
    rounds: list[Round] = []
    for pairs in pairings[: draw(st.integers(0, len(pairings)))]:
        met = [(10 + first, 10 + second) for first, second in pairs if second is not None]
        rounds.append(tuple(one for first, second in met for one in _meeting(draw, first, second)))
    return contenders, rounds, _keys(draw, everybody_meets=True), Rules(everybody_meets=True, lots=_LOTS)


def _contenders(draw: st.DrawFn) -> list[Contender]:
    ratings = st.one_of(st.none(), st.integers(900, 2900))
    return [Contender(10 + seed, seed, draw(ratings)) for seed in range(1, draw(st.integers(2, 9)) + 1)]


def _keys(draw: st.DrawFn, *, everybody_meets: bool) -> list[str]:
    """Every tie-break that may be used, in any order, ended by the lots or by none."""
    keys = [
        key
        for key, one in TIE_BREAKS.items()
        if key not in ("LOTS", "SEED") and not one.teams and (one.everybody_meets if everybody_meets else one.swiss)
    ]
    return [*draw(st.permutations(keys)), *draw(st.sampled_from([[], ["LOTS"], ["SEED"]]))]


def _round(draw: st.DrawFn, ids: Sequence[int]) -> Round:
    order = draw(st.permutations(ids))
    alone = draw(st.integers(0, 2)) * 2 + len(ids) % 2
    results: list[Pairing] = [one for result in map(draw, map(_byes, order[:alone])) for one in result]
    paired = order[alone:]
    for first, second in zip(paired[::2], paired[1::2], strict=False):
        results += _meeting(draw, first, second)
    return tuple(results)


def _byes(contender: int) -> st.SearchStrategy[list[Pairing]]:
    kinds = (Kind.PAIRING_BYE, 2), (Kind.BYE, 2), (Kind.BYE, 1), (Kind.BYE, 0), (Kind.ABSENT, 0)
    return st.sampled_from([*([Pairing((contender, None), (halves, None), kind)] for kind, halves in kinds), []])


def _meeting(draw: st.DrawFn, first: int, second: int) -> list[Pairing]:
    kind = draw(_KINDS)
    if draw(st.integers(0, 19)) == 0:
        return meeting(first, second, None, None)
    made = draw(_SCORES.filter(lambda made: kind is Kind.GAME or made != (1, 1)))
    return meeting(first, second, *made, kind)
