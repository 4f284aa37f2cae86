"""The state of a draft, decoded from its row and cached per process."""

from league.drafts.formats.entities import Chance, Setup
from league.drafts.formats.state import DraftState
from league.drafts.models import Draft
from matches.bounded_cache import BoundedCache

Key = tuple[int, str, int]
_states: BoundedCache[Key, DraftState] = BoundedCache(most=128)


def get_chance(row: Draft) -> Chance:
    """Return the draft's seed with a public nonce of each franchise: its number and name."""
    return Chance(bytes.fromhex(row.seed), str(row.pk), tuple(row.settings.get("nonces", ())))


def get_state(row: Draft) -> DraftState:
    """Return the state of a draft that has begun. Read the row with `DraftManager.light`: large columns load on demand."""
    key = row.pk, row.seed, row.last_act
    state = _states.get(key)
    if state is None:
        assert row.setup is not None, "it has begun"
        assert row.state is not None
        state = DraftState.load(Setup.load(row.setup, get_chance(row)), row.state)
        cache_state(key, state)
    return state


def cache_state(key: Key, state: DraftState) -> None:
    """Cache a state that has been saved to the database."""
    _states[key] = state
