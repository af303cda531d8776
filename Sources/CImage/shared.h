// What the .c files share.

#ifndef CIMAGE_SHARED_H
#define CIMAGE_SHARED_H

#include "cimage.h"

#include <stddef.h>

/// Octets of a pixel.
#define CHANNELS 4

struct cimage_bitmap {
  int32_t width;
  int32_t height;
  int32_t source_width;
  int32_t source_height;
  uint8_t *pixels;
  int64_t profile_count;
  uint8_t profile[CIMAGE_MOST_PROFILE_BYTES];
};

struct cimage_file {
  uint8_t *octets;
  int64_t count;
  int64_t room;
};

/// Averages the pixels of a picture over the areas of a smaller one, exactly, in whatever order they
/// come.
///
///     in   │ 0 │ 1 │ 2 │ 3 │ 4 │     a pixel is as wide as there are cells,
///     out  │    0    │    1    │     a cell as wide as there are pixels: all overlaps are whole
///
/// Colours are weighed by how opaque they are.
typedef struct {
  int32_t in_width;
  int32_t in_height;
  int32_t out_width;
  int32_t out_height;
  /// Sums of a row of cells, and of all cells.
  uint64_t *row;
  uint64_t *cells;
} cimage_averager;

/// Makes sides of at most so many pixels that are in proportion.
void cimage_fit(
    int32_t width, int32_t height, int32_t maximum_side, int32_t *out_width, int32_t *out_height);

/// False when there is too little memory. Neither side may grow.
bool cimage_averager_open(
    cimage_averager *averager, int32_t in_width, int32_t in_height, int32_t out_width,
    int32_t out_height);
void cimage_averager_close(cimage_averager *averager);

/// Adds `count` pixels of row `y`, of which the first is in column `start` and the others each
/// `step` further.
void cimage_averager_add(
    cimage_averager *averager, int32_t y, int32_t start, int32_t step, int32_t count,
    const uint8_t *pixels);

/// The bitmap of what was added; null when there is too little memory.
cimage_bitmap *cimage_averager_bitmap(const cimage_averager *averager);

/// Keeps a profile that is one of RGB, whole and small.
void cimage_bitmap_keep_profile(cimage_bitmap *bitmap, const uint8_t *profile, int64_t count);

/// False when there is too little memory.
bool cimage_file_append(cimage_file *file, const uint8_t *octets, size_t count);

#endif
