#!/usr/bin/env python3
"""Draws the pictures of this folder and records what Pillow sees in them.

Needs Pillow and nothing else. Everything drawn is a pattern; metadata are invented. Run it in this
folder: it writes the pictures and judged.json. PNG kinds that Pillow does not write (interlaced, 16
bits a channel, chunks of all sorts) are put together here by hand, ISO/IEC 15948.
"""

import io
import json
import struct
import zlib

import PIL
from PIL import Image, ImageCms, ImageOps, PngImagePlugin, features

WIDTH, HEIGHT = 96, 72


def pattern(width=WIDTH, height=HEIGHT):
    """Four corners of different colours that run into each other, and a square to tell the top."""
    picture = Image.new("RGB", (width, height))
    pixels = picture.load()
    for y in range(height):
        for x in range(width):
            right, down = x / (width - 1), y / (height - 1)
            pixels[x, y] = (
                round(230 * right + 10),
                round(200 * down + 20),
                round(220 * (1 - right) * (1 - down) + 15),
            )
    for y in range(height // 8, height // 3):
        for x in range(width // 8, width // 3):
            pixels[x, y] = (250, 250, 250)
    return picture


def translucent():
    picture = pattern().convert("RGBA")
    pixels = picture.load()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            red, green, blue, _ = pixels[x, y]
            pixels[x, y] = (red, green, blue, min(255, 3 * x))
    return picture


def saved(picture, kind, **options):
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def exif(orientation=None):
    """What a telephone writes: where, when, with what, by whom."""
    data = Image.Exif()
    data[0x010F] = "Invented Cameras"
    data[0x0110] = "Box 3"
    data[0x0131] = "Box OS 1.2"
    data[0x0132] = "2019:07:14 11:12:13"
    data[0x013B] = "Kate Bell"
    if orientation is not None:
        data[0x0112] = orientation
    data.get_ifd(0x8769).update(
        {0x9003: "2019:07:14 11:12:13", 0xA431: "SN-0042-INVENTED", 0xA434: "Lens 50"})
    data.get_ifd(0x8825).update(
        {1: "N", 2: (37.0, 20.0, 0.0), 3: "W", 4: (122.0, 1.0, 30.0)})
    return data.tobytes()


def segment(marker, content):
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


XMP = (b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description '
       b'exif:GPSLatitude="37,20.0N" dc:creator="Kate Bell"/></rdf:RDF></x:xmpmeta>')


def loaded_jpeg():
    """A JPEG with everything in it that is to go."""
    plain = saved(pattern(), "JPEG", quality=85, icc_profile=PROFILE)
    jfif_end = 4 + struct.unpack(">H", plain[4:6])[0]
    preview = saved(pattern(24, 18), "JPEG", quality=60)
    jfif = segment(0xE0, plain[6:18] + bytes([2, 1]) + bytes(6))
    return b"".join([
        plain[:2], jfif,
        segment(0xE0, b"JFXX\0\x10" + preview),
        segment(0xE1, exif(6)),
        segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + XMP),
        segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + b"0" * 32 + bytes(8) + b"more"),
        segment(0xE2, b"MPF\0MM\0*\0\0\0\x08\0\0\0\0\0\0"),
        segment(0xEB, b"JP\0\x01c2pa"),
        segment(0xEC, b"Ducky\0\x01\0\x04\0\0\0\x3C"),
        segment(0xED, b"Photoshop 3.0\0" + b"8BIM\x04\x04\0\0\0\0\0\0"),
        segment(0xFE, b"drawn for a test"),
        plain[jfif_end:],
        b"\0\0\0\x18ftypmp42" + bytes(12) + b"a moving picture", preview,
    ])


def as_ycck(octets):
    """The same numbers taken for luminance and chrominance: odd colours, but a sound YCCK."""
    adobe = octets.index(b"Adobe")
    assert octets[adobe + 11] == 0
    return octets[:adobe + 11] + b"\x02" + octets[adobe + 12:]


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(
        ">I", zlib.crc32(name + content))


PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
          (0, 1, 1, 2)]


def own_png(picture, depth=8, interlaced=False, before=b"", after=b""):
    """A PNG of RGB or RGBA, with filter 0 on each row."""
    colors = {"RGB": 2, "RGBA": 6}[picture.mode]
    width, height = picture.size
    pixels = picture.load()

    def row(y, columns):
        octets = bytearray([0])
        for x in columns:
            for value in pixels[x, y]:
                octets += bytes([value, (value * 7) & 255] if depth == 16 else [value])
        return bytes(octets)

    data = bytearray()
    if interlaced:
        for left, top, across, down in PASSES:
            columns = range(left, width, across)
            if len(columns):
                for y in range(top, height, down):
                    data += row(y, columns)
    else:
        for y in range(height):
            data += row(y, range(width))
    header = struct.pack(">IIBBBBB", width, height, depth, colors, 0, 0, int(interlaced))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before +
            chunk(b"IDAT", zlib.compress(bytes(data), 9)) + after + chunk(b"IEND", b""))


def loaded_png():
    return own_png(
        pattern(), before=b"".join([
            chunk(b"gAMA", struct.pack(">I", 45455)),
            chunk(b"eXIf", exif(3)[6:]),
            chunk(b"tEXt", b"Author\0Kate Bell"),
            chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"drawn for a test")),
            chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + XMP),
            chunk(b"tIME", bytes([7, 227, 7, 14, 11, 12, 13])),
            chunk(b"prVt", b"a program's own"),
        ]), after=chunk(b"tEXt", b"Software\0Box OS 1.2")) + b"what follows"


