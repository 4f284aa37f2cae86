"""What allauth shows of this site and of players in authenticator apps and on passkeys."""

import qrcode
from allauth.mfa.adapter import DefaultMFAAdapter
from qrcode.image.svg import SvgPathFillImage

from league.people.models import Player

SITE_NAME = "League Zero"


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Names for apps, and the drawing of a key."""

    def _get_user_identifier(self, user: Player) -> str:
        """Return the username, not the email address."""
        return user.username

    def _get_site_name(self) -> str:
        return SITE_NAME

    def build_totp_svg(self, url: str) -> str:
        """Return a QR code for a page. Always dark on white: apps cannot read inverted codes."""
        return str(qrcode.make(url, image_factory=SvgPathFillImage, border=4).to_string(encoding="unicode"))
