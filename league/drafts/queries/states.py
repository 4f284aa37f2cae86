"""The state of a draft, from its row. Decoding takes a while: each process keeps the last ones."""

from league.drafts.formats.entities import Chance, Setup
from league.drafts.formats.state import DraftState
from league.drafts.models import Draft
from matches.remembered import Remembered

Key = tuple[int, str, int]
_states: Remembered[Key, DraftState] = Remembered(most=128)


def chance_of(row: Draft) -> Chance:
    """The draft's seed with a nonce from each franchise: its number and name, which everybody can read."""
    return Chance(bytes.fromhex(row.seed), str(row.pk), tuple(row.settings.get("nonces", ())))


def state_of(row: Draft) -> DraftState:
    """Of a draft that has begun. Read `row` with `Drafts.light`: large columns are only fetched if they are needed."""
    key = row.pk, row.seed, row.last_act
    found = _states.get(key)
    if found is None:
        assert row.setup is not None, "it has begun"
        assert row.state is not None
        found = DraftState.load(Setup.load(row.setup, chance_of(row)), row.state)
        keep(key, found)
    return found


def keep(key: Key, state: DraftState) -> None:
    """Remember a state that is in the database."""
    _states[key] = state
