"""Every address of the site, with who looks at it and at what: what is to hold of all pages is tried on these.

An address that is neither here as a page nor among those that are none is told by `unlisted`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engines import registry
from engines.puzzle_files import load_puzzles
from tests.permissions import addresses as permissions
from tests.permissions.addresses import Address


@dataclass(frozen=True, slots=True)
class Look:
    """A look at a page: by whom ("": not signed in), at which of the world's things where it is not the one that has
    the address's own word (`by="ada", match_id="over"`), or at a word of one's own (`=zero-day`), and with a query."""

    by: str = ""
    query: str = ""
    of: Mapping[str, str] | None = None


def look(by: str = "", query: str = "", **of: str) -> Look:
    return Look(by, query, of)


def _first_puzzles() -> dict[str, str]:
    """The first puzzle of each game that has some."""
    files = {key: registry.get_package(key).puzzles for key in registry.keys()}  # noqa: SIM118
    return {key: next(iter(load_puzzles(file, key).puzzles)) for key, file in files.items() if file is not None}


_BY_ONE = {
    "": """
        against player-stats rating-pool rules-index guide game-stats verify offline sign-in sign-up reset gamer draft-proof
        draft-recap events event-round event-why event-paper event-entrants event-stats event-embed
    """,
    "ada": """
        lobby leaderboard account profile-edit email password second-factor second-factor-new linked-accounts discord
        ways-in passkeys tokens browsers calendar availability account-export account-delete hooks hook following notices
        notices-choose match-plain match-referee leagues league-new own-title-edit free-agents trades trade trade-counter
        bids season-ledger drafts event-rounds
    """,
    "olivia": """
        league-edit league-staff league-log league-hooks league-reports league-gamers gamers-import title-new title-edit
        season season-new season-edit season-terms season-awards manage-overview manage-rounds manage-results manage-result
        manage-log
    """,
    "root": "reports audit-log fair-play",
    "ben": "desk desk-event",
}
"""Who looks at pages that only one person has to look at, as they are."""
PAGES: dict[str, tuple[Look, ...]] = {
    **{name: (look(by),) for by, names in _BY_ONE.items() for name in names.split()},
    "home": (look(), look("ada")),
    "search": (look("ada", "?q=ze"), look(query="?q=qqqqqq")),
    "invitation": (look(token="invitation_token"),),
    "claim": (look(token="claim_token"), look("ada", token="claim_token")),
    "player": (look(), look("ada", username="=ada")),
    "rules": (look(), look(key="=zero-order")),
    "tutorial": tuple(look(key=f"={game}") for game in registry.keys()),  # noqa: SIM118
    "practice": (look(key="=zero-order"),),
    "puzzles": (look(), look("ada")),
    "puzzle": tuple(look("ada", key=f"={game}", puzzle=f"={id}") for game, id in _first_puzzles().items()),
    "guide-page": (look(task="=play-a-match"), look(task="=boards")),
    "password-new": (look(token="reset_token"),),
    "email-confirm": (look(token="confirm_token"),),
    "notices-stop": (look(token="stop_token"),),
    "match": (
        *(look("ada", match_id=f"{game}_match") for game in registry.keys()),  # noqa: SIM118
        look(match_id="watched"),
        look("ada", match_id="over"),
        look("ada", match_id="lesson"),
        look("ada", match_id="drawing"),
    ),
    "match-review": (look("ada", match_id="over"),),
    "match-overlay": (look(match_id="watched"),),
    "verify-match": (look(match_id="over"),),
    "match-company": (look("ada"), look("ada", match_id="drawing")),
    "league": (look(), look("olivia")),
    "season-terms-edit": (look("olivia", season_id="new_season"),),
    "season-pool": (look("olivia", season_id="new_season"),),
    "season-franchises": (look("ada"), look("olivia", season_id="new_season")),
    "franchise": (look("ada"), look("olivia", franchise_id="partner")),
    "trade-new": (look("ada"), look("ada", "?with={partner}")),
    "bid-new": (look("ada", "?gamer_id={free_gamer}"),),
    "lineup": (look("ada", event_id="night"),),
    "season-gamers": (look("ada", "?compare={gamers}"),),
    "gamers-compare": (look(query="?compare={gamers}"),),
    "draft": (look("ada"), look("ada", draft_id="draw")),
    "season-draft": (look("olivia", season_id="new_season"),),
    "season-draft-new": (look("olivia", season_id="new_season"),),
    "event-new": (look("ada", "?format=arena"),),
    "event": (look(), look("ada", event_id="cup"), look("ada", event_id="arena"), look("ada", event_id="ladder")),
    "event-forecast": (look("olivia", event_id="cup"),),
    "event-standings": (look(), look(event_id="league")),
    "teams": (look("ada", event_id="team_event"),),
    "team": (look("ada", event_id="team_event"),),
    "event-figure": (look(key="=BH"),),
    "event-bracket": (look(event_id="double-elimination"),),
    "event-cross": (look(event_id="round-robin"),),
    "round-sheet": tuple(look(sheet=sheet) for sheet in ("=pairings", "=players", "=slips")),
    "event-overlay": (look(), look(event_id="double-elimination")),
    "manage-settings": (look("olivia", event_id="cup"),),
    "manage-entrants": (look("olivia", event_id="cup"),),
    "manage-seeding": (look("olivia", event_id="cup"),),
    "desk-match": (look("ben", match_id="watched"),),
    "desk-verify": (look("ben", match_id="judged"),),
    "manage-times": (look("olivia", event_id="timed_event"),),
    "pairing-time": (look("ada", event_id="timed_event", pairing_id="timed_pairing"),),
    "pairing-report": (look("ada", event_id="reported_event", pairing_id="reported_pairing"),),
    "pairing-ruling": (look("olivia", event_id="reported_event", pairing_id="reported_pairing"),),
    "desk-result": (look("ben", match_id="judged"),),
}

OWN_BOARDS = ("match",)
"""Each look is at a board of its own."""
ALIKE = frozenset(
    {"verify-match", "event-rounds", "email", "password", "trade-new", "season-new", "season-edit", "audit-log", "reports",
     "title-edit"}
)  # fmt: skip
"""Made with the template of another page."""

_PARTS = """
    home-fragment lobby-fragment leaderboard-fragment match-expected match-rating-changes match-pairing event-boards bell
    match-review-fragment
