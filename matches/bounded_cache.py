"""A bounded dictionary for values that a process caches."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
MAX_KEYS = 20_000


class BoundedCache(dict[K, V]):
    """A dictionary with at most `most` keys; one more key clears it. Only for caching: database rows are authoritative.

    >>> kept = BoundedCache[str, int](most=2)
    >>> kept["a"], kept["b"], kept["b"] = 1, 2, 3
    >>> kept
    {'a': 1, 'b': 3}
    >>> kept["c"] = 4
    >>> kept
    {'c': 4}
    """

    def __init__(self, *, most: int = MAX_KEYS) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        if len(self) >= self.most and key not in self:
            self.clear()
        super().__setitem__(key, value)
