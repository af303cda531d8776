#include "kernels.h"

#include <string.h>

static inline int may_be_escaped(uint8_t o) {
  return o == '\\' || o == ',' || o == ';' || o == 'n' || o == 'N';
}

// Counts what stands at `i`. Gives where the next mark may stand.
static inline size_t count_mark(const uint8_t *p, size_t n, size_t i, cvc_marks *marks) {
  switch (p[i]) {
  case '\\':
    marks->has_backslash = 1;
    if (i + 1 < n && may_be_escaped(p[i + 1])) return i + 2;
    marks->is_odd = 1;
    break;
  case ',': marks->commas++; break;
  case ';': marks->semicolons++; break;
  case '\t': case '\n': case '\r': break;
  case 0: marks->has_nul = marks->has_control = 1; break;
  default: marks->has_control = 1; break;
  }
  return i + 1;
}

#if !defined(__SSE2__)
static inline int is_mark(uint8_t o) {
  return o < ' ' || o == ',' || o == ';' || o == '\\' || o == 0x7F;
}
#else
// 16 octets of which the first `n` count. Reads no more than `readable`.
static inline __m128i load(const uint8_t *p, size_t n, size_t readable) {
  if (readable >= 16) return _mm_loadu_si128((const __m128i *)p);
  uint64_t low = cvc_load_up_to_8(p, n), high = n > 8 ? cvc_load_up_to_8(p + 8, n - 8) : 0;
  return _mm_set_epi64x((int64_t)high, (int64_t)low);
}
#endif

cvc_marks cvc_value_marks(const uint8_t *p, size_t n, size_t readable) {
  cvc_marks marks = {0, 0, 0, 0, 0, 0};
  size_t next = 0;
#if defined(__SSE2__)
  const __m128i backslash = _mm_set1_epi8('\\'), comma = _mm_set1_epi8(',');
  const __m128i semicolon = _mm_set1_epi8(';'), del = _mm_set1_epi8(0x7F);
  const __m128i last_control = _mm_set1_epi8(0x1F);
  for (size_t i = 0; i < n; i += 16) {
    __m128i v = load(p + i, n - i, readable - i);
    __m128i separator = _mm_or_si128(_mm_cmpeq_epi8(v, comma), _mm_cmpeq_epi8(v, semicolon));
    __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(v, last_control), v);
    __m128i other = _mm_or_si128(_mm_cmpeq_epi8(v, backslash), _mm_cmpeq_epi8(v, del));
    unsigned hits = (unsigned)_mm_movemask_epi8(
      _mm_or_si128(_mm_or_si128(separator, control), other));
    if (n - i < 16) hits &= (1u << (n - i)) - 1;
    for (; hits; hits &= hits - 1) {
      size_t at = i + (size_t)__builtin_ctz(hits);
      if (at >= next) next = count_mark(p, n, at, &marks);
    }
  }
#else
  (void)readable;
  while (next < n) {
    if (is_mark(p[next]))
      next = count_mark(p, n, next, &marks);
    else
      next++;
  }
#endif
  return marks;
}
