"""Discord, GitHub, Google, Lichess and an OpenID Connect provider as they are documented, without a network.

Tokens are signed, PKCE is checked and codes are good once. A test changes `person` (who is signed in at the provider) or
spoils an answer.
"""

import json
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import jwt
import requests
from cryptography.hazmat.primitives.asymmetric import rsa
from requests.adapters import BaseAdapter

CLUB = "https://login.club.example"
VARIABLES = {
    **{f"SIGN_IN_{name}_ID": "league-zero" for name in ("DISCORD", "GITHUB", "GOOGLE", "LICHESS", "CLUB")},
    **{f"SIGN_IN_{name}_SECRET": "shh" for name in ("DISCORD", "GITHUB", "GOOGLE", "CLUB")},
    "SIGN_IN_CLUB_URL": CLUB, "SIGN_IN_CLUB_NAME": "The Club",
}  # fmt: skip
AUTHORIZE = {
    "discord": "https://discord.com/api/oauth2/authorize", "github": "https://github.com/login/oauth/authorize",
    "google": "https://accounts.google.com/o/oauth2/v2/auth", "lichess": "https://lichess.org/oauth",
    "club": f"{CLUB}/authorize",
}  # fmt: skip
TOKENS = {
    "https://discord.com/api/oauth2/token", "https://github.com/login/oauth/access_token",
    "https://oauth2.googleapis.com/token", "https://lichess.org/api/token", f"{CLUB}/token",
}  # fmt: skip
ISSUERS = {"https://oauth2.googleapis.com/token": "https://accounts.google.com", f"{CLUB}/token": CLUB}


@cache
def key(number: int) -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


class FakeProvider(BaseAdapter):
    """All providers at once; `person` is signed in at each of them."""

    def __init__(self) -> None:
        super().__init__()
        self.person: dict[str, Any] = {"id": "4711", "name": "ada", "email": "ada@mail.example", "verified": True}
        self.claims: dict[str, Any] = {}
        """Claims of tokens that differ from the right ones."""
        self.key_number = 0
        self.spoil: Callable[[str, Any], Any] = lambda url, answer: answer
        self._codes: dict[str, dict[str, str]] = {}

    def authorize(self, url: str) -> str:
        """Agree on the provider's page; return the address to which it sends the browser back."""
        asked = dict(parse_qsl(urlsplit(url).query))
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_hex(8)
        self._codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def send(self, request: requests.PreparedRequest, **_: Any) -> requests.Response:
        url = str(request.url).partition("?")[0]
        form = {name: values[0] for name, values in parse_qs(str(request.body or "")).items()}
        answer = self.spoil(url, self._tokens(url, form) if url in TOKENS else self._facts()[url])
        response = requests.Response()
        response.status_code = answer if isinstance(answer, int) else 200
        response._content = json.dumps(answer).encode() if not isinstance(answer, bytes) else answer
        response.headers["content-type"] = "application/json"
        response.url = url
        return response

    def close(self) -> None:
        pass

    def _tokens(self, url: str, form: dict[str, str]) -> Any:
        asked = self._codes.pop(form["code"], None)
        challenge = urlsafe_b64encode(sha256(form.get("code_verifier", "").encode()).digest()).decode().rstrip("=")
        if asked is None or asked["code_challenge"] != challenge or asked["redirect_uri"] != form["redirect_uri"]:
            return 400
        answer = {"access_token": "token", "token_type": "Bearer"}
        if url in ISSUERS:
            answer["id_token"] = self._sign(ISSUERS[url], asked.get("nonce"))
        return answer

    def _sign(self, issuer: str, nonce: str | None) -> str:
        told = {
            "iss": issuer, "aud": "league-zero", "sub": self.person["id"], "exp": int(time.time()) + 60, "nonce": nonce,
            "email": self.person["email"], "email_verified": self.person["verified"],
        }  # fmt: skip
        return jwt.encode(told | self.claims, key(self.key_number), "RS256", {"kid": "one"})

    def _facts(self) -> dict[str, Any]:
        name, email = self.person["name"], self.person["email"]
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key(0).public_key()))
        return {
            "https://discord.com/api/users/@me":
                {"id": self.person["id"], "username": name, "email": email, "verified": self.person["verified"]},
            "https://api.github.com/user": {"id": int(self.person["id"]), "login": name, "email": None},
            "https://api.github.com/user/emails":
                [{"email": email, "primary": True, "verified": self.person["verified"]}],
            "https://lichess.org/api/account": {"id": self.person["id"], "username": name},
            "https://lichess.org/api/account/email": {"email": email},
            f"{CLUB}/.well-known/openid-configuration": {
                "issuer": CLUB, "authorization_endpoint": f"{CLUB}/authorize", "token_endpoint": f"{CLUB}/token",
                "userinfo_endpoint": f"{CLUB}/userinfo", "jwks_uri": f"{CLUB}/keys",
            },
            f"{CLUB}/keys": {"keys": [{**public, "kid": "one", "alg": "RS256"}]},
            f"{CLUB}/userinfo": {
                "sub": self.person["id"], "preferred_username": name, "email": email,
                "email_verified": self.person["verified"],
            },
        }  # fmt: skip
