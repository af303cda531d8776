#include "shared.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>

/// Bytes of a chunk that libpng unpacks, which is no more than a profile here: 1 MiB.
#define MOST_CHUNK_BYTES (1 << 20)

/// The decoder and what hangs on it, outside of the function that is jumped to.
typedef struct {
  png_structp decoder;
  png_infop info;
  const uint8_t *octets;
  int64_t count;
  int64_t place;
  int32_t status;
  cimage_averager averager;
  uint8_t *row;
  cimage_bitmap *bitmap;
} png_reader;

static _Noreturn void leave(png_reader *reader, int32_t status) {
  reader->status = status;
  png_longjmp(reader->decoder, 1);
}

// MARK: What libpng calls

static _Noreturn void on_error(png_structp decoder, png_const_charp message) {
  (void)message;
  png_longjmp(decoder, 1);
}

static void on_warning(png_structp decoder, png_const_charp message) {
  (void)decoder;
  (void)message;
}

static void on_read(png_structp decoder, png_bytep target, size_t count) {
  png_reader *reader = png_get_io_ptr(decoder);
  if ((int64_t)count > reader->count - reader->place) {
    leave(reader, CIMAGE_DAMAGED);
  }
  memcpy(target, reader->octets + reader->place, count);
  reader->place += (int64_t)count;
}

// MARK: Reading

/// What is of no use here is not read: texts, times, other palettes.
static const png_byte passed_over[] =
    "bKGD\0eXIf\0hIST\0iTXt\0oFFs\0pCAL\0sCAL\0sPLT\0tEXt\0tIME\0zTXt";

/// Pixels come in rows, each in its order, or in seven passes over the picture that are interlaced;
/// a pixel comes once in any case, and its place is enough to add it.
static void add_rows(png_reader *reader, int32_t width, int32_t height, bool is_interlaced) {
  if (!is_interlaced) {
    for (int32_t y = 0; y < height; y++) {
      png_read_row(reader->decoder, reader->row, NULL);
      cimage_averager_add(&reader->averager, y, 0, 1, width, reader->row);
    }
    return;
  }
  for (unsigned int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    int32_t columns = (int32_t)PNG_PASS_COLS((png_uint_32)width, pass);
    int32_t rows = (int32_t)PNG_PASS_ROWS((png_uint_32)height, pass);
    // libpng passes over what is empty.
    if (columns == 0) {
      continue;
    }
    for (int32_t row = 0; row < rows; row++) {
      png_read_row(reader->decoder, reader->row, NULL);
      cimage_averager_add(
          &reader->averager, (int32_t)PNG_ROW_FROM_PASS_ROW((png_uint_32)row, pass),
          (int32_t)PNG_PASS_START_COL(pass), 1 << PNG_PASS_COL_SHIFT(pass), columns, reader->row);
    }
  }
}

