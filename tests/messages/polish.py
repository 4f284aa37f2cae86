"""A catalogue of a language with three forms: what is right for German and English alone shows itself here."""

from babel.messages.catalog import Catalog

BY_NUMBER = {0: "ruchów", 1: "ruch", 2: "ruchy", 5: "ruchów", 12: "ruchów", 22: "ruchy", 112: "ruchów", 1002: "ruchy"}
"""The form of “moves” that stands behind each number."""


def polish() -> Catalog:
    made = Catalog(locale="pl")
    made.add("Order", "Porządek", locations=[("site.js", None)])
    moves = ("{side}: {n} ruch", "{side}: {n} ruchy", "{side}: {n} ruchów")
    made.add(("{side}: {n} move", "{side}: {n} moves"), moves, locations=[("site.js", None)])
    return made
