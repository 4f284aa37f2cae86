"""A developer types what the docs show, on a site that runs: every block that is listed to be run, as it stands."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from deploy.settings.env import ROOT
from docs.examples.league_zero import Client
from tests.docs.blocks import Block, blocks
from tests.docs.lists import FEWER, RUN, SEASON
from tests.journeys import acts
from tests.journeys.site import RunningSite
from tests.thorough import WHOLE

LONGEST_S = 150
AT_ONCE = 2
SHORT = ("README.md", "docs/api.md")
"""Pages whose blocks `make test` runs; `make prove` runs those of all."""
OF_TESTS = ("DJANGO_SETTINGS_MODULE", "PYTHONPATH", "RATE_LIMITS")
"""What nobody has in the environment of a shell."""
PYTHON = f"{sys.prefix}/bin/python"


@dataclass(frozen=True)
class Desk:
    """Where somebody types: a folder with the whole programme and a match's record in it, and what stands for what."""

    folder: Path
    environment: dict[str, str]
    instead: dict[str, str]

    def run(self, block: Block) -> str:
        """What the block prints. It stops at the first command that fails, and fails by it."""
        text = block.text
        for shown, meant in self.instead.items():
            text = text.replace(shown, meant)
        command = ["bash", "-euo", "pipefail", "-c"] if block.language == "sh" else [PYTHON, "-c"]
        done = subprocess.run(
            [*command, text], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=LONGEST_S
        )
        assert not done.returncode, f"{block.where} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def desk(site: RunningSite, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder = tmp_path_factory.mktemp("typed")
    for one in ROOT.iterdir():
        if one.name not in (".git", ".venv", "var"):
            (folder / one.name).symlink_to(one)
    (folder / ".venv").symlink_to(sys.prefix)
    token = site.do(acts.token, "olivia")
    match = _lost(Client(site.address, token))
    (folder / "match-12.jsonl").write_text(Client(site.address).get_record(match))
    return Desk(
        folder,
        {name: value for name, value in site.environment.items() if name not in OF_TESTS},
        {"lz_...": token, "http://127.0.0.1:8000": site.address, "matches/12/": f"matches/{match}/", **FEWER},
    )


def _lost(client: Client) -> int:
    """A match that is over: against a bot, given up at once."""
    match = client.post_challenges({"game": "order-and-chaos", "seats": ["me", {"bot": "level-1"}]})["match_id"]
    client.post_resign(match, wait=5)
    return int(match)


def test_every_block_that_is_shown_runs_and_prints_what_is_shown(desk: Desk) -> None:
    todo = [one for one in blocks() if one.name in RUN and (WHOLE or one.page in SHORT)]
    with ThreadPoolExecutor(AT_ONCE) as hands:
        printed = list(hands.map(desk.run, todo))
    for block, told in zip(todo, printed, strict=True):
        if block.prints is not None:
            assert _like(block.prints).fullmatch(told), f"{block.where} printed:\n{told}"
    by_page = {block.name: told for block, told in zip(todo, printed, strict=True)}
    _looked_over(desk.folder, by_page)


def _like(shown: str) -> re.Pattern[str]:
    """What is shown, where three dots stand for anything, and a line of them for any lines or none."""
    return re.compile(".*".join(map(re.escape, re.split(r"\.\.\.\n?", shown))), re.S)


def _looked_over(folder: Path, printed: dict[str, str]) -> None:
    """Files and words that no page shows, but speaks of."""
    explained = next(told for name, told in printed.items() if name.endswith("--explain"))
    assert "Signed with the key" in explained
    for name in ("standings.csv", "pairings.csv", "entrants.csv", "score.csv", "report-1.trf", "event.json"):
        assert (folder / name).stat().st_size, name
    assert (folder / "standings.csv").read_text().startswith("stage,")
    assert (folder / "report-1.trf").read_text().startswith("012 ")
    assert (folder / "calendar.ics").read_text().startswith("BEGIN:VCALENDAR")


@pytest.mark.prove
def test_a_season_is_played_by_the_api_alone(site: RunningSite, desk: Desk) -> None:
    """Two owners with programs of their own: the block as it stands, with their tokens and no pauses."""
    (block,) = (one for one in blocks("sh") if one.name == SEASON)
    tokens = {name: site.do(acts.token, name) for name in ("ada", "ben")}
    words = block.text.strip()
    for name, token in tokens.items():
        words = words.replace(f"{name}=lz_...", f"{name}={token}")
    words = words.replace("lz_...", desk.instead["lz_..."])
    done = subprocess.run(
        ["bash", "-euc", f"{words} --url {site.address} --pause 0.1"],
        cwd=desk.folder, env=desk.environment, capture_output=True, text=True, timeout=LONGEST_S,
    )  # fmt: skip
    assert not done.returncode, f"{done.stdout}\n{done.stderr}"
    season = re.search(r"/leagues/([\w-]+)/seasons/(\d+)/", done.stdout)
    assert season, done.stdout
    slug, number = season[1], int(season[2])
    client = Client(site.address)
    assert client.get_season_terms(slug, number)["phase"] == "archive"
    teams = client.get_franchises(slug, number)["franchises"]
    assert {one["owner_username"] for one in teams} == {"ada", "ben"}
    for one in teams:
        roster = client.get_franchise(slug, number, one["franchise_id"])["roster"]
        assert [gamer["how"] for gamer in roster] == ["Drafted"] * 4
    awards = client.get_awards(slug, number)["awards"]
    assert awards
    assert all(one["paid"] for one in awards)
    kinds = {one["kind"] for one in client.get_ledger(slug, number)["payments"]}
    assert {"prize", "purse"} <= kinds
    assert "Rank 1: " in done.stdout
