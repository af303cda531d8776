// What Swift sees of zlib: C scalars and an opaque handle.
//
// zlib's own header stays inside the .c file.

#ifndef CZLIB_H
#define CZLIB_H

#include <stdbool.h>
#include <stdint.h>

// How a step of inflating ended.

/// It needs more input or more room.
#define CZLIB_GOES_ON 0
/// The last block ended; the input was taken up to the byte in which it did.
#define CZLIB_END 1
/// The input is no deflate data.
#define CZLIB_DAMAGED 2
#define CZLIB_OUT_OF_MEMORY 3

typedef struct czlib_inflater czlib_inflater;

/// Opens an inflater of raw deflate data (RFC 1951); null when there is too little memory.
czlib_inflater *_Nullable czlib_inflater_open(void);
void czlib_inflater_close(czlib_inflater *_Nonnull inflater);

/// Makes it ready for the next stream.
void czlib_inflater_reset(czlib_inflater *_Nonnull inflater);

/// Inflates as much as fits. The counts say how many bytes there are and become how many were taken
/// and made; bytes made before damage are good. `checksum` becomes the CRC-32 of what came before
/// and what was made. `reason` becomes zlib's words for the damage, or null; they live for ever.
int32_t czlib_inflate(
    czlib_inflater *_Nonnull inflater, const uint8_t *_Nullable input, int64_t *_Nonnull input_count,
    uint8_t *_Nullable output, int64_t *_Nonnull output_count, uint32_t *_Nonnull checksum,
    const char *_Nullable *_Nonnull reason);

typedef struct czlib_deflater czlib_deflater;

/// Opens what makes a member of gzip (RFC 1952) with no name and no time; null when there is too
/// little memory.
czlib_deflater *_Nullable czlib_deflater_open(void);
void czlib_deflater_close(czlib_deflater *_Nonnull deflater);

/// Deflates as much as fits. The counts say how many bytes there are and become how many were taken
/// and made; there is room for one at least. With `is_last` no input follows this one: call it until
/// it says that the member is whole.
bool czlib_deflate(
    czlib_deflater *_Nonnull deflater, const uint8_t *_Nullable input, int64_t *_Nonnull input_count,
    uint8_t *_Nonnull output, int64_t *_Nonnull output_count, bool is_last);

/// The CRC-32 of what came before and one byte more.
uint32_t czlib_crc32(uint32_t checksum, uint8_t byte);

#endif
