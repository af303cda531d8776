#include "shared.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

/// The decoder and what hangs on it.
///
/// It belongs to the function outside of the one that is jumped to, so a jump leaves it as it is.
typedef struct {
  struct jpeg_decompress_struct decoder;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf out;
  int32_t status;
  int64_t blocks;
  bool ended_too_soon;
  bool lacks_data;
  cimage_averager averager;
  uint8_t *row;
  JOCTET *profile;
  cimage_bitmap *bitmap;
} jpeg_reader;

static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};

static _Noreturn void leave(jpeg_reader *reader, int32_t status) {
  reader->status = status;
  longjmp(reader->out, 1);
}

// MARK: What libjpeg calls

static void on_error(j_common_ptr common) {
  jpeg_reader *reader = common->client_data;
  switch (common->err->msg_code) {
  case JERR_OUT_OF_MEMORY:
  case JERR_NO_BACKING_STORE:
    leave(reader, CIMAGE_OUT_OF_MEMORY);
  case JERR_IMAGE_TOO_BIG:
  case JERR_WIDTH_OVERFLOW:
    leave(reader, CIMAGE_TOO_LARGE);
  case JERR_ARITH_NOTIMPL:
  case JERR_BAD_PRECISION:
  case JERR_SOF_UNSUPPORTED:
  case JERR_CONVERSION_NOTIMPL:
    leave(reader, CIMAGE_UNSUPPORTED);
  default:
    leave(reader, CIMAGE_DAMAGED);
  }
}

static void on_message(j_common_ptr common, int level) {
  jpeg_reader *reader = common->client_data;
  if (level < 0 && common->err->msg_code == JWRN_HIT_MARKER) {
    reader->lacks_data = true;
  }
}

static void on_output(j_common_ptr common) { (void)common; }

static void on_source(j_decompress_ptr decoder) { (void)decoder; }

/// The octets were all there at first. An end of image makes libjpeg stop in good order.
static boolean on_empty(j_decompress_ptr decoder) {
  jpeg_reader *reader = decoder->client_data;
  reader->ended_too_soon = true;
  decoder->src->next_input_byte = end_of_image;
  decoder->src->bytes_in_buffer = sizeof(end_of_image);
  return TRUE;
}

static void on_skip(j_decompress_ptr decoder, long count) {
  if (count <= 0) {
    return;
  }
  if ((size_t)count > decoder->src->bytes_in_buffer) {
    on_empty(decoder);
    return;
  }
  decoder->src->next_input_byte += count;
  decoder->src->bytes_in_buffer -= (size_t)count;
}

/// Bounds what many scans of few octets cost.
static void on_progress(j_common_ptr common) {
  jpeg_reader *reader = common->client_data;
  int64_t scans = reader->decoder.input_scan_number;
  if (scans > CIMAGE_MOST_SCANS || scans * reader->blocks > CIMAGE_MOST_BLOCK_VISITS) {
    leave(reader, CIMAGE_TOO_LARGE);
  }
}

// MARK: Reading

/// Refuses what would cost more than its octets can ask for, before anything is made room for.
static void check(jpeg_reader *reader, int64_t count) {
  j_decompress_ptr decoder = &reader->decoder;
  int64_t width = decoder->image_width;
  int64_t height = decoder->image_height;
  if (width > CIMAGE_LONGEST_SIDE || height > CIMAGE_LONGEST_SIDE ||
      width * height > CIMAGE_MOST_PIXELS) {
    leave(reader, CIMAGE_TOO_LARGE);
  }
  if (decoder->arith_code || decoder->data_precision != 8) {
    leave(reader, CIMAGE_UNSUPPORTED);
  }
  int64_t blocks = 0;
  for (int index = 0; index < decoder->num_components; index++) {
    const jpeg_component_info *component = decoder->comp_info + index;
    blocks += (int64_t)component->width_in_blocks * component->height_in_blocks;
  }
  reader->blocks = blocks;
  // The shortest Huffman code has one bit, and every block has one at least.
  if (blocks / 8 > count) {
    leave(reader, CIMAGE_DAMAGED);
  }
  int64_t bytes = blocks * DCTSIZE2 * (int64_t)sizeof(JCOEF);
  if (jpeg_has_multiple_scans(decoder) && bytes > CIMAGE_MOST_COEFFICIENT_BYTES) {
    leave(reader, CIMAGE_TOO_LARGE);
  }
}

/// The eighths in which the transform makes it smaller: twice what is wanted is left, which the
/// averages smooth.
static unsigned int eighths(int64_t longest, int64_t out_longest) {
  unsigned int scale = 1;
  while (scale < DCTSIZE && longest * scale < out_longest * 2 * DCTSIZE) {
    scale++;
  }
  return scale;
}

