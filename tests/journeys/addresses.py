"""Every address of the site, with who looks at it and at what: what is to hold of all pages is tried on these.

An address that is neither here as a page nor among those that are none is told by `unlisted`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engines import registry
from engines.puzzle_files import load_puzzles


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


PAGES: dict[str, tuple[Look, ...]] = {
    # Everybody's
    "home": (look(), look("ada")),
    "search": (look("ada", "?q=ze"), look(query="?q=qqqqqq")),
    "lobby": (look("ada"),),
    "invitation": (look(token="invitation_token"),),
    "claim": (look(token="claim_token"), look("ada", token="claim_token")),
    "player": (look(), look("ada", username="=ada")),
    "against": (look(),),
    "player-stats": (look(),),
    "leaderboard": (look("ada"),),
    "rating-pool": (look(),),
    "rules-index": (look(),),
    "rules": (look(), look(key="=zero-order")),
    "tutorial": tuple(look(key=f"={game}") for game in registry.keys()),  # noqa: SIM118
    "practice": (look(key="=zero-order"),),
    "puzzles": (look(), look("ada")),
    "puzzle": tuple(look("ada", key=f"={game}", puzzle=f"={id}") for game, id in _first_puzzles().items()),
    "guide": (look(),),
    "guide-page": (look(task="=play-a-match"), look(task="=boards")),
    "game-stats": (look(),),
    "verify": (look(),),
    "offline": (look(),),
    # Accounts
    "sign-in": (look(),),
    "sign-up": (look(),),
    "reset": (look(),),
    "password-new": (look(token="reset_token"),),
    "email-confirm": (look(token="confirm_token"),),
    "account": (look("ada"),),
    "profile-edit": (look("ada"),),
    "email": (look("ada"),),
    "password": (look("ada"),),
    "second-factor": (look("ada"),),
    "second-factor-new": (look("ada"),),
    "linked-accounts": (look("ada"),),
    "discord": (look("ada"),),
    "passkeys": (look("ada"),),
    "tokens": (look("ada"),),
    "browsers": (look("ada"),),
    "calendar": (look("ada"),),
    "availability": (look("ada"),),
    "account-export": (look("ada"),),
    "account-delete": (look("ada"),),
    "hooks": (look("ada"),),
    "hook": (look("ada"),),
    "following": (look("ada"),),
    "notices": (look("ada"),),
    "notices-choose": (look("ada"),),
    "notices-stop": (look(token="stop_token"),),
    # Matches
    "match": (
        *(look("ada", match_id=f"{game}_match") for game in registry.keys()),  # noqa: SIM118
        look(match_id="watched"),
        look("ada", match_id="over"),
        look("ada", match_id="lesson"),
        look("ada", match_id="drawing"),
    ),
    "match-plain": (look("ada"),),
    "match-review": (look("ada", match_id="over"),),
    "match-overlay": (look(match_id="watched"),),
    "verify-match": (look(match_id="over"),),
    "match-company": (look("ada"), look("ada", match_id="drawing")),
    "match-referee": (look("ada"),),
    # Leagues and their seasons
    "leagues": (look("ada"),),
    "league-new": (look("ada"),),
    "league": (look(), look("olivia")),
    "league-edit": (look("olivia"),),
    "league-staff": (look("olivia"),),
    "league-log": (look("olivia"),),
    "league-hooks": (look("olivia"),),
    "league-reports": (look("olivia"),),
    "league-gamers": (look("olivia"),),
    "gamers-import": (look("olivia"),),
    "reports": (look("root"),),
    "audit-log": (look("root"),),
    "title-new": (look("olivia"),),
    "title-edit": (look("olivia"),),
    "own-title-edit": (look("ada"),),
    "season": (look("olivia"),),
    "season-new": (look("olivia"),),
    "season-edit": (look("olivia"),),
    "season-terms": (look("olivia"),),
    "season-terms-edit": (look("olivia", season_id="new_season"),),
    "season-pool": (look("olivia", season_id="new_season"),),
    "season-franchises": (look("ada"), look("olivia", season_id="new_season")),
    "franchise": (look("ada"), look("olivia", franchise_id="partner")),
    "free-agents": (look("ada"),),
    "trades": (look("ada"),),
    "trade": (look("ada"),),
    "trade-counter": (look("ada"),),
    "trade-new": (look("ada"), look("ada", "?with={partner}")),
    "bids": (look("ada"),),
    "bid-new": (look("ada", "?gamer_id={free_gamer}"),),
    "lineup": (look("ada", event_id="night"),),
    "season-awards": (look("olivia"),),
    "season-ledger": (look("ada"),),
    "season-gamers": (look("ada", "?compare={gamers}"),),
    "gamers-compare": (look(query="?compare={gamers}"),),
    "gamer": (look(),),
    # Drafts
    "drafts": (look("ada"),),
    "draft": (look("ada"), look("ada", draft_id="draw")),
    "draft-proof": (look(),),
    "draft-recap": (look(),),
    "season-draft": (look("olivia", season_id="new_season"),),
    "season-draft-new": (look("olivia", season_id="new_season"),),
    # Events
    "events": (look(),),
    "event-new": (look("ada", "?format=arena"),),
    "event": (look(), look("ada", event_id="cup"), look("ada", event_id="arena"), look("ada", event_id="ladder")),
    "event-forecast": (look("olivia", event_id="cup"),),
    "event-standings": (look(), look(event_id="league")),
    "teams": (look("ada", event_id="team_event"),),
    "team": (look("ada", event_id="team_event"),),
    "event-figure": (look(key="=BH"),),
    "event-bracket": (look(event_id="double-elimination"),),
    "event-cross": (look(event_id="round-robin"),),
    "event-rounds": (look("ada"),),
    "event-round": (look(),),
    "event-why": (look(),),
    "event-paper": (look(),),
    "round-sheet": tuple(look(sheet=sheet) for sheet in ("=pairings", "=players", "=slips")),
    "event-entrants": (look(),),
    "event-stats": (look(),),
    "event-embed": (look(),),
    "event-overlay": (look(), look(event_id="double-elimination")),
    # The organiser's and the referee's
    "manage-overview": (look("olivia"),),
    "manage-settings": (look("olivia", event_id="cup"),),
    "manage-entrants": (look("olivia", event_id="cup"),),
    "manage-seeding": (look("olivia", event_id="cup"),),
    "manage-rounds": (look("olivia"),),
    "manage-results": (look("olivia"),),
    "manage-result": (look("olivia"),),
    "manage-log": (look("olivia"),),
    "desk": (look("ben"),),
    "desk-event": (look("ben"),),
    "desk-match": (look("ben", match_id="watched"),),
    "desk-verify": (look("ben", match_id="judged"),),
    "manage-times": (look("olivia", event_id="timed_event"),),
    "pairing-time": (look("ada", event_id="timed_event", pairing_id="timed_pairing"),),
    "pairing-report": (look("ada", event_id="reported_event", pairing_id="reported_pairing"),),
    "pairing-ruling": (look("olivia", event_id="reported_event", pairing_id="reported_pairing"),),
    "desk-result": (look("ben", match_id="judged"),),
    "fair-play": (look("root"),),
}

OWN_BOARDS = ("match",)
"""Each look is at a board of its own."""
ALIKE = frozenset(
    {"verify-match", "event-rounds", "email", "password", "trade-new", "season-new", "season-edit", "audit-log", "reports",
     "title-edit"}
)  # fmt: skip
"""Made with the template of another page."""

_ACTS = """
    challenge-new challenge-accept challenge-cancel challenge-links rematch quick-play hook-test hook-secret hook-remove
    queue-join queue-heartbeat queue-leave queue-bot
    hook-again report league-report staff-role staff-remove season-archive season-open season-phase season-carry
    window-new window-remove franchise-deed trade-deed bid-withdraw gamers-remove desk-look desk-answer notices-read
    notice-open browser-remove browser-end browsers-end token-revoke
    passkey-options passkey-remove passkey-sign-in passkey-sign-in-options provider-start provider-link provider-unlink
    discord-code discord-unlink discord-interactions second-factor-off second-factor-codes email-again sign-out language
    event-join
    event-leave event-place-accept event-place-decline event-check-in event-withdraw event-start round-start
    event-enter-franchises event-add-bot event-cancel event-end arena-pause arena-come-back ladder-challenge
    title-archive title-delete
    ladder-accept ladder-decline manage-file manage-report manage-ratings manage-order manage-enter manage-do follow
    match-review-ask report-confirm report-dispute report-withdraw team-do availability-exceptions
