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
  case 0: marks->has_nul = 1; break;
  default: break;
  }
  return i + 1;
}

cvc_marks cvc_value_marks(const uint8_t *p, size_t n, size_t room) {
  cvc_marks marks = {0, 0, 0, 0, 0};
  size_t next = 0;
#if defined(__SSE2__)
  const __m128i backslash = _mm_set1_epi8('\\'), comma = _mm_set1_epi8(',');
  const __m128i semicolon = _mm_set1_epi8(';'), nul = _mm_setzero_si128();
  for (size_t i = 0; i < n && i + 16 <= room; i += 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)(p + i));
    __m128i separator = _mm_or_si128(_mm_cmpeq_epi8(v, comma), _mm_cmpeq_epi8(v, semicolon));
    __m128i other = _mm_or_si128(_mm_cmpeq_epi8(v, backslash), _mm_cmpeq_epi8(v, nul));
    unsigned hits = (unsigned)_mm_movemask_epi8(_mm_or_si128(separator, other));
    if (n - i < 16) hits &= (1u << (n - i)) - 1;
    for (; hits; hits &= hits - 1) {
      size_t at = i + (size_t)__builtin_ctz(hits);
      if (at >= next) next = count_mark(p, n, at, &marks);
    }
    if (next < i + 16) next = i + 16;
  }
#else
  (void)room;
#endif
  while (next < n) next = count_mark(p, n, next, &marks);
  return marks;
}
