"""Which files belong to which catalogue, and which texts of TOML files people read."""

import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from django.conf import settings

from engines import registry

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = ROOT / "league" / "languages" / "catalogues"
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES if code != "en")
AREAS = ("engines", "matches", "scripts", "pages", "events", "seasons", "people", "data")

EVENTS = (
    *("formats", "events", "pairings", "registration", "results", "standings", "teams", "team_matches"),
    *("event_console", "event_files", "event_pages"),
)
SEASONS = ("seasons", "drafts", "gamers", "lineups", "season_pages", "gamer_pages")
"""Packages of the league whose messages lie in a catalogue of this name; all others in `people`."""

DATA: dict[str, tuple[str, ...]] = {
    "engines/*/site/lesson.toml": ("title", "text", "goal", "wrong", "done"),
    "engines/*/data/choices.toml": ("label", "text"), "engines/*/site/game.toml": ("*",),
    "league/search/help_index.toml": ("title", "about", "words"),
}  # fmt: skip
"""By pattern of data files (TOML, or a script that is one object), the keys whose texts people read, at any depth:
{"engines/*/data/*.toml": ("name",)}. Games add theirs in `data/messages.toml`.
`"talent.name"` is the name directly in a talent, `*` stands for every text of the file. Code that reads them tells
them by `engines.i18n._`."""

for _file in sorted((ROOT / "engines").glob("*/data/messages.toml")):
    DATA |= {f"engines/{_file.parts[-3]}/{_name}": tuple(_keys) for _name, _keys in tomllib.loads(_file.read_text()).items()}

AREA_OF: tuple[tuple[str, str | None], ...] = (
    *((pattern, None) for pattern in ("*/migrations/*", "*/vendor/*", "league/languages/catalogues/*", "*/site/words.js")),
    ("*.js", "scripts"),
    *((pattern, "data") for pattern in DATA),
    ("templates/matches/*", "matches"), ("templates/*", "pages"),
    ("engines/*/stats.py", "people"), ("engines/*.py", "engines"), ("matches/*.py", "matches"),
    *((f"league/{package}/*.py", "events") for package in EVENTS),
    *((f"league/{package}/*.py", "seasons") for package in SEASONS),
    ("*.py", "people"),
)  # fmt: skip
"""The catalogue of a file is that of the first pattern that fits; None where it holds no messages."""


def keys_of(path: str) -> tuple[str, ...]:
    return next((keys for pattern, keys in DATA.items() if fnmatch(path, pattern)), ())


def part_of(path: str) -> str:
    """The part of the scripts' words in which a script looks: its game's, or that of the whole site."""
    name = path.partition("/site/boards/")[2].split("/")[0].removesuffix(".js")
    return name if name in registry.keys() else "site"  # noqa: SIM118


def sources(area: str) -> Iterator[str]:
    """Each file that may hold messages of an area, named from the root."""
    for folder in ("engines", "matches", "league", "deploy", "templates"):
        for file in sorted((ROOT / folder).rglob("*.*")):
            name = file.relative_to(ROOT).as_posix()
            if area == next((found for pattern, found in AREA_OF if fnmatch(name, pattern)), None):
                yield name


MARKED = frozenset((
    "account", "against", "bell", "bid-new", "bids", "browsers", "calendar", "desk-result", "desk-verify", "draft-desk",
    "draft-proof", "drafts", "email-confirm", "event-boards", "event-cross", "event-embed", "event-entrants", "event-figure",
    "event-forecast", "event-paper", "event-round", "event-rounds", "event-stats", "event-why", "events", "gamers-compare",
    "home-fragment", "invitation", "leaderboard-fragment", "leagues", "lobby-fragment", "manage-entrants", "manage-result",
    "manage-results", "manage-rounds", "manage-seeding", "match", "match-company", "match-expected", "match-rating-changes",
    "match-pairing", "match-plain", "match-referee", "notices", "notices-stop", "password-new", "player", "rating-pool",
    "rules-index", "search", "season", "season-awards", "season-draft-new", "season-franchises", "season-terms",
    "second-factor", "sign-in", "trade-counter", "trade-new",
))  # fmt: skip
"""Pages, by the names of their addresses, on which nothing is left that is not marked
(`tests/permissions/test_endpoints.py`)."""
