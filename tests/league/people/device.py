"""A device with passkeys, as WebAuthn (level 2) describes it: one key pair for each account that it was given."""

import json
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


@dataclass
class Device:
    origin: str = "https://testserver"
    verifies: bool = True
    """Whether it asks its user for a PIN or a fingerprint."""
    owner: str = ""
    """The handle of the account, as the site gave it."""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def create(self, options: dict[str, Any]) -> str:
        """The answer of `navigator.credentials.create`."""
        asked = options["publicKey"]
        self.owner = asked["user"]["id"]
        public = cbor.encode(dict(ES256.from_cryptography_key(self.key.public_key())))
        data = self._data(asked["rp"]["id"], WITH_KEY) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer("webauthn.create", asked, attestationObject=attestation)

    def get(self, options: dict[str, Any], **changes: Any) -> str:
        """The answer of `navigator.credentials.get`."""
        asked = options["publicKey"]
        data = self._data(asked["rpId"])
        client = self._client("webauthn.get", asked)
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer("webauthn.get", asked, **{"authenticatorData": data, "signature": signature, **changes})

    def _data(self, site: str, flags: int = 0) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verifies else 0)
        return sha256(site.encode()).digest() + bytes([flags]) + bytes(4)

    def _client(self, kind: str, asked: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": asked["challenge"], "origin": self.origin}).encode()

    def _answer(self, kind: str, asked: dict[str, Any], **parts: Any) -> str:
        response = {name: websafe_encode(part) if isinstance(part, bytes) else part for name, part in parts.items()}
        response.setdefault("clientDataJSON", websafe_encode(self._client(kind, asked)))
        response.setdefault("userHandle", self.owner)
        name = websafe_encode(self.id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}})