/// JPEG itself knows no CMYK; what is read are Adobe's, in which 255 is no ink.
static void make_rgb(uint8_t *pixels, JDIMENSION count) {
  for (JDIMENSION index = 0; index < count; index++) {
    uint8_t *pixel = pixels + (size_t)index * CHANNELS;
    unsigned int key = pixel[3];
    for (int channel = 0; channel < 3; channel++) {
      pixel[channel] = (uint8_t)((pixel[channel] * key + 127) / 255);
    }
    pixel[3] = 255;
  }
}

static void read_pixels(jpeg_reader *reader, int64_t count, int32_t maximum_side) {
  j_decompress_ptr decoder = &reader->decoder;
  jpeg_create_decompress(decoder);
  decoder->src = &reader->source;
  decoder->progress = &reader->progress;
  jpeg_save_markers(decoder, JPEG_APP0 + 2, 0xFFFF);
  jpeg_read_header(decoder, TRUE);
  check(reader, count);
  bool is_cmyk = false;
  switch (decoder->jpeg_color_space) {
  case JCS_GRAYSCALE:
  case JCS_RGB:
  case JCS_YCbCr:
    decoder->out_color_space = JCS_EXT_RGBA;
    break;
  case JCS_CMYK:
  case JCS_YCCK:
    decoder->out_color_space = JCS_CMYK;
    is_cmyk = true;
    break;
  default:
    leave(reader, CIMAGE_UNSUPPORTED);
  }
  int32_t width = (int32_t)decoder->image_width;
  int32_t height = (int32_t)decoder->image_height;
  int32_t out_width = 0;
  int32_t out_height = 0;
  cimage_fit(width, height, maximum_side, &out_width, &out_height);
  decoder->scale_num = eighths(
      width > height ? width : height, out_width > out_height ? out_width : out_height);
  decoder->scale_denom = DCTSIZE;
  jpeg_start_decompress(decoder);
  if (decoder->output_components != CHANNELS) {
    leave(reader, CIMAGE_UNSUPPORTED);
  }
  reader->row = malloc((size_t)decoder->output_width * CHANNELS);
  if (reader->row == NULL ||
      !cimage_averager_open(
          &reader->averager, (int32_t)decoder->output_width, (int32_t)decoder->output_height,
          out_width, out_height)) {
    leave(reader, CIMAGE_OUT_OF_MEMORY);
  }
  while (decoder->output_scanline < decoder->output_height) {
    JDIMENSION line = decoder->output_scanline;
    JSAMPROW rows[1] = {reader->row};
    if (jpeg_read_scanlines(decoder, rows, 1) != 1) {
      leave(reader, CIMAGE_DAMAGED);
    }
    if (is_cmyk) {
      make_rgb(reader->row, decoder->output_width);
    }
    cimage_averager_add(
        &reader->averager, (int32_t)line, 0, 1, (int32_t)decoder->output_width, reader->row);
  }
  // The rest would be grey. What only lacks its last marker is whole.
  if (reader->ended_too_soon && reader->lacks_data) {
    leave(reader, CIMAGE_DAMAGED);
  }
  reader->bitmap = cimage_averager_bitmap(&reader->averager);
  if (reader->bitmap == NULL) {
    leave(reader, CIMAGE_OUT_OF_MEMORY);
  }
  reader->bitmap->source_width = width;
  reader->bitmap->source_height = height;
  unsigned int profile_count = 0;
  if (!is_cmyk && jpeg_read_icc_profile(decoder, &reader->profile, &profile_count)) {
    cimage_bitmap_keep_profile(reader->bitmap, reader->profile, profile_count);
  }
}

static void run(jpeg_reader *reader, int64_t count, int32_t maximum_side) {
  if (setjmp(reader->out) == 0) {
    read_pixels(reader, count, maximum_side);
  }
}

cimage_bitmap *cimage_read_jpeg(
    const uint8_t *octets, int64_t count, int32_t maximum_side, int32_t *status) {
  jpeg_reader *reader = calloc(1, sizeof(*reader));
  if (reader == NULL) {
    *status = CIMAGE_OUT_OF_MEMORY;
    return NULL;
  }
  reader->decoder.err = jpeg_std_error(&reader->errors);
  reader->decoder.client_data = reader;
  reader->errors.error_exit = on_error;
  reader->errors.emit_message = on_message;
  reader->errors.output_message = on_output;
  reader->progress.progress_monitor = on_progress;
  reader->source.next_input_byte = octets;
  reader->source.bytes_in_buffer = (size_t)count;
  reader->source.init_source = on_source;
  reader->source.fill_input_buffer = on_empty;
  reader->source.skip_input_data = on_skip;
  reader->source.resync_to_restart = jpeg_resync_to_restart;
  reader->source.term_source = on_source;
  run(reader, count, maximum_side);
  jpeg_destroy_decompress(&reader->decoder);
  cimage_averager_close(&reader->averager);
  free(reader->row);
  free(reader->profile);
  cimage_bitmap *bitmap = reader->bitmap;
  *status = reader->status;
  free(reader);
  if (*status != CIMAGE_OK && bitmap != NULL) {
    cimage_bitmap_close(bitmap);
    return NULL;
  }
  return bitmap;
}

