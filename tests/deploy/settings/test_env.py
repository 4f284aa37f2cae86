"""Production starts only with settings of its own, and says in words what is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.settings.env import ROOT, find_faults
from deploy.settings.sign_in import build_providers

EXAMPLE = ROOT / "deploy" / "production.env.example"
KEY = "0123456789abcdef" * 4
GOOD = {
    "SECRET_KEY": KEY, "RECORD_KEY": KEY[::-1], "DATABASE_URL": "postgres://league:pass@db/league",
    "REDIS_URL": "redis://broker:6379/0", "ALLOWED_HOSTS": "league.test", "SITE_URL": "https://league.test",
    "EMAIL_URL": "smtp+tls://user:pass@mail.test:587",
}  # fmt: skip
TRIAL = {"PLAIN_HTTP": "1", "ALLOWED_HOSTS": "localhost,127.0.0.1", "SITE_URL": "http://localhost:8000"}


def example() -> dict[str, str]:
    lines = [line for line in EXAMPLE.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def run(folder: Path, *words: str, **given: str) -> subprocess.CompletedProcess[str]:
    file = folder / "production.env"
    file.write_text("".join(f"{name}={value}\n" for name, value in given.items()))
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True,
        env={**kept, "ENV_FILE": str(file), "VAR_DIR": str(folder / "var")},
    )  # fmt: skip


def test_settings_of_ones_own_are_good() -> None:
    assert find_faults(GOOD) == []
    assert find_faults({**GOOD, "ALLOWED_HOSTS": ".test", "METRICS_TOKEN": KEY, "HTTPS": "on"}) == []


BAD = {
    "SECRET_KEY": ("", "a" * 60, f"django-insecure-{KEY}"),
    "RECORD_KEY": ("", "0" * 64, KEY[:-1], f"{KEY},", f"{KEY},{KEY}"), "METRICS_TOKEN": ("short",),
    "DATABASE_URL": ("", "sqlite:///league.sqlite3"), "REDIS_URL": ("",), "ALLOWED_HOSTS": ("league.test,*",),
    "SITE_URL": ("http://league.test", "https://other.test"), "EMAIL_URL": ("", "consolemail://"), "DEBUG": ("True",),
    "HTTPS": ("0",),
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in BAD.items() for value in values])
def test_each_fault_is_one_sentence_that_names_the_setting(name: str, value: str) -> None:
    (sentence,) = find_faults({**GOOD, name: value})
    assert name in sentence


def test_plain_http_is_for_this_machine_alone() -> None:
    assert find_faults({**GOOD, **TRIAL, "EMAIL_URL": ""}) == []
    told = find_faults({**GOOD, "PLAIN_HTTP": "1", "SITE_URL": "http://league.test"})
    assert told == ["PLAIN_HTTP is only for a trial on one machine: limit ALLOWED_HOSTS to localhost and 127.0.0.1."]


def test_the_example_is_refused_until_every_placeholder_is_replaced() -> None:
    told = " ".join(find_faults(example()))
    for name in ("SECRET_KEY", "RECORD_KEY", "DATABASE_URL", "ALLOWED_HOSTS", "SITE_URL", "EMAIL_URL"):
        assert name in told
    assert find_faults({**example(), **GOOD}) == []


def test_no_process_starts_with_defaults(tmp_path: Path) -> None:
    """Every entrance imports the settings first: pages, workers and commands alike."""
    done = run(tmp_path, "-c", "import deploy.settings", PRODUCTION="1")
    assert done.returncode == 1
    assert done.stderr.startswith("League Zero can't start in production. Fix these settings:\n- SECRET_KEY")
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "var" / "secret-key").exists()


def test_a_file_of_settings_that_is_not_there_is_said() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import deploy.settings"], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "ENV_FILE": "/nowhere/production.env"},
    )  # fmt: skip
    assert (done.returncode, done.stderr.strip()) == (
        1, "ENV_FILE names /nowhere/production.env, which doesn't exist or can't be read.",
    )  # fmt: skip


def test_the_deployment_check_finds_nothing(tmp_path: Path) -> None:
    words = ["manage.py", "check", "--deploy", "--tag", "security", "--fail-level", "WARNING"]
    done = run(tmp_path, *words, **{**example(), **GOOD, "VAR_DIR": str(tmp_path / "var")})
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize(
    ("names", "variables", "sentence"),
    [
        (["discord"], {}, "set SIGN_IN_DISCORD_ID"), (["discord"], {"SIGN_IN_DISCORD_ID": "1"}, "set SIGN_IN_DISCORD_SECRET"),
        (["club"], {"SIGN_IN_CLUB_ID": "1", "SIGN_IN_CLUB_SECRET": "2"}, "set SIGN_IN_CLUB_URL"),
        (["lichess", "lichess"], {"SIGN_IN_LICHESS_ID": "1"}, "listed once"), (["The Club"], {}, "lowercase"),
        (["new"], {}, "listed once"),
    ],
)  # fmt: skip
def test_a_missing_setting_of_sign_in_elsewhere_is_named(names: list[str], variables: dict[str, str], sentence: str) -> None:
    with pytest.raises(SystemExit, match=sentence):
        build_providers(names, variables)
