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

size_t cvc_count_line_ends(const uint8_t *p, size_t n) {
  size_t count = 0, i = 0;
  while (i < n) {
    i += cvc_find_line_end(p + i, n - i);
    if (i == n) break;
    count++;
    if (p[i] == '\n') {
      i++;
      continue;
    }
    // CR, CR LF, or CR CR LF.
    if (i + 1 < n && p[i + 1] == '\n')
      i += 2;
    else if (i + 2 < n && p[i + 1] == '\r' && p[i + 2] == '\n')
      i += 3;
    else
      i += 1;
  }
  return count;
}
