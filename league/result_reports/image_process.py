"""Decoding of an uploaded image in a process of its own, with bounded time and memory. The web process only waits."""

import io
import os
import resource
import subprocess
import sys
from pathlib import Path
from threading import Lock

from matches.costly_work import WAIT_S, Overloaded, costly_work

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MAX_SIDE = 2400
"""Longest side of a stored image in pixels."""
QUALITY = 82
CPU_S = 5
WALL_S = 10.0
MEMORY_BYTES = 768 << 20
NICE = 10
ROOT = Path(__file__).resolve().parents[2]
_decoding = Lock()


class CannotDecode(Exception):
    """The file is no image that can be read within the limits."""


def reencode_in_process(content: bytes) -> bytes:
    """Return the image as WebP. One at a time is decoded. Raises CannotDecode, and Overloaded while others wait."""
    with costly_work():
        if not _decoding.acquire(timeout=WAIT_S):
            raise Overloaded
        try:
            done = subprocess.run(
                [sys.executable, "-m", "league.result_reports.image_process"],
                input=content, capture_output=True, timeout=WALL_S, cwd=ROOT, check=False,
                env={name: os.environ[name] for name in ("PATH", "PYTHONDONTWRITEBYTECODE") if name in os.environ},
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise CannotDecode("it takes too long") from None
        finally:
            _decoding.release()
    if done.returncode:
        raise CannotDecode(done.stderr.decode(errors="replace")[-2000:])
    return done.stdout


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
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdout.buffer.write(reencode(sys.stdin.buffer.read()))


if __name__ == "__main__":
    main()
