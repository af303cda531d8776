#include "blocks.h"

#include <string.h>

size_t cvc_find_line_end(const uint8_t *p, size_t n) {
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    block_16 b = load_16(p + i);
    uint32_t hits = bits_16((b == '\r') | (b == '\n'));
    if (hits) return i + (size_t)__builtin_ctz(hits);
  }
  for (; i < n; i++)
    if (p[i] == '\n' || p[i] == '\r') return i;
  return n;
}

size_t cvc_find_unprintable(const uint8_t *p, size_t n) {
  size_t i = 0;
  for (; n >= 16 && i < n; i += 16) {
    // The last sixteen begin where all are printable.
    if (i > n - 16) i = n - 16;
    uint32_t hits = bits_16(load_16(p + i) - 0x20 > 0x7E - 0x20);
    if (hits) return i + (size_t)__builtin_ctz(hits);
  }
  for (; i < n; i++)
    if (p[i] < 0x20 || p[i] > 0x7E) return i;
  return n;
}

size_t cvc_find_non_ascii(const uint8_t *p, size_t n) {
  size_t i = 0;
  // Most octets are ASCII, and most texts nothing else.
  while (n - i >= 64 && !bits_32((load_32(p + i) | load_32(p + i + 32)) > 0x7F)) i += 64;
  for (; i + 8 <= n; i += 8) {
    uint64_t w;
    memcpy(&w, p + i, 8);
    w &= 0x8080808080808080u;
    if (w) return i + (size_t)__builtin_ctzll(w) / 8;
  }
  for (; i < n; i++)
    if (p[i] & 0x80) return i;
  return n;
}

static inline int is_end(uint8_t o) { return o == '\r' || o == '\n'; }

// Counts line ends, and blanks right after them, among whole blocks from the second octet on, and
// moves `i` past them. What is found is -1.
#define COUNT_FOLDS(name, attributes, width)                                                       \
  attributes static size_t name(const uint8_t *p, size_t n, size_t *i) {                           \
    size_t count = 0;                                                                              \
    while (n - *i >= width) {                                                                      \
      found_##width found = {0};                                                                   \
      /* Two at most of each octet and turn: so many turns fit an octet. */                        \
      for (int turn = 0; turn < 63 && n - *i >= width; turn++, *i += width) {                      \
        block_##width b, before;                                                                   \
        memcpy(&b, p + *i, width);                                                                 \
        memcpy(&before, p + *i - 1, width);                                                        \
        found_##width is_blank = (b == ' ') | (b == '\t');                                         \
        found += ((b == '\r') | (b == '\n')) + (is_blank & ((before == '\r') | (before == '\n'))); \
      }                                                                                            \
      for (int k = 0; k < width; k++) count += (size_t)-found[k];                                  \
    }                                                                                              \
    return count;                                                                                  \
  }

COUNT_FOLDS(folds_16, , 16)
#if defined(__x86_64__)
COUNT_FOLDS(folds_32, FOR_AVX2, 32)
#endif

size_t cvc_unfolded_count(const uint8_t *p, size_t n) {
  if (n == 0) return 0;
  size_t left = n - (size_t)is_end(p[0]), i = 1;
#if defined(__x86_64__)
  if (has_avx2()) left -= folds_32(p, n, &i);
#endif
  left -= folds_16(p, n, &i);
  for (; i < n; i++) left -= (size_t)(is_end(p[i]) + (is_blank(p[i]) && is_end(p[i - 1])));
  return left;
}
