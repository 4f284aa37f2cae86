"""Applications, middleware, templates, static files, languages and mail."""

from contextlib import suppress
from pathlib import Path

from django.conf.locale import LANG_INFO

from deploy.settings.env import PRODUCTION, ROOT, VAR, env
from engines import registry

DEBUG = env.bool("DEBUG", default=False)
ROOT_URLCONF = "deploy.urls"
AUTH_USER_MODEL = "league.Player"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "deploy.apps.DeployConfig",
    "league.apps.LeagueConfig",
    "matches.apps.MatchesConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.discord",
    "allauth.socialaccount.providers.github",
    "allauth.socialaccount.providers.google",
    "allauth.socialaccount.providers.lichess",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.mfa",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "corsheaders",
]

MIDDLEWARE = [
    "matches.hot_path.acknowledgement.AcknowledgeMoves",
    "deploy.middleware.HeadAsGet",
    "django.middleware.security.SecurityMiddleware",
    "deploy.static_files.StaticFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "league.languages.middleware.ViewerLanguageMiddleware",
    "deploy.middleware.IdBoundsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "matches.api.caching.ApiETagMiddleware",
    "league.people.csrf.CsrfCookieMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.account.sessions.SessionTrackingMiddleware",
    "league.throttling.PageThrottleMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

_FROM_DISK = ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"]
"""Loaders that read templates on every use with DEBUG, otherwise once."""
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "loaders": _FROM_DISK if DEBUG else [("django.template.loaders.cached.Loader", _FROM_DISK)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.header.context.header",
                "league.languages.scripts.language_context",
            ],
            "libraries": {
                "gamer_words": "league.gamers.template_filters",
                "declines": "league.lobby.declines",
                "places": "league.nav_tags",
                "scripts": "matches.assets",
                "sentences": "league.languages.sentences",
            },
        },
    }
]

TIME_ZONE = "UTC"
USE_TZ = True

LANGUAGE_CODE = "en"
USE_I18N = True
CATALOGUES = ROOT / "league" / "languages" / "catalogues"
_CODES = ["en", *sorted(folder.name for folder in (CATALOGUES / "pages").iterdir() if folder.is_dir())]
LANGUAGES = [(code, LANG_INFO[code]["name_local"].capitalize()) for code in _CODES]
"""English, and every language with a folder of catalogues, each under its own name."""
LANGUAGES_OFFERED: list[str] = env.list("LANGUAGES_OFFERED", default=_CODES)
"""The languages readers may choose from; the first is the default. `en`: English only."""
LOCALE_PATHS = [*sorted(CATALOGUES.iterdir()), *registry.list_catalogues()]
"""One for each area of the code, so that translators can work in parallel, and those of installed games."""
FORMAT_MODULE_PATH = ["league.languages.formats"]
LANGUAGE_COOKIE_NAME = "language"

if not LANGUAGES_OFFERED or not set(LANGUAGES_OFFERED) <= {code for code, _ in LANGUAGES}:
    raise SystemExit(f"LANGUAGES_OFFERED must list one or more of {', '.join(code for code, _ in LANGUAGES)}.")

