"""Games as installed packages: what an entry point must lead to, and what is refused, by name and with the reason."""

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, TypedDict

import pytest
from django.core.checks import run_checks

from engines import bots, registry
from engines.__main__ import main
from engines.board_description import GenericView
from engines.order_and_chaos.engine import OrderAndChaos
from engines.packages import GROUP, PROTOCOL, GamePackage
from engines.registry import Refusal, load_packages
from tests import sample_games

ROOT = Path(__file__).parents[2]
CHOICES = ROOT / "engines" / "order_and_chaos" / "data" / "choices.toml"


class Newcomer(OrderAndChaos):
    key = "newcomer"


class Nameless(Newcomer):
    name = None  # type: ignore[assignment]


class Unstartable(Newcomer):
    def start(self, options: Any, seats: int) -> Any:
        raise ZeroDivisionError("no board")


class Rootless:
    key = "newcomer"
    version = 1
    name, reasons, view_type = "Newcomer", {}, dict
    seat_names, seat_counts = ("A", "B"), (2,)


class SetView(TypedDict):
    """A view that JSON cannot express."""

    cells: set[int]


class Undescribed(Newcomer):
    view_type = SetView


class Misdrawn(Newcomer):
    view_type = GenericView

    def view(self, state: Any, viewer: Any) -> Any:
        return {"board": {"shape": "round"}}


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A module that is installed beside the site: `stranger(NAME=object)` offers objects."""
    module = ModuleType("stranger")
    monkeypatch.setitem(sys.modules, "stranger", module)

    def offer(name: str = "newcomer", game: Any = None) -> EntryPoint:
        module.GAME = game  # type: ignore[attr-defined]
        return EntryPoint(name, "stranger:GAME", GROUP)

    return offer


def refusal(point: EntryPoint) -> str:
    packages, (refused,) = load_packages([point])
    assert packages == {}
    assert refused.name == point.name
    assert point.value in str(refused)
    return refused.reason


def test_an_installed_package_is_a_game(stranger: Any) -> None:
    packages, refusals = load_packages(
        [stranger(game=GamePackage(engines=(Newcomer(),), choices=CHOICES)), *entry_points(group=GROUP)]
    )
    assert refusals == ()
    assert list(packages) == [*registry.keys(), "newcomer"]
    assert packages["newcomer"].latest.key == "newcomer"


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (GamePackage(engines=(Newcomer(),), protocol=PROTOCOL + 1), "newer protocol version 2; this site supports 1"),
        (GamePackage(engines=()), "it has no engine"),
        (GamePackage(engines=(OrderAndChaos(),)), "named newcomer, but the key of OrderAndChaos is order-and-chaos"),
        (GamePackage(engines=(Newcomer(), Newcomer())), "two of its engines have the same version"),
        (GamePackage(engines=(Nameless(),)), "Nameless has no valid name"),
        (GamePackage(engines=(Rootless(),)), "Rootless lacks the method"),  # type: ignore[arg-type]
        (GamePackage(engines=(Unstartable(),)), "ZeroDivisionError: no board"),
        (GamePackage(engines=(Newcomer(),), site=Path("/nowhere")), "/nowhere not found"),
        (GamePackage(engines=(Undescribed(),)), "Undescribed: the fields of SetView can't be described"),
        (GamePackage(engines=(Misdrawn(),)), "Misdrawn: the first position can't be drawn: board.shape: must be one of"),
        (GamePackage(engines=(Newcomer(),)), "newcomer/options: choice: the option classroom is missing"),
        ("Order and Chaos", "must name a GamePackage, not str"),
    ],
)
def test_a_package_that_fails_the_contract_is_refused_with_the_reason(stranger: Any, game: Any, reason: str) -> None:
    assert reason in refusal(stranger(game=game))


STEP = '[[step]]\nid = "go"\ntitle = "Go"\ntext = "Go on."\nwhen = {}\n'
TUTORIAL = """
[tutorial]
seat = 0
seats = 2
options = {}
goal = "Win."
position = {}
[[tutorial.move]]
id = "first"
title = "Move"
text = "Any."
mark = []
do = "fly"
wrong = "No."
done = "Yes."
"""


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("lesson.toml", STEP.replace('title = "Go"', ""), "newcomer/lesson.toml: step 1: title: missing key"),
        ("lesson.toml", "[[step]", "lesson.toml: "),
        ("lesson.toml", "tutorial = 3\n" + STEP, "newcomer/lesson.toml: tutorial: seat: must be"),
        ("lesson.toml", STEP + TUTORIAL, "newcomer/lesson.toml: tutorial: "),
        ("lesson.toml", STEP + TUTORIAL.replace("seats = 2", "seats = 9"), "newcomer/lesson.toml: tutorial: "),
        ("game.toml", 'abuot = "A game."', "game.toml: abuot: unknown key"),
        ("game.toml", "about = 3", "game.toml: about: must be a text"),
        ("view.json", "{", "view.json: "),
        ("rules/en.md", b"\xff\xfe", "rules/en.md: "),
        ("catalogues/de/LC_MESSAGES/django.mo", "none", "catalogues/de/LC_MESSAGES/django.mo: "),
        ("catalogues/de/scripts.json", '{"Go": 3}', "catalogues/de/scripts.json: 'Go': must be a text"),
        ("../choices.toml", '[[choice]]\nname = "pace"', "choices.toml: choice[0].label: missing key"),
    ],
)
def test_a_package_with_a_wrong_file_is_refused_with_its_name_and_the_reason(
    stranger: Any, tmp_path: Path, file: str, text: str | bytes, reason: str
) -> None:
    site, choices = tmp_path / "site", tmp_path / "choices.toml"
    choices.write_bytes(CHOICES.read_bytes())
    (site / file).parent.mkdir(parents=True, exist_ok=True)
    (site / "lesson.toml").write_text(STEP)
    (site / file).write_bytes(text if isinstance(text, bytes) else text.encode())
    assert reason in refusal(stranger(game=GamePackage(engines=(Newcomer(),), choices=choices, site=site)))


@pytest.mark.parametrize("key", ["title-chess", "Chess", "chess--960", "c" * 41, "../chess"])
def test_a_key_that_no_address_can_have_is_refused(stranger: Any, key: str) -> None:
    engine = Newcomer()
    engine.key = key  # type: ignore[misc]
    assert "the key must be of lower-case letters" in refusal(stranger(key, GamePackage(engines=(engine,))))


def test_the_second_package_of_a_key_and_one_that_cannot_be_imported_are_refused(stranger: Any) -> None:
    assert "ModuleNotFoundError: No module named 'nowhere'" in refusal(EntryPoint("nowhere", "nowhere:GAME", GROUP))

    class Copy(OrderAndChaos):
        name = "Copy"

    point = stranger("order-and-chaos", GamePackage(engines=(Copy(),)))
    packages, (refused,) = load_packages([point, *entry_points(group=GROUP)])
    assert (refused.name, refused.reason) == ("order-and-chaos", "another package has the same key")
    assert packages["order-and-chaos"].latest.name == "Order & Chaos"
    assert set(packages) == set(registry.keys())


def test_a_game_without_bots_of_its_own_is_played_by_the_random_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    package = replace(registry.get_package("zero-day"), choose=None, trained=None, training=None)
    monkeypatch.setattr(registry, "find_package", lambda key: package)
    assert bots.policies("zero-day") == ("random", "search")
    package = replace(package, search=None)
    assert bots.policies("zero-day") == ("random",)


def test_the_refused_are_named_by_the_list_of_games_and_by_the_check_of_the_site(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "REFUSALS", (Refusal("hopscotch", "hopscotch:GAME", "it has no engine"),))
    sentence = "The game hopscotch (hopscotch:GAME) was refused: it has no engine."
    assert main(["list"]) == 0
    assert capsys.readouterr().err == f"{sentence}\n"
    (warning,) = [check for check in run_checks() if check.id == "matches.W001"]
    assert warning.msg == sentence
    assert not warning.is_serious()


def test_all_games_of_an_installed_package_are_checked_by_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "Two_Games-1.dist-info").mkdir()
    (tmp_path / "Two_Games-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: Two_Games\nVersion: 1\n")
    points = f"[{GROUP}]\nconnect-four = connect_four:GAME\nhopscotch = hopscotch:GAME\n"
    (tmp_path / "Two_Games-1.dist-info" / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(tmp_path)
    refused = Refusal("hopscotch", "hopscotch:GAME", "it has no engine", "Two_Games")
    monkeypatch.setattr(registry, "REFUSALS", (refused,))
    passed = "connect-four: every check passed in 1 random matches\n"
    with sample_games.installed():
        assert main(["check", "two-games", "--matches", "1"]) == 1
        assert capsys.readouterr().out == f"{refused}\n{passed}"
        assert main(["check", "hopscotch"]) == 1
        assert capsys.readouterr().out == f"{refused}\n"
        monkeypatch.setattr(registry, "REFUSALS", ())
        assert main(["check", "two.games", "--matches", "1"]) == 0
        assert capsys.readouterr().out == passed
    assert main(["check", "three-games"]) == 2
    assert "no game and no installed package with games is named 'three-games'" in capsys.readouterr().err


def test_packages_bring_translations_or_it_is_said_how_to_install_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "catalogues").mkdir()
    monkeypatch.setitem(registry._PACKAGES, "newcomer", GamePackage(engines=(Newcomer(),), site=tmp_path))  # type: ignore[arg-type]
    assert registry.list_catalogues() == [tmp_path / "catalogues"]
    monkeypatch.setattr(registry, "entry_points", lambda **_: ())
    with pytest.raises(registry.NoGames, match="run `make install`"):
        registry._load_installed()


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "engines" / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(example, {})
    view, last = capsys.readouterr().out.splitlines()
    assert "order-and-chaos" in view
    assert last == "The record is valid."


@pytest.mark.prove
def test_the_wheel_has_the_engines_with_their_data_and_nothing_else(tmp_path: Path) -> None:
    build = "from setuptools.build_meta import build_wheel; import sys; build_wheel(sys.argv[1])"
    source = tmp_path / "source"
    copied = ["pyproject.toml", "LICENSE", "engines", "matches"]
    source.mkdir()
    subprocess.run(["cp", "-r", *(str(ROOT / name) for name in copied), str(source)], check=True)
    subprocess.run([sys.executable, "-c", build, str(tmp_path)], cwd=source, check=True, capture_output=True)
    (file,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(file) as wheel:
        names = set(wheel.namelist())
        metadata = next(wheel.read(name).decode() for name in names if name.endswith(".dist-info/METADATA"))
    wanted = {path.relative_to(ROOT).as_posix() for path in (ROOT / "engines").rglob("*") if path.is_file()}
    assert {name for name in names if ".dist-info/" not in name} == {name for name in wanted if "__pycache__" not in name}
    required = re.findall(r"^Requires-Dist: (.*)$", metadata, re.MULTILINE)
    assert [line for line in required if "extra ==" not in line] == ["cryptography"]