def loaded_gif():
    plain = saved(pattern().quantize(32), "GIF")
    # The header, the screen and its palette; then the blocks.
    blocks = 13 + 3 * (2 << (plain[10] & 7)) if plain[10] & 0x80 else 13
    xmp = (b"\x21\xFF\x0BXMP DataXMP" + XMP + b"\x01" + bytes(range(255, -1, -1)) + b"\0")
    comment = b"\x21\xFE\x10drawn for a test\0"
    return plain[:blocks] + comment + xmp + plain[blocks:] + b"what follows"


PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def pictures():
    gray = pattern().convert("L")
    wide = Image.new("I;16", (WIDTH, HEIGHT))
    for y in range(HEIGHT):
        for x in range(WIDTH):
            wide.putpixel((x, y), gray.getpixel((x, y)) * 257)
    quantized = pattern().quantize(24)
    info = PngImagePlugin.PngInfo()
    info.add_text("Author", "Kate Bell")
    yield "plain.jpg", saved(pattern(), "JPEG", quality=85)
    yield "loaded.jpg", loaded_jpeg()
    yield "large.jpg", saved(pattern(1200, 900), "JPEG", quality=40, exif=exif(6))
    yield "progressive.jpg", saved(pattern(), "JPEG", quality=85, progressive=True, exif=exif())
    yield "gray.jpg", saved(gray, "JPEG", quality=85)
    yield "cmyk.jpg", saved(pattern().convert("CMYK"), "JPEG", quality=90)
    yield "ycck.jpg", as_ycck(saved(pattern().convert("CMYK"), "JPEG", quality=90))
    yield "rgb.jpg", saved(pattern(), "JPEG", quality=85, keep_rgb=True)
    for orientation in range(1, 9):
        plain = Image.Exif()
        plain[0x0112] = orientation
        yield f"turned-{orientation}.jpg", saved(
            pattern(48, 32), "JPEG", quality=80, subsampling=0, exif=plain)
    yield "plain.png", saved(pattern(), "PNG")
    yield "loaded.png", loaded_png()
    yield "large.png", saved(pattern(700, 500), "PNG", optimize=True)
    yield "translucent.png", saved(translucent(), "PNG", pnginfo=info)
    yield "interlaced.png", own_png(pattern(), interlaced=True)
    yield "interlaced-rgba16.png", own_png(translucent(), depth=16, interlaced=True)
    yield "interlaced-thin.png", own_png(pattern(3, 50), interlaced=True)
    yield "rgb16.png", own_png(pattern(), depth=16)
    yield "gray16.png", saved(wide, "PNG")
    yield "gray-alpha.png", saved(translucent().convert("LA"), "PNG")
    yield "bits.png", saved(gray.convert("1"), "PNG")
    yield "palette.png", saved(quantized, "PNG")
    yield "palette-transparent.png", saved(quantized, "PNG", transparency=5)
    yield "moving.png", saved(
        pattern(), "PNG", save_all=True, append_images=[pattern().rotate(180)], duration=100)
    yield "loaded.webp", saved(
        pattern(), "WEBP", quality=60, exif=exif(6), xmp=XMP, icc_profile=PROFILE)
    yield "plain.webp", saved(pattern(), "WEBP", quality=60)
    yield "loaded.gif", loaded_gif()
    yield "moving.gif", saved(
        quantized, "GIF", save_all=True, append_images=[quantized.rotate(180)], loop=0,
        comment=b"drawn for a test")
    yield "plain.bmp", saved(pattern(24, 18), "BMP")
    yield "plain.tiff", saved(pattern(24, 18), "TIFF", compression="tiff_lzw")


def grid(picture):
    """The mean colour of each of 4 × 4 fields, weighed by opacity, and the mean opacity."""
    picture = picture.convert("RGBA")
    width, height = picture.size
    pixels = picture.load()
    fields = []
    for row in range(4):
        for column in range(4):
            sums = [0, 0, 0, 0]
            count = 0
            for y in range(row * height // 4, max((row + 1) * height // 4, row * height // 4 + 1)):
                for x in range(
                        column * width // 4,
                        max((column + 1) * width // 4, column * width // 4 + 1)):
                    red, green, blue, opacity = pixels[x, y]
                    for channel, value in enumerate((red, green, blue)):
                        sums[channel] += value * opacity
                    sums[3] += opacity
                    count += 1
            opacity = sums[3]
            fields.append([round(value / opacity) if opacity else 0 for value in sums[:3]]
                          + [round(opacity / count)])
    return fields


def upright(octets):
    picture = Image.open(io.BytesIO(octets))
    picture.load()
    if picture.mode == "I;16":
        picture = picture.point(lambda value: value / 257).convert("L")
    return ImageOps.exif_transpose(picture)


def main():
    judged = {}
    for name, octets in pictures():
        with open(name, "wb") as file:
            file.write(octets)
        seen = upright(octets)
        judged[name] = {"width": seen.width, "height": seen.height, "grid": grid(seen)}
    result = {
        "judge": f"Pillow {PIL.__version__}, libjpeg-turbo {features.version('libjpeg_turbo')}, "
                 f"zlib {features.version('zlib')}, libwebp {features.version('webp')}",
        "pictures": judged,
    }
    with open("judged.json", "w", encoding="utf-8") as file:
        lines = [f'  {json.dumps(name)}: {json.dumps(facts)}' for name, facts in judged.items()]
        file.write('{"judge": ' + json.dumps(result["judge"]) + ', "pictures": {\n')
        file.write(",\n".join(lines) + "\n}}\n")


if __name__ == "__main__":
    main()
