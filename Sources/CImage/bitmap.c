#include "shared.h"

#include <stdlib.h>
#include <string.h>

void cimage_fit(
    int32_t width, int32_t height, int32_t maximum_side, int32_t *out_width, int32_t *out_height) {
  int64_t longest = width > height ? width : height;
  *out_width = width;
  *out_height = height;
  if (longest <= maximum_side) {
    return;
  }
  int64_t fit_width = ((int64_t)width * maximum_side + longest / 2) / longest;
  int64_t fit_height = ((int64_t)height * maximum_side + longest / 2) / longest;
  *out_width = fit_width < 1 ? 1 : (int32_t)fit_width;
  *out_height = fit_height < 1 ? 1 : (int32_t)fit_height;
}

bool cimage_averager_open(
    cimage_averager *averager, int32_t in_width, int32_t in_height, int32_t out_width,
    int32_t out_height) {
  averager->in_width = in_width;
  averager->in_height = in_height;
  averager->out_width = out_width;
  averager->out_height = out_height;
  size_t width = (size_t)out_width * CHANNELS;
  averager->row = calloc(width, sizeof(uint64_t));
  averager->cells = calloc(width * (size_t)out_height, sizeof(uint64_t));
  return averager->row != NULL && averager->cells != NULL;
}

void cimage_averager_close(cimage_averager *averager) {
  free(averager->row);
  free(averager->cells);
  averager->row = NULL;
  averager->cells = NULL;
}

static void add_pixel(uint64_t *cell, const uint8_t *pixel, uint64_t weight) {
  // Below 2^27 pixels of 2^16 each way, and so far from 2^64.
  uint64_t opacity = weight * pixel[3];
  cell[0] += opacity * pixel[0];
  cell[1] += opacity * pixel[1];
  cell[2] += opacity * pixel[2];
  cell[3] += opacity;
}

void cimage_averager_add(
    cimage_averager *averager, int32_t y, int32_t start, int32_t step, int32_t count,
    const uint8_t *pixels) {
  size_t width = (size_t)averager->out_width * CHANNELS;
  memset(averager->row, 0, width * sizeof(uint64_t));
  int64_t cell_width = averager->in_width;
  int64_t pixel_width = averager->out_width;
  int64_t cell_end = cell_width;
  uint64_t *cell = averager->row;
  for (int32_t index = 0; index < count; index++) {
    int64_t from = ((int64_t)start + (int64_t)index * step) * pixel_width;
    int64_t to = from + pixel_width;
    while (from >= cell_end) {
      cell += CHANNELS;
      cell_end += cell_width;
    }
    const uint8_t *pixel = pixels + (size_t)index * CHANNELS;
    // No cell is narrower than a pixel, so a pixel lies in two at most.
    if (to <= cell_end) {
      add_pixel(cell, pixel, (uint64_t)pixel_width);
    } else {
      add_pixel(cell, pixel, (uint64_t)(cell_end - from));
      add_pixel(cell + CHANNELS, pixel, (uint64_t)(to - cell_end));
    }
  }
  int64_t cell_height = averager->in_height;
  int64_t from = (int64_t)y * averager->out_height;
  int64_t to = from + averager->out_height;
  int64_t line = from / cell_height;
  int64_t line_end = (line + 1) * cell_height;
  uint64_t above = (uint64_t)((to < line_end ? to : line_end) - from);
  uint64_t below = (uint64_t)(to > line_end ? to - line_end : 0);
  uint64_t *cells = averager->cells + (size_t)line * width;
  for (size_t index = 0; index < width; index++) {
    cells[index] += above * averager->row[index];
  }
  if (below > 0) {
    for (size_t index = 0; index < width; index++) {
      cells[width + index] += below * averager->row[index];
    }
  }
}

cimage_bitmap *cimage_averager_bitmap(const cimage_averager *averager) {
  cimage_bitmap *bitmap = calloc(1, sizeof(*bitmap));
  size_t count = (size_t)averager->out_width * (size_t)averager->out_height;
  uint8_t *pixels = malloc(count * CHANNELS);
  if (bitmap == NULL || pixels == NULL) {
    free(bitmap);
    free(pixels);
    return NULL;
  }
  uint64_t area = (uint64_t)averager->in_width * (uint64_t)averager->in_height;
  for (size_t index = 0; index < count; index++) {
    const uint64_t *cell = averager->cells + index * CHANNELS;
    uint8_t *pixel = pixels + index * CHANNELS;
    uint64_t opacity = cell[3];
    for (int channel = 0; channel < 3; channel++) {
      pixel[channel] = opacity == 0 ? 0 : (uint8_t)((cell[channel] + opacity / 2) / opacity);
    }
    pixel[3] = (uint8_t)((opacity + area / 2) / area);
  }
  bitmap->pixels = pixels;
  bitmap->width = averager->out_width;
  bitmap->height = averager->out_height;
  return bitmap;
}

void cimage_bitmap_keep_profile(cimage_bitmap *bitmap, const uint8_t *profile, int64_t count) {
  // ICC.1 §7.2: a header of 128 octets with the size first, the colour space at 16, a signature at
  // 36. One of CMYK or grey does not fit what the pixels have become.
  if (count < 132 || count > CIMAGE_MOST_PROFILE_BYTES) {
    return;
  }
  int64_t size = (int64_t)profile[0] << 24 | profile[1] << 16 | profile[2] << 8 | profile[3];
  if (size != count || memcmp(profile + 16, "RGB ", 4) != 0 ||
      memcmp(profile + 36, "acsp", 4) != 0) {
    return;
  }
  memcpy(bitmap->profile, profile, (size_t)count);
  bitmap->profile_count = count;
}

void cimage_bitmap_close(cimage_bitmap *bitmap) {
  free(bitmap->pixels);
  free(bitmap);
}

int32_t cimage_bitmap_width(const cimage_bitmap *bitmap) { return bitmap->width; }
int32_t cimage_bitmap_height(const cimage_bitmap *bitmap) { return bitmap->height; }
int32_t cimage_bitmap_source_width(const cimage_bitmap *bitmap) { return bitmap->source_width; }
int32_t cimage_bitmap_source_height(const cimage_bitmap *bitmap) { return bitmap->source_height; }
const uint8_t *cimage_bitmap_pixels(const cimage_bitmap *bitmap) { return bitmap->pixels; }
int64_t cimage_bitmap_profile_count(const cimage_bitmap *bitmap) { return bitmap->profile_count; }
const uint8_t *cimage_bitmap_profile(const cimage_bitmap *bitmap) { return bitmap->profile; }

bool cimage_file_append(cimage_file *file, const uint8_t *octets, size_t count) {
  int64_t needed = file->count + (int64_t)count;
  if (needed > file->room) {
    int64_t room = needed > file->room * 2 ? needed : file->room * 2;
    uint8_t *larger = realloc(file->octets, (size_t)room);
    if (larger == NULL) {
      return false;
    }
    file->octets = larger;
    file->room = room;
  }
  if (count > 0) {
    memcpy(file->octets + file->count, octets, count);
  }
  file->count = needed;
  return true;
}

void cimage_file_close(cimage_file *file) {
  free(file->octets);
  free(file);
}

int64_t cimage_file_count(const cimage_file *file) { return file->count; }
const uint8_t *cimage_file_octets(const cimage_file *file) { return file->octets; }