// MARK: Writing

/// Bytes that are handed over at once.
#define PIECE_BYTES 4096

typedef struct {
  struct jpeg_compress_struct encoder;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr target;
  jmp_buf out;
  int32_t status;
  cimage_file *file;
  JOCTET piece[PIECE_BYTES];
} jpeg_writer;

static void on_write_error(j_common_ptr common) {
  jpeg_writer *writer = common->client_data;
  bool lacks_memory = common->err->msg_code == JERR_OUT_OF_MEMORY;
  writer->status = lacks_memory ? CIMAGE_OUT_OF_MEMORY : CIMAGE_UNSUPPORTED;
  longjmp(writer->out, 1);
}

static void on_write_message(j_common_ptr common, int level) {
  (void)common;
  (void)level;
}

static void on_start(j_compress_ptr encoder) {
  jpeg_writer *writer = encoder->client_data;
  encoder->dest->next_output_byte = writer->piece;
  encoder->dest->free_in_buffer = PIECE_BYTES;
}

static void hand_over(jpeg_writer *writer, size_t count) {
  if (!cimage_file_append(writer->file, writer->piece, count)) {
    writer->status = CIMAGE_OUT_OF_MEMORY;
    longjmp(writer->out, 1);
  }
}

static boolean on_full(j_compress_ptr encoder) {
  hand_over(encoder->client_data, PIECE_BYTES);
  on_start(encoder);
  return TRUE;
}

static void on_end(j_compress_ptr encoder) {
  hand_over(encoder->client_data, PIECE_BYTES - encoder->dest->free_in_buffer);
}

static void write_pixels(
    jpeg_writer *writer, const uint8_t *pixels, int32_t width, int32_t height, int32_t quality,
    const uint8_t *profile, int64_t profile_count) {
  j_compress_ptr encoder = &writer->encoder;
  jpeg_create_compress(encoder);
  encoder->dest = &writer->target;
  encoder->image_width = (JDIMENSION)width;
  encoder->image_height = (JDIMENSION)height;
  encoder->input_components = CHANNELS;
  encoder->in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(encoder);
  jpeg_set_quality(encoder, quality, TRUE);
  encoder->optimize_coding = TRUE;
  jpeg_start_compress(encoder, TRUE);
  if (profile_count > 0) {
    jpeg_write_icc_profile(encoder, profile, (unsigned int)profile_count);
  }
  while (encoder->next_scanline < encoder->image_height) {
    const uint8_t *row = pixels + (size_t)encoder->next_scanline * (size_t)width * CHANNELS;
    // It takes the pointer without const, and writes nothing there.
    JSAMPROW rows[1] = {(JSAMPROW)(uintptr_t)row};
    jpeg_write_scanlines(encoder, rows, 1);
  }
  jpeg_finish_compress(encoder);
}

static void run_writer(
    jpeg_writer *writer, const uint8_t *pixels, int32_t width, int32_t height, int32_t quality,
    const uint8_t *profile, int64_t profile_count) {
  if (setjmp(writer->out) == 0) {
    write_pixels(writer, pixels, width, height, quality, profile, profile_count);
  }
}

cimage_file *cimage_write_jpeg(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t quality, const uint8_t *profile,
    int64_t profile_count, int32_t *status) {
  jpeg_writer *writer = calloc(1, sizeof(*writer));
  cimage_file *file = calloc(1, sizeof(*file));
  if (writer == NULL || file == NULL) {
    free(writer);
    free(file);
    *status = CIMAGE_OUT_OF_MEMORY;
    return NULL;
  }
  writer->encoder.err = jpeg_std_error(&writer->errors);
  writer->encoder.client_data = writer;
  writer->errors.error_exit = on_write_error;
  writer->errors.emit_message = on_write_message;
  writer->target.init_destination = on_start;
  writer->target.empty_output_buffer = on_full;
  writer->target.term_destination = on_end;
  writer->file = file;
  run_writer(writer, pixels, width, height, quality, profile, profile_count);
  jpeg_destroy_compress(&writer->encoder);
  *status = writer->status;
  free(writer);
  if (*status != CIMAGE_OK) {
    cimage_file_close(file);
    return NULL;
  }
  return file;
}
