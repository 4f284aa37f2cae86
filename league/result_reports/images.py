"""Re-encoding of uploaded images, which removes everything but the picture."""

import io
import logging
from dataclasses import dataclass

from PIL import Image

from engines.i18n import translate as _
from league.result_reports.image_process import FORMATS, CannotDecode, reencode_in_process
from matches.errors import ActionError

logger = logging.getLogger(__name__)
MAX_BYTES = 5_000_000
MAX_PIXELS = 12_000_000
MAX_PIXELS_JPEG = 40_000_000
"""Cameras make such pictures, and their decoder reduces them while it reads."""


@dataclass(frozen=True, slots=True)
class StoredImage:
    """A re-encoded image."""

    content: bytes
    width: int
    height: int


def reencode_image(content: bytes) -> StoredImage:
    """Return the first frame of the image as WebP, upright and without metadata. Raises ActionError and Overloaded.

    Only the header is read here, so that a small file can't unpack to a huge picture.
    """
    if not content:
        raise ActionError("no-image", _("Choose an image first."), "image")
    if len(content) > MAX_BYTES:
        raise ActionError(
            "too-large", _("The image is larger than {size} MB. Choose a smaller one.", size=MAX_BYTES // 1_000_000), "image"
        )
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as image:
            (width, height), most = image.size, MAX_PIXELS_JPEG if image.format == "JPEG" else MAX_PIXELS
    except Exception as error:  # Pillow's parsers raise errors of many kinds
        raise _build_unreadable_error() from error
    if width * height > most:
        text = _("The image has more than {most} million pixels. Choose a smaller one.", most=most // 1_000_000)
        raise ActionError("too-large", text, "image")
    try:
        stored = reencode_in_process(content)
    except CannotDecode as error:
        logger.info("an image of %s bytes can't be decoded: %s", len(content), error)
        raise _build_unreadable_error() from error
    with Image.open(io.BytesIO(stored), formats=["WEBP"]) as image:
        return StoredImage(stored, *image.size)


def _build_unreadable_error() -> ActionError:
    text = _("This file isn't an image that can be read. Send a JPEG, PNG, WebP or GIF.")
    return ActionError("bad-image", text, "image")
