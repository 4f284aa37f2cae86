"""Re-encoding of uploaded images, which removes everything but the picture."""

import io
from dataclasses import dataclass

from PIL import Image, ImageOps

from engines.i18n import translate as _
from matches.errors import ActionError

MAX_BYTES = 5_000_000
MAX_PIXELS = 40_000_000
MAX_SIDE = 2400
"""Longest side of a stored image in pixels."""
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
QUALITY = 82


@dataclass(frozen=True, slots=True)
class StoredImage:
    """A re-encoded image."""

    content: bytes
    width: int
    height: int


def reencode_image(content: bytes) -> StoredImage:
    """Return the first frame of the image as WebP, upright and without metadata. Raises ActionError.

    The header is read before the pixels, so that a small file can't unpack to a huge picture.
    """
    if not content:
        raise ActionError("no-image", _("Choose an image first."), "image")
    if len(content) > MAX_BYTES:
        raise ActionError(
            "too-large", _("The image is larger than {size} MB. Choose a smaller one.", size=MAX_BYTES // 1_000_000), "image"
        )
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as image:
            width, height = image.size
            if width * height > MAX_PIXELS:
                most = MAX_PIXELS // 1_000_000
                raise ActionError(
                    "too-large", _("The image has more than {most} million pixels. Choose a smaller one.", most=most), "image"
                )
            image.verify()
        with Image.open(io.BytesIO(content), formats=FORMATS) as image:
            image.draft("RGB", (MAX_SIDE, MAX_SIDE))  # JPEG is decoded at a smaller size, which saves memory
            image.load()
            has_alpha = "A" in image.getbands() or "transparency" in image.info
            picture = ImageOps.exif_transpose(image).convert("RGBA" if has_alpha else "RGB")
    except ActionError:
        raise
    except Exception as error:  # Pillow's decoders raise errors of many kinds
        text = _("This file isn't an image that can be read. Send a JPEG, PNG, WebP or GIF.")
        raise ActionError("bad-image", text, "image") from error
    picture.thumbnail((MAX_SIDE, MAX_SIDE))
    picture.info.clear()
    output = io.BytesIO()
    picture.save(output, "WEBP", quality=QUALITY)
    return StoredImage(output.getvalue(), *picture.size)
