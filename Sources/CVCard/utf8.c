#include "blocks.h"

#include <string.h>

// The length of the character at `p[0]`, which is not ASCII; 0 when it is none.
static inline size_t sequence_length(const uint8_t *p, size_t n) {
  uint8_t o = p[0];
  // Table 3-7 of the Unicode Standard.
  if (o < 0xC2 || o > 0xF4) return 0;
  if (o < 0xE0) return n > 1 && (p[1] & 0xC0) == 0x80 ? 2 : 0;
  size_t length = o < 0xF0 ? 3 : 4;
  if (n < length) return 0;
  uint8_t least = o == 0xE0 ? 0xA0 : o == 0xF0 ? 0x90 : 0x80;
  uint8_t most = o == 0xED ? 0x9F : o == 0xF4 ? 0x8F : 0xBF;
  if (p[1] < least || p[1] > most) return 0;
  for (size_t k = 2; k < length; k++)
    if ((p[k] & 0xC0) != 0x80) return 0;
  return length;
}

static int is_utf8_one_by_one(const uint8_t *p, size_t n) {
  size_t i = 0;
  for (;;) {
    for (; i + 16 <= n; i += 16) {
      uint32_t hits = bits_16(load_16(p + i) > 0x7F);
      if (hits) {
        i += (size_t)__builtin_ctz(hits);
        break;
      }
    }
    while (i < n && p[i] < 0x80 && i + 16 > n) i++;
    if (i >= n) return 1;
    while (i < n && p[i] >= 0x80) {
      size_t length = sequence_length(p + i, n - i);
      if (length == 0) return 0;
      i += length;
    }
  }
}

#if defined(__x86_64__)
// What is wrong with two octets in a row, as bits; each of three tables says what a half of them allows
// to be wrong, and what all three allow is. John Keiser and Daniel Lemire, "Validating UTF-8 in less
// than one instruction per byte" (2021).
enum {
  TOO_SHORT = 1,        // a lead, and no continuation
  TOO_LONG = 2,         // ASCII, and a continuation
  OVERLONG_3 = 4,       // E0, and less than A0
  TOO_LARGE = 8,        // F4, and more than 8F, or a lead past F4
  SURROGATE = 16,       // ED, and more than 9F
  OVERLONG_2 = 32,      // C0 or C1
  TOO_LARGE_1000 = 64,  // a lead past F4, and less than 90
  OVERLONG_4 = 64,      // F0, and less than 90
  TWO_CONTINUATIONS = 128,
  // Told by the high halves alone.
  BY_HIGH = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS,
};

#define TWICE(...) {__VA_ARGS__, __VA_ARGS__}

__attribute__((target("avx2"))) static int is_utf8_avx2(const uint8_t *p, size_t n) {
  static const uint8_t first_high[32] = TWICE(
    TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG,
    TWO_CONTINUATIONS, TWO_CONTINUATIONS, TWO_CONTINUATIONS, TWO_CONTINUATIONS,
    TOO_SHORT | OVERLONG_2, TOO_SHORT, TOO_SHORT | OVERLONG_3 | SURROGATE,
    TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4);
#define PAST_F4 (BY_HIGH | TOO_LARGE | TOO_LARGE_1000)
  static const uint8_t first_low[32] = TWICE(
    BY_HIGH | OVERLONG_3 | OVERLONG_2 | OVERLONG_4, BY_HIGH | OVERLONG_2, BY_HIGH, BY_HIGH,
    BY_HIGH | TOO_LARGE, PAST_F4, PAST_F4, PAST_F4, PAST_F4, PAST_F4, PAST_F4, PAST_F4, PAST_F4,
    PAST_F4 | SURROGATE, PAST_F4, PAST_F4);
#define CONTINUATION (TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS)
  static const uint8_t second_high[32] = TWICE(
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
    CONTINUATION | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4, CONTINUATION | OVERLONG_3 | TOO_LARGE,
    CONTINUATION | SURROGATE | TOO_LARGE, CONTINUATION | SURROGATE | TOO_LARGE, TOO_SHORT,
    TOO_SHORT, TOO_SHORT, TOO_SHORT);
  // Leads so near the end of a block that they go on in the next one.
  static const uint8_t complete[32] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0xEF, 0xDF, 0xBF,
  };
  const __m256i tables[3] = {
    _mm256_loadu_si256((const __m256i *)first_high), _mm256_loadu_si256((const __m256i *)first_low),
    _mm256_loadu_si256((const __m256i *)second_high)};
  const __m256i most = _mm256_loadu_si256((const __m256i *)complete);
  const __m256i half = _mm256_set1_epi8(0x0F);
  __m256i last = _mm256_setzero_si256(), open = last, wrong = last;
  uint8_t rest[32] = {0};
  for (size_t i = 0; i < n; i += 32) {
    const uint8_t *block = p + i;
    if (n - i < 32) {
      memcpy(rest, block, n - i);
      block = rest;
    }
    __m256i v = _mm256_loadu_si256((const __m256i *)block);
    if (_mm256_movemask_epi8(v) == 0) {
      wrong |= open;
      open = _mm256_setzero_si256();
      last = v;
      continue;
    }
    const __m256i across = _mm256_permute2x128_si256(last, v, 0x21);
    const __m256i before1 = _mm256_alignr_epi8(v, across, 15);
    const __m256i before2 = _mm256_alignr_epi8(v, across, 14);
    const __m256i before3 = _mm256_alignr_epi8(v, across, 13);
    const __m256i found = _mm256_shuffle_epi8(tables[0], _mm256_srli_epi16(before1, 4) & half)
      & _mm256_shuffle_epi8(tables[1], before1 & half)
      & _mm256_shuffle_epi8(tables[2], _mm256_srli_epi16(v, 4) & half);
    // The third octet of three and the third and fourth of four are continuations after one.
    const __m256i third = _mm256_subs_epu8(before2, _mm256_set1_epi8(0xE0 - 0x80));
    const __m256i fourth = _mm256_subs_epu8(before3, _mm256_set1_epi8(0xF0 - 0x80));
    wrong |= ((third | fourth) & _mm256_set1_epi8((char)0x80)) ^ found;
    open = _mm256_subs_epu8(v, most);
    last = v;
  }
  // What is filled up with zeros is never open.
  wrong |= open;
  return _mm256_testz_si256(wrong, wrong);
}
#endif

int cvc_is_utf8(const uint8_t *p, size_t n) {
  if (n >= 64) {
    size_t ascii = cvc_find_non_ascii(p, n);
    p += ascii;
    n -= ascii;
  }
#if defined(__x86_64__)
  if (n >= 32 && has_avx2()) return is_utf8_avx2(p, n);
#endif
  return is_utf8_one_by_one(p, n);
}
