// What Swift sees of libjpeg-turbo and libpng: C scalars and opaque handles.
//
// The libraries' own headers stay inside the .c files, as do their jumps: every function returns.

#ifndef CIMAGE_H
#define CIMAGE_H

#include <stdbool.h>
#include <stdint.h>

// How something ended.

#define CIMAGE_OK 0
/// The octets are not what their format asks for, or end too soon.
#define CIMAGE_DAMAGED 1
/// It is of a kind that is not read, such as arithmetic coding or twelve bits a sample.
#define CIMAGE_UNSUPPORTED 2
/// It is past a limit, or takes more room or time than its octets can ask for honestly.
#define CIMAGE_TOO_LARGE 3
#define CIMAGE_OUT_OF_MEMORY 4

/// Pixels of a picture that is read: a hundred million.
#define CIMAGE_MOST_PIXELS 100000000
/// The longest side of a picture that is read: as much as JPEG can say.
#define CIMAGE_LONGEST_SIDE 65535
/// The longest side of a bitmap that is made.
#define CIMAGE_LONGEST_BITMAP_SIDE 1024
/// Bytes of the coefficients of a JPEG in several scans, which are held as a whole: 256 MiB.
#define CIMAGE_MOST_COEFFICIENT_BYTES ((int64_t)1 << 28)
/// Scans of a JPEG; programs write some ten.
#define CIMAGE_MOST_SCANS 100
/// Scans times blocks, which is what they cost: a hundred million, some seconds.
#define CIMAGE_MOST_BLOCK_VISITS 100000000
/// Bytes of a colour profile that is kept: that of Display P3 has some 500, that of sRGB 3 KiB.
#define CIMAGE_MOST_PROFILE_BYTES 4096

/// Pixels, of four octets each: red, green, blue and how opaque they are (not multiplied).
typedef struct cimage_bitmap cimage_bitmap;

/// Reads a JPEG and makes it smaller by the average of areas, until no side is longer than told.
///
/// It is not turned. Nothing is held of it but some rows, or its coefficients when it comes in
/// several scans; the transform itself makes it smaller where it can.
cimage_bitmap *_Nullable cimage_read_jpeg(
    const uint8_t *_Nonnull octets, int64_t count, int32_t maximum_side, int32_t *_Nonnull status);

/// Reads a PNG in the same way; of an animation its first picture.
cimage_bitmap *_Nullable cimage_read_png(
    const uint8_t *_Nonnull octets, int64_t count, int32_t maximum_side, int32_t *_Nonnull status);

void cimage_bitmap_close(cimage_bitmap *_Nonnull bitmap);
int32_t cimage_bitmap_width(const cimage_bitmap *_Nonnull bitmap);
int32_t cimage_bitmap_height(const cimage_bitmap *_Nonnull bitmap);
/// How large the picture is that it was made of.
int32_t cimage_bitmap_source_width(const cimage_bitmap *_Nonnull bitmap);
int32_t cimage_bitmap_source_height(const cimage_bitmap *_Nonnull bitmap);
/// Width times height times four octets, the top row first.
const uint8_t *_Nonnull cimage_bitmap_pixels(const cimage_bitmap *_Nonnull bitmap);
/// The picture's profile where it is one of RGB, whole and small; else none.
int64_t cimage_bitmap_profile_count(const cimage_bitmap *_Nonnull bitmap);
const uint8_t *_Nonnull cimage_bitmap_profile(const cimage_bitmap *_Nonnull bitmap);

/// A file that was made.
typedef struct cimage_file cimage_file;

/// Writes a JPEG: baseline, in JFIF, and nothing in it besides but the profile if one is given. How
/// opaque the pixels are does not count.
cimage_file *_Nullable cimage_write_jpeg(
    const uint8_t *_Nonnull pixels, int32_t width, int32_t height, int32_t quality,
    const uint8_t *_Nullable profile, int64_t profile_count, int32_t *_Nonnull status);

/// Writes a PNG, with its transparency if told to.
cimage_file *_Nullable cimage_write_png(
    const uint8_t *_Nonnull pixels, int32_t width, int32_t height, bool has_alpha,
    const uint8_t *_Nullable profile, int64_t profile_count, int32_t *_Nonnull status);

void cimage_file_close(cimage_file *_Nonnull file);
int64_t cimage_file_count(const cimage_file *_Nonnull file);
const uint8_t *_Nonnull cimage_file_octets(const cimage_file *_Nonnull file);

#endif
