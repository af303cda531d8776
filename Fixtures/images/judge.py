#!/usr/bin/env python3
"""Records what Pillow says of what `vcard share` makes of the pictures of this folder.

    judge.py VCARD

VCARD is the tool; Pillow is needed. A picture goes through a card and a cutout. Pillow must see the
same pixels in it as before and no metadata but how it lies; then the length and CRC-32 of the file
are recorded, and how its thumbnail looks. Nothing is written if any check fails.
"""

import base64
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings
import zlib

from PIL import Image, ImageSequence

import draw

FOLDER = pathlib.Path(__file__).parent
TYPES = {".jpg": "JPEG", ".png": "PNG", ".gif": "GIF", ".webp": "WEBP", ".bmp": "BMP",
         ".tiff": "TIFF"}
SECRETS = [b"Kate", b"INVENTED", b"GPSLatitude", b"drawn for", b"moving picture", b"what follows"]


def opened(octets):
    picture = Image.open(io.BytesIO(octets))
    picture.load()
    return picture


def frames(octets):
    picture = Image.open(io.BytesIO(octets))
    if picture.format == "MPO":
        return [opened(octets).tobytes()]
    return [(frame.mode, frame.tobytes()) for frame in ImageSequence.Iterator(picture)]


def check(name, before, after):
    picture = opened(after)
    tags = dict(picture.getexif())
    assert set(tags) <= {0x0112}, (name, tags)
    assert tags.get(0x0112, 1) == opened(before).getexif().get(0x0112, 1), name
    assert not getattr(picture, "text", {}), (name, picture.text)
    for key in ("xmp", "comment", "photoshop", "mp"):
        assert key not in picture.info, (name, key)
    assert picture.info.get("icc_profile") == opened(before).info.get("icc_profile"), name
    assert not any(secret in after for secret in SECRETS), name
    if opened(before).format != "MPO":
        assert frames(before) == frames(after), name
    assert opened(before).tobytes() == picture.tobytes(), name


def shared(tool, name, octets):
    card = (f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:K\r\nN:K;;;;\r\n"
            f"PHOTO;ENCODING=b;TYPE={TYPES[pathlib.Path(name).suffix]}:"
            f"{base64.b64encode(octets).decode()}\r\nEND:VCARD\r\n")
    with tempfile.TemporaryDirectory() as folder:
        book = pathlib.Path(folder) / "book.vcf"
        book.write_bytes(card.encode())
        output = subprocess.run(
            [tool, "share", "--quiet", "--id", "0", "--book", str(book)], check=True,
            capture_output=True).stdout
    return json.loads(output)


def main():
    warnings.simplefilter("ignore")
    lines = []
    for name in json.loads((FOLDER / "judged.json").read_text())["pictures"]:
        octets = (FOLDER / name).read_bytes()
        cutout = shared(sys.argv[1], name, octets)
        left = base64.b64decode(cutout["image"]["data"])
        if not name.endswith((".bmp", ".tiff")):
            check(name, octets, left)
        facts = {"count": len(left), "checksum": zlib.crc32(left)}
        if "thumbnail" in cutout:
            small = base64.b64decode(cutout["thumbnail"]["data"])
            picture = opened(small)
            assert dict(picture.getexif()) in ({}, {0x0112: 1}), name
            assert max(picture.size) <= 320, name
            facts["thumbnail"] = {
                "type": Image.MIME[picture.format], "width": picture.width,
                "height": picture.height, "grid": draw.grid(draw.upright(small))}
            assert cutout["thumbnail"]["type"] == Image.MIME[picture.format], name
        lines.append(f"{json.dumps(name)}: {json.dumps(facts)}")
    (FOLDER / "outputs.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
