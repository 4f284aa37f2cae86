"""Each command that is named, in a block or in a sentence, is there with every option that is shown."""

import importlib.util
import json
import re
import shlex
from pathlib import Path

import pytest
from django.core.management import CommandError, get_commands, load_command_class
from django.urls import Resolver404, resolve

from deploy.settings.env import ROOT
from engines.__main__ import UsageError, _build_parser
from tests.docs.blocks import code, commands

MAKE = re.compile(r"(?:^|\s)make ([a-z-]+)")
MANAGE = re.compile(r"manage\.py ([a-z_]+)(.*)")
MODULE = re.compile(r"python -m ([a-z_.]+)(.*)")
SCRIPT = re.compile(r"(?<!\S)((?:deploy|docs|tests)/[\w./-]+\.(?:py|trf|env|example)|deploy/systemd/[\w-]+)(?!\S)")
UNIT = re.compile(r"\b(league-zero(?:-[a-z]+)?(?:@|\.target|\.timer|\.service)?)")
DOOR = re.compile(r"^(?:(GET|POST|PATCH|PUT|DELETE) (?!/stream)(?:/api/v1/)?|/api/v1/)(\S+?)(?:\?\S*)?$")
PART = re.compile(r"^[a-z][a-z-]*/(?:[\w-]+/)*(?:\?\S*)?$")
FILE = re.compile(r"^(?:/(?!api)\S+|[a-z]+/\S+)\.(?:csv|json|trf|ics|toml)$")
"""A path, or in the guide to the API what stands below `/api/v1/`."""
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
NAMED = list(commands())
"""All of them; a shell's redirection and comment is no part of a command."""


def arguments(text: str) -> list[str]:
    words = shlex.split(re.split(r"\s(?:#|>|\|)\s", f" {text} ")[0])
    return [{"N": "1"}.get(one, one) for one in words]


def named(pattern: re.Pattern[str]) -> list[tuple[str, re.Match[str]]]:
    found = [(one.where, match) for one in NAMED for match in pattern.finditer(one.words)]
    assert found, pattern
    return found


def test_every_target_of_make_is_there() -> None:
    for where, match in named(MAKE):
        assert match[1] in TARGETS, where


def test_every_command_of_the_site_takes_what_is_shown() -> None:
    """One without arguments in a sentence is only named."""
    known = get_commands()
    for where, match in named(MANAGE):
        app = known.get(match[1])
        assert app is not None, f"{where}: there is no manage.py {match[1]}."
        if given := arguments(match[2]):
            try:
                load_command_class(str(app), match[1]).create_parser("manage.py", match[1]).parse_args(given)
            except (CommandError, SystemExit) as wrong:
                pytest.fail(f"{where}: manage.py {match[1]} does not take {given}: {wrong}")


def test_every_command_of_ours_stands_in_the_operators_guide_or_another() -> None:
    ours = {name for name, app in get_commands().items() if str(app) in ("deploy", "league", "matches")}
    missing = ours - {match[1] for _, match in named(MANAGE)} - {"demo"}  # which `make run` gives
    assert not missing, f"{sorted(missing)}: say in docs/operating.md what they are for."


def test_every_command_of_the_engines_takes_what_is_shown() -> None:
    for where, match in named(MODULE):
        if match[1] == "engines" and (given := arguments(match[2])):
            try:
                _build_parser().parse_args(given)
            except (UsageError, SystemExit) as wrong:
                pytest.fail(f"{where}: engines does not take {given}: {wrong}")


def test_every_module_that_is_run_is_there_and_has_the_options_shown() -> None:
    for where, match in named(MODULE):
        found = importlib.util.find_spec(match[1])
        assert found is not None, f"{where}: there is no module {match[1]}."
        if match[1].startswith(("docs.", "tests.", "deploy.")):
            source = _source(Path(str(found.origin)))
            for option in (one for one in arguments(match[2]) if one.startswith("--")):
                declared = f'"{option}"', f"{option[2:].replace('-', '_')}="  # for argparse, or tests.load.measure
                assert any(name in source for name in declared), f"{where}: {match[1]} has no option {option}."


def _source(origin: Path) -> str:
    main = origin.with_name("__main__.py")
    return (main if origin.name == "__init__.py" and main.exists() else origin).read_text()


def test_every_script_that_is_run_is_there() -> None:
    for where, match in named(SCRIPT):
        assert (ROOT / match[1]).exists(), where


def test_every_unit_that_is_named_is_there() -> None:
    there = {one.name for one in (ROOT / "deploy" / "systemd").iterdir()}
    for one in NAMED:
        if re.search(r"\b(?:systemctl|journalctl)\b", one.words):
            for unit in UNIT.findall(one.words):
                assert {unit, f"{unit}.service", f"{unit}.timer"} & there, (one.where, unit)


def test_every_endpoint_that_is_named_is_in_the_schema() -> None:
    """Numbers, names in capitals and examples stand for any; a beginning is enough where no method is named."""
    paths = json.loads((ROOT / "docs" / "openapi.json").read_text())["paths"]
    known = {path: re.compile(re.sub(r"\{\w+\}", "[^/]+", path.removeprefix("/api/v1/"))) for path in paths}
    # That page is made from the addresses themselves, those of pages among them.
    told = [one for one in code() if not one.where.startswith("docs/permissions.md")]
    endpoints = [(one.where, match) for one in told if (match := DOOR.match(one.words))]
    assert len(endpoints) > 10
    for where, match in endpoints:
        fits = [path for path, pattern in known.items() if pattern.fullmatch(match[2])]
        if match[1] is None:
            fits += [path for path in paths if path.startswith(f"/api/v1/{match[2]}")]
        assert fits, f"{where}: there is no endpoint {match[2]}."
        assert match[1] is None or any(match[1].lower() in paths[path] for path in fits), f"{where}: {match[0]}"


def test_every_part_of_an_endpoint_that_the_api_guide_names_is_one() -> None:
    """Such as `terms/`: below what stands beside it."""
    known = [path.strip("/").split("/") for path in json.loads((ROOT / "docs" / "openapi.json").read_text())["paths"]]
    parts = [one for one in code() if one.where.startswith("docs/api.md") and PART.match(one.words)]
    assert len(parts) > 15
    for one in parts:
        steps = one.words.partition("?")[0].strip("/").split("/")
        assert any(_within(steps, path) for path in known), f"{one.where}: no endpoint has {one.words}."


def _within(steps: list[str], path: list[str]) -> bool:
    """Whether a path of the schema has these steps in a row; what it has in braces is any step but the first."""
    begins = [at for at, there in enumerate(path) if there == steps[0] and at + len(steps) <= len(path)]
    return any(
        all(there.startswith("{") or there == one for one, there in zip(steps, path[at:], strict=False)) for at in begins
    )


def test_every_file_that_is_named_has_an_address() -> None:
    found = [one for one in code() if FILE.match(one.words) and (one.words[0] == "/" or one.where.startswith("docs/api.md"))]
    found = [one for one in found if not (ROOT / "docs" / one.words.lstrip("/")).exists()]
    assert len(found) > 8
    for one in found:
        path = one.words if one.words[0] == "/" else f"/api/v1/{one.words}"
        try:
            resolve(path.replace("TABLE", "sides").replace("SLUG", "demo-league"))
        except Resolver404:
            pytest.fail(f"{one.where}: nothing is at {one.words}.")
