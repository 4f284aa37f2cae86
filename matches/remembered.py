"""What a process remembers, so that it need not ask for it again."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
MOST = 20_000


class Remembered(dict[K, V]):
    """Of at most so many; with one more it begins anew. Nothing here is the truth: a row is.

    >>> kept = Remembered[str, int](most=2)
    >>> kept["a"], kept["b"], kept["b"] = 1, 2, 3
    >>> kept
    {'a': 1, 'b': 3}
    >>> kept["c"] = 4
    >>> kept
    {'c': 4}
    """

    def __init__(self, *, most: int = MOST) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        if len(self) >= self.most and key not in self:
            self.clear()
        super().__setitem__(key, value)