"""
NO_PAGES: dict[str, str] = {
    **dict.fromkeys(_PARTS.split(), "a part of a page"),
    **dict.fromkeys(("puzzle-next", "puzzle-today", "puzzle-of-the-day"), "leads to a puzzle"),
    **dict.fromkeys(("compare", "leaderboards", "season-draft-proof", "season-draft-recap"), "leads to another page"),
    **dict.fromkeys(("draft-board", "draft-chat", "draft-desk", "practice-board"), "data for a script"),
    "rules-image": "a drawing within a page of rules",
    **dict.fromkeys(
        [f"{name}_callback" for name in ("discord", "github", "google", "lichess", "openid_connect")], "leads to another page"
    ),
    "provider-sign-up": "only after a provider has confirmed an account; its form is a part of that of sign-up",
    "second-step": "only between a right password and its code; its form is that of second-factor-new",
    "api-docs": "the browser of the schema is another project's",
    "api-schema": "a file",
    "report-image": "an image",
    **dict.fromkeys(("match-picture", "event-picture", "player-picture"), "an image"),
    "manifest": "a file",
}
_FILES = (".css", ".csv", ".json", ".toml", ".trf", ".ics", ".js", ".<filekind:kind>")
_NOT_FOR_EYES = ("api/v1/", "^api(/", "admin/")
"""Endpoints for programs, and the framework's own pages for admins of the site."""


def addresses() -> dict[str, Address]:
    """By name, everything that is read at an address and is no file or API endpoint; what is only posted to is a button's."""
    read = (one for one in permissions.addresses() if one.method == "GET")
    return {one.name: one for one in read if not one.path.startswith(_NOT_FOR_EYES) and not one.path.endswith(_FILES)}


def unlisted() -> list[str]:
    """A sentence for each address that is in no list, and for each line without an address."""
    known = addresses()
    told = [
        f"{name} ({one.path}) is in no list of tests/journeys/addresses.py: say who looks at it, or why it is no page."
        for name, one in known.items()
        if name not in PAGES and name not in NO_PAGES
    ]
    return told + [f"There is no address {name} any more." for name in (*PAGES, *NO_PAGES) if name not in known]


def visits(world: Mapping[str, Any], *, whole: bool = True) -> Iterator[tuple[str, str, str]]:
    """By whom, and the path, of every look at every page, or of one for each template and each board.

    The looks of one person come together.
    """
    from django.urls import reverse

    known = addresses()
    looks = [
        (one, name)
        for name, all_ in PAGES.items()
        if whole or name not in ALIKE
        for one in (all_ if whole or name in OWN_BOARDS else all_[:1])
    ]
    for one, name in sorted(looks, key=lambda pair: pair[0].by):
        words = {word: _word((one.of or {}).get(word, word), world) for word in known[name].parameters}
        yield name, one.by, reverse(name, kwargs=words) + one.query.format(**world)


def _word(word: str, world: Mapping[str, Any]) -> Any:
    return word[1:] if word.startswith("=") else world[word]
