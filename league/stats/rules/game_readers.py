"""The reader of each game, by its key. A game without one is counted all the same, but for its pieces."""

from collections.abc import Mapping

from league.stats.rules import field_tactics, incursion_point_zero, order_and_chaos, zero_day, zero_order
from league.stats.rules.reading import Book, Reading

BOOKS: Mapping[str, Book] = {
    "field-tactics": field_tactics.BOOK,
    "incursion-point-zero": incursion_point_zero.BOOK,
    "order-and-chaos": order_and_chaos.BOOK,
    "zero-day": zero_day.BOOK,
    "zero-order": zero_order.BOOK,
}
PLAIN = Book(topics=(), read=lambda lines, options, seats: Reading())


def book(game: str) -> Book:
    return BOOKS.get(game, PLAIN)
