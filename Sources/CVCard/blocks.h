// Blocks of 16 octets, which every processor of the two families has.
#ifndef CVCARD_BLOCKS_H
#define CVCARD_BLOCKS_H

#include "kernels.h"

#if defined(__x86_64__)
typedef __m128i block;
static inline block load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }
static inline void store(uint8_t *p, block b) { _mm_storeu_si128((__m128i *)p, b); }
static inline block same(block b, uint8_t octet) {
  return _mm_cmpeq_epi8(b, _mm_set1_epi8((char)octet));
}
static inline block either(block a, block b) { return _mm_or_si128(a, b); }
static inline block both(block a, block b) { return _mm_and_si128(a, b); }
// As signed numbers, of which those of octets beyond ASCII are below 0.
static inline block below(block b, int8_t number) {
  return _mm_cmplt_epi8(b, _mm_set1_epi8(number));
}
static inline block up_to(block b, uint8_t octet) {
  return _mm_cmpeq_epi8(_mm_min_epu8(b, _mm_set1_epi8((char)octet)), b);
}
// So many bits for each octet.
enum { BITS = 1 };
#define ALL 0xffffu
static inline uint64_t bits_of(block b) { return (uint32_t)_mm_movemask_epi8(b); }
#define HAS_BLOCKS 1
#elif defined(HAS_NEON)
typedef uint8x16_t block;
static inline block load(const uint8_t *p) { return vld1q_u8(p); }
static inline void store(uint8_t *p, block b) { vst1q_u8(p, b); }
static inline block same(block b, uint8_t octet) { return vceqq_u8(b, vdupq_n_u8(octet)); }
static inline block either(block a, block b) { return vorrq_u8(a, b); }
static inline block both(block a, block b) { return vandq_u8(a, b); }
static inline block below(block b, int8_t number) {
  return vcltq_s8(vreinterpretq_s8_u8(b), vdupq_n_s8(number));
}
static inline block up_to(block b, uint8_t octet) { return vcleq_u8(b, vdupq_n_u8(octet)); }
enum { BITS = 4 };
#define ALL UINT64_MAX
static inline uint64_t bits_of(block b) { return lanes(b); }
#define HAS_BLOCKS 1
#endif

#if defined(HAS_BLOCKS)
// The first octet of a block whose bits are set.
static inline size_t first_place(uint64_t bits) { return (size_t)__builtin_ctzll(bits) / BITS; }
#endif

#endif