static void read_pixels(png_reader *reader, int32_t maximum_side) {
  png_structp decoder = reader->decoder;
  png_set_read_fn(decoder, reader, on_read);
  png_set_user_limits(decoder, CIMAGE_LONGEST_SIDE, CIMAGE_LONGEST_SIDE);
  png_set_chunk_malloc_max(decoder, MOST_CHUNK_BYTES);
  png_set_keep_unknown_chunks(decoder, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
  png_set_keep_unknown_chunks(
      decoder, PNG_HANDLE_CHUNK_NEVER, passed_over, (int)(sizeof(passed_over) / 5));
  png_read_info(decoder, reader->info);
  int32_t width = (int32_t)png_get_image_width(decoder, reader->info);
  int32_t height = (int32_t)png_get_image_height(decoder, reader->info);
  if ((int64_t)width * height > CIMAGE_MOST_PIXELS) {
    leave(reader, CIMAGE_TOO_LARGE);
  }
  bool is_interlaced =
      png_get_interlace_type(decoder, reader->info) == PNG_INTERLACE_ADAM7;
  png_set_expand(decoder);
  png_set_scale_16(decoder);
  png_set_gray_to_rgb(decoder);
  png_set_add_alpha(decoder, 0xFF, PNG_FILLER_AFTER);
  png_read_update_info(decoder, reader->info);
  size_t row_bytes = png_get_rowbytes(decoder, reader->info);
  if (row_bytes != (size_t)width * CHANNELS) {
    leave(reader, CIMAGE_UNSUPPORTED);
  }
  int32_t out_width = 0;
  int32_t out_height = 0;
  cimage_fit(width, height, maximum_side, &out_width, &out_height);
  reader->row = malloc(row_bytes);
  if (reader->row == NULL ||
      !cimage_averager_open(&reader->averager, width, height, out_width, out_height)) {
    leave(reader, CIMAGE_OUT_OF_MEMORY);
  }
  add_rows(reader, width, height, is_interlaced);
  reader->bitmap = cimage_averager_bitmap(&reader->averager);
  if (reader->bitmap == NULL) {
    leave(reader, CIMAGE_OUT_OF_MEMORY);
  }
  reader->bitmap->source_width = width;
  reader->bitmap->source_height = height;
  png_charp name = NULL;
  png_bytep profile = NULL;
  png_uint_32 profile_count = 0;
  int method = 0;
  if (png_get_iCCP(decoder, reader->info, &name, &method, &profile, &profile_count) != 0) {
    cimage_bitmap_keep_profile(reader->bitmap, profile, profile_count);
  }
}

static void run(png_reader *reader, int32_t maximum_side) {
  if (setjmp(png_jmpbuf(reader->decoder)) == 0) {
    read_pixels(reader, maximum_side);
    reader->status = CIMAGE_OK;
  }
}

/// The width and height that a PNG says it has, if it is too much of them; libpng only says that
/// something is wrong. ISO/IEC 15948 §11.2.2: they are the first thing in it.
static bool is_too_large(const uint8_t *octets, int64_t count) {
  if (count < 24) {
    return false;
  }
  uint64_t sides[2] = {0, 0};
  for (int index = 0; index < 8; index++) {
    sides[index / 4] = sides[index / 4] << 8 | octets[16 + index];
  }
  return sides[0] > CIMAGE_LONGEST_SIDE || sides[1] > CIMAGE_LONGEST_SIDE;
}

cimage_bitmap *cimage_read_png(
    const uint8_t *octets, int64_t count, int32_t maximum_side, int32_t *status) {
  if (is_too_large(octets, count)) {
    *status = CIMAGE_TOO_LARGE;
    return NULL;
  }
  png_reader *reader = calloc(1, sizeof(*reader));
  *status = CIMAGE_OUT_OF_MEMORY;
  if (reader == NULL) {
    return NULL;
  }
  reader->octets = octets;
  reader->count = count;
  // What libpng says before it jumps is that the octets are wrong.
  reader->status = CIMAGE_DAMAGED;
  reader->decoder = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
  reader->info = reader->decoder == NULL ? NULL : png_create_info_struct(reader->decoder);
  if (reader->info != NULL) {
    run(reader, maximum_side);
    *status = reader->status;
  }
  png_destroy_read_struct(&reader->decoder, &reader->info, NULL);
  cimage_averager_close(&reader->averager);
  free(reader->row);
  cimage_bitmap *bitmap = reader->bitmap;
  free(reader);
  if (*status != CIMAGE_OK && bitmap != NULL) {
    cimage_bitmap_close(bitmap);
    return NULL;
  }
  return bitmap;
}

// MARK: Writing

typedef struct {
  png_structp encoder;
  png_infop info;
  cimage_file *file;
  int32_t status;
} png_writer;

static void on_write(png_structp encoder, png_bytep octets, size_t count) {
  png_writer *writer = png_get_io_ptr(encoder);
  if (!cimage_file_append(writer->file, octets, count)) {
    writer->status = CIMAGE_OUT_OF_MEMORY;
    png_longjmp(encoder, 1);
  }
}

static void on_flush(png_structp encoder) { (void)encoder; }

static void write_pixels(
    png_writer *writer, const uint8_t *pixels, int32_t width, int32_t height, bool has_alpha,
    const uint8_t *profile, int64_t profile_count) {
  png_structp encoder = writer->encoder;
  png_set_write_fn(encoder, writer, on_write, on_flush);
  // A profile that libpng does not like is left out.
  png_set_benign_errors(encoder, 1);
  int colors = has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
  png_set_IHDR(
      encoder, writer->info, (png_uint_32)width, (png_uint_32)height, 8, colors,
      PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (profile_count > 0) {
    png_set_iCCP(
        encoder, writer->info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, profile,
        (png_uint_32)profile_count);
  }
  png_write_info(encoder, writer->info);
  if (!has_alpha) {
    png_set_filler(encoder, 0, PNG_FILLER_AFTER);
  }
  for (int32_t y = 0; y < height; y++) {
    png_write_row(encoder, pixels + (size_t)y * (size_t)width * CHANNELS);
  }
  png_write_end(encoder, NULL);
}

static void run_writer(
    png_writer *writer, const uint8_t *pixels, int32_t width, int32_t height, bool has_alpha,
    const uint8_t *profile, int64_t profile_count) {
  if (setjmp(png_jmpbuf(writer->encoder)) == 0) {
    write_pixels(writer, pixels, width, height, has_alpha, profile, profile_count);
    writer->status = CIMAGE_OK;
  }
}

cimage_file *cimage_write_png(
    const uint8_t *pixels, int32_t width, int32_t height, bool has_alpha, const uint8_t *profile,
    int64_t profile_count, int32_t *status) {
  png_writer *writer = calloc(1, sizeof(*writer));
  cimage_file *file = calloc(1, sizeof(*file));
  *status = CIMAGE_OUT_OF_MEMORY;
  if (writer == NULL || file == NULL) {
    free(writer);
    free(file);
    return NULL;
  }
  writer->file = file;
  writer->status = CIMAGE_UNSUPPORTED;
  writer->encoder = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
  writer->info = writer->encoder == NULL ? NULL : png_create_info_struct(writer->encoder);
  if (writer->info != NULL) {
    run_writer(writer, pixels, width, height, has_alpha, profile, profile_count);
    *status = writer->status;
  }
  png_destroy_write_struct(&writer->encoder, &writer->info);
  free(writer);
  if (*status != CIMAGE_OK) {
    cimage_file_close(file);
    return NULL;
  }
  return file;
}
