"""Decoding of an uploaded image in a process of its own, with bounded time and memory. The web process only waits."""

import io
import sys
from threading import BoundedSemaphore

from matches.costly_work import costly_work, take_turn
from matches.limited_process import ProcessStopped, limit_resources, run_module

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MAX_SIDE = 2400
"""Longest side of a stored image in pixels."""
QUALITY = 82
CPU_S = 5
WALL_S = 10.0
MEMORY_BYTES = 768 << 20
NICE = 10
_decoding = BoundedSemaphore(1)


class CannotDecode(Exception):
    """The file is no image that can be read within the limits."""


def reencode_in_process(content: bytes) -> bytes:
    """Return the image as WebP. One at a time is decoded. Raises CannotDecode, and Overloaded while others wait."""
    with costly_work(), take_turn(_decoding):
        try:
            return run_module("league.result_reports.image_process", content, wall_s=WALL_S)
        except (ProcessStopped, RuntimeError) as error:
            raise CannotDecode(str(error)) from error


def reencode(content: bytes) -> bytes:
    """Return the first frame of the image as WebP, upright, at most MAX_SIDE long, without metadata."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(content), formats=FORMATS) as image:
        image.verify()
    with Image.open(io.BytesIO(content), formats=FORMATS) as image:
        image.draft("RGB", (MAX_SIDE, MAX_SIDE))  # JPEG is decoded at a smaller size, which saves memory
        has_alpha = "A" in image.getbands() or "transparency" in image.info
        ImageOps.exif_transpose(image, in_place=True)
        picture = image.convert("RGBA" if has_alpha else "RGB")
    picture.thumbnail((MAX_SIDE, MAX_SIDE))
    picture.info.clear()
    output = io.BytesIO()
    picture.save(output, "WEBP", quality=QUALITY)
    return output.getvalue()


def main() -> None:
    """Re-encode the image on standard input to standard output."""
    limit_resources(cpu_s=CPU_S, memory_bytes=MEMORY_BYTES, nice=NICE)
    sys.stdout.buffer.write(reencode(sys.stdin.buffer.read()))


if __name__ == "__main__":
    main()
