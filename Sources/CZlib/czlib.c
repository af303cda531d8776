#include "czlib.h"

#include <stdlib.h>
#include <zlib.h>

/// The most bytes for one call: zlib's own counts have 32 bits.
#define MOST_BYTES ((int64_t)1 << 30)

/// Raw deflate data in a window of 32 KiB, the largest that RFC 1951 has.
#define RAW_WINDOW_BITS (-15)

struct czlib_inflater {
  z_stream stream;
};

czlib_inflater *czlib_inflater_open(void) {
  czlib_inflater *inflater = calloc(1, sizeof(*inflater));
  if (inflater != NULL && inflateInit2(&inflater->stream, RAW_WINDOW_BITS) != Z_OK) {
    free(inflater);
    return NULL;
  }
  return inflater;
}

void czlib_inflater_close(czlib_inflater *inflater) {
  inflateEnd(&inflater->stream);
  free(inflater);
}

void czlib_inflater_reset(czlib_inflater *inflater) { inflateReset(&inflater->stream); }

int32_t czlib_inflate(
    czlib_inflater *inflater, const uint8_t *input, int64_t *input_count, uint8_t *output,
    int64_t *output_count, uint32_t *checksum, const char **reason) {
  // zlib refuses null pointers, also where it is to take or make nothing.
  uint8_t nothing = 0;
  if (input == NULL) {
    input = &nothing;
    *input_count = 0;
  }
  if (output == NULL) {
    output = &nothing;
    *output_count = 0;
  }
  z_stream *stream = &inflater->stream;
  uInt room = (uInt)(*output_count < MOST_BYTES ? *output_count : MOST_BYTES);
  uInt available = (uInt)(*input_count < MOST_BYTES ? *input_count : MOST_BYTES);
  // It takes the pointer without const, and writes nothing there.
  stream->next_in = (Bytef *)(uintptr_t)input;
  stream->avail_in = available;
  stream->next_out = output;
  stream->avail_out = room;
  int status = inflate(stream, Z_NO_FLUSH);
  *input_count = available - stream->avail_in;
  *output_count = room - stream->avail_out;
  *checksum = (uint32_t)crc32_z(*checksum, output, (z_size_t)*output_count);
  *reason = NULL;
  stream->next_in = NULL;
  stream->next_out = NULL;
  switch (status) {
  case Z_OK:
  // Nothing could be taken nor made, and no harm was done.
  case Z_BUF_ERROR:
    return CZLIB_GOES_ON;
  case Z_STREAM_END:
    return CZLIB_END;
  case Z_MEM_ERROR:
    return CZLIB_OUT_OF_MEMORY;
  default:
    *reason = stream->msg;
    return CZLIB_DAMAGED;
  }
}

/// The window of RFC 1951, and 16 for zlib to write the header and the end of RFC 1952 around the data.
#define GZIP_WINDOW_BITS (15 + 16)
/// What zlib takes for its own memory unless somebody says else.
#define USUAL_MEMORY 8

struct czlib_deflater {
  z_stream stream;
};

czlib_deflater *czlib_deflater_open(void) {
  czlib_deflater *deflater = calloc(1, sizeof(*deflater));
  if (deflater != NULL &&
      deflateInit2(
          &deflater->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW_BITS, USUAL_MEMORY,
          Z_DEFAULT_STRATEGY) != Z_OK) {
    free(deflater);
    return NULL;
  }
  return deflater;
}

void czlib_deflater_close(czlib_deflater *deflater) {
  deflateEnd(&deflater->stream);
  free(deflater);
}

bool czlib_deflate(
    czlib_deflater *deflater, const uint8_t *input, int64_t *input_count, uint8_t *output,
    int64_t *output_count, bool is_last) {
  // Of a part of the input nothing is the end.
  bool is_part = *input_count > MOST_BYTES;
  uInt room = (uInt)(*output_count < MOST_BYTES ? *output_count : MOST_BYTES);
  uInt available = (uInt)(is_part ? MOST_BYTES : *input_count);
  z_stream *stream = &deflater->stream;
  // It takes the pointer without const, and writes nothing there.
  stream->next_in = (Bytef *)(uintptr_t)input;
  stream->avail_in = available;
  stream->next_out = output;
  stream->avail_out = room;
  int status = deflate(stream, is_last && !is_part ? Z_FINISH : Z_NO_FLUSH);
  *input_count = available - stream->avail_in;
  *output_count = room - stream->avail_out;
  stream->next_in = NULL;
  stream->next_out = NULL;
  return status == Z_STREAM_END;
}

uint32_t czlib_crc32(uint32_t checksum, uint8_t byte) {
  return (uint32_t)crc32_z(checksum, &byte, 1);
}