STATIC_URL = "static/"
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.AppDirectoriesFinder", "matches.game_files.GameFilesFinder"]
STATIC_ROOT = Path(env("STATIC_ROOT", default=str(VAR / "static")))
with suppress(OSError):  # The folder exists and belongs to another user.
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
# Images that players attach to reported results; never served as files, only by pages that check who asks.
MEDIA_ROOT = Path(env("MEDIA_ROOT", default=str(VAR / "media")))
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # With DEBUG files may change at any moment, so URLs carry no fingerprint.
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "deploy.static_files.FingerprintedStorage"
    },
}
# Tests and commands need no collectstatic: files that have not been collected are served from the app folders.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "league.api_tokens.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["matches.api.throttling.ApiThrottle"],
    "DEFAULT_PERMISSION_CLASSES": [
        "matches.api.permissions.IdBounds",
        "league.api_tokens.scopes.HasScope",
        "matches.api.permissions.KnownQueryParameters",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["matches.api.validation.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "matches.api.errors.api_exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "URL_FORMAT_OVERRIDE": None,
}

# Other sites may read public data: without cookies, tokens or writes.
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["accept", "accept-language", "if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "Link", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After"]

SPECTACULAR_SETTINGS = {
    "TITLE": "League Zero",
    "DESCRIPTION": "Everything that the site does, for programs. Sign in with a token from your account page:"
    " `Authorization: Bearer lz_...`. Changes are streamed at `/stream` (see the API guide).",
    "VERSION": "1",
    # OpenAPI 3.0 cannot declare a $ref as nullable.
    "OAS_VERSION": "3.1.0",
    "SORT_OPERATIONS": True,
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "league.api_schema.complete_schema"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "LeagueRole": "league.leagues.models.Role",
        "SeasonPhase": "league.seasons.models.Phase",
        "WindowKind": "league.seasons.models.WindowKind",
        "PaymentKind": "league.seasons.models.PaymentKind",
        "DraftKind": "league.drafts.models.DraftKind",
        "DraftStatus": "league.drafts.models.DraftStatus",
        "TradeStatus": "league.seasons.market_models.TradeStatus",
        "WaiverStatus": "league.seasons.market_models.WaiverStatus",
        "EntrantStatus": "league.events.models.EntrantStatus",
        "EventStatus": "league.events.models.EventStatus",
        "PairingResultCode": ["1-0", "1/2-1/2", "0-1", "0-0", "1F-0F", "0F-1F", "0F-0F"],
        "OptionKind": ["flag", "number", "pick", "structure"],
        "MoneyKind": ["grant", "fine"],
        "ReportStatus": "league.result_reports.rules.ReportStatus",
        "ReportPolicy": "league.events.models.ReportPolicy",
        "NoticeKind": "league.notifications.kinds.Kind",
        "WebhookService": "league.webhooks.services.registry.Service",
        "DeliveryStatus": "league.webhooks.models.DeliveryStatus",
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)-7s %(name)s: %(message)s", "datefmt": "%H:%M:%S"},
        "json": {"()": "deploy.logs.JsonFormatter"},
    },
    "filters": {"database": {"()": "deploy.logs.DatabaseErrorFilter"}, "warn": {"()": "deploy.logs.WarnOnly"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["database"],
            "formatter": env("LOG_FORMAT", default="json" if PRODUCTION else "line"),
        },
        "counted": {"class": "deploy.metrics.CountErrors", "level": "ERROR"},
    },
    "root": {"handlers": ["console", "counted"], "level": env("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"filters": ["warn"]},
        "celery.worker.strategy": {"level": "WARNING"},
        # Would log the id of each new passkey.
        "fido2": {"level": "WARNING"},
        # Both would log URLs of webhooks and push services, which are secrets.
        "httpx2": {"level": "WARNING"},
        "httpcore2": {"level": "WARNING"},
        # uvicorn configures its own logging before it imports these settings.
        "uvicorn": {"handlers": ["console", "counted"], "level": "WARNING", "propagate": False},
        "uvicorn.error": {"level": "WARNING"},
    },
}

FIND_PLAYER_ID = "league.api_tokens.authentication.find_player_id"
"""Finds the player of a stream or move by its headers; a dotted path, as `matches` may not import `league`."""
SIGN_IN_GUEST = "league.people.sessions.sign_in_guest"
"""Creates a guest account for a visitor who takes a seat; a dotted path, as `matches` may not import `league`."""

_MAIL = env.email_url("EMAIL_URL", default="consolemail://")
"""For example smtp+tls://user:password@mail.example.org:587. The default prints emails to the console."""
EMAIL_BACKEND = _MAIL["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = _MAIL.get("EMAIL_HOST") or "localhost", _MAIL.get("EMAIL_PORT") or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _MAIL.get("EMAIL_HOST_USER") or "", _MAIL.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = _MAIL.get("EMAIL_USE_TLS", False), _MAIL.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env("MAIL_FROM", default="League Zero <league-zero@localhost>")

SITE_URL = env("SITE_URL", default=f"http://127.0.0.1:{env.int('PORT', default=8000)}").rstrip("/")
"""The base URL of links in emails. Never taken from a request, whose Host header a client can forge."""
PASSWORD_RESET_TIMEOUT = 3600 * 2

WEBHOOKS_LOCAL = env.bool("WEBHOOKS_LOCAL", default=False)
"""For development only: webhooks may use http and addresses of this machine and its network."""