"""
_PARTS = """
    home-fragment lobby-fragment leaderboard-fragment match-expected match-rating-changes match-pairing event-boards bell
    match-review-fragment
"""
NO_PAGES: dict[str, str] = {
    **dict.fromkeys(_ACTS.split(), "a button's: it is only posted to"),
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
    "fair-play-evidence": "the response to a form that is posted, with no address to come back to",
    "report-image": "an image",
    **dict.fromkeys(("match-picture", "event-picture", "player-picture"), "an image"),
    "manifest": "a file",
}
_FILES = (".css", ".csv", ".json", ".toml", ".trf", ".ics", ".js", ".<filekind:kind>")
_NOT_FOR_EYES = ("api/v1/", "^api(/", "admin/")
"""Endpoints for programs, and the framework's own pages for admins of the site."""


def addresses() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Name, route and parameters of everything that has an address and is no file, API endpoint or fragment."""
    from django.urls import get_resolver

    yield from _walk(get_resolver().url_patterns, "", frozenset())


def _walk(patterns: Any, before: str, words: frozenset[str]) -> Iterator[tuple[str, str, frozenset[str]]]:
    for one in patterns:
        route, inside = before + str(one.pattern), words | set(one.pattern.converters)
        if route.startswith(_NOT_FOR_EYES) or route.endswith(_FILES):
            continue
        if hasattr(one, "url_patterns"):
            yield from _walk(one.url_patterns, route, inside)
        else:
            yield one.name or route, route, inside


def unlisted() -> list[str]:
    """A sentence for each address that is in no list, and for each line without an address."""
    known = {name: route for name, route, _unused in addresses()}
    told = [
        f"{name} ({route}) is in no list of tests/journeys/addresses.py: say who looks at it, or why it is no page."
        for name, route in known.items()
        if name not in PAGES and name not in NO_PAGES
    ]
    return told + [f"There is no address {name} any more." for name in (*PAGES, *NO_PAGES) if name not in known]


def visits(world: Mapping[str, Any], *, whole: bool = True) -> Iterator[tuple[str, str, str]]:
    """By whom, and the path, of every look at every page, or of one for each template and each board.

    The looks of one person come together.
    """
    from django.urls import reverse

    takes = {name: words for name, _, words in addresses()}
    looks = [
        (one, name)
        for name, all_ in PAGES.items()
        if whole or name not in ALIKE
        for one in (all_ if whole or name in OWN_BOARDS else all_[:1])
    ]
    for one, name in sorted(looks, key=lambda pair: pair[0].by):
        words = {word: _word((one.of or {}).get(word, word), world) for word in takes[name]}
        yield name, one.by, reverse(name, kwargs=words) + one.query.format(**world)


def _word(word: str, world: Mapping[str, Any]) -> Any:
    return word[1:] if word.startswith("=") else world[word]
