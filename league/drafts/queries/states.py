"""The state of a draft, decoded from its row and cached per process."""

from league.drafts.formats.entities import Chance, Setup
from league.drafts.formats.state import DraftState
from league.drafts.models import Draft
from matches.remembered import Remembered

Key = tuple[int, str, int]
_states: Remembered[Key, DraftState] = Remembered(most=128)


def chance_of(row: Draft) -> Chance:
    """Return the draft's seed with a public nonce of each franchise: its number and name."""
    return Chance(bytes.fromhex(row.seed), str(row.pk), tuple(row.settings.get("nonces", ())))


def state_of(row: Draft) -> DraftState:
    """Return the state of a draft that has begun. Read it with `DraftManager.light`: large columns load on demand."""
    key = row.pk, row.seed, row.last_act
    found = _states.get(key)
    if found is None:
        assert row.setup is not None, "it has begun"
        assert row.state is not None
        found = DraftState.load(Setup.load(row.setup, chance_of(row)), row.state)
        keep(key, found)
    return found


def keep(key: Key, state: DraftState) -> None:
    """Cache a state that has been saved to the database."""
    _states[key] = state
