#include "kernels.h"

#include <string.h>

size_t cvc_find_line_end(const uint8_t *p, size_t n) {
  size_t i = 0;
#if defined(__SSE2__)
  const __m128i cr = _mm_set1_epi8('\r'), lf = _mm_set1_epi8('\n');
  for (; i + 16 <= n; i += 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)(p + i));
    int hit = _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(v, cr), _mm_cmpeq_epi8(v, lf)));
    if (hit) return i + (size_t)__builtin_ctz((unsigned)hit);
  }
#elif defined(HAS_NEON)
  const uint8x16_t cr = vdupq_n_u8('\r'), lf = vdupq_n_u8('\n');
  for (; i + 16 <= n; i += 16) {
    uint8x16_t v = vld1q_u8(p + i);
    uint64_t hit = lanes(vorrq_u8(vceqq_u8(v, cr), vceqq_u8(v, lf)));
    if (hit) return i + (size_t)(__builtin_ctzll(hit) >> 2);
  }
#endif
  for (; i < n; i++)
    if (p[i] == '\n' || p[i] == '\r') return i;
  return n;
}

size_t cvc_find_unprintable(const uint8_t *p, size_t n) {
  size_t i = 0;
  // As signed numbers, what is printable but DEL is above what is not.
#if defined(__SSE2__)
  const __m128i most = _mm_set1_epi8(0x1F), delete = _mm_set1_epi8(0x7F);
  for (; n >= 16 && i < n; i += 16) {
    // The last sixteen begin where all are printable.
    if (i > n - 16) i = n - 16;
    __m128i v = _mm_loadu_si128((const __m128i *)(p + i));
    int hit = _mm_movemask_epi8(_mm_andnot_si128(_mm_cmpeq_epi8(v, delete), _mm_cmpgt_epi8(v, most)));
    if (hit != 0xFFFF) return i + (size_t)__builtin_ctz((unsigned)~hit);
  }
#elif defined(HAS_NEON)
  const int8x16_t most = vdupq_n_s8(0x1F), delete = vdupq_n_s8(0x7F);
  for (; i + 16 <= n; i += 16) {
    int8x16_t v = vld1q_s8((const int8_t *)(p + i));
    uint64_t hit = lanes(vornq_u8(vceqq_s8(v, delete), vcgtq_s8(v, most)));
    if (hit) return i + (size_t)(__builtin_ctzll(hit) >> 2);
  }
#endif
  for (; i < n; i++)
    if (p[i] < 0x20 || p[i] > 0x7E) return i;
  return n;
}

size_t cvc_find_non_ascii(const uint8_t *p, size_t n) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    uint64_t w;
    memcpy(&w, p + i, 8);
    if (w & 0x8080808080808080u) break;
  }
  for (; i < n; i++)
    if (p[i] & 0x80) return i;
  return n;
}

static inline int is_end(uint8_t o) { return o == '\r' || o == '\n'; }

// Counts line ends, and blanks right after them, among whole vectors from the second octet on, and
// moves `i` past them.
//
// The vectors are Clang's own, which every processor has or does without: a comparison sets all bits
// of the octets for which it holds, which is -1.
#define COUNT_FOLDS(name, attributes, width)                                                       \
  attributes static size_t name(const uint8_t *p, size_t n, size_t *i) {                           \
    typedef int8_t octets __attribute__((vector_size(width)));                                     \
    size_t count = 0;                                                                              \
    while (n - *i >= width) {                                                                      \
      octets found = {0};                                                                          \
      /* Two at most of each octet and turn: so many turns fit an octet. */                        \
      for (int turn = 0; turn < 63 && n - *i >= width; turn++, *i += width) {                      \
        octets v, before;                                                                          \
        memcpy(&v, p + *i, width);                                                                 \
        memcpy(&before, p + *i - 1, width);                                                        \
        octets is_blank = (v == ' ') | (v == '\t');                                                \
        found += ((v == '\r') | (v == '\n')) + (is_blank & ((before == '\r') | (before == '\n')));  \
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
  if (cvc_has_kernel(CVC_AVX2)) left -= folds_32(p, n, &i);
#endif
  left -= folds_16(p, n, &i);
  for (; i < n; i++) left -= (size_t)(is_end(p[i]) + (is_blank(p[i]) && is_end(p[i - 1])));
  return left;
}
