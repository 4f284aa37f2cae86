"""Letters and the second factor. Without EMAIL_URL letters are printed where the site runs."""

from deploy.settings.env import env

_MAIL = env.email_url("EMAIL_URL", default="consolemail://")
"""For example smtp+tls://user:password@mail.example.org:587"""
EMAIL_BACKEND = _MAIL["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = _MAIL.get("EMAIL_HOST") or "localhost", _MAIL.get("EMAIL_PORT") or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _MAIL.get("EMAIL_HOST_USER") or "", _MAIL.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = _MAIL.get("EMAIL_USE_TLS", False), _MAIL.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env("MAIL_FROM", default="League Zero <league-zero@localhost>")

SITE_URL = env("SITE_URL", default=f"http://127.0.0.1:{env.int('PORT', default=8000)}").rstrip("/")
"""Where the links in letters lead. Never taken from a request: whoever sends one may invent its host."""
PASSWORD_RESET_TIMEOUT = 3600 * 2

OTP_TOTP_ISSUER = "League Zero"
OTP_TOTP_THROTTLE_FACTOR = OTP_STATIC_THROTTLE_FACTOR = 0
"""Their own waiting is one for all browsers, so strangers could use it up. See
`league.people.actions.login_throttling`."""
OTP_ADMIN_HIDE_SENSITIVE_DATA = True
