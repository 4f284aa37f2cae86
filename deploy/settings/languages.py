"""Languages: which there are, which this site offers, and where their messages stand."""

from deploy.settings.env import ROOT, env

LANGUAGE_CODE = "en"
USE_I18N = True
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
"""Every language that has catalogues, by its own name."""
LANGUAGES_OFFERED: list[str] = env.list("LANGUAGES_OFFERED", default=["en", "de"])
"""Those that readers may choose from, the first of them for whoever asks for none. `en`: English alone."""

CATALOGUES = ROOT / "league" / "languages" / "catalogues"
AREAS = ("engines", "matches", "scripts", "pages", "events", "seasons", "people", "data")
"""Parts of the code, each with a catalogue of its own, so that people can translate side by side."""
LOCALE_PATHS = [CATALOGUES / area for area in AREAS]

FORMAT_MODULE_PATH = ["league.languages.formats"]
LANGUAGE_COOKIE_NAME = "language"

if not LANGUAGES_OFFERED or not set(LANGUAGES_OFFERED) <= {code for code, _ in LANGUAGES}:
    raise SystemExit(f"LANGUAGES_OFFERED must list some of {', '.join(code for code, _ in LANGUAGES)}.")
